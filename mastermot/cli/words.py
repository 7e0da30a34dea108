"""``mastermot words``: the dictionaries, and the words of one of them."""

from __future__ import annotations

import click

from mastermot.cli.completion import completer_for
from mastermot.cli.options import argument, command, json_option, option
from mastermot.cli.output import note, print_json, print_table
from mastermot.cli.values import Number
from mastermot.dictionaries import open_dictionary
from mastermot.errors import N_
from mastermot.locale import gettext as _
from mastermot.operations.requests import DictionaryRequest, ShelfRequest, WordListRequest
from mastermot.operations.words import count_words, list_dictionaries, list_words
from mastermot.wording.numbers import plural
from mastermot.words import LONGEST, SHORTEST


@command(N_("List the dictionaries; with the NAME or the path of one, its counts, or its words of a length."))
def words(
    name: str | None = argument(required=False, shell_complete=completer_for("NAME|PATH")),
    length: int | None = option(N_("List the words of this many letters."), type=Number(SHORTEST, LONGEST)),
    as_json: bool = json_option,
) -> None:
    if name is None:
        print_shelf(as_json, length)
        return
    dictionary = open_dictionary(name)
    if length is not None:
        listed = list_words(WordListRequest(name=dictionary, length=length))
        if as_json:
            print_json(listed)
        else:
            click.echo("\n".join(f"{entry.word}  ({', '.join(entry.spellings)})" for entry in listed.words))
    elif as_json:
        print_json(count_words(DictionaryRequest(name=dictionary)))
    else:
        print_table((_("length"), _("words")), dictionary.lengths.items())
    if dictionary.skipped:
        note(
            plural(
                "{count} entry that is not one word was skipped.",
                "{count} entries that are not one word were skipped.",
                dictionary.skipped,
            )
        )


def print_shelf(as_json: bool, length: int | None) -> None:
    """Print the shipped dictionaries: name, words (of one length), lengths, source, licence."""
    shelf = list_dictionaries(ShelfRequest())
    if as_json:
        print_json(shelf)
        return
    rows = []
    for entry in shelf.dictionaries:
        lengths = {int(letters): number for letters, number in entry.lengths.items()}
        count = entry.words if length is None else lengths.get(length, 0)
        source = f"{entry.source.partition(',')[0]} ({entry.version})"
        rows.append((entry.name, count, f"{min(lengths)}-{max(lengths)}", source, entry.licence.partition(":")[0]))
    print_table((_("name"), _("words"), _("lengths"), _("source"), _("licence")), rows)
    note(_("Sources and licences in full: --json, or wordlists/ATTRIBUTION.md."))

"""``mastermot words``: the dictionaries, and the words of one of them."""

import click

from mastermot.cli.options import DICTIONARY, alphabet_option, field_options, json_option, naming_options
from mastermot.cli.output import note, print_result, print_table
from mastermot.operations import word_lists as operations
from mastermot.texts import N_, _
from mastermot.words.dictionaries import Dictionary, open_dictionary


@click.command(
    help=N_(
        "List the dictionaries. With the NAME or the path of one, count its words of each length, or list "
        "those of one length."
    ),
    epilog="mastermot words\nmastermot words fr --length 2",
)
@click.argument("name", required=False, type=DICTIONARY, metavar="[NAME]")
@field_options(operations.WordListRequest, "length")
@alphabet_option
@json_option
@naming_options()
def words(name: Dictionary | str | None, length: int | None) -> None:
    if name is None:
        shelf = operations.list_dictionaries(operations.ShelfRequest())
        print_result(shelf, lambda: print_shelf(shelf, length))
        return
    dictionary = open_dictionary(name)
    if length is not None:
        listed = operations.list_words(operations.WordListRequest(name=dictionary, length=length))
        lines = (f"{entry.word}  ({', '.join(entry.spellings)})" for entry in listed.words)
        print_result(listed, lambda: click.echo("\n".join(lines)))
    else:
        counts = operations.count_words(operations.DictionaryRequest(name=dictionary))
        print_result(counts, lambda: print_table((_("length"), _("words")), counts.lengths.items()))


def print_shelf(shelf: operations.Shelf, length: int | None) -> None:
    """Print a table of the dictionaries, with the number of their words; with a `length`, of their words so long."""
    rows = []
    for entry in shelf.dictionaries:
        lengths = {int(letters): number for letters, number in entry.lengths.items()}
        count = entry.words if length is None else lengths.get(length, 0)
        lengths_there = f"{min(lengths)}-{max(lengths)}"
        source_in_short, _comma, _rest = entry.source.partition(",")
        source = f"{source_in_short} ({entry.version})"
        licence_in_short, _colon, _text = entry.licence.partition(":")
        rows.append((entry.name, count, lengths_there, source, licence_in_short))
    print_table((_("name"), _("words"), _("lengths"), _("source"), _("licence")), rows)
    note(_("Sources and licences in full: --json, or wordlists/ATTRIBUTION.md."))

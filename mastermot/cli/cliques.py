"""``mastermot cliques``: the families of a list or of a word, and their histogram; numpy is not loaded."""

from collections.abc import Sequence

import click

from mastermot.cli.options import (
    alphabet_option,
    dictionary_option,
    field_options,
    json_option,
    list_given_options,
    naming_options,
)
from mastermot.cli.output import (
    draw_bars,
    note,
    print_result,
    progress,
    remark,
    remark_dictionary,
    wants_json,
    wrap_text,
)
from mastermot.cli.types import Number
from mastermot.families.errors import FamilyLengthError
from mastermot.families.family import Family, choose_least_size
from mastermot.operations.errors import at, refuse_beside
from mastermot.operations.family_lists import FamiliesRequest, FamilyList, list_families
from mastermot.operations.word_choice import DEFAULT_LENGTH, open_with
from mastermot.texts import N_, _, plural
from mastermot.words.dictionaries import Dictionary
from mastermot.words.folding import fold

MAX_FAMILIES = 20
"""The most families listed when neither a word nor a least size is asked for, unless more have the largest size."""


@click.command(
    help=N_(
        "List the families of a dictionary: words that differ in one position only, such as RA?E. "
        "A family is also called a clique."
    ),
    epilog="mastermot cliques --word raie\nmastermot cliques --length 5 --min-size 9",
)
@dictionary_option(
    "--words",
    help=N_("The dictionary whose families are listed; by default, that of your language or of the given word."),
)
@field_options(FamiliesRequest, "length")
@click.option(
    "--min-size",
    type=Number(1),
    help=N_(
        "The fewest words in a family. By default, only the largest families are listed; with --json or "
        "--word, all families of 2 words or more."
    ),
)
@click.option("--histogram", is_flag=True, help=N_("Count the families of each size, including those of one word."))
@field_options(FamiliesRequest, "word")
@alphabet_option
@json_option
@naming_options()
def cliques(
    words: Dictionary | str | None, length: int | None, min_size: int | None, histogram: bool, word: str | None
) -> None:
    if not wants_json():  # a histogram is then printed instead of families; JSON has both
        refuse_beside("histogram", ["min_size", "word"], list_given_options())
    dictionary = open_with(words, [word] if word else [])  # without --words, that of the language of the word
    is_all_by_default = words is None and length is None and word is None
    if is_all_by_default:
        length = DEFAULT_LENGTH
        remark(_("With words of {length} letters ({name}).", length=length, name=dictionary.name))
    elif words is None:
        remark_dictionary(dictionary)
    with at("word"):  # errors name the option --word
        folded = None if word is None else fold(word.strip(), dictionary.alphabet)
    if length is None and folded is not None:
        length = len(folded)
    length = choose_length(dictionary, length)  # with neither a length nor a word, the only length of the list
    request = FamiliesRequest(words=dictionary, length=length, min_size=min_size or 2, word=folded)
    word_count = dictionary.lengths.get(length, 0)
    with progress(_("words"), word_count * length) as step:  # each word is looked at once for each of its positions
        result = list_families(request, step)
    if folded is not None and folded not in dictionary:
        note(_("{word} is not in the dictionary {name}.", word=folded, name=dictionary.name))
    bars = draw_bars(result.histogram)

    def print_text() -> None:
        if histogram:
            click.echo("\n".join(bars))
        else:
            print_family_list(result, folded, min_size)

    print_result(result, print_text)


def print_family_list(result: FamilyList, word: str | None, min_size: int | None) -> None:
    """Print the families of a result.

    `word` and `min_size`, the least size, are those of the options; None without the option. If both are None, and
    there are more than `MAX_FAMILIES` families, the smaller ones are left out, and a note says how many.
    """
    least_shown = 0
    if word is None and min_size is None:
        least_shown = choose_least_size(result.histogram, MAX_FAMILIES)
    shown = [family for family in result.families if family.size >= least_shown]
    # families have two words or more: with a least size above 2, the word may have families that are not in the result
    has_all_sizes = min_size is None or min_size <= 2
    word_without_families = word if has_all_sizes else None
    print_families(shown, word_without_families)
    if left_out := len(result.families) - len(shown):
        text = plural(
            "{count} smaller family is left out: --min-size 2 lists all.",
            "{count} smaller families are left out: --min-size 2 lists all.",
            left_out,
        )
        note(text)


def choose_length(dictionary: Dictionary, length: int | None) -> int:
    """Return the `length` asked for or, if it is None, the only length that words of the dictionary have.

    Raises `FamilyLengthError` if the words have several lengths, or if there are no words. The error names the lengths,
    or a dash if there are no words.
    """
    if length is not None:
        return length
    lengths = tuple(dictionary.lengths)
    if len(lengths) != 1:
        raise FamilyLengthError(name=dictionary.name, lengths=lengths or ("-",))
    return lengths[0]


def print_families(families: Sequence[Family], word: str | None = None) -> None:
    """Print a line for each family: pattern, size, words. The `families` come with the largest first.

    If there are no families, print that the `word` has none or, without a word, that no family has the size asked for.
    """
    if not families and word is None:
        click.echo(_("No family of that size."))
    elif not families:
        click.echo(_("{word} has no family: no word differs from it in one position only.", word=word))
    else:
        digits = len(str(families[0].size))  # of the largest size: all sizes are aligned to it
        for family in families:
            start = f"{family.pattern}  {family.size:{digits}}  "
            words = wrap_text(" ".join(family.words), " " * len(start))
            click.echo(start + words.lstrip())

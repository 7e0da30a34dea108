"""``mastermot ladder``: ladders between two words, the neighbours of one, or a list's figures; numpy is not loaded."""

from pathlib import Path

import click

from mastermot.cli.cliques import choose_length, print_families
from mastermot.cli.errors import EXIT_NO_SOLUTION
from mastermot.cli.options import alphabet_option, field_options, json_option, naming_options, output_option
from mastermot.cli.output import note, print_result, print_text, progress, remark_dictionary, wrap_text, write_output
from mastermot.families.ladders import Ladders, ListFigures, Neighbourhood
from mastermot.operations import word_ladders as operations
from mastermot.operations.word_choice import open_with
from mastermot.texts import N_, _, plural, write_number
from mastermot.texts.neighbourhood import describe_neighbours, draw_neighbourhood
from mastermot.words.dictionaries import Dictionary
from mastermot.words.files import STANDARD_STREAM

ARROW = "\u00a0→ "  #: Stands between the words of a ladder; a line never begins with it.
MAX_SIZES = 8  #: The most sizes of islands that are printed.


def check_picture(file: str) -> None:
    """Raise `PlotFormatError` for a name that does not end in .svg; ``-``, standard output, is allowed."""
    if file != STANDARD_STREAM and Path(file).suffix.lower() != ".svg":
        from mastermot.game.advice.plot_errors import PlotFormatError

        raise PlotFormatError(source=file, format=Path(file).suffix, known=(".svg",))


@click.command(
    help=N_(
        "Find the shortest ladder between two words, one letter changed at a time. With one word, show its "
        "neighbours; with none, the figures of the whole list."
    ),
    epilog="mastermot ladder mer lac\nmastermot ladder cat dog --words en-common",
)
@click.argument("words_given", metavar="[WORD [WORD]]", nargs=-1)
@field_options(operations.LadderRequest, "words")
@field_options(operations.IslandsRequest, "length")
@field_options(operations.LadderRequest, "every")
@output_option("--plot", check=check_picture, help=N_("Draw the neighbours of a word (.svg)."))
@alphabet_option
@json_option
@naming_options()
def ladder(
    words_given: tuple[str, ...], words: Dictionary | str | None, length: int | None, every: bool, plot: str | None
) -> None:
    count = len(words_given)
    refuse_without_effect(count, length, every, plot)
    dictionary = open_with(words, words_given)  # without --words, that of the language of the words given
    if words is None:
        remark_dictionary(dictionary)
    if count == 2:
        start, end = words_given
        asked = operations.LadderRequest(start=start, end=end, words=dictionary, every=every)
        ladders = operations.get_ladders(asked)
        print_result(ladders, lambda: print_ladders(ladders, dictionary, every))
        if ladders.steps is None:
            raise click.exceptions.Exit(EXIT_NO_SOLUTION)
    elif count == 1:
        (word,) = words_given
        neighbourhood = operations.list_neighbours(operations.NeighboursRequest(word=word, words=dictionary))
        print_result(neighbourhood, lambda: print_neighbours(neighbourhood))
        write_output(plot, lambda _path: draw_neighbourhood(neighbourhood))
    else:
        length = choose_length(dictionary, length)
        with progress(_("words")) as step:
            figures = operations.measure_list(operations.IslandsRequest(words=dictionary, length=length), step)
        name = _("{name}, {length} letters", name=dictionary.name, length=length)
        print_result(figures, lambda: print_figures(figures, name))


def refuse_without_effect(count: int, length: int | None, every: bool, plot: str | None) -> None:
    """Raise `click.UsageError` for more than two words, or for an option that has no effect with this number of words.

    `count` is the number of words given. `length`, `every` and `plot` are the values of ``--length``, ``--all`` and
    ``--plot``. `length` and `plot` are None if the option is not given.
    """
    if count > 2:
        raise click.UsageError(_("A ladder leads from one word to another: give two words."))
    if every and count < 2:
        raise click.UsageError(_("--all lists the ladders between two words: give two words."))
    if plot is not None and count != 1:
        raise click.UsageError(_("--plot draws the neighbours of one word: give one word."))
    if length is not None and count > 0:
        raise click.UsageError(_("--length is for the figures of a list: leave it out, or give no word."))


def print_ladders(result: Ladders, dictionary: Dictionary, every: bool) -> None:
    """Print a shortest ladder, and note how many others are as short; with `every`, print them all.

    If there is no ladder, say so, and print how near the two words come (`print_nearest`). Without `every`, `result`
    lists only one ladder.
    """
    if result.steps is None:
        print_nearest(result, dictionary)
        return
    steps = plural("{count} step", "{count} steps", result.steps)
    for words in result.ladders:
        ladder = ARROW.join(words)
        # with `every`, a ladder is not wrapped: each stands on one line
        click.echo(ladder.replace("\u00a0", " ") if every else wrap_text(ladder))
    if every:
        note(plural("{count} ladder of {steps}", "{count} ladders of {steps}", result.count, steps=steps))
        if len(result.ladders) < result.count:
            note(_("The first {count} are listed.", count=len(result.ladders)))
        return
    if result.count == 1:
        note(_("{steps}; no other ladder is as short.", steps=steps))
        return
    others = plural(
        "{steps}; {count} other ladder is as short (--all lists it).",
        "{steps}; {count} other ladders are as short (--all lists them).",
        result.count - 1,
        steps=steps,
    )
    note(others)


def print_nearest(result: Ladders, dictionary: Dictionary) -> None:
    """Print that there is no ladder, how many words ladders reach from the start and from the end, and the gap.

    A side is the start with all words that ladders reach from it, or the end with all that ladders reach from it. The
    `gap` has the two words, one of each side, that are most alike. It is None if the sides are too large to compare. It
    is not printed if each side is a single word: these are named already. Last come the words most like the end that
    the start reaches (`print_nearest_words`), unless the start has no neighbour.
    """
    names = {"name": dictionary.name, "start": result.start, "end": result.end}
    click.echo(_("No ladder of words of {name} leads from {start} to {end}.", **names))
    reached_from_start, reached_from_end = result.reached
    click.echo(describe_reach(result.start, reached_from_start))
    click.echo(describe_reach(result.end, reached_from_end))
    gap = result.gap
    are_single_words = reached_from_start == 1 and reached_from_end == 1
    if gap is not None and not are_single_words:
        ends = {"near_start": gap.near_start, "near_end": gap.near_end, "differs": gap.differs}
        print_text(_("The two sides come nearest at {near_start} and {near_end}, {differs:letters} apart.", **ends))
    if result.start not in result.alone:
        print_nearest_words(result)


def describe_reach(word: str, reached: int) -> str:
    """Return the sentence that says to how many other words ladders lead from a word; `reached` counts the word too."""
    others = reached - 1
    if others == 0:
        return _("{word} has no neighbour.", word=word)
    return plural(
        "Ladders lead from {word} to {count} other word.",
        "Ladders lead from {word} to {count} other words.",
        others,
        word=word,
    )


def print_nearest_words(result: Ladders) -> None:
    """Print the words most like the end that ladders from the start reach, if half of their letters or more agree.

    If the start itself is more like the end than all words that it reaches, nothing is printed. There must be no ladder
    in the `result`: then it has the `nearest` words, the most like the end first, and the start may be among them.
    """
    differs = result.nearest[0].differs  # by how many letters the nearest word differs from the end
    has_half_of_letters = 2 * differs <= len(result.end)
    if not has_half_of_letters:
        return
    nearest = []  # the words that differ from the end by `differs` letters, each with its number of steps
    for reachable in result.nearest:
        is_start = reachable.steps == 0
        if reachable.differs == differs and not is_start:
            names = {"word": reachable.word, "steps": reachable.steps}
            nearest.append(plural("{word} ({steps} step)", "{word} ({steps} steps)", reachable.steps, **names))
    if not nearest:
        return
    text = plural(
        "The words nearest to {end} that can be reached, {differs} letter apart: {words}.",
        "The words nearest to {end} that can be reached, {differs} letters apart: {words}.",
        differs,
        end=result.end,
        differs=differs,
        words=", ".join(nearest),
    )
    print_text(text)


def print_neighbours(neighbourhood: Neighbourhood) -> None:
    if neighbourhood.families:
        print_families(neighbourhood.families)
    note(describe_neighbours(neighbourhood))


def print_figures(figures: ListFigures, name: str) -> None:
    """Print the figures of a list, under its `name`: pairs one letter apart, islands, and the longest ladder.

    An island is a word with all words that ladders reach from it.
    """
    click.echo(_("{codes}: {count}", codes=name, count=plural("{count} word", "{count} words", figures.words)))
    click.echo(plural("{count} pair one letter apart", "{count} pairs one letter apart", figures.pairs))
    click.echo(plural("{count} word without neighbours", "{count} words without neighbours", figures.alone))
    islands = plural(
        "{count} island, including those of one word; words of the largest: {largest}",
        "{count} islands, including those of one word; words of the largest: {largest}",
        figures.islands,
        largest=figures.largest,
    )
    click.echo(islands)
    # islands of one word are the words without neighbours, printed above
    several = {size: count for size, count in figures.sizes.items() if size > 1}
    if several:
        click.echo(_("islands by their number of words: {sizes}", sizes=write_sizes(several)))
    if longest := figures.longest:
        text = plural("the longest ladder has {count} step:", "the longest ladder has {count} steps:", longest.steps)
        if not longest.proven:
            text = plural(
                "the longest ladder found has {count} step; the search stopped at its limit:",
                "the longest ladder found has {count} steps; the search stopped at its limit:",
                longest.steps,
            )
        click.echo(text)
        print_text(ARROW.join(longest.ladder), indent="  ")


def write_sizes(counts: dict[int, int]) -> str:
    """Return how many islands there are of each size, as a text. The size of an island is its number of words.

    `counts` has the number of islands by their size, the smallest size first. If there are more than `MAX_SIZES` sizes,
    only the first ones are written, and then "…".

    >>> write_sizes({2: 31, 3: 12, 40: 1})
    '31 × 2, 12 × 3, 1 × 40'
    """
    sizes = list(counts)
    shown = [f"{write_number(counts[size])} × {write_number(size)}" for size in sizes[:MAX_SIZES]]
    if len(sizes) > MAX_SIZES:
        shown.append("…")
    return ", ".join(shown)

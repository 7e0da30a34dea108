"""Sentences about games that several commands say: the codes, the player, what marks mean, how it ended."""

from collections.abc import Iterator
from contextlib import contextmanager

from mastermot.cli.output import wrap_text
from mastermot.cli.progress import progress
from mastermot.game.codebreakers import Codebreaker
from mastermot.game.partitions import Rows
from mastermot.game.positions import Position
from mastermot.rules.codes import Codes, ColourCodes, WordCodes
from mastermot.say import _, plural, write_estimate, write_number
from mastermot.words.folding import fold_or_empty
from mastermot.words.typed import words_of

MAX_LISTED = 200  #: Codes left that are listed on request.
COMMANDS = ("quit", "play", "undo", "correct", "list", "code", "hint", "history", "help", "yes")  #: Groups of words.


def find_command(typed: str) -> str:
    """Return the command of a conversation that was typed, in any language, such as ``undo``; empty when it is none."""
    word = fold_or_empty("".join(typed.split()))
    return next((name for name in COMMANDS if word in words_of(name)), "help" if typed == "?" else "")


def describe_codes(codes: Codes) -> str:
    """Return what the codes are: ``fr-common, 5 letters`` or ``4 holes, 6 colours, A to F``."""
    if isinstance(codes, ColourCodes):
        holes = plural("{count} hole", "{count} holes", codes.length)
        first, last = codes.alphabet[0], codes.alphabet[codes.colours - 1]
        colours = _("{count} colours, {first} to {last}").format(count=codes.colours, first=first, last=last)
        kinds = [_("no repeats")] * (not codes.repeats) + [_("empty holes written as points")] * codes.empty
        return ", ".join([holes, colours, *kinds])
    if isinstance(codes, WordCodes):
        return _("{name}, {length} letters").format(name=codes.dictionary.name, length=codes.length)
    return codes.name


def count_codes(codes: Codes, count: int) -> str:
    """Return ``12 words``, or ``12 codes`` where they are colours."""
    if isinstance(codes, WordCodes):
        return plural("{count} word", "{count} words", count)
    return plural("{count} code", "{count} codes", count)


def count_codes_left(codes: Codes, count: int, error: int = 0) -> str:
    """Return ``12 words left``, or for an estimate ``about 1,230,000 codes left``, and its `error` if it is large."""
    if error:
        about = _("about {count} codes left").format(count=write_estimate(count, error))
        if error <= count / 20:
            return about
        return _("{about} (± {error})").format(about=about, error=write_estimate(error, error))
    if isinstance(codes, WordCodes):
        return plural("{count} word left", "{count} words left", count)
    return plural("{count} code left", "{count} codes left", count)


def list_left(position: Position, rows: Rows | None = None, most: int = MAX_LISTED) -> Iterator[str]:
    """Yield the lines that list `most` of the codes left, or of `rows`, and how many more there are."""
    rows = position.candidates if rows is None else rows
    yield wrap_text(" ".join(position.table.text(int(row)) for row in rows[:most]), "  ")
    rest = len(rows) - most
    if not position.sample.complete:
        yield _("  … and others: these are only some of them")
    elif rest > 0:
        yield _("  … and {count} more").format(count=write_number(rest))


def introduce_player(codebreaker: Codebreaker, position: Position) -> str:
    text, how = _("I play {player}: {how}; rule {rule}."), describe_player(codebreaker, position)
    return text.format(player=codebreaker.plan.player, how=how, rule=position.rule.name)


def describe_player(codebreaker: Codebreaker, position: Position) -> str:
    plan, codes = codebreaker.plan, position.codes
    pools = {
        "consistent": (_("among the codes left"), _("among the words left")),
        "accelerated": (
            _("among the codes left and the acceleration words"),
            _("among the words left and the acceleration words"),
        ),
        "all": (_("among all codes"), _("among all words")),
    }
    pool = pools["consistent" if plan.strategy in ("first", "average") else plan.pool][isinstance(codes, WordCodes)]
    how = _("strategy {strategy}, {pool}").format(strategy=plan.strategy, pool=pool)
    size = codebreaker.sample_size(position)
    if size is not None and size < codes.count:
        how += plural(", on a sample of {count}", ", on a sample of {count}", size)
    return _(codebreaker.describe_way(codes)).format(how=how)


@contextmanager
def scoring_progress(position: Position, codebreaker: Codebreaker) -> Iterator[None]:
    """Show, on a terminal, how many guesses a player has scored: while it chooses one at this position."""
    listed = position.codes.enumerable
    with progress(_("guesses"), (listed and codebreaker.count_guesses(position)) or None) as step:
        if listed:
            position.table.on_scored = step
        yield


def write_sizes(largest: float, expected: float, *, estimated: bool) -> tuple[object, ...]:
    """Return the sizes of classes as a table has them; those `estimated` from a sample are rounded to what is sure."""
    if not estimated:
        return largest, write_number(expected, 4)
    return tuple(write_estimate(round(size), round(size) // 20 + 1) for size in (largest, expected))


def describe_win(code: str, turns: int) -> str:
    return plural("{code}: found in {count} turn.", "{code}: found in {count} turns.", turns, code=code)

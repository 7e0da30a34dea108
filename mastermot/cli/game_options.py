"""What commands about games share: codes, players and turns from options and files, the engine, sentences."""

import logging
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mastermot.cli.options import FILE, list_given_options, naming_options
from mastermot.cli.output import (
    find_file,
    note,
    print_bars,
    progress,
    read_standard_input,
    remark,
    remark_dictionary,
    wrap_text,
)
from mastermot.engine import Engine, open_engine, usual_jobs
from mastermot.errors import N_, NEAREST, Fault, MastermotError, Reason, locating, printable
from mastermot.families.accelerators import read_accelerators, select_accelerators
from mastermot.families.errors import TooManyAcceleratorsError
from mastermot.game.advice.histories import ReadMarks, UnlistedGuess, give_letters, refuse_turn
from mastermot.game.advice.transcripts import Transcript, read_transcript
from mastermot.game.codebreakers import Codebreaker, make_codebreaker
from mastermot.game.duels import TurnFigures
from mastermot.game.partitions import MAX_PAIRS, Rows
from mastermot.game.positions import Position
from mastermot.game.strategies import AMONG_CANDIDATES
from mastermot.operations.errors import BESIDE, Place, at, refuse, refuse_beside
from mastermot.operations.game_advice import AdviceRequest, KnownRequest, TurnRequest, list_guesses, with_transcript
from mastermot.operations.game_setup import CodesChoice, choose_codes_of, name_words, names_codes
from mastermot.operations.player_choice import (
    WHY_NOTHING_DRAWN,
    PlayerChoice,
    PlayerRequest,
    check_pool_and_words,
    choose_extra_guesses,
    refuse_idle_empty_guesses,
    refuse_unused_plan,
)
from mastermot.rules import BLACK_WHITE, Marks, Rule, rule_named
from mastermot.rules.codes import Codes, ColourCodes, WordCodes
from mastermot.texts import _, count_marks, plural, write_estimate, write_marks, write_number
from mastermot.words.files import STANDARD_STREAM, decode, read_bytes
from mastermot.words.folding import LETTERS, fold_or_empty
from mastermot.words.typed import words_of

if TYPE_CHECKING:
    from mastermot.operations.ranking import RankRequest

AnyTurns = TypeVar("AnyTurns", AdviceRequest, "RankRequest")
AnyCodes = TypeVar("AnyCodes", bound=CodesChoice)
AnyPlayer = TypeVar("AnyPlayer", bound=PlayerChoice)
AnyKnown = TypeVar("AnyKnown", bound=KnownRequest)
LARGEST_GAME = 1 << 20  #: The most bytes read of a file with a game.
MAX_LISTED = 200  #: The most candidates listed when a person asks for them (`list`).
COMMANDS = ("quit", "play", "undo", "correct", "list", "code", "hint", "history", "help", "yes")
"""The commands at a prompt, by their names in the code. Each has its words in every language (`words_of`): in English
"play" is typed as ``guess``, as in ``guess CODE``."""


accel_option = click.option("--accel", type=FILE, metavar="FILE", help=N_("Acceleration words, one on each line."))
"""The option ``--accel``; `with_accelerators` reads its file."""
tree_option = click.option(
    "--tree", type=FILE, metavar="FILE", help=N_("Play this strategy tree, which mastermot optimal wrote.")
)
"""The option ``--tree``: `open_player` plays its strategy in place of a player's."""


class TurnText(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4
    """A turn, typed as ``GUESS=MARKS``.

    If the marks are missing, the whole text becomes the guess. This text may be the name of a file (`find_game_file`);
    otherwise `with_turns` refuses the turn.
    """

    name = "turn"

    def convert(self, value: Any, _param: click.Parameter | None, _ctx: click.Context | None) -> TurnRequest:
        guess, _sign, marks = str(value).partition("=")
        return TurnRequest(guess=guess, marks=marks) if marks else TurnRequest(guess=str(value), marks="")


TURN = TurnText()


def start_engine(jobs: int | None, scheduler: str | None) -> Engine:
    """Return the engine that runs long work: processes of this machine, or a dask cluster (`engine_options`).

    `jobs` is the number of processes, None for the usual number. `scheduler` is the address of the scheduler of the
    cluster, None without a cluster. Raises `FieldInvalidError` if both are given: a cluster has its own workers.
    """
    with naming_options():
        refuse("jobs", BESIDE, jobs is not None and scheduler is not None, other=Place("scheduler"))
    if scheduler is not None:
        # otherwise dask also writes to standard error about lost connections, which we report ourselves
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
    return open_engine(jobs or usual_jobs(), scheduler)


def open_codes(request: CodesChoice, starts: str | None = None) -> Codes:
    """Return the codes asked for: with `starts`, only those that have the letters of this pattern, such as ``C....``.

    A remark says what was chosen by default (`remark_default`).
    """
    codes = choose_codes_of(request)
    remark_default(request, codes)
    with at("starts"):
        return codes if starts is None else give_letters(codes, starts)


def remark_default(request: CodesChoice, codes: Codes, given: Sequence[str] = ()) -> None:
    """Keep a remark on what was chosen by default, if there is something to say of it.

    - If the request names no dictionary, and the one chosen is of another language than the reader's, the remark names
      it: it was chosen by the language of the words that were `given` (guesses, a secret).
    - If neither an option about the codes nor any word was given, the remark says which codes were chosen, and how to
      choose others.
    """
    if request.words is None and codes.dictionary is not None:
        remark_dictionary(codes.dictionary)
    is_all_by_default = not names_codes(request) and not given
    if is_all_by_default:
        text = _(
            "With words of {length} letters ({name}). Also: --words {name} --length 6, or colours: --holes 4 "
            "--colours 6."
        )
        remark(text.format(length=codes.length, name=codes.label))


def with_accelerators(request: AnyPlayer, accel: str | None, codes: Codes | None = None) -> AnyPlayer:
    """Return the request with `accelerators`: the words of an acceleration file that have the length of the codes.

    `accel` is the path of the file, or the name of a shipped one; if it is None, the request is returned as it is.
    `codes` are those of the request; if they are None, they are made here. Raises `FieldInvalidError` for a file with
    the pool `consistent`, which has no use for it, and for the pool `accelerated` without a file. Raises the errors of
    `Codes.fold` for words that are no codes.
    """
    check_pool_and_words(request, "accel", is_given=accel is not None)
    if accel is None:
        return request
    codes = choose_codes_of(request) if codes is None else codes
    # in a game of colours, the file is read with the letters A to Z; `fold`, below, refuses letters that are no colour
    alphabet = LETTERS if codes.dictionary is None else codes.letters
    accelerators = read_accelerators(find_file(accel, "accel"), alphabet)
    words = select_accelerators(accelerators, codes.length, accel)
    with locating(source=accel):
        for word in words:
            codes.fold(word)  # only to raise an error for a word that is no code
    return replace(request, accelerators=list(words))


def open_player(
    request: PlayerRequest, accel: str | None, tree: str | None, *, draws_secrets: bool = False
) -> tuple[Codes, Rule, Codebreaker]:
    """Return the codes, the rule and the codebreaker: the player asked for, or one that plays the strategy of a `tree`.

    `tree` is the file of a strategy tree, `accel` a file of acceleration words for the player; each is None without its
    option. ``--seed`` is refused unless something is drawn by the seed: by the codebreaker or, with `draws_secrets`, by
    the command itself.
    """
    codes = choose_codes_of(request)
    rule = rule_named(request.rule)
    player = make_player(request, accel, codes) if tree is None else open_tree_player(tree, codes, rule)
    is_seed_used = player.draws or draws_secrets
    is_seed_given = "seed" in list_given_options()
    refuse("seed", WHY_NOTHING_DRAWN, is_seed_given and not is_seed_used)
    return codes, rule, player


def make_player(request: PlayerRequest, accel: str | None, codes: Codes) -> Codebreaker:
    """Return the player asked for, with the acceleration words of the file `accel` (None without one).

    An option that has no effect on this player is refused.
    """
    refuse_unused_plan(request, accel)
    request = with_accelerators(request, accel, codes)
    extra_guesses = [*request.accelerators, *choose_extra_guesses(request, codes)]
    check_extra_guesses(codes, extra_guesses)
    # to a player, all words that may be guessed besides the codes are acceleration words
    player = make_codebreaker(
        request.player,
        codes=codes,
        strategy=request.strategy,
        pool=request.pool,
        sample=request.sample,
        seed=request.seed,
        opening=request.opening,
        accelerators=extra_guesses,
    )
    refuse_idle_empty_guesses(request, player)
    return player


def open_tree_player(tree: str, codes: Codes, rule: Rule) -> Codebreaker:
    """Return the player of the strategy tree in a file. Options about another player are refused."""
    from mastermot.game.trees import TreePlayer, read_tree

    of_other_players = ["player", "strategy", "pool", "accel", "sample", "opening", "guesses"]
    refuse_beside("tree", of_other_players, list_given_options())
    return TreePlayer(read_tree(tree, codes, rule))


def check_extra_guesses(codes: Codes, words: Sequence[str]) -> None:
    """Raise `TooManyAcceleratorsError` if scoring the words against all codes would be too much work for one guess."""
    if codes.count * len(words) > MAX_PAIRS:
        raise TooManyAcceleratorsError(count=len(words), codes=codes.count, limit=MAX_PAIRS // codes.count)


def with_turns(request: AnyTurns) -> AnyTurns:
    """Return the request with its list of words filled in: if none was named, one that knows the guesses of its turns.

    A remark says what was chosen by default (`remark_default`). Raises `HistoryTurnError` for a turn without a guess or
    without marks.
    """
    # of RAIES=, a turn without marks, `TurnText` has made the guess “RAIES=”
    guesses = [turn.guess.rstrip("=") for turn in request.history]
    with_dictionary = name_words(request, guesses)
    codes = choose_codes_of(with_dictionary, guesses)
    for turn in request.history:
        is_complete = turn.guess.strip() and turn.marks.strip()
        if not is_complete:
            raise refuse_turn(str(turn), codes, rule_of_turns(request))
    remark_default(request, codes, guesses)
    return with_dictionary


def rule_of_turns(request: "AdviceRequest | RankRequest") -> Rule:
    """Return the rule of the turns in a request: the one that it names, or the first if it names several to rank by.

    If it names none, this is black-white.
    """
    if isinstance(request, AdviceRequest):
        return rule_named(request.rule or BLACK_WHITE)
    return rule_named(request.rules[0]) if request.rules else BLACK_WHITE


def describe_read(written: str, marks: Marks, rule: Rule) -> str:
    """Return the sentence that says how marks were read that were not written plainly (`Rule.is_plain`)."""
    names = {"signs": write_marks(marks), "counts": count_marks(marks, rule)}
    return _("“{written}” is read as {signs} ({counts}).", written=printable(written), **names)


def find_game_file(turns: Sequence[TurnRequest]) -> str | None:
    """Return the file, or ``-`` for standard input, that the only argument names; None if the arguments are turns.

    All arguments were read as `turns`, a name of a file too. An argument is taken for a file if a file has this name,
    or if it looks like a path: with a dot, a slash or a backslash, and without the ``=`` of a turn.
    """
    if len(turns) != 1:
        return None
    argument = str(turns[0])
    is_standard_input = argument == STANDARD_STREAM
    has_sign_of_path = re.search(r"[./\\]", argument) is not None
    looks_like_path = has_sign_of_path and "=" not in argument
    is_file = is_standard_input or looks_like_path or os.path.isfile(argument)
    return argument if is_file else None


def read_game_file(file: str) -> Transcript:
    """Return the game in a file or in standard input (``-``).

    Lines that are no turns are left out, and so is a last guess that has no marks yet; notes say so.
    """
    if file == STANDARD_STREAM:
        text, source = read_standard_input(LARGEST_GAME)
    else:
        text = decode(read_bytes(file, LARGEST_GAME), file)
        source = file
    transcript = read_transcript(text, source)
    if transcript.left_out:
        lines = ", ".join(map(str, transcript.left_out))
        note(
            plural(
                "Line {lines} is not a turn, and is left out.",
                "Lines {lines} are not turns, and are left out.",
                len(transcript.left_out),
                lines=lines,
            )
        )
    if transcript.unmarked:
        note(_("The last guess, {guess}, has no marks yet, and is left out.", guess=transcript.unmarked))
    return transcript


def with_game_file(request: AnyKnown, transcript: Transcript) -> AnyKnown:
    """Return the request with the turns of a file, a `transcript`, and with the rule and codes that the file names.

    A rule or codes that the request names itself stay. If neither the request nor the file names a list of words, a
    game of words gets a list that knows the guesses of the turns. A remark says what was chosen by default
    (`remark_default`).
    """
    whole_request = with_transcript(request, transcript)
    guesses = list_guesses(whole_request.history)
    with_dictionary = name_words(whole_request, guesses)
    remark_default(whole_request, choose_codes_of(with_dictionary, guesses), guesses)
    return with_dictionary


@contextmanager
def locating_turns(transcript: Transcript) -> Iterator[None]:
    """Make an error about a turn name the turn's line in the file; its fault, if it was wrong use, becomes wrong input.

    The turns of the file, a `transcript`, are the `history` of the request. So the error comes here with the turn's
    place there as its source: ``history/2`` or ``history/2/guess`` for the third turn. Other errors are raised as they
    are.
    """
    try:
        yield
    except MastermotError as error:
        field, *rest = error.source.split("/")
        is_about_the_request = isinstance(error.source, Place)  # not about a file
        is_about_a_turn = is_about_the_request and field == "history" and bool(rest)
        if not is_about_a_turn:
            raise
        index = int(rest[0])
        turn = transcript.lines[index]
        placed = copy(error)
        placed.source = transcript.source
        placed.line = turn.number
        placed.text = f"{turn.guess} {turn.marks}"
        if placed.fault is Fault.USE:
            placed.fault = Fault.INPUT
        raise placed from None


def tell_unlisted(unlisted: Sequence[UnlistedGuess]) -> None:
    """Print a note on each guess that is in no list of the game, with words that look like it."""
    for played in unlisted:
        text = _("“{guess}” is not in any list of this game, but is accepted, since it was played.", guess=played.guess)
        if played.suggestions:
            text += " " + _(NEAREST, suggestions=", ".join(played.suggestions))
        note(text)


def tell_read(read: Sequence[ReadMarks], rule: Rule) -> None:
    """Print a note for each turn of `read`, whose marks were not written plainly: it says how they were read."""
    for turn in read:
        note(describe_read(turn.written, turn.marks, rule))


def find_command(typed: str) -> str:
    """Return which of `COMMANDS` was typed at a prompt, in any language, such as ``undo``; "" if it is no command.

    >>> find_command("Annuler"), find_command("?"), find_command("raie")
    ('undo', 'help', '')
    """
    word = fold_or_empty("".join(typed.split()))
    for name in COMMANDS:
        if word in words_of(name):
            return name
    return "help" if typed == "?" else ""


def describe_codes(codes: Codes) -> str:
    """Return the codes in words: ``fr-common, 5 letters`` or ``4 holes, 6 colours, A to F``.

    Of codes that are neither words of a dictionary nor colours, return only the name.
    """
    if isinstance(codes, ColourCodes):
        parts = [
            plural("{count} hole", "{count} holes", codes.length),
            _("{count} colours, {symbols}", count=codes.colours, symbols=describe_symbols(codes)),
        ]
        if not codes.repeats:
            parts.append(_("no repeats"))
        if codes.empty:
            parts.append(_("empty holes written as points"))
        if codes.empty_guesses:
            parts.append(_("guesses may have empty holes, written as points"))
        return ", ".join(parts)
    if isinstance(codes, WordCodes):
        return _("{name}, {length} letters", name=codes.dictionary.name, length=codes.length)
    return codes.name


def describe_symbols(codes: ColourCodes) -> str:
    """Return the symbols of the colours, in the reader's language: ``A to F``, or ``RGBYOW`` one by one."""
    symbols = codes.describe_symbols()
    return symbols.describe(_) if isinstance(symbols, Reason) else symbols


def count_codes(codes: Codes, count: int | None = None) -> str:
    """Return a number of codes as a text, by default that of all `codes`: ``12 words``, or ``12 codes`` of colours."""
    count = codes.count if count is None else count
    if isinstance(codes, WordCodes):
        return plural("{count} word", "{count} words", count)
    return plural("{count} code", "{count} codes", count)


def count_candidates(codes: Codes, count: int, standard_error: int = 0) -> str:
    """Return ``12 words left``, or for an estimate ``about 1,230,000 codes left``.

    A count with a `standard_error` of 0 is exact. The standard error of an estimate is shown too if it is more than a
    twentieth of the count.
    """
    is_estimate = standard_error > 0
    if is_estimate:
        about = _("about {count} codes left", count=write_estimate(count, standard_error))
        is_good_estimate = standard_error <= count / 20
        if is_good_estimate:
            return about
        return _("{about} (± {error})", about=about, error=write_estimate(standard_error, standard_error))
    if isinstance(codes, WordCodes):
        return plural("{count} word left", "{count} words left", count)
    return plural("{count} code left", "{count} codes left", count)


def list_candidates(position: Position, rows: Rows | None = None, most: int = MAX_LISTED) -> Iterator[str]:
    """Yield a line with up to `most` candidates of a position and, if there are more, a line that says how many more.

    If the codes are too many to list, only some candidates are known (`sample`): the second line says so. With `rows`,
    the codes in these rows of the position's table are listed in place of its candidates.
    """
    rows = position.candidates if rows is None else rows
    codes = [position.table.text(int(row)) for row in rows[:most]]
    yield wrap_text(" ".join(codes), "  ")
    not_listed = len(rows) - most
    if not position.sample.complete:
        yield _("  … and others: these are only some of them")
    elif not_listed > 0:
        yield _("  … and {count} more", count=not_listed)


def introduce_player(codebreaker: Codebreaker, position: Position) -> str:
    """Return the sentence with which a player introduces itself: its name, how it plays, and the rule."""
    names = {"player": codebreaker.plan.player, "rule": position.rule.name}
    return _("I play {player}: {how}; rule {rule}.", how=describe_player(codebreaker, position), **names)


def describe_player(codebreaker: Codebreaker, position: Position) -> str:
    """Return how a player plays: ``strategy entropy, among all words, on a sample of 2,000``.

    No sample is named if the player scores all guesses of its pool against all candidates at this position.
    """
    plan = codebreaker.plan
    codes = position.codes
    pool = "consistent" if plan.strategy in AMONG_CANDIDATES else plan.pool  # such a strategy plays candidates only
    how = _("strategy {strategy}, {pool}", strategy=plan.strategy, pool=describe_pool(pool, codes))
    size = codebreaker.sample_size(position)
    if size is not None and size < codes.count:
        how += plural(", on a sample of {count}", ", on a sample of {count}", size)
    sentence = codebreaker.describe_way(codes)  # for most players just "{how}"
    return _(sentence, how=how)


def describe_pool(pool: str, codes: Codes) -> str:
    """Return in words where a player with the pool of this name looks for its guess: ``among all words``."""
    if isinstance(codes, WordCodes):
        pools = {
            "consistent": _("among the words left"),
            "accelerated": _("among the words left and the acceleration words"),
            "all": _("among all words"),
        }
    else:
        pools = {
            "consistent": _("among the codes left"),
            "accelerated": _("among the codes left and the acceleration words"),
            "all": _("among all codes"),
        }
    return pools[pool]


@contextmanager
def scoring_progress(position: Position, codebreaker: Codebreaker) -> Iterator[None]:
    """Show a bar while a player chooses a guess in the block. It counts the guesses that the player has scored.

    The bar has no total if `count_guesses` of the player is 0, as it is for players that take less than a second. If
    the codes are too many to list, the bar only shows the time that has gone by.
    """
    if not position.codes.enumerable:
        with progress(_("guesses")):
            yield
        return
    guesses = codebreaker.count_guesses(position)
    with progress(_("guesses"), guesses or None) as step:
        position.table.on_scored = step  # the table of marks calls it with the number of guesses it has scored
        yield


def write_sizes(largest: float, expected: float, *, estimated: bool) -> tuple[object, object]:
    """Return two cells of a table: the largest and the expected size of the classes that a guess makes.

    If the sizes are `estimated` from a sample, only their certain digits are shown (`estimate_size`).
    """
    if not estimated:
        return largest, expected
    return estimate_size(largest), estimate_size(expected)


def estimate_size(size: float) -> str:
    """Return the size of a class that was estimated from a sample, rounded to the digits that are certain.

    The standard error of the size is taken to be a twentieth of the size.

    >>> estimate_size(12_345.6), estimate_size(7.2)
    ('12,300', '7')
    """
    whole = round(size)
    standard_error = whole // 20 + 1  # never 0
    return write_estimate(whole, standard_error)


def describe_win(code: str, turns: int) -> str:
    return plural("{code}: found in {count} turn.", "{code}: found in {count} turns.", turns, code=code)


def write_figures(figures: TurnFigures) -> str:
    """Return the figures of games, of which at least one was won: ``total 206, average 3.218750, longest 4``."""
    names = {"total": figures.total, "average": write_number(figures.average or 0, 6), "longest": figures.longest}
    return _("total {total}, average {average}, longest {longest}", **names)


def print_replay(codes: Codes, replay: TurnFigures, *lines: str, rule: str = "") -> None:
    """Print the codes, the figures of a strategy (its `replay` against all codes), `lines`, and the histogram of turns.

    The name of the `rule`, if it is given, stands behind the codes.
    """
    counted = _("{codes}: {count}", codes=describe_codes(codes), count=count_codes(codes))
    click.echo(f"{counted} ({rule})" if rule else counted)
    click.echo("\n".join((write_figures(replay), *lines)))
    print_bars(replay.histogram, _("turns"), _("words") if isinstance(codes, WordCodes) else _("codes"))

"""A game judged move by move: what each guess was worth, which guess was best, and the skill and luck of the game.

`docs/how-it-works.md` says how skill and luck are measured, under “Skill and luck”.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, NamedTuple

import numpy as np

from mastermot.errors import N_, Reason, WrongKindError, read_whole
from mastermot.game.advice.histories import UnlistedGuess
from mastermot.game.advice.suggestions import Bits, Turns, list_whole_pool, view_allowed
from mastermot.game.book import BookNode, Opening, find_opening
from mastermot.game.codebreakers import Codebreaker, make_codebreaker
from mastermot.game.endgames import MAX_ENDGAME_WORK, estimate_remaining_turns, estimate_turns, solve_turns
from mastermot.game.hard_modes import STRICT, WORDLE, HardMode, Hint, check_hard_mode, find_broken, hard_mode_named
from mastermot.game.partitions import Rows, Table
from mastermot.game.positions import Position, check_candidates
from mastermot.game.strategies import View
from mastermot.results import Rounded
from mastermot.rules.codes import check_listed
from mastermot.rules.rule import WrittenMarks

CLOSE = 10  #: How many guesses that are best on a sample are weighed again on all candidates.
NEUTRAL = 50  #: The luck of a game in which no move could be lucky.


@dataclass(frozen=True, slots=True)
class KnownLetter:
    """A letter that all codes left have, at a known position or anywhere."""

    letter: str
    position: int | None  #: The position, 1 for the first; null if the letter is not always at the same position.


@dataclass(frozen=True, slots=True)
class WeighedGuess:
    """A guess, and what it is worth."""

    guess: str
    entropy: Bits  #: Bits that its marks are expected to give.
    turns: Turns  #: Expected turns from the position on if this guess is played, its own turn included.
    proven: bool = False  #: Whether no guess takes fewer turns, as the book of openings has proven.


@dataclass(frozen=True, slots=True)
class Verdict:
    """A move, judged."""

    guess: str
    marks: WrittenMarks
    before: int  #: Codes possible before the guess.
    after: int  #: Codes possible after its marks.
    entropy: Bits  #: Bits that the marks were expected to give.
    gained: Bits  #: Bits that the marks gave.
    turns: Turns  #: Turns expected before the marks were known, this guess included.
    best: WeighedGuess  #: The best guess, with which the fewest turns were expected.
    loss: Turns  #: Turns lost against the best guess.
    luck: Turns  #: Turns that the marks saved; below 0 if the marks cost turns.
    rank: Annotated[float | None, Rounded(6)]
    """The share of the codes left before the guess whose marks would have been worse, where codes with marks as good
    count half; null if only one code was left."""
    exact: bool  #: Whether the turns are exact; else they are estimated from how many codes are left.
    possible: bool  #: Whether the guess could be the secret.
    broken: tuple[Hint, ...]
    """The hints that the guess did not use, under the hard mode asked for. If none was asked for, they are those of
    `wordle` under a rule that marks position by position, and those of `strict` under any other rule."""
    unused: tuple[KnownLetter, ...]  #: Letters that were certain and are not in the guess.
    text: str = ""  #: The move in a sentence.


@dataclass(frozen=True, slots=True)
class Review:
    """A game, judged: the object of `mastermot review --json`."""

    turns: int  #: The number of turns.
    won: bool  #: Whether the code was found.
    skill: int  #: 99 when every guess was the best, 0 when every turn was wasted.
    luck: int  #: 99 when the marks were always the luckiest, 0 when they were always the worst, 50 on average.
    moves: tuple[Verdict, ...]  #: The turns, in order.
    text: str = ""  #: The game in a sentence.
    rule: str = ""
    codes: str = ""  #: What is played with.
    unlisted: tuple[
        UnlistedGuess, ...
    ] = ()  #: Guesses that were played, although they are not in any list of the game.
    dictionary: str | None = None  #: The dictionary of the words; left out with colours.


def review_game(
    positions: Sequence[Position],
    codebreaker: Codebreaker | str = "best",
    *,
    hard: HardMode | None = None,
    work: int = MAX_ENDGAME_WORK,
    on_move: Callable[[int], object] | None = None,
) -> Review:
    """Return a game, judged move by move; `positions` has the one before the first turn, and the one after each turn.

    The codebreaker is the player whose best guesses the moves are compared with; it may be given by name. Its guesses
    are those of its pool; with `hard`, only those that this hard mode allows. Expected turns are exact if they are
    those of the book of openings, or if no search for them looks at more than `work` marks. In hard mode, and while the
    player's opening lasts, they are always estimated (`list_whole_pool`). To show progress, `on_move` is called with 1
    for each move.

    Raises `NameUnknownError` for a player or a hard mode that does not exist, `HardModeRuleError` for a hard mode that
    the rule does not allow, `TooManyCodesError` for codes that are too many to list, `NoCandidateError` for marks that
    no code agrees with, and `WrongKindError` for a game without a turn, for positions that do not follow on each other,
    and for a `work` that is not a whole number from 0 on.
    """
    check_positions(positions)
    work = read_whole("work", work, 0)
    if isinstance(codebreaker, str):
        codebreaker = make_codebreaker(codebreaker, codes=positions[0].codes)
    hard = hard_mode_named(hard)
    check_hard_mode(hard, positions[0].rule)
    check_listed(positions[0].codes)
    check_candidates(positions[-1])
    plan = codebreaker.plan
    verdicts = []
    opening = Opening()  # an empty one, which has no position
    # without the book in hard mode, which may forbid its guesses, and with an opening of the player, which replaces it
    if hard is None and not plan.opening:
        opening = find_opening(positions[0], plan.accelerators)
    for here, after in pairwise(positions):
        node = opening.find(here)
        verdicts.append(judge_move(here, after, codebreaker, node, hard=hard, work=work))
        if on_move is not None:
            on_move(1)
    return Review(
        turns=len(verdicts),
        won=positions[-1].won,
        skill=measure_skill(verdicts),
        luck=measure_luck(verdicts),
        moves=tuple(verdicts),
        rule=positions[0].rule.name,
        codes=positions[0].codes.name,
    )


def check_positions(positions: Sequence[Position]) -> None:
    """Raise `WrongKindError` unless there are two positions or more, each with one turn more than the one before."""
    follow_on = all(_is_next(after, here) for here, after in pairwise(positions))
    if len(positions) < 2 or not follow_on:
        wanted = Reason(N_("the position before the first turn, and the one after each turn"))
        raise WrongKindError(name="positions", value=repr(positions), wanted=wanted)


def _is_next(after: Position, here: Position) -> bool:
    """Return whether the position `after` has the turns of the position `here`, and one turn more."""
    has_turns = len(after.history) > 0  # two positions without a turn would seem to follow on each other
    turns_before_last = after.history[:-1]
    return has_turns and turns_before_last == here.history


def measure_skill(verdicts: Sequence[Verdict]) -> int:
    """Return the skill that moves show: 99 if no turn was lost, 0 if each move lost one turn, its own."""
    mean_loss = math.fsum(move.loss for move in verdicts) / len(verdicts)  # from 0 to 1
    return round(99 * (1 - mean_loss))


def measure_luck(verdicts: Sequence[Verdict]) -> int:
    """Return the luck of moves: 99 times the mean of their ranks, which are from 0 to 1; `NEUTRAL` without any rank."""
    ranks = [move.rank for move in verdicts if move.rank is not None]
    if not ranks:
        return NEUTRAL
    return round(99 * math.fsum(ranks) / len(ranks))


class Outcomes(NamedTuple):
    """The turns that are expected with a guess and with the best one: all of them exact, or all estimated."""

    after: dict[int, float]  #: The turns after each marks that the guess can get, by the number of the marks.
    own: float  #: The turns with the guess, itself included.
    best: int  #: The row of the best guess.
    fewest: float  #: The turns with the best guess, itself included.
    exact: bool  #: Whether all these turns are exact.


def read_outcomes(node: BookNode, row: int) -> Outcomes:
    """Return the exact outcomes of the guess that the book of openings plays at this node, which is the best guess.

    The guess is given by its `row`.
    """
    after = {}
    for marks, next_node in node.after.items():
        after[marks] = 0.0 if next_node is None else next_node.turns  # no next node: the guess was the secret
    return Outcomes(after, own=node.turns, best=row, fewest=node.turns, exact=True)


def judge_move(
    here: Position,
    after: Position,
    codebreaker: Codebreaker,
    node: BookNode | None,
    *,
    hard: HardMode | None,
    work: int,
) -> Verdict:
    """Return the move from the position `here` to the position `after`, judged.

    `node` is the position `here` in the book of openings; it is None if the book does not have the position. A move
    that follows the book gets the exact turns of the book. For any other move the turns are exact if no search for them
    looks at more than `work` marks; otherwise they are estimated (`find_outcomes`).
    """
    guess, marks = after.history[-1]
    table = here.table
    candidates = here.candidates
    row = table.row(guess)
    classes = dict(table.split(row, candidates))
    outcomes = find_outcomes(here, row, classes, codebreaker, node, hard=hard, work=work)
    entropies = table.scores(np.array([row, outcomes.best]), candidates).entropy
    entropy, best_entropy = np.maximum(entropies, 0).tolist()  # rounding can leave them just below 0
    count_before = len(candidates)
    count_after = len(after.candidates)
    number_of_marks = here.rule.number(marks, table.length)
    turns_after = outcomes.after[number_of_marks]
    rank = None
    if count_before > 1:
        sizes = {number: len(rows) for number, rows in classes.items()}
        rank = rank_marks(outcomes.after, sizes, turns_after)
    usual_hard_mode = WORDLE if here.rule.by_position else STRICT
    best_guess = WeighedGuess(
        guess=table.text(outcomes.best),
        entropy=best_entropy,
        turns=outcomes.fewest,
        proven=node is not None,  # with a node, the best guess is the book's
    )
    return Verdict(
        guess=guess,
        marks=marks,
        before=count_before,
        after=count_after,
        entropy=entropy,
        gained=math.log2(count_before / count_after),
        turns=outcomes.own,
        best=best_guess,
        loss=min(1.0, outcomes.own - outcomes.fewest),  # a guess loses its own turn at most; estimates can say more
        luck=outcomes.own - 1 - turns_after,  # the turns expected after this guess, less those after its marks
        rank=rank,
        exact=outcomes.exact,
        possible=bool(np.isin(row, candidates)),
        broken=tuple(find_broken(guess, here.history, here.rule, hard or usual_hard_mode)),
        unused=tuple(find_unused(guess, here)),
    )


def find_outcomes(
    here: Position,
    row: int,
    classes: dict[int, Rows],
    codebreaker: Codebreaker,
    node: BookNode | None,
    *,
    hard: HardMode | None,
    work: int,
) -> Outcomes:
    """Return the outcomes of a guess (its row) at the position `here`, compared with the best one of `codebreaker`.

    `classes` has the rows of the candidates by the number of the marks that the guess gets. `node` is the position in
    the book of openings; it is None if the book does not have the position. The turns are the first of these three that
    can be had:

    - those of the book, if the book plays this guess;
    - exact turns, if no search for them looks at more than `work` marks. In some games there is no search, such as
      those in a `hard` mode (`list_whole_pool`);
    - estimates. With a `node` the best guess is still the book's.
    """
    guess = here.table.text(row)
    if node is not None and node.guess == guess:
        return read_outcomes(node, row)
    guesses = list_whole_pool(codebreaker, here, hard=hard)  # None if exact turns are not looked for
    plays_candidates_only = codebreaker.plan.pool == "consistent"
    exact = solve_outcomes(here, row, classes, guesses, plays_candidates_only, work)
    if exact is not None:
        return exact
    view = view_allowed(codebreaker, here, hard=hard)
    return estimate_outcomes(here, row, classes, view, node)


def rank_marks(turns_by_marks: dict[int, float], sizes: dict[int, int], turns: float) -> float:
    """Return the share of the candidates whose marks would have left more than `turns`; those that tie count half.

    `turns` are left after the marks that were given. For each number of marks that could be given, `turns_by_marks` has
    the turns that would be left, and `sizes` how many candidates give these marks.

    After the marks 1, which six of nine candidates give, 2 turns would be left; after the marks 2 of two candidates
    1.5 turns; after the marks 3 of one candidate none. For 1.5 turns the share is (6 + 2 / 2) / 9:

    >>> round(rank_marks({1: 2.0, 2: 1.5, 3: 0.0}, {1: 6, 2: 2, 3: 1}, turns=1.5), 3)
    0.778
    """
    worse = 0
    equal = 0  # turns that differ by less than 1e-9 are equal: the difference comes from rounding
    for number, size in sizes.items():
        difference = turns_by_marks[number] - turns
        if difference > 1e-9:
            worse += size
        elif difference > -1e-9:
            equal += size
    return (worse + equal / 2) / sum(sizes.values())


def solve_outcomes(
    here: Position, row: int, classes: dict[int, Rows], guesses: Rows | None, consistent: bool, work: int
) -> Outcomes | None:
    """Return the exact outcomes of a guess (its row), if only `guesses` may be played.

    `classes` has the rows of the candidates by the number of the marks that the guess gets. If the player is
    `consistent`, only candidates are played after the guess. There is a search for the position, and one for each class
    that the guess leaves; each search may look at `work` marks. None is returned if a search is too much work
    (`solve_small`), or if `guesses` is None: then exact turns are not looked for (`list_whole_pool`).
    """
    if guesses is None:
        return None
    table = here.table
    now = solve_turns(table, here.candidates, guesses, np.array([row]), consistent, work)
    if now is None:
        return None
    none_asked = np.zeros(0, np.intp)
    after = {table.solved: 0.0}  # no turn follows the secret
    for number, rows in classes.items():
        if number == table.solved:
            continue
        # `solve_turns` wants the candidates first: now these are the codes of the class
        candidates_first = np.concatenate((rows, guesses[~np.isin(guesses, rows)]))
        later = solve_turns(table, rows, candidates_first, none_asked, consistent, work)
        if later is None:
            return None
        after[number] = later.total / len(rows)
    # totals are the turns of all candidates together; outcomes are the turns of a candidate on average
    [own_total] = now.asked
    count = len(here.candidates)
    return Outcomes(after, own=own_total / count, best=now.guess, fewest=now.total / count, exact=True)


def estimate_outcomes(
    here: Position, row: int, classes: dict[int, Rows], view: View, node: BookNode | None
) -> Outcomes:
    """Return the outcomes of a guess (its row), estimated from how many candidates the marks leave.

    `classes` has the rows of the candidates by the number of the marks that the guess gets.

    If the book has the position (`node`), the best guess is that of the book, which is proven. If estimates say that
    the guess played takes fewer turns, the best guess is counted with the same number, so that nothing is lost.
    Otherwise the best guess is the best by estimate of those that the player sees (`view`), or the guess played itself
    if none of these is better.
    """
    table = here.table
    candidates = here.candidates
    turns_by_count = estimate_remaining_turns(table.rule, np.arange(len(candidates) + 1))
    after = {number: float(turns_by_count[len(rows)]) for number, rows in classes.items()}
    after[table.solved] = 0.0
    own = float(estimate_turns(table, candidates, np.array([row]))[0])
    if node is not None:
        best = table.row(node.guess)
        fewest = float(estimate_turns(table, candidates, np.array([best]))[0])
        return Outcomes(after, own, best, min(own, fewest), exact=False)
    best, fewest = find_best_by_estimate(table, view, candidates)
    if own <= fewest:
        return Outcomes(after, own, best=row, fewest=own, exact=False)
    return Outcomes(after, own, best, fewest, exact=False)


def find_best_by_estimate(table: Table, view: View, candidates: Rows) -> tuple[int, float]:
    """Return the row of the guess that takes the fewest turns by estimate, and these turns.

    It is one of the guesses that a player sees (`view`); `candidates` are all candidates of the position. If the view
    has only a sample of these, the `CLOSE` guesses that are best on the sample are estimated again on all candidates.
    """
    guesses = view.guesses
    turns = estimate_turns(table, view.candidates, guesses)
    if len(view.candidates) < len(candidates):
        guesses = guesses[np.argsort(turns, kind="stable")[:CLOSE]]
        turns = estimate_turns(table, candidates, guesses)
    best = int(turns.argmin())
    return int(guesses[best]), float(turns[best])


def find_unused(guess: str, position: Position) -> list[KnownLetter]:
    """Return the symbols that all candidates have, at a position or anywhere, and that `guess` does not use.

    A letter that all candidates have at the same position is named with that position, and not once more without it.
    The position of the game must have a candidate.
    """
    alphabet = position.codes.alphabet
    codes = position.table.array[position.candidates]  # a row for each candidate, a column for each position
    unused = []
    placed = set()  # the letters whose position is known
    for index, column in enumerate(codes.T):
        if (column == column[0]).all():
            letter = alphabet[column[0]]
            placed.add(letter)
            if guess[index] != letter:
                unused.append(KnownLetter(letter, index + 1))
    for symbol in np.unique(codes[0]).tolist():  # a symbol that all candidates have is in the first one
        letter = alphabet[symbol]
        in_every_code = (codes == symbol).any(axis=1).all()
        if in_every_code and letter not in placed and letter not in guess:
            unused.append(KnownLetter(letter, None))
    return unused

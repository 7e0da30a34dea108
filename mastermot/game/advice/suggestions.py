"""What to play next: the candidates, and the best guesses by a player's strategy, with the turns they take.

`docs/how-it-works.md` says how guesses are ranked if words are weighed by their frequencies.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from mastermot.errors import read_whole
from mastermot.game.advice.errors import FrequenciesMissingError
from mastermot.game.advice.histories import ReadMarks, UnlistedGuess
from mastermot.game.book import find_opening
from mastermot.game.codebreakers import Codebreaker
from mastermot.game.endgames import estimate_remaining_turns, solve_turns
from mastermot.game.hard_modes import STRICT, HardMode, list_demands
from mastermot.game.partitions import Rows, Table, cut_blocks
from mastermot.game.players import view_position
from mastermot.game.positions import Position, Turn, check_candidates, keep
from mastermot.game.strategies import CRITERIA, View, sort_best
from mastermot.results import Rounded
from mastermot.rules.codes import MAX_CODES

MAX_NAMED_CODES = 100  #: The most candidates that are listed.
QUICK_WORK = 1_500_000  #: The most marks that the search for exact turns looks at: about a fifth of a second.

COMPARED_DIGITS = 9  #: With weighed words, guesses tie whose estimated turns are equal to so many digits.
OTHERWISE = "entropy"  #: The criterion that ranks guesses if the strategy is none of `CRITERIA`.

Bits = Annotated[float, Rounded(12)]
Turns = Annotated[float, Rounded(6)]
Chances = NDArray[np.float64]  #: How likely each of several codes is to be the secret; they add up to 1.


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A guess that could be played next."""

    guess: str
    candidate: bool  #: Whether it can be the secret.
    entropy: Bits  #: Bits that its marks are expected to give.
    largest: int  #: The most codes that can be left after it.
    expected: Annotated[float, Rounded(6)]  #: The codes that are left after it on average.
    parts: int  #: How many different marks it can get.
    turns: Annotated[float | None, Rounded(6)]
    """Expected turns from here with this guess played, itself included; null where they are not known exactly."""
    chance: Annotated[float | None, Rounded(6)] = None
    """How likely it is to be the secret, where words are weighed by their frequencies."""
    estimate: Annotated[float | None, Rounded(6)] = None
    """Turns that are estimated from here with this guess played, where words are weighed."""
    proven: bool = False  #: Whether no guess takes fewer turns, as the book of openings has proven.


@dataclass(frozen=True, slots=True)
class Advice:
    """What to play next: the object of `mastermot next --json`."""

    candidates: int  #: Codes still possible.
    error: int  #: The standard error of `candidates` where they are too many to be counted, else 0.
    list: tuple[str, ...]  #: The codes still possible, when they are 100 or fewer.
    guesses: tuple[Suggestion, ...]
    """The best guesses; the first is the one that the player chooses. With colours, of guesses that are alike by
    symmetry one is listed."""
    best: Suggestion | None
    """The guess with the fewest expected turns; null if these are not known exactly."""
    chances: Annotated[tuple[float, ...], Rounded(6)] = ()
    """How likely each code of the list is, the likeliest first, where words are weighed by their frequencies."""
    ranked_by: str = ""
    """What ranks the guesses after the first, where the player's strategy chooses one guess and ranks none."""
    read: tuple[ReadMarks, ...] = ()  #: Marks that were not written in the canonical form, as they were read.
    unlisted: tuple[
        UnlistedGuess, ...
    ] = ()  #: Guesses that were played, although they are not in any list of the game.
    unmarked: str = ""  #: A last guess of a text that has no marks yet: it was left out.
    dictionary: str | None = None  #: The dictionary of the words; left out with colours.
    rule: str = ""  #: How marks were given: the rule that was named, or the one that a text names or shows.


def advise(
    position: Position,
    codebreaker: Codebreaker,
    *,
    top: int = 5,
    hard: HardMode | None = None,
    work: int = QUICK_WORK,
    book: bool = False,
) -> Advice:
    """Return the candidates and the `top` best guesses; the first is the one that `codebreaker` plays.

    Other guesses that tell nothing are left out. With `hard`, only guesses that hard mode allows are weighed
    (`mastermot.game.hard_modes`). With `book`, guesses of the book of openings come first, if it has the position.
    Raises `WrongKindError`, `NoCandidateError` or `NoCandidateFoundError`, and for a game that the player does not play
    `TooManyCodesError`, `PlayerNeedsListError` or `PlayerGameError`.
    """
    top = read_whole("top", top, 1)
    check_candidates(position)
    table = position.table
    candidates = position.candidates
    proven: dict[str, float] = {}
    if book and hard is None:
        proven = find_opening(position, codebreaker.plan.accelerators).find_turns(position)
    order = rank_guesses(codebreaker, position, hard=hard)
    if proven:
        known = np.array([table.row(guess) for guess in proven])
        order = np.concatenate((known, order[~np.isin(order, known)]))
    order = order[:top]
    consistent = codebreaker.plan.pool == "consistent"
    allowed = list_whole_pool(codebreaker, position, hard=hard)
    exact = solve_turns(table, candidates, allowed, order, consistent, work)
    ranked_by = "" if codebreaker.plan.strategy in CRITERIA else OTHERWISE
    suggestions = describe_rows(position, order, () if exact is None else exact.asked)
    best = None
    if proven:
        suggestions = [replace(guess, turns=proven.get(guess.guess, guess.turns)) for guess in suggestions]
        best = suggestions[0] = replace(suggestions[0], proven=True)
    elif exact is not None:
        best = describe_rows(position, np.array([exact.guess]), [exact.total])[0]
    return replace(make_advice(position, candidates, suggestions, ()), best=best, ranked_by=ranked_by)


def make_advice(
    position: Position, candidates: Rows, suggestions: Sequence[Suggestion], chances: Sequence[float]
) -> Advice:
    """Return advice: candidates are listed if they are few; guesses after the first that tell nothing are left out."""
    few = position.count is not None and len(candidates) <= MAX_NAMED_CODES
    named = tuple(position.table.text(row) for row in candidates.tolist()) if few else ()
    useful = [guess for guess in suggestions[1:] if guess.candidate or guess.parts > 1]
    return Advice(
        candidates=position.estimate.number,
        error=position.estimate.standard_error,
        list=named,
        guesses=(*suggestions[:1], *useful),
        best=None,
        chances=tuple(chances) if few else (),
    )


def view_allowed(codebreaker: Codebreaker, position: Position, *, hard: HardMode | None) -> View:
    """Return what a player's strategy chooses from; with `hard` only the guesses that this mode allows."""
    view = view_position(codebreaker, position)
    view.guesses = view.guesses if hard is None else keep_hard(position.table, view.guesses, position.history, hard)
    return view


def keep_hard(table: Table, rows: Rows, history: Sequence[Turn], mode: HardMode) -> Rows:
    """Return those of `rows` that a hard mode allows: those for which `find_broken` finds nothing."""
    if mode == STRICT:
        return reduce(partial(keep, table), history, rows)
    for _turn, letter, position, copies in list_demands(history):
        found = table.array[rows] == table.codes.alphabet.index(letter)  # a row for each code, a column a position
        allowed = found.sum(axis=1) >= copies if position is None else found[:, position - 1]
        rows = rows[allowed]
    return rows


def list_whole_pool(codebreaker: Codebreaker, position: Position, *, hard: HardMode | None) -> Rows | None:
    """Return all guesses of a player's pool, candidates first; the search for exact turns looks at all of them.

    None is returned if exact turns are not looked for: in hard mode, with too many codes to list, or while an opening
    says what is played.
    """
    if hard is not None or not position.codes.enumerable or codebreaker.find_fixed(position) is not None:
        return None
    return codebreaker.list_pool(position, position.candidates, codebreaker.find_extra(position))


def rank_guesses(codebreaker: Codebreaker, position: Position, *, hard: HardMode | None) -> Rows:
    """Return the guesses, the player's choice first, the others from best to worst.

    They are ranked by the player's strategy, or by entropy if that chooses one guess and ranks none.
    """
    strategy = codebreaker.plan.strategy
    ranks = strategy in CRITERIA
    view = view_allowed(codebreaker, position, hard=hard)
    criterion = CRITERIA[strategy if ranks else OTHERWISE]
    ranked = view.guesses[sort_best(criterion(view.scores))]
    opens = codebreaker.find_fixed(position) is not None
    if ranks and not opens and (hard is not None or codebreaker.is_plain(position)):
        return ranked  # the player's choice is the best of them
    if hard is None or opens:
        chosen = position.table.row(codebreaker.choose(position).guess)
    else:
        chosen = codebreaker.strategy(view)
    return np.concatenate(([chosen], ranked[ranked != chosen]))


def agrees_with(position: Position, code: str) -> bool:
    """Return whether a code, as the secret, would have given every guess of the game so far its marks."""
    return all(position.rule.mark(turn.guess, code) == turn.marks for turn in position.history)


def describe_rows(position: Position, rows: Rows, totals: Sequence[int]) -> list[Suggestion]:
    """Return guesses (rows) with what they are worth, and with their turns if these are known exactly.

    `totals` has the turns of all candidates together, for each guess; it is empty if these were not found. Without them
    the turns are known exactly only if no marks leave more than two candidates. Figures of a sample are scaled.
    """
    table = position.table
    candidates = position.candidates
    count = len(candidates)
    counted = position.count is not None
    scale = position.estimate.number / count
    scores = table.scores(rows, candidates)
    possible = np.isin(rows, candidates)
    if not position.codes.enumerable:  # a guess may be a candidate though the sample does not have it
        agree = [agrees_with(position, table.text(row)) for row in rows.tolist()]
        possible = np.array(agree)
    suggestions = []
    for index, row in enumerate(rows.tolist()):
        worth = scores.figures(index, scale)
        _entropy, largest, _expected, classes = worth
        # in classes of one or two, the first candidate is found in 2 turns, the second in 3, and the guess itself in 1
        total = totals[index] if totals else 3 * count - classes - int(possible[index])
        needed = total / count if totals or (counted and largest <= 2) else None
        suggestions.append(Suggestion(table.text(row), bool(possible[index]), *worth, needed))
    return suggestions


def advise_weighted(
    position: Position, codebreaker: Codebreaker, *, top: int = 5, hard: HardMode | None = None
) -> Advice:
    """Return the candidates, the likeliest first, and the `top` guesses that take the fewest turns by estimate.

    A word is the more likely the more frequent it is. Guesses are those that `codebreaker` looks at; if it looks at a
    sample of the candidates only, these are the likeliest. Exact turns are not known. Raises `NoCandidateError`,
    `WrongKindError`, or `FrequenciesMissingError` if no word has a frequency.
    """
    top = read_whole("top", top, 1)
    check_candidates(position)
    table = position.table
    codes = position.codes
    frequencies = codes.dictionary.frequencies_of(codes.length) if codes.dictionary is not None else {}
    if not any(map(frequencies.get, codes.texts)):
        raise FrequenciesMissingError(name=codes.label)
    weights = np.array([frequencies.get(codes.texts[row], 0.0) for row in position.candidates.tolist()])
    chances = weights / weights.sum() if weights.any() else np.full(len(weights), 1 / len(weights))
    likeliest = np.argsort(-chances, kind="stable")
    candidates = position.candidates[likeliest]
    chances = chances[likeliest]
    size = codebreaker.sample_size(position)
    guesses = codebreaker.list_guesses(position, candidates[:size], codebreaker.find_extra(position))
    if hard is not None:
        guesses = keep_hard(table, guesses, position.history, hard)
    scored = score_weighted(table, guesses, candidates[:size], chances[:size] / chances[:size].sum())
    rows = guesses[np.argsort(scored[-1].round(COMPARED_DIGITS), kind="stable")[:top]]
    scored = score_weighted(table, rows, candidates, chances)
    chance_of = dict(zip(candidates.tolist(), chances.tolist(), strict=True))
    suggestions = []
    for row, (entropy, largest, expected, classes, turns) in zip(rows.tolist(), scored.T.tolist(), strict=True):
        worth = entropy, int(largest), expected, int(classes), None, chance_of.get(row, 0.0), turns
        suggestions.append(Suggestion(table.text(row), row in chance_of, *worth))
    return make_advice(position, candidates, suggestions, chances.tolist())


def score_weighted(table: Table, guesses: Rows, candidates: Rows, chances: Chances) -> NDArray[np.float64]:
    """Return five figures for each guess, as an array of shape (5, guesses), by the chances of the candidates.

    They are the entropy, the largest class, the expected class, the number of classes, and the estimated turns. Inside,
    arrays have a value for each number of marks: how many candidates get it (`sizes`), how likely it is (`shares`).
    """
    # the turns of a class by the bits still to find: a curve through those of 1, 2 and 3 equally likely codes, and from
    # 3 on a line
    counts = np.array([1, 2, 3, MAX_CODES])
    curve = np.log2(counts), estimate_remaining_turns(table.rule, counts)
    scores = np.zeros((5, len(guesses)))
    bits = chances * np.log2(chances, where=chances > 0, out=np.zeros(len(chances)))
    for block in cut_blocks(len(guesses), len(candidates)):
        for index, marks in enumerate(table.numbers(guesses[block], candidates), block.start):
            kinds = np.arange(table.size)
            numbers = marks
            if table.wide:  # too many numbers of marks to have an array of all: those that occur are numbered anew
                kinds, numbers = np.unique(marks, return_inverse=True)
            sizes = np.bincount(numbers)
            shares = np.bincount(numbers, chances)
            occurring = np.flatnonzero(shares)
            # minus the entropy of the partition, class by class
            negative_bits = shares * np.log2(shares, where=shares > 0, out=np.zeros(len(shares)))
            bits_to_find = (negative_bits - np.bincount(numbers, bits))[occurring] / shares[occurring]
            turns = 1 + shares[occurring] @ (np.interp(bits_to_find, *curve) * (kinds[occurring] != table.solved))
            entropy = max(0.0, -negative_bits.sum())
            expected = shares @ sizes
            scores[:, index] = entropy, sizes.max(), expected, np.count_nonzero(sizes), turns
        table.on_scored(len(guesses[block]))
    return scores

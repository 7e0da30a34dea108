"""What to play next: the candidates, and the best guesses by a player's strategy, with their expected turns.

`docs/how-it-works.md` says how guesses are ranked if words are weighed by their frequencies.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from mastermot.errors import read_whole
from mastermot.game.advice.errors import FrequenciesMissingError
from mastermot.game.advice.histories import ReadMarks, UnlistedGuess
from mastermot.game.book import find_opening
from mastermot.game.codebreakers import Codebreaker
from mastermot.game.endgames import estimate_remaining_turns, solve_turns
from mastermot.game.hard_modes import STRICT, HardMode, check_hard_mode, hard_mode_named, list_demands
from mastermot.game.partitions import Rows, Table, cut_blocks
from mastermot.game.players import view_position
from mastermot.game.positions import Position, Turn, check_candidates, keep
from mastermot.game.strategies import CRITERIA, View, sort_best
from mastermot.results import Rounded
from mastermot.rules.codes import MAX_CODES

MAX_NAMED_CODES = 100  #: The most candidates that are listed.
QUICK_WORK = 1_500_000  #: The most marks that the search for exact turns looks at: about a fifth of a second.

COMPARED_DIGITS = 9  #: With weighed words, guesses tie if so many digits after the point of their turns are equal.
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
    expected: Annotated[float, Rounded(6)]  #: How many codes are left after it on average.
    parts: int  #: How many different marks it can get.
    turns: Annotated[float | None, Rounded(6)]
    """Expected turns from here on with this guess played, its own turn included; null if they are not known exactly."""
    chance: Annotated[float | None, Rounded(6)] = None
    """How likely it is to be the secret, where words are weighed by their frequencies."""
    estimate: Annotated[float | None, Rounded(6)] = None
    """Estimated turns from here on with this guess played, where words are weighed."""
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

    Later guesses that tell nothing are left out. With `hard`, only guesses that this hard mode allows are weighed
    (`mastermot.game.hard_modes`). With `book`, the guesses that the book of openings has for the position come before
    all others, even that of `codebreaker`; in hard mode the book is not used.

    `best`, a field of the advice, is the first guess of the book or, without one, the guess with the fewest exact
    turns. It is None if exact turns are not looked for (`list_whole_pool`), or if the search for them would be too much
    work (`solve_turns`).

    Raises `WrongKindError`, `NoCandidateError` or `NoCandidateFoundError`; for a game that the player does not play
    `TooManyCodesError`, `PlayerNeedsListError` or `PlayerGameError`; for a hard mode that does not exist
    `NameUnknownError`, for one that the rule does not allow `HardModeRuleError`.
    """
    top = read_whole("top", top, 1)
    work = read_whole("work", work, 0)
    hard = hard_mode_named(hard)
    check_hard_mode(hard, position.rule)
    check_candidates(position)
    plan = codebreaker.plan
    proven: dict[str, float] = {}  # the expected turns of guesses of the book
    if book and hard is None:
        proven = find_opening(position, plan.accelerators).find_turns(position)
    ranked = rank_guesses(codebreaker, position, hard=hard)
    if proven:
        of_book = np.array([position.table.row(guess) for guess in proven])
        others = ranked[~np.isin(ranked, of_book)]
        ranked = np.concatenate((of_book, others))
    rows = ranked[:top]
    pool = list_whole_pool(codebreaker, position, hard=hard)
    is_consistent = plan.pool == "consistent"
    exact = solve_turns(position.table, position.candidates, pool, rows, is_consistent, work)
    totals = () if exact is None else exact.asked
    suggestions = describe_rows(position, rows, totals)
    best = None
    if proven:
        suggestions = set_proven_turns(suggestions, proven)
        best = suggestions[0]
    elif exact is not None:  # the best guess need not be among the suggestions
        [best] = describe_rows(position, np.array([exact.guess]), [exact.total])
    ranked_by = "" if plan.strategy in CRITERIA else OTHERWISE
    advice = make_advice(position, position.candidates, suggestions, chances=())
    return replace(advice, best=best, ranked_by=ranked_by)


def set_proven_turns(suggestions: Sequence[Suggestion], proven: Mapping[str, float]) -> list[Suggestion]:
    """Return the suggestions with the turns that the book has `proven` for some guesses.

    The first suggestion, the book's best guess, is marked as proven: no guess takes fewer turns.
    """
    changed = []
    for suggestion in suggestions:
        turns = proven.get(suggestion.guess, suggestion.turns)
        changed.append(replace(suggestion, turns=turns))
    changed[0] = replace(changed[0], proven=True)
    return changed


def make_advice(
    position: Position, candidates: Rows, suggestions: Sequence[Suggestion], chances: Sequence[float]
) -> Advice:
    """Return advice on a position, with these suggestions and with the chances of the candidates.

    `candidates` are those of the position, in the order in which they are listed; `chances` has the chance of each
    candidate, or is empty if words are not weighed. Both are left out unless all candidates are known, and are at most
    `MAX_NAMED_CODES`. Suggestions after the first that tell nothing are left out too. Other fields have their defaults,
    and `best` is None: the caller sets them.
    """
    all_are_known = position.count is not None
    lists_candidates = all_are_known and len(candidates) <= MAX_NAMED_CODES
    listed = candidates.tolist() if lists_candidates else []
    useful = [guess for guess in suggestions[1:] if guess.candidate or guess.parts > 1]
    return Advice(
        candidates=position.estimate.number,
        error=position.estimate.standard_error,
        list=tuple(position.table.text(row) for row in listed),
        guesses=(*suggestions[:1], *useful),
        best=None,
        chances=tuple(chances) if lists_candidates else (),
    )


def view_allowed(codebreaker: Codebreaker, position: Position, *, hard: HardMode | None) -> View:
    """Return what a player's strategy chooses from; with `hard` only the guesses that this mode allows."""
    view = view_position(codebreaker, position)
    if hard is not None:
        view.guesses = keep_hard(position.table, view.guesses, position.history, hard)
    return view


def keep_hard(table: Table, rows: Rows, history: Sequence[Turn], mode: HardMode) -> Rows:
    """Return those of `rows` that a hard mode allows: those for which `find_broken` finds nothing.

    Under `strict` these guesses agree with every turn of the `history`. Under `wordle` they meet each demand
    (`list_demands`): they have the letter at its position or, if the position is None, enough copies of it anywhere.
    """
    if mode == STRICT:
        for turn in history:
            rows = keep(table, rows, turn)
        return rows
    for _turn, letter, position, copies in list_demands(history):
        has_letter = table.array[rows] == table.codes.alphabet.index(letter)  # a row for each code, a column a position
        has_enough = has_letter.sum(axis=1) >= copies
        meets_demand = has_enough if position is None else has_letter[:, position - 1]
        rows = rows[meets_demand]
    return rows


def list_whole_pool(codebreaker: Codebreaker, position: Position, *, hard: HardMode | None) -> Rows | None:
    """Return all guesses of a player's pool, candidates first: those that the search for exact turns looks at.

    None is returned if exact turns are not looked for: in hard mode, with too many codes to list, or while the opening
    of the player lasts.
    """
    has_opening_now = codebreaker.find_fixed(position) is not None
    if hard is not None or not position.codes.enumerable or has_opening_now:
        return None
    return codebreaker.list_pool(position, position.candidates, codebreaker.find_extra(position))


def rank_guesses(codebreaker: Codebreaker, position: Position, *, hard: HardMode | None) -> Rows:
    """Return the guesses (rows), the player's choice first, the others from best to worst.

    They are ranked by the player's strategy, or by entropy if the strategy chooses one guess without ranking any. The
    player itself chooses the first guess (`Codebreaker.choose`). In hard mode, of which it knows nothing, its strategy
    chooses among the guesses allowed, except while the player's opening lasts.
    """
    strategy = codebreaker.plan.strategy
    view = view_allowed(codebreaker, position, hard=hard)
    criterion = CRITERIA.get(strategy, CRITERIA[OTHERWISE])
    ranked = view.guesses[sort_best(criterion(view.scores))]
    has_opening_now = codebreaker.find_fixed(position) is not None
    # a player that always plays what its strategy chooses would choose the same: asking its strategy is quicker, since
    # the view is scored already
    plays_by_strategy = strategy in CRITERIA and codebreaker.is_plain(position)
    asks_strategy = hard is not None or plays_by_strategy
    if has_opening_now or not asks_strategy:
        chosen = position.table.row(codebreaker.choose(position).guess)
    else:
        chosen = codebreaker.strategy(view)
    return np.concatenate(([chosen], ranked[ranked != chosen]))


def agrees_with(position: Position, code: str) -> bool:
    """Return whether a code, as the secret, would have given every guess of the game so far its marks."""
    return all(position.rule.mark(turn.guess, code) == turn.marks for turn in position.history)


def describe_rows(position: Position, rows: Rows, totals: Sequence[int]) -> list[Suggestion]:
    """Return guesses (rows) with what they are worth, and with their expected turns if these are known exactly.

    `totals` has for each guess the turns that all candidates take together; it is empty if these were not found. Then
    the turns are known exactly only for a guess after which no more than two candidates are left, whatever its marks,
    and only if `position` has all candidates. If it has a sample, the figures are scaled to the number of candidates.
    """
    table = position.table
    candidates = position.candidates
    count = len(candidates)
    is_sample = position.count is None
    scale = position.estimate.number / count
    scores = table.scores(rows, candidates)
    in_candidates = np.isin(rows, candidates).tolist()
    suggestions = []
    for index, row in enumerate(rows.tolist()):
        guess = table.text(row)
        candidate = in_candidates[index]
        if not position.codes.enumerable:  # a guess may be a candidate though the sample does not have it
            candidate = agrees_with(position, guess)
        entropy, largest, expected, classes = scores.figures(index, scale)
        turns = None
        if totals:
            turns = totals[index] / count
        elif largest <= 2 and not is_sample:
            # three turns for each candidate; one fewer for the first candidate of each class, which is played next, and
            # yet one fewer for the guess itself if it is a candidate, since it is found now
            turns = (3 * count - classes - int(candidate)) / count
        suggestions.append(Suggestion(guess, candidate, entropy, largest, expected, classes, turns))
    return suggestions


def advise_weighted(
    position: Position, codebreaker: Codebreaker, *, top: int = 5, hard: HardMode | None = None
) -> Advice:
    """Return the candidates, the likeliest first, and the `top` guesses that take the fewest turns by estimate.

    The chance of a word is in proportion to its frequency. The guesses are those that `codebreaker` looks at; with
    `hard`, only those that this hard mode allows. If `codebreaker` scores guesses on a sample of the candidates, the
    sample here is the likeliest candidates: the guesses are ranked by the sample, but the figures of the `top` guesses
    are found on all candidates. Exact turns are not known.

    Raises `NoCandidateError`; `WrongKindError`; for a hard mode that does not exist `NameUnknownError`, for one that
    the rule does not allow `HardModeRuleError`; and `FrequenciesMissingError` if no word has a frequency.
    """
    top = read_whole("top", top, 1)
    hard = hard_mode_named(hard)
    check_hard_mode(hard, position.rule)
    check_candidates(position)
    chances = find_chances(position)
    likeliest_first = np.argsort(-chances, kind="stable")
    candidates = position.candidates[likeliest_first]
    chances = chances[likeliest_first]
    size = codebreaker.sample_size(position)  # None if all candidates are looked at: the slices then have all
    sample = candidates[:size]
    chances_in_sample = chances[:size] / chances[:size].sum()
    guesses = codebreaker.list_guesses(position, sample, codebreaker.find_extra(position))
    if hard is not None:
        guesses = keep_hard(position.table, guesses, position.history, hard)
    *_, estimated_turns = score_weighted(position.table, guesses, sample, chances_in_sample)
    best_first = np.argsort(estimated_turns.round(COMPARED_DIGITS), kind="stable")
    rows = guesses[best_first[:top]]
    suggestions = describe_weighted(position.table, rows, candidates, chances)
    return make_advice(position, candidates, suggestions, chances.tolist())


def describe_weighted(table: Table, rows: Rows, candidates: Rows, chances: Chances) -> list[Suggestion]:
    """Return guesses (rows) with what they are worth by the `chances` of the candidates, and with estimated turns.

    A guess that is no candidate has the chance 0. The exact turns of the suggestions are None.
    """
    scores = score_weighted(table, rows, candidates, chances)
    chance_of = dict(zip(candidates.tolist(), chances.tolist(), strict=True))
    suggestions = []
    for row, figures in zip(rows.tolist(), scores.T.tolist(), strict=True):
        entropy, largest, expected, classes, turns = figures
        suggestion = Suggestion(
            guess=table.text(row),
            candidate=row in chance_of,
            entropy=entropy,
            largest=int(largest),
            expected=expected,
            parts=int(classes),
            turns=None,
            chance=chance_of.get(row, 0.0),
            estimate=turns,
        )
        suggestions.append(suggestion)
    return suggestions


def find_chances(position: Position) -> Chances:
    """Return how likely each candidate is, in proportion to the frequency of its word.

    A candidate without a frequency has the chance 0; but if no candidate has a frequency, all are equally likely.
    Raises `FrequenciesMissingError` if no word of the game has a frequency.
    """
    codes = position.codes
    dictionary = codes.dictionary
    frequencies = {} if dictionary is None else dictionary.frequencies_of(codes.length)
    if not any(map(frequencies.get, codes.texts)):
        raise FrequenciesMissingError(name=codes.label)
    candidates = [codes.texts[row] for row in position.candidates.tolist()]
    weights = np.array([frequencies.get(candidate, 0.0) for candidate in candidates])
    if not weights.any():
        return np.full(len(weights), 1 / len(weights))
    chances: Chances = weights / weights.sum()
    return chances


def score_weighted(table: Table, guesses: Rows, candidates: Rows, chances: Chances) -> NDArray[np.float64]:
    """Return five figures for each guess, as an array of shape (5, guesses), by the chances of the candidates.

    They are the entropy, the largest class, the expected class, the number of classes, and the estimated turns.
    `guesses` and `candidates` are rows of the table.
    """
    scores = np.zeros((5, len(guesses)))
    weighed = WeighedCandidates(table, chances)
    for block in cut_blocks(len(guesses), len(candidates)):
        numbers_of_block = table.numbers(guesses[block], candidates)  # a row for each guess of the block
        for index, numbers in enumerate(numbers_of_block, start=block.start):
            scores[:, index] = weighed.score(numbers)
        table.on_scored(len(numbers_of_block))  # for whoever shows progress
    return scores


class WeighedCandidates:
    """Candidates of which some are likelier than others; `score` says what a guess that splits them is worth."""

    def __init__(self, table: Table, chances: Chances) -> None:
        """Keep the chance of each candidate, in the order in which `score` gets their marks as numbers of `table`."""
        self.table = table
        self.chances = chances
        self.bits = multiply_by_log2(chances)  #: p·log2 p of each chance p: never above 0.
        # a curve of the turns that a class takes by its bits still to find: straight lines from point to point, which
        # are the turns of 1, 2, 3 and very many equally likely codes
        counts = np.array([1, 2, 3, MAX_CODES])
        self.curve_bits = np.log2(counts)
        self.curve_turns = estimate_remaining_turns(table.rule, counts)

    def score(self, numbers: NDArray[np.unsignedinteger]) -> tuple[float, int, float, int, float]:
        """Return the five figures of `score_weighted` for a guess that gets marks of these numbers from the candidates.

        AB, the first of three words, is as likely as the other two together. The guess AB tells AB from these two: that
        is one bit. If AB is the secret, no further turn follows; otherwise 1.5 turns do on average:

        >>> from mastermot.rules import BLACK_WHITE
        >>> from mastermot.rules.codes import ListedCodes
        >>> table = Table(BLACK_WHITE, ListedCodes(["AB", "CD", "DC"]))
        >>> candidates = np.arange(3)
        >>> weighed = WeighedCandidates(table, np.array([0.5, 0.25, 0.25]))
        >>> entropy, largest, expected, classes, turns = weighed.score(table.against(0, candidates))
        >>> entropy, largest, expected, classes, round(turns, 6)
        (1.0, 2, 1.5, 2, 1.75)

        The arrays inside have a value for each class, also for empty classes.
        """
        marks, class_of = self._number_classes(numbers)
        sizes = np.bincount(class_of)
        shares = np.bincount(class_of, self.chances).astype(np.float64, copy=False)  # how likely each class is
        occurring = np.flatnonzero(shares)  # the classes that can occur
        share_bits = multiply_by_log2(shares)
        # inside a class with the chance s, a candidate with the chance p has the chance p / s. The bits still to find
        # there are the entropy of these chances: the sum of -p / s · log2(p / s), which is s · log2 s less the sum of
        # p · log2 p, divided by s
        class_bits = np.bincount(class_of, self.bits)
        bits_to_find = (share_bits - class_bits)[occurring] / shares[occurring]
        turns = np.interp(bits_to_find, self.curve_bits, self.curve_turns)
        turns *= marks[occurring] != self.table.solved  # no turn follows if the guess was the secret
        entropy = max(0.0, float(-share_bits.sum()))
        expected = float(shares @ sizes)
        classes = int(np.count_nonzero(sizes))
        expected_turns = 1 + float(shares[occurring] @ turns)
        return entropy, int(sizes.max()), expected, classes, expected_turns

    def _number_classes(self, numbers: NDArray[np.integer]) -> tuple[NDArray[np.integer], NDArray[np.integer]]:
        """Return the marks of each class, as a number, and for each candidate the index of its class.

        `numbers` are the marks of the candidates. Each number below ``table.size`` has a class, which may be empty: so
        the index of a class is the number of its marks. With a `wide` table these classes would be too many: then only
        the numbers that occur have classes.
        """
        if self.table.wide:
            return np.unique(numbers, return_inverse=True)
        return np.arange(self.table.size), numbers


def multiply_by_log2(chances: Chances) -> NDArray[np.float64]:
    """Return p log2 p for each chance p, with 0 for p = 0. The sum of these is the entropy with a minus sign."""
    return chances * np.log2(chances, where=chances > 0, out=np.zeros(len(chances)))

"""The search for fixed guesses, by exchanges from many starts; small games are proven. Also the best pairs.

A start adds guesses one by one, and then exchanges them for better ones (`exchange`); the best of all starts is kept.
Counting bounds what any guesses can do: under `black`, with three holes and three colours, a guess has four answers, so
that two leave 16 classes at most, and three are needed to tell 27 codes apart. If the best found is not that good, and
the game is small, all sets of guesses are tried (`exact`): here no three do, and so the four that a start finds are
proven to be the fewest.

What words mean here:

- a *start*: one attempt, with its own random choices (`exchange.Start`), by its number from 0;
- a *step*: one guess that a start added, left out, or looked at to exchange it; the start can be stopped after each;
- an *offer*: guesses put up as the best so far; they are kept if they are better (`FixedSearch._offer`);
- the *bound*: no guesses can do better; those that reach it are *proven* to be the best;
- a *value* and a *cost*: as in `fixed_guesses`, the smaller the better;
- to *tell all codes apart*: to leave as many classes as all guesses of the game together do (`separable`).
"""

import math
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from itertools import count as count_from
from typing import NamedTuple

import numpy as np

from mastermot.errors import read_whole
from mastermot.game.partitions import Rows
from mastermot.game.shapes import first_codes
from mastermot.lab.static.errors import FixedAimError, FixedCountError
from mastermot.lab.static.exact import TriedEnoughError, find_columns, has_columns, try_all
from mastermot.lab.static.exchange import Start
from mastermot.lab.static.fixed_guesses import MAX_FIXED, Figures, FixedProblem, Integers
from mastermot.rules import BLACK

SMALL = 1 << 20  #: All sets of guesses are tried if a game has at most so many pairs of guess and code.
SMALL_STARTS = 3  #: So many starts of exchanges come first in such a game.
PROOF_MARKS = 1 << 34  #: The most marks that a proof looks at where starts bound the search: about a minute.
TICK = 0.05  #: Seconds between two calls of `go_on`.
MAX_PAIRED = 3_000_000_000  #: The most marks looked at for the best pairs: some twenty seconds.
PAIRED_BY = ("classes", "expected")  #: The objectives by which pairs are ranked.

GuessPair = tuple[int, int]  #: Two guesses, by their indices.


class ScoredPair(NamedTuple):
    """A pair of guesses, as pairs are ranked: the smaller the better."""

    value: int  #: Of its partition, by the objective (`FixedScores.values`).
    in_order: GuessPair  #: The pair, the smaller index first: AB and BA are one pair.
    pair: GuessPair  #: The pair as it was found.


class Offer(NamedTuple):
    """Guesses that the search has found. The first three values rank them: the smaller the better."""

    size: float  #: How many they are; infinite before any are found.
    cost: int
    start: int  #: The number of the start that found them; -1 if all guesses were tried.
    chosen: tuple[int, ...]  #: The guesses, by their indices.

    @property
    def rank(self) -> tuple[float, int, int]:
        return self.size, self.cost, self.start


@dataclass(frozen=True)
class FixedGuesses:
    """The best fixed guesses found."""

    guesses: tuple[str, ...]
    figures: Figures
    bound: float
    """The best that the objective can be: the most classes, the smallest largest class, or the smallest expected size.
    If all codes are to be told apart, the fewest guesses."""
    proven: bool  #: Whether the bound is reached.


class FixedSearch:
    """A search for fixed guesses. `best` has the best found at any moment."""

    def __init__(
        self,
        problem: FixedProblem,
        count: int | None = None,
        *,
        seed: int = 0,
        starts: int | None = None,
        jobs: int = 1,
    ) -> None:
        """Say what to look for: `count` guesses, including those given; without it, as few as tell all codes apart.

        `starts` bounds the search: the same number finds the same guesses every time, whatever the number of `jobs`
        (threads), and the proof ends after `PROOF_MARKS` marks. Without it the search goes on until the best is proven,
        or `run` is told to stop. With another `seed`, starts draw other guesses.

        Raises `FixedAimError` if there is no `count` and the objective is not the number of classes, `FixedCountError`
        if `count` is less than the guesses given, less than 1 or more than `MAX_FIXED`, and `WrongKindError` for what
        is no whole number or too small: `seed` and `count` are 0 or more, `jobs` and `starts` 1 or more.
        """
        seed = read_whole("seed", seed, 0)
        jobs = read_whole("jobs", jobs, 1)
        if starts is not None:
            starts = read_whole("starts", starts, 1)
        if count is None:
            if problem.objective != "classes":
                raise FixedAimError
        else:
            least = max(1, len(problem.given))
            count = read_whole("count", count, 0)
            if count < least or count > MAX_FIXED:
                raise FixedCountError(count=count, least=least, most=MAX_FIXED)
        self.problem = problem
        self.count = count
        self.seed = seed
        self.starts = starts
        self.jobs = jobs
        self.bound = 0
        """0 until `run` begins; then a lower bound on the value (`FixedScores.values`): by the objective, minus the
        number of classes, the size of the largest class, or the sum of squared sizes. Without a count, a lower bound
        on the number of guesses."""
        self._lock = threading.Lock()  #: Held while a thread takes the number of a start, or offers guesses.
        self._best = Offer(math.inf, 0, 0, ())  #: The best offer so far; at first one without guesses.
        self._enough: float = math.inf  #: The number of the earliest start that reached the bound; infinite for none.
        self._stopped = False

    @property
    def best(self) -> FixedGuesses | None:
        """The best guesses found so far, with the best that the objective can be; None if nothing was found.

        They are proven to be the best if their figure is that bound: by the objective the number of their classes, the
        size of the largest class, or the expected size; without a `count`, the number of guesses.
        """
        chosen = self._best.chosen
        problem = self.problem
        if not chosen:
            return None
        figures = problem.split(chosen).figures
        figure_by_objective = {"classes": figures.classes, "largest": figures.largest, "expected": figures.expected}
        figure: float = len(chosen) if self.count is None else figure_by_objective[problem.objective]
        bound = self._bound_figure()
        words = tuple(problem.guesses.texts[guess] for guess in chosen)
        return FixedGuesses(words, figures, bound, proven=figure == bound)

    def _bound_figure(self) -> float:
        """Return `bound` as a figure of guesses (`Figures`); without a `count`, it is a number of guesses already."""
        objective = self.problem.objective
        if self.count is None or objective == "largest":
            return self.bound
        if objective == "classes":  # the value is minus their number
            return -self.bound
        return self.bound / self.problem.codes.count  # of the sum of squares

    def run(self, go_on: Callable[[], bool] = lambda: True) -> None:
        """Search until the best is proven, all starts are made, or `go_on` returns False. Then there is a `best`.

        In a small game, at most `SMALL_STARTS` starts come first; then all sets of guesses are tried. With at most one
        guess to choose, any game counts as small: it has no more sets than guesses.
        """
        self._stopped = False
        self.bound = self._find_bound()
        at_most_one_to_choose = self.count is not None and self.count - len(self.problem.given) <= 1
        small = self.problem.marks.size <= SMALL or at_most_one_to_choose
        starts = self.starts
        if small:
            starts = SMALL_STARTS if starts is None else min(starts, SMALL_STARTS)
        self._make_starts(starts, go_on)
        best = self.best
        needs_proof = best is not None and not best.proven
        if small and needs_proof and go_on():
            with suppress(TriedEnoughError):
                self._exhaust(go_on)

    def _find_bound(self) -> int:
        """Return the best value that counting allows, for `count` guesses (see `FixedScores.bound`).

        Without a `count`, it is the fewest guesses that may leave as many classes as all guesses do (`separable`).
        """
        problem = self.problem
        given = len(problem.given)
        scores = problem.score(problem.split(problem.given))
        if self.count is None:
            more_guesses = 0
            # the value of this objective is minus the number of classes
            while -scores.bound(more_guesses, "classes") < problem.separable:
                more_guesses += 1
            return given + more_guesses
        bound = scores.bound(self.count - given, problem.objective)
        if problem.objective == "classes":  # never more classes than all guesses together leave
            bound = max(bound, -problem.separable)
        return bound

    def _make_starts(self, starts: int | None, go_on: Callable[[], bool]) -> None:
        """Search from so many `starts` (None: from ever more), on several threads, while `go_on` returns True.

        Until something was found, it goes on even if `go_on` returns False. If there is nothing to choose, or if no
        guess tells anything, no start is made: the guesses given are offered at once (`_offer`), or the first guess of
        all if none are given.
        """
        problem = self.problem
        no_guess_tells_anything = problem.separable == 1
        nothing_to_choose = self.count == len(problem.given)
        if no_guess_tells_anything or nothing_to_choose:
            self._offer(0, problem.given or [0])
            return
        # its result is not used: it fills what the problem caches (`FixedProblem.marks`), which all threads share
        problem.weigh(problem.split(()))
        start_numbers = islice(count_from(), starts)  # the threads share them: each takes the next one
        with ThreadPoolExecutor(self.jobs) as pool:
            futures = [pool.submit(self._work, start_numbers) for _job in range(self.jobs)]
            try:
                while wait(futures, TICK).not_done:
                    is_told_to_stop = not go_on()
                    has_found_some = len(self._best.chosen) > 0
                    if is_told_to_stop and has_found_some:
                        break
            finally:
                self._stopped = True
        for future in futures:
            future.result()  # raises the error of a thread that failed

    def _work(self, numbers: Iterator[int]) -> None:
        """Search from one start after the other, in one of the threads; each takes the next of the `numbers`.

        Without a `count`, a start looks for few guesses that tell all codes apart (`Start.reduce`). With a `count`, it
        adds so many guesses, and then exchanges them (`Start.disturb`). After each step, its guesses are offered if
        they are what is looked for (`_offer_start`).
        """
        while not self._stopped:
            with self._lock:
                number = next(numbers, None)
            if number is None or self._is_over(number):
                return
            start = Start(self.problem, self.seed, number)
            steps = start.reduce() if self.count is None else chain(start.add(self.count), start.disturb())
            for _step in steps:
                self._offer_start(number, start)
                if self._is_over(number):
                    return
            self._offer_start(number, start)  # after the last step, or where none was needed

    def _offer_start(self, number: int, start: Start) -> None:
        """Offer the guesses of a start, with its `number`, if they are what is looked for.

        That is `count` guesses or, without it, guesses that tell all codes apart that can be told apart.
        """
        if self.count is None and start.apart:
            self._offer(number, start.chosen)
        elif len(start.chosen) == self.count:
            self._offer(number, start.chosen, start.cost)

    def _is_over(self, number: int) -> bool:
        """Return whether the start `number` can end: the search was stopped, or an earlier start reached the bound."""
        return self._stopped or number > self._enough

    def _offer(self, number: int, chosen: list[int], cost: int = 0) -> None:
        """Keep guesses if they are better than the best so far, or as good and from an earlier start.

        `chosen` are the guesses by their indices, `number` is that of their start: -1 if all guesses were tried. Fewer
        guesses are better; of as many, those of a lower `cost`, which is 0 where only their number matters. If the best
        reaches the bound, later starts end (`_is_over`).
        """
        offer = Offer(len(chosen), cost, number, tuple(chosen))
        with self._lock:
            if offer.rank < self._best.rank:
                self._best = offer  # `best` is made of it
                if self.best is not None and self.best.proven:
                    self._enough = min(self._enough, number)

    def _exhaust(self, go_on: Callable[[], bool]) -> None:
        """Try all sets of guesses, until the best of them is proven. Raises `TriedEnoughError` if that is ended before.

        It ends before if `go_on` returns False. Where a number of starts bounds the search, it also ends after a number
        of tries, so that the same is found every time. Each try, of a guess or of a column, counts as a look at all
        marks; together they may look at `PROOF_MARKS` marks.
        """
        most_tries = None if self.starts is None else PROOF_MARKS // self.problem.marks.size
        tries = count_from(1)

        def go_further() -> bool:
            """Return whether one more try may be made; it is called before each."""
            return go_on() and (most_tries is None or next(tries) <= most_tries)

        if self.count is None:
            self._find_fewest(go_further)
        else:
            self._find_best(self.count, go_further)

    def _find_fewest(self, go_on: Callable[[], bool]) -> None:
        """Offer the fewest guesses that tell all codes apart: the bound is raised until so many guesses do.

        If it reaches the number of the best guesses so far, these are the fewest, and nothing is offered. Raises
        `TriedEnoughError` when `go_on` returns False.
        """
        while self.bound < self._best.size:
            found = find_apart(self.problem, self.bound, go_on)
            if found is not None:
                self._offer(-1, found)
                return
            self.bound += 1

    def _find_best(self, count: int, go_on: Callable[[], bool]) -> None:
        """Offer sets of `count` guesses, each better than the one before; the value of the last becomes the bound.

        If none is better than the best found by the starts, the value of that is the bound. Raises `TriedEnoughError`
        when `go_on` returns False: then the bound stays. Each set is offered at a cost below 0 (its value less that of
        the best start), which is lower than the cost of any start: so it is kept before them.
        """
        problem = self.problem
        *first, last = self._best.chosen  # the value of all is what the last makes of the partition by the others
        scores = problem.score(problem.split(first), np.array([last]))
        value_before = int(scores.values(problem.objective)[0])
        value = value_before
        for value, better in try_all(problem, count, value_before, go_on):
            self._offer(-1, better, value - value_before)
        self.bound = value


def find_apart(problem: FixedProblem, count: int, go_on: Callable[[], bool]) -> list[int] | None:
    """Return the indices of `count` guesses that tell all codes apart, or None if there are none.

    `count` includes the guesses that are given, which come first. Codes that all guesses together do not tell apart do
    not count. The first of these ways that applies is taken:

    1. Hole by hole (`find_columns`), which is faster: under the rule black, for all codes of colours, which may all be
       guessed and of which none is given, if the game is small enough (`has_columns`).
    2. All sets of guesses are tried (`try_all`).

    Raises `TriedEnoughError` when `go_on` returns False.
    """
    codes = problem.codes
    symbols = len(codes.alphabet)
    has_all_colour_codes = codes.colours > 0 and codes.repeats
    every_code_allowed = has_all_colour_codes and problem.guesses_are_codes and not problem.given
    if every_code_allowed and problem.rule is BLACK and has_columns(codes.length, symbols, count):
        rows = find_columns(codes.length, symbols, count, go_on)
        return None if rows is None else [codes.index[codes.decode(row)] for row in rows]
    # the value of guesses is minus the number of their classes: the first set that beats this value leaves as many
    # classes as all guesses together
    value_of_one_class_less = -(problem.separable - 1)
    found = next(try_all(problem, count, value_of_one_class_less, go_on), None)
    if found is None:
        return None
    _value, guesses = found
    return guesses


def find_fixed_guesses(
    problem: FixedProblem, count: int | None = None, *, seed: int = 0, starts: int = 4
) -> FixedGuesses:
    """Return the best fixed guesses that a search from so many `starts` finds; for one `seed` they are always the same.

    It looks for `count` guesses, including those given, or without it for as few as tell all codes apart. In
    small games all sets of guesses are then tried, unless that would take more than about a minute; once all are tried,
    the answer is proven.

    >>> from mastermot.rules.codes import ColourCodes
    >>> found = find_fixed_guesses(FixedProblem(ColourCodes(3, 3), "black"))
    >>> len(found.guesses), found.figures.classes, found.proven
    (4, 27, True)
    """
    search = FixedSearch(problem, count, seed=seed, starts=starts)
    search.run()
    best = search.best
    if best is None:  # this never happens: a search that nothing stops finds some
        raise RuntimeError("a start without guesses")
    return best


def choose_firsts(problem: FixedProblem, limit: int = MAX_PAIRED) -> Rows:
    """Return the first guesses of the pairs to rank (`rank_pairs`), by their indices.

    With colours, one guess of each shape is enough, such as AABC, since other names for the colours change nothing.
    That is so if the rule treats all colours alike, and all codes may be guessed. Otherwise, as with words, they are
    those that leave most classes, the best first (of two that leave as many, the one with the lower index). They are so
    many that at most `limit` marks are looked at when each is paired with all guesses, but at least one. For one guess
    of each shape, `limit` is not used. Guesses that are given do not matter.
    """
    codes = problem.codes
    colours_are_alike = codes.colours > 0 and problem.rule.symmetric
    if colours_are_alike and problem.guesses_are_codes:
        return np.array([codes.index[codes.decode(row)] for row in first_codes(codes)])
    most = max(1, limit // problem.marks.size)  # for each of them, the marks of all guesses are looked at
    counts = problem.score(problem.split(())).classes
    return np.argsort(-counts, kind="stable")[:most]


def rank_pairs(
    problem: FixedProblem, firsts: Rows, top: int, on_first: Callable[[int], object] = lambda _one: None
) -> dict[str, list[GuessPair]]:
    """Return the best `top` pairs by each objective of `PAIRED_BY`, among those that begin with one of `firsts`.

    The answer has the list of pairs by the name of the objective, the best first; among pairs of one value, that with
    the smaller indices comes first. `firsts` has indices of guesses. `on_first` is called with 1 after each.
    """
    best: dict[str, list[ScoredPair]] = {objective: [] for objective in PAIRED_BY}  # the best pairs so far
    for first in firsts.tolist():
        scores = problem.score(problem.split([first]))
        for objective in PAIRED_BY:
            best[objective] = merge_pairs(best[objective], first, scores.values(objective), top)
        on_first(1)
    best_pairs = {}
    for objective, scored_pairs in best.items():
        best_pairs[objective] = [scored.pair for scored in scored_pairs]
    return best_pairs


def merge_pairs(best: list[ScoredPair], first: int, values: Integers, top: int) -> list[ScoredPair]:
    """Return the best `top` of the pairs `best` and of those that begin with the guess `first`, the best first.

    `values` has, for each second guess, the value of its pair with `first`. A pair that is in `best` already, found
    with its second guess as the first, stays as it was found. Pairs of one value are in the order of
    `ScoredPair.in_order`.

    >>> merge_pairs([ScoredPair(8, (0, 1), (0, 1))], first=1, values=np.array([8, 9, 6]), top=2)
    [ScoredPair(value=6, in_order=(1, 2), pair=(1, 2)), ScoredPair(value=8, in_order=(0, 1), pair=(0, 1))]
    """
    by_guesses = {scored.in_order: scored for scored in best}
    best_seconds = np.argsort(values, kind="stable")[: top + 1]  # one more, since `first` may be among them
    for second in best_seconds.tolist():
        if second == first:
            continue
        in_order = (min(first, second), max(first, second))
        by_guesses.setdefault(in_order, ScoredPair(int(values[second]), in_order, (first, second)))
    return sorted(by_guesses.values())[:top]

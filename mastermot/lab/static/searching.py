"""The search for fixed guesses, by exchanges from many starts; small games are proven. Also the best pairs.

A start adds guesses one by one, and then exchanges them for better ones (`exchange`). The best guesses of all starts
are kept. By the number of classes one knows a bound, which no guesses can beat: under `black`, with three holes and
three colours, a guess has four answers. So two guesses leave 16 classes at most, and at least three guesses are needed
to tell 27 codes apart. If the best guesses do not reach the bound, and the game is small, all sets of guesses are tried
(`exact`). In this game no three guesses tell all codes apart: so the four guesses that a start finds are proven to be
the fewest.

What words mean here:

- a *start*: one attempt, with its own random choices (`exchange.Start`); starts are numbered from 0;
- a *step*: one guess that a start added, left out, or looked at to exchange it; a start can be stopped after each step;
- an *offer*: guesses that a start proposes as the best so far; they are kept if they are better (`FixedSearch._offer`);
- the *bound*: a value that no guesses can beat; guesses that reach it are *proven* to be the best;
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

SMALL = 1 << 20  #: The most pairs of a guess and a code in a small game, where all sets of guesses can be tried.
SMALL_STARTS = 3  #: The most starts in a small game, before all sets of guesses are tried.
PROOF_MARKS = 1 << 34  #: The most marks looked at to try all sets, if a number of starts is given: about a minute.
TICK = 0.05  #: Seconds between two calls of `go_on`.
MAX_PAIRED = 3_000_000_000  #: The most marks looked at to rank pairs: about twenty seconds.
PAIRED_BY = ("classes", "expected")  #: The objectives by which pairs are ranked.

GuessPair = tuple[int, int]  #: Two guesses, by their indices.


class ScoredPair(NamedTuple):
    """A pair of guesses. Pairs are sorted by these fields, the best pair first."""

    value: int  #: The value of the partition that the pair makes (`FixedScores.values`): the smaller, the better.
    in_order: GuessPair  #: The two guesses, the smaller index first: AB and BA are one pair.
    pair: GuessPair  #: The two guesses, in the order in which the pair was found.


class Offer(NamedTuple):
    """Guesses that the search has found. Offers are ranked by the first three fields: the smaller, the better."""

    size: float  #: The number of guesses; infinite before any are found.
    cost: int  #: The cost of the guesses; 0 where only their number matters, below 0 from `FixedSearch._find_best`.
    start: int  #: The number of the start that found the guesses; -1 if all sets of guesses were tried.
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
    """No guesses are better than this: by the objective, no guesses leave more classes, a smaller largest class, or a
    smaller expected size. Where the fewest guesses were looked for, no fewer guesses tell all codes apart."""
    proven: bool  #: Whether these guesses reach the bound: then they are the best there are.


class FixedSearch:
    """A search for fixed guesses. `best` has the best guesses found so far."""

    def __init__(
        self,
        problem: FixedProblem,
        count: int | None = None,
        *,
        seed: int = 0,
        starts: int | None = None,
        jobs: int = 1,
    ) -> None:
        """Set what to look for: with a `count`, so many guesses, those given included; without one, the fewest.

        The fewest are as few guesses as tell all codes apart. `starts` is the most starts that are made. With the same
        number of them, the search finds the same guesses every time, whatever the number of `jobs` (threads): for this,
        the trying of all sets ends after `PROOF_MARKS` marks. If `starts` is None, the search goes on until its best
        guesses are proven, or until `run` is told to stop. With another `seed`, starts draw other guesses.

        Raises `FixedAimError` if there is no `count` and the objective is not the number of classes; `FixedCountError`
        if `count` is 0, less than the number of guesses given, or more than `MAX_FIXED`; `WrongKindError` for an
        argument that is no whole number, for a negative `seed` or `count`, and for `jobs` or `starts` below 1.
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
        """0 until `run` begins. Then, with a `count`, a lower bound on the value (`FixedScores.values`), which is by
        the objective: minus the number of classes, the size of the largest class, or the sum of squared sizes. Without
        a `count`, a lower bound on the number of guesses."""
        self._lock = threading.Lock()  #: Held while a thread takes the number of a start, or offers guesses.
        self._best = Offer(math.inf, 0, 0, ())  #: The best offer so far; at first one without guesses.
        self._enough: float = math.inf  #: The number of the start that reached the bound; infinite before one does.
        self._stopped = False  #: Whether all starts are to end, each after the step that it is in.

    @property
    def best(self) -> FixedGuesses | None:
        """The best guesses found so far, with the bound; None if nothing was found.

        The guesses are proven to be the best if their figure equals the bound. With a `count`, this figure is by the
        objective: the number of classes, the size of the largest class, or the expected size. Without a `count`, it is
        the number of guesses.
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
        """Return `bound`, which is a value, as the figure that people read (`Figures`).

        Without a `count`, the bound is such a figure already: a number of guesses.
        """
        objective = self.problem.objective
        if self.count is None or objective == "largest":
            return self.bound
        if objective == "classes":  # the value is minus the number of classes
            return -self.bound
        return self.bound / self.problem.codes.count  # the value is the sum of squares: this is the expected size

    def run(self, go_on: Callable[[], bool] = lambda: True) -> None:
        """Search until `best` is proven, all starts are made, or `go_on` returns False. At the end there is a `best`.

        In a small game, at most `SMALL_STARTS` starts are made. If none of them reaches the bound, all sets of guesses
        are tried then. Any game counts as small if at most one guess is to be chosen, beside those given: there are no
        more such sets than guesses.
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
        """Return a value that `count` guesses cannot beat (`FixedScores.bound`).

        Without a `count`, return a number of guesses: the smallest by which this bound allows as many classes as all
        guesses of the game together leave (`separable`).
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
        """Search from so many `starts`, on several threads, while `go_on` returns True; if None, from any number.

        Until some guesses were found, the search goes on even if `go_on` returns False. If there is nothing to choose,
        or if no guess tells codes apart, no start is made: the guesses given are offered at once (`_offer`), or if none
        are given, the first guess of the game.
        """
        problem = self.problem
        no_guess_tells_anything = problem.separable == 1
        nothing_to_choose = self.count == len(problem.given)
        if no_guess_tells_anything or nothing_to_choose:
            self._offer(0, problem.given or [0])
            return
        # called only so that the problem makes and keeps its marks (`FixedProblem.marks`) before the threads share it
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
        """Search from one start after the other, in one of the threads: each start takes the next of the `numbers`.

        Without a `count`, a start looks for few guesses that tell all codes apart (`Start.reduce`). With a `count`, it
        adds guesses until there are so many (`Start.add`), and then exchanges them (`Start.disturb`). After each step,
        the guesses of the start are offered, if they are what the search is for (`_offer_start`). The work ends with
        the last of the `numbers`, or earlier (`_is_over`).
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
        """Offer the guesses of the start with this `number`, if they are what the search is for.

        With a `count`, the search is for so many guesses. Without one, it is for guesses that tell all codes apart:
        then only their number matters, and no cost is offered.
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

        `chosen` has the guesses by their indices. `number` is that of their start, or -1 if all sets of guesses were
        tried. Fewer guesses are better; of two lists with as many guesses, the one of lower `cost`, which is 0 where
        only the number of guesses matters. If the new best guesses reach the bound, later starts end (`_is_over`).
        """
        offer = Offer(len(chosen), cost, number, tuple(chosen))
        with self._lock:
            if offer.rank < self._best.rank:
                self._best = offer  # `best`, read in the next line, is made from it
                if self.best is not None and self.best.proven:
                    self._enough = min(self._enough, number)

    def _exhaust(self, go_on: Callable[[], bool]) -> None:
        """Try all sets of guesses: then the best of them is proven. Raises `TriedEnoughError` if not all are tried.

        Not all are tried if `go_on` returns False. If a number of starts is given, the trying also ends after a fixed
        number of tries, so that the same is found every time. One try adds a guess to a set or, in
        `find_columns`, chooses the symbols of all guesses in one hole. It counts as a look at all marks of the game,
        and all tries together look at `PROOF_MARKS` marks at most.
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

        If the bound reaches the number of the best guesses so far, these are the fewest, and nothing is offered. Raises
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

        If no set is better than the guesses that the starts found, the value of those guesses becomes the bound. Raises
        `TriedEnoughError` when `go_on` returns False: then the bound stays. A set is offered at a cost below 0: its
        value minus the value of the guesses of the starts. The costs of starts are never below 0: so it is better.
        """
        problem = self.problem
        # scores rate a partition after one more guess: so the last of the best guesses is scored beside the others
        *others, last = self._best.chosen
        scores = problem.score(problem.split(others), np.array([last]))
        value_before = int(scores.values(problem.objective)[0])
        value = value_before
        for value, better in try_all(problem, count, value_before, go_on):
            self._offer(-1, better, value - value_before)
        self.bound = value


def find_apart(problem: FixedProblem, count: int, go_on: Callable[[], bool]) -> list[int] | None:
    """Return the indices of `count` guesses that tell all codes apart, or None if there are none.

    `count` includes the guesses given, which come first. Codes that even all guesses of the game together leave in one
    class need not be told apart. The guesses are looked for in the first of these ways that applies:

    1. Hole by hole (`find_columns`), which is faster. It applies if the rule is `black`, if the game has all codes of
       its colours, if all of them may be guessed and none is given, and if the game is small enough (`has_columns`).
    2. All sets of guesses are tried (`try_all`).

    Raises `TriedEnoughError` when `go_on` returns False.

    Of the nine codes of two holes and three colours, two guesses tell all apart, AB and AC:

    >>> from mastermot.rules.codes import ColourCodes
    >>> problem = FixedProblem(ColourCodes(2, 3), "black-white")
    >>> find_apart(problem, 1, lambda: True), find_apart(problem, 2, lambda: True)
    (None, [1, 2])
    """
    codes = problem.codes
    symbols = len(codes.alphabet)
    has_all_colour_codes = codes.colours > 0 and codes.repeats
    every_code_allowed = has_all_colour_codes and problem.guesses_are_codes and not problem.given
    if every_code_allowed and problem.rule is BLACK and has_columns(codes.length, symbols, count):
        rows = find_columns(codes.length, symbols, count, go_on)
        return None if rows is None else [codes.index[codes.decode(row)] for row in rows]
    # the value of guesses is minus the number of their classes: the first set with a lower value than this leaves as
    # many classes as all guesses together
    value_of_one_class_less = -(problem.separable - 1)
    found = next(try_all(problem, count, value_of_one_class_less, go_on), None)
    if found is None:
        return None
    _value, guesses = found
    return guesses


def find_fixed_guesses(
    problem: FixedProblem, count: int | None = None, *, seed: int = 0, starts: int = 4
) -> FixedGuesses:
    """Return the best fixed guesses that a search finds; with the same `seed` and `starts`, always the same guesses.

    With a `count`, the search is for so many guesses, those given included. Without one, it is for as few guesses as
    tell all codes apart. It begins anew `starts` times, or until its guesses reach a bound that no guesses can beat:
    then these are proven to be the best. In a small game, it begins anew `SMALL_STARTS` times at most. If it does not
    reach the bound in these, all sets of guesses are tried, for about a minute at most. Once all sets are tried, the
    best of them is proven too.

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

    If the codes are of colours, which the rule treats alike, and the guesses are the codes, one guess of each shape is
    returned, such as AABC: other colours in their place change nothing. `limit` is not used then.

    Otherwise, as with words, the guesses that leave most classes are returned, the best first. Of two that leave as
    many classes, the one with the lower index comes first. As many guesses are returned as can be paired with all
    guesses within `limit` marks, but never fewer than one. Whether guesses are given does not matter.
    """
    codes = problem.codes
    colours_are_alike = codes.colours > 0 and problem.rule.symmetric
    if colours_are_alike and problem.guesses_are_codes:
        return np.array([codes.index[codes.decode(row)] for row in first_codes(codes)])
    most = max(1, limit // problem.marks.size)  # to pair one guess with all, all marks of the game are looked at
    counts = problem.score(problem.split(())).classes
    return np.argsort(-counts, kind="stable")[:most]


def rank_pairs(
    problem: FixedProblem, firsts: Rows, top: int, on_first: Callable[[int], object] = lambda _one: None
) -> dict[str, list[GuessPair]]:
    """Return the best `top` pairs by each objective of `PAIRED_BY`, among the pairs that begin with one of `firsts`.

    The result has, by the name of the objective, a list of pairs, the best first; of two pairs with the same value, the
    one with the smaller indices comes first. `firsts` has guesses, by their indices. After each of them `on_first` is
    called, with 1: by this a caller counts how far the work is.
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

    `values` has, for each second guess, the value of its pair with `first`. If `best` has this pair already, with the
    two guesses in the other order, it stays in that order. Pairs with the same value are in the order of
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
        scored = ScoredPair(int(values[second]), in_order, (first, second))
        by_guesses.setdefault(in_order, scored)  # a pair that is there already stays
    return sorted(by_guesses.values())[:top]

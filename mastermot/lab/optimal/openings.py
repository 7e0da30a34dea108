"""The best strategy whose first guesses are fixed, whatever the answers: what the answers leave is solved set by set.

Codes that get the same marks from the whole opening are a set. The least cost is a sum: of the turns of the opening,
each at its price for every code still possible, and of the least costs of the sets.
"""

import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from mastermot.errors import N_, Reason
from mastermot.lab.optimal import kernel
from mastermot.lab.optimal.boards import Board
from mastermot.lab.optimal.errors import OpeningError
from mastermot.lab.optimal.memory import NO_TOTAL, forget_lows
from mastermot.lab.optimal.scoring import WIDTH, Situation, bound_size, follow
from mastermot.lab.optimal.search import FIRST_STEP, SHORT, WIDTHS, Improver, Share, Status, StrategySearch, go_on_until
from mastermot.lab.optimal.search_problem import GoOn, Problem, always

MAX_OPENING = 10  #: Guesses of an opening at most.


def read_opening(problem: Problem, opening: Sequence[str]) -> tuple[str, ...]:
    """Return the guesses of an opening, as the game writes them.

    Raises `OpeningError` where the problem takes no opening, or none so long: the objectives `longest` and `last` take
    none, hard mode takes one guess, any other game `MAX_OPENING`. Raises what `Codes.read` names for a guess that is
    not allowed.
    """
    if opening and problem.objective.shortest_first:
        raise OpeningError(why=Reason(N_("it is for the objectives total and within:N")))
    if problem.hard is not None and len(opening) > 1:
        raise OpeningError(why=Reason(N_("in hard mode it has only one guess: the marks decide which may follow")))
    if len(opening) > MAX_OPENING:
        raise OpeningError(why=Reason(N_("it has at most {most:guesses}"), most=MAX_OPENING))
    all_guesses = problem.codes if problem.guesses is None else problem.guesses
    read = []
    for guess in opening:
        is_code = guess in problem.codes
        reader = problem.codes if is_code else all_guesses  # codes may be guessed, whether `guesses` lists them or not
        read.append(reader.read(guess))
    return tuple(read)


class OpenedSet(NamedTuple):
    """A set that an opening leaves, with the best cost found and a lower bound, without the turns of the opening."""

    here: Situation
    best: int
    bound: int


class OpenedSearch(StrategySearch):
    """The search for the least cost once an opening is played: of each set that it leaves."""

    def __init__(self, problem: Problem, opening: tuple[str, ...], most_bytes: int, board: Board) -> None:
        """Prepare the search of the sets that an opening leaves, small ones first; the board is that of the problem."""
        super().__init__(problem, most_bytes=most_bytes, board=board)
        self.opening = opening
        self.price = 0  #: What the opening itself costs, for all codes together.
        situations = [self.start]
        prices = self.game.prices
        for depth, guess in enumerate(opening):
            code_count = sum(len(here.members) for here in situations)
            self.price += int(prices[depth]) * code_count
            situations = self.play(guess, situations)
        self.sets: list[OpenedSet] = []
        for here in sorted(situations, key=lambda situation: len(situation.members)):
            size = len(here.members)
            bound = int(bound_size(size, self.answers, prices, len(opening)))
            best = bound if size <= 2 else NO_TOTAL  # one or two codes always cost just so much
            self.sets.append(OpenedSet(here, best, bound))
        self.add_up()

    def play(self, guess: str, situations: Sequence[Situation]) -> list[Situation]:
        """Return the situations that may follow a guess at any of these: one for each class that it leaves of each.

        The answer “found” is left out, since the game is over then.
        """
        row = self.board.texts.index(guess)
        after = []
        for here in situations:
            for number, class_members in self.board.split(row, here.members):
                if number != self.board.solved:
                    after.append(follow(self.game, here, row, class_members))
        return after

    def add_up(self) -> None:
        """Take the best cost, and its bound, from those of the sets."""
        # while some set has no cost yet, the sum is more than `NO_TOTAL`, which is the ceiling here
        self.best = min(self.ceiling, self.price + sum(opened.best for opened in self.sets))
        self.bound = self.price + sum(opened.bound for opened in self.sets)

    @property
    def roots(self) -> list[tuple[Situation, int]]:
        """The sets whose bounds need a proof, each with its bound.

        Any n codes cost at least 2n - 1: a guess finds one of them, and all others take a turn more. So a set whose
        bound is no higher than that needs no proof.
        """
        return [(opened.here, opened.bound) for opened in self.sets if opened.bound > 2 * len(opened.here.members) - 1]

    def run(
        self, go_on: GoOn = always, *, threads: int = 1, share: Share | None = None, improver: Improver | None = None
    ) -> Iterator[Status]:
        """Yield the status whenever a total or a bound got better, until all is proven or `go_on` returns False.

        The sets are searched among ever more guesses (`WIDTHS`). Where that has taken more than `SHORT` seconds, the
        bounds are raised before the next width, for as long as all has taken so far. In the end only the bounds are
        raised. `share` and `improver`, which other searches take, are not used: the work is not shared, and the opening
        is given.
        """
        began = time.monotonic()
        self.threads = threads
        for width in WIDTHS:
            if width >= len(self.board.texts):
                break
            yield from self.search_sets(width, go_on)
            spent = time.monotonic() - began
            if spent > SHORT:
                yield from self.raise_bound(partial(go_on_until, time.monotonic() + spent, go_on))
            if self.proven or not go_on():
                return
        yield from self.raise_bound(go_on)

    def search_sets(self, width: int, go_on: GoOn) -> Iterator[Status]:
        """Search the sets that are not proven among `width` guesses at each turn; yield the status after the last one.

        If `go_on` returns False before that, nothing is yielded. What was found of the sets before is kept.
        """
        self.state[WIDTH] = width  # where the compiled search reads it
        forget_lows(self.tools.memory)  # lower bounds found among other guesses prove nothing here
        for index, opened in enumerate(self.sets):
            if opened.best > opened.bound:
                least = self.least(opened.here, opened.best, go_on, threads=self.threads)
                if least is None:  # `go_on` returned False
                    return
                # a result below the best cost is a cost that was found; any other is only a bound of this search
                self.sets[index] = opened._replace(best=min(opened.best, least))
                self.add_up()
        yield self.status

    def raise_bound(self, go_on: GoOn) -> Iterator[Status]:
        """Yield the status whenever a bound got better, until they meet the costs or `go_on` returns False.

        Each round asks of every set whether it costs less than a target between its bound and its best cost: as far
        above the bound as 1/64 of the gap at first, twice as much each round, and all of it in the end. Where no cost
        of the set is known yet, the round asks for the least cost itself. A result below the target is the least cost;
        any other is a new bound.
        """
        self.state[WIDTH] = kernel.EVERY
        forget_lows(self.tools.memory)  # found among some guesses only, these bounds prove nothing
        divisor = FIRST_STEP
        while not self.proven:
            for index, opened in enumerate(self.sets):
                gap = opened.best - opened.bound
                if gap == 0:
                    continue
                has_cost = opened.best < NO_TOTAL
                target = opened.bound + max(1, gap // divisor) if has_cost else NO_TOTAL
                least = self.least(opened.here, target, go_on, threads=self.threads)
                if least is None:
                    return
                best = least if least < target else opened.best
                bound = max(opened.bound, min(least, best))
                self.sets[index] = opened._replace(best=best, bound=bound)
                self.add_up()
                yield self.status
            divisor = max(1, divisor // 2)

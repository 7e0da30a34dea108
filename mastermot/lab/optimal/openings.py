"""The best strategy whose first guesses are fixed, whatever the answers: what the answers leave is solved set by set.

Codes that get the same marks from the whole opening are a set. The least cost is a sum: of the turns of the opening,
each at its price for every code still possible, and of the least costs of the sets.

What words mean here:

- a *set*: codes that are still possible, all after the same marks; a *situation*: a set at a turn (`Situation`);
- the *price* of a turn: what it costs for each code still possible (`Objective.prices`), 1 where turns are counted;
- the *cost* of a set: the prices of all turns that its codes take, with the best guesses or with those found;
- the *bound*: what is proven that no guesses cost less than; a set is *proven* when its cost is its bound;
- the *width* of a search: how many guesses it tries at each set; `kernel.EVERY` stands for all;
- the *status*: the best cost found, or None, and the bound, for the whole game with its opening.
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
    """A set that an opening leaves, with the best cost found and a lower bound, both without the opening's turns."""

    here: Situation
    best: int  #: `NO_TOTAL` until a cost is found.
    bound: int


class OpenedSearch(StrategySearch):
    """The search for the least cost once an opening is played: of each set that it leaves."""

    def __init__(self, problem: Problem, opening: tuple[str, ...], most_bytes: int, board: Board) -> None:
        """Prepare the search of the sets that an opening leaves, in the order of their sizes, the smallest first.

        `opening` has its guesses, as `read_opening` returns them. The search takes `most_bytes` of memory, and `board`
        has the marks of the problem.
        """
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
        """Return the situations that may follow a guess at any of `situations`: at each, one for each answer.

        A situation has the codes that are still possible then, and the number of turns that were played. The answer
        “found” is left out, since the game is over then. The situations after the first of those given come first.
        """
        row = self.board.texts.index(guess)
        after = []
        for here in situations:
            for number, class_members in self.board.split(row, here.members):
                if number != self.board.solved:
                    after.append(follow(self.game, here, row, class_members))
        return after

    def add_up(self) -> None:
        """Set the best cost and the bound of the whole game: what the opening itself costs, and those of all sets.

        While some set has no cost yet, its `NO_TOTAL` makes the sum too large: then the best cost is the `ceiling`,
        which is also `NO_TOTAL`.
        """
        self.best = min(self.ceiling, self.price + sum(opened.best for opened in self.sets))
        self.bound = self.price + sum(opened.bound for opened in self.sets)

    @property
    def roots(self) -> list[tuple[Situation, int]]:
        """The situations that a proof of the bound begins with: the sets whose bounds need one, each with its bound.

        Any n codes cost at least 2n - 1, as no turn costs less than 1: a guess finds one of them, and all others take a
        turn more. So a set whose bound is no higher than that needs no proof.
        """
        roots = []
        for opened in self.sets:
            bound_without_proof = 2 * len(opened.here.members) - 1
            if opened.bound > bound_without_proof:
                roots.append((opened.here, opened.bound))
        return roots

    def run(
        self, go_on: GoOn = always, *, threads: int = 1, share: Share | None = None, improver: Improver | None = None
    ) -> Iterator[Status]:
        """Yield the status whenever a cost or a bound got better, until all is proven or `go_on` returns False.

        It takes these steps:

        1. The sets are searched among each number of guesses in `WIDTHS` that is less than all, in rising order
           (`search_sets`). `WIDTHS` also says when other searches give a width up; here none is given up.
        2. After each of these widths, if all has taken more than `SHORT` seconds so far, the bounds are raised among
           all guesses, for as long again (`raise_bound`).
        3. After each of these widths, it ends if the best cost is proven, or if `go_on` returns False.
        4. After the last width, the bounds are raised until all is proven, or `go_on` returns False.

        So many `threads` search. `share` and `improver`, which other searches take, are not used.
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
        """Search each set that is not proven, among `width` guesses at each turn; yield the status after the last set.

        Each search looks for a cost below the best that is known of its set. If there is one, it becomes the best; the
        bounds stay. If `go_on` returns False before the last search is over, nothing is yielded; what the searches
        before found is kept.
        """
        self.state[WIDTH] = width  # where the compiled search reads it
        forget_lows(self.tools.memory)  # lower bounds from another width do not hold for this one
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

        Each round asks of every set that is not proven whether it costs less than a target, all guesses tried. The
        target lies above the bound of the set by a part of the gap between the bound and the best cost: by 1/64 of the
        gap in the first round (`FIRST_STEP`), by 1/32 in the second, and so on, in the end by all of it; but by 1 at
        least. With a bound of 100 and a best cost of 228, the first target is 100 + 128 // 64 = 102. If the bound is
        102 then, the next target is 102 + 126 // 32 = 105.

        If no cost of the set is known yet, the target is `NO_TOTAL`, so that the least cost itself is found. A result
        below the target is the least cost, and the set is proven; any other is a new bound. The status is yielded after
        each set that was asked.
        """
        self.state[WIDTH] = kernel.EVERY
        forget_lows(self.tools.memory)  # lower bounds from a search among some guesses prove nothing
        divisor = FIRST_STEP
        while not self.proven:
            for index, opened in enumerate(self.sets):
                gap = opened.best - opened.bound
                if gap == 0:
                    continue
                target = NO_TOTAL
                if opened.best < NO_TOTAL:
                    target = opened.bound + max(1, gap // divisor)
                least = self.least(opened.here, target, go_on, threads=self.threads)
                if least is None:  # `go_on` returned False
                    return
                best = least if least < target else opened.best
                bound = max(opened.bound, min(least, best))
                self.sets[index] = opened._replace(best=best, bound=bound)
                self.add_up()
                yield self.status
            divisor = max(1, divisor // 2)

"""The best strategy whose first guesses are fixed, whatever the answers: what the answers leave is solved set by set.

Codes that get the same marks from the whole opening are a set. The least total is a sum: of the turns of the codes that
the opening finds, of the turns of the opening for all others, and of the least totals of the sets.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mastermot.lab.optimal import kernel
from mastermot.lab.optimal.counting import Members
from mastermot.lab.optimal.errors import OpeningError
from mastermot.lab.optimal.memory import NO_TOTAL, forget_lows
from mastermot.lab.optimal.problems import TOTAL, GoOn, Problem
from mastermot.lab.optimal.scoring import WIDTH
from mastermot.lab.optimal.search import WIDTHS, Status, StrategySearch
from mastermot.lab.optimal.trees import StrategyTree

MAX_OPENING = 10  #: Guesses of an opening at most.


def read_opening(problem: Problem, opening: Sequence[str]) -> tuple[str, ...]:
    """Return the guesses of an opening, in the game's writing. Raises `OpeningError`, and what `Codes.read` raises."""
    if opening and (problem.objective != TOTAL or problem.consistent or len(opening) > MAX_OPENING):
        raise OpeningError(most=MAX_OPENING)
    codes, others = problem.codes, problem.guesses or problem.codes
    return tuple((codes if guess in codes else others).read(guess) for guess in opening)


class Left(NamedTuple):
    """A set that an opening leaves."""

    members: Members
    best: int  #: The least total known, counted from there.
    bound: int  #: The least total that there can be.


class Opened:
    """The sets that an opening leaves, on their way to their best strategies."""

    def __init__(self, search: StrategySearch, opening: tuple[str, ...]) -> None:
        self.search, self.opening = search, opening
        self.turns = 0  #: The turns of the opening itself.
        left, board = [search.start.members], search.board
        self.rows = [board.texts.index(guess) for guess in opening]
        for row in self.rows:
            self.turns += sum(map(len, left))
            left = [rest for members in left for number, rest in board.split(row, members) if number != board.solved]
        lows = [(members, 2 * len(members) - 1) for members in sorted(left, key=len)]
        self.sets = [Left(members, low if len(members) <= 2 else NO_TOTAL, low) for members, low in lows]

    @property
    def best(self) -> int | None:
        """The least total known; None before each set has one."""
        total = self.turns + sum(left.best for left in self.sets)
        return total if total < NO_TOTAL else None

    @property
    def bound(self) -> int:
        """The proven lower bound of the total."""
        return self.turns + sum(left.bound for left in self.sets)

    def run(self, go_on: GoOn, threads: int = 1) -> Iterator[Status]:
        """Yield where the search stands, whenever it has gone through all sets among so many guesses at each turn."""
        search = self.search
        for width in (*(width for width in WIDTHS if width < len(search.board.texts)), kernel.EVERY):
            search.state[WIDTH] = width
            forget_lows(search.tools.memory)
            for place, left in enumerate(self.sets):
                if left.best == left.bound:
                    continue
                here = search.start._replace(members=left.members, depth=len(self.opening))
                least = search.least(here, left.best, go_on, threads=threads)
                if least is None:
                    return
                best = min(left.best, least)
                self.sets[place] = left._replace(best=best, bound=best if width == kernel.EVERY else left.bound)
            yield Status(self.best, self.bound)

    def tree(self) -> StrategyTree:
        """Return the best tree found, once each set has one."""
        search, problem = self.search, self.search.problem
        root = search.make_node(search.start, self.best == self.bound, self.rows)
        return StrategyTree(problem.codes, problem.rule, root, TOTAL, problem.guesses, opening=self.opening)

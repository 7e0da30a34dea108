"""Better trees for games that are too large to be proven soon: more openings, then parts of the best tree once more.

A search among w guesses at each set takes w times as long for each turn that a game lasts. So w stays small where all
codes of a large game are searched; it may be large for the few codes that two guesses leave. Therefore:

1. The most promising first guesses are compared. Of those that symmetries turn into each other, one is enough: with 5
   holes and 8 colours there are seven, from AAAAA to ABCDE. What each leaves is searched among few guesses, what the
   best leave among more. A comparison that the main search has made already is left out. Where turns have prices, as
   under ``within:N``, many more first guesses are compared. How promising a guess is depends on the turns that it
   should take, which does not say after which guess the most codes are found in time.
2. The sets that one or two turns of the best tree leave are searched again among ever more guesses. The sets that cost
   most for each of their codes come first.

Lower bounds from a search among some guesses do not hold for all guesses. So this search has a memory of its own.

Some words of this module:

- The *width*: how many guesses are tried at each set.
- An *opening*: the first guess of a game.
- The *cost* of a set, or of a guess at it: the prices of all turns that its codes take from there on. Where turns have
  no prices, each costs 1.
- The *main* search: the one whose best tree is made better. It and the search here take turns: each call of `improve`
  is one. Everywhere else, a *turn* is one of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from mastermot.lab.optimal import kernel
from mastermot.lab.optimal.memory import NO_TOTAL, Integers, forget_lows, look_up
from mastermot.lab.optimal.scoring import BEST, CHOSEN, WIDTH, Situation, follow
from mastermot.lab.optimal.search import StrategySearch
from mastermot.lab.optimal.search_problem import GoOn, Problem, always

OPENINGS = ((3, 7), (10, 2))
"""Rounds of the openings: the guesses tried at each set, and how many openings are compared so."""
PRICED_OPENINGS = ((3, 60), (10, 20), (30, 6))
"""The same where turns have prices. Of Wordle's words of 2021, ALTER finds the most within 4 turns, and comes 40th."""
AGAIN = ((2, 30), (2, 100), (1, 30), (2, 300), (1, 100))
"""Rounds of the best tree: the turns after which its sets are searched again, and the guesses tried at each set.

Only the last round finds a strategy for bulls and cows that leaves 50 codes for the seventh turn; those found before it
leave 53 or more.
"""
FEW = 3  #: Sets of at most so many codes need no search, or next to none.


class Subtree(NamedTuple):
    """A set that one or two turns leave, and `parent`: the set that the first of these turns left, perhaps the same."""

    here: Situation
    parent: Situation


class TreeImprover:
    """Makes the best tree of a search better, in turns with the search itself: `improve` is one of its turns."""

    def __init__(self, main: StrategySearch, threads: int) -> None:
        self.main = main
        self.threads = threads
        self.best = NO_TOTAL  #: The cost of the best tree known here; `NO_TOTAL` before the first call of `improve`.
        self.guess = -1  #: The first guess of that tree; -1 if none is known.
        self.over = False  #: Whether nothing is left to do.
        self.go_on: GoOn = always  #: The one given to the present call of `improve`.
        self.known: dict[tuple[int, bytes, bytes], tuple[int, int]] = {}
        """What `find_best` has returned, by the fields of the situation: kept here, since a memory may lose sets."""
        self.work = self.work_on()  #: The work, piece by piece: each call of `improve` goes on where the last stopped.

    @cached_property
    def search(self) -> StrategySearch:
        """A search beside the main one, made when first asked for, in the memory that the main one can spare."""
        main = self.main
        spare = main.board.bytes + main.spare_bytes  # the board, which both share, counts in the bytes of each
        return StrategySearch(main.problem, prices=main.prices, most_bytes=spare, board=main.board)

    def improve(self, go_on: GoOn) -> Iterator[int]:
        """Yield the cost of the best tree each time a better one is found, until `go_on` returns False.

        It has three steps:

        1. If the main search has found a better tree since the last call, the search here learns that tree, which is
           improved from now on.
        2. The work goes on where the last call left it (`work_on`). After each piece of it, `go_on` is asked.
        3. Each time that the tree got better, it is given to the main search (`hand_over`), and its cost is yielded.

        Once no work is left, `over` becomes True.
        """
        self.go_on = go_on
        main_is_ahead = self.main.best < self.best
        if main_is_ahead:
            self.best = self.main.best
            self.guess = int(self.main.state[CHOSEN])
            sets = split(self.main, self.main.start, self.guess)  # those that the first guess of its tree leaves
            self.search.learn(list_tree_rows(self.main, sets))
        for improved in self.work:  # the sets after one turn whose trees may have become better
            if self.best < self.main.best:
                self.hand_over(improved)
                yield self.best
            if not go_on():
                return
        self.over = True

    def work_on(self) -> Iterator[list[Situation]]:
        """Do all the work, and yield, after each piece of it, the sets after one turn whose trees may be better now.

        At first, openings are compared (`compare_openings`). Then each round of `AGAIN` searches the sets that one or
        two turns of the best tree leave, those that cost most for each of their codes first (`weigh`). After the search
        of a set, two costs are counted anew, since they may have become less: that of its `parent` (`Subtree`,
        `reprice`), then that of the whole tree. `best` and `guess` are kept up to date.

        If `go_on` returned False before a search was over, an empty list is yielded: the caller may stop there, and ask
        for the next piece of work later.
        """
        yield from self.compare_openings()
        for turns, width in AGAIN:
            self.set_width(width)
            for subtree in sorted(self.list_subtrees(turns), key=self.weigh, reverse=True):
                yield from self.search_set(subtree.here)
                self.reprice(subtree.parent)
                self.best = min(self.best, self.add_up(self.guess))
                yield [subtree.parent]

    def compare_openings(self) -> Iterator[list[Situation]]:
        """Search what the most promising openings leave, round by round.

        If the best opening of a round is better than the best tree so far, it becomes `guess`, and its cost `best`; the
        sets that it leaves are yielded after the round. Before that, an empty list is yielded each time that `go_on`
        returned False (see `work_on`).

        Each round tries fewer openings, the best of the round before, but more guesses at each set. A round is left out
        if neither its width nor the number of openings left is more than `main.compared`: the main search has tried as
        many guesses at each set, and so as many openings at the first turn.
        """
        turns_have_prices = len(self.search.prices) > 1
        rounds = PRICED_OPENINGS if turns_have_prices else OPENINGS
        _width, most = rounds[0]  # no later round compares more openings
        openings = list_openings(self.search, most)  # the most promising first
        for width, count in rounds:
            if max(width, len(openings)) <= self.main.compared:
                continue
            self.set_width(width)
            costs: dict[int, int] = {}  # by opening
            for opening in openings[:count]:
                if opening == self.guess:  # the best so far: `work_on` searches what it leaves among more guesses
                    costs[opening] = self.best
                else:
                    yield from self.search_opening(opening)
                    costs[opening] = self.add_up(opening)
            openings = sorted(costs, key=lambda opening: costs[opening])
            best_opening = openings[0]
            if costs[best_opening] < self.best:
                self.guess = best_opening
                self.best = costs[best_opening]
                yield split(self.search, self.search.start, best_opening)

    def set_width(self, width: int) -> None:
        """Let the search here try so many guesses at each set; it forgets the lower bounds of its last width."""
        self.search.state[WIDTH] = width
        forget_lows(self.search.tools.memory)

    def find_best(self, here: Situation) -> tuple[int, int]:
        """Return the least cost known of a set and the guess that reaches it; `NO_TOTAL` and -1 where none is known.

        What was returned before for this set is kept in `known`: the cost is never more than that, even if the memory
        has lost the set. Otherwise a single lost set would make the cost of the whole tree `NO_TOTAL` (`price`), and no
        better tree would be seen.
        """
        key = (here.depth, here.members.tobytes(), here.others.tobytes())
        best = self.known.get(key, (NO_TOTAL, -1))
        _low, high, guess = kernel.find_known(self.search.tools, here)
        if high < NO_TOTAL:
            best = min(best, (high, guess))
            self.known[key] = best
        return best

    def search_set(self, here: Situation) -> Iterator[list[Situation]]:
        """Search a set for a cost below the one known, until the search is over; its memory then has what was found.

        Each time that `go_on` returned False, an empty list is yielded, and the search is begun anew when the caller
        asks for more: what it had found is in the memory (see `work_on`).
        """
        known_cost, _guess = self.find_best(here)
        while self.search.least(here, known_cost, self.go_on, threads=self.threads) is None:
            yield []

    def search_opening(self, guess: int) -> Iterator[list[Situation]]:
        """Search each set that a first guess leaves; empty lists are yielded as by `search_set`."""
        for here in split(self.search, self.search.start, guess):
            yield from self.search_set(here)

    def add_up(self, guess: int) -> int:
        """Return what a first guess costs, by the least costs known of what it leaves; `NO_TOTAL` if one is missing."""
        return self.price(self.search.start, guess)

    def price(self, here: Situation, guess: int) -> int:
        """Return what a guess at a set costs, with the least costs known of what it leaves.

        Each code of the set pays the price of this turn; the last of the `prices` is that of all later turns too. If no
        cost is known of a set that the guess leaves, `NO_TOTAL` is returned.
        """
        prices = self.search.prices
        cost = len(here.members) * prices[min(here.depth, len(prices) - 1)]
        for after in split(self.search, here, guess):
            cost_after, _guess = self.find_best(after)
            cost += cost_after
        return min(cost, NO_TOTAL)  # each cost that is not known has added `NO_TOTAL`

    def reprice(self, here: Situation) -> None:
        """Count anew what the best guess known of a set costs, and remember this cost if it is less than before.

        It may be less, since better trees may have been found of the sets that the guess leaves. If no guess is known,
        nothing is done.
        """
        before, guess = self.find_best(here)
        if guess < 0:
            return
        cost = self.price(here, guess)
        if cost < before:
            tell_cost(self.search, here, cost, guess)

    def list_subtrees(self, turns: int) -> list[Subtree]:
        """Return the sets that the first turn of the best tree leaves, or that its first two leave: `turns` is 1 or 2.

        Sets of at most `FEW` codes are left out. So are sets after the first turn for which no guess is known, and all
        sets that follow these.
        """
        subtrees: list[Subtree] = []
        for parent in split(self.search, self.search.start, self.guess):
            _cost, guess = self.find_best(parent)
            has_guess = guess >= 0
            if len(parent.members) <= FEW or not has_guess:
                continue
            if turns == 1:
                subtrees.append(Subtree(parent, parent))
                continue
            for here in split(self.search, parent, guess):
                if len(here.members) > FEW:
                    subtrees.append(Subtree(here, parent))
        return subtrees

    def weigh(self, subtree: Subtree) -> float:
        """Return the cost of a subtree, divided by the number of its codes: the largest is searched first."""
        cost, _guess = self.find_best(subtree.here)
        return cost / len(subtree.here.members)

    def hand_over(self, improved: list[Situation]) -> None:
        """Give the main search the best tree: its cost, its first guess, and the sets whose trees got better.

        The cost and the guess of the whole tree are kept in three places there: the compiled search reads its memory
        and its state (at `BEST` and `CHOSEN`), the rest of the program reads `best`.
        """
        main = self.main
        main.learn(list_tree_rows(self.search, improved))
        tell_cost(main, main.start, self.best, self.guess)
        main.state[[BEST, CHOSEN]] = self.best, self.guess
        main.best = self.best


def split(search: StrategySearch, here: Situation, guess: int) -> list[Situation]:
    """Return the sets of codes that a guess leaves; the code that it finds is in none of them."""
    board = search.board
    classes = board.split(guess, here.members)
    after = []
    for number, class_members in classes:
        if number != board.solved:
            after.append(follow(search.game, here, guess, class_members))
    return after


def tell_cost(search: StrategySearch, here: Situation, cost: int, guess: int) -> None:
    """Write into the memory of a search that a guess at a set costs so much; the set's lower bound stays as it is."""
    low, _high, _guess = kernel.find_known(search.tools, here)
    key = kernel.make_key(search.tools.game, here)
    kernel.record(search.tools, here, key, low, cost, guess)


def list_tree_rows(search: StrategySearch, sets: list[Situation]) -> Integers:
    """Return the best trees of some sets as rows of a memory: a row for each set that the trees come to.

    The rows have the memory's columns, as `learn` takes them: the key (two sums), a lower bound, the least cost known,
    the guess, the number of codes. The lower bound is 0: a search among some guesses proves none. There are no rows for
    sets of at most `FEW` codes, nor for sets of which the memory has no guess, and none for the sets that follow these.
    """
    rows: list[tuple[int, ...]] = []
    tools = search.tools
    waiting = sets.copy()
    while waiting:
        here = waiting.pop()
        size = len(here.members)
        _low, _high, guess = kernel.find_known(tools, here)
        if size <= FEW or guess < 0:
            continue
        key = kernel.make_key(tools.game, here)
        # the guess is read once more, as the memory has it. Sets that symmetries turn into each other share a key, that
        # of their *form*; a memory has the guess at the form, which `find_known` turns back into one at this set
        _low, high, guess_in_form = look_up(tools.memory, key.first, key.second)
        if high < NO_TOTAL:  # the entry was not lost since `find_known` read it
            rows.append((key.first, key.second, 0, high, guess_in_form, size))
        waiting += split(search, here, guess)
    return np.array(rows, np.int64).reshape(-1, 6)  # with six columns, also if it has no row


def list_openings(search: StrategySearch, most: int) -> list[int]:
    """Return the rows of at most `most` promising first guesses, the best first.

    A guess is scored by the turns that its classes are expected to take, by their sizes alone: the fewer, the better.
    Of guesses that symmetries turn into each other, the first stands for all (`name_kind`). The `rows` are those of the
    board's texts, and so of its table of marks.
    """
    board = search.board
    first_of_kind: dict[object, int] = {}  # the first guess of each kind, by its row
    for row, text in enumerate(board.texts):
        first_of_kind.setdefault(name_kind(search.problem, text), row)
    rows = list(first_of_kind.values())
    code_count = len(search.start.members)
    scores: list[float] = []  # the turns expected, for each of the `rows`
    for row in rows:
        # the first columns are those of the codes; in the hard mode strict, other guesses have columns after them
        marks_of_codes = board.marks[row, :code_count]
        sizes = np.bincount(marks_of_codes, minlength=len(board.answers))
        sizes[board.solved] = 0  # the code that is found takes no more turns
        scores.append(float(search.game.estimates[sizes].sum()))
    best_first = np.argsort(scores, kind="stable")[:most]
    return [rows[index] for index in best_first.tolist()]


def name_kind(problem: Problem, guess: str) -> object:
    """Return a value that two guesses share if a symmetry turns one into the other.

    There are three kinds of games:

    - Without symmetries (`Problem.symmetric`), no guess is like another: the value is the guess.
    - If the colours of each hole may be renamed on their own (`Problem.apart`), as under `black` if they may repeat,
      every guess is like any other: the value is an empty text.
    - Otherwise it is how often each colour occurs, sorted. AABBC stands for all with a pair, another pair and a single
      colour: the value is (1, 2, 2).
    """
    if not problem.symmetric:
        return guess
    if problem.apart:
        return ""
    counts = [guess.count(colour) for colour in set(guess)]
    return tuple(sorted(counts))

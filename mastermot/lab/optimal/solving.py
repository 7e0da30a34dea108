"""A problem solved for its objective, by one search or by several, one after the other.

``docs/optimal.md`` explains the objectives. Some words of this module:

- The *cost* of a tree: every turn has a price (`Objective.prices`), and each code pays those of all turns until it is
  found.
- A *ceiling*: a search looks only for costs below it.
- A code is *late* if it is found after the turns that ``within:N`` allows; each costs `LATE_PENALTY` more.
- A search is *proven* once it is known that no cost is less than the best it found, or than its ceiling if it found
  none. It *found* something once it knows a cost below its ceiling.
- *Shortening* is what follows a proven total: the search for a tree with a shorter longest game.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from mastermot.engine import Engine
from mastermot.engine.spare_memory import spare_memory
from mastermot.game.endgames import bound_sizes
from mastermot.game.objectives import LAST_PENALTY, LATE_PENALTY, Objective
from mastermot.game.partitions import WIDEST, Table
from mastermot.game.trees import Node, Replay, StrategyTree
from mastermot.lab.optimal.boards import Board, OnWork, make_board, to_megabytes
from mastermot.lab.optimal.improving import TreeImprover
from mastermot.lab.optimal.openings import OpenedSearch, read_opening
from mastermot.lab.optimal.saved_searches import Saved
from mastermot.lab.optimal.search import Status, StrategySearch
from mastermot.lab.optimal.search_problem import GoOn, Problem, always, check_problem, ignore
from mastermot.lab.optimal.sharing import WorkerTeam

GREEDY_GUESSES = 100  #: A greedy tree chooses each guess among so many candidates at most, evenly spread.
SAVED_BOUND = 1  #: The index of the bound among the figures of a saved search.
LARGE = 5000
"""With so many codes or more, a greedy tree is made before anything else, since preparing the search takes long."""
MIN_SHORTENING = 10
"""So many seconds at least may be spent on looking for a shorter longest game, once a total is proven."""
FINE = 1 << 20
"""The price of a turn where each game of the greatest length costs 1 more: one turn outweighs all these games."""


class BestStrategy(NamedTuple):
    """The best strategy found: its tree, what the tree does, and what is proven.

    `bound` is a proven lower bound of the total, or None if none is proven. Under ``within:N``, `longest` and `last`,
    it holds for the trees that do as well as this one on what the objective compares before the total. `seconds` says
    how long the search has taken, until its objective was proven or it was stopped, without the time of compiling;
    `shortening` how long a shorter longest game was looked for after that.

    `found` is how many codes the tree finds in time under ``within:N``, `found_bound` how many any strategy finds in
    time at most; both are None under other objectives. Under `last`, `last` is how many codes the tree finds in its
    last turn, and `last_bound` how many every strategy with the same longest game finds in its last turn at least.
    `memory_needed` says how many megabytes would have made the search quicker; it is 0 if none would.
    """

    tree: StrategyTree
    bound: int | None
    proven: bool
    seconds: float
    found: int | None = None
    found_bound: int | None = None
    shortening: float = 0.0
    memory_needed: int = 0
    last: int | None = None
    last_bound: int = 0

    @property
    def replay(self) -> Replay:
        return self.tree.replay


class SolvingStoppedError(Exception):
    """Preparing was told to stop."""


class Solving:
    """A problem on its way to its best strategy: `run` goes on, `best` says what is known so far."""

    def __init__(self, problem: Problem, *, opening: Sequence[str] = (), most_bytes: int | None = None) -> None:
        """Check the problem and its `opening`: the guesses that are made first, whatever the answers.

        The search takes at most `most_bytes` of memory: by default those that the machine can spare. Raises the errors
        of `check_problem` and of `read_opening`, such as `OpeningError`.
        """
        check_problem(problem)
        self.problem = problem
        self.opening = read_opening(problem, opening)
        self.most_bytes = spare_memory() if most_bytes is None else most_bytes
        self.started = time.monotonic()
        self.seconds: float | None = None  #: How long the search has taken in all; None until it is over or stopped.
        self.shortening = 0.0  #: Seconds after these, in which a shorter longest game was looked for.
        self.current: StrategySearch | None = None  #: The search under way, once it is prepared.
        self.totals: StrategySearch | None = None  #: The search for the least total, once it is over.
        self.refuted: StrategySearch | None = None
        """Under `longest` and `last`: the search that proved that one turn less is too few."""
        self.last_turn: Objective | None = None
        """Under `last`, once the fewest turns are known: the objective with their number, and with the prices of the
        search under way."""
        self.greedy: StrategyTree | None = None  #: The greedy tree, once it is made.
        self.finer: StrategyTree | None = None  #: The best tree, once shorter longest games are looked for.
        self.saved: Saved | None = None  #: What an earlier search of the same problem left: its tree may be the best.
        self.longest_proven = not problem.objective.shortest_first
        """Whether it is proven that no longest game is shorter; True too if the objective does not ask for that."""

    @property
    def search(self) -> StrategySearch:
        """The search under way, prepared when first asked for."""
        self.prepare()
        return cast(StrategySearch, self.current)

    @property
    def elapsed(self) -> float:
        """Seconds since the start, without those of compiling."""
        return time.monotonic() - self.started

    def prepare(self, on_wait: Callable[[], object] = ignore, go_on: GoOn = always, on_work: OnWork = ignore) -> bool:
        """Mark all guesses, and compile the search, unless that was done before; return False if `go_on` stopped it.

        With `LARGE` codes or more, a greedy tree is made before that. `on_work` is called while guesses are marked,
        with the work done and the whole work (`make_board`), and `on_wait` while the search is compiled. Only the
        marking can be stopped.
        """

        def report(done: int, whole: int) -> None:
            """Hand on how much work is done; raise `SolvingStoppedError`, which ends `make_board`, if asked to stop."""
            on_work(done, whole)
            if not go_on():
                raise SolvingStoppedError

        def wait() -> bool:
            """Call `on_wait` and return True: the compiling goes on."""
            on_wait()
            return True

        if self.current is not None:
            return True
        if self.problem.codes.count >= LARGE:
            self.make_greedy(go_on)
        try:
            board = make_board(self.problem, self.most_bytes, report)
        except SolvingStoppedError:
            return False
        search = self.make_search(board)
        began = time.monotonic()
        search.prepare(wait)
        self.started += time.monotonic() - began  # compiling does not count as time of the search
        self.current = search
        return True

    def make_search(self, board: Board) -> StrategySearch:
        """Return a search of the problem on its board; if there is an opening, a search of the sets that it leaves."""
        if self.opening:
            return OpenedSearch(self.problem, self.opening, self.most_bytes, board)
        return StrategySearch(self.problem, most_bytes=self.most_bytes, board=board)

    def run(self, go_on: GoOn = always, engine: Engine | None = None, threads: int = 1) -> Iterator[Status]:
        """Yield the search's status whenever its bound or its best cost got better, until all is proven.

        It ends before that once `go_on` returns False.

        Once the total is proven, a shorter longest game is looked for, without further statuses (`shorten`); not after
        an opening, and not where the objective limits the turns. The workers of an `engine` share the work, unless
        there is an opening; this process searches in so many `threads`. May raise `WorkerLostError`.
        """
        if not self.prepare(go_on=go_on):
            return
        sharing_engine = None if self.opening else engine
        yield from run_shared(self.search, go_on, sharing_engine, threads)
        self.seconds = self.elapsed
        # with a limit of turns no shorter game is asked for, and the searches of `attempt` know no opening
        has_limit = self.problem.objective.within is not None
        if self.search.proven and not has_limit and not self.opening:
            self.shorten(go_on, engine, threads)
            self.shortening = self.elapsed - self.seconds

    def shorten(self, go_on: GoOn, engine: Engine | None, threads: int) -> None:
        """Look for a tree whose longest game is shorter than that of the search; each better one is kept in `finer`.

        First the longest games are shortened turn by turn (`take_turns_off`). If that comes to its end, what follows
        depends on the objective:

        - Under `total`, the total must stay what it is. Of the trees with the shortest longest game, one with fewer
          games of that length is looked for (`shorten_last_turn`). The shortening may take as long as the search for
          the total has taken, or `MIN_SHORTENING` seconds if that is more.
        - Under `longest`, nothing follows. The shortest longest game is what was asked for: there is no limit of time.
        - Under `last`, there is no limit of time either. The codes in the last turn are made as few as can be
          (`empty_last_turn`).
        """
        is_total = self.problem.objective.name == "total"
        end = self.elapsed + max(MIN_SHORTENING, self.elapsed) if is_total else math.inf

        def in_time() -> bool:
            return go_on() and self.elapsed < end

        def run_through(search: StrategySearch) -> None:
            """Run a search to its end, or until the time is over."""
            for _status in run_shared(search, in_time, engine, threads):
                pass  # the search goes on while its statuses are asked for

        self.totals = self.search
        self.finer = self.search.tree()
        # `take_turns_off` looks for trees that cost less than this ceiling: they have no late code, since each costs
        # `LATE_PENALTY`. Under `total`, their totals are not larger than now either
        ceiling = self.finer.replay.total + 1 if is_total else LATE_PENALTY
        tree, refuted = self.take_turns_off(self.finer, ceiling, run_through)
        if refuted is None:  # stopped: whether a turn less is enough is not known
            return
        if is_total:
            self.shorten_last_turn(tree, run_through)
            return
        self.refuted = refuted
        self.longest_proven = True
        if self.problem.objective.name == "last":
            self.empty_last_turn(tree, run_through)
        self.seconds = self.elapsed

    def take_turns_off(
        self, tree: StrategyTree, ceiling: int, run_through: Callable[[StrategySearch], None]
    ) -> tuple[StrategyTree, StrategySearch | None]:
        """Return the tree whose longest game is the shortest found, and the search that proved that none is shorter.

        Each search asks for a tree whose longest game is one turn shorter than that of `tree`. It has the prices of
        ``within:N``, and a tree costs less than the `ceiling` only if no code is late. One of three things follows:

        - The time was over before the search was proven: the best tree so far is returned, and None for the search.
        - The search proved that there is no such tree: the best tree so far and this search are returned.
        - It found such a tree, which becomes `tree`, and `finer` too; the next search begins. Under `longest` and
          `last`, the search that found the tree becomes the current one.

        `run_through` runs a search to its end, or until the time is over.
        """
        while True:
            one_turn_less = Objective("within", tree.replay.longest - 1)
            attempt = self.attempt(one_turn_less.prices, ceiling)
            run_through(attempt)
            if not attempt.proven:  # the time was over
                return tree, None
            if not attempt.found:
                return tree, attempt
            tree = attempt.tree()
            self.finer = tree
            if self.problem.objective.shortest_first:
                self.current = attempt

    def shorten_last_turn(self, tree: StrategyTree, run_through: Callable[[StrategySearch], None]) -> None:
        """Look for a tree with the total and the longest game of `tree`, but fewer games of that length.

        Only trees that cost less than `tree` are looked for, at prices made for this: each turn costs `FINE`, the last
        one 1 more, the turn after it `LATE_PENALTY` more. So a tree with a total of 206, and 24 codes found in the last
        turn, costs ``206 * FINE + 24``. No tree has a smaller total. So one that costs less finds fewer codes in the
        last turn, and none after it. A better tree is kept in `finer`. `run_through` runs a search to its end, or until
        the time is over.
        """
        longest = tree.replay.longest
        before_last = (FINE,) * (longest - 1)
        prices = (*before_last, FINE + 1, FINE + LATE_PENALTY, FINE)  # the last price is that of all later turns
        cost_of_tree = tree.replay.total * FINE + tree.replay.histogram[longest]
        search = self.attempt(prices, ceiling=cost_of_tree)
        run_through(search)
        if search.found:
            # the search puts its tree together from its memory, where the best guesses for some sets of codes may have
            # been overwritten. A search that was stopped then plays these sets by other guesses, and its tree may cost
            # more than `tree`
            self.finer = min(tree, search.tree(), key=self.rank)

    def empty_last_turn(self, tree: StrategyTree, run_through: Callable[[StrategySearch], None]) -> None:
        """Under `last`, look for a tree as short as `tree` that leaves the fewest codes to the last turn.

        Trees that cost as much as `tree` are looked for too, so that the search finds one even if none is better. This
        search becomes the current one. The better of its tree and `tree` is kept in `finer`, since a search that was
        stopped may give a worse tree (see `shorten_last_turn`). `run_through` runs a search to its end, or until the
        time is over.
        """
        self.last_turn = Objective("last", last=tree.replay.longest)
        ceiling = self.last_turn.price(tree.replay.histogram) + 1  # a tree that is just as good counts as found
        search = self.attempt(self.last_turn.prices, ceiling)
        self.current = search  # shown while it runs
        run_through(search)
        if search.found:
            self.finer = min(tree, search.tree(), key=self.rank)

    def attempt(self, prices: tuple[int, ...], ceiling: int) -> StrategySearch:
        """Return another search of the same problem, with these `prices` of turns, for costs below the `ceiling` only.

        It is not run here. It uses the proven bounds of the search for the least total (`totals`), if that is over.
        """
        return StrategySearch(
            self.problem,
            prices=prices,
            ceiling=ceiling,
            most_bytes=self.most_bytes,
            board=self.search.board,
            totals=self.totals,
        )

    def make_greedy(self, go_on: GoOn = always) -> StrategyTree:
        """Return a greedy tree, which plays the opening first (`grow_greedily`); it is made only once.

        Once `go_on` says no, the rest of the tree always plays the first candidate, which takes no time to choose.
        """
        if self.greedy is None:
            codes, rule, objective, guesses, hard = self.problem
            root = grow_greedily(Table(rule, codes), self.opening, go_on)
            self.greedy = StrategyTree(codes, rule, root, objective, guesses, hard)
        return self.greedy

    def best(self) -> BestStrategy:
        """Return the best strategy found so far, and what is proven of it, in one of three ways:

        - Under `last`, once the fewest turns are known, it is that of `best_of_last_turn`.
        - Before the search has found a tree, it is a greedy or a saved one (`best_without_search`).
        - Otherwise it is the best tree at hand (`choose_tree`). The bound that the search proves then has two parts:
          how many codes are late at least, and how many turns a tree takes at least that has only so many late codes.
          Two late codes and 60 turns in all are ``2 * LATE_PENALTY + 60``. Without a limit of turns, no code is late.
        """
        search = self.current
        if self.last_turn is not None:
            return self.best_of_last_turn()
        if search is None:
            return self.best_without_search()
        if not search.found:
            return self.best_without_search(search.bound)
        tree = self.choose_tree(self.finer or search.tree())
        least_late, total_bound = divmod(search.bound, LATE_PENALTY)
        late = self.problem.objective.count_late(tree.replay.histogram)
        bound = total_bound if late == least_late else None  # a tree with more late codes might take fewer turns
        proven = search.proven and self.longest_proven
        return self.describe(tree, bound, least_late, proven)

    def best_of_last_turn(self) -> BestStrategy:
        """Return the best strategy under `last`, once the fewest turns are known.

        The bound that the search proves has two parts: how many codes are found in the last turn at least, and how many
        turns a tree takes at least that finds only so many there. 539 codes and 5627 turns in all are
        ``539 * LAST_PENALTY + 5627``. One code at least takes the last turn: it is proven that fewer turns are too few.
        """
        search = cast(StrategySearch, self.current)
        tree = self.choose_tree(cast(StrategyTree, self.finer))
        least_last, total_bound = divmod(search.bound, LAST_PENALTY)
        last = tree.replay.histogram[tree.replay.longest]
        bound = total_bound if last == least_last else None  # a tree with more codes there might take fewer turns
        best = self.describe(tree, bound, late=0, proven=search.proven)
        return best._replace(last_bound=max(1, least_last))

    def best_without_search(self, bound: int = 0) -> BestStrategy:
        """Return a greedy strategy, or a saved one if that is better, with the best bound known.

        `bound` is the lower bound that the search has proven so far, or 0. The best bound depends on the objective:

        - Under ``within:N``, it is the bound by the number of codes alone (`list_least_turns`). The same figures say
          how many codes are found too late at least. The bounds of searches are not used: they count late codes too.
        - Otherwise, it is the highest of three: the bound by the number of codes, `bound`, and that of a saved search.

        Nothing compiled is called, so that this may be asked before the search is compiled.
        """
        least_turns = list_least_turns(self.problem)
        bound_by_count = int(least_turns[-1])
        tree = self.choose_tree(self.make_greedy())
        within = self.problem.objective.within
        if within is not None:
            turns_of_each = np.diff(least_turns)  # how many turns the first code takes at least, the second, the third…
            late = int(np.count_nonzero(turns_of_each > within))
            return self.describe(tree, bound_by_count, late, proven=False)
        saved_bound = 0 if self.saved is None else int(self.saved.figures[SAVED_BOUND])
        best_bound = max(bound_by_count, bound, saved_bound)
        return self.describe(tree, best_bound, late=0, proven=False)

    def choose_tree(self, found: StrategyTree) -> StrategyTree:
        """Return the best of these trees: `found`, the greedy one if it was made, the saved one if there is one.

        Of trees that are equally good by the objective, it is the first in this order.
        """
        trees = [found]
        if self.greedy is not None:
            trees.append(self.greedy)
        if self.saved is not None and self.saved.tree is not None:
            trees.append(self.saved.tree)
        return min(trees, key=self.cost)

    def describe(self, tree: StrategyTree, bound: int | None, late: int, proven: bool) -> BestStrategy:
        """Return the result for a `tree`: its figures, with what is proven of all strategies.

        `bound` is the lower bound that is proven of the total, or None without one; the result never has one above the
        tree's total. `proven` says whether it is proven that no strategy does better by the objective. `late` is read
        only under ``within:N``: how many codes are found too late at least, whatever the strategy. At most all others
        are found in time (`found_bound`).
        """
        if bound is not None:
            bound = min(bound, tree.replay.total)
        seconds = self.elapsed if self.seconds is None else self.seconds
        best = BestStrategy(tree, bound, proven, seconds, shortening=self.shortening, memory_needed=self.memory_needed)
        objective = self.problem.objective
        histogram = tree.replay.histogram
        count = self.problem.codes.count
        if objective.name == "last":
            best = best._replace(last=histogram[tree.replay.longest])
        if objective.within is not None:
            found = count - objective.count_late(histogram)
            best = best._replace(found=found, found_bound=count - late)
        return best

    @property
    def memory_needed(self) -> int:
        """The megabytes that the search would need for its quickest tables of marks; 0 if it has them."""
        bytes_needed = 0 if self.current is None else self.current.board.bytes_needed
        return to_megabytes(bytes_needed)

    def rank(self, tree: StrategyTree) -> tuple[int, ...]:
        """Return the figures by which trees are compared, smaller is better.

        They are those of `cost`, then the length of the tree's longest game, and how many games have this length.
        """
        longest = tree.replay.longest
        return *self.cost(tree), longest, tree.replay.histogram[longest]

    def cost(self, tree: StrategyTree) -> tuple[int, ...]:
        """Return the figures of a tree that the objective compares, smaller is better, the most important first."""
        objective = self.problem.objective
        histogram = tree.replay.histogram
        longest = tree.replay.longest
        first = [longest] if objective.shortest_first else []
        if objective.name == "last":
            first.append(histogram[longest])
        return *first, objective.price(histogram)


def list_least_turns(problem: Problem) -> NDArray[np.int64]:
    """Return an array: at index n, a number of turns that any n codes of a problem take in all at least.

    It depends only on how many codes and how many marks there are. A guess leaves at most one class for each of the
    rule's marks but “found” (`bound_sizes`). The marks are listed and counted if `Rule.size` is at most `WIDEST`.
    Otherwise `Rule.size` is taken for their number: it may be too large, which makes the bounds lower, but not false.
    """
    rule = problem.rule
    length = problem.codes.length
    marks_count = rule.size(length)
    if marks_count <= WIDEST:
        marks_count = sum(1 for _marks in rule.possible(length))
    marks_without_found = marks_count - 1
    return bound_sizes(problem.codes.count, marks_without_found)


class Bud(NamedTuple):
    """A node of a tree that has no guess yet."""

    node: Node
    candidates: NDArray[np.intp]
    turn: int  #: How many turns come before it.


def grow_greedily(table: Table, opening: Sequence[str], go_on: GoOn) -> Node:
    """Return the first node of a greedy tree: it plays the opening, then always a candidate with much entropy.

    `choose_greedily` chooses the candidate. If there are one or two candidates, or once `go_on` says no, the first one
    is played. The opening may be empty. `table` has the codes, which are all candidates at first.

    Of the codes A and B, the opening here plays B; if that gets no marks, which is written “(rien)”, A is played:

    >>> from mastermot.rules import BLACK
    >>> from mastermot.rules.codes import ColourCodes
    >>> root = grow_greedily(Table(BLACK, ColourCodes(1, 2)), opening=("B",), go_on=always)
    >>> root.guess, root.answers["(rien)"], root.answers["X"]
    ('B', Node(guess='A', answers={'X': None}), None)
    """
    opening_rows = table.rows(opening).tolist()
    root = Node("")
    buds = [Bud(root, np.arange(table.count), 0)]
    while buds:
        node, candidates, turn = buds.pop()
        if turn < len(opening_rows):
            guess = opening_rows[turn]
        elif len(candidates) <= 2 or not go_on():
            guess = int(candidates[0])
        else:
            guess = choose_greedily(table, candidates)
        node.guess = table.text(guess)
        for marks_number, candidates_after in table.split(guess, candidates):
            answer = table.rule.marks(marks_number, table.length).text
            if marks_number == table.solved:  # the game is over
                node.answers[answer] = None
            else:
                after = Node("")
                node.answers[answer] = after
                buds.append(Bud(after, candidates_after, turn + 1))
    return root


def choose_greedily(table: Table, candidates: NDArray[np.intp]) -> int:
    """Return the candidate that has the most entropy as a guess, of `GREEDY_GUESSES` at most, evenly spread."""
    step = math.ceil(len(candidates) / GREEDY_GUESSES)
    guesses = candidates[::step]
    weights = table.scores(guesses, candidates).weights  # the smaller, the more entropy
    return int(guesses[np.argmin(weights)])


def run_shared(search: StrategySearch, go_on: GoOn, engine: Engine | None, threads: int) -> Iterator[Status]:
    """Run a search: yield its status whenever the bound or the best tree got better, until the cost is proven.

    It ends before that once `go_on` returns False. This process searches in so many `threads`, and a `TreeImprover`
    looks for better trees. The workers of the `engine` share the search among all guesses. There are no workers without
    an engine, nor if the `patience` of the engine is infinite: such an engine runs in this process alone.
    """
    improver = TreeImprover(search, threads)
    if engine is None or engine.patience == math.inf:
        yield from search.run(go_on, threads=threads, improver=improver)
        return
    with closing(WorkerTeam(engine, search)) as team:
        yield from search.run(go_on, threads=threads, share=team.find, improver=improver)

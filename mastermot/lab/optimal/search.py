"""The search for the best strategy: ever wider, with a best tree and a proven lower bound to show at any time.

A *width* is how many guesses are tried at each set of codes; only a search among all guesses proves a bound. The bound
is raised in steps. Each step asks whether all codes can cost less than a *target* between the bound and the best cost.

The compiled search runs in a thread of its own, so that time, Ctrl-C and progress are looked after here. Other threads
may help. All share one memory: what one of them finds out about a set, the others know at once.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from mastermot.game.hard_modes import WORDLE
from mastermot.game.trees import Node, StrategyTree
from mastermot.lab.optimal import kernel, memory
from mastermot.lab.optimal.boards import Board, make_board, make_game, make_scratch
from mastermot.lab.optimal.memory import NO_TOTAL, Integers
from mastermot.lab.optimal.saved_searches import Saved, make_label
from mastermot.lab.optimal.scoring import BEST, CHOSEN, FULL, STOP, USED, WIDTH, Situation, Tools, bound_size, follow
from mastermot.lab.optimal.search_problem import GoOn, Problem, always
from mastermot.words.files import open_replacement

WIDTHS = {1: inf, 3: inf, 10: inf, 30: 2.0}
"""The searches before the one among all guesses: the width of each, and when it is given up. With 2.0, that is when all
has taken twice as long as it had when this search began; with `inf`, never (`choose_end`)."""
LONG = 60.0
"""The most seconds for a search that may be given up. Where it would take more, parts of the best tree are searched
again instead, among as many guesses at each set or more (`improving`)."""
EARLY = (3, 10)  #: Widths: after these searches, the bound is raised for a while if more than `SHORT` seconds are gone.
SHORT = 1.0  #: Seconds; a step of `raise_bound` that takes so long, or longer, is slow.
SLOTS = 1 << 12  #: Slots in which threads note which guesses they search (`memory.take`).
KEEP_SECONDS = 60.0  #: Seconds between two times that an unfinished search is saved, at least.
ALONE = 1.0  #: Seconds that this process searches before it shares the search with others.
FIRST_ENTRIES = 1 << 10  #: Sets that the memory has room for at first.
DEFAULT_MEMORY = 2 << 30  #: Bytes used at most, if no other number is given.
MOVED = 1 << 16  #: Entries that are moved together into a larger memory.
FIRST_TICK = 0.01  #: Seconds before the first look at a search under way.
TICK = 0.05  #: Seconds between two looks at a search under way.
NEAR = 50
"""While the gap between the bound and the best cost is more than 1/50 of the best cost, a step's target lies within the
gap; after that, it is the best cost itself."""
FIRST_STEP = 64  #: The first target lies above the bound by 1/64 of the gap, the next by 1/32, then by 1/16…
ALONE_BOUND = 30.0  #: Seconds for which the bound is raised at first (`take_turns`), or at most between two widths.
FAVOUR = 3  #: The improver's turn is longer than the bound's by this factor if the bound stood still, else shorter.

Share = Callable[[int, GoOn], bool]  #: Has other processes find out whether the cost is below a target (`run`).


class Improver(Protocol):
    """Looks for better trees (`improving.TreeImprover`): `improve` yields whenever the search knows a better tree."""

    over: bool  #: Whether nothing is left to do.

    def improve(self, go_on: GoOn) -> Iterator[int]: ...


class Status(NamedTuple):
    """Where a search stands: the best cost found, or None, and the bound proven. Under `total`, a cost counts turns."""

    best: int | None
    bound: int


def count_entries(room: int) -> int:
    """Return how many entries a memory may have in `room` bytes: the largest power of two that takes at most 2/3 of it.

    It is never less than `FIRST_ENTRIES`. At 48 bytes each, two thirds of a megabyte hold 14,563 entries:

    >>> count_entries(1 << 20)
    8192
    """
    bytes_each = memory.ENTRY_BYTES * 3 // 2  # so that a third of the room stays free
    most = max(FIRST_ENTRIES, room // bytes_each)
    return 1 << (most.bit_length() - 1)


def make_start(problem: Problem, texts: Sequence[str]) -> Situation:
    """Return the situation before the first turn: all codes are left, and in hard mode all other guesses allowed.

    `texts` are all that may be guessed, the codes first, the other guesses last (`Problem.texts`). In Wordle’s mode the
    codes stand between these once more, as guesses that cannot be the secret any more: at the start, no code is such a
    guess. Without a hard mode, any guess is allowed, and none is listed.
    """
    count = problem.codes.count
    every = np.arange(len(texts), dtype=np.int32)
    if problem.hard is None:
        return Situation(every[:count], every[:0], 0)
    first_other = 2 * count if problem.hard == WORDLE else count
    return Situation(every[:count], every[first_other:], 0)


def go_on_until(end: float, go_on: GoOn) -> bool:
    """Return whether `go_on` returns True and the time `end` has not come."""
    return go_on() and time.monotonic() < end


def choose_end(multiple: float, began: float, now: float) -> float:
    """Return the time at which a search that starts `now` is given up; `inf` for never.

    All searches since `began`, this one among them, may take `multiple` times the seconds that have passed by `now` and
    a tick (see `WIDTHS`). This one alone may take `LONG` seconds at most. If it starts after 5 seconds, it may go on
    until 10 seconds and two ticks have passed:

    >>> choose_end(2.0, began=1000.0, now=1005.0), choose_end(inf, began=1000.0, now=1005.0)
    (1010.1, inf)
    """
    end = began + multiple * (now - began + TICK)
    return end if end == inf else min(end, now + LONG)


def choose_target(bound: int, best: int, divisor: int) -> int:
    """Return a target: a step of `StrategySearch.raise_bound` asks whether the cost is below it.

    It lies above the `bound` by a part of the gap up to `best`: the gap divided by `divisor`, but 1 at least. It is
    `best` itself if no cost is known yet (`NO_TOTAL`), or if the gap is at most 1 or at most a `NEAR`-th of `best`.

    >>> choose_target(bound=5000, best=5640, divisor=64), choose_target(bound=5600, best=5640, divisor=64)
    (5010, 5640)
    """
    gap = best - bound
    is_small = gap <= max(1, best // NEAR)
    if best >= NO_TOTAL or is_small:
        return best
    return bound + max(1, gap // divisor)


class StrategySearch:
    """The search for the least cost of a problem."""

    def __init__(
        self,
        problem: Problem,
        *,
        prices: Sequence[int] = (),
        ceiling: int = NO_TOTAL,
        most_bytes: int = DEFAULT_MEMORY,
        board: Board | None = None,
        totals: StrategySearch | None = None,
    ) -> None:
        """Prepare the search on a `board`, which is made here where none is given.

        Only costs below the `ceiling` are looked for. Without `prices` of turns, those of the objective are taken. The
        search takes at most `most_bytes` of memory. `totals` is a search of the same problem that is over, where every
        turn cost 1: a set costs at least as much as in that search, times the least price here.
        """
        self.problem = problem
        self.most_bytes = most_bytes
        self.board = make_board(problem, most_bytes) if board is None else board
        self.most_entries = count_entries(most_bytes - self.board.bytes)
        memory_of_totals = None if totals is None else totals.tools.memory
        self.prices = tuple(prices) or problem.objective.prices
        self.game = make_game(problem, self.board, self.prices, memory_of_totals)
        self.start = make_start(problem, self.board.texts)
        self.state = np.zeros(16, np.int64)  #: What the compiled search reads and writes, by the indices of `scoring`.
        self.state[BEST] = NO_TOTAL
        self.state[CHOSEN] = -1
        self.tools: Tools = self.make_tools()
        self.set_room()
        self.at_work = threading.Lock()  #: Held while the compiled search runs.
        self.threads = 1  #: How many threads search.
        self.alone = 0.0  #: The time from which on other processes share the search.
        self.share: Share | None = None  #: Has other processes search; None if there are none.
        self.keep: Callable[[], object] | None = None  #: Saves the search; called now and then while it does not run.
        self.next_keep = time.monotonic() + KEEP_SECONDS
        self.ceiling = ceiling
        self.best = ceiling  #: The best cost found by a search that is over; at first the ceiling.
        self.opening: tuple[str, ...] = ()  #: Guesses that are played first, whatever the answers.
        self.answers = len(self.board.answers) - 1  #: How many answers a guess can get besides "found".
        self.bound = int(bound_size(problem.codes.count, self.answers, self.game.prices, 0))
        """What all codes are proven to cost at least."""
        self.lows_are_proven = False  #: Whether the memory’s lower bounds come from a search among all guesses.
        self.compared = 0
        """How many guesses the widest search that came to its end has tried at each set, and so how many openings."""

    def make_tools(self) -> Tools:
        """Return the tools of a search that runs in one thread and knows nothing yet."""
        empty = memory.make_memory(FIRST_ENTRIES)
        return Tools(
            game=self.game,
            scratch=make_scratch(self.board),
            memory=empty,
            state=self.state,
            taken=np.zeros(0, np.int64),  # without slots, it is not noted which guesses are searched
            news=empty[:0],  # without rows, nothing is noted for other processes
        )

    @property
    def status(self) -> Status:
        """The best cost and the bound as they are now; while it runs, the compiled search has its best in `state`."""
        best = min(int(self.state[BEST]), self.best)
        is_known = self.found and best < NO_TOTAL
        return Status(best if is_known else None, self.bound)

    @property
    def spare_bytes(self) -> int:
        """The bytes that the search may use but does not: at least a third of those that the tables of marks leave."""
        return self.most_bytes - self.board.bytes - self.most_entries * memory.ENTRY_BYTES

    @property
    def found(self) -> bool:
        """Whether a cost below the ceiling is known."""
        return self.state[CHOSEN] >= 0 or self.best < self.ceiling

    @property
    def roots(self) -> list[tuple[Situation, int]]:
        """The situations that a proof of the bound begins with, and what each costs at least."""
        return [(self.start, self.bound)]

    def knows(self, target: int) -> bool:
        """Return whether the memory knows the least cost of all codes, or that it is `target` or more."""
        low, high, _guess = kernel.find_known(self.tools, self.start)
        return low >= min(target, high)

    @property
    def proven(self) -> bool:
        """Whether it is proven that no cost is less than `best`: the best one found, or else the ceiling."""
        return self.bound >= self.best

    def is_keep_due(self) -> bool:
        return self.keep is not None and time.monotonic() >= self.next_keep

    def keep_if_due(self) -> None:
        """Save what the search knows, if it is time.

        The next time is `KEEP_SECONDS` later, or nine times as long as saving took, if that is more.
        """
        if self.keep is not None and self.is_keep_due():
            began = time.monotonic()
            self.keep()
            now = time.monotonic()
            self.next_keep = now + max(KEEP_SECONDS, 9 * (now - began))

    def prepare(self, go_on: GoOn) -> None:
        """Have the search compiled, or loaded if it was compiled before; `go_on` is called meanwhile.

        A function is compiled when it is first called: here with a single code, or with an empty memory.
        """
        one_code = self.start._replace(members=self.start.members[:1])
        self.least(one_code, 0, go_on)
        spare = memory.make_memory(1)
        memory.forget_lows(spare)
        memory.learn_rows(spare, spare[:0])

    def least(self, here: Situation, beta: int, go_on: GoOn = always, threads: int = 1) -> int | None:
        """Return the least cost of a situation if that is below `beta`, else a lower bound on it of `beta` or more.

        It is None when `go_on` returned False. What is found out about sets is in the memory (`kernel.find_least`).
        """
        low = bound_size(len(here.members), self.answers, self.game.prices, here.depth)
        return self.call(kernel.find_least, (here, low, beta), go_on, threads)

    def call(
        self, function: Callable[..., int], arguments: tuple[object, ...], go_on: GoOn = always, threads: int = 1
    ) -> int | None:
        """Return the result of a compiled function, that of the first thread to end; None once `go_on` returns False.

        Each of so many `threads` calls it with tools of its own, and all with the same `arguments`. The function stops
        early if the memory is full, or if it is time to save; then the memory grows, or the search is saved, and the
        function is called again.
        """
        while True:
            results = self.call_once(function, arguments, go_on, threads)
            if results:
                return results[0]
            if self.state[STOP] == kernel.MEMORY_FULL and go_on():
                self.grow(go_on)
            elif self.is_keep_due() and go_on():
                self.keep_if_due()
            else:
                return None

    def call_once(
        self, function: Callable[..., int], arguments: tuple[object, ...], go_on: GoOn, threads: int
    ) -> list[int]:
        """Return the result of a compiled function, as a list of one; an empty list if it stopped early.

        It stops early when `go_on` returns False, when it is time to save, or when the memory is full. It runs in a
        thread that holds the lock `at_work`; this thread waits. Ctrl-C may come while that thread starts: then it runs
        already, or finds that it was called off. Either way, nothing else may touch the arrays before it is over.
        """
        with self.at_work:  # an earlier thread may still run, and must read `STOP` before that becomes 0
            self.state[STOP] = 0
        called_off = threading.Event()
        result = list[int]()

        def work() -> None:
            """Run the function, unless it was called off, and put what it returns into `result`."""
            with self.at_work:
                if not called_off.is_set():
                    result.extend(self.work_together(threads, function, arguments))

        thread = threading.Thread(target=work, daemon=True)
        wait = FIRST_TICK
        try:
            thread.start()
            while thread.is_alive():
                thread.join(wait)
                wait = TICK
                if thread.is_alive():
                    is_to_stop = self.is_keep_due() or not go_on()
                    if is_to_stop:
                        self.state[STOP] = kernel.ASKED
        except BaseException:  # Ctrl-C too
            called_off.set()
            self.state[STOP] = kernel.ASKED
            with self.at_work:  # wait until the thread is over
                pass
            raise
        return result

    def work_together(self, threads: int, function: Callable[..., int], arguments: tuple[object, ...]) -> list[int]:
        """Return the first result of some threads, this one among them, as a list of one; empty if all stopped early.

        All run the same function, and share what they find in the memory. The first one that ends stops the others.
        Each helper has a state of its own: how many entries it added, and its best cost if that is better, are taken
        over into the state of the search.
        """
        used_before = self.state[USED].copy()
        team = self.make_team(threads)
        tools_of_helpers = team[1:]  # the first are those of this thread
        results: list[int] = []

        def work(tools: Tools) -> None:
            """Run the function in one of the threads, with the `tools` of that thread. Then stop all other threads.

            If the function came to its end, its result is kept. If it was stopped, they stop for the same reason.
            """
            result = int(function(tools, *arguments))
            why_stopped = tools.state[STOP]
            if why_stopped == 0:
                results.append(result)
                why_stopped = kernel.ASKED  # one result is enough
            for other in team:
                if other.state[STOP] == 0:
                    other.state[STOP] = why_stopped

        helpers = [threading.Thread(target=work, args=(tools,), daemon=True) for tools in tools_of_helpers]
        for helper in helpers:
            helper.start()
        work(team[0])
        for helper, tools in zip(helpers, tools_of_helpers, strict=True):
            helper.join()
            added = tools.state[USED] - used_before  # each helper began to count at what was used before
            self.state[USED] += added
            if tools.state[BEST] < self.state[BEST]:
                self.state[[BEST, CHOSEN]] = tools.state[[BEST, CHOSEN]]
        self.set_room()  # `make_team` has left each thread only a part
        if results:  # one thread came to its end: it only told the others to stop, perhaps this one
            self.state[STOP] = 0
        return results[:1]

    def make_team(self, threads: int) -> list[Tools]:
        """Return the tools for so many `threads`: first those of the thread that calls, then those of its helpers.

        All share the memory, and note in one array, `taken`, which guesses they search. The first has the state of the
        search itself, each helper a copy. As each counts in its own state what it adds to the memory, each may add only
        an equal part of the room that is left there: `FULL` is the number of entries at which it stops.
        """
        if threads == 1:  # with a copy of `taken`, so that the notes of a search that is stopped do not stay
            return [self.tools._replace(taken=self.tools.taken.copy())]
        used = self.state[USED]
        self.state[FULL] = used + max(0, self.state[FULL] - used) // threads
        taken = np.zeros(SLOTS, np.int64)
        team = [self.tools._replace(taken=taken)]
        for _helper in range(1, threads):
            team.append(team[0]._replace(scratch=make_scratch(self.board), state=self.state.copy()))
        return team

    def set_room(self) -> None:
        """Have the memory grow once it is half full (`FULL`), or never once it is as large as it may be."""
        entries = len(self.tools.memory) - memory.WAYS  # it has `WAYS` rows more than the entries asked for
        self.state[FULL] = entries // 2 if entries < self.most_entries else NO_TOTAL

    def grow(self, go_on: GoOn = always) -> None:
        """Make the memory four times as large, or as large as it may be; leave it as it is once `go_on` says no."""
        self.take_entries(self.tools.memory, 4 * (len(self.tools.memory) - memory.WAYS), go_on)

    def take_entries(self, entries: Integers, room: int, go_on: GoOn = always) -> None:
        """Replace the memory by one with room for `room` entries (at most `most_entries`), filled with these entries.

        `room` is a power of two. The `entries` are rows of a memory, some of them empty, and are moved part by part. If
        `go_on` says no before a part, the old memory stays.
        """
        larger = memory.make_memory(min(room, self.most_entries))
        used = 0
        for start in range(0, len(entries), MOVED):
            if not go_on():
                return
            moved = memory.list_rows(entries[start : start + MOVED], 1)  # all but the empty ones, whose size is 0
            used += memory.learn_rows(larger, moved)
        self.state[USED] = used
        self.tools = self.tools._replace(memory=larger)
        self.set_room()

    def learn(self, news: Integers) -> None:
        """Add rows of another memory, as `memory.list_rows` returns them, to this one; it grows if too full then."""
        self.state[USED] += memory.learn_rows(self.tools.memory, news)
        if self.state[USED] > self.state[FULL]:
            self.grow()

    def run(
        self, go_on: GoOn = always, *, threads: int = 1, share: Share | None = None, improver: Improver | None = None
    ) -> Iterator[Status]:
        """Yield the status after each width, and whenever the bound or a tree got better.

        It ends when the best cost and the bound are equal, or when `go_on` says no. First come the searches of the
        `WIDTHS` below the number of all guesses. After one in `EARLY`, if more than `SHORT` seconds are gone, the bound
        is raised for as long again, but for `ALONE_BOUND` seconds at most. Then `improver` and `raise_bound` take
        turns. In the end only the bound is raised. A saved search that was raising its bound goes on without `WIDTHS`.

        `threads` threads search. After the first `ALONE` seconds the search among all guesses is shared with other
        processes: ``share(target, go_on)`` has them find out whether all codes cost less than `target`, puts what they
        found into the memory, and returns False if `go_on` stopped it.
        """
        began = time.monotonic()
        self.threads = threads
        self.share = share
        self.alone = began + ALONE
        widths = {} if self.lows_are_proven else WIDTHS  # proven only if a saved search was raising its bound
        for width, multiple in widths.items():
            if width >= len(self.board.texts):
                break
            end = choose_end(multiple, began, time.monotonic())
            self.search_among(width, partial(go_on_until, end, go_on))
            if not go_on():
                return
            yield self.status
            spent = time.monotonic() - began
            is_slow = spent > SHORT
            if width in EARLY and is_slow:
                end = time.monotonic() + min(spent, ALONE_BOUND)
                yield from self.raise_bound(partial(go_on_until, end, go_on))
                if self.proven:
                    return
        if improver is not None:
            yield from self.take_turns(improver, go_on)
        yield from self.raise_bound(go_on)

    def search_among(self, width: int, go_on: GoOn) -> None:
        """Look for a cost below `best`, with only `width` guesses at each set; if there is one, it becomes `best`.

        If `go_on` stops this, the best cost found until then counts. If not, `compared` becomes the `width`. The lower
        bounds in the memory are forgotten, and this search proves none: a result that is not below `best` says nothing.
        """
        self.state[WIDTH] = width
        self.lows_are_proven = False
        memory.forget_lows(self.tools.memory)
        least = self.least_of_all(go_on, self.best)
        if least is None:  # stopped: the search has noted what it found until then
            least = int(self.state[BEST])
        else:
            self.compared = width
        self.best = min(self.best, least)

    def take_turns(self, improver: Improver, go_on: GoOn) -> Iterator[Status]:
        """Raise the bound and improve the tree in turns; yield the status whenever either got better.

        It ends once the bound meets the best cost, the improver has nothing left to do, or `go_on` says no. A turn of
        the bound takes `ALONE_BOUND` seconds at first, then twice as many each time. A turn of the improver follows: it
        takes a `FAVOUR`-th of these seconds if the bound rose in its turn, else `FAVOUR` times as many.
        """
        seconds = ALONE_BOUND
        while go_on() and not self.proven and not improver.over:
            bound_before = self.bound
            end_of_bound = time.monotonic() + seconds
            yield from self.raise_bound(partial(go_on_until, end_of_bound, go_on))
            if not self.proven:
                has_risen = self.bound > bound_before
                factor = 1 / FAVOUR if has_risen else FAVOUR
                end_of_improver = time.monotonic() + seconds * factor
                for _cost in improver.improve(partial(go_on_until, end_of_improver, go_on)):
                    yield self.status  # with the cost of the better tree, which the improver has handed over
            seconds *= 2

    def least_of_all(self, go_on: GoOn, target: int) -> int | None:
        """Return the least cost of all codes, or a lower bound that is `target` or more; None once `go_on` says no.

        The cost is returned if it is below the `target`. If other processes share the work (`share`), and all guesses
        are tried, this process first searches alone until the time `alone`. Then the others find out whether the cost
        is below the target. What they found is in the memory, so that the last search here ends at once.
        """
        tries_all_guesses = self.state[WIDTH] == kernel.EVERY
        if self.share is not None and tries_all_guesses:
            least = self.least(self.start, target, partial(go_on_until, self.alone, go_on), threads=self.threads)
            if least is not None:
                return least
            if not self.share(target, go_on):
                return None
        return self.least(self.start, target, go_on, threads=self.threads)

    def raise_bound(self, go_on: GoOn) -> Iterator[Status]:
        """Yield the status whenever the bound got better, until it meets the best cost or `go_on` returns False.

        Each step asks whether the cost is below a target between the bound and the best cost (`choose_target`). A
        result below the target is the cost itself; any other is a new bound. The target lies above the bound by a part
        of the gap: 1/64 at first, then twice that part at each step, up to a half, or a quarter after a slow step. With
        a bound of 5000 and a best cost of 5640, the first target is 5010. If the bound is 5010 then, the next is 5029.
        """
        self.state[WIDTH] = kernel.EVERY
        if not self.lows_are_proven:  # the lower bounds in the memory come from a search among some guesses only
            memory.forget_lows(self.tools.memory)
        self.lows_are_proven = True  # those that come from now on are proven
        divisor = FIRST_STEP
        while not self.proven:
            began = time.monotonic()
            target = choose_target(self.bound, self.best, divisor)
            least = self.least_of_all(go_on, target)
            if least is None:
                return
            if least < target:  # the cost itself
                self.best = least
                self.bound = least
            else:
                self.bound = max(self.bound, min(least, self.best))  # never more than the best cost
            yield self.status
            was_slow = time.monotonic() - began >= SHORT
            smallest_divisor = 4 if was_slow else 2
            divisor = max(smallest_divisor, divisor // 2)

    def tree(self) -> StrategyTree:
        """Return the best tree found, put together from the memory; sets that it has lost are searched again."""
        codes, rule, objective, guesses, hard = self.problem
        opening = [self.board.texts.index(guess) for guess in self.opening]
        root = self.make_node(self.start, self.proven, opening)
        return StrategyTree(codes, rule, root, objective, guesses, hard, self.opening)

    def make_node(self, here: Situation, proven: bool, opening: Sequence[int]) -> Node:
        """Return the best tree known of a situation: its guess, and the node that follows each answer.

        None follows the answer “found”. If the cost of the whole tree is `proven`, guesses that are not known to be the
        best are searched for once more, so that the tree has this cost (`find_guess`). `opening` has the rows of the
        guesses that are played in the first turns.
        """
        guess = opening[here.depth] if here.depth < len(opening) else self.find_guess(here, proven)
        node = Node(self.board.texts[guess])
        board = self.board
        for number, members in board.split(guess, here.members):
            after = None
            if number != board.solved:
                after = self.make_node(follow(self.game, here, guess, members), proven, opening)
            node.answers[board.answers[number]] = after
        return node

    def find_guess(self, here: Situation, proven: bool) -> int:
        """Return the best guess known for a situation: with one or two codes, the first of them.

        At the first turn it is the guess of the best cost found, which the state has (-1: none yet). Otherwise it is
        the guess that the memory has. In two cases the situation is first searched once more, among as many guesses as
        in the last search: if the memory has lost its guess, or if the cost of the whole tree is `proven`, but the
        guess in the memory may not be the best here.
        """
        if len(here.members) <= 2:
            return int(here.members[0])
        if here.depth == 0 and self.state[CHOSEN] >= 0:
            return int(self.state[CHOSEN])
        low, high, guess = kernel.find_known(self.tools, here)
        is_lost = guess < 0
        may_not_be_best = proven and low < high
        if is_lost or may_not_be_best:
            below = NO_TOTAL if is_lost else high + 1  # above the known cost: so a guess that costs as much is found
            self.least(here, below)  # for its effect: it fills the memory
            _low, _high, guess = kernel.find_known(self.tools, here)
        return int(guess)

    def save(self, path: Path, tree: StrategyTree | None = None) -> None:
        """Write what the search knows to a file, wholly or not at all: a later search goes on from there.

        The file has the figures of the search, the entries of its memory that are not empty, and the best `tree` if it
        is given: then a later search that has little left to do need not build the tree again from the entries.
        """
        entries = self.tools.memory[self.tools.memory[:, memory.SIZE] > 0]
        if not self.lows_are_proven:
            memory.forget_lows(entries)  # these are copies: the memory of the search keeps its bounds
        figures = np.array([self.best, self.bound, *self.state[[BEST, CHOSEN]], self.lows_are_proven], np.int64)
        label = np.frombuffer(make_label(self.problem).encode(), np.uint8)
        text = "" if tree is None else json.dumps(tree.root.as_json())
        packed_tree = np.frombuffer(text.encode(), np.uint8)
        with open_replacement(path) as file:
            np.savez_compressed(file, label=label, figures=figures, entries=entries, tree=packed_tree)

    def take_up(self, saved: Saved) -> None:
        """Go on from a saved search: take over its memory, its best cost, its bound, and whether its lower bounds hold.

        The saved search is of the same problem (`read_saved` has checked that).
        """
        room = 2 << len(saved.entries).bit_length()  # a power of two, at least twice as much as they take
        self.take_entries(saved.entries, max(FIRST_ENTRIES, room))
        best, self.bound, self.state[BEST], self.state[CHOSEN], lows_are_proven = saved.figures.tolist()
        self.best = NO_TOTAL if best == 0 else best  # older files have 0 if no cost was known
        self.lows_are_proven = bool(lows_are_proven)

"""The search for the best strategy: ever wider, with a best tree and a proven lower bound to show at any time.

At first a few guesses are tried at each set, then more, then all: the first searches find good trees, and only the
last proves a bound. It raises that bound in steps, each a search that asks whether the total can be below a figure
between the bound proven and the best total found.

The compiled search runs in a thread of its own and lets this one run, so that time, Ctrl-C and progress are looked
after here.
"""

from __future__ import annotations

import io
import threading
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.errors import N_, Reason
from mastermot.files import open_replacement, read_bytes
from mastermot.optimal import kernel
from mastermot.optimal.boards import Board, make_board, make_colours
from mastermot.optimal.bounds import bound_size, count_levels
from mastermot.optimal.counting import Members, count_words
from mastermot.optimal.errors import ResumeError
from mastermot.optimal.memory import (
    ENTRY_BYTES,
    LOW,
    NO_TOTAL,
    SIZE,
    Integers,
    forget_lows,
    make_memory,
    move_entries,
)
from mastermot.optimal.problems import DEEPEST, EXPECTED_GROWTH, Problem
from mastermot.optimal.scoring import Game, Scratch
from mastermot.optimal.symmetry import Shape
from mastermot.optimal.trees import Node, StrategyTree

WIDTHS = (1, 3, 10, 30)
"""Guesses tried at each set, search after search, before all are."""
EARLY = (3, 10)
"""After these the bound is raised for a while: as long as the search took so far, where that is more than `SHORT`."""
SHORT = 1.0
"""Seconds."""
FIRST_ENTRIES = 1 << 10
"""Sets that there is room for at first."""
MEMORY = 2 << 30
"""Bytes used at most, unless told otherwise."""
TICK = 0.05
"""Seconds between two looks at a search under way."""
FIRST_TICK = 0.01
"""Seconds before the first."""
NEAR = 50
"""The bound is raised by half of the gap while that is more than such a part of the best cost; then to the end."""
FIRST_STEP = 64
"""The first step is such a part of the gap, each of the next ones twice as large: so the bound begins to rise soon."""


LARGEST_SAVED = 4_000_000_000
"""Bytes of a saved search at most."""

WHY_DAMAGED = N_("it was cut short or altered, or is another kind of file")
WHY_OTHER = N_("it is of a search with other codes, guesses, rule or objective")


class Saved(NamedTuple):
    """What a file has of a search: its figures, and the entries of its memory."""

    figures: Integers
    entries: Integers


class Status(NamedTuple):
    """Where a search stands: the best cost found and the bound proven, and how much of the guesses tried first is done.

    Under the objective `total` costs are totals of turns.
    """

    best: int | None
    bound: int
    width: int | None
    done: int
    waiting: int
    sets: int


Share = Callable[["Search", int, Callable[[], bool]], bool]
"""What prepares a step of a search, the proof that nothing costs less than a target; False when it was told to end."""


class Search:
    """The search for the least cost of a problem."""

    def __init__(
        self,
        problem: Problem,
        *,
        prices: list[int] | None = None,
        ceiling: int | None = None,
        most_bytes: int = MEMORY,
        totals: Search | None = None,
        board: Board | None = None,
    ) -> None:
        """Prepare the search on a board, made here where none is given. Raises what `make_board` raises.

        Only costs below the `ceiling` are looked for. `totals` is a search of the same problem, over, where every turn
        cost 1: what it proved holds here too.
        """
        self.problem = problem
        self.most_bytes = most_bytes
        self.board = make_board(problem, most_bytes) if board is None else board
        left = most_bytes - self.board.bytes
        self.most_entries = FIRST_ENTRIES
        while 2 * self.most_entries * 3 * ENTRY_BYTES // 2 <= left:
            self.most_entries *= 2
        self.game = make_game(self, prices or [1] * DEEPEST, None if totals is None else totals.memory)
        self.scratch = make_scratch(self)
        self.memory: Integers = make_memory(FIRST_ENTRIES)
        self.count = problem.codes.count
        self.every = np.arange(self.count, dtype=np.int32)
        self.others = np.arange(len(self.board.texts), dtype=np.int32)
        self.extras = self.others[self.count :] if problem.consistent else self.others[:0]
        """The guesses beside the codes that hard mode allows at first."""
        self.state = np.zeros(16, np.int64)
        self.at_work = threading.Lock()
        self.state[kernel.BEST] = NO_TOTAL
        self.state[kernel.CHOSEN] = -1
        self.best = ceiling
        self.ceiling = ceiling
        self.bound = int(bound_size(self.count, len(self.board.answers) - 1, self.game.prices, 0))
        self.width: int | None = WIDTHS[0]
        self.resumed = False
        """Whether the memory's lower bounds are those of a search among all guesses, to be gone on with."""
        self.set_room()

    def set_room(self) -> None:
        """Say how many entries the memory takes before it must grow: never, when it may not."""
        entries = len(self.memory) - 4
        self.state[kernel.FULL] = entries // 2 if entries < self.most_entries else NO_TOTAL

    def status(self) -> Status:
        """Return where the search stands."""
        found = int(self.state[kernel.BEST])
        best = found if self.best is None else min(found, self.best)
        return Status(
            best if self.found and best < NO_TOTAL else None,
            self.bound,
            self.width,
            int(self.state[kernel.DONE]),
            int(self.state[kernel.WAITING]),
            int(self.state[kernel.NODES]),
        )

    def prepare(self, go_on: Callable[[], bool] = lambda: True) -> None:
        """Have the search compiled, or loaded where that was done before; `go_on` is called meanwhile."""
        self.least(self.every[:1], self.extras, 0, 0, go_on)
        spare = make_memory(1)
        forget_lows(spare)
        move_entries(spare, spare)

    def part(self, places: Members) -> tuple[Members, Members]:
        """Return the codes and the other guesses among some places, which stand in order.

        The arrays can be written to: for read-only ones numba compiles other functions, which crashed when they called
        themselves.
        """
        places = np.require(places, np.int32, ("C", "W"))
        first = int(np.searchsorted(places, self.count))
        return places[:first], places[first:]

    def agreeing(self, guess: int, rest: Members) -> Members:
        """Return the guesses beside the codes that hard mode allows in a class that a first guess leaves."""
        return kernel.keep_agreeing(self.game, guess, rest, self.extras)

    def least(
        self,
        members: Members,
        extras: Members,
        depth: int,
        beta: int,
        go_on: Callable[[], bool],
        guesses: Sequence[int] = (),
    ) -> int | None:
        """Return what `find_least` says of a set after some `guesses`, or None when `go_on` said no."""
        history = self.make_history(guesses)
        symmetric = depth == len(guesses) and self.game.shape.colours > 0
        answers = len(self.board.answers) - 1
        return self.call(kernel.find_least, (members, extras, depth, beta, answers, history, symmetric), go_on)

    def make_history(self, guesses: Sequence[int] = ()) -> Members:
        """Return room for the guesses of any game, with those before a set."""
        history = np.zeros(self.count + DEEPEST, np.int32)
        history[: len(guesses)] = guesses
        return history

    def call(
        self, function: Callable[..., int], arguments: tuple[object, ...], go_on: Callable[[], bool] = lambda: True
    ) -> int | None:
        """Return what a compiled function says, or None when `go_on` said no; the memory grows as it must.

        Its thread holds `at_work`. Ctrl-C may come while a thread starts: it then runs already, or finds that it was
        called off; in either case nothing else may touch the arrays before it is over.
        """
        while True:
            with self.at_work:
                self.state[kernel.STOP] = 0
            called_off = threading.Event()
            result: list[int] = []

            def work(called_off: threading.Event = called_off, into: list[int] = result) -> None:
                with self.at_work:
                    if not called_off.is_set():
                        into.append(int(function(self.game, self.scratch, self.memory, self.state, *arguments)))

            thread = threading.Thread(target=work, daemon=True)
            try:
                thread.start()
                wait = FIRST_TICK
                while thread.is_alive():
                    thread.join(wait)
                    wait = TICK
                    if thread.is_alive() and not go_on():
                        self.state[kernel.STOP] = kernel.ASKED
            except BaseException:
                called_off.set()
                self.state[kernel.STOP] = kernel.ASKED
                with self.at_work:
                    pass
                raise
            if self.state[kernel.STOP] == kernel.MEMORY_FULL:
                self.grow()
            elif self.state[kernel.STOP]:
                return None
            else:
                return result[0]

    def widen(self) -> None:
        """Make the memory as large as it may be: while threads share it, it cannot grow."""
        if len(self.memory) - 4 < self.most_entries:
            larger = make_memory(self.most_entries)
            self.state[kernel.USED] = move_entries(self.memory, larger)
            self.memory = larger
            self.set_room()

    def grow(self) -> None:
        """Make the memory four times as large, as far as it may be."""
        entries = min(4 * (len(self.memory) - 4), self.most_entries)
        larger = make_memory(entries)
        self.state[kernel.USED] = move_entries(self.memory, larger)
        self.memory = larger
        self.set_room()

    def run(
        self,
        go_on: Callable[[], bool] = lambda: True,
        share: Share | None = None,
        patience: float = 0.0,
    ) -> Iterator[Status]:
        """Yield the status whenever the best cost or the bound got better, until both are equal or `go_on` says no.

        When the last part takes more than `patience` seconds, `share` is called to prepare each step of it.
        """
        began = time.monotonic()
        for width in () if self.resumed else WIDTHS:
            if width >= len(self.others):
                break
            if not self.try_width(width, go_on):
                return
            yield self.status()
            spent = time.monotonic() - began
            if width in EARLY and spent > SHORT:
                yield from self.raise_bound(partial(self.least_until, time.monotonic() + spent, go_on))
                if self.proven:
                    return
        yield from self.raise_bound(partial(self.least_of_all, go_on, share, time.monotonic() + patience))

    def raise_bound(self, find: Callable[[int], int | None]) -> Iterator[Status]:
        """Yield the status whenever the bound got better, until it meets the best cost or `find` gives none.

        `find` returns the least cost of all codes, or a lower bound of it that is the target given or more.
        """
        self.width = None
        self.state[kernel.WIDTH] = kernel.EVERY
        if not self.resumed:
            forget_lows(self.memory)
        self.resumed = True
        while self.best is None or self.bound < self.best:
            for target in self.targets():
                least = find(target)
                if least is None:
                    return
                self.bound = max(self.bound, min(least, self.best or least))
                if least < target:
                    self.best = self.bound = least
                yield self.status()
                if self.bound == self.best:
                    return

    def least_until(self, end: float, go_on: Callable[[], bool], target: int) -> int | None:
        """Return what `least` says of all codes, or None when `go_on` said no or the time `end` came."""
        return self.least(self.every, self.extras, 0, target, lambda: go_on() and time.monotonic() < end)

    def least_of_all(self, go_on: Callable[[], bool], share: Share | None, end: float, target: int) -> int | None:
        """Return what `least` says of all codes; what is not done at the time `end` is shared."""
        if share is not None:
            if time.monotonic() < end:
                least = self.least_until(end, go_on, target)
                if least is not None:
                    return least
            if not share(self, target, go_on):
                return None
        return self.least(self.every, self.extras, 0, target, go_on)

    def run_to_end(self, go_on: Callable[[], bool]) -> None:
        """Run without telling anybody."""
        for _status in self.run(go_on):
            pass

    def save(self, path: Path) -> None:
        """Write what the search knows to a file, wholly or not at all: a later search goes on from there."""
        entries = self.memory[self.memory[:, SIZE] > 0]
        if not self.resumed:
            entries[:, LOW] = 0  # of searches among some guesses only
        found = [self.state[kernel.BEST], self.state[kernel.CHOSEN]]
        figures = np.array([self.best or 0, self.bound, *found, self.resumed], np.int64)
        label = np.frombuffer(make_label(self.problem, self.game.prices.tolist()).encode(), np.uint8)
        seal = np.frombuffer(make_seal(label, figures, entries), np.uint8)
        with open_replacement(path) as file:
            np.savez_compressed(file, label=label, figures=figures, entries=entries, seal=seal)

    def take_up(self, saved: Saved) -> None:
        """Take up what `save` wrote and `read_saved` has read."""
        room = FIRST_ENTRIES
        while room < min(2 * len(saved.entries), self.most_entries):
            room *= 2
        self.memory = make_memory(room)
        self.state[kernel.USED] = move_entries(saved.entries, self.memory)
        self.set_room()
        best, self.bound, self.state[kernel.BEST], self.state[kernel.CHOSEN], resumed = saved.figures.tolist()
        self.best = best or None
        self.resumed = bool(resumed)

    def first_guesses(self, cut: int) -> list[int]:
        """Return the first guesses that may cost less than `cut`, one for all that are equal, the promising first."""
        found = kernel.list_guesses(
            *(self.game, self.scratch, self.state, self.every, self.extras), *(0, cut, self.make_history())
        )
        return [int(guess) for guess in found]

    def targets(self) -> Iterator[int]:
        """Yield the figures to be proven or disproven, up to the best cost found; the first steps are small ones."""
        if self.best is None:
            yield NO_TOTAL
            return
        share = FIRST_STEP
        while (gap := self.best - self.bound) > max(1, self.best // NEAR):
            yield self.bound + max(1, gap // share)
            share = max(2, share // 2)
        yield self.best

    def try_width(self, width: int, go_on: Callable[[], bool]) -> bool:
        """Look for something better among so many guesses at each set; return False when `go_on` said no."""
        self.width = width
        self.state[kernel.WIDTH] = width
        self.resumed = False
        forget_lows(self.memory)
        least = self.least(self.every, self.extras, 0, NO_TOTAL if self.best is None else self.best, go_on)
        found = int(self.state[kernel.BEST])
        if least is not None and (self.best is None or least < self.best):
            self.best = least
        elif least is None and found < (self.best or NO_TOTAL):
            self.best = found
        return least is not None

    @property
    def found(self) -> bool:
        """Whether there is a tree to show."""
        return self.state[kernel.CHOSEN] >= 0 or (self.best is not None and self.best != self.ceiling)

    @property
    def proven(self) -> bool:
        """Whether the best cost found is the least there is."""
        return self.best is not None and self.bound >= self.best

    def tree(self) -> StrategyTree:
        """Return the best tree found, put together from what the memory knows."""
        return StrategyTree(
            self.problem.codes,
            self.problem.rule,
            self.node(self.every, self.extras, 0),
            self.problem.objective,
            self.problem.guesses,
            self.problem.consistent,
        )

    def node(self, members: Members, extras: Members, depth: int) -> Node:
        """Return the tree of a set."""
        guess = self.guess_for(members, extras, depth)
        node = Node(self.board.texts[guess])
        marks = self.board.marks[guess, members]
        for number in np.unique(marks).tolist():
            rest = members[marks == number]
            found = number == self.board.solved
            allowed = kernel.keep_agreeing(self.game, guess, rest, extras)
            node.answers[self.board.answers[number]] = None if found else self.node(rest, allowed, depth + 1)
        return node

    def guess_for(self, members: Members, extras: Members, depth: int) -> int:
        """Return the best guess known for a set; what the memory lost is searched again."""
        if len(members) <= 2:
            return int(self.board.rows[members[0]])
        if depth == 0 and self.state[kernel.CHOSEN] >= 0:
            return int(self.state[kernel.CHOSEN])
        _low, _high, guess = kernel.find_known(self.game, self.memory, members, extras, depth)
        if guess < 0:
            width = self.state[kernel.WIDTH]
            best, chosen = self.state[kernel.BEST], self.state[kernel.CHOSEN]
            self.least(members, extras, depth, NO_TOTAL, lambda: True)
            self.state[kernel.WIDTH], self.state[kernel.BEST], self.state[kernel.CHOSEN] = width, best, chosen
            _low, _high, guess = kernel.find_known(self.game, self.memory, members, extras, depth)
        return int(guess)


def read_saved(path: Path, problem: Problem, prices: Sequence[int]) -> Saved:
    """Return what `Search.save` wrote. Raises `ResumeError` for the file of another problem, or an altered one."""
    source = str(path)
    try:
        with np.load(io.BytesIO(read_bytes(path, LARGEST_SAVED)), allow_pickle=False) as saved:
            label, figures, entries, seal = (saved[name] for name in ("label", "figures", "entries", "seal"))
    except (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile, zlib.error):
        raise ResumeError(why=Reason(WHY_DAMAGED), source=source) from None
    if seal.tobytes() != make_seal(label, figures, entries):
        raise ResumeError(why=Reason(WHY_DAMAGED), source=source)
    if label.tobytes() != make_label(problem, prices).encode():
        raise ResumeError(why=Reason(WHY_OTHER), source=source)
    return Saved(figures, entries)


def make_label(problem: Problem, prices: Sequence[int]) -> str:
    """Return what tells a search from others: the codes, the guesses, the rule, the prices."""
    wider = "" if problem.guesses is None else problem.guesses.checksum
    listed = ",".join(map(str, prices))
    return f"2 {problem.codes.checksum} {wider} {problem.rule.name} {problem.consistent} {listed}"


def make_game(search: Search, prices: list[int], totals: Integers | None) -> Game:
    """Return the arrays that the compiled search works on."""
    board, problem = search.board, search.problem
    count = board.marks.shape[1]
    random = np.random.default_rng(count)
    sizes = np.arange(1, count + 1)
    estimates = np.concatenate(([0.0], sizes * (1 + EXPECTED_GROWTH * np.log2(sizes))))
    whole = np.iinfo(np.int64)
    priced = np.array(prices, np.int64)
    return Game(
        board.marks,
        board.bits,
        board.rows,
        board.codes,
        random.integers(whole.min, whole.max, (count, 2), np.int64),
        random.integers(whole.min, whole.max, (count,), np.int64) | 1,
        estimates,
        priced,
        count_levels(priced),
        make_shape(search),
        len(board.answers),
        board.solved,
        problem.consistent,
        make_memory(1) if totals is None else totals,
        0 if totals is None else min(prices),
    )


def make_shape(search: Search) -> Shape:
    """Return the symmetries of a problem, without any colour where there are none."""
    colours = make_colours(search.problem)
    if colours is None:
        nothing = np.zeros((0, 1), np.int64)
        return Shape(
            nothing.astype(np.uint8), np.zeros(0, np.int32), np.zeros(0, np.int64), nothing, 0, nothing[:, 0], False
        )
    rule, length = search.problem.rule, search.problem.codes.length
    counts = [rule.parse(answer, length) for answer in search.board.answers]
    weights = np.array([(marks.blacks * 7919 + marks.whites * 104_729 + 1) << 20 for marks in counts], np.int64)
    return Shape(*colours, weights, rule.by_position)


def make_scratch(search: Search) -> Scratch:
    """Return the room that the compiled search works in."""
    answers, count = len(search.board.answers), search.problem.codes.count
    words = count_words(len(search.board.texts))
    counts = np.zeros(words, np.uint64)
    return Scratch(
        np.zeros(answers, np.int64),
        np.zeros(answers, np.int32),
        np.zeros(count + 1, np.int32),
        np.zeros(1, np.int64),
        np.full(count, -1, np.int64),
        np.zeros(words, np.uint64),
        counts,
        counts.view(np.uint16),
        np.zeros(count + 1, np.int64),
    )


def make_seal(*arrays: NDArray[np.generic]) -> bytes:
    """Return the SHA-256 of some arrays."""
    digest = sha256()
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.digest()

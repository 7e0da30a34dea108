"""The last part of a search shared between threads of this process, which have one memory.

Compiled code lets other threads run, and what one of them finds out about a set all know at once. (Processes, which can
only hand over results, do together several times the work of one.) What is shared are the guesses at a set: each is
followed by one thread to its end, since the classes of a guess are better bounded one after the other. Where there are
few guesses, as at first with colours, those at their classes are shared. Afterwards the search itself has little left
to do, so that the result is the same however many threads there are.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import NamedTuple

import numpy as np

from mastermot.optimal import kernel
from mastermot.optimal.counting import Members
from mastermot.optimal.scoring import is_refined
from mastermot.optimal.search import Search, make_scratch

ENOUGH = 4
"""Guesses at a set, for each thread, that are shared between the threads."""
ALONE = 0.2
"""Seconds that one thread has for a set before its guesses are shared: most sets are soon done with."""
WATCH = 0.1
"""Seconds between two looks at the threads."""


class StoppedError(Exception):
    """The threads were told to stop."""


class Place(NamedTuple):
    """A set in the search: its codes, the other guesses that hard mode allows there, and the guesses before it."""

    members: Members
    extras: Members
    guesses: tuple[int, ...]

    @property
    def depth(self) -> int:
        """Turns before it."""
        return len(self.guesses)


class Cut:
    """The cost to be beaten: it falls when something cheaper is found."""

    def __init__(self, cost: int) -> None:
        """Begin with a cost."""
        self.cost = cost
        self.lock = threading.Lock()

    def lower(self, cost: int) -> None:
        """Take in the cost of a guess, or a bound that is not below."""
        with self.lock:
            self.cost = min(self.cost, cost)


class Hand:
    """What a thread has of its own, and what it can do."""

    def __init__(self, search: Search) -> None:
        """Make room to work in."""
        self.search = search
        self.state = search.state.copy()
        self.state[[kernel.NODES, kernel.STOP]] = 0
        self.scratch = make_scratch(search)
        self.answers = len(search.board.answers) - 1

    def least(self, place: Place, beta: int) -> int:
        """Return what `find_least` says. Raises `StoppedError`."""
        search = self.search
        cost = kernel.find_least(
            *(search.game, self.scratch, search.memory, self.state, place.members, place.extras, place.depth),
            *(beta, self.answers, search.make_history(place.guesses), search.game.shape.colours > 0),
        )
        if self.state[kernel.STOP] != 0:
            raise StoppedError
        return int(cost)

    def stop(self) -> None:
        """Let what is under way end at once, without a result."""
        self.state[kernel.STOP] = kernel.ASKED

    def list_guesses(self, place: Place, cut: int) -> list[int]:
        """Return the guesses that may cost less than `cut`, the promising first."""
        history = self.search.make_history(place.guesses)
        found = kernel.list_guesses(
            *(self.search.game, self.scratch, self.state, place.members, place.extras), *(place.depth, cut, history)
        )
        return [int(guess) for guess in found]

    def list_classes(self, place: Place, guess: int, cut: int) -> tuple[list[Place], list[int], int]:
        """Return what a guess leaves, the small classes first, their bounds, and that of the guess."""
        search, size = self.search, len(place.members)
        room = kernel.make_room(search.game, size)
        parts, total = kernel.bound_guess(
            *(search.game, self.scratch, search.memory, self.state, guess, place.members, place.extras, place.depth),
            *(self.answers, cut, room),
        )
        classes = [rest.copy() for rest in np.split(room.classes[: room.ends[parts - 1]], room.ends[: parts - 1])]
        allowed = [kernel.keep_agreeing(search.game, guess, rest, place.extras) for rest in classes]
        places = [Place(*sets, (*place.guesses, guess)) for sets in zip(classes, allowed, strict=True)]
        return places, room.lows[:parts].tolist(), int(total)

    def keep_bound(self, place: Place, low: int) -> int:
        """Remember that a set costs so much at least; return that."""
        search = self.search
        known = kernel.find_known(search.game, search.memory, place.members, place.extras, place.depth)
        bounds = (max(low, int(known[0])), known[1], known[2])
        kernel.keep(search.game, search.memory, self.state, place.members, place.extras, place.depth, bounds)
        return low

    def is_refined(self, place: Place, guess: int, followed: list[int]) -> bool:
        """Return whether one of the guesses followed splits further what this one splits, as in `find_least`."""
        game = self.search.game
        others = np.array(followed, np.int32)
        return not game.consistent and bool(is_refined(game, self.scratch, guess, others, place.members))

    def follow(self, place: Place, guess: int, cut: Cut, least: Callable[[Place, int], int]) -> None:
        """Lower the cut to what a guess costs, if that is less; `least` is asked about its classes.

        As in `find_least`, each is asked for its share of what lacks, then for all of it.
        """
        classes, lows, total = self.list_classes(place, guess, cut.cost)
        lacking = cut.cost - total
        for whole in (True,) if lacking > len(place.members) else (False, True):
            left = len(place.members)
            for number, rest in enumerate(classes):
                wanted = cut.cost - total
                if wanted <= 0:
                    return
                size = len(rest.members)
                share = wanted if whole else min(wanted, wanted * size // left + 1)
                left -= size
                more = max(0, least(rest, lows[number] + share) - lows[number])
                lows[number] += more
                total += more
        cut.lower(total)


class Crew:
    """Threads that find out together whether a set costs less than a cut."""

    def __init__(self, search: Search, threads: int) -> None:
        """Give each thread its own room; one more leads."""
        self.search = search
        self.lead = Hand(search)
        self.hands = [Hand(search) for _ in range(threads)]
        self.pool = ThreadPoolExecutor(threads + 1)
        self.lock = threading.Lock()
        self.stopped = False

    def prove(self, place: Place, cut: int) -> int:
        """Return what `find_least` says of a set. Raises `StoppedError`."""
        cost = self.try_alone(place, cut)
        if cost is not None:
            return cost
        guesses = self.lead.list_guesses(place, cut)
        if len(guesses) >= ENOUGH * len(self.hands):
            if self.share(place, guesses, Cut(cut)) >= cut:
                return self.lead.keep_bound(place, cut)
        else:
            least = Cut(cut)
            for guess in guesses:
                self.lead.follow(place, guess, least, self.prove)
        return self.lead.least(place, cut)

    def try_alone(self, place: Place, cut: int) -> int | None:
        """Return what the leading thread finds out in a short time, or None. Raises `StoppedError`."""
        timer = threading.Timer(ALONE, self.lead.stop)
        timer.start()
        try:
            return self.lead.least(place, cut)
        except StoppedError:
            return None
        finally:
            timer.cancel()
            timer.join()
            with self.lock:
                if self.stopped:
                    raise StoppedError
                self.lead.state[kernel.STOP] = 0

    def share(self, place: Place, guesses: list[int], cut: Cut) -> int:
        """Have the guesses at a set followed, each by one of the threads; return the lowest cost, or the cut."""
        waiting = iter(guesses)
        followed: list[int] = []

        def work(hand: Hand) -> None:
            while True:
                with self.lock:
                    guess = next(waiting, None)
                    if guess is None:
                        return
                    if not place.guesses:
                        self.search.state[kernel.DONE] += 1
                if not hand.is_refined(place, guess, followed[-kernel.COMPARED :]):
                    hand.follow(place, guess, cut, hand.least)
                    followed.append(guess)

        if not place.guesses:
            self.search.state[kernel.DONE], self.search.state[kernel.WAITING] = 0, len(guesses)
        running = [self.pool.submit(work, hand) for hand in self.hands]
        for future in running:
            future.result()
        return cut.cost

    def stop(self) -> None:
        """Tell all threads to stop."""
        with self.lock:
            self.stopped = True
            for hand in (self.lead, *self.hands):
                hand.stop()

    def count_sets(self) -> int:
        """Return how many sets the threads have searched."""
        return sum(int(hand.state[kernel.NODES]) for hand in (self.lead, *self.hands))


def share_between_threads(search: Search, cut: int, go_on: Callable[[], bool], threads: int) -> bool:
    """Bound by `cut` what all codes cost, and keep in memory what that takes; return False when `go_on` said no."""
    search.widen()
    before = int(search.state[kernel.NODES])
    crew = Crew(search, threads)
    with crew.pool:
        try:
            led = crew.pool.submit(crew.prove, Place(search.every, search.extras, ()), cut)
            while not wait([led], WATCH).done:
                search.state[kernel.NODES] = before + crew.count_sets()
                if not go_on():
                    return False
            led.result()
        finally:
            crew.stop()
    search.state[kernel.NODES] = before + crew.count_sets()
    return True

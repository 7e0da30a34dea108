"""The last part of a search shared between the workers of an engine: processes of this machine, or a dask cluster.

Each step of it asks whether the cost can be below a target. What is shared are the classes that the first guesses
leave. A worker bounds them, one after the other, with a memory of its own that lasts from step to step, and hands the
bounds back; what it did not reach in its slice of time goes to whoever is free, so that a worker that dies costs its
slice only. The bounds go into the memory of the search, which then has little left to do: so the result is the same,
whoever did the work.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from mastermot.engine import Engine, work_through
from mastermot.optimal import kernel
from mastermot.optimal.counting import Members
from mastermot.optimal.memory import NO_TOTAL
from mastermot.optimal.problems import Problem
from mastermot.optimal.scoring import WIDTH, follow
from mastermot.optimal.search import StrategySearch

SLICE = 0.5
"""Seconds of work in one task."""


class Share(NamedTuple):
    """Classes that a first guess leaves, each with a bound: are they worth `lacking` more together?"""

    guess: int
    classes: list[Members]
    lows: list[int]
    lacking: int


class Terms(NamedTuple):
    """What a worker needs to know: the problem, and the memory that it may use."""

    problem: Problem
    most_bytes: int


def share_first_guesses(search: StrategySearch, target: int, go_on: Callable[[], bool], engine: Engine) -> bool:
    """Bound what the first guesses leave, on the workers of an engine; return False when `go_on` said no.

    Raises `WorkerLostError`.
    """
    terms = Terms(search.problem, search.most_bytes // (engine.workers + 1))
    shares = list_shares(search, target, engine.workers)
    for bounds in work_through(
        engine, bound_shares, terms, shares, count_codes, patience=0, seconds=SLICE, go_on=go_on
    ):
        for guess, rest, low in bounds:
            here = follow(search.game, search.start, guess, rest)
            known, high, chosen = kernel.find_known(search.tools, here)
            kernel.keep(search.tools, here, kernel.find_key(search.game, here), max(known, low), high, chosen)
    return go_on()


def list_shares(search: StrategySearch, target: int, workers: int) -> list[Share]:
    """Return what is to be bounded: by guess, or where these are few by class."""
    guesses = kernel.list_first_guesses(search.tools, search.start, target).tolist()
    shares = []
    for guess in guesses:
        left = kernel.make_classes(search.game, len(search.start.members))
        parts, total = kernel.bound_guess(search.tools, search.start, guess, search.answers, NO_TOTAL, left)
        classes = [kernel.get_class(left, part).copy() for part in range(parts)]
        whole = Share(guess, classes, left.lows[:parts].tolist(), target - total)
        if len(guesses) >= 8 * workers:
            shares.append(whole)
        else:
            shares += [whole._replace(classes=[rest], lows=[low]) for rest, low in zip(*whole[1:3], strict=True)]
    return [share for share in shares if share.lacking > 0]


def count_codes(share: Share) -> int:
    """Return how many codes the classes have."""
    return sum(map(len, share.classes))


_searches: dict[tuple[object, ...], StrategySearch] = {}
"""In a worker: the searches of its threads, whose memories last from one task to the next."""


def bound_shares(
    terms: Terms, shares: list[Share], seconds: float
) -> tuple[list[tuple[int, Members, int]], list[Share]]:
    """Return guesses with their classes and bounds of these, found in about so many seconds; and what is left."""
    problem = terms.problem
    wider = None if problem.guesses is None else problem.guesses.checksum
    names = (problem.rule.name, problem.objective.name, problem.consistent)
    key = (threading.get_ident(), problem.codes.checksum, wider, *names)
    if key not in _searches:
        _searches[key] = StrategySearch(problem, most_bytes=terms.most_bytes)
        _searches[key].state[WIDTH] = kernel.EVERY
    search = _searches[key]
    end = time.monotonic() + seconds
    found: list[tuple[int, Members, int]] = []
    waiting = shares[::-1]
    while waiting and time.monotonic() < end:
        guess, classes, lows, lacking = waiting.pop()
        for place, rest in enumerate(classes):
            if lacking <= 0:
                break
            here = follow(search.game, search.start, guess, rest)
            cost = search.least(here, lows[place] + lacking, lambda: time.monotonic() < end, [guess])
            if cost is None:
                waiting.append(Share(guess, classes[place:], lows[place:], lacking))
                break
            lacking -= cost - lows[place]
            found.append((guess, rest, cost))
    return found, waiting[::-1]

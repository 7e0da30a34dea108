"""The last part of a search shared between the workers of an engine: processes of this machine, or a dask cluster.

Each step of it asks whether the cost can be below a target. What is shared are the classes that the first guesses
leave. A worker bounds them, one after the other, with a memory of its own that lasts from step to step, and hands the
bounds back; what it did not reach in its slice of time goes to whoever is free, so that a worker that dies costs its
slice only. Once a guess is known to cost less, no other is asked for more than that. The bounds go into the memory of
the search, which then has little left to do: so the result is the same, whoever did the work.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import NamedTuple

import numpy as np

from mastermot.engine import Engine
from mastermot.optimal import kernel
from mastermot.optimal.bounds import bound_size
from mastermot.optimal.counting import Members
from mastermot.optimal.memory import look_up, remember
from mastermot.optimal.problems import Problem
from mastermot.optimal.scoring import split_set
from mastermot.optimal.search import Search

SLICE = 4.0
"""Seconds of work in one task."""
WATCH = 0.2
"""Seconds between two looks at the workers."""
MAX_WAITING = 3
"""Tasks that wait at each worker."""


class Task(NamedTuple):
    """Classes that a guess leaves, each with a bound: do they and the `others` cost `cut` at least?

    The cost of the others is exact, or where the task is not `whole`, a bound.
    """

    guess: int
    classes: list[Members]
    lows: list[int]
    others: int
    cut: int
    whole: bool


class Terms(NamedTuple):
    """What a worker needs to know: the problem, the prices of turns, and the memory that it may use."""

    problem: Problem
    prices: tuple[int, ...]
    most_bytes: int


def share_first_guesses(search: Search, cut: int, go_on: Callable[[], bool], engine: Engine) -> bool:
    """Bound by `cut` what the first guesses leave, on the workers of an engine; return False when `go_on` said no.

    Raises `WorkerLostError`.
    """
    waiting = list_tasks(search, cut, engine.workers)[::-1]
    terms = Terms(search.problem, tuple(search.game.prices.tolist()), search.most_bytes // (engine.workers + 1))
    shared = engine.share(terms)
    running: dict[Future[tuple[list[int], int]], Task] = {}
    gains: dict[int, int] = {}
    """By guess, how much more its classes are known to cost than what its tasks say."""
    search.state[kernel.WAITING] = len(waiting)
    try:
        while waiting or running:
            if not go_on():
                return False
            while waiting and len(running) < MAX_WAITING * engine.workers:
                task = waiting.pop()
                others = task.others + gains.get(task.guess, 0)
                if others + sum(task.lows) < cut:
                    asked = task._replace(others=others, cut=cut)
                    running[engine.submit(bound_task, shared, asked, SLICE)] = task
            done, _running = wait(running, WATCH, return_when=FIRST_COMPLETED)
            if not done:
                engine.check()
            for future in done:
                task = running.pop(future)
                lows, finished = future.result()
                gain = sum(lows) - sum(task.lows)
                others = task.others + gains.get(task.guess, 0)
                gains[task.guess] = gains.get(task.guess, 0) + gain
                keep_lows(search, task, lows)
                search.state[kernel.DONE] = search.state[kernel.WAITING] - len(waiting) - len(running)
                if finished < len(task.classes):
                    waiting.append(
                        task._replace(
                            classes=task.classes[finished:],
                            lows=lows[finished:],
                            others=task.others + sum(lows[:finished]) - gain,
                        )
                    )
                elif task.whole:
                    cut = min(cut, others + sum(lows))
    finally:
        for future in running:
            future.cancel()
    return True


def list_tasks(search: Search, cut: int, workers: int) -> list[Task]:
    """Return what is to be bounded, the most promising guesses first: by guess, or where these are few by class."""
    guesses = search.first_guesses(cut)
    tasks = []
    price = int(search.game.prices[0])
    answers = len(search.board.answers) - 1
    for guess in guesses:
        classes = split(search, guess)
        lows = [
            max(
                int(bound_size(len(rest), answers, search.game.prices, 1)),
                int(kernel.find_known(search.game, search.memory, rest, search.agreeing(guess, rest), 1)[0]),
            )
            for rest in classes
        ]
        cost = search.count * price
        if len(guesses) >= 8 * workers:
            tasks.append(Task(guess, classes, lows, cost, cut, whole=True))
            continue
        for place, rest in enumerate(classes):
            if len(rest) > 2:
                tasks.append(Task(guess, [rest], [lows[place]], cost + sum(lows) - lows[place], cut, whole=False))
    return tasks


def split(search: Search, guess: int) -> list[Members]:
    """Return the classes that a first guess leaves, the smallest first."""
    classes, ends = np.empty(search.count, np.int32), np.empty(len(search.board.answers), np.int32)
    parts = split_set(search.game, search.scratch, guess, search.every, classes, ends)
    return [rest.copy() for rest in np.split(classes[: ends[parts - 1]], ends[: parts - 1])]


def keep_lows(search: Search, task: Task, lows: list[int]) -> None:
    """Put the bounds that a worker found into the memory of the search."""
    order = np.empty(search.game.shape.digits.shape[1] if search.game.shape.colours > 0 else 0, np.int64)
    colours = np.empty(search.game.shape.colours, np.int64)
    for rest, low, before in zip(task.classes, lows, task.lows, strict=True):
        if low > before and len(rest) > 2:
            first, second = kernel.find_key(search.game, rest, search.agreeing(task.guess, rest), 1, order, colours)
            _place, known, high, guess = look_up(search.memory, first, second)
            search.state[kernel.USED] += remember(search.memory, first, second, max(known, low), high, guess, len(rest))


_searches: dict[tuple[object, ...], Search] = {}
"""In a worker: the searches of its threads, whose memories last from one task to the next."""


def bound_task(terms: Terms, task: Task, seconds: float) -> tuple[list[int], int]:
    """Return bounds of the classes of a task, and how many of them are final, after about so many seconds."""
    problem = terms.problem
    wider = None if problem.guesses is None else problem.guesses.checksum
    key = (threading.get_ident(), problem.codes.checksum, problem.rule.name, wider, problem.consistent, terms.prices)
    if key not in _searches:
        _searches[key] = Search(problem, prices=list(terms.prices), most_bytes=terms.most_bytes)
        _searches[key].state[kernel.WIDTH] = kernel.EVERY
    search = _searches[key]
    end = time.monotonic() + seconds
    lows = list(task.lows)
    total = task.others + sum(lows)
    for place, rest in enumerate(task.classes):
        if total >= task.cut:
            break
        if len(rest) <= 2:
            continue
        extras = search.agreeing(task.guess, rest)
        beta = task.cut - total + lows[place]
        cost = search.least(rest, extras, 1, beta, lambda: time.monotonic() < end, [task.guess])
        if cost is None:
            return lows, place
        total += cost - lows[place]
        lows[place] = cost
    return lows, len(task.classes)

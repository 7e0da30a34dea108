"""How guesses split a set of codes: the part of the search where nearly all time goes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.optimal.compiled import compiled
from mastermot.optimal.memory import Integers
from mastermot.optimal.symmetry import Shape

Members = NDArray[np.int32]


class Game(NamedTuple):
    """Everything about a game that does not change during a search.

    `marks` are numbers from 0 on, of shape (guesses, codes); `rows` has the guess that each code is, `codes` the code
    that each guess is or -1. `sums` has two random numbers a code, for keys; `tags` one a place, for partitions;
    `estimates` what a set of each size is expected to cost.
    """

    marks: NDArray[np.uint8]
    rows: Members
    codes: Members
    sums: Integers
    tags: Integers
    estimates: NDArray[np.float64]
    prices: Integers
    levels: Integers
    shape: Shape
    answers: int
    solved: int
    consistent: bool


class Scratch(NamedTuple):
    """Room to work in: by answer, when it was last seen, and its label; by label, its codes; by code, its last set."""

    seen: Integers
    labels: Members
    sizes: Members
    stamp: Integers
    present: Integers


@compiled
def score_guess(game: Game, scratch: Scratch, guess: int, members: Members) -> tuple[int, int, int, float]:
    """Return how a guess splits a set: the number of parts, the size of the largest, a name of the partition, a score.

    Two guesses have the same name when their partitions are equal, whatever the answers (and otherwise by chance
    only, 2^-64 a pair). The score estimates the cost of all parts.
    """
    scratch.stamp[0] += 1
    stamp = scratch.stamp[0]
    parts = 0
    name = 0
    for i in range(len(members)):
        answer = game.marks[guess, members[i]]
        if scratch.seen[answer] != stamp:
            scratch.seen[answer] = stamp
            scratch.labels[answer] = parts
            scratch.sizes[parts] = 1
            parts += 1
            name += game.tags[i] * parts
        else:
            label = scratch.labels[answer]
            scratch.sizes[label] += 1
            name += game.tags[i] * (label + 1)
    largest = 0
    score = 0.0
    for label in range(parts):
        largest = max(largest, scratch.sizes[label])
        score += game.estimates[scratch.sizes[label]]
    return parts, largest, name, score


@compiled
def split_set(game: Game, scratch: Scratch, guess: int, members: Members, classes: Members, ends: Members) -> int:
    """Return how many classes a guess leaves, those found left out, the smallest first.

    `classes` gets their members one after the other, `ends` where each ends.
    """
    scratch.stamp[0] += 1
    stamp = scratch.stamp[0]
    parts = 0
    for i in range(len(members)):
        answer = game.marks[guess, members[i]]
        if answer == game.solved:
            continue
        if scratch.seen[answer] != stamp:
            scratch.seen[answer] = stamp
            scratch.labels[answer] = parts
            scratch.sizes[parts] = 0
            parts += 1
        scratch.sizes[scratch.labels[answer]] += 1
    order = np.empty(parts, np.int32)
    for label in range(parts):
        place = label
        while place > 0 and scratch.sizes[order[place - 1]] > scratch.sizes[label]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = label
    fill = np.empty(parts, np.int32)
    end = 0
    for place in range(parts):
        fill[order[place]] = end
        end += scratch.sizes[order[place]]
        ends[place] = end
    for i in range(len(members)):
        answer = game.marks[guess, members[i]]
        if answer != game.solved:
            label = scratch.labels[answer]
            classes[fill[label]] = members[i]
            fill[label] += 1
    return parts


@compiled
def keep_different(names: Integers, count: int) -> NDArray[np.bool_]:
    """Return which of the first `count` names occur for the first time."""
    size = 16
    while size < 2 * count:
        size *= 2
    table = np.zeros(size, np.int64)
    first = np.zeros(count, np.bool_)
    for i in range(count):
        name = names[i] if names[i] != 0 else 1
        place = (name ^ (name >> 31)) & (size - 1)
        while table[place] != 0 and table[place] != name:
            place = (place + 1) & (size - 1)
        if table[place] == 0:
            table[place] = name
            first[i] = True
    return first


@compiled
def refines(game: Game, scratch: Scratch, finer: int, coarser: int, members: Members) -> bool:
    """Return whether every part of one guess lies within a part of the other."""
    scratch.stamp[0] += 1
    stamp = scratch.stamp[0]
    for i in range(len(members)):
        answer = game.marks[finer, members[i]]
        other = game.marks[coarser, members[i]]
        if scratch.seen[answer] != stamp:
            scratch.seen[answer] = stamp
            scratch.labels[answer] = other
        elif scratch.labels[answer] != other:
            return False
    return True

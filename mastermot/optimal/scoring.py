"""How guesses split a set of codes: the part of the search where nearly all time goes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.optimal.bounds import bound_size
from mastermot.optimal.compiled import compiled, inner
from mastermot.optimal.counting import Lanes, Members, Words, count_bits, count_marks, find_most
from mastermot.optimal.memory import Integers
from mastermot.optimal.problems import DEEPEST
from mastermot.optimal.symmetry import Fixing, Shape, find_orbit


class Game(NamedTuple):
    """Everything about a game that does not change during a search.

    `marks` are numbers from 0 on, of shape (guesses, codes), or where hard mode allows guesses beside the codes left
    (guesses, guesses), since these must agree with the marks too; `bits` the same as bits (see `counting`); `rows` has
    the guess that each code is, `codes` the code that each guess is or -1. `sums` has two random numbers a code, for
    keys; `tags` one a place, for partitions; `estimates` what a set of each size is expected to cost. `totals` is the
    memory of a search that is over, where every turn cost 1; here every turn costs `unit` at least (0: no such memory).
    """

    marks: NDArray[np.uint8]
    bits: Words
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
    totals: Integers
    unit: int


class Scratch(NamedTuple):
    """Room to work in: by answer, when it was last seen, and its label; by label, its codes; by code, its last set.

    `masks` and `counts` are for all guesses, `lanes` the same memory as `counts`, a number a guess; `plain` has the
    bounds of classes by size.
    """

    seen: Integers
    labels: Members
    sizes: Members
    stamp: Integers
    present: Integers
    masks: Words
    counts: Words
    lanes: Lanes
    plain: Integers


class Tries(NamedTuple):
    """The guesses of a set, each with a lower bound, a score (small is promising) and the name of its partition."""

    guesses: Members
    bounds: Integers
    scores: NDArray[np.float64]
    partitions: Integers


class Outlook(NamedTuple):
    """What one look at all guesses says of a set.

    `most` answers besides "found" is what a guess gets at most; no strategy costs less than `low`. The guesses that
    are in the set, and the others, can only cost less than was asked when they make so many parts.
    """

    most: int
    low: int
    parts_inside: int
    parts_outside: int


@inner
def price_at(prices: Integers, depth: int) -> tuple[int, int, int]:
    """Return the prices of the turn at a depth and of the two after it."""
    deep = min(depth, DEEPEST - 3)
    return prices[deep], prices[deep + 1], prices[deep + 2]


@inner
def look_at(game: Game, scratch: Scratch, members: Members, extras: Members, depth: int, cut: int) -> Outlook:
    """Count the parts that each guess allowed makes of a set, those found left out, and return what they say.

    The counts stay in ``scratch.lanes`` until the next call.
    """
    lanes = scratch.lanes
    size = len(members)
    if game.consistent:
        count_marks(game.marks, game.rows[members], members, scratch.seen, scratch.stamp, lanes)
        count_marks(game.marks, extras, members, scratch.seen, scratch.stamp, lanes)
    elif game.bits.shape[0] > 0:
        count_bits(game.bits, members, scratch.masks, scratch.counts)
    else:
        every = np.arange(len(game.marks), dtype=np.int32)
        count_marks(game.marks, every, members, scratch.seen, scratch.stamp, lanes)
    inside = 0
    rows = game.rows
    for i in range(size):
        lanes[rows[members[i]]] -= 1
        inside = max(inside, int(lanes[rows[members[i]]]))
    most = inside if game.consistent else find_most(lanes)
    for i in range(len(extras)):
        most = max(most, int(lanes[extras[i]]))
    price, after, later = price_at(game.prices, depth)
    whole = size * (price + after + later)
    low = whole - after - (inside + 1) * later
    if not game.consistent or len(extras) > 0:
        low = min(low, whole - most * later)
    outside = max(1, (whole - cut) // later)
    return Outlook(most, low, (whole - after - later - cut) // later, outside)


@inner
def list_tries(
    game: Game,
    scratch: Scratch,
    node: int,
    members: Members,
    extras: Members,
    depth: int,
    outlook: Outlook,
    fixing: Fixing,
) -> tuple[Tries, int]:
    """Return the guesses that may cost less than was asked, with bounds by their parts; how many of them come first.

    First come those whose bound is the least there is. Of an orbit there is one, and none that tells nothing.
    """
    size = len(members)
    listed = np.empty(size + (len(extras) if game.consistent else len(game.codes)), np.int32)
    inside, count = list_guesses(game, scratch, node, members, extras, outlook, listed)
    if fixing.matters:
        inside, count = keep_one_each(game.shape, fixing, listed, inside, count)
    price, after, later = price_at(game.prices, depth)
    bounds = np.empty(count, np.int64)
    for i in range(count):
        bounds[i] = size * (price + after + later) - scratch.lanes[listed[i]] * later
        if i < inside:
            bounds[i] -= after + later
    tries = make_tries(count)
    kept = first = 0
    for turn in range(2):
        for i in range(count):
            if (bounds[i] == outlook.low) == (turn == 0):
                tries.guesses[kept] = listed[i]
                tries.bounds[kept] = bounds[i]
                kept += 1
        if turn == 0:
            first = kept
    return tries, first


@inner
def list_guesses(
    game: Game, scratch: Scratch, node: int, members: Members, extras: Members, outlook: Outlook, listed: Members
) -> tuple[int, int]:
    """Fill in the guesses that make enough parts: first the codes left; return how many these are, and all."""
    lanes, rows, codes, present = scratch.lanes, game.rows, game.codes, scratch.present
    count = 0
    for i in range(len(members)):
        present[members[i]] = node
        if lanes[rows[members[i]]] > outlook.parts_inside:
            listed[count] = rows[members[i]]
            count += 1
    inside = count
    if not game.consistent and outlook.most > outlook.parts_outside:
        for guess in range(len(codes)):
            if lanes[guess] > outlook.parts_outside and (codes[guess] < 0 or present[codes[guess]] != node):
                listed[count] = guess
                count += 1
    for i in range(len(extras)):
        if lanes[extras[i]] > outlook.parts_outside:
            listed[count] = extras[i]
            count += 1
    return inside, count


@inner
def keep_one_each(shape: Shape, fixing: Fixing, listed: Members, inside: int, count: int) -> tuple[int, int]:
    """Keep the first guess of each orbit; return how many codes left these are, and how many in all."""
    orbits = np.zeros(len(shape.places), np.bool_)
    kept = codes = 0
    for i in range(count):
        orbit = find_orbit(shape, listed[i], fixing)
        if not orbits[orbit]:
            orbits[orbit] = True
            listed[kept] = listed[i]
            kept += 1
            codes += 1 if i < inside else 0
    return codes, kept


@inner
def make_tries(count: int) -> Tries:
    """Return room for so many guesses."""
    return Tries(
        np.empty(count, np.int32), np.empty(count, np.int64), np.empty(count, np.float64), np.empty(count, np.int64)
    )


@inner
def take_tries(tries: Tries, start: int, end: int) -> Tries:
    """Return some of the guesses, the same memory."""
    return Tries(
        tries.guesses[start:end], tries.bounds[start:end], tries.scores[start:end], tries.partitions[start:end]
    )


@inner
def score_tries(
    game: Game,
    scratch: Scratch,
    members: Members,
    extras: Members,
    depth: int,
    most: int,
    known: tuple[int, int],
    cut: int,
    tries: Tries,
    start: int,
) -> tuple[int, int]:
    """Fill in bounds, scores and partitions of the guesses from `start` on whose bounds are below `cut`.

    Return the least cost known now, with its guess; `known` is what was known before. A guess that leaves no class of
    more than two codes has its cost at once. Two guesses have the same partition when they split the set alike,
    whatever the answers (and otherwise by chance only, 2^-64 a pair); the extra guesses that stay allowed count too.
    """
    marks, seen, labels, sizes = game.marks, scratch.seen, scratch.labels, scratch.sizes
    tags, estimates, plain, solved = game.tags, game.estimates, scratch.plain, game.solved
    best, chosen = known
    size = len(members)
    for n in range(size + 1):
        plain[n] = bound_size(n, most, game.prices, depth + 1)
    base = size * game.prices[min(depth, DEEPEST - 1)]
    stamp = scratch.stamp[0]
    for place in range(start, len(tries.guesses)):
        tries.partitions[place] = 0
        if tries.bounds[place] >= cut:
            continue
        guess = tries.guesses[place]
        stamp += 1
        parts = 0
        name = 0
        bound = base
        for i in range(size):
            answer = marks[guess, members[i]]
            if answer == solved:
                bound -= plain[1]
            if seen[answer] != stamp:
                seen[answer] = stamp
                labels[answer] = parts
                sizes[parts] = 1
                parts += 1
                name += tags[i] * parts
            else:
                label = labels[answer]
                sizes[label] += 1
                name += tags[i] * (label + 1)
        for i in range(len(extras)):
            answer = marks[guess, extras[i]]
            if seen[answer] == stamp:
                name += tags[size + i] * (labels[answer] + 1)
        largest = 0
        score = -1.0 if bound < base else 0.0
        for label in range(parts):
            largest = max(largest, sizes[label])
            score += estimates[sizes[label]]
            bound += plain[sizes[label]]
        if largest <= 2 and bound < best:
            best, chosen = bound, guess
        tries.bounds[place] = bound
        tries.scores[place] = score
        tries.partitions[place] = name
    scratch.stamp[0] = stamp
    return best, chosen


@inner
def keep_promising(tries: Tries, cut: int, least: int) -> tuple[int, int]:
    """Move the guesses whose bounds are below `cut` to the front; return how many, and the least bound of the others.

    Of equal guesses the first stays.
    """
    count = len(tries.guesses)
    different = keep_different(tries.partitions, count)
    waiting = 0
    for i in range(count):
        if tries.bounds[i] >= cut:
            least = min(least, tries.bounds[i])
        elif different[i]:
            tries.guesses[waiting] = tries.guesses[i]
            tries.bounds[waiting] = tries.bounds[i]
            tries.scores[waiting] = tries.scores[i]
            waiting += 1
    return waiting, least


@compiled
def split_set(game: Game, scratch: Scratch, guess: int, members: Members, classes: Members, ends: Members) -> int:
    """Return how many classes a guess leaves, those found left out, the smallest first.

    `classes` gets their members one after the other, `ends` where each ends.
    """
    marks, solved = game.marks, game.solved
    seen, labels, sizes = scratch.seen, scratch.labels, scratch.sizes
    scratch.stamp[0] += 1
    stamp = scratch.stamp[0]
    parts = 0
    for i in range(len(members)):
        answer = marks[guess, members[i]]
        if answer == solved:
            continue
        if seen[answer] != stamp:
            seen[answer] = stamp
            labels[answer] = parts
            sizes[parts] = 0
            parts += 1
        sizes[labels[answer]] += 1
    order = np.empty(parts, np.int32)
    for label in range(parts):
        place = label
        while place > 0 and sizes[order[place - 1]] > sizes[label]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = label
    fill = np.empty(parts, np.int32)
    end = 0
    for place in range(parts):
        fill[order[place]] = end
        end += sizes[order[place]]
        ends[place] = end
    for i in range(len(members)):
        answer = marks[guess, members[i]]
        if answer != solved:
            label = labels[answer]
            classes[fill[label]] = members[i]
            fill[label] += 1
    return parts


@inner
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
def is_refined(game: Game, scratch: Scratch, guess: int, searched: Members, members: Members) -> bool:
    """Return whether one of the guesses searched already splits further what this one splits.

    A code left is only beaten by a code left: it may be found at once.
    """
    marks, codes, seen, labels = game.marks, game.codes, scratch.seen, scratch.labels
    inside = is_member(members, codes[guess])
    stamp = scratch.stamp[0]
    refined = False
    for place in range(len(searched)):
        finer = searched[place]
        if inside and not is_member(members, codes[finer]):
            continue
        stamp += 1
        refined = True
        for i in range(len(members)):
            answer = marks[finer, members[i]]
            other = marks[guess, members[i]]
            if seen[answer] != stamp:
                seen[answer] = stamp
                labels[answer] = other
            elif labels[answer] != other:
                refined = False
                break
        if refined:
            break
    scratch.stamp[0] = stamp
    return refined


@inner
def is_member(members: Members, code: int) -> bool:
    """Return whether a code is in a set, whose members are in increasing order."""
    start, end = 0, len(members)
    if code < 0:
        return False
    while start < end:
        middle = (start + end) // 2
        if members[middle] < code:
            start = middle + 1
        else:
            end = middle
    return start < len(members) and members[start] == code


@inner
def find_teller(game: Game, members: Members) -> int:
    """Return the place of a code, of three, that tells the two others apart, or -1."""
    marks, rows = game.marks, game.rows
    one, two, three = members[0], members[1], members[2]
    if marks[rows[one], two] != marks[rows[one], three]:
        return 0
    if marks[rows[two], one] != marks[rows[two], three]:
        return 1
    return 2 if marks[rows[three], one] != marks[rows[three], two] else -1


@inner
def weigh_few(game: Game, members: Members, depth: int) -> int:
    """Return the least cost of a set of three codes or fewer, or 0 where it is to be searched.

    Of three codes, one that tells the two others apart is the best guess; without one it is any of them, unless a
    turn later costs more.
    """
    price, after, later = price_at(game.prices, depth)
    if len(members) == 1:
        return int(price)
    if len(members) == 2:
        return int(2 * price + after)
    if len(members) > 3 or later > after:
        return 0
    return int(3 * price + 2 * after + (0 if find_teller(game, members) >= 0 else later))

"""The compiled search: the least cost of a set of codes, by branch and bound.

``find_least(set, beta)`` returns the least cost of a set, or a lower bound of it that is `beta` or more (fail-soft
branch and bound, as in K. Koyama and T. W. Lai, *An optimal Mastermind strategy*, 1993, and in the programs that came
after it). What makes it quick, each idea with the reason why it loses nothing:

- *Known sets* are kept (`memory`), those of colours in one form for all that symmetries make equal (`symmetry`).
- *Bounds from sizes* (`bounds`), with the answers counted anew at each set: no guess can get more on a part of it.
- *Perfect guesses*: a code left that tells all others apart cannot be beaten, and no guess that is not left beats a
  cost of two turns a code.
- *Equal guesses*: of those that split a set alike one is tried, a code left where there is one. On every part of the
  set they split alike too, so that the sets below it need only one of them as well.
- *Orbits* of guesses under the symmetries of the history (`symmetry`).
- *Refined guesses*: a guess that only splits further what another one splits is no worse, where any guess may be
  played at any time: a part costs no more than the whole, and two parts together no more than their union.
- *Classes from small to large*: a small class disproves a guess soonest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.optimal.bounds import bound_size
from mastermot.optimal.compiled import compiled
from mastermot.optimal.memory import LOW, NO_TOTAL, Integers, look_up, remember
from mastermot.optimal.problems import DEEPEST
from mastermot.optimal.scoring import Game, Members, Scratch, keep_different, refines, score_guess, split_set
from mastermot.optimal.symmetry import Fixing, find_fixing, find_form, find_orbit, move_back, move_code, no_fixing

STOP, NODES, USED, FULL, WIDTH, BEST, CHOSEN, DONE, WAITING = range(9)
"""The places of the state: whether to stop, sets searched, entries taken, how many may be, guesses tried at a set; at
the first turn, the best cost and its guess, guesses done and waiting."""
ASKED, MEMORY_FULL = 1, 2
"""Why a search stops before its end."""
COMPARED = 12
"""Guesses already searched that a new one is compared with, to see whether one of them refines it."""
EVERY = 1 << 40
"""The width that tries every guess."""


@compiled
def find_key(game: Game, members: Members, depth: int, order: Integers, names: Integers) -> tuple[int, int]:
    """Return the key of a set at a depth; with colours also the order and names that bring it into its form."""
    first = game.levels[min(depth, DEEPEST - 1)] * 0x1E3779B97F4A7C15
    second = first
    if len(order) == 0:
        for i in range(len(members)):
            first += game.sums[members[i], 0]
            second += game.sums[members[i], 1]
    else:
        find_form(game.shape, game.marks, game.rows, members, order, names)
        for i in range(len(members)):
            code = move_code(game.shape, members[i], order, names)
            first += game.sums[code, 0]
            second += game.sums[code, 1]
    return first, second


@compiled
def find_least(  # noqa: C901 - numba types a function that calls itself only as a whole
    game: Game,
    scratch: Scratch,
    memory: Integers,
    state: Integers,
    members: Members,
    depth: int,
    guesses: Members,
    beta: int,
    answers: int,
    history: Members,
    symmetric: bool,
) -> int:
    """Return the least cost of a set, or a lower bound of it that is `beta` or more.

    `guesses` are those that may be played beside the codes left; `answers` bounds how many answers besides "found" a
    guess can get. When the state says stop, what comes back means nothing, and nothing is kept of it.
    """
    size = len(members)
    deep = min(depth, DEEPEST - 3)
    price, after, later = game.prices[deep], game.prices[deep + 1], game.prices[deep + 2]
    if size == 1:
        return int(price)
    if size == 2:
        return int(2 * price + after)
    low = bound_size(size, answers, game.prices, depth)
    if low >= beta:
        return low
    coloured = game.shape.colours > 0
    order = np.empty(game.shape.digits.shape[1] if coloured else 0, np.int64)
    colours = np.empty(game.shape.colours, np.int64)
    first, second = find_key(game, members, depth, order, colours)
    place, known_low, high, chosen = look_up(memory, first, second)
    if place >= 0 and low > known_low:
        memory[place, LOW] = low
    low = max(low, known_low)
    if low >= beta or low == high:
        return low
    if chosen >= 0 and coloured:
        chosen = move_back(game.shape, chosen, order, colours)
    state[NODES] += 1
    if state[STOP] != 0:
        return low

    tries = make_tries(size if game.consistent else size + len(guesses))
    fixing = find_fixing(game.shape, history, depth) if symmetric else no_fixing(game.shape)
    count, most, best, chosen, least = score_all(
        game, scratch, state[NODES], members, guesses, high, chosen, (price, after, later), fixing, tries
    )
    if best == low_end(size, price, after):  # a code left tells all others apart: nothing is better
        form = move_code(game.shape, chosen, order, colours) if coloured else chosen
        state[USED] += remember(memory, first, second, best, best, form, size)
        return best
    symmetric = fixing.matters
    below = guesses
    different = keep_different(tries.partitions, count)
    if not symmetric and not game.consistent and best > size * (price + after):
        below = keep_below(tries, different, count, size)
    waiting, least = keep_promising(tries, different, count, min(beta, best), least)
    ranks = np.argsort(tries.scores[:waiting])

    classes = np.empty(size, np.int32)
    ends = np.empty(min(size, game.answers), np.int32)
    lows = np.empty(min(size, game.answers), np.int64)
    searched = np.empty(COMPARED, np.int32)
    searches = 0
    complete = True
    for rank in range(waiting):
        guess = tries.guesses[ranks[rank]]
        cut = min(beta, best)
        if tries.bounds[ranks[rank]] >= cut:
            least = min(least, tries.bounds[ranks[rank]])
            continue
        if rank >= state[WIDTH]:
            complete = False
            break
        if depth == 0:
            state[DONE] = rank
            state[WAITING] = waiting
        if not game.consistent and is_refined(game, scratch, guess, searched[: min(searches, COMPARED)], members):
            continue
        parts = split_set(game, scratch, guess, members, classes, ends)
        total = size * price + bound_classes(game, memory, classes, ends[:parts], most, depth + 1, cut, lows)
        if total < cut:
            searched[searches % COMPARED] = guess
            searches += 1
            if coloured:
                history[depth] = guess
        # the classes searched, the small first
        start = 0
        for part in range(parts):
            if total >= cut:
                break
            rest = classes[start : ends[part]]
            most_costly = cut - total + lows[part]
            cost = find_least(
                *(game, scratch, memory, state, rest, depth + 1, below, most_costly, most, history, symmetric)
            )
            if state[STOP] != 0:
                return low
            total += cost - lows[part]
            start = ends[part]
        least = min(least, total)
        if total < cut:
            best = total
            chosen = guess
            if depth == 0:
                state[BEST] = best
                state[CHOSEN] = guess
            if best <= low:
                break
    if complete or best <= low:
        beta = least  # all guesses are bounded, none is left out
    low = max(low, min(best, beta))
    if coloured:
        first, second = find_key(game, members, depth, order, colours)
        if chosen >= 0:
            chosen = move_code(game.shape, chosen, order, colours)
    state[USED] += remember(memory, first, second, low, best, chosen, size)
    if state[USED] > state[FULL]:
        state[STOP] = MEMORY_FULL
    return low


class Tries(NamedTuple):
    """The guesses of a set, each with a lower bound, a score (small is promising) and the name of its partition."""

    guesses: Members
    bounds: Integers
    scores: NDArray[np.float64]
    partitions: Integers


@compiled
def make_tries(room: int) -> Tries:
    """Return room for so many guesses."""
    return Tries(
        np.empty(room, np.int32), np.empty(room, np.int64), np.empty(room, np.float64), np.empty(room, np.int64)
    )


@compiled
def low_end(size: int, price: int, after: int) -> int:
    """Return the least that a set can cost: one code found now, all others a turn later."""
    return size * price + (size - 1) * after


@compiled
def score_all(
    game: Game,
    scratch: Scratch,
    node: int,
    members: Members,
    guesses: Members,
    best: int,
    chosen: int,
    prices: tuple[int, int, int],
    fixing: Fixing,
    tries: Tries,
) -> tuple[int, int, int, int, int]:
    """Score the guesses of a set into `tries`, codes left first, then the others unless they cannot matter any more.

    Return how many there are, the most answers besides "found" that one of them gets, the least cost that is known
    now with its guess, and a lower bound of the guesses that were left out. A guess that leaves no class of more than
    two codes has its cost at once. Of an orbit one guess is scored, and none that tells nothing.
    """
    size = len(members)
    price, after, later = prices
    for i in range(size):
        scratch.present[members[i]] = node
    orbits = np.zeros(len(game.shape.places) if fixing.matters else 0, np.bool_)
    plain = size * (price + after)
    count = 0
    most = 0
    for i in range(len(tries.guesses)):
        found = 1 if i < size else 0
        guess = game.rows[members[i]] if found else guesses[i - size]
        if i == size and best <= plain:
            return count, most, best, chosen, plain
        if not found and game.codes[guess] >= 0 and scratch.present[game.codes[guess]] == node:
            continue
        if fixing.matters:
            orbit = find_orbit(game.shape, guess, fixing)
            if orbits[orbit]:
                continue
            orbits[orbit] = True
        parts, largest, name, score = score_guess(game, scratch, guess, members)
        if parts == 1:
            continue
        bound = size * price + (size - found) * after + (size - parts) * later
        most = max(most, parts - found)
        if largest <= 2 and bound < best:
            best = bound
            chosen = guess
            if found and parts == size:
                break
        tries.guesses[count] = guess
        tries.bounds[count] = bound
        tries.scores[count] = score - found
        tries.partitions[count] = name
        count += 1
    return count, most, best, chosen, NO_TOTAL


@compiled
def keep_below(tries: Tries, different: NDArray[np.bool_], count: int, size: int) -> Members:
    """Return the guesses that sets below this one need: the codes left, and one for each other partition."""
    below = np.empty(count, np.int32)
    kept = 0
    for i in range(count):
        if different[i] or i < size:
            below[kept] = tries.guesses[i]
            kept += 1
    return below[:kept]


@compiled
def keep_promising(tries: Tries, different: NDArray[np.bool_], count: int, cut: int, least: int) -> tuple[int, int]:
    """Move the guesses whose bounds are below `cut` to the front; return how many, and the least bound of the others.

    Of equal guesses the first stays.
    """
    waiting = 0
    for i in range(count):
        if not different[i]:
            continue
        if tries.bounds[i] >= cut:
            least = min(least, tries.bounds[i])
            continue
        tries.guesses[waiting] = tries.guesses[i]
        tries.bounds[waiting] = tries.bounds[i]
        tries.scores[waiting] = tries.scores[i]
        waiting += 1
    return waiting, least


@compiled
def is_refined(game: Game, scratch: Scratch, guess: int, searched: Members, members: Members) -> bool:
    """Return whether one of the guesses searched already splits further what this one splits.

    A code left is only beaten by a code left: it may be found at once.
    """
    member = is_member(members, game.codes[guess])
    for i in range(len(searched)):
        if (is_member(members, game.codes[searched[i]]) or not member) and refines(
            game, scratch, searched[i], guess, members
        ):
            return True
    return False


@compiled
def bound_classes(
    game: Game, memory: Integers, classes: Members, ends: Members, answers: int, depth: int, cut: int, lows: Integers
) -> int:
    """Return the sum of lower bounds of some classes, and fill in each: by its size, or what the memory knows of it.

    Once the sum reaches `cut`, the memory is not asked any more.
    """
    order = np.empty(game.shape.digits.shape[1] if game.shape.colours > 0 else 0, np.int64)
    colours = np.empty(game.shape.colours, np.int64)
    total = 0
    start = 0
    for part in range(len(ends)):
        lows[part] = bound_size(ends[part] - start, answers, game.prices, depth)
        total += lows[part]
        start = ends[part]
    start = 0
    for part in range(len(ends)):
        if total + game.prices[min(depth - 1, DEEPEST - 1)] * len(classes) >= cut:
            break
        if ends[part] - start > 2:
            first, second = find_key(game, classes[start : ends[part]], depth, order, colours)
            _place, known, _high, _guess = look_up(memory, first, second)
            if known > lows[part]:
                total += known - lows[part]
                lows[part] = known
        start = ends[part]
    return total


@compiled
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


@compiled
def find_known(game: Game, memory: Integers, members: Members, depth: int) -> tuple[int, int, int]:
    """Return what is known of a set at a depth: a lower bound, the least cost reached, and the guess that reaches it.

    The guess is -1 where none is known.
    """
    coloured = game.shape.colours > 0
    order = np.empty(game.shape.digits.shape[1] if coloured else 0, np.int64)
    colours = np.empty(game.shape.colours, np.int64)
    first, second = find_key(game, members, depth, order, colours)
    _place, low, high, guess = look_up(memory, first, second)
    if guess >= 0 and coloured:
        guess = move_back(game.shape, guess, order, colours)
    return low, high, guess


@compiled
def list_first_guesses(
    game: Game, scratch: Scratch, state: Integers, members: Members, guesses: Members, cut: int
) -> Members:
    """Return the first guesses that may cost less than `cut`, one of those that are equal, the promising first."""
    state[NODES] += 1
    symmetric = game.shape.colours > 0
    fixing = find_fixing(game.shape, members[:0], 0) if symmetric else no_fixing(game.shape)
    prices = (game.prices[0], game.prices[1], game.prices[2])
    tries = make_tries(len(members) if game.consistent else len(members) + len(guesses))
    count, _most, _best, _chosen, _least = score_all(
        game, scratch, state[NODES], members, guesses, NO_TOTAL, -1, prices, fixing, tries
    )
    waiting, _least = keep_promising(tries, keep_different(tries.partitions, count), count, cut, NO_TOTAL)
    return tries.guesses[:waiting][np.argsort(tries.scores[:waiting])]

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

import numpy as np

from mastermot.optimal.bounds import bound_size
from mastermot.optimal.compiled import compiled, compiled_plain
from mastermot.optimal.counting import Members
from mastermot.optimal.memory import NO_TOTAL, Integers, look_up, remember
from mastermot.optimal.problems import DEEPEST
from mastermot.optimal.scoring import (
    Game,
    Scratch,
    Tries,
    find_teller,
    is_refined,
    keep_promising,
    list_tries,
    make_tries,
    look_at,
    score_tries,
    split_set,
    take_tries,
    weigh_few,
)
from mastermot.optimal.symmetry import Fixing, find_fixing, find_form, move_back, move_code, no_fixing

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
def find_least(
    game: Game,
    scratch: Scratch,
    memory: Integers,
    state: Integers,
    members: Members,
    depth: int,
    beta: int,
    answers: int,
    history: Members,
    symmetric: bool,
) -> int:
    """Return the least cost of a set, or a lower bound of it that is `beta` or more.

    `answers` bounds how many answers besides "found" a guess can get. When the state says stop, what comes back means
    nothing, and nothing is kept of it.
    """
    size = len(members)
    few = weigh_few(game, members, depth)
    if few > 0:
        return few
    low = bound_size(size, answers, game.prices, depth)
    if low >= beta:
        return low
    form = make_form(game)
    first, second = find_key(game, members, depth, form[0], form[1])
    _place, known, high, chosen = look_up(memory, first, second)
    low = max(low, known)
    if low >= beta or low == high or state[STOP] != 0:
        return low
    if chosen >= 0 and game.shape.colours > 0:
        chosen = move_back(game.shape, chosen, form[0], form[1])
    state[NODES] += 1
    fixing = find_fixing(game.shape, history, depth) if symmetric else no_fixing(game.shape)
    tries, most, best, chosen, least = find_tries(
        game, scratch, state[NODES], members, depth, (beta, high, chosen), fixing
    )
    ranks = np.argsort(tries.scores)

    classes = np.empty(size, np.int32)
    ends = np.empty(min(size, game.answers), np.int32)
    lows = np.empty(min(size, game.answers), np.int64)
    searched = np.empty(COMPARED, np.int32)
    searches = 0
    complete = True
    for rank in range(len(ranks)):
        guess, bound = tries.guesses[ranks[rank]], tries.bounds[ranks[rank]]
        cut = min(beta, best)
        if bound >= cut:
            least = min(least, bound)
            continue
        if rank >= state[WIDTH]:
            complete = False
            break
        if depth == 0:
            state[DONE] = rank
            state[WAITING] = len(ranks)
        if not game.consistent and is_refined(game, scratch, guess, searched[: min(searches, COMPARED)], members):
            continue
        parts = split_set(game, scratch, guess, members, classes, ends)
        total = size * game.prices[min(depth, DEEPEST - 1)]
        total += bound_classes(game, scratch, memory, state, classes, ends[:parts], most, depth + 1, cut - total, lows)
        if total < cut:
            searched[searches % COMPARED] = guess
            searches += 1
            if game.shape.colours > 0:
                history[depth] = guess
        # each class is asked for its share of what lacks, the small first, then for all of it
        for turn in range(1 if cut - total > size else 0, 2):
            lacking = cut - total
            start = 0
            for part in range(parts):
                if total >= cut:
                    break
                rest = classes[start : ends[part]]
                start = ends[part]
                if len(rest) < 3:
                    continue
                wanted = cut - total
                if turn == 0:
                    wanted = min(wanted, (lacking * len(rest)) // size + 1)
                wanted += lows[part]
                cost = find_least(game, scratch, memory, state, rest, depth + 1, wanted, most, history, fixing.matters)
                if state[STOP] != 0:
                    return low
                total += cost - lows[part]
                lows[part] = cost
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
    if game.shape.colours > 0:
        first, second = find_key(game, members, depth, form[0], form[1])
        if chosen >= 0:
            chosen = move_code(game.shape, chosen, form[0], form[1])
    keep(memory, state, (first, second), (low, best, chosen), size)
    return low


@compiled
def make_form(game: Game) -> tuple[Integers, Integers]:
    """Return room for the order of the holes and the names of the colours that bring a set into its form."""
    holes = game.shape.digits.shape[1] if game.shape.colours > 0 else 0
    return np.empty(holes, np.int64), np.empty(game.shape.colours, np.int64)


@compiled_plain
def keep(
    memory: Integers, state: Integers, key: tuple[int, int], known: tuple[int, int, int], size: int
) -> None:
    """Remember what is known of a set, its bounds and the guess; say stop when the memory has to grow."""
    state[USED] += remember(memory, key[0], key[1], known[0], known[1], known[2], size)
    if state[USED] > state[FULL] and state[STOP] == 0:
        state[STOP] = MEMORY_FULL


@compiled
def find_tries(
    game: Game, scratch: Scratch, node: int, members: Members, depth: int, asked: tuple[int, int, int], fixing: Fixing
) -> tuple[Tries, int, int, int, int]:
    """Return the guesses that may cost less than asked; the most answers that any guess gets; the least cost known now.

    with its guess; and a lower bound of all guesses that are left out. What is asked is a cost, and the least cost known
    with its guess.
    """
    beta, best, chosen = asked
    cut = min(beta, best)
    outlook = look_at(game, scratch, members, depth, cut)
    if outlook.low >= cut:
        return make_tries(0), outlook.most, best, chosen, outlook.low
    tries, first = list_tries(game, scratch, node, members, depth, outlook, fixing)
    front = take_tries(tries, 0, first)
    best, chosen = score_tries(game, scratch, members, depth, outlook.most, (best, chosen), front, 0, cut)
    if best <= outlook.low:
        return make_tries(0), outlook.most, best, chosen, outlook.low
    best, chosen = score_tries(
        game, scratch, members, depth, outlook.most, (best, chosen), tries, first, min(beta, best)
    )
    waiting, least = keep_promising(tries, min(beta, best), cut)
    kept = take_tries(tries, 0, waiting)
    return kept, outlook.most, best, chosen, least


@compiled
def bound_classes(
    game: Game,
    scratch: Scratch,
    memory: Integers,
    state: Integers,
    classes: Members,
    ends: Members,
    answers: int,
    depth: int,
    cut: int,
    lows: Integers,
) -> int:
    """Return the sum of lower bounds of some classes, and fill in each.

    First by their sizes; then what the memory knows; then what a look at all guesses says. It ends once the sum
    reaches `cut`.
    """
    total = 0
    start = 0
    for part in range(len(ends)):
        few = weigh_few(game, classes[start : ends[part]], depth)
        lows[part] = few if few > 0 else bound_size(ends[part] - start, answers, game.prices, depth)
        total += lows[part]
        start = ends[part]
    keys = np.empty((len(ends), 2), np.int64)
    unknown = np.zeros(len(ends), np.bool_)
    form = make_form(game)
    start = 0
    for part in range(len(ends)):
        if total >= cut:
            return total
        if ends[part] - start > 2:
            first, second = find_key(game, classes[start : ends[part]], depth, form[0], form[1])
            keys[part, 0], keys[part, 1] = first, second
            place, known, _high, _guess = look_up(memory, first, second)
            unknown[part] = place < 0
            if known > lows[part]:
                total += known - lows[part]
                lows[part] = known
        start = ends[part]
    start = 0
    for part in range(len(ends)):
        if total >= cut:
            break
        if unknown[part] and ends[part] - start > 3:
            outlook = look_at(game, scratch, classes[start : ends[part]], depth, NO_TOTAL)
            if outlook.low > lows[part]:
                total += outlook.low - lows[part]
                lows[part] = outlook.low
            keep(memory, state, (keys[part, 0], keys[part, 1]), (lows[part], NO_TOTAL, -1), ends[part] - start)
        start = ends[part]
    return total


@compiled
def find_known(game: Game, memory: Integers, members: Members, depth: int) -> tuple[int, int, int]:
    """Return what is known of a set at a depth: a lower bound, the least cost reached, and the guess that reaches it.

    The guess is -1 where none is known.
    """
    few = weigh_few(game, members, depth)
    if few > 0:
        place = find_teller(game, members) if len(members) == 3 else 0
        return few, few, game.rows[members[max(place, 0)]]
    form = make_form(game)
    first, second = find_key(game, members, depth, form[0], form[1])
    _place, low, high, guess = look_up(memory, first, second)
    if guess >= 0 and game.shape.colours > 0:
        guess = move_back(game.shape, guess, form[0], form[1])
    return low, high, guess


@compiled
def list_first_guesses(game: Game, scratch: Scratch, state: Integers, members: Members, cut: int) -> Members:
    """Return the first guesses that may cost less than `cut`, one of those that are equal, the promising first."""
    state[NODES] += 1
    fixing = find_fixing(game.shape, members[:0], 0) if game.shape.colours > 0 else no_fixing(game.shape)
    tries, _most, _best, _chosen, _least = find_tries(
        game, scratch, state[NODES], members, 0, (cut, NO_TOTAL, -1), fixing
    )
    return tries.guesses[np.argsort(tries.scores)]

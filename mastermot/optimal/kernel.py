"""The compiled search: the least cost of a set of codes, by branch and bound.

``find_least(set, beta)`` returns the least cost of a set, or a lower bound of it that is `beta` or more (fail-soft
branch and bound, as in K. Koyama and T. W. Lai, *An optimal Mastermind strategy*, 1993, and in the programs that came
after it). What makes it quick, each idea with the reason why it loses nothing:

- *Known sets* are kept (`memory`), those of colours in one form for all that symmetries make equal (`symmetry`).
- *Bounds from sizes* (`bounds`), with the answers counted anew at each set: no guess can get more on a part of it.
- *Perfect guesses*: a code left that tells all others apart cannot be beaten, and no guess that is not left beats a
  cost of two turns a code.
- *A look at all guesses* (`counting`) gives a bound that settles most small sets, before anything is searched.
- *Equal guesses*: of those that split a set alike one is tried, a code left where there is one.
- *Orbits* of guesses under the symmetries of the history (`symmetry`).
- *Refined guesses*: a guess that only splits further what another one splits is no worse, where any guess may be
  played at any time: a part costs no more than the whole, and two parts together no more than their union.
- *Totals known*: where turns have prices, a set costs its least total at least, each turn at the lowest price; a search
  after one at plain prices looks that up.
- *Shares*: each class of a guess is asked for its share of what the bounds lack, the small ones first; only when that
  is not enough is one searched to its end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mastermot.optimal.bounds import bound_size
from mastermot.optimal.compiled import compiled, inner
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
    look_at,
    make_tries,
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
LEVEL = 0x1E3779B97F4A7C15
"""What the key of a set has more at each level of prices."""


@compiled
def find_key(
    game: Game, members: Members, extras: Members, depth: int, order: Integers, names: Integers
) -> tuple[int, int]:
    """Return the key of a set at a depth; with colours also the order and names that bring it into its form."""
    first = game.levels[min(depth, DEEPEST - 1)] * LEVEL
    second = first
    for i in range(len(extras)):
        first += game.sums[extras[i], 0]
        second += game.sums[extras[i], 1]
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


class Room(NamedTuple):
    """Room for what one guess leaves of a set, class by class, and for the guesses searched already."""

    classes: Members
    ends: Members
    lows: Integers
    searched: Members


@compiled
def make_room(game: Game, size: int) -> Room:
    """Return room for a set of so many codes."""
    most = min(size, game.answers)
    return Room(
        np.empty(size, np.int32), np.empty(most, np.int32), np.empty(most, np.int64), np.empty(COMPARED, np.int32)
    )


@compiled
def find_least(  # noqa: C901 - numba types a function that calls itself only as a whole
    game: Game,
    scratch: Scratch,
    memory: Integers,
    state: Integers,
    members: Members,
    extras: Members,
    depth: int,
    beta: int,
    answers: int,
    history: Members,
    symmetric: bool,
) -> int:
    """Return the least cost of a set, or a lower bound of it that is `beta` or more.

    `extras` are the guesses beside the codes left that hard mode allows (see `keep_agreeing`). `answers` bounds how
    many answers besides "found" a guess can get. When the state says stop, what comes back means
    nothing, and nothing is kept of it.
    """
    size = len(members)
    low, best, chosen = find_known(game, memory, members, extras, depth)
    low = max(low, bound_size(size, answers, game.prices, depth))
    if low >= min(beta, best) or state[STOP] != 0:
        return low
    state[NODES] += 1
    fixing = find_fixing(game.shape, history, depth) if symmetric else no_fixing(game.shape)
    asked = (beta, best, chosen)
    tries, most, best, chosen, least = find_tries(game, scratch, state[NODES], members, extras, depth, asked, fixing)
    ranks = np.argsort(tries.scores)
    room = make_room(game, size)
    searches = 0
    for rank in range(len(ranks)):
        guess, bound = tries.guesses[ranks[rank]], tries.bounds[ranks[rank]]
        cut = min(beta, best)
        if bound >= cut:
            least = min(least, bound)
            continue
        if rank >= state[WIDTH]:
            least = min(beta, best)  # the others are left out
            break
        if depth == 0:
            state[DONE], state[WAITING] = rank, len(ranks)
        if not game.consistent and is_refined(game, scratch, guess, room.searched[: min(searches, COMPARED)], members):
            continue
        parts, total = bound_guess(game, scratch, memory, state, guess, members, extras, depth, most, cut, room)
        if state[STOP] != 0:
            return low
        if total < cut:
            room.searched[searches % COMPARED] = guess
            searches += 1
            if game.shape.colours > 0:
                history[depth] = guess
        # each class is asked for its share of what lacks, the small ones first; then for all of it
        for turn in range(1 if cut - total > size else 0, 2):
            start = 0
            for part in range(parts):
                if total >= cut:
                    break
                rest = room.classes[start : room.ends[part]]
                wanted = cut - total
                if turn == 0:
                    wanted = min(wanted, wanted * len(rest) // (size - start) + 1)
                cost = find_least(
                    *(game, scratch, memory, state, rest, keep_agreeing(game, guess, rest, extras), depth + 1),
                    *(room.lows[part] + wanted, most, history, fixing.matters),
                )
                if state[STOP] != 0:
                    return low
                total += cost - room.lows[part]
                room.lows[part] = cost
                start = room.ends[part]
        least = min(least, total)
        if total < cut:
            best, chosen = total, guess
            if depth == 0:
                state[BEST], state[CHOSEN] = best, guess
            if best <= low:
                break
    low = max(low, min(best, least))
    keep(game, memory, state, members, extras, depth, (low, best, chosen))
    return low


@compiled
def keep_agreeing(game: Game, guess: int, rest: Members, extras: Members) -> Members:
    """Return those of the extra guesses that agree with the marks that a guess gets from a class.

    In hard mode with a wider list of guesses a position is more than the codes left: different histories that leave
    the same codes allow different guesses. All that agrees with the marks is allowed; so the codes left, and with them
    the others allowed, tell all. Elsewhere there are no extras: only codes left are allowed, or any guess is.
    """
    if len(extras) == 0:
        return extras
    answer = game.marks[guess, rest[0]]
    kept = np.empty(len(extras), np.int32)
    count = 0
    for i in range(len(extras)):
        if game.marks[guess, extras[i]] == answer:
            kept[count] = extras[i]
            count += 1
    return kept[:count]


@compiled
def bound_guess(
    game: Game,
    scratch: Scratch,
    memory: Integers,
    state: Integers,
    guess: int,
    members: Members,
    extras: Members,
    depth: int,
    answers: int,
    cut: int,
    room: Room,
) -> tuple[int, int]:
    """Return how many classes a guess leaves, and a lower bound of its cost; fill in the classes and their bounds.

    No more is asked of the bounds once their sum reaches `cut`.
    """
    parts = split_set(game, scratch, guess, members, room.classes, room.ends)
    turn = len(members) * game.prices[min(depth, DEEPEST - 1)]
    ends = room.ends[:parts]
    lacking = (depth + 1, cut - turn)
    costs = bound_classes(game, scratch, memory, state, guess, room.classes, ends, extras, answers, lacking, room.lows)
    return parts, turn + costs


@inner
def make_form(game: Game) -> tuple[Integers, Integers]:
    """Return room for the order of the holes and the names of the colours that bring a set into its form."""
    holes = game.shape.digits.shape[1] if game.shape.colours > 0 else 0
    return np.empty(holes, np.int64), np.empty(game.shape.colours, np.int64)


@compiled
def keep(
    game: Game,
    memory: Integers,
    state: Integers,
    members: Members,
    extras: Members,
    depth: int,
    known: tuple[int, int, int],
) -> None:
    """Remember what is known of a set, its bounds and the guess; say stop when the memory has to grow."""
    low, high, chosen = known
    form = make_form(game)
    first, second = find_key(game, members, extras, depth, form[0], form[1])
    if chosen >= 0 and game.shape.colours > 0:
        chosen = move_code(game.shape, chosen, form[0], form[1])
    state[USED] += remember(memory, first, second, low, high, chosen, len(members))
    if state[USED] > state[FULL] and state[STOP] == 0:
        state[STOP] = MEMORY_FULL


@inner
def find_tries(
    game: Game,
    scratch: Scratch,
    node: int,
    members: Members,
    extras: Members,
    depth: int,
    asked: tuple[int, int, int],
    fixing: Fixing,
) -> tuple[Tries, int, int, int, int]:
    """Return the guesses that may cost less than asked, and four figures.

    These are the most answers that any guess gets, the least cost known now with its guess, and a lower bound of the
    guesses left out. What is asked is a cost, and the least cost known before with its guess.
    """
    beta, best, chosen = asked
    cut = min(beta, best)
    outlook = look_at(game, scratch, members, extras, depth, cut)
    if outlook.low >= cut:
        return make_tries(0), outlook.most, best, chosen, outlook.low
    tries, first = list_tries(game, scratch, node, members, extras, depth, outlook, fixing)
    front, most = take_tries(tries, 0, first), outlook.most
    best, chosen = score_tries(game, scratch, members, extras, depth, most, (best, chosen), cut, front, 0)
    if best <= outlook.low:
        return make_tries(0), most, best, chosen, outlook.low
    best, chosen = score_tries(
        game, scratch, members, extras, depth, most, (best, chosen), min(cut, best), tries, first
    )
    waiting, least = keep_promising(tries, min(beta, best), cut)
    kept = take_tries(tries, 0, waiting)
    return kept, most, best, chosen, least


@inner
def bound_classes(
    game: Game,
    scratch: Scratch,
    memory: Integers,
    state: Integers,
    guess: int,
    classes: Members,
    ends: Members,
    extras: Members,
    answers: int,
    lacking: tuple[int, int],
    lows: Integers,
) -> int:
    """Return the sum of lower bounds of the classes that a guess leaves, and fill in each.

    What is lacking is told with the depth of the classes: it ends once the sum reaches so much. First by their sizes;
    then what the memory knows; then what a look at all guesses says.
    """
    depth, cut = lacking
    total = bound_sizes(game, classes, ends, answers, depth, lows)
    unknown = np.zeros(len(ends), np.bool_)
    start = 0
    for part in range(len(ends)):
        if total >= cut:
            return total
        if ends[part] - start > 2:
            rest = classes[start : ends[part]]
            known, high, _guess = find_known(game, memory, rest, keep_agreeing(game, guess, rest, extras), depth)
            unknown[part] = known == 0 and high == NO_TOTAL
            if known > lows[part]:
                total += known - lows[part]
                lows[part] = known
        start = ends[part]
    start = 0
    for part in range(len(ends)):
        if total >= cut:
            break
        if unknown[part]:
            rest = classes[start : ends[part]]
            allowed = keep_agreeing(game, guess, rest, extras)
            outlook = look_at(game, scratch, rest, allowed, depth, NO_TOTAL)
            total += max(0, outlook.low - lows[part])
            lows[part] = max(lows[part], outlook.low)
            keep(game, memory, state, rest, allowed, depth, (lows[part], NO_TOTAL, -1))
        start = ends[part]
    return total


@inner
def bound_sizes(game: Game, classes: Members, ends: Members, answers: int, depth: int, lows: Integers) -> int:
    """Return the sum of what classes cost at least by their sizes, those of few codes exactly; fill in each."""
    total = 0
    start = 0
    for part in range(len(ends)):
        few = weigh_few(game, classes[start : ends[part]], depth)
        lows[part] = few if few > 0 else bound_size(ends[part] - start, answers, game.prices, depth)
        total += lows[part]
        start = ends[part]
    return total


@compiled
def find_known(game: Game, memory: Integers, members: Members, extras: Members, depth: int) -> tuple[int, int, int]:
    """Return what is known of a set at a depth: a lower bound, the least cost reached, and the guess that reaches it.

    The guess is -1 where none is known.
    """
    few = weigh_few(game, members, depth)
    if few > 0:
        place = find_teller(game, members) if len(members) == 3 else 0
        return few, few, game.rows[members[max(place, 0)]]
    form = make_form(game)
    first, second = find_key(game, members, extras, depth, form[0], form[1])
    _place, low, high, guess = look_up(memory, first, second)
    if game.unit > 0:
        level = game.levels[min(depth, DEEPEST - 1)] * LEVEL
        _place, total, _high, _guess = look_up(game.totals, first - level, second - level)
        low = max(low, total * game.unit)
    if guess >= 0 and game.shape.colours > 0:
        guess = move_back(game.shape, guess, form[0], form[1])
    return low, high, guess


@compiled
def list_guesses(
    game: Game,
    scratch: Scratch,
    state: Integers,
    members: Members,
    extras: Members,
    depth: int,
    cut: int,
    history: Members,
) -> Members:
    """Return the guesses at a set that may cost less than `cut`, one of those that are equal, the promising first.

    None where a look at all guesses already finds one that does: the others were then measured by what that one costs.
    """
    state[NODES] += 1
    fixing = find_fixing(game.shape, history, depth) if game.shape.colours > 0 else no_fixing(game.shape)
    tries, _most, best, _chosen, _least = find_tries(
        game, scratch, state[NODES], members, extras, depth, (cut, NO_TOTAL, -1), fixing
    )
    return tries.guesses[np.argsort(tries.scores)] if best >= cut else tries.guesses[:0]

"""The compiled search: the least cost of a set of codes, by branch and bound.

``find_least(set, beta)`` returns the least cost of a set, or a lower bound of it that is `beta` or more (fail-soft
branch and bound, as in K. Koyama and T. W. Lai, *An optimal Mastermind strategy*, 1993). What makes it quick is listed
in `docs/search.md`; known sets are in `memory`, equal ones in `symmetry`, looks at all guesses in `counting` and
`scoring`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.lab.optimal import scoring
from mastermot.lab.optimal.compiled import compiled, inner
from mastermot.lab.optimal.counting import Members
from mastermot.lab.optimal.memory import LOOKED, NO_TOTAL, Integers, drop, look_up, remember, take
from mastermot.lab.optimal.scoring import (
    SearchedGame,
    Situation,
    Tools,
    Tries,
    bound_by_look,
    find_tries,
    follow,
    price_at,
)
from mastermot.lab.optimal.search_problem import PRICED_TURNS
from mastermot.lab.optimal.symmetry import find_form, move_back, move_code, sort_places

ASKED = 1  #: Why a search stops before its end: it was asked to.
MEMORY_FULL = 2  #: The same: its memory is full.
EVERY = 1 << 40  #: The width that tries every guess.
SHARED = 12  #: Codes from which on threads share the guesses at a set.
LEVEL = 0x1E3779B97F4A7C15  #: What the key of a set has more at each level of prices.


class Key(NamedTuple):
    """The key of a set; with colours the order of holes and names of colours (a row, one a hole where apart)."""

    first: int
    second: int
    order: Integers
    names: Integers


class Classes(NamedTuple):
    """What a guess leaves, class by class: their codes, where each class ends, and its lower bound."""

    members: Members
    ends: Members
    lows: Integers


@inner
def sum_codes(sums: Integers, here: Situation, level: int) -> tuple[int, int]:
    """Return the key of a set that has no other form; handed only what it needs, it takes a tenth of the time."""
    first = second = level
    for code in here.members:
        first += sums[code, 0]
        second += sums[code, 1]
    for guess in here.others:
        first += sums[guess, 0]
        second += sums[guess, 1]
    return first, second


@compiled
def make_key(game: SearchedGame, here: Situation) -> Key:
    symmetric = game.shape.colours > 0
    order = np.empty(game.shape.digits.shape[1] if symmetric else 0, np.int64)
    names = np.empty((len(order) if game.shape.apart else 1, game.shape.colours), np.int64)
    if symmetric:
        find_form(game.shape, game.marks, here.members, order, names)
        codes = here.members.copy()
        for i in range(len(codes)):
            codes[i] = move_code(game.shape, codes[i], order, names)
        here = Situation(codes, here.others, here.depth)
    first, second = sum_codes(game.sums, here, game.levels[min(here.depth, PRICED_TURNS - 1)] * LEVEL)
    return Key(first, second, order, names)


@inner
def weigh_few(game: SearchedGame, members: Members, depth: int) -> tuple[int, int]:
    """Return the least cost of three codes or fewer, or 0 where it is to be searched, and the guess that reaches it.

    Of three, a code that tells the two others apart is best.
    """
    price, after, later = price_at(game.prices, depth)
    if len(members) < 3:
        return len(members) * price + (len(members) - 1) * after, int(members[0])
    if len(members) > 3 or later > after:
        return 0, -1
    for i in range(3):
        one = members[(i + 1) % 3]
        other = members[(i + 2) % 3]
        if game.marks[members[i], one] != game.marks[members[i], other]:
            return 3 * price + 2 * after, int(members[i])
    return 3 * price + 2 * after + later, int(members[0])


@compiled
def find_known(tools: Tools, here: Situation) -> tuple[int, int, int]:
    """Return what is known of a situation: a lower bound, the least cost reached, the guess that does so (-1: none)."""
    game = tools.game
    few, guess = weigh_few(game, here.members, here.depth)
    if few > 0:
        return few, few, guess
    return recall(tools, here, make_key(game, here))


@inner
def look_up_both(
    memory: Integers, totals: Integers, unit: int, level: int, first: int, second: int
) -> tuple[int, int, int]:
    """Return what the memory knows of a key: a lower bound, the least cost reached, and the guess that does so.

    Where turns have prices, `totals` has what an earlier search knows of the same sets without prices, in turns. Each
    turn costs `unit` at least, so that those turns times the unit are a lower bound too. Without prices the unit is 0.
    """
    low, high, guess = look_up(memory, first, second)
    if unit > 0:
        total, _high, _guess = look_up(totals, first - level, second - level)
        low = max(low, total * unit)
    return low, high, guess


@inner
def recall(tools: Tools, here: Situation, key: Key) -> tuple[int, int, int]:
    game = tools.game
    level = game.levels[min(here.depth, PRICED_TURNS - 1)] * LEVEL
    low, high, guess = look_up_both(tools.memory, game.totals, game.unit, level, key.first, key.second)
    if guess >= 0 and game.shape.colours > 0:
        guess = move_back(game.shape, guess, key.order, key.names)
    return low, high, max(guess, -1)


@inner
def is_counted(tools: Tools, here: Situation, bound: int) -> bool:
    """Return whether a look at all guesses says that a situation costs so much."""
    key = make_key(tools.game, here)
    low, _high, guess = look_up(tools.memory, key.first, key.second)
    return (guess == LOOKED and low >= bound) or bound_by_look(tools, here) >= bound


@inner
def learn(tools: Tools, here: Situation, key: Key, low: int, best: int, chosen: int) -> tuple[int, int, int]:
    """Return what the memory knows of a situation, where that is better than these bounds and this guess."""
    known, high, guess = recall(tools, here, key)
    if high < best:
        best = high
        chosen = guess
        if here.depth == 0:
            tools.state[scoring.BEST] = best
            tools.state[scoring.CHOSEN] = chosen
    return max(low, known), best, chosen


@inner
def keep_bounds(
    memory: Integers, state: Integers, first: int, second: int, low: int, high: int, guess: int, size: int
) -> None:
    """Remember the bounds of a set by its key, and the guess as its form has it.

    Where the memory has to grow first, the state says so (`MEMORY_FULL`), and the search stops.
    """
    state[scoring.USED] += remember(memory, first, second, low, high, guess, size)
    if state[scoring.USED] > state[scoring.FULL] and state[scoring.STOP] == 0:
        state[scoring.STOP] = MEMORY_FULL


@inner
def tell(tools: Tools, here: Situation, key: Key, low: int, high: int, chosen: int) -> None:
    """Remember what is known of a situation, and note it for other processes when it has many codes."""
    game = tools.game
    size = len(here.members)
    if chosen >= 0 and game.shape.colours > 0:
        chosen = move_code(game.shape, chosen, key.order, key.names)
    keep_bounds(tools.memory, tools.state, key.first, key.second, low, high, chosen, size)
    if len(tools.news) > 0 and size >= SHARED:
        row = tools.news[tools.state[scoring.NEWS] % len(tools.news)]
        row[0] = key.first
        row[1] = key.second
        row[2] = low
        row[3] = high
        row[4] = chosen
        row[5] = size
        tools.state[scoring.NEWS] += 1


@inner
def find_share(classes: Classes, number: int, size: int, lacking: int, first: bool) -> int:
    """Return what a class is asked for: all that lacks; at `first` its share, by its codes among those still to ask."""
    if not first:
        return lacking
    start = classes.ends[number - 1] if number > 0 else 0
    share: int = lacking * (classes.ends[number] - start) // (size - start) + 1
    return min(lacking, share)


@inner
def deal_guesses(state: Integers, depth: int, ranks: NDArray[np.intp]) -> None:
    """Put the guesses that are a worker's own first, one of so many, then others' from the last: they meet late."""
    if state[scoring.WORKERS] == 0 or depth > 1:
        return
    dealt = ranks[: state[scoring.WIDTH]]
    own = np.arange(len(dealt)) % state[scoring.WORKERS] == state[scoring.PLACE]
    dealt[:] = np.concatenate((dealt[own], dealt[~own][::-1]))


@inner
def get_class(classes: Classes, number: int) -> Members:
    return classes.members[classes.ends[number - 1] if number > 0 else 0 : classes.ends[number]]


@inner
def order_tries(tools: Tools, here: Situation, tries: Tries, shared: bool) -> NDArray[np.intp]:
    """Return the places of the guesses to try, in the order in which this worker tries them."""
    ranks = np.argsort(tries.scores)
    if shared:
        deal_guesses(tools.state, here.depth, ranks)
    return ranks


@inner
def start_rounds(classes: Classes, total: int, cut: int, size: int) -> int:
    """Return the step with which to begin asking the classes of a guess: step i asks class ``i % classes``.

    In the first round each class is asked only for its share of what lacks, the smallest first: together these may
    reach the cut sooner than one class alone. Where much lacks, that round is left out.
    """
    lacks_much = cut - total > size
    return len(classes.ends) if lacks_much else 0


@compiled
def find_least(  # noqa: C901 - numba types a function that calls itself only as a whole
    tools: Tools, here: Situation, low: int, beta: int
) -> int:
    """Return the least cost of a situation, or a lower bound of it that is `beta` or more.

    `low` is a lower bound that is known. The guesses are tried, the most promising first; a guess costs the turns of
    the set and the least cost of each class that it leaves, and is given up once that reaches the *cut*: `beta`, or
    the best cost so far. When the state says stop, what comes back means nothing, and nothing is kept.
    """
    game = tools.game
    state = tools.state
    size = len(here.members)

    # what is known already may suffice
    few, guess = weigh_few(game, here.members, here.depth)
    if few > 0:
        return few
    key = make_key(game, here)
    low, best, chosen = learn(tools, here, key, low, NO_TOTAL, -1)
    if low >= min(beta, best) or state[scoring.STOP] != 0:
        return low
    tries, plain, cost, guess, least = find_tries(tools, here, min(beta, best))
    if cost < best:
        best = cost
        chosen = guess

    # guess after guess; those that another thread searches now are put off until all others were tried
    shared = len(tools.taken) > 0 and size >= SHARED
    ranks = order_tries(tools, here, tries, shared)
    place = 0
    count = len(ranks)
    put_off = 0
    while place < count + put_off:
        rank = ranks[place % count]
        again = place >= count
        left_out = state[scoring.WIDTH] <= place < count
        place += 1
        guess = tries.guesses[rank]
        bound = tries.bounds[rank]
        if shared:
            low, best, chosen = learn(tools, here, key, low, best, chosen)
        cut = min(beta, best)
        if low >= cut:
            least = low
            break
        if bound >= cut or left_out:
            least = min(least, max(bound, cut))
            continue
        if shared and not take(tools.taken, key.first, guess, again):
            ranks[put_off] = rank
            put_off += 1
            continue

        # class after class, until the guess costs too much
        classes, total = bound_guess(tools, here, guess, plain, cut)
        class_count = len(classes.ends)
        for step in range(start_rounds(classes, total, cut, size), 2 * class_count):
            if total >= cut or state[scoring.STOP] != 0:
                break
            number = step % class_count
            after = follow(game.marks, here, guess, get_class(classes, number))
            low_before = classes.lows[number]
            wanted = find_share(classes, number, size, cut - total, step < class_count)
            classes.lows[number] = find_least(tools, after, low_before, low_before + wanted)
            total += classes.lows[number] - low_before
        if state[scoring.STOP] != 0:
            return low
        if shared:
            drop(tools.taken, key.first, guess)
        least = min(least, total)
        if total < cut:
            best = total
            chosen = guess
            show(tools, here, key, low, best, chosen, shared)

    # no guess costs less than the least of these
    low = max(low, min(best, least))
    tell(tools, here, key, low, best, chosen)
    return low


@inner
def show(tools: Tools, here: Situation, key: Key, low: int, best: int, chosen: int, shared: bool) -> None:
    """Tell a better guess to whoever looks at the search, and to the threads that share it."""
    if here.depth == 0:
        tools.state[scoring.BEST] = best
        tools.state[scoring.CHOSEN] = chosen
    if shared:
        tell(tools, here, key, low, best, chosen)


@inner
def split_set(tools: Tools, guess: int, members: Members) -> Classes:
    """Return the classes that a guess leaves, those found left out, the smallest first, with bounds to be filled in."""
    marks = tools.game.marks[guess]
    sizes = tools.scratch.sizes
    for code in members:
        sizes[marks[code]] += 1
    sizes[tools.game.solved] = 0
    answers = np.flatnonzero(sizes)
    order, lows = np.empty((2, len(answers)), np.int64)
    codes = np.empty(len(members), np.int32)
    ends = np.empty(len(answers), np.int32)
    sort_places(sizes[answers], order)
    end = 0
    for number in range(len(order)):
        answer = answers[order[number]]
        size = sizes[answer]
        sizes[answer] = end  # where its next code goes
        end += size
        ends[number] = end
    for code in members:
        answer = marks[code]
        if answer != tools.game.solved:
            codes[sizes[answer]] = code
            sizes[answer] += 1
    sizes[:] = 0
    return Classes(codes, ends, lows)


@compiled
def bound_guess(tools: Tools, here: Situation, guess: int, plain: Integers, cut: int) -> tuple[Classes, int]:
    """Return the classes that a guess leaves, with their bounds, and a bound of its cost, up to `cut`."""
    game = tools.game
    classes = split_set(tools, guess, here.members)
    count = len(classes.ends)
    total = len(here.members) * game.prices[min(here.depth, PRICED_TURNS - 1)]
    for number in range(count):
        rest = get_class(classes, number)
        few, _guess = weigh_few(game, rest, here.depth + 1)
        classes.lows[number] = few if few > 0 else plain[len(rest)]
        total += classes.lows[number]
    firsts, seconds = np.empty((2, count), np.int64)
    unknown = np.zeros(count, np.bool_)
    level = game.levels[min(here.depth + 1, PRICED_TURNS - 1)] * LEVEL
    for number in range(count):
        if total >= cut:
            return classes, total
        rest = get_class(classes, number)
        if len(rest) > 2:
            after = follow(game.marks, here, guess, rest)
            if game.shape.colours > 0:
                key = make_key(game, after)
                firsts[number] = key.first
                seconds[number] = key.second
            else:
                firsts[number], seconds[number] = sum_codes(game.sums, after, level)
            first = firsts[number]
            second = seconds[number]
            known, high, _guess = look_up_both(tools.memory, game.totals, game.unit, level, first, second)
            unknown[number] = known == 0 and high == NO_TOTAL
            if known > classes.lows[number]:
                total += known - classes.lows[number]
                classes.lows[number] = known
    for number in range(count - 1, -1, -1):  # the largest first: a look at it tells most
        if total >= cut:
            break
        if unknown[number]:
            rest = get_class(classes, number)
            seen = bound_by_look(tools, follow(game.marks, here, guess, rest))
            total += max(0, seen - classes.lows[number])
            classes.lows[number] = low = max(classes.lows[number], seen)
            looked = LOOKED if low == seen else -1
            first = firsts[number]
            second = seconds[number]
            keep_bounds(tools.memory, tools.state, first, second, low, NO_TOTAL, looked, len(rest))
    return classes, total

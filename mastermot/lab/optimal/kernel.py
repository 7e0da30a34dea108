"""The compiled search: the least cost of a set of codes, by branch and bound.

``find_least(set, beta)`` returns the least cost of a set, or a lower bound of it that is `beta` or more (fail-soft
branch and bound, as in K. Koyama and T. W. Lai, *An optimal Mastermind strategy*, 1993). What makes it quick is listed
in `docs/searches.md`; known sets are in `memory`, equal ones in `symmetry`, looks at all guesses in `counting` and
`scoring`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.lab.optimal import scoring
from mastermot.lab.optimal.compiled import compiled, inner
from mastermot.lab.optimal.counting import Members
from mastermot.lab.optimal.memory import (
    FIRST,
    GUESS,
    HIGH,
    LOOKED,
    LOW,
    NO_TOTAL,
    SECOND,
    SIZE,
    Integers,
    drop,
    look_up,
    remember,
    take,
)
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

ASKED = 1  #: The search stops because it was asked to.
MEMORY_FULL = 2  #: The search stops because its memory is full, and must grow.
EVERY = 1 << 40  #: A width at which every guess is tried.
SHARED = 12  #: Threads share the guesses at sets of so many codes or more.
LEVEL = 0x1E3779B97F4A7C15  #: Added to the key of a set once for each level of prices.


class Key(NamedTuple):
    """The key of a set. With colours also how it was renamed: the order of the holes, and the names of the colours.

    `names` has one row, or a row for each hole if colours are renamed in each hole apart.
    """

    first: int
    second: int
    order: Integers
    names: Integers


class Classes(NamedTuple):
    """The classes that a guess leaves: their codes, one class after the other, where each ends, and its lower bound."""

    members: Members
    ends: Members
    lows: Integers


@inner
def sum_codes(sums: Integers, here: Situation, level: int) -> tuple[int, int]:
    """Return the key of a set that needs no renaming: the sums of the two random numbers of each of its codes.

    Passing only these few arguments makes it ten times as fast.
    """
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
    """Return the key of a situation: with colours, that of its form, so that sets which symmetries join share it."""
    symmetric = game.shape.colours > 0
    order = np.empty(game.shape.digits.shape[1] if symmetric else 0, np.int64)
    names = np.empty((len(order) if game.shape.apart else 1, game.shape.colours), np.int64)
    if symmetric:
        find_form(game.shape, game.marks, here.members, order, names)  # fills in the order and the names
        codes = here.members.copy()
        for i in range(len(codes)):
            codes[i] = move_code(game.shape, codes[i], order, names)
        here = Situation(codes, here.others, here.depth)
    level = game.levels[min(here.depth, PRICED_TURNS - 1)] * LEVEL
    first, second = sum_codes(game.sums, here, level)
    return Key(first, second, order, names)


@inner
def weigh_few(game: SearchedGame, members: Members, depth: int) -> tuple[int, int]:
    """Return the least cost of a set of three codes or fewer, and the guess for it; 0 if it must be searched for.

    Each code pays `price` for this turn. A code that is found in the next turn pays `after` for that one too, and a
    code found in the turn after that also `later`. Of three codes, one that tells the two others apart is the best
    guess: both are found in the next turn. If none does, one of them is found only in the turn after that.
    """
    price, after, later = price_at(game.prices, depth)
    if len(members) < 3:
        return len(members) * price + (len(members) - 1) * after, int(members[0])
    if len(members) > 3 or later > after:  # if a later turn costs more, another guess might save it
        return 0, -1
    for i in range(3):
        first = members[(i + 1) % 3]
        second = members[(i + 2) % 3]
        if game.marks[members[i], first] != game.marks[members[i], second]:
            return 3 * price + 2 * after, int(members[i])
    return 3 * price + 2 * after + later, int(members[0])


@compiled
def find_known(tools: Tools, here: Situation) -> tuple[int, int, int]:
    """Return what is known of a situation: a lower bound, the least cost found, and the guess for it (-1 for none)."""
    game = tools.game
    few, guess = weigh_few(game, here.members, here.depth)
    if few > 0:
        return few, few, guess
    return recall(tools, here, make_key(game, here))


@inner
def look_up_both(
    memory: Integers, totals: Integers, unit: int, level: int, first: int, second: int
) -> tuple[int, int, int]:
    """Return what the memory knows of a key: a lower bound, the least cost found, and the guess for it.

    If turns have prices, `totals` is the memory of an earlier search that counted turns. A turn costs `unit` at least,
    so these turns times `unit` are a lower bound too. Without prices the unit is 0.
    """
    low, high, guess = look_up(memory, first, second)
    if unit > 0:
        total, _high, _guess = look_up(totals, first - level, second - level)
        low = max(low, total * unit)
    return low, high, guess


@inner
def recall(tools: Tools, here: Situation, key: Key) -> tuple[int, int, int]:
    """Return what the memory has of a situation: a lower bound, the least cost found, and the guess for it (-1: none).

    Sets that symmetries turn into each other have one key, so the guess is turned back into the holes and colours here.
    """
    game = tools.game
    level = game.levels[min(here.depth, PRICED_TURNS - 1)] * LEVEL
    low, high, guess = look_up_both(tools.memory, game.totals, game.unit, level, key.first, key.second)
    if guess >= 0 and game.shape.colours > 0:
        guess = move_back(game.shape, guess, key.order, key.names)
    return low, high, max(guess, -1)


@inner
def is_counted(tools: Tools, here: Situation, bound: int) -> bool:
    """Return whether a look at all guesses proves that a situation costs at least `bound`."""
    key = make_key(tools.game, here)
    low, _high, guess = look_up(tools.memory, key.first, key.second)
    return (guess == LOOKED and low >= bound) or bound_by_look(tools, here) >= bound


@inner
def learn(tools: Tools, here: Situation, key: Key, low: int, best: int, chosen: int) -> tuple[int, int, int]:
    """Return a lower bound, the least cost and its guess: the better of those given and of what the memory knows.

    At the first turn, a better cost and its guess are shown in the state too.
    """
    known_low, known_cost, known_guess = recall(tools, here, key)
    if known_cost < best:
        best = known_cost
        chosen = known_guess
        if here.depth == 0:
            tools.state[scoring.BEST] = best
            tools.state[scoring.CHOSEN] = chosen
    return max(low, known_low), best, chosen


@inner
def keep_bounds(
    memory: Integers, state: Integers, first: int, second: int, low: int, high: int, guess: int, size: int
) -> None:
    """Remember the bounds and the guess of a set under its key.

    If the memory is too full now, the search stops, so that it can grow (`MEMORY_FULL`).
    """
    state[scoring.USED] += remember(memory, first, second, low, high, guess, size)
    if state[scoring.USED] > state[scoring.FULL] and state[scoring.STOP] == 0:
        state[scoring.STOP] = MEMORY_FULL


@inner
def tell(tools: Tools, here: Situation, key: Key, low: int, high: int, chosen: int) -> None:
    """Remember what is known of a situation: its bounds, and the guess that reaches the upper one (-1 for none).

    The guess is remembered in the holes and colours of the form that the key stands for. If the situation has many
    codes, it is noted for other processes too, as a row of the memory; new rows overwrite the oldest.
    """
    game = tools.game
    size = len(here.members)
    if chosen >= 0 and game.shape.colours > 0:
        chosen = move_code(game.shape, chosen, key.order, key.names)
    keep_bounds(tools.memory, tools.state, key.first, key.second, low, high, chosen, size)
    if len(tools.news) > 0 and size >= SHARED:
        row = tools.news[tools.state[scoring.NEWS] % len(tools.news)]
        row[FIRST] = key.first
        row[SECOND] = key.second
        row[LOW] = low
        row[HIGH] = high
        row[GUESS] = chosen
        row[SIZE] = size
        tools.state[scoring.NEWS] += 1


@inner
def find_share(classes: Classes, number: int, size: int, lacking: int, first: bool) -> int:
    """Return by how much the bound of a class should rise: by all that is `lacking` up to the cut of the guess.

    In the `first` round it is only a share of that, in proportion to the codes of this class, among the codes of all
    classes still to ask: if 12 lack, and this class has 10 of 40 codes still to ask, a quarter of 12, and 1: 4.
    """
    if not first:
        return lacking
    start = classes.ends[number - 1] if number > 0 else 0
    codes = classes.ends[number] - start
    codes_to_ask = size - start
    share: int = lacking * codes // codes_to_ask + 1
    return min(lacking, share)


@inner
def deal_guesses(state: Integers, depth: int, ranks: NDArray[np.intp]) -> None:
    """Reorder the guesses for this worker: its own share first, then those of the others from the end.

    So workers begin at different guesses, and meet late.
    """
    if state[scoring.WORKERS] == 0 or depth > 1:
        return
    dealt = ranks[: state[scoring.WIDTH]]  # a view: what is written into it changes `ranks`
    is_own = np.arange(len(dealt)) % state[scoring.WORKERS] == state[scoring.PLACE]
    dealt[:] = np.concatenate((dealt[is_own], dealt[~is_own][::-1]))


@inner
def get_class(classes: Classes, number: int) -> Members:
    start = classes.ends[number - 1] if number > 0 else 0
    return classes.members[start : classes.ends[number]]


@inner
def order_tries(tools: Tools, here: Situation, tries: Tries, shared: bool) -> NDArray[np.intp]:
    """Return the indices of the guesses, in the order in which this worker tries them."""
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
    """Return the least cost of a situation, or a lower bound on it that is at least `beta`.

    `low` is a lower bound known already. Guesses are tried, the most promising first. A guess costs one turn for each
    code and the least cost of each class that it leaves; it is given up once this reaches the *cut*, the smaller of
    `beta` and the best cost so far. If the state says stop, the result means nothing, and nothing is remembered.
    """
    game = tools.game
    state = tools.state
    size = len(here.members)

    # 1. is enough known already?
    few, guess = weigh_few(game, here.members, here.depth)
    if few > 0:
        return few
    key = make_key(game, here)
    low, best, chosen = learn(tools, here, key, low, NO_TOTAL, -1)
    if low >= min(beta, best) or state[scoring.STOP] != 0:
        return low

    # 2. list the guesses to try. `plain` has lower bounds of classes by size; `cost` needs no search; no guess that is
    # not tried costs less than `least`
    tries, plain, cost, guess, least = find_tries(tools, here, min(beta, best))
    if cost < best:
        best = cost
        chosen = guess
    shared = len(tools.taken) > 0 and size >= SHARED
    ranks = order_tries(tools, here, tries, shared)

    # 3. try guess after guess. One that another thread is searching is put off: it goes to the beginning of `ranks`,
    # whose guesses were tried, and comes again after all others
    count = len(ranks)
    put_off = 0
    index = 0
    while index < count + put_off:
        rank = ranks[index % count]
        again = index >= count
        beyond_width = state[scoring.WIDTH] <= index < count
        index += 1
        guess = tries.guesses[rank]
        bound = tries.bounds[rank]
        if shared:
            low, best, chosen = learn(tools, here, key, low, best, chosen)
        cut = min(beta, best)
        if low >= cut:
            least = low
            break
        if bound >= cut or beyond_width:
            least = min(least, max(bound, cut))
            continue
        if shared and not take(tools.taken, key.first, guess, again):
            ranks[put_off] = rank
            put_off += 1
            continue

        # 3a. search class after class, until the guess costs too much
        classes, total = bound_guess(tools, here, guess, plain, cut)
        class_count = len(classes.ends)
        for step in range(start_rounds(classes, total, cut, size), 2 * class_count):
            if total >= cut or state[scoring.STOP] != 0:
                break
            number = step % class_count
            after = follow(game, here, guess, get_class(classes, number))
            low_before = classes.lows[number]
            wanted = find_share(classes, number, size, cut - total, step < class_count)
            classes.lows[number] = find_least(tools, after, low_before, low_before + wanted)
            total += classes.lows[number] - low_before

        # 3b. is it the best so far?
        if state[scoring.STOP] != 0:
            return low
        if shared:
            drop(tools.taken, key.first, guess)
        least = min(least, total)
        if total < cut:
            best = total
            chosen = guess
            show(tools, here, key, low, best, chosen, shared)

    # 4. no guess costs less than this
    low = max(low, min(best, least))
    tell(tools, here, key, low, best, chosen)
    return low


@inner
def show(tools: Tools, here: Situation, key: Key, low: int, best: int, chosen: int, shared: bool) -> None:
    """Publish a better guess: in the state at the first turn, and in the memory for other threads."""
    if here.depth == 0:
        tools.state[scoring.BEST] = best
        tools.state[scoring.CHOSEN] = chosen
    if shared:
        tell(tools, here, key, low, best, chosen)


@inner
def split_set(tools: Tools, guess: int, members: Members) -> Classes:
    """Return the classes that a guess leaves, the smallest first, without the code found; their bounds are not set."""
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
        sizes[answer] = end  # from now on: where the next code of this class goes
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
    """Return the classes that a guess leaves with their bounds, and a lower bound on its cost, raised up to `cut`.

    First come bounds by the sizes of the classes (`plain`), then what the memory knows of each class, and then a look
    at all guesses for each class of which it knows nothing; this ends once the cost reaches `cut`.
    """
    game = tools.game
    classes = split_set(tools, guess, here.members)
    count = len(classes.ends)

    # 1. by size
    total = len(here.members) * game.prices[min(here.depth, PRICED_TURNS - 1)]
    for number in range(count):
        rest = get_class(classes, number)
        few, _guess = weigh_few(game, rest, here.depth + 1)
        classes.lows[number] = few if few > 0 else plain[len(rest)]
        total += classes.lows[number]

    # 2. by the memory
    firsts, seconds = np.empty((2, count), np.int64)  # the keys of the classes
    unknown = np.zeros(count, np.bool_)
    level = game.levels[min(here.depth + 1, PRICED_TURNS - 1)] * LEVEL
    for number in range(count):
        if total >= cut:
            return classes, total
        rest = get_class(classes, number)
        if len(rest) > 2:
            after = follow(game, here, guess, rest)
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

    # 3. by a look, at the largest class first, since that raises the bound most
    for number in range(count - 1, -1, -1):
        if total >= cut:
            break
        if unknown[number]:
            rest = get_class(classes, number)
            seen = bound_by_look(tools, follow(game, here, guess, rest))
            total += max(0, seen - classes.lows[number])
            low = max(classes.lows[number], seen)
            classes.lows[number] = low
            looked = LOOKED if low == seen else -1
            first = firsts[number]
            second = seconds[number]
            keep_bounds(tools.memory, tools.state, first, second, low, NO_TOTAL, looked, len(rest))
    return classes, total

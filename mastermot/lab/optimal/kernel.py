"""The compiled search: the least cost of a set of codes, by branch and bound.

`find_least_plainly` is the idea: a guess costs a turn for each code, and the least costs of the classes that it leaves;
the cheapest guess is taken. `find_least` finds the same without searching most guesses. It is asked whether a set costs
less than `beta`, and returns the least cost if so, else any lower bound that is `beta` or more (fail-soft branch and
bound, as in K. Koyama and T. W. Lai, *An optimal Mastermind strategy*, 1993). So a guess is given up as soon as the
bounds of its classes add up to too much. When a class is searched, its bound rises, and so does that sum.

Of AA, AB, BA and BB under `black`, AA leaves two classes, AB with BA, and BB: it costs 4 + 3 + 1 = 8 turns. Asked with
a beta of 8, the search tries nothing: by the number of its classes alone, such a guess costs at least 1 + 2 + 2 + 3.

`docs/searches.md` lists what makes it quick. In nearly all functions, `tools` is what a thread searches with, and
`here` is the situation: the codes left, at a turn. Words with a sense of their own here:

- *form*: the one set that stands for all those which a symmetry turns into it, so that they share a key (`symmetry`);
- *look*: the classes of all guesses at a set are counted, which bounds its cost without any search (`scoring`);
- *worker*: one of several that search together, each with a memory of its own (`sharing`); *threads* share one memory.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.game.partitions import Numbers
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
from mastermot.lab.optimal.symmetry import find_form, move_back, move_code, move_codes, sort_indices

ASKED = 1  #: The search stops because it was asked to.
MEMORY_FULL = 2  #: The search stops because its memory is full, and must grow.
EVERY = 1 << 40  #: As the width, the number of guesses that are tried at a set: all of them.
SHARED = 12  #: Threads share the guesses at sets of so many codes or more; workers report what they find out of these.
LEVEL = 0x1E3779B97F4A7C15  #: The sums of a key begin with this number times the level of prices (`start_key`).
Flags = NDArray[np.bool_]  #: One for each class of a guess.


class Key(NamedTuple):
    """The key of a set, under which the `memory` has it; with symmetries also how it is moved into its form."""

    first: int  #: The first sum of random numbers, one for each code (`sum_codes`).
    second: int  #: The second sum.
    order: Integers  #: Which hole of the set becomes the first one of the form, the second one… (`find_form`).
    names: Integers  #: What each colour is renamed to.


class Classes(NamedTuple):
    """The classes that a guess leaves. Class i has the codes ``members[ends[i - 1] : ends[i]]`` (`get_class`)."""

    members: Members  #: The codes of all classes, one class after the other.
    ends: NDArray[np.int32]  #: Where each class ends.
    lows: Integers  #: What each class costs at least, as far as is known.


@inner
def start_key(levels: Integers, depth: int) -> int:
    """Return the number that both sums of a key begin with at a depth: `LEVEL` times the level of that depth.

    `levels` has a level for each depth: 0, 1, 2…, and from the depth of the last price on always the same. So what is
    known of a set at one depth is not taken for true at another depth, from which other prices follow.
    """
    start: int = levels[min(depth, PRICED_TURNS - 1)] * LEVEL
    return start


@inner
def sum_codes(key_numbers: Integers, here: Situation, start: int) -> tuple[int, int]:
    """Return two sums of random numbers: the key of a situation as it stands, not moved into a form (see `make_key`).

    Each candidate has two such numbers, and so has in hard mode each other guess that is allowed. Both sums begin with
    `start` (`start_key`). As it gets `key_numbers` alone, not the whole game, this function is ten times as fast.

    >>> key_numbers = np.array([[1, 10], [2, 20], [4, 40]])  # for code 0, 1 and 2
    >>> here = Situation(members=np.array([0, 2]), others=np.zeros(0, np.int32), depth=1)
    >>> [int(total) for total in sum_codes(key_numbers, here, start=0)]
    [5, 50]
    """
    first = second = start
    for code in here.members:
        first += key_numbers[code, 0]
        second += key_numbers[code, 1]
    for guess in here.others:
        first += key_numbers[guess, 0]
        second += key_numbers[guess, 1]
    return first, second


@compiled
def make_key(game: SearchedGame, here: Situation) -> Key:
    """Return the key of a situation: with symmetries, that of the form which its codes are moved into.

    Without symmetries, no code is moved, and `order` and `names` are empty. A game with symmetries has no `others`. Of
    AA, AB, BA and BB, the set of AA and AB becomes that of BB and BA when the colours are renamed:

    >>> from mastermot.game.objectives import TOTAL
    >>> from mastermot.lab.optimal.boards import make_board, make_game
    >>> from mastermot.lab.optimal.search_problem import Problem
    >>> from mastermot.rules import BLACK_WHITE
    >>> from mastermot.rules.codes import ColourCodes
    >>> problem = Problem(ColourCodes(2, 2), BLACK_WHITE, TOTAL)
    >>> game = make_game(problem, make_board(problem, 1 << 20), prices=(1,), totals=None)
    >>> sets = [np.array(codes, np.int32) for codes in ([0, 1], [2, 3], [0, 3])]
    >>> keys = [make_key(game, Situation(members, np.zeros(0, np.int32), 0)) for members in sets]
    >>> keys[0].first == keys[1].first, keys[0].first == keys[2].first
    (True, False)
    """
    order, names = find_form(game.symmetries, game.marks, here.members)
    if game.symmetries.colours > 0:
        codes = move_codes(game.symmetries, here.members, order, names)
        here = Situation(codes, here.others, here.depth)
    first, second = sum_codes(game.key_numbers, here, start_key(game.levels, here.depth))
    return Key(first, second, order, names)


@inner
def weigh_few(game: SearchedGame, members: Members, depth: int) -> tuple[int, int]:
    """Return the least cost of a set of one to three codes, and its guess; 0 and -1 if the set must be searched.

    Each code pays `price` for this turn, `after` too if it is found in the next turn, `later` too if in the turn after
    that. A set of three is searched if `later` is more than `after`; larger sets always are. The best guess of three
    codes tells the two others apart: both are then found in the next turn. If no code does that, all are as good.

    Of AA, AB and BA, where each turn costs 1, AB tells AA from BA by the blacks, and so 1 + 2 + 2 turns are enough:

    >>> from types import SimpleNamespace
    >>> blacks = np.array([[2, 1, 1], [1, 2, 0], [1, 0, 2]])
    >>> cost, guess = weigh_few(SimpleNamespace(marks=blacks, prices=np.ones(PRICED_TURNS, int)), np.arange(3), depth=0)
    >>> int(cost), guess
    (5, 1)
    """
    price, after, later = price_at(game.prices, depth)
    if len(members) < 3:
        return len(members) * price + (len(members) - 1) * after, int(members[0])
    if len(members) > 3 or later > after:  # in the second case, a guess that tells all three apart may cost less
        return 0, -1
    for i in range(3):
        first = members[(i + 1) % 3]
        second = members[(i + 2) % 3]
        if game.marks[members[i], first] != game.marks[members[i], second]:
            return 3 * price + 2 * after, int(members[i])
    return 3 * price + 2 * after + later, int(members[0])


@compiled
def find_known(tools: Tools, here: Situation) -> tuple[int, int, int]:
    """Return what is known of a situation: a lower bound, the least cost found, its guess (`NO_TOTAL`, -1 for none)."""
    game = tools.game
    few, guess = weigh_few(game, here.members, here.depth)
    if few > 0:
        return few, few, guess
    return recall(tools, here, make_key(game, here))


@inner
def look_up_both(
    memory: Integers, totals: Integers, unit: int, start: int, first: int, second: int
) -> tuple[int, int, int]:
    """Return what is known under a key: a lower bound, the least cost found, and its guess.

    The guess is -1 if none is known, `LOOKED` if only a look gave the bound. All are in the `memory` (`look_up`), but
    a higher lower bound may follow from `totals`, the memory of an earlier search where every turn cost 1: its bound
    times `unit`, the least price of a turn here. Without such a search `unit` is 0. The sums `first` and `second` of
    the key begin with `start` (`start_key`), which is taken off: keys in `totals` lack it.
    """
    low, high, guess = look_up(memory, first, second)
    if unit > 0:
        total, _high, _guess = look_up(totals, first - start, second - start)
        low = max(low, total * unit)
    return low, high, guess


@inner
def recall(tools: Tools, here: Situation, key: Key) -> tuple[int, int, int]:
    """Return what the memory has of a situation: a lower bound, the least cost, its guess (`NO_TOTAL`, -1 for none).

    `key` is that of the situation. With symmetries, the memory has a guess at the form: this is moved back to the set.
    """
    game = tools.game
    start = start_key(game.levels, here.depth)
    low, high, guess = look_up_both(tools.memory, game.totals, game.unit, start, key.first, key.second)
    if guess >= 0 and game.symmetries.colours > 0:
        guess = move_back(game.symmetries, guess, key.order, key.names)
    return low, high, max(guess, -1)  # `LOOKED`, which is less than -1, is no guess either


@inner
def is_proven_by_look(tools: Tools, here: Situation, bound: int) -> bool:
    """Return whether a look, remembered or made now, proves that a situation costs at least `bound`."""
    key = make_key(tools.game, here)
    low, _high, guess = look_up(tools.memory, key.first, key.second)
    # the memory has `LOOKED` in place of a guess if its lower bound is what a look said
    return (guess == LOOKED and low >= bound) or bound_by_look(tools, here) >= bound


@inner
def update_by_memory(tools: Tools, here: Situation, key: Key, low: int, best: int, chosen: int) -> tuple[int, int, int]:
    """Return the best known of a situation: the higher lower bound, the lower cost, and the guess of that cost.

    What is given (`low`, `best` and `chosen`) is compared with what the memory has under `key`. At the first turn, a
    lower cost from the memory and its guess are also written into the state.
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
    """Remember the bounds `low` and `high`, and the guess, of a set of `size` codes under its key.

    The key is its two sums, `first` and `second`. If the memory is too full now, and nothing else has stopped the
    search, it stops, so that the memory can grow (`MEMORY_FULL`).
    """
    state[scoring.USED] += remember(memory, first, second, low, high, guess, size)
    if state[scoring.USED] > state[scoring.FULL] and state[scoring.STOP] == 0:
        state[scoring.STOP] = MEMORY_FULL


@inner
def record(tools: Tools, here: Situation, key: Key, low: int, high: int, chosen: int) -> None:
    """Remember what is known of a situation: it costs at least `low`, and the guess `chosen` costs `high`.

    If no guess is known, `chosen` is -1 and `high` `NO_TOTAL`. With symmetries, `key` is that of a form of the set, and
    the guess is moved to this form. A situation of `SHARED` codes or more is also written into `news`, the rows that
    other workers will get; once all rows are used, the oldest is overwritten. Without workers `news` has no rows.
    """
    game = tools.game
    size = len(here.members)
    if chosen >= 0 and game.symmetries.colours > 0:
        chosen = move_code(game.symmetries, chosen, key.order, key.names)
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
def find_share(classes: Classes, number: int, size: int, lacking: int) -> int:
    """Return by how much the bound of the class `number` should rise, if all bounds together are `lacking` too low.

    Earlier classes were searched already. Of the codes that are in none of them, this class has some part: its bound
    should rise by that part of `lacking`, rounded down, and by 1 more, but at most by `lacking`. A set of 40 codes
    (`size`) has classes of 10 and 30, and 12 are lacking: the first bound should rise by a quarter of 12, and by 1.

    >>> nothing = np.zeros(0, np.int32)
    >>> int(find_share(Classes(nothing, np.array([10, 40]), nothing), number=0, size=40, lacking=12))
    4
    """
    start = classes.ends[number - 1] if number > 0 else 0
    codes = classes.ends[number] - start
    codes_to_ask = size - start
    share: int = lacking * codes // codes_to_ask + 1
    return min(lacking, share)


@inner
def deal_guesses(state: Integers, depth: int, ranks: NDArray[np.intp]) -> None:
    """Reorder the first `WIDTH` guesses of `ranks` in place: each of n workers begins with every n-th guess.

    The other guesses follow backwards. So workers meet late; each still tries all. From the third turn on, or if
    `WORKERS` is 0 (no workers, but perhaps threads), nothing changes. Worker 0 of two takes six guesses in this order:

    >>> state = np.zeros(9, np.int64)
    >>> state[[scoring.WORKERS, scoring.WORKER, scoring.WIDTH]] = 2, 0, EVERY
    >>> ranks = np.arange(6)
    >>> deal_guesses(state, depth=0, ranks=ranks)
    >>> ranks.tolist()
    [0, 2, 4, 5, 3, 1]
    """
    if state[scoring.WORKERS] == 0 or depth > 1:
        return
    dealt = ranks[: state[scoring.WIDTH]]  # a view: what is written into it changes `ranks`
    is_own = np.arange(len(dealt)) % state[scoring.WORKERS] == state[scoring.WORKER]
    dealt[:] = np.concatenate((dealt[is_own], dealt[~is_own][::-1]))


@inner
def get_class(classes: Classes, number: int) -> Members:
    start = classes.ends[number - 1] if number > 0 else 0
    return classes.members[start : classes.ends[number]]


@inner
def order_tries(tools: Tools, here: Situation, tries: Tries, shared: bool) -> NDArray[np.intp]:
    """Return the indices of all the `tries`, in the order in which this worker tries them: the smallest score first.

    If others may search this situation too (`shared`), `deal_guesses` then reorders them for this worker.
    """
    ranks = np.argsort(tries.scores)
    if shared:
        deal_guesses(tools.state, here.depth, ranks)
    return ranks


def find_least_plainly(marks: Numbers, solved: int, members: NDArray[np.intp]) -> int:
    """Return the least total of turns of a set, by its definition: `find_least` returns the same if each turn costs 1.

    `marks` are those of all guesses (rows) against all codes, as numbers, of which `solved` stands for “found”. A guess
    that leaves all codes in one class tells nothing, and is passed over. AA, AB, BA and BB take 8 turns, as said above:

    >>> blacks = np.array([[2, 1, 1, 0], [1, 2, 0, 1], [1, 0, 2, 1], [0, 1, 1, 2]])
    >>> find_least_plainly(blacks, solved=2, members=np.arange(4))
    8
    """
    if len(members) == 1:
        return 1
    totals = []
    for guess in range(len(marks)):
        answers = marks[guess, members]
        if (answers == answers[0]).all():
            continue
        total = len(members)
        for answer in np.unique(answers):
            if answer != solved:
                total += find_least_plainly(marks, solved, members[answers == answer])
        totals.append(total)
    return min(totals)


@compiled
def find_least(  # noqa: C901 - numba types a function that calls itself only as a whole
    tools: Tools, here: Situation, low: int, beta: int
) -> int:
    """Return the least cost of a situation if it is less than `beta`, else a lower bound on it of `beta` or more.

    `find_least_plainly` says what the least cost is; `low` is a lower bound on it that is known already. Guesses are
    tried, the most promising first. A guess costs one turn for each code, and the least cost of each class that it
    leaves. It is given up once the bounds of these classes show that it costs the *cut* or more: the smaller of `beta`
    and the best cost so far. If the state says stop, the result means nothing, and is not remembered.

    In what follows, `best` is the least cost found, with the guess `chosen`; `least` is what all guesses cost at least
    that were tried, given up or ruled out.
    """
    game = tools.game
    state = tools.state
    size = len(here.members)

    # 1. is enough known already? If `low` reaches `best`, both are the least cost
    few, guess = weigh_few(game, here.members, here.depth)
    if few > 0:
        return few
    key = make_key(game, here)
    low, best, chosen = update_by_memory(tools, here, key, low, NO_TOTAL, -1)
    if low >= min(beta, best) or state[scoring.STOP] != 0:
        return low

    # 2. look at all guesses, which rules most of them out
    look = find_tries(tools, here, min(beta, best))
    least = look.least
    if look.cost < best:
        best = look.cost
        chosen = look.guess

    # 3. try guess after guess (`waiting` has their indices among the tries). In a first round, those that another
    # thread is searching are put off: they are moved to the front of `waiting`. The second round searches them anyway
    shared = len(tools.taken) > 0 and size >= SHARED
    waiting = order_tries(tools, here, look.tries, shared)
    for again in (False, True):
        put_off = 0  # how many guesses
        for index in range(len(waiting)):
            guess = look.tries.guesses[waiting[index]]
            bound = look.tries.bounds[waiting[index]]
            if shared:  # another thread may have found more meanwhile
                low, best, chosen = update_by_memory(tools, here, key, low, best, chosen)
            cut = min(beta, best)
            if low >= cut:  # no guess costs less than the cut: the others need not be tried
                least = low
                break
            # in a search of some width, guesses beyond it are passed over, as if they cost too much. That proves
            # nothing: the lower bounds of such a search are forgotten later (`forget_lows`)
            beyond_width = not again and index >= state[scoring.WIDTH]  # what was put off is within it
            if bound >= cut or beyond_width:
                least = min(least, max(bound, cut))
                continue
            if shared and not take(tools.taken, key.first, guess, again):
                waiting[put_off] = waiting[index]  # in the place of a guess that this round is done with
                put_off += 1
                continue

            # 3a. search the classes of the guess, the smallest first, until it costs too much. `total` is what it costs
            # at least, and `cut - total` is lacking. In a first round, each class is to raise its bound by its share of
            # that (`find_share`); in a second, by all that is still lacking. If much is, only the second takes place
            classes, total = bound_guess(tools, here, guess, look.size_bounds, cut)
            lacks_much = cut - total > size
            for for_share in (True, False):
                if for_share and lacks_much:
                    continue
                for number in range(len(classes.ends)):
                    if total >= cut or state[scoring.STOP] != 0:
                        break
                    after = follow(game, here, guess, get_class(classes, number))
                    low_before = classes.lows[number]
                    wanted = find_share(classes, number, size, cut - total) if for_share else cut - total
                    classes.lows[number] = find_least(tools, after, low_before, low_before + wanted)
                    total += classes.lows[number] - low_before

            # 3b. is it the best so far?
            if state[scoring.STOP] != 0:
                return low
            if shared:
                drop(tools.taken, key.first, guess)
            least = min(least, total)
            if total < cut:  # the bounds of all its classes are exact then, and so is the total
                best = total
                chosen = guess
                record_better(tools, here, key, low, best, chosen, shared)
        waiting = waiting[:put_off]

    # 4. no guess costs less than this
    low = max(low, min(best, least))
    record(tools, here, key, low, best, chosen)
    return low


@inner
def record_better(tools: Tools, here: Situation, key: Key, low: int, best: int, chosen: int, shared: bool) -> None:
    """Write that the guess `chosen` costs `best`: into the state at the first turn, into the memory if `shared`.

    `shared` means that other threads may search this situation: they look under its `key`. `low` is its lower bound.
    """
    if here.depth == 0:
        tools.state[scoring.BEST] = best
        tools.state[scoring.CHOSEN] = chosen
    if shared:
        record(tools, here, key, low, best, chosen)


@inner
def split_set(tools: Tools, guess: int, members: Members) -> Classes:
    """Return the classes that a guess leaves, the smallest first, without the code found; their bounds are not set.

    The sizes of the classes are counted first, so that it is known where the codes of each begin. Five codes give the
    answers 2, 0, 0, 1 and 0, of which 1 is "found":

    >>> from types import SimpleNamespace
    >>> game = SimpleNamespace(marks=np.array([[2, 0, 0, 1, 0]]), solved=1)
    >>> tools = SimpleNamespace(game=game, scratch=SimpleNamespace(sizes=np.zeros(3, np.int32)))
    >>> classes = split_set(tools, guess=0, members=np.arange(5))
    >>> get_class(classes, 0).tolist(), get_class(classes, 1).tolist()
    ([0], [1, 2, 4])
    """
    marks = tools.game.marks[guess]
    sizes = tools.scratch.sizes  # by answer; all zeros before and after
    for code in members:
        sizes[marks[code]] += 1
    sizes[tools.game.solved] = 0
    answers = np.flatnonzero(sizes)  # those of the classes
    order, lows = np.empty((2, len(answers)), np.int64)  # two arrays, not filled yet
    sort_indices(sizes[answers], order)
    codes = np.empty(len(members), np.int32)
    ends = np.empty(len(answers), np.int32)
    next_indices = sizes  # the same array: from now on, where the next code of each answer goes
    end = 0
    for number in range(len(order)):
        answer = answers[order[number]]
        start = end
        end += sizes[answer]
        ends[number] = end
        next_indices[answer] = start  # in place of the size, which is not needed any more
    for code in members:
        answer = marks[code]
        if answer != tools.game.solved:
            codes[next_indices[answer]] = code
            next_indices[answer] += 1
    sizes[:] = 0
    return Classes(codes, ends, lows)


@inner
def bound_by_size(game: SearchedGame, here: Situation, classes: Classes, size_bounds: Integers) -> int:
    """Return what a guess costs at least by the sizes of its `classes`, and fill in their bounds (``classes.lows``).

    `size_bounds` has what a class of 0, 1, 2… codes costs at least. Classes of one or two codes, and some of three,
    have their exact costs (`weigh_few`).
    """
    total: int = len(here.members) * game.prices[min(here.depth, PRICED_TURNS - 1)]
    for number in range(len(classes.ends)):
        class_members = get_class(classes, number)
        few, _guess = weigh_few(game, class_members, here.depth + 1)
        classes.lows[number] = few if few > 0 else size_bounds[len(class_members)]
        total += classes.lows[number]
    return total


@inner
def raise_by_memory(
    tools: Tools, here: Situation, guess: int, classes: Classes, total: int, cut: int
) -> tuple[int, Integers, Flags]:
    """Raise the bounds of classes to what the memory knows, the smallest class first, until the guess costs `cut`.

    `total` is what the guess costs at least so far. Three things are returned: what it costs at least now; the keys of
    the classes (`make_key`), a column of two sums for each; and a flag for each class, True if the memory knows nothing
    of the class. Two kinds of classes are not looked up, and have sums of 0 and the flag False: those of one or two
    codes, whose bounds are exact, and those left when the guess costs `cut`.
    """
    game = tools.game
    keys = np.zeros((2, len(classes.ends)), np.int64)
    unknown = np.zeros(len(classes.ends), np.bool_)
    start = start_key(game.levels, here.depth + 1)
    for number in range(len(classes.ends)):
        if total >= cut:
            break
        class_members = get_class(classes, number)
        if len(class_members) <= 2:
            continue
        after = follow(game, here, guess, class_members)
        if game.symmetries.colours > 0:  # sets that symmetries turn into each other share a key
            key = make_key(game, after)
            first = key.first
            second = key.second
        else:
            first, second = sum_codes(game.key_numbers, after, start)
        keys[0, number] = first
        keys[1, number] = second
        known, high, _guess = look_up_both(tools.memory, game.totals, game.unit, start, first, second)
        unknown[number] = known == 0 and high == NO_TOTAL  # neither a lower bound nor a cost
        if known > classes.lows[number]:
            total += known - classes.lows[number]
            classes.lows[number] = known
    return total, keys, unknown


@inner
def raise_by_looks(
    tools: Tools, here: Situation, guess: int, classes: Classes, total: int, cut: int, keys: Integers, unknown: Flags
) -> int:
    """Raise the bounds of `unknown` classes by a look for each, the largest first, until the guess costs `cut`.

    Returns what the guess costs at least then; `total` is what it costs at least before. The bounds are remembered
    under the `keys` of the classes, with `LOOKED` if the look gives them. `keys` and `unknown` are those of
    `raise_by_memory`.
    """
    for number in range(len(classes.ends) - 1, -1, -1):
        if total >= cut:
            break
        if unknown[number]:
            class_members = get_class(classes, number)
            seen = bound_by_look(tools, follow(tools.game, here, guess, class_members))
            low = max(classes.lows[number], seen)
            total += low - classes.lows[number]
            classes.lows[number] = low
            looked = LOOKED if low == seen else -1  # only a bound of the look needs no claim in a proof
            first = keys[0, number]
            second = keys[1, number]
            keep_bounds(tools.memory, tools.state, first, second, low, NO_TOTAL, looked, len(class_members))
    return total


@compiled
def bound_guess(tools: Tools, here: Situation, guess: int, size_bounds: Integers, cut: int) -> tuple[Classes, int]:
    """Return the classes that a guess leaves with their bounds, and a lower bound on its cost, raised up to `cut`.

    The bounds come first from the sizes of the classes: `size_bounds` has what 0, 1, 2… codes cost at least. Until
    `cut` is reached, they are raised: by what the memory knows, then by a look at each class that it does not know.
    """
    classes = split_set(tools, guess, here.members)
    total = bound_by_size(tools.game, here, classes, size_bounds)
    total, keys, unknown = raise_by_memory(tools, here, guess, classes, total, cut)
    total = raise_by_looks(tools, here, guess, classes, total, cut, keys, unknown)
    return classes, total

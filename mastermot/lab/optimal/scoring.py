"""Bounds and scores of all guesses at a set of codes: the part of the search where nearly all time goes.

A guess costs one turn for each code of the set, and then what the *classes* cost that it leaves: the codes that get the
same marks. All guesses are looked at, ever more closely:

1. Of each guess, the classes are counted (`count_classes`). At best, the first code of each class is found in the next
   turn, and all others in the turn after that (`bound_by_classes`). With ten codes, a code of the set that leaves six
   classes beside itself costs at least 1 + 6·2 + 3·3 = 22. If no guess leaves more, no guess needs to be searched when
   only a cost below 22 is of interest.
2. The guesses whose bound is below the *cut*, the cost to be beaten, are the *tries*. Each splits the set: the sizes
   of its classes give a better bound and a score. The try with the smallest score is searched first (`find_tries`).

In games of few answers, the sizes of the classes of all guesses are counted in step 1; from them follows what any part
of the set costs at least (`bound_subsets`). Where each turn has its price, read “price” for “turn”. Words with a sense
of their own here:

- *look*: step 1, or both steps; no guess is searched;
- *members*: the codes of a set, which can be the secret; *others*: in a hard mode, the further guesses allowed;
- *limited*: said of a game with a hard mode: only members and others may be guessed;
- *sized*: said of a game with so few answers that the sizes of classes are counted, not only their number;
- *level*: the index of a turn's price among those given; the last one stands for all later turns too;
- *tell*: a guess tells nothing of a set of several codes if all give it the same marks. Such a guess is never made.
"""

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from mastermot.lab.optimal import counting
from mastermot.lab.optimal.compiled import compiled, inner
from mastermot.lab.optimal.counting import COMPARED, Columns, Lanes, Members
from mastermot.lab.optimal.memory import NO_TOTAL, Integers
from mastermot.lab.optimal.search_problem import PRICED_TURNS
from mastermot.lab.optimal.symmetry import Symmetries, find_firsts

STOP, USED, FULL, WIDTH, BEST, CHOSEN, NEWS, WORKER, WORKERS = range(9)
"""The indices of the state. `STOP`: why to stop (0: go on). `USED`, `FULL`: entries in use, and at how many the memory
must grow. `WIDTH`: how many guesses are tried at a set. `BEST`, `CHOSEN`: the best cost at the first turn, its guess.
`NEWS`: how many news were written. `WORKER`, `WORKERS`: the number of this worker, and of all (0: no workers)."""

Amount = TypeVar("Amount", int, Integers)


class Letters(NamedTuple):
    """The letters of all guesses, as numbers, and the signs of all answers: for Wordle’s hard mode."""

    by_position: Columns  #: The letter of each guess (a row) at each position (a column).
    copies: Columns  #: How many copies of each letter (a column) each guess (a row) has.
    signs: Columns  #: Of each answer (a row) at each position (a column): absent 0, elsewhere 1, in its place 2.


class SearchedGame(NamedTuple):
    """Everything about a game that does not change during a search."""

    marks: NDArray[np.uint8]  #: The number of the answer to each guess (a row) from each code (a column).
    bits: Lanes  #: The same as bits (`counting.make_bits`), or no planes.
    columns: Columns  #: The same with a row for each code (`counting.make_columns`), or no rows.
    code_count: int
    key_numbers: Integers  #: Two random numbers for each code (a row), whose sums are keys (`kernel.sum_codes`).
    estimates: NDArray[np.float64]  #: How many turns 0, 1, 2… codes are expected to take in all.
    prices: Integers  #: What a guess costs for each code still possible, by depth: the number of turns before it.
    levels: Integers  #: By depth, the index of its price among those given (for all later depths, the last).
    symmetries: Symmetries
    answer_count: int  #: How many answers there are, “found” among them.
    solved: int  #: The number of the answer “found”.
    limited: bool  #: Whether it has a hard mode: only the `members` and `others` of a situation may be guessed.
    letters: Letters  #: Those of Wordle’s hard mode; without rows in any other game.
    totals: Integers  #: The memory of a search that is over, where every turn cost 1; or an empty one.
    unit: int  #: The least price of a turn here: a set costs at least so many times its total; 0 without `totals`.
    sized: bool  #: Whether there are so few answers that the sizes of all classes are counted.


class Scratch(NamedTuple):
    """Arrays to work in, one set for each thread: making them anew at each set would take time."""

    sizes: NDArray[np.int32]  #: A number for each answer: zeros between uses.
    class_counts: Lanes  #: How many classes each guess makes of the set at hand.
    class_sizes: Lanes  #: In a `sized` game, the size of the class of each answer (a row) by guess (a column).


class Tools(NamedTuple):
    """What a thread searches with."""

    game: SearchedGame
    scratch: Scratch
    memory: Integers  #: What is known of sets (`memory`): all threads share it.
    state: Integers  #: What the search is told and tells while it runs, by the indices `STOP`, `USED`…
    taken: Integers  #: The guesses that threads search now (`memory.take`); without slots if there is one thread only.
    news: Integers  #: Room for rows of the memory that other processes should learn; without rows if there are none.


class Situation(NamedTuple):
    """A situation of a game: a set of codes, at a turn."""

    members: Members  #: The candidates, in rising order: the members of the set.
    others: Members  #: In a hard mode, the further guesses that are allowed, in rising order; else none.
    depth: int  #: How many turns were played.


class Tries(NamedTuple):
    """The guesses to try at a set, each with a lower bound and a score; the smallest score is most promising."""

    guesses: Members
    bounds: Integers
    scores: NDArray[np.float64]


class Look(NamedTuple):
    """What a look at all guesses says of a set, when a cost below some figure (the cut) is searched for."""

    tries: Tries  #: The guesses that may cost less than the cut.
    size_bounds: Integers  #: What a class of 0, 1, 2… codes costs at least, after any guess at the set.
    cost: int  #: The least cost of a guess that is known without a search; `NO_TOTAL` if none is.
    guess: int  #: The guess with this cost, or -1.
    least: int  #: What every guess that is not among the tries costs at least.


@compiled
def bound_size(size: int, answers: int, prices: Integers, depth: int) -> int:
    """Return a lower bound on the cost of any set of this size at this depth.

    Besides "found", a guess can get `answers` different answers: at best, one code is found in the first turn,
    `answers` in the second, ``answers ** 2`` in the third. Each code pays for each turn until it is found. With three
    answers, at a price of 1, five codes cost at least 1 + 2 + 2 + 2 + 3:

    >>> bound_size(5, answers=3, prices=np.ones(PRICED_TURNS, np.int64), depth=0)
    10
    """
    cost = 0
    found = 1  # how many codes are found in this turn at best
    while size > 0:
        cost += size * prices[min(depth, PRICED_TURNS - 1)]
        size -= found
        found *= answers
        depth += 1
    return cost


@inner
def price_at(prices: Integers, depth: int) -> tuple[int, int, int]:
    """Return the prices of the turn at a depth and of the two after it.

    `prices` has `PRICED_TURNS` of them. The last three are the same, and so are those of all turns after them:

    >>> prices = np.minimum(np.arange(PRICED_TURNS), 5)  # 0, 1, 2, 3, 4, then 5 for all later turns
    >>> [int(price) for price in price_at(prices, depth=2)], [int(price) for price in price_at(prices, depth=100)]
    ([2, 3, 4], [5, 5, 5])
    """
    first = min(depth, PRICED_TURNS - 3)
    return prices[first], prices[first + 1], prices[first + 2]


@inner
def follow(game: SearchedGame, here: Situation, guess: int, members: Members) -> Situation:
    """Return the situation after a guess at `here`, when `members` are the codes still possible.

    All `members` give the guess the same marks. The `others` that are allowed after it depend on these marks:

    1. In Wordle’s hard mode, those that use the marks (`list_permitted`). Only then ``letters.signs`` has rows.
    2. In the hard mode strict, those that would give the guess the same marks if they were the secret.
    3. Without a hard mode there are no `others`, before and after.
    """
    others = here.others
    if len(game.letters.signs) > 0:  # Wordle’s hard mode
        others = list_permitted(game, here, guess, members)
    elif len(others) > 0:  # the hard mode strict: marks have a column for each guess
        others = others[game.marks[guess][others] == game.marks[guess, members[0]]]
    return Situation(members, others, here.depth + 1)


@compiled
def list_permitted(game: SearchedGame, here: Situation, guess: int, members: Members) -> Members:
    """Return the other guesses that Wordle’s hard mode allows after a guess, if `members` are the codes still possible.

    Allowed are those of the `others` allowed so far, and of the codes that the guess rules out, that use its marks. In
    this mode each code stands twice among the guesses (`Problem.texts`), with the same letters and marks: code i is
    guess i while it is possible, and guess ``i + code_count`` once it is ruled out. Guesses that tell nothing about the
    codes still possible are left out: they will tell nothing later either.
    """
    # what must be used: the letters of the guess with their signs, and how many copies of each letter got a mark
    signs = game.letters.signs[game.marks[guess, members[0]]]  # of each position: absent 0, elsewhere 1, in its place 2
    played = game.letters.by_position[guess]  # the letters of the guess
    marked = np.zeros(game.letters.copies.shape[1], np.uint8)  # by letter: how many of its copies got a mark
    for position in range(len(played)):
        marked[played[position]] += np.uint8(signs[position] > 0)
    marked_letters = np.flatnonzero(marked)
    listed = np.empty(len(here.members) + len(here.others), np.int32)  # room for all
    count = 0  # how many are listed
    next_member = 0  # both lists are sorted, so one index is enough to tell which codes are still possible
    for code in here.members:
        if next_member < len(members) and members[next_member] == code:  # still possible: it is no other guess
            next_member += 1
        elif uses_marks(game.letters, code, played, signs, marked_letters, marked):
            listed[count] = code + game.code_count
            count += 1
    for other in here.others:
        if uses_marks(game.letters, other, played, signs, marked_letters, marked):
            listed[count] = other
            count += 1
    return keep_telling(game, members, np.sort(listed[:count]))


@inner
def uses_marks(
    letters: Letters, guess: int, played: Columns, signs: Columns, marked_letters: Integers, marked: Columns
) -> bool:
    """Return whether Wordle's hard mode allows a guess after an earlier one, whose greens and yellows it must use.

    The earlier guess has the letters `played`, by position, and got the `signs` there: 2 for a green. Greens must stay
    where they are. `marked` says, for each letter of the alphabet, how many of its copies got a mark, green or yellow:
    so many copies must be in the guess. `marked_letters` are the letters with at least one mark.
    """
    for position in range(len(played)):
        if signs[position] == 2 and letters.by_position[guess, position] != played[position]:
            return False
    lacking = 0  # letters of which the guess has too few copies
    for letter in marked_letters:
        lacking += letters.copies[guess, letter] < marked[letter]
    return lacking == 0


@inner
def keep_telling(game: SearchedGame, members: Members, guesses: Members) -> Members:
    """Return those of some `guesses` that do not get the same marks from all codes of a set (its `members`).

    The marks from each code are compared with those from the first code, until they differ: then the guess tells
    something, and is not looked at any more. Of three guesses, the first gets the marks 1 from both codes:

    >>> from types import SimpleNamespace
    >>> game = SimpleNamespace(marks=np.array([[1, 1], [0, 2], [2, 1]]))  # a row for each guess, a column for each code
    >>> keep_telling(game, members=np.arange(2), guesses=np.arange(3)).tolist()
    [1, 2]
    """
    tells = np.zeros(len(guesses), np.bool_)
    waiting = np.arange(len(guesses))  # the first `count` are of guesses with the same marks from all codes so far
    count = len(waiting)
    for member in members[1:]:
        still_waiting = 0
        for index in range(count):
            guess = guesses[waiting[index]]
            if game.marks[guess, member] != game.marks[guess, members[0]]:
                tells[waiting[index]] = True
            else:
                waiting[still_waiting] = waiting[index]
                still_waiting += 1
        count = still_waiting
    return guesses[tells]


@inner
def count_classes(tools: Tools, here: Situation) -> None:
    """Fill ``scratch.class_counts``: the number of classes that each guess makes of a set, in the quickest way at hand.

    `counting` has these ways. The first that applies is taken:

    1. In a `limited` game with `columns`, these are read for the `members` and `others` of the situation alone.
    2. In a `sized` game, the sizes of all classes are counted from its columns, and left in ``scratch.class_sizes``.
    3. If the game has `bits`, these are counted.
    4. If it has `columns`, and the set at most `COMPARED` codes, each code is compared with all before it.
    5. If it has `columns`, answers are ticked off.
    6. Otherwise the table of marks is read: for all guesses, or in a limited game for `members` and `others` alone.

    A limited game never has bits, and is never sized: so its ways are 1 and 6. The numbers of guesses that are not
    allowed are then left from earlier sets, and mean nothing.
    """
    game = tools.game
    scratch = tools.scratch
    members = here.members
    class_counts = scratch.class_counts
    has_bits = game.bits.shape[0] > 0
    has_columns = game.columns.shape[0] > 0
    if game.limited and has_columns:  # Wordle’s hard mode
        guesses = np.concatenate((members, here.others))
        counting.count_listed(game.columns, game.answer_count, guesses, members, class_counts)
    elif game.sized:
        counting.count_sizes(game.columns, members, scratch.class_sizes)
        class_counts[:] = 0
        for answer in range(game.answer_count):
            row = scratch.class_sizes[answer]
            for guess in range(len(class_counts)):
                class_counts[guess] += np.uint16(row[guess] > 0)
    elif has_bits:
        counting.count_bits(game.bits, members, class_counts)
    elif has_columns and len(members) <= COMPARED:
        counting.compare_columns(game.columns, members, class_counts)
    elif has_columns:
        counting.tick_columns(game.columns, game.answer_count, members, class_counts)
    else:  # the hard mode strict, with few guesses at a set; or neither form of the marks fits into memory
        every = np.arange(len(game.marks), dtype=np.int32)
        guesses = np.concatenate((members, here.others)) if game.limited else every
        counting.count_marks(game.marks, guesses, members, scratch.sizes, class_counts)


@inner
def bound_by_classes(prices: Integers, depth: int, size: int, class_count: Amount, finds_one: bool) -> Amount:
    """Return what a guess at `size` codes costs at least if it leaves `class_count` classes: one number, or an array.

    If the guess is a code of the set, it `finds_one`: this code is in none of the classes. At best, the first code of
    every class is found in the next turn, and all others in the turn after that. At a price of 1, ten codes of which
    one is found, with six classes, cost at least 1 + 6·2 + 3·3; if none is found, 6·2 + 4·3:

    >>> prices = np.ones(PRICED_TURNS, np.int64)
    >>> [int(bound_by_classes(prices, 0, size=10, class_count=6, finds_one=finds)) for finds in (True, False)]
    [22, 24]
    """
    price, after, later = price_at(prices, depth)
    in_three_turns = size * (price + after + later)  # if all codes took three turns, which some do not need
    return in_three_turns - class_count * later - finds_one * (after + later)


@inner
def look_at_guesses(tools: Tools, here: Situation) -> tuple[int, int]:
    """Fill ``scratch.class_counts``: the number of classes that each guess leaves, not counting the code that it finds.

    Returns the largest count of a guess that is allowed, and a lower bound on the cost of the set (`bound_by_classes`).
    The bound is what a code of the set costs at least with the largest count of such a code. If other guesses are
    allowed, it is the smaller of this and of what they cost at least with the largest count of all. The counts of
    guesses not allowed here mean nothing. In a `sized` game, ``scratch.class_sizes`` is filled too (`count_classes`).
    """
    game = tools.game
    class_counts = tools.scratch.class_counts
    members = here.members
    size = len(members)
    count_classes(tools, here)
    class_counts[members] -= np.uint16(1)  # a code that is guessed is a class of its own
    most_of_members = int(class_counts[members].max())
    most = most_of_members if game.limited else int(class_counts.max())
    for guess in here.others:  # of a limited game; otherwise there are none
        most = max(most, int(class_counts[guess]))
    low = bound_by_classes(game.prices, here.depth, size, most_of_members, True)
    if not game.limited or len(here.others) > 0:  # a guess that is no code of the set may leave more classes
        low = min(low, bound_by_classes(game.prices, here.depth, size, most, False))
    return most, low


@inner
def bounds_use_sizes(game: SearchedGame, depth: int) -> bool:
    """Return whether bounds at a depth come from the sizes of classes, and not from their number alone.

    That is so in a `sized` game if this turn and all later ones have one price, the last of those given: from the depth
    on where ``game.levels`` reaches its last value. With three prices given, it is so from the third turn on (depth 2):

    >>> from types import SimpleNamespace
    >>> levels = np.minimum(np.arange(PRICED_TURNS), 2)
    >>> game = SimpleNamespace(sized=True, levels=levels, prices=np.array([1, 1, 5])[levels])
    >>> [bounds_use_sizes(game, depth) for depth in (0, 1, 2, 3, 100)]
    [False, False, True, True, True]
    """
    last = len(game.prices) - 1
    return bool(game.sized and game.levels[min(depth, last)] == game.levels[last])


@inner
def bound_subsets(game: SearchedGame, class_sizes: Lanes, size: int) -> Integers:
    """Return what any 0, 1, 2… `size` codes of a set cost at least, from the sizes of the classes of guesses.

    `class_sizes` has the size of the class of each answer (a row) by guess (a column). This function is called only
    where this turn and all later ones have one price, the last of ``game.prices`` (`bounds_use_sizes`). Call the result
    ``least``: n codes, whichever of the set they are, cost at least ``least[n]``.

    Let a guess be made at n codes of the set. Each code pays for the turn. The guess numbers the codes of each class
    that it leaves 1, 2, 3…; the code that it finds has the number 0, and costs nothing more. In a class of i codes,
    which costs ``least[i]``, the code with the number i adds ``least[i] - least[i - 1]``.

    This difference never gets smaller with i. So n codes cost least when their numbers are as small as possible:
    ``wide[i]`` (`find_widths`) says how many of them can have a number up to i. A class has fewer than n codes, so only
    bounds that are finished are read.

    Here the only guess finds one code of five, and leaves two classes of two. Each of the five pays 1, the two with the
    number 1 add 1 each, the two with the number 2 add 2 each:

    >>> from types import SimpleNamespace
    >>> game = SimpleNamespace(solved=2, prices=[1])
    >>> bound_subsets(game, class_sizes=np.array([[2], [2], [1]], np.uint16), size=5).tolist()
    [0, 1, 3, 5, 8, 11]
    """
    wide = counting.find_widths(class_sizes, game.solved, size)
    least: Integers = np.arange(size + 1) * game.prices[-1]  # at first, what this turn costs
    number = 0
    room = 0  # how many codes more can have this number
    added = 0  # what all codes so far cost in later turns
    for count in range(2, len(least)):  # a single code is found at once: it adds nothing
        while room == 0:
            number += 1
            room = wide[number] - wide[number - 1]
        room -= 1
        added += least[number] - least[number - 1]
        least[count] += added
    return least


@inner
def weigh_sizes(game: SearchedGame, class_sizes: Lanes, size_bounds: Integers) -> Integers:
    """Return what each guess costs at least, by the sizes of its classes alone.

    `class_sizes` has the size of the class of each answer (a row) by guess (a column), `size_bounds` what 0, 1, 2…
    codes cost at least, up to all codes of the set. Each code pays for this turn, and each class costs its bound; the
    code that is found costs nothing more. The function is called only where this turn and all later ones have one
    price, the last of ``game.prices`` (`bounds_use_sizes`). A guess that leaves all codes in one class tells nothing:
    it costs `NO_TOTAL` or more. Meanwhile `size_bounds` is changed; at the end it is as it was.

    Of five codes, the first guess finds one and leaves two classes of two, the second leaves a class of three and one
    of two. They cost at least 5 + 3 + 3 and 5 + 5 + 3:

    >>> from types import SimpleNamespace
    >>> game = SimpleNamespace(solved=2, answer_count=3, prices=[1])
    >>> sizes = np.array([[2, 3], [2, 2], [1, 0]], np.uint16)
    >>> weigh_sizes(game, sizes, size_bounds=np.array([0, 1, 3, 5, 8, 11])).tolist()
    [11, 13]
    """
    size = len(size_bounds) - 1
    bound_of_set = size_bounds[size]
    # while the loop runs, a class of all codes costs too much: so do guesses that tell nothing
    size_bounds[size] = NO_TOTAL
    costs = np.full(class_sizes.shape[1], size * game.prices[-1])
    for answer in range(game.answer_count):
        if answer != game.solved:
            row = class_sizes[answer]
            for k in range(len(costs)):
                costs[k] += size_bounds[row[k]]
    size_bounds[size] = bound_of_set
    return costs


@inner
def bound_by_look(tools: Tools, here: Situation) -> int:
    """Return the lower bound of a set that a look at all guesses gives, without searching any of them.

    If `bounds_use_sizes`, it is the smallest bound of any guess by the sizes of the classes that the guess leaves
    (`weigh_sizes`). Otherwise it comes from the numbers of classes (`look_at_guesses`).
    """
    game = tools.game
    members = here.members
    if bounds_use_sizes(game, here.depth):
        class_sizes = tools.scratch.class_sizes
        counting.count_sizes(game.columns, members, class_sizes)
        size_bounds = bound_subsets(game, class_sizes, len(members))
        return int(weigh_sizes(game, class_sizes, size_bounds).min())
    return look_at_guesses(tools, here)[1]


@inner
def bound_guesses(tools: Tools, here: Situation, most: int) -> tuple[Integers, Integers]:
    """Return what each guess costs at least at a set; and what a class of 0, 1, 2… codes costs at least after a guess.

    `look_at_guesses` must have been called for this situation just before: what it left in the scratch is read here.
    `most` is the first number that it returned, the largest number of classes. There are two ways:

    1. If `bounds_use_sizes`, both bounds come from the sizes of the classes (``scratch.class_sizes``).
    2. Otherwise the bound of a guess comes from its number of classes (``scratch.class_counts``). That of a class comes
       from its size, and from `most`: no guess leaves more classes of a part of the set than of the set (`bound_size`).

    A guess that tells nothing costs `NO_TOTAL` or more. The bounds of guesses that a hard mode does not allow here mean
    nothing; `list_tries` passes them over.
    """
    game = tools.game
    class_counts = tools.scratch.class_counts
    members = here.members
    size = len(members)
    if bounds_use_sizes(game, here.depth):
        size_bounds = bound_subsets(game, tools.scratch.class_sizes, size)
        return weigh_sizes(game, tools.scratch.class_sizes, size_bounds), size_bounds
    size_bounds = np.empty(size + 1, np.int64)
    for count in range(len(size_bounds)):
        size_bounds[count] = bound_size(count, most, game.prices, here.depth + 1)
    bounds = bound_by_classes(game.prices, here.depth, size, class_counts.astype(np.int64), False)
    bounds[class_counts < 2] = NO_TOTAL  # one class tells nothing; members, which find a code, get other bounds next
    bounds[members] = bound_by_classes(game.prices, here.depth, size, class_counts[members].astype(np.int64), True)
    return bounds, size_bounds


@inner
def list_tries(game: SearchedGame, here: Situation, bounds: Integers, cut: int) -> Tries:
    """Return the guesses with `bounds` below `cut`, the codes of the set first; their scores are 0, not known yet.

    `bounds` has what each guess costs at least, for all guesses of the game. In a `limited` game, the others of the
    situation follow the codes of the set; otherwise all other guesses of the game do, in rising order. Guesses that
    symmetries of the set turn into each other cost the same: of these, only the first is returned.

    The set has the codes 1 and 3, and code 3 costs too much as a guess; no symmetries, no hard mode:

    >>> from types import SimpleNamespace
    >>> game = SimpleNamespace(limited=False, symmetries=SimpleNamespace(colours=0))
    >>> here = Situation(members=np.array([1, 3], np.int32), others=np.zeros(0, np.int32), depth=0)
    >>> list_tries(game, here, bounds=np.array([8, 7, 9, 12, 6]), cut=9).guesses.tolist()
    [1, 0, 4]
    """
    members = here.members
    others = here.others  # those that hard mode allows, without the members
    if not game.limited:  # any guess is allowed
        allowed = bounds < cut
        allowed[members] = False  # they stand before the others
        others = np.flatnonzero(allowed).astype(np.int32)
    guesses = np.concatenate((members, others))
    guesses = guesses[bounds[guesses] < cut]  # the members, and those that hard mode allows, were not compared yet
    if game.symmetries.colours > 0 and len(guesses) > 1:
        guesses = guesses[find_firsts(game.symmetries, game.key_numbers, members, guesses)]
    return Tries(guesses, bounds[guesses], np.zeros(len(guesses), np.float64))


@inner
def weigh_classes(
    marks: NDArray[np.uint8],
    guess: int,
    solved: int,
    members: Members,
    size_bounds: Integers,
    estimates: NDArray[np.float64],
    sizes: NDArray[np.int32],
) -> tuple[int, float, int]:
    """Return what the classes that a guess leaves cost at least, their expected turns, and the size of the largest.

    `marks` are those of all guesses (rows) against all codes, and the set has the codes `members`. The code that is
    found, with the marks `solved`, takes no more turns. `size_bounds` has what 0, 1, 2… codes cost at least, and
    `estimates` their expected turns. `sizes` has a place for each answer: it is given, and left, as zeros.

    The guess here finds the first code, and leaves a class of two codes and one of a single code:

    >>> marks = np.array([[2, 0, 1, 0]])
    >>> size_bounds, estimates = np.array([0, 1, 3]), np.array([0, 1, 2.8])
    >>> low, score, largest = weigh_classes(marks, 0, 2, np.arange(4), size_bounds, estimates, np.zeros(3, np.int32))
    >>> int(low), float(score), int(largest)
    (4, 3.8, 2)
    """
    for code in members:
        sizes[marks[guess, code]] += 1
    finds_one = sizes[solved] > 0
    low = -size_bounds[1] * finds_one  # the loop counts the code found as a class of one: that is taken off here
    score = -1.0 * finds_one
    largest = 0
    # each class is met through the answers of its codes, or in a loop through all answers: the shorter loop is taken
    by_members = len(members) < len(sizes)
    for i in range(min(len(members), len(sizes))):
        answer = marks[guess, members[i]] if by_members else i
        size = sizes[answer]
        if size > 0:
            largest = max(largest, size)
            score += estimates[size]
            low += size_bounds[size]
            sizes[answer] = 0  # so that no class counts twice
    return low, score, largest


@inner
def score_tries(tools: Tools, here: Situation, tries: Tries, size_bounds: Integers) -> tuple[int, int]:
    """Set the bounds and scores of the `tries` by the classes that each leaves; return a cost that needs no search.

    `size_bounds` has what a class of 0, 1, 2… codes costs at least: one and two codes cost just that. So a guess whose
    classes have two codes at most costs its bound. The least cost of such a guess is returned, with the guess;
    `NO_TOTAL` and -1 if there is none. A score is how many turns the classes are expected to take.
    """
    game = tools.game
    members = here.members
    best = NO_TOTAL
    chosen = -1
    turn = len(members) * game.prices[min(here.depth, PRICED_TURNS - 1)]
    for index in range(len(tries.guesses)):
        guess = tries.guesses[index]
        low, score, largest = weigh_classes(
            game.marks, guess, game.solved, members, size_bounds, game.estimates, tools.scratch.sizes
        )
        bound = turn + low
        if largest <= 2 and bound < best:  # bounds of one and two codes are their costs
            best = bound
            chosen = guess
        tries.bounds[index] = bound
        tries.scores[index] = score
    return best, chosen


@inner
def find_tries(tools: Tools, here: Situation, cut: int) -> Look:
    """Return the guesses to try at a set if a cost below `cut` is searched for, and what else a look at it says.

    Guesses are ruled out in three steps, and those left are the tries:

    1. by the bounds of `bound_guesses`: a guess is ruled out if its bound is `cut` or more;
    2. by the bound from the sizes of its classes, which is as high or higher (`score_tries`): a guess is ruled out if
       that is `cut` or more, or not below the `cost` of some guess that is then known without a search;
    3. all of them, if no guess can cost less than this `cost`.

    ``Look.least`` is what all guesses that were ruled out cost at least. Those of step 1 cost at least `cut` (or what
    every guess costs at least, if that is more); those of steps 2 and 3 cost at least their bounds.
    """
    most, low = look_at_guesses(tools, here)  # the number of classes at most, and what every guess costs at least
    bounds, size_bounds = bound_guesses(tools, here, most)
    tries = list_tries(tools.game, here, bounds, cut)
    cost = NO_TOTAL
    guess = -1
    if low < cut:  # otherwise no bound is below the cut, and there are no tries
        cost, guess = score_tries(tools, here, tries, size_bounds)
    kept = tries.bounds < min(cut, cost)
    if cost <= low:  # no guess costs less: none need be tried
        kept[:] = False
    least = max(cut, low)  # what guesses cost at least that never were among the tries
    for bound in tries.bounds[~kept]:  # and those that were taken out again
        least = min(least, bound)
    kept_tries = Tries(tries.guesses[kept], tries.bounds[kept], tries.scores[kept])
    return Look(kept_tries, size_bounds, cost, guess, least)

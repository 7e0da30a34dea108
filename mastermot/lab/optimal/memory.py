"""What the search remembers of sets of codes: a lower bound, the best total found, the guess that reaches it.

A set's key is the sum of random numbers, one a code, two sums of 64 bits: two different sets have the same key with a
chance of 2^-128 (and a proof is checked without any key). A key stands in one of `WAYS` slots that follow each other;
when they are taken, the smallest set, the cheapest to search again, makes room. So memory is bounded.

Several threads may share a memory. Nothing is locked: the first sum stands there mixed with all the rest of its entry
(R. Hyatt and T. Mann, *A lock-less transposition table implementation for parallel search*, ICGA Journal 25, 2002), so
that an entry that two threads wrote at once has no key, and is as good as lost.
"""

import numpy as np
from numpy.typing import NDArray

from mastermot.lab.optimal.compiled import compiled, inner

WAYS = 4
FIRST, SECOND, LOW, HIGH, GUESS, SIZE = range(6)
"""The columns of the memory: the two sums of the key, the two bounds, the guess that reaches the upper one, codes.

The first sum is mixed with the others (`make_mask`).
"""
NO_TOTAL = 1 << 60  #: The upper bound of a set for which no total is known.
LOOKED = -2
"""Stands in place of a guess where the lower bound is what a look at all guesses says: its proof needs no claim."""
ENTRY_BYTES = 48

Integers = NDArray[np.int64]


def make_memory(entries: int) -> Integers:
    """Return an empty memory; `entries` is a power of two."""
    return np.zeros((entries + WAYS, 6), np.int64)


@inner
def make_mask(second: int, low: int, high: int, guess: int, size: int) -> int:
    """Return what the first sum of an entry is mixed with: a number made of all its other columns, in their order.

    Products with large odd numbers wrap around at 64 bits and spread the bits upwards; shifts bring them down again.
    """
    mixed = (second ^ low) * 0x1E3779B97F4A7C15
    mixed = (mixed ^ (mixed >> 29) ^ high) * 0x3F58476D1CE4E5B9
    return (mixed ^ (mixed >> 31) ^ (guess << 32) ^ size) * 0x14D049BB133111EB


@inner
def find_start(memory: Integers, first: int) -> int:
    """Return the first of the `WAYS` slots where an entry may stand, by the first sum of its key."""
    all_ones = len(memory) - WAYS - 1  # `make_memory` adds `WAYS` rows to a power of two
    return first & all_ones


@compiled
def look_up(memory: Integers, first: int, second: int) -> tuple[int, int, int]:
    """Return what is known of a set: a lower bound, the best total found, and the guess that reaches it.

    The sums `first` and `second` are the set's key. If no guess is known, -1 or `LOOKED` stands in its place, and the
    total is `NO_TOTAL`. Of a set that is not in the memory, 0, `NO_TOTAL` and -1 are returned. So are they of an entry
    that two threads wrote at once: its first sum, with the mask of its other columns, is no key any more.
    """
    start = find_start(memory, first)
    for slot in range(start, start + WAYS):
        if memory[slot, SECOND] == second:
            low = memory[slot, LOW]
            high = memory[slot, HIGH]
            guess = memory[slot, GUESS]
            size = memory[slot, SIZE]
            if size > 0 and memory[slot, FIRST] ^ make_mask(second, low, high, guess, size) == first:
                return low, high, guess
    return 0, NO_TOTAL, -1


@inner
def choose_slot(memory: Integers, first: int, second: int) -> int:
    """Return the slot for the set with this key: its own or an empty one; if there is neither, the smallest set's.

    Of its `WAYS` slots, in their order, it is the first that is its own or empty. Slots are filled in this order and
    never emptied, so its own stands before any empty one. Of sets of the same size, the first makes room.

    Its own is told by the second sum alone: the first one does not stand there as it is. If another set has that sum by
    chance, it is lost.

    >>> memory = make_memory(8)
    >>> memory[:4, SIZE] = 9, 5, 7, 0  # the four slots of keys that begin with 0: the last one is empty
    >>> memory[:4, SECOND] = 11, 12, 13, 0
    >>> int(choose_slot(memory, 0, 13)), int(choose_slot(memory, 0, 14))
    (2, 3)
    >>> memory[3, SIZE] = 8
    >>> int(choose_slot(memory, 0, 14))
    1
    """
    start = find_start(memory, first)
    smallest = start
    for slot in range(start, start + WAYS):
        if memory[slot, SIZE] == 0 or memory[slot, SECOND] == second:
            return slot
        if memory[slot, SIZE] < memory[smallest, SIZE]:
            smallest = slot
    return smallest


@compiled
def remember(memory: Integers, first: int, second: int, low: int, high: int, guess: int, size: int) -> int:
    """Keep what is known of the set with this key; return 1 if it took an empty slot, else 0.

    `low` is a lower bound, `high` the best total found, and `guess` the guess that reaches it, as `look_up` returns
    them. `size` is the number of its codes. What was known of the set before is replaced. If its slots are all taken,
    that of another set is, which is lost (`choose_slot`).

    >>> memory = make_memory(8)
    >>> remember(memory, 0, 11, low=20, high=24, guess=3, size=9)
    1
    >>> look_up(memory, 0, 11)
    (20, 24, 3)
    >>> remember(memory, 0, 11, low=22, high=24, guess=3, size=9)  # the same set once more
    0
    """
    slot = choose_slot(memory, first, second)
    new = 1 if memory[slot, SIZE] == 0 else 0
    memory[slot, FIRST] = first ^ make_mask(second, low, high, guess, size)
    memory[slot, SECOND] = second
    memory[slot, LOW] = low
    memory[slot, HIGH] = high
    memory[slot, GUESS] = guess
    memory[slot, SIZE] = size
    return new


@inner
def name_work(first: int, guess: int) -> int:
    """Return a number for a guess at the set whose key has this first sum, its bits spread."""
    return (first ^ (guess << 20)) * 0x1E3779B97F4A7C15


@inner
def take(taken: Integers, first: int, guess: int, again: bool) -> bool:
    """Note that a thread searches a guess at a set, and return True; return False if another thread searches it.

    With `again`, it is noted in any case: the thread searches it, too. `first` is the first sum of the set's key.
    `taken` has a power of two of slots, in which guesses are noted; of two with the same slot, the later stays.
    """
    work = name_work(first, guess)
    slot = (work >> 32) & (len(taken) - 1)
    if taken[slot] == work and not again:
        return False
    taken[slot] = work
    return True


@inner
def drop(taken: Integers, first: int, guess: int) -> None:
    """Take back what `take` noted in `taken`: no thread searches this guess at this set any more.

    If another guess was noted in the same slot since, its note is lost too. Then two threads may search it, which costs
    time only.
    """
    slot = (name_work(first, guess) >> 32) & (len(taken) - 1)  # as in `take`
    taken[slot] = 0


@compiled
def learn_rows(memory: Integers, rows: Integers) -> int:
    """Add entries that say more than the memory knows; return how many empty slots they took.

    `rows` has a row for each entry, with the columns of the memory; its first sums are plain, not mixed.

    An entry says more if its lower bound is higher, or its upper bound lower. Of both lower bounds the higher is kept.
    The upper bound and the guess are kept together: they are the row's in these two cases, else the memory's own:

    - The upper bound of the row is lower.
    - The memory knows no guess, but has -1 or `LOOKED`. The row's guess is kept then, also where it is -1 or `LOOKED`:
      the memory's own `LOOKED` spoke of its lower bound, which the row's now replaces.

    The memory has a guess that costs 24; that the set costs at least 22 is new:

    >>> memory = make_memory(8)
    >>> remember(memory, 0, 11, low=20, high=24, guess=3, size=9)
    1
    >>> learn_rows(memory, np.array([[0, 11, 22, NO_TOTAL, LOOKED, 9]]))
    0
    >>> look_up(memory, 0, 11)
    (22, 24, 3)
    """
    used = 0
    for row in rows:
        low, high, guess = look_up(memory, row[FIRST], row[SECOND])
        has_lower_total = row[HIGH] < high
        if row[LOW] > low or has_lower_total:
            if has_lower_total or guess < 0:
                high = row[HIGH]
                guess = row[GUESS]
            used += remember(memory, row[FIRST], row[SECOND], max(low, row[LOW]), high, guess, row[SIZE])
    return used


def list_rows(memory: Integers, size: int) -> Integers:
    """Return copies of the entries about sets of `size` codes or more, with their first sums as `remember` got them."""
    rows: Integers = memory[memory[:, SIZE] >= size]
    # `remember` mixed the columns from `SECOND` on in, by exclusive or: the same once more undoes it
    rows[:, FIRST] ^= make_mask(*rows[:, SECOND:].T)
    return rows


@compiled
def forget_lows(memory: Integers) -> None:
    """Forget the lower bounds, but not the costs found: a bound for some guesses says nothing about all of them.

    All lower bounds become 0. The other columns stay, also `LOOKED` in place of a guess, which then says nothing.
    """
    for entry in memory:
        if entry[SIZE] > 0:
            mixed = make_mask(entry[SECOND], entry[LOW], entry[HIGH], entry[GUESS], entry[SIZE])
            mixed_without = make_mask(entry[SECOND], 0, entry[HIGH], entry[GUESS], entry[SIZE])
            entry[FIRST] ^= mixed ^ mixed_without  # takes the one out, and brings the other in
            entry[LOW] = 0

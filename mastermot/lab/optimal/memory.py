"""What the search remembers of sets of codes: a lower bound, the best total found, the guess that reaches it.

The key of a set is two sums of random numbers of 64 bits: each code has one number for each sum. Two different sets
have the same key with a chance of 2^-128 (the checker of proofs does without these keys). An entry stands in one of
`WAYS` slots that follow each other. If all of them are taken, the smallest set makes room, since it is the cheapest to
search again. So memory is bounded.

Several threads may share a memory. Nothing is locked: the first sum of an entry is mixed with all its other columns (R.
Hyatt and T. Mann, *A lock-less transposition table implementation for parallel search*, ICGA Journal 25, 2002). So an
entry that two threads wrote at once no longer has the key of a set, and is as good as lost.
"""

import numpy as np
from numpy.typing import NDArray

from mastermot.lab.optimal.compiled import compiled, inner

WAYS = 4  #: In how many slots an entry may stand.
FIRST, SECOND, LOW, HIGH, GUESS, SIZE = range(6)
"""The columns of the memory: the two sums of the key, the lower bound, the best total found (an upper bound), the guess
that reaches this total, and the number of codes.

The first sum is mixed with the other columns (`make_mask`).
"""
NO_TOTAL = 1 << 60  #: The upper bound of a set for which no total is known.
LOOKED = -2
"""Stands in place of a guess if a look at all guesses gave the lower bound: a proof of this bound needs no claim."""
ENTRY_BYTES = 48  #: Bytes of a row: six numbers of 64 bits.

Integers = NDArray[np.int64]


def make_memory(entries: int) -> Integers:
    """Return an empty memory; `entries` is a power of two."""
    return np.zeros((entries + WAYS, 6), np.int64)  # more rows, for the slots that follow the last start


@inner
def make_mask(second: int, low: int, high: int, guess: int, size: int) -> int:
    """Return the number that the first sum of an entry is mixed with, by exclusive or: it is made of all other columns.

    Products with large odd numbers wrap around at 64 bits and spread the bits upwards; shifts bring them down again.
    """
    mixed = (second ^ low) * 0x1E3779B97F4A7C15
    mixed = (mixed ^ (mixed >> 29) ^ high) * 0x3F58476D1CE4E5B9
    return (mixed ^ (mixed >> 31) ^ (guess << 32) ^ size) * 0x14D049BB133111EB


@inner
def find_start(memory: Integers, first: int) -> int:
    """Return the first of the `WAYS` slots where an entry may stand, by the first sum of its key."""
    all_ones = len(memory) - WAYS - 1  # a power of two (see `make_memory`) less 1: it takes the lowest bits of `first`
    return first & all_ones


@compiled
def look_up(memory: Integers, first: int, second: int) -> tuple[int, int, int]:
    """Return what is known of a set: a lower bound, the best total found, and the guess that reaches it.

    The sums `first` and `second` are the set's key. If no guess is known, -1 or `LOOKED` stands in its place, and the
    total is `NO_TOTAL`. For a set that is not in the memory, 0, `NO_TOTAL` and -1 are returned; also if two threads
    wrote its entry at once: with the mask taken off, its first sum is then no longer `first`.
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
    """Return the slot for the set with this key: the one it has, else an empty one, else that of the smallest set.

    The first of the `WAYS` slots that has the set or is empty is taken. Slots are filled in order and never emptied, so
    the set's own slot comes before any empty slot. Of sets of the same size, the first makes room.

    The set's own slot is found by the second sum alone, since the first sum is mixed. If another set has the same
    second sum by chance, that other set is lost.

    >>> memory = make_memory(8)
    >>> memory[:4, SIZE] = 9, 5, 7, 0  # the four slots for a first sum of 0: the last one is empty
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

    `low` is a lower bound, `high` the best total found, and `guess` the guess that reaches this total, as `look_up`
    returns them. `size` is the number of the set's codes. What was known of the set before is replaced. If other sets
    have all its slots, one of them is lost (`choose_slot`).

    >>> memory = make_memory(8)
    >>> remember(memory, 0, 11, low=20, high=24, guess=3, size=9)
    1
    >>> look_up(memory, 0, 11)
    (20, 24, 3)
    >>> remember(memory, 0, 11, low=22, high=24, guess=3, size=9)  # the same set once more
    0
    """
    slot = choose_slot(memory, first, second)
    slots_filled = 1 if memory[slot, SIZE] == 0 else 0
    memory[slot, FIRST] = first ^ make_mask(second, low, high, guess, size)
    memory[slot, SECOND] = second
    memory[slot, LOW] = low
    memory[slot, HIGH] = high
    memory[slot, GUESS] = guess
    memory[slot, SIZE] = size
    return slots_filled


@inner
def name_work(first: int, guess: int) -> int:
    """Return a number for the work on a guess at a set, whose key has this `first` sum; its bits are spread."""
    return (first ^ (guess << 20)) * 0x1E3779B97F4A7C15


@inner
def take(taken: Integers, first: int, guess: int, again: bool) -> bool:
    """Note that a thread searches a guess at a set, and return True; return False if another thread searches it.

    With `again`, the guess is noted even then: this thread searches it too. `first` is the first sum of the set's key.
    `taken` has slots for such notes; their number is a power of two. Of two notes for the same slot, the later stays.
    """
    work = name_work(first, guess)
    slot = (work >> 32) & (len(taken) - 1)
    if taken[slot] == work and not again:
        return False
    taken[slot] = work
    return True


@inner
def drop(taken: Integers, first: int, guess: int) -> None:
    """Delete what `take` noted in `taken`: no thread searches this guess at this set any more.

    If another guess was noted in the same slot since, this other note is deleted. Two threads may then search the other
    guess, which costs time only.
    """
    slot = (name_work(first, guess) >> 32) & (len(taken) - 1)  # as in `take`
    taken[slot] = 0


@compiled
def learn_rows(memory: Integers, rows: Integers) -> int:
    """Add the entries of `rows` that say more than the memory knows; return how many empty slots they took.

    `rows` has a row for each entry, with the columns of the memory; but its first sums are not mixed.

    A row says more if its lower bound is higher, or its upper bound lower. The higher of the two lower bounds is kept.
    The upper bound and the guess are kept together. They are taken from the row in these two cases, otherwise from the
    memory:

    - The upper bound of the row is lower.
    - The memory has no guess, but -1 or `LOOKED`. Even if the row has -1 or `LOOKED` too, that of the row is taken: the
      `LOOKED` of the memory was about its lower bound, which the row now replaces.

    Here the memory has a guess that costs 24, and the row says that the set costs at least 22:

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
    rows: Integers = memory[memory[:, SIZE] >= size]  # chosen by a mask, so they are copies
    # `remember` mixed the first sum with the mask by exclusive or: to do so once more takes the mask off
    rows[:, FIRST] ^= make_mask(*rows[:, SECOND:].T)
    return rows


@compiled
def forget_lows(memory: Integers) -> None:
    """Forget the lower bounds, but not the costs found.

    This is for bounds that only hold for some of the guesses. All lower bounds become 0, and the first sums are mixed
    anew. The other columns stay, also `LOOKED` in place of a guess, which then says nothing.
    """
    for entry in memory:
        if entry[SIZE] > 0:
            old_mask = make_mask(entry[SECOND], entry[LOW], entry[HIGH], entry[GUESS], entry[SIZE])
            new_mask = make_mask(entry[SECOND], 0, entry[HIGH], entry[GUESS], entry[SIZE])
            entry[FIRST] ^= old_mask ^ new_mask  # takes the old mask off, and puts the new one on
            entry[LOW] = 0

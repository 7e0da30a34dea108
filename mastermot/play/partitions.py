"""Many guesses against many secrets: marks as numbers, class sizes, and what strategies make of them.

Blacks are counted by comparing columns of small integers. Blacks and whites together are, under `black-white`, the
size of the intersection of two multisets: each code is a set of bits, one for each copy of each symbol, and the
intersection is one ``and`` and one population count whatever the length. Work goes block by block, so that memory stays
under `BLOCK` pairs of temporaries (about 32 MB) whatever the list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.codes import Codes
from mastermot.rules import BLACK, BLACK_WHITE, MEMBERSHIP, POSITIONAL, Rule
from mastermot.watch import pulse

Rows = NDArray[np.intp]
"""Places of codes in the array of a `Table`."""

BLOCK = 1 << 20
"""Pairs of guess and secret marked at a time."""
WIDEST = 4096
"""Numbers of marks counted in a plain histogram; beyond, the table is `wide` and only those that occur are."""
FRACTION = 38
"""Bits after the point of the fixed-point logarithms, see `logarithms`."""


class Scores(NamedTuple):
    """What the partition by each of some guesses is worth; arrays of one value a guess.

    `weights` is the sum of n log2 n over the class sizes n, in fixed point: sums of integers are exact, so equal
    multisets of sizes have exactly equal weights. The smaller the weight, the higher the entropy.
    """

    weights: NDArray[np.int64]
    largest: NDArray[np.int64]
    squares: NDArray[np.int64]
    parts: NDArray[np.int64]
    total: int

    @property
    def entropy(self) -> NDArray[np.float64]:
        """The entropy of each partition, in bits."""
        bits: NDArray[np.float64] = np.log2(np.float64(self.total)) - self.weights / (1 << FRACTION) / self.total
        return bits

    @property
    def expected(self) -> NDArray[np.float64]:
        """The expected number of candidates left after each guess."""
        return self.squares / self.total


@cache
def _logarithms(size: int) -> NDArray[np.int64]:
    numbers = np.arange(size, dtype=np.float64)
    values = numbers * np.log2(np.maximum(numbers, 1))
    return np.rint(values * (1 << FRACTION)).astype(np.int64)


def logarithms(largest: int) -> NDArray[np.int64]:
    """Return n log2 n for n from 0 to `largest` at least, as integers with `FRACTION` bits after the point."""
    return _logarithms(1 << max(10, (largest + 1).bit_length()))


class Table:
    """Codes of one array, ready to be marked against each other under one rule; a code is named by its row."""

    def __init__(self, rule: Rule, codes: Codes, array: NDArray[np.uint8] | None = None) -> None:
        """Prepare the codes of `array`, by default all of `codes`."""
        self.rule = rule
        self.codes = codes
        self.length = codes.length
        self.array = codes.array if array is None else array
        self.count = len(self.array)
        self.size = rule.size(self.length)
        self.wide = self.size > WIDEST
        self.type = np.min_scalar_type(self.size - 1)
        self.solved = rule.number(rule.all_black(self.length), self.length)
        self._texts = codes.texts if array is None else ()
        self._index = codes.index if array is None else {}
        self._known: dict[str, int] = {}
        self._prepare()

    def _prepare(self) -> None:
        self.columns = [np.ascontiguousarray(self.array[:, place]) for place in range(self.length)]
        self.words: list[NDArray[np.uint64]] = []
        if self.rule is BLACK:
            return
        counts = np.zeros((len(self.array), len(self.codes.alphabet)), np.uint8)
        places = np.arange(len(self.array))
        for column in self.columns:
            counts[places, column] += 1
        self.counts = np.ascontiguousarray(counts.T)
        if self.rule is BLACK_WHITE:
            self.words = _unary(self.counts)

    def rows(self, texts: Sequence[str]) -> Rows:
        """Return the rows of codes, adding after the others those that are not there yet (acceleration words)."""
        new = [text for text in dict.fromkeys(texts) if text not in self._index and text not in self._known]
        added: list[NDArray[np.uint8]] = []
        for text, encoded in zip(new, self.codes.encode(new) if new else (), strict=True):
            found = np.flatnonzero((self.array == encoded).all(axis=1))
            self._known[text] = int(found[0]) if len(found) else len(self.array) + len(added)
            if not len(found):
                added.append(encoded)
        if added:
            self.array = np.vstack((self.array, added))
            self._prepare()
        return np.array([self._index.get(text, self._known.get(text, -1)) for text in texts], np.intp)

    def text(self, row: int) -> str:
        """Return the code of a row."""
        if row < len(self._texts):
            return self._texts[row]
        return "".join(self.codes.alphabet[symbol] for symbol in self.array[row])

    def numbers(self, guesses: Rows, secrets: Rows) -> NDArray[np.unsignedinteger]:
        """Return the marks of each guess against each secret, as numbers (`Rule.marks`): shape (guesses, secrets).

        All at once: the caller keeps the product of the two lengths to `BLOCK` or so.
        """
        if self.rule is POSITIONAL:
            return self._positional(guesses, secrets)
        blacks = np.zeros((len(guesses), len(secrets)), np.uint8)
        for column in self.columns:
            blacks += (column[guesses][:, None] == column[secrets]).view(np.uint8)
        if self.rule is BLACK:
            return blacks
        both = np.zeros_like(blacks)
        if self.rule is MEMBERSHIP:
            present = (self.counts[:, secrets] > 0).view(np.uint8)
            for column in self.columns:
                both += present[column[guesses]]
        else:
            for word in self.words:
                both += np.bitwise_count(word[guesses][:, None] & word[secrets])
        # blacks * (length + 1) + whites, whites being both - blacks
        return blacks * np.uint8(self.length) + both

    def _positional(self, guesses: Rows, secrets: Rows) -> NDArray[np.unsignedinteger]:
        black = [(column[guesses][:, None] == column[secrets]).view(np.uint8) for column in self.columns]
        counts = self.counts[:, secrets]
        result = np.zeros((len(guesses), len(secrets)), self.type)
        for place, column in enumerate(self.columns):
            letters = column[guesses]
            # copies in the secret, less those that other positions of the guess with this letter take first
            spare = counts[letters].view(np.int8)
            for other, other_column in enumerate(self.columns):
                same = (other_column[guesses] == letters).astype(np.int8)
                if other < place and same.any():
                    spare = spare - same[:, None]
                elif other > place and same.any():
                    spare = spare - same[:, None] * black[other].view(np.int8)
            sign = 2 * black[place] + ((spare > 0).view(np.uint8) & (black[place] ^ 1))
            result += sign * self.type.type(3**place)
        return result

    def sizes(self, guesses: Rows, secrets: Rows) -> Iterator[tuple[slice, NDArray[np.int64]]]:
        """Yield, block by block of guesses, the class sizes of their partitions, a row a guess, with zeros between.

        A column is a number of marks up to `WIDEST` of them; beyond, it means nothing and rows have one a secret.
        """
        step = max(1, BLOCK // max(1, len(secrets), min(self.size, WIDEST)))
        for start in range(0, len(guesses), step):
            pulse()
            block = slice(start, start + step)
            numbers = self.numbers(guesses[block], secrets)
            yield block, _runs(numbers) if self.wide else _histograms(numbers, self.size)

    def scores(self, guesses: Rows, secrets: Rows) -> Scores:
        """Return what each guess is worth against `secrets`."""
        values = np.zeros((4, len(guesses)), np.int64)
        table = logarithms(len(secrets))
        for block, sizes in self.sizes(guesses, secrets):
            values[0, block] = table[sizes].sum(axis=1)
            values[1, block] = sizes.max(axis=1)
            values[2, block] = (sizes * sizes).sum(axis=1)
            values[3, block] = (sizes > 0).sum(axis=1)
        return Scores(values[0], values[1], values[2], values[3], len(secrets))

    def against(self, guess: int, secrets: Rows) -> NDArray[np.unsignedinteger]:
        """Return the marks of one guess against each secret, as numbers."""
        step = BLOCK
        row = np.array([guess])
        parts = [self.numbers(row, secrets[start : start + step])[0] for start in range(0, len(secrets), step)]
        return np.concatenate(parts) if parts else np.zeros(0, self.type)

    def split(self, guess: int, secrets: Rows) -> Iterator[tuple[int, Rows]]:
        """Yield the partition of `secrets` by a guess: the marks' number and the rows, by increasing number."""
        if not len(secrets):
            return
        numbers = self.against(guess, secrets)
        order = np.argsort(numbers, kind="stable")
        numbers, rows = numbers[order], secrets[order]
        starts = np.flatnonzero(np.concatenate(([True], numbers[1:] != numbers[:-1]))).tolist()
        for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
            yield int(numbers[start]), rows[start:end]


def _unary(counts: NDArray[np.uint8]) -> list[NDArray[np.uint64]]:
    """Return the bits of each code, one for each copy of each symbol, in as many 64-bit words as the copies need."""
    words: list[NDArray[np.uint64]] = []
    used = 0
    for copies in counts:
        for copy in range(1, int(copies.max(initial=0)) + 1):
            if used % 64 == 0:
                words.append(np.zeros(len(copies), np.uint64))
            words[-1] |= (copies >= copy).astype(np.uint64) << np.uint64(used % 64)
            used += 1
    return words


def _runs(numbers: NDArray[np.unsignedinteger]) -> NDArray[np.int64]:
    """Return how often each number that occurs in a row occurs there, where its run begins in the sorted row."""
    rows, columns = numbers.shape
    ordered = np.sort(numbers, axis=1, kind="stable" if numbers.itemsize <= 2 else None)
    begins = np.ones((rows, columns), np.bool_)
    np.not_equal(ordered[:, 1:], ordered[:, :-1], out=begins[:, 1:])
    places = np.flatnonzero(begins)
    sizes = np.zeros(rows * columns, np.int64)
    sizes[places] = np.diff(places, append=rows * columns)
    return sizes.reshape(rows, columns)


def _histograms(numbers: NDArray[np.unsignedinteger], size: int) -> NDArray[np.int64]:
    """Return how often each number occurs in each row: shape (rows, size)."""
    rows, columns = numbers.shape
    if columns >= 256:
        return np.array([np.bincount(row, minlength=size) for row in numbers], np.int64)
    offsets = (np.arange(rows) * size)[:, None]
    return (
        np.bincount((numbers + offsets).ravel(), minlength=rows * size).reshape(rows, size).astype(np.int64, copy=False)
    )

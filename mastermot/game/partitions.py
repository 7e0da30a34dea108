"""Many guesses against many secrets: marks as numbers, class sizes, and what strategies make of them.

Work goes block by block, so that memory stays under `BLOCK` pairs of temporaries (about 32 MB) whatever the list.

Equal entropies are exactly equal numbers. The entropy of a partition of N codes into classes of n codes is ``log2 N -
(sum of n log2 n) / N``, and two such sums are equal exactly when the products of all n^n have the same prime factors.
So the logarithms of the primes are rounded once, to integers with many bits after the point, and n log2 n is n times
the sum of those of the prime factors of n. Entropies that differ are told apart down to 1e-12 bits or less.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.game.errors import WorkTooLongError
from mastermot.rules import Marks, Rule
from mastermot.rules.arrays import CodeArrays, Numbers, Rows, find_kernels
from mastermot.rules.codes import Codes

__all__ = ["BLOCK", "MAX_PAIRS", "WIDEST", "Numbers", "Rows", "Scores", "Table", "logarithms"]

BLOCK = 1 << 20  #: Pairs of guess and secret marked at a time.
FUSED_BLOCK = 1 << 24  #: The same where compiled loops mark and count in one go: some 20 ms of work.
MAX_PAIRS = 4_400_000_000  #: Pairs of guess and secret marked for one answer at most, in about half a minute.
WIDEST = 4096  #: Numbers of marks counted in a histogram; beyond, the table is `wide` and only those that occur are.

_pairs_left: ContextVar[float] = ContextVar("pairs left", default=math.inf)


@contextmanager
def limit_pairs(most: int) -> Iterator[None]:
    """Let `Table.scores` mark no more pairs than `most` in all, in this thread; then it raises `WorkTooLongError`."""
    before = _pairs_left.set(most)
    try:
        yield
    finally:
        _pairs_left.reset(before)


class Scores(NamedTuple):
    """What the partition by each of some guesses is worth; arrays of one value a guess.

    `weights` is the sum of n log2 n over the class sizes n, as integers with `fraction` bits after the point: the
    smaller the weight, the higher the entropy, and equal entropies have equal weights.
    """

    weights: NDArray[np.int64]
    largest: NDArray[np.int64]
    squares: NDArray[np.int64]
    parts: NDArray[np.int64]
    total: int
    fraction: int

    @property
    def bits(self) -> NDArray[np.float64]:
        """The sum of n log2 n over the class sizes n of each partition, in bits."""
        return np.ldexp(self.weights.astype(np.float64), -self.fraction)

    @property
    def entropy(self) -> NDArray[np.float64]:
        """The entropy of each partition, in bits."""
        entropy: NDArray[np.float64] = np.log2(np.float64(self.total)) - self.bits / self.total
        return entropy

    @property
    def expected(self) -> NDArray[np.float64]:
        """The expected number of candidates left after each guess."""
        return self.squares / self.total

    def figures(self, place: int, scale: float = 1) -> tuple[float, int, float, int]:
        """Return the entropy, the largest and the expected class of a guess, both times `scale`, and its parts."""
        largest, expected = round(int(self.largest[place]) * scale), float(self.expected[place]) * scale
        return max(0.0, float(self.entropy[place])), largest, expected, int(self.parts[place])


def logarithms(largest: int) -> tuple[NDArray[np.int64], int]:
    """Return n log2 n for n from 0 to `largest` at least, as integers, and how many bits they have after the point."""
    return _logarithms(1 << max(10, (largest + 1).bit_length()))


@cache
def _logarithms(size: int) -> tuple[NDArray[np.int64], int]:
    fraction = 62 - (size * size.bit_length()).bit_length()  # sums over so many codes fit in 64 bits
    sums = np.zeros(size, np.int64)
    for prime in range(2, size):
        if sums[prime] == 0:  # no smaller prime divides it
            logarithm = np.rint(np.ldexp(np.log2(np.float64(prime)), fraction)).astype(np.int64)
            power = prime
            while power < size:
                sums[power::power] += logarithm
                power *= prime
    return sums * np.arange(size), fraction


class Table:
    """Codes of one array, ready to be marked against each other under one rule; a code is named by its row.

    A `copy` of it learns codes of its own: those of the first stay as they are.
    """

    def __init__(self, rule: Rule, codes: Codes, array: NDArray[np.uint8] | None = None) -> None:
        self.rule, self.codes, self.length = rule, codes, codes.length
        self.array = codes.array if array is None else array
        self.count = len(self.array)
        self.size = rule.size(self.length)
        self.wide = self.size > WIDEST
        self.type = np.min_scalar_type(self.size - 1)
        self.solved = rule.number(rule.all_black(self.length), self.length)
        self.on_scored: Callable[[int], object] = id  #: Called with the number of guesses just scored: for progress.
        self.pairs = 0  #: Pairs of guess and secret scored so far: compiled loops are loaded once they are worth it.
        self._texts = codes.texts if array is None else ()
        self._index = codes.index if array is None else {}
        self.marked = CodeArrays(self.array, len(codes.alphabet))

    def rows(self, texts: Sequence[str]) -> Rows:
        """Return the rows of codes, once folded; those that are not there yet are added after the others."""
        if not self._index.keys() >= set(texts):
            texts = [self.codes.fold(text) for text in texts]
            if new := [text for text in dict.fromkeys(texts) if text not in self._index]:
                self._learn(new)
        return np.array([self._index[text] for text in texts], np.intp)

    def _learn(self, texts: Sequence[str]) -> None:
        """Give each new text its row: one that is there under no text yet, or one after the others."""
        rows = {} if self._texts else {self.array[row].tobytes(): row for row in reversed(range(len(self.array)))}
        codes = {text: code.tobytes() for text, code in zip(texts, self.codes.encode(texts), strict=True)}
        added = [code for code in codes.values() if code not in rows]
        rows |= {code: row for row, code in enumerate(added, len(self.array))}
        self._index = self._index | {text: rows[code] for text, code in codes.items()}  # that of a copy stays as it is
        if added:
            array = np.frombuffer(b"".join(added), np.uint8).reshape(-1, self.length)
            self.array = np.vstack((self.array, array))
            self.marked = CodeArrays(self.array, len(self.codes.alphabet))

    def row(self, text: str) -> int:
        """Return the row of a code, as `rows` does."""
        known = self._index.get(text)
        return int(self.rows([text])[0]) if known is None else known

    def text(self, row: int) -> str:
        if row < len(self._texts):
            return self._texts[row]
        return self.codes.decode(self.array[row])

    def numbers(self, guesses: Rows, secrets: Rows) -> Numbers:
        """Return the marks of each guess (a row) against each secret, as numbers, all at once: some `BLOCK` of them."""
        return self.rule.numbers(self.marked, guesses, secrets)

    def scores(self, guesses: Rows, secrets: Rows, values: NDArray[np.int64] | None = None) -> Scores:
        """Return what each guess is worth against `secrets`; weights are sums of n log2 n, or of ``values[n]``."""
        bits, fraction = logarithms(len(secrets))
        values = bits if values is None else values
        scores = np.zeros((4, len(guesses)), np.int64)
        self.pairs += len(guesses) * len(secrets)
        _pairs_left.set(_pairs_left.get() - len(guesses) * len(secrets))
        if _pairs_left.get() < 0:
            raise WorkTooLongError
        fused = self._prepare_fused(secrets, values)
        for block in cut_blocks(len(guesses), len(secrets), FUSED_BLOCK if fused else BLOCK):
            rows = guesses[block]
            scores[:, block] = fused(rows) if fused else weigh_classes(self, self.numbers(rows, secrets), values)
            self.on_scored(len(rows))
        return Scores(scores[0], scores[1], scores[2], scores[3], len(secrets), fraction)

    def _prepare_fused(self, secrets: Rows, values: NDArray[np.int64]) -> Callable[[Rows], NDArray[np.int64]] | None:
        """Return a function that marks guesses and weighs their classes in one go; None where it must take two."""
        kernels = find_kernels(self.pairs)
        overlaps = None if kernels is None else self.rule.overlap(self.marked.counts[:, secrets])
        if kernels is None or overlaps is None:
            return None
        symbols, most = np.zeros((2, len(secrets), self.length), np.uint8)
        kernels.list_overlaps(overlaps, symbols, most)
        black = np.array([0, self.rule.number(Marks(1), self.length)], self.type)
        overlapping = self.array[secrets], np.flatnonzero(overlaps.any(axis=1)), symbols, most, black

        def weigh(guesses: Rows) -> NDArray[np.int64]:
            scores = np.zeros((4, len(guesses)), np.int64)
            codes, copies = self.marked.columns, self.marked.counts
            kernels.score_guesses(codes, copies, guesses, *overlapping, values, self.size, scores)
            return scores

        return weigh

    def against(self, guess: int, secrets: Rows) -> Numbers:
        """Return the marks of one guess against each secret, as numbers."""
        numbers: Numbers = self.numbers(np.array([guess]), secrets)[0]
        return numbers

    def split(self, guess: int, secrets: Rows) -> Iterator[tuple[int, Rows]]:
        """Yield the partition of `secrets` by a guess: the marks' number and the rows, by increasing number."""
        if not len(secrets):
            return
        if len(secrets) == 1 and secrets[0] == guess:
            yield self.solved, secrets
            return
        numbers = self.against(guess, secrets)
        order = np.argsort(numbers, kind="stable")
        numbers, rows = numbers[order], secrets[order]
        starts = np.flatnonzero(np.concatenate(([True], numbers[1:] != numbers[:-1]))).tolist()
        for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
            yield int(numbers[start]), rows[start:end]


def cut_blocks(count: int, width: int, pairs: int = BLOCK) -> Iterator[slice]:
    """Return slices of so many rows of a `width`, with `pairs` numbers each, or a single row."""
    step = max(1, pairs // max(1, width))
    return (slice(start, start + step) for start in range(0, count, step))


def weigh_classes(table: Table, numbers: Numbers, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the worth of guesses by the numbers of their marks, as `Scores` has it: shape (4, guesses)."""
    scores = np.zeros((4, len(numbers)), np.int64)
    kernels = find_kernels()
    if kernels is not None and not table.wide:
        kernels.score_classes(numbers, table.size, values, scores)
        return scores
    for block in cut_blocks(len(numbers), max(numbers.shape[1], min(table.size, WIDEST))):
        if table.wide:
            sizes = count_runs(numbers[block])
        else:
            rows = np.arange(len(numbers[block]))[:, None]
            counts = np.bincount((numbers[block] + rows * table.size).ravel(), minlength=len(rows) * table.size)
            sizes = counts.reshape(len(rows), table.size)
        scores[0, block] = values[sizes].sum(axis=1)
        scores[1, block] = sizes.max(axis=1)
        scores[2, block] = (sizes * sizes).sum(axis=1)
        scores[3, block] = (sizes > 0).sum(axis=1)
    return scores


def count_runs(numbers: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return how often each number that occurs in a row occurs there, where its run begins in the sorted row."""
    counted = numbers.itemsize <= 2 and numbers.shape[1] > 20  # sorted by counting: slower for short rows
    ordered = np.sort(numbers, axis=1, kind="stable" if counted else None)
    begins = np.ones(ordered.shape, np.bool_)
    np.not_equal(ordered[:, 1:], ordered[:, :-1], out=begins[:, 1:])
    places = np.flatnonzero(begins)
    sizes = np.zeros(numbers.size, np.int64)
    sizes[places] = np.diff(places, append=numbers.size)
    return sizes.reshape(numbers.shape)

"""Partitions: the candidates split by the marks that a guess would get, for many guesses at once.

The idea is in `partition` and `find_entropy`, in plain Python. `Table` does the same in numpy for thousands of guesses
and candidates: codes are rows of an array, and marks are numbers. It works on blocks of at most `BLOCK` pairs of guess
and candidate, so that the arrays of marks take no more than about 32 MB, however long the list of codes is.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.game.errors import WorkTooLongError
from mastermot.rules import Marks, Rule
from mastermot.rules.arrays import CodeArrays, Numbers, Rows, find_kernels
from mastermot.rules.codes import Codes

__all__ = [
    "BLOCK",
    "MAX_PAIRS",
    "WIDEST",
    "Numbers",
    "Rows",
    "Scores",
    "Table",
    "find_entropy",
    "logarithms",
    "partition",
]

BLOCK = 1 << 20  #: How many pairs of guess and secret are marked at a time.
COMPILED_BLOCK = 1 << 24  #: How many at a time if compiled loops mark and count in one go: some 20 ms of work.
MAX_PAIRS = 4_400_000_000  #: The most pairs of guess and secret marked for one answer: about half a minute.
WIDEST = 4096  #: The most different marks counted in a histogram; a table with more is `wide`: it sorts the marks.

_remaining_pairs: ContextVar[float] = ContextVar("pairs left", default=math.inf)


@contextmanager
def limit_pairs(most: int) -> Iterator[None]:
    """Let `Table.scores` mark at most so many pairs in all, within the ``with`` statement and in this thread.

    For more pairs `Table.scores` raises `WorkTooLongError`.
    """
    token = _remaining_pairs.set(most)
    try:
        yield
    finally:
        _remaining_pairs.reset(token)


def _spend_pairs(pairs: int) -> None:
    """Take so many pairs from those that `limit_pairs` allows. Raises `WorkTooLongError` if fewer were left."""
    remaining = _remaining_pairs.get() - pairs
    _remaining_pairs.set(remaining)
    if remaining < 0:
        raise WorkTooLongError


def partition(rule: Rule, guess: str, candidates: Sequence[str]) -> dict[Marks, list[str]]:
    """Return the candidates by the marks that `guess` gets from them, in their order: the plain version of `Table`.

    GARS splits the nine words of the family RA?E into three classes, a word of the family only into two:

    >>> from mastermot.rules import BLACK_WHITE
    >>> family = "RACE RADE RAGE RAME RAPE RARE RASE RATE RAYE".split()
    >>> for marks, words in partition(BLACK_WHITE, "GARS", family).items():
    ...     print(marks.text, *words)
    XO RACE RADE RAME RAPE RATE RAYE
    XOO RAGE RASE
    XX RARE
    >>> [len(words) for words in partition(BLACK_WHITE, "RACE", family).values()]
    [1, 8]
    """
    classes: dict[Marks, list[str]] = {}
    for candidate in candidates:
        marks = rule.mark(guess, candidate)
        classes.setdefault(marks, []).append(candidate)
    return classes


def find_entropy(sizes: Iterable[int]) -> float:
    """Return the entropy of a partition into classes of these sizes, in bits: what a guess tells on average.

    A class of n of the N candidates has the probability n / N, and marks that leave it tell log2(N / n) bits. Classes
    of 6, 2 and 1 candidates tell more than classes of 1 and 8:

    >>> round(find_entropy([6, 2, 1]), 4), round(find_entropy([1, 8]), 4)
    (1.2244, 0.5033)
    """
    counts = list(sizes)
    total = sum(counts)
    # the sum of n / N · log2(N / n) over the classes, in which log2(N / n) is log2 N - log2 n
    return math.log2(total) - math.fsum(size * math.log2(size) for size in counts) / total


class Scores(NamedTuple):
    """What each of several guesses is worth, by its partition: arrays with a value for each guess.

    Different guesses can have equal entropies, and must then tie exactly. Floats added up in different orders would
    not. So the entropy is kept as an integer, `weights`: the sum of n log2 n over the class sizes n, with `fraction`
    bits after the point (see `logarithms`). The smaller the weight, the higher the entropy.
    """

    weights: NDArray[np.int64]  #: The sum of n log2 n over the sizes n of the classes, as integers.
    largest: NDArray[np.int64]  #: The size of the largest class.
    squares: NDArray[np.int64]  #: The sum of the squared sizes.
    classes: NDArray[np.int64]  #: The number of classes.
    total: int  #: The number of candidates.
    fraction: int  #: How many bits of `weights` are after the point.

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

    def figures(self, index: int, scale: float = 1) -> tuple[float, int, float, int]:
        """Return what the guess at this index is worth: entropy, largest class, expected class, number of classes.

        The largest and the expected class are sizes; the expected one is how many candidates are left on average. If
        the scores are those of a sample, `scale` says for how many candidates each candidate of the sample stands: both
        sizes are multiplied by this number.
        """
        entropy = max(0.0, float(self.entropy[index]))  # rounding can leave it just below 0
        largest = round(int(self.largest[index]) * scale)
        expected = float(self.expected[index]) * scale
        return entropy, largest, expected, int(self.classes[index])


def logarithms(largest: int) -> tuple[NDArray[np.int64], int]:
    """Return n log2 n for n from 0 to at least `largest`, as integers, and how many of their bits are after the point.

    Two partitions have equal entropies exactly when the products of n^n over their classes are equal, that is, have the
    same prime factors: one class of 4 weighs as much as four of 2, since 4^4 = 2^2 · 2^2 · 2^2 · 2^2. So the
    logarithm of each prime is rounded once, and log2 n is the sum of the rounded logarithms of the prime factors of n.
    Equal entropies are then equal integers; entropies that differ by 1e-12 bits or more are different integers.

    >>> values, fraction = logarithms(10)
    >>> (values[:9] / 2**fraction).round(3).tolist()
    [0.0, 0.0, 2.0, 4.755, 8.0, 11.61, 15.51, 19.651, 24.0]
    >>> bool(values[4] == 4 * values[2])
    True
    """
    # the first power of 2 above largest + 1, at least 1024: so `_logarithms` makes, and keeps, only a few arrays
    size = 1 << max(10, (largest + 1).bit_length())
    return _logarithms(size)


@cache
def _logarithms(size: int) -> tuple[NDArray[np.int64], int]:
    """Return an array of n log2 n for each n below `size`, as integers, and how many of their bits are after the point.

    `size` is more than the number of codes that are split into classes. The logarithm of a number is the sum of the
    logarithms of its prime factors: so log2 6 is exactly log2 2 + log2 3.
    """
    # the sum of n log2 n over all classes is less than size * log2(size): with `fraction` bits after the point, it has
    # 62 bits or fewer, and fits in an int64
    bits_before_point = (size * size.bit_length()).bit_length()
    fraction = 62 - bits_before_point
    log2 = np.zeros(size, np.int64)
    for prime in range(2, size):
        if log2[prime] == 0:  # no smaller prime divides it
            logarithm = np.rint(np.ldexp(np.log2(np.float64(prime)), fraction)).astype(np.int64)
            power = prime
            while power < size:  # a multiple of 4 is also one of 2: it gets the logarithm of 2 twice
                log2[power::power] += logarithm
                power *= prime
    return log2 * np.arange(size), fraction


class Table:
    """Codes of one array, ready to be marked against each other under one rule; a code is named by its row.

    A table can learn more codes; if it is a copy of another table, that one does not change. Here is the example of
    `partition`, by rows of a table:

    >>> from mastermot.rules import BLACK_WHITE
    >>> from mastermot.rules.codes import ListedCodes
    >>> family = "RACE RADE RAGE RAME RAPE RARE RASE RATE RAYE".split()
    >>> table = Table(BLACK_WHITE, ListedCodes(family))
    >>> secrets = table.rows(family)
    >>> for number, rows in table.split(table.row("GARS"), secrets):
    ...     print(BLACK_WHITE.marks(number, 4).text, rows.tolist())
    XO [0, 1, 3, 4, 7, 8]
    XOO [2, 6]
    XX [5]
    >>> table.scores(table.rows(["GARS", "RACE"]), secrets).entropy.round(4).tolist()
    [1.2244, 0.5033]
    """

    def __init__(self, rule: Rule, codes: Codes, array: NDArray[np.uint8] | None = None) -> None:
        """The table has the codes of `array`, a row of symbol numbers each; without it, all `codes` of the game."""
        self.rule = rule
        self.codes = codes
        self.length = codes.length
        self.array = codes.array if array is None else array
        self.count = len(self.array)  #: How many codes it began with; codes that it learns are not counted.
        self.size = rule.size(self.length)  #: How many different marks there are: their numbers are smaller.
        self.wide = self.size > WIDEST  #: Whether classes are counted by sorting marks: a histogram would be too large.
        self.type = np.min_scalar_type(self.size - 1)  #: The smallest type of array for the numbers of marks.
        self.solved = rule.number(rule.all_black(self.length), self.length)  #: The number of the secret's own marks.
        #: Called with the number of guesses just scored, to show progress; `id`, which does nothing, if nobody asks.
        self.on_scored: Callable[[int], object] = id
        self.pairs = 0  #: Pairs of guess and secret scored so far: compiled loops are loaded once they are worth it.
        self._texts = codes.texts if array is None else ()  #: The texts of the first rows, if they are known.
        self._index = codes.index if array is None else {}  #: The row of each text that was asked for or is known.
        self.marked = CodeArrays(self.array, len(codes.guess_alphabet))  #: The same codes, as rules mark them.

    def rows(self, texts: Sequence[str]) -> Rows:
        """Return the rows of codes, folded or not; codes that the table does not have are added after the others.

        A text that is no code raises an error that `Codes.fold` names.
        """
        if not self._index.keys() >= set(texts):  # some are new, or not folded
            texts = [self.codes.fold(text) for text in texts]
            unknown = [text for text in dict.fromkeys(texts) if text not in self._index]
            if unknown:
                self._learn(unknown)
        return np.array([self._index[text] for text in texts], np.intp)

    def _learn(self, texts: Sequence[str]) -> None:
        """Give each of `texts` a row: that of an equal code if the array has one, else a new one after the others.

        The texts are folded and all different, and none of them is in the index yet.
        """
        # if the array was given without texts, it may have codes that are not in the index yet
        row_of_code = {} if self._texts else self._index_array()
        index = dict(self._index)  # not changed in place: a copy of the table shares it
        added: list[bytes] = []  # the new codes, by their symbol numbers as bytes
        for text, symbols in zip(texts, self.codes.encode(texts), strict=True):
            code = symbols.tobytes()
            if code not in row_of_code:
                row_of_code[code] = len(self.array) + len(added)
                added.append(code)
            index[text] = row_of_code[code]
        self._index = index
        if added:
            new_rows = np.frombuffer(b"".join(added), np.uint8).reshape(-1, self.length)
            self.array = np.vstack((self.array, new_rows))
            self.marked = CodeArrays(self.array, len(self.codes.guess_alphabet))

    def _index_array(self) -> dict[bytes, int]:
        """Return the row of each code of the array, by its symbol numbers as bytes; of equal codes the first row."""
        row_of_code: dict[bytes, int] = {}
        for row in reversed(range(len(self.array))):  # backwards: the first of equal codes is written last, and stays
            row_of_code[self.array[row].tobytes()] = row
        return row_of_code

    def row(self, text: str) -> int:
        """Return the row of a code, which is added if the table does not have it."""
        known = self._index.get(text)
        return int(self.rows([text])[0]) if known is None else known

    def text(self, row: int) -> str:
        if row < len(self._texts):
            return self._texts[row]
        return self.codes.decode(self.array[row])

    def numbers(self, guesses: Rows, secrets: Rows) -> Numbers:
        """Return the marks of each guess (a row) against each secret (a column), as numbers, all at once.

        There should be no more than about `BLOCK` pairs of guess and secret.
        """
        return self.rule.numbers(self.marked, guesses, secrets)

    def scores(self, guesses: Rows, secrets: Rows, values: NDArray[np.int64] | None = None) -> Scores:
        """Return what each guess is worth against `secrets`.

        With `values`, the weights are sums of ``values[n]`` over the class sizes n, instead of sums of n log2 n. The
        entropies that `Scores` finds by the weights mean nothing then. Guesses are scored block by block: in compiled
        loops if these are loaded and can count the marks of this rule, else by arrays of marks. Raises
        `WorkTooLongError` for more pairs than `limit_pairs` allows.
        """
        entropy_values, fraction = logarithms(len(secrets))
        if values is None:
            values = entropy_values
        pairs = len(guesses) * len(secrets)
        self.pairs += pairs
        _spend_pairs(pairs)
        scores = np.zeros((4, len(guesses)), np.int64)  # a row for each of the first four fields of `Scores`
        weigh_compiled = self._prepare_compiled(secrets, values)
        pairs_of_block = BLOCK if weigh_compiled is None else COMPILED_BLOCK
        for block in cut_blocks(len(guesses), len(secrets), pairs_of_block):
            rows = guesses[block]
            if weigh_compiled is None:
                scores[:, block] = weigh_classes(self, self.numbers(rows, secrets), values)
            else:
                scores[:, block] = weigh_compiled(rows)
            self.on_scored(len(rows))
        weights, largest, squares, classes = scores
        return Scores(weights, largest, squares, classes, len(secrets), fraction)

    def _prepare_compiled(self, secrets: Rows, values: NDArray[np.int64]) -> Callable[[Rows], NDArray[np.int64]] | None:
        """Return a function that scores guesses on `secrets` in compiled loops, without an array of their marks.

        The function returns what `weigh_classes` returns. Without compiled loops, or under a rule whose marks they
        cannot count (its `overlap` is None), None is returned: then an array of marks is needed.

        For each guess and secret the loops count the positions with the same symbol, and for each symbol the copies
        that can get a mark. Whatever depends on the secrets alone is prepared here, once for all guesses.
        """
        kernels = find_kernels(self.pairs)
        if kernels is None:
            return None
        # of how many copies of a symbol (a row) a guess can get marks, blacks included, from each secret (a column)
        overlaps = self.rule.overlap(self.marked.counts[:, secrets])
        if overlaps is None:
            return None
        counted_symbols = np.flatnonzero(overlaps.any(axis=1))  # those that can get a mark from some secret
        # the same as `overlaps`, as two lists for each secret (a row): the symbols that can get a mark from it, and how
        # many copies of each can get one
        symbols = np.zeros((len(secrets), self.length), np.uint8)
        most_copies = np.zeros((len(secrets), self.length), np.uint8)
        kernels.list_overlaps(overlaps, symbols, most_copies)  # writes the two
        secret_codes = self.array[secrets]
        # the loops number marks in their own way: `one_black` for each black, and 1 for each mark, blacks included.
        # Such a number is not the rule's number, but it too is below `size` and different for different marks, which is
        # enough to count classes
        one_black = self.rule.number(Marks(1), self.length)
        of_position = np.array([0, one_black], self.type)  # what a position adds without a black, and with one

        def weigh(guesses: Rows) -> NDArray[np.int64]:
            """Return what `weigh_classes` returns for the marks of these guesses: four rows of scores."""
            scores = np.zeros((4, len(guesses)), np.int64)
            kernels.score_guesses(
                self.marked.columns,
                self.marked.counts,
                guesses,
                secret_codes,
                counted_symbols,
                symbols,
                most_copies,
                of_position,
                values,
                self.size,
                scores,  # which it writes
            )
            return scores

        return weigh

    def against(self, guess: int, secrets: Rows) -> Numbers:
        """Return the marks of one guess against each secret, as numbers."""
        numbers: Numbers = self.numbers(np.array([guess]), secrets)[0]
        return numbers

    def split(self, guess: int, secrets: Rows) -> Iterator[tuple[int, Rows]]:
        """Yield the classes of `secrets` by the marks that a guess gets: the number of the marks, and the rows.

        The numbers come in order, the smallest first; marks that no secret gives are left out.
        """
        if not len(secrets):
            return
        if len(secrets) == 1 and secrets[0] == guess:  # a shortcut without marking, since this is asked for very often
            yield self.solved, secrets
            return
        numbers = self.against(guess, secrets)
        order = np.argsort(numbers, kind="stable")
        numbers = numbers[order]
        rows = secrets[order]
        # where the next number begins, and with it the next class; the first class begins at 0
        later_starts = np.flatnonzero(numbers[1:] != numbers[:-1]) + 1
        for start, end in pairwise([0, *later_starts.tolist(), len(rows)]):
            yield int(numbers[start]), rows[start:end]


def cut_blocks(count: int, width: int, pairs: int = BLOCK) -> Iterator[slice]:
    """Yield slices that cut `count` rows of this `width` into blocks of at most `pairs` numbers.

    A row that is longer than `pairs` is a block by itself. The last slice may end after the last row:

    >>> list(cut_blocks(count=10, width=3, pairs=12))
    [slice(0, 4, None), slice(4, 8, None), slice(8, 12, None)]
    """
    step = max(1, pairs // max(1, width))
    for start in range(0, count, step):
        yield slice(start, start + step)


def weigh_classes(table: Table, numbers: Numbers, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the first four fields of `Scores` for guesses with these marks, as an array of shape (4, guesses).

    `numbers` has a row for each guess and a column for each candidate; ``values[n]`` is the weight of a class of n.
    Compiled loops count the classes if they are loaded and the table is not `wide`. Otherwise numpy counts them, block
    by block: in a histogram (`count_numbers`) or, if the table is `wide`, by sorting (`count_runs`).
    """
    scores = np.zeros((4, len(numbers)), np.int64)
    weights, largest, squares, classes = scores  # the rows as views: what is written to them stands in `scores`
    kernels = find_kernels()
    if kernels is not None and not table.wide:
        kernels.score_classes(numbers, table.size, values, scores)  # writes the scores
        return scores
    # a block has two arrays: `marks`, with a column for each candidate, and `sizes`, with as many columns if sizes are
    # counted by sorting, else with a column for each number that marks can have
    candidates = numbers.shape[1]
    most_columns = candidates if table.wide else max(candidates, table.size)
    for block in cut_blocks(len(numbers), most_columns):
        marks = numbers[block]
        sizes = count_runs(marks) if table.wide else count_numbers(marks, table.size)
        weights[block] = values[sizes].sum(axis=1)
        largest[block] = sizes.max(axis=1)
        squares[block] = (sizes * sizes).sum(axis=1)
        classes[block] = (sizes > 0).sum(axis=1)
    return scores


def count_numbers(numbers: Numbers, size: int) -> NDArray[np.int64]:
    """Return how often each of the numbers below `size` (a column) occurs in each row.

    >>> count_numbers(np.array([[0, 2, 2], [1, 1, 1]]), size=3).tolist()
    [[1, 0, 2], [0, 3, 0]]
    """
    rows = len(numbers)
    first_bins = np.arange(rows)[:, None] * size  # each row is counted in `size` bins of its own
    counts = np.bincount((numbers + first_bins).ravel(), minlength=rows * size)
    return counts.reshape(rows, size)


def count_runs(numbers: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return how often each number of a row occurs in it, at the index where its run begins in the sorted row.

    The first row below has three 5 and two 7: sorted, the 5 begin at index 0 and the 7 at index 3.

    >>> count_runs(np.array([[7, 5, 7, 5, 5], [1, 2, 3, 3, 2]], np.uint16)).tolist()
    [[3, 0, 0, 2, 0], [1, 2, 0, 2, 0]]
    """
    # for numbers of 16 bits or fewer, numpy's stable sort is a radix sort: quicker, but not in short rows
    uses_radix_sort = numbers.itemsize <= 2 and numbers.shape[1] > 20
    ordered = np.sort(numbers, axis=1, kind="stable" if uses_radix_sort else None)
    begins = np.ones(ordered.shape, np.bool_)  # whether a run begins: in the first column, and where the number changes
    np.not_equal(ordered[:, 1:], ordered[:, :-1], out=begins[:, 1:])
    starts = np.flatnonzero(begins)  # indices into all rows put one after the other
    sizes = np.zeros(numbers.size, np.int64)
    sizes[starts] = np.diff(starts, append=numbers.size)  # a run ends where the next one begins
    return sizes.reshape(numbers.shape)

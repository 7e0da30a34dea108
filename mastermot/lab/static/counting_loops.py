"""The compiled loop over candidates, for those who installed the extra `lab`: the same figures as numpy, sooner."""

import numpy as np

from mastermot.rules.kernels import Integers, Numbers, compiled


@compiled
def score_rows(marks: Numbers, order: Integers, starts: Integers, size: int, scores: Integers, most: Integers) -> None:
    """Write what each guess makes of a partition: the classes, the largest, and the sum of their squares.

    Shapes: `marks` (guesses, codes), numbers under `size`; `order` names the codes class by class, `starts` where each
    class begins, and the end; `scores` (3, guesses); `most` (classes), the most that a guess makes of each.
    """
    counts = np.zeros(size, np.int64)
    for guess in range(marks.shape[0]):
        row = marks[guess]
        classes = largest = squares = 0
        for group in range(starts.shape[0] - 1):
            before = classes
            for place in range(starts[group], starts[group + 1]):
                mark = row[order[place]]
                count = counts[mark]
                counts[mark] = count + 1
                squares += 2 * count + 1
                classes += count == 0
                largest = max(largest, count + 1)
            for place in range(starts[group], starts[group + 1]):
                counts[row[order[place]]] = 0
            most[group] = max(most[group], classes - before)
        scores[0, guess] = classes
        scores[1, guess] = largest
        scores[2, guess] = squares


@compiled
def count_classes(bits: Numbers, order: Integers, starts: Integers, counts: Integers) -> None:
    """Add to `counts` how many classes each guess makes of those given by `order` and `starts`, as in `score_rows`.

    `bits` has one bit for the marks of each guess and code, shape (codes, guesses): so the bits of a class together say
    which marks occur in it.
    """
    seen = np.zeros(bits.shape[1], bits.dtype)
    for group in range(starts.shape[0] - 1):
        seen[:] = 0
        for place in range(starts[group], starts[group + 1]):
            row = bits[order[place]]
            for guess in range(seen.shape[0]):
                seen[guess] |= row[guess]
        for guess in range(seen.shape[0]):
            word = np.uint64(seen[guess])  # its bits are counted: those of each two, of each four, of each byte, of all
            word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
            word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
            word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
            counts[guess] += np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def count_wide_classes(marks: Numbers, order: Integers, starts: Integers, size: int, counts: Integers) -> None:
    """Do what `count_classes` does, for more marks than a number has bits: from numbers, as in `score_rows`."""
    seen = np.full(size, -1, np.int64)
    for guess in range(marks.shape[0]):
        row = marks[guess]
        seen[:] = -1
        for group in range(starts.shape[0] - 1):
            for place in range(starts[group], starts[group + 1]):
                mark = row[order[place]]
                counts[guess] += seen[mark] != group
                seen[mark] = group

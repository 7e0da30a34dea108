"""The one-letter-apart graph of a list as a whole: its islands, its words without neighbours, its longest ladder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mastermot.dictionaries import Dictionary
from mastermot.families.ladders import Neighbours, find_ladders

MAX_VISITED = 30_000_000
"""Words visited at most in the search for the longest ladder, in about half a minute."""


@dataclass(frozen=True, slots=True)
class LongestLadder:
    """The longest of all shortest ladders."""

    steps: int
    """The number of steps."""
    ladder: tuple[str, ...]
    """Its words, in order."""
    proven: bool
    """Whether the whole list was searched."""


@dataclass(frozen=True, slots=True)
class ListFigures:
    """The one-letter-apart graph of the words of one length: the object of `mastermot ladder --json`."""

    dictionary: str
    length: int
    words: int
    """How many words there are."""
    pairs: int
    """Pairs of words one letter apart."""
    alone: int
    """Words without neighbours."""
    islands: int
    """Sets of words that ladders join; words without neighbours count as such."""
    largest: int
    """Words of the largest island."""
    sizes: Mapping[int, int]
    """How many islands there are of each size."""
    longest: LongestLadder | None
    """The longest of all shortest ladders; null where no two words are one letter apart."""


def measure_islands(
    dictionary: Dictionary,
    length: int,
    on_visited: Callable[[int], object] | None = None,
    most_visited: int = MAX_VISITED,
) -> ListFigures:
    """Return the figures of the words of one length of a dictionary.

    `on_visited` is called with the number of words just visited. Raises `DictionaryEmptyError` or `TooManyWordsError`.

    >>> words = ("COLD", "CORD", "WORD", "WARD", "LAMP")
    >>> figures = measure_islands(Dictionary("ours", {4: {word: (word,) for word in words}}), 4)
    >>> figures.pairs, figures.sizes, figures.longest.ladder
    (3, {1: 1, 4: 1}, ('COLD', 'CORD', 'WORD', 'WARD'))
    """
    neighbours = Neighbours(dictionary, length)
    neighbours.find_all()
    islands: list[list[str]] = []
    seen: set[str] = set()
    for word in neighbours.words:
        if word not in seen:
            islands.append(list(neighbours.reach(word)))
            seen.update(islands[-1])
    islands.sort(key=len, reverse=True)
    sizes = dict(sorted(Counter(map(len, islands)).items()))
    start, end, proven = find_farthest(neighbours, islands, on_visited, most_visited)
    (ladder,) = find_ladders(min(start, end), max(start, end), dictionary).ladders if start else ((),)
    return ListFigures(
        dictionary.name,
        length,
        words=len(neighbours.words),
        pairs=sum(len(neighbours.of(word)) for word in neighbours.words) // 2,
        alone=sizes.get(1, 0),
        islands=len(islands),
        largest=max(sizes, default=0),
        sizes=sizes,
        longest=LongestLadder(len(ladder) - 1, ladder, proven) if ladder else None,
    )


def find_farthest(
    neighbours: Neighbours,
    islands: list[list[str]],
    on_visited: Callable[[int], object] | None = None,
    most_visited: int = MAX_VISITED,
) -> tuple[str, str, bool]:
    """Return the ends of the longest of all shortest ladders, empty where there is none, and whether that is sure.

    A search from one word bounds how far the farthest word is from every other (F. W. Takes and W. A. Kosters,
    *Determining the diameter of small world networks*, CIKM 2011); words that cannot be the end of a longer ladder are
    not searched from. The ends are the first words found to be so far apart. `islands` are the largest first.
    """
    longest, start, end = 0, "", ""
    left, proven = most_visited, True
    for island in islands:
        if len(island) - 1 <= longest:
            break
        words = island
        # how far the farthest word is from each, at least and at most
        least, most = dict.fromkeys(island, 0), dict.fromkeys(island, len(island) - 1)
        central = False
        while words and left > 0:
            central = not central  # in turn the most central word and the least central one, as far as known
            word = min(words, key=least.__getitem__) if central else max(words, key=most.__getitem__)
            levels = list(neighbours.list_levels(word))
            reach = len(levels) - 1
            if reach > longest:
                longest, start, end = reach, word, levels[-1][0]
            for steps, level in enumerate(levels):
                for other in level:
                    least[other] = max(least[other], steps, reach - steps)
                    most[other] = min(most[other], reach + steps)
            most[word] = reach
            words = [other for other in words if most[other] > longest]
            left -= len(island)
            if on_visited is not None:
                on_visited(len(island))
        proven = proven and not words
    return start, end, proven

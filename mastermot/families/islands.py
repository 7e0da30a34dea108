"""The one-letter-apart graph of a list as a whole: its islands, its words without neighbours, its longest ladder.

A family is a set of words that are all neighbours of each other, so the graph is kept as words and families: who
reaches one word of a family reaches all of them in one step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from mastermot.families.cliques import families, fold_words

if TYPE_CHECKING:
    from mastermot import shapes
    from mastermot.dictionaries import Dictionary

MAX_VISITED = 30_000_000
"""Words visited at most in the search for the longest ladder, in about half a minute."""


class Longest(NamedTuple):
    """The longest of all shortest ladders; not `proven` where the search stopped at its limit."""

    ladder: tuple[str, ...]
    proven: bool

    @property
    def steps(self) -> int:
        """The number of steps."""
        return len(self.ladder) - 1


class Figures(NamedTuple):
    """What the graph of a list is like: words, pairs of neighbours, islands by size, the longest ladder."""

    words: int
    pairs: int
    sizes: dict[int, int]
    """How many islands there are of each size, the smallest first."""
    longest: Longest | None

    @property
    def alone(self) -> int:
        """The words without neighbours."""
        return self.sizes.get(1, 0)

    @property
    def islands(self) -> int:
        """The number of islands, words without neighbours included."""
        return sum(self.sizes.values())

    @property
    def largest(self) -> int:
        """The words of the largest island."""
        return max(self.sizes, default=0)

    def as_json(self) -> shapes.LadderFigures:
        """Return the object of ``mastermot ladder --json``."""
        longest = self.longest
        return {
            "words": self.words,
            "pairs": self.pairs,
            "alone": self.alone,
            "islands": self.islands,
            "largest": self.largest,
            "sizes": {str(size): count for size, count in self.sizes.items()},
            "longest": longest and {"steps": longest.steps, "ladder": list(longest.ladder), "proven": longest.proven},
        }


class Graph:
    """Words and the families they belong to, both named by number."""

    def __init__(self, words: Iterable[str]) -> None:
        """Find the families of the words, which are all different. Raises what `families` raises."""
        self.words = fold_words(words)
        number = {word: place for place, word in enumerate(self.words)}
        self.members = [[number[word] for word in found] for found in families(self.words).values() if len(found) > 1]
        self.families: list[list[int]] = [[] for _word in self.words]
        for family, members in enumerate(self.members):
            for word in members:
                self.families[word].append(family)

    @property
    def pairs(self) -> int:
        """The pairs of neighbours: two words differ in one position only, so they share one family only."""
        return sum(len(members) * (len(members) - 1) // 2 for members in self.members)

    def spread(self, start: int) -> Iterator[list[int]]:
        """Yield the words at 0, 1, 2… steps from a word, as far as one can go."""
        seen = bytearray(len(self.words))
        entered = bytearray(len(self.members))
        frontier = [start]
        seen[start] = 1
        while frontier:
            yield frontier
            beyond = []
            for word in frontier:
                for family in self.families[word]:
                    if not entered[family]:
                        entered[family] = 1
                        for other in self.members[family]:
                            if not seen[other]:
                                seen[other] = 1
                                beyond.append(other)
            frontier = beyond

    def islands(self) -> list[list[int]]:
        """Return the islands, the largest first: within one, each word can be reached from each."""
        found = []
        seen = bytearray(len(self.words))
        for word in range(len(self.words)):
            if not seen[word]:
                island = [other for level in self.spread(word) for other in level]
                for other in island:
                    seen[other] = 1
                found.append(island)
        return sorted(found, key=len, reverse=True)

    def ladder(self, start: int, end: int) -> tuple[str, ...]:
        """Return a shortest ladder between two words of one island, of several the one by the first words."""
        levels = []
        for level in self.spread(end):
            levels.append(set(level))
            if start in levels[-1]:
                break
        ladder = [start]
        for closer in reversed(levels[:-1]):
            near = (other for family in self.families[ladder[-1]] for other in self.members[family])
            ladder.append(min(other for other in near if other in closer))
        return tuple(self.words[word] for word in ladder)


def measure_islands(
    words: Iterable[str], on_visited: Callable[[int], object] | None = None, most_visited: int = MAX_VISITED
) -> Figures:
    """Return the figures of a list of words of one length, all different.

    `on_visited` is called with the number of words just visited. Raises what `families` raises.

    >>> figures = measure_islands(["COLD", "CORD", "WORD", "WARD", "LAMP"])
    >>> figures.pairs, figures.sizes, figures.longest.ladder
    (3, {1: 1, 4: 1}, ('COLD', 'CORD', 'WORD', 'WARD'))
    """
    graph = Graph(words)
    islands = graph.islands()
    sizes = dict(sorted(Counter(map(len, islands)).items()))
    return Figures(len(graph.words), graph.pairs, sizes, find_longest(graph, islands, on_visited, most_visited))


def figures_json(
    dictionary: Dictionary, length: int, on_visited: Callable[[int], object] | None = None
) -> shapes.ListFigures:
    """Return the object of ``mastermot ladder --json``. Raises `DictionaryEmptyError`."""
    figures = measure_islands(dictionary.words(length), on_visited)
    return {"dictionary": dictionary.name, "length": length, **figures.as_json()}


def find_longest(
    graph: Graph,
    islands: list[list[int]],
    on_visited: Callable[[int], object] | None = None,
    most_visited: int = MAX_VISITED,
) -> Longest | None:
    """Return the longest of all shortest ladders, None where no word has a neighbour.

    A search from one word bounds how far the farthest word is from every other (F. W. Takes and W. A. Kosters,
    *Determining the diameter of small world networks*, CIKM 2011); words that cannot be the end of a longer ladder are
    not searched from. The ladder is between the first words found to be so far apart. `islands` are the largest first.
    """
    longest, start, end = 0, 0, 0
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
            levels = list(graph.spread(word))
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
    return Longest(graph.ladder(min(start, end), max(start, end)), proven) if longest else None

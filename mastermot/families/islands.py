"""The one-letter-apart graph of a list as a whole: its islands, its words without neighbours, its longest ladder.

A family is a set of words that are all neighbours of each other, so the graph is kept as words and families: who
reaches one word of a family reaches all of them in one step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from mastermot.dictionaries import Dictionary
from mastermot.families.cliques import families, fold_words

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
    dictionary: Dictionary,
    length: int,
    on_visited: Callable[[int], object] | None = None,
    most_visited: int = MAX_VISITED,
) -> ListFigures:
    """Return the figures of the words of one length of a dictionary.

    `on_visited` is called with the number of words just visited. Raises `DictionaryEmptyError` and what `families`
    raises.

    >>> words = ("COLD", "CORD", "WORD", "WARD", "LAMP")
    >>> figures = measure_islands(Dictionary("ours", {4: {word: (word,) for word in words}}), 4)
    >>> figures.pairs, figures.sizes, figures.longest.ladder
    (3, {1: 1, 4: 1}, ('COLD', 'CORD', 'WORD', 'WARD'))
    """
    graph = Graph(dictionary.words(length))
    islands = graph.islands()
    sizes = dict(sorted(Counter(map(len, islands)).items()))
    return ListFigures(
        dictionary.name,
        length,
        words=len(graph.words),
        pairs=graph.pairs,
        alone=sizes.get(1, 0),
        islands=len(islands),
        largest=max(sizes, default=0),
        sizes=sizes,
        longest=find_longest(graph, islands, on_visited, most_visited),
    )


def find_longest(
    graph: Graph,
    islands: list[list[int]],
    on_visited: Callable[[int], object] | None = None,
    most_visited: int = MAX_VISITED,
) -> LongestLadder | None:
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
    return LongestLadder(longest, graph.ladder(min(start, end), max(start, end)), proven) if longest else None

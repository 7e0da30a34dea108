"""Word ladders: chains of words of one list, each one letter apart from the word before it.

The game is Lewis Carroll's, of 1877; as a graph it is described in D. E. Knuth, *The Stanford GraphBase* (1993). That
ladders belong beside families is from an annex of Jean Forget's (github.com/jforget/perl5-decodeur-Mastermind). How
they are found is in `docs/how-it-works.md`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import product
from operator import ne

from mastermot.errors import read_whole
from mastermot.families.errors import LadderLengthError, LadderWordError, TooManyWordsError
from mastermot.families.family import Family, find_families_by_position, list_patterns
from mastermot.words.dictionaries import Dictionary, open_dictionary
from mastermot.words.folding import fold, sort_words

MAX_LADDER_WORDS = 500_000  #: Words of one length among which ladders are looked for at most.
MAX_LADDERS = 1000  #: Ladders listed at most; all of them are counted.
MAX_NEAREST = 5  #: Reachable words named where there is no ladder.
MAX_GAP_PAIRS = 200_000  #: Pairs of words, one of each island, that are compared to find the gap between two islands.

Distances = dict[str, int]  #: The steps from one word to each word reached so far.
MAX_VISITED = 30_000_000  #: Words visited at most in the search for the longest ladder, in about half a minute.


@dataclass(frozen=True, slots=True)
class ReachableWord:
    """A word that can be reached from the start of a ladder."""

    word: str
    differs: int  #: Positions in which it differs from the end.
    steps: int  #: Steps from the start.


@dataclass(frozen=True, slots=True)
class Gap:
    """Where the words that two words reach come nearest."""

    near_start: str  #: A word that ladders reach from the start.
    near_end: str  #: One that ladders reach from the end.
    differs: int  #: Positions in which they differ.


@dataclass(frozen=True, slots=True)
class Ladders:
    """The shortest ladders between two words: the object of `mastermot ladder WORD WORD --json`."""

    start: str  #: The word at the start of the ladder.
    end: str  #: The word at the end of the ladder.
    steps: int | None  #: The number of steps; null where there is no ladder.
    count: int  #: How many shortest ladders there are.
    complete: bool  #: Whether all of them are listed.
    ladders: tuple[tuple[str, ...], ...]  #: The first of them, in alphabetical order.
    nearest: tuple[ReachableWord, ...]  #: Where there is no ladder: the words nearest to the end that can be reached.
    alone: tuple[str, ...]  #: Where there is no ladder: which of the two words have no neighbour.
    reached: tuple[int, ...]  #: Where there is no ladder: how many words each of the two reaches, itself included.
    gap: Gap | None
    """Where there is no ladder: the words of both sides that differ least; null when they are too many to compare."""
    dictionary: str = ""  #: The dictionary of the words.


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The words one letter apart from a word: the object of `mastermot ladder WORD --json`."""

    word: str
    neighbours: int  #: How many words are one letter apart.
    reached: int  #: How many words can be reached by ladders, itself included.
    families: tuple[Family, ...]  #: The neighbours, position by position; the word itself is left out.
    picture: str = ""  #: The same as a picture, an SVG document, on request over HTTP.
    dictionary: str = ""  #: The dictionary of the words.


def find_neighbourhood(word: str, dictionary: Dictionary) -> Neighbourhood:
    """Return the neighbours of a word, position by position. Raises `LadderWordError` or `TooManyWordsError`."""
    word = fold(word, dictionary.alphabet)
    neighbours = Neighbours(dictionary, len(word), (word,))
    around = zip(list_patterns(word, dictionary.alphabet), neighbours.by_position(word), strict=True)
    families = tuple(Family(pattern, tuple(words)) for pattern, words in around if words)
    size = sum(family.size for family in families)
    return Neighbourhood(word, size, len(neighbours.reach(word)), families)


def find_ladders(start: str, end: str, dictionary: Dictionary | str, most: int = 1) -> Ladders:
    """Return the shortest ladders from `start` to `end`, in alphabetical order, at most `most` of them.

    Both words are folded; the dictionary may be a name. Raises `LadderLengthError` for words of two lengths,
    `LadderWordError`, with near words, for one that the dictionary lacks, `TooManyWordsError`, `WrongKindError`, and
    what folding and `open_dictionary` raise.

    >>> words = ("COLD", "CORD", "CARD", "WARD", "WARM", "WORD", "WORM")
    >>> find_ladders("cold", "warm", Dictionary("ours", {4: {word: (word,) for word in words}}), 2).ladders
    (('COLD', 'CORD', 'CARD', 'WARD', 'WARM'), ('COLD', 'CORD', 'WORD', 'WARD', 'WARM'))
    """
    most = read_whole("most", most, 1)
    dictionary = open_dictionary(dictionary)
    start, end = fold(start, dictionary.alphabet), fold(end, dictionary.alphabet)
    if len(start) != len(end):
        raise LadderLengthError(word=end, length=len(end), expected=len(start), other=start)
    neighbours = Neighbours(dictionary, len(start), (start, end))
    forwards, backwards = {start: 0}, {end: 0}
    middle = meet(neighbours, forwards, backwards)
    if not middle:
        return without_ladder(neighbours, start, end)
    for word in middle:  # grows: the words on the way from there back to the start
        for other in neighbours.of(word):
            if forwards.get(other) == forwards[word] - 1 and other not in backwards:
                backwards[other] = backwards[word] + 1
                middle.append(other)
    ladders, count = list_ladders(neighbours, start, backwards, min(most, MAX_LADDERS))
    return Ladders(start, end, backwards[start], count, len(ladders) == count, ladders, (), (), (), None)


class Neighbours:
    """The words of one length of a dictionary, and which of them are one letter apart."""

    def __init__(self, dictionary: Dictionary, length: int, wanted: Sequence[str] = ()) -> None:
        """Raises `LadderWordError`, with near words, for one of the `wanted` words that is not among these."""
        listed = dictionary.words(length)
        if len(listed) > MAX_LADDER_WORDS:
            raise TooManyWordsError(count=len(listed), limit=MAX_LADDER_WORDS)
        self.dictionary = dictionary
        self.words: Mapping[str, object] = dictionary.of_length(length)
        text = "".join(listed)
        self.letters = [
            "".join(sort_words(set(text[position::length]), dictionary.alphabet)) for position in range(length)
        ]
        self._near: dict[str, list[str]] = {}
        for word in wanted:
            if word not in self.words:
                near = [dictionary.spellings(other)[0] for other in dictionary.nearest(word) if len(other) == length]
                raise LadderWordError(word=word, name=dictionary.name, suggestions=near)

    def by_position(self, word: str) -> Iterator[list[str]]:
        """Yield, position by position, the words that differ from `word` there only, in alphabetical order."""
        words = self.words
        for position, letters in enumerate(self.letters):
            head, tail = word[:position], word[position + 1 :]
            yield [other for letter in letters if (other := head + letter + tail) in words and other != word]

    def of(self, word: str) -> list[str]:
        """Return the words that differ from `word` in one position."""
        if word not in self._near:
            self._near[word] = [other for words in self.by_position(word) for other in words]
        return self._near[word]

    def find_all(self) -> None:
        """Find the neighbours of all words at once, by their families: far quicker than word by word."""
        self._near = {word: [] for word in self.words}
        for found in find_families_by_position(self.words, alphabet=self.dictionary.alphabet):
            for words in found.values():
                for word in words if len(words) > 1 else ():
                    self._near[word] += [other for other in words if other != word]

    def spread(self, distances: Distances, frontier: list[str]) -> list[str]:
        """Return the words one step beyond `frontier`, once their distances are noted."""
        steps = distances[frontier[0]] + 1
        beyond = []
        for word in frontier:
            for other in self.of(word):
                if other not in distances:
                    distances[other] = steps
                    beyond.append(other)
        return beyond

    def reach(self, start: str) -> Distances:
        """Return the steps to all words that can be reached, the nearest first."""
        distances, frontier = {start: 0}, [start]
        while frontier:
            frontier = self.spread(distances, frontier)
        return distances


def meet(neighbours: Neighbours, forwards: Distances, backwards: Distances) -> list[str]:
    """Return the words where searches from both ends meet, once the distances are filled; none without ladder."""
    sides = [(forwards, list(forwards)), (backwards, list(backwards))]
    while not (common := forwards.keys() & backwards.keys()):
        sides.sort(key=lambda side: len(side[0]))
        distances, frontier = sides[0]
        sides[0] = distances, neighbours.spread(distances, frontier)
        if not sides[0][1]:
            return []
    return sorted(common)


def list_ladders(
    neighbours: Neighbours, start: str, backwards: Distances, most: int
) -> tuple[tuple[tuple[str, ...], ...], int]:
    """Return the first shortest ladders in alphabetical order, and how many there are, from the steps to their end."""
    listed, alphabet = list[tuple[str, ...]]([(start,)]), neighbours.dictionary.alphabet
    ways = Counter([start])
    for steps in reversed(range(backwards[start])):
        after = {
            word: sort_words((other for other in neighbours.of(word) if backwards.get(other) == steps), alphabet)
            for word in ways
        }
        listed = [(*ladder, other) for ladder in listed for other in after[ladder[-1]]][:most]
        ways, before = Counter[str](), ways
        for word, others in after.items():
            ways.update(dict.fromkeys(others, before[word]))
    return tuple(listed), ways.total()


def without_ladder(neighbours: Neighbours, start: str, end: str) -> Ladders:
    """Return the answer where no ladder leads to `end`: what each of the two reaches, and where that comes nearest."""
    alone = tuple(word for word in dict.fromkeys((start, end)) if not neighbours.of(word))
    here, there = neighbours.reach(start), neighbours.reach(end)
    found = nsmallest(MAX_NEAREST, ((sum(map(ne, word, end)), word) for word in here))
    nearest = [ReachableWord(word, differs, here[word]) for differs, word in found]
    nearest.sort(key=lambda one: (one.differs, one.steps, one.word))
    gap = None
    if len(here) * len(there) <= MAX_GAP_PAIRS:
        differs, near_start, near_end = min((sum(map(ne, *pair)), *pair) for pair in product(here, there))
        gap = Gap(near_start, near_end, differs)
    return Ladders(start, end, None, 0, True, (), tuple(nearest), alone, (len(here), len(there)), gap)


@dataclass(frozen=True, slots=True)
class LongestLadder:
    """The longest of all shortest ladders."""

    steps: int  #: The number of steps.
    ladder: tuple[str, ...]  #: Its words, in order.
    proven: bool  #: Whether the whole list was searched.


@dataclass(frozen=True, slots=True)
class ListFigures:
    """The one-letter-apart graph of the words of one length: the object of `mastermot ladder --json`."""

    dictionary: str
    length: int
    words: int  #: How many words there are.
    pairs: int  #: Pairs of words one letter apart.
    alone: int  #: Words without neighbours.
    islands: int  #: Sets of words that ladders join; words without neighbours count as such.
    largest: int  #: Words of the largest island.
    sizes: Mapping[int, int]  #: How many islands there are of each size.
    longest: LongestLadder | None  #: The longest of all shortest ladders; null where no two words are one letter apart.


def measure_islands(
    dictionary: Dictionary, length: int, on_visited: Callable[[int], object] = id, most_visited: int = MAX_VISITED
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
    islands, seen = list[list[str]](), set[str]()
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
    neighbours: Neighbours, islands: list[list[str]], on_visited: Callable[[int], object], most_visited: int
) -> tuple[str, str, bool]:
    """Return the ends of the longest of all shortest ladders, empty where there is none, and whether that is sure.

    A search from one word bounds how far the farthest is from every other (F. W. Takes and W. A. Kosters, *Determining
    the diameter of small world networks*, CIKM 2011). `islands` are the largest first.
    """
    longest, start, end = 0, "", ""
    remaining, proven = most_visited, True
    for island in islands:
        if len(island) - 1 <= longest:
            break
        words = island
        # how far the farthest word is from each, at least and at most
        least, most = dict.fromkeys(island, 0), dict.fromkeys(island, len(island) - 1)
        central = False
        while words and remaining > 0:
            central = not central  # in turn the most central word and the least central one, as far as known
            word = min(words, key=least.__getitem__) if central else max(words, key=most.__getitem__)
            distances = neighbours.reach(word)
            farthest = max(distances, key=distances.__getitem__)
            reach = distances[farthest]
            if reach > longest:
                longest, start, end = reach, word, farthest
            for other, steps in distances.items():
                least[other] = max(least[other], steps, reach - steps)
                most[other] = min(most[other], reach + steps)
            most[word] = reach
            words = [other for other in words if most[other] > longest]
            remaining -= len(island)
            on_visited(len(island))
        proven &= not words
    return start, end, proven

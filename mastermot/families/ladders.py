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

MAX_LADDER_WORDS = 500_000  #: The most words of one length among which ladders are looked for.
MAX_LADDERS = 1000  #: The most ladders listed; all of them are counted.
MAX_NEAREST = 5  #: The most reachable words that are named where there is no ladder.
MAX_GAP_PAIRS = 200_000  #: The most pairs of words compared to find the gap between two islands, a word of each.

Distances = dict[str, int]  #: The steps from one word to each word reached so far.
MAX_VISITED = 30_000_000  #: The most words visited in search of the longest ladder: about half a minute.


@dataclass(frozen=True, slots=True)
class ReachableWord:
    """A word that can be reached from the start of a ladder."""

    word: str
    differs: int  #: Positions in which it differs from the end.
    steps: int  #: Steps from the start.


@dataclass(frozen=True, slots=True)
class Gap:
    """The gap where no ladder leads from the start to the end: two words, one reached from each, that differ least."""

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
    patterns = list_patterns(word, dictionary.alphabet)
    families = []
    for pattern, words in zip(patterns, neighbours.by_position(word), strict=True):
        if words:
            families.append(Family(pattern, tuple(words)))
    return Neighbourhood(
        word=word,
        neighbours=sum(family.size for family in families),
        reached=len(neighbours.reach(word)),
        families=tuple(families),
    )


def find_ladders(start: str, end: str, dictionary: Dictionary | str, most: int = 1) -> Ladders:
    """Return the shortest ladders from `start` to `end`, in alphabetical order, at most `most` of them.

    Both words are folded; the dictionary may be given by its name. `find_ladders_plainly` shows the idea; here the
    search begins at both ends, which visits far fewer words. Raises `NotAWordError` or `WordMissingError` for a text
    that is no word, `LadderLengthError` for words of two lengths, `LadderWordError`, with near words, for a word that
    the dictionary lacks, `TooManyWordsError`, and `WrongKindError` for a `most` that is no number. `open_dictionary`
    names the errors of the dictionary.

    >>> words = ("COLD", "CORD", "CARD", "WARD", "WARM", "WORD", "WORM")
    >>> find_ladders("cold", "warm", Dictionary("ours", {4: {word: (word,) for word in words}}), 2).ladders
    (('COLD', 'CORD', 'CARD', 'WARD', 'WARM'), ('COLD', 'CORD', 'WORD', 'WARD', 'WARM'))
    """
    most = read_whole("most", most, 1)
    dictionary = open_dictionary(dictionary)
    start = fold(start, dictionary.alphabet)
    end = fold(end, dictionary.alphabet)
    if len(start) != len(end):
        raise LadderLengthError(word=end, length=len(end), expected=len(start), other=start)
    neighbours = Neighbours(dictionary, len(start), (start, end))
    from_start = {start: 0}
    to_end = {end: 0}
    on_the_way = meet(neighbours, from_start, to_end)
    if not on_the_way:
        return describe_missing_ladder(neighbours, start, end)
    for word in on_the_way:  # from where the searches met, back to the start: the list grows in the loop
        for other in neighbours.of(word):
            if from_start.get(other) == from_start[word] - 1 and other not in to_end:
                to_end[other] = to_end[word] + 1
                on_the_way.append(other)
    ladders, count = list_ladders(neighbours, start, to_end, min(most, MAX_LADDERS))
    return Ladders(
        start=start,
        end=end,
        steps=to_end[start],
        count=count,
        complete=len(ladders) == count,
        ladders=ladders,
        nearest=(),
        alone=(),
        reached=(),
        gap=None,
    )


def find_ladders_plainly(start: str, end: str, words: Sequence[str]) -> list[tuple[str, ...]]:
    """Return all shortest ladders between two of the `words`: the plain version of `find_ladders`, for the tests.

    All ladders from `start` grow by one word at a time, until some of them arrive at `end`:

    >>> words = ("COLD", "CORD", "CARD", "WARD", "WARM", "WORD", "WORM")
    >>> for ladder in find_ladders_plainly("COLD", "WARM", words):
    ...     print(*ladder)
    COLD CORD CARD WARD WARM
    COLD CORD WORD WARD WARM
    COLD CORD WORD WORM WARM
    """
    ladders: list[tuple[str, ...]] = [(start,)]
    seen = {start}
    while ladders:
        arrived = [ladder for ladder in ladders if ladder[-1] == end]
        if arrived:
            return sorted(arrived)
        longer: list[tuple[str, ...]] = []
        for ladder in ladders:
            for word in words:
                if word not in seen and count_differences(ladder[-1], word) == 1:
                    longer.append((*ladder, word))
        seen.update(ladder[-1] for ladder in longer)
        ladders = longer
    return []


def count_differences(word: str, other: str) -> int:
    """Return in how many positions two words of one length differ: 2 for TARE and PORE."""
    return sum(map(ne, word, other))


class Neighbours:
    """The words of one length of a dictionary, and which of them are one letter apart."""

    def __init__(self, dictionary: Dictionary, length: int, wanted: Sequence[str] = ()) -> None:
        """Raises `LadderWordError`, with near words, if one of the `wanted` words is not in the dictionary."""
        listed = dictionary.words(length)
        if len(listed) > MAX_LADDER_WORDS:
            raise TooManyWordsError(count=len(listed), limit=MAX_LADDER_WORDS)
        self.dictionary = dictionary
        self.words: Mapping[str, object] = dictionary.of_length(length)
        text = "".join(listed)
        self.letters: list[list[str]] = []  #: For each position, the letters that some word has there, in order.
        for position in range(length):
            self.letters.append(sort_words(set(text[position::length]), dictionary.alphabet))
        self._near: dict[str, list[str]] = {}
        for word in wanted:
            if word not in self.words:
                near = [other for other in dictionary.nearest(word) if len(other) == length]
                suggestions = [dictionary.spellings(other)[0] for other in near]
                raise LadderWordError(word=word, name=dictionary.name, suggestions=suggestions)

    def by_position(self, word: str) -> Iterator[list[str]]:
        """Yield, for each position, the words that differ from `word` only there, in alphabetical order."""
        for position, letters in enumerate(self.letters):
            head = word[:position]
            tail = word[position + 1 :]
            others = [head + letter + tail for letter in letters]
            yield [other for other in others if other in self.words and other != word]

    def of(self, word: str) -> list[str]:
        """Return the words that differ from `word` in one position."""
        if word not in self._near:
            self._near[word] = [other for words in self.by_position(word) for other in words]
        return self._near[word]

    def find_all(self) -> None:
        """Find the neighbours of all words at once, by way of families: this is far quicker than word by word."""
        self._near = {word: [] for word in self.words}
        for found in find_families_by_position(self.words, alphabet=self.dictionary.alphabet):
            for words in found.values():
                for word in words if len(words) > 1 else ():
                    self._near[word] += [other for other in words if other != word]

    def spread(self, distances: Distances, frontier: list[str]) -> list[str]:
        """Return the words one step beyond `frontier` that were not reached before, and note their `distances`."""
        steps = distances[frontier[0]] + 1
        beyond = []
        for word in frontier:
            for other in self.of(word):
                if other not in distances:
                    distances[other] = steps
                    beyond.append(other)
        return beyond

    def reach(self, start: str) -> Distances:
        """Return the words that can be reached from `start`, nearest first, each with its number of steps."""
        distances = {start: 0}
        frontier = [start]
        while frontier:
            frontier = self.spread(distances, frontier)
        return distances


def meet(neighbours: Neighbours, forwards: Distances, backwards: Distances) -> list[str]:
    """Return the words where the searches from both ends meet, in order; an empty list when there is no ladder.

    `forwards` and `backwards` have one word each, with the distance 0: the start and the end. The search that has
    reached fewer words takes the next step, and notes in its dictionary the distances of the words that it reaches.
    """
    ahead = list(forwards)  # what each search reached in its last step
    behind = list(backwards)
    while ahead and behind:
        common = forwards.keys() & backwards.keys()
        if common:
            return sorted(common)
        if len(forwards) <= len(backwards):
            ahead = neighbours.spread(forwards, ahead)
        else:
            behind = neighbours.spread(backwards, behind)
    return []


def list_ladders(
    neighbours: Neighbours, start: str, to_end: Distances, most: int
) -> tuple[tuple[tuple[str, ...], ...], int]:
    """Return the first shortest ladders in alphabetical order, and how many there are.

    `to_end` has the number of steps to the end for each word on the way. At most `most` ladders are returned, but all
    are counted: `ways` says how many ladders lead from the start to each word, and is carried on step by step.
    """
    listed: list[tuple[str, ...]] = [(start,)]
    ways = Counter([start])
    for steps in reversed(range(to_end[start])):
        words_after: dict[str, list[str]] = {}
        ways_after = Counter[str]()
        for word, count in ways.items():
            nearer = [other for other in neighbours.of(word) if to_end.get(other) == steps]
            words_after[word] = sort_words(nearer, neighbours.dictionary.alphabet)
            for other in nearer:
                ways_after[other] += count
        longer = []
        for ladder in listed:
            longer += [(*ladder, other) for other in words_after[ladder[-1]]]
        listed = longer[:most]
        ways = ways_after
    return tuple(listed), ways.total()


def describe_missing_ladder(neighbours: Neighbours, start: str, end: str) -> Ladders:
    """Return the result where there is no ladder: what the start and the end reach, and the gap between the two."""
    from_start = neighbours.reach(start)
    from_end = neighbours.reach(end)

    def rank(word: str) -> tuple[int, str]:
        return count_differences(word, end), word

    nearest = nsmallest(MAX_NEAREST, from_start, key=rank)
    reachable_words = []
    for word in nearest:
        reachable_words.append(ReachableWord(word, count_differences(word, end), from_start[word]))
    reachable_words.sort(key=lambda reachable: (reachable.differs, reachable.steps, reachable.word))
    gap = None
    if len(from_start) * len(from_end) <= MAX_GAP_PAIRS:
        pairs = product(from_start, from_end)
        near_start, near_end = min(pairs, key=lambda pair: (count_differences(*pair), pair))
        gap = Gap(near_start, near_end, count_differences(near_start, near_end))
    return Ladders(
        start=start,
        end=end,
        steps=None,
        count=0,
        complete=True,
        ladders=(),
        nearest=tuple(reachable_words),
        alone=tuple(word for word in dict.fromkeys((start, end)) if not neighbours.of(word)),
        reached=(len(from_start), len(from_end)),
        gap=gap,
    )


@dataclass(frozen=True, slots=True)
class LongestLadder:
    """The longest of the shortest ladders between any two words of a list."""

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
    """Return the figures of the one-letter-apart graph of the words of one length.

    To show progress, `on_visited` is called with the number of words just visited in search of the longest ladder,
    which ends after `most_visited`. Raises `DictionaryEmptyError` or `TooManyWordsError`.

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
            island = list(neighbours.reach(word))
            islands.append(island)
            seen.update(island)
    islands.sort(key=len, reverse=True)
    sizes = dict(sorted(Counter(map(len, islands)).items()))
    start, end, proven = find_farthest(neighbours, islands, on_visited, most_visited)
    longest = None
    if start:
        first, last = sorted((start, end))
        [ladder] = find_ladders(first, last, dictionary).ladders
        longest = LongestLadder(len(ladder) - 1, ladder, proven)
    return ListFigures(
        dictionary=dictionary.name,
        length=length,
        words=len(neighbours.words),
        pairs=sum(len(neighbours.of(word)) for word in neighbours.words) // 2,
        alone=sizes.get(1, 0),
        islands=len(islands),
        largest=max(sizes, default=0),
        sizes=sizes,
        longest=longest,
    )


def find_farthest(
    neighbours: Neighbours, islands: list[list[str]], on_visited: Callable[[int], object], most_visited: int
) -> tuple[str, str, bool]:
    """Return the two ends of the longest of all shortest ladders, and whether it is proven to be the longest.

    Both ends are empty if no two words are one letter apart. `islands` come with the largest first.

    A search from every word would take too long. But one search says something about all words of the island (F. W.
    Takes and W. A. Kosters, *Determining the diameter of small world networks*, CIKM 2011). If the farthest word from
    RAGE is 7 steps away, then from a word 2 steps from RAGE the farthest is at least 7 - 2 = 5 steps away, and at most
    7 + 2 = 9. Words that cannot be the end of a longer ladder than the longest found are not searched from.
    """
    longest = 0
    start = ""
    end = ""
    remaining = most_visited
    proven = True
    for island in islands:
        if len(island) - 1 <= longest:
            break
        words = island
        least = dict.fromkeys(island, 0)  # for each word, the bounds of how far the farthest word from it is
        most = dict.fromkeys(island, len(island) - 1)
        from_centre = False
        while words and remaining > 0:
            from_centre = not from_centre  # the search starts in turn from the most central and the remotest word
            central = min(words, key=least.__getitem__)
            remote = max(words, key=most.__getitem__)
            word = central if from_centre else remote
            distances = neighbours.reach(word)
            farthest = max(distances, key=distances.__getitem__)
            reach = distances[farthest]
            if reach > longest:
                longest = reach
                start = word
                end = farthest
            for other, steps in distances.items():
                least[other] = max(least[other], steps, reach - steps)
                most[other] = min(most[other], reach + steps)
            most[word] = reach
            words = [other for other in words if most[other] > longest]
            remaining -= len(island)
            on_visited(len(island))
        proven &= not words
    return start, end, proven

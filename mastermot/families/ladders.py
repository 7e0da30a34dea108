"""Word ladders: chains of words of one list, each one letter apart from the word before it.

The game is Lewis Carroll's, of 1877; as a graph it is described in D. E. Knuth, *The Stanford GraphBase* (1993). That
ladders belong beside families is from an annex of Jean Forget's (github.com/jforget/perl5-decodeur-Mastermind).
`docs/how-it-works.md` says how ladders are found.

What words mean here:

- *neighbours*: words one letter apart; a *step* of a ladder leads from a word to one of its neighbours;
- an *island*: all words that ladders reach from a word, this word included;
- the *start* and the *end*: the two words that a ladder joins, its *ends*.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import cycle, product
from operator import ne
from typing import NamedTuple

from mastermot.errors import read_whole
from mastermot.families.errors import LadderLengthError, LadderWordError, TooManyWordsError
from mastermot.families.family import Family, find_families_by_position, list_patterns
from mastermot.words.dictionaries import Dictionary, open_dictionary
from mastermot.words.folding import fold, sort_words

MAX_LADDER_WORDS = 500_000  #: The most words of one length among which ladders are looked for.
MAX_LADDERS = 1000  #: The most ladders listed; all of them are counted.
MAX_NEAREST = 5  #: The most reachable words that are named where there is no ladder.
MAX_GAP_PAIRS = 200_000  #: The most pairs of words, one of each island, compared to find the gap between two islands.

Distances = dict[str, int]  #: How many steps lead from one word to each word reached so far.
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
    """Return the neighbours of a word, position by position, and how many words ladders reach from it.

    Positions without neighbours are left out. Raises `NotAWordError` or `WordMissingError` for a text that is no word,
    `LadderWordError` for a word that the dictionary lacks, `DictionaryEmptyError` if it has no word of this length, or
    `TooManyWordsError`.
    """
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

    More than `MAX_LADDERS` are never listed. If there is no ladder, the result says what both words reach
    (`describe_missing_ladder`).

    Both words are folded; the dictionary may be given by its name. `find_ladders_plainly` shows the idea; here the
    search begins at both ends, which visits far fewer words. Raises `NotAWordError` or `WordMissingError` for a text
    that is no word, `LadderLengthError` for words of two lengths, `LadderWordError`, with near words, for a word that
    the dictionary lacks, `DictionaryEmptyError` if it has no word of this length, `TooManyWordsError`, and
    `WrongKindError` for a `most` that is no whole number, or is below 1. `open_dictionary` names the errors of the
    dictionary.

    >>> words = ("COLD", "CORD", "CARD", "WARD", "WARM", "WORD", "WORM")
    >>> find_ladders("cold", "warm", Dictionary("ours", {4: {word: (word,) for word in words}}), 2).ladders
    (('COLD', 'CORD', 'CARD', 'WARD', 'WARM'), ('COLD', 'CORD', 'WORD', 'WARD', 'WARM'))
    """
    most = read_whole("most", most, least=1)
    dictionary = open_dictionary(dictionary)
    start = fold(start, dictionary.alphabet)
    end = fold(end, dictionary.alphabet)
    if len(start) != len(end):
        raise LadderLengthError(word=end, length=len(end), expected=len(start), other=start)
    neighbours = Neighbours(dictionary, len(start), (start, end))
    to_end = find_steps_to_end(neighbours, start, end)
    if start not in to_end:
        return describe_missing_ladder(neighbours, start, end)
    ladders = list_ladders(neighbours, start, to_end, min(most, MAX_LADDERS))
    count = count_ladders(neighbours, start, to_end)
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
    seen = {start}  # the words of the ladders before this step, which lead to these words in fewer steps
    while ladders:
        arrived = [ladder for ladder in ladders if ladder[-1] == end]
        if arrived:
            return sorted(arrived)
        longer: list[tuple[str, ...]] = []
        for ladder in ladders:
            last = ladder[-1]
            for word in words:
                if word not in seen and count_differences(last, word) == 1:
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
        """Take the words of this length; those that are `wanted`, the ends of ladders, must be among them.

        Raises `DictionaryEmptyError` if there are no words of this length, `TooManyWordsError`, and `LadderWordError`,
        with near words, for a wanted word that the dictionary lacks.
        """
        listed = dictionary.words(length)
        if len(listed) > MAX_LADDER_WORDS:
            raise TooManyWordsError(count=len(listed), limit=MAX_LADDER_WORDS)
        self.dictionary = dictionary
        self.words: Mapping[str, object] = dictionary.of_length(length)  #: The keys are the words; only they are used.
        self.letters: list[list[str]] = []  #: For each position, the letters that some word has there, in order.
        all_words = "".join(listed)
        for position in range(length):
            letters = set(all_words[position::length])  # the letter of each word at this position
            self.letters.append(sort_words(letters, dictionary.alphabet))
        self._near: dict[str, list[str]] = {}  #: The neighbours of words asked for (`of`), or of all (`find_all`).
        for word in wanted:
            if word not in self.words:
                raise self._make_missing_error(word)

    def _make_missing_error(self, word: str) -> LadderWordError:
        """Return the error for a word that the dictionary lacks.

        It names the words of this length that look most like it, as people write them.
        """
        near = [other for other in self.dictionary.nearest(word) if len(other) == len(word)]
        suggestions = [self.dictionary.spellings(other)[0] for other in near]
        return LadderWordError(word=word, name=self.dictionary.name, suggestions=suggestions)

    def by_position(self, word: str) -> Iterator[list[str]]:
        """Yield, for each position, the words that differ from `word` only there, in alphabetical order."""
        for position, letters in enumerate(self.letters):
            head = word[:position]
            tail = word[position + 1 :]
            strings = [head + letter + tail for letter in letters]  # some are no words
            yield [string for string in strings if string in self.words and string != word]

    def of(self, word: str) -> list[str]:
        """Return the words that differ from `word` in one position."""
        if word not in self._near:
            self._near[word] = [other for words in self.by_position(word) for other in words]
        return self._near[word]

    def nearer(self, word: str, to_end: Distances) -> list[str]:
        """Return the neighbours of a word that are one step nearer to the end of a ladder."""
        return [other for other in self.of(word) if to_end.get(other) == to_end[word] - 1]

    def find_all(self) -> None:
        """Find the neighbours of all words, and keep them for `of`: by families, far quicker than word by word."""
        self._near = {word: [] for word in self.words}
        for families in find_families_by_position(self.words, alphabet=self.dictionary.alphabet):
            for words in families.values():
                if len(words) == 1:  # no other word differs from it at this position only
                    continue
                for word in words:
                    self._near[word] += [other for other in words if other != word]

    def spread(self, distances: Distances, frontier: list[str]) -> list[str]:
        """Return the words one step beyond `frontier` that were not reached before, and note their `distances`.

        The frontier has one word or more, all at the same distance.
        """
        steps = distances[frontier[0]] + 1
        beyond = []
        for word in frontier:
            for other in self.of(word):
                if other not in distances:
                    distances[other] = steps
                    beyond.append(other)
        return beyond

    def reach(self, start: str) -> Distances:
        """Return the words that ladders reach from `start`, nearest first, each with its number of steps.

        `start` itself is the first, with 0 steps.
        """
        distances = {start: 0}
        frontier = [start]
        while frontier:
            frontier = self.spread(distances, frontier)
        return distances


def find_steps_to_end(neighbours: Neighbours, start: str, end: str) -> Distances:
    """Return, for each word that is on a shortest ladder, how many steps it is from the end.

    Two searches, one from the start and one from the end, go on until they meet. By then the search from the end knows
    how far from the end the words are that it reached. From the words where the two meet, it then goes only to words
    that are one step nearer to the start, which are one step farther from the end. Other words near the end are
    returned too. If there is no ladder, `start` is not among the words.

    >>> words = {word: (word,) for word in ("COLD", "CORD", "WORD", "WARD")}
    >>> steps = find_steps_to_end(Neighbours(Dictionary("ours", {4: words}), 4), "COLD", "WARD")
    >>> sorted(steps.items(), key=lambda word_and_steps: word_and_steps[1])
    [('WARD', 0), ('WORD', 1), ('CORD', 2), ('COLD', 3)]
    """
    from_start = {start: 0}
    to_end = {end: 0}
    on_the_way = meet(neighbours, from_start, to_end)  # this also fills in both dictionaries
    for word in on_the_way:  # the list grows in the loop
        for other in neighbours.of(word):
            is_nearer_to_start = from_start.get(other) == from_start[word] - 1
            if is_nearer_to_start and other not in to_end:
                to_end[other] = to_end[word] + 1
                on_the_way.append(other)
    return to_end


def meet(neighbours: Neighbours, forwards: Distances, backwards: Distances) -> list[str]:
    """Return the words where the searches from both ends meet, sorted; an empty list when there is no ladder.

    `forwards` has only the start, `backwards` only the end, both with the distance 0. The search that has reached fewer
    words takes the next step, and notes in its dictionary the distances of the words that it reaches. Both searches
    stop once there are words that both have reached: all these words are on shortest ladders.
    """
    last_forwards = list(forwards)  # the words that each search reached in its last step
    last_backwards = list(backwards)
    while last_forwards and last_backwards:
        common = forwards.keys() & backwards.keys()
        if common:
            return sorted(common)
        if len(forwards) <= len(backwards):
            last_forwards = neighbours.spread(forwards, last_forwards)
        else:
            last_backwards = neighbours.spread(backwards, last_backwards)
    return []


def list_ladders(neighbours: Neighbours, start: str, to_end: Distances, most: int) -> tuple[tuple[str, ...], ...]:
    """Return the first shortest ladders in alphabetical order, at most `most` of them.

    `to_end` has the number of steps to the end for each word on the way, and `start` is one of these words. Ladders
    grow step by step, always nearer to the end. At each step only the first `most` beginnings of ladders are kept:
    since each beginning leads to the end, the first `most` ladders have these beginnings.
    """
    ladders: list[tuple[str, ...]] = [(start,)]  # they grow by a word in each step
    for _step in range(to_end[start]):
        longer: list[tuple[str, ...]] = []
        for ladder in ladders:
            nearer = neighbours.nearer(ladder[-1], to_end)
            for word in sort_words(nearer, neighbours.dictionary.alphabet):
                longer.append((*ladder, word))
            if len(longer) >= most:
                break
        ladders = longer[:most]
    return tuple(ladders)


def count_ladders(neighbours: Neighbours, start: str, to_end: Distances) -> int:
    """Return how many shortest ladders lead from `start` to the end; there must be one.

    `to_end` has, for each word on such a ladder, how many steps it is from the end.
    """
    ways = Counter([start])  # how many ladders lead from the start to each word that a step reaches
    for _step in range(to_end[start]):
        ways_after = Counter[str]()
        for word, count in ways.items():
            for other in neighbours.nearer(word, to_end):
                ways_after[other] += count
        ways = ways_after
    return ways.total()


def describe_missing_ladder(neighbours: Neighbours, start: str, end: str) -> Ladders:
    """Return the result where there is no ladder: what the start and the end reach, and the gap between the two."""
    from_start = neighbours.reach(start)
    from_end = neighbours.reach(end)
    return Ladders(
        start=start,
        end=end,
        steps=None,
        count=0,
        complete=True,  # all ladders are listed: there is none
        ladders=(),
        nearest=find_nearest(from_start, end),
        alone=tuple(word for word in (start, end) if not neighbours.of(word)),
        reached=(len(from_start), len(from_end)),
        gap=find_gap(from_start, from_end),
    )


def find_nearest(from_start: Distances, end: str) -> tuple[ReachableWord, ...]:
    """Return the reachable words that differ least from the end, at most `MAX_NEAREST`.

    `from_start` has all words that can be reached, the start among them, each with its number of steps. Of words that
    differ equally, the first by the alphabet are taken. The words taken are returned in the order of how much they
    differ; of words that differ equally, those reached in fewer steps come first.
    """

    def rank(word: str) -> tuple[int, str]:
        return count_differences(word, end), word

    nearest = []
    for word in nsmallest(MAX_NEAREST, from_start, key=rank):
        nearest.append(ReachableWord(word, count_differences(word, end), from_start[word]))
    return tuple(sorted(nearest, key=lambda near: (near.differs, near.steps, near.word)))


def find_gap(from_start: Distances, from_end: Distances) -> Gap | None:
    """Return the two words that differ least, one reached from each end; None for more than `MAX_GAP_PAIRS` pairs.

    `from_start` and `from_end` have the words that ladders reach from the start and from the end. Of pairs that differ
    equally, the first by the alphabet is taken.
    """
    if len(from_start) * len(from_end) > MAX_GAP_PAIRS:
        return None
    pairs = product(from_start, from_end)
    near_start, near_end = min(pairs, key=lambda pair: (count_differences(*pair), pair))
    return Gap(near_start, near_end, count_differences(near_start, near_end))


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
    dictionary: Dictionary,
    length: int,
    on_visited: Callable[[int], object] | None = None,
    most_visited: int = MAX_VISITED,
) -> ListFigures:
    """Return the figures of the one-letter-apart graph of the words of one length.

    The search for the longest ladder ends once `most_visited` words were visited; a word counts again each time that it
    is visited. To show progress, `on_visited` is called with the number of words just visited. Raises
    `DictionaryEmptyError` or `TooManyWordsError`.

    >>> words = ("COLD", "CORD", "WORD", "WARD", "LAMP")
    >>> figures = measure_islands(Dictionary("ours", {4: {word: (word,) for word in words}}), 4)
    >>> figures.pairs, figures.sizes, figures.longest.ladder
    (3, {1: 1, 4: 1}, ('COLD', 'CORD', 'WORD', 'WARD'))
    """
    neighbours = Neighbours(dictionary, length)
    neighbours.find_all()
    islands = find_islands(neighbours)
    sizes = dict(sorted(Counter(map(len, islands)).items()))
    start, end, proven = find_farthest(neighbours, islands, on_visited, most_visited)
    longest = None
    if start:  # it is empty where no ladder was found
        first, last = sorted((start, end))  # either may be the start of the ladder
        [ladder] = find_ladders(first, last, dictionary).ladders  # one of the shortest between the two
        longest = LongestLadder(len(ladder) - 1, ladder, proven)
    return ListFigures(
        dictionary=dictionary.name,
        length=length,
        words=len(neighbours.words),
        pairs=sum(len(neighbours.of(word)) for word in neighbours.words) // 2,  # each pair is counted from both words
        alone=sizes.get(1, 0),
        islands=len(islands),
        largest=max(sizes, default=0),
        sizes=sizes,
        longest=longest,
    )


def find_islands(neighbours: Neighbours) -> list[list[str]]:
    """Return the islands, the largest first; a word without neighbours is an island by itself."""
    islands: list[list[str]] = []
    seen: set[str] = set()
    for word in neighbours.words:
        if word not in seen:
            island = list(neighbours.reach(word))
            islands.append(island)
            seen.update(island)
    return sorted(islands, key=len, reverse=True)


class _FarthestPair(NamedTuple):
    """The two ends of the longest of the shortest ladders found so far."""

    steps: int = 0
    start: str = ""  #: Empty before any ladder was found, as `end` is.
    end: str = ""


def find_farthest(
    neighbours: Neighbours, islands: list[list[str]], on_visited: Callable[[int], object] | None, most_visited: int
) -> tuple[str, str, bool]:
    """Return the two ends of the longest of all shortest ladders, and whether it is proven to be the longest.

    Both ends are empty if no two words are one letter apart, or if nothing may be visited. The largest of `islands`
    must come first. `on_visited` and `most_visited` are as in `measure_islands`.
    """
    farthest = _FarthestPair()
    remaining = most_visited
    proven = True
    for island in islands:
        most_steps = len(island) - 1
        if most_steps <= farthest.steps:  # this island has too few words for a longer ladder, and so have all after it
            break
        farthest, visited, is_complete = _search_island(
            neighbours, island, farthest, on_visited, most_visited=remaining
        )
        remaining -= visited
        proven = proven and is_complete
    return farthest.start, farthest.end, proven


def _search_island(
    neighbours: Neighbours,
    island: list[str],
    farthest: _FarthestPair,
    on_visited: Callable[[int], object] | None,
    most_visited: int,
) -> tuple[_FarthestPair, int, bool]:
    """Return two words of an island that are farthest apart, how many words were visited, and whether all was searched.

    `farthest` is the farthest pair of the islands searched before: it is returned if no two words of this island are
    farther apart. If `most_visited` words are visited before the end, not all is searched. Each search from a word
    visits all words of the island, and `on_visited` is called with their number.

    A search from every word would take too long. Words that cannot be the end of a longer ladder than the longest found
    are left out (see `ReachBounds`). Of the other words, the most central and the remotest are searched from in turn: a
    search from a central word leaves out the most words, a search from a remote word finds long ladders.
    """
    bounds = ReachBounds(island)
    ways_to_choose = cycle((bounds.find_most_central, bounds.find_remotest))
    visited = 0
    possible_ends = island  # the words that may be the end of a longer ladder
    while possible_ends:
        if visited >= most_visited:
            return farthest, visited, False
        choose = next(ways_to_choose)
        word = choose(possible_ends)
        distances = neighbours.reach(word)
        other_end = max(distances, key=distances.__getitem__)
        if distances[other_end] > farthest.steps:
            farthest = _FarthestPair(distances[other_end], word, other_end)
        bounds.tighten(word, distances)
        possible_ends = [end for end in possible_ends if bounds.most[end] > farthest.steps]
        visited += len(island)
        if on_visited is not None:
            on_visited(len(island))
    return farthest, visited, True


class ReachBounds:
    """For each word of an island, the least and the most steps that the farthest word from it may be away.

    One search says something about all words of the island (F. W. Takes and W. A. Kosters, *Determining the diameter of
    small world networks*, CIKM 2011). If the farthest word from RAGE is 7 steps away, then from a word 2 steps from
    RAGE the farthest is at least 7 - 2 = 5 steps away, and at most 7 + 2 = 9.
    """

    def __init__(self, island: list[str]) -> None:
        """Set the bounds before any search: no word is more steps away than there are other words."""
        self.least = dict.fromkeys(island, 0)
        self.most = dict.fromkeys(island, len(island) - 1)

    def find_most_central(self, words: list[str]) -> str:
        return min(words, key=self.least.__getitem__)

    def find_remotest(self, words: list[str]) -> str:
        return max(words, key=self.most.__getitem__)

    def tighten(self, word: str, distances: Distances) -> None:
        """Tighten the bounds of all words of the island by a search from `word`, which found their `distances`.

        The farthest word from `word` is `reach` steps away. From another word, `steps` away from `word`, the farthest
        word is at most ``reach + steps`` steps away. It is at least ``reach - steps`` steps away, and at least `steps`,
        since `word` is so far away. For `word` itself, with no steps, both bounds become `reach`.
        """
        reach = max(distances.values())
        for other, steps in distances.items():
            self.least[other] = max(self.least[other], steps, reach - steps)
            self.most[other] = min(self.most[other], reach + steps)

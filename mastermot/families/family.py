"""Families: the words that differ in one position only, written as a pattern such as ``RA?E``.

In the graph of the words one letter apart a family is a maximal clique. Jean Forget, who observed that families make
word games long, calls it so (github.com/jforget/perl5-decodeur-Mastermind). One pass over the words finds all of them:
open each position of each word once, and put the words with the same pattern together. Words are folded by the letters
of an `alphabet`, that of their dictionary; if None, by A to Z.

>>> words = ["RACE", "RAGE", "RARE", "RITE"]
>>> [family] = sort_families(find_families(words))
>>> family
Family(pattern='RA?E', words=('RACE', 'RAGE', 'RARE'))

An acceleration word is played only to split a family, so it has several of the letters in which the words differ. GARS
has a G, which gets a white if the secret is RAGE, and an R in the third position, which gets a black if the secret is
RARE. If the secret is RACE, GARS gets neither of these two marks:

>>> [BLACK_WHITE.mark("GARS", word).text for word in family.words]
['XO', 'XOO', 'XX']
>>> find_separated_words("GARS", family)
('RAGE', 'RARE')
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mastermot.errors import read_whole
from mastermot.families.errors import TooManyWordsError
from mastermot.rules import BLACK_WHITE, Rule
from mastermot.words.folding import fold_symbols

OPEN = "?"  #: How the open position of a pattern is written.
MAX_FAMILY_WORDS = 500_000  #: The most words whose families are looked for: they take some four seconds and 600 MB.

WordsByPattern = dict[str, tuple[str, ...]]  #: For each pattern, the words that have it, in the order of the list.


@dataclass(frozen=True, slots=True)
class Family:
    """Words that differ in one position only."""

    pattern: str  #: The family as a pattern: RA?E.
    words: tuple[str, ...]  #: In the order of the list.

    @property
    def size(self) -> int:
        """The number of words."""
        return len(self.words)


def list_patterns(word: str, alphabet: str | None = None) -> Iterator[str]:
    """Yield the patterns of a word, one for each position that can be open, the first position first.

    The word is folded. Raises `NotAWordError`.

    >>> list(list_patterns("raie"))
    ['?AIE', 'R?IE', 'RA?E', 'RAI?']
    """
    folded = fold_symbols(word, alphabet)
    for position in range(len(folded)):
        yield open_position(folded, position)


def open_position(word: str, position: int) -> str:
    """Return the pattern of a word that is open at this position, counted from 0."""
    return word[:position] + OPEN + word[position + 1 :]


def find_families(
    words: Iterable[str], on_position: Callable[[int], object] | None = None, alphabet: str | None = None
) -> WordsByPattern:
    """Return every pattern of the words with the words that have it, in their order.

    Patterns that only one word has are returned too. The words must all be different; they may have several lengths.
    They are folded by the alphabet; digits and empty holes stay as they are. To show progress, `on_position` is called
    after each position, with the number of all words. Raises `NotAWordError` or `TooManyWordsError`.
    `find_families_plainly` does the same in four lines, without limits.

    >>> find_families(["RACE", "RATE", "rite"])["R?TE"]
    ('RATE', 'RITE')
    """
    by_pattern: WordsByPattern = {}
    for at_position in find_families_by_position(words, on_position, alphabet):
        by_pattern |= at_position
    return by_pattern


def find_families_by_position(
    words: Iterable[str], on_position: Callable[[int], object] | None = None, alphabet: str | None = None
) -> Iterator[WordsByPattern]:
    """Yield the families of `find_families` in parts: those with the first position open, then the second, and so on.

    A caller that needs only one position at a time takes much less memory. The arguments, and the errors that are
    raised, are those of `find_families`.

    >>> for at_position in find_families_by_position(["RACE", "RATE", "RITE"]):
    ...     print(*at_position)
    ?ACE ?ATE ?ITE
    R?CE R?TE
    RA?E RI?E
    RAC? RAT? RIT?
    """
    folded = [fold_symbols(word, alphabet) for word in words]
    if len(folded) > MAX_FAMILY_WORDS:
        raise TooManyWordsError(count=len(folded), limit=MAX_FAMILY_WORDS)
    longest = max(map(len, folded), default=0)
    for position in range(longest):
        by_pattern: WordsByPattern = {}
        get_words = by_pattern.get  # the method is looked up once, not once for each word
        for word in folded:
            if position < len(word):  # words may have several lengths
                pattern = word[:position] + OPEN + word[position + 1 :]  # `open_position`, without a call
                # a tuple is made anew for each word, but most patterns have only one word; and Python's garbage
                # collector soon stops looking at tuples of strings, unlike lists
                by_pattern[pattern] = (*get_words(pattern, ()), word)
        if on_position is not None:
            on_position(len(folded))
        yield by_pattern


def find_families_plainly(words: Sequence[str]) -> dict[str, list[str]]:
    """Return every pattern of folded words with the words that have it, in their order.

    This is the plain version of `find_families`: the tests compare the two.

    >>> find_families_plainly(["RACE", "RATE"])["RA?E"]
    ['RACE', 'RATE']
    """
    by_pattern = defaultdict(list)
    for word in words:
        for pattern in list_patterns(word):
            by_pattern[pattern].append(word)
    return dict(by_pattern)


def count_sizes(by_pattern: Mapping[str, Sequence[str]]) -> dict[int, int]:
    """Return how many patterns have one word, two words, and so on, up to the size of the largest family.

    >>> count_sizes({"RA?E": ("RACE", "RAGE", "RARE"), "?ACE": ("RACE",), "R?CE": ("RACE",)})
    {1: 2, 2: 0, 3: 1}
    """
    sizes = Counter(len(words) for words in by_pattern.values())
    return make_histogram(sizes)


def make_histogram(sizes: Mapping[int, int]) -> dict[int, int]:
    """Return the counts of `sizes`, for every size from 1 to the largest: a size that `sizes` lacks has the count 0.

    >>> make_histogram({3: 1, 1: 2})
    {1: 2, 2: 0, 3: 1}
    """
    most = max(sizes, default=0)
    return {size: sizes.get(size, 0) for size in range(1, most + 1)}


def sort_families(by_pattern: Mapping[str, tuple[str, ...]], least: int = 2) -> list[Family]:
    """Return the families of at least `least` words, the largest first, then by pattern."""
    families = []
    for pattern, words in by_pattern.items():
        if len(words) >= least:
            families.append(Family(pattern, words))
    return sorted(families, key=lambda family: (-family.size, family.pattern))


def find_families_of_word(
    word: str, found: Mapping[str, tuple[str, ...]], least: int = 2, alphabet: str | None = None
) -> list[Family]:
    """Return the families that a word belongs to, the largest first, then by pattern.

    `found` is the result of `find_families` for a list; families of fewer than `least` words are left out. Raises
    `NotAWordError`, and `WrongKindError` for a `least` that is no whole number, or is below 0. A word that is not in
    the list gets the families that it would belong to, without itself:

    >>> find_families_of_word("RAVE", find_families(["RACE", "RATE", "PION"]))
    [Family(pattern='RA?E', words=('RACE', 'RATE'))]
    """
    least = read_whole("least", least, 0)
    of_word = {pattern: found.get(pattern, ()) for pattern in list_patterns(word, alphabet)}
    return sort_families(of_word, least)


def choose_least_size(sizes: Mapping[int, int], most: int) -> int:
    """Return the fewest words, 2 or more, that a listed family must have so that at most `most` families are listed.

    `sizes` says how many families there are of each size. If even the largest families are more than `most`, their size
    is returned. Forty families have 2 words, none has 3 to 7, two have 8, one has 9. There is room for three families:
    those of 8 and 9 words are listed, and so are all that have 3 words or more.

    >>> choose_least_size({2: 40, 8: 2, 9: 1}, most=3)
    3
    """
    least = max([2, *sizes])
    listed = sizes.get(least, 0)
    while least > 2:
        listed += sizes.get(least - 1, 0)  # the families listed, if those of one word less are listed too
        if listed > most:
            break
        least -= 1
    return least


def find_separated_words(
    accelerator: str, family: Family, rule: Rule = BLACK_WHITE, alphabet: str | None = None
) -> tuple[str, ...]:
    """Return the words of the family that the accelerator tells from the rest of the family.

    The usual marks are those that the accelerator gets if the secret is the pattern itself, whose ``?`` is like no
    letter. A word is separated if its letter at the open position changes these marks.

    >>> family = Family("RA?E", tuple("RACE RADE RAGE RAME RAPE RARE RASE RATE RAYE".split()))
    >>> find_separated_words("GARS", family)
    ('RAGE', 'RARE', 'RASE')
    """
    usual = rule.mark(accelerator, family.pattern, alphabet)
    return tuple(word for word in family.words if rule.mark(accelerator, word, alphabet) != usual)


def star_separated_words(
    accelerator: str, family: Family, rule: Rule = BLACK_WHITE, alphabet: str | None = None
) -> str:
    """Return the words of the family on one line, a star on both sides of those that the accelerator separates.

    >>> star_separated_words("GARS", Family("RA?E", ("RACE", "RAGE", "RARE")))
    'RACE *RAGE* *RARE*'
    """
    separated = set(find_separated_words(accelerator, family, rule, alphabet))
    return " ".join(f"*{word}*" if word in separated else word for word in family.words)

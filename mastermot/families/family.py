"""Families: the words that differ in one position only, written as a pattern such as ``RA?E``.

In the graph of the words one letter apart a family is a maximal clique. Jean Forget, who observed that families make
word games long, calls it so (github.com/jforget/perl5-decodeur-Mastermind). One pass over the words finds all of them:
open each position of each word once, and put the words with the same pattern together.

>>> words = ["RACE", "RAGE", "RARE", "RITE"]
>>> [family] = sort_families(find_families(words))
>>> family
Family(pattern='RA?E', words=('RACE', 'RAGE', 'RARE'))

A word that is played only to split a family, an acceleration word, has several of its letters. GARS has the G of RAGE,
which is worth a white there, and the R of RARE, whose second R stands where GARS has it. RACE gets the marks of every
other word of the family:

>>> [BLACK_WHITE.mark("GARS", word).text for word in family.words]
['XO', 'XOO', 'XX']
>>> find_separated_words("GARS", family)
('RAGE', 'RARE')
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mastermot.families.errors import TooManyWordsError
from mastermot.rules import BLACK_WHITE, Rule
from mastermot.words.folding import fold_symbols

OPEN = "?"  #: How the open position of a pattern is written.
MAX_FAMILY_WORDS = 500_000  #: Words whose families are found at most: some four seconds and 600 MB.

WordsByPattern = dict[str, tuple[str, ...]]  #: The words that have a pattern, by the pattern, in the order of the list.


@dataclass(frozen=True, slots=True)
class Family:
    """Words that differ in one position only, in the order of the list."""

    pattern: str  #: The family as a pattern: RA?E.
    words: tuple[str, ...]  #: In the order of the list.

    @property
    def size(self) -> int:
        """The number of words."""
        return len(self.words)


def list_patterns(word: str, alphabet: str | None = None) -> Iterator[str]:
    """Yield the patterns of a word, which is folded, one a position, the first position open first.

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
    """Return every pattern of the words with the words that have it, in their order; those with one word too.

    `words` are all different; they may have several lengths, and are folded by the alphabet; digits and empty holes
    stay. `on_position` is called with the number of words just looked at, each at one position. Raises
    `TooManyWordsError`. `find_families_plainly` is the same in four lines, without bounds.

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
    """Yield what `find_families` returns, position by position: who needs no more than that takes much less memory.

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
        get_words = by_pattern.get  # looked up once, not once a word
        for word in folded:
            if position < len(word):
                pattern = word[:position] + OPEN + word[position + 1 :]
                # most patterns have one word, and tuples of strings cost the garbage collector nothing
                by_pattern[pattern] = (*get_words(pattern, ()), word)
        if on_position is not None:
            on_position(len(folded))
        yield by_pattern


def find_families_plainly(words: Sequence[str]) -> dict[str, list[str]]:
    """Return what `find_families` returns for folded words: the plain version, which the tests compare with it.

    >>> find_families_plainly(["RACE", "RATE"])["RA?E"]
    ['RACE', 'RATE']
    """
    by_pattern = defaultdict(list)
    for word in words:
        for pattern in list_patterns(word):
            by_pattern[pattern].append(word)
    return dict(by_pattern)


def count_sizes(by_pattern: Mapping[str, Sequence[str]]) -> dict[int, int]:
    """Return how many patterns have each number of words, from 1 to the most, those of one word included.

    >>> count_sizes({"RA?E": ("RACE", "RAGE", "RARE"), "?ACE": ("RACE",), "R?CE": ("RACE",)})
    {1: 2, 2: 0, 3: 1}
    """
    sizes = Counter(len(words) for words in by_pattern.values())
    return make_histogram(sizes)


def make_histogram(sizes: Mapping[int, int]) -> dict[int, int]:
    """Return how many there are of each size, from 1 to the most: 0 for sizes that none has."""
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

    `found` is what `find_families` returned. A word that is not in that list gets the families that it would belong to:

    >>> find_families_of_word("RAVE", find_families(["RACE", "RATE", "PION"]))
    [Family(pattern='RA?E', words=('RACE', 'RATE'))]
    """
    of_word = {pattern: found.get(pattern, ()) for pattern in list_patterns(word, alphabet)}
    return sort_families(of_word, least)


def choose_least_size(sizes: Mapping[int, int], most: int) -> int:
    """Return the least size, 2 or more, so that at most `most` families have it or more; the largest where none does.

    One family has 9 words, two have 8 and forty have 2, of which a screen shows three:

    >>> choose_least_size({2: 40, 8: 2, 9: 1}, most=3)
    3
    """
    least = max([2, *sizes])
    shown = sizes.get(least, 0)
    while least > 2 and shown + sizes.get(least - 1, 0) <= most:
        least -= 1
        shown += sizes.get(least, 0)
    return least


def find_separated_words(
    accelerator: str, family: Family, rule: Rule = BLACK_WHITE, alphabet: str | None = None
) -> tuple[str, ...]:
    """Return the words of the family that the accelerator tells from the rest: those with a star in a file.

    The accelerator gets certain marks from the pattern itself, whose ``?`` matches no letter. It gets the same from
    each word of the family unless the word's letter at the open position changes them: those words are separated.

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

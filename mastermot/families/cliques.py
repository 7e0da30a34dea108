"""Word families: the words that differ in one position only, written ``RA?E``.

They are the cliques of the graph of words one letter apart; `docs/how-it-works.md` says why one pass finds them all.
That they make word games long is Jean Forget's observation (github.com/jforget/perl5-decodeur-Mastermind).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mastermot.families.errors import TooManyWordsError
from mastermot.rules import BLACK_WHITE, Rule
from mastermot.words.folding import fold_symbols

OPEN = "?"  #: How the open position of a pattern is written.
MAX_FAMILY_WORDS = 500_000  #: Words whose families are found at most: some four seconds and 600 MB.


@dataclass(frozen=True, slots=True)
class Family:
    """Words that differ in one position only, in the order of the list."""

    pattern: str  #: The family as a pattern: RA?E.
    words: tuple[str, ...]  #: The words.

    @property
    def size(self) -> int:
        """The number of words."""
        return len(self.words)


def patterns(word: str, alphabet: str | None = None) -> Iterator[str]:
    """Yield the patterns of a word, which is folded, one a position, the first position open first.

    >>> list(patterns("raie"))
    ['?AIE', 'R?IE', 'RA?E', 'RAI?']
    """
    folded = fold_symbols(word, alphabet)
    for place in range(len(folded)):
        yield f"{folded[:place]}{OPEN}{folded[place + 1 :]}"


def families(
    words: Iterable[str], on_position: Callable[[int], object] | None = None, alphabet: str | None = None
) -> dict[str, tuple[str, ...]]:
    """Return every pattern of the words with the words that have it, in their order; those with one word too.

    `words` are all different; they may have several lengths, and are folded by the alphabet; digits and empty holes
    stay. `on_position` is called with the number of words just looked at, each at one position. Raises
    `TooManyWordsError`.

    >>> families(["RACE", "RATE", "rite"])["R?TE"]
    ('RATE', 'RITE')
    """
    by_pattern: dict[str, tuple[str, ...]] = {}
    for found in families_by_position(words, on_position, alphabet):
        by_pattern |= found
    return by_pattern


def families_by_position(
    words: Iterable[str], on_position: Callable[[int], object] | None = None, alphabet: str | None = None
) -> Iterator[dict[str, tuple[str, ...]]]:
    """Yield what `families` returns, position by position: who needs no more than that takes much less memory.

    >>> [len(found) for found in families_by_position(["RACE", "RATE", "RITE"])]
    [3, 2, 2, 3]
    """
    listed = [fold_symbols(word, alphabet) for word in words]
    if len(listed) > MAX_FAMILY_WORDS:
        raise TooManyWordsError(count=len(listed), limit=MAX_FAMILY_WORDS)
    for place in range(max(map(len, listed), default=0)):
        found: dict[str, tuple[str, ...]] = {}
        known = found.get
        for word in listed:
            if place < len(word):
                pattern = word[:place] + OPEN + word[place + 1 :]
                # most patterns have one word, and tuples of texts cost the garbage collector nothing
                found[pattern] = (*known(pattern, ()), word)
        if on_position is not None:
            on_position(len(listed))
        yield found


def histogram(found: Mapping[str, Sequence[str]]) -> dict[int, int]:
    """Return how many patterns have each number of words, from 1 to the most, those of one word included."""
    return fill_histogram(Counter(map(len, found.values())))


def fill_histogram(sizes: Mapping[int, int]) -> dict[int, int]:
    """Return how many there are of each size, from 1 to the most: 0 for sizes that none has."""
    return {size: sizes.get(size, 0) for size in range(1, max(sizes, default=0) + 1)}


def largest_first(found: Mapping[str, tuple[str, ...]], least: int = 2) -> list[Family]:
    """Return the families of at least `least` words, the largest first, then by pattern."""
    kept = [Family(pattern, words) for pattern, words in found.items() if len(words) >= least]
    return sorted(kept, key=lambda family: (-family.size, family.pattern))


def of_word(
    word: str, found: Mapping[str, tuple[str, ...]], least: int = 2, alphabet: str | None = None
) -> list[Family]:
    """Return the families that a word belongs to, or would belong to without it, the largest first, then by pattern."""
    return largest_first({pattern: found.get(pattern, ()) for pattern in patterns(word, alphabet)}, least)


def readable_size(sizes: Mapping[int, int], most: int) -> int:
    """Return the least size, 2 or more, of which there are at most `most` families; the largest size when none fits."""
    largest = max([2, *sizes])
    fits = (size for size in range(2, largest) if sum(sizes.get(one, 0) for one in range(size, largest + 1)) <= most)
    return next(fits, largest)


def separated(
    accelerator: str, family: Family, rule: Rule = BLACK_WHITE, alphabet: str | None = None
) -> tuple[str, ...]:
    """Return the words of the family that the accelerator tells from the rest: those with a star in a file.

    What an accelerator gets from a pattern is what it gets from all words of the family whose letter at the open
    position it does not use. A word is separated when its own letter there changes these marks. GARS gets ``XO`` from
    RA?E; the G of RAGE and the S of RASE add a white, the R of RARE turns a white into a black:

    >>> family = Family("RA?E", tuple("RACE RADE RAGE RAME RAPE RARE RASE RATE RAYE".split()))
    >>> separated("GARS", family)
    ('RAGE', 'RARE', 'RASE')
    """
    usual = rule.mark(accelerator, family.pattern, alphabet)
    return tuple(word for word in family.words if rule.mark(accelerator, word, alphabet) != usual)


def starred(accelerator: str, family: Family, rule: Rule = BLACK_WHITE, alphabet: str | None = None) -> str:
    """Return the words of the family on one line, a star on both sides of those that the accelerator separates."""
    marked = set(separated(accelerator, family, rule, alphabet))
    return " ".join(f"*{word}*" if word in marked else word for word in family.words)

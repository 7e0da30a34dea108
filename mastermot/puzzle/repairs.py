"""Repairs of a puzzle: the one mistake that would explain why no dictionary word fits.

`docs/how-it-works.md` says which mistakes are looked for, and how words are found. If no word fits, strings of column
letters may: at each position they have a letter that some clue has there. They come from the prefix solver: the clue to
change is left out, and each column gets a wildcard, which stands for all letters that no other clue shows there. So the
solver works once for each clue, and `_replace_wildcards` compares its strings with every change.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import compress
from typing import NamedTuple

from mastermot.puzzle.clues import Clue, Puzzle
from mastermot.puzzle.errors import TooManyPrefixesError
from mastermot.puzzle.prefixes import list_strings
from mastermot.words.dictionaries import Dictionary, list_common_words

MAX_REPAIRS = 100  #: The most repairs listed, best first.
MAX_REPAIR_SOLUTIONS = 20  #: The most solutions listed for one repair.
MAX_REPAIR_PREFIXES = 5_000  #: The most prefixes kept with one clue left out; if there are more, only words are tried.
MAX_STRINGS = 500  #: The most strings that fit with one clue left out; if there are more, only words are tried.
MAX_SUGGESTIONS = 3  #: The most near words named for a clue word that the dictionary lacks.

KEYBOARDS = ("AZERTYUIOP", "QSDFGHJKLM", "WXCVBN", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")  #: Rows of keys.

_WILD = "*"


class WordSets:
    """The words of one length of a dictionary; sets of them are integers, bit 0 for the first word."""

    def __init__(self, dictionary: Dictionary, length: int) -> None:
        self.dictionary = dictionary
        self.length = length
        self.words = dictionary.of_length(length)
        self.everything = (1 << len(self.words)) - 1  #: The set of all words.

    def find_marked(self, word: str, marks: int) -> int:
        """Return the set of words that have exactly `marks` letters of `word` in place.

        The letters in place are counted for all words at once, in binary: `digits` has, for each binary digit from the
        lowest on, the set of words whose count has a 1 there. RACE, RAGE and RITE have 3, 4 and 2 letters of RAGE in
        place, in binary 011, 100 and 010. So `digits` becomes the sets of RACE, of RACE and RITE, and of RAGE. A word
        with a count of 2 (010) is in the second of them alone:

        >>> words = {word: (word,) for word in ("RACE", "RAGE", "RITE")}
        >>> sets = WordSets(Dictionary("ours", {4: words}), length=4)
        >>> f"{sets.find_marked('RAGE', marks=2):03b}"  # from right to left
        '100'
        """
        digits = [0] * self.length.bit_length()
        for position, letter in enumerate(word):
            carried = self.dictionary.having(self.length, position, letter)  # the words to whose counts 1 is added
            for number, words_with_one in enumerate(digits):
                digits[number] = words_with_one ^ carried
                carried &= words_with_one  # 1 and 1 is 10 in binary: 1 is added to the next digit
        words = self.everything  # those whose count has the same digits as `marks`, as far as these were compared
        for number, words_with_one in enumerate(digits):
            marks_have_one = marks >> number & 1
            words_with_zero = self.everything ^ words_with_one
            words &= words_with_one if marks_have_one else words_with_zero
        return words

    def find_fitting(self, puzzle: Puzzle) -> int:
        """Return the set of words that give every clue its marks, with any letters: no clue need show them."""
        words = self.everything
        for clue in puzzle.clues:
            words &= self.find_marked(clue.word, clue.marks)
        return words

    def find_inside(self, columns: Sequence[str]) -> int:
        """Return the set of words that have at each position a letter of its column; `columns` has one for each."""
        words = self.everything
        for position, column in enumerate(columns):
            with_letter_of_column = 0
            for letter in column:
                with_letter_of_column |= self.dictionary.having(self.length, position, letter)
            words &= with_letter_of_column
        return words

    def pick(self, bits: int) -> list[str]:
        """Return the words of a set, in order; `bits` is the set, with bit 0 for the first word."""
        digits = bin(bits)[2:]
        from_first_word = digits[::-1]  # the last digit is bit 0, the first word's
        # `compress` keeps the words whose flag is not 0; this way of making the flags is the quickest
        flags = from_first_word.encode().translate(bytes.maketrans(b"01", b"\0\1"))
        return list(compress(self.words, flags))

    def find_differing(self, word: str, letters: int) -> list[str]:
        """Return the words that differ from `word` in exactly so many `letters`, in order."""
        return self.pick(self.find_marked(word, self.length - letters))

    def find_exchanged(self, word: str) -> list[str]:
        """Return the words of the dictionary that `word` becomes when two neighbouring letters are exchanged."""
        exchanged = []
        for index in range(len(word) - 1):
            before = word[:index]
            after = word[index + 2 :]
            other = before + word[index + 1] + word[index] + after
            if other != word and other in self.dictionary:
                exchanged.append(other)
        return exchanged


def find_words_outside(puzzle: Puzzle, dictionary: Dictionary) -> list[str]:
    """Return the dictionary words that fit every clue but use a letter that no clue shows in its column, in order."""
    sets = WordSets(dictionary, puzzle.length)
    return sets.pick(sets.find_fitting(puzzle) & ~sets.find_inside(puzzle.columns))


class Repair(NamedTuple):
    """One change of one clue, and what fits the puzzle then."""

    was: Clue  #: The clue as it is.
    now: Clue  #: The clue as it would be.
    solutions: tuple[str, ...]  #: The dictionary words that fit then, common ones first; else the strings that fit.
    known: bool  #: Whether `solutions` are dictionary words.
    common: int = 0  #: How many of the words that fit then are common; they come first in `solutions`.
    strings: int | None = None  #: How many strings of column letters fit then; None if they are too many to count.

    @property
    def word(self) -> str:
        """The one dictionary word that fits after this repair; empty when there is none, or several."""
        return self.solutions[0] if self.known and len(self.solutions) == 1 else ""


class UnknownWord(NamedTuple):
    """A clue whose word the dictionary lacks, with similar words of the dictionary."""

    clue: Clue  #: The clue.
    suggestions: tuple[str, ...]  #: Similar words, folded, the most similar first.
    spelled: tuple[str, ...]  #: The same words with their accents.


def find_unknown(puzzle: Puzzle, dictionary: Dictionary) -> tuple[UnknownWord, ...]:
    """Return the clue words that the dictionary lacks, each with at most `MAX_SUGGESTIONS` similar words.

    A similar word has two neighbouring letters exchanged, or one letter replaced. If there is no such word, and the
    word of the clue has more than three letters, words with two letters replaced are similar.
    """
    missing = [clue for clue in puzzle.clues if clue.word not in dictionary]
    if not missing:
        return ()
    sets = WordSets(dictionary, puzzle.length)
    common = list_common_words(dictionary.name, puzzle.length)
    unknown = []
    for clue in missing:
        typed = clue.word
        exchanged_or_differing = sets.find_exchanged(typed) + sets.find_differing(typed, 1)
        similar = list(dict.fromkeys(exchanged_or_differing))  # each once
        if not similar and len(typed) > 3:  # of three letters, only one would then be the same
            similar = sets.find_differing(typed, 2)
        # False sorts before True. So slips of the keys come first, then words with the same first letter; of words that
        # are equal in both, common ones come first
        similar.sort(key=lambda word: (not _is_slip(typed, word), word[0] != typed[0], word not in common))
        suggestions = tuple(similar[:MAX_SUGGESTIONS])
        spelled = tuple(dictionary.spellings(word)[0] for word in suggestions)
        unknown.append(UnknownWord(clue, suggestions, spelled))
    return tuple(unknown)


def find_repairs(puzzle: Puzzle, dictionary: Dictionary) -> tuple[Repair, ...]:
    """Return the changes of one clue after which something fits, best first, at most `MAX_REPAIRS`.

    They are looked for when no dictionary word fits a puzzle. A word is only changed to a dictionary word that no other
    clue has. The order was measured (``benchmarks/repairs.py``); `docs/how-it-works.md` describes it.
    """
    usual_marks = sum(clue.marks for clue in puzzle.clues) / len(puzzle.clues)
    repairs = _list_repairs(puzzle, dictionary)
    best_first = sorted(repairs, key=lambda repair: _rank_repair(repair, usual_marks, dictionary))
    return tuple(best_first[:MAX_REPAIRS])


def _rank_repair(repair: Repair, usual_marks: float, dictionary: Dictionary) -> tuple[object, ...]:
    """Return the rank of a repair: the best one has the lowest.

    What fits after the repair counts first, then what it changes. `usual_marks` is how many marks the clues of the
    puzzle have on average.
    """
    was = repair.was
    now = repair.now
    # False sorts before True: words are better than strings, one solution than several, common words than others, one
    # string than several
    rank_of_solutions = (not repair.known, len(repair.solutions) != 1, not repair.common, repair.strings != 1)
    # how much farther the marks are then from the usual ones
    strangeness = abs(now.marks - usual_marks) - abs(was.marks - usual_marks)
    marks_changed = abs(now.marks - was.marks)
    # repairs that are equal in all of this are ranked by the line of the clue, and then by the clue as it would be
    rank_of_clues = (strangeness, marks_changed, not _is_slip(was.word, now.word), was.line, now)
    return (*rank_of_solutions, _rank_kind(repair, dictionary), *rank_of_clues)


def _rank_kind(repair: Repair, dictionary: Dictionary) -> int:
    """Return the rank of a repair by what kind of change it is; the best kind has the lowest.

    0 is another word in place of one that the dictionary lacks, 1 is other marks, and 2 is another word in place of one
    that the dictionary has, since that was hardly mistyped.
    """
    if repair.was.word == repair.now.word:
        return 1
    return 2 if repair.was.word in dictionary else 0


def _list_repairs(puzzle: Puzzle, dictionary: Dictionary) -> Iterator[Repair]:
    """Yield every change of one clue after which a word or a string fits, clue by clue (`_list_repairs_of_clue`)."""
    clues = puzzle.clues
    sets = WordSets(dictionary, puzzle.length)
    puzzles_without_each = [Puzzle(clues[:index] + clues[index + 1 :]) for index in range(len(clues))]
    strings_without_each = _list_with_wildcards(puzzles_without_each, puzzle.length)
    too_many_strings = not strings_without_each  # if there are too many for one clue, none are listed for any clue
    for index, was in enumerate(clues):
        with_wildcards = None if too_many_strings else strings_without_each[index]
        yield from _list_repairs_of_clue(was, puzzles_without_each[index], with_wildcards, sets)


def _list_repairs_of_clue(
    was: Clue, others: Puzzle, with_wildcards: Sequence[str] | None, sets: WordSets
) -> Iterator[Repair]:
    """Yield every change of the clue `was` after which a word or a string fits it and the `others`.

    A word is one of the dictionary, and the clues with the change show all its letters. Only if no such word fits, the
    solutions are strings, without those that fitted before the change. `with_wildcards` are the strings that fit the
    others, with a wildcard for letters of the clue that is changed (see the top of this module); None if they are too
    many, so that only words are looked for.
    """
    length = sets.length
    columns = others.columns or ("",) * length  # the letters that the other clues show, if there are others
    clue_words = {was.word, *(clue.word for clue in others.clues)}
    common = list_common_words(sets.dictionary.name, length)
    words_fitting_others = sets.find_fitting(others)
    strings_before = _replace_wildcards(with_wildcards or (), was, columns)
    for now in _list_changes(was, clue_words, sets):
        columns_now = [column + letter for column, letter in zip(columns, now.word, strict=True)]
        words_fitting_all = words_fitting_others & sets.find_marked(now.word, now.marks)
        words = sets.pick(words_fitting_all & sets.find_inside(columns_now))
        words.sort(key=lambda word: word not in common)  # common words first
        strings = _replace_wildcards(with_wildcards or (), now, columns)
        new_strings = [string for string in strings if string not in strings_before]
        solutions = words or new_strings
        if not solutions:
            continue
        yield Repair(
            was,
            now,
            solutions=tuple(solutions[:MAX_REPAIR_SOLUTIONS]),
            known=bool(words),
            common=sum(word in common for word in words),
            strings=None if with_wildcards is None else len(strings),
        )


def _list_changes(was: Clue, clue_words: Collection[str], sets: WordSets) -> Iterator[Clue]:
    """Yield the clues that one mistake could have turned into `was`: with other marks, or with a similar word.

    All other numbers of marks are tried. Similar words are dictionary words with one letter replaced, or with two
    neighbouring letters exchanged. Those among `clue_words`, the words of the puzzle's clues, are left out.
    """
    for marks in range(sets.length + 1):
        if marks != was.marks:
            yield was._replace(marks=marks)
    similar_words = sets.find_differing(was.word, 1) + sets.find_exchanged(was.word)
    for word in similar_words:
        if word not in clue_words:
            yield was._replace(word=word, typed="")  # this word was not typed


def _list_with_wildcards(puzzles: Sequence[Puzzle], length: int) -> list[tuple[str, ...]]:
    """Return, for each puzzle, the strings of column letters and wildcards that fit it.

    `length` is that of their words. The whole list is empty if one of the puzzles has too many strings
    (`MAX_REPAIR_PREFIXES`, `MAX_STRINGS`).
    """
    strings_of_all = []
    for puzzle in puzzles:
        columns = puzzle.columns or ("",) * length  # without any clue, there are wildcards alone
        try:
            strings = list_strings(puzzle, [column + _WILD for column in columns], MAX_REPAIR_PREFIXES)
        except TooManyPrefixesError:
            return []
        if len(strings) > MAX_STRINGS:
            return []
        strings_of_all.append(strings)
    return strings_of_all


def _replace_wildcards(with_wildcards: Iterable[str], clue: Clue, columns: Sequence[str]) -> list[str]:
    """Return the strings that fit a clue when its letters are put in the place of wildcards, sorted.

    `with_wildcards` are the strings that fit the other clues, `columns` the letters that these show. A wildcard stays
    where the clue's letter is in the column, and its string is then left out: `with_wildcards` has the same string with
    that letter.

    >>> _replace_wildcards(["C*IN", "CO*N"], Clue("CRIN", 4, line=1), ["C", "O", "I", "N"])
    ['CRIN']
    """
    strings = []
    for string in with_wildcards:
        filled = ""
        for letter, own_letter, column in zip(string, clue.word, columns, strict=True):
            is_filled_in = letter == _WILD and own_letter not in column
            filled += own_letter if is_filled_in else letter
        if _WILD not in filled and clue.fits(filled):
            strings.append(filled)
    return sorted(strings)


def _is_slip(typed: str, meant: str) -> bool:
    """Return whether one word is easily typed for the other: two letters exchanged, or a neighbouring key hit.

    The same word twice is no slip.

    >>> _is_slip("PAUEM", "PAUME"), _is_slip("PAUMR", "PAUME"), _is_slip("PAUMX", "PAUME")
    (True, True, False)
    """
    differing = [letters for letters in zip(typed, meant, strict=True) if letters[0] != letters[1]]
    if len(differing) == 1:
        typed_letter, meant_letter = differing[0]
        keys = typed_letter + meant_letter
        return any(keys in row or keys[::-1] in row for row in KEYBOARDS)
    if len(differing) == 2:
        first, second = differing
        return first == second[::-1]  # the letters are exchanged
    return False

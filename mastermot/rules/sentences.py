"""Sentences about a guess, read as blacks and whites: “two digits are right, but only one is in its place”.

People write them of number locks, and of bulls and cows. What the words mean stands in the ``settings.json`` of each
language, under ``judged``; a sentence with any other word is not read.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from mastermot.words.folding import fold_or_empty
from mastermot.words.typed import Phrase, expand_phrases, number_words, read_settings

GROUPS = ("blacks", "whites", "right", "placed", "misplaced", "false", "every", "no", "another")
"""The groups of phrases by which sentences are read, as the settings name them: “in its place” is one of `placed`."""
IGNORED = ("symbols", "between_words")  #: What a sentence is about, and the words between those that count.
LONGEST_SENTENCE = 300  #: Characters of a sentence that are read at most.

_PIECE = re.compile(r"[^\W\d_]+|\d+")
_BETWEEN = re.compile(r"[\s,;:.!()'’´`&\-–—]*")

Counts = tuple[int, int]  #: Blacks and whites.


@dataclass
class Clause:
    """What is said of some symbols: how many, whether they are right, and where they stand."""

    number: int
    right: bool = False
    nothing: bool = False  #: Whether the number is said as “nothing”.
    false: bool = False  #: Whether they are said to be wrong.
    where: str = ""  #: ``placed`` or ``misplaced``, where it is said.


def read_sentence(text: str, length: int) -> list[Counts]:
    """Return the blacks and whites that a sentence in any language may mean, for a code of this length.

    The list has one pair if that is clear, several if it is not, none if it is no such sentence: if the text is too
    long, has strange signs, is a single word, or makes no sense in any language.

    >>> read_sentence("two digits are right, but only one is in its place", 3)
    [(1, 1)]
    >>> read_sentence("2 toros, 1 vaca", 4), read_sentence("aucun chiffre n’est bon", 4)
    ([(2, 1)], [(0, 0)])
    >>> read_sentence("two digits are right", 3)
    [(2, 0), (1, 1), (0, 2)]
    >>> read_sentence("paume", 5)
    []
    """
    if len(text) > LONGEST_SENTENCE:
        return []
    if not all(_BETWEEN.fullmatch(gap) for gap in _PIECE.split(text)):  # a sign that no sentence has
        return []
    pieces = [piece if piece.isdigit() else fold_or_empty(piece) for piece in _PIECE.findall(text)]
    if len(pieces) < 2:  # a word alone is no sentence
        return []
    found: list[Counts] = []
    for vocabulary in list_vocabularies():  # of each language
        clauses = split_clauses(pieces, vocabulary, length)
        found += [counts for counts in count_marks(clauses, length) if counts not in found]
    return found


@cache
def list_vocabularies() -> list[Mapping[Phrase, str]]:
    """Return the vocabulary of each language: the group of each phrase, ``placed`` for ``("IN", "ITS", "PLACE")``.

    The group of an ignored phrase is empty.
    """
    vocabularies: list[Mapping[Phrase, str]] = []
    for settings in read_settings():
        vocabulary: dict[Phrase, str] = {}
        for group in (*IGNORED, *GROUPS):
            name = "" if group in IGNORED else group
            phrases = expand_phrases(settings.get(group, ""))  # none if the language has no such group
            for phrase in phrases:
                vocabulary[phrase] = name
        vocabularies.append(vocabulary)
    return vocabularies


def split_clauses(pieces: Sequence[str], vocabulary: Mapping[Phrase, str], length: int) -> list[Clause]:
    """Return what a sentence says, a clause for each number in it; none where it has a word that is not known.

    `pieces` are its numbers and folded words, and `vocabulary` has the group of each phrase (`list_vocabularies`). They
    are read from left to right, the longest phrase first. What counts begins a clause: a number, or a phrase of the
    groups `every`, `no` and `another` (`_begin_clause`). Any other phrase is said of the last clause (`_add_group`); if
    that makes no sense, nothing is returned. `length` is that of the code.

    >>> english = list_vocabularies()[0]
    >>> for clause in split_clauses("TWO DIGITS ARE RIGHT ONE IS IN ITS PLACE".split(), english, length=3):
    ...     print((clause.number, clause.right, clause.where))
    (2, True, '')
    (1, False, 'placed')
    """
    longest = max(map(len, vocabulary), default=1)
    clauses: list[Clause] = []
    start = 0
    said_all_only = False  # whether all that was read so far is a phrase such as “all”
    while start < len(pieces):
        is_first = start == 0
        phrase = _take_phrase(pieces[start : start + longest], vocabulary)
        start += len(phrase)
        is_last = start == len(pieces)
        group = vocabulary.get(phrase)  # "" for an ignored phrase, None for a word that is not known
        number = _read_number(phrase[0]) if len(phrase) == 1 else None
        if is_last and group is not None:  # a word that is both a number and of a group counts nothing at the end
            number = None  # as in “the right one”
        if number is None and group is None:
            return []
        if number is not None and said_all_only:  # “all three”: the number is meant
            clauses.clear()
        if number is not None:
            clauses.append(Clause(number))
        elif group in ("every", "no", "another"):
            clauses += _begin_clause(group, length, after_others=bool(clauses))
        elif group:  # an ignored phrase says nothing
            makes_sense = _add_group(clauses, group)
            if not makes_sense:
                return []
        said_all_only = is_first and group == "every"
    return clauses


def _begin_clause(group: str, length: int, *, after_others: bool) -> list[Clause]:
    """Return the clause that a phrase begins, by its group, which counts symbols: `every`, `no` or `another`.

    A phrase of the group `no` counts 0, one of `another` counts 1, one of `every` all `length` symbols. But `every`
    begins no clause after others: in “two are right, all misplaced” it means all of those. The list is then empty.
    """
    if group == "no":
        return [Clause(0, nothing=True)]
    if group == "another":
        return [Clause(1)]
    return [] if after_others else [Clause(length)]


def _take_phrase(pieces: Sequence[str], vocabulary: Mapping[Phrase, str]) -> Phrase:
    """Return the longest phrase of the vocabulary that the pieces begin with; the first piece, if there is none."""
    for size in range(len(pieces), 0, -1):
        phrase = tuple(pieces[:size])
        if phrase in vocabulary:
            return phrase
    return tuple(pieces[:1])


def _read_number(piece: str) -> int | None:
    """Return a number of one or two digits, or the number of a word such as ``TWO``; None for any other piece."""
    if piece.isdigit():  # which is also true of ``²``, but `int` cannot read it
        return int(piece) if len(piece) < 3 and piece.isascii() else None
    return number_words().get(piece)


def _add_group(clauses: Sequence[Clause], group: str) -> bool:
    """Add what a phrase says, by its group, to the last clause. Return whether it makes sense there.

    A phrase of the group `blacks` says right and placed, one of `whites` right and misplaced; one of any other group
    says what the group is called. It makes no sense

    - if there is no clause yet;
    - if the clause has said already where its symbols are: “one is placed and misplaced”;
    - if the clause is about symbols that are wrong, and says that they are right or where they are: “one is wrong and
      placed”.

    >>> clause = Clause(2)
    >>> _add_group([clause], "right"), _add_group([clause], "placed"), clause
    (True, True, Clause(number=2, right=True, nothing=False, false=False, where='placed'))
    >>> _add_group([clause], "misplaced")
    False
    """
    if not clauses:
        return False
    clause = clauses[-1]
    where = ""
    if group in ("blacks", "placed"):
        where = "placed"
    elif group in ("whites", "misplaced"):
        where = "misplaced"
    says_right = group in ("right", "blacks", "whites")
    says_where_twice = bool(where and clause.where)
    clause.where = clause.where or where
    clause.right = clause.right or says_right
    clause.false = clause.false or group == "false"
    says_more_of_false = clause.false and bool(clause.right or where)
    return not says_where_twice and not says_more_of_false


def count_marks(clauses: Sequence[Clause], length: int) -> list[Counts]:
    """Return the blacks and whites that clauses may mean: one pair where they are clear, none where they are not marks.

    `length` is that of the code. Clauses are read in these ways:

    - A single clause says how many symbols are right, placed or misplaced (`_count_alone`).
    - A single clause says how many symbols are wrong, but not where: the others are right.
    - If the first of two clauses says where, one counts the placed symbols, the other the misplaced (`_count_pair`).
    - If the first of several does not say where, it counts all that are right, and those after it say how many of these
      are placed or misplaced (`_count_parts`).

    Other clauses have no such meaning: the list is empty.
    """
    if not clauses:
        return []
    first, *others = clauses
    if any(clause.false for clause in others):
        return []
    if first.false and (others or first.where):
        return []
    if first.false:  # “one is wrong” says of four symbols that three are right, “all are wrong” that none is
        the_others = Clause(length - first.number, right=True)
        return _count_alone(the_others, length)
    if not others:
        return _count_alone(first, length)
    if first.where:
        return _count_pair(clauses)
    return _count_parts(first, others)


def _count_alone(clause: Clause, length: int) -> list[Counts]:
    """Return what a single clause may mean, as blacks and whites: one pair for “one is in its place”.

    There are several for “two are right”, which does not say where. “None is in its place” tells nothing of the whites,
    nor “none is misplaced” of the blacks: any number is possible. “Nothing” is 0 and 0. If nothing is said of any other
    number, it has no meaning: the list is empty.
    """
    number = clause.number
    any_number = range(length + 1)
    if clause.where == "placed" and number == 0:
        return [(0, misplaced) for misplaced in any_number]
    if clause.where == "misplaced" and number == 0:
        return [(placed, 0) for placed in any_number]
    if clause.where == "placed":
        return [(number, 0)]
    if clause.where == "misplaced":
        return [(0, number)]
    if clause.right or clause.nothing:
        return [(number - misplaced, misplaced) for misplaced in range(number + 1)]
    return []


def _count_pair(clauses: Sequence[Clause]) -> list[Counts]:
    """Return what a number of placed symbols and one of misplaced symbols mean; none for any other clauses."""
    numbers = {clause.where: clause.number for clause in clauses}
    if len(clauses) == 2 and numbers.keys() == {"placed", "misplaced"}:
        return [(numbers["placed"], numbers["misplaced"])]
    return []


def _count_parts(whole: Clause, parts: Sequence[Clause]) -> list[Counts]:
    """Return what a number and its parts may mean, as blacks and whites.

    “Two are right, one of them is in its place” is 1 and 1. Without “right”, the whole may also be the number of the
    other kind: “three letters, two of them placed” is 2 and 1, or 2 and 3. If there are two parts, they must be of both
    kinds, and make up the whole. The list is empty if the parts do not suit the whole.

    >>> _count_parts(Clause(2, right=True), [Clause(1, where="placed")])
    [(1, 1)]
    >>> _count_parts(Clause(3), [Clause(2, where="placed")])
    [(2, 1), (2, 3)]
    """
    counts = {part.where: part.number for part in parts}
    some_lack_position = "" in counts
    two_say_the_same = len(counts) < len(parts)
    if some_lack_position or two_say_the_same:
        return []
    if max(counts.values()) > whole.number:
        return []
    if len(counts) == 2:
        both = (counts["placed"], counts["misplaced"])
        return [both] if sum(both) == whole.number else []
    [(where, number)] = counts.items()
    numbers_of_other_kind = [whole.number - number]
    if not whole.right:
        numbers_of_other_kind.append(whole.number)
    if where == "placed":
        return [(number, misplaced) for misplaced in numbers_of_other_kind]
    return [(placed, number) for placed in numbers_of_other_kind]

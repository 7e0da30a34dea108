"""Sentences about a guess, read as blacks and whites: “two digits are right, but only one is in its place”.

People write such sentences about number locks, and about bulls and cows. The ``settings.json`` of each language has,
under ``judged``, the words that are understood, in *groups* by what they mean; a sentence with any other word is not
read. A sentence is split into *clauses*: each has a number, and what is said of so many symbols.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from mastermot.words.folding import fold_or_empty
from mastermot.words.typed import Phrase, expand_phrases, number_words, read_settings

GROUPS = ("blacks", "whites", "right", "placed", "misplaced", "false", "every", "no", "another")
"""The groups of phrases that say something, by their names in the settings: “in its place” is a phrase of `placed`."""
IGNORED = ("symbols", "between_words")  #: The groups of phrases that say nothing: “digits”, “but”…
LONGEST_SENTENCE = 300  #: The most characters of a text that is read as a sentence.

_PIECE = re.compile(r"[^\W\d_]+|\d+")  # a word or a number
_BETWEEN = re.compile(r"[\s,;:.!()'’´`&\-–—]*")  # what may stand between pieces

Counts = tuple[int, int]  #: Blacks and whites.


@dataclass
class Clause:
    """What is said of some symbols of the guess: how many they are, whether they are right, and where they stand."""

    number: int
    right: bool = False  #: Whether the symbols are said to be right: to be in the secret.
    nothing: bool = False  #: Whether the number was said as a phrase such as “nothing”.
    false: bool = False  #: Whether the symbols are said to be wrong: not to be in the secret.
    where: str = ""  #: ``placed`` or ``misplaced``; empty if this is not said.


def read_sentence(text: str, length: int) -> list[Counts]:
    """Return the blacks and whites that a sentence in any language may mean, for a code of this length.

    The list has one pair if the meaning is clear, several if it is not. It is empty for a text that is no such
    sentence: too long, with strange signs, a single word, or without sense in any language.

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
    for vocabulary in list_vocabularies():  # one for each language
        clauses = split_clauses(pieces, vocabulary, length)
        found += [counts for counts in count_marks(clauses, length) if counts not in found]
    return found


@cache
def list_vocabularies() -> list[Mapping[Phrase, str]]:
    """Return the vocabulary of each language: the group of each phrase, `placed` for ``("IN", "ITS", "PLACE")``.

    A phrase of the groups `IGNORED` has "" in place of its group.
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
    """Return the clauses of a sentence, or none if it makes no sense.

    `pieces` are the numbers and folded words of the sentence, `vocabulary` has the group of each phrase
    (`list_vocabularies`), and `length` is that of the code. The pieces are read from left to right; where several
    phrases begin, the longest is taken. A number begins a clause, and so does a phrase of the groups `every`, `no` and
    `another` (`_begin_clause`). Any other phrase says more about the last clause (`_add_group`). The sentence makes no
    sense if it has a word that is not in the vocabulary, or if a phrase cannot be said of the last clause.

    >>> english = list_vocabularies()[0]
    >>> for clause in split_clauses("TWO DIGITS ARE RIGHT ONE IS IN ITS PLACE".split(), english, length=3):
    ...     print((clause.number, clause.right, clause.where))
    (2, True, '')
    (1, False, 'placed')
    """
    longest = max(map(len, vocabulary), default=1)
    clauses: list[Clause] = []
    start = 0
    said_all_only = False  # whether only a phrase such as “all” was read so far
    while start < len(pieces):
        is_first = start == 0
        phrase = _take_phrase(pieces[start : start + longest], vocabulary)
        start += len(phrase)
        is_last = start == len(pieces)
        group = vocabulary.get(phrase)  # "" for an ignored phrase, None if the word is not in the vocabulary
        number = _read_number(phrase[0]) if len(phrase) == 1 else None
        # “one” is a number, and also a word to ignore; at the end of a sentence, as in “the right one”, it is no number
        if is_last and group is not None:
            number = None
        if number is None and group is None:
            return []
        if number is not None:
            if said_all_only:  # “all three” is 3: the clause of “all” is dropped
                clauses.clear()
            clauses.append(Clause(number))
        elif group in ("every", "no", "another"):
            clauses += _begin_clause(group, length, after_others=bool(clauses))
        elif group:  # not an ignored phrase, which says nothing
            makes_sense = _add_group(clauses, group)
            if not makes_sense:
                return []
        said_all_only = is_first and group == "every"
    return clauses


def _begin_clause(group: str, length: int, *, after_others: bool) -> list[Clause]:
    """Return, in a list, the clause that begins with a phrase of the group `every`, `no` or `another`.

    A phrase of the group `no` stands for 0 symbols, a phrase of `another` for 1, and a phrase of `every` for all
    `length` symbols. But after other clauses, `every` begins no clause, and the list is empty: in “two are right, all
    misplaced”, “all” means these two.
    """
    if group == "no":
        return [Clause(0, nothing=True)]
    if group == "another":
        return [Clause(1)]
    return [] if after_others else [Clause(length)]


def _take_phrase(pieces: Sequence[str], vocabulary: Mapping[Phrase, str]) -> Phrase:
    """Return the longest phrase of the vocabulary with which the pieces begin; the first piece if there is none."""
    for size in range(len(pieces), 0, -1):
        phrase = tuple(pieces[:size])
        if phrase in vocabulary:
            return phrase
    return tuple(pieces[:1])


def _read_number(piece: str) -> int | None:
    """Return the number of one or two digits, or of a word such as ``TWO``; None for any other piece."""
    if piece.isdigit():  # ``²`` is a digit too, but `int` cannot read it
        return int(piece) if len(piece) < 3 and piece.isascii() else None
    return number_words().get(piece)


def _add_group(clauses: Sequence[Clause], group: str) -> bool:
    """Add to the last clause what a phrase says, given the group of the phrase. Return whether this makes sense.

    A phrase of the group `blacks` says that symbols are right and placed; a phrase of `whites`, that they are right and
    misplaced; a phrase of `right`, `placed`, `misplaced` or `false` says just this. It makes no sense

    - if there is no clause yet;
    - if both the clause and the phrase say where the symbols are: “one is placed and misplaced”;
    - if the clause would then say that the symbols are wrong, and also that they are right, or where they are: “one is
      wrong and placed”.

    >>> clause = Clause(2)
    >>> _add_group([clause], "right"), _add_group([clause], "placed"), clause
    (True, True, Clause(number=2, right=True, nothing=False, false=False, where='placed'))
    >>> _add_group([clause], "misplaced")
    False
    """
    if not clauses:
        return False
    clause = clauses[-1]
    where = ""  # what the phrase says of the place
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
    """Return the blacks and whites that clauses may mean: one pair if they are clear, none if they make no sense.

    `length` is that of the code. These clauses make sense:

    - a single clause that says how many symbols are right, placed or misplaced (`_count_alone`);
    - a single clause that says how many symbols are wrong, but not where they stand: all other symbols are right;
    - two clauses of which the first says where its symbols stand: one is about the placed symbols, the other about the
      misplaced (`_count_pair`);
    - several clauses of which the first does not say where its symbols stand: it says how many are right, and the later
      clauses say how many of these are placed or misplaced (`_count_parts`).
    """
    if not clauses:
        return []
    first, *others = clauses
    if any(clause.false for clause in others):
        return []
    if first.false and (others or first.where):
        return []
    if first.false:  # of four symbols, “one is wrong” says that three are right, “all are wrong” that none is
        the_others = Clause(length - first.number, right=True)
        return _count_alone(the_others, length)
    if not others:
        return _count_alone(first, length)
    if first.where:
        return _count_pair(clauses)
    return _count_parts(first, others)


def _count_alone(clause: Clause, length: int) -> list[Counts]:
    """Return the blacks and whites that a single clause may mean: (1, 0) alone for “one is in its place”.

    “Two are right” may mean several pairs, since it does not say where the symbols stand. “None is in its place” says
    nothing about whites, and “none is misplaced” nothing about blacks: all numbers are then possible. The word
    “nothing” alone means 0 and 0. A number alone has no meaning: the list is empty.
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
    """Return what two clauses mean, one about placed symbols, one about misplaced symbols; none for other clauses."""
    numbers = {clause.where: clause.number for clause in clauses}
    if len(clauses) == 2 and numbers.keys() == {"placed", "misplaced"}:
        return [(numbers["placed"], numbers["misplaced"])]
    return []


def _count_parts(whole: Clause, parts: Sequence[Clause]) -> list[Counts]:
    """Return the blacks and whites that a clause, the `whole`, may mean with the later clauses, its `parts`.

    “Two are right, one of them is in its place” is 1 and 1. If the whole does not say “right”, its number may also be
    that of the other kind: “three letters, two of them placed” is 2 and 1, or 2 and 3. If there are two parts, one must
    be about placed symbols, the other about misplaced ones, and their numbers must add up to that of the whole. The
    list is empty if the parts do not suit the whole.

    >>> _count_parts(Clause(2, right=True), [Clause(1, where="placed")])
    [(1, 1)]
    >>> _count_parts(Clause(3), [Clause(2, where="placed")])
    [(2, 1), (2, 3)]
    """
    numbers = {part.where: part.number for part in parts}
    some_do_not_say_where = "" in numbers
    two_say_the_same = len(numbers) < len(parts)
    if some_do_not_say_where or two_say_the_same:
        return []
    if max(numbers.values()) > whole.number:
        return []
    if len(numbers) == 2:
        both = (numbers["placed"], numbers["misplaced"])
        return [both] if sum(both) == whole.number else []
    [(where, number)] = numbers.items()
    numbers_of_other_kind = [whole.number - number]
    if not whole.right:
        numbers_of_other_kind.append(whole.number)
    if where == "placed":
        return [(number, misplaced) for misplaced in numbers_of_other_kind]
    return [(placed, number) for placed in numbers_of_other_kind]

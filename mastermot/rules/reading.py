"""Marks read as people write them: what a text may mean, form by form, and which of these meanings is meant.

All marks are read here: every rule, command, route and file calls `Rule.parse`, which uses this module. Marks that
people write in the same signs, but mean differently, have several *readings*. The other turns of the game may show
which one is meant, since a player keeps to one script of signs. If they do not, the marks are refused; the error names
each reading, and how to write it.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from mastermot.rules.forms import ALWAYS_ROWS, CANONICAL, DIGITS, DISCS, NO_MARK, PEGS, ROWS, UNITS, Script
from mastermot.words.folding import fold_or_empty
from mastermot.words.typed import words_of

# patterns are compiled when they are first used
_COUNT = "[0-9]{1,99}"
_GAP = r"[\s,;/+:]"
_TWO_COUNTS = rf"({_COUNT}){_GAP}+({_COUNT})"
_DASHED = r"([0-9]{1,2})(?:[-–—]| [-–—] )([0-9]{1,2})"
_IN_UNITS = rf"(?P<first>{_COUNT})\s*(?P<unit>[a-z])({_GAP}*(?P<second>{_COUNT})\s*(?P<other_unit>[a-z]))?"
_NOTHING = rf"[-0]|0{_GAP}+0"


class Reading(NamedTuple):
    """One thing that marks may mean, and the form and script in which they mean it."""

    form: str  #: The name of a form of `mastermot.rules.forms.FORMS`.
    script: str  #: The name of a `Script`; empty in a form without signs.
    blacks: int
    whites: int
    pattern: str = ""  #: ``X``, ``O`` or ``.`` for each position, under a rule by position.

    @property
    def meaning(self) -> tuple[int, int, str]:
        """The marks that are meant, however they are written."""
        return self.blacks, self.whites, self.pattern


class Written:
    """Marks as they are written, with the length of the codes and the kind of rule that they are for."""

    def __init__(self, text: str, length: int, *, whites: bool, by_position: bool, pegs: bool) -> None:
        """Keep the text, the length, and the kind of the rule.

        `whites` says whether the rule gives whites, `by_position` whether its marks have a sign for each position, and
        `pegs` whether marks may be written as pegs: without positions, a sign for each mark (``BBW``).
        """
        self.text = text
        self.length = length
        self.whites = whites
        self.by_position = by_position
        self.pegs = pegs

    @cached_property
    def signs(self) -> str:
        """The text without spaces, and without the characters that have a sign shown as a picture (U+FE0F)."""
        return "".join(self.text.replace("\ufe0f", "").split())

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """All that the text may mean under the rule, in every form; as a sentence only if no other form suits it.

        Pegs, numbers and units say nothing of positions, so they are not read under a rule by position.
        """
        found = [*self._read_signs(), *self._read_rows(), *self._read_nothing()]
        if not self.by_position:
            found += [*self._read_pegs(), *self._read_counts(), *self._read_units()]
        if not found:
            found += self._read_sentence()
        return tuple(dict.fromkeys(found))

    def _read_signs(self) -> Iterator[Reading]:
        """Yield the one reading of canonical signs (``XXO``), or of stars alone (``**``); nothing for other signs.

        Under a rule by position, canonical signs are read only if there is one for each position. Stars are not
        canonical: they are read as blacks, and only under a rule that gives no whites.
        """
        signs = self.signs
        stars_alone = set(signs) == {"*"}
        if stars_alone and not self.whites:
            yield Reading("pegs", "*", blacks=len(signs), whites=0)
        pattern = translate(signs, CANONICAL)  # empty if some sign is not canonical
        may_have_this_length = not self.by_position or len(pattern) == self.length
        if pattern and may_have_this_length:
            yield self._make_reading(pattern, "signs", CANONICAL)

    def _read_rows(self) -> Iterator[Reading]:
        """Yield the readings of a row, which has a sign for each position: one for each script that has all its signs.

        The signs are squares, or letters that stand for colours. Under a rule by position they may also be discs, or
        digits, with or without commas between them.
        """
        if len(self.signs) == self.length:
            scripts = (*ROWS, DISCS) if self.by_position else ROWS
            for script in scripts:
                form = "letters" if script.name.isalpha() else "squares"  # the name of a script is made of its signs
                pattern = translate(self.signs, script)  # empty if a sign is not of the script
                if pattern:
                    yield self._make_reading(pattern, form, script)
        digits = self.signs.replace(",", "")
        is_row_of_digits = len(digits) == self.length and set(digits) <= set("210")
        if self.by_position and is_row_of_digits:
            yield self._make_reading(translate(digits, DIGITS), "digits", DIGITS)

    def _make_reading(self, pattern: str, form: str, script: Script) -> Reading:
        """Return the reading of a pattern of ``X``, ``O`` and ``.``; only rules by position keep the pattern itself."""
        kept_pattern = pattern if self.by_position else ""
        return Reading(form, script.name, pattern.count("X"), pattern.count("O"), kept_pattern)

    def _read_pegs(self) -> Iterator[Reading]:
        """Yield the readings of pegs, which are a sign for each mark: one for each script that has all the signs.

        There is no reading under a rule that takes no pegs, and none for signs that are always a row: as many signs as
        positions, with a coloured square among them (`ALWAYS_ROWS`).
        """
        signs = self.signs
        has_coloured_square = not ALWAYS_ROWS.isdisjoint(signs)
        is_row = len(signs) == self.length and has_coloured_square
        if not self.pegs or not signs or is_row:
            return
        for script in PEGS:
            if set(signs) <= set(script.black + script.white):
                blacks = sum(sign in script.black for sign in signs)
                yield Reading("pegs", script.name, blacks, len(signs) - blacks)

    def _read_nothing(self) -> Iterator[Reading]:
        """Yield the one reading of a text that says that there is no mark: ``-``, ``0 0``, ``none``…"""
        if re.fullmatch(_NOTHING, self.text) or fold_or_empty(self.text) in words_of("nothing"):
            yield Reading("nothing", "", 0, 0, "." * self.length if self.by_position else "")

    def _read_counts(self) -> Iterator[Reading]:
        """Yield the readings of numbers: blacks, then whites.

        - A single number is read as blacks under a rule without whites. Under a rule with whites, a number of two
          digits, such as 12, is read as 1 black and 2 whites, unless the code has ten positions or more. Any other
          single number has no reading there.
        - Two numbers are read under any rule.
        - Two numbers with a hyphen have two readings under a rule with whites: 3-2 is 3 blacks and 2 whites, or 3 marks
          in all, 2 of them black. They have none under a rule without whites.
        """
        text = self.text
        if not text[:1].isdigit():
            return
        if re.fullmatch(_COUNT, text):
            if not self.whites:
                yield Reading("numbers", "", blacks=int(text), whites=0)
            elif len(text) == 2 and self.length < 10:
                yield Reading("numbers", "", blacks=int(text[0]), whites=int(text[1]))
        elif numbers := re.fullmatch(_TWO_COUNTS, text):
            yield Reading("numbers", "", blacks=int(numbers[1]), whites=int(numbers[2]))
        elif self.whites and (numbers := re.fullmatch(_DASHED, text)):
            first = int(numbers[1])
            second = int(numbers[2])
            yield Reading("numbers", "", blacks=first, whites=second)
            blacks, total = sorted((first, second))
            yield Reading("numbers", "", blacks, whites=total - blacks)

    def _read_units(self) -> Iterator[Reading]:
        """Yield the readings of numbers with letters: 1A2B, 1b2c, or a single number with its letter, such as 1B.

        There is a reading for each pair of `UNITS` that has the letters; the first letter of a pair counts blacks, the
        second whites. 1B has several readings: B counts blacks in BW (black and white), and whites in AB. A text that
        has the same letter twice has no reading.
        """
        if not self.text[:1].isdigit():
            return
        found = re.fullmatch(_IN_UNITS, self.text.casefold())
        if found is None:
            return
        unit = found["unit"]
        other_unit = found["other_unit"]  # None for a number alone
        if other_unit == unit:  # as in 1A2A
            return
        counts = {unit: int(found["first"])}
        if other_unit:
            counts[other_unit] = int(found["second"])
        for pair in UNITS:
            if counts.keys() <= set(pair):
                black_unit, white_unit = tuple(pair)  # the two letters of a text such as "ab"
                yield Reading("units", pair, counts.get(black_unit, 0), counts.get(white_unit, 0))

    def _read_sentence(self) -> Iterator[Reading]:
        """Yield the readings of a sentence; under a rule by position only the one that there is no mark."""
        from mastermot.rules.sentences import read_sentence  # few marks are sentences: the others do not load this

        for blacks, whites in read_sentence(self.text, self.length):
            if not self.by_position:
                yield Reading("sentence", "", blacks, whites)
            elif not blacks and not whites:
                yield Reading("nothing", "", 0, 0, "." * self.length)


def translate(signs: str, script: Script) -> str:
    """Return a row of signs as ``X``, ``O`` and ``.``; the empty text if a sign is not of the script.

    The signs of `NO_MARK` are read as ``.`` in every script.

    >>> translate("bgbyg", Script("gyb", "Gg", "Yy", "Bb"))
    '.X.OX'
    """
    pattern = []
    for sign in signs:
        if sign in script.black:
            pattern.append("X")
        elif sign in script.white:
            pattern.append("O")
        elif sign in script.absent or sign in NO_MARK:
            pattern.append(".")
        else:
            return ""
    return "".join(pattern)


def choose_readings(written: Written, beside: Iterable[Written] = ()) -> list[Reading]:
    """Return the readings of marks, one for each meaning: a single one if they are clear, none if they make no sense.

    `written` are the marks, `beside` the marks of the other turns of the game. Readings are left out in three steps.
    The first two are taken only if the readings that are left have several meanings:

    1. A player writes all turns in one script, so the other turns may show which readings are meant (`_keep_script`).
    2. If there are readings as canonical signs, or as no mark at all, all others are left out.
    3. Under a rule without whites, if some reading has blacks, those with whites are left out. So ``2 1``, whose one
       reading has both, cannot be read.

    G is a black in English (green), and no mark in French (gris). A turn with Y (yellow) shows that it is green:

    >>> by_position = {"whites": True, "by_position": True, "pegs": False}
    >>> turn = Written("GGGGG", 5, **by_position)
    >>> other_turn = Written("GYGGG", 5, **by_position)
    >>> [reading.pattern for reading in choose_readings(turn)]
    ['XXXXX', '.....']
    >>> [reading.pattern for reading in choose_readings(turn, beside=[other_turn])]
    ['XXXXX']
    """
    readings = list(written.readings)
    if _is_ambiguous(readings):
        readings = _keep_script(readings, beside)
    if _is_ambiguous(readings):
        canonical = [reading for reading in readings if reading.form in ("signs", "nothing")]
        readings = canonical or readings
    some_has_blacks = any(reading.blacks for reading in readings)
    if some_has_blacks and not written.whites:
        readings = [reading for reading in readings if not reading.whites]
    first_by_meaning: dict[tuple[int, int, str], Reading] = {}
    for reading in readings:
        first_by_meaning.setdefault(reading.meaning, reading)
    return list(first_by_meaning.values())


def _is_ambiguous(readings: Iterable[Reading]) -> bool:
    return len({reading.meaning for reading in readings}) > 1


def _keep_script(readings: list[Reading], beside: Iterable[Written]) -> list[Reading]:
    """Return the readings of a turn in the scripts in which the other turns of the game, `beside`, can be read too.

    Another turn that has no reading in any script of these `readings` is in another form. It does not show which script
    is meant, and is passed over. If all other turns are passed over, or if no script suits the rest of them, all
    readings are returned. Otherwise readings without a script, such as those of numbers, are left out too.

    B is a black in the script `bw` (black and white), and a white in `nb` (noir and blanc). If another turn has a W,
    only the reading in `bw` is left.

    >>> turn, other_turn = (Written(signs, 4, whites=True, by_position=False, pegs=True) for signs in ("BB", "BW"))
    >>> [reading.script for reading in turn.readings]
    ['bw', 'bc', 'bm', 'nb', 'rb']
    >>> [reading.script for reading in _keep_script(list(turn.readings), [other_turn])]
    ['bw']
    """
    own_scripts = {reading.script for reading in readings} - {""}
    common_scripts = own_scripts
    some_turn_shows_script = False
    for other_turn in beside:
        other_scripts = {reading.script for reading in other_turn.readings}
        if other_scripts & own_scripts:
            some_turn_shows_script = True
            common_scripts = common_scripts & other_scripts
    if not some_turn_shows_script:
        return readings
    kept = [reading for reading in readings if reading.script in common_scripts]
    return kept or readings

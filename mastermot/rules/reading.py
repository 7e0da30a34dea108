"""Marks read as people write them: what a text may mean, form by form, and which of that is meant.

The one reader of marks: every rule, command, route and file goes through `Rule.parse`, and that comes here. A form
that two people use in two ways has several readings. The other turns of a game tell which is meant, since a player
keeps to one script of signs; else the marks are refused, with each reading and how to write it.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from mastermot.rules.forms import ALWAYS_ROWS, CANONICAL, DIGITS, DISCS, NO_MARK, PEGS, ROWS, UNITS, Script
from mastermot.words.folding import fold_or_empty
from mastermot.words.typed import words_of

_COUNT = "[0-9]{1,99}"
_GAP = r"[\s,;/+:]"
_ONE_COUNT = re.compile(_COUNT)
_TWO_COUNTS = re.compile(rf"({_COUNT}){_GAP}+({_COUNT})")
_DASHED = re.compile(r"([0-9]{1,2})(?:[-–—]| [-–—] )([0-9]{1,2})")
_IN_UNITS = re.compile(rf"({_COUNT})\s*([a-z])({_GAP}*({_COUNT})\s*([a-z]))?")
_NOTHING = re.compile(rf"[-0]|0{_GAP}+0")


class Reading(NamedTuple):
    """What marks may mean."""

    form: str  #: The form that they are then written in, of `mastermot.rules.forms.FORMS`.
    script: str  #: The signs that they are then written with; empty where a form has no signs.
    blacks: int
    whites: int
    pattern: str = ""  #: A sign for each position, where the form has one.


class Written:
    """Marks as they are written, for a code of a length, and under which kind of rule."""

    def __init__(self, text: str, length: int, *, whites: bool, by_position: bool, pegs: bool) -> None:
        """Keep the text; `whites` and `pegs` say whether the rule gives whites, and reads signs for each mark."""
        self.text = text
        self.length = length
        self.whites = whites
        self.by_position = by_position
        self.pegs = pegs

    @cached_property
    def signs(self) -> str:
        """The text without spaces, and without what makes a sign a picture."""
        return "".join(self.text.replace("\ufe0f", "").split())

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """All that the text may mean under the rule."""
        found = [*self._read_signs(), *self._read_rows(), *self._read_nothing()]
        if not self.by_position:
            found += [*self._read_pegs(), *self._read_counts(), *self._read_units()]
        if not found:
            found += self._read_sentence()
        return tuple(dict.fromkeys(found))

    def _read_signs(self) -> Iterator[Reading]:
        """Yield what canonical signs mean; stars alone are blacks under a rule that gives nothing else."""
        signs = self.signs
        if not self.whites and signs and set(signs) == {"*"}:
            yield Reading("pegs", "*", len(signs), 0)
        pattern = translate(signs, CANONICAL)
        if pattern and (len(pattern) == self.length or not self.by_position):
            yield self._count(pattern, "signs", CANONICAL)

    def _read_rows(self) -> Iterator[Reading]:
        """Yield what a row of signs means that has one for each position."""
        signs = self.signs
        scripts = (*ROWS, DISCS) if self.by_position else ROWS
        for script in scripts if len(signs) == self.length else ():
            if pattern := translate(signs, script):
                yield self._count(pattern, "letters" if script.name.isalpha() else "squares", script)
        digits = signs.replace(",", "")
        if self.by_position and len(digits) == self.length and set(digits) <= set("210"):
            yield self._count(translate(digits, DIGITS), "digits", DIGITS)

    def _count(self, pattern: str, form: str, script: Script) -> Reading:
        shown = pattern if self.by_position else ""
        return Reading(form, script.name, pattern.count("X"), pattern.count("O"), shown)

    def _read_pegs(self) -> Iterator[Reading]:
        """Yield what pegs mean: a sign for each mark; a row of squares as long as the code has none."""
        signs = self.signs
        if not signs or (len(signs) == self.length and not ALWAYS_ROWS.isdisjoint(signs)):
            return
        for script in PEGS if self.pegs else ():
            if set(signs) <= set(script.black + script.white):
                blacks = sum(sign in script.black for sign in signs)
                yield Reading("pegs", script.name, blacks, len(signs) - blacks)

    def _read_nothing(self) -> Iterator[Reading]:
        if _NOTHING.fullmatch(self.text) or fold_or_empty(self.text) in words_of("nothing"):
            yield Reading("nothing", "", 0, 0, "." * self.length if self.by_position else "")

    def _read_counts(self) -> Iterator[Reading]:
        """Yield what numbers mean: blacks, then whites; 3-2 may also be 3 in all, 2 of them in place."""
        text = self.text
        if _ONE_COUNT.fullmatch(text):
            if not self.whites:
                yield Reading("numbers", "", int(text), 0)
            elif len(text) == 2 and self.length < 10:  # 11 is one and one where there are no eleven positions
                yield Reading("numbers", "", int(text[0]), int(text[1]))
        elif numbers := _TWO_COUNTS.fullmatch(text):
            yield Reading("numbers", "", int(numbers[1]), int(numbers[2]))
        elif self.whites and (numbers := _DASHED.fullmatch(text)):
            first = int(numbers[1])
            second = int(numbers[2])
            placed, total = sorted((first, second))
            yield Reading("numbers", "", first, second)
            yield Reading("numbers", "", placed, total - placed)

    def _read_units(self) -> Iterator[Reading]:
        """Yield what numbers with letters mean: 1A2B, 1b2c, or one of them alone."""
        found = _IN_UNITS.fullmatch(self.text.casefold())
        if found is None:
            return
        counts = {found[2]: int(found[1])}
        if found[3]:
            if found[5] == found[2]:
                return
            counts[found[5]] = int(found[4])
        for pair in UNITS:
            if counts.keys() <= set(pair):
                yield Reading("units", pair, counts.get(pair[0], 0), counts.get(pair[1], 0))

    def _read_sentence(self) -> Iterator[Reading]:
        """Yield what words mean; a rule by position takes from them only that there is no mark."""
        from mastermot.rules.sentences import read_sentence  # few marks are sentences: the others do not load them

        for blacks, whites in read_sentence(self.text, self.length):
            if not self.by_position:
                yield Reading("sentence", "", blacks, whites)
            elif not blacks and not whites:
                yield Reading("nothing", "", 0, 0, "." * self.length)


def translate(signs: str, script: Script) -> str:
    """Return a row as ``X``, ``O`` and ``.``; empty where it has a sign that is not of the script.

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
    """Return what marks may mean, each meaning once: one where they are clear, none where they cannot be read.

    A sign means the same in all turns of a game, so `beside`, the marks of the other turns, may show which reading is
    meant. If they do not, canonical signs are taken as such. Where the rule gives no whites, a reading as whites is
    left out if another reads blacks.
    """
    readings = list(written.readings)
    if len({reading[2:] for reading in readings}) > 1:
        readings = _keep_script(readings, beside)
    if len({reading[2:] for reading in readings}) > 1:
        canonical = [reading for reading in readings if reading.form in ("signs", "nothing")]
        readings = canonical or readings
    if not written.whites and any(reading.blacks for reading in readings):
        readings = [reading for reading in readings if not reading.whites]
    kept: dict[tuple[int, int, str], Reading] = {}
    for reading in readings:
        kept.setdefault(reading[2:], reading)
    return list(kept.values())


def _keep_script(readings: list[Reading], beside: Iterable[Written]) -> list[Reading]:
    """Return the readings by the scripts that the other turns can be written in too; all, where there is none."""
    own_scripts = {reading.script for reading in readings} - {""}
    scripts = own_scripts
    found_in_others = False
    for other in beside:
        other_scripts = {reading.script for reading in other.readings}
        if other_scripts & own_scripts:
            found_in_others = True
            scripts = scripts & other_scripts
    kept = [reading for reading in readings if reading.script in scripts]
    return kept if found_in_others and kept else readings

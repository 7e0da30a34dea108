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

# patterns are compiled when they are first used
_COUNT = "[0-9]{1,99}"
_GAP = r"[\s,;/+:]"
_TWO_COUNTS = rf"({_COUNT}){_GAP}+({_COUNT})"
_DASHED = r"([0-9]{1,2})(?:[-–—]| [-–—] )([0-9]{1,2})"
_IN_UNITS = rf"(?P<first>{_COUNT})\s*(?P<unit>[a-z])({_GAP}*(?P<second>{_COUNT})\s*(?P<other_unit>[a-z]))?"
_NOTHING = rf"[-0]|0{_GAP}+0"


class Reading(NamedTuple):
    """What marks may mean."""

    form: str  #: The form that they are then written in, of `mastermot.rules.forms.FORMS`.
    script: str  #: The signs that they are then written with; empty where a form has no signs.
    blacks: int
    whites: int
    pattern: str = ""  #: A sign for each position, where the form has one.

    @property
    def meaning(self) -> tuple[int, int, str]:
        """The marks that are meant, however they are written."""
        return self.blacks, self.whites, self.pattern


class Written:
    """Marks as they are written, for a code of a length, and under which kind of rule."""

    def __init__(self, text: str, length: int, *, whites: bool, by_position: bool, pegs: bool) -> None:
        """Keep the text, and what the rule is like.

        `whites` says whether it gives whites, `by_position` whether its marks have a sign for each position, and `pegs`
        whether it reads marks without positions, a sign for each mark (``BBW``).
        """
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
        """All that the text may mean under the rule, in every form; a sentence only if it is in no other form.

        Pegs, counts and units say nothing of positions: a rule by position does not read them.
        """
        found = [*self._read_signs(), *self._read_rows(), *self._read_nothing()]
        if not self.by_position:
            found += [*self._read_pegs(), *self._read_counts(), *self._read_units()]
        if not found:
            found += self._read_sentence()
        return tuple(dict.fromkeys(found))

    def _read_signs(self) -> Iterator[Reading]:
        """Yield the one reading of canonical signs (``XXO``), or of stars alone; nothing for other signs.

        Under a rule by position, canonical signs are only read if there is one for each position. Stars are no
        canonical signs: they are read as blacks, and only under a rule that gives no whites.
        """
        signs = self.signs
        stars_alone = set(signs) == {"*"}
        if stars_alone and not self.whites:
            yield Reading("pegs", "*", blacks=len(signs), whites=0)
        pattern = translate(signs, CANONICAL)  # empty, if they are other signs
        may_have_this_length = not self.by_position or len(pattern) == self.length
        if pattern and may_have_this_length:
            yield self._count(pattern, "signs", CANONICAL)

    def _read_rows(self) -> Iterator[Reading]:
        """Yield what a row of signs means, which has one for each position: a reading for each script that has them.

        They are squares, or letters that stand for colours; under a rule by position also discs, or digits, between
        which commas may stand.
        """
        if len(self.signs) == self.length:
            scripts = (*ROWS, DISCS) if self.by_position else ROWS
            for script in scripts:
                form = "letters" if script.name.isalpha() else "squares"  # the name of a script is made of its signs
                pattern = translate(self.signs, script)  # empty, if a sign is not of the script
                if pattern:
                    yield self._count(pattern, form, script)
        digits = self.signs.replace(",", "")
        is_row_of_digits = len(digits) == self.length and set(digits) <= set("210")
        if self.by_position and is_row_of_digits:
            yield self._count(translate(digits, DIGITS), "digits", DIGITS)

    def _count(self, pattern: str, form: str, script: Script) -> Reading:
        """Return the reading of a pattern of ``X``, ``O`` and ``.``; only rules by position keep the pattern itself."""
        kept_pattern = pattern if self.by_position else ""
        return Reading(form, script.name, pattern.count("X"), pattern.count("O"), kept_pattern)

    def _read_pegs(self) -> Iterator[Reading]:
        """Yield what pegs mean, a sign for each mark: one reading for each script that has all the signs.

        There is none under a rule that takes no pegs. Nor is there one for signs that are always a row: as many signs
        as positions, with a coloured square among them (`ALWAYS_ROWS`).
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
        if re.fullmatch(_NOTHING, self.text) or fold_or_empty(self.text) in words_of("nothing"):
            yield Reading("nothing", "", 0, 0, "." * self.length if self.by_position else "")

    def _read_counts(self) -> Iterator[Reading]:
        """Yield what numbers mean: blacks, then whites.

        - A single number is read under a rule without whites, as blacks. Under any other rule, only two digits such as
          11 are read, as one and one, unless the code has ten positions or more.
        - Two numbers are read under any rule.
        - Two numbers with a hyphen are read only under a rule with whites: 3-2 is 3 and 2, or 3 in all, 2 of them in
          place.
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
            placed, total = sorted((first, second))
            yield Reading("numbers", "", blacks=placed, whites=total - placed)

    def _read_units(self) -> Iterator[Reading]:
        """Yield what numbers with letters mean: 1A2B, 1b2c, or one of them alone.

        There is a reading for each pair of `UNITS` that has the letters, black first. 1B alone is read several times: B
        is the black of black and white, and the white of A and B. The same letter twice has no reading.
        """
        if not self.text[:1].isdigit():
            return
        found = re.fullmatch(_IN_UNITS, self.text.casefold())
        if found is None:
            return
        unit = found["unit"]
        other_unit = found["other_unit"]  # None for a number alone
        if other_unit == unit:  # 1A2A counts one thing twice
            return
        counts = {unit: int(found["first"])}
        if other_unit:
            counts[other_unit] = int(found["second"])
        for pair in UNITS:
            if counts.keys() <= set(pair):
                black_unit, white_unit = tuple(pair)  # the two letters of a text such as "ab"
                yield Reading("units", pair, counts.get(black_unit, 0), counts.get(white_unit, 0))

    def _read_sentence(self) -> Iterator[Reading]:
        """Yield what words mean; a rule by position takes from them only that there is no mark."""
        from mastermot.rules.sentences import read_sentence  # few marks are sentences: the others do not load them

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
    """Return what marks may mean, each meaning once: one where they are clear, none where they cannot be read.

    `written` are the marks, `beside` those of the other turns. Readings are left out for these reasons, in this order;
    for the first two only as long as the marks may mean several things:

    - A sign means the same in all turns of a game, so the marks of the other turns may show which reading is meant.
    - Canonical signs, and those for no mark, are taken as such.
    - Where the rule gives no whites, a reading with whites is left out if some reading has blacks. So ``2 1``, which
      has both in its one reading, cannot be read.

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
    """Return the readings of a turn whose script all other turns can be written in too.

    `beside` are the other turns. One that cannot be written in any script of the `readings` is in another form, and
    shows nothing: it is passed over. All readings are returned if no turn shows a script, or if no script suits all
    that do. Otherwise readings without signs, such as those of numbers, are left out: they have no script.

    B is a black by the script `bw` (black and white), and a white by `nb` (noir and blanc). Beside a turn with W, only
    the first reading is left.

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

"""The parts of sentences about letters, places and clues, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mastermot.explain.board import OTHER, Atom, Domains
from mastermot.locale import gettext as _
from mastermot.locale import ngettext
from mastermot.puzzles.clues import Clue

FEW = 3
"""Letters left at a place that are named rather than the more numerous ones ruled out."""


def listed(parts: Sequence[str], last: str) -> str:
    """Return the parts with commas between, and `last` ("and", "or") before the last one."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def all_of(parts: Sequence[str]) -> str:
    """Return "a, b and c"."""
    return listed(parts, _("and"))


def one_of(parts: Sequence[str]) -> str:
    """Return "a, b or c"."""
    return listed(parts, _("or"))


def quoted(clue: Clue) -> str:
    """Return a clue between quotes."""
    return _("“{clue}”").format(clue=clue)


def quoted_all(clues: Iterable[Clue]) -> str:
    """Return "“paume 2” and “palme 1”"."""
    return all_of([quoted(clue) for clue in clues])


def named(letter: str) -> str:
    """Return a letter as text has it."""
    return _("another letter") if letter == OTHER else letter.lower()


def place(position: int) -> str:
    """Return "in place 3" for the position 2."""
    if position == 0:
        return _("in place 1")
    return _("in place {place}").format(place=position + 1)


def placed(letters: str, position: int) -> str:
    """Return "u in place 3", or "u or l in place 3" for several letters."""
    return f"{one_of([named(letter) for letter in letters])} {place(position)}"


def by_place(atoms: Iterable[Atom]) -> dict[int, str]:
    """Return the letters at each position, in order."""
    found: dict[int, str] = {}
    for position, letter in sorted(atoms):
        found[position] = found.get(position, "") + letter
    return found


def each_placed(atoms: Iterable[Atom]) -> list[str]:
    """Return "a in place 2", "m or s in place 4"… for letters at places."""
    return [placed(letters, position) for position, letters in by_place(atoms).items()]


def its_marks(clue: Clue) -> str:
    """Return "its mark", "its 2 marks"."""
    return ngettext("its mark", "its {count} marks", clue.marks).format(count=clue.marks)


def supposing(removed: frozenset[Atom], filled: Mapping[int, str]) -> str:
    """Return what is supposed against a conclusion: "with a in place 2 or without u in place 3"."""
    parts = []
    for position, letters in by_place(removed).items():
        if position in filled:
            parts.append(_("without {letter}").format(letter=placed(filled[position], position)))
        else:
            parts.append(_("with {letter}").format(letter=placed(letters, position)))
    return one_of(parts)


def capital(text: str) -> str:
    """Return `text` with a capital first letter."""
    return text[:1].upper() + text[1:]


def concluded(removed: frozenset[Atom], filled: Mapping[int, str], after: Domains) -> str:
    """Return the conclusion of a step: "so u is in place 3, and a in place 2 is out"."""
    parts = []
    if filled:
        told = [placed(letter, position) for position, letter in filled.items()]
        parts.append(ngettext("{letters} is sure", "{letters} are sure", len(told)).format(letters=all_of(told)))
    out, left = [], []
    for position, letters in by_place(removed).items():
        if position in filled:
            continue
        if len(letters) > FEW >= len(after[position]):
            left.append(placed(after[position], position))
        else:
            out.append(f"{all_of([named(letter) for letter in letters])} {place(position)}")
    if left:
        parts.append(_("only {letters} is left").format(letters=all_of(left)))
    if out:
        number = sum(len(letters) for position, letters in by_place(removed).items() if position not in filled)
        parts.append(ngettext("{letters} is out", "{letters} are out", number).format(letters=all_of(out)))
    return all_of(parts)

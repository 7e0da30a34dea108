"""Parts of sentences about letters, positions and clues, in the reader's language; the letters possible in columns.

The functions take positions that begin at 0, and write them from 1 on. An atom is a position and a letter.
"""

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

from mastermot.puzzle.clues import Clue
from mastermot.puzzle.explain.steps import OTHER, Atom, Domains, Explanation, Step
from mastermot.texts import _, fit_conjunction, join, plural
from mastermot.words.folding import sort_letters as order_letters

MAX_NAMED_LETTERS = 3
"""If more letters than this are ruled out at a position, and at most this many are left, the letters left are named."""


def join_all(parts: Sequence[str]) -> str:
    return join(parts, _("and"))


def join_apart(parts: Sequence[str]) -> str:
    """Return parts separated by semicolons, since they may have "and" or "or" in them: "A or B; C and D"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{first}; {rest}", first=parts[0], rest=join_apart(parts[1:]))


def quote(clue: Clue) -> str:
    return _("“{clue}”", clue=clue)


def quote_all(clues: Iterable[Clue]) -> str:
    return join_all([quote(clue) for clue in clues])


def sort_letters(letters: Iterable[str]) -> str:
    """Return letters in order, `OTHER` last."""
    return "".join(sorted(order_letters(letters), key=lambda letter: letter == OTHER))


def list_columns(step: Step) -> list[str]:
    return [sort_letters(letters) for letters in step.after]


class ColumnsShown(NamedTuple):
    """The letters possible in the columns: beside the letters placed, or below these if the line would be too long.

    Both fields are empty if each column has one letter.
    """

    beside: str  #: All columns, aligned from step to step; empty if the columns stand below.
    below: list[str]  #: Lines such as ``1:CFP 4:DE``, for the columns with several letters; empty if they stand beside.


def lay_out(explanation: Explanation, step: Step, width: int) -> ColumnsShown:
    """Return how the letters possible after a step are shown: on one line if they fit, or on several of this `width`.

    On one line, each column is as wide as it is at the start of the `explanation`: so the lines of all steps are
    aligned. Nothing is shown if the step leaves one letter in each column.
    """
    columns = list_columns(step)
    undecided = [f"{position}:{letters}" for position, letters in enumerate(columns, start=1) if len(letters) > 1]
    if not undecided:
        return ColumnsShown(beside="", below=[])
    widths = [len(letters) for letters in explanation.columns]
    # each column takes four signs more: two spaces after it, and before all columns its placed letter and a space
    fits_on_line = sum(widths) + 4 * len(widths) <= width
    if fits_on_line:
        cells = [letters.ljust(column_width) for letters, column_width in zip(columns, widths, strict=True)]
        return ColumnsShown(beside="  ".join(cells).rstrip(), below=[])
    lines = wrap(" ".join(undecided), width, break_long_words=False, break_on_hyphens=False)
    return ColumnsShown(beside="", below=lines)


def name_letters(letters: Iterable[str]) -> list[str]:
    return [_("another letter") if letter == OTHER else letter for letter in sort_letters(letters)]


def name_position(position: int) -> str:
    """Return "in position 3" for the position 2."""
    if position:
        return _("in position {position}", position=position + 1)
    return _("in position 1")  # a text of its own, since French has another ending after 1: 1re, 2e, 3e


def name_letters_at(letters: str, position: int) -> str:
    """Return "U in position 3" for the position 2, or "U or L in position 3" for several letters."""
    named = join(name_letters(letters), _("or"))
    return f"{named} {name_position(position)}"


def state(letters: str, position: int) -> str:
    """Return "position 3 is U" for the position 2, or "position 3 is U or L" for several letters."""
    named = join(name_letters(letters), _("or"))
    if position:
        return _("position {position} is {letters}", position=position + 1, letters=named)
    return _("position 1 is {letters}", letters=named)  # a text of its own, as in `name_position`


def group_by_position(atoms: Iterable[Atom]) -> dict[int, str]:
    """Return the letters of these atoms by position, both in order: ``{0: "MS", 2: "L"}``."""
    groups: dict[int, list[str]] = {}
    for position, letter in sorted(atoms):
        groups.setdefault(position, []).append(letter)
    return {position: sort_letters(letters) for position, letters in groups.items()}


def name_each(atoms: Iterable[Atom]) -> list[str]:
    """Return a text for each position of these atoms: "A in position 2", "M or S in position 4"…."""
    return [name_letters_at(letters, position) for position, letters in group_by_position(atoms).items()]


def name_marks(clue: Clue) -> str:
    return plural("its mark", "its {count} marks", clue.marks)


def name_supposition(removed: frozenset[Atom], placed: Mapping[int, str]) -> str:
    """Return the opposite of a conclusion: "with A in position 2, or without U in position 3".

    `removed` has the letters that the conclusion rules out. `placed` has the letters that it makes certain, by
    position. The opposite is that a letter ruled out is there after all, or that a certain letter is not. At a position
    where a letter is certain, the letters ruled out are not named: "without" the certain letter says the same.
    """
    ruled_out = name_each((position, letter) for position, letter in removed if position not in placed)
    supposed = [_("with {letter}", letter=letters) for letters in ruled_out]
    for position, letter in placed.items():
        supposed.append(_("without {letter}", letter=name_letters_at(letter, position)))
    if len(supposed) < 2:
        return "".join(supposed)
    *before, last = supposed
    return ", ".join([*before, f"{fit_conjunction(_('or'), last)} {last}"])


def capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def name_conclusion(removed: frozenset[Atom], placed: Mapping[int, str], after: Domains) -> str:
    """Return the conclusion of a step: "position 3 is U and position 5 is E; A in position 2 is ruled out".

    `removed` has the letters ruled out, `placed` the letters that are certain, by position, and `after` the letters
    that are possible after the step. Certain letters are named first. At all other positions, the letters ruled out are
    named. But if they are more than `MAX_NAMED_LETTERS`, and at most `MAX_NAMED_LETTERS` are still possible there, the
    possible letters are named instead: "position 2 is O or U".
    """
    certain = [state(letter, position) for position, letter in placed.items()]
    parts = [join_all(certain)] if certain else []
    ruled_out = []
    letter_count = 0  # of the letters that are named in `ruled_out`
    by_position = group_by_position((position, letter) for position, letter in removed if position not in placed)
    for position, letters in by_position.items():
        if len(letters) > MAX_NAMED_LETTERS and len(after[position]) <= MAX_NAMED_LETTERS:
            parts.append(state(after[position], position))
        else:
            letter_count += len(letters)
            ruled_out.append(f"{join_all(name_letters(letters))} {name_position(position)}")
    if ruled_out:
        named = join_all(ruled_out)
        parts.append(plural("{letters} is ruled out", "{letters} are ruled out", letter_count, letters=named))
    return join_apart(parts)

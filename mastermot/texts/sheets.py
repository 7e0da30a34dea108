"""Puzzles on paper, as HTML: pages with puzzles, and the solutions on pages of their own at the end.

The command writes a sheet to a file, with `sheet.css`. The page in a browser gets the same pieces of HTML over HTTP,
puts them together as `Sheet.body` does, and prints them. The pieces are made without templates, since the page without
a server has no Jinja.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Literal, NamedTuple

from mastermot.puzzle.explain.steps import Step
from mastermot.texts import _
from mastermot.texts.explanations import tell_step
from mastermot.texts.phrases import list_columns
from mastermot.words.folding import fold_code

Solutions = Literal["steps", "words", "none"]
"""What the end of a sheet has: the words with the key steps of their reasoning, the words alone, or nothing."""
HARDEST = 5  #: The highest level.
LONGEST_IN_THREE = 7  #: Three puzzles stand side by side if their words have no more letters than this.
MOST_CLUES_IN_TWO_ROWS = 18  #: Two rows of puzzles stand on a page if they have no more clues than this.


class PrintedPuzzle(NamedTuple):
    """A puzzle as it is printed."""

    clues: tuple[tuple[str, int], ...]  #: The words as they are spelled, with their marks.
    answers: tuple[str, ...]  #: The lines of the solution: the word with its spellings, or the words that fit.
    steps: tuple[Step, ...] = ()  #: The key steps of the reasoning.
    level: int | None = None
    title: str = ""  #: The name of the puzzle on the sheet; if empty, its number is its name.
    link: str = ""  #: An address that opens the puzzle in a browser.

    def name(self, number: int) -> str:
        """Return the name of the puzzle on the sheet, where it has this number."""
        return self.title or str(number)


@dataclass(frozen=True)
class Sheet:
    """Puzzles to print, as pieces of HTML. A page has a head and, under it, rows of puzzles side by side."""

    style: str  #: The style sheet of the paper.
    head: str  #: What each page begins with: the title, lines for a name and a date, and the rule.
    columns: int  #: Puzzles side by side on a page.
    rows: int  #: Rows of puzzles on a page.
    cards: tuple[str, ...]  #: The puzzles, without their solutions.
    ending: str  #: What the solutions begin with.
    answers: tuple[str, ...]  #: The solutions with the key steps of their reasoning.

    def body(self, solutions: Solutions = "steps", *, large: bool = False) -> str:
        """Return the whole sheet: the pages with the puzzles, then the solutions.

        The HTML always has the solutions; the style sheet shows as much of them as `solutions` says. Puzzles stand side
        by side in columns. If there is only one puzzle, or if `large` is set, each puzzle has the width of the page.
        """
        columns = 1 if large or len(self.cards) == 1 else self.columns
        cards_of_page = columns * self.rows
        layout = f"page columns-{columns} rows-{self.rows}"
        pages = []
        for start in range(0, len(self.cards), cards_of_page):
            cards = "".join(self.cards[start : start + cards_of_page])
            pages.append(f'<section class="{layout}">{self.head}<div class="cards">{cards}</div></section>')
        answers = f'<section class="answers">{self.ending}{"".join(self.answers)}</section>'
        return f'<div class="paper with-{solutions}">{"".join(pages)}{answers}</div>'


def draw_sheet(puzzles: Sequence[PrintedPuzzle], first: int = 1) -> Sheet:
    """Return the pieces of a sheet with these puzzles, numbered from `first`, and with their solutions."""
    columns, rows = choose_layout(puzzles)
    numbered = list(enumerate(puzzles, start=first))
    ending = _("Answers")
    return Sheet(
        style=read_style(),
        head=draw_head(),
        columns=columns,
        rows=rows,
        cards=tuple(draw_card(puzzle, number) for number, puzzle in numbered),
        ending=f"<h2>{escape(ending)}</h2>",
        answers=tuple(draw_answer(puzzle, number) for number, puzzle in numbered),
    )


def choose_layout(puzzles: Sequence[PrintedPuzzle]) -> tuple[int, int]:
    """Return in how many columns and rows puzzles stand on a page.

    Long words leave fewer columns, and puzzles with many clues fewer rows.
    """
    clues = [clue for puzzle in puzzles for clue in puzzle.clues]
    longest_word = max((len(spell(word)) for word, _marks in clues), default=0)  # in letters
    most_clues = max((len(puzzle.clues) for puzzle in puzzles), default=0)
    columns = 3 if longest_word <= LONGEST_IN_THREE else 2
    rows = 2 if most_clues <= MOST_CLUES_IN_TWO_ROWS else 1
    return columns, rows


@cache
def read_style() -> str:
    return files("mastermot.texts").joinpath("templates", "sheet.css").read_text("utf-8")


def draw_head() -> str:
    """Return what each page begins with, as HTML: the title, lines for a name and a date, and how to play."""
    rule = _(
        "Find the word. Each number says how many letters of its word stand in the same place in the word to find; "
        "accents do not count. Each letter of the word to find stands in its place in at least one clue."
    )
    title = _("Master Mot")
    name = _("Name:")
    date = _("Date:")
    lines = f'<span>{set_text(name)}</span><span class="date">{set_text(date)}</span>'
    return f'<header class="head"><h1>{escape(title)}</h1>{lines}</header><p class="rules">{set_text(rule)}</p>'


def set_text(text: str) -> str:
    """Return a text as HTML. No line breaks after ``«``, before ``» : ; ? !`` or before a quoted clue's marks.

    >>> set_text("les accents ne comptent pas ; « forêt 1 »")
    'les accents ne comptent pas\xa0; «\xa0forêt\xa01\xa0»'
    """
    return escape(re.sub(r"(?<=«) | (?=[»:;?!])| (?=\d+(?:”| »))", "\u00a0", text))


def draw_card(puzzle: PrintedPuzzle, number: int) -> str:
    """Return a puzzle as HTML: its name and level, its clues, an empty box for each letter, its link if it has one."""
    clues = [(spell(word), marks) for word, marks in puzzle.clues]
    rows = [f'<li class="clue">{draw_letters(word)}<b class="marks">{marks}</b></li>' for word, marks in clues]
    first_word, _marks = clues[0]  # all words have the same length
    boxes = draw_letters(" " * len(first_word))  # below, an empty ``<b>`` follows them, in the column of the marks
    link = ""
    if puzzle.link:
        told = _("Solve it in the browser")
        link = f'<p class="play"><a href="{escape(puzzle.link)}">{escape(told)}</a></p>'
    name = escape(puzzle.name(number))
    return (
        f'<section class="card"><h2><span>{name}</span>{draw_level(puzzle.level)}</h2>'
        f'<ol class="clues">{"".join(rows)}</ol>'
        f'<p class="boxes" aria-hidden="true">{boxes}<b></b></p>{link}</section>'
    )


def spell(word: str) -> str:
    """Return a word in capitals with its accents, or without accents if one of its letters stands for two, as Œ does.

    >>> spell("forêt"), spell("œuvre")
    ('FORÊT', 'OEUVRE')
    """
    spelled = word.upper()
    folded = fold_code(word)
    return spelled if len(spelled) == len(folded) else folded


def draw_letters(word: str) -> str:
    return "".join(f'<span class="letter">{escape(letter.strip())}</span>' for letter in word)


def draw_level(level: int | None) -> str:
    if level is None:
        return ""
    return f'<span class="level" title="{level}/{HARDEST}">{"★" * level}{"☆" * (HARDEST - level)}</span>'


def draw_answer(puzzle: PrintedPuzzle, number: int) -> str:
    """Return the solution of a puzzle as HTML: its name, the lines of the solution, and its key steps if it has any."""
    told = "<br>".join(map(escape, puzzle.answers))
    items = "".join(map(draw_step, puzzle.steps))
    steps = f"<ol>{items}</ol>" if items else ""
    return f'<section class="answer"><h3>{escape(puzzle.name(number))}. {told}</h3>{steps}</section>'


def draw_step(step: Step) -> str:
    """Return a step as an item of a list: its sentences, the letters placed so far, those possible in each column.

    The possible letters are left out if each column has only one.
    """
    text = "<br>".join(map(set_text, tell_step(step).splitlines()))
    grid = f'<span class="grid">{escape(" ".join(step.grid))}</span>'
    columns = list_columns(step)
    is_open = any(len(letters) > 1 for letters in columns)
    columns_shown = f' <span class="left">{escape(" | ".join(columns))}</span>' if is_open else ""
    return f"<li>{text} {grid}{columns_shown}</li>"

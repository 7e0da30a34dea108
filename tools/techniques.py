#!/usr/bin/env python3
"""Write the pages of the techniques: ``python3 tools/techniques.py`` makes ``docs/techniques`` and its translations.

A page for each row of the table of techniques, in each language: what it says, a board before and after, when it is
found, how hard it is counted, and a puzzle to try it on. What is said of a technique stands in its row, and in the
catalogue; puzzles are those of the language's settings, boards and sentences those of the explanation itself. What is
the same on all these pages stands in ``techniques.json``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from mastermot import explain_answer, open_dictionary, parse_puzzle, solve
from mastermot.puzzle.explain import TECHNIQUES, Step
from mastermot.puzzle.explain.grading import CLUES_COST, LEVELS, find_level
from mastermot.puzzle.explain.techniques import MAX_SIGNED
from mastermot.texts.explanations import tell_step
from mastermot.texts.languages import gettext, settings, speak
from mastermot.texts.phrases import capitalize

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = "http://127.0.0.1:8000/"
"""The page of a service on the reader's machine."""


class Words(NamedTuple):
    """What the pages say in one language, beside the catalogue."""

    folder: str
    title: str
    introduction: Sequence[str]
    board: str
    found: str
    place: str
    counted: str
    effort: str
    levels: Sequence[str]
    clues: str
    more: str
    one_or_other: str
    tried: str
    link: str
    others: str


WORDS = {
    language: Words(**texts)
    for language, texts in json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8")).items()
}
CELL, STEP = 30, 34
INK, PALE, GREEN, RED = "#1d1b16", "#8b857a", "#1f5d47", "#b3261e"


def draw_boards(step: Step, title: str) -> str:
    """Return the board before a step and after it, side by side, as SVG."""
    length, count = len(step.before), len(step.all_clues)
    width, height = (length + 1) * STEP + 6, (count + 1) * STEP + 10
    shapes = [
        *draw_board(step, step.before, frozenset(), 12),
        f'<text x="{width + 18}" y="{height / 2:g}" fill="{INK}">→</text>',
        *draw_board(step, step.after, step.argument.removed | new_letters(step), width + 44),
    ]
    full = 2 * width + 50
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full} {height + 10}" width="{full}" '
        f'height="{height + 10}" role="img" font-family="Georgia, serif" font-size="17" font-weight="bold" '
        'text-anchor="middle">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="{full}" height="{height + 10}" rx="8" fill="#fbf8f1"/>\n' + "\n".join(shapes) + "\n</svg>\n"
    )


def new_letters(step: Step) -> frozenset[tuple[int, str]]:
    """Return the letters that a step rules out, by position from 0."""
    return frozenset((letter.position - 1, letter.letter) for letter in step.removed)


def draw_board(step: Step, domains: tuple[str, ...], new: frozenset[tuple[int, str]], left: float) -> Iterator[str]:
    """Yield a row for each clue, its letters and its number, and one for the word; `new` letters are out since now."""
    for row, clue in enumerate(step.all_clues):
        ink = INK if clue in step.clues else PALE
        y = 10 + row * STEP
        for position, letter in enumerate(clue.word):
            yield from draw_cell(left + position * STEP, y, letter, letter in domains[position], domains[position], ink)
            if letter not in domains[position]:
                colour = RED if (position, letter) in new else ink
                x = left + position * STEP
                yield (
                    f'<line x1="{x + 4:g}" y1="{y + CELL - 4}" x2="{x + CELL - 4:g}" y2="{y + 4}" stroke="{colour}" '
                    f'stroke-width="{3 if colour == RED else 1.5}"/>'
                )
        yield f'<text x="{left + len(domains) * STEP + CELL / 2:g}" y="{y + 21}" fill="{ink}">{clue.marks}</text>'
    y = 16 + len(step.all_clues) * STEP
    for position, letters in enumerate(domains):
        known = letters if len(letters) == 1 else "?"
        yield from draw_cell(left + position * STEP, y, known, len(letters) == 1, letters, INK)


def draw_cell(x: float, y: float, letter: str, is_open: bool, letters: str, ink: str) -> Iterator[str]:
    """Yield a cell with a letter: on green where it is the only one left in its position."""
    sure = is_open and letters == letter
    fill, colour = (GREEN, "#ffffff") if sure else ("#ffffff", ink)
    yield f'<rect x="{x:g}" y="{y}" width="{CELL}" height="{CELL}" rx="3" fill="{fill}" stroke="{ink}"/>'
    yield f'<text x="{x + CELL / 2:g}" y="{y + 21}" fill="{colour}">{escape(letter)}</text>'


def show_levels(kind: str, words: Words) -> str:
    """Return, as a table by the clues taken at once, the level of a puzzle and the effort that a technique brings."""
    least, most = TECHNIQUES[kind].sizes
    columns = [[words.clues, "---", *words.levels]]
    for size in range(least, int(min(most, len(CLUES_COST) - 1)) + 1):
        levels = [find_level(size, kind, rating) for rating in range(1, 1000)]
        low, high = min(levels), max(levels)
        level = str(low) if low == high else words.one_or_other.format(low=low, high=high)
        columns.append([str(size), "---", level, str(CLUES_COST[size] + TECHNIQUES[kind].cost)])
    if most >= len(CLUES_COST):
        effort = words.more.format(least=CLUES_COST[-1] * 2 + TECHNIQUES[kind].cost)
        columns.append([words.more.format(least=len(CLUES_COST)), "---", str(LEVELS[-1]), effort])
    return "\n".join(f"| {' | '.join(line)} |" for line in zip(*columns, strict=True))


def make_page(kind: str, language: str) -> tuple[str, str]:
    """Return the page of a technique in a language, and its picture."""
    words, examples, kinds = WORDS[language], settings(language)["techniques"], list(TECHNIQUES)
    name = examples["words"]
    puzzle = "\n".join(f"{clue[:-1]} {clue[-1]}" for clue in examples[kind].split("."))
    answer = solve(parse_puzzle(puzzle), open_dictionary(name))
    steps = explain_answer(answer).steps
    number, step = next((place, step) for place, step in enumerate(steps, start=1) if step.kind == kind)
    up = "../" * (words.folder.count("/") + 1)
    names = {"count": len(kinds), "number": kinds.index(kind) + 1}
    with speak(language):
        title = capitalize(gettext(TECHNIQUES[kind].name))
        about = gettext(TECHNIQUES[kind].about)
        when = gettext(TECHNIQUES[kind].when).format(most=MAX_SIGNED)
        told = tell_step(step)
    share = f"{PAGE}#solve?{urlencode({'p': examples[kind], 'w': name})}"
    parts = [
        f"# {title}",
        about,
        f"![{words.board}]({up}images/techniques/{kind}-{language}.svg)",
        "\n".join(f"> {line}  " for line in told.splitlines()),
        f"## {words.found}",
        f"{when} {words.place.format(**names)}",
        f"## {words.counted}",
        words.effort,
        show_levels(kind, words),
        f"## {words.tried}",
        f"```text\n{puzzle}\n```",
        words.link.format(address=share, words=name, number=number),
        words.others,
    ]
    return "\n\n".join(parts) + "\n", draw_boards(step, words.board)


def make_index(language: str) -> str:
    """Return the page that lists the techniques in a language."""
    words = WORDS[language]
    with speak(language):
        lines = [
            f"{number}. [{capitalize(gettext(technique.name))}]({kind}.md)"
            for number, (kind, technique) in enumerate(TECHNIQUES.items(), start=1)
        ]
    tree = "\n".join(["```{toctree}", ":hidden:", "", *TECHNIQUES, "```"])
    introduction = "\n\n".join(words.introduction).format(count=len(TECHNIQUES))
    return "\n\n".join([f"# {words.title}", introduction, "\n".join(lines), tree]) + "\n"


def make_files() -> dict[Path, str]:
    """Return all files with what they hold."""
    files: dict[Path, str] = {}
    for language, words in WORDS.items():
        files[DOCS / words.folder / "index.md"] = make_index(language)
        for kind in TECHNIQUES:
            page, picture = make_page(kind, language)
            files[DOCS / words.folder / f"{kind}.md"] = page
            files[DOCS / "images" / "techniques" / f"{kind}-{language}.svg"] = picture
    return files


def main() -> int:
    """Write the files."""
    for path, text in make_files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

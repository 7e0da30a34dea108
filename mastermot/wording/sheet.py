"""A sheet of puzzles to print: one HTML page that needs nothing else, answers and key steps at the end."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from mastermot.compose import Composed
from mastermot.explain import Explanation, Step, explain_clues
from mastermot.explain.board import ClueBoard
from mastermot.locale import gettext as _
from mastermot.wording.grids import list_columns
from mastermot.wording.numbers import write_number
from mastermot.wording.steps import tell_grade, tell_step


def make_sheet(puzzles: Sequence[Composed], page: str = "", words: str = "") -> str:
    """Return the HTML page of these puzzles, from easy to hard, in the language in use.

    With the address `page` of a service's page, each puzzle has a link that opens it there with the dictionary `words`.
    """
    # texts are taken out of the f-string below: there the catalogue would not find them
    title, answers_title = _("Master Mot"), _("Answers")
    rules = _(
        "Find the word. The number beside each word says how many of its letters are in the word to find, in the same "
        "position. Each letter of the word to find is in the same position in at least one clue."
    )
    rising = sorted(puzzles, key=lambda composed: (composed.grade.level, composed.grade.rating))
    boxes = "\n".join(
        make_puzzle_html(number, composed, make_link(composed, page, words) if page else "")
        for number, composed in enumerate(rising, start=1)
    )
    answers = "\n".join(make_answer_html(number, composed) for number, composed in enumerate(rising, start=1))
    body = f"""<h1>{escape(title)}</h1>
<p class="rules">{escape(rules)}</p>
<main class="puzzles">
{boxes}
</main>
<section class="answers">
<h2>{escape(answers_title)}</h2>
{answers}
</section>
"""
    return make_page(title, "sheet.css", body)


def make_page(title: str, style: str, body: str) -> str:
    """Return an HTML page in the language in use that needs nothing else; `style` names a file beside this one."""
    language, css = _("en"), Path(__file__).with_name(style).read_text("utf-8")
    return f"""<!DOCTYPE html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>
{css}</style>
</head>
<body>
{body}</body>
</html>
"""


def make_link(composed: Composed, page: str, words: str = "") -> str:
    """Return the address that opens a puzzle on the page's board: what its own links look like."""
    clues = ".".join(f"{clue.word.lower()}{clue.marks}" for clue in composed.puzzle.clues)
    return f"{page}#board?{urlencode({'p': clues, **({'w': words} if words else {})})}"


def make_puzzle_html(number: int, composed: Composed, link: str = "") -> str:
    """Return a puzzle: its clues in boxes, and empty ones for the answer; with the link that opens it in the page."""
    rows = []
    for clue, spelling in zip(composed.puzzle.clues, composed.spelled, strict=True):
        cells = "".join(f"<td>{escape(letter)}</td>" for letter in clue.word)
        bare = spelling == clue.word.lower()
        spelled = "" if bare else f'<td class="spelling">{escape(spelling)}</td>'
        rows.append(f'<tr>{cells}<td class="marks">{clue.marks}</td>{spelled}</tr>')
    lines = "\n".join(rows)
    text = _("Solve it in the browser")
    play = f'\n<p class="play"><a href="{escape(link)}">{escape(text)}</a></p>' if link else ""
    empty = "<td></td>" * composed.puzzle.length
    level = composed.grade.level
    rating = escape(_("rating {rating}").format(rating=write_number(composed.grade.rating)))
    stars = f'<span class="level" title="{level}/5, {rating}">{"★" * level}{"☆" * (5 - level)}</span>'
    return f"""<section class="puzzle">
<h2><span>{number}</span>{stars}</h2>
<table>
{lines}
<tr class="gap"><td colspan="{composed.puzzle.length + 1}"></td></tr>
<tr class="answer">{empty}<td class="marks"></td></tr>
</table>{play}
</section>"""


def make_step_html(step: Step) -> str:
    """Return a step as an item of a list: its sentence, the letters placed, and those left in every column."""
    sentence = escape(tell_step(step)).replace("\n", "<br>")
    columns = list_columns(step)
    spans = [f'<span class="grid">{escape(" ".join(step.grid))}</span>']
    if any(len(letters) > 1 for letters in columns):
        spans.append(f'<span class="left">{escape(" | ".join(columns))}</span>')
    return f"<li>{sentence} {' '.join(spans)}</li>"


def key_steps(explanation: Explanation) -> list[Step]:
    """Return the steps that place letters, and the last one."""
    last = explanation.steps[-1:]
    return [step for step in explanation.steps if step.placed or step in last]


def make_answer_html(number: int, composed: Composed) -> str:
    """Return an answer: the word, the key steps, the difficulty."""
    puzzle = composed.puzzle
    explanation = explain_clues(ClueBoard(puzzle.clues, puzzle.columns), [composed.solution])
    steps = "\n".join(make_step_html(step) for step in key_steps(explanation))
    spelled = ", ".join(composed.spellings)
    return f"""<section class="answer">
<h3>{number}. {escape(composed.solution)} ({escape(spelled)})</h3>
<ol>
{steps}
</ol>
<p class="grade">{escape(tell_grade(composed.grade))}</p>
</section>"""

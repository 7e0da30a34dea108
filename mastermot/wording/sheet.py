"""A sheet of puzzles to print: one HTML page that needs nothing else, answers and key steps at the end."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import urlencode

from mastermot.compose import Composed
from mastermot.explain import Explanation, Step, explain_clues
from mastermot.locale import gettext as _
from mastermot.wording.grids import list_columns
from mastermot.wording.numbers import write_number
from mastermot.wording.steps import tell_grade, tell_step

STYLE = """
@page { size: A4; margin: 16mm; @bottom-center { content: counter(page); font: 9pt Georgia, serif; } }
* { box-sizing: border-box; }
body { font: 11pt/1.4 Georgia, "Times New Roman", serif; color: #111; max-width: 190mm; margin: 0 auto; padding: 6mm; }
h1 { font-size: 24pt; margin: 0; letter-spacing: .02em; }
.rules { margin: 2mm 0 6mm; padding-bottom: 3mm; border-bottom: 1.5pt solid #111; }
.puzzles { display: grid; grid-template-columns: repeat(auto-fill, minmax(75mm, 1fr)); gap: 8mm 10mm; }
.puzzle { break-inside: avoid; border: .75pt solid #666; border-radius: 2mm; padding: 4mm 5mm 5mm; }
.puzzle h2 { font-size: 13pt; margin: 0 0 2mm; display: flex; justify-content: space-between; }
.level { font-size: 10pt; font-weight: normal; letter-spacing: .1em; }
table { border-collapse: collapse; margin: 0 auto; }
td, th { width: 7.5mm; height: 7mm; padding: 0; text-align: center; vertical-align: middle; }
td { font: 12pt/1 "DejaVu Sans Mono", "Courier New", monospace; text-transform: uppercase; border: .4pt solid #bbb; }
td.marks { border: 0; padding-left: 4mm; font: bold 12pt/1 Georgia, serif; }
td.spelling { border: 0; padding-left: 3mm; width: auto; font: italic 9pt/1 Georgia, serif; text-transform: none; }
tr.answer td { border: 1.2pt solid #111; height: 9mm; }
tr.answer td.marks { border: 0; }
tr.gap td { border: 0; height: 3mm; }
.play { margin: 3mm 0 0; text-align: center; font-size: 9.5pt; }
.play a { color: inherit; }
.answers { break-before: page; }
.answers h2 { font-size: 18pt; border-bottom: 1.5pt solid #111; }
.answer { break-inside: avoid; }
.answer h3 { margin: 5mm 0 1mm; font-size: 12pt; break-after: avoid; }
.answer ol { margin: 0; padding-left: 7mm; font-size: 9.5pt; line-height: 1.35; }
.answer li { margin-bottom: .8mm; break-inside: avoid; }
.grid { font-family: "DejaVu Sans Mono", "Courier New", monospace; white-space: nowrap; padding-left: 2mm; }
.left { font: 8pt "DejaVu Sans Mono", "Courier New", monospace; color: #555; padding-left: 2mm; white-space: nowrap; }
.grade { margin: 1mm 0 0; font-size: 9.5pt; font-style: italic; }
@media print { body { max-width: none; padding: 0; } .puzzles { grid-template-columns: 1fr 1fr; } }
"""


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
    return make_page(title, STYLE, body)


def make_page(title: str, style: str, body: str) -> str:
    """Return an HTML page in the language in use that needs nothing else."""
    language = _("en")
    return f"""<!DOCTYPE html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{style}</style>
</head>
<body>
{body}</body>
</html>
"""


def make_link(composed: Composed, page: str, words: str = "") -> str:
    """Return the address that opens a puzzle on the page's board: what its own links look like."""
    clues = ".".join(f"{clue.word.lower()}{clue.marks}" for clue in composed.puzzle.clues)
    return f"{page}#board?{urlencode({'p': clues, **({'w': words} if words else {})})}"


def make_link_html(link: str) -> str:
    """Return the line that links to the puzzle in the page; nothing without a link."""
    text = _("Solve it in the browser")
    return f'\n<p class="play"><a href="{escape(link)}">{escape(text)}</a></p>' if link else ""


def make_puzzle_html(number: int, composed: Composed, link: str = "") -> str:
    """Return a puzzle: its clues in boxes, and empty ones for the answer; with the link that opens it in the page."""
    rows = "\n".join(
        "<tr>"
        + "".join(f"<td>{escape(letter)}</td>" for letter in clue.word)
        + f'<td class="marks">{clue.marks}</td>{make_spelling_html(clue.word, spelling)}</tr>'
        for clue, spelling in zip(composed.puzzle.clues, composed.spelled, strict=True)
    )
    empty = "<td></td>" * composed.puzzle.length
    level = composed.grade.level
    rating = escape(_("rating {rating}").format(rating=write_number(composed.grade.rating)))
    stars = f'<span class="level" title="{level}/5, {rating}">{"★" * level}{"☆" * (5 - level)}</span>'
    return f"""<section class="puzzle">
<h2><span>{number}</span>{stars}</h2>
<table>
{rows}
<tr class="gap"><td colspan="{composed.puzzle.length + 1}"></td></tr>
<tr class="answer">{empty}<td class="marks"></td></tr>
</table>{make_link_html(link)}
</section>"""


def make_spelling_html(word: str, spelling: str) -> str:
    """Return the cell with the real spelling of a clue's word, beside its bare letters; nothing where they agree."""
    return "" if spelling == word.lower() else f'<td class="spelling">{escape(spelling)}</td>'


def make_step_html(step: Step) -> str:
    """Return a step as an item of a list: its sentence, the letters placed, and those left in every column."""
    sentence = escape(tell_step(step)).replace("\n", "<br>")
    columns = list_columns(step)
    left = " | ".join(columns) if any(len(letters) > 1 for letters in columns) else ""
    spans = [f'<span class="grid">{escape(" ".join(step.grid))}</span>']
    if left:
        spans.append(f'<span class="left">{escape(left)}</span>')
    return f"<li>{sentence} {' '.join(spans)}</li>"


def key_steps(explanation: Explanation) -> list[Step]:
    """Return the steps that place letters, and the last one."""
    last = explanation.steps[-1:]
    return [step for step in explanation.steps if step.placed or step in last]


def make_answer_html(number: int, composed: Composed) -> str:
    """Return an answer: the word, the key steps, the difficulty."""
    puzzle = composed.puzzle
    explanation = explain_clues(puzzle.clues, puzzle.columns, [composed.solution])
    steps = "\n".join(make_step_html(step) for step in key_steps(explanation))
    spelled = ", ".join(composed.spellings)
    return f"""<section class="answer">
<h3>{number}. {escape(composed.solution)} ({escape(spelled)})</h3>
<ol>
{steps}
</ol>
<p class="grade">{escape(tell_grade(composed.grade))}</p>
</section>"""

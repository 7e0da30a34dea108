"""Outlines of explanations: a line a step, which ``tests/golden/explanations.txt`` keeps.

``python3 -m tests.puzzle.explain.outlines`` writes that file; the difference says which steps and sentences changed. A
puzzle is explained whole, without its last clue, with a mark too many, and with little work; and it is graded and
repaired.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from mastermot import Answer, Explanation, Puzzle, open_dictionary, parse_puzzle, solve
from mastermot.puzzle import Repair, find_repairs
from mastermot.puzzle.explain import Letter, Step, explain, grade
from mastermot.texts.explanations import write_step
from mastermot.words.files import find_data
from tests.support import ROOT

FILE = ROOT / "tests" / "golden" / "explanations.txt"
PUZZLES = (
    "coude",
    "en-04",
    "en-05",
    "en-06",
    "en-07",
    "savait 1/seriez 1/papier 3/exiger 2/mignon 0/plasma 1/broyee 1",
    "buche 2/soude 1/vendu 1/noyee 1/muree 2/baise 1/petes 1",
    "exalte 2/rabais 1/donnai 1/tarifs 0/diurne 2/alarme 1/plaise 1",
    "aucun 0/desir 1/morne 3/longs 1/infos 0/frise 1",
    "lestes 0/aucuns 1/course 1/rutile 2/fameux 1/fadeur 1",
    "es-05",
    "fr-03",
    "fr-04",
    "fr-05",
    "fr-06",
)
"""Puzzles that are shipped, by name, and others, their clues with bars between."""
LITTLE_WORK = (20, 80)


def outline_puzzle(name: str) -> list[str]:
    """Return the lines of a puzzle: its explanations, its grades, its repairs, each below what it is of."""
    dictionary = open_dictionary(name[:2] if "-" in name else "fr")
    text = name.replace("/", "\n") if "/" in name else Path(find_data("puzzles", f"{name}.txt")).read_text("utf-8")
    puzzle = parse_puzzle(text, alphabet=dictionary.alphabet)
    wrong = puzzle.clues[0]._replace(marks=puzzle.clues[0].marks + 1)
    puzzles = {
        "whole": puzzle,
        "without the last clue": Puzzle(puzzle.clues[:-1]),
        f"with {wrong.word} {wrong.marks}": Puzzle((wrong, *puzzle.clues[1:])),
    }
    lines = []
    for title, one in puzzles.items():
        answer = solve(one, dictionary)
        lines.append(f"-- {title}")
        lines += outline_explanation(explain(answer))
        lines += outline_grade(answer)
    for work in LITTLE_WORK:
        lines.append(f"-- whole, with {work} of work")
        lines += outline_explanation(explain(solve(puzzle, dictionary), work=work))
    lines.append(f"-- repairs with {wrong.word} {wrong.marks}")
    lines += [outline_repair(repair) for repair in find_repairs(Puzzle((wrong, *puzzle.clues[1:])), dictionary)]
    return lines


def outline_explanation(explanation: Explanation) -> Iterator[str]:
    """Yield a line for each step, and one for the letters that are left."""
    for step in explanation.steps:
        yield outline_step(step)
    searched = "" if explanation.searched is None else f", sets of {explanation.searched} clues searched"
    yield f"left: {' '.join(explanation.domains)}{searched}"


def outline_step(step: Step) -> str:
    """Return a step: technique, lines of clues, what it proves, its sentence: ``compare 2 4: +3U -3A -3L “paume…``"""
    clues = " ".join(str(clue.line) for clue in step.clues)
    proved = [f"+{letter}" for letter in name_letters(step.placed)]
    proved += [f"-{letter}" for letter in name_letters(step.removed)]
    proved += ["clash"] if step.clash else []
    sentence = " / ".join(write_step(step, "en").splitlines())
    return f"{step.kind} {clues}: {' '.join(proved)} {sentence}"


def name_letters(letters: Iterable[Letter]) -> list[str]:
    """Return letters as ``3U``: the position, and the letter."""
    return [f"{one.position}{one.letter}" for one in letters]


def outline_grade(answer: Answer) -> list[str]:
    """Return the grade of a puzzle in a line; none where it has no solution."""
    if not answer.solutions:
        return []
    given = grade(answer)
    figures = f"effort {given.effort}, rounds {given.rounds}, rating {given.rating}"
    opened = f"open {given.open_steps}, hardest {given.hardest_open}"
    return [f"grade: level {given.level}, {given.kind} with {given.clues} clues, {figures}, {opened}"]


def outline_repair(repair: Repair) -> str:
    """Return a repair: ``line 8: PENTE 2, rather PENTE 1: COUDE``."""
    was = f"{repair.was.word} {repair.was.marks}"
    now = f"{repair.now.word} {repair.now.marks}"
    known = "" if repair.known else " (no words)"
    return f"line {repair.was.line}: {was}, rather {now}: {' '.join(repair.solutions)}{known}"


def read_outlines() -> dict[str, list[str]]:
    """Return the lines that the file keeps, by puzzle."""
    outlines: dict[str, list[str]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            lines = outlines.setdefault(line.removeprefix("== "), [])
        else:
            lines.append(line)
    return outlines


def main() -> None:
    """Write the file."""
    lines = []
    for name in PUZZLES:
        lines.append(f"== {name}")
        lines += outline_puzzle(name)
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

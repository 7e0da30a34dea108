"""Puzzles explained as a person would solve them, graded by how hard that is.

Modules, in the order in which they act: `model` (data), `board` (what clues rule out), `cases` and `techniques` (what
shows it), `explainer` (steps) and `grading` (how hard it is), `hints` (mistakes, and the next step of a player).

>>> from mastermot import open_dictionary, parse_puzzle, solve
>>> from mastermot.puzzle.explain import explain, grade
>>> answer = solve(parse_puzzle("paume 5"), open_dictionary("fr"))
>>> grade(answer).level, explain(answer).domains
(1, ('P', 'A', 'U', 'M', 'E'))
"""

from mastermot.lazy import export_lazily

__getattr__, __dir__ = export_lazily(__name__)

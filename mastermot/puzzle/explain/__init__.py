"""Puzzles explained as a person would solve them, graded by how hard that is.

Modules, in the order in which they act: `steps` (data), `board` (what clues rule out), `cases` and `techniques` (how it
is shown), `explainer` (steps), `grading` (how hard a puzzle is) and `hints` (a player's mistakes and next step).

>>> from mastermot import open_dictionary, parse_puzzle, solve
>>> from mastermot.puzzle.explain import explain, grade
>>> answer = solve(parse_puzzle("paume 5"), open_dictionary("fr"))
>>> grade(answer).level, explain(answer).domains
(1, ('P', 'A', 'U', 'M', 'E'))
"""

from mastermot.lazy import export_lazily

__getattr__, __dir__ = export_lazily(__name__)

"""Puzzles explained as a person would solve them, graded by how hard that is.

In the order in which they act:

1. `model`: what all the others hand on: letters, arguments, steps, explanations.
2. `board`: clues and the letters possible; which of these a set of clues rules out, by counting.
3. `cases`: what follows when letters are supposed.
4. `techniques`: how each finds arguments, a table, easiest first; the fewest clues that rule something out, and the
   easiest technique that shows it (a *round*).
5. `explainer`: rounds become steps, with the facts that they need, up to the word; `grading`: a difficulty.
6. `hints`: where a player stands: mistakes, and the next step from there.

>>> from mastermot import open_dictionary, parse_puzzle, solve
>>> from mastermot.puzzle.explain import explain, grade
>>> answer = solve(parse_puzzle("paume 5"), open_dictionary("fr"))
>>> grade(answer).level, explain(answer).domains
(1, ('P', 'A', 'U', 'M', 'E'))
"""

from mastermot.lazy import export_lazily

__getattr__, __dir__ = export_lazily(__name__)

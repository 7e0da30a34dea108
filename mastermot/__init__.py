"""mastermot: word-deduction puzzles, solved, explained, played and studied.

>>> from mastermot import open_dictionary, parse_puzzle, solve
>>> answer = solve(parse_puzzle("paume 5"), open_dictionary("fr"))
>>> [solution.word for solution in answer.solutions]
['PAUME']
"""

from __future__ import annotations

from mastermot.dictionaries import Dictionary, open_dictionary
from mastermot.errors import MastermotError
from mastermot.puzzles import Answer, Clue, Puzzle, Solution, parse_puzzle, read_puzzle, solve
from mastermot.rules import BLACK, BLACK_WHITE, MEMBERSHIP, POSITIONAL, RULES, Marks, Rule, mark, rule_named
from mastermot.words import fold

__version__ = "0.1.0"

__all__ = [
    "BLACK",
    "BLACK_WHITE",
    "MEMBERSHIP",
    "POSITIONAL",
    "RULES",
    "Answer",
    "Clue",
    "Dictionary",
    "Marks",
    "MastermotError",
    "Puzzle",
    "Rule",
    "Solution",
    "fold",
    "mark",
    "open_dictionary",
    "parse_puzzle",
    "read_puzzle",
    "rule_named",
    "solve",
]

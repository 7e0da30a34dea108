"""Master Mot puzzles: read and written, solved, and their conflicts found.

In the order in which they act: `lines`, `clues` and `books` read puzzles, `prefixes` grows the strings that fit,
`repairs` finds the mistake that would explain why no word fits, and `solver` puts these into one answer.

>>> from mastermot import open_dictionary
>>> from mastermot.puzzle import parse_puzzle, solve
>>> solve(parse_puzzle("paume 5"), open_dictionary("fr")).solutions[0].word
'PAUME'
"""

from mastermot.lazy import export_lazily

__getattr__, __dir__ = export_lazily(__name__)

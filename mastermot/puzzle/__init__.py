"""Master Mot puzzles: read and written, solved, and their conflicts found.

In the order in which they act: `lines`, `clues` and `books` read puzzles, several in one file and what people paste
too; `prefixes` grows the strings that fit; `repairs` finds words that fit with other letters, and the mistake that
would explain why no word fits; `solver` puts these into one answer, with clues that cannot hold together.

>>> from mastermot import open_dictionary
>>> from mastermot.puzzle import parse_puzzle, solve
>>> solve(parse_puzzle("paume 5"), open_dictionary("fr")).solutions[0].word
'PAUME'
"""

from mastermot.lazy import export_lazily

__getattr__, __dir__ = export_lazily(__name__)

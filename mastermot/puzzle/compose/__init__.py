"""Puzzles composed: real words with few marks, one solution, of the level asked for.

In the order in which they act: `composed` says what a puzzle is to be and of which words, `clue_drawer` draws clues,
`composer` changes them until the puzzle is as wanted, `daily` gives the puzzle and the game of a day.

>>> from mastermot import open_dictionary
>>> from mastermot.puzzle.compose import Wanted, compose, read_source
>>> source = read_source(open_dictionary("fr-common"), 4)
>>> composed = compose(source, Wanted(length=4, clues=8), seed=1)
>>> len(composed.puzzle.clues), len(composed.solution)
(8, 4)
"""

from mastermot.lazy import export_lazily

__getattr__, __dir__ = export_lazily(__name__)

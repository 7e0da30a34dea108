"""Puzzles composed: real words with few marks, one solution, of the difficulty asked for.

In the order in which they act: `model` says what is wanted and reads the words; `drafts` draws clues and changes them;
`composer` searches for a draft that is what is wanted.

>>> from mastermot import open_dictionary
>>> composed = next(compose_many(open_dictionary("fr-common"), Wanted(length=4, clues=8), seed=1, count=1))
>>> len(composed.puzzle.clues), len(composed.solution)
(8, 4)
"""

from __future__ import annotations

from mastermot.compose.composer import compose, compose_many
from mastermot.compose.model import Composed, Source, Wanted, read_source

__all__ = ["Composed", "Source", "Wanted", "compose", "compose_many", "read_source"]

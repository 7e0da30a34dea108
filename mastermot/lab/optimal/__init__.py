"""The best strategies there are: exact searches, strategy trees, proofs that can be checked.

`solve_small` answers exactly, within a stated work, for a position with few codes left; it needs numpy only.

>>> import numpy as np
>>> from mastermot.rules.codes import ColourCodes
>>> from mastermot.lab.optimal import solve_small
>>> from mastermot.game import Position
>>> from mastermot.rules import BLACK_WHITE
>>> position = Position(ColourCodes(4, 6), BLACK_WHITE).after("AABC", "XO").after("ABDA", "XO")
>>> table, left = position.table, position.candidates
>>> result = solve_small(table.numbers(np.arange(table.count), left), table.solved)
>>> len(left), result.total, table.text(result.guess)
(39, 103, 'AEFB')
"""

from mastermot.lazy import export_lazily

__getattr__, __dir__ = export_lazily(__name__)

"""The best strategies there are: exact searches, strategy trees, proofs that can be checked.

`solve_small` answers exactly, within a stated work, for a position with few codes left; it needs numpy only.

>>> import numpy as np
>>> from mastermot.codes import ColourCodes
>>> from mastermot.optimal import solve_small
>>> from mastermot.play import Position
>>> from mastermot.rules import BLACK_WHITE
>>> position = Position(ColourCodes(4, 6), BLACK_WHITE).after("AABC", "XO").after("ABDA", "XO")
>>> table, left = position.table, position.candidates
>>> result = solve_small(table.numbers(np.arange(table.count), left), table.solved)
>>> len(left), result.total, table.text(result.guess)
(39, 103, 'AEFB')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermot.lazy import export_lazily

if TYPE_CHECKING:
    from mastermot.optimal.objectives import LONGEST, TOTAL, Objective, objective_named
    from mastermot.optimal.players import TreePlayer
    from mastermot.optimal.problems import Problem
    from mastermot.optimal.search import Status
    from mastermot.optimal.solving import Best, Solving
    from mastermot.optimal.trees import Node, Replay, StrategyTree, read_tree, write_tree
    from mastermot.play.endgames import SmallResult, solve_small

_HOMES = {
    "mastermot.optimal.objectives": "LONGEST TOTAL Objective objective_named",
    "mastermot.optimal.players": "TreePlayer",
    "mastermot.optimal.problems": "Problem",
    "mastermot.optimal.search": "Status",
    "mastermot.optimal.solving": "Best Solving",
    "mastermot.optimal.trees": "Node Replay StrategyTree read_tree write_tree",
    "mastermot.play.endgames": "SmallResult solve_small",
}
__getattr__, __dir__ = export_lazily(__name__, _HOMES)

__all__ = [
    "LONGEST",
    "TOTAL",
    "Best",
    "Node",
    "Objective",
    "Problem",
    "Replay",
    "SmallResult",
    "Solving",
    "Status",
    "StrategyTree",
    "TreePlayer",
    "objective_named",
    "read_tree",
    "solve_small",
    "write_tree",
]

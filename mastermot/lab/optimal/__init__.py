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

from typing import TYPE_CHECKING

from mastermot.lazy import export_lazily

if TYPE_CHECKING:
    from mastermot.game.endgames import SmallResult, solve_small
    from mastermot.lab.optimal.problems import LONGEST, TOTAL, Objective, Problem, objective_named
    from mastermot.lab.optimal.search import Status
    from mastermot.lab.optimal.solving import Best, Solving
    from mastermot.lab.optimal.trees import Node, Replay, StrategyTree, TreePlayer, read_tree, write_tree

_HOMES = {
    "mastermot.lab.optimal.problems": "LONGEST TOTAL Objective Problem objective_named",
    "mastermot.lab.optimal.search": "Status",
    "mastermot.lab.optimal.solving": "Best Solving",
    "mastermot.lab.optimal.trees": "Node Replay StrategyTree TreePlayer read_tree write_tree",
    "mastermot.game.endgames": "SmallResult solve_small",
}
__getattr__, __dir__ = export_lazily(__name__, _HOMES)

__all__ = ["LONGEST", "TOTAL", "Objective", "Problem", "objective_named"]
__all__ += ["Best", "SmallResult", "Solving", "Status", "solve_small"]
__all__ += ["Node", "Replay", "StrategyTree", "TreePlayer", "read_tree", "write_tree"]

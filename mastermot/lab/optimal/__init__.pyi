from mastermot.game.endgames import SmallResult, solve_small
from mastermot.lab.optimal.search import Status
from mastermot.lab.optimal.search_problem import LONGEST, TOTAL, Objective, Problem, objective_named
from mastermot.lab.optimal.solving import Best, Solving
from mastermot.lab.optimal.trees import Node, Replay, StrategyTree, TreePlayer, read_tree, write_tree

__all__ = ["LONGEST", "TOTAL", "Objective", "Problem", "objective_named"]
__all__ += ["Best", "SmallResult", "Solving", "Status", "solve_small"]
__all__ += ["Node", "Replay", "StrategyTree", "TreePlayer", "read_tree", "write_tree"]

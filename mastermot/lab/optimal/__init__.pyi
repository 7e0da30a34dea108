from mastermot.game.endgames import SmallResult, solve_small
from mastermot.game.objectives import LONGEST, TOTAL, Objective, objective_named
from mastermot.game.trees import Node, Replay, StrategyTree, TreePlayer, read_tree, write_tree
from mastermot.lab.optimal.search import Status
from mastermot.lab.optimal.search_problem import Problem
from mastermot.lab.optimal.solving import BestStrategy, Solving

__all__ = ["LONGEST", "TOTAL", "Objective", "Problem", "objective_named"]
__all__ += ["BestStrategy", "SmallResult", "Solving", "Status", "solve_small"]
__all__ += ["Node", "Replay", "StrategyTree", "TreePlayer", "read_tree", "write_tree"]

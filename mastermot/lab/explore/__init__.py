"""Whole configurations: every secret played, on any engine, kept in a file, reported and plotted.

A database of all games, and strategies compared by it, is Jean Forget's idea: the folder ``exploration`` of
github.com/jforget/perl5-decodeur-Mastermind.

A `Configuration` is codes, a rule and a player. `explore` yields a `Record` of each of its games; `play_all` returns
all records in the order of the codes. A `Store` keeps records; `Results` and `Comparison` have figures of them, and
`plot_runs` draws them. `propose` finds acceleration words.

>>> from mastermot import BLACK_WHITE, ColourCodes, make_codebreaker
>>> from mastermot.lab.explore import Configuration, make_results, play_all
>>> configuration = Configuration(ColourCodes(4, 6), BLACK_WHITE, make_codebreaker("decodeur"))
>>> results = make_results(configuration, play_all(configuration))
>>> results.total, results.longest
(5838, 7)
"""

from mastermot.lab.explore.acceleration import Proposal, propose
from mastermot.lab.explore.configurations import Configuration, Settings
from mastermot.lab.explore.plots import plot_runs
from mastermot.lab.explore.reports import Comparison, Results, compare_runs, make_results
from mastermot.lab.explore.runs import GameTree, Record, count_turns, explore, play_all
from mastermot.lab.explore.store import Run, Store

__all__ = ["Comparison", "Configuration", "GameTree", "Proposal", "Record", "Results", "Run", "Settings", "Store"]
__all__ += ["compare_runs", "count_turns", "explore", "make_results", "play_all", "plot_runs", "propose"]

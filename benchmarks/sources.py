"""The published work whose results are used here or checked against, each under the label by which tables cite it.

A figure of others is kept as a pair, the value and a label: ``["5.4856", "Magruder 2023"]``. `cite` writes a source
out, `show_sources` makes the table of ``docs/credits.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Source(NamedTuple):
    """A publication or a program: who made it, what it is called, where it is, and what of it is used here."""

    authors: str
    title: str
    place: str  #: The journal, or the address; what is not known is left out.
    used: str  #: What is used here; for figures of a program, what was run and on what.


SOURCES: Mapping[str, Source] = {
    "Knuth 1976": Source(
        "D. E. Knuth",
        "The computer as Master Mind",
        "Journal of Recreational Mathematics 9",
        "the player `knuth`; every code of 4 holes and 6 colours is found in 5 turns",
    ),
    "Neuwirth 1982": Source(
        "E. Neuwirth",
        "Some strategies for Mastermind",
        "Zeitschrift für Operations Research 26",
        "the strategy `entropy`",
    ),
    "Chvátal 1983": Source("V. Chvátal", "Mastermind", "Combinatorica 3", "fixed guesses"),
    "Koyama and Lai 1993": Source(
        "K. Koyama and T. W. Lai",
        "An optimal Mastermind strategy",
        "Journal of Recreational Mathematics 25",
        "the least total of 4 holes and 6 colours, 5625; the search for the best strategy",
    ),
    "Tanaka 1996": Source(
        "T. Tanaka",
        "An optimal MOO strategy",
        "Game Programming Workshop in Japan, arXiv:2207.04845",
        "the least average of bulls and cows, 5.213",
    ),
    "Goddard 2003": Source(
        "W. Goddard",
        "Static Mastermind",
        "Journal of Combinatorial Mathematics and Combinatorial Computing 47",
        "fixed guesses with black and white marks",
    ),
    "Kooi 2005": Source(
        "B. Kooi",
        "Yet another Mastermind strategy",
        "ICGA Journal 28",
        "the strategies `parts` and `expected`, and their averages on 4 holes and 6 colours",
    ),
    "Cáceres and others 2007": Source(
        "J. Cáceres and others",
        "On the metric dimension of Cartesian products of graphs",
        "SIAM Journal on Discrete Mathematics 21",
        "fixed guesses with black marks: two holes",
    ),
    "Jäger and Peczarski 2009": Source(
        "G. Jäger and M. Peczarski",
        "The number of pessimistic guesses in Generalized Mastermind",
        "Information Processing Letters 109",
        "the fewest turns with 3 holes",
    ),
    "Jäger and Peczarski 2011": Source(
        "G. Jäger and M. Peczarski",
        "The number of pessimistic guesses in Generalized Black-peg Mastermind",
        "Information Processing Letters 111",
        "the fewest turns under `black` with 2, 3 and 4 holes: that formulas exist",
    ),
    "Merelo and others 2013": Source(
        "J. J. Merelo, C. Cotta, T. P. Runarsson, A. M. Mora and others",
        "algorithm-mastermind-experiments",
        "[repository](https://github.com/JJ/algorithm-mastermind-experiments)",
        "averages of the best runs of their evolutionary players, which play codes that can still be the secret",
    ),
    "Ville 2013": Source(
        "G. Ville",
        "An optimal Mastermind (4,7) strategy and more results in the expected case",
        "arXiv:1305.1010",
        "the least total of 4 holes and 7 colours",
    ),
    "Jäger and Drewes 2020": Source(
        "G. Jäger and F. Drewes",
        "The metric dimension of Zₙ × Zₙ × Zₙ is ⌊3n/2⌋",
        "Theoretical Computer Science 806",
        "fixed guesses with black marks: three holes",
    ),
    "Jäger and Drewes 2022": Source(
        "G. Jäger and F. Drewes",
        "Optimal strategies for static black-peg AB game with two and three pegs",
        "arXiv:2210.04652",
        "fixed guesses with black marks and no repeats: two and three holes",
    ),
    "Lessard 2022": Source(
        "L. Lessard",
        "Optimal Wordle",
        "[page](https://laurentlessard.com/bookproofs/optimal-wordle/)",
        "words found within 3 turns: that the most can be computed",
    ),
    "Selby 2022": Source(
        "A. Selby",
        "The best strategies for Wordle",
        "[repository](https://github.com/alex1770/wordle)",
        "least totals of Wordle, with pairs of first words and in hard mode; by his program, `wordle`, in C++",
    ),
    "Magruder 2023": Source(
        "M. Magruder",
        "Mastermind",
        "[repository](https://github.com/mikemag/Mastermind)",
        "averages of greedy entropy over all codes, every secret played; by his program, on a graphics processor",
    ),
    "arfst23": Source(
        "arfst23",
        "Mastermind",
        "[repository](https://github.com/arfst23/Mastermind)",
        "best strategies of 4 holes, replayed here; the seconds of the program, in C; the author gives no other name",
    ),
    "widmaN": Source(
        "widmaN",
        "mastermind-strategy",
        "[repository](https://github.com/widmaN/mastermind-strategy)",
        "the least total of 3 holes and 9 colours, a test of the program `mmstrat`, in C++; no other name is given",
    ),
    "A231205": Source(
        "The On-Line Encyclopedia of Integer Sequences",
        "A231205",
        "[sequence](https://oeis.org/A231205)",
        "guesses after which a code without repeats is known, under `positional`",
    ),
    "supermastermind": Source(
        "supermastermind",
        "Optimal strategy",
        "[page](https://supermastermind.github.io/playonline/optimal_strategy.html)",
        "least totals where every guess can still be the secret; no other name is given",
    ),
    "slovesnov": Source(
        "slovesnov",
        "Bulls and cows game",
        "[page](http://slovesnov.users.sourceforge.net/index.php?bullscows,english)",
        "how few codes of bulls and cows a strategy finds in the seventh turn; no other name is given",
    ),
    "Olson": Source(
        "J. Olson",
        "Optimal Wordle Solutions",
        "[page](https://jonathanolson.net/experiments/optimal-wordle-solutions)",
        "how many of Wordle’s words a strategy finds within 4 turns: all but 18",
    ),
    "pymastermind 1.2": Source(
        "T. Breydo",
        "pymastermind",
        "[repository](https://github.com/thomasbreydo/pymastermind)",
        "whole games by minimax, run here beside ours",
    ),
}
"""The sources by label, the oldest first, those without a year last."""

Reported = Sequence[Sequence[str]]
"""Figures of others: pairs of a value and the label of its source."""


def cite(label: str) -> str:
    """Return a source with its year, as a table that has a column of sources shows it.

    >>> cite("Ville 2013")
    'G. Ville, *An optimal Mastermind (4,7) strategy and more results in the expected case*, arXiv:1305.1010 (2013)'
    """
    source = SOURCES[label]
    year = label.rpartition(" ")[2]
    written = f"{source.authors}, *{source.title}*, {source.place}"
    return f"{written} ({year})" if year.isdecimal() else written


def show_reported(figures: Reported) -> str:
    """Return figures of others, each with the label of its source.

    >>> show_reported([["5.4856", "Magruder 2023"], ["5.554", "Merelo and others 2013"]])
    '5.4856 (Magruder 2023); 5.554 (Merelo and others 2013)'
    """
    return "; ".join(f"{value} ({label})" for value, label in figures)


def show_sources() -> str:
    """Return the table of all sources."""
    lines = [f"| {label} | {cite(label)} | {source.used} |" for label, source in SOURCES.items()]
    return "\n".join(["| cited as | work | what is used here |", "| --- | --- | --- |", *lines]) + "\n"

"""Codes that fit requirements, grown as the leaves of a tree: all of them, or a fair sample and an estimated number.

`docs/how-it-works.md` describes it. The method is stochastic enumeration, after R. Rubinstein, *Stochastic enumeration
method for counting NP-hard problems* (2013), with D. Knuth's weights (1975): the `weights` of the leaves add up, on
average, to the number of all codes that fit.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.rules.requirements import Requirements

CHUNK = 30_000  #: How many nodes are grown at a time when the whole tree is grown: this limits the memory.
FACTORIALS = np.array([math.factorial(number) for number in range(21)], np.float64)
FAR = 10_000  #: A number larger than any total.


class Nodes(NamedTuple):
    """Nodes of one level of a tree, a row each.

    In the first half of the tree each symbol gets its number of copies, in the second half holes are filled with them.
    `copies` has the copies of each symbol, in the second half those still to be placed. `free` is the number of holes
    for which no copy is given yet. `totals` are the sums of the demands so far, `codes` the holes filled, `blacks` the
    blacks of each guess so far. `shares` is 1 divided by the factorial of each number of copies. `weights` is how many
    nodes each node stands for.
    """

    copies: NDArray[np.int8]
    free: NDArray[np.int64]
    totals: NDArray[np.int16]
    codes: NDArray[np.uint8]
    blacks: NDArray[np.int8]
    shares: NDArray[np.float64]
    weights: NDArray[np.float64]

    def take(self, rows: NDArray[np.intp] | slice) -> "Nodes":
        return Nodes._make(field[rows] for field in self)


class Leaves(NamedTuple):
    """Codes that fit, the leaves of a tree."""

    codes: NDArray[np.uint8]
    weights: NDArray[np.float64]  #: How many codes each of them stands for.
    whole: bool  #: Whether these are all codes that fit.
    nodes: float  #: About how many nodes the whole tree has.


class CodeTree:
    """The tree of the codes that fit requirements.

    Its first half, which gives each symbol its copies, is left out when the requirements say nothing of copies.
    """

    def __init__(self, wanted: Requirements, holes: NDArray[np.intp] | None = None) -> None:
        self.wanted = wanted
        self.holes = np.arange(wanted.length) if holes is None else holes
        free = not len(wanted.totals) and not wanted.least.any() and bool((wanted.most == wanted.length).all())
        uses = (wanted.worth[:, :, -1] > 0).sum(axis=0) + (wanted.least > 0)  # how many demands each symbol counts in
        self.order = np.argsort(-uses, kind="stable")[: 0 if free else wanted.symbols]
        self._bound_totals()
        hits = wanted.guesses.T[self.holes, :, None] == np.arange(wanted.symbols)
        # for each hole, how many copies of each symbol each guess has in this hole and the later ones
        later = np.cumsum(hits[::-1], axis=0, dtype=np.int8)[::-1]
        self.later = np.concatenate((later, np.zeros_like(later[:1])))
        self.depths = len(self.order) + wanted.length

    def _bound_totals(self) -> None:
        """Set, for each symbol and number of copies, what the symbol and those after it can add to each total.

        `low` and `high` are the least and the most that so many copies of these symbols can add, `ways` is in how many
        ways they can be shared out.
        """
        wanted = self.wanted
        size = self.wanted.length + 1
        steps = len(self.order)
        self.low = np.full((steps + 1, size, len(wanted.totals)), FAR)
        self.high = np.full((steps + 1, size, len(wanted.totals)), -FAR)
        self.low[steps, 0] = self.high[steps, 0] = 0
        self.ways = np.zeros((steps + 1, size))
        self.ways[steps, 0] = 1
        for step in reversed(range(steps)):
            symbol = self.order[step]
            for copies in range(int(wanted.least[symbol]), int(wanted.most[symbol]) + 1):
                worth, rest = wanted.worth[:, symbol, copies], slice(0, size - copies)
                after = slice(copies, size)
                self.low[step, after] = np.minimum(self.low[step, after], worth + self.low[step + 1, rest])
                self.high[step, after] = np.maximum(self.high[step, after], worth + self.high[step + 1, rest])
                self.ways[step, after] += self.ways[step + 1, rest] / FACTORIALS[copies]

    def root(self) -> Nodes:
        wanted = self.wanted
        return Nodes(
            copies=np.full((1, wanted.symbols), 0 if len(self.order) else wanted.length, np.int8),
            free=np.full(1, wanted.length),
            totals=np.zeros((1, len(wanted.totals)), np.int16),
            codes=np.zeros((1, wanted.length), np.uint8),
            blacks=np.zeros((1, len(wanted.guesses)), np.int8),
            shares=np.ones(1),
            weights=np.ones(1),
        )

    def expand(self, nodes: Nodes, depth: int) -> Nodes:
        """Return those children of nodes at `depth` that can still have leaves."""
        hole_number = depth - len(self.order)
        return self._fill_hole(nodes, hole_number) if hole_number >= 0 else self._give_copies(nodes, depth)

    def _give_copies(self, nodes: Nodes, step: int) -> Nodes:
        """Return the children of nodes: one for each number of copies that one more symbol can have."""
        wanted = self.wanted
        symbol = int(self.order[step])
        choices = np.arange(wanted.least[symbol], wanted.most[symbol] + 1)
        parents, picks = np.nonzero(choices <= nodes.free[:, None])
        copies = choices[picks]
        free = nodes.free[parents] - copies
        totals = nodes.totals[parents] + wanted.worth[:, symbol, copies].T.astype(np.int16)
        fits = self.ways[step + 1, free] > 0
        fits &= (totals + self.low[step + 1, free] <= wanted.totals).all(axis=1)
        fits &= (totals + self.high[step + 1, free] >= wanted.totals).all(axis=1)
        parents, copies = parents[fits], copies[fits]
        children = nodes.take(parents)
        children.copies[:, symbol] = copies
        shares = children.shares / FACTORIALS[copies]
        return children._replace(free=free[fits], totals=totals[fits], shares=shares)

    def _fill_hole(self, nodes: Nodes, hole_number: int) -> Nodes:
        """Return the children of nodes: one for each symbol that can fill one more hole.

        Children that give a guess too many blacks are left out. So are those in which a guess can no longer reach its
        least blacks, even if all later holes meet the guess as far as the remaining copies allow.
        """
        wanted = self.wanted
        hole = int(self.holes[hole_number])
        parents, symbols = np.nonzero((nodes.copies > 0) & wanted.allowed[hole])
        blacks = nodes.blacks[parents]
        blacks += wanted.guesses[:, hole] == symbols[:, None]
        fits = (blacks <= wanted.most_blacks).all(axis=1)
        parents = parents[fits]
        symbols = symbols[fits]
        blacks = blacks[fits]
        spare = nodes.copies[parents, symbols]
        fits = np.ones(len(parents), np.bool_)
        for guess, later in enumerate(self.later[hole_number + 1]):
            # how many remaining copies later holes of the guess can meet: one less if the symbol taken now was such
            reach = np.minimum(nodes.copies, later).sum(axis=1, dtype=np.int8)[parents] - (spare <= later[symbols])
            fits &= blacks[:, guess] + reach >= wanted.least_blacks[guess]
        parents, symbols = parents[fits], symbols[fits]
        children = nodes.take(parents)
        children.copies[np.arange(len(parents)), symbols] -= 1 if len(self.order) else 0
        children.codes[:, hole] = symbols
        return children._replace(blacks=blacks[fits])


def grow(wanted: Requirements, rng: np.random.Generator, width: int) -> Leaves:
    """Return leaves of a tree each level of which keeps at most `width` nodes, drawn at random by `rng`.

    The order in which holes are filled is drawn too.
    """
    tree = CodeTree(wanted, rng.permutation(wanted.length))
    nodes = tree.root()
    whole, count = True, 0.0
    for depth in range(tree.depths):
        nodes = tree.expand(nodes, depth)
        count += nodes.weights.sum()
        if len(nodes.free) > width:
            whole = False
            promises = nodes.weights  # nodes are drawn in proportion to the leaves they promise, judged by copies alone
            if depth < len(tree.order):
                promises = promises * nodes.shares * tree.ways[depth + 1, nodes.free]
            rows, times = np.unique(draw_evenly(promises, width, rng), return_counts=True)
            nodes = nodes.take(rows)
            nodes = nodes._replace(weights=nodes.weights * (times * (promises.sum() / width) / promises[rows]))
    return Leaves(nodes.codes, nodes.weights, whole, count)


def draw_evenly(weights: NDArray[np.float64], size: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """Return `size` rows, in order, drawn in proportion to their weights; a heavy row may be drawn more than once."""
    points = (rng.random() + np.arange(size)) * (weights.sum() / size)
    drawn: NDArray[np.intp] = np.searchsorted(np.cumsum(weights), points, side="right")
    return np.minimum(drawn, len(weights) - 1)


def list_all(wanted: Requirements, most_nodes: float, most_codes: float) -> NDArray[np.uint8] | None:
    """Return all codes that fit, a row each; None when there are more than `most_codes`, or nodes than `most_nodes`."""
    tree = CodeTree(wanted)
    pending = [(tree.root(), 0)]
    found = [np.zeros((0, wanted.length), np.uint8)]
    codes, visited = 0, 0
    while pending:
        nodes, depth = pending.pop()
        if depth == tree.depths:
            found.append(nodes.codes)
            codes += len(nodes.codes)
            continue
        children = tree.expand(nodes, depth)
        visited += len(children.free)
        if visited > most_nodes or codes > most_codes:
            return None
        starts = range(0, len(children.free), CHUNK)
        pending += [(children.take(slice(start, start + CHUNK)), depth + 1) for start in starts]
    return np.concatenate(found)

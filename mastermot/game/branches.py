"""Codes that fit requirements, grown as the leaves of a tree: all of them, or a fair sample and an estimated number.

The requirements limit the blacks of each guess and the copies of each symbol. They may also make *demands*: a demand
says what each number of copies of a symbol is worth, and a code must have copies that together are worth the *total* of
the demand (`Requirements.demand_total`).

`docs/how-it-works.md` describes the tree. The method is stochastic enumeration, after R. Rubinstein, *Stochastic
enumeration method for counting NP-hard problems* (2013), with D. Knuth's weights (1975): the `weights` of the leaves
add up, on average, to the number of all codes that fit.
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
    """Nodes of one level of a tree: every array has a row for each node.

    In the first half of the tree each symbol gets its number of copies, in the second half holes are filled with them.
    """

    copies: NDArray[np.int8]  #: The copies of each symbol (a column); in the second half, those still to be placed.
    free: NDArray[np.int64]  #: The number of holes for which no copy is given yet.
    totals: NDArray[np.int16]  #: What the copies given so far are worth in each demand (a column).
    codes: NDArray[np.uint8]  #: The symbol of each hole (a column), as far as they are filled.
    blacks: NDArray[np.int8]  #: The blacks of each guess (a column) so far.
    shares: NDArray[np.float64]  #: The product of 1 / c! over the numbers c of copies given.
    weights: NDArray[np.float64]  #: How many nodes the node stands for.

    def take(self, rows: NDArray[np.intp] | slice) -> "Nodes":
        return Nodes._make(field[rows] for field in self)


class Leaves(NamedTuple):
    """Codes that fit, the leaves of a tree."""

    codes: NDArray[np.uint8]
    weights: NDArray[np.float64]  #: How many codes each of these codes stands for.
    whole: bool  #: Whether these are all codes that fit.
    nodes: float  #: About how many nodes the whole tree has.


class CodeTree:
    """The tree of the codes that fit requirements.

    The first half of the tree, which gives each symbol its copies, is left out if the requirements say nothing of
    copies.
    """

    def __init__(self, wanted: Requirements, holes: NDArray[np.intp] | None = None) -> None:
        """`holes` is the order in which holes are filled; without it, the first hole is filled first."""
        self.wanted = wanted
        self.holes = np.arange(wanted.length) if holes is None else holes
        self.order = _order_symbols(wanted)  #: The symbols, in the order in which they get their copies.
        self.low, self.high, self.ways = self._bound_totals()
        self.later = self._count_later_copies()
        #: How many levels are below the root: one for each symbol of `order`, then one for each hole.
        self.depths = len(self.order) + wanted.length

    def _count_later_copies(self) -> NDArray[np.int8]:
        """Return ``later[hole_number, guess, symbol]``: the copies that the guess has in this hole and later ones.

        Hole numbers are those of the order in which holes are filled; the last one stands for no hole at all. The guess
        ABA has two A and one B in all its holes, one of each in the last two, an A in the last:

        >>> wanted = Requirements(length=3, symbols=2)
        >>> wanted.demand_blacks([0, 1, 0], least=1, most=3)
        >>> CodeTree(wanted).later[:, 0].tolist()
        [[2, 1], [1, 1], [1, 0], [0, 0]]
        """
        wanted = self.wanted
        hits = wanted.guesses.T[self.holes, :, None] == np.arange(wanted.symbols)  # [hole_number, guess, symbol]
        from_the_last = np.cumsum(hits[::-1], axis=0, dtype=np.int8)
        later = from_the_last[::-1]
        after_all_holes = np.zeros_like(later[:1])
        return np.concatenate((later, after_all_holes))

    def _bound_totals(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Return `low`, `high` and `ways`, about the last symbols of `order`: those from the index `step` on.

        If these symbols have so many `copies` in all, they add at least ``low[step, copies, demand]`` to the total of a
        demand, and at most ``high[step, copies, demand]``. ``ways[step, copies]``, times ``copies!``, is how many codes
        with so many holes have only these symbols, each as often as the requirements allow.

        In a game of two holes and the colours A and B, each A is worth 1. From step 0 on there are both colours: two
        copies of them add 0 (BB) to 2 (AA) to the total, in four codes. From step 1 on there is only B: its two copies
        add nothing, in one code:

        >>> wanted = Requirements(length=2, symbols=2)
        >>> wanted.demand_total(np.array([[0, 1, 2], [0, 0, 0]]), total=1)
        >>> tree = CodeTree(wanted)
        >>> tree.low[:2, 2, 0].tolist(), tree.high[:2, 2, 0].tolist()
        ([0, 0], [2, 0])
        >>> (tree.ways[:2, 2] * math.factorial(2)).tolist()
        [4.0, 1.0]
        """
        wanted = self.wanted
        size = wanted.length + 1
        steps = len(self.order)
        low = np.full((steps + 1, size, len(wanted.totals)), FAR)
        high = np.full((steps + 1, size, len(wanted.totals)), -FAR)
        ways = np.zeros((steps + 1, size))
        # after the last symbol there is one way: no copies, which add nothing
        low[steps, 0] = high[steps, 0] = 0
        ways[steps, 0] = 1
        for step in reversed(range(steps)):  # from the last symbol back, since a step needs the results of the next one
            symbol = self.order[step]
            for copies in range(int(wanted.least[symbol]), int(wanted.most[symbol]) + 1):
                worth = wanted.worth[:, symbol, copies]  # what so many copies of this symbol add to each total
                # n copies of the later symbols are n + copies of all these symbols, for each n that leaves room
                of_later = slice(0, size - copies)  # the numbers n
                of_all = slice(copies, size)  # the numbers n + copies
                low[step, of_all] = np.minimum(low[step, of_all], worth + low[step + 1, of_later])
                high[step, of_all] = np.maximum(high[step, of_all], worth + high[step + 1, of_later])
                # n! / (a! · b! · …) codes of n holes have a copies of A, b of B…: the n! is left to the caller
                ways[step, of_all] += ways[step + 1, of_later] / FACTORIALS[copies]
        return low, high, ways

    def root(self) -> Nodes:
        """Return the one node that all codes come from: no hole is filled, and nothing is decided."""
        wanted = self.wanted
        return Nodes(
            # if the first half of the tree is left out, each symbol may fill every hole
            copies=np.full((1, wanted.symbols), 0 if len(self.order) else wanted.length, np.int8),
            free=np.full(1, wanted.length),
            totals=np.zeros((1, len(wanted.totals)), np.int16),
            codes=np.zeros((1, wanted.length), np.uint8),
            blacks=np.zeros((1, len(wanted.guesses)), np.int8),
            shares=np.ones(1),
            weights=np.ones(1),
        )

    def expand(self, nodes: Nodes, depth: int) -> Nodes:
        """Return those children of nodes at `depth` that can still have leaves.

        Codes of two holes must have one A, and the other colour is B. First A gets its copies, then B, then the first
        hole is filled, and then the second:

        >>> wanted = Requirements(length=2, symbols=2)
        >>> wanted.demand_total(np.array([[0, 1, 2], [0, 0, 0]]), total=1)
        >>> tree = CodeTree(wanted)
        >>> nodes = tree.root()
        >>> for depth in range(tree.depths):
        ...     nodes = tree.expand(nodes, depth)
        ...     print(nodes.copies.tolist(), nodes.codes.tolist())
        [[1, 0]] [[0, 0]]
        [[1, 1]] [[0, 0]]
        [[0, 1], [1, 0]] [[0, 0], [1, 0]]
        [[0, 0], [0, 0]] [[0, 1], [1, 0]]
        """
        if depth < len(self.order):
            return self._give_copies(nodes, step=depth)
        return self._fill_hole(nodes, hole_number=depth - len(self.order))

    def weigh_promises(self, nodes: Nodes, depth: int) -> NDArray[np.float64]:
        """Return how many leaves each node at `depth` promises, up to a factor that is the same for all of them.

        The number is multiplied by the weight of the node. In the first half of the tree, a node promises as many
        leaves as there are codes with its copies and any copies of the later symbols (`_bound_totals`); demands and
        blacks are not considered. In the second half all nodes promise equally many: only their weights differ.
        """
        # at the depth `len(self.order)` all copies are given, and no hole is filled: it belongs to the first half
        if depth > len(self.order):
            return nodes.weights
        # n! / (a! · b! · …) codes of n holes have a copies of A, b of B…: `shares` has the factors 1 / a! of the copies
        # given, `ways` adds up those of the later symbols, and n! is the same for all nodes
        promises: NDArray[np.float64] = nodes.weights * nodes.shares * self.ways[depth, nodes.free]
        return promises

    def _give_copies(self, nodes: Nodes, step: int) -> Nodes:
        """Return the children of nodes: one for each number of copies that one more symbol can have.

        The symbol is the one of `order` at the index `step`. Children that can no longer meet a demand, whatever the
        later symbols get, are left out.
        """
        wanted = self.wanted
        symbol = int(self.order[step])
        choices = np.arange(wanted.least[symbol], wanted.most[symbol] + 1)  # the numbers of copies that it may have
        has_room = choices <= nodes.free[:, None]  # whether a node (a row) has room for so many copies (a column)
        parents, picks = np.nonzero(has_room)  # of each child: the row of its parent, and the index of its choice
        copies = choices[picks]
        free = nodes.free[parents] - copies
        added = wanted.worth[:, symbol, copies].T  # what the copies add to each demand (a column), for each child
        totals = nodes.totals[parents] + added.astype(np.int16)
        # the least and the most of each total at the end, when the later symbols have shared out the free holes
        at_least = totals + self.low[step + 1, free]
        at_most = totals + self.high[step + 1, free]
        fits = self.ways[step + 1, free] > 0  # whether the later symbols can have exactly so many copies
        fits &= (at_least <= wanted.totals).all(axis=1)
        fits &= (at_most >= wanted.totals).all(axis=1)
        parents = parents[fits]
        copies = copies[fits]
        children = nodes.take(parents)
        children.copies[:, symbol] = copies
        shares = children.shares / FACTORIALS[copies]
        return children._replace(free=free[fits], totals=totals[fits], shares=shares)

    def _fill_hole(self, nodes: Nodes, hole_number: int) -> Nodes:
        """Return the children of nodes: one for each symbol that can fill one more hole.

        `hole_number` counts the holes in the order in which they are filled, from 0. Children that give a guess too
        many blacks are left out. So are children in which a guess can no longer reach its least blacks, even if it gets
        as many in the later holes as the remaining copies allow (`_bound_later_blacks`).
        """
        wanted = self.wanted
        hole = int(self.holes[hole_number])
        can_fill = (nodes.copies > 0) & wanted.allowed[hole]  # whether a symbol (a column) can, in a node (a row)
        parents, symbols = np.nonzero(can_fill)  # of each child: the row of its parent, and the symbol in the hole
        blacks = nodes.blacks[parents]  # a row for each child, a column for each guess
        blacks += wanted.guesses[:, hole] == symbols[:, None]
        has_not_too_many = (blacks <= wanted.most_blacks).all(axis=1)
        parents = parents[has_not_too_many]
        symbols = symbols[has_not_too_many]
        blacks = blacks[has_not_too_many]
        later_blacks = _bound_later_blacks(nodes.copies, parents, symbols, self.later[hole_number + 1])
        can_reach_least = np.ones(len(parents), np.bool_)
        for guess, most_later in enumerate(later_blacks):
            can_reach_least &= blacks[:, guess] + most_later >= wanted.least_blacks[guess]
        parents = parents[can_reach_least]
        symbols = symbols[can_reach_least]
        blacks = blacks[can_reach_least]
        children = nodes.take(parents)
        if len(self.order):  # otherwise the copies are not counted
            children.copies[np.arange(len(parents)), symbols] -= 1
        children.codes[:, hole] = symbols
        return children._replace(blacks=blacks)


def _bound_later_blacks(
    copies: NDArray[np.int8], parents: NDArray[np.intp], symbols: NDArray[np.intp], later: NDArray[np.int8]
) -> NDArray[np.int8]:
    """Return the most blacks that each guess (a row) can get after the hole filled now, for each child (a column).

    A child fills the hole with one of the `symbols`. Its parent (a row of `copies`) has so many copies of each symbol
    (a column) to place. `later` says how many copies of each symbol (a column) each guess (a row) has in later holes.
    For each symbol a guess gets so many blacks there, or if fewer copies remain to be placed, as many as remain.

    A parent has two A and a B to place, and the only guess has A in both later holes. If an A is placed now, one A
    remains for these holes; if the B is placed now, both A remain:

    >>> copies, later = np.array([[2, 1]], np.int8), np.array([[2, 0]], np.int8)
    >>> _bound_later_blacks(copies, parents=np.array([0, 0]), symbols=np.array([0, 1]), later=later).tolist()
    [[1, 2]]
    """
    most = np.zeros((len(later), len(parents)), np.int8)
    copies_before = copies[parents, symbols]  # of the symbol that a child places now, this copy included
    for guess, guess_copies in enumerate(later):
        if_none_is_placed = np.minimum(copies, guess_copies).sum(axis=1, dtype=np.int8)  # for each parent
        costs_a_black = copies_before <= guess_copies[symbols]  # every copy could get a black later: now one less can
        most[guess] = if_none_is_placed[parents] - costs_a_black
    return most


def _order_symbols(wanted: Requirements) -> NDArray[np.intp]:
    """Return the symbols in the order in which they get their copies: first those that count in the most demands.

    In this order, nodes that cannot meet a demand are found early. A least number of copies of a symbol counts as a
    demand too. The array is empty if the requirements say nothing of copies: then no symbol needs a level of its own in
    the tree.
    """
    demands_total = len(wanted.totals) > 0
    limits_copies = bool(wanted.least.any() or (wanted.most != wanted.length).any())
    if not demands_total and not limits_copies:
        return np.zeros(0, np.intp)
    worth_of_most_copies = wanted.worth[:, :, -1]  # of a symbol (a column) in a demand (a row)
    counts_in = worth_of_most_copies > 0
    demands = counts_in.sum(axis=0) + (wanted.least > 0)
    return np.argsort(-demands, kind="stable")


def grow(wanted: Requirements, rng: np.random.Generator, width: int) -> Leaves:
    """Return the leaves of a tree; at each level at most `width` nodes are kept, drawn at random by `rng`.

    The order in which holes are filled is drawn too. The weights of the leaves add up, on average, to the number of all
    leaves (`_draw_nodes`).
    """
    tree = CodeTree(wanted, rng.permutation(wanted.length))
    nodes = tree.root()
    whole = True
    nodes_of_tree = 0.0  # an estimate: each node counts for all nodes that it stands for
    for depth in range(tree.depths):
        nodes = tree.expand(nodes, depth)
        nodes_of_tree += nodes.weights.sum()
        if len(nodes.free) > width:
            whole = False
            promises = tree.weigh_promises(nodes, depth + 1)  # the children are a level deeper
            nodes = _draw_nodes(nodes, promises, width, rng)
    return Leaves(nodes.codes, nodes.weights, whole, nodes_of_tree)


def _draw_nodes(nodes: Nodes, promises: NDArray[np.float64], width: int, rng: np.random.Generator) -> Nodes:
    """Return at most `width` of the nodes of a level, drawn in proportion to their `promises`; each is there once.

    The nodes that are drawn stand for the others too: their weights are changed so that, on average, they still add up
    to the number of all nodes of the level.
    """
    drawn = draw_evenly(promises, width, rng)
    rows, times_drawn = np.unique(drawn, return_counts=True)
    kept = nodes.take(rows)
    promise_of_a_draw = promises.sum() / width  # a row is drawn promises[row] / promise_of_a_draw times on average
    factors = times_drawn * promise_of_a_draw / promises[rows]  # times drawn / times expected
    return kept._replace(weights=kept.weights * factors)


def draw_evenly(weights: NDArray[np.float64], size: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """Return `size` rows, in order, drawn in proportion to their weights; a heavy row may be drawn more than once.

    The second of three rows has six eighths of the weight, the others one eighth each:

    >>> draw_evenly(np.array([1.0, 6.0, 1.0]), size=4, rng=np.random.default_rng(1)).tolist()
    [1, 1, 1, 2]
    """
    # points at even distances on a line on which each row has a stretch as long as its weight
    points = (rng.random() + np.arange(size)) * (weights.sum() / size)
    drawn: NDArray[np.intp] = np.searchsorted(np.cumsum(weights), points, side="right")
    return np.minimum(drawn, len(weights) - 1)  # rounding can put the last point just beyond the end


def list_all(wanted: Requirements, most_nodes: float, most_codes: float) -> NDArray[np.uint8] | None:
    """Return all codes that fit, a row each; None once more than `most_codes` codes or `most_nodes` nodes were found.

    Nodes are expanded in chunks, the deepest first, so that few nodes wait. The limits are checked at each expansion:
    codes found after the last expansion are no longer counted, so that more than `most_codes` may be returned.
    """
    tree = CodeTree(wanted)
    waiting = [(tree.root(), 0)]  # chunks of nodes that are not expanded yet, each with its depth
    found = [np.zeros((0, wanted.length), np.uint8)]  # the codes of each chunk of leaves
    codes_found = 0
    nodes_found = 0
    while waiting:
        nodes, depth = waiting.pop()
        are_leaves = depth == tree.depths
        if are_leaves:
            found.append(nodes.codes)
            codes_found += len(nodes.codes)
            continue
        children = tree.expand(nodes, depth)
        children_count = len(children.free)
        nodes_found += children_count
        if nodes_found > most_nodes or codes_found > most_codes:
            return None
        for start in range(0, children_count, CHUNK):
            chunk = children.take(slice(start, start + CHUNK))
            waiting.append((chunk, depth + 1))
    return np.concatenate(found)

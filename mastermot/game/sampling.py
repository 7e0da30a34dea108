"""Codes that agree with a history, in games with too many codes to list: all if that is quick, else a fair sample.

Trees come first, whose leaves are codes (`mastermot.game.branches`). If the leaves are few, *walks* look for more: they
change codes step by step (`Walks`), by simulated annealing, after S. Kirkpatrick, C. Gelatt, M. Vecchi, Science 220
(1983). `docs/how-it-works.md` describes both. All that is drawn depends on a seed and on the history alone.
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from mastermot.game.branches import Leaves, draw_evenly, grow, list_all
from mastermot.game.errors import RuleNeedsListError
from mastermot.rules import Marks, Rule
from mastermot.rules.arrays import Rows
from mastermot.rules.codes import EMPTY, MAX_CODES, Codes
from mastermot.rules.requirements import Requirements

SAMPLE = 3000  #: How many codes are drawn when no other number is asked for.
WIDTH = 4000  #: How many nodes are kept at each level of a tree that is not grown whole.
GROWTH = 4  #: How many times as many nodes are kept in new trees if the first trees have fewer codes than asked for.
TREES = 4  #: From how many trees the number of codes and its standard error are estimated.
MAX_NODES = 2_000_000  #: The most nodes of a tree that is grown whole: a second or so.
MAX_LISTED = 200_000  #: The most codes that are all listed; more are sampled.
LONGER_WALKS = 4  #: How many times as many steps the second walks take if the first walks found no code.
ENOUGH = 300  #: If trees found fewer different codes than this, walks look for more.
WALKS = 500  #: How many walks go on side by side.
STEPS = 6000  #: How many steps each walk takes.
HOT, COLD = 1.2, 0.18  #: The heat at the first step and the last: about how many more misses a walk accepts in a step.
HARVEST = 10  #: In the last three tenths of the steps, codes that fit are gathered once in so many steps.

Flags = NDArray[np.bool_]
Number = TypeVar("Number", np.uint8, np.intp)
History = Sequence[tuple[str, Marks]]  #: Guesses and the marks they got.


class Sample(NamedTuple):
    """Codes that agree with a history, and how many such codes there are."""

    codes: NDArray[np.uint8]  #: A row of symbol numbers for each; unless `complete`, a code may be there twice.
    number: float  #: How many codes agree: exact if `complete` or without a history, else estimated.
    standard_error: float  #: The standard error of `number`.
    complete: bool  #: Whether `codes` are all that agree. If not, some codes may agree even if `codes` is empty.


def draw_codes(
    codes: Codes, rule: Rule, history: History, size: int = SAMPLE, *, width: int = WIDTH, enough: int = ENOUGH
) -> Sample:
    """Return the codes of a game that agree with `history`: all if that is quick, else `size` of them, drawn evenly.

    Without a history every code agrees: if there are more than `MAX_LISTED`, any codes are drawn (`draw_any`).
    Otherwise the history says what the codes must be like (`gather_requirements`); if no code can be like that, the
    sample is empty and complete.

    Then a first tree is grown, with at most `width` nodes at a level (`grow`). If its leaves are all codes, or if it
    promises so few codes that they can be listed, all are returned (`_list_if_few`). If not, more trees are grown,
    `TREES` in all; if these have fewer leaves than `size` together, wider trees take their place. The sample is drawn
    from the leaves, and the number of codes estimated by them. If the leaves are fewer than `enough` different codes,
    walks look for more. Raises `RuleNeedsListError` for a rule that cannot say what codes must be like.
    """
    rng = make_rng(0, codes, history)  # the same seed for all players, so that all see the same sample
    if not history and codes.count > MAX_LISTED:
        return Sample(draw_any(codes, size, rng), codes.count, 0, False)
    wanted = gather_requirements(codes, rule, history)
    if wanted.impossible:
        return Sample(np.zeros((0, codes.length), np.uint8), 0, 0, complete=True)
    first_tree = grow(wanted, rng, width)
    every_code = _list_if_few(wanted, first_tree)
    if every_code is not None:
        in_order = np.lexsort(every_code.T[::-1])  # by the first symbol, then the second…
        return Sample(every_code[in_order], len(every_code), 0, complete=True)
    trees = [first_tree, *(grow(wanted, rng, width) for _other in range(TREES - 1))]
    leaves_found = sum(len(tree.codes) for tree in trees)
    if leaves_found < size:
        trees = [grow(wanted, rng, GROWTH * width) for _tree in range(TREES)]
    return _sample(wanted, trees, size, enough, rng)


def _list_if_few(wanted: Requirements, tree: Leaves) -> NDArray[np.uint8] | None:
    """Return all codes that fit, a row each; None if they are too many to list.

    `tree` is the first tree. If it is `whole`, its leaves are all codes that fit. Otherwise, if the tree promises few
    enough codes and nodes, `list_all` tries to list all codes: it may find that they are too many after all.
    """
    if tree.whole:
        return tree.codes
    # the number of codes is only estimated: if that is up to twice the limit, the codes may still be few enough to list
    if tree.nodes <= MAX_NODES and tree.weights.sum() <= 2 * MAX_LISTED:
        return list_all(wanted, MAX_NODES, MAX_LISTED)
    return None


def _sample(wanted: Requirements, trees: Sequence[Leaves], size: int, enough: int, rng: np.random.Generator) -> Sample:
    """Return a sample of `size` codes, drawn from the leaves of several trees in proportion to the leaves' weights.

    If the leaves are fewer than `enough` different codes, codes that walks find are added. Then each code is drawn with
    the same chance, and once at most, so that there may be fewer than `size`. The number of codes that fit is the mean
    of the trees' estimates, but no less than the number of codes found.
    """
    estimates = np.array([tree.weights.sum() for tree in trees])  # of the number of codes that fit, one from each tree
    number = float(estimates.mean())
    standard_error = float(estimates.std(ddof=1) / np.sqrt(len(estimates)))
    leaves = np.concatenate([tree.codes for tree in trees])
    distinct = np.unique(leaves, axis=0)
    if len(distinct) < enough:
        distinct = _add_codes_of_walks(distinct, wanted, rng)
        number = max(number, float(len(distinct)))
        # walks do not reach every code: there may well be more, so the standard error is at least half the number
        standard_error = max(standard_error, number / 2)
        return Sample(draw_rows(distinct, size, rng), number, standard_error, complete=False)
    if not len(leaves):  # nothing to draw from, and no walks are wanted: `enough` is 0
        return Sample(leaves, number, standard_error, complete=False)
    weights = np.concatenate([tree.weights for tree in trees])
    rows = draw_evenly(weights, size, rng)
    return Sample(leaves[rows], number, standard_error, complete=False)


def _add_codes_of_walks(codes: NDArray[np.uint8], wanted: Requirements, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return the codes and those that walks find, each once; if there are none at all, those of longer walks."""
    found = walk_to_codes(wanted, rng, STEPS)
    codes = np.unique(np.concatenate((codes, found)), axis=0)
    if len(codes):
        return codes
    return walk_to_codes(wanted, rng, LONGER_WALKS * STEPS)


def gather_requirements(codes: Codes, rule: Rule, history: History) -> Requirements:
    """Return the requirements that a code meets exactly if it agrees with `history`.

    They have the flag `impossible` if it is certain that no code agrees. Raises `RuleNeedsListError` for a rule that
    cannot write its marks as requirements.
    """
    wanted = Requirements(codes.length, len(codes.guess_alphabet), repeats=codes.repeats)
    if codes.empty_guesses:  # only guesses may have empty holes, not the secret
        wanted.most[codes.guess_alphabet.index(EMPTY)] = 0
    first_marks: dict[str, Marks] = {}  # of each guess
    for guess, marks in history:
        if first_marks.setdefault(guess, marks) != marks:  # the same guess got other marks before
            wanted.impossible = True
        symbols = [codes.guess_alphabet.index(symbol) for symbol in guess]
        try:
            rule.require(wanted, symbols, marks)  # adds to `wanted` what these marks require
        except NotImplementedError:  # a rule that plays only where all codes are listed
            raise RuleNeedsListError(rule=rule.name, count=codes.count, limit=MAX_CODES) from None
    wanted.tighten()  # adds what follows from all requirements together; it may set `impossible`
    return wanted


def draw_any(codes: Codes, size: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return `size` codes of a game, a row each, drawn at random one by one: a code may be there twice."""
    symbols = len(codes.alphabet)
    if codes.repeats:
        return rng.integers(0, symbols, (size, codes.length), np.uint8)
    # without repeats, all symbols are shuffled for each code, and the first of them are the code
    every_symbol = np.tile(np.arange(symbols, dtype=np.uint8), (size, 1))
    shuffled = rng.permuted(every_symbol, axis=1)
    return np.ascontiguousarray(shuffled[:, : codes.length])


def draw_rows(codes: NDArray[Number], size: int, rng: np.random.Generator) -> NDArray[Number]:
    """Return the codes (or rows), or `size` of them if there are more: drawn at random, each once, in their order."""
    if len(codes) <= size:
        return codes
    drawn = rng.permutation(len(codes))[:size]
    return codes[np.sort(drawn)]


def write_seed(seed: object, codes: Codes, history: History) -> str:
    """Return the seed of all draws after a history: the same whether colours are written as letters or digits.

    >>> from mastermot.rules import BLACK_WHITE
    >>> from mastermot.rules.codes import ColourCodes
    >>> history = [("0011", BLACK_WHITE.parse("XO", 4)), ("2233", BLACK_WHITE.parse("O", 4))]
    >>> write_seed(7, ColourCodes(4, 6, digits=True), history)
    '7:AABB=XO,CCDD=O'
    """
    return f"{seed}:" + ",".join(f"{codes.to_letters(guess)}={marks.text}" for guess, marks in history)


def make_rng(seed: object, codes: Codes, history: History) -> np.random.Generator:
    """Return the generator of random numbers for a position: the same for the same seed and history."""
    text = write_seed(seed, codes, history)
    digest = hashlib.sha256(text.encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], "little"))


def walk_to_codes(wanted: Requirements, rng: np.random.Generator, steps: int) -> NDArray[np.uint8]:
    """Return the different codes that walks reached and that fit, in order, a row each; there may be none.

    A walk is a code that is changed `steps` times. At each step a coin decides whether all walks change one hole or all
    walks exchange two. Walks begin hot, when they accept almost every change, and cool down. Codes that fit are
    gathered now and then while the walks are cold, and after the last step.
    """
    group = Walks(wanted, rng, WALKS)
    found: list[NDArray[np.intp]] = []
    for walked in range(steps):  # how many steps are over
        share_walked = walked / steps
        heat = HOT * (COLD / HOT) ** share_walked  # it falls from HOT to COLD, by the same factor in each step
        if rng.random() < 0.5:
            group.change_a_hole(heat)
        else:
            group.exchange_two(heat)
        is_cold = walked > 0.7 * steps
        gathers_now = is_cold and walked % HARVEST == 0
        is_last = walked == steps - 1
        if gathers_now or is_last:
            found.append(group.codes[group.misses == 0])
    return np.unique(np.concatenate(found).astype(np.uint8), axis=0)


class Walks:
    """Many codes, changed step by step until they fit the requirements, and by how much each code still misses them.

    Five arrays have a row for each code: `codes` has a column for each hole, `copies` for each symbol, `blacks` for
    each guess, `totals` for each demand, `misses` just one number. The arrays are updated at each change, so that
    nothing need be counted anew but the change.

    A demand says what the copies of all symbols must be worth together, which is its total (`_weigh_copies` has an
    example). To the demands of the requirements a last one is added: its total counts the copies that are too few or
    too many, and is to be 0.
    """

    def __init__(self, wanted: Requirements, rng: np.random.Generator, walks: int) -> None:
        """Draw so many codes (`walks`): in each hole a symbol that it may have, drawn by `rng`."""
        self.wanted = wanted
        self.rng = rng
        self.rows = np.arange(walks)
        # `wanted.allowed` has a row for each hole, and a column for each symbol that it may have or not
        self.choices = wanted.allowed.sum(axis=1)  #: How many symbols each hole may have.
        #: For each hole (a row) all symbols, those that it may have first.
        self.symbols = np.argsort(~wanted.allowed, axis=1, kind="stable")
        self.hits = _find_hits(wanted)
        self.worth = _weigh_copies(wanted)  # [symbol, copies of it in the code, demand]
        self.wanted_totals = np.append(wanted.totals, 0).astype(np.int16)  # the last is that of the copies
        holes = np.arange(wanted.length)
        every_symbol = np.arange(wanted.symbols)
        self.codes = np.stack([self._draw(np.full(walks, hole)) for hole in holes], axis=1)
        self.copies = (self.codes[:, :, None] == every_symbol).sum(axis=1)
        # the sums are over the second axis: of [code, hole, guess] and of [code, symbol, demand]
        self.blacks = self.hits[holes, self.codes].sum(axis=1, dtype=np.int16)
        self.totals = self.worth[every_symbol, self.copies].sum(axis=1, dtype=np.int16)
        self.misses = self._count_misses(self.blacks, self.totals)

    def _draw(self, holes: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return a symbol for each of these holes, drawn at random from those that the hole may have."""
        picks = (self.rng.random(len(holes)) * self.choices[holes]).astype(np.intp)  # which of them, counted from 0
        drawn: NDArray[np.intp] = self.symbols[holes, picks]
        return drawn

    def _count_misses(self, blacks: NDArray[np.int16], totals: NDArray[np.int16]) -> NDArray[np.int64]:
        """Return by how much each code (a row) misses the requirements.

        It is a sum: how many blacks of each guess are too few or too many, and how much each total is off.
        """
        allowed = np.clip(blacks, self.wanted.least_blacks, self.wanted.most_blacks)
        missed: NDArray[np.int64] = np.abs(blacks - allowed).sum(axis=1)
        missed += np.abs(totals - self.wanted_totals).sum(axis=1)
        return missed

    def change_a_hole(self, heat: float) -> None:
        """Change the symbol of one hole of each code, if the change is accepted (`_change`)."""
        holes = self.rng.integers(0, self.wanted.length, len(self.rows))  # one for each code
        new = self._draw(holes)
        old = self.codes[self.rows, holes]
        # a code loses a copy of the old symbol: its totals lose what this copy was worth
        old_copies = self.copies[self.rows, old]
        lost_worth = self.worth[old, old_copies] - self.worth[old, old_copies - 1]
        # then it gains a copy of the new one; if that is the same symbol, it has one copy fewer by now
        new_copies = self.copies[self.rows, new] - (new == old)
        gained_worth = self.worth[new, new_copies + 1] - self.worth[new, new_copies]
        totals = self.totals - lost_worth + gained_worth
        changed = self._change(heat, holes[None], new[None], totals, allowed=True)  # one row: one hole is changed
        self.copies[changed, old[changed]] -= 1
        self.copies[changed, new[changed]] += 1

    def exchange_two(self, heat: float) -> None:
        """Exchange the symbols of two holes of each code, if both holes allow it and `_change` accepts the exchange."""
        holes = self.rng.integers(0, self.wanted.length, (2, len(self.rows)))  # two (rows) for each code (a column)
        new = self.codes[self.rows, holes[::-1]]  # each hole gets the symbol of the other
        allowed = self.wanted.allowed[holes, new].all(axis=0)
        different = holes[0] != holes[1]
        # a code keeps its copies of each symbol, and so its totals
        self._change(heat, holes, new, self.totals, allowed & different)

    def _change(self, heat: float, holes: Rows, new: Rows, totals: NDArray[np.int16], allowed: Flags | bool) -> Rows:
        """Put the symbols `new` into the `holes` of each code that accepts the change, and return the rows of these.

        `holes` and `new` have a row for each hole to be changed, and a column for each code. `totals` are those after
        the change. `allowed` has a flag for each code; True stands for all. An allowed change is accepted if the code
        then misses no more than before. If the code misses d more, the change is accepted with the probability
        exp(-d / heat).
        """
        old = self.codes[self.rows, holes]
        gained_hits = self.hits[holes, new] - self.hits[holes, old]  # [hole, code, guess]
        blacks = self.blacks + gained_hits.sum(axis=0, dtype=np.int16)
        misses = self._count_misses(blacks, totals)
        # how many more misses each code accepts: for x drawn between 0 and 1, -heat * log(1 - x) is d or more with
        # the probability exp(-d / heat)
        accepted_more = -heat * np.log(1 - self.rng.random(len(self.rows)))
        accepted = misses <= self.misses + accepted_more  # a flag for each code
        changed = np.flatnonzero(accepted & allowed)
        self.codes[changed, holes[:, changed]] = new[:, changed]
        self.blacks[changed] = blacks[changed]
        self.totals[changed] = totals[changed]
        self.misses[changed] = misses[changed]
        return changed


def _find_hits(wanted: Requirements) -> NDArray[np.int16]:
    """Return ``hits[hole, symbol, guess]``: 1 where the guess has the symbol in the hole, and gets a black for it."""
    symbols_of_guesses = wanted.guesses.T[:, None, :]  # by hole, then by guess
    hits: NDArray[np.bool_] = symbols_of_guesses == np.arange(wanted.symbols)[:, None]
    return hits.astype(np.int16)


def _weigh_copies(wanted: Requirements) -> NDArray[np.int16]:
    """Return ``worth[symbol, copies, demand]``: what so many copies of a symbol add to the total of each demand.

    A *demand* says what the copies of all symbols must be worth together (`Requirements.demand_total`). The last demand
    is added here: each copy too few or too many for ``wanted.least`` and ``wanted.most`` is worth 1, and the total is
    to be 0.

    AAB has three marks in all: 1, 2 or 3 A are worth 1, 2 and 2, B is worth 1. At most two B are allowed, and at least
    one A:

    >>> wanted = Requirements(length=3, symbols=2)
    >>> wanted.demand_total(np.array([[0, 1, 2, 2], [0, 1, 1, 1]]), total=3)
    >>> wanted.demand_copies(0, least=1, most=3)
    >>> wanted.demand_copies(1, least=0, most=2)
    >>> worth = _weigh_copies(wanted)
    >>> worth[0].tolist()  # no A to three A: worth in the demand, copies too few
    [[0, 1], [1, 0], [2, 0], [2, 0]]
    >>> worth[1].tolist()
    [[0, 0], [1, 0], [1, 0], [1, 1]]
    """
    copies = np.arange(wanted.length + 1)
    nearest_allowed = np.clip(copies, wanted.least[:, None], wanted.most[:, None])
    misfit = np.abs(copies - nearest_allowed)  # the copies too few or too many, by [symbol, copies]
    worth = wanted.worth.transpose(1, 2, 0)  # from [demand, symbol, copies]
    return np.concatenate((worth, misfit[:, :, None]), axis=2).astype(np.int16)

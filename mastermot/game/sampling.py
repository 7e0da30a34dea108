"""Codes that agree with a history, in games with too many codes to list: all if that is quick, else a fair sample.

Trees come first (`mastermot.game.branches`). If they find few codes, walks look for more, by simulated annealing, after
S. Kirkpatrick, C. Gelatt, M. Vecchi, Science 220 (1983). `docs/how-it-works.md` describes both. All that is drawn
depends on a seed and on the history alone.
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
GROWTH = 4  #: How many times as many are kept if that gave fewer codes than asked for.
TREES = 4  #: From how many trees the number of codes and its standard error are estimated.
MAX_NODES = 2_000_000  #: The most nodes of a tree that is grown whole: a second or so.
MAX_LISTED = 200_000  #: The most codes that are all listed; more are sampled.
LONG_CODES = 4  #: How many times longer walks go on if they found no code.
ENOUGH = 300  #: If trees found fewer different codes than this, walks look for more.
WALKS = 500
STEPS = 6000
HOT, COLD = 1.2, 0.18  #: The heat at the first step and the last: about how many more misses a walk accepts in a step.
HARVEST = 10  #: In the last third of the steps, codes that fit are gathered each time so many steps are over.

Flags = NDArray[np.bool_]
Number = TypeVar("Number", np.uint8, np.intp)
History = Sequence[tuple[str, Marks]]  #: Guesses and the marks they got.


class Sample(NamedTuple):
    """Codes that agree with a history, and how many such codes there are."""

    codes: NDArray[np.uint8]  #: A row of symbol numbers for each; unless `complete`, a code may be there twice.
    number: float  #: How many codes agree; an estimate unless `complete`.
    standard_error: float  #: The standard error of `number`.
    complete: bool  #: Whether `codes` are all that agree. If not, there may be some even if `codes` is empty.


def draw_codes(
    codes: Codes, rule: Rule, history: History, size: int = SAMPLE, *, width: int = WIDTH, enough: int = ENOUGH
) -> Sample:
    """Return the codes of a game that agree with `history`: all if that is quick, else `size` of them, drawn evenly.

    One tree is grown first, of at most `width` nodes at a level (`grow`). If it is whole, or promises few codes, all
    codes are listed. Otherwise more trees are grown, from which the codes are drawn and their number estimated; if
    they have fewer than `enough` different codes, walks look for more.
    """
    rng = make_rng(0, codes, history)
    if not history and codes.count > MAX_LISTED:
        return Sample(draw_any(codes, size, rng), codes.count, 0, False)
    wanted = gather_requirements(codes, rule, history)
    if wanted.impossible:
        return Sample(np.zeros((0, codes.length), np.uint8), 0, 0, True)
    tree = grow(wanted, rng, width)
    listed = tree.codes if tree.whole else None
    # the number is only estimated: with up to twice as many it may still be possible to list all codes
    if listed is None and tree.nodes <= MAX_NODES and tree.weights.sum() <= 2 * MAX_LISTED:
        listed = list_all(wanted, MAX_NODES, MAX_LISTED)
    if listed is not None:
        in_order = np.lexsort(listed.T[::-1])  # by the first symbol, then the second…
        return Sample(listed[in_order], len(listed), 0, True)
    trees = [tree, *(grow(wanted, rng, width) for _more in range(TREES - 1))]
    if sum(len(tree.codes) for tree in trees) < size:
        trees = [grow(wanted, rng, GROWTH * width) for _more in range(TREES)]
    return _sample(wanted, trees, size, enough, rng)


def _sample(wanted: Requirements, trees: Sequence[Leaves], size: int, enough: int, rng: np.random.Generator) -> Sample:
    """Return a sample of the codes of several trees, drawn in proportion to their weights.

    If these have fewer than `enough` different codes, codes that walks find are added.
    """
    numbers = np.array([tree.weights.sum() for tree in trees])  # each tree estimates the number of codes
    number = float(numbers.mean())
    standard_error = float(numbers.std(ddof=1) / np.sqrt(len(numbers)))
    leaves = np.concatenate([tree.codes for tree in trees])
    weights = np.concatenate([tree.weights for tree in trees])
    distinct = np.unique(leaves, axis=0)
    if len(distinct) < enough:
        for steps in (STEPS, LONG_CODES * STEPS):
            if not len(distinct) or steps == STEPS:
                distinct = np.unique(np.concatenate((distinct, walk_to_codes(wanted, rng, steps))), axis=0)
        number = max(number, float(len(distinct)))
        return Sample(draw_rows(distinct, size, rng), number, max(standard_error, number / 2), False)
    rows = draw_evenly(weights, size, rng) if len(leaves) else slice(0)
    return Sample(leaves[rows], number, standard_error, False)


def gather_requirements(codes: Codes, rule: Rule, history: History) -> Requirements:
    """Return the requirements that a code meets exactly if it agrees with `history`.

    Raises `RuleNeedsListError` for a rule that cannot say them.
    """
    wanted = Requirements(codes.length, len(codes.guess_alphabet), repeats=codes.repeats)
    if codes.empty_guesses:
        wanted.most[codes.guess_alphabet.index(EMPTY)] = 0
    given: dict[str, Marks] = {}
    for guess, marks in history:
        wanted.impossible |= given.setdefault(guess, marks) != marks
        try:
            rule.require(wanted, [codes.guess_alphabet.index(symbol) for symbol in guess], marks)
        except NotImplementedError:  # a rule that plays only where all codes are listed
            raise RuleNeedsListError(rule=rule.name, count=codes.count, limit=MAX_CODES) from None
    wanted.tighten()
    return wanted


def draw_any(codes: Codes, size: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return `size` codes of a game, drawn at random, a row each."""
    symbols = len(codes.alphabet)
    if codes.repeats:
        return rng.integers(0, symbols, (size, codes.length), np.uint8)
    orders = rng.permuted(np.tile(np.arange(symbols, dtype=np.uint8), (size, 1)), axis=1)
    return np.ascontiguousarray(orders[:, : codes.length])


def draw_rows(codes: NDArray[Number], size: int, rng: np.random.Generator) -> NDArray[Number]:
    """Return the codes (or rows), or `size` of them if there are more: drawn at random, each once, in their order."""
    if len(codes) <= size:
        return codes
    return codes[np.sort(rng.permutation(len(codes))[:size])]


def write_seed(seed: object, codes: Codes, history: History) -> str:
    """Return the seed of all draws after a history: the same whether colours are written as letters or digits."""
    return f"{seed}:" + ",".join(f"{codes.to_letters(guess)}={marks.text}" for guess, marks in history)


def make_rng(seed: object, codes: Codes, history: History) -> np.random.Generator:
    """Return the generator of random numbers for a position: the same for the same seed and history."""
    text = write_seed(seed, codes, history)
    return np.random.default_rng(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little"))


def walk_to_codes(wanted: Requirements, rng: np.random.Generator, steps: int) -> NDArray[np.uint8]:
    """Return the different codes that walks reached and that fit, in order, a row each; there may be none."""
    group = Walks(wanted, rng, WALKS)
    found: list[NDArray[np.intp]] = []
    for step in range(1, steps + 1):
        heat = HOT * (COLD / HOT) ** ((step - 1) / steps)
        if rng.random() < 0.5:
            group.change_a_hole(heat)
        else:
            group.exchange_two(heat)
        if step == steps or (step % HARVEST == 1 and step > 0.7 * steps + 1):
            found.append(group.codes[group.misses == 0])
    return np.unique(np.concatenate(found).astype(np.uint8), axis=0)


class Walks:
    """Many codes, changed step by step until they fit the requirements; and by how much each still misses that.

    Arrays have a row for each code: `codes` a column for each hole, `copies` for each symbol, `blacks` for each guess,
    `totals` for each demand. They are kept in step with each change, so that only the change need be counted.
    """

    def __init__(self, wanted: Requirements, rng: np.random.Generator, walks: int) -> None:
        self.wanted = wanted
        self.rng = rng
        self.rows = np.arange(walks)
        self.choices = wanted.allowed.sum(axis=1)
        # a row for each hole: the symbols that it may have come first
        self.symbols = np.argsort(~wanted.allowed, axis=1, kind="stable")
        self.codes = np.stack([self._draw(np.full(walks, hole)) for hole in range(wanted.length)], axis=1)
        self.copies = (self.codes[:, :, None] == np.arange(wanted.symbols)).sum(axis=1)
        # what each symbol in each hole adds to the blacks, and what each number of copies of a symbol adds to the
        # totals; an additional last total, which is to be 0, counts copies that are too few or too many
        self.hits = (wanted.guesses.T[:, None, :] == np.arange(wanted.symbols)[:, None]).astype(np.int16)
        copies = np.arange(wanted.length + 1)
        misfit = np.abs(copies - np.clip(copies, wanted.least[:, None], wanted.most[:, None]))
        self.worth = np.concatenate((wanted.worth.transpose(1, 2, 0), misfit[:, :, None]), axis=2).astype(np.int16)
        self.wanted_totals = np.append(wanted.totals, 0).astype(np.int16)
        self.blacks = self.hits[np.arange(wanted.length), self.codes].sum(axis=1, dtype=np.int16)
        self.totals = self.worth[np.arange(wanted.symbols), self.copies].sum(axis=1, dtype=np.int16)
        self.misses = self._count_misses(self.blacks, self.totals)

    def _draw(self, holes: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return a symbol for each of these holes, drawn at random from those that the hole may have."""
        picks = (self.rng.random(len(holes)) * self.choices[holes]).astype(np.intp)
        drawn: NDArray[np.intp] = self.symbols[holes, picks]
        return drawn

    def _count_misses(self, blacks: NDArray[np.int16], totals: NDArray[np.int16]) -> NDArray[np.int64]:
        """Return by how much each code (a row) misses the requirements: the blacks and totals too few or too many."""
        allowed = np.clip(blacks, self.wanted.least_blacks, self.wanted.most_blacks)
        missed: NDArray[np.int64] = np.abs(blacks - allowed).sum(axis=1)
        missed += np.abs(totals - self.wanted_totals).sum(axis=1)
        return missed

    def change_a_hole(self, heat: float) -> None:
        """Change a symbol of each code, if the change is accepted."""
        holes = self.rng.integers(0, self.wanted.length, len(self.rows))
        new = self._draw(holes)
        old = self.codes[self.rows, holes]
        before = self.copies[self.rows, old]  # the copies of the old symbol before it is taken away
        after = self.copies[self.rows, new] - (new == old)  # those of the new symbol after that, before it is added
        totals = self.totals - self.worth[old, before] + self.worth[old, before - 1]
        totals += self.worth[new, after + 1] - self.worth[new, after]
        moved = self._move(heat, holes[None], new[None], totals, True)
        self.copies[moved, old[moved]] -= 1
        self.copies[moved, new[moved]] += 1

    def exchange_two(self, heat: float) -> None:
        """Exchange two symbols of each code, if the exchange is accepted."""
        holes = self.rng.integers(0, self.wanted.length, (2, len(self.rows)))
        new = self.codes[self.rows, holes[::-1]]
        allowed = self.wanted.allowed[holes, new].all(axis=0) & (holes[0] != holes[1])
        self._move(heat, holes, new, self.totals, allowed)

    def _move(self, heat: float, holes: Rows, new: Rows, totals: NDArray[np.int16], allowed: Flags | bool) -> Rows:
        """Put the symbols `new` into the `holes` of the codes for which that is accepted, and return their rows.

        It is always accepted if the code then misses no more; else by chance, the more likely the greater the heat.
        """
        hits = self.hits[holes, new] - self.hits[holes, self.codes[self.rows, holes]]
        blacks = self.blacks + hits.sum(axis=0, dtype=np.int16)
        misses = self._count_misses(blacks, totals)
        more = -heat * np.log(1 - self.rng.random(len(self.rows)))  # by how much each may miss more: `heat` on average
        accepted = misses <= self.misses + more
        moved = np.flatnonzero(accepted & allowed)
        self.codes[moved, holes[:, moved]] = new[:, moved]
        self.blacks[moved] = blacks[moved]
        self.totals[moved] = totals[moved]
        self.misses[moved] = misses[moved]
        return moved

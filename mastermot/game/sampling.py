"""Codes that agree with a history, where they are too many to list: all where that is quick, else a fair sample.

Trees come first (`mastermot.game.branches`); where they find few, walks look for more: simulated annealing, after
S. Kirkpatrick, C. Gelatt, M. Vecchi, Science 220 (1983). `docs/how-it-works.md` describes both. All chance follows from
a seed and from the history.
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

SAMPLE = 3000  #: Codes drawn when nothing else is asked for.
WIDTH = 4000  #: Nodes that are kept at each level of a tree that is not grown whole.
GROWTH = 4  #: How many times as many are kept where that gave fewer codes than asked for.
TREES = 4  #: Trees from whose counts the number of codes and its error are estimated.
MAX_NODES = 2_000_000  #: Nodes of a tree that is grown whole: a second or so.
MAX_LISTED = 200_000  #: Codes that are all listed; more are sampled.
LONG_CODES = 4  #: How many times longer walks go on where they found no code.
ENOUGH = 300  #: Different codes under which walks look for more.
WALKS = 500
STEPS = 6000
HOT, COLD = 1.2, 0.18  #: The heat at the first step and at the last: marks missed that a walk accepts to go on.
HARVEST = 10  #: Steps between two looks at which walks stand on a code that fits, in the last third.

Flags = NDArray[np.bool_]
Number = TypeVar("Number", np.uint8, np.intp)
History = Sequence[tuple[str, Marks]]  #: Guesses and the marks they got.


class Sample(NamedTuple):
    """Codes that agree with a history: rows of symbol numbers, and how many there are.

    Where `complete`, these are all of them, in order. Else `number` is an estimate, with its `standard_error`; a
    code may be there more than once, and no code does not prove that there is none.
    """

    codes: NDArray[np.uint8]
    number: float
    standard_error: float
    complete: bool


def draw_codes(
    codes: Codes, rule: Rule, history: History, size: int = SAMPLE, *, width: int = WIDTH, enough: int = ENOUGH
) -> Sample:
    """Return the codes of a game that agree with `history`: all, where that is quick, or `size` drawn evenly."""
    rng = make_rng(0, codes, history)
    if not history and codes.count > MAX_LISTED:
        return Sample(draw_any(codes, size, rng), codes.count, 0, False)
    wanted = gather_requirements(codes, rule, history)
    if wanted.impossible:
        return Sample(np.zeros((0, codes.length), np.uint8), 0, 0, True)
    trees = [tree := grow(wanted, rng, width)]
    listed = tree.codes if tree.whole else None
    if listed is None and tree.nodes <= MAX_NODES and tree.weights.sum() <= 2 * MAX_LISTED:  # perhaps not so many
        listed = list_all(wanted, MAX_NODES, MAX_LISTED)
    if listed is not None:
        return Sample(listed[np.lexsort(listed.T[::-1])], len(listed), 0, True)
    trees += [grow(wanted, rng, width) for _more in range(TREES - 1)]
    if sum(len(tree.codes) for tree in trees) < size:
        trees = [grow(wanted, rng, GROWTH * width) for _more in range(TREES)]
    return _sample(wanted, trees, size, enough, rng)


def _sample(wanted: Requirements, trees: Sequence[Leaves], size: int, enough: int, rng: np.random.Generator) -> Sample:
    """Return codes of several trees in proportion to their weights, and codes that walks found where those are few."""
    numbers = np.array([tree.weights.sum() for tree in trees])
    number, standard_error = float(numbers.mean()), float(numbers.std(ddof=1) / np.sqrt(len(numbers)))
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
    """Return what codes that agree with `history` must be like; raise `RuleNeedsListError` if the rule cannot say."""
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
    """Return so many codes of a game drawn at random, a row each."""
    symbols = len(codes.alphabet)
    if codes.repeats:
        return rng.integers(0, symbols, (size, codes.length), np.uint8)
    orders = rng.permuted(np.tile(np.arange(symbols, dtype=np.uint8), (size, 1)), axis=1)
    return np.ascontiguousarray(orders[:, : codes.length])


def draw_rows(codes: NDArray[Number], size: int, rng: np.random.Generator) -> NDArray[Number]:
    """Return `size` of the codes (or of their rows) at most, drawn without putting back, in order."""
    if len(codes) <= size:
        return codes
    return codes[np.sort(rng.permutation(len(codes))[:size])]


def write_seed(seed: object, codes: Codes, history: History) -> str:
    """Return the seed of all draws after a history: the same where colours are letters and where they are digits."""
    return f"{seed}:" + ",".join(f"{codes.to_letters(guess)}={marks.text}" for guess, marks in history)


def make_rng(seed: object, codes: Codes, history: History) -> np.random.Generator:
    """Return what draws at a position: the same for the same seed and history."""
    text = write_seed(seed, codes, history)
    return np.random.default_rng(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little"))


def walk_to_codes(wanted: Requirements, rng: np.random.Generator, steps: int) -> NDArray[np.uint8]:
    """Return the different codes that fit at which walks arrived, in order, a row each: perhaps none."""
    group = Walks(wanted, rng, WALKS)
    found: list[NDArray[np.intp]] = []
    for step in range(1, steps + 1):
        heat = HOT * (COLD / HOT) ** ((step - 1) / steps)
        (group.change_a_hole if rng.random() < 0.5 else group.exchange_two)(heat)
        if step == steps or (step % HARVEST == 1 and step > 0.7 * steps + 1):
            found.append(group.codes[group.misses == 0])
    return np.unique(np.concatenate(found).astype(np.uint8), axis=0)


class Walks:
    """Codes on their way, a row each, with what each misses of its requirements."""

    def __init__(self, wanted: Requirements, rng: np.random.Generator, walks: int) -> None:
        self.wanted = wanted
        self.rng = rng
        self.rows = np.arange(walks)
        self.choices = wanted.allowed.sum(axis=1)
        # the symbols that a hole may have, first, in a row for each hole
        self.symbols = np.argsort(~wanted.allowed, axis=1, kind="stable")
        self.codes = np.stack([self._draw(np.full(walks, hole)) for hole in range(wanted.length)], axis=1)
        self.copies = (self.codes[:, :, None] == np.arange(wanted.symbols)).sum(axis=1)
        # what each symbol in each hole adds to the blacks, and what the copies of each symbol add to the totals; after
        # the last total, which is to be 0, how many copies are too few or too many
        self.hits = (wanted.guesses.T[:, None, :] == np.arange(wanted.symbols)[:, None]).astype(np.int16)
        copies = np.arange(wanted.length + 1)
        misfit = np.abs(copies - np.clip(copies, wanted.least[:, None], wanted.most[:, None]))
        self.worth = np.concatenate((wanted.worth.transpose(1, 2, 0), misfit[:, :, None]), axis=2).astype(np.int16)
        self.wanted_totals = np.append(wanted.totals, 0).astype(np.int16)
        self.blacks = self.hits[np.arange(wanted.length), self.codes].sum(axis=1, dtype=np.int16)
        self.totals = self.worth[np.arange(wanted.symbols), self.copies].sum(axis=1, dtype=np.int16)
        self.misses = self._count_misses(self.blacks, self.totals)

    def _draw(self, holes: NDArray[np.intp]) -> NDArray[np.intp]:
        picks = (self.rng.random(len(holes)) * self.choices[holes]).astype(np.intp)
        drawn: NDArray[np.intp] = self.symbols[holes, picks]
        return drawn

    def _count_misses(self, blacks: NDArray[np.int16], totals: NDArray[np.int16]) -> NDArray[np.int64]:
        allowed = np.clip(blacks, self.wanted.least_blacks, self.wanted.most_blacks)
        missed: NDArray[np.int64] = np.abs(blacks - allowed).sum(axis=1)
        missed += np.abs(totals - self.wanted_totals).sum(axis=1)
        return missed

    def change_a_hole(self, heat: float) -> None:
        """Let each walk give one hole another symbol, or stay."""
        holes = self.rng.integers(0, self.wanted.length, len(self.rows))
        new, old = self._draw(holes), self.codes[self.rows, holes]
        before, after = self.copies[self.rows, old], self.copies[self.rows, new] - (new == old)
        totals = self.totals - self.worth[old, before] + self.worth[old, before - 1]
        totals += self.worth[new, after + 1] - self.worth[new, after]
        moved = self._move(heat, holes[None], new[None], totals, True)
        self.copies[moved, old[moved]] -= 1
        self.copies[moved, new[moved]] += 1

    def exchange_two(self, heat: float) -> None:
        """Let each walk exchange the symbols of two holes, or stay."""
        holes = self.rng.integers(0, self.wanted.length, (2, len(self.rows)))
        new = self.codes[self.rows, holes[::-1]]
        allowed = self.wanted.allowed[holes, new].all(axis=0) & (holes[0] != holes[1])
        self._move(heat, holes, new, self.totals, allowed)

    def _move(self, heat: float, holes: Rows, new: Rows, totals: NDArray[np.int16], allowed: Flags | bool) -> Rows:
        """Return which walks put new symbols into holes: always for fewer misses, by chance for more while hot."""
        hits = self.hits[holes, new] - self.hits[holes, self.codes[self.rows, holes]]
        blacks = self.blacks + hits.sum(axis=0, dtype=np.int16)
        misses = self._count_misses(blacks, totals)
        accepted = misses <= self.misses - heat * np.log(1 - self.rng.random(len(self.rows)))
        moved = np.flatnonzero(accepted & allowed)
        self.codes[moved, holes[:, moved]] = new[:, moved]
        self.blacks[moved] = blacks[moved]
        self.totals[moved] = totals[moved]
        self.misses[moved] = misses[moved]
        return moved

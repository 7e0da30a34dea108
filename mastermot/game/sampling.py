"""Codes that agree with a history, where they are too many to list: all where that is quick, else a fair sample.

Trees come first (`mastermot.game.branches`): they give all codes, or an even sample and an estimate of the number, with
its error. Where they find few codes, walks look for more (`mastermot.game.walks`). All chance follows from a seed and
from the history.
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.game.branches import Leaves, draw_evenly, grow, list_all
from mastermot.game.errors import RuleNeedsListError
from mastermot.game.walks import STEPS, walk_to_codes
from mastermot.rules import Marks, Rule
from mastermot.rules.codes import MAX_CODES, Codes
from mastermot.rules.requirements import Requirements

SAMPLE = 3000  #: Codes drawn when nothing else is asked for.
WIDTH = 4000  #: Nodes that are kept at each level of a tree that is not grown whole.
WIDER = 4  #: How many times as many are kept where that gave fewer codes than asked for.
TREES = 4  #: Trees from whose counts the number of codes and its error are estimated.
MAX_NODES = 2_000_000  #: Nodes of a tree that is grown whole: a second or so.
MAX_LISTED = 200_000  #: Codes that are all listed; more are sampled.
LONG_CODES = 4  #: How many times longer walks go on where they found no code.
ENOUGH = 300  #: Different codes under which walks look for more.

History = Sequence[tuple[str, Marks]]  #: Guesses and the marks they got.


class Sample(NamedTuple):
    """Codes that agree with a history: rows of symbol numbers, and how many there are.

    Where `complete`, these are all of them, in order. Else `number` is an estimate, `error` its standard error, a code
    may be there more than once, and no code does not prove that there is none.
    """

    codes: NDArray[np.uint8]
    number: float
    error: float
    complete: bool


def draw_codes(
    codes: Codes, rule: Rule, history: History, size: int = SAMPLE, *, width: int = WIDTH, enough: int = ENOUGH
) -> Sample:
    """Return the codes of a game that agree with `history`: all, where that is quick, or `size` drawn evenly."""
    rng = make_rng(0, history)
    if not history and codes.count > MAX_LISTED:
        return Sample(draw_any(codes, size, rng), codes.count, 0, False)
    wanted = gather_requirements(codes, rule, history)
    if wanted.impossible:
        return Sample(np.zeros((0, codes.length), np.uint8), 0, 0, True)
    trees = [grow(wanted, rng, width)]
    listed = list_few(wanted, trees[0])
    if listed is not None:
        return Sample(listed, len(listed), 0, True)
    trees += [grow(wanted, rng, width) for _more in range(TREES - 1)]
    if sum(len(tree.codes) for tree in trees) < size:
        trees = [grow(wanted, rng, WIDER * width) for _more in range(TREES)]
    return _sample(wanted, trees, size, enough, rng)


def list_few(wanted: Requirements, leaves: Leaves) -> NDArray[np.uint8] | None:
    """Return all codes that fit, in order, where the leaves of a tree are these or say that they are few; else None."""
    if leaves.whole:
        return leaves.codes[np.lexsort(leaves.codes.T[::-1])]
    if leaves.nodes <= MAX_NODES and leaves.weights.sum() <= 2 * MAX_LISTED:  # too high by chance, but not by much
        return list_all(wanted, MAX_NODES, MAX_LISTED)
    return None


def _sample(wanted: Requirements, trees: Sequence[Leaves], size: int, enough: int, rng: np.random.Generator) -> Sample:
    """Return codes of several trees in proportion to their weights, and codes that walks found where those are few."""
    numbers = np.array([tree.weights.sum() for tree in trees])
    number, error = float(numbers.mean()), float(numbers.std(ddof=1) / np.sqrt(len(numbers)))
    leaves = np.concatenate([tree.codes for tree in trees])
    weights = np.concatenate([tree.weights for tree in trees])
    distinct = np.unique(leaves, axis=0)
    if len(distinct) < enough:
        for steps in (STEPS, LONG_CODES * STEPS):
            if not len(distinct) or steps == STEPS:
                distinct = np.unique(np.concatenate((distinct, walk_to_codes(wanted, rng, steps=steps))), axis=0)
        number = max(number, float(len(distinct)))
        chosen = np.sort(rng.permutation(len(distinct))[:size])
        return Sample(distinct[chosen], number, max(error, number / 2), False)
    rows = draw_evenly(weights, size, rng) if len(leaves) else slice(0)
    return Sample(leaves[rows], number, error, False)


def gather_requirements(codes: Codes, rule: Rule, history: History) -> Requirements:
    """Return what codes that agree with `history` must be like; raise `RuleNeedsListError` if the rule cannot say."""
    wanted = Requirements(codes.length, len(codes.alphabet), repeats=codes.repeats)
    given: dict[str, Marks] = {}
    for guess, marks in history:
        wanted.impossible |= given.setdefault(guess, marks) != marks
        try:
            rule.require(wanted, [codes.alphabet.index(symbol) for symbol in guess], marks)
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


def make_rng(seed: object, history: History) -> np.random.Generator:
    """Return what draws at a position: the same for the same seed and history."""
    text = f"{seed}:" + ",".join(f"{guess}={marks.text}" for guess, marks in history)
    return np.random.default_rng(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little"))

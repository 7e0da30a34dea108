"""Saved searches read again: `StrategySearch.save` writes their file, and `StrategySearch.take_up` goes on from it."""

import io
import zipfile
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np

from mastermot.errors import N_, Reason
from mastermot.game.hard_modes import STRICT, WORDLE
from mastermot.game.tree_errors import TreeFormatError
from mastermot.game.trees import StrategyTree, load_json, read_node
from mastermot.lab.optimal.errors import ResumeFileError
from mastermot.lab.optimal.memory import Integers
from mastermot.lab.optimal.search_problem import PRICED_TURNS, Problem
from mastermot.words.files import read_bytes

MAX_SAVED_BYTES = 4_000_000_000  #: Bytes of a saved search at most.


class Saved(NamedTuple):
    """What a file has of a search."""

    figures: Integers
    """Five numbers: the best cost and the bound of the search; the best cost in its state, which may be lower since the
    compiled search changes it while it runs, and the first guess with that cost (`scoring.BEST`, `CHOSEN`); and 1 if
    the lower bounds in the memory hold for all guesses, else 0."""
    entries: Integers  #: The entries of the search's memory, as rows.
    tree: StrategyTree | None  #: The best tree, if `save` got one: files of 1.1, and of a search under way, have none.


def read_saved(path: Path, problem: Problem) -> Saved:
    """Return what `StrategySearch.save` wrote to a file.

    Raises `ResumeFileError` if the file is about another problem, was altered, or is another kind of file. Raises what
    `read_bytes` raises if the file cannot be read.
    """
    source = str(path)
    why_damaged = Reason(N_("it was cut short or altered, or is another kind of file"))
    why_other = Reason(N_("it belongs to a search with other codes, guesses, rule or objective"))
    try:
        packed = read_bytes(path, MAX_SAVED_BYTES)
        with np.load(io.BytesIO(packed), allow_pickle=False) as saved:
            label = saved["label"]
            figures = saved["figures"]
            entries = saved["entries"]
            has_tree = "tree" in saved  # files of 1.1 have none
            tree_text = saved["tree"].tobytes().decode() if has_tree else ""  # "" also if no tree was saved
    except (ValueError, KeyError, OSError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error):
        raise ResumeFileError(why=why_damaged, source=source) from None
    if label.tobytes() != make_label(problem).encode():
        raise ResumeFileError(why=why_other, source=source)
    try:
        tree = unpack_tree(tree_text, problem) if tree_text else None
    except TreeFormatError:
        raise ResumeFileError(why=why_damaged, source=source) from None
    return Saved(figures, entries, tree)


def unpack_tree(text: str, problem: Problem) -> StrategyTree:
    """Return the tree of a saved search from its `text`, which is JSON.

    Raises `TreeFormatError` if the text is no tree of the problem, or if the tree does not find every code.
    """
    codes, rule, objective, guesses, hard = problem
    tree = StrategyTree(codes, rule, read_node(load_json(text), codes), objective, guesses, hard)
    tree.replay  # noqa: B018 - this property plays the tree against all codes: it raises the error
    return tree


def make_label(problem: Problem) -> str:
    """Return the label of a search, a text of its problem: a saved search is resumed only by one with the same label.

    The label has these parts, with spaces between them: 2, its version; the checksum of the codes; that of the guesses,
    empty if only codes may be guessed; the name of the rule; `WORDLE` for Wordle’s hard mode, True for the strict one,
    False for none; and the prices of the first `PRICED_TURNS` turns, with commas between them. If an objective has
    fewer prices, its last price is repeated.
    """
    prices = problem.objective.prices
    hard = WORDLE if problem.hard == WORDLE else problem.hard == STRICT  # as files of 1.x have it
    listed = ",".join(str(prices[min(turn, len(prices) - 1)]) for turn in range(PRICED_TURNS))
    return f"2 {problem.codes.checksum} {problem.guesses_checksum} {problem.rule.name} {hard} {listed}"

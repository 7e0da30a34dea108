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
    """Its best cost and its bound; the best cost that its state has, which the compiled search may have lowered since,
    and the first guess of that cost (`scoring.BEST`, `CHOSEN`); 1 if its lower bounds hold, else 0."""
    entries: Integers  #: Those of its memory, as rows.
    tree: StrategyTree | None  #: The best tree that was told of it; None in files of 1.1, and of a search under way.


def read_saved(path: Path, problem: Problem) -> Saved:
    """Return what `StrategySearch.save` wrote to a file.

    Raises `ResumeFileError` if the file is of another problem, was altered, or is of another kind, and what
    `read_bytes` raises for a file that cannot be read.
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
            tree_text = saved["tree"].tobytes().decode() if has_tree else ""
    except (ValueError, KeyError, OSError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error):
        raise ResumeFileError(why=why_damaged, source=source) from None
    if label.tobytes() != make_label(problem).encode():
        raise ResumeFileError(why=why_other, source=source)
    try:
        tree = unpack_tree(tree_text, problem) if tree_text else None  # the text is empty in a file without a best tree
    except TreeFormatError:
        raise ResumeFileError(why=why_damaged, source=source) from None
    return Saved(figures, entries, tree)


def unpack_tree(text: str, problem: Problem) -> StrategyTree:
    """Return the tree of a saved search from its `text`, which is JSON.

    Raises `TreeFormatError` if it is no tree of the problem, or does not find every code.
    """
    codes, rule, objective, guesses, hard = problem
    tree = StrategyTree(codes, rule, read_node(load_json(text), codes), objective, guesses, hard)
    tree.replay  # noqa: B018 - it is replayed for the error that this raises
    return tree


def make_label(problem: Problem) -> str:
    """Return what tells a search from others: the codes, the guesses, the rule, the hard mode, the prices.

    It begins with the version of the label, 2: a saved search is resumed only by a search of the same label. These
    follow, with spaces between them: the checksum of the codes; that of the guesses, empty where these are the codes;
    the name of the rule; `WORDLE` for that hard mode, else True for the strict one and False for none; and the prices
    of the first `PRICED_TURNS` turns, with commas. Where an objective has fewer, its last price fills them up.
    """
    prices = problem.objective.prices
    hard = WORDLE if problem.hard == WORDLE else problem.hard == STRICT  # as files of 1.x have it
    listed = ",".join(str(prices[min(turn, len(prices) - 1)]) for turn in range(PRICED_TURNS))
    return f"2 {problem.codes.checksum} {problem.guesses_checksum} {problem.rule.name} {hard} {listed}"

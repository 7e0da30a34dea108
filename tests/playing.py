"""What the tests of games share: the JSON of a command, positions, slow and obvious versions."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from mastermot import RULES, ListedCodes, Position, Rule, mark
from mastermot.rules.codes import LETTERS
from tests.support import run

every_rule = pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
WITHOUT_LISTS = [
    rule
    for rule in RULES.values()
    if type(rule).require is not Rule.require or rule.overlap(np.arange(5, dtype=np.uint8)) is not None
]
"""The rules of games too large to list: those that say what marks require."""
every_rule_without_lists = pytest.mark.parametrize("rule", WITHOUT_LISTS, ids=[rule.name for rule in WITHOUT_LISTS])


def run_json(*arguments: str, lang: str = "en", stdin: str = "") -> dict[str, Any]:
    """Return the one JSON document that the command prints with ``--json``."""
    result = run(*arguments, "--json", lang=lang, stdin=stdin)
    assert result.exit_code == 0, result.stderr
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def position(codes: Any, rule: Rule, secret: str, *guesses: str) -> Position:
    """Return the position after `guesses` at `secret`."""
    here = Position(codes, rule)
    for guess in guesses:
        here = here.after(guess, rule.mark(guess, secret))
    return here


def class_sizes(guess: str, secrets: Sequence[str], rule: Rule) -> list[int]:
    """Return the sizes of the classes of `secrets` by the marks of `guess`, sorted."""
    return sorted(Counter(mark(guess, secret, rule) for secret in secrets).values())


def entropy(sizes: Sequence[int]) -> float:
    """Return the entropy of a partition, in bits."""
    total = sum(sizes)
    return math.log2(total) - math.fsum(size * math.log2(size) for size in sorted(sizes)) / total


@st.composite
def code_lists(draw: st.DrawFn, most: int = 30, longest: int = 15) -> ListedCodes:
    """Draw codes of one length over a small or a large alphabet, with many repeats; some share all their symbols."""
    length = draw(st.integers(1, longest) | st.sampled_from([1, 7, 8, 15]).filter(lambda n: n <= longest))
    alphabet = draw(st.sampled_from(["AB", "ABC", "ABCDEF", LETTERS]))
    codes = st.text(alphabet, min_size=length, max_size=length)
    listed = draw(st.lists(codes, min_size=2, max_size=most, unique=True))
    listed += ["".join(draw(st.permutations(listed[0]))), draw(st.sampled_from(alphabet)) * length]
    return ListedCodes(listed)

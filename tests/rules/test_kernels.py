"""Compiled loops against numpy: the same scores and the same marks, whatever the rule."""

from __future__ import annotations

import numpy as np
import pytest

from mastermot import Codes, ColourCodes, Rule, WordCodes
from mastermot.game import Table, partitions
from mastermot.rules import arrays
from tests.playing import every_rule

kernels = pytest.importorskip("mastermot.rules.kernels", reason="numba is not installed")


@every_rule
@pytest.mark.parametrize("secrets", [1, 7, 600])
@pytest.mark.parametrize("codes", [ColourCodes(5, 4), WordCodes("fr-common", 7), ColourCodes(2, 26)], ids=str)
def test_compiled_loops_change_nothing(rule: Rule, codes: Codes, secrets: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(1)
    guesses = chance.integers(0, len(codes), 90)
    hidden = chance.permutation(len(codes))[:secrets]
    results = []
    for loops in (None, kernels):
        for module in (arrays, partitions):
            monkeypatch.setattr(module, "find_kernels", lambda _pairs=0, loops=loops: loops)
        table = Table(rule, codes)
        results.append((table.numbers(guesses, hidden), table.scores(guesses, hidden)))
    (numbers, scores), (compiled_numbers, compiled_scores) = results
    assert np.array_equal(numbers, compiled_numbers)
    for plain, compiled in zip(scores, compiled_scores, strict=True):
        assert np.array_equal(plain, compiled)


@every_rule
@pytest.mark.parametrize("secrets", [3, 300])
def test_codes_of_many_holes(rule: Rule, secrets: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers of marks of 16 holes and more need two bytes; `scores` also adds up values of one's own."""
    codes = ColourCodes(18, 5)
    array = np.random.default_rng(2).integers(0, 5, (450, 18), np.uint8)
    hidden, guesses = np.arange(secrets), np.arange(secrets, 450)
    values = np.arange(secrets + 1, dtype=np.int64) ** 3
    results = []
    for loops in (None, kernels):
        for module in (arrays, partitions):
            monkeypatch.setattr(module, "find_kernels", lambda _pairs=0, loops=loops: loops)
        table = Table(rule, codes, array)
        results.append([table.scores(guesses, hidden), table.scores(guesses, hidden, values)])
    for plain, compiled in zip(*results, strict=True):
        assert all(np.array_equal(one, other) for one, other in zip(plain, compiled, strict=True))
    overlaps = rule.overlap(np.array([0, 1, 3], np.uint8))
    assert overlaps is None or overlaps[0] == 0


def test_they_are_loaded_for_long_work_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MASTERMOT_FAST", raising=False)
    assert arrays.find_kernels() is kernels
    monkeypatch.setenv("MASTERMOT_FAST", "0")
    assert arrays.find_kernels() is None, "whatever has loaded them"
    monkeypatch.delitem(arrays.sys.modules, "mastermot.rules.kernels")
    assert arrays.find_kernels(arrays.WORTH_LOADING) is None
    monkeypatch.delenv("MASTERMOT_FAST")
    assert arrays.find_kernels(arrays.WORTH_LOADING - 1) is None

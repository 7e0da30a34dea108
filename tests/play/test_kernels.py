"""Compiled loops against numpy: the same scores and the same marks, whatever the rule."""

from __future__ import annotations

import numpy as np
import pytest

from mastermot.codes import Codes, ColourCodes, WordCodes
from mastermot.play import partitions
from mastermot.play.partitions import Table
from mastermot.rules import Rule, arrays
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


def test_they_are_loaded_for_long_work_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(arrays.sys.modules, "mastermot.rules.kernels")
    assert arrays.find_kernels(arrays.WORTH_LOADING - 1) is None
    monkeypatch.setattr(arrays, "has_kernels", lambda: False)
    assert arrays.find_kernels(arrays.WORTH_LOADING) is None

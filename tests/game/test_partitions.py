"""The matrix of marks, the partitions and their scores, against the one plain function `mark`."""

from __future__ import annotations

import math
import tracemalloc
from collections.abc import Iterator
from copy import copy
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import BLACK_WHITE, POSITIONAL, RULES, Codes, ColourCodes, ListedCodes, Rule, Turn, mark
from mastermot.game import Scores, Table, partitions
from mastermot.game.partitions import count_runs, find_entropy, logarithms, partition
from mastermot.game.positions import keep
from mastermot.rules import arrays
from mastermot.rules.code_errors import CodesLongError
from mastermot.rules.codes import LETTERS, MAX_LENGTH
from tests.playing import class_sizes, code_lists, entropy, every_rule
from tests.support import some


def check_numbers(table: Table, codes: Codes, rule: Rule) -> None:
    """Compare the whole matrix with the reference function, pair by pair."""
    every = np.arange(len(codes))
    expected = [
        [rule.number(mark(guess, secret, rule), codes.length) for secret in codes.texts] for guess in codes.texts
    ]
    assert table.numbers(every, every).tolist() == expected


def check_scores(table: Table, codes: Codes, rule: Rule) -> None:
    """Compare sizes and scores of every guess with counted classes."""
    every = np.arange(len(codes))
    scores = table.scores(every, every)
    slow = [class_sizes(guess, codes.texts, rule) for guess in codes.texts]
    assert [sorted(row[row > 0].tolist()) for row in count_runs(table.numbers(every, every))] == slow
    assert scores.largest.tolist() == [max(sizes) for sizes in slow]
    assert scores.squares.tolist() == [sum(size * size for size in sizes) for sizes in slow]
    assert scores.classes.tolist() == [len(sizes) for sizes in slow]
    assert scores.entropy.tolist() == pytest.approx([entropy(sizes) for sizes in slow], abs=1e-9)
    assert scores.expected.tolist() == pytest.approx([sum(n * n for n in sizes) / len(codes) for sizes in slow])


def check_split(table: Table, codes: Codes, rule: Rule) -> None:
    """Compare the partition by every fourth guess, and the filter, with codes sorted by their marks."""
    every = np.arange(len(codes))
    for row in range(0, len(codes), 4):
        guess = codes.texts[row]
        classes: dict[int, list[int]] = {}
        for place, secret in enumerate(codes.texts):
            classes.setdefault(rule.number(mark(guess, secret, rule), codes.length), []).append(place)
        assert {number: rows.tolist() for number, rows in table.split(row, every)} == classes
        assert [number for number, _rows in table.split(row, every)] == sorted(classes)
        plain = partition(rule, guess, codes.texts)
        assert len(plain) == len(classes)
        for marks, words in plain.items():
            assert words == [codes.texts[place] for place in classes[rule.number(marks, codes.length)]]
        scores = table.scores(every[row : row + 1], every)
        assert find_entropy(map(len, plain.values())) == pytest.approx(float(scores.entropy[0]), abs=1e-9)
        for number, places in classes.items():
            turn = Turn(guess, rule.marks(number, codes.length))
            assert keep(table, every, turn).tolist() == places


@every_rule
@given(codes=code_lists())
def test_rules_agree(rule: Rule, codes: ListedCodes) -> None:
    """Reference function, matrix, class sizes, partition and filter say the same."""
    table = Table(rule, codes)
    check_numbers(table, codes, rule)
    check_scores(table, codes, rule)
    check_split(table, codes, rule)


@every_rule
def test_many_copies(rule: Rule) -> None:
    """Fifteen copies of each of 26 letters do not fit in one 64-bit word, nor positional marks in sixteen bits."""
    codes = ListedCodes([letter * 15 for letter in LETTERS] + ["ABCDEFGHIJKLMNO", "AABBCCDDEEFFGGH", "ZZZZZZZYYYYYYYY"])
    table = Table(rule, codes)
    assert table.type == (np.uint32 if rule is POSITIONAL else np.uint8)
    check_numbers(table, codes, rule)
    check_split(table, codes, rule)


EVERY_LENGTH = range(1, MAX_LENGTH + 1)


@every_rule
@pytest.mark.parametrize(
    ("compiled", "lengths"),
    [
        (False, EVERY_LENGTH[::5]),
        pytest.param(False, EVERY_LENGTH, marks=pytest.mark.slow),
        pytest.param(True, EVERY_LENGTH, marks=pytest.mark.compiled),
    ],
    ids=["numpy, some", "numpy", "compiled"],
)
def test_every_length(rule: Rule, compiled: bool, lengths: range, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers, scores and partitions from 1 position to the most that codes may have, compiled or not."""
    kernels = pytest.importorskip("mastermot.rules.kernels") if compiled else None
    for module in (arrays, partitions):
        monkeypatch.setattr(module, "find_kernels", lambda _pairs=0: kernels)
    draw = Random(7)
    for length in some(lengths):
        secret = draw.choices("ABCDE", k=length)
        near = ["".join(draw.sample(secret, length)) for _ in range(6)]
        others = ["".join(draw.choices(symbols, k=length)) for symbols in ("AB", "ABCDE", LETTERS) for _ in range(4)]
        codes = ListedCodes(["".join(secret), "A" * length, "B" * length, *near, *others])
        table = Table(rule, codes)
        check_numbers(table, codes, rule)
        check_scores(table, codes, rule)
        if length <= 12 or length % 8 == 0:  # slow for long positional marks
            check_split(table, codes, rule)
        assert table.numbers(np.arange(1), np.arange(1))[0, 0] == table.solved


def test_codes_longer_than_numbers_can_tell() -> None:
    with pytest.raises(CodesLongError):
        ListedCodes(["A" * (MAX_LENGTH + 1), "B" * (MAX_LENGTH + 1)])


@pytest.fixture(params=[(1, 1), (7, 3), (40, 4096)], ids=str)
def small_blocks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partitions, "BLOCK", request.param[0])
    monkeypatch.setattr(partitions, "WIDEST", request.param[1])
    return


@every_rule
@pytest.mark.usefixtures("small_blocks")
def test_block_boundaries(rule: Rule) -> None:
    """Blocks of a few pairs, histograms or runs: the same figures."""
    codes = ColourCodes(3, 2, empty=True)
    table = Table(rule, codes)
    check_scores(table, codes, rule)
    check_split(table, codes, rule)


@every_rule
def test_rows_of_histograms(rule: Rule) -> None:
    """256 secrets or more are counted row by row."""
    codes = ColourCodes(4, 4)
    check_scores(Table(rule, codes), codes, rule)


@pytest.mark.parametrize("length", [5, 9])
@every_rule
def test_memory_is_bounded(rule: Rule, length: int) -> None:
    """Nine million pairs are scored in a fraction of the memory that their marks would take at once."""
    codes = ListedCodes(
        sorted(
            {
                LETTERS[n % 26]
                + LETTERS[n // 26 % 26]
                + f"{n:b}".rjust(12, "0")[-length + 2 :].translate({48: 65, 49: 66})
                for n in range(3000)
            }
        )
    )
    table, rows = Table(rule, codes), np.arange(len(codes))
    logarithms(len(codes))
    tracemalloc.start()
    try:
        table.scores(rows, rows)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 48 * partitions.BLOCK


@every_rule
@given(codes=code_lists(most=12, longest=5), data=st.data())
def test_equal_sizes_give_equal_scores(rule: Rule, codes: ListedCodes, data: st.DataObject) -> None:
    """Two guesses with the same multiset of class sizes have exactly the same scores, in any order of the codes."""
    shuffled = ListedCodes(data.draw(st.permutations(codes.texts)))
    seen: dict[tuple[int, ...], tuple[int, ...]] = {}
    for listed in (codes, shuffled):
        every = np.arange(len(listed))
        scores: Scores = Table(rule, listed).scores(every, every)
        for row, guess in some(enumerate(listed.texts)):
            values = tuple(int(values[row]) for values in scores[:4])
            sizes = tuple(class_sizes(guess, listed.texts, rule))
            assert seen.setdefault(sizes, values) == values


def test_logarithms() -> None:
    """The fixed-point logarithms are n log2 n to 1e-8 at least, and sums of them fit in 64 bits."""
    for largest in (5, 5000, 500_000):
        values, fraction = logarithms(largest)
        assert values[:2].tolist() == [0, 0]
        for number in (2, 3, 4, 5, 1000, 4097, 5000, 499_979, 500_000):
            if number <= largest:
                assert values[number] / 2**fraction == pytest.approx(number * math.log2(number), rel=1e-11)
                assert 0 < 2 * int(values[number]) < 2**63


@given(st.integers(1, 700), st.integers(1, 700))
def test_equal_products_have_equal_sums(one: int, other: int) -> None:
    """(ab)^(ab) is a^a taken b times and b^b taken a times, to the last bit."""
    values = logarithms(500_000)[0]
    assert values[one * other] == other * values[one] + one * values[other]


@pytest.mark.parametrize(
    ("sizes", "others"),
    [
        ((10, 6, 5, 5, 5, 4, 3, 2), (10, 10, 5, 3, 3, 3, 2, 2, 2)),
        ((4,), (2, 2, 2, 2)),
        ((6, 1, 1), (3, 3, 2, 2, 2)),
        ((12,), (3, 3, 3, 3) + (2,) * 12),
    ],
)
@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize("codes", [100, 5000, 100_000])
def test_equal_entropies_are_exactly_equal(
    sizes: tuple[int, ...], others: tuple[int, ...], times: int, codes: int
) -> None:
    """Equal entropies give the same integer, however many classes there are and however many codes."""
    assert math.prod(n**n for n in sizes) == math.prod(n**n for n in others)
    values = logarithms(codes)[0]
    assert times * values[list(sizes)].sum() == times * values[list(others)].sum()


def partitions_of(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the multisets of class sizes that add up to `total`, none over `largest`."""
    if not total:
        yield ()
    for size in range(min(total, largest), 0, -1):
        for rest in partitions_of(total - size, size):
            yield size, *rest


@pytest.mark.parametrize("total", [12, 25, 38])
def test_entropies_are_in_their_true_order(total: int) -> None:
    """All partitions of so many codes: by the integers as by the exact products, equal where those are equal."""
    values = logarithms(total)[0]
    found = [(math.prod(n**n for n in sizes), int(values[list(sizes)].sum())) for sizes in partitions_of(total, total)]
    found.sort()
    for (product, weight), (other_product, other_weight) in some(pairwise(found)):
        assert weight == other_weight if product == other_product else weight < other_weight


@every_rule
def test_added_rows(rule: Rule) -> None:
    """Words that are not among the codes are marked like the others; those that are keep their row."""
    codes = ListedCodes(["RAIE", "RADE", "RACE"])
    table = Table(rule, codes)
    assert table.rows(["GARS", "RADE", "CAMP", "GARS"]).tolist() == [3, 1, 4, 3]
    assert [table.text(row) for row in (0, 3, 4)] == ["RAIE", "GARS", "CAMP"]
    assert len(codes) == 3
    for guess, row in (("GARS", 3), ("CAMP", 4)):
        numbers = table.against(row, np.arange(3)).tolist()
        assert numbers == [rule.number(mark(guess, secret, rule), 4) for secret in codes.texts]


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_nothing_to_mark(rule: Rule) -> None:
    table = Table(rule, ListedCodes(["AB", "BA"]))
    none = np.arange(0)
    assert table.against(0, none).tolist() == []
    assert list(table.split(0, none)) == []
    assert table.scores(none, np.arange(2)).largest.tolist() == []


def test_a_copy_learns_codes_of_its_own() -> None:
    table = Table(BLACK_WHITE, ListedCodes(["RAIE", "RADE"]))
    other = copy(table)
    assert other.rows(["GARS"]).tolist() == table.rows(["CAMP"]).tolist() == [2]
    assert (other.text(2), table.text(2)) == ("GARS", "CAMP")

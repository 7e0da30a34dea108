"""``mastermot rank``: the statistics of a list, to ten decimals."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from mastermot import BLACK_WHITE, RULES, ColourCodes, Rule
from tests.messages import check_told
from tests.playing import class_sizes, entropy, every_rule, run_json
from tests.reference import FRENCH, needs_french
from tests.support import run, some

Best = dict[tuple[str, str], dict[str, Any]]


def best(*options: str) -> Best:
    """Return the best opening by rule and criterion."""
    openings = run_json("rank", "--top", "1", *options)["openings"]
    return {(one["rule"], one["by"]): one for one in openings}


@pytest.mark.parametrize(
    ("words", "length", "entropies", "largest"),
    [
        pytest.param(
            FRENCH,
            4,
            {"black-white": ("RAIE", 2.919866440118113, 199), "black": ("PARE", 1.541454880614793, None)},
            {"black-white": ("RAIE", 199), "black": ("SOIE", 421)},
            marks=needs_french,
        ),
        pytest.param(
            FRENCH,
            5,
            {"black-white": ("SERIE", 3.325549872437687, 382), "black": ("CARTE", 1.688616027699691, None)},
            {"black-white": ("PORTE", 321), "black": ("CAIRE", 770)},
            marks=needs_french,
        ),
        (
            "sgb",
            5,
            {"black-white": ("TARES", 3.387855944511415, 985), "black": ("CARES", 1.693871810587234, None)},
            {"black-white": ("TALES", 924), "black": ("BARES", 2331)},
        ),
    ],
    ids=["fr4", "fr5", "sgb"],
)
def test_statistics_of_a_list(
    words: object, length: int, entropies: dict[str, tuple[str, float, int | None]], largest: dict[str, tuple[str, int]]
) -> None:
    found = best("--words", str(words), "--length", str(length), "--rule", "black", "--rule", "black-white")
    for rule, (guess, bits, size) in some(entropies.items()):
        opening = found[rule, "entropy"]
        assert opening["guess"] == guess
        assert opening["entropy"] == pytest.approx(bits, abs=1e-11)
        assert size is None or opening["largest"] == size
    for rule, (guess, size) in largest.items():
        assert (found[rule, "minimax"]["guess"], found[rule, "minimax"]["largest"]) == (guess, size)


def test_four_holes_six_colours() -> None:
    """ABCD has the highest entropy; by largest class AABB, of 256, is better than ABCC, of 276 and 3.04370 bits."""
    found = best("--holes", "4", "--colours", "6", "--rule", "black-white")
    assert found["black-white", "entropy"]["guess"] == "ABCD"
    assert found["black-white", "entropy"]["entropy"] == pytest.approx(3.05667, abs=5e-6)
    assert found["black-white", "entropy"]["largest"] == 312
    assert (found["black-white", "minimax"]["guess"], found["black-white", "minimax"]["largest"]) == ("AABB", 256)
    every = run_json("rank", "--holes", "4", "--colours", "6", "--rule", "black-white", "--top", "1296")["openings"]
    alike = {one["guess"]: one["alike"] for one in every}
    assert alike == {"AAAA": 6, "AAAB": 120, "AABB": 90, "AABC": 720, "ABCD": 360}
    aabc = next(one for one in every if one["guess"] == "AABC")
    assert aabc["largest"] == 276
    assert aabc["entropy"] == pytest.approx(3.04370, abs=5e-6)


@pytest.mark.parametrize("codes", [ColourCodes(4, 3), ColourCodes(3, 3, empty=True), ColourCodes(3, 4, repeats=False)])
@every_rule
def test_an_opening_stands_for_all_of_its_shape(codes: ColourCodes, rule: Rule) -> None:
    """Every code has the class sizes of the first code of its shape; the shapes have all codes."""
    options = ("--no-repeats",) * (not codes.repeats) + ("--empty",) * codes.empty
    size = ("--holes", str(codes.length), "--colours", str(codes.colours))
    openings = run_json("rank", *size, *options, "--rule", rule.name, "--top", "99")["openings"]
    shape_of = {code: sorted(Counter(code).values()) for code in codes.texts}
    assert sum(one["alike"] for one in openings) == 2 * codes.count
    for one in openings:
        same = [code for code in codes.texts if shape_of[code] == shape_of[one["guess"]]]
        assert (one["guess"], one["alike"]) == (same[0], len(same))
        sizes = class_sizes(one["guess"], codes.texts, rule)
        assert all(class_sizes(code, codes.texts, rule) == sizes for code in same)


def test_openings_of_a_game_too_large_to_list() -> None:
    document = run_json("rank", "--holes", "8", "--colours", "12", "--rule", "black-white", "--top", "1")
    assert (document["codes"], document["sample"]) == (12**8, 20_000)
    assert document["openings"][0]["guess"] == "AABBCCDE"
    assert document["openings"][0]["entropy"] == pytest.approx(3.72, abs=0.03)
    assert 0 < document["openings"][0]["largest"] < 12**8 / 5
    assert "sample" in run("rank", "--holes", "8", "--colours", "12", "--rule", "black").stderr


def test_json_shape() -> None:
    """Each opening, for every rule, with the figures of a plain recount."""
    codes = ColourCodes(2, 3)
    document = run_json("rank", "--holes", "2", "--colours", "3", "--top", "9")
    assert document["codes"] == 9
    assert document["checksum"] == codes.checksum
    assert [(one["rule"], one["by"]) for one in document["openings"][::2]] == [
        (rule, by) for rule in RULES for by in ("entropy", "minimax")
    ]
    for one in document["openings"]:
        sizes = class_sizes(one["guess"], codes.texts, RULES[one["rule"]])
        assert one["entropy"] == pytest.approx(entropy(sizes), abs=1e-10)
        assert (one["largest"], one["parts"]) == (max(sizes), len(sizes))
        assert one["expected"] == pytest.approx(sum(size * size for size in sizes) / 9, abs=1e-6)


def test_best_first() -> None:
    openings = run_json("rank", "--holes", "3", "--colours", "4", "--rule", "black-white", "--top", "64")["openings"]
    by_entropy, by_minimax = openings[:3], openings[3:]
    assert by_entropy == sorted(by_entropy, key=lambda one: (-round(one["entropy"], 9), one["largest"], one["guess"]))
    assert by_minimax == sorted(by_minimax, key=lambda one: (one["largest"], -round(one["entropy"], 9), one["guess"]))


def test_table() -> None:
    result = run("rank", "--holes", "4", "--colours", "6", "--rule", BLACK_WHITE.name, "--top", "2")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["rule", "by", "guess", "entropy", "largest", "expected", "parts", "alike"]
    assert lines[1].split() == ["black-white", "entropy", "ABCD", "3.0566709153", "312", "188.1898", "14", "360"]
    assert len(lines) == 5


@pytest.mark.parametrize(
    ("options", "status", "code", "told"),
    [
        (
            ("--holes", "6", "--colours", "7", "--after", "AAABBB=(none)", "--rule", "black"),
            4,
            "too-many-ranked",
            ["117,649"],
        ),
        (("--holes", "7", "--colours", "7", "--after", "AAABBBC=XXO"), 4, "too-many-codes", ["823,543"]),
        (("--holes", "4", "--colours", "6", "--rule", "blak"), 2, "rule-unknown", ["black"]),
        (("--no-repeats",), 2, "", ["words", "colours"]),
    ],
)
def test_refused(options: tuple[str, ...], status: int, code: str, told: list[str]) -> None:
    result = run("rank", *options)
    assert result.exit_code == status
    check_told(result.stderr, code, *told)


def test_french_tables_have_decimal_commas() -> None:
    result = run("rank", "--holes", "4", "--colours", "6", "--rule", "black-white", "--top", "1", lang="fr")
    assert "3,0566709153" in result.stdout
    assert "188,1898" in result.stdout


def test_ranks_after_turns_are_those_of_the_partition() -> None:
    codes = ColourCodes(3, 5)
    turns = ("--after", "AAB=XO", "--after", "ACB=O")
    left = [code for code in codes.texts if BLACK_WHITE.mark("AAB", code) == (1, 1, "")]
    left = [code for code in left if BLACK_WHITE.mark("ACB", code) == (0, 1, "")]
    openings = run_json("rank", "--holes", "3", "--colours", "5", *turns, "--top", "1000")["openings"]
    assert {one["rule"] for one in openings} == {"black-white"}
    by_entropy = [one for one in openings if one["by"] == "entropy"]
    assert len(by_entropy) == codes.count
    for one in by_entropy:
        sizes = class_sizes(one["guess"], left, BLACK_WHITE)
        assert (one["largest"], one["parts"], one["candidates"]) == (sizes[-1], len(sizes), len(left))
        assert one["entropy"] == pytest.approx(entropy(sizes), abs=1e-9)
        assert one["candidate"] == (one["guess"] in left)
    keys = [(-round(one["entropy"], 9), one["largest"], not one["candidate"]) for one in by_entropy]
    assert keys == sorted(keys)


def test_ranks_after_turns_say_what_is_left() -> None:
    result = run("rank", "--words", "sgb", "--length", "5", "--after", "TARES=XO", "--top", "1")
    assert re.fullmatch(r"black-white: .*\b985 words\b.*\n", result.stderr)
    assert run("rank", "--holes", "3", "--colours", "5", "--after", "AAB=XX", "--after", "AAB=X").exit_code == 1
    assert run("rank", "--holes", "3", "--colours", "5", "--after", "AAB").exit_code == 2

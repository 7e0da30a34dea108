"""``mastermot ladder``: ladders, neighbours, figures, the picture, and wrong use."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.messages import check_told
from tests.playing import run_json
from tests.support import loaded, run

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def carroll(tmp_path: Path) -> str:
    """Return the path of a list of words, two of them on an island of their own."""
    path = tmp_path / "carroll.txt"
    path.write_text("cold\ncord\ncard\nward\nwarm\nword\nfly\nibex\nibez\nonyx\n", "utf-8")
    return str(path)


def test_a_chain(carroll: str) -> None:
    result = run("ladder", "cold", "warm", "--words", carroll)
    assert result.stdout == "COLD → CORD → CARD → WARD → WARM\n"
    assert re.findall(r"\d+|--\w+", result.stderr) == ["4", "1", "--all"]
    every = run("ladder", "cold", "warm", "--words", carroll, "--all")
    assert every.stdout == "COLD → CORD → CARD → WARD → WARM\nCOLD → CORD → WORD → WARD → WARM\n"
    assert re.findall(r"\d+", every.stderr) == ["2", "4"]


def test_json_of_a_chain(carroll: str) -> None:
    document = run_json("ladder", "cold", "warm", "--words", carroll)
    assert (document["steps"], document["count"], document["complete"]) == (4, 2, False)
    assert document["ladders"] == [["COLD", "CORD", "CARD", "WARD", "WARM"]]
    assert run_json("ladder", "cold", "warm", "--words", carroll, "--all")["complete"]


def test_no_chain(carroll: str) -> None:
    result = run("ladder", "cold", "ibex", "--words", carroll)
    assert result.exit_code == 1
    first, *others = result.stdout.splitlines()
    check_told(first, "", carroll, "COLD", "IBEX")
    assert [re.findall(r"[A-Z]{4}|\d", line) for line in others] == [
        ["COLD", "5"],
        ["IBEX", "1"],
        ["CARD", "IBEX", "4"],
    ]
    alone = run("ladder", "onyx", "cold", "--words", carroll)
    assert alone.exit_code == 1
    assert [re.findall(r"[A-Z]{4}|\d", line) for line in alone.stdout.splitlines()[1:3]] == [["ONYX"], ["COLD", "5"]]
    document = json.loads(run("ladder", "cold", "ibex", "--words", carroll, "--json").stdout)
    assert (document["steps"], document["ladders"], document["alone"]) == (None, [], [])
    assert document["nearest"][0] == {"word": "COLD", "differs": 4, "steps": 0}
    assert (document["reached"], document["gap"]["differs"]) == ([6, 2], 4)


def test_reachable_words_that_are_near_are_named(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("cold\ncord\ncoed\nwary\nward\nwarn\n", encoding="utf-8")
    text = " ".join(run("ladder", "cold", "ward", "--words", str(path)).stdout.split())
    assert re.search(r"\bWARD\b.* 2 .*: CORD \(1 step\)", text)


@pytest.mark.parametrize(
    ("others", "named"),
    [
        ("acne acre", []),  # no word that can be reached is as near to echo as ache itself
        ("acne acre ecce", []),  # ecce is near, but cannot be reached
        ("achy", ["ACHY (1 step)"]),  # as near
    ],
)
def test_the_start_is_not_among_the_nearest_words(tmp_path: Path, others: str, named: list[str]) -> None:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(["ache", "echo", *others.split()]), encoding="utf-8")
    lines = run("ladder", "ache", "echo", "--words", str(path)).stdout.splitlines()
    assert [words for line in lines for words in re.findall(r"[A-Z]{4} \(\d steps?\)", line)] == named
    assert [line for line in lines if re.search(r":\W*$", line)] == []


def test_the_neighbours_of_a_word_and_their_picture(carroll: str, tmp_path: Path) -> None:
    picture = tmp_path / "cord.svg"
    result = run("ladder", "cord", "--words", carroll, "--plot", str(picture))
    assert result.stdout.splitlines() == ["?ORD  1  WORD", "C?RD  1  CARD", "CO?D  1  COLD"]
    assert re.findall(r"\d+", result.stderr.splitlines()[0]) == ["3", "5"]
    assert str(picture) in result.stderr
    root = ElementTree.parse(picture).getroot()
    groups = root.findall(f"{SVG}g")
    shown = {group.get("id"): ["".join(text.itertext()) for text in group.findall(f"{SVG}text")] for group in groups}
    assert shown == {"_ORD": ["?ORD", "WORD"], "C_RD": ["C?RD", "CARD"], "CO_D": ["CO?D", "COLD"]}
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == "Neighbours of CORD"


def test_no_two_groups_of_a_picture_meet(tmp_path: Path) -> None:
    picture = tmp_path / "mare.svg"
    run("ladder", "mare", "--words", "fr", "--plot", str(picture))
    root = ElementTree.parse(picture).getroot()
    _x, _y, width, height = map(float, root.attrib["viewBox"].split())
    boxes = []
    for group in root.findall(f"{SVG}g"):
        frame = group.find(f"{SVG}rect")
        assert frame is not None
        x, y, w, h = (float(frame.attrib[name]) for name in ("x", "y", "width", "height"))
        assert x >= 0
        assert x + w <= width
        assert y >= 0
        assert y + h <= height
        boxes.append((x, y, x + w, y + h))
        for text in group.findall(f"{SVG}text"):
            assert x < float(text.attrib["x"]) < x + w
            assert y < float(text.attrib["y"]) < y + h
    assert len(boxes) == 4
    for one in boxes:
        for other in boxes:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert one is other or apart


def test_the_figures_of_a_list(carroll: str) -> None:
    lines = run("ladder", "--words", "sgb").stdout.splitlines()
    figures = [re.findall(r"[\d,]*\d", line) for line in lines[:6]]
    assert [*figures[:4], figures[5]] == [["5", "5757"], ["14,135"], ["671"], ["853", "4493"], ["29"]]
    assert " ".join(lines[6:]).split()[::2][0] == "AMIGO"
    document = run_json("ladder", "--words", carroll, "--length", "4")
    assert document["sizes"] == {"1": 1, "2": 1, "6": 1}
    assert document["longest"] == {"steps": 4, "ladder": ["COLD", "CORD", "CARD", "WARD", "WARM"], "proven": True}


def test_in_french(carroll: str) -> None:
    check_told(run("ladder", "cold", "warm", "--words", carroll, lang="fr").stderr, "", "4 étapes", "1 autre")
    assert "îlots" in run("ladder", "--words", "sgb", lang="fr").stdout


@pytest.mark.parametrize(
    ("arguments", "status", "code", "told"),
    [
        (("tare", "pions"), 2, "ladder-length", ["TARE", "PIONS", "4", "5"]),
        (("tare", "zzzz", "--words", "fr-common"), 2, "ladder-word", ["ZZZZ", "fr-common"]),
        (("ta re", "pion"), 3, "not-a-word", ["ta re"]),
        (("tare", "pion", "port"), 2, "", ["two"]),
        (("tare", "--all"), 2, "", ["two"]),
        (("tare", "pion", "--plot", "x.svg"), 2, "", ["one"]),
        (("tare", "--plot", "x.png"), 2, "plot-format", [".png"]),
        (("tare", "--length", "4"), 2, "", ["--length"]),
        ((), 2, "family-length", []),
        (("--words", "sgb", "--length", "4"), 3, "dictionary-empty", ["4"]),
        (("tare", "--plot", "no/such/folder/x.svg"), 3, "folder-missing", ["x.svg"]),
    ],
)
def test_wrong_use(arguments: tuple[str, ...], status: int, code: str, told: list[str]) -> None:
    result = run("ladder", *arguments)
    assert result.exit_code == status
    check_told(result.stderr, code, *told)


def test_numpy_is_not_loaded() -> None:
    modules = loaded("from mastermot.cli import main\nmain(['ladder', 'tare', 'pion'])")
    assert "mastermot.families" in modules
    assert "numpy" not in modules

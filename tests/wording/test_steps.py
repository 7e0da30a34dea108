"""Steps told and given as JSON: what is said of sums is true, from the JSON and the clues alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from mastermot.locale import use
from mastermot.puzzles.clues import Puzzle, parse_puzzle, read_puzzle
from mastermot.puzzles.compose import Wanted, compose, source
from mastermot.puzzles.deductions import explain
from mastermot.puzzles.prefixes import solve
from mastermot.wording.steps import explained_json, step_json
from mastermot.words import data_folder, open_dictionary

Object = dict[str, Any]
Clues = dict[int, tuple[str, int]]
"""By line, the word of a clue and its marks."""

BELOW_ZERO = "dcbccc 1\nbaaccd 3\nbddbbb 1\ncabddb 1\ndabdbd 1\n"
"""A letter turns a difference of one mark into the contrary."""


@pytest.fixture(autouse=True)
def in_english() -> None:
    use("en")


def told(puzzle: Puzzle) -> Object:
    return explained_json(solve(puzzle, open_dictionary("fr-common")))


@cache
def composed() -> tuple[tuple[Puzzle, Object], ...]:
    """Return puzzles of several shapes with their explanations."""
    made = []
    for length, clues, seeds in ((4, 8, range(40)), (5, 10, range(80)), (5, 6, range(20)), (7, 10, range(15))):
        words = source(open_dictionary("fr-common"), length)
        made += [compose(words, Wanted(length, clues), seed).puzzle for seed in seeds]
    return tuple((puzzle, told(puzzle)) for puzzle in made)


def clues_of(puzzle: Puzzle) -> Clues:
    return {clue.line: (clue.word, clue.marks) for clue in puzzle.clues}


def start_of(puzzle: Puzzle, answer: Object, step: Object) -> list[str]:
    """Return the letters possible at each position for a step: those shown, less what its facts say."""
    columns = ["".join(sorted({clue.word[i] for clue in puzzle.clues})) for i in range(puzzle.length)]
    if not answer["solutions"] and answer["others"]:
        columns = [column + "*" for column in columns]
    for fact in step["facts"]:
        columns[fact["position"] - 1] = fact["letters"]
    return columns


def goals_of(step: Object, start: Sequence[str]) -> set[tuple[int, str]]:
    """Return the letters (positions from 1) that the step has to rule out."""
    goals = {(one["position"], one["letter"]) for one in step["removed"]}
    for one in step["placed"]:
        goals |= {(one["position"], other) for other in start[one["position"] - 1] if other != one["letter"]}
    return goals


# --- sums ------------------------------------------------------------------------------------------------------

WEIGHED = re.compile(
    r".*?, the marks of (?P<one>.*?) less those of (?P<other>.*?) would make (?P<best>\d+) at (?P<end>most|least); "
    r"they make (?P<wanted>\d+)\. "
)
EXCEEDED = re.compile(
    r".*?, the marks of (?P<one>.*?) would exceed those of (?P<other>.*?) by (?P<best>\d+) at (?P<end>least); "
    r"they are (?P<wanted>\d+) fewer\. "
)


def check_weighed(puzzle: Puzzle, answer: Object, step: Object) -> str:
    """Check the figures of a step that weighs clues against others; return which way it tells them."""
    found = WEIGHED.match(step["text"]) or EXCEEDED.match(step["text"])
    assert found, step["text"]
    words = {word.lower(): (word, marks) for word, marks in clues_of(puzzle).values()}
    signs = {words[word]: 1 for word in re.findall(r"“(\w+) \d+”", found["one"])}
    signs |= {words[word]: -1 for word in re.findall(r"“(\w+) \d+”", found["other"])}
    assert {word for word, _marks in signs} == {clues_of(puzzle)[line][0] for line in step["clues"]}
    start = start_of(puzzle, answer, step)
    furthest = max if found["end"] == "most" else min
    values = [
        {letter: sum(sign * (word[i] == letter) for (word, _), sign in signs.items()) for letter in letters}
        for i, letters in enumerate(start)
    ]
    reached = furthest(
        sum(here[letter] if at == i else furthest(here.values()) for i, here in enumerate(values, start=1))
        for at, letter in goals_of(step, start)
    )
    wanted = sum(sign * marks for (_word, marks), sign in signs.items())
    assert reached == int(found["best"]) >= 0
    assert wanted == int(found["wanted"]) * (1 if found.re is WEIGHED else -1)
    assert wanted > reached if found["end"] == "most" else wanted < reached
    return found["end"] if found.re is WEIGHED else "exceed"


def test_sums_of_clues_weighed_are_true_and_never_below_zero() -> None:
    ways = [
        check_weighed(puzzle, answer, step)
        for puzzle, answer in (*composed(), (parse_puzzle(BELOW_ZERO), told(parse_puzzle(BELOW_ZERO))))
        for step in answer["steps"]
        if step["kind"] == "weigh"
    ]
    assert set(ways) == {"most", "least", "exceed"}


@pytest.mark.parametrize(
    ("clues", "sentence"),
    [
        (
            "paume 3\npalme 1\nchoux 1\n",
            "The marks of “paume 3” less those of “palme 1” should make 2, but can make 1 at most.",
        ),
        (
            "dbbbca 3\ndaddac 1\ncbdcca 3\ncccbca 2\n",
            "The marks of “cbdcca 3” less those of “cccbca 2” should make 1, but make 2 at least.",
        ),
        (
            "ababa 2\nbbbaa 1\ncaabc 1\nbdbcb 2\naadab 0\ncbcdd 0\n",
            "The marks of “bbbaa 1” and “caabc 1” less those of “ababa 2” should make 0, but make 1 at least.",
        ),
    ],
)
def test_sums_of_clues_that_clash(clues: str, sentence: str) -> None:
    step = told(parse_puzzle(clues))["steps"][-1]
    assert step["clash"]
    assert step["text"].startswith(sentence)


def test_no_number_is_below_zero_and_both_languages_have_the_same() -> None:
    for puzzle, answer in composed():
        explanation = explain(solve(puzzle, open_dictionary("fr-common")))
        use("fr")
        french = [str(step_json(explanation, step)["text"]) for step in explanation.steps]
        use("en")
        for step, text in zip(answer["steps"], french, strict=True):
            assert not re.search(r"[-−–]\d", step["text"] + text)
            assert sorted(re.findall(r"\d+", step["text"])) == sorted(re.findall(r"\d+", text))


# --- what was not searched -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("work", "english", "french"),
    [
        (0, "Simpler steps were not looked for", "n’ont pas été cherchées"),
        (40, "Clues were tried one by one only", "essayés qu’un par un"),
        (80, "Sets of up to 2 clues were all tried", "jusqu’à 2"),
        (None, "", ""),
    ],
)
def test_what_was_not_searched_is_said_where_everything_is_tried(work: int | None, english: str, french: str) -> None:
    puzzle = read_puzzle(data_folder("puzzles") / "fr-08.txt")
    answer = solve(puzzle, open_dictionary("fr-common"))
    explanation = explain(answer) if work is None else explain(answer, work=work)
    for language, text in (("en", english), ("fr", french)):
        use(language)
        steps = [step_json(explanation, step) for step in explanation.steps]
        assert [step["kind"] for step in steps].count("remainder") == (work is not None)
        assert [bool(text) and text in str(step["text"]) for step in steps] == [
            step["kind"] == "remainder" for step in steps
        ]
    if work == 0:
        assert not explanation.steps[0].facts

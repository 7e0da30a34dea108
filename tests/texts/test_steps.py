"""Steps told and given as JSON: what is said of sums and of cases is true, from the JSON and the clues alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from mastermot import MastermotError, Puzzle, Wanted, open_dictionary, parse_puzzle, read_puzzle, solve
from mastermot.operations.puzzle_answers import solve_clues
from mastermot.operations.puzzle_results import describe_answer, describe_step
from mastermot.operations.solve_request import PuzzleOptions
from mastermot.puzzle.compose import compose, read_source
from mastermot.puzzle.explain import TECHNIQUES, explain
from mastermot.puzzle.explain.cases import MAX_CASES
from mastermot.puzzle.explain.grading import grade_clues
from mastermot.puzzle.prefixes import DEFAULT_LIMIT
from mastermot.results import as_json
from mastermot.texts.explanations import MAX_TOLD, TELLERS, tell_grade, tell_step
from mastermot.texts.languages import gettext, in_use, use
from mastermot.words.files import find_data
from tests.reference import PUZZLES
from tests.support import ROOT, slow_unless, some

Object = dict[str, Any]
Clues = dict[int, tuple[str, int]]
"""By line, the word of a clue and its marks."""

SHIPPED = ["en-08", "fr-08", "fr-12"]
CLASHES = {
    "exhaustion": "bdba 0\ncdae 1\ncaec 2\nccdc 2\nbaac 2\nacea 0\naeee 0\n",
    "exhaustion, longer": "cabde 2\naaadc 2\nacdcb 1\ncdbdb 1\ncbabd 2\nbcbbb 0\neddcc 1\n",
    "cases": "dbaa 2\ndead 1\nebbe 1\nccde 0\nddca 0\necbc 0\nbbee 3\n",
}
LINKS = {"full": "rules", "needed": "need", "over": "too", "short": "could"}
SEVERAL_AT_ONCE = {
    "another letter": "badd 1\nbbeb 1\neabb 0\nbaea 1\nbbcd 1\naaca 0\n",
    "contradictions": "eecb 1\ncabb 1\ncabe 1\neeea 2\nadca 1\nbdeb 1\n",
    "exhaustions": "cccbac 3\nbbddcd 2\nccccec 2\ncecccb 2\n",
}


@pytest.fixture(autouse=True)
def in_english() -> None:
    use("en")


def told(puzzle: Puzzle) -> Object:
    explained = PuzzleOptions(words="fr-common", explain=True)
    return as_json(describe_answer(solve_clues(puzzle, explained, DEFAULT_LIMIT)))


@cache
def composed(step: int = 1) -> tuple[tuple[Puzzle, Object], ...]:
    """Return puzzles of several shapes with their explanations: of each shape all, or only every so many."""
    made = []
    for length, clues, level, seeds in (
        *((4, 8, None, range(10)), (5, 10, None, range(30)), (5, 10, 5, range(20))),
        *((5, 6, None, range(10)), (7, 10, None, range(8))),
    ):
        words = read_source(open_dictionary("fr-common"), length)
        made += [compose(words, Wanted(length, clues, level), seed).puzzle for seed in seeds[::step]]
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


def test_every_technique_is_named() -> None:
    for technique in TECHNIQUES.values():
        use("en")
        name = gettext(technique.name)
        use("fr")
        assert name != gettext(technique.name)
    assert set(TELLERS) <= {*TECHNIQUES, "remainder"}


# --- cases -----------------------------------------------------------------------------------------------------


def ends_badly(case: Object, letters: Sequence[str], clues: Clues) -> tuple[bool, list[str]]:
    """Check what is said of a case from the letters possible; return whether it is impossible, and those left."""
    now = list(letters)
    if case["position"] is None:
        assert case["letters"] == ""
    else:
        assert case["letters"]
        assert set(case["letters"]) <= set(now[case["position"] - 1])
        now[case["position"] - 1] = case["letters"]
    for number, link in enumerate(case["links"], start=1):
        word, marks = clues[link["clue"]]
        sure = [i for i, letter in enumerate(word) if now[i] == letter]
        possible = [i for i, letter in enumerate(word) if letter in now[i]]
        gone = [(one["position"] - 1, one["letter"]) for one in link["removed"]]
        if link["why"] in ("over", "short"):
            assert len(sure) > marks if link["why"] == "over" else len(possible) < marks
            assert (number, gone, case["cases"]) == (len(case["links"]), [], [])
            return True, now
        assert gone
        if link["why"] == "full":
            assert len(sure) == marks
            assert all(letter == word[i] and i not in sure for i, letter in gone)
        else:
            assert link["why"] == "needed"
            assert len(possible) == marks
            assert all(letter != word[i] and i in possible for i, letter in gone)
        for i, letter in gone:
            assert letter in now[i]
            now[i] = now[i].replace(letter, "")
    if case["cases"]:
        assert covers(case["cases"], now)
        assert all(ends_badly(one, now, clues)[0] for one in case["cases"])
    return bool(case["cases"]), now


def covers(cases: Sequence[Object], letters: Sequence[str]) -> bool:
    """Return whether the cases are those of one position, each letter in one of them."""
    (position,) = {case["position"] for case in cases}
    return sorted("".join(case["letters"] for case in cases)) == sorted(letters[position - 1])


def ends(cases: Iterable[Object]) -> int:
    return sum(ends(case["cases"]) or 1 for case in cases)


def check_cases(puzzle: Puzzle, answer: Object, step: Object) -> None:
    """Check that the cases show what the step says, with no other clues than it cites."""
    clues = {line: clue for line, clue in clues_of(puzzle).items() if line in step["clues"]}
    start = start_of(puzzle, answer, step)
    goals = goals_of(step, start)
    tried = [(case, *ends_badly(case, start, clues)) for case in step["cases"]]
    if step["kind"] == "cases":
        assert covers(step["cases"], start)
        for _case, impossible, left in tried:
            assert impossible or (not step["clash"] and not any(letter in left[i - 1] for i, letter in goals))
        return
    assert all(impossible for _case, impossible, _left in tried)
    if step["clash"]:
        assert [case["position"] for case in step["cases"]] == [None]
    else:
        supposed = {(case["position"], letter) for case in step["cases"] for letter in case["letters"]}
        assert supposed == goals


def list_links(cases: Iterable[Object]) -> Iterator[Object]:
    for case in cases:
        yield from case["links"]
        yield from list_links(case["cases"])


def check_told(puzzle: Puzzle, step: Object) -> None:
    """Check that a text tells all links of the cases in order: the clue, what it shows, the letters."""
    clues, links = clues_of(puzzle), list(list_links(step["cases"]))
    _before, *told = re.split(r"“(\w+ \d+)”", step["text"])
    assert told[::2] == ["{} {}".format(*clues[link["clue"]]).lower() for link in links]
    for link, sentence in zip(links, told[1::2], strict=True):
        assert LINKS[link["why"]] in sentence
        for one in link["removed"]:
            letter = clues[link["clue"]][0][one["position"] - 1]
            assert re.search(rf"\b{letter}\b[^,]*?\bposition {one['position']}\b", sentence)


def in_cases(puzzle: Puzzle, answer: Object) -> Iterator[Object]:
    """Yield the steps shown by cases that are all told, each checked."""
    for step in answer["steps"]:
        if step["cases"]:
            check_cases(puzzle, answer, step)
            if ends(step["cases"]) <= MAX_TOLD:
                check_told(puzzle, step)
            yield step
        else:
            by_cases = step["kind"] in ("contradiction", "cases", "exhaustion", "remainder")
            assert step["cases"] == (None if by_cases else [])


@pytest.mark.slow
def test_every_case_ends_in_a_contradiction() -> None:
    kinds = [step["kind"] for puzzle, answer in composed(2) for step in in_cases(puzzle, answer)]
    assert set(kinds) == {"contradiction", "cases", "exhaustion"}


@pytest.mark.parametrize("name", CLASHES)
def test_cases_of_clues_that_clash(name: str) -> None:
    puzzle = parse_puzzle(CLASHES[name])
    answer = told(puzzle)
    (step,) = in_cases(puzzle, answer)
    assert step is answer["steps"][-1]
    assert (step["clash"], step["kind"]) == (True, name.partition(",")[0])
    assert re.match(r"[^“]*“.*\b14 cases\b" if "longer" in name else r"1\) ", step["text"])


@pytest.mark.parametrize("name", SEVERAL_AT_ONCE)
def test_several_letters_ruled_out_by_a_case_each(name: str) -> None:
    puzzle = parse_puzzle(SEVERAL_AT_ONCE[name])
    answer = told(puzzle)
    assert max(len(step["cases"]) for step in in_cases(puzzle, answer)) > 1
    assert bool(answer["others"]) == (name == "another letter")


@pytest.mark.parametrize("name", ["test", "test0", "test00", "test1", "test2"])
def test_cases_of_the_reference_puzzles(name: str) -> None:
    puzzle = read_puzzle(PUZZLES / f"{name}.data")
    answer = told(puzzle)
    list(in_cases(puzzle, answer))
    assert len(json.dumps(answer)) < 20_000


@pytest.mark.parametrize("name", slow_unless(lambda name: name.endswith("08"), SHIPPED))
def test_cases_are_told_and_given_as_long_as_they_are_not_too_many(name: str) -> None:
    puzzle = read_puzzle(find_data("puzzles", f"{name}.txt"))
    answer = told(puzzle)
    counted = [(step, ends(step["cases"])) for step in in_cases(puzzle, answer)]
    assert all(0 < count <= MAX_CASES for _step, count in counted)
    for step, count in counted:
        number = re.search(r"(\d+) cases", step["text"])
        assert (number is None) == (count <= MAX_TOLD)
        assert number is None or int(number[1]) == count
    for step in answer["steps"]:
        if step["cases"] is None:
            assert re.search(rf"\bmore\b.* {MAX_CASES} cases", step["text"])
    assert len(json.dumps(answer)) < 200_000


@pytest.mark.slow
def test_some_steps_have_too_many_cases() -> None:
    answer = told(read_puzzle(find_data("puzzles", "fr-12.txt")))
    assert [step["kind"] for step in answer["steps"] if step["cases"] is None]


# --- sums ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clues", "quoted", "wanted", "bound", "best"),
    [
        ("paume 3\npalme 1\nchoux 1\n", ["paume 3", "palme 1"], 2, "most", 1),
        ("dbbbca 3\ndaddac 1\ncbdcca 3\ncccbca 2\n", ["cbdcca 3", "cccbca 2"], 1, "least", 2),
        ("ababa 2\nbbbaa 1\ncaabc 1\nbdbcb 2\naadab 0\ncbcdd 0\n", ["bbbaa 1", "caabc 1", "ababa 2"], *(0, "least", 1)),
    ],
)
def test_sums_of_clues_that_clash(clues: str, quoted: list[str], wanted: int, bound: str, best: int) -> None:
    """The difference that two sums should have, and the bound that it breaks."""
    step = told(parse_puzzle(clues))["steps"][-1]
    assert step["clash"]
    sentence = step["text"].partition(".")[0]
    assert re.findall("“(.*?)”", sentence) == quoted
    assert re.findall(r"\d+", re.sub("“.*?”", "", sentence)) == [str(wanted), str(best)]
    assert bound in sentence


@pytest.mark.parametrize("step", [8, pytest.param(2, marks=pytest.mark.slow)])
def test_no_number_is_below_zero_and_both_languages_have_the_same(step: int) -> None:
    for puzzle, answer in some(composed(step)):
        explanation = explain(solve(puzzle, open_dictionary("fr-common")))
        use("fr")
        french = [str(as_json(describe_step(step))["text"]) for step in explanation.steps]
        use("en")
        for step, text in some(zip(answer["steps"], french, strict=True)):
            assert not re.search(r"[-−–]\d", step["text"] + text)
            assert sorted(re.findall(r"\d+", step["text"])) == sorted(re.findall(r"\d+", text))


def test_a_grading_cut_short_says_so() -> None:
    answer = solve(read_puzzle(find_data("puzzles", "coude.txt")), open_dictionary("fr-common"))
    whole, short, none = (grade_clues(answer.puzzle, tuple("COUDE"), work) for work in (10**6, 100, 0))
    assert "short" not in tell_grade(whole)
    assert re.search(r"\bshort\b.*\b5\b", tell_grade(short))
    assert re.search(r"\b5\b.*\btoo\b", tell_grade(none))


# --- what was not searched -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("work", "english", "french"),
    [(0, "Simpler", "cherchées"), (40, "only", "qu’un"), (80, "larger", "delà"), (None, "", "")],
)
def test_what_was_not_searched_is_said_where_everything_is_tried(work: int | None, english: str, french: str) -> None:
    puzzle = read_puzzle(find_data("puzzles", "fr-08.txt"))
    answer = solve(puzzle, open_dictionary("fr-common"))
    explanation = explain(answer) if work is None else explain(answer, work=work)
    for language, text in (("en", english), ("fr", french)):
        use(language)
        steps = [as_json(describe_step(step)) for step in explanation.steps]
        assert [step["kind"] for step in steps].count("remainder") == (work is not None)
        assert [bool(text) and text in str(step["text"]) for step in steps] == [
            step["kind"] == "remainder" for step in steps
        ]
    if work == 0:
        assert not explanation.steps[0].facts


def test_a_step_is_told_in_any_language_whatever_the_reader_s() -> None:
    explanation = explain(solve(read_puzzle(ROOT / "puzzles" / "coude.txt"), "fr"))
    told = {}
    for language in ("fr", "en"):
        use(language)
        told[language] = [tell_step(step) for step in explanation.steps]
    assert [step.text("fr") for step in explanation.steps] == told["fr"]
    assert [step.text() for step in explanation.steps] == told["en"] != told["fr"]
    assert in_use() == "en"
    for language in ("fr", "en"):
        lines = explanation.text(language).splitlines()
        assert lines == [f"{number:2}. {step}" for number, step in enumerate(told[language], start=1)]
    assert str(explanation) == explanation.text("en")
    with pytest.raises(MastermotError) as caught:
        explanation.text("de")
    assert caught.value.code == "language-unknown"

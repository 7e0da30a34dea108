"""The guarantees of explanations, by the independent check of `stepcheck`: true, nothing spare, as simple as can be."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb
from pathlib import Path
from random import Random

import pytest

from mastermot import Answer, Explanation, Puzzle, Wanted, open_dictionary, parse_puzzle, read_puzzle, solve
from mastermot.puzzle import pair_clues
from mastermot.puzzle.compose import compose, read_offensive, read_source
from mastermot.puzzle.explain import LEVELS, TECHNIQUES, Letter, explain, grade
from mastermot.puzzle.explain.board import ClueBoard
from mastermot.texts.explanations import tell_step
from mastermot.words.files import find_data
from tests.puzzle.explain import outlines
from tests.puzzle.explain.stepcheck import check
from tests.reference import PUZZLES
from tests.support import slow_unless, some

SHIPPED = sorted(Path(find_data("puzzles")).glob("*.txt"))
SHAPES = [(3, 6, 6), (4, 8, 4), (5, 10, 4), pytest.param(5, 10, 15, marks=pytest.mark.slow), (6, 9, 1)]
"""Lengths, clues, and how many puzzles of each: brute force takes its time on long words."""


def answered(puzzle: Puzzle, words: str = "fr") -> Answer:
    return solve(puzzle, open_dictionary(words))


def explained(puzzle: Puzzle) -> Explanation:
    return explain(answered(puzzle))


def test_the_magazine_puzzle() -> None:
    explanation = explained(read_puzzle(find_data("puzzles", "coude.txt")))
    check(explanation)
    assert "".join(explanation.domains) == "COUDE"
    assert max(len(step.clues) for step in explanation.steps) <= 3
    compared = [{clue.word for clue in step.clues} for step in explanation.steps[:3]]
    assert {"PAUME", "PALME"} in compared
    step = explanation.steps[compared.index({"PAUME", "PALME"})]
    assert step.kind == "compare"
    assert [(one.position, one.letter) for one in step.placed] == [(3, "U")]
    assert step.grid == "??U??"


@pytest.mark.parametrize("path", slow_unless(lambda path: path.stem[-2:] < "08", SHIPPED), ids=lambda path: path.stem)
def test_shipped_puzzles_are_explained_to_the_end(path: Path) -> None:
    puzzle = read_puzzle(path)
    answer = answered(puzzle, path.stem[:2] if "-" in path.stem else "fr")
    explanation = explain(answer)
    assert ["".join(explanation.domains)] == [solution.word for solution in answer.solutions]
    if puzzle.length <= 6:
        check(explanation, smaller=puzzle.length <= 5)


@pytest.mark.parametrize("name", ["test", "test0", "test00", "test1", "test2"])
def test_reference_puzzles(name: str) -> None:
    answer = answered(read_puzzle(PUZZLES / f"{name}.data"))
    explanation = explain(answer)
    check(explanation)
    if not answer.solutions:
        assert explanation.steps[-1].clash
        assert {clue.line for clue in explanation.clues} == set(answer.conflict)
    else:
        left = [set(column) for column in zip(*(solution.word for solution in answer.solutions), strict=True)]
        assert [set(letters) for letters in explanation.domains] == left


def test_several_solutions_are_left_as_logic_leaves_them() -> None:
    explanation = explained(parse_puzzle("paume 2\npalme 2\n"))
    check(explanation)
    assert len(explanation.strings) > 1
    assert "".join(explanation.domains) != ""


@pytest.mark.parametrize("name", outlines.PUZZLES)
def test_puzzles_are_explained_and_mended_as_before(name: str) -> None:
    """``python3 -m tests.puzzle.explain.outlines`` writes what is explained now: read which sentences change."""
    assert outlines.outline_puzzle(name) == outlines.read_outlines()[name]


def test_outlines_are_those_of_the_puzzles() -> None:
    assert tuple(outlines.read_outlines()) == outlines.PUZZLES
    lines = outlines.read_outlines()["coude"]
    compared = next(line for line in lines if line.startswith("compare 2 4: +3U -3A "))
    assert re.search(r"“paume 2”[^“]*\bU\b[^“]*\b3\b[^“]*$", compared), "the two words that are nearly alike"


@pytest.mark.parametrize(("length", "clues", "puzzles"), SHAPES)
def test_composed_puzzles_step_by_step(length: int, clues: int, puzzles: int) -> None:
    words = read_source(open_dictionary("fr-common"), length)
    for seed in some(range(puzzles)):
        composed = compose(words, Wanted(length, clues), seed)
        explanation = explained(composed.puzzle)
        assert "".join(explanation.domains) == composed.solution
        check(explanation)


@pytest.mark.parametrize("seed", range(6))
def test_the_grade_knows_neither_letters_nor_order(seed: int) -> None:
    composed = compose(read_source(open_dictionary("fr-common"), 5), Wanted(), seed)
    random = Random(seed)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for _ in range(3):
        renamed = str.maketrans(letters, "".join(random.sample(letters, 26)))
        clues = [(clue.word.translate(renamed), clue.marks) for clue in composed.puzzle.clues]
        random.shuffle(clues)
        puzzle = pair_clues(clues)
        assert grade(answered(puzzle)) == composed.grade


def find_rounds_slowly(puzzle: Puzzle, solution: str) -> list[tuple[int, str, int, int]]:
    """Return size, technique, sets with a step, sets of that size, for each round; by trying all sets of clues."""
    board = ClueBoard(puzzle.clues, puzzle.columns)
    domains = board.columns
    rounds = []
    while any(len(letters) > 1 for letters in domains):
        undecided = [
            index
            for index, clue in enumerate(puzzle.clues)
            if any(letter in left and len(left) > 1 for letter, left in zip(clue.word, domains, strict=True))
        ]
        found = {}
        for size, kind in product(range(1, len(undecided) + 1), TECHNIQUES):
            for members in combinations(undecided, size):
                arguments = list(TECHNIQUES[kind].find(board, sum(1 << index for index in members), domains))
                if arguments:
                    found[members] = {atom for argument in arguments for atom in argument.removed}
            if found:
                break
        gone = set().union(*found.values())
        domains = tuple(
            "".join(letter for letter in letters if (position, letter) not in gone)
            for position, letters in enumerate(domains)
        )
        assert all(letter in letters for letter, letters in zip(solution, domains, strict=True))
        rounds.append((size, kind, len(found), len(undecided)))
    return rounds


def find_first_on_average(sets: int, hits: int) -> Fraction:
    """Return at which place the first of `hits` comes, on average over all orders of so many sets."""
    orders = [min(places) for places in combinations(range(1, sets + 1), hits)]
    return Fraction(sum(orders), len(orders))


@pytest.mark.parametrize(("length", "seed"), [(3, 1), (4, 2), (5, 3), (5, 4), (5, 5)])
def test_the_rating_counts_the_sets_of_clues_looked_at(length: int, seed: int) -> None:
    composed = compose(read_source(open_dictionary("fr-common"), length), Wanted(length, 8), seed)
    rounds = find_rounds_slowly(composed.puzzle, composed.solution)
    given = composed.grade
    hardest = max(((size, list(TECHNIQUES).index(kind)) for size, kind, _, _ in rounds))
    assert (given.clues, given.kind) == (hardest[0], list(TECHNIQUES)[hardest[1]])
    assert given.rounds == len(rounds)
    assert given.hardest_open == min(
        hits for size, kind, hits, _ in rounds if (size, kind) == (given.clues, given.kind)
    )
    assert given.open_steps == pytest.approx(sum(hits for _, _, hits, _ in rounds) / len(rounds), abs=0.051)
    looked_at = sum(
        sum(comb(among, fewer) for fewer in range(1, size)) + Fraction(comb(among, size) + 1, hits + 1)
        for size, _, hits, among in rounds
    )
    assert given.rating == pytest.approx(float(looked_at), abs=0.51)


def test_the_first_of_several_comes_early() -> None:
    for sets, hits in ((1, 1), (7, 1), (7, 3), (10, 4), (6, 6)):
        assert find_first_on_average(sets, hits) == Fraction(sets + 1, hits + 1)


def is_told(letter: Letter, text: str) -> bool:
    """Return whether a sentence says that a letter is placed: "position 3 is U", "only U in position 3 can…"."""
    position = f"[Pp]osition {letter.position}"
    return bool(re.search(rf"{position} is {letter.letter}\b|\b[Oo]nly\b[^.;]* {letter.letter} in {position}\b", text))


@pytest.mark.slow
@pytest.mark.parametrize("count", [100, pytest.param(1000, marks=pytest.mark.long)])
def test_composed_puzzles_are_explained_in_full(count: int) -> None:
    """Each step passes the check, each placed letter is told, no word is offensive; ``-s`` shows figures."""
    words, offensive = read_source(open_dictionary("fr-common"), 5), read_offensive("fr")
    met: Counter[str] = Counter()
    levels: Counter[int] = Counter()
    for seed in range(count):
        composed = compose(words, Wanted(), seed)
        answer = answered(composed.puzzle)
        assert [solution.word for solution in answer.solutions] == [composed.solution]
        explanation = explain(answer)
        assert "".join(explanation.domains) == composed.solution
        check(explanation)
        for step in explanation.steps:
            text = tell_step(step)
            assert all(is_told(letter, text) for letter in step.placed), text
        shown = [composed.solution, *(clue.word for clue in composed.puzzle.clues)]
        assert not any(word in offensive for word in shown), shown
        levels[composed.grade.level] += 1
        met.update(puzzles=1, steps=len(explanation.steps), words=len(shown))
        met.update(placed=sum(len(step.placed) for step in explanation.steps))
    print(f"{met['puzzles']} puzzles, levels {dict(sorted(levels.items()))}: all {met['steps']} steps pass the check,")
    print(f"all {met['placed']} placed letters are told in their text, none of {met['words']} words is excluded")
    assert min(levels[level] for level in LEVELS) > count / 50

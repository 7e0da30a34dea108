"""The sentences of steps say what is so: an independent reader recomputes their claims, in both languages.

The thousands: ``python -m pytest -m slow tests/say/test_reader.py``
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from mastermot import MastermotError, Puzzle, open_dictionary, parse_puzzle, read_puzzle, solve
from mastermot.ask.answers import describe_step
from mastermot.puzzle.compose import Wanted, compose, read_source
from mastermot.puzzle.explain import Step, explain
from mastermot.puzzle.explain.techniques import MAX_SETS
from mastermot.puzzle.prefixes import DEFAULT_LIMIT
from mastermot.results import as_json
from mastermot.say.languages import use
from mastermot.say.steps import SELF_CONTAINED
from mastermot.words.files import find_data
from tests.say.reader import FORMS, Reader
from tests.support import blacks

LANGUAGES = ("en", "fr")
RARE = {"exceed", "clash exceed"}
"""Forms that hardly ever occur."""
LIMIT = 2000
"""Prefixes held at one length: puzzles that need more are left out."""


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    use("en")


def read_steps(puzzle: Puzzle, words: str = "fr", work: int = MAX_SETS, limit: int = DEFAULT_LIMIT) -> Counter[str]:
    """Read all the steps of a puzzle in both languages; return how often each form of sentence was met."""
    try:
        explanation = explain(solve(puzzle, open_dictionary(words), limit), limit, work)
    except MastermotError:
        return Counter()
    forms: Counter[str] = Counter()
    for language in LANGUAGES:
        use(language)
        clues = [(clue.word, clue.marks) for clue in explanation.clues]
        reader = Reader(language, clues, explanation.columns)
        for step in explanation.steps:
            document = as_json(describe_step(step))
            text = str(document["text"])
            try:
                left, cited, clash = reader.read(text)
            except AssertionError as error:
                raise AssertionError(f"{puzzle.text}\n{text}") from error
            assert clash == step.clash, text
            assert cited == {(clue.word, clue.marks) for clue in step.clues}, f"{puzzle.text}\n{text}"
            assert [set(letters) for letters in document["columns"]] == left, f"{puzzle.text}\n{text}"  # type: ignore[attr-defined]
            if step.kind not in SELF_CONTAINED:
                check_facts(step, reader.start)
        forms.update(reader.forms)
    return forms


def check_facts(step: Step, told: Sequence[set[str]]) -> None:
    """Check that a text recalls the facts of its step: letters that no clue cited shows are alike."""
    for position, letters in enumerate(step.start):
        shown = {clue.word[position] for clue in step.clues}
        alike = [{letter if letter in shown else "" for letter in column} for column in (letters, told[position])]
        assert alike[0] == alike[1] or set(letters) == told[position], (step, position)


def make_letters(random: Random) -> str:
    """Return clues of a few letters, sometimes with a mistake, so that all techniques and clashes turn up."""
    length, count, alphabet = random.randint(3, 6), random.randint(3, 9), "abcde"[: random.randint(2, 5)]
    words = ["".join(random.choice(alphabet) for _ in range(length)) for _ in range(count + 1)]
    lines = []
    for word in words[1:]:
        marks = blacks(word, words[0])
        if random.random() < 0.08:
            marks = min(length, marks + 1)
        lines.append(f"{word} {marks}\n")
    return "".join(lines)


def read_made(seeds: range, work: int = MAX_SETS) -> Counter[str]:
    forms: Counter[str] = Counter()
    for seed in seeds:
        try:
            puzzle = parse_puzzle(make_letters(Random(seed)))
        except MastermotError:
            continue  # two clues contradict each other
        forms += read_steps(puzzle, work=work, limit=LIMIT)
    return forms


@pytest.mark.parametrize("some", [slice(None, None, 4), pytest.param(slice(None), marks=pytest.mark.slow)])
def test_shipped_puzzles(some: slice) -> None:
    for path in sorted(Path(find_data("puzzles")).glob("*.txt"))[some]:
        if not path.name.startswith("es-"):  # the reader knows French and English
            assert read_steps(read_puzzle(path), "en" if "en-" in path.name else "fr")


def test_a_comparison_that_was_false() -> None:
    forms = read_steps(parse_puzzle("bblb 0\nabba 2\nalla 1\nllab 1\naall 1\n"))
    assert forms["apart"]


def test_marks_that_would_exceed_those_they_are_below() -> None:
    assert read_steps(parse_puzzle("dcbccc 1\nbaaccd 3\nbddbbb 1\ncabddb 1\ndabdbd 1\n"))["exceed"]


def test_puzzles_of_few_letters() -> None:
    forms = read_made(range(100)) + read_made(range(150, 170), work=5)
    assert len(set(forms) & set(FORMS)) > len(FORMS) // 2


@pytest.mark.parametrize(("length", "clues", "puzzles"), [(4, 8, 10), (5, 10, 25), (6, 10, 5)])
def test_composed_puzzles(length: int, clues: int, puzzles: int) -> None:
    words = read_source(open_dictionary("fr-common"), length)
    for seed in range(puzzles):
        assert read_steps(compose(words, Wanted(length, clues), seed).puzzle)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("length", [4, 5, 6, 7])
def test_thousands_of_composed_puzzles(length: int) -> None:
    words = read_source(open_dictionary("fr-common"), length)
    forms: Counter[str] = Counter()
    for seed in range(250 if length > 5 else 1000):
        forms += read_steps(compose(words, Wanted(length, 2 * length if length < 6 else 10), seed).puzzle)
    print(dict(forms))


@pytest.mark.slow
@pytest.mark.long
def test_thousands_of_puzzles_of_few_letters() -> None:
    forms = read_made(range(1000, 5000)) + read_made(range(5000, 5500), work=20)
    print(dict(forms))
    assert set(FORMS) - set(forms) <= RARE

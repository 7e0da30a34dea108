"""The sentences of steps say what is so: an independent reader recomputes their claims, in three languages.

The thousands: ``python -m pytest -m slow tests/texts/test_reader.py``
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mastermot import MastermotError, Puzzle, Wanted, open_dictionary, parse_puzzle, read_puzzle, solve
from mastermot.operations.puzzle_results import describe_step
from mastermot.puzzle.compose import compose, read_source
from mastermot.puzzle.explain import Step, explain
from mastermot.puzzle.explain.steps import OTHER
from mastermot.puzzle.explain.techniques import MAX_SETS
from mastermot.puzzle.prefixes import DEFAULT_LIMIT
from mastermot.results import as_json
from mastermot.texts.explanations import SELF_CONTAINED
from mastermot.texts.languages import use
from mastermot.words.files import find_data
from tests.kinds import list_languages
from tests.support import blacks, slow_unless, some
from tests.texts.reader import FORMS, Reader

MOST_STEPS = 1000  #: Steps that are read in one test, in every language.
RARE = {"exceed", "clash exceed"}
"""Forms that hardly ever occur."""
LIMIT = 2000
"""Prefixes held at one length: puzzles that need more are left out."""


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    use("en")


def read_steps(puzzle: Puzzle, words: str = "fr", work: int = MAX_SETS, limit: int = DEFAULT_LIMIT) -> Counter[str]:
    """Read all the steps of a puzzle in every language; return how often each form of sentence was met.

    The reader has the clues and the sentences: the letters of a column are those that the clues show there, and any
    other letter where the explanation begins by saying so.
    """
    try:
        answer = solve(puzzle, open_dictionary(words), limit)
        explanation = explain(answer, limit, work)
    except MastermotError:
        return Counter()
    forms: Counter[str] = Counter()
    clues = [(clue.word, clue.marks) for clue in answer.puzzle.clues]
    shown = [{*letters} for letters in zip(*(word for word, _marks in clues), strict=True)]
    columns = ["".join(sorted(letters)) + OTHER * explanation.open for letters in shown]
    for language in list_languages():
        use(language)
        reader = Reader(language, clues, columns)
        for step in explanation.steps:
            document = as_json(describe_step(step))
            text = str(document["text"])
            try:
                left, cited, clash = reader.read(text)
            except AssertionError as error:
                raise AssertionError(f"{puzzle.text}\n{text}") from error
            assert clash == step.clash, text
            check_sum(text)
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


SUM = re.compile(r"\d+(?: [+−] \d+){2,}")  #: A number for each position.


def check_sum(text: str) -> None:
    """Check that a sum that is a sentence of its own comes to a number that the sentence before it names."""
    found = SUM.search(text)
    before, _stop, own = text[: found.start() if found else 0].rpartition(". ")
    if found and not re.search(r"\d", own):
        total = sum(int(number.replace("−", "-").replace(" ", "")) for number in re.findall(r"−? ?\d+", found[0]))
        sentence = re.sub("[“«].*?[”»]", "", before.rpartition(". ")[2])  # without its clues
        assert str(total) in re.findall(r"\d+", sentence), text


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


SHIPPED = slow_unless(
    lambda path: path.stem in ("coude", "en-04", "en-08", "es-05"), sorted(Path(find_data("puzzles")).glob("*.txt"))
)
OLD_SENTENCES = json.loads(Path(__file__).with_name("old_sentences.json").read_text("utf-8"))
"""Puzzles, and the sentence of version 1.1 for their first step: it supposes that all letters are missing at once.

That is refuted, and yet does not make each of them certain.
"""


@pytest.mark.parametrize("language", list_languages())
@pytest.mark.parametrize("old", OLD_SENTENCES, ids=lambda old: old["clues"][0])
def test_sentences_that_concluded_too_much_are_refused(old: dict[str, Any], language: str) -> None:
    puzzle = parse_puzzle("\n".join(old["clues"]))
    clues = [(clue.word, clue.marks) for clue in puzzle.clues]
    columns = ["".join(sorted(set(letters))) for letters in zip(*(word for word, _marks in clues), strict=True)]
    with pytest.raises(AssertionError, match="Literal"):
        Reader(language, clues, columns).read(old[language])
    assert read_steps(puzzle)  # what is said now


@pytest.mark.slow
def test_a_thousand_steps() -> None:
    """Composed puzzles and made ones, until so many steps were read in each language."""
    words = read_source(open_dictionary("fr-common"), 5)
    forms: Counter[str] = Counter()
    for seed in range(MOST_STEPS):
        forms += read_steps(compose(words, Wanted(5, 10), seed).puzzle)
        forms += read_made(range(seed, seed + 1))
        if forms.total() >= MOST_STEPS * len(list_languages()):
            break
    assert forms.total() >= MOST_STEPS * len(list_languages())
    assert len(set(forms) & set(FORMS)) > len(FORMS) // 2


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_puzzles(path: Path) -> None:
    language = next((name for name in list_languages() if path.name.startswith(f"{name}-")), "fr")
    assert read_steps(read_puzzle(path), language)


def test_a_comparison_that_was_false() -> None:
    forms = read_steps(parse_puzzle("bblb 0\nabba 2\nalla 1\nllab 1\naall 1\n"))
    assert forms["apart"]


def test_marks_that_would_exceed_those_they_are_below() -> None:
    assert read_steps(parse_puzzle("dcbccc 1\nbaaccd 3\nbddbbb 1\ncabddb 1\ndabdbd 1\n"))["exceed"]


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_puzzles_of_few_letters(step: int) -> None:
    forms = read_made(range(0, 100, step)) + read_made(range(150, 170, step), work=5)
    assert len(set(forms) & set(FORMS)) > len(FORMS) // 2


@pytest.mark.parametrize(
    ("length", "clues", "puzzles"), [(4, 8, 5), (5, 10, 5), pytest.param(5, 10, 25, marks=pytest.mark.slow), (6, 10, 2)]
)
def test_composed_puzzles(length: int, clues: int, puzzles: int) -> None:
    words = read_source(open_dictionary("fr-common"), length)
    for seed in some(range(puzzles)):
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

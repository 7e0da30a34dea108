"""Explanations of mistyped puzzles always end, though a mark or a letter is wrong and other letters may be allowed."""

from __future__ import annotations

import signal
import string
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from mastermot import Explanation, MastermotError, Puzzle, open_dictionary, parse_puzzle, read_puzzle, solve
from mastermot.puzzle.errors import TooManyPrefixesError
from mastermot.puzzle.explain import explain
from mastermot.puzzle.explain.techniques import MAX_SETS
from mastermot.words.files import find_data
from tests.puzzle.explain.stepcheck import check
from tests.support import blacks, run

MADE = {4: 250, 5: 250, 6: 200, 7: 100, 8: 70, 9: 70, 10: 70}
"""Puzzles by length: long ones take more time."""
FIRST = {4: 50, 5: 30, 6: 30, 7: 12, 8: 10, 9: 10, 10: 10}
"""Those of them that are tried whenever the tests run; the others are slow."""
LIMIT = 1000
"""Prefixes held at one length: puzzles that need more are left out, so that the test is quick."""


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Raise `TimeoutError` in this thread when the block takes longer."""

    def stop(_number: int, _frame: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def mistyped(random: Random, clues: list[tuple[str, int]]) -> str:
    """Return a puzzle file with one or two of the marks or letters changed."""
    changed = [list(clue) for clue in clues]
    for _ in range(random.randint(1, 2)):
        clue = random.choice(changed)
        word, marks = str(clue[0]), int(clue[1])
        if random.random() < 0.6:
            clue[1] = min(len(word), max(0, marks + random.choice((-1, 1))))
        else:
            place = random.randrange(len(word))
            clue[0] = word[:place] + random.choice(string.ascii_uppercase) + word[place + 1 :]
    return "".join(f"{word} {marks}\n" for word, marks in changed)


def made(random: Random, length: int) -> list[tuple[str, int]]:
    """Return clues of common words about one of them."""
    secret, *guesses = random.sample(open_dictionary("fr-common").words(length), random.randint(3, 11))
    return [(guess, blacks(guess, secret)) for guess in guesses]


def shipped(random: Random, length: int) -> list[tuple[str, int]]:
    """Return the clues of a shipped puzzle, of this length where there is one."""
    puzzles = [read_puzzle(path) for path in sorted(Path(find_data("puzzles")).glob("*.txt"))]
    chosen = random.choice([puzzle for puzzle in puzzles if puzzle.length == length] or puzzles)
    return [(clue.word, clue.marks) for clue in chosen.clues if random.random() < 0.9] or [("PAUME", 2)]


def explained(puzzle: Puzzle, work: int) -> Explanation | None:
    """Return the explanation of a puzzle, None when it needs more prefixes than `LIMIT`."""
    try:
        return explain(solve(puzzle, open_dictionary("fr"), LIMIT), LIMIT, work)
    except TooManyPrefixesError:
        return None


def letters_at(explanation: Explanation) -> list[set[str]]:
    """Return the letters that the strings which fit have at each position."""
    return [set(letters) for letters in zip(*explanation.strings, strict=True)]


def check_mistyped(length: int, puzzles: int, seed: int) -> None:
    """Explain so many mistyped puzzles: each step removes something, and the last leaves what fits."""
    random = Random(seed)
    kinds = set()
    told = opened = 0
    with within(120):
        for number in range(puzzles):
            text = mistyped(random, (made if number % 10 else shipped)(random, length))
            try:
                puzzle = parse_puzzle(text)
            except MastermotError:
                continue  # the change made two clues contradict each other
            explanation = explained(puzzle, MAX_SETS if number % 20 == 7 else (0, 30, 200)[number % 3])
            if explanation is None:
                continue
            told, opened = told + 1, opened + explanation.open
            kinds |= {step.kind for step in explanation.steps}
            assert all(step.removed or step.clash for step in explanation.steps), text
            if explanation.strings:
                assert [set(letters) for letters in explanation.domains] == letters_at(explanation), text
            else:
                assert explanation.steps[-1].clash, text
            if puzzle.length <= 5 and number % 5 == 0:
                check(explanation, smaller=False)
    assert told > puzzles // 4
    assert opened
    assert "remainder" in kinds


@pytest.mark.slow
@pytest.mark.parametrize("length", FIRST)
def test_every_explanation_ends_where_logic_does(length: int) -> None:
    check_mistyped(length, FIRST[length], seed=length)


@pytest.mark.slow
@pytest.mark.parametrize("length", MADE)
def test_a_thousand_explanations_end_where_logic_does(length: int) -> None:
    check_mistyped(length, MADE[length], seed=100 + length)


@pytest.mark.parametrize("puzzle", ["ab 1\n" * 12, "ab 1\n" * 20, "paume 2\n" * 10], ids=["12", "20", "paume"])
@pytest.mark.parametrize("option", ["--explain", "--hint"])
def test_many_clues_alike(option: str, puzzle: str) -> None:
    with within(60):
        result = run("solve", option, "-", stdin=puzzle)
    assert result.exit_code == 0, "words with other letters fit"
    assert result.stdout

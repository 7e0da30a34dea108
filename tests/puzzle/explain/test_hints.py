"""Hints from where a player stands: mistakes are those that brute force finds, and the clues named show them."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import Dictionary, Puzzle, open_dictionary, parse_puzzle, read_puzzle, solve
from mastermot.puzzle.explain import Notes, explain, explain_from, parse_known, parse_out
from mastermot.puzzle.explain.hints import KnownUnreadableError, OutUnreadableError
from mastermot.words.folding import NotAWordError
from tests.puzzle.explain.stepcheck import fitting
from tests.support import ROOT, brute_force, puzzles

EMPTY = Dictionary("none", {2: {"ZZ": ("zz",)}})


def test_reading_what_a_player_knows() -> None:
    assert parse_known("??u??", 5) == parse_known(". . Û _ *", 5) == ("", "", "U", "", "")
    assert parse_out("1:f 4:nl", 5) == ("F", "", "", "NL", "")
    assert parse_out("1=É, 1f;1f", 5) == ("EF", "", "", "", "")
    assert parse_known("", 3) == parse_out("", 3) == ("",) * 3


@pytest.mark.parametrize(
    ("known", "out", "error"),
    [
        ("??", "", KnownUnreadableError),
        ("œ??", "", KnownUnreadableError),
        ("?3?", "", NotAWordError),
        ("", "4:a", OutUnreadableError),
        ("", "0:a", OutUnreadableError),
        ("", "a", OutUnreadableError),
        ("", "1:a b", OutUnreadableError),
        ("", "1:", OutUnreadableError),
    ],
)
def test_refusing_what_cannot_be_read(known: str, out: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        Notes(parse_known(known, 3), parse_out(out, 3))


def test_a_letter_that_no_clue_shows_where_nothing_fits() -> None:
    """It does not go together with the clues; no step follows."""
    answer = solve(parse_puzzle("paume 5\nlilas 5\ncoude 0"), EMPTY)
    hint = explain_from(answer, Notes(("Z", "", "", "", ""), ("",) * 5))
    assert (hint.mistakes, hint.explanation.steps, hint.consistent) == ((), (), False)


@given(puzzles(most_clues=6, longest=5), st.data())
def test_mistakes_and_steps_by_brute_force(puzzle: Puzzle, data: st.DataObject) -> None:
    """A letter is a mistake exactly if no solution has it, the clues named show it; steps follow from what is held."""
    secret = [data.draw(st.sampled_from(column)) for column in puzzle.columns]
    puzzle = Puzzle(tuple(clue._replace(marks=sum(map(str.__eq__, clue.word, secret))) for clue in puzzle.clues))
    solutions = brute_force(puzzle)
    answer = solve(puzzle, EMPTY)
    known = [data.draw(st.sampled_from(["", *column])) for column in puzzle.columns]
    out = ["".join(data.draw(st.lists(st.sampled_from(column), max_size=2, unique=True))) for column in puzzle.columns]
    standing = explain_from(answer, Notes(tuple(known), tuple(out)))
    wrong = {(i + 1, k, True) for i, k in enumerate(known) if k and all(s[i] != k for s in solutions)}
    wrong |= {
        (i + 1, solutions[0][i], False)
        for i, letters in enumerate(out)
        if len({s[i] for s in solutions}) == 1 and solutions[0][i] in letters
    }
    assert {(m.position, m.letter, m.placed) for m in standing.mistakes} == wrong
    right = []
    for i, (letter, letters, column) in enumerate(zip(known, out, puzzle.columns, strict=True)):
        left = [c for c in column if c not in letters or (i + 1, c, False) in wrong]
        right.append(letter if letter and (i + 1, letter, True) not in wrong else "".join(left))
    for mistake in standing.mistakes:
        place = mistake.position - 1
        for string in fitting(mistake.clues, right):
            assert (string[place] == mistake.letter) == (not mistake.placed)
    if standing.mistakes:
        return
    assert not wrong
    held = right
    agreeing = [s for s in solutions if all(letter in letters for letter, letters in zip(s, held, strict=True))]
    assert standing.consistent == bool(agreeing)
    for step in standing.explanation.steps:
        assert step.before == tuple(held)
        removed = {(letter.position - 1, letter.letter) for letter in step.removed}
        assert removed
        for word in product(*step.before):
            if all(clue.fits(word) for clue in step.clues):
                assert not any((i, letter) in removed for i, letter in enumerate(word))


@pytest.mark.parametrize("name", ["coude", "fr-05", "en-06"])
def test_hints_lead_to_the_word(name: str) -> None:
    """Step after step from what the hint before left: the same end as the whole explanation."""
    answer = solve(read_puzzle(ROOT / "puzzles" / f"{name}.txt"), open_dictionary("en" if name[0] == "e" else "fr"))
    whole = explain(answer)
    domains = whole.columns
    for _ in range(60):
        known = tuple(letters if len(letters) == 1 else "" for letters in domains)
        out = tuple(
            "".join(letter for letter in column if letter not in letters)
            for column, letters in zip(whole.columns, domains, strict=True)
        )
        steps = explain_from(answer, Notes(known, out)).explanation.steps
        if not steps:
            break
        domains = steps[0].after
    assert [set(letters) for letters in domains] == [set(letters) for letters in whole.domains]


def test_only_the_first_steps_are_looked_for() -> None:
    answer = solve(read_puzzle(ROOT / "puzzles" / "coude.txt"), open_dictionary("fr"))
    assert explain(answer, most=2).steps == explain(answer).steps[:2]


def test_no_letter_left_where_the_clues_conflict() -> None:
    answer = solve(parse_puzzle("aab 3\nabb 3\n"), EMPTY)
    standing = explain_from(answer, Notes(parse_known("", 3), parse_out("1:a", 3)))
    assert not answer.fits
    assert (standing.mistakes, standing.explanation.steps, standing.consistent) == ((), (), False)

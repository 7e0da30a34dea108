"""The prefix solver: the figures of J. Forget's APL program, and agreement with brute force on made puzzles."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import Dictionary, Puzzle, open_dictionary, parse_puzzle, read_puzzle, solve
from mastermot.budget import Budget, OutOfWorkError
from mastermot.operations.puzzle_answers import ExplainedAnswer
from mastermot.operations.puzzle_results import describe_answer
from mastermot.puzzle import find_words_outside, grow_prefixes
from mastermot.puzzle.errors import TooManyPrefixesError
from mastermot.puzzle.explain.board import find_outside
from mastermot.puzzle.prefixes import find_string, grow_prefixes_plainly, list_strings, pack_clues
from mastermot.results import as_json
from tests.reference import PUZZLES
from tests.support import ROOT, blacks, brute_force, holds, puzzles, some, strings, words

NO_WORDS = Dictionary("no words", {})

APL = {
    "test.data": ([4, 18, 48, 133, 204], [3, 8, 19, 34, 1], ["COUDE"]),
    "test0.data": ([3, 9, 27, 72, 108], [3, 9, 24, 36, 0], []),
    "test00.data": ([3, 9, 27, 18, 0], [3, 9, 6, 0, 0], []),
    "test1.data": ([1, 6, 30, 66, 72], [1, 6, 22, 18, 1], ["PERDS"]),
    "test2.data": ([3, 12, 36, 114, 165], [3, 6, 19, 33, 2], ["COUDE", "POUUU"]),
}
"""Generated and kept at each length, and the solutions, by J. Forget's APL program."""


def figures(puzzle: Puzzle) -> tuple[list[int], list[int], list[str]]:
    answer = solve(puzzle, open_dictionary("fr"))
    generated = [generation.generated for generation in answer.generations]
    kept = [generation.kept for generation in answer.generations]
    return generated, kept, [solution.word for solution in answer.solutions]


def test_the_magazine_puzzle() -> None:
    assert figures(read_puzzle(ROOT / "puzzles" / "coude.txt")) == APL["test.data"]


def test_two_solutions_one_of_them_no_word() -> None:
    lines = (ROOT / "puzzles" / "coude.txt").read_text(encoding="utf-8").splitlines()
    puzzle = parse_puzzle("\n".join(lines[:-2]))
    assert figures(puzzle) == APL["test2.data"]
    known = [(solution.word, solution.known) for solution in solve(puzzle, open_dictionary("fr")).solutions]
    assert known == [("COUDE", True), ("POUUU", False)]


@pytest.mark.parametrize("name", APL)
def test_the_reference_puzzles(name: str) -> None:
    assert figures(read_puzzle(PUZZLES / name)) == APL[name]


@given(puzzles())
def test_solutions_are_those_of_brute_force(puzzle: Puzzle) -> None:
    answer = solve(puzzle, NO_WORDS)
    assert [solution.word for solution in answer.solutions] == brute_force(puzzle)
    assert all(holds(solution.word, puzzle.clues) for solution in answer.solutions)
    assert bool(answer.conflict) == (not answer.solutions)


@given(puzzles())
def test_survivors_are_those_of_the_definition(puzzle: Puzzle) -> None:
    survivors = [""]
    for length, generation in some(enumerate(grow_prefixes(puzzle), start=1)):
        made = [prefix + letter for prefix in survivors for letter in puzzle.columns[length - 1]]
        empty = puzzle.length - length
        survivors = [
            prefix
            for prefix in made
            if all(clue.marks - empty <= blacks(prefix, clue.word) <= clue.marks for clue in puzzle.clues)
        ]
        assert generation.generated == len(made)
        assert generation.survivors == tuple(survivors)
        assert generation.kept == len(survivors)
        assert survivors == sorted(survivors)


@given(puzzles())
def test_every_length_has_its_generation(puzzle: Puzzle) -> None:
    answer = solve(puzzle, NO_WORDS)
    assert len(answer.generations) == puzzle.length
    assert answer.survivors == tuple(generation.survivors for generation in answer.generations)


@given(puzzles(most_clues=1))
def test_one_clue(puzzle: Puzzle) -> None:
    """Its columns have one letter each: only the word itself can be found, with all its marks."""
    clue = puzzle.clues[0]
    found = [solution.word for solution in solve(puzzle, NO_WORDS).solutions]
    assert found == ([clue.word] if clue.marks == puzzle.length else [])


def test_one_letter_columns() -> None:
    assert [s.word for s in solve(parse_puzzle("abc 2\nabd 2\nabe 2"), NO_WORDS).solutions] == []
    assert [s.word for s in solve(parse_puzzle("abc 3\nabd 2\nabe 2"), NO_WORDS).solutions] == ["ABC"]
    assert [s.word for s in solve(parse_puzzle("abc 2\nabd 3\nafd 2"), NO_WORDS).solutions] == ["ABD"]


def test_the_longest_words() -> None:
    puzzle = parse_puzzle("abcdefghijklmno 15\nponmlkjihgfedcb 0")
    assert [solution.word for solution in solve(puzzle, NO_WORDS).solutions] == ["ABCDEFGHIJKLMNO"]


@given(puzzles())
def test_the_fast_and_the_plain_version_keep_the_same_prefixes(puzzle: Puzzle) -> None:
    assert grow_prefixes(puzzle) == grow_prefixes_plainly(puzzle)


@given(puzzles(longest=4), st.data())
def test_the_bit_fields_count_what_each_clue_needs(puzzle: Puzzle, data: st.DataObject) -> None:
    start, guard, steps = pack_clues(puzzle.clues, puzzle.columns)
    word = data.draw(st.sampled_from(list(strings(puzzle))))
    state = start
    for position, letter in some(enumerate(word, start=1)):
        state -= dict(steps[position - 1])[letter]
        alive = all(
            clue.marks - (puzzle.length - position) <= blacks(word[:position], clue.word) <= clue.marks
            for clue in puzzle.clues
        )
        assert (state & guard == guard) == alive
        if not alive:
            break


@given(puzzles(), st.data())
def test_fits(puzzle: Puzzle, data: st.DataObject) -> None:
    word = data.draw(words(puzzle.length, "ABCDEF"))
    assert all(clue.fits(word) for clue in puzzle.clues) == holds(word, puzzle.clues)


# --- the dictionary's part -------------------------------------------------------------------------------------


@given(puzzles(longest=5), st.data())
def test_known_words_come_first_and_others_are_named(puzzle: Puzzle, data: st.DataObject) -> None:
    listed = data.draw(st.lists(words(puzzle.length, "ABCDEF"), max_size=40, unique=True))
    dictionary = Dictionary("made", {puzzle.length: {word: (word.lower(),) for word in listed}})
    answer = solve(puzzle, dictionary)
    solutions = brute_force(puzzle)
    known = [word for word in solutions if word in listed]
    unknown = [word for word in solutions if word not in listed]
    assert [solution.word for solution in answer.solutions] == known + unknown
    assert [solution.known for solution in answer.solutions] == [True] * len(known) + [False] * len(unknown)
    shown = set(strings(puzzle))
    others = [word for word in listed if holds(word, puzzle.clues) and word not in shown]
    assert [solution.word for solution in answer.others] == others
    assert all(solution.known and solution.spellings == (solution.word.lower(),) for solution in answer.others)


def test_others_of_a_loose_puzzle() -> None:
    answer = solve(parse_puzzle("coude 4"), open_dictionary("fr"))
    others = [solution.word for solution in answer.others]
    assert "COUPE" in others
    assert "SOUDE" in others
    assert all(blacks(word, "COUDE") == 4 for word in others)


@pytest.mark.parametrize("kept", [1, 2, 4, 7])
@pytest.mark.parametrize("name", ["coude", "fr-07", "fr-10", "en-04"])
def test_others_in_a_real_dictionary(name: str, kept: int) -> None:
    puzzle = read_puzzle(ROOT / "puzzles" / f"{name}.txt")
    puzzle = puzzle._replace(clues=puzzle.clues[:kept])
    dictionary = open_dictionary("fr-common")
    others = [
        word
        for word in dictionary.words(puzzle.length)
        if holds(word, puzzle.clues) and any(a not in b for a, b in zip(word, puzzle.columns, strict=True))
    ]
    assert find_words_outside(puzzle, dictionary) == others


def test_all_spellings_are_given() -> None:
    answer = solve(parse_puzzle("peche 5"), open_dictionary("fr"))
    assert set(answer.solutions[0].spellings) >= {"pêche", "péché", "pèche", "pêché"}


# --- the limit -------------------------------------------------------------------------------------------------


@given(puzzles(), st.integers(1, 60))
def test_the_limit_is_on_what_is_kept_at_one_length(puzzle: Puzzle, limit: int) -> None:
    kept = [generation.kept for generation in grow_prefixes(puzzle)]
    over = [length for length, count in enumerate(kept, start=1) if count > limit]
    if not over:
        assert [generation.kept for generation in grow_prefixes(puzzle, limit)] == kept
        return
    with pytest.raises(TooManyPrefixesError) as caught:
        grow_prefixes(puzzle, limit)
    assert caught.value.parameters == {"limit": limit, "length": over[0]}


@given(st.integers(1, 3000))
def test_a_limit_of_many_blocks(limit: int) -> None:
    rotated = [("ABCDEFGH" * 2)[shift : shift + 7] for shift in range(8)]
    puzzle = parse_puzzle("\n".join(f"{word} 1" for word in rotated))
    with pytest.raises(TooManyPrefixesError):
        grow_prefixes(puzzle, limit)


# --- JSON ------------------------------------------------------------------------------------------------------


def test_the_json_object() -> None:
    document = as_json(describe_answer(ExplainedAnswer(solve(read_puzzle(ROOT / "puzzles" / "coude.txt"), "fr"))))
    assert document["rule"] == "black"
    assert document["length"] == 5
    assert document["solutions"] == [{"word": "COUDE", "known": True, "spellings": ["coude", "coudé"]}]
    assert document["count"] == 1
    assert document["complete"] is True
    assert document["generations"] == [3, 8, 19, 34, 1]
    assert document["others"] == []
    assert document["steps"] == []
    assert document["conflict"] is None


def test_the_json_object_of_a_puzzle_without_solution() -> None:
    document = as_json(describe_answer(ExplainedAnswer(solve(parse_puzzle("# two\npaume 5\npalme 5"), "fr"))))
    assert document["solutions"] == []
    assert document["count"] == 0
    assert document["conflict"] == [2, 3]
    assert document["conflict_smallest"] is True


@given(puzzles(longest=5), st.data())
def test_strings_of_other_columns_are_all_found_in_their_order(puzzle: Puzzle, data: st.DataObject) -> None:
    """Whatever the order in which the columns are filled."""
    columns = [
        "".join(data.draw(st.permutations(column + "*"))[: data.draw(st.integers(1, 4))]) for column in puzzle.columns
    ]
    expected = ["".join(string) for string in product(*columns) if all(clue.fits(string) for clue in puzzle.clues)]
    assert list(list_strings(puzzle, columns)) == expected


def find_other(puzzle: Puzzle, known: str, limit: int) -> str | None:
    against = find_outside(puzzle.columns, tuple(known))
    return find_string(puzzle.clues, puzzle.columns, Budget(limit).spend, against)


@given(puzzles(longest=6), st.data())
def test_another_string_is_found_where_there_is_one(puzzle: Puzzle, data: st.DataObject) -> None:
    fitting = brute_force(puzzle)
    known = data.draw(st.sampled_from([*fitting, "Z" * puzzle.length]))
    others = set(fitting) - {known}
    assert find_other(puzzle, known, 10_000) in (others or {None})


def test_a_search_for_another_string_that_is_cut_short_is_no_answer() -> None:
    puzzle = parse_puzzle("paume 2\nchoux 1\npalme 1\npends 1")
    with pytest.raises(OutOfWorkError):
        find_other(puzzle, "COUDE", 3)

"""Repairs: every change of one clue that leaves a solution, checked by brute force; the right one first."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import Clue, Dictionary, Puzzle, open_dictionary, parse_puzzle, read_puzzle
from mastermot.puzzle import Repair, find_repairs, find_unknown
from mastermot.puzzle.repairs import MAX_REPAIR_SOLUTIONS, MAX_REPAIRS
from tests.support import ROOT, blacks, brute_force, puzzles, some, words

COUDE = read_puzzle(ROOT / "puzzles" / "coude.txt")
SHIPPED = json.loads((ROOT / "puzzles" / "solutions.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def french() -> Dictionary:
    return open_dictionary("fr")


def dictionary_of(listed: list[str]) -> Dictionary:
    return Dictionary("made", {length: {w: (w,) for w in listed if len(w) == length} for length in map(len, listed)})


def with_clue(puzzle: Puzzle, now: Clue) -> Puzzle:
    return Puzzle(tuple(now if clue.line == now.line else clue for clue in puzzle.clues))


def changed(puzzle: Puzzle, dictionary: Dictionary) -> list[tuple[Clue, Clue]]:
    """Return every change of one clue: its marks, one letter of it, or two neighbours exchanged."""
    result = []
    used = {clue.word for clue in puzzle.clues}
    for clue in puzzle.clues:
        result += [(clue, clue._replace(marks=m)) for m in range(puzzle.length + 1) if m != clue.marks]
        for word in dictionary.of_length(puzzle.length):
            apart = [i for i in range(puzzle.length) if word[i] != clue.word[i]]
            exchanged = (
                len(apart) == 2 and apart[1] == apart[0] + 1 and word[apart[0]] == clue.word[apart[1]]
                and word[apart[1]] == clue.word[apart[0]]
            )  # fmt: skip
            if word not in used and (len(apart) == 1 or exchanged):
                result.append((clue, clue._replace(word=word)))
    return result


@given(puzzles(most_clues=6, longest=5), st.data())
def test_every_repair_is_found_and_every_one_found_is_true(puzzle: Puzzle, data: st.DataObject) -> None:
    drawn = data.draw(st.lists(words(puzzle.length, "ABCDE"), min_size=1, max_size=40, unique=True))
    already = brute_force(puzzle)
    dictionary = dictionary_of([word for word in drawn if word not in already] or ["ZZ"])
    expected = {}
    for was, now in changed(puzzle, dictionary):
        fitting = brute_force(with_clue(puzzle, now))
        known = [word for word in fitting if word in dictionary]
        new = [word for word in fitting if word not in already]
        if known or new:
            expected[was, now] = (bool(known), known or new, len(fitting))
    found = find_repairs(puzzle, dictionary)
    assert len(found) == len({(repair.was, repair.now) for repair in found})
    if len(expected) <= MAX_REPAIRS:
        assert {(repair.was, repair.now) for repair in found} == set(expected)
    for repair in found:
        is_known, solutions, count = expected[repair.was, repair.now]
        assert repair.known == is_known
        assert repair.strings == count
        assert len(repair.solutions) == min(len(solutions), MAX_REPAIR_SOLUTIONS)
        assert is_known or list(repair.solutions) == solutions[:MAX_REPAIR_SOLUTIONS]
        assert set(repair.solutions) <= set(solutions), "known words, the common ones first"
    assert [repair.known for repair in found] == sorted((repair.known for repair in found), reverse=True)
    single = [len(repair.solutions) == 1 for repair in found if repair.known]
    assert single == sorted(single, reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_a_wrong_number_is_found(name: str) -> None:
    """Each clue of a shipped puzzle with one mark too many: the first repair takes it back, mostly."""
    solution, dictionary = SHIPPED[name]["solution"], open_dictionary(SHIPPED[name]["words"])
    puzzle = read_puzzle(ROOT / "puzzles" / name, dictionary.alphabet)
    right = 0
    for clue in puzzle.clues:
        mistaken = with_clue(puzzle, clue._replace(marks=clue.marks + 1))
        repairs = find_repairs(mistaken, dictionary)
        truth = [repair for repair in repairs if repair.now == clue]
        assert truth
        assert solution in truth[0].solutions
        right += repairs[0].now == clue
    assert right >= 0.8 * len(puzzle.clues)


def test_the_sample_with_a_digit_mistyped(french: Dictionary) -> None:
    mistaken = with_clue(COUDE, Clue("PENTE", 2, 9))
    first = find_repairs(mistaken, french)[0]
    assert first == Repair(Clue("PENTE", 2, 9), Clue("PENTE", 1, 9), ("COUDE",), known=True, common=1, strings=1)
    assert first.word == "COUDE"


def test_a_word_that_the_dictionary_lacks_is_mended_before_marks(french: Dictionary) -> None:
    """“purry 1” for “curry 1”: no clue shows the C of COUDE any more."""
    without = Puzzle(tuple(clue for clue in COUDE.clues if clue.word != "CHOUX"))
    mistaken = with_clue(without, next(c for c in without.clues if c.word == "CURRY")._replace(word="VURRY"))
    first = find_repairs(mistaken, french)[0]
    assert (first.was.word, first.now.word, first.word) == ("VURRY", "CURRY", "COUDE")


def test_letters_exchanged(french: Dictionary) -> None:
    mistaken = with_clue(COUDE, Clue("PAUEM", 2, 2))
    repairs = find_repairs(mistaken, french)
    assert any(repair.now.word == "PAUME" and repair.word == "COUDE" for repair in repairs)
    assert find_unknown(mistaken, french)[0].suggestions[0] == "PAUME"


def test_no_word_is_told_where_none_is_known() -> None:
    repairs = find_repairs(parse_puzzle("abc 0\nabd 3"), dictionary_of(["XYZ"]))
    assert repairs
    assert not any(repair.known or repair.word for repair in repairs)


def test_strings_that_are_too_many_are_not_counted() -> None:
    puzzle = read_puzzle(ROOT / "puzzles" / "en-08.txt")
    mistaken = with_clue(puzzle, puzzle.clues[0]._replace(marks=2))
    first = find_repairs(mistaken, open_dictionary("en"))[0]
    assert (first.now, first.word, first.strings) == (puzzle.clues[0], "MOUNTAIN", None)


# --- words that the dictionary lacks ---------------------------------------------------------------------------


def test_unknown_clue_words_have_near_words(french: Dictionary) -> None:
    unknown = find_unknown(parse_puzzle("paune 2\nchoux 1\n\nphsae 1\nzzzzz 0"), french)
    assert [(one.clue.word, one.clue.line) for one in unknown] == [("PAUNE", 1), ("PHSAE", 4), ("ZZZZZ", 5)]
    assert [one.suggestions[:1] for one in unknown] == [("PAUME",), ("PHASE",), ()]
    (typo,) = find_unknown(parse_puzzle("delut 2"), french)
    assert dict(zip(typo.suggestions, typo.spelled, strict=True))["DELIT"] == "délit"


def test_no_word_is_unknown_in_the_sample(french: Dictionary) -> None:
    assert find_unknown(COUDE, french) == ()


def test_near_words_differ_in_two_letters_at_most(french: Dictionary) -> None:
    for one in some(find_unknown(parse_puzzle("xaume 1\nxxume 1\nchaoux 0\n".replace("chaoux", "chxox")), french)):
        assert all(blacks(one.clue.word, word) >= 3 for word in one.suggestions)
        assert one.suggestions


def test_a_dictionary_without_the_length() -> None:
    assert [one.suggestions for one in find_unknown(parse_puzzle("paume 1"), dictionary_of(["XYZ"]))] == [()]
    assert not any(repair.known for repair in find_repairs(parse_puzzle("paume 1"), dictionary_of(["XYZ"])))

"""Composed puzzles: what they promise, levels, seeds, and requests that cannot be met."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

import pytest

from mastermot import Composed, Dictionary, Puzzle, Wanted, open_dictionary
from mastermot.puzzle import grow_prefixes
from mastermot.puzzle.compose import compose, compose_many, read_offensive, read_source
from mastermot.puzzle.compose.clue_drawer import pick_sample
from mastermot.puzzle.compose.composed import Source
from mastermot.puzzle.compose.errors import (
    LetterNotShownError,
    NotComposedError,
    SolutionLengthError,
    TooFewAnswersError,
    TooFewCluesError,
    TooFewWordsError,
    TooManyNeededError,
    TooManyPuzzlesError,
)
from mastermot.puzzle.errors import ClueLengthError
from mastermot.puzzle.explain import LEVELS
from mastermot.words.dictionaries import DictionaryEmptyError
from tests.messages import check_told
from tests.support import blacks, slow_unless

FRENCH = open_dictionary("fr-common")


def check(composed: Composed, wanted: Wanted) -> None:
    """Check a puzzle in the magazine's manner, whatever it was made from."""
    clues = composed.puzzle.clues
    words = [clue.word for clue in clues]
    assert len(words) == wanted.clues
    assert len({*words, composed.solution}) == wanted.clues + 1
    assert [clue.line for clue in clues] == list(range(1, wanted.clues + 1))
    assert all(clue.marks == blacks(clue.word, composed.solution) for clue in clues)
    assert all(letter in column for letter, column in zip(composed.solution, composed.puzzle.columns, strict=True))
    assert grow_prefixes(composed.puzzle)[-1].survivors == (composed.solution,)
    assert sum(clue.marks <= 2 for clue in clues) > len(clues) / 2


@pytest.mark.parametrize(("length", "clues"), [(3, 5), (4, 8), (5, 10), (7, 9), (9, 10)])
def test_what_every_puzzle_promises(length: int, clues: int) -> None:
    wanted = Wanted(length, clues)
    words = read_source(FRENCH, length)
    for seed in range(4):
        composed = compose(words, wanted, seed)
        check(composed, wanted)
        assert {clue.word for clue in composed.puzzle.clues} <= set(words.words)


def test_solutions_are_common_words() -> None:
    made = [compose(read_source(open_dictionary("fr"), 5), Wanted(), seed) for seed in range(10)]
    assert all(composed.solution in FRENCH for composed in made)
    english = compose(read_source(open_dictionary("en"), 6), Wanted(6, 9), 3)
    assert english.solution in open_dictionary("en-common")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("length", "clues", "seed"), [(3, 6, 1), (4, 12, 4), (5, 8, 2), (5, 14, 0), (6, 13, 1), (9, 11, 1)]
)
def test_minimal_spares_no_clue(length: int, clues: int, seed: int) -> None:
    wanted = Wanted(length, clues, None, minimal=True)
    composed = compose(read_source(FRENCH, length), wanted, seed)
    check(composed, wanted)
    for index in range(clues):
        fewer = Puzzle(composed.puzzle.clues[:index] + composed.puzzle.clues[index + 1 :])
        columns_shrunk = any(
            letter not in column for letter, column in zip(composed.solution, fewer.columns, strict=True)
        )
        assert columns_shrunk or len(solutions(fewer, fewer.columns)) > 1


def solutions(puzzle: Puzzle, columns: tuple[str, ...]) -> list[str]:
    """Return the strings of `columns` that fit, letter by letter, the obvious way."""
    words = [""]
    for length, column in enumerate(columns, start=1):
        words = [word + letter for word in words for letter in column]
        words = [
            word
            for word in words
            if all(0 <= clue.marks - blacks(word, clue.word[:length]) <= len(columns) - length for clue in puzzle.clues)
        ]
    return words


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_filled(level: int) -> None:
    wanted = Wanted(5, 10, level)
    for seed in (1, 2):
        composed = compose(read_source(FRENCH, 5), wanted, seed)
        check(composed, wanted)
        assert composed.grade.level == level


@pytest.mark.slow
def test_a_level_is_only_given_by_a_whole_grade() -> None:
    """Long puzzles of many clues take more sets than are looked at; what is cut short is no level."""
    assert compose(read_source(FRENCH, 9), Wanted(9, 20, 5), 1).grade.complete


def test_a_level_that_a_length_cannot_give() -> None:
    with pytest.raises(NotComposedError) as caught:
        compose(read_source(FRENCH, 2), Wanted(2, 6, 5), 1, work=200_000)
    met = caught.value.met.parameters
    assert met["levels"] == (f"1 ({met['unique']}×)",)
    check_told(str(caught.value), "not-composed", f"1 ({met['unique']}×)")


@pytest.mark.parametrize("length", slow_unless(lambda length: length < 9, [3, 4, 5, 7, 9, 12]))
def test_ten_clues_do_for_every_length(length: int) -> None:
    wanted = Wanted(length)
    check(compose(read_source(FRENCH, length), wanted, 1), wanted)


def test_too_few_clues_are_refused_at_once_with_a_number_that_works() -> None:
    for length in (3, 5, 8):
        tried: list[int] = []
        with pytest.raises(TooFewCluesError) as caught:
            compose(read_source(FRENCH, length), Wanted(length, 2), 1, progress=tried.append)
        assert tried == []
        wanted = Wanted(length, caught.value.fewest)
        assert len(compose(read_source(FRENCH, length), wanted, 1).puzzle.clues) == caught.value.fewest


def test_progress_is_told() -> None:
    tried: list[int] = []
    compose(read_source(FRENCH, 5), Wanted(), 1, progress=tried.append)
    assert sum(tried) > 0


def test_a_solution_of_ones_own() -> None:
    wanted = Wanted(solution="COUDE")
    made = list(compose_many(FRENCH, wanted, 1, 5))
    assert {composed.solution for composed in made} == {"COUDE"}
    assert len({composed.puzzle for composed in made}) == 5
    for composed in made:
        check(composed, wanted)


def test_solutions_that_cannot_be() -> None:
    with pytest.raises(SolutionLengthError):
        compose(read_source(FRENCH, 5), Wanted(solution="COUDES"), 1)
    with pytest.raises(LetterNotShownError) as caught:
        compose(read_source(FRENCH, 5), Wanted(solution="SQUAT"), 1)
    assert (caught.value.letter, caught.value.position) == ("Q", 2)


def test_clue_words_of_another_length_are_refused() -> None:
    with pytest.raises(ClueLengthError) as caught:
        compose(read_source(FRENCH, 5), Wanted(own=("paume", "eau")), 1)
    assert (caught.value.text, caught.value.length, caught.value.expected) == ("eau", 3, 5)


def test_clue_words_of_ones_own() -> None:
    own = ("PAUME", "CHOUX", "PENTE")
    composed = compose(read_source(FRENCH, 5), Wanted(own=own), 4)
    assert [clue.word for clue in composed.puzzle.clues[:3]] == list(own)
    check(composed, Wanted())


def test_more_clue_words_of_ones_own_than_clues() -> None:
    own = tuple(word for word in FRENCH.words(5) if word not in read_offensive("fr"))[::8]
    composed = compose(read_source(FRENCH, 5), Wanted(own=own), 4)
    assert {clue.word for clue in composed.puzzle.clues} <= set(own)
    check(composed, Wanted())


def test_a_seed_gives_the_same_puzzle() -> None:
    words = read_source(FRENCH, 5)
    assert compose(words, Wanted(), 7) == compose(words, Wanted(), 7)
    assert compose(words, Wanted(), 7).puzzle != compose(words, Wanted(), 8).puzzle


def test_many_are_all_different() -> None:
    made = list(compose_many(FRENCH, Wanted(4, 8), 1, 25))
    assert len({composed.solution for composed in made}) == 25


def test_requests_that_cannot_be_met() -> None:
    with pytest.raises(TooManyNeededError) as needed:
        compose(read_source(FRENCH, 4), Wanted(4, 13, minimal=True), 1)
    assert needed.value.most == 12
    few = Dictionary("few", {4: {"RACE": ["race"], "RAGE": ["rage"], "RAME": ["rame"]}})
    with pytest.raises(TooFewWordsError):
        compose(read_source(few, 4), Wanted(4, 3), 1)
    with pytest.raises(TooManyPuzzlesError) as wanting:
        list(compose_many(few, Wanted(4, 2), 1, 4))
    assert (type(wanting.value), wanting.value.name) == (TooManyPuzzlesError, "few")
    with pytest.raises(DictionaryEmptyError):
        read_source(few, 5)
    with pytest.raises(NotComposedError) as caught:
        compose(read_source(FRENCH, 9), Wanted(9, 6), 1, work=100)
    check_told(str(caught.value), "not-composed", "none", "solution")
    assert "spare" not in str(caught.value)
    with pytest.raises(NotComposedError) as caught:
        compose(read_source(FRENCH, 5), Wanted(5, 40, minimal=True), 1, work=3_000)
    check_told(str(caught.value), "not-composed", "spare")


def test_words_that_share_no_letter_are_soon_given_up() -> None:
    """No clue of ABCDE, BCDEF, CDEFG… gets a mark. Each solution drawn counts as much work as many changes."""
    words = ["".join(map(chr, range(first, first + 5))) for first in range(ord("A"), ord("V"))]
    source = read_source(Dictionary("few", {5: {word: [word] for word in words}}), 5)
    drawn = []

    class Answers(tuple[str, ...]):
        def __getitem__(self, index: Any) -> Any:
            drawn.append(index)
            return super().__getitem__(index)

    with pytest.raises(NotComposedError):
        compose(source._replace(answers=Answers(words)), Wanted(5, 10), 1, work=100_000)
    assert 1 <= len(drawn) <= 5


def test_the_list_that_lacks_words_is_named() -> None:
    """Of three lists of answers: that which is given, the curated one of the dictionary, the dictionary itself."""
    lesson = Dictionary("lesson.txt", {7: {"COULEUR": ["couleur"], "CHANSON": ["chanson"]}, 5: {"COUDE": ["coude"]}})
    with pytest.raises(TooFewAnswersError, match=r"lesson\.txt\b.*\b2\b.*\b7\b") as few:
        list(compose_many(FRENCH, Wanted(7), 1, 12, answers=lesson))
    assert "dictionary" not in few.value.advice
    with pytest.raises(TooManyPuzzlesError, match="fr-common"):
        list(compose_many(FRENCH, Wanted(7), 1, 12_000))
    with pytest.raises(DictionaryEmptyError, match=r"lesson\.txt\b.*\b6\b"):
        list(compose_many(FRENCH, Wanted(6), 1, 1, answers=lesson))


def test_most_clue_words_of_a_large_list_are_known_ones() -> None:
    source = read_source(open_dictionary("fr"), 5)
    composed = [compose(source, Wanted(), seed) for seed in range(8)]
    words = [clue.word for one in composed for clue in one.puzzle.clues]
    known = sum(word in source.common for word in words)
    assert 0.65 * len(words) < known < len(words)
    assert len(source.common) < 0.5 * len(source.words)
    assert not read_source(FRENCH, 5).common


def test_a_rising_booklet_has_any_level_where_there_is_none_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words of three letters give very easy puzzles only; a level that was not found is not looked for again."""
    monkeypatch.setattr("mastermot.puzzle.compose.composer.MAX_GRADED", 20)
    asked = []

    def compose_recorded(source: Source, wanted: Wanted, *arguments: Any) -> Composed:
        asked.append(wanted.level)
        return compose(source, wanted, *arguments)

    monkeypatch.setattr("mastermot.puzzle.compose.composer.compose", compose_recorded)
    puzzles = list(compose_many("fr-common", Wanted(length=3), 1, 7, rising=True))  # of levels 1, 1, 2, 3, 3, 4 and 5
    assert len({composed.solution for composed in puzzles}) == 7
    assert {composed.grade.level for composed in puzzles} <= {1, 2}
    assert [asked.count(level) for level in (3, 4, 5)] == [1, 1, 1]


def made_of(length: int) -> Dictionary:
    """A list of words that never changes: letters at random."""
    random = Random(length)
    words = {"".join("AEIOURSTLNDC"[int(12 * random.random())] for _ in range(length)) for _ in range(3000)}
    return Dictionary("ours", {length: {word: (word.lower(),) for word in sorted(words)}})


OURS = made_of(5).words(5)


@pytest.mark.parametrize(
    ("wanted", "digest", "work"),
    [
        (Wanted(5, 10), "5c8ab62b", 1),
        (Wanted(5, 8, minimal=True), "a4d4e151", 7_680),
        (Wanted(5, 14, minimal=True), "2eb4f123", 45_426),
        (Wanted(5, 10, level=2), "6f7e3a8a", 38_611),
        (Wanted(5, 10, level=5), "cf325d0f", 20_983),
        (Wanted(4, 8, level=3), "6c97d721", 133_885),
        (Wanted(7, 8, level=2), "db05476a", 73_365),
        pytest.param(Wanted(7, 14, level=4), "60cc1189", 1_775_675, marks=pytest.mark.slow),
        (Wanted(8, 9), "2614f22d", 36_620),
        (Wanted(3, 6, level=1), "fcbf21d4", 9_578),
        pytest.param(Wanted(4, 9, level=2, minimal=True), "517e50f4", 131_568, marks=pytest.mark.slow),
        (Wanted(5, 12, level=1), "76e46ca5", 46_536),
        (Wanted(5, 12, level=3), "3c0d949e", 1),
        (Wanted(5, 12, level=4), "99227c3c", 1),
        (Wanted(6, 9, level=4), "4c5ea06d", 144_911),
        (Wanted(6, 12, level=4), "f627237f", 184_264),
        (Wanted(6, 10, minimal=True), "fcf3ddec", 7_665),
        (Wanted(5, 8, own=OURS[:3]), "6473549e", 15_924),
        (Wanted(5, 8, own=OURS[::60]), "3cec75f0", 1145),
        (Wanted(5, 9, own=OURS[7:10], minimal=True), "577645bd", 13_272),
    ],
)
def test_a_seed_gives_the_puzzle_that_it_gave_before(wanted: Wanted, digest: str, work: int) -> None:
    """As soon as the work allowed suffices. Where the composer is meant to choose otherwise, the changelog says so."""
    source = read_source(made_of(wanted.length), wanted.length)
    made = compose(source, wanted, 7, work)
    assert sha256((made.solution + made.puzzle.text).encode()).hexdigest()[:8] == digest
    if work < 1_000_000:
        with pytest.raises(NotComposedError):
            compose(source, wanted, 7, work - 1)


@pytest.mark.parametrize("most", [1, 4, 5, 6, 50])
def test_words_are_sampled_where_they_are_more(most: int) -> None:
    words = ["AS", "ET", "NU", "OR", "US"]
    for seed in range(20):
        drawn = pick_sample(Random(seed), words, most)
        assert drawn == words if most >= 5 else 1 <= len(drawn) <= most
        assert len(set(drawn)) == len(drawn)
        assert set(drawn) <= set(words)

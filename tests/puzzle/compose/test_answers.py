"""Words fit to be answers, words that no puzzle shows, and spellings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

import pytest

from mastermot import Dictionary, Wanted, compose_daily, open_dictionary
from mastermot.puzzle.compose import (
    choose_secret,
    compose,
    compose_many,
    list_answers,
    parse_exclusions,
    read_offensive,
    read_source,
)
from mastermot.puzzle.compose.composed import read_exclusions
from mastermot.puzzle.compose.errors import NoAnswerError
from mastermot.words.dictionaries import DictionaryEmptyError
from mastermot.words.files import FileMissingError
from mastermot.words.folding import NotAWordError
from tests.support import some

FRENCH = open_dictionary("fr-common")
DAY = date(2026, 12, 1)


@pytest.mark.parametrize(
    "word",
    # conjugated forms, plurals and feminines of common words; participles; a slur; a swear word; rare words
    ["VENEZ", "PRISE", "SUIVI", "MAINS", "PORTES", "AIMER", "BELLE", "PASSE", "NEGRE", "MERDE", "ABACA"],
)
def test_words_unfit_to_be_french_answers(word: str) -> None:
    assert (word in list_answers(open_dictionary("fr"), len(word))) == (word == "AIMER")


@pytest.mark.parametrize("word", ["COUDE", "FORET", "PORTE", "VENIR", "GRAND", "GENS", "COEUR", "SEIZE"])
def test_words_fit_to_be_french_answers(word: str) -> None:
    assert word in list_answers(FRENCH, len(word))


@pytest.mark.parametrize(
    ("word", "fit"),
    [("HOUSE", True), ("WENT", True), ("WEDDING", True), ("HOUSES", False), ("HOPED", False), ("HITTING", False)],
)
def test_english_answers_are_headwords(word: str, fit: bool) -> None:
    assert (word in list_answers(open_dictionary("en"), len(word))) == fit


def test_answers_are_words_of_the_dictionary() -> None:
    assert set(list_answers(open_dictionary("sgb"), 5)) <= set(open_dictionary("sgb").words(5))
    few = Dictionary("few", {5: {"VENEZ": ["venez"], "MERDE": ["merde"], "BITCH": ["bitch"]}})
    assert list(list_answers(few, 5)) == ["VENEZ"]
    with pytest.raises(DictionaryEmptyError):
        list_answers(few, 4)


def test_another_list_of_answers() -> None:
    answers = list_answers(FRENCH, 5, open_dictionary("fr"))
    assert "VENEZ" in answers
    assert "MERDE" not in answers


def test_the_most_used_spelling_comes_first() -> None:
    assert list_answers(FRENCH, 4)["COTE"][0] == "côté"
    source = read_source(FRENCH, 5)
    assert [source.spell(word)[0] for word in ("FORET", "COEUR", "ZZZZZ")] == ["forêt", "cœur", "zzzzz"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", ["NEGRE", "NEGRES", "MERDIQUE", "ENCULER", "PUTAIN", "BOUGNOULE", "CONNARD"]),
        ("fr", ["VIOLER", "VIOLEE", "VIOLEZ", "VIOLAIT", "VIOLE", "SUCENT", "JOUIT", "GODER", "GODAIENT", "GITAN"]),
        ("en", ["PRICKED", "COCKED", "DIKED", "PUSSES", "ESCORTING"]),
        ("es", ["VIOLABA", "VIOLE", "CHUPE", "COGEN", "MEABAN", "BOSTAS", "GITANAS"]),
        ("en", ["NIGGER", "FUCKING", "WHORES", "FAGGOT", "CUNT", "SHIT"]),
        ("es", ["PUTA", "COÑO", "MIERDA", "CABRON", "JODER", "GILIPOLLAS"]),
        ("", ["NEGRE", "NIGGER", "PUTE", "SLUT", "COÑO"]),
    ],
)
def test_offensive_words(language: str, words: list[str]) -> None:
    offensive = read_offensive(language)
    assert [word for word in words if word not in offensive] == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "fr",
            [
                "VIOLET",
                "CONTE",
                "PETALE",
                "BAISSE",
                "CULTURE",
                "PEDESTRE",
                "PISTE",
                "BANDE",
                "COQUE",
                "PUTOIS",
                "VIOLENT",
                "VIOLONS",
                "TRONCHE",
            ],
        ),
        (
            "es",
            [
                "ANUAL",
                "COMPUTO",
                "SEÑAL",
                "VIOLETA",
                "MIERA",
                "PENAL",
                "CULPA",
                "ANOTAR",
                "VIOLIN",
                "ANILLOS",
                "POTE",
                "PEDAZO",
            ],
        ),
        (
            "en",
            [
                "COCKTAIL",
                "ASSET",
                "GRAPE",
                "SQUAWK",
                "PUBERTY",
                "TITAN",
                "RAPID",
                "INJUNCTION",
                "CROTCHET",
                "BUTTER",
                "PEER",
                "SEXTON",
            ],
        ),
    ],
)
def test_decent_words_that_look_like_offensive_ones(language: str, words: list[str]) -> None:
    offensive = read_offensive(language)
    assert [word for word in words if word in offensive] == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["fr", "en", "es"])
def test_no_answer_is_offensive(language: str) -> None:
    offensive = read_offensive(language)
    answers = [
        list_answers(open_dictionary(language), length) for length in open_dictionary(f"{language}-answers").lengths
    ]
    assert [word for listed in answers for word in listed if word in offensive] == []


def test_exclusions_of_a_person(tmp_path: Path) -> None:
    path = tmp_path / "my-words.txt"
    path.write_text("# mine\nForêt coude  # two\nport*\n", encoding="utf-8")
    excluded = read_exclusions(path)
    assert [word for word in ("FORET", "COUDE", "PORTE", "PORT", "FORETS", "MINE") if word in excluded] == [
        "FORET",
        "COUDE",
        "PORTE",
        "PORT",
    ]
    source = read_source(FRENCH, 5, excluded=excluded)
    assert not {"FORET", "COUDE", "PORTE"} & {*source.words, *source.answers}


def test_exclusions_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(NotAWordError) as caught:
        parse_exclusions("coude\narc-en-ciel\n", "my-words.txt")
    assert (caught.value.source, caught.value.line) == ("my-words.txt", 2)
    with pytest.raises(FileMissingError):
        read_exclusions(tmp_path / "nothing.txt")


def test_no_answer_is_left() -> None:
    with pytest.raises(NoAnswerError):
        read_source(
            FRENCH, 5, excluded=parse_exclusions(" ".join(f"{letter}*" for letter in "abcdefghijklmnopqrstuvwxyz"))
        )


@pytest.mark.parametrize(
    "of_words", [partial(read_source, length=5), partial(choose_secret, day=DAY), partial(compose_daily, day=DAY)]
)
def test_a_list_of_offensive_words_has_no_answer(of_words: Callable[[Dictionary], object]) -> None:
    few = Dictionary("few", {5: {"MERDE": ["merde"], "BITCH": ["bitch"]}})
    with pytest.raises(NoAnswerError):
        of_words(few)


def test_composed_puzzles_show_no_offensive_word() -> None:
    offensive = read_offensive("fr")
    for composed in some(compose_many(open_dictionary("fr"), Wanted(), 1, 40)):
        assert not [clue.word for clue in composed.puzzle.clues if clue.word in offensive]
        assert composed.solution in open_dictionary("fr-answers")


def test_real_spellings() -> None:
    composed = compose(read_source(FRENCH, 5), Wanted(solution="FORET"), 1)
    assert composed.spellings[0] == "forêt"
    assert composed.text.splitlines()[0] == f"{composed.spelled[0]} {composed.puzzle.clues[0].marks}"
    for clue, spelled in zip(composed.puzzle.clues, composed.spelled, strict=True):
        assert spelled in open_dictionary("fr").spellings(clue.word)

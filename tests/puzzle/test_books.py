"""Several puzzles in one file: where each begins, its name, and when the parts are one puzzle."""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import MastermotError, Puzzle, parse_puzzle
from mastermot.puzzle import parse_puzzles, read_book
from mastermot.puzzle.errors import (
    ClueLengthError,
    MarksMissingError,
    NotAClueError,
    PuzzleEmptyError,
    SeveralPuzzlesError,
)
from mastermot.texts import _
from mastermot.texts.languages import LANGUAGES, speak
from tests.support import ROOT, puzzles

COUDE = "paume 2\nchoux 1\npalme 1\npends 1\nforet 1\nfendu 1\nphase 1\npente 1\ncurry 1\nalors 0\n"
POMME = "brume 2\nvotre 2\netage 1\nfours 1\nhaira 0\nremet 1\nvotez 1\npumes 2\nsalue 1\nmarie 1\n"
FOUR = "moss 1\nboys 2\nstep 0\ncrab 1\n"


def shape(text: str) -> list[tuple[str, int, int]]:
    """Return the name, the first line and the number of clues of each puzzle."""
    return [(puzzle.name, puzzle.clues[0].line, len(puzzle.clues)) for puzzle in parse_puzzles(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (COUDE, [("", 1, 10)]),
        (f"{COUDE}\n{POMME}", [("", 1, 10), ("", 12, 10)]),
        (f"{COUDE}\n\n\n{POMME}\n\n", [("", 1, 10), ("", 14, 10)]),
        (f"Problème 1\n{COUDE}Problème 2\n{POMME}", [("Problème 1", 1 + 1, 10), ("Problème 2", 13, 10)]),
        (f"Grille n° 7 :\n{COUDE}\nGrille n° 8 :\n\n{POMME}", [("Grille n° 7", 2, 10), ("Grille n° 8", 15, 10)]),
        (f"# Puzzle 1\n{COUDE}# Puzzle 2\n{POMME}", [("Puzzle 1", 2, 10), ("Puzzle 2", 13, 10)]),
        (f"# difficulty 2, seed 7\n{FOUR}\n# difficulty 3, seed 8\n{FOUR}", [("difficulty 2, seed 7", 2, 4)] * 1
         + [("difficulty 3, seed 8", 8, 4)]),
        (f"{COUDE}---\n{POMME}", [("", 1, 10), ("", 12, 10)]),
        (f"{FOUR}\n{COUDE}", [("", 1, 4), ("", 6, 10)]),
        (f"Télé 7 Jeux du 12 mai\n\n{COUDE}\nle problème des lecteurs\n{POMME}",
         [("Télé 7 Jeux du 12 mai", 3, 10), ("le problème des lecteurs", 15, 10)]),
        (f"Mots de la semaine\nProblème 4\n{COUDE}", [("Problème 4", 3, 10)]),
        (f"12\n{COUDE}\n13\n{POMME}", [("12", 2, 10), ("13", 14, 10)]),
        ("# only one\npaume 2\n\nchoux 1\n\npalme 1", [("only one", 2, 3)]),
        ("paume 2\nchoux 1\n\npalme 1\npends 1\nforet 1\nfendu 1\nphase 1\npente 1\ncurry 1", [("", 1, 9)]),
        ("paume 2\nchoux 1\n# a remark\npalme 1", [("", 1, 3)]),
        (f"# one\n{FOUR}# two\n{FOUR}", [("one", 2, 8)]),
        (f"# one\n{COUDE}# two\n{POMME}", [("one", 2, 10), ("two", 13, 10)]),
        ("paume\nchoux\npalme\npends\nforet\nfendu\n\n2\n1\n1\n1\n1\n1", [("", 1, 6)]),
        ("Grille 1\npaumes 2\nchouxs 1\nGrille 2\npaumes 2\nchouxs 2", [("Grille 1", 2, 2), ("Grille 2", 5, 2)]),
        ("grille 1\npaumes 2\nchouxs 1", [("", 1, 3)]),
    ],
)  # fmt: skip
def test_where_puzzles_begin(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert shape(text) == expected
    assert shape(text.replace("\n", "\r\n")) == expected


@pytest.mark.parametrize(
    ("text", "error", "line"),
    [
        ("", PuzzleEmptyError, None),
        ("# a title alone\nProblème 3\n", PuzzleEmptyError, None),
        (f"{COUDE}\n{POMME}marie\n", MarksMissingError, 22),
        (f"{COUDE}the word of the week\n{POMME}", NotAClueError, 11),
        ("paumes 2\n\nchoux 1\npalme 1", ClueLengthError, 1),
    ],
)
def test_errors_name_the_line_of_the_file(text: str, error: type[MastermotError], line: int | None) -> None:
    with pytest.raises(error) as caught:
        parse_puzzles(text, "book.txt")
    assert (caught.value.source, caught.value.line) == ("book.txt", line)


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("N° 12", "N° 12"),
        ("Master Mot n° 3312 :", "Master Mot n° 3312"),
        ("Voici un problème du 3 mai\nGrille 2", "Voici un problème du 3 mai; Grille 2"),
        ("12/03/2024", "12/03/2024"),
        ("Le jeu des sept familles", "Le jeu des sept familles"),
        ("Petits mots de novembre 3", "Petits mots de novembre 3"),
        ("Petits mots du 3 novembre", "Petits mots du 3 novembre"),
        ("# a comment", ""),
    ],
)
def test_what_is_taken_as_a_title_is_kept(title: str, told: str) -> None:
    puzzle = parse_puzzle(f"{title}\n{COUDE}")
    assert (puzzle.title, len(puzzle.clues)) == (told, 10)
    assert parse_puzzles(f"{title}\n{COUDE}")[0] == puzzle


def test_a_number_that_may_be_marks_is_in_no_title() -> None:
    """It is as small as the words are long, be it of two digits."""
    clues = "\nconstruction 2\nconstructeur 1\nconservation 3\nconversation 0\n"
    assert parse_puzzle(f"Petits mots de lettres 13{clues}").title == "Petits mots de lettres 13"
    with pytest.raises(NotAClueError):
        parse_puzzle(f"Petits mots de lettres 12{clues}")


def test_a_comment_is_a_title_where_it_counts() -> None:
    first, second = "paume 2\npalme 1\ncoude 3\nvents 0\n", "forte 2\nmarie 1\nchoux 3\nverre 0\n"
    assert [len(puzzle.clues) for puzzle in parse_puzzles(f"{first}# Grille 2\n{second}")] == [4, 4]
    assert [len(puzzle.clues) for puzzle in parse_puzzles(f"{first}# Grille\n{second}")] == [8]


def test_two_lines_may_be_numbered() -> None:
    assert parse_puzzle("1 paume 2\n2 palme 1\n").text == "paume 2\npalme 1\n"


def test_a_title_below_the_clues_is_kept_too() -> None:
    assert parse_puzzle(f"Grille 1\n{COUDE}page 12").title == "Grille 1; page 12"


SPOILT = [
    *(
        "pau me 2 !",
        "paume deux marques",
        "aujourd'hui 3",
        "<tr><td>paume</td><td>2</td></tr>",
        "<td>paume</td><td>deux</td>",
    ),
    *("<table class=wide>", "pau me XX", "pau me rien", "pau me l", "n°3 pau me 2", "paum e : deux !"),
]


@pytest.mark.parametrize("line", SPOILT)
@pytest.mark.parametrize("above", ["", "paume 2\n\n", "paume 2\n# more\n", "Grille 1\n"])
def test_a_spoilt_clue_is_no_title(line: str, above: str) -> None:
    text = f"{above}{line}\n{COUDE.removeprefix('paume 2')}"
    for read in (parse_puzzle, parse_puzzles):
        with pytest.raises(MastermotError) as caught:
            read(text)
        assert (caught.value.line, caught.value.text) == (above.count("\n") + 1, line)


def test_where_one_puzzle_is_wanted_a_second_is_named() -> None:
    assert parse_puzzle(f"Problème 1\n{COUDE}").name == "Problème 1"
    with pytest.raises(SeveralPuzzlesError) as caught:
        parse_puzzle(f"Problème 1\n{COUDE}\nProblème 2\n{POMME}")
    assert caught.value.line == 14


@given(puzzles())
def test_one_puzzle_is_read_as_one(puzzle: Puzzle) -> None:
    assert parse_puzzles(puzzle.text) == (parse_puzzle(puzzle.text),)
    assert [p.clues for p in parse_puzzles(puzzle.text.replace("\n", "\n\n"))] == [
        parse_puzzle(puzzle.text.replace("\n", "\n\n")).clues
    ]


@given(st.lists(puzzles(longest=8), min_size=2, max_size=5))
def test_titles_always_separate(listed: list[Puzzle]) -> None:
    text = "".join(f"Problème n° {number}\n{puzzle.text}" for number, puzzle in enumerate(listed, start=1))
    read = parse_puzzles(text)
    assert [puzzle.text for puzzle in read] == [puzzle.text for puzzle in listed]
    assert [puzzle.name for puzzle in read] == [f"Problème n° {number}" for number in range(1, len(listed) + 1)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "-" * 60_000 + "x",
        "- " * 30_000 + "x",
        "paume" + " " * 60_000 + "!2",
        "paume" + "." * 60_000 + "2x",
        "1 " * 30_000 + "paume",
        "a " * 30_000,
        "page 1\n" * 9_000,
        "a b c\n\n" * 8_000,
        f"{'9' * 5_000} paume 2\n{'9' * 5_000} choux 1\n",
        "paume " + "9" * 5_000,
        "(" * 60_000,
        "paume 2, " * 6_000,
        "\u00a0\u3000" * 20_000 + "paume 2",
    ],
    ids=range(13),
)
def test_hostile_texts_are_read_or_refused_at_once(text: str) -> None:
    with suppress(MastermotError):
        assert parse_puzzles(text)


@given(st.text(max_size=200))
def test_any_text_is_puzzles_or_a_named_error(text: str) -> None:
    with suppress(MastermotError):
        assert all(puzzle.clues for puzzle in parse_puzzles(text, "f"))


def test_shipped_puzzles_in_one_book(tmp_path: Path) -> None:
    paths = sorted((ROOT / "puzzles").glob("*.txt"))
    book = tmp_path / "book.txt"
    book.write_text("".join(path.read_text(encoding="utf-8") for path in paths), encoding="latin-1")
    read = read_book(book)
    assert [puzzle.text for puzzle in read] == [parse_puzzle(path.read_text(encoding="utf-8")).text for path in paths]
    assert all(puzzle.source == str(book) and puzzle.name for puzzle in read)


def test_titles_whose_accents_stand_by_themselves() -> None:
    text = unicodedata.normalize("NFD", f"Problème 1\n{COUDE}\nProblème 2\n{POMME}")
    assert [puzzle.name for puzzle in parse_puzzles(text)] == ["Problème 1", "Problème 2"]
    with pytest.raises(SeveralPuzzlesError):
        parse_puzzle(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_that_the_program_gives_a_puzzle_is_read_as_a_title(language: str) -> None:
    """“Acertijo 1”, as the web app and `solve` name a puzzle in Spanish, is no clue."""
    with speak(language):
        title = _("Puzzle {number}", number=1)
    assert parse_puzzle(f"{title}\npaume 2\nchoux 1\n").title == title

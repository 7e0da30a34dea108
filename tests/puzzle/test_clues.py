"""The puzzle file format: lenient in, canonical out, and every line that is not a clue named."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import BLACK, Clue, MastermotError, Puzzle, open_dictionary, parse_puzzle, read_puzzle, solve
from mastermot.puzzle import make_puzzle
from mastermot.puzzle.clues import MAX_CLUES
from mastermot.puzzle.errors import (
    ClueContradictionError,
    ClueLengthError,
    ClueUnclearError,
    ColumnsUnevenError,
    LengthRangeError,
    MarksMissingError,
    NotAClueError,
    PuzzleEmptyError,
    TooManyCluesError,
)
from mastermot.rules.errors import MarksNegativeError, MarksOverLengthError, MarksUnreadableError
from mastermot.words.files import UTF_8, NotTextError, decode, find_shipped
from mastermot.words.folding import NotAWordError
from tests.messages import check_told
from tests.support import ROOT, puzzles, some

SHIPPED = json.loads((ROOT / "puzzles" / "solutions.json").read_text(encoding="utf-8"))
COUDE = (ROOT / "puzzles" / "coude.txt").read_bytes()


def clues(puzzle: Puzzle) -> list[tuple[str, int]]:
    return [(clue.word, clue.marks) for clue in puzzle.clues]


# --- reading ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "paume 2",
        "PAUME 2",
        "Paumé 2",
        "paume\u0301 2",
        "  paume   2  ",
        "\tpaume\t\t2",
        "paume:2",
        "paume : 2",
        "paume=2",
        "paume = 2",
        "paume\u00a02",
        "paume 2  # the palm",
        "paume XX",
        "paume ２",
        "ｐａｕｍｅ：２",
        "paume ②",
        "paume 2\ufe0f\u20e3",
        "paume (2)",
        "paume(2)",
        "paume2",
        "paume – 2",
        "paume .... 2",
        "paume … 2",
        "paume . . . . 2",
        "paume ···· 2",
        "paume ---- 2",
        "paume —— 2",
        "paume -> 2",
        "paume → 2",
        "paume;2",
        "| paume | 2 |",
        "“paume 2”",
        "**paume** 2",
        "P A U M E 2",
        "P.A.U.M.E 2",
        "p-a-u-m-e : 2",
        "2 paume",
        "2: paume",
        "2 P A U M E",
        "3/ Paume : 2",
        "3. paume 2",
        "3) paume=2",
        "(3) paume 2",
        "3: paume 2",
        "3 - paume 2",
        "n°3 paume 2",
        "N° 3 : paume 2",
        "- paume 2",
        "• paume 2",
        "* paume 2",
        "> paume 2",
        "- 2 paume",
        "paume 2.",
        "paume²",
        "paume ❷",
        "paume 2 !",
        "[12:34] Anna: paume 2",
        "12/03/2024, 12:34 - Anna B.: paume: 2",
        "9:05 PM - Bob: P A U M E deux",
        "12:34 paume : 2",
        "\u200e[12:34:56] paume 2",
    ],
)
def test_lenient_lines(line: str) -> None:
    assert clues(parse_puzzle(line)) == [("PAUME", 2)]


def test_letters_that_look_like_digits() -> None:
    assert clues(parse_puzzle("curry l\nchoux: I\npalme O\nroses - o")) == [
        ("CURRY", 1),
        ("CHOUX", 1),
        ("PALME", 0),
        ("ROSES", 0),
    ]


def test_ligatures_open() -> None:
    assert clues(parse_puzzle("cœur 1\nŒufs 0")) == [("COEUR", 1), ("OEUFS", 0)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_byte_order_mark(end: str, mark: bytes) -> None:
    lines = ["-*- encoding: utf-8 -*-", "", "# a comment", "paumé 2", "   ", ";; -*- mode: text -*-", "choux 1", ""]
    puzzle = parse_puzzle(decode(mark + end.join(lines).encode(), encodings=UTF_8))
    assert [clue[:3] for clue in puzzle.clues] == [("PAUME", 2, 4), ("CHOUX", 1, 7)]


def test_a_repeated_clue_is_kept() -> None:
    assert clues(parse_puzzle("paume 2\nPAUMÉ 2")) == [("PAUME", 2), ("PAUME", 2)]


def test_shape_of_a_puzzle() -> None:
    puzzle = parse_puzzle("abc 1\nacb 2\nabb 0", "there")
    assert puzzle.source == "there"
    assert puzzle.length == 3
    assert puzzle.columns == ("A", "BC", "BC")
    assert puzzle.text == "abc 1\nacb 2\nabb 0\n"


@given(puzzles())
def test_canonical_text_round_trips(puzzle: Puzzle) -> None:
    assert parse_puzzle(puzzle.text) == puzzle
    assert parse_puzzle(puzzle.text).text == puzzle.text


@given(puzzles(), st.randoms(use_true_random=False))
def test_lenient_text_reads_as_the_canonical_one(puzzle: Puzzle, random: random.Random) -> None:
    accents = {"A": "AaÀâä", "C": "CcçÇ", "E": "EeéÈêë"}
    between_clues = random.choice([["-*- coding: utf-8 -*-", "", " \t"], ["# note"]])  # both would part two puzzles
    lines = []
    for clue in puzzle.clues:
        lines += random.choices(between_clues, k=random.randrange(3))
        word = "".join(random.choice(accents.get(letter, letter)) for letter in clue.word)
        between = random.choice([" ", "\t", "  \t ", ":", "=", " : ", "= "])
        lines.append(random.choice(["", " "]) + f"{word}{between}{clue.marks}" + random.choice(["", " ", " # why"]))
    text = random.choice(["\n", "\r\n"]).join(lines)
    read = parse_puzzle(decode(random.choice([b"", b"\xef\xbb\xbf"]) + text.encode(), encodings=UTF_8))
    assert clues(read) == clues(puzzle)
    assert [lines[clue.line - 1].strip()[0].upper() != "#" for clue in read.clues] == [True] * len(read.clues)


# --- refusing --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("paume", MarksMissingError),
        ("paume :", MarksMissingError),
        ("paume -1", MarksNegativeError),
        ("paume 6", MarksOverLengthError),
        ("paume 99999999999999999999", MarksOverLengthError),
        ("paume +2", MarksUnreadableError),
        ("-1 paume", NotAWordError),
        ("1 paume 2", ClueUnclearError),
        ("paume 2 choux", NotAClueError),
        ("paume sixteen", MarksUnreadableError),
        ("paume 2/4", MarksUnreadableError),
        ("paume 2.5", MarksUnreadableError),
        ("paume 1 2", MarksUnreadableError),
        ("paume ½", MarksUnreadableError),
        (": 2", NotAClueError),
        ("= =", NotAClueError),
        ("the word of the week", NotAClueError),
        ("paume 2 well known", NotAClueError),
        ("pau-me 2", NotAWordError),
        ("l'eau 2", NotAWordError),
        ("paum3 2", NotAWordError),
        ("пауме 2", NotAWordError),
        ("paume\x00 2", NotAWordError),
        ("a 1", LengthRangeError),
        ("abcdefghijklmnop 1", LengthRangeError),
        ("paumes 2", ClueLengthError),
        ("coeurs 2", ClueLengthError),
        ("PALMÉ 2", ClueContradictionError),
    ],
)
def test_a_line_that_is_not_a_clue(line: str, error: type[MastermotError]) -> None:
    with pytest.raises(error) as caught:
        parse_puzzle(f"# title\n\nchoux 1\npalme 1\nforet 1\n{line}\nalors 0", "week.txt")
    assert caught.type is error
    assert (caught.value.source, caught.value.line) == ("week.txt", 6)
    shown = caught.value.describe()
    assert shown.startswith("week.txt, line 6, “")
    assert caught.value.text == line
    assert line.replace("\x00", "?") in shown


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "-*- encoding: utf-8 -*-\n", "\ufeff"])
def test_no_clue(text: str) -> None:
    with pytest.raises(PuzzleEmptyError):
        parse_puzzle(text)


def test_the_odd_length_out_is_named_wherever_it_stands() -> None:
    with pytest.raises(ClueLengthError) as caught:
        parse_puzzle("paumes 2\nchoux 1\npalme 1")
    assert caught.value.line == 1


def test_a_contradiction_names_both_lines() -> None:
    with pytest.raises(ClueContradictionError) as caught:
        parse_puzzle("paume 2\nchoux 1\n\npaumé 1")
    assert caught.value.line == 4
    assert caught.value.parameters["other_line"] == 1


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("coudé 1\n".encode("latin-1"), 1),
        (b"paume 2\ncoud\xe9 1\n", 2),
        (b"\xef\xbb\xbfpaume 2\n\xe9 1\n", 2),
        (b"paume 2\r\nchoux 1\r\n\xe9 1", 3),
        (b"paume 2\ncoude\x00 1\n", 2),
        (b"\xef\xbb\xbfpaume 2\n\x01 1\n", 2),
        (b"paume 2\rchoux 1\r\x02 1", 3),
        (b"paume 2\r\nchoux 1\r\n\x03 1", 3),
        ("paume 2\n".encode("utf-16"), 1),
    ],
)
def test_unreadable_bytes_name_their_line(content: bytes, line: int) -> None:
    with pytest.raises(NotTextError) as caught:
        parse_puzzle(decode(content, "f", UTF_8), "f")
    assert caught.value.line == line
    assert caught.value.text


@pytest.mark.parametrize(
    "text",
    [
        "paume 2, choux 1, palme 0",
        "paume 2  choux 1  palme 0",
        "paume: 2; choux: 1; palme: 0.",
        "paume (2) choux (1) palme (0)",
        "1/ paume 2  2/ choux 1".replace("  2/", "\n2/") + "\n3/ palme 0",
        "2 paume 1 choux 0 palme",
        "P A U M E 2 C H O U X 1 P A L M E 0",
        "| paume | 2 |\n| choux | 1 |\n| palme | 0 |",
        "| mot | n |\n| paume | 2 |\n| choux | 1 |\n| palme | 0 |",
        "| N° | **Mot** | Bien placées |\n|:--|---|--:|\n| 1 | paume | 2 |\n| 2 | choux | 1 |\n| 3 | palme | 0 |",
        "Mot;Nombre\npaume;2\nchoux;1\npalme;0",
        "word,marks\npaume,2\nchoux,1\npalme,0",
        "paume,2 choux,1 palme,0",
        "paume - 2\nchoux - 1\npalme - 0",
        "paume 2/5\nchoux 1 / 5\npalme 0/5",
        "1. paume 2/5, 2. choux 1/5".replace(", ", "\n") + "\n3. palme: 0/5",
        "paume deux\nchoux : un\npalme zéro",
        "paume two choux one palme zero",
        "Two paume\nOne choux\nZero palme",
        "P A U M E deux\nchoux une\n3/ palme zero",
        "1 paume 2\n2 choux 1\n3 palme 0",
        "paume\nchoux\npalme\n2\n1\n0",
        "2\n1\n0\npaume\nchoux\npalme",
        "paume\n2\nchoux\n1\npalme\n0",
        "paume choux palme\n2 1 0",
        "P A U M E\nC H O U X\nP A L M E\n\n2\n1\n0",
    ],
)
def test_several_clues_on_a_line_and_columns(text: str) -> None:
    assert clues(parse_puzzle(text)) == [("PAUME", 2), ("CHOUX", 1), ("PALME", 0)]


@pytest.mark.parametrize(
    "text",
    [
        "paume\nchoux\npalme\n2\nl\nO",
        "2\nI\no\npaume\nchoux\npalme",
        "paume choux palme\n2 1 O",
        "paume\n2\nchoux\nl\npalme\nO",
        "paume\nchoux\npalme\n\ndeux\nun\nzéro",
        "two\none\nzero\npaume\nchoux\npalme",
        "P A U M E\nC H O U X\nP A L M E\n2\nl\nO",
    ],
)
def test_columns_copied_from_a_photo(text: str) -> None:
    """What reads photos takes columns apart, and writes O for 0 and l for 1."""
    assert clues(parse_puzzle(text)) == [("PAUME", 2), ("CHOUX", 1), ("PALME", 0)]


@pytest.mark.parametrize(
    "text",
    [
        "P A U M E 2\nC H O U X l\nP A L M E O",
        "PAUME 2\nC H O U X I\nP A L M E o",
        "P-A-U-M-E 2\nC.H.O.U.X.l\nP|A|L|M|E|O",
        "P A U M E deux\nC H O U X l\nP A L M E zéro",
        "1 P A U M E 2\n2 CHOUX 1\n3 PALME 0",
        "# deux\npaume 2\n\nC H O U X   l\npalme O",
        "1 P A U M E 2\n2 C H O U X l\n3 P A L M E O",
        "1. P A U M E 2\n2. C H O U X l\n3. P A L M E O",
        "7/ PAUME 2\n8/ C-H-O-U-X I\n9/ P A L M E o",
    ],
)
def test_letters_that_came_apart_with_a_letter_for_the_digit(text: str) -> None:
    assert clues(parse_puzzle(text)) == [("PAUME", 2), ("CHOUX", 1), ("PALME", 0)]


@pytest.mark.parametrize(
    "text", ["R A D I O\nP A U M E\n1\n2", "1\nR A D I O\n2\nP A U M E", "R A D I O 1\nP A U M E 2"]
)
def test_a_word_whose_letters_came_apart_keeps_its_last_letter_beside_marks(text: str) -> None:
    assert clues(parse_puzzle(text)) == [("RADIO", 1), ("PAUME", 2)]


def test_a_word_of_another_length_keeps_its_last_letter() -> None:
    with pytest.raises(MastermotError) as caught:
        parse_puzzle("paume 2\nR A D I O")
    assert caught.value.line == 2


def test_words_that_are_numbers_are_words_in_a_column_beside_digits() -> None:
    assert clues(parse_puzzle("onze\nneuf\n2\n0")) == [("ONZE", 2), ("NEUF", 0)]


@pytest.mark.parametrize("word", ["ch0ux", "pa1me", "5ucre"])
def test_a_digit_within_a_word_is_refused_as_such(word: str) -> None:
    with pytest.raises(MastermotError) as caught:
        parse_puzzle(f"paume 2\n{word} 1")
    assert (caught.value.line, caught.value.text) == (2, f"{word} 1")


def test_every_number_word_counts() -> None:
    for line in (
        "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze",
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
    ):
        for number, word in some(enumerate(line.split())):
            assert clues(parse_puzzle(f"{'a' * 15} {word}")) == [("A" * 15, number)]


def test_words_that_are_numbers_are_words_beside_a_number() -> None:
    assert clues(parse_puzzle("trois 2\nseven 0\n1 three")) == [("TROIS", 2), ("SEVEN", 0), ("THREE", 1)]
    assert clues(parse_puzzle("trois deux\nseven zero")) == [("TROIS", 2), ("SEVEN", 0)]


def test_clues_of_a_column_stand_at_the_lines_of_their_words() -> None:
    assert [clue.line for clue in parse_puzzle("# title\npaume\nchoux\n2\n1").clues] == [2, 3]
    assert [clue.line for clue in parse_puzzle("paume 2, choux 1\npalme 0").clues] == [1, 1, 2]


@pytest.mark.parametrize(
    ("text", "line", "words", "numbers"),
    [
        ("paume\nchoux\n2", 1, 2, 1),
        ("paume\n2\nchoux\n1 1", 3, 1, 2),
        ("2\n1\npaume", 1, 1, 2),
        ("1\npaume\n2", 3, 0, 1),
    ],
)
def test_columns_of_different_sizes(text: str, line: int, words: int, numbers: int) -> None:
    with pytest.raises(ColumnsUnevenError) as caught:
        parse_puzzle(text)
    assert (caught.value.line, caught.value.words, caught.value.numbers) == (line, words, numbers)


def test_utf_16_is_read_with_its_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    for encoding in ("utf-16-le", "utf-16-be"):
        path.write_bytes("\ufeffpaume 2\r\nforêt 1\r\n".encode(encoding))
        assert clues(read_puzzle(path)) == [("PAUME", 2), ("FORET", 1)]
    path.write_bytes("\ufeffpaume 2\n".encode("utf-16-le")[:-1])
    with pytest.raises(NotTextError) as caught:
        read_puzzle(path)
    assert "UTF-16" in caught.value.describe()
    path.write_bytes("paume 2\n".encode("utf-16-le")[:-1])  # without a mark, and valid in UTF-8
    with pytest.raises(NotTextError):
        read_puzzle(path)


def test_a_number_on_both_sides_shows_both_readings() -> None:
    with pytest.raises(ClueUnclearError) as caught:
        parse_puzzle("choux 1\n2 paume 1")
    check_told(caught.value.describe(), "clue-unclear", "“paume 1”", "“paume 2”")


@given(puzzles(), st.randoms(use_true_random=False))
def test_pasted_forms_read_as_the_canonical_one(puzzle: Puzzle, random: random.Random) -> None:
    forms = [
        "{n}/ {w} : {m}",
        "{n}) {w} {m}",
        "• {w} {m}",
        "{m} {w}",
        "{s} {m}",
        "| {w} | {m} |",
        "{w};{m}",
        "{w} … {m}",
    ]
    form = random.choice(forms)
    lines = [
        form.format(n=n, w=clue.word.lower(), s=" ".join(clue.word), m=clue.marks)
        for n, clue in enumerate(puzzle.clues, start=1)
    ]
    joined = random.choice(["\n", "\n\n", "\r\n"]).join(lines)
    assert clues(parse_puzzle(joined)) == clues(puzzle)
    words, marks = [clue.word for clue in puzzle.clues], [str(clue.marks) for clue in puzzle.clues]
    assert clues(parse_puzzle("\n".join(words + marks))) == clues(puzzle)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252"])
def test_puzzle_files_are_decoded_as_dictionaries_are(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_bytes("paumé 2\nfléau 1\nhaïku 0\n".encode(encoding))
    puzzle = read_puzzle(path)
    assert [clue.word for clue in puzzle.clues] == ["PAUME", "FLEAU", "HAIKU"]


def test_clues_put_together_by_hand_are_folded_or_refused() -> None:
    words = open_dictionary("fr")
    answer = solve(Puzzle((Clue("paumé", 5, 1),)), words)
    assert [solution.word for solution in answer.solutions] == ["PAUME"]
    with pytest.raises(NotAWordError):
        solve(Puzzle((Clue("pau-e", 5, 1),)), words)
    with pytest.raises(ClueLengthError):
        solve(Puzzle((Clue("PAUME", 5, 1), Clue("PAUMES", 5, 2))), words)


def test_too_many_clues() -> None:
    lines = [f"{a}{b}{c} 0" for a in "ABCDE" for b in "ABCDE" for c in "ABCDE"]
    assert len(parse_puzzle("\n".join(lines[:MAX_CLUES])).clues) == MAX_CLUES
    with pytest.raises(TooManyCluesError) as caught:
        parse_puzzle("\n".join(lines))
    assert caught.value.line == MAX_CLUES + 1


def test_a_puzzle_made_of_no_clues() -> None:
    with pytest.raises(PuzzleEmptyError):
        make_puzzle([])


@given(st.binary(max_size=300))
def test_any_bytes_are_a_puzzle_or_a_named_error(content: bytes) -> None:
    puzzle_or_error(content)


@given(st.text(max_size=200))
def test_any_text_is_a_puzzle_or_a_named_error(text: str) -> None:
    puzzle_or_error(text.encode("utf-8", "surrogatepass"))


@given(st.data())
def test_a_mangled_puzzle_is_a_puzzle_or_a_named_error(data: st.DataObject) -> None:
    content = bytearray(COUDE)
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(content)))
        content[place : place + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=3) | st.just(b"\n"))
    puzzle_or_error(bytes(content))


def puzzle_or_error(content: bytes) -> None:
    """Check that reading `content` ends in a puzzle that round-trips, or in an error that can be told on two lines."""
    try:
        puzzle = parse_puzzle(decode(content, "f", UTF_8), "f")
    except MastermotError as error:
        told = error
    else:
        assert clues(parse_puzzle(puzzle.text)) == clues(puzzle)
        return
    lines = told.describe().split("\n")
    assert len(lines) == 2
    assert all(line.isprintable() for line in lines)
    assert lines[0].startswith("f")
    assert told.line is None or 1 <= told.line <= len(content.splitlines())


# --- the shipped puzzles ---------------------------------------------------------------------------------------


def test_every_shipped_puzzle_has_its_solution_beside_it() -> None:
    assert sorted(SHIPPED) == sorted(path.name for path in (ROOT / "puzzles").glob("*.txt"))
    assert len(SHIPPED) >= 11
    assert len({entry["solution"] for entry in SHIPPED.values()}) == len(SHIPPED)
    assert {entry["words"] for entry in SHIPPED.values()} == {"fr", "en", "es"}


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_puzzles_are_solved(name: str) -> None:
    expected = SHIPPED[name]
    path = ROOT / "puzzles" / name
    dictionary = open_dictionary(expected["words"])
    puzzle = read_puzzle(path, dictionary.alphabet)
    assert path.read_text(encoding="utf-8").startswith("# ")
    assert [BLACK.compare(clue.word, expected["solution"]).blacks for clue in puzzle.clues] == [
        c.marks for c in puzzle.clues
    ]
    assert all(clue.word in dictionary for clue in puzzle.clues)
    answer = solve(puzzle, dictionary)
    assert [(solution.word, solution.known) for solution in answer.solutions] == [(expected["solution"], True)]
    assert answer.others == ()


@pytest.mark.parametrize("name", ["coude", "coude.txt", "puzzles/coude.txt"])
def test_shipped_puzzles_have_names(name: str) -> None:
    path = find_shipped("puzzles", name)
    assert path is not None
    assert Path(path).read_bytes() == COUDE


@pytest.mark.parametrize("name", ["nothing", "../coude.txt", "/puzzles/coude.txt", "..", "", "x/coude"])
def test_only_plain_names_are_those_of_shipped_puzzles(name: str) -> None:
    assert find_shipped("puzzles", name) is None


def test_the_source_of_a_read_puzzle_is_its_path(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_bytes(COUDE)
    assert read_puzzle(path).source == str(path)
    assert clues(read_puzzle(str(path))) == clues(parse_puzzle(COUDE.decode()))


def test_where_no_length_is_that_of_most_clues_a_line_is_named() -> None:
    with pytest.raises(ClueLengthError, match=r"\bline 1\b.*\b5\b"):
        parse_puzzle("paume 1\nchou 1\n")
    with pytest.raises(ClueLengthError, match=r"\bmost\b.*\b5\b"):
        parse_puzzle("paume 1\nchou 1\nforet 1\n")

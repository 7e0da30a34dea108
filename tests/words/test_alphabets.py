"""Letters that are letters: an alphabet with Ñ, in words, puzzles, marks, families, games and the command."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import numpy as np
import pytest

import mastermot
from mastermot import (
    RULES,
    Dictionary,
    WordCodes,
    find_families,
    find_ladders,
    fold,
    open_dictionary,
    parse_puzzle,
    solve,
)
from mastermot.families import find_families_of_word
from mastermot.game import Table
from mastermot.game.advice.histories import give_letters
from mastermot.operations.game_setup import open_extra_guesses
from mastermot.rules.codes import PatternCodes
from mastermot.words.dictionaries import AlphabetOtherError, read_dictionary
from mastermot.words.folding import LETTERS, AlphabetError, NotAWordError, read_alphabet, sort_words
from tests.support import run

SPANISH = LETTERS.replace("N", "NÑ")
WORDS = "cana caña cano caño capa cara lana laña mono moño niña nina peña pena peño uña una año ano"


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    """A list of words of one's own, in which Ñ is a letter."""
    path = tmp_path / "palabras.txt"
    path.write_text("".join(f"{word}\n" for word in WORDS.split()), encoding="utf-8")
    return path


def test_folding_keeps_the_letters_of_the_alphabet() -> None:
    assert fold("caña") == fold("caña", LETTERS) == "CANA"
    assert fold("caña", SPANISH) == fold("CAN\u0303A", SPANISH) == "CAÑA"
    assert fold("corazón", SPANISH) == "CORAZON"
    assert fold("straße", LETTERS + "ẞ") == "STRAẞE"
    assert sort_words(["CAÑA", "CANTO", "CAO"], SPANISH) == ["CANTO", "CAÑA", "CAO"]
    with pytest.raises(NotAWordError, match="AEIOU"):
        fold("casa", "AEIOU")


def test_an_alphabet_has_letters_each_once_and_not_too_many() -> None:
    assert read_alphabet(" abc ñ") == "ABCÑ"
    for wrong in ("", "A", "AB1", "ABÑñ", "".join(map(chr, range(0x410, 0x410 + 33)))):
        with pytest.raises(AlphabetError):
            read_alphabet(wrong)
    assert len(read_alphabet("".join(map(chr, range(0x410, 0x410 + 32))))) == 32


def test_a_list_is_folded_by_its_alphabet(listed: Path) -> None:
    own, plain = read_dictionary(listed, SPANISH), read_dictionary(listed)
    assert own.spellings("CAÑA") == ("caña",)
    assert plain.spellings("caña") == ("cana", "caña")
    assert "ñandú" not in own
    assert "laña" in own
    with pytest.raises(AlphabetOtherError):
        open_dictionary("fr", SPANISH)


def test_a_puzzle_keeps_its_spellings_and_is_folded_by_its_dictionary(listed: Path) -> None:
    puzzle = parse_puzzle("caña 4\n")
    own, plain = read_dictionary(listed, SPANISH), read_dictionary(listed)
    assert [one.word for one in solve(puzzle, own).solutions] == ["CAÑA"]
    assert [one.word for one in solve(puzzle, plain).solutions] == ["CANA"]
    again = solve(solve(puzzle, own).puzzle, plain)
    assert [one.word for one in again.solutions] == ["CANA"]
    columns = parse_puzzle("caña 1\ncaoa 1\ncana 1\n", alphabet=SPANISH).columns
    assert columns == ("C", "A", "NÑO", "A")
    found = solve(parse_puzzle("cana 3\npeña 2\n"), own)
    assert [one.word for one in found.words] == ["CAÑA"]


def mark_plainly(guess: str, secret: str) -> tuple[int, int]:
    """Return blacks and whites, by their definition."""
    blacks = sum(one == other for one, other in zip(guess, secret, strict=True))
    return blacks, sum(min(guess.count(letter), secret.count(letter)) for letter in set(guess)) - blacks


def test_marks_with_a_letter_more_are_those_of_the_plain_definition() -> None:
    """10,000 marks by each rule, one by one and by the kernels."""
    draw = random.Random(39)
    words = list({"".join(draw.choices("ANÑO", k=5)): None for _ in range(260)})[:100]
    dictionary = Dictionary("ours", {5: {word: (word,) for word in words}}, alphabet=SPANISH)
    codes = WordCodes(dictionary, 5)
    rows = np.arange(len(words))
    assert [codes.decode(row) for row in codes.array] == words
    for rule in RULES.values():
        numbers = Table(rule, codes).numbers(rows, rows)
        for guess, marked in zip(words, numbers, strict=True):
            for secret, number in zip(words, marked, strict=True):
                marks = rule.mark(guess.lower(), secret, SPANISH)
                assert number == rule.number(marks, 5)
                blacks, whites = mark_plainly(guess, secret)
                assert marks.blacks == blacks
                if rule.name in ("black-white", "positional"):
                    assert marks.whites == whites


def test_families_and_ladders_tell_the_letters_apart(listed: Path) -> None:
    own = read_dictionary(listed, SPANISH)
    found = find_families(own.words(4), alphabet=SPANISH)
    assert found["CA?A"] == ("CANA", "CAÑA", "CAPA", "CARA")
    assert [one.pattern for one in find_families_of_word("caña", found, 2, SPANISH)] == ["CA?A", "?AÑA", "CAÑ?"]
    ladder = find_ladders("caña", "laña", own)
    assert ladder.ladders == (("CAÑA", "LAÑA"),)
    assert find_ladders("cana", "caña", own).steps == 1


def test_a_pattern_and_a_game_have_the_letter(listed: Path) -> None:
    own = read_dictionary(listed, SPANISH)
    assert list(PatternCodes(own, 4, "..ñ.").texts) == ["CAÑA", "CAÑO", "LAÑA", "MOÑO", "NIÑA", "PEÑA", "PEÑO"]
    codes = WordCodes(own, 4)
    assert codes.fold("caña") == "CAÑA"
    assert "caña" in codes
    with pytest.raises(AlphabetOtherError):
        WordCodes("fr-common", 4).take_words(own)


@pytest.mark.parametrize("codes", [WordCodes("en-common", 5), give_letters(WordCodes("en-common", 5), "c")])
def test_guesses_of_another_alphabet_are_refused_with_letters_given_too(codes: WordCodes) -> None:
    with pytest.raises(AlphabetOtherError) as refused:
        open_extra_guesses("es-common", codes)
    assert refused.value.source == "guesses"


def test_commands_take_an_alphabet(listed: Path, tmp_path: Path) -> None:
    own = ("--words", str(listed), "--alphabet", SPANISH)
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text("caña 4\n", encoding="utf-8")
    assert run("solve", str(puzzle), *own).stdout == "CAÑA  (caña)\n"
    assert re.search(r"\bCAÑA\b.*\nCAÑA  \(caña\)\n$", run("solve", str(puzzle), "--explain", *own).stdout)
    hint = run("solve", str(puzzle), "--hint", "--known", "??ñ?", *own)
    assert "wrong" not in hint.stdout
    assert run("marks", "caña", "cana").stdout.startswith("XXXX ")
    assert run("marks", "caña", "cana", "--alphabet", SPANISH).stdout.startswith("XXX ")
    assert "CA?A" in run("cliques", "--length", "4", "--word", "caña", *own).stdout
    assert "CAÑA" in run("ladder", "cana", "caña", *own).stdout
    assert run("words", str(listed), "--length", "3", "--alphabet", SPANISH).stdout.split()[0] == "UÑA"
    found = run("play", "--secret", "caña", "--length", "4", "--json", *own)
    assert found.exit_code == 0, found.stderr
    assert "CAÑA" in found.stdout
    position = run("next", "cano=XX", "--rule", "black", "--length", "4", "--json", *own)
    assert position.exit_code == 0, position.stderr
    assert {"CAÑO", "MOÑO"} & set(json.dumps(json.loads(position.stdout), ensure_ascii=False).split('"'))
    (tmp_path / "game.txt").write_text("cano XX\ncaña XXXX\n", encoding="utf-8")
    judged = run("review", str(tmp_path / "game.txt"), "--rule", "black", "--length", "4", *own)
    assert judged.exit_code == 0, judged.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["marks", "a", "b", "--alphabet", "ABB"], ": B "),
        (["marks", "a", "b", "--alphabet", "ABC1"], ": 1 "),
        (["cliques", "--words", "fr", "--length", "4", "--alphabet", SPANISH], " fr "),
        (["cliques", "--words", "fr", "--length", "4", "--alphabet", "".join(map(chr, range(0x400, 0x421)))], "33"),
    ],
)
def test_a_wrong_alphabet_is_told(arguments: list[str], told: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert told in result.stderr


def test_the_library_takes_an_alphabet() -> None:
    assert mastermot.fold("caña", SPANISH) == "CAÑA"

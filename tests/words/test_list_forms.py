"""Lists of words in the forms of other programs, at every door that reads a list."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from mastermot import open_dictionary, read_accelerators
from mastermot.puzzle.compose.composed import read_exclusions
from mastermot.words.dictionaries import DictionaryWordlessError
from tests.messages import check_told
from tests.support import run

WORDS = ("CIGAR", "REBUT", "SISSY")
LISTS = {
    "json.json": '[\n  "cigar",\n  "rebut",\n  "sissy"\n]\n',
    "one-line.json": '["cigar","rebut","sissy"]',
    "objects.json": '[{"word": "cigar", "tags": ["noun"]}, {"word": "rebut"}, {"word": "sissy", "tags": []}]',
    "keys.json": '{"cigar": 1, "rebut": 1, "sissy": 1}',
    "definitions.json": '{"cigar": "to smoke", "rebut": "deny", "sissy": "coward"}',
    "named.json": '{"words": ["cigar", "rebut", "sissy"]}',
    "words.ts": "const WORDS: string[] = [\n  'cigar', // don't\n  'rebut',\n  /* it's */ 'sissy',\n] as const;\n",
    "words.js": 'var a="x.js";const La=["cigar","rebut"],Ta=["sissy"];',
    "words.py": 'WORDS = (\n    "cigar",  # one\n    "rebut",\n    "sissy",\n)\n',
    "line.txt": "cigar rebut sissy\n",
    "commas.txt": "cigar, rebut, sissy",
    "rows.txt": "cigar rebut\nsissy\n",
    "wrapped.txt": "cigar,\nrebut, sissy,\n",
    "table.csv": "word,level\ncigar,easy\nrebut,hard\nsissy,hard\n",
    "ranks.csv": "rank,word,count\n1,cigar,900\n2,rebut,80\n3,sissy,7\n",
    "untitled.csv": '"cigar","a roll, to smoke"\n"rebut","to deny"\n"sissy","a coward"\n',
    "table.tsv": "word\tlevel\ncigar\teasy\nrebut\thard\nsissy\thard\n",
    "semicolons.csv": "mot;phon\r\ncigar;sigar\r\nrebut;ribyt\r\nsissy;sisi\r\n",
    "one-column.csv": "word\ncigar\nrebut\nsissy\n",
    "lexique.tsv": "ortho\tphon\tlemme\tcgram\tfreqfilms2\n"
    "cigar\tsigaR\tcigar\tNOM\t31.5\nrebut\tR°by\trebut\tNOM\t10.1\nsissy\tsisi\tsissy\tNOM\t4.2\n",
    "table.md": "| word | level |\n| --- | --- |\n| cigar | easy |\n| rebut | hard |\n| sissy | hard |\n",
    "quoted.txt": "\"cigar\",\n'rebut',\n“sissy”\n",
    "numbered.txt": "1. cigar\n2) rebut\n3 sissy\n",
    "counted.txt": "      3 cigar\n     12 rebut\n    100 sissy\n",
    "signs.txt": "- cigar\n* rebut\n• sissy\n",
    "en.dic": "3\ncigar/SM\nrebut/S po:verb\nsissy\n",
    "flags.dic": "cigar/SM\nrebut/S\nsissy/M\n",
    "quote-behind.txt": 'cigar"\nrebut\nsissy\n',
}
"""Lists of other programs, with the same three words each."""
REFUSED = {"page.html": "<p>\n<b>\n</p>\n", "numbers.csv": "1,2\n3,4\n5,6\n", "empty.json": "[]"}


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8", newline="")
    return str(path)


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_read_at_every_door(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, name, LISTS[name])
    dictionary = open_dictionary(path)
    assert tuple(dictionary) == WORDS
    assert (dictionary.skipped, dictionary.left_out) == (0, ())
    assert [one.word for one in read_accelerators(path)] == list(WORDS)
    assert read_exclusions(path) == {f"{word}." for word in WORDS}
    listed = run("words", path, "--length", "5", "--json")
    assert [entry["word"] for entry in json.loads(listed.stdout)["words"]] == list(WORDS)
    advice = json.loads(run("next", "--words", path, "rebut=0", "--rule", "black", "--json").stdout)
    assert sorted(advice["list"]) == ["CIGAR", "SISSY"]
    wider = json.loads(run("next", "--words", "en-common", "--guesses", path, "raise=0", "--json").stdout)
    assert wider["candidates"] > 0


def test_a_compressed_list_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "words.json.gz"
    path.write_bytes(gzip.compress(LISTS["json.json"].encode()))
    assert tuple(open_dictionary(path)) == WORDS


def test_a_long_array_may_stand_on_one_line(tmp_path: Path) -> None:
    words = list(open_dictionary("en-common").words(5))
    path = write(tmp_path, "long.json", json.dumps([word.lower() for word in words]))
    assert list(open_dictionary(path).words(5)) == words


def test_a_key_that_is_no_word_is_named_as_it_stands(tmp_path: Path) -> None:
    path = write(tmp_path, "keys.js", 'const WORDS = {cigar: "to smoke", mot_juste: "the right one", "up-to": "until"}')
    dictionary = open_dictionary(path)
    assert list(dictionary) == ["CIGAR"]
    assert [error.text for error in dictionary.left_out] == ["mot_juste", "up-to"]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_list_is_refused_with_the_forms_that_are_read(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, name, REFUSED[name])
    with pytest.raises(DictionaryWordlessError):
        open_dictionary(path)
    result = run("play", "--words", path, "--secret", "cigar")
    assert result.exit_code == 3
    check_told(result.stderr, "dictionary-wordless", "JSON", "Hunspell")


def test_frequencies_of_a_table_are_read(tmp_path: Path) -> None:
    path = write(tmp_path, "counts.csv", "word;count\ncigar;312,5\nrebut;20.5\nsissy;0\n")
    dictionary = open_dictionary(path)
    assert dictionary.frequencies_of(5) == {"CIGAR": 312.5, "REBUT": 20.5, "SISSY": 0.0}


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("digits", range(1, 8))
@pytest.mark.parametrize("gap", [" ", "\t", ";", ","])
def test_a_number_behind_a_word_is_its_frequency_however_many_digits_it_has(
    tmp_path: Path, gap: str, digits: int, count: int
) -> None:
    """Numbers as long as the words do not make rows of words of them, nor does a list of one line."""
    number = 10 ** (digits - 1)
    words = WORDS[:count]
    path = write(tmp_path, "counts.txt", "".join(f"{word.lower()}{gap}{number}\n" for word in words))
    assert open_dictionary(path).frequencies_of(5) == dict.fromkeys(words, float(number))


@pytest.mark.parametrize("gap", [" ", "\t", ";", ","])
@pytest.mark.parametrize("left_out", ["3d", "arc-en-ciel", "l'an"])
def test_what_is_no_word_has_no_frequency(tmp_path: Path, left_out: str, gap: str) -> None:
    path = write(tmp_path, "counts.txt", f"cigar{gap}7\n{left_out}{gap}9\nrebut{gap}2\n")
    dictionary = open_dictionary(path)
    assert dictionary.frequencies == {"CIGAR": 7.0, "REBUT": 2.0}
    assert [error.text for error in dictionary.left_out] == [left_out]


@pytest.mark.parametrize("numbered", ["", "1. ", "1) ", "1 "])
def test_rows_of_words_may_be_numbered(tmp_path: Path, numbered: str) -> None:
    """In any of the rows, or in none: words of one length stay words of one length."""
    rows = ("cigar rebut", "sissy humph", f"{numbered}awake {numbered}blush")
    for text in (rows, rows[::-1], (rows[0], rows[2])):
        path = write(tmp_path, "rows.txt", "\n".join(text))
        assert set(open_dictionary(path)) == {word.upper() for row in text for word in row.split() if word.isalpha()}


LEFT_OUT = [
    ("cigar\narc-en-ciel\n", ["“-” in “arc-en-ciel”"]),
    ('["cigar", "ice cream"]', ["space", "“ice cream”"]),
    ("2\ncigar/S\n3D/M\n", ["“3” in “3D”"]),
    ("word,n\ncigar,1\nl'an,2\n", ["“'” in “l'an”"]),
    ("cigar\na-b\nc-d\ne-f\ng-h\n", ["“a-b”", "“c-d”", "“e-f”", "…"]),
]


@pytest.mark.parametrize(("text", "shown"), LEFT_OUT)
def test_what_is_left_out_is_named_with_its_reason(tmp_path: Path, text: str, shown: list[str]) -> None:
    path = write(tmp_path, "list.txt", text + "\nrebut" * ("\n" in text and "/" not in text and "," not in text))
    for command in (["words", path], ["cliques", "--words", path, "--length", "5"]):
        result = run(*command)
        check_told(result.stderr, "", " out:", *shown)
    document = json.loads(run("words", path, "--json").stdout)
    count = 4 if "…" in shown else 1
    assert document["skipped"] == count
    assert [entry["text"] in entry["why"] for entry in document["left_out"]] == [True] * min(3, count)
    french = run("--lang", "fr", "words", path)
    assert "lettre" in french.stderr


def test_expressions_are_not_torn_apart(tmp_path: Path) -> None:
    path = write(tmp_path, "list.txt", "pomme de terre\narc en ciel\ncigar\n")
    assert tuple(open_dictionary(path)) == ("CIGAR",)


@pytest.mark.parametrize("before", ["", "\n", "\n\n", " \n\t\n"])
def test_words_below_a_title_stay_on_their_lines(before: str, tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text(f"{before}word\ncigar\nr2but\nsissy\n", encoding="utf-8")
    result = run("compose", "--words", "en", "--exclude", str(path))
    line = before.count("\n") + 3
    assert result.exit_code == 3
    assert f"line {line}, " in result.stderr

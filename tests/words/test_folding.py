"""Folding, dictionary files as users have them, and the shipped lists against the recipe's figures."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mastermot import Dictionary, MastermotError, fold, open_dictionary
from mastermot.errors import name_character
from mastermot.words.dictionaries import (
    DescriptionError,
    DictionaryEmptyError,
    DictionaryUnknownError,
    DictionaryWordlessError,
    fold_lines,
    kept_sections,
    read_dictionary,
    shelf,
)
from mastermot.words.files import (
    LARGEST_LIST,
    DictionaryFrequencyError,
    FileDamagedError,
    FileIsFolderError,
    FileMissingError,
    FileTooLargeError,
    ListTooLongError,
    NotTextError,
)
from mastermot.words.folding import LONGEST, SHORTEST, NotAWordError, WordError, WordMissingError, sort_words
from tests.support import ROOT, some

# Folded, distinct words of 4 to 8 letters, by the table of the recipe. Its script gives 1912 words of four letters for
# en-common, its table says 1911. The last two lists are not of that table.
RECIPE = {
    "fr": {4: 2287, 5: 7021, 6: 16380, 7: 30184, 8: 45866},
    "fr-common": {4: 1360, 5: 3189, 6: 5637, 7: 7618, 8: 8205},
    "sgb": {5: 5757},
    "en": {4: 3214, 5: 6534, 6: 10952, 7: 15651, 8: 17725},
    "en-common": {4: 1912, 5: 3541},
    "fr-answers": {4: 675, 5: 1377, 6: 1968, 7: 2214, 8: 2103},
    "en-answers": {4: 1469, 5: 1988, 6: 2538, 7: 2536, 8: 2322},
    "es": {4: 2430, 5: 8715, 6: 20103, 7: 38815, 8: 59811},
    "es-common": {4: 1321, 5: 3040, 6: 4402, 7: 5993, 8: 6377},
    "es-answers": {4: 566, 5: 1074, 6: 1385, 7: 1622, 8: 1605},
}
every_shipped = pytest.mark.parametrize("name", RECIPE)


# --- folding ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "folded"),
    [
        ("coude", "COUDE"),
        ("COUDE", "COUDE"),
        ("coudé", "COUDE"),
        ("coude\u0301", "COUDE"),
        ("cœur", "COEUR"),
        ("œuf", "OEUF"),
        ("Œuf", "OEUF"),
        ("ægosome", "AEGOSOME"),
        ("Æ", "AE"),
        ("straße", "STRASSE"),
        ("ẞ", "SS"),
        ("haÿ", "HAY"),
        ("Ÿ", "Y"),
        ("garçon", "GARCON"),
        ("maïs", "MAIS"),
        ("señor", "SENOR"),
        ("ångström", "ANGSTROM"),
        ("a\u030angstro\u0308m", "ANGSTROM"),
        ("où", "OU"),
        ("ÎLE", "ILE"),
    ],
)
def test_folding(word: str, folded: str) -> None:
    assert fold(word) == folded
    assert fold(fold(word)) == fold(word)


@pytest.mark.parametrize(
    ("word", "character"),
    [
        ("µ", "µ"),
        ("ª", "ª"),
        ("viiiᵉ", "ᵉ"),
        ("nʼest", "ʼ"),
        ("n’est", "’"),
        ("n'est", "'"),
        ("Ə", "Ə"),
        ("arc-en-ciel", "-"),
        ("porte\u2010clé", "\u2010"),
        ("mp3", "3"),
        ("deux mots", " "),
        ("fin\n", "\n"),
        ("a\nb", "\n"),
        ("пауме", "п"),
        ("λόγος", "λ"),
        ("①", "①"),
        ("²", "²"),
        ("ａｂ", "ａ"),
        ("日本", "日"),
        ("\udcff", "\udcff"),
        ("🟩", "🟩"),
        ("a\u0000", "\u0000"),
    ],
)
def test_what_does_not_fold_is_named(word: str, character: str) -> None:
    with pytest.raises(NotAWordError) as caught:
        fold(word)
    assert caught.value.character == name_character(character)


def test_nothing_does_not_fold() -> None:
    with pytest.raises(WordMissingError):
        fold("")


@given(st.text(max_size=20))
def test_any_text_folds_to_capitals_or_not_at_all(text: str) -> None:
    try:
        folded = fold(text)
    except WordError:
        return
    assert re.fullmatch("[A-Z]+", folded)
    assert fold(unicodedata.normalize("NFD", text)) == folded


@given(st.lists(st.text("aàâbcçdeéèêëfœæüÿ", min_size=1, max_size=6), max_size=30))
def test_lines_fold_as_words_do(lines: list[str]) -> None:
    words, skipped, _left_out = fold_lines("\n".join(lines))
    expected: dict[str, list[str]] = {}
    for line in lines:
        spellings = expected.setdefault(fold(line), [])
        if line not in spellings:
            spellings.append(line)
    assert words == {word: tuple(spellings) for word, spellings in expected.items()}
    assert list(words) == list(expected)
    assert skipped == 0


# --- files -----------------------------------------------------------------------------------------------------


def read(folder: Path, content: bytes) -> Dictionary:
    path = folder / "list.txt"
    path.write_bytes(content)
    return read_dictionary(path)


@pytest.mark.parametrize(
    "content",
    [
        "coudé\ncœur\nété\n".encode(),
        "coudé\ncœur\nété".encode("utf-8-sig"),
        "coudé\r\ncœur\r\nété\r\n".encode(),
        "coudé\rcœur\rété\r".encode(),
        "coudé\ncœur\nété\n".encode("cp1252"),
        "coudé\ncœur\nété\n".encode("utf-16"),
        "coudé\ncœur\nété\n".encode("utf-16-le"),
        "coudé\ncœur\nété\n".encode("utf-16-be"),
        unicodedata.normalize("NFD", "coudé\ncœur\nété\n").encode(),
        "# a list\ncoudé  # bent\n\n  cœur\t\n#été\nété\n".encode(),
        gzip.compress("coudé\ncœur\nété\n".encode()),
        gzip.compress("coudé\n".encode()) + gzip.compress("cœur\nété\n".encode()),
    ],
    ids=[
        *("utf-8", "bom", "crlf", "cr", "windows-1252", "utf-16", "utf-16-le", "utf-16-be"),
        *("decomposed", "comments", "gzip", "gzip-members"),
    ],
)
def test_files_as_users_have_them(tmp_path: Path, content: bytes) -> None:
    dictionary = read(tmp_path, content)
    assert dictionary.lengths == {3: 1, 5: 2}
    assert dictionary.words(5) == ("COUDE", "COEUR")
    assert dictionary.spellings("COUDE") == ("coudé",)
    assert dictionary.spellings("COEUR") == ("cœur",)
    assert dictionary.skipped == 0
    assert len(dictionary) == 3


def test_latin_1(tmp_path: Path) -> None:
    assert read(tmp_path, "été\nmaïs\nhaÿ\n".encode("latin-1")).lengths == {3: 2, 4: 1}
    assert read(tmp_path, "été\n".encode("latin-1") + b"\x81\n").skipped == 1


def test_entries_that_are_not_one_word_are_skipped_and_counted(tmp_path: Path) -> None:
    lines = ["arc-en-ciel", "pomme de terre", "coude", "l'eau", "viiiᵉ", "µ", "mp3", "", "# note", "Élan"]
    dictionary = read(tmp_path, "\n".join(lines).encode())
    assert dictionary.skipped == 6
    assert dictionary.lengths == {4: 1, 5: 1}
    assert dictionary.spellings("ELAN") == ("Élan",)


def test_an_ascii_file_skips_too(tmp_path: Path) -> None:
    dictionary = read(tmp_path, b"coude\nmp3\n two words\n trimmed \n")
    assert (dictionary.skipped, dictionary.lengths) == (2, {5: 1, 7: 1})


def test_all_spellings_of_one_folded_word(tmp_path: Path) -> None:
    dictionary = read(tmp_path, "pêche\npéché\npeche\npêche\npèche\n".encode())
    assert dictionary.lengths == {5: 1}
    assert dictionary.spellings("PECHE") == ("pêche", "péché", "peche", "pèche")
    assert "PECHE" in dictionary
    assert "POCHE" not in dictionary


def test_the_order_of_the_file_is_kept(tmp_path: Path) -> None:
    assert read(tmp_path, b"zebre\nabats\nmerle\n").words(5) == ("ZEBRE", "ABATS", "MERLE")


def test_a_graphbase_file_is_read_as_it_is(tmp_path: Path) -> None:
    content = gzip.decompress((ROOT / "wordlists" / "words_dat.txt.gz").read_bytes())
    assert read(tmp_path, content).words(5) == open_dictionary("sgb").words(5)


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", DictionaryWordlessError),
        (b"# nothing\n\n", DictionaryWordlessError),
        (b"12\n34\n", DictionaryWordlessError),
        (b"coude\x00\n", NotTextError),
        (bytes(range(256)), NotTextError),
        (gzip.compress(b"coude\n" * 1000)[:-12], FileDamagedError),
        (gzip.compress(b"coude\n")[:12] + b"\xff" * 20, FileDamagedError),
        (b"\x1f\x8b", FileDamagedError),
        (gzip.compress(bytes(LARGEST_LIST + 1), 1), FileTooLargeError),
    ],
    ids=["empty", "comments", "digits", "nul", "binary", "cut", "broken", "header", "bomb"],
)
def test_files_refused(tmp_path: Path, content: bytes, error: type[MastermotError]) -> None:
    with pytest.raises(error) as caught:
        read(tmp_path, content)
    assert caught.value.source == str(tmp_path / "list.txt")


def test_unreadable_bytes_name_their_line(tmp_path: Path) -> None:
    with pytest.raises(NotTextError) as caught:
        read(tmp_path, b"paume\r\ncoude\r\nbra\x02s\r\n")
    assert caught.value.line == 3


def test_frequencies_after_the_words(tmp_path: Path) -> None:
    dictionary = read(tmp_path, "côte\t12.5\ncoté 7,5 # twice\nsalon\t1e2\nmenu\ncap vert\n".encode())
    assert dictionary.lengths == {4: 2, 5: 1}
    assert dictionary.frequencies == {"COTE": 20, "SALON": 100}
    assert (dictionary.spellings("COTE"), dictionary.skipped) == (("côte", "coté"), 1)
    assert read(tmp_path, b"menu\nsalon\tnom\n").frequencies == {}


@pytest.mark.parametrize("wrong", ["abc", "-1", "nan", "1e999", "1e16", "1 2"])
def test_a_frequency_that_is_none(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(DictionaryFrequencyError) as caught:
        read(tmp_path, f"menu\t1\n\nsalon\t{wrong}\n".encode())
    assert (caught.value.line, caught.value.parameters["text"]) == (3, wrong)


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        file.truncate(LARGEST_LIST + 1)
    with pytest.raises(FileTooLargeError):
        read_dictionary(path)


@given(content=st.binary(max_size=200), zipped=st.booleans())
@example(content=b" ", zipped=False)
@example(content=b"\n # nothing\n", zipped=True)
def test_any_bytes_are_a_dictionary_or_a_named_error(tmp_path_factory, content: bytes, zipped: bool) -> None:
    folder = tmp_path_factory.getbasetemp()
    try:
        dictionary = read(folder, gzip.compress(content) if zipped else content)
    except MastermotError:
        return
    assert all(re.fullmatch("[A-Z]+", word) for n in dictionary.lengths for word in dictionary.words(n))


# --- names -----------------------------------------------------------------------------------------------------


def test_any_file_works_in_place_of_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mots").write_text("coude\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("mots", "./mots", str(tmp_path / "mots")):
        assert open_dictionary(name).words(5) == ("COUDE",)


@pytest.mark.parametrize(("name", "near"), [("fr-comon", "fr-common"), ("sbg", "sgb"), ("en-commun", "en-common")])
def test_unknown_names_suggest_the_nearest(name: str, near: str) -> None:
    with pytest.raises(DictionaryUnknownError) as caught:
        open_dictionary(name)
    assert caught.value.suggestions[0] == near
    assert caught.value.parameters["known"] == tuple(shelf())


@pytest.mark.parametrize("name", ["./nothing", "nothing.txt", "no/thing"])
def test_a_path_that_is_not_there(name: str) -> None:
    with pytest.raises(FileMissingError):
        open_dictionary(name)


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b"])
def test_names_that_no_file_can_have(name: str) -> None:
    with pytest.raises(DictionaryUnknownError):
        open_dictionary(name)


def test_a_folder_is_no_dictionary(tmp_path: Path) -> None:
    with pytest.raises(FileIsFolderError):
        open_dictionary(str(tmp_path))


def test_no_word_of_a_length() -> None:
    with pytest.raises(DictionaryEmptyError) as caught:
        open_dictionary("sgb").words(4)
    assert caught.value.parameters == {"name": "sgb", "length": 4, "lengths": (5,)}
    assert open_dictionary("sgb").of_length(4) == {}
    assert open_dictionary("sgb").spellings("FOUR") == ()


def test_nearest_words() -> None:
    dictionary = Dictionary("made", {4: {"COUD": ("coud",)}, 5: {"COUDE": ("coude",), "SALON": ("salon",)}})
    assert dictionary.nearest("COUDI") == ["COUDE", "COUD"]
    assert dictionary.nearest("ZZZZZ") == []


# --- the shipped lists -----------------------------------------------------------------------------------------


def test_the_shelf() -> None:
    """Lists made by hand, which the index does not have, may stand beside those of the recipe."""
    index = json.loads((ROOT / "wordlists" / "index.json").read_text("utf-8"))
    assert [entry["name"] for entry in index["dictionaries"]] == list(RECIPE)
    assert set(shelf()) >= set(RECIPE)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "9" * 10_000, "[]", "{}", '{"language": 1}'])
def test_a_description_that_cannot_be_read_is_refused(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many brackets in each other were an error of Python."""
    (tmp_path / "index.json").write_text('{"dictionaries": []}', "utf-8")
    (tmp_path / "own.json").write_text(text, "utf-8")
    monkeypatch.setattr("mastermot.words.dictionaries.find_data", lambda _folder, name="": str(tmp_path / name))
    with pytest.raises(DescriptionError) as caught:
        shelf.__wrapped__()
    assert caught.value.source == "wordlists/own.json"
    assert caught.value.field


@every_shipped
def test_words_are_counted_alike_in_the_file_and_in_memory(name: str) -> None:
    """The first word of a length, the last, one spelt with accents, and what is no word of any list."""
    dictionary = open_dictionary(name)
    strange = ["", "?", "a", "été", "zzzzz", "a" * 40, "ra?e", "coude\ncouse", "12"]
    for length in RECIPE[name]:
        words = dictionary.words(length)
        spelt = (spellings[-1] for spellings in dictionary.of_length(length).values() if not spellings[-1].isascii())
        asked = [words[0], words[-1].lower(), next(spelt, ""), words[0] + "Q", words[0][:-1], *strange]
        in_memory = [dictionary.count_known([word]) for word in asked]
        kept_sections.clear()
        assert [dictionary.count_known([word]) for word in asked] == in_memory
        assert dictionary.count_known(asked) == sum(word in dictionary for word in asked) >= 2
        kept_sections.clear()


@every_shipped
def test_counts_are_those_of_the_recipe(name: str) -> None:
    dictionary = open_dictionary(name)
    counts = {length: len(dictionary.words(length)) for length in RECIPE[name]}
    assert counts == RECIPE[name]


@pytest.mark.slow
@every_shipped
def test_the_index_is_true(name: str) -> None:
    entry = shelf()[name]
    content = (ROOT / "wordlists" / entry["file"]).read_bytes()
    assert hashlib.sha256(content).hexdigest() == entry["sha256"]
    dictionary = open_dictionary(name)
    counts = {length: len(dictionary.words(length)) for length in dictionary.lengths}
    assert counts == dictionary.lengths
    assert entry["words"] == len(dictionary) == sum(counts.values())
    spellings = sum(len(dictionary.spellings(word)) for n in counts for word in dictionary.words(n))
    assert entry["spellings"] == spellings
    assert SHORTEST <= min(counts) <= max(counts) <= LONGEST
    for key in ("source", "version", "licence", "language", "title"):
        assert entry[key]
    assert (ROOT / "wordlists" / entry["licence_file"]).is_file()


@pytest.mark.slow
@every_shipped
def test_reading_by_ranges_is_reading_the_whole_file(name: str) -> None:
    shipped = open_dictionary(name)
    whole = read_dictionary(ROOT / "wordlists" / shelf()[name]["file"], shipped.alphabet)
    assert whole.lengths == shipped.lengths
    assert whole.skipped == 0
    for length in shipped.lengths:
        assert dict(whole.of_length(length)) == dict(shipped.of_length(length))


@pytest.mark.slow
@every_shipped
def test_every_shipped_word_folds_to_its_length(name: str) -> None:
    dictionary = open_dictionary(name)
    for length in some(dictionary.lengths):
        listed = dictionary.of_length(length)
        assert all(len(word) == length for word in listed)
        assert set("".join(listed)) <= set(dictionary.alphabet)
        assert all(fold(spellings[-1], dictionary.alphabet) == word for word, spellings in list(listed.items())[::37])


@pytest.mark.slow
@every_shipped
def test_shipped_lists_are_sorted(name: str) -> None:
    dictionary = open_dictionary(name)
    for words in some(map(dictionary.words, dictionary.lengths)):
        assert list(words) == sort_words(words, dictionary.alphabet)


def test_spellings_of_shipped_words() -> None:
    assert set(open_dictionary("fr").spellings("PECHE")) == {"pêche", "pêché", "pèche", "péché"}
    assert {"COEUR", "OEUFS"} <= set(open_dictionary("fr").words(5))


@pytest.mark.parametrize("name", ["fr", "fr-common"])
def test_words_of_the_magazine_are_there(name: str) -> None:
    dictionary = open_dictionary(name)
    words = "paume choux palme pends foret fendu phase pente curry alors coude perds plans puits"
    assert all(word in dictionary for word in words.upper().split(" "))


def test_the_attribution_names_every_list() -> None:
    attribution = (ROOT / "wordlists" / "ATTRIBUTION.md").read_text(encoding="utf-8")
    index = json.loads((ROOT / "wordlists" / "index.json").read_text(encoding="utf-8"))
    for entry in some(index["dictionaries"]):
        assert entry["file"] in attribution
        assert entry["sha256"] in attribution


def test_words_are_looked_up_folded(tmp_path: Path) -> None:
    dictionary = open_dictionary("fr")
    assert "coudé" in dictionary
    assert "Coude" in dictionary
    assert dictionary.spellings("coude") == dictionary.spellings("COUDE") == ("coude", "coudé")
    assert "c0ude" not in dictionary
    assert dictionary.having(5, 0, "c") == dictionary.having(5, 0, "C") > 0
    assert "" not in dictionary
    assert dictionary.nearest("COUDEE") == dictionary.nearest("coudée")


def test_a_dictionary_of_too_many_lines_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("ab\n" * 1_000_001)
    with pytest.raises(ListTooLongError) as caught:
        open_dictionary(str(path))
    assert "1,000,000 lines" in str(caught.value)

"""The languages: every text of the code is in their catalogues, and compiled ones say the same."""

from __future__ import annotations

import ast
import doctest
import io
import os
import re
from collections.abc import Iterable
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo

from mastermot.cli.group import ABOUT
from mastermot.cli.help import STANDING
from mastermot.errors import NOUNS, MastermotError
from mastermot.puzzle.compose.errors import TooFewWordsError, TooManyPuzzlesError
from mastermot.rules.code_errors import ColoursRangeError
from mastermot.rules.errors import MarksOverLengthError
from mastermot.texts import _, languages
from mastermot.texts.languages import catalogue, from_environment
from mastermot.words.files import FileMissingError
from tests.messages import check_told
from tests.support import list_nodes, run, some
from tools import catalogue as tool
from tools import compile_catalogues
from tools.compile_catalogues import compile_catalogue

PACKAGE = Path(languages.FOLDER).parent.parent
WHOLE = ("es", "fr")
"""Languages that say everything; one that is begun says the rest in English."""
OTHER_NAMES = r"\b(notes?|positions?|préfixes?|exclue?s?|difficulté|stratégies?|indications?)\b"
"""French names of what has another one in the glossary (docs/fr/index.md); of English, see `tests/test_glossary.py`."""


@pytest.mark.parametrize("language", tool.OTHERS)
def test_a_catalogue_says_every_text_of_the_code_and_no_others(language: str) -> None:
    catalog, path = tool.updated(language, with_click=False), tool.path_of(language)
    assert tool.broken(catalog) == []
    if language in WHOLE:
        assert tool.untranslated(catalog) == []
        assert tool.lacking(language) == []
    assert path.read_bytes() == tool.po_bytes(catalog)


@pytest.mark.parametrize("language", tool.OTHERS)
def test_a_compiled_catalogue_says_what_babel_makes_of_it(language: str) -> None:
    source = tool.path_of(language)
    ours = GNUTranslations(io.BytesIO(compile_catalogue(source.read_text(encoding="utf-8"))))
    buffer = io.BytesIO()
    write_mo(buffer, tool.known(language))
    buffer.seek(0)
    babels = GNUTranslations(buffer)
    for message in tool.known(language):
        if message.pluralizable:
            one, many = message.id
            for count in range(4):
                assert ours.ngettext(one, many, count) == babels.ngettext(one, many, count)
        elif message.id:
            assert ours.gettext(message.id) == babels.gettext(message.id)
    assert source.with_suffix(".mo").read_bytes() == compile_catalogue(source.read_text(encoding="utf-8"))


def test_the_examples_of_the_compiler_hold() -> None:
    assert doctest.testmod(compile_catalogues) == (0, 2)


@pytest.mark.parametrize("line", ["msgid here", 'msgctxt "one"', 'mgstr "ici"', "word"])
def test_a_line_that_no_catalogue_has_is_not_compiled(line: str) -> None:
    with pytest.raises(ValueError, match="line 2 is none of a catalogue"):
        compile_catalogue(f'msgid "here"\n{line}\n')


def test_a_catalogue_is_compiled_when_it_is_older_or_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_catalogues, "LANGUAGES", tmp_path)
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    source, compiled = folder / "mastermot.po", folder / "mastermot.mo"
    source.write_text('msgid "here"\nmsgstr "ici"\n', encoding="utf-8")
    compile_catalogues.compile_older()
    assert compiled.read_bytes() == compile_catalogue('msgid "here"\nmsgstr "ici"\n')
    compiled.write_bytes(b"made just now")
    compile_catalogues.compile_older()
    assert compiled.read_bytes() == b"made just now"
    os.utime(compiled, (0, 0))
    compile_catalogues.compile_older()
    assert compiled.read_bytes() == compile_catalogue('msgid "here"\nmsgstr "ici"\n')
    assert sorted(folder.iterdir()) == [compiled, source]


NEVER_ONE = {
    r"are too many|need \{megabytes\} MB|is searched|are searched|a picture shows": "past a limit",
    r"(more than|at most|to) \{(limit|most)\}": "a limit of the program",
    r"\{(length|most)\} letters|A word of \{count\} letters": "a word has two letters or more",
    r"\{turns\} turns (saved|more|lost)": "a number with decimals, which has the plural in English",
    r"in \{name\} has \{count\}|about \{count\} codes": "more codes than are listed",
    r"\{count\} colours, \{symbols\}|\{total\} turns, average": "two or more, as colours are",
    r"of \{before\} (codes|words) left": "a move from one code left has a sentence of its own",
    r"one of \{looked_at\} guesses": "those of long lists",
    r"There are \{count\} puzzles|^\{count\} words$": "asked only about two or more",
    r"strings of letters fit": "with one the letters are certain",
    r"at least \{least\} more marks": "one more has a sentence of its own",
    r"\{missing\} of the \{count\} clue words": "a share of the ten clues or so of a puzzle",
    r"\{words\} are words|^line \{line\} claims": "no number, or no noun",
}
"""Texts with a number before a plural, whatever the number: it is never one, for that reason."""


def list_counted_nouns() -> set[str]:
    """Return the plurals that the catalogue counts: the words after the count that its singular does not have."""
    nouns = set(NOUNS)
    for message in tool.known("fr"):
        if isinstance(message.id, tuple):
            one, many = (set(re.findall(r"[a-z]+", text)) for text in message.id)
            counted = re.findall(r"\{count\} (?:[a-z-]+ )?([a-z]+)", message.id[1])
            nouns |= (many - one).intersection(counted) - {"are", "have"}
    return nouns


def find_bare_counts(texts: Iterable[str | tuple[str, str]]) -> list[str]:
    """Return the texts that have a number before a plural whatever the number is.

    >>> find_bare_counts(["of {wanted} puzzles", "of {wanted:puzzles}", ("{count} word", "{count} words")])
    ['of {wanted} puzzles']
    """
    plurals = "|".join(sorted(list_counted_nouns()))
    pattern = re.compile(rf"\{{\w+\}} (?:[a-z-]+ )?(?:{plurals})\b")
    always = ((text, text) if isinstance(text, str) else text for text in texts)
    return [many for one, many in always if set(pattern.findall(many)) & set(pattern.findall(one))]


def test_a_number_before_a_noun_has_the_form_of_the_noun_for_it() -> None:
    """Over all texts of the program: by `plural`, or by a noun of `NOUNS`; in every language by its own rule."""
    ours = [
        one.id for one in tool.known("fr") if one.id and ("click", 0) not in [(at, 0) for at, _line in one.locations]
    ]
    bare = find_bare_counts(ours)
    allowed = re.compile("|".join(NEVER_ONE))
    assert [text for text in bare if not allowed.search(text)] == []
    idle = [pattern for pattern in NEVER_ONE if not any(re.search(pattern, text) for text in bare)]
    assert idle == [], "no text needs these any more"


@pytest.mark.parametrize("language", languages.LANGUAGES)
def test_every_noun_of_a_count_has_its_forms(language: str) -> None:
    """One and two of each noun: another form, but for nouns that have no plural of their own."""
    with languages.speak(language):
        for noun in NOUNS:
            one, two = (_(f"{{number:{noun}}}", number=number) for number in (1, 2))
            assert one.replace("1", "2") != two or one.endswith("processus"), (noun, one, two)
            assert (one[0], two[0]) == ("1", "2")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            TooManyPuzzlesError(wanted=1, name="mine.txt", count=0, length=5),
            ("1 puzzle,", "1 problème,", "1 acertijo,"),
        ),
        (TooFewWordsError(clues=1, name="mine.txt", count=1, length=5), ("1 word ", "1 mot ", "1 palabra ")),
        (
            ColoursRangeError(holes=1, colours=1, most_holes=20, most_colours=26),
            ("1 colour:", "1 couleur ", "1 color:"),
        ),
        (MarksOverLengthError(marks=12345, length=1), ("12,345 marks", "12 345 lettres", "12.345 marcas")),
    ],
    ids=lambda value: value.code if isinstance(value, MastermotError) else "",
)
def test_errors_count_one_thing_as_one(error: MastermotError, told: tuple[str, str, str]) -> None:
    said = list[str]()
    for language in ("en", "fr", "es"):
        with languages.speak(language):
            said.append(error.describe_reason(_).replace("\u202f", " ").replace("\u00a0", " "))
    assert all(words in text for words, text in zip(told, said, strict=True)), said


def test_each_thing_has_one_name_in_french() -> None:
    for message in some(tool.known("fr")):
        for text in some((message.string,) if isinstance(message.string, str) else message.string):
            said = languages.PLACEHOLDERS.sub("", text)
            assert message.id in ("", "Notes") or not re.search(OTHER_NAMES, said, re.IGNORECASE), text


@pytest.mark.parametrize("language", WHOLE)
def test_what_is_quoted_has_the_quotes_of_the_language(language: str) -> None:
    """Click's texts too: in English they have ``'``. Commands to copy, such as pip's, keep the shell's quotes."""
    for message in some(tool.known(language)):
        texts = (message.string,) if isinstance(message.string, str) else message.string
        for text in some(texts):
            assert not re.search(r"(?<!\w)['\"][^'\"\n]*\{[^'\"\n]*['\"](?!\w)", text), text


def test_a_text_within_a_longer_string_is_in_the_catalogue_too() -> None:
    """What is called in the braces of an f-string is not extracted everywhere: such a text would stay in English."""
    ids = [message.id for message in tool.known("fr")]
    known = {text for one in ids for text in ([one] if isinstance(one, str) else one)}
    called = [
        node.args[0].value
        for path in PACKAGE.rglob("*.py")
        for node in list_nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in tool.KEYWORDS
        if node.args and isinstance(node.args[0], ast.Constant)
    ]
    assert len(called) > 1000
    assert [text for text in called if text not in known] == []


def test_a_text_without_french_is_found() -> None:
    catalog = tool.Catalog(locale="fr")
    catalog.add("here", "ici")
    catalog.add("there")
    catalog.add(("one", "many"), ("un", ""))
    assert tool.untranslated(catalog) == ["there", "one / many"]


def test_a_text_with_another_place_is_found() -> None:
    catalog = tool.Catalog(locale="fr")
    catalog.add("{count} here", "{count} ici")
    catalog.add("{count} there", "{nombre} là")
    catalog.add(("One turn.", "{count} turns."), ("Un coup.", "Des coups."))
    catalog.add(("one", "{count} of them"), ("un", "{count}"))
    assert tool.broken(catalog) == ["{count} there"]


def test_the_catalogues_say_nothing_of_when_and_with_what_they_were_made() -> None:
    source = tool.po_bytes(tool.known("fr"))
    for content in (source, compile_catalogue(source.decode())):
        assert not [header for header in tool.HEADERS_LEFT_OUT if header.encode() in content]
        assert b"charset=utf-8" in content
        assert b"nplurals=2" in content


# --- which language --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr_CA@euro"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "xx_XX.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "fr_BE.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "POSIX"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "xx:fr:en"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "fr"),
    ],
)
def test_the_language_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert from_environment(environment) == language


def commands() -> list[list[str]]:
    """Return every command line that shows a help: the group and each of its commands."""
    return [["--help"], *([name, "--help"] for name in ABOUT)]


@pytest.mark.parametrize("arguments", commands(), ids=" ".join)
def test_help_is_french_where_french_is_asked_for(arguments: list[str]) -> None:
    english = run(*arguments)
    for french in (run("--lang", "fr", *arguments), run(*arguments, "--lang=fr"), run(*arguments, lang="fr")):
        assert french.exit_code == 0
        assert french.stdout == run("--lang", "fr", *arguments).stdout
        same = set(english.stdout.splitlines()) & set(french.stdout.splitlines())
        assert [line for line in same if re.match(r"  (?!-|mastermot )\w+ \w+ ", line)] == []
    assert run("--lang", "en", *arguments, lang="fr").stdout == english.stdout


@pytest.mark.parametrize("arguments", commands(), ids=" ".join)
def test_what_stands_for_values_in_help_is_french_too(arguments: list[str]) -> None:
    french = catalogue("fr").gettext
    english = [name for name in STANDING if french(name) != name]
    text = run(*arguments, lang="fr").stdout
    assert not re.search(rf"\b(?:{'|'.join(english)}|INTEGER|FLOAT|TEXT)\b|<=", text)


def test_numbers_and_days_out_of_place_are_told_in_french() -> None:
    for arguments, told in [
        (("compose", "--length", "abc"), ("« abc »", "entier")),
        (("compose", "--length", "40"), ("40", "2 à 15")),
        (("optimal", "--time", "0"), ("limites", "plus")),
        (("daily", "--date", "2026-02-30"), ("« 2026-02-30 »", "AAAA-MM-JJ")),
        (("solve",), ("manquant", "« FICHIER »")),
    ]:
        result = run(*arguments, lang="fr")
        assert result.exit_code == 2
        check_told(result.stderr, "", *told)


def test_wrong_use_is_told_in_french() -> None:
    english, french = run("solve"), run("solve", lang="fr")
    assert english.exit_code == french.exit_code == 2
    assert english.stderr != french.stderr


def test_the_catalogue_is_shipped_beside_the_code() -> None:
    assert (Path(languages.FOLDER) / "fr" / "LC_MESSAGES" / "mastermot.mo").is_file()
    assert catalogue("en").gettext(FileMissingError.message) == FileMissingError.message
    assert catalogue("fr").gettext(FileMissingError.message) != FileMissingError.message

"""One name for one thing: code and English texts use no word that the last table of docs/glossary.md rules out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from mastermot.service.openapi import describe_api
from mastermot.texts import languages
from tests.support import ROOT, some
from tools import catalogue as tool

GLOSSARY = ROOT / "docs/glossary.md"
PACKAGE = ROOT / "mastermot"
WORD = re.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])")  #: A word of a name: ``_`` and capitals begin another.


class Ruled(NamedTuple):
    """What a term rules out: words in names, names of a type, where; names that may have them; phrases of texts."""

    term: str
    words: tuple[str, ...] = ()
    typed: tuple[tuple[str, str], ...] = ()
    parts: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()


def read_rows(heading: str) -> list[list[str]]:
    """Return the rows of the first table under a heading, its own two lines left out."""
    section = GLOSSARY.read_text(encoding="utf-8").split(f"{heading}\n", 1)[1]
    lines = [line for line in section.split("\n# ", 1)[0].split("\n") if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return rows[2:]


def read_ruled(row: list[str]) -> Ruled:
    """Return what a row rules out: "`left` but `left_out`", "`part`, `parts` in `game`" or "`clique` but in `cli`"."""
    term, code, texts = row
    code, _but, spared = code.partition(" but in ")
    code, _but, allowed = code.partition(" but ")
    code, _in, parts = code.partition(" in ")
    names = re.findall("`(.+?)`", code)
    return Ruled(
        term,
        words=tuple(name for name in names if ":" not in name),
        typed=tuple((name.split(": ")[0], name.split(": ")[1]) for name in names if ":" in name),
        parts=tuple(re.findall("`(.+?)`", parts)),
        allowed=tuple(re.findall("`(.+?)`", allowed)),
        spared=tuple(re.findall("`(.+?)`", spared)),
        phrases=tuple(re.findall("`(.+?)`", texts)),
    )


RULED = [read_ruled(row) for row in read_rows("## What is not said")]
MODULES = sorted(PACKAGE.rglob("*.py"))


def list_contract() -> frozenset[str]:
    """Return the names of all fields of the API: they are promised, and stay as fields."""
    found: set[str] = set()
    waiting: list[Any] = [describe_api()]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if isinstance(value.get("properties"), dict):
                found |= value["properties"].keys()
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return frozenset(found)


def list_names(tree: ast.AST, fields: frozenset[str]) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the name and the type (empty where none is said) of all that code names.

    Left out are `fields` where they are written as such: after a point, as a keyword, in the body of a class.
    """
    declared = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            declared |= {id(line.target) for line in node.body if isinstance(line, ast.AnnAssign)}
            declared |= {id(line) for line in node.body if isinstance(line, ast.FunctionDef)}
    types = {
        id(node.target): ast.unparse(node.annotation) for node in ast.walk(tree) if isinstance(node, ast.AnnAssign)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            is_field = id(node) in declared and node.id in fields
            if not is_field:
                yield node.lineno, node.id, types.get(id(node), "")
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg, "" if node.annotation is None else ast.unparse(node.annotation)
        elif isinstance(node, ast.ClassDef) or (
            isinstance(node, ast.FunctionDef) and not (id(node) in declared and node.name in fields)
        ):
            yield node.lineno, node.name, ""
        elif isinstance(node, ast.Attribute) and node.attr not in fields:
            yield node.lineno, node.attr, ""
        elif isinstance(node, ast.keyword) and node.arg is not None and node.arg not in fields:
            yield node.value.lineno, node.arg, ""


@cache
def read_names(source: str, fields: frozenset[str]) -> list[tuple[int, str, str, str]]:
    """Return what `list_names` yields of a module, and its words: ``(1, "oldLevel", "int", "_old_level_")``.

    A module is read once for all terms.
    """
    names = []
    for line, name, kind in list_names(ast.parse(source), fields):
        words = [word.lower() for word in WORD.findall(name)]
        names.append((line, name, kind, f"_{'_'.join(words)}_"))
    return names


def find_other_names(ruled: Ruled, part: str, source: str, fields: frozenset[str] = frozenset()) -> list[str]:
    """Return the names in a module of a part of the package that stand for `ruled.term` with another word."""
    if part in ruled.spared or (ruled.parts and part not in ruled.parts):
        return []
    found = []
    for line, name, kind, said in read_names(source, fields):
        other = any(f"_{word}_" in said for word in ruled.words)
        typed = (name, kind.removesuffix(" | None")) in ruled.typed
        if typed or (other and not any(f"_{one}_" in said for one in ruled.allowed)):
            found.append(f"{line}: {name}")
    return found


def find_phrases(ruled: Ruled, text: str) -> list[str]:
    """Return the phrases of an English text that stand for a term with another word."""
    said = languages.PLACEHOLDERS.sub("", text)
    return [one for one in ruled.phrases if re.search(rf"\b{re.escape(one)}\b", said, re.IGNORECASE)]


@pytest.fixture(scope="module")
def contract() -> frozenset[str]:
    return list_contract()


@pytest.mark.parametrize("ruled", RULED, ids=lambda ruled: ruled.term)
def test_code_has_no_other_name(ruled: Ruled, contract: frozenset[str]) -> None:
    found = {}
    for path in MODULES:
        part = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        names = find_other_names(ruled, part, path.read_text(encoding="utf-8"), contract)
        if names:
            found[str(path.relative_to(ROOT))] = names
    assert found == {}


@pytest.mark.parametrize("ruled", RULED, ids=lambda ruled: ruled.term)
def test_english_texts_have_no_other_name(ruled: Ruled) -> None:
    for message in some(tool.known("fr")):
        for text in some((message.id,) if isinstance(message.id, str) else message.id):
            assert find_phrases(ruled, text) == [], text


@pytest.mark.parametrize("ruled", RULED, ids=lambda ruled: ruled.term)
def test_another_name_is_found(ruled: Ruled) -> None:
    """Each word of the table, planted as a name, in a longer name, as a parameter and in a text."""
    part = next(iter(ruled.parts), "operations")
    for word in ruled.words:
        for source in (f"{word} = 1", f"class Table:\n    old_{word}: int = 1", f"def find({word}): ...", f"a.{word}"):
            assert find_other_names(ruled, part, source), source
    for name, kind in ruled.typed:
        for source in (f"{name}: {kind} = 0", f"def find({name}: {kind} | None): ..."):
            assert find_other_names(ruled, part, source), source
        assert find_other_names(ruled, part, f"{name}: Other = 0") == []
    for phrase in ruled.phrases:
        assert find_phrases(ruled, f"Take the {phrase}, or {{{phrase}}}.") == [phrase]
        assert find_phrases(ruled, "Take {" + phrase + "}.") == []
    assert ruled.words or ruled.typed or ruled.phrases


def test_a_field_of_the_contract_keeps_its_name(contract: frozenset[str]) -> None:
    ruled = next(one for one in RULED if one.term == "candidate")
    assert {"left", "left_count", "error", "parts"} <= contract
    assert find_other_names(ruled, "game", "class Answer:\n    left: int\nAnswer(left=1).left", contract) == []
    assert find_other_names(ruled, "game", "left = 1", contract) == ["1: left"]


def test_the_glossary_has_every_term_that_rules_words_out() -> None:
    terms = {row[0] for row in read_rows("# Glossary")}
    assert {one.term for one in RULED} <= terms
    assert {"level", "grade", "position", "hole", "candidate", "partition", "class"} <= terms
    assert {"extra guesses", "standard error"} <= terms


def test_each_term_is_explained_once() -> None:
    terms = [row[0] for row in read_rows("# Glossary")]
    named = {one.term for one in RULED}
    assert [term for term in terms if terms.count(term) > 1 and term not in named] == []

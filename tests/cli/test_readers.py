"""Every file that a command reads has a bound: its bytes, its lines, the length of a line."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from tests import kinds
from tests.messages import check_told
from tests.support import run, some

COLOURS = ("--holes", "2", "--colours", "2")
WORDS = ("--words", "FILE", "--length", "5")
LISTS = {
    ("solve", "words"): ("solve", "coude", "--words", "FILE"),
    ("play", "words"): ("play", *WORDS, "--secret", "porte"),
    ("play", "guesses"): ("play", "--words", "fr-common", "--length", "5", "--secret", "porte", "--guesses", "FILE"),
    ("play", "accel"): ("play", "--words", "fr-common", "--length", "5", "--secret", "porte", "--accel", "FILE"),
    ("guess", "words"): ("guess", *WORDS),
    ("guess", "answers"): ("guess", "--words", "fr-common", "--length", "5", "--answers", "FILE"),
    ("guess", "guesses"): ("guess", "--words", "fr-common", "--length", "5", "--guesses", "FILE"),
    ("guess", "stats"): ("guess", *COLOURS, "--stats", "FILE"),
    ("next", "words"): ("next", *WORDS),
    ("next", "answers"): ("next", "--words", "fr-common", "--length", "5", "--answers", "FILE"),
    ("next", "guesses"): ("next", "--words", "fr-common", "--length", "5", "--guesses", "FILE"),
    ("next", "accel"): ("next", "--words", "fr-common", "--length", "5", "--accel", "FILE"),
    ("review", "words"): ("review", "-", *WORDS),
    ("review", "answers"): ("review", "-", "--words", "fr-common", "--length", "5", "--answers", "FILE"),
    ("review", "guesses"): ("review", "-", "--words", "fr-common", "--length", "5", "--guesses", "FILE"),
    ("rank", "words"): ("rank", *WORDS),
    ("rank", "guesses"): ("rank", "--words", "fr-common", "--length", "5", "--count", "2", "--guesses", "FILE"),
    ("duel", "words"): ("duel", *WORDS, "--games", "1"),
    ("duel", "guesses"): ("duel", "--words", "fr-common", "--length", "5", "--games", "1", "--guesses", "FILE"),
    ("duel", "accel"): ("duel", "--words", "fr-common", "--length", "5", "--games", "1", "--accel", "FILE"),
    ("explore", "words"): ("explore", *WORDS),
    ("explore", "guesses"): ("explore", "--words", "fr-common", "--length", "5", "--guesses", "FILE"),
    ("explore", "accel"): ("explore", "--words", "fr-common", "--length", "5", "--accel", "FILE"),
    ("optimal", "words"): ("optimal", *WORDS),
    ("optimal", "guesses"): ("optimal", "--words", "fr-common", "--length", "5", "--guesses", "FILE"),
    ("tree", "words"): ("tree", "TREE", *WORDS),
    ("tree", "guesses"): ("tree", "TREE", "--words", "fr-common", "--length", "5", "--guesses", "FILE"),
    ("static", "words"): ("static", *WORDS, "--count", "1"),
    ("static", "guesses"): ("static", "--words", "fr-common", "--length", "5", "--count", "1", "--guesses", "FILE"),
    ("cliques", "words"): ("cliques", *WORDS),
    ("ladder", "words"): ("ladder", "porte", "torte", "--words", "FILE"),
    ("accelerate", "words"): ("accelerate", *WORDS),
    ("accelerate", "stock"): ("accelerate", "--words", "fr-common", "--length", "4", "--from", "FILE"),
    ("compose", "words"): ("compose", *WORDS),
    ("compose", "answers"): ("compose", "--answers", "FILE"),
    ("compose", "own"): ("compose", "--with", "FILE"),
    ("compose", "exclude"): ("compose", "--exclude", "FILE"),
    ("daily", "words"): ("daily", "--words", "FILE"),
    ("words", "name"): ("words", "FILE", "--length", "5"),
}
"""A call for each list that a command reads: words, acceleration words, games that were kept."""
OTHERS = {
    ("solve", "file"): ("solve", "FILE"),
    ("review", "file"): ("review", "FILE"),
    ("next", "history"): ("next", "FILE", *COLOURS),
    ("tree", "file"): ("tree", "FILE"),
    ("tree", "proof"): ("tree", "TREE", "--check-proof", "FILE"),
    ("play", "tree"): ("play", *COLOURS, "--secret", "AB", "--tree", "FILE"),
    ("duel", "tree"): ("duel", *COLOURS, "--games", "1", "--tree", "FILE"),
    ("explore", "tree"): ("explore", *COLOURS, "--tree", "FILE"),
    ("explore", "database"): ("explore", *COLOURS, "--database", "FILE"),
    ("optimal", "resume"): ("optimal", *COLOURS, "--resume", "FILE"),
}
"""A call for each other file that a command reads: they have bounds of their own."""
WRITTEN = {
    *(("review", "plot"), ("explore", "plot"), ("explore", "table"), ("optimal", "tree_file"), ("optimal", "proof")),
    *(("tree", "graph"), ("static", "card"), ("ladder", "plot"), ("compose", "sheet"), ("solve", "sheet")),
}
"""Files that are written."""
FOLDERS = {("site", "python"), ("site", "wheels"), ("site", "folder")}


@pytest.fixture
def tree(tmp_path: Path) -> str:
    path = tmp_path / "tree.json"
    assert run("optimal", *COLOURS, "--tree", str(path)).exit_code == 0
    return str(path)


def test_every_file_of_every_command_is_in_a_table() -> None:
    named = {
        (command, parameter.name)
        for command, parameter in kinds.list_parameters()
        if any(word in (parameter.metavar or "") for word in ("FILE", "FOLDER", "PATH"))
    }
    assert named <= {*LISTS, *OTHERS, *WRITTEN, *FOLDERS}
    known = {(command, parameter.name) for command, parameter in kinds.list_parameters()}
    assert {*LISTS, *OTHERS, *WRITTEN, *FOLDERS} <= known


@pytest.mark.compiled
def test_every_list_has_bounds(tmp_path: Path, tree: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes, lines and the length of a line: one more than is read is refused, with what the bound is."""
    monkeypatch.setattr("mastermot.words.files.MAX_LINES", 20_000)
    monkeypatch.setattr("mastermot.words.files.LARGEST_LIST", 1 << 20)
    contents = {
        "more bytes": (b"porte\n" * 200_000, 3, "file-too-large", ["1,048,576"]),
        "more lines": (b"porte\n" * 20_001, 4, "list-too-long", ["20,000"]),
        "no word": (b"\n" * 20_001, 4, "list-too-long", ["20,000"]),
        "a long line": (b"porte\ntorte\n" + b"porte" * 3000, 3, "line-too-long", ["line 3", "10,000"]),
    }
    for kind, (content, status, code, told) in some(contents.items()):
        path = tmp_path / "list.txt"
        path.write_bytes(content)
        for call, arguments in LISTS.items():
            result = run(*put(arguments, str(path), tree), stdin="raies XO\n")
            assert result.exit_code == status, (call, kind, result.stderr[-300:])
            check_told(result.stderr, code, *told)


@pytest.mark.compiled
def test_no_file_is_read_whole_where_it_is_larger_than_its_bound(
    tmp_path: Path, tree: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of zeros that takes no room on the disk, and would take as much memory as it has bytes."""
    monkeypatch.setattr("mastermot.game.trees.MAX_TREE_BYTES", 1 << 20)  # 500 MB else, and 4 GB
    monkeypatch.setattr("mastermot.lab.optimal.saved_searches.MAX_SAVED_BYTES", 1 << 20)
    monkeypatch.setattr("mastermot.words.files.LARGEST_LIST", 1 << 20)
    path = tmp_path / "zeros"
    with path.open("wb") as file:
        file.truncate(1 << 28)
    tracemalloc.start()
    try:
        for call, arguments in (LISTS | OTHERS).items():
            tracemalloc.reset_peak()
            before, _peak = tracemalloc.get_traced_memory()
            result = run(*put(arguments, str(path), tree), stdin="raies XO\n")
            _now, peak = tracemalloc.get_traced_memory()
            assert result.exit_code == 3, (call, result.stderr[-300:])
            assert peak - before < 1 << 27, call
    finally:
        tracemalloc.stop()


def put(arguments: tuple[str, ...], file: str, tree: str) -> list[str]:
    """Return the arguments with the names of files in the places that hold them."""
    return [{"FILE": file, "TREE": tree}.get(one, one) for one in arguments]


def test_words_on_one_line_count_as_much_as_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "excluded.txt"
    path.write_text("porte torte\n" * 3)
    monkeypatch.setattr("mastermot.puzzle.compose.composed.MAX_LINES", 5)
    result = run("compose", "--exclude", str(path))
    assert result.exit_code == 4
    check_told(result.stderr, "list-too-long", "5")

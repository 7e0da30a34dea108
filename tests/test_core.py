"""The core, as CONTRIBUTING lists it: how it is written, and its worked examples made once more by plain versions.

The examples are doctests. Here their figures come from elsewhere: from a plain version in the package, or from the
definition, written out in the test.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from itertools import product
from math import isclose, log2
from pathlib import Path
from unicodedata import combining, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import BLACK_WHITE, Clue, Dictionary, ListedCodes, find_ladders, fold, mark
from mastermot.families import find_separated_words, sort_families
from mastermot.families.family import find_families_plainly
from mastermot.families.ladders import find_ladders_plainly
from mastermot.game import Table
from mastermot.game.partitions import find_entropy, partition
from mastermot.puzzle import pair_clues
from mastermot.puzzle.explain import explain_clues
from mastermot.puzzle.explain.board import ClueBoard, find_removable_plainly
from mastermot.puzzle.explain.techniques import find_sums
from mastermot.puzzle.prefixes import fits_so_far, pack_clues
from mastermot.words.dictionaries import Section, fold_lines, fold_lines_plainly
from mastermot.words.folding import LETTERS
from tests.support import ROOT, blacks, list_nodes, strings

PACKAGE = ROOT / "mastermot"
MAX_COLUMNS = 100  #: Columns of code in the core.
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SPANISH = "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"


def list_core_files() -> list[Path]:
    """Return the files that CONTRIBUTING says to read first, in its order."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = text.partition("## The core")[2].partition("\n## ")[0]
    return [PACKAGE / name for name in re.findall(r"^\d+\. `([\w/]+\.py)`", section, re.MULTILINE)]


CORE = list_core_files()


def find_wide_lines(text: str) -> list[int]:
    """Return the lines whose code goes beyond `MAX_COLUMNS`.

    Comments and docstrings do not count, nor what stands in quotes (sentences stand on one line), nor imports and the
    parameters of functions, which the formatter lays out.

    >>> find_wide_lines("x = 1  # " + "a" * 100), find_wide_lines("x = " + "1 + " * 30 + "1")
    ([], [1])
    """
    aside: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            aside.update(range(node.lineno, node.body[0].lineno))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            aside.update(range(node.lineno, (node.end_lineno or 0) + 1))
    ends: dict[int, int] = {}
    quoted: dict[int, int] = {}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        line, column = token.end
        if token.type == tokenize.STRING:
            quoted[line] = quoted.get(line, 0) + len(token.string)
        if token.type not in (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE):
            ends[line] = max(ends.get(line, 0), column)
    return [line for line, end in ends.items() if end - quoted.get(line, 0) > MAX_COLUMNS and line not in aside]


def find_assignments(path: Path, least: int) -> list[int]:
    """Return the lines that set several names to as many values at once, `least` or more."""
    found = []
    for node in list_nodes(path):
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Tuple):
            continue
        if isinstance(node.targets[0], ast.Tuple) and len(node.value.elts) >= least:
            found.append(node.lineno)
    return found


def find_nested(path: Path) -> list[int]:
    """Return the lines of comprehensions that hold another one."""
    found = []
    for node in list_nodes(path):
        if isinstance(node, COMPREHENSIONS):
            inner = [other for other in ast.walk(node) if other is not node and isinstance(other, COMPREHENSIONS)]
            found += [node.lineno] * bool(inner)
    return found


def test_the_core_is_listed() -> None:
    assert len(CORE) >= 12
    assert [path for path in CORE if not path.is_file()] == []


def test_the_core_has_worked_examples() -> None:
    """But the last two files, as CONTRIBUTING says."""
    assert [path for path in CORE if ">>> " not in path.read_text("utf-8")] == CORE[-2:]


@pytest.mark.parametrize("path", CORE, ids=[path.name for path in CORE])
def test_the_core_has_one_idea_a_line(path: Path) -> None:
    assert find_assignments(path, least=2) == []
    assert find_nested(path) == []
    assert find_wide_lines(path.read_text("utf-8")) == []
    assert not re.search(r"what\s+`[\w.]+`\s+raises|raises? as `|^ +Raises as", path.read_text("utf-8")), (
        "name the errors"
    )


def test_nowhere_three_assignments_on_a_line_nor_a_comprehension_in_another() -> None:
    wrong = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        lines = [*find_assignments(path, least=3), *find_nested(path)]
        if lines:
            wrong[str(path.relative_to(ROOT))] = lines
    assert wrong == {}


# --- the examples, from elsewhere -------------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "folded"), [("cœur", "COEUR"), ("Déjà", "DEJA"), ("caña", "CANA")])
def test_a_fold(word: str, folded: str) -> None:
    """Accents are the marks that Unicode takes apart; of ligatures it knows nothing, they are two letters here."""
    opened = word.replace("œ", "oe")
    plain = "".join(sign for sign in normalize("NFD", opened) if not combining(sign)).upper()
    assert fold(word) == folded == plain


lines = st.text(st.sampled_from("aéñœßA1#' \t.-"), max_size=8)


@given(st.lists(lines, max_size=6), st.sampled_from([LETTERS, SPANISH]))
def test_a_text_folds_as_its_lines_do(texts: list[str], alphabet: str) -> None:
    text = "\n".join(texts)
    folded = fold_lines(text, alphabet)
    assert (folded.words, folded.skipped) == fold_lines_plainly(text, alphabet)


@given(st.sets(st.text("ABÑ", min_size=3, max_size=3), min_size=1), st.integers(0, 2), st.sampled_from("abñ"))
def test_the_words_that_have_a_letter_are_those_that_show_it(words: set[str], position: int, letter: str) -> None:
    listed = sorted(words)
    section = Section({word: (word,) for word in listed}, 3, SPANISH)
    bits = section.having(position, letter)
    chosen = [word for number, word in enumerate(listed) if bits >> number & 1]
    assert chosen == section.list_having_plainly(position, letter)
    assert bits < 1 << len(listed)


def test_the_two_fields_of_paume_2() -> None:
    """After every prefix the fields hold what one counts by hand, and the guards say what `fits_so_far` says."""
    clue = Clue("PAUME", 2, line=1)
    columns = ["CP", "AO", "U", "DM", "E"]
    start, guard, letters = pack_clues([clue], columns)
    assert (start, guard) == (0b1011_1010, 0b1000_1000)
    for word in map("".join, product(*columns)):
        needs = start
        for length in range(1, 6):
            prefix = word[:length]
            needs -= dict(letters[length - 1])[prefix[-1]]
            found = blacks(prefix, clue.word)
            if not fits_so_far(prefix, clue):
                assert needs & guard != guard, prefix
                break
            assert needs & guard == guard, prefix
            assert needs & 0b111 == 2 - found, "blacks needed"
            assert needs >> 4 & 0b111 == 3 - (length - found), "misses affordable"


def test_a_state_of_three_columns() -> None:
    clue = Clue("SOL", 1, line=1)
    board = ClueBoard([clue], ["MS", "O", "LN"])
    fitting = [word for word in map("".join, product("MS", "O", "LN")) if blacks(word, "SOL") == 1]
    assert fitting == ["MON"]
    assert sorted(board.find_unsupported(1, [[0, 1], [1], [0, 1]]) or ()) == [(0, 1), (2, 1)]
    assert (
        find_removable_plainly([clue], board.columns) == {(0, "S"), (2, "L")} == board.find_removable(1, board.columns)
    )


def test_a_partition_with_its_entropy() -> None:
    """What a guess tells is the mean of log2(1 / p) over the classes, p being the share of each."""
    family = ["RACE", "RADE", "RAGE", "RAME", "RAPE", "RARE", "RASE", "RATE", "RAYE"]
    table = Table(BLACK_WHITE, ListedCodes(family))
    for guess, sizes, bits in (("GARS", [6, 2, 1], 1.2244), ("RACE", [1, 8], 0.5033)):
        classes = partition(BLACK_WHITE, guess, family)
        assert [len(words) for words in classes.values()] == sizes
        assert {word: marks for marks, words in classes.items() for word in words} == {
            word: mark(guess, word, BLACK_WHITE) for word in family
        }
        plain = sum(size / 9 * log2(9 / size) for size in sizes)
        scores = table.scores(table.rows([guess]), table.rows(family))
        assert round(plain, 4) == bits
        assert isclose(find_entropy(sizes), plain)
        assert isclose(float(scores.entropy[0]), plain)


def test_a_family_and_the_acceleration_word_that_splits_it() -> None:
    by_pattern = find_families_plainly(["RACE", "RAGE", "RARE", "RITE"])
    [family] = sort_families({pattern: tuple(words) for pattern, words in by_pattern.items()})
    assert (family.pattern, family.words) == ("RA?E", ("RACE", "RAGE", "RARE"))
    marks = {word: mark("GARS", word, BLACK_WHITE).text for word in family.words}
    assert marks == {"RACE": "XO", "RAGE": "XOO", "RARE": "XX"}
    nothing = mark("GARS", "RA.E", BLACK_WHITE).text  # a sign that GARS does not have
    separated = [word for word in family.words if marks[word] != nothing]
    assert list(find_separated_words("GARS", family)) == separated == ["RAGE", "RARE"]


def test_one_step_with_its_facts() -> None:
    """Each step of the example follows from its clues and its facts: by all strings that they allow."""
    puzzle = pair_clues([("cour", 2), ("zozo", 1), ("crin", 3)])
    steps = explain_clues(ClueBoard(puzzle.clues, puzzle.columns), ["COIN"]).steps
    assert [step.kind for step in steps] == ["count", "needed", "satisfied"]
    for step in steps:
        known = list(puzzle.columns)
        for fact in step.facts:
            known[fact.position - 1] = fact.letters
        out = find_removable_plainly(step.clues, known)
        assert out is not None
        assert {(one.position - 1, one.letter) for one in step.removed} <= out
        for left_out in step.facts:  # each fact is needed: without it less follows
            fewer = list(known)
            fewer[left_out.position - 1] = puzzle.columns[left_out.position - 1]
            out = find_removable_plainly(step.clues, fewer)
            assert out is not None
            goals = {(one.position - 1, one.letter) for one in step.removed}
            for placed in step.placed:
                position = placed.position - 1
                goals |= {(position, letter) for letter in fewer[position] if letter != placed.letter}
            assert not goals <= out, left_out
    assert [fact.letters for fact in steps[1].facts] == ["C", "IU", "NR"]


def test_a_sum_of_marks() -> None:
    puzzle = pair_clues([("sol", 2), ("sen", 2), ("mul", 1)])
    board = ClueBoard(puzzle.clues[:2], puzzle.columns)
    [argument] = find_sums("count", lambda marks: [(1, 1)], board, 0b11, board.columns)
    most = {string: blacks(string, "SOL") + blacks(string, "SEN") for string in strings(puzzle)}
    with_four = [string for string, marks in most.items() if marks == 4]
    shown = {(position, letter) for string in with_four for position, letter in enumerate(string)}
    every = {(position, letter) for position, column in enumerate(puzzle.columns) for letter in column}
    assert max(most.values()) == 4
    assert argument.removed == every - shown == {(0, "M"), (1, "U")}


@given(st.sets(st.text("ABC", min_size=3, max_size=3), min_size=2, max_size=14), st.data())
def test_ladders_are_those_of_the_plain_version(words: set[str], data: st.DataObject) -> None:
    listed = sorted(words)
    start = data.draw(st.sampled_from(listed))
    end = data.draw(st.sampled_from(listed))
    found = find_ladders(start, end, Dictionary("ours", {3: {word: (word,) for word in listed}}), 1000)
    assert list(found.ladders) == find_ladders_plainly(start, end, listed)

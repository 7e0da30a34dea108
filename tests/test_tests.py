"""What our own tests never do, held on their syntax trees: check nothing, wait by the clock, draw by chance, and repeat
the program's sentences.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

import pytest

from tests.messages import check_told
from tests.support import ROOT, list_nodes, parse_module, run
from tools.compile_catalogues import LANGUAGES, read_entries

FILES = sorted((ROOT / "tests").rglob("*.py"))
CHECKS = ("check", "assert", "compare", "raises", "warns", "find", "says", "until", "wait", "fail", "some")
"""How functions begin that check something, ours and those of pytest and of a browser's page."""
LOOPS = (ast.For, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


# --- loops over nothing ----------------------------------------------------------------------------------------


def list_tests(tree: ast.Module) -> list[ast.FunctionDef]:
    """Return the test functions of a module."""
    return [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]


def name_of(function: ast.expr) -> str:
    """Return what a call calls: ``raises`` of ``pytest.raises(…)``."""
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def is_written_out(values: ast.expr) -> bool:
    """Return whether a loop over an expression is known to run: it is written out, or a constant of the module.

    A constant, whose name has capitals, is a table that its module makes; so is what is made of one.

    >>> [is_written_out(ast.parse(text, mode="eval").body) for text in ("(1, 2)", "TABLE.items()", "range(9)")]
    [True, True, True]
    >>> [is_written_out(ast.parse(text, mode="eval").body) for text in ("()", "answer.steps", "find_all(TABLE)")]
    [False, False, False]
    """
    if isinstance(values, ast.Tuple | ast.List | ast.Set):
        return any(not isinstance(one, ast.Starred) or is_written_out(one.value) for one in values.elts)
    if isinstance(values, ast.Dict):
        return bool(values.keys)
    if isinstance(values, ast.Constant):
        return bool(values.value)
    if isinstance(values, ast.Name):
        return values.id.isupper()
    if isinstance(values, ast.Attribute):
        return values.attr.isupper()
    if isinstance(values, ast.Subscript | ast.Starred):
        return is_written_out(values.value)
    if isinstance(values, ast.BinOp):
        return is_written_out(values.left) or is_written_out(values.right)
    if isinstance(values, ast.Call):
        called = name_of(values.func)
        if called == "some":
            return True
        if called in ("items", "values", "keys", "splitlines", "split", "encode") and isinstance(
            values.func, ast.Attribute
        ):
            return is_written_out(values.func.value)
        if called in ("enumerate", "sorted", "list", "tuple", "set", "range", "zip", "product", "reversed"):
            return all(is_written_out(one) for one in values.args)
    return False


def list_checks(body: list[ast.stmt], in_loop: bool = False) -> Iterator[tuple[ast.AST, bool]]:
    """Yield what checks something in a function, each with whether it stands in a loop that may not run at all."""
    for statement in body:
        if isinstance(statement, ast.For):
            yield from list_checks(statement.body, in_loop or not is_written_out(statement.iter))
            yield from list_checks(statement.orelse, in_loop)
            continue
        if isinstance(statement, ast.Assert):
            yield statement, in_loop
        for field in ("body", "orelse", "finalbody"):
            yield from list_checks(getattr(statement, field, []), in_loop)
        if isinstance(statement, ast.FunctionDef):
            continue
        outer = [node for node in ast.iter_child_nodes(statement) if not isinstance(node, ast.stmt)]
        for node in outer:
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and name_of(call.func).startswith(CHECKS):
                    yield call, in_loop


def find_idle(tree: ast.Module) -> list[str]:
    """Return the tests of a module that check something only in loops that may not run at all."""
    idle = []
    for test in list_tests(tree):
        checks = list(list_checks(test.body))
        if checks and all(in_loop for _check, in_loop in checks):
            idle.append(f"{test.lineno}: {test.name}")
    return idle


@pytest.mark.parametrize(
    ("body", "idle"),
    [
        ("for one in answer.steps:\n        assert one", True),
        ("for one in some(answer.steps):\n        assert one", False),
        ("for one in TABLE.items():\n        assert one", False),
        ("for one in (1, 2):\n        for other in find(one):\n            assert other", True),
        ("with opened() as file:\n        for one in file:\n            assert one", True),
        ("for one in answer.steps:\n        assert one\n    assert answer.steps", False),
        ("with pytest.raises(ValueError):\n        parse('')", False),
    ],
)
def test_a_test_that_may_check_nothing_is_found(body: str, idle: bool) -> None:
    assert bool(find_idle(ast.parse(f"def test_it() -> None:\n    {body}\n"))) == idle


def test_no_test_checks_only_in_loops_that_may_not_run() -> None:
    """What is computed goes through `some` of `tests/support.py`, which fails where there is nothing."""
    idle = {str(path.relative_to(ROOT)): find_idle(parse_module(path)) for path in FILES}
    assert {path: tests for path, tests in idle.items() if tests} == {}


# --- the clock, and chance -------------------------------------------------------------------------------------

CLOCKS = ("monotonic", "perf_counter", "process_time", "time")
DRAWN = ("Random", "default_rng")  #: What draws by chance where it is given no seed.


def is_clock(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and ast.unparse(node.func) in {f"time.{name}" for name in CLOCKS}
    )


def find_timed(tree: ast.Module) -> list[str]:
    """Return the lines on which a clock is compared with a number, or moved by one, and those that only let time pass.

    Only `PATIENCE` is as patient, also where a process is waited for; between two looks at what is awaited, in a
    loop, time may pass.
    """
    looking = {inside for node in ast.walk(tree) if isinstance(node, ast.While) for inside in ast.walk(node)}
    timed = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "time.sleep" and node not in looking:
            timed.append(f"{node.lineno}: {ast.unparse(node)}")
        if isinstance(node, ast.Call) and name_of(node.func) == "run":
            for part in node.keywords:
                if part.arg == "timeout" and isinstance(part.value, ast.Constant):
                    timed.append(f"{node.lineno}: timeout={ast.unparse(part.value)}")
        if isinstance(node, ast.Compare | ast.BinOp):
            numbers = [
                one for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, int | float)
            ]
            if numbers and any(map(is_clock, ast.walk(node))):
                timed.append(f"{node.lineno}: {ast.unparse(node)}")
    return timed


def find_chance(tree: ast.Module) -> list[str]:
    """Return the lines that draw by chance: without a seed, or from the generator that all of a process share."""
    found = []
    named: set[ast.AST] = set()  # what stands in a function that calls a generator of its own `random`
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            inside = list(ast.walk(node))
            bound = {one.arg for one in inside if isinstance(one, ast.arg)}
            bound |= {one.id for one in inside if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
            if "random" in bound:
                named.update(inside)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            shared = re.fullmatch("random[.][a-z]+", called) and node not in named
            if shared or (name_of(node.func) in DRAWN and not node.args):
                found.append(f"{node.lineno}: {called}")
    return found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("assert time.monotonic() - start < 30", find_timed),
        ("end = time.monotonic() + 30", find_timed),
        ("start()\ntime.sleep(2)\nstop()", find_timed),
        ("subprocess.run(command, timeout=120)", find_timed),
        ("word = random.choice(words)", find_chance),
        ("draw = Random()", find_chance),
        ("rows = np.random.default_rng().permutation(9)", find_chance),
    ],
)
def test_what_rests_on_the_clock_or_on_chance_is_found(line: str, found: Callable[[ast.Module], list[str]]) -> None:
    assert found(ast.parse(line))


@pytest.mark.parametrize(
    "text",
    [
        "end = time.monotonic() + PATIENCE\nassert time.monotonic() < end",
        "while not path.exists():\n    time.sleep(0.05)",
        "draw = Random(7)\ndraw.choice(words)",
        "def test_it(random: Random) -> None:\n    random.choice(words)",
        "rows = np.random.default_rng(0).permutation(9)",
    ],
)
def test_what_has_a_seed_or_waits_patiently_is_not_found(text: str) -> None:
    assert find_timed(ast.parse(text)) + find_chance(ast.parse(text)) == []


def test_nothing_rests_on_the_clock_or_on_chance() -> None:
    for path in FILES:
        tree = parse_module(path)
        assert (str(path), find_timed(tree), find_chance(tree)) == (str(path), [], [])


# --- public names ----------------------------------------------------------------------------------------------


def list_public() -> dict[str, str]:
    """Return the names that `import mastermot` offers as they are called where they stand, each with its part."""
    public = {}
    for node in parse_module(ROOT / "mastermot" / "__init__.pyi").body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.count(".") >= 1:
            part = ".".join(node.module.split(".")[:2])
            public.update({name.name: part for name in node.names if name.asname in (None, name.name)})
    return public


def find_deep(tree: ast.Module, public: dict[str, str]) -> list[str]:
    """Return the names that a module takes from two levels down or more, though `import mastermot` offers them."""
    deep = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.count(".") >= 2:
            part = ".".join(node.module.split(".")[:2])
            deep += [f"{node.module}.{name.name}" for name in node.names if public.get(name.name) == part]
    return deep


def test_what_is_public_is_imported_as_users_import_it() -> None:
    """So a module that moves breaks no test of what stays ([promises](../docs/promises.md))."""
    public = list_public()
    assert {"solve", "Position", "open_dictionary", "find_fixed_guesses"} <= set(public)
    assert find_deep(ast.parse("from mastermot.puzzle.clues import Clue"), public) == ["mastermot.puzzle.clues.Clue"]
    assert find_deep(ast.parse("from mastermot import Clue"), public) == []
    assert [f"{path.name}: {name}" for path in FILES for name in find_deep(parse_module(path), public)] == []


# --- the sentences of the program ------------------------------------------------------------------------------

REPEATED = 5  #: Words in a row that a test may not have in common with a text of a catalogue.
PART = re.compile(r"\{[^}]*\}|%\(\w+\)s|[.:;\n]")  #: What stands between the parts of a text that are compared.
EXACT = {
    "claims.py": "a figure of the documentation is claimed with the words round it",
    "texts/reader.py": "sentences of steps are read back, as a person reads them",
    "game/advice/test_turns.py": "number locks in the words of their authors",
}
"""Files whose subject is the words themselves, and why."""


def list_runs(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of a text, `REPEATED` in a row, within each of its parts.

    >>> list(list_runs("{count} codes are too many: at most {limit} are kept here at once"))
    [('are', 'kept', 'here', 'at', 'once')]
    """
    for part in PART.split(text.lower()):
        words = re.findall(r"[^\W\d_]+", part)
        yield from zip(*(words[first:] for first in range(REPEATED)), strict=False)


@cache
def list_sentences() -> frozenset[tuple[str, ...]]:
    """Return the words in a row of all texts of the catalogues, in each language."""
    runs: set[tuple[str, ...]] = set()
    for path in LANGUAGES.glob("*/LC_MESSAGES/*.po"):
        for entry in read_entries(path.read_text(encoding="utf-8")):
            for text in entry.values():
                runs.update(list_runs(text))
    return frozenset(runs)


def find_sentences(nodes: Iterable[ast.AST]) -> list[str]:
    """Return the lines of a module with a string that repeats a text of a catalogue.

    Docstrings do not count, nor does what an `assert` says where it fails.
    """
    strings = {}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings[node] = node.value
    for node in nodes:
        if isinstance(node, ast.Expr):
            strings.pop(node.value, None)
        if isinstance(node, ast.Assert) and node.msg is not None:
            for part in ast.walk(node.msg):
                strings.pop(part, None)
    sentences = list_sentences()
    return [f"{node.lineno}: {text}" for node, text in strings.items() if not sentences.isdisjoint(list_runs(text))]


@pytest.mark.parametrize(
    "line",
    [
        'assert "no strategy that begins with AAA does better" in said',
        'assert f"no strategy that begins with {guess}" in said',
        """assert "Aucune lettre n'est à sa place : aucune de ses lettres n’est à sa place" in said""",
        'CASES = [("solve", "this game is more than thirty days old")]',
    ],
)
def test_a_sentence_of_the_program_in_a_test_is_found(line: str) -> None:
    assert find_sentences(list(ast.walk(ast.parse(line))))


@pytest.mark.parametrize(
    "line",
    [
        'check_told(said, "proof-other", "AAA", "no strategy")',
        '"""No strategy that begins with AAA does better."""',
        'assert not left, "no strategy that begins with AAA does better"',
        'run("optimal", "--holes", "3", "--colours", "4", "--opening", "AAA")',
    ],
)
def test_words_and_numbers_of_a_sentence_are_not_found(line: str) -> None:
    assert find_sentences(list(ast.walk(ast.parse(line)))) == []


def test_no_sentence_of_the_program_stands_in_a_test() -> None:
    """A test asks for an error's code, a text's name, a word, a number: see `tests/messages.py`, `service/reader.py`.

    Then a sentence may be written better without a test going red.
    """
    found = {str(path.relative_to(ROOT / "tests")): find_sentences(list_nodes(path)) for path in FILES}
    found.pop("test_tests.py")
    assert {path: lines for path, lines in found.items() if lines and path not in EXACT} == {}
    assert [path for path in EXACT if not found[path]] == [], "these need no exception any more"


# --- which error a text tells ----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "fr", "es"])
def test_a_text_that_tells_another_error_is_found(lang: str) -> None:
    said = run("next", "--words", "fr-comon", "--length", "5", lang=lang).stderr
    check_told(said, "dictionary-unknown", "fr-comon", lang=lang)
    for code, part in (("file-missing", "fr-comon"), ("dictionary-unknown", "jourde"), ("", "jourde")):
        with pytest.raises(AssertionError):
            check_told(said, code, part, lang=lang)

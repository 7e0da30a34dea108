#!/usr/bin/env python3
"""Change one operator or constant at a time, at random, and say which changes the tests of the same package miss.

``python3 tools/mutate.py 200 --seed 1`` works in a copy of the checkout. First it runs the tests of each package in
which it changes something (``tests/puzzle`` for ``mastermot/puzzle``) to learn which of them come to which lines; then
it makes a change at a time, and runs those that come to its line, or all of them where none does (compiled code is not
followed). A test that fails, or that does not end, notices the change. Changed is what functions do: not annotations,
decorators, and the figures of modules, which were measured. ``--skip 84`` goes on after the first 84 changes.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from coverage import CoverageData

ROOT = Path(__file__).parent.parent
PACKAGES = tuple(sorted(path.parent.name for path in ROOT.glob("mastermot/*/__init__.py")))
ALSO = {"rules": ("tests/game/test_partitions.py", "tests/game/test_sampling.py")}
"""Tests beside those of a package: the quick ways of a rule are compared with its definition where games use them."""
PATIENCE = 300  #: The least seconds after which tests count as running for ever.
SLOWED = 3  #: Tests may take so many times as long as when all of their package were run as they are.
OTHERS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "is": "is not", "is not": "is"}
OTHERS |= {"in": "not in", "not in": "in", "and": "or", "or": "and", "+": "-", "-": "+", "*": "+", "/": "*"}
OTHERS |= {"//": "*", "%": "+", "**": "*", "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<"}


class Change(NamedTuple):
    """A part of a module's text, in bytes, and what stands there instead."""

    module: str  #: Its path, from the checkout.
    line: int
    start: int
    end: int
    new: str


def list_changes(module: str) -> Iterator[Change]:
    """Yield the changes of one operator or constant in the functions of a module."""
    text = (ROOT / module).read_bytes()
    starts = [0, *(place + 1 for place, byte in enumerate(text) if byte == ord("\n"))]

    def begin(node: ast.expr) -> int:
        return starts[node.lineno - 1] + node.col_offset

    def stop(node: ast.expr) -> int:
        return starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)

    for node in walk(ast.parse(text), inside=False):
        for left, right in pair_operands(node):
            sign = text[stop(left) : begin(right)].strip(b" ()\n").decode()
            if sign in OTHERS:
                start = text.index(sign.encode(), stop(left))
                yield Change(module, left.end_lineno or 1, start, start + len(sign), OTHERS[sign])
        match node:
            case ast.Constant(value=bool(value)):
                yield Change(module, node.lineno, begin(node), stop(node), str(not value))
            case ast.Constant(value=int(value) | float(value)):
                yield Change(module, node.lineno, begin(node), stop(node), str(value + 1))
            case ast.UnaryOp(op=ast.Not()):
                yield Change(
                    module, node.lineno, begin(node), begin(node) + len("not "), ""
                )  # what was in brackets stays there


def walk(node: object, *, inside: bool) -> Iterator[ast.AST]:
    """Yield the parts of functions, but for annotations and decorators."""
    if not isinstance(node, ast.AST):
        return
    inside = inside or isinstance(node, ast.FunctionDef)
    if inside:
        yield node
    for name, field in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            for part in field if isinstance(field, list) else [field]:
                if getattr(part, "arg", "") != "strict":  # of zip: a check that only a mistake elsewhere fails
                    yield from walk(part, inside=inside)


def pair_operands(node: ast.AST) -> Iterable[tuple[ast.expr, ast.expr]]:
    """Return the operands that an operator stands between, pair by pair."""
    match node:
        case ast.Compare(left=left, comparators=others):
            return pairwise([left, *others])
        case ast.BoolOp(values=values):
            return pairwise(values)
        case ast.BinOp(left=left, right=right):
            return [(left, right)]
    return []


def find_package(change: Change) -> str:
    return Path(change.module).parts[1]


def list_tests(package: str) -> tuple[str, ...]:
    """Return where the tests of a package are."""
    return (f"tests/{package}/", *ALSO.get(package, ()))


def run_tests(copy: Path, tests: Sequence[str], *options: str, patience: float | None = None) -> bool:
    """Return whether tests succeed in a copy of the checkout, within so many seconds."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *options, *tests]
    try:
        return not subprocess.run(command, cwd=copy, env=environment, capture_output=True, timeout=patience).returncode
    except subprocess.TimeoutExpired:
        return False


def is_missed(copy: Path, change: Change, seen: CoverageData, patience: float) -> bool:
    """Return whether all tests that come to a line succeed once a change is made in the copy of the checkout."""
    own = list_tests(find_package(change))
    contexts = seen.contexts_by_lineno(str(copy / change.module)).get(change.line, [])
    tests = sorted({context.rpartition("|")[0] for context in contexts if context.startswith(own)})
    text = (ROOT / change.module).read_bytes()
    (copy / change.module).write_bytes(text[: change.start] + change.new.encode() + text[change.end :])
    try:
        return run_tests(copy, tests or own, patience=patience)
    finally:
        (copy / change.module).write_bytes(text)


def main() -> None:
    """Make so many changes, print those that no test notices, and the score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--packages", nargs="+", default=PACKAGES, help="Those whose functions are changed.")
    parser.add_argument("--skip", type=int, default=0, help="Leave out so many changes, made before.")
    chosen = parser.parse_args()
    folders = [ROOT / "mastermot" / package for package in chosen.packages]
    modules = sorted(str(path.relative_to(ROOT)) for folder in folders for path in folder.rglob("*.py"))
    changes = [change for module in modules for change in list_changes(module)]
    picked = random.Random(chosen.seed).sample(changes, min(chosen.count, len(changes)))[chosen.skip :]
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder).resolve()
        shutil.copytree(
            ROOT,
            copy,
            ignore=shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__"),
            dirs_exist_ok=True,
        )
        seen = CoverageData(str(copy / ".coverage"))
        options = ["--dist=no", "--cov=mastermot", "--cov-context=test", "--cov-append", "--cov-report="]
        patience = {}
        for package in sorted(set(map(find_package, picked))):
            began = time.monotonic()
            if not run_tests(copy, list_tests(package), *options):
                sys.exit(f"the tests of {package} fail as they are")
            patience[package] = max(PATIENCE, SLOWED * (time.monotonic() - began))
        seen.read()
        for number, change in enumerate(picked, 1):
            if is_missed(copy, change, seen, patience[find_package(change)]):
                missed += 1
                text = (ROOT / change.module).read_bytes()
                old, line = (
                    text[change.start : change.end].decode(),
                    text.splitlines()[change.line - 1].decode().strip(),
                )
                print(f"{change.module}:{change.line}: {old} → {change.new}: {line}", flush=True)
            if number % 20 == 0:
                print(f"{number - missed} of {number} changes noticed", file=sys.stderr, flush=True)
    print(f"{1 - missed / len(picked):.0%} of {len(picked)} changes noticed, of {len(changes):,} that can be made")


if __name__ == "__main__":
    main()

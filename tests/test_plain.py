"""What the program's source never does, held on its syntax tree: no hooks of Python, no code from a class's name."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.support import ROOT, parse_module
from tools.pages import all_errors

MODULES = sorted((ROOT / "mastermot").rglob("*.py"))
HOOKS = "sys.meta_path", "sys.path_hooks", "sys.unraisablehook"  #: Places of Python that every program shares.


def find_hooks(module: ast.Module) -> Iterator[str]:
    """Yield the hooks of Python that a module names, under whatever import."""
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.module == "sys":
            yield from (f"sys.{name.name}" for name in node.names if f"sys.{name.name}" in HOOKS)
        if isinstance(node, ast.Attribute) and f"sys.{node.attr}" in HOOKS:
            yield f"sys.{node.attr}"


def find_codes(module: ast.Module) -> Iterator[ast.expr]:
    """Yield what a module gives to anything called ``code`` of a class."""
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef):
            for statement in node.body:
                targets = statement.targets if isinstance(statement, ast.Assign) else []
                if any(isinstance(target, ast.Name) and target.id == "code" for target in targets):
                    yield statement.value
        for target in node.targets if isinstance(node, ast.Assign) else []:
            if isinstance(target, ast.Attribute) and target.attr == "code" and ast.unparse(target.value) == "cls":
                yield node.value


@pytest.mark.parametrize(
    ("source", "hooks"),
    [
        ("import sys\nsys.meta_path.insert(0, Finder)", ["sys.meta_path"]),
        ("from sys import unraisablehook as former", ["sys.unraisablehook"]),
        ("import sys as system\nsystem.unraisablehook = hear", ["sys.unraisablehook"]),
        ("import sys\nsys.path.append('.')", []),
    ],
)
def test_hooks_are_found(source: str, hooks: list[str]) -> None:
    assert list(find_hooks(ast.parse(source))) == hooks


def test_no_hook_of_python_is_used() -> None:
    assert [f"{path.name}: {hook}" for path in MODULES for hook in find_hooks(parse_module(path))] == []


def test_every_code_of_an_error_is_written_out() -> None:
    found = [value for path in MODULES for value in find_codes(parse_module(path))]
    assert len(found) >= len(all_errors())
    assert [ast.unparse(value) for value in found if not isinstance(value, ast.Constant)] == []


def test_every_error_says_its_own_code() -> None:
    assert [error.__name__ for error in all_errors() if "code" not in vars(error)] == []


def test_no_two_public_classes_share_a_name() -> None:
    """Results have names of their own; nor is a type like ``Marks = NDArray[…]`` called like a class."""
    places: dict[str, list[str]] = {}
    aliases: dict[str, list[str]] = {}
    for path in MODULES:
        place = str(path.relative_to(ROOT))
        for node in ast.walk(parse_module(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(place)
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and is_type(node.value):
                aliases.setdefault(node.targets[0].id, []).append(place)
    assert len(places) > 300
    shared = {name: [*found, *aliases.get(name, [])] for name, found in places.items()}
    assert {name: found for name, found in shared.items() if len(found) > 1} == {}


def is_type(value: ast.expr) -> bool:
    """Return whether an expression is a type with its arguments, such as ``Literal["a", "b"]``."""
    return isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name) and value.value.id[0].isupper()

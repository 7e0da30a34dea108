"""What is compiled, and when it is compiled anew."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mastermot.lab.optimal import compiled

PACKAGE = "mastermot.lab.optimal."
FOLDER = Path(compiled.__file__).parent


def list_imports(path: Path) -> dict[str, list[str]]:
    """Return the modules of the package that a module imports from, with the names that it takes."""
    found: dict[str, list[str]] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith(PACKAGE):
            found[node.module.removeprefix(PACKAGE)] = [alias.name for alias in node.names]
    return found


IMPORTS = {path.stem: list_imports(path) for path in FOLDER.glob("*.py")}
WITH_COMPILED_FUNCTIONS = {name for name, imports in IMPORTS.items() if "compiled" in imports}


def test_a_change_of_any_compiled_function_compiles_all_anew() -> None:
    assert len(WITH_COMPILED_FUNCTIONS) >= 6
    assert {"compiled", *WITH_COMPILED_FUNCTIONS} <= set(compiled.MODULES)


@pytest.mark.parametrize("name", sorted(WITH_COMPILED_FUNCTIONS))
def test_a_change_of_a_constant_compiles_all_anew(name: str) -> None:
    """A constant, in capitals, is part of the machine code; what is a class or a function of Python is not."""
    for module, names in IMPORTS[name].items():
        constants = [constant for constant in names if constant.isupper()]
        assert not constants or module in compiled.MODULES, (module, constants)

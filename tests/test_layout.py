"""The layout: dependencies point down only, and what must start fast loads nothing heavy."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from mastermot.cli.group import ABOUT, RESEARCH
from tests.support import ROOT, list_nodes, loaded, parse_module, some

PACKAGE = ROOT / "mastermot"
RUNGS = [
    {"cli", "service", "__main__"},
    {"operations"},
    {"texts"},
    {"lab"},
    {"game", "families"},
    {"puzzle"},
    {"rules"},
    {"words"},
    {"engine"},
    {"budget", "caches", "errors", "lazy", "notebooks", "registry", "results", "wording"},
]
"""What stands on what: a part imports from rungs below its own, or from its own rung as long as no circle comes out."""
RUNG = {part: index for index, rung in enumerate(RUNGS) for part in rung}
SPEAKING = set().union(*RUNGS[:3])


def part_of(path: Path) -> str:
    """Return the part of the package that a module belongs to: the name under ``mastermot``."""
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def named(path: Path) -> str:
    """Return the name of a module, as it is imported."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = sorted(PACKAGE.rglob("*.py"))
NAMES = {named(path): path for path in MODULES}


@cache
def imported(path: Path) -> set[str]:
    """Return the modules of the package that a module imports, at its top or inside a function.

    One of another part that a string names is imported too, sooner or later.
    """
    found = set()
    for node in list_nodes(path):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Constant) and str(node.value) in NAMES:
            text = str(node.value)
            names = [text] if part_of(NAMES[text]) not in (part_of(path), "__init__") else []
        for name in names:
            if name.partition(".")[0] == "mastermot":
                found.add(name if name in NAMES else name.rpartition(".")[0] if "." in name else name)
    return found - {named(path)}


def imports(path: Path) -> set[str]:
    """Return the parts of the package that a module imports; `` `` is the root."""
    return {part_of(NAMES[name]).replace("__init__", "") for name in imported(path)}


def test_every_part_has_its_rung() -> None:
    """A new part is added to `RUNGS` and to the map in CONTRIBUTING.md."""
    assert {part_of(path) for path in MODULES} - {"__init__"} <= set(RUNG)


def test_dependencies_point_down() -> None:
    for path in MODULES:
        part = part_of(path)
        for other in imports(path) - {part}:
            if other == "":
                assert part in {"cli", "service", "__main__", "lab"}, f"{path} imports the root"
            elif part == "__init__":
                assert other not in SPEAKING - {"texts"}, path
            else:
                assert RUNG[other] >= RUNG[part], f"{path} imports {other}"


def test_no_circle_of_parts() -> None:
    graph: dict[str, set[str]] = {}
    for path in MODULES:
        part = part_of(path)
        if part != "__init__":
            graph.setdefault(part, set()).update(imports(path) - {part, ""})
    assert list(TopologicalSorter(graph).static_order())


def find_pairs(uses: Mapping[str, Collection[str]]) -> set[tuple[str, str]]:
    """Return the modules that import each other."""
    return {(one, other) for one in uses for other in uses[one] if one < other and one in uses.get(other, ())}


def test_no_two_modules_import_each_other() -> None:
    assert find_pairs({name: imported(path) for name, path in NAMES.items()}) == set()


SCRIPTS = ROOT / "mastermot/service/page/static"
IMPORTED = re.compile(r"""(?:from|import)[ (]+["']([./\w]+\.js)""")
TYPE = re.compile(r"/\*\*.*?\*/", re.DOTALL)  #: A comment that declares types, which browsers do not load.


def list_imports(types: bool) -> dict[str, set[str]]:
    """Return what each module of the page imports, at once or later, with or without that for types alone."""
    uses = {}
    for path in SCRIPTS.rglob("*.js"):
        text = path.read_text("utf-8")
        found = IMPORTED.findall(text if types else TYPE.sub("", text))
        uses[str(path)] = {str((path.parent / imported).resolve()) for imported in found}
    return uses


def test_no_two_modules_of_the_page_import_each_other() -> None:
    """Neither for what they call nor for their types."""
    uses = list_imports(types=True)
    assert str(SCRIPTS / "shared/core.js") in uses[str(SCRIPTS / "guess/guess.js")]
    assert find_pairs(uses) == set()


def test_no_module_of_the_page_leads_back_to_itself() -> None:
    uses = list_imports(types=False)
    for name in some(uses):
        reached: set[str] = set()
        ahead = [*uses[name]]
        while ahead:
            module = ahead.pop()
            assert module in uses, f"{name} imports {module}, which is not there"
            if module not in reached:
                reached.add(module)
                ahead += uses[module]
        assert name not in reached, f"{name} imports itself, by way of others"


def test_the_doors_alone_reach_the_lab() -> None:
    """What one reads in an afternoon stands without it."""
    for path in MODULES:
        if part_of(path) in {"words", "rules", "puzzle", "game", "families", "engine"}:
            assert "lab" not in imports(path), path


NEEDING_THE_LAB = {*RESEARCH, "rank"}  #: Pairs of guesses are ranked as fixed guesses are found.


def test_research_is_loaded_by_the_commands_of_research_alone() -> None:
    """The modules of all other commands load nothing of it."""
    others = [f"mastermot.cli.{name}" for name in ABOUT if name not in NEEDING_THE_LAB]
    modules = loaded(f"import {', '.join(others)}")
    assert "mastermot.game.advice.review" in modules
    assert not {name for name in modules if name.startswith("mastermot.lab")}


PLAYED = (
    "solve coude --explain",
    "play --holes 3 --colours 4 --secret ABC",
    "next --holes 3 --colours 4 ABC=X",
    "cliques --length 4",
    "guess --holes 3 --colours 4 --seed 1",
)
SERVED = """
from mastermot.service import create_app
client = create_app().test_client()
for path in ("/api/families?words=sgb&length=5&min_size=9", "/api/words", "/openapi.json", "/problems"):
    assert client.get(path).status_code == 200, path
for path, body in (
    ("/api/solve", {"clues": [{"word": "paume", "marks": 2}, {"word": "coude", "marks": 5}]}),
    ("/api/next", {"holes": 3, "colours": 4, "history": [{"guess": "ABC", "marks": "X"}]}),
    ("/api/guess", {"holes": 3, "colours": 4, "history": [{"guess": "ABC", "marks": "X"}]}),
):
    assert client.post(path, json=body).status_code == 200, path
"""
COMMAND = """
from mastermot.cli import main
try:
    main({arguments})
except SystemExit as end:
    assert end.code in (0, None, 1), end.code
"""
TO_THE_END = "import colorsys"  #: A module that nothing else loads.


@pytest.mark.parametrize("program", [*PLAYED, SERVED], ids=[*PLAYED, "served"])
def test_who_plays_and_solves_loads_no_research(program: str) -> None:
    code = program if program == SERVED else COMMAND.format(arguments=program.split())
    modules = loaded(f"{code}\n{TO_THE_END}")
    assert "colorsys" in modules
    assert not {name for name in modules if name.startswith("mastermot.lab")}


FOLDERS = {"tests", "research", "tools", "benchmarks"}  #: What tests import beside the package, from this checkout.


def list_imported(path: Path) -> set[str]:
    """Return the names that a file imports, at its top or inside a function; those of modules among them."""
    found = set()
    for node in list_nodes(path):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add(str(node.module))
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def follow_imports(path: Path) -> set[str]:
    """Return all names that a test imports, itself or by what it imports of this checkout."""
    found: set[str] = set()
    ahead = [path]
    seen = {path}
    while ahead:
        names = list_imported(ahead.pop())
        found |= names
        for name in names:
            file = ROOT / f"{name.replace('.', '/')}.py"
            if name.partition(".")[0] in FOLDERS and file.is_file() and file not in seen:
                seen.add(file)
                ahead.append(file)
    return found


def test_imports_are_followed_through_helpers_and_research() -> None:
    found = follow_imports(ROOT / "tests" / "lab" / "optimal" / "test_openings.py")
    assert "mastermot.lab.optimal" in found, "research.book imports it"


def test_tests_of_games_and_of_research_do_not_import_each_other() -> None:
    """Neither by a helper nor by a program of `research`; and no text of a test of games names the lab."""
    for one, other in (("game", "lab"), ("lab", "game")):
        for path in some((ROOT / "tests" / one).rglob("*.py")):
            names = follow_imports(path)
            assert not [name for name in names if name.startswith(f"tests.{other}.")], path
            if one == "game":
                assert not [name for name in names if name.startswith("mastermot.lab")], path
                assert "mastermot.lab" not in path.read_text("utf-8"), path


def test_the_library_prints_nothing() -> None:
    for path in MODULES:
        if part_of(path) not in SPEAKING:
            calls = [node.func for node in list_nodes(path) if isinstance(node, ast.Call)]
            assert not [call for call in calls if isinstance(call, ast.Name) and call.id in {"print", "input"}], path


def test_every_room_has_its_tests() -> None:
    rooms = {path.name for path in PACKAGE.iterdir() if path.is_dir() and list(path.glob("*.py"))}
    tested = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and list(path.rglob("test_*.py"))}
    alone = {path.stem.removeprefix("test_") for path in (ROOT / "tests").glob("test_*.py")}
    assert rooms <= tested | alone


# --- start-up --------------------------------------------------------------------------------------------------

HEAVY = {
    "numpy",
    "numba",
    "dask",
    "distributed",
    "flask",
    "werkzeug",
    "waitress",
    "pydantic",
    "jinja2",
    "matplotlib",
    "babel",
    "pytest",
}


def test_importing_loads_nothing_heavy() -> None:
    own = {name for name in loaded("import mastermot") if name.startswith("mastermot.")}
    assert own == {"mastermot.lazy", "mastermot.wording"}
    modules = loaded("import mastermot\nmastermot.solve")
    assert "mastermot.puzzle.prefixes" in modules
    assert not modules & (HEAVY | {"click", "sqlite3"})


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "puzzles/coude.txt"],
        ["solve", "--json", "puzzles/coude.txt"],
        ["solve", "--trace", "--lang", "fr", "-"],
        ["marks", "paume", "coude"],
        ["words"],
    ],
    ids=" ".join,
)
def test_quick_commands_load_nothing_heavy(arguments: list[str]) -> None:
    modules = loaded(f"from mastermot.cli import main\nmain({arguments})")
    assert "click" in modules
    assert not modules & (HEAVY | {"sqlite3"})


@pytest.mark.parametrize(
    "arguments", ["solve coude", "compose --seed 1", "daily", "daily --game", "words", "cliques", "ladder coude route"]
)
def test_commands_that_need_no_numpy_do_not_load_it(arguments: str) -> None:
    """Where there is no memory for numpy, loading it ends the process with a sentence that is not ours."""
    assert "numpy" not in loaded(f"from mastermot.cli import main\nmain({arguments.split()})")


# --- what is installed -----------------------------------------------------------------------------------------


def test_what_the_program_imports_is_named_and_what_is_named_is_imported() -> None:
    """Nine packages at most; flask brings jinja2 and werkzeug, pydantic its core."""
    found = {
        name.partition(".")[0]
        for path in MODULES
        for node in list_nodes(path)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    others = found - sys.stdlib_module_names - {"mastermot", "jinja2", "werkzeug", "pydantic_core"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named, *extras = (
        {re.split("[^a-z-]", line)[0].replace("-", "_") for line in lines}
        for lines in (project["dependencies"], *project["optional-dependencies"].values())
    )
    assert named <= others
    assert len(named) <= 9
    assert others <= named.union(*extras)


# --- frameworks as their documentation shows them --------------------------------------------------------------

CLICK_CLASSES = {"Option", "Argument", "Command"}


def list_classes() -> list[tuple[Path, ast.ClassDef]]:
    """Return every class of the package, with its file."""
    found = []
    for path in MODULES:
        for node in list_nodes(path):
            if isinstance(node, ast.ClassDef):
                found.append((path, node))
    return found


def test_no_class_is_derived_from_what_click_makes_of_a_command() -> None:
    """One group that loads commands when they are called, one context for help, and types of values are all."""
    derived = {}
    for path, node in list_classes():
        for base in node.bases:
            name = ast.unparse(base).removeprefix("click.")
            if name in CLICK_CLASSES or (name in ("Group", "Context") and path.parent.name == "cli"):
                derived[named(path), node.name] = name
    assert derived == {("mastermot.cli.group", "Group"): "Group", ("mastermot.cli.help", "Context"): "Context"}


def test_nothing_edits_the_schemas_of_pydantic() -> None:
    """Markers of fields are metadata that it reads; the documents of the API are its own, with texts put in."""
    editing = []
    for path, node in list_classes():
        methods = [part.name for part in node.body if isinstance(part, ast.FunctionDef)]
        if {"__get_pydantic_core_schema__", "__get_pydantic_json_schema__"} & {*methods}:
            editing.append((named(path), node.name))
    assert editing == []


def list_same_names() -> dict[str, list[Path]]:
    """Return the modules that share a name with others, without the reasons that `find_without_reason` knows."""
    found: dict[str, list[Path]] = {}
    for path in MODULES:
        if path.stem not in ("__init__", "errors"):
            found.setdefault(path.stem, []).append(path.relative_to(PACKAGE))
    return {name: paths for name, paths in found.items() if len(paths) > 1}


def find_without_reason(paths: Collection[Path]) -> list[Path]:
    """Return those of some modules of one name that have no reason to be called so.

    A command's module has the command's name. An operation is called like what it asks for in the library, the narrower
    request of a route like the operation, and what says a result like the module that has it.
    """
    reasons = {"cli", "operations", "texts", "service"}
    others = [path for path in paths if path.parts[0] not in reasons or path.parts[:2] == ("service", "page")]
    commands = [path for path in paths if path.parts[0] == "cli" and path.stem not in {*ABOUT, "sheets"}]
    return sorted(commands + (others if len(others) > 1 else []))


def test_modules_of_one_name_have_a_reason() -> None:
    """A reader of the list of files is not to guess which one is meant."""
    for name, paths in some(list_same_names().items()):
        assert find_without_reason(paths) == [], name


def test_two_modules_of_one_name_are_found() -> None:
    assert find_without_reason([Path("game/plots.py"), Path("lab/plots.py")])
    assert find_without_reason([Path("game/turns.py"), Path("cli/turns.py")]) == [Path("cli/turns.py")]
    assert find_without_reason([Path("game/advice/review.py"), Path("cli/review.py")]) == []


def test_a_module_of_errors_holds_several() -> None:
    for path in MODULES:
        if path.stem.endswith("errors"):
            classes = [one for one in parse_module(path).body if isinstance(one, ast.ClassDef)]
            functions = [one for one in parse_module(path).body if isinstance(one, ast.FunctionDef)]
            assert len(classes) + len(functions) > 1, path

"""The documentation: its examples run, and every command, option, route, error, strategy, rule… is described."""

from __future__ import annotations

import inspect
import json
import re
import runpy
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qsl
from urllib.request import urlopen

import click
import pytest

import mastermot
from mastermot import RULES
from mastermot.cli import errors as cli_errors
from mastermot.cli import main
from mastermot.cli.group import ABOUT
from mastermot.game import CODEMAKERS, PLAYERS, POOLS, STRATEGIES
from mastermot.puzzle.compose import read_offensive
from mastermot.puzzle.explain import TECHNIQUES
from mastermot.rules.codes import MAX_CODES
from mastermot.texts.languages import LANGUAGES
from tests.examples import QuickWorkshop, busy_machine  # noqa: F401 - a fixture
from tests.kinds import list_parameters
from tests.service.support import serve
from tests.support import PATIENCE, ROOT, run, some
from tests.test_catalogue import WHOLE
from tests.test_layout import RUNGS
from tools.pages import (
    SERVICE,
    Example,
    add_commands,
    add_objects,
    agree,
    all_errors,
    all_pages,
    find_blocks,
    language_of,
    list_related,
    open_workshop,
    plays_large_games,
    read_examples,
    refresh_parts,
    run_page,
)
from tools.techniques import WORDS, make_files

DOCS = ROOT / "docs"


def page(name: str) -> str:
    """Return the text of a page of `docs/`."""
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def sections(text: str) -> dict[str, str]:
    """Return the text below each heading of the second level."""
    titles = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
    return dict(zip(titles[1::2], titles[2::2], strict=True))


def columns_page() -> str:
    """Return what the page of answers says of tables, a heading of the second level for each command."""
    return sections(page("answers"))["Columns of the tables"].replace("\n### ", "\n## ")


def first_column(text: str) -> set[str]:
    """Return the names between backquotes in the first column of the tables of a text."""
    cells = re.findall(r"^\| ([^|]*) \|", text, flags=re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    """Give the address of a running service."""
    with serve("--no-access-log") as served:
        yield served.address.removeprefix("http://")


@pytest.fixture(autouse=True)
def own_names() -> Iterator[None]:
    """Forget the rules and the players that a page registers."""
    before = set(RULES) | set(PLAYERS)
    yield
    for names in (RULES, PLAYERS):
        for name in set(names) - before:
            del names[name]


# --- the examples ----------------------------------------------------------------------------------------------


def test_what_examples_write_is_no_part_of_the_repository() -> None:
    """Those who follow a tutorial in their clone find nothing new under ``git status``."""
    commands = "\n".join(
        block.body for path in all_pages() for block in find_blocks(path.read_text("utf-8"), "console")
    )
    written = set(re.findall(r"(?:>|--(?:sheet|card|tree|proof|database)) ?([a-z0-9]+\.[a-z]+)\b", commands))
    assert {"copied.txt", "booklet.html", "study.sqlite", "3x4.json"} <= written
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a clone")
    ignored = subprocess.run(["git", "check-ignore", *written], cwd=ROOT, capture_output=True, text=True, check=False)
    assert set(ignored.stdout.split()) == written


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.compiled] * ("$ mastermot optimal" in path.read_text()))
        for path in all_pages()
    ],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
@pytest.mark.usefixtures("busy_machine")
def test_examples_run(path: Path, request: pytest.FixtureRequest) -> None:
    blocks = find_blocks(path.read_text(encoding="utf-8"), "console")
    asks = any(SERVICE in block.body for block in blocks)
    if asks and shutil.which("curl") is None:
        pytest.skip("no curl here, with which the page asks the service")
    if request.node.get_closest_marker("compiled"):
        run("optimal", "--holes", "2", "--colours", "2")  # compiled now, if it was not: the command would say so
    host = request.getfixturevalue("service") if asks else ""
    with open_workshop(path, host) as workshop:
        assert "\n\n".join(run_page(path, QuickWorkshop(*workshop))) == ""


@pytest.mark.parametrize("path", all_pages(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_generated_parts_are_in_step(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert refresh_parts(text) == text, "python3 tools/pages.py --update"


def test_every_example_that_can_run_is_run() -> None:
    """A command in a block without a language that runs would never be checked."""
    found = []
    for path in some(all_pages()):
        blocks = find_blocks(path.read_text(encoding="utf-8"), "", "text", "sh", "ini", "json")
        found += [(path.name, block) for block in blocks]
    for name, block in some(found):
        assert "\n$ " not in f"\n{block.body}", f"{name}, line {block.line}"


# --- the first page --------------------------------------------------------------------------------------------

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_first_page_is_short() -> None:
    assert README.count("\n") <= 100


def test_the_first_page_begins_with_the_set_up() -> None:
    (first, *_others) = find_blocks(README, "console", "sh")
    assert first.language == "sh"
    assert first.body.startswith("python3 -m pip install -e . && ")


def test_the_first_page_says_this_version_of_this_program() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    python = project["requires-python"].removeprefix(">=")
    own = project["license"].partition(" AND ")[0]
    assert f"\nVersion {mastermot.__version__} · Python {python} or newer · {own} · " in README


def test_the_licence_of_the_package_names_those_of_all_lists() -> None:
    """As SPDX writes them; what has no name there is a reference of our own, told in CONTRIBUTING."""
    index = json.loads((ROOT / "wordlists" / "index.json").read_text("utf-8"))
    told = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = project["license"].split(" AND ")
    others = {"SCOWL notices": "LicenseRef-SCOWL", "Stanford GraphBase notice": "LicenseRef-Stanford-GraphBase"}
    others["GPL-3.0 OR LGPL-3.0 OR MPL-1.1"] = "(GPL-3.0-only OR LGPL-3.0-only OR MPL-1.1)"
    for entry in [*index["dictionaries"], *index["frequencies"]]:
        licence = entry["licence"].partition(":")[0]
        assert others.get(licence, licence) in named, entry["name"]
        assert f"`{entry['licence_file']}`" in told
    assert all(f"`{name}`" in told for name in named if name.startswith("LicenseRef-"))


def test_the_first_page_shows_a_short_film() -> None:
    (picture,) = re.findall(r"\]\((\S+\.gif)\)", README)
    content = (ROOT / picture).read_bytes()
    assert content.startswith(b"GIF89a")
    assert b"NETSCAPE2.0" in content
    assert len(content) <= 1_000_000


def test_the_first_page_shows_the_main_job() -> None:
    commands = [example.command for block in find_blocks(README, "console") for example in read_examples(block.body)]
    assert any(command.startswith("mastermot solve") for command in commands)


@pytest.mark.parametrize("path", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"], ids=str)
def test_links_lead_to_files(path: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)|src=\"([^\":]+)\"", path.read_text(encoding="utf-8"))
    assert [link for pair in links for link in pair if link and not (ROOT / link).exists()] == []


@pytest.mark.parametrize("path", all_pages(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_commands_named_on_a_page_exist(path: Path) -> None:
    named = set(re.findall(r"(?:\$ |`)(?:python3 -m )?mastermot ([a-z]+)", path.read_text(encoding="utf-8")))
    assert named <= set(ABOUT)


OPTIONS_OF_OTHERS = {"--access-logformat", "--graceful-timeout", "--workers"}
"""Options of gunicorn; ``--o-o`` is no option, but marks."""


@pytest.mark.parametrize("path", all_pages(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_options_named_on_a_page_exist(path: Path) -> None:
    """Those that stand alone, as code; what was removed is in the changes, and what runs tests in CONTRIBUTING."""
    if path.name in ("CHANGELOG.md", "CONTRIBUTING.md"):
        return
    ours = {
        option for _command, parameter in list_parameters() for option in (*parameter.opts, *parameter.secondary_opts)
    }
    named = set(re.findall(r"`(--[a-z][a-z-]+)", path.read_text(encoding="utf-8")))
    assert named - OPTIONS_OF_OTHERS - {"--o-o"} <= ours


def test_every_page_in_another_language_has_its_english_twin() -> None:
    twins = runpy.run_path(str(DOCS / "conf.py"))["TWINS"]
    others = [path for path in all_pages() if language_of(path) != "en" and path.parent != ROOT]
    assert {path.relative_to(DOCS).with_suffix("").as_posix() for path in others} == set(twins)
    assert [name for name in twins.values() if not (DOCS / f"{name}.md").exists()] == []


# --- the map of the code ---------------------------------------------------------------------------------------


def test_the_map_names_every_part_in_the_order_of_the_layout() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (drawing,) = find_blocks(text, "text")
    assert [set(line.split()) for line in drawing.body.splitlines()] == [rung - {"__main__"} for rung in RUNGS]
    told = {
        name.removesuffix(".py")
        for name in re.findall(r"`(?:mastermot/)?([a-z]+(?:\.py|/))`", sections(text)["The map"])
    }
    assert {part for rung in RUNGS for part in rung} - {"__main__"} <= {name.strip("/") for name in told}


def test_the_core_comes_before_the_map() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    titles = [*sections(text)]
    assert titles.index("The core, in an afternoon") < titles.index("The map")
    files = re.findall(r"^\d+\. `([a-z_/]+\.py)`", sections(text)["The core, in an afternoon"], re.MULTILINE)
    assert len(files) == 16
    assert [name for name in files if not (ROOT / "mastermot" / name).exists()] == []


def test_the_map_is_beside_the_tree() -> None:
    """Each folder and module that the map names is there, and each package is on the map."""
    told = sections((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))["The map"]
    package = ROOT / "mastermot"
    table = "\n".join(line for line in told.splitlines() if line.startswith("|"))
    named = re.findall(r"`((?:mastermot/)?[a-z_/]+(?:/|\.py))`", table)
    folders = {name.removeprefix("mastermot/").rstrip("/").rpartition("/")[2] for name in named if name.endswith("/")}
    packages = {path.parent.name for path in package.rglob("__init__.py")} - {"mastermot"}
    assert packages - folders == set()
    everything = {path.name for path in package.rglob("*") if path.is_dir() or path.suffix == ".py"}
    assert [name for name in named if name.rstrip("/").rpartition("/")[2] not in everything] == []
    elsewhere = [name for name in re.findall(r"`([a-z_/]+\.py)`", told) if not name.startswith("tests/")]
    assert [name for name in elsewhere if name.rpartition("/")[2] not in everything] == []


# --- what the program offers is described ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ABOUT)
def test_every_command_is_described_with_its_options(name: str) -> None:
    text = sections(page("commands"))[f"`mastermot {name}`"]
    command = main.get_command(click.Context(main, **main.context_settings), name)
    assert command is not None
    options = [
        parameter for parameter in command.params if isinstance(parameter, click.Option) and not parameter.hidden
    ]
    for option in options:
        for written in (*option.opts, *option.secondary_opts):
            assert re.search(rf"{re.escape(written)}\b", text), written


def test_every_json_document_is_described() -> None:
    told = " ".join(re.findall(r"^### (.*)$", sections(page("answers"))["JSON objects"], flags=re.MULTILINE))
    assert [name for name in ABOUT if name != "serve" and f"`mastermot {name} --json`" not in told] == []


@pytest.mark.parametrize(("name", "add"), [("commands", add_commands), ("answers", add_objects)])
def test_a_command_without_a_section_gets_one_in_its_place(name: str, add: Callable[[str], str]) -> None:
    text = page(name)
    assert add(text) == text, "each command has its section"
    start = re.search(r"^##+ `mastermot ladder( --json)?`\n", text, re.MULTILINE)
    assert start is not None
    end = re.compile(r"^##", re.MULTILINE).search(text, start.end())
    assert end is not None
    again = add(text[: start.start()] + text[end.start() :])
    headings = re.findall(r"^##+ .*\n", again, re.MULTILINE)
    place = headings.index(start[0])
    assert "cliques" in headings[place - 1], "behind that of the command that help lists before it"
    section = again.partition(start[0])[2].partition(headings[place + 1])[0]
    assert re.search(r"```console\n\$ mastermot ladder .*(--help|--json)\n```\n", section)


def test_every_rule_is_described() -> None:
    assert {title.strip("`") for title in sections(page("rules")) if title.startswith("`")} == set(RULES)


@pytest.mark.parametrize(
    ("title", "names"), [("Strategies", STRATEGIES), ("Pools", POOLS), ("Players", PLAYERS), ("Codemakers", CODEMAKERS)]
)
def test_every_way_to_play_is_described(title: str, names: dict[str, object]) -> None:
    assert first_column(sections(page("rules"))[title]) == set(names)


def test_every_technique_is_described() -> None:
    told = sections(page("how-it-works"))["Explanations"]
    assert first_column(told) == set(TECHNIQUES)
    assert "`remainder`" in told


def test_every_technique_has_its_page_in_every_language() -> None:
    files = make_files()
    found = {path for path in DOCS.rglob("techniques/*") if path.is_file()}
    assert {path for path in found | set(files) if not path.exists() or path.read_text("utf-8") != files.get(path)} == (
        set()
    ), "python3 tools/techniques.py"
    for language in WORDS:
        pages = [path for path in files if path.suffix == ".md" and language_of(path) == language]
        assert {path.stem for path in pages} == {*TECHNIQUES, "index"}
    assert {*WORDS} >= {"en", *WHOLE}


@pytest.mark.parametrize("language", WORDS)
def test_the_puzzle_of_a_technique_needs_it_wherever_it_is_shared(language: str) -> None:
    """The address of a page's puzzle has the puzzle of the page, and solving it takes the technique at that step."""
    for path, text in some(make_files().items()):
        if path.suffix != ".md" or path.stem == "index" or language_of(path) != language:
            continue
        (block,) = find_blocks(text, "text")
        (address,) = re.findall(r"\(http://127\.0\.0\.1:8000/#solve\?([^)]*)\)", text)
        asked = dict(parse_qsl(address))
        assert asked["p"] == ".".join(line.replace(" ", "") for line in block.body.splitlines())
        answer = run("solve", "-", "--words", asked["w"], "--explain", "--json", stdin=block.body).stdout
        kinds = [step["kind"] for step in json.loads(answer)["steps"]]
        assert path.stem in kinds
        assert re.search(rf"\b{kinds.index(path.stem) + 1}\.$", text.split("#solve")[1].split("\n")[0])


def test_every_error_is_described() -> None:
    assert first_column(sections(page("errors"))["Error codes"]) == {error.code for error in all_errors()}


def test_every_exit_status_is_described() -> None:
    told = set(re.findall(r"^\| (\d+) \|", sections(page("errors"))["Exit statuses"], flags=re.MULTILINE))
    known = {getattr(cli_errors, name) for name in dir(cli_errors) if name.startswith("EXIT_")}
    known |= set(cli_errors.STATUSES.values())
    assert told >= {str(int(status)) for status in known}


def test_every_route_and_every_status_is_described(service: str) -> None:
    with urlopen(f"http://{service}/openapi.json", timeout=PATIENCE) as answer:
        paths = json.load(answer)["paths"]
    routes = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    assert routes <= set(re.findall(r"`((?:GET|POST) /[^`]*)`", page("http")))
    with urlopen(f"http://{service}/problems", timeout=PATIENCE) as answer:
        statuses = {str(kind["status"]) for kind in json.load(answer)["problems"]}
    told = set(re.findall(r"^\| (\d+) \|", sections(page("http"))["Problems"], flags=re.MULTILINE))
    assert statuses <= told


def test_every_public_name_is_in_the_reference() -> None:
    told = set(re.findall(r"^\.\. auto\w+:: mastermot\.(\w+)$", page("api"), flags=re.MULTILINE))
    assert told == set(mastermot.__all__)


def test_no_entry_of_the_reference_is_empty() -> None:
    """Each field of a tuple, which the reference shows, has a text; each method, property and function a docstring."""
    public = [getattr(mastermot, name) for name in mastermot.__all__]
    kinds = [value for value in (*public, *list_related()) if inspect.isclass(value)]
    assert {"Step", "Repair", "Hint", "SmallResult", "Transcript"} <= {kind.__name__ for kind in kinds}
    silent = []
    for kind in kinds:
        told = re.findall(r'^    (\w+): .*(?:#: |\n    """)', inspect.getsource(kind), re.MULTILINE)
        silent += [f"{kind.__name__}.{name}" for name in getattr(kind, "_fields", ()) if name not in told]
        silent += [f"{kind.__name__}.{name}" for name, value in vars(kind).items() if is_silent(name, value)]
    silent += [value.__name__ for value in public if inspect.isroutine(value) and not inspect.getdoc(value)]
    assert silent == []


def is_silent(name: str, value: object) -> bool:
    """Return whether a method or a property that the reference shows has no docstring."""
    shown = inspect.isfunction(value) or isinstance(value, property)
    return shown and not name.startswith("_") and not inspect.getdoc(value)


def test_every_class_of_errors_is_in_the_reference() -> None:
    told = re.findall(r"^\| `(mastermot\.[\w.]+Error)` \| `([\w-]+)` \|", page("api"), re.MULTILINE)
    assert {(f"{error.__module__}.{error.__name__}", error.code) for error in all_errors()} == set(told)


@pytest.mark.parametrize(
    "command",
    [
        "words",
        "words sgb",
        "rank --holes 2 --colours 2",
        "duel --holes 2 --colours 2 --games 2",
        "explore --holes 2 --colours 2",
    ],
)
def test_every_column_is_described(command: str) -> None:
    """The titles of a table stand in its first line that is all words, two spaces or more between."""
    printed = run(*command.split()).stdout.splitlines()
    titles = next(line for line in printed if re.fullmatch(r"[a-z’]+( [a-z’]+)?(  +[a-z’]+( [a-z’]+)?)+", line.strip()))
    text = sections(columns_page())[f"`mastermot {command.split()[0]}`"]
    assert [title for title in re.split(r"  +", titles.strip()) if title not in text] == []


def test_every_column_of_a_report_is_described(tmp_path: Path) -> None:
    file = str(tmp_path / "runs.sqlite")
    for player in ("first", "knuth"):
        run("explore", "--holes", "2", "--colours", "3", "--player", player, "--database", file)
    tables = run("explore", "--database", file, "--report").stdout.split("\n\n")[:2]
    titles = [title for table in tables for title in re.split(r"  +", table.splitlines()[0].strip())]
    text = sections(columns_page())["`mastermot explore`"]
    assert len(titles) == 14
    assert [title for title in titles if title not in text] == []


def test_the_names_of_json_are_described() -> None:
    answer = json.loads(run("solve", "--explain", "--json", "puzzles/coude.txt").stdout)
    text = sections(page("answers"))["JSON objects"]
    names = {*answer, *answer["steps"][0], *answer["grade"]}
    assert {name for name in names if f"`{name}`" not in text} == set()


JSON_COMMANDS = (
    "marks speed abide --rule positional",
    "play --holes 4 --colours 6 --secret BEEF --player decodeur",
    "next --words fr-common --length 5 RAIES=O COULE=XXXX --top 1",
    "rank --holes 2 --colours 2",
    "rank --holes 2 --colours 2 --after BB=X",
    "rank --holes 2 --colours 2 --count 2",
    "cliques --words fr-common --length 5 --word coude",
    "static --holes 2 --colours 3 --rule black --all --groups",
    "ladder tare pion --words fr",
    "ladder ado pie --words fr-common",
    "ladder coude",
    "ladder --words fr-common --length 3",
    "accelerate --words fr-common --length 3 --most 1 --trials 5",
    "duel --holes 2 --colours 2 --games 3",
    "explore --holes 2 --colours 3 --turns",
    "compose --level 1 --seed 3",
    "daily --date 2026-11-24",
    "daily --date 2026-11-24 --game",
    "words",
    "words sgb",
    "words sgb --length 5",
)
DATA = {"histogram", "sizes", "lengths", "turns", "configuration", "title"}
"""Fields whose own names are data: numbers, codes, columns that are described elsewhere."""


def names_in(document: object) -> set[str]:
    """Return the names of all fields of a document."""
    if isinstance(document, list):
        return set().union(*map(names_in, document))
    if not isinstance(document, dict):
        return set()
    inner = (names_in(value) for name, value in document.items() if name not in DATA)
    return set(document).union(*inner)


def told_of(command: str) -> str:
    """Return what the page of answers says of the JSON of a command."""
    parts = re.split(r"^### ", page("answers"), flags=re.MULTILINE)
    return next(part for part in parts if f"`mastermot {command.split()[0]} --json`" in part.partition("\n")[0])


@pytest.mark.parametrize("command", JSON_COMMANDS)
def test_every_field_of_json_is_described(command: str) -> None:
    names = names_in(json.loads(run(*command.split(), "--json").stdout))
    text = told_of(command)
    assert {name for name in names if not re.search(rf"`(?:[^`\n]*[.])?{name}`", text)} == set()


@pytest.mark.compiled
@pytest.mark.parametrize("objective", ["total", "longest", "within:2"])
def test_every_field_of_the_best_strategy_is_described(objective: str, tmp_path: Path) -> None:
    tree, proof = str(tmp_path / "tree.json"), str(tmp_path / "tree.proof")
    search = ("optimal", "--holes", "2", "--colours", "3", "--objective", objective, "--json")
    found = run(*search, "--tree", tree, "--proof", proof).stdout
    checked = run("tree", tree, "--check-proof", proof, "--json").stdout
    names = names_in([json.loads(found), json.loads(checked)])
    assert {"claims", "proven"} <= names
    assert {name for name in names if f"`{name}`" not in told_of("optimal")} == set()


def test_the_columns_of_the_database_are_described(tmp_path: Path) -> None:
    import sqlite3

    file = tmp_path / "runs.sqlite"
    run("explore", "--words", "sgb", "--length", "5", "--player", "first", "--database", str(file))
    connection = sqlite3.connect(file)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    columns = {row[1] for table in tables for row in connection.execute(f"PRAGMA table_info({table})")}
    connection.close()
    assert columns == first_column(sections(page("formats"))["The database of explorations"])


@pytest.mark.parametrize("language", ["fr", "es"])
def test_the_glossaries_have_the_same_terms(language: str) -> None:
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$", page(f"{language}/index"), flags=re.MULTILINE)[2:]
    english = {term for _, terms in rows for term in re.split(r", |: ", terms)}
    assert {term for term in english if not re.search(rf"^\|.*\b{term}\b", page("glossary"), re.MULTILINE)} == set()


# --- what the pages claim is true --------------------------------------------------------------------------------


def prose(path: Path) -> str:
    """Return the text of a page without its blocks, its code and its generated parts."""
    text = re.sub(r"<!-- generated.*?<!-- end -->", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"^(```+).*?^\1|`[^`]*`|\]\([^)]*\)", "", text, flags=re.DOTALL | re.MULTILINE)


def test_players_of_large_games_are_those_that_the_limits_name() -> None:
    """The table of the limits is made from the constants; that some refuse the pool `all` is said by hand."""
    codes = mastermot.ColourCodes(5, 14)
    assert codes.count > MAX_CODES

    def plays_all(name: str) -> bool:
        try:
            mastermot.make_codebreaker(name, codes=codes, pool="all").check_game(codes, mastermot.BLACK_WHITE)
        except mastermot.MastermotError:
            return False
        return True

    refusing = {name for name in PLAYERS if not plays_large_games(name)}
    assert {name for name in PLAYERS if not plays_all(name)} > refusing


def test_no_column_is_described_twice() -> None:
    for title, text in some(sections(columns_page()).items()):
        for table in some(re.split(r"\n\n", text)):
            cells = re.findall(r"^\| ([^|]*) \|", table, flags=re.MULTILINE)
            assert len(cells) == len(set(cells)), title


def test_every_benchmark_is_named() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for folder in ("benchmarks", "research"):
        scripts = {path.name for path in (ROOT / folder).glob("[a-z]*.py")}
        assert scripts <= set(re.findall(rf"{folder}/(\w+\.py)", text)), folder


def list_missing_files(text: str) -> list[str]:
    """Return the files of the project that a text names but that are not there, such as ``docs/none.md``."""
    named = re.findall(r"`((?:docs|tests|tools|benchmarks|research|wordlists|mastermot)/[a-z_/-]+\.[a-z]+)`", text)
    return [name for name in named if not (ROOT / name).exists()]


def test_files_that_are_not_there_are_found() -> None:
    assert list_missing_files("see `docs/glossary.md` and ``docs/none.md``") == ["docs/none.md"]


def test_every_file_that_the_code_names_is_there() -> None:
    folders = ("mastermot", "tests", "tools", "benchmarks", "research")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.py") if path != Path(__file__)]
    assert {path.name: missing for path in paths if (missing := list_missing_files(path.read_text("utf-8")))} == {}


def test_modules_are_as_short_as_contributors_are_told() -> None:
    told = re.search(r"(\d+) lines at most", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert told is not None
    longest = max(path.read_text(encoding="utf-8").count("\n") for path in (ROOT / "mastermot").rglob("*.py"))
    assert longest <= int(told[1])


DECENT = {
    "en": {"LYNCH", "PANTIES", "URINE", "URINES"},
    "es": {"KAMIKAZE", "MARTIN", "OBSCENITE", "TERRORISME"},
    "fr": {"LYNCH"},
}
"""What the pages show though a list of offensive words has it: words of another language, a word of Wordle’s lists."""


@pytest.mark.parametrize("name", ["openings", "fr/ouvertures", "atlas", "measurements", "static"])
def test_no_table_of_words_shows_an_offensive_one(name: str) -> None:
    """Words of three letters and more that one of the lists names, but for what is decent in the table's language."""
    shown = set(re.findall(r"\b[A-ZÑ]{3,}\b", page(name)))
    for language in LANGUAGES:
        offensive = read_offensive(language)
        assert {word for word in shown - DECENT[language] if word in offensive} == set(), language


def test_every_variable_of_the_environment_is_described() -> None:
    """Those that options take, and those that the program's own code reads."""
    read = {"MASTERMOT_DEBUG", "MASTERMOT_FAST", "MASTERMOT_KEY", "NO_COLOR", "TERM"}
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "mastermot").rglob("*.py"))
    assert read <= set(re.findall(r"\"([A-Z_]+)\"", sources))
    named = set(re.findall(r"\"(MASTERMOT_[A-Z_]+)\"", sources)) | read
    told = first_column(sections(page("commands"))["Environment variables"])
    assert named - {name.partition("=")[0] for name in told} == set()


def test_the_program_is_set_up_in_one_way() -> None:
    """Where a reader installs it from the sources, in three languages, the commands are the same, and their order."""
    pages = [README, page("installing"), page("fr/amateur"), page("es/aficionado")]
    for text in pages:
        commands = re.findall(r"^python3 -m pip install (?:-e )?\.(?=$| )", text, re.MULTILINE)
        assert set(commands) == {"python3 -m pip install -e ."}
        environment = text.find("python3 -m venv .venv && . .venv/bin/activate")
        assert 0 <= environment < text.index("python3 -m pip install -e .")
    others = [path for path in all_pages() if path.read_text(encoding="utf-8") not in pages]
    assert [path.name for path in others if "python3 -m pip install ." in path.read_text(encoding="utf-8")] == []


def test_shell_completion_is_described_once() -> None:
    assert sum(path.read_text(encoding="utf-8").count("=bash_source") for path in all_pages()) == 1


def test_every_page_is_two_clicks_from_the_first() -> None:
    def follow(path: Path) -> set[Path]:
        links = re.findall(r"\]\(([^)#:\s]+\.md)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
        return {(path.parent / link).resolve() for link in links}

    first = follow(ROOT / "README.md")
    second = set().union(*(follow(path) for path in first))
    techniques = {path for path in all_pages() if path.parent.name == "techniques" and path.stem != "index"}
    assert {*all_pages()} - {ROOT / "README.md"} - techniques <= first | second
    assert (
        techniques == set().union(*(follow(path) for path in second if path.parent.name == "techniques")) & techniques
    )


@pytest.mark.parametrize("path", all_pages(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_one_word_for_one_thing(path: Path) -> None:
    """The words on the left side of the glossary's choices are not used beside those that it gives."""
    english = r"nudges?|decision trees?|accelerators?|clues? cannot hold together|faults? of the program"
    french = r"indications?|positions?|arbres? de décision|préfixes?|échelles? de mots"
    french_text = language_of(path) == "fr" and path != DOCS / "fr" / "index.md"
    assert re.findall(rf"\b(?:{french if french_text else english})\b", prose(path)) == []


# --- the reader of the pages -----------------------------------------------------------------------------------

SAMPLE = """
```sh
$ rm -rf not-run
```
```console
$ printf 'one\\ntwo\\nthree\\n'
one
…
$ printf '%s\\n' \\
> four
four
```
```python
>>> 1 + 1
2
```
"""


def test_blocks_and_examples_are_found() -> None:
    (block,) = find_blocks(SAMPLE, "console")
    assert block.line == 6
    assert read_examples(block.body) == [
        Example("printf 'one\\ntwo\\nthree\\n'", ["one", "…"]),
        Example("printf '%s\\n' \\\nfour", ["four"]),
    ]
    assert [block.body for block in find_blocks(SAMPLE, "python")] == [">>> 1 + 1\n2\n"]


@pytest.mark.parametrize(("text", "wrong"), [(SAMPLE, 0), (SAMPLE.replace("one\n…", "five"), 1), ("", 0)])
def test_examples_that_differ_are_reported(text: str, wrong: int, tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(text, encoding="utf-8")
    with open_workshop(path) as workshop:
        assert len(list(run_page(path, workshop))) == wrong


def test_doctests_that_differ_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("```python\n>>> one = 1\n```\n\n```python\n>>> one\n2\n```\n", encoding="utf-8")
    with open_workshop(path) as workshop:
        (report,) = run_page(path, workshop)
    assert "Got:\n    1" in report


@pytest.mark.parametrize(
    ("expected", "printed", "answer"),
    [
        (["a", "b"], ["a", "b"], True),
        (["a", "b"], ["a"], False),
        (["a"], ["a", "b"], False),
        (["a", "…", "d"], ["a", "b", "c", "d"], True),
        (["a", "...", "d"], ["a", "d"], True),
        (["…", "d"], ["a", "b"], False),
        (["took … ms"], ["took 12 ms"], True),
        (["a.c"], ["abc"], False),
        ([], [], True),
        ([], ["a"], False),
    ],
)
def test_lines_agree(expected: list[str], printed: list[str], answer: bool) -> None:
    assert agree(expected, printed) == answer

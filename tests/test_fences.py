"""The fenced blocks of the documentation that are no examples: each is run, or named with what holds it.

Examples (``console``, and ``python`` with ``>>>``) are run by `tests/test_docs.py`. Here are all others: commands for a
shell, by `COMMANDS`, one by one; texts, settings and drawings, by `BLOCKS`. One that stands in neither table is red.
"""

from __future__ import annotations

import configparser
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import click
import pytest

import mastermot
from mastermot.cli import main
from mastermot.service.capacity import SHORTEST_KEY
from mastermot.words.dictionaries import DESCRIBED
from tests.support import ROOT, run, some
from tests.test_claims import names_of_tests
from tools.pages import all_pages

DOCS = ROOT / "docs"
PAGES = [*all_pages(), *(ROOT / name for name in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"))]
PAGES += sorted(path for path in ROOT.glob("*/README.md") if path.parent.name != "node_modules")
PAGES += sorted((ROOT / "mastermot").rglob("*.md"))
MADE_PAGES = re.compile(r"docs/(?:\w\w/)?techniques/\w+\.md")
"""Pages that `tools/techniques.py` writes; their puzzles are compared with what it writes by `tests/test_docs.py`."""
SHELLS = ("sh",)


class Fence(NamedTuple):
    """A fenced block: its page below the root, the line of its opening, its language, and its text."""

    page: str
    line: int
    language: str
    body: str


def read_fences(path: Path) -> Iterator[Fence]:
    """Yield the fenced blocks of a page, those within lists too."""
    page = path.relative_to(ROOT).as_posix()
    opening: re.Match[str] | None = None
    start = 0
    body: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        mark = re.fullmatch(r"( *)(```+)(.*)", line)
        if opening is None and mark is not None:
            opening, start, body = mark, number, []
        elif opening is not None and line.strip() == opening[2]:
            text = "".join(f"{each.removeprefix(opening[1])}\n" for each in body)
            yield Fence(page, start, opening[3].strip(), text)
            opening = None
        else:
            body.append(line)


def is_example(fence: Fence) -> bool:
    """Return whether `tests/test_docs.py` runs the block."""
    return fence.language == "console" or (fence.language == "python" and ">>>" in fence.body)


FENCES = [fence for path in PAGES for fence in read_fences(path) if not is_example(fence)]


# --- commands for a shell ---------------------------------------------------------------------------------------


def split_commands(script: str) -> list[str]:
    """Return the commands of a script, one by one: its lines without remarks, parted at ``&&`` and ``|``."""
    lines = script.replace("&&\n", "&& ").replace("\\\n", " ").splitlines()
    bare = [re.sub(r"(?:^|\s+)# .*|\s+#.*", "", line).strip() for line in lines]
    parts = [part.strip(" ()") for line in bare for part in re.split(r" && | \| ", line)]
    return [part for part in parts if part]


def check_command(command: str) -> None:
    """The command and its options are there: click reads them, and nothing is run."""
    arguments = shlex.split(command.partition(" > ")[0])[1:]
    if arguments[0].startswith("-"):
        assert run(*arguments).exit_code == 0
        return
    found = main.get_command(click.Context(main), arguments[0])
    assert found is not None, command
    found.make_context(arguments[0], arguments[1:], resilient_parsing=True)
    known = {option for parameter in found.params for option in (*parameter.opts, *parameter.secondary_opts)}
    assert {part for part in arguments if part.startswith("--")} <= known, command


def check_solution(command: str) -> None:
    """It is run as it stands, and ends well."""
    arguments = shlex.split(command)
    with chdir(ROOT):
        done = run(*arguments[arguments.index("solve") :])
    assert done.exit_code == 0, command


def check_script(command: str) -> None:
    """The script is in the source, and has the options that the command gives it."""
    _python, script, *arguments = shlex.split(command)
    text = (ROOT / script).read_text(encoding="utf-8")
    for argument in arguments:
        there = (ROOT / argument).exists() or argument.isupper() or f'"{argument}"' in text
        assert there, f"{command}: {argument}"


def check_installation(command: str) -> None:
    """What stands in brackets are extras of `pyproject.toml`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for names in re.findall(r"\.\[([\w,]+)\]", command):
        assert set(names.split(",")) <= set(project["optional-dependencies"]), command


def check_node_package(command: str) -> None:
    """The package has the version with which the program is tested."""
    name, _, version = command.split()[-1].partition("@")
    packages = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert packages[name] == version


def check_file(command: str) -> None:
    """The script is in the source, and may be run."""
    assert (ROOT / command).stat().st_mode & 0o100, command


IS_SET_UP = "sets up an environment: as those who set up the checkout of these tests did"
IS_GIT = "is git's own, and would write in the repository of the reader"
IS_RELEASED = "is for whoever releases: it takes the network, keys, or an environment of its own"
IS_INSTALLED = "changes the reader's machine, as root"

COMMANDS: Mapping[str, Callable[[str], None] | str] = {
    r"(?:[\w/.]+/)?(?:python3 -m )?mastermot solve .*": check_solution,
    r"(?:/tmp/empty/bin/)?mastermot .*": check_command,
    r"python3 (?:tools|benchmarks|research|wordlists)/.*": check_script,
    r"(?:python3 -m |\S*/)pip (?:install|wheel|uninstall) .*": check_installation,
    r"python3 -m venv .*|\. \.venv/bin/activate": IS_SET_UP,
    r"python3 -m pytest -n 2(?: -m long)?": "runs these tests",
    r"ruff .*|mypy|\.ci/run": "is a part of .ci/run, or runs it",
    r"sphinx-build .*": "is what test_built_docs.py runs",
    r"npm install .*": check_node_package,
    r"python3 -m http\.server .*": "tests/service/test_site.py::test_the_page_without_a_server",
    r"_?eval .*|_MASTERMOT_COMPLETE=.*|source": "tests/cli/test_completion.py::script_of_each_shell",
    r"MASTERMOT_PORT=8080 MASTERMOT_LOG_FORMAT=json mastermot serve": "tests/service/test_operating.py::lines_of_json",
    r"umask 077; .*": "test_a_key_is_made_as_the_page_says",
    r"systemctl .*": IS_INSTALLED,
    r"curl localhost:8000/healthz": "tests/test_windows.py::the_service_needs",
    r"git (?:pull|diff docs|add docs|commit .*|push|push --tags|tag -s .*)|touch docs/\.nojekyll": IS_GIT,
    r"export SOURCE_DATE_EPOCH=.*|python3 -m build .*|diff -r dist dist-again|twine .*": IS_RELEASED,
    r"mkdir /tmp/source|tar xf .*|cd .*|cyclonedx-py .*|sha256sum .*": IS_RELEASED,
    r"dask (?:scheduler|worker) .*": "tests/engine/test_cluster.py::golden_figures",
}
"""What each command of an ``sh`` block is held by: a check of this file, a test of another, or why none runs it."""


def rule_of(command: str) -> Callable[[str], None] | str:
    """Return what holds a command: the first line of the table that fits it."""
    for pattern, held in COMMANDS.items():
        if re.fullmatch(pattern, command):
            return held
    raise AssertionError(f"{command!r}: say in COMMANDS of tests/test_fences.py what holds it")


SHELL_FENCES = [fence for fence in FENCES if fence.language in SHELLS]


@pytest.mark.parametrize("fence", SHELL_FENCES, ids=lambda fence: f"{fence.page}:{fence.line}")
def test_commands_for_a_shell(fence: Fence) -> None:
    done = subprocess.run(["bash", "-n"], input=fence.body, capture_output=True, text=True, check=False)
    assert done.stderr == "", "no shell reads it"
    for command in some(split_commands(fence.body)):
        held = rule_of(command)
        if callable(held):
            held(command)


def test_a_key_is_made_as_the_page_says(tmp_path: Path) -> None:
    """In English and for a school: the file is its owner's alone, and the key long enough for the service."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl here, with which the page makes the key")
    commands = {line for fence in SHELL_FENCES for line in fence.body.splitlines() if "umask 077" in line}
    for number, command in enumerate(some(commands)):
        file = tmp_path / f"{number}.env"
        subprocess.run(["bash", "-c", command.replace("/etc/mastermot.env", str(file))], check=True)
        assert file.stat().st_mode & 0o777 == 0o600
        name, _, key = file.read_text(encoding="utf-8").strip().partition("=")
        assert name == "MASTERMOT_KEY"
        assert len(key) >= SHORTEST_KEY


def test_a_new_command_is_red() -> None:
    with pytest.raises(AssertionError, match="say in COMMANDS"):
        rule_of("make install")
    with pytest.raises(AssertionError):
        check_command("mastermot solve --no-such-option")
    with pytest.raises(FileNotFoundError):
        check_script("python3 tools/none.py")
    with pytest.raises(AssertionError):
        check_installation("python3 -m pip install -e '.[none]'")


# --- texts, settings, drawings ----------------------------------------------------------------------------------


def check_puzzle(body: str, _folder: Path) -> None:
    clues = mastermot.parse_puzzle(body).clues
    assert [(clue.word, clue.marks) for clue in clues] == [("PAUME", 2), ("CHOUX", 1), ("FORET", 1)]


def check_frequencies(body: str, folder: Path) -> None:
    (folder / "list.txt").write_text(body, encoding="utf-8")
    listed = mastermot.open_dictionary(str(folder / "list.txt"))
    assert listed.of_length(6) == {"MAISON": ("maison",), "SAISON": ("saison",), "RAISON": ("raison",)}
    advice = "next --weighted --words list.txt --rule black --json RAISON=5"
    with chdir(folder):
        answer = json.loads(run(*advice.split()).stdout)
    assert sorted(answer["list"]) == ["MAISON", "SAISON"]
    assert answer["guesses"][0]["guess"] == "MAISON"


def check_list_maker(body: str, folder: Path) -> None:
    """The program of the page runs; the package that it takes the frequencies from is one of our own here."""
    package = ModuleType("wordfreq")
    package.__dict__["word_frequency"] = lambda word, language: len(word) * 1e-6
    before = sys.modules.get("wordfreq")
    sys.modules["wordfreq"] = package
    try:
        with chdir(folder):
            exec(compile(body, "formats.md", "exec"), {})
    finally:
        if before is None:
            del sys.modules["wordfreq"]
        else:
            sys.modules["wordfreq"] = before
    made = mastermot.open_dictionary(str(folder / "fr5.txt"))
    shipped = mastermot.open_dictionary("fr-common").of_length(5)
    assert {word: sorted(spellings) for word, spellings in made.of_length(5).items()} == {
        word: sorted(spellings) for word, spellings in shipped.items()
    }


def check_acceleration(body: str, folder: Path) -> None:
    (folder / "words.txt").write_text(body, encoding="utf-8")
    assert [accelerator.word for accelerator in mastermot.read_accelerators(folder / "words.txt")] == ["GARS"]
    (family,) = re.findall(r"RA\?E: (.*)", body)
    words = [word.strip("*") for word in family.split()]
    stars = {word.strip("*") for word in family.split() if word.startswith("*")}
    marks = {word: mastermot.mark("GARS", word, "black-white") for word in words}
    usual = marks[next(word for word in words if word not in stars)]
    assert {word for word in words if marks[word] != usual} == stars


def check_game(body: str, folder: Path) -> None:
    (folder / "game.txt").write_text(body, encoding="utf-8")
    options = ("--words", "fr-common", "--length", "5", "--rule", "black-white", "--json")
    reviewed = json.loads(run("review", str(folder / "game.txt"), *options).stdout)
    assert (reviewed["turns"], reviewed["won"]) == (5, True)


def check_tree(body: str, folder: Path) -> None:
    """With a checksum in place of the ellipsis it is read and replayed, and its figures are those it says."""
    shown = json.loads(body)
    shown["codes"]["sha256"] = sha256(b"AA\nAB\nBA\nBB\n").hexdigest()
    written = folder / "tree.json"
    written.write_text(json.dumps(shown), encoding="utf-8")
    replayed = json.loads(run("tree", str(written), "--json").stdout)
    assert (replayed["total"], replayed["longest"]) == (shown["total"], shown["longest"])


def check_description(body: str, _folder: Path) -> None:
    assert list(json.loads(body)) == list(DESCRIBED)


def check_field(body: str, _folder: Path) -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "mastermot" / "operations").rglob("*.py"))
    assert body.strip() in sources


def check_own_package(body: str, _folder: Path) -> None:
    groups = tomllib.loads(body)["project"]["entry-points"]
    assert groups == {"mastermot.rules": {"owntotal": "own"}, "mastermot.players": {"ownopener": "own"}}
    text = (ROOT / "tests" / "game" / "own.py").read_text(encoding="utf-8")
    assert all(f'"{name}"' in text for names in groups.values() for name in names)


def check_unit(body: str, _folder: Path) -> None:
    """The unit is of three sections; its command is there, its key in the file that the page makes."""
    unit = configparser.ConfigParser(strict=True, interpolation=None)
    unit.read_string(body)
    assert unit.sections() == ["Unit", "Service", "Install"]
    service = unit["Service"]
    check_command(service["ExecStart"].rpartition("/")[2])
    made = [fence.body for fence in SHELL_FENCES if fence.page == "docs/operating.md"]
    assert any(service["EnvironmentFile"] in script for script in made)
    (home,) = re.findall(r"^(\S+)/bin/", service["ExecStart"])
    assert any(f"python3 -m venv {home}" in script for script in made)


def check_alarms(body: str, _folder: Path) -> None:
    """Alarms are about figures that the service gives a monitor."""
    text = (ROOT / "mastermot" / "service" / "metrics.py").read_text(encoding="utf-8")
    given = set(re.findall(r'"(mastermot_\w+)"', text))
    asked = {re.sub(r"_(?:bucket|total)$", "", name) for name in re.findall(r"\bmastermot_\w+", body)}
    assert len(asked) == 2
    assert asked <= given
    assert body.count("- alert: ") == body.count("expr: ")


def check_windows(body: str, _folder: Path) -> None:
    """What the page does on Windows is what it does elsewhere, by the names that Windows has."""
    python, activate, install, solve = body.splitlines()
    assert (python, activate) == ("py -m venv .venv", r".venv\Scripts\activate")
    assert install.replace("py ", "python3 ", 1) in (DOCS / "installing.md").read_text(encoding="utf-8")
    check_solution(solve)


def check_proxy(body: str, folder: Path) -> None:
    """nginx reads it, where nginx is installed."""
    nginx = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin")
    if nginx is None:
        return
    inner = body if body.startswith("upstream") else f"server {{\nlisten 127.0.0.1:8080;\n{body}}}\n"
    text = f"pid {folder}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{inner}}}\n"
    (folder / "conf").write_text(text, encoding="utf-8")
    done = subprocess.run([nginx, "-t", "-e", "stderr", "-c", folder / "conf"], capture_output=True, check=False)
    assert b"syntax is ok" in done.stderr, done.stderr.decode()


def check_citation(body: str, _folder: Path) -> None:
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    title = re.findall(r'^title: "?([^"\n]+)"?$', cited, re.MULTILINE)[0]
    assert title in " ".join(body.split())


BLOCKS: Mapping[tuple[str, str], Callable[[str, Path], None] | str] = {
    ("CONTRIBUTING.md", "cli  service"): "tests/test_docs.py::the_map_names_every_part",
    ("CONTRIBUTING.md", "top: Annotated"): check_field,
    ("CONTRIBUTING.md", '"language": "it"'): check_description,
    ("docs/formats.md", "# The magazine"): check_puzzle,
    ("docs/formats.md", "maison"): check_frequencies,
    ("docs/formats.md", "from wordfreq"): check_list_maker,
    ("docs/formats.md", "GARS"): check_acceleration,
    ("docs/formats.md", "RAIES O"): check_game,
    ("docs/formats.md", '"2 holes, 2 colours"'): check_tree,
    ("docs/http.md", "Ask a service of mastermot"): "tests/service/test_client.py::client_of_the_documentation",
    ("docs/installing.md", "py -m venv"): check_windows,
    ("docs/library.md", "entry-points"): check_own_package,
    ("docs/operating.md", "[Unit]"): check_unit,
    ("docs/operating.md", "upstream mastermot"): check_proxy,
    ("docs/operating.md", "alert: MastermotDown"): check_alarms,
    ("docs/proofs.md", "python3 verify.py 3x6"): "test_the_separate_checker_prints_what_the_page_shows",
    ("docs/site.md", "location /mastermot/"): check_proxy,
    ("docs/tutorial-student.md", "the mastermot project"): check_citation,
}
"""What each other block is held by, by its page and words in it: a check of this file, or a test."""


def block_rule(fence: Fence) -> Callable[[str, Path], None] | str:
    """Return what holds a block: the line of the table for its page and its words."""
    if MADE_PAGES.fullmatch(fence.page):
        return "tests/test_docs.py::every_technique_has_its_page"
    if re.match(r"\{[\w-]+\}", fence.language):
        return "is a directive of Sphinx, whose warnings are errors in .ci/run"
    for (page, words), held in BLOCKS.items():
        if page == fence.page and words in fence.body:
            return held
    raise AssertionError(f"{fence.page}, line {fence.line}: say in BLOCKS of tests/test_fences.py what holds it")


OTHERS = [fence for fence in FENCES if fence.language not in SHELLS]


@pytest.mark.parametrize("page", sorted({fence.page for fence in OTHERS}))
def test_texts_and_settings(page: str, tmp_path: Path) -> None:
    for fence in OTHERS:
        if fence.page == page:
            held = block_rule(fence)
            if callable(held):
                held(fence.body, tmp_path)


def test_a_new_block_is_red() -> None:
    with pytest.raises(AssertionError, match="say in BLOCKS"):
        block_rule(Fence("docs/rules.md", 3, "text", "paume 2\n"))


def test_every_line_of_the_tables_is_used() -> None:
    commands = [command for fence in SHELL_FENCES for command in split_commands(fence.body)]
    assert [pattern for pattern in COMMANDS if not any(re.fullmatch(pattern, each) for each in commands)] == []
    named = [(fence.page, fence.body) for fence in OTHERS]
    assert [key for key in BLOCKS if not any(key[0] == page and key[1] in body for page, body in named)] == []


def test_what_holds_a_block_is_there() -> None:
    own_names = names_of_tests("tests/test_fences.py")
    for held in some([*COMMANDS.values(), *BLOCKS.values()]):
        if callable(held) or " " in held:
            continue
        file, _, name = held.rpartition("::")
        known = names_of_tests(file) if file else own_names
        assert any(name in test for test in known), f"{held} is no test"


@pytest.mark.compiled
def test_the_separate_checker_prints_what_the_page_shows(tmp_path: Path) -> None:
    (body,) = (fence.body for fence in OTHERS if fence.page == "docs/proofs.md")
    command, *expected = body.splitlines()
    tree, proof = str(tmp_path / "3x6.json"), str(tmp_path / "3x6.proof")
    run("optimal", "--holes", "3", "--colours", "6", "--tree", tree, "--proof", proof)
    checker = ROOT / "research" / "verify.py"
    done = subprocess.run(
        [sys.executable, checker, *shlex.split(command)[2:]], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == expected

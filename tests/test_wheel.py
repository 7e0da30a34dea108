"""What is installed works: a wheel built here, in an empty environment with runtime dependencies alone."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support import ROOT, environment

SHELF = ["fr", "fr-common", "sgb", "en", "en-common", "fr-answers", "en-answers"]
CODE = (
    "import mastermot; from mastermot.files import data_folder;"
    "print(mastermot.__file__); print(data_folder('wordlists')); print(mastermot.open_dictionary('fr').lengths[5])"
)


def check(*command: str | Path, cwd: Path, **changes: str) -> str:
    """Return what a command printed; it must end well."""
    done = subprocess.run(
        list(map(str, command)),
        capture_output=True,
        cwd=cwd,
        env=environment(PIP_DISABLE_PIP_VERSION_CHECK="1", **changes),
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-2000:]
    return done.stdout.decode()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    pip(sys.executable, "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT), cwd=folder)
    (built,) = folder.glob("mastermot-*.whl")
    return built


def pip(interpreter: str | Path, *arguments: str, cwd: Path) -> None:
    """Run this Python's pip for an environment that may have none of its own."""
    check(sys.executable, "-m", "pip", "--python", str(interpreter), *arguments, cwd=cwd)


def empty_environment(folder: Path) -> Path:
    """Return the folder of the programs of a new virtual environment without pip."""
    venv.create(folder, with_pip=False)
    return folder / ("Scripts" if sys.platform == "win32" else "bin")


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment where the wheel and its runtime dependencies are installed."""
    folder = tmp_path_factory.mktemp("empty") / "venv"
    programs = empty_environment(folder)
    pip(programs / "python", "install", "--quiet", str(wheel), cwd=folder)
    return programs


def solves(command: Sequence[str | Path], cwd: Path, **changes: str) -> None:
    """Check that the installed command does its job in `cwd`, where no data of ours lies."""
    assert check(*command, "solve", ROOT / "puzzles" / "coude.txt", cwd=cwd, **changes) == "COUDE  (coude, coudé)\n"
    assert check(*command, "solve", "coude", cwd=cwd, **changes) == "COUDE  (coude, coudé)\n"
    listed = check(*command, "words", cwd=cwd, **changes).splitlines()
    assert [line.split()[0] for line in listed[1:]] == SHELF
    assert check(*command, "words", "sgb", "--length", "5", cwd=cwd, **changes).count("\n") == 5757
    french = check(*command, "solve", "--help", "--lang", "fr", cwd=cwd, **changes)
    assert french != check(*command, "solve", "--help", cwd=cwd, **changes)


@pytest.mark.slow
def test_the_wheel_holds_what_it_needs_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    data = "mastermot/data/"
    for name in ("wordlists/index.json", "wordlists/fr.txt", "wordlists/words_dat.txt.gz", "wordlists/ATTRIBUTION.md"):
        assert data + name in names
    assert {f"{data}puzzles/{path.name}" for path in (ROOT / "puzzles").glob("*.*")} <= set(names)
    assert "mastermot/locale/fr/LC_MESSAGES/mastermot.mo" in names
    assert {"mastermot/py.typed", "mastermot/optimal/atlas.jsonl"} <= set(names)
    licences = {name.rpartition("/licenses/")[2] for name in names if ".dist-info/licenses/" in name}
    assert {"LICENSE", "wordlists/ATTRIBUTION.md", "wordlists/LICENSE-SCOWL.txt"} <= licences
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"mastermot"}
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests")]


@pytest.mark.slow
def test_the_wheel_solves_from_another_folder(programs: Path, tmp_path: Path) -> None:
    package, data, words = check(programs / "python", "-c", CODE, cwd=tmp_path).splitlines()
    assert Path(package).is_relative_to(programs.parent)
    assert Path(data).is_relative_to(programs.parent)
    assert words == "7021"
    solves([programs / "mastermot"], tmp_path)
    solves([programs / "python", "-m", "mastermot"], tmp_path)


@pytest.mark.slow
def test_a_checkout_works_without_being_installed(programs: Path, tmp_path: Path) -> None:
    path = {"PYTHONPATH": str(ROOT)}
    package, data, _words = check(programs / "python", "-c", CODE, cwd=tmp_path, **path).splitlines()
    assert Path(package).is_relative_to(ROOT)
    assert Path(data) == ROOT / "wordlists"
    solves([programs / "python", "-m", "mastermot"], tmp_path, **path)


@pytest.mark.slow
def test_an_editable_install_works(tmp_path: Path) -> None:
    programs = empty_environment(tmp_path / "venv")
    pip(programs / "python", "install", "--quiet", "--editable", str(ROOT), cwd=tmp_path)
    _package, data, _words = check(programs / "python", "-c", CODE, cwd=tmp_path).splitlines()
    assert Path(data) == ROOT / "wordlists"
    solves([programs / "mastermot"], tmp_path)

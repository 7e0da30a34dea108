"""What is released works: an sdist and a wheel built here; the wheel in an empty environment with what it needs."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from mastermot import __version__
from tests.support import PATIENCE, ROOT, environment

EPOCH = 1_800_000_000  #: The time that all files of a release have.
SHELF = ["fr", "fr-common", "sgb", "en", "en-common", "fr-answers", "en-answers", "es", "es-common", "es-answers"]
CODE = (
    "import mastermot; from mastermot.words.files import find_data;"
    "print(mastermot.__file__); print(find_data('wordlists')); print(mastermot.open_dictionary('fr').lengths[5])"
)


def check(*command: str | Path, cwd: Path, **changes: str) -> str:
    """Return what a command printed; it must end well."""
    done = subprocess.run(
        list(map(str, command)),
        capture_output=True,
        cwd=cwd,
        env=environment(PIP_DISABLE_PIP_VERSION_CHECK="1", **changes),
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-2000:]
    return done.stdout.decode()


def build(folder: Path, *kinds: str) -> Path:
    """Build the sdist of this checkout, and from it the wheel, in a folder, and return the folder.

    With `kinds`, such as ``--wheel``, only these are built, each from the checkout itself.
    """
    check(sys.executable, "-m", "build", *kinds, "--outdir", folder, ROOT, cwd=folder, SOURCE_DATE_EPOCH=str(EPOCH))
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the sdist and the wheel of this checkout."""
    return build(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    """The wheel of this checkout."""
    (wheel,) = built.glob("mastermot-*.whl")
    return wheel


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
    assert "mastermot/texts/languages/fr/LC_MESSAGES/mastermot.mo" in names
    assert {"mastermot/py.typed", "mastermot/lab/optimal/atlas.jsonl"} <= set(names)
    licences = {name.rpartition("/licenses/")[2] for name in names if ".dist-info/licenses/" in name}
    assert {"LICENSE", "wordlists/ATTRIBUTION.md", "wordlists/LICENSE-SCOWL.txt"} <= licences
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"mastermot"}
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests") or name.endswith(".po")]
    share = f"mastermot-{__version__}.data/data/share/"
    assert {share + path for path in ("man/man1/mastermot.1", "zsh/site-functions/_mastermot")} <= set(names)


@pytest.mark.slow
def test_the_sdist_holds_what_git_does(built: Path) -> None:
    """Licences and attributions of the lists with it; nothing that lies about in the checkout."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is no checkout")
    (sdist,) = built.glob("mastermot-*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert names - {"PKG-INFO"} == {name for name in listed.stdout.splitlines() if (ROOT / name).is_file()}


@pytest.mark.slow
def test_two_builds_are_the_same_bit_by_bit(built: Path, wheel: Path, tmp_path: Path) -> None:
    """The wheel made from the checkout is that made from the sdist, and the sdist has no time or user of its making."""
    (again,) = build(tmp_path, "--wheel").iterdir()
    assert again.read_bytes() == wheel.read_bytes()
    (sdist,) = built.glob("mastermot-*.tar.gz")
    assert int.from_bytes(sdist.read_bytes()[4:8], "little") == EPOCH, "the time within the head of gzip"
    with tarfile.open(sdist) as archive:
        members = archive.getmembers()
    assert {(one.mtime, one.uid, one.gid, one.uname, one.gname) for one in members} == {(EPOCH, 0, 0, "", "")}


@pytest.mark.slow
def test_the_wheel_solves_from_another_folder(programs: Path, tmp_path: Path) -> None:
    package, data, words = check(programs / "python", "-c", CODE, cwd=tmp_path).splitlines()
    assert Path(package).is_relative_to(programs.parent)
    assert Path(data).is_relative_to(programs.parent)
    assert words == "7021"
    solves([programs / "mastermot"], tmp_path)
    assert check(programs / "python", "-m", "mastermot", "solve", "coude", cwd=tmp_path) == "COUDE  (coude, coudé)\n"


@pytest.mark.slow
def test_a_checkout_works_without_being_installed(programs: Path, tmp_path: Path) -> None:
    path = {"PYTHONPATH": str(ROOT)}
    package, data, _words = check(programs / "python", "-c", CODE, cwd=tmp_path, **path).splitlines()
    assert Path(package).is_relative_to(ROOT)
    assert Path(data) == ROOT / "wordlists"
    solves([programs / "python", "-m", "mastermot"], tmp_path, **path)


@pytest.mark.slow
def test_an_editable_install_works(programs: Path, tmp_path: Path) -> None:
    """In place of the wheel: what both need is there, in a copy of its environment."""
    programs = shutil.copytree(programs.parent, tmp_path / "venv", symlinks=True) / programs.name
    pip(programs / "python", "install", "--quiet", "--no-deps", "--editable", str(ROOT), cwd=tmp_path)
    package, data, _words = check(programs / "python", "-c", CODE, cwd=tmp_path).splitlines()
    assert Path(package).is_relative_to(ROOT)
    assert Path(data) == ROOT / "wordlists"
    solves([programs / "mastermot"], tmp_path)

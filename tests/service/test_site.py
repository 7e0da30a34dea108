"""The page as a folder of plain files: what is written, what is refused, and the page in a browser without a server."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from click.testing import Result

from mastermot.service.local import LACKED, answer
from mastermot.service.routes import ROUTES
from mastermot.service.site import LIST, PYODIDE, PYODIDE_FILES, WHEELS, bring_wheels
from tests.service.support import Client
from tests.support import run

FIRST = date(2026, 11, 20)
INFO = {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.2"}


def make_pyodide(folder: Path, **info: str) -> Path:
    """Return a folder with files that have the names of Pyodide's."""
    folder.mkdir()
    for name in PYODIDE_FILES:
        (folder / name).write_text(name)
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": INFO | info, "packages": {"numpy": {}}}))
    return folder


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the wheels; the test is skipped where pip cannot bring them."""
    from mastermot.service.errors import WheelsMissingError

    folder = tmp_path_factory.mktemp("wheels")
    try:
        for path, content in bring_wheels().items():
            (folder / Path(path).name).write_bytes(content)
    except WheelsMissingError:
        pytest.skip("pip cannot bring the wheels")
    return folder


def write(folder: Path, pyodide: Path, wheels: Path, *more: str, lang: str = "en") -> Result:
    given = ["--python", str(pyodide), "--wheels", str(wheels), "--from", FIRST.isoformat(), "--days", "1"]
    return run("site", str(folder), *given, "--jobs", "1", *more, lang=lang)


def read_all(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_made_twice_it_is_the_same_and_replaces_only_its_own_files(tmp_path: Path, wheels: Path) -> None:
    pyodide = make_pyodide(tmp_path / "pyodide")
    made = write(tmp_path / "one", pyodide, wheels, "--json")
    assert made.exit_code == 0, made.stderr
    assert json.loads(made.stdout)["files"] == len(read_all(tmp_path / "one"))
    first = read_all(tmp_path / "one")
    (tmp_path / "one" / "CNAME").write_text("example.org")
    listed = json.loads(first[LIST])
    (tmp_path / "one" / "gone.txt").write_text("of an earlier version")
    (tmp_path / "one" / LIST).write_text(json.dumps({**listed, "files": [*listed["files"], "gone.txt", "../pyodide"]}))
    assert write(tmp_path / "one", pyodide, wheels).exit_code == 0
    assert read_all(tmp_path / "one") == {**first, "CNAME": b"example.org"}
    assert pyodide.is_dir()
    data = json.loads(first["data/puzzles/fr-common-2-2026-11.json"])
    assert data == {"2026-11-20": json.loads(run("daily", "--date", "2026-11-20", "--json").stdout)}
    game = json.loads(first["data/games/fr-7-2026-11.json"])["2026-11-20"]
    assert game == json.loads(run("daily", "--game", "--length", "7", "--date", "2026-11-20", "--json").stdout)
    assert json.loads(first[next(path for path in first if path.endswith("lock.json"))])["packages"] == {}
    for path, content in first.items():
        if path.endswith(".html"):
            assert not re.search(rb"(href|src)=\"/", content), path
            assert b"Content-Security-Policy" in content


def test_a_folder_with_other_files_is_refused(tmp_path: Path, wheels: Path) -> None:
    pyodide = make_pyodide(tmp_path / "pyodide")
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "letter.txt").write_text("mine")
    (folder / ".git").write_text("")
    refused = write(folder, pyodide, wheels)
    assert refused.exit_code == 2
    assert "letter.txt" in refused.stderr
    assert "empty folder" in refused.stderr
    assert sorted(read_all(folder)) == [".git", "letter.txt"]
    assert "dossier vide" in write(folder, pyodide, wheels, lang="fr").stderr
    file = tmp_path / "file"
    file.write_text("mine")
    assert write(file, pyodide, wheels).exit_code == 2
    assert file.read_text() == "mine"


def test_what_is_missing_is_named_with_the_command_that_brings_it(tmp_path: Path, wheels: Path) -> None:
    nowhere = write(tmp_path / "site", tmp_path / "nowhere", wheels)
    assert nowhere.exit_code == 2
    assert f"npm install pyodide@{PYODIDE}" in nowhere.stderr
    old = make_pyodide(tmp_path / "old", abi_version="2025_0", python="3.13.2")
    refused = write(tmp_path / "site", old, wheels)
    assert refused.exit_code == 2
    assert "Python 3.13, pyemscripten_2025_0_wasm32" in refused.stderr
    assert "Python 3.14, pyemscripten_2026_0_wasm32" in refused.stderr
    pyodide, empty = make_pyodide(tmp_path / "pyodide"), tmp_path / "empty"
    empty.mkdir()
    missing = write(tmp_path / "site", pyodide, empty)
    assert missing.exit_code == 2
    assert "-m pip download" in missing.stderr
    altered = shutil.copytree(wheels, tmp_path / "altered")
    (altered / next(iter(WHEELS))).write_bytes(b"other")
    assert next(iter(WHEELS)) in write(tmp_path / "site", pyodide, altered).stderr
    assert write(tmp_path / "site", pyodide, wheels, "--base", "example").exit_code == 2
    assert not (tmp_path / "site").exists()


def test_the_routes_answer_without_flask_and_numpy_as_the_service_does(client: Client) -> None:
    """In a process where neither can be imported; what needs numpy says that there is nothing at its address."""
    asked = [
        ("GET", "/api/cliques?words=fr-common&length=5&min_size=7", ""),
        ("GET", "/api/words/frr/5", ""),
        ("GET", "/api/words?x=1&x=2", ""),
        ("POST", "/api/solve", json.dumps({"clues": [{"word": "paume", "marks": 2}], "words": "fr"})),
        ("POST", "/api/solve", json.dumps({"clues": [{"word": "paume", "marks": "2"}], "x": 1})),
        ("POST", "/api/solve", "{"),
        ("PUT", "/api/solve", ""),
        ("GET", "/api/nothing", ""),
    ]
    code = """
import json, sys
for name in ("numpy", "flask", "werkzeug", "cryptography", "cachetools", "jinja2", "click"):
    sys.modules[name] = None
from mastermot.service.local import answer
print(json.dumps([answer(*one, "fr") for one in json.load(sys.stdin)]))
"""
    found = subprocess.run(
        [sys.executable, "-c", code], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    for (method, path, body), (status, text) in zip(asked, json.loads(found.stdout), strict=True):
        headers = {"Content_Type": "application/json"} if body else {}
        told = client.ask(method, path, body.encode(), Accept_Language="fr", **headers)
        assert (told.status, json.loads(told.body)) == (status, json.loads(text)), path
    assert {"/api/guess", "/api/games"} <= set(LACKED) < {route.path for route in ROUTES}
    assert answer("POST", "/api/guess", "{}", "en")[0] == 404

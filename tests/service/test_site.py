"""The page as a folder of plain files: what is written, what is refused, and the page in a browser without a server."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from click.testing import Result
from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from mastermot.service.page import site as sites
from mastermot.service.page.pyodide_api import list_lacked
from mastermot.service.page.site import (
    LIST,
    PYODIDE,
    PYODIDE_FILES,
    PYODIDE_LOCK,
    PYODIDE_SUMS,
    WHEELS,
    Site,
    bring_wheels,
    pack_program,
    write_files,
)
from mastermot.words.files import FileUnwritableError
from tests.messages import check_told
from tests.service.reader import PACKED, Page
from tests.service.support import Client
from tests.support import LONG, ROOT, run

FIRST = date(2026, 11, 20)
INFO = {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.2"}
NUMPY = "numpy-9.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"


def make_games() -> list[tuple[str, str, str]]:
    """Return games played against the service, request by request, to their ends."""
    games: list[tuple[dict[str, Any], tuple[str, ...]]] = [
        ({"words": "fr", "length": 5, "first": True, "hard": "strict"}, ("paume", "veste", "vents", "venir")),
        ({"words": "sgb", "rule": "positional", "codemaker": "fickle", "turns": 2}, ("crane", "crate", "moult")),
        ({"words": "fr-common", "length": 6, "guesses": "fr", "secret": "maison"}, ("maison",)),
        ({"holes": 4, "colours": 6, "codemaker": "fickle"}, ("AABB", "AACC", "ABCD")),
        ({"holes": 3, "colours": 10, "digits": True, "repeats": False}, ("123", "1234", "456")),
    ]
    asked: list[tuple[str, dict[str, Any]]] = []
    for game, guesses in games:
        asked.append(("", {"seed": 7, **game} if "secret" not in game else game))
        asked += [("/guess", {"token": "TOKEN", "guess": guess}) for guess in guesses]
        asked += [(path, {"token": "TOKEN"}) for path in ("/state", "/reveal")]
    return [("POST", f"/api/games{path}", json.dumps(body)) for path, body in asked]


GAMES = make_games()


def make_pyodide(folder: Path, **info: str) -> Path:
    """Return a folder with files that have the names of Pyodide's."""
    folder.mkdir()
    for name in PYODIDE_FILES:
        (folder / name).write_text(name)  # `made_up` knows their checksums
    listed = {"numpy": {"file_name": NUMPY, "sha256": hashlib.sha256(NUMPY.encode()).hexdigest()}}
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": INFO | info, "packages": listed}))
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


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the checksums of the files that `make_pyodide` writes."""
    sums = {name: hashlib.sha256(name.encode()).hexdigest() for name in PYODIDE_SUMS}
    monkeypatch.setattr("mastermot.service.page.site.PYODIDE_SUMS", sums)


def write(folder: Path, pyodide: Path, wheels: Path, *more: str, lang: str = "en") -> Result:
    given = ["--python", str(pyodide), "--wheels", str(wheels), "--from", FIRST.isoformat(), "--days", "1"]
    return run("site", str(folder), *given, "--jobs", "1", *more, lang=lang)


def compare(client: Client, asked: list[tuple[str, ...]], answers: list[tuple[int, str]]) -> None:
    """Ask a service too, in the same languages: the objects are equal, but for tokens and the names of requests.

    ``TOKEN`` stands for the token of the game before.
    """
    token = ""
    for (method, path, body, language), (status, text) in zip(asked, answers, strict=True):
        headers = {"Content_Type": "application/json"} if body else {}
        told = client.ask(method, path, body.replace("TOKEN", token).encode(), Accept_Language=language, **headers)
        answer = json.loads(text)
        assert (told.status, without_names(told.json)) == (status, without_names(answer)), (path, body)
        token = told.json.get("token", token)


def without_names(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name not in ("request_id", "token")}


def read_all(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.usefixtures("made_up")
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
    day = ("--date", "2026-11-20", "--json")
    assert data == {"2026-11-20": json.loads(run("daily", "--words", "fr-common", *day).stdout)}
    game = json.loads(first["data/games/fr-7-2026-11.json"])["2026-11-20"]
    assert game == json.loads(run("daily", "--words", "fr", "--game", "--length", "7", *day).stdout)
    assert json.loads(first[next(path for path in first if path.endswith("lock.json"))])["packages"] == {}
    for path, content in first.items():
        if path.endswith(".html"):
            assert not re.search(rb"(href|src)=\"/", content), path
            assert b"Content-Security-Policy" in content


def test_the_program_comes_without_what_a_checkout_has_besides() -> None:
    """Compiled files differ from one machine to the next, and catalogues are read compiled."""
    (packed,) = pack_program(numpy=False).values()
    with ZipFile(BytesIO(packed)) as archive:
        names = archive.namelist()
    assert "mastermot/service/page/pyodide_api.py" in names
    assert [name for name in names if "__pycache__" in name or name.endswith(".po")] == []


@pytest.mark.usefixtures("made_up")
def test_numpy_is_taken_from_a_full_release(tmp_path: Path, wheels: Path) -> None:
    """Everything is on the page then."""
    pyodide = make_pyodide(tmp_path / "pyodide")
    (pyodide / NUMPY).write_bytes(b"another")
    assert NUMPY in write(tmp_path / "site", pyodide, wheels).stderr
    (pyodide / NUMPY).write_text(NUMPY)
    assert write(tmp_path / "site", pyodide, wheels).exit_code == 0
    made = read_all(tmp_path / "site")
    page = made["fr.html"].decode()
    assert NUMPY in page
    assert 'data-view="play"' in page
    assert "/api/next" not in page
    assert f"python/{NUMPY}" in made
    (packed,) = (content for path, content in made.items() if path.startswith("python/mastermot-"))
    assert "mastermot/lab/static/fixed_guesses.py" in ZipFile(BytesIO(packed)).namelist()


@pytest.mark.usefixtures("made_up")
def test_a_folder_with_other_files_is_refused(tmp_path: Path, wheels: Path) -> None:
    pyodide = make_pyodide(tmp_path / "pyodide")
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "letter.txt").write_text("mine")
    (folder / ".git").write_text("")
    refused = write(folder, pyodide, wheels)
    assert refused.exit_code == 2
    assert "letter.txt" in refused.stderr
    check_told(refused.stderr, "site-folder", "letter.txt")
    assert sorted(read_all(folder)) == [".git", "letter.txt"]
    assert "dossier vide" in write(folder, pyodide, wheels, lang="fr").stderr
    file = tmp_path / "file"
    file.write_text("mine")
    assert write(file, pyodide, wheels).exit_code == 2
    assert file.read_text() == "mine"


@pytest.mark.usefixtures("made_up")
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


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize("content", ["", "[]", "null", "[" * 100_000], ids=["empty", "list", "null", "nested"])
def test_a_list_or_a_lock_that_cannot_be_read_is_named(tmp_path: Path, wheels: Path, content: str) -> None:
    pyodide = make_pyodide(tmp_path / "pyodide")
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / LIST).write_text(content)
    check_told(write(folder, pyodide, wheels).stderr, "site-folder", LIST)
    (pyodide / PYODIDE_LOCK).write_text(content)
    check_told(write(tmp_path / "other", pyodide, wheels).stderr, "pyodide-files", PYODIDE_LOCK)
    assert read_all(folder) == {LIST: content.encode()}


@pytest.mark.parametrize("today", [date(2026, 11, 28), date(2026, 12, 1), date(2028, 3, 1), date(2027, 1, 1)])
@pytest.mark.parametrize("days", [1, 14, 366])
def test_a_folder_begins_with_yesterday(monkeypatch: pytest.MonkeyPatch, today: date, days: int) -> None:
    """Whatever the day of the month: today is always there, and so is the day that is over elsewhere on earth."""
    spans = []

    class Day(date):
        @classmethod
        def today(cls) -> date:
            return today

    def make_site(folder: Path, _python: Path, span: tuple[date, date], **_more: object) -> Site:
        spans.append(span)
        return Site(str(folder), "", "", 0, 0, {})

    monkeypatch.setattr("mastermot.cli.site.date", Day)
    monkeypatch.setattr(sites, "make_site", make_site)
    assert run("site", "nowhere", "--days", str(days), "--jobs", "1").exit_code == 0
    ((first, last),) = spans
    assert first.toordinal() == today.toordinal() - 1
    assert last.toordinal() - first.toordinal() == days - 1


def test_the_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileUnwritableError) as refused:
        write_files(tmp_path / "site", {"one": b"", "one/two": b""}, set())
    assert Path(refused.value.source).name == "one"


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize("name", PYODIDE_SUMS)
def test_a_file_of_pyodide_that_was_altered_is_refused(tmp_path: Path, wheels: Path, name: str) -> None:
    pyodide = make_pyodide(tmp_path / "pyodide")
    (pyodide / name).write_text("another")
    refused = write(tmp_path / "site", pyodide, wheels)
    assert refused.exit_code == 2
    assert name in refused.stderr
    assert "checksum" in refused.stderr
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("failing", [0, 1, 2])
@pytest.mark.parametrize("stop", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_call_that_fails_leaves_the_folder_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int, stop: BaseException
) -> None:
    """At the first file, at the last one, and when all is written."""
    folder = tmp_path / "site"
    earlier = {"one.html": b"1", "data/two.json": b"2", LIST: b"{}"}
    write_files(folder, earlier, set())
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_bytes(b"mine")
    before = read_all(folder)
    places = [("write_bytes", 1), ("write_bytes", 2), ("rename", 2)]
    name, turn = places[failing]
    plain, calls = getattr(Path, name), []

    def fail(path: Path, other: Any) -> Any:
        calls.append(path)
        if len(calls) == turn:
            raise stop
        return plain(path, other)

    monkeypatch.setattr(Path, name, fail)
    with pytest.raises((FileUnwritableError, KeyboardInterrupt)):
        write_files(folder, {"one.html": b"one", "three.html": b"3"}, set(earlier))
    monkeypatch.undo()
    assert read_all(folder) == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    write_files(folder, {"one.html": b"one", "three.html": b"3"}, set(earlier))
    assert read_all(folder) == {"one.html": b"one", "three.html": b"3", ".git/HEAD": b"mine"}
    assert sorted(path.name for path in folder.iterdir()) == [".git", "one.html", "three.html"]


PLAYED = {"words": "fr-answers", "guesses": "fr", "length": 5, "starts": "p", "rule": "positional"}
TURNS = [{"guess": "paume", "marks": "XX..X"}, {"guess": "pause", "marks": "XX..X"}]
WITH_NUMPY = [
    ("POST", "/api/next", json.dumps(PLAYED)),
    ("POST", "/api/next", json.dumps({"holes": 5, "colours": 8, "history": [{"guess": "ABCDE", "marks": "XO"}]})),
    ("POST", "/api/next", json.dumps({"words": "fr-common", "length": 5, "weighted": True})),
    ("POST", "/api/review", json.dumps({**PLAYED, "history": TURNS})),
    ("POST", "/api/guess", json.dumps({"holes": 12, "colours": 12, "seed": 3})),
    ("POST", "/api/guess/check", json.dumps({"words": "fr", "length": 5, "history": TURNS, "code": "passe"})),
    ("POST", "/api/rank", json.dumps({"words": "fr-common", "length": 5, "top": 3})),
    ("POST", "/api/games/read", json.dumps({"text": "RAIES 🟦🟦🟦🟡🟦\nCOULE 🟦🟥🟥🟥🟥\n"})),
]
"""Requests that need numpy, which a full release of Pyodide has."""


@pytest.mark.parametrize("numpy", [False, True])
def test_the_routes_answer_without_flask_as_the_service_does(client: Client, numpy: bool) -> None:
    """In a process where it cannot be imported, nor a thread begun; without numpy, what needs it is at no address."""
    asked = [
        *(WITH_NUMPY if numpy else ()),
        ("GET", "/api/families?words=fr-common&length=5&min_size=7", ""),
        ("GET", "/api/words/frr/5", ""),
        ("GET", "/api/words?x=1&x=2", ""),
        ("POST", "/api/solve", json.dumps({"clues": [{"word": "paume", "marks": 2}], "words": "fr"})),
        ("POST", "/api/solve", json.dumps({"clues": [{"word": "paume", "marks": "2"}], "x": 1})),
        ("POST", "/api/solve", "{"),
        ("PUT", "/api/solve", ""),
        ("GET", "/api/nothing", ""),
        ("GET", "/api/openings?words=fr-answers&length=5", ""),
        *GAMES,
        ("POST", "/api/games/state", json.dumps({"token": "e30="})),
    ]
    code = """
import json, sys, threading
for name in (*sys.argv[1:], "flask", "werkzeug", "cryptography", "cachetools", "jinja2", "click", "_multiprocessing"):
    sys.modules[name] = None
threading.Thread.start = None
from mastermot.service.page.pyodide_api import answer
token, answers = "", []
for method, path, body, lang in json.load(sys.stdin):
    answers.append(answer(method, path, body.replace("TOKEN", token), lang))
    token = json.loads(answers[-1][1]).get("token", token)
print(json.dumps(answers))
"""
    in_french = [(*one, "fr") for one in asked]
    command = [sys.executable, "-c", code, *([] if numpy else ["numpy"])]
    found = subprocess.run(command, input=json.dumps(in_french), capture_output=True, text=True, check=True)
    compare(client, in_french, json.loads(found.stdout))


def test_only_what_needs_numpy_is_lacked() -> None:
    assert set(list_lacked(numpy=False)) == {path for _method, path, _body in WITH_NUMPY}
    assert list_lacked(numpy=True) == ()


def test_a_compiled_archive_holds_the_same_modules(tmp_path: Path) -> None:
    """What was loaded is there compiled, without its source; what was not, as it was."""
    lazy, plain = tmp_path / "lazy.zip", tmp_path / "plain.zip"
    with ZipFile(plain, "w") as archive:
        for name, text in (("used/__init__.py", "from used.part import VALUE"), ("used/part.py", "VALUE = 12")):
            archive.writestr(name, text)
        archive.writestr("unused.py", "raise ValueError")
        archive.writestr("used/words.txt", "été")
    code = """
import sys
from pathlib import Path
from mastermot.service.page.pyodide_api import compile_archive
sys.path.insert(0, sys.argv[1])
import used
Path(sys.argv[2]).write_bytes(compile_archive(Path(sys.argv[1]).read_bytes()))
"""
    subprocess.run([sys.executable, "-c", code, plain, lazy], check=True)
    with ZipFile(lazy) as archive:
        assert archive.namelist() == ["used/__init__.pyc", "used/part.pyc", "unused.py", "used/words.txt"]
        assert archive.read("used/words.txt").decode() == "été"
    code = "import sys; sys.path.insert(0, sys.argv[1]); import used; print(used.VALUE)"
    assert subprocess.run([sys.executable, "-c", code, lazy], check=True, capture_output=True).stdout.strip() == b"12"


# --- with Pyodide itself -----------------------------------------------------------------------------------------

PYODIDE_FOLDER = ROOT / "node_modules" / "pyodide"
ANSWERS = """
import { readFileSync, readdirSync } from "node:fs";
const folder = process.argv[1];
const pyodide = `${folder}/${readdirSync(folder).find((name) => name.startsWith("pyodide-"))}/`;
const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
const python = await loadPyodide({ indexURL: pyodide });
for (const name of readdirSync(folder).filter((name) => /[.](whl|zip)$/.test(name))) {
  python.unpackArchive(new Uint8Array(readFileSync(`${folder}/${name}`)), "zip");
}
const { answer } = python.pyimport("mastermot.service.page.pyodide_api");
let token = "";
const answers = JSON.parse(readFileSync(0, "utf8")).map((asked) => {
  const found = answer(...asked.map((part) => part.replace("TOKEN", token))).toJs();
  token = JSON.parse(found[1]).token ?? token;
  return found;
});
process.stdout.write(JSON.stringify(answers));
"""
"""What the page's Worker does, in Node.js."""


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory, wheels: Path) -> Path:
    """Return a folder that has the page in its folder ``mastermot``; the test is skipped without Pyodide."""
    if not PYODIDE_FOLDER.is_dir():
        pytest.skip("no Pyodide here (npm ci)")
    folder = tmp_path_factory.mktemp("plain")
    assert write(folder / "mastermot", PYODIDE_FOLDER, wheels).exit_code == 0
    return folder


@contextmanager
def serve_plain(folder: Path) -> Iterator[str]:
    """Serve a folder, as any host does; yield its address."""
    command = [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", str(folder), "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout
        try:
            yield re.findall(r"http://[\d.:]+", server.stdout.readline())[0]
        finally:  # else a test that fails would wait for it without an end
            server.terminate()


def make_requests() -> list[tuple[str, str, str]]:
    """Return requests of every kind that the page answers, good ones and bad, but those of whole games."""
    asked = []
    for path in sorted((ROOT / "puzzles").glob("*.txt"))[:20]:
        text = path.read_text(encoding="utf-8")
        clues = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
        body: dict[str, Any] = {"clues": [{"word": word, "marks": int(marks)} for word, marks in clues], "words": "fr"}
        for more in ({}, {"explain": True}, {"hint": True}):
            asked.append(("POST", "/api/solve", json.dumps(body | more)))
        body["clues"][0]["marks"] = (body["clues"][0]["marks"] + 1) % 3
        asked += [("POST", "/api/solve", json.dumps(body)), ("POST", "/api/puzzles/read", json.dumps({"text": text}))]
    for words in ("fr-common", "en-common", "es-common"):
        asked += [("GET", f"/api/daily?date=2027-0{day}-11&level={day}&words={words}", "") for day in range(1, 6)]
        asked += [("GET", f"/api/daily/game?date=2027-01-11&length={n}&words={words[:2]}", "") for n in range(4, 10)]
        asked += [("GET", f"/api/families?words={words}&length={n}&min_size=5", "") for n in range(4, 8)]
        asked += [("GET", f"/api/islands?words={words}&length={n}", "") for n in range(6, 9)]
        asked += [("POST", "/api/puzzles", json.dumps({"words": words, "seed": n, "length": 5})) for n in range(6)]
        sheet = {"puzzles": [{"clues": body["clues"]}], "words": words, "first": 4}
        asked.append(("POST", "/api/sheet", json.dumps(sheet)))
        asked += [("GET", f"/api/words/{words}", ""), ("GET", f"/api/words/{words}/12", "")]
    for rule in ("black", "black-white", "positional", "membership", "none"):
        for guess, secret in (("paume", "coudé"), ("1122", "1213"), ("erre", "terre"), ("", "a"), ("a b", "abc")):
            asked.append(("POST", "/api/marks", json.dumps({"rule": rule, "guess": guess, "secret": secret})))
    asked += [("GET", f"/api/ladder?start=tare&end={end}", "") for end in ("pion", "tarr", "tares", "m%C3%A8re")]
    asked += [("GET", f"/api/neighbours?word={word}", "") for word in ("coude", "zzzzz", "", "coud%C3%A9")]
    asked += [("GET", path, "") for path in ("/api/words", "/api/words/xx", "/api/words?lang=xx", "/api/solve", "/api")]
    asked += [
        ("POST", "/api/solve", body) for body in ("{", "[]", '{"clues": 1}', '{"clues": [{"word": "é!"}], "a": 1}')
    ]
    return asked


@pytest.mark.slow
@pytest.mark.parametrize("each", [7, pytest.param(1, marks=LONG)])
def test_the_page_answers_as_the_service_does(plain: Path, client: Client, each: int) -> None:
    """Whole games, and every seventh of the other requests, or all of them.

    Each puzzle has five requests, of five kinds. Every seventh is of the next kind but one, so all five kinds are sent.
    """
    if shutil.which("node") is None:
        pytest.skip("no Node.js here")
    requests = make_requests()
    assert len(requests) >= 200
    requests = [*requests[::each], *GAMES]
    asked = [(*one, ("fr", "en", "es")[place % 3]) for place, one in enumerate(requests)]
    command = ["node", "--input-type=module", "-e", ANSWERS, str(plain / "mastermot" / "python")]
    found = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr[-500:]
    compare(client, asked, json.loads(found.stdout))


@pytest.mark.slow
def test_the_page_without_a_server(chromium: webdriver.Chrome, plain: Path) -> None:
    """Under a path, no mastermot running: what each task does. After one visit, the same without a connection."""
    solution = json.loads((plain / "mastermot/data/puzzles/fr-common-2-2026-11.json").read_bytes())[str(FIRST)]
    with serve_plain(plain) as host:
        page = Page(chromium, f"{host}/mastermot")
        page.open(f"today?d={FIRST}&n=2")
        page.find("#today-board-answer").send_keys(solution["puzzles"][0]["solution"], Keys.ENTER)
        page.says("#today-board .answer", "Bravo")
        assert not page.shown("[data-view=play]"), "what needs numpy is absent"
        asked = page.list_asked()
        asked += see_tasks(page)
        page.script(KEPT, 5 + len(WHEELS) + 1)
        page.script(COMPILED, 1 + len(WHEELS) + 1)
        page.open(f"today?d={FIRST}&n=3")  # today's is kept at once; another day when it is looked at
        page.find(".board-clues button")
        assert len(asked) > 2
        asked += page.list_asked()
        assert {url for url in asked if not url.startswith((host, "data:", "about:"))} == set()
    page.offline = True
    page.open(f"today?d={FIRST}&n=3")
    page.find(".board-clues button")
    see_tasks(page)


@pytest.mark.slow
def test_a_browser_without_webassembly_plays_the_days_and_says_why_not_the_rest(
    chromium: webdriver.Chrome, plain: Path
) -> None:
    gone = {"source": "delete window.WebAssembly"}
    added = chromium.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", gone)
    try:
        with serve_plain(plain) as host:
            page = Page(chromium, f"{host}/mastermot")
            page.open(f"today?d={FIRST}&n=3")
            page.find("#today-board .board-clues button")
            page.open(f"guess?j={FIRST}&l=7")
            games = json.loads((plain / "mastermot/data/games/fr-7-2026-11.json").read_bytes())
            page.find("#guess-code").send_keys(games[str(FIRST)]["secret"], Keys.ENTER)
            page.says("#guess-board", "Bravo")
            page.open("families")
            page.find("#families-form .primary").click()
            page.tells("#families-result .message", "python_impossible")
    finally:
        chromium.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


COMPILED = """
const [count, done] = arguments;
const look = async () => {
  let found = 0;
  for (const name of await caches.keys()) {
    const store = await caches.open(name);
    for (const one of await store.keys()) if ((await store.match(one)).headers.has("Compiled")) found += 1;
  }
  if (found >= count) done(); else setTimeout(look, 200);
};
look();
"""
"""Waits until so many files are kept with their modules compiled."""
KEPT = """
const [count, done] = arguments;
const look = async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("mastermot-"));
  const paths = (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat();
  if (paths.filter(({ url }) => url.includes("/python/")).length >= count) done(); else setTimeout(look, 100);
};
look();
"""
"""Waits until so many files of the page's Python are kept."""


def see_tasks(page: Page) -> list[str]:
    """Mend, compose, play, look at families, and solve, as a reader does; return the addresses that the page asks for.

    The reader goes from one to the next in one document, by links: each document would start Python anew.
    """
    page.open(f"solve?p={PACKED.replace('paume2', 'paume4')}&w=fr", "en")
    page.find("#solve-form .primary").click()
    page.says("#solve-result", "paume 2")
    page.go("compose?w=fr-common&l=5&k=10&d=2&s=7")
    page.find(".sheet")
    assert len(page.shown(".sheet .clue-list li")) == 10
    page.go("guess?n=4&c=6&r=black-white")
    page.find("#guess-code").send_keys("AABB", Keys.ENTER)
    page.until(lambda: len(page.shown("#guess-board .history li")) == 1)
    assert not page.shown("#guess-board .ask-hint"), "what needs numpy is absent"
    page.go("families")
    page.choose("#families-words", "sgb")
    page.choose("#families-least", "12")
    page.find("#families-form .primary").click()
    page.find("#families-result .families")
    assert len(page.shown(".families li")) == 3
    page.go(f"solve?p={PACKED}&w=fr")
    page.find("#solve-explain").click()
    page.find("#solve-result .all-steps").click()
    page.until(lambda: len(page.shown("#solve-result .steps p")) == 14)
    page.find(".walk").send_keys(Keys.END)
    page.says("#solve-result .answer", "coude")
    return page.list_asked()

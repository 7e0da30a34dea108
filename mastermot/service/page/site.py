"""The page without a server: a folder of plain files that any web host serves, under any path.

`docs/site.md` describes it. The same version makes the same bytes for the same days.
"""

import hashlib
import io
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

from mastermot import __version__
from mastermot.engine import Engine
from mastermot.puzzle.explain import LEVELS
from mastermot.service import errors
from mastermot.service.page import contents
from mastermot.service.page.abilities import list_tasks
from mastermot.service.page.pyodide_api import answer, list_lacked
from mastermot.texts import languages
from mastermot.words.files import FileUnwritableError, find_data, name_reason

PYODIDE = "314.0.7"  #: The version of Pyodide that the site was tried with.
PYODIDE_SUMS = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
"""The files of Pyodide that the page runs, and their checksums (SHA-256)."""
PYODIDE_LOCK = "pyodide-lock.json"  #: Pyodide's list of packages; only its own version and numpy are read from it.
PYODIDE_FILES = (*PYODIDE_SUMS, PYODIDE_LOCK)
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"  #: What the wheels are made for.
WHEELS = {
    "Unidecode-1.4.0-py3-none-any.whl": "c3c7606c27503ad8d501270406e345ddb480a7b5f38827eafe4fa82a137f0021",
    "annotated_types-0.8.0-py3-none-any.whl": "f072f4d804ea359e4eaf198b1af7a8b0943881a87f31bb764f8bf219bb9419e0",
    "pydantic-2.14.4-py3-none-any.whl": "653a2ad9f6d8858529c77c72717d0ea991d6c6837fe683246b2f4b2bbfc3fadc",
    "pydantic_core-2.50.5-cp314-cp314-pyemscripten_2026_0_wasm32.whl": "b2910ec0fa5aeb9bef70156f2b79f4783978fdcfaa7b2f1b5d1814458d2e79a1",  # noqa: E501
    "typing_extensions-4.16.0-py3-none-any.whl": "481caa481374e813c1b176ada14e97f1f67a4539ce9cfeb3f350d78d6370c2e8",
    "typing_inspection-0.4.5-py3-none-any.whl": "bc210535442b39e1bf2805e0c7a17dfd6a4ace760c84c7f7d16245d23a6b1c39",
}
"""The wheels that the program needs beside Pyodide, by their names on PyPI, with their checksums (SHA-256)."""
LIST = "mastermot-site.json"  #: The file with the paths of all other files, so that a later call may replace them.
LENGTHS = range(5, 10)  #: The lengths of the words of the day that the page offers.
OLD = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive: always the same, so that equal contents give equal archives."""
LEFT_OUT = ("cli/", "data/", "service/page/static/", "service/page/templates/")
"""Parts of the package that the web app does not need."""
WITH_NUMPY = ("lab/", "engine/")  #: Parts that are of no use without numpy.
DOCUMENT = "{}.html"  #: The file of the page in a language, with ``{}`` for its code.
Files = dict[str, bytes]  #: The contents of files, by their addresses in the site.


@dataclass(frozen=True)
class Site:
    """A folder that was written, and what is in it."""

    folder: str
    first: str  #: The first day whose puzzles are there as data, as YYYY-MM-DD.
    last: str  #: The last of them.
    files: int
    bytes: int
    parts: dict[str, int]  #: The bytes of each part: the page, the days and words, the program, Pyodide, wheels.


def make_site(
    folder: Path,
    pyodide: Path,
    days: tuple[date, date],
    *,
    base: str = "",
    wheels: Path | None = None,
    engine: Engine,
    progress: Callable[[int], object] = lambda _made: None,
) -> Site:
    """Write the web app to `folder`, with the puzzles and games of the days, and return a summary of what was written.

    `days` are the first day and the last. `pyodide` is a folder with Pyodide's files, `wheels` a folder with the wheels
    that the program needs; if it is None, pip downloads the wheels. `base` is the address that the site will have, ""
    if it is not known. Each time that a file with the puzzles or games of a month has been made, `progress` is called
    with their number; `count_work` returns the sum of these numbers.

    Raises `SiteFolderError`, `PyodideFilesError`, `PyodideVersionError`, `PyodideAlteredError`, `WheelsMissingError`,
    `WheelAlteredError` or `FileUnwritableError`.
    """
    earlier = read_earlier(folder)
    core, numpy_wheel = read_pyodide(pyodide)
    with_numpy = bool(numpy_wheel)
    packages = read_wheels(wheels) if wheels else bring_wheels()
    packages |= numpy_wheel
    program = pack_program(with_numpy)
    data = make_data(days, engine, progress)
    page = make_page(days, base, core, {**packages, **program}, with_numpy)
    parts = {"pyodide": core, "wheels": packages, "program": program, "data": data, "page": page}
    files: Files = {}
    for part in parts.values():
        files |= dict(sorted(part.items()))
    files[LIST] = json.dumps({"version": __version__, "files": sorted(files)}, indent=0).encode()
    write_files(folder, files, earlier)
    sizes = {name: sum(map(len, part.values())) for name, part in parts.items()}
    total_size = sum(sizes.values())  # without the list, which is in `files` but in no part
    first, last = days
    return Site(str(folder), first.isoformat(), last.isoformat(), len(files), total_size, sizes)


def write_files(folder: Path, files: Files, earlier: set[str]) -> None:
    """Replace the files that an earlier call wrote to `folder` by `files`.

    A new folder is made, which then takes the name of the old one: if this fails or is interrupted, the old folder is
    left as it was. `earlier` has the paths of the files that the earlier call wrote. Other files, such as ``.git``, are
    copied into the new folder. Raises `SiteFolderError` if one of these other files has a path of `files`, and
    `FileUnwritableError` if the disk refuses anything.
    """
    taken = [path for path in files if path not in earlier and (folder / path).exists()]
    if taken:
        raise errors.SiteFolderError(folder=str(folder), files=tuple(taken[:3]))
    place = folder.resolve()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        # a temporary folder beside the folder is on the same disk: from there a folder can be renamed
        with tempfile.TemporaryDirectory(
            prefix=f".{place.name}-", dir=place.parent, ignore_cleanup_errors=True
        ) as temporary:
            new = Path(temporary, "new")
            old = Path(temporary, "old")
            new.mkdir()
            if place.exists():
                shutil.copytree(place, new, symlinks=True, dirs_exist_ok=True, ignore=leave_out(place, earlier))
            write_each(new, files)
            exchange(place, new, old)
    except OSError as error:
        raise FileUnwritableError(source=str(error.filename or folder), reason=name_reason(error)) from None


def write_each(folder: Path, files: Files) -> None:
    """Write files to a folder, with the folders in it that their paths need. Raises `OSError`."""
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def leave_out(place: Path, earlier: set[str]) -> Callable[[str, list[str]], list[str]]:
    """Return the function ``ignore`` for `shutil.copytree`: it returns those names in a folder that are not copied.

    Not copied are the files that an earlier call wrote, and folders that have only such files. `place` is the folder
    that `copytree` copies. `earlier` has the paths in `place` of the files of the earlier call.
    """

    def is_left_out(path: Path) -> bool:
        """Return whether a path is a file of an earlier call, or a folder that has such files and no others."""
        is_folder = path.is_dir() and not path.is_symlink()  # a link to a folder is copied as a link, like a file
        if is_folder:
            inside = list(path.iterdir())
            return bool(inside) and all(map(is_left_out, inside))  # no call writes an empty folder: it is copied
        return path.relative_to(place).as_posix() in earlier

    return lambda folder, names: [name for name in names if is_left_out(Path(folder, name))]


def exchange(place: Path, new: Path, old: Path) -> None:
    """Rename the folder `new` to `place`, and before that a folder at `place` to `old`.

    If `new` cannot be renamed, the old folder gets its name back.
    """
    if place.exists():
        place.rename(old)
    try:
        new.rename(place)
    except BaseException:
        if old.exists():
            old.rename(place)
        raise


def read_earlier(folder: Path) -> set[str]:
    """Return the paths in a folder of the files that an earlier call wrote to it, from the list that this call left.

    Return no paths if the folder does not exist yet, or has only hidden files. Raises `SiteFolderError` if the folder
    has other files, but no list that can be read.
    """
    try:
        listed: list[str] = json.loads((folder / LIST).read_bytes())["files"]
        # somebody may have written other paths into the list: a file outside the folder is not ours
        return {path for path in (LIST, *listed) if is_inside(path)}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):  # there is no list, or it is not one of ours
        present = find_present(folder)
    if present:
        raise errors.SiteFolderError(folder=str(folder), files=present[:3])
    return set()


def is_inside(path: str) -> bool:
    """Return whether a path in a folder stays inside it.

    >>> is_inside("data/openings.json"), is_inside("../other"), is_inside("/etc/passwd")
    (True, False, False)
    """
    return not Path(path).is_absolute() and ".." not in Path(path).parts


def find_present(folder: Path) -> tuple[str, ...]:
    """Return the names of the files and folders in a folder, in order, without hidden ones such as ``.git``.

    Return no names if nothing has this path. If a file has it, return the name of this file.
    """
    present = []
    if folder.is_dir():
        present = sorted(path.name for path in folder.iterdir())
    elif folder.exists():  # it is a file
        present = [folder.name]
    return tuple(name for name in present if not name.startswith("."))


def read_pyodide(folder: Path) -> tuple[Files, Files]:
    """Return Pyodide's files in a folder, and numpy's wheel, by the addresses that they get in the site.

    If the folder has no wheel of numpy, the second dictionary is empty. Raises `PyodideFilesError`,
    `PyodideVersionError`, `PyodideAlteredError` or `WheelAlteredError`.
    """
    try:
        read = {name: (folder / name).read_bytes() for name in PYODIDE_FILES}
        lock = json.loads(read[PYODIDE_LOCK])
        # the lock of a full release has the name and the checksum of numpy's wheel
        numpy_entry = lock.get("packages", {}).get("numpy", {})
        platform = name_platform(lock["info"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        missing = tuple(name for name in PYODIDE_FILES if not (folder / name).is_file())
        unusable = missing or (PYODIDE_LOCK,)  # if no file is missing, it is the lock that cannot be read
        raise errors.PyodideFilesError(folder=str(folder), files=unusable, version=PYODIDE) from None
    check_pyodide(folder, read, platform)
    # a lock without packages, since Pyodide would fetch those from elsewhere
    read[PYODIDE_LOCK] = json.dumps({"info": lock["info"], "packages": {}}).encode()
    address = f"python/pyodide-{shorten_checksum(read.values())}"
    pyodide = {f"{address}/{name}": content for name, content in read.items()}
    numpy_wheel: Files = {}
    wheel_name = numpy_entry.get("file_name", "")
    if wheel_name != "" and (folder / wheel_name).is_file():
        numpy_wheel = read_checked(folder, {wheel_name: numpy_entry["sha256"]})
    return pyodide, numpy_wheel


def check_pyodide(folder: Path, read: Files, platform: str) -> None:
    """Raise `PyodideVersionError` or `PyodideAlteredError` if a Pyodide is not the one of `PYODIDE_SUMS`.

    `folder` is the folder of the Pyodide, and `read` has its files by name. `platform` is the text of `name_platform`
    for this Pyodide.
    """
    needed = f"Python {PYTHON}, {PLATFORM}"
    if platform != needed:
        raise errors.PyodideVersionError(found=platform, needed=needed, version=PYODIDE)
    for name, expected in PYODIDE_SUMS.items():
        if hashlib.sha256(read[name]).hexdigest() != expected:
            raise errors.PyodideAlteredError(source=str(folder / name), version=PYODIDE)


def name_platform(info: dict[str, str]) -> str:
    """Return a text with the Python and the platform of a Pyodide, from the part ``info`` of its lock.

    >>> name_platform({"python": "3.14.2", "abi_version": "2026_0", "arch": "wasm32"})
    'Python 3.14, pyemscripten_2026_0_wasm32'
    """
    python = info["python"].rpartition(".")[0]
    return f"Python {python}, pyemscripten_{info['abi_version']}_{info['arch']}"


def bring_wheels() -> Files:
    """Download the wheels with pip; return them by their addresses in the site.

    Raises `WheelsMissingError` or `WheelAlteredError`.
    """
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, *list_pip_arguments(folder)], capture_output=True, check=False)
        return read_wheels(Path(folder))  # if pip failed, this raises an error about the missing wheels


def list_pip_arguments(folder: str) -> list[str]:
    """Return the arguments of Python that make pip download the wheels to a folder."""
    wanted = ["==".join(name.split("-")[:2]) for name in WHEELS]  # such as pydantic==2.14.4
    kinds = ["--only-binary", ":all:", "--platform", PLATFORM, "--python-version", PYTHON]
    return ["-m", "pip", "download", "--no-deps", *kinds, "--dest", folder, *wanted]


def read_wheels(folder: Path) -> Files:
    """Return the wheels of `WHEELS` from a folder, by the addresses that they get in the site.

    Raises `WheelsMissingError` if the folder lacks any, and `WheelAlteredError` if one has another checksum.
    """
    missing = tuple(name for name in WHEELS if not (folder / name).is_file())
    if missing:
        raise errors.WheelsMissingError(files=missing, command=" ".join(["python3", *list_pip_arguments("wheels")]))
    return read_checked(folder, WHEELS)


def read_checked(folder: Path, sums: dict[str, str]) -> Files:
    """Return the wheels that `sums` names, from a folder that has all of them, by their addresses in the site.

    `sums` has the checksum (SHA-256) of each wheel. Raises `WheelAlteredError` if a wheel has another checksum.
    """
    read = {name: (folder / name).read_bytes() for name in sums}
    for name, content in read.items():
        if hashlib.sha256(content).hexdigest() != sums[name]:
            raise errors.WheelAlteredError(source=str(folder / name))
    return {f"python/{name}": content for name, content in read.items()}


def pack_program(numpy: bool) -> Files:
    """Return an archive of the program and the dictionaries, by its address in the site, which has a checksum of it.

    Files that the web app does not need are not in the archive (`list_program`). `numpy` says whether the site has
    numpy.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted(list_program(numpy).items()):
            if path.is_file():
                entry = zipfile.ZipInfo(f"mastermot/{name}", OLD)
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    content = packed.getvalue()
    return {f"python/mastermot-{__version__}-{shorten_checksum([content])}.zip": content}


def list_program(numpy: bool) -> dict[str, Path]:
    """Return the files of the program that the web app needs, and the dictionaries, by their names in the package.

    `numpy` says whether the site has numpy. Some paths are those of folders.
    """
    left_out = LEFT_OUT if numpy else LEFT_OUT + WITH_NUMPY
    package = Path(__file__).parents[2]
    paths = {}
    for path in package.rglob("*"):
        name = path.relative_to(package).as_posix()
        is_of_no_use = path.suffix == ".po" or "__pycache__" in name  # the compiled catalogue (.mo) is enough
        if not is_of_no_use and not name.startswith(left_out):
            paths[name] = path
    for path in Path(find_data("wordlists")).iterdir():
        # the recipe that makes the lists is not needed
        if path.suffix not in (".py", ".po") and "__pycache__" not in path.name:
            paths[f"data/wordlists/{path.name}"] = path
    return paths


def shorten_checksum(parts: Iterable[bytes]) -> str:
    """Return the first 12 signs of a checksum of all parts, for a file name that changes with the content."""
    return hashlib.sha256(b"".join(parts)).hexdigest()[:12]


def make_data(days: tuple[date, date], engine: Engine, progress: Callable[[int], object]) -> Files:
    """Return the files with the puzzles and games of the days, with the openings, and with the words to guess with.

    The files have answers of the API, which are the same in every language. A file of days has the puzzles or games of
    one kind in one month, such as the puzzles of one level from one dictionary (`list_months`).

    `days` are the first day and the last. The files of days are made on an `engine`, and `progress` is called with the
    number of puzzles or games in each of them.
    """
    # the names of the dictionaries of each language: of all valid words (`valid`), and of words that people know
    # (`common`)
    shelves = [languages.settings(language)["dictionaries"] for language in languages.LANGUAGES]
    files = make_days(days, shelves, engine, progress)
    _status, openings = answer("GET", "/api/openings", "", "en")
    files["data/openings.json"] = openings.encode()
    for shelf in shelves:
        for length in LENGTHS:
            _status, words = answer("GET", f"/api/words/{shelf['valid']}/{length}", "", "en")
            files[f"data/words/{shelf['valid']}-{length}.json"] = words.encode()
    return files


def make_days(
    days: tuple[date, date], shelves: Sequence[dict[str, str]], engine: Engine, progress: Callable[[int], object]
) -> Files:
    """Return the files with the puzzles and games of the days, for the languages whose dictionaries are the `shelves`.

    They are made on an `engine`, for all days from the first of the `days` to the last. `progress` is called with the
    number of puzzles or games in each file.
    """
    tasks = []  # all tasks are handed to the engine before the first result is waited for
    for shelf in shelves:
        for path, address, days_of_month in list_months(days, shelf):
            tasks.append(engine.submit(write_days, path, address, days_of_month))
    files: Files = {}
    for task in tasks:
        path, content, count = task.result()
        files[path] = content
        progress(count)
    return files


def list_months(days: tuple[date, date], shelf: dict[str, str]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield, for each file of puzzles or games of a language, its path, the API's address, and the days that it has.

    A file has one kind in one month: ``data/puzzles/fr-common-1-2026-03.json``, for example, has puzzles of level 1 in
    March 2026. The address lacks the date. `days` are the first day and the last. `shelf` has the names of the
    language's dictionaries: puzzles are made of words of `common`, and games of words of `valid`.
    """
    first, last = days
    count = (last - first).days + 1
    all_days = [(first + timedelta(number)).isoformat() for number in range(count)]
    addresses = find_addresses(shelf)
    for month, group in groupby(all_days, lambda day: day[:7]):  # 2026-03 of 2026-03-14
        days_of_month = list(group)
        for kind, address in addresses.items():
            yield f"data/{kind}-{month}.json", address, days_of_month


def find_addresses(shelf: dict[str, str]) -> dict[str, str]:
    """Return, by each kind of file, the API's address for the answers in it: the date is still to be added.

    For example, ``puzzles/fr-common-1`` (puzzles of level 1 from the dictionary ``fr-common``) has the address
    ``/api/daily?words=fr-common&level=1``.
    """
    common = shelf["common"]
    valid = shelf["valid"]
    addresses = {}
    for level in LEVELS:
        addresses[f"puzzles/{common}-{level}"] = f"/api/daily?words={common}&level={level}"
    for length in LENGTHS:
        addresses[f"games/{valid}-{length}"] = f"/api/daily/game?words={valid}&length={length}"
    return addresses


def count_work(days: tuple[date, date]) -> int:
    """Return the number of puzzles and games of the days: the sum of all numbers that `progress` is called with."""
    first, last = days
    day_count = (last - first).days + 1
    return day_count * len(languages.LANGUAGES) * (len(LEVELS) + len(LENGTHS))


def write_days(path: str, address: str, days: list[str]) -> tuple[str, bytes, int]:
    """Return the path of a file, its content (a JSON object with the API's answer for each day), and how many days.

    `address` is the API's without the date, and the `days` are written YYYY-MM-DD. The file is not written. The path is
    returned as it was given, so that the caller knows which file the content is for: this may run in another process.
    """
    answers = []
    for day in days:
        _status, body = answer("GET", f"{address}&date={day}", "", "en")
        answers.append(f'"{day}":{body}')
    return path, f"{{{','.join(answers)}}}".encode(), len(days)


def make_page(days: tuple[date, date], base: str, core: Files, packages: Files, numpy: bool) -> Files:
    """Return the files of the page itself: documents in every language, texts, scripts and the service worker.

    `days` are the first and the last day that have puzzles. `base` is the address that the site will have, "" if it is
    not known. The page must know where the files of Pyodide (`core`) are, and the archives that Pyodide loads
    (`packages`: the wheels and the program). `numpy` says whether numpy is among the packages.
    """
    from mastermot.service.app import WIKTIONARY, create_app

    lacked = (*list_lacked(numpy), "picture")  # the picture of neighbours would need Jinja
    site = describe_site(days, base, core, packages, lacked)
    # values of the template that a service does not have, or has otherwise
    differing: dict[str, Any] = {"address": base, "meanings": WIKTIONARY, "site": site.items(), "link": DOCUMENT}
    differing["views"] = list_tasks("folder-numpy" if numpy else "folder", "all")
    files: Files = {}
    with create_app(keys=["plain files"]).test_request_context():  # Flask fills in templates only during a request
        for language in languages.LANGUAGES:
            files |= make_documents(language, differing, lacked)
        files["index.html"] = contents.render("start.html", policy=contents.POLICY, pages=list_starts()).data
        files["sw.js"] = contents.worker_script(DOCUMENT, [*core, *packages]).encode()
    files[f"static/{contents.first_name()}"] = contents.first_script().encode()
    for name in contents.list_static():
        files[f"static/{name}"] = contents.read_static(name)
    return files


def make_documents(language: str, differing: dict[str, Any], lacked: Sequence[str]) -> Files:
    """Return the files of the page in one language: its document, its manifest and its texts.

    `differing` has the values of the template that differ from those of a service. `lacked` names what the site does
    not have. To be called during a request, since Flask fills in templates only then.
    """
    files: Files = {}
    with languages.speak(language):
        page = contents.describe_page() | differing
        page["policy"] = contents.page_policy(page)
        files[DOCUMENT.format(language)] = contents.render("page.html", **page).data
        files[f"manifest.{language}.json"] = contents.render("manifest.json", link=DOCUMENT, lacks=lacked).data
    files[f"texts/{language}.json"] = json.dumps(contents.page_texts(language), ensure_ascii=False).encode()
    return files


def list_starts() -> list[tuple[str, str, str]]:
    """Return what the start page shows of each language: its code, its name in itself, and a text in this language.

    The text is for browsers without JavaScript.
    """
    starts = []
    for language in languages.LANGUAGES:
        with languages.speak(language):
            text = languages.gettext(
                "It needs JavaScript, and a web host that serves this folder: it cannot run from a disk."
            )
        starts.append((language, languages.settings(language)["name"], text))
    return starts


def describe_site(
    days: tuple[date, date], base: str, core: Files, packages: Files, lacked: Sequence[str]
) -> dict[str, str]:
    """Return what the page must know of its site, as texts for its template.

    These are the address (``home``), the first and the last day (``days``), the dictionaries of its puzzles and games
    (``lists``, such as ``puzzles/fr-common``), what it lacks (``lacks``), and as JSON the paths of Pyodide and its
    packages, and how many bytes they have (``python``).

    `days` are the first and the last day. `base` is the address, "" if it is not known. `core` has the files of
    Pyodide, and `packages` the archives that Pyodide loads. `lacked` names what the site does not have.
    """
    lists = []
    for language in languages.LANGUAGES:
        shelf = languages.settings(language)["dictionaries"]
        lists.append(f"puzzles/{shelf['common']}")
        lists.append(f"games/{shelf['valid']}")
    size = sum(map(len, core.values())) + sum(map(len, packages.values()))
    folder_of_pyodide = min(core).rpartition("/")[0] + "/"  # all files are in one folder: the path of any has it
    python = {"pyodide": folder_of_pyodide, "packages": list(packages), "size": size}
    return {
        "home": base,
        "days": " ".join(day.isoformat() for day in days),
        "lists": " ".join(lists),
        "lacks": " ".join(lacked),
        "python": json.dumps(python),
    }

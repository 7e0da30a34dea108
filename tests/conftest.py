"""Settings of all tests: no test depends on how fast the machine is, and each finds the texts of now.

The README's command, ``python3 -m pytest``, runs what a change is likely to break. It leaves out the files of `LATER`,
and tests marked slow or compiled; ``python3 -m pytest --rest`` runs these, of each slow test `SLOW_CASES`, but for what
is marked long. Of a file or folder that is named, all is run but what is marked slow; an own
``-m`` is heeded everywhere.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("HYPOTHESIS_NO_PLUGINS", "1")  # else it loads all of trio, where that is installed

from hypothesis import settings

from mastermot.texts import languages
from tools.compile_catalogues import compile_older

ROOT = Path(__file__).parent.parent
QUICK = "not slow and not compiled"  #: What the README's command runs of the files that it does not leave out.

RESEARCH = "research, whose search numba compiles"
SHARED = "processes and machines that share work"
#: Files and folders that the README's command leaves out, by what they are about; a pattern is one of `Path.match`.
LATER = {
    RESEARCH: (
        "mastermot/lab",
        "tests/lab",
        "tests/game/test_book.py",
        "tests/cli/test_accelerate.py",
        "tests/cli/test_explore.py",
        "tests/cli/test_optimal.py",
        "tests/cli/test_static.py",
        "tests/cli/test_tree.py",
        "tests/rules/test_kernels.py",
    ),
    SHARED: ("tests/engine",),
    "the page in a browser, but for its keys and one thing done in each view": (
        "tests/service/test_page.py",
        "tests/service/test_page_*.py",
        "tests/service/folder.py",
        "tests/service/test_days.py",
        "tests/service/test_offline.py",
        "tests/service/test_site.py",
    ),
    "requests at every bound, which schemathesis makes": ("tests/service/test_fuzz*.py",),
    "how the program and its tests are written": ("tests/test_glossary.py", "tests/test_tests.py"),
    "packages that bring rules and players": ("tests/game/test_plugins.py",),
    "documentation and releases": (
        "tests/test_built_docs.py",
        "tests/claims.py",
        "tests/test_claims.py",
        "tests/test_container.py",
        "tests/test_credits.py",
        "tests/test_docs.py",
        "tests/test_programs.py",
        "tests/test_tables.py",
        "tests/test_wheel.py",
        "tests/test_windows.py",
        "tests/texts/test_languages.py",
    ),
}

#: Of these groups the program's part is run by no other test: `--rest` measures its coverage.
FIRST_RUN = (RESEARCH, SHARED)

FUZZED = "tests/service/test_fuzz_bounds.py"  #: What needs schemathesis as a plugin, which takes seconds to load.

#: Files of LATER that the README's command runs all the same.
AT_ONCE = ("tests/service/test_page_engines.py", "tests/service/test_page_keys.py")

SLOW_CASES = 2  #: How many cases of each slow test ``--rest`` runs.
#: Files of which it runs each case: each is about another thing.
EACH_CASE = ("tests/test_pairs.py", "tests/cli/test_streams.py", "tests/service/test_page_engines.py", FUZZED)
LEFT_OUT = pytest.StashKey[str]()
UNWATCHED = pytest.StashKey[bool]()

compile_older()

# a shell starts what runs in its background with Ctrl-C ignored, and programs under test would inherit that
signal.signal(signal.SIGINT, signal.default_int_handler)

#: Hypothesis draws the same examples each time: few for the README's command, more of a file that is named; once a week
#: (``--hypothesis-profile=drawn``) others than before.
settings.register_profile("few", deadline=None, derandomize=True, max_examples=10)
settings.register_profile("more", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("drawn", deadline=None, max_examples=100)


class EnglishFirst:
    """Has each test begin in English, whatever language a command spoke before in this process.

    It is a plugin of its own since this hook of a conftest is called for tests below its folder only, and for no
    example of the package.
    """

    def pytest_runtest_setup(self) -> None:
        languages.use(languages.ENGLISH)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--rest`."""
    told = "run what is left out without it: of each slow test some cases, nothing that is marked long"
    parser.addoption("--rest", action="store_true", help=told)


def leaves_out(config: pytest.Config) -> bool:
    """Return whether this is the README's command: nothing was named or asked for on the command line."""
    named = [Path(name).resolve() for name in config.args]
    return named == [ROOT / path for path in config.getini("testpaths")] and config.option.markexpr == QUICK


def is_named(path: Path, config: pytest.Config) -> bool:
    """Return whether the command line names a file, or a folder that has it."""
    named = [Path(name.partition("::")[0]).resolve() for name in config.args]
    return any(path.is_relative_to(one) for one in named)


def pytest_configure(config: pytest.Config) -> None:
    """Choose what is run where no ``-m`` does; let the README's command wait for no compiler."""
    config.pluginmanager.register(EnglishFirst())
    if config.getoption("rest"):
        config.option.markexpr = "not long"
    elif not config.option.markexpr:
        config.option.markexpr = QUICK
        if not leaves_out(config):
            config.option.markexpr = "not slow"
    if leaves_out(config):
        os.environ.setdefault("MASTERMOT_FAST", "0")
        # pytest asks `pytest_ignore_collect` here of tests only; numba would be loaded for examples of the package
        config.option.ignore.append(str(ROOT / "mastermot" / "lab"))
    elif is_named(ROOT / FUZZED, config):
        config.pluginmanager.unblock("schemathesis")
        config.pluginmanager.import_plugin("schemathesis", consider_entry_points=True)
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("few" if leaves_out(config) else "more")


def is_later(path: Path) -> bool:
    """Return whether the README's command leaves out the file."""
    return str(path.relative_to(ROOT)) not in AT_ONCE and any(is_of(path, group) for group in LATER)


@cache
def is_of(path: Path, group: str) -> bool:
    """Return whether a file is one of a group of `LATER`; it is asked again for each of its tests."""
    place = path.relative_to(ROOT)
    return any(part.match(pattern) for part in (place, *place.parents) for pattern in LATER[group])


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import the files of `LATER`, where nothing was named on the command line."""
    return True if leaves_out(config) and is_later(collection_path) else None


def is_marked(item: pytest.Item, name: str) -> bool:
    """Return whether a case of a test is marked slow, compiled or long."""
    return item.get_closest_marker(name) is not None


def may_compile(item: pytest.Item) -> bool:
    """Return whether a test, or an example of the package, may have numba compile something."""
    return is_marked(item, "compiled") or is_of(item.path, RESEARCH)


def choose_rest(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return what `--rest` runs: files of `LATER`, what numba compiles, and of each slow test `SLOW_CASES`.

    These stand far apart in its list of cases, which goes from small to large more often than not.
    """
    items = [item for item in items if not is_marked(item, "long")]
    slow: dict[str, list[pytest.Item]] = {}
    for item in items:
        if is_marked(item, "slow"):
            slow.setdefault(item.nodeid.partition("[")[0], []).append(item)
    chosen = set()
    for cases in slow.values():
        each = len(cases) if is_named_in(cases[0], EACH_CASE) else SLOW_CASES
        chosen.update(cases[:: max(1, -(-len(cases) // each))])
    return [
        item
        for item in items
        if item in chosen or (not is_marked(item, "slow") and (is_marked(item, "compiled") or is_later(item.path)))
    ]


def is_named_in(item: pytest.Item, files: tuple[str, ...]) -> bool:
    """Return whether the file of a test is one of some."""
    return str(item.path.relative_to(ROOT)) in files


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what `--rest` asks for; put first what numba compiles.

    There one process of xdist runs it all, one after the other: where no machine code is kept, compiling it takes
    minutes, and two that begin at once both do it.
    """
    if config.getoption("rest"):
        chosen = choose_rest(items)
        kept = set(chosen)
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        slow = [one for one in items if is_marked(one, "slow") and not is_marked(one, "long") and one not in kept]
        tell_left_out(config, f"slow cases of tests that ran others (-m 'slow and not long' runs all): {len(slow)}")
        items[:] = chosen
        if config.pluginmanager.hasplugin("_cov"):
            look_away(chosen)
    items.sort(key=lambda item: not may_compile(item))


def look_away(items: list[pytest.Item]) -> None:
    """Have coverage look away from what others have run: a test that it watches takes up to four times as long.

    That is all but `FIRST_RUN`, and what is slow there: it runs what others run, longer.
    """
    for item in items:
        item.stash[UNWATCHED] = is_marked(item, "slow") or not any(is_of(item.path, group) for group in FIRST_RUN)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run a test, its fixtures too, without coverage where it is to look away.

    The mark ``no_cover`` of pytest-cov does not do that in a process of xdist: coverage is started twice there, once as
    in the process that prints, and the mark stops one of the two.
    """
    if not item.stash.get(UNWATCHED, False):
        return (yield)
    from coverage import Coverage

    stopped = []
    while (running := Coverage.current()) is not None:
        running.stop()
        stopped.append(running)
    try:
        return (yield)
    finally:
        for one in reversed(stopped):
            one.start()


def tell_left_out(config: pytest.Config, text: str) -> None:
    """Have a sentence printed at the end; a process of xdist hands it to the one that prints."""
    if hasattr(config, "workeroutput"):
        config.workeroutput["left out"] = text
    else:
        config.stash[LEFT_OUT] = text


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take what a process of xdist tells."""
    text = getattr(node, "workeroutput", {}).get("left out")
    if text:
        node.config.stash[LEFT_OUT] = text


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say what `--rest` left out."""
    text = config.stash.get(LEFT_OUT, "")
    if text:
        terminalreporter.write_line(f"left out: what is marked long (python3 -m pytest -m long); {text}")

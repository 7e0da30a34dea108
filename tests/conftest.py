"""Settings of all tests: no test depends on how fast the machine is, and each finds the texts of now.

The README's command, ``python3 -m pytest``, runs what a change is likely to break. It leaves out the files of `LATER`,
and tests marked slow or compiled; ``python3 -m pytest --rest`` runs these, but for what is marked long. Of a file or
folder that is named, all is run but what is marked slow; an own ``-m`` is heeded everywhere.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from tools.compile_catalogues import compile_older

ROOT = Path(__file__).parent.parent
QUICK = "not slow and not compiled"  #: What the README's command runs of the files that it does not leave out.

#: Files and folders that the README's command leaves out, by what they are about; a pattern is one of `Path.match`.
LATER = {
    "research, whose search numba compiles": (
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
    "processes and machines that share work": ("tests/engine",),
    "the page in a browser, but for its keys and one thing done in each view": (
        "tests/service/test_page.py",
        "tests/service/test_page_*.py",
        "tests/service/test_days.py",
        "tests/service/test_offline.py",
        "tests/service/test_site.py",
    ),
    "requests at every bound, which schemathesis makes": ("tests/service/test_fuzz*.py",),
    "documentation and releases": (
        "tests/test_container.py",
        "tests/test_credits.py",
        "tests/test_docs.py",
        "tests/test_programs.py",
        "tests/test_wheel.py",
        "tests/texts/test_languages.py",
    ),
}

FUZZED = "tests/service/test_fuzz_bounds.py"  #: What needs schemathesis as a plugin, which takes seconds to load.

#: Files of LATER that the README's command runs all the same.
AT_ONCE = ("tests/service/test_page_engines.py", "tests/service/test_page_keys.py")

compile_older()

# a shell starts what runs in its background with Ctrl-C ignored, and programs under test would inherit that
signal.signal(signal.SIGINT, signal.default_int_handler)

#: Hypothesis draws the same examples each time: few for the README's command, more of a file that is named; once a week
#: (``--hypothesis-profile=drawn``) others than before.
settings.register_profile("few", deadline=None, derandomize=True, max_examples=15)
settings.register_profile("more", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("drawn", deadline=None, max_examples=100)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--rest`."""
    parser.addoption("--rest", action="store_true", help="run what is left out without it, but for what is marked long")


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
    if config.getoption("rest"):
        config.option.markexpr = "not long"
    elif not config.option.markexpr:
        config.option.markexpr = QUICK
        if not leaves_out(config):
            config.option.markexpr = "not slow"
    if leaves_out(config):
        os.environ.setdefault("MASTERMOT_FAST", "0")
    elif is_named(ROOT / FUZZED, config):
        config.pluginmanager.unblock("schemathesis")
        config.pluginmanager.import_plugin("schemathesis", consider_entry_points=True)
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("few" if leaves_out(config) else "more")


def is_later(path: Path) -> bool:
    """Return whether the README's command leaves out the file."""
    place = path.relative_to(ROOT)
    if str(place) in AT_ONCE:
        return False
    patterns = [pattern for group in LATER.values() for pattern in group]
    return any(part.match(pattern) for part in (place, *place.parents) for pattern in patterns)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import the files of `LATER`, where nothing was named on the command line."""
    return True if leaves_out(config) and is_later(collection_path) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what `--rest` asks for; put the tests of the compiled search first.

    There one process of xdist runs them all, one after the other: where no machine code is kept, compiling it takes
    half a minute, and two that begin at once both do it.
    """
    if config.getoption("rest"):
        marked = {item for item in items if item.get_closest_marker("slow") or item.get_closest_marker("compiled")}
        left_out = [item for item in items if item not in marked and not is_later(item.path)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item in marked or is_later(item.path)]
    items.sort(key=lambda item: item.get_closest_marker("compiled") is None)

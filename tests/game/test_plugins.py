"""Rules and players that other packages bring by entry points."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.messages import check_told
from tests.support import ROOT


def install(folder: Path, points: str, **modules: str) -> dict[str, str]:
    """Make a package with these entry points and modules; return an environment whose path has it."""
    (folder / "own-1.0.dist-info").mkdir()
    (folder / "own-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1.0\n")
    (folder / "own-1.0.dist-info" / "entry_points.txt").write_text(points)
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}


def call(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    command = [sys.executable, "-m", "mastermot", "--lang", "en", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def own(tmp_path: Path) -> dict[str, str]:
    """Return an environment with a package that brings a rule and a player."""
    points = "[mastermot.rules]\nowntotal = own\n[mastermot.players]\nownopener = own\n"
    return install(tmp_path, points, own=(ROOT / "tests" / "game" / "own.py").read_text(encoding="utf-8"))


def test_a_rule_and_a_player_are_brought(own: dict[str, str]) -> None:
    colours = ("--holes", "3", "--colours", "4")
    done = call(own, "play", *colours, "--secret", "CAB", "--rule", "owntotal", "--player", "ownopener")
    assert (done.returncode, done.stderr) == (0, "")
    assert "ABB" in done.stdout
    assert "CAB: " in done.stdout
    shown = call(own, "play", "--help").stdout
    assert "owntotal" in shown
    assert "ownopener" in shown
    refused = call(own, "play", *colours, "--rule", "owntotall")
    assert (refused.returncode, "owntotal" in refused.stderr) == (2, True)


@pytest.mark.parametrize("module", ["raise ValueError('no luck')", "import no_such_module_at_all", "def ("])
def test_a_broken_package_is_warned_of(tmp_path: Path, module: str) -> None:
    environment = install(tmp_path, "[mastermot.rules]\nodd = odd\n", odd=module)
    done = call(environment, "rank", "--holes", "2", "--colours", "3")
    assert done.returncode == 0
    check_told(done.stderr, "plugin-broken", "“odd”", "(mastermot.rules)")
    assert "Traceback" not in done.stderr
    assert "black-white" in done.stdout


def test_nothing_is_looked_for_where_our_own_rules_do(own: dict[str, str]) -> None:
    script = (
        "import sys, mastermot; mastermot.play_game(mastermot.ColourCodes(2, 3), 'AB', codebreaker='entropy');"
        "mastermot.rule_named('black'); print('own' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], env=own, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
    call_solve = "import sys; from mastermot.__main__ import main\ntry: main()\nexcept SystemExit: pass\n"
    call_solve += "print('own' in sys.modules, 'importlib.metadata' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", call_solve, "solve", str(ROOT / "puzzles" / "coude.txt")],
        env=own,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "False False"

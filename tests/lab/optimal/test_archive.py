"""The archive of proofs (`research/proofs.py`): its files, its manifest, and that it stands on its own."""

from __future__ import annotations

import json
import tarfile
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support import python

pytestmark = [pytest.mark.compiled, pytest.mark.slow]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A search of one game that was kept."""
    path = tmp_path_factory.mktemp("search") / "kept"
    game = "--words=fr-answers --guesses=fr --length=6 --starts=j --rule=positional"
    assert python("-m", "mastermot", "optimal", *game.split(), "--resume", path).returncode == 0
    return path


def test_a_game_of_the_archive_is_checked_by_what_is_in_it(tmp_path: Path, kept: Path) -> None:
    """It goes on where it stopped: the second game is added to the first, by a search that was kept."""
    folder = tmp_path / "proofs"
    for name, more in (("black 3x3", ()), ("positional fr-answers fr 6 J", ("--resume", kept))):
        done = python("research/proofs.py", folder, "--game", name, *more)
        assert (done.returncode, done.stderr) == (0, b"")
    lines = [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]
    assert [line["game"] for line in lines] == ["positional fr-answers fr 6 J", "black 3x3"], "few codes first"
    for line in lines:
        for file, digest in line["files"].items():
            assert sha256((folder / file).read_bytes()).hexdigest() == digest
        paths = {Path(file).name: folder / file for file in line["files"]}
        lists = [f"--{name.removesuffix('.txt')}={path}" for name, path in paths.items() if name.endswith(".txt")]
        checked = python(folder / "verify.py", paths["tree.json"], paths["claims.proof"], *lists)
        assert checked.returncode == 0
        assert b"this tree reaches it" in checked.stdout
    with tarfile.open(tmp_path / "proofs.tar") as packed:
        assert "proofs/manifest.jsonl" in packed.getnames()
    assert json.loads((folder / ".zenodo.json").read_text())["upload_type"] == "dataset"


def test_a_kept_search_of_another_game_is_refused(tmp_path: Path, kept: Path) -> None:
    done = python("research/proofs.py", tmp_path / "proofs", "--game", "black 3x3", "--resume", kept)
    assert done.returncode == 1
    assert done.stderr.splitlines()[0].endswith(b"it belongs to a search with other codes, guesses, rule or objective")


def test_a_check_that_takes_too_long_ends_in_time(tmp_path: Path) -> None:
    """The search and its claims take a second, the check six."""
    folder = tmp_path / "proofs"
    done = python("research/proofs.py", folder, "--game", "black 3x8 no repeats", "--seconds", "2")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"black 3x8 no repeats: a step takes more than 2 s\n"
    assert not [path for path in folder.iterdir() if path.is_dir() or path.name == "manifest.jsonl"]

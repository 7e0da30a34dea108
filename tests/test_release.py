"""What a release is made of says the same version, and is in step with the commands."""

from __future__ import annotations

import re

import pytest

from mastermot import __version__
from tests.support import ROOT
from tools.manual import FOLDER, make_files, read_statuses

MADE = make_files()


@pytest.mark.parametrize("path", MADE)
def test_what_is_installed_beside_the_program_is_in_step(path: str) -> None:
    assert (FOLDER / path).read_text(encoding="utf-8") == MADE[path], "python3 tools/manual.py"


def test_each_exit_status_is_in_both_languages() -> None:
    assert "70" in read_statuses()


def test_nothing_else_is_installed_beside_it() -> None:
    assert {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*") if path.is_file()} == set(MADE)


def test_the_citation_and_the_changes_name_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (version,) = re.findall(r"^version: (.+)$", citation, re.MULTILINE)
    (released,) = re.findall(r'^date-released: "(.+)"$', citation, re.MULTILINE)
    assert version == __version__
    assert re.findall(r"^## (\d.*)$", changes, re.MULTILINE)[0] == f"{version} ({released})"

"""Where the reference figures are: those shipped in ``tests/data``, and the word list that may not be shipped."""

from __future__ import annotations

import pytest

from mastermot import WordCodes, open_dictionary
from tests.support import ROOT

DATA = ROOT / "tests" / "data"
PUZZLES = DATA / "puzzles"
TURNS = DATA / "turns"

ELSEWHERE = ROOT.parent / "shared" / "reference"
FRENCH = ELSEWHERE / "lists" / "liste_francais_asc.txt"
"""The French list of J. Forget's Perl program, which may not be redistributed."""
ACCELERATION = ELSEWHERE / "lists" / "accel-fr.txt"
FRENCH_TURNS = ELSEWHERE / "turns"
needs_french = pytest.mark.skipif(not FRENCH.is_file(), reason="needs a word list that may not be redistributed")


def require_french() -> None:
    """Skip the test that is running where the French list is absent."""
    if not FRENCH.is_file():
        pytest.skip("needs a word list that may not be redistributed")


def sorted_sgb() -> list[str]:
    """Return the words of the GraphBase, sorted, as the reference has them."""
    return sorted(WordCodes(open_dictionary("sgb"), 5).texts)

"""Conjunctions that change with the word after them, as "y" and "o" in Spanish, wherever a sentence joins a list."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from mastermot import parse_puzzle
from mastermot.cli import main
from mastermot.texts import join
from mastermot.texts.cases import join_links
from mastermot.texts.languages import LANGUAGES, speak
from mastermot.texts.phrases import name_conclusion, name_letters_at, name_supposition, quote_all, state

JOINED = [
    ("H", "I", "H e I", "H o I"),
    ("A", "O", "A y O", "A u O"),
    ("A", "I", "A e I", "A o I"),
    ("A", "H", "A y H", "A o H"),
    ("A", "Y", "A y Y", "A o Y"),
    ("A", "Ñ", "A y Ñ", "A o Ñ"),
    ("«alas 1»", "«ibas 2»", "«alas 1» e «ibas 2»", "«alas 1» o «ibas 2»"),
    ("«alas 1»", "«íbamos 2»", "«alas 1» e «íbamos 2»", "«alas 1» o «íbamos 2»"),
    ("«alas 1»", "«hijo 0»", "«alas 1» e «hijo 0»", "«alas 1» o «hijo 0»"),
    ("«alas 1»", "«hielo 0»", "«alas 1» y «hielo 0»", "«alas 1» o «hielo 0»"),
    ("«alas 1»", "«hora 0»", "«alas 1» y «hora 0»", "«alas 1» u «hora 0»"),
    ("otra", "otra letra", "otra y otra letra", "otra u otra letra"),
    ("7", "8", "7 y 8", "7 u 8"),
    ("7", "11", "7 y 11", "7 u 11"),
    ("7", "110", "7 y 110", "7 o 110"),
]
"""Two parts, and the two of them joined by "y" and by "o", as a Spaniard says them."""


@pytest.mark.parametrize(("first", "second", "both", "either"), JOINED)
def test_spanish_conjunctions_change_before_their_own_sound(first: str, second: str, both: str, either: str) -> None:
    with speak("es"):
        assert join([first, second], "y") == both
        assert join([first, second], "o") == either
        assert join(["Z", first, second], "y") == f"Z, {both}"


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "es"])
def test_other_conjunctions_stay_as_they_are(language: str) -> None:
    with speak(language):
        for first, second, _both, _either in JOINED:
            assert join([first, second], "y") == f"{first} y {second}"
            assert join([first, second], "o") == f"{first} o {second}"


def test_sentences_of_steps_have_the_fitting_conjunction() -> None:
    with speak("es"):
        assert quote_all(parse_puzzle("alas 1\nibas 2\n").clues) == "«alas 1» e «ibas 2»"
        assert name_letters_at("AO", 2) == "A u O en la posición 3"
        assert state("NO", 0) == "la posición 1 es N u O"
        assert name_conclusion(frozenset({(0, "H"), (0, "I")}), {}, ()) == "H e I en la posición 1 quedan descartadas"
        assert name_supposition(frozenset({(0, "A"), (0, "O")}), {}) == "con A u O en la posición 1"


def test_suggestions_of_the_command_line_have_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mastermot.cli.group.nearest", lambda *_: ("play", "optimal"))
    assert "¿Querías decir play u optimal?" in CliRunner().invoke(main, ["xyz", "--lang", "es"]).output


def test_what_follows_from_a_case_is_told_in_order() -> None:
    with speak("es"):
        assert join_links([]) == ""
        assert join_links(["A"]) == "A"
        assert join_links(["A", "B"]) == "A; entonces, B"
        assert join_links(["A", "B", "C"]) == "A; entonces, B; por último, C"
    with speak("en"):
        assert join_links(["A", "B", "C", "D"]) == "A, then B, then C, and then D"

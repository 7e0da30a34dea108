"""Games and number locks that are pasted into Play: read as people have them, shown back, then advised on or judged.

Puzzles that are pasted into Solve: their words stay as they are.
"""

from __future__ import annotations

from itertools import permutations, product

import pytest

from tests.service.reader import Page
from tests.support import ROOT, some

WORDLE = "Wordle 216 3/6\n\nSONIC ⬛⬛⬛🟨🟨\nPLIED 🟩⬛🟩⬛⬛\nPRICK 🟩🟩🟩🟩🟩"
LOCKS = {
    "en": "Crack the code:\n147: one digit is right and in its place\n189: one digit is right but in the wrong place\n"
    "964: two digits are right but both in the wrong place\n523: nothing is right\n"
    "286: one digit is right but in the wrong place",
    "fr": "147 : un chiffre est bon et bien placé\n189 : un chiffre est bon mais mal placé\n"
    "964 : deux chiffres sont bons mais mal placés\n523 : aucun chiffre n'est bon\n"
    "286 : un chiffre est bon mais mal placé",
    "es": "147: una cifra es correcta y está en su lugar\n189: una cifra es correcta pero está mal colocada\n"
    "964: dos cifras son correctas pero están mal colocadas\n523: ninguna cifra es correcta\n"
    "286: una cifra es correcta pero está mal colocada",
}
CLUES = [("147", (1, 0)), ("189", (0, 1)), ("964", (0, 2)), ("523", (0, 0)), ("286", (0, 1))]
"""What each lock says, of each guess: digits in their place, and digits elsewhere."""


def count_marks(guess: str, secret: str) -> tuple[int, int]:
    placed = sum(one == other for one, other in zip(guess, secret, strict=True))
    common = sum(min(guess.count(digit), secret.count(digit)) for digit in set(guess))
    return placed, common - placed


def paste(page: Page, text: str, lang: str = "en", width: int = 1000, fragment: str = "play") -> None:
    page.open(fragment, lang, width)
    page.find("#play-paste > summary").click()
    page.driver.execute_script("arguments[0].value = arguments[1]", page.find("#paste-text"), text)
    page.find("#play-paste button.primary").click()


def test_a_share_with_its_words_is_shown_back_and_judged(page: Page) -> None:
    paste(page, WORDLE)
    page.says("#play-paste .review", "PRICK")
    turns = page.shown("#play-paste .history li")
    assert len(turns) == 3
    marks = [tile.get_attribute("data-mark") for tile in page.shown("#play-paste .history li:first-child .tile")]
    assert marks == [".", ".", ".", "O", "O"]
    page.tells("#play-paste .pasted", "paste_left_out", line=1, text="Wordle 216 3/6")
    page.tells("#play-paste .pasted", "paste_from", written="🟩⬛🟩⬛⬛")


@pytest.mark.parametrize("lang", LOCKS)
def test_a_number_lock_gives_the_code_that_opens(page: Page, lang: str) -> None:
    codes = ["".join(digits) for digits in product("0123456789", repeat=3)]
    (code,) = [code for code in codes if all(count_marks(guess, code) == marks for guess, marks in CLUES)]
    paste(page, LOCKS[lang], lang, width=320)
    page.says("#play-paste strong", code)
    assert len(page.shown("#play-paste .history li")) == len(CLUES)
    assert page.driver.execute_script("return document.documentElement.scrollWidth") <= 320
    assert page.list_violations() == []


@pytest.mark.parametrize(
    ("text", "code", "parts"),
    [
        ("Wordle 216 2/6\n\n⬛⬛⬛🟨🟨\n🟩🟩🟩🟩🟩", "transcript-wordless", ["3", "“⬛⬛⬛🟨🟨”"]),
        ("raise 3-2", "marks-ambiguous", ["3 black", "2 white", "2 black", "1 white", "1", "“raise 3-2”"]),
    ],
)
def test_what_cannot_be_read_is_told(page: Page, text: str, code: str, parts: list[str]) -> None:
    paste(page, text)
    page.tells_error("#play-paste .pasted", code, *parts)
    assert not page.shown("#play-paste .history")


def test_nothing_pasted_is_told(page: Page) -> None:
    paste(page, "")
    page.tells("#play-paste .pasted", "paste_empty")
    assert not page.shown("#play-paste .history")


def test_a_game_under_way_gets_the_best_next_guesses(page: Page) -> None:
    paste(page, "raise XO\nzzzzz -")
    page.tells("#play-paste strong", "left_words")
    page.tells("#play-paste .pasted", "paste_unlisted", guess="ZZZZZ")
    assert len(page.shown("#play-paste .pasted ol:not(.history) li")) == 5


def test_a_game_of_the_colours_chosen_is_played_with_them(page: Page) -> None:
    paste(page, "AABB ⬛⬜", fragment="play?n=4&c=6&r=black-white")
    page.tells("#play-paste strong", "left", count=208)
    assert page.driver.execute_script("return document.querySelectorAll('#play-paste .peg.black').length") == 1


PASTE = """
const clipboardData = new DataTransfer();
clipboardData.setData("text/plain", arguments[0]);
const field = document.querySelector("#solve-clues .word");
field.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
"""


@pytest.mark.parametrize("lang", ["en", pytest.param("fr", marks=pytest.mark.slow)])
def test_a_spanish_puzzle_is_solved_in_any_language(page: Page, lang: str) -> None:
    page.open("solve?w=es", lang)
    page.find("#solve-clues .word")
    page.choose("#solve-words", "es")
    page.driver.execute_script(PASTE, (ROOT / "puzzles" / "es-05.txt").read_text(encoding="utf-8"))
    page.until(lambda: "bañan2" in page.fragment)
    page.find("#view-solve .primary").click()
    page.says("#solve-result .answer", "SEÑAL")
    assert "bañan2" in page.fragment


BEST = """
const [games, done] = arguments;
import("/static/guess/review.js").then(({ bestMove }) => done(games.map((moves) => moves.indexOf(bestMove(moves)))));
"""


def test_the_best_guess_lost_least_and_then_told_most(page: Page) -> None:
    """A guess that lost turns is not the best, however much its marks told."""
    page.open()
    moves = [{"loss": loss, "gained": gained} for loss in (0, 0.5) for gained in (1, 3)]
    games = [list(game) for count in (1, 2, 3, 4) for game in permutations(moves, count)]
    found = page.script(BEST, games)
    for game, index in some(zip(games, found, strict=True)):
        assert game[index] == min(game, key=lambda move: (move["loss"], -move["gained"])), game

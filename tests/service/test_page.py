"""The page in a real browser: six tasks, the keyboard alone, axe, no connection, languages, links, nothing fetched."""

from __future__ import annotations

import random
import re

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from mastermot import BLACK_WHITE, fold, mark, open_dictionary, parse_puzzle, solve
from mastermot.service.page.contents import FIRST, first_name, list_modules
from tests.service.reader import PACKED, Page, find_text
from tests.service.support import CLUES, Client, Served
from tests.support import LONG, some

# --- the tasks --------------------------------------------------------------------------------------------


def test_solve_with_the_keyboard_alone(page: Page) -> None:
    """Words and digits typed one after the other; then the buttons, reached by Tab and pressed by Enter."""
    page.open()
    page.press(Keys.TAB)
    assert page.driver.switch_to.active_element.get_attribute("class") == "skip"
    page.press(Keys.ENTER)
    page.press(Keys.TAB)
    for clue in CLUES:
        page.press(f"{clue['word']}{clue['marks']}")
    assert PACKED in page.fragment
    page.press(Keys.ENTER)
    page.says("#solve-result .answer", "coude, coudé")
    for _ in range(12):
        page.press(Keys.TAB)
        if page.driver.switch_to.active_element.get_attribute("id") == "solve-explain":
            break
    page.press(Keys.ENTER)
    page.find("#solve-result .walk")


def test_enter_after_each_clue_spoils_nothing_that_is_typed(page: Page) -> None:
    """The digit has moved on already; a slip in the middle is told without taking the focus."""
    page.open()
    page.find("#solve-clues .word").click()
    for line in ("paume2", "choux1", "palmme1", "pends 1", "foret1"):
        page.press(line, Keys.ENTER)
    typed = [field.get_attribute("value") for field in page.shown("#solve-clues .word")]
    assert typed == ["paume", "choux", "palmme", "pends", "foret", ""]
    page.says("#solve-clues .flagged .flag", "palmme")


def test_the_arrows_walk_the_reasoning_as_soon_as_it_is_shown(page: Page) -> None:
    page.open(f"solve?p={PACKED}&w=fr")
    page.find("#solve-explain").click()
    before = page.find(".walk .sentence").text
    page.press(Keys.ARROW_RIGHT)
    assert page.find(".walk .sentence").text != before


def test_nothing_on_paper_fades_in_and_no_dialog_is_printed(page: Page) -> None:
    page.open(f"solve?p={PACKED}&w=fr")
    page.find("#solve-explain").click()
    page.find(".walk")
    moving = [{"name": "prefers-reduced-motion", "value": "no-preference"}]
    page.find("#view-solve h1")
    page.driver.execute_script("document.body.appendChild(document.createElement('dialog')).showModal()")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": moving})
    new = "document.querySelectorAll('.steps .tile.new')"
    animated = f"return [...{new}].map((one) => getComputedStyle(one).animationName)"
    assert set(page.driver.execute_script(animated)) == {"none"}
    assert not page.shown("dialog")


def test_a_dialog_ends_with_its_task_and_two_are_never_open(page: Page) -> None:
    page.open("today")
    page.find("#view-today [data-how]").click()
    page.find("dialog")
    page.driver.execute_script("location.hash = '#guess'")
    page.until(lambda: not page.shown("dialog"))
    page.find("#view-guess [data-how=letters], #view-guess [data-how=colours]")
    page.find("#guess-board .actions")
    page.driver.execute_script("for (let i = 0; i < 2; i++) document.querySelector('#view-guess [data-how]').click()")
    page.find("dialog")
    assert len(page.shown("dialog")) == 1


@pytest.mark.parametrize("lang", ["fr", pytest.param("en", marks=pytest.mark.slow)])
def test_solve_explains_in_both_languages(page: Page, client: Client, lang: str) -> None:
    page.open(f"solve?p={PACKED}&w=fr", lang)
    page.find("#solve-explain").click()
    page.find("#solve-result .all-steps").click()
    steps = client.post(f"/api/solve?lang={lang}", {"clues": CLUES, "explain": True}).json["steps"]
    shown = [element.text.replace("\u00a0", " ") for element in page.shown("#solve-result .steps p")]
    assert shown == [step["text"] for step in steps]
    page.says("#solve-result", "Niveau" if lang == "fr" else "Level")
    assert not page.shown("#solve-result .answer"), "not before the last step"
    page.find(".walk").send_keys(Keys.END)
    page.says("#solve-result .answer", "coude")


def test_solve_by_taps_and_by_paste(page: Page) -> None:
    page.open(width=360)
    text = "\n".join(f"{clue['word']} {clue['marks']}" for clue in CLUES)
    field = page.find("#solve-clues input.word")
    page.driver.execute_script(
        "const data = new DataTransfer(); data.setData('text', arguments[1]);"
        "const event = new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true});"
        "arguments[0].dispatchEvent(event)",
        field,
        text.replace("paume 2", "paume"),
    )
    assert len(page.shown("#solve-clues input.word")) == len(CLUES) + 1
    page.find("#solve-form .primary").click()
    page.says("#solve-clues .flag", "paume")
    page.find("#solve-clues .pill:nth-child(3)").click()
    page.find("#solve-form .primary").click()
    page.says("#solve-result .answer", "coude")


def test_hints_come_one_at_a_time_stay_in_sight_and_end_once(page: Page) -> None:
    page.open(f"solve?p={PACKED}&w=fr", width=360)
    seen = "const box = arguments[0].getBoundingClientRect(); return box.top >= -1 && box.bottom <= innerHeight + 1"
    page.find("#solve-hint").click()
    for count in range(1, 8):
        page.until(lambda count=count: len(page.shown(".nudge p")) == count)
        assert not page.shown(".answer")
        assert page.shown("#solve-clues .flagged")
        for part in (page.shown(".nudge p")[-1], page.find("#solve-result .actions button")):
            assert page.driver.execute_script(seen, part)
        page.find("#solve-result .actions button").click()
    page.open("solve?p=palmi0.coude5&w=fr")
    for _ in range(6):
        page.find("#solve-hint").click()
        page.find(".nudge")
    page.tells(".nudge", "hint_all")
    assert len(page.shown(".nudge")) == 2
    page.find("#solve-form .primary").click()
    page.find("#solve-result .answer")
    page.find("#solve-hint").click()
    page.find(".nudge")


@pytest.mark.slow
def test_digits_of_long_words_of_french_keyboards_and_too_high(page: Page) -> None:
    page.open("solve?w=fr", "en")
    page.find("#solve-clues input.word").click()
    page.press(*"bijoutiers10decoration1camarades")
    assert "p=bijoutiers10.decoration1.camarades" in page.fragment
    page.open("solve?p=bibliotheque2.constitution3&w=fr", "en")
    page.find("#solve-clues input.word").click()
    page.press(Keys.END, "1", "0")
    assert "p=bibliotheque10.constitution3" in page.fragment
    page.open("solve?w=fr", "en")
    page.find("#solve-clues input.word").click()
    page.press(*"choux6")
    page.tells("#solve-clues .flag", "marks_high", word="choux", most=5)
    page.open("solve?p=paume2&w=fr", "en")
    field = page.shown("#solve-clues input.word")[1]
    field.send_keys("été")
    for key, code in (("é", "Digit2"), ("à", "Digit0")):
        page.driver.execute_script(
            "const [field, key, code] = arguments;"
            "const event = new KeyboardEvent('keydown', {key, code, bubbles: true, cancelable: true});"
            "if (!field.dispatchEvent(event)) return;"
            "field.value += key; field.dispatchEvent(new Event('input', {bubbles: true}));",
            field,
            key,
            code,
        )
    assert "p=paume2.étéé" in page.fragment, "a letter, the word being too short for a digit"
    assert "étéé0" not in page.fragment
    page.driver.execute_script("arguments[0].value = 'choux'", field)
    page.driver.execute_script(
        "const typed = {key: '&', code: 'Digit1', bubbles: true, cancelable: true};"
        "arguments[0].dispatchEvent(new KeyboardEvent('keydown', typed))",
        field,
    )
    assert "p=paume2.choux1" in page.fragment


def test_an_emptied_clue_has_no_marks_and_a_paste_keeps_the_others(page: Page) -> None:
    page.open("solve?p=paume2.choux1.palme1.pends1&w=fr")
    page.shown("#solve-clues input.word")[1].send_keys(*[Keys.BACKSPACE] * 5)
    assert not page.driver.find_elements(By.CSS_SELECTOR, "#solve-clues li:nth-child(2) input:checked")
    page.driver.execute_script(
        "const data = new DataTransfer(); data.setData('text', 'foret 1\\n2. fendu 1');"
        "const event = new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true});"
        "arguments[0].dispatchEvent(event)",
        page.shown("#solve-clues input.word")[1],
    )
    assert "p=paume2.foret1.fendu1.palme1.pends1" in page.fragment
    page.driver.back()
    page.until(lambda: "p=paume2.palme1.pends1" in page.fragment)


def test_a_puzzle_not_yet_whole_is_not_called_contradictory(page: Page) -> None:
    page.open("solve?p=paume2.choux1&w=fr", "en")
    page.find("#solve-form .primary").click()
    page.tells("#solve-result .message", "no_word_shown")
    page.says("#solve-result", "amome")
    assert not page.shown("#solve-clues .flagged")


def test_strings_do_not_hide_the_words_that_fit_with_a_letter_of_no_clue(page: Page) -> None:
    """What is said follows the outcome that the service declares: four words fit here, beside six strings."""
    page.open("solve?p=bigre2.silos1.melez2&w=fr-common", "en")
    page.find("#solve-form .primary").click()
    page.says("#solve-result", "belge")
    assert not find_text("strings_only", "en").search(page.read("#solve-result .message"))
    assert page.find("#solve-result .strings").get_attribute("open") is None


def test_clues_that_conflict_are_shown(page: Page) -> None:
    page.open("solve?p=abcde5.abcdf5.zzzzz0&w=fr")
    page.find("#solve-form .primary").click()
    page.find("#solve-result .message")
    assert [row.text.split()[0] for row in page.shown("#solve-clues .flagged")] == ["1", "2"]


def test_play_a_whole_game(page: Page) -> None:
    """The machine finds COUDE, marked as the rule says; the address holds the game, and takes it up again."""
    page.open("play?w=fr-common&l=5&r=black-white")
    for turn in range(1, 13):
        page.until(
            lambda turn=turn: len(page.shown("#play-board .history li")) == turn - 1 and page.shown("form.round")
        )
        guess = page.find("form.round .code.large .said").get_attribute("textContent")
        marks = mark(str(guess), "COUDE", BLACK_WHITE)
        for group, value in zip(page.shown("form.round [role=radiogroup]"), marks[:2], strict=True):
            group.find_element(By.CSS_SELECTOR, f"input[value='{value}']").click()
        page.find("form.round .primary").click()
        if marks.blacks == 5:
            break
    page.says("#play-board", "COUDE")
    turns = len(page.shown("#play-board .history li"))
    assert turns == turn
    page.open(page.fragment)
    page.until(lambda: len(page.shown("#play-board .history li")) == turns)
    page.shown("#play-board .history button")[0].click()
    page.says("form.round .kicker", "Tour 1")
    chosen = [
        one.get_attribute("value")
        for one in page.driver.find_elements(By.CSS_SELECTOR, "form.round .pill input:checked")
    ]
    first = mark(page.fragment.partition("h=")[2][:5], "COUDE", BLACK_WHITE)
    assert chosen[-2:] == [str(first.blacks), str(first.whites)]
    assert len(page.shown("#play-board .history li")) == turns, "correcting a turn leaves the others"


def test_play_letter_by_letter_and_contradict_oneself(page: Page) -> None:
    page.open("play?w=fr-common&l=5&r=positional&s=1", width=360)
    page.find("form.round button.tile").send_keys("X")
    page.press("x", "x", "x", ".")
    signs = [tile.get_attribute("data-mark") for tile in page.shown("form.round .tile")]
    assert signs == list("XXXX.")
    page.open("play?w=fr-common&l=5&r=black-white&s=1&h=CARIE:XX,CARIE:X")
    page.says("#play-board .message", "corrigez")
    assert len(page.shown("#play-board .flagged")) == 2
    page.find("#play-board .flagged button").click()
    page.find("form.round .pill:nth-child(2)").click()
    page.find("form.round .primary").click()
    page.until(lambda: not page.shown("#play-board .flagged") and page.shown("form.round .code.large"))
    assert "h=CARIE:X,CARIE:X" in page.fragment, "the turn that was right is kept"


def test_play_marks_that_no_code_can_have_are_no_turn(page: Page) -> None:
    page.open("play?w=fr-common&l=5&r=black-white&s=1", "en")
    for group, value in zip(page.until(lambda: page.shown("form.round [role=radiogroup]")), (4, 1), strict=True):
        group.find_element(By.CSS_SELECTOR, f"input[value='{value}']").click()
    page.find("form.round .primary").click()
    page.tells("form.round .message", "impossible_marks")
    assert not page.shown("#play-board .history li")


def test_play_marks_are_never_given_by_accident(page: Page) -> None:
    page.open("play?w=fr-common&l=5&r=black-white&s=1", "en", width=360)
    assert not page.driver.find_elements(By.CSS_SELECTOR, "form.round .pill input:checked")
    page.find("form.round .primary").click()
    page.tells("form.round .message", "marks_unset")
    page.open("play?w=fr-common&l=5&r=positional&s=1", "en", width=360)
    page.find("form.round .primary").click()
    page.tells("form.round .message", "letters_unset")
    assert not page.shown("#play-board .history li")
    page.find(".none-marked").click()
    page.find("#play-board .history li")
    seen = "const box = arguments[0].getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight + 1"
    button = page.find("form.round .primary")
    assert page.driver.execute_script(seen, button)


def test_play_ones_own_guess_and_ask_for_the_thought(page: Page) -> None:
    page.open("play?w=fr-common&l=5&r=black-white&s=1", "en")
    page.find(".thought summary").click()
    page.says(".thought", "bits")
    page.find(".own summary").click()
    page.find("#play-own").send_keys("crane", Keys.ENTER)
    page.until(lambda: "CRANE" in str(page.find("form.round .code.large .said").get_attribute("textContent")))
    for group, value in zip(page.shown("form.round [role=radiogroup]"), (1, 1), strict=True):
        group.find_element(By.CSS_SELECTOR, f"input[value='{value}']").click()
    page.find("form.round .primary").click()
    page.until(lambda: "h=CRANE:XO" in page.fragment)


def test_play_a_word_of_no_dictionary(page: Page) -> None:
    page.open("play?w=fr-common&l=5&r=black-white&s=1&h=TARIE:rien,BOULE:rien,CHIEN:rien,PSYCH:rien", "en")
    page.tells("#play-board .message", "no_code_words")
    page.find("#play-board .actions button")


def test_a_screen_reader_is_told_the_marks_of_letters(page: Page) -> None:
    page.open("play?w=fr-common&l=5&r=positional&s=1&h=CARIE:X.O..", "en")
    page.find("form.marking .tile")
    told = page.find(".history .code .said").get_attribute("textContent")
    assert told == "C well placed, A absent, R misplaced, I absent, E absent"


def test_a_screen_reader_is_told_what_came_of_each_action(page: Page, client: Client) -> None:
    def told() -> str:
        return str(page.driver.find_element(By.ID, "status").get_attribute("textContent")).replace("\u00a0", " ")

    page.open(f"solve?p={PACKED}&w=fr")
    page.find("#solve-hint").click()
    page.until(lambda: "alors 0" in told())
    page.find("#solve-form .primary").click()
    page.until(lambda: "coude" in told())
    page.open("guess?n=2&c=2&r=black-white", "en")
    page.find(".ask-list").click()
    page.until(lambda: re.fullmatch("4 .*: AA, AB, BA, BB", told()))
    page.until(lambda: len(page.shown(".codes-left button")) == 4)
    page.shown(".codes-left button")[2].click()
    assert page.find("#guess-code").get_attribute("value") == "BA"
    page.find("#guess-code").clear()
    page.find(".palette button").click()
    assert told() == "A"
    for turn, guess in enumerate(("AA", "AB", "BA", "BB"), start=1):
        field = page.find("#guess-code")
        field.clear()
        field.send_keys(guess, Keys.ENTER)
        page.until(lambda turn=turn: len(page.shown("#guess-board .history li")) == turn)
        page.until(lambda guess=guess: told().startswith(guess))
        if not page.shown("#guess-code"):
            break
    assert "Well done" in told()


def test_guess_a_whole_game(page: Page, client: Client) -> None:
    """Found with the service’s own next guesses; a guess that is not whole costs no turn."""
    page.open("guess?n=3&c=4&r=black-white", "en")
    page.find("#guess-code").send_keys("AB", Keys.ENTER)
    page.find("#guess-board .message")
    history: list[dict[str, str]] = []
    for turn in range(1, 13):
        guess = client.post("/api/guess", {"holes": 3, "colours": 4, "history": history}).json["guess"]
        field = page.find("#guess-code")
        field.clear()
        field.send_keys(guess, Keys.ENTER)
        page.until(lambda turn=turn: len(page.shown("#guess-board .history li")) == turn)
        if not page.shown("#guess-code"):
            break
        pegs = page.shown("#guess-board .history li")[-1]
        blacks = len(pegs.find_elements(By.CSS_SELECTOR, ".peg.black"))
        whites = len(pegs.find_elements(By.CSS_SELECTOR, ".peg:not(.black):not(.none)"))
        history.append({"guess": guess, "marks": f"{blacks} {whites}"})
    page.tells("#guess-board", "right", word=guess)
    page.open(page.fragment, "en")
    page.tells("#guess-board", "right", word=guess)


def test_guess_colours_by_taps(page: Page) -> None:
    """Colours are tapped into the holes, one is taken back, and what is tapped is what is played."""
    page.open("guess?n=4&c=6&r=positional", "en", width=360)
    taps = page.until(lambda: page.shown(".palette button"))
    assert [tap.text for tap in taps] == [*"ABCDEF"]
    erase = page.find("form.round .erase")
    for tap in (taps[5], taps[5], erase, *taps[:4]):
        tap.click()
    assert page.find("#guess-code").get_attribute("value") == "FABC", "a fifth colour has no hole"
    filled = page.shown(".holes .tile")
    assert [tile.get_attribute("data-colour") for tile in filled] == [*"FABC"]
    colours = {tile.value_of_css_property("background-color") for tile in filled}
    assert len(colours) == 4
    page.find("form.round .primary").click()
    turn = page.find("#guess-board .history li")
    assert [tile.text for tile in turn.find_elements(By.CSS_SELECTOR, ".tile")] == [*"FABC"]


@pytest.mark.slow
def test_guess_a_whole_game_on_the_keyboard_of_the_screen(page: Page, client: Client) -> None:
    """Keys tapped, coloured by what is known; a new game asks before it drops this one."""
    page.open("guess?w=fr-common&l=5&r=positional", "fr", width=360)
    history: list[dict[str, str]] = []
    for turn in range(1, 13):
        asked = {"words": "fr-common", "length": 5, "rule": "positional", "history": history}
        guess = client.post("/api/guess", asked).json["guess"]
        page.find(".keyboard")
        for letter in guess:
            code = "[...document.querySelectorAll('.key')].find((key) => key.textContent === arguments[0]).click()"
            page.driver.execute_script(code, letter)
        page.find(".keyboard .primary").click()
        page.until(lambda turn=turn: len(page.shown("#guess-board .history li")) == turn)
        if not page.shown(".keyboard"):
            break
        tiles = page.shown("#guess-board .history li:last-child .tile")
        marks = "".join(str(tile.get_attribute("data-mark")) for tile in tiles)
        history.append({"guess": guess, "marks": marks})
        for letter, sign in zip(guess, marks, strict=True):
            key = next(key for key in page.shown(".key") if key.text == letter)
            known = str(key.get_attribute("data-known"))
            assert ".OX".index(known) >= ".OX".index(sign)
        if turn == 1:
            page.find(".again").click()
            page.find(".asked")
            page.shown(".asked button")[1].click()
            assert len(page.shown("#guess-board .history li")) == 1, "the game goes on"
    page.says("#guess-board", "Bravo")
    page.find(".review")
    whole = {"answers": "fr-answers", "history": [*history, {"guess": guess, "marks": "XXXXX"}]}
    judged = client.post("/api/review?lang=fr", asked | whole).json
    page.find(".review summary").click()
    assert len(page.shown(".review li")) == len(judged["moves"])
    assert len(page.shown(".review .badge.best")) == sum(move["loss"] < 0.005 for move in judged["moves"])
    page.says(".review", judged["text"])
    page.says(".review", judged["moves"][0]["text"])


def test_guess_a_game_that_has_died_is_explained(page: Page) -> None:
    page.open("guess?w=fr-common&l=5&t=abc", "en")
    page.tells("#guess-board", "game_lost")
    page.find("#guess-board button").click()
    page.find("#guess-code")


def test_guess_fickle_and_give_up(page: Page) -> None:
    page.open("guess?w=fr-common&l=5")
    page.find("#guess-drawer summary").click()
    page.find("#guess-fickle").click()
    page.find("#guess-setup .primary").click()
    page.until(lambda: "f=1" in page.fragment)
    page.find("#guess-code").send_keys("carié", Keys.ENTER)
    page.find("#guess-board .history li")
    page.find(".give-up").click()
    page.find(".asked .drop").click()
    page.tells("#guess-board", "fickle_some")


def test_families(page: Page) -> None:
    page.open("families", "en")
    page.choose("#families-words", "sgb")
    page.choose("#families-least", "12")
    page.find("#families-form .primary").click()
    page.find("#families-result .families")
    rows = {row.text.split()[0]: row.text.split()[-1] for row in page.shown(".sizes tbody tr")}
    assert (rows["2"], rows["13"]) == ("3196", "1")
    assert len(page.shown(".families li")) == 3
    assert page.shown(".bar")


def test_a_ladder_all_of_them_and_none(page: Page, client: Client) -> None:
    page.open("families", width=360)
    page.find("#families-form .pill:nth-child(3)").click()
    assert [field.get_attribute("id") for field in page.shown("#families-form input[type=text]")] == [
        "families-start",
        "families-end",
    ]
    page.choose("#families-words", "fr")
    page.find("#families-start").send_keys("taré")
    page.find("#families-form .primary").click()
    page.tells("#families-result .message", "word_wanted")
    page.press("pion", Keys.ENTER)
    found = client.get("/api/ladder?start=tare&end=pion&words=fr&all=true").json
    page.until(lambda: [row.text.replace("\n", "") for row in page.shown(".rungs .letters")] == found["ladders"][0])
    page.find("#families-result .actions button").click()
    page.until(lambda: len(page.shown(".chains li")) == found["count"] - 1)
    assert [row.text.split(" → ") for row in page.shown(".chains li")] == found["ladders"][1:]
    page.find("#families-result .actions .quiet").click()
    page.until(lambda: [row.text.replace("\n", "") for row in page.shown(".rungs .letters")][:1] == ["PION"])
    page.driver.back()
    page.until(lambda: [row.text.replace("\n", "") for row in page.shown(".rungs .letters")][:1] == ["TARE"])
    page.open("families?v=ladder&a=abime&b=boxer&w=fr-common")
    page.tells("#families-result .message", "no_ladder", start="ABIME", end="BOXER")
    nearest = page.find("#families-result .suggestions button")
    assert "(0 étape)" not in nearest.text
    nearest.click()
    page.find(".rungs")
    page.open("families?v=ladder&a=tare&b=piom&w=fr")
    page.find("#families-result .suggestions button").click()
    page.find(".rungs")
    page.open("families?v=ladder&a=tare&b=pions&w=fr")
    page.says("#families-result .message", "longueur")


def test_the_longest_ladder_of_a_list(page: Page, client: Client) -> None:
    page.open("families", "en")
    page.find("#families-form .pill:nth-child(4)").click()
    page.choose("#families-words", "fr-common")
    page.choose("#families-length", "4")
    page.find("#families-form .primary").click()
    figures = client.get("/api/islands?words=fr-common&length=4").json
    page.until(lambda: len(page.shown(".rungs .letters")) == figures["longest"]["steps"] + 1)
    page.says("#families-result", f"Islands: {figures['islands']}")


@pytest.mark.slow
def test_a_walk_from_word_to_word_with_the_keyboard_alone(page: Page, client: Client) -> None:
    """The arrows lead from letter to letter, Enter puts one into the middle; Back and the way so far lead back."""

    def middle() -> str:
        return "".join(tile.text for tile in page.shown(".lock .here"))

    def focus() -> str:
        return str(page.driver.switch_to.active_element.get_attribute("title"))

    page.open("families?v=neighbours&n=rage&w=fr")
    page.until(lambda: middle() == "RAGE")
    around = client.get("/api/neighbours?word=rage&words=fr").json
    words = {word for family in around["families"] for word in family["words"]}
    assert {tile.get_attribute("title") for tile in page.shown(".lock button")} == words
    page.find("#families-result summary").click()
    assert {button.text for button in page.shown("#families-result .families button")} == words, "as a list too"
    page.find("#families-form [data-share]").click()
    page.press(Keys.TAB)
    first = focus()
    assert first in words
    page.press(Keys.ARROW_DOWN)
    assert focus() in words - {first}
    page.press(Keys.ARROW_RIGHT)
    beside = focus()
    assert (beside[0], beside[2] != "G") == ("R", True)
    page.press(Keys.ENTER)
    page.until(lambda: middle() == beside)
    page.until(lambda: focus() == "RAGE")
    assert [one.text for one in page.shown(".trail button, .trail b")] == ["RAGE", beside]
    page.press(Keys.ENTER)
    page.until(lambda: middle() == "RAGE")
    page.driver.back()
    page.until(lambda: middle() == beside)
    assert f"n={beside.lower()}" in page.fragment
    page.open("families?w=fr-common&l=5&m=9&s=1")
    word = page.find(".families .word-button").text
    page.find(".families .word-button").click()
    page.until(lambda: middle() == word)
    assert page.shown("#families-word")


def test_compose_play_and_print(page: Page, client: Client) -> None:
    page.open("compose?w=fr-common&l=5&k=10&d=2&s=7")
    page.find(".sheet")
    made = client.post("/api/puzzles", {"words": "fr-common", "level": 2, "seed": 7}).json["puzzles"][0]
    assert len(page.shown(".sheet .clue-list li")) == 10
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    page.until(lambda: not page.shown("h1, h2, .brand"))  # the title is that of the paper
    page.find(".on-paper")
    assert not page.shown("nav, button, form.setup")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    page.find(".sheet a.primary").click()
    page.find("#board-board-answer").send_keys(made["clues"][0]["word"], Keys.ENTER)
    page.says("#board-board .message", "Pas encore")
    page.find("#board-board-answer").clear()
    page.find("#board-board-answer").send_keys(made["solution"].lower(), Keys.ENTER)
    page.says("#board-board .answer", "Bravo")
    page.says(".how-solved", "étapes")
    page.driver.back()
    page.find(".sheet .to-solve").click()
    page.find("#solve-form .primary").click()
    page.says("#solve-result .answer", made["spellings"][0])


@pytest.mark.slow
def test_compose_with_a_word_of_ones_own_for_a_friend(page: Page) -> None:
    """The link that is sent holds the clues, and not the word; the puzzle before can be gone back to."""
    page.open("compose?w=fr-common&l=5&k=10", width=360)
    page.find("#compose-form .primary").click()
    page.find(".sheet")
    clues = [row.text for row in page.shown(".clue-list li")]
    seen = "const box = arguments[0].getBoundingClientRect(); return box.top >= -1 && box.top < innerHeight / 2"
    assert page.driver.execute_script(seen, page.find(".sheet"))
    page.find(".another").click()
    page.find(".one-before").click()
    page.until(lambda: [row.text for row in page.shown(".clue-list li")] == clues)
    page.find(".own-words summary").click()
    page.find("#compose-own").send_keys("zzzzz")
    page.find("#compose-form .primary").click()
    page.tells(".sheet .unknown-word", "own_word_unknown", word="ZZZZZ")
    page.find("#compose-own").clear()
    page.find("#compose-own").send_keys("coudé")
    page.find("#compose-form .primary").click()
    page.until(
        lambda: "p=" in str(page.find(".sheet a.primary").get_attribute("href")) and not page.shown(".one-before")
    )
    page.until(lambda: not page.shown(".unknown-word"))
    page.driver.execute_script(
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.given = text }}})"
    )
    page.find(".to-friend summary").click()
    page.find("#compose-from").send_keys("Ana")
    page.find(".send").click()
    link = page.until(lambda: page.driver.execute_script("return window.given"))
    assert "coude" not in link.lower()
    assert "coude" not in page.fragment.lower()
    page.open(link.partition("#")[2])
    page.tells("#board-from", "sent_by", name="Ana")
    page.find("#board-board .board-clues button")
    board = str(page.find("#view-board").get_attribute("innerHTML"))
    assert "coud" not in board.lower(), "no solution in sight"
    page.find("#board-board-answer").send_keys("coude", Keys.ENTER)
    page.says("#board-board .answer", "COUDE")


def test_the_page_can_be_kept_on_a_telephone(client: Client) -> None:
    """What an installed page and a shared link show is really there."""
    head = client.get("/").body.decode()
    pictures = re.findall(r'(?:apple-touch-icon" href|og:image" content)="(?:http://[^/]+/)?(static/[^"]+)"', head)
    icons = [icon["src"] for icon in client.get("/manifest.fr.json").json["icons"]]
    assert len(pictures) == 2
    for path in (*pictures, *icons):
        assert client.get(f"/{path}").status == 200, path


def test_compose_a_word_that_fits_by_other_letters_is_not_the_solution(page: Page, client: Client) -> None:
    asked = {"words": "fr-common", "length": 5, "clues": 4, "seed": 2}
    puzzle = client.post("/api/puzzles", asked).json["puzzles"][0]
    clues = [{"word": clue["word"], "marks": clue["marks"]} for clue in puzzle["clues"]]
    others = client.post("/api/solve", {"clues": clues, "words": "fr-common"}).json["others"]
    page.open("compose?w=fr-common&l=5&k=4&s=2")
    page.find(".sheet a.primary").click()
    page.find("#board-board-answer").send_keys(others[0]["word"].lower(), Keys.ENTER)
    page.tells("#board-board .message", "also_fits")
    page.find("#board-board-answer").clear()
    page.find("#board-board-answer").send_keys(puzzle["solution"].lower(), Keys.ENTER)
    page.says("#board-board .answer", puzzle["solution"])


@pytest.mark.parametrize("width", [360, pytest.param(1000, marks=pytest.mark.slow)])
def test_the_letters_of_composed_clues_stand_in_columns(page: Page, width: int) -> None:
    page.open("compose?w=fr-common&l=8&k=10&s=3", width=width)
    page.find(".sheet .clue-list")
    offered = [int(option.text) for option in Select(page.find("#compose-length")).options]
    assert offered == list(open_dictionary("fr-common").lengths), "as many as the command composes"
    heights = "return [...document.querySelectorAll('.clue-list .letters')].map((row) => row.children.length && "
    heights += "new Set([...row.children].map((tile) => tile.offsetTop)).size)"
    assert set(page.driver.execute_script(heights)) == {1}
    if width == 360:
        page.driver.execute_script("document.documentElement.style.fontSize = '200%'")
        assert set(page.driver.execute_script(heights)) == {1}, "with text of double size too"


@pytest.mark.slow
def test_compose_what_cannot_be_says_what_to_ask(page: Page) -> None:
    page.open("compose?w=en-common&l=3&k=4&d=5&s=1", "en")
    page.tells("#compose-result .message", "not_composed")


@pytest.mark.parametrize(
    ("fragment", "selector"),
    [
        ("families?w=fr-common&l=5&m=9&s=1", ".families .words .word-button"),
        ("families?v=ladder&a=tare&b=pion&w=fr", ".rungs .tile"),
        ("families?v=neighbours&n=coude&w=fr", ".lock .above .tile"),
        ("technique?k=compare", "#technique-example .board-clues .cell"),
    ],
)
def test_the_words_are_on_paper_too(page: Page, fragment: str, selector: str) -> None:
    """Also those that can be tapped."""
    page.open(fragment, "en")
    page.find(selector)
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert page.shown(selector)
    assert not page.shown(".actions, summary")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


# --- for everybody ---------------------------------------------------------------------------------------------

STATES = {
    "today": ("today?d=2026-11-20&n=2", None, ".board-clues"),
    "solve": (f"solve?p={PACKED}&w=fr", "#solve-explain", "#solve-result .walk"),
    "conflict": ("solve?p=abcde5.abcdf5&w=fr", "#solve-form .primary", "#solve-result .message"),
    "play": ("play?w=fr-common&l=5&r=black-white&s=1&h=CARIE:XO", None, "form.round"),
    "letters": ("play?w=fr-common&l=5&r=positional&s=1&h=CARIE:X.O..", None, "form.round .tile"),
    "setup": ("guess", "#guess-drawer summary", "#guess-setup"),
    "board": (f"board?p={PACKED}&w=fr&by=Ana", None, "#board-board .board-clues"),
    "step": (f"solve?p={PACKED}&w=fr&step=5", None, "#solve-result .walk"),
    "openings": ("openings?w=fr-answers&l=7&s=C", None, ".openings"),
    "technique": ("technique?k=compare", None, "#technique-example .walk"),
    "how": ("today?d=2026-11-20&n=1", ".how-to", ".how-card"),
    "guess": ("guess?w=fr-common&l=5", None, "#guess-code"),
    "palette": ("guess?n=4&c=12&r=black-white", None, ".palette"),
    "many": ("guess?n=20&c=26&r=membership", None, ".palette"),
    "dozen": ("play?n=12&c=12&r=black-white&s=1&h=AABBCCDDEEFF:XO", None, "form.round .primary"),
    "variants": ("guess?w=fr-common&l=5&r=positional&hd=1&fl=1&g=fr", None, ".tile.given"),
    "pegs": ("play?n=4&c=12&r=positional&s=1&h=AABB:XO..", None, "form.round .tile"),
    "families": ("families?w=fr-common&l=5&m=9&s=1", None, ".families"),
    "neighbours": ("families?v=neighbours&n=rage&w=fr", "#families-result summary", ".lock + *, .families"),
    "ladder": ("families?v=ladder&a=tare&b=pion&w=fr&all=1", None, ".chains"),
    "compose": ("compose?w=fr-common&l=5&k=10&s=7", None, ".sheet"),
    "trick": ("trick?w=fr-common&m=", None, "#solve-result .nudge"),
    "pasted": ("solve?p=paume7.choux1&w=fr", None, "#solve-clues .flag"),
}
LOOKS = [(360, False, "fr"), (1280, True, "en"), (360, True, "es")]
"""Widths, dark or light, languages: each state is looked at in one of them, in the others with ``-m long``."""


@pytest.mark.parametrize(
    ("state", "width", "dark", "lang"),
    [
        pytest.param(state, *look, marks=LONG * (one % len(LOOKS) != other))
        for one, state in enumerate(STATES)
        for other, look in enumerate(LOOKS)
    ],
)
def test_axe_finds_nothing_all_fits_and_nothing_is_fetched_from_elsewhere(
    page: Page, served: Served, state: str, width: int, dark: bool, lang: str
) -> None:
    fragment, button, ready = STATES[state]
    page.open(fragment, lang, width, dark)
    if button is not None:
        page.find(button).click()
    page.find(ready)
    assert len(asked := page.list_asked()) > 1
    assert {url for url in asked if not url.startswith((served.address, "data:", "about:"))} == set()
    assert page.list_violations() == []
    assert page.driver.execute_script("return document.documentElement.scrollWidth") <= width
    if width == 360:
        page.driver.execute_script("document.documentElement.style.fontSize = '200%'")
        assert page.driver.execute_script("return document.documentElement.scrollWidth") <= width, "text of double size"


@pytest.mark.slow
@pytest.mark.parametrize(
    "looks", [((360, False), (1280, True)), pytest.param(((768, True), (1024, False)), marks=LONG)]
)
def test_the_examples_of_the_api_are_sent_from_its_page(page: Page, looks: tuple[tuple[int, bool], ...]) -> None:
    page.open("today", "en", looks[0][0])
    page.driver.get(f"{page.address}/docs?lang=en")
    page.find("#start_game form button").click()
    page.says("#start_game form pre", '"token":')
    page.find("#guess_in_game form button").click()
    page.says("#guess_in_game form pre", '"guess":"AABB"')
    page.find("#list_words form input").clear()
    page.find("#list_words form input").send_keys("/api/words/none/5", Keys.ENTER)
    page.says("#list_words form pre", "dictionary-unknown")
    for width, dark in looks:
        page.resize(width)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        assert page.driver.execute_script("return document.documentElement.scrollWidth") <= width
        assert page.list_violations() == [], (width, dark)


def test_the_first_load_is_light_the_page_and_one_script(page: Page) -> None:
    """Everything that the puzzle of the day needs, compressed as it is sent; the puzzle itself comes with the page."""
    page.open("today")  # the service knows the day's puzzle from here on
    page.find(".board-clues button")
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    page.driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": True})
    try:
        page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/api/*", "*/texts/*", "*/tasks.css"]})
        page.open("today")
        page.find(".board-clues button").click()
        assert page.find(".board-clues button").get_attribute("data-state") == "out"
        sizes = page.driver.execute_script(
            "return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
            ".filter((one) => one.transferSize).map((one) => [one.name.split('/').at(-1), one.transferSize])"
        )
    finally:
        page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
        page.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": False})
        page.driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": False})
    needed = [size for name, size in sizes if name.startswith(("?", "first-"))]
    assert len(needed) == 2, sizes
    assert sum(needed) < 39_000


def test_a_tapped_tab_shows_at_once_that_it_is_coming(page: Page) -> None:
    """Also before the programs are there: the page's own script says so."""
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    page.driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": True})
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/static/first-*"]})
    try:
        page.driver.get("about:blank")
        page.driver.get(f"{page.address}/?lang=fr")
        page.until(lambda: page.shown("#view-today .early .cell"))
        assert not page.shown("#coming")
        page.find(".tasks [data-view=guess]").click()
        page.tells("#coming", "working")
        page.tells("main h1", "game_title")
        assert page.find(".tasks [aria-current]").get_attribute("data-view") == "guess"
        assert not page.shown("#guess-drawer"), "nothing of it can be tapped yet"
        page.find(".tasks [data-view=today]").click()
        page.until(lambda: page.shown("#view-today .early .cell") and not page.shown("#coming"))
    finally:
        page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
        page.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": False})
        page.driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": False})


def test_a_task_is_usable_before_the_modules_of_others_are_fetched(page: Page) -> None:
    """Only the modules of the task that the address names are fetched early; what shows answers comes later."""
    preloaded = (
        "return [...document.querySelectorAll('link[rel=modulepreload]')].map((one) => one.href.split('/').at(-1))"
    )
    page.open()
    early = page.driver.execute_script(preloaded)
    assert {"solve.js", "rows.js"} <= set(early)
    assert not {"answers.js", "solver.js", "core.js"} & set(early)
    page.open("today?d=2026-11-20&n=2")
    (first,) = page.driver.execute_script(preloaded)
    assert first == first_name()


def test_a_module_is_loaded_once_whoever_imports_it(page: Page) -> None:
    """The first script holds modules that others import by their own names: the import map leads them to it."""
    page.open()
    loaded = page.driver.execute_script(
        "return performance.getEntriesByType('resource').map((one) => one.name.split('/').at(-1))"
    )
    assert first_name() in loaded
    assert not {f"{module}.js" for module in list_modules(*FIRST)} & set(loaded)


def test_an_answer_that_cannot_be_shown_is_told(page: Page) -> None:
    """The module that shows answers is fetched late: when it cannot be, a sentence says so and the next click works."""
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    page.driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": True})
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/static/solve/answers.js"]})
    try:
        page.open(f"solve?p={PACKED}&w=fr")
        page.find("#solve-form .primary").click()
        page.until(lambda: page.shown("#solve-result .message"))
    finally:
        page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
        page.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": False})
        page.driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": False})
    page.find("#solve-form .primary").click()
    page.until(lambda: page.shown("#solve-result .solution"))


@pytest.mark.parametrize("width", [320, 360])
def test_the_page_about_the_api_fits_a_telephone(page: Page, width: int) -> None:
    page.open("solve", "en", width)
    page.driver.get(f"{page.address}/docs?lang=en")
    page.find(".docs details summary").click()
    page.find(".docs dl")
    assert page.driver.execute_script("return document.documentElement.scrollWidth") <= width


def test_the_language_follows_the_reader_and_the_link(page: Page, client: Client) -> None:
    assert '<html lang="fr">' in client.get("/", Accept_Language="fr-CH").body.decode()
    assert '<html lang="en">' in client.get("/", Accept_Language="nl").body.decode()
    assert "RA?\u2060E" in client.get("/", Accept_Language="fr").body.decode(), "never on two lines"
    page.open(f"solve?p={PACKED}&w=fr", "fr")
    page.find(".languages summary").click()
    page.find(".languages a[lang=en]").click()
    page.until(lambda: page.driver.execute_script("return document.documentElement.lang") == "en")
    assert PACKED in page.fragment
    page.tells("h1", "solve_title")


def test_a_link_is_the_same_puzzle_in_another_language(page: Page) -> None:
    page.open()
    page.find("#solve-clues input.word").send_keys("paume2")
    shared = page.fragment
    assert "w=fr" in shared
    page.open(shared, "en")
    assert page.find("#solve-words").get_attribute("value") == "fr"


def test_other_tasks_and_the_back_button_lose_nothing(page: Page) -> None:
    page.open(f"solve?p={PACKED}&w=fr")
    page.find("#solve-form .primary").click()
    page.find("#solve-result .answer")
    page.find("[data-view=guess]").click()
    letter = page.find("#guess-board .tile.given").text
    word = next(word for word in open_dictionary("fr").words(5) if word.startswith(letter))
    page.find("#guess-code").send_keys(word, Keys.ENTER)
    page.find("#guess-board .history li")
    page.find("[data-view=solve]").click()
    page.says("#solve-result .answer", "coude")
    page.find("[data-view=guess]").click()
    page.find("#guess-board .history li")
    page.find("[data-view=solve]").click()
    page.driver.refresh()
    page.find("html[data-ready] main")
    page.find("[data-view=guess]").click()
    page.find("#guess-board .history li")
    page.find("[data-view=solve]").click()
    page.find("#solve-clear").click()
    page.until(lambda: PACKED not in page.fragment)
    page.driver.back()
    page.until(lambda: len(page.shown("#solve-clues input.word")) == len(CLUES) + 1)


@pytest.mark.slow
def test_a_late_answer_does_not_land_on_another_puzzle(page: Page) -> None:
    slow = {"offline": False, "latency": 1500, "downloadThroughput": -1, "uploadThroughput": -1}
    page.open(f"solve?p={PACKED}&w=fr")
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", slow)
    try:
        page.find("#solve-explain").click()
        page.find("#solve-result .kicker")
        page.find("#solve-clear").click()
        page.press(*"paume2")
        page.find("[data-view=guess]").click()
        page.find("[data-view=solve]").click()
        page.script("setTimeout(arguments[0], 3000)")
        page.tells("h1", "solve_title")
        assert page.fragment.startswith("solve?p=paume2&")
        assert not page.shown("#solve-result .answer, #solve-result .steps")
        page.driver.back()
        page.find("#guess-code")
        assert page.fragment == "guess?l=5", "the word of the day, which came meanwhile"
    finally:
        page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", slow | {"latency": 0})


@pytest.mark.parametrize(
    ("fragment", "ready"),
    [
        ("play?w=fr-common&l=15&r=positional&s=1", "form.round .tile"),
        pytest.param("play?w=fr&l=15&r=black-white&s=1", "form.round .tile", marks=pytest.mark.slow),
        ("families?w=fr&l=15&m=2&s=1", ".families"),
        ("solve?p=anticonstitutio3&w=fr", ".pill"),
    ],
)
def test_long_words_fit_a_telephone(page: Page, fragment: str, ready: str) -> None:
    page.open(fragment, width=360)
    page.find(ready)
    assert page.driver.execute_script("return document.documentElement.scrollWidth") <= 360


# --- the page's own solver, marks and texts --------------------------------------------------------------------


def test_the_pages_solver_agrees_with_the_library(page: Page) -> None:
    """On puzzles of several lengths, with and without a solution: what is made and kept at each length; the words."""
    chance = random.Random(6)
    puzzles = []
    for _ in range(150):
        length = chance.randint(2, 7)
        letters = "ABCDE"[: chance.randint(2, 5)]
        words = {"".join(chance.choices(letters, k=length)) for _ in range(chance.randint(1, 7))}
        secret = "".join(chance.choices(letters, k=length))
        honest = chance.random() < 0.7
        puzzles.append([(w, mark(w, secret).blacks if honest else chance.randint(0, length)) for w in sorted(words)])
    page.open()
    found = page.script(
        "const [puzzles, done] = arguments;"
        "import('/static/shared/words.js').then(({generations}) => done(puzzles.map((clues) => {"
        "  const grown = generations(clues.map(([word, marks]) => ({word, marks})));"
        "  return {grown: grown.lengths.map(({generated, kept}) => [generated, kept]), solutions: grown.solutions};"
        "})))",
        puzzles,
    )
    dictionary = open_dictionary("fr")
    for clues, mine in some(zip(puzzles, found, strict=True)):
        answer = solve(parse_puzzle("".join(f"{word} {marks}\n" for word, marks in clues)), dictionary)
        assert mine["grown"] == [[one.generated, one.kept] for one in answer.generations], clues
        assert mine["solutions"] == list(answer.generations[-1].survivors), clues


def test_the_page_folds_words_as_the_library(page: Page) -> None:
    spellings = [s for length in (4, 7, 9) for all_ in open_dictionary("fr").of_length(length).values() for s in all_]
    sample = [
        *random.Random(2).sample(spellings, 2000),
        "Œuf",
        "ÆGIS",
        "Straße",
        "ångström",
        "søren",
        "a b",
        "l'an",
        "",
        "日本",
    ]
    page.open()
    code = "const [words, done] = arguments; import('/static/shared/words.js').then(({fold}) => done(words.map(fold)))"
    from mastermot.words.folding import fold_or_empty

    assert page.script(code, sample) == [fold_or_empty(word) for word in sample]
    assert fold("Œuf") == "OEUF"


def test_a_game_of_words_with_another_letter(page: Page) -> None:
    """Ñ has its key, also on the keyboard of a reader of English; CAÑA is not CANA."""
    for lang in ("es", "en"):
        page.open("guess?w=es-common&l=4&r=positional", lang)
        page.find(".keyboard")
        keys = [key.text for key in page.driver.find_elements("css selector", ".keyboard .key")]
        assert keys.count("Ñ") == 1
        page.find("#guess-code").send_keys("caña", Keys.ENTER)
        page.says("#guess-board .history li", "Ñ")
    page.open("solve?p=caña4&w=es", "es")
    page.find("#solve-form .primary").click()
    page.says("#solve-result .answer", "CAÑA")
    page.open("guess?w=fr-common&l=5&r=positional", "es")
    page.find(".keyboard")
    assert "Ñ" not in [key.text for key in page.driver.find_elements("css selector", ".keyboard .key")]


WRONG = PACKED.replace("curry1", "curry2")


@pytest.mark.parametrize("button", ["#solve-hint", "#solve-explain", "#solve-form .primary"])
@pytest.mark.parametrize("offline", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_of_a_puzzle_that_cannot_be_solved_what_is_wrong_comes_first_and_alone(
    page: Page, button: str, offline: bool
) -> None:
    """No letter is placed by clues that contradict each other."""
    page.open(f"solve?p={WRONG}&w=fr", lang="en")
    if offline:
        page.driver.execute_script("window.fetch = () => Promise.reject(new TypeError())")
    page.find(button).click()
    page.tells("#solve-result .message", "no_word_shown" if offline else "no_word")
    if not offline:
        page.says("#solve-result .repair", "curry 1?")
    assert not page.shown("#solve-result .nudge, #solve-result .walk, #solve-result .steps")

"""Guess and Play in a real browser: colours of every size, variants, challenges, marks that cannot be, keys."""

from __future__ import annotations

import random
import re

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from mastermot import BLACK_WHITE, RULES, Position, WordCodes, open_dictionary
from mastermot.service import create_app
from tests.messages import check_told
from tests.service.reader import Page
from tests.service.support import Client

ROWS = """
return [...document.querySelectorAll(arguments[0])].map((row) => {
  const tops = [...row.children].map((one) => one.offsetTop);
  return [...new Set(tops)].map((top) => tops.filter((one) => one === top).length);
});
"""
"""How many children stand in each line of each element that a selector finds."""


def begin(page: Page, fragment: str, lang: str = "en", width: int = 1000, dark: bool = False) -> None:
    page.open(f"guess?{fragment}", lang, width, dark)
    page.find("#guess-code")


def play(page: Page, *guesses: str) -> None:
    for guess in guesses:
        turns = len(page.shown("#guess-board .history li"))
        page.find("#guess-code").send_keys(guess, Keys.ENTER)
        page.until(lambda turns=turns: len(page.shown("#guess-board .history li")) == turns + 1)


@pytest.mark.parametrize(
    ("width", "dark", "lang"), [(360, False, "fr"), pytest.param(1280, True, "en", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(
    ("holes", "rows"), [(20, [10, 10]), *(pytest.param(holes, [holes], marks=pytest.mark.slow) for holes in (4, 8, 12))]
)
def test_the_board_of_every_size_stands_in_even_rows(
    page: Page, holes: int, rows: list[int], width: int, dark: bool, lang: str
) -> None:
    """Guessed colours, holes and the machine's guess; nothing wider than the screen."""
    begin(page, f"n={holes}&c=12&r=black-white", lang, width, dark)
    code = ("ABCDEFGHIJKL" * 2)[:holes]
    play(page, code)
    assert page.driver.execute_script(ROWS, ".history .letters, .holes .letters") == [rows, rows]
    assert page.driver.execute_script("return document.documentElement.scrollWidth") <= width
    page.open(f"play?n={holes}&c=12&r=black-white&s=1&h={code}:XOO", lang, width, dark)
    page.find("form.marking")
    assert page.driver.execute_script(ROWS, ".history .letters, form .letters") == [rows, rows]
    for line in page.driver.execute_script(ROWS, "form.marking .pills"):
        assert max(line) - min(line) <= len(line), line
    assert page.driver.execute_script("return document.documentElement.scrollWidth") <= width


@pytest.mark.slow
def test_the_button_is_in_sight_on_a_low_telephone_at_every_turn(page: Page) -> None:
    size = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    seen = "const box = arguments[0].getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight"
    turns = ""
    for turn in range(4):
        page.open(f"play?n=8&c=12&r=black-white&s=1&h={turns}", width=360)
        page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        button = page.find("form.marking .primary")
        assert page.driver.execute_script(seen, button), turn
        assert not page.driver.find_elements(By.CSS_SELECTOR, "form.marking input:checked"), "nothing is preset"
        guess = "".join(one.text for one in page.shown("form.marking .tile"))
        turns += f",{guess}:OO" if turns else f"{guess}:OO"


@pytest.mark.parametrize(
    "fragment", ["w=fr-common&l=5&r=positional", pytest.param("n=12&c=12&r=black-white", marks=pytest.mark.slow)]
)
def test_the_keys_of_the_screen_are_in_sight_at_every_turn(page: Page, fragment: str) -> None:
    page.open(f"guess?{fragment}", "fr", width=360)
    size = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    seen = (
        "return ['.holes', '.keyboard, .palette', 'form.round .primary'].map((one) => document.querySelector(one)"
        ".getBoundingClientRect()).every((box) => box.top >= 0 && box.bottom <= innerHeight + 1)"
    )
    for guess in ("carie", "boule", "fendu") if "w=" in fragment else ("ABCDEFGHIJKL", "LLLLAAAABBBB", "CCCCDDDDEEEE"):
        play(page, guess)
        page.until(lambda: page.driver.execute_script(seen))  # the page may still be scrolling
    refused = "zzzzz" if "w=" in fragment else "AAAAA"  # no word; too few colours
    page.find("#guess-code").send_keys(refused, Keys.ENTER)
    page.find("#guess-refused .message")
    page.until(lambda: page.driver.execute_script(seen))  # beside a refusal too


def test_a_large_game_says_that_its_count_is_an_estimate(page: Page) -> None:
    begin(page, "n=12&c=12&r=black-white")
    page.tells(".facts", "left", count="8,916,100,448,256")
    play(page, "AABBCCDDEEFF")
    page.tells(".history .count", "left_about")
    page.find(".give-up").click()
    page.find(".asked .drop").click()
    page.tells(".ending", "given_up")
    assert not page.shown(".review")
    page.tells("#guess-board .by-board", "not_reviewed")


def test_words_and_colours_each_have_their_rule(page: Page) -> None:
    """Who plays Wordle and turns to colours expects Mastermind, and finds Wordle again."""
    page.open("guess?w=fr-common&l=5&r=positional", "en")
    page.find("#guess-drawer summary").click()
    for kind, rule in (("colours", "black-white"), ("words", "positional")):
        page.driver.execute_script(f"document.querySelector('input[name=guess-kind][value={kind}]').click()")
        assert page.find("#guess-rule").get_attribute("value") == rule


def test_digits_each_at_most_once(page: Page) -> None:
    """The form keeps to what can be; keys of digits reach the holes wherever the focus is."""
    page.open("guess?n=12&c=12&r=black-white", "en")
    page.find("#guess-drawer summary").click()
    page.find("#guess-digits").click()
    assert page.find("#guess-colours").get_attribute("value") == "10"
    page.find("#guess-once").click()
    assert page.find("#guess-holes").get_attribute("value") == "10"
    Select(page.find("#guess-holes")).select_by_visible_text("4")
    page.find("#guess-setup .primary").click()
    page.tells(".facts", "left", count=5040)
    page.driver.execute_script("document.activeElement.blur()")
    page.press("0", "1", "2", "2", Keys.BACKSPACE, "3", Keys.ENTER)
    turn = page.find("#guess-board .history li")
    assert [tile.text for tile in turn.find_elements(By.CSS_SELECTOR, ".tile")] == [*"0123"]
    page.find("#guess-code").send_keys("1123", Keys.ENTER)
    page.tells_error("#guess-refused", "code-repeats", "1")
    assert "d=1" in page.fragment
    assert "x=1" in page.fragment


def test_very_large_text_leaves_the_marks_in_sight(page: Page) -> None:
    """What stays at the bottom of a round would cover it; at the usual size it does stay there."""
    page.open("play?w=fr-common&l=5&r=black-white", width=360)
    page.until(lambda: page.shown(".marking .in-sight"))
    position = "return getComputedStyle(document.querySelector('.marking .in-sight')).position"
    assert page.driver.execute_script(position) == "sticky"
    page.driver.execute_script("document.documentElement.style.fontSize = '200%'")
    for at in range(2):
        assert page.driver.execute_script(
            "const row = document.querySelectorAll('.marking .pills')[arguments[0]];"
            "row.scrollIntoView({block: 'end', behavior: 'instant'});"
            "const {left, top, height} = row.getBoundingClientRect();"
            "return row.contains(document.elementFromPoint(left + 20, top + height / 2))",
            at,
        )


def test_unshifted_keys_of_a_french_keyboard_are_digits(page: Page) -> None:
    """In a game of digits, wherever the focus is, with Shift or without."""
    page.open("guess?n=4&c=10&d=1&r=black-white", "fr")
    field = page.find("#guess-code")
    press = (
        "const [, key, code, shiftKey] = arguments;"
        "const typed = {key, code, shiftKey, bubbles: true, cancelable: true};"
        "return arguments[0].dispatchEvent(new KeyboardEvent('keydown', typed))"
    )
    body = page.find("body")
    for target, key, code, shift in (
        (body, "&", "Digit1", False),
        (field, "é", "Digit2", False),
        (field, "à", "Digit0", False),
        (field, "5", "Digit5", True),
    ):
        assert not page.driver.execute_script(press, target, key, code, shift), "nothing else takes it"
    assert field.get_attribute("value") == "1205"
    assert page.driver.switch_to.active_element == field
    assert "".join(tile.text for tile in page.shown("#guess-board .holes .tile")).strip() == "1205"


@pytest.mark.slow
def test_variants_from_the_form_to_the_review(page: Page, client: Client) -> None:
    """First letter, hard mode and wider guesses; a refusal is a sentence above the row, and costs no turn."""
    page.open("guess?w=fr-common&l=5&r=positional", "en", width=360)
    page.find("#guess-drawer summary").click()
    page.find("#guess-variants summary").click()
    page.choose("#guess-hard", "wordle")
    page.find("#guess-first").click()
    page.find("#guess-free").click()
    page.choose("#guess-guesses", "fr")
    page.choose("#guess-turns", "20")
    page.find("#guess-setup .primary").click()
    page.tells(".facts", "turns_left", count=20)
    letter = page.find(".holes .tile.given").text
    page.tells(".facts", "begins", letter=letter)
    common = WordCodes("fr-common", 5)
    rare = next(word for word in open_dictionary("fr").words(5) if word not in common.index and word[0] == letter)
    play(page, rare)
    other = next(word for word in common.texts if letter not in word)
    page.find("#guess-code").send_keys(other, Keys.ENTER)
    page.tells_error("#guess-refused", "hard-mode", letter)
    assert len(page.shown(".history li")) == 1
    page.find(".take-back").click()
    page.until(lambda: not page.shown(".history li"))
    play(page, rare)
    page.find(".ask-hint").click()
    page.find(".advised .take").click()
    advised = str(page.find("#guess-code").get_attribute("value"))
    page.tells(".advised", "would_play", guess=advised)  # it is not played: it may be the secret
    page.until(lambda: "i=1" in page.fragment)
    page.open(page.fragment, "en", 360)
    page.tells(".facts", "hard_on_wordle")
    page.find(".give-up").click()
    page.find(".asked .drop").click()
    page.tells("#guess-board .round", "hints_n", count=1)
    page.tells("#guess-board .round", "undone_n", count=1)
    page.says(".review", "Skill")


def test_a_friend_finds_the_secret_of_a_link(page: Page) -> None:
    page.open("guess?w=fr-common&l=5&r=positional&hd=1", "en", width=360)
    page.driver.execute_script(
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.given = text }}})"
    )
    page.find("#guess-drawer summary").click()
    page.find("#guess-challenge summary").click()
    page.find("#guess-secret").send_keys("zzzzz", Keys.ENTER)
    page.tells_error("#guess-sent", "code-unknown", "zzzzz")
    page.find("#guess-secret").clear()
    page.find("#guess-secret").send_keys("coudé", Keys.ENTER)
    page.tells("#guess-send", "shared_here")
    link = page.driver.execute_script("return window.given")
    assert "coude" not in link.lower()
    page.open(link.partition("#")[2], "fr")
    page.tells("#guess-board", "challenged")
    page.says(".facts", "mode difficile")
    play(page, "coudé")
    page.says(".ending", "Bravo")


def test_what_a_fickle_codemaker_had_left_is_told(page: Page, client: Client) -> None:
    begin(page, "w=fr-common&l=5&f=1")
    play(page, "raies", "coule")
    page.find(".give-up").click()
    page.find(".asked .drop").click()
    ending = page.find(".ending").text
    page.tells(".ending", "fickle_some")
    named = re.findall(r"\b[A-Z]{5}\b", ending)
    marks = [
        (
            "".join(tile.text for tile in turn.find_elements(By.CSS_SELECTOR, ".tile")),
            len(turn.find_elements(By.CSS_SELECTOR, ".peg.black")),
            len(turn.find_elements(By.CSS_SELECTOR, ".peg:not(.black):not(.none)")),
        )
        for turn in page.shown(".history li")
    ]
    assert len(named) > 1
    for secret in named:
        for guess, blacks, whites in marks:
            told = BLACK_WHITE.mark(guess, secret)
            assert (told.blacks, told.whites) == (blacks, whites)


def test_the_word_in_mind_is_checked_when_no_code_is_left(page: Page) -> None:
    page.open("play?w=fr-common&l=5&r=black-white&s=1&h=RAIES:O,COULE:XX,COUPE:XXXX", "en", width=360)
    page.tells("#play-board .message", "no_code")
    page.find("#play-mind").send_keys("coudé", Keys.ENTER)
    page.says(".in-mind .message", "COUDE")
    check_told(page.read(".in-mind .message"), "", "COULE", "2", "2", "4 well", "2 well")
    common = WordCodes("fr-common", 5)
    rare = next(word for word in open_dictionary("fr").words(5) if word not in common.index)
    draw, position = random.Random(1), Position(common, BLACK_WHITE)
    while len(position.candidates):
        guess = draw.choice(common.texts)
        position = position.after(guess, BLACK_WHITE.mark(guess, rare))
    turns = ",".join(f"{turn.guess}:{turn.marks.text}" for turn in position.history)
    page.open(f"play?w=fr-common&l=5&r=black-white&s=1&h={turns}", "en")
    page.find("#play-mind").send_keys(rare.lower(), Keys.ENTER)
    page.says(".in-mind .message", rare)
    lists = page.read(".in-mind .message").partition(rare)[2]
    assert re.search(r"\bfr-common\b.*\bfr\b(?!-)", lists, re.DOTALL)


def test_a_guess_that_takes_too_long_is_sought_on_a_smaller_sample(page: Page) -> None:
    """The service refuses the first request; the second one, for a sample, it answers."""
    page.open("play?n=12&c=12&r=black", "en")
    page.driver.execute_script(
        "const real = window.fetch; window.asked = [];"
        "window.fetch = (path, options) => { window.asked.push(JSON.parse(options.body));"
        " if (window.asked.length > 1) return real(path, options);"
        " const told = JSON.stringify({code: 'work-too-long', detail: 'too long'});"
        " return Promise.resolve(new Response(told, {status: 422})); }"
    )
    page.find("#play-drawer summary").click()
    page.find("#play-setup .primary").click()
    page.until(lambda: len(page.driver.execute_script("return window.asked")) == 2)
    page.find("form.marking .tile")
    first, second = page.driver.execute_script("return window.asked")
    assert second == {**first, "sample": second["sample"]}


def test_a_game_that_dies_is_still_to_be_seen(page: Page) -> None:
    begin(page, "w=fr-common&l=5&r=positional")
    play(page, "carie")
    page.driver.execute_script(
        "const told = JSON.stringify({code: 'token-expired', detail: 'too old', advice: ''});"
        "window.fetch = () => Promise.resolve(new Response(told, {status: 410}))"
    )
    page.find("#guess-code").send_keys("boule", Keys.ENTER)
    page.tells("#guess-board", "game_expired")
    assert len(page.shown(".history li")) == 1
    page.find("#guess-board .again")


def test_a_new_game_of_play_asks_before_it_drops_one(page: Page) -> None:
    page.open("play?n=4&c=6&r=black-white&s=1&h=AABB:XO", "en")
    page.find("form.marking .again").click()
    page.find(".asked button:last-child").click()
    assert len(page.shown(".history li")) == 1
    page.find("form.marking .again").click()
    page.find(".asked .drop").click()
    page.until(lambda: not page.shown("#play-board .history li") and page.shown("form.marking"))


def test_keys_of_the_screen_leave_the_focus_where_one_types(page: Page) -> None:
    """Letters typed and tapped by turns; Enter sends the word, and does not press the key tapped last."""
    begin(page, "w=fr-common&l=5&r=positional")
    page.press("c", "o")
    next(key for key in page.shown(".key") if key.text == "U").click()
    page.press("d")
    next(key for key in page.shown(".key") if key.text == "E").click()
    assert page.find("#guess-code").get_attribute("value").upper() == "COUDE"
    page.press(Keys.ENTER)
    turn = page.find("#guess-board .history li")
    assert [tile.text for tile in turn.find_elements(By.CSS_SELECTOR, ".tile")] == [*"COUDE"]


def test_a_rule_that_a_user_registers_is_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """The menus have the rules of the registry, and what the page must know of them; a text of ours, or its own."""

    class Total(type(BLACK_WHITE)):  # type: ignore[misc]
        name = "owntotal"
        title = "Letters in common."
        gives_whites = False

    monkeypatch.setitem(RULES, "owntotal", Total())
    content = create_app().test_client().get("/?lang=en").get_data(as_text=True)
    menu = content.partition('id="guess-rule"')[2]
    options = re.findall(r'<option value="([\w-]+)"([^>]*)>([^<]*)</option>', menu)
    titles = {name: text for name, _, text in options[: len(RULES)]}
    assert titles == {name: rule.title for name, rule in RULES.items()}
    assert titles["owntotal"] == "Letters in common."
    assert all(titles.values())
    told = {name: facts.split() for name, facts, _ in options[: len(RULES)]}
    assert told == told | {
        "black": [],
        "black-white": ["data-whites", "selected"],
        "positional": ["data-whites", "data-by-position"],
        "membership": ["data-whites", "data-one-misplaced"],
        "owntotal": [],
    }


@pytest.mark.parametrize(
    ("game", "sign", "said"),
    [
        ("w=en-common&l=5&r=positional", ".how-card .tile[data-mark=O]", "how_marks_signs"),
        ("n=4&c=6&r=positional", ".how-card .tile[data-mark=O]", "how_marks_signs"),
        ("w=en-common&l=5&r=black-white", ".how-card .pegs", "how_marks_pegs"),
        ("w=en-common&l=5&r=black", ".how-card .pegs", "how_marks_black"),
    ],
)
def test_the_card_of_guessing_tells_the_marks_of_the_rule_that_is_played(
    page: Page, game: str, sign: str, said: str
) -> None:
    begin(page, game)
    page.find("#view-guess .how-to").click()
    page.tells(".how-card", said)
    assert page.shown(sign)


def test_a_refused_word_is_told_with_the_dictionary_that_it_was_looked_up_in(page: Page) -> None:
    begin(page, "w=en-common&l=5&r=positional")
    page.find("#guess-code").send_keys("zzzzz", Keys.ENTER)
    page.tells("#guess-refused", "not_among", word="zzzzz")


def test_another_first_letter_can_be_allowed_only_where_one_is_given(page: Page) -> None:
    begin(page, "w=en-common&l=5&r=positional")
    page.find("#guess-drawer summary").click()
    page.find("#guess-variants summary").click()
    page.find("#guess-first")
    assert not page.shown("#guess-free")
    page.find("#guess-first").click()
    assert page.shown("#guess-free")


def test_the_buttons_of_colours_stand_on_the_page_where_no_panel_is_behind_them(page: Page) -> None:
    begin(page, "n=4&c=6&r=black-white", width=1280)
    ground = "return getComputedStyle(document.querySelector(arguments[0])).backgroundColor"
    assert page.driver.execute_script(ground, "#guess-board .in-sight") == page.driver.execute_script(ground, "body")


def test_a_word_can_be_typed_at_once_after_the_card_and_after_a_hint(page: Page) -> None:
    begin(page, "w=en-common&l=5&r=positional")
    page.find("#view-guess .how-to").click()
    page.find(".how-card .primary").click()
    page.until(lambda: not page.shown(".how-card"))
    page.press(*"tal")
    page.find(".ask-hint").click()
    page.find(".advised .take")
    page.press(*"es", Keys.ENTER)
    page.until(lambda: len(page.shown("#guess-board .history li")) == 1)


@pytest.mark.parametrize("task", ["guess", "play"])
def test_the_usual_game_has_words_of_the_language_of_the_page(page: Page, task: str) -> None:
    for lang, words in (("en", "English"), ("fr", "français")):
        page.open(task, lang)
        page.find("#guess-code, form.marking")
        if task == "guess":
            page.find("#guess-drawer summary").click()
            page.find("#guess-setup .primary").click()
        page.says(f"#{task}-what", words)

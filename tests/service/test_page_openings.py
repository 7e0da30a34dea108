"""The openings that are proven: by HTTP, and as a table on the page that Guess and Play lead to."""

from __future__ import annotations

import json

import pytest
from selenium.webdriver.common.keys import Keys

from mastermot.game.book import BOOK
from tests.service.reader import Page
from tests.service.support import Client

ROWS = [json.loads(line) for line in BOOK.read_text("utf-8").splitlines()[1:]]


def test_http_lists_the_games_of_the_book(client: Client) -> None:
    every = client.get("/api/openings").json["games"]
    assert len(every) == len(ROWS)
    some = client.get("/api/openings?words=fr-answers&length=7").json["games"]
    own = [row for row in ROWS if row.get("words") == "fr-answers" and row["length"] == 7]
    assert [game.get("letter", "") for game in some] == sorted(row.get("letter", "") for row in own)
    (cortine,) = [game for game in some if game.get("letter") == "C"]
    (row,) = [row for row in own if row.get("letter") == "C"]
    assert cortine["firsts"][0] == {"guess": row["firsts"][0][0], "turns": round(row["total"] / row["codes"], 6)}
    assert (cortine["codes"], cortine["longest"]) == (row["codes"], row["longest"])
    turns = [first["turns"] for first in cortine["firsts"]]
    assert turns == sorted(turns)


def test_http_answers_what_the_book_lacks_with_nothing_and_refuses_what_is_no_dictionary(client: Client) -> None:
    assert client.get("/api/openings?words=sgb").json == {"games": []}
    assert client.get("/api/openings?words=fr-answer").problem["field"] == "words"
    assert client.get("/api/openings?length=x").problem["field"] == "length"
    assert client.get("/api/openings?letter=C").problem["field"] == "letter"


def test_the_table_shows_the_game_that_is_linked_to_and_plays_it(page: Page) -> None:
    (row,) = [row for row in ROWS if row["game"] == "positional fr-answers fr 7 C"]
    page.open("openings?w=fr-answers&l=7&s=c", "en")
    chosen = page.find(".openings [aria-current]")
    for text in (row["firsts"][0][0], f"{row['total'] / row['codes']:.3f}", f"then {row['firsts'][1][0]} +0.0"):
        assert text in chosen.text
    assert len(page.shown(".openings tbody tr")) == sum(
        one.get("words") == "fr-answers" and one["length"] == 7 for one in ROWS
    )
    page.choose("#openings-length", "8")
    page.until(lambda: "l=8" in page.fragment)
    assert page.find(".openings [aria-current] b").text.startswith("C")
    page.says("#openings-table .small", "8 letters")  # also on paper, where the menus are not
    page.find("#openings-table .primary").click()
    page.find("#guess-code")
    page.says("#guess-what", "8 letters")
    page.tells(".facts", "begins")


@pytest.mark.parametrize("query", ["w=sgb&l=5", "w=fr-answers&l=3", "n=9&c=9", "w=fr-answers&l=7&r=black", "w=%22%5D"])
def test_a_game_that_the_book_lacks_is_said_and_others_are_shown(page: Page, query: str) -> None:
    page.open(f"openings?{query}", "en")
    page.tells("#openings-table .message", "openings_other")
    assert page.shown(".openings tbody tr")


def test_guess_and_play_lead_to_the_openings_of_their_game(page: Page) -> None:
    page.open("guess?l=6", "fr")
    page.find("#guess-code")
    page.find("#guess-openings").click()
    page.find(".openings [aria-current]")
    assert "w=fr-answers&l=6" in page.fragment
    page.open("play?n=4&c=6&r=black-white&s=1", "fr")
    page.find("form.round")
    page.find("#play-openings").send_keys(Keys.ENTER)
    assert page.find(".openings [aria-current]").text.startswith("4 × 6")
    assert not page.shown("#openings-table .message")


def test_games_with_colours_are_listed_by_rule_and_each_can_be_played(page: Page) -> None:
    page.open("openings?n=3&c=6&x=1&r=black", "en")
    assert page.find(".openings [aria-current]").text.startswith("3 × 6")
    for rule in ("black", "black-white"):
        page.choose("#openings-words", rule)
        page.until(lambda rule=rule: f"r={rule}" in page.fragment.split("&"))
        listed = [row for row in ROWS if "holes" in row and row["rule"] == rule]
        assert len(page.shown(".openings tbody tr")) == len(listed)
    assert not page.shown(".openings [aria-current]")
    page.find(".openings a[href*='n=5&c=5&']").click()
    page.find("#guess-code")
    page.says("#guess-what", "5 holes")

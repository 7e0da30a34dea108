"""The page without a connection: what it finds alone, what it kept, and what an update leaves."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from mastermot import mark, open_dictionary, parse_puzzle, solve
from mastermot.service.page import contents
from tests.service.reader import PACKED, Page
from tests.service.support import Client, serve, serve_here
from tests.support import ROOT, some

PUZZLES = sorted((ROOT / "puzzles").glob("*.txt"))
DAY = "2026-11-20"
SOLVE_HERE = """
const [puzzles, done] = arguments;
const modules = [import("/static/shared/solver.js"), import("/static/shared/words.js")];
Promise.all(modules).then(async ([{solveHere}, {fold}]) => {
  const answers = [];
  for (const [words, clues] of puzzles) {
    const given = clues.map(([word, marks]) => ({word, marks, folded: fold(word)}));
    answers.push(await solveHere(given, words, true).catch(() => null));
  }
  done(answers);
});
"""


def kept_for_later(page: Page) -> None:
    """Wait until the service worker has kept the page."""
    page.script("const done = arguments[0]; navigator.serviceWorker.ready.then(() => done())")
    page.until(lambda: page.driver.execute_script("return !!navigator.serviceWorker.controller"))


def steps_are_sound(clues: list[tuple[str, int]], solutions: list[str], steps: list[dict[str, Any]]) -> None:
    """Check each step against all words that fit: nothing that one of them has is taken away, and all the rest is."""
    columns = ["".join(sorted({word[at] for word, _ in clues})) for at in range(len(clues[0][0]))]
    for step in steps:
        for letter in step["removed"]:
            assert letter["letter"] in columns[letter["position"] - 1]
            assert all(word[letter["position"] - 1] != letter["letter"] for word in solutions), (clues, step)
        gone = {(letter["position"] - 1, letter["letter"]) for letter in step["removed"]}
        columns = ["".join(x for x in letters if (at, x) not in gone) for at, letters in enumerate(columns)]
        assert step["columns"] == columns
        assert step["grid"] == "".join(letters if len(letters) == 1 else "?" for letters in columns)
        assert len(step["hints"]) == 3
        assert step["hints"][-1] == step["text"]
    if solutions:
        assert columns == ["".join(sorted({word[at] for word in solutions})) for at in range(len(columns))]
    else:
        assert not steps


def test_the_page_alone_finds_the_words_that_the_service_finds(page: Page, client: Client) -> None:
    """On every shipped puzzle: solutions, words with letters that no clue shows, unknown words. Each step is sound."""
    puzzles = []
    for path in PUZZLES:
        clues = [(clue.word, clue.marks) for clue in parse_puzzle(path.read_text(encoding="utf-8")).clues]
        puzzles += [
            ("en" if path.stem.startswith("en") else "fr", cut)
            for cut in (clues, clues[:-1])[: 2 if len(clues[0][0]) < 6 else 1]
        ]
    page.open()
    for (words, clues), mine in some(zip(puzzles, page.script(SOLVE_HERE, puzzles), strict=True)):
        body = {"clues": [{"word": word, "marks": marks} for word, marks in clues], "words": words}
        theirs = client.post("/api/solve", body).json
        if mine is None:
            assert theirs["code"] == "too-many-prefixes", clues
            continue
        known = [[one["word"] for one in answer["solutions"] if one["known"]] for answer in (mine, theirs)]
        assert known[0] == known[1], clues
        assert {one["word"] for one in mine["solutions"]} >= {one["word"] for one in theirs["solutions"]}
        assert len(mine["solutions"]) == theirs["count"]
        assert mine["others"] == [{k: one[k] for k in ("word", "spellings")} for one in theirs["others"]]
        assert [one["line"] for one in mine["unknown"]] == [one["line"] for one in theirs["unknown"]]
        steps_are_sound(clues, [one["word"] for one in mine["solutions"]], mine["steps"])


@pytest.mark.slow
def test_the_pages_reasoning_is_sound_on_made_puzzles(page: Page) -> None:
    chance = random.Random(15)
    dictionary = open_dictionary("fr")
    puzzles = []
    for _ in range(150):
        length, letters = chance.randint(2, 6), "ABCDEF"[: chance.randint(2, 6)]
        secret = "".join(chance.choices(letters, k=length))
        words = {"".join(chance.choices(letters, k=length)) for _ in range(chance.randint(1, 9))}
        puzzles.append(("fr", [(word, mark(word, secret).blacks) for word in sorted(words)]))
    page.open()
    for (_, clues), mine in zip(puzzles, page.script(SOLVE_HERE, puzzles), strict=True):
        fits = (
            solve(parse_puzzle("".join(f"{word} {marks}\n" for word, marks in clues)), dictionary)
            .generations[-1]
            .survivors
        )
        steps_are_sound(clues, list(fits), mine["steps"])


@pytest.mark.slow
def test_puzzles_are_solved_explained_and_hinted_and_the_rest_says_so(chromium: webdriver.Chrome) -> None:
    with serve() as served:
        page = Page(chromium, served.address, offline=True)
        page.open()
        kept_for_later(page)
        page.script("const done = arguments[0]; fetch('/api/words/fr/5').then(() => done())")
    page.open(f"solve?p={PACKED}&w=fr")
    page.find("#solve-form .primary").click()
    page.says("#solve-result .answer", "coude, coudé")
    page.find("#solve-explain").click()
    page.says(".walk .sentence", "alors 0")
    page.find(".walk").send_keys(Keys.END)
    page.says("#solve-result .answer", "coude, coudé")
    page.find("#solve-clear").click()
    page.open(f"solve?p={PACKED}&w=fr", "en")
    for count in range(1, 5):
        page.find("#solve-hint").click()
        page.until(lambda count=count: len(page.shown(".nudge p")) == count)
    page.tells(".nudge", "look_at", clue="alors 0")
    page.open(f"solve?p={PACKED}&w=sgb", "en")
    page.find("#solve-form .primary").click()
    page.tells("#solve-result .answer", "unchecked_word")
    page.find("#offline")
    page.open("solve?p=maison1.jardin2&w=fr", "en")
    page.find("#solve-form .primary").click()
    page.tells("#solve-result .message", "no_word_shown")
    page.open("guess?w=fr-common&l=5&t=abc")
    page.tells("#guess-board .actions", "try_again")
    page.open("play?w=fr-common&l=5&s=1")
    page.tells("#play-board .message", "offline_need")
    page.tells("#play-board .actions", "try_again")
    chromium.get_log("browser")


@pytest.mark.slow
def test_the_days_puzzle_once_loaded_is_played_with_hints(chromium: webdriver.Chrome) -> None:
    with serve() as served:
        page = Page(chromium, served.address, offline=True)
        page.open()
        kept_for_later(page)
        page.open(f"today?d={DAY}&n=2", "en")
        page.find(".board-clues")
        made = Client(served.port).get(f"/api/daily?date={DAY}&level=2&words=en-common").json["puzzles"][0]
    page.open(f"today?d={DAY}&n=4", "en")
    page.says("#today-board .message", "connection")
    page.open(f"today?d={DAY}&n=2", "en")
    for count in range(1, 4):
        page.find(".hint").click()
        page.until(lambda count=count: len(page.shown(".helped .nudge > p:not(.actions)")) == count)
    page.find(".helped .apply").click()
    page.find(".cell[data-state=out], .cell[data-state=sure]")
    first = next(c for c in page.shown(".cells > .cell:nth-child(1)") if c.get_attribute("data-state") == "")
    assert made["clues"]
    first.click()
    first.click()
    page.find(".check-me").click()
    page.find(".helped .message, .helped .nudge")
    chromium.get_log("browser")


@pytest.mark.slow
def test_an_update_of_the_service_keeps_what_was_played(
    chromium: webdriver.Chrome, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve_here() as first:
        page = Page(chromium, f"http://127.0.0.1:{first.port}", offline=True)
        page.open(f"today?d={DAY}&n=1")
        page.find(".board-clues")
        kept_for_later(page)
        before = page.script("caches.keys().then(arguments[0])")
        page.find(".board-clues button.cell").click()
        page.find(".cell[data-state=out]")
    monkeypatch.setattr(contents, "__version__", "99.0")
    with serve_here(port=first.port):
        page.open(f"today?d={DAY}&n=1")
        page.until(lambda: page.script("caches.keys().then(arguments[0])") not in (before, []))
        page.until(lambda: len(page.script("caches.keys().then(arguments[0])")) == 1)
        code = "caches.match(arguments[0], {ignoreVary: true}).then((answer) => arguments[1](Boolean(answer)))"
        assert page.script(code, f"/api/daily?date={DAY}&level=1&words=fr-common"), "still there without a connection"
        page.open(f"today?d={DAY}&n=1")
        page.find(".cell[data-state=out]")
        kept = json.loads(page.driver.execute_script("return localStorage.getItem('mastermot-days')"))
        assert [len(one["out"]) for key, one in kept["days"].items() if key.startswith(DAY)] == [1]

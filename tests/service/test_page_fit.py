"""Boards, tiles, answers and steps fit their column: words of each length, eight widths, three sizes of letters.

Nothing scrolls sideways, and no word is broken into two lines.
"""

from __future__ import annotations

import itertools

import pytest

from tests.service.reader import Page
from tests.support import LONG

WIDTHS = (320, 360, 480, 768, 900, 1024, 1183, 1280)
LETTERS = {"usual": (16, False), "larger": (16, True), "the browser's at 200 %": (32, False)}
"""Pixels of the browser's usual letters, and whether the page's own are made larger."""
WORDS = (
    "un mot rose coude maison bonjour chocolat printemps ordinateur merveilleux dictionnaire développement "
    "responsabilité constitutionnel"
)
BY_LENGTH = {len(word): word for word in WORDS.split()}
NEXT = str.maketrans("abcdefghijklmnopqrstuvwxyzé", "bcdefghijklmnopqrstuvwxyzaa")  #: Letters that are all others.

MEASURE = """
const root = document.documentElement;
const wrong = root.scrollWidth > root.clientWidth ? [`${root.scrollWidth} wide`] : [];
const edges = (one) => `${one.className} in ${one.closest('[class]:not(span)')?.className}`;
for (const row of document.querySelectorAll("main :is(.letters:not(.even), .cells)")) {
  const items = [...row.children].filter((one) => one.checkVisibility() && !one.matches(".said"));
  if (!items.length || !row.getClientRects().length) continue;
  const lines = new Set(items.map((one) => Math.round(one.getBoundingClientRect().top)));
  if (lines.size > 1) wrong.push(`broken: ${edges(row)}`);
  if (items.at(-1).getBoundingClientRect().right > root.clientWidth) wrong.push(`cut off: ${edges(row)}`);
}
const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const { data, parentElement } = walker.currentNode;
  if (!parentElement.checkVisibility() || parentElement.closest(".said, textarea, select, option, script")) continue;
  for (const { 0: word, index } of data.matchAll(/[\\p{L}\\d]{2,15}/gu)) {
    const range = document.createRange();
    range.setStart(walker.currentNode, index);
    range.setEnd(walker.currentNode, index + word.length);
    const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    if (tops.size > 1) wrong.push(`broken: ${word} in ${parentElement.className || parentElement.tagName}`);
  }
}
return [...new Set(wrong)];
"""


def addresses(length: int) -> dict[str, str]:
    """Return the addresses where words of a length stand, each with what shows that they do."""
    word = BY_LENGTH[length]
    puzzle = f"{word}{length}.{word.translate(NEXT)}0"
    return {
        f"solve?p={puzzle}&w=fr&step=1": "#solve-result .walk",
        f"solve?p={puzzle}&w=fr&step=99": "#solve-result .walk .answer .letters",
        f"board?p={puzzle}&w=fr": "#board-board .board-clues button",
        f"play?w=fr&l={length}&r=positional": "#play-board form.marking",
        f"play?n={length}&c=8&r=black-white": "#play-board form.marking",
        f"guess?w=fr&l={length}&r=positional": "#guess-board .entry-line .tile",
        f"guess?n={length}&c=8&r=black-white": "#guess-board .entry-line .tile",
    }


MARKS = {15: []}  #: The length that CI tries, the longest; the others are long.


@pytest.mark.parametrize("length", [pytest.param(length, marks=MARKS.get(length, LONG)) for length in BY_LENGTH])
def test_words_of_this_length_fit_every_width_and_size_of_letters(page: Page, length: int) -> None:
    found: list[tuple[str, int, str, list[str]]] = []
    for address, ready in addresses(length).items():
        page.open(address)
        page.find(ready)
        for (name, (size, large)), width in itertools.product(LETTERS.items(), WIDTHS):
            page.driver.execute_cdp_cmd("Page.setFontSizes", {"fontSizes": {"standard": size}})
            page.driver.execute_script("document.documentElement.classList.toggle('large', arguments[0])", large)
            page.resize(width)
            wrong = page.driver.execute_script(MEASURE)
            if wrong:
                found.append((address, width, name, wrong))
    page.driver.execute_cdp_cmd("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    assert found == []

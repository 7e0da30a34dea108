"""The page for eyes that need more: contrast, the colours of the system, larger letters; and for small screens."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from mastermot.texts.languages import LANGUAGES
from tests.service.reader import PACKED, Page

LUMINANCE = """
const parts = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((one) => {
  const part = one / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});
const light = (colour) => parts(colour).reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
const root = getComputedStyle(document.body);
return [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility()).map((one) => {
  const pair = [light(getComputedStyle(one)[arguments[1]]), light(root.backgroundColor)].sort((a, b) => b - a);
  return (pair[0] + 0.05) / (pair[1] + 0.05);
});
"""


def emulate(page: Page, **features: str) -> None:
    """Have the browser prefer something, besides that nothing moves."""
    named = {"prefers-reduced-motion": "reduce", **{name.replace("_", "-"): value for name, value in features.items()}}
    asked = [{"name": name, "value": value} for name, value in named.items()]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": asked})


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_more_contrast_is_given_to_who_prefers_it(page: Page, scheme: str) -> None:
    page.open(f"solve?p={PACKED}&w=fr&step=4", "en")
    page.find(".walk")
    quiet = ".how, .need, .walk-by .count, .cell[data-state=out]"
    emulate(page, prefers_color_scheme=scheme)
    usual = min(page.driver.execute_script(LUMINANCE, quiet, "color"))
    emulate(page, prefers_color_scheme=scheme, prefers_contrast="more")
    assert min(page.driver.execute_script(LUMINANCE, quiet, "color")) > max(usual, 12)
    assert min(page.driver.execute_script(LUMINANCE, ".cell, .code .tile", "borderTopColor")) > 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_the_colours_of_the_system_every_mark_is_still_told_apart(page: Page, scheme: str) -> None:
    """What a background said, a border or a sign says too: letters struck out, certain, lit; tabs; marks; pegs."""
    look = """
    const looks = (selector) => {
      const one = [...document.querySelectorAll(selector)].find((found) => found.checkVisibility());
      const [style, sign] = [getComputedStyle(one), getComputedStyle(one, "::after")];
      const names = ["color", "backgroundColor", "borderTopColor", "borderBottomColor", "borderTopStyle",
        "textDecorationLine", "outlineStyle"];
      return [...names.map((name) => style[name]), sign.content, sign.backgroundImage].join("|");
    };
    return arguments[0].map(looks);
    """

    def differ(*selectors: str) -> None:
        looks = page.driver.execute_script(look, selectors)
        assert len(set(looks)) == len(selectors), list(zip(selectors, looks, strict=True))

    page.open(f"solve?p={PACKED}&w=fr&step=5", "en")
    page.find(".walk")
    emulate(page, prefers_color_scheme=scheme, forced_colors="active")
    differ('.walk .cell[data-state=""]', ".cell[data-state=out]", ".cell[data-state=sure]", ".cell[data-state=fresh]")
    differ(".pill input:checked + span", ".pill input:not(:checked) + span")
    differ(".tasks a[aria-current]", ".tasks a:not([aria-current])")
    page.open("guess?w=fr-common&l=5&r=positional", "en")
    emulate(page, prefers_color_scheme=scheme, forced_colors="active")
    page.find("#guess-code")
    for turn, word in enumerate(("carie", "tonus", "ample"), 1):
        page.press(word, Keys.ENTER)
        page.find(f".history li:nth-child({turn})")
    tiles, keys = ([f"{one}='{mark}']" for mark in "XO."] for one in (".history .tile[data-mark", ".key[data-known"))
    for selectors, other in ((tiles, ()), (keys, (".key:not([data-known])",))):  # a key says the best that is known
        seen = page.driver.execute_script("return arguments[0].filter((one) => document.querySelector(one))", selectors)
        differ(*seen, *other)
    page.open("guess?n=4&c=8&r=black-white", "en")
    emulate(page, prefers_color_scheme=scheme, forced_colors="active")
    page.find(".palette")
    differ(*(f".palette [data-colour={letter}]" for letter in "ABCDEFG"))


def test_larger_letters_are_kept_and_go_along_with_what_is_saved(page: Page, tmp_path: Path) -> None:
    size = "return parseFloat(getComputedStyle(document.querySelector('#today-title')).fontSize)"
    page.open("today", "en")
    page.find("#view-today button.cell")
    usual = page.driver.execute_script(size)
    page.find("#larger").click()
    assert page.find("#larger").get_attribute("aria-pressed") == "true"
    assert page.driver.execute_script(size) > usual
    page.open("today", "en")
    page.find("#view-today button.cell")
    assert page.driver.execute_script(size) > usual, "as it was left"
    saved = page.script("import('/static/shared/store.js').then(({ exported }) => arguments[0](exported()))")
    assert json.loads(saved)["letters"] == "large"
    page.find("#larger").click()
    assert page.driver.execute_script(size) == usual
    file = tmp_path / "saved.json"
    file.write_text(saved, "utf-8")
    page.driver.find_element(By.ID, "today-scores-file").send_keys(str(file))
    page.until(lambda: page.driver.execute_script(size) > usual)
    file.write_text('{"version": 1, "days": {}}', "utf-8")
    page.driver.find_element(By.ID, "today-scores-file").send_keys(str(file))
    page.until(
        lambda: (
            "0" in page.driver.find_element(By.CSS_SELECTOR, "#today-scores [role=status]").get_attribute("textContent")
        )
    )
    assert page.driver.execute_script(size) > usual, "a file of before says nothing of letters"


@pytest.mark.parametrize("view", ["today", "solve", "play", "guess", "families", "compose", "technique?k=compare"])
def test_with_larger_letters_all_fits(page: Page, view: str) -> None:
    page.open(view, "fr", 320)
    page.find("#larger").click()
    page.find("main h1")
    for width in (320, 360, 768, 1280):
        page.resize(width)
        assert page.driver.execute_script("return document.documentElement.scrollWidth") <= width, width
        tops = "return [...document.querySelectorAll('.tasks li')].map((one) => one.offsetTop)"
        assert len(set(Counter(page.driver.execute_script(tops)).values())) == 1, "the rows of tabs are even"


def test_at_320_pixels_the_tabs_are_one_row_and_the_dock_is_low(page: Page) -> None:
    page.open("today", "fr", 320)
    page.find(".dock .tools")
    tops = "return [...document.querySelectorAll('.tasks li')].map((one) => one.offsetTop)"
    assert len(set(page.driver.execute_script(tops))) == 1
    assert page.driver.execute_script("return document.querySelector('.dock').offsetHeight") <= 112


@pytest.mark.parametrize("lang", LANGUAGES)
def test_on_a_telephone_the_head_of_the_page_is_one_line(page: Page, lang: str) -> None:
    """Also over the views that are no game, and where the menu of languages has its longest name."""
    brand = "const [a, b] = ['.brand', '.languages'].map((one) => document.querySelector(one).getBoundingClientRect());"
    for view in ("today", "solve", "openings"):
        page.open(view, lang, 320)
        page.find(f"#view-{view} h1")
        for width in (320, 360):
            page.resize(width)
            assert page.driver.execute_script(f"{brand} return b.top < a.bottom"), (view, width)


def test_the_title_stands_still_from_tab_to_tab(page: Page) -> None:
    """Also where one is long enough to be scrolled and the next is not."""
    page.open("compose?w=fr-common&l=5&k=10&s=7", "fr", 1280)
    page.find(".sheet")
    places = set()
    for view in ("compose", "families", "solve", "guess"):
        page.driver.execute_script("location.hash = arguments[0]", view)
        page.find(f"#view-{view} h1")
        where = f"return document.querySelector('#view-{view} h1').getBoundingClientRect().left"
        places.add(page.driver.execute_script(where))
    assert len(places) == 1


@pytest.mark.parametrize("view", ["compose", "families"])
def test_on_a_wide_screen_the_form_takes_the_width(page: Page, view: str) -> None:
    page.open(view, "fr", 1280)
    page.find(f"#{view}-form")
    wide = f"return document.getElementById('{view}-form').offsetWidth / document.querySelector('main').offsetWidth"
    assert page.driver.execute_script(wide) > 0.95

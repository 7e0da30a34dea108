"""A game fits its screen: the board, all keys and what is said, from a small telephone to a large screen.

And the states of a tile are told apart: by a sign, and by a colour that stands out from its neighbours.
"""

from __future__ import annotations

import itertools

import pytest
from selenium.webdriver.common.keys import Keys

from tests.service.reader import PACKED, Page
from tests.service.support import Client
from tests.support import LONG

SIZES = ((320, 568), (360, 640), (768, 1024), (1024, 768), (1280, 800), (1920, 1080))
KEYS = "#guess-board .key, #guess-board .palette .tile, #guess-board .facts, #guess-board .entry-line"
BOARD = ".board-clues .cell, .dock input, .tools button"
GAMES = {
    "today": ("today?d=2026-11-20&n=2", f"#today-board :is({BOARD})"),
    "a puzzle of no day": (f"board?p={PACKED}&w=fr", f"#board-board :is({BOARD})"),
    **{f"a word of each day, {n} letters": (f"guess?l={n}", KEYS) for n in (5, 6, 7, 8)},
    "4 × 6 colours": ("guess?n=4&c=6&r=black-white", f"{KEYS}, #guess-board .primary"),
    "play, first turn": ("play?w=fr-common&l=5&r=positional", "#play-board :is(.marking .tile, .primary)"),
    "play, second turn": (
        "play?w=fr-common&l=5&r=positional&s=1&h=TARIE:..O.X",
        "#play-board :is(.history li:last-child .tile, .marking .tile, .primary)",
    ),
}
OUT_OF_SIGHT = """
const seen = [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility());
const edges = seen.map((one) => [one, one.getBoundingClientRect()]);
const wrong = edges.filter(([, { top, bottom, left, right }]) =>
  top < -1 || bottom > innerHeight + 1 || left < -1 || right > innerWidth + 1);
const small = edges.filter(([one, { width, height }]) => one.matches(".key") && (width < 24 || height < 40));
const places = [...document.querySelectorAll(".board-place")];
const scrolled = places.filter((one) => one.scrollHeight > one.clientHeight + 1);
const tell = ([one, { top, bottom }]) => `${one.className} ${one.textContent} ${Math.round(top)}–${Math.round(bottom)}`;
return [seen.length, scrollY, [...wrong, ...small].map(tell), scrolled.length];
"""


def set_screen(page: Page, width: int, height: int) -> None:
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def find_out_of_sight(page: Page, selector: str) -> object:
    page.until(lambda: page.shown(selector))
    page.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
    count, scrolled, wrong, inside = page.driver.execute_script(OUT_OF_SIGHT, selector)
    assert count > 2
    return (scrolled, wrong, inside) if scrolled or wrong or inside else None


@pytest.mark.parametrize("game", GAMES)
def test_a_game_fits_its_screen(page: Page, game: str) -> None:
    """Opened on a telephone, then on ever larger screens, as a window that is made larger."""
    address, parts = GAMES[game]
    found = {}
    page.open(address, width=SIZES[0][0])
    for width, height in SIZES:
        set_screen(page, width, height)
        if wrong := find_out_of_sight(page, parts):
            found[width, height] = wrong
    assert found == {}


CUT = """
const shown = [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility());
return shown.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent);
"""
HIDDEN_BESIDE = """
const box = document.querySelector(arguments[0]).closest("div");
return box.scrollWidth - box.clientWidth;
"""
FRAME = """
const { top, bottom } = arguments[0].getBoundingClientRect();
const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(arguments[0]);
return [outlineStyle, top - parseFloat(outlineWidth) - parseFloat(outlineOffset)];
"""


@pytest.mark.parametrize("lang", ["en", "fr", "es"])
def test_a_telephone_shows_what_is_played_in_whole(page: Page, lang: str) -> None:
    """The game that Play plays, and the games of the openings; the frame of the focus in the head of the page."""
    page.open("play", lang, 390)
    set_screen(page, 390, 844)
    page.until(lambda: page.shown("#play-what"))
    page.find("#play-board .marking")
    assert page.driver.execute_script(CUT, "#play-what") == []
    page.press(Keys.TAB, Keys.TAB, Keys.TAB)
    style, top = page.driver.execute_script(FRAME, page.driver.switch_to.active_element)
    assert (style, top >= 0) == ("solid", True)
    page.open("openings", lang, 390)
    page.until(lambda: page.shown(".openings tbody th"))
    assert all(one.size["width"] > 90 for one in page.shown(".openings tbody th"))
    page.open("openings?n=5&c=5&r=black-white", lang, 320)
    page.until(lambda: page.shown(".openings tbody .code"))
    assert page.driver.execute_script(HIDDEN_BESIDE, ".openings") == 0


WIDE = [size for size in SIZES if size[0] >= 1024]
ROWS_AND_KEYS = {
    "today": (".board-clues .cells", ".dock .tools"),
    "a puzzle of no day": (".board-clues .cells", ".dock .tools"),
    "play, first turn": (".marking .code.large", ".marking .in-sight"),
    "play, second turn": (".marking .code.large", ".marking .in-sight"),
}
MIDDLE = """
const [rows, keys] = arguments;
const row = [...document.querySelectorAll(rows)].filter((one) => one.checkVisibility()).at(-1);
const edges = [...row.querySelectorAll(".tile, .cell")].map((one) => one.getBoundingClientRect());
const { left } = edges[0];
const { right, bottom } = edges.at(-1);
const under = [...document.querySelectorAll(keys)].find((one) => one.checkVisibility()).getBoundingClientRect();
const sides = edges.flatMap(({ width, height }) => [width, height]);
return [Math.max(...sides), Math.min(...sides), (left + right) / 2 - document.body.clientWidth / 2 -
  document.body.getBoundingClientRect().left, under.top - bottom];
"""


@pytest.mark.parametrize("lang", ["en", "fr", "es"])
def test_the_puzzle_of_the_day_fits_the_smallest_screen_in_every_language(page: Page, lang: str) -> None:
    address, parts = GAMES["today"]
    page.open(address, lang, 320)
    set_screen(page, 320, 568)
    assert find_out_of_sight(page, parts) is None
    tops = "return [...document.querySelectorAll('.masthead-line > *')].filter((one) => one.checkVisibility())"
    edges = page.driver.execute_script(f"{tops}.map((one) => one.getBoundingClientRect().top)")
    assert max(edges) - min(edges) < 30, "the bar of the page is one line"


@pytest.mark.parametrize("game", GAMES)
def test_on_a_wide_screen_the_board_stands_in_the_middle_and_its_keys_under_it(page: Page, game: str) -> None:
    """Tiles are 56 to 64 pixels wide and, with room for a sign, as high or a little higher."""
    rows, keys = ROWS_AND_KEYS.get(game, (".entry-line", ".keys"))
    page.open(GAMES[game][0], width=WIDE[0][0])
    for width, height in WIDE:
        set_screen(page, width, height)
        page.until(lambda: page.shown(rows) and page.shown(keys))
        page.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
        largest, least, aside, below = page.driver.execute_script(MIDDLE, rows, keys)
        assert least >= 56 - 1, (width, height)
        assert largest <= 64 * 1.08 + 1, (width, height)
        assert abs(aside) <= 16, (width, height)
        assert below >= 0, (width, height)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_game_under_way_and_what_is_said_of_a_guess_fit(page: Page, width: int, height: int) -> None:
    page.open("guess?w=fr-common&l=5&r=positional&k=6", width=width)
    set_screen(page, width, height)
    page.find("#guess-board .keyboard")
    for count, word in enumerate(("tarie", "coude"), start=1):
        page.press(word, Keys.ENTER)
        page.says("#guess-board .facts", f"tours restants : {6 - count}")
    page.press("zzzzz", Keys.ENTER)
    page.find("#guess-board .refused .message")
    assert find_out_of_sight(page, f"{KEYS}, #guess-board :is(.history .tile, .refused .message)") is None
    narrow = width < 768
    assert bool(page.shown("#menu")) is narrow
    assert bool(page.shown("#tasks")) is not narrow
    if narrow:
        page.find("#menu").click()
        assert page.shown("#tasks")


def test_more_turns_than_the_board_has_room_for_scroll_inside_it(page: Page) -> None:
    page.open("guess?n=4&c=6&r=black-white", "fr", width=320)
    set_screen(page, 320, 568)
    page.find("#guess-board .palette")
    for turn in range(1, 8):
        page.press("aaab", Keys.ENTER)
        page.until(
            lambda turn=turn: (
                len(page.driver.find_elements("css selector", ".history li")) == turn or page.shown(".ended")
            )
        )  # type: ignore[misc]
    if page.shown(".ended"):
        pytest.skip("AABB was the secret")
    assert find_out_of_sight(page, f"{KEYS}, #guess-board .history li:last-child .tile") is None


STATES = """
const [look, name, states] = arguments;
const style = (one, part) => getComputedStyle(one, part);
const place = document.querySelector("#guess-board .turns");
const found = {};
for (const state of states) {
  const one = document.createElement("button");
  one.className = look;
  if (state) one.dataset[name] = state;
  place.append(one);
  const { color, backgroundColor, borderTopColor, borderTopStyle, textDecorationLine, borderRadius } = style(one);
  const sign = [style(one, "::after").content, borderTopStyle, textDecorationLine, borderRadius].join(" ");
  found[state] = { color, fill: backgroundColor, edge: borderTopColor, sign };
  one.remove();
}
return [found, style(document.body).backgroundColor];
"""
KINDS = {
    "a tile": ("tile", "mark", ("X", "O", ".", "")),
    "a key": ("key", "known", ("X", "O", ".", "")),
    "a letter of the board": ("cell", "state", ("sure", "out", "")),
}
"""Of each kind: its class, what says its state, and its states: found ones first, then absent, then unknown."""


def luminance(colour: str, below: str = "") -> float:
    """Return the relative luminance of WCAG of a colour as browsers say it; what is transparent shows what is below."""
    numbers = [float(part) for part in colour[colour.index("(") + 1 : -1].split(",")]
    if len(numbers) == 4 and numbers[3] == 0:
        return luminance(below)
    parts = [part / 255 for part in numbers[:3]]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: float, other: float) -> float:
    light, dark = max(one, other), min(one, other)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("strong", [False, True])
def test_states_are_told_apart_from_their_neighbours(page: Page, dark: bool, strong: bool) -> None:
    """By fill or edge 3 to 1 (WCAG 1.4.11), letters 4.5 to 1 (1.4.3); what is absent is the weakest."""
    page.open("guess?w=fr-common&l=5&r=positional", dark=dark)
    page.find("#guess-board .keyboard")
    page.driver.execute_script("document.documentElement.classList.toggle('contrast', arguments[0])", strong)
    for kind, (look, name, order) in KINDS.items():
        states, paper = page.driver.execute_script(STATES, look, name, order)
        *known, absent, unknown = order
        ground = luminance(paper)
        assert states[absent]["sign"] != states[unknown]["sign"] or kind == "a tile"
        assert len({states[state]["sign"] for state in (*known, absent)}) == len(known) + 1, (
            "each has its sign, or none"
        )
        for state in order:
            letter, fill = (luminance(states[state][part], paper) for part in ("color", "fill"))
            assert contrast(letter, fill) >= 4.5, (kind, state)
        for one, other in itertools.combinations((*known, absent), 2):
            sides = [[luminance(states[state][part], paper) for state in (one, other)] for part in ("fill", "edge")]
            assert max(contrast(*side) for side in sides) >= 3, (kind, one, other)
        stands_out = {
            state: max(contrast(luminance(states[state][part], paper), ground) for part in ("fill", "edge"))
            for state in order
        }
        assert min(stands_out[state] for state in known) >= 3, kind
        assert stands_out[absent] == min(stands_out.values()), (kind, "what is absent is the weakest")


def test_contrast_is_kept(page: Page) -> None:
    page.open("today")
    page.find("#contrast").click()
    page.driver.refresh()
    page.find("html.contrast[data-ready]")
    assert page.find("#contrast").get_attribute("aria-pressed") == "true"
    page.find("#contrast").click()
    assert not page.shown("html.contrast")


def test_the_last_puzzle_that_was_typed_is_kept(page: Page) -> None:
    page.open(f"solve?p={PACKED}&w=fr")
    page.find("#solve-clues .word").send_keys(Keys.END)
    page.driver.get("about:blank")
    page.driver.get(f"{page.address}/?lang=fr#solve")
    page.find("html[data-ready] #solve-clues .word")
    page.until(lambda: page.find("#solve-clues .word").get_attribute("value") == PACKED.partition("2")[0])
    page.find("#solve-clear").click()
    page.driver.refresh()
    page.find("html[data-ready] #solve-clues .word")
    assert page.find("#solve-clues .word").get_attribute("value") == ""


@pytest.mark.parametrize(
    ("address", "words", "first"),
    [
        ("trick?w=fr-common&g=lire.tare.pont&m=1-2", "fr-common", ["lire", "tare", "pont"]),
        ("trick?w=en-common", "en-common", ["burse", "rocks"]),
        ("trick", "fr-common", ["tarat", "copie"]),
        ("trick?w=toString&m=zz", "fr-common", ["tarat", "copie"]),
    ],
)
def test_links_of_the_trick_lead_to_solve_with_its_words(
    page: Page, address: str, words: str, first: list[str]
) -> None:
    page.open(address, "fr")
    page.find("#solve-clues .word")
    page.until(lambda: page.find("#solve-clues .word").get_attribute("value") == first[0])
    typed = [field.get_attribute("value") for field in page.shown("#solve-clues .word")]
    assert typed[: len(first)] == first
    assert page.find("#solve-words").get_attribute("value") == words
    if "m=1-2" in address:
        assert page.fragment.startswith("solve?p=lire1.tare.pont2")
    else:
        assert len(typed) == 11
        page.tells("#solve-result .nudge", "numbers_wanted")


def begin_game(client: Client, *guesses: str) -> str:
    """Return the address of a game in six turns whose secret is COUDE, after some guesses."""
    game = {"words": "fr-common", "length": 5, "rule": "positional", "turns": 6}
    token = client.post("/api/games", {**game, "secret": "coude"}).json["token"]
    for guess in guesses:
        token = client.post("/api/games/guess", {"token": token, "guess": guess}).json["token"]
    return f"guess?w=fr-common&l=5&r=positional&k=6&t={token}"


WRONG = ("tarie", "drame", "digue", "soude", "boude", "route")
STATES_OF_GAMES: dict[str, tuple[str | tuple[str, ...], str, str]] = {
    "menu unfolded": (("tarie",), "#menu", "#guess-board .keyboard"),
    "day unfolded": ("today?d=2026-11-20&n=2", "#today-choose", "#today-day"),
    "length unfolded": ("guess?j=2026-11-20", "#guess-choose", "#guess-day"),
    "under way": (WRONG[:3], "", "#guess-board .history"),
    "a hint": (WRONG[:3], ".ask-hint", "#guess-board .helped > *"),
    "won": ((*WRONG[:2], "coude"), "", "#guess-board .review"),
    "lost": (WRONG, "", "#guess-board .review"),
    "colours": ("guess?n=4&c=6&r=black-white", "", "#guess-board .palette"),
    "marked": ("play?w=fr-common&l=5&r=positional&s=1&h=TARIE:..O.X", ".marking .tile", "#play-board .marking"),
    "found": ("play?w=fr-common&l=5&r=positional&s=1&h=TARIE:XXXXX", "", "#play-board .round .tile"),
    "marks on the board": ("today?d=2026-11-20&n=2", "#today-board .cell", "#today-board .cell[data-state=out]"),
    "given up": ("today?d=2026-11-20&n=2", "#today-board .reveal", "#today-board .asked"),
}
"""Of each: its address, or the guesses made before; what is pressed; what is there then."""
QUICK = ("menu unfolded", "under way", "won", "marks on the board")
"""Those that are looked at whenever the tests run."""
LOOKS = (((360, False, False), (1280, True, False)), ((360, True, True), (1280, False, True)))
"""Two pairs of looks, each by its width, dark, and strong contrast.

Each state is looked at in one pair; the states take turns. The other pair is only looked at with ``-m long``.
"""


@pytest.mark.parametrize(
    ("state", "looks"),
    [
        pytest.param(state, looks, marks=LONG if number % 2 != pair else [pytest.mark.slow] * (state not in QUICK))
        for number, state in enumerate(STATES_OF_GAMES)
        for pair, looks in enumerate(LOOKS)
    ],
)
def test_axe_finds_nothing_in_any_state_of_a_game(
    page: Page, client: Client, state: str, looks: tuple[tuple[int, bool, bool], ...]
) -> None:
    """The colours of tiles and keys are compared in all looks by `test_states_are_told_apart_from_their_neighbours`."""
    start, button, ready = STATES_OF_GAMES[state]
    address = start if isinstance(start, str) else begin_game(client, *start)
    page.open(address, "fr", 360)
    page.until(lambda: page.shown("main > section:not([hidden]) > .game > *"))
    if button:
        page.find(button).click()
    page.find(ready)
    found = []
    for width, dark, strong in looks:
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        page.driver.execute_script("document.documentElement.classList.toggle('contrast', arguments[0])", strong)
        page.resize(width)
        violations = page.list_violations()
        found += [(width, dark, strong, violations)] if violations else []
    page.driver.execute_script("localStorage.clear()")
    assert found == []

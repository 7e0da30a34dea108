"""The figures that prose says: each is made from the program, tested, or measured on a day that is named.

A sentence of the documentation with a figure that `tests/claims.py` does not know is red: add it there with what holds
it, or let the page link to the table that has the figure.
"""

from __future__ import annotations

import ast
import re
import zlib
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

import mastermot
from benchmarks.figures import read_figures
from benchmarks.page import LINES
from mastermot.game.advice.review import rank_marks
from mastermot.lab.optimal.atlas import read_atlas
from mastermot.puzzle.explain import TECHNIQUES
from mastermot.puzzle.explain.techniques import find_sums
from mastermot.service import create_app
from mastermot.words.dictionaries import read_uses
from tests.claims import CLAIMS, ONCE, RUN, TABLE, TEXTS, TYPED, WORD, Claim
from tests.prose import FIGURE, Figure, find_figures, find_text_figures, hide, list_pages, read_sentences
from tests.support import ROOT, some
from tools import catalogue as tool
from tools.pages import PART, find_blocks

PAGES = list_pages()


def words_of(claim: Claim) -> str:
    """Return the words of a claim."""
    return claim if isinstance(claim, str) else claim[0]


def pattern_of(claim: Claim) -> re.Pattern[str]:
    """Return what finds the words of a claim; an ellipsis at their end stands for the rest of the sentence."""
    words = words_of(claim)
    return re.compile(re.escape(words[:-1]) + ".*" if words.endswith("…") else re.escape(words))


def is_claimed(figure: Figure, claims: Iterable[Claim] | None = None) -> bool:
    """Return whether one of the claims, or of those of its page, has the figure."""
    return any(
        found.start() <= figure.start and figure.end <= found.end()
        for claim in (CLAIMS.get(figure.page, ()) if claims is None else claims)
        for found in pattern_of(claim).finditer(figure.sentence)
    )


@cache
def list_texts() -> tuple[str, ...]:
    """Return the texts of the program in English: helps, errors, answers, and those of the web app."""
    ids = [message.id for message in tool.known("fr") if message.id]
    return tuple(text for one in ids for text in ([one] if isinstance(one, str) else one))


@cache
def names_of_tests(file: str) -> tuple[str, ...]:
    """Return the names of the tests in a file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return tuple(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and "test_" in node.name)


def figures_in(text: str) -> set[str]:
    """Return the figures of a text that are written in digits."""
    return {figure.strip(".,") for figure in FIGURE["en"].findall(text) if figure[0].isdigit()}


def run_and_made(page: str) -> Iterator[str]:
    """Yield what a page has that is run, and what is made: its blocks, and its parts between marks."""
    text = (ROOT / page).read_text(encoding="utf-8")
    yield from (block.body for block in find_blocks(text, "console", "python"))
    yield from (found["body"] for found in PART.finditer(text))


@pytest.mark.parametrize("page", PAGES)
def test_every_figure_of_a_page_is_claimed(page: str) -> None:
    unknown = [figure.sentence for figure in find_figures(page) if not is_claimed(figure)]
    assert unknown == [], "say in tests/claims.py what holds these figures"


@pytest.mark.parametrize("page", CLAIMS)
def test_every_claim_stands_on_its_page(page: str) -> None:
    sentences = list(read_sentences(page))
    lost = [
        words_of(claim)
        for claim in CLAIMS[page]
        if not any(pattern_of(claim).search(sentence) for sentence in sentences)
    ]
    assert lost == [], "the page says another figure than the program has, or nothing of it any more"


def test_claims_are_of_pages_there_are() -> None:
    assert set(CLAIMS) <= set(PAGES)


@pytest.mark.parametrize("page", CLAIMS)
def test_what_holds_a_claim_is_there(page: str) -> None:
    """The test has that name; the example or the table of the page has that figure."""
    shown = " ".join(run_and_made(page))
    for claim in CLAIMS[page]:
        if isinstance(claim, str) or claim[1] in (WORD, ONCE):
            continue
        words, held = claim
        if held in (RUN, TABLE):
            assert figures_in(hide(words)) <= {"1", "0"} | figures_in(shown), f"{words}: not shown on {page}"
        else:
            file, _, name = held.partition("::")
            assert any(name in test for test in names_of_tests(file)), f"{words}: {held} is no test"


def test_what_was_measured_once_says_when() -> None:
    for page, claims in CLAIMS.items():
        if any(claim[1] == ONCE for claim in claims if not isinstance(claim, str)):
            text = (ROOT / page).read_text(encoding="utf-8")
            assert re.search(r"\d{4}-\d\d-\d\d|version \d|nginx \d", text), page


def test_every_figure_of_a_text_is_claimed() -> None:
    claims = [*TEXTS, *((typed, WORD) for typed in TYPED)]
    figures = [figure for text in list_texts() for figure in find_text_figures(text)]
    assert len(figures) > 100
    assert {figure.sentence for figure in figures if not is_claimed(figure, claims)} == set()


@pytest.mark.parametrize("claim", TEXTS, ids=words_of)
def test_every_claim_stands_in_a_text(claim: Claim) -> None:
    assert any(pattern_of(claim).search(text) for text in list_texts())
    if isinstance(claim, tuple) and claim[1] != WORD:
        file, _, name = claim[1].partition("::")
        assert any(name in test for test in names_of_tests(file))


@pytest.mark.parametrize("language", tool.OTHERS)
def test_a_translation_has_the_figures_of_its_text(language: str) -> None:
    """What stands in digits is the same in every language; fields and code aside."""
    differ = []
    for message in tool.known(language):
        if isinstance(message.id, str) and message.id and message.string:
            own, english = (sorted(re.findall(r"\d+", text)) for text in (message.string, message.id))
            if own != english:
                differ.append(message.id)
    assert differ == []


def test_a_new_figure_is_red() -> None:
    (page,) = (page for page in PAGES if page == "docs/page.md")
    planted = "It takes 17 seconds, or eleven at most."
    found = [Figure(page, planted, match.start(), match.end()) for match in FIGURE["en"].finditer(hide(planted))]
    assert [planted[figure.start : figure.end] for figure in found] == ["17", "eleven"]
    assert not any(is_claimed(figure) for figure in found)


# --- figures that no other test holds ---------------------------------------------------------------------------


def test_what_the_last_codes_gain() -> None:
    """Eight games of ten gain by it, 0.2 to 1.3 %, and two lose (docs/measurements.md)."""
    gains = [100 * (row["without"] - row["total"]) / row["without"] for row in read_figures("best")]
    assert len(gains) == 10
    gaining = [gain for gain in gains if gain > 0]
    assert len(gaining) == 8
    assert (round(min(gaining), 1), round(max(gaining), 1)) == (0.2, 1.3)


def test_what_four_words_bring() -> None:
    """They bring half to seven tenths of what every word brings (docs/measurements.md)."""
    rows = re.findall(
        r"^\| `[\w-]+`, \d letters \| ([\d.]+) / \d+ \| ([\d.]+) / \d+ \| ([\d.]+) / \d+ \|$",
        (ROOT / "docs" / "measurements.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert len(rows) == 10
    for row in rows:
        alone, four, every = map(float, row)
        assert 0.5 <= (alone - four) / (alone - every) < 0.75


def test_hundreds_of_games() -> None:
    proven = [row for row in read_atlas() if row["total"] == row["bound"]]
    assert len(proven) >= 200


def test_the_slow_line() -> None:
    bits, delay = LINES["very-slow"]
    assert (bits, delay) == (50_000, 2000)  # 50 kilobits a second, and two seconds


def test_what_compression_saves() -> None:
    """A list of words takes a fifth or a sixth of its bytes (docs/operating.md)."""
    client = create_app().test_client()
    for name in ("fr", "fr-common", "en", "en-common", "es", "es-common", "sgb"):
        address = f"/api/words/{name}/5"
        plain = client.get(address)
        compressed = client.get(address, headers={"Accept-Encoding": "gzip"})
        assert compressed.headers["Content-Encoding"] == "gzip"
        assert 5 <= len(plain.data) / len(compressed.data) <= 6


def test_words_without_a_frequency() -> None:
    """They count half as much as the rarest (docs/formats.md)."""
    dictionary = mastermot.open_dictionary("fr")
    known = {word: used for word, (used, _verb) in read_uses("fr", 5).items()}
    used = dictionary.frequencies_of(5)
    unknown = set(used) - set(known)
    assert unknown
    assert {used[word] for word in unknown} == {min(known.values()) / 2}


def test_a_tie_counts_half() -> None:
    """Of four codes left, three get luckier marks than one, or all get marks as good (docs/how-it-works.md)."""
    assert rank_marks({1: 1.0, 2: 2.0}, {1: 3, 2: 1}, turns=1.0) == (1 + 3 / 2) / 4
    assert rank_marks({1: 1.0, 2: 1.0}, {1: 3, 2: 1}, turns=1.0) == 1 / 2


def test_parts_of_the_wheel() -> None:
    """The table of CONTRIBUTING says megabytes, compressed as a wheel is; a tenth more or less is no other figure."""

    def compress(*patterns: str) -> float:
        paths = {path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file()}
        return sum(len(zlib.compress(path.read_bytes())) for path in paths) / 1e6

    lists = compress("wordlists/*.txt", "wordlists/*.gz")
    sizes = {
        "(`fr.txt`)": compress("wordlists/fr.txt"),
        "(`es.txt`)": compress("wordlists/es.txt"),
        "frequencies of words": compress("wordlists/*-frequencies.txt"),
    }
    sizes["the other lists of words"] = lists - sum(sizes.values())
    kinds = ("py", "pyi", "json", "jsonl", "js", "css", "html", "svg", "png", "mo")
    sizes["the openings, the atlas"] = compress(*(f"mastermot/**/*.{kind}" for kind in kinds))
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for part, size in some(sizes.items()):
        (told,) = re.findall(rf"^\|[^|]*{re.escape(part)}[^|]*\| ([\d.]+) \|", text, re.MULTILINE)
        assert abs(float(told) - size) < 0.15, f"{part}: {size:.2f} MB"


def test_the_balances_come_first() -> None:
    """Up to `weigh`, before the other techniques (docs/how-it-works.md)."""
    balances = [getattr(technique.find, "func", None) is find_sums for technique in TECHNIQUES.values()]
    count = list(TECHNIQUES).index("weigh") + 1
    assert balances == [True] * count + [False] * (len(balances) - count)
    assert "The techniques from `nothing` to `weigh` are *balances*" in (ROOT / "docs/how-it-works.md").read_text(
        encoding="utf-8"
    )


def test_blocks_of_the_compiled_loop() -> None:
    assert "SECRETS, GUESSES = 128, 128" in (ROOT / "mastermot" / "rules" / "kernels.py").read_text(encoding="utf-8")

"""The documentation as HTML: each page is there as itself, and a frame in its language stands around its text."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md"))
OTHERS = [page for page in PAGES if page.startswith(("fr/", "es/"))]
NO_WORDS = {"mastermot", "Furo", "Copyright the mastermot project GPL or later"}
"""What is the same in every language: names, and whose work the pages are."""

pytestmark = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("sphinx", "furo", "myst_parser")),
    reason="sphinx is not here: python3 -m pip install -e '.[docs]'",
)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the pages as HTML; nothing is fetched, and a warning is an error."""
    folder = tmp_path_factory.mktemp("docs") / "html"
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "--quiet", str(DOCS), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def find_texts(html: str) -> list[str]:
    """Return the texts of HTML, each without figures and signs; titles of pictures that are drawn nowhere are none.

    >>> find_texts('<svg><title>Menu</title></svg><p>Next: <a href="7.html">12 words</a></p>')
    ['Next', 'words']
    """
    shown = re.sub(r"(?s)<(script|style|title)\b.*?</\1>", "", html)
    words = (" ".join(re.findall(r"[^\W\d_]+", text)) for text in re.split(r"<[^>]*>", shown))
    return [text for text in words if text]


def read_frame(path: Path) -> set[str]:
    """Return the texts that stand before and behind the text of a page, without links to other languages."""
    body = re.sub(r"(?s)<head>.*?</head>", "", path.read_text(encoding="utf-8"))
    _before, article, behind = re.split(r"(?s)<article[^>]*>(.*?)</article>", body, maxsplit=1)
    visible = re.sub(r"(?s)<(\w+)[^>]*class=\"visually-hidden\"[^>]*>.*?</\1>", "", _before + behind)
    assert article
    return set(find_texts(visible))


LABEL = re.compile(r'(?:aria-label|title|placeholder|alt)="([^"]+)"|<title>([^<]+)</title>')


def read_labels(path: Path) -> set[str]:
    """Return the names of what a page has around its text, and those of links within it, for readers of screens."""
    return {label for found in LABEL.findall(path.read_text(encoding="utf-8")) for label in found if label}


def read_title(page: str) -> str:
    """Return the title of a page, or of the file that it includes."""
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    for path in re.findall(r"^```\{include\} (\S+)", text):
        text = (DOCS / path).read_text(encoding="utf-8")
    return text.partition("\n")[0].removeprefix("# ")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_built_as_itself(built: Path, page: str) -> None:
    """Sphinx writes pages of its own, as search.html: a page of that name would be lost."""
    html = (built / f"{page}.html").read_text(encoding="utf-8")
    (title,) = re.findall(r'(?s)<h1>(.*?)<a class="headerlink"', html)
    assert " ".join(find_texts(title)) == " ".join(find_texts(read_title(page)))


@pytest.mark.parametrize("page", PAGES)
def test_the_next_page_is_in_the_same_language(built: Path, page: str) -> None:
    html = (built / f"{page}.html").read_text(encoding="utf-8")
    links = re.findall(r'<a class="(?:next|prev)-page" href="([^"]*)"', html)
    language = page[:3] if page in OTHERS else ""
    for link in links:
        target = ((built / page).parent / link).resolve().relative_to(built.resolve()).as_posix()
        assert (target[:3] if target.startswith(("fr/", "es/")) else "") == language, link


@pytest.mark.parametrize("page", OTHERS)
def test_the_frame_speaks_the_language_of_its_page(built: Path, page: str) -> None:
    titles = {text for other in OTHERS for text in find_texts(read_title(other))}  # the tree of all pages has them
    english = read_frame(built / "installing.html") - titles
    assert {"Next", "Previous", "Made with", "On this page"} <= english
    assert read_frame(built / f"{page}.html") & english <= NO_WORDS


@pytest.mark.parametrize("page", OTHERS)
def test_labels_speak_the_language_of_their_page(built: Path, page: str) -> None:
    """Buttons, links of headings and drawings have names that nobody sees, and that readers of screens say."""
    english = {
        "Toggle site navigation sidebar",
        "Toggle table of contents sidebar",
        "Toggle Light / Dark / Auto color theme",
        "Link to this heading",
        "Menu",
        "Search",
    }
    assert english <= read_labels(built / "installing.html")
    same = {"Menu", "Index"} if page.startswith("fr/") else set()
    assert read_labels(built / f"{page}.html") & read_labels(built / "installing.html") <= same


def test_a_label_in_english_is_found(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text('<svg><title>Menu</title></svg><a title="Link to this heading">¶</a>', encoding="utf-8")
    assert read_labels(path) == {"Menu", "Link to this heading"}

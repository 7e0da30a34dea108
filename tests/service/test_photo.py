"""Photos of puzzles, read in a real browser; the photos are drawn by the browser: leaning, in shadow, with grain."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from mastermot import parse_puzzle
from mastermot.service import create_app
from mastermot.service.errors import PhotoFilesError
from mastermot.service.page.addresses import PHOTO_FILES, PHOTO_WORKER
from tests.service.reader import Page
from tests.service.support import PUZZLE, Client, Served, serve
from tests.support import ROOT

MODULES = ROOT / "node_modules"
installed = pytest.mark.skipif(
    not all((MODULES / path).is_file() for path, _ in PHOTO_FILES.values()), reason="npm ci has not been run here"
)
DRAW = """
const [clues, {font, angle, seed, lines}, done] = arguments;
let state = seed;
const chance = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
const cell = 64, columns = clues[0][0].length + 1;
const sheet = new OffscreenCanvas(cell * (columns + 3), cell * (clues.length + 3));
const pen = sheet.getContext("2d");
pen.fillStyle = "#eae6da"; pen.fillRect(0, 0, sheet.width, sheet.height);
pen.translate(sheet.width / 2, sheet.height / 2); pen.rotate(angle * Math.PI / 180);
pen.translate(-columns * cell / 2, -clues.length * cell / 2);
pen.font = `${font.includes("bold") ? "bold " : ""}${cell * .62}px ${font.replace("bold ", "")}`;
pen.textAlign = "center"; pen.textBaseline = "middle";
pen.lineWidth = 2; pen.strokeStyle = "#333"; pen.fillStyle = "#1c1c1c";
clues.forEach(([word, marks], row) => [...word, String(marks)].forEach((sign, column) => {
  if (lines) pen.strokeRect(column * cell, row * cell, cell, cell);
  pen.fillText(sign, (column + .5) * cell, (row + .53) * cell);
}));
pen.setTransform(1, 0, 0, 1, 0, 0);
const shadow = pen.createLinearGradient(0, 0, sheet.width, sheet.height);
shadow.addColorStop(0, "#0000"); shadow.addColorStop(1, "#0006");
pen.fillStyle = shadow; pen.fillRect(0, 0, sheet.width, sheet.height);
const picture = pen.getImageData(0, 0, sheet.width, sheet.height);
for (let at = 0; at < picture.data.length; at += 4) {
  const grain = (chance() + chance() + chance() - 1.5) * 40;
  for (let channel = 0; channel < 3; channel++) picture.data[at + channel] += grain;
}
pen.putImageData(picture, 0, 0);
sheet.convertToBlob({type: "image/jpeg", quality: .8}).then((blob) => {
  const given = new DataTransfer();
  given.items.add(new File([blob], "photo.jpg", {type: "image/jpeg"}));
  const chooser = document.getElementById("solve-picture");
  chooser.files = given.files;
  chooser.dispatchEvent(new Event("change", {bubbles: true}));
  done();
});
"""
LOOKS = [
    {"font": "bold sans-serif", "angle": 2, "lines": True},
    {"font": "bold serif", "angle": -3.5, "lines": True},
    {"font": "sans-serif", "angle": 1, "lines": False},
    {"font": "serif", "angle": 5, "lines": True},
]
"""How the photos look: in which letters, by how many degrees they lean, whether there is a grid."""


@pytest.fixture(scope="module")
def with_photos() -> Iterator[Served]:
    with serve("--photo", str(MODULES)) as served:
        yield served


def read_photo(page: Page, clues: list[tuple[str, int]], look: dict[str, object], seed: int) -> list[str]:
    """Give the page a photo of these clues, and return the clues that stand in its form then."""
    page.open("solve?w=fr")
    page.script(DRAW, clues, {**look, "seed": seed})
    page.find("#solve-result .nudge, #solve-result .message")
    return page.fragment.partition("p=")[2].partition("&")[0].split(".")


def clues_of(text: str) -> list[tuple[str, int]]:
    return [(clue.word, clue.marks) for clue in parse_puzzle(text).clues]


@installed
def test_a_photo_is_read_corrected_and_solved(chromium: webdriver.Chrome, with_photos: Served) -> None:
    page = Page(chromium, with_photos.address)
    page.open("solve?w=fr")
    clues = clues_of(PUZZLE.decode())
    read = read_photo(page, clues, LOOKS[0], 1)
    assert read == [f"{word.lower()}{marks}" for word, marks in clues]
    assert len(page.shown(".clue .strip")) == len(clues), "each clue beside its part of the photo"
    assert not [url for url in page.list_asked() if not url.startswith((with_photos.address, "data:", "about:"))]
    field = page.shown("#solve-clues input.word")[0]
    field.clear()
    field.send_keys("paume2")
    assert len(page.shown(".clue .strip")) == len(clues), "still there while one corrects"
    page.find("#solve-form .primary").click()
    page.says("#solve-result .answer", "coude, coudé")
    page.script(DRAW, [["     ", ""], ["     ", ""]], {**LOOKS[0], "seed": 1})
    page.says("#solve-result .message", "Aucun problème")


@installed
@pytest.mark.slow
def test_nearly_every_cell_of_the_shipped_puzzles_is_read(chromium: webdriver.Chrome, with_photos: Served) -> None:
    page = Page(chromium, with_photos.address)
    cells = right = 0
    for number, path in enumerate(sorted((ROOT / "puzzles").glob("*.txt"))):
        clues = clues_of(path.read_text(encoding="utf-8"))
        look = LOOKS[number % len(LOOKS)]
        read = read_photo(page, clues, look, number)
        wanted = [f"{word.lower()}{marks}" for word, marks in clues]
        cells += sum(map(len, wanted))
        same = [sum(a == b for a, b in zip(one, other, strict=False)) for one, other in zip(wanted, read, strict=False)]
        right += sum(same)
        print(path.stem, look, f"{sum(same)} of {sum(map(len, wanted))}")
    print(f"{right} of {cells} cells")
    assert right >= 0.97 * cells


def test_without_the_recogniser_the_page_offers_no_photo(client: Client) -> None:
    assert b"solve-photo" not in client.get("/").body
    assert client.get(f"/photo/{PHOTO_WORKER}").status == 404


def test_a_folder_without_the_recogniser_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PhotoFilesError, match="tesseract") as caught:
        create_app(photo=tmp_path)
    assert len(caught.value.files) == len(PHOTO_FILES)


@installed
def test_only_the_recogniser_may_compile_and_nothing_else_is_served(with_photos: Served) -> None:
    client = Client(with_photos.port)
    for name in PHOTO_FILES:
        answer = client.get(f"/photo/{name}")
        assert answer.status == 200
        assert ("wasm-unsafe-eval" in answer.headers["content-security-policy"]) == (name == PHOTO_WORKER)
    assert "wasm-unsafe-eval" not in client.get("/").headers["content-security-policy"]
    for name in ("package.json", "..%2Fpackage.json", "%2e%2e/package.json"):
        assert client.get(f"/photo/{name}").status == 404

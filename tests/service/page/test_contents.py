"""What the page consists of, without a browser: its texts, its first script, what stands inline."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mastermot.rules.codes import MAX_CODES
from mastermot.service import app, create_app
from mastermot.service.page import contents
from mastermot.service.page.contents import (
    STATIC,
    TEMPLATES,
    VIEWS,
    first_script,
    list_dictionaries,
    list_static,
    list_views,
    page_texts,
    read_static,
)
from tests.support import ROOT, some


def test_no_name_is_exported_twice_by_the_first_script() -> None:
    lines = re.findall(r"^export const \{ (.*) \}", first_script(), re.MULTILINE)
    exported = [name for line in lines for name in line.split(", ")]
    assert len(exported) == len(set(exported)) > 20


def test_the_page_asks_for_every_text_and_for_no_other() -> None:
    written = (TEMPLATES / "texts.json").read_text(encoding="utf-8")
    names = re.findall(r'^ *"([\w.-]+)":', written, re.MULTILINE)
    assert len(names) == len(set(names)), "no name means two texts"
    programs = "".join(path.read_text(encoding="utf-8") for path in sorted(STATIC.rglob("*.js")))
    templates = "".join(p.read_text(encoding="utf-8") for p in sorted(TEMPLATES.glob("*.html")))
    asked = set(re.findall(r'\btn?\("([\w.-]+)"', programs)) | set(re.findall(r"\bt\.(\w+)", templates))
    with create_app().app_context():
        texts = page_texts("en")
    assert asked <= set(texts)
    quoted = asked | set(re.findall(r'"([\w.-]+)"', programs + templates))
    built = (
        "nav_",
        "rule_",
        "level_",
        "mark_",
        "cell_",
        "kind_",
        "field_",
        "quality_",
        "event_",
        "technique_",
        "about_",
        "example_",
        "sheet_",
    )
    assert [name for name in texts if name not in quoted and not name.startswith(built)] == []


def test_no_inline_program_or_style() -> None:
    """None but what the first sight of the puzzle needs, which the policy of the page allows by its checksum."""
    inline = (
        "<script>{{ preload|safe }}</script>",
        "<style>{{ style|safe }}</style>",
        '<script type="importmap">{{ imports|safe }}</script>',
    )
    for path in TEMPLATES.glob("*.html"):
        content = re.sub(r'<script type="application/json".*', "", path.read_text(encoding="utf-8"))
        for part in inline:
            content = content.replace(part, "", 1)
        assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*\ssrc=)", content)
    assert set(VIEWS) <= set(list_views())
    assert {f"{module}.js" for module in list_views().values()} <= set(list_static())


def test_styles_are_sent_without_comments_and_whole() -> None:
    for name in some(name for name in list_static() if name.endswith(".css")):
        written, sent = (STATIC / name).read_text(encoding="utf-8"), read_static(name).decode()
        assert "/*" in written
        assert "/*" not in sent
        plain = re.sub(r"/\*.*?\*/", "", written, flags=re.DOTALL)
        assert re.sub(r"\s", "", sent) == re.sub(r"\s", "", plain)


def test_programs_are_sent_without_comments() -> None:
    for name in some(name for name in list_static() if name.endswith(".js")):
        sent = read_static(name).decode()
        assert not re.search(r"^\s*(//.*|/\*\*.*\*/)$", sent, re.MULTILINE), name
        assert len(sent) > 150


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_menus_list_the_dictionaries_of_the_reader_first(language: str) -> None:
    """By the language of a list, not by how it is called: `sgb` is English."""
    index = json.loads((ROOT / "wordlists" / "index.json").read_text("utf-8"))["dictionaries"]
    own = {entry["name"] for entry in index if entry["language"] == language}
    listed = [name for name, _entry in list_dictionaries(language)]
    assert set(listed[: len(own)]) == own
    assert set(listed) == {entry["name"] for entry in index}


def forget_contents() -> None:
    """Empty the caches of the page, so that everything of it is read and made again."""
    for value in vars(contents).values():
        if hasattr(value, "cache_clear"):
            value.cache_clear()


@pytest.fixture
def read_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], str]]:
    """Return a function that reads the version of the service worker; the page is made of files in `tmp_path`."""
    for kind, folder in (("static", STATIC), ("templates", TEMPLATES)):
        shutil.copytree(folder, tmp_path / kind)
        monkeypatch.setattr(contents, kind.upper(), tmp_path / kind)
    monkeypatch.setattr(app, "TEMPLATES", tmp_path / "templates")
    service = create_app()
    service.jinja_env.auto_reload = True  # templates that have changed are read again, only these

    def read() -> str:
        forget_contents()
        script = service.test_client().get("/sw.js").text
        version = re.match(r'const VERSION = "([0-9a-f]{16})";', script)
        assert version is not None
        return version[1]

    yield read
    monkeypatch.undo()
    forget_contents()


def test_the_worker_has_another_version_for_another_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read_version: Callable[[], str]
) -> None:
    """Whatever has changed of it: a program, a style, a picture, any template, or a value that a template is given."""
    version = read_version()
    assert read_version() == version
    templates = sorted((tmp_path / "templates").iterdir())
    static = [path for path in sorted((tmp_path / "static").rglob("*.*")) if path.name != "docs.js"]
    of_each_kind = {(path.parent, path.suffix): path for path in static}  # one program of each folder, for example
    for file in some((*templates, *of_each_kind.values(), tmp_path / "static/preload.js", tmp_path / "static/main.js")):
        content = file.read_bytes()
        file.write_bytes(content + b"\n")
        assert read_version() != version, file
        file.write_bytes(content)
    assert read_version() == version
    monkeypatch.setattr(contents, "MAX_CODES", MAX_CODES + 1)
    assert read_version() != version

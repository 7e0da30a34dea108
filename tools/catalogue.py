#!/usr/bin/env python3
"""Bring the gettext catalogues in step with the code: extract, update ``mastermot.po``, compile it.

``python3 tools/catalogue.py`` updates those of all languages, or of ``--language``; what a language lacks, or has
broken, is listed: the program says that in English. ``--check`` changes nothing and exits with 1 when something is
out of step or lacks. Click's own sentences are extracted too, so that the whole command speaks one language, and so
are the titles of dictionaries, the texts of the manual page, and what the page about the API shows of its OpenAPI
document.
"""

from __future__ import annotations

import argparse
import io
import json
import runpy
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click
from babel import UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from mastermot.service import create_app
from mastermot.service.page.docs import docs
from mastermot.texts import languages
from mastermot.words.dictionaries import shelf

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "mastermot" / "texts" / "languages"
OTHERS = [language for language in languages.LANGUAGES if language != languages.ENGLISH]
METHODS = [
    ("**.py", "python"),
    ("**/templates/**.json", "jinja2"),
    ("texts/**.html", "jinja2"),
    ("texts/**.svg", "jinja2"),
]
KEYWORDS = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2), "plural": (1, 2), "count_forms": (1, 2)}
HEADERS_LEFT_OUT = ("Generated-By", "POT-Creation", "PO-Revision", "Report-Msgid", "Last-Translator", "Language-Team")
"""What differs between two runs, or with the version of babel, or says nothing."""


def path_of(language: str) -> Path:
    """Return the path of the catalogue of a language; the compiled one lies beside it."""
    return FOLDER / language / "LC_MESSAGES" / "mastermot.po"


def new(language: str, **settings: Any) -> Catalog:
    """Return an empty catalogue of a language, with its plural rule where babel knows the language."""
    try:
        return Catalog(locale=language, **settings)
    except UnknownLocaleError:
        return Catalog(**settings)


def known(language: str) -> Catalog:
    """Return the catalogue of a language as it stands."""
    path = path_of(language)
    return read_po(io.BytesIO(path.read_bytes())) if path.exists() else new(language)


@cache
def list_messages() -> list[tuple[str, int, Any, list[str], str | None]]:
    """Return the texts that the code marks, as babel yields them; they are read once for all languages."""
    return list(extract_from_dir(ROOT / "mastermot", METHODS, keywords=KEYWORDS, comment_tags=["i18n:"]))


def extracted(old: Catalog, with_click: bool) -> Catalog:
    """Return the catalogue of every text in the code, without translations.

    Click's sentences are those that `old` has, whatever version of click is installed, and with `with_click` also
    those of the installed one.
    """
    catalog = Catalog()
    for name, _line, message, comments, _context in list_messages():
        catalog.add(message, locations=[(f"mastermot/{name}", 0)], auto_comments=comments)
    texts: list[str] = []
    with create_app().test_request_context():
        docs(lambda text: texts.append(text) or text)  # type: ignore[func-returns-value]
    titles = [entry["title"] for entry in shelf().values()]
    for place, found in (
        ("mastermot/service/page/docs.py", texts),
        ("tools/manual.py", runpy.run_path(str(ROOT / "tools" / "manual.py"))["list_texts"]()),
        ("wordlists/index.json", titles),
    ):
        for text in found:
            catalog.add(text, locations=[(place, 0)])
    for entry in old:
        if entry.id and any(name == "click" for name, _line in entry.locations):
            catalog.add(entry.id, locations=[("click", 0)])
    if with_click:
        for _name, _line, message, _comments, _context in extract_from_dir(
            Path(click.__file__).parent, keywords=KEYWORDS
        ):
            catalog.add(message, locations=[("click", 0)])
    return catalog


def updated(language: str, with_click: bool) -> Catalog:
    """Return the catalogue of a language with exactly the texts that `extracted` finds, translations kept."""
    old = known(language)
    name = languages.settings(language)["name"]
    catalog = new(language, project="mastermot", fuzzy=False, header_comment=f"# {name}: the texts of mastermot.")
    catalog.mime_headers = old.mime_headers  # the plural rule, of whatever language
    for message in sorted(extracted(old, with_click), key=lambda one: (sorted(one.locations), _text(one))):
        if message.id:
            entry = old.get(message.id)
            locations = sorted({(name, 0) for name, _line in message.locations})
            same = entry and entry.pluralizable == message.pluralizable
            catalog.add(
                message.id, entry.string if entry and same else None, locations, auto_comments=message.auto_comments
            )
    return catalog


def _text(message: Message) -> str:
    return message.id if isinstance(message.id, str) else " / ".join(message.id)


def untranslated(catalog: Catalog) -> list[str]:
    """Return the texts that have no translation, in one of their forms at least."""
    missing = []
    for message in catalog:
        strings = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        if message.id and not all(strings):
            missing.append(_text(message))
    return missing


def broken(catalog: Catalog) -> list[str]:
    """Return the texts whose translation lacks a place that is filled, or has another one: English is said for them."""
    found = []
    for message in catalog:
        ours = [message.id] if isinstance(message.id, str) else list(message.id)
        theirs = [message.string] if isinstance(message.string, str) else list(message.string or ())
        fitting = [set(languages.PLACEHOLDERS.findall(text)) for text in ours]
        if message.id and any(text and set(languages.PLACEHOLDERS.findall(text)) not in fitting for text in theirs):
            found.append(_text(message))
    return found


def lacking(language: str) -> list[str]:
    """Return the settings that a language lacks or has in another form than English, by name: ``sample.words``."""
    path = FOLDER / language / "settings.json"

    def compare(own: Any, english: Any, name: str) -> Iterator[str]:
        if isinstance(english, dict):
            for part, value in english.items():
                yield from compare(own.get(part) if isinstance(own, dict) else None, value, f"{name}.{part}".strip("."))
        elif type(own) is not type(english) or (english and not own):
            yield name

    try:
        own = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
    except ValueError as error:
        return [f"all of them: {error}"]
    return list(compare(own, languages.settings(languages.ENGLISH), ""))


def po_bytes(catalog: Catalog) -> bytes:
    """Return the ``.po`` file."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=120, no_location=False, include_lineno=False, omit_header=False)
    lines = buffer.getvalue().splitlines(keepends=True)
    left_out = tuple(f'"{name}'.encode() for name in HEADERS_LEFT_OUT)
    return b"".join(line for line in lines if not line.startswith(left_out))


def update(language: str, check: bool) -> bool:
    """Update the catalogue of a language, or check it; return whether it was in step and whole."""
    catalog = updated(language, with_click=not check)
    path = path_of(language)
    faults = {
        "not translated": untranslated(catalog),
        "places differ from English": broken(catalog),
        f"{FOLDER.name}/{language}/settings.json lacks": lacking(language),
    }
    content = po_bytes(catalog)
    in_step = path.exists() and path.read_bytes() == content
    if check and not in_step:
        faults["out of step (run python3 tools/catalogue.py)"] = [path.name]
    elif not in_step:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for fault, entries in faults.items():
        for entry in entries:
            print(f"{language}: {fault}: {entry!r}")
    print(f"{language}: {len(catalog)} texts, {len(faults['not translated'])} not translated")
    return not any(faults.values())


def main() -> int:
    """Update the catalogues, or check them; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--language", action="append", choices=OTHERS, help="only this one; its folder is there")
    parser.add_argument("--check", action="store_true", help="change nothing, exit with 1 when out of step")
    asked = parser.parse_args()
    whole = [update(language, asked.check) for language in asked.language or OTHERS]
    if not asked.check:
        runpy.run_path(str(ROOT / "tools" / "compile_catalogues.py"))["compile_older"]()
    return 0 if all(whole) or not asked.check else 1


if __name__ == "__main__":
    sys.exit(main())

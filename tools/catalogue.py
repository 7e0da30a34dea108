#!/usr/bin/env python3
"""Bring the gettext catalogues in step with the code: extract, update ``mastermot.po``, compile ``mastermot.mo``.

``python3 tools/catalogue.py`` updates; ``--check`` changes nothing and exits with 1 when something is out of step or
has no French. Click's own sentences are extracted too, so that the whole command speaks one language, and so is what
the page about the API shows of its OpenAPI document.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from mastermot.service import create_app
from mastermot.service.docs import render_docs

ROOT = Path(__file__).resolve().parent.parent
PO = ROOT / "mastermot" / "say" / "languages" / "fr" / "LC_MESSAGES" / "mastermot.po"
MO = PO.with_suffix(".mo")
METHODS = [("**.py", "python"), ("**/templates/**.json", "jinja2"), ("say/**.html", "jinja2"), ("say/**.svg", "jinja2")]
KEYWORDS = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2), "plural": (1, 2)}
HEADERS_LEFT_OUT = ("Generated-By", "POT-Creation", "PO-Revision", "Report-Msgid", "Last-Translator", "Language-Team")
"""What differs between two runs, or with the version of babel, or says nothing."""


class Dateless(Catalog):
    """A catalogue whose header says nothing of when and with what it was made: compiling it gives the same bytes."""

    def __iter__(self) -> Iterator[Message]:
        """Yield the header without `HEADERS_LEFT_OUT`, then the messages."""
        for message in super().__iter__():
            if not message.id:
                lines = str(message.string).split("\n")
                message.string = "\n".join(line for line in lines if not line.startswith(HEADERS_LEFT_OUT)) + "\n"
            yield message


def known() -> Catalog:
    """Return the French catalogue as it stands."""
    if not PO.exists():
        return Catalog(locale="fr")
    with PO.open("rb") as file:
        return read_po(file, locale="fr")


def extracted(old: Catalog, with_click: bool) -> Catalog:
    """Return the catalogue of every text in the code, without translations.

    Click's sentences are those that `old` has, whatever version of click is installed, and with `with_click` also
    those of the installed one.
    """
    catalog = Catalog()
    for name, _line, message, comments, _context in extract_from_dir(
        ROOT / "mastermot", METHODS, keywords=KEYWORDS, comment_tags=["i18n:"]
    ):
        catalog.add(message, locations=[(f"mastermot/{name}", 0)], auto_comments=comments)
    texts: list[str] = []
    with create_app().test_request_context():
        render_docs(lambda text: texts.append(text) or text)  # type: ignore[func-returns-value]
    for text in texts:
        catalog.add(text, locations=[("mastermot/service/docs.py", 0)])
    for entry in old:
        if entry.id and any(name == "click" for name, _line in entry.locations):
            catalog.add(entry.id, locations=[("click", 0)])
    if with_click:
        for _name, _line, message, _comments, _context in extract_from_dir(
            Path(click.__file__).parent, keywords=KEYWORDS
        ):
            catalog.add(message, locations=[("click", 0)])
    return catalog


def updated(with_click: bool) -> Catalog:
    """Return the French catalogue with exactly the texts that `extracted` finds, translations kept."""
    old = known()
    catalog = Catalog(locale="fr", project="mastermot", fuzzy=False, header_comment="# French texts of mastermot.")
    for message in sorted(extracted(old, with_click), key=lambda one: (sorted(one.locations), _text(one))):
        if message.id:
            entry = old.get(message.id)
            locations = sorted({(name, 0) for name, _line in message.locations})
            catalog.add(message.id, entry.string if entry else None, locations, auto_comments=message.auto_comments)
    return catalog


def _text(message: Message) -> str:
    return message.id if isinstance(message.id, str) else " / ".join(message.id)


def untranslated(catalog: Catalog) -> list[str]:
    """Return the texts that have no French."""
    missing = []
    for message in catalog:
        strings = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        if message.id and not all(strings):
            missing.append(_text(message))
    return missing


def po_bytes(catalog: Catalog) -> bytes:
    """Return the ``.po`` file."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=120, no_location=False, include_lineno=False, omit_header=False)
    lines = buffer.getvalue().splitlines(keepends=True)
    left_out = tuple(f'"{name}'.encode() for name in HEADERS_LEFT_OUT)
    return b"".join(line for line in lines if not line.startswith(left_out))


def mo_bytes(catalog: Catalog) -> bytes:
    """Return the compiled ``.mo`` file."""
    buffer = io.BytesIO()
    compiled = Dateless(locale="fr")
    with io.BytesIO(po_bytes(catalog)) as source:
        for message in read_po(source, locale="fr"):
            if message.id:
                compiled.add(message.id, message.string)
    write_mo(buffer, compiled)
    return buffer.getvalue()


def main() -> int:
    """Update the catalogues, or check them; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="change nothing, exit with 1 when out of step")
    check = parser.parse_args().check
    catalog = updated(with_click=not check)
    missing = untranslated(catalog)
    for text in missing:
        print(f"no French: {text!r}")
    if check:
        stale = [
            p.name for p, content in ((PO, po_bytes(catalog)), (MO, mo_bytes(catalog))) if content != p.read_bytes()
        ]
        for name in stale:
            print(f"out of step: {name} (run python3 tools/catalogue.py)")
        return 1 if stale or missing else 0
    PO.write_bytes(po_bytes(catalog))
    MO.write_bytes(mo_bytes(catalog))
    print(f"{len(catalog)} texts, {len(missing)} without French")
    return 0


if __name__ == "__main__":
    sys.exit(main())

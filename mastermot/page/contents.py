"""What the page consists of: its document in the reader's language, and what lets it work offline."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

from mastermot import __version__, locale
from mastermot.codes import MAX_CODES
from mastermot.compose.daily import DEFAULT_LEVEL
from mastermot.dictionaries import shelf
from mastermot.locale import gettext as _
from mastermot.page.first import FIRST, STATIC, first_name, import_map, is_first_text, modules_of, read_module
from mastermot.page.texts import page_texts
from mastermot.rules import BLACK_WHITE, RULES, Rule

VIEWS = ("today", "solve", "play", "guess", "families", "compose")
"""The six tasks of the page, by the names that addresses have."""
TRICK_WORDS = {
    "fr-common": "tarat.cocus.reant.peses.viner.mutin.luire.souda.balle.freta",
    "en-common": "burse.sooks.colly.fared.peaty.minds.slack.drier.haunt.there",
}
"""Ten fixed words for the trick of each dictionary, as ``mastermot static`` finds them (docs/static.md)."""
TEMPLATES = STATIC.parent / "templates"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The security policy of all answers."""


def describe_page(language: str) -> dict[str, Any]:
    """Return the values of the page's template in a language, but those that depend on the service."""
    words = f"{language}-common"
    return {
        "style": (STATIC / "page.css").read_text("utf-8"),
        "imports": json.dumps(import_map()),
        "preload": read_module("preload"),
        "first": first_name(),
        "texts": page_data({name: text for name, text in page_texts(language).items() if is_first_text(name)}),
        "views": VIEWS,
        "rules": [describe_rule(rule) for rule in RULES.values()],
        "usual_rule": BLACK_WHITE.name,
        "dictionaries": [(name, one["title"][language], " ".join(one["lengths"])) for name, one in shelf().items()],
        "puzzle_words": language,
        "game_words": words,
        "most_listed": MAX_CODES,
        "version": __version__,
        "usual_level": DEFAULT_LEVEL,
        "trick_words": json.dumps(TRICK_WORDS),
        "modules": json.dumps({view: later_modules(view) for view in (*VIEWS, "trick")}),
    }


def describe_rule(rule: Rule) -> dict[str, object]:
    """Return what the page must know of a rule of marking: its name, its text, what its marks are like."""
    return {
        "name": rule.name,
        "text": _(rule.title or rule.name),
        "whites": rule.gives_whites,
        "by_position": rule.by_position,
        "one_misplaced": rule.last_may_be_white,
    }


def later_modules(view: str) -> list[str]:
    """Return the modules that a task needs beside the first script."""
    return [module for module in modules_of(view) if module not in modules_of(*FIRST)]


def page_data(value: object) -> str:
    """Return a value as JSON that can stand in a page."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def page_policy(page: dict[str, Any]) -> str:
    """Return the security policy of the page: what stands in it is allowed too, known by its checksum."""
    policy = POLICY
    for kind, names in (("script-src", ("preload", "imports")), ("style-src", ("style",))):
        for name in names:
            checksum = base64.b64encode(hashlib.sha256(page[name].encode()).digest()).decode()
            policy = policy.replace(f"{kind} 'self'", f"{kind} 'self' 'sha256-{checksum}'")
    return policy


def worker_script() -> str:
    """Return the service worker, with the list of what it keeps and a version that changes with any of it."""
    within = {"sw.js", "preload.js", *(f"{name}.js" for name in modules_of(*FIRST))}
    files = sorted(path for path in STATIC.iterdir() if path.name not in within)
    texts = [json.dumps(page_texts(language)) for language in locale.LANGUAGES]
    content = (STATIC / "sw.js").read_text("utf-8")
    version = hashlib.sha256(
        "".join([__version__, content, first_name(), *texts, *(path.read_bytes().hex() for path in files)]).encode()
    ).hexdigest()
    kept = [f"/static/{name}" for name in (first_name(), *(path.name for path in files))]
    kept += [f"/texts/{language}.json" for language in locale.LANGUAGES]
    return f"const VERSION = {json.dumps(version[:16])};\nconst KEPT = {json.dumps(kept)};\n{content}"

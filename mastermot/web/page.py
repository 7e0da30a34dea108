"""The page: one document in the reader's language, its static files, and what lets it work offline."""

from __future__ import annotations

import hashlib
import json
import mimetypes
import re
from functools import cache
from pathlib import Path

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import NotFound

from mastermot import __version__, locale
from mastermot.dictionaries import shelf
from mastermot.errors import N_, MastermotError, printable
from mastermot.locale import gettext as _
from mastermot.rules import RULES
from mastermot.web import bounds
from mastermot.web.errors import RouteMissingError
from mastermot.web.problems import MEDIA_TYPE, all_errors, general_advice, headline, statuses_of, title
from mastermot.web.texts import TEXTS

STATIC = Path(__file__).parent / "static"
OTHER_LANGUAGE = {"fr": "en", "en": "fr"}
VIEWS = ("solve", "play", "guess", "families", "compose")
"""The five tasks of the page, by the names that addresses have."""
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".webmanifest": "application/json"}

WHAT_TO_DO = N_("What to do")
ELSEWHERE = N_("Check the address, or begin at the page.")


def register(app: Flask) -> None:
    """Add the page's routes to the application."""
    app.add_url_rule("/", "page", index)
    app.add_url_rule("/texts/<language>.json", "texts", texts)
    app.add_url_rule("/static/<name>", "static", static)
    app.add_url_rule("/sw.js", "worker", worker)
    app.add_url_rule("/manifest.<language>.json", "manifest", manifest)
    app.add_url_rule("/favicon.ico", "icon", lambda: static("icon.svg"))
    app.add_url_rule("/problems/<code>", "problem", problem_page)


def in_use(language: str) -> str:
    """Use a language that an address names; there are no others at such addresses."""
    if language not in locale.LANGUAGES:
        raise NotFound
    locale.use(language)
    return language


def spoken() -> dict[str, str | list[str]]:
    """Return the texts of the page in the language in use, by name."""
    return {name: fine(_(text)) if isinstance(text, str) else [_(one) for one in text] for name, text in TEXTS.items()}


def fine(text: str) -> str:
    """Return a text with spaces that do not break where French has a space before a sign."""
    return re.sub(" (?=[:;?!»])", "\u00a0", text.replace("« ", "«\u00a0"))


def index() -> str:
    """Return the page."""
    from mastermot.web.app import language

    spoken_language = language()
    dictionaries = [
        (name, entry["title"][spoken_language], " ".join(entry["lengths"])) for name, entry in shelf().items()
    ]
    return render_template(
        "page.html",
        t=spoken(),
        lang=spoken_language,
        other=OTHER_LANGUAGE[spoken_language],
        views=VIEWS,
        rules=tuple(RULES),
        dictionaries=dictionaries,
        puzzle_words="fr" if spoken_language == "fr" else "en",
        game_words="fr-common" if spoken_language == "fr" else "en-common",
        most_codes=bounds.MOST_CODES,
        version=__version__,
    )


def texts(language: str) -> Response:
    """Return the texts of the page's programs."""
    in_use(language)
    return Response(json.dumps(spoken(), ensure_ascii=False), mimetype="application/json")


@cache
def static_files() -> dict[str, bytes]:
    """Return the content of every static file by name."""
    return {path.name: path.read_bytes() for path in sorted(STATIC.iterdir()) if path.suffix in TYPES}


def static(name: str) -> Response:
    """Return a static file."""
    content = static_files().get(name)
    if content is None or name == "sw.js":
        raise NotFound
    kind = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
    return Response(content, content_type=f"{kind}; charset=utf-8")


def worker() -> Response:
    """Return the service worker, with the list of what it keeps and a version that changes with any of it."""
    digest = hashlib.sha256(__version__.encode())
    for name, content in static_files().items():
        digest.update(name.encode() + content)
    for language in locale.LANGUAGES:
        digest.update(json.dumps([locale.catalogue(language).gettext(str(text)) for text in TEXTS.values()]).encode())
    kept = [f"/static/{name}" for name in static_files() if name != "sw.js"]
    kept += [f"/texts/{language}.json" for language in locale.LANGUAGES]
    head = f"const VERSION = {json.dumps(digest.hexdigest()[:16])};\nconst KEPT = {json.dumps(kept)};\n"
    return Response(head.encode() + static_files()["sw.js"], content_type="text/javascript; charset=utf-8")


def manifest(language: str) -> Response:
    """Return the description that lets a telephone keep the page as an application."""
    in_use(language)
    described = {
        "name": "Master Mot",
        "short_name": "Master Mot",
        "description": _(str(TEXTS["tagline"])),
        "lang": language,
        "start_url": f"/?lang={language}",
        "display": "standalone",
        "background_color": "#fbf8f1",
        "theme_color": "#fbf8f1",
        "icons": [{"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }
    return Response(json.dumps(described, ensure_ascii=False), mimetype="application/manifest+json")


def problem_page(code: str) -> str:
    """Return the page that describes a kind of problem."""
    found = next((error for error in all_errors() if error.code == code), None)
    if found is None:
        raise NotFound
    status = ", ".join(map(str, statuses_of(found)))
    return told_as_page(code, title(found), status, general_advice(found))


def refusal_page(error: MastermotError, status: int) -> str:
    """Return the page for a person whose request was refused: most often an address where there is nothing."""
    advice = _(ELSEWHERE) if isinstance(error, RouteMissingError) else error.describe_advice(_)
    return told_as_page(error.code, error.describe_reason(_), str(status), advice, printable(request.path, 200))


def told_as_page(code: str, what: str, status: str, advice: str, address: str = "") -> str:
    """Return a page that says what is wrong and what to do about it, at an address or in general."""
    return render_template(
        "problem.html",
        t=spoken(),
        lang=locale.in_use(),
        title=fine(headline(what)),
        what_to_do=_(WHAT_TO_DO),
        advice=fine(advice),
        address=address,
        path=f"/problems/{code}",
        status=status,
    )


def for_a_person() -> bool:
    """Return whether this request comes from somebody who reads pages, and is not for what programs read."""
    path = request.path
    if (
        request.method not in ("GET", "HEAD")
        or path.startswith("/api/")
        or path.endswith(".json")
        or path == "/healthz"
    ):
        return False
    accepted = request.accept_mimetypes
    return accepted.quality("text/html") > max(accepted.quality("application/json"), accepted.quality(MEDIA_TYPE))

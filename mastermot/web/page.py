"""The page: one document in the reader's language, its static files, and what lets it work offline."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from mimetypes import guess_type
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, render_template, request

from mastermot import __version__, locale
from mastermot.codes import MAX_CODES
from mastermot.compose.daily import DEFAULT_LEVEL
from mastermot.dictionaries import shelf
from mastermot.errors import N_, MastermotError, printable
from mastermot.locale import gettext as _
from mastermot.operations.requests import DailyRequest
from mastermot.rules import BLACK_WHITE, RULES, Rule
from mastermot.web.errors import RouteMissingError
from mastermot.web.first import (
    FIRST,
    STATIC,
    first_name,
    first_script,
    import_map,
    is_first_text,
    modules_of,
    read_module,
)
from mastermot.web.problems import MEDIA_TYPE, all_errors, general_advice, status_of, title
from mastermot.web.routes import ROUTES

VIEWS = ("today", "solve", "play", "guess", "families", "compose")
"""The six tasks of the page, by the names that addresses have."""
TRICK_WORDS = {
    "fr-common": "tarat.cocus.reant.peses.viner.mutin.luire.souda.balle.freta",
    "en-common": "burse.sooks.colly.fared.peaty.minds.slack.drier.haunt.there",
}
"""Ten fixed words for the trick of each dictionary, as ``mastermot static`` finds them (docs/static.md)."""
ELSEWHERE = N_("Check the address, or begin at the page.")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The security policy of all answers."""

pages = Blueprint("pages", __name__)


def use_language(language: str) -> None:
    """Use a language that an address names; there are no others at such addresses."""
    if language not in locale.LANGUAGES:
        raise RouteMissingError
    locale.use(language)


@cache
def page_texts(language: str) -> dict[str, str | list[str]]:
    """Return the texts of the page in a language, by name; a pair of texts is for a count: one, and several."""
    texts: dict[str, str | list[str]] = json.loads(render_template("texts.json", _=locale.catalogue(language).gettext))
    return {name: set_spaces(text) if isinstance(text, str) else text for name, text in texts.items()}


def set_spaces(text: str) -> str:
    """Return a text that breaks neither where French has a space before a sign, nor within letters such as RA?E."""
    return re.sub(r"(?<=[A-Z]\?)(?=[A-Z])", "\u2060", re.sub(" (?=[:;?!»])", "\u00a0", text.replace("« ", "«\u00a0")))


def render(template: str, media_type: str = "text/html", **values: object) -> Response:
    """Return the page of a template, in the language in use."""
    language = locale.in_use()
    other = next(name for name in locale.LANGUAGES if name != language)
    content = render_template(template, t=page_texts(language), lang=language, other=other, **values)
    return Response(content, mimetype=media_type)


@pages.get("/")
def index() -> Response:
    """Return the page."""
    language = locale.in_use()
    words = "fr-common" if language == "fr" else "en-common"
    inline = {
        "style": (STATIC / "page.css").read_text("utf-8"),
        "imports": json.dumps(import_map()),
        "preload": read_module("preload"),
    }
    answer = render(
        "page.html",
        **inline,
        first=first_name(),
        texts=page_data({name: text for name, text in page_texts(language).items() if is_first_text(name)}),
        daily=puzzle_at_hand(words),
        views=VIEWS,
        rules=[describe_rule(rule) for rule in RULES.values()],
        usual_rule=BLACK_WHITE.name,
        dictionaries=[(name, entry["title"][language], " ".join(entry["lengths"])) for name, entry in shelf().items()],
        puzzle_words="fr" if language == "fr" else "en",
        game_words=words,
        most_listed=MAX_CODES,
        version=__version__,
        usual_level=DEFAULT_LEVEL,
        trick_words=json.dumps(TRICK_WORDS),
        modules=json.dumps({view: later_modules(view) for view in (*VIEWS, "trick")}),
        address=request.host_url,
        photo=bool(current_app.config["PHOTO"]),
    )
    policy = allow(POLICY, "script-src", inline["preload"], inline["imports"])
    answer.headers["Content-Security-Policy"] = allow(policy, "style-src", inline["style"])
    return answer


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


def puzzle_at_hand(words: str) -> dict[str, str] | None:
    """Return today's puzzle of the usual level as the service has answered it before, with its address; else none."""
    route = next(route for route in ROUTES if route.path == "/api/daily")
    wanted = DailyRequest(words=words)
    content = current_app.extensions["mastermot"].find_kept(route, (wanted,))
    if content is None:
        return None
    query = urlencode({"date": wanted.date.isoformat(), "level": wanted.level, "words": words})
    return {"path": f"{route.path}?{query}", "answer": page_data(json.loads(content))}


def allow(policy: str, kind: str, *contents: str) -> str:
    """Return a security policy that also allows what stands in the page itself, known by its checksum."""
    checksums = [base64.b64encode(hashlib.sha256(content.encode()).digest()).decode() for content in contents]
    return policy.replace(f"{kind} 'self'", " ".join([f"{kind} 'self'", *(f"'sha256-{one}'" for one in checksums)]))


@pages.get("/static/<name>")
def static_file(name: str) -> Response:
    """Return a static file of the page. The first script has a new name for each content, and is kept for a year."""
    if name == first_name():
        answer = Response(first_script(), mimetype="text/javascript")
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return answer
    if not (STATIC / name).is_file():  # a name has no stroke
        raise RouteMissingError
    return Response((STATIC / name).read_bytes(), mimetype=guess_type(name)[0])


@pages.get("/texts/<language>.json")
def texts(language: str) -> Response:
    """Return the texts of the page's programs."""
    use_language(language)
    return Response(json.dumps(page_texts(language), ensure_ascii=False), mimetype="application/json")


@pages.get("/sw.js")
def worker() -> Response:
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
    head = f"const VERSION = {json.dumps(version[:16])};\nconst KEPT = {json.dumps(kept)};\n"
    return Response(head + content, mimetype="text/javascript")


@pages.get("/manifest.<language>.json")
def manifest(language: str) -> Response:
    """Return the description that lets a telephone keep the page as an application."""
    use_language(language)
    return render("manifest.json", media_type="application/manifest+json")


@pages.get("/problems/<code>")
def problem(code: str) -> Response:
    """Return the page that describes a kind of problem."""
    error = next((error for error in all_errors() if error.code == code), None)
    if error is None:
        raise RouteMissingError
    return render_problem(code, title(error), general_advice(error), status_of(error))


def refusal_page(error: MastermotError, status: int) -> Response:
    """Return the page for a person whose request was refused: most often an address where there is nothing."""
    advice = _(ELSEWHERE) if isinstance(error, RouteMissingError) else error.describe_advice(_)
    page = render_problem(error.code, error.describe_reason(_), advice, status, printable(request.path, 200))
    page.status_code = status
    return page


def render_problem(code: str, what: str, advice: str, status: int, address: str = "") -> Response:
    """Return a page that says what is wrong and what to do about it, at an address or in general."""
    head, text = set_spaces(what[:1].upper() + what[1:]), set_spaces(advice)
    return render("problem.html", title=head, advice=text, code=code, status=status, address=address)


def for_a_person() -> bool:
    """Return whether a request comes from somebody who reads pages, and is not for what programs read."""
    path = request.path
    for_programs = path.startswith("/api/") or path.endswith(".json") or path == "/healthz"
    if request.method not in ("GET", "HEAD") or for_programs:
        return False
    quality = request.accept_mimetypes.quality
    return quality("text/html") > max(quality("application/json"), quality(MEDIA_TYPE))

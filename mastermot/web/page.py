"""The page: one document in the reader's language, its static files, and what lets it work offline."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from mimetypes import guess_type
from pathlib import Path

from flask import Blueprint, Response, current_app, render_template, request

from mastermot import __version__, locale
from mastermot.codes import MAX_CODES
from mastermot.compose.daily import DEFAULT_LEVEL
from mastermot.dictionaries import shelf
from mastermot.errors import N_, MastermotError, printable
from mastermot.locale import gettext as _
from mastermot.rules import BLACK_WHITE, RULES, Rule
from mastermot.web.errors import RouteMissingError
from mastermot.web.problems import MEDIA_TYPE, all_errors, general_advice, status_of, title

STATIC = Path(__file__).parent / "static"
VIEWS = ("today", "solve", "play", "guess", "families", "compose")
"""The six tasks of the page, by the names that addresses have."""
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


@cache
def modules_of(*names: str) -> list[str]:
    """Return modules of the page with all that they import, those first that others wait for longest."""
    found = list(names)
    for name in found:
        imported = re.findall(r' from "\./(\w+)\.js";$', (STATIC / f"{name}.js").read_text("utf-8"), re.M)
        found += [module for module in imported if module not in found]
    return found


@pages.get("/")
def index() -> Response:
    """Return the page."""
    language = locale.in_use()
    preload = (STATIC / "preload.js").read_text("utf-8")
    answer = render(
        "page.html",
        views=VIEWS,
        rules=sorted(RULES.values(), key=lambda rule: rule is not BLACK_WHITE),
        marks=json.dumps({rule.name: describe_marks(rule) for rule in RULES.values()}),
        translate=_,
        dictionaries=[(name, entry["title"][language], " ".join(entry["lengths"])) for name, entry in shelf().items()],
        puzzle_words="fr" if language == "fr" else "en",
        game_words="fr-common" if language == "fr" else "en-common",
        most_listed=MAX_CODES,
        version=__version__,
        usual_level=DEFAULT_LEVEL,
        modules=json.dumps({view: modules_of("early", "main", view) for view in VIEWS}),
        preload=preload,
        address=request.host_url,
        photo=bool(current_app.config["PHOTO"]),
    )
    answer.headers["Content-Security-Policy"] = policy_with(preload)
    return answer


def describe_marks(rule: Rule) -> dict[str, bool]:
    """Return what the page's programs know of a rule.

    `places`: its marks are a sign for each position; `counted`: else they are blacks and whites; `last`: the last
    symbol can be misplaced when all the others are in their places.
    """
    counted = rule.gives_whites and not rule.by_position
    return {"places": rule.by_position, "counted": counted, "last": rule.last_may_be_white}


def policy_with(script: str) -> str:
    """Return the security policy of a page that holds this script, known by its checksum, and no other."""
    checksum = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return POLICY.replace("script-src 'self'", f"script-src 'self' 'sha256-{checksum}'")


@pages.get("/static/<name>")
def static_file(name: str) -> Response:
    """Return a static file of the page."""
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
    files = sorted(path for path in STATIC.iterdir() if path.name not in ("sw.js", "preload.js"))
    texts = [json.dumps(page_texts(language)) for language in locale.LANGUAGES]
    content = (STATIC / "sw.js").read_text("utf-8")
    version = hashlib.sha256(
        "".join([__version__, content, *texts, *(path.read_bytes().hex() for path in files)]).encode()
    ).hexdigest()
    kept = [f"/static/{path.name}" for path in files] + [f"/texts/{language}.json" for language in locale.LANGUAGES]
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

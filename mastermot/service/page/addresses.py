"""The addresses of the page: its document, its static files and the pages about problems."""

import json
from mimetypes import guess_type
from typing import cast
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, g, request

from mastermot.errors import MastermotError, printable
from mastermot.operations.puzzles import DailyRequest
from mastermot.service.answering import make_cache_key
from mastermot.service.errors import RouteMissingError
from mastermot.service.page import contents
from mastermot.service.problems import MEDIA_TYPE, all_errors, choose_advice, list_problems, write_json
from mastermot.service.routes import ROUTES
from mastermot.texts import languages
from mastermot.texts.languages import gettext as _

pages = Blueprint("pages", __name__)


def use_language(language: str) -> None:
    """Use the language that the address names for the answer. Raises `RouteMissingError` if we do not have it."""
    if language not in languages.LANGUAGES:
        raise RouteMissingError
    languages.use(language)


@pages.get("/")
def index() -> Response:
    """Return the document of the web app, with today's puzzle if the cache has it, and with the operator's settings."""
    page = contents.describe_page()
    daily = find_kept_daily(page["game_words"])
    settings = {"meanings": current_app.config["MEANINGS"], "lasting_games": current_app.config["LASTING_GAMES"]}
    answer = contents.render("page.html", **page, daily=daily, address=request.host_url, **settings)
    answer.headers["Content-Security-Policy"] = contents.page_policy(page) + contents.NO_FRAME
    return answer


def find_kept_daily(words: str) -> dict[str, str] | None:
    """Return the address of today's puzzle in the API (`path`) and the puzzle itself (`answer`, as JSON).

    Return None if the puzzle is not in the cache: it is not composed here. `words` is the name of the dictionary. The
    level is the usual one.
    """
    route = next(route for route in ROUTES if route.path == "/api/daily")
    # the same class as in `Service.answer`: the class is a part of the cache's key
    daily_request = cast("type[DailyRequest]", route.model)(words=words)
    content = current_app.extensions["mastermot"].kept.get(make_cache_key(route, (daily_request,)))
    if content is None:
        return None
    query = urlencode({"date": daily_request.date.isoformat(), "level": daily_request.level, "words": words})
    return {"path": f"{route.path}?{query}", "answer": contents.page_data(json.loads(content.body))}


@pages.get("/static/<path:name>")
def static_file(name: str) -> Response:
    """Return a static file of the page, or the first script. Raises `RouteMissingError` if nothing has this name.

    The first script is the bundle of modules that the page begins with (`contents.first_script`). Browsers may keep it
    for a year, since its name changes with its content.
    """
    if name == contents.first_name():
        for_a_year = {"Cache-Control": "public, max-age=31536000, immutable"}
        return Response(contents.first_script(), headers=for_a_year, mimetype="text/javascript")
    if name not in contents.list_static():
        raise RouteMissingError
    return Response(contents.read_static(name), mimetype=guess_type(name)[0])


@pages.get("/texts/<language>.json")
def texts(language: str) -> Response:
    use_language(language)
    return Response(json.dumps(contents.page_texts(language), ensure_ascii=False), mimetype="application/json")


@pages.get("/sw.js")
def worker() -> Response:
    return Response(contents.worker_script(), mimetype="text/javascript")


@pages.get("/manifest.<language>.json")
def manifest(language: str) -> Response:
    """Return the web app manifest, by which a telephone installs the web app."""
    use_language(language)
    return contents.render("manifest.json", media_type="application/manifest+json")


@pages.get("/problems")
def problems() -> Response:
    """Return the list of all kinds of problems, as a page for a person or as JSON for a program."""
    kinds = list_problems()
    if for_a_person():
        return contents.render("problems.html", kinds=kinds)
    return Response(write_json({"problems": kinds}), mimetype="application/json")


@pages.get("/problems/<code>")
def problem(code: str) -> Response:
    """Return the page that describes a kind of problem. Raises `RouteMissingError` for a code that no kind has."""
    for error in all_errors():
        if error.code == code:
            return render_problem(code, _(error.title or error.message), choose_advice(error), error.status)
    raise RouteMissingError


def refusal_page(error: MastermotError) -> Response:
    """Return a page about an error, for a person, with the status of the error.

    If the address does not exist (`RouteMissingError`), the page has its own advice: the advice of the error is for
    programs.
    """
    advice = error.describe_advice(_)
    if isinstance(error, RouteMissingError):
        advice = _("Check the address, or begin at the start of the web app.")
    page = render_problem(error.code, error.describe_reason(_), advice, error.status, printable(request.path, 200))
    page.status_code = error.status
    return page


def render_problem(code: str, what: str, advice: str, status: int, address: str = "") -> Response:
    """Return a page about a problem: its code, `what` is wrong, what to do (`advice`), and its HTTP status.

    The page only shows the status: the response has 200 until the caller sets another status. `address` is the one that
    the reader asked for, "" on the page about a kind of problem.
    """
    title = contents.set_spaces(what[:1].upper() + what[1:])
    spaced_advice = contents.set_spaces(advice)
    values = {"code": code, "status": status, "address": address, "request_id": g.id}
    return contents.render("problem.html", title=title, advice=spaced_advice, **values)


def for_a_person() -> bool:
    """Return whether a person asks with a browser: by GET or HEAD, at an address that is not only for programs.

    The request must also prefer HTML to JSON.
    """
    path = request.path
    for_programs = path.startswith("/api/") or path.endswith(".json") or path == "/healthz"
    if request.method not in ("GET", "HEAD") or for_programs:
        return False
    quality = request.accept_mimetypes.quality
    return quality("text/html") > max(quality("application/json"), quality(MEDIA_TYPE))

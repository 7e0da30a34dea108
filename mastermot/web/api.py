"""The routes of the API. FastAPI reads and validates requests by their models, and makes the OpenAPI document.

An operation is a function of `solving`, `playing`, `games` or `words`: its parameters are the request,
its return type is the shape of the answer, its docstring describes it. The service calls it in one of its processes.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Annotated, Any

from cachetools import LRUCache
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from werkzeug.http import parse_options_header

from mastermot import __version__, locale, shapes
from mastermot.errors import N_
from mastermot.play.seals import Seal
from mastermot.web import bounds, errors, games, playing, solving, words
from mastermot.web.lanes import Lanes
from mastermot.web.models import GameRequest, LanguageQuery, TokenRequest
from mastermot.web.problems import MEANINGS, MEDIA_TYPE

JSON = "application/json"
TEXT = "text/plain"
TEXT_ENCODINGS = ("", "utf-8", "utf8", "us-ascii")
PLAIN_TEXT = {"requestBody": {"content": {TEXT: {"schema": {"type": "string"}, "example": "paume 2\nchoux 1\n"}}}}
PROBLEM = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
REFUSALS = {"GET": {422, 503}, "POST": {400, 413, 415, 422, 503}}
"""The statuses of refusals that all routes of a method have."""
OPERATIONS: tuple[tuple[str, Callable[..., object], *tuple[int, ...]], ...] = (
    ("POST /api/solve", solving.solve_puzzle),
    ("POST /api/marks", solving.mark_guess),
    ("POST /api/puzzles", solving.compose_puzzles),
    ("POST /api/puzzles/read", solving.read_text),
    ("GET /api/daily", solving.give_daily),
    ("POST /api/guess", playing.next_guess),
    ("POST /api/guess/check", playing.check_code_in_mind),
    ("POST /api/next", playing.suggest_guesses),
    ("POST /api/review", playing.judge_game),
    ("GET /api/ladder", words.find_chains),
    ("GET /api/neighbours", words.list_neighbours),
    ("GET /api/islands", words.measure_list),
    ("POST /api/games", games.start_game),
    ("POST /api/games/guess", games.guess_in_game, 409, 410),
    ("POST /api/games/state", games.look_at_game, 409, 410),
    ("POST /api/games/reveal", games.give_up, 409, 410),
    ("GET /api/words", words.list_dictionaries),
    ("GET /api/words/{name}", words.count_words, 404),
    ("GET /api/words/{name}/{length}", words.list_words, 404),
    ("GET /api/cliques", words.list_families),
)
"""What processes work out: the route, the task, and the statuses of the other refusals."""


class Service:
    """What all requests share: the processes, the keys of tokens, and the answers kept."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        """Keep no answer yet; the lanes are opened when the service starts."""
        self.seal = Seal(keys)
        self.lanes: Lanes
        self.kept: LRUCache[bytes, bytes] = LRUCache(bounds.MOST_KEPT, getsizeof=lambda content: len(content) + 500)

    async def answer(self, task: Callable[..., object], *, keep: bool = True, **values: object) -> bytes:
        """Return what a task returns, as JSON: worked out in a process, or the answer kept."""
        language = locale.in_use()
        key = hashlib.sha256(repr((task.__name__, values, language)).encode("utf-8", "replace")).digest()
        content = self.kept.get(key) if keep else None
        if content is None:
            content = await self.lanes.run(work_out, language, task, values, key=key)
            if keep and len(content) < bounds.MOST_KEPT // 4:
                self.kept[key] = content
        return content


def work_out(language: str, task: Callable[..., object], values: dict[str, object]) -> bytes:
    """Return what a task returns, as JSON in a language: a process of the lanes does this."""
    locale.use(language)
    return json.dumps(task(**values), ensure_ascii=False, separators=(",", ":")).encode()


def is_kept(values: dict[str, object]) -> bool:
    """Return whether the answer to a request is worth keeping: not that to a game, nor one left to chance."""
    request = values.get("request")
    return not isinstance(request, GameRequest | TokenRequest) and getattr(request, "seed", 0) is not None


def check(request: Request) -> None:
    """Refuse a parameter given twice, and a body of another media type than the route reads."""
    names = list(request.query_params.keys())
    given = [name for name, _ in request.query_params.multi_items()]
    twice = [name for name in names if given.count(name) > 1]
    kind, options = parse_options_header(request.headers.get("Content-Type", ""))
    if request.method == "POST" and not twice:
        known = (JSON, TEXT) if request.url.path == "/api/solve" else (JSON,)
        if kind.lower() not in known or options.get("charset", "").lower() not in TEXT_ENCODINGS:
            raise errors.MediaTypeError(known=known)
    extra = [name for name in names if name != "lang"] if request.method == "POST" and kind.lower() == JSON else []
    for fault, found in (("given_twice", twice), ("extra_forbidden", extra)):
        if found:
            raise RequestValidationError([{"type": fault, "loc": ("query", found[0])}])


def check_language(_query: Annotated[LanguageQuery, Query()]) -> None:
    """Refuse any parameter of the address but ``lang``."""


def make_router(service: Service) -> APIRouter:
    """Return the routes of the API, answered by a service."""
    router = APIRouter(dependencies=[Depends(check)])
    for route, task, *statuses in OPERATIONS:
        status = 201 if task is games.start_game else 200
        more = PLAIN_TEXT if task is solving.solve_puzzle else None
        endpoint = make_endpoint(service, task, status)
        router.add_api_route(
            endpoint=endpoint, status_code=status, openapi_extra=more, **describe(route, task, statuses)
        )

    async def health() -> shapes.Health:
        """Tell whether the service is ready.

        It answers 503 until the dictionaries are loaded.
        """
        if not service.lanes.ready:
            raise errors.NotReadyError
        return {"status": "ready", "version": __version__}

    router.add_api_route(endpoint=health, **describe("GET /healthz", health))
    return router


def make_endpoint(service: Service, task: Callable[..., object], status: int) -> Callable[..., Any]:
    """Return what answers a route: it has the parameters of the task, and leaves the work to the service."""

    @wraps(task)
    async def endpoint(**values: object) -> Response:
        return Response(await service.answer(task, keep=is_kept(values), **values), status, media_type=JSON)

    return endpoint


def describe(route: str, task: Callable[..., object], statuses: Iterable[int] = ()) -> dict[str, Any]:
    """Return what FastAPI is told of a route: where it is, what its docstring says, its refusals."""
    method, path = route.split()
    summary, _, rest = (inspect.getdoc(task) or "").partition("\n")
    return {
        "path": path,
        "methods": [method],
        "tags": [task.__module__.rpartition(".")[2]],
        "summary": summary,
        "description": rest.strip() or summary,
        "dependencies": () if "query" in inspect.signature(task).parameters else [Depends(check_language)],
        "response_description": N_("what was asked for"),
        "responses": {
            status: {"description": MEANINGS[status], "content": PROBLEM}
            for status in sorted(REFUSALS[method].union(statuses))
        },
    }

"""The application: its routes, what each failure is answered, the OpenAPI document; and how it is served.

Uvicorn reads requests, keeps connections, and stops gracefully. A request that is no HTTP at all it refuses by itself:
400 in plain text, without our headers. It has no time limit for the head of a request: a proxy in front has one.
"""

from __future__ import annotations

import logging
import signal
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from fastapi.staticfiles import StaticFiles
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException

from mastermot import __version__, shapes
from mastermot.errors import N_, MastermotError, Reason
from mastermot.puzzles.errors import PuzzleEmptyError
from mastermot.web import api, bounds, docs, page
from mastermot.web.errors import MalformedJsonError, MethodError, RequestUnreadableError, RouteMissingError
from mastermot.web.frame import Frame
from mastermot.web.games import random_key
from mastermot.web.lanes import open_lanes
from mastermot.web.photo import make_router as make_photo_router
from mastermot.web.problems import find_field, from_validation, problem_response

NOT_DECODED = N_("it cannot be decoded")
EMPTY = N_("it is empty")


def create_app(
    keys: Sequence[str] = (),
    *,
    processes: int = 2,
    access_log: bool = True,
    origins: Sequence[str] = (),
    photo: Path | None = None,
) -> FastAPI:
    """Return the application. Games are sealed with `keys`, or with a key that dies with it.

    It computes in `processes`, started with it; ``/healthz`` says when they are ready. Pages of `origins` (``*`` for
    any) may read its answers. `photo` is a folder ``node_modules`` with the recogniser of photos; without it the page
    does not offer any. Raises `PhotoFilesError` when it is not there.
    """
    service = api.Service(tuple(keys) or (random_key(),))

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        async with open_lanes(processes) as service.lanes:
            yield

    app = FastAPI(
        title="mastermot",
        version=__version__,
        description="Word-deduction puzzles, solved, explained, played and composed.",
        license_info={"name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later"},
        lifespan=lifespan,
        openapi_url=None,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        exception_handlers={
            MastermotError: answer_error,
            RequestValidationError: answer_invalid,
            HTTPException: answer_http,
        },
    )
    app.state.service = service
    app.state.photo = photo is not None
    for router in (api.make_router(service), page.router, docs.router):
        app.include_router(router)
    if photo is not None:
        app.include_router(make_photo_router(photo))
    app.mount("/static", StaticFiles(directory=page.STATIC))
    app.openapi = lambda: describe_api(app)  # type: ignore[method-assign]
    app.add_middleware(Frame, access_log=access_log)
    if origins:
        app.add_middleware(CORSMiddleware, allow_origins=origins, allow_methods=["GET", "POST"], allow_headers=["*"])
    return app


def describe_api(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document: FastAPI's, with problem documents among its models."""
    if app.openapi_schema is None:
        problem = TypeAdapter(shapes.Problem).json_schema(ref_template="#/components/schemas/{model}")
        schemas = FastAPI.openapi(app)["components"]["schemas"]
        schemas |= {**problem.pop("$defs"), "Problem": problem}
    return FastAPI.openapi(app)


async def answer_error(request: Request, error: Exception) -> Response:
    """Return the problem document of an error, or its page where a person reads it."""
    assert isinstance(error, MastermotError)
    field = find_field(error)
    in_body = request.method == "POST" and request.headers.get("Content-Type", "").lower().startswith(api.JSON)
    response = problem_response(error, f"/{field}" if field and in_body else field)
    return page.refusal_page(request, error, response.status_code) if page.for_a_person(request) else response


async def answer_invalid(request: Request, invalid: Exception) -> Response:
    """Return the problem document of a request that its model does not allow."""
    assert isinstance(invalid, RequestValidationError)
    errors = invalid.errors()
    if errors[0]["loc"] == ("body",) and not await request.body():
        in_text = request.headers["Content-Type"].lower().startswith(api.TEXT)
        return problem_response(PuzzleEmptyError() if in_text else MalformedJsonError(reason=Reason(EMPTY)))
    return problem_response(*from_validation(errors))


async def answer_http(request: Request, refusal: Exception) -> Response:
    """Return the answer to a request that has no route, or whose body FastAPI cannot decode."""
    assert isinstance(refusal, HTTPException)
    if refusal.status_code == 404:
        return await answer_error(request, RouteMissingError())
    if refusal.status_code == 405:
        allow = (refusal.headers or {}).get("Allow", "")
        response = await answer_error(request, MethodError(method=request.method, known=allow))
        response.headers["Allow"] = allow
        return response
    if refusal.status_code == 400:
        return problem_response(MalformedJsonError(reason=Reason(NOT_DECODED)))
    return problem_response(RequestUnreadableError(reason=str(refusal.detail)))


def end_well_on_signals() -> None:
    """Let SIGTERM and SIGINT end this process with status 0, before uvicorn begins and after it has stopped."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))


def serve(listening: socket.socket, app: FastAPI, proxy: str = "") -> None:
    """Serve until SIGTERM or SIGINT; the requests under way are answered first.

    `proxy` is the address of a proxy whose X-Forwarded fields are believed.
    """
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(message)s", level=logging.INFO)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    uvicorn.Server(configure(app, proxy)).run(sockets=[listening])


def configure(app: FastAPI, proxy: str = "") -> uvicorn.Config:
    """Return how uvicorn serves an application."""
    return uvicorn.Config(
        app,
        http="h11",  # it bounds the head of a request, httptools does not
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy or None,
        h11_max_incomplete_event_size=bounds.MOST_HEAD,
        limit_concurrency=bounds.CONNECTIONS,
        timeout_keep_alive=bounds.IDLE_CONNECTION,
        timeout_graceful_shutdown=bounds.STOPPING,
    )

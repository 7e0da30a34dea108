"""The API where there is no service: the page of plain files (`mastermot site`) asks it, in a Worker of the browser.

Pyodide loads it there, without Flask and numpy.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl

from mastermot.errors import MastermotError
from mastermot.say import languages
from mastermot.service.errors import InternalError, RouteMissingError
from mastermot.service.problems import answer_call, answer_problem, write_json
from mastermot.service.routes import JSON, ROUTES, Call, Route, find_route

WITHOUT_NUMPY = ("ask.solving:", "ask.words:")
"""The operations that Pyodide runs: numpy is not part of its package on npm."""
LACKED = tuple(route.path for route in ROUTES if not route.name.startswith(WITHOUT_NUMPY))
"""The addresses that nobody answers here."""


def answer(method: str, address: str, body: str, language: str) -> tuple[int, str]:
    """Return the status of the answer to a call, and its object as JSON."""
    languages.use(language)
    path, _, query = address.partition("?")
    call = Call(method, parse_qsl(query, keep_blank_values=True), JSON if body else "", "", body.encode)
    try:
        if path in LACKED:
            raise RouteMissingError
        route, in_path = find_route(method, path)
        found = answer_call(route, in_path, call, work)
    except MastermotError as error:
        found = answer_problem(error, call)
    except Exception:  # a mistake of ours: the page says so, as the service does
        found = answer_problem(InternalError(), call)
    return found.status, found.content.decode()


def work(_route: Route, operation: Callable[..., Any], asked: tuple[Any, ...]) -> bytes:
    """Return what an operation answers, as JSON. Raises what the operation raises."""
    return write_json(operation(*asked))

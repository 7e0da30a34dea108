"""The routes of the API: which operation each address stands for, and how what a client sent is read as its request."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, get_type_hints

from flask import request

from mastermot.ask import fixing, games, openings, playing, ranking, solving, words
from mastermot.ask.errors import FieldInvalidError
from mastermot.ask.puzzles import PuzzleOptions
from mastermot.ask.requests import Request
from mastermot.ask.validation import WHY, validate, validate_texts
from mastermot.errors import N_, Reason
from mastermot.say import languages
from mastermot.service.errors import MalformedJsonError, MediaTypeError

JSON, TEXT = "application/json", "text/plain"
FORM = "application/x-www-form-urlencoded"  #: What curl calls every body.
TEXT_ENCODINGS = ("", "utf-8", "utf8", "us-ascii")


@dataclass(frozen=True)
class Route:
    """An address, and the operation that it stands for."""

    method: str
    path: str
    operation: Callable[..., Any]
    refusals: tuple[int, ...] = ()  #: The statuses of refusals beside those that all routes of the method have.
    status: int = 200
    of_text: Callable[..., Any] | None = None  #: The operation for a body in plain text, where the route takes one.

    @property
    def types(self) -> dict[str, Any]:
        """The types of the operation's parameters, the request first, and of its answer (``return``)."""
        return get_type_hints(self.operation, include_extras=True)

    @property
    def model(self) -> type[Request]:
        """What the request is read into."""
        first: type[Request] = next(iter(self.types.values()))
        return first


ROUTES = (
    Route("POST", "/api/solve", solving.solve_puzzle, of_text=solving.solve_text),
    Route("POST", "/api/marks", solving.mark_guess),
    Route("POST", "/api/puzzles", solving.compose_puzzles),
    Route("POST", "/api/puzzles/read", solving.read_text),
    Route("GET", "/api/daily", solving.get_daily),
    Route("GET", "/api/daily/game", solving.get_daily_game),
    Route("POST", "/api/guess", playing.next_guess),
    Route("POST", "/api/guess/check", playing.check_code_in_mind),
    Route("POST", "/api/next", playing.suggest_guesses),
    Route("POST", "/api/review", playing.review_game),
    Route("POST", "/api/static", fixing.fix_guesses),
    Route("POST", "/api/rank", ranking.rank_best),
    Route("GET", "/api/openings", openings.list_openings),
    Route("GET", "/api/ladder", words.get_ladders),
    Route("GET", "/api/neighbours", words.list_neighbours),
    Route("GET", "/api/islands", words.measure_list),
    Route("POST", "/api/games", games.start_game, status=201),
    Route("POST", "/api/games/guess", games.guess_in_game, (409, 410)),
    Route("POST", "/api/games/state", games.get_game, (409, 410)),
    Route("POST", "/api/games/reveal", games.give_up, (409, 410)),
    Route("GET", "/api/words", words.list_dictionaries),
    Route("GET", "/api/words/<name>", words.count_words, (404,)),
    Route("GET", "/api/words/<name>/<length>", words.list_words, (404,)),
    Route("GET", "/api/cliques", words.list_families),
)


def in_body() -> bool:
    """Return whether the fields of the request are in a body of JSON, rather than in its address."""
    return request.method == "POST" and request.mimetype == JSON


def read_request(route: Route, in_path: Mapping[str, str]) -> tuple[Callable[..., object], tuple[Any, ...]]:
    """Return the operation that is asked for, and what it is given. Raises what is wrong with it, by field."""
    query = request.args.to_dict()
    language = query.pop("lang", "en")
    if language not in languages.LANGUAGES:
        raise FieldInvalidError(
            source="lang",
            why=Reason(WHY["literal_error"], expected=", ".join(map(repr, reversed(languages.LANGUAGES)))),
        )
    for name, values in request.args.lists():
        if len(values) > 1:
            raise FieldInvalidError(source=name, why=Reason(WHY["given_twice"]))
    if request.method != "POST":
        refuse_unknown(query.keys() & in_path.keys())
        return route.operation, (validate_texts(route.model, {**query, **in_path}),)
    known = (JSON, TEXT) if route.of_text else (JSON,)
    typed = request.mimetype == FORM and not request.get_data().lstrip().startswith(b"{")
    media_type = TEXT if typed else request.mimetype
    if media_type not in known or request.mimetype_params.get("charset", "").lower() not in TEXT_ENCODINGS:
        raise MediaTypeError(known=known)
    if route.of_text and media_type == TEXT:
        return route.of_text, (validate_texts(PuzzleOptions, query), request.get_data())
    refuse_unknown(query)
    return route.operation, (validate(route.model, read_json(request.get_data())),)


def refuse_unknown(names: Iterable[str]) -> None:
    """Refuse parameters that the route does not have."""
    for name in names:
        raise FieldInvalidError(source=name, why=Reason(WHY["unexpected_keyword_argument"]))


def read_json(body: bytes) -> object:
    """Return what a body holds. Raises `MalformedJsonError`."""
    try:
        return json.loads(body)
    except json.JSONDecodeError as error:
        where = Reason(N_("at character {place} something else is expected"), place=error.pos + 1)
        reason = where if body.strip() else Reason(N_("it is empty"))
    except (ValueError, RecursionError):  # bytes that are no UTF-8, numbers of thousands of digits, endless brackets
        reason = Reason(N_("it cannot be decoded"))
    raise MalformedJsonError(reason=reason)

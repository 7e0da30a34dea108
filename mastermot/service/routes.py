"""The routes of the API: the operation behind each address, and how a call is read as that operation's request.

Nothing here depends on Flask, so the web app without a server (`mastermot.service.page.pyodide_api`) answers calls by
the same routes as the service (`mastermot.service.app`).
"""

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pkgutil import resolve_name
from typing import Any, NamedTuple, get_type_hints

from mastermot.errors import Reason, printable
from mastermot.operations.errors import FieldInvalidError, refuse
from mastermot.operations.requests import Request
from mastermot.service.errors import EncodingUnknownError, MediaTypeError, MethodNotAllowedError, RouteMissingError
from mastermot.service.validation import WHY, validate_json, validate_texts
from mastermot.texts import languages

JSON, TEXT = "application/json", "text/plain"
UNNAMED = "application/x-www-form-urlencoded", ""
"""Media types that tell nothing about a body: the one that curl gives to every body, and none at all."""
TEXT_ENCODINGS = ("", "utf-8", "utf8", "us-ascii")
"""Character encodings of bodies that are read as UTF-8: none named, UTF-8, and ASCII, which is a part of UTF-8."""


class Call(NamedTuple):
    """A call of the API, as the client sent it."""

    method: str
    query: Sequence[tuple[str, str]]  #: The parameters of the address, in order.
    media_type: str
    charset: str
    read_body: Callable[[], bytes]  #: Returns the body; it is not called for routes that need no body.
    id: str = ""  #: The name of the request, for the log.
    encoding: str = ""  #: Its Content-Encoding.

    @property
    def in_body(self) -> bool:
        """Whether the fields of the request are in a body of JSON, rather than in its address."""
        return self.method == "POST" and self.media_type == JSON


@dataclass(frozen=True)
class Route:
    """An address of the API, and the operation behind it."""

    method: str
    path: str
    name: str  #: Module and name of the operation; its module is imported when first needed (some import numpy).
    request: str = ""  #: Module and name of a subclass of the operation's request, if HTTP has narrower bounds.
    status: int = 200
    takes_text: bool = False  #: Whether a body may be plain text, which `solve_text` reads.
    heavy: bool = False  #: Whether the operation goes through all words of a length: few of these run at once.

    @cached_property
    def operation(self) -> Callable[..., Any]:
        operation: Callable[..., Any] = resolve_name(f"mastermot.{self.name}")
        return operation

    @property
    def types(self) -> dict[str, Any]:
        """The types of the operation's parameters, the request first, and of its answer (``return``)."""
        return get_type_hints(self.operation, include_extras=True)

    @property
    def model(self) -> type[Request]:
        """The class of the request: the narrower one of HTTP, if there is one, else that of the operation."""
        model: type[Request] = next(iter(self.types.values()))
        if self.request:
            model = resolve_name(f"mastermot.service.requests.{self.request}")
        return model


ROUTES = (
    Route("POST", "/api/solve", "operations.puzzles:solve_puzzle", "puzzles:SolveRequest", takes_text=True),
    Route("POST", "/api/marks", "operations.marks:mark_guess"),
    Route("POST", "/api/puzzles", "operations.puzzles:compose_puzzles", "puzzles:NewPuzzlesRequest"),
    Route("POST", "/api/puzzles/read", "operations.puzzles:read_text"),
    Route("POST", "/api/sheet", "operations.sheets:make_sheet"),
    Route("GET", "/api/daily", "operations.puzzles:get_daily", "puzzles:PuzzleOfDayRequest"),
    Route("GET", "/api/daily/game", "operations.puzzles:get_daily_game", "puzzles:GameOfDayRequest"),
    Route("POST", "/api/guess", "operations.game_advice:next_guess", "game_advice:NextGuessRequest"),
    Route("POST", "/api/guess/check", "operations.game_advice:check_code_in_mind"),
    Route("POST", "/api/next", "operations.game_advice:suggest_guesses", "game_advice:NextRequest"),
    Route("POST", "/api/review", "operations.game_advice:review_game", "game_advice:GameReviewRequest"),
    Route("POST", "/api/games/read", "operations.game_advice:read_pasted_game"),
    Route("POST", "/api/rank", "operations.ranking:rank_best", "ranking:RankingRequest"),
    Route("GET", "/api/openings", "operations.opening_book:list_openings"),
    Route("GET", "/api/ladder", "operations.word_ladders:get_ladders"),
    Route("GET", "/api/neighbours", "operations.word_ladders:list_neighbours"),
    Route("GET", "/api/islands", "operations.word_ladders:measure_list", heavy=True),
    Route("POST", "/api/games", "operations.token_games:start_game", "token_games:NewGameRequest", status=201),
    Route("POST", "/api/games/guess", "operations.token_games:guess_in_game"),
    Route("POST", "/api/games/state", "operations.token_games:get_game"),
    Route("POST", "/api/games/reveal", "operations.token_games:give_up"),
    Route("GET", "/api/words", "operations.word_lists:list_dictionaries"),
    Route("GET", "/api/words/<name>", "operations.word_lists:count_words"),
    Route("GET", "/api/words/<name>/<length>", "operations.word_lists:list_words", heavy=True),
    Route("GET", "/api/families", "operations.family_lists:list_families", heavy=True),
)


def find_route(method: str, path: str) -> tuple[Route, dict[str, str]]:
    """Return the route of an address, and the fields in its path.

    Raises `RouteMissingError` if no route has this path, and `MethodNotAllowedError` if only other methods have it.

    >>> route, in_path = find_route("GET", "/api/words/fr/5")
    >>> route.path, in_path
    ('/api/words/<name>/<length>', {'name': 'fr', 'length': '5'})
    """
    by_method = {}  # the routes that have this path, each with the fields in the path
    for route in ROUTES:
        pattern = re.sub("<(.*?)>", r"(?P<\1>[^/]+)", route.path)  # such as /api/words/(?P<name>[^/]+)
        fields = re.fullmatch(pattern, path)
        if fields:
            by_method[route.method] = route, fields.groupdict()
    if not by_method:
        raise RouteMissingError
    if method not in by_method:
        raise MethodNotAllowedError(known=", ".join(sorted(by_method)))
    return by_method[method]


def read_request(route: Route, in_path: Mapping[str, str], call: Call) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Return the operation that a call asks for, and its arguments: the request, made of the fields that were sent.

    A GET has the fields in its address: in the path (`in_path`) and as parameters. A POST has them in a body of JSON,
    or, if its body is a puzzle as plain text, as parameters: the body is then the second argument.

    Raises `EncodingUnknownError` and `MediaTypeError`, and for wrong fields the errors of `read_query`, `validate_json`
    and `validate_texts`, which name the field.
    """
    query = read_query(call.query)
    if call.method != "POST":
        for name in in_path:  # a field of the path must not be a parameter too
            refuse(name, WHY["unexpected_keyword_argument"], name in query)
        return route.operation, (validate_texts(route.model, {**query, **in_path}),)
    if choose_media_type(route, call) == TEXT:
        from mastermot.operations.puzzles import solve_text
        from mastermot.service.requests.puzzles import SolveOptions

        return solve_text, (validate_texts(SolveOptions, query), call.read_body())
    for name in query:  # beside a body of JSON, no field may stand in the address: the first one is refused
        refuse(name, WHY["unexpected_keyword_argument"], True)
    body = call.read_body().removeprefix(BOM_UTF8)
    return route.operation, (validate_json(route.model, body),)


def choose_media_type(route: Route, call: Call) -> str:
    """Return the media type by which the body of a call is read: `JSON` or, if the route takes that, plain `TEXT`.

    Raises `EncodingUnknownError` for a body that is encoded, such as a compressed one. Raises `MediaTypeError` for a
    body of another type, or in a character encoding that is not in `TEXT_ENCODINGS`.
    """
    if call.encoding.lower() not in ("", "identity"):
        raise EncodingUnknownError(encoding=printable(call.encoding, 50))
    accepted = (JSON, TEXT) if route.takes_text else (JSON,)
    media_type = find_media_type(call)
    is_utf8 = call.charset.lower() in TEXT_ENCODINGS
    if media_type not in accepted or not is_utf8:
        raise MediaTypeError(known=accepted)
    return media_type


def find_media_type(call: Call) -> str:
    """Return the media type of a body: the one that the call names, or `TEXT` if the call names none.

    The type ``application/x-www-form-urlencoded``, which curl gives to every body, counts as none (`UNNAMED`). But a
    body that begins with ``{``, as JSON does, is no text: the type of such a call is returned as it is, and then no
    route accepts the call.
    """
    if call.media_type not in UNNAMED:
        return call.media_type
    looks_like_json = call.read_body().lstrip().startswith(b"{")
    return call.media_type if looks_like_json else TEXT


def read_query(query: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return the parameters of an address by their names, without ``lang``: the language is no field of the request.

    Raises `FieldInvalidError` for a language that we do not have, and for a parameter that is given twice.
    """
    names = [name for name, _value in query]  # a name that is given twice stands here twice
    values = dict(query)
    language = values.pop("lang", "en")
    if language not in languages.LANGUAGES:
        expected = ", ".join(reversed(languages.LANGUAGES))
        raise FieldInvalidError(source="lang", why=Reason(WHY["literal_error"], expected=expected))
    for name in names:
        refuse(name, WHY["given_twice"], names.count(name) > 1)
    return values

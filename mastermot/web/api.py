"""The routes of the API. FastAPI reads and validates requests by the models, and makes the OpenAPI document of both."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any

from cachetools import LRUCache
from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response
from pydantic import BaseModel, WrapValidator

from mastermot import __version__, locale
from mastermot.dictionaries import shelf_json
from mastermot.errors import Reason
from mastermot.web import bounds, dictionaries, models, playing, solving
from mastermot.web.errors import ErrorAt, FieldError, MediaTypeError, NotReadyError
from mastermot.web.lanes import Lanes
from mastermot.web.problems import MEDIA_TYPE, WHY, WHY_TWICE
from mastermot.web.tokens import Seal

JSON = "application/json"
TEXT = "text/plain"
TEXT_ENCODINGS = ("", "utf-8", "utf8", "us-ascii")
REFUSALS = {
    400: "The request cannot be read.",
    404: "The path names no dictionary.",
    409: "The game is over.",
    410: "The game is too old.",
    413: "The body is too large.",
    415: "The media type is not read here.",
    422: "The request is understood and cannot be carried out.",
    503: "The service is busy, or not ready; Retry-After says when to try again.",
}
BODY = (400, 413, 415)
"""Statuses of a body that cannot be read."""
REUSE = "The token of an earlier turn still works: the service keeps no state, and cannot know that it was used."


class Service:
    """What all requests share: the processes, the keys of tokens, and the answers kept."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        """Keep no answer yet; the lanes are opened when the service starts."""
        self.seal = Seal(keys)
        self.lanes: Lanes
        self.kept: LRUCache[bytes, bytes] = LRUCache(bounds.MOST_KEPT, getsizeof=lambda content: len(content) + 500)

    async def answer(
        self,
        model: type[BaseModel],
        task: Callable[..., object],
        *arguments: object,
        keep: bool = True,
        status: int = 200,
    ) -> Response:
        """Return the answer that a task works out in a process, or the one kept; every answer fits its model."""
        language = locale.in_use()
        key = hashlib.sha256(repr((task.__name__, arguments, language)).encode("utf-8", "replace")).digest()
        content = self.kept.get(key) if keep else None
        if content is None:
            content = await self.lanes.run(work_out, language, model, task, *arguments)
            if keep and len(content) < bounds.MOST_KEPT // 4:
                self.kept[key] = content
        return Response(content, status, media_type=JSON)


def work_out(language: str, model: type[BaseModel], task: Callable[..., object], *arguments: object) -> bytes:
    """Return what a task returns, as JSON in a language: a process of the lanes does this."""
    locale.use(language)
    return model.model_validate(task(*arguments)).model_dump_json(exclude_unset=True).encode()


def service_of(request: Request) -> Service:
    """Return what all requests share."""
    service: Service = request.app.state.service
    return service


def check(request: Request) -> None:
    """Refuse a parameter given twice, and a body of another media type than the route reads."""
    for name in request.query_params:
        if len(request.query_params.getlist(name)) > 1:
            raise ErrorAt(FieldError(why=Reason(WHY_TWICE)), name[:100])
    if request.method != "POST":
        return
    content_type = request.headers.get("Content-Type", "")
    kind, _, rest = content_type.lower().partition(";")
    charset = rest.partition("charset=")[2].partition(";")[0].strip(' "')
    known = (JSON, TEXT) if request.url.path == "/api/solve" else (JSON,)
    if kind.strip() not in known or charset not in TEXT_ENCODINGS:
        raise MediaTypeError(media_type=content_type, known=known)
    if kind.strip() == JSON and (extra := [name for name in request.query_params if name != "lang"]):
        raise ErrorAt(FieldError(why=Reason(WHY["extra_forbidden"])), extra[0][:100])


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the descriptions of problem documents that a route may answer with."""
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": REFUSALS[status], "content": content} for status in sorted((*statuses, 422, 503))}


def text_or_json(value: object, validate: Callable[[object], object]) -> object:
    """Return a body in plain text as it is; what was JSON is validated."""
    return value if isinstance(value, bytes) else validate(value)


Shared = Annotated[Service, Depends(service_of)]
Language = Annotated[models.LanguageQuery, Query()]
Name = Annotated[models.Name, Path(examples=["fr-common"])]
Length = Annotated[models.Length, Path(examples=[5])]
Puzzle = Annotated[models.PuzzleRequest, WrapValidator(text_or_json), Body()]
PLAIN_TEXT = {"requestBody": {"content": {TEXT: {"schema": {"type": "string"}, "example": "paume 2\nchoux 1\n"}}}}

router = APIRouter(dependencies=[Depends(check)])


@router.post(
    "/api/solve", tags=["solving"], response_model=models.Solved, responses=refusals(*BODY), openapi_extra=PLAIN_TEXT
)
async def solve_puzzle(service: Shared, puzzle: Puzzle, query: Annotated[models.PuzzleQuery, Query()]) -> Response:
    """Solve a Master Mot puzzle, given as text (a clue a line) or as JSON.

    The answer is the object of `mastermot solve --json`. The parameters of the address are for a puzzle in plain text;
    in JSON they are fields of the body.
    """
    in_text = isinstance(puzzle, bytes)
    options = models.PuzzleOptions(**query.model_dump(exclude={"lang"})) if in_text else puzzle
    return await service.answer(models.Solved, solving.solve_puzzle, puzzle, options, "" if in_text else "/")


@router.post("/api/marks", tags=["solving"], response_model=models.Marks, responses=refusals(*BODY))
async def mark_guess(service: Shared, body: models.MarksRequest, query: Language) -> Response:
    """Mark a guess against a secret, under any of the four rules.

    The answer is the object of `mastermot marks --json`.
    """
    return Response(work_out(locale.in_use(), models.Marks, solving.mark_guess, body), media_type=JSON)


@router.post("/api/puzzles", tags=["solving"], response_model=models.Puzzles, responses=refusals(*BODY))
async def compose_puzzles(service: Shared, body: models.ComposeRequest, query: Language) -> Response:
    """Compose new puzzles, each with one solution.

    The answer is the object of `mastermot compose --json`. Without a seed, one is drawn, and given with the puzzle.
    """
    return await service.answer(models.Puzzles, solving.compose_puzzles, body, keep=body.seed is not None)


@router.get("/api/daily", tags=["solving"], response_model=models.DailyPuzzle, responses=refusals())
async def give_daily(service: Shared, query: Annotated[models.DailyQuery, Query()]) -> Response:
    """Give the puzzle of a day, the same everywhere.

    The answer is the object of `mastermot daily --json`. Puzzles of other days, past and to come, can be asked for too.
    """
    day = query.date or datetime.now(UTC).date()
    return await service.answer(models.DailyPuzzle, solving.give_daily, day, query.level, query.words, keep=True)


@router.post("/api/guess", tags=["playing"], response_model=models.Guess, responses=refusals(*BODY))
async def next_guess(service: Shared, body: models.GuessRequest, query: Language) -> Response:
    """Give the next guess for a game so far.

    The answer also has the codes left, and what the player plays by.
    """
    return await service.answer(models.Guess, playing.next_guess, body)


GAME: dict[str, Any] = {"tags": ["playing"], "response_model": models.GameState}


@router.post("/api/games", **GAME, status_code=201, responses=refusals(*BODY))
async def start_game(service: Shared, body: models.GameRequest, query: Language) -> Response:
    """Start a game: the service holds the secret, and its token holds it sealed.

    Send the token with each guess; every answer has the next token.
    """
    return await service.answer(models.GameState, playing.start_game, body, service.seal, keep=False, status=201)


@router.post(
    "/api/games/guess",
    **GAME,
    responses=refusals(*BODY, 409, 410),
    description=f"The answer is the game after one more turn. {REUSE}",
)
async def guess_in_game(service: Shared, body: models.GameGuessRequest, query: Language) -> Response:
    """Guess in a game."""
    return await service.answer(models.GameState, playing.guess_in_game, body, service.seal, keep=False)


@router.post("/api/games/state", **GAME, responses=refusals(*BODY, 409, 410))
async def look_at_game(service: Shared, body: models.TokenRequest, query: Language) -> Response:
    """Look at a game.

    The answer is the game as it stands.
    """
    return await service.answer(models.GameState, playing.look_at_game, body, service.seal, keep=False)


@router.post("/api/games/reveal", **GAME, responses=refusals(*BODY, 409, 410))
async def give_up(service: Shared, body: models.TokenRequest, query: Language) -> Response:
    """Give a game up, and see the secret.

    The answer is the game, over.
    """
    return await service.answer(models.GameState, playing.give_up, body, service.seal, keep=False)


@router.get("/api/words", tags=["dictionaries"], response_model=models.Shelf, responses=refusals())
async def list_dictionaries(query: Language) -> Response:
    """List the dictionaries: words, lengths, source, licence.

    The answer is the object of `mastermot words --json`.
    """
    return Response(models.Shelf.model_validate(shelf_json()).model_dump_json(), media_type=JSON)


@router.get("/api/words/{name}", tags=["dictionaries"], response_model=models.DictionaryCounts, responses=refusals(404))
async def count_words(service: Shared, name: Name, query: Language) -> Response:
    """Count the words of each length of a dictionary.

    The answer is the object of `mastermot words NAME --json`.
    """
    return await service.answer(models.DictionaryCounts, dictionaries.count_words, name)


@router.get(
    "/api/words/{name}/{length}", tags=["dictionaries"], response_model=models.WordList, responses=refusals(404)
)
async def list_words(service: Shared, name: Name, length: Length, query: Language) -> Response:
    """List the words of one length of a dictionary, with their spellings.

    The answer is the object of `mastermot words NAME --length N --json`.
    """
    return await service.answer(models.WordList, dictionaries.list_words, name, length)


@router.get("/api/cliques", tags=["dictionaries"], response_model=models.Families, responses=refusals())
async def list_families(service: Shared, query: Annotated[models.FamiliesQuery, Query()]) -> Response:
    """List the families of a dictionary: words that differ in one position only.

    The answer is the object of `mastermot cliques --json`.
    """
    return await service.answer(models.Families, dictionaries.list_families, query)


@router.get("/healthz", tags=["dictionaries"], response_model=models.Health, responses=refusals())
async def health(service: Shared, query: Language) -> Response:
    """Tell whether the service is ready.

    It answers 503 until the dictionaries are loaded.
    """
    if not service.lanes.ready:
        raise NotReadyError
    return Response(models.Health(status="ready", version=__version__).model_dump_json(), media_type=JSON)

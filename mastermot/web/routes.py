"""The routes of the API: which operation of `mastermot.operations` each address stands for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_type_hints

from mastermot.operations import fixing, games, playing, solving, words
from mastermot.operations.requests import Request


@dataclass(frozen=True)
class Route:
    """An address, and the operation that it stands for."""

    method: str
    path: str
    operation: Callable[..., Any]
    refusals: tuple[int, ...] = ()
    """The statuses of refusals beside those that all routes of the method have."""
    status: int = 200
    of_text: Callable[..., Any] | None = None
    """The operation for a body in plain text, where the route takes one."""

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
    Route("POST", "/api/guess", playing.next_guess),
    Route("POST", "/api/guess/check", playing.check_code_in_mind),
    Route("POST", "/api/next", playing.suggest_guesses),
    Route("POST", "/api/review", playing.review_game),
    Route("POST", "/api/static", fixing.fix_guesses),
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

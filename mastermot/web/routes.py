"""The routes of the API: which operation of `mastermot.operations` each address stands for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_type_hints

from mastermot import operations
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
    Route("POST", "/api/solve", operations.solve_puzzle, of_text=operations.solve_text),
    Route("POST", "/api/marks", operations.mark_guess),
    Route("POST", "/api/puzzles", operations.compose_puzzles),
    Route("POST", "/api/puzzles/read", operations.read_text),
    Route("GET", "/api/daily", operations.give_daily),
    Route("POST", "/api/guess", operations.next_guess),
    Route("POST", "/api/guess/check", operations.check_code_in_mind),
    Route("POST", "/api/next", operations.suggest_guesses),
    Route("POST", "/api/review", operations.judge_game),
    Route("POST", "/api/static", operations.fix_guesses),
    Route("GET", "/api/ladder", operations.find_chains),
    Route("GET", "/api/neighbours", operations.list_neighbours),
    Route("GET", "/api/islands", operations.measure_list),
    Route("POST", "/api/games", operations.start_game, status=201),
    Route("POST", "/api/games/guess", operations.guess_in_game, (409, 410)),
    Route("POST", "/api/games/state", operations.look_at_game, (409, 410)),
    Route("POST", "/api/games/reveal", operations.give_up, (409, 410)),
    Route("GET", "/api/words", operations.list_dictionaries),
    Route("GET", "/api/words/<name>", operations.count_words, (404,)),
    Route("GET", "/api/words/<name>/<length>", operations.list_words, (404,)),
    Route("GET", "/api/cliques", operations.list_families),
)

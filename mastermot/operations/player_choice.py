"""Who looks for a secret, and how: the fields of a request, and which of them have no effect on a player."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated

from mastermot.errors import N_
from mastermot.game.advice import histories
from mastermot.game.codebreakers import PLAYERS, Codebreaker, player_named
from mastermot.game.players import POOLS
from mastermot.game.strategies import AMONG_CANDIDATES, DRAWING, STRATEGIES
from mastermot.operations import limits
from mastermot.operations.errors import Place, at, refuse
from mastermot.operations.game_setup import GUESSES, CodesChoice, CodesRequest
from mastermot.operations.requests import SEED, Bounds, DictionaryName, Help, Word, list_given
from mastermot.operations.word_choice import open_beside
from mastermot.rules.codes import EMPTY, Codes

WHY_ONLY_CONSISTENT = N_("the pool consistent plays no other words")
WHY_ACCELERATED = N_("the pool accelerated needs {other}")
WHY_NO_EMPTY = N_("it has no effect: the player {player} leaves no hole empty")
WHY_NOT_USED = N_("it has no effect: the player {player} has its own way to play")
WHY_AMONG_CANDIDATES = N_("it has no effect: the strategy {strategy} plays only codes that are left")
WHY_NOTHING_DRAWN = N_("it has no effect: nothing is drawn at random")
OPENING = Help(
    N_("Begin with this guess, whatever the answers. It may be repeated; the guesses are then played in that order."),
    metavar="GUESS",
)


def list_players() -> Iterable[str]:
    return (*PLAYERS, *(name for name in STRATEGIES if name not in PLAYERS))


@dataclass(frozen=True, kw_only=True)
class PlayerChoice(CodesChoice):
    """Who looks for the secret, and how."""

    player: Annotated[
        Word,
        Help(
            N_("Who looks for the secret: the name of a player or of a strategy."),
            names=lambda: PLAYERS,
            completes=list_players,
        ),
    ] = "best"
    strategy: Annotated[
        Word | None,
        Help(N_("The strategy that picks a guess (by default, the player's own)."), names=lambda: STRATEGIES),
    ] = None
    pool: Annotated[
        Word | None,
        Help(
            N_(
                "The guesses to pick from: consistent (the codes left), accelerated (also the acceleration "
                "words) or all (every code). By default, the player's own choice."
            ),
            completes=lambda: POOLS,
        ),
    ] = None
    accelerators: Annotated[list[Word], Bounds(max_length=100)] = field(default_factory=list)
    """Words played only to split families."""
    sample: Annotated[
        int | None, Bounds(ge=2), Help(N_("The most candidates to score; by default, the player's own number."))
    ] = None
    seed: Annotated[int, SEED] = 0
    opening: Annotated[list[Word], Bounds(max_length=limits.MAX_TURNS), OPENING] = field(default_factory=list)
    """Guesses that the player begins with, whatever the answers."""
    guesses: Annotated[DictionaryName | None, GUESSES] = None


@dataclass(frozen=True, kw_only=True)
class PlayerRequest(PlayerChoice, CodesRequest):
    """A game to be played, and who plays it."""


def refuse_unused_plan(request: PlayerChoice, accel: str | None = None) -> None:
    """Raise `FieldInvalidError` for a field that is set though the player or its strategy makes no use of it.

    A strategy that always plays a candidate has no use for a pool, acceleration words or a list of more guesses. But
    the pool `consistent` may be named, since it has only candidates too; fields that have no effect beside this pool
    are refused elsewhere (`check_pool_and_words`, `choose_extra_guesses`). `accel` is the file of acceleration words
    that a command was given, or None. If there is one, errors about these words name the option `accel`.
    """
    # the fields that are set, each with the name that an error has for it
    given = {name: name for name in list_given(request)}
    if accel is not None:
        given["accelerators"] = "accel"
    for field_name in list_unused(request.player):
        if field_name in given:
            refuse(given[field_name], WHY_NOT_USED, wrong=True, player=request.player)
    strategy = request.strategy or request.player  # a player may be named by its strategy
    has_candidates_only = request.pool == "consistent"
    if strategy in AMONG_CANDIDATES and not has_candidates_only:
        for field_name in ("pool", "accelerators", "guesses"):
            if field_name in given:
                refuse(given[field_name], WHY_AMONG_CANDIDATES, wrong=True, strategy=strategy)


def list_unused(player: str) -> Iterator[str]:
    """Yield the fields that change nothing for a player, which has a strategy of its own, or plays codes only.

    >>> list(list_unused("knuth"))
    ['strategy', 'accelerators', 'guesses']
    """
    for field_name in player_named(player).unused:
        yield field_name
        if field_name == "accelerators":
            yield "guesses"  # a list of more words changes nothing either


def check_pool_and_words(request: PlayerChoice, words_field: str, *, is_given: bool) -> None:
    """Raise `FieldInvalidError` for the pool `consistent` with acceleration words, or `accelerated` without them.

    `words_field` is the field or option with these words, and `is_given` says whether it is set.
    """
    refuse(words_field, WHY_ONLY_CONSISTENT, is_given and request.pool == "consistent")
    lacks_words = request.pool == "accelerated" and not is_given
    refuse("pool", WHY_ACCELERATED, lacks_words, other=Place(words_field))


def refuse_idle_empty_guesses(request: PlayerChoice, player: Codebreaker, played: Iterable[str] = ()) -> None:
    """Raise `FieldInvalidError` if the request allows guesses with empty holes, and no guess can have one.

    An empty hole may be in a guess so far (`played`), in the player's opening, or in its acceleration words. The
    acceleration words do not matter if the player has no use for them (`unused`), or plays only candidates.
    """
    guesses = [*player.plan.opening, *played]
    uses_accelerators = "accelerators" not in player.unused
    plays_candidates_only = player.plan.strategy in AMONG_CANDIDATES
    if uses_accelerators and not plays_candidates_only:
        guesses += player.plan.accelerators
    has_empty_hole = any(EMPTY in guess for guess in guesses)
    refuse("empty_guesses", WHY_NO_EMPTY, request.empty_guesses and not has_empty_hole, player=request.player)


def refuse_idle_seed(request: PlayerChoice, player: Codebreaker, given: Collection[str]) -> None:
    """Raise `FieldInvalidError` if the seed is among the fields or options `given`, though nothing is drawn at random.

    In hard mode the player's strategy alone chooses among the guesses allowed, so it decides whether guesses are drawn.
    Otherwise the player chooses in its own way, and may draw guesses whatever its strategy is.
    """
    in_hard_mode = getattr(request, "hard", None) is not None  # not every request has a hard mode
    draws = player.plan.strategy in DRAWING if in_hard_mode else player.draws
    refuse("seed", WHY_NOTHING_DRAWN, "seed" in given and not draws)


def choose_extra_guesses(request: PlayerChoice, codes: Codes) -> tuple[str, ...]:
    """Return what the player may guess though it cannot be the secret, folded.

    If the request names a list of words (`guesses`), the extra guesses are the words of this list and of the game's
    dictionary, without those that can be the secret. If it names none, they are the guesses with empty holes, if the
    game allows these and the player's pool is not `consistent`; otherwise there are none. Raises `FieldInvalidError`
    for a list beside the pool `consistent`, and `CodesChoiceError` for a list in a game of colours.
    """
    if request.guesses is None:
        pool = request.pool or player_named(request.player).default_pool
        plays_empty_holes = codes.empty_guesses and pool != "consistent"
        return histories.list_extra_guesses(codes, None) if plays_empty_holes else ()
    refuse("guesses", WHY_ONLY_CONSISTENT, request.pool == "consistent")
    with at("guesses"):
        return histories.list_extra_guesses(codes, open_beside(request.guesses, codes.letters))

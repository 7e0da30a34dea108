"""Codebreakers by name: the modules of `mastermot.game.players` are the players, and each strategy alone is one too."""

from collections.abc import Sequence
from importlib import import_module

from mastermot.errors import N_, Reason, read_whole
from mastermot.game.errors import find_named
from mastermot.game.players.base import PLAYERS, POOLS, Choice, Codebreaker, Plan, StrategyPlayer, register
from mastermot.game.strategies import STRATEGIES
from mastermot.rules.codes import Codes
from mastermot.words.folding import fold_symbols

__all__ = ["PLAYERS", "POOLS", "Choice", "Codebreaker", "Plan", "make_codebreaker", "player_named", "register"]

for _module in ("best", "decodeur", "knuth", "jourde", "chance", "book"):  # as the players are listed
    import_module(f"mastermot.game.players.{_module}")


def player_named(name: str) -> type[Codebreaker]:
    """Return the class of a player, or the plain player of a strategy, of this name. Raises `NameUnknownError`."""
    if name in STRATEGIES and name not in PLAYERS.data:
        return StrategyPlayer
    if name in PLAYERS:
        return PLAYERS[name]
    return find_named(Reason(N_("player")), name, dict.fromkeys((*PLAYERS, *STRATEGIES), StrategyPlayer))


def make_codebreaker(
    player: str = "best",
    *,
    codes: Codes | None = None,
    strategy: str | None = None,
    pool: str | None = None,
    accelerators: Sequence[str] = (),
    sample: int | None = None,
    seed: int = 0,
    opening: Sequence[str] = (),
) -> Codebreaker:
    """Return the player of this name; a strategy's name alone is the plain player of that strategy.

    What is left out is the player's own, for a game with these `codes` or, when none are given, with words.
    `accelerators` and the guesses of an `opening`, played whatever the answers, are folded here. Raises
    `NameUnknownError`, with the nearest names, `NotAWordError`, `WrongKindError`, and what `Codes.fold` raises.
    """
    made = player_named(player)
    scored = made.default_sample if sample is None else read_whole("sample", sample, 2)
    usual = player if made is StrategyPlayer else made.choose_strategy(codes)
    if pool is None:
        pool = "accelerated" if accelerators and made.default_pool == "consistent" else made.default_pool
    words = tuple(fold_symbols(word, getattr(codes, "letters", None)) for word in accelerators)
    first = tuple(map(fold_symbols if codes is None else codes.fold, opening))
    return made(Plan(player, strategy or usual, pool, words, scored, seed, first))

"""What the tests of explorations share: the reference lists, a slow and obvious player loop, ready configurations."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mastermot import (
    BLACK_WHITE,
    Codebreaker,
    Codes,
    ColourCodes,
    Configuration,
    MastermotError,
    Position,
    Rule,
    Turn,
    WordCodes,
    make_codebreaker,
    open_dictionary,
)
from mastermot.engine import Engine
from mastermot.lab.explore import Record, Store, explore
from tests.reference import FRENCH


def reference(name: str, strategy: str) -> Configuration:
    """Return the configuration of J. Forget's Perl program over 4 holes and 6 colours, `s4c6`, or his words, `fr4`."""
    codes = ColourCodes(4, 6) if name == "s4c6" else WordCodes(open_dictionary(str(FRENCH)), 4)
    return Configuration(codes, BLACK_WHITE, make_codebreaker("decodeur", strategy=strategy))


def small(strategy: str = "entropy", holes: int = 3, colours: int = 4) -> Configuration:
    """Return a configuration that is played in no time."""
    return Configuration(ColourCodes(holes, colours), BLACK_WHITE, make_codebreaker("decodeur", strategy=strategy))


def games(configuration: Configuration, engine: Engine | None = None, **settings: float) -> list[Record]:
    """Return all games of a configuration, in order."""
    return sorted(game for batch in explore(configuration, engine=engine, **settings) for game in batch)


def read_kept(path: Path) -> list[Record]:
    """Return the games of the one run that a store has; none where it is not there, or is just made."""
    try:
        with Store(path) as store:
            return store.read_records(1) if store.read_runs() else []
    except MastermotError:
        return []


def obvious(codes: Codes, rule: Rule, player: Codebreaker, most_turns: int) -> Iterable[Record]:
    """Yield every game, played alone from the first turn, each position made anew from its history."""
    for place, secret in enumerate(codes.texts):
        history: list[Turn] = []
        while len(history) < most_turns and (not history or history[-1].guess != secret):
            guess = player.choose(Position(codes, rule, tuple(history))).guess
            history.append(Turn(guess, rule.mark(guess, secret)))
        won = history[-1].guess == secret
        yield Record(place, secret, len(history) if won else None, tuple(turn.guess for turn in history))

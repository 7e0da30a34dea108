"""What the tests of explorations share: the reference lists, a slow and obvious player loop, ready configurations."""

from __future__ import annotations

from collections.abc import Iterable

from mastermot.codes import Codes, ColourCodes, ListedCodes, WordCodes
from mastermot.dictionaries import open_dictionary
from mastermot.engine import Engine
from mastermot.explore.configurations import Configuration
from mastermot.explore.runs import Record, explore, sort_records
from mastermot.families.accelerators import of_length, read_accelerators
from mastermot.play.codebreakers import Codebreaker, make_codebreaker
from mastermot.play.positions import Position, Turn
from mastermot.rules import BLACK_WHITE, Rule
from tests.reference import ACCELERATION, FRENCH, sorted_sgb


def reference_codes(name: str) -> Codes:
    """Return the codes that REFERENCE.md calls by this name; ``+a`` after it is for the player, not for the codes."""
    name = name.removesuffix("+a")
    if name.startswith("s4c"):
        return ColourCodes(4, int(name[3:]))
    if name == "sgb-s":
        return ListedCodes(sorted_sgb(), "sgb-s")
    return WordCodes(open_dictionary(str(FRENCH)), int(name[2:]))


def reference(name: str, strategy: str) -> Configuration:
    """Return the Perl program's configuration over the codes of this name, with its acceleration words for ``+a``."""
    codes = reference_codes(name)
    words = of_length(read_accelerators(ACCELERATION), codes.length) if name.endswith("+a") else ()
    return Configuration(codes, BLACK_WHITE, make_codebreaker("decodeur", strategy=strategy, accelerators=words))


def small(strategy: str = "entropy", holes: int = 3, colours: int = 4) -> Configuration:
    """Return a configuration that is played in no time."""
    return Configuration(ColourCodes(holes, colours), BLACK_WHITE, make_codebreaker("decodeur", strategy=strategy))


def games(configuration: Configuration, engine: Engine | None = None, **settings: float) -> list[Record]:
    """Return all games of a configuration, in order."""
    return sort_records(game for batch in explore(configuration, engine=engine, **settings) for game in batch)


def obvious(codes: Codes, rule: Rule, player: Codebreaker, most_turns: int) -> Iterable[Record]:
    """Yield every game, played alone from the first turn, each position made anew from its history."""
    for place, secret in enumerate(codes.texts):
        history: list[Turn] = []
        while len(history) < most_turns and (not history or history[-1].guess != secret):
            guess = player.choose(Position(codes, rule, tuple(history))).guess
            history.append(Turn(guess, rule.mark(guess, secret)))
        won = history[-1].guess == secret
        yield Record(place, secret, len(history) if won else None, tuple(turn.guess for turn in history))

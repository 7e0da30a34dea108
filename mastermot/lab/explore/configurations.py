"""A configuration: everything that decides how its games go, and the names that tell it from the others."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import NamedTuple

from mastermot.game.codebreakers import PLAYERS, Codebreaker
from mastermot.game.players import StrategyPlayer
from mastermot.rules import Rule
from mastermot.rules.codes import Codes

MAX_TURNS = 100
"""Turns after which a game counts as unfinished: a player that guesses among all codes at random may go on and on."""
MAX_NAMED = 1000  #: Acceleration words that settings name one by one; a longer list is told by its checksum.
METHOD = 4  #: Which choices the players make: raised when one would choose otherwise, so that results never mix.


class Settings(NamedTuple):
    """What defines a configuration, as plain values; two configurations with equal settings are one and the same."""

    checksum: str  #: The SHA-256 of the codes, in order.
    colours: str  #: The game with colours; empty for words.
    rule: str  #: The name of the rule.
    player: str  #: The name of the player.
    strategy: str  #: The name of the strategy, and behind it a fixed opening: ``parts@AABC``.
    pool: str  #: The name of the pool.
    accelerators: str  #: Acceleration words, spaces between; of more than `MAX_NAMED`, how many and their SHA-256.
    sample: str  #: Candidates scored at most; empty for all.
    seed: str  #: Empty where nothing is left to chance.
    most_turns: int = MAX_TURNS  #: Turns after which a game is given up.
    method: int = METHOD  #: Which choices the players of the program make.


@dataclass
class Configuration:
    """Codes, rule and player of a whole exploration; a game not won in `most_turns` turns is recorded as unfinished."""

    codes: Codes
    rule: Rule
    codebreaker: Codebreaker
    most_turns: int = MAX_TURNS

    @property
    def settings(self) -> Settings:
        """What defines the configuration; what has no effect on its games is left empty."""
        plan = self.codebreaker.plan
        return Settings(
            checksum=self.codes.checksum,
            colours=self.codes.name if self.codes.colours > 0 else "",
            rule=self.rule.name,
            player=plan.player,
            strategy="@".join((plan.strategy, *plan.opening)),
            pool=plan.pool,
            accelerators=write_words(plan.accelerators) if plan.pool != "consistent" else "",
            sample=str(plan.sample or ""),
            seed=str(plan.seed) if plan.strategy == "random" else "",
            most_turns=self.most_turns,
        )

    @property
    def name(self) -> str:
        """A short name for tables, as ``sgb-5/decodeur/entropy``: what is usual is left out."""
        return name_run(name_codes(self.codes), self.settings)


def write_words(words: Sequence[str]) -> str:
    """Return words with spaces between; of a long list the checksum of its sorted words, and how many they are."""
    if len(words) <= MAX_NAMED:
        return " ".join(words)
    checksum = hashlib.sha256("".join(f"{word}\n" for word in sorted(words)).encode()).hexdigest()
    return f"sha256 {checksum} {len(words)}"


def name_codes(codes: Codes) -> str:
    """Return a short name of the codes, without spaces: ``sgb-5``, ``4x6``, ``4x10-no-repeats``."""
    if codes.colours > 0:
        kinds = "-no-repeats" * (not codes.repeats) + "-empty" * codes.empty + "-digits" * codes.digits
        kinds += f"-symbols-{codes.own_symbols}" if codes.own_symbols else ""
        return f"{codes.length}x{codes.colours}{kinds}"
    name = codes.dictionary.name if codes.dictionary is not None else codes.name
    return f"{'-'.join(PurePath(name).stem.split())}-{codes.length}"


def name_run(codes: str, settings: Settings) -> str:
    """Return the name of a configuration over codes of a short name."""
    player = PLAYERS.get(settings.player, StrategyPlayer)
    words = settings.accelerators.split()
    fields = (
        codes,
        settings.rule if settings.rule != "black-white" else "",
        settings.player,
        settings.strategy if settings.strategy != settings.player else "",
        settings.pool if settings.pool != player.default_pool else "",
        f"guesses-{words[1][:8]}" if words[:1] == ["sha256"] else "+".join(words[:4]) + "+…" * (len(words) > 4),
        f"sample-{settings.sample}" if settings.sample not in ("", str(player.default_sample)) else "",
        f"seed-{settings.seed}" if settings.seed else "",
        f"most-{settings.most_turns}" if settings.most_turns != MAX_TURNS else "",
    )
    return "/".join(filter(None, fields))

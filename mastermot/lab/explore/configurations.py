"""A configuration: everything that decides how its games go, and the names that tell it from the others.

The words that this module uses in a sense of its own:

- the *settings* of a configuration: all that defines it, as texts and numbers, as a row of a store has them;
- a *plan*: a player's name, strategy, pool, sample, seed and opening, which say how it plays (`players.Plan`);
- a *pool*: which guesses a player may make, `consistent` (candidates only), `accelerated` (acceleration words too), or
  `all` (every code);
- a *sample*: how many candidates, and how many guesses, a player looks at, at most;
- an *opening*: first guesses that are played whatever their marks are.
"""

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
"""A game is given up after so many turns, since a player that guesses at random may never end."""
MAX_NAMED = 1000  #: The most acceleration words that settings list; if there are more, settings have their checksum.
MAX_SHOWN = 4  #: The most acceleration words that the name of a run shows.
METHOD = 4  #: Raised whenever a player's choices change, so that old and new results never mix.


class Settings(NamedTuple):
    """What defines a configuration, as plain values; two configurations with equal settings are one and the same."""

    checksum: str  #: The SHA-256 of the codes, in order.
    colours: str  #: The name of codes of colours; empty for words.
    rule: str  #: The name of the rule.
    player: str  #: The name of the player.
    strategy: str  #: The name of the strategy; a fixed opening follows it: ``parts@AABC``.
    pool: str  #: The name of the pool.
    accelerators: str  #: Acceleration words with spaces between; of a long list the checksum (`write_words`).
    sample: str  #: The most candidates scored; empty for all.
    seed: str  #: Empty if nothing is left to chance.
    most_turns: int = MAX_TURNS  #: Turns after which a game is given up.
    method: int = METHOD  #: The version of the players' choices.


@dataclass
class Configuration:
    """Codes, rule and player of a whole exploration; a game not won in `most_turns` turns is recorded as unfinished."""

    codes: Codes
    rule: Rule
    codebreaker: Codebreaker
    most_turns: int = MAX_TURNS

    @property
    def settings(self) -> Settings:
        """The values that define the configuration. One that has no effect on its games is empty.

        - `colours` is empty for words: the checksum says which words they are.
        - `accelerators` is empty if the pool is `consistent`: then acceleration words are not played.
        - `sample` is empty if all candidates are looked at.
        - `seed` is empty if the player draws nothing.

        So configurations that differ only in such a value have equal settings, and are one run of a store.
        """
        plan = self.codebreaker.plan
        return Settings(
            checksum=self.codes.checksum,
            colours=self.codes.name if self.codes.colours > 0 else "",
            rule=self.rule.name,
            player=plan.player,
            strategy="@".join((plan.strategy, *plan.opening)),
            pool=plan.pool,
            accelerators=write_words(plan.accelerators) if plan.pool != "consistent" else "",
            sample="" if plan.sample is None else str(plan.sample),
            seed=str(plan.seed) if self.codebreaker.draws else "",
            most_turns=self.most_turns,
        )

    @property
    def name(self) -> str:
        """A short name for tables, such as ``sgb-5/decodeur/entropy``, without what is the default."""
        return name_run(name_codes(self.codes), self.settings)


def write_words(words: Sequence[str]) -> str:
    """Return words with spaces between; if there are more than `MAX_NAMED`, a text with their checksum.

    This text has three parts, with spaces between: “sha256”, the checksum of the sorted words, and how many they are.
    """
    if len(words) <= MAX_NAMED:
        return " ".join(words)
    checksum = hashlib.sha256("".join(f"{word}\n" for word in sorted(words)).encode()).hexdigest()
    return f"sha256 {checksum} {len(words)}"


def name_codes(codes: Codes) -> str:
    """Return a short name of the codes, without spaces: ``sgb-5``, ``4x6``, ``4x10-no-repeats``, ``4x6-empty``.

    For words, it is the name of their dictionary, or of their list without the ending of a file; then their length.
    """
    if codes.colours == 0:
        name = codes.dictionary.name if codes.dictionary is not None else codes.name
        without_spaces = "-".join(PurePath(name).stem.split())
        return f"{without_spaces}-{codes.length}"
    variants = []
    for variant in codes.list_variants():  # such as “no repeats” or “empty holes”
        variants.append(variant.removesuffix(" holes").replace(" ", "-"))
    return "-".join([f"{codes.length}x{codes.colours}", *variants])


def name_run(codes: str, settings: Settings) -> str:
    """Return the name of a configuration: the short name of its `codes`, its player, and what is not the default.

    These are left out: the rule `black-white`; the player's default pool and default sample; sample, seed and
    acceleration words if they are empty; and the default limit of turns. The strategy is left out only if the player
    has its name.

    >>> settings = Settings(
    ...     checksum="0a1b",
    ...     colours="4 holes, 6 colours",
    ...     rule="black",
    ...     player="decodeur",
    ...     strategy="minimax",
    ...     pool="accelerated",
    ...     accelerators="",
    ...     sample="",
    ...     seed="7",
    ... )
    >>> name_run("4x6", settings)
    '4x6/black/decodeur/minimax/accelerated/seed-7'
    """
    player = PLAYERS.get(settings.player, StrategyPlayer)  # a run may be of a player that is not installed here
    fields = [codes]
    if settings.rule != "black-white":
        fields.append(settings.rule)
    fields.append(settings.player)
    if settings.strategy != settings.player:  # the plain player of a strategy has its name
        fields.append(settings.strategy)
    if settings.pool != player.default_pool:
        fields.append(settings.pool)
    if settings.accelerators:
        fields.append(_shorten_words(settings.accelerators.split()))
    has_default_sample = settings.sample in ("", str(player.default_sample))
    if not has_default_sample:
        fields.append(f"sample-{settings.sample}")
    if settings.seed:
        fields.append(f"seed-{settings.seed}")
    if settings.most_turns != MAX_TURNS:
        fields.append(f"most-{settings.most_turns}")
    return "/".join(fields)


def _shorten_words(words: Sequence[str]) -> str:
    """Return the acceleration words for a name, ``TARSE+MOINS``: after the first `MAX_SHOWN`, “…” for all others.

    For a list too long for settings, `words` are the three parts of the text that `write_words` returns. Then the
    beginning of the checksum is returned, ``guesses-0a1b2c3d``.
    """
    if words[0] == "sha256":
        return f"guesses-{words[1][:8]}"
    if len(words) > MAX_SHOWN:
        return "+".join([*words[:MAX_SHOWN], "…"])
    return "+".join(words)

"""Runs: every game of a configuration, played on any engine, in batches as they end (see `docs/how-it-works.md`).

The words that this module uses in a sense of its own:

- a *position*: the turns so far, and the candidates that agree with them; the games of these candidates all begin with
  these turns;
- an *open* position: one whose games are not played yet;
- a *record*: one game that has ended, with the code that was its secret;
- a game is *given up* once it has as many turns as the configuration allows;
- a *row*: the number of a code or a guess in the table; the rows of the codes are their indices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from mastermot.engine import SLICE, Engine, SerialEngine, take_pieces, work_through
from mastermot.game.codebreakers import Codebreaker, make_codebreaker
from mastermot.game.partitions import Rows, Table
from mastermot.game.positions import Position, Turn
from mastermot.lab.explore.configurations import Configuration
from mastermot.rules import Rule, rule_named
from mastermot.rules.codes import Codes

Known = Mapping[int, tuple[str, ...]]  #: The guesses of games played before, by the index of the code.


class Record(NamedTuple):
    """The record of one game: the code with its index, the turns that it took, and the guesses."""

    code_index: int
    code: str
    turns: int | None  #: None when the game was given up unfinished.
    guesses: tuple[str, ...]

    @property
    def length(self) -> int:
        """The number of turns; a game given up counts as one more than its guesses."""
        return len(self.guesses) + (self.turns is None)


class OpenPosition(NamedTuple):
    """A position still to be played. It can be sent to another process."""

    history: tuple[Turn, ...]
    candidates: Rows  #: The indices of the codes that agree with these turns.


class GameTree:
    """The decision tree of a configuration, walked position by position. It is pickled as its configuration."""

    def __init__(self, configuration: Configuration, table: Table | None = None) -> None:
        """Keep the configuration, and a table of its codes and its rule: `table`, or if None a new one.

        The guesses of the plan that may be no codes are entered into the table now, so that it does not change while
        games are played. These guesses are the opening, and the acceleration words, unless the pool is `consistent`,
        which does not play them. Raises `TooManyCodesError` if the codes cannot be listed.
        """
        self.configuration = configuration
        self.codebreaker = configuration.codebreaker
        self.codes = configuration.codes
        self.rule = configuration.rule
        self.texts = configuration.codes.texts
        self.table = Position(self.codes, self.rule).table if table is None else table
        plan = self.codebreaker.plan
        self.table.rows(plan.opening)  # enters these guesses into the table
        if plan.pool != "consistent":
            self.table.rows(plan.accelerators)

    def __reduce__(self) -> tuple[type[GameTree], tuple[Configuration]]:
        return GameTree, (self.configuration,)

    def advance(self, waiting: list[OpenPosition], seconds: float) -> tuple[list[Record], list[OpenPosition]]:
        """Play positions of `waiting` during about so many seconds.

        Returns the games that ended or were given up, and the positions still to play. `waiting` stays as it is.

        The last position is taken first. If its games have as many turns as are allowed, they are given up; otherwise
        the player guesses, and the positions that follow are put at the end, to be taken next.
        """
        records = list[Record]()
        remaining = list(waiting)
        for here in take_pieces(remaining, seconds):  # takes each position out of `remaining`
            if len(here.history) >= self.configuration.most_turns:
                records += self.give_up(here)
            else:
                records += self.branch(here, self.choose(here), remaining)
        return records, remaining

    def give_up(self, here: OpenPosition) -> list[Record]:
        """Return the records of the games of all candidates of a position, which are given up there."""
        guesses = tuple(turn.guess for turn in here.history)
        return [Record(code, self.texts[code], None, guesses) for code in here.candidates.tolist()]

    def choose(self, here: OpenPosition) -> str:
        """Return the guess of the player at a position."""
        position = Position(self.codes, self.rule, here.history, table=self.table, candidates=here.candidates)
        return self.codebreaker.choose(position).guess

    def branch(self, here: OpenPosition, guess: str, waiting: list[OpenPosition]) -> list[Record]:
        """Append to `waiting` the positions that may follow `guess`. Returns the games that `guess` ends.

        `guess` ends one game if it is a candidate, else none. The other candidates are put together by the marks that
        they give `guess`: each of these classes makes a position, with this turn after the turns of `here`.
        """
        ended: list[Record] = []
        table = self.table
        for marks_number, candidates in table.split(table.row(guess), here.candidates):
            if marks_number == table.solved:
                guesses_before = tuple(turn.guess for turn in here.history)
                guesses = (*guesses_before, guess)
                ended.append(Record(int(candidates[0]), guess, len(guesses), guesses))
            else:
                turn = Turn(guess, self.rule.marks(marks_number, table.length))
                waiting.append(OpenPosition((*here.history, turn), candidates))
        return ended

    def resume(self, known: Known) -> tuple[list[Record], list[OpenPosition]]:
        """Return the games that follow from known games, and the positions from which others are still to be played.

        `known` has the guesses of each known game, by the index of its code. The tree is walked from its root, a
        position at a time:

        1. If the games of all candidates are known, nothing is left to do there.
        2. If none of these games is known, the position is returned: its games are to be played.
        3. If some of these games are known, the next guess of the first of these is the guess for all candidates, since
           the player guesses the same for all. The positions that follow are walked in the same way.
        4. If the first known game has no next guess, it was given up here. The position is returned, and all its games
           are given up again, even those that were known.

        A game follows from known games if a guess of one of them ends it; known games are not returned.

        Of the nine codes AA, AB, … CC, only the game of BC is known (code 5): its guesses were AA, BB and BC. So the
        games of AA and BB are known too. Still to be played are the games of the codes that get other marks for AA than
        BC does, or for BB, or for BC:

        >>> from mastermot.game.codebreakers import make_codebreaker
        >>> from mastermot.rules import BLACK
        >>> from mastermot.rules.codes import ColourCodes
        >>> tree = GameTree(Configuration(ColourCodes(2, 3), BLACK, make_codebreaker("decodeur")))
        >>> ended, waiting = tree.resume({5: ("AA", "BB", "BC")})
        >>> [record.guesses for record in ended]
        [('AA',), ('AA', 'BB')]
        >>> [[tree.texts[candidate] for candidate in here.candidates] for here in waiting]
        [['AB', 'AC', 'BA', 'CA'], ['CB'], ['CC']]
        """
        ended: list[Record] = []
        is_known = np.zeros(len(self.texts), np.bool_)  # a flag for each code whose game is known
        is_known[list(known)] = True
        to_follow = [OpenPosition((), np.arange(len(self.texts)))]
        waiting = []
        while to_follow:
            here = to_follow.pop()
            candidate_is_known = is_known[here.candidates]
            if candidate_is_known.all():
                continue
            if not candidate_is_known.any():
                waiting.append(here)
                continue
            first_index = candidate_is_known.argmax()  # that of the first flag that is set
            first_known = int(here.candidates[first_index])
            guesses = known[first_known]
            depth = len(here.history)
            if depth < len(guesses):
                ended += self.branch(here, guesses[depth], to_follow)
            else:
                waiting.append(here)
        return [record for record in ended if not is_known[record.code_index]], waiting


def explore(
    configuration: Configuration, known: Known | None = None, *, engine: Engine | None = None, seconds: float = SLICE
) -> Iterator[list[Record]]:
    """Yield the records of all games of a configuration, in batches, except those in `known`.

    `known` has the guesses of games played before, by the index of the code: they save time (`GameTree.resume`). A
    known game that was given up comes again if another game that ends at the same position is not known.

    A batch comes about every `seconds`. If no `engine` is given, this process plays all games alone. Otherwise the
    workers of the engine share the work after a while (the seconds of `Engine.patience`): the records are the same, in
    another order. Raises `TooManyCodesError`, `PlayerGameError` or `WorkerLostError`.
    """
    tree = GameTree(configuration)
    records, waiting = tree.resume(known or {})
    if records:  # games that follow from those known, and need not be played
        yield records

    def measure(here: OpenPosition) -> int:
        """Return how many games are still to be played: the measure by which the engine shares positions out."""
        return len(here.candidates)

    yield from work_through(engine or SerialEngine(), GameTree.advance, tree, waiting, measure, seconds=seconds)


def play_all(configuration: Configuration, engine: Engine | None = None) -> list[Record]:
    """Return the record of every game of a configuration, in the order of the codes."""
    return sorted(record for batch in explore(configuration, engine=engine) for record in batch)


def count_turns(
    codes: Codes, rule: Rule | str, codebreaker: Codebreaker | str, engine: Engine | None = None
) -> dict[str, int | None]:
    """Return the turns that a player takes for each secret, None for a game given up.

    The rule and the player may be given by name; a player given by name has its defaults for these codes.
    """
    rule = rule_named(rule)
    if isinstance(codebreaker, str):
        codebreaker = make_codebreaker(codebreaker, codes=codes)
    return {record.code: record.turns for record in play_all(Configuration(codes, rule, codebreaker), engine)}

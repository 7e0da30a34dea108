"""Every game of a configuration, played out as one decision tree.

All games begin with the same guess; those that get the same marks go on alike. So the player chooses once for each
position that occurs, and a whole list costs little more than a few games. The tree is walked with a list of the
positions that wait, whatever its depth, a slice of time after the other: what a slice has played can be kept at once,
and what still waits can be given to another process.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from mastermot.codes import Codes
from mastermot.explore.configurations import Configuration
from mastermot.play.codebreakers import Codebreaker
from mastermot.play.partitions import Rows
from mastermot.play.positions import Position, Turn
from mastermot.rules import Rule

SLICE = 0.25
"""Seconds between two batches of games."""
PATIENCE = 2.0
"""Seconds of work done alone before other processes are started: starting them takes part of a second."""


class Game(NamedTuple):
    """One game of a configuration: the secret and its place among the codes, the turns it took, the guesses played.

    `turns` is None when the game was given up unfinished.
    """

    place: int
    code: str
    turns: int | None
    guesses: tuple[str, ...]


class Node(NamedTuple):
    """A position that waits to be played: the turns so far and the candidates left. It travels between processes."""

    history: tuple[Turn, ...]
    candidates: Rows


class Tree:
    """The decision tree of a configuration, walked node by node."""

    def __init__(self, configuration: Configuration) -> None:
        """Prepare the codes. Raises `TooManyCodesError` when they cannot be listed."""
        self.codes = configuration.codes
        self.rule = configuration.rule
        self.codebreaker = configuration.codebreaker
        self.most_turns = configuration.most_turns
        self.texts = self.codes.texts
        self.table = Position(self.codes, self.rule).table

    def root(self) -> Node:
        """Return the position before the first turn."""
        return Node((), np.arange(len(self.texts)))

    def advance(self, waiting: list[Node], seconds: float) -> list[Game]:
        """Return the games that end within about so many seconds; `waiting` is left with what is still to play."""
        games: list[Game] = []
        end = time.monotonic() + seconds
        while waiting:
            node = waiting.pop()
            if len(node.history) >= self.most_turns:
                guesses = tuple(turn.guess for turn in node.history)
                games += [Game(place, self.texts[place], None, guesses) for place in node.candidates.tolist()]
            else:
                games += self._branch(node, self._choose(node), waiting)
            if time.monotonic() >= end:
                break
        return games

    def _choose(self, node: Node) -> str:
        position = Position(self.codes, self.rule, node.history, table=self.table, candidates=node.candidates)
        return self.codebreaker.choose(position).guess

    def _branch(self, node: Node, guess: str, waiting: list[Node]) -> list[Game]:
        """Add to `waiting` the positions that `guess` leads to; return the game that it ends, where there is one."""
        ended: list[Game] = []
        table = self.table
        for number, candidates in table.split(int(table.rows([guess])[0]), node.candidates):
            if number == table.solved:
                guesses = (*(turn.guess for turn in node.history), guess)
                ended.append(Game(int(candidates[0]), guess, len(guesses), guesses))
            else:
                turn = Turn(guess, self.rule.marks(number, table.length))
                waiting.append(Node((*node.history, turn), candidates))
        return ended

    def resumed(self, known: Mapping[int, tuple[str, ...]]) -> tuple[list[Game], list[Node]]:
        """Return the games and the positions still to play, when those at the places in `known` are there.

        Known games tell, by their guesses, what was played on their way, so nothing is computed twice; a game that is
        not known may be all on the way of others.
        """
        ended: list[Game] = []
        done = np.zeros(len(self.texts), np.bool_)
        done[list(known)] = True
        mixed, waiting = [self.root()], []
        while mixed:
            node = mixed.pop()
            played = done[node.candidates]
            if not played.any():
                waiting.append(node)
            elif not played.all():
                depth = len(node.history)
                guesses = known[int(node.candidates[played.argmax()])]
                if depth < len(guesses):
                    ended += self._branch(node, guesses[depth], mixed)
                else:
                    waiting.append(node)
        return [game for game in ended if not done[game.place]], waiting


def explore(
    configuration: Configuration,
    known: Mapping[int, tuple[str, ...]] | None = None,
    *,
    jobs: int = 1,
    patience: float = PATIENCE,
    seconds: float = SLICE,
) -> Iterator[list[Game]]:
    """Yield the games of a configuration, those of `known` (guesses by place) left out, in batches as they end.

    After `patience` seconds, what is left is shared between `jobs` processes when that is more than one: the games are
    the same, in another order. A batch comes every so many `seconds`, unless a single choice takes longer.
    """
    tree = Tree(configuration)
    ended, waiting = tree.resumed(known) if known else ([], [tree.root()])
    if ended:
        yield ended
    start = time.monotonic()
    while waiting and (jobs <= 1 or time.monotonic() - start < patience):
        yield tree.advance(waiting, seconds)
    if waiting:
        from mastermot.explore.workers import shared

        yield from shared(configuration, waiting, jobs, seconds)


def played(configuration: Configuration, jobs: int = 1) -> list[Game]:
    """Return every game of a configuration, in the order of the codes."""
    return in_order(game for batch in explore(configuration, jobs=jobs) for game in batch)


def in_order(games: Iterator[Game] | Collection[Game]) -> list[Game]:
    """Return the games in the order of their codes."""
    return sorted(games, key=lambda game: game.place)


def turns(codes: Codes, rule: Rule, codebreaker: Codebreaker, jobs: int = 1) -> dict[str, int | None]:
    """Return the turns that `codebreaker` takes for every secret of `codes`, in their order."""
    return {game.code: game.turns for game in played(Configuration(codes, rule, codebreaker), jobs)}

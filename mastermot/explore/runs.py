"""Runs: every game of a configuration, played on any engine, in batches as they end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from mastermot.codes import Codes
from mastermot.engine import SLICE, Engine, SerialEngine, work_through
from mastermot.explore.configurations import Configuration
from mastermot.explore.tree import GameTree, OpenPosition, Record
from mastermot.play.codebreakers import Codebreaker, make_codebreaker
from mastermot.rules import Rule, rule_named


def explore(
    configuration: Configuration,
    known: Mapping[int, tuple[str, ...]] | None = None,
    *,
    engine: Engine | None = None,
    patience: float | None = None,
    seconds: float = SLICE,
) -> Iterator[list[Record]]:
    """Yield the records of all games of a configuration, those of `known` (guesses by place) left out, in batches.

    A batch comes every so many `seconds`, unless a single choice takes longer. After `patience` seconds in this
    process (by default those of the engine) the work is shared between the engine's workers: the records are the same,
    in another order. Raises `TooManyCodesError` when the codes cannot be listed, `PlayerGameError` when the player
    does not play them, and `WorkerLostError`.
    """
    tree = GameTree(configuration)
    records, waiting = tree.resume(known) if known else ([], [tree.root()])
    if records:
        yield records
    yield from work_through(
        engine or SerialEngine(), GameTree.advance, tree, waiting, count_candidates, patience=patience, seconds=seconds
    )


def count_candidates(here: OpenPosition) -> int:
    """Return how many games are still to play at a position."""
    return len(here.candidates)


def play_all(configuration: Configuration, engine: Engine | None = None) -> list[Record]:
    """Return the record of every game of a configuration, in the order of the codes. Raises what `explore` raises."""
    return sort_records(record for batch in explore(configuration, engine=engine) for record in batch)


def sort_records(records: Iterable[Record]) -> list[Record]:
    """Return records in the order of their codes."""
    return sorted(records, key=lambda record: record.place)


def count_turns(
    codes: Codes, rule: Rule | str, codebreaker: Codebreaker | str, engine: Engine | None = None
) -> dict[str, int | None]:
    """Return the turns that a player takes for every secret of `codes`, in their order; None for a game given up.

    The rule and the player may be names. Raises what `rule_named`, `make_codebreaker` and `explore` raise.
    """
    rule = rule_named(rule)
    if isinstance(codebreaker, str):
        codebreaker = make_codebreaker(codebreaker, codes=codes)
    return {record.code: record.turns for record in play_all(Configuration(codes, rule, codebreaker), engine)}

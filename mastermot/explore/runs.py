"""Every game of a configuration, played out as one decision tree.

All games begin with the same guess; those that get the same marks go on alike. So the player chooses once for each
position that occurs, and a whole list costs little more than a few games.
"""

from __future__ import annotations

from collections.abc import Iterator

from mastermot.codes import Codes
from mastermot.play.codebreakers import Codebreaker
from mastermot.play.positions import Position
from mastermot.rules import Rule


def play_out(position: Position, codebreaker: Codebreaker) -> Iterator[tuple[str, int]]:
    """Yield each candidate of `position` with the turns its game takes, the turns played before it included."""
    waiting = [position]
    while waiting:
        here = waiting.pop()
        guess = codebreaker.choose(here).guess
        table = here.table
        row = int(table.rows([guess])[0])
        for number, candidates in table.split(row, here.candidates):
            if number == table.solved:
                yield guess, len(here.history) + 1
            else:
                waiting.append(here.child(guess, here.rule.marks(number, table.length), candidates))


def turns(codes: Codes, rule: Rule, codebreaker: Codebreaker) -> dict[str, int]:
    """Return the turns that `codebreaker` takes for every secret of `codes`."""
    return dict(play_out(Position(codes, rule), codebreaker))

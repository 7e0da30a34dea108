"""The Perl program: an overture that plays the colours in order, then its criterion over candidates and extras."""

import numpy as np

from mastermot.errors import N_, Reason
from mastermot.game.errors import PlayerGameError
from mastermot.game.partitions import Rows
from mastermot.game.players.base import Choice, Codebreaker
from mastermot.game.positions import Position
from mastermot.rules import BLACK_WHITE, Rule
from mastermot.rules.codes import Codes

WHY_COLOURS = N_("2 to 5 holes and 3 to 26 colours, with repeats and without empty holes")


class Decodeur(Codebreaker):
    """The overture where it plays colours, then the strategy on a sample of 2,000."""

    name = "decodeur"
    default_sample = 2000

    def describe_way(self, codes: Codes) -> str:
        """Return how it plays, a text of the catalogue."""
        return N_("an overture, then {how}") if codes.colours > 0 else super().describe_way(codes)

    def check_game(self, codes: Codes, rule: Rule) -> None:
        """Raise `PlayerGameError` for colours that its overture does not fit; with words it plays everything."""
        if not codes.colours:
            super().check_game(codes, rule)
        elif rule is not BLACK_WHITE:
            raise PlayerGameError(player=self.plan.player, why=Reason(N_("its overture needs the rule black-white")))
        elif not 2 <= codes.length <= 5 or codes.colours < 3 or not codes.repeats or codes.empty:
            raise PlayerGameError(player=self.plan.player, why=Reason(WHY_COLOURS))

    def find_guess(self, position: Position) -> Choice:
        """Return the guess of the overture, then that of the strategy."""
        guess = follow_overture(position)[0] if position.codes.colours > 0 else None
        return super().find_guess(position) if guess is None else Choice(guess, position.count)

    def add_extra(self, position: Position) -> Rows:
        """Return the rows of the acceleration words; with colours, of the overture's guesses that were not played."""
        if not position.codes.colours:
            return super().add_extra(position)
        rows = position.table.rows(follow_overture(position)[1])
        return rows[~np.isin(rows, position.candidates)]


def follow_overture(position: Position) -> tuple[str | None, list[str]]:
    """Return the next guess of the overture, None once it is over, and the guesses to consider after it.

    It is over when the colours are used up, or the marks add up to holes - 1 or more; at exactly that, the guesses not
    played are considered, the wrapped one included. The turns after it do not count.
    """
    holes, marked = position.codes.length, 0
    untried = left = position.codes.alphabet
    for guess, marks in position.history:
        if not untried or marked >= holes - 1:
            break
        total = marks.blacks + marks.whites
        if len(untried) >= holes:
            marked += total
        untried = untried[holes:] if marks.blacks < holes else ""
        if total == 0:
            left = "".join(symbol for symbol in left if symbol not in guess)
    parts = (untried[start : start + holes] for start in range(0, len(untried), holes))
    guesses = [(part + (left or part) * holes)[:holes] for part in parts]  # the last one goes on from the first colour
    return guesses[0] if guesses and marked < holes - 1 else None, guesses if marked == holes - 1 else []

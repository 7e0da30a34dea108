"""The player that plays by the book of openings, in the games that the book has."""

from mastermot.errors import N_, Reason
from mastermot.game.book import find_game, find_opening
from mastermot.game.errors import PlayerGameError
from mastermot.game.players.base import Choice, make_choice, register
from mastermot.game.players.best import Best
from mastermot.game.positions import Position
from mastermot.rules import Rule
from mastermot.rules.codes import Codes

NOT_THERE = N_("the book of openings does not have it")


@register
class Book(Best):
    """The proven strategy of the book; where a game has left it, the player `best`."""

    name = "book"
    any_size = False

    def check_game(self, codes: Codes, rule: Rule) -> None:
        """Raise `PlayerGameError` for a game that the book does not have."""
        if find_game(codes, rule, self.plan.accelerators) is None:
            raise PlayerGameError(player=self.name, why=Reason(NOT_THERE))

    def is_plain(self, position: Position) -> bool:
        """Return False: the book chooses."""
        return False

    def find_guess(self, position: Position) -> Choice:
        """Return the guess of the book."""
        opening = find_opening(position, self.plan.accelerators)
        node = None if opening is None else opening.find(position)
        return super().find_guess(position) if node is None else make_choice(position, node.guess)

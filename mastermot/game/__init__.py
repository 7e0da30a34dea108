"""Mastermind with words or with colours, from either side of the table.

In the order in which they build on each other: `partitions` marks many codes at once and measures how a guess splits
them; `strategies` says what makes a split good; `positions` is a game under way; `codebreakers` look for the secret,
`codemakers` hold it, `game` lets them meet, and `duels` many times; `tokens` let the player carry the game of a
codemaker that keeps nothing. `sampling` builds codes that agree with a history when there are too many to list.

>>> from mastermot.rules.codes import ColourCodes
>>> from mastermot.game import make_codebreaker, play_game
>>> game = play_game(ColourCodes(4, 6), "BEEF", codebreaker=make_codebreaker("decodeur"))
>>> [(move.guess, move.marks.text) for move in game.moves]
[('ABCD', 'O'), ('EFAB', 'OOO'), ('BEEF', 'XXXX')]
"""

from mastermot.lazy import export_lazily

__getattr__, __dir__ = export_lazily(__name__)

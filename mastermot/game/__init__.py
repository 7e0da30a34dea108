"""Mastermind with words or with colours, from either side of the table.

`partitions` and `strategies` say what a guess is worth at a position (`positions`). Codebreakers look for the secret,
codemakers hold it. They meet in one game (`game`), or in many (`duels`).

>>> from mastermot.rules.codes import ColourCodes
>>> from mastermot.game import make_codebreaker, play_game
>>> game = play_game(ColourCodes(4, 6), "BEEF", codebreaker=make_codebreaker("decodeur"))
>>> [(move.guess, move.marks.text) for move in game.moves]
[('ABCD', 'O'), ('EFAB', 'OOO'), ('BEEF', 'XXXX')]
"""

from mastermot.lazy import export_lazily

__getattr__, __dir__ = export_lazily(__name__)

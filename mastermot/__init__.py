"""mastermot: word-deduction puzzles, solved, explained, played and studied.

A puzzle, solved:

>>> import mastermot
>>> answer = mastermot.solve(mastermot.parse_puzzle("paume 5"), mastermot.open_dictionary("fr"))
>>> [solution.word for solution in answer.solutions]
['PAUME']

A game that the machine plays, and the number of codes left at a position of another game:

>>> codes = mastermot.ColourCodes(4, 6)
>>> mastermot.play_game(codes, "BEEF", codebreaker="decodeur").moves[0].marks.text
'O'
>>> mastermot.Position(codes, mastermot.BLACK_WHITE).after("ABCD", "O").count
152

The packages are attributes too: `mastermot.words`, `mastermot.rules`, `mastermot.puzzle`, `mastermot.game`,
`mastermot.families` and `mastermot.lab`. Everything is loaded when it is first used.
"""

from mastermot import wording
from mastermot.lazy import export_lazily

__version__ = "2.0.0"

__getattr__, __dir__ = export_lazily(__name__)


def _write(value: object, language: str) -> str:
    """Return a value of the library in words. The first call loads `mastermot.texts`."""
    from mastermot.texts.explanations import write

    return write(value, language)


wording.write_with(_write)

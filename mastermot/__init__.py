"""mastermot: word-deduction puzzles, solved, explained, played and studied.

A puzzle, solved:

>>> import mastermot
>>> answer = mastermot.solve(mastermot.parse_puzzle("paume 5"), mastermot.open_dictionary("fr"))
>>> [solution.word for solution in answer.solutions]
['PAUME']

A game, played by the machine, and a position of one:

>>> codes = mastermot.ColourCodes(4, 6)
>>> mastermot.play_game(codes, "BEEF", codebreaker="decodeur").moves[0].marks.text
'O'
>>> mastermot.Position(codes, mastermot.BLACK_WHITE).after("ABCD", "O").count
152

The packages are attributes too: `mastermot.words`, `mastermot.rules`, `mastermot.puzzle`, `mastermot.game`,
`mastermot.families` and `mastermot.lab`; those of 1.0 are found where they were.
Everything is loaded when it is first used.
"""

from mastermot.lazy import export_lazily
from mastermot.moved import MOVED, find_moved

TYPE_CHECKING = False  #: Not from `typing`: the command is to begin before anything is loaded.

if TYPE_CHECKING:
    from mastermot.engine import open_engine
    from mastermot.errors import Fault, MastermotError
    from mastermot.families import Accelerator, Family, Ladders, find_ladders, read_accelerators
    from mastermot.families.cliques import families as find_families
    from mastermot.families.cliques import of_word as families_of_word
    from mastermot.game.advice import Advice, Review, Suggestion, Verdict, advise, advise_weighted, review_game
    from mastermot.game.advice.transcripts import read_transcript
    from mastermot.game.advice.transcripts import replay as replay_transcript
    from mastermot.game.codebreakers import Choice, Codebreaker, make_codebreaker
    from mastermot.game.codemakers import Codemaker, make_codemaker
    from mastermot.game.duels import Duel, Statistics, add_statistics, count_games, play_duel
    from mastermot.game.game import Game, Move, play_game
    from mastermot.game.positions import Position, Turn
    from mastermot.lab.explore import Configuration
    from mastermot.lab.explore import count_turns as explore_turns
    from mastermot.lab.explore import propose as propose_accelerators
    from mastermot.lab.optimal import solve_small
    from mastermot.lab.reviewplots import plot
    from mastermot.lab.static import FixedGuesses, FixedProblem, FixedSearch, classes_of, find_fixed_guesses
    from mastermot.puzzle import Answer, Clue, Puzzle, Solution, parse_puzzle, read_puzzle, solve
    from mastermot.puzzle.compose import Composed, Daily, Wanted, compose_daily
    from mastermot.puzzle.compose import compose_many as compose_puzzles
    from mastermot.puzzle.explain import Explanation, Grade
    from mastermot.puzzle.explain import explain as explain_answer
    from mastermot.puzzle.explain import grade as grade_answer
    from mastermot.rules import BLACK, BLACK_WHITE, MEMBERSHIP, POSITIONAL, mark, rule_names
    from mastermot.rules.base import RULES, Marks, Rule, rule_named
    from mastermot.rules.codes import Codes, ColourCodes, ListedCodes, WordCodes
    from mastermot.words import fold
    from mastermot.words.dictionaries import Dictionary, dictionary_names, open_dictionary

__version__ = "1.1.0"

_HOMES = {
    "mastermot.words.dictionaries": "Dictionary dictionary_names open_dictionary",
    "mastermot.errors": "Fault MastermotError",
    "mastermot.puzzle": "Answer Clue Puzzle Solution parse_puzzle read_puzzle solve",
    "mastermot.rules": "BLACK BLACK_WHITE MEMBERSHIP POSITIONAL RULES Marks Rule mark rule_named rule_names",
    "mastermot.lab.static": "FixedGuesses FixedProblem FixedSearch classes_of find_fixed_guesses",
    "mastermot.words": "fold",
    "mastermot.rules.codes": "Codes ColourCodes ListedCodes WordCodes",
    "mastermot.game.advice": "Advice Review Suggestion Verdict advise advise_weighted review_game",
    "mastermot.game.advice.transcripts": "read_transcript replay_transcript=replay",
    "mastermot.puzzle.compose": "Composed Daily Wanted compose_daily compose_puzzles=compose_many",
    "mastermot.puzzle.explain": "Explanation Grade explain_answer=explain grade_answer=grade",
    "mastermot.lab.explore": "Configuration explore_turns=count_turns propose_accelerators=propose",
    "mastermot.families": "Accelerator Family Ladders find_ladders read_accelerators",
    "mastermot.families.cliques": "families_of_word=of_word find_families=families",
    "mastermot.game.codebreakers": "Choice Codebreaker make_codebreaker",
    "mastermot.game.codemakers": "Codemaker make_codemaker",
    "mastermot.engine": "open_engine",
    "mastermot.lab.optimal": "solve_small",
    "mastermot.lab.reviewplots": "plot",
    "mastermot.game.duels": "Duel Statistics add_statistics count_games play_duel",
    "mastermot.game.game": "Game Move play_game",
    "mastermot.game.positions": "Position Turn",
}
"""The names of each module, loaded when they are first used; ``name=other`` for one that has another name there."""
find_moved()
__getattr__, __dir__ = export_lazily(__name__, _HOMES, "errors families game lab puzzle rules words", MOVED)

__all__ = ["Advice", "Review", "Suggestion", "Verdict"]
__all__ += ["advise", "advise_weighted", "read_transcript", "replay_transcript", "review_game"]
__all__ += ["Codes", "ColourCodes", "ListedCodes", "WordCodes", "fold"]
__all__ += ["Composed", "Daily", "Wanted", "compose_daily", "compose_puzzles"]
__all__ += ["Dictionary", "dictionary_names", "open_dictionary"]
__all__ += ["Fault", "MastermotError", "open_engine", "plot", "solve_small"]
__all__ += ["Explanation", "Grade", "explain_answer", "grade_answer"]
__all__ += ["Configuration", "explore_turns", "propose_accelerators"]
__all__ += ["Accelerator", "Family", "families_of_word", "find_families", "read_accelerators"]
__all__ += ["Ladders", "find_ladders"]
__all__ += ["Choice", "Codebreaker", "Codemaker", "make_codebreaker", "make_codemaker"]
__all__ += ["Duel", "Statistics", "add_statistics", "count_games", "play_duel"]
__all__ += ["Game", "Move", "Position", "Turn", "play_game"]
__all__ += ["Answer", "Clue", "Puzzle", "Solution", "parse_puzzle", "read_puzzle", "solve"]
__all__ += ["BLACK", "BLACK_WHITE", "MEMBERSHIP", "POSITIONAL", "RULES"]
__all__ += ["Marks", "Rule", "mark", "rule_named", "rule_names"]
__all__ += ["FixedGuesses", "FixedProblem", "FixedSearch", "classes_of", "find_fixed_guesses"]

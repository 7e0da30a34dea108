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

The rooms are attributes too: `mastermot.puzzles`, `mastermot.explain`, `mastermot.compose`, `mastermot.families`,
`mastermot.play`, `mastermot.advice`, `mastermot.explore`, `mastermot.optimal` and `mastermot.static`.
Everything is loaded when it is first used.
"""

import sys

if (sys.argv[:1] == ["-m"] and "mastermot" in sys.orig_argv) or (
    sys.argv and sys.argv[0].endswith("/mastermot") and sys.argv[0] in sys.orig_argv
):  # the command starts, not a program that imports the library: until it begins, Ctrl-C ends it without a traceback
    import _signal  # type: ignore[import-not-found]

    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

from mastermot.lazy import export_lazily

TYPE_CHECKING = False  #: Not from `typing`: the command is to begin before anything is loaded.

if TYPE_CHECKING:
    from mastermot.advice import Advice, Review, Suggestion, Verdict, advise, advise_weighted, review_game
    from mastermot.advice.transcripts import read_transcript
    from mastermot.advice.transcripts import replay as replay_transcript
    from mastermot.codes import Codes, ColourCodes, ListedCodes, WordCodes
    from mastermot.compose import Composed, Daily, Wanted, compose_daily
    from mastermot.compose import compose_many as compose_puzzles
    from mastermot.dictionaries import Dictionary, dictionary_names, open_dictionary
    from mastermot.engine import open_engine
    from mastermot.errors import Fault, MastermotError
    from mastermot.explain import Explanation, Grade
    from mastermot.explain import explain as explain_answer
    from mastermot.explain import grade as grade_answer
    from mastermot.explore import Configuration
    from mastermot.explore import count_turns as explore_turns
    from mastermot.explore import propose as propose_accelerators
    from mastermot.families import Accelerator, Family, Ladders, find_ladders, read_accelerators
    from mastermot.families.cliques import families as find_families
    from mastermot.families.cliques import of_word as families_of_word
    from mastermot.optimal import solve_small
    from mastermot.play.codebreakers import Choice, Codebreaker, make_codebreaker
    from mastermot.play.codemakers import Codemaker, make_codemaker
    from mastermot.play.duels import Duel, Statistics, add_statistics, count_games, play_duel
    from mastermot.play.game import Game, Move, play_game
    from mastermot.play.positions import Position, Turn
    from mastermot.puzzles import Answer, Clue, Puzzle, Solution, parse_puzzle, read_puzzle, solve
    from mastermot.rules import BLACK, BLACK_WHITE, MEMBERSHIP, POSITIONAL, mark, rule_names
    from mastermot.rules.base import RULES, Marks, Rule, rule_named
    from mastermot.static import FixedGuesses, FixedProblem, FixedSearch, classes_of, find_fixed_guesses
    from mastermot.words import fold

__version__ = "1.0.0"

_HOMES = {
    "mastermot.dictionaries": "Dictionary dictionary_names open_dictionary",
    "mastermot.errors": "Fault MastermotError",
    "mastermot.puzzles": "Answer Clue Puzzle Solution parse_puzzle read_puzzle solve",
    "mastermot.rules": "BLACK BLACK_WHITE MEMBERSHIP POSITIONAL RULES Marks Rule mark rule_named rule_names",
    "mastermot.static": "FixedGuesses FixedProblem FixedSearch classes_of find_fixed_guesses",
    "mastermot.words": "fold",
    "mastermot.codes": "Codes ColourCodes ListedCodes WordCodes",
    "mastermot.advice": "Advice Review Suggestion Verdict advise advise_weighted review_game",
    "mastermot.advice.transcripts": "read_transcript replay_transcript=replay",
    "mastermot.compose": "Composed Daily Wanted compose_daily compose_puzzles=compose_many",
    "mastermot.explain": "Explanation Grade explain_answer=explain grade_answer=grade",
    "mastermot.explore": "Configuration explore_turns=count_turns propose_accelerators=propose",
    "mastermot.families": "Accelerator Family Ladders find_ladders read_accelerators",
    "mastermot.families.cliques": "families_of_word=of_word find_families=families",
    "mastermot.play.codebreakers": "Choice Codebreaker make_codebreaker",
    "mastermot.play.codemakers": "Codemaker make_codemaker",
    "mastermot.engine": "open_engine",
    "mastermot.optimal": "solve_small",
    "mastermot.play.duels": "Duel Statistics add_statistics count_games play_duel",
    "mastermot.play.game": "Game Move play_game",
    "mastermot.play.positions": "Position Turn",
}
"""The names of each module, loaded when they are first used; ``name=other`` for one that has another name there."""
_ROOMS = "advice codes compose errors explain explore families optimal play puzzles rules static words"
__getattr__, __dir__ = export_lazily(__name__, _HOMES, _ROOMS)

__all__ = ["Advice", "Review", "Suggestion", "Verdict"]
__all__ += ["advise", "advise_weighted", "read_transcript", "replay_transcript", "review_game"]
__all__ += ["Codes", "ColourCodes", "ListedCodes", "WordCodes", "fold"]
__all__ += ["Composed", "Daily", "Wanted", "compose_daily", "compose_puzzles"]
__all__ += ["Dictionary", "dictionary_names", "open_dictionary"]
__all__ += ["Fault", "MastermotError", "open_engine", "solve_small"]
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

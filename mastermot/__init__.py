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

TYPE_CHECKING = False
"""Type checkers take it for true. Not from `typing`: the command is to begin before anything is loaded."""

if TYPE_CHECKING:
    from mastermot.advice import (
        Advice,
        Review,
        Suggestion,
        Verdict,
        advise,
        advise_weighted,
        read_transcript,
        review_game,
    )
    from mastermot.advice import replay as replay_transcript
    from mastermot.codes import Codes, ColourCodes, ListedCodes, WordCodes
    from mastermot.compose import Composed, Daily, Wanted, compose_daily
    from mastermot.compose import compose_many as compose_puzzles
    from mastermot.dictionaries import Dictionary, dictionary_names, open_dictionary
    from mastermot.engine import open_engine
    from mastermot.errors import Fault, MastermotError
    from mastermot.explain import Explanation, Grade
    from mastermot.explain import explain as explain_answer
    from mastermot.explain import grade as grade_answer
    from mastermot.explore.acceleration import propose as propose_accelerators
    from mastermot.explore.configurations import Configuration
    from mastermot.explore.runs import count_turns as explore_turns
    from mastermot.families.accelerators import Accelerator, read_accelerators
    from mastermot.families.cliques import Family
    from mastermot.families.cliques import families as find_families
    from mastermot.families.cliques import of_word as families_of_word
    from mastermot.families.ladders import Ladders, find_ladders
    from mastermot.optimal import solve_small
    from mastermot.play.codebreakers import Choice, Codebreaker, make_codebreaker
    from mastermot.play.codemakers import Codemaker, make_codemaker
    from mastermot.play.duels import Duel, Statistics, add_statistics, count_games, play_duel
    from mastermot.play.game import Game, Move, play_game
    from mastermot.play.positions import Position, Turn
    from mastermot.puzzles import Answer, Clue, Puzzle, Solution, parse_puzzle, read_puzzle, solve
    from mastermot.rules import (
        BLACK,
        BLACK_WHITE,
        MEMBERSHIP,
        POSITIONAL,
        RULES,
        Marks,
        Rule,
        mark,
        rule_named,
        rule_names,
    )
    from mastermot.static import FixedGuesses, FixedProblem, FixedSearch, classes_of, find_fixed_guesses
    from mastermot.words import fold

__version__ = "0.1.0"

_HOMES = {
    **dict.fromkeys(("Dictionary", "dictionary_names", "open_dictionary"), "mastermot.dictionaries"),
    **dict.fromkeys(("Fault", "MastermotError"), "mastermot.errors"),
    **dict.fromkeys(
        ("Answer", "Clue", "Puzzle", "Solution", "parse_puzzle", "read_puzzle", "solve"), "mastermot.puzzles"
    ),
    **dict.fromkeys(("BLACK", "BLACK_WHITE", "MEMBERSHIP", "POSITIONAL", "RULES"), "mastermot.rules"),
    **dict.fromkeys(("Marks", "Rule", "mark", "rule_named", "rule_names"), "mastermot.rules"),
    **dict.fromkeys(
        ("FixedGuesses", "FixedProblem", "FixedSearch", "classes_of", "find_fixed_guesses"), "mastermot.static"
    ),
    "fold": "mastermot.words",
    **dict.fromkeys(("Codes", "ColourCodes", "ListedCodes", "WordCodes"), "mastermot.codes"),
    **dict.fromkeys(
        ("Advice", "Review", "Suggestion", "Verdict", "advise", "advise_weighted", "read_transcript", "review_game"),
        "mastermot.advice",
    ),
    "replay_transcript": "mastermot.advice:replay",
    **dict.fromkeys(("Composed", "Daily", "Wanted", "compose_daily"), "mastermot.compose"),
    "compose_puzzles": "mastermot.compose:compose_many",
    **dict.fromkeys(("Explanation", "Grade"), "mastermot.explain"),
    "explain_answer": "mastermot.explain:explain",
    "grade_answer": "mastermot.explain:grade",
    "propose_accelerators": "mastermot.explore.acceleration:propose",
    "Configuration": "mastermot.explore.configurations",
    "explore_turns": "mastermot.explore.runs:count_turns",
    **dict.fromkeys(("Accelerator", "read_accelerators"), "mastermot.families.accelerators"),
    "Family": "mastermot.families.cliques",
    "find_families": "mastermot.families.cliques:families",
    "families_of_word": "mastermot.families.cliques:of_word",
    **dict.fromkeys(("Ladders", "find_ladders"), "mastermot.families.ladders"),
    **dict.fromkeys(("Choice", "Codebreaker", "make_codebreaker"), "mastermot.play.codebreakers"),
    **dict.fromkeys(("Codemaker", "make_codemaker"), "mastermot.play.codemakers"),
    "open_engine": "mastermot.engine",
    "solve_small": "mastermot.optimal",
    **dict.fromkeys(("Duel", "Statistics", "add_statistics", "count_games", "play_duel"), "mastermot.play.duels"),
    **dict.fromkeys(("Game", "Move", "play_game"), "mastermot.play.game"),
    **dict.fromkeys(("Position", "Turn"), "mastermot.play.positions"),
}
"""Where each name is that is loaded when it is first used; ``module:name`` where it has another name there."""
_ROOMS = (
    "advice",
    "codes",
    "compose",
    "errors",
    "explain",
    "explore",
    "families",
    "optimal",
    "play",
    "puzzles",
    "rules",
    "static",
    "words",
)
__getattr__, __dir__ = export_lazily(__name__, _HOMES, _ROOMS)

__all__ = [
    "BLACK",
    "BLACK_WHITE",
    "MEMBERSHIP",
    "POSITIONAL",
    "RULES",
    "Accelerator",
    "Advice",
    "Answer",
    "Choice",
    "Clue",
    "Codebreaker",
    "Codemaker",
    "Codes",
    "ColourCodes",
    "Composed",
    "Configuration",
    "Daily",
    "Dictionary",
    "Duel",
    "Explanation",
    "Family",
    "Fault",
    "FixedGuesses",
    "FixedProblem",
    "FixedSearch",
    "Game",
    "Grade",
    "Ladders",
    "ListedCodes",
    "Marks",
    "MastermotError",
    "Move",
    "Position",
    "Puzzle",
    "Review",
    "Rule",
    "Solution",
    "Statistics",
    "Suggestion",
    "Turn",
    "Verdict",
    "Wanted",
    "WordCodes",
    "add_statistics",
    "advise",
    "advise_weighted",
    "classes_of",
    "compose_daily",
    "compose_puzzles",
    "count_games",
    "dictionary_names",
    "explain_answer",
    "explore_turns",
    "families_of_word",
    "find_families",
    "find_fixed_guesses",
    "find_ladders",
    "fold",
    "grade_answer",
    "make_codebreaker",
    "make_codemaker",
    "mark",
    "open_dictionary",
    "open_engine",
    "parse_puzzle",
    "play_duel",
    "play_game",
    "propose_accelerators",
    "read_accelerators",
    "read_puzzle",
    "read_transcript",
    "replay_transcript",
    "review_game",
    "rule_named",
    "rule_names",
    "solve",
    "solve_small",
]

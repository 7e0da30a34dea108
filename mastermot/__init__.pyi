"""The names of `mastermot`, and where each stands: type checkers read this file, and so does `mastermot.lazy`."""

from mastermot import errors as errors
from mastermot import families as families
from mastermot import game as game
from mastermot import lab as lab
from mastermot import puzzle as puzzle
from mastermot import rules as rules
from mastermot import words as words
from mastermot.engine import open_engine
from mastermot.errors import Fault, MastermotError
from mastermot.families import Accelerator, Family, Ladders, find_families, find_ladders, read_accelerators
from mastermot.families import find_families_of_word as families_of_word
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
from mastermot.lab.explore.plots import plot
from mastermot.lab.optimal import solve_small
from mastermot.lab.static import FixedGuesses, FixedProblem, FixedSearch, classes_of, find_fixed_guesses
from mastermot.puzzle import Answer, Clue, Puzzle, Solution, parse_puzzle, read_puzzle, solve
from mastermot.puzzle.compose import Composed, Daily, Wanted, compose_daily
from mastermot.puzzle.compose import compose_many as compose_puzzles
from mastermot.puzzle.explain import Explanation, Grade
from mastermot.puzzle.explain import explain as explain_answer
from mastermot.puzzle.explain import grade as grade_answer
from mastermot.rules import BLACK, BLACK_WHITE, MEMBERSHIP, POSITIONAL, RULES, Marks, Rule, mark, rule_named, rule_names
from mastermot.rules.codes import Codes, ColourCodes, ListedCodes, WordCodes
from mastermot.words import fold
from mastermot.words.dictionaries import Dictionary, dictionary_names, open_dictionary

__version__: str

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

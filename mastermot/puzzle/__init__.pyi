from mastermot.puzzle.books import BadPuzzle, parse_book, parse_puzzle, parse_puzzles, read_book, read_puzzle
from mastermot.puzzle.clues import Clue, Puzzle, make_clue, make_puzzle, pair_clues
from mastermot.puzzle.prefixes import Generation, grow_prefixes
from mastermot.puzzle.repairs import Repair, UnknownWord, find_repairs, find_unknown, find_words_outside
from mastermot.puzzle.solver import Answer, Solution, find_conflict, solve

__all__ = ["Answer", "BadPuzzle", "Clue", "Generation", "Puzzle", "Repair", "Solution", "UnknownWord"]
__all__ += ["find_conflict", "find_repairs", "find_unknown", "find_words_outside", "grow_prefixes", "make_clue"]
__all__ += ["make_puzzle", "pair_clues", "parse_book", "parse_puzzle", "parse_puzzles", "read_book", "read_puzzle"]
__all__ += ["solve"]

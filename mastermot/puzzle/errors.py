"""What can be wrong with a puzzle."""

from mastermot.errors import N_, Fault, LimitError, MastermotError, Reason
from mastermot.rules.errors import LengthDiffersError


class PuzzleEmptyError(MastermotError):
    code = "puzzle-empty"
    message = N_("no clue here")
    advice = N_("Write one clue on each line: a word and its number of well-placed letters, as in: paume 2")


class TooManyCluesError(LimitError):
    code = "too-many-clues"
    title = N_("too many clues")
    message = N_("more than {limit} clues")
    advice = N_("Keep the clues that say the most; ten are usual.")
    limit: int


class NotAClueError(MastermotError):
    code = "not-a-clue"
    message = N_("this line is not a clue")
    advice = N_("Write a word, a space and its marks, as in: paume 2 (or begin the line with # to leave it out).")


class ClueUnclearError(MastermotError):
    code = "clue-unclear"
    title = N_("a clue with two numbers")
    message = N_("this can be read as “{word} {marks}” or as “{word} {number}”")
    advice = N_("Write only one number. To number the lines, write them like this: 3/ palme 1")
    word: str
    marks: str
    number: str


class ColumnsUnevenError(MastermotError):
    code = "columns-uneven"
    title = N_("as many words as numbers are needed")
    message = N_("from here on, every word needs its number (words: {words}, numbers: {numbers})")
    advice = N_("Write a word and its number on each line, as in: paume 2")
    words: int
    numbers: int


class SeveralPuzzlesError(MastermotError):
    code = "several-puzzles"
    message = N_("another puzzle begins here")
    advice = N_("Give one puzzle at a time.")


class MarksMissingError(MastermotError):
    code = "marks-missing"
    message = N_("the marks are missing")
    advice = N_("Write the number of well-placed letters after the word, as in: {word} 2")
    word: str


class ClueLengthError(LengthDiffersError):
    code = "clue-length"
    title = N_("clues of different lengths")
    fault = Fault.INPUT
    message = N_("this word has {length:letters}; {others}")
    request_field = "with"
    others: Reason


class LengthRangeError(MastermotError):
    code = "length-range"
    title = N_("a length out of range")
    message = N_("“{word}” is too short or too long: its length is {length}")
    advice = N_("Use words of {least} to {most} letters.")
    word: str
    length: int
    least: int
    most: int


class ClueContradictionError(MastermotError):
    code = "clue-contradiction"
    title = N_("the same word twice, with different marks")
    message = N_("“{word}” has {marks} here and {other} on line {other_line}")
    advice = N_("One of the two lines is wrong: compare them with the puzzle.")
    word: str
    marks: int
    other: int
    other_line: int


class TooManyPrefixesError(LimitError):
    code = "too-many-prefixes"
    title = N_("too many prefixes are possible")
    message = N_("more than {limit} prefixes fit the clues at length {length}")
    advice = N_("Add clues, or pass a larger `limit`.")
    command_advice = N_("Add clues, or allow more with --limit.")
    service_advice = N_("Add clues: the service keeps fewer prefixes than the command mastermot does.")
    limit: int
    length: int

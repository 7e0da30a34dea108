"""What can be wrong with a puzzle."""

from mastermot.errors import N_, Fault, LimitError, MastermotError
from mastermot.rules.errors import LengthDiffersError


class PuzzleEmptyError(MastermotError):
    message = N_("no clue here")
    advice = N_("Write one clue a line: a word and its number of well-placed letters, as in: paume 2")


class TooManyCluesError(LimitError):
    title = N_("too many clues")
    message = N_("more than {limit} clues")
    advice = N_("Keep the clues that say most: ten are usual.")


class NotAClueError(MastermotError):
    message = N_("this line is not a clue")
    advice = N_("Write a word, a space and its marks, as in: paume 2 (or begin the line with # to leave it out).")


class ClueUnclearError(MastermotError):
    title = N_("a clue with two numbers")
    message = N_("this can be read as “{word} {marks}” or as “{word} {number}”")
    advice = N_("Write one number only; numbered lines are read when they are written so: 3/ palme 1")


class ColumnsUnevenError(MastermotError):
    title = N_("words and numbers that do not pair off")
    message = N_("from here every word needs its number (words: {words}, numbers: {numbers})")
    advice = N_("Write a word and its number on each line, as in: paume 2")


class SeveralPuzzlesError(MastermotError):
    message = N_("another puzzle begins here")
    advice = N_("Give one puzzle at a time.")


class MarksMissingError(MastermotError):
    message = N_("the marks are missing")
    advice = N_("Write the number of well-placed letters after the word, as in: {word} 2")


class ClueLengthError(LengthDiffersError):
    title = N_("clues of different lengths")
    fault = Fault.INPUT
    message = N_("this word has {length} letters; {others}")
    request_field = "with"


class LengthRangeError(MastermotError):
    title = N_("a length out of range")
    message = N_("“{word}” is too short or too long: its length is {length}")
    advice = N_("Use words of {least} to {most} letters.")


class ClueContradictionError(MastermotError):
    title = N_("one word twice, with different marks")
    message = N_("“{word}” has {marks} here and {other} at line {other_line}")
    advice = N_("One of the two lines is wrong: compare them with the puzzle.")


class TooManyPrefixesError(LimitError):
    title = N_("too many prefixes are possible")
    message = N_("more than {limit} prefixes fit the clues at length {length}")
    advice = N_("Add clues, or pass a larger `limit`.")
    command_advice = N_("Add clues, or allow more with --limit.")
    service_advice = N_("Add clues: the service keeps fewer prefixes than the command mastermot does.")

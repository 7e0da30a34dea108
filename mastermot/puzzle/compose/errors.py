"""Why no puzzle was composed."""

from mastermot.errors import N_, LimitError, Reason, UseError


class TooFewWordsError(UseError):
    code = "too-few-words"
    title = N_("the dictionary has too few words for so many clues")
    message = N_("you asked for {clues:clues} and a solution, but {name} has {count:words} of length {length}")
    advice = N_("Ask for fewer clues, another length, or use a larger dictionary.")
    request_field = "clues"
    clues: int
    name: str
    count: int
    length: int


class NoAnswerError(UseError):
    code = "no-answer"
    title = N_("no word of this length may be the answer")
    message = N_("no word of length {length} in {name} may be the answer")
    advice = N_("Exclude fewer words, or choose another length or dictionary.")
    request_field = "exclude"
    length: int
    name: str


class SolutionLengthError(UseError):
    code = "solution-length"
    title = N_("a solution that does not have the length of the puzzle")
    message = N_("the solution “{word}” has {length:letters}; the words of the puzzle must have {wanted}")
    advice = N_("Choose a solution of that length, or leave the length out.")
    request_field = "solution"
    word: str
    length: int
    wanted: int


class LetterNotShownError(UseError):
    code = "letter-not-shown"
    title = N_("a letter of the solution that no clue can show")
    message = N_("no word of {name} but “{word}” has {letter} in position {position}, so no clue can show that letter")
    advice = N_("Choose another solution, or use a larger dictionary.")
    request_field = "solution"
    name: str
    word: str
    letter: str
    position: int


class LevelRangeError(UseError):
    code = "level-range"
    title = N_("a level out of range")
    message = N_("there is no level {level}")
    advice = N_("Levels go from 1 (easy) to {most} (hard).")
    level: int | None
    most: int


class TooFewCluesError(UseError):
    code = "too-few-clues"
    title = N_("too few clues for one solution of this length")
    message = N_("too few clues ({clues}) for one solution of {length:letters}")
    advice = N_("Ask for at least {fewest:clues}.")
    request_field = "clues"
    clues: int
    length: int
    fewest: int


class TooManyNeededError(UseError):
    code = "too-many-needed"
    title = N_("too many clues for words of this length if all are to be needed")
    message = N_("no puzzle of {length:letters} is known that has {clues:clues} and needs them all")
    advice = N_("Ask for at most {most:clues}, or allow clues to spare.")
    request_field = "clues"
    length: int
    clues: int
    most: int


class TooManyPuzzlesError(UseError):
    code = "too-many-puzzles"
    title = N_("the dictionary has too few words for so many puzzles")
    message = N_("you asked for {wanted:puzzles}, but {name} has {count:words} of length {length} to be found")
    advice = N_("Ask for fewer puzzles, another length, or use a larger dictionary.")
    request_field = "count"
    wanted: int
    name: str
    count: int
    length: int


class TooFewAnswersError(TooManyPuzzlesError):
    code = "too-few-answers"
    title = N_("the list of answers has too few words for so many puzzles")
    message = N_("you asked for {wanted:puzzles}, but the list of answers {name} has {count:words} of length {length}")
    advice = N_("Ask for fewer puzzles or for another length, or add words to the list of answers.")


class NotComposedError(LimitError):
    code = "not-composed"
    title = N_("no such puzzle was found within the limits of work")
    message = N_("no such puzzle was found in {tried:tries}: {met}")
    advice = N_("Ask for another level, length or number of clues, or try another seed.")
    met: Reason  #: What the tries gave instead.
    tried: int

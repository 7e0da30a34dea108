"""Why no puzzle was composed."""

from mastermot.errors import N_, LimitError, Reason, UseError


class TooFewWordsError(UseError):
    title = N_("the dictionary has too few words for so many clues")
    message = N_("{clues} clues and a solution are wanted, and {name} has {count} words of length {length}")
    advice = N_("Ask for fewer clues, another length, or use a larger dictionary.")
    request_field = "clues"


class NoAnswerError(UseError):
    title = N_("no word of this length may be the answer")
    message = N_("no word of length {length} in {name} may be the answer")
    advice = N_("Exclude fewer words, or choose another length or dictionary.")
    request_field = "exclude"


class SolutionLengthError(UseError):
    title = N_("a solution of another length than the puzzle")
    message = N_("the solution “{word}” has {length} letters; the puzzle is to have {wanted}")
    advice = N_("Choose a solution of that length, or leave the length out.")
    request_field = "solution"


class LetterNotShownError(UseError):
    title = N_("a letter of the solution that no clue can show")
    message = N_("no word of {name} but “{word}” has {letter} in position {position}, so no clue can show that letter")
    advice = N_("Choose another solution, or use a larger dictionary.")
    request_field = "solution"


class LevelRangeError(UseError):
    title = N_("a level out of range")
    message = N_("there is no level {level}")
    advice = N_("Levels go from 1 (easy) to {most} (hard).")


class TooFewCluesError(UseError):
    title = N_("too few clues for one solution of this length")
    message = N_("too few clues ({clues}) for one solution of {length} letters")
    advice = N_("Ask for at least {fewest} clues.")
    request_field = "clues"


class TooManyNeededError(UseError):
    title = N_("too many clues for words of this length if all are to be needed")
    message = N_("no puzzle of {length} letters is known that needs each of {clues} clues")
    advice = N_("Ask for {most} clues at most, or for clues that may be spared.")
    request_field = "clues"


class TooManyPuzzlesError(UseError):
    title = N_("the dictionary has too few words for so many puzzles")
    message = N_("{wanted} puzzles are wanted, and {name} has {count} words of length {length} for their solutions")
    advice = N_("Ask for fewer puzzles, another length, or use a larger dictionary.")
    request_field = "count"


class NotComposedError(LimitError):
    title = N_("no such puzzle was found in the work allowed")
    message = N_("no such puzzle was found in {tried} tries: {met}")
    advice = N_("Ask for another level, length or number of clues, or try another seed.")
    met: Reason  #: What the tries gave instead.

"""What may be wrong with a code, or with a set of codes."""

from mastermot.errors import N_, Fault, MastermotError, Reason, UseError
from mastermot.rules.errors import LengthDiffersError


class CodeLengthError(LengthDiffersError):
    code = "code-length"
    title = N_("a code of the wrong length")
    advice = N_("Accents do not count, œ counts as two letters.")


class ColourCountError(CodeLengthError):
    code = "colour-count"
    title = N_("more or fewer colours than there are holes")
    message = N_("“{word}” must have {expected:colours}, not {length}")
    advice = N_("Write a colour for each hole: {symbols}.")
    first: str
    last: str
    symbols: str | Reason


class CodesLongError(UseError):
    code = "codes-long"
    title = N_("codes that are too long")
    message = N_("the codes have {length:symbols}; at most {most} are supported")
    advice = N_("Use shorter codes.")
    length: int
    most: int


class CodeUnknownError(UseError):
    code = "code-unknown"
    title = N_("a code that is not in the list")
    message = N_("“{guess}” is not in the list {name}")
    advice = N_("Choose a code of the list, or another list.")
    command_advice = N_("Choose a code of the list, or another list with --words.")
    service_advice = N_("Try a code of the list.")
    guess: str
    name: str


class NotAColourError(UseError):
    code = "not-a-colour"
    title = N_("a colour that this game does not have")
    message = N_("“{colour}” in “{guess}” is not a colour of this game")
    advice = N_("The colours of this game: {symbols}.")
    colour: str
    guess: str
    first: str
    last: str
    symbols: str | Reason


class ColourDigitsError(NotAColourError):
    code = "colour-digits"
    title = N_("digits for colours that are letters")
    message = N_("“{guess}” has digits, and the colours of this game are letters")
    command_advice = N_("Write letters from {first} to {last}, or add --digits to play with digits.")


class CodeRepeatsError(UseError):
    code = "code-repeats"
    title = N_("a colour twice in a game without repeats")
    message = N_("“{colour}” appears more than once in “{guess}”, and this game has no repeats")
    advice = N_("Write each colour at most once.")
    colour: str
    guess: str


class ColoursRangeError(UseError):
    code = "colours-range"
    title = N_("holes or colours out of range")
    message = N_("{holes:holes} and {colours:colours}: out of range")
    advice = N_("Holes go from 1 to {most_holes}, colours from 2 to {most_colours}.")
    holes: int
    colours: int
    most_holes: int
    most_colours: int


class CodesTooFewError(MastermotError):
    code = "codes-too-few"
    title = N_("too few codes to play with")
    message = N_("nothing to guess: the number of codes is {count}")
    advice = N_("A game needs at least two codes: use another list or length, more colours, or fewer holes.")
    count: int


class TooManyCodesError(MastermotError):
    code = "too-many-codes"
    title = N_("too many codes to play with")
    fault = Fault.LIMIT
    message = N_("{count} codes are too many: at most {limit} are listed")
    advice = N_("Use fewer holes or colours, or a shorter list.")
    count: int
    limit: int


class CodesChoiceError(UseError):
    code = "codes-choice"
    title = N_("which codes to play with is not clear")
    message = N_("{why}")
    advice = N_("Give either words and their length, or holes and colours.")
    command_advice = N_("Try --length 5, or --holes 4 --colours 6.")
    about: str = ""  #: The field of a request that is missing or superfluous; empty if it is not a single one.
    why: Reason


class PatternError(UseError):
    code = "pattern"
    title = N_("a pattern that no word of this length can match")
    message = N_("“{pattern}” is not the beginning or the pattern of a word of {length:letters}")
    advice = N_("Write the first letters, or all positions with a point for each letter that is not known: c....")
    pattern: str
    length: int


class PatternUnmatchedError(MastermotError):
    code = "pattern-unmatched"
    title = N_("a pattern that no word of the list matches")
    fault = Fault.NO_SOLUTION
    message = N_("no word of {name} matches {pattern}")
    advice = N_("Check the letters, or use another list.")
    name: str
    pattern: str

"""What can be wrong with families and acceleration words."""

from mastermot.errors import N_, LimitError, MastermotError, UseError
from mastermot.rules.errors import LengthDiffersError


class AcceleratorsEmptyError(MastermotError):
    code = "accelerators-empty"
    title = N_("no acceleration word of this length")
    message = N_("no acceleration word of length {length} here")
    advice = N_("Write one word on each line, with # before the reason; its lengths are: {lengths}.")
    length: int
    lengths: tuple[int | str, ...]


class FamilyLengthError(UseError):
    code = "family-length"
    message = N_("the length of the words is missing")
    advice = N_("Give the length; the dictionary {name} has the lengths {lengths}.")
    command_advice = N_("Give --length; the dictionary {name} has the lengths {lengths}.")
    name: str
    lengths: tuple[int | str, ...]


class FamilyWordLengthError(LengthDiffersError):
    code = "family-word-length"
    title = N_("a word that does not have the length of its family")
    request_field = "word"


class LadderLengthError(LengthDiffersError):
    code = "ladder-length"
    title = N_("a ladder between words of different lengths")
    message = N_("“{other}” has {expected:letters}, “{word}” {length:letters}: no ladder leads from one to the other")
    advice = N_("Use two words of the same length. Accents do not count, and œ counts as two letters.")
    other: str


class LadderWordError(UseError):
    code = "ladder-word"
    title = N_("a word that is not in the dictionary")
    message = N_("“{word}” is not in the dictionary {name}")
    advice = N_("Try another word, or another dictionary.")
    command_advice = N_("Try another word, or another dictionary with --words.")
    word: str
    name: str


class TooManyWordsError(LimitError):
    code = "too-many-words"
    title = N_("too many words to find families among")
    message = N_("{count} words are too many: families are found among at most {limit}")
    advice = N_("Use a shorter list.")
    command_advice = N_("Try another --length, or a shorter list with --words.")
    count: int
    limit: int


class TooManyAcceleratorsError(LimitError):
    code = "too-many-accelerators"
    title = N_("too many other words to guess")
    message = N_("{count} other words to guess are too many for {codes} codes: at most {limit}")
    advice = N_("Keep the words that split the largest families.")
    count: int
    codes: int
    limit: int

"""What can be wrong with a history, a pattern or a transcript that advice is asked for."""

from mastermot.errors import N_, MastermotError, Reason, UseError
from mastermot.rules.code_errors import CodeUnknownError


class GuessUnknownError(CodeUnknownError):
    code = "guess-unknown"
    title = N_("a guess that is not in any list of the game")
    message = N_("“{guess}” {why}")
    advice = N_("Check its spelling, or allow a list of guesses that has it.")
    command_advice = N_("Check its spelling, or give a list that has it with --guesses.")
    service_advice = ""
    why: Reason


class HardModeError(UseError):
    code = "hard-mode"
    title = N_("a guess that hard mode does not allow")
    message = N_("hard mode: {why}")
    advice = N_("Play another guess; without hard mode any code may be played.")
    why: Reason


class HistoryTurnError(UseError):
    code = "history-turn"
    title = N_("a turn that is not a guess with its marks")
    message = N_("“{turn}” is not a guess with its marks")
    advice = N_("Write the guess, = and the marks, as in {example}.")
    turn: str
    example: str


class TurnUnmarkedError(HistoryTurnError):
    code = "turn-unmarked"
    title = N_("a guess without its marks")
    message = N_("no marks stand after the guess in “{turn}”")
    advice = N_("Write them after it, as in {example}. If the guess got no mark, write {zero} or {dash}.")
    zero: str
    dash: str


class FrequenciesMissingError(UseError):
    code = "frequencies-missing"
    title = N_("words without frequencies to weigh them by")
    message = N_("no frequencies to weigh the codes by: {name}")
    advice = N_("Use your own list, with a frequency after each word: word, tab, number.")
    service_advice = N_("Play with words, or leave weighted out.")
    request_field = "weighted"
    name: str


class TranscriptError(MastermotError):
    code = "transcript"
    message = N_("this is not a game: write a guess and its marks on each line, or give the JSON of a game")
    advice = N_("Write one turn on each line, as in: {example}")
    example: str


class TranscriptWordlessError(TranscriptError):
    code = "transcript-wordless"
    message = N_("this is a grid of squares without its words: they do not say what was guessed")
    advice = N_("Write each guess before its squares, as in: {example}")


class TranscriptJsonError(MastermotError):
    code = "transcript-json"
    title = N_("a game whose JSON cannot be read")
    message = N_("this JSON cannot be read from column {column} on")
    advice = N_("Give the whole document; it may be cut off.")
    column: int


class TranscriptFieldError(MastermotError):
    code = "transcript-field"
    title = N_("a game whose JSON lacks its moves")
    message = N_("{field} is missing, or does not have the form that it has in a game")
    advice = N_("Give the JSON of a game: moves, each with guess and marks.")
    field: str


class TranscriptOtherError(MastermotError):
    code = "transcript-other"
    title = N_("a game whose codes or rule are not the ones asked for")
    message = N_("this game was played with {theirs}, not with {ours}")
    advice = N_("Leave the options out, or give those of the game.")
    theirs: str
    ours: str


class TranscriptOverError(MastermotError):
    code = "transcript-over"
    title = N_("turns after the code was found")
    message = N_("the code is found at turn {turn}, but more turns follow")
    advice = N_("Give one game only.")
    turn: int

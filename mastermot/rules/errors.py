"""What can be wrong with marks, with words that are marked, and with the names of rules."""

from mastermot.errors import N_, MastermotError, Reason, UseError


class MarksUnreadableError(MastermotError):
    code = "marks-unreadable"
    title = N_("marks that cannot be read under this rule")
    message = N_("“{marks}” cannot be read as marks")
    advice = N_("Write them as {forms}.")
    rule: str
    marks: str
    forms: Reason


class MarksEmptyError(MastermotError):
    code = "marks-empty"
    message = N_("no marks are written here")
    advice = N_("Write them as {forms}; no mark at all is 0 or -.")
    forms: Reason


class MarksAmbiguousError(MastermotError):
    code = "marks-ambiguous"
    title = N_("marks that may mean more than one thing")
    message = N_("“{marks}” may mean more than one thing: {readings}")
    advice = N_("Write the marks that you mean in one of these ways.")
    marks: str
    readings: tuple[str | Reason, ...]


class MarksNegativeError(MastermotError):
    code = "marks-negative"
    title = N_("negative marks")
    message = N_("the marks are negative ({marks})")
    advice = N_("Marks go from 0 to the number of positions.")
    marks: str


class MarksImpossibleError(MastermotError):
    code = "marks-impossible"
    title = N_("marks that are impossible")
    message = N_("these marks are impossible: {why}")
    advice = N_("Check the marks: here they go from nothing to {length} black.")
    why: Reason
    length: int


class MarksOverLengthError(MastermotError):
    code = "marks-over-length"
    title = N_("more marks than positions")
    message = N_("{marks:marks} are too many for {length:positions}")
    advice = N_("Marks go from 0 to the number of positions.")
    marks: int
    length: int


class LengthDiffersError(UseError):
    code = "length-differs"
    title = N_("a word of the wrong length")
    message = N_("“{word}” must have {expected:letters}, not {length}")
    advice = N_("All words must have the same length (œ counts as two letters, accents do not count).")
    word: str
    expected: int
    length: int


class RuleMarksError(UseError):
    code = "rule-marks"
    title = N_("a rule that cannot read its own marks")
    message = N_("the rule {rule} gives the marks {marks} to a code of length {length}, but cannot read them")
    advice = N_("The rule’s parse and why_impossible must accept all marks that its compare returns.")
    rule: str
    marks: str
    length: int


class RuleUnknownError(UseError):
    code = "rule-unknown"
    title = N_("no such rule of marking")
    message = N_("no rule named “{name}”")
    advice = N_("Rules: {known}.")
    name: str
    known: tuple[str, ...]


class SymbolsError(UseError):
    code = "colour-symbols"
    title = N_("symbols that colours cannot have")
    message = N_("“{symbols}” cannot be the symbols of a game: {why}")
    advice = N_("Give 2 to 26 different letters or digits, such as RGBYOW, or a range: 1-6.")
    command_advice = N_(
        "Give the number of colours; or 2 to 26 different letters or digits, such as RGBYOW, or a range: 1-6."
    )
    request_field = "colours"
    symbols: str
    why: Reason

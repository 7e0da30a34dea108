"""What can be wrong with marks, with the words that get them and with the names of rules."""

from mastermot.errors import N_, MastermotError, UseError


class MarksUnreadableError(MastermotError):
    title = N_("marks that cannot be read under this rule")
    message = N_("“{marks}” cannot be read as marks")
    advice = N_("Write them as {forms}.")
    rule: str


class MarksEmptyError(MastermotError):
    message = N_("no marks are written here")
    advice = N_("Write them as {forms}; no mark at all is 0 or -.")


class MarksAmbiguousError(MastermotError):
    title = N_("marks that may mean more than one thing")
    message = N_("“{marks}” may mean more than one thing: {readings}")
    advice = N_("Write the marks that you mean in that way.")


class MarksNegativeError(MastermotError):
    title = N_("negative marks")
    message = N_("the marks are negative ({marks})")
    advice = N_("Marks go from 0 to the number of positions.")


class MarksImpossibleError(MastermotError):
    title = N_("marks that are impossible")
    message = N_("these marks are impossible: {why}")
    advice = N_("Check the marks: here they go from nothing to {length} black.")


class MarksOverLengthError(MastermotError):
    title = N_("more marks than positions")
    message = N_("{marks} marks are too many: there are only {length} positions")
    advice = N_("Marks go from 0 to the number of positions.")


class LengthDiffersError(UseError):
    title = N_("a word of another length than expected")
    message = N_("“{word}” must have {expected} letters, not {length}")
    advice = N_("All words must have the same length (œ counts as two letters, accents do not count).")


class RuleMarksError(UseError):
    title = N_("a rule that cannot read its own marks")
    message = N_("the rule {rule} gives the marks {marks} to a code of length {length}, and does not read them")
    advice = N_("Let parse and why_impossible of the rule take all marks that compare returns.")


class RuleUnknownError(UseError):
    title = N_("no such rule of marking")
    message = N_("no rule named “{name}”")
    advice = N_("Rules: {known}.")

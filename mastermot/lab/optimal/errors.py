"""What can be wrong with a search for the best strategy, its proofs, and pictures of its trees."""

from mastermot.errors import N_, LimitError, MastermotError, Reason, UseError


class CompilerMissingError(UseError):
    code = "compiler-missing"
    message = N_("the search for the best strategy needs the package numba, which is not installed")
    advice = N_("Install it: python3 -m pip install 'mastermot[lab]'.")


class GuessesLengthError(UseError):
    code = "guesses-length"
    title = N_("guesses that do not have the length of the codes")
    message = N_("the guesses have {length} letters, the codes {expected}")
    advice = N_("Use a list of guesses with words of the same length.")
    length: int
    expected: int


class OpeningError(UseError):
    code = "opening"
    title = N_("no opening can be fixed here")
    message = N_("no opening can be fixed here: {why}")
    advice = N_("Leave the opening out, or shorten it.")
    why: Reason


class WithinCodesError(LimitError):
    code = "within-codes"
    title = N_("too many codes for this objective")
    message = N_("{count} codes are too many for the objectives longest, last and within:N: at most {most}")
    advice = N_("Use fewer codes, or the objective total.")
    count: int
    most: int


class GameTooLargeError(LimitError):
    code = "game-too-large"
    title = N_("a game too large for the memory allowed")
    message = N_("{guesses} guesses against {count} codes need {megabytes} MB of marks, more than the memory allowed")
    advice = N_("Use fewer codes, or allow more memory.")
    command_advice = N_("Use fewer codes, or allow more with --memory.")
    guesses: int
    count: int
    megabytes: int


class ProofUnfinishedError(LimitError):
    code = "proof-unfinished"
    title = N_("a proof that a search ended too early to write")
    message = N_("the search ended too early to write a proof that the total is {bound} or more")
    advice = N_("Let the search run longer.")
    bound: int


class ClaimsSpaceError(LimitError):
    code = "claims-space"
    message = N_("the claims of the proof fit neither in the memory allowed nor in the folder for temporary files")
    advice = N_("Allow more memory, or make room there; TMPDIR names another folder.")


class ProofFormatError(MastermotError):
    code = "proof-format"
    title = N_("a file that is no proof")
    message = N_("not a proof: {why}")
    advice = N_("The file was cut short or altered: make the proof again.")
    why: Reason


class ProofOtherError(ProofFormatError):
    code = "proof-other"
    title = N_("a proof about another game")
    message = N_("a proof about another game: {why}")
    advice = N_("Name the game of the proof: the same codes, guesses, rule and aim as when it was made.")


class ProofWrongError(MastermotError):
    code = "proof-wrong"
    title = N_("a proof that does not hold")
    message = N_("the proof does not hold: {why}")
    advice = N_("Do not trust it; make the proof again.")
    why: Reason


class ResumeFileError(MastermotError):
    code = "resume-file"
    title = N_("a file from which a search cannot continue")
    message = N_("the search cannot continue from this file: {why}")
    advice = N_("Name another file, or remove this one to begin anew.")
    why: Reason


class GraphSizeError(LimitError):
    code = "graph-size"
    title = N_("a tree too large to be drawn")
    message = N_("the tree has {count} guesses; a picture shows at most {most}")
    advice = N_("Draw the tree of a smaller game.")
    count: int
    most: int


class PageSizeError(LimitError):
    code = "page-size"
    title = N_("a tree too large for a page of text")
    message = N_("the tree needs {count} lines; a page has at most {most}")
    advice = N_("Use the tree of a smaller game, or let the program play this one.")
    count: int
    most: int

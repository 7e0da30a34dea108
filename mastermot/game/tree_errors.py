"""What can be wrong with a strategy tree: its file, its game, its objective, a position outside it."""

from mastermot.errors import N_, MastermotError, Reason, UseError


class ObjectiveUnknownError(UseError):
    code = "objective-unknown"
    title = N_("no such objective")
    message = N_("“{objective}” is not an objective")
    advice = N_(
        "The choices are: total, longest, last, and within:N for the most codes found in N turns, with N from"
        " 1 to {most}."
    )
    objective: str
    most: int


class TreeFormatError(MastermotError):
    code = "tree-format"
    title = N_("a file that is no strategy tree")
    message = N_("not a strategy tree: {why}")
    advice = N_("Make a new one with the search.")
    command_advice = N_("Make one: mastermot optimal --holes 3 --colours 4 --tree FILE.json")
    why: Reason


class TreeGameError(MastermotError):
    code = "tree-game"
    title = N_("a strategy tree for another game")
    message = N_("this tree is for another game: {why}")
    advice = N_("Use the codes, the rule and the guesses that the tree was made for, or make another tree.")
    why: Reason


class TreeLeftError(MastermotError):
    code = "tree-left"
    title = N_("a position that the tree does not lead to")
    message = N_("the tree has no guess after {history}")
    advice = N_("Play the guesses of the tree from the first turn on, and check the marks given.")
    history: str

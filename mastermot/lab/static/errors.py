"""What can be wrong with fixed guesses: their number, and what they are to do."""

from mastermot.errors import N_, UseError


class FixedCountError(UseError):
    code = "fixed-count"
    title = N_("a number of fixed guesses out of range")
    message = N_("the number of fixed guesses is out of range: {count}")
    advice = N_("The number of guesses goes from {least} to {most}, including those that are given.")
    count: int
    least: int
    most: int


class FixedAimError(UseError):
    code = "fixed-aim"
    message = N_("where all codes are told apart, all partitions are alike")
    advice = N_("Say how many guesses there are, or leave out the objective.")


class FixedObjectiveError(UseError):
    code = "fixed-objective"
    title = N_("no such objective of fixed guesses")
    message = N_("“{objective}” is not an objective of fixed guesses")
    advice = N_("The choices are: {known}.")
    objective: str
    known: tuple[str, ...]

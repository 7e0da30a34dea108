"""Why no puzzle was composed."""

from __future__ import annotations

from mastermot.errors import N_, Fault, MastermotError


class TooFewWordsError(MastermotError):
    """A puzzle of more clues than there are words."""

    code = "too-few-words"
    title = N_("the dictionary has too few words for so many clues")
    fault = Fault.USE
    message = N_("{clues} clues and a solution are wanted, and {name} has {count} words of length {length}")
    advice = N_("Ask for fewer clues, another length, or use a larger dictionary.")
    clues: int
    name: str
    count: int
    length: int


class TooManyPuzzlesError(MastermotError):
    """More puzzles than there are solutions for."""

    code = "too-many-puzzles"
    title = N_("the dictionary has too few words for so many puzzles")
    fault = Fault.USE
    message = N_("{wanted} puzzles are wanted, and {name} has {count} words of length {length} for their solutions")
    advice = N_("Ask for fewer puzzles, another length, or use a larger dictionary.")
    wanted: int
    name: str
    count: int
    length: int


class NotComposedError(MastermotError):
    """No puzzle as wanted was met within the work allowed."""

    code = "not-composed"
    title = N_("no such puzzle was found in the work allowed")
    fault = Fault.LIMIT
    message = N_(
        "no such puzzle was found in the work allowed: {tried} tried, {unique} with one solution, {minimal} of them "
        "known to have no clue to spare; levels met, with how many: {levels}"
    )
    advice = N_("Ask for another level, length or number of clues, or try another seed.")
    tried: int
    unique: int
    minimal: int
    levels: str

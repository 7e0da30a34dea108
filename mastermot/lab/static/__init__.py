"""Fixed guesses, made before the first answer: what they tell apart, and a search for the best (static Mastermind)."""

from mastermot.lab.static.errors import FixedAimError, FixedCountError, FixedObjectiveError, FixedTooLargeError
from mastermot.lab.static.problems import (
    MAX_FIXED,
    MAX_FIXED_PAIRS,
    OBJECTIVES,
    Figures,
    FixedProblem,
    classes_of,
    widest_guesses,
)
from mastermot.lab.static.searching import FixedGuesses, FixedSearch, find_fixed_guesses

__all__ = ["MAX_FIXED", "MAX_FIXED_PAIRS", "OBJECTIVES", "Figures", "FixedAimError", "FixedCountError"]
__all__ += ["FixedGuesses", "FixedObjectiveError", "FixedProblem", "FixedSearch", "FixedTooLargeError", "classes_of"]
__all__ += ["find_fixed_guesses", "widest_guesses"]

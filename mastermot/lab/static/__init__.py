"""Fixed guesses, made before the first answer: what they tell apart, and the search for the best (static Mastermind).

>>> from mastermot.rules.codes import ColourCodes
>>> from mastermot.lab.static import FixedProblem, classes_of, find_fixed_guesses
>>> found = find_fixed_guesses(FixedProblem(ColourCodes(2, 4), "black"))
>>> len(found.guesses), found.proven
(4, True)
>>> max(len(group) for group in classes_of(ColourCodes(2, 4), "black", found.guesses))
1
"""

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

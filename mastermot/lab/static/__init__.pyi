from mastermot.game.errors import FixedTooLargeError
from mastermot.lab.static import searching as searching
from mastermot.lab.static.errors import FixedAimError, FixedCountError, FixedObjectiveError
from mastermot.lab.static.fixed_guesses import MAX_FIXED, FixedProblem, classes_of, name_widest
from mastermot.lab.static.searching import FixedGuesses, FixedSearch, find_fixed_guesses

__all__ = ["MAX_FIXED", "FixedAimError", "FixedCountError", "FixedGuesses", "FixedObjectiveError", "FixedProblem"]
__all__ += ["FixedSearch", "FixedTooLargeError", "classes_of", "find_fixed_guesses", "name_widest"]

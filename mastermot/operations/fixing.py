"""The operation on fixed guesses."""

from __future__ import annotations

from mastermot import shapes
from mastermot.advice.histories import WHY_NO_WIDER
from mastermot.codes import ColourCodes, WordCodes
from mastermot.dictionaries import open_shipped
from mastermot.errors import Reason
from mastermot.operations import bounds
from mastermot.operations.errors import FieldError, at
from mastermot.operations.playing import choose_codes_of
from mastermot.operations.requests import FixedRequest
from mastermot.rules import rule_named
from mastermot.static import FixedProblem, FixedSearch, TooManyFixedError, classes_of, widest_guesses
from mastermot.wording.fixed import make_fixed_json


def fix_guesses(request: FixedRequest) -> shapes.FixedGuesses:
    """Find fixed guesses, made before the first answer, that tell codes apart.

    The answer is the object of `mastermot static --json`, after a short search: the same every time.
    """
    codes = choose_codes_of(request)
    with at("guesses"):
        if request.guesses and isinstance(codes, ColourCodes):
            raise FieldError(why=Reason(WHY_NO_WIDER))
        guesses = WordCodes(open_shipped(request.guesses), codes.length) if request.guesses else widest_guesses(codes)
    pairs = codes.count * (codes if guesses is None else guesses).count
    if pairs > bounds.MAX_FIXED_PAIRS:
        listed = codes if guesses is None else guesses
        raise TooManyFixedError(guesses=listed.count, count=codes.count, limit=bounds.MAX_FIXED_PAIRS)
    with at("given"):
        problem = FixedProblem(codes, rule_named(request.rule), guesses, request.given)
    with at("objective"):
        problem.choose_objective(request.objective)
    steps = min(bounds.MAX_FIXED_STEPS, max(bounds.MIN_FIXED_STEPS, bounds.MAX_FIXED_WORK // pairs))
    with at("count"):
        search = FixedSearch(problem, request.count, seed=request.seed, starts=1, steps=steps)
    search.run()
    best = search.best
    if best is None:
        raise TooManyFixedError(guesses=problem.guesses.count, count=codes.count, limit=bounds.MAX_FIXED_PAIRS)
    answer = make_fixed_json(problem, best)
    if request.groups:
        apart = classes_of(codes, problem.rule, best.guesses)
        answer["groups"] = [list(group) for group in apart if len(group) > 1]
    return answer

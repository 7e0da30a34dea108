"""Fixed guesses in words: what they tell apart, and what is proven."""

from __future__ import annotations

from collections.abc import Iterator

from mastermot.locale import gettext as _
from mastermot.static import FixedGuesses, FixedProblem
from mastermot.wording.numbers import plural, write_number


def describe_fixed(problem: FixedProblem, best: FixedGuesses, count: int | None) -> Iterator[str]:
    """Yield the lines that say what fixed guesses tell apart, and what is proven of them."""
    figures = best.figures
    yield _("{classes}, {alone}; largest {largest}, expected {expected}").format(
        classes=plural("{count} class", "{count} classes", figures.classes),
        alone=plural("{count} code alone in its class", "{count} codes alone in their class", figures.alone),
        largest=write_number(figures.largest),
        expected=write_number(figures.expected, 4),
    )
    bound = write_number(best.bound, 4) if count and problem.objective == "expected" else write_number(int(best.bound))
    if count is None:
        if problem.separable < problem.codes.count:
            text = _("All guesses of the list together leave {classes} classes: more cannot be told apart.")
            yield text.format(classes=write_number(problem.separable))
        number = len(best.guesses)
        if best.proven:
            yield plural("proven: {count} guess, and no fewer", "proven: {count} guesses, and no fewer", number)
        else:
            yield plural(
                "{count} guess; proven: at least {bound}",
                "{count} guesses; proven: at least {bound}",
                number,
                bound=bound,
            )
    elif best.proven:
        yield _("proven: no guesses do better")
    elif problem.objective == "classes":
        yield _("not proven: at most {bound} classes").format(bound=bound)
    elif problem.objective == "largest":
        yield _("not proven: a largest class of at least {bound}").format(bound=bound)
    else:
        yield _("not proven: expected at least {bound}").format(bound=bound)

"""Fixed guesses in words: what they tell apart, and what is proven."""

from __future__ import annotations

from collections.abc import Iterator

from mastermot.locale import gettext as _
from mastermot.locale import ngettext
from mastermot.static import FixedGuesses, FixedProblem
from mastermot.wording.numbers import write_number


def describe_fixed(problem: FixedProblem, best: FixedGuesses, count: int | None) -> Iterator[str]:
    """Yield the lines that say what fixed guesses tell apart, and what is proven of them."""
    figures = best.figures
    classes = ngettext("{count} class", "{count} classes", figures.classes)
    alone = ngettext("{count} code alone in its class", "{count} codes alone in their class", figures.alone)
    yield _("{classes}, {alone}; largest {largest}, expected {expected}").format(
        classes=classes.format(count=write_number(figures.classes)),
        alone=alone.format(count=write_number(figures.alone)),
        largest=write_number(figures.largest),
        expected=write_number(figures.expected, 4),
    )
    if count is None and problem.separable < problem.codes.count:
        text = _("All guesses of the list together leave {classes} classes: more cannot be told apart.")
        yield text.format(classes=write_number(problem.separable))
    if count is None:
        number = len(best.guesses)
        proven = ngettext("proven: {count} guess, and no fewer", "proven: {count} guesses, and no fewer", number)
        bound = ngettext("{count} guess; proven: at least {bound}", "{count} guesses; proven: at least {bound}", number)
        text = proven if best.proven else bound
        yield text.format(count=write_number(number), bound=write_number(int(best.bound)))
    elif best.proven:
        yield _("proven: no guesses do better")
    elif problem.objective == "classes":
        yield _("not proven: at most {bound} classes").format(bound=write_number(int(best.bound)))
    elif problem.objective == "largest":
        yield _("not proven: a largest class of at least {bound}").format(bound=write_number(int(best.bound)))
    else:
        yield _("not proven: expected at least {bound}").format(bound=write_number(best.bound, 4))

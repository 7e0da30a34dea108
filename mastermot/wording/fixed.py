"""Fixed guesses in words and in JSON: what they tell apart, and what is proven."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mastermot.codes import Codes, WordCodes
from mastermot.locale import gettext as _
from mastermot.locale import ngettext
from mastermot.static import FixedGuesses, FixedProblem
from mastermot.wording.numbers import write_number

if TYPE_CHECKING:
    from mastermot import shapes


def make_fixed_json(problem: FixedProblem, best: FixedGuesses) -> shapes.FixedGuesses:
    """Return the object of ``mastermot static --json`` and ``POST /api/static``."""
    return {
        "codes": problem.codes.count,
        "rule": problem.rule.name,
        "guesses": [{"word": guess, "spellings": list_spellings(problem.guesses, guess)} for guess in best.guesses],
        "classes": best.figures.classes,
        "alone": best.figures.alone,
        "largest": best.figures.largest,
        "expected": round(best.figures.expected, 6),
        "bound": round(best.bound, 6),
        "proven": best.proven,
    }


def list_spellings(guesses: Codes, guess: str) -> list[str]:
    """Return how a word is spelled; nothing for colours."""
    return list(guesses.dictionary.spellings(guess)) if isinstance(guesses, WordCodes) else []


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

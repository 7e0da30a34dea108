"""Texts for readers, shared by the commands and the page. This package imports the library, but not the commands or the
page.

Texts, numbers and marks are written here as people read them, in the language in use; JSON and files write numbers and
marks in another way.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from mastermot.errors import DECIMAL_SIGN, LONG_NUMBER, N_, THOUSANDS_SIGN, fill_counts
from mastermot.rules import Marks, Rule
from mastermot.texts.languages import gettext, in_use, ngettext, settings

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["N_", "_", "count_marks", "join", "plural", "render", "write_estimate", "write_marks", "write_number"]

LONGEST_ESTIMATE = 10**15  #: From this number on, estimates are written with a power of ten.


def write_number(number: float, digits: int | None = None) -> str:
    """Return a number as people write it: ``4.7473`` and ``12,345``, in French ``4,7473`` and ``12 345``.

    `digits` is how many digits follow the decimal sign; by default as many as Python writes. Numbers from `LONG_NUMBER`
    on have a sign between thousands.

    >>> from mastermot.texts.languages import use
    >>> use("fr")
    >>> write_number(4.5, 4)
    '4,5000'
    >>> use("en")
    >>> write_number(12345), write_number(27778.224, 4)
    ('12,345', '27,778.2240')
    """
    text = str(number) if digits is None else f"{number:.{digits}f}"
    whole, point, rest = text.partition(".")
    has_digits_only = whole.lstrip("-").isdigit()  # unlike 1e+16, inf and nan
    if has_digits_only and abs(int(whole)) >= LONG_NUMBER:
        whole = f"{int(whole):,}".replace(",", gettext(THOUSANDS_SIGN))
    if not point:
        return whole
    return whole + gettext(DECIMAL_SIGN) + rest


def _(text: str, many: str = "", count: int = 1, /, **values: object) -> str:
    """Return a text in the language in use, filled with values as `fill` does, if there are any.

    `many`, the plural in English, and `count`, the number that chooses the form, are only used by errors, which take
    this function as their `mastermot.errors.Translate`. Sentences with a count use `plural`.
    """
    translated = gettext(text, many, count)
    return fill(translated, values) if values else translated


def plural(one: str, many: str, count: int, /, **values: object) -> str:
    """Return a text in the form for `count`, in the language in use, filled with the count and other values.

    `one` and `many` are the singular and the plural in English. They may be the same: other languages have two forms
    where English has one, "éliminé" and "éliminés" for "ruled out".
    """
    return fill(ngettext(one, many, count), {"count": count, **values})


def fill(text: str, values: Mapping[str, object]) -> str:
    """Return a text, translated already, with its parameters filled in from `values`, by name.

    Whole numbers from `LONG_NUMBER` on are written as by `write_number`. A parameter may have a noun of
    `mastermot.errors.NOUNS`: ``{total:puzzles}`` becomes ``1 puzzle`` or ``2 puzzles``, in the language in use.
    """
    text = fill_counts(text, values, gettext)
    written = dict(values)
    for name, value in values.items():
        if type(value) is int and abs(value) >= LONG_NUMBER:
            written[name] = write_number(value)
    return text.format_map(written)


def join(parts: Sequence[str], conjunction: str) -> str:
    """Return the parts as one text: commas between, and the conjunction ("and", "or") before the last part.

    >>> from mastermot.texts.languages import use
    >>> use("es")
    >>> join(["A", "B", "C"], "y"), join(["H", "I"], "y"), join(["A", "O"], "o")
    ('A, B y C', 'H e I', 'A u O')
    >>> use("en")
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {fit_conjunction(conjunction, parts[-1])} {parts[-1]}"


def fit_conjunction(conjunction: str, following: str) -> str:
    """Return the form that a conjunction has before a text: in Spanish, "y" is "e" before an I, "o" is "u" before an O.

    The setting `conjunctions` of the language in use has a row for each change: a conjunction, its other form, and a
    pattern. The form is used if the pattern matches the beginning of the text (`_strip_signs`).
    """
    for ordinary_form, other_form, pattern in settings(in_use())["conjunctions"]:
        if conjunction == ordinary_form and re.match(pattern, _strip_signs(following)):
            return str(other_form)
    return conjunction


def _strip_signs(text: str) -> str:
    """Return a text in lower case without accents, from its first letter or digit on: ``iris 2»`` for ``«Íris 2»``."""
    plain = "".join(sign for sign in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(sign))
    return re.sub(r"^\W+", "", plain)


def write_estimate(number: int, standard_error: int) -> str:
    """Return an estimated number as text, rounded to the digits that its standard error leaves certain.

    A number from `LONGEST_ESTIMATE` on is written with a power of ten, and four digits at most.

    >>> from mastermot.texts.languages import use
    >>> use("en")
    >>> write_estimate(32_912_345, 137_000), write_estimate(15_123_456_789_123_456, 10**14)
    ('32,900,000', '1.51×10^16')
    """
    digits = len(str(number))
    certain_digits = max(1, digits - len(str(standard_error)) + 1)  # down to the first digit of the standard error
    rounded = round(number, certain_digits - digits)  # a negative number of digits rounds to tens, hundreds…
    if rounded < LONGEST_ESTIMATE:
        return write_number(rounded)
    power = len(str(rounded)) - 1
    factor = write_number(rounded / 10**power, min(certain_digits - 1, 3))
    return f"{factor}×10^{power}"


def write_marks(marks: Marks) -> str:
    """Return marks as signs, ``XXO`` or ``X.O..``; without any mark, ``(none)``, in French ``(rien)``."""
    return marks.pattern or "X" * marks.blacks + "O" * marks.whites or gettext("(none)")


def count_marks(marks: Marks, rule: Rule) -> str:
    """Return marks in words: ``1 black, 2 whites``; under a rule that gives no whites, the blacks alone."""
    blacks = plural("{count} black", "{count} blacks", marks.blacks)
    if not rule.gives_whites:
        return blacks
    return blacks + ", " + plural("{count} white", "{count} whites", marks.whites)


@cache
def open_templates() -> "Environment":
    """Return the templates. They may use `_`, `write_number`, `language`, and the filter ``g``: 24.0 becomes 24."""
    from jinja2 import Environment, PackageLoader

    templates = Environment(loader=PackageLoader("mastermot.texts"), autoescape=True)
    templates.trim_blocks = templates.lstrip_blocks = templates.keep_trailing_newline = True
    templates.filters["g"] = "{:g}".format
    templates.globals.update(_=gettext, language=in_use, write_number=write_number)
    return templates


def render(template: str, **values: object) -> str:
    """Return the text of a template of the folder `templates/`, filled with values, in the language in use."""
    return open_templates().get_template(template).render(values)

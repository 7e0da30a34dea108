"""Errors about the fields of a request; the rest of the library has its own errors."""

from collections.abc import Collection, Iterable
from contextlib import AbstractContextManager

from mastermot.errors import N_, MastermotError, Reason, locating

WITHOUT = N_("it has no effect without {other}")
BESIDE = N_("it has no effect with {other}")


class Place(str):
    """Where in a request an error is: the name of a field and, in a list, the index of the item, from 0: ``clues/2``.

    A command shows the name of the option in place of the field's name, also inside the sentence of the error.
    """


def at(*place: object) -> AbstractContextManager[None]:
    """Return a context in which errors say their place in the request: ``at("clues", 2)`` is item 2 of `clues`."""
    return locating(source=Place("/".join(map(str, place))))


def refuse(field: str, why: str, wrong: object, **parameters: object) -> None:
    """Raise `FieldInvalidError` about a field if `wrong` is true or not empty. `parameters` fill in the text `why`."""
    if wrong:
        raise FieldInvalidError(source=Place(field), why=Reason(why, **parameters))


def refuse_without(other: str, names: Iterable[str], given: Collection[str]) -> None:
    """Raise `FieldInvalidError` for a field in `names` that is given without `other`: it has no effect then.

    `given` has the fields that a request sets (`mastermot.operations.requests.list_given`), or a command's options.

    >>> refuse_without("hint", ["after", "known"], given=["known"])
    Traceback (most recent call last):
    mastermot.operations.errors.FieldInvalidError: known: it has no effect without hint
    """
    for name in names:
        refuse(name, WITHOUT, name in given and other not in given, other=Place(other))


def refuse_beside(other: str, names: Iterable[str], given: Collection[str]) -> None:
    """Raise `FieldInvalidError` for a field in `names` that is given together with `other`: it has no effect then.

    >>> refuse_beside("tree", ["player", "strategy"], given=["strategy", "tree"])
    Traceback (most recent call last):
    mastermot.operations.errors.FieldInvalidError: strategy: it has no effect with tree
    """
    for name in names:
        refuse(name, BESIDE, name in given and other in given, other=Place(other))


class FieldInvalidError(MastermotError):
    code = "field-invalid"
    title = N_("a value that is not valid")
    message = N_("{why}")
    service_advice = N_("The document /openapi.json describes what is expected.")
    errors: tuple[tuple[str, Reason], ...] = ()  #: When several fields are wrong: each with its reason.
    why: Reason

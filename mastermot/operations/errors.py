"""What can be wrong with a request, beside what the library itself refuses."""

from collections.abc import Collection, Iterable
from contextlib import AbstractContextManager

from mastermot.errors import N_, MastermotError, Reason, locating

WITHOUT = N_("it has no effect without {other}")
BESIDE = N_("it has no effect with {other}")


class Place(str):
    """A field of a request, and the place in its list, that an error is about."""


def at(*place: object) -> AbstractContextManager[None]:
    """Let the errors that are raised inside say where they are: a field of the request, and the place in its list."""
    return locating(source=Place("/".join(map(str, place))))


def refuse(field: str, why: str, wrong: object, **parameters: object) -> None:
    """Raise `FieldInvalidError` about a field of the request, where it is `wrong`; `parameters` are those of `why`."""
    if wrong:
        raise FieldInvalidError(source=Place(field), why=Reason(why, **parameters))


def refuse_without(other: str, names: Iterable[str], given: Collection[str]) -> None:
    """Raise `FieldInvalidError` for the first of the names that is given, where `other` is not: it has no effect then.

    `given` are the fields of a request (`mastermot.operations.requests.list_given`), or the options of a command.

    >>> refuse_without("hint", ["after", "known"], given=["known"])
    Traceback (most recent call last):
    mastermot.operations.errors.FieldInvalidError: known: it has no effect without hint
    """
    for name in names:
        refuse(name, WITHOUT, name in given and other not in given, other=Place(other))


def refuse_beside(other: str, names: Iterable[str], given: Collection[str]) -> None:
    """Raise `FieldInvalidError` for the first of the names that is given, where `other` is too: it has no effect then.

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
    errors: tuple[tuple[str, Reason], ...] = ()  #: Every field at fault and why, when there are several.
    why: Reason

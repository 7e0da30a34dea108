"""What can be wrong with a request, beside what the library itself refuses."""

from contextlib import AbstractContextManager

from mastermot.errors import N_, MastermotError, Reason, locating


class Place(str):
    """A field of a request, and the place in its list, that an error is about."""


def at(*place: object) -> AbstractContextManager[None]:
    """Let the errors that are raised inside say where they are: a field of the request, and the place in its list."""
    return locating(source=Place("/".join(map(str, place))))


def refuse(field: str, why: str, wrong: object) -> None:
    """Raise `FieldInvalidError` about a field of the request, where it is `wrong`."""
    if wrong:
        raise FieldInvalidError(source=Place(field), why=Reason(why))


class FieldInvalidError(MastermotError):
    code = "field-invalid"
    title = N_("a value that is not valid")
    message = N_("{why}")
    service_advice = N_("The document /openapi.json describes what is expected.")
    errors: tuple[tuple[str, Reason], ...] = ()  #: Every field at fault and why, when there are several.
    why: Reason

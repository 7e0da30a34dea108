"""What can be wrong with the service, and with a request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from mastermot.errors import N_, Fault, MastermotError, Reason


@contextmanager
def at(*place: object) -> Iterator[None]:
    """Let the errors that are raised inside say where they are: a field of the request, and the place in its list."""
    try:
        yield
    except MastermotError as error:
        raise error.at(source="/".join(map(str, place))) from None


class RequestError(MastermotError):
    """An error that only a request to the service can meet."""

    code = "request"
    message = N_("the request is understood and cannot be carried out")
    advice = N_("The document /openapi.json describes what is expected.")
    status: ClassVar[int] = 422
    """Its HTTP status; 422 says that the request is understood and cannot be carried out, as for all other errors."""


class MalformedJsonError(RequestError):
    """A body that is no JSON."""

    code = "malformed-json"
    status = 400
    title = N_("the body is not JSON")
    message = N_("the body is not JSON: {reason}")
    advice = N_("Send one JSON object in UTF-8, as the document /openapi.json describes it.")
    reason: str | Reason


class FieldError(RequestError):
    """A field, or a parameter of the address, that is missing, unknown, or not what it should be."""

    code = "field-invalid"
    title = N_("a value that is not valid")
    message = N_("{why}")
    why: Reason
    errors: tuple[tuple[str, Reason], ...] = ()
    """Every field at fault with what is wrong with it, when there are several."""


class MediaTypeError(RequestError):
    """A body of a media type that is not read here."""

    code = "media-type"
    status = 415
    title = N_("a media type that is not read here")
    message = N_("the media type “{media_type}” is not read here")
    advice = N_("Send one of: {known}, in UTF-8, and name it in Content-Type.")
    media_type: str
    known: tuple[str, ...]


class BodyTooLargeError(RequestError):
    """A body larger than any request needs."""

    code = "body-too-large"
    status = 413
    title = N_("the body is too large")
    fault = Fault.LIMIT
    message = N_("the body is larger than {limit} bytes")
    advice = N_("Send one puzzle, or one game, at a time.")
    limit: int


class RouteMissingError(RequestError):
    """Nothing at this address."""

    code = "route-missing"
    status = 404
    message = N_("there is nothing at this address")
    advice = N_("The document /openapi.json lists what there is.")


class MethodError(RequestError):
    """A method that the address does not have."""

    code = "method-not-allowed"
    status = 405
    title = N_("the method is not allowed here")
    message = N_("the method {method} is not allowed here")
    advice = N_("Use one of: {known}.")
    method: str
    known: str


class RequestUnreadableError(RequestError):
    """A request that HTTP itself does not allow."""

    code = "request-unreadable"
    status = 400
    title = N_("the request cannot be read")
    message = N_("the request cannot be read: {reason}")
    advice = N_("Check how the request is written: length, encoding, header fields.")
    reason: str | Reason


class TokenForgedError(RequestError):
    """A game's token that this service did not seal, or that was changed."""

    code = "token-forged"
    message = N_("this token was not made by this service")
    advice = N_("Start a new game; send a token exactly as it was given.")


class TokenExpiredError(RequestError):
    """A game's token that is too old."""

    code = "token-expired"
    status = 410
    title = N_("this game is too old")
    message = N_("this game is older than {days} days")
    advice = N_("Start a new game.")
    days: int


class GameOverError(RequestError):
    """A guess in a game that is over."""

    code = "game-over"
    status = 409
    message = N_("this game is over")
    advice = N_("Start a new game.")


class WorkTooLongError(RequestError):
    """More work than a request may ask for."""

    code = "work-too-long"
    title = N_("this would take too much work")
    fault = Fault.LIMIT
    message = N_("this would take more than {seconds} seconds of work")
    advice = N_("Ask for less: more clues, fewer or shorter codes, a sample; or use the command mastermot at home.")
    seconds: int


class BusyError(RequestError):
    """More requests at work than the service takes on at once."""

    code = "busy"
    status = 503
    fault = Fault.LIMIT
    message = N_("the service is busy")
    advice = N_("Try again in {seconds} seconds.")
    seconds: int


class NotReadyError(RequestError):
    """The service has not loaded its dictionaries yet."""

    code = "not-ready"
    status = 503
    fault = Fault.LIMIT
    message = N_("the dictionaries are being loaded")
    advice = N_("Try again in a few seconds.")


class InternalError(RequestError):
    """A mistake of ours."""

    code = "internal"
    status = 500
    message = N_("something unexpected happened")
    advice = N_("Please report it, with what you asked for.")

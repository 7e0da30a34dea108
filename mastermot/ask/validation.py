"""Requests read from what a client gave; and what is wrong with them, field by field, in the catalogue's words."""

from functools import cache
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from mastermot.ask.errors import FieldInvalidError
from mastermot.ask.requests import REFUSED, Request
from mastermot.errors import N_, MastermotError, Reason

AnyRequest = TypeVar("AnyRequest", bound=Request)
WHY = {
    "missing": N_("this field is missing"),
    "unexpected_keyword_argument": N_("there is no such field"),
    "given_twice": N_("this parameter is given twice"),
    "dataclass_type": N_("a JSON object is expected"),
    "string_type": N_("a text is expected"),
    **dict.fromkeys(("int_type", "int_parsing"), N_("a whole number is expected")),
    "int_parsing_size": N_("this number is out of range"),
    **dict.fromkeys(("bool_type", "bool_parsing"), N_("true or false is expected")),
    "date_type": N_("a day is expected, written YYYY-MM-DD"),
    "list_type": N_("a list is expected"),
    "too_long": N_("at most {max_length} are allowed"),
    "too_short": N_("at least {min_length} is needed"),
    "string_too_long": N_("at most {max_length} characters are allowed"),
    "string_too_short": N_("at least {min_length} character is needed"),
    "string_unicode": N_("this is not Unicode text"),
    "greater_than_equal": N_("it must be at least {ge}"),
    "less_than_equal": N_("it must be at most {le}"),
    "literal_error": N_("one of these is expected: {expected}"),
}
"""What is wrong with a field, by pydantic's kind of error."""
MAX_FIELDS = 10
POINTER = {ord("~"): "~0", ord("/"): "~1"}
make_adapter = cache(TypeAdapter[Any])


def validate(model: type[AnyRequest], values: object, *, texts: bool = False) -> AnyRequest:
    """Return a request made of what JSON holds, or of `texts` alone, such as the parameters of an address.

    Raises `FieldInvalidError`, which calls a field by its JSON pointer (RFC 6901) without the first stroke, a parameter
    by its name; or what a field's own reader raises.
    """
    adapter, escapes = make_adapter(cast("Any", model)), {} if texts else POINTER
    try:
        request: AnyRequest = (adapter.validate_strings if texts else adapter.validate_python)(values)
        return request
    except ValidationError as invalid:
        faults = invalid.errors(include_url=False)
    reasons = []
    for fault in faults[:MAX_FIELDS]:
        place = "/".join(str(name)[:100].translate(escapes) for name in fault["loc"])
        reasons.append((place, describe_reason(fault)))
    field, why = reasons[0]
    if faults[0]["type"] == REFUSED:
        refused: MastermotError = faults[0]["ctx"]["error"]
        raise refused.at(source=field)
    raise FieldInvalidError(source=field, why=why, errors=tuple(reasons) if len(reasons) > 1 else ())


def describe_reason(fault: Any) -> Reason:
    if not fault["loc"]:  # the whole body
        return Reason(WHY["dataclass_type"])
    values = dict(fault.get("ctx", {}))
    if fault["type"] == REFUSED:
        return Reason(values["error"].message, **values["error"].parameters)
    if "expected" in values:  # pydantic's list ends with an English "or"
        values["expected"] = str(values["expected"]).replace(" or ", ", ")
    return Reason(WHY.get(fault["type"], N_("this value is not valid")), **values)

"""Requests read from what a client gave; and what is wrong with them, field by field, in the catalogue's words."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

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
make_adapter = cache(TypeAdapter[Any])


def validate(model: type[AnyRequest], values: object) -> AnyRequest:
    """Return a request made of what JSON holds. Raises `FieldInvalidError`, or what a field's own reader raises."""
    request: AnyRequest = _read(model, "validate_python", values, name_field)
    return request


def validate_texts(model: type[AnyRequest], texts: Mapping[str, str]) -> AnyRequest:
    """Return a request made of texts alone, such as the parameters of an address. Raises as `validate`."""
    request: AnyRequest = _read(model, "validate_strings", texts, lambda location: str(location[0])[:100])
    return request


def name_field(location: Sequence[int | str]) -> str:
    """Return the name of a field: a JSON pointer (RFC 6901) without its first stroke."""
    return "/".join(str(name)[:100].replace("~", "~0").replace("/", "~1") for name in location)


def _read(model: Any, how: str, values: object, name: Callable[[Sequence[int | str]], str]) -> Any:
    try:
        return getattr(make_adapter(model), how)(values)
    except ValidationError as invalid:
        faults = invalid.errors(include_url=False)
    reasons = [(name(fault["loc"]), describe_reason(fault)) for fault in faults[:MAX_FIELDS]]
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

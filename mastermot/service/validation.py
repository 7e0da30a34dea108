"""Requests read by pydantic from JSON or an address; its errors are turned into ours, with our own sentences."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from mastermot.errors import N_, MastermotError, Reason, nearest
from mastermot.operations.errors import FieldInvalidError
from mastermot.operations.requests import Request
from mastermot.service.errors import MalformedJsonError

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
MALFORMED = "json_invalid"  #: Pydantic's kind of error for what is no JSON.
REFUSED = "value_error"  #: Its kind of error for what a `Check` refuses; the named error is inside.
MAX_DIGITS = 30  #: Digits of the longest number that is read as it stands.
MAX_FIELDS = 10  #: The most fields at fault that an error names.
POINTER = {ord("~"): "~0", ord("/"): "~1"}  #: How a JSON pointer writes two signs of a field's name (RFC 6901).


make_adapter = cache(TypeAdapter[Any])  #: Return pydantic's adapter of a request's class, made once.


def validate_json(model: type[AnyRequest], body: str | bytes) -> AnyRequest:
    """Return a request of the class `model`, made from the `body` of a call: a JSON object.

    Raises `MalformedJsonError`, and for wrong fields `FieldInvalidError` or the error of a `Check`. Errors name a field
    by its JSON pointer (RFC 6901) without the slash at its beginning. A number that is too long for pydantic, which
    calls the body malformed then, is refused as out of range.
    """
    try:
        request: AnyRequest = make_adapter(cast("Any", model)).validate_json(body)
        return request
    except ValidationError as invalid:
        faults = invalid.errors(include_url=False)
    if faults[0]["type"] != MALFORMED:
        raise describe_faults(faults, POINTER, model)
    with_short_numbers = shorten_numbers(body)
    if with_short_numbers is None:  # no long number is to blame
        raise MalformedJsonError(reason=find_malformed(body))
    return validate_json(model, with_short_numbers)  # raises the error about the field that has the long number


def shorten_numbers(body: str | bytes) -> str | None:
    """Return a JSON text with its numbers cut to `MAX_DIGITS`; None if it has no longer ones, or is not JSON.

    Pydantic calls a text with very long numbers malformed. Cut so, they are still out of every field's range, and are
    refused as that. Digits within strings are left as they are.

    >>> shorten_numbers('{"seed": ' + 5000 * "9" + "}")
    '{"seed": 999999999999999999999999999999}'
    """
    import json

    text = body if isinstance(body, str) else body.decode(errors="replace")
    if not re.search(rf"\d{{{MAX_DIGITS + 1}}}", text):  # so many digits in a row: most texts need not be read again
        return None
    was_cut = False

    def cut(digits: str) -> int:
        nonlocal was_cut
        was_cut = was_cut or len(digits) > MAX_DIGITS
        return int(digits[:MAX_DIGITS])

    try:
        value = json.loads(body, parse_int=cut)
    except (ValueError, RecursionError):
        return None
    return json.dumps(value) if was_cut else None


def validate_texts(model: type[AnyRequest], values: Mapping[str, str]) -> AnyRequest:
    """Return a request of the class `model`, made from `values`: the parameters of an address, by their names.

    For wrong fields, raises `FieldInvalidError` or the error of a `Check`. Errors name a field by its plain name.
    """
    try:
        request: AnyRequest = make_adapter(cast("Any", model)).validate_strings(values)
        return request
    except ValidationError as invalid:
        faults = invalid.errors(include_url=False)
    raise describe_faults(faults, {}, model)


def find_malformed(body: str | bytes) -> Reason:
    """Return the reason why a `body` that is not JSON cannot be read.

    Either it is empty or blank, or something else is expected at a character, or it cannot be decoded: it is not UTF-8,
    its brackets are nested too deep, or a text in it has half of a surrogate pair (``\\ud800``).
    """
    import json

    try:
        json.loads(body, parse_int=str)  # as texts: Python refuses to read numbers of thousands of digits
    except json.JSONDecodeError as error:
        if body.strip():
            return Reason(N_("at character {place} something else is expected"), place=error.pos + 1)
        return Reason(N_("it is empty"))
    except (ValueError, RecursionError):  # bytes that are not UTF-8, or brackets nested too deep
        pass
    return Reason(N_("it cannot be decoded"))


def describe_faults(faults: list[Any], escapes: dict[int, str], model: type[Request]) -> MastermotError:
    """Return one error about all the fields at fault. If a `Check` refused the first, it is that check's own error.

    `faults` is pydantic's list for a request of the class `model`. `escapes` has what to write for a sign in a field's
    name (`POINTER`, for a body). If the first field is an unknown one of the request itself, the error suggests the
    known name that is nearest.
    """
    reasons = []  # each with the field that it is about, such as ``clues/0/word``
    for fault in faults[:MAX_FIELDS]:
        names = [str(name)[:100].translate(escapes) for name in fault["loc"]]
        reasons.append(("/".join(names), describe_reason(fault)))
    first = faults[0]
    field, why = reasons[0]
    if first["type"] == REFUSED:
        return find_refusal(first).at(source=field)
    suggestions: tuple[str, ...] = ()
    is_unknown = first["type"] == "unexpected_keyword_argument"
    is_at_top = len(first["loc"]) == 1  # not a field of an item of a list
    if is_unknown and is_at_top:
        known = make_adapter(cast("Any", model)).json_schema().get("properties", {})
        suggestions = nearest(field, known, count=1)
    several = tuple(reasons) if len(reasons) > 1 else ()
    return FieldInvalidError(source=field, why=why, errors=several, suggestions=suggestions)


def find_refusal(fault: Any) -> MastermotError:
    """Return the named error of a `Check`, which raises a `ValueError` with it; pydantic keeps that in the fault."""
    refusal: MastermotError = fault["ctx"]["error"].args[0]
    return refusal


def describe_reason(fault: Any) -> Reason:
    """Return what is wrong with a field in our words: those of `WHY`, or of the error that a `Check` raised.

    `fault` is an item of pydantic's list of errors. Of a kind that `WHY` lacks, it is only said that the value is not
    valid. A fault without a field is about the whole body: it is no JSON object.
    """
    if not fault["loc"]:
        return Reason(WHY["dataclass_type"])
    if fault["type"] == REFUSED:
        refusal = find_refusal(fault)
        return Reason(refusal.message, **refusal.parameters)
    values = dict(fault.get("ctx", {}))
    if "expected" in values:  # pydantic's list has Python's quotes, and ends with an English "or"
        values["expected"] = str(values["expected"]).replace(" or ", ", ").replace("'", "")
    return Reason(WHY.get(fault["type"], N_("this value is not valid")), **values)

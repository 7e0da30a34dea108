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
MALFORMED = "json_invalid"  #: Pydantic's kind of error for a body that is no JSON.
REFUSED = "value_error"  #: Pydantic's kind of error for a value that a `Check` refuses; it has our error inside.
MAX_DIGITS = 30  #: Digits of the longest number that `shorten_numbers` leaves as it is.
MAX_FIELDS = 10  #: The most fields at fault that an error names.
POINTER = {ord("~"): "~0", ord("/"): "~1"}  #: How a JSON pointer writes two signs of a field's name (RFC 6901).


make_adapter = cache(TypeAdapter[Any])  #: Return pydantic's adapter of a request's class, made once.


def validate_json(model: type[AnyRequest], body: str | bytes) -> AnyRequest:
    """Return a request of the class `model`, made from the `body` of a call: a JSON object.

    Raises `MalformedJsonError`, and for wrong fields `FieldInvalidError` or the error of a `Check`. Errors name a field
    by its JSON pointer (RFC 6901) without the slash at its beginning. Pydantic calls a body malformed if a number in it
    is very long; here this is an error about the field that has the number.
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
    """Return a JSON text in which whole numbers of more than `MAX_DIGITS` characters are cut to this length.

    Return None if no number is that long, or if the text is not JSON. Pydantic calls a text with very long numbers
    malformed. A number that is cut is still out of the range of every field, and pydantic says so. Digits within
    strings stay as they are.

    >>> shorten_numbers('{"seed": ' + 5000 * "9" + "}")
    '{"seed": 999999999999999999999999999999}'
    """
    import json

    text = body if isinstance(body, str) else body.decode(errors="replace")
    has_long_row_of_digits = re.search(rf"\d{{{MAX_DIGITS + 1}}}", text)
    if not has_long_row_of_digits:  # most texts have none: there is no need to read them again
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
    """Return a request of the class `model`, made from `values`: the fields that stand in an address, by their names.

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
        json.loads(body, parse_int=str)  # numbers are kept as texts: Python refuses to read one of thousands of digits
    except json.JSONDecodeError as error:
        if body.strip():
            return Reason(N_("at character {place} something else is expected"), place=error.pos + 1)
        return Reason(N_("it is empty"))
    except (ValueError, RecursionError):  # bytes that are not UTF-8, or brackets nested too deep
        pass
    return Reason(N_("it cannot be decoded"))


def describe_faults(faults: list[Any], escapes: dict[int, str], model: type[Request]) -> MastermotError:
    """Return one error about the fields at fault (at most `MAX_FIELDS` of them).

    If a `Check` refused the first field, return the error of that `Check` instead, about this field alone.

    `faults` is pydantic's list of errors about a request of the class `model`. `escapes` says how signs in the name of
    a field are written (`POINTER` for a body). If the first fault is a field that the request does not have, the error
    suggests the most similar name of a field that it has.
    """
    reasons = []  # pairs: a field at fault, such as ``clues/0/word``, and what is wrong with it
    for fault in faults[:MAX_FIELDS]:
        names = [str(name)[:100].translate(escapes) for name in fault["loc"]]
        reasons.append(("/".join(names), describe_reason(fault)))
    first = faults[0]
    field, why = reasons[0]
    if first["type"] == REFUSED:
        return find_refusal(first).at(source=field)
    suggestions: tuple[str, ...] = ()
    is_unknown = first["type"] == "unexpected_keyword_argument"
    is_at_top = len(first["loc"]) == 1  # a field of the request itself, not of an item in one of its lists
    if is_unknown and is_at_top:
        known = make_adapter(cast("Any", model)).json_schema().get("properties", {})
        suggestions = nearest(field, known, count=1)
    several = tuple(reasons) if len(reasons) > 1 else ()
    return FieldInvalidError(source=field, why=why, errors=several, suggestions=suggestions)


def find_refusal(fault: Any) -> MastermotError:
    """Return our error from a fault: a `Check` has put it into a `ValueError`, which pydantic keeps in the fault."""
    refusal: MastermotError = fault["ctx"]["error"].args[0]
    return refusal


def describe_reason(fault: Any) -> Reason:
    """Return what is wrong with a field in our words: those of `WHY`, or of the error that a `Check` raised.

    `fault` is an item of pydantic's list of errors. For a kind of error that `WHY` lacks, the reason is only that the
    value is not valid. A fault without a field means that the body is no JSON object.
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

"""Results: plain frozen dataclasses, declared once. Their JSON is made here, their schema in `mastermot.service`.

The text behind a field (``#:``) or under it is its description. A field whose value is its default is left out of the
JSON. A marker in ``Annotated[…]`` says how a field is written in JSON, if not as Python has it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Any, NamedTuple, get_type_hints


class Rounded(NamedTuple):
    """A marker: JSON has a number, or each number of a tuple, rounded to `digits` digits after the point."""

    digits: int

    def write(self, value: float | tuple[float, ...] | None) -> float | list[float] | None:
        """Return a value as JSON has it: a number rounded, a tuple as a list of rounded numbers, None as it is."""
        if isinstance(value, tuple):
            return [round(number, self.digits) for number in value]
        return None if value is None else round(value, self.digits)


class WrittenAsText:
    """A marker: JSON has the `text` of the value, and the schema that pydantic makes says that it is a text."""

    __is_annotated_types_grouped_metadata__ = True  #: Pydantic takes what `__iter__` yields in place of this marker.

    def write(self, value: Any) -> str:
        return str(value.text)

    def __iter__(self) -> Iterator[Any]:
        """Yield the two markers of pydantic that stand for this one: the value is read and written as a text."""
        from pydantic import PlainSerializer, PlainValidator

        yield PlainValidator(str)
        yield PlainSerializer(str, return_type=str)


def as_json(value: Any) -> Any:
    """Return a result as JSON has it: dataclasses become objects with their fields in order, tuples become lists.

    A field that has its default value is left out; one with a marker, such as `Rounded`, is written by the marker. A
    mapping becomes an object too, with its keys as texts. Any other value stays as it is.

    >>> from dataclasses import dataclass
    >>> from typing import Annotated
    >>> @dataclass(frozen=True)
    ... class Guess:
    ...     word: str
    ...     entropy: Annotated[float, Rounded(2)]
    ...     proven: bool = False
    >>> as_json((Guess("RAIE", 2.91986), Guess("AIRE", 2.87, proven=True)))
    [{'word': 'RAIE', 'entropy': 2.92}, {'word': 'AIRE', 'entropy': 2.87, 'proven': True}]
    """
    kind: Any = type(value)
    if kind in (str, int, NoneType):  # most values: the shortest way
        return value
    if kind in (tuple, list):
        return [as_json(item) for item in value]
    if is_dataclass(value):
        document = {}
        for name, default, marker in plan_fields(kind):
            field_value = getattr(value, name)
            if field_value != default:
                document[name] = marker.write(field_value) if marker else as_json(field_value)
        return document
    if isinstance(value, Mapping):
        return {str(key): as_json(item) for key, item in value.items()}
    return value


@cache
def plan_fields(kind: Any) -> tuple[tuple[str, object, Rounded | WrittenAsText | None], ...]:
    """Return the name, the default (`MISSING` for none) and the marker (or None) of each field of a dataclass."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((field.name, field.default, _find_marker(hints[field.name])) for field in fields(kind))


def _find_marker(hint: object) -> Rounded | WrittenAsText | None:
    """Return the marker in an annotation such as ``Annotated[float, Rounded(6)]``; None if it has no such marker."""
    for marker in getattr(hint, "__metadata__", ()):
        if isinstance(marker, Rounded | WrittenAsText):
            return marker
    return None

"""What requests are made of: types of fields with their bounds, and the base of all requests.

A request is a class of `Request`, a frozen dataclass beside its operation; its fields say what they are.
`mastermot.ask.validation` holds what comes over HTTP to these types, and the OpenAPI document is made from them.
Nothing is checked here, so a command may give any dictionary where HTTP takes the name of a shipped one.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, dataclass_transform

from annotated_types import Ge, Le, MaxLen, MinLen

from mastermot.ask import bounds
from mastermot.errors import MastermotError
from mastermot.rules import RULES
from mastermot.rules.codes import MAX_HOLES
from mastermot.words.dictionaries import Dictionary, open_shipped
from mastermot.words.folding import LONGEST, SHORTEST, fold

REFUSED = "refused"  #: The kind of what `ReadBy` refuses, beside pydantic's kinds.


@dataclass(frozen=True)
class ReadBy:
    """A text that is given as `read` returns it; the error that it raises is then that of the field."""

    read: Callable[[str], str]

    def __call__(self, text: str) -> str:
        """Return the text as it is read."""
        from pydantic_core import PydanticCustomError

        try:
            return self.read(text)
        except MastermotError as error:
            raise PydanticCustomError(REFUSED, REFUSED, {"error": error}) from None

    def __get_pydantic_core_schema__(self, _source: object, handler: Any) -> dict[str, Any]:
        """Return the schema of such a text, for pydantic."""
        function = {"type": "no-info", "function": self}
        return {"type": "function-after", "function": function, "schema": handler.generate_schema(Word)}


@dataclass(frozen=True, eq=False)
class NameOf:
    """The name of a value that is registered, such as a rule."""

    registry: Mapping[str, object]

    def __get_pydantic_core_schema__(self, _source: object, _handler: Any) -> dict[str, Any]:
        """Return the schema of such a name, for pydantic."""
        return {"type": "literal", "expected": list(self.registry)}


@dataclass(frozen=True)
class Example:
    """A value that a field could have, for the document of the API."""

    value: Any

    def __get_pydantic_json_schema__(self, schema: object, handler: Any) -> dict[str, Any]:
        """Return the schema of the field, with the example."""
        return {**handler(schema), "examples": [self.value]}


class Day:
    """A day, written YYYY-MM-DD."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: Any) -> dict[str, Any]:
        """Return the schema of such a day, for pydantic, which would take a number for seconds."""
        function = {"type": "no-info", "function": read_day}
        return {"type": "function-before", "function": function, "schema": handler(source)}


def check_word(text: str) -> str:
    """Return a word as it is written, or a stem with the star that ends it. Raises `WordError`."""
    word = text.removesuffix("*")
    if not word.isalpha():
        fold(word)
    return text


def read_day(value: object) -> object:
    """Return the day that a text names, None for other texts."""
    if not isinstance(value, str):
        return value
    with suppress(ValueError):
        day = datetime.date.fromisoformat(value)
        return day if day.isoformat() == value else None
    return None


def today() -> datetime.date:
    """Return the day that it is in UTC."""
    return datetime.datetime.now(datetime.UTC).date()


RuleName = Annotated[str, NameOf(RULES)]
Word = Annotated[str, MinLen(1), MaxLen(bounds.MAX_TEXT)]
Folded = Annotated[str, ReadBy(check_word)]
"""A word or a stem, which the operation folds by its dictionary."""
DictionaryName = Annotated[str | Dictionary, ReadBy(lambda name: open_shipped(name).name)]
"""A dictionary, its name or its path: over HTTP the name of a shipped one."""
Length = Annotated[int, Ge(SHORTEST), Le(LONGEST)]
Level = Annotated[int, Ge(1), Le(5)]
Text = Annotated[str, MaxLen(bounds.MAX_TEXT)]
Seed = Annotated[int, Ge(0), Le(2**53 - 1)]


@dataclass_transform(kw_only_default=True, frozen_default=True)
@dataclass(frozen=True, kw_only=True)
class Request:
    """What an operation is given: nothing but the fields named, of exactly their types. Subclasses are dataclasses."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    def __init_subclass__(cls) -> None:
        """Make a frozen dataclass of the subclass."""
        dataclass(frozen=True, kw_only=True)(cls)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: Any) -> dict[str, Any]:
        """Return the schema of a request, for pydantic: an object is read too, and a field by its alias."""
        schema = handler(source)
        known = handler.resolve_ref_schema(schema)
        known["strict"] = False
        aliases = {one.name: one.metadata["alias"] for one in fields(cls) if "alias" in one.metadata}
        for one in known["schema"]["fields"]:
            if one["name"] in aliases:
                one["validation_alias"] = aliases[one["name"]]
        return schema  # type: ignore[no-any-return]


class CodesChoice(Request):
    """Which codes are played with: words and length, or holes and colours."""

    words: DictionaryName | None = None  #: A dictionary by name; with length.
    length: Length | None = None  #: The number of letters; with words.
    holes: Annotated[int | None, Ge(1), Le(MAX_HOLES), Example(4)] = None  #: How many holes a code has; with colours.
    colours: Annotated[int | None, Ge(2), Le(26), Example(6)] = None
    """How many colours there are, A, B, C…; with holes."""
    repeats: bool = True  #: Whether a colour may come more than once.
    empty: bool = False  #: Whether holes may be left empty, written as a point.
    digits: bool = False  #: Whether colours are written as digits from 0, ten at most.


class CodesRequest(CodesChoice):
    """Which codes are played with (words and length, or holes and colours), and by which rule."""

    rule: RuleName = "black-white"

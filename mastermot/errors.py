"""What all named errors share: a stable code, whose fault it is, a place, and two sentences in the catalogue.

An error carries data only: the fields that its sentences show. `message` says what is wrong and `advice` what
to do, in the terms of a Python user. Only ``cli`` and ``service`` put errors into words for people.
"""

import operator
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Protocol, Self, dataclass_transform


class Translate(Protocol):
    """Returns a text of the catalogue in the reader's language; where it has forms, the one for `count`."""

    def __call__(self, text: str, many: str = "", count: int = 1, /) -> str: ...


def N_(text: str, many: str = "", count: int = 1, /) -> str:  # noqa: N802 - the customary mark of a text
    """Return a text in English, in the form for `count`: the mark of a text that is translated later.

    It is also a `Translate` for English readers: it translates nothing.
    """
    return many if many and count != 1 else text


def count_forms(one: str, many: str) -> tuple[str, str]:
    """Return the forms of a text for one and for several as they are: the mark of forms that are translated later."""
    return one, many


QUOTED = N_("“{text}”")
NEAREST = N_("Did you mean {suggestions}?")
THOUSANDS_SIGN = N_(",")  #: The sign between thousands, in all numbers of five digits and more.
DECIMAL_SIGN = N_(".")  #: The decimal sign.
LONG_NUMBER = 10_000
NOUNS = {
    "classes": count_forms("{count} class", "{count} classes"),
    "clues": count_forms("{count} clue", "{count} clues"),
    "codes": count_forms("{count} code", "{count} codes"),
    "colours": count_forms("{count} colour", "{count} colours"),
    "games": count_forms("{count} game", "{count} games"),
    "guesses": count_forms("{count} guess", "{count} guesses"),
    "holes": count_forms("{count} hole", "{count} holes"),
    "letters": count_forms("{count} letter", "{count} letters"),
    "marks": count_forms("{count} mark", "{count} marks"),
    "positions": count_forms("{count} position", "{count} positions"),
    "processes": count_forms("{count} process", "{count} processes"),
    "puzzles": count_forms("{count} puzzle", "{count} puzzles"),
    "seconds": count_forms("{count} second", "{count} seconds"),
    "symbols": count_forms("{count} symbol", "{count} symbols"),
    "tries": count_forms("{count} try", "{count} tries"),
    "turns": count_forms("{count} turn", "{count} turns"),
    "words": count_forms("{count} word", "{count} words"),
}
"""What texts count: in a text, ``{length:letters}`` stands for "1 letter" or "5 letters"."""
COUNT = rf"{{(\w+):({'|'.join(NOUNS)})}}"  #: A number and its noun in a text: ``{length:letters}``.


class Fault(Enum):
    """What an error is about; a command ends with the status that belongs to it."""

    NO_SOLUTION = "no-solution"  #: The puzzle or the game has no solution.
    USE = "use"  #: The caller asked for something that does not exist, or for things that do not go together.
    INPUT = "input"  #: A file or a text that cannot be read as what it should be.
    LIMIT = "limit"  #: A limit was reached.


@dataclass(init=False)
class Reason:
    """A part of a sentence that is itself in the catalogue, with its own parameters."""

    text: str
    parameters: dict[str, object]

    def __init__(self, text: str, /, **parameters: object) -> None:
        self.text = text
        self.parameters = parameters

    def describe(self, translate: Translate = N_) -> str:
        """Return the text in the reader's language, with its parameters filled in."""
        return translate_and_fill(self.text, self.parameters, translate)


@dataclass_transform(kw_only_default=True)
class NamedError(Exception):
    """What every class of errors says, beside the fields that it takes by name, as a dataclass does."""

    code: ClassVar[str] = "error"  #: Its stable name, in JSON, HTTP and docs/errors.md.
    fault: Fault = Fault.INPUT
    message: ClassVar[str] = N_("something is wrong")
    advice: ClassVar[str] = ""
    command_advice: ClassVar[str] = ""  #: Advice in the terms of the command line, where it differs.
    service_advice: ClassVar[str] = ""  #: The same for HTTP.
    service_message: ClassVar[str] = ""  #: What is wrong over HTTP, where that differs: the service reads no files.
    request_field: ClassVar[str] = ""
    """The field of a request that it is about, where that is the same in all requests that have one of that name."""
    status: ClassVar[int] = 422  #: The HTTP status.
    title: ClassVar[str] = ""
    """What kind of error it is, the same whenever it occurs; left out where the message has no fields."""


class MastermotError(NamedError):
    """The base of all named errors. A subclass says its code, its sentences and its fields, which these show.

    >>> error = WrongKindError(name="top", value="-1", wanted=Reason("a whole number, {least} or more", least=1))
    >>> print(error)
    top cannot be -1
      Give a whole number, 1 or more.
    >>> error.code, error.value
    ('wrong-kind', '-1')
    """

    source: str = ""  #: The file, or what else was read.
    line: int | None = None  #: The line in the file, 1 for the first.
    text: str = ""  #: The text at fault.
    suggestions: Iterable[str] = ()  #: Names that look like the one at fault, nearest first.

    field_names: ClassVar[tuple[str, ...]] = ()  #: The fields that a subclass adds to those above.

    def __init_subclass__(cls) -> None:
        """Set what a subclass need not write: its `field_names`, and its docstring, made of its title or message.

        Its fields are the names that it annotates, as in ``limit: int``. Those of its base class come first.
        """
        super().__init_subclass__()
        cls.__doc__ = cls.__doc__ or cls.title or cls.message
        own_names = [name for name in cls.__annotations__ if name not in cls.field_names]
        cls.field_names = (*cls.field_names, *own_names)

    def __init__(self, **values: Any) -> None:
        """Set the fields. Raises `TypeError` if one is missing or unknown; those with a default may be left out."""
        super().__init__()
        # a field with a default is an attribute of the class
        missing = [name for name in self.field_names if name not in values and not hasattr(self, name)]
        known = {"source", "line", "text", "suggestions", *self.field_names}
        unknown = sorted(values.keys() - known)
        if missing or unknown:
            names = ", ".join((*missing, *unknown))
            raise TypeError(f"{type(self).__name__}: missing or unknown: {names}")
        self.__dict__.update(values)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how pickle makes the error again: by ``__new__`` and its fields.

        What exceptions do by default would call ``__init__`` without fields, and fail.
        """
        return type(self).__new__, (type(self),), self.__dict__

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"

    @property
    def parameters(self) -> dict[str, object]:
        """The fields that its class adds, by name."""
        return {name: getattr(self, name) for name in self.field_names}

    def at(self, *, source: str = "", line: int | None = None, text: str = "") -> Self:
        """Return a copy of this error, with the place filled in where this one does not know it."""
        placed = copy(self)
        placed.source = self.source or source
        placed.text = self.text or text
        placed.line = line if self.line is None else self.line
        return placed

    def describe_reason(self, translate: Translate = N_) -> str:
        """Return what is wrong, without the place and without the advice."""
        return translate_and_fill(self.message, self.parameters, translate)

    def describe_advice(self, translate: Translate = N_, advice: str | None = None) -> str:
        """Return what to do: the `suggestions`, then the advice; "" if there are neither.

        `advice` is said in place of the error's own, unless it is None. A command gives the `command_advice`
        of the error, if it has one.
        """
        chosen = self.advice if advice is None else advice
        parts = [translate_and_fill(chosen, self.parameters, translate)] if chosen else []
        if self.suggestions:
            parts.insert(0, translate_and_fill(NEAREST, {"suggestions": tuple(self.suggestions)}, translate))
        return " ".join(parts)

    def describe_place(self, translate: Translate = N_) -> str:
        """Return where it is: file, line, text at fault, whatever is known of them."""
        parts = [printable(self.source, 200)] if self.source else []
        if self.line is not None:
            parts.append(translate(N_("line {line}")).format(line=self.line))
        if self.text:
            parts.append(translate(QUOTED).format(text=printable(self.text)))
        return ", ".join(parts)

    def describe(self, translate: Translate = N_, advice: str | None = None) -> str:
        """Return the whole error: its place, if it is known, and the reason; on a second line what to do.

        The second line is left out if there is nothing to do (`describe_advice`). `advice` is said in place of the
        error's own, unless it is None.
        """
        place = self.describe_place(translate)
        reason = self.describe_reason(translate)
        what_to_do = self.describe_advice(translate, advice)
        first = translate(N_("{place}: {reason}")).format(place=place, reason=reason) if place else reason
        return f"{first}\n  {what_to_do}" if what_to_do else first

    def __str__(self) -> str:
        return self.describe()


@contextmanager
def locating(*, source: str = "", line: int | None = None, text: str = "") -> Iterator[None]:
    """Add the place to errors of ours that are raised in the block: file, line, text. What they know already stays."""
    try:
        yield
    except MastermotError as error:
        raise error.at(source=source, line=line, text=text) from None


class UseError(MastermotError):
    """The base of errors that are the caller's: they ask for what does not exist, or what does not go together."""

    code = "use"
    fault = Fault.USE


class LimitError(MastermotError):
    """The base of errors at a limit."""

    code = "limit"
    fault = Fault.LIMIT


def translate_and_fill(text: str, parameters: dict[str, object], translate: Translate = N_) -> str:
    """Return a text of the catalogue, in the reader's language, filled with its parameters as people read them.

    >>> translate_and_fill("{word} has {length:letters}", {"word": "RAIE", "length": 4})
    'RAIE has 4 letters'
    """
    counted = fill_counts(translate(text), parameters, translate)
    return counted.format(**{name: _write_value(value, translate) for name, value in parameters.items()})


def fill_counts(text: str, values: Mapping[str, Any], translate: Translate) -> str:
    """Return a text in which each number that has a noun (``{holes:holes}``) is filled in, with the noun's form for it.

    Other parameters stay as they are, in braces; `values` has the numbers by name.

    >>> fill_counts("{holes:holes} and {colours:colours}: {why}", {"holes": 4, "colours": 1}, N_)
    '4 holes and 1 colour: {why}'
    """

    def fill_in(found: re.Match[str]) -> str:
        """Return what takes the place of a number and its noun as they stand in the text."""
        name, noun = found.groups()
        one, many = NOUNS[noun]
        return translate(one, many, values[name]).format(count=_write_value(values[name], translate))

    return re.sub(COUNT, fill_in, text)


def _write_value(value: object, translate: Translate) -> str:
    """Return a parameter as people read it.

    Of a text at most 200 characters are shown, and only what is printable. A `Reason` is in the reader's language. The
    items of a list have commas between them. A whole number of `LONG_NUMBER` or more has signs between its thousands.
    """
    if isinstance(value, str):
        return printable(value, 200)
    if isinstance(value, Reason):
        return value.describe(translate)
    if isinstance(value, (tuple, list)):
        return ", ".join(_write_value(item, translate) for item in value)
    if isinstance(value, int) and abs(value) >= LONG_NUMBER:
        return f"{value:,}".replace(",", translate(THOUSANDS_SIGN))
    return str(value)


def printable(text: str, longest: int = 60) -> str:
    """Return `text` fit for one line of a terminal: control characters shown as ``?``, cut at `longest` characters."""
    clean = "".join(character if character.isprintable() else "?" for character in text[: longest + 1])
    return clean if len(clean) <= longest else clean[:longest] + "…"


def nearest(name: str, known: Iterable[str], cutoff: float = 0.6, count: int = 3) -> tuple[str, ...]:
    """Return the names in `known` that look most like `name`, nearest first, at most `count` of them.

    They are at least as much alike as `cutoff` says, from 0 for anything to 1 for the same name.

    >>> nearest("entropi", ["minimax", "entropy"])
    ('entropy',)
    """
    from difflib import get_close_matches

    return tuple(get_close_matches(name, list(known), n=count, cutoff=cutoff))


def name_character(character: str) -> Reason:
    """Return what a sentence calls a character: itself, quoted; “the space” for any blank; its number if it is unseen.

    >>> [name_character(character).describe() for character in ("é", "\\t", "\\x07")]
    ['“é”', 'the space', 'the character U+0007']
    """
    if character.isspace():
        return Reason(N_("the space"))
    if not character.isprintable():
        return Reason(N_("the character U+{number}"), number=f"{ord(character):04X}")
    return Reason(QUOTED, text=character)


class WrongKindError(UseError):
    code = "wrong-kind"
    title = N_("a value of the wrong kind")
    message = N_("{name} cannot be {value}")
    advice = N_("Give {wanted}.")
    name: str
    value: str | Reason
    wanted: Reason


def read_whole(name: str, value: object, least: int, most: int | None = None) -> int:
    """Return a value as a whole number: one from `least` to `most`, or any from `least` on if `most` is None.

    It may be an ``int`` or a whole number of numpy. Raises `WrongKindError` for any other value, such as 2.5 or "2", or
    for a number out of this range. `name` is that of the argument or field that has the value; the error shows it.
    """
    number: int | None
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:  # it is no whole number
        number = None
    if number is not None and number >= least and (most is None or number <= most):
        return number
    wanted = Reason(N_("a whole number, {least} or more"), least=least)
    if most is not None:
        wanted = Reason(N_("a whole number from {least} to {most}"), least=least, most=most)
    raise WrongKindError(name=name, value=printable(repr(value)), wanted=wanted)

"""The base of all named errors: a stable code, whose fault it is, a place, and two sentences in the catalogue.

`message` says what is wrong and `advice` what to do, in the terms of a Python user; a command and HTTP may have advice
of their own. An error carries data only: the fields that its sentences show. The sentences are filled in, in the
reader's language, when somebody reads the error: mostly in ``cli`` and ``service``.
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
    """Returns a text of the catalogue in the reader's language, in the form for `count` if `many` is given too."""

    def __call__(self, text: str, many: str = "", count: int = 1, /) -> str: ...


def N_(text: str, many: str = "", count: int = 1, /) -> str:  # noqa: N802 - its customary name
    """Return a text in English, in the form for `count`.

    Around a text in the code, ``N_`` says that the text belongs in the catalogue, and is translated when it is shown.
    ``N_`` is also the `Translate` for English readers, since it translates nothing.
    """
    return many if many and count != 1 else text


def count_forms(one: str, many: str) -> tuple[str, str]:
    """Return the forms of a text for one and for several, as they are. The call puts both into the catalogue."""
    return one, many


QUOTED = N_("“{text}”")
NEAREST = N_("Did you mean {suggestions}?")
THOUSANDS_SIGN = N_(",")  #: The sign between thousands.
DECIMAL_SIGN = N_(".")  #: The decimal sign.
LONG_NUMBER = 10_000  #: From this number on, whole numbers are written with `THOUSANDS_SIGN`.
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
"""The nouns for what is counted in texts: ``{length:letters}`` in a text stands for "1 letter" or "5 letters"."""
COUNT = rf"{{(\w+):({'|'.join(NOUNS)})}}"  #: The pattern of a number with its noun, as in ``{length:letters}``.


class Fault(Enum):
    """The kind of an error. A command that fails ends with the exit status of this kind."""

    NO_SOLUTION = "no-solution"  #: The puzzle or the game has no solution.
    USE = "use"  #: The caller asked for something that does not exist, or for things that do not go together.
    INPUT = "input"  #: A file or a text that cannot be read as what it should be.
    LIMIT = "limit"  #: A limit was reached.


@dataclass(init=False)
class Reason:
    """A part of a sentence: a text with its own parameters, which is translated like a whole sentence."""

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
    """What every class of errors says, beside its fields.

    Type checkers take the subclasses for dataclasses (`dataclass_transform`): the fields are given by name.
    """

    code: ClassVar[str] = "error"  #: The stable name of this class, in JSON, HTTP and docs/errors.md.
    fault: Fault = Fault.INPUT
    message: ClassVar[str] = N_("something is wrong")
    advice: ClassVar[str] = ""
    command_advice: ClassVar[str] = ""  #: Advice in the terms of the command line, if it differs.
    service_advice: ClassVar[str] = ""  #: Advice in the terms of HTTP, if it differs.
    service_message: ClassVar[str] = ""  #: What is wrong over HTTP, if that differs: the service reads no files.
    request_field: ClassVar[str] = ""  #: The field that such an error is about, if it is the same in every request.
    status: ClassVar[int] = 422  #: The HTTP status.
    title: ClassVar[str] = ""
    """What kind of error this is, without fields; left out if the `message` has no fields either."""


class MastermotError(NamedError):
    """The base of all named errors. A subclass says its code, its sentences, and the fields that the sentences show.

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
    suggestions: Iterable[str] = ()  #: Names that look like the name at fault, nearest first.

    field_names: ClassVar[tuple[str, ...]] = ()  #: The fields that a class adds to the four above.

    def __init_subclass__(cls) -> None:
        """Set what a subclass need not write: its `field_names`, and its docstring, which is its title or message.

        The fields are the names that the subclass annotates, as in ``limit: int``, after those of its base class.
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
        """Return how pickle makes the error again: ``__new__`` makes it, and its fields are set.

        The ``__reduce__`` of exceptions would have ``__init__`` called without fields, which fails.
        """
        return type(self).__new__, (type(self),), self.__dict__

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({fields})"

    @property
    def parameters(self) -> dict[str, object]:
        """The values of the fields that the class adds (`field_names`), by name."""
        return {name: getattr(self, name) for name in self.field_names}

    def at(self, *, source: str = "", line: int | None = None, text: str = "") -> Self:
        """Return a copy of this error, in which `source`, `line` and `text` are filled in if this error lacks them."""
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

        The argument `advice`, unless it is None, takes the place of the error's own advice: a command gives the
        `command_advice` of an error that has one.
        """
        chosen = self.advice if advice is None else advice
        parts = []
        if self.suggestions:
            parts.append(translate_and_fill(NEAREST, {"suggestions": tuple(self.suggestions)}, translate))
        if chosen:
            parts.append(translate_and_fill(chosen, self.parameters, translate))
        return " ".join(parts)

    def describe_place(self, translate: Translate = N_) -> str:
        """Return where the error is: the file, the line and the text at fault, as far as they are known."""
        parts = [printable(self.source, 200)] if self.source else []
        if self.line is not None:
            parts.append(translate(N_("line {line}")).format(line=self.line))
        if self.text:
            parts.append(translate(QUOTED).format(text=printable(self.text)))
        return ", ".join(parts)

    def describe(self, translate: Translate = N_, advice: str | None = None) -> str:
        """Return the whole error: its place, if it is known, and the reason; on a second line what to do.

        The second line is left out if `describe_advice` returns nothing for it. `advice` is passed on to that method.
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
    """Add the place (file, line, text) to named errors raised in the block. A part that an error has already stays."""
    try:
        yield
    except MastermotError as error:
        raise error.at(source=source, line=line, text=text) from None


class UseError(MastermotError):
    """The base of errors of the caller, who asked for what does not exist, or for things that do not go together."""

    code = "use"
    fault = Fault.USE


class LimitError(MastermotError):
    """The base of errors about a limit that was reached."""

    code = "limit"
    fault = Fault.LIMIT


def translate_and_fill(text: str, parameters: dict[str, object], translate: Translate = N_) -> str:
    """Return a text of the catalogue, in the reader's language, filled with its parameters as people read them.

    >>> translate_and_fill("{word} has {length:letters}", {"word": "RAIE", "length": 4})
    'RAIE has 4 letters'
    """
    counted = fill_counts(translate(text), parameters, translate)  # first: `format` cannot read ``{length:letters}``
    written = {name: _write_value(value, translate) for name, value in parameters.items()}
    return counted.format(**written)


def fill_counts(text: str, values: Mapping[str, Any], translate: Translate) -> str:
    """Return a text with each number that has a noun (``{holes:holes}``) filled in: the noun is in the form for it.

    `values` has the numbers by name. Other parameters of the text stay as they are, in braces.

    >>> fill_counts("{holes:holes} and {colours:colours}: {why}", {"holes": 4, "colours": 1}, N_)
    '4 holes and 1 colour: {why}'
    """

    def fill_in(found: re.Match[str]) -> str:
        """Return a number with its noun, such as "4 holes", for ``{holes:holes}`` found in the text."""
        name, noun = found.groups()
        number = values[name]
        one, many = NOUNS[noun]
        form = translate(one, many, number)
        return form.format(count=_write_value(number, translate))

    return re.sub(COUNT, fill_in, text)


def _write_value(value: object, translate: Translate) -> str:
    """Return a parameter as people read it.

    A text is cut after 200 characters, and has a ``?`` for each character that cannot be printed. A `Reason` is in the
    reader's language. The items of a list have commas between them. A whole number of `LONG_NUMBER` or more has signs
    between its thousands.
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
    """Return a text for one line of a terminal: a ``?`` for each character that cannot be printed, such as a line end.

    A text of more than `longest` characters is cut after so many, and then ends with ``…``.

    >>> printable("one\\ntwo"), printable("one two", longest=3)
    ('one?two', 'one…')
    """
    clean = "".join(character if character.isprintable() else "?" for character in text[:longest])
    return clean if len(text) <= longest else f"{clean}…"


def nearest(name: str, known: Iterable[str], cutoff: float = 0.6, count: int = 3) -> tuple[str, ...]:
    """Return the names in `known` that look most like `name`, nearest first, at most `count` of them.

    Their likeness to `name`, which is from 0 (nothing alike) to 1 (the same), is at least `cutoff`.

    >>> nearest("entropi", ["minimax", "entropy"])
    ('entropy',)
    """
    from difflib import get_close_matches

    return tuple(get_close_matches(name, list(known), n=count, cutoff=cutoff))


def name_character(character: str) -> Reason:
    """Return what a sentence calls a character: “the space” for any blank, a number for one that cannot be seen.

    Any other character is quoted.

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

    The value may be an ``int`` or a whole number of numpy. Raises `WrongKindError` for any other value, such as 2.5 or
    "2", and for a number out of this range; the error shows `name`, the argument or field that has the value.
    """
    number: int | None
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:  # the value is no whole number
        number = None
    if number is not None and number >= least and (most is None or number <= most):
        return number
    wanted = Reason(N_("a whole number, {least} or more"), least=least)
    if most is not None:
        wanted = Reason(N_("a whole number from {least} to {most}"), least=least, most=most)
    raise WrongKindError(name=name, value=printable(repr(value)), wanted=wanted)

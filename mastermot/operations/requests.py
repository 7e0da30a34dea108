"""The base class of requests, and the markers that annotate their fields.

A request is a frozen dataclass. Each field is declared once, for the command, for HTTP and for the documents of both:

    top: Annotated[int, Bounds(ge=1, le=1000), Help(N_("How many guesses."))] = 5

The command has an option for each field with a `Help` (`mastermot.cli.options`). Over HTTP pydantic reads the fields
and checks their bounds (`mastermot.service.validation`). Where HTTP has narrower bounds, `mastermot.service.requests`
has a subclass of the request. A comment after a field (``#:``), or a docstring under it, describes the field over HTTP,
where the help of the option would not fit. Making a request in Python checks nothing; the operation that gets it checks
the values, but not the bounds: these are what the command and HTTP take.

`mastermot solve` loads this module, so it imports nothing slow: the markers are named tuples, and pydantic is imported
only in the methods that pydantic itself calls.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import MISSING, dataclass, fields
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, get_args, get_type_hints

from mastermot.errors import N_, MastermotError
from mastermot.operations import limits
from mastermot.rules import rule_named, rule_names
from mastermot.rules.symbols import MAX_COLOURS, read_symbols
from mastermot.words.dictionaries import Dictionary, open_shipped
from mastermot.words.folding import LONGEST, SHORTEST, fold

ListNames = Callable[[], Iterable[str]]
"""A function that returns the names a value may have. It is called late, since it loads plugins of other packages."""


class Help(NamedTuple):
    """The option of a field: its help text, a key of the catalogue in which `{name}` stands for an option's name."""

    text: str
    options: tuple[str, ...] = ()  #: Names of the option, if it is not called like the field.
    metavar: str | None = None  #: The placeholder of its value in help: ``RULE``.
    names: ListNames | None = None  #: Names that are listed at the end of the text.
    completes: ListNames | None = None  #: Names that a shell completes, if they are not those of `names`.
    alone: str | None = None  #: The value of the option if it is given without a value.


class ExampleValue(NamedTuple):
    """An example of a field's value, shown in the OpenAPI document."""

    value: object


class Bounds(NamedTuple):
    """The least and the greatest value of a number; over HTTP also the least and the greatest length of a text or list.

    This is "grouped metadata" of annotated_types, which pydantic unpacks by iterating: importing annotated_types at
    start would cost 8 to 13 ms.
    """

    ge: int | None = None
    le: int | None = None
    min_length: int | None = None
    max_length: int | None = None

    @property
    def __is_annotated_types_grouped_metadata__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        """Yield the bounds as annotated_types writes them."""
        from annotated_types import Ge, Le, MaxLen, MinLen

        for kind, bound in ((Ge, self.ge), (Le, self.le), (MinLen, self.min_length), (MaxLen, self.max_length)):
            if bound is not None:
                yield kind(bound)


class Check(NamedTuple):
    """A check of a text that comes over HTTP: `check` returns the text to use, or raises a named error."""

    check: Callable[[str], str]

    @property
    def __is_annotated_types_grouped_metadata__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        """Yield a pydantic `AfterValidator`: it gets the value once its type and its bounds are checked."""
        from pydantic import AfterValidator

        yield AfterValidator(self.pass_on)

    def pass_on(self, text: str) -> str:
        """Return the text to use. Raises `ValueError` with the named error inside, as pydantic wants it."""
        try:
            return self.check(text)
        except MastermotError as error:
            raise ValueError(error) from None


class OrSymbols(NamedTuple):
    """A marker for a number that may also be given as the symbols of colours, ``RGBYOW`` or ``1-6`` (`read_symbols`).

    On the command line and in an address every value is a text; digits alone are read as the number there.
    """

    @property
    def __is_annotated_types_grouped_metadata__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        """Yield a pydantic `WrapValidator`, which calls `read` for the value, and a JSON schema: a number or a text."""
        from pydantic import WithJsonSchema, WrapValidator

        number = {"type": "integer", "minimum": 2, "maximum": MAX_COLOURS}
        yield WrapValidator(self.read)
        yield WithJsonSchema({"anyOf": [number, {"type": "string", "maxLength": limits.MAX_TEXT}]})

    def read(self, value: object, read_number: Callable[[object], int]) -> int | str:
        """Return the number as pydantic reads it, or the symbols. Raises `ValueError` with the named error inside."""
        if not isinstance(value, str) or value.isdigit():
            return read_number(value)
        try:
            return self.check(value)
        except MastermotError as error:
            raise ValueError(error) from None

    def check(self, text: str) -> str:
        """Return the symbols as they were written. Raises `SymbolsError` if they cannot be read."""
        read_symbols(text)  # only to raise the error
        return text


def check_rule(name: str) -> str:
    return rule_named(name).name


def check_shipped(name: str) -> str:
    return open_shipped(name).name


def check_word(text: str) -> str:
    """Return a word, or a stem as in ``RA*``, as it was written.

    Raises `NotAWordError` if it has other signs than letters, `WordMissingError` if it is empty. Whether its letters
    are those of a dictionary is checked by the operation, which knows the dictionary.
    """
    word = text.removesuffix("*")
    if not word.isalpha():  # empty, or with a sign that no alphabet has as a letter
        fold(word)  # raises the error, but not for é as two characters (e and an accent), which `isalpha` refuses
    return text


Text = Annotated[str, Bounds(max_length=limits.MAX_TEXT)]
Word = Annotated[str, Bounds(min_length=1, max_length=limits.MAX_TEXT)]
Folded = Annotated[Word, Check(check_word)]  #: A word, or a stem as in ``RA*``, which the operation will fold.
if TYPE_CHECKING:
    Colours = int | str
else:  # pydantic reads a number and checks its bounds; `OrSymbols` reads a text
    Colours = Annotated[int, Bounds(ge=2, le=MAX_COLOURS), OrSymbols()]
"""How many colours there are, or their symbols."""
RuleName = Annotated[str, Check(check_rule)]
Length = Annotated[int, Bounds(ge=SHORTEST, le=LONGEST)]
if TYPE_CHECKING:
    DictionaryName = str | Dictionary
else:  # over HTTP a dictionary is a name only
    DictionaryName = Annotated[Word, Check(check_shipped)]
"""An open dictionary, or a name or path to open; over HTTP only the name of a shipped one (`check_shipped`)."""

SEED = Help(N_("Seed of every random choice."))
RULE = Help(N_("How marks are given."), metavar="RULE", names=rule_names)
ALPHABET = Help(
    N_("The letters of your own list, in order, if they are not A to Z. For example: ABCDEFGHIJKLMNÑOPQRSTUVWXYZ."),
    metavar="LETTERS",
)


@dataclass(frozen=True, kw_only=True)
class Request:
    """What an operation is asked for. Over HTTP unknown fields are refused, and a number in quotes is no number."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}


def list_given(request: Request) -> list[str]:
    """Return the names of the fields that a request sets: those whose value is not the default.

    >>> from mastermot.operations.solve_request import PuzzleOptions
    >>> list_given(PuzzleOptions(known="??u??", explain=False))
    ['known']
    """
    given = []
    for field in fields(request):
        default = field.default if field.default_factory is MISSING else field.default_factory()
        if getattr(request, field.name) != default:
            given.append(field.name)
    return given


def list_markers(kind: type) -> dict[str, list[Any]]:
    """Return, by the names of the fields of a class, the markers of each annotation, as `flatten` lists them."""
    hints = get_type_hints(kind, include_extras=True)
    # `__pydantic_config__` has an annotation too, but is no field
    return {name: flatten(hint) for name, hint in hints.items() if not name.startswith("_")}


def flatten(hint: Any) -> list[Any]:
    """Return the markers of an annotation, then its type; for a list, then `list`, and the same for its items.

    For a union, this is done with its first type: in these annotations the other one is `None`.

    >>> flatten(Annotated[list[Annotated[str, "of an item"]], "of the list"])
    ['of the list', <class 'list'>, 'of an item', <class 'str'>]
    >>> flatten(int | None)
    [<class 'int'>]
    """
    markers = list(getattr(hint, "__metadata__", ()))
    parts = get_args(hint)  # first the annotated type, the type of the items, or the first type of a union
    if not parts or isinstance(parts[0], str):  # a plain type, or the names of a `Literal`
        return [hint]
    if getattr(hint, "__origin__", None) is list:
        markers.append(list)
    return [*markers, *flatten(parts[0])]


def find_help(markers: Iterable[Any]) -> Help | None:
    """Return the `Help` among the markers of a field, or None."""
    return next((marker for marker in markers if isinstance(marker, Help)), None)

"""What requests are made of: the base of all, and what the annotation of a field says beside its type.

A request is a frozen dataclass. A field is declared once, for the command, for HTTP and for its documents:

    top: Annotated[int, Bounds(ge=1, le=1000), Help(N_("How many guesses."))] = 5

The command has an option for each field with a `Help` (`mastermot.cli.options`). Over HTTP pydantic reads the fields,
their bounds and checks (`mastermot.service.validation`); what it takes more narrowly is a subclass of the request,
in `mastermot.service.requests`. The text behind a field (``#:``) or under it describes the field over HTTP, where the
words of the option do not fit there. Nothing is checked when a request is made in Python: the operation does it.

`mastermot solve` loads this module: it imports nothing that takes long, so the markers are named tuples, and what they
say to pydantic is imported when it asks.
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
"""Gives the names that a value may have: a function, since those of other packages are loaded when they are listed."""


class Help(NamedTuple):
    """What the option of a field says of it, in a sentence of the catalogue: `name` there is the option of a field."""

    text: str
    options: tuple[str, ...] = ()  #: What the option is called, where it is not called like the field.
    metavar: str | None = None  #: What stands for its value.
    names: ListNames | None = None  #: The names that end the text.
    completes: ListNames | None = None  #: The names that a shell completes, where they are not these.


class ExampleValue(NamedTuple):
    """A value of a field, which the document of the API shows."""

    value: object


class Bounds(NamedTuple):
    """The bounds of a number, in every request; and over HTTP of the length of a text or of a list.

    Pydantic reads them as metadata that stands for that of annotated_types, which takes 8 to 13 ms to import.
    """

    ge: int | None = None
    le: int | None = None
    min_length: int | None = None
    max_length: int | None = None

    @property
    def __is_annotated_types_grouped_metadata__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        """Yield what annotated_types calls these bounds."""
        from annotated_types import Ge, Le, MaxLen, MinLen

        for kind, bound in ((Ge, self.ge), (Le, self.le), (MinLen, self.min_length), (MaxLen, self.max_length)):
            if bound is not None:
                yield kind(bound)


class Check(NamedTuple):
    """What a text that comes over HTTP has to pass: `check` returns it as it is taken, or raises a named error."""

    check: Callable[[str], str]

    @property
    def __is_annotated_types_grouped_metadata__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        """Yield what pydantic calls a function that sees a value after its type and its bounds."""
        from pydantic import AfterValidator

        yield AfterValidator(self.pass_on)

    def pass_on(self, text: str) -> str:
        """Return the text as it is taken. Raises the named error as pydantic wants it: inside a `ValueError`."""
        try:
            return self.check(text)
        except MastermotError as error:
            raise ValueError(error) from None


class OrSymbols(NamedTuple):
    """A number may also be a text: the symbols of colours, as `read_symbols` reads them.

    Digits alone are a number where all values are texts: on the command line, and in an address.
    """

    @property
    def __is_annotated_types_grouped_metadata__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        """Yield what pydantic calls a function around the reading of a value, and the schema that says both kinds."""
        from pydantic import WithJsonSchema, WrapValidator

        number = {"type": "integer", "minimum": 2, "maximum": MAX_COLOURS}
        yield WrapValidator(self.read)
        yield WithJsonSchema({"anyOf": [number, {"type": "string", "maxLength": limits.MAX_TEXT}]})

    def read(self, value: object, read_number: Callable[[object], int]) -> int | str:
        """Return a number as pydantic reads it, or the symbols. Raises the named error inside a `ValueError`."""
        if not isinstance(value, str) or value.isdigit():
            return read_number(value)
        try:
            return self.check(value)
        except MastermotError as error:
            raise ValueError(error) from None

    def check(self, text: str) -> str:
        """Return the symbols as they were written. Raises `SymbolsError`."""
        read_symbols(text)
        return text


def check_rule(name: str) -> str:
    return rule_named(name).name


def check_shipped(name: str) -> str:
    return open_shipped(name).name


def check_word(text: str) -> str:
    word = text.removesuffix("*")
    if not word.isalpha():
        fold(word)
    return text


Text = Annotated[str, Bounds(max_length=limits.MAX_TEXT)]
Word = Annotated[str, Bounds(min_length=1, max_length=limits.MAX_TEXT)]
Folded = Annotated[Word, Check(check_word)]  #: A word or a stem, which the operation folds by its dictionary.
if TYPE_CHECKING:
    Colours = int | str
else:  # pydantic reads a number within its bounds; a text is left to the marker
    Colours = Annotated[int, Bounds(ge=2, le=MAX_COLOURS), OrSymbols()]
"""How many colours there are, or their symbols."""
RuleName = Annotated[str, Check(check_rule)]
Length = Annotated[int, Bounds(ge=SHORTEST, le=LONGEST)]
if TYPE_CHECKING:
    DictionaryName = str | Dictionary
else:  # pydantic knows of no dictionary that is open
    DictionaryName = Annotated[Word, Check(check_shipped)]
"""A dictionary, its name or its path: over HTTP the name of a shipped one, which its check sees to."""

SEED = Help(N_("Seed of every random choice."))
RULE = Help(N_("How marks are given."), metavar="RULE", names=rule_names)
ALPHABET = Help(
    N_("The letters of a list of your own, in order, where they are not A to Z: ABCDEFGHIJKLMNÑOPQRSTUVWXYZ."),
    metavar="LETTERS",
)


@dataclass(frozen=True, kw_only=True)
class Request:
    """What an operation is given: nothing but the fields named, of exactly their types."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}


def list_given(request: Request) -> list[str]:
    """Return the names of the fields that a request gives: those whose value is not their default.

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
    """Return what the annotation of each field says, the outermost first, and at last its type.

    Of a list its items' annotation follows: ``Annotated[list[Word], Help(…)]`` gives the help, `list`, and what `Word`
    says: its bounds, and `str`.
    """
    return {name: flatten(hint) for name, hint in get_type_hints(kind, include_extras=True).items() if name[0] != "_"}


def flatten(hint: Any) -> list[Any]:
    """Return the markers of an annotation, then its type without `None`; after `list` those of its items."""
    markers = list(getattr(hint, "__metadata__", ()))
    parts = get_args(hint)
    if not parts or isinstance(parts[0], str):  # a plain type, or the names of a `Literal`
        return [hint]
    if getattr(hint, "__origin__", None) is list:
        markers.append(list)
    return [*markers, *flatten(parts[0])]


def find_help(markers: Iterable[Any]) -> Help | None:
    """Return the help among the markers of a field; None where it has none."""
    return next((marker for marker in markers if isinstance(marker, Help)), None)

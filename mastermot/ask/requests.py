"""What requests are made of: the base of all, and what their fields declare beside their types and defaults.

A request is a frozen dataclass. The annotation of a field says all that the doors need of it: what it is (`Help`), its
bounds, the names that it may have. The command's options are made of that (`mastermot.cli.options`), and so are the
validation of what comes over HTTP (`mastermot.ask.validation`) and its document. Nothing is checked here, so a command
may give any dictionary where HTTP takes the name of a shipped one. `mastermot solve` loads this module: it imports
nothing that takes long.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, dataclass_transform, get_args, get_origin, get_type_hints

from mastermot.ask import bounds
from mastermot.errors import MastermotError
from mastermot.rules import RULES
from mastermot.words.dictionaries import Dictionary, open_shipped
from mastermot.words.folding import LONGEST, SHORTEST, fold

REFUSED = "refused"  #: The kind of what `ReadBy` refuses, beside pydantic's kinds.


class Help:
    """What a field is, in a sentence of the catalogue: `name` there is another field, or its option.

    `names` call the option where it is not called like the field (a name without dashes makes an argument), and
    `metavar` stands for its value. A field with ``only="http"`` has no option; HTTP does not know one with
    ``only="command"``, and may say others in other words (`served`). How often an option is given is `counted`.
    """

    def __init__(
        self,
        text: str,
        *names: str,
        metavar: str = "",
        only: Literal["", "command", "http"] = "",
        served: str = "",
        counted: bool = False,
        example: object = None,
    ) -> None:
        self.text, self.names, self.served = text, names, served or text
        self.metavar, self.only, self.counted, self.example = metavar, only, counted, example

    def __get_pydantic_json_schema__(self, schema: object, handler: Any) -> dict[str, Any]:
        examples = {} if self.example is None else {"examples": [self.example]}
        return {**handler(schema), "description": self.served, **examples}


@dataclass(frozen=True)
class Bounds:
    """The bounds of a number, at every door."""

    least: int | None = None
    most: int | None = None
    __is_annotated_types_grouped_metadata__ = True
    kinds = "Ge", "Le"

    def __iter__(self) -> Iterator[object]:
        import annotated_types

        for kind, bound in zip(self.kinds, (self.least, self.most), strict=True):
            if bound is not None:
                yield getattr(annotated_types, kind)(bound)


class Served(Bounds):
    """The bounds of a number over HTTP, where those of the command are wider."""


class Sizes(Bounds):
    """How many characters a text may have, or items a list, over HTTP."""

    kinds = "MinLen", "MaxLen"


class Names:
    """The names that a value may have: those of the first registry end its help, unless that says them."""

    def __init__(self, *registries: Iterable[str], metavar: str = "NAME", listed: bool = True) -> None:
        self.registries, self.metavar, self.listed = registries, metavar, listed


class NameOf(Names):
    """The name of a value that is registered, such as a rule."""

    def __get_pydantic_core_schema__(self, _source: object, _handler: Any) -> dict[str, Any]:
        return {"type": "literal", "expected": list(self.registries[0])}


@dataclass(frozen=True)
class ReadBy:
    """A text that is given as `read` returns it; the error that it raises is then that of the field."""

    read: Callable[[str], str]
    metavar: str  #: What stands for it on the command line, which leaves the reading to the operation.

    def __call__(self, text: str) -> str:
        from pydantic_core import PydanticCustomError

        try:
            return self.read(text)
        except MastermotError as error:
            raise PydanticCustomError(REFUSED, REFUSED, {"error": error}) from None

    def __get_pydantic_core_schema__(self, _source: object, handler: Any) -> dict[str, Any]:
        function = {"type": "no-info", "function": self}
        return {"type": "function-after", "function": function, "schema": handler.generate_schema(Word)}


def check_word(text: str) -> str:
    word = text.removesuffix("*")
    if not word.isalpha():
        fold(word)
    return text


RuleName = Annotated[str, NameOf(RULES, metavar="RULE")]
Word = Annotated[str, Sizes(1, bounds.MAX_TEXT)]
Folded = Annotated[str, ReadBy(check_word, "WORD")]  #: A word or a stem, which the operation folds by its dictionary.
DictionaryName = Annotated[str | Dictionary, ReadBy(lambda name: open_shipped(name).name, "NAME|PATH")]
"""A dictionary, its name or its path: over HTTP the name of a shipped one."""
Length = Annotated[int, Bounds(SHORTEST, LONGEST)]
Text = Annotated[str, Sizes(most=bounds.MAX_TEXT)]
Seed = Annotated[int, Served(0, 2**53 - 1)]
SEED = Help("Seed of every random choice.")
RULE = Help("How marks are given.")
ALPHABET = Help(
    "The letters of a list of your own, in order, where they are not A to Z: ABCDEFGHIJKLMNÑOPQRSTUVWXYZ.",
    metavar="LETTERS",
)


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Request:
    """What an operation is given: nothing but the fields named, of exactly their types. Subclasses are dataclasses."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: Any) -> dict[str, Any]:
        """Return the schema of a request, for pydantic: an object is read too, without the fields of the command."""
        schema = handler(source)
        known = handler.resolve_ref_schema(schema)
        known["strict"] = False
        told, fields = list_markers(cls), known["schema"]["fields"]
        fields[:] = [one for one in fields if getattr(help_of(told[one["name"]]), "only", "") != "command"]
        return schema  # type: ignore[no-any-return]


def list_markers(kind: type[Request]) -> dict[str, list[Any]]:
    """Return what each annotation says, the outermost first; at last its type, of a list ``list`` and its items'."""
    found = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        markers: list[Any] = []
        while parts := get_args(hint):
            if get_origin(hint) is Annotated:
                markers += hint.__metadata__
            elif get_origin(hint) is list:
                markers.append(list)
            elif get_origin(hint) is Literal:
                break
            hint = parts[0]
        found[name] = [*markers, hint]
    return found


def help_of(markers: list[Any]) -> Help | None:
    return next((one for one in markers if isinstance(one, Help)), None)

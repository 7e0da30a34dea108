"""The options of solving a puzzle. They stand alone since `mastermot solve` loads little else of this package."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from mastermot.errors import N_
from mastermot.operations.errors import refuse_beside, refuse_without
from mastermot.operations.requests import Bounds, DictionaryName, Help, Request, Text, list_given


@dataclass(frozen=True, kw_only=True)
class PuzzleOptions(Request):
    """How to solve a puzzle."""

    words: Annotated[
        DictionaryName | None,
        Help(
            N_(
                "The dictionary that decides which strings are words; by default, that of your language or of"
                " the given words."
            )
        ),
    ] = None
    explain: Annotated[bool, Help(N_("Explain the reasoning, step by step, before the word."))] = False
    hint: bool = False  #: Whether to give the next step only, from `known` and `out`.
    after: Annotated[
        int, Bounds(ge=0), Help(N_("With `hint`: skip the first N steps, which you have made already."), metavar="N")
    ] = 0
    known: Annotated[
        Text,
        Help(
            N_("With `hint`: the letters that you have found, ? for the others (??u??); mistakes are pointed out."),
            metavar="PATTERN",
        ),
    ] = ""
    out: Annotated[
        Text, Help(N_("With `hint`: the letters that you have ruled out, by position (1:f 4:nl)."), metavar="LIST")
    ] = ""


def refuse_unused_options(request: PuzzleOptions, typed: Iterable[str] = ()) -> None:
    """Raise `FieldInvalidError` for an option that has no effect beside the others, such as `known` without `hint`.

    `typed` has the options that a command was given: an option is also refused if it was typed with its default value.
    """
    given = {*list_given(request), *typed}
    refuse_without("hint", ["after", "known", "out"], given)
    refuse_beside("hint", ["explain"], given)
    # the next step follows either from the letters found or from the number of steps made
    refuse_beside("known", ["after"], given)
    refuse_beside("out", ["after"], given)

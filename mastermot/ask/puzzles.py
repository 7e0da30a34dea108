"""What can be asked of a Master Mot puzzle, alone: `mastermot solve` loads nothing more of this package."""

from typing import Annotated

from mastermot.ask.requests import Bounds, DictionaryName, Help, Request, Served, Text
from mastermot.errors import N_
from mastermot.puzzle.prefixes import DEFAULT_LIMIT


class PuzzleOptions(Request):
    """How to solve a puzzle."""

    words: Annotated[DictionaryName, Help("The dictionary that says which strings are words.")] = "fr"
    trace: Annotated[bool, Help("Show the prefixes kept at each length.", only="command")] = False
    explain: Annotated[bool, Help("Explain the reasoning, step by step, before the word.")] = False
    hint: Annotated[
        bool,
        Help(
            "Give the next step only; twice or three times: smaller hints first (press a key to go on).",
            counted=True,
            served=N_("Whether to give the next step only, from `known` and `out`."),
        ),
    ] = False
    after: Annotated[
        int,
        Bounds(0),
        Served(0, 1000),
        Help("With `hint`: skip the first N steps, which you have made already.", metavar="N"),
    ] = 0
    known: Annotated[
        Text,
        Help(
            "With `hint`: the letters that you have found, ? for the others (??u??); mistakes are pointed out.",
            metavar="PATTERN",
        ),
    ] = ""
    out: Annotated[
        Text, Help("With `hint`: the letters that you have ruled out, by position (1:f 4:nl).", metavar="LIST")
    ] = ""
    limit: Annotated[int, Bounds(1), Help("The most prefixes held at one length.", only="command")] = DEFAULT_LIMIT

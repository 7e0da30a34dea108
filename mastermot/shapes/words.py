"""Dictionaries, families, ladders."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict


class Family(TypedDict):
    """Words that differ in one position only."""

    pattern: str
    words: list[str]


class Families(TypedDict):
    """Families, the largest first: the object of `mastermot cliques --json`."""

    families: list[Family]
    histogram: dict[str, int]
    """How many families there are of each size."""


class FixedGuess(TypedDict):
    """A fixed guess."""

    word: str
    spellings: list[str]
    """How the word is spelled; empty for colours."""


class FixedGuesses(TypedDict):
    """Fixed guesses, and what they tell apart: the object of `mastermot static --json`."""

    codes: int
    """How many codes there are."""
    rule: str
    guesses: list[FixedGuess]
    """The guesses, those given first."""
    classes: int
    """Classes of codes that get the same marks."""
    alone: int
    """Codes that are alone in their class."""
    largest: int
    """Codes of the largest class."""
    expected: float
    """The size of a secret's class, on average over all secrets."""
    bound: float
    """What the objective can be at best; where all codes are to be told apart, the guesses at least."""
    proven: bool
    """Whether nothing better is possible."""
    groups: NotRequired[list[list[str]]]
    """The codes that are not told apart, where they are asked for."""


class ReachableWord(TypedDict):
    """A word that can be reached from the start of a ladder."""

    word: str
    differs: int
    """Positions in which it differs from the end."""
    steps: int
    """Steps from the start."""


class Gap(TypedDict):
    """Where the words that two words reach come nearest."""

    near_start: str
    """A word that ladders reach from the start."""
    near_end: str
    """One that ladders reach from the end."""
    differs: int
    """Positions in which they differ."""


class Ladders(TypedDict):
    """The shortest ladders between two words: the object of `mastermot ladder WORD WORD --json`."""

    start: str
    end: str
    steps: int | None
    """Null where there is no ladder."""
    count: int
    """How many shortest ladders there are."""
    complete: bool
    """Whether all of them are listed."""
    ladders: list[list[str]]
    """The first of them, in alphabetical order."""
    nearest: list[ReachableWord]
    """Where there is no ladder: the words nearest to the end that can be reached."""
    alone: list[str]
    """Where there is no ladder: which of the two words have no neighbour."""
    reached: list[int]
    """Where there is no ladder: how many words each of the two reaches, itself included."""
    gap: Gap | None
    """Where there is no ladder: the words of both sides that differ least; null when they are too many to compare."""


class Neighbourhood(TypedDict):
    """The words one letter apart from a word: the object of `mastermot ladder WORD --json`."""

    word: str
    neighbours: int
    """How many words are one letter apart."""
    reached: int
    """How many words can be reached by ladders, itself included."""
    families: list[Family]
    """The neighbours, position by position; the word itself is left out."""
    picture: NotRequired[str]
    """The same as a picture, an SVG document, on request over HTTP."""


class LongestLadder(TypedDict):
    """The longest of all shortest ladders."""

    steps: int
    ladder: list[str]
    """Its words, in order."""
    proven: bool
    """Whether the whole list was searched."""


class LadderFigures(TypedDict):
    """The one-letter-apart graph of a list."""

    words: int
    """How many words there are."""
    pairs: int
    """Pairs of words one letter apart."""
    alone: int
    """Words without neighbours."""
    islands: int
    """Sets of words that ladders join; words without neighbours count as such."""
    largest: int
    """Words of the largest island."""
    sizes: dict[str, int]
    """How many islands there are of each size."""
    longest: LongestLadder | None
    """The longest of all shortest ladders; null where no two words are one letter apart."""


class ListFigures(LadderFigures):
    """The graph of the words of one length of a dictionary: the object of `mastermot ladder --json`."""

    dictionary: str
    length: int


class ShelfEntry(TypedDict):
    """A shipped dictionary."""

    name: str
    """Its name."""
    file: str
    """Its file among the data."""
    format: str
    """How the file is written: lines, or sgb."""
    language: str
    title: dict[str, str]
    """What it is, by language."""
    source: str
    version: str
    licence: str
    licence_file: str
    """The file of the licence's text, beside it."""
    sha256: str
    words: int
    """How many words it has."""
    spellings: int
    """How many spellings it has."""
    lengths: dict[str, int]


class Shelf(TypedDict):
    """The dictionaries: the object of `mastermot words --json`."""

    dictionaries: list[ShelfEntry]


class DictionaryCounts(TypedDict):
    """How many words there are of each length: the object of `mastermot words NAME --json`."""

    dictionary: str
    lengths: dict[str, int]
    skipped: int
    """Lines of the list that are no words."""


class WordEntry(TypedDict):
    """A folded word with its spellings."""

    word: str
    spellings: list[str]


class WordList(TypedDict):
    """The words of one length: the object of `mastermot words NAME --length N --json`."""

    dictionary: str
    length: int
    count: int
    words: list[WordEntry]

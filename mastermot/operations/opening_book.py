"""The operation on the book of openings: it lists the games of the book, and their best first guesses."""

from dataclasses import dataclass
from typing import Annotated

from mastermot.game.book import Row, open_book
from mastermot.operations.requests import DictionaryName, Length, Request
from mastermot.puzzle.compose import read_offensive
from mastermot.results import Rounded, as_json
from mastermot.words.dictionaries import open_dictionary


@dataclass(frozen=True, kw_only=True)
class OpeningsRequest(Request):
    """Which games of the book of openings are listed; by default, all of them."""

    words: DictionaryName | None = None  #: The dictionary of the secrets: only games with it.
    length: Length | None = None  #: Only games with words of so many letters.


@dataclass(frozen=True)
class FirstGuess:
    """A first guess, and what it costs."""

    guess: str
    turns: Annotated[float, Rounded(6)]  #: The turns on average, when all else is played as well as can be.


@dataclass(frozen=True, kw_only=True)
class BookGame:
    """A game of the book of openings."""

    rule: str
    codes: int  #: How many codes can be the secret.
    playable: int  #: How many codes may be guessed.
    longest: int  #: The turns of the longest game of the best strategy.
    firsts: tuple[FirstGuess, ...]  #: The best first guesses, the best first; offensive words are left out.
    words: str | None = None  #: The dictionary of the secrets.
    guesses: str | None = None  #: The dictionary of what may be guessed.
    length: int | None = None
    letter: str | None = None  #: The first letter, where it is given.
    holes: int | None = None  #: How many holes a code has.
    colours: int | None = None  #: How many colours there are.
    repeats: bool = True  #: Whether a colour may appear more than once.


@dataclass(frozen=True)
class OpeningBook:
    """Games whose best first guesses are proven."""

    games: tuple[BookGame, ...]  #: The games, by words, length and letter.


def list_openings(request: OpeningsRequest) -> OpeningBook:
    """List the games whose best first guesses are proven, with the turns that they take.

    The table of `docs/openings.md` has the same games.
    """
    wanted = as_json(request)  # only the fields that are set: a row must have all of these, with the same values
    rows = [row for row in open_book() if wanted.items() <= row.items()]
    rows.sort(key=lambda row: (row.get("words", ""), row.get("length", 0), row.get("letter", "")))
    return OpeningBook(tuple(map(describe_game, rows)))


def describe_game(row: Row) -> BookGame:
    """Return a game of the book, made of its row. Fields of the row that say how it was proven are left out."""
    figures = {name: value for name, value in row.items() if name in BookGame.__dataclass_fields__}
    # the row has the total of the turns over all codes as secrets
    figures["firsts"] = tuple(FirstGuess(guess, total / row["codes"]) for guess, total in list_decent(row))
    return BookGame(**figures)


def list_decent(row: Row) -> list[tuple[str, int]]:
    """Return the best first guesses of a game, each with its total of turns, but without offensive words.

    >>> (row,) = [row for row in open_book() if row["game"] == "positional fr-answers fr 7 B"]
    >>> len(row["firsts"]), list_decent(row)[0]
    (5, ('BARIOLE', 336))
    """
    firsts = [(guess, total) for guess, total in row["firsts"]]
    if "words" not in row:
        return firsts  # colours
    offensive = read_offensive(open_dictionary(row["words"]).language)
    return [(guess, total) for guess, total in firsts if guess not in offensive]

"""The operations on words one letter apart: ladders, neighbours, and the figures of a whole list."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Annotated

from mastermot.errors import N_
from mastermot.families import ladders
from mastermot.families.errors import LadderLengthError, LadderWordError
from mastermot.operations.errors import Place, at
from mastermot.operations.requests import DictionaryName, ExampleValue, Help, Length, Request, Word
from mastermot.operations.word_choice import open_own, open_with
from mastermot.texts.neighbourhood import draw_neighbourhood
from mastermot.words.dictionaries import Dictionary
from mastermot.words.folding import fold

WORDS = Help(N_("The dictionary whose words are used; by default, that of your language or of the given words."))


@dataclass(frozen=True, kw_only=True)
class LadderRequest(Request):
    """Two words, and the dictionary of the words between them."""

    start: Annotated[Word, ExampleValue("tare")]  #: The word at the start of the ladder.
    end: Annotated[Word, ExampleValue("pion")]  #: The word at the end of the ladder.
    words: Annotated[DictionaryName | None, WORDS] = None
    every: Annotated[bool, Help(N_("List all the shortest ladders, not only the first."), options=("--all",))] = field(
        default=False, metadata={"alias": "all"}
    )
    """Whether to list all shortest ladders, up to 1000."""


@dataclass(frozen=True, kw_only=True)
class NeighboursRequest(Request):
    """A word, and the dictionary of its neighbours."""

    word: Annotated[Word, ExampleValue("coude")]  #: The word whose neighbours are wanted.
    words: Annotated[DictionaryName | None, WORDS] = None
    picture: bool = False  #: Whether the answer has a picture too, as an SVG document.


@dataclass(frozen=True, kw_only=True)
class IslandsRequest(Request):
    """The words of one length of a dictionary."""

    words: Annotated[DictionaryName | None, WORDS] = None
    length: Annotated[Length, Help(N_("Length of the words, for the figures of a list.")), ExampleValue(5)]


@contextmanager
def locating_words(request: Request, names: Sequence[str], dictionary: Dictionary) -> Iterator[None]:
    """Return a context in which errors about the words in some fields of the request name the field, such as ``start``.

    `names` are the names of these fields. When the context is entered, `fold` raises an error for a text that is no
    word in the dictionary's alphabet. Inside the context, errors are raised if the dictionary lacks a word, or if the
    words have different lengths.
    """
    # by the folded word, as errors have it: the field, or the first of two fields with the same word
    field_of: dict[str, str] = {}
    for name in names:
        with at(name):
            word = fold(getattr(request, name), dictionary.alphabet)
        field_of.setdefault(word, name)
    try:
        yield
    except (LadderLengthError, LadderWordError) as error:
        raise error.at(source=Place(field_of[error.word])) from None


def get_ladders(request: LadderRequest) -> ladders.Ladders:
    """Find the shortest ladders between two words, one letter changed at a time."""
    most = ladders.MAX_LADDERS if request.every else 1
    dictionary = open_with(request.words, [request.start, request.end])
    with locating_words(request, ("start", "end"), dictionary):
        answer = ladders.find_ladders(request.start, request.end, dictionary, most)
    return replace(answer, dictionary=dictionary.name)


def list_neighbours(request: NeighboursRequest) -> ladders.Neighbourhood:
    """List the words one letter apart from a word, family by family."""
    dictionary = open_with(request.words, [request.word])
    with locating_words(request, ("word",), dictionary):
        neighbourhood = ladders.find_neighbourhood(request.word, dictionary)
    neighbourhood = replace(neighbourhood, dictionary=dictionary.name)
    if request.picture:
        return replace(neighbourhood, picture=draw_neighbourhood(neighbourhood))
    return neighbourhood


def measure_list(request: IslandsRequest, on_visited: Callable[[int], object] | None = None) -> ladders.ListFigures:
    """Measure the graph of the words of one length: islands, words alone, the longest ladder."""
    return ladders.measure_islands(open_own(request.words), request.length, on_visited)

"""The request for fixed guesses, and the answer: which codes they tell apart. Only a command uses them, no route."""

from dataclasses import dataclass, field
from typing import Annotated

from mastermot.errors import N_
from mastermot.lab import static
from mastermot.operations import limits
from mastermot.operations.game_setup import CodesRequest, name_dictionary
from mastermot.operations.requests import SEED, Bounds, DictionaryName, ExampleValue, Help, Text, Word
from mastermot.results import Rounded


@dataclass(frozen=True, kw_only=True)
class FixedRequest(CodesRequest):
    """Which codes are to be told apart by fixed guesses."""

    count: Annotated[
        int | None,
        Bounds(ge=1, le=static.MAX_FIXED),
        Help(N_("The number of guesses to find, including those of `given`.")),
        ExampleValue(3),
    ] = None
    """How many guesses to find, with those that are given; by default, as few as tell all codes apart."""
    guesses: Annotated[
        DictionaryName | None,
        Help(N_("The list that guesses come from; by default, for words, the largest dictionary of the language.")),
    ] = None
    given: Annotated[
        list[Word],
        Bounds(max_length=limits.MAX_FIXED_GUESSES),
        Help(N_("A guess already fixed (may be repeated)."), metavar="WORD"),
    ] = field(default_factory=list)
    """Guesses already fixed."""
    objective: Annotated[
        Text,
        Help(
            N_(
                "The goal: the most classes (classes), the smallest possible largest class (largest), or the "
                "smallest expected size of the class of the secret (expected)."
            ),
            metavar="classes|largest|expected",
        ),
    ] = "classes"
    """The goal: classes, largest or expected."""
    seed: Annotated[int, Bounds(ge=0), SEED] = 0
    groups: Annotated[bool, Help(N_("List the groups of codes that are not told apart."))] = False


@dataclass(frozen=True)
class FixedGuess:
    """A guess that is made whatever the marks."""

    word: str
    spellings: tuple[str, ...]  #: How the word is spelled; empty for colours.


@dataclass(frozen=True)
class FixedAnswer:
    """Fixed guesses, and what they tell apart: the object of `mastermot static --json`."""

    codes: int  #: How many codes there are.
    rule: str
    guesses: tuple[FixedGuess, ...]  #: The guesses, those given first.
    classes: int  #: Classes of codes that get the same marks.
    alone: int  #: Codes that are alone in their class.
    largest: int  #: Codes of the largest class.
    expected: Annotated[float, Rounded(6)]  #: The size of a secret's class, on average over all secrets.
    bound: Annotated[float, Rounded(6)]
    """What the objective can be at best; where all codes are to be told apart, the guesses at least."""
    proven: bool  #: Whether nothing better is possible.
    groups: tuple[tuple[str, ...], ...] | None = None  #: The codes that are not told apart, where they are asked for.
    dictionary: str | None = None  #: The dictionary of the words; left out with colours.


def describe_guesses(problem: static.FixedProblem, best: static.FixedGuesses, *, groups: bool) -> FixedAnswer:
    """Return the best guesses as an answer; with `groups`, also the codes that they do not tell apart."""
    codes = problem.codes
    dictionary = problem.guesses.dictionary
    guesses = []
    for guess in best.guesses:
        spellings = dictionary.spellings(guess) if dictionary else ()
        guesses.append(FixedGuess(guess, spellings))
    not_told_apart = None
    if groups:
        classes = static.classes_of(codes, problem.rule, best.guesses)
        not_told_apart = tuple(tuple(group) for group in classes if len(group) > 1)
    return FixedAnswer(
        codes=codes.count,
        rule=problem.rule.name,
        guesses=tuple(guesses),
        classes=best.figures.classes,
        alone=best.figures.alone,
        largest=best.figures.largest,
        expected=best.figures.expected,
        bound=best.bound,
        proven=best.proven,
        groups=not_told_apart,
        dictionary=name_dictionary(codes),
    )

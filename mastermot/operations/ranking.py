"""The best guesses at the beginning of a game, or after some turns, ranked by what their marks tell."""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, NamedTuple

import numpy as np

from mastermot.errors import N_
from mastermot.game.advice.histories import ReadMarks, list_read
from mastermot.game.errors import FixedTooLargeError, TooManyRankedError
from mastermot.game.large import OPENING_SECRETS, tabulate
from mastermot.game.partitions import MAX_PAIRS, Rows, Table
from mastermot.game.positions import Position, check_candidates
from mastermot.game.sampling import draw_any
from mastermot.game.shapes import count_alike, first_guesses, list_guess_shapes
from mastermot.game.strategies import CRITERIA, View, sort_best
from mastermot.operations import limits
from mastermot.operations.errors import refuse
from mastermot.operations.game_advice import EXAMPLE, TurnRequest, find_written_marks, list_guesses, replay
from mastermot.operations.game_setup import GUESSES, CodesChoice, choose_codes_of, name_dictionary, open_extra_guesses
from mastermot.operations.requests import Bounds, DictionaryName, ExampleValue, Help, RuleName
from mastermot.results import Rounded
from mastermot.rules import BLACK_WHITE, RULES, Rule, rule_named, rule_names
from mastermot.rules.codes import Codes, ColourCodes, check_listed

if TYPE_CHECKING:
    from mastermot.lab.static import FixedProblem

RANKED_BY = ("entropy", "minimax")  #: The criteria by which openings are ranked.
WHY_NO_PAIRS = N_("pairs of guesses can only be ranked at the beginning of a game")
Watch = Callable[[int], AbstractContextManager[Callable[[int], object]]]
"""Shows the progress of the work. Called with the number of guesses that will be scored, it returns a context manager;
this yields a function, which is called again and again with how many more have been scored."""


class PairLimits(NamedTuple):
    """How much work the ranking of pairs may take, counted in marks of a guess against a code."""

    work: int  #: The most marks that are looked at: if all pairs have more, only some pairs are ranked.
    marks: float  #: The most marks of all guesses against all codes: if there are more, an error is raised.


DEFAULT_LIMITS = PairLimits(limits.MAX_FIXED_WORK, limits.MAX_FIXED_PAIRS)


@dataclass(frozen=True)
class RankedOpening:
    """A guess among the best under a rule, by a criterion."""

    rule: str
    by: str  #: The criterion: entropy or minimax.
    guess: str
    entropy: Annotated[float, Rounded(12)]  #: Bits that its marks are expected to give.
    largest: int  #: The most codes that can be left after it.
    expected: Annotated[float, Rounded(6)]  #: Codes left after it, on average.
    parts: int  #: Classes of codes that get the same marks.
    candidate: bool | None = None  #: After some turns: whether it can be the secret.
    candidates: int | None = None  #: After some turns: how many codes are left.
    alike: int | None = None  #: With colours: how many codes are of its shape.


@dataclass(frozen=True)
class RankedPair:
    """Two guesses among the best under a rule, by a criterion, both played whatever the answers."""

    rule: str
    by: str  #: The criterion: classes, largest or expected.
    guesses: tuple[str, str]  #: The two guesses.
    classes: int  #: Classes of codes that get the same marks.
    largest: int  #: The most codes that can be left after them.
    expected: float  #: Codes left after them, on average.


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """The best guesses: the object of `mastermot rank --json`."""

    codes: int  #: How many codes there are.
    checksum: str | None = None  #: The checksum of the codes, if they are listed.
    sample: int | None = None  #: The number of secrets in the sample, if the codes are not listed.
    openings: tuple[RankedOpening, ...] = ()  #: The guesses, the best first.
    first_guesses: int | None = None  #: How many first guesses of pairs were looked at.
    pairs: tuple[RankedPair, ...] = ()  #: The pairs of guesses, the best first.
    read: tuple[ReadMarks, ...] = ()  #: Marks that were not written in the canonical form, as they were read.
    dictionary: str | None = None  #: The dictionary of the words; left out with colours.


@dataclass(frozen=True, kw_only=True)
class RankRequest(CodesChoice):
    """Which guesses are ranked, at the beginning or after some turns."""

    rules: Annotated[
        list[RuleName],
        Bounds(max_length=10),
        Help(N_("Rank under this rule only (may be repeated)."), options=("--rule",), metavar="RULE", names=rule_names),
        ExampleValue(["black-white"]),
    ] = field(default_factory=list)
    """The rules to rank under; by default all of them, but only black-white after some turns."""
    history: Annotated[list[TurnRequest], Bounds(max_length=limits.MAX_HISTORY), EXAMPLE] = field(default_factory=list)
    """The turns so far, in order."""
    top: Annotated[int, Bounds(ge=1), Help(N_("How many guesses of each kind to list, under each rule."))] = 5
    count: Annotated[
        int,
        Bounds(ge=1, le=2),
        Help(N_("1 ranks single guesses; 2 ranks pairs of guesses that are played whatever the answers.")),
    ] = 1
    guesses: Annotated[DictionaryName | None, GUESSES] = None


def watch_nothing(_count: int) -> AbstractContextManager[Callable[[int], object]]:
    """Return a context manager that shows no progress: the default `Watch`."""
    return nullcontext(lambda _scored: None)


def rank_best(
    request: RankRequest,
    watch: Watch = watch_nothing,  # shows the progress of the command
    most: PairLimits = DEFAULT_LIMITS,  # how much work pairs may take
) -> Ranking:
    """Rank the best openings, or the best guesses after some turns; or pairs of guesses."""
    codes = choose_codes_of(request, list_guesses(request.history))
    in_pairs = request.count == 2
    refuse("history", WHY_NO_PAIRS, request.history and in_pairs)
    usual_rules = [BLACK_WHITE.name] if request.history else RULES
    rules = [rule_named(name) for name in request.rules or usual_rules]
    listed_guesses = open_extra_guesses(request.guesses, codes)  # some of them may be codes of the game too
    if in_pairs:
        pairs = rank_pairs(codes, rules, listed_guesses, request.top, watch, most)
        return replace(pairs, dictionary=name_dictionary(codes))
    extra_guesses: tuple[str, ...] = ()  # those listed, without the codes of the game, which are ranked in any case
    if listed_guesses is not None:
        extra_guesses = tuple(word for word in listed_guesses.texts if word not in codes.index)
    positions = []  # after the turns, under each rule
    for rule in rules:
        game = replay(Position(codes, rule), request.history, frozenset(extra_guesses))
        positions.append(game[-1])
    if isinstance(codes, ColourCodes) and not request.history:
        openings = rank_shapes(codes, positions, request.top, watch)
    else:
        openings = rank_listed(codes, positions, request.top, watch, extra_guesses)
    return Ranking(
        codes=codes.count,
        checksum=codes.checksum if codes.enumerable else None,
        sample=None if codes.enumerable else OPENING_SECRETS,
        openings=tuple(openings),
        read=list_read(find_written_marks(request.history), positions[0]),
        dictionary=name_dictionary(codes),
    )


def rank_pairs(
    codes: Codes, rules: Sequence[Rule], listed_guesses: Codes | None, top: int, watch: Watch, most: PairLimits
) -> Ranking:
    """Return the `top` best pairs of guesses by each criterion under each rule.

    The guesses are the codes and, if they are not None, the `listed_guesses`. The rules share the work: if ranking all
    pairs would look at more than `most.work` marks in all, only pairs that begin with one of the best single guesses
    are ranked. Raises `FixedTooLargeError` if all guesses have more than `most.marks` marks against all codes.
    """
    from mastermot.lab.static import FixedProblem, searching  # research, which no other request needs

    guesses = None  # the codes alone
    guess_count = codes.count
    if listed_guesses is not None:
        guesses = list(dict.fromkeys((*codes.texts, *listed_guesses.texts)))  # each once: a word may be in both lists
        guess_count = len(guesses)
    if guess_count * codes.count > most.marks:
        raise FixedTooLargeError(guesses=guess_count, count=codes.count, limit=int(most.marks))
    ranked = list[RankedPair]()
    first_count = 0  # with how many guesses pairs begin: the result has the number of the last rule
    work_of_rule = most.work // len(rules)
    for rule in rules:
        problem = FixedProblem(codes, rule, guesses)
        firsts = searching.choose_firsts(problem, work_of_rule)  # the guesses with which pairs begin
        first_count = len(firsts)
        with watch(first_count) as on_scored:
            best_by_criterion = searching.rank_pairs(problem, firsts, top, on_scored)
            for criterion, best_pairs in best_by_criterion.items():
                ranked += [describe_pair(problem, pair, criterion) for pair in best_pairs]
    return Ranking(codes=codes.count, checksum=codes.checksum, first_guesses=first_count, pairs=tuple(ranked))


def describe_pair(problem: "FixedProblem", pair: tuple[int, int], criterion: str) -> RankedPair:
    """Return a pair of guesses, given by their indices, with what their marks tell apart.

    The pair is one of the best by this `criterion`.
    """
    first, second = pair
    guesses = problem.guesses.texts
    figures = problem.split(pair).figures
    return RankedPair(
        rule=problem.rule.name,
        by=criterion,
        guesses=(guesses[first], guesses[second]),
        classes=figures.classes,
        largest=figures.largest,
        expected=figures.expected,
    )


def rank_listed(
    codes: Codes, positions: Sequence[Position], top: int, watch: Watch, extra_guesses: Sequence[str] = ()
) -> Iterator[RankedOpening]:
    """Yield the `top` best guesses by each criterion at each position; `positions` has one for each rule.

    All codes and `extra_guesses` are scored. Among guesses that tie, candidates come first. Raises `TooManyCodesError`
    if the codes cannot be listed, `TooManyRankedError` for too many marks, and `NoCandidateError` if a position has no
    candidate.
    """
    check_listed(codes)
    for position in positions:
        check_candidates(position)
    guess_count = codes.count + len(extra_guesses)
    refuse_too_many(guess_count, positions)
    with watch(len(positions) * guess_count) as on_scored:
        for position in positions:
            table = position.table
            table.on_scored = on_scored
            candidates = position.candidates
            # guesses are named by rows of the table: its first rows are the codes, `table.rows` adds the extra guesses
            other_codes = np.setdiff1d(np.arange(len(codes)), candidates)
            guesses = np.concatenate((candidates, other_codes, table.rows(extra_guesses)))
            for index, ranked in rank_guesses(table, candidates, guesses, top):
                if position.history:  # before the first turn every code is a candidate
                    is_candidate = index < len(candidates)  # `guesses` has the candidates first
                    ranked = replace(ranked, candidate=is_candidate, candidates=len(candidates))
                yield ranked


def refuse_too_many(guess_count: int, positions: Sequence[Position]) -> None:
    """Raise `TooManyRankedError` if `guess_count` guesses at each position would get more than `MAX_PAIRS` marks.

    Each guess is marked against each candidate of the position; the positions are those of one game under several
    rules. The error says how many codes could be ranked at the beginning of a game, where every code is a guess and a
    candidate: under as many rules as there are positions (`limit`), and under one rule (`alone`).
    """
    candidate_count = sum(len(position.candidates) for position in positions)
    if guess_count * candidate_count > MAX_PAIRS:
        limit = math.isqrt(MAX_PAIRS // len(positions))
        alone = math.isqrt(MAX_PAIRS)
        raise TooManyRankedError(count=guess_count, limit=limit, alone=alone)


def rank_shapes(codes: Codes, positions: Sequence[Position], top: int, watch: Watch) -> Iterator[RankedOpening]:
    """Yield the `top` best openings with colours by each criterion, under the rule of each position.

    The positions have no turns. One guess of each shape is ranked: AABC stands for all codes of four holes that have
    one colour twice and two others once each. The field `alike` says for how many codes it stands. If the codes are too
    many to list, guesses are scored against a sample of them.
    """
    shapes = list_guess_shapes(codes)
    guess_of_each_shape = first_guesses(codes)  # in the same order
    random = np.random.default_rng(0)
    secrets = codes.array if codes.enumerable else draw_any(codes, OPENING_SECRETS, random)
    scale = codes.count / len(secrets)  # how many codes each secret stands for
    with watch(len(positions) * len(shapes)) as on_scored:
        for position in positions:
            table, guess_rows, secret_rows = tabulate(codes, position.rule, guess_of_each_shape, secrets)
            table.on_scored = on_scored
            for index, ranked in rank_guesses(table, secret_rows, guess_rows, top, scale):
                alike = count_alike(shapes[index], len(codes.alphabet), codes.length)
                yield replace(ranked, alike=alike)


def rank_guesses(
    table: Table, candidates: Rows, guesses: Rows, top: int, scale: float = 1
) -> Iterator[tuple[int, RankedOpening]]:
    """Yield, criterion by criterion, the `top` best guesses: the index in `guesses`, and what the guess is worth.

    The criteria are those of `RANKED_BY`; the best guess comes first. `candidates` and `guesses` are rows of the table.
    If the candidates are a sample, each of them stands for `scale` codes, and the sizes of classes are multiplied by
    this number.
    """
    scores = View(table, candidates, guesses).scores
    for criterion in RANKED_BY:
        quantities = CRITERIA[criterion](scores)  # arrays with a value for each guess, the smaller the better
        for index in sort_best(quantities)[:top].tolist():
            guess = table.text(int(guesses[index]))
            entropy, largest, expected, classes = scores.figures(index, scale)
            yield index, RankedOpening(table.rule.name, criterion, guess, entropy, largest, expected, classes)

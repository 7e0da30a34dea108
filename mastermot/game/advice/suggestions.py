"""What to play next: the codes left, and the best guesses by a player's strategy, with the turns they take."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from mastermot.game.advice.known import keep_hard
from mastermot.game.advice.turns import solve_turns
from mastermot.game.book import find_opening
from mastermot.game.codebreakers import Codebreaker
from mastermot.game.partitions import Rows
from mastermot.game.players.base import sample
from mastermot.game.positions import Position, check_candidates
from mastermot.game.strategies import CRITERIA, View, sort_best
from mastermot.results import Rounded

MAX_NAMED_CODES = 100  #: Codes left that are named.
QUICK_WORK = 1_500_000  #: Marks that the search for exact turns looks at, at most: about a fifth of a second.

OTHERWISE = "entropy"  #: What ranks guesses where the strategy is none of `CRITERIA`.

Bits = Annotated[float, Rounded(12)]
Turns = Annotated[float, Rounded(6)]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A guess that could be played next."""

    guess: str
    candidate: bool  #: Whether it can be the secret.
    entropy: Bits  #: Bits that its marks are expected to give.
    largest: int  #: The most codes that can be left after it.
    expected: Annotated[float, Rounded(6)]  #: The codes that are left after it on average.
    parts: int  #: How many different marks it can get.
    turns: Annotated[float | None, Rounded(6)]
    """Expected turns from here with this guess played, itself included; null where they are not known exactly."""
    chance: Annotated[float | None, Rounded(6)] = None
    """How likely it is to be the secret, where words are weighed by their frequencies."""
    estimate: Annotated[float | None, Rounded(6)] = None
    """Turns that are estimated from here with this guess played, where words are weighed."""
    proven: bool = False  #: Whether no guess takes fewer turns, as the book of openings has proven.


@dataclass(frozen=True, slots=True)
class Advice:
    """What to play next: the object of `mastermot next --json`."""

    candidates: int  #: Codes still possible.
    error: int  #: The standard error of `candidates` where they are too many to be counted, else 0.
    list: tuple[str, ...]  #: The codes still possible, when they are 100 or fewer.
    guesses: tuple[Suggestion, ...]  #: The best guesses; the first is the one that the player chooses.
    best: Suggestion | None
    """A guess with which the fewest turns are expected; null where these are not known exactly."""
    chances: Annotated[tuple[float, ...], Rounded(6)] = ()
    """How likely each code of the list is, the likeliest first, where words are weighed by their frequencies."""
    ranked_by: str = ""
    """What ranks the guesses after the first, where the player's strategy chooses one guess and ranks none."""


def advise(
    position: Position,
    codebreaker: Codebreaker,
    *,
    top: int = 5,
    hard: bool = False,
    work: int = QUICK_WORK,
    book: bool = False,
) -> Advice:
    """Return the codes left and the `top` best guesses; the first is the one that `codebreaker` plays.

    Others that tell nothing are left out. With `hard`, only guesses that use what is known are weighed
    (`mastermot.game.advice.known`). With `book`, the first is that of the book of openings, where it has the position.
    Raises what `Codebreaker.choose` raises, such as `NoCandidateError`.
    """
    check_candidates(position)
    table, left = position.table, position.candidates
    candidates, guesses = scored_rows(codebreaker, position, hard=hard)
    opening = find_opening(position, codebreaker.plan.accelerators) if book and not hard else None
    proven = {} if opening is None else opening.find_turns(position)
    order = rank_guesses(codebreaker, position, candidates, guesses, hard=hard)
    if proven:
        first = table.row(next(iter(proven)))
        order = np.concatenate(([first], order[order != first]))
    order = order[:top]
    consistent, allowed = codebreaker.plan.pool == "consistent", allowed_rows(codebreaker, position, hard=hard)
    exact = solve_turns(table, left, allowed, order, consistent=consistent, work=work)
    by = "" if codebreaker.plan.strategy in CRITERIA else OTHERWISE
    suggestions, best = describe_rows(position, order, None if exact is None else exact.asked), None
    if proven:
        suggestions = [replace(one, turns=proven.get(one.guess, one.turns)) for one in suggestions]
        best = suggestions[0] = replace(suggestions[0], proven=True)
    elif exact is not None:
        best = describe_rows(position, np.array([exact.guess]), [exact.turns])[0]
    return make_advice(position, left, suggestions, best, (), by)


def make_advice(
    position: Position,
    left: Rows,
    suggestions: Sequence[Suggestion],
    best: Suggestion | None,
    chances: Sequence[float],
    ranked_by: str = "",
) -> Advice:
    """Return advice: codes are named while they are few; guesses after the first that tell nothing are left out."""
    few = position.count is not None and len(left) <= MAX_NAMED_CODES
    named = tuple(position.table.text(row) for row in left.tolist()) if few else ()
    useful = tuple(one for place, one in enumerate(suggestions) if place == 0 or one.candidate or one.parts > 1)
    return Advice(*position.estimate, named, useful, best, tuple(chances) if few else (), ranked_by)


def scored_rows(codebreaker: Codebreaker, position: Position, *, hard: bool) -> tuple[Rows, Rows]:
    """Return the candidates that a player scores guesses on, and the guesses that it scores, candidates first."""
    candidates = sample(position.candidates, codebreaker.sample_size(position))
    guesses = codebreaker.list_guesses(position, candidates, codebreaker.add_extra(position))
    return candidates, keep_hard(position.table, guesses, position.history) if hard else guesses


def allowed_rows(codebreaker: Codebreaker, position: Position, *, hard: bool) -> Rows | None:
    """Return all guesses of a player's pool, candidates first; None in `hard` mode, a game too large, an opening."""
    if hard or not position.codes.enumerable or codebreaker.find_fixed(position) is not None:
        return None
    return codebreaker.list_pool(position, position.candidates, codebreaker.add_extra(position))


def rank_guesses(codebreaker: Codebreaker, position: Position, candidates: Rows, guesses: Rows, *, hard: bool) -> Rows:
    """Return the guesses, the player's choice first, then by its strategy, or by entropy where that ranks none."""
    strategy = codebreaker.plan.strategy
    view = View(position.table, candidates, guesses, codebreaker.make_seed(position))
    ranked = guesses[sort_best(CRITERIA[strategy if strategy in CRITERIA else OTHERWISE](view.scores))]
    if strategy in CRITERIA and (hard or codebreaker.is_plain(position)):
        return ranked
    chosen = codebreaker.strategy(view) if hard else position.table.row(codebreaker.choose(position).guess)
    return np.concatenate(([chosen], ranked[ranked != chosen]))


def describe_rows(position: Position, rows: Rows, turns: Sequence[float] | None) -> list[Suggestion]:
    """Return guesses with what their partitions of all codes left are worth (scaled, of a sample), and their turns."""
    table, left = position.table, position.candidates
    count = len(left)
    scale = position.estimate.number / count
    scores = table.scores(rows, left)
    possible = np.isin(rows, left)
    if not position.codes.enumerable:  # a sample of the codes left need not have all of these
        mark, texts = position.rule.mark, [table.text(row) for row in rows.tolist()]
        possible = np.array([all(mark(turn.guess, one) == turn.marks for turn in position.history) for one in texts])
    suggestions = []
    for place, row in enumerate(rows.tolist()):
        largest, parts = int(scores.largest[place]), int(scores.parts[place])
        needed = None if turns is None else turns[place]
        if needed is None and largest <= 2 and position.count is not None:
            needed = 1 + (2 * count - parts - int(possible[place])) / count
        entropy, expected = max(0.0, float(scores.entropy[place])), float(scores.expected[place]) * scale
        worth = entropy, round(largest * scale), expected, parts, needed
        suggestions.append(Suggestion(table.text(row), bool(possible[place]), *worth))
    return suggestions

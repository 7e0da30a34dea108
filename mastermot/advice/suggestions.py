"""What to play next: the codes left, and the best guesses by a player's strategy, with the turns they take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from mastermot.advice.known import keep_hard
from mastermot.advice.turns import solve_turns
from mastermot.play.codebreakers import Codebreaker, check_candidates
from mastermot.play.partitions import Rows
from mastermot.play.players.base import sample
from mastermot.play.positions import Position
from mastermot.play.strategies import CRITERIA, SCORING, View, sort_best
from mastermot.results import Rounded

MAX_NAMED_CODES = 100
"""Codes left that are named."""
QUICK_WORK = 1_500_000
"""Marks that the search for exact turns looks at, at most: about a fifth of a second."""
UNSCORED = "entropy"
"""The criterion that ranks guesses where the player's own strategy ranks none."""


Bits = Annotated[float, Rounded(12)]
Turns = Annotated[float, Rounded(6)]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A guess that could be played next."""

    guess: str
    candidate: bool
    """Whether it can be the secret."""
    entropy: Bits
    """Bits that its marks are expected to give."""
    largest: int
    """The most codes that can be left after it."""
    expected: Annotated[float, Rounded(6)]
    """The codes that are left after it on average."""
    parts: int
    """How many different marks it can get."""
    turns: Annotated[float | None, Rounded(6)]
    """Expected turns from here with this guess played, itself included; null where they are not known exactly."""
    chance: Annotated[float | None, Rounded(6)] = None
    """How likely it is to be the secret, where words are weighed by their frequencies."""
    estimate: Annotated[float | None, Rounded(6)] = None
    """Turns that are estimated from here with this guess played, where words are weighed."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What to play next: the object of `mastermot next --json`."""

    candidates: int
    """Codes still possible."""
    error: int
    """The standard error of `candidates` where they are too many to be counted, else 0."""
    list: tuple[str, ...]
    """The codes still possible, when they are 100 or fewer."""
    guesses: tuple[Suggestion, ...]
    """The best guesses; the first is the one that the player chooses."""
    best: Suggestion | None
    """A guess with which the fewest turns are expected; null where these are not known exactly."""
    chances: Annotated[tuple[float, ...], Rounded(6)] = ()
    """How likely each code of the list is, the likeliest first, where words are weighed by their frequencies."""


def advise(
    position: Position, codebreaker: Codebreaker, *, top: int = 5, hard: bool = False, work: int = QUICK_WORK
) -> Advice:
    """Return the codes left and the `top` best guesses; the first is the one that `codebreaker` plays.

    Others that tell nothing are left out. With `hard`, only guesses that use what is known are weighed
    (`mastermot.advice.known`). Raises what `Codebreaker.choose` raises, such as `NoCandidateError`.
    """
    check_candidates(position)
    table, left = position.table, position.candidates
    candidates, guesses = scored_rows(codebreaker, position)
    if hard:
        guesses = keep_hard(table, guesses, position.history)
    order = rank_guesses(codebreaker, position, candidates, guesses, hard=hard)[:top]
    consistent = codebreaker.plan.pool == "consistent"
    exact = None
    allowed = None if hard else allowed_rows(codebreaker, position)
    if allowed is not None:
        exact = solve_turns(table, left, allowed, order, consistent=consistent, work=work)
    rows = order if exact is None else np.append(order, exact.guess)
    suggestions = describe_rows(position, rows, None if exact is None else [*exact.asked, exact.turns])
    best = None if exact is None else suggestions.pop()
    return make_advice(position, left, suggestions, best)


def make_advice(
    position: Position,
    left: Rows,
    suggestions: Sequence[Suggestion],
    best: Suggestion | None = None,
    chances: Sequence[float] = (),
) -> Advice:
    """Return advice: codes are named while they are few; guesses after the first that tell nothing are left out."""
    few = position.count is not None and len(left) <= MAX_NAMED_CODES
    named = tuple(position.table.text(row) for row in left.tolist()) if few else ()
    useful = tuple(one for place, one in enumerate(suggestions) if place == 0 or one.candidate or one.parts > 1)
    return Advice(*position.estimate, named, useful, best, tuple(chances) if few else ())


def scored_rows(codebreaker: Codebreaker, position: Position) -> tuple[Rows, Rows]:
    """Return the candidates that a player scores guesses on, and the guesses that it scores, candidates first."""
    candidates = sample(position.candidates, codebreaker.sample_size(position))
    return candidates, codebreaker.list_guesses(position, candidates, codebreaker.add_extra(position))


def allowed_rows(codebreaker: Codebreaker, position: Position) -> Rows | None:
    """Return all guesses of a player's pool, candidates first; None in a game too large to list them, or an opening."""
    if not position.codes.enumerable or codebreaker.find_fixed(position) is not None:
        return None
    return codebreaker.list_pool(position, position.candidates, codebreaker.add_extra(position))


def rank_guesses(codebreaker: Codebreaker, position: Position, candidates: Rows, guesses: Rows, *, hard: bool) -> Rows:
    """Return the guesses, the player's choice first, then by its strategy, or by entropy where that ranks none."""
    strategy = codebreaker.plan.strategy
    view = View(position.table, candidates, guesses, codebreaker.make_seed(position))
    ranked = guesses[sort_best(CRITERIA[strategy if strategy in SCORING else UNSCORED](view.scores))]
    if strategy in SCORING and (hard or codebreaker.is_plain(position)):
        return ranked
    guess = None if hard else codebreaker.choose(position).guess
    chosen = codebreaker.strategy(view) if guess is None else position.table.row(guess)
    return np.concatenate(([chosen], ranked[ranked != chosen]))


def find_possible(position: Position, rows: Rows) -> NDArray[np.bool_]:
    """Return which guesses can be the secret; a sample of the codes left need not have all of these."""
    if position.codes.enumerable:
        return np.isin(rows, position.candidates)
    texts = [position.table.text(row) for row in rows.tolist()]
    mark = position.rule.mark
    return np.array([all(mark(turn.guess, text) == turn.marks for turn in position.history) for text in texts])


def describe_rows(position: Position, rows: Rows, turns: Sequence[float] | None) -> list[Suggestion]:
    """Return guesses with what their partitions of all codes left are worth, and their expected turns.

    Where the turns are not known, they still follow for a guess that leaves one or two codes whatever its marks. Where
    the codes left are only sampled, the sizes of classes are estimates: those of the sample, scaled.
    """
    table, left = position.table, position.candidates
    count = len(left)
    scale = position.estimate.number / count
    scores = table.scores(rows, left)
    possible = find_possible(position, rows)
    suggestions = []
    for place, row in enumerate(rows.tolist()):
        largest, parts = int(scores.largest[place]), int(scores.parts[place])
        expected = None if turns is None else turns[place]
        if expected is None and largest <= 2 and position.count is not None:
            expected = 1 + (2 * count - parts - int(possible[place])) / count
        suggestions.append(
            Suggestion(
                table.text(row),
                bool(possible[place]),
                max(0.0, float(scores.entropy[place])),
                round(largest * scale),
                float(scores.expected[place]) * scale,
                parts,
                expected,
            )
        )
    return suggestions

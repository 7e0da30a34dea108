"""A game judged move by move: what each guess was worth, what the best one was, what was skill and what was luck.

The loss of a move, its luck, and skill and luck as numbers up to 99 are defined in `docs/how-it-works.md`.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated

import numpy as np

from mastermot.game.advice.known import Hint, KnownLetter, find_broken, find_unused
from mastermot.game.advice.suggestions import Bits, Turns, allowed_rows, view_allowed
from mastermot.game.book import Opening, find_opening
from mastermot.game.codebreakers import Codebreaker
from mastermot.game.endgames import MAX_ENDGAME_WORK, estimate_left, estimate_turns, solve_turns
from mastermot.game.partitions import Rows
from mastermot.game.positions import Position, check_candidates
from mastermot.results import Rounded
from mastermot.rules.base import WrittenMarks
from mastermot.rules.codes import check_listed

CLOSE = 10  #: Guesses that come out best on a sample and are weighed again on all codes left.
NEUTRAL = 50  #: The luck of a game without a move that could be lucky.


@dataclass(frozen=True, slots=True)
class WeighedGuess:
    """A guess, and what it is worth."""

    guess: str
    entropy: Bits  #: Bits that its marks are expected to give.
    turns: Turns  #: Expected turns from there with it played.
    proven: bool = False  #: Whether no guess takes fewer turns, as the book of openings has proven.


@dataclass(frozen=True, slots=True)
class Verdict:
    """A move, judged."""

    guess: str
    marks: WrittenMarks
    before: int  #: Codes possible before the guess.
    after: int  #: Codes possible after its marks.
    entropy: Bits  #: Bits that the marks were expected to give.
    gained: Bits  #: Bits that they gave.
    turns: Turns  #: Turns expected before the marks were known, this guess included.
    best: WeighedGuess  #: The best guess, with which the fewest turns were expected.
    loss: Turns  #: Turns lost against the best guess.
    luck: Turns  #: Turns that the marks saved, below 0 where they cost some.
    rank: Annotated[float | None, Rounded(6)]
    """The share of the codes whose marks would have been worse, those as good counting half; null with one left."""
    exact: bool  #: Whether the turns are exact; else they are estimated from how many codes are left.
    possible: bool  #: Whether the guess could be the secret.
    broken: tuple[Hint, ...]  #: What hard mode would have wanted.
    unused: tuple[KnownLetter, ...]  #: Letters that were certain and are not in the guess.
    text: str = ""  #: The move in a sentence.


@dataclass(frozen=True, slots=True)
class Review:
    """A game, judged: the object of `mastermot review --json`."""

    turns: int  #: The number of turns.
    won: bool  #: Whether the code was found.
    skill: int  #: 99 when every guess was the best, 0 when every turn was wasted.
    luck: int  #: 99 when the marks were always the luckiest, 0 when they were always the worst, 50 on average.
    moves: tuple[Verdict, ...]  #: The turns, in order.
    text: str = ""  #: The game in a sentence.
    rule: str = ""
    codes: str = ""  #: What is played with.


def review_game(
    positions: Sequence[Position],
    codebreaker: Codebreaker,
    *,
    hard: bool = False,
    work: int = MAX_ENDGAME_WORK,
    on_move: Callable[[int], object] | None = None,
) -> Review:
    """Return the game through these positions, that before the first turn first, judged.

    Best guesses are looked for in the player's pool, with `hard` among those that use what is known. `on_move` is
    called with 1 for each move. Raises `TooManyCodesError`, or `NoCandidateError` for marks that no code agrees with.
    """
    check_listed(positions[0].codes)
    check_candidates(positions[-1])
    plan, verdicts = codebreaker.plan, []
    opening = None if hard or plan.opening else find_opening(positions[0], plan.accelerators)
    for here, after in pairwise(positions):
        outcomes = Outcomes(here, codebreaker, after.history[-1].guess, opening, hard=hard, work=work)
        verdicts.append(judge_move(here, after, outcomes))
        if on_move is not None:
            on_move(1)
    skill = round(99 * (1 - math.fsum(move.loss for move in verdicts) / len(verdicts)))
    ranks = [move.rank for move in verdicts if move.rank is not None]
    luck = round(99 * math.fsum(ranks) / len(ranks)) if ranks else NEUTRAL
    names = {"rule": positions[0].rule.name, "codes": positions[0].codes.name}
    return Review(len(verdicts), positions[-1].won, skill, luck, tuple(verdicts), **names)


def judge_move(here: Position, after: Position, outcomes: "Outcomes") -> Verdict:
    """Return the move from one position to the next, judged."""
    guess, marks = after.history[-1]
    table, left = here.table, here.candidates
    row = table.row(guess)
    number = here.rule.number(marks, table.length)
    own, fewest = outcomes.own, outcomes.best_turns
    entropy, best_entropy = np.maximum(table.scores(np.array([row, outcomes.best]), left).entropy, 0).tolist()
    count, kept = len(left), len(after.candidates)
    best = WeighedGuess(table.text(outcomes.best), best_entropy, fewest, outcomes.proven)
    rank = outcomes.rank(number) if count > 1 else None
    worth = entropy, math.log2(count / kept), own, best, min(1.0, own - fewest), own - 1 - outcomes.values[number], rank
    broken, unused = find_broken(guess, here.history, here.rule), find_unused(guess, here)
    said = outcomes.exact, bool(np.isin(row, left)), tuple(broken), tuple(unused)
    return Verdict(guess, marks, count, kept, *worth, *said)


class Outcomes:
    """What can come of a guess, by number of marks: codes left, and their turns, all exact or all estimated."""

    def __init__(
        self, here: Position, codebreaker: Codebreaker, guess: str, opening: Opening | None, *, hard: bool, work: int
    ) -> None:
        """Find them; of what the book of openings has, the best guess is that of its tree."""
        self.here, row = here, here.table.row(guess)
        self.classes = dict(here.table.split(row, here.candidates))
        self.values: dict[int, float] = {here.table.solved: 0.0}
        node = None if opening is None else opening.find(here)
        self.proven = node is not None
        if node is not None and node.guess == guess:
            self.exact = True
            self.values |= {mark: after.turns for mark, after in node.after.items() if after is not None}
            self.own, self.best, self.best_turns = node.turns, row, node.turns
            return
        consistent = codebreaker.plan.pool == "consistent"
        self.exact = self.solve(row, allowed_rows(codebreaker, here, hard=hard), consistent, work)
        if not self.exact:
            view = view_allowed(codebreaker, here, hard=hard)
            self.estimate(row, view.candidates, view.guesses if node is None else here.table.rows([node.guess]))
            if node is not None:
                self.best = here.table.row(node.guess)

    def solve(self, row: int, guesses: Rows | None, consistent: bool, work: int) -> bool:
        """Find the exact turns; return whether the work reached."""
        table, left = self.here.table, self.here.candidates
        whole = solve_turns(table, left, guesses, np.array([row]), consistent, work)
        if whole is None or guesses is None:
            return False
        for number, rows in self.classes.items():
            if number != table.solved:
                allowed = np.concatenate((rows, guesses[~np.isin(guesses, rows)]))
                found = solve_turns(table, rows, allowed, rows[:0], consistent, work)
                if found is None:
                    return False
                self.values[number] = found.total / len(rows)
        self.own, self.best, self.best_turns = whole.asked[0] / len(left), whole.guess, whole.total / len(left)
        return True

    def estimate(self, row: int, candidates: Rows, guesses: Rows) -> None:
        """Estimate the turns from how many codes are left; the guess itself is the best where none is better."""
        table, left = self.here.table, self.here.candidates
        by_count = estimate_left(self.here.rule, np.arange(len(left) + 1))
        self.values = {number: float(by_count[len(rows)]) for number, rows in self.classes.items()}
        self.values[table.solved] = 0.0
        turns = estimate_turns(table, candidates, guesses)
        if len(candidates) < len(left):
            guesses = guesses[np.argsort(turns, kind="stable")[:CLOSE]]
            turns = estimate_turns(table, left, guesses)
        best = int(np.argmin(turns))
        self.own = float(estimate_turns(table, left, np.array([row]))[0])
        self.best, self.best_turns = row, self.own
        if turns[best] < self.own:
            self.best, self.best_turns = int(guesses[best]), float(turns[best])

    def rank(self, number: int) -> float:
        """Return the share of the codes left whose marks would have been worse, those as good counting half."""
        more = {other: self.values[other] - self.values[number] for other in self.classes}
        worse = sum(len(rows) for other, rows in self.classes.items() if more[other] > 1e-9)
        equal = sum(len(rows) for other, rows in self.classes.items() if abs(more[other]) <= 1e-9)
        return (worse + equal / 2) / len(self.here.candidates)

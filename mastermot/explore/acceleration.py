"""Acceleration words proposed for a list, a rule and a player, and what they gain.

The player's decision tree is explored; every word of a stock of words is scored at every position of the tree, against
the guess that the player takes there. A word changes the games only below the first positions where it beats that
guess, so its exact gain is found by playing out those positions again, and no others: a trial costs a small part of
an exploration. The words are taken one by one, the one that leaves the fewest turns each time; then each is taken out
in turn, and put back only if no other word does better in its place. The search counts its work in trials, never in
seconds: the same question always has the same answer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.codes import Codes
from mastermot.errors import N_, Reason
from mastermot.explore.errors import PlayerAcceleratorsError
from mastermot.explore.runs import turns
from mastermot.families.cliques import Family, families, separated
from mastermot.play.codebreakers import Codebreaker, make_codebreaker, sample
from mastermot.play.criteria import CRITERIA, Quantities
from mastermot.play.partitions import Rows, Table
from mastermot.play.positions import Position
from mastermot.play.strategies import SCORING, View
from mastermot.rules import Rule

MOST_WORDS = 4
"""Words proposed when nothing else is asked for: as many as the old file has."""
PASSES = 3
"""How often, at most, every word is taken out again and replaced."""
KEPT = 50
"""Positions with one candidate in so many of the list, or more, have their scores kept."""

WHY_POOL = N_("it already plays any word of the list")
WHY_STRATEGY = N_("it does not look at how a word splits the candidates")


class Outcome(NamedTuple):
    """What an exploration comes to; the smaller, the better: fewer turns in all, then a shorter longest game."""

    total: int
    longest: int
    codes: int

    @property
    def average(self) -> float:
        """The turns of an average game."""
        return self.total / self.codes

    def as_json(self) -> dict[str, float]:
        """Return the figures as JSON has them."""
        return {"total": self.total, "average": self.average, "longest": self.longest}


class Split(NamedTuple):
    """An acceleration word, the family it splits best where it is played, and at how many positions it is.

    A word that the player opens with splits the whole list and no family in particular: `family` is None. It occurs
    with players that look at a sample, which leaves the best opening out.
    """

    word: str
    family: Family | None
    separated: tuple[str, ...]
    positions: int


class Proposal(NamedTuple):
    """Acceleration words, the outcome of full explorations without and with them, and whether all words were tried."""

    splits: tuple[Split, ...]
    without: Outcome
    with_them: Outcome
    complete: bool

    @property
    def words(self) -> tuple[str, ...]:
        """The acceleration words, in the order in which they are to be played."""
        return tuple(split.word for split in self.splits)


class Step(NamedTuple):
    """How far a search is: words chosen so far, what they leave, and the number of this step and of the last one."""

    words: tuple[str, ...]
    outcome: Outcome
    number: int
    last: int


class Stop(NamedTuple):
    """A position of a decision tree: candidates, turns before it, its parent's place in the tree, the guess's row."""

    candidates: Rows
    depth: int
    parent: int
    guess: int


def propose(
    codes: Codes,
    rule: Rule,
    stock: Iterable[str] = (),
    *,
    player: str = "decodeur",
    strategy: str | None = None,
    sample: int | None = None,
    most: int = MOST_WORDS,
    trials: int | None = None,
    progress: Callable[[Step], object] = lambda step: None,
) -> Proposal:
    """Return at most `most` acceleration words from `codes` and `stock`, and what they gain.

    `stock` holds folded words of the codes' length. At each step at most `trials` words are tried, those that promise
    most; by default as many as a few seconds allow. Raises `PlayerAcceleratorsError` for a player to whom acceleration
    words say nothing, and what `make_codebreaker` raises.
    """

    def player_with(words: Sequence[str]) -> Codebreaker:
        return make_codebreaker(player, strategy=strategy, accelerators=words, sample=sample)

    check_player(player_with(("",)))
    tried = trials or usual_trials(len(codes))
    search = Search(codes, rule, stock, player_with, tried, most + PASSES * most, progress)
    words = search.exchange(search.grow(most))
    without = outcome(turns(codes, rule, player_with(())))
    with_them = outcome(turns(codes, rule, player_with(words))) if words else without
    return Proposal(search.splits(words), without, with_them, search.complete)


def usual_trials(codes: int) -> int:
    """Return how many words are tried at each step: all for a short list, fewer the longer it is."""
    return max(40, 500_000 // codes)


def check_player(codebreaker: Codebreaker) -> None:
    """Raise `PlayerAcceleratorsError` unless the player chooses by a score among candidates and acceleration words."""
    plan = codebreaker.plan
    why = WHY_POOL if plan.pool != "accelerated" else WHY_STRATEGY if plan.strategy not in SCORING else None
    if why is not None:
        known = tuple(CRITERIA)
        raise PlayerAcceleratorsError(player=plan.player, strategy=plan.strategy, why=Reason(why), known=known)


def outcome(played: Mapping[str, int | None]) -> Outcome:
    """Return what the turns of every code come to; games given up unfinished do not count."""
    ended = [turns for turns in played.values() if turns is not None]
    return Outcome(sum(ended), max(ended), len(ended))


class Search:
    """The search for acceleration words: one list, one rule, one player, one stock of words."""

    def __init__(
        self,
        codes: Codes,
        rule: Rule,
        stock: Iterable[str],
        player_with: Callable[[Sequence[str]], Codebreaker],
        trials: int,
        steps: int,
        progress: Callable[[Step], object],
    ) -> None:
        """Put the codes and the words of the stock into one table; nothing is explored yet."""
        self.codes = codes
        self.rule = rule
        self.player_with = player_with
        self.trials = trials
        self.progress = progress
        self.steps = steps
        self.step = 0
        self.complete = True
        self.kept: dict[bytes, tuple[NDArray[np.float64], Quantities]] = {}
        others = [word for word in dict.fromkeys(stock) if word not in codes.index]
        self.words = [*codes.texts, *others]
        self.place = {word: row for row, word in enumerate(self.words)}
        array = np.vstack((codes.array, codes.encode(others))) if others else codes.array
        self.table = Table(rule, codes, array)

    @cached_property
    def every(self) -> Rows:
        """The rows of all codes."""
        return np.arange(len(self.codes))

    def grow(self, most: int) -> tuple[str, ...]:
        """Return acceleration words taken one by one, as long as one more leaves fewer turns."""
        words: tuple[str, ...] = ()
        while len(words) < most:
            now, best = self.best_next(words)
            if best is None or best[0] >= now:
                break
            words = (*words, best[1])
        return words

    def exchange(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the words, each replaced while another does better, and left out where nothing is lost by it."""
        if len(words) < 2:
            return words
        best = outcome_of(self.play(self.every, self.player_with(words)))
        for _pass in range(PASSES):
            before = words
            for word in reversed(before):
                others = tuple(other for other in words if other != word)
                now, found = self.best_next(others)
                if now <= best:
                    words, best = others, now
                elif found is not None and found[0] < best:
                    words, best = (*others, found[1]), found[0]
            if words == before:
                return words
        self.complete = False
        return words

    def best_next(self, words: tuple[str, ...]) -> tuple[Outcome, tuple[Outcome, str] | None]:
        """Return the outcome with `words`, and the best outcome with one word more, with that word; None if no word
        is ever played.
        """
        player = self.player_with(words)
        stops: list[Stop] = []
        counts = self.play(self.every, player, stops)
        now = outcome_of(counts)
        self.step += 1
        self.progress(Step(words, now, min(self.step, self.steps), self.steps))
        where = self.where_played(stops, player)
        known: dict[int, Counter[int]] = {}
        results = []
        for row, places in where.items():
            with_it = self.player_with((*words, self.words[row]))
            changed = Counter(counts)
            for place in places:
                stop = stops[place]
                if place not in known:
                    known[place] = self.play(stop.candidates, player)
                changed.subtract(later(known[place], stop.depth))
                changed.update(later(self.play(stop.candidates, with_it), stop.depth))
            results.append((outcome_of(changed), row))
        best = min(results, default=None)
        return now, (best[0], self.words[best[1]]) if best else None

    def play(self, candidates: Rows, player: Codebreaker, stops: list[Stop] | None = None) -> Counter[int]:
        """Return how many of the candidates take each number of turns, this position being the first.

        Positions with three candidates or more are added to `stops`, each right before all that follow from it.
        """
        counts: Counter[int] = Counter()
        waiting = [(candidates, 0, -1)]
        while waiting:
            rows, depth, parent = waiting.pop()
            if len(rows) <= 2:
                counts.update(range(depth + 1, depth + 1 + len(rows)))
                continue
            position = Position(self.codes, self.rule, table=self.table, candidates=rows)
            guess = self.place[player.choose(position).guess]
            place = -1
            if stops is not None:
                place = len(stops)
                stops.append(Stop(rows, depth, parent, guess))
            for number, group in self.table.split(guess, rows):
                if number == self.table.solved:
                    counts[depth + 1] += 1
                else:
                    waiting.append((group, depth + 1, place))
        return counts

    def where_played(self, stops: list[Stop], player: Codebreaker) -> dict[int, list[int]]:
        """Return the words that promise most, by row, with the topmost positions where each would be played.

        The promise is the entropy gained there, times the candidates. Of more than `trials` words the first are kept.
        """
        promise = np.zeros(len(self.words))
        topmost: list[NDArray[np.intp]] = []
        played: list[tuple[int, NDArray[np.bool_]]] = []  # of the positions above, the deepest last
        for place, stop in enumerate(stops):
            while played and played[-1][0] != stop.parent:
                played.pop()
            weights, criteria = self.scored(stop.candidates, player)
            better = beats(criteria, stop.guess)
            above = played[-1][1] if played else np.zeros(len(better), np.bool_)
            here = np.flatnonzero(better & ~above)
            promise[here] += weights[stop.guess] - weights[here]
            topmost.append(here)
            played.append((place, above | better))
        useful = np.unique(np.concatenate([*topmost, np.zeros(0, np.intp)]))
        order = useful[np.lexsort((useful, -promise[useful]))]
        self.complete &= len(order) <= self.trials
        tried = np.zeros(len(self.words), np.bool_)
        tried[order[: self.trials]] = True
        where: dict[int, list[int]] = defaultdict(list)
        for place, here in enumerate(topmost):
            for row in here[tried[here]].tolist():
                where[row].append(place)
        return dict(sorted(where.items()))

    def scored(self, candidates: Rows, player: Codebreaker) -> tuple[NDArray[np.float64], Quantities]:
        """Return the weight of every word against some candidates, and what the player's strategy makes small.

        Those of the largest positions, which come again at every step, are kept.
        """
        key = candidates.tobytes()
        if key in self.kept:
            return self.kept[key]
        rows = sample(candidates, player.plan.sample)
        view = View(self.table, rows, np.arange(len(self.words)))
        # rounded, so that sums over many positions are exact
        weights = np.rint(np.ldexp(view.scores.bits, 30)) * (len(candidates) / len(rows))
        found = (weights, view.quantities(player.plan.strategy))
        if len(candidates) * KEPT >= len(self.codes):
            self.kept[key] = found
        return found

    def splits(self, words: tuple[str, ...]) -> tuple[Split, ...]:
        """Return, for each acceleration word, the family of the list it splits best where it is played as such."""
        stops: list[Stop] = []
        player = self.player_with(words)
        self.play(self.every, player, stops)
        played: dict[int, list[Stop]] = defaultdict(list)
        for stop in stops:
            if stop.guess not in sample(stop.candidates, player.plan.sample):
                played[stop.guess].append(stop)
        listed = families(self.codes.texts)
        return tuple(self.split(word, played[self.place[word]], listed) for word in words)

    def split(self, word: str, stops: list[Stop], listed: dict[str, tuple[str, ...]]) -> Split:
        """Return what `word` splits: the family of which it separates the most words, over the positions `stops`."""
        worth: Counter[str] = Counter()
        for stop in stops:
            candidates = [self.words[row] for row in stop.candidates]
            for pattern, members in families(candidates).items():
                if len(members) > 1:
                    worth[pattern] += len(separated(word, Family(pattern, members), self.rule))
        opening = any(stop.depth == 0 and stop.guess in stop.candidates for stop in stops)
        if opening or not any(worth.values()):
            return Split(word, None, (), len(stops))
        pattern = min(worth, key=lambda one: (-worth[one], -len(listed[one]), one))
        family = Family(pattern, listed[pattern])
        return Split(word, family, separated(word, family, self.rule), len(stops))


def beats(criteria: Sequence[NDArray[np.int64]], guess: int) -> NDArray[np.bool_]:
    """Return which words are strictly better than the one at `guess`, by the first criterion in which they differ."""
    better = np.zeros(len(criteria[0]), np.bool_)
    equal = ~better
    for criterion in criteria:
        better |= equal & (criterion < criterion[guess])
        equal &= criterion == criterion[guess]
    return better


def later(counts: Counter[int], depth: int) -> dict[int, int]:
    """Return the numbers of turns, each `depth` turns more."""
    return {turn + depth: count for turn, count in counts.items()}


def outcome_of(counts: Counter[int]) -> Outcome:
    """Return what so many games of each number of turns come to."""
    total = sum(turn * count for turn, count in counts.items())
    return Outcome(total, max(turn for turn, count in counts.items() if count), counts.total())

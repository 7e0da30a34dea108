"""Acceleration words to propose for a list, a rule and a player, and what they gain.

`docs/how-it-works.md` says how they are found. Work is bounded in trials, not in seconds, so that the same question
always has the same answer.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from typing import NamedTuple

import numpy as np

from mastermot.engine import Engine, SerialEngine, take_pieces, work_through
from mastermot.errors import N_, Reason, read_whole
from mastermot.families.family import Family, find_families, find_separated_words, sort_families
from mastermot.game.codebreakers import Codebreaker, make_codebreaker
from mastermot.game.partitions import Rows, Table
from mastermot.game.players import sample as draw_sample
from mastermot.game.strategies import CRITERIA
from mastermot.lab.explore.configurations import Configuration
from mastermot.lab.explore.errors import PlayerAcceleratorsError
from mastermot.lab.explore.runs import GameTree, OpenPosition
from mastermot.rules import Rule
from mastermot.rules.codes import Codes

PlayerMaker = Callable[..., Codebreaker]  #: Makes the player, with the keyword `accelerators`.
MAX_WORDS = 4  #: How many words are proposed by default.
PASSES = 3  #: How often, at most, each word is taken out again to try others in its place.

WHY_POOL = N_("it already plays any word of the list")
WHY_STRATEGY = N_("it does not look at how a word splits the candidates")


class TurnSum(NamedTuple):
    """The outcome of an exploration. Smaller is better: fewer turns in all, then a shorter longest game."""

    total: int  #: Turns in all.
    longest: int  #: Turns of the longest game.
    codes: int  #: How many codes there are.

    @property
    def average(self) -> float:
        """The turns of an average game."""
        return self.total / self.codes

    def as_json(self) -> dict[str, float]:
        """Return the figures as an object for JSON."""
        return {"total": self.total, "average": self.average, "longest": self.longest}


class Stop(NamedTuple):
    """A position in a decision tree, with the turns that its candidates take."""

    candidates: Rows
    depth: int  #: The turns before it.
    guess: int  #: The row of the player's guess.
    counts: Counter[int]  #: For each number of turns, how many candidates take it in all.


Trial = tuple[tuple[str, ...], int, list[Stop]]
"""A word to try: the other acceleration words, its row, and the topmost positions where it would be played."""


class TrialTrees:
    """Plays positions with any acceleration words, for one list, rule and player. One table holds all words."""

    def __init__(self, codes: Codes, rule: Rule, stock: Iterable[str], make_player: PlayerMaker) -> None:
        self.codes = codes
        self.rule = rule
        self.stock = tuple(stock)
        self.make_player = make_player
        self.table = Table(rule, codes)
        self.table.rows(self.stock)

    def __reduce__(self) -> tuple[type[TrialTrees], tuple[Codes, Rule, tuple[str, ...], PlayerMaker]]:
        return TrialTrees, (self.codes, self.rule, self.stock, self.make_player)

    def play(self, candidates: Rows, words: tuple[str, ...], depth: int = 0) -> tuple[Counter[int], list[Stop]]:
        """Play a position that `depth` turns led to, with these acceleration words, for all its candidates.

        Returns how many candidates take each number of turns, and all positions with three candidates or more, each
        before those that follow from it.
        """
        stops: list[Stop] = []
        tree = GameTree(Configuration(self.codes, self.rule, self.make_player(accelerators=words)), self.table)

        def count(here: OpenPosition) -> Counter[int]:
            """Return how many candidates of a position take each number of turns; add it and those below to `stops`."""
            turns = depth + len(here.history)
            if len(here.candidates) <= 2:
                return Counter([turns + 1, turns + 2][: len(here.candidates)])  # one is guessed, then the other
            guess = tree.choose(here)
            below = list[OpenPosition]()
            counts = Counter(depth + len(record.guesses) for record in tree.branch(here, guess, below))
            stops.append(Stop(here.candidates, turns, self.table.row(guess), counts))
            for position in below:
                counts.update(count(position))
            return counts

        return count(OpenPosition((), candidates)), stops

    def try_words(self, trials: list[Trial], seconds: float) -> tuple[list[tuple[int, Counter[int]]], list[Trial]]:
        """Try words for so many seconds. Returns how the turns change with each word tried; then the words left."""
        results = list[tuple[int, Counter[int]]]()
        remaining = list(trials)
        for words, row, stops in take_pieces(remaining, seconds):
            change = Counter[int]()
            for stop in stops:
                change.update(self.play(stop.candidates, (*words, self.table.text(row)), stop.depth)[0])
                change.subtract(stop.counts)
            results.append((row, change))
        return results, remaining


def sum_up(counts: Counter[int]) -> TurnSum:
    total = sum(turn * count for turn, count in counts.items())
    return TurnSum(total, max(turn for turn, count in counts.items() if count), counts.total())


class Split(NamedTuple):
    """An acceleration word, where it is played, and the family that it splits best there."""

    word: str  #: The acceleration word.
    family: Family | None  #: The family that it splits best; None if the player opens with the word.
    separated: tuple[str, ...]  #: The words of that family that it tells apart.
    positions: int  #: The number of positions where it is played.


class Proposal(NamedTuple):
    """Acceleration words, and what they gain: the outcomes of full explorations without and with them."""

    splits: tuple[Split, ...]  #: The acceleration words, the one that saves most first.
    without: TurnSum  #: An exploration without them.
    with_them: TurnSum  #: The same with them.
    complete: bool  #: Whether all words were tried.

    @property
    def words(self) -> tuple[str, ...]:
        """The acceleration words, in the order in which they are to be played."""
        return tuple(split.word for split in self.splits)


def propose(
    codes: Codes,
    rule: Rule,
    stock: Iterable[str] = (),
    *,
    player: str = "decodeur",
    strategy: str | None = None,
    sample: int | None = None,
    most: int = MAX_WORDS,
    trials: int | None = None,
    engine: Engine | None = None,
    progress: Callable[[int], object] = id,
) -> Proposal:
    """Return at most `most` acceleration words from `codes` and `stock`, and what they gain.

    `stock` has folded words as long as the codes. Each step tries the `trials` words that promise most; by default as
    many as a few seconds allow. `progress` is called with 1 after each step; there are at most `count_steps`. Raises
    `PlayerAcceleratorsError` for a player who does not use such words, `WorkerLostError` and `WrongKindError`.
    """
    most = read_whole("most", most, 0)
    trials = None if trials is None else read_whole("trials", trials, 1)
    make_player = partial(make_codebreaker, player, strategy=strategy, sample=sample)
    plan = make_player(accelerators=("",)).plan
    if plan.pool != "accelerated" or plan.strategy not in CRITERIA:
        why = Reason(WHY_POOL if plan.pool != "accelerated" else WHY_STRATEGY)
        raise PlayerAcceleratorsError(player=plan.player, strategy=plan.strategy, why=why, known=tuple(CRITERIA))
    engine = engine or SerialEngine()
    trees = TrialTrees(codes, rule, stock, make_player)
    search = WordSearch(trees, trials or choose_trials(len(codes)), progress, engine)
    words = search.exchange(search.grow(most))
    without = sum_up(trees.play(search.every, ())[0])
    (counts, stops) = trees.play(search.every, words)
    listed = find_families(codes.texts, alphabet=codes.letters)
    splits = tuple(search.split(word, stops, listed) for word in words)
    return Proposal(splits, without, sum_up(counts), search.complete)


def count_steps(most: int) -> int:
    """Return the most steps that a search for `most` words takes."""
    return most + PASSES * most


def choose_trials(codes: int) -> int:
    """Return the number of words to try at each step: all words of a short list, fewer of a longer one."""
    return max(40, 500_000 // codes)


class WordSearch:
    """The search for acceleration words. Each step finds the word that does best beside those chosen already."""

    def __init__(self, trees: TrialTrees, trials: int, progress: Callable[[int], object], engine: Engine) -> None:
        self.trees = trees
        self.codes = trees.codes
        self.table = trees.table
        self.plan = trees.make_player(accelerators=("",)).plan
        self.trials = trials
        self.progress = progress
        self.engine = engine
        self.complete = True
        self.begun = time.monotonic()
        self.rows = np.arange(len(self.table.array))
        self.every = np.arange(len(self.codes))

    def grow(self, most: int) -> tuple[str, ...]:
        """Return acceleration words, chosen one by one as long as one more saves turns."""
        words: tuple[str, ...] = ()
        while len(words) < most:
            now, (best, word) = self.find_best_next(words)
            if best >= now:
                break
            words = (*words, word)
        return words

    def exchange(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the words after exchanges: each is replaced if another does better, or left out if nothing is lost."""
        if len(words) < 2:
            return words
        best = sum_up(self.trees.play(self.every, words)[0])
        for _pass in range(PASSES):
            before = words
            for word in reversed(before):
                others = tuple(other for other in words if other != word)
                without, (with_another, another) = self.find_best_next(others)
                if without <= best:  # the word saves no turn: leave it out
                    words = others
                    best = without
                elif with_another < best:  # another word in its place saves more
                    words = (*others, another)
                    best = with_another
            if words == before:
                return words
        self.complete = False  # the last pass still changed something, so another one might
        return words

    def find_best_next(self, words: tuple[str, ...]) -> tuple[TurnSum, tuple[TurnSum, str]]:
        """Return the outcome with `words`; and the best outcome with one more word, and that word.

        If no other word would be played, the second outcome is the first. Only what changes is played: the positions
        where a word would be played, and what follows from them.
        """
        counts, stops = self.trees.play(self.every, words)
        now = sum_up(counts)
        self.progress(1)
        trials = [(words, row, played) for row, played in self.find_positions(stops).items()]
        patience = max(0.0, self.engine.patience - (time.monotonic() - self.begun))

        def measure(trial: Trial) -> int:
            _words, _row, played = trial
            return sum(len(stop.candidates) for stop in played)

        batches = work_through(self.engine, TrialTrees.try_words, self.trees, trials, measure, patience=patience)
        outcomes = []
        for row, change in chain.from_iterable(batches):
            outcomes.append((sum_up(counts + change), row))
        best, row = min(outcomes, default=(now, 0))
        return now, (best, self.table.text(row))

    def find_positions(self, stops: list[Stop]) -> dict[int, list[Stop]]:
        """Return the topmost positions where each word would be played, for the `trials` words that promise most.

        A word (a row of the table) would be played where it is better than the player's guess by the strategy's
        criterion. `stops` has each position before those that follow from it. A word promises what it gains in bits,
        added up over these positions.
        """
        promise = np.zeros(len(self.rows))
        topmost = list[Rows]()  # for each stop, the words that would be played there and at none above it
        played = [np.zeros(len(self.rows), np.bool_)]  # flags of the words played at the positions above, by depth
        for stop in stops:
            del played[stop.depth + 1 :]
            sample = draw_sample(stop.candidates, self.plan.sample)
            scores = self.table.scores(self.rows, sample)
            # rounded, so that sums over many positions are exact
            weights = np.rint(np.ldexp(scores.bits, 30)) * (len(stop.candidates) / len(sample))
            better = np.zeros(len(self.rows), np.bool_)
            equal = ~better
            for criterion in CRITERIA[self.plan.strategy](scores):
                better |= equal & (criterion < criterion[stop.guess])
                equal &= criterion == criterion[stop.guess]
            here = np.flatnonzero(better & ~played[-1])
            promise[here] += weights[stop.guess] - weights[here]
            topmost.append(here)
            played.append(played[-1] | better)
        useful = np.unique(np.concatenate([*topmost, np.zeros(0, np.intp)]))
        tried = np.sort(useful[np.argsort(-promise[useful], kind="stable")][: self.trials])
        self.complete &= len(tried) == len(useful)
        where: dict[int, list[Stop]] = {row: [] for row in tried.tolist()}
        for stop, here in zip(stops, topmost, strict=True):
            for row in np.intersect1d(here, tried, assume_unique=True).tolist():
                where[row].append(stop)
        return where

    def split(self, word: str, stops: list[Stop], listed: dict[str, tuple[str, ...]]) -> Split:
        """Return the family that `word` splits best, at those of the `stops` where it is played to split one.

        It is the family (of those `listed`) of which the word separates the most words, added up over these positions.
        """
        row = self.table.row(word)
        sample = self.plan.sample
        stops = [stop for stop in stops if stop.guess == row and row not in draw_sample(stop.candidates, sample)]
        separate = partial(find_separated_words, word, rule=self.trees.rule, alphabet=self.codes.letters)
        worth = Counter[str]()
        for stop in stops:
            candidates = [self.codes.texts[row] for row in stop.candidates]
            for family in sort_families(find_families(candidates, alphabet=self.codes.letters)):
                worth[family.pattern] += len(separate(family))
        opening = any(stop.depth == 0 and stop.guess in stop.candidates for stop in stops)
        if opening or not any(worth.values()):
            return Split(word, None, (), len(stops))
        pattern = min(worth, key=lambda pattern: (-worth[pattern], -len(listed[pattern]), pattern))
        family = Family(pattern, listed[pattern])
        return Split(word, family, separate(family), len(stops))

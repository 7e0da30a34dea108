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
from numpy.typing import NDArray

from mastermot.engine import Engine, SerialEngine, take_pieces, work_through
from mastermot.errors import N_, Reason, read_whole
from mastermot.families.family import Family, find_families, find_separated_words, sort_families
from mastermot.game.codebreakers import Codebreaker, make_codebreaker
from mastermot.game.partitions import Rows, Table
from mastermot.game.players import Plan, take_evenly
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


class PlayedPosition(NamedTuple):
    """A position in a decision tree, with the turns that its candidates take."""

    candidates: Rows
    depth: int  #: The turns before it.
    guess: int  #: The row of the player's guess.
    counts: Counter[int]  #: For each number of turns, how many candidates take it in all.


Trial = tuple[tuple[str, ...], int, list[PlayedPosition]]
"""A word to try: the other acceleration words, its row, and the topmost positions where it would be played."""


class TrialTrees:
    """Plays positions with any acceleration words, for one list, rule and player. One table holds all words.

    `stock` has words that are no codes of the list, but may be acceleration words too.
    """

    def __init__(self, codes: Codes, rule: Rule, stock: Iterable[str], make_player: PlayerMaker) -> None:
        self.codes = codes
        self.rule = rule
        self.stock = tuple(stock)
        self.make_player = make_player
        self.table = Table(rule, codes)
        self.table.rows(self.stock)  # enters these words into the table

    def __reduce__(self) -> tuple[type[TrialTrees], tuple[Codes, Rule, tuple[str, ...], PlayerMaker]]:
        return TrialTrees, (self.codes, self.rule, self.stock, self.make_player)

    def play(
        self, candidates: Rows, words: tuple[str, ...], depth: int = 0
    ) -> tuple[Counter[int], list[PlayedPosition]]:
        """Play a position that `depth` turns led to, with these acceleration words, for all its candidates.

        Returns how many candidates take each number of turns in all, those before this position among them; and all
        positions with three candidates or more, each before those that follow from it.
        """
        positions: list[PlayedPosition] = []
        tree = GameTree(Configuration(self.codes, self.rule, self.make_player(accelerators=words)), self.table)

        def play_below(here: OpenPosition) -> Counter[int]:
            """Return how many candidates of a position take each number of turns.

            The position, and all that follow from it, are added to `positions`: those with three candidates or more.
            """
            turns = depth + len(here.history)  # before this position
            if len(here.candidates) == 1:
                return Counter([turns + 1])
            if len(here.candidates) == 2:  # one is guessed, then the other
                return Counter([turns + 1, turns + 2])
            guess = tree.choose(here)
            following = list[OpenPosition]()
            ended = tree.branch(here, guess, following)  # this also fills `following`
            counts = Counter(depth + len(record.guesses) for record in ended)
            # this position must come before those that follow from it, but its counts are complete only below: so it
            # keeps this counter itself, not a copy
            positions.append(PlayedPosition(here.candidates, turns, self.table.row(guess), counts))
            for position in following:
                counts.update(play_below(position))
            return counts

        counts = play_below(OpenPosition((), candidates))
        return counts, positions

    def try_words(self, trials: list[Trial], seconds: float) -> tuple[list[tuple[int, Counter[int]]], list[Trial]]:
        """Return what each word of the `trials` changes, and the trials that were not made within so many seconds.

        What a word changes is given with its row: for each number of turns, how many codes more (or fewer, if negative)
        take so many turns with the word than without it.
        """
        changes = list[tuple[int, Counter[int]]]()
        remaining = list(trials)
        for words, row, positions in take_pieces(remaining, seconds):  # takes each out of `remaining`
            change = Counter[int]()
            with_word = (*words, self.table.text(row))
            for position in positions:
                counts, _positions = self.play(position.candidates, with_word, position.depth)
                change.update(counts)
                change.subtract(position.counts)
            changes.append((row, change))
        return changes, remaining


def sum_up(counts: Counter[int]) -> TurnSum:
    """Return what games come to, from how many codes take each number of turns.

    >>> sum_up(Counter({1: 1, 2: 3, 4: 2}))
    TurnSum(total=15, longest=4, codes=6)
    """
    total = sum(turns * count for turns, count in counts.items())
    longest = max(turns for turns, count in counts.items() if count > 0)
    return TurnSum(total, longest, counts.total())


class Split(NamedTuple):
    """An acceleration word, where it is played, and the family that it splits best there."""

    word: str  #: The acceleration word.
    family: Family | None  #: The family that it splits best; None if it splits none, or opens the game as a code.
    separated: tuple[str, ...]  #: The words of that family that it tells apart.
    positions: int  #: The number of positions where it is played to split the candidates.


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
    progress: Callable[[int], object] = lambda _step: None,
) -> Proposal:
    """Return at most `most` acceleration words from `codes` and `stock`, and what they gain.

    `stock` has folded words as long as the codes. The games are those of the `player` with this `strategy` and
    `sample`, its usual ones by default. Each step tries the `trials` words that promise most; by default as many as a
    few seconds allow. The workers of an `engine` share a step. `progress` is called with 1 after each step; there are
    at most `count_steps`. Raises `PlayerAcceleratorsError` for a player who does not use such words, `WorkerLostError`
    and `WrongKindError`.
    """
    most = read_whole("most", most, 0)
    trials = None if trials is None else read_whole("trials", trials, 1)
    make_player = partial(make_codebreaker, player, strategy=strategy, sample=sample)
    check_player(make_player)
    trees = TrialTrees(codes, rule, stock, make_player)
    search = WordSearch(trees, trials or choose_trials(len(codes)), progress, engine or SerialEngine())
    first_words = search.grow(most)
    words = search.exchange(first_words)

    counts_without, _positions = trees.play(search.every, ())
    counts_with, positions = trees.play(search.every, words)
    families = find_families(codes.texts, alphabet=codes.letters)
    splits = tuple(search.find_split(word, positions, families) for word in words)
    return Proposal(splits, sum_up(counts_without), sum_up(counts_with), search.complete)


def find_plan(make_player: PlayerMaker) -> Plan:
    """Return the plan of a player that has acceleration words: without any, it might have another pool."""
    any_words = ("",)
    return make_player(accelerators=any_words).plan


def check_player(make_player: PlayerMaker) -> None:
    """Raise `PlayerAcceleratorsError` for a player who would not play acceleration words to split the candidates."""
    plan = find_plan(make_player)
    if plan.pool != "accelerated":
        why = Reason(WHY_POOL)
    elif plan.strategy not in CRITERIA:
        why = Reason(WHY_STRATEGY)
    else:
        return
    raise PlayerAcceleratorsError(player=plan.player, strategy=plan.strategy, why=why, known=tuple(CRITERIA))


def count_steps(most: int) -> int:
    """Return the most steps that a search for `most` words takes."""
    return most + PASSES * most


def choose_trials(codes: int) -> int:
    """Return the number of words to try at each step: all words of a short list, fewer of a longer one."""
    return max(40, 500_000 // codes)


class NextWord(NamedTuple):
    """The best acceleration word to add. It saves turns only if `best` is smaller than `without`."""

    without: TurnSum  #: The outcome without it.
    best: TurnSum  #: The outcome with it; the same as `without` if no other word would be played.
    word: str


class WordSearch:
    """The search for acceleration words. Each step finds the word that does best beside those chosen already."""

    def __init__(self, trees: TrialTrees, trials: int, progress: Callable[[int], object], engine: Engine) -> None:
        self.trees = trees
        self.codes = trees.codes
        self.table = trees.table
        self.plan = find_plan(trees.make_player)
        self.trials = trials  #: How many words are tried at each step, at most.
        self.progress = progress  #: Called with 1 after each step.
        self.engine = engine
        self.complete = True  #: Whether all words were tried at each step, and exchanges until none helped.
        self.begun = time.monotonic()  #: When it began: workers share a step once the engine's patience is over.
        self.rows = np.arange(len(self.table.array))  #: All words, those of the stock too.
        self.every = np.arange(len(self.codes))  #: All codes.

    def grow(self, most: int) -> tuple[str, ...]:
        """Return at most `most` acceleration words, chosen one by one as long as one more saves turns."""
        words: tuple[str, ...] = ()
        while len(words) < most:
            found = self.find_best_next(words)
            if found.best >= found.without:
                break
            words = (*words, found.word)
        return words

    def exchange(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the words after exchanges: each is replaced if another does better, or left out if nothing is lost.

        Passes over all words are made until one changes nothing. If even the last of `PASSES` passes changed something,
        `complete` is False from then on.
        """
        if len(words) < 2:  # one word is the best of all already
            return words
        turn_counts, _positions = self.trees.play(self.every, words)
        best = sum_up(turn_counts)
        for _pass in range(PASSES):
            words_before = words
            for word in reversed(words_before):  # the last was chosen beside all others: it is put in question first
                others = tuple(other for other in words if other != word)
                found = self.find_best_next(others)
                if found.without <= best:  # the word saves no turn: leave it out
                    words = others
                    best = found.without
                elif found.best < best:  # another word in its place saves more
                    words = (*others, found.word)
                    best = found.best
            if words == words_before:
                return words
        self.complete = False  # the last pass still changed something, so another one might
        return words

    def find_best_next(self, words: tuple[str, ...]) -> NextWord:
        """Return the word that does best beside `words`.

        Only what changes is played: the positions where a word would be played, and what follows from them. If no word
        would be played anywhere, some word is returned, without a better outcome.
        """
        counts, positions = self.trees.play(self.every, words)
        without = sum_up(counts)
        self.progress(1)
        positions_of_words = self.find_positions(positions)
        trials = [(words, row, topmost) for row, topmost in positions_of_words.items()]
        elapsed = time.monotonic() - self.begun
        patience = max(0.0, self.engine.patience - elapsed)  # once it is used up, workers share each step at once

        def measure(trial: Trial) -> int:
            """Return how many games a trial plays: the measure by which the engine shares trials out."""
            _words, _row, topmost = trial
            return sum(len(position.candidates) for position in topmost)

        batches = work_through(self.engine, TrialTrees.try_words, self.trees, trials, measure, patience=patience)
        outcomes = []  # of each word that was tried: the outcome with it, and its row
        for row, change in chain.from_iterable(batches):
            changed_counts = counts + change  # without those turns that no code takes any more
            outcomes.append((sum_up(changed_counts), row))
        any_row = 0  # where no word would be played
        best, row = min(outcomes, default=(without, any_row))
        return NextWord(without, best, self.table.text(row))

    def find_positions(self, positions: list[PlayedPosition]) -> dict[int, list[PlayedPosition]]:
        """Return, for each word to try (its row in the table), the topmost positions where it would be played.

        Topmost is a position above which the word would not be played. Tried are the `trials` words that promise most:
        a word promises the bits that it gains at these positions, added up. If others would be played too, `complete`
        is False from then on. `positions` is in depth-first order: each position comes right before all those that
        follow from it.
        """
        words_of_positions, promise = self.find_topmost(positions)
        no_words = np.zeros(0, np.intp)  # so that there is an array at least: numpy does not join none
        useful = np.unique(np.concatenate([*words_of_positions, no_words]))  # words that would be played anywhere
        most_promising = np.argsort(-promise[useful], kind="stable")[: self.trials]
        tried = np.sort(useful[most_promising])
        if len(tried) < len(useful):
            self.complete = False
        positions_of_words: dict[int, list[PlayedPosition]] = {row: [] for row in tried.tolist()}
        for position, words in zip(positions, words_of_positions, strict=True):
            for row in np.intersect1d(words, tried, assume_unique=True).tolist():
                positions_of_words[row].append(position)
        return positions_of_words

    def find_topmost(self, positions: list[PlayedPosition]) -> tuple[list[Rows], NDArray[np.float64]]:
        """Return, for each position, the words that would be played there and at none above it; and what words promise.

        What a word promises are the bits that it gains, added up over the positions that have it: an array with a value
        for each word, by its row. `positions` is in depth-first order.
        """
        promise = np.zeros(len(self.rows))
        topmost = list[Rows]()
        # by depth: the words that would be played above a position of that depth. The order is depth-first, so what a
        # position enters for the next depth stays until all that follow from it have been looked at.
        played_above = {0: np.zeros(len(self.rows), np.bool_)}
        for position in positions:
            better, gain = self.compare_words(position)
            rows = np.flatnonzero(better & ~played_above[position.depth])
            promise[rows] += gain[rows]
            topmost.append(rows)
            played_above[position.depth + 1] = played_above[position.depth] | better
        return topmost, promise

    def compare_words(self, position: PlayedPosition) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
        """Return, for each word of the table, whether it is better than the guess at a position, and its gain in bits.

        Better is what is better by the strategy's criterion: such a word would be played. The gain says how many bits
        less are left to find out after it than after the guess, added up over all candidates. If only a sample of them
        is scored, as the player does it, its bits are scaled up to all candidates. Bits are counted in units of 2^-30.
        """
        sample = take_evenly(position.candidates, self.plan.sample)
        scores = self.table.scores(self.rows, sample)
        better = np.zeros(len(self.rows), np.bool_)
        equal = np.ones(len(self.rows), np.bool_)  # as good as the guess in all quantities so far: the next one decides
        for quantity in CRITERIA[self.plan.strategy](scores):
            better |= equal & (quantity < quantity[position.guess])
            equal &= quantity == quantity[position.guess]
        scale = len(position.candidates) / len(sample)
        # bits as multiples of 2^-30 are whole numbers: their sums over many positions are exact
        remaining_bits = np.rint(np.ldexp(scores.bits, 30)) * scale
        return better, remaining_bits[position.guess] - remaining_bits

    def find_split(self, word: str, positions: list[PlayedPosition], families: dict[str, tuple[str, ...]]) -> Split:
        """Return the family that `word` splits best, at those of the positions where it is played to split one.

        It is the family of which the word separates the most words, added up over these positions; then the largest,
        then the first in the alphabet. There is none if the word separates no family, or if the player opens with it
        and it is a code itself. `families` has the words of each pattern, such as RA?E, in the whole list.
        """
        played = self.list_played(word, positions)
        counts = self.count_separated(word, played)
        opens_as_code = any(position.depth == 0 and position.guess in position.candidates for position in played)
        separates_none = not any(counts.values())
        if opens_as_code or separates_none:
            return Split(word, None, (), len(played))

        def rank(pattern: str) -> tuple[int, int, str]:
            """Return what families are compared by, smaller being better."""
            return -counts[pattern], -len(families[pattern]), pattern

        pattern = min(counts, key=rank)
        family = Family(pattern, families[pattern])
        return Split(word, family, self.separate(word, family), len(played))

    def list_played(self, word: str, positions: list[PlayedPosition]) -> list[PlayedPosition]:
        """Return those of the `positions` where the player plays `word`, and only to split the candidates.

        If the word is a candidate itself, it may be played because it could be the secret: such positions are left out.
        But a player looks at a sample of many candidates only. Where the word is not in it, the player does not know
        that it is a candidate, and the position is returned.
        """
        row = self.table.row(word)
        played = []
        for position in positions:
            could_be_secret = row in take_evenly(position.candidates, self.plan.sample)
            if position.guess == row and not could_be_secret:
                played.append(position)
        return played

    def count_separated(self, word: str, positions: list[PlayedPosition]) -> Counter[str]:
        """Return how many words of each family `word` separates from the rest of it, added up over these positions.

        The families are those among the candidates of a position. The counts are by the pattern of a family: ``RA?E``.
        """
        counts = Counter[str]()
        for position in positions:
            candidates = [self.codes.texts[candidate] for candidate in position.candidates]
            for family in sort_families(find_families(candidates, alphabet=self.codes.letters)):
                counts[family.pattern] += len(self.separate(word, family))
        return counts

    def separate(self, word: str, family: Family) -> tuple[str, ...]:
        """Return the words of a family that `word` tells from the rest of it."""
        return find_separated_words(word, family, rule=self.trees.rule, alphabet=self.codes.letters)

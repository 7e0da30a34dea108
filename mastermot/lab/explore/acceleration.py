"""Acceleration words to propose for a list, a rule and a player, and what they gain.

`docs/how-it-works.md` says how they are found. Work is bounded in trials, not in seconds, so that the same question
always has the same answer. The words that this module uses in a sense of its own:

- a *position*: a place in the player's decision tree, and the candidates that are left there;
- *topmost*: said of a position where a word would be played, if the word would be played at no position above it;
- a *trial*: one more acceleration word, tried by playing anew only the positions that it changes;
- a *step*: the trials of all words that may be added to the words chosen so far, to find the best of them;
- what a word *promises*: the bits that it gains at its topmost positions; the words that promise most are tried;
- the *stock*: words that are no codes of the list, but may be acceleration words too;
- the *outcome*: the turns of all games, and of the longest (`TurnSum`);
- a *row*: the number of a word in the one `Table` that has the codes first, then the stock.
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
    depth: int  #: How many turns led to the position.
    guess: int  #: The row of the player's guess at the position.
    counts: Counter[int]  #: For each number of turns, how many candidates take so many, the `depth` turns included.


Trial = tuple[tuple[str, ...], int, list[PlayedPosition]]
"""The other acceleration words, the row of the word to try, and the topmost positions where it would be played."""


class TrialTrees:
    """Plays positions with any acceleration words, for one list, rule and player. One table holds all words.

    `stock` has words that are no codes of the list, but may be acceleration words too. `make_player` makes the player,
    anew for each set of acceleration words. A worker gets the four arguments, and makes its own `TrialTrees` and table.
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
        """Play a position that `depth` turns led to, with the acceleration words `words`, for all its candidates.

        Returns two things: for each number of turns, how many candidates take so many, the `depth` turns before the
        position included; and all positions with three candidates or more, in depth-first order: each right before
        those that follow from it.

        Each guess from a family of four words finds one of them at most: so the words take 1, 2, 3 and 4 turns. If the
        acceleration word GARS is played first, it leaves RACE alone, RARE alone, and RAGE and RASE together; these
        positions are too small to be returned:

        >>> from mastermot.rules import BLACK_WHITE
        >>> from mastermot.rules.codes import ListedCodes
        >>> codes = ListedCodes(["RACE", "RAGE", "RARE", "RASE"])
        >>> trees = TrialTrees(codes, BLACK_WHITE, ["GARS"], partial(make_codebreaker, "decodeur"))
        >>> counts, positions = trees.play(np.arange(4), ())
        >>> sorted(counts.elements()), [len(position.candidates) for position in positions]
        ([1, 2, 3, 4], [4, 3])
        >>> counts, positions = trees.play(np.arange(4), ("GARS",))
        >>> sorted(counts.elements()), [len(position.candidates) for position in positions]
        ([2, 2, 2, 3], [4])
        """
        positions: list[PlayedPosition] = []
        tree = GameTree(Configuration(self.codes, self.rule, self.make_player(accelerators=words)), self.table)

        def play_below(here: OpenPosition) -> Counter[int]:
            """Return how many candidates of a position take each number of turns.

            - One candidate is guessed.
            - Of two, one is guessed, then the other. The player is not asked: `check_player` lets only players pass
              that compare guesses by a criterion, and by each criterion no guess is better than one of the two words.
            - With three or more, the player is asked. The position is added to `positions`. Then the positions that
              follow from the player's guess are played in the same way.
            """
            turns = depth + len(here.history)  # before this position
            if len(here.candidates) == 1:
                return Counter([turns + 1])
            if len(here.candidates) == 2:
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

        There is a pair for each word: its row, and its change. The change says, for each number of turns, how many
        codes more (or fewer, if negative) take so many turns with the word than without it. The last trial is made
        first.

        A trial has the topmost positions where its word would be played. All other games stay as they are, so only
        these positions are played anew. The `counts` of a position are the turns of its candidates without the word.
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
    """Return the outcome of games, from how many codes take each number of turns; at least one code must be counted.

    >>> sum_up(Counter({1: 1, 2: 3, 4: 2}))
    TurnSum(total=15, longest=4, codes=6)
    """
    total = sum(turns * count for turns, count in counts.items())
    longest = max(turns for turns, count in counts.items() if count > 0)
    return TurnSum(total, longest, counts.total())


class Split(NamedTuple):
    """An acceleration word, the family that it splits best where it is played, and at how many positions that is."""

    word: str  #: The acceleration word.
    family: Family | None  #: The family that it splits best; None if it splits none, or opens the game as a code.
    separated: tuple[str, ...]  #: The words of that family that it tells from the rest of the family.
    positions: int  #: The number of positions where it is played to split the candidates.


class Proposal(NamedTuple):
    """Acceleration words, and what they gain: the outcomes of full explorations without and with them."""

    splits: tuple[Split, ...]
    """The acceleration words, in the order in which they were chosen: a word that took the place of another is last."""
    without: TurnSum  #: The outcome of an exploration without these words.
    with_them: TurnSum  #: The outcome of the same exploration with these words.
    complete: bool  #: Whether all words that would be played were tried, and words were exchanged until none helped.

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

    `stock` has folded words with the length of the codes. The games are those of the `player` with this `strategy` and
    `sample`; if they are None, with the player's own.

    The words are chosen one by one (`WordSearch.grow`), then exchanged for better ones (`WordSearch.exchange`). Each
    step of this tries the `trials` words that promise most: those that gain the most bits where they would be played.
    If `trials` is None, `choose_trials` says how many, by the number of codes. The workers of an `engine` share the
    trials of a step. `progress` is called with 1 in each step; `count_steps` says how many there are at most.

    Raises `WrongKindError` for a `most` below 0 or `trials` below 1, what `make_codebreaker` names for the player and
    its strategy, `PlayerAcceleratorsError` for a player who does not use such words, and `WorkerLostError`.
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
    """Return the plan of a player that has acceleration words: its strategy, its pool of guesses and its sample.

    Without acceleration words, the player might have another pool: so it is made with such a word here. Which word it
    is does not matter, since nothing is played.
    """
    any_words = ("",)
    return make_player(accelerators=any_words).plan


def check_player(make_player: PlayerMaker) -> None:
    """Raise `PlayerAcceleratorsError` for a player who would not play acceleration words to split the candidates.

    - The pool must be `accelerated`. A player who is given such words has this pool, unless its own is `all`: then it
      may play every word of the list already.
    - The strategy must be one of `CRITERIA`: any other does not look at how a guess splits the candidates.
    """
    plan = find_plan(make_player)
    if plan.pool != "accelerated":
        why = Reason(WHY_POOL)
    elif plan.strategy not in CRITERIA:
        why = Reason(WHY_STRATEGY)
    else:
        return
    raise PlayerAcceleratorsError(player=plan.player, strategy=plan.strategy, why=why, known=tuple(CRITERIA))


def count_steps(most: int) -> int:
    """Return the most steps that a search for `most` words takes: to add each word, and to exchange it in each pass."""
    return most + PASSES * most


def choose_trials(codes: int) -> int:
    """Return the number of words to try at each step, by the number of codes: fewer for more codes, but at least 40.

    >>> choose_trials(500), choose_trials(1_000), choose_trials(10_000), choose_trials(100_000)
    (1000, 500, 50, 40)
    """
    return max(40, 500_000 // codes)


class NextWord(NamedTuple):
    """The best acceleration word to add. The word helps only if `best` is smaller than `without`."""

    without: TurnSum  #: The outcome without the word.
    best: TurnSum  #: The outcome with the word; the same as `without` if no further word would be played.
    word: str


class WordSearch:
    """The search for acceleration words. Each step finds the word with the best outcome beside those chosen already.

    Call `grow` first, then `exchange`; both make their steps with `find_best_next`. Each of these methods may set
    `complete` to False, and `complete` then stays False.
    """

    def __init__(self, trees: TrialTrees, trials: int, progress: Callable[[int], object], engine: Engine) -> None:
        self.trees = trees
        self.codes = trees.codes
        self.table = trees.table
        self.plan = find_plan(trees.make_player)  #: The player's strategy, pool and sample.
        self.trials = trials  #: How many words are tried at each step, at most.
        self.progress = progress  #: Called with 1 in each step.
        self.engine = engine  #: The workers of this engine share the trials of a step.
        self.complete = True  #: As `Proposal.complete`, of the steps made so far.
        self.begun = time.monotonic()
        """When the search began. For the first seconds (`Engine.patience`) this process works alone, then workers
        help."""
        self.rows = np.arange(len(self.table.array))  #: The rows of all words, those of the stock too.
        self.every = np.arange(len(self.codes))  #: The rows of all codes.

    def grow(self, most: int) -> tuple[str, ...]:
        """Return at most `most` acceleration words, chosen one by one while one more makes the outcome better."""
        words: tuple[str, ...] = ()
        while len(words) < most:
            found = self.find_best_next(words)
            if found.best >= found.without:
                break
            words = (*words, found.word)
        return words

    def exchange(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the words of `grow` after exchanges.

        In a pass, each word is taken out in its turn, the last one first:

        1. If the outcome is as good without the word, or better, the word is left out.
        2. Otherwise, if the outcome is better with another word in its place, this other word comes last of all.
        3. Otherwise the word stays.

        Passes are made until one changes nothing, or until `PASSES` are made. If even the last pass changed something,
        `complete` is False from then on. A single word is returned as it is: `grow` took the best of those tried.
        """
        if len(words) < 2:
            return words
        turn_counts, _positions = self.trees.play(self.every, words)
        best = sum_up(turn_counts)
        for _pass in range(PASSES):
            words_before = words
            for word in reversed(words_before):  # the last is taken out first: it was chosen beside all others
                others = tuple(other for other in words if other != word)
                found = self.find_best_next(others)
                if found.without <= best:
                    words = others
                    best = found.without
                elif found.best < best:
                    words = (*others, found.word)
                    best = found.best
            if words == words_before:
                return words
        self.complete = False  # the last pass still changed something, so another one might
        return words

    def find_best_next(self, words: tuple[str, ...]) -> NextWord:
        """Return the word with the best outcome beside `words`: one step of the search.

        1. All codes are played with `words`. This is the outcome `without` one more word.
        2. `find_positions` says which words are tried, and at which topmost positions each would be played.
        3. Each word is tried: only these positions are played anew, and all that follow from them. Workers share the
           trials.
        4. The word with the best outcome is returned; of words with the same outcome, the first in the table.

        If no word would be played anywhere, `best` is `without`, and the word is that of row 0: no caller uses it.
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
        outcomes = []  # for each word that was tried: the outcome with the word, and its row
        for row, change in chain.from_iterable(batches):
            changed_counts = counts + change  # this sum leaves out numbers of turns that no code takes any more
            outcomes.append((sum_up(changed_counts), row))
        any_row = 0
        best, row = min(outcomes, default=(without, any_row))
        return NextWord(without, best, self.table.text(row))

    def find_positions(self, positions: list[PlayedPosition]) -> dict[int, list[PlayedPosition]]:
        """Return, for each word to try (its row in the table), the topmost positions where it would be played.

        `positions` are those of `TrialTrees.play`, in its order.

        1. `find_topmost` says for which words each position is topmost, and what each word promises.
        2. The `trials` words that promise most are tried; of two that promise as much, the first in the table. If more
           words would be played, `complete` is False from then on.
        3. The positions are put together by word. Words come in the order of the table.
        """
        words_of_positions, promise = self.find_topmost(positions)
        no_words = np.zeros(0, np.intp)  # `concatenate` needs at least one array, and there may be no position
        played_anywhere = np.unique(np.concatenate([*words_of_positions, no_words]))
        most_promising = np.argsort(-promise[played_anywhere], kind="stable")[: self.trials]
        tried = np.sort(played_anywhere[most_promising])
        if len(tried) < len(played_anywhere):
            self.complete = False
        positions_of_words: dict[int, list[PlayedPosition]] = {row: [] for row in tried.tolist()}
        for position, words in zip(positions, words_of_positions, strict=True):
            for row in np.intersect1d(words, tried, assume_unique=True).tolist():
                positions_of_words[row].append(position)
        return positions_of_words

    def find_topmost(self, positions: list[PlayedPosition]) -> tuple[list[Rows], NDArray[np.float64]]:
        """Return, for each position, the words for which it is topmost; and what words promise.

        The words are rows of the table. What a word promises are the bits that it gains, added up over its topmost
        positions: an array with a value for each row of the table, in units of 2^-30 bits. `positions` are those of
        `TrialTrees.play`, in its order.

        Five words of a family are rows 0 to 4, and GARS is row 5. The player guesses RACE, then RADE, and so on; GARS
        would be played in place of RACE and in place of RADE, and is returned for the first of these positions only.
        There, RACE leaves four words together, with 4 log2 4 = 8 bits to find out. GARS leaves two pairs, with 2 log2 2
        bits each, so it promises 4:

        >>> from mastermot.rules import BLACK_WHITE
        >>> from mastermot.rules.codes import ListedCodes
        >>> codes = ListedCodes(["RACE", "RADE", "RAGE", "RARE", "RASE"])
        >>> trees = TrialTrees(codes, BLACK_WHITE, ["GARS"], partial(make_codebreaker, "decodeur"))
        >>> search = WordSearch(trees, trials=10, progress=print, engine=SerialEngine())
        >>> _counts, positions = trees.play(search.every, words=())
        >>> topmost, promise = search.find_topmost(positions)
        >>> [rows.tolist() for rows in topmost], (promise / 2**30).tolist()
        ([[5], [], []], [0.0, 0.0, 0.0, 0.0, 0.0, 4.0])
        """
        promise = np.zeros(len(self.rows))
        topmost = list[Rows]()
        # by depth: the words that would be played above a position of that depth. The order is depth-first, so what a
        # position enters for the next depth stays until all that follow from it have been looked at
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

        A word that is better by the strategy's criterion would be played. A criterion gives quantities of each word
        that are to be small; the first quantity in which a word differs from the guess decides. A word that differs
        from the guess in none is not better.

        The gain says how many bits less are left to find out after the word than after the guess, added up over all
        candidates: it is negative for a word that leaves more. If the player scores only a sample of the candidates, so
        does this method, and the bits of the sample are scaled up to all candidates. Bits are counted in units of
        2^-30.
        """
        sample = take_evenly(position.candidates, self.plan.sample)
        scores = self.table.scores(self.rows, sample)
        better = np.zeros(len(self.rows), np.bool_)
        equal = np.ones(len(self.rows), np.bool_)  # as good as the guess in all quantities so far: the next one decides
        for quantity in CRITERIA[self.plan.strategy](scores):
            better |= equal & (quantity < quantity[position.guess])
            equal &= quantity == quantity[position.guess]
        scale = len(position.candidates) / len(sample)
        # bits as multiples of 2^-30 are whole numbers: where no sample is taken, their sums over positions are exact
        remaining_bits = np.rint(np.ldexp(scores.bits, 30)) * scale
        gain = remaining_bits[position.guess] - remaining_bits
        return better, gain

    def find_split(self, word: str, positions: list[PlayedPosition], families: dict[str, tuple[str, ...]]) -> Split:
        """Return the acceleration word `word` with the family that it splits best where it is played (`list_played`).

        - No family is returned if the player opens with the word and the word is a code itself, nor if the word
          separates no word of any family from the rest.
        - Otherwise the family is returned of which the word separates the most words from the rest, added up over the
          positions where the word is played. Of equal families the largest is returned, then the first by its pattern.

        `families` has the words of each pattern, such as RA?E, in the whole list. The candidates at a position have
        families of the same patterns, which may have fewer words there. The family is returned as in the whole list,
        with the words of the whole list that are separated.
        """
        played = self.list_played(word, positions)
        counts = self.count_separated(word, played)
        opens_as_code = any(position.depth == 0 and position.guess in position.candidates for position in played)
        separates_none = not any(counts.values())
        if opens_as_code or separates_none:
            return Split(word, None, (), len(played))

        def rank(pattern: str) -> tuple[int, int, str]:
            """Return a key by which the best family is the smallest."""
            return -counts[pattern], -len(families[pattern]), pattern

        pattern = min(counts, key=rank)
        family = Family(pattern, families[pattern])
        return Split(word, family, self.separate(word, family), len(played))

    def list_played(self, word: str, positions: list[PlayedPosition]) -> list[PlayedPosition]:
        """Return those of the `positions` where the player plays `word`, and only to split the candidates.

        If the word is a candidate itself, it may be played because it could be the secret: such positions are left out.
        But where there are many candidates, a player looks only at a sample of them (`take_evenly`). If the word is a
        candidate outside the sample, the player does not know that the word could be the secret: then the position is
        returned.
        """
        row = self.table.row(word)
        played = []
        for position in positions:
            could_be_secret = row in take_evenly(position.candidates, self.plan.sample)
            if position.guess == row and not could_be_secret:
                played.append(position)
        return played

    def count_separated(self, word: str, positions: list[PlayedPosition]) -> Counter[str]:
        """Return how many words of each family `word` tells from the rest of the family, added up over `positions`.

        The families are those of two words or more among the candidates of a position (`sort_families` leaves out the
        others). The counts are by the pattern of a family: ``RA?E``. A family without a separated word counts 0.
        """
        counts = Counter[str]()
        for position in positions:
            candidates = [self.codes.texts[candidate] for candidate in position.candidates]
            for family in sort_families(find_families(candidates, alphabet=self.codes.letters)):
                counts[family.pattern] += len(self.separate(word, family))
        return counts

    def separate(self, word: str, family: Family) -> tuple[str, ...]:
        """Return the words of a family that `word` tells from the rest of the family."""
        return find_separated_words(word, family, rule=self.trees.rule, alphabet=self.codes.letters)

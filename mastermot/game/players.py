"""What all players share: how they choose, what they play by, and their names."""

import math
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.errors import N_, Reason
from mastermot.game.errors import PlayerNeedsListError, TooMuchWorkError, find_named
from mastermot.game.partitions import MAX_PAIRS, Rows
from mastermot.game.positions import Position, check_candidates
from mastermot.game.sampling import SAMPLE, write_seed
from mastermot.game.shapes import first_codes, first_guesses, keep_distinct
from mastermot.game.strategies import CRITERIA, DRAWING, View, strategy_named
from mastermot.registry import Registry
from mastermot.rules import Rule
from mastermot.rules.codes import MAX_CODES, Codes, check_listed

POOLS = ("consistent", "accelerated", "all")
QUICK_PAIRS = 80_000_000  #: How many pairs of guess and candidate are marked and counted in about half a second.


class Choice(NamedTuple):
    """The guess that a player chooses, and what it is worth."""

    guess: str  #: The guess, folded: capitals without accents, or colours.
    candidates: int | None  #: How many codes are possible before the guess; None if they are not counted.
    entropy: float | None = None  #: How many bits its marks are expected to tell, if the guess was scored.
    largest: int | None = None  #: The size of its largest class, if the guess was scored.
    standard_error: int = 0  #: The standard error of `candidates`, if that is an estimate.


class Plan(NamedTuple):
    """How a codebreaker plays: the player's name, its strategy, its pool of guesses, its sample size and its seed."""

    player: str
    strategy: str
    pool: str
    accelerators: tuple[str, ...] = ()  #: Acceleration words: guesses to consider besides the codes of the pool.
    sample: int | None = None  #: The sample size that was asked for, or the player's usual one; None without either.
    seed: int = 0
    opening: tuple[str, ...] = ()  #: The first guesses, which are played whatever marks they get.


class Codebreaker:
    """A player: it chooses by one strategy from one pool of guesses, or from a sample of the pool if that is large.

    A subclass sets its name and its defaults. It overrides `find_guess`, and `check_game` if it does not play every
    game.
    """

    name: ClassVar[str]
    default_strategy: ClassVar[str] = "entropy"
    default_pool: ClassVar[str] = "consistent"
    default_sample: ClassVar[int | None] = None
    any_size: ClassVar[bool] = False  #: Whether, with its default pool, it plays games with colours of every size.
    unused: ClassVar[tuple[str, ...]] = ()  #: The fields of its `Plan` that do not change how it plays.
    ranks: ClassVar[bool] = False
    """Whether its choice is always the best guess by its strategy, provided that it scores all guesses of its pool."""

    def __init__(self, plan: Plan) -> None:
        """Keep the plan. Raises `NameUnknownError` for a strategy or a pool that does not exist."""
        self.plan = plan
        self.strategy = strategy_named(plan.strategy)
        find_named(Reason(N_("pool")), plan.pool, dict.fromkeys(POOLS))  # called for its error if the pool is unknown

    @property
    def draws(self) -> bool:
        """Whether it draws guesses at random, by the seed of its plan."""
        return self.plan.strategy in DRAWING and "strategy" not in self.unused

    @classmethod
    def choose_strategy(cls, codes: Codes | None) -> str:
        """Return the strategy that it plays by when none is asked for, with these codes or, for None, with words."""
        return cls.default_strategy

    def describe_way(self, codes: Codes) -> str:
        """Return how it plays, as a text to translate: ``{how}`` stands for its strategy and its pool."""
        return "{how}"

    def check_game(self, codes: Codes, rule: Rule) -> None:
        """Raise an error if it does not play this game.

        The error is `TooManyCodesError` for words that are too many to list; `PlayerNeedsListError` for a game with
        colours that has too many codes to list, if the pool has all codes and the player does not take a sample of
        them; and `PlayerGameError` for a game that a subclass does not play.
        """
        if not codes.colours:
            check_listed(codes)
            return
        needs_all_codes = self.plan.pool == "all"  # candidates alone can always be sampled
        if codes.enumerable or not needs_all_codes:
            return
        samples_all_codes = self.any_size and self.default_pool == "all"  # `any_size` is about the default pool
        if not samples_all_codes:
            players = tuple(name for name, player in PLAYERS.items() if player.any_size)
            raise PlayerNeedsListError(player=self.plan.player, count=codes.count, limit=MAX_CODES, players=players)

    def check_work(self, codes: Codes) -> None:
        """Raise `TooMuchWorkError` if the first guess would compare more than `MAX_PAIRS` pairs of codes.

        Only a player that scores all codes compares so many: not one with a sample size, or with a strategy that scores
        no guesses. Codes that are too many to list are never all compared, since only a sample of them is known.
        """
        scores_all = self.plan.strategy in CRITERIA and self.plan.sample is None
        if scores_all and codes.enumerable and codes.count**2 > MAX_PAIRS:
            raise TooMuchWorkError(player=self.plan.player, count=codes.count, limit=math.isqrt(MAX_PAIRS))

    def count_guesses(self, position: Position) -> int:
        """Return about how many guesses the player scores at a position: its progress is measured by this number.

        They are the codes of its pool, or at most `sample_size` of them. Acceleration words, an opening, and guesses
        that are left out since they are like others (`leaves_out_alike`) are not considered.
        """
        count = position.table.count if self.plan.pool == "all" else len(position.candidates)
        size = self.sample_size(position)
        return count if size is None else min(count, size)

    def sample_size(self, position: Position) -> int | None:
        """Return the most candidates, and the most guesses, that are scored; None for all of them.

        It is the sample size of the plan, if the plan has one. Otherwise all are scored, or `SAMPLE` of them if the
        codes of the game are too many to list.
        """
        if self.plan.sample is not None:
            return self.plan.sample
        return None if position.codes.enumerable else SAMPLE

    def is_plain(self, position: Position) -> bool:
        """Return whether its choice is, of all guesses of its pool, the best by its strategy."""
        return self.ranks and self.sample_size(position) is None

    def choose(self, position: Position) -> Choice:
        """Return the choice of the next guess: while the opening lasts, its guess; then that of `find_guess`.

        Raises `NoCandidateError` or `NoCandidateFoundError`, and for a game that it does not play `TooManyCodesError`,
        `PlayerNeedsListError` or `PlayerGameError`.
        """
        self.check_game(position.codes, position.rule)
        check_candidates(position)
        fixed = self.find_fixed(position)
        return self.find_guess(position) if fixed is None else make_choice(position, fixed)

    def find_fixed(self, position: Position) -> str | None:
        """Return the guess that the opening has for this turn; None once the opening is over."""
        turns_played = len(position.history)
        return self.plan.opening[turns_played] if turns_played < len(self.plan.opening) else None

    def find_guess(self, position: Position) -> Choice:
        """Return the guess of the pool that the strategy takes, at a position that has a candidate.

        The choice has the entropy and the largest class of the guess if the strategy scores guesses (`CRITERIA`).
        """
        scores_guesses = self.plan.strategy in CRITERIA
        # by every criterion, no guess is better than one of two candidates
        if scores_guesses and len(position.candidates) <= 2:
            return choose_of_two(position)
        view = view_position(self, position)
        row = self.strategy(view)
        if scores_guesses:
            return choose_row(position, view, row)
        return make_choice(position, position.table.text(row))

    def make_seed(self, position: Position) -> str:
        """Return the seed of this turn: it depends on the player's seed and on the game so far, on nothing else."""
        return write_seed(self.plan.seed, position.codes, position.history)

    def find_extra(self, position: Position) -> Rows:
        """Return the rows of the guesses to consider besides the codes of the pool: the acceleration words.

        There are none where only candidates are played (`consistent`).
        """
        words = () if self.plan.pool == "consistent" else self.plan.accelerators
        return position.table.rows(words)

    def list_guesses(self, position: Position, candidates: Rows, extra: Rows) -> Rows:
        """Return the guesses that are scored, candidates first, then the others in order.

        `candidates` are those of the position, or a sample of them, in the order in which they are to come. `extra` are
        guesses to consider besides the codes of the pool; some may be codes. Of guesses that differ only in the names
        of colours just one is returned, if they are worth the same (`leaves_out_alike`). While the opening lasts, its
        guess is the only one.
        """
        fixed = self.find_fixed(position)
        if fixed is not None:
            return position.table.rows([fixed])
        if not self.leaves_out_alike(position):
            return self.list_pool(position, candidates, extra, self.sample_size(position))
        is_code = extra < position.codes.count  # rows of codes come before all others
        is_candidate = np.isin(extra, candidates)
        in_pool = is_code if self.plan.pool == "all" else is_candidate  # whether the guess comes with the pool anyway
        return self.list_distinct(position, candidates, extra[~in_pool])

    def leaves_out_alike(self, position: Position) -> bool:
        """Return whether guesses that differ only in the names of colours are worth the same, so that one is enough.

        They are if three things hold: the codes are colours under a symmetric rule; the strategy scores guesses
        (`CRITERIA`); and all candidates are looked at, since in a sample some colours are more frequent than others.
        """
        codes = position.codes
        is_symmetric = codes.colours > 0 and position.rule.symmetric
        if not is_symmetric or self.plan.strategy not in CRITERIA:
            return False
        if codes.enumerable:
            return self.sample_size(position) is None
        # the codes are too many to list, but the candidates may be few: then the sample that was drawn has them all
        return self.plan.sample is None and position.sample.complete

    def list_distinct(self, position: Position, candidates: Rows, extra: Rows) -> Rows:
        """Return the guesses of the pool and of `extra`; of guesses that differ only in the names of colours, just one.

        The guesses are rows: candidates first, then other codes of the pool, then those of `extra`. `candidates` are
        all candidates of the position, in the order in which they are to come. `extra` are guesses outside the pool:
        guesses with empty holes, and acceleration words. A code in `extra` is always kept: the code that would stand
        for it may be outside the pool, and so not be returned.
        """
        codes = position.codes
        nothing_is_known = len(candidates) == codes.count
        if nothing_is_known:  # one guess of each shape is enough
            # all codes are candidates, so the guesses of `extra` have empty holes: their shapes come too
            shapes = first_guesses(codes) if len(extra) else first_codes(codes)
            return position.table.rows([codes.decode(row) for row in shapes])
        is_distinct = flag_distinct(position)  # a flag for each row of the table
        distinct_candidates = candidates[is_distinct[candidates]]
        is_code = extra < codes.count  # rows of codes come before all others
        kept_extra = extra[is_code | is_distinct[extra]]
        if self.plan.pool != "all":
            return np.concatenate((distinct_candidates, kept_extra))
        comes_after_candidates = is_distinct[: codes.count].copy()
        comes_after_candidates[candidates] = False
        others = np.flatnonzero(comes_after_candidates)
        return np.concatenate((distinct_candidates, others, kept_extra))

    def list_pool(self, position: Position, candidates: Rows, extra: Rows, size: int | None = None) -> Rows:
        """Return the guesses of the pool, each once: candidates, then the others in order, with those of `extra`.

        `candidates` are those of the position, or a sample of them. `extra` are guesses to consider besides the codes
        of the pool (`find_extra`); some may be codes of it.

        If the pool has all codes, at most `size` of the codes and of `extra` together are looked at, taken at equal
        distances; if `size` is None, all are. Of these the candidates are left out: they are listed already. With any
        other pool `size` has no effect.
        """
        if self.plan.pool != "all":
            others = extra[~np.isin(extra, candidates)]
            return np.concatenate((candidates, others))
        count = position.table.count
        learned = extra[extra >= count]  # the guesses that the table did not begin with
        every_guess = np.concatenate((np.arange(count), learned))
        taken = take_evenly(every_guess, size)
        is_candidate = np.zeros(len(position.table.array), np.bool_)  # a flag for each row of the table
        is_candidate[candidates] = True
        others = taken[~is_candidate[taken]]
        return np.concatenate((candidates, others))


class StrategyPlayer(Codebreaker):
    """The player that the name of a strategy stands for: it plays only by this strategy."""

    ranks = True


def view_position(player: Codebreaker, position: Position) -> View:
    """Return what a player's strategy chooses from: the candidates, or a sample of them, and the guesses to score."""
    candidates = take_evenly(position.candidates, player.sample_size(position))
    guesses = player.list_guesses(position, candidates, player.find_extra(position))
    return View(position.table, candidates, guesses, player.make_seed(position))


def flag_distinct(position: Position) -> NDArray[np.bool_]:
    """Return a flag for each row of the table: False for a guess if the guess of an earlier row is like it.

    Guesses are alike if they differ only in the names of colours that are worth the same (`keep_distinct`).
    """
    codes = position.codes
    # two arrays with a flag for each symbol: whether it is in some candidate, and whether it was played
    possible = np.zeros(len(codes.guess_alphabet), np.bool_)
    possible[position.table.array[position.candidates]] = True
    symbols_played = "".join(turn.guess for turn in position.history)
    played = np.array([symbol in symbols_played for symbol in codes.guess_alphabet])
    return keep_distinct(codes, position.table.marked.columns, possible, played)


def make_choice(position: Position, guess: str, entropy: float | None = None, largest: int | None = None) -> Choice:
    number, standard_error = position.estimate
    return Choice(guess, number, entropy, largest, standard_error)


def choose_of_two(position: Position) -> Choice:
    """Return the choice of the first candidate at a position with one or two candidates.

    With two candidates its marks tell one bit, with one they tell nothing; each of its classes has one code.
    """
    candidates = position.candidates
    entropy = 1.0 if len(candidates) == 2 else 0.0
    return make_choice(position, position.table.text(int(candidates[0])), entropy, largest=1)


def choose_row(position: Position, view: View, row: int) -> Choice:
    """Return the choice of a guess, with its entropy and largest class.

    The guess is given by its `row` in the table of the position. It must be one of the guesses of the `view`, which has
    their scores.
    """
    index = int(np.flatnonzero(view.guesses == row)[0])
    entropy = float(view.scores.entropy[index])
    largest = int(view.scores.largest[index])
    return make_choice(position, position.table.text(row), entropy, largest)


def take_evenly(rows: Rows, size: int | None) -> Rows:
    """Return the rows; if they are more than `size`, only so many, at equal distances: for 5 of 10, every other row."""
    if size is None or len(rows) <= size:
        return rows
    distance = len(rows) / size
    return rows[(distance * np.arange(size)).astype(np.intp)]


def is_large(codes: Codes) -> bool:
    """Return whether the codes are colours, and too many to compare each with every other in about half a second."""
    return codes.colours > 0 and codes.count**2 > QUICK_PAIRS


PLAYERS: Registry[type[Codebreaker]] = Registry("mastermot.players")  #: The players by name, as they are listed.

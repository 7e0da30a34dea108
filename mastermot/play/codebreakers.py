"""Codebreakers: players that look for the secret. Each is a function of the position, and has a plan.

`Codebreaker` plays a strategy over a pool of guesses; `Decodeur` is the Perl program; `Knuth` is Knuth's player. The
names of `PLAYERS` are those of ``--player``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple, TypeGuard

import numpy as np
from numpy.typing import NDArray

from mastermot.codes import MAX_CODES, Codes, ColourCodes, check_listed
from mastermot.errors import N_, Reason, nearest, read_whole
from mastermot.play.endgames import solve_small
from mastermot.play.errors import (
    NameUnknownError,
    NoCandidateError,
    NoCandidateFoundError,
    PlayerGameError,
    PlayerNeedsListError,
    TooMuchWorkError,
)
from mastermot.play.large import SECRETS, choose_by_parts, choose_guess, choose_opening
from mastermot.play.overture import Overture
from mastermot.play.partitions import MAX_PAIRS, Rows
from mastermot.play.positions import Position
from mastermot.play.sampling import SAMPLE, make_seed
from mastermot.play.strategies import SCORING, STRATEGIES, View, strategy_named
from mastermot.play.symmetry import first_codes, keep_distinct
from mastermot.rules import BLACK_WHITE, Rule
from mastermot.words import fold_symbols

POOLS = ("consistent", "accelerated", "all")
QUICK = 80_000_000
"""Pairs of guess and candidate that are marked and counted in about half a second."""
EXACT = 60
"""Candidates up to which the player `best` looks for a guess that no other betters."""
EXACT_WORK = 1_000_000
"""Marks looked at for it, at most: 50 ms, a quarter of a second at worst."""
WIDE_COST = 4
"""How many times longer it takes where the numbers of marks are many: `positional` from 8 positions on."""
DECODEUR_SAMPLE = 2000
JOURDE_SAMPLE = 1000

WHY_COLOURS = N_("2 to 5 holes and 3 to 26 colours, with repeats and without empty holes")
WHY_WORDS = N_("it plays with colours only")
WHY_RULE = N_("its overture needs the rule black-white")


class Choice(NamedTuple):
    """The guess that a player chooses, and why: the candidates left, its entropy and largest class if it was scored."""

    guess: str
    candidates: int | None
    entropy: float | None = None
    largest: int | None = None
    phase: str = ""
    error: int = 0
    """The standard error of `candidates` where that is an estimate."""


class Plan(NamedTuple):
    """How a codebreaker plays: the player's name, its strategy, its pool of guesses, its sample size and its seed."""

    player: str
    strategy: str
    pool: str
    accelerators: tuple[str, ...] = ()
    sample: int | None = None
    seed: int = 0


class Codebreaker:
    """A player that plays one strategy over one pool of guesses, on a sample when the candidates are many."""

    def __init__(self, plan: Plan) -> None:
        """Keep the plan. Raises `NameUnknownError` for a strategy or a pool that does not exist."""
        self.plan = plan
        self.strategy = strategy_named(plan.strategy)
        if plan.pool not in POOLS:
            raise NameUnknownError(
                kind=Reason(N_("pool")), name=plan.pool, known=POOLS, suggestions=nearest(plan.pool, POOLS)
            )

    def check_game(self, codes: Codes, rule: Rule) -> None:
        """Raise `TooManyCodesError`, `PlayerNeedsListError` or `PlayerGameError` when it does not play this game."""
        if not isinstance(codes, ColourCodes):
            check_listed(codes)
        elif self.plan.pool == "all" and not codes.enumerable:
            players = tuple(name for name, player in PLAYERS.items() if player.any_size)
            raise PlayerNeedsListError(player=self.plan.player, count=codes.count, limit=MAX_CODES, players=players)

    def check_work(self, codes: Codes) -> None:
        """Raise `TooMuchWorkError` when the first guess would compare more than `MAX_PAIRS` pairs of codes."""
        scores_all = self.plan.strategy in SCORING and self.plan.sample is None
        if scores_all and codes.enumerable and codes.count**2 > MAX_PAIRS:
            limit = math.isqrt(MAX_PAIRS)
            raise TooMuchWorkError(player=self.plan.player, count=codes.count, limit=limit)

    def count_guesses(self, position: Position) -> int:
        """Return how many guesses the player scores at a position: what its progress is measured by."""
        count = position.table.count if self.plan.pool == "all" else len(position.candidates)
        return min(count, self.sample_size(position) or count)

    def sample_size(self, position: Position) -> int | None:
        """Return how many candidates and guesses are scored at most, None for all of them."""
        return self.plan.sample or (None if position.codes.enumerable else SAMPLE)

    def choose(self, position: Position) -> Choice:
        """Return the next guess. Raises `NoCandidateError` when no code agrees with the history."""
        self.check_game(position.codes, position.rule)
        check_candidates(position)
        return self.score(position, self.extra(position), len(position.candidates))

    def extra(self, position: Position) -> Sequence[str]:
        """Return the guesses to consider beside the candidates: the acceleration words, where the pool has them."""
        return self.plan.accelerators if self.plan.pool != "consistent" else ()

    def score(self, position: Position, extra: Sequence[str], count: int) -> Choice:
        """Return the guess that the strategy takes among the candidates, the pool's others and `extra`."""
        if count <= 2 and self.plan.strategy in SCORING:
            return choose_first(position)
        added = position.table.rows(extra)
        candidates = sample(position.candidates, self.sample_size(position))
        if self.plan.pool == "all" and self.plan.strategy in SCORING and count <= position.table.size:
            # a candidate that tells all candidates apart is the best guess, and there is no need to look further
            perfect = View(position.table, candidates, candidates).find_perfect()
            if perfect is not None and len(candidates) == count:
                return choose_perfect(position, perfect, len(candidates))
        guesses = self.pool(position, candidates, added)
        view = View(position.table, candidates, guesses, self.seed(position))
        if self.plan.strategy in SCORING and len(candidates) <= position.table.size:
            perfect = view.find_perfect()
            if perfect is not None:
                return choose_perfect(position, perfect, len(candidates))
        return choose_row(position, view, self.strategy(view), scored=self.plan.strategy in SCORING)

    def pool(self, position: Position, candidates: Rows, added: Rows) -> Rows:
        """Return the guesses that are scored, candidates first, then the others in order; of those alike, one."""
        codes = position.codes
        exact = self.plan.sample is None and (codes.enumerable or position.sample.complete)
        if not (exact and self.plan.strategy in SCORING and isinstance(codes, ColourCodes)):
            return self.whole_pool(position, candidates, added)
        added = added[added >= codes.count]
        if len(candidates) == codes.count:
            shapes = position.table.rows([codes.decode(row) for row in first_codes(codes)])
            return np.concatenate((shapes, added))
        distinct = keep_distinct(codes, position.table.columns, *describe_symbols(codes, position))
        first = candidates[distinct[candidates]]
        distinct[candidates] = False
        others = np.flatnonzero(distinct[: codes.count]) if self.plan.pool == "all" else candidates[:0]
        return np.concatenate((first, others, added))

    def whole_pool(self, position: Position, candidates: Rows, added: Rows) -> Rows:
        """Return the guesses of the pool, candidates first, then the others in order."""
        if self.plan.pool != "all":
            return np.concatenate((candidates, added))
        count = position.table.count
        every = sample(np.concatenate((np.arange(count), added[added >= count])), self.plan.sample)
        fresh = np.ones(len(position.table.array), np.bool_)
        fresh[candidates] = False
        return np.concatenate((candidates, every[fresh[every]]))

    def seed(self, position: Position) -> str:
        """Return the seed of this turn: it depends on the player's seed and on the game so far, on nothing else."""
        return f"{self.plan.seed}:" + ",".join(f"{turn.guess}={turn.marks.text}" for turn in position.history)


def describe_symbols(codes: ColourCodes, position: Position) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which symbols some candidate has, and which were played so far."""
    possible, played = np.zeros((2, len(codes.alphabet)), np.bool_)
    possible[position.table.array[position.candidates]] = True
    played[[codes.alphabet.index(symbol) for turn in position.history for symbol in turn.guess]] = True
    return possible, played


def check_candidates(position: Position) -> None:
    """Raise `NoCandidateError`, naming turns that cannot hold together, when no candidate is left.

    Raises `NoCandidateFoundError` when none was found in a game too large to be sure.
    """
    if not len(position.candidates):
        if not position.sample.complete:
            raise NoCandidateFoundError
        from mastermot.play.conflicts import find_conflicting_turns

        raise NoCandidateError(turns=tuple(find_conflicting_turns(position)))


def choose_first(position: Position) -> Choice:
    """Return the first candidate: with one or two left, nothing is better under any criterion."""
    entropy = 1.0 if len(position.candidates) == 2 else 0.0
    count, error = position.estimate
    return Choice(position.table.text(int(position.candidates[0])), count, entropy, 1, error=error)


def choose_perfect(position: Position, row: int, classes: int) -> Choice:
    """Return the choice of a guess that tells so many candidates apart, each alone in its class."""
    count, error = position.estimate
    return Choice(position.table.text(row), count, float(np.log2(classes)), 1, error=error)


def choose_row(position: Position, view: View, row: int, *, scored: bool = True, phase: str = "") -> Choice:
    """Return the choice of a row, with its entropy and largest class where the view has scored it."""
    text = position.table.text(row)
    count, error = position.estimate
    if not scored:
        return Choice(text, count, phase=phase, error=error)
    place = int(np.flatnonzero(view.guesses == row)[0])
    scores = view.scores.pick(place)
    return Choice(text, count, float(scores.entropy[0]), int(scores.largest[0]), phase, error)


def sample(rows: Rows, size: int | None) -> Rows:
    """Return all rows, or when they are more than `size` those at ``int(r * i)``, r = N / size, i from 0."""
    if size is None or len(rows) <= size:
        return rows
    ratio = len(rows) / size
    return rows[(ratio * np.arange(size)).astype(np.intp)]


def is_large(codes: Codes) -> TypeGuard[ColourCodes]:
    """Return whether the codes are colours, and too many to be compared each with each within a second."""
    return isinstance(codes, ColourCodes) and codes.count**2 > QUICK


class Best(Codebreaker):
    """The default player: its strategy over all codes while that stays quick, else over a sample.

    With colours whose codes are many (`is_large`), it makes its own guesses (`mastermot.play.large`). Elsewhere it
    plays as well as can be once few codes are left (`mastermot.play.endgames`).
    """

    def check_game(self, codes: Codes, rule: Rule) -> None:
        """Raise `TooManyCodesError` for words that are too many; with colours it plays games of every size."""
        if not isinstance(codes, ColourCodes):
            check_listed(codes)

    def check_work(self, codes: Codes) -> None:
        """Accept everything: it samples where codes are many."""

    def choose(self, position: Position) -> Choice:
        """Return the next guess, with the largest pool that answers within about a second."""
        check_candidates(position)
        if is_large(position.codes) and self.plan.strategy in SCORING:
            return self.choose_in_large(position.codes, position)
        player = Codebreaker(self.plan._replace(sample=self.sample_size(position)))
        choice = player.score(position, self.extra(position), len(position.candidates))
        return self.improve(position, choice) if self.is_exact(position) else choice

    def is_exact(self, position: Position) -> bool:
        """Return whether so few candidates are left that the player looks for a guess that no other betters.

        A player that was asked for another strategy, pool or sample keeps to what it was asked for.
        """
        usual = "parts" if isinstance(position.codes, ColourCodes) else "entropy"
        if (self.plan.strategy, self.plan.pool, self.plan.sample) != (usual, "all", None):
            return False
        count = len(position.candidates)
        return 2 < count <= EXACT and count * position.table.count <= EXACT_WORK

    def improve(self, position: Position, usual: Choice) -> Choice:
        """Return the guess that takes the fewest turns in all, or the usual one where it is as good.

        The usual one is also returned where the search would take more than `EXACT_WORK`.
        """
        table, candidates = position.table, position.candidates
        guesses = self.whole_pool(position, candidates, table.rows(self.extra(position)))
        own = np.flatnonzero(guesses == table.rows([usual.guess])[0]).tolist()
        found = solve_small(table.numbers(guesses, candidates), table.solved, own, EXACT_WORK)
        if found is None or found.total in found.asked:
            return usual
        better = guesses[found.guess : found.guess + 1]
        return choose_row(position, View(table, candidates, better), int(better[0]))

    def choose_in_large(self, codes: ColourCodes, position: Position) -> Choice:
        """Return the next guess in a game with many codes."""
        plan, rule = self.plan, position.rule
        pick = choose_opening(codes, rule, plan.strategy)
        if position.history:
            rng = np.random.default_rng(make_seed(0, position.history))
            own = plan.pool != "consistent"
            pick = choose_guess(codes, rule, position.sample, rng, plan.strategy, own=own, size=plan.sample)
        count, error = position.estimate
        return Choice(pick.guess, count, pick.entropy, pick.largest, error=error)

    def count_guesses(self, position: Position) -> int:
        """Return how many guesses it scores at a position; 0 where it makes its own, in about a second."""
        return 0 if is_large(position.codes) else super().count_guesses(position)

    def sample_size(self, position: Position) -> int | None:
        """Return the sample asked for, or how many candidates and guesses are scored quickly, None when all are."""
        if self.plan.sample is not None:
            return self.plan.sample
        if is_large(position.codes):
            return SECRETS
        quick = QUICK // WIDE_COST if position.table.wide else QUICK
        pairs = len(position.candidates) * position.table.count
        return None if pairs <= quick else max(DECODEUR_SAMPLE, math.isqrt(quick))


class Knuth(Codebreaker):
    """Knuth's player: the guess, among all codes, whose largest class is smallest; no entropy in its ties.

    D. E. Knuth, *The computer as Master Mind*, Journal of Recreational Mathematics 9 (1976). It opens AABB. Ties: a
    candidate first, then the first in order.
    """

    def choose(self, position: Position) -> Choice:
        """Return the next guess."""
        check_candidates(position)
        if not position.history and isinstance(position.codes, ColourCodes) and position.codes.repeats:
            half = (position.codes.length + 1) // 2
            return Choice("A" * half + "B" * (position.codes.length - half), len(position.candidates))
        if len(position.candidates) <= 2:
            return choose_first(position)
        candidates = position.candidates
        view = View(position.table, candidates, self.pool(position, candidates, candidates[:0]))
        return choose_row(position, view, int(view.guesses[view.scores.largest.argmin()]))


class Jourde(Codebreaker):
    """The parametric player: most different marks, on 1,000 candidates and 2,000 guesses; colours, games of every size.

    It opens with the best shape of codes; with one or two candidates left it plays one.
    """

    def check_game(self, codes: Codes, rule: Rule) -> None:
        """Raise `PlayerGameError` for words."""
        if not isinstance(codes, ColourCodes):
            raise PlayerGameError(player=self.plan.player, why=Reason(WHY_WORDS))

    def check_work(self, codes: Codes) -> None:
        """Accept everything: it samples where codes are many."""

    def count_guesses(self, position: Position) -> int:
        """Return 0: it takes less than a second."""
        return 0

    def choose(self, position: Position) -> Choice:
        """Return the next guess."""
        codes, rule, size = position.codes, position.rule, self.plan.sample or JOURDE_SAMPLE
        if not isinstance(codes, ColourCodes):
            raise PlayerGameError(player=self.plan.player, why=Reason(WHY_WORDS))
        check_candidates(position)
        pick = choose_opening(codes, rule, "parts")
        if position.history:
            played = frozenset(turn.guess for turn in position.history)
            rng = np.random.default_rng(make_seed(self.plan.seed, position.history))
            pick = choose_by_parts(codes, rule, position.sample, played, size, rng)
        count, error = position.estimate
        return Choice(pick.guess, count, pick.entropy, pick.largest, error=error)


class Decodeur(Codebreaker):
    """The Perl program: an overture that plays the colours in order, then its criterion over candidates and extras.

    With a dictionary there is no overture, and the extras are the acceleration words. With colours, the extras are
    the guesses of the overture that were not played, when the marks so far add up to one less than the holes.
    """

    colour_rules: ClassVar[frozenset[Rule]] = frozenset({BLACK_WHITE})
    """The rules that its overture understands."""

    def choose(self, position: Position) -> Choice:
        """Return the next guess."""
        if not isinstance(position.codes, ColourCodes):
            return super().choose(position)
        self.check_game(position.codes, position.rule)
        overture = Overture(position)
        if overture.guess is not None and position.count != 0:
            return Choice(overture.guess, position.count, phase="overture")
        check_candidates(position)
        return self.score(position, overture.extra, len(position.candidates))._replace(phase="endgame")

    def check_game(self, codes: Codes, rule: Rule) -> None:
        """Raise `PlayerGameError` for colours that its overture does not fit; with words it plays everything."""
        if not isinstance(codes, ColourCodes):
            super().check_game(codes, rule)
            return
        fitting = 2 <= codes.length <= 5 and codes.colours >= 3 and codes.repeats and not codes.empty
        if rule not in self.colour_rules:
            raise PlayerGameError(player=self.plan.player, why=Reason(WHY_RULE))
        if not fitting:
            raise PlayerGameError(player=self.plan.player, why=Reason(WHY_COLOURS))


class PlayerDefinition(NamedTuple):
    """A player's defaults: class, strategies on words and on colours, pool, sample size."""

    make: Callable[[Plan], Codebreaker]
    strategy: str
    pool: str
    sample: int | None = None
    colour_strategy: str = ""
    """The strategy on colours that are few, where it is another one than on words."""
    any_size: bool = False
    """Whether it plays games with colours of every size, with its usual pool."""

    def usual_plan(self, player: str, codes: Codes | None = None) -> Plan:
        """Return what the player of this name plays by when nothing else is asked for, with these codes or words."""
        few_colours = isinstance(codes, ColourCodes) and not is_large(codes)
        strategy = self.colour_strategy if few_colours and self.colour_strategy else self.strategy
        return Plan(player, strategy, self.pool, sample=self.sample)


PLAYERS = {
    "best": PlayerDefinition(Best, "entropy", "all", colour_strategy="parts", any_size=True),
    "decodeur": PlayerDefinition(Decodeur, "entropy", "consistent", DECODEUR_SAMPLE),
    "knuth": PlayerDefinition(Knuth, "minimax", "all"),
    "jourde": PlayerDefinition(Jourde, "parts", "all", JOURDE_SAMPLE, any_size=True),
    "consistent": PlayerDefinition(Codebreaker, "random", "consistent", any_size=True),
    "random": PlayerDefinition(Codebreaker, "random", "all"),
}
"""The players by name."""
PLAIN_PLAYER = PlayerDefinition(Codebreaker, "entropy", "consistent")
"""The player that the name of a strategy stands for; the strategy is the one named."""


def player_names() -> tuple[str, ...]:
    """Return the names of all players: those of `PLAYERS`, then the strategies."""
    return tuple(dict.fromkeys((*PLAYERS, *STRATEGIES)))


def pool_names() -> tuple[str, ...]:
    """Return the names of the pools of guesses."""
    return POOLS


def player_named(name: str) -> PlayerDefinition:
    """Return the player of this name; a strategy's name alone is the plain player of that strategy.

    Raises `NameUnknownError`, with the nearest names.
    """
    if name in PLAYERS:
        return PLAYERS[name]
    if name in STRATEGIES:
        return PLAIN_PLAYER._replace(strategy=name)
    known = player_names()
    raise NameUnknownError(kind=Reason(N_("player")), name=name, known=known, suggestions=nearest(name, known))


def make_codebreaker(
    player: str = "best",
    *,
    codes: Codes | None = None,
    strategy: str | None = None,
    pool: str | None = None,
    accelerators: Sequence[str] = (),
    sample: int | None = None,
    seed: int = 0,
) -> Codebreaker:
    """Return the player of this name; a strategy's name alone is the plain player of that strategy.

    What is left out is the player's own, for a game with these `codes` or, when none are given, with words: the best
    player's strategy is `parts` on colours while they are few, `entropy` on words and on colours that are many.
    `accelerators` are words, folded here. Raises `NameUnknownError`, with the nearest names, `NotAWordError` or
    `WrongKindError`.
    """
    if sample is not None:
        sample = read_whole("sample", sample, 2)
    definition = player_named(player)
    usual = definition.usual_plan(player, codes)
    usual_pool = "accelerated" if accelerators and usual.pool == "consistent" else usual.pool
    plan = Plan(
        player,
        strategy or usual.strategy,
        pool or usual_pool,
        tuple(fold_symbols(word) for word in accelerators),
        sample or usual.sample,
        seed,
    )
    return definition.make(plan)

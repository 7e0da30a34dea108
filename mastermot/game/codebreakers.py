"""The players (codebreakers) by name, in the order in which they are listed. A strategy's name is a player too."""

import math
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from mastermot.errors import N_, Reason, read_whole
from mastermot.game import players
from mastermot.game.book import find_game, find_opening
from mastermot.game.endgames import solve_small
from mastermot.game.errors import PlayerGameError, find_named
from mastermot.game.large import SECRETS, Pick, choose_by_classes, choose_guess, choose_opening
from mastermot.game.partitions import Rows
from mastermot.game.players import (
    PLAYERS,
    Choice,
    Codebreaker,
    Plan,
    StrategyPlayer,
    choose_of_two,
    choose_row,
    is_large,
    make_choice,
)
from mastermot.game.positions import Position
from mastermot.game.strategies import CRITERIA, STRATEGIES, View
from mastermot.rules import BLACK_WHITE, Rule
from mastermot.rules.codes import Codes
from mastermot.words.folding import fold_symbols

__all__ = ["PLAYERS", "Choice", "Codebreaker", "Plan", "make_codebreaker", "player_named", "register"]

WHY_COLOURS = N_("2 to 5 holes and 3 to 26 colours, with repeats and without empty holes")
JOURDE_SAMPLE = 1000  #: How many candidates, and how many other codes, `jourde` looks at if no number is asked for.
EXACT = 60  #: Up to so many candidates, `best` looks for a guess that takes the fewest turns.
EXACT_WORK = 1_000_000  #: The most marks that this search looks at: it takes 50 ms, a quarter of a second at worst.
WIDE_COST = 4  #: How many times as long scoring takes with a wide table: under `positional` from 8 positions on.
MIN_SAMPLE = 2000  #: The fewest candidates, and guesses, of a sample.

_Player = TypeVar("_Player", bound=type[Codebreaker])


def register(player: _Player) -> _Player:
    """Register the class of a player under its name, and return it: for use as a decorator."""
    PLAYERS[player.name] = player
    return player


@register
class Best(StrategyPlayer):
    """It scores all codes, or as many as it can in about a second; with few candidates it finds the fewest turns.

    It plays games with colours of every size.
    """

    name = "best"
    default_pool = "all"
    any_size = True

    @classmethod
    def choose_strategy(cls, codes: Codes | None) -> str:
        """Return `entropy` on words (`codes` is None, or has no colours) and in a large game, else `parts`."""
        if codes is None or not codes.colours:
            return "entropy"
        return "entropy" if is_large(codes) else "parts"

    def check_work(self, codes: Codes) -> None:
        """Accept every game: with many codes this player scores a sample."""

    def count_guesses(self, position: Position) -> int:
        """Return how many guesses it scores at a position; 0 in a large game, where this takes less than a second."""
        return 0 if is_large(position.codes) else super().count_guesses(position)

    def sample_size(self, position: Position) -> int | None:
        """Return the most candidates, and the most guesses, that are scored; None for all of them.

        It is the sample size of the plan, if the plan has one; otherwise `SECRETS` in a large game. In any other game
        all are scored if there are at most `players.QUICK_PAIRS` pairs of guess and candidate, or a quarter of this
        limit with a wide table. With more pairs, a sample within the limit is scored, but at least `MIN_SAMPLE`.
        """
        if self.plan.sample is not None:
            return self.plan.sample
        if is_large(position.codes):
            return SECRETS
        quick_pairs = players.QUICK_PAIRS
        if position.table.wide:
            quick_pairs //= WIDE_COST
        pairs = len(position.candidates) * position.table.count  # every code as a guess, against every candidate
        if pairs <= quick_pairs:
            return None
        quick_size = math.isqrt(quick_pairs)  # so many guesses and as many candidates have `quick_pairs` pairs
        return max(MIN_SAMPLE, quick_size)

    def is_plain(self, position: Position) -> bool:
        """Return whether it plays the best of all guesses by its strategy, without a search for the fewest turns."""
        return super().is_plain(position) and not self.is_exact(position)

    def is_exact(self, position: Position) -> bool:
        """Return whether it looks for a guess that takes the fewest turns.

        It does if three things hold: the plan has the usual strategy and pool, and no sample size; there are 3 to
        `EXACT` candidates; and the marks of all codes against the candidates are no more than `EXACT_WORK`. Of one or
        two candidates the first takes the fewest turns anyway.
        """
        plan = self.plan
        usual_strategy = self.choose_strategy(position.codes)
        if plan.strategy != usual_strategy or plan.pool != "all" or plan.sample is not None:
            return False
        count = len(position.candidates)
        return 2 < count <= EXACT and count * position.table.count <= EXACT_WORK

    def find_guess(self, position: Position) -> Choice:
        """Return the guess of the strategy or, with few candidates, a guess that takes fewer turns if there is one.

        `is_exact` says whether such a guess is looked for. In a large game, with three candidates or more, a strategy
        that scores guesses chooses by a sample (`_find_guess_of_large_game`).
        """
        scores_guesses = self.plan.strategy in CRITERIA
        if scores_guesses and is_large(position.codes) and len(position.candidates) > 2:
            return self._find_guess_of_large_game(position)
        choice = super().find_guess(position)
        if not self.is_exact(position):
            return choice
        row = self._find_exact(position, position.table.row(choice.guess))
        if row is None:
            return choice
        view_of_guess = View(position.table, position.candidates, np.array([row]))  # it scores this guess alone
        return choose_row(position, view_of_guess, row)

    def _find_guess_of_large_game(self, position: Position) -> Choice:
        """Return the guess of the strategy in a game with so many codes that a sample of them is scored.

        The first guess is the best opening. With the pool `consistent` all later guesses are candidates; with any other
        pool they may be other codes too.
        """
        plan = self.plan
        if not position.history:
            opening = choose_opening(position.codes, position.rule, plan.strategy)
            return choose_pick(position, opening)
        any_code = plan.pool != "consistent"
        return choose_pick(position, choose_guess(position, plan.strategy, any_code, plan.sample))

    def _find_exact(self, position: Position, strategy_row: int) -> int | None:
        """Return the row of a guess with which the candidates take the fewest turns in all.

        None is returned if the strategy's guess, at `strategy_row`, takes as few, or if the search would look at more
        than `EXACT_WORK` marks.
        """
        table = position.table
        acceleration_words = self.find_extra(position)
        guesses = self.list_pool(position, position.candidates, acceleration_words)
        # the index of the strategy's guess in a list, which is empty if this guess is not in the pool
        strategy_indices = np.flatnonzero(guesses == strategy_row).tolist()
        numbers = table.numbers(guesses, position.candidates)
        exact = solve_small(numbers, table.solved, strategy_indices, EXACT_WORK)
        if exact is None:
            return None
        totals_of_strategy = exact.asked  # the total of its guess; empty if this guess is not in the pool
        if exact.total in totals_of_strategy:
            return None
        return int(guesses[exact.guess])


def choose_pick(position: Position, pick: Pick) -> Choice:
    """Return the choice of a guess that was picked in a large game."""
    return make_choice(position, pick.guess, pick.entropy, pick.largest)


@register
class Decodeur(Codebreaker):
    """With colours it plays them in order first (an overture), then by its strategy on a sample of 2,000.

    It plays as Jean Forget's Perl program does, ``decodeur-mm`` of github.com/jforget/perl5-decodeur-Mastermind.
    """

    name = "decodeur"
    default_sample = 2000

    def describe_way(self, codes: Codes) -> str:
        return N_("an overture, then {how}") if codes.colours > 0 else super().describe_way(codes)

    def check_game(self, codes: Codes, rule: Rule) -> None:
        """Raise `PlayerGameError` for a game with colours that the overture does not suit; check words as usual."""
        if not codes.colours:
            super().check_game(codes, rule)
            return
        if rule is not BLACK_WHITE:
            why = Reason(N_("its overture needs the rule black-white"))
            raise PlayerGameError(player=self.plan.player, why=why)
        numbers_suit = 2 <= codes.length <= 5 and codes.colours >= 3
        kind_suits = codes.repeats and not codes.empty
        if not numbers_suit or not kind_suits:
            raise PlayerGameError(player=self.plan.player, why=Reason(WHY_COLOURS))

    def find_guess(self, position: Position) -> Choice:
        """Return the guess of the overture with colours; once it is over, and with words, that of the strategy."""
        guess = follow_overture(position).guess if position.codes.colours > 0 else None
        return super().find_guess(position) if guess is None else Choice(guess, position.count)

    def find_extra(self, position: Position) -> Rows:
        """Return the rows of the guesses to consider besides the codes of the pool.

        With words, these are the acceleration words of the plan. With colours, they are the guesses of the overture
        that were not played, if `follow_overture` says that they are to be considered.
        """
        if not position.codes.colours:
            return super().find_extra(position)
        rows = position.table.rows(follow_overture(position).not_played)
        return rows[~np.isin(rows, position.candidates)]  # candidates are considered anyway


class Overture(NamedTuple):
    """What the overture of a game says at a position."""

    guess: str | None  #: The next guess of the overture; None once it is over.
    not_played: list[str]  #: The overture's guesses that were not played, if they are to be considered now.


def follow_overture(position: Position) -> Overture:
    """Return the next guess of the overture or, once it is over, its guesses that are to be considered.

    The overture plays the colours in order, as many at a time as there are holes: ABCD, EFAB for 4 holes and 6 colours.
    The overture is over when all colours were played, or when its marks are as many as the holes, or one fewer. If the
    marks are exactly one fewer, the overture's guesses that were not played are to be considered.

    >>> from mastermot.rules.codes import ColourCodes
    >>> start = Position(ColourCodes(4, 6), BLACK_WHITE)
    >>> follow_overture(start)
    Overture(guess='ABCD', not_played=[])
    >>> follow_overture(start.after("ABCD", BLACK_WHITE.parse("X", 4)))
    Overture(guess='EFAB', not_played=[])
    >>> follow_overture(start.after("ABCD", BLACK_WHITE.parse("XXO", 4)))
    Overture(guess=None, not_played=['EFAB'])
    """
    holes = position.codes.length
    unplayed, possible, marked = _read_overture(position)
    guesses = _fill_guesses(unplayed, possible, holes)
    if not guesses or marked >= holes:
        return Overture(None, [])
    if marked == holes - 1:
        return Overture(None, guesses)
    return Overture(guesses[0], [])


def _read_overture(position: Position) -> tuple[str, str, int]:
    """Return where the overture stands: the colours not played, the possible colours, and how many marks it got.

    The first turns are taken for those of the overture, whatever was guessed; turns after the overture change nothing.
    The colours of a guess that got no mark are no longer possible. If the code was found, no colour is left to play.

    With 4 holes and 6 colours ABCD gets no mark: E and F are left to play, and only they are possible.

    >>> from mastermot.rules.codes import ColourCodes
    >>> start = Position(ColourCodes(4, 6), BLACK_WHITE)
    >>> _read_overture(start.after("ABCD", "-"))
    ('EF', 'EF', 0)
    """
    holes = position.codes.length
    unplayed = position.codes.alphabet
    possible = position.codes.alphabet
    marked = 0
    for guess, marks in position.history:
        is_over = not unplayed or marked >= holes - 1
        if is_over:
            break
        marks_of_guess = marks.blacks + marks.whites
        has_only_new_colours = len(unplayed) >= holes
        if has_only_new_colours:  # otherwise some marks may be for colours whose marks were added before: none is added
            marked += marks_of_guess
        if marks_of_guess == 0:
            possible = "".join(symbol for symbol in possible if symbol not in guess)
        is_found = marks.blacks == holes
        unplayed = "" if is_found else unplayed[holes:]
    return unplayed, possible, marked


def _fill_guesses(unplayed: str, possible: str, holes: int) -> list[str]:
    """Return the guesses that play the `unplayed` colours in order, as many at a time as there are `holes`.

    If the last guess has fewer colours than holes, it is filled up with the `possible` colours from the first on; if
    none is possible, with its own colours.

    >>> _fill_guesses("EFGHIJ", possible="ABEFGHIJ", holes=4)
    ['EFGH', 'IJAB']
    """
    guesses = []
    for start in range(0, len(unplayed), holes):
        group = unplayed[start : start + holes]
        filled = group + (possible or group) * holes
        guesses.append(filled[:holes])
    return guesses


@register
class Knuth(Codebreaker):
    """Of all codes the guess whose largest class is smallest; in a tie a candidate, then the first in order.

    D. E. Knuth, *The computer as Master Mind*, Journal of Recreational Mathematics 9 (1976). It begins with AABB, or a
    guess like it in other games, even where its own criterion would choose another (`docs/rules.md` has an example).
    """

    name = "knuth"
    default_strategy = "minimax"
    default_pool = "all"
    unused = ("strategy", "accelerators")

    def find_guess(self, position: Position) -> Choice:
        """Return the first of the guesses, candidates before others, whose largest class is smallest.

        With colours that may repeat, the first guess of a game is AABB instead, or AAABB for five holes. Of one or two
        candidates the first is played: no guess leaves smaller classes.
        """
        codes = position.codes
        candidates = position.candidates
        may_begin_with_pairs = codes.colours > 0 and codes.repeats
        if not position.history and may_begin_with_pairs:
            first_half = (codes.length + 1) // 2
            letters = "A" * first_half + "B" * (codes.length - first_half)
            return make_choice(position, codes.from_letters(letters))
        if len(candidates) <= 2:
            return choose_of_two(position)
        no_extra = np.zeros(0, np.intp)  # it plays no acceleration words (`unused`)
        guesses = self.list_guesses(position, candidates, no_extra)  # candidates first
        view = View(position.table, candidates, guesses)
        best = view.scores.largest.argmin()  # of equal ones the first
        return choose_row(position, view, int(guesses[best]))


@register
class Jourde(Codebreaker):
    """Of 1,000 candidates and 1,000 random codes the one that can get the most different marks; for colours only.

    It is named after Timothée Jourde, and plays as his program does: *Programme-joueur de Mastermind paramétrique*,
    Université de Bordeaux, 2018 (github.com/timjrd/mastermind), after M. Klimoš and A. Kučera, arXiv:1407.3926.
    """

    name = "jourde"
    default_strategy = "parts"
    default_pool = "all"
    default_sample = JOURDE_SAMPLE
    any_size = True
    unused = ("strategy", "pool", "accelerators")

    @property
    def draws(self) -> bool:
        """True: the codes that it compares are drawn."""
        return True

    def check_game(self, codes: Codes, rule: Rule) -> None:
        """Raise `PlayerGameError` for words."""
        if not codes.colours:
            why = Reason(N_("it plays with colours only"))
            raise PlayerGameError(player=self.plan.player, why=why)

    def count_guesses(self, position: Position) -> int:
        """Return 0: it needs no progress, since it takes less than a second."""
        return 0

    def find_guess(self, position: Position) -> Choice:
        """Return the best opening at the first turn; later, of a sample, the guess with the most classes (`parts`)."""
        if not position.history:
            return choose_pick(position, choose_opening(position.codes, position.rule, "parts"))
        size = self.plan.sample or JOURDE_SAMPLE
        return choose_pick(position, choose_by_classes(position, size, self.plan.seed))


@register
class Consistent(StrategyPlayer):
    """It plays any candidate, drawn at random."""

    name = "consistent"
    default_strategy = "random"
    any_size = True


@register
class Random(StrategyPlayer):
    """It plays any code of the game, drawn at random."""

    name = "random"
    default_strategy = "random"
    default_pool = "all"


@register
class Book(Best):
    """It plays the proven strategy of the book of openings; once a game has left the book, it plays as `best` does."""

    name = "book"
    any_size = False
    ranks = False

    def check_game(self, codes: Codes, rule: Rule) -> None:
        """Raise `PlayerGameError` for a game that the book does not have."""
        if find_game(codes, rule, self.plan.accelerators) is None:
            why = Reason(N_("the book of openings does not have it"))
            raise PlayerGameError(player=self.name, why=why)

    def find_guess(self, position: Position) -> Choice:
        """Return the guess of the book at a position; that of the player `best` if the game has left the book."""
        node = find_opening(position, self.plan.accelerators).find(position)
        return super().find_guess(position) if node is None else make_choice(position, node.guess)


def player_named(name: str) -> type[Codebreaker]:
    """Return the class of the player of this name; for the name of a strategy, `StrategyPlayer`, which plays by it.

    A player of this package that has the name of a strategy, such as `random`, comes before the strategy. Raises
    `NameUnknownError`.
    """
    if name in STRATEGIES and name not in PLAYERS.data:  # `name in PLAYERS` would load the players of other packages
        return StrategyPlayer
    if name in PLAYERS:
        return PLAYERS[name]
    names = dict.fromkeys((*PLAYERS, *STRATEGIES), StrategyPlayer)
    return find_named(Reason(N_("player")), name, names)  # raises the error


def make_codebreaker(
    player: str = "best",
    *,
    codes: Codes | None = None,
    strategy: str | None = None,
    pool: str | None = None,
    accelerators: Sequence[str] = (),
    sample: int | None = None,
    seed: int = 0,
    opening: Sequence[str] = (),
) -> Codebreaker:
    """Return the player of this name; the name of a strategy stands for a player that plays only by it.

    A parameter that is not given (None, or an empty `strategy`) has the player's own default, for a game with these
    `codes` or, without codes, with words.

    - The `strategy` says how the player chooses among the guesses of its pool.
    - The `pool` says which guesses these are: only candidates (``consistent``), candidates and the `accelerators`
      (``accelerated``), or these and every code (``all``). If `accelerators` are given, the default ``consistent``
      becomes ``accelerated``.
    - The `sample` is how many candidates, and how many guesses, the player scores at most.
    - The `seed` decides whatever the player draws.
    - The `opening` has first guesses, which are played whatever their marks.

    The `accelerators` and the `opening` are folded here. Raises `NameUnknownError` with the nearest names,
    `WrongKindError`, `NotAWordError`, and for an opening that is no code of the game an error that `Codes.fold` names.
    """
    player_class = player_named(player)
    sample_size = player_class.default_sample if sample is None else read_whole("sample", sample, 2)
    if not strategy:
        player_is_strategy = player_class is StrategyPlayer  # then the player's name is that of its strategy
        strategy = player if player_is_strategy else player_class.choose_strategy(codes)
    if pool is None:
        pool = player_class.default_pool
        if accelerators and pool == "consistent":  # with this pool they would never be played
            pool = "accelerated"
    alphabet = None if codes is None else codes.letters
    words = tuple(dict.fromkeys(fold_symbols(word, alphabet) for word in accelerators))  # each once
    fold_guess = fold_symbols if codes is None else codes.fold
    first_guesses = tuple(map(fold_guess, opening))
    return player_class(Plan(player, strategy, pool, words, sample_size, seed, first_guesses))

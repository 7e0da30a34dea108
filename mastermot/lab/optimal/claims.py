"""The claims of a proof, found by walking through what a search has proven, after it has ended.

A claim says that a set of codes costs at least so much. It holds if every guess costs at least so much: by claims about
the classes that the guess leaves, by their sizes, or by a look at the guesses at each class. The claim that AA, AB, BA
and BB cost 8 turns needs no other claim: a guess that is one of them leaves at most two classes of the others, and so
costs at least 1 + 2 + 2 + 3. The walk begins with the claim about all codes, and goes on with the claims that it needs.

Compiled functions find what each claim needs, and write it into one array of numbers (`find_all_needs`). The other
functions read this array, and keep the claims in order. Words with a sense of their own:

- a *set* is named by the *indices* of its codes among all guesses (`Problem.texts`), in hard mode also by those of the
  other guesses allowed; a *situation* is a set and its *depth*, how many turns were played before it;
- a *class* of a guess: the codes of a set that give it the same marks;
- a *bound*, or `low`: what a set, a class or a guess costs at least;
- a *look* at all guesses: what the number or the sizes of their classes tell about the cost, without a search;
- a *need* of a claim: another claim that it needs, or a set that must be searched before its needs can be found;
- the *memory*: what the search has found out about sets, each under its *key*, two sums of random numbers.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

import numpy as np

from mastermot.game.hard_modes import STRICT, WORDLE
from mastermot.lab.optimal.compiled import compiled, inner
from mastermot.lab.optimal.counting import Members
from mastermot.lab.optimal.errors import ClaimsSpaceError, ProofUnfinishedError
from mastermot.lab.optimal.kernel import Classes, bound_guess, find_known, get_class, is_proven_by_look, make_key
from mastermot.lab.optimal.memory import Integers
from mastermot.lab.optimal.prooffiles import COUNTED, ClaimLines, Header
from mastermot.lab.optimal.scoring import STOP, SearchedGame, Situation, Tools, find_tries, follow
from mastermot.lab.optimal.search import StrategySearch
from mastermot.lab.optimal.search_problem import PRICED_TURNS, ignore
from mastermot.lab.optimal.solving import Solving
from mastermot.lab.optimal.symmetry import move_codes

TOO_SMALL = -1  #: There is no room for what a claim needs.
NOT_PROVEN = -2  #: A claim does not hold, as far as the search knows.
MAX_ROUNDS = 1 << 16
"""How many rounds `collect_needs` makes, at most: too small a memory may forget again and again what a search finds."""
PATIENCE = 50  #: After every so many rounds the memory grows, if it may.
BATCH = 1000  #: How many claims are handled together.
ROOM = 1 << 24  #: For how many numbers there is room at first, to write the needs of a batch.
TABLE = """CREATE TABLE claims (number INTEGER PRIMARY KEY, first, second, low, depth, size, codes,
    UNIQUE (first, second))"""
BY_SIZE = "CREATE INDEX by_size ON claims (size DESC, number)"
ADD = """INSERT INTO claims (first, second, low, depth, size, codes) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET low = excluded.low WHERE excluded.low > low"""
TAKE = """SELECT number, low, depth, codes FROM claims WHERE size = (SELECT max(size) FROM claims)
    ORDER BY number LIMIT ?"""


class ProofClaim(NamedTuple):
    """The claim that a set of codes costs at least `low` at a depth.

    `codes` has the indices of the set as 32-bit numbers: those of its codes, then in hard mode those of the other
    guesses allowed. If `low` is below zero, this is no claim, but a set that must be searched first, to see whether it
    costs ``-low`` (`is_to_search`).
    """

    low: int
    depth: int
    codes: bytes

    @property
    def indices(self) -> Members:
        return np.frombuffer(self.codes, np.int32)

    @property
    def is_to_search(self) -> bool:
        return self.low < 0


OnClaim = Callable[[], object]  #: Called for each claim.
Need = tuple[tuple[int, int], ProofClaim]  #: The key of a set, and the claim about the set, or the search for it.


@inner
def divide(game: SearchedGame, indices: Members, depth: int) -> Situation:
    """Return the situation with these `indices`: those of codes, rising, then in hard mode those of other guesses."""
    first = np.searchsorted(indices, game.code_count)
    return Situation(indices[:first], indices[first:], depth)


@inner
def add_need(game: SearchedGame, here: Situation, low: int, needs: Integers, filled: int) -> int:
    """Write a set that some claim needs into `needs`; return how much of `needs` is then filled, or `TOO_SMALL`.

    What is written from ``needs[filled]`` on is the bound `low`, the number of the set's indices, the two sums of its
    key, and the indices: those of its codes, and in hard mode those of the other guesses allowed. There are two ways:

    1. A `low` of 0 or more is a claim. In a game with symmetries, the set is written in its form (`find_form`), so that
       sets which symmetries turn into each other need one claim.
    2. A `low` below zero says that the set must be searched first (see `ProofClaim`): the set is written as it is.
    """
    end = filled + 4 + len(here.members)
    if end + len(here.others) > len(needs):
        return TOO_SMALL
    key = make_key(game, here)
    needs[filled] = low
    needs[filled + 1] = len(here.members) + len(here.others)
    needs[filled + 2] = key.first
    needs[filled + 3] = key.second
    codes = needs[filled + 4 : end]  # a part of `needs`: to change it is to write into `needs`
    codes[:] = here.members
    if low >= 0 and game.symmetries.colours > 0:
        codes[:] = move_codes(game.symmetries, here.members, key.order, key.names)
        codes.sort()
    needs[end : end + len(here.others)] = here.others
    return end + len(here.others)


@inner
def find_needs(tools: Tools, here: Situation, low: int, needs: Integers, filled: int) -> int:
    """Write what a claim needs into `needs`; return how much of `needs` is then filled.

    The claim says that the situation `here` costs at least `low`. A look at all guesses shows that some of them cost
    `low` or more; the others are the `tries`. For each of the tries there are two cases:

    1. The bounds known of its classes make it cost less than `low`: a class is written, to be searched (`add_unknown`).
    2. They make it cost `low` or more: the classes are written whose bounds need claims (`add_classes`).

    `filled` says how much of `needs` was filled before. The result is `TOO_SMALL` if `needs` has no room, or
    `NOT_PROVEN` if a guess may cost less than `low` as far as the search knows.
    """
    look = find_tries(tools, here, low)
    if look.cost < low:  # the look finds a guess whose cost is known without a search, and less than the claim says
        return NOT_PROVEN
    for index in np.argsort(look.tries.scores):  # the guess that seems to cost least first
        guess = look.tries.guesses[index]
        classes, total = bound_guess(tools, here, guess, look.size_bounds, low)  # `total` is a lower bound on its cost
        if total < low:
            filled = add_unknown(tools, here, guess, classes, low - total, needs, filled)
        else:
            filled = add_classes(tools, here, guess, classes, look.size_bounds, needs, filled)
        if filled < 0:  # `TOO_SMALL` or `NOT_PROVEN`
            return filled
    return filled


@inner
def add_unknown(
    tools: Tools, here: Situation, guess: int, classes: Classes, lacking: int, needs: Integers, filled: int
) -> int:
    """Write into `needs` the first class of a guess that may cost more than its bound, so that this class is searched.

    This function is called if the bounds known of the `classes` make the `guess` cost `lacking` less than a claim says.
    The search is to show whether the class costs `lacking` more than its bound. After the search, the claim is looked
    at again: if the guess still costs too little, the same class or another one is written then.

    A class whose bound is the least cost found (`high`) cannot cost more. If all classes are such, the claim does not
    hold, and `NOT_PROVEN` is returned. Otherwise the result is how much of `needs` is then filled, or `TOO_SMALL`;
    `filled` says how much was filled before.
    """
    for number in range(len(classes.ends)):
        after = follow(tools.game, here, guess, get_class(classes, number))
        bound = classes.lows[number]
        _low, high, _guess = find_known(tools, after)
        if bound < high:
            cost_to_show = bound + lacking
            return add_need(tools.game, after, -cost_to_show, needs, filled)  # below zero: to be searched
    return NOT_PROVEN


@inner
def add_classes(
    tools: Tools, here: Situation, guess: int, classes: Classes, size_bounds: Integers, needs: Integers, filled: int
) -> int:
    """Write into `needs` the classes of a guess whose bounds the checker of proofs does not find by itself.

    This function is called if the bounds of all `classes` together are enough for the claim. The checker finds two
    kinds of bounds by itself; classes with such a bound are left out:

    1. bounds that follow from the size of the class: `size_bounds` has what 0, 1, 2… codes cost at least;
    2. bounds that a look at all guesses proves, if the class has up to `COUNTED` codes: then the checker looks, too.

    The result is how much of `needs` is then filled, or `TOO_SMALL`; `filled` says how much was filled before.
    """
    for number in range(len(classes.ends)):
        after = follow(tools.game, here, guess, get_class(classes, number))
        size = len(after.members)
        bound = classes.lows[number]
        if bound > size_bounds[size] and (size > COUNTED or not is_proven_by_look(tools, after, bound)):
            filled = add_need(tools.game, after, bound, needs, filled)
            if filled == TOO_SMALL:
                return TOO_SMALL
    return filled


@compiled
def find_all_needs(tools: Tools, indices: Members, figures: Integers, needs: Integers, ends: Integers) -> int:
    """Fill `needs` with what some claims need to be proven; return how many of the claims, from the first, are done.

    Fewer than all claims are done if `needs` is full. The indices of all claims stand one after the other in `indices`;
    `figures` has a row for each claim: its bound, its depth, where its indices end. `ends` gets, for each claim that is
    done, where its needs end in `needs`, or `NOT_PROVEN` if the claim does not hold.

    This function also ends early if the memory has to grow: its result then counts for nothing, and its caller
    (`StrategySearch.call`) calls it again with a larger memory.
    """
    start = filled = 0
    for claim in range(len(figures)):
        low, depth, end = figures[claim]
        result = find_needs(tools, divide(tools.game, indices[start:end], depth), low, needs, filled)
        if tools.state[STOP] != 0 or result == TOO_SMALL:  # the memory has to grow, or there is no room
            return claim
        ends[claim] = result
        if result != NOT_PROVEN:
            filled = result
        start = end
    return len(figures)


class Waiting:
    """Claims that wait for their turn, the largest sets first: in a temporary file as far as memory has no room."""

    def __init__(self, most_bytes: int) -> None:
        self.database = sqlite3.connect("", isolation_level=None)  # without a name: a temporary file
        cache_size = f"PRAGMA cache_size = -{most_bytes >> 10}"  # below zero: in units of 1,024 bytes
        for command in (cache_size, "PRAGMA journal_mode = OFF", TABLE, BY_SIZE, "BEGIN"):
            self.database.execute(command)

    def add(self, needs: Iterable[Need]) -> None:
        """Add claims with the keys of their sets; of several with the same key, only the highest bound is kept."""
        # the column `size` has bytes, four for each index: it only serves to find the largest sets
        rows = ((*key, need.low, need.depth, len(need.codes), need.codes) for key, need in needs)
        self.database.executemany(ADD, rows)

    def take(self, count: int) -> list[ProofClaim]:
        """Take out and return at most `count` claims, all about sets of the largest size left; [] if none is left."""
        rows = self.database.execute(TAKE, (count,)).fetchall()
        self.database.executemany("DELETE FROM claims WHERE number = ?", [row[:1] for row in rows])
        return [ProofClaim(*row[1:]) for row in rows]

    def close(self) -> None:
        """Remove the file."""
        self.database.close()


def list_proofs(solving: Solving, on_claim: OnClaim) -> Iterator[tuple[Header, ClaimLines]]:
    """Yield the proofs of the bounds of a solved problem, each as its header and its claims: one proof, or two.

    There are two under `longest` and `last`: the second is that of the search which found no strategy with one turn
    less (`Solving.refuted`). `on_claim` is called for each claim. Raises `ProofUnfinishedError` if a claim does not
    hold, and also if, under `longest` and `last`, it is not proven that no strategy has a shorter longest game. Raises
    `ClaimsSpaceError` when the disk is full.
    """
    if not solving.longest_proven:
        raise ProofUnfinishedError(bound=solving.search.bound)
    for search in (solving.search, solving.refuted):
        if search is not None:
            yield find_proof(search, on_claim)


def find_proof(search: StrategySearch, on_claim: OnClaim = ignore) -> tuple[Header, ClaimLines]:
    """Return the proof of a search's bound: its header, and its claims, each of which is found when it is asked for.

    `on_claim` is called for each claim.
    """
    problem = search.problem
    header = Header(
        rule=problem.rule.name,
        codes=problem.codes.count,
        checksum=problem.codes.checksum,
        guesses=problem.guesses_checksum,
        consistent=problem.hard == STRICT,
        prices=search.prices,
        bound=search.bound,
        opening=search.opening,
        hard="wordle" if problem.hard == WORDLE else None,
    )
    return header, list_claims(search, on_claim)


def list_claims(search: StrategySearch, on_claim: OnClaim) -> ClaimLines:
    """Yield the claims (bound, depth, indices) that prove the bound of a search, large sets first.

    The first claims are about the sets at which the search begins; then come the claims that they need, and so on. A
    claim needs only claims about smaller sets. So when a claim is yielded, all claims that need it have been yielded
    before: no higher bound can be asked of its set any more. `on_claim` is called for each claim. Raises
    `ProofUnfinishedError`, and `ClaimsSpaceError` when the disk is full.
    """
    try:
        with closing(Waiting(search.spare_bytes)) as waiting:
            waiting.add(list_first_needs(search))
            while batch := waiting.take(BATCH):
                for claim in batch:
                    on_claim()
                    yield claim.low, claim.depth, claim.indices.tolist()
                waiting.add(collect_needs(search, batch))
    except sqlite3.OperationalError as error:
        raise ClaimsSpaceError from error


def list_first_needs(search: StrategySearch) -> list[Need]:
    """Return the claims that a proof of a search begins with: about all codes, or about the sets after an opening.

    Each comes with a key of its own, (0, 0), (0, 1), (0, 2)…, in place of the key of its set. No set has such a key,
    since the key of a set is two large sums: so `Waiting` keeps all these claims. If another claim needs one of these
    sets too, the set is claimed twice, which does no harm.
    """
    first_needs = []
    for index, (here, bound) in enumerate(search.roots):
        indices = np.concatenate((here.members, here.others))
        claim = ProofClaim(bound, here.depth, indices.tobytes())
        key = (0, index)
        first_needs.append((key, claim))
    return first_needs


def collect_needs(search: StrategySearch, claims: Sequence[ProofClaim]) -> Iterator[Need]:
    """Yield the claims that `claims` need, each with the key of its set.

    In each round, the needs of the first claims that wait are found: of as many claims as there is `room` for. For each
    of these claims there are two cases:

    1. The memory knows too little about a set that the claim needs, or has lost it: the set is searched, and the claim
       waits for a later round.
    2. Otherwise the claim is done: all claims that it needs are yielded.

    Before every `PATIENCE`-th round, the memory grows if it may, so that it loses less. Raises `ProofUnfinishedError`
    for a claim that does not hold, or after `MAX_ROUNDS` rounds.
    """
    room = ROOM
    waiting = list(claims)
    for round_number in range(1, MAX_ROUNDS):
        if not waiting:
            return
        may_grow = len(search.tools.memory) < search.most_entries
        if round_number % PATIENCE == 0 and may_grow:
            search.grow()
        needs_of_first_claims = write_needs(search, waiting, room)
        done = len(needs_of_first_claims)
        if done == 0:  # not even the needs of the first claim fit: all wait for the next round, with more room
            room *= 4
        to_repeat = []
        for claim, written in zip(waiting[:done], needs_of_first_claims, strict=True):
            depth_after = claim.depth + 1
            # the first depth that has the same prices from there on: a set needs only one claim at all such depths
            named_depth = int(search.game.levels[min(depth_after, PRICED_TURNS - 1)])
            needs = list(read_needs(written, named_depth))
            any_was_searched = search_missing(search, needs, depth_after)
            if any_was_searched:
                to_repeat.append(claim)
            else:
                yield from needs
        # the claim whose sets were searched last comes first: even the smallest memory still has what was found
        waiting = [*reversed(to_repeat), *waiting[done:]]
    raise ProofUnfinishedError(bound=search.bound)


def write_needs(search: StrategySearch, claims: Sequence[ProofClaim], room: int) -> list[Integers]:
    """Return the needs of the first claims, an array for each: of as many claims as `room` numbers have room for.

    Each array is as `add_need` wrote it; `read_needs` makes claims of it. The list is empty if the needs of the first
    claim alone do not fit. Raises `ProofUnfinishedError` for a claim that does not hold.
    """
    # of a `bytearray`, so that the array is writable: for another kind, numba would compile the functions once more
    indices = np.frombuffer(bytearray().join(claim.codes for claim in claims), np.int32)
    ends_of_codes = np.cumsum([len(claim.indices) for claim in claims])
    rows = [(claim.low, claim.depth, end) for claim, end in zip(claims, ends_of_codes, strict=True)]
    figures = np.array(rows, np.int64)
    needs = np.empty(room, np.int64)  # filled by the call, as `ends` is
    ends = np.empty(len(claims), np.int64)
    # `call` returns None only if it is stopped, which nothing does here: `or 0` is for the types
    done = search.call(find_all_needs, (indices, figures, needs, ends)) or 0
    written = []
    start = 0
    for end in ends[:done].tolist():
        if end == NOT_PROVEN:
            raise ProofUnfinishedError(bound=search.bound)
        written.append(needs[start:end])
        start = end
    return written


def search_missing(search: StrategySearch, needs: Iterable[Need], depth: int) -> bool:
    """Search the sets of which the memory knows too little; return whether there were any.

    They are the sets in `needs` with a bound below zero (`is_to_search`): the search is to show whether they cost
    ``-low``. The search puts what it finds into the memory, where the next look at the claim finds it; its result is
    not used. `depth` is how many turns were played before these sets: the depth in a need may be a smaller one with the
    same prices (`collect_needs`).
    """
    missing = {key: claim for key, claim in needs if claim.is_to_search}
    for claim in missing.values():
        here = divide(search.game, claim.indices.copy(), depth)  # a copy is writable (see `write_needs`)
        search.least(here, -claim.low)
    return len(missing) > 0


def read_needs(needs: Integers, depth: int) -> Iterator[Need]:
    """Yield what a claim needs: claims and sets to search, each with the key of the set. All are at this `depth`.

    `needs` is what `add_need` wrote: for each set a bound, the number of its indices, the two sums of its key, and its
    indices. Here a set of the codes 4 and 7 costs at least 3, and its key has the sums 50 and 60:

    >>> ((key, claim),) = read_needs(np.array([3, 2, 50, 60, 4, 7]), depth=1)
    >>> key, claim.low, claim.depth, claim.indices.tolist()
    ((50, 60), 3, 1, [4, 7])
    """
    as_32_bits = needs.astype(np.int32)  # as `ProofClaim.codes` has indices; larger numbers, of keys, are not used
    start = 0
    while start < len(needs):
        first_index = start + 4  # after the bound, the number of indices, and the two sums of the key
        low, size, first, second = needs[start:first_index].tolist()
        end = first_index + size
        yield (first, second), ProofClaim(low, depth, as_32_bits[first_index:end].tobytes())
        start = end

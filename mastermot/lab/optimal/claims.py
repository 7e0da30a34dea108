"""The claims of a proof, found by walking through what a search has proven, after it has ended.

A claim says that a set of codes costs at least so much. It holds if every guess costs at least so much: by claims about
the classes that the guess leaves, by their sizes, or by a look at the guesses at each class. That AA, AB, BA and BB
cost 8 turns needs no other claim: no guess leaves more than two classes of them beside itself, and so it costs at least
1 + 2 + 2 + 3. The walk begins with the claim about all codes, and goes on with the claims that it needs.

What a claim needs is found by compiled functions (`find_all_needs`), which write it into one array; the others read
that, and keep claims in order. Words with a sense of their own:

- a *set* is named by the *indices* of its codes among all guesses (`Problem.texts`), in hard mode also by those of the
  other guesses allowed; a *situation* is a set and its *depth*, how many turns were played before it;
- a *class* of a guess: the codes of a set that give it the same marks;
- a *bound*, or `low`: what a set, a class or a guess costs at least;
- a *look* at all guesses: what the number or the sizes of their classes say of the cost, without a search;
- a *need*: a claim that another claim needs, or a set to search before it is known what that claim needs;
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
"""How often a search is repeated for the same claims, at most: too small a memory may forget them again and again."""
PATIENCE = 50  #: After so many repetitions the memory grows, if it may.
BATCH = 1000  #: So many claims are handled together.
ROOM = 1 << 24  #: Room for their needs at first, in numbers.
TABLE = """CREATE TABLE claims (number INTEGER PRIMARY KEY, first, second, low, depth, size, codes,
    UNIQUE (first, second))"""
BY_SIZE = "CREATE INDEX by_size ON claims (size DESC, number)"
ADD = """INSERT INTO claims (first, second, low, depth, size, codes) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET low = excluded.low WHERE excluded.low > low"""
TAKE = """SELECT number, low, depth, codes FROM claims WHERE size = (SELECT max(size) FROM claims)
    ORDER BY number LIMIT ?"""


class ProofClaim(NamedTuple):
    """The claim that a set of codes costs at least `low` at a depth.

    `codes` has their indices as 32-bit numbers; in hard mode those of other allowed guesses follow. A `low` below zero
    stands for no claim, but for a set that must be searched first, to see whether it costs ``-low`` (`is_to_search`).
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
Need = tuple[tuple[int, int], ProofClaim]  #: A claim that another one needs, with the key of its set.


@inner
def divide(game: SearchedGame, indices: Members, depth: int) -> Situation:
    """Return the situation that `indices`, in rising order, stand for: codes first, then other guesses (hard mode)."""
    first = np.searchsorted(indices, game.code_count)
    return Situation(indices[:first], indices[first:], depth)


@inner
def add_need(game: SearchedGame, here: Situation, low: int, needs: Integers, filled: int) -> int:
    """Write a set that needs a claim into `needs`; return how much of `needs` is then filled, or `TOO_SMALL`.

    It is written from ``needs[filled]`` on: the bound `low`; how many indices it has; the two sums of its key; and the
    indices of its codes, in hard mode with those of the other guesses allowed. There are two ways:

    1. A `low` of 0 or more is a claim. In a game with symmetries, the set is written in its form (`find_form`), so that
       sets which symmetries turn into each other need one claim.
    2. A `low` below zero says that the set must be searched first (see `ProofClaim`): it is written as it is.
    """
    end = filled + 4 + len(here.members)
    if end + len(here.others) > len(needs):
        return TOO_SMALL
    key = make_key(game, here)
    needs[filled] = low
    needs[filled + 1] = len(here.members) + len(here.others)
    needs[filled + 2] = key.first
    needs[filled + 3] = key.second
    codes = needs[filled + 4 : end]
    codes[:] = here.members
    if low >= 0 and game.symmetries.colours > 0:
        codes[:] = move_codes(game.symmetries, here.members, key.order, key.names)
        codes.sort()
    needs[end : end + len(here.others)] = here.others
    return end + len(here.others)


@inner
def find_needs(tools: Tools, here: Situation, low: int, needs: Integers, filled: int) -> int:
    """Write into `needs` the classes about which a claim needs further claims; return how much of it is then filled.

    The claim says that the situation `here` costs at least `low`. A look at all guesses shows of some that they cost so
    much; the others are the `tries`. For each of these there are two cases:

    1. The bounds known of its classes add up to less than `low`: one class is written, to be searched (`add_unknown`).
    2. They add up to `low` or more: those classes are written whose bounds need claims (`add_classes`).

    `filled` says how much of `needs` was filled before. The result is `TOO_SMALL` if `needs` has no room, or
    `NOT_PROVEN` if a guess may cost less than `low` as far as the search knows.
    """
    look = find_tries(tools, here, low)
    if look.cost < low:  # the look finds a guess whose cost is known without a search, and less than the claim says
        return NOT_PROVEN
    for index in np.argsort(look.tries.scores):  # the guess that seems to cost least first
        guess = look.tries.guesses[index]
        classes, total = bound_guess(tools, here, guess, look.size_bounds, low)  # what it costs at least
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
    """Write into `needs` the first class of a guess that may cost more than its bound, so that it is searched.

    It is called where the bounds known of the `classes` make the `guess` cost `lacking` less than a claim says. The
    search is to show whether this class costs `lacking` more than its bound. After it, the claim is looked at again: if
    its guess still costs too little, the same or another class is written then.

    A class whose bound is the least cost found (`high`) cannot cost more. If that is so for all classes, the claim does
    not hold, and `NOT_PROVEN` is returned. Otherwise the result is how much of `needs` is then filled (`filled`
    before), or `TOO_SMALL`.
    """
    for number in range(len(classes.ends)):
        after = follow(tools.game, here, guess, get_class(classes, number))
        bound = classes.lows[number]
        _low, high, _guess = find_known(tools, after)
        if bound < high:
            wanted = bound + lacking
            return add_need(tools.game, after, -wanted, needs, filled)  # below zero: to be searched
    return NOT_PROVEN


@inner
def add_classes(
    tools: Tools, here: Situation, guess: int, classes: Classes, size_bounds: Integers, needs: Integers, filled: int
) -> int:
    """Write into `needs` the classes of a guess whose bounds the checker of proofs does not find by itself.

    It is called where the bounds of all `classes` together are enough for the claim. The checker finds two kinds of
    bounds by itself; classes with these are left out:

    1. Bounds that follow from the size of the class: `size_bounds` has what 0, 1, 2… codes cost at least.
    2. Bounds that a look at all guesses proves, if the class has up to `COUNTED` codes: then the checker looks, too.

    Returned is how much of `needs` is then filled (`filled` before), or `TOO_SMALL`.
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

    Fewer than all are done when `needs` is full. The indices of all claims stand one after the other in `indices`;
    `figures` has a row for each claim: its bound, its depth, where its indices end. `ends` gets, for each claim that is
    done, where its needs end in `needs`, or `NOT_PROVEN` for one that does not hold.

    If the memory has to grow, it ends early too: what it has done then counts for nothing, and its caller
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
        # the size is that in bytes, four for each code
        rows = ((*key, need.low, need.depth, len(need.codes), need.codes) for key, need in needs)
        self.database.executemany(ADD, rows)

    def take(self, count: int) -> list[ProofClaim]:
        """Take out and return at most `count` claims, all about sets of the largest size that waits; [] at the end."""
        rows = self.database.execute(TAKE, (count,)).fetchall()
        self.database.executemany("DELETE FROM claims WHERE number = ?", [row[:1] for row in rows])
        return [ProofClaim(*row[1:]) for row in rows]

    def close(self) -> None:
        """Remove the file."""
        self.database.close()


def list_proofs(solving: Solving, on_claim: OnClaim) -> Iterator[tuple[Header, ClaimLines]]:
    """Yield the proofs of the bounds that a solved problem has, each as its header and its claims: one, or two.

    There are two under `longest` and `last`: the second is that of the search which found no strategy with one turn
    less (`Solving.refuted`). `on_claim` is called for each claim. Raises `ProofUnfinishedError` if a claim does not
    hold or, under these two, if it is not proven that no strategy has a shorter longest game; and `ClaimsSpaceError`
    when the disk is full.
    """
    if not solving.longest_proven:
        raise ProofUnfinishedError(bound=solving.search.bound)
    for search in (solving.search, solving.refuted):
        if search is not None:
            yield find_proof(search, on_claim)


def find_proof(search: StrategySearch, on_claim: OnClaim = ignore) -> tuple[Header, ClaimLines]:
    """Return the proof of a search's bound: its header and its claims, which are found only as they are taken.

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

    It begins with the claims about the sets at which the search begins, and goes on with those that these need. A claim
    needs claims about smaller sets only. So once the turn of a claim comes, all that need it were yielded, and no
    higher bound can be asked of its set any more. `on_claim` is called for each. Raises `ProofUnfinishedError`, and
    `ClaimsSpaceError` when the disk is full.
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

    Instead of its set's key, two large sums, each comes with (0, 0), (0, 1), (0, 2)…, which is the key of no set: so
    `Waiting` keeps them all. If another claim needs one of these sets too, it is claimed twice, which does no harm.
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

    In each round, the needs of the first claims that wait are found, of as many as there is `room` for. For each of
    these claims there are two cases:

    1. The memory knows too little of a set that the claim needs, or has lost it: the set is searched, and the claim
       waits for a later round.
    2. Otherwise all that it needs is yielded, and it is done.

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
        if done == 0:  # there was not room enough even for what the first one needs: all wait for the next round
            room *= 4
        to_repeat = []
        for claim, written in zip(waiting[:done], needs_of_first_claims, strict=True):
            depth_after = claim.depth + 1
            # the first depth with the same prices from there on: so claims about a set at any such depth are one claim
            named_depth = int(search.game.levels[min(depth_after, PRICED_TURNS - 1)])
            needs = list(read_needs(written, named_depth))
            if search_missing(search, needs, depth_after):
                to_repeat.append(claim)
            else:
                yield from needs
        # the claim whose sets were searched last comes first: the memory still has them, so that even the smallest
        # memory gets on
        waiting = [*reversed(to_repeat), *waiting[done:]]
    raise ProofUnfinishedError(bound=search.bound)


def write_needs(search: StrategySearch, claims: Sequence[ProofClaim], room: int) -> list[Integers]:
    """Return the needs of the first claims, an array for each: of as many as fit into `room` numbers altogether.

    Each array is as `add_need` wrote it; `read_needs` makes claims of it. The list is empty where not even the needs of
    the first claim fit. Raises `ProofUnfinishedError` for a claim that does not hold.
    """
    # the codes of all claims; writable, as a `bytearray` is, or numba would compile the functions anew for this array
    indices = np.frombuffer(bytearray().join(claim.codes for claim in claims), np.int32)
    ends_of_codes = np.cumsum([len(claim.indices) for claim in claims])
    rows = [(claim.low, claim.depth, end) for claim, end in zip(claims, ends_of_codes, strict=True)]
    figures = np.array(rows, np.int64)
    needs = np.empty(room, np.int64)  # this and the next are filled by the call
    ends = np.empty(len(claims), np.int64)
    # how many of the claims; never None, since nothing stops this call
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
    """Search the sets of which the memory knows too little, and return whether there was any.

    They are those of the `needs` with a bound below zero (`is_to_search`): the search is to show whether they cost
    ``-low``. It puts what it finds into the memory, where the next look at the claim finds it; what it returns is not
    used. `depth` is how many turns were played before these sets: the depth in a need may be a smaller one with the
    same prices (`collect_needs`).
    """
    missing = {key: claim for key, claim in needs if claim.is_to_search}
    for claim in missing.values():
        here = divide(search.game, claim.indices.copy(), depth)  # a copy is writable (see `write_needs`)
        search.least(here, -claim.low)
    return len(missing) > 0


def read_needs(needs: Integers, depth: int) -> Iterator[Need]:
    """Yield the claims that another one needs, each with the key of its set; `depth` is that of all of them.

    `needs` is what `add_need` wrote: for each, its bound, how many indices it has, the two sums of its key, and then
    its indices. Here a set of the codes 4 and 7 costs at least 3, and its key has the sums 50 and 60:

    >>> ((key, claim),) = read_needs(np.array([3, 2, 50, 60, 4, 7]), depth=1)
    >>> key, claim.low, claim.depth, claim.indices.tolist()
    ((50, 60), 3, 1, [4, 7])
    """
    codes = needs.astype(np.int32)  # in the type that `ProofClaim.codes` has; only the codes are taken from here
    start = 0
    while start < len(needs):
        first_code = start + 4  # after the bound, the number of codes, and the two sums of the key
        low, size, first, second = needs[start:first_code].tolist()
        end = first_code + size
        yield (first, second), ProofClaim(low, depth, codes[first_code:end].tobytes())
        start = end

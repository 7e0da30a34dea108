"""The claims that a proof is made of, found by walking through what a search has proven.

A claim says that a set of codes costs so much at least. It holds when each guess costs so much at least, by claims
about the classes that it leaves, or by their sizes or a look at the guesses at each. So one begins with the claim about
all codes, and goes on with the claims that it needs, until none needs another. Nothing of this is done while the search
runs: it costs no time there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from mastermot.optimal import kernel
from mastermot.optimal.bounds import bound_size
from mastermot.optimal.compiled import compiled, inner
from mastermot.optimal.counting import Members
from mastermot.optimal.errors import ProofUnfinishedError
from mastermot.optimal.kernel import COMPARED, bound_classes, find_key, find_known, find_tries, keep_agreeing
from mastermot.optimal.memory import NO_TOTAL, Integers
from mastermot.optimal.problems import DEEPEST
from mastermot.optimal.prooffiles import COUNTED, Header
from mastermot.optimal.scoring import Game, Scratch, is_refined, look_at, split_set
from mastermot.optimal.search import Search
from mastermot.optimal.symmetry import move_code, no_fixing

TOO_SMALL, NOT_PROVEN = -1, -2
MAX_ROUNDS = 1 << 16
"""How often the classes of some claims are searched again: a memory that is too small might lose them each time."""
BATCH = 1000
"""Claims whose needs are found together."""
ROOM = 1 << 20
"""Numbers that their needs take, at first."""
CODE = 4
"""Bytes of the place of a code."""


class Need(NamedTuple):
    """A claim that another needs, its places as the bytes of 32-bit numbers; see `Claim`."""

    low: int
    depth: int
    codes: bytes


class Claim(NamedTuple):
    """A set of codes (their places, in order) that costs so much at least, at a depth.

    In hard mode with a wider list, the places of the other guesses allowed follow, which begin after all codes.
    """

    low: int
    depth: int
    codes: tuple[int, ...]


@inner
def find_needs(
    game: Game,
    scratch: Scratch,
    memory: Integers,
    state: Integers,
    members: Members,
    extras: Members,
    depth: int,
    low: int,
    needs: Integers,
) -> int:
    """Fill in the classes that a claim about a set needs claims about; return how much room they take.

    Each is a bound, the number of codes, and the codes; extra guesses that are allowed count as codes. A bound below
    zero says that the memory knows too little of the class: it is to be searched whether it costs so much. The result
    is `TOO_SMALL` for a larger room, or `NOT_PROVEN` where the claim does not hold.
    """
    size = len(members)
    state[kernel.NODES] += 1
    tries, most, best, _chosen, _least = find_tries(
        game, scratch, state[kernel.NODES], members, extras, depth, (low, NO_TOTAL, -1), no_fixing(game.shape)
    )
    if best < low:
        return NOT_PROVEN
    classes = np.empty(size, np.int32)
    ends = np.empty(min(size, game.answers), np.int32)
    lows = np.empty(min(size, game.answers), np.int64)
    searched = np.empty(COMPARED, np.int32)
    searches = 0
    filled = 0
    for place in np.argsort(tries.scores):
        guess = tries.guesses[place]
        if not game.consistent and is_refined(game, scratch, guess, searched[: min(searches, COMPARED)], members):
            continue
        searched[searches % COMPARED] = guess
        searches += 1
        parts = split_set(game, scratch, guess, members, classes, ends)
        total = size * game.prices[min(depth, DEEPEST - 1)]
        lacking = (depth + 1, low - total)
        total += bound_classes(game, scratch, memory, state, guess, classes, ends[:parts], extras, most, lacking, lows)
        asked = (guess, most, depth + 1, low - total)
        filled = add_needs(game, scratch, memory, classes, ends[:parts], extras, lows, asked, needs, filled)
        if filled < 0:
            break
    return filled


@inner
def add_needs(
    game: Game,
    scratch: Scratch,
    memory: Integers,
    classes: Members,
    ends: Members,
    extras: Members,
    lows: Integers,
    asked: tuple[int, int, int, int],
    needs: Integers,
    filled: int,
) -> int:
    """Fill in, after what is there, the classes of one guess that need claims; return how much room all take.

    What is asked is the guess, how many answers any guess gets, the depth of the classes, and how much their bounds
    lack of what is claimed: a class that could make up for it is filled in alone.
    """
    guess, answers, depth, lacking = asked
    start = 0
    for part in range(len(ends)):
        rest = classes[start : ends[part]]
        start = ends[part]
        wanted = lows[part]
        allowed = keep_agreeing(game, guess, rest, extras)
        if lacking > 0:
            _low, high, _guess = find_known(game, memory, rest, allowed, depth)
            if lows[part] == high:
                continue
            wanted = -(lacking + lows[part])
        elif lows[part] == bound_size(len(rest), answers, game.prices, depth) or (
            len(rest) <= COUNTED and lows[part] <= look_at(game, scratch, rest, allowed, depth, NO_TOTAL).low
        ):
            continue
        size = len(rest) + len(allowed)
        if filled + size + 2 > len(needs):
            return TOO_SMALL
        needs[filled] = wanted
        needs[filled + 1] = size
        needs[filled + 2 : filled + 2 + len(rest)] = rest
        needs[filled + 2 + len(rest) : filled + 2 + size] = allowed
        filled += size + 2
        if lacking > 0:
            return filled
    return NOT_PROVEN if lacking > 0 else filled


@compiled
def find_all_needs(
    game: Game,
    scratch: Scratch,
    memory: Integers,
    state: Integers,
    count: int,
    places: Members,
    figures: Integers,
    needs: Integers,
    ends: Integers,
) -> int:
    """Fill in what claims need, one claim after the other; return how many were done when the room was full.

    `count` is the number of all codes. The places are those of all claims; figures are a row for each claim: its bound,
    its depth, where its places end. `ends` is filled with where the needs of each claim end, or `NOT_PROVEN`. A need is
    a bound, a number of codes, the two halves of the set's key, and the codes: in the form that is remembered, or as
    they are where the bound is below zero (`find_needs`). When the memory has to grow, nothing more is done.
    """
    found = np.empty(len(needs), np.int64)
    start = filled = 0
    for claim in range(len(figures)):
        low, depth, end = figures[claim]
        codes = places[start:end]
        first = np.searchsorted(codes, count)
        taken = find_needs(game, scratch, memory, state, codes[:first], codes[first:], depth, low, found)
        if state[kernel.STOP] != 0 or taken == TOO_SMALL or filled + 2 * taken > len(needs):
            return claim
        ends[claim] = NOT_PROVEN
        if taken != NOT_PROVEN:
            filled = bring_into_form(game, count, found[:taken], depth + 1, needs, filled)
            ends[claim] = filled
        start = end
    return len(figures)


@inner
def bring_into_form(game: Game, count: int, found: Integers, depth: int, needs: Integers, filled: int) -> int:
    """Copy what a claim needs, with keys, in the form that is remembered; return how much room is taken then."""
    order = np.empty(game.shape.digits.shape[1] if game.shape.colours > 0 else 0, np.int64)
    names = np.empty(game.shape.colours, np.int64)
    place = 0
    while place < len(found):
        end = place + 2 + found[place + 1]
        codes = found[place + 2 : end].astype(np.int32)
        first = np.searchsorted(codes, count)
        needs[filled : filled + 2] = found[place : place + 2]
        if found[place] >= 0:
            key = find_key(game, codes[:first], codes[first:], depth, order, names)
            needs[filled + 2], needs[filled + 3] = key
            if len(order) > 0:
                for i in range(first):
                    codes[i] = move_code(game.shape, codes[i], order, names)
                codes[:first].sort()
        needs[filled + 4 : filled + 4 + len(codes)] = codes
        filled += 4 + len(codes)
        place = end
    return filled


def make_header(search: Search) -> Header:
    """Return what the proof of a search's bound is about."""
    problem, prices = search.problem, search.game.prices.tolist()
    last = int(search.game.levels[-1])
    guesses = "" if problem.guesses is None else problem.guesses.checksum
    return Header(
        problem.rule.name,
        problem.codes.count,
        problem.codes.checksum,
        guesses,
        problem.consistent,
        tuple(prices[: last + 1]),
        search.bound,
    )


def list_claims(search: Search, bound: int, on_claim: Callable[[], object]) -> Iterator[Claim]:
    """Yield the claims that prove that a problem costs at least `bound`, those about large sets first.

    A claim needs claims about smaller sets only. So once it is its turn, all that is asked of a set is known, and the
    set is claimed once. `on_claim` is called for each. Raises `ProofUnfinishedError` when the search has not proven so
    much.
    """
    every = np.concatenate((search.every, search.extras))
    waiting = {len(every): {(0, 0): Need(bound, 0, every.tobytes())}}
    while waiting:
        largest = waiting[max(waiting)]
        batch = [largest.pop(key) for key in list(islice(largest, BATCH))]
        if not largest:
            del waiting[max(waiting)]
        for need in batch:
            on_claim()
            yield Claim(need.low, need.depth, tuple(np.frombuffer(need.codes, np.int32).tolist()))
        for key, need in collect_needs(search, batch, bound):
            alike = waiting.setdefault(len(need.codes) // CODE, {})
            if key not in alike or alike[key].low < need.low:
                alike[key] = need


def collect_needs(search: Search, claims: Sequence[Need], bound: int) -> Iterator[tuple[tuple[int, int], Need]]:
    """Yield what claims need, with the keys of the sets; what the memory has lost of these is searched again.

    Raises `ProofUnfinishedError`.
    """
    room = ROOM
    for _round in range(MAX_ROUNDS):
        if not claims:
            return
        places = np.frombuffer(bytearray().join(claim.codes for claim in claims), np.int32)
        last = np.cumsum([len(claim.codes) // CODE for claim in claims])
        figures = np.array([(claim.low, claim.depth, end) for claim, end in zip(claims, last, strict=True)], np.int64)
        needs, ends = np.empty(room, np.int64), np.empty(len(claims), np.int64)
        done = search.call(find_all_needs, (search.count, places, figures, needs, ends)) or 0
        room *= 1 if done else 4
        again, start = [], 0
        for claim, end in zip(claims[:done], ends[:done].tolist(), strict=True):
            if end == NOT_PROVEN:
                raise ProofUnfinishedError(bound=bound)
            depth = int(search.game.levels[min(claim.depth + 1, DEEPEST - 1)])
            listed = list(read_needs(needs[start:end], depth))
            start = end
            missing = [need for _key, need in listed if need.low < 0]
            for need in missing:
                codes = search.part(np.frombuffer(need.codes, np.int32))
                search.least(*codes, claim.depth + 1, -need.low, lambda: True)
            if missing:
                again.append(claim)
            else:
                yield from listed
        # the set searched last is still in the memory: so even the smallest memory gets on
        claims = [*reversed(again), *claims[done:]]
    raise ProofUnfinishedError(bound=bound)


def read_needs(needs: Integers, depth: int) -> Iterator[tuple[tuple[int, int], Need]]:
    """Yield what one claim needs, with the keys of the sets."""
    codes = needs.astype(np.int32)
    place = 0
    while place < len(needs):
        low, size, first, second = needs[place : place + 4].tolist()
        place += 4 + size
        yield (first, second), Need(low, depth, codes[place - size : place].tobytes())

"""The claims that a proof is made of, found by walking through what a search has proven.

A claim says that a set of codes costs so much at least. It holds when each guess costs so much at least, by claims
about the classes that it leaves, or by their sizes. So one begins with the claim about all codes, and goes on with the
claims that it needs, until none needs another. Nothing of this is done while the search runs: it costs no time there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from mastermot.optimal import kernel
from mastermot.optimal.bounds import bound_size
from mastermot.optimal.compiled import compiled
from mastermot.optimal.counting import Members
from mastermot.optimal.errors import ProofUnfinishedError
from mastermot.optimal.kernel import COMPARED, bound_classes, find_key, find_known, find_tries, keep_agreeing
from mastermot.optimal.memory import NO_TOTAL, Integers
from mastermot.optimal.problems import DEEPEST
from mastermot.optimal.prooffiles import Header
from mastermot.optimal.scoring import Game, Scratch, is_refined, split_set
from mastermot.optimal.search import Search
from mastermot.optimal.symmetry import move_code, no_fixing

TOO_SMALL, NOT_PROVEN = -1, -2
MOST_ROUNDS = 1 << 16
"""How often the classes of one claim are searched again: a memory that is too small might lose them each time."""


class Claim(NamedTuple):
    """A set of codes (their places, in order) that costs so much at least, at a depth.

    In hard mode with a wider list, the places of the other guesses allowed follow, which begin after all codes.
    """

    low: int
    depth: int
    codes: tuple[int, ...]


@compiled
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
        filled = add_needs(game, memory, classes, ends[:parts], extras, lows, asked, needs, filled)
        if filled < 0:
            break
    return filled


@compiled
def add_needs(
    game: Game,
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
        elif lows[part] == bound_size(len(rest), answers, game.prices, depth):
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
def bring_into_form(game: Game, members: Members, extras: Members, depth: int, image: Members) -> tuple[int, int]:
    """Fill in the form of a set that is remembered (see `symmetry`), in order; return its key."""
    order = np.empty(game.shape.digits.shape[1] if game.shape.colours > 0 else 0, np.int64)
    colours = np.empty(game.shape.colours, np.int64)
    first, second = find_key(game, members, extras, depth, order, colours)
    for i in range(len(members)):
        image[i] = members[i] if len(order) == 0 else move_code(game.shape, members[i], order, colours)
    image[len(members) :] = extras
    image.sort()
    return first, second


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
    """Yield the claims that prove that a problem costs at least `bound`, each once, in no particular order.

    A set that needs more in one place than in another is claimed again, with the higher bound. `on_claim` is called
    for each. Raises `ProofUnfinishedError` when the search has not proven so much.
    """
    best: dict[tuple[int, int], int] = {}
    waiting = [Claim(bound, 0, (*search.every.tolist(), *search.extras.tolist()))]
    while waiting:
        claim = waiting.pop()
        on_claim()
        yield claim
        depth = int(search.game.levels[min(claim.depth + 1, DEEPEST - 1)])
        for low, codes in collect_needs(search, claim, bound):
            image = np.empty(len(codes), np.int32)
            key = bring_into_form(search.game, *search.part(codes), depth, image)
            if best.get(key, 0) < low:
                best[key] = low
                waiting.append(Claim(low, depth, tuple(image.tolist())))


def collect_needs(search: Search, claim: Claim, bound: int) -> list[tuple[int, Members]]:
    """Return the bounds of the classes that a claim needs; what the memory has lost of them is searched again.

    Raises `ProofUnfinishedError`.
    """
    room = 1 << 16
    members, extras = search.part(np.array(claim.codes, np.int32))
    for _round in range(MOST_ROUNDS):
        needs = np.empty(room, np.int64)
        filled = search.call(find_needs, (members, extras, claim.depth, claim.low, needs)) or 0
        if filled == TOO_SMALL:
            room *= 4
            continue
        if filled == NOT_PROVEN:
            raise ProofUnfinishedError(bound=bound)
        listed = []
        place = 0
        while place < filled:
            low, size = needs[place : place + 2].tolist()
            listed.append((low, needs[place + 2 : place + 2 + size].astype(np.int32)))
            place += 2 + size
        missing = [(-low, codes) for low, codes in listed if low < 0]
        if not missing:
            return listed
        for beta, codes in missing:
            search.least(*search.part(codes), claim.depth + 1, beta, lambda: True)
    raise ProofUnfinishedError(bound=bound)

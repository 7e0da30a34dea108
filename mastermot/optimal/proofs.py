"""Proofs: their file, and their checker, which shares no code with the search.

A proof is a list of claims: *this set of codes costs so much at least*. The checker accepts a claim when every guess
costs that much at least: the price of a turn for each code of the set, and for each class that the guess leaves what
another claim says of it, or else what any set of its size costs. Classes are smaller than their set, so that claims
never lean on each other in a circle. What every step rests on:

- Any set of n codes: one code is found by the first guess at best, then one for each answer that a guess can get, then
  one for each pair of answers… (`cost_of_size`). How many answers a guess can get is counted anew on each set.
- Most guesses leave too many codes in too few classes: of n codes in k classes, those found left out, k are found at
  the next turn at best and the others a turn later. Only for the guesses that this does not settle claims are needed.
- A guess that splits a set further than another one does is no worse, since a part costs no more than the whole and
  two parts no more than their union. (Not so where only codes left may be guessed, and not for a guess that is not
  left against one that is: that one may be found at once.)
- With colours, sets that symmetries turn into each other cost the same: `Forms` brings each set into one form.
- A guess that tells nothing about a set is not worth playing.
- In hard mode with a wider list of guesses, what may be guessed depends on all marks. There a set has besides its codes
  the other guesses that agree with all marks so far; claims are about both, and only codes are counted.

Claims that no other leans on are harmless; a claim too high, or one that is missing, is found out. Once all claims can
be looked up, each is checked by itself: so they can be shared between processes. `docs/optimal.md` describes the file.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait

import numpy as np
from numpy.typing import NDArray

from mastermot.codes import Codes, ColourCodes
from mastermot.engine import Engine, SerialEngine
from mastermot.errors import N_, Reason
from mastermot.optimal.errors import ProofFormatError, ProofWrongError
from mastermot.optimal.prooffiles import Proof
from mastermot.rules import Rule
from mastermot.rules.arrays import CodeArrays

MOST_AT_ONCE = 64
"""Codes up to which all pairs of a set are compared at once."""
WORD = 64
"""Answers that have a bit each in one word."""
SHARE = 200
"""Claims that are checked in one task."""
MOST_WAITING = 3
"""Tasks that wait at each worker."""
WATCH = 2.0
"""Seconds without a result after which the engine is asked whether workers are left."""

Marks = NDArray[np.int64]
"""Marks of guesses (rows) against codes (columns), as numbers; or places of codes."""

WHY_GAME = N_("it is about other codes, guesses or another rule")
WHY_ROOT = N_("nothing is claimed about all codes")
WHY_CLAIM = N_("line {line} claims {low} for {count} codes, but the guess {guess} may cost {cost} only")


def check_proof(
    proof: Proof,
    codes: Codes,
    rule: Rule,
    guesses: Codes | None = None,
    on_claims: Callable[[int], object] = int,
    engine: Engine | None = None,
) -> int:
    """Return the least cost that the proof proves; `on_claims` is told how many claims more are checked.

    The workers of an `engine` share the claims. Raises `ProofFormatError` when the proof is about another game,
    `ProofWrongError` for the first claim that does not follow, and `WorkerLostError`.
    """
    header = proof.header
    told = (header.rule, header.codes, header.checksum, header.guesses)
    if told != (rule.name, codes.count, codes.checksum, "" if guesses is None else guesses.checksum):
        raise ProofFormatError(why=Reason(WHY_GAME))
    checker = Checker(proof, codes, rule, guesses)
    if proof.claims.codes.max(initial=0) >= checker.marks.shape[1]:
        raise ProofFormatError(why=Reason(WHY_GAME))
    checker.make_table()
    if checker.find_low(0, np.arange(checker.marks.shape[1])) < header.bound:
        raise ProofWrongError(why=Reason(WHY_ROOT))
    for failure, checked in check_shares(checker, len(proof.claims), SerialEngine() if engine is None else engine):
        if failure is not None:
            raise ProofWrongError(why=failure)
        on_claims(checked)
    return header.bound


def check_shares(checker: Checker, count: int, engine: Engine) -> Iterator[tuple[Reason | None, int]]:
    """Yield, in the order of the claims, what `Checker.check` says of one share after the other.

    This process begins alone; what is left after the engine's patience is shared between its workers.
    """
    shares = [range(start, min(start + SHARE, count)) for start in range(0, count, SHARE)][::-1]
    end = time.monotonic() + engine.patience
    while shares and time.monotonic() < end:
        yield checker.check(shares.pop())
    shared = engine.share(checker) if shares else checker
    running: deque[Future[tuple[Reason | None, int]]] = deque()
    try:
        while shares or running:
            while shares and len(running) < MOST_WAITING * engine.workers:
                running.append(engine.submit(Checker.check, shared, shares.pop()))
            done, _running = wait(list(running)[:1], WATCH)
            if done:
                yield running.popleft().result()
            else:
                engine.check()
    finally:
        for future in running:
            future.cancel()


class Checker:
    """The claims of a proof, and what it takes to check each."""

    def __init__(self, proof: Proof, codes: Codes, rule: Rule, guesses: Codes | None) -> None:
        """Mark every guess against every code, in hard mode against every other guess too."""
        self.header, self.claims = proof
        self.prices = self.header.prices
        self.last = max((depth + 1 for depth in range(len(self.prices) - 1) if self.differs(depth)), default=0)
        self.texts = list(dict.fromkeys((*codes.texts, *(guesses.texts if guesses is not None else ()))))
        wide = len(self.texts) if self.header.consistent else codes.count
        self.marks = mark_all(self.texts, codes, rule, wide)
        self.bits = make_bits(self.marks)
        symmetric = isinstance(codes, ColourCodes) and guesses is None
        self.forms = Forms(codes, rule, self.marks) if symmetric else None
        self.plain: dict[tuple[int, int], Marks] = {}

    def make_table(self) -> None:
        """Make a table in which claims are looked up by set."""
        whole = np.iinfo(np.int64)
        self.numbers = np.random.default_rng().integers(whole.min, whole.max, (self.marks.shape[1],))
        self.sets = self.claims.codes if self.forms is None else self.claims.codes.copy()
        self.keys = np.empty(len(self.claims), np.int64)
        for claim in range(len(self.claims)):
            formed = self.bring(self.claims.places(claim))
            self.keys[claim] = np.bitwise_xor.reduce(self.numbers[formed])
            if self.forms is not None:
                self.sets[self.claims.starts[claim] : self.claims.starts[claim + 1]] = formed
        self.order = np.lexsort((self.claims.lows, self.keys)).astype(np.int32)
        self.keys = self.keys[self.order]

    def differs(self, depth: int) -> bool:
        """Return whether the price of a turn is another than that of the next."""
        return self.prices[depth] != self.prices[depth + 1]

    def price(self, depth: int) -> int:
        """Return the price of a turn; all turns after the last one told cost what that one does."""
        return self.prices[min(depth, len(self.prices) - 1)]

    def level(self, depth: int) -> int:
        """Return the depth by which sets are told apart: prices that stay the same from there on make depths one."""
        return min(depth, self.last)

    def part(self, places: Marks) -> Marks:
        """Return the codes of a set, which stand before the other guesses allowed."""
        return places[: np.searchsorted(places, self.header.codes)]

    def bring(self, places: Marks) -> Marks:
        """Return the set in the form in which it is looked up."""
        return places if self.forms is None else self.forms.bring(places)

    def find_low(self, depth: int, places: Marks) -> int:
        """Return the highest bound that is claimed for a set, or 0.

        Keys are exclusive ors of random numbers, one a code; sets with the same key are compared code by code.
        """
        formed = self.bring(places)
        key = np.bitwise_xor.reduce(self.numbers[formed])
        for place in range(int(self.keys.searchsorted(key, "right")) - 1, -1, -1):
            if self.keys[place] != key:
                break
            claim = self.order[place]
            same = np.array_equal(self.sets[self.claims.starts[claim] : self.claims.starts[claim + 1]], formed)
            if same and self.level(int(self.claims.depths[claim])) == self.level(depth):
                return int(self.claims.lows[claim])
        return 0

    def check(self, share: range) -> tuple[Reason | None, int]:
        """Return why the first claim of a share that does not follow does not, or None; and how many were checked."""
        for claim in share:
            low, places = int(self.claims.lows[claim]), self.claims.places(claim)
            failed = self.check_claim(low, int(self.claims.depths[claim]), places)
            if failed is not None:
                guess, cost = failed
                told = {
                    "line": claim + 2,
                    "low": low,
                    "count": len(self.part(places)),
                    "guess": self.texts[guess],
                    "cost": cost,
                }
                return Reason(WHY_CLAIM, **told), claim - share.start
        return None, len(share)

    def check_claim(self, low: int, depth: int, places: Marks) -> tuple[int, int] | None:
        """Return None when each guess costs `low` at least, else a guess for which that is not shown, and its cost."""
        members = self.part(places)
        size = len(members)
        parts = np.bitwise_count(np.bitwise_or.reduce(self.bits[:, members], axis=1)).sum(axis=0, dtype=np.int64)
        left = np.zeros(len(parts), np.int64)
        left[members] = 1
        classes = parts - left
        answers = int((classes[places] if self.header.consistent else classes).max())
        now, after, later = (self.price(depth + turn) for turn in range(3))
        costs = size * now + (size - left) * after + (size - left - classes) * later
        waiting = (costs < low) & ((parts > 1) | (size == 1))
        rows = places[waiting[places]]
        if not self.header.consistent:
            rows = np.concatenate((rows, np.flatnonzero(waiting & (left == 0))))
        if len(rows) == 0:
            return None
        return self.check_guesses(low, depth, places, rows, self.plain_costs(answers, depth + 1))

    def check_guesses(self, low: int, depth: int, places: Marks, rows: Marks, plain: Marks) -> tuple[int, int] | None:
        """Return what `check_claim` does, looking at some guesses: codes left first, of equal ones they are better."""
        partitions, first = name_partitions(self.marks[np.ix_(rows, places)])
        size = len(self.part(places))
        left = np.isin(rows[first], places[:size])
        sizes = np.array([np.bincount(partition[:size], minlength=size) for partition in partitions])
        costs = size * self.price(depth) + plain[sizes].sum(axis=1) - left * plain[1]
        checked, failing = np.flatnonzero(costs >= low).tolist(), []
        for place in np.flatnonzero(costs < low).tolist():
            guess = int(rows[first[place]])
            cost = self.cost(depth, places, partitions[place], guess if left[place] else -1, plain, low)
            if cost < low:
                failing.append((place, guess, cost))
            else:
                checked.append(place)
        for place, guess, cost in failing:
            if self.header.consistent or not any(
                (left[other] or not left[place]) and splits_further(partitions[other], partitions[place])
                for other in checked
            ):
                return guess, cost
        return None

    def cost(self, depth: int, places: Marks, partition: Marks, found: int, plain: Marks, low: int) -> int:
        """Return what a guess costs at least; once it is `low`, the claims are not asked any more."""
        size = len(self.part(places))
        sizes = np.bincount(partition[:size])  # of each part, which has the name of its first code
        classes = [(sizes[part], part) for part in np.flatnonzero(sizes).tolist() if places[part] != found]
        total = size * self.price(depth) + sum(int(plain[count]) for count, _part in classes)
        for count, part in sorted(classes):
            if total >= low:
                break
            if count > 2:
                total += max(0, self.find_low(depth + 1, places[partition == part]) - int(plain[count]))
        return total

    def plain_costs(self, answers: int, depth: int) -> Marks:
        """Return what sets of all sizes cost at least at a depth, when no guess gets more answers."""
        known = answers, self.level(depth)
        if known not in self.plain:
            sizes = range(self.header.codes + 1)
            self.plain[known] = np.array([cost_of_size(size, answers, depth, self.price) for size in sizes])
        return self.plain[known]


def mark_all(texts: Sequence[str], codes: Codes, rule: Rule, columns: int) -> Marks:
    """Return the marks of each guess against the first of them, as numbers; the codes are the first guesses."""
    arrays = CodeArrays(np.vstack([codes.encode(texts[: codes.count]), *_more(texts, codes)]), len(codes.alphabet))
    every = np.arange(len(texts))
    blocks = [rule.numbers(arrays, every[at : at + 256], every[:columns]) for at in range(0, len(texts), 256)]
    numbers = np.vstack(blocks)
    return numbers.astype(np.min_scalar_type(int(numbers.max())))


def make_bits(marks: Marks) -> NDArray[np.uint64]:
    """Return the marks as bits, one an answer, of shape (words, codes, guesses): a word has 64 answers at most.

    The parts that a guess makes of a set are the bits of a logical or.
    """
    present, numbers = np.unique(marks, return_inverse=True)
    numbers = numbers.reshape(marks.shape).T
    words = -(-len(present) // WORD)
    kind = np.min_scalar_type((1 << min(len(present), WORD)) - 1)
    bits = np.zeros((words, *numbers.shape), kind)
    for word in range(words):
        inside = numbers // WORD == word
        bits[word][inside] = np.left_shift(kind.type(1), (numbers[inside] % WORD).astype(kind))
    return bits


def _more(texts: Sequence[str], codes: Codes) -> Iterator[NDArray[np.uint8]]:
    if len(texts) > codes.count:
        yield codes.encode(texts[codes.count :])


def name_partitions(marks: Marks) -> tuple[Marks, Marks]:
    """Return the different partitions of the columns by the marks of each row, and the first row that makes each.

    A partition has, for each column, the first column of its part.
    """
    if marks.shape[1] <= MOST_AT_ONCE:
        names = (marks[:, :, None] == marks[:, None, :]).argmax(axis=2)
    else:
        unique = [np.unique(row, return_index=True, return_inverse=True) for row in marks]
        names = np.array([firsts[inverse] for _values, firsts, inverse in unique])
    rows = np.ascontiguousarray(names, np.int16 if marks.shape[1] < 1 << 15 else np.int64)
    _different, first = np.unique(rows.view(np.dtype((np.void, rows.itemsize * rows.shape[1]))), return_index=True)
    first.sort()
    return names[first], first


def splits_further(finer: Marks, coarser: Marks) -> bool:
    """Return whether each part of one partition lies within a part of the other."""
    return len(np.unique(finer * len(finer) + coarser)) == len(np.unique(finer))


def cost_of_size(size: int, answers: int, depth: int, price: Callable[[int], int]) -> int:
    """Return what any set of a size costs at least, when no guess gets more than so many answers besides "found"."""
    cost, room = 0, 1
    while size > 0:
        cost += size * price(depth)
        size, room, depth = size - room, room * answers, depth + 1
    return cost


class Forms:
    """One form for all sets of colours that exchanging holes and renaming colours turn into each other.

    Signatures that no symmetry changes, 64-bit integers that wrap around, order the holes and the colours. Where they
    do not tell holes or colours apart, their own order does: then equal sets may have several forms, and a proof has
    claims about each.
    """

    def __init__(self, codes: Codes, rule: Rule, marks: Marks) -> None:
        """Keep digits, powers, and the weight of each pair of codes, which their marks give."""
        self.digits = codes.array.astype(np.int64)
        self.colours = len(codes.alphabet)
        self.powers = self.colours ** np.arange(codes.length)
        self.places = np.full(self.colours**codes.length, -1, np.int64)
        self.places[self.digits @ self.powers] = np.arange(codes.count)
        counts = [rule.marks(number, codes.length) for number in range(int(marks.max()) + 1)]
        weights = [(mark.blacks * 7919 + mark.whites * 104_729 + 1) << 20 for mark in counts]
        self.weights = np.array(weights, np.int64)
        self.marks = marks

    def bring(self, places: Marks) -> Marks:
        """Return the set in its form."""
        digits = self.digits[places]
        count, holes = digits.shape
        signs = np.ones(count, np.int64)
        if count <= 64:
            signs = mix(1 + self.weights[self.marks[np.ix_(places, places)]].sum(axis=1))
        sums = np.zeros((self.colours, holes), np.int64)
        np.add.at(sums, (digits, np.arange(holes)), signs[:, None])
        mixed = mix(sums)
        by_hole = mixed.sum(axis=0)
        by_colour = mix(mixed + by_hole).sum(axis=1)
        by_hole = by_hole + mix(mixed + by_colour[:, None]).sum(axis=0)
        order = np.argsort(by_hole, kind="stable")
        by_colour = np.zeros(self.colours, np.int64)
        for hole in order:
            by_colour = mix(by_colour + sums[:, hole])
        names = np.empty(self.colours, np.int64)
        names[np.argsort(by_colour, kind="stable")] = np.arange(self.colours)
        formed: Marks = np.sort(self.places[names[digits[:, order]] @ self.powers])
        return formed


def mix(values: Marks) -> Marks:
    """Return the values with their bits spread."""
    values = values * np.int64(0x2545F4914F6CDD1D)
    return values ^ ((values >> 29) & 0x7FFFFFFFF)

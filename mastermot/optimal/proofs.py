"""Proofs: their file, and their checker, which shares no code with the search.

A proof is a list of claims: *this set of codes costs so much at least*. The checker accepts a claim when every guess
costs that much at least: the price of a turn for each code of the set, and for each class that the guess leaves what
another claim says of it, or else what any set of its size costs. Classes are smaller than their set, so that claims
never lean on each other in a circle. What every step rests on:

- Any set of n codes: one code is found by the first guess at best, then one for each answer that a guess can get, then
  one for each pair of answers… (`cost_of_size`). How many answers a guess can get is counted anew on each set.
- A guess that splits a set further than another one does is no worse, since a part costs no more than the whole and
  two parts no more than their union. (Not so where only codes left may be guessed, and not for a guess that is not
  left against one that is: that one may be found at once.)
- With colours, sets that symmetries turn into each other cost the same: `Forms` brings each set into one form.
- A guess that tells nothing about a set is not worth playing.

Claims that no other leans on are harmless; a claim too high, or one that is missing, is found out. `docs/optimal.md`
describes the file.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.codes import Codes, ColourCodes
from mastermot.errors import N_, Reason
from mastermot.files import decompress, open_replacement, read_bytes
from mastermot.optimal.errors import ProofFormatError, ProofWrongError
from mastermot.optimal.objectives import FORTUNE
from mastermot.rules import Rule
from mastermot.rules.arrays import CodeArrays

LARGEST_PROOF = 4_000_000_000
"""Bytes of a proof, decompressed, at most."""
VERSION = 1
MOST_AT_ONCE = 64
"""Codes up to which all pairs of a set are compared at once."""

Marks = NDArray[np.int64]
"""Marks of guesses (rows) against codes (columns), as numbers."""

WHY_HEADER = N_("its first line is not that of a proof")
WHY_SEAL = N_("its last line does not agree with the others")
WHY_LINE = N_("line {line} is not a claim")
WHY_GAME = N_("it is about other codes, guesses or another rule")
WHY_ROOT = N_("nothing is claimed about all codes")
WHY_CLAIM = N_("line {line} claims {low} for {count} codes, but the guess {guess} may cost {cost} only")


class Header(NamedTuple):
    """What a proof is about: the rule, the codes (number and checksum), guesses, prices of turns, and its bound."""

    rule: str
    codes: int
    checksum: str
    guesses: str
    consistent: bool
    prices: tuple[int, ...]
    bound: int

    def line(self) -> str:
        """Return the first line of the file."""
        return json.dumps({"mastermot proof": VERSION, **self._asdict()})


def write_proof(header: Header, claims: Iterable[tuple[int, int, Sequence[int]]], path: Path) -> int:
    """Write a proof, wholly or not at all; return the number of claims (bound, depth, codes).

    Raises what `replace_file` raises.
    """
    seal, count = sha256(), 0
    with open_replacement(path) as file, gzip.GzipFile(fileobj=file, mode="wb", mtime=0, compresslevel=4) as packed:

        def write(line: str) -> None:
            content = f"{line}\n".encode()
            seal.update(content)
            packed.write(content)

        write(header.line())
        for low, depth, codes in claims:
            write(f"{low} {depth} {' '.join(map(str, codes))}")
            count += 1
        packed.write(f"{count} {seal.hexdigest()}\n".encode())
    return count


class Proof(NamedTuple):
    """A proof as it was read: its header, and its claims, each with its line."""

    header: Header
    claims: list[tuple[int, int, int, tuple[int, ...]]]


def read_proof(path: Path | str) -> Proof:
    """Return a proof, whole but not checked. Raises `ProofFormatError`, and what reading raises."""
    source = str(path)
    text = decompress(read_bytes(Path(path), LARGEST_PROOF), LARGEST_PROOF, source)
    body, _, last = text.rstrip(b"\n").rpartition(b"\n")
    lines = body.decode("ascii", "replace").split("\n")
    sealed = sha256(body + b"\n").hexdigest()
    if f"{len(lines) - 1} {sealed}".encode() != last:
        raise ProofFormatError(why=Reason(WHY_SEAL), source=source)
    try:
        document = json.loads(lines[0])
        if document.pop("mastermot proof") != VERSION:
            raise ValueError
        header = Header(**{**document, "prices": tuple(map(int, document["prices"]))})
        dear = [price for price in header.prices if price != 1]
        if dear not in ([], [1 + FORTUNE]) or header.prices[-1] != 1:
            raise ValueError
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ProofFormatError(why=Reason(WHY_HEADER), source=source) from None
    claims = []
    for number, line in enumerate(lines[1:], start=2):
        try:
            low, depth, *codes = map(int, line.split())
        except ValueError:
            raise ProofFormatError(why=Reason(WHY_LINE, line=number), source=source) from None
        rising = all(one < other for one, other in pairwise(codes))
        if not codes or not rising or codes[0] < 0 or codes[-1] >= header.codes or depth < 0:
            raise ProofFormatError(why=Reason(WHY_LINE, line=number), source=source)
        claims.append((number, low, depth, tuple(codes)))
    return Proof(header, claims)


def check_proof(
    proof: Proof, codes: Codes, rule: Rule, guesses: Codes | None = None, on_claim: Callable[[], object] = int
) -> int:
    """Return the least cost that the proof proves; `on_claim` is called for each claim checked.

    Raises `ProofFormatError` when it is about another game, `ProofWrongError` when a claim does not follow.
    """
    header = proof.header
    told = (header.rule, header.codes, header.checksum, header.guesses)
    if told != (rule.name, codes.count, codes.checksum, "" if guesses is None else guesses.checksum):
        raise ProofFormatError(why=Reason(WHY_GAME))
    Checker(proof, codes, rule, guesses).check(on_claim)
    return header.bound


class Checker:
    """The claims of a proof, and what it takes to check each."""

    def __init__(self, proof: Proof, codes: Codes, rule: Rule, guesses: Codes | None) -> None:
        """Mark every guess against every code, and look up claims by set."""
        self.header, self.claims = proof
        self.prices = self.header.prices
        self.last = max((depth + 1 for depth in range(len(self.prices) - 1) if self.differs(depth)), default=0)
        texts = list(dict.fromkeys((*codes.texts, *(guesses.texts if guesses is not None else ()))))
        self.texts = texts
        self.every = np.arange(len(texts))
        self.marks = mark_all(texts, codes, rule)
        symmetric = isinstance(codes, ColourCodes) and guesses is None
        self.forms = Forms(codes, rule, self.marks) if symmetric else None
        self.lows: dict[tuple[int, bytes], int] = {}
        self.known: dict[bytes, bytes] = {}
        for _line, low, depth, places in self.claims:
            key = self.key(depth, np.array(places, np.int64))
            self.lows[key] = max(low, self.lows.get(key, 0))

    def differs(self, depth: int) -> bool:
        """Return whether the price of a turn is another than that of the next."""
        return self.prices[depth] != self.prices[depth + 1]

    def price(self, depth: int) -> int:
        """Return the price of a turn; all turns after the last one told cost what that one does."""
        return self.prices[min(depth, len(self.prices) - 1)]

    def key(self, depth: int, places: Marks) -> tuple[int, bytes]:
        """Return what a set at a depth is looked up by: prices that stay the same from there on make depths one."""
        plain = places.tobytes()
        if self.forms is not None:
            if plain not in self.known:
                self.known[plain] = self.forms.bring(places).tobytes()
            plain = self.known[plain]
        return min(depth, self.last), plain

    def check(self, on_claim: Callable[[], object]) -> None:
        """Check that all codes are claimed to cost the bound, and every claim. Raises `ProofWrongError`."""
        every = np.arange(self.header.codes)
        if self.lows.get(self.key(0, every), 0) < self.header.bound:
            raise ProofWrongError(why=Reason(WHY_ROOT))
        for line, low, depth, places in self.claims:
            failed = self.check_claim(low, depth, np.array(places, np.int64))
            if failed is not None:
                guess, cost = failed
                count = len(places)
                raise ProofWrongError(
                    why=Reason(WHY_CLAIM, line=line, low=low, count=count, guess=self.texts[guess], cost=cost)
                )
            on_claim()

    def check_claim(self, low: int, depth: int, places: Marks) -> tuple[int, int] | None:
        """Return None when each guess costs `low` at least, else a guess for which that is not shown, and its cost."""
        others = np.zeros(0, np.int64) if self.header.consistent else np.setdiff1d(self.every, places)
        rows = np.concatenate((places, others))  # codes left first: of equal guesses they are the better ones
        partitions, first = name_partitions(self.marks[np.ix_(rows, places)])
        left = first < len(places)
        sizes = np.array([np.bincount(partition, minlength=len(places)) for partition in partitions])
        parts = (sizes > 0).sum(axis=1)
        answers = int((parts - left).max())
        plain = np.array([cost_of_size(size, answers, depth + 1, self.price) for size in range(len(places) + 1)])
        costs = len(places) * self.price(depth) + plain[sizes].sum(axis=1) - left * plain[1]
        useful = (parts > 1) | (len(places) == 1)
        checked = np.flatnonzero(useful & (costs >= low)).tolist()
        failing = []
        for place in np.flatnonzero(useful & (costs < low)).tolist():
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
        classes = [places[partition == part] for part in np.unique(partition).tolist()]
        classes = sorted((rest for rest in classes if len(rest) > 1 or rest[0] != found), key=len)
        total = len(places) * self.price(depth) + sum(int(plain[len(rest)]) for rest in classes)
        for rest in classes:
            if total >= low:
                break
            if len(rest) > 2:
                total += max(0, self.lows.get(self.key(depth + 1, rest), 0) - int(plain[len(rest)]))
        return total


def mark_all(texts: Sequence[str], codes: Codes, rule: Rule) -> Marks:
    """Return the marks of each guess against each code, as numbers; the codes are the first guesses."""
    arrays = CodeArrays(np.vstack([codes.encode(texts[: codes.count]), *_more(texts, codes)]), len(codes.alphabet))
    every = np.arange(len(texts))
    blocks = [rule.numbers(arrays, every[at : at + 256], every[: codes.count]) for at in range(0, len(texts), 256)]
    return np.vstack(blocks)


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

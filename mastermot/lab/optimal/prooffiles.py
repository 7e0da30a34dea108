"""The file of a proof: its claims written, and read again into arrays of small numbers.

`docs/optimal.md` describes it; `mastermot.lab.optimal.proofs` checks what it says. Neither shares code with the search.
"""

from __future__ import annotations

import gzip
import json
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from operator import lt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.errors import N_, Reason
from mastermot.lab.optimal.errors import ProofFormatError
from mastermot.words.files import open_replacement, read_lines

MAX_PROOF_BYTES = 16_000_000_000  #: Bytes of a proof, decompressed, at most.
MAX_LINE_BYTES = 10_000_000  #: Bytes of a line at most.
COUNTED = 40
"""Codes of a class up to which the checker counts by itself what it costs at least: nothing need be claimed then."""
VERSION = 1
MAX_DEPTH = (1 << 16) - 1
MAX_COST = 1 << 62
MAX_PROOF_CODES = (1 << 31) - 1  #: The largest numbers that are read.


class Header(NamedTuple):
    """What a proof is about: the rule, the codes (number and checksum), guesses, prices of turns, and its bound."""

    rule: str
    codes: int
    checksum: str
    guesses: str
    consistent: bool
    prices: tuple[int, ...]
    bound: int

    @property
    def most_places(self) -> int:
        """How many places there may be: in hard mode with a wider list, other guesses allowed have places too."""
        return MAX_PROOF_CODES if self.consistent and self.guesses else self.codes


def write_proof(header: Header, claims: Iterable[tuple[int, int, Sequence[int]]], path: Path) -> int:
    """Write claims (bound, depth, codes) as a proof; return their number. Raises what `replace_file` raises."""
    digest, count = sha256(), 0
    with open_replacement(path) as file, gzip.GzipFile("", "wb", 4, file, 0) as packed:

        def write(line: str) -> None:
            content = f"{line}\n".encode()
            digest.update(content)
            packed.write(content)

        write(json.dumps({"mastermot proof": VERSION, **header._asdict()}))
        for low, depth, codes in claims:
            write(f"{low} {depth} {' '.join(map(str, codes))}")
            count += 1
        packed.write(f"{count} {digest.hexdigest()}\n".encode())
    return count


@dataclass(frozen=True)
class Claims:
    """The claims of a proof: bounds, depths, and their codes one claim after the other, with where each begins.

    Numbers of a few bytes each: a proof of three million claims of thirty codes takes 250 MB.
    """

    lows: NDArray[np.int64]
    depths: NDArray[np.uint16]
    starts: NDArray[np.int64]
    codes: NDArray[np.integer[Any]]

    def __len__(self) -> int:
        return len(self.lows)

    def places(self, claim: int) -> NDArray[np.int64]:
        """Return the codes of a claim."""
        return self.codes[self.starts[claim] : self.starts[claim + 1]].astype(np.int64)


def gather_claims(claims: Iterable[tuple[int, int, Sequence[int]]], header: Header) -> Claims:
    """Return the claims (bound, depth, codes) of a proof."""
    lows, depths, starts = array("q"), array("H"), array("q", [0])
    codes = array("H" if header.most_places <= 1 << 16 else "i")
    for low, depth, places in claims:
        lows.append(low)
        depths.append(depth)
        codes.extend(places)
        starts.append(len(codes))
    return Claims(*(np.frombuffer(numbers, numbers.typecode) for numbers in (lows, depths, starts, codes)))


class Proof(NamedTuple):
    """A proof as it was read: its header, and its claims, of which the first stands on line 2."""

    header: Header
    claims: Claims


def read_proof(path: Path | str) -> Proof:
    """Return a proof, whole but not checked. Raises `ProofFormatError`, and what reading raises."""
    source = str(path)
    lines = read_lines(Path(path), MAX_PROOF_BYTES, MAX_LINE_BYTES)
    first = next(lines, b"")
    header = read_header(first)
    if header is None:
        raise ProofFormatError(why=Reason(N_("its first line is not that of a proof")), source=source)
    digest, last, wrong, read, most = sha256(first), b"", 0, 0, header.most_places

    def read_claims() -> Iterator[tuple[int, int, Sequence[int]]]:
        nonlocal last, wrong, read
        last = next(lines, b"")
        for line in lines:  # the last one is the digest
            digest.update(last)
            read += 1
            try:
                low, depth, *codes = map(int, last.split())
                right = codes and all(map(lt, codes, codes[1:])) and 0 <= codes[0] < header.codes and codes[-1] < most
                if right and 0 <= depth <= MAX_DEPTH and abs(low) <= MAX_COST:
                    yield low, depth, codes
                else:
                    wrong = wrong or read + 1
            except ValueError:
                wrong = wrong or read + 1
            last = line

    claims = gather_claims(read_claims(), header)
    if last.rstrip(b"\n") != f"{read} {digest.hexdigest()}".encode():
        raise ProofFormatError(why=Reason(N_("its last line does not agree with the others")), source=source)
    if wrong:
        raise ProofFormatError(why=Reason(N_("line {line} is not a claim"), line=wrong), source=source)
    return Proof(header, claims)


KINDS = dict(zip(("mastermot proof", *Header._fields), (int, str, int, str, str, bool, list, int), strict=True))
"""The fields of the first line, each of exactly this type: true is no number, and NaN or 205.5 no bound."""


def read_header(line: bytes) -> Header | None:
    """Return what the first line of a proof says, None when it is not such a line."""
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or {name: type(value) for name, value in document.items()} != KINDS:
        return None
    prices = tuple(document["prices"])
    right = (
        document.pop("mastermot proof") == VERSION
        and 1 <= document["codes"] <= MAX_PROOF_CODES
        and 0 <= document["bound"] <= MAX_COST
        and {type(price) for price in prices} == {int}
    )
    return Header(**{**document, "prices": prices}) if right else None

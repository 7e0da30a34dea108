"""The file of a proof: its claims written, and read again into arrays of small numbers.

`docs/proofs.md` describes the file; `mastermot.lab.optimal.proofs` checks its claims. Neither module uses the search.

A *claim* says that a set of codes costs at least so much (its *bound*, or `low`) if so many turns were played before
(its *depth*). Codes are named by their *indices*: where they stand among all guesses, the codes first. In hard mode the
other guesses that are allowed have indices too, and belong to the set. A file about `longest` or `last` has two proofs:
`list_for_longest` and `list_for_last` say whether they go together.
"""

import gzip
import json
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from operator import lt
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from annotated_types import Interval, MinLen
from numpy.typing import NDArray

from mastermot.errors import N_, Reason
from mastermot.game.hard_modes import STRICT, HardMode
from mastermot.game.objectives import LATE_PENALTY, OVERDUE_PENALTY, TOTAL, Objective
from mastermot.lab.optimal.errors import ProofFormatError
from mastermot.words.files import open_replacement, read_lines

MAX_PROOF_BYTES = 16_000_000_000  #: Bytes of a proof, decompressed, at most.
MAX_LINE_BYTES = 10_000_000  #: Bytes of a line at most.
COUNTED = 40
"""The checker looks by itself at the guesses at a class of at most this many codes: what it finds need not be claimed.
"""
VERSION = 1
# the largest numbers that are read:
MAX_DEPTH = (1 << 16) - 1
MAX_COST = 1 << 62
MAX_PROOF_CODES = (1 << 31) - 1


class Header(NamedTuple):
    """What a proof is about: the rule, the codes (number and checksum), the guesses, the prices of turns, the bound."""

    rule: str
    codes: Annotated[int, Interval(ge=1, le=MAX_PROOF_CODES)]
    checksum: str
    guesses: str
    consistent: bool
    prices: Annotated[tuple[int, ...], MinLen(1)]
    bound: Annotated[int, Interval(ge=0, le=MAX_COST)]
    opening: tuple[str, ...] = ()  #: The first guesses, which are played whatever the answers.
    hard: Literal["wordle"] | None = None  #: Wordle’s hard mode; the strict one is told by `consistent`.

    @property
    def mode(self) -> HardMode | None:
        return STRICT if self.consistent else self.hard

    @property
    def index_count(self) -> int:
        """A number that all indices of the claims are below.

        It is the number of codes where only codes have indices: without a hard mode, and in the hard mode strict if
        only codes may be guessed. Elsewhere other guesses have indices too. The header does not say how many these are,
        so the number is then `MAX_PROOF_CODES`.
        """
        return MAX_PROOF_CODES if self.hard or (self.consistent and self.guesses) else self.codes


ClaimLine = tuple[int, int, Sequence[int]]  #: A claim: its bound, its depth, the indices of its set.
ClaimLines = Iterable[ClaimLine]


def write_proofs(proofs: Iterable[tuple[Header, ClaimLines]], path: Path) -> int:
    """Write proofs one after the other into a file, each with its header; return the number of claims of all proofs.

    After the lines of a proof (`write_lines`) comes its last line: the number of its claims, and the checksum of the
    lines before.
    """
    all_claims = 0
    # no name and no time are written: so the same claims always give the same bytes
    with open_replacement(path) as file, gzip.GzipFile("", "wb", compresslevel=4, fileobj=file, mtime=0) as packed:
        for header, claims in proofs:
            digest = sha256()
            lines = 0
            for line in write_lines(header, claims):
                digest.update(line)
                packed.write(line)
                lines += 1
            count = lines - 1  # the first line is the header
            packed.write(f"{count} {digest.hexdigest()}\n".encode())
            all_claims += count
    return all_claims


def write_lines(header: Header, claims: ClaimLines) -> Iterator[bytes]:
    """Yield the lines of a proof: its header as JSON, then a line for each claim, such as ``12 1 0 3 5 9``.

    This claim has the bound 12, the depth 1 and the codes 0, 3, 5 and 9. The last line of a proof is not yielded:
    `write_proofs` adds it.
    """
    fields: dict[str, object] = {"mastermot proof": VERSION, **header._asdict()}
    for name in ("opening", "hard"):  # left out if empty, as in the files of versions that had neither field
        if not fields[name]:
            del fields[name]
    yield (json.dumps(fields) + "\n").encode()
    for low, depth, codes in claims:
        yield f"{low} {depth} {' '.join(map(str, codes))}\n".encode()


@dataclass(frozen=True)
class Proof:
    """A proof: its header, and the bounds, the depths and the codes of its claims in flat arrays.

    The codes of all claims stand one after the other; `starts` says where those of each claim begin.
    """

    header: Header
    line: int  #: The line of its header in its file, which the claims follow.
    lows: NDArray[np.int64]
    depths: NDArray[np.uint16]
    starts: NDArray[np.int64]  #: Where the codes of each claim begin, and the end.
    codes: NDArray[np.integer[Any]]

    def __len__(self) -> int:
        return len(self.lows)

    def stretch(self, claim: int) -> slice:
        return slice(self.starts[claim], self.starts[claim + 1])

    def indices(self, claim: int) -> NDArray[np.int64]:
        return self.codes[self.stretch(claim)].astype(np.int64)


def hold_proof(header: Header, claims: ClaimLines, line: int = 1) -> Proof:
    """Return a proof with these claims, put into flat arrays; each claim is a bound, a depth and the indices of codes.

    `line` is the number of the header's line in its file. The indices of all claims stand one after the other; `starts`
    says where those of each claim begin, and the end: for claims about two codes and three codes, it has 0, 2 and 5.
    """
    lows = array("q")  # integers of 64 bits
    depths = array("H")  # integers of 16 bits, without a sign
    starts = array("q", [0])
    codes = array("H" if header.index_count <= 1 << 16 else "i")  # 16 bits if all indices fit into them, else 32
    for low, depth, indices in claims:
        lows.append(low)
        depths.append(depth)
        codes.extend(indices)
        starts.append(len(codes))
    columns = [np.frombuffer(column, column.typecode) for column in (lows, depths, starts, codes)]
    return Proof(header, line, *columns)


def read_proofs(path: Path | str) -> list[Proof]:
    """Return the proofs of a file (`longest` and `last` need two). Whether their claims hold is not checked.

    A file that was cut short or altered is refused because of its last line, even if another line is no claim: the last
    line of a proof is looked at first. Raises `ProofFormatError`; `FileMissingError`, `FileIsFolderError`,
    `FileUnreadableError`, `FileDamagedError`, `FileTooLargeError` or `LineTooLongError`.
    """
    source = str(path)
    proofs = list[Proof]()
    no_proof = Reason(N_("its first line is not that of a proof"))
    lines = enumerate(read_lines(Path(path), MAX_PROOF_BYTES, MAX_LINE_BYTES), 1)
    # the loop gets only the first line of each proof: the reader takes the other lines from `lines`
    for first_number, first_line in lines:
        header = read_header(first_line)
        if header is None:
            raise ProofFormatError(why=no_proof, source=source)
        reader = ClaimReader(lines, header, first_line)
        # this takes all claims from the reader, which then has the last line, and the figures that it must have
        proofs.append(hold_proof(header, reader.read_claims(), first_number))
        claim_count = reader.number - first_number - 1
        expected_last_line = f"{claim_count} {reader.digest.hexdigest()}".encode()
        if reader.line.rstrip(b"\n") != expected_last_line:
            raise ProofFormatError(why=Reason(N_("its last line does not agree with the others")), source=source)
        if reader.wrong > 0:
            raise ProofFormatError(why=Reason(N_("line {line} is not a claim"), line=reader.wrong), source=source)
    if not proofs:
        raise ProofFormatError(why=no_proof, source=source)
    return proofs


class ClaimReader:
    """Reads the claims of one proof from the numbered lines of a file, up to the last line of the proof.

    `lines` gives the lines after the header, which is `first_line`. Once all claims are read, `line` is the last line
    of the proof: it can be compared with `number` and `digest`.
    """

    def __init__(self, lines: Iterator[tuple[int, bytes]], header: Header, first_line: bytes) -> None:
        self.lines = lines
        self.header = header
        self.digest = sha256(first_line)  #: The checksum of all lines read, except the last line of the proof.
        self.number = 0  #: The number of the line read last.
        self.line = b""  #: The line read last.
        self.wrong = 0  #: The number of the first line that is no claim; 0 if all are.

    def read_claims(self) -> ClaimLines:
        """Yield the claims. After them, `line` is the last line of the proof or, if the proof has none, of the file.

        A line that is no claim is left out, and `wrong` has the number of the first such line.
        """
        for number, line in self.lines:
            self.number = number
            self.line = line
            fields = line.split()
            if len(fields) == 2:  # the last line of a proof: a claim has three fields or more
                return
            self.digest.update(line)
            claim = read_claim(fields, self.header)
            if claim is not None:
                yield claim
            elif self.wrong == 0:
                self.wrong = number


def read_claim(fields: Sequence[bytes], header: Header) -> ClaimLine | None:
    """Return the claim in the `fields` of a line: bound, depth, and the indices of its set; None if it is wrong.

    A claim is wrong if a field is no number, if there are no indices, if the indices do not rise, if the first index is
    not that of a code (the header has the number of codes), or if a number is out of its bounds. In a game of nine
    codes:

    >>> header = Header("black-white", 9, "", "", False, (1,), bound=0)
    >>> read_claim([b"12", b"1", b"0", b"3", b"8"], header)
    (12, 1, [0, 3, 8])
    >>> read_claim([b"12", b"1", b"3", b"0"], header) is None
    True
    """
    try:
        low, depth, *indices = map(int, fields)
    except ValueError:
        return None
    if len(indices) == 0:
        return None
    indices_rise = all(map(lt, indices, indices[1:]))
    begins_with_code = 0 <= indices[0] < header.codes
    numbers_are_in_bounds = indices[-1] < header.index_count and 0 <= depth <= MAX_DEPTH and abs(low) <= MAX_COST
    if indices_rise and begins_with_code and numbers_are_in_bounds:
        return low, depth, indices
    return None


def read_header(line: bytes) -> Header | None:
    """Return the header in the first line of a proof; None if the line has none, or one of another `VERSION`.

    The types of its values must be those of `Header`.
    """
    from pydantic import TypeAdapter

    try:
        document = json.loads(line)
        version = json.dumps(document.pop("mastermot proof", None))  # as text: 1.0 and true would equal 1
        # written as JSON again, since pydantic, if `strict`, takes lists of JSON for tuples, but not lists of Python
        header = TypeAdapter(Header).validate_json(json.dumps(document), strict=True)
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None
    return header if version == str(VERSION) else None


def count_priced_turns(header: Header) -> int:
    """Return N from the prices in a proof's header: the N of ``within:N``, or the number of the last turn under `last`.

    Both have N + 2 prices (`Objective.prices`): of the N turns, of the first turn that is too late, and of all turns
    after it. `total` has only one price and no N: -1 is returned for it, which is less than every N.

    >>> prices = Objective("within:3", within=3).prices
    >>> count_priced_turns(Header("black-white", 9, "", "", False, prices, bound=0))
    3
    """
    return len(header.prices) - 2


def list_for_last(first: Header, second: Header) -> list[Objective]:
    """Return the objectives of the two proofs under `last`; an empty list if the two do not go together.

    The first proof is about `last` with N turns. Its bound must be less than `OVERDUE_PENALTY`, which a code found
    after turn N costs: otherwise no tree ends in N turns. The second proof is about ``within:N-1``. Its bound must be
    `LATE_PENALTY` or more, which a code found after turn N - 1 costs: so in every tree some code needs turn N.

    Here only the number of prices is looked at: `check_header` compares the prices with those of the objectives that
    are returned.
    """
    turns = count_priced_turns(first)
    fewer_turns = count_priced_turns(second)
    no_code_is_late = first.bound < OVERDUE_PENALTY
    some_code_is_late = second.bound >= LATE_PENALTY
    if fewer_turns == turns - 1 and no_code_is_late and some_code_is_late:
        return [Objective("last", last=turns), Objective("within", fewer_turns)]
    return []


def list_for_longest(first: Header, second: Header) -> list[Objective]:
    """Return the objectives of the two proofs under `longest`; an empty list if the two do not go together.

    The second proof is about ``within:M`` for some M. Its bound must be `LATE_PENALTY` or more, which a code costs that
    takes more than M turns: so in every tree some game takes more. The first proof is about a total, so its bound must
    be less than `LATE_PENALTY`. It may be about one of these:

    1. the total of all strategies, with the price of `total`;
    2. the total of the strategies that find every code in N turns, with the prices of ``within:N``, for an N above M.

    Here only the number of the other prices is looked at: `check_header` compares the prices with those of the
    objectives that are returned.
    """
    turns = count_priced_turns(first)
    fewer_turns = count_priced_turns(second)
    first_is_of_all = first.prices == TOTAL.prices
    second_is_of_all = second.prices == TOTAL.prices
    no_code_is_late = first.bound < LATE_PENALTY
    some_code_is_late = second.bound >= LATE_PENALTY and not second_is_of_all  # under `total` no code is ever late
    if not (no_code_is_late and some_code_is_late):
        return []
    if first_is_of_all:
        return [TOTAL, Objective("within", fewer_turns)]
    if turns > fewer_turns:
        return [Objective("within", turns), Objective("within", fewer_turns)]
    return []

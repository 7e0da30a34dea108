"""Proofs: written from a search, checked without it, and refused when anything in them is altered."""

from __future__ import annotations

import gzip
import json
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermot.codes import ColourCodes, ListedCodes
from mastermot.optimal import TOTAL, Problem, Solving, objective_named
from mastermot.optimal.claims import list_claims, make_header
from mastermot.optimal.errors import ProofFormatError, ProofWrongError
from mastermot.optimal.proofs import Proof, check_proof, read_proof, write_proof
from mastermot.rules import BLACK, BLACK_WHITE, Rule
from tests.optimal.test_small import small_games
from tests.playing import every_rule
from tests.support import run

pytestmark = pytest.mark.compiled


def prove(problem: Problem) -> Proof:
    """Return the proof of a problem searched to its end, not yet written."""
    solving = Solving(problem)
    list(solving.run())
    header = make_header(solving.search)
    claims = list_claims(solving.search, header.bound, int)
    listed = [(line, claim.low, claim.depth, claim.codes) for line, claim in enumerate(claims, start=2)]
    return Proof(header, listed)


@settings(deadline=None, max_examples=15)
@given(game=small_games(), consistent=st.booleans(), turns=st.sampled_from([None, 2, 3]))
def test_proofs_hold(game: tuple[Rule, list[str], list[str]], consistent: bool, turns: int | None) -> None:
    """A claim that all codes cost one more than they do cannot be proven by adding to the bound."""
    rule, codes, guesses = game
    wider = None if consistent else ListedCodes(guesses)
    objective = TOTAL if turns is None else objective_named(f"within:{turns}")
    problem = Problem(ListedCodes(codes), rule, objective, wider, consistent)
    proof = prove(problem)
    assert check_proof(proof, problem.codes, rule, wider) == proof.header.bound
    header = proof.header._replace(bound=proof.header.bound + 1)
    with pytest.raises(ProofWrongError):
        check_proof(Proof(header, proof.claims), problem.codes, rule, wider)
    (line, low, depth, places), *rest = proof.claims
    with pytest.raises(ProofWrongError):
        check_proof(Proof(header, [(line, low + 1, depth, places), *rest]), problem.codes, rule, wider)


@every_rule
def test_colours_with_their_symmetries(rule: Rule) -> None:
    codes = ColourCodes(3, 3)
    proof = prove(Problem(codes, rule, TOTAL))
    assert check_proof(proof, codes, rule) == proof.header.bound


def test_every_claim_counts_that_others_lean_on() -> None:
    """Each claim raised by one is found out, or follows all the same; some that are left out are missed."""
    codes = ColourCodes(3, 4)
    proof = prove(Problem(codes, BLACK, TOTAL))
    missed = 0
    for place, (line, low, depth, places) in enumerate(proof.claims[:12]):
        without = proof.claims[:place] + proof.claims[place + 1 :]
        try:
            check_proof(Proof(proof.header, without), codes, BLACK)
        except ProofWrongError:
            missed += 1
        raised = [*without, (line, low + 100, depth, places)]
        with pytest.raises(ProofWrongError):
            check_proof(Proof(proof.header, raised), codes, BLACK)
    assert missed > 4


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A tree and its proof, written by the command."""
    folder = tmp_path_factory.mktemp("proofs")
    tree, proof = folder / "3x4.json", folder / "3x4.proof"
    result = run("optimal", "--holes", "3", "--colours", "4", "--tree", str(tree), "--proof", str(proof))
    assert result.exit_code == 0
    return tree, proof


def reseal(content: bytes) -> bytes:
    """Return a proof whose last line agrees with the others, whatever they say."""
    body = content.rstrip(b"\n").rpartition(b"\n")[0]
    return body + f"\n{body.count(10)} {sha256(body + bytes([10])).hexdigest()}\n".encode()


def test_checked_by_the_command(files: tuple[Path, Path]) -> None:
    tree, proof = map(str, files)
    result = run("tree", tree, "--check-proof", proof)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].endswith("no strategy has a total below 206; this tree reaches it")
    assert json.loads(run("tree", tree, "--check-proof", proof, "--json").stdout)["bound"] == 206


def test_tampering_is_refused(files: tuple[Path, Path], tmp_path: Path) -> None:
    """Cut short, a byte changed, a claim raised with a new seal, another game's proof."""
    tree, proof = files
    content = gzip.decompress(proof.read_bytes())
    first = content.split(b"\n")[1]
    low = int(first.split()[0])
    altered = {
        "cut": proof.read_bytes()[:-20],
        "short": content[: len(content) // 2],
        "byte": content.replace(b" 5", b" 6", 1),
        "raised": reseal(content.replace(first, first.replace(str(low).encode(), str(low + 1).encode(), 1))),
        "bound": reseal(content.replace(b'"bound": 206', b'"bound": 207')),
        "prices": reseal(content.replace(b'"prices": [1]', b'"prices": [2]')),
        "no claim": reseal(content.replace(first + b"\n", b"")),
        "letters": reseal(content.replace(first, b"five 0 1 2")),
        "other": reseal(content.replace(b'"rule": "black-white"', b'"rule": "black"')),
        "empty": b"",
    }
    for name, wrong in altered.items():
        path = tmp_path / f"{name}.proof"
        path.write_bytes(wrong)
        result = run("tree", str(tree), "--check-proof", str(path))
        assert (name, result.exit_code) == (name, 3)
        assert str(path) in result.stderr
        assert result.stdout == ""


def test_a_file_reads_as_it_was_written(tmp_path: Path) -> None:
    proof = prove(Problem(ColourCodes(2, 3), BLACK_WHITE, TOTAL))
    path = tmp_path / "2x3.proof"
    write_proof(proof.header, [claim[1:] for claim in proof.claims], path)
    assert read_proof(path) == proof
    with pytest.raises(ProofFormatError):
        check_proof(read_proof(path), ColourCodes(2, 4), BLACK_WHITE)

"""Proofs: written from a search, checked without it, and refused when anything in them is altered."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from importlib.util import find_spec
from operator import eq
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermot import BLACK, BLACK_WHITE, RULES, ColourCodes, ListedCodes, Marks, Position, Rule, WordCodes
from mastermot.engine import SerialEngine
from mastermot.engine.processes import ProcessEngine
from mastermot.errors import Reason
from mastermot.game.objectives import LONGEST, TOTAL, objective_named
from mastermot.game.positions import split_codes
from mastermot.game.tree_errors import TreeGameError
from mastermot.game.trees import Node, StrategyTree, TreePlayer, read_tree, write_tree
from mastermot.lab.optimal import Problem, Solving, claims
from mastermot.lab.optimal.canonical_sets import Forms
from mastermot.lab.optimal.claims import Waiting, find_proof
from mastermot.lab.optimal.errors import ProofFormatError, ProofWrongError, WithinCodesError
from mastermot.lab.optimal.proof_marks import mark_all, name_partitions
from mastermot.lab.optimal.prooffiles import Proof, hold_proof, read_proofs, write_proofs
from mastermot.lab.optimal.proofs import SHARE, Checker, check_proof
from mastermot.lab.optimal.search import DEFAULT_MEMORY
from mastermot.rules import register
from mastermot.rules.codes import MAX_LENGTH
from research.verify import check_files
from tests.messages import check_told
from tests.playing import every_rule
from tests.small_games import least_total, small_games
from tests.support import loaded, run, some

pytestmark = pytest.mark.compiled


def prove(problem: Problem) -> Proof:
    """Return the proof of a problem searched to its end, not yet written."""
    search = Solving(problem).search
    list(search.run())
    return hold_proof(*find_proof(search))


def test_claims_that_wait_do_not_need_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A temporary file takes them: the same ones, in the same order. A full disk loses the proof only."""
    codes = WordCodes("fr-common", 4).texts
    problem = Problem(ListedCodes(codes[:: len(codes) // 150]), BLACK_WHITE, TOTAL)
    expected = listed(prove(problem))
    sizes = []

    class Small(Waiting):
        def __init__(self, most_bytes: int) -> None:
            assert most_bytes > DEFAULT_MEMORY // 3
            super().__init__(1 << 10)

        def close(self) -> None:
            sizes.append(self.database.execute("PRAGMA page_count").fetchone()[0])
            super().close()

    monkeypatch.setattr(claims, "Waiting", Small)
    assert listed(prove(problem)) == expected
    assert sizes[0] > 1

    class Full(Waiting):
        def __init__(self, most_bytes: int) -> None:
            super().__init__(most_bytes)
            self.database.execute("PRAGMA max_page_count = 5")

    monkeypatch.setattr(claims, "Waiting", Full)
    tree, proof = tmp_path / "tree.json", tmp_path / "claims.proof"
    words = tmp_path / "words.txt"
    words.write_text("\n".join(problem.codes.texts), encoding="utf-8")
    told = run("optimal", "--words", str(words), "--length", "4", "--tree", str(tree), "--proof", str(proof))
    assert told.exit_code == 4
    check_told(told.stderr, "claims-space", "memory")
    assert tree.exists()
    assert not proof.exists()


def listed(proof: Proof) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return the claims of a proof: bound, depth, codes."""
    return [
        (int(proof.lows[claim]), int(proof.depths[claim]), tuple(proof.indices(claim).tolist()))
        for claim in range(len(proof))
    ]


def altered(proof: Proof, claims: list[tuple[int, int, tuple[int, ...]]], bound: int | None = None) -> Proof:
    """Return a proof with other claims, and where it is given another bound."""
    header = proof.header if bound is None else proof.header._replace(bound=bound)
    return hold_proof(header, claims)


@pytest.mark.slow
def test_sets_that_drive_each_other_out_are_listed() -> None:
    """Claims of this game need sets for which the first memory has not enough places side by side."""
    problem = Problem(ColourCodes(5, 5, repeats=False), BLACK, TOTAL)
    proof = prove(problem)
    assert check_proof(proof, problem) == 535


@settings(deadline=None, max_examples=15)
@given(game=small_games(), consistent=st.booleans(), turns=st.sampled_from([None, 2, 3]), wide=st.booleans())
def test_proofs_hold(game: tuple[Rule, list[str], list[str]], consistent: bool, turns: int | None, wide: bool) -> None:
    """A claim that all codes cost one more than they do cannot be proven by adding to the bound."""
    rule, codes, guesses = game
    wider = ListedCodes(guesses) if wide else None
    objective = TOTAL if turns is None else objective_named(f"within:{turns}")
    problem = Problem(ListedCodes(codes), rule, objective, wider, "strict" if consistent else None)
    proof = prove(problem)
    assert check_proof(proof, problem) == proof.header.bound
    bound = proof.header.bound + 1
    with pytest.raises(ProofWrongError):
        check_proof(altered(proof, listed(proof), bound), problem)
    (low, depth, places), *rest = listed(proof)
    with pytest.raises(ProofWrongError):
        check_proof(altered(proof, [(low + 1, depth, places), *rest], bound), problem)


@settings(deadline=None, max_examples=10)
@given(
    rule=st.sampled_from(list(RULES.values())),
    seed=st.integers(0, 1 << 32),
    consistent=st.booleans(),
    turns=st.sampled_from([None, 4]),
    wide=st.booleans(),
    data=st.data(),
)
def test_claims_too_high_are_found_out(
    rule: Rule, seed: int, consistent: bool, turns: int | None, wide: bool, data: st.DataObject
) -> None:
    """Of 40 words: a proof holds; with any one claim higher by one it is refused, or that one holds by itself too."""
    texts = Random(seed).sample(WordCodes("fr-common", 4).texts, 60)
    codes, wider = ListedCodes(texts[:40]), ListedCodes(texts) if wide else None
    objective = TOTAL if turns is None else objective_named(f"within:{turns}")
    problem = Problem(codes, rule, objective, wider, "strict" if consistent else None)
    proof = prove(problem)
    assert check_proof(proof, problem) == proof.header.bound
    claims = listed(proof)
    place = data.draw(st.integers(0, len(claims) - 1))
    low, depth, places = claims[place]
    members = [texts[code] for code in places if code < 40]
    claims[place] = low + 1, depth, places
    try:
        check_proof(altered(proof, claims), problem)
    except ProofWrongError:
        return
    part = Problem(ListedCodes(members), rule, objective, wider or codes, "strict" if consistent else None)
    if turns is None and not consistent:
        solving = Solving(part)
        list(solving.run())
        assert solving.search.proven
        assert solving.search.best > low


@every_rule
def test_colours_with_their_symmetries(rule: Rule) -> None:
    codes = ColourCodes(3, 3)
    problem = Problem(codes, rule, TOTAL)
    proof = prove(problem)
    assert check_proof(proof, problem) == proof.header.bound


@pytest.mark.parametrize("codes", [ColourCodes(6, 2), ColourCodes(3, 6), ColourCodes(4, 4)])
def test_colours_renamed_in_each_hole_apart(codes: ColourCodes) -> None:
    problem = Problem(codes, BLACK, TOTAL)
    proof = prove(problem)
    assert check_proof(proof, problem) == proof.header.bound


@pytest.mark.parametrize("codes", [ColourCodes(8, 2), ColourCodes(5, 4), ColourCodes(3, 5)])
def test_equal_sets_have_one_form(codes: ColourCodes) -> None:
    """What two guesses leave, the holes exchanged and the colours of each renamed at random; it stays the same set."""
    marks, meanings = mark_all(codes.texts, BLACK, codes.count)
    forms = Forms(codes, marks, meanings, apart=True)
    draw = np.random.default_rng(5)
    for _ in range(40):
        one, other = marks[draw.integers(codes.count, size=2)]
        member = draw.integers(codes.count)
        places = np.flatnonzero((one == one[member]) & (other == other[member]))
        moved = codes.array[places].astype(np.int64)[:, draw.permutation(codes.length)]
        for hole in range(codes.length):
            moved[:, hole] = draw.permutation(len(codes.alphabet))[moved[:, hole]]
        formed = forms.bring(places)
        assert formed.tolist() == forms.bring(np.sort(forms.indices[moved @ forms.powers])).tolist()
        between = [np.sort(marks[np.ix_(some, some)], axis=None).tolist() for some in (places, formed)]
        assert between[0] == between[1]


MANY_TIES = (
    "ABDBBA ABDBBD ABDCBA ABDCBD BDDBAA BDDBAD BDDCAA BDDCAD CBDBAC CBDCAC CBDDBA CBDDBD CDDAAA CDDAAD CDDBBB CDDCBB "
    "DBDBAC DBDCAC DBDDBA DBDDBD DDDAAA DDDAAD DDDBBB DDDCBB"
)
"""Here what stands beside a colour does not tell it from others that no symmetry turns into it."""


def test_a_set_with_many_ties_has_one_form() -> None:
    """A proof of 6 holes and 4 colours was refused for it."""
    codes = ColourCodes(6, 4)
    blacks = sum((column[:, None] == column).astype(np.int64) for column in codes.array.T)  # of all pairs
    forms = Forms(codes, blacks, [Marks(count) for count in range(codes.length + 1)], apart=True)
    draw = np.random.default_rng(5)
    digits = codes.array[[codes.texts.index(text) for text in MANY_TIES.split()]].astype(np.int64)
    formed = set()
    for _ in range(12):
        digits = digits[:, draw.permutation(codes.length)]
        for hole in range(codes.length):
            digits[:, hole] = draw.permutation(len(codes.alphabet))[digits[:, hole]]
        formed.add(forms.bring(np.sort(forms.indices[digits @ forms.powers])).tobytes())
    assert len(formed) == 1


def test_every_claim_counts_that_others_lean_on() -> None:
    """Each claim raised by one is found out, or follows all the same; some that are left out are missed."""
    codes = ColourCodes(3, 4)
    problem = Problem(codes, BLACK, TOTAL)
    proof = prove(problem)
    missed = 0
    claims = listed(proof)
    for place, (low, depth, places) in enumerate(claims[:8]):
        without = claims[:place] + claims[place + 1 :]
        try:
            check_proof(altered(proof, without), problem)
        except ProofWrongError:
            missed += 1
        raised = [*without, (low + 100, depth, places)]
        with pytest.raises(ProofWrongError):
            check_proof(altered(proof, raised), problem)
    assert missed > 2


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A tree and its proof, written by the command."""
    folder = tmp_path_factory.mktemp("proofs")
    tree, proof = folder / "3x6.json", folder / "3x6.proof"
    result = run("optimal", "--holes", "3", "--colours", "6", "--tree", str(tree), "--proof", str(proof))
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
    check_told(result.stdout.splitlines()[-1], "", "total", "854", "reaches")
    assert json.loads(run("tree", tree, "--check-proof", proof, "--json").stdout)["bound"] == 854


def test_the_first_line_that_fails_is_named_whatever_the_number_of_processes(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    """By the command: one process, two."""
    tree, proof = files
    content = gzip.decompress(proof.read_bytes())
    for line in content.split(b"\n")[2:12:3]:
        content = content.replace(line, b"9" + line)
    path = tmp_path / "raised.proof"
    path.write_bytes(reseal(content))
    told = [run("tree", str(tree), "--check-proof", str(path), "--jobs", jobs).stderr for jobs in ("1", "2")]
    assert told[0] == told[1]
    check_told(told[0], "proof-wrong", "3")  # the first of those lines: the third of the file


def test_ctrl_c_while_a_proof_is_checked(files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    tree, proof = map(str, files)

    @contextmanager
    def interrupted(*_: object) -> Iterator[Callable[[int], object]]:
        def step(count: int) -> object:
            raise KeyboardInterrupt

        yield step

    monkeypatch.setattr("mastermot.cli.tree.progress", interrupted)
    result = run("tree", tree, "--check-proof", proof)
    assert (result.exit_code, result.stdout) == (130, "")
    assert "checked" in result.stderr


def test_many_answers() -> None:
    """A game with more answers than a word of the checker has bits."""
    words = [code for code in ColourCodes(5, 5).texts if len(set(code)) > 2][::61]
    codes = ListedCodes(words)
    assert len({RULES["positional"].mark(guess, code) for guess in words for code in words}) > 64
    problem = Problem(codes, RULES["positional"], TOTAL)
    proof = prove(problem)
    assert check_proof(proof, problem) == proof.header.bound
    (low, depth, places), *rest = listed(proof)
    with pytest.raises(ProofWrongError):
        check_proof(altered(proof, [(low + 1, depth, places), *rest], low + 1), problem)


@settings(deadline=None, max_examples=30)
@given(sizes=st.tuples(st.integers(1, 1200), st.integers(1, 400), st.integers(1, 5)), seed=st.integers(0, 1 << 32))
def test_equal_partitions_are_named_once(sizes: tuple[int, int, int], seed: int) -> None:
    """With up to 1200 codes: each column by the first of its part, whatever the marks; the first row of each stays."""
    columns, finer, coarser = sizes
    draw = Random(seed)
    parts = [draw.randrange(finer) for _column in range(columns)]
    joined = [draw.randrange(coarser) for _part in range(finer)]
    marks = np.array([parts, [joined[part] for part in parts], [finer - part for part in parts]])
    expected = {tuple(row.tolist().index(mark) for mark in row): 0 for row in marks[::-1]}
    for row in (1, 0):
        expected[tuple(marks[row].tolist().index(mark) for mark in marks[row])] = row
    names, first = name_partitions(marks)
    assert {tuple(name): row for name, row in zip(names.tolist(), first.tolist(), strict=True)} == expected


class Hurried(ProcessEngine):
    """Processes that begin at once."""

    patience = 0.0


@pytest.mark.slow
def test_two_processes_say_the_same() -> None:
    """The bound of a proof that holds; of one with two claims too high the line of the first."""
    codes = WordCodes("fr-common", 4)
    codes = ListedCodes(codes.texts[:: len(codes.texts) // 230])
    problem = Problem(codes, BLACK_WHITE, TOTAL)
    proof = prove(problem)
    claims = listed(proof)
    assert len(claims) > 3 * SHARE
    counted: list[int] = []
    with Hurried(2) as engine:
        assert check_proof(proof, problem, counted.append, engine) == proof.header.bound
    assert sum(counted) == len(claims)
    for place in (len(claims) // 3, len(claims) // 2):
        low, depth, places = claims[place]
        claims[place] = low + 100, depth, places
    wrong, lines = altered(proof, claims), []
    for engine in (SerialEngine(), Hurried(2)):
        with engine, pytest.raises(ProofWrongError) as caught:
            check_proof(wrong, problem, int, engine)
        lines.append(caught.value.why.parameters["line"])
    assert lines[0] == lines[1] <= len(claims) // 3 + 2


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
        "bound": reseal(content.replace(b'"bound": 854', b'"bound": 855')),
        "prices": reseal(content.replace(b'"prices": [1]', b'"prices": [2]')),
        "no claim": reseal(content.replace(first + b"\n", b"")),
        "letters": reseal(content.replace(first, b"five 0 1 2")),
        "other": reseal(content.replace(b'"rule": "black-white"', b'"rule": "black"')),
        "empty": b"",
        "falling": reseal(content.replace(b" 0 1 2 3", b" 0 1 3 2", 1)),
        "beyond": reseal(content.replace(first, first + b" 216")),
        "negative": reseal(content.replace(first, first.replace(b" 0 0 ", b" 0 -1 ", 1))),
        "endless": reseal(content.replace(first, b"1" * 5000 + first)),
        "huge": reseal(content.replace(first, b"9" * 40 + first)),
        "deep": reseal(content.replace(first, first.replace(b" 0 0 ", b" 70000 0 ", 1))),
        "no seal": content.rpartition(b"\n")[0].rpartition(b"\n")[0],
        "many codes": reseal(content.replace(b'"codes": 216', b'"codes": "216"')),
    }
    for name, wrong in some(altered.items()):
        path = tmp_path / f"{name}.proof"
        path.write_bytes(wrong)
        result = run("tree", str(tree), "--check-proof", str(path))
        assert (name, result.exit_code) == (name, 3)
        assert str(path) in result.stderr
        assert result.stdout == ""


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("bound", value) for value in ("NaN", "205.5", "true", '"854"', "[854]", "-1", "null", "9" * 30)),
        *(("prices", value) for value in ("[]", "1", '["1"]', "[[1]]", "[true]", "[NaN]", "[1e999]", "{}", "[2]")),
        *(("prices", value) for value in ("[1, 1]", "[1073741825, 1]", "[1, 1073741825, 1]", "[0]", "[-1]")),
        *(("consistent", value) for value in ("1", "null", "true")),
        *(("rule", value) for value in ("1", "null", '"black"')),
        *(("codes", value) for value in ("216.0", "true", "0")),
        *(("guesses", value) for value in ("null", '"0"')),
    ],
)
def test_the_first_line_is_not_trusted(files: tuple[Path, Path], tmp_path: Path, field: str, value: str) -> None:
    """What a proof is about is what the tree is about; each field is of its type; with a seal that fits."""
    tree, proof = files
    first, rest = gzip.decompress(proof.read_bytes()).split(b"\n", 1)
    told = json.loads(first)
    assert field in told
    lines = [f'"{name}": {value if name == field else json.dumps(own)}' for name, own in told.items()]
    path = tmp_path / "first.proof"
    path.write_bytes(reseal(("{" + ", ".join(lines) + "}\n").encode() + rest))
    result = run("tree", str(tree), "--check-proof", str(path))
    assert (result.exit_code, result.stdout) == (3, "")
    assert str(path) in result.stderr


def test_hard_mode_and_the_objective_are_those_of_the_tree(files: tuple[Path, Path], tmp_path: Path) -> None:
    """A proof about hard mode says nothing of a free tree, one about another objective neither."""
    tree, proof = map(str, files)
    game = ("optimal", "--holes", "3", "--colours", "6")
    for options, why in ((("--hard",), "hard"), (("--objective", "within:4"), "objective")):
        other, its_proof = str(tmp_path / "other.json"), str(tmp_path / "other.proof")
        assert run(*game, *options, "--tree", other, "--proof", its_proof).exit_code == 0
        for one, about in ((tree, its_proof), (other, proof)):
            result = run("tree", one, "--check-proof", about)
            assert (result.exit_code, result.stdout) == (3, "")
            assert re.search(rf"\b{why}\b", result.stderr), "not only in the name of the file"
        told = json.loads(run("tree", other, "--check-proof", its_proof, "--json").stdout)
        assert told["reached"]
        assert (told["hard"], told["objective"]) == (
            "strict" if why == "hard" else None,
            "within:4" if why == "objective" else "total",
        )
    assert (told["found_bound"], told["total_bound"]) == (told["codes"] - (told["bound"] >> 30), told["bound"] % 2**30)
    older = json.loads(Path(tree).read_text())
    for name in ("objective", "hard", "guesses"):
        del older[name]
    path = tmp_path / "older.json"
    path.write_text(json.dumps(older))
    assert run("tree", str(path), "--check-proof", proof).exit_code == 0
    for options in (("--hard",), ("--hard", "--check-proof", proof)):
        refused = run("tree", str(path), *options)
        assert refused.exit_code == 3, refused.stderr
        assert re.search(r"\bhard\b", refused.stderr)
    assert run("tree", tree, "--hard").exit_code == run("tree", tree, "--objective", "longest").exit_code == 3
    idle = run("tree", str(path), "--objective", "longest")
    assert idle.exit_code == 2
    check_told(idle.stderr, "", "--objective: ", "--check-proof")
    assert run("tree", str(path), "--objective", "total", "--check-proof", proof).exit_code == 0


def test_a_proof_with_a_single_guess_besides_is_checked(tmp_path: Path) -> None:
    (tmp_path / "codes.txt").write_text("ca\nab\nba\nbb\n")
    (tmp_path / "guesses.txt").write_text("cb\n")
    codes, guesses, tree, proof = (str(tmp_path / name) for name in ("codes.txt", "guesses.txt", "tree.json", "proof"))
    game = ("--words", codes, "--length", "2", "--rule", "black", "--guesses", guesses)
    assert run("optimal", *game, "--jobs", "1", "--tree", tree, "--proof", proof).exit_code == 0
    told = run("tree", tree, "--guesses", guesses, "--check-proof", proof)
    assert (told.exit_code, "proof" in told.stdout) == (0, True)
    assert run("static", *game, "--count", "2").exit_code == 0


class HolesDiffer(Rule):
    """Blacks in all holes but the last, a white for the last: a rule that says nothing of symmetries."""

    name = "owndiffer"
    meaning = "X: in its place, O: the last is right."

    def compare(self, guess: Sequence[object], secret: Sequence[object]) -> Marks:
        """Return the blacks before the last hole, and whether the last agrees; the secret itself gets all black."""
        blacks, last = sum(map(eq, guess[:-1], secret[:-1])), guess[-1] == secret[-1]
        return Marks(len(guess)) if blacks == len(guess) - 1 and last else Marks(blacks, int(last and blacks < 2))

    def why_impossible(self, marks: Marks, length: int) -> Reason | None:
        """Return nothing: all marks may come."""
        return None


def test_a_rule_that_says_nothing_has_no_symmetries() -> None:
    rule, codes = register(HolesDiffer()), ColourCodes(3, 3)
    try:
        problem = Problem(codes, rule, TOTAL)
        assert not problem.symmetric
        assert check_proof(prove(problem), problem) == least_total(codes.texts, codes.texts, rule)
    finally:
        del RULES[rule.name]


def play(rule: Rule, left: list[str], first: str = "", after: str = "") -> Node:
    """Return a tree that plays `first`, `after` it at any marks that leave several codes, and then the codes left."""
    node = Node(first or left[0])
    for marks, rest in split_codes(rule, node.guess, left).items():
        second = after if len(rest) > 1 else ""
        node.answers[marks.text] = None if rest == [node.guess] else play(rule, rest, second)
    return node


def test_a_tree_plays_what_the_game_allows(tmp_path: Path) -> None:
    """A tree with a word that is no code, or with a guess that hard mode forbids: refused, so that it reaches nothing.

    Older files do not say what their trees may play: there it is known once a proof is to be checked.
    """
    codes, words = ColourCodes(2, 4), ListedCodes(["BALE", "DALE", "GALE", "HALE"])
    lists = tmp_path / "words.txt"
    lists.write_text("\n".join(words.texts))
    wider = ListedCodes(["DUGH", "BALE"])
    cases = [
        (StrategyTree(codes, BLACK_WHITE, play(BLACK_WHITE, list(codes.texts), "AA", "BB")), "hard", "--hard"),
        (StrategyTree(words, BLACK, play(BLACK, list(words.texts), "DUGH")), "DUGH", ""),
    ]
    for tree, told, option in cases:
        hard = bool(option)
        path, proof = tmp_path / "tree.json", tmp_path / "tree.proof"
        game = ("--holes", "2", "--colours", "4") if hard else ("--words", str(lists), "--length", "4")
        made = run("optimal", *game, "--rule", tree.rule.name, *(option,) * hard, "--proof", str(proof))
        assert made.exit_code == 0
        write_tree(replace(tree, hard="strict" if hard else None), path)
        with pytest.raises(TreeGameError, match=told):
            read_tree(path, tree.codes)
        document = json.loads(path.read_text())
        for name in ("objective", "hard", "guesses"):
            del document[name]
        path.write_text(json.dumps(document))
        assert read_tree(path, tree.codes).replay == tree.replay
        result = run("tree", str(path), *game, *(option,) * hard, "--check-proof", str(proof))
        assert (result.exit_code, result.stdout) == (3, "")
        assert told in result.stderr
    write_tree(replace(tree, guesses=wider), path)
    assert read_tree(path, words, guesses=wider).replay == tree.replay
    with pytest.raises(TreeGameError, match="list"):
        read_tree(path, words, guesses=words)
    with pytest.raises(TreeGameError, match="black"):
        TreePlayer(tree).choose(Position(words, BLACK_WHITE))


def test_a_claim_about_one_code_in_hard_mode() -> None:
    """No guess is left that could get another answer: the bounds of larger sets end all the same."""
    problem = Problem(ListedCodes(["AB", "AC", "BC"]), BLACK_WHITE, TOTAL, None, "strict")
    proof = prove(problem)
    assert Checker(proof, problem).list_least_costs(0, 0, 3).tolist() == [0, 1, 3, 6]
    assert check_proof(altered(proof, [*listed(proof), (1, 1, (0,))]), problem) == proof.header.bound
    with pytest.raises(ProofWrongError):
        check_proof(altered(proof, [*listed(proof), (2, 1, (0,))]), problem)


@every_rule
def test_the_checker_marks_by_the_plain_rule(rule: Rule) -> None:
    """At every length, words with many letters and with few; more letters in the guesses than in the codes."""
    draw = Random(3)
    for length in range(1, MAX_LENGTH + 1):
        texts = ["".join(draw.choices(letters, k=length)) for letters in ("AB", "ABCD", "KLABCZ") for _ in range(5)]
        marks, meanings = mark_all(texts, rule, 8)
        for row, guess in some(enumerate(texts)):
            assert [meanings[number] for number in marks[row]] == [rule.compare(guess, code) for code in texts[:8]]


def test_the_checker_does_not_mark_as_the_search_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in the quick marks deceives the search: it proves what is not so, and the checker does not believe it."""
    codes = ListedCodes(ColourCodes(3, 3).texts)
    problem = Problem(codes, BLACK_WHITE, TOTAL)
    numbers = type(BLACK_WHITE).numbers
    with monkeypatch.context() as patch:  # all whites are lost
        patch.setattr(type(BLACK_WHITE), "numbers", lambda *told: (found := numbers(*told)) - found % 4)
        wrong = prove(problem)
        with pytest.raises(ProofWrongError):
            check_proof(wrong, problem)
    assert wrong.header.bound > prove(problem).header.bound
    assert all(find_spec(name) for name in QUICK), "a module has another name now"
    assert not QUICK & loaded("import mastermot.lab.optimal.proofs")


QUICK = {
    "mastermot.rules.arrays",
    "mastermot.rules.kernels",
    "mastermot.game.partitions",
    "mastermot.lab.optimal.boards",
    "mastermot.lab.optimal.kernel",
    "mastermot.lab.optimal.search",
}
"""Modules that mark quickly, or take such marks."""


def test_a_fortune_is_more_than_any_total() -> None:
    """With so many codes that turns might add up to it, the figures of a search or a proof would say nothing."""
    codes = ColourCodes(16, 2)
    for objective in (LONGEST, objective_named("within:5")):
        with pytest.raises(WithinCodesError):
            Solving(Problem(codes, BLACK_WHITE, objective))
    Solving(Problem(codes, BLACK_WHITE, TOTAL))


def test_a_file_reads_as_it_was_written(tmp_path: Path) -> None:
    proof = prove(Problem(ColourCodes(2, 3), BLACK_WHITE, TOTAL))
    path = tmp_path / "2x3.proof"
    write_proofs([(proof.header, listed(proof))], path)
    again = read_proofs(path)[0]
    assert (again.header, listed(again)) == (proof.header, listed(proof))
    with pytest.raises(ProofFormatError):
        check_proof(read_proofs(path)[0], Problem(ColourCodes(2, 4), BLACK_WHITE, TOTAL))


def test_longest_and_openings_have_proofs(tmp_path: Path) -> None:
    """Both checkers believe them; not of another opening, nor with a higher bound, nor half of `longest` or `last`."""
    tree, proof, other = (tmp_path / name for name in ("tree.json", "claims.proof", "other.proof"))
    cases = {
        ("--objective", "longest"): ["4"],
        ("--opening", "AAB"): ["AAB", "total"],
        ("--opening", "AAB", "--opening", "CCD"): ["AAB, CCD", "total"],
        ("--objective", "within:2", "--opening", "AAB", "--opening", "CCD"): ["AAB, CCD", "fewer"],
        ("--objective", "longest", "--hard"): ["strict"],
        ("--objective", "last"): ["21", "last"],
        ("--objective", "last", "--hard"): ["strict"],
    }
    for options, told in cases.items():
        game = ("optimal", "--holes", "3", "--colours", "4", *options, "--tree", str(tree), "--proof", str(proof))
        assert run(*game).exit_code == 0
        result = run("tree", str(tree), "--check-proof", str(proof))
        assert result.exit_code == 0
        check_told(result.stdout.splitlines()[-1], "", *told, "reaches")
        assert "reaches" in list(check_files(str(tree), str(proof), None, None))[-1]
        proofs = read_proofs(proof)
        raised = [one.header._replace(bound=one.header.bound + 1) for one in proofs]
        wrong = [(header, listed(one)) for header, one in zip(raised, proofs, strict=True)]
        if proofs[0].header.opening:
            turned = proofs[0].header._replace(opening=("ABC", *proofs[0].header.opening[1:]))
            lists = [wrong, [(turned, listed(proofs[0]))], [(turned._replace(opening=()), listed(proofs[0]))]]
        else:
            lists = [
                wrong,
                [(proofs[0].header, listed(proofs[0]))],
                [(one.header, listed(one)) for one in proofs[::-1]],
            ]
            assert (
                json.loads(run("tree", str(tree), "--check-proof", str(proof), "--json").stdout)["longest_bound"] == 4
            )
        for content in lists:
            write_proofs(content, other)
            assert run("tree", str(tree), "--check-proof", str(other)).exit_code == 3
    assert (
        run("optimal", "--holes", "3", "--colours", "4", "--objective", "longest", "--resume", str(other)).exit_code
        == 2
    )

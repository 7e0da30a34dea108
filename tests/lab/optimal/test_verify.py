"""The checker that stands alone (`research/verify.py`) beside the quick one: both judge proofs, true and altered."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from mastermot import BLACK, BLACK_WHITE, MEMBERSHIP, POSITIONAL, ColourCodes, WordCodes
from mastermot.game.objectives import TOTAL, objective_named
from mastermot.game.trees import write_tree
from mastermot.lab.optimal import Problem, Solving
from mastermot.lab.optimal.claims import find_proof
from mastermot.lab.optimal.errors import ProofFormatError, ProofWrongError
from mastermot.lab.optimal.prooffiles import Header, read_proofs, write_proofs
from mastermot.lab.optimal.proofs import check_proof
from mastermot.rules import Rule
from research.verify import Game, Part, check_files, list_orders, sum_up
from research.verify import mark as mark_plainly
from tests.messages import check_told
from tests.support import ROOT, python, run

pytestmark = pytest.mark.compiled
Claim = tuple[int, int, tuple[int, ...]]
COLOURS = [(2, 4, True), (3, 3, True), (3, 4, True), (4, 3, True), (3, 4, False), (4, 4, False), (5, 2, True)]
KNOWN = [BLACK, BLACK_WHITE, POSITIONAL, MEMBERSHIP]  #: The rules that it judges; others it calls not checked.
MAX_LINES = 460


def draw_problem(draw: Random, folder: Path) -> Problem:
    """Return a small game: colours, or words with or without others to guess; perhaps hard mode, perhaps `within`."""
    rule, hard = draw.choice(KNOWN), draw.choice([None, None, None, "strict", "wordle"])
    hard = "strict" if hard and not rule.by_position else hard
    objective = draw.choice([TOTAL, TOTAL, objective_named("within:3"), objective_named("within:4")])
    if draw.random() < 0.4:
        holes, colours, repeats = draw.choice(COLOURS)
        return Problem(ColourCodes(holes, colours, repeats=repeats), rule, objective, None, hard)
    texts = draw.sample(WordCodes("fr-common", 4).texts, 70)
    lists = [folder / "words.txt", folder / "guesses.txt"]
    for path, some in zip(lists, (texts[: draw.randint(20, 45)], texts), strict=True):
        path.write_text("".join(f"{text}\n" for text in some))
    wider = WordCodes(str(lists[1]), 4) if draw.random() < 0.5 else None
    return Problem(WordCodes(str(lists[0]), 4), rule, objective, wider, hard)


def alter(draw: Random, header: Header, claims: list[Claim]) -> tuple[Header, list[Claim]]:
    """Return a proof with one thing changed, as somebody would who wants more to be believed than is true."""
    place = draw.randrange(len(claims))
    low, depth, places = claims[place]
    kind = draw.choice(["raise", "bound", "drop", "codes", "depth", "prices", "hard"])
    if kind == "bound":
        header = header._replace(bound=header.bound + 1)
        claims = [(header.bound, *claims[0][1:]), *claims[1:]]
    elif kind == "raise":
        claims = [*claims[:place], (low + draw.choice([1, 1, 2, 9]), depth, places), *claims[place + 1 :]]
    elif kind == "drop":
        claims = claims[:place] + claims[place + 1 :]
    elif kind == "codes":
        claims = [
            *claims[:place],
            (low, depth, tuple(sorted({*places} ^ {draw.randrange(header.codes)}))),
            *claims[place + 1 :],
        ]
    elif kind == "depth":
        claims = [*claims[:place], (low, depth + 1, places), *claims[place + 1 :]]
    elif kind == "prices":
        header = header._replace(prices=(1, *header.prices))
    else:
        header = header._replace(consistent=not header.consistent)
    return header, claims


def draw_opening(draw: Random, problem: Problem) -> list[str]:
    """Return an opening for some games, none for the others; in hard mode it has one guess."""
    most = 3 if problem.hard is None else 1
    return draw.choices(problem.texts, k=draw.randint(1, most)) if draw.random() < 0.3 else []


def judge(tree: Path, proof: Path, problem: Problem, opening: list[str], folder: Path) -> tuple[bool, str]:
    """Return whether the quick checker accepts a proof, and what the other one says."""
    try:
        check_proof(read_proofs(proof)[0], problem, opening=opening)
        quick = True
    except (ProofFormatError, ProofWrongError):
        quick = False
    words = None if isinstance(problem.codes, ColourCodes) else str(folder / "words.txt")
    try:
        list(
            check_files(str(tree), str(proof), words, None if problem.guesses is None else str(folder / "guesses.txt"))
        )
    except NotImplementedError:
        return quick, "not checked"
    except (ValueError, LookupError):
        return quick, "not proven"
    return quick, "proven"


def compare(games: int, altered: int, seed: int, folder: Path) -> Counter[tuple[bool, str]]:
    """Count what the two checkers say of the proofs of some games, each true and several times altered."""
    said, draw = Counter[tuple[bool, str]](), Random(seed)
    tree, path = folder / "tree.json", folder / "claims.proof"
    for _game in range(games):
        problem = draw_problem(draw, folder)
        opening = draw_opening(draw, problem)
        solving = Solving(problem, opening=opening)
        list(solving.search.run())
        header, listed = find_proof(solving.search)
        claims = [(low, depth, tuple(places)) for low, depth, places in listed]
        write_tree(solving.best().tree, tree)
        write_proofs([(header, claims)], path)
        told = judge(tree, path, problem, opening, folder)
        assert told == (True, "proven"), (problem, opening)
        said[told] += 1
        for _time in range(altered if claims else 0):  # after an opening, nothing may need to be claimed
            changed, others = alter(draw, header, claims)
            write_proofs([(changed, others)], path)
            told = judge(tree, path, problem, opening, folder)
            assert told != (True, "not proven"), (problem, changed, others)
            assert changed.bound == header.bound or told == (False, "not proven"), (problem, changed, others)
            said[told] += 1
    return said


@pytest.mark.parametrize("apart", [False, True])
def test_no_order_of_holes_is_left_out(apart: bool) -> None:
    """An order and new names that turn a set into another one, drawn at random, are among those that are tried."""
    draw = Random(62)
    part = Part.__new__(Part)
    part.game = Game.__new__(Game)
    part.game.apart = apart
    for _time in range(100):
        holes, colours = draw.choice([(3, 4), (4, 2), (5, 3)])
        codes = ["".join(draw.choices("ABCD"[:colours], k=holes)) for _code in range(draw.randint(2, 9))]
        order = draw.sample(range(holes), holes)
        names = [draw.sample("ABCD"[:colours], colours) for _hole in range(holes if apart else 1)] * holes
        target = ["".join(names[at]["ABCD".index(code[hole])] for at, hole in enumerate(order)) for code in codes]
        orders = set(list_orders(part.compare_holes(codes), part.compare_holes(target), ()))
        assert tuple(order) in orders <= set(permutations(range(holes)))


def test_both_checkers_judge_alike(tmp_path: Path) -> None:
    """A few dozen proofs. What the other one calls proven is so: it may see what the quick one needs a claim for."""
    said = compare(8, 4, 1, tmp_path)
    assert said[True, "proven"] >= 8
    assert said[False, "not proven"] >= 8


@pytest.mark.slow
def test_both_checkers_judge_three_hundred_proofs_alike(tmp_path: Path) -> None:
    said = compare(60, 4, 2, tmp_path)
    assert said.total() == 300
    assert said[False, "not proven"] > 100


@pytest.mark.slow
@pytest.mark.parametrize("holes", [7, pytest.param(8, marks=pytest.mark.long)])
def test_a_game_of_many_symmetries_is_checked(holes: int, tmp_path: Path) -> None:
    """8 holes can be ordered in 40,320 ways; holes that are compared two by two leave few of them to try."""
    solving = Solving(Problem(ColourCodes(holes, 2), BLACK_WHITE, TOTAL))
    list(solving.search.run())
    tree, proof = tmp_path / "tree.json", tmp_path / "claims.proof"
    write_tree(solving.best().tree, tree)
    write_proofs([find_proof(solving.search)], proof)
    last_line = list(check_files(str(tree), str(proof), None, None))[-1]
    check_told(last_line, "", "reaches", "total")


def test_it_stands_alone_and_is_short() -> None:
    text = (ROOT / "research" / "verify.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MAX_LINES
    assert not re.search(r"^ *(from|import) +(mastermot|numpy)", text, re.MULTILINE)


@pytest.mark.parametrize("rule", KNOWN, ids=str)
def test_marks_of_letters_that_are_all_the_same_to_a_guess(rule: Rule) -> None:
    """It marks one code of those that differ in letters which the guess lacks; each gets its own marks all the same."""
    draw, game, kinds = Random(6), Game.__new__(Game), dict[str, int]()
    game.rule, game.letters = rule.name, {*"ABCDE"}
    codes = ["".join(draw.choices("ABCDE", k=4)) for _code in range(200)]
    guesses = draw.sample(codes, 20)
    marked = [[*game.mark_all(guess, codes, kinds)] for guess in guesses]
    assert marked == [[kinds[mark_plainly(rule.name, guess, code)] for code in codes] for guess in guesses]


def test_the_worked_example_of_the_page() -> None:
    """What 0 to 4 codes of 2 holes and 2 colours cost at least, as `docs/proofs.md` works it out."""
    page, formats = ((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("proofs.md", "formats.md"))
    tree = json.loads(re.findall(r'(?s)```json\n(\{"rule".*?)```', formats)[0])
    tree["codes"]["sha256"] = sum_up(ColourCodes(2, 2).texts)  # the page leaves it out
    game = Game(tree, None, None)
    part = Part(game, {**game.about, "prices": [1], "bound": 8}, [])
    least, of_guesses = part.weigh(game.every, 0)
    assert least == [0, 1, 3, 5, 8]
    assert min(cost for cost, _guess in of_guesses) == 8
    assert "`low` is 0, 1, 3, 5, 8: the four codes cost at least 8 turns" in " ".join(page.split())


def test_the_command(tmp_path: Path) -> None:
    """Words with their first letter given, other words to guess: what it says, and its status."""
    words, guesses = tmp_path / "words.txt", tmp_path / "guesses.txt"
    words.write_text("cane\ncape\ncare\ncase\ncôte\ndame\n", encoding="utf-8")
    guesses.write_text("crin\ncape\nrops\n")
    tree, proof = tmp_path / "tree.json", tmp_path / "words.proof"
    game = ("--words", str(words), "--length", "4", "--guesses", str(guesses), "--starts", "c", "--rule", "positional")
    assert run("optimal", *game, "--tree", str(tree), "--proof", str(proof)).exit_code == 0
    lists = ("--words", words, "--guesses", guesses)
    done = python("research/verify.py", tree, proof, *lists)
    assert (done.returncode, done.stderr) == (0, b"")
    *_game, claimed, reached = done.stdout.decode().splitlines()
    check_told(claimed, "", "total", "12")
    assert "reaches" in reached
    words.write_text("cane\ncape\ncare\ncase\ncour\n")
    for told, given in ((b"proven", lists), (b"checked", ())):
        done = python("research/verify.py", tree, proof, *given)
        assert (done.returncode, done.stderr, told in done.stdout.partition(b":")[0]) == (1, b"", True)
    proof.write_bytes(proof.read_bytes()[:-9])
    assert python("research/verify.py", tree, proof, *lists).returncode == 1
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 200_000)
    for file, told in ((deep, b"proven"), (proof, b"proven"), (tmp_path, b"checked")):
        done = python("research/verify.py", file, proof)
        assert (done.returncode, done.stderr, told in done.stdout.partition(b":")[0]) == (1, b"", True)


def test_what_it_cannot_decide_is_not_called_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Symmetries that it has no patience to try."""
    tree, proof = tmp_path / "tree.json", tmp_path / "colours.proof"
    game = ("--holes", "3", "--colours", "6", "--tree", str(tree), "--proof", str(proof))
    assert run("optimal", *game).exit_code == 0
    assert list(check_files(str(tree), str(proof), None, None))
    monkeypatch.setattr("research.verify.MOST_TRIES", 2)
    with pytest.raises(NotImplementedError, match="not compared"):
        list(check_files(str(tree), str(proof), None, None))


SPANISH = "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"
GAMES: dict[str, tuple[str, ...]] = {
    "3 holes, 3 colours, ": ("--holes", "3", "--colours", "3"),
    "3 holes, 4 colours, no repeats, ": ("--holes", "3", "--colours", "4", "--no-repeats", "--rule", "black"),
    "2 holes, 3 colours, empty holes, ": ("--holes", "2", "--colours", "3", "--empty", "--rule", "positional"),
    "WORDS (6 words of 4 letters, SHA-256 ": ("--words", "WORDS", "--length", "4", "--alphabet", SPANISH),
    "WORDS (3 words of 4 letters like C..., SHA-256 ": (
        *("--words", "WORDS", "--length", "4", "--alphabet", SPANISH, "--starts", "c", "--guesses", "GUESSES"),
    ),
}
"""Games, each by the name that the checker must give to it."""


@pytest.mark.parametrize("objective", ["total", "longest", "within:2"])
@pytest.mark.parametrize("named", GAMES)
def test_a_game_is_named_by_what_was_checked(named: str, objective: str, tmp_path: Path) -> None:
    """Whatever name stands in the tree's file; Ñ is a letter of its own where the alphabet of the list has it."""
    files = {"WORDS": tmp_path / "words.txt", "GUESSES": tmp_path / "guesses.txt"}
    files["WORDS"].write_text("caña\ncaño\npaño\ncana\npana\nmoña\n", "utf-8")
    files["GUESSES"].write_text("piña\ncaña\npino\n", "utf-8")
    given = [str(files.get(one, one)) for one in GAMES[named]]
    tree, proof = tmp_path / "tree.json", tmp_path / "tree.proof"
    made = run("optimal", *given, "--objective", objective, "--tree", str(tree), "--proof", str(proof))
    assert made.exit_code == 0, made.stderr
    replayed = run("tree", str(tree))  # its file says all that is needed: of words where they are, and their letters
    assert replayed.exit_code == 0, replayed.stderr
    document = json.loads(tree.read_text("utf-8"))
    document["codes"]["name"] = "4 holes, 6 colours"
    tree.write_text(json.dumps(document))
    words, guesses = (str(files[name]) if name in GAMES[named] else None for name in files)
    first, *proven = check_files(str(tree), str(proof), words, guesses)
    assert first.startswith(named.replace("WORDS", str(files["WORDS"])))
    assert "4 holes" not in first
    assert "reaches" in proven[-1]
    if objective == "longest":
        refuse_halves(tree, proof, words, guesses)


def refuse_halves(tree: Path, proof: Path, words: str | None, guesses: str | None) -> None:
    """Check that neither half of a proof for `longest` is taken for the whole, nor the two in the other order."""
    parts = []
    for part in read_proofs(proof):
        numbers = range(len(part))
        claims = [(int(part.lows[it]), int(part.depths[it]), tuple(map(int, part.indices(it)))) for it in numbers]
        parts.append((part.header, claims))
    for some in ([parts[0]], [parts[1]], [parts[0], parts[0]], [parts[1], parts[0]]):
        write_proofs(some, proof)
        with pytest.raises(ValueError, match="proofs"):
            list(check_files(str(tree), str(proof), words, guesses))

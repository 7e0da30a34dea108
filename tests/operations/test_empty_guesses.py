"""Games whose guesses may have empty holes, though the secret has none, as in Tatham's Guess.

What is right comes from this file: codes and guesses are listed by `product`, and marked by the three lines of `mark`.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest

from mastermot import ColourCodes, Position, make_codebreaker, rule_named
from mastermot.operations.game_advice import AdviceRequest, suggest_guesses
from mastermot.operations.ranking import RankRequest, rank_best
from mastermot.service.page import pyodide_api
from tests.messages import check_told
from tests.support import run, some

GAMES = ((2, 3, True), (3, 3, True), (3, 4, False), (4, 4, True), (4, 5, False))
"""Holes, colours, and whether colours may repeat."""
RULES = ("black", "black-white", "membership", "positional")
LANGUAGES = ("en", "fr", "es")


def list_all(holes: int, colours: int, repeats: bool) -> tuple[list[str], list[str]]:
    """Return the codes that can be the secret, and the guesses that have empty holes and a colour."""
    secrets, with_holes = [], []
    for letters in product("ABCDEFGHIJ"[:colours] + ".", repeat=holes):
        filled = [letter for letter in letters if letter != "."]
        if not filled or (not repeats and len(set(filled)) < len(filled)):
            continue
        (secrets if len(filled) == holes else with_holes).append("".join(letters))
    return secrets, with_holes


def mark(rule: str, guess: str, secret: str) -> object:
    """Return what tells the marks of a guess apart: an empty hole gets none."""
    blacks = [own == other for own, other in zip(guess, secret, strict=True)]
    if rule == "black":
        return sum(blacks)
    if rule == "membership":
        elsewhere = [own in secret and not black for own, black in zip(guess, blacks, strict=True)]
        return sum(blacks), sum(elsewhere)
    whites = sum((Counter(guess) & Counter(secret)).values()) - sum(blacks)
    if rule == "black-white":
        return sum(blacks), whites
    rest = Counter(own for own, black in zip(secret, blacks, strict=True) if not black)
    signs = []
    for own, black in zip(guess, blacks, strict=True):
        white = not black and rest[own] > 0
        rest[own] -= white
        signs.append("X" if black else "O" if white else ".")
    return "".join(signs)


def classes(rule: str, guess: str, secrets: list[str]) -> Counter[object]:
    return Counter(mark(rule, guess, secret) for secret in secrets)


@pytest.mark.parametrize("game", GAMES)
def test_the_secret_has_no_empty_hole_and_guesses_may(game: tuple[int, int, bool]) -> None:
    holes, colours, repeats = game
    secrets, with_holes = list_all(*game)
    codes = ColourCodes(holes, colours, repeats=repeats, empty_guesses=True)
    assert sorted(codes.texts) == sorted(secrets)
    assert codes.checksum == ColourCodes(holes, colours, repeats=repeats).checksum
    assert sorted(codes.playable) == sorted(secrets + with_holes)
    assert all(codes.allows(guess) and guess not in codes for guess in with_holes)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("game", GAMES)
def test_the_codes_left_are_those_that_give_these_marks(game: tuple[int, int, bool], rule: str) -> None:
    holes, colours, repeats = game
    secrets, with_holes = list_all(*game)
    codes = ColourCodes(holes, colours, repeats=repeats, empty_guesses=True)
    for guess, secret in some(zip(with_holes[::7], secrets[::3], strict=False)):
        marks = rule_named(rule).compare(guess, secret)
        fits = [other for other in secrets if mark(rule, guess, other) == mark(rule, guess, secret)]
        assert Position(codes, rule).after(guess, marks).count == len(fits)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("game", GAMES[:3])
def test_the_best_guess_is_the_best_of_codes_and_guesses_with_empty_holes(
    game: tuple[int, int, bool], rule: str
) -> None:
    """At the beginning, and after a guess of each number of empty holes: no symmetry leaves out what is best."""
    holes, colours, repeats = game
    secrets, with_holes = list_all(*game)
    codes = ColourCodes(holes, colours, repeats=repeats, empty_guesses=True)
    worth: dict[str, Callable[[Counter[object]], float]] = {
        "parts": len,
        "minimax": lambda sizes: -max(sizes.values()),
        "expected": lambda sizes: -sum(size * size for size in sizes.values()),
    }
    start = Position(codes, rule)
    for first in ("", with_holes[0], with_holes[-1], with_holes[len(with_holes) // 2]):
        secret = secrets[len(secrets) // 2]
        position = start.after(first, rule_named(rule).compare(first, secret)) if first else start
        left = [code for code in secrets if not first or mark(rule, first, code) == mark(rule, first, secret)]
        if len(left) < 3:
            continue
        splits = [classes(rule, one, left) for one in secrets + with_holes]
        for name, value in worth.items():
            player = make_codebreaker(name, codes=codes, pool="all", accelerators=with_holes)
            assert value(classes(rule, player.choose(position).guess, left)) == max(map(value, splits))


def test_it_is_played_where_it_is_better() -> None:
    """With 4 holes and 2 colours no code makes more than 7 classes, and a guess with an empty hole makes 8."""
    secrets, with_holes = list_all(4, 2, True)
    most = {one: len(classes("black-white", one, secrets)) for one in secrets + with_holes}
    assert (max(most[one] for one in secrets), max(most[one] for one in with_holes)) == (7, 8)
    request = AdviceRequest(holes=4, colours=2, empty_guesses=True, strategy="parts", pool="all")
    assert most[suggest_guesses(request).guesses[0].guess] == 8


@pytest.mark.parametrize("game", GAMES)
def test_rank_scores_every_guess(game: tuple[int, int, bool]) -> None:
    holes, colours, repeats = game
    secrets, with_holes = list_all(*game)
    request = RankRequest(
        holes=holes, colours=colours, repeats=repeats, empty_guesses=True, rules=["black-white"], top=1000
    )
    found = [one for one in rank_best(request).openings if one.by == "entropy"]
    assert sum(one.alike or 1 for one in found) == len(secrets) + len(with_holes)
    for one in found:
        sizes = classes("black-white", one.guess, secrets).values()
        entropy = math.log2(len(secrets)) - sum(size * math.log2(size) for size in sizes) / len(secrets)
        assert one.entropy == pytest.approx(entropy)
        assert one.largest == max(sizes)


def test_commands_take_it() -> None:
    game = ("--holes", "3", "--colours", "3", "--empty-guesses")
    secrets, _with_holes = list_all(3, 3, True)
    left = [code for code in secrets if mark("black-white", "A.B", code) == (1, 0)]
    advice = json.loads(run("next", *game, "A.B=X", "--json").stdout)
    assert advice["list"] == left
    turns = "A.B X\n" + f"{left[0]} XXX\n"
    judged = json.loads(run("review", "-", *game, "--json", stdin=turns).stdout)
    assert judged["won"]
    assert judged["codes"] == "3 holes, 3 colours, empty guesses"
    again = json.dumps({"codes": judged["codes"], "moves": [{"guess": "A.B", "marks": "X"}]})
    assert json.loads(run("next", "-", "--json", stdin=again).stdout)["list"] == left
    explored = json.loads(run("explore", *game, "--json").stdout)
    assert explored["codes"] == len(secrets)
    for command in ("play", "guess", "duel", "rank", "static", "optimal", "tree"):
        assert "--empty-guesses" in run(command, "--help").output
    fixed = json.loads(run("static", *game, "--all", "--json").stdout)
    assert fixed["alone"] == len(secrets)
    typed = run("guess", *game, "--seed", "1", stdin="A.B\n...\nq\n")
    assert "Turn 3" in typed.output


def test_a_secret_with_an_empty_hole_is_refused_at_every_door() -> None:
    for language in LANGUAGES:
        typed = run("--lang", language, "play", "--holes", "3", "--colours", "3", "--empty-guesses", "--secret", "A.B")
        assert typed.exit_code == 2
        check_told(typed.output, "not-a-colour", "A.B", lang=language)
        body = json.dumps({"holes": 3, "colours": 3, "empty_guesses": True, "secret": "A.B"})
        status, text = pyodide_api.answer("POST", "/api/games", body, language)
        assert (status, json.loads(text)["field"]) == (422, "/secret")


def test_what_has_no_effect_is_refused() -> None:
    for fields in ({"empty": True, "holes": 3, "colours": 3}, {"length": 5}):
        body = json.dumps({**fields, "empty_guesses": True})
        status, text = pyodide_api.answer("POST", "/api/next", body, "en")
        assert (status, json.loads(text)["field"]) == (422, "/empty_guesses")
    typed = run("next", "--holes", "3", "--colours", "3", "--empty", "--empty-guesses")
    check_told(typed.output, "", "--empty-guesses: ", "--empty")


def test_http_plays_it() -> None:
    body = {"holes": 3, "colours": 3, "empty_guesses": True}
    status, text = pyodide_api.answer("POST", "/api/games", json.dumps({**body, "secret": "ABC"}), "en")
    assert status == 201
    status, text = pyodide_api.answer(
        "POST", "/api/games/guess", json.dumps({"token": json.loads(text)["token"], "guess": "A.B"}), "en"
    )
    state = json.loads(text)
    secrets, with_holes = list_all(3, 3, True)
    assert (status, state["moves"][0]["marks"], state["playable"]) == (200, "XO", len(secrets) + len(with_holes))
    history = [{"guess": "A.B", "marks": "XO"}]
    for path in ("/api/next", "/api/guess"):
        status, text = pyodide_api.answer("POST", path, json.dumps({**body, "history": history}), "en")
        left = [code for code in secrets if mark("black-white", "A.B", code) == (1, 1)]
        assert (status, json.loads(text)["candidates"]) == (200, len(left))


def test_a_game_too_large_to_list_takes_them_too() -> None:
    """Ten holes and ten colours: those of the codes left that are drawn have no empty hole, and give these marks."""
    position = Position(ColourCodes(10, 10, empty_guesses=True), "black-white").after("AB........", "X")
    drawn = [position.table.text(int(row)) for row in position.candidates]
    assert drawn
    assert all("." not in code and mark("black-white", "AB........", code) == (1, 0) for code in drawn)


@pytest.mark.compiled
def test_a_tree_of_such_a_game_is_read_again(tmp_path: object) -> None:
    pytest.importorskip("numba")
    tree = f"{tmp_path}/tree.json"
    assert run("optimal", "--holes", "2", "--colours", "3", "--empty-guesses", "--tree", tree).exit_code == 0
    replayed = json.loads(run("tree", tree, "--json").stdout)
    assert replayed["total"] == 21

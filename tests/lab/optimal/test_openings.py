"""Openings that are fixed whatever the answers, against an exhaustive search of what they leave."""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermot import explore_turns, make_codebreaker, play_game
from mastermot.errors import MastermotError
from mastermot.game.objectives import LONGEST, TOTAL
from mastermot.lab.optimal import Problem, Solving
from mastermot.lab.static import FixedProblem
from mastermot.lab.static.searching import choose_firsts, rank_pairs
from mastermot.rules import BLACK, BLACK_WHITE, RULES, Rule
from mastermot.rules.codes import ColourCodes, ListedCodes
from tests.small_games import least_total, small_games
from tests.support import run


def least_after(opening: list[str], codes: list[str], guesses: list[str], rule: Rule) -> int:
    """Return the fewest turns in all of a game that begins with an opening, by the plain definition."""
    left = {tuple[str, ...](): list(codes)}
    total = 0
    for guess in opening:
        total += sum(map(len, left.values()))
        after = defaultdict(list)
        for answers, members in left.items():
            for code in members:
                if code != guess:
                    after[*answers, rule.mark(guess, code).text].append(code)
        left = dict(after)
    return total + sum(least_total(members, guesses, rule) for members in left.values())


@pytest.mark.compiled
@settings(deadline=None, max_examples=40)
@given(game=small_games(), data=st.data())
def test_as_an_exhaustive_search_finds(game: tuple[Rule, list[str], list[str]], data: st.DataObject) -> None:
    rule, codes, guesses = game
    guesses = list(dict.fromkeys((*codes, *guesses)))
    opening = data.draw(st.lists(st.sampled_from(guesses), min_size=1, max_size=3))
    solving = Solving(Problem(ListedCodes(codes), rule, TOTAL, ListedCodes(guesses)), opening=opening)
    greedy = solving.best()
    list(solving.run())
    best = solving.best()
    assert best.proven
    assert best.replay.total == best.bound == least_after(opening, codes, guesses, rule) <= greedy.replay.total
    for history, node in best.tree.walk():
        assert len(history) >= len(opening) or node.guess == opening[len(history)]


@pytest.mark.compiled
def test_the_best_opening_costs_nothing() -> None:
    """Bulls and cows of 3 holes and 4 colours: 206 with AAB, proven by the search without an opening too."""
    problem = Problem(ColourCodes(3, 4), BLACK_WHITE, TOTAL)
    for opening, total in ((["AAB"], 206), (["AAB", "BCD"], 218)):
        solving = Solving(problem, opening=opening)
        list(solving.run())
        assert (solving.best().replay.total, solving.best().proven) == (total, True)
    assert least_after(["AAB"], list(problem.codes.texts), list(problem.codes.texts), BLACK_WHITE) == 206


@pytest.mark.parametrize(
    ("problem", "opening"),
    [
        (Problem(ColourCodes(3, 4), BLACK, LONGEST), ["AAB"]),
        (Problem(ColourCodes(3, 4), BLACK, TOTAL, None, True), ["AAB"]),
        (Problem(ColourCodes(3, 4), BLACK, TOTAL), ["AAB"] * 11),
        (Problem(ColourCodes(3, 4), BLACK, TOTAL), ["AAE"]),
    ],
    ids=["objective", "hard", "long", "guess"],
)
def test_openings_that_cannot_be(problem: Problem, opening: list[str]) -> None:
    with pytest.raises(MastermotError):
        Solving(problem, opening=opening)


@pytest.mark.compiled
def test_the_command_says_the_opening_and_writes_its_tree() -> None:
    game = ("--holes", "3", "--colours", "3", "--opening", "aab", "--opening", "BCA")
    document = json.loads(run("optimal", *game, "--json").stdout)
    assert (document["opening"], document["proven"]) == (["AAB", "BCA"], True)
    assert "opening: AAB, BCA" in run("optimal", *game, lang="en").stdout
    assert run("optimal", *game, "--resume", "x").exit_code == 2


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_pairs_are_ranked_as_counting_them_all_does(rule: Rule) -> None:
    codes = ColourCodes(2, 4)
    problem = FixedProblem(codes, rule)
    found = rank_pairs(problem, choose_firsts(problem), 3)
    sizes = []
    for pair in combinations(codes.texts, 2):
        classes = defaultdict(int)
        for code in codes.texts:
            classes[tuple(rule.mark(guess, code).text for guess in pair)] += 1
        sizes.append((len(classes), sum(size * size for size in classes.values()) / codes.count))
    figures = {name: problem.split(best[0]).figures for name, best in found.items()}
    assert figures["classes"].classes == max(classes for classes, _expected in sizes)
    assert figures["expected"].expected == min(expected for _classes, expected in sizes)
    assert all(len(best) == 3 for best in found.values())


def test_pairs_on_the_command_line() -> None:
    asked = ("rank", "--words", "fr-common", "--length", "2", "--count", "2", "--rule", "black", "--top", "2")
    document = json.loads(run(*asked, "--json").stdout)
    assert [pair["by"] for pair in document["pairs"]] == ["classes"] * 2 + ["expected"] * 2
    assert document["pairs"][0]["classes"] >= document["pairs"][1]["classes"]
    assert "classes" in run(*asked, lang="en").stdout
    assert run(*asked, "--after", "au=X").exit_code == 2
    assert run("rank", "--holes", "2", "--colours", "3", "--guesses", "fr").exit_code == 2


@pytest.mark.parametrize("player", ["best", "knuth", "jourde", "decodeur"])
def test_players_begin_with_the_opening_whatever_the_answers(player: str) -> None:
    codes = ColourCodes(3, 4)
    codebreaker = make_codebreaker(player, codes=codes, opening=("aab", "BCD"))
    turns = explore_turns(codes, BLACK_WHITE, codebreaker)
    for secret in codes.texts:
        game = play_game(codes, secret, rule=BLACK_WHITE, codebreaker=codebreaker)
        assert [move.guess for move in game.moves[:2]] == ["AAB", "BCD"][: game.turns]
        assert game.turns == turns[secret]


def test_an_opening_in_play_next_review_and_explore(tmp_path: Path) -> None:
    game = ("--holes", "3", "--colours", "4")
    opening = ("--opening", "AAB", "--opening", "BCD")
    moves = json.loads(run("play", *game, *opening, "--secret", "DCA", "--json").stdout)["moves"]
    assert [move["guess"] for move in moves[:2]] == ["AAB", "BCD"]
    advice = json.loads(run("next", *game, *opening, "AAB=O", "--json").stdout)
    assert [one["guess"] for one in advice["guesses"]] == ["BCD"]
    after = json.loads(run("next", *game, *opening, "AAB=O", "BCD=XO", "--json").stdout)["guesses"]
    assert after[0]["guess"] != "BCD"
    played = tmp_path / "game.txt"
    played.write_text("AAB O\nBCD XO\nDCA XXX\n", "utf-8")
    judged = json.loads(run("review", *game, *opening, str(played), "--json").stdout)["moves"]
    assert [move["loss"] for move in judged[:2]] == [0, 0]
    assert "/best/parts@AAB@BCD: 64 codes" in run("explore", *game, *opening, lang="en").stdout
    for command in (("next", *game, "--hard"), ("play", *game, "--tree", "x"), ("play", *game, "--opening", "AAAA")):
        assert run(*command, *opening).exit_code == 2

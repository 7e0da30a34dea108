"""Games judged: exact figures against a slow search, sums that must come out, skill of good and bad players."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from mastermot import (
    BLACK_WHITE,
    RULES,
    Codebreaker,
    Codes,
    ColourCodes,
    ListedCodes,
    Position,
    Review,
    Rule,
    advise,
    make_codebreaker,
    open_dictionary,
    review_game,
    solve_small,
)
from mastermot.errors import N_
from mastermot.game.advice.review_plots import plot_review
from mastermot.game.errors import NoCandidateError
from mastermot.game.hard_modes import HARD_MODES, HardMode
from mastermot.results import as_json
from mastermot.rules.code_errors import TooManyCodesError
from mastermot.texts.languages import gettext, speak
from tests.game.advice.obvious import Obvious, allowed_in_hard_mode
from tests.playing import class_sizes, entropy, every_rule
from tests.support import some

COLOURS = ColourCodes(4, 6)
WORDS = ListedCodes(open_dictionary("sgb").words(5)[5::19][:300], "300 of sgb")
FEW = ListedCodes(open_dictionary("sgb").words(5)[::96], "60 of sgb")

Choose = Callable[[Position], str]


def play(codes: Codes, rule: Rule, secret: str, choose: Choose, most: int = 30) -> list[Position]:
    """Return the positions of a game."""
    positions = [Position(codes, rule)]
    while len(positions) <= most:
        guess = choose(positions[-1])
        positions.append(positions[-1].after(guess, rule.mark(guess, secret)))
        if guess == secret:
            break
    return positions


def at_random(draw: Random, agreeing: float = 0.0) -> Choose:
    """Return a player that plays any code, or with this probability one that agrees with the marks."""

    def choose(here: Position) -> str:
        if draw.random() < agreeing:
            return here.table.text(int(draw.choice(here.candidates.tolist())))
        return here.table.text(draw.randrange(len(here.codes)))

    return choose


def player(codes: Codes) -> Codebreaker:
    """Return whose pool the best guesses come from."""
    return make_codebreaker("best", codes=codes)


def left_of(here: Position) -> list[str]:
    """Return the codes left."""
    return [here.table.text(int(row)) for row in here.candidates]


@pytest.mark.parametrize("codes", [COLOURS, WORDS], ids=["4x6", "300 words"])
@pytest.mark.parametrize(("games", "reach"), [(3, 3), pytest.param(50, 8, marks=pytest.mark.slow)])
def test_exact_figures_are_those_of_a_slow_search(codes: Codes, games: int, reach: int) -> None:
    """Every figure that is said to be exact and that the slow search reaches, as far as so many codes left."""
    draw = Random(50)
    slow = Obvious(codes.texts, BLACK_WHITE)
    checked = 0
    for _game in range(games):
        positions = play(codes, BLACK_WHITE, draw.choice(codes.texts), at_random(draw, 0.8))
        review = review_game(positions, player(codes))
        for (here, after), move in zip(pairwise(positions), review.moves, strict=True):
            left = left_of(here)
            guess, marks = after.history[-1]
            sizes = class_sizes(guess, left, BLACK_WHITE)
            assert (move.before, move.after) == (len(left), len(after.candidates))
            assert move.entropy == pytest.approx(entropy(sizes), abs=1e-9)
            assert move.gained == pytest.approx(math.log2(len(left) / move.after), abs=1e-9)
            assert move.possible == (guess in left)
            if len(left) > reach:
                continue
            checked += 1
            assert move.exact
            own, fewest = slow.turns(left, guess), slow.turns(left)
            assert move.turns == pytest.approx(float(own))
            assert move.best.turns == pytest.approx(float(fewest))
            assert slow.turns(left, move.best.guess) == fewest
            assert move.loss == pytest.approx(float(own - fewest))
            classes = slow.classes(guess, tuple(left))
            values = {text: slow.turns(rest) if rest != (guess,) else 0 for text, rest in classes.items()}
            assert move.luck == pytest.approx(float(own - 1 - values[marks.text]))
            if len(left) == 1:
                assert move.rank is None
                continue
            value = values[marks.text]
            rank = sum(
                len(rest) * ((values[text] > value) + (values[text] == value) / 2) for text, rest in classes.items()
            )
            assert move.rank == pytest.approx(float(rank) / len(left))
    assert checked > games


@every_rule
def test_turns_are_what_was_expected_with_losses_and_without_luck(rule: Rule) -> None:
    draw = Random(7)
    codes = ListedCodes(FEW.texts[:14])
    for _game in range(6):
        positions = play(codes, rule, draw.choice(codes.texts), at_random(draw, 0.7))
        review = review_game(positions, player(codes), work=10**8)
        assert all(move.exact for move in review.moves)
        start = review.moves[0].best.turns
        losses, luck = (math.fsum(getattr(move, name) for move in review.moves) for name in ("loss", "luck"))
        assert review.won
        assert len(review.moves) == pytest.approx(start + losses - luck)
        assert all(-1e-9 <= move.loss <= 1 + 1e-9 for move in review.moves)


def optimal(codes: Codes, rule: Rule) -> Choose:
    """Return a player that plays a best guess by the exact search."""

    @cache
    def best(left: tuple[int, ...], table: object) -> int:
        rows = np.array(left)
        start = Position(codes, rule).table
        found = solve_small(start.numbers(np.arange(start.count), rows), start.solved, work=10**9)
        assert found is not None
        return found.guess

    return lambda here: here.table.text(best(tuple(here.candidates.tolist()), None))


@pytest.mark.slow
def test_the_best_player_has_all_skill_and_a_random_one_little() -> None:
    draw = Random(99)
    best = optimal(FEW, BLACK_WHITE)
    reviews = [review_game(play(FEW, BLACK_WHITE, secret, best), player(FEW), work=10**9) for secret in FEW.texts[::9]]
    assert {review.skill for review in reviews} == {99}
    assert 30 < sum(review.luck for review in reviews) / len(reviews) < 70
    careless = [
        review_game(play(FEW, BLACK_WHITE, draw.choice(FEW.texts), at_random(draw)), player(FEW)) for _game in range(8)
    ]
    assert max(review.skill for review in careless) < 70
    on_colours = [
        review_game(play(COLOURS, BLACK_WHITE, draw.choice(COLOURS.texts), at_random(draw), 12), player(COLOURS))
        for _game in range(8)
    ]
    assert max(review.skill for review in on_colours) < 60


@every_rule
def test_estimates_are_fair(rule: Rule) -> None:
    """Over all secrets the luck of a guess adds up to none, and no guess of the pool is better than the best."""
    draw = Random(2)
    for _position in range(3):
        guess = draw.choice(WORDS.texts)
        moves = []
        for secret in WORDS.texts[::7]:
            positions = [Position(WORDS, rule)]
            positions.append(positions[0].after(guess, rule.mark(guess, secret)))
            moves.append(review_game(positions, player(WORDS), work=0).moves[0])
        assert not any(move.exact for move in moves)
        sizes = {move.marks: move.after for move in moves}
        assert all(0 <= move.loss <= 1 for move in moves)
        assert len({move.turns for move in moves}) == 1
        assert max(move.luck for move in moves) >= 0 >= min(move.luck for move in moves)
        by_luck = sorted(moves, key=lambda move: move.luck)
        ranks = [move.rank for move in by_luck if move.rank is not None]
        assert ranks == sorted(ranks)
        assert len(sizes) > 1


@every_rule
def test_hard_mode_wants_only_guesses_that_it_allows(rule: Rule) -> None:
    draw = Random(5)
    codes = ListedCodes(WORDS.texts[:80])
    for _game in range(5):
        positions = play(codes, rule, draw.choice(codes.texts), at_random(draw, 0.5), 8)
        for mode in some(HARD_MODES if rule.by_position else HARD_MODES[:1]):
            review = review_game(positions, player(codes), hard=mode)
            for here, move in some(zip(positions, review.moves, strict=False)):
                best = move.best.guess
                assert allowed_in_hard_mode(best, here.history, rule, mode) or best == move.guess
                assert (not move.broken) == allowed_in_hard_mode(move.guess, here.history, rule, mode)


def test_a_game_that_cannot_be() -> None:
    start = Position(COLOURS, BLACK_WHITE)
    clash = start.after("AABB", "XX")
    with pytest.raises(NoCandidateError):
        review_game([start, clash, clash.after("AABB", "X")], player(COLOURS))
    large = Position(ColourCodes(9, 9), BLACK_WHITE)
    with pytest.raises(TooManyCodesError):
        review_game([large, large.after("AAAABBBBC", "XX")], player(COLOURS))


def test_scores_of_a_game_of_one_lucky_move() -> None:
    review = review_game(play(COLOURS, BLACK_WHITE, "ABCD", lambda here: "ABCD"), player(COLOURS))
    assert (review.skill, review.luck) == (99, 99)
    assert review.moves[0].rank == pytest.approx(1 - 0.5 / 1296)


@pytest.mark.slow
def test_the_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    review: Review = review_game(play(COLOURS, BLACK_WHITE, "ABCD", at_random(Random(1), 1)), player(COLOURS))
    for name in ("a.svg", "b.svg", "c.png"):
        plot_review(review, str(tmp_path / name), lambda text, *forms: f"<<{N_(text, *forms)}>>")
    content = (tmp_path / "a.svg").read_bytes()
    assert content == (tmp_path / "b.svg").read_bytes()
    assert review.moves[0].guess.encode() in content
    assert b"&lt;&lt;codes left&gt;&gt;" in content
    with speak("fr"):
        plot_review(review, str(tmp_path / "fr.svg"), gettext)
    written = re.findall(r"<text[^>]*>([^<]*)</text>", (tmp_path / "fr.svg").read_text("utf-8"))
    assert [text for text in written if re.fullmatch(r"\d+,\d+", text)]
    assert not [text for text in written if re.fullmatch(r"\d+\.\d+", text)]


def test_the_picture_has_the_marks_of_each_move(tmp_path: Path) -> None:
    """Of a move that got whites alone, of one that got nothing, and of the last one."""
    pytest.importorskip("matplotlib")
    moves = {"BBAA": "OOOO", "CCCC": "(rien)", "AABB": "XXXX"}
    guesses = iter(moves)
    review = review_game(play(COLOURS, BLACK_WHITE, "AABB", lambda _position: next(guesses)), player(COLOURS))
    with speak("fr"):
        plot_review(review, str(tmp_path / "a.svg"), gettext)
    written = re.findall(r"<text[^>]*>([^<]*)</text>", (tmp_path / "a.svg").read_text("utf-8"))
    assert [text for text in written if text in moves.values()] == [*moves.values()]
    assert any(f" {review.skill} " in text and f" {review.luck} " in text for text in written)  # its title


def test_rules_are_all_estimated() -> None:
    for rule in RULES.values():
        start = Position(WORDS, rule)
        after = start.after(WORDS.texts[0], rule.mark(WORDS.texts[0], WORDS.texts[9]))
        (move,) = review_game([start, after], player(WORDS), work=0).moves
        assert 2 < move.best.turns <= move.turns < 10


def shorten(result: object) -> str:
    """Return a few digits for a whole result, figures to nine places."""
    text = json.dumps(as_json(result), sort_keys=True)
    return sha256(repr(json.loads(text, parse_float=lambda figure: f"{float(figure):.9f}")).encode()).hexdigest()[:8]


@pytest.mark.parametrize(
    ("codes", "rule", "hard", "work", "reviewed", "advised"),
    [
        (COLOURS, "black-white", None, 20_000, "9eb76689", "41fb4704"),
        (COLOURS, "black-white", "strict", 20_000, "0d998f41", "8093e66e"),
        (COLOURS, "membership", None, 1_000_000, "051c58d5", "51df0256"),
        (WORDS, "black", None, 20_000, "839cf98f", "d607e1c8"),
        (WORDS, "black-white", None, 1_000_000, "7e1adfb8", "444eb0cf"),
        (WORDS, "black-white", "strict", 1_000_000, "92657ec4", "75eeb350"),
        (WORDS, "positional", None, 20_000, "b48a75e1", "e3bd8c57"),
    ],
)
def test_games_are_judged_and_advised_on_as_before(
    codes: Codes, rule: str, hard: HardMode | None, work: int, reviewed: str, advised: str
) -> None:
    """Where figures are meant to change, the changelog says so."""
    draw, codebreaker = Random(3), player(codes)
    positions = play(codes, RULES[rule], draw.choice(codes.texts), at_random(draw, 0.7), 7)
    assert shorten(review_game(positions, codebreaker, hard=hard, work=work)) == reviewed
    advice = [advise(here, codebreaker, top=top, hard=hard, work=work) for top in (1, 7) for here in positions[:3]]
    assert shorten([as_json(one) for one in advice]) == advised

"""What to play next: the same as `play`, exact turns as a slow search finds them, hard mode, patterns."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import (
    BLACK_WHITE,
    POSITIONAL,
    Codes,
    ColourCodes,
    ListedCodes,
    Position,
    Rule,
    WordCodes,
    advise,
    make_codebreaker,
    mark,
    open_dictionary,
)
from mastermot.game.advice.guessing import name_marks, say_why
from mastermot.game.advice.review import find_unused
from mastermot.game.advice.suggestions import keep_hard
from mastermot.game.errors import NoCandidateError
from mastermot.game.hard_modes import HARD_MODES, STRICT, WORDLE, HardMode, find_broken
from mastermot.game.players import POOLS
from tests.game.advice.obvious import Obvious, allowed_in_hard_mode
from tests.playing import class_sizes, code_lists, entropy, every_rule, position
from tests.support import some

GAMES: list[Codes] = [
    ColourCodes(4, 6),
    ColourCodes(3, 5, repeats=False),
    WordCodes("fr-common", 3),
    ListedCodes(open_dictionary("sgb").words(5)[::19], "some of sgb"),
]


def random_position(codes: Codes, rule: Rule, draw: Random) -> Position:
    """Return a position after up to four random guesses, three of four of which agree with the marks before them."""
    secret = draw.choice(codes.texts)
    here = Position(codes, rule)
    for _turn in range(draw.randrange(5)):
        left = here.candidates
        row = int(draw.choice(left.tolist())) if draw.random() < 0.75 else draw.randrange(len(codes))
        guess = here.table.text(row)
        if guess == secret:
            break
        here = here.after(guess, rule.mark(guess, secret))
    return here


@every_rule
@pytest.mark.parametrize("numbers", [range(20), pytest.param(range(20, 300), marks=pytest.mark.slow)])
def test_the_first_guess_is_what_play_plays(rule: Rule, numbers: range) -> None:
    draw = Random(numbers.start)
    players = ["best"] * 6 + ["minimax", "parts", "expected", "consistent", "random", "average", "first", "knuth"]
    for number in some(numbers):
        codes = GAMES[number % len(GAMES)]
        here = random_position(codes, rule, draw)
        codebreaker = make_codebreaker(draw.choice(players), codes=codes, seed=number)
        advice = advise(here, codebreaker, work=20_000)
        choice = codebreaker.choose(here)
        assert advice.guesses[0].guess == choice.guess, (codes, here.history, codebreaker.plan)
        assert advice.candidates == choice.candidates
        if choice.entropy is not None:
            assert advice.guesses[0].entropy == pytest.approx(choice.entropy)
            assert advice.guesses[0].largest == choice.largest


def test_the_player_of_the_overture_is_followed_too() -> None:
    player = make_codebreaker("decodeur", codes=ColourCodes(4, 6))
    draw = Random(3)
    for _number in range(30):
        here = random_position(GAMES[0], BLACK_WHITE, draw)
        assert advise(here, player).guesses[0].guess == player.choose(here).guess


def test_a_sample_is_followed_too() -> None:
    player = make_codebreaker("best", sample=40)
    draw = Random(4)
    for _number in range(10):
        here = random_position(GAMES[2], BLACK_WHITE, draw)
        advice = advise(here, player)
        left = [here.table.text(int(row)) for row in here.candidates]
        assert advice.guesses[0].guess == player.choose(here).guess
        for one in advice.guesses:
            sizes = class_sizes(one.guess, left, BLACK_WHITE)
            assert one.entropy == pytest.approx(entropy(sizes), abs=1e-9), "of all codes, not of the sample"


@every_rule
@given(data=st.data())
def test_figures_are_those_of_the_partition(rule: Rule, data: st.DataObject) -> None:
    codes = data.draw(code_lists(most=12, longest=5))
    secret, guess = data.draw(st.sampled_from(codes.texts)), data.draw(st.sampled_from(codes.texts))
    here = position(codes, rule, secret, guess)
    left = [here.table.text(int(row)) for row in here.candidates]
    advice = advise(here, make_codebreaker("best"), top=1000)
    assert advice.candidates == len(left)
    assert list(advice.list) == left
    for one in advice.guesses:
        sizes = class_sizes(one.guess, left, rule)
        assert (one.largest, one.parts) == (sizes[-1], len(sizes))
        assert one.expected == pytest.approx(sum(size * size for size in sizes) / len(left))
        assert one.entropy == pytest.approx(entropy(sizes), abs=1e-9)
        assert one.candidate == (one.guess in left)
        assert one.candidate or len(sizes) > 1, "a guess that tells nothing is left out"


@every_rule
@pytest.mark.parametrize("codes", [GAMES[1], GAMES[3]], ids=["colours", "words"])
def test_expected_turns_are_exact(rule: Rule, codes: Codes) -> None:
    draw = Random(8)
    slow = Obvious(codes.texts, rule)
    checked = 0
    while checked < 6:
        here = random_position(codes, rule, draw)
        if not 2 < len(here.candidates) <= 9:
            continue
        checked += 1
        left = [here.table.text(int(row)) for row in here.candidates]
        advice = advise(here, make_codebreaker("best", codes=codes), top=4, work=10**8)
        assert advice.best is not None
        assert advice.best.turns == pytest.approx(float(slow.turns(left)))
        for one in (*advice.guesses, advice.best):
            assert one.turns == pytest.approx(float(slow.turns(left, one.guess)))


def test_expected_turns_of_an_opening_are_exact() -> None:
    """The optimum of 3 holes and 4 colours is 206 turns over 64 codes; players open with one guess of each shape."""
    here = Position(ColourCodes(3, 4), BLACK_WHITE)
    advice = advise(here, make_codebreaker("best", codes=here.codes), top=3, work=10**9)
    assert advice.best is not None
    assert (advice.best.guess, advice.best.turns) == ("AAB", 206 / 64)
    assert [(one.guess, one.turns) for one in advice.guesses] == [
        ("ABC", 208 / 64),
        ("AAB", 206 / 64),
        ("AAA", 233 / 64),
    ]


def test_turns_are_unknown_where_the_work_does_not_reach() -> None:
    here = Position(GAMES[0], BLACK_WHITE).after("AABB", "XO")
    advice = advise(here, make_codebreaker("best", codes=here.codes), work=1000)
    assert advice.best is None
    assert {one.turns for one in advice.guesses} == {None}


@every_rule
@given(data=st.data())
def test_hard_mode(rule: Rule, data: st.DataObject) -> None:
    codes = data.draw(code_lists(most=20, longest=5))
    secret = data.draw(st.sampled_from(codes.texts))
    guesses = data.draw(st.lists(st.sampled_from(codes.texts), max_size=3))
    here = position(codes, rule, secret, *guesses)
    mode = data.draw(st.sampled_from(HARD_MODES if rule.by_position else HARD_MODES[:1]))
    allowed = [code for code in codes.texts if allowed_in_hard_mode(code, here.history, rule, mode)]
    kept = keep_hard(here.table, np.arange(len(codes)), here.history, mode)
    assert [here.table.text(int(row)) for row in kept] == allowed
    for code in codes.texts:
        assert (not find_broken(code, here.history, rule, mode)) == (code in allowed)
    advice = advise(here, make_codebreaker("best"), top=1000, hard=mode)
    shown = [one.guess for one in advice.guesses]
    assert set(shown) <= set(allowed)
    left = [here.table.text(int(row)) for row in here.candidates]
    assert set(left) <= set(shown), "what can be the secret is always allowed"


def test_broken_hints_say_where_they_come_from() -> None:
    history = (
        Position(ListedCodes(["CRANE", "CLOUD", "COULE"]), POSITIONAL).after("COULE", "XO...").after("CLOUD", "X.O..")
    )
    broken = find_broken("PAUME", history.history, POSITIONAL, "wordle")
    assert [(hint.turn, hint.letter, hint.position) for hint in broken] == [(1, "C", 1), (1, "O", None)]
    counts = Position(ColourCodes(4, 6), BLACK_WHITE).after("AABB", "XO")
    broken = find_broken("CCCC", counts.history, BLACK_WHITE, "strict")
    assert [(hint.turn, hint.letter) for hint in broken] == [(1, None)]


@every_rule
@given(data=st.data())
def test_unused_letters_are_in_every_code_left(rule: Rule, data: st.DataObject) -> None:
    codes = data.draw(code_lists(most=12, longest=5))
    secret, first, guess = (data.draw(st.sampled_from(codes.texts)) for _draw in range(3))
    here = position(codes, rule, secret, first)
    left = [here.table.text(int(row)) for row in here.candidates]
    unused = find_unused(guess, here)
    placed = {
        (code[place], place + 1)
        for code in left
        for place in range(codes.length)
        if all(other[place] == code[place] for other in left) and guess[place] != code[place]
    }
    assert {(one.letter, one.position) for one in unused if one.position} == placed
    for one in unused:
        if one.position is None:
            assert one.letter not in guess
            assert all(one.letter in code for code in left)


def test_a_history_that_no_code_fits_names_the_turns() -> None:
    here = Position(ColourCodes(4, 6), BLACK_WHITE).after("AABB", "XX").after("CCDD", "O").after("AABB", "(rien)")
    with pytest.raises(NoCandidateError) as caught:
        advise(here, make_codebreaker("best", codes=here.codes))
    assert caught.value.turns == (1, 3)


def test_a_code_that_a_sample_lacks_can_be_the_secret() -> None:
    position = Position(ColourCodes(8, 12), BLACK_WHITE)
    for guess, marks in (("AABBCCDE", "OOO"), ("BFAGHIFJ", "XOO")):
        advice = advise(position, make_codebreaker("best", codes=position.codes), top=3)
        for one in some(advice.guesses):
            agrees = all(BLACK_WHITE.mark(turn.guess, one.guess) == turn.marks for turn in position.history)
            assert one.candidate == agrees
        position = position.after(guess, marks)


def test_in_hard_mode_words_besides_have_all_letters_that_are_given() -> None:
    from mastermot.game.advice.histories import give_letters, list_extra_guesses, list_next_guesses

    codes = give_letters(WordCodes("fr-common", 5), ".A..E")
    known = list_extra_guesses(codes, open_dictionary("fr"))
    assert list_next_guesses(codes, known) == known
    hard = list_next_guesses(codes, known, hard=True)
    assert set(hard) == {word for word in known if word[1] == "A" and word[4] == "E"} != set()


@every_rule
@pytest.mark.parametrize("pool", POOLS)
@given(data=st.data(), hard=st.sampled_from([None, *HARD_MODES]))
def test_no_guess_is_advised_twice(rule: Rule, pool: str, data: st.DataObject, hard: HardMode | None) -> None:
    """Not even an acceleration word that is a candidate, or that is named twice."""
    if hard == WORDLE and not rule.by_position:
        hard = STRICT
    colours = ColourCodes(3, 4)
    codes = data.draw(st.sampled_from([colours, ListedCodes(colours.texts, "the same as words")]))
    code = st.sampled_from(list(codes.texts))
    here = position(codes, rule, data.draw(code), *data.draw(st.lists(code, max_size=3)))
    words = [] if pool == "consistent" else ["AAB", "BCD", "AAB", here.codes.texts[0]]
    for player in ("best", "entropy"):
        codebreaker = make_codebreaker(player, codes=codes, pool=pool, accelerators=words)
        advice = advise(here, codebreaker, top=1000, hard=hard, work=2000)
        guesses = [one.guess for one in advice.guesses]
        assert len(set(guesses)) == len(guesses)


def test_a_guess_that_strict_hard_mode_refuses_is_told_the_first_turn_that_it_breaks() -> None:
    codes = ColourCodes(3, 4)
    here = position(codes, BLACK_WHITE, "ABC", "AAD", "DAB", "ACB")
    told = set()
    for code in codes.texts:
        broken = find_broken(code, here.history, BLACK_WHITE, STRICT)
        if broken:
            marked = [mark(turn.guess, code, BLACK_WHITE) for turn in here.history]
            number = next(number for number, turn in enumerate(here.history) if marked[number] != turn.marks)
            first = here.history[number]
            would, got = name_marks(marked[number]), name_marks(first.marks)
            why = say_why(code, broken, here)
            assert why.parameters == {"guess": code, "played": first.guess, "would": would, "marks": got}
            assert "{" not in why.describe()
            told.add(number)
    assert told == {0, 1, 2}

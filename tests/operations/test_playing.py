"""Games so far and games with the service, as operations: the next guess, the book, a game begun, guessed, given up."""

from __future__ import annotations

from typing import Any

import pytest

from mastermot import RULES, ColourCodes, MastermotError, mark, open_dictionary
from mastermot.game.book import open_book
from mastermot.game.tokens import Tokens
from mastermot.operations.game_advice import (
    AdviceRequest,
    CodeInMindRequest,
    GuessRequest,
    ReviewRequest,
    TurnRequest,
    check_code_in_mind,
    next_guess,
    review_game,
    suggest_guesses,
)
from mastermot.operations.opening_book import OpeningsRequest, list_openings
from mastermot.operations.token_games import (
    GameGuessRequest,
    GameRequest,
    GameState,
    TokenRequest,
    get_game,
    give_up,
    guess_in_game,
    start_game,
)
from mastermot.puzzle.compose import read_offensive
from tests.support import some

TOKENS = Tokens(["a key of sixteen characters"])
TURN = TurnRequest(guess="AABC", marks="XO")


@pytest.mark.parametrize(("colours", "named"), [(9, 9), (10, 10), (11, 0)])
def test_codes_left_are_named_up_to_ten(colours: int, named: int) -> None:
    answer = next_guess(GuessRequest(holes=1, colours=colours))
    assert (answer.candidates, len(answer.left), answer.error) == (colours, named, 0)
    assert answer.shown == answer.guess in ColourCodes(1, colours)


def test_codes_whose_number_is_estimated_are_not_named() -> None:
    assert next_guess(GuessRequest(holes=9, colours=12, history=[TurnRequest(guess="A" * 9, marks="X")])).left == ()


def test_the_player_is_who_is_asked_for() -> None:
    asked = GuessRequest(holes=4, colours=6, player="random", seed=3)
    assert next_guess(asked) == next_guess(asked)
    assert len({next_guess(GuessRequest(holes=4, colours=6, player="random", seed=seed)).guess for seed in (1, 2)}) == 2
    assert next_guess(GuessRequest(holes=4, colours=6, opening=["abab"])).guess == "ABAB"
    plan = next_guess(GuessRequest(holes=4, colours=6, player="knuth", sample=20)).plan
    assert (plan.player, plan.strategy, plan.pool) == ("knuth", "minimax", "all")


@pytest.mark.parametrize(
    ("asked", "proven"),
    [
        ({}, True),
        ({"player": "book"}, True),
        ({"player": "knuth"}, False),
        ({"strategy": "entropy"}, False),
        ({"pool": "consistent"}, False),
        ({"sample": 1000}, False),
        ({"opening": ["AABB"]}, False),
        ({"hard": "strict"}, False),
        ({"rule": "positional"}, False),
    ],
)
def test_the_book_advises_where_nothing_else_is_asked_for(asked: dict[str, Any], proven: bool) -> None:
    """Then the best first guesses that are proven come first."""
    advice = suggest_guesses(AdviceRequest(holes=4, colours=6, top=1, **asked))
    assert [one.proven for one in advice.guesses] == [proven]
    if proven:
        assert advice.guesses[0].guess == "AABC"
        assert advice.guesses[0].turns == pytest.approx(5625 / 1296)


def test_turns_are_read_and_their_faults_are_named() -> None:
    with pytest.raises(MastermotError) as wrong:
        next_guess(GuessRequest(holes=4, colours=6, history=[TURN, TurnRequest(guess="AABZ", marks="0")]))
    assert wrong.value.source == "history/1/guess"
    with pytest.raises(MastermotError) as wrong:
        next_guess(GuessRequest(holes=4, colours=6, history=[TURN, TurnRequest(guess="AABB", marks="XXXXX")]))
    assert wrong.value.source == "history/1/marks"
    with pytest.raises(MastermotError) as wrong:
        next_guess(GuessRequest(holes=4, colours=6, opening=["AABB", "AABZ"]))
    assert wrong.value.source == "opening/1"


@pytest.mark.parametrize(
    ("asked", "source"),
    [
        ({"opening": ["AABB", "CDEF"], "hard": "strict"}, "opening"),
        ({"hard": "wordle"}, "hard"),
        ({"hard": "soft"}, "hard"),
        ({"guesses": "fr"}, "guesses"),
        ({"answers": "fr"}, "answers"),
        ({"starts": "c"}, "starts"),
    ],
)
def test_what_does_not_fit_a_game_of_colours(asked: dict[str, Any], source: str) -> None:
    for request, operation in ((AdviceRequest, suggest_guesses), (ReviewRequest, review_game)):
        with pytest.raises(MastermotError) as refused:
            operation(request(holes=4, colours=6, history=[TURN], **asked))
        assert refused.value.source == source


@pytest.mark.parametrize(
    "asked", [{"opening": ["AAB", "ABC"]}, {"hard": "strict"}, {"opening": ["AAB"], "hard": "strict"}]
)
def test_an_opening_of_several_guesses_or_a_hard_mode_is_taken(asked: dict[str, Any]) -> None:
    history = [TurnRequest(guess="AAB", marks="X"), TurnRequest(guess="ACC", marks="XXX")]
    assert suggest_guesses(AdviceRequest(holes=3, colours=3, history=history[:1], **asked)).guesses
    assert len(review_game(ReviewRequest(holes=3, colours=3, history=history, **asked)).moves) == 2


def test_acceleration_words_and_a_pool_that_plays_them_belong_together() -> None:
    words = ["bcd", "acd"]
    assert next_guess(GuessRequest(holes=3, colours=4, pool="accelerated", accelerators=words)).guess
    assert next_guess(GuessRequest(holes=3, colours=4, pool="all", accelerators=words)).guess
    for asked, source in (({"pool": "accelerated"}, "pool"), ({"pool": "consistent"}, "accelerators")):
        given = [] if source == "pool" else words
        with pytest.raises(MastermotError) as refused:
            next_guess(GuessRequest(holes=3, colours=4, accelerators=given, **asked))
        assert refused.value.source == source


def test_a_code_in_mind_is_compared_turn_by_turn() -> None:
    history = [TurnRequest(guess="AABC", marks="XO"), TurnRequest(guess="ABDD", marks="XX")]
    secret = next(
        code
        for code in ColourCodes(4, 6).texts
        if [mark(turn.guess, code, RULES["black-white"]).text for turn in history] == ["XO", "X"]
    )
    told = check_code_in_mind(CodeInMindRequest(holes=4, colours=6, history=history, code=secret.lower()))
    assert [(turn.turn, turn.given.text, turn.right.text) for turn in told.wrong] == [(2, "XX", "X")]


def test_a_game_from_its_beginning_to_its_end() -> None:
    begun = start_game(GameRequest(holes=4, colours=6, seed=5, turns=3), TOKENS)
    assert (begun.over, begun.won, begun.secret, begun.shown) == (False, False, None, None)
    assert (begun.candidates, begun.secrets, begun.playable, begun.length) == (1296, 1296, 1296, 4)
    assert start_game(GameRequest(holes=4, colours=6, seed=5), TOKENS).token != begun.token
    ended = give_up(TokenRequest(token=begun.token), TOKENS)
    assert (ended.over, ended.won, ended.shown) == (True, False, ended.secret)
    assert ended.secret is not None
    again = give_up(TokenRequest(token=start_game(GameRequest(holes=4, colours=6, seed=5), TOKENS).token), TOKENS)
    assert again.secret == ended.secret
    state = begun
    for turn in range(1, 4):
        state = guess_in_game(GameGuessRequest(token=state.token, guess="ABAB"), TOKENS)
        assert (len(state.moves), state.over) == (turn, turn == 3)
        assert state.moves[-1].marks == mark("ABAB", ended.secret, RULES["black-white"])
        assert get_game(TokenRequest(token=state.token), TOKENS).moves == state.moves
    assert (state.secret, state.left, state.left_count) == (ended.secret, (), None)
    won = guess_in_game(GameGuessRequest(token=begun.token, guess=ended.secret), TOKENS)
    assert (won.over, won.won, won.secret) == (True, True, ended.secret)
    for over in (ended, state, won):  # given up, lost and won: giving up once more changes nothing
        still = give_up(TokenRequest(token=over.token), TOKENS)
        assert (still.over, still.won, still.secret) == (True, over is won, ended.secret)
        assert get_game(TokenRequest(token=still.token), TOKENS).over


def test_secrets_are_drawn_anew_without_a_seed() -> None:
    def draw() -> str | None:
        return give_up(TokenRequest(token=start_game(GameRequest(holes=6, colours=9), TOKENS).token), TOKENS).secret

    assert len({draw() for _game in range(3)}) > 1


def play_out(asked: GameRequest, guess: str) -> GameState:
    """Return a game in which the same guess is made until it is over."""
    state = start_game(asked, TOKENS)
    while not state.over:
        state = guess_in_game(GameGuessRequest(token=state.token, guess=guess), TOKENS)
    return state


def test_a_fickle_codemaker_shows_what_would_still_fit() -> None:
    """Ten codes at most, with how many there are; after a game that was won there is nothing to show."""
    state = play_out(GameRequest(holes=3, colours=5, codemaker="fickle", turns=2), "ABC")
    codes = [
        code
        for code in ColourCodes(3, 5).texts
        if mark("ABC", code, RULES["black-white"]) == state.moves[0].marks
    ]  # fmt: skip
    assert (state.codemaker, state.left_count, len(state.left)) == ("fickle", len(codes), min(10, len(codes)))
    assert set(state.left) <= set(codes)
    won = play_out(GameRequest(holes=1, colours=2, codemaker="fickle", turns=9), "A")
    assert won.won is False
    assert (won.left, won.left_count) == (("B",), 1)


def test_a_chosen_secret_needs_an_honest_codemaker() -> None:
    chosen = start_game(GameRequest(holes=4, colours=6, secret="abcd"), TOKENS)
    assert give_up(TokenRequest(token=chosen.token), TOKENS).secret == "ABCD"
    for asked in ({"secret": "abcd", "codemaker": "fickle"}, {"secret": "abcz"}):
        with pytest.raises(MastermotError) as refused:
            start_game(GameRequest(holes=4, colours=6, **asked), TOKENS)
        assert refused.value.source == "secret"


def test_letters_and_lists_of_a_game_of_words() -> None:
    asked = GameRequest(words="fr", length=5, first=True, hard="strict", secret="coude")
    state = start_game(asked, TOKENS)
    assert (state.pattern, state.hard, state.guesses, state.answers) == ("C....", "strict", None, None)
    drawn = start_game(GameRequest(words="fr", length=5, answers="fr-common", seed=1), TOKENS)
    assert (drawn.answers, drawn.pattern) == ("fr-common", None)
    assert drawn.secrets == drawn.candidates < drawn.playable


def test_no_opening_that_is_listed_is_offensive() -> None:
    """The best of the others stands first, whatever the game; the book itself keeps all, to play by."""
    games = [game for game in list_openings(OpeningsRequest()).games if game.words]
    assert len(games) == sum("words" in row for row in open_book())
    for game in some(games):
        offensive = read_offensive(open_dictionary(game.words).language)
        assert game.firsts
        assert [first.guess for first in game.firsts if first.guess in offensive] == []


def test_openings_are_listed_in_order_and_as_chosen() -> None:
    every = list_openings(OpeningsRequest()).games
    keys = [(game.words or "", game.length or 0, game.letter or "") for game in every]
    assert keys == sorted(keys)
    assert all(1 <= game.firsts[0].turns <= game.longest for game in every)
    assert all([*game.firsts] == sorted(game.firsts, key=lambda first: first.turns) for game in every)
    for words, length in (("fr-answers", None), (None, 6), ("fr-common", 10)):
        chosen = list_openings(OpeningsRequest(words=words, length=length)).games
        assert chosen == tuple(game for game in every if words in (None, game.words) and length in (None, game.length))

"""What players and games do when nothing is said, and the edges of what they take."""

from __future__ import annotations

import numpy as np
import pytest

from mastermot import (
    BLACK,
    BLACK_WHITE,
    ColourCodes,
    ListedCodes,
    Position,
    WordCodes,
    make_codebreaker,
    open_dictionary,
)
from mastermot.game.advice import GuessingGame
from mastermot.game.advice.errors import GuessUnknownError
from mastermot.game.endgames import bound_sizes, solve_turns
from mastermot.game.errors import PlayerNeedsListError, TooMuchWorkError
from mastermot.rules.code_errors import CodeUnknownError


def test_pools_that_are_not_said() -> None:
    assert make_codebreaker("entropy").plan.pool == "consistent"
    assert make_codebreaker("entropy", accelerators=["RAIES"]).plan.pool == "accelerated"
    assert make_codebreaker("knuth", accelerators=["RAIES"]).plan.pool == "all"
    assert make_codebreaker("entropy", pool="all", accelerators=["RAIES"]).plan.pool == "all"


def test_a_codemaker_is_honest_and_counts_unless_told() -> None:
    game = GuessingGame(Position(ColourCodes(2, 3), BLACK_WHITE), "AB")
    assert game.guess("AB").blacks == 2
    assert game.position.won
    fickle = GuessingGame(Position(ColourCodes(2, 3), BLACK_WHITE), "AB", fickle=True)
    assert fickle.guess("AB").blacks < 2


def test_codes_left_are_those_that_can_be_the_secret() -> None:
    """Not the other words of the game, which may only be played."""
    words = WordCodes(open_dictionary("fr-common"), 5)
    start = Position(words, BLACK)
    few = [word for word in words.texts if word[0] in "AP"]
    every, some = GuessingGame(start, "PAUME"), GuessingGame(start, "PAUME", secrets=few)
    given = GuessingGame(start, "PAUME", secrets=few, first=True)
    begun = [word for word in few if word[0] == "P"]
    assert [game.estimate.number for game in (every, some, given)] == [words.count, len(few), len(begun)]
    assert [game.pattern for game in (every, some, given)] == [None, None, "P...."]
    assert every.position is start
    assert every.playable == some.playable == given.playable == words.count
    assert all("ARBRE" in game for game in (every, some, given))


def test_which_words_may_be_played() -> None:
    words = WordCodes(open_dictionary("fr-common"), 5)
    start = Position(words, BLACK)
    own = GuessingGame(start, "PAUME")
    assert own.read("paume") == "PAUME"
    with pytest.raises(CodeUnknownError, match="fr-common"):
        own.read("zzzzz")
    extra_guesses = GuessingGame(start, "PAUME", extra_guesses=open_dictionary("fr"))
    outside = next(word for word in open_dictionary("fr").words(5) if word not in words)
    assert extra_guesses.read(outside) == outside
    first = GuessingGame(start, "PAUME", first=True)
    assert first.read("panne") == "PANNE"
    for game in (extra_guesses, first):
        with pytest.raises(GuessUnknownError):
            game.read("zzzzz")


def test_what_a_player_can_do() -> None:
    """Only scoring all guesses of many codes is too much; only a pool of all codes needs their list."""
    many, large = ColourCodes(5, 12), ColourCodes(8, 10)
    with pytest.raises(TooMuchWorkError):
        make_codebreaker("entropy", pool="all").check_work(many)
    make_codebreaker("entropy", pool="all", sample=100).check_work(many)
    make_codebreaker("entropy", pool="all").check_work(large)
    make_codebreaker("entropy", pool="all").check_game(ColourCodes(4, 6), BLACK_WHITE)
    make_codebreaker("entropy").check_game(large, BLACK_WHITE)
    with pytest.raises(PlayerNeedsListError):
        make_codebreaker("entropy", pool="all").check_game(large, BLACK_WHITE)


def test_work_is_the_pairs_of_guesses_and_codes() -> None:
    position = Position(ListedCodes(["AA", "AB", "BA", "BB", "CC"]), BLACK)
    rows = position.candidates
    assert solve_turns(position.table, rows, rows, np.array([0]), False, 24) is None
    found = solve_turns(position.table, rows, rows, rows, False, 10_000)
    assert found is not None
    assert min(found.asked) == found.total == 11


def test_the_least_that_codes_can_cost() -> None:
    """One is found at the first turn, two at the second where a guess gets two other answers, four at the third."""
    assert bound_sizes(8, 2).tolist() == [0, 1, 3, 5, 8, 11, 14, 17, 21]
    assert bound_sizes(4, 1).tolist() == [0, 1, 3, 6, 10]
    assert bound_sizes(13, 3).tolist() == [0, 1, 3, 5, 7, *range(10, 35, 3)][:14]


def test_a_code_that_is_known_is_added_once() -> None:
    table = Position(ListedCodes(["AA", "AB"]), BLACK).table
    assert table.rows(["AB", "BC", "bc", "CC", "AB"]).tolist() == [1, 2, 2, 3, 1]
    assert len(table.array) == 4

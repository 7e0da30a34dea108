"""Answers that cannot hold together."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import BLACK_WHITE, ColourCodes, ListedCodes, Marks, Position, Rule, mark
from mastermot.game import positions
from mastermot.game.positions import find_conflicting_turns
from tests.playing import code_lists, every_rule


def hold(codes: ListedCodes, rule: Rule, history: list[tuple[str, Marks]], turns: tuple[int, ...] | list[int]) -> bool:
    """Return whether some code agrees with these turns."""
    chosen = [history[turn - 1] for turn in turns]
    return any(all(mark(guess, code, rule) == marks for guess, marks in chosen) for code in codes.texts)


def lied_to(codes: ListedCodes, rule: Rule, data: st.DataObject) -> list[tuple[str, Marks]]:
    """Draw a history in which each answer is for a secret of its own."""
    some = st.sampled_from(codes.texts)
    guesses = data.draw(st.lists(some, min_size=1, max_size=6))
    return [(guess, mark(guess, data.draw(some), rule)) for guess in guesses]


@every_rule
@pytest.mark.parametrize("most_tried", [positions.MAX_TRIED, 0])
@given(codes=code_lists(most=10, longest=4), data=st.data())
def test_smallest(rule: Rule, most_tried: int, codes: ListedCodes, data: st.DataObject) -> None:
    """The turns named conflict, no fewer of them do, and, when there is time, no smaller set does at all."""
    history = lied_to(codes, rule, data)
    every = list(range(1, len(history) + 1))
    if hold(codes, rule, history, every):
        return
    here = Position(codes, rule)
    for guess, marks in history:
        here = here.after(guess, marks)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(positions, "MAX_TRIED", most_tried)
        named = find_conflicting_turns(here)
    assert not hold(codes, rule, history, named)
    assert all(hold(codes, rule, history, fewer) for fewer in combinations(named, len(named) - 1) if fewer)
    if most_tried:
        assert all(hold(codes, rule, history, fewer) for fewer in combinations(every, len(named) - 1) if fewer)


def test_too_many_codes_names_all_turns() -> None:
    here = Position(ColourCodes(5, 26), BLACK_WHITE)
    for guess in ("ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXY", "ZZZZZ"):
        here = here.after(guess, Marks(0, 0))
    assert find_conflicting_turns(here) == [1, 2, 3, 4, 5, 6]


def test_a_long_game_ends() -> None:
    """Forty turns, of which every pair agrees: the search stops and still names a set that cannot hold."""
    codes = ListedCodes([f"{'A' * place}B{'A' * (14 - place)}" for place in range(15)])
    here = Position(codes, BLACK_WHITE)
    for place in range(15):
        here = here.after(codes.texts[place], Marks(13, 2))
    assert find_conflicting_turns(here) == list(range(1, 16))


def test_of_more_turns_than_bits_all_are_named() -> None:
    here = Position(ColourCodes(2, 3), BLACK_WHITE)
    for number in range(61):
        here = here.after("AB", "XX" if number % 2 else "none")
    assert find_conflicting_turns(here) == list(range(1, 62))

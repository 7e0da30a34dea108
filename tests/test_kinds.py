"""The tables of `tests/kinds.py` hold what the program has, and the games in them exist."""

from __future__ import annotations

import doctest

from mastermot import ColourCodes
from mastermot.operations.game_advice import AdviceRequest
from mastermot.operations.game_setup import choose_codes_of
from tests import kinds
from tests.support import run, some


def test_examples_of_the_tables() -> None:
    assert doctest.testmod(kinds).failed == 0


def test_no_table_is_empty() -> None:
    for table in (
        *(kinds.list_commands(), kinds.list_parameters(), kinds.list_requests(), kinds.list_routes()),
        *(kinds.list_operations(), kinds.list_rules(), kinds.list_signs(), kinds.list_languages()),
        *(kinds.list_word_lists(), kinds.book_games(), list(kinds.colour_games()), list(kinds.word_games())),
    ):
        assert table
    models = {route.model for route in kinds.list_routes()}
    assert models <= set(kinds.list_requests())


def test_every_game_of_colours_exists() -> None:
    """Its own list of codes is that of the program: so many, of these symbols."""
    for game in some(kinds.colour_games()):
        for written in [game, *kinds.list_writings(game)]:
            codes = choose_codes_of(AdviceRequest(**written.document()))
            assert isinstance(codes, ColourCodes)
            assert (codes.length, codes.alphabet) == (written.holes, written.symbols)
            if codes.count < 1000:
                assert all(kinds.is_code(written, text) for text in codes.texts)


def test_a_game_is_the_same_as_options_and_as_fields() -> None:
    for game in (
        kinds.GameKind(holes=3, colours=4, digits=True),
        kinds.GameKind(words="fr-common", length=4, hard="strict"),
    ):
        assert run("next", *game.arguments(), "--top", "1", "--json").exit_code == 0

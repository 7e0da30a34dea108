"""Who holds the secret: kept by the honest one, never against its own marks by the fickle one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import (
    RULES,
    ColourCodes,
    ListedCodes,
    MastermotError,
    Position,
    Rule,
    WordCodes,
    make_codebreaker,
    make_codemaker,
    mark,
    open_dictionary,
)
from mastermot.game import CODEMAKERS, Fickle, Honest, list_secrets, play, random_secret
from mastermot.game.errors import NameUnknownError
from mastermot.game.positions import PlainPosition
from mastermot.puzzle.compose import list_answers, read_offensive
from mastermot.puzzle.compose.errors import NoAnswerError
from tests import kinds
from tests.playing import class_sizes, code_lists, every_rule
from tests.support import some


@every_rule
@given(codes=code_lists(most=15, longest=5), data=st.data())
def test_fickle(rule: Rule, codes: ListedCodes, data: st.DataObject) -> None:
    """Each answer keeps the largest class; the code told at the end agrees with all of them."""
    here, fickle = Position(codes, rule), Fickle()
    for _turn in range(4):
        guess = data.draw(st.sampled_from(codes.texts))
        before = [codes.texts[row] for row in here.candidates]
        marks = fickle.answer(here, guess)
        here = here.after(guess, marks)
        assert len(here.candidates) == max(class_sizes(guess, before, rule))
    secret = fickle.reveal(here)
    assert all(mark(turn.guess, secret, rule) == turn.marks for turn in here.history)


@pytest.mark.parametrize("player", ["best", "knuth", "consistent", "decodeur"])
def test_fickle_is_found_in_the_end(player: str) -> None:
    codes = ColourCodes(4, 6)
    game = play(Position(codes, RULES["black-white"]), make_codebreaker(player).choose, Fickle(), 20)
    assert game.won
    assert game.secret is not None
    assert all(mark(move.guess, game.secret, RULES["black-white"]) == move.marks for move in game.moves)


@every_rule
def test_honest(rule: Rule) -> None:
    codes = ColourCodes(3, 3)
    here = Position(codes, rule)
    for secret in some(codes.texts):
        assert Honest(secret).reveal(here) == secret
        for guess in codes.texts:
            assert Honest(secret).answer(here, guess) == mark(guess, secret, rule)


def test_secrets_are_drawn_by_the_seed() -> None:
    codes = ColourCodes(3, 4)
    drawn = [random_secret(codes, seed) for seed in range(600)]
    assert drawn == [random_secret(codes, seed) for seed in range(600)]
    assert set(drawn) == set(codes.texts)


def test_names() -> None:
    assert set(CODEMAKERS) == {"honest", "fickle"}
    with pytest.raises(NameUnknownError) as caught:
        make_codemaker("honnest", ColourCodes(2, 2), 0)
    assert caught.value.suggestions == ("honest",)


def test_secrets_of_a_shipped_dictionary_are_fit_to_be_answers() -> None:
    for name in ("fr-common", "en", "sgb"):
        codes = WordCodes(name, 5)
        secrets = list_secrets(codes)
        assert 1000 < len(secrets) < len(codes)
        fit, offensive = list_answers(open_dictionary(name), 5), read_offensive("fr" if name == "fr-common" else "en")
        assert {word for word in secrets if word not in offensive} == {word for word in fit if word in codes}
        assert {random_secret(codes, seed, secrets) for seed in range(200)} <= set(secrets)
    assert "VENEZ" in WordCodes("fr-common", 5)
    assert "VENEZ" not in list_secrets(WordCodes("fr-common", 5))


def test_what_is_offensive_is_never_drawn() -> None:
    """The list of answers has such words still, since proven games are about it."""
    codes = WordCodes("fr", 5)
    assert "GITAN" in list_secrets(codes)
    assert {random_secret(codes, seed, ("GITAN", "COUDE")) for seed in range(20)} == {"COUDE"}
    assert random_secret(codes, 1, ("GITAN",)) == "GITAN"


def test_secrets_from_another_list(tmp_path: Path) -> None:
    codes = WordCodes("fr-common", 5)
    assert "VENEZ" in list_secrets(codes, open_dictionary("fr-common"))
    own = tmp_path / "own.txt"
    own.write_text("venez\npaume\nzzzzz\n", encoding="utf-8")
    assert set(list_secrets(codes, open_dictionary(str(own)))) == {"PAUME", "VENEZ"}
    own.write_text("zzzzz\nyyyyy\n", encoding="utf-8")
    with pytest.raises(NoAnswerError):
        list_secrets(codes, open_dictionary(str(own)))


def test_all_other_codes_are_fit_to_be_secrets(tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("venez\npaume\nzzzzz\n", encoding="utf-8")
    for codes in (ColourCodes(2, 3), ListedCodes(["AB", "CD"]), WordCodes(str(own), 5)):
        assert list(list_secrets(codes)) == list(codes.texts)


@every_rule
@given(codes=code_lists(most=15, longest=5), data=st.data())
def test_fickle_among_secrets(rule: Rule, codes: ListedCodes, data: st.DataObject) -> None:
    """Its secret is always one of those it may have; each answer keeps the largest class of these."""
    secrets = data.draw(st.lists(st.sampled_from(codes.texts), min_size=1, unique=True))
    here, fickle = Position(codes, rule), Fickle(secrets)
    for _turn in range(4):
        guess = data.draw(st.sampled_from(codes.texts))
        before = [code for code in (codes.texts[row] for row in here.candidates) if code in secrets]
        here = here.after(guess, fickle.answer(here, guess))
        left = [code for code in (codes.texts[row] for row in here.candidates) if code in secrets]
        assert len(left) == max(class_sizes(guess, before, rule))
        assert fickle.reveal(here) in secrets


@pytest.mark.parametrize("rule", kinds.list_rules(), ids=str)
def test_a_fickle_codemaker_breaks_ties_as_the_rules_say(rule: Rule) -> None:
    """Of the marks that leave the most codes: those with the fewest blacks, then the fewest whites."""
    for holes, colours in ((2, 3), (3, 3), (3, 4)):
        codes = ColourCodes(holes, colours)
        for first in some(codes.texts[::5]):
            marks = Fickle().answer(Position(codes, rule), first)
            secrets = [secret for secret in codes.texts if rule.compare(first, secret) == marks]
            positions = [kind(codes, rule).after(first, marks) for kind in (Position, PlainPosition)]
            for guess in codes.texts:
                left = Counter(rule.compare(guess, secret) for secret in secrets)
                most = max(left.values())
                fewest = min((given.blacks, given.whites) for given, count in left.items() if count == most)
                for position in positions:
                    answer = Fickle().answer(position, guess)
                    assert left[answer] == most
                    assert (answer.blacks, answer.whites) == fewest, (rule.name, first, guess)


@pytest.mark.parametrize("name", CODEMAKERS)
@pytest.mark.parametrize("codes", [ColourCodes(2, 3), ColourCodes(15, 20), WordCodes("fr-answers", 3)], ids=str)
def test_a_secret_that_is_no_code_of_the_game_is_refused(name: str, codes: ColourCodes | WordCodes) -> None:
    for wrong in ("", "?", "ZZ", "zzz", "z" * 15):
        with pytest.raises(MastermotError):
            make_codemaker(name, codes, 1, [wrong])


def test_the_secrets_that_are_given_are_those_drawn_however_many_codes_there_are() -> None:
    codes = ColourCodes(15, 20)
    assert random_secret(codes, 1, ["A" * 15]) == "A" * 15
    codemaker = make_codemaker("honest", ColourCodes(2, 3), 1, ["ab"])
    assert codemaker.answer(Position(ColourCodes(2, 3), "black"), "AB").text == "XX"

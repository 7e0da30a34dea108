"""Games read from text and JSON, in all their writings, and what is wrong with others."""

from __future__ import annotations

import json

import pytest

from mastermot import (
    BLACK,
    BLACK_WHITE,
    RULES,
    ColourCodes,
    MastermotError,
    Position,
    WordCodes,
    play_game,
    read_transcript,
)
from mastermot.game.advice import replay
from mastermot.game.advice.errors import (
    TranscriptError,
    TranscriptFieldError,
    TranscriptJsonError,
    TranscriptOtherError,
    TranscriptOverError,
)
from mastermot.game.advice.histories import list_unlisted
from mastermot.game.advice.transcripts import check_game, name_codes
from mastermot.game.advice.turns import find_turns
from mastermot.operations.game_setup import CodesChoice, choose_codes_of
from mastermot.results import as_json
from mastermot.rules.code_errors import CodeLengthError, NotAColourError
from mastermot.rules.errors import MarksUnreadableError
from mastermot.words.typed import words_of

GAME = [("AABB", "XO"), ("ACDA", "X"), ("BBEC", "XXO")]


@pytest.mark.parametrize(
    "text",
    [
        "AABB XO\nACDA X\nBBEC XXO\n",
        "  1  aabb  XO     of 208\r\n  2  acda  X      of 21\r\n  3  bbec  XXO  of 1".replace("\r", ""),
        "# a game\n\nAABB=XO\nACDA: X  # second\nBBEC = XXO",
        "AABB 1 1\nACDA 1 0\nBBEC 2 1",
        json.dumps({"moves": [{"guess": guess, "marks": marks} for guess, marks in GAME]}),
        json.dumps([{"guess": guess, "marks": marks} for guess, marks in GAME]),
        json.dumps({"history": [{"guess": guess, "marks": marks} for guess, marks in GAME]}),
    ],
)
def test_the_same_game_in_many_writings(text: str) -> None:
    positions = replay(read_transcript(text), Position(ColourCodes(4, 6), BLACK_WHITE))
    assert [(turn.guess, turn.marks.text) for turn in positions[-1].history] == GAME
    assert len(positions) == 4


@pytest.mark.parametrize("guess", [*sorted(words_of("nothing")), "5789", "1021", "RACE"])
def test_squares_stand_before_a_guess_or_after_it(guess: str) -> None:
    """Also before a word that would be marks without them, such as RIEN, and before digits."""
    squares = "⬛🟩" + "⬛" * (len(guess) - 2)
    for text in (f"{guess} {squares}", f"{squares} {guess}", f"{guess}\n{squares}"):
        turns = find_turns(f"{text}\n{text}").turns
        assert [(turn.guess, turn.marks) for turn in turns] == 2 * [(guess, squares)]


@pytest.mark.parametrize(
    "codes",
    [
        ColourCodes(4, 6),
        ColourCodes(3, 5, repeats=False),
        ColourCodes(3, 4, empty=True, digits=True),
        ColourCodes(3, 4, repeats=False, empty_guesses=True),
        WordCodes("fr-common", 4),
    ],
    ids=lambda codes: codes.name,
)
def test_json_of_play_says_what_was_played(codes: ColourCodes | WordCodes) -> None:
    for rule in RULES.values():
        game = play_game(codes, codes.texts[7], rule=rule)
        document = {**as_json(game), "rule": rule.name, "codes": codes.name}
        transcript = read_transcript(json.dumps(document))
        found = choose_codes_of(CodesChoice(**name_codes(transcript)))
        assert (found.name, found.checksum, transcript.rule) == (codes.name, codes.checksum, rule.name)
        check_game(transcript, found, rule)
        positions = replay(transcript, Position(found, rule))
        assert [turn.guess for turn in positions[-1].history] == [move.guess for move in game.moves]


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("", TranscriptError, "game.txt: "),
        ("AABB XO\nAABB\n", TranscriptError, "line 2"),
        ("\n".join(["AABB XO"] * 300), TranscriptError, "game.txt: "),
        ('{"moves": [{"guess": "AABB", "ma', TranscriptJsonError, "line 1"),
        ("[" * 100_000, TranscriptJsonError, "JSON"),
        ("{}", TranscriptFieldError, r"game.txt: moves\b"),
        ('{"moves": []}', TranscriptFieldError, r"game.txt: moves\b"),
        ('{"history": 3}', TranscriptFieldError, r"game.txt: history\b"),
        ('{"moves": [{"guess": "AABB", "marks": "X"}, {"guess": 3}]}', TranscriptFieldError, r"moves\[1\].guess"),
        ('{"moves": [7]}', TranscriptFieldError, r"moves\[0\].guess"),
        ("AABB XO\nAABBC XO", CodeLengthError, "line 2, “AABBC XO”"),
        ("AABB ZZ", MarksUnreadableError, "line 1"),
        ("AABB XO\nAABG X", NotAColourError, "line 2, “AABG X”: “G”"),
        ("AABB XXXX\nAABC X", TranscriptOverError, r"\b1\b"),
    ],
)
def test_what_is_no_game(text: str, error: type[MastermotError], said: str) -> None:
    with pytest.raises(error, match=said):
        replay(read_transcript(text, "game.txt"), Position(ColourCodes(4, 6), BLACK_WHITE))


def test_another_game() -> None:
    transcript = read_transcript(
        '{"rule": "black", "codes": "4 holes, 6 colours", "moves": [{"guess": "AABB", "marks": "X"}]}'
    )
    check_game(transcript, ColourCodes(4, 6), BLACK)
    with pytest.raises(TranscriptOtherError) as caught:
        check_game(transcript, ColourCodes(4, 6), BLACK_WHITE)
    assert (caught.value.theirs, caught.value.ours) == ("black", "black-white")
    with pytest.raises(TranscriptOtherError) as caught:
        check_game(transcript, ColourCodes(4, 7), BLACK)
    assert "7" in caught.value.ours


def test_a_guess_that_was_played_is_taken_though_no_list_has_it() -> None:
    start = Position(WordCodes("fr-common", 5), BLACK_WHITE)
    positions = replay(read_transcript("RAIER O\nCOULE XX"), start)
    (unlisted,) = list_unlisted(positions[-1], ())
    assert (unlisted.turn, unlisted.guess) == (1, "RAIER")
    assert unlisted.suggestions
    assert list_unlisted(positions[-1], ("RAIER",)) == ()
    fitting = [word for word in start.codes.texts if fits(word, "RAIER", 0, 1) and fits(word, "COULE", 2, 0)]
    assert [positions[-1].table.text(row) for row in positions[-1].candidates] == fitting


def fits(word: str, guess: str, blacks: int, whites: int) -> bool:
    """Return whether a word gives a guess these marks, counted letter by letter."""
    placed = sum(map(str.__eq__, word, guess))
    shared = sum(min(word.count(letter), guess.count(letter)) for letter in set(guess))
    return (placed, shared - placed) == (blacks, whites)

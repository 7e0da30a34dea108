"""The book of openings: what it has, when it speaks, and when it must not."""

from __future__ import annotations

import json
from hashlib import sha256
from math import isclose
from pathlib import Path

import pytest

from mastermot import BLACK_WHITE, POSITIONAL, ColourCodes, Position, make_codebreaker, mark, open_dictionary
from mastermot.game import Honest, book, play
from mastermot.game.book import BOOK, BookUnusableError, BookWarning, find_game, find_near, find_opening, read_book
from mastermot.rules import rule_named
from mastermot.rules.codes import PatternCodes
from tests.messages import check_told
from tests.playing import run_json
from tests.support import run, some

ROWS = read_book()
MOTUS = ("--words", "fr-answers", "--guesses", "fr", "--length", "7", "--starts", "c", "--rule", "positional")
MAX_BYTES = 1_500_000


def row_of(name: str) -> dict[str, object]:
    return next(row for row in ROWS if row["game"] == name)


def test_it_is_small() -> None:
    assert BOOK.stat().st_size <= MAX_BYTES


def test_first_words_are_in_order() -> None:
    for row in ROWS:
        totals = [total for _word, total in row["firsts"]]
        assert totals == sorted(totals)
        assert totals[0] == row["total"]


def test_next_says_what_is_proven() -> None:
    row = row_of("positional fr-answers fr 7 C")
    told = run_json("next", *MOTUS)
    first = told["guesses"][0]
    assert first == told["best"]
    assert (first["guess"], first["proven"]) == (row["firsts"][0][0], True)  # type: ignore[index]
    assert isclose(first["turns"], row["total"] / row["codes"], abs_tol=1e-6)  # type: ignore[operator]
    assert len(told["guesses"]) == len(row["firsts"])  # type: ignore[arg-type]
    for other, (word, total) in zip(told["guesses"][1:], row["firsts"][1:], strict=True):  # type: ignore[index]
        assert "proven" not in other
        assert other["guess"] == word
        assert isclose(other["turns"], total / row["codes"], abs_tol=1e-6)
    check_told(run("next", *MOTUS).stderr, "", "Proven", first["guess"])
    game = ("--words", "fr", "--answers", "fr-answers", *MOTUS[4:])
    assert run_json("next", *game)["best"] == first
    for secret in ("COULEUR", "CHANSON"):
        turn = f"{first['guess']}={mark(first['guess'], secret, POSITIONAL).text}"
        assert run_json("next", *MOTUS, turn)["guesses"][0]["proven"]


@pytest.mark.parametrize("asked", [("--hard",), ("--strategy", "entropy"), ("--player", "decodeur"), ("--weighted",)])
def test_it_is_silent_where_something_else_is_asked_for(asked: tuple[str, ...]) -> None:
    assert "proven" not in run_json("next", *MOTUS, *asked)["guesses"][0]


def test_lists_that_differ_by_one_word_are_another_game(tmp_path: Path) -> None:
    """It is said when asked; so is the game, where the book has it."""
    words = [word for word in open_dictionary("fr-answers").words(7) if word.startswith("C")]
    path = tmp_path / "words.txt"
    path.write_text("\n".join(words[1:]), encoding="utf-8")
    other = ("--words", str(path), *MOTUS[2:], "--explain-book")
    differs = run("next", *other).stderr
    assert "proven" not in differs.lower()
    check_told(differs, "", "positional fr-answers fr 7 C", "two", "different")
    known = run("next", *MOTUS, "--explain-book").stderr
    check_told(known, "", "positional fr-answers fr 7 C", "Proven")
    assert "different" not in known
    unknown = run("next", "--holes", "3", "--colours", "2", "--explain-book").stderr
    check_told(unknown, "", "book", " no ")
    assert "different" not in unknown


def test_review_judges_by_the_book(tmp_path: Path) -> None:
    """A game that follows it loses nothing, its turns are exact, and its luck is what they were fewer."""
    row, secret = row_of("positional fr-answers fr 7 C"), "COULEUR"
    codes = PatternCodes(open_dictionary("fr-answers"), 7, "c")
    extra_guesses = PatternCodes(open_dictionary("fr"), 7, "c").texts
    player = make_codebreaker("book", codes=codes, accelerators=extra_guesses)
    played = play(Position(codes, POSITIONAL), player.choose, Honest(secret), 20)
    path = tmp_path / "game.txt"
    path.write_text("".join(f"{move.guess} {move.marks.text}\n" for move in played.moves))
    told = run_json("review", str(path), *MOTUS)
    assert told["won"]
    assert told["skill"] == 99
    assert all(move["exact"] and move["best"]["proven"] and move["loss"] == 0 for move in told["moves"])
    luck = sum(move["luck"] for move in told["moves"])
    assert isclose(told["turns"], row["total"] / row["codes"] - luck, abs_tol=1e-5)  # type: ignore[operator]
    first = mark("CANICHE", secret, POSITIONAL).text
    path.write_text(f"CANICHE {first}\n")
    move = run_json("review", str(path), *MOTUS)["moves"][0]
    assert move["best"]["guess"] == row["firsts"][0][0]  # type: ignore[index]
    assert move["best"]["proven"]
    assert move["loss"] >= 0


def test_a_player_plays_by_it() -> None:
    codes = ColourCodes(4, 6)
    player = make_codebreaker("book", codes=codes)
    for secret in ("AAAA", "BEEF", "FADE"):
        result = play(Position(codes, BLACK_WHITE), player.choose, Honest(secret), 10)
        assert result.won
        assert result.moves[0].guess == "AABC"
    left = Position(codes, BLACK_WHITE).after("FFFF", "X")
    assert player.choose(left).guess == make_codebreaker("best", codes=codes).choose(left).guess
    refused = run("play", "--holes", "3", "--colours", "2", "--player", "book", "--secret", "ABA")
    assert refused.exit_code == 2
    check_told(refused.stderr, "player-game", "book")


def seal(rows: list[dict[str, object]]) -> bytes:
    """Return a book of these rows whose seal is right, as `docs/formats.md` describes it."""
    body = "".join(json.dumps(row) + "\n" for row in rows)
    head = {"mastermot book": 1, "program": "test", "sha256": sha256(body.encode()).hexdigest()}
    return (json.dumps(head) + "\n" + body).encode()


@pytest.mark.filterwarnings("default::mastermot.game.book.BookWarning")
@pytest.mark.parametrize("damage", ["cut", "byte", "version", "none", "tree"])
def test_a_damaged_book_is_said_once_and_played_without(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, path = BOOK.read_bytes(), tmp_path / "openings.jsonl"
    if damage == "tree":
        rows = [{**row, "tree": row["tree"][:8]} for row in ROWS]
        path.write_bytes(seal(rows))
    elif damage != "none":
        altered = {
            "cut": content[:-100],
            "byte": content.replace(b'"total": 745', b'"total": 744', 1),
            "version": content.replace(b'"mastermot book": 1', b'"mastermot book": 2', 1),
        }
        path.write_bytes(altered[damage])
    monkeypatch.setattr(book, "BOOK", path)
    book.open_book.cache_clear()
    try:
        result = run("next", *MOTUS, "--explain-book")
        assert result.exit_code == 0
        assert result.stderr.count(BookUnusableError.message.partition("{")[0]) == 1
        assert "Proven" not in result.stderr
        check_told(result.stdout, "", "299")
    finally:
        book.open_book.cache_clear()


def test_the_library_warns_of_a_damaged_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "BOOK", tmp_path / "nothing")
    book.open_book.cache_clear()
    try:
        with pytest.warns(BookWarning):
            assert find_opening(Position(ColourCodes(4, 6), BLACK_WHITE), ()).root is None
    finally:
        book.open_book.cache_clear()


def test_the_lists_that_differ_from_those_of_the_nearest_game_are_named() -> None:
    codes = PatternCodes(open_dictionary("fr-answers"), 7, "C......")
    extra_guesses = [word for word in open_dictionary("fr").words(7) if word.startswith("C")]
    for words, differing in ((extra_guesses, ()), (extra_guesses[1:], ("besides",))):
        near = find_near(codes, POSITIONAL, words)
        assert near is not None
        assert (near[0]["letter"], near[1]) == ("C", differing)
    assert find_near(ColourCodes(4, 6), BLACK_WHITE) is None


WITH_EMPTY_HOLES = [row for row in ROWS if row.get("colours", 0) > 2 and "empty_guesses" not in row]


def test_a_game_with_empty_holes_is_that_of_one_colour_more() -> None:
    """An empty hole is a colour like another: the last one of the book's game."""
    for row in some(WITH_EMPTY_HOLES):
        colours = row["colours"] - 1
        codes = ColourCodes(row["holes"], colours, repeats=row["repeats"], empty=True)
        found = find_game(codes, rule_named(row["rule"]))
        assert found is not None
        last = ColourCodes(row["holes"], row["colours"]).alphabet[-1]
        assert found["firsts"] == [(guess.replace(last, "."), total) for guess, total in row["firsts"]]
        assert all(guess in codes for guess, _total in found["firsts"])

"""What cannot be answered gets a problem document: its type, its field or line, its way out, in both languages."""

from __future__ import annotations

import base64
import html
import json
import random
import re
import socket
from contextlib import suppress
from typing import Any
from unicodedata import normalize

import pytest

from mastermot import Dictionary
from mastermot.game.errors import GameOverError, TokenExpiredError, TokenForgedError, WorkTooLongError
from mastermot.game.tokens import Tokens
from mastermot.operations import puzzles
from mastermot.operations.errors import FieldInvalidError
from mastermot.operations.limits import MAX_HISTORY
from mastermot.operations.puzzles import ComposeRequest
from mastermot.puzzle.clues import MAX_CLUES
from mastermot.puzzle.compose.errors import TooFewWordsError, TooManyPuzzlesError
from mastermot.puzzle.errors import NotAClueError
from mastermot.rules.code_errors import CodeUnknownError
from mastermot.service import errors
from mastermot.service.capacity import MAX_BODY
from mastermot.service.problems import all_errors, choose_advice, describe_problem
from mastermot.service.routes import Call
from mastermot.service.validation import WHY, shorten_numbers
from mastermot.texts import languages
from mastermot.texts.languages import catalogue
from tests.messages import check_told
from tests.service.support import CLUES, JSON, PUZZLE, Client, Served, serve
from tests.support import PATIENCE, python, some

TWO_TITLED = "Problème 1\npaume 2\n\nProblème 2\nforet 1\n"

GAME = {"words": "fr-common", "length": 5}
DEEP = b"[" * 5000


# method, path, body, content type; status, code, field, line
CASES: list[tuple[str, str, bytes, str, int, str, str | None, int | None]] = [
    ("POST", "/api/solve", b'{"clues": [', JSON, 400, "malformed-json", None, None),
    ("POST", "/api/solve", b"", JSON, 400, "malformed-json", None, None),
    ("POST", "/api/solve", DEEP, JSON, 400, "malformed-json", None, None),
    (
        "POST",
        "/api/solve",
        b'{"clues": [{"word": "paume", "marks": %s}]}' % (b"1" * 5000),
        JSON,
        422,
        "field-invalid",
        "/clues/0/marks",
        None,
    ),
    ("POST", "/api/solve", b'\xff\xfe{"clues": 1}', JSON, 400, "malformed-json", None, None),
    ("POST", "/api/solve", b"null", JSON, 422, "field-invalid", None, None),
    ("POST", "/api/solve", b"[1, 2]", JSON, 422, "field-invalid", None, None),
    ("POST", "/api/solve", b"{}", JSON, 422, "field-invalid", "/clues", None),
    ("POST", "/api/solve", b'{"clues": {}}', JSON, 422, "field-invalid", "/clues", None),
    ("POST", "/api/solve", b'{"clues": [null]}', JSON, 422, "field-invalid", "/clues/0", None),
    (
        "POST",
        "/api/solve",
        b'{"clues": [{"word": "paume", "marks": "2"}]}',
        JSON,
        422,
        "field-invalid",
        "/clues/0/marks",
        None,
    ),
    (
        "POST",
        "/api/solve",
        b'{"clues": [{"word": "paume", "marks": true}]}',
        JSON,
        422,
        "field-invalid",
        "/clues/0/marks",
        None,
    ),
    ("POST", "/api/solve", b'{"clues": [{"word": 5, "marks": 2}]}', JSON, 422, "field-invalid", "/clues/0/word", None),
    (
        "POST",
        "/api/solve",
        b'{"clues": [{"word": "a", "marks": 1, "x": 0}]}',
        JSON,
        422,
        "field-invalid",
        "/clues/0/x",
        None,
    ),
    (
        "POST",
        "/api/solve",
        b'{"clues": [{"word": "paume", "marks": 6}]}',
        JSON,
        422,
        "marks-over-length",
        "/clues/0",
        1,
    ),
    ("POST", "/api/solve", b'{"clues": [{"word": "pau me", "marks": 2}]}', JSON, 422, "not-a-word", "/clues/0", 1),
    (
        "POST",
        "/api/solve",
        b'{"clues": [{"word": "ab", "marks": 0}, {"word": "abc", "marks": 0}, {"word": "abd", "marks": 0}]}',
        JSON,
        422,
        "clue-length",
        "/clues/0",
        1,
    ),
    (
        "POST",
        "/api/solve",
        b'{"clues": [{"word": "ab", "marks": 0}], "words": "../../etc/passwd"}',
        JSON,
        422,
        "dictionary-unknown",
        "/words",
        None,
    ),
    ("POST", "/api/solve?words=fr", b'{"clues": []}', JSON, 422, "field-invalid", "words", None),
    ("POST", "/api/solve?lang=de", PUZZLE, "text/plain", 422, "field-invalid", "lang", None),
    ("POST", "/api/solve?words=fr&words=en", PUZZLE, "text/plain", 422, "field-invalid", "words", None),
    ("POST", "/api/solve?words=nope", PUZZLE, "text/plain", 422, "dictionary-unknown", "words", None),
    ("POST", "/api/solve?explain=maybe", PUZZLE, "text/plain", 422, "field-invalid", "explain", None),
    ("POST", "/api/solve", b"paume 2\nforet", "text/plain", 422, "marks-missing", None, 2),
    ("POST", "/api/solve", b"\xe9t\xe9 1", "text/plain", 422, "not-text", None, 1),
    ("POST", "/api/solve", b"", "text/plain", 422, "puzzle-empty", None, None),
    ("POST", "/api/solve", TWO_TITLED.encode(), "text/plain", 422, "several-puzzles", None, 5),
    ("POST", "/api/solve", normalize("NFD", TWO_TITLED).encode(), "text/plain", 422, "several-puzzles", None, 5),
    ("POST", "/api/solve", PUZZLE, "text/plain; charset=utf-16", 415, "media-type", None, None),
    ("POST", "/api/solve", PUZZLE, "application/xml", 415, "media-type", None, None),
    ("POST", "/api/solve", b'{"clues": []}', "application/x-www-form-urlencoded", 415, "media-type", None, None),
    ("POST", "/api/solve", b"paume 9", "application/x-www-form-urlencoded", 422, "marks-over-length", None, 1),
    ("POST", "/api/marks", b"paume", "application/x-www-form-urlencoded", 415, "media-type", None, None),
    ("POST", "/api/marks", b"paume", "text/plain", 415, "media-type", None, None),
    ("POST", "/api/solve", b" " * (MAX_BODY + 1), "text/plain", 413, "body-too-large", None, None),
    ("GET", "/api/solve", b"", "", 405, "method-not-allowed", None, None),
    ("DELETE", "/", b"", "", 405, "method-not-allowed", None, None),
    ("GET", "/api/nothing", b"", "", 404, "route-missing", None, None),
    ("GET", "/static/../app.py", b"", "", 404, "route-missing", None, None),
    ("GET", "/static/%2e%2e%2fapp.py", b"", "", 404, "route-missing", None, None),
    ("GET", "/texts/xx.json", b"", "", 404, "route-missing", None, None),
    ("GET", "/problems/none", b"", "", 404, "route-missing", None, None),
    ("GET", "/api/families", b"", "", 422, "field-invalid", "length", None),
    ("GET", "/api/families?length=5&least=3", b"", "", 422, "field-invalid", "least", None),
    ("GET", "/api/families?length=5&word=rare", b"", "", 422, "family-word-length", "word", None),
    ("GET", "/api/families?length=x", b"", "", 422, "field-invalid", "length", None),
    ("GET", "/api/daily?date=yesterday", b"", "", 422, "field-invalid", "date", None),
    ("GET", "/api/daily?words=frr", b"", "", 422, "dictionary-unknown", "words", None),
    ("GET", "/api/words/%2fetc%2fpasswd", b"", "", 404, "route-missing", None, None),
    ("GET", "/api/words/frr", b"", "", 404, "dictionary-unknown", "name", None),
    ("GET", "/api/words/frr", b"", JSON, 404, "dictionary-unknown", "name", None),
    ("POST", "/api/marks", b'{"guess": "a1", "secret": "abc"}', "Application/JSON", 422, "not-a-word", "/guess", None),
    ("GET", "/api/words/frr/5", b"", "", 404, "dictionary-unknown", "name", None),
    ("GET", "/api/words/fr/x", b"", "", 422, "field-invalid", "length", None),
    ("GET", "/api/words/fr?name=en", b"", "", 422, "field-invalid", "name", None),
    ("GET", "/api/words/fr?a/b=1", b"", "", 422, "field-invalid", "a/b", None),
    ("GET", "/api/words?lang=de", b"", "", 422, "field-invalid", "lang", None),
    ("GET", "/api/families?words=frr&length=5", b"", "", 422, "dictionary-unknown", "words", None),
    ("GET", "/api/families?words=sgb&length=6", b"", "", 422, "dictionary-empty", "length", None),
    ("GET", "/api/families?length=5&word=r3re", b"", "", 422, "not-a-word", "word", None),
    ("GET", "/api/families?length=5&min_size=1", b"", "", 422, "field-invalid", "min_size", None),
    ("GET", "/api/words/sgb/6", b"", "", 422, "dictionary-empty", "length", None),
    ("POST", "/api/marks", b'{"guess": "ab", "secret": "abc"}', JSON, 422, "length-differs", "/guess", None),
    ("POST", "/api/marks", b'{"guess": "abc", "secret": "a!c"}', JSON, 422, "not-a-word", "/secret", None),
    ("POST", "/api/marks", b'{"guess": "a1", "secret": "abc"}', JSON, 422, "not-a-word", "/guess", None),
    (
        "POST",
        "/api/marks",
        b'{"guess": "ab", "secret": "cd", "rule": "blak"}',
        JSON,
        422,
        "rule-unknown",
        "/rule",
        None,
    ),
    ("POST", "/api/guess", b'{"words": "fr", "holes": 4}', JSON, 422, "codes-choice", None, None),
    ("POST", "/api/guess", b'{"holes": 21, "colours": 6}', JSON, 422, "field-invalid", "/holes", None),
    ("POST", "/api/guess", b'{"holes": 4, "colours": 6, "player": "knut"}', JSON, 422, "name-unknown", "/player", None),
    (
        "POST",
        "/api/guess",
        b'{"holes": 4, "colours": 6, "history": [{"guess": "ABCX", "marks": "X"}]}',
        JSON,
        422,
        "not-a-colour",
        "/history/0/guess",
        None,
    ),
    (
        "POST",
        "/api/guess",
        b'{"holes": 4, "colours": 6, "history": [{"guess": "ABCA", "marks": "XXXO"}]}',
        JSON,
        422,
        "marks-impossible",
        "/history/0/marks",
        None,
    ),
    (
        "POST",
        "/api/games",
        b'{"words": "fr", "length": 5, "codemaker": "x"}',
        JSON,
        422,
        "field-invalid",
        "/codemaker",
        None,
    ),
    ("POST", "/api/games/guess", b'{"token": "x", "guess": "coude"}', JSON, 422, "token-forged", "/token", None),
    ("POST", "/api/games/reveal", '{"token": "é"}'.encode(), JSON, 422, "token-forged", "/token", None),
    (
        "POST",
        "/api/puzzles",
        b'{"length": 5, "clues": 40, "words": "sgb", "count": 11}',
        JSON,
        422,
        "field-invalid",
        "/count",
        None,
    ),
    (
        "POST",
        "/api/puzzles",
        b'{"length": 15, "clues": 40, "words": "en-common", "count": 1, "level": 9}',
        JSON,
        422,
        "field-invalid",
        "/level",
        None,
    ),
]


# path, body; code, field
BAD_VALUES: list[tuple[str, dict[str, object], str, str | None]] = [
    ("/api/guess", {**GAME, "words": "frr"}, "dictionary-unknown", "/words"),
    ("/api/guess", {"words": "sgb", "length": 6}, "dictionary-empty", "/length"),
    ("/api/guess", {**GAME, "strategy": "entropi"}, "name-unknown", "/strategy"),
    ("/api/guess", {**GAME, "pool": "al"}, "name-unknown", "/pool"),
    ("/api/guess", {**GAME, "rule": "blak"}, "rule-unknown", "/rule"),
    ("/api/guess", {**GAME, "accelerators": ["gares", "gars"]}, "code-length", "/accelerators/1"),
    ("/api/guess", {**GAME, "history": [{"guess": "rare", "marks": "X"}]}, "code-length", "/history/0/guess"),
    ("/api/guess", {**GAME, "history": [{"guess": "rares", "marks": "?"}]}, "marks-unreadable", "/history/0/marks"),
    ("/api/guess", {**GAME, "history": [{"guess": "zzzzz", "marks": "XXXXX"}]}, "no-candidate", "/history"),
    ("/api/guess", {"holes": 5, "colours": 2, "player": "decodeur"}, "player-game", "/player"),
    ("/api/guess", {"words": "fr"}, "codes-choice", "/length"),
    ("/api/guess", {"holes": 8, "colours": 12, "player": "knuth"}, "player-needs-list", "/player"),
    ("/api/guess", {"holes": 8, "colours": 12, "player": "minimax", "pool": "all"}, "player-needs-list", "/player"),
    ("/api/next", {"holes": 8, "colours": 12, "player": "knuth"}, "player-needs-list", "/player"),
    ("/api/guess", {"holes": 4, "colours": 26, "player": "knuth"}, "too-much-work", "/player"),
    ("/api/guess", {"holes": 4, "colours": 11, "digits": True}, "colours-range", None),
    ("/api/guess/check", {**GAME, "code": "coud"}, "code-length", "/code"),
    ("/api/next", {"holes": 4, "colours": 6, "weighted": True}, "frequencies-missing", "/weighted"),
    ("/api/games", {"holes": 4, "colours": 6, "first": True}, "codes-choice", "/first"),
    ("/api/games", {"holes": 4, "colours": 6, "guesses": "fr"}, "codes-choice", "/guesses"),
    ("/api/next", {"holes": 4, "colours": 6, "guesses": "fr"}, "codes-choice", "/guesses"),
    ("/api/games", {**GAME, "secret": "zzzzz"}, "code-unknown", "/secret"),
    ("/api/games", {**GAME, "secret": "coude", "codemaker": "fickle"}, "field-invalid", "/secret"),
    ("/api/games", {**GAME, "guesses": "frr"}, "dictionary-unknown", "/guesses"),
    ("/api/guess", {**GAME, "repeats": False}, "codes-choice", "/repeats"),
    ("/api/guess", {**GAME, "empty": True}, "codes-choice", "/empty"),
    ("/api/guess", {"holes": 4}, "codes-choice", "/colours"),
    ("/api/guess", {"colours": 4}, "codes-choice", "/holes"),
    ("/api/guess", {**GAME, "holes": 4}, "codes-choice", None),
    ("/api/games", {**GAME, "words": "frr"}, "dictionary-unknown", "/words"),
    ("/api/games", {"words": "sgb", "length": 6}, "dictionary-empty", "/length"),
    ("/api/games", {**GAME, "rule": "blak"}, "rule-unknown", "/rule"),
    ("/api/games", {"holes": 4}, "codes-choice", "/colours"),
    ("/api/puzzles", {"words": "frr"}, "dictionary-unknown", "/words"),
    ("/api/puzzles", {"words": "sgb", "length": 6}, "dictionary-empty", "/length"),
    ("/api/puzzles", {"solution": "cou de"}, "not-a-word", "/solution"),
    ("/api/puzzles", {"solution": "coude", "length": 6}, "solution-length", "/solution"),
    ("/api/puzzles", {"solution": "coudj"}, "letter-not-shown", "/solution"),
    ("/api/puzzles", {"with": ["paume", "pau me"]}, "not-a-word", "/with/1"),
    ("/api/puzzles", {"with": ["paume", "choix", "eau"]}, "clue-length", "/with"),
    ("/api/puzzles", {"with": "paume"}, "field-invalid", "/with"),
    ("/api/puzzles", {"own": ["paume"]}, "field-invalid", "/own"),
    ("/api/puzzles", {"exclude": ["paume", "r2"]}, "not-a-word", "/exclude/1"),
    ("/api/puzzles", {"exclude": ["paume", "*"]}, "word-missing", "/exclude/1"),
    ("/api/puzzles", {"exclude": [f"{letter}*" for letter in "abcdefghijklmnopqrstuvwxyz"]}, "no-answer", "/exclude"),
    ("/api/puzzles", {"clues": 2}, "too-few-clues", "/clues"),
    ("/api/puzzles", {"length": 4, "clues": 13, "minimal": True}, "too-many-needed", "/clues"),
]


@pytest.mark.parametrize(("path", "asked", "code", "field"), BAD_VALUES)
def test_the_field_at_fault_is_named(
    client: Client, path: str, asked: dict[str, object], code: str, field: str | None
) -> None:
    problem = client.post(path, asked).problem
    assert (problem["status"], problem["code"], problem.get("field")) == (422, code, field)


def test_a_puzzle_for_which_there_are_too_few_words_names_its_field() -> None:
    few = Dictionary("few", {5: {word: (word.lower(),) for word in ("PAUME", "CHOUX", "PALME")}})
    for request, kind, field in (
        (ComposeRequest(clues=3, words=few), TooFewWordsError, "clues"),
        (ComposeRequest(clues=2, count=4, words=few), TooManyPuzzlesError, "count"),
    ):
        with pytest.raises(kind) as raised:
            puzzles.compose_puzzles(request)
        assert describe_problem(raised.value, Call("POST", (), "", "", bytes)).field == field


def test_digits_within_a_text_are_no_long_number(client: Client) -> None:
    """A body that is no JSON for another reason is not read again and again because of them."""
    no_json = '{"word": "\\ud800", "note": "' + 40 * "9" + '"}'
    assert shorten_numbers(no_json) is None
    answer = client.ask("POST", "/api/solve", no_json.encode(), Content_Type=JSON)
    assert answer.problem["code"] == "malformed-json"


@pytest.mark.parametrize("digits", [40, 5000])
def test_a_fault_behind_a_long_number_is_told_with_its_place(client: Client, digits: int) -> None:
    body = b'{"seed": ' + digits * b"9" + b",}"
    answer = client.ask("POST", "/api/solve", body, Content_Type=JSON)
    assert answer.problem["code"] == "malformed-json"
    check_told(answer.problem["detail"], "malformed-json", str(len(body)))


def test_what_the_service_says_of_dictionaries_and_media_types(client: Client) -> None:
    unknown = client.get("/api/words/fr-comon").problem
    check_told(unknown["detail"], "dictionary-unknown", "“fr-comon”")
    assert "fr-common" in unknown["suggestions"]
    assert "path" not in unknown["advice"]
    advices = set()
    for lang in ("en", "fr"):
        answer = client.ask(
            "POST", "/api/solve", PUZZLE, Content_Type="text/plain; charset=latin1", Accept_Language=lang
        )
        assert (answer.status, "text/plain" in answer.problem["advice"]) == (415, True)
        assert "UTF-8" in answer.problem["advice"]
        advices.add(answer.problem["advice"])
    assert len(advices) == 2


def test_a_guess_in_a_game_gets_advice_that_fits_the_game(client: Client) -> None:
    def advice(lang: str, game: dict[str, object], guess: str) -> tuple[str, str]:
        token = client.post("/api/games", game).json["token"]
        answer = client.post("/api/games/guess", {"token": token, "guess": guess}, Accept_Language=lang)
        assert answer.problem["field"] == "/guess"
        return answer.problem["code"], answer.problem["advice"]

    colours = {"holes": 4, "colours": 6}
    for lang, symbols in (("en", "A to F"), ("fr", "A à F")):
        code, text = advice(lang, colours, "ABC")
        assert (code, symbols in text) == ("colour-count", True)
        translated = catalogue(lang).gettext(CodeUnknownError.service_advice)
        assert advice(lang, GAME, "zzzzz") == ("code-unknown", translated)


@pytest.mark.parametrize(("method", "path", "body", "kind", "status", "code", "field", "line"), CASES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_problems(
    client: Client,
    method: str,
    path: str,
    body: bytes,
    kind: str,
    status: int,
    code: str,
    field: str | None,
    line: int | None,
    lang: str,
) -> None:
    headers = {"Content-Type": kind} if kind else {}
    answer = client.ask(method, path, body or (None if method == "GET" else b""), Accept_Language=lang, **headers)
    problem = answer.problem
    assert (answer.status, problem["code"]) == (status, code)
    assert (problem.get("field"), problem.get("line")) == (field, line)
    assert not re.search(r"(?<!\w)'", problem["detail"]), "no quotes of Python stand in a sentence"
    if status != 405:
        assert problem["advice"]
    if status == 405:
        assert answer.headers["allow"] == ("GET, HEAD" if path == "/" else "POST")
    english = client.ask(method, path, body or (None if method == "GET" else b""), Accept_Language="en", **headers)
    if lang == "fr":
        assert problem["title"] != english.problem["title"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_no_json_is_told_in_the_language_of_the_request(client: Client, lang: str) -> None:
    answer = client.ask("POST", "/api/solve", b'{"clues": [}', Content_Type=JSON, Accept_Language=lang)
    assert answer.problem["code"] == "malformed-json"
    check_told(answer.problem["detail"], "malformed-json", "12", lang=lang)


@pytest.mark.parametrize("body", ['{"seed": %s}', '{"count": -%s}', "%s"])
def test_numbers_of_thousands_of_digits_are_no_fault_of_json(client: Client, body: str) -> None:
    answer = client.ask("POST", "/api/puzzles", (body % ("9" * 5000)).encode(), Content_Type=JSON)
    assert (answer.status, answer.problem["code"]) == (422, "field-invalid")


def test_a_wrong_day_is_told_how_to_be_written(client: Client) -> None:
    problem = client.get("/api/daily?date=hier&lang=fr").problem
    assert (problem["field"], "AAAA-MM-JJ" in problem["detail"]) == ("date", True)
    for text in ("2026-02-30", "0", "20261122", "2026-W47-7", "1795305600", "2026-11-22T00:00"):
        assert "YYYY-MM-DD" in client.get(f"/api/daily?date={text}&lang=en").problem["detail"], text


def test_marks_that_no_code_gets_are_told_of_their_turn(client: Client) -> None:
    game = {"words": "fr-common", "length": 5, "history": [{"guess": "coude", "marks": "OOOOO"}]}
    problem = client.post("/api/next?lang=en", game).problem
    assert (problem["code"], problem["turns"]) == ("no-candidate", [1])
    game["history"] = [{"guess": "raies", "marks": "XXXX"}, {"guess": "raies", "marks": "X"}]
    problem = client.post("/api/next?lang=en", game).problem
    assert (problem["code"], problem["turns"]) == ("no-candidate", [1, 2])


def test_several_fields_at_fault_are_all_named(client: Client) -> None:
    problem = client.post("/api/solve", {"clues": [{"word": 1, "marks": None}], "x": 1}).problem
    assert {one["field"] for one in problem["errors"]} == {"/clues/0/word", "/clues/0/marks", "/x"}


def test_every_bound_of_a_request_is_held(client: Client) -> None:
    clues = [{"word": "ab", "marks": 0}] * (MAX_CLUES + 1)
    assert client.post("/api/solve", {"clues": clues}).problem["field"] == "/clues"
    long = [{"word": "a" * 65, "marks": 0}]
    assert client.post("/api/solve", {"clues": long}).problem["field"] == "/clues/0/word"
    history = [{"guess": "carie", "marks": "X"}] * (MAX_HISTORY + 1)
    assert client.post("/api/guess", {**GAME, "history": history}).problem["field"] == "/history"
    assert client.post("/api/games/guess", {"token": "x" * 9000, "guess": "a"}).problem["field"] == "/token"
    many = "".join(f"{letter * 12} 1\n" for letter in "abcdefghijkl")
    answer = client.ask("POST", "/api/solve", many.encode(), **{"Content-Type": "text/plain"})
    assert (answer.status, answer.problem["code"]) == (422, "too-many-prefixes")
    assert "--limit" not in answer.problem["advice"]


def talk(port: int, request: bytes) -> bytes:
    """Return all that a service sends until it closes the connection."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection, suppress(ConnectionError):
        connection.sendall(request)
        while block := connection.recv(4096):
            received += block
    return received


HEAD = b"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n"
CHUNK = b"4000\r\n" + b" " * 0x4000 + b"\r\n"
MORE = b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


def test_a_body_without_its_length_announced_is_bounded_too(served: Served) -> None:
    """A little too large, the application says so; far too large, the server does."""
    answer = talk(served.port, CHUNKED + b"Connection: close\r\n\r\n" + 5 * CHUNK + b"0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"application/problem+json" in answer
    answer = talk(served.port, CHUNKED + b"\r\n" + 80 * CHUNK)
    assert not answer or answer.startswith(b"HTTP/1.1 413")  # a closed connection may take the answer with it


def test_a_body_announced_as_far_too_large_is_refused_at_once(served: Served) -> None:
    assert talk(served.port, HEAD + b"Content-Length: 10000000\r\n\r\n").startswith(b"HTTP/1.1 413")


def test_with_two_lengths_what_follows_is_not_read(served: Served) -> None:
    """RFC 9112, 6.1: it may be the request of somebody else."""
    answer = talk(served.port, CHUNKED + b"Content-Length: 5\r\n\r\n" + MORE)
    assert answer.startswith(b"HTTP/1.1 422")
    assert b"connection: close" in answer.lower()
    assert answer.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize(
    "garbage",
    [
        b"GARBAGE\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost x\r\n\r\n",
        b"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n",
        b"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/solve HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: rot13\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 20_000,
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 20_000 + b"\r\n\r\n",
    ],
)
def test_what_is_no_http_is_refused_and_its_connection_closed(served: Served, garbage: bytes) -> None:
    """The server does this in its own words, in plain text; what it has not read, it may cut off."""
    assert re.match(rb"HTTP/1.[01] [45]\d\d |$", talk(served.port, garbage))


def test_an_address_with_its_host_is_that_of_the_same_page(served: Served) -> None:
    """As a proxy may send it (RFC 9112, 3.2.2)."""
    request = b"GET http://example.org/healthz?lang=fr HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n"
    assert talk(served.port, request).startswith(b"HTTP/1.1 200")


# --- all of them -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", languages.LANGUAGES)
def test_every_error_has_its_page(client: Client, lang: str) -> None:
    """Its title as a title begins, its status, its address, and what to do, with no parameter left open."""
    languages.use(lang)
    for error in some(all_errors()):
        answer = client.get(f"/problems/{error.code}?lang={lang}")
        assert answer.status == 200, error
        page = html.unescape(answer.body.decode())
        told = page.partition("<h1>")[2].partition("</h1>")[0].replace("\u00a0", " ")
        assert told[0].isupper()
        assert told[1:] == languages.gettext(error.title or error.message)[1:]
        assert f"<title>{told} · Master Mot</title>" in page.replace("\u00a0", " ")
        assert f"<code>/problems/{error.code}</code>" in page
        assert f" {error.status}</p>" in page
        assert not re.search(r"[{}]| :", page.partition("<main>")[2].replace("\u00a0:", "")), error
        advice = page.partition("<h2>")[2].partition("<p>")[2].partition("</p>")[0]
        assert advice.replace("\u00a0", " ") == choose_advice(error)
        assert "Project-Id-Version" not in page, "the head of the catalogue, which stands there for the empty text"
        assert 400 <= error.status < 600
    languages.use("en")


def test_all_problems_are_listed(client: Client) -> None:
    """For programs as JSON, for people as a page with a link to each."""
    listed = client.get("/problems?lang=fr").json["problems"]
    assert [kind["code"] for kind in listed] == sorted(error.code for error in all_errors())
    assert {kind["code"]: kind["status"] for kind in listed}["busy"] == 503
    page = html.unescape(client.get("/problems?lang=fr", Accept=BROWSER).body.decode())
    for kind in listed:
        assert f'<a href="{kind["type"]}?lang=fr">' in page
        assert kind["title"]
        assert kind["title"] in page
        assert not re.search("[{}]", kind["title"])


def test_a_new_service_lists_the_problems_of_operations_that_it_never_loaded() -> None:
    code = "from mastermot.service.problems import all_errors; print(*(error.code for error in all_errors()))"
    assert python("-c", code).stdout.decode().split() == [error.code for error in all_errors()]


BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_person_who_is_lost_gets_a_page(client: Client, lang: str) -> None:
    title = catalogue(lang).gettext(errors.RouteMissingError.message)
    for path in ("/nowhere", "/problems/none", "/static/none.js", "/%3Cscript%3E"):
        answer = client.get(path, Accept=BROWSER, Accept_Language=lang, Accept_Encoding="gzip")
        assert (answer.status, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
        page = answer.body.decode()
        assert f'<html lang="{lang}">' in page
        assert f"<h1>{title[0].upper()}{title[1:]}" in page
        assert f"<code>{path.replace('%3C', '&lt;').replace('%3E', '&gt;')}</code>" in page
        assert f'href="/?lang={lang}"' in page
        assert "Accept" in answer.headers["vary"].split(", ")
        assert client.ask("HEAD", path, Accept=BROWSER).status == 404


def test_a_program_that_is_lost_gets_a_problem_document(client: Client) -> None:
    for path in ("/api/nothing", "/nothing.json", "/texts/xx.json", "/api/words/frr"):
        assert client.get(path, Accept=BROWSER).problem["status"] == 404
    for accepted in ("*/*", "application/json", "text/html, application/problem+json", "image/avif,*/*;q=0.8", ""):
        assert client.get("/nowhere", Accept=accepted).problem["code"] == "route-missing"
    assert client.ask("POST", "/nowhere", b"", Accept=BROWSER).problem["code"] == "route-missing"
    assert client.ask("DELETE", "/", Accept=BROWSER).problem["code"] == "method-not-allowed"


def test_the_statuses_are_a_contract() -> None:
    statuses = {
        errors.MalformedJsonError: 400,
        errors.RequestUnreadableError: 400,
        errors.RouteMissingError: 404,
        errors.MethodNotAllowedError: 405,
        GameOverError: 409,
        TokenExpiredError: 410,
        errors.BodyTooLargeError: 413,
        errors.MediaTypeError: 415,
        errors.EncodingUnknownError: 415,
        errors.InternalError: 500,
        errors.BusyError: 503,
    }
    assert {error: error.status for error in all_errors() if error.status != 422} == statuses
    assert FieldInvalidError.status == TokenForgedError.status == 422
    assert NotAClueError.status == WorkTooLongError.status == 422


def test_every_text_of_problems_has_its_french() -> None:
    french = catalogue("fr").gettext
    own = [text for error in all_errors() for text in (error.service_advice, error.service_message) if text]
    for text in [*WHY.values(), *own]:
        assert french(text) != text


def test_the_title_of_a_problem_is_a_whole_sentence_the_same_for_all_its_occurrences() -> None:
    titles = {error.code: error.title or error.message for error in all_errors()}
    assert [told for told in titles.values() if re.search(r"[{}…]", told) or not told] == []
    assert [error.code for error in all_errors() if error.title and "{" not in error.message] == []


# --- tokens ----------------------------------------------------------------------------------------------------


def test_a_token_tells_nothing_and_cannot_be_forged(client: Client) -> None:
    game = client.post("/api/games", {**GAME, "seed": 5}).json
    assert b"secret" not in base64.urlsafe_b64decode(game["token"])
    flipped = [*game["token"]]
    for place in random.Random(1).sample(range(10, len(flipped) - 4), 40):
        other = flipped.copy()
        other[place] = "A" if other[place] != "A" else "B"
        answer = client.post("/api/games/guess", {"token": "".join(other), "guess": "coude"})
        assert answer.problem["code"] == TokenForgedError.code


def test_only_the_exact_text_of_a_token_opens_it(client: Client) -> None:
    """Decoding would leave out what is not a letter of a token."""
    token = client.post("/api/games", {**GAME, "seed": 5}).json["token"]
    assert client.post("/api/games/state", {"token": token}).status == 200
    chance = random.Random(2)
    for junk in ("=", "==", " ", "\n", "!", "*", ".", "é", "A", "AAAA", "=AAA"):
        for place in (0, chance.randrange(1, len(token) - 4), len(token)):
            forged = token[:place] + junk + token[place:]
            assert client.post("/api/games/state", {"token": forged}).json["code"] == "token-forged", (junk, place)


def test_a_token_of_another_key_is_refused_and_one_of_an_old_key_is_not(client: Client) -> None:
    foreign = Tokens(["another key, long enough"]).make({"game": {}})
    answer = client.post("/api/games/state", {"token": foreign})
    assert answer.problem["code"] == "token-forged"
    token = client.post("/api/games", GAME).json["token"]
    with serve(MASTERMOT_KEY="a-new-key-long-enough, a-key-of-the-tests-long-enough") as other:
        assert Client(other.port).post("/api/games/state", {"token": token}).status == 200


@pytest.mark.slow
def test_the_same_game_on_any_process(client: Client) -> None:
    """Two services with one key serve one game by turns; both mark as the secret told at the end would."""
    with serve(MASTERMOT_KEY="a-key-of-the-tests-long-enough") as other:
        here, there = client, Client(other.port)
        game = here.post("/api/games", {**GAME, "seed": 11}).json
        for place, guess in enumerate(["carie", "route", "lundi"]):
            game = (there, here)[place % 2].post("/api/games/guess", {"token": game["token"], "guess": guess}).json
        told = there.post("/api/games/reveal", {"token": game["token"]}).json
    assert told["over"]
    for move in told["moves"]:
        marks = client.post(
            "/api/marks", {"guess": move["guess"], "secret": told["secret"], "rule": "black-white"}
        ).json
        assert (marks["blacks"], marks["whites"]) == (move["blacks"], move["whites"])


def test_a_fickle_codemaker_never_contradicts_itself(client: Client) -> None:
    game = client.post("/api/games", {"holes": 3, "colours": 4, "codemaker": "fickle", "turns": 50}).json
    history: list[dict[str, str]] = []
    while not game["over"]:
        guess = client.post("/api/guess", {"holes": 3, "colours": 4, "history": history}).json["guess"]
        game = client.post("/api/games/guess", {"token": game["token"], "guess": guess}).json
        history.append({"guess": guess, "marks": game["moves"][-1]["marks"]})
    assert game["won"]
    again = client.post("/api/games/guess", {"token": game["token"], "guess": "AAA"})
    assert (again.status, again.problem["code"], again.problem["field"]) == (409, GameOverError.code, "/token")


def test_a_game_is_lost_after_its_turns(client: Client) -> None:
    game = client.post("/api/games", {**GAME, "turns": 1, "seed": 3}).json
    assert game["secret"] is None
    game = client.post("/api/games/guess", {"token": game["token"], "guess": "carie"}).json
    assert (game["over"], game["won"]) == (True, False)
    assert len(game["secret"]) == 5


# --- mangled requests ------------------------------------------------------------------------------------------

PATHS = [
    "/api/solve",
    "/api/marks",
    "/api/guess",
    "/api/games",
    "/api/games/guess",
    "/api/games/reveal",
    "/api/puzzles",
]
VALID: list[object] = [
    {"clues": CLUES, "words": "fr", "explain": True},
    {"guess": "paume", "secret": "coude"},
    {"holes": 3, "colours": 3, "history": [{"guess": "ABC", "marks": "X"}]},
]


def mangled(chance: random.Random) -> bytes:
    """Return a body that no route takes: valid JSON cut, overwritten, or with a part replaced by something else."""
    content = bytearray(json.dumps(chance.choice(VALID)).encode())
    way = chance.randrange(4)
    if way == 0:
        return bytes(content[: chance.randrange(len(content))])
    if way == 1:
        for _ in range(chance.randrange(1, 30)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        return bytes(content) + b"}"
    if way == 2:
        return chance.choice([b"null", b"[]", b"0", b'""', b"true", b"[{}]", b"1e999", b"{", b"\x00", b"NaN", DEEP])
    document: Any = json.loads(content)
    document[chance.choice([*document, "unknown", ""])] = chance.choice(
        [None, -1, 1e300, [], {}, "\ud800", [[]], "x" * 70]
    )
    return json.dumps(document).encode()


def test_mangled_requests_get_only_problem_documents(client: Client) -> None:
    chance = random.Random(20)
    statuses = set()
    for _ in range(400):
        path = chance.choice(PATHS)
        kind = (
            JSON if chance.random() < 0.9 else chance.choice(["text/html", "", "\xe9", "application/json; charset=x"])
        )
        method = "POST" if chance.random() < 0.95 else chance.choice(["GET", "PUT", "PATCH", "BREW"])
        answer = client.ask(method, path, mangled(chance), **{"Content-Type": kind})
        assert 400 <= answer.status < 500, answer
        assert answer.problem
        statuses.add(answer.status)
    assert statuses >= {400, 405, 415, 422}

"""The API: the objects of the command, validated and described by one set of models; languages; entity tags."""

from __future__ import annotations

import gzip
import html
import json
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from flask import request

from mastermot import RULES, WordCodes
from mastermot.game import list_secrets
from mastermot.service import capacity, create_app
from mastermot.service.answering import Service
from mastermot.service.errors import RouteMissingError
from mastermot.service.openapi import describe_api
from mastermot.service.validation import WHY
from mastermot.texts.languages import LANGUAGES, catalogue
from tests.service.reader import read_texts
from tests.service.support import CLUES, PUZZLE, Client, serve_here
from tests.support import ROOT, run

TEXT = "text/plain; charset=utf-8"


def command(*arguments: str) -> Any:
    result = run(*arguments, lang="en")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_the_reference_puzzle_as_text_and_as_json(client: Client) -> None:
    told = command("solve", "--json", str(ROOT / "puzzles" / "coude.txt"))
    plain = client.ask("POST", "/api/solve", PUZZLE, Content_Type=TEXT)
    as_json = client.post("/api/solve", {"clues": CLUES, "words": "fr"})
    assert plain.status == as_json.status == 200
    assert plain.json == told == as_json.json
    assert plain.json["solutions"] == [{"word": "COUDE", "known": True, "spellings": ["coude", "coudé"]}]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_reasoning_is_the_commands(client: Client, lang: str) -> None:
    result = run("solve", "--json", "--explain", str(ROOT / "puzzles" / "coude.txt"), lang=lang)
    answer = client.ask("POST", "/api/solve?explain=true", PUZZLE, Content_Type=TEXT, Accept_Language=lang)
    assert answer.json == json.loads(result.stdout)
    assert answer.json["steps"][-1]["grid"] == "COUDE"
    asked = client.post(f"/api/solve?lang={lang}", {"clues": CLUES, "explain": True}).json
    assert [step["text"] for step in asked["steps"]] == [step["text"] for step in answer.json["steps"]]


def test_repairs_and_unknown_words_are_the_commands(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "typo.txt"
    path.write_bytes(PUZZLE.replace(b"pente 1", b"pente 2"))
    told = run("solve", "--json", str(path), lang="en")
    answer = client.ask("POST", "/api/solve", path.read_bytes(), Content_Type=TEXT)
    assert (answer.json, told.exit_code) == (json.loads(told.stdout), 1)
    assert answer.json["repairs"][0]["solutions"] == ["COUDE"]
    mistyped = [{**clue, "word": "paune"} if clue["word"] == "paume" else clue for clue in CLUES]
    (unknown,) = client.post("/api/solve", {"clues": mistyped}).json["unknown"]
    assert (unknown["line"], unknown["word"], unknown["suggestions"][0]) == (1, "paune", "paume")


def test_a_hint_from_where_the_player_stands(client: Client) -> None:
    asked = {"clues": CLUES, "hint": True, "known": "??u??", "out": "1:f 4:nl"}
    hint = client.post("/api/solve", asked).json
    path = str(ROOT / "puzzles" / "coude.txt")
    told = command("solve", "--json", "--hint", "--known", "??u??", "--out", "1:f 4:nl", path)
    assert [step["text"] for step in hint["steps"]] == [step["text"] for step in told["steps"]] != []
    assert (hint["mistakes"], hint["consistent"]) == ([], True)
    wrong = client.ask("POST", "/api/solve?hint=true&known=f????", PUZZLE, Content_Type=TEXT).json
    assert [mistake["letter"] for mistake in wrong["mistakes"]] == ["F"]
    assert "mistakes" not in client.post("/api/solve", {"clues": CLUES}).json
    for name, text in (("known", "??"), ("known", "??3??"), ("out", "z"), ("out", "9:a")):
        refused = client.post("/api/solve", {"clues": CLUES, "hint": True, name: text})
        assert (refused.status, refused.json["field"]) == (422, f"/{name}")


def test_two_puzzles_in_one_text_are_refused_by_name(client: Client) -> None:
    refused = client.ask("POST", "/api/solve", b"Puzzle 1\n%b\nPuzzle 2\n%b" % (PUZZLE, PUZZLE), Content_Type=TEXT)
    assert refused.status == 422
    assert refused.json["code"] == "several-puzzles"


def test_the_other_objects_are_the_commands(client: Client) -> None:
    marks = client.post("/api/marks", {"guess": "paume", "secret": "coude"})
    assert marks.json == command("marks", "--json", "paume", "coude")
    assert client.get("/api/words").json == command("words", "--json")
    assert client.get("/api/words/sgb").json == command("words", "sgb", "--json")
    assert client.get("/api/words/fr-common/4").json == command("words", "fr-common", "--length", "4", "--json")
    daily = client.get("/api/daily?date=2026-11-22&level=2&words=en-common")
    assert daily.json == command("daily", "--date", "2026-11-22", "--level", "2", "--words", "en-common", "--json")
    game = client.get("/api/daily/game?date=2026-11-22&length=7")
    assert game.json == command("daily", "--game", "--date", "2026-11-22", "--length", "7", "--json")
    families = client.get("/api/families?length=5&min_size=8")
    assert families.json == command("cliques", "--length", "5", "--min-size", "8", "--json")
    word = client.get("/api/families?words=fr-common&length=4&word=rare")
    assert word.json == command("cliques", "--words", "fr-common", "--length", "4", "--word", "rare", "--json")
    composed = client.post("/api/puzzles", {"seed": 7, "level": 2})
    assert composed.json == command("compose", "--seed", "7", "--level", "2", "--json")


def test_a_composition_takes_its_words_as_the_command_does(client: Client, tmp_path: Path) -> None:
    own, excluded = tmp_path / "own.txt", tmp_path / "excluded.txt"
    own.write_text("paume\nchoux\nclaie\ncoude\n", "utf-8")
    asked = {"solution": "coudé", "seed": 3, "level": 2, "with": ["paume", "choux", "claie", "coude", "paume"]}
    options = ["--solution", "coudé", "--seed", "3", "--level", "2", "--with", str(own), "--json"]
    first = client.post("/api/puzzles", asked).json
    assert first == command("compose", *options)
    words = [clue["word"] for clue in first["puzzles"][0]["clues"]]
    assert words[:3] == ["paume", "choux", "claie"]
    assert first["puzzles"][0]["spellings"][0] == "coudé"
    excluded.write_text(f"{words[4]}\n{words[5][:3]}*\n", "utf-8")
    again = client.post("/api/puzzles", {**asked, "exclude": [words[4], f"{words[5][:3]}*"]}).json
    assert again == command("compose", *options, "--exclude", str(excluded))
    shown = {clue["word"] for clue in again["puzzles"][0]["clues"]}
    assert words[4] not in shown
    assert not [word for word in shown if word.startswith(words[5][:3])]
    assert len(client.post("/api/puzzles", {"solution": "forets", "clues": 12, "seed": 1}).json["puzzles"]) == 1
    assert len(client.post("/api/puzzles", {"length": 14, "seed": 1, "words": "fr"}).json["puzzles"][0]["clues"]) > 10
    assert client.post("/api/puzzles", {"solution": "a" * 26}).problem["code"] == "dictionary-empty"


def test_the_next_guess_is_the_players(client: Client) -> None:
    asked = {"words": "fr-common", "length": 5, "player": "decodeur"}
    game = command(
        "play", "--words", "fr-common", "--length", "5", "--player", "decodeur", "--secret", "coude", "--json"
    )
    history: list[dict[str, str]] = []
    for move in game["moves"]:
        guess = client.post("/api/guess", {**asked, "history": history}).json
        assert (guess["guess"], guess["candidates"]) == (move["guess"], move["candidates"])
        history.append({"guess": move["guess"], "marks": move["marks"]})
    assert guess["plan"] == {"player": "decodeur", "strategy": "entropy", "pool": "consistent"}


def test_colours_and_acceleration_words(client: Client) -> None:
    asked = {"holes": 4, "colours": 6, "player": "decodeur", "history": [{"guess": "ABCD", "marks": "O"}]}
    assert client.post("/api/guess", asked).json["guess"] == "EFAB"
    asked = {"words": "fr-common", "length": 4, "pool": "accelerated", "accelerators": ["gars"], "player": "decodeur"}
    assert client.post("/api/guess", asked).status == 200


def test_marks_that_cannot_hold_together_are_named(client: Client) -> None:
    history = [
        {"guess": "carie", "marks": "2 0"},
        {"guess": "route", "marks": "rien"},
        {"guess": "carie", "marks": "X"},
    ]
    answer = client.post("/api/guess", {"words": "fr-common", "length": 5, "history": history})
    assert (answer.problem["code"], answer.problem["turns"]) == ("no-candidate", [1, 3])


# --- advice ----------------------------------------------------------------------------------------------------

GAME = {"words": "fr-common", "length": 5}
LARGE = {"holes": 9, "colours": 9}
TURNS = [{"guess": "raies", "marks": "O"}, {"guess": "coule", "marks": "XXXX"}]


def test_the_next_guesses_are_those_of_the_command(client: Client) -> None:
    options = ("--words", "fr-common", "--length", "5", "--json")
    asked = {**GAME, "history": TURNS, "guesses": "fr", "hard": "strict", "starts": "c", "top": 3}
    given = ("raies=O", "coule=XXXX", "--guesses", "fr", "--hard", "--starts", "c", "--top", "3")
    assert client.post("/api/next", asked).json == command("next", *options, *given)
    assert client.post("/api/next", {**GAME, "history": TURNS}).json == command(
        "next", *options, "raies=O", "coule=XXXX"
    )
    assert client.post("/api/next", {"holes": 4, "colours": 6}).json == command(
        "next", "--holes", "4", "--colours", "6", "--json"
    )


def test_a_review_is_that_of_the_command(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("raies O\ncoule XXXX\n", "utf-8")
    expected = command("review", str(path), "--words", "fr-common", "--length", "5", "--json")
    assert client.post("/api/review", {**GAME, "history": TURNS}).json == expected


def test_ladders_are_those_of_the_command(client: Client) -> None:
    assert client.get("/api/ladder?start=tare&end=pion&words=fr&all=true").json == command(
        "ladder", "tare", "pion", "--words", "fr", "--all", "--json"
    )
    assert client.get("/api/neighbours?word=coude").json == command("ladder", "coude", "--json")
    assert client.get("/api/islands?words=fr-common&length=4").json == command(
        "ladder", "--words", "fr-common", "--length", "4", "--json"
    )


def test_the_picture_of_a_neighbourhood(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "coude.svg"
    command("ladder", "coude", "--plot", str(path), "--json")
    answer = client.get("/api/neighbours?word=coude&picture=true&lang=en")
    assert answer.json["picture"] == path.read_text("utf-8")
    again = client.get("/api/neighbours?word=coude&picture=true&lang=en", **{"If-None-Match": answer.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


def test_advice_that_cannot_be_given(client: Client) -> None:
    cases = [
        ("/api/next", {**GAME, "history": [{"guess": "rai", "marks": "O"}]}, "code-length", "/history/0/guess"),
        ("/api/next", {**GAME, "history": [{"guess": "raies", "marks": "?"}]}, "marks-unreadable", "/history/0/marks"),
        ("/api/next", {**GAME, "starts": "zz"}, "pattern-unmatched", "/starts"),
        ("/api/next", {**GAME, "guesses": "frr"}, "dictionary-unknown", "/guesses"),
        ("/api/next", {"holes": 4, "colours": 6, "starts": "A"}, "codes-choice", "/starts"),
        ("/api/review", {**GAME, "history": []}, "field-invalid", "/history"),
        (
            "/api/review",
            {"holes": 9, "colours": 9, "history": [{"guess": "A" * 9, "marks": "X"}]},
            "too-many-codes",
            None,
        ),
        ("/api/review", {**GAME, "history": [*TURNS, {"guess": "coule", "marks": "X"}]}, "no-candidate", "/history"),
    ]
    for path, asked, code, field in cases:
        problem = client.post(path, asked).problem
        assert (problem["code"], problem.get("field")) == (code, field), problem
    assert client.get("/api/ladder?start=tare&end=pions").problem["code"] == "ladder-length"
    assert client.get("/api/ladder?start=tare&end=zzzz&words=fr-common").problem["code"] == "ladder-word"


# --- the document ----------------------------------------------------------------------------------------------


OPERATIONS = {
    "solve_puzzle": ("post", "/api/solve"),
    "mark_guess": ("post", "/api/marks"),
    "compose_puzzles": ("post", "/api/puzzles"),
    "read_text": ("post", "/api/puzzles/read"),
    "make_sheet": ("post", "/api/sheet"),
    "get_daily": ("get", "/api/daily"),
    "next_guess": ("post", "/api/guess"),
    "check_code_in_mind": ("post", "/api/guess/check"),
    "suggest_guesses": ("post", "/api/next"),
    "read_pasted_game": ("post", "/api/games/read"),
    "rank_best": ("post", "/api/rank"),
    "review_game": ("post", "/api/review"),
    "get_ladders": ("get", "/api/ladder"),
    "list_neighbours": ("get", "/api/neighbours"),
    "measure_list": ("get", "/api/islands"),
    "start_game": ("post", "/api/games"),
    "guess_in_game": ("post", "/api/games/guess"),
    "get_game": ("post", "/api/games/state"),
    "give_up": ("post", "/api/games/reveal"),
    "list_dictionaries": ("get", "/api/words"),
    "count_words": ("get", "/api/words/{name}"),
    "list_words": ("get", "/api/words/{name}/{length}"),
    "list_families": ("get", "/api/families"),
    "health": ("get", "/healthz"),
}


def operations(document: Any) -> list[tuple[str, str, Any]]:
    return [(method, path, operation) for path, some in document["paths"].items() for method, operation in some.items()]


def test_every_field_and_every_parameter_is_described(client: Client) -> None:
    document = client.get("/openapi.json").json
    fields = {
        f"{name}.{field}": described.get("description")
        for name, schema in document["components"]["schemas"].items()
        for field, described in schema.get("properties", {}).items()
    }
    parameters = {
        f"{path} {parameter['name']}": parameter.get("description")
        for _method, path, operation in operations(document)
        for parameter in operation.get("parameters", ())
    }
    assert len(fields) > 300
    assert [name for name, text in {**fields, **parameters}.items() if not text] == []
    assert "over" in fields["GameState.secret"], "that of the shape it extends"


def test_the_operations_are_a_contract(client: Client) -> None:
    document = client.get("/openapi.json").json
    assert document["openapi"].startswith("3.1")
    found = {operation["operationId"]: (method, path) for method, path, operation in operations(document)}
    assert OPERATIONS.items() <= found.items(), "an operation keeps its name and its address"
    told = re.findall(r"^\| `(GET|POST) ([^`]+)` \|", (ROOT / "docs" / "http.md").read_text("utf-8"), re.MULTILINE)
    assert {(method.lower(), path) for method, path in told} - {("get", "/openapi.json"), ("get", "/problems")} == set(
        found.values()
    )
    assert document["components"]["schemas"]["MarksRequest"]["properties"]["rule"]["enum"] == list(RULES)
    references = json.dumps(document).split('"$ref": "')[1:]
    named = {text.partition('"')[0].rpartition("/")[2] for text in references}
    assert named <= set(document["components"]["schemas"])


def test_every_operation_says_what_it_does_and_refuses() -> None:
    for _, _, operation in operations(describe_api()):
        assert operation["summary"]
        assert operation["description"]
        assert set(operation["responses"]) in ({"200", "default"}, {"201", "default"})
        assert operation["responses"]["default"] == {"$ref": "#/components/responses/ProblemDocument"}
    texts = {operation["operationId"]: operation["description"] for _, _, operation in operations(describe_api())}
    assert "works" in texts["guess_in_game"]


def test_the_page_about_the_api_shows_every_operation_with_an_example_that_works(client: Client) -> None:
    english: set[str] = set()
    for lang in ("en", "fr"):
        title = read_texts(lang)["api_title"]
        answer = client.get(f"/docs?lang={lang}")
        page = html.unescape(answer.body.decode())
        assert f"<h1>{title}</h1>" in page
        assert not re.search(r"<script(?! type=.module. src=./static/docs)|<style|style=|(src|href)=.https?:", page)
        for method, path, _operation in operations(describe_api()):
            assert f"{method.upper()} {path}</code></h2>" in page
        shown = {text for text in re.findall(r"<(?:p|dd)>([^<]+)</", page) if " " in text}
        assert len(shown) > 60
        assert lang == "en" or shown.isdisjoint(english)
        english = shown
    examples = re.findall(r"curl '?http://[^/']+([^\s']+)'?(?: --json '(.*)')?</code>", page)
    assert len(examples) == len(operations(describe_api()))
    assert "&" not in "".join(re.findall(r"curl (http\S+)", page)), "a shell would cut the address there"
    token = client.post("/api/games", {"holes": 4, "colours": 6}).json["token"]
    for path, body in examples:
        answer = client.post(path, json.loads(body.replace("TOKEN", token))) if body else client.get(path)
        assert answer.status in (200, 201), (path, answer)


def test_a_body_that_curl_calls_a_form_is_read_as_a_puzzle(client: Client) -> None:
    form, text = "application/x-www-form-urlencoded", "text/plain"
    answers = [client.ask("POST", "/api/solve", PUZZLE, Content_Type=kind) for kind in (form, text)]
    assert answers[0].status == 200
    assert answers[0].json == answers[1].json


def test_pages_of_other_sites_may_read_answers_only_if_they_are_allowed(client: Client) -> None:
    asked = {"Origin": "https://example.org"}
    assert "access-control-allow-origin" not in client.get("/api/words", **asked).headers
    assert client.ask("OPTIONS", "/api/solve", **asked, Access_Control_Request_Method="POST").status == 405
    with serve_here(create_app(origins=["https://example.org"])) as open_client:
        answer = open_client.get("/api/words", **asked)
        assert answer.headers["access-control-allow-origin"] == "https://example.org"
        assert "Origin" in answer.headers["vary"]
        assert (
            "access-control-allow-origin" not in open_client.get("/api/words", Origin="https://elsewhere.org").headers
        )
        preflight = open_client.ask("OPTIONS", "/api/solve", **asked, Access_Control_Request_Method="POST")
        assert preflight.status == 200
        assert preflight.headers["access-control-allow-origin"] == "https://example.org"
        assert preflight.headers["access-control-allow-methods"] == "GET, POST"
        assert preflight.headers["access-control-allow-headers"] == "*"
        assert "Origin" in open_client.get("/nothing").headers["vary"]
    with serve_here(create_app(origins=["*"])) as open_client:
        assert open_client.get("/api/words", **asked).headers["access-control-allow-origin"] == "*"


# --- entity tags, languages ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/api/words", "/api/families?words=sgb&length=5&min_size=9", "/static/main.js"])
def test_gets_carry_an_entity_tag(client: Client, path: str) -> None:
    first = client.get(path)
    tag = first.headers["etag"]
    assert first.status == 200
    again = client.get(path, If_None_Match=tag)
    assert (again.status, again.body) == (304, b"")
    assert client.get(path, If_None_Match='"another"').status == 200
    assert "Accept-Language" in first.headers["vary"]


PATHS = [
    "/",
    "/api/words/fr-common/5",
    "/api/families?words=sgb&length=5",
    "/static/page.css",
    "/texts/fr.json",
    "/openapi.json",
    "/sw.js",
]


@pytest.mark.parametrize("path", PATHS)
def test_gets_are_compressed_for_clients_that_read_it(client: Client, path: str) -> None:
    """Twice each: the second answer comes from what was kept. The tags differ, since the bytes do."""
    plain = client.get(path)
    assert "content-encoding" not in plain.headers
    for accepted in ("gzip, deflate, br", "gzip;q=0.5"):
        packed = client.get(path, Accept_Encoding=accepted)
        assert (packed.status, packed.headers["content-encoding"]) == (200, "gzip")
        assert gzip.decompress(packed.body) == plain.body
        assert len(packed.body) * 3 < len(plain.body) * 2
        assert packed.headers["content-length"] == str(len(packed.body))
        assert {"Accept-Language", "Accept-Encoding"} <= set(packed.headers["vary"].split(", "))
        assert packed.headers["content-type"] == plain.headers["content-type"]
    for accepted in ("", "identity", "gzip;q=0, *", "br"):
        answer = client.get(path, Accept_Encoding=accepted)
        assert (answer.body, answer.headers["etag"]) == (plain.body, plain.headers["etag"])
        assert "content-encoding" not in answer.headers
    tag = packed.headers["etag"]
    assert tag not in (plain.headers["etag"], None)
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        again = client.get(path, Accept_Encoding="gzip", If_None_Match=known)
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
        assert "Accept-Encoding" in again.headers["vary"]
    assert client.get(path, If_None_Match=tag).status == 200
    assert client.get(path, If_None_Match=plain.headers["etag"]).status == 304


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_head_agrees_with_get(client: Client, path: str, encoding: str) -> None:
    get, head = (client.ask(method, path, Accept_Encoding=encoding) for method in ("GET", "HEAD"))
    assert (head.status, head.body) == (200, b"")
    differ = {"date": "", "x-request-id": ""}
    assert {**head.headers, **differ} == {**get.headers, **differ}
    assert client.ask("HEAD", path, Accept_Encoding=encoding, If_None_Match=get.headers["etag"]).status == 304


def test_only_gets_that_are_worth_it_are_compressed(client: Client) -> None:
    answers = [
        client.ask("POST", "/api/solve?explain=true", PUZZLE, Content_Type=TEXT, Accept_Encoding="gzip"),
        client.get("/healthz", Accept_Encoding="gzip"),
        client.get("/nothing", Accept_Encoding="gzip"),
    ]
    assert ["content-encoding" in answer.headers for answer in answers] == [False] * 3
    assert answers[0].headers["vary"] == "Accept-Language"


def test_a_body_that_many_wait_for_is_sent_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody may wait here: what is not yet compressed is not compressed, and nobody is refused."""
    monkeypatch.setattr(capacity, "MAX_WAITING", 0)
    client = create_app(["a key of sixteen characters"]).test_client()
    plain, packed = (
        client.get("/static/page.css", headers={"Accept-Encoding": accepted}) for accepted in ("identity", "gzip")
    )
    assert (packed.status_code, packed.data) == (200, plain.data)
    assert packed.headers["ETag"] == plain.headers["ETag"]
    assert "Content-Encoding" not in packed.headers


def test_answers_are_kept_within_a_bound_that_counts_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a request is, no more than its digest is kept with its answer."""
    monkeypatch.setattr(capacity, "MAX_KEPT", 20_000)
    app = create_app(["a key of sixteen characters"])
    service: Service = app.extensions["mastermot"]
    asked: list[str] = []

    def hold(_client: str) -> AbstractContextManager[None]:
        asked.append(request.get_json()["guess"])
        return nullcontext()

    monkeypatch.setattr(service, "hold", hold)
    client = app.test_client()

    def ask(guess: str) -> None:
        assert client.post("/api/marks", json={"guess": guess, "secret": guess[::-1]}).status_code == 200

    ask("a" * 20)
    ask("a" * 20)
    assert len(asked) == 1
    for number in range(100):
        ask("bcdefghijk"[number % 10] * (number // 10 + 4))
    assert 1 < len(service.kept.cache.values) < 100
    assert sum(len(key) + len(content.body) for key, content in service.kept.cache.values.items()) < 20_000
    before = len(asked)
    ask("a" * 20)
    assert len(asked) == before + 1


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_answers_say_their_language(client: Client, lang: str) -> None:
    answers = [client.get(path, Accept_Language=lang) for path in ("/", "/nothing", "/problems/busy", "/api/words")]
    answers += [client.post("/api/marks", {}, Accept_Language=lang), client.ask("GARBAGE", "/", Accept_Language=lang)]
    answers += [client.get(f"/texts/{lang}.json"), client.get(f"/?lang={lang}")]
    answers += [client.ask("POST", f"/api/solve?explain=true&lang={lang}", PUZZLE, Content_Type=TEXT)] * 2
    assert [answer.headers["content-language"] for answer in answers] == [lang] * len(answers)


def test_the_language_is_that_of_the_request(client: Client) -> None:
    def detail(path: str, **headers: str) -> str:
        text: str = client.post(path, {"clues": []}, **headers).problem["detail"]
        return text

    english, french = (catalogue(lang).gettext(WHY["too_short"]).format(min_length=1) for lang in ("en", "fr"))
    assert english != french
    assert detail("/api/solve") == english
    assert detail("/api/solve", Accept_Language="fr-CA, en;q=0.5") == french
    assert detail("/api/solve", Accept_Language="de, en;q=0.4, fr;q=0.9") == french
    assert detail("/api/solve", Accept_Language="de") == english
    assert detail("/api/solve?lang=fr", Accept_Language="en") == french
    assert detail("/api/solve?lang=en", Accept_Language="fr") == english


def test_languages_do_not_leak_between_requests(client: Client) -> None:
    """Many requests at once, in both languages, over fewer threads: each gets its own, kept answers included."""

    def steps(number: int) -> bool:
        lang = ("fr", "en")[number % 2]
        if number % 3:
            problem = client.get(f"/nothing/{number}", Accept_Language=lang).problem
            return bool(problem["detail"] == catalogue(lang).gettext(RouteMissingError.message))
        text = client.ask("POST", "/api/solve?explain=true", PUZZLE, Content_Type=TEXT, Accept_Language=lang).json
        return text["steps"] == expected[lang]

    expected = {
        lang: client.post(f"/api/solve?lang={lang}", {"clues": CLUES, "explain": True}).json["steps"]
        for lang in ("fr", "en")
    }
    for told in expected.values():
        for step in told:
            step["clues"] = [line + 1 for line in step["clues"]]
    with ThreadPoolExecutor(16) as pool:
        assert all(pool.map(steps, range(120)))


def test_security_headers_are_everywhere(client: Client) -> None:
    answers = [client.get(path) for path in ("/", "/api/words", "/nothing", "/static/page.css", "/problems/busy")]
    for answer in [*answers, client.post("/api/solve", {}), client.ask("GARBAGE", "/"), client.ask("GET", "//a")]:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers


def test_the_secret_of_a_game_is_fit_to_be_an_answer(client: Client) -> None:
    """A common headword, unless a list of answers is named; the last of a fickle game too."""
    secrets = set(list_secrets(WordCodes("fr-common", 5)))
    asked = {"words": "fr-common", "length": 5}
    for more in ({"seed": 1}, {"seed": 2}, {"codemaker": "fickle"}):
        token = client.post("/api/games", {**asked, **more}).json["token"]
        if "codemaker" in more:
            token = client.post("/api/games/guess", {"token": token, "guess": "venez"}).json["token"]
        assert client.post("/api/games/reveal", {"token": token}).json["secret"] in secrets
    told = set()
    for seed in range(12):
        token = client.post("/api/games", {**asked, "answers": "fr", "seed": seed}).json["token"]
        told.add(client.post("/api/games/reveal", {"token": token}).json["secret"])
    assert not told <= secrets
    refused = client.post("/api/games", {"holes": 4, "colours": 6, "answers": "fr"})
    assert (refused.status, refused.json["code"]) == (422, "codes-choice")


def test_a_text_is_read_without_being_solved(client: Client) -> None:
    answer = client.post(
        "/api/puzzles/read", {"text": "Problème 1\nP A U M E 2\n1 choux\n\nProblème 2\nmaison 2\njardin 1\n"}
    )
    assert [puzzle["name"] for puzzle in answer.json["puzzles"]] == ["Problème 1", "Problème 2"]
    assert answer.json["puzzles"][0]["clues"] == [{"word": "paume", "marks": 2}, {"word": "choux", "marks": 1}]
    typed = client.post("/api/puzzles/read", {"text": "Lundi 3 novembre 2026\npaume 2 points\npente *\n-\n"}).json[
        "puzzles"
    ]
    assert typed[0]["title"] == "Lundi 3 novembre 2026"
    assert [(clue["word"], clue["written"], clue["marks"]) for clue in typed[0]["read"]] == [
        ("paume", "2 points", 2),
        ("pente", "*", 1),
    ]
    assert client.post("/api/puzzles/read", {"text": "paume 7"}).problem["line"] == 1
    spoilt = client.post("/api/puzzles/read", {"text": "pau me 2 !\nchoux 1\npalme 1\n"}).problem
    assert (spoilt["code"], spoilt["line"]) == ("not-a-clue", 1)
    assert client.post("/api/puzzles/read", {"text": "N° 12\npaume 2"}).json["puzzles"][0]["title"] == "N° 12"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("words", "outcome"), [("es", "word"), ("en", "contradiction")])
def test_a_text_is_read_alike_in_every_language(client: Client, lang: str, words: str, outcome: str) -> None:
    """A list chosen afterwards decides which letters there are: what was read is solved with any."""
    text = (ROOT / "puzzles" / "es-05.txt").read_text(encoding="utf-8")
    (read,) = client.post(f"/api/puzzles/read?lang={lang}", {"text": text}).json["puzzles"]
    clues = [{"word": clue["word"], "marks": clue["marks"]} for clue in read["clues"]]
    assert {"word": "bañan", "marks": 2} in clues
    solved = client.post(f"/api/solve?lang={lang}", {"clues": clues, "words": words}).json
    assert solved["outcome"] == outcome
    assert [solution["word"] for solution in solved["solutions"]] == (["SEÑAL"] if outcome == "word" else [])

"""The OpenAPI document, made from the routes and the types of their operations."""

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Literal, TypeVar

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from mastermot import __version__
from mastermot.ask.requests import Check, Example, Help, check_rule, list_markers
from mastermot.errors import N_
from mastermot.rules import RULES
from mastermot.say.languages import LANGUAGES
from mastermot.service.problems import MEDIA_TYPE, Problem, all_errors, meaning
from mastermot.service.requests.solving import SolveOptions
from mastermot.service.routes import JSON, ROUTES, TEXT, Route

Marker = TypeVar("Marker", Help, Example)

OF_BODIES = {"malformed-json", "request-unreadable", "body-too-large", "media-type", "encoding-unknown"}
"""What is wrong with a body."""
GAMES = (
    "start_game guess_in_game get_game give_up next_guess check_code_in_mind suggest_guesses review_game fix_guesses "
    "rank_best"
)
PROBLEMS = {
    "field-invalid busy": "",
    "dictionary-unknown dictionary-empty": f"{GAMES} solve_puzzle compose_puzzles read_text get_daily get_daily_game "
    "list_openings get_ladders list_neighbours measure_list count_words list_words list_families",
    "not-a-word not-of-alphabet word-missing": f"{GAMES} solve_puzzle read_text mark_guess compose_puzzles get_ladders "
    "list_neighbours list_families",
    "puzzle-empty not-a-clue clue-unclear clue-length columns-uneven several-puzzles marks-missing too-many-clues "
    "length-range marks-over-length not-text": "solve_puzzle read_text",
    "puzzle.explain.hints clue-contradiction too-many-prefixes": "solve_puzzle",
    "length-differs alphabet": "mark_guess",
    "puzzle.compose.errors clue-length too-many-prefixes word": "compose_puzzles",
    "not-composed no-answer": "get_daily get_daily_game",
    "rules.codes no-answer alphabet-other": GAMES,
    "marks-unreadable marks-negative marks-impossible marks-over-length rule-marks no-candidate no-candidate-found "
    "rule-needs-list guess-unknown": "next_guess check_code_in_mind suggest_guesses review_game rank_best",
    "name-unknown player-game player-needs-list too-much-work work-too-long frequencies-missing": "next_guess "
    "suggest_guesses review_game",
    "token-forged token-expired game-over": "guess_in_game get_game give_up",
    "hard-mode guess-unknown work-too-long rule-needs-list": "start_game guess_in_game get_game give_up",
    "lab.static.errors work-too-long": "fix_guesses rank_best",
    "too-many-ranked name-unknown": "rank_best",
    "ladder-length ladder-word too-many-words": "get_ladders list_neighbours measure_list",
    "family-word-length too-many-words": "list_families",
}
"""Codes of problems, or modules that have only such, and the operations that answer with them: all where none is."""
LANGUAGE = N_("The language of the texts; else the one that Accept-Language prefers.")
FIELDS = {
    "clues": "The clues, in order.",
    "detail": "What is wrong, in a sentence.",
    "dictionary": "The dictionary, by name.",
    "error": "The standard error of `candidates` where they are too many to be counted, else 0.",
    "guess": "The code that is guessed.",
    "length": "The number of letters or holes.",
    "lengths": "How many words there are of each length.",
    "letter": "The letter, a capital.",
    "line": "The line of the clue, 1 for the first.",
    "marks": "The marks.",
    "position": "The position, 1 for the first.",
    "puzzles": "The puzzles, in order.",
    "rule": "How marks are given: the name of a rule.",
    "secret": "The code to find.",
    "spellings": "The ways to spell it, with accents.",
    "version": "The version.",
    "word": "The word.",
}
"""What fields are that mean the same wherever they stand, where the docstring under them says no more."""

OBJECT = re.compile("the object of `mastermot .*`")  #: What a result says of the command that gives it too.


class Schemas(GenerateJsonSchema):
    """The schemas of requests and results, each field with the text behind or under it, or that of its name."""

    def dataclass_schema(self, schema: Any) -> dict[str, Any]:
        """Return the schema of a dataclass. A field of a result that has a default is there or not, never null."""
        described = super().dataclass_schema(schema)
        kind = schema["cls"]
        texts = read_field_texts(kind)
        markers = list_markers(kind)
        names = {one.metadata.get("alias", one.name): one.name for one in fields(kind)}
        for alias, shown in described.get("properties", {}).items():
            name = names[alias]
            shown["description"] = texts.get(name) or find_help_text(kind, name) or FIELDS[name]
            if example := find_marker(Example, kind, name):
                shown["examples"] = [example.value]
            if Check(check_rule) in markers[name]:
                shown.get("items", shown)["enum"] = list(RULES)
            if self.mode == "serialization" and "default" in shown and shown.pop("default") is None:
                shown.update(shown.pop("anyOf", [{}])[0])
        return described


def read_field_texts(kind: type) -> dict[str, str]:
    """Return the texts behind (``#:``) or under the fields of a dataclass and of those that it extends."""
    texts: dict[str, str] = {}
    for base in filter(is_dataclass, reversed(kind.__mro__)):
        source = inspect.cleandoc("\n" + inspect.getsource(base))
        (declared,) = ast.parse(source).body
        assert isinstance(declared, ast.ClassDef)
        for statement, following in pairwise([*declared.body, ast.Pass()]):
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                last_line = source.splitlines()[(statement.end_lineno or 1) - 1]
                behind = last_line.partition("  #: ")[2]
                under = following.value if isinstance(following, ast.Expr) else None
                if behind:
                    texts[statement.target.id] = behind
                elif isinstance(under, ast.Constant):
                    texts[statement.target.id] = inspect.cleandoc(str(under.value))
    return texts


def find_help_text(kind: type, name: str) -> str:
    """Return the help of a field, as a dataclass says it or one that it extends; empty where none does."""
    found = find_marker(Help, kind, name)
    return found.text if found else ""


def find_marker(marker: type[Marker], kind: type, name: str) -> Marker | None:
    """Return the marker of a field, as a dataclass has it or the nearest that it extends: a narrower field keeps it."""
    for base in filter(is_dataclass, kind.__mro__):
        markers = list_markers(base).get(name, ())
        if found := next((one for one in markers if isinstance(one, marker)), None):
            return found
    return None


@cache
def describe_api() -> dict[str, Any]:
    routes = (*ROUTES, Route("GET", "/healthz", "service.api:health"))
    types: list[tuple[Any, Literal["validation", "serialization"], TypeAdapter[Any]]] = [
        ("problem", "serialization", TypeAdapter(Problem)),
        *((route, "serialization", TypeAdapter(route.types["return"])) for route in routes),
        *((route, "validation", TypeAdapter(route.model)) for route in ROUTES if route.method == "POST"),
    ]
    template = "#/components/schemas/{model}"
    schemas, more = TypeAdapter.json_schemas(types, ref_template=template, schema_generator=Schemas)
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        path = re.sub("<(.*?)>", r"{\1}", route.path)
        paths.setdefault(path, {})[route.method.lower()] = describe_route(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "mastermot",
            "version": __version__,
            "description": "Word-deduction puzzles, solved, explained, played and composed.",
            "license": {"name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later"},
        },
        "paths": paths,
        "components": {"schemas": more["$defs"]},
    }


def describe_route(route: Route, schemas: Any) -> dict[str, Any]:
    """Return the operation object of a route: what its docstring and its result's say, its request, its answers."""
    summary, _, rest = (inspect.getdoc(route.operation) or "").partition("\n")
    named = OBJECT.search(route.types["return"].__doc__)
    answer = f"The answer is {named[0]}. " if named and "The answer is" not in rest else ""
    content = {JSON: {"schema": schemas[route, "serialization"]}}
    described: dict[str, Any] = {
        "tags": [route.operation.__module__.rpartition(".")[2]],
        "summary": summary,
        "description": (answer + rest.strip()).strip() or summary,
        "operationId": route.operation.__name__,
        "parameters": list(describe_parameters(route)),
        "responses": {str(route.status): {"description": N_("what was asked for"), "content": content}},
    }
    described["responses"] |= describe_refusals(route, schemas["problem", "serialization"])
    if route.method == "POST":
        body: dict[str, Any] = {JSON: {"schema": schemas[route, "validation"]}}
        if route.takes_text:
            body[TEXT] = {"schema": {"type": "string"}, "example": "paume 2\nchoux 1\n"}
        described["requestBody"] = {"required": True, "content": body}
    return described


def describe_refusals(route: Route, problem: dict[str, Any]) -> dict[str, Any]:
    """Return the response objects of a route by status: problems, and the codes that they may have."""
    name, described = route.operation.__name__, {}
    met = {code for codes, names in PROBLEMS.items() if not names or name in names.split() for code in codes.split()}
    met |= OF_BODIES if route.method == "POST" else set()
    refusals = {404: ["dictionary-unknown"]} if "<name>" in route.path else {}
    for error in all_errors():
        if met & {error.code, error.__module__.removeprefix("mastermot.")}:
            refusals.setdefault(error.status, []).append(error.code)
    for status, codes in sorted(refusals.items()):
        schema = {**problem, "properties": {"code": {"enum": sorted(codes)}}}
        described[str(status)] = {"description": meaning(status), "content": {MEDIA_TYPE: {"schema": schema}}}
    return described


def describe_parameters(route: Route) -> Iterator[dict[str, Any]]:
    """Yield the parameter objects of a route: its language, and the fields of a request that has no body of JSON."""
    schema = {"enum": list(LANGUAGES), "type": "string"}
    yield {"name": "lang", "in": "query", "required": False, "schema": schema, "description": LANGUAGE}
    if route.takes_text or (route.method == "GET" and route in ROUTES):
        model: Any = SolveOptions if route.takes_text else route.model
        described = TypeAdapter(model).json_schema(schema_generator=Schemas)
        for name, schema in described["properties"].items():
            place = "path" if f"<{name}>" in route.path else "query"
            named = {"name": name, "in": place, "required": name in described.get("required", ())}
            yield {**named, "schema": schema, "description": schema["description"]}

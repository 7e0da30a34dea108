"""The OpenAPI document, made from the routes and the types of their operations."""

import ast
import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Literal, TypeVar

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from mastermot import __version__
from mastermot.errors import N_
from mastermot.operations.requests import Check, ExampleValue, Help, check_rule, list_markers
from mastermot.rules import RULES
from mastermot.service.problems import MEDIA_TYPE, ProblemDocument
from mastermot.service.requests.puzzles import SolveOptions
from mastermot.service.routes import JSON, ROUTES, TEXT, Route
from mastermot.texts.languages import LANGUAGES

Marker = TypeVar(
    "Marker", Help, ExampleValue
)  #: What may stand beside the type of a field: ``Annotated[int, Help("…")]``.

PROBLEM = N_("what is wrong; the address /problems lists the codes of all problems, with their statuses")
LANGUAGE = N_("The language of the texts; by default, the one that Accept-Language prefers.")
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
    "marks": "The marks in signs: X in its place, O elsewhere.",
    "position": "The position, 1 for the first.",
    "puzzles": "The puzzles, in order.",
    "rule": "How marks are given: the name of a rule.",
    "secret": "The code to find.",
    "spellings": "The ways to spell it, with accents.",
    "version": "The version of mastermot.",
    "word": "The word in capitals, without accents.",
}
"""Descriptions of fields by name, for fields without comment, docstring or help: such a name means the same everywhere.
"""

OBJECT = re.compile("the object of `mastermot .*`")  #: How the docstring of a result names the command that prints it.


class Schemas(GenerateJsonSchema):
    """Makes the schemas of requests and results. Each field is described by its comment, docstring, help, or name."""

    def dataclass_schema(self, schema: Any) -> dict[str, Any]:
        """Return the JSON schema of a dataclass: the one that pydantic makes, with additions to each field.

        `schema` is what pydantic keeps of the class. Each field gets a description: its comment or docstring, or else
        its help, or else that of `FIELDS`. It also gets an example if it has one, and the names of all rules if its
        value is a rule. Fields of results lose their default (``mode`` says whether the class is a result). Raises
        `KeyError` for a field without description.
        """
        described = super().dataclass_schema(schema)
        kind = schema["cls"]
        texts = read_field_texts(kind)
        markers = list_markers(kind)
        names_by_json_name = {field.metadata.get("alias", field.name): field.name for field in fields(kind)}
        for json_name, field_schema in described.get("properties", {}).items():
            name = names_by_json_name[json_name]
            field_schema["description"] = texts.get(name) or find_help_text(kind, name) or FIELDS[name]
            if example := find_marker(ExampleValue, kind, name):
                field_schema["examples"] = [example.value]
            is_rule = Check(check_rule) in markers[name]
            if is_rule:
                rule_schema = field_schema.get("items", field_schema)  # of each item, if the field is a list of rules
                rule_schema["enum"] = list(RULES)
            if self.mode == "serialization":  # the class is a result; requests have "validation"
                drop_default(field_schema)
        return described


def drop_default(field_schema: dict[str, Any]) -> None:
    """Remove the default from the schema of a result's field; if the default is null, no longer allow null either.

    The JSON of a result leaves out each field whose value is its default: so this value never stands there. In a schema
    that allows null, ``anyOf`` must have one other schema, and that of null after it.

    >>> field = {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None}
    >>> drop_default(field)
    >>> field
    {'type': 'string'}
    """
    if "default" not in field_schema:
        return
    default = field_schema.pop("default")
    if default is None and "anyOf" in field_schema:
        value_schema, *_null = field_schema.pop("anyOf")
        field_schema.update(value_schema)


def read_field_texts(kind: type) -> dict[str, str]:
    """Return the texts about the fields of a dataclass and of its base classes, by the names of the fields.

    They are read from the source of the classes: the comment ``#:`` behind a field, or else the docstring under it.
    """
    texts: dict[str, str] = {}
    for base in filter(is_dataclass, reversed(kind.__mro__)):  # base classes first: a subclass replaces their texts
        # a class within a function is indented; `cleandoc` removes this, but not from the first line, an empty one here
        source = inspect.cleandoc("\n" + inspect.getsource(base))
        (definition,) = ast.parse(source).body
        assert isinstance(definition, ast.ClassDef)
        statements = [*definition.body, ast.Pass()]  # one more, so that the last field has a statement after it too
        for statement, following in pairwise(statements):
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                last_line = source.splitlines()[(statement.end_lineno or 1) - 1]
                _code, _sign, comment = last_line.partition("  #: ")
                text = comment or read_docstring(following)
                if text:  # otherwise the text of a base class stays
                    texts[statement.target.id] = text
    return texts


def read_docstring(statement: ast.stmt) -> str:
    """Return the text of a statement that is nothing but a text, like a docstring; "" for any other statement.

    >>> read_docstring(ast.parse("'How many guesses.'").body[0])
    'How many guesses.'
    """
    value = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return inspect.cleandoc(value.value)
    return ""


def find_help_text(kind: type, name: str) -> str:
    """Return the help of a field of the class `kind`; "" if it has none."""
    marker = find_marker(Help, kind, name)
    return marker.text if marker else ""


def find_marker(marker_type: type[Marker], kind: type, name: str) -> Marker | None:
    """Return the marker of the type `marker_type`, such as `Help`, that a field has; None if it has none.

    `kind` is the class, and `name` the field. The marker may stand in the class or in a base class, the nearest first.
    """
    for base in filter(is_dataclass, kind.__mro__):
        for marker in list_markers(base).get(name, ()):
            if isinstance(marker, marker_type):
                return marker
    return None


@cache
def describe_api() -> dict[str, Any]:
    """Return the OpenAPI document: the service, each route by its path and method, and the schemas that they share."""
    routes = (*ROUTES, Route("GET", "/healthz", "service.answering:health"))
    template = "#/components/schemas/{model}"
    # `schemas` has the schema of each type of `list_types`, by its key and mode. These refer to other schemas, such as
    # that of a clue: `shared` has them under "$defs".
    schemas, shared = TypeAdapter.json_schemas(list_types(routes), ref_template=template, schema_generator=Schemas)
    problem = schemas["problem", "serialization"]
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        path = re.sub("<(.*?)>", r"{\1}", route.path)  # such as /api/words/{name}
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
        "components": {
            "schemas": shared["$defs"],
            "responses": {"ProblemDocument": {"description": PROBLEM, "content": {MEDIA_TYPE: {"schema": problem}}}},
        },
    }


def list_types(routes: Iterable[Route]) -> list[tuple[Any, Literal["validation", "serialization"], TypeAdapter[Any]]]:
    """Return the types whose schemas the document needs, as pydantic takes them: a key of ours, the mode, the type.

    Types that the service writes have the mode ``serialization``: the problem document with the key ``"problem"``, and
    each answer with its route as key. Types that it reads have ``validation``: the request of each POST, also with its
    route as key.
    """
    types: list[tuple[Any, Literal["validation", "serialization"], TypeAdapter[Any]]] = []
    types.append(("problem", "serialization", TypeAdapter(ProblemDocument)))
    for route in routes:
        types.append((route, "serialization", TypeAdapter(route.types["return"])))
    for route in routes:
        if route.method == "POST":
            types.append((route, "validation", TypeAdapter(route.model)))
    return types


def describe_route(route: Route, schemas: Any) -> dict[str, Any]:
    """Return the OpenAPI operation of a route: its summary and description (from docstrings), request and answers.

    `schemas` is that of `describe_api`: it has the schema of the route's request under the route and ``validation``,
    and the schema of its answer under the route and ``serialization``.
    """
    summary, _, rest = (inspect.getdoc(route.operation) or "").partition("\n")
    answer = ""
    # where the docstring of the result says "the object of `mastermot solve`", the description begins with this, unless
    # the docstring of the operation says what the answer is
    json_object = OBJECT.search(route.types["return"].__doc__)
    if json_object and "The answer is" not in rest:
        answer = f"The answer is {json_object[0]}. "
    content = {JSON: {"schema": schemas[route, "serialization"]}}
    described: dict[str, Any] = {
        "tags": [route.operation.__module__.rpartition(".")[2]],
        "summary": summary,
        "description": (answer + rest.strip()).strip() or summary,
        "operationId": route.operation.__name__,
        "parameters": list(describe_parameters(route)),
        "responses": {
            str(route.status): {"description": N_("what was asked for"), "content": content},
            "default": {"$ref": "#/components/responses/ProblemDocument"},
        },
    }
    if route.method == "POST":
        body: dict[str, Any] = {JSON: {"schema": schemas[route, "validation"]}}
        if route.takes_text:
            body[TEXT] = {"schema": {"type": "string"}, "example": "paume 2\nchoux 1\n"}
        described["requestBody"] = {"required": True, "content": body}
    return described


def describe_parameters(route: Route) -> Iterator[dict[str, Any]]:
    """Yield the OpenAPI parameters of a route: ``lang``, and the fields of requests that stand in the address.

    They stand there in a GET, and in a POST with a puzzle as plain text: its fields are then `SolveOptions`.
    """
    languages = {"enum": list(LANGUAGES), "type": "string"}
    yield {"name": "lang", "in": "query", "required": False, "schema": languages, "description": LANGUAGE}
    model: Any
    if route.takes_text:
        model = SolveOptions
    elif route.method == "GET" and route in ROUTES:  # /healthz is not in `ROUTES`, and has no fields
        model = route.model
    else:  # /healthz, or all fields are sent as JSON
        return
    request_schema = TypeAdapter(model).json_schema(schema_generator=Schemas)
    for name, schema in request_schema["properties"].items():
        yield {
            "name": name,
            "in": "path" if f"<{name}>" in route.path else "query",
            "required": name in request_schema.get("required", ()),
            "schema": schema,
            "description": schema["description"],
        }

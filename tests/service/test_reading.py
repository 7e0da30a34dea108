"""How a request is read that says too little of itself, or too much: over all routes."""

from __future__ import annotations

import json
import socket
from http.client import HTTPResponse
from urllib.parse import quote, urlencode

import pytest
from pydantic import TypeAdapter

from mastermot.service.openapi import describe_api
from mastermot.service.page import pyodide_api
from mastermot.service.routes import ROUTES, Route
from tests.service.support import PUZZLE, Client
from tests.support import PATIENCE, some

POSTED = [route for route in ROUTES if route.method == "POST"]
ADDRESSES = [(route.method, route.path.replace("<name>", "fr-common").replace("<length>", "5")) for route in ROUTES]
PAGES = [("GET", path) for path in ("/", "/docs", "/healthz", "/openapi.json", "/problems/busy")]


@pytest.mark.parametrize(("method", "path"), [*ADDRESSES, *PAGES])
def test_the_language_is_named_once(client: Client, method: str, path: str) -> None:
    for query in ("lang=fr&lang=en", "lang=fr&lang=fr"):
        problem = client.ask(method, f"{path}?{query}").problem
        assert (problem["status"], problem["code"], problem["field"]) == (422, "field-invalid", "lang")


@pytest.mark.parametrize("route", POSTED, ids=lambda route: route.path)
@pytest.mark.parametrize("encoding", ["gzip", "br", "GZIP", "deflate, gzip", "x"])
def test_a_body_in_an_encoding_that_is_not_read_is_refused(client: Client, route: Route, encoding: str) -> None:
    problem = client.post(route.path, {}, Content_Encoding=encoding).problem
    assert (problem["status"], problem["code"]) == (415, "encoding-unknown")
    assert encoding in problem["detail"]
    assert client.post(route.path, {}, Content_Encoding="identity").status != 415


@pytest.mark.parametrize("route", POSTED, ids=lambda route: route.path)
def test_a_body_without_a_media_type_is_read_as_that_of_curl(client: Client, route: Route) -> None:
    """Text where text is taken; else the header is named in the advice."""
    for headers in ({}, {"Content-Type": "application/x-www-form-urlencoded"}):
        answer = client.ask("POST", route.path, PUZZLE, **headers)
        if route.takes_text:
            assert answer.json["solutions"][0]["word"] == "COUDE"
        else:
            assert answer.status == 415
            assert "Content-Type" in answer.problem["advice"]
        json_body = client.ask("POST", route.path, b"{}", **headers)
        assert json_body.status == 415
        assert "Content-Type" in json_body.problem["advice"]


def list_fields(route: Route) -> list[str]:
    """Return the names of the fields that a route takes."""
    return list(TypeAdapter(route.model).json_schema().get("properties", {}))


@pytest.mark.parametrize(
    "route", [route for route in ROUTES if list_fields(route)], ids=lambda route: f"{route.method} {route.path}"
)
def test_an_unknown_field_gets_the_nearest_name(client: Client, route: Route) -> None:
    """The last letter of a name doubled, for every field of every route."""
    path = route.path.replace("<name>", "fr-common").replace("<length>", "5")
    for name in some(list_fields(route)):
        if len(name) < 4:
            continue
        wrong = name + name[-1]
        if route.method == "POST":
            problem = client.post(path, {wrong: 1}).problem
        else:
            problem = client.get(f"{path}?{wrong}=1").problem
        faults = [problem["field"], *(fault["field"] for fault in problem.get("errors", []))]
        assert any(fault.endswith(wrong) for fault in faults)
        if problem["field"].endswith(wrong):
            assert problem["suggestions"] == [name]
            assert name in problem["advice"]


def list_text_fields() -> list[tuple[str, str, dict[str, object], str]]:
    """Return each field that may be a text: method and path of its operation, the fields by example, its name."""
    api = describe_api()
    found = []
    for path, operations in api["paths"].items():
        for method, operation in operations.items():
            if "requestBody" in operation:
                name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].split("/")[-1]
                schemas = api["components"]["schemas"][name]["properties"]
            else:
                schemas = {parameter["name"]: parameter["schema"] for parameter in operation.get("parameters", ())}
            examples = {name: schema["examples"][0] for name, schema in schemas.items() if "examples" in schema}
            for name, schema in schemas.items():
                kinds = [kind.get("type") for kind in schema.get("anyOf", [schema])]
                if "string" in kinds:
                    found.append((method.upper(), path, examples, name))
    return found


@pytest.mark.parametrize(("method", "path", "examples", "field"), list_text_fields())
def test_a_text_that_a_field_cannot_have_is_refused_by_the_name_of_the_field(
    client: Client, method: str, path: str, examples: dict[str, object], field: str
) -> None:
    """All fields of all routes: a text that is no word, and a word that no list has, as long as that of the example.

    A text of several lines is read line by line: the line is named, and no field.
    """
    if (path, field) == ("/api/games/guess", "guess"):
        examples = {"token": client.post("/api/games", {"holes": 4, "colours": 6}).json["token"]}
    for text in ("r2?", "z" * len(str(examples.get(field, "abcd")))):
        asked = {**examples, field: text}
        if field == "text":
            asked.pop("history", None)  # a game is given in one of the two forms
        in_path = {name: asked.pop(name) for name in list(asked) if f"{{{name}}}" in path}
        filled = path.format(**{name: quote(str(value)) for name, value in in_path.items()})
        answer = client.post(filled, asked) if method == "POST" else client.get(f"{filled}?{urlencode(asked)}")
        if answer.status >= 400:
            named = answer.problem.get("field", "").removeprefix("/")
            assert named == field or answer.problem.get("line") is not None, (text, answer.problem)


def test_an_empty_parameter_is_read_alike_without_a_server(client: Client) -> None:
    asked = [(path, examples, field) for method, path, examples, field in list_text_fields() if method == "GET"]
    refused = 0
    for path, examples, field in some(asked):
        if not path.startswith("/api/") or f"{{{field}}}" in path or field == "lang" or path in pyodide_api.LACKED:
            continue
        in_path = {name: value for name, value in examples.items() if f"{{{name}}}" in path}
        in_query = {name: value for name, value in examples.items() if name not in in_path}
        address = f"{path.format(**in_path)}?{urlencode({**in_query, field: ''})}"
        answer = client.get(address)
        status, document = pyodide_api.answer("GET", address, "", "en")
        assert (status, json.loads(document).get("code")) == (answer.status, answer.json.get("code")), address
        refused += status == 422
    assert refused


def test_a_body_that_is_too_large_is_refused_by_the_application_or_by_the_server(client: Client) -> None:
    """Up to a megabyte the answer is a problem document, beyond it is plain text: as docs/errors.md says."""
    answer = client.ask("POST", "/api/solve", b"x" * 70_000, Content_Type="text/plain")
    assert answer.problem["code"] == "body-too-large"
    head = b"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 2000000\r\n\r\n"
    with socket.create_connection(("127.0.0.1", client.port), PATIENCE) as connection:
        connection.sendall(head)
        response = HTTPResponse(connection)
        response.begin()
        assert response.status == 413
        assert str(response.getheader("Content-Type")).startswith("text/plain")

"""The OpenAPI 3.1 document, written from the registry of routes and its models."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from mastermot import __version__
from mastermot.locale import LANGUAGES
from mastermot.web.models import AskedNothing, Problem
from mastermot.web.problems import MEDIA_TYPE
from mastermot.web.routes import JSON, TEXT, Route

REFERENCE = "#/components/schemas/{model}"
LANG = {
    "name": "lang",
    "in": "query",
    "description": "The language of the texts; else the one that Accept-Language prefers.",
    "schema": {"type": "string", "enum": sorted(LANGUAGES)},
}
REFUSALS = {
    400: "The request cannot be read.",
    404: "The path names no dictionary.",
    409: "The game is over.",
    410: "The game is too old.",
    413: "The body is too large.",
    415: "The media type is not read here.",
    422: "The request is understood and cannot be carried out.",
    503: "The service is busy, or not ready; Retry-After says when to try again.",
}


def document(routes: Sequence[Route]) -> str:
    """Return the OpenAPI document of `routes`, as JSON."""
    models: list[tuple[type[BaseModel], str]] = [(Problem, "validation")]
    for route in routes:
        models.append((route.answer, "validation"))
        if route.body is not None:
            models.append((route.body, "validation"))
    unique: Any = list(dict.fromkeys(models))
    _, definitions = models_json_schema(unique, ref_template=REFERENCE)
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route)
    return json.dumps(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "mastermot",
                "version": __version__,
                "description": "Word-deduction puzzles, solved, explained, played and composed.",
                "license": {"name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later"},
            },
            "paths": paths,
            "components": {"schemas": definitions["$defs"]},
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def operation(route: Route) -> dict[str, Any]:
    """Return the description of one route."""
    described: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "description": inspect.getdoc(route.handler),
        "tags": [route.tag],
        "parameters": [*parameters(route), LANG],
        "responses": {str(route.status): {"description": "Done.", "content": {JSON: schema(route.answer)}}},
    }
    if route.body is not None:
        content = {JSON: schema(route.body)}
        if route.text:
            content[TEXT] = {"schema": {"type": "string"}, "example": "paume 2\nchoux 1\n"}
        described["requestBody"] = {"required": True, "content": content}
    refusals = [422, 503] + ([400, 413, 415] if route.body is not None else [])
    if "{name}" in route.path:
        refusals.append(404)
    if "token" in (route.body.model_fields if route.body else ()):
        refusals += [409, 410]
    for status in sorted(refusals):
        content = {MEDIA_TYPE: schema(Problem)}
        described["responses"][str(status)] = {"description": REFUSALS[status], "content": content}
    return described


def schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return a reference to the schema of a model."""
    return {"schema": {"$ref": REFERENCE.format(model=model.__name__)}}


def parameters(route: Route) -> list[dict[str, Any]]:
    """Return the parameters of the path and of the address."""
    if route.parameters is AskedNothing:
        return []
    described = route.parameters.model_json_schema()
    in_path = re.findall(r"{(\w+)}", route.path)
    found = []
    for name, properties in described["properties"].items():
        parameter = {
            "name": name,
            "in": "path" if name in in_path else "query",
            "required": name in described.get("required", ()),
            "schema": {key: value for key, value in properties.items() if key not in ("title", "description")},
        }
        explained = properties.get("description", "")
        if route.text:
            explained = f"{explained} Only with text/plain: in JSON it is a field of the body.".strip()
        found.append({**parameter, **({"description": explained} if explained else {})})
    return found

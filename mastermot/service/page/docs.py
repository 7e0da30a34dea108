"""The page about the API, made from its OpenAPI document."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from mastermot.errors import N_
from mastermot.service.openapi import describe_api
from mastermot.service.page.contents import render, set_spaces
from mastermot.service.routes import JSON
from mastermot.texts.languages import gettext

BOUNDS = [
    ("minimum", "maximum", ""),
    ("minLength", "maxLength", N_("{bounds} characters")),
    ("minItems", "maxItems", N_("{bounds} items")),
]
"""The bounds of a schema, and how it is said what they count."""


def openapi() -> Response:
    return Response(json.dumps(describe_api(), ensure_ascii=False), mimetype=JSON)


def docs(translate: Callable[[str], str] = gettext) -> Response:
    """Return the page about the API of the service; `translate` is given every text of the document that it shows."""
    document = describe_api()

    def say(text: str) -> list[str]:
        """Return the parts of a text: every second one stood between backquotes, and is code."""
        return set_spaces(translate(" ".join(text.split()))).split("`") if text else []

    def find(schema: dict[str, Any]) -> dict[str, Any]:
        """Return what a field holds where it is not null: the schema itself, or the one that a reference names."""
        kind = next(choice for choice in schema.get("anyOf", [schema]) if choice.get("type") != "null")
        name = kind.get("$ref", "").rpartition("/")[2]
        found: dict[str, Any] = document["components"]["schemas"].get(name, kind)
        return found

    def values(schema: dict[str, Any]) -> str:
        """Return what a field may be, in signs: its type or its values, its bounds or how long it is, its default."""
        kind = find(schema)
        default = schema.get("default")
        told = " | ".join(kind["enum"]) if "enum" in kind else kind.get("format") or kind.get("type", "object")
        if "items" in kind:
            told += f" [{values(kind['items'])}]"
        for least, most, text in BOUNDS:
            if least in kind or most in kind:
                bounds = f"{kind.get(least, '')}…{kind.get(most, '')}"
                told += ", " + (translate(text).format(bounds=bounds) if text else bounds)
        told += " | null" if kind is not schema and "anyOf" in schema else ""
        return told + ("" if default in (None, "", []) else f" = {json.dumps(default, ensure_ascii=False)}")

    def parameters(operation: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """Return the parameters of an operation as fields, and the names of those that are required."""
        listed = operation["parameters"]
        as_fields = {parameter["name"]: parameter["schema"] | parameter for parameter in listed}
        return as_fields, [parameter["name"] for parameter in listed if parameter["required"]]

    functions: dict[str, Any] = {"say": say, "find": find, "values": values, "parameters": parameters}
    address = request.host_url.rstrip("/")
    functions["problem"] = document["components"]["responses"]["ProblemDocument"]["description"]
    return render("docs.html", paths=document["paths"], address=address, example=find_example, **functions)


def list_examples(schemas: dict[str, Any]) -> dict[str, Any]:
    """Return the first example of each parameter or field that has one, by its name."""
    return {name: schema["examples"][0] for name, schema in schemas.items() if "examples" in schema}


def find_example(path: str, operation: dict[str, Any], request: dict[str, Any]) -> tuple[str, str]:
    """Return an example of an operation: its address, and the body if `request` has fields."""
    parameters = {parameter["name"]: parameter["schema"] for parameter in operation["parameters"]}
    asked = list_examples(parameters)
    fields = list_examples(request.get("properties", {}))
    query = {name: value for name, value in asked.items() if f"{{{name}}}" not in path}
    body = json.dumps(fields, ensure_ascii=False) if fields else ""
    return path.format(**asked) + ("?" + urlencode(query) if query else ""), body

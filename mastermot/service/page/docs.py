"""The page about the API, made from its OpenAPI document."""

import json
from collections.abc import Callable
from functools import partial
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
"""Pairs of bounds that a schema may have, and how they are shown: "" where they bound the value itself."""


def openapi() -> Response:
    return Response(json.dumps(describe_api(), ensure_ascii=False), mimetype=JSON)


def docs(translate: Callable[[str], str] = gettext) -> Response:
    """Return the page about the API of the service.

    The template gets the routes of the OpenAPI document, and functions that it calls to show each of them. `translate`
    is called with every text of the document that the page shows.
    """
    document = describe_api()
    schemas = document["components"]["schemas"]

    def split_code(text: str) -> list[str]:
        """Return a text split at its backquotes: every second part is code. An empty text has no parts."""
        return set_spaces(translate(" ".join(text.split()))).split("`") if text else []

    return render(
        "docs.html",
        paths=document["paths"],
        address=request.host_url.rstrip("/"),
        problem=document["components"]["responses"]["ProblemDocument"]["description"],
        example=find_example,
        say=split_code,
        find=partial(find_kind, schemas),
        values=partial(describe_values, schemas, translate),
        parameters=list_parameters,
    )


def find_kind(schemas: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of the values that a field has, unless the value is null.

    `schema` is the schema of the field. Of its choices, the first that is not null is taken. If this only names one of
    the `schemas`, that one is returned.

    >>> find_kind({"Clue": {"type": "object"}}, {"anyOf": [{"$ref": "#/components/schemas/Clue"}, {"type": "null"}]})
    {'type': 'object'}
    """
    choices = schema.get("anyOf", [schema])
    kind: dict[str, Any] = next(choice for choice in choices if choice.get("type") != "null")
    name = kind.get("$ref", "").rpartition("/")[2]
    named: dict[str, Any] = schemas.get(name, kind)
    return named


def describe_values(schemas: dict[str, Any], translate: Callable[[str], str], schema: dict[str, Any]) -> str:
    """Return a short text about the values of a field: the type or all values, bounds of value or length, the default.

    `schema` is that of the field in OpenAPI; `schemas` are those that it may refer to by name. `translate` is called
    with texts such as “{bounds} characters” (`BOUNDS`). A default that is null or empty is not shown.

    >>> describe_values({}, str, {"type": "integer", "minimum": 1, "maximum": 20, "default": 5})
    'integer, 1…20 = 5'
    >>> describe_values({}, str, {"anyOf": [{"type": "integer", "minimum": 2}, {"type": "string"}, {"type": "null"}]})
    'integer, 2… | string | null'
    """
    choices = schema.get("anyOf", [schema])
    text = " | ".join(describe_kind(schemas, translate, choice) for choice in choices)
    default = schema.get("default")
    if default not in (None, "", []):
        text += f" = {json.dumps(default, ensure_ascii=False)}"
    return text


def describe_kind(schemas: dict[str, Any], translate: Callable[[str], str], schema: dict[str, Any]) -> str:
    """Return a short text about one kind of value: its type or all its values, the values of its items, its bounds.

    `schema` has no ``anyOf``; if it only names one of the `schemas`, that one is described. A format, such as ``date``,
    is shown instead of the type, and ``object`` if the schema has neither.

    >>> describe_kind({}, str, {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 40})
    'array [string], 1…40 items'
    >>> describe_kind({}, str, {"type": "string", "enum": ["strict", "wordle"]})
    'strict | wordle'
    """
    kind = find_kind(schemas, schema) if "$ref" in schema else schema
    type_name = kind.get("format") or kind.get("type", "object")
    text = " | ".join(kind["enum"]) if "enum" in kind else type_name
    if "items" in kind:
        text += f" [{describe_values(schemas, translate, kind['items'])}]"
    for least, most, counted in BOUNDS:
        if least in kind or most in kind:
            bounds = f"{kind.get(least, '')}…{kind.get(most, '')}"
            if counted:  # otherwise the bounds are those of the value itself
                bounds = translate(counted).format(bounds=bounds)
            text += f", {bounds}"
    return text


def list_parameters(operation: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the parameters of an operation, by name, and the names of the required ones.

    In OpenAPI, a parameter has its type in a schema inside. Here type and description stand side by side, as in the
    schema of a field: so the page shows parameters and fields in the same way.
    """
    parameters = operation["parameters"]
    as_fields = {parameter["name"]: parameter["schema"] | parameter for parameter in parameters}
    required = [parameter["name"] for parameter in parameters if parameter["required"]]
    return as_fields, required


def list_examples(schemas: dict[str, Any]) -> dict[str, Any]:
    """Return the first example of each parameter or field that has one, by its name."""
    return {name: schema["examples"][0] for name, schema in schemas.items() if "examples" in schema}


def find_example(path: str, operation: dict[str, Any], request_schema: dict[str, Any]) -> tuple[str, str]:
    """Return an example of a call: the address with its parameters filled in, and the body ("" for none).

    `path` has parameters in braces, and each of these has an example. Other parameters, and fields of the body, are
    left out if they have no example. `operation` is that of the OpenAPI document. `request_schema` is the schema of its
    body, or empty.
    """
    parameters = {parameter["name"]: parameter["schema"] for parameter in operation["parameters"]}
    values = list_examples(parameters)
    query = {name: value for name, value in values.items() if f"{{{name}}}" not in path}  # those not in the path
    address = path.format(**values)
    if query:
        address += "?" + urlencode(query)
    fields = list_examples(request_schema.get("properties", {}))
    body = json.dumps(fields, ensure_ascii=False) if fields else ""
    return address, body

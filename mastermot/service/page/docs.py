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
"""The bounds of a schema, and how it is said what they count."""


def openapi() -> Response:
    return Response(json.dumps(describe_api(), ensure_ascii=False), mimetype=JSON)


def docs(translate: Callable[[str], str] = gettext) -> Response:
    """Return the page about the API of the service; `translate` is given every text of the document that it shows.

    The template gets the routes of the OpenAPI document, and functions that it calls for what it shows of each.
    """
    document = describe_api()
    schemas = document["components"]["schemas"]

    def split_code(text: str) -> list[str]:
        """Return the parts of a text: every second one stood between backquotes and is code. An empty text has none."""
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
    """Return the schema of what a field holds where it is not null: its own, or the one of `schemas` that it names.

    `schema` is that of the field. If it gives several choices, the first that is not null is taken.

    >>> find_kind({"Clue": {"type": "object"}}, {"anyOf": [{"$ref": "#/components/schemas/Clue"}, {"type": "null"}]})
    {'type': 'object'}
    """
    choices = schema.get("anyOf", [schema])
    kind: dict[str, Any] = next(choice for choice in choices if choice.get("type") != "null")
    name = kind.get("$ref", "").rpartition("/")[2]
    named: dict[str, Any] = schemas.get(name, kind)
    return named


def describe_values(schemas: dict[str, Any], translate: Callable[[str], str], schema: dict[str, Any]) -> str:
    """Return what a field may be, in signs: its type or its values, its bounds or how long it is, its default.

    `schema` is the field's in OpenAPI; `schemas` are those that it may refer to. `translate` is given the words that
    follow bounds, such as “characters”. A default that is null or empty is not shown.

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
    """Return one kind of value in signs: its type or its values, those of its items, its bounds.

    `schema` has no ``anyOf``; if it names one of the `schemas`, this is described. A format, such as ``date``, is shown
    in place of the type; where neither is said, ``object`` is.

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
            if counted:  # otherwise they bound the value itself
                bounds = translate(counted).format(bounds=bounds)
            text += f", {bounds}"
    return text


def list_parameters(operation: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the parameters of an operation, by name, and the names of those that are required.

    OpenAPI has the schema of a parameter inside it. Here they are one, as the schema of a field has its description and
    its type side by side: so the page shows parameters and fields in one way.
    """
    parameters = operation["parameters"]
    as_fields = {parameter["name"]: parameter["schema"] | parameter for parameter in parameters}
    required = [parameter["name"] for parameter in parameters if parameter["required"]]
    return as_fields, required


def list_examples(schemas: dict[str, Any]) -> dict[str, Any]:
    """Return the first example of each parameter or field that has one, by its name."""
    return {name: schema["examples"][0] for name, schema in schemas.items() if "examples" in schema}


def find_example(path: str, operation: dict[str, Any], request_schema: dict[str, Any]) -> tuple[str, str]:
    """Return an example of an operation: its address, filled in, and its body, empty if no field has an example.

    `path` has its parameters in braces, and each of these has an example. Other parameters, and fields, are left out if
    they have none. `operation` is the one of the OpenAPI document, `request_schema` the schema of its body, empty if it
    has none.
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

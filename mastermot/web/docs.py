"""The OpenAPI document, and a readable page about the API made from it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from pydantic import TypeAdapter

from mastermot import shapes
from mastermot.locale import gettext
from mastermot.web.page import render

router = APIRouter(include_in_schema=False)


def describe_api(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document: FastAPI's, with problem documents among its models."""
    if app.openapi_schema is None:
        problem = TypeAdapter(shapes.Problem).json_schema(ref_template="#/components/schemas/{model}")
        schemas = FastAPI.openapi(app)["components"]["schemas"]
        schemas |= {**problem.pop("$defs"), "Problem": problem}
    return FastAPI.openapi(app)


@router.get("/openapi.json")
async def openapi(request: Request) -> Response:
    """Return the OpenAPI document."""
    return Response(json.dumps(request.app.openapi(), ensure_ascii=False), media_type="application/json")


@router.get("/docs")
async def docs(request: Request) -> Response:
    """Return the page about the API."""
    operations = list_operations(request.app.openapi(), gettext)
    return render("docs.html", operations=operations, address=str(request.base_url).rstrip("/"))


def list_operations(document: dict[str, Any], translate: Callable[[str], str]) -> list[dict[str, Any]]:
    """Return what the page shows of each operation; `translate` is given every text of the document that it shows."""
    schemas = document["components"]["schemas"]

    def say(text: str) -> str:
        return translate(" ".join(text.split())) if text else ""

    def find(schema: dict[str, Any]) -> dict[str, Any]:
        """Return the schema that a reference names, or the schema itself."""
        name = schema.get("$ref", "").rpartition("/")[2]
        found: dict[str, Any] = schemas[name] if name else schema
        return found

    def list_fields(schema: dict[str, Any]) -> list[tuple[str, bool, str]]:
        """Return the fields of an object: name, whether it is required, what is said of it."""
        fields = []
        for name, field in schema.get("properties", {}).items():
            text = field.get("description") or find(field.get("items", field)).get("description", "")
            fields.append((name, name in schema.get("required", ()), say(text)))
        return fields

    operations = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            contents = operation.get("requestBody", {}).get("content", {})
            request = find(contents.get("application/json", {}).get("schema", {}))
            answer = next(text for status, text in operation["responses"].items() if status.startswith("2"))
            texts = dict.fromkeys((operation["summary"], operation["description"]))
            operations.append(
                {
                    "id": operation["operationId"],
                    "name": f"{method.upper()} {path}",
                    "texts": [say(text) for text in texts],
                    "parameters": [
                        (one["name"], one["required"], say(one.get("description") or one["schema"].get("description")))
                        for one in operation.get("parameters", ())
                    ],
                    "fields": list_fields(request),
                    "answer": list_fields(find(answer["content"]["application/json"]["schema"])),
                    "statuses": {status: say(one["description"]) for status, one in operation["responses"].items()},
                    "example": write_example(path, operation, request),
                }
            )
    return operations


def write_example(path: str, operation: dict[str, Any], request: dict[str, Any]) -> str:
    """Return an example of an operation as arguments of curl: the path, and the body if there is one."""
    query = []
    for parameter in operation.get("parameters", ()):
        examples = parameter["schema"].get("examples") or parameter.get("examples")
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", str(examples[0]))
        elif examples:
            query.append(f"{parameter['name']}={examples[0]}")
    address = "?".join([path, "&".join(query)] if query else [path])
    if not request:
        return address
    fields = {name: field["examples"][0] for name, field in request["properties"].items() if "examples" in field}
    return f"{address} --json '{json.dumps(fields, ensure_ascii=False)}'"

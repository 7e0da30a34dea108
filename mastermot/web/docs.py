"""The OpenAPI document, and a readable page about the API made from it."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Request, Response

from mastermot.web.page import render

router = APIRouter(include_in_schema=False)


@router.get("/openapi.json")
async def openapi(request: Request) -> Response:
    """Return the OpenAPI document."""
    return Response(json.dumps(request.app.openapi(), ensure_ascii=False), media_type="application/json")


@router.get("/docs")
async def docs(request: Request) -> Response:
    """Return the page about the API."""
    document = request.app.openapi()
    return render("docs.html", operations=list_operations(document), address=str(request.base_url).rstrip("/"))


def list_operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what the page shows of each operation: its text, parameters, fields, example, statuses."""
    operations = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json")
            request = find_schema(document, body["schema"]) if body else {}
            answer = next(text for status, text in operation["responses"].items() if status.startswith("2"))
            operations.append(
                {
                    **operation,
                    "method": method.upper(),
                    "path": path,
                    "parameters": operation.get("parameters", ()),
                    "fields": list_fields(document, request),
                    "answer": list_fields(
                        document, find_schema(document, answer["content"]["application/json"]["schema"])
                    ),
                    "example": write_example(path, operation, request),
                }
            )
    return operations


def find_schema(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema that a reference names, or the schema itself."""
    name = schema.get("$ref", "").rpartition("/")[2]
    return document["components"]["schemas"][name] if name else schema


def list_fields(document: dict[str, Any], schema: dict[str, Any]) -> list[tuple[str, bool, str]]:
    """Return the fields of an object: name, whether it is required, what is said of it."""
    fields = []
    for name, field in schema.get("properties", {}).items():
        items = find_schema(document, field.get("items", field))
        fields.append(
            (name, name in schema.get("required", ()), field.get("description") or items.get("description", ""))
        )
    return fields


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

"""The OpenAPI document, and a readable page about the API made from it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import chain
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from markupsafe import Markup, escape
from pydantic import TypeAdapter
from typing_extensions import is_typeddict

from mastermot import shapes
from mastermot.locale import gettext
from mastermot.shapes.fields import FIELDS
from mastermot.web.page import render, set_spaces

router = APIRouter(include_in_schema=False)


def describe_api(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document: FastAPI's, with problem documents among its models."""
    if app.openapi_schema is None:
        problem = TypeAdapter(shapes.Problem).json_schema(ref_template="#/components/schemas/{model}")
        schemas = FastAPI.openapi(app)["components"]["schemas"]
        schemas |= {**problem.pop("$defs"), "Problem": problem}
        describe_fields(FastAPI.openapi(app))
    return FastAPI.openapi(app)


def describe_fields(document: dict[str, Any]) -> None:
    """Give every field and parameter without a text that of the shape it comes from, else the one of its name."""
    for name, schema in document["components"]["schemas"].items():
        for field, described in schema.get("properties", {}).items():
            if "description" not in described:
                described["description"] = find_inherited(getattr(shapes, name, None), field) or FIELDS[field]
    for operations in document["paths"].values():
        for parameter in chain.from_iterable(one.get("parameters", ()) for one in operations.values()):
            text = parameter["schema"].get("description") or FIELDS[parameter["name"]]
            parameter.setdefault("description", text)


def find_inherited(shape: object, field: str) -> str:
    """Return what the shapes that a shape extends say of a field; nothing where none of them says anything."""
    for base in filter(is_typeddict, getattr(shape, "__orig_bases__", ())):
        described = TypeAdapter(base).json_schema()["properties"].get(field, {})
        text: str = described.get("description") or find_inherited(base, field)
        if text:
            return text
    return ""


@router.get("/openapi.json")
async def openapi(request: Request) -> Response:
    """Return the OpenAPI document."""
    return Response(json.dumps(request.app.openapi(), ensure_ascii=False), media_type="application/json")


@router.get("/docs")
async def docs(request: Request) -> Response:
    """Return the page about the API."""
    return render_docs(request.app.openapi(), gettext, str(request.base_url).rstrip("/"))


def render_docs(document: dict[str, Any], translate: Callable[[str], str], address: str = "") -> Response:
    """Return the page about the API of a service; `translate` is given every text of the document that it shows."""

    def say(text: str) -> str:
        """Return a text, what stands between backquotes as code."""
        told = str(escape(set_spaces(translate(" ".join(text.split()))))) if text else ""
        return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", told))

    def find(schema: dict[str, Any]) -> dict[str, Any]:
        """Return the schema that a reference names, or the schema itself."""
        name = schema.get("$ref", "").rpartition("/")[2]
        found: dict[str, Any] = document["components"]["schemas"][name] if name else schema
        return found

    return render("docs.html", paths=document["paths"], say=say, find=find, example=write_example, address=address)


def write_example(address: str, path: str, operation: dict[str, Any], request: dict[str, Any]) -> str:
    """Return an example of an operation as arguments of curl: the path, and the body if `request` has fields."""
    query = []
    for parameter in operation.get("parameters", ()):
        examples = parameter["schema"].get("examples") or parameter.get("examples")
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", str(examples[0]))
        elif examples:
            query.append(f"{parameter['name']}={examples[0]}")
    asked = address + path if not query else f"'{address}{path}?{'&'.join(query)}'"
    fields = {
        name: field["examples"][0] for name, field in request.get("properties", {}).items() if "examples" in field
    }
    return f"{asked} --json '{json.dumps(fields, ensure_ascii=False)}'" if fields else asked

"""What only the service says: whether it is ready, and problem documents."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class Health(TypedDict):
    """Whether the service can answer."""

    status: Literal["ready"]
    """Always ready: until it is, requests are answered with 503."""
    version: str


class FieldProblem(TypedDict):
    """A field at fault."""

    field: str
    """As a field of a problem document."""
    detail: str


class Problem(TypedDict):
    """A problem document (RFC 9457)."""

    type: str
    """Stable; the address of a page that describes it."""
    title: str
    status: int
    detail: str
    code: str
    advice: NotRequired[str]
    field: NotRequired[str]
    """What is at fault: a field of a JSON body as a JSON pointer (/clues/0/word), a parameter of the path or of the
    query by its bare name (words)."""
    line: NotRequired[int]
    """The line or the clue at fault, 1 for the first."""
    text: NotRequired[str]
    """The text at fault."""
    suggestions: NotRequired[list[str]]
    turns: NotRequired[list[int]]
    """Turns that contradict each other."""
    errors: NotRequired[list[FieldProblem]]

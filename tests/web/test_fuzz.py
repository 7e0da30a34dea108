"""The API fuzzed from its own document: whatever is asked, the answer is one that the document describes."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from mastermot.web import bounds, create_app

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
schema = schemathesis.openapi.from_wsgi("/openapi.json", create_app())


@pytest.fixture(autouse=True)
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Heavy requests are refused sooner than usual: what is looked at is how they are answered."""
    monkeypatch.setattr(bounds, "MOST_WORK", 0.1)


@schema.parametrize()
@settings(
    max_examples=100,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_the_api_answers_as_its_document_says(case: schemathesis.Case) -> None:
    """Without compression, which this client asks for and does not undo."""
    case.call_and_validate(checks=CHECKS, headers={"Accept-Encoding": "identity"})

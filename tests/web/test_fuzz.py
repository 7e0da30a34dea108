"""The API fuzzed from its own document: whatever is asked, the answer is one that the document describes."""

from __future__ import annotations

from collections.abc import Iterator

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
from tests.web.support import serve_here, wait_until

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


schema = schemathesis.openapi.from_dict(create_app().openapi())


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a service that ends heavy requests soon: what is looked at is how they are answered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bounds, "LONG", 0.1)
        with serve_here() as client:
            wait_until(lambda: client.ready)
            yield f"http://127.0.0.1:{client.port}"


@schema.parametrize()
@settings(
    max_examples=100,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_the_api_answers_as_its_document_says(case: schemathesis.Case, address: str) -> None:
    case.call_and_validate(base_url=address, checks=CHECKS)

"""The API fuzzed from its own document: whatever is asked, the answer is one that the document describes."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from mastermot.service.openapi import describe_api
from tests.service.support import Served
from tests.support import PATIENCE

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
OPERATIONS = {
    operation.label: operation
    for found in schemathesis.openapi.from_dict(describe_api()).get_all_operations()
    if (operation := found.ok())
}
QUICKLY = settings(
    max_examples=10, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate]
)


@pytest.mark.parametrize("label", OPERATIONS)
def test_the_api_answers_as_its_document_says(label: str, served: Served) -> None:
    """Requests right and wrong, made by chance. Those at every bound of the document are `test_fuzz_bounds`."""

    @QUICKLY
    @given(st.one_of(OPERATIONS[label].as_strategy(mode) for mode in GenerationMode))
    def check(case: schemathesis.Case) -> None:
        case.call_and_validate(base_url=served.address, checks=CHECKS, timeout=PATIENCE)

    check()

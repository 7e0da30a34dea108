"""The API asked at every bound that its document names, and just beyond it; and more by chance than in `test_fuzz`.

These tests are made when they are collected, which takes seconds: `conftest` leaves this file out of quick runs.
"""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from mastermot.service.openapi import describe_api
from tests.service.support import Served
from tests.service.test_fuzz import CHECKS
from tests.support import PATIENCE

pytestmark = pytest.mark.slow

schema = schemathesis.openapi.from_dict(describe_api())


@schema.parametrize()
@settings(
    max_examples=10,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_the_api_answers_at_every_bound_of_its_document(case: schemathesis.Case, served: Served) -> None:
    case.call_and_validate(base_url=served.address, checks=CHECKS, timeout=PATIENCE)

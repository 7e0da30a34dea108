"""The client of HTTP that the documentation shows."""

from __future__ import annotations

import types

import pytest

from tests.service.support import Served
from tests.test_programs import CLIENT


def test_the_client_of_the_documentation(served: Served) -> None:
    assert CLIENT is not None
    client = types.ModuleType("client")
    exec(CLIENT[1], vars(client))
    answer = client.solve({"paume": 5}, f"http://127.0.0.1:{served.port}")
    assert [solution["word"] for solution in answer["solutions"]] == ["PAUME"]
    with pytest.raises(client.Refused) as refused:
        client.solve({"paume": 6}, f"http://127.0.0.1:{served.port}")
    assert refused.value.code == "marks-over-length"
    assert refused.value.field == "/clues/0"
    assert "5" in str(refused.value)

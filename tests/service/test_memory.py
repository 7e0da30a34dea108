"""The memory that the service names, and the documents that name it."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks import attacks
from mastermot.service import capacity
from tests.service.support import Client
from tests.support import PATIENCE, ROOT

NAMED = capacity.MEMORY + (capacity.MEMORY_OF_NUMBA if find_spec("numba") else 0)
PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.long
def test_the_service_keeps_within_the_memory_it_names() -> None:
    """After every list, length and route, then 40 different lists of families at once, read and not read."""
    with attacks.served() as (port, process):
        for method, path, body in attacks.everything():
            assert attacks.ask(port, method, path, body, 10 * PATIENCE) < 500, path
        for name in ("C", "C-unread"):
            command = [sys.executable, attacks.__file__, "--attack", name, "--port", str(port), "--seconds", "20"]
            subprocess.run(command, check=True, capture_output=True, timeout=10 * PATIENCE)
        assert attacks.peak_memory(Path(f"/proc/{process}")) <= NAMED << 20


def test_the_page_and_the_alarm_name_the_same_memory() -> None:
    text = " ".join(PAGE.split())
    assert f"It takes {capacity.MEMORY} MB at most" in text
    assert f"{capacity.MEMORY_OF_NUMBA} MB more where numba is installed" in text
    both = capacity.MEMORY + capacity.MEMORY_OF_NUMBA
    assert f"it takes {capacity.MEMORY} MB at most by itself, {both} MB with numba" in text
    assert re.findall(r"process_resident_memory_bytes\S* > (.*) or", PAGE) == [f"{both} * 1024 * 1024"]


def test_a_list_of_words_comes_whole_or_in_parts(client: Client) -> None:
    """The parts of a list put together are the list; the whole has no other body than before."""
    whole = client.get("/api/words/fr-common/8").json
    assert list(whole) == ["dictionary", "length", "count", "words"]
    parts = []
    for offset in range(0, whole["count"], 3000):
        part = client.get(f"/api/words/fr-common/8?offset={offset}&limit=3000").json
        assert part["count"] == whole["count"] == 8205
        parts += part["words"]
    assert parts == whole["words"]
    assert client.get("/api/words/fr-common/8?offset=9000").json["words"] == []
    for query in ("offset=-1", "limit=0", "limit=x"):
        assert client.get(f"/api/words/fr-common/8?{query}").problem["code"] == "field-invalid"

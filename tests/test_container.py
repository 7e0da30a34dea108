"""The container: no image can be made here, so what its file says is done by hand, in a folder of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import PATIENCE, ROOT, environment

KEY = "sixteen-characters-or-more"


def read_steps(stage: int) -> list[tuple[str, str]]:
    """Return the instructions of a stage, with what follows them."""
    text = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", (ROOT / "Containerfile").read_text(), flags=re.M))
    parts = [line.partition(" ") for line in text.splitlines() if line]
    steps = [(name, rest.strip()) for name, _, rest in parts]
    begins = [place for place, (name, _rest) in enumerate(steps) if name == "FROM"]
    return steps[begins[stage] : [*begins, len(steps)][stage + 1]]


def find(name: str) -> str:
    (value,) = (rest for step, rest in read_steps(2) if step == name)
    return value


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that every user can reach."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    subprocess.run(["chmod", "-R", "u+w", folder], check=True)
    shutil.rmtree(folder)


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.mark.slow
def test_the_steps_of_the_containerfile(place: Path) -> None:
    """Built, then run by a user without rights where nothing can be written; healthy, then stopped."""
    source, port = place / "source", str(free_port())
    source.mkdir()
    program = f"{place}/mastermot"

    def here(text: str) -> str:
        return text.replace("/opt/mastermot", program).replace("8000", port)

    system = ["/usr/bin/python3", "-c", "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))"]
    usable = Path(system[0]).exists() and subprocess.run(system, check=False).returncode == 0
    variables = environment(PATH=f"{'/usr/bin' if usable else Path(sys.executable).parent}:{os.environ['PATH']}")
    for name, rest in read_steps(0):
        if name == "COPY":
            *names, target = rest.split()
            for one in names:
                copy = shutil.copytree if (ROOT / one).is_dir() else shutil.copy
                copy(ROOT / one, source / target)
        elif name == "RUN":
            subprocess.run(["sh", "-c", here(rest)], cwd=source, env=variables, check=True, capture_output=True)
    shutil.rmtree(source)
    subprocess.run(["chmod", "-R", "a-w", place], check=True)
    rights = {"user": 10001, "group": 10001, "extra_groups": []} if usable and os.getuid() == 0 else {}
    if rights:
        assert find("USER") == "10001:10001"
    command = [here(part) for name in ("ENTRYPOINT", "CMD") for part in json.loads(find(name))]
    service = subprocess.Popen(
        command, cwd=place, env=variables | {"MASTERMOT_KEY": KEY}, stderr=-1, text=True, **rights
    )  # type: ignore[call-overload]
    check = [here(part) for part in json.loads(find("HEALTHCHECK").partition("CMD ")[2])]
    try:
        told = []
        for line in service.stderr:
            told.append(line)
            if line.startswith("http://"):
                break
        else:
            raise AssertionError("".join(told))
        deadline = PATIENCE
        while subprocess.run(check, capture_output=True, check=False).returncode and (deadline := deadline - 1) > 0:
            pass
        assert subprocess.run(check, check=False).returncode == 0
    finally:
        service.send_signal(getattr(signal, find("STOPSIGNAL")))
        service.communicate(timeout=PATIENCE)
    assert service.returncode == 0
    assert subprocess.run(check, capture_output=True, check=False).returncode != 0


def test_the_linter_finds_nothing() -> None:
    linter = shutil.which("hadolint", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if linter is None:
        pytest.skip("hadolint is not installed: it comes with the extra lint")
    done = subprocess.run([linter, ROOT / "Containerfile"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_service_of_the_compose_file_has_no_rights_and_its_key_from_a_file(tmp_path: Path) -> None:
    services = pytest.importorskip("yaml").safe_load((ROOT / "compose.yaml").read_text())["services"]
    service = services["mastermot"]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert "ports" not in service
    assert all(one["mem_limit"] and one["pids_limit"] for one in services.values())
    (tmp_path / "key").write_text(f"{KEY}\n")
    program = tmp_path / "program"
    program.write_text('#!/bin/sh\necho "$MASTERMOT_KEY|$*"\n')
    program.chmod(0o755)
    command = [part.replace("$$", "$") for part in (*service["entrypoint"], *service["command"])]
    command[2] = command[2].replace("/run/secrets/key", str(tmp_path / "key"))
    command[2] = command[2].replace("/opt/mastermot/bin/mastermot", str(program))
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert told == f"{KEY}|serve --host 0.0.0.0 --port 8000 --proxy *\n"

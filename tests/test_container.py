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
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from mastermot.service import capacity
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
    (value,) = (rest for step, rest in read_steps(1) if step == name)
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
            if target.endswith("/"):  # COPY makes the folder
                (source / target).mkdir(parents=True, exist_ok=True)
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


def test_the_key_is_in_no_repository_and_in_no_image() -> None:
    assert "/key.txt" in (ROOT / ".gitignore").read_text().splitlines()
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert "*" in ignored
    assert "key.txt" in ignored
    copied = {name for step, rest in read_steps(0) if step == "COPY" for name in rest.split()[:-1]}
    assert {f"!{name.removeprefix('./')}" for name in copied} <= set(ignored)


def test_what_the_image_installs_is_pinned_and_fits_what_the_project_asks_for() -> None:
    text = (ROOT / "requirements.txt").read_text()
    pinned = dict(re.findall(r"^([\w-]+)==(\S+) ", text, re.M))
    assert all(f"{name}=={number} \\\n    --hash=sha256:" in text for name, number in pinned.items())
    assert "--require-hashes -r requirements.txt" in (ROOT / "Containerfile").read_text()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    for wanted in map(Requirement, [*project["project"]["dependencies"], *project["build-system"]["requires"]]):
        assert wanted.specifier.contains(pinned[wanted.name.lower()]), wanted


def test_the_proxy_bounds_what_the_service_bounds() -> None:
    """As many connections of a client; slow ones are closed; answers go through without a file."""
    text = pytest.importorskip("yaml").safe_load((ROOT / "compose.yaml").read_text())["configs"]["nginx"]["content"]
    assert f"limit_conn clients {capacity.CONNECTIONS_OF_CLIENT};" in text
    assert f"send_timeout {capacity.UNREAD}s;" in text
    assert "proxy_max_temp_file_size 0;" in text


def test_nginx_reads_its_configuration(tmp_path: Path) -> None:
    nginx = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin")
    if nginx is None:
        pytest.skip("nginx is not installed (Debian: apt-get install nginx-light)")
    text = pytest.importorskip("yaml").safe_load((ROOT / "compose.yaml").read_text())["configs"]["nginx"]["content"]
    server = text.replace("$$", "$").replace("mastermot:8000", "127.0.0.1:8000")
    places = "".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in ("client_body", "proxy"))
    (tmp_path / "conf").write_text(f"pid {tmp_path}/pid; events {{}} http {{ access_log off; {places} {server} }}")
    done = subprocess.run([nginx, "-t", "-e", "stderr", "-c", tmp_path / "conf"], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


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
    for one in services.values():  # what each may do, and take
        assert one["mem_limit"]
        assert one["pids_limit"]
        assert one["read_only"]
        assert one["cap_drop"] == ["ALL"]
        assert one["security_opt"] == ["no-new-privileges:true"]
        assert all("size=" in place for place in one["tmpfs"])
    (tmp_path / "key").write_text(f"{KEY}\n")
    program = tmp_path / "program"
    program.write_text('#!/bin/sh\necho "$MASTERMOT_KEY|$*"\n')
    program.chmod(0o755)
    command = [part.replace("$$", "$") for part in (*service["entrypoint"], *service["command"])]
    command[2] = command[2].replace("/run/secrets/key", str(tmp_path / "key"))
    command[2] = command[2].replace("/opt/mastermot/bin/mastermot", str(program))
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert told == f"{KEY}|serve --host 0.0.0.0 --port 8000 --proxy *\n"

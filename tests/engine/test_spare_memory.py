"""What a search takes by itself: most of the memory left, within the limits of containers."""

from __future__ import annotations

from pathlib import Path

import pytest

from mastermot.engine import spare_memory as module
from mastermot.engine.spare_memory import LEAST_MEMORY, UNKNOWN_MEMORY, measure_room, spare_memory

GB = 1 << 30


@pytest.mark.parametrize(("room", "taken"), [(8 * GB, 7 * GB), (64 * GB, 56 * GB), (100 << 20, LEAST_MEMORY)])
def test_an_eighth_is_left_to_others(room: int, taken: int) -> None:
    assert spare_memory(room) == taken


def test_a_machine_that_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "measure_room", lambda: None)
    assert spare_memory() == UNKNOWN_MEMORY


def make_machine(folder: Path, files: dict[str, str]) -> Path:
    for name, text in {"proc/meminfo": "MemTotal: 16777216 kB\nMemAvailable: 8388608 kB\n", **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def group(path: str, most: str, used: int, droppable: int, first: bool = False) -> dict[str, str]:
    """Return the files of a control group, of the first or of the second version."""
    names = ("max", "current", "inactive_file")
    if first:
        names = ("limit_in_bytes", "usage_in_bytes", "total_inactive_file")
    return {
        f"{path}/memory.{names[0]}": f"{most}\n",
        f"{path}/memory.{names[1]}": f"{used}\n",
        f"{path}/memory.stat": f"anon 5\n{names[2]} {droppable}\n",
    }


TOP = "sys/fs/cgroup"
MACHINES = {
    "no groups": ({}, 8 * GB),
    "no limit": ({"proc/self/cgroup": "0::/a/b\n", **group(f"{TOP}/a/b", "max", GB, 0)}, 8 * GB),
    "a container": ({"proc/self/cgroup": "0::/a/b\n", **group(f"{TOP}/a/b", str(4 * GB), 2 * GB, GB)}, 3 * GB),
    "the group around it": (
        {"proc/self/cgroup": "0::/a/b\n", **group(f"{TOP}/a/b", "max", GB, 0), **group(f"{TOP}/a", str(2 * GB), GB, 0)},
        GB,
    ),
    "a container that sees its own group as the outermost": (
        {"proc/self/cgroup": "0::/elsewhere\n", **group(TOP, str(3 * GB), GB, 0)},
        2 * GB,
    ),
    "the first version": (
        {
            "proc/self/cgroup": "5:cpu:/a\n4:memory:/a\n0::/\n",
            **group(f"{TOP}/memory/a", str(6 * GB), GB, 0, first=True),
            **group(f"{TOP}/memory", "9223372036854771712", GB, 0, first=True),
        },
        5 * GB,
    ),
    "nothing left": ({"proc/self/cgroup": "0::/\n", **group(TOP, str(GB), 2 * GB, 0)}, 0),
}


@pytest.mark.parametrize("name", MACHINES)
def test_limits_of_control_groups(name: str, tmp_path: Path) -> None:
    files, room = MACHINES[name]
    assert measure_room(make_machine(tmp_path, files)) == room


def test_this_machine_says_something() -> None:
    """Half of what there is counts where the kernel does not say what is left: in a folder without files."""
    assert measure_room(Path("nowhere")) is None or measure_room(Path("nowhere")) > LEAST_MEMORY
    assert spare_memory() >= LEAST_MEMORY

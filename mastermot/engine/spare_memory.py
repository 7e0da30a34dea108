"""The memory that long work may take by itself: most of what the machine has left, within the limits of its containers.

A machine with 8 GB left gives 7 GB; in a container that may take 3 GB more, it gives 2.6 GB:

>>> spare_memory(8 << 30) >> 20
7168
>>> spare_memory(3 << 30) >> 20
2688
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

OTHERS_SHARE = 8  #: One byte in so many stays free for other programs.
UNKNOWN_MEMORY = 2 << 30  #: The bytes that may be taken if the system does not say how many are free.
LEAST_MEMORY = 256 << 20  #: The bytes that may be taken at least, however few are free.
MACHINE = Path("/")  #: The folder in which the kernel's files are.


class Limits(NamedTuple):
    """Where a control group says how much memory it may take and has taken, and how much of this can be dropped.

    Pages of files that were read can be dropped: the kernel drops them when a program needs the room.
    """

    most: str  #: The name of the file with the bytes that the group may take.
    used: str  #: The name of the file with the bytes that it has taken.
    droppable_line: str  #: The name of the line of ``memory.stat`` with the bytes that can be dropped.


FIRST_VERSION = Limits("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
SECOND_VERSION = Limits("memory.max", "memory.current", "inactive_file")


def spare_memory(room: int | None = None) -> int:
    """Return how many bytes long work may take: seven eighths of the free ones, but at least `LEAST_MEMORY`.

    `room` is the number of free bytes; if it is None, it is measured. If the system does not say how many are free, the
    result is `UNKNOWN_MEMORY`.
    """
    if room is None:
        room = measure_room()
    if room is None:
        return UNKNOWN_MEMORY
    return max(LEAST_MEMORY, room - room // OTHERS_SHARE)


def measure_room(machine: Path = MACHINE) -> int | None:
    """Return how many bytes programs may still take, or None if the system does not say it.

    `machine` is the folder in which the kernel's files are. On Linux the result is the least of what the machine has
    left and what each control group has left, such as that of a container. Other systems only say how much memory the
    machine has: half of it is returned.
    """
    available = read_available(machine)
    if available is not None:
        return min([available, *list_group_rooms(machine)])
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):  # Windows has no such function
        return None


def read_available(machine: Path) -> int | None:
    """Return how many bytes programs may take without swapping, as Linux says; None for another system."""
    for line in read_lines(machine / "proc/meminfo"):
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) << 10  # the kernel writes kB and means 1024 bytes
    return None


def list_group_rooms(machine: Path) -> Iterator[int]:
    """Yield the bytes left in each control group of this process, and in those around it.

    ``/proc/self/cgroup`` has a line such as ``4:cpu,memory:/user.slice`` for each group: its number, what it controls,
    its path. A group that does not control memory is passed over. A group of the second version controls everything,
    and its line does not say so: ``0::/user.slice``.
    """
    mount = machine / "sys/fs/cgroup"
    for line in read_lines(machine / "proc/self/cgroup"):
        _number, controllers, path = line.strip().split(":", 2)
        if controllers == "":
            yield from list_rooms_above(mount, path, SECOND_VERSION)
        elif "memory" in controllers.split(","):
            yield from list_rooms_above(mount / "memory", path, FIRST_VERSION)


def list_rooms_above(mount: Path, path: str, limits: Limits) -> Iterator[int]:
    """Yield the bytes left in a control group, and in each group around it; nothing for a group without a limit.

    `mount` is the folder of the outermost group, and `path` that of the group within `mount`: ``/user.slice``. A
    container may see its own group as the outermost: then `path` is ``/``. `limits` names the files of a group.
    """
    folder = mount / path.strip("/")
    for group in (folder, *folder.parents):
        most = read_number(group / limits.most)
        used = read_number(group / limits.used)
        if most is not None and used is not None:
            # less than 0 is left where a limit was lowered below what is used
            yield max(0, most - used + read_droppable(group, limits))
        if group == mount:
            return


def read_droppable(group: Path, limits: Limits) -> int:
    """Return how many bytes of a control group the kernel can drop (`Limits`); 0 if the group does not say it."""
    for line in read_lines(group / "memory.stat"):
        name, _space, number = line.partition(" ")
        if name == limits.droppable_line:
            return int(number)
    return 0


def read_number(path: Path) -> int | None:
    """Return the number in a file; None where there is no such file, or no limit (``max``)."""
    text = "".join(read_lines(path)).strip()
    return int(text) if text.isdecimal() else None


def read_lines(path: Path) -> list[str]:
    """Return the lines of a file; none if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except OSError:
        return []

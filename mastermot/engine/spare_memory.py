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
UNKNOWN_MEMORY = 2 << 30  #: Bytes taken where the system does not say what it has.
LEAST_MEMORY = 256 << 20  #: Bytes taken at least.
MACHINE = Path("/")


class Limits(NamedTuple):
    """The files of a control group that say what it may take, what it has, and which line counts what can be dropped.

    What can be dropped are pages of files that were read: the kernel drops them when a program needs the room.
    """

    most: str
    used: str
    droppable_line: str


FIRST_VERSION = Limits("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
SECOND_VERSION = Limits("memory.max", "memory.current", "inactive_file")


def spare_memory(room: int | None = None) -> int:
    """Return the bytes that long work may take of the free ones: all but an eighth of them, at least `LEAST_MEMORY`.

    `room` is how many are free; if it is None, it is measured. Where the system does not say how many are free, the
    result is `UNKNOWN_MEMORY`.
    """
    if room is None:
        room = measure_room()
    if room is None:
        return UNKNOWN_MEMORY
    return max(LEAST_MEMORY, room - room // OTHERS_SHARE)


def measure_room(machine: Path = MACHINE) -> int | None:
    """Return the bytes that programs may still take, or None where the system does not say.

    `machine` is the folder in which the kernel's files are. On Linux it is the least of what the machine has left and
    what each control group has left (that of a container, say). Other systems only say how much memory there is: half
    of it is taken to be left.
    """
    available = read_available(machine)
    if available is not None:
        return min([available, *list_group_rooms(machine)])
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):  # Windows has no such function
        return None


def read_available(machine: Path) -> int | None:
    """Return the bytes that programs may take without swapping, as Linux says; None for another system."""
    for line in read_lines(machine / "proc/meminfo"):
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) << 10  # the kernel writes kB and means 1024 bytes
    return None


def list_group_rooms(machine: Path) -> Iterator[int]:
    """Yield the bytes left in each control group of this process, and in those around it.

    ``/proc/self/cgroup`` has a line such as ``4:cpu,memory:/user.slice`` for each group: its number, what it controls,
    its path. A group that does not control memory is passed over. Groups of the second version control all there is,
    and name nothing: ``0::/user.slice``.
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

    `mount` is the folder of the outermost group, and `path` that of the group within it: ``/user.slice``. For a
    container, whose own group may be the outermost that it sees, it is ``/``. `limits` names the files of a group.
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
    """Return the bytes of a control group that the kernel can drop, pages of files; 0 if it does not say."""
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

"""Files written: what is replaced, what is written into, and what is told before anything is worked out."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
import tracemalloc
from pathlib import Path

import pytest

from mastermot.errors import MastermotError
from mastermot.words.files import (
    LONGEST_LINE,
    MAX_LINES,
    FileIsFolderError,
    FileTooLargeError,
    FileUnwritableError,
    FolderMissingError,
    LineTooLongError,
    ListTooLongError,
    check_writable,
    open_replacement,
    read_bytes,
    read_lines,
    read_list,
    replace_file,
)
from tests.messages import check_told
from tests.support import PATIENCE, ROOT, python


def test_a_file_is_replaced_whole_and_keeps_its_permissions(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("before")
    file.chmod(0o640)
    replace_file(file, b"after")
    assert file.read_bytes() == b"after"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["a"]


def test_two_files_of_a_folder_are_written_at_once(tmp_path: Path) -> None:
    """A proof takes long to write; the search is kept meanwhile, and other files are tried."""
    proof, kept = tmp_path / "proof", tmp_path / "kept"
    with open_replacement(proof) as file:
        file.write(b"long")
        replace_file(kept, b"search")
        check_writable(str(tmp_path / "other"))
        file.write(b" proof")
    assert (proof.read_bytes(), kept.read_bytes()) == (b"long proof", b"search")
    assert sorted(os.listdir(tmp_path)) == ["kept", "proof"]


def test_the_target_of_a_link_is_replaced_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "target", tmp_path / "link"
    link.symlink_to(target)
    for content in (b"made", b"replaced"):
        replace_file(link, content)
        assert link.is_symlink()
        assert target.read_bytes() == content
    assert os.listdir(tmp_path / "there") == ["target"]


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    check_writable(str(pipe))
    replace_file(pipe, b"through")
    reader.join()
    assert read == [b"through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_is_written_into(tmp_path: Path) -> None:
    link = tmp_path / "null"
    link.symlink_to(os.devnull)
    replace_file(link, b"away")
    assert link.is_symlink()
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_standard_output_that_goes_to_a_file(name: str, tmp_path: Path) -> None:
    """What was written there before stays, and so does what follows."""
    if name != "-" and not Path(name).exists():
        pytest.skip("no such device here")
    code = f"""
from pathlib import Path
from mastermot.words.files import replace_file
print("before", flush=True)
replace_file(Path({name!r}), b"amid\\n")
print("after")
"""
    out = tmp_path / "out"
    with out.open("ab") as file:
        subprocess.run([sys.executable, "-c", code], stdout=file, cwd=ROOT, check=True, timeout=PATIENCE)
    assert out.read_bytes() == b"before\namid\nafter\n"


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("folder", FileIsFolderError),
        ("no/a", FolderMissingError),
        ("a" * 300, FileUnwritableError),
        ("a\0b", FileUnwritableError),
    ],
)
def test_what_cannot_be_written_is_told(name: str, error: type[Exception], tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for write in (check_writable, lambda path: replace_file(Path(path), b"")):
        with pytest.raises(error):
            write(str(tmp_path / name))
    assert os.listdir(tmp_path) == ["folder"]


@pytest.mark.skipif(os.name != "posix", reason="elsewhere nobody can ask whether a process runs")
def test_a_temporary_file_is_removed_once_its_process_has_ended(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait(timeout=PATIENCE)
    running = f".mastermot.{os.getpid()}.{10**9}.part"  # a number that none of our own files has yet
    # no number; one beyond a C int, one beyond a C long; longer than any number in C
    strange = [f".mastermot.{number}.0.part" for number in ("x", 2**31, 2**63, 10**60)]
    kept = [running, *strange]
    for name in (*kept, f".mastermot.{ended.pid}.0.part"):
        (tmp_path / name).touch()
    replace_file(tmp_path / "a", b"written")
    assert sorted(os.listdir(tmp_path)) == sorted([*kept, "a"])


def test_trying_a_file_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a"
    check_writable(str(file))
    assert os.listdir(tmp_path) == []
    file.write_bytes(b"kept")
    check_writable(str(file))
    check_writable(None)
    assert (os.listdir(tmp_path), file.read_bytes()) == (["a"], b"kept")


def test_a_line_too_long_is_told_by_its_number(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_bytes(b"short\n" + b"long" * 10 + b"\n")
    with pytest.raises(LineTooLongError) as caught:
        list(read_lines(file, 1000, 20))
    assert (caught.value.line, caught.value.limit) == (2, 20)


def test_the_reader_is_told_of_a_failure_in_the_reader_s_language() -> None:
    """A reason of the operating system is in our words: its own are in English."""
    done = python("-m", "mastermot", "words", str(ROOT), "--length", "5", "--lang", "fr")
    assert done.returncode == 3
    long = python("-m", "mastermot", "tree", "a" * 300, "--lang", "fr")
    assert long.returncode == 3
    check_told(long.stderr.decode(), "file-unreadable", "nom", lang="fr")


TOO_LONG = [
    (b"\n" * (MAX_LINES + 1), ListTooLongError, f"{MAX_LINES:,} lines"),
    (b"PORTE\nTORTE\n" + b"A" * (LONGEST_LINE + 1), LineTooLongError, f"{LONGEST_LINE:,} characters"),
]


@pytest.mark.parametrize(("content", "error", "told"), TOO_LONG, ids=["lines", "a line"])
def test_a_list_has_bounds(content: bytes, error: type[MastermotError], told: str, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(content)
    with pytest.raises(error) as caught:
        read_list(path)
    assert told in str(caught.value)


def test_a_file_that_is_too_large_is_not_read_whole(tmp_path: Path) -> None:
    """A file of zeros takes no room on the disk, and would take as much memory as it has bytes."""
    path = tmp_path / "zeros"
    with path.open("wb") as file:
        file.truncate(1 << 27)
    tracemalloc.start()
    try:
        with pytest.raises(FileTooLargeError):
            read_bytes(path, 1 << 20)
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1 << 24

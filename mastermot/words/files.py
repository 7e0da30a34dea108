"""Files read whole, within bounds, and decoded; the folders of data that come with the program."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count, islice
from typing import IO, TYPE_CHECKING

from mastermot.errors import N_, LimitError, MastermotError, Reason, nearest, printable

if TYPE_CHECKING:
    from gzip import GzipFile
    from pathlib import Path

FilePath = str | os.PathLike[str]  #: The path of a file; to import pathlib here would slow the start of every command.
UTF_8 = ("utf-8-sig",)  #: UTF-8, with a byte order mark or without.
ANY_ENCODING = (*UTF_8, "cp1252", "latin-1")  #: The encodings tried for a file; the first that fits is taken.
GZIP = b"\x1f\x8b"  #: The first bytes of a compressed file.
BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")  #: The first bytes of a text in UTF-16, as Windows saves it.
NAMES = {"utf-8-sig": "UTF-8", "cp1252": "Windows-1252", "latin-1": "Latin-1"}
"""The names of encodings for readers; any other begins with ``utf-16`` and is called UTF-16."""
SERIAL = count()  #: Numbers the files being written: a process may write several at once.
LARGEST_LIST = 64 << 20  #: Bytes of the largest list that is read, after decompression.
MAX_LINES = 1_000_000  #: The most lines of a list that are read; a dictionary of so many takes some 4 s and 400 MB.
LONGEST_LINE = 10_000  #: Characters of the longest line of a list, or of an answer in a conversation.
MAX_BESIDE = 1000  #: The most files in the folder of a missing file that are looked at for a similar name.
STANDARD_STREAM = "-"  #: Names standard output where a file to write is asked for.

NO_ROOM = N_("no space left on the disk")
REASONS = {
    **dict.fromkeys((errno.EACCES, errno.EPERM), N_("permission denied")),
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), NO_ROOM),
    errno.EROFS: N_("the disk is read-only"),
    errno.EFBIG: N_("the file would be too large"),
    errno.EIO: N_("the disk failed"),
    errno.ENAMETOOLONG: N_("its name is too long"),
    errno.ENOENT: N_("there is no such file or folder"),
    errno.ENOTDIR: N_("a part of the path is not a folder"),
    errno.ELOOP: N_("the links of the path form a loop"),
    errno.ENXIO: N_("there is no such device"),
    errno.EMFILE: N_("too many files are open"),
    errno.EPIPE: N_("nothing reads it any more"),
}
"""Why the operating system refuses files, in sentences that are translated; its own sentences are in English."""

_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f]")


class FileMissingError(MastermotError):
    code = "file-missing"
    message = N_("no such file")
    advice = N_("Check the path.")


class FileIsFolderError(MastermotError):
    code = "file-is-folder"
    message = N_("this is a folder, not a file")
    advice = N_("Name a file inside it.")


class FileUnreadableError(MastermotError):
    code = "file-unreadable"
    message = N_("cannot be read ({reason})")
    advice = N_("Check the permissions, the disk and the path.")
    reason: str | Reason


class FileUnwritableError(MastermotError):
    code = "file-unwritable"
    message = N_("cannot be written ({reason})")
    advice = N_("Check the permissions, the disk and the path.")
    reason: str | Reason


class FileDamagedError(MastermotError):
    code = "file-damaged"
    message = N_("this compressed file is cut short or damaged")
    advice = N_("Copy it again, or make it again.")


class FileTooLargeError(MastermotError):
    code = "file-too-large"
    message = N_("this file is larger than {limit} bytes")
    advice = N_("It is probably not the file you meant.")
    limit: int


class LineTooLongError(MastermotError):
    code = "line-too-long"
    message = N_("this line has more than {limit} characters")
    advice = N_("It is probably not the file you meant.")
    limit: int


class ListTooLongError(LimitError):
    code = "list-too-long"
    title = N_("a list that is too long")
    message = N_("this list is too long: at most {limit} lines, and as many words, are read")
    advice = N_("Keep only what you need.")
    limit: int


class DictionaryFrequencyError(MastermotError):
    code = "dictionary-frequency"
    title = N_("a list of words with a frequency that is not a number")
    message = N_("“{text}” is not the frequency of a word: a number from 0 to {limit}")
    advice = N_("Write the word, a tab and the number, as in: maison 312.5")
    text: str
    limit: int


class NotTextError(MastermotError):
    code = "not-text"
    title = N_("a file that is not text")
    message = N_("unreadable bytes: this is not text (tried: {encodings})")
    advice = N_("Save the file as plain text in UTF-8.")
    encodings: tuple[str, ...]


class FolderMissingError(MastermotError):
    code = "folder-missing"
    message = N_("the folder {folder} does not exist")
    advice = N_("Make the folder first, or check the path.")
    folder: str


def find_data(folder: str, *names: str) -> str:
    """Return the path of a folder of data, such as ``wordlists``, or of a file in it.

    An installed package has the folder in its ``data``; a checkout of the repository has it at the top.
    """
    package = os.path.dirname(os.path.dirname(__file__))
    installed = os.path.join(package, "data", folder)
    checkout = os.path.join(os.path.dirname(package), folder)
    return os.path.join(installed if os.path.isdir(installed) else checkout, *names)


def find_shipped(folder: str, name: str) -> str | None:
    """Return the path of the shipped text that `name` stands for, or None if it stands for none.

    `name` may be ``NAME``, ``NAME.txt`` or ``FOLDER/NAME.txt``.
    """
    stem = os.path.basename(name).removesuffix(".txt")
    has_usual_form = name in (stem, f"{stem}.txt", f"{folder}/{stem}.txt")
    is_shipped = has_usual_form and stem in list_shipped(folder)
    return find_data(folder, f"{stem}.txt") if is_shipped else None


def list_shipped(folder: str) -> list[str]:
    """Return the names of the texts in a folder of data, without ``.txt``, sorted."""
    return sorted(name[:-4] for name in os.listdir(find_data(folder)) if name.endswith(".txt"))


def name_reason(error: OSError | ValueError) -> str | Reason:
    """Return why a file was refused: by the operating system, or by Python itself (`ValueError`).

    A reason of the system is given by a sentence of `REASONS` or, if none is about it, as the system says it.
    """
    if not isinstance(error, OSError):  # Python itself refuses a path with a character 0
        return Reason(N_("no file can have this name"))
    known = REASONS.get(error.errno or 0)
    return Reason(known) if known else error.strerror or str(error)


@contextmanager
def open_file(path: FilePath) -> Iterator[IO[bytes] | GzipFile]:
    """Yield a file to read, decompressed if it is gzip.

    Raises `FileMissingError`, `FileIsFolderError`, `FileUnreadableError` or `FileDamagedError`, also when reading fails
    later, in the block. Raises `TypeError` for a number: `open` would take a number for the descriptor of a file that
    the caller has open, and that file would be closed at the end.
    """
    path = os.fspath(path)  # raises TypeError for a number
    source = str(path)
    try:
        with open(path, "rb") as plain:
            is_compressed = plain.peek(len(GZIP)).startswith(GZIP)
            if is_compressed:
                with _decompress(plain, source) as file:
                    yield file
            else:
                yield plain
    except FileNotFoundError:
        raise FileMissingError(source=source, suggestions=list_near(source)) from None
    except IsADirectoryError:
        raise FileIsFolderError(source=source) from None
    except (OSError, ValueError) as error:
        raise FileUnreadableError(source=source, reason=name_reason(error)) from None


@contextmanager
def _decompress(compressed: IO[bytes], source: str) -> Iterator[GzipFile]:
    """Yield the content of a gzip file to read. Raises `FileDamagedError`, which names its `source`."""
    from gzip import BadGzipFile, GzipFile
    from zlib import error as zlib_error

    try:
        with GzipFile(fileobj=compressed) as file:
            yield file
    except (EOFError, BadGzipFile, zlib_error):
        raise FileDamagedError(source=source) from None


def list_near(path: str) -> tuple[str, ...]:
    """Return the paths of files in the same folder whose names look like that of `path`, a file that is missing.

    None are returned from a folder that is missing or cannot be read, or that has more than `MAX_BESIDE` files.
    """
    folder, name = os.path.split(path)
    beside: list[str] = []
    with suppress(OSError), os.scandir(folder or os.curdir) as entries:
        names = (entry.name for entry in entries if entry.is_file())
        beside = list(islice(names, MAX_BESIDE + 1))  # one more than is allowed shows that there are too many
    if len(beside) > MAX_BESIDE:
        return ()
    alike = nearest(name, beside, cutoff=0.75)  # stricter than usual: among many files some always look alike
    return tuple(os.path.join(folder, near) for near in alike)


def read_bytes(path: FilePath, largest: int) -> bytes:
    """Return the content of a file of at most `largest` bytes, decompressed if it is gzip.

    Raises `FileMissingError`, `FileIsFolderError`, `FileUnreadableError`, `FileDamagedError` or `FileTooLargeError`.
    """
    with open_file(path) as file:
        content = file.read(largest + 1)
    if len(content) > largest:
        raise FileTooLargeError(source=str(path), limit=largest)
    return content


def read_list(path: FilePath, arrange: Callable[[str], str] = str) -> str:
    """Return the text of a list, such as a dictionary or a file of games, with an entry on each line.

    `arrange` turns a list of another form, such as JSON, into lines; without it, the text stays as it is (`str`). The
    text that `arrange` returns may have at most `MAX_LINES` lines, of at most `LONGEST_LINE` characters each.

    Raises `FileMissingError`, `FileIsFolderError`, `FileUnreadableError`, `FileDamagedError` or `FileTooLargeError`;
    `NotTextError` with the line, `ListTooLongError` or `LineTooLongError`.
    """
    source = str(path)
    text = arrange(decode(read_bytes(path, LARGEST_LIST), source))
    if text.count("\n") > MAX_LINES:
        raise ListTooLongError(source=source, limit=MAX_LINES)
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            raise LineTooLongError(source=source, line=number, limit=LONGEST_LINE)
    return text


def read_lines(path: Path, largest: int, longest: int) -> Iterator[bytes]:
    """Yield the lines of a file one by one: the whole file is never in memory.

    Each line has its newline. The file may have `largest` bytes, each line `longest` bytes, the newline included.
    Raises `FileTooLargeError` or `LineTooLongError` if they have more, and `FileMissingError`, `FileIsFolderError`,
    `FileUnreadableError` or `FileDamagedError`.
    """
    bytes_read = 0
    with open_file(path) as file:
        read_line = partial(file.readline, longest + 1)  # a line that is too long is read up to one byte too many
        for number, line in enumerate(iter(read_line, b""), start=1):  # b"" is what `readline` returns at the end
            bytes_read += len(line)
            if len(line) > longest:
                raise LineTooLongError(source=str(path), line=number, limit=longest)
            if bytes_read > largest:
                raise FileTooLargeError(source=str(path), limit=largest)
            yield line


def decode(content: bytes, source: str = "", encodings: Sequence[str] = ANY_ENCODING) -> str:
    """Return the text of a word list or a puzzle, in the first of the `encodings` that fits; lines end in ``\\n``.

    If there are several `encodings`, a text that looks like UTF-16 (`find_utf_16`) is read as UTF-16 instead. Raises
    `NotTextError`, naming the line, when no encoding fits or when the text has control characters.
    """
    if len(encodings) > 1:
        encodings = find_utf_16(content) or encodings
    names = tuple(NAMES.get(name, "UTF-16") for name in encodings)  # for the error
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        control = _CONTROLS.search(text)
        if control is None:
            return _normalize_ends(text)
        number, line = _find_line(text, control.start())
        raise NotTextError(source=source, line=number, text=printable(line), encodings=names)
    # no encoding fits: the line for the error is found in UTF-8, with ``\ufffd`` in place of what cannot be read
    text = content.decode(errors="replace")
    first_unreadable = text.find("\ufffd")  # -1 when a text in UTF-16 is cut off at its end
    number, line = _find_line(text, max(0, first_unreadable))
    raise NotTextError(source=source, line=number, text=printable(line), encodings=names)


def _find_line(text: str, index: int) -> tuple[int, str]:
    """Return the line of a text that has the character at `index`: its number, 1 for the first line, and its text.

    Callers ask for characters that end no line. For the ``\\n`` of a ``\\r\\n`` the next line would be returned.

    >>> _find_line("coude\\r\\npaume", 8)
    (2, 'paume')
    """
    number = _normalize_ends(text[:index]).count("\n") + 1
    return number, _normalize_ends(text).split("\n")[number - 1]


def find_utf_16(content: bytes) -> tuple[str, ...]:
    """Return the form of UTF-16 that a text seems to be in, as a tuple of one name; empty for any other encoding.

    UTF-16 has two bytes for each letter, a low one and a high one. A text seems to be in UTF-16 if it begins with a
    byte order mark, or if more than half of its high bytes are 0, and none of its low bytes is 0.

    >>> list("cœur".encode("utf-16-le"))
    [99, 0, 83, 1, 117, 0, 114, 0]
    >>> find_utf_16("cœur".encode("utf-16-le")), find_utf_16("cœur".encode())
    (('utf-16-le',), ())
    """
    if content.startswith(BYTE_ORDER_MARKS):
        return ("utf-16",)
    first_bytes = content[0::2]
    second_bytes = content[1::2]
    low_and_high = {"utf-16-le": (first_bytes, second_bytes), "utf-16-be": (second_bytes, first_bytes)}
    for encoding, (low_bytes, high_bytes) in low_and_high.items():
        # every second byte is a high one: half of the high bytes are a quarter of all bytes
        most_are_0 = high_bytes.count(0) > len(content) / 4
        if most_are_0 and 0 not in low_bytes:
            return (encoding,)
    return ()


def _normalize_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def check_writable(name: str | None) -> Path | None:
    """Return the path of a temporary file, for the new content of the file `name`, once it is known to be writable.

    As a trial, the temporary file is made and removed. It is in the folder of the file `name` or, if that file is a
    link, in the folder of the link's target. None is returned for what is written in place: standard output (``-`` or
    no name), devices and pipes (`is_written_in_place`). Raises `FileUnwritableError`, `FileIsFolderError` or
    `FolderMissingError` when no file can be written there.
    """
    if name is None or name == STANDARD_STREAM:
        return None
    from pathlib import Path

    path = Path(name)
    try:
        if path.is_dir():
            raise FileIsFolderError(source=name)
        if is_written_in_place(path):
            if not os.access(path, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))  # becomes `FileUnwritableError` below
            return None
        target = Path(os.path.realpath(path))  # the target of a link is what will be replaced
        temporary = target.with_name(f".mastermot.{os.getpid()}.{next(SERIAL)}.part")
        if not target.parent.is_dir():
            missing = target.parent if path.is_symlink() else path.parent  # `path.parent` is as it was typed
            raise FolderMissingError(source=name, folder=str(missing))
        try:
            temporary.touch()  # raises OSError if no file can be made there
        finally:
            temporary.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise FileUnwritableError(source=name, reason=name_reason(error)) from None
    return temporary


def is_written_in_place(path: Path) -> bool:
    """Return whether new content goes into the file itself, rather than into a new file that replaces it.

    That is so for devices and pipes, and for a file that our own standard output or standard error goes to: a new file
    would lack what these two have written. The answer is False if there is no file yet.
    """
    if not path.exists():
        return False
    status = path.stat()
    for stream in (1, 2):  # standard output, standard error
        with suppress(OSError):
            if os.path.samestat(status, os.fstat(stream)):
                return True
    return not stat.S_ISREG(status.st_mode)


def remove_abandoned(folder: Path) -> None:
    """Remove the temporary files in a folder whose process was killed before it could remove them.

    The name of such a file has the number of its process: ``.mastermot.4711.0.part``. Files named otherwise stay, and
    so do those of processes that still run, whoever's they are. On systems other than POSIX nothing is removed: signal
    0 does more there than ask whether a process exists.
    """
    if os.name != "posix":
        return
    for temporary in folder.glob(".mastermot.*.part"):
        # a file stays if it or its process is another user's, or if its name has no number or one that is too large
        with suppress(OSError, ValueError, OverflowError):
            process = int(temporary.name.split(".")[2])
            try:
                os.kill(process, 0)  # signal 0 does nothing to the process
            except ProcessLookupError:
                temporary.unlink()


@contextmanager
def open_replacement(path: Path) -> Iterator[IO[bytes]]:
    """Yield a file to write, which replaces the file at `path` when the block ends without an error.

    So the file is written wholly or not at all. If `path` is a link, its target is replaced, not the link. If `path` is
    ``-``, which is standard output, or a file that is written in place (`is_written_in_place`), such as a pipe, nothing
    is replaced: what the block writes goes there at once. Raises `FileUnwritableError`, `FileIsFolderError` or
    `FolderMissingError`.
    """
    source = str(path)
    if source == STANDARD_STREAM:
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    temporary = check_writable(source)  # None for what is written in place
    try:
        if temporary is None:
            # appended: another program that shares the file, or our own standard output, may have written already
            with path.open("ab") as file:
                yield file
        else:
            remove_abandoned(temporary.parent)
            with _replace_at_end(temporary, path) as file:
                yield file
    except OSError as error:
        raise FileUnwritableError(source=source, reason=name_reason(error)) from None


@contextmanager
def _replace_at_end(temporary: Path, path: Path) -> Iterator[IO[bytes]]:
    """Yield the temporary file, opened for writing; at the end of the block it takes the place of the file at `path`.

    If `path` is a link, the target of the link is replaced. The new file gets the permissions of the one that it
    replaces. After an error, the temporary file is removed, and the file at `path` stays.
    """
    target = os.path.realpath(path)
    try:
        with temporary.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())  # on the disk before it replaces the file
        if os.path.exists(target):
            temporary.chmod(stat.S_IMODE(os.stat(target).st_mode))
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)  # it is still there only after an error


def replace_file(path: Path, content: bytes) -> None:
    """Write a file wholly or not at all. Raises `FileUnwritableError`, `FileIsFolderError` or `FolderMissingError`."""
    with open_replacement(path) as file:
        file.write(content)


def add_line(path: Path, line: str) -> None:
    """Write a line at the end of a file, or into a new file if there is none. Raises `FileUnwritableError`.

    If the last line of the file does not end in a newline, one is written first: otherwise both lines would become one.
    """
    try:
        with path.open("ab+") as file:
            file_has_content = file.tell() > 0  # a file opened for appending stands at its end
            if file_has_content:
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":
                    line = f"\n{line}"
            file.write(f"{line}\n".encode())
    except OSError as error:
        raise FileUnwritableError(source=str(path), reason=name_reason(error)) from None

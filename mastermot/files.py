"""Files read whole, within bounds, and decoded; the folders of data that come with the program."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO

from mastermot.errors import N_, MastermotError, Reason, printable

UTF_8 = ("utf-8-sig",)
"""With a byte order mark or without."""
ANY_ENCODING = (*UTF_8, "cp1252", "latin-1")
"""What files are read in, the first that fits."""
GZIP = b"\x1f\x8b"
"""How a compressed file begins."""
BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")
"""How a text in UTF-16 begins, as Windows saves it."""
NAMES = {"utf-8-sig": "UTF-8", "utf-16": "UTF-16", "cp1252": "Windows-1252", "latin-1": "Latin-1"}
"""What people call the encodings."""

_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f]")


class FileMissingError(MastermotError):
    """There is no such file."""

    code = "file-missing"
    message = N_("no such file")
    advice = N_("Check the path.")


class FileIsFolderError(MastermotError):
    """A folder stands where a file is wanted."""

    code = "file-is-folder"
    message = N_("this is a folder, not a file")
    advice = N_("Name a file inside it.")


class FileUnreadableError(MastermotError):
    """The operating system refuses to read or write the file."""

    code = "file-unreadable"
    message = N_("cannot be read or written ({reason})")
    advice = N_("Check the permissions, the disk and the path.")
    reason: str | Reason


class FileDamagedError(MastermotError):
    """A compressed file that does not decompress."""

    code = "file-damaged"
    message = N_("this compressed file is cut short or damaged")
    advice = N_("Copy it again, or make it again.")


class FileTooLargeError(MastermotError):
    """The file is larger than anything of its kind should be."""

    code = "file-too-large"
    message = N_("this file is larger than {limit} bytes")
    advice = N_("It is probably not the file you meant.")
    limit: int


class NotTextError(MastermotError):
    """Bytes that are no text in the encodings read."""

    code = "not-text"
    title = N_("a file that is not text")
    message = N_("unreadable bytes: this is not {encodings} text")
    advice = N_("Save the file as plain text in UTF-8.")
    encodings: tuple[str, ...]


class FolderMissingError(MastermotError):
    """The folder in which a file is to be written is not there."""

    code = "folder-missing"
    message = N_("the folder {folder} does not exist")
    advice = N_("Make the folder first, or check the path.")
    folder: str


def data_folder(name: str) -> Path:
    """Return the folder ``wordlists``, ``puzzles`` or ``accel``: inside an installed package, or in the checkout."""
    package = Path(__file__).parent
    installed = package / "data" / name
    return installed if installed.is_dir() else package.parent / name


def read_bytes(path: Path, largest: int) -> bytes:
    """Return the bytes of a file of at most `largest` bytes.

    Raises `FileMissingError`, `FileIsFolderError`, `FileUnreadableError` or `FileTooLargeError`.
    """
    source = str(path)
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except FileNotFoundError:
        raise FileMissingError(source=source) from None
    except IsADirectoryError:
        raise FileIsFolderError(source=source) from None
    except (OSError, ValueError) as error:
        raise FileUnreadableError(source=source, reason=getattr(error, "strerror", None) or str(error)) from None
    if len(content) > largest:
        raise FileTooLargeError(source=source, limit=largest)
    return content


def decode(content: bytes, source: str = "", encodings: Sequence[str] = ANY_ENCODING) -> str:
    """Return the text of a word list or a puzzle in the first of the `encodings` that fits, line ends as ``\\n``.

    UTF-16 is read where it has its byte order mark and `encodings` is more than UTF-8.
    Raises `NotTextError`, naming the line, when none fits or the text holds control characters that no text has.
    """
    text, wrong = "", 0
    if content.startswith(BYTE_ORDER_MARKS) and len(encodings) > 1:
        encodings = ("utf-16",)
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            text = content.decode(errors="replace")
            wrong = text.index("\ufffd")
            continue
        control = _CONTROLS.search(text)
        if control is None:
            return _plain_ends(text)
        wrong = control.start()
        break
    line = _plain_ends(text[:wrong]).count("\n") + 1
    shown = _plain_ends(text).split("\n")[line - 1]
    raise NotTextError(
        source=source, line=line, text=printable(shown), encodings=tuple(NAMES[name] for name in encodings)
    )


def _plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def decompress(content: bytes, largest: int, source: str = "") -> bytes:
    """Return the bytes of a file, decompressed where they are gzip.

    Raises `FileDamagedError` or `FileTooLargeError`.
    """
    if not content.startswith(GZIP):
        return content
    from gzip import BadGzipFile, GzipFile
    from io import BytesIO
    from zlib import error as zlib_error

    try:
        with GzipFile(fileobj=BytesIO(content)) as file:
            plain = file.read(largest + 1)
    except (EOFError, BadGzipFile, zlib_error):
        raise FileDamagedError(source=source) from None
    if len(plain) > largest:
        raise FileTooLargeError(source=source, limit=largest)
    return plain


def read_lines(path: Path, largest: int, longest: int) -> Iterator[bytes]:
    """Yield the lines of a file, decompressed where they are gzip, without ever holding it whole.

    Raises `FileMissingError`, `FileIsFolderError`, `FileUnreadableError`, `FileDamagedError`; and `FileTooLargeError`
    for more than `largest` bytes, or a line of more than `longest`.
    """
    from gzip import BadGzipFile, GzipFile
    from zlib import error as zlib_error

    source, read = str(path), 0
    try:
        with path.open("rb") as plain:
            packed = plain.peek(2).startswith(GZIP)
            with GzipFile(fileobj=plain) if packed else nullcontext(plain) as file:
                while line := file.readline(longest + 1):
                    read += len(line)
                    if read > largest or len(line) > longest:
                        raise FileTooLargeError(source=source, limit=largest if read > largest else longest)
                    yield line
    except FileNotFoundError:
        raise FileMissingError(source=source) from None
    except IsADirectoryError:
        raise FileIsFolderError(source=source) from None
    except (EOFError, BadGzipFile, zlib_error):
        raise FileDamagedError(source=source) from None
    except (OSError, ValueError) as error:
        raise FileUnreadableError(source=source, reason=getattr(error, "strerror", None) or str(error)) from None


def check_writable(name: str | None) -> None:
    """Raise `FileIsFolderError` or `FolderMissingError` when no file of this name can be written; None is right."""
    if name is not None:
        path = Path(name).absolute()
        if path.is_dir():
            raise FileIsFolderError(source=name)
        if not path.parent.is_dir():
            raise FolderMissingError(source=name, folder=str(path.parent))


@contextmanager
def open_replacement(path: Path) -> Iterator[IO[bytes]]:
    """Yield a file that takes the place of `path` once the block has ended well: it is written wholly or not at all.

    Raises `FileIsFolderError`, `FolderMissingError` or `FileUnreadableError`.
    """
    source = str(path)
    check_writable(source)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            with beside.open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        finally:
            with suppress(OSError):
                beside.unlink()
    except OSError as error:
        raise FileUnreadableError(source=source, reason=error.strerror or str(error)) from None


def replace_file(path: Path, content: bytes) -> None:
    """Write a file wholly or not at all. Raises what `open_replacement` raises."""
    with open_replacement(path) as file:
        file.write(content)

"""Acceleration words and their file format, ``WORD  # why``, a word a line (`docs/formats.md`).

The words and the format are Jean Forget's ideas: ``word-list/accel-fr.txt`` of
github.com/jforget/perl5-decodeur-Mastermind. Words are folded by the letters of an `alphabet`, that of their
dictionary; if None, by A to Z.
"""

from collections.abc import Iterable
from typing import NamedTuple

from mastermot.errors import locating
from mastermot.families.errors import AcceleratorsEmptyError
from mastermot.words.files import FilePath, read_list
from mastermot.words.folding import fold


class Accelerator(NamedTuple):
    """A word played only to split a family, and why."""

    word: str  #: The word, folded.
    why: str = ""  #: The reason that its file gives; empty if it gives none.

    def __str__(self) -> str:
        return f"{self.word}  # {self.why}" if self.why else self.word


def read_accelerators(path: FilePath, alphabet: str | None = None) -> list[Accelerator]:
    """Return the acceleration words of a file, folded, each once.

    The file may have any form that a dictionary may have. If it has a word on each line, the comments are read too, as
    the reasons of the words. Raises `NotAWordError`, naming the line, and for a file that cannot be read
    `FileMissingError`, `FileIsFolderError`, `FileUnreadableError`, `FileDamagedError`, `FileTooLargeError`,
    `NotTextError`, `ListTooLongError` or `LineTooLongError`.
    """
    return parse_accelerators(read_list(path, list_accelerators_by_line), str(path), alphabet)


def list_accelerators_by_line(text: str) -> str:
    """Return the words of an acceleration file, one on each line.

    `text` has the form of any dictionary. If it has a word on each line already, and comments, it is returned as it is:
    the comments are the reasons of the words. Of any other file, such as a list with frequencies, only the words are
    returned.
    """
    # imported here, since only reading a file needs it
    from mastermot.words.list_forms import is_plain, list_words_by_line, split_frequencies

    has_reasons = "#" in text and is_plain(text)
    if has_reasons:
        return text
    words, _frequencies = split_frequencies(list_words_by_line(text))
    return words


def parse_accelerators(text: str, source: str = "", alphabet: str | None = None) -> list[Accelerator]:
    """Return the acceleration words of `text`, each once, with the reason on the first line that has the word.

    The reason is the comment behind the word. Lines without a word are left out. `source` is the file that errors name.
    Raises `NotAWordError`, naming the line.
    """
    accelerators: dict[str, Accelerator] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        word, _, why = line.partition("#")
        if not word.strip():
            continue
        with locating(source=source, line=number, text=line.strip()):
            folded = fold(word.strip(), alphabet)
        accelerators.setdefault(folded, Accelerator(folded, why.strip()))
    return list(accelerators.values())


def write_accelerators(accelerators: Iterable[Accelerator], header: Iterable[str] = ()) -> str:
    """Return the text of an acceleration file: the `header` as comments, then a word and its reason on each line.

    The reasons stand below each other, behind the longest word. `parse_accelerators` reads words and reasons back.

    >>> print(write_accelerators([Accelerator("GARS", "splits RA?E"), Accelerator("PION")], ["words of four letters"]))
    # words of four letters
    GARS  # splits RA?E
    PION
    <BLANKLINE>
    """
    accelerators = list(accelerators)  # they are gone through twice
    widest = max((len(accelerator.word) for accelerator in accelerators), default=0)
    lines = []
    for line in header:
        comment = " ".join(line.split())
        lines.append(f"# {comment}".rstrip())
    for word, why in accelerators:
        one_line = " ".join(why.split())
        lines.append(f"{word:{widest}}  # {one_line}" if one_line else word)
    return "".join(f"{line}\n" for line in lines)


def select_accelerators(accelerators: list[Accelerator], length: int, source: str = "") -> tuple[str, ...]:
    """Return the acceleration words of this length. Raises `AcceleratorsEmptyError` if there are none.

    The error names `source`, the file that they come from, and the lengths that its words have.
    """
    words = tuple(accelerator.word for accelerator in accelerators if len(accelerator.word) == length)
    if not words:
        all_lengths = {len(accelerator.word) for accelerator in accelerators}
        lengths = tuple(sorted(all_lengths)) or ("-",)  # a dash if there is no word at all
        raise AcceleratorsEmptyError(source=source, length=length, lengths=lengths)
    return words

"""Lists of words in the forms that other programs write, brought to one form: a word on each line.

The first lines decide which form it is: an array of JSON or of source code, a Hunspell dictionary, a table (CSV, TSV,
semicolons, Lexique), rows of words, or a word on each line. A word stays on the line on which it was, so that errors
name the right line, except in arrays and rows.
"""

import csv
import json
import re
from collections.abc import Iterator, Sequence

from mastermot.words.files import DictionaryFrequencyError
from mastermot.words.folding import LETTERS, fold_or_empty

HIGHEST_FREQUENCY = 10**15  #: The highest frequency that a word can have.
SAMPLE = 200  #: How many of the first lines decide which form a list has.
MOST = 0.8  #: The share of these lines that must have the same number of columns for a list to be a table.
TITLES = frozenset(
    [
        *("word", "words", "mot", "mots", "palabra", "palabras", "term", "entry", "spelling", "form", "forme", "forma"),
        *("ortho", "orthographe", "graphie", "lemma", "lemme", "lema", "token"),
        *("solution", "solutions", "answer", "answers", "guess", "guesses", "secret"),
    ]
)
"""The titles that programs give to the column of the words."""
SEPARATORS = "\t;|,"  #: The signs that may stand between the columns of a table, in the order in which they are tried.
COMMENT = re.compile(r"[ \t]*#.*")
UNUSUAL = frozenset("\"'“”«»[]{}(),;|/*•– \t0123456789")
"""Signs that a list of plain words, one on each line, does not have."""
FREQUENCY = re.compile(r"\+?\d+(?:[.,]\d*)?(?:[eE][+-]?\d{1,3})?")  #: A number that may be the frequency of a word.
NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d*)?(?:[eE][+-]?\d+)?%?")
QUOTED = r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\\n])*'|`[^`]*`"""
ARRAY = re.compile(rf"[\[{{(]\s*(?:(?://|#)[^\n]*\n\s*)*(?:{QUOTED}|\w{{1,40}}\s*:\s*{QUOTED}|\{{|\[)")
"""How an array of words begins, in JSON or in source code."""
ITEM = re.compile(
    r"(?://|#)[^\n]*|/\*[^*]{0,1000}\*/"
    rf"|(?:(?P<key>\w{{1,40}}|{QUOTED})\s*:\s*)?(?P<text>{QUOTED})(?P<colon>\s*:)?",
    re.DOTALL,
)
"""A comment, or a string: behind a key, as a key (a colon follows), or by itself."""
FLAGGED = re.compile(r"[^\s/]+/[^\s/]*(?:\s.*)?")  #: A word of a Hunspell dictionary with its flags: ``cigar/SM``.
MARK_BEFORE = re.compile(r"\d+(?:[.):]+\s*|\s+)(?=\D)|[-*•–]\s+")  #: A number or a bullet before a word: ``1.``, ``*``.


def list_words_by_line(text: str) -> str:
    """Return the words of a list, one on each line, whichever form the list has.

    >>> list_words_by_line('["cigar", "rebut"]').split()
    ['cigar', 'rebut']
    >>> list_words_by_line("2\\ncigar/SM\\nrebut/S").split()
    ['cigar', 'rebut']
    >>> list_words_by_line("word;grade\\ncigar;easy\\nrebut;hard").split()
    ['cigar', 'rebut']
    """
    if text.startswith("*") and "Stanford GraphBase" in text[:400]:
        # Knuth’s list: lines of ``*`` are comments, the word is the first five characters
        return "\n".join(line[:5] for line in text.split("\n") if line and not line.startswith("*"))
    plain = COMMENT.sub("", text) if "#" in text else text
    if UNUSUAL.isdisjoint(plain):
        return _drop_title(plain)
    if ARRAY.search(plain[: SAMPLE * SAMPLE]):
        return "\n".join(_list_array(text))
    lines = plain.split("\n")
    sample = [line.strip() for line in lines if line.strip()][:SAMPLE]
    if not sample:  # blank lines only
        return plain
    if _is_hunspell(sample):
        return "\n".join(map(_take_hunspell, lines))
    separator = _find_separator(sample)
    if separator:
        return "\n".join(_list_column(lines, separator))
    if _has_rows(sample):
        return "\n".join(_split_rows(lines))
    return "\n".join(map(clean_entry, lines))


def is_plain(text: str) -> bool:
    """Return whether a text has only words, one on each line, and comments."""
    plain = COMMENT.sub("", text) if "#" in text else text
    return UNUSUAL.isdisjoint(plain)


def clean_entry(entry: str) -> str:
    """Return an entry without the signs around its word: quotes, a number or a bullet before it, a comma behind it.

    >>> [clean_entry(entry) for entry in ('1. cigar', '"rebut",', 'shave"', "* sissy")]
    ['cigar', 'rebut', 'shave', 'sissy']
    """
    word = entry.strip()
    if MARK_BEFORE.match(word):
        word = MARK_BEFORE.sub("", word, count=1)
    word = word.strip(' \t\r"“”«»,;')
    in_quotes = len(word) > 2 and word[0] in "'‘`" and word[-1] in "'’`"
    return word[1:-1] if in_quotes else word


def _drop_title(text: str) -> str:
    """Return a text with its first line made blank if that is a title.

    It is one if it is a usual title, such as ``word``, and all other lines are as long as each other, but not as long
    as the title.
    """
    first, _end, rest = text.strip().partition("\n")
    title = first.strip()
    if title.casefold() not in TITLES:
        return text
    lengths = {len(line.strip()) for line in rest.split("\n") if line.strip()}
    return f"\n{rest}" if len(lengths) == 1 and len(title) not in lengths else text


def _list_array(text: str) -> list[str]:
    """Return the words of an array: those under a key like ``word``, else those without a key, else the keys."""
    named = list[str]()
    free = list[str]()
    keys = list[str]()
    opened = ARRAY.search(text)
    for item in ITEM.finditer(text, opened.start() if opened else 0):
        if item["text"] is None:  # a comment
            continue
        word = _read_string(item["text"])
        key = item["key"]
        if item["colon"]:
            keys.append(word)
        elif key is None:
            free.append(word)
        else:
            plain_key = key if key.isalnum() else _read_string(key)
            keys.append(plain_key)
            if plain_key.casefold() in TITLES:
                named.append(word)
    return named or free or keys


def _read_string(literal: str) -> str:
    """Return the text of a string of JSON or of source code."""
    if "\\" in literal and literal[0] == '"':
        try:
            return str(json.loads(literal)).replace("\n", " ")
        except ValueError:
            pass
    return literal[1:-1].replace("\\'", "'").replace("\n", " ")


def _is_hunspell(sample: Sequence[str]) -> bool:
    """Return whether these are lines of a Hunspell dictionary.

    They are if most words have flags (``cigar/SM``), or if some do and the first line is a number: the count of words.
    """
    flagged = sum(bool(FLAGGED.fullmatch(line)) for line in sample)
    counted = sample[0].isdigit() and not any(line.isdigit() for line in sample[1:])
    return 2 * flagged > len(sample) or (counted and flagged > 0)


def _take_hunspell(line: str) -> str:
    """Return the word of a line of a Hunspell dictionary, without its flags; empty for the count of the words.

    >>> _take_hunspell("cigar/SM"), _take_hunspell("cigar po:noun"), _take_hunspell("2")
    ('cigar', 'cigar', '')
    """
    word = re.split(r"(?<!\\)/|\t|\s+\w\w:", line.strip(), maxsplit=1)[0]
    return "" if word.isdigit() else word.replace("\\/", "/")


def _find_separator(sample: Sequence[str]) -> str:
    """Return the sign between the columns of a table; empty if these lines are no table.

    They are one if most of them have the same number of cells, two or more.
    """
    for separator in SEPARATORS:
        rows = [_split_cells(line, separator) for line in sample]
        widths = [len(row) for row in rows if len(row) > 1]
        if len(widths) < max(MOST * len(rows), 1):
            continue
        usual = max(set(widths), key=widths.count)
        alike = [row for row in rows if len(row) == usual]
        if len(alike) >= MOST * len(rows) and not _are_words_in_rows(alike):
            return separator
    return ""


def _are_words_in_rows(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the cells of a table are just words side by side: a single row, or words of one length only."""
    cells = [cell for row in rows for cell in row if cell]
    if not all(cell.isalpha() for cell in cells) or rows[0][0].casefold() in TITLES:
        return False
    return len(rows) == 1 or len({len(cell) for cell in cells}) == 1


def _split_cells(line: str, separator: str) -> list[str]:
    """Return the cells of a line of a table. A line that cannot be read as such is one cell."""
    plain = line.strip()
    if separator == "|":
        plain = plain.strip("|")
    try:
        cells = next(csv.reader([plain], delimiter=separator, skipinitialspace=True), [])
    except csv.Error:
        cells = [plain]
    return [cell.strip() for cell in cells]


def _list_column(lines: Sequence[str], separator: str) -> Iterator[str]:
    """Yield the word of each line of a table, empty for a line without one.

    If the table has two columns, words and numbers, the numbers are frequencies: a tab and the number follow the word.
    """
    rows = [_split_cells(line, separator) if line.strip() else [] for line in lines]
    sample = [row for row in rows if row][:SAMPLE]
    title = _has_title(sample)
    chosen = _choose_column(sample, title=title)
    entries = sample[1:] if title else sample
    others = [row[1] for row in entries if len(row) == 2]
    numbers = sum(bool(FREQUENCY.fullmatch(cell)) for cell in others)
    # after a tab a single number is enough: a tab is the usual sign before a frequency
    needed = 1 if separator == "\t" else max(1, MOST * len(entries))
    with_numbers = chosen == 0 and numbers >= needed
    for row in rows:
        if not row or (title and row is sample[0]) or not "".join(row).strip("-=: "):
            yield ""
        elif with_numbers and len(row) == 2:
            yield f"{clean_entry(row[0])}\t{row[1]}"
        else:
            yield clean_entry(row[chosen]) if chosen < len(row) else ""


def _has_title(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row has the titles of the columns: a usual one, or a text above a column of numbers."""
    first, *others = rows
    if any(cell.casefold() in TITLES for cell in first) and others:
        return True
    for column, cell in enumerate(first):
        below = [row[column] for row in others if column < len(row) and row[column]]
        if cell and not NUMBER.fullmatch(cell) and below and all(map(NUMBER.fullmatch, below)):
            return True
    return False


def _choose_column(rows: Sequence[Sequence[str]], *, title: bool) -> int:
    """Return which column has the words, counted from 0: that with its title, else the first with mostly letters."""
    if title:
        for column, cell in enumerate(rows[0]):
            if cell.casefold() in TITLES:
                return column
    for column in range(len(rows[0])):
        cells = [row[column] for row in rows[title:] if column < len(row)]
        if 2 * sum(any(map(str.isalpha, cell)) for cell in cells) > len(cells):
            return column
    return 0


def _has_rows(sample: Sequence[str]) -> bool:
    """Return whether these lines are rows of words, not an expression such as ``de bonne heure`` on each line.

    They are if there is only one line, if all words have one length, if most lines have more than three words, or if
    most have commas between their words.
    """
    rows = [re.split(r"[\s,;|]+", line.strip(" ,;|")) for line in sample]
    if any(not clean_entry(word).isalpha() for row in rows for word in row if not word.strip(".)").isdigit()):
        return False
    lengths = {len(clean_entry(word)) for row in rows for word in row}
    if sum(len(row) > 1 for row in rows) == 0:
        return False
    many = sum(len(row) > 3 for row in rows)
    with_commas = sum(bool(re.search(r"[,;|]\s*\w", line)) for line in sample)
    return len(rows) == 1 or len(lengths) == 1 or 2 * many > len(rows) or 2 * with_commas > len(rows)


def _split_rows(lines: Sequence[str]) -> Iterator[str]:
    """Yield the words of rows one by one, without numbers."""
    for line in lines:
        for entry in re.split(r"[\s,;|]+", line):
            word = clean_entry(entry)
            if word and not word.strip(".)").isdigit():
                yield word


def split_frequencies(text: str, source: str = "", alphabet: str = LETTERS) -> tuple[str, dict[str, float]]:
    """Return a text with a word on each line, without the frequencies after the words; and these, by folded word.

    The frequencies of all spellings of a folded word are added up; a word without one is not in the result. Raises
    `DictionaryFrequencyError` if something else than a number comes after a tab in a list that has frequencies.

    >>> split_frequencies("pâte\\t3\\npâté\\t1.5\\ncoude")
    ('pâte\\npâté\\ncoude', {'PATE': 4.5})
    """
    if not re.search(r"[^\s#][ \t]+[\d.,+-]", text):
        return text, {}
    lines = re.sub(r"[ \t]*#.*", "", text).split("\n")
    frequencies: dict[str, float] = {}
    wrong: DictionaryFrequencyError | None = None
    for index, line in enumerate(lines):
        entry = line.strip()
        has_tab = "\t" in entry
        word, _separator, after = entry.partition("\t") if has_tab else entry.rpartition(" ")
        after = after.strip()
        if FREQUENCY.fullmatch(after) and (number := float(after.replace(",", "."))) <= HIGHEST_FREQUENCY:
            lines[index] = word
            folded = fold_or_empty(word, alphabet)
            frequencies[folded] = frequencies.get(folded, 0.0) + number
        elif has_tab and wrong is None:
            wrong = DictionaryFrequencyError(source=source, line=index + 1, text=after, limit=HIGHEST_FREQUENCY)
    if frequencies and wrong:
        raise wrong
    return "\n".join(lines), frequencies

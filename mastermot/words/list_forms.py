"""Lists of words in the forms that other programs write, brought to one form: a word on each line.

The first lines decide which form it is: an array of JSON or of source code, a Hunspell dictionary, a table (CSV, TSV,
semicolons, Lexique), rows of words, or a word on each line. A word stays on the line on which it was, so that errors
name the right line, except in arrays and rows.
"""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from mastermot.words.files import DictionaryFrequencyError
from mastermot.words.folding import LETTERS, fold_or_empty

HIGHEST_FREQUENCY = 10**15  #: The highest frequency that a word can have.
SAMPLE = 200  #: How many of the first lines decide which form a list has.
BEGINNING = 40_000  #: An array is recognised if it begins among so many first characters of the text.
MOST = 0.8  #: The least share of lines with the same number of columns in a table, and of rows with a frequency.
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
NUMBER_AFTER_WORD = re.compile(r"[^\s#][ \t]+[\d.,+-]")
"""What a list with frequencies has somewhere: a number, or its sign, with a space or a tab before it."""
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
BETWEEN_WORDS = re.compile(r"[\s,;|]+")  #: What stands between the words of a row.
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
    if text.startswith("*") and "Stanford GraphBase" in text[:400]:  # its name is in the first lines
        return "\n".join(_list_graphbase(text))
    plain = COMMENT.sub("", text) if "#" in text else text
    if UNUSUAL.isdisjoint(plain):  # words alone, one on each line
        return _drop_title(plain)
    if ARRAY.search(plain[:BEGINNING]):
        return "\n".join(_list_array(text))  # all of the text: in source code, ``#`` may also stand in a string
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
    return "\n".join(map(clean_entry, lines))  # a word on each line, perhaps with signs around it


def _list_graphbase(text: str) -> Iterator[str]:
    """Yield the words of Knuth’s list: the first five characters of each line that is no comment (``*``).

    >>> list(_list_graphbase("* Five-Letter Words from the Stanford GraphBase\\nwhich*2514\\nthere*2223"))
    ['which', 'there']
    """
    for line in text.split("\n"):
        if line and not line.startswith("*"):
            yield line[:5]


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
    """Return a text with its first line made blank if this line is a title; otherwise the text as it is.

    The first line is a title if it is a usual one, such as ``word``, and if all other lines have one length, but the
    first has another. Otherwise it may be a word like the others.
    """
    space_before = text[: len(text) - len(text.lstrip())]  # spaces and blank lines before the first word
    first, _end, rest = text.strip().partition("\n")
    title = first.strip()
    if title.casefold() not in TITLES:
        return text
    lengths = {len(line.strip()) for line in rest.split("\n") if line.strip()}
    others_have_one_length = len(lengths) == 1
    if others_have_one_length and len(title) not in lengths:
        blank_lines = space_before.count("\n") + 1  # the title becomes one too, so that each word stays on its line
        return "\n" * blank_lines + rest
    return text


def _list_array(text: str) -> list[str]:
    """Return the words of an array: the words under keys like ``word``, else the words without a key, else the keys.

    >>> _list_array('[{"word": "cigar", "grade": "easy"}, {"word": "rebut", "grade": "hard"}]')
    ['cigar', 'rebut']
    >>> _list_array("const words = ['cigar', 'rebut'];")
    ['cigar', 'rebut']
    >>> _list_array('{"cigar": 12, "rebut": 7}')
    ['cigar', 'rebut']
    """
    named = list[str]()  # words under a key like ``word``
    free = list[str]()  # words without a key
    keys = list[str]()
    # None if a comment stands where `ARRAY` allows none (the caller looked for it in a text without comments): then all
    # of the text is read
    opened = ARRAY.search(text)
    for item in ITEM.finditer(text, opened.start() if opened else 0):
        if item["text"] is None:  # a comment
            continue
        word = _read_string(item["text"])
        key = item["key"]
        if item["colon"]:  # the string is itself a key, such as "cigar" in {"cigar": 12}
            keys.append(word)
        elif key is None:
            free.append(word)
        else:  # the string stands behind a key
            plain_key = _read_string(key) if key[0] in "\"'`" else key
            keys.append(plain_key)
            if plain_key.casefold() in TITLES:
                named.append(word)
    return named or free or keys


def _read_string(literal: str) -> str:
    r"""Return the text of a string of JSON or of source code, on one line.

    A string in double quotes is read as JSON, with all escapes. Of a string in other quotes, or one that is no JSON,
    only an escaped apostrophe is read.

    >>> _read_string(r'"p\u00e2t\u00e9"'), _read_string(r"'aujourd\'hui'"), _read_string("`cigar`")
    ('pâté', "aujourd'hui", 'cigar')
    """
    if "\\" in literal and literal[0] == '"':
        try:
            return str(json.loads(literal)).replace("\n", " ")
        except ValueError:
            pass
    return literal[1:-1].replace("\\'", "'").replace("\n", " ")


def _is_hunspell(sample: Sequence[str]) -> bool:
    """Return whether these are lines of a Hunspell dictionary; `sample` has one line at least.

    That is so if most lines have flags after the word (``cigar/SM``), or if some have, and the first line, but no
    other, is a number: the count of words.

    >>> _is_hunspell(["3", "cigar", "rebut/S", "sissy"]), _is_hunspell(["cigar", "rebut/S", "sissy"])
    (True, False)
    """
    flagged = sum(bool(FLAGGED.fullmatch(line)) for line in sample)
    most_are_flagged = flagged > len(sample) / 2
    some_are_flagged = flagged > 0
    others_are_no_numbers = not any(line.isdigit() for line in sample[1:])
    begins_with_count = sample[0].isdigit() and others_are_no_numbers
    return most_are_flagged or (some_are_flagged and begins_with_count)


def _take_hunspell(line: str) -> str:
    """Return the word of a line of a Hunspell dictionary; empty for the count of the words.

    After the word there may be flags (``/SM``), a tab, or a property such as ``po:noun``. A slash of the word itself is
    written ``\\/``.

    >>> _take_hunspell("cigar/SM"), _take_hunspell("cigar po:noun"), _take_hunspell("2")
    ('cigar', 'cigar', '')
    """
    word = re.split(r"(?<!\\)/|\t|\s+\w\w:", line.strip(), maxsplit=1)[0]
    return "" if word.isdigit() else word.replace("\\/", "/")


def _find_separator(sample: Sequence[str]) -> str:
    """Return the sign between the columns of a table; empty if these lines are no table.

    The lines are a table if most of them (`MOST`) have the same number of cells, two or more, unless their cells are
    only words side by side (`_are_words_in_rows`). `SEPARATORS` are tried in their order.

    >>> _find_separator(["cigar;1,5", "rebut;0,3", "sissy;0,2"])
    ';'
    >>> _find_separator(["cigar;rebut;sissy", "humph;awake;blush"])
    ''
    """
    for separator in SEPARATORS:
        rows = [_split_cells(line, separator) for line in sample]
        widths = Counter(len(row) for row in rows if len(row) > 1)
        if not widths:  # this sign is in no line
            continue
        usual_width = max(widths, key=lambda width: widths[width])
        alike = [row for row in rows if len(row) == usual_width]
        most_are_alike = len(alike) >= MOST * len(rows)
        if most_are_alike and not _are_words_in_rows(alike):
            return separator
    return ""


def _are_words_in_rows(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the cells of these rows are just words side by side, and no table.

    That is so if all cells have letters only, and if there is a single row, or all cells have one length; empty cells
    are passed over. But if the very first cell is a title such as ``word``, the rows are a table in any case. There is
    at least one row.

    >>> _are_words_in_rows([["cigar", "rebut"], ["sissy", "humph"]])
    True
    >>> _are_words_in_rows([["cigar", "easy"], ["rebut", "hard"]])
    False
    """
    first_cell = rows[0][0]
    if first_cell.casefold() in TITLES:
        return False
    cells = [cell for row in rows for cell in row if cell]
    are_all_words = all(cell.isalpha() for cell in cells)
    if not are_all_words:
        return False
    lengths = {len(cell) for cell in cells}
    return len(rows) == 1 or len(lengths) == 1


def _split_cells(line: str, separator: str) -> list[str]:
    """Return the cells of a line of a table. A line that cannot be split is one cell."""
    plain = line.strip()
    if separator == "|":  # a bar may also stand at both ends: ``| cigar | easy |``
        plain = plain.strip("|")
    try:
        cells = next(csv.reader([plain], delimiter=separator, skipinitialspace=True), [])
    except csv.Error:
        cells = [plain]
    return [cell.strip() for cell in cells]


def _list_column(lines: Sequence[str], separator: str) -> Iterator[str]:
    """Yield the word of each line of a table, empty for a line without one.

    If the table has two columns, words and numbers, the numbers are frequencies: a tab and the number follow the word.

    >>> list(_list_column(["word;grade", "----;-----", "cigar;easy"], ";"))
    ['', '', 'cigar']
    >>> list(_list_column(["cigar;1.5", "rebut;0.3"], ";"))
    ['cigar\\t1.5', 'rebut\\t0.3']
    """
    rows = [_split_cells(line, separator) if line.strip() else [] for line in lines]  # a blank line has no cells
    sample = [row for row in rows if row][:SAMPLE]
    titles = sample[0] if _has_titles(sample) else []
    entries = sample[1:] if titles else sample
    column = _find_word_column(titles, entries)
    with_frequencies = column == 0 and _have_frequencies(entries, separator)
    for row in rows:
        is_titles = row is titles  # this very row: one further down with the same cells is an entry
        is_blank_or_drawn = not "".join(row).strip("-=: ")  # such as ``----;-----``
        is_too_short = column >= len(row)
        if is_titles or is_blank_or_drawn or is_too_short:
            yield ""
        elif with_frequencies and len(row) == 2:
            word, frequency = row
            yield f"{clean_entry(word)}\t{frequency}"
        else:
            yield clean_entry(row[column])


def _have_frequencies(entries: Sequence[Sequence[str]], separator: str) -> bool:
    """Return whether the second of two columns has frequencies: most rows (`MOST`) have a number there.

    If the columns are separated by tabs, as frequencies usually are, a number in one row is enough.
    """
    second_cells = [row[1] for row in entries if len(row) == 2]
    numbers = sum(bool(FREQUENCY.fullmatch(cell)) for cell in second_cells)
    needed = 1 if separator == "\t" else max(1, MOST * len(entries))
    return numbers >= needed


def _has_titles(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row has titles of columns: a usual title, or a text above a column of numbers.

    There is at least one row; a row alone has no titles.

    >>> _has_titles([["entrée", "rang"], ["pâte", "12"], ["coude", "31"]])
    True
    """
    first, *others = rows
    if not others:
        return False
    if any(cell.casefold() in TITLES for cell in first):
        return True
    for column, title in enumerate(first):
        below = [row[column] for row in others if column < len(row) and row[column]]
        is_above_numbers = bool(below) and all(map(NUMBER.fullmatch, below))
        is_text = title != "" and not NUMBER.fullmatch(title)
        if is_above_numbers and is_text:
            return True
    return False


def _find_word_column(titles: Sequence[str], entries: Sequence[Sequence[str]]) -> int:
    """Return which column has the words, counted from 0.

    It is the column with a usual title (`TITLES`); or else the first column where most cells have a letter; or else
    the first of all. `titles` is empty if the table has none; then there is at least one entry.

    >>> _find_word_column([], [["1", "cigar"], ["2", "rebut"]])
    1
    """
    for column, title in enumerate(titles):
        if title.casefold() in TITLES:
            return column
    first_row = titles or entries[0]
    for column in range(len(first_row)):
        cells = [row[column] for row in entries if column < len(row)]  # a row may be shorter than the first
        with_letters = [cell for cell in cells if any(map(str.isalpha, cell))]
        most_have_letters = 2 * len(with_letters) > len(cells)
        if most_have_letters:
            return column
    return 0


def _has_rows(sample: Sequence[str]) -> bool:
    """Return whether these lines are rows of words, not an expression such as ``de bonne heure`` on each line.

    Lines of words and numbers, such as ``1.``, are rows in each of these cases:

    - there is only one line;
    - all words have one length;
    - most lines have more than three entries;
    - most lines have commas between their words.

    If every line has a single word, they are no rows: a number beside the word may be its frequency.

    >>> _has_rows(["1. cigar 2. rebut", "3. sissy 4. humph"]), _has_rows(["de bonne heure", "tout de suite"])
    (True, False)
    >>> _has_rows(["cigar 90210", "rebut 10117"])
    False
    """
    rows = [BETWEEN_WORDS.split(line.strip(" ,;|")) for line in sample]
    words: list[str] = []  # of all rows
    have_single_words = True
    for row in rows:
        words_of_row = [clean_entry(entry) for entry in row if not _is_number(entry)]
        words += words_of_row
        if len(words_of_row) > 1:
            have_single_words = False
    are_all_words = all(map(str.isalpha, words))
    if have_single_words or not are_all_words:
        return False
    is_one_line = len(rows) == 1
    have_one_length = len(set(map(len, words))) == 1
    with_many_entries = sum(len(row) > 3 for row in rows)
    with_commas = sum(bool(re.search(r"[,;|]\s*\w", line)) for line in sample)
    most_have_many_entries = 2 * with_many_entries > len(rows)
    most_have_commas = 2 * with_commas > len(rows)
    return is_one_line or have_one_length or most_have_many_entries or most_have_commas


def _is_number(entry: str) -> bool:
    """Return whether an entry is a number in a list, such as ``12``, ``12.`` or ``12)``."""
    return entry.strip(".)").isdigit()


def _split_rows(lines: Sequence[str]) -> Iterator[str]:
    """Yield the words of rows one by one, without numbers.

    >>> list(_split_rows(["1. cigar 2. rebut", "sissy, humph"]))
    ['cigar', 'rebut', 'sissy', 'humph']
    """
    for line in lines:
        for entry in BETWEEN_WORDS.split(line):
            word = clean_entry(entry)
            if word and not _is_number(word):
                yield word


def split_frequencies(text: str, source: str = "", alphabet: str = LETTERS) -> tuple[str, dict[str, float]]:
    """Return a text with a word on each line, without frequencies after the words; and the frequencies by folded word.

    The frequencies of all spellings of a folded word are added up. A word without a frequency is not among them, nor is
    an entry that is no word. Comments are dropped too. But a text where no number follows a word on any line is
    returned as it is. Raises `DictionaryFrequencyError` if a list has frequencies, and something else than a number, or
    a number that is too high, comes after a tab.

    >>> split_frequencies("pâte\\t3\\npâté\\t1.5\\ncoude")
    ('pâte\\npâté\\ncoude', {'PATE': 4.5})
    """
    if not NUMBER_AFTER_WORD.search(text):
        return text, {}
    lines = COMMENT.sub("", text).split("\n")
    frequencies: dict[str, float] = {}
    first_wrong: DictionaryFrequencyError | None = None  # raised only if the list turns out to have frequencies
    for index, line in enumerate(lines):
        word, after = _split_entry(line.strip())
        number = _read_frequency(after)
        if number is not None:
            lines[index] = word
            folded = fold_or_empty(word, alphabet)
            if folded:
                frequencies[folded] = frequencies.get(folded, 0.0) + number
        elif "\t" in line.strip() and first_wrong is None:
            first_wrong = DictionaryFrequencyError(source=source, line=index + 1, text=after, limit=HIGHEST_FREQUENCY)
    if frequencies and first_wrong is not None:
        raise first_wrong
    return "\n".join(lines), frequencies


def _split_entry(entry: str) -> tuple[str, str]:
    """Return the word of an entry and what comes after it: after the first tab, or else after the last space.

    Without a tab or a space there is no word: all of the entry counts as what comes after.

    >>> _split_entry("arc en ciel\\t3 %"), _split_entry("pâte 3"), _split_entry("pâte")
    (('arc en ciel', '3 %'), ('pâte', '3'), ('', 'pâte'))
    """
    if "\t" in entry:
        word, _tab, after = entry.partition("\t")
    else:
        word, _space, after = entry.rpartition(" ")
    return word, after.strip()


def _read_frequency(text: str) -> float | None:
    """Return the number that a text is; None if it is no number, or a number above `HIGHEST_FREQUENCY`.

    >>> _read_frequency("1,5"), _read_frequency("pâte")
    (1.5, None)
    """
    if not FREQUENCY.fullmatch(text):
        return None
    number = float(text.replace(",", "."))
    return number if number <= HIGHEST_FREQUENCY else None

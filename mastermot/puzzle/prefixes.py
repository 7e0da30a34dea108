"""The prefix solver of Master Mot: prefixes are built letter by letter, and filtered at each length.

The idea is in `fits_so_far` and `grow_prefixes_plainly`. The program uses `grow_prefixes`: it grows the same
prefixes, but keeps what every clue still needs in one integer (`pack_clues`), which is far faster.

Jean Forget's APL program, *Master Mot* (2025, github.com/jforget/apl-Master-Mot), keeps the same
prefixes by another method: `docs/how-it-works.md` describes both.
"""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from mastermot.puzzle.clues import Clue, Puzzle
from mastermot.puzzle.errors import TooManyPrefixesError

DEFAULT_LIMIT = 1_000_000  #: The most prefixes kept at one length.


class Generation(NamedTuple):
    """The prefixes of one length: how many were made, and which were kept."""

    generated: int  #: How many prefixes were made.
    survivors: tuple[str, ...]  #: The prefixes that were kept, sorted.

    @property
    def kept(self) -> int:
        """The number of prefixes kept."""
        return len(self.survivors)


def fits_so_far(prefix: str, clue: Clue) -> bool:
    """Return whether a clue can still get exactly its marks from a word that begins with `prefix`.

    PL shares its P with PAUME, and could share three more letters: 1 black so far, 1 to 4 in the end.

    >>> [marks for marks in range(6) if fits_so_far("PL", Clue("PAUME", marks, line=1))]
    [1, 2, 3, 4]
    """
    blacks = sum(letter == wanted for letter, wanted in zip(prefix, clue.word, strict=False))
    empty = len(clue.word) - len(prefix)
    return blacks <= clue.marks <= blacks + empty


def grow_prefixes_plainly(puzzle: Puzzle) -> list[Generation]:
    """Return the prefixes made and kept at each length: the plain version of `grow_prefixes`, to read and to test.

    >>> from mastermot.puzzle.clues import pair_clues
    >>> puzzle = pair_clues([("cour", 2), ("zozo", 1), ("crin", 3)])
    >>> for generation in grow_prefixes_plainly(puzzle):
    ...     print(generation.generated, "made, kept:", *generation.survivors)
    2 made, kept: C Z
    4 made, kept: CO CR ZR
    9 made, kept: COI CRI CRU CRZ
    12 made, kept: COIN
    """
    prefixes = [""]
    generations = []
    for column in puzzle.columns:
        made = [prefix + letter for prefix in prefixes for letter in column]
        prefixes = []
        for prefix in made:
            if all(fits_so_far(prefix, clue) for clue in puzzle.clues):
                prefixes.append(prefix)
        generations.append(Generation(len(made), tuple(prefixes)))
    return generations


TakenByLetters = list[list[tuple[str, int]]]
"""For each position, its letters, each with the number that it takes away from the packed clues (`pack_clues`)."""


def pack_clues(clues: Sequence[Clue], columns: Sequence[str]) -> tuple[int, int, TakenByLetters]:
    """Return what all clues need at the start, packed into one integer; its guard bits; what each letter takes away.

    The third value is a list for each position, with a pair for each letter of its column (`_pack_letters`).

    Each clue has two fields of bits: the blacks that it still needs (at the start, its marks), and the misses that it
    can still afford (at the start, its length less its marks). Each letter of a prefix is a black or a miss for each
    clue, and takes one away from the field of blacks or of misses. So adding a letter to a prefix is one subtraction,
    however many clues there are. The top bit of each field, its *guard*, is 1 until the field goes below zero: a prefix
    can still become a string that fits every clue exactly when all guard bits are 1.

    The two fields of ``paume 2``, of four bits each for words of five letters (a guard, and 5 takes three bits):

    | misses affordable | blacks needed |
    | --- | --- |
    | 1 011 (three) | 1 010 (two) |

    >>> start, guard, letters = pack_clues([Clue("PAUME", 2, line=1)], ["CP", "AO", "U", "DM", "E"])
    >>> f"{start:08b}", f"{guard:08b}"
    ('10111010', '10001000')

    P, A and U are one black too many: the guard of the blacks is gone.

    >>> f"{start - 3 * 0b00000001:08b}"
    '10110111'
    """
    length = len(columns)
    width = length.bit_length() + 1  # of a field: the bits of a number up to the length, and the guard
    guard_of_field = 1 << (width - 1)
    start = 0
    guard = 0
    for index, clue in enumerate(clues):
        blacks_field = 2 * index * width  # the lowest bit of the field
        misses_field = blacks_field + width
        start |= (guard_of_field | clue.marks) << blacks_field
        start |= (guard_of_field | length - clue.marks) << misses_field
        guard |= guard_of_field << blacks_field
        guard |= guard_of_field << misses_field
    return start, guard, _pack_letters(clues, columns, width)


def _pack_letters(clues: Sequence[Clue], columns: Sequence[str], width: int) -> TakenByLetters:
    """Return what each letter of the columns takes away from clues that are packed in fields of `width` bits.

    A letter takes 1 away from one of the two fields of each clue (`pack_clues`): from the lower field, the blacks that
    the clue needs, if the clue shows the letter there; otherwise from the upper field, the misses that it can afford.
    In the first column P is a black of ``paume``, C a miss:

    >>> letters = _pack_letters([Clue("PAUME", 2, line=1)], ["CP", "AO", "U", "DM", "E"], width=4)
    >>> [(letter, f"{taken:08b}") for letter, taken in letters[0]]
    [('C', '00010000'), ('P', '00000001')]
    """
    a_miss_of_each = 0
    for index in range(len(clues)):
        misses_field = (2 * index + 1) * width  # the lowest bit of the field
        a_miss_of_each |= 1 << misses_field
    taken_by_letters = []
    for position, column in enumerate(columns):
        taken = dict.fromkeys(column, a_miss_of_each)  # as if no clue showed any letter here
        for index, clue in enumerate(clues):
            letter = clue.word[position]
            if letter in taken:  # the clue shows it: a black in place of a miss
                blacks_field = 2 * index * width
                misses_field = blacks_field + width
                taken[letter] -= 1 << misses_field
                taken[letter] += 1 << blacks_field
        taken_by_letters.append(list(taken.items()))
    return taken_by_letters


def grow_prefixes(puzzle: Puzzle, limit: int = DEFAULT_LIMIT, columns: Sequence[str] | None = None) -> list[Generation]:
    """Return the prefixes made and kept at each length, with the letters of `columns`, by default those of the clues.

    Each prefix has beside it what the clues still need, packed into one integer (`pack_clues`): another letter is one
    subtraction, and the prefix is kept if no guard bit is then gone. Raises `TooManyPrefixesError` when more than
    `limit` are kept at one length. The prefixes are those of Jean Forget's APL program, which counts each clue anew at
    each length.

    >>> from mastermot.puzzle.clues import pair_clues
    >>> grow_prefixes(pair_clues([("cour", 2), ("zozo", 1), ("crin", 3)]))[-1]
    Generation(generated=12, survivors=('COIN',))
    """
    if columns is None:
        columns = puzzle.columns
    start, guard, taken_by_letters = pack_clues(puzzle.clues, columns)
    prefixes = [("", start)]  # each with what the clues still need
    generations = []
    for length, letters in enumerate(taken_by_letters, start=1):
        generated = len(prefixes) * len(letters)
        kept: list[tuple[str, int]] = []
        for prefix, needs in prefixes:
            for letter, taken in letters:
                needs_then = needs - taken
                if needs_then & guard == guard:  # every guard bit is still there
                    kept.append((prefix + letter, needs_then))
            if len(kept) > limit:
                raise TooManyPrefixesError(source=puzzle.source, limit=limit, length=length)
        survivors = tuple(prefix for prefix, _needs in kept)
        generations.append(Generation(generated, survivors))
        prefixes = kept
    return generations


def list_strings(puzzle: Puzzle, columns: Sequence[str], limit: int = DEFAULT_LIMIT) -> tuple[str, ...]:
    """Return all strings that fit every clue, with the letters that `columns` allows at each position.

    They are sorted by the order of the letters in the columns. Positions with few letters are filled first, so that
    there are fewer prefixes: for this, the columns and the letters of the clues are put in another order, and the
    letters of the strings found are put back. Raises `TooManyPrefixesError` for more than `limit` prefixes of one
    length.

    >>> from mastermot.puzzle.clues import pair_clues
    >>> list_strings(pair_clues([("cour", 2), ("crin", 3)]), ["PC", "RO", "IU", "N"])
    ('CRUN', 'COIN')
    """
    positions = range(len(columns))
    few_letters_first = sorted(positions, key=lambda position: len(columns[position]))
    reordered_columns = [columns[position] for position in few_letters_first]
    reordered_clues = []
    for clue in puzzle.clues:
        reordered_clues.append(clue._replace(word=_reorder(clue.word, few_letters_first)))
    reordered_puzzle = Puzzle(tuple(reordered_clues), puzzle.source)
    reordered_strings = grow_prefixes(reordered_puzzle, limit, reordered_columns)[-1].survivors

    order_back = [few_letters_first.index(position) for position in positions]
    strings = [_reorder(string, order_back) for string in reordered_strings]

    def rank_letters(string: str) -> list[int]:
        """Return the index of each letter in its column."""
        return [column.index(letter) for column, letter in zip(columns, string, strict=True)]

    return tuple(sorted(strings, key=rank_letters))


def _reorder(text: str, order: Sequence[int]) -> str:
    """Return the letters of a text in another order, given by their indices: CRIN in the order 3, 0, 1, 2 is NCRI."""
    return "".join([text[index] for index in order])


def find_string(
    clues: Sequence[Clue],
    columns: Sequence[str],
    spend: Callable[[int], object],
    one_of: Collection[tuple[int, str]] | None = None,
) -> str | None:
    """Return one string that fits every clue, with a letter that `columns` allows at each position; or None.

    `one_of` has pairs of a position (from 0) and a letter: the string must then have at least one of these letters in
    its position. If `one_of` is None, any string will do; if it is empty, no string does. `spend` is called with the
    number of prefixes just tried, and may end the search by raising an error.

    Prefixes of one length that leave every clue the same needs can be continued by the same letters. So only one of
    them is tried; two, if some have a letter of `one_of` and others have none.

    >>> clues = [Clue("COUR", 2, line=1), Clue("CRIN", 3, line=2)]
    >>> find_string(clues, ["CP", "OR", "IU", "NR"], spend=lambda made: None, one_of=[(3, "R")])
    'CRIR'
    """
    start, guard, taken_by_letters = pack_clues(clues, columns)
    required_letters = one_of or ()
    # the prefixes to go on from, each with what the clues still need, and whether it has a required letter
    stack = [("", start, one_of is None)]
    tried: set[tuple[int, int, bool]] = set()  # of each prefix so far: position of its last letter, needs, has_required
    while stack:
        prefix, needs, has_required = stack.pop()
        position = len(prefix)  # that of the next letter
        if position == len(columns):
            if has_required:
                return prefix
            continue
        tried_before = len(tried)
        for letter, taken in taken_by_letters[position]:
            needs_then = needs - taken
            if needs_then & guard != guard:  # a guard bit is gone: some clue does not fit
                continue
            has_required_then = has_required or (position, letter) in required_letters
            state = position, needs_then, has_required_then
            if state not in tried:
                tried.add(state)
                stack.append((prefix + letter, needs_then, has_required_then))
        spend(len(tried) - tried_before)
    return None

"""What some clues leave possible: for each position, the letters of the strings that satisfy these clues.

`find_removable_plainly` is the definition: it lists the strings. `ClueBoard` need not list them. Letters of a position
that the same clues show there are alike, and form a *class*, named by the mask of these clues. A column of ten letters
has only a few classes, and `ClueBoard.find_unsupported` finds which marks the clues can reach with these classes,
position by position.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from mastermot.puzzle.clues import Clue
from mastermot.puzzle.explain.steps import Atom, Domains


def find_removable_plainly(clues: Sequence[Clue], domains: Domains) -> frozenset[Atom] | None:
    """Return the letters of `domains` that are in no string that satisfies the clues; None without any such string.

    Of the twelve strings, SOL 2 and SEN 2 leave SEL and SON, so that M and U are out:

    >>> clues = [Clue("SOL", 2, line=1), Clue("SEN", 2, line=2)]
    >>> sorted(find_removable_plainly(clues, ("MS", "EOU", "LN")))
    [(0, 'M'), (1, 'U')]
    """
    supported: set[Atom] = set()
    for string in product(*domains):
        if all(clue.fits(string) for clue in clues):
            supported.update(enumerate(string))
    if not supported:
        return None
    every = {(position, letter) for position, letters in enumerate(domains) for letter in letters}
    return frozenset(every - supported)


class _CountVectors(NamedTuple):
    """How many blacks each clue of a set has so far, as one number: clue by clue, in mixed radix.

    A clue with m marks has a digit from 0 to m + 1, where m + 1 stands for too many. Of two clues with 1 and 2 marks,
    the first has a digit of 0 to 2, the second one of 0 to 3 that counts threefold: 1 and 2 blacks are 1 + 3 * 2 = 7.
    """

    target: int  #: The number of the vector where every clue has exactly its marks.
    allowed: int  #: A bit for each vector: 1 where no clue has more than its marks.
    steps: dict[int, int]  #: By the class of a letter, what the letter adds to the number of a vector.


class ClueBoard:
    """Clues, and the letters possible in each column at the start: at least those that the clues show there.

    A set of clues is the mask of their indices.
    """

    def __init__(self, clues: Sequence[Clue], columns: Sequence[str]) -> None:
        """Take the clues, and for each position its column: the letters possible there at the start."""
        self.clues = tuple(clues)
        self.columns: Domains = tuple(columns)
        #: For each position, its letters, each with the set of the clues that show it there.
        self.hits: list[dict[str, int]] = [dict.fromkeys(column, 0) for column in columns]
        for index, clue in enumerate(self.clues):
            for letter, showing in zip(clue.word, self.hits, strict=True):
                showing[letter] |= 1 << index
        self._vectors: dict[int, _CountVectors] = {}

    def list_indices(self, clue_set: int) -> list[int]:
        """Return the indices of the clues of a set: 0 and 2 for ``0b101``."""
        return [index for index in range(clue_set.bit_length()) if clue_set >> index & 1]

    def list_clues(self, clue_set: int) -> tuple[Clue, ...]:
        return tuple(self.clues[index] for index in self.list_indices(clue_set))

    def group_letters(self, clue_set: int, domains: Domains) -> list[dict[int, str]]:
        """Return, for each position, its possible letters grouped by class: the mask of the clues that show them there.

        Only the clues of `clue_set` count, and only the letters in `domains`. At the first position of this example
        both clues, mask 3, show S, and none, mask 0, shows M:

        >>> board = ClueBoard([Clue("SOL", 2, line=1), Clue("SEN", 2, line=2)], ["MS", "EOU", "LN"])
        >>> board.group_letters(0b11, board.columns)
        [{0: 'M', 3: 'S'}, {2: 'E', 1: 'O', 0: 'U'}, {1: 'L', 2: 'N'}]
        """
        result = []
        for showing, letters in zip(self.hits, domains, strict=True):
            alike: dict[int, str] = {}
            for letter in letters:
                mask = showing[letter] & clue_set
                alike[mask] = alike.get(mask, "") + letter
            result.append(alike)
        return result

    def find_changed(self, domains: Domains) -> frozenset[int]:
        """Return the positions where `domains` has fewer letters than the start: there, letters have been ruled out."""
        changed = set()
        for position, column in enumerate(self.columns):
            if domains[position] != column:
                changed.add(position)
        return frozenset(changed)

    def keep_facts(self, domains: Domains, facts: frozenset[int]) -> Domains:
        """Return `domains` at the positions `facts`, and at all others the letters of the start.

        These are the letters possible if a step uses only what is known of the positions `facts`.
        """
        result = list(self.columns)
        for position in facts:
            result[position] = domains[position]
        return tuple(result)

    def _number_vectors(self, clue_set: int) -> _CountVectors:
        """Return how the count vectors of a set of clues are numbered. The result is kept: it is needed very often.

        SOL with one mark counts 0 or 1, SEN with two marks 0, 3 or 6; a letter of both is a step of 4. The vectors 2, 5
        and 8, where SOL has two blacks, and those from 9 on, where SEN has three, are not allowed: their bits are 0.

        >>> board = ClueBoard([Clue("SOL", 1, line=1), Clue("SEN", 2, line=2)], ["MS", "EOU", "LN"])
        >>> target, allowed, steps = board._number_vectors(0b11)
        >>> target, f"{allowed:b}", steps
        (7, '11011011', {0: 0, 1: 1, 2: 3, 3: 4})
        """
        known = self._vectors.get(clue_set)
        if known is not None:
            return known
        target = 0
        allowed = 1  # before any clue is looked at, there is only the vector 0
        steps = {0: 0}
        radix = 1  # what one black of the next clue counts
        for index in self.list_indices(clue_set):
            marks = self.clues[index].marks
            target += marks * radix
            for _ in range(marks):  # with each pass, the vectors in which this clue has one black more
                allowed |= allowed << radix
            for mask, step in list(steps.items()):  # for each class so far, the class that this clue shows too
                steps[mask | 1 << index] = step + radix
            radix *= marks + 2  # the digit of this clue goes from 0 to marks + 1
        self._vectors[clue_set] = _CountVectors(target, allowed, steps)
        return self._vectors[clue_set]

    def find_unsupported(self, clue_set: int, classes: Sequence[Collection[int]]) -> list[tuple[int, int]] | None:
        """Return the classes, each with its position, that are in no string satisfying a set of clues.

        None is returned when no string satisfies it. `classes` has the classes of each position, as masks. A set of
        count vectors (`_CountVectors`) is one integer with a bit for each vector, so that one shift adds a letter to
        all of them. Forwards, `reached` has for each position the vectors that prefixes can have before it. Backwards,
        `wanted` has the vectors after a position from which the target can still be reached. A class is unsupported
        when it leads from no reached vector to a wanted one.

        Here the only clue is SOL 1, with the index 0: its letters have the class 1, all others the class 0. O is known
        in the middle; before it is S or another letter, after it L or another letter:

        >>> board = ClueBoard([Clue("SOL", 1, line=1)], ["MS", "O", "LN"])
        >>> classes = [[0, 1], [1], [0, 1]]
        >>> board.find_unsupported(0b1, classes)
        [(2, 1), (0, 1)]

        Forwards, the clue has 0 blacks before the first letter, 0 or 1 after it, and only 1 after the O, since 2 are
        too many. Backwards, 1 is wanted after the last letter, 0 or 1 before it, and so 0 before the O. S would make
        it 1 there, and L would make it 2 at the end: both are out.

        The plain version lists the strings (only MON fits) and says the same:

        >>> sorted(find_removable_plainly(board.clues, board.columns))
        [(0, 'S'), (2, 'L')]
        """
        target, allowed, steps = self._number_vectors(clue_set)
        reached = [1]  # before the first letter, no clue has a black: only the bit of the vector 0
        for masks in classes:
            reached_after = 0
            for mask in masks:
                reached_after |= reached[-1] << steps[mask]
            reached.append(reached_after & allowed)
        string_has_all_marks = reached[-1] >> target & 1
        if not string_has_all_marks:
            return None
        unsupported = []
        wanted = 1 << target  # after the last letter: only the bit of the target
        for position in reversed(range(len(classes))):
            wanted_before = 0
            for mask in classes[position]:
                step = steps[mask]
                leads_to_wanted = reached[position] << step & wanted
                if not leads_to_wanted:
                    unsupported.append((position, mask))
                wanted_before |= wanted >> step
            wanted = wanted_before & allowed
        return unsupported

    def try_sets(self, sets: Iterable[int], domains: Domains) -> tuple[list[int], list[int]]:
        """Return which of the sets of clues contradict themselves, and which others rule out letters of `domains`.

        Sets that do neither are in none of the two lists.
        """
        every_clue = (1 << len(self.clues)) - 1
        all_classes = self.group_letters(every_clue, domains)
        clashing = []
        ruling_out = []
        for clue_set in sets:
            classes = []  # by position, the classes of this set: masks without the clues that are not in the set
            for masks in all_classes:
                classes.append({mask & clue_set for mask in masks})
            unsupported = self.find_unsupported(clue_set, classes)
            if unsupported is None:
                clashing.append(clue_set)
            elif unsupported:
                ruling_out.append(clue_set)
        return clashing, ruling_out

    def find_removable(self, clue_set: int, domains: Domains) -> frozenset[Atom] | None:
        """Return all letters of `domains` that a set of clues rules out; None if its clues contradict each other."""
        classes = self.group_letters(clue_set, domains)
        unsupported = self.find_unsupported(clue_set, classes)
        if unsupported is None:
            return None
        removable: set[Atom] = set()
        for position, mask in unsupported:  # a class, all of whose letters are ruled out
            removable.update((position, letter) for letter in classes[position][mask])
        return frozenset(removable)


def find_outside(domains: Domains, target: Domains) -> frozenset[Atom]:
    """Return the letters of `domains` that `target` does not have at the same position, each with its position.

    >>> sorted(find_outside(("MS", "EOU"), ("S", "OE")))
    [(0, 'M'), (1, 'U')]
    """
    outside = set()
    for position, (letters, letters_of_target) in enumerate(zip(domains, target, strict=True)):
        for letter in letters:
            if letter not in letters_of_target:
                outside.add((position, letter))
    return frozenset(outside)


def remove_letters(domains: Domains, removed: frozenset[Atom]) -> Domains:
    """Return `domains` without the letters `removed`.

    >>> remove_letters(("MS", "EOU"), frozenset({(0, "M"), (1, "U")}))
    ('S', 'EO')
    """
    result = []
    for position, letters in enumerate(domains):
        kept = [letter for letter in letters if (position, letter) not in removed]
        result.append("".join(kept))
    return tuple(result)


def iterate_subsets(indices: Sequence[int], size: int) -> Iterator[int]:
    """Yield all sets of `size` of these indices, as masks, in order.

    >>> [bin(mask) for mask in iterate_subsets([0, 1, 3], 2)]
    ['0b11', '0b1001', '0b1010']
    """
    for members in combinations(indices, size):
        yield sum(1 << index for index in members)


def find_placed(before: Domains, after: Domains) -> tuple[Atom, ...]:
    """Return the letters that a step has placed: where one letter is possible after it, and more were before.

    >>> find_placed(("MS", "EOU", "L"), ("S", "EO", "L"))
    ((0, 'S'),)
    """
    placed = []
    for position, letters in enumerate(after):
        if len(letters) == 1 and before[position] != letters:
            placed.append((position, letters))
    return tuple(placed)


def suppose(domains: Domains, position: int, letters: str) -> Domains:
    """Return `domains` with only `letters` at `position`."""
    return (*domains[:position], letters, *domains[position + 1 :])

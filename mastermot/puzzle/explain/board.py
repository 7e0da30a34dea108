"""What some clues leave possible: for each position, the letters that some string satisfying them still has there.

`docs/how-it-works.md` describes it: a column is a few *classes* of letters, the masks of the clues that they hit.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations

from mastermot.puzzle.clues import Clue
from mastermot.puzzle.explain.model import Atom, Domains


class ClueBoard:
    """Clues, and the letters their columns start with, theirs among them; sets of clues are masks of indices."""

    def __init__(self, clues: Sequence[Clue], columns: Sequence[str]) -> None:
        self.clues = tuple(clues)
        self.columns: Domains = tuple(columns)
        self.hits: list[dict[str, int]] = [dict.fromkeys(column, 0) for column in columns]
        for index, clue in enumerate(self.clues):
            for letter, hit in zip(clue.word, self.hits, strict=True):
                hit[letter] |= 1 << index
        self._frames: dict[int, tuple[int, int, dict[int, int]]] = {}

    def list_indices(self, clue_set: int) -> list[int]:
        return [index for index in range(clue_set.bit_length()) if clue_set >> index & 1]

    def list_clues(self, clue_set: int) -> tuple[Clue, ...]:
        return tuple(self.clues[index] for index in self.list_indices(clue_set))

    def group_letters(self, clue_set: int, domains: Domains) -> list[dict[int, str]]:
        """Return, for each position, its possible letters by the clues of `clue_set` that they hit."""
        result = []
        for hit, letters in zip(self.hits, domains, strict=True):
            alike: dict[int, str] = {}
            for letter in letters:
                mask = hit[letter] & clue_set
                alike[mask] = alike.get(mask, "") + letter
            result.append(alike)
        return result

    def find_changed(self, domains: Domains) -> frozenset[int]:
        """Return the positions where something is known: where `domains` are no longer the columns of the start."""
        return frozenset(i for i, (start, now) in enumerate(zip(self.columns, domains, strict=True)) if start != now)

    def keep_facts(self, domains: Domains, kept: frozenset[int]) -> Domains:
        """Return what is known when only the positions `kept` count, the others being as at the start."""
        return tuple(domains[i] if i in kept else start for i, start in enumerate(self.columns))

    def _find_frame(self, clue_set: int) -> tuple[int, int, dict[int, int]]:
        """Return the number of the count vector where every clue has its marks, the bits of those where none has more,
        and what each class of letters (the mask of the clues hit) adds: vectors are numbered in mixed radix."""
        if clue_set not in self._frames:
            target, valid, stride, offsets = 0, 1, 1, {0: 0}
            for index in self.list_indices(clue_set):
                marks = self.clues[index].marks
                target += marks * stride
                for _ in range(marks):
                    valid |= valid << stride
                offsets |= {mask | 1 << index: offset + stride for mask, offset in offsets.items()}
                stride *= marks + 2
            self._frames[clue_set] = target, valid, offsets
        return self._frames[clue_set]

    def find_unsupported(self, clue_set: int, columns: Sequence[Collection[int]]) -> list[tuple[int, int]] | None:
        """Return the (position, class) pairs that no string satisfying a set goes through; None without any string."""
        target, valid, offsets = self._find_frame(clue_set)
        reached = [1]
        for column in columns:
            here = reached[-1]
            there = 0
            for mask in column:
                there |= here << offsets[mask]
            reached.append(there & valid)
        if not reached[-1] >> target & 1:
            return None
        dead = []
        wanted = 1 << target
        for position in range(len(columns) - 1, -1, -1):
            here, before = reached[position], 0
            for mask in columns[position]:
                offset = offsets[mask]
                if not here << offset & wanted:
                    dead.append((position, mask))
                before |= wanted >> offset
            wanted = before & valid
        return dead

    def try_sets(self, sets: Iterable[int], domains: Domains) -> tuple[list[int], list[int]]:
        """Return the sets of clues that cannot hold at all, and those that rule out letters of `domains`."""
        masks = [set(map(hit.__getitem__, letters)) for hit, letters in zip(self.hits, domains, strict=True)]
        dead = {one: self.find_unsupported(one, [{mask & one for mask in column} for column in masks]) for one in sets}
        return [one for one, pairs in dead.items() if pairs is None], [one for one, pairs in dead.items() if pairs]

    def find_removable(self, clue_set: int, domains: Domains) -> frozenset[Atom] | None:
        """Return all letters of `domains` that the set `clue_set` rules out, None when it cannot hold at all."""
        classes = self.group_letters(clue_set, domains)
        dead = self.find_unsupported(clue_set, classes)
        if dead is None:
            return None
        return frozenset((position, letter) for position, mask in dead for letter in classes[position][mask])


def find_outside(domains: Domains, target: Domains) -> frozenset[Atom]:
    """Return the letters of `domains` that `target` has not; the order of the letters at a position does not count."""
    return frozenset(
        (position, letter)
        for position, (letters, kept) in enumerate(zip(domains, target, strict=True))
        for letter in letters
        if letter not in kept
    )


def remove_letters(domains: Domains, removed: frozenset[Atom]) -> Domains:
    return tuple(
        "".join(letter for letter in letters if (i, letter) not in removed) for i, letters in enumerate(domains)
    )


def iterate_subsets(indices: Sequence[int], size: int) -> Iterator[int]:
    """Return the masks of all sets of `size` of the `indices`, in order."""
    return (sum(1 << index for index in members) for members in combinations(indices, size))


def find_placed(before: Domains, after: Domains) -> tuple[Atom, ...]:
    """Return the positions filled between two states, each with its letter."""
    pairs = enumerate(zip(before, after, strict=True))
    return tuple((position, new) for position, (old, new) in pairs if len(new) == 1 and old != new)


def suppose(domains: Domains, position: int, letters: str) -> Domains:
    """Return `domains` with only `letters` at `position`."""
    return (*domains[:position], letters, *domains[position + 1 :])

"""Chains of one-clue inferences: what follows when a clue has its marks, or needs all it can still get.

A chain starts from possible letters, perhaps with one assumed, and ends when nothing more follows or when a clue
cannot have its marks. Each link keeps the letters it rules out, so that a conclusion can be traced back to the links
that it needs and explained without the others.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from mastermot.explain.board import ClueBoard
from mastermot.explain.model import FULL, NEEDED, OVER, SHORT, SUPPOSED, Atom, Domains, Link


class Chain(NamedTuple):
    """The links followed from `start`, and the letters that are left; `broken` when a clue became impossible."""

    start: Domains
    links: tuple[Link, ...]
    domains: Domains

    @property
    def broken(self) -> bool:
        """Whether a clue became impossible."""
        return bool(self.links) and self.links[-1].impossible


def follow_chain(board: ClueBoard, clue_set: int, start: Domains) -> Chain:
    """Return the chain that the clues of `clue_set` make from the letters `start`, round after round."""
    domains, links = list(start), []
    members = board.list_indices(clue_set)
    moved = True
    while moved:
        moved = False
        for index in members:
            link = _find_link(board, index, domains)
            if link is None:
                continue
            links.append(link)
            if link.impossible:
                return Chain(start, tuple(links), tuple(domains))
            for position, letter in link.removed:
                domains[position] = domains[position].replace(letter, "")
            moved = True
    return Chain(start, tuple(links), tuple(domains))


def _find_link(board: ClueBoard, index: int, domains: list[str]) -> Link | None:
    """Return what the clue `index` shows at once, or None."""
    clue = board.clues[index]
    open_ = []
    sure = 0
    for position, (letter, letters) in enumerate(zip(clue.word, domains, strict=True)):
        if letter == letters:
            sure += 1
        elif letter in letters:
            open_.append(position)
    if sure > clue.marks:
        return Link(index, OVER, frozenset())
    if sure + len(open_) < clue.marks:
        return Link(index, SHORT, frozenset())
    if open_ and sure == clue.marks:
        return Link(index, FULL, frozenset((i, clue.word[i]) for i in open_))
    if open_ and sure + len(open_) == clue.marks:
        gone = frozenset((i, letter) for i in open_ for letter in domains[i] if letter != clue.word[i])
        return Link(index, NEEDED, gone)
    return None


def find_needed_links(board: ClueBoard, followed: Chain, goals: Collection[Atom] = ()) -> dict[int, Link]:
    """Return the links, by number, that a chain's break or the letters `goals` rest on, cut to what matters there."""
    causes = {atom: number for number, link in enumerate(followed.links) for atom in link.removed}
    wanted: set[Atom] = set(goals)
    kept: dict[int, Link] = {}
    left = [set(letters) for letters in followed.start]
    for position, letter in causes:
        left[position].discard(letter)
    for number in range(len(followed.links) - 1, -1, -1):
        link = followed.links[number]
        for position, letter in link.removed:
            if causes[position, letter] == number:
                left[position].add(letter)
        useful = link.removed & wanted
        if not useful and not link.impossible:
            continue
        kept[number] = link._replace(removed=useful)
        wanted.update(find_premises(board, followed.start, link, left))
    return kept


def find_premises(board: ClueBoard, start: Domains, link: Link, left: Sequence[Collection[str]]) -> list[Atom]:
    """Return the letters of `start` that had to be ruled out for `link` to hold, `left` being those left before it."""
    if link.why == SUPPOSED:
        return []
    clue = board.clues[link.clue]
    if link.why in (FULL, OVER):
        sure = [
            position
            for position, (letter, letters) in enumerate(zip(clue.word, left, strict=True))
            if len(letters) == 1 and letter in letters
        ]
        return [
            (position, letter)
            for position in sure[: clue.marks + (link.why == OVER)]
            for letter in start[position]
            if letter != clue.word[position]
        ]
    return [
        (position, letter)
        for position, letter in enumerate(clue.word)
        if letter not in left[position] and letter in start[position]
    ]

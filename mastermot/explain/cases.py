"""Techniques that suppose a letter and follow what comes of it.

A *contradiction* assumes letters and meets an impossible clue by a chain (see `chains`). *Cases* try all letters of a
position and find that something follows in all of them. *Exhaustion* takes cases within cases, until each ends; it
proves whatever the clues prove.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mastermot.explain.board import Board, find_outside, suppose
from mastermot.explain.chains import Chain, find_needed_links, follow_chain, number_needed_links
from mastermot.explain.model import SUPPOSED, Argument, Atom, Case, Domains, Link

MAX_CASES = 100
"""Cases without others within that are kept of one argument; of one that has more, none is."""


def find_contradictions(board: Board, clue_set: int, domains: Domains) -> Iterator[Argument]:
    """Yield the letters that, supposed, break a clue by a chain; or that the clues break without any supposition.

    The chains themselves are left to `show_case`.
    """
    ruled_out = board.find_removable(clue_set, domains)
    if ruled_out is None:
        if follow_chain(board, clue_set, domains).broken:
            yield Argument("contradiction", clue_set, frozenset(), clash=True)
        return
    for position, letters in _group_alike(board, clue_set, domains, ruled_out):
        if follow_chain(board, clue_set, suppose(domains, position, letters)).broken:
            yield Argument("contradiction", clue_set, frozenset((position, letter) for letter in letters))


def _group_alike(board: Board, clue_set: int, domains: Domains, among: frozenset[Atom]) -> Iterator[tuple[int, str]]:
    """Yield the letters of `among`, those of one position together that no clue tells apart."""
    for position, alike in enumerate(board.group_letters(clue_set, domains)):
        for letters in alike.values():
            if (position, letters[0]) in among:
                yield position, letters


def find_by_cases(board: Board, clue_set: int, domains: Domains) -> Iterator[Argument]:
    """Yield what follows by chains in all the cases of one position; the chains themselves are left to `show_cases`."""
    for position, alike in enumerate(board.group_letters(clue_set, domains)):
        if len(alike) < 2:
            continue
        tried = tuple(Case(position, letters, ()) for letters in alike.values())
        chains = [follow_chain(board, clue_set, suppose(domains, position, case.letters)) for case in tried]
        left = [find_outside(domains, followed.domains) for followed in chains if not followed.broken]
        if not left:
            yield Argument("cases", clue_set, frozenset(), clash=True, cases=tried)
            return
        shared = frozenset.intersection(*left)
        if shared:
            yield Argument("cases", clue_set, shared, cases=tried)


def find_by_exhaustion(board: Board, clue_set: int, domains: Domains) -> Iterator[Argument]:
    """Yield each letter that the clues rule out, alike ones together; its cases are left to `show_case`."""
    ruled_out = board.find_removable(clue_set, domains)
    if ruled_out is None:
        yield Argument("exhaustion", clue_set, frozenset(), clash=True)
        return
    for position, letters in _group_alike(board, clue_set, domains, ruled_out):
        yield Argument("exhaustion", clue_set, frozenset((position, letter) for letter in letters))


class _TooManyCasesError(Exception):
    """There are more cases than are kept."""


class _CaseTree:
    """Cases within cases from the letters `start`, each with the links that it and those within it rest on."""

    def __init__(self, board: Board, clue_set: int, start: Domains) -> None:
        self.board, self.clue_set, self.start = board, clue_set, start
        self.ends = 0

    def make_case(
        self, position: int, letters: str, domains: Domains, above: tuple[Link, ...]
    ) -> tuple[Case, set[Atom]]:
        """Return the case whose letters are `domains` after the links `above`, and what it uses of those.

        Raises `_TooManyCasesError` past `MAX_CASES`.
        """
        followed = follow_chain(self.board, self.clue_set, domains)
        links = above + followed.links
        within: list[Case] = []
        used: set[Atom] = set()
        if followed.broken:
            self.ends += 1
            if self.ends > MAX_CASES:
                raise _TooManyCasesError
        else:
            classes = self.board.group_letters(self.clue_set, followed.domains)
            split = min((i for i, alike in enumerate(classes) if len(alike) > 1), key=lambda i: len(classes[i]))
            used = {(split, letter) for letter in self.start[split] if letter not in followed.domains[split]}
            for letters_tried in self.group_to_try(split, classes[split].values(), followed.domains):
                aside = frozenset((split, letter) for letter in followed.domains[split] if letter not in letters_tried)
                path = (*links, Link(-1, SUPPOSED, aside))
                case, uses = self.make_case(split, letters_tried, suppose(followed.domains, split, letters_tried), path)
                within.append(case)
                used |= uses - aside
        kept = number_needed_links(self.board, Chain(self.start, links, followed.domains), used)
        own = tuple(kept[number] for number in sorted(kept) if number >= len(above))
        uses_above = {atom for number, link in kept.items() if number < len(above) for atom in link.removed}
        return Case(position, letters, own, tuple(within)), uses_above

    def group_to_try(self, split: int, alike: Iterable[str], domains: Domains) -> list[str]:
        """Return the letters to try at `split`, those together that one chain shows to be impossible."""
        groups: list[str] = []
        for letters in alike:
            for number, group in enumerate(groups):
                joined = "".join(sorted(group + letters))
                if follow_chain(self.board, self.clue_set, suppose(domains, split, joined)).broken:
                    groups[number] = joined
                    break
            else:
                groups.append(letters)
        return groups


def show_case(argument: Argument, board: Board, domains: Domains) -> Argument:
    """Return an argument, found from `domains`, with the tree of cases that shows it; without when it is too large."""
    position = min((position for position, _ in argument.removed), default=-1)
    letters = "".join(sorted(letter for _, letter in argument.removed))
    start = domains if argument.clash else suppose(domains, position, letters)
    try:
        case, _uses = _CaseTree(board, argument.clue_set, start).make_case(position, letters, start, ())
    except _TooManyCasesError:
        return argument
    return argument._replace(cases=(case,))


def show_cases(argument: Argument, board: Board, domains: Domains) -> Argument:
    """Return an argument by cases with what makes each impossible, or what rules out the letters in it."""
    shown = []
    for case in argument.cases:
        followed = follow_chain(board, argument.clue_set, suppose(domains, case.position, case.letters))
        goals = frozenset[Atom]() if followed.broken else argument.removed
        shown.append(case._replace(links=find_needed_links(board, followed, goals)))
    return argument._replace(cases=tuple(shown))

"""Techniques that suppose a letter and follow what comes of it.

A *contradiction* assumes letters and meets an impossible clue by a chain (see `chains`). *Cases* try all letters of a
position and find that something follows in all of them. *Exhaustion* takes cases within cases, until each ends; it
proves whatever the clues prove.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mastermot.explain.board import ClueBoard, find_outside, suppose
from mastermot.explain.chains import Chain, find_needed_links, follow_chain
from mastermot.explain.model import SUPPOSED, Argument, Atom, Case, Domains, Link
from mastermot.puzzles.prefixes import Budget, OutOfWorkError

Find = Callable[[ClueBoard, int, Domains], Iterator[Argument]]
"""Yields the arguments that a set of clues (a mask) gives from the letters possible."""

MAX_CASES = 100
"""Cases without others within that are kept of one argument; of one that has more, none is."""


def find_supposed(kind: str, *, by_chain: bool) -> Find:
    """Return what finds the letters that cannot be, alike ones together, or that the clues cannot hold.

    With `by_chain`, only those that, supposed, break a clue by a chain. What shows them is left to `show_case`.
    """

    def find(board: ClueBoard, clue_set: int, domains: Domains) -> Iterator[Argument]:
        ruled_out = board.find_removable(clue_set, domains)
        if ruled_out is None:
            if not by_chain or follow_chain(board, clue_set, domains).broken:
                yield Argument(kind, clue_set, frozenset(), clash=True)
            return
        for position, alike in enumerate(board.group_letters(clue_set, domains)):
            for letters in alike.values():
                if (position, letters[0]) in ruled_out and (
                    not by_chain or follow_chain(board, clue_set, suppose(domains, position, letters)).broken
                ):
                    yield Argument(kind, clue_set, frozenset((position, letter) for letter in letters))

    return find


def find_by_cases(board: ClueBoard, clue_set: int, domains: Domains) -> Iterator[Argument]:
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


class _CaseTree:
    """Cases within cases from the letters `start`, each with the links that it and those within it rest on."""

    def __init__(self, board: ClueBoard, clue_set: int, start: Domains) -> None:
        self.board, self.clue_set, self.start = board, clue_set, start
        self.budget = Budget(MAX_CASES)

    def make_case(
        self, position: int, letters: str, domains: Domains, above: tuple[Link, ...]
    ) -> tuple[Case, set[Atom]]:
        """Return the case of `domains` after the links `above`, and what it uses of those. Raises `OutOfWorkError`."""
        followed = follow_chain(self.board, self.clue_set, domains)
        links = above + followed.links
        within: list[Case] = []
        used: set[Atom] = set()
        if followed.broken:
            self.budget.spend()
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
        kept = find_needed_links(self.board, Chain(self.start, links, followed.domains), used)
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


def show_case(argument: Argument, board: ClueBoard, domains: Domains) -> Argument:
    """Return an argument, found from `domains`, with the tree of cases that shows it; without when it is too large."""
    position = min((position for position, _ in argument.removed), default=-1)
    letters = "".join(sorted(letter for _, letter in argument.removed))
    start = domains if argument.clash else suppose(domains, position, letters)
    try:
        case, _uses = _CaseTree(board, argument.clue_set, start).make_case(position, letters, start, ())
    except OutOfWorkError:
        return argument
    return argument._replace(cases=(case,))


def show_cases(argument: Argument, board: ClueBoard, domains: Domains) -> Argument:
    """Return an argument by cases with what makes each impossible, or what rules out the letters in it."""
    shown = []
    for case in argument.cases:
        followed = follow_chain(board, argument.clue_set, suppose(domains, case.position, case.letters))
        goals = frozenset[Atom]() if followed.broken else argument.removed
        links = find_needed_links(board, followed, goals)
        shown.append(case._replace(links=tuple(links[number] for number in sorted(links))))
    return argument._replace(cases=tuple(shown))

"""Techniques that suppose a letter and follow what comes of it: `docs/how-it-works.md` describes each.

A *chain* is what follows from clue to clue, when one has its marks or needs all it can still get, until nothing more
follows or a clue is impossible; each link keeps the letters it rules out, so that a conclusion is traced back.
*Exhaustion* proves whatever the clues prove.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import cycle
from typing import NamedTuple

from mastermot.budget import Budget, OutOfWorkError
from mastermot.puzzle.explain.board import ClueBoard, find_outside, suppose
from mastermot.puzzle.explain.steps import FULL, NEEDED, OVER, SUPPOSED, TOO_FEW, Argument, Atom, Case, Domains, Link
from mastermot.words.folding import sort_letters

Find = Callable[[ClueBoard, int, Domains], Iterator[Argument]]  #: Yields arguments of a set of clues.

MAX_CASES = 100  #: Cases without others within that are kept of one argument; of one that has more, none is.


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
    """Return the chain that the clues of `clue_set` make from the letters `start`, round after round.

    With S supposed, SON 1 has its mark, so that O and N are out. E and L are left, and SOL and SEN have their two:

    >>> from mastermot.puzzle.clues import Clue
    >>> clues = [Clue("SOL", 2, line=1), Clue("SEN", 2, line=2), Clue("SON", 1, line=3)]
    >>> board = ClueBoard(clues, ["MS", "EO", "LN"])
    >>> chain = follow_chain(board, 0b111, ("S", "EO", "LN"))
    >>> [(board.clues[link.clue].word, link.why) for link in chain.links]
    [('SON', 'full')]
    >>> chain.domains, chain.broken
    (('S', 'E', 'L'), False)
    """
    domains = list(start)
    links: list[Link] = []
    members = board.list_indices(clue_set)
    without_link = 0  # how many clues in turn have given no link
    for index in cycle(members):
        link = _find_link(board, index, domains)
        if link is None:
            without_link += 1
            if without_link == len(members):
                break
            continue
        without_link = 0
        links.append(link)
        for position, letter in link.removed:
            domains[position] = domains[position].replace(letter, "")
        if link.impossible:
            break
    return Chain(start, tuple(links), tuple(domains))


def _find_link(board: ClueBoard, index: int, domains: Sequence[str]) -> Link | None:
    """Return what one clue says of the letters possible: its next link, or None when it rules nothing out."""
    clue = board.clues[index]
    certain = 0  # positions where the clue's letter is the only one
    undecided: list[Atom] = []  # those where it is one of several
    for position, letter in enumerate(clue.word):
        if domains[position] == letter:
            certain += 1
        elif letter in domains[position]:
            undecided.append((position, letter))
    missing = clue.marks - certain
    if missing < 0:
        return Link(index, OVER, frozenset())
    if missing > len(undecided):
        return Link(index, TOO_FEW, frozenset())
    if not undecided:
        return None
    if missing == 0:
        return Link(index, FULL, frozenset(undecided))
    if missing < len(undecided):
        return None
    others: set[Atom] = set()
    for position, letter in undecided:
        others.update((position, other) for other in domains[position] if other != letter)
    return Link(index, NEEDED, frozenset(others))


def find_needed_links(board: ClueBoard, followed: Chain, goals: Collection[Atom] = ()) -> list[Link | None]:
    """Return, link by link, what of a chain its conclusion rests on: the link cut down to that, or None.

    The conclusion is that a clue is impossible, or that the letters `goals` are ruled out. It is traced back from the
    last link to the first: a link counts when it rules out a wanted letter, and then its own premises are wanted too.
    """
    wanted: set[Atom] = set(goals)
    kept: list[Link | None] = []
    possible = [set(letters) for letters in followed.domains]  # those before each link, from the last to the first
    for link in reversed(followed.links):
        for position, letter in link.removed:
            possible[position].add(letter)
        needed = link._replace(removed=link.removed & wanted)
        if needed.removed or link.impossible:
            wanted.update(find_premises(board, followed.start, link, possible))
        kept.append(needed if needed.removed or link.impossible else None)
    return kept[::-1]


def find_premises(board: ClueBoard, start: Domains, link: Link, possible: Sequence[set[str]]) -> list[Atom]:
    """Return the letters of `start` that had to be ruled out for `link` to hold, `possible` being those before it."""
    if link.why == SUPPOSED:
        return []
    clue = board.clues[link.clue]
    premises: list[Atom] = []
    if link.why in (FULL, OVER):  # as many of its letters are certain as it has marks, or one more
        certain = [position for position, letter in enumerate(clue.word) if possible[position] == {letter}]
        enough = clue.marks + 1 if link.why == OVER else clue.marks
        for position in certain[:enough]:
            others = start[position].replace(clue.word[position], "")
            premises += [(position, other) for other in others]
        return premises
    for position, letter in enumerate(clue.word):  # it needs all its letters that are possible: the others are out
        if letter in start[position] and letter not in possible[position]:
            premises.append((position, letter))
    return premises


def find_supposed(kind: str, by_chain: bool, board: ClueBoard, clue_set: int, domains: Domains) -> Iterator[Argument]:
    """Yield the letters that a set of clues rules out, those that are alike together; or that it cannot hold at all.

    With `by_chain`, only what one chain shows: where it starts from these letters, a clue becomes impossible.
    """

    def is_shown(start: Domains) -> bool:
        return not by_chain or follow_chain(board, clue_set, start).broken

    ruled_out = board.find_removable(clue_set, domains)
    if ruled_out is None:
        if is_shown(domains):
            yield Argument(kind, clue_set, frozenset(), clash=True)
        return
    for position, alike in enumerate(board.group_letters(clue_set, domains)):
        for letters in alike.values():
            if (position, letters[0]) in ruled_out and is_shown(suppose(domains, position, letters)):
                removed = frozenset((position, letter) for letter in letters)
                yield Argument(kind, clue_set, removed)


def find_by_cases(board: ClueBoard, clue_set: int, domains: Domains) -> Iterator[Argument]:
    """Yield what follows by chains in all the cases of one position; the chains themselves are left to `show_cases`."""
    for position, alike in enumerate(board.group_letters(clue_set, domains)):
        if len(alike) < 2:
            continue
        tried = tuple(Case(position, letters, ()) for letters in alike.values())
        removed_by_case = []  # in each case that is possible, the letters that are then out
        for case in tried:
            followed = follow_chain(board, clue_set, suppose(domains, position, case.letters))
            if not followed.broken:
                removed_by_case.append(find_outside(domains, followed.domains))
        if not removed_by_case:
            yield Argument("cases", clue_set, frozenset(), clash=True, cases=tried)
            return
        shared = frozenset.intersection(*removed_by_case)
        if shared:
            yield Argument("cases", clue_set, shared, cases=tried)


def group_to_try(board: ClueBoard, clue_set: int, split: int, alike: Iterable[str], domains: Domains) -> list[str]:
    """Return the letters to try at `split`, those together that one chain shows to be impossible."""
    groups: list[str] = []
    for letters in alike:
        for number, group in enumerate(groups):
            joined = "".join(sort_letters(group + letters))
            if follow_chain(board, clue_set, suppose(domains, split, joined)).broken:
                groups[number] = joined
                break
        else:
            groups.append(letters)
    return groups


def show_case(argument: Argument, board: ClueBoard, domains: Domains) -> Argument:
    """Return an argument, found from `domains`, with the tree of cases that shows it; without when it is too large."""
    first = min((position for position, _ in argument.removed), default=-1)
    supposed = "".join(sort_letters(letter for _, letter in argument.removed))
    start = domains if argument.clash else suppose(domains, first, supposed)
    clue_set = argument.clue_set
    budget = Budget(MAX_CASES)

    def build(position: int, letters: str, possible: Domains, above: tuple[Link, ...]) -> tuple[Case, set[Atom]]:
        """Return the case of the letters `possible` after the links `above`, with the links that it and those within it
        rest on, and what it uses of those `above`. Raises `OutOfWorkError`."""
        followed = follow_chain(board, clue_set, possible)
        links = above + followed.links
        within: list[Case] = []
        used: set[Atom] = set()
        if followed.broken:
            budget.spend()
        else:
            classes = board.group_letters(clue_set, followed.domains)
            split = min((i for i, alike in enumerate(classes) if len(alike) > 1), key=lambda i: len(classes[i]))
            used = {(split, letter) for letter in start[split] if letter not in followed.domains[split]}
            for tried in group_to_try(board, clue_set, split, classes[split].values(), followed.domains):
                aside = frozenset((split, letter) for letter in followed.domains[split] if letter not in tried)
                path = (*links, Link(-1, SUPPOSED, aside))
                case, uses = build(split, tried, suppose(followed.domains, split, tried), path)
                within.append(case)
                used |= uses - aside
        kept = find_needed_links(board, Chain(start, links, followed.domains), used)
        uses_above = {atom for link in kept[: len(above)] if link for atom in link.removed}
        return Case(position, letters, tuple(filter(None, kept[len(above) :])), tuple(within)), uses_above

    with suppress(OutOfWorkError):
        return argument._replace(cases=(build(first, supposed, start, ())[0],))
    return argument


def show_cases(argument: Argument, board: ClueBoard, domains: Domains) -> Argument:
    """Return an argument by cases with what makes each impossible, or what rules out the letters in it."""
    shown = []
    for case in argument.cases:
        followed = follow_chain(board, argument.clue_set, suppose(domains, case.position, case.letters))
        goals = frozenset[Atom]() if followed.broken else argument.removed
        shown.append(case._replace(links=tuple(filter(None, find_needed_links(board, followed, goals)))))
    return argument._replace(cases=tuple(shown))

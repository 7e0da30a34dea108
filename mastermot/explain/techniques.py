"""The ways of reasoning that a person knows, from the easiest to the hardest, each found and rebuilt by one function.

Given a set of clues and the letters possible, a way of reasoning (`KINDS`) yields its *arguments*: what each rules out,
and what is needed to tell it. All but the last look at the clues one by one, or add and subtract them:

- *Balances.* Give each clue of the set a sign, add the marks so signed. A letter at a position brings its clues' signs
  to that sum; if, with it there, the other positions cannot bring enough, it is ruled out. One clue: it has its marks,
  or needs all it can get. Two clues of opposite signs: a comparison, where shared letters cancel. All of one sign: a
  count. Otherwise, clues together against others.
- *Chains* (see `propagation`): one assumes a letter and meets an impossible clue (contradiction), or tries all letters
  of a position and finds that something follows in all cases (cases).
- *Exhaustion*: cases within cases, until each ends. It proves whatever the clues prove.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from mastermot.explain.board import Atom, Board, Domains
from mastermot.explain.chains import SUPPOSED, Chain, Link, chain, needed_by_number, needed_links
from mastermot.watch import pulse

Signs = tuple[int, ...]

MOST_SIGNED = 6
"""Clues of the largest set for which all signs are tried."""
MOST_CASES = 100
"""Cases without others within that are kept of one argument; of one that has more, none is."""


class Case(NamedTuple):
    """Letters supposed at a position, what follows, and the cases within, one of which must then be."""

    position: int
    """0 for the first; -1 where nothing is supposed, the clues being looked at as they are."""
    letters: str
    """Those supposed, one or the other; empty where nothing is."""
    links: tuple[Link, ...]
    cases: tuple[Case, ...] = ()

    @property
    def impossible(self) -> bool:
        """Whether the case itself, or each of the cases within, breaks a clue."""
        if self.links and self.links[-1].impossible:
            return True
        return bool(self.cases) and all(case.impossible for case in self.cases)

    @property
    def leaves(self) -> int:
        """The number of cases that have none within."""
        return sum(case.leaves for case in self.cases) or 1


class Argument(NamedTuple):
    """What a way of reasoning proves of a set of clues: letters ruled out, or that the set cannot hold (`clash`)."""

    kind: str
    removed: frozenset[Atom]
    clash: bool = False
    signs: Signs = ()
    """For a balance: the sign of each clue of the set, in order."""
    cases: tuple[Case, ...] = ()
    """For a chain or an exhaustion: the cases tried; empty when they are more than `MOST_CASES`."""


Finder = Callable[[Board, int, Domains], Iterator[Argument]]


def balance(
    board: Board, chosen: int, classes: Sequence[Mapping[int, str]], signs: Signs
) -> tuple[int, frozenset[Atom]]:
    """Return how much could be lost at most without missing the signed sum of marks, and the letters that lose more.

    `classes` are those of `Board.classes`. The first number is below zero when the sum cannot be reached.
    """
    members = board.members(chosen)
    plus = sum(1 << index for index, sign in zip(members, signs, strict=True) if sign > 0)
    minus = chosen & ~plus
    spare = -sum(sign * board.clues[index].marks for index, sign in zip(members, signs, strict=True))
    values = []
    for alike in classes:
        here = {mask: (mask & plus).bit_count() - (mask & minus).bit_count() for mask in alike}
        top = max(here.values())
        spare += top
        values.append((top, here))
    lost = [
        (position, letter)
        for position, (top, here) in enumerate(values)
        for mask, value in here.items()
        if top - value > spare
        for letter in classes[position][mask]
    ]
    return spare, frozenset(lost)


def _balances(kind: str, board: Board, chosen: int, domains: Domains, all_signs: Iterable[Signs]) -> Iterator[Argument]:
    classes = board.classes(chosen, domains)
    for signs in all_signs:
        spare, lost = balance(board, chosen, classes, signs)
        if spare < 0:
            yield Argument(kind, frozenset(), clash=True, signs=signs)
        elif lost:
            yield Argument(kind, lost, signs=signs)


def nothing(board: Board, chosen: int, domains: Domains) -> Iterator[Argument]:
    """Yield what one clue without marks shows."""
    if chosen.bit_count() == 1 and board.clues[chosen.bit_length() - 1].marks == 0:
        yield from _balances("nothing", board, chosen, domains, [(-1,)])


def satisfied(board: Board, chosen: int, domains: Domains) -> Iterator[Argument]:
    """Yield what one clue that has its marks already shows."""
    if chosen.bit_count() == 1:
        yield from _balances("satisfied", board, chosen, domains, [(-1,)])


def needed(board: Board, chosen: int, domains: Domains) -> Iterator[Argument]:
    """Yield what one clue that needs all it can still get shows."""
    if chosen.bit_count() == 1:
        yield from _balances("needed", board, chosen, domains, [(1,)])


def compare(board: Board, chosen: int, domains: Domains) -> Iterator[Argument]:
    """Yield what the difference of two clues shows."""
    if chosen.bit_count() == 2:
        yield from _balances("compare", board, chosen, domains, [(1, -1), (-1, 1)])


def count(board: Board, chosen: int, domains: Domains) -> Iterator[Argument]:
    """Yield what the marks of several clues, added, show."""
    size = chosen.bit_count()
    if size > 1:
        yield from _balances("count", board, chosen, domains, [(1,) * size, (-1,) * size])


def weigh(board: Board, chosen: int, domains: Domains) -> Iterator[Argument]:
    """Yield what clues taken together show when compared with others."""
    size = chosen.bit_count()
    if 2 < size <= MOST_SIGNED:
        mixed = (signs for signs in product((1, -1), repeat=size) if 0 < signs.count(1) < size)
        yield from _balances("weigh", board, chosen, domains, mixed)


def supposed(domains: Domains, position: int, letters: str) -> Domains:
    """Return `domains` with only `letters` at `position`."""
    return (*domains[:position], letters, *domains[position + 1 :])


def contradiction(board: Board, chosen: int, domains: Domains) -> Iterator[Argument]:
    """Yield the letters that, supposed, break a clue by a chain; or that the clues break without any supposition.

    The chains themselves are left to `rebuilt`.
    """
    ruled_out = board.removable(chosen, domains)
    if ruled_out is None:
        if chain(board, chosen, domains).broken:
            yield Argument("contradiction", frozenset(), clash=True)
        return
    for position, letters in _alike(board, chosen, domains, ruled_out):
        if chain(board, chosen, supposed(domains, position, letters)).broken:
            yield Argument("contradiction", frozenset((position, one) for one in letters))


def _alike(board: Board, chosen: int, domains: Domains, among: frozenset[Atom]) -> Iterator[tuple[int, str]]:
    """Yield the letters of `among`, those of a position that the clues do not tell apart together."""
    for position, alike in enumerate(board.classes(chosen, domains)):
        for letters in alike.values():
            if (position, letters[0]) in among:
                yield position, letters


def cases(board: Board, chosen: int, domains: Domains) -> Iterator[Argument]:
    """Yield what follows by chains in all the cases of one position; the chains themselves are left to `rebuilt`."""
    for position, alike in enumerate(board.classes(chosen, domains)):
        if len(alike) < 2:
            continue
        tried = tuple(Case(position, letters, ()) for letters in alike.values())
        chains = [chain(board, chosen, supposed(domains, position, case.letters)) for case in tried]
        left = [_ruled_out(domains, followed.domains) for followed in chains if not followed.broken]
        if not left:
            yield Argument("cases", frozenset(), clash=True, cases=tried)
            return
        shared = frozenset.intersection(*left)
        if shared:
            yield Argument("cases", shared, cases=tried)


def _ruled_out(before: Domains, after: Domains) -> frozenset[Atom]:
    return frozenset(
        (position, letter)
        for position, (old, new) in enumerate(zip(before, after, strict=True))
        for letter in old
        if letter not in new
    )


def exhaustion(board: Board, chosen: int, domains: Domains) -> Iterator[Argument]:
    """Yield each letter that the clues rule out, alike ones together; the cases that show it are left to `rebuilt`."""
    ruled_out = board.removable(chosen, domains)
    if ruled_out is None:
        yield Argument("exhaustion", frozenset(), clash=True)
        return
    for position, letters in _alike(board, chosen, domains, ruled_out):
        yield Argument("exhaustion", frozenset((position, one) for one in letters))


class _TooManyCasesError(Exception):
    """There are more cases than are kept."""


class _Tree:
    """Cases within cases from the letters `start`, each told with the links that it and those within it rest on."""

    def __init__(self, board: Board, chosen: int, start: Domains) -> None:
        self.board, self.chosen, self.start = board, chosen, start
        self.ends = 0

    def case(self, position: int, letters: str, domains: Domains, above: tuple[Link, ...]) -> tuple[Case, set[Atom]]:
        """Return the case whose letters are `domains` after the links `above`, and what it uses of those.

        Raises `_TooManyCasesError` past `MOST_CASES`.
        """
        pulse()
        followed = chain(self.board, self.chosen, domains)
        links = above + followed.links
        within: list[Case] = []
        used: set[Atom] = set()
        if followed.broken:
            self.ends += 1
            if self.ends > MOST_CASES:
                raise _TooManyCasesError
        else:
            classes = self.board.classes(self.chosen, followed.domains)
            split = min((i for i, alike in enumerate(classes) if len(alike) > 1), key=lambda i: len(classes[i]))
            used = {(split, letter) for letter in self.start[split] if letter not in followed.domains[split]}
            for one in self.grouped(split, classes[split].values(), followed.domains):
                aside = frozenset((split, letter) for letter in followed.domains[split] if letter not in one)
                path = (*links, Link(-1, SUPPOSED, aside))
                case, uses = self.case(split, one, supposed(followed.domains, split, one), path)
                within.append(case)
                used |= uses - aside
        kept = needed_by_number(self.board, Chain(self.start, links, followed.domains), used)
        own = tuple(kept[number] for number in sorted(kept) if number >= len(above))
        uses_above = {atom for number, link in kept.items() if number < len(above) for atom in link.removed}
        return Case(position, letters, own, tuple(within)), uses_above

    def grouped(self, split: int, alike: Iterable[str], domains: Domains) -> list[str]:
        """Return the letters to try at `split`, those together that one chain shows to be impossible."""
        groups: list[str] = []
        for letters in alike:
            for number, group in enumerate(groups):
                joined = "".join(sorted(group + letters))
                if chain(self.board, self.chosen, supposed(domains, split, joined)).broken:
                    groups[number] = joined
                    break
            else:
                groups.append(letters)
        return groups


KINDS: dict[str, Finder] = {
    "nothing": nothing,
    "satisfied": satisfied,
    "needed": needed,
    "compare": compare,
    "count": count,
    "weigh": weigh,
    "contradiction": contradiction,
    "cases": cases,
    "exhaustion": exhaustion,
}
"""Each way of reasoning by its name, in the order of human ease."""


def rebuilt(kind: str, board: Board, chosen: int, domains: Domains, goals: frozenset[Atom] | None) -> Argument | None:
    """Return an argument of this kind that rules out all of `goals` (None: that shows a clash), or None.

    Contradictions and exhaustions of several letters are put together, a case each.
    """
    joined: list[Argument] = []
    for argument in KINDS[kind](board, chosen, domains):
        if goals is None:
            if argument.clash:
                return _told(argument, board, chosen, domains)
        elif goals <= argument.removed:
            return _told(argument._replace(removed=goals), board, chosen, domains)
        elif kind in ("contradiction", "exhaustion") and goals & argument.removed:
            joined.append(_told(argument._replace(removed=argument.removed & goals), board, chosen, domains))
    if goals is None or not goals <= frozenset().union(*(argument.removed for argument in joined)):
        return None
    told = tuple(case for argument in joined for case in argument.cases)
    kept = all(argument.cases for argument in joined) and sum(case.leaves for case in told) <= MOST_CASES
    return Argument(kind, goals, cases=told if kept else ())


def _told(argument: Argument, board: Board, chosen: int, domains: Domains) -> Argument:
    """Return `argument` with the cases that show it, restricted to the letters it rules out."""
    if argument.kind == "cases":
        return argument._replace(cases=tuple(_followed(argument, board, chosen, domains)))
    if argument.kind not in ("contradiction", "exhaustion"):
        return argument
    position = min((position for position, _ in argument.removed), default=-1)
    letters = "".join(sorted(letter for _, letter in argument.removed))
    start = domains if argument.clash else supposed(domains, position, letters)
    try:
        case, _uses = _Tree(board, chosen, start).case(position, letters, start, ())
    except _TooManyCasesError:
        return argument
    return argument._replace(cases=(case,))


def _followed(argument: Argument, board: Board, chosen: int, domains: Domains) -> Iterator[Case]:
    """Yield the cases of one position, each with what makes it impossible or what rules out the letters in it."""
    for case in argument.cases:
        followed = chain(board, chosen, supposed(domains, case.position, case.letters))
        goals = frozenset[Atom]() if followed.broken else argument.removed
        yield case._replace(links=needed_links(board, followed, goals))

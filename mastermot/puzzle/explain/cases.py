"""Techniques that suppose a letter and follow what comes of it: `docs/how-it-works.md` describes each.

A *chain* has a link for each inference from a clue: the clue has all its marks, or needs all the letters it can still
get. It goes on until nothing more follows, or until a clue is impossible. Each link keeps the letters that it rules
out, so that a conclusion can be traced back. *Exhaustion*, cases within cases, proves whatever the clues prove.

Everywhere a set of clues is an integer with a bit for each clue of a `ClueBoard`, and letters still possible are texts,
one for each position. Letters that the same clues of the set show at a position are a *class*: alike for these clues.
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

MAX_CASES = 100  #: The most innermost cases that an argument keeps; one that has more keeps none.


class Chain(NamedTuple):
    """What follows from the letters `start`: links, and the letters still possible after them."""

    start: Domains
    links: tuple[Link, ...]
    domains: Domains  #: The letters possible at the end.

    @property
    def broken(self) -> bool:
        """Whether a clue became impossible."""
        return bool(self.links) and self.links[-1].impossible


def follow_chain(board: ClueBoard, clue_set: int, start: Domains) -> Chain:
    """Return the chain that the clues of `clue_set` make when only the letters `start` are possible.

    The clues are looked at in turn, over and over, until one of them is impossible, or none of them gives a new link:
    once a link has ruled letters out, a clue that was looked at before may give a link. With S supposed, SON 1 has its
    mark, so that O and N are out. E and L are left, and SOL and SEN have their two marks each:

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
    without_link = 0  # how many clues in a row have given no link: once all have, the chain ends
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
    """Return the link that a clue gives while the letters of `domains` are possible, or None if it gives none.

    A letter of the clue is certain where no other letter is possible, and undecided where others are possible too.

    - `OVER`: more letters are certain than the clue has marks, so that the clue is impossible.
    - `TOO_FEW`: certain and undecided letters together are fewer than the marks, so that the clue is impossible.
    - `FULL`: the certain letters are as many as the marks, so that the undecided letters are out.
    - `NEEDED`: all undecided letters are needed to reach the marks, so that other letters at their positions are out.

    There is no link if only some of the undecided letters are needed, or if the clue has its marks and no letter is
    undecided.
    """
    clue = board.clues[index]
    certain = 0  # how many letters of the clue are certain
    undecided: list[Atom] = []
    for position, letter in enumerate(clue.word):
        if domains[position] == letter:
            certain += 1
        elif letter in domains[position]:
            undecided.append((position, letter))
    missing = clue.marks - certain  # how many of the undecided letters must be in place
    if missing < 0:
        return Link(index, OVER, frozenset())
    if missing > len(undecided):
        return Link(index, TOO_FEW, frozenset())
    if not undecided:
        return None
    if missing == 0:
        return Link(index, FULL, frozenset(undecided))
    if missing == len(undecided):
        beside: set[Atom] = set()
        for position, letter in undecided:
            beside.update((position, other) for other in domains[position] if other != letter)
        return Link(index, NEEDED, frozenset(beside))
    return None


def find_needed_links(board: ClueBoard, chain: Chain, goals: Collection[Atom] = ()) -> list[Link | None]:
    """Return the links of a chain in order, with only the letters that its conclusion needs; None for a needless link.

    The conclusion is that a clue is impossible, as the last link says, or that the letters `goals` are ruled out. It is
    traced back from the last link to the first. A link is needed if it says that a clue is impossible, or if it rules
    out a wanted letter: one of `goals`, or a letter that had to be out for a needed link after it (`find_premises`).
    """
    wanted: set[Atom] = set(goals)
    last_first: list[Link | None] = []
    possible = [set(letters) for letters in chain.domains]  # at each position, the letters possible after the last link
    for link in reversed(chain.links):
        for position, letter in link.removed:
            possible[position].add(letter)  # now `possible` is as before this link
        removed_and_wanted = link.removed & wanted
        is_needed = link.impossible or bool(removed_and_wanted)
        if is_needed:
            wanted.update(find_premises(board, chain.start, link, possible))
            last_first.append(link._replace(removed=removed_and_wanted))
        else:
            last_first.append(None)
    return last_first[::-1]


def find_premises(board: ClueBoard, start: Domains, link: Link, possible: Sequence[set[str]]) -> list[Atom]:
    """Return which letters of `start` had to be ruled out before `link` could be drawn.

    `possible` has the letters still possible at each position just before the link. A link that supposes letters
    (`SUPPOSED`) needs none ruled out. SON 1 has its mark when S is the only letter left in the first position, so that
    M had to be out there:

    >>> from mastermot.puzzle.clues import Clue
    >>> board = ClueBoard([Clue("SON", 1, line=1)], ["MS", "EO", "LN"])
    >>> full = Link(0, FULL, frozenset({(1, "O"), (2, "N")}))
    >>> find_premises(board, ("MS", "EO", "LN"), full, [{"S"}, {"E", "O"}, {"L", "N"}])
    [(0, 'M')]
    """
    if link.why == SUPPOSED:
        return []
    clue = board.clues[link.clue]
    premises: list[Atom] = []
    if link.why in (NEEDED, TOO_FEW):
        # the clue needs all its letters that are still possible, or more than these: so its other letters had to be out
        for position, letter in enumerate(clue.word):
            if letter in start[position] and letter not in possible[position]:
                premises.append((position, letter))
        return premises
    # `FULL` and `OVER`: the clue has its marks, or one too many, from letters that are the only ones left at their
    # positions. So the other letters of `start` at these positions had to be out
    certain = [position for position, letter in enumerate(clue.word) if possible[position] == {letter}]
    enough = clue.marks + 1 if link.why == OVER else clue.marks
    for position in certain[:enough]:  # there may be more: the first ones are enough
        others = start[position].replace(clue.word[position], "")
        premises += [(position, other) for other in others]
    return premises


def find_supposed(kind: str, by_chain: bool, board: ClueBoard, clue_set: int, domains: Domains) -> Iterator[Argument]:
    """Yield an argument for each class of letters that a set of clues rules out.

    If the clues contradict each other, the only argument says so. With `by_chain`, only arguments that one chain shows
    are yielded: the chain supposes the letters (or nothing, if the clues contradict each other), and ends in a clue
    that is impossible. `kind` is the technique that the arguments name, `domains` the letters still possible at each
    position.
    """

    def is_shown(start: Domains) -> bool:
        """Return whether a chain shows that nothing is possible from `start`; or True if no chain is asked for."""
        return not by_chain or follow_chain(board, clue_set, start).broken

    ruled_out = board.find_removable(clue_set, domains)
    if ruled_out is None:
        if is_shown(domains):
            yield Argument(kind, clue_set, frozenset(), clash=True)
        return
    for position, classes in enumerate(board.group_letters(clue_set, domains)):
        for letters in classes.values():
            class_is_ruled_out = (position, letters[0]) in ruled_out  # all letters of a class are, or none
            if class_is_ruled_out and is_shown(suppose(domains, position, letters)):
                letters_ruled_out = frozenset((position, letter) for letter in letters)
                yield Argument(kind, clue_set, letters_ruled_out)


def find_by_cases(board: ClueBoard, clue_set: int, domains: Domains) -> Iterator[Argument]:
    """Yield what a set of clues rules out in all the cases of one position, a case for each class of its letters.

    What follows in a case is found by a chain. A case whose chain ends in an impossible clue is impossible itself, and
    does not count. If all cases of a position are impossible, the clues contradict each other: the last argument says
    so. The cases of the arguments have no links yet: `show_cases` adds them.
    """
    for position, classes in enumerate(board.group_letters(clue_set, domains)):
        if len(classes) < 2:  # there is only one case
            continue
        cases = tuple(Case(position, letters, ()) for letters in classes.values())
        removed_by_case = []  # for each case that is possible, the letters that are then out
        for case in cases:
            chain = follow_chain(board, clue_set, suppose(domains, position, case.letters))
            if not chain.broken:
                removed_by_case.append(find_outside(domains, chain.domains))
        if not removed_by_case:
            yield Argument("cases", clue_set, frozenset(), clash=True, cases=cases)
            return
        removed_in_all = frozenset.intersection(*removed_by_case)
        if removed_in_all:
            yield Argument("cases", clue_set, removed_in_all, cases=cases)


def group_to_try(board: ClueBoard, clue_set: int, position: int, classes: Iterable[str], domains: Domains) -> list[str]:
    """Return the letters to try at a position, in groups: classes that one chain shows impossible together are joined.

    `classes` has the letters of each class at this position, `domains` the letters possible at all positions. A class
    joins the first group for which one chain shows that no letter of the group and of the class is possible; if there
    is no such group, the class begins another. With B or M in place of S, SOL 3 has at most two marks, so that one
    chain is enough for both:

    >>> from mastermot.puzzle.clues import Clue
    >>> board = ClueBoard([Clue("SOL", 3, line=1), Clue("BUT", 0, line=2)], ["BMS", "OU", "LT"])
    >>> group_to_try(board, 0b11, 0, ["B", "M", "S"], board.columns)
    ['BM', 'S']
    """
    groups: list[str] = []
    for letters in classes:
        for number, group in enumerate(groups):
            joined = "".join(sort_letters(group + letters))
            if follow_chain(board, clue_set, suppose(domains, position, joined)).broken:
                groups[number] = joined
                break
        else:  # this class can join none of the groups
            groups.append(letters)
    return groups


def show_case(argument: Argument, board: ClueBoard, domains: Domains) -> Argument:
    """Return the argument with the tree of cases that shows it; as it is if the innermost cases exceed `MAX_CASES`.

    The argument must be a contradiction, or rule out letters of one class at one position, and have no cases yet.
    `domains` are the letters that were possible when it was found.
    """
    if argument.clash:  # nothing is supposed
        position = -1
        letters = ""
        start = domains
    else:  # the letters ruled out are those of one class, at one position
        [position] = {position for position, _letter in argument.removed}
        letters = "".join(sort_letters(letter for _position, letter in argument.removed))
        start = suppose(domains, position, letters)
    with suppress(OutOfWorkError):
        tree = _CaseTree(board, argument.clue_set, start)
        case, _needed_above = tree.build(position, letters, start, above=())  # nothing is above it
        return argument._replace(cases=(case,))
    return argument


class _CaseTree:
    """The cases within cases that show an argument: every innermost one ends in a clue that cannot be true.

    M cannot be the first letter here. If the second letter is A, MON 2 needs N, and SOL 1 gets too few marks. If the
    second letter is O, MON has its marks, so that N is out, and SOL gets too many:

    >>> from mastermot.puzzle.clues import Clue
    >>> clues = [Clue("MON", 2, line=1), Clue("BAL", 1, line=2), Clue("SOL", 1, line=3)]
    >>> start = ("M", "AO", "LN")
    >>> tree = _CaseTree(ClueBoard(clues, ["BMS", "AO", "LN"]), 0b111, start)
    >>> case, _needed_above = tree.build(0, "M", start, above=())
    >>> for inner in case.cases:
    ...     print(inner.letters, [(clues[link.clue].word, link.why) for link in inner.links])
    A [('MON', 'needed'), ('SOL', 'short')]
    O [('MON', 'full'), ('SOL', 'over')]
    """

    def __init__(self, board: ClueBoard, clue_set: int, start: Domains) -> None:
        self.board = board
        self.clue_set = clue_set
        self.start = start  #: The letters possible at first.
        self.budget = Budget(MAX_CASES)  #: How many innermost cases may still be made.

    def build(self, position: int, letters: str, possible: Domains, above: tuple[Link, ...]) -> tuple[Case, set[Atom]]:
        """Return the case of `letters` at `position`, and the letters that the links `above` must rule out for it.

        `above` has the links of the cases around this one, among them the letters that those cases suppose. `possible`
        are the letters still possible after these links, with `letters` alone at `position`. If the chain from there
        does not end in a clue that cannot be true, cases are tried within this one. The case keeps only the links of
        its own chain that it needs. Raises `OutOfWorkError` for more than `MAX_CASES` innermost cases.
        """
        chain = follow_chain(self.board, self.clue_set, possible)
        links = above + chain.links
        cases: list[Case] = []
        needed_within: set[Atom] = set()  # the letters that must be out for the cases within
        if chain.broken:  # this case is an innermost one
            self.budget.spend()
        else:
            cases, needed_within = self.build_within(chain.domains, links)
        from_start = Chain(self.start, links, chain.domains)  # this chain and the links above it, as one
        # traced back from the clue that cannot be true or, if there are cases within, from the letters that they need;
        # there is still an entry for each link: None for a link that is not needed
        needed_or_none = find_needed_links(self.board, from_start, goals=needed_within)
        needed_above: set[Atom] = set()
        for link in needed_or_none[: len(above)]:
            if link is not None:
                needed_above |= link.removed
        own_links = tuple(link for link in needed_or_none[len(above) :] if link is not None)
        return Case(position, letters, own_links, tuple(cases)), needed_above

    def build_within(self, possible: Domains, links: tuple[Link, ...]) -> tuple[list[Case], set[Atom]]:
        """Return the cases of one position, and the letters that `links`, all links so far, must rule out for them.

        `possible` are the letters still possible after these links. Of the positions that have letters of several
        classes, the one with the fewest classes is taken. There is such a position: otherwise a clue would have become
        impossible. The letters to rule out are those at this position that would make further cases if they were
        possible, and those that the cases themselves need (`build`).
        """
        all_classes = self.board.group_letters(self.clue_set, possible)
        undecided = [position for position, classes in enumerate(all_classes) if len(classes) > 1]
        split = min(undecided, key=lambda position: len(all_classes[position]))
        # the letters that were ruled out at the position: without that, there would be more cases
        needed = {(split, letter) for letter in self.start[split] if letter not in possible[split]}
        groups = group_to_try(self.board, self.clue_set, split, all_classes[split].values(), possible)
        cases = []
        for letters in groups:
            aside = frozenset((split, letter) for letter in possible[split] if letter not in letters)
            supposed = Link(-1, SUPPOSED, aside)  # it rests on no clue
            case, needed_by_case = self.build(split, letters, suppose(possible, split, letters), (*links, supposed))
            cases.append(case)
            needed |= needed_by_case - aside  # the case itself supposes that `aside` is out: no link before need do so
        return cases, needed


def show_cases(argument: Argument, board: ClueBoard, domains: Domains) -> Argument:
    """Return an argument by cases, each with the links of its chain that are needed.

    The links of an impossible case show that it is impossible; those of any other case rule out the letters that the
    argument removes. `domains` are the letters possible at each position before a case is supposed.
    """
    cases_with_links = []
    for case in argument.cases:
        chain = follow_chain(board, argument.clue_set, suppose(domains, case.position, case.letters))
        goals = frozenset[Atom]() if chain.broken else argument.removed  # an impossible case rules out no letters
        links = find_needed_links(board, chain, goals)
        needed_links = tuple(link for link in links if link is not None)  # None stands for a link that is not needed
        cases_with_links.append(case._replace(links=needed_links))
    return argument._replace(cases=tuple(cases_with_links))

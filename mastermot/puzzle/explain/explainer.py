"""The explained solver: a puzzle solved in steps that a person can follow, each as simple as can be.

What is known is, for each position, the letters still possible. Each step cites clues, and the *facts* it needs: the
fewest positions whose possible letters it uses. A fact that clues and the other facts imply is left out, even if the
easiest technique would use it; then the step is shown by the easiest technique that works without it.
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import inf

from mastermot.budget import Budget, OutOfWorkError
from mastermot.errors import N_, Reason, WrongKindError, read_whole
from mastermot.puzzle.clues import Puzzle, show_columns
from mastermot.puzzle.explain.board import ClueBoard, find_outside, find_placed, remove_letters
from mastermot.puzzle.explain.cases import MAX_CASES
from mastermot.puzzle.explain.steps import OTHER, Argument, Atom, Case, Domains, Explanation, Fact, Step, list_letters
from mastermot.puzzle.explain.techniques import MAX_SETS, TECHNIQUES, Round, Technique, find_round
from mastermot.puzzle.prefixes import DEFAULT_LIMIT, find_string, list_strings
from mastermot.puzzle.solver import Answer, solve
from mastermot.words.dictionaries import Dictionary

REMAINDER = "remainder"  #: The kind of this step.
MAX_REMAINDER_WORK = 200_000  #: Prefixes tried at most; past them, clues and facts are kept that may not be needed.


def explain(
    answer: Answer | Puzzle | str,
    limit: int = DEFAULT_LIMIT,
    work: int = MAX_SETS,
    most: int | None = None,
    *,
    dictionary: Dictionary | str | None = None,
) -> Explanation:
    """Return the explanation of a solved puzzle; with `most`, only so many of its steps.

    A puzzle that is not solved yet, or its text, is solved first, with the words of `dictionary`, which is named then.
    With solutions, all clues are used, up to the word or as far as logic goes. With none, but dictionary words that use
    a letter that no clue shows there, such letters are allowed. Else the smallest conflict is explained. `work` bounds
    the sets of clues looked at. Raises `TooManyPrefixesError` where other letters allow too much, `WrongKindError` for
    figures that are none; and, where it solves the puzzle, the errors of `mastermot.puzzle` and `mastermot.words`.
    """
    limit = read_whole("limit", limit, 1)
    work = read_whole("work", work, 0)
    if not isinstance(answer, Answer):
        if dictionary is None:
            raise WrongKindError(name="dictionary", value="None", wanted=Reason(N_("the dictionary of the puzzle")))
        answer = solve(answer, dictionary, limit)
    if most is not None:
        most = read_whole("most", most, 0)
    return explain_clues(*choose_board(answer, limit), work, most=inf if most is None else most)


def choose_board(answer: Answer, limit: int = DEFAULT_LIMIT) -> tuple[ClueBoard, tuple[str, ...]]:
    """Return what is explained of an answer: the clues with the letters possible at the start, the strings that fit."""
    puzzle = answer.puzzle
    if answer.solutions:
        return ClueBoard(puzzle.clues, puzzle.columns), answer.generations[-1].survivors
    if answer.others:
        columns = tuple(column + OTHER for column in puzzle.columns)
        return ClueBoard(puzzle.clues, columns), list_strings(puzzle, columns, limit)
    conflicting = [clue for clue in puzzle.clues if clue.line in answer.conflict]
    return ClueBoard(conflicting, puzzle.columns), ()


def explain_clues(
    board: ClueBoard, texts: Sequence[str], work: int = MAX_SETS, start: Domains | None = None, most: float = inf
) -> Explanation:
    """Return the explanation of clues that only `texts` fit, from `start` on, with at most `most` steps.

    Only COIN fits COUR 2, ZOZO 1 and CRIN 3. The first step rests on the clues alone. COUR and CRIN have five marks
    together, of which C can give two, and each other position one: Z and the last O, which give none, are out.

    >>> from mastermot.puzzle.clues import pair_clues
    >>> puzzle = pair_clues([("cour", 2), ("zozo", 1), ("crin", 3)])
    >>> explanation = explain_clues(ClueBoard(puzzle.clues, puzzle.columns), ["COIN"])
    >>> first, second, third = explanation.steps
    >>> first.kind, [clue.word for clue in first.clues], first.facts
    ('count', ['COUR', 'CRIN'], ())
    >>> first.before, first.after
    (('CZ', 'OR', 'IUZ', 'NOR'), ('C', 'OR', 'IU', 'NR'))

    The second step needs three facts of the first: ZOZO has neither C nor any letter that is left in the third and in
    the fourth position, so that its one mark must be the O of the second, and R is out there:

    >>> second.kind, [clue.word for clue in second.clues]
    ('needed', ['ZOZO'])
    >>> [(fact.position, fact.letters) for fact in second.facts]
    [(1, 'C'), (3, 'IU'), (4, 'NR')]
    >>> second.placed, second.removed
    ((Letter(position=2, letter='O'),), (Letter(position=2, letter='R'),))
    """
    budget = Budget(work)
    target = show_columns(texts) or ("",) * len(board.columns)
    domains = start or board.columns
    steps: list[Step] = []
    searched = None
    while find_outside(domains, target) and len(steps) < most:
        try:
            round_ = find_round(board, domains, budget)
        except OutOfWorkError as error:
            searched = error.args[0]
            step = deduce_remainder(board, domains, target, searched)
        else:
            step = choose_step(board, round_, domains)
        steps.append(step)
        if step.clash:  # which rules nothing out
            break
        domains = step.after
    return Explanation(board.clues, board.columns, tuple(steps), tuple(texts), searched)


def choose_step(board: ClueBoard, round_: Round, domains: Domains) -> Step:
    """Return the step of a round that keeps its technique and fills most positions, then rules out most letters."""

    def find_weight(argument: Argument) -> tuple[bool, int, int]:
        placed = find_placed(domains, remove_letters(domains, argument.removed))
        return argument.clash, len(placed), len(argument.removed)

    arguments = sorted(round_.arguments, key=find_weight, reverse=True)
    for argument in arguments:
        step = minimise(board, argument, domains)
        if step.kind == round_.kind:
            return step
    return minimise(board, arguments[0], domains)


class Claim:
    """What a set of clues is to prove: letters ruled out and positions filled, or that it cannot hold (`clash`)."""

    def __init__(self, board: ClueBoard, domains: Domains, argument: Argument) -> None:
        self.board = board
        self.clue_set = argument.clue_set
        self.domains = domains
        self.clash = argument.clash
        self.removed = argument.removed
        self.placed = find_placed(domains, remove_letters(domains, argument.removed))

    def recall(self, facts: frozenset[int]) -> tuple[Domains, frozenset[Atom]]:
        """Return the letters possible when only these facts are used, and those that must then be ruled out."""
        start = self.board.keep_facts(self.domains, facts)
        goals = set(self.removed)
        for position, letter in self.placed:  # all others there, also those that an earlier step has ruled out
            goals.update((position, other) for other in start[position] if other != letter)
        return start, frozenset(goals)

    def find_parts(self, technique: Technique, facts: frozenset[int]) -> list[Argument]:
        """Return the arguments of a technique that prove the claim together from these facts; empty when none do."""
        start, goals = self.recall(facts)
        parts = []
        proven: set[Atom] = set()
        for argument in technique.find(self.board, self.clue_set, start):
            if argument.clash == self.clash and goals <= argument.removed:
                return [argument._replace(removed=goals)]
            if technique.joins and goals & argument.removed:
                part = argument._replace(removed=argument.removed & goals)
                parts.append(part)
                proven |= part.removed
        return parts if goals <= proven else []

    def show(self, technique: Technique, facts: frozenset[int]) -> Argument:
        """Return the argument of a technique for the claim from these facts, with what shows it.

        Several parts become one argument with the cases of all; with none where there are too many cases to show.
        """
        start, goals = self.recall(facts)
        shown = []
        for part in self.find_parts(technique, facts):
            shown.append(technique.show(part, self.board, start))
        if len(shown) == 1:
            return shown[0]
        cases: list[Case] = []
        for part in shown:
            cases += part.cases
        all_have_cases = all(part.cases for part in shown)
        if not all_have_cases or sum(case.leaves for case in cases) > MAX_CASES:
            cases = []
        return Argument(technique.kind, self.clue_set, goals, cases=tuple(cases))

    def is_implied(self, facts: frozenset[int]) -> bool:
        """Return whether the claim follows at all from these facts."""
        start, goals = self.recall(facts)
        ruled_out = self.board.find_removable(self.clue_set, start)
        return ruled_out is None or (not self.clash and goals <= ruled_out)

    def make_step(self, argument: Argument, facts: frozenset[int], searched: int | None = None) -> Step:
        """Return the step that proves the claim by an argument from these facts."""
        return Step(
            kind=argument.kind,
            clues=self.board.list_clues(argument.clue_set),
            facts=tuple(Fact(position + 1, self.domains[position]) for position in sorted(facts)),
            placed=list_letters(self.placed),
            removed=list_letters(self.removed),
            clash=argument.clash,
            before=self.domains,
            after=remove_letters(self.domains, self.removed),
            argument=argument,
            start=self.board.keep_facts(self.domains, facts),
            all_clues=self.board.clues,
            columns=self.board.columns,
            searched=searched,
        )


def leave_out(needed: frozenset[int], suffices: Callable[[frozenset[int]], object]) -> frozenset[int]:
    """Return a set of indices without those that are not needed: each is tried in turn, and goes if the rest suffices.

    >>> sorted(leave_out(frozenset({1, 2, 3, 4}), suffices=lambda rest: sum(rest) >= 6))
    [3, 4]
    """
    for index in sorted(needed):
        if suffices(needed - {index}):
            needed -= {index}
    return needed


def minimise(board: ClueBoard, argument: Argument, domains: Domains) -> Step:
    """Return the step that proves what an argument does, from as few facts as can be.

    First those facts go which its technique does not need, then those which no technique would need. The step keeps its
    technique where that still works; otherwise it is shown by the easiest one that does.
    """
    claim = Claim(board, domains, argument)
    own_technique = TECHNIQUES[argument.kind]
    facts = leave_out(board.find_changed(domains), partial(claim.find_parts, own_technique))
    facts = leave_out(facts, claim.is_implied)
    working = (one for one in (own_technique, *TECHNIQUES.values()) if claim.find_parts(one, facts))
    technique = next(working)
    return claim.make_step(claim.show(technique, facts), facts)


def deduce_remainder(board: ClueBoard, domains: Domains, target: Domains, searched: int) -> Step:
    """Return the last step of a puzzle that takes too much work: all that is left to prove, without saying how.

    It leaves `target` of `domains`; a `target` without letters is a clash. `searched` is the size up to which smallest
    sets of clues were tried. Clues and facts are left out that a search shows not to be needed (`find_string`).
    """
    clash = not all(target)
    removed = frozenset[Atom]() if clash else find_outside(domains, target)
    argument = Argument(REMAINDER, 0, removed, clash)
    claim = Claim(board, domains, argument)
    _start, against = claim.recall(frozenset())
    budget = Budget(MAX_REMAINDER_WORK)

    def suffices(clues: frozenset[int], facts: frozenset[int]) -> bool:
        """Return whether no string satisfies the clues against the claim, as far as the work allowed tells."""
        chosen = [board.clues[index] for index in sorted(clues)]
        start = board.keep_facts(domains, facts)
        try:
            return find_string(chosen, start, budget.spend, None if clash else against) is None
        except OutOfWorkError:
            return False

    facts = board.find_changed(domains)
    clues = leave_out(frozenset(range(len(board.clues))), partial(suffices, facts=facts))
    facts = leave_out(facts, partial(suffices, clues))
    clue_set = sum(1 << index for index in clues)
    return claim.make_step(argument._replace(clue_set=clue_set), facts, searched)

"""The explained solver: a puzzle solved in steps that a person can follow, each as simple as can be.

What is known is, for each position, the letters still possible. Each step cites clues, and the *facts* it needs: the
fewest positions whose possible letters it uses. A fact that clues and the other facts imply is left out, even if the
easiest technique would use it; then the step is shown by the easiest technique that works without it.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from math import inf

from mastermot.budget import Budget, OutOfWorkError
from mastermot.errors import N_, Reason, WrongKindError, read_whole
from mastermot.puzzle.clues import Puzzle, show_columns
from mastermot.puzzle.explain.board import ClueBoard, find_outside, find_placed, remove_letters
from mastermot.puzzle.explain.cases import MAX_CASES
from mastermot.puzzle.explain.steps import OTHER, Argument, Atom, Domains, Explanation, Fact, Step, list_letters
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
    the sets of clues looked at. Raises `TooManyPrefixesError` where other letters allow too much, `WrongKindError`, and
    what `solve` raises.
    """
    limit, work = read_whole("limit", limit, 1), read_whole("work", work, 0)
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
    return ClueBoard([clue for clue in puzzle.clues if clue.line in answer.conflict], puzzle.columns), ()


def explain_clues(
    board: ClueBoard, texts: Sequence[str], work: int = MAX_SETS, start: Domains | None = None, most: float = inf
) -> Explanation:
    """Return the explanation of clues that only `texts` fit, from `start` on, with at most `most` steps.

    SOL and SEN have four marks together. The first position can give two of them (S), the second and the third one
    each, so that every position must give the most that it can: M and U are out. The step rests on the clues alone,
    on no fact of an earlier step:

    >>> from mastermot.puzzle.clues import Clue
    >>> board = ClueBoard([Clue("SOL", 2, line=1), Clue("SEN", 2, line=2)], ["MS", "EOU", "LN"])
    >>> step = explain_clues(board, ["SEL", "SON"]).steps[0]
    >>> step.kind, [clue.word for clue in step.clues], step.facts
    ('count', ['SOL', 'SEN'], ())
    >>> step.removed
    (Letter(position=1, letter='M'), Letter(position=2, letter='U'))
    >>> step.before, step.after
    (('MS', 'EOU', 'LN'), ('S', 'EO', 'LN'))
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

    steps = (minimise(board, argument, domains) for argument in sorted(round_.arguments, key=find_weight, reverse=True))
    first = next(steps)
    return next((step for step in chain((first,), steps) if step.kind == round_.kind), first)


class Aim:
    """What a set of clues is to prove: letters ruled out and places filled, or that it cannot hold (`clash`)."""

    def __init__(self, board: ClueBoard, domains: Domains, argument: Argument) -> None:
        self.board, self.clue_set, self.domains, self.clash = board, argument.clue_set, domains, argument.clash
        self.removed = argument.removed
        self.placed = find_placed(domains, remove_letters(domains, argument.removed))

    def recall(self, facts: frozenset[int]) -> tuple[Domains, frozenset[Atom]]:
        """Return the letters possible when only these facts are used, and those that must then be ruled out."""
        start = self.board.keep_facts(self.domains, facts)
        others = {(position, other) for position, letter in self.placed for other in start[position] if other != letter}
        return start, self.removed | others

    def find_parts(self, technique: Technique, facts: frozenset[int]) -> list[Argument]:
        """Return the arguments of a technique that prove the claim together from these facts; empty when none do."""
        start, goals = self.recall(facts)
        parts = []
        for argument in technique.find(self.board, self.clue_set, start):
            if argument.clash == self.clash and goals <= argument.removed:
                return [argument._replace(removed=goals)]
            if technique.joins and goals & argument.removed:
                parts.append(argument._replace(removed=argument.removed & goals))
        return parts if parts and goals <= frozenset().union(*(part.removed for part in parts)) else []

    def show(self, technique: Technique, facts: frozenset[int]) -> Argument:
        """Return the argument of a technique for the claim from these facts, with what shows it."""
        start, goals = self.recall(facts)
        shown = [technique.show(part, self.board, start) for part in self.find_parts(technique, facts)]
        if len(shown) == 1:
            return shown[0]
        cases = tuple(case for part in shown for case in part.cases)
        kept = all(part.cases for part in shown) and sum(case.leaves for case in cases) <= MAX_CASES
        return Argument(technique.kind, self.clue_set, goals, cases=cases if kept else ())

    def is_implied(self, facts: frozenset[int]) -> bool:
        """Return whether the claim follows at all from these facts."""
        start, goals = self.recall(facts)
        ruled_out = self.board.find_removable(self.clue_set, start)
        return ruled_out is None or (not self.clash and goals <= ruled_out)

    def make_step(self, argument: Argument, facts: frozenset[int], searched: int | None = None) -> Step:
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
    """Return the indices of facts, or of clues, without those that can go one after the other: the rest suffices."""
    for index in sorted(needed):
        if suffices(needed - {index}):
            needed -= {index}
    return needed


def minimise(board: ClueBoard, argument: Argument, domains: Domains) -> Step:
    """Return the step from the fewest facts that proves what an argument does; by its technique where possible."""
    claim = Aim(board, domains, argument)
    technique = TECHNIQUES[argument.kind]
    facts = leave_out(board.find_changed(domains), partial(claim.find_parts, technique))
    facts = leave_out(facts, claim.is_implied)
    technique = next(one for one in (technique, *TECHNIQUES.values()) if claim.find_parts(one, facts))
    return claim.make_step(claim.show(technique, facts), facts)


def deduce_remainder(board: ClueBoard, domains: Domains, target: Domains, searched: int) -> Step:
    """Return the step that leaves `target` of `domains`; `target` without letters is a clash."""
    clash = not all(target)
    removed = frozenset[Atom]() if clash else find_outside(domains, target)
    argument = Argument(REMAINDER, 0, removed, clash)
    claim = Aim(board, domains, argument)
    _start, against = claim.recall(frozenset())
    budget = Budget(MAX_REMAINDER_WORK)

    def suffices(clues: frozenset[int], facts: frozenset[int]) -> bool:
        """Return whether no string satisfies the clues against the claim, as far as the work allowed tells."""
        chosen, start = [board.clues[index] for index in sorted(clues)], board.keep_facts(domains, facts)
        try:
            return find_string(chosen, start, budget.spend, None if clash else against) is None
        except OutOfWorkError:
            return False

    facts = board.find_changed(domains)
    clues = leave_out(frozenset(range(len(board.clues))), partial(suffices, facts=facts))
    facts = leave_out(facts, partial(suffices, clues))
    return claim.make_step(argument._replace(clue_set=sum(1 << index for index in clues)), facts, searched)

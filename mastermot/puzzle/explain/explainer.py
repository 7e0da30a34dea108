"""The explained solver: a puzzle solved in steps that a person can follow, each as simple as can be.

What is known at any time is which letters are still possible at each position. Each step cites clues and the *facts*
that it needs: positions whose possible letters it uses. A fact is left out if the step follows from the clues and the
other facts, even if the easiest technique would use it; the step is then shown by the easiest technique that works
without it.
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

REMAINDER = "remainder"  #: The kind of the last step of a puzzle that takes too much work (`deduce_remainder`).
MAX_REMAINDER_WORK = 200_000  #: The most prefixes tried to find which clues and facts that step does not need.


def explain(
    answer: Answer | Puzzle | str,
    limit: int = DEFAULT_LIMIT,
    work: int = MAX_SETS,
    most: int | None = None,
    *,
    dictionary: Dictionary | str | None = None,
) -> Explanation:
    """Return the explanation of a solved puzzle, or at most its first `most` steps; without `most`, it has all steps.

    A puzzle that is not solved yet, or its text, is solved first, with the words of `dictionary`, which must be given
    then. If strings of column letters fit, they are deduced, as far as logic goes: such a string has at each position a
    letter that some clue has there. If only words with other letters fit, letters that no clue shows are allowed. If
    nothing fits, the conflict of the answer is explained.

    `limit` is how many prefixes of one length may be kept to solve a puzzle, and to list the strings with other
    letters; `work` is how many sets of clues may be looked at. Raises `TooManyPrefixesError` for more than `limit`, and
    `WrongKindError` for a limit, work or number of steps that is no number, or without the dictionary that is needed. A
    puzzle that is solved first is read as in `parse_puzzle`, which names the errors.
    """
    limit = read_whole("limit", limit, least=1)
    work = read_whole("work", work, least=0)
    if not isinstance(answer, Answer):
        if dictionary is None:
            raise WrongKindError(name="dictionary", value="None", wanted=Reason(N_("the dictionary of the puzzle")))
        answer = solve(answer, dictionary, limit)
    most_steps = inf if most is None else read_whole("most", most, least=0)
    board, strings = choose_board(answer, limit)
    return explain_clues(board, strings, work, most=most_steps)


def choose_board(answer: Answer, limit: int = DEFAULT_LIMIT) -> tuple[ClueBoard, tuple[str, ...]]:
    """Return the clues to explain, with the letters possible at the start; and the strings that fit them.

    There are three cases:

    - strings of column letters fit: these, and all clues of the puzzle, are returned;
    - only words fit, each with a letter that no clue shows at its position (`others`): all clues are returned too, but
      at each position `OTHER` is possible as well, and stands for such letters in the strings;
    - nothing fits: the clues are those that contradict each other, and there are no strings.

    Raises `TooManyPrefixesError` if more than `limit` prefixes are needed to find the strings of the second case.
    """
    puzzle = answer.puzzle
    if answer.solutions:
        # the last prefixes have the whole length: they are the strings of column letters that fit
        strings = answer.generations[-1].survivors
        return ClueBoard(puzzle.clues, puzzle.columns), strings
    if answer.others:
        columns = tuple(column + OTHER for column in puzzle.columns)
        return ClueBoard(puzzle.clues, columns), list_strings(puzzle, columns, limit)
    conflicting = [clue for clue in puzzle.clues if clue.line in answer.conflict]
    return ClueBoard(conflicting, puzzle.columns), ()


def explain_clues(
    board: ClueBoard, texts: Sequence[str], work: int = MAX_SETS, start: Domains | None = None, most: float = inf
) -> Explanation:
    """Return the explanation that only the strings `texts` fit the clues, with at most `most` steps.

    Without any string, it shows that the clues contradict each other. `work` is how many sets of clues may be looked
    at. Once these are used up, a single step gives all that remains (`deduce_remainder`). `start` has the letters that
    are possible at the start, for a player who knows some letters already; without it, all letters of the columns are
    possible.

    Only COIN fits COUR 2, ZOZO 1 and CRIN 3. The first step rests on the clues alone. COUR and CRIN have five marks
    together. C can give two of them, and each other position one. Z and the last O give none, and so are out.

    >>> from mastermot.puzzle.clues import pair_clues
    >>> puzzle = pair_clues([("cour", 2), ("zozo", 1), ("crin", 3)])
    >>> explanation = explain_clues(ClueBoard(puzzle.clues, puzzle.columns), ["COIN"])
    >>> first, second, third = explanation.steps
    >>> first.kind, [clue.word for clue in first.clues], first.facts
    ('count', ['COUR', 'CRIN'], ())
    >>> first.before, first.after
    (('CZ', 'OR', 'IUZ', 'NOR'), ('C', 'OR', 'IU', 'NR'))

    The second step needs three facts that the first one left. ZOZO has neither C nor any of the letters left in the
    third and in the fourth position. So its one mark must be the O in the second position, and R is out there:

    >>> second.kind, [clue.word for clue in second.clues]
    ('needed', ['ZOZO'])
    >>> [(fact.position, fact.letters) for fact in second.facts]
    [(1, 'C'), (3, 'IU'), (4, 'NR')]
    >>> second.placed, second.removed
    ((Letter(position=2, letter='O'),), (Letter(position=2, letter='R'),))
    """
    budget = Budget(work)
    target = show_columns(texts) or ("",) * len(board.columns)  # the letters possible at the end: none without strings
    domains = start or board.columns
    steps: list[Step] = []
    searched = None  # set once the work is used up
    while find_outside(domains, target) and len(steps) < most:
        try:
            round_ = find_round(board, domains, budget)
        except OutOfWorkError as error:
            searched = error.reached  # the size up to which all sets of clues were tried
            step = deduce_remainder(board, domains, target, searched)
        else:
            step = choose_step(board, round_, domains)
        steps.append(step)
        if step.clash:  # the clues contradict each other: there is nothing more to rule out
            break
        domains = step.after
    return Explanation(board.clues, board.columns, tuple(steps), tuple(texts), searched)


def choose_step(board: ClueBoard, round_: Round, domains: Domains) -> Step:
    """Return the best step of a round; a round has arguments of one technique, each from the same number of clues.

    A contradiction is best, then the argument that places most letters; of several such arguments, the one that rules
    out most letters. The step of an argument has only the facts that it needs (`minimise`). With these facts alone, it
    may need another technique than the round's. So the arguments are tried from the best on, until one gives a step of
    the round's technique. If none does, the step of the best argument is returned.
    """

    def rank(argument: Argument) -> tuple[bool, int, int]:
        """Return a tuple that is the greater, the better the argument."""
        placed = find_placed(domains, remove_letters(domains, argument.removed))
        return argument.clash, len(placed), len(argument.removed)

    best_first = sorted(round_.arguments, key=rank, reverse=True)
    for argument in best_first:
        step = minimise(board, argument, domains)
        if step.kind == round_.kind:
            return step
    return minimise(board, best_first[0], domains)


class Claim:
    """What a set of clues is to prove: letters are ruled out, or the clues contradict each other (`clash`).

    A proof of the claim may use *facts*: positions, from 0, where only the letters of `domains` count as possible. At
    any other position, all letters of the column count as possible.
    """

    def __init__(self, board: ClueBoard, domains: Domains, argument: Argument) -> None:
        """Claim what `argument` shows; `domains` has the letters that are possible before it."""
        self.board = board
        self.clue_set = argument.clue_set
        self.domains = domains
        self.clash = argument.clash
        self.removed = argument.removed
        #: The letters that are certain once the others are ruled out.
        self.placed = find_placed(domains, remove_letters(domains, argument.removed))

    def find_start_and_goals(self, facts: frozenset[int]) -> tuple[Domains, frozenset[Atom]]:
        """Return the letters possible when only these facts are used, and the letters that must then be ruled out.

        The letters of the claim must be ruled out and, where the claim places a letter, all other letters of the start,
        even if an earlier step has ruled them out. Say that the first column has B, M and S, that B is out already, and
        that the claim rules out M, which places S. Without the fact of the first position, B must be ruled out too.
        """
        start = self.board.keep_facts(self.domains, facts)
        goals = set(self.removed)
        for position, letter in self.placed:
            goals.update((position, other) for other in start[position] if other != letter)
        return start, frozenset(goals)

    def find_arguments(self, technique: Technique, facts: frozenset[int]) -> list[Argument]:
        """Return arguments of a technique that together prove the claim from these facts; an empty list if none do.

        They rule out the letters that the claim needs with these facts (`find_start_and_goals`), and no others. If one
        argument proves the claim, only this one is returned. If the technique `joins`, several arguments may prove it
        together, each for some of the letters.
        """
        start, goals = self.find_start_and_goals(facts)
        parts = []
        proven: set[Atom] = set()
        for argument in technique.find(self.board, self.clue_set, start):
            proves_claim = argument.clash == self.clash and goals <= argument.removed
            if proves_claim:
                return [argument._replace(removed=goals)]
            some_goals = goals & argument.removed
            if technique.joins and some_goals:
                parts.append(argument._replace(removed=some_goals))
                proven |= some_goals
        return parts if goals <= proven else []

    def show(self, technique: Technique, facts: frozenset[int]) -> Argument:
        """Return how a technique proves the claim from these facts, as one argument with its cases or sums.

        Several arguments are joined to one that has the cases of all; but it has no cases if one of them has none, or
        if together they have more than `MAX_CASES`. The technique must be able to prove the claim (`find_arguments`).
        """
        start, goals = self.find_start_and_goals(facts)
        shown = []
        for part in self.find_arguments(technique, facts):
            shown.append(technique.show(part, self.board, start))
        if len(shown) == 1:
            return shown[0]
        cases: list[Case] = []
        for part in shown:
            cases += part.cases
        all_have_cases = all(part.cases for part in shown)
        are_too_many = sum(case.leaves for case in cases) > MAX_CASES
        if not all_have_cases or are_too_many:
            cases = []
        return Argument(technique.kind, self.clue_set, goals, cases=tuple(cases))

    def is_implied(self, facts: frozenset[int]) -> bool:
        """Return whether the claim follows from the clues and these facts, by whatever technique."""
        start, goals = self.find_start_and_goals(facts)
        ruled_out = self.board.find_removable(self.clue_set, start)
        if ruled_out is None:  # the clues contradict each other: then everything follows
            return True
        return not self.clash and goals <= ruled_out

    def make_step(self, argument: Argument, facts: frozenset[int], searched: int | None = None) -> Step:
        """Return the step that proves the claim by an argument from these `facts`, positions from 0.

        In the step, positions count from 1. `searched` is for a `REMAINDER` alone: the size up to which all sets of
        clues were tried before. It is None for any other step.
        """
        facts_of_step = [Fact(position + 1, self.domains[position]) for position in sorted(facts)]
        return Step(
            kind=argument.kind,
            clues=self.board.list_clues(argument.clue_set),
            facts=tuple(facts_of_step),
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


def leave_out(indices: frozenset[int], suffices: Callable[[frozenset[int]], object]) -> frozenset[int]:
    """Return the indices without those that can be left out.

    The indices are tried one by one, from the lowest on. An index is left out if `suffices` is true of the others that
    are still there. In this example, 1 and 2 are left out, since 3 and 4 alone add up to 6 or more:

    >>> sorted(leave_out(frozenset({1, 2, 3, 4}), suffices=lambda rest: sum(rest) >= 6))
    [3, 4]
    """
    kept = indices
    for index in sorted(indices):
        others = kept - {index}
        if suffices(others):
            kept = others
    return kept


def minimise(board: ClueBoard, argument: Argument, domains: Domains) -> Step:
    """Return the step that proves what an argument proves, from facts of which none can be left out.

    Another choice of facts may be smaller. `domains` has the letters possible before the step. Facts that the technique
    of the argument does not need are left out first, then facts without which the claim still follows, though perhaps
    by another technique. The step keeps the technique of the argument if this still works with the facts left;
    otherwise it takes the easiest technique that works.
    """
    claim = Claim(board, domains, argument)
    own_technique = TECHNIQUES[argument.kind]
    all_facts = board.find_changed(domains)
    facts = leave_out(all_facts, partial(claim.find_arguments, own_technique))
    facts = leave_out(facts, claim.is_implied)
    own_first = (own_technique, *TECHNIQUES.values())
    # one of these techniques works: the last, exhaustion, finds whatever follows
    technique = next(technique for technique in own_first if claim.find_arguments(technique, facts))
    return claim.make_step(claim.show(technique, facts), facts)


def deduce_remainder(board: ClueBoard, domains: Domains, target: Domains, searched: int) -> Step:
    """Return the last step of a puzzle that takes too much work: it gives all that remains, without saying how.

    `domains` are the letters possible before it, `target` those possible after it; without any letter in `target`, the
    clues contradict each other. Sets of up to `searched` clues were tried for simpler steps. Clues, and then facts, are
    left out one by one, if `find_string` shows within `MAX_REMAINDER_WORK` that the others suffice.
    """
    clash = not all(target)
    removed = frozenset[Atom]() if clash else find_outside(domains, target)
    argument = Argument(REMAINDER, clue_set=0, removed=removed, clash=clash)  # the clues that it needs are found below
    claim = Claim(board, domains, argument)
    # which letters must be ruled out depends on the facts (`find_start_and_goals`). Without facts, these letters are
    # the most, and serve here for any facts: a letter that a fact excludes is in no string that `find_string` tries
    without_facts = frozenset[int]()
    _start, goals = claim.find_start_and_goals(without_facts)
    one_of = None if clash else goals  # None: if the clues are said to clash, any string that fits refutes it
    budget = Budget(MAX_REMAINDER_WORK)

    def suffices(clues: frozenset[int], facts: frozenset[int]) -> bool:
        """Return whether these clues and facts prove the claim: no string satisfies them and contradicts the claim.

        `clues` are the indices of clues, `facts` are positions. False is returned too when the work allowed did not
        suffice.
        """
        chosen_clues = [board.clues[index] for index in sorted(clues)]
        start = board.keep_facts(domains, facts)
        try:
            contradicting = find_string(chosen_clues, start, budget.spend, one_of)
        except OutOfWorkError:
            return False
        return contradicting is None

    all_clues = frozenset(range(len(board.clues)))
    all_facts = board.find_changed(domains)
    clues = leave_out(all_clues, partial(suffices, facts=all_facts))
    facts = leave_out(all_facts, partial(suffices, clues))
    clue_set = sum(1 << index for index in clues)
    return claim.make_step(argument._replace(clue_set=clue_set), facts, searched)

"""How hard a puzzle is: by the hardest step that it needs, and by how long a person looks for its steps.

`docs/how-it-works.md` describes it, after R. Pelánek, *Difficulty rating of Sudoku puzzles by a computational model*
(FLAIRS, 2011). An explanation may use harder techniques than the grade says, since its steps use no fact that could be
left out.
"""

from contextlib import suppress
from dataclasses import dataclass
from math import comb

from mastermot.budget import Budget, OutOfWorkError
from mastermot.puzzle.clues import Puzzle, show_columns
from mastermot.puzzle.explain.board import ClueBoard, find_outside, remove_letters
from mastermot.puzzle.explain.steps import Domains
from mastermot.puzzle.explain.techniques import MAX_SETS, TECHNIQUES, Round, find_round
from mastermot.puzzle.solver import Answer

LEVELS = range(1, 6)

CLUES_COST = (0, 1, 3, 8, 20)  #: What a round costs by its number of clues; each clue from the fifth on costs 20 more.
EASY_RATING = 100  #: Puzzles that count the marks of three clues are level 2 up to this rating.
HARD_RATING = 350  #: Up to this rating, puzzles that count three clues are level 3, and those that count four level 4.


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of a puzzle."""

    level: int  #: 1 (easy) to 5 (hard).
    clues: int  #: How many clues the hardest round needs at once.
    kind: str  #: The technique of the hardest round.
    effort: int  #: The sum of what the rounds cost.
    rounds: int  #: How many rounds of steps the puzzle takes.
    complete: bool  #: Whether everything was tried; if not, the level is 5.
    rating: int  #: The sets of clues that a person looks at, on average, to find every round.
    open_steps: float  #: How many steps are open at once, on average.
    hardest_open: int  #: How many steps are open at the hardest point.


def grade_clues(puzzle: Puzzle, target: Domains, work: int = MAX_SETS) -> Grade:
    """Return the grade of a puzzle; `target` has the letters that its solutions have at each position.

    At most `work` sets of clues are looked at. If this does not suffice, the level is the highest, and the other fields
    are about the rounds that were found. A puzzle with nothing to rule out has no rounds: its level is the lowest, its
    `clues` are 0, and its `kind` is the first technique.
    """
    rounds, complete = find_rounds(puzzle, target, work)
    hardness_without_rounds = (0, 0, 0)
    hardest = max(map(find_hardness, rounds), default=hardness_without_rounds)
    size, technique_number, minus_open = hardest
    kind = list(TECHNIQUES)[technique_number]
    rating = round(sum(map(find_rating, rounds)))
    all_open_steps = sum(round_.open_steps for round_ in rounds)
    return Grade(
        level=find_level(size, kind, rating) if complete else LEVELS[-1],
        clues=size,
        kind=kind,
        effort=sum(map(find_cost, rounds)),
        rounds=len(rounds),
        complete=complete,
        rating=rating,
        open_steps=round(all_open_steps / max(1, len(rounds)), 1),
        hardest_open=-minus_open,
    )


def find_rounds(puzzle: Puzzle, target: Domains, work: int) -> tuple[list[Round], bool]:
    """Return the rounds in which the letters outside `target` are ruled out, and whether `work` sufficed for all.

    `target` has the letters that are possible at each position in the end, `work` is how many sets of clues may be
    looked at. If the clues turn out to contradict each other, no further round is looked for.
    """
    domains = puzzle.columns
    rounds = list[Round]()
    complete = False
    board = ClueBoard(puzzle.clues, domains)
    budget = Budget(work)
    with suppress(OutOfWorkError):
        while find_outside(domains, target):
            round_ = find_round(board, domains, budget)
            if not round_.removed:  # clues that contradict each other
                break
            rounds.append(round_)
            domains = remove_letters(domains, round_.removed)
        complete = True
    return rounds, complete


def find_hardness(round_: Round) -> tuple[int, int, int]:
    """Return a greater tuple for a harder round: more clues, then a harder technique, then fewer steps open."""
    technique_number = list(TECHNIQUES).index(round_.kind)
    return round_.size, technique_number, -round_.open_steps


def find_cost(round_: Round) -> int:
    """Return what a round costs: by its number of clues, as `CLUES_COST` says, and by its technique.

    Comparing costs nothing beside its clues, of which two cost 3, four cost 20, five and six 20 more each:

    >>> [find_cost(Round(clues, "compare", arguments=(), undecided=9)) for clues in (2, 4, 5, 6)]
    [3, 20, 40, 60]
    """
    most_listed = len(CLUES_COST) - 1
    listed = min(round_.size, most_listed)
    cost_of_clues = CLUES_COST[listed] + (round_.size - listed) * CLUES_COST[-1]
    return cost_of_clues + TECHNIQUES[round_.kind].cost


def grade(answer: Answer) -> Grade | None:
    """Return the grade of a solved puzzle; None when nothing fits it, or only words with letters that no clue shows."""
    if not answer.solutions:
        return None
    # the last prefixes have the whole length: they are the strings of column letters that fit
    strings = answer.generations[-1].survivors
    return grade_clues(answer.puzzle, show_columns(strings))


def find_rating(round_: Round) -> float:
    """Return how many sets of clues a person looks at, on average, to find a step of a round.

    The person looks at all smaller sets first, then at sets of the size of the round in any order.
    """
    smaller_sets = sum(comb(round_.undecided, size) for size in range(1, round_.size))
    sets_of_size = comb(round_.undecided, round_.size)
    # of n sets in any order, k of which give a step, the first one that gives a step is on average the
    # (n + 1) / (k + 1)th
    return smaller_sets + (sets_of_size + 1) / (round_.open_steps + 1)


def find_level(size: int, kind: str, rating: int) -> int:
    """Return the level, 1 to 5, of a puzzle with this rating; its hardest round has `size` clues and technique `kind`.

    At most two clues are level 1, three clues level 2, 3 or 4, four clues level 4 or 5, and more clues level 5. Three
    or four clues have the lower levels if their marks are only added up, and the rating is not above `HARD_RATING`. The
    table is in `docs/how-it-works.md`.
    """
    is_soon_added_up = TECHNIQUES[kind].only_adds and rating <= HARD_RATING
    if size <= 2:
        return 1
    if size == 3 and is_soon_added_up:
        return 2 if rating <= EASY_RATING else 3
    if size == 3:
        return 4
    if size == 4 and is_soon_added_up:
        return 4
    return 5

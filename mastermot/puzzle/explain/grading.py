"""How hard a puzzle is: by the hardest step that it needs, and by how long a person looks for its steps.

`docs/how-it-works.md` describes it, after R. Pelánek, *Difficulty rating of Sudoku puzzles by a computational model*
(FLAIRS, 2011). An explanation may use harder techniques than the grade says, since its steps use as few facts as can
be.
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
    """Return the grade of a puzzle; `target` has the letters that its solutions have at each position."""
    domains = puzzle.columns
    rounds = list[Round]()
    complete = False
    board = ClueBoard(puzzle.clues, domains)
    budget = Budget(work)
    with suppress(OutOfWorkError):
        while find_outside(domains, target):  # some letters of the columns are in no solution
            round_ = find_round(board, domains, budget)
            if not round_.removed:  # clues that contradict each other
                break
            rounds.append(round_)
            domains = remove_letters(domains, round_.removed)
        complete = True
    kinds = list(TECHNIQUES)
    # the hardest round has the most clues, then the hardest technique, then the fewest steps open
    hardness = [(round_.size, kinds.index(round_.kind), -round_.open_steps) for round_ in rounds]
    size, kind, opened = max(hardness, default=(0, 0, 0))
    cost_of_clues = [*CLUES_COST, *(CLUES_COST[-1] * more for more in range(2, size))]  # by the number of clues
    effort = sum(cost_of_clues[round_.size] + TECHNIQUES[round_.kind].cost for round_ in rounds)
    rating = round(sum(map(find_rating, rounds)))
    average = round(sum(round_.open_steps for round_ in rounds) / max(1, len(rounds)), 1)
    return Grade(
        level=find_level(size, kinds[kind], rating) if complete else LEVELS[-1],
        clues=size,
        kind=kinds[kind],
        effort=effort,
        rounds=len(rounds),
        complete=complete,
        rating=rating,
        open_steps=average,
        hardest_open=-opened,
    )


def grade(answer: Answer) -> Grade | None:
    """Return the grade of a solved puzzle; None when no string of column letters fits it."""
    if not answer.solutions:
        return None
    return grade_clues(answer.puzzle, show_columns(answer.generations[-1].survivors))


def find_rating(round_: Round) -> float:
    """Return how many sets of clues a person looks at, on average, to find a step of a round.

    The person looks at all smaller sets first, then at sets of the size of the round in any order.
    """
    # of n sets in any order of which k give a step, the first that does is on average the (n + 1) / (k + 1)th
    smaller = sum(comb(round_.undecided, size) for size in range(1, round_.size))
    return smaller + (comb(round_.undecided, round_.size) + 1) / (round_.open_steps + 1)


def find_level(size: int, kind: str, rating: int) -> int:
    """Return the level, 1 to 5, of a puzzle with this rating and with this hardest round: its clues and technique.

    The table is in `docs/how-it-works.md`.
    """
    counted = TECHNIQUES[kind].only_adds
    if size <= 2:
        return 1
    if size == 3 and counted and rating <= HARD_RATING:
        return 2 if rating <= EASY_RATING else 3
    return 4 if size == 3 or (size == 4 and counted and rating <= HARD_RATING) else 5

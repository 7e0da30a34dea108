"""Good fixed guesses, from many starts: guesses are added one by one, then exchanged for better ones.

This is iterated local search (H. R. Lourenço, O. C. Martin, T. Stützle, 2003), as `docs/static.md` describes it. The
words that this module uses in a sense of its own:

- a *class*: codes that get the same marks from all guesses; guesses make a *partition*, all its classes;
- the *cost* of a list of guesses: a number that is the smaller the better they are (`FixedProblem.cost`);
- *given*: guesses that are made in any case, the first ones of a list, which are never exchanged;
- *apart*: guesses that leave as many classes as all guesses of the game together;
- an *index*: the place of a guess among the guesses of the problem, or its place in a list of these;
- a *step*: what is done up to a ``yield``. The caller may stop after each.
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from mastermot.lab.static.fixed_guesses import FixedProblem

MAX_VAIN = 60  #: A start is given up after so many exchanges that brought nothing.
CHOICES = 4  #: A guess to add is drawn from so many of the best.


class Start:
    """One start of the search: a list of guesses, and the ways to make it better.

    `chosen` has the guesses so far, by their indices, and `cost` what they cost; but `cost` is 0 until the first step
    sets it. Two ways go on from here: `reduce` looks for few guesses; `add` and then `disturb` look for the best list
    of so many guesses. Each changes `chosen` and `cost`, and yields after each step.
    """

    def __init__(self, problem: FixedProblem, seed: int, number: int) -> None:
        """Begin with the guesses given. The start with the `number` 0 always adds the best guess, the others draw.

        With the same `seed` and `number`, the same guesses are drawn.
        """
        self.problem = problem
        self.greedy = number == 0  #: Whether it always adds the best guess.
        self.random = np.random.default_rng([seed, number])
        self.chosen = list(problem.given)
        self.cost = 0

    def reduce(self) -> Iterator[None]:
        """Look for few guesses that leave as many classes as all guesses do: they are `apart` then.

        The objective must be `classes`: then guesses reach `stop_cost` exactly if they are `apart`.

        1. Guesses are added until they are `apart`.
        2. One guess is left out, the one without which the rest costs least, and guesses are exchanged for better ones.
           If the rest reaches `stop_cost`, the next one is left out, until one guess remains, or only those given.
        3. If the rest does not reach it, the guesses from before are taken up again, and it is over. `cost` is not that
           of `chosen` then: it is what the smaller list cost.

        It yields after each guess that is added, left out or looked at.
        """
        while not self.apart:
            yield from self.add(len(self.chosen) + 1)
        given = len(self.problem.given)
        while len(self.chosen) > max(1, given):
            enough = self.chosen
            one_less = [self.without(index) for index in range(given, len(enough))]
            self.chosen = min(one_less, key=self.weigh)
            self.cost = self.weigh(self.chosen)
            yield
            yield from self.disturb()
            if self.cost > self.stop_cost:  # no exchange made up for the guess that was left out
                self.chosen = enough
                return

    @cached_property
    def stop_cost(self) -> int:
        """The cost that is low enough: at this cost or a lower one the search stops. 0 if no such cost is known.

        - If all codes can be told apart, it is the cost of telling them apart: `count` classes of one code, of which
          the largest has one, and the sum of the squares is `count`. No guesses cost less.
        - If not, and the objective is `classes`, it is the highest cost that the most classes (`separable`) can have:
          the sum of their squares, which breaks ties, is at most the square of `count`. All guesses with so many
          classes cost this or less: the search does not go on to find better ones among them.
        - If not, and the objective is another one, it is 0: no guesses cost so little, and the search goes on.
        """
        problem = self.problem
        count = problem.codes.count
        if problem.separable == count:
            return problem.cost(counts=count, largest=1, squares=count)
        if problem.objective == "classes":  # which ignores the largest class
            return problem.cost(counts=problem.separable, largest=1, squares=count * count)
        return 0

    @property
    def apart(self) -> bool:
        """Whether the guesses leave as many classes as all guesses together."""
        return len(self.problem.split(self.chosen).sizes) == self.problem.separable

    def add(self, count: int) -> Iterator[None]:
        """Add guesses until there are `count`, and set `cost`; nothing is added if there are as many already.

        Each time it is the guess that costs least together with the guesses so far if `greedy`, else one that is drawn
        from the `CHOICES` guesses that cost least. It yields after each guess.
        """
        while len(self.chosen) < count:
            costs = self.problem.weigh(self.problem.split(self.chosen))
            choices = 1 if self.greedy else CHOICES
            best = np.argsort(costs, kind="stable")[:choices]
            guess = int(self.random.choice(best))
            self.chosen.append(guess)
            self.cost = int(costs[guess])
            yield

    def weigh(self, chosen: list[int]) -> int:
        """Return the cost of a list of guesses, which is not empty."""
        return int(self.problem.weigh(self.problem.split(chosen[:-1]), np.array(chosen[-1:]))[0])

    def descend(self) -> Iterator[None]:
        """Exchange one guess after the other for the best that there is beside the rest, until no exchange helps.

        Guesses given stay. The others are looked at in random order: if the best guess in the place of one costs less
        than `cost`, which must be that of `chosen`, it takes that place; of equally good ones, one is drawn. Once one
        is exchanged, all others are looked at again. It ends earlier at `stop_cost`. It yields after each guess that it
        looked at, exchanged or not.
        """
        indices = range(len(self.problem.given), len(self.chosen))
        waiting = list(self.random.permutation(indices)) if indices else []
        while waiting and self.cost > self.stop_cost:
            index = waiting.pop()
            partition_without = self.problem.split(self.without(index))
            costs = self.problem.weigh(partition_without)  # with each guess in its place
            best = int(costs.min())
            if best < self.cost:
                best_guesses = np.flatnonzero(costs == best)
                self.chosen[index] = int(self.random.choice(best_guesses))
                self.cost = best
                waiting = [other for other in self.random.permutation(indices) if other != index]
            yield

    def without(self, index: int) -> list[int]:
        """Return the guesses but the one with this index among those chosen."""
        return self.chosen[:index] + self.chosen[index + 1 :]

    def disturb(self) -> Iterator[None]:
        """Exchange guesses for better ones (`descend`); then disturb them, and exchange again, many times.

        Each time, one to three of the guesses that are not given are replaced by random ones, and `descend` exchanges
        guesses from there. If they cost more than before the replacing, the guesses from before are taken up again; if
        as much, the new ones stay. It ends once the cost did not become lower `MAX_VAIN` times in a row, or at
        `stop_cost`; and at once if all guesses are given. It yields after each guess that `descend` looked at.
        """
        yield from self.descend()
        indices = np.arange(len(self.problem.given), len(self.chosen))  # guesses that are given stay
        vain = 0  # how often in a row the cost did not become lower
        while len(indices) > 0 and vain < MAX_VAIN and self.cost > self.stop_cost:
            chosen_before = list(self.chosen)
            cost_before = self.cost
            in_random_order = self.random.permutation(indices)
            replaced_count = self.random.integers(1, 4)  # 1, 2 or 3
            for index in in_random_order[:replaced_count]:
                self.chosen[index] = int(self.random.integers(len(self.problem.marks)))
            self.cost = self.weigh(self.chosen)
            yield from self.descend()
            vain = 0 if self.cost < cost_before else vain + 1
            if self.cost > cost_before:  # where the cost is the same, the new guesses stay: they may lead further
                self.chosen = chosen_before
                self.cost = cost_before

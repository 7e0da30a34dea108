"""Good fixed guesses, from many starts: guesses are added one by one, then exchanged for better ones.

This is iterated local search (H. R. Lourenço, O. C. Martin, T. Stützle, 2003), as `docs/static.md` describes it. The
words that this module uses in a sense of its own:

- a *class*: codes that get the same marks from all guesses; guesses make a *partition*, all its classes;
- the *cost* of a list of guesses: a number, the smaller the better the guesses are (`FixedProblem.cost`);
- *given*: guesses that are made in any case, the first ones of a list, which are never exchanged;
- *apart*: said of guesses that leave as many classes as all guesses of the game together;
- an *index* says where a guess stands among all guesses of the problem; a *slot*, where it stands in the list of those
  chosen;
- to *disturb* the guesses: to replace a few of them by random ones;
- a *step*: what is done up to a ``yield``. The caller may stop after each step.
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from mastermot.lab.static.fixed_guesses import FixedProblem

MAX_VAIN = 60  #: A start ends after so many disturbances in a row that did not lower the cost (`Start.disturb`).
CHOICES = 4  #: A guess to add is drawn from so many of the best guesses.


class Start:
    """One start of the search: a list of guesses, and the methods that make it better.

    `chosen` has the guesses so far, by their indices. `cost` is their cost, or 0 before the first step. To look for few
    guesses, call `reduce`. To look for the best list of a given number of guesses, call `add` and then `disturb`. These
    methods change `chosen` and `cost`, and yield after each step.
    """

    def __init__(self, problem: FixedProblem, seed: int, number: int) -> None:
        """Begin with the guesses given. The start with the `number` 0 always adds the best guess.

        The other starts draw the guess to add; with the same `seed` and `number`, they draw the same guesses.
        """
        self.problem = problem
        self.greedy = number == 0  #: Whether it always adds the best guess.
        self.random = np.random.default_rng([seed, number])
        self.chosen = list(problem.given)
        self.cost = 0

    def reduce(self) -> Iterator[None]:
        """Look for few guesses that are `apart`.

        The objective must be `classes`: then guesses cost `stop_cost` or less exactly if they are `apart`.

        1. Guesses are added until they are `apart`.
        2. One guess is left out, none that is given: the guess without which the others cost least. Then the others are
           exchanged for better ones (`disturb`).
        3. If the cost now is at most `stop_cost`, step 2 is done again, until one guess remains, or only those given.
        4. Otherwise the guesses before the last step 2 are taken back, and the search ends. `cost` is not that of
           `chosen` then: it is what the smaller list cost.

        It yields after each guess that is added, left out or looked at.
        """
        while not self.apart:
            yield from self.add(len(self.chosen) + 1)
        given = len(self.problem.given)
        while len(self.chosen) > max(1, given):
            enough = self.chosen
            one_less = [self.without(slot) for slot in range(given, len(enough))]
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

        - If all codes can be told apart, it is the cost of guesses that do so. They leave as many classes as there are
          codes, of one code each, and the sum of the squares is the number of codes. No guesses cost less.
        - If not, and the objective is `classes`, it is the highest cost that guesses with the most classes
          (`separable`) can have: the sum of squares, which breaks ties, is at most the square of the number of codes.
          All guesses that are `apart` cost this or less: the search does not go on to find the best of them.
        - If not, and the objective is another one, it is 0: no guesses cost so little, and the search goes on.
        """
        problem = self.problem
        count = problem.codes.count
        if problem.separable == count:
            return problem.cost(counts=count, largest=1, squares=count)
        if problem.objective == "classes":  # then the cost does not depend on the largest class
            return problem.cost(counts=problem.separable, largest=1, squares=count * count)
        return 0

    @property
    def apart(self) -> bool:
        """Whether the guesses chosen leave as many classes as all guesses of the game together."""
        return len(self.problem.split(self.chosen).sizes) == self.problem.separable

    def add(self, count: int) -> Iterator[None]:
        """Add guesses until there are `count`, and set `cost`; nothing is done if there are as many already.

        A `greedy` start adds the guess that costs least together with the guesses so far. Any other start draws one of
        the `CHOICES` guesses that cost least together with them. It yields after each guess.
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
        """Return the cost of a list of guesses, which must not be empty."""
        # `FixedProblem.weigh` returns the cost after one more guess: so the last guess is weighed beside the others
        *others, last = chosen
        costs = self.problem.weigh(self.problem.split(others), np.array([last]))
        return int(costs[0])

    def descend(self) -> Iterator[None]:
        """Exchange one guess after the other for the best guess beside the rest, until no exchange lowers the cost.

        Guesses given stay. The slots of the other guesses are looked at in random order. If the best guess in a slot
        lowers `cost`, it takes that slot; of equally good guesses, one is drawn. After an exchange, all other slots
        are looked at again. It ends earlier once `cost` is at most `stop_cost`. It yields after each slot that it
        looked at, whether the guess there was exchanged or not.

        Before the call, `cost` must be the cost of `chosen`.
        """
        slots = range(len(self.problem.given), len(self.chosen))
        waiting = list(self.random.permutation(slots)) if slots else []
        while waiting and self.cost > self.stop_cost:
            slot = waiting.pop()
            partition_without = self.problem.split(self.without(slot))
            costs = self.problem.weigh(partition_without)  # with each guess in this slot
            best = int(costs.min())
            if best < self.cost:
                best_guesses = np.flatnonzero(costs == best)
                self.chosen[slot] = int(self.random.choice(best_guesses))
                self.cost = best
                waiting = [other for other in self.random.permutation(slots) if other != slot]
            yield

    def without(self, slot: int) -> list[int]:
        """Return the guesses chosen, without the one in this slot."""
        return self.chosen[:slot] + self.chosen[slot + 1 :]

    def disturb(self) -> Iterator[None]:
        """Exchange guesses for better ones (`descend`); then disturb them, and exchange again, many times.

        To disturb the guesses, one to three of them, none that is given, are replaced by random ones. Then `descend`
        exchanges guesses. If they now cost more than before the disturbance, the guesses before it are taken back; if
        they cost as much, the new ones stay. It ends after `MAX_VAIN` disturbances in a row that did not lower the
        cost, or once `cost` is at most `stop_cost`, or at once if all guesses are given. It yields after each guess
        that `descend` looked at.
        """
        yield from self.descend()
        slots = np.arange(len(self.problem.given), len(self.chosen))  # guesses that are given stay
        vain = 0  # how many disturbances in a row did not lower the cost
        while len(slots) > 0 and vain < MAX_VAIN and self.cost > self.stop_cost:
            chosen_before = list(self.chosen)
            cost_before = self.cost
            in_random_order = self.random.permutation(slots)
            replaced_count = self.random.integers(1, 4)  # 1, 2 or 3
            for slot in in_random_order[:replaced_count]:
                self.chosen[slot] = int(self.random.integers(len(self.problem.marks)))
            self.cost = self.weigh(self.chosen)
            yield from self.descend()
            vain = 0 if self.cost < cost_before else vain + 1
            if self.cost > cost_before:  # where the cost is the same, the new guesses stay: they may lead further
                self.chosen = chosen_before
                self.cost = cost_before

"""Slow, obvious versions of what advice says: exact expected turns, both hard modes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from mastermot import Rule, Turn
from mastermot.game.hard_modes import HardMode


class Obvious:
    """The fewest expected turns, by trying every guess on every set of codes left."""

    def __init__(self, guesses: Sequence[str], rule: Rule) -> None:
        self.guesses = guesses
        self.rule = rule
        self.mark = cache(lambda guess, secret: rule.compare(guess, secret).text)
        self.fewest = cache(self._fewest)

    def classes(self, guess: str, left: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """Return the codes left by the marks that the guess would get."""
        found: dict[str, tuple[str, ...]] = {}
        for secret in left:
            marks = self.mark(guess, secret)
            found[marks] = (*found.get(marks, ()), secret)
        return found

    def total(self, guess: str, left: tuple[str, ...], most: int | None = None) -> int | None:
        """Return the turns in all with a guess played now, None when they are more than `most`."""
        classes = self.classes(guess, left)
        if len(classes) == 1 and left != (guess,):
            return None
        total = len(left)
        rests = [rest for rest in classes.values() if rest != (guess,)]
        least = {rest: 2 * len(rest) - 1 for rest in rests}
        for rest in rests:
            if most is not None and total + sum(least.values()) > most:
                return None
            del least[rest]
            total += self.fewest(rest)
        return total

    def _fewest(self, left: tuple[str, ...]) -> int:
        """Return the fewest turns in all."""
        if len(left) <= 2:
            return 2 * len(left) - 1
        best = None
        for guess in (*left, *self.guesses):
            total = self.total(guess, left, best)
            if total is not None and (best is None or total < best):
                best = total
            if best == 2 * len(left) - 1:
                break
        assert best is not None
        return best

    def turns(self, left: Sequence[str], guess: str | None = None) -> Fraction:
        """Return the expected turns at a position, with the best guess or with `guess` played now."""
        left = tuple(left)
        if guess is None:
            return Fraction(self.fewest(left), len(left))
        total = self.total(guess, left)
        return Fraction(self.fewest(left), len(left)) + 1 if total is None else Fraction(total, len(left))


def allowed_in_hard_mode(guess: str, history: Sequence[Turn], rule: Rule, mode: HardMode) -> bool:
    """Return whether a hard mode takes a guess."""
    for turn in history:
        if mode == "strict":
            if rule.compare(turn.guess, guess) != turn.marks:
                return False
            continue
        marked: dict[str, int] = {}
        for place, sign in enumerate(turn.marks.pattern):
            if sign == "X" and guess[place] != turn.guess[place]:
                return False
            if sign in "XO":
                marked[turn.guess[place]] = marked.get(turn.guess[place], 0) + 1
        if any(guess.count(letter) < copies for letter, copies in marked.items()):
            return False
    return True

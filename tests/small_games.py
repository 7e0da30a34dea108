"""Games of a few codes, and the slow, obvious exhaustive search that every search must agree with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache

from hypothesis import strategies as st

from mastermot import POSITIONAL, RULES, Rule


@st.composite
def small_games(draw: st.DrawFn, most_codes: int = 8, most_others: int = 6) -> tuple[Rule, list[str], list[str]]:
    """Draw a rule, codes, and guesses that begin with the codes."""
    rule = draw(st.sampled_from(list(RULES.values())))
    length = draw(st.integers(1, 4))
    texts = st.text("ABCDE"[: draw(st.integers(2, 5))], min_size=length, max_size=length)
    codes = draw(st.lists(texts, min_size=2, max_size=most_codes, unique=True))
    others = draw(st.lists(texts, max_size=most_others, unique=True))
    return rule, codes, list(dict.fromkeys((*codes, *others)))


def least_total(codes: Sequence[str], guesses: Sequence[str], rule: Rule, *, consistent: bool = False) -> int:
    """Return the fewest turns in all, trying every guess at every set of codes."""

    def split(guess: str, left: tuple[str, ...]) -> list[tuple[str, ...]]:
        classes = defaultdict(list)
        for code in left:
            classes[rule.mark(guess, code)].append(code)
        return [tuple(rest) for rest in classes.values()]

    @cache
    def best(left: tuple[str, ...]) -> int:
        if len(left) == 1:
            return 1
        totals = []
        for guess in left if consistent else guesses:
            classes = split(guess, left)
            if len(classes) > 1:
                totals.append(len(left) + sum(best(rest) for rest in classes if rest != (guess,)))
        return min(totals)

    return best(tuple(codes))


def least_hard_total(codes: Sequence[str], guesses: Sequence[str], rule: Rule) -> int:
    """Return the fewest turns in all when each guess, of a wider list, must agree with all marks so far."""

    @cache
    def best(left: tuple[str, ...], allowed: tuple[str, ...]) -> int:
        if len(left) == 1:
            return 1
        totals = []
        for guess in allowed:
            total = len(left)
            marks = {code: rule.mark(guess, code) for code in allowed}
            answers = {marks[code] for code in left if code != guess}
            if len(answers | {rule.mark(guess, guess)} if guess in left else answers) == 1:
                continue
            for answer in answers:
                rest = tuple(code for code in left if marks[code] == answer)
                total += best(rest, tuple(code for code in allowed if marks[code] == answer))
            totals.append(total)
        return min(totals)

    return best(tuple(codes), tuple(guesses))


def least_wordle_total(codes: Sequence[str], guesses: Sequence[str], opening: str | None = None) -> int:
    """Return the fewest turns in all in Wordle's hard mode, marks being by position; perhaps with a first guess."""

    @cache
    def best(left: tuple[str, ...], allowed: tuple[str, ...], first: str | None = None) -> int:
        if len(left) == 1 and first in (None, left[0]):
            return 1
        totals = []
        for guess in allowed if first is None else [first]:
            classes = defaultdict(list)
            for code in left:
                classes[POSITIONAL.mark(guess, code).pattern].append(code)
            if len(classes) == 1 and first is None:
                continue
            total = len(left)
            for pattern, rest in classes.items():
                if rest != [guess]:
                    total += best(tuple(rest), tuple(one for one in allowed if keeps(one, guess, pattern)))
            totals.append(total)
        return min(totals)

    return best(tuple(codes), tuple(guesses), opening)


def keeps(guess: str, before: str, pattern: str) -> bool:
    """Return whether a guess keeps the greens of another one, and has each letter as often as it was marked there."""
    for place, sign in enumerate(pattern):
        if sign == "X" and guess[place] != before[place]:
            return False
    marked = [letter for letter, sign in zip(before, pattern, strict=True) if sign != "."]
    return all(guess.count(letter) >= marked.count(letter) for letter in marked)


def least_cost(codes: Sequence[str], guesses: Sequence[str], rule: Rule, prices: Sequence[int]) -> int:
    """Return the least cost when a guess at turn d + 1 costs ``prices[d]`` for each code left."""

    @cache
    def best(left: tuple[str, ...], depth: int) -> int:
        if len(left) == 1:
            return prices[depth]
        costs = []
        for guess in guesses:
            classes = defaultdict(list)
            for code in left:
                classes[rule.mark(guess, code)].append(code)
            if len(classes) > 1:
                rest = sum(best(tuple(part), depth + 1) for part in classes.values() if part != [guess])
                costs.append(len(left) * prices[depth] + rest)
        return min(costs)

    return best(tuple(codes), 0)

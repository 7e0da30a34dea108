"""The independent check of explanations: every step against all strings of letters, by brute force.

Nothing of the engine is used, only the data of its steps. A string is a product of the letters possible, the letters
of a column that no cited clue shows there being tried as one of each sort that the claim tells apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product
from operator import eq

from mastermot import Clue, Explanation
from mastermot.puzzle.explain import Step


def hits(word: Sequence[str], clue: Clue) -> int:
    return sum(map(eq, word, clue.word))


def collapsed(clues: Sequence[Clue], columns: Sequence[str], told: Sequence[str]) -> list[str]:
    """Return the columns with one letter kept of those alike: shown by none of the clues, and alike in the claim."""
    result = []
    for position, letters in enumerate(columns):
        shown = {clue.word[position] for clue in clues}
        kept = [letter for letter in letters if letter in shown]
        rest = [letter for letter in letters if letter not in shown]
        kept += [letter for letter in rest if letter in told[position]][:1]
        kept += [letter for letter in rest if letter not in told[position]][:1]
        result.append("".join(kept))
    return result


def fitting(clues: Sequence[Clue], columns: Sequence[str]) -> Iterable[tuple[str, ...]]:
    return (word for word in product(*columns) if all(hits(word, clue) == clue.marks for clue in clues))


def claim_holds(step: Step, clues: Sequence[Clue], columns: Sequence[str]) -> bool:
    """Return whether every string of `columns` that satisfies `clues` agrees with what the step proves."""
    removed = {(letter.position - 1, letter.letter) for letter in step.removed}
    placed = {letter.position - 1: letter.letter for letter in step.placed}
    told = [
        placed[position] if position in placed else "".join(letter for i, letter in removed if i == position)
        for position in range(len(columns))
    ]
    for word in fitting(clues, collapsed(clues, columns, told)):
        if step.clash or any((position, letter) in removed for position, letter in enumerate(word)):
            return False
        if any(word[position] != letter for position, letter in placed.items()):
            return False
    return True


def cited_columns(columns: Sequence[str], facts: Iterable[tuple[int, str]]) -> list[str]:
    known = dict(facts)
    return [known.get(position, column) for position, column in enumerate(columns, start=1)]


def rules_something_out(clues: Sequence[Clue], columns: Sequence[str]) -> bool:
    """Return whether some letter of `columns` is in no string that satisfies `clues`."""
    return has_letter_without_string(tuple(clues), tuple(collapsed(clues, columns, [""] * len(columns))))


@lru_cache(10_000)
def has_letter_without_string(clues: tuple[Clue, ...], columns: tuple[str, ...]) -> bool:
    unseen = {(position, letter) for position, letters in enumerate(columns) for letter in letters}
    for word in fitting(clues, columns):
        unseen.difference_update(enumerate(word))
        if not unseen:
            return False
    return True


def check(explanation: Explanation, smaller: bool = True) -> None:
    """Check all steps: state, validity, that nothing cited could be left out, and that no fewer clues would do."""
    now = list(explanation.columns)
    for step in explanation.steps:
        where = f"{step.kind} {[str(clue) for clue in step.clues]} {step.facts}"
        assert list(step.before) == now, where
        assert all(fact.letters == now[fact.position - 1] for fact in step.facts), where
        facts = [(fact.position, fact.letters) for fact in step.facts]
        assert claim_holds(step, step.clues, cited_columns(explanation.columns, facts)), f"false: {where}"
        for index in range(len(facts)):
            fewer = facts[:index] + facts[index + 1 :]
            columns = cited_columns(explanation.columns, fewer)
            assert not claim_holds(step, step.clues, columns), f"fact {facts[index]} not needed: {where}"
        for clue in step.clues:
            rest = [other for other in step.clues if other is not clue]
            columns = cited_columns(explanation.columns, facts)
            assert not claim_holds(step, rest, columns), f"clue {clue} not needed: {where}"
        if smaller:
            for clues in combinations(explanation.clues, len(step.clues) - 1):
                assert not rules_something_out(clues, now), f"{[str(c) for c in clues]} would do: {where}"
        advance(now, step)
    assert tuple(now) == explanation.domains


def advance(now: list[str], step: Step) -> None:
    """Take the letters that the step rules out from `now`, and check what it says of them."""
    assert step.clash or step.removed
    for one in step.removed:
        assert one.letter in now[one.position - 1]
        now[one.position - 1] = now[one.position - 1].replace(one.letter, "")
    filled = {position: letters for position, letters in enumerate(now, start=1) if len(letters) == 1}
    before = {position: letters for position, letters in enumerate(step.before, start=1) if len(letters) == 1}
    assert {letter.position: letter.letter for letter in step.placed} == {
        position: letters for position, letters in filled.items() if position not in before
    }
    assert list(step.after) == now

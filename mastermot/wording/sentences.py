"""The sentences of steps: of sums, of cases, and of the techniques that have one of their own.

A step comes as data; here it is put into words, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from mastermot.explain.cases import MAX_CASES
from mastermot.explain.deductions import REMAINDER
from mastermot.explain.model import FULL, NEEDED, OVER, Atom, Case, Link, Step
from mastermot.locale import gettext as _
from mastermot.locale import ngettext
from mastermot.puzzles.clues import Clue
from mastermot.wording.numbers import write_number
from mastermot.wording.phrases import (
    capitalize,
    group_by_position,
    join_all,
    name_conclusion,
    name_each,
    name_letters_at,
    name_marks,
    name_position,
    name_supposition,
    quote,
    quote_all,
)

MANY = 5
"""Clues from which on a step that weighs them shows its sum position by position."""
MAX_TOLD = 12
"""Cases told one by one; of more, only the number is told."""


class StepView:
    """A step with what its sentences share."""

    def __init__(self, step: Step) -> None:
        self.step, self.clues = step, step.clues
        self.signs, self.tops, self.best = step.argument.signs, step.argument.tops, step.argument.best
        self.wanted = sum(sign * clue.marks for sign, clue in zip(self.signs, self.clues, strict=False))
        self.removed: frozenset[Atom] = frozenset((letter.position - 1, letter.letter) for letter in step.removed)
        self.placed = {letter.position - 1: letter.letter for letter in step.placed}
        self.conclusion = name_conclusion(self.removed, self.placed, step.after)
        self.conclusion_sentence = capitalize(self.conclusion) + "."

    @property
    def supposition(self) -> str:
        """What is supposed against the conclusion, as the beginning of a sentence."""
        return capitalize(name_supposition(self.removed, self.placed))


# --- one clue --------------------------------------------------------------------------------------------------


def tell_without_marks(view: StepView) -> str:
    """Return what a clue without marks shows."""
    if view.step.clash:
        text = _("{clue} should have no letter in its position, and it has one.")
    elif view.placed:
        text = _("{clue}: none of its letters is in its position, so {conclusion}.")
    else:
        text = _("{clue}: none of its letters is in its position.")
    return text.format(clue=quote(view.clues[0]), conclusion=name_conclusion(frozenset(), view.placed, view.step.after))


def tell_satisfied(view: StepView) -> str:
    """Return what a clue that has its marks shows."""
    clue = view.clues[0]
    certain = [(i, letter) for i, letter in enumerate(clue.word) if view.step.start[i] == letter]
    names = {"clue": quote(clue), "marks": name_marks(clue), "letters": join_all(name_each(certain))}
    if view.step.clash:
        return _("{clue} would have more than {marks}: {letters}.").format(**names)
    return _("{clue} gets {marks} from {letters}, so {conclusion}.").format(conclusion=view.conclusion, **names)


def tell_needed(view: StepView) -> str:
    """Return what a clue that needs all it can get shows."""
    clue = view.clues[0]
    if view.step.clash:
        return _("{clue} can no longer have {marks}.").format(clue=quote(clue), marks=name_marks(clue))
    if clue.marks == len(clue.word):
        return _("{clue}: all its letters are in their position.").format(clue=quote(clue))
    possible = [(i, letter) for i, letter in enumerate(clue.word) if letter in view.step.before[i]]
    text = ngettext(
        "Only {letters} can still give {clue} {marks}, so {conclusion}.",
        "Only {letters} can still give {clue} {marks}, so {conclusion}.",
        len(possible),
    )
    return text.format(
        letters=join_all(name_each(possible)), clue=quote(clue), marks=name_marks(clue), conclusion=view.conclusion
    )


# --- sums of marks ---------------------------------------------------------------------------------------------


def tell_comparison(view: StepView) -> str:
    """Return what the difference of two clues shows."""
    more, less = (clue for _sign, clue in sorted(zip(view.signs, view.clues, strict=True), key=lambda pair: -pair[0]))
    difference, most = view.wanted, sum(view.best)
    names = {"more": quote(more), "less": quote(less)}
    if view.step.clash:
        return _tell_clashing_sums(names, difference, most)
    if difference > 0 and most < difference and _places_whole_difference(view, more, difference):
        return _tell_whole_difference(view, more, less, names)
    names["letters"] = view.supposition
    if difference > 0:
        text = ngettext(
            "{letters}, {more} could not have one more mark than {less}.",
            "{letters}, {more} could not have {count} more marks than {less}.",
            difference,
        ).format(count=difference, **names)
    elif difference == 0:
        text = _("{letters}, {less} would have more marks than {more}; both have the same number.").format(**names)
    else:
        text = ngettext(
            "{letters}, {less} would have at least {least} more marks than {more}; it has only one more.",
            "{letters}, {less} would have at least {least} more marks than {more}; it has only {count} more.",
            -difference,
        ).format(least=-most, count=-difference, **names)
    return f"{text} {view.conclusion_sentence}"


def _places_whole_difference(view: StepView, more: Clue, difference: int) -> bool:
    """Return whether the letters of `more` that the step places are all that can make the difference."""
    gains = [position for position, top in enumerate(view.tops) if top > 0]
    losses = any(top < 0 for top in view.tops)
    return not losses and len(gains) == difference and all(view.placed.get(i) == more.word[i] for i in gains)


def _tell_whole_difference(view: StepView, more: Clue, less: Clue, names: dict[str, str]) -> str:
    gains = [position for position, top in enumerate(view.tops) if top > 0]
    letters = join_all(name_each((position, more.word[position]) for position in gains))
    placed = {position: letter for position, letter in view.placed.items() if position not in gains}
    others = frozenset(atom for atom in view.removed if atom[0] not in gains)
    rest = f" {capitalize(name_conclusion(others, placed, view.step.after))}." if others else ""
    differing = [i for i, (a, b) in enumerate(zip(more.word, less.word, strict=True)) if a != b]
    if len(differing) == 1:
        text = _("{more} and {less} differ only {position}; the extra mark of {more} can only come from {letters}.")
        return text.format(position=name_position(differing[0]), letters=letters, **names) + rest
    text = ngettext(
        "Apart from the letters they share, only {letters} can give {more} the extra mark it has over {less}.",
        "Apart from the letters they share, only {letters} can give {more} the {count} extra marks it has over {less}.",
        len(gains),
    )
    return text.format(letters=letters, count=len(gains), **names) + rest


def _tell_clashing_sums(names: dict[str, str], wanted: int, most: int) -> str:
    """Return that the marks of some clues minus those of others should be `wanted` and are `most` at most."""
    if most >= 0:
        text = _("The marks of {more} minus those of {less} should be {wanted}, but are at most {best}.")
    elif wanted <= 0:
        text = _("The marks of {less} minus those of {more} should be {wanted}, but are at least {best}.")
    else:
        text = _(
            "The marks of {less} should be {wanted} fewer than those of {more}, but exceed them by at least {best}."
        )
    return text.format(wanted=abs(wanted), best=abs(most), **names)


def tell_count(view: StepView) -> str:
    """Return what the marks of several clues, added, show."""
    total, most = abs(view.wanted), sum(view.best)
    sums = write_sum([abs(top) for top in view.tops])
    names = {"clues": quote_all(view.clues), "total": total, "sums": sums, "best": abs(most)}
    upper = view.signs[0] > 0
    if view.step.clash:
        if upper:
            text = _("{clues} have {total} marks in all, but the positions can give at most {sums}.")
        else:
            text = _("{clues} have {total} marks in all, but the positions give at least {sums}.")
        return text.format(**names)
    if upper:
        text = _(
            "{clues} have {total} marks in all; the positions can give at most {sums}. "
            "{letters}, there would be at most {best}."
        )
    else:
        text = _(
            "{clues} have {total} marks in all; the positions give at least {sums}. "
            "{letters}, there would be at least {best}."
        )
    return f"{text.format(letters=view.supposition, **names)} {view.conclusion_sentence}"


def tell_weighing(view: StepView) -> str:
    """Return what clues weighed against others show."""
    pairs = list(zip(view.signs, view.clues, strict=True))
    wanted, most = view.wanted, sum(view.best)
    names = {
        "more": quote_all(clue for sign, clue in pairs if sign > 0),
        "less": quote_all(clue for sign, clue in pairs if sign < 0),
    }
    if view.step.clash:
        return f"{_tell_clashing_sums(names, wanted, most)} {_tell_each_position(view)}".strip()
    if most >= 0:
        text = _("{letters}, the marks of {more} minus those of {less} would be at most {best}; they are {wanted}.")
    elif wanted <= 0:
        text = _("{letters}, the marks of {less} minus those of {more} would be at least {best}; they are {wanted}.")
    else:
        text = _(
            "{letters}, the marks of {less} would exceed those of {more} by at least {best}; they are {wanted} fewer."
        )
    text = text.format(letters=view.supposition, wanted=abs(wanted), best=abs(most), **names)
    return " ".join(part for part in (text, _tell_each_position(view), view.conclusion_sentence) if part)


def _tell_each_position(view: StepView) -> str:
    """Return the sum of a step position by position, where it weighs many clues; empty otherwise."""
    if len(view.clues) < MANY:
        return ""
    if sum(view.best) >= 0:
        return _("Position by position, that is at most {sums}.").format(sums=write_sum(view.best))
    if view.wanted <= 0:
        text = _("Position by position, that is at least {sums}.")
    else:
        text = _("Position by position, the excess is at least {sums}.")
    return text.format(sums=write_sum([-value for value in view.best]))


def write_sum(values: Sequence[int]) -> str:
    """Return "1 + 0 - 1", with the true minus sign; zero first where the first number is below zero."""
    signed = [*([0] if values[0] < 0 else []), *values]
    return str(signed[0]) + "".join(f" {'−' if value < 0 else '+'} {abs(value)}" for value in signed[1:])


# --- cases -----------------------------------------------------------------------------------------------------


def tell_cases(view: StepView) -> str:
    """Return what is shown by cases: one in a sentence, several in numbered lines; of many, only the number."""
    cases = view.step.argument.cases
    ends = sum(case.leaves for case in cases)
    if not cases or ends > MAX_TOLD:
        return _tell_many_cases(view, ends)
    lines = list(list_cases(cases, view.step.all_clues))
    if len(lines) == 1:
        text = lines[0][1]
    else:
        text = "\n".join(f"{'.'.join(map(str, number))}) {line}" for number, line in lines) + "\n"
    if view.step.clash:
        return text + (_("No case is left.") if len(lines) > 1 else "")
    end = view.conclusion_sentence
    if view.step.kind == "cases":
        end = _("In all the cases that are left, {conclusion}.").format(conclusion=view.conclusion)
    return text + end if len(lines) > 1 else f"{text} {end}"


def _tell_many_cases(view: StepView, count: int) -> str:
    """Return that all cases are impossible; `count` is 0 when they were too many to be kept."""
    if count:
        text = _("{letters}, {clues} leave {count} cases, and each of them contradicts one of these clues.")
    else:
        text = _("{letters}, {clues} leave more than {count} cases, and each of them contradicts one of these clues.")
    letters = _("Whatever is tried") if view.step.clash else view.supposition
    text = text.format(letters=letters, clues=quote_all(view.clues), count=write_number(count or MAX_CASES))
    return text if view.step.clash else f"{text} {view.conclusion_sentence}"


def list_cases(
    cases: Iterable[Case], clues: tuple[Clue, ...], above: tuple[str, ...] = (), number: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield the number and the sentence of each case, those within after it: all that is supposed, what follows.

    A case that shows nothing by itself has no line: those within take its place.
    """
    last = 0
    for case in cases:
        supposed = above
        if case.position >= 0:
            supposed = (*above, name_letters_at(case.letters, case.position))
        if case.links or not case.cases:
            last += 1
            yield (*number, last), tell_case(case, supposed, clues)
            yield from list_cases(case.cases, clues, supposed, (*number, last))
        else:
            for inner, sentence in list_cases(case.cases, clues, supposed, ()):
                yield (*number, last + inner[0], *inner[1:]), sentence
                top = inner[0]
            last += top


def tell_case(case: Case, supposed: Sequence[str], clues: tuple[Clue, ...]) -> str:
    """Return the sentence of a case: what is supposed, and what follows."""
    links = [tell_link(link, clues) for link in case.links] or [_("nothing more is needed")]
    text = _(", then ").join(links)
    if supposed:
        letters = _("with {letter}").format(letter=join_all(supposed))
        text = _("{letters}, {result}").format(letters=letters, result=text)
    return capitalize(text) + "."


def tell_link(link: Link, clues: tuple[Clue, ...]) -> str:
    """Return one inference of a chain."""
    clue = clues[link.clue]
    names = {"clue": quote(clue), "marks": name_marks(clue)}
    if link.why == FULL:
        letters = join_all(name_each(link.removed))
        return _("{clue} would have {marks}, which rules out {letters}").format(letters=letters, **names)
    if link.why == NEEDED:
        needed = [(position, clue.word[position]) for position in group_by_position(link.removed)]
        return _("{clue} would need {letters}").format(letters=join_all(name_each(needed)), **names)
    if link.why == OVER:
        return _("{clue} would have too many marks").format(**names)
    return _("{clue} could not have {marks}").format(**names)


# --- the last resort -------------------------------------------------------------------------------------------


def tell_remainder(view: StepView) -> str:
    """Return what is left once everything was tried, and what was not searched before."""
    if view.step.clash:
        text = _("All combinations of letters were tried: {clues} cannot all be true.")
    else:
        text = _("All combinations of letters were tried: {clues} allow nothing else.")
    parts = [text.format(clues=quote_all(view.clues))]
    if not view.step.clash:
        parts.append(view.conclusion_sentence)
    return " ".join([*parts, tell_not_searched(view.step.searched)]).strip()


def tell_not_searched(searched: int | None) -> str:
    """Return what was not searched on a large puzzle before everything was tried at once; empty when all was."""
    if searched is None:
        return ""
    if searched == 0:
        return _("Simpler steps were not looked for: the puzzle is too large.")
    return ngettext(
        "Clues were tried one by one only: there may be simpler steps than this one.",
        "Sets of up to {count} clues were all tried, but no larger ones: there may be simpler steps than this one.",
        searched,
    ).format(count=searched)


def find_teller(step: Step) -> Callable[[StepView], str]:
    """Return what tells a step: the sentence of its technique, else that of all sums or of all cases."""
    signs = step.argument.signs
    return TELLERS.get(step.kind) or ((tell_count if len(set(signs)) == 1 else tell_weighing) if signs else tell_cases)


TELLERS = {
    "nothing": tell_without_marks,
    "satisfied": tell_satisfied,
    "needed": tell_needed,
    "compare": tell_comparison,
    REMAINDER: tell_remainder,
}
"""What tells the steps of the techniques that have a sentence of their own."""
SELF_CONTAINED = ("nothing", "satisfied", "needed")
"""The techniques whose sentence names the facts that it uses."""

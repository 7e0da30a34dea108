"""Steps told in the reader's language: the one place where the explained solver becomes words.

It stands here, not in ``cli``, because the command and the web page tell steps with the same words; it knows nothing of
either. All texts go through the catalogue.
"""

from __future__ import annotations

from mastermot.errors import N_
from mastermot.explain.board import OTHER, Atom
from mastermot.explain.chains import FULL, NEEDED, OVER, Link
from mastermot.explain.explanation import Explanation, Fact, Step, explain
from mastermot.explain.grade import Grade, grade_answer
from mastermot.explain.techniques import MOST_CASES, Case
from mastermot.locale import gettext as _
from mastermot.locale import ngettext
from mastermot.puzzles.clues import Clue
from mastermot.puzzles.prefixes import DEFAULT_LIMIT, Answer
from mastermot.wording.phrases import (
    all_of,
    by_place,
    capital,
    concluded,
    each_placed,
    its_marks,
    named,
    one_of,
    place,
    placed,
    quoted,
    quoted_all,
    supposing,
)

MOST_TOLD = 12
"""Cases told one by one; of more, only the number is told."""
IN_CASES = ("contradiction", "cases", "exhaustion", "remainder")
"""The kinds of steps that are shown by cases."""

KIND_NAMES = {
    "nothing": N_("a clue without marks"),
    "satisfied": N_("a clue that has its marks"),
    "needed": N_("a clue that needs all it can get"),
    "compare": N_("comparing"),
    "count": N_("counting marks"),
    "weigh": N_("weighing clues against others"),
    "contradiction": N_("contradiction"),
    "cases": N_("cases"),
    "exhaustion": N_("cases within cases"),
    "remainder": N_("trying everything"),
}


class _Told:
    """A step with what its sentences share."""

    def __init__(self, explanation: Explanation, step: Step) -> None:
        self.all = explanation.clues
        self.columns = explanation.columns
        self.searched = explanation.searched
        self.step = step
        self.removed: frozenset[Atom] = frozenset((one.position - 1, one.letter) for one in step.removed)
        self.filled = {one.position - 1: one.letter for one in step.placed}

    def conclusion(self) -> str:
        return capital(concluded(self.removed, self.filled, self.step.after)) + "."

    def supposition(self) -> str:
        return capital(supposing(self.removed, self.filled))

    def tops(self, signs: tuple[int, ...]) -> list[int]:
        """Return the most that each place can bring to the signed sum of marks."""
        return [
            max(self.value(position, letter, signs) for letter in letters)
            for position, letters in enumerate(self.step.start)
        ]

    def value(self, position: int, letter: str, signs: tuple[int, ...]) -> int:
        return sum(sign * (clue.word[position] == letter) for sign, clue in zip(signs, self.step.clues, strict=True))

    def best(self, signs: tuple[int, ...]) -> int:
        """Return the most that the signed sum could be against the conclusion (for a clash, at all)."""
        tops = self.tops(signs)
        goals = set(self.removed)
        for position, letter in self.filled.items():
            goals |= {(position, other) for other in self.step.start[position] if other != letter}
        losses = [tops[position] - self.value(position, letter, signs) for position, letter in goals]
        return sum(tops) - min(losses, default=0)


def sentence(explanation: Explanation, step: Step) -> str:
    """Return a step told in full: what it looks at, why, and what follows."""
    told = _Told(explanation, step)
    text = _TELLERS[step.kind](told)
    facts = "" if step.kind in ("nothing", "satisfied", "needed") else known(told)
    return f"{text} {facts}".strip()


def known(told: _Told) -> str:
    """Return the facts that a step uses, in brackets."""
    if not told.step.facts:
        return ""
    facts = [fact_text(fact, told.step.clues, told.columns[fact.position - 1]) for fact in told.step.facts]
    return _("(Known: {facts}.)").format(facts=all_facts(facts))


def all_facts(facts: list[str]) -> str:
    """Return facts one after another, an empty text for none."""
    if len(facts) < 2:
        return "".join(facts)
    return _("{first}; {rest}").format(first=facts[0], rest=all_facts(facts[1:]))


def fact_text(fact: Fact, clues: tuple[Clue, ...], column: str) -> str:
    """Return a fact as a step uses it: the letter placed, those left, or those ruled out that its clues show."""
    position = fact.position - 1
    shown = {clue.word[position] for clue in clues}
    unseen = set(column) - shown
    out = [letter for letter in column if letter in shown and letter not in fact.letters]
    if len(fact.letters) == 1 or not out or (unseen and not unseen & set(fact.letters)):
        return placed(fact.letters, position)
    letters = all_of([named(letter) for letter in out])
    return ngettext("{letters} ruled out {place}", "{letters} ruled out {place}", len(out)).format(
        letters=letters, place=place(position)
    )


def _nothing(told: _Told) -> str:
    clue = told.step.clues[0]
    if told.step.clash:
        return _("{clue} should have no letter in place, and it has one.").format(clue=quoted(clue))
    return _("{clue}: none of its letters is in its place.").format(clue=quoted(clue))


def _satisfied(told: _Told) -> str:
    clue = told.step.clues[0]
    sure = [(i, letter) for i, letter in enumerate(clue.word) if told.step.start[i] == letter]
    if told.step.clash:
        return _("{clue} would have more than {marks}: {letters}.").format(
            clue=quoted(clue), marks=its_marks(clue), letters=all_of(each_placed(sure))
        )
    return _("{clue} has {marks} with {letters}: {conclusion}.").format(
        clue=quoted(clue),
        marks=its_marks(clue),
        letters=all_of(each_placed(sure)),
        conclusion=concluded(told.removed, told.filled, told.step.after),
    )


def _needed(told: _Told) -> str:
    clue = told.step.clues[0]
    if told.step.clash:
        return _("{clue} can no longer have {marks}.").format(clue=quoted(clue), marks=its_marks(clue))
    if clue.marks == len(clue.word):
        return _("{clue} has all its letters in place.").format(clue=quoted(clue))
    could = [(i, letter) for i, letter in enumerate(clue.word) if letter in told.step.before[i]]
    return ngettext(
        "Only {letters} can still give {clue} {marks}: {conclusion}.",
        "Only {letters} can still give {clue} {marks}: {conclusion}.",
        len(could),
    ).format(
        letters=all_of(each_placed(could)),
        clue=quoted(clue),
        marks=its_marks(clue),
        conclusion=concluded(told.removed, told.filled, told.step.after),
    )


def _compare(told: _Told) -> str:
    signs = told.step.argument.signs
    more, less = sorted(told.step.clues, key=lambda clue: -signs[told.step.clues.index(clue)])
    difference, best = more.marks - less.marks, told.best(signs)
    names = {"more": quoted(more), "less": quoted(less)}
    if told.step.clash:
        return _clashing_sums(names, difference, best)
    if difference > 0 and best < difference and _fills_all(told, more, signs, difference):
        return _difference_filled(told, more, less, names, difference)
    names["letters"] = told.supposition()
    if difference > 0:
        text = ngettext(
            "{letters}, {more} could not have one mark more than {less}.",
            "{letters}, {more} could not have {count} marks more than {less}.",
            difference,
        ).format(count=difference, **names)
    elif difference == 0:
        text = _("{letters}, {less} would have more marks than {more}; they have as many.").format(**names)
    else:
        text = ngettext(
            "{letters}, {less} would have at least {least} marks more than {more}; it has one more.",
            "{letters}, {less} would have at least {least} marks more than {more}; it has {count} more.",
            -difference,
        ).format(least=-best, count=-difference, **names)
    return f"{text} {told.conclusion()}"


def _fills_all(told: _Told, more: Clue, signs: tuple[int, ...], difference: int) -> bool:
    """Return whether the letters of `more` that the step places are all that can make the difference."""
    gains = [position for position, top in enumerate(told.tops(signs)) if top > 0]
    losses = any(top < 0 for top in told.tops(signs))
    return not losses and len(gains) == difference and all(told.filled.get(i) == more.word[i] for i in gains)


def _difference_filled(told: _Told, more: Clue, less: Clue, names: dict[str, str], difference: int) -> str:
    differing = [i for i, (a, b) in enumerate(zip(more.word, less.word, strict=True)) if a != b]
    letters = all_of(each_placed((i, more.word[i]) for i in told.filled))
    others = frozenset(atom for atom in told.removed if atom[0] not in told.filled)
    rest = f" {capital(concluded(others, {}, told.step.after))}." if others else ""
    if len(differing) == 1:
        text = ngettext(
            "{more} and {less} differ {place} only; the extra mark of {more} can only come from {letters}.",
            "{more} and {less} differ {place} only; the extra mark of {more} can only come from {letters}.",
            1,
        )
        return text.format(place=place(differing[0]), letters=letters, **names) + rest
    text = ngettext(
        "Their common letters apart, only {letters} can give {more} the mark it has more than {less}.",
        "Their common letters apart, only {letters} can give {more} the {count} marks it has more than {less}.",
        difference,
    )
    return text.format(letters=letters, count=difference, **names) + rest


def _clashing_sums(names: dict[str, str], wanted: int, best: int) -> str:
    """Return that the marks of some clues less those of others make `wanted` and cannot make more than `best`."""
    if best >= 0:
        text = _("The marks of {more} less those of {less} should make {wanted}, but can make {best} at most.")
    elif wanted <= 0:
        text = _("The marks of {less} less those of {more} should make {wanted}, but make {best} at least.")
    else:
        text = _(
            "The marks of {less} should be {wanted} fewer than those of {more}, but exceed them by {best} at least."
        )
    return text.format(wanted=abs(wanted), best=abs(best), **names)


def _count(told: _Told) -> str:
    signs = told.step.argument.signs
    clues, total, best = told.step.clues, sum(clue.marks for clue in told.step.clues), told.best(signs)
    tops = " + ".join(str(abs(top)) for top in told.tops(signs))
    names = {"clues": quoted_all(clues), "total": total, "places": tops, "best": abs(best)}
    if told.step.clash:
        if signs[0] > 0:
            text = _("{clues} have {total} marks together, and the places can give {places} at most.")
        else:
            text = _("{clues} have {total} marks together, and the places give {places} at least.")
        return text.format(**names)
    if signs[0] > 0:
        text = _(
            "{clues} have {total} marks together; the places can give {places} at most. "
            "{letters}, there would be {best} at most."
        )
    else:
        text = _(
            "{clues} have {total} marks together; the places give {places} at least. "
            "{letters}, there would be {best} at least."
        )
    return f"{text.format(letters=told.supposition(), **names)} {told.conclusion()}"


def _weigh(told: _Told) -> str:
    signs = told.step.argument.signs
    pairs = list(zip(signs, told.step.clues, strict=True))
    wanted, best = sum(sign * clue.marks for sign, clue in pairs), told.best(signs)
    names = {
        "more": quoted_all(clue for sign, clue in pairs if sign > 0),
        "less": quoted_all(clue for sign, clue in pairs if sign < 0),
    }
    if told.step.clash:
        return _clashing_sums(names, wanted, best)
    if best >= 0:
        text = _("{letters}, the marks of {more} less those of {less} would make {best} at most; they make {wanted}.")
    elif wanted <= 0:
        text = _("{letters}, the marks of {less} less those of {more} would make {best} at least; they make {wanted}.")
    else:
        text = _(
            "{letters}, the marks of {less} would exceed those of {more} by {best} at least; they are {wanted} fewer."
        )
    text = text.format(letters=told.supposition(), wanted=abs(wanted), best=abs(best), **names)
    return f"{text} {told.conclusion()}"


def _cases(told: _Told) -> str:
    cases = told.step.argument.cases
    ends = sum(case.leaves for case in cases)
    if not cases or ends > MOST_TOLD:
        return _too_many(told, ends)
    if len(cases) == 1 and cases[0].position < 0 and not cases[0].links:
        cases = cases[0].cases
    text = " ".join(capital(case_text(case, told.all)) + "." for case in cases)
    if told.step.clash:
        return text
    if told.step.kind == "cases":
        ending = _("In all the cases that are left: {conclusion}.")
        return f"{text} {ending.format(conclusion=concluded(told.removed, told.filled, told.step.after))}"
    return f"{text} {told.conclusion()}"


def _too_many(told: _Told, count: int) -> str:
    """Return that all cases are impossible; `count` is 0 when they were too many to be kept."""
    if count:
        text = _("{letters}, {clues} leave {count} cases, each of which breaks one of these clues.")
    else:
        text = _("{letters}, {clues} leave more than {count} cases, each of which breaks one of these clues.")
    letters = _("Whatever is tried") if told.step.clash else told.supposition()
    text = text.format(letters=letters, clues=quoted_all(told.step.clues), count=count or MOST_CASES)
    return text if told.step.clash else f"{text} {told.conclusion()}"


def case_text(case: Case, clues: tuple[Clue, ...]) -> str:
    """Return a case: what is supposed, what follows, and the cases within."""
    parts = [link_text(link, clues) for link in case.links]
    then = _(", then ").join(parts)
    if case.position >= 0:
        supposed = _("with {letter}").format(letter=placed(case.letters, case.position))
        then = f"{supposed}, {then}" if then else supposed
    within = all_facts([case_text(one, clues) for one in case.cases])
    return f"{then} ({within})".lstrip() if within else then


def link_text(link: Link, clues: tuple[Clue, ...]) -> str:
    """Return one inference of a chain."""
    clue = clues[link.clue]
    names = {"clue": quoted(clue), "marks": its_marks(clue)}
    if link.why == FULL:
        return _("{clue} would have {marks}, without {letters}").format(
            letters=one_of(each_placed(link.removed)), **names
        )
    if link.why == NEEDED:
        filled = [(position, clue.word[position]) for position in by_place(link.removed)]
        return _("{clue} would need {letters}").format(letters=all_of(each_placed(filled)), **names)
    if link.why == OVER:
        return _("{clue} would have too many marks").format(**names)
    return _("{clue} could not have {marks}").format(**names)


def _remainder(told: _Told) -> str:
    if told.step.clash:
        text = _("With everything tried, {clues} cannot hold together.")
    else:
        text = _("With everything tried, {clues} leave nothing else.")
    parts = [text.format(clues=quoted_all(told.step.clues))]
    if not told.step.clash:
        parts.append(told.conclusion())
    return " ".join([*parts, not_searched(told.searched)]).strip()


def not_searched(searched: int | None) -> str:
    """Return what was not searched on a large puzzle before everything was tried at once; empty when all was."""
    if searched is None:
        return ""
    if searched == 0:
        return _("Simpler steps were not looked for: the puzzle is too large.")
    return ngettext(
        "Clues were tried one by one only: simpler steps than this one may exist.",
        "Sets of up to {count} clues were all tried, larger ones were not: simpler steps than this one may exist.",
        searched,
    ).format(count=searched)


_TELLERS = {
    "nothing": _nothing,
    "satisfied": _satisfied,
    "needed": _needed,
    "compare": _compare,
    "count": _count,
    "weigh": _weigh,
    "contradiction": _cases,
    "cases": _cases,
    "exhaustion": _cases,
    "remainder": _remainder,
}


def hints(explanation: Explanation, step: Step) -> tuple[str, str, str]:
    """Return three hints to a step, in rising order: which clues to look at, what they show, the step."""
    look = ngettext("Look at {clues}.", "Look at {clues} together.", len(step.clues)).format(
        clues=quoted_all(step.clues)
    )
    return look, shown(step), sentence(explanation, step)


def shown(step: Step) -> str:
    """Return what a step shows, without saying which letters."""
    if step.clash:
        return ngettext("It cannot hold.", "They cannot hold together.", len(step.clues))
    if step.placed:
        places = all_of([place(one.position - 1) for one in step.placed])
        return ngettext("That gives the letter {places}.", "That gives the letters {places}.", len(step.placed)).format(
            places=places
        )
    positions = sorted({one.position - 1 for one in step.removed})
    if len(positions) == len(step.after):
        return _("That rules something out in every place.")
    return _("That rules something out {places}.").format(places=all_of([place(position) for position in positions]))


def beginning(explanation: Explanation) -> str:
    """Return what is known before the first step, where it needs saying; empty otherwise."""
    if explanation.open:
        return _(
            "No word made of the letters shown in each column fits: here other letters ({sign}) are allowed."
        ).format(sign=OTHER)
    alone = [(i, letters) for i, letters in enumerate(explanation.columns) if len(letters) == 1]
    if not alone:
        return ""
    return _("From the start, no other letter than {letters} is shown.").format(letters=all_of(each_placed(alone)))


def ending(answer: Answer) -> str:
    """Return how an explanation ends: the word, how many strings logic leaves, or which clues clash."""
    known_words = [solution for solution in answer.solutions if solution.known]
    count = len(answer.solutions)
    if count == 1:
        return _("The word is {word}.").format(word=answer.solutions[0].word)
    if count > 1:
        text = _("Logic goes no further: {count} strings of letters fit every clue.").format(count=count)
        if not known_words:
            return text + " " + _("None is in the dictionary {name}.").format(name=answer.dictionary)
        words = all_of([solution.word for solution in known_words])
        told = ngettext(
            "In the dictionary {name}, only {words} is a word.",
            "In the dictionary {name}, {words} are words.",
            len(known_words),
        )
        return f"{text} {told.format(name=answer.dictionary, words=words)}"
    return ""


def grade_text(given: Grade) -> str:
    """Return the difficulty in one sentence."""
    text = ngettext(
        "Difficulty {level} of 5 (hardest: {kind}, {count} clue; sum: {effort}).",
        "Difficulty {level} of 5 (hardest: {kind}, {count} clues; sum: {effort}).",
        given.clues,
    )
    return text.format(level=given.level, kind=_(KIND_NAMES[given.kind]), count=given.clues, effort=given.effort)


def cases_json(step: Step, clues: tuple[Clue, ...]) -> list[dict[str, object]] | None:
    """Return the cases that show a step as JSON has them: an empty list where it needs none.

    Null where they are too many, or were not looked at one by one. `clues` are those of the explanation.
    """
    if step.kind in IN_CASES and not step.argument.cases:
        return None
    return [case_json(case, clues) for case in step.argument.cases]


def case_json(case: Case, clues: tuple[Clue, ...]) -> dict[str, object]:
    """Return a case as JSON has it: what is supposed, what follows, and the cases within.

    Clues by line, positions from 1. Where nothing is supposed, the position is null and there are no letters.
    """
    return {
        "position": None if case.position < 0 else case.position + 1,
        "letters": case.letters,
        "links": [
            {
                "clue": clues[link.clue].line,
                "why": link.why,
                "removed": [{"position": position + 1, "letter": letter} for position, letter in sorted(link.removed)],
            }
            for link in case.links
        ],
        "cases": [case_json(one, clues) for one in case.cases],
    }


def step_json(explanation: Explanation, step: Step) -> dict[str, object]:
    """Return a step as JSON has it: clues by line, positions from 1, its text in the reader's language."""
    return {
        "kind": step.kind,
        "clues": [clue.line for clue in step.clues],
        "facts": [{"position": fact.position, "letters": fact.letters} for fact in step.facts],
        "placed": [{"position": one.position, "letter": one.letter} for one in step.placed],
        "removed": [{"position": one.position, "letter": one.letter} for one in step.removed],
        "clash": step.clash,
        "cases": cases_json(step, explanation.clues),
        "text": sentence(explanation, step),
        "hints": list(hints(explanation, step)),
        "grid": step.grid,
    }


def explained_json(answer: Answer, after: int | None = None, limit: int = DEFAULT_LIMIT) -> dict[str, object]:
    """Return the object of ``mastermot solve --json`` with steps and difficulty.

    All steps, or only the one that follows the first `after`. Raises what `explain` raises.
    """
    explanation = explain(answer, limit)
    steps = explanation.steps if after is None else explanation.steps[after : after + 1]
    grade = grade_answer(answer)
    return answer.as_json([step_json(explanation, step) for step in steps], grade.as_json() if grade else None)

"""Explanations in the reader's language: steps, hints, how they begin and end, the difficulty.

A step comes as data. The sentences of sums and of cases come first, and of the techniques that have one of their own.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from mastermot.puzzle.clues import Clue
from mastermot.puzzle.explain.cases import MAX_CASES
from mastermot.puzzle.explain.explainer import REMAINDER
from mastermot.puzzle.explain.grading import Grade
from mastermot.puzzle.explain.hints import Mistake, NextHint
from mastermot.puzzle.explain.model import FULL, NEEDED, OTHER, OVER, Atom, Case, Explanation, Fact, Link, Step
from mastermot.puzzle.explain.techniques import TECHNIQUES
from mastermot.puzzle.solver import Answer
from mastermot.say.languages import gettext as _
from mastermot.say.languages import ngettext, speak
from mastermot.say.numbers import plural, write_number
from mastermot.say.phrases import (
    capitalize,
    group_by_position,
    join_all,
    join_apart,
    name_conclusion,
    name_each,
    name_letters,
    name_letters_at,
    name_marks,
    name_position,
    name_supposition,
    quote,
    quote_all,
    state,
)

MANY = 5  #: Clues from which on a step that weighs them shows its sum position by position.
MAX_TOLD = 12  #: Cases told one by one; of more, only the number is told.


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


def tell_comparison(view: StepView) -> str:
    """Return what the difference of two clues shows."""
    more, less = (clue for _sign, clue in sorted(zip(view.signs, view.clues, strict=True), key=lambda pair: -pair[0]))
    difference, most = view.wanted, sum(view.best)
    names = {"more": quote(more), "less": quote(less)}
    if view.step.clash:
        return _tell_clashing_sums(names, difference, most)
    gains = [position for position, top in enumerate(view.tops) if top > 0]
    certain = len(gains) == difference and all(view.placed.get(i) == more.word[i] for i in gains)
    if difference > 0 and most < difference and certain and min(view.tops) >= 0:
        return _tell_whole_difference(view, gains, more, less, names)
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


def _tell_whole_difference(view: StepView, gains: list[int], more: Clue, less: Clue, names: dict[str, str]) -> str:
    """Return that the letters of `more` that the step places are all that can make the difference."""
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
    sums = write_sum([abs(top) for top in view.tops])
    names = {"clues": quote_all(view.clues), "total": abs(view.wanted), "sums": sums, "best": abs(sum(view.best))}
    upper = view.signs[0] > 0
    if view.step.clash:
        text = _("{clues} have {total} marks in all, but the positions give at least {sums}.")
        if upper:
            text = _("{clues} have {total} marks in all, but the positions can give at most {sums}.")
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
    text = _("{letters}, {clues} leave {count} cases, and each of them contradicts one of these clues.")
    if not count:
        text = _("{letters}, {clues} leave more than {count} cases, and each of them contradicts one of these clues.")
    letters = _("Whatever is tried") if view.step.clash else view.supposition
    text = text.format(letters=letters, clues=quote_all(view.clues), count=write_number(count or MAX_CASES))
    return text if view.step.clash else f"{text} {view.conclusion_sentence}"


def list_cases(
    cases: Iterable[Case], clues: tuple[Clue, ...], above: tuple[str, ...] = (), number: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield the number and the sentence of each case, those within after it, or in its place where it shows nothing."""
    last = 0
    for case in cases:
        supposed = (*above, name_letters_at(case.letters, case.position)) if case.position >= 0 else above
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
    text = _(", then ").join([tell_link(link, clues) for link in case.links] or [_("nothing more is needed")])
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
    text = _("{clue} would have too many marks") if link.why == OVER else _("{clue} could not have {marks}")
    return text.format(**names)


def tell_remainder(view: StepView) -> str:
    """Return what is left once everything was tried, and what was not searched before on a large puzzle."""
    text = _("All combinations of letters were tried: {clues} allow nothing else.") + " " + view.conclusion_sentence
    if view.step.clash:
        text = _("All combinations of letters were tried: {clues} cannot all be true.")
    if view.step.searched == 0:
        text += " " + _("Simpler steps were not looked for: the puzzle is too large.")
    elif view.step.searched is not None:
        text += " " + ngettext(
            "Clues were tried one by one only: there may be simpler steps than this one.",
            "Sets of up to {count} clues were all tried, but no larger ones: there may be simpler steps than this one.",
            view.step.searched,
        )
    return text.format(clues=quote_all(view.clues), count=view.step.searched)


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
SELF_CONTAINED = ("nothing", "satisfied", "needed")  #: The techniques whose sentence names the facts that it uses.


def write_step(step: Step, language: str) -> str:
    """Return a step in a language, whatever the reader's is. Raises `LanguageUnknownError`."""
    with speak(language):
        return tell_step(step)


def write_explanation(explanation: Explanation, language: str) -> str:
    """Return all steps in a language, numbered, after what is known at the start. Raises `LanguageUnknownError`."""
    with speak(language):
        beginning = tell_beginning(explanation)
        steps = [f"{number:2}. {tell_step(step)}" for number, step in enumerate(explanation.steps, start=1)]
        return "\n".join([beginning, *steps] if beginning else steps)


def tell_step(step: Step) -> str:
    """Return a step in full: what it looks at, why, and what follows."""
    text = find_teller(step)(StepView(step))
    facts = "" if step.kind in SELF_CONTAINED else tell_facts(step)
    return f"{text} {facts}".strip()


def tell_facts(step: Step) -> str:
    """Return the facts that a step uses, in brackets."""
    if not step.facts:
        return ""
    return _("(Known: {facts}.)").format(facts=join_apart([tell_fact(fact, step) for fact in step.facts]))


def tell_fact(fact: Fact, step: Step) -> str:
    """Return a fact as a step uses it: the letter placed, those left, or those ruled out that its clues show."""
    position = fact.position - 1
    shown, column = {clue.word[position] for clue in step.clues}, step.columns[position]
    unseen = set(column) - shown
    out = [letter for letter in column if letter in shown.difference(fact.letters)]
    placed = any(letter.position == fact.position for letter in step.placed) or len(fact.letters) == 1
    if placed or not out or (unseen and not unseen & set(fact.letters)):
        return name_letters_at(fact.letters, position)
    text = ngettext("{letters} ruled out {position}", "{letters} ruled out {position}", len(out))
    return text.format(letters=join_all(name_letters(out)), position=name_position(position))


def tell_hints(step: Step) -> tuple[str, str, str]:
    """Return three hints to a step, in rising order: which clues to look at, what they show, the step."""
    look = ngettext("Look at {clues}.", "Look at {clues} together.", len(step.clues))
    return look.format(clues=quote_all(step.clues)), tell_result(step), tell_step(step)


def tell_mistake(mistake: Mistake) -> str:
    """Return which letter a player is wrong about, and the clues that show it."""
    letter = name_letters_at(mistake.letter, mistake.position - 1)
    text = _("{letter} is wrong: see {clues}.")
    if not mistake.clues:
        text = _("{letter} is wrong: no clue shows it there.")
    elif not mistake.placed:
        text = _("{letter} is not ruled out, it is right: see {clues}.")
    return text.format(letter=letter, clues=quote_all(mistake.clues))


def tell_next_hint(hint: NextHint) -> tuple[str, ...]:
    """Return the three hints to the next step of a player, or one remark for each mistake, or that all is known."""
    if hint.mistakes:
        return tuple(tell_mistake(mistake) for mistake in hint.mistakes)
    if not hint.consistent:
        return (_("These letters do not go together: nothing fits them and the clues."),)
    if not hint.explanation.steps:
        return (_("Nothing is left to find: you have all that the clues say."),)
    return tell_hints(hint.explanation.steps[0])


def tell_result(step: Step) -> str:
    """Return what a step shows, without saying which letters."""
    if step.clash:
        return ngettext("It cannot be true.", "They cannot all be true.", len(step.clues))
    if step.placed:
        positions = join_all([name_position(letter.position - 1) for letter in step.placed])
        text = ngettext("That gives the letter {positions}.", "That gives the letters {positions}.", len(step.placed))
        return text.format(positions=positions)
    numbers = sorted({letter.position - 1 for letter in step.removed})
    if len(numbers) == len(step.after):
        return _("That rules out letters in every position.")
    positions = join_all([name_position(number) for number in numbers])
    return _("That rules out letters {positions}.").format(positions=positions)


def tell_beginning(explanation: Explanation) -> str:
    """Return what is known before the first step, where it needs saying; empty otherwise."""
    if explanation.open:
        return _(
            "No word fits if each letter must be in the same position in one of the clues: other letters ({sign}) are "
            "allowed here."
        ).format(sign=OTHER)
    known = [state(letters, position) for position, letters in enumerate(explanation.columns) if len(letters) == 1]
    if not known:
        return ""
    return _("From the start, {letters}: no clue shows another letter there.").format(letters=join_all(known))


def tell_ending(answer: Answer) -> str:
    """Return how an explanation ends: the word, how many strings logic leaves; empty without a solution."""
    known_words = [solution for solution in answer.solutions if solution.known]
    count = len(answer.solutions)
    if count == 0:
        return ""
    if count == 1:
        other = _("Only {word} fits, which is no word of the dictionary {name}.")
        text = _("The word is {word}.") if known_words else other
        return text.format(word=answer.solutions[0].word, name=answer.dictionary)
    text = _("Logic goes no further: {count} strings of letters fit every clue.").format(count=write_number(count))
    if not known_words:
        return text + " " + _("None is in the dictionary {name}.").format(name=answer.dictionary)
    words = join_all([solution.word for solution in known_words])
    listed = ngettext(
        "In the dictionary {name}, only {words} is a word.",
        "In the dictionary {name}, {words} are words.",
        len(known_words),
    )
    return f"{text} {listed.format(name=answer.dictionary, words=words)}"


def tell_grade(grade: Grade) -> str:
    """Return the difficulty: its level, the hardest step, the rating, and how many steps are open at once."""
    if not grade.clues:
        return _("No step is needed.") if grade.complete else _("Level 5 of 5: the puzzle is too large to grade.")
    text = plural(
        "Level {level} of 5 (hardest step: {kind}, {count} clue; rating: {rating}).",
        "Level {level} of 5 (hardest step: {kind}, {count} clues; rating: {rating}).",
        grade.clues,
        level=grade.level,
        kind=_(TECHNIQUES[grade.kind].name),
        rating=write_number(grade.rating),
    )
    if not grade.complete:
        text += " " + _("Grading was cut short: the level is taken to be 5.")
    choice = _("Steps open at once: {average} on average, {fewest} at the hardest point.")
    return f"{text} {choice.format(average=write_number(grade.open_steps, 1), fewest=grade.hardest_open)}"

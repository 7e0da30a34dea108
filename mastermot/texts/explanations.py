"""Explanations in the reader's language: steps, hints, the beginning and the end, and the level of a puzzle.

A sum adds and subtracts the marks of clues, by their signs. A clash is a step that proves its clues contradictory.
"""

from collections.abc import Callable, Collection, Sequence

from mastermot.puzzle.clues import Clue
from mastermot.puzzle.explain.cases import MAX_CASES
from mastermot.puzzle.explain.explainer import REMAINDER
from mastermot.puzzle.explain.grading import Grade
from mastermot.puzzle.explain.hints import Mistake, NextHint
from mastermot.puzzle.explain.steps import OTHER, Atom, Explanation, Fact, Step
from mastermot.puzzle.explain.techniques import TECHNIQUES
from mastermot.puzzle.solver import Answer
from mastermot.texts import _, fill, plural, write_number
from mastermot.texts.cases import list_cases
from mastermot.texts.languages import speak
from mastermot.texts.phrases import (
    capitalize,
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

MANY = 5  #: From this many clues on, a step that weighs them shows its sum position by position.
MAX_TOLD = 12  #: The most cases that are told one by one; of more cases, only the number is told.


class StepView:
    """A step, with figures and phrases that several of its sentences need."""

    def __init__(self, step: Step) -> None:
        self.step = step
        self.clues = step.clues
        self.signs = step.argument.signs  #: The sign of each clue in the sum, 1 or -1; empty if the step has no sum.
        self.tops = step.argument.tops  #: The most that each position can bring to the sum.
        #: The most that each position can bring if one letter that the step rules out stands in its position. It is the
        #: letter that leaves the largest total of `best`, and even this total is less than `wanted`. A clash rules out
        #: no letter: its `best` is the same as `tops`.
        self.best = step.argument.best
        #: What the sum must be by the marks of the clues; 0 if the step has no sum.
        self.wanted = sum(sign * clue.marks for sign, clue in zip(self.signs, self.clues, strict=False))
        #: The letters that the step rules out, with their positions: from 0 here and in `placed`, from 1 in the step.
        self.removed: frozenset[Atom] = frozenset((letter.position - 1, letter.letter) for letter in step.removed)
        self.placed = {letter.position - 1: letter.letter for letter in step.placed}  #: The letters that are certain.
        self.conclusion = name_conclusion(self.removed, self.placed, step.after)
        self.conclusion_sentence = capitalize(self.conclusion) + "."

    @property
    def names(self) -> dict[str, str]:
        clue = self.clues[0]
        return {"clue": quote(clue), "marks": name_marks(clue), "conclusion": self.conclusion}

    @property
    def supposition(self) -> str:
        return capitalize(name_supposition(self.removed, self.placed))

    def conclude(self, text: str) -> str:
        """Return a text with the conclusion of the step after it; a clash has no conclusion."""
        return text if self.step.clash else f"{text} {self.conclusion_sentence}"

    def conclude_besides(self, named: Collection[int]) -> str:
        """Return, as a sentence, the conclusion about all positions that are not in `named`.

        Return "" if no letter is ruled out at these positions: then no letter is placed there either, since placing a
        letter rules out the others.
        """
        placed = {position: letter for position, letter in self.placed.items() if position not in named}
        removed = frozenset((position, letter) for position, letter in self.removed if position not in named)
        if not removed:
            return ""
        return capitalize(name_conclusion(removed, placed, self.step.after)) + "."

    def choose(self, *, most: str, least: str, excess: str) -> str:
        """Return the one of three texts that says, without negative numbers, that the sum of a step is too small.

        - `most`: the sum is at most 1, and should be 2.
        - `least`: the sum is at most -2, and should be -1. It says, with signs turned: at least 2, and should be 1.
        - `excess`: the sum is at most -2, and should be 1. It says: the clues subtracted have 2 more, not 1 fewer.
        """
        most_possible = sum(self.best)
        if most_possible >= 0:
            return most
        return least if self.wanted <= 0 else excess


def tell_without_marks(view: StepView) -> str:
    """Return the sentence of a step whose clue has no marks.

    Its letters are ruled out in their positions, and the sentence names the letters that become certain by this. In a
    clash, a letter known before gives the clue a mark.
    """
    if view.step.clash:
        return _("{clue} should have no letter in its position, and it has one.", **view.names)
    if not view.placed:
        return _("{clue}: none of its letters is in its position.", **view.names)
    # the letters ruled out are not named again, only those that are then certain
    names = view.names | {"conclusion": name_conclusion(frozenset(), view.placed, view.step.after)}
    return _("{clue}: none of its letters is in its position, so {conclusion}.", **names)


def tell_satisfied(view: StepView) -> str:
    """Return the sentence of a step in which letters known before give a clue all its marks, or more (a clash)."""
    clue = view.clues[0]
    # `start` has the letters that are still possible at each position: a single one is certain
    certain = [(position, letter) for position, letter in enumerate(clue.word) if view.step.start[position] == letter]
    letters = join_all(name_each(certain))
    if view.step.clash:
        return _("{clue} would have more than {marks}: {letters}.", letters=letters, **view.names)
    return _("{clue} gets {marks} from {letters}, so {conclusion}.", letters=letters, **view.names)


def tell_needed(view: StepView) -> str:
    """Return the sentence of a step in which a clue needs all its letters that are still possible.

    In a clash, the clue needs more letters than are still possible. If a clue has as many marks as letters, the
    sentence does not name the letters.
    """
    clue = view.clues[0]
    if view.step.clash:
        return _("{clue} can no longer have {marks}.", **view.names)
    if clue.marks == len(clue.word):
        return _("{clue}: all its letters are in their position.", **view.names)
    possible = []
    for position, letter in enumerate(clue.word):
        if letter in view.step.before[position]:
            possible.append((position, letter))
    return plural(  # French has a singular and a plural of "only"
        "Only {letters} can still give {clue} {marks}, so {conclusion}.",
        "Only {letters} can still give {clue} {marks}, so {conclusion}.",
        len(possible),
        letters=join_all(name_each(possible)),
        **view.names,
    )


def tell_comparison(view: StepView) -> str:
    """Return the sentences of a step that subtracts the marks of one of its two clues from those of the other.

    `more` is the clue with the sign +1 in the sum, `less` the one with -1.
    """
    first, second = view.clues
    more, less = (first, second) if view.signs[0] > 0 else (second, first)
    if view.step.clash:
        return tell_clashing_sums(view, more=quote(more), less=quote(less))
    if view.wanted > 0:  # `more` has more marks than `less`: perhaps only some of its letters can make the difference
        text = tell_whole_difference(view, more, less)
        if text:
            return text
    return view.conclude(tell_difference(view, more, less))


def tell_difference(view: StepView, more: Clue, less: Clue) -> str:
    """Return the sentence: with any letter that the step rules out, two clues could not differ as they do.

    The clue `more` has `view.wanted` more marks than `less`; if this number is negative, it has fewer.
    """
    names = {"letters": view.supposition, "more": quote(more), "less": quote(less)}
    if view.wanted > 0:
        return plural(
            "{letters}, {more} could not have one more mark than {less}.",
            "{letters}, {more} could not have {count} more marks than {less}.",
            view.wanted,
            **names,
        )
    if view.wanted < 0:
        # the sum of `best` is less than `wanted`, and so negative too: without the minus sign, it is the least number
        # of marks that `less` would have more than `more`
        return plural(
            "{letters}, {less} would have at least {least} more marks than {more}; it has only one more.",
            "{letters}, {less} would have at least {least} more marks than {more}; it has only {count} more.",
            -view.wanted,
            least=-sum(view.best),
            **names,
        )
    return _("{letters}, {less} would have more marks than {more}; both have the same number.", **names)


def tell_whole_difference(view: StepView, more: Clue, less: Clue) -> str:
    """Return the sentence that only some letters, which the step places, can give `more` its extra marks over `less`.

    For example, “paume 3” has two marks more than “saule 1”, and the two words differ in two positions: only P and M
    can give these marks. If the words differ in one position only, the sentence says where. Return "" if not all of
    these letters are needed, or if the step does not place all of them.
    """
    # `tops` has the most that each position brings to the difference: 1 where the letter of `more` is possible and
    # `less` has another one; 0 where neither or both get a mark; -1 where only the letter of `less` is possible
    gains = {position: more.word[position] for position, top in enumerate(view.tops) if top > 0}
    are_just_enough = len(gains) == view.wanted
    others_take_nothing = min(view.tops) >= 0
    each_is_needed = are_just_enough and others_take_nothing
    all_are_placed = gains.items() <= view.placed.items()
    if not each_is_needed or not all_are_placed:
        return ""
    differing = [position for position, letter in enumerate(more.word) if less.word[position] != letter]
    names = {"more": quote(more), "less": quote(less), "letters": join_all(name_each(gains.items()))}
    text = plural(
        "Apart from the letters they share, only {letters} can give {more} the extra mark it has over {less}.",
        "Apart from the letters they share, only {letters} can give {more} the {count} extra marks it has over {less}.",
        len(gains),
        **names,
    )
    if len(differing) == 1:
        text = _(
            "{more} and {less} differ only {position}; the extra mark of {more} can only come from {letters}.",
            position=name_position(differing[0]),
            **names,
        )
    return f"{text} {view.conclude_besides(gains)}".strip()


def tell_clashing_sums(view: StepView, more: str, less: str) -> str:
    """Return the sentence of a clash: the marks of `more`, minus those of `less`, cannot be as many as they should.

    `more` quotes the clues whose marks are added, `less` those whose marks are subtracted. `StepView.choose` takes the
    wording that needs no negative number.
    """
    text = view.choose(
        most=_("The marks of {more} minus those of {less} should be {wanted}, but are at most {best}."),
        least=_("The marks of {less} minus those of {more} should be {wanted}, but are at least {best}."),
        excess=_(
            "The marks of {less} should be {wanted} fewer than those of {more}, but exceed them by at least {best}."
        ),
    )
    return text.format(wanted=abs(view.wanted), best=abs(sum(view.best)), more=more, less=less)


def tell_count(view: StepView) -> str:
    """Return the sentences of a step that adds up the marks of its clues, or subtracts them all.

    If all marks are subtracted, the figures of `view` are 0 or negative. The sentences then turn the signs: "at most
    -3" becomes "at least 3".
    """
    are_added = view.signs[0] > 0  # all signs are the same
    if view.step.clash and are_added:
        text = _("{clues} have {total:marks} in all, but the positions can give at most {sums}.")
    elif view.step.clash:
        text = _("{clues} have {total:marks} in all, but the positions give at least {sums}.")
    elif are_added:
        text = _(
            "{clues} have {total:marks} in all; the positions can give at most {sums}. "
            "{letters}, there would be at most {best}."
        )
    else:
        text = _(
            "{clues} have {total:marks} in all; the positions give at least {sums}. "
            "{letters}, there would be at least {best}."
        )
    values = {
        "clues": quote_all(view.clues),
        "total": abs(view.wanted),
        "sums": write_sum([abs(top) for top in view.tops]),
        "best": abs(sum(view.best)),
        "letters": view.supposition,
    }
    return view.conclude(fill(text, values))


def tell_weighing(view: StepView) -> str:
    """Return the sentences of a step that weighs some of its clues against the others.

    The marks contradict each other (a clash), or would do so with any letter that the step rules out. If the step has
    `MANY` clues or more, the sum is shown position by position too.
    """
    more = quote_all(clue for sign, clue in zip(view.signs, view.clues, strict=True) if sign > 0)
    less = quote_all(clue for sign, clue in zip(view.signs, view.clues, strict=True) if sign < 0)
    text = tell_clashing_sums(view, more, less) if view.step.clash else tell_impossible_sums(view, more, less)
    if len(view.clues) >= MANY:
        text += " " + tell_sum_by_position(view)
    return view.conclude(text)


def tell_impossible_sums(view: StepView, more: str, less: str) -> str:
    """Return the sentence: with any letter that the step rules out, some clues could not exceed others as they do.

    `more` quotes the clues whose marks are added, `less` those whose marks are subtracted. `StepView.choose` takes the
    wording that needs no negative number.
    """
    text = view.choose(
        most=_("{letters}, the marks of {more} minus those of {less} would be at most {best}; they are {wanted}."),
        least=_("{letters}, the marks of {less} minus those of {more} would be at least {best}; they are {wanted}."),
        excess=_(
            "{letters}, the marks of {less} would exceed those of {more} by at least {best}; they are {wanted} fewer."
        ),
    )
    wanted = abs(view.wanted)
    best = abs(sum(view.best))
    return text.format(letters=view.supposition, wanted=wanted, best=best, more=more, less=less)


def tell_sum_by_position(view: StepView) -> str:
    """Return a sentence with the most that each position can bring to the sum of marks: "at most 2 + 0 + 1".

    These numbers are `StepView.best`. If their sum is negative, all signs are turned: instead of "at most 0 − 2 + 1"
    the sentence says "at least 0 + 2 − 1".
    """
    text = view.choose(
        most=_("Position by position, that is at most {sums}."),
        least=_("Position by position, that is at least {sums}."),
        excess=_("Position by position, the excess is at least {sums}."),
    )
    sign = 1 if sum(view.best) >= 0 else -1
    return text.format(sums=write_sum([sign * value for value in view.best]))


def write_sum(values: Sequence[int]) -> str:
    """Return the sum as text, such as "1 + 0 − 1", with a minus sign; if the first number is negative, 0 comes first.

    >>> write_sum([1, 0, -1]), write_sum([-1, 2])
    ('1 + 0 − 1', '0 − 1 + 2')
    """
    first, *others = values
    if first < 0:
        first, *others = 0, *values
    text = str(first)
    for value in others:
        text += f" − {-value}" if value < 0 else f" + {value}"
    return text


def tell_cases(view: StepView) -> str:
    """Return the text of a step by cases: one case as a sentence, several as numbered lines, and of many the number.

    There are many if more than `MAX_TOLD` have no cases within, or if there were too many for the step to keep them.
    The conclusion of the step comes last. In a clash, the numbered lines end with the sentence that no case is left.
    With the technique `cases`, the conclusion is what all cases that are left have in common, and says so.
    """
    cases = view.step.argument.cases
    innermost = sum(case.leaves for case in cases)  # how many cases have no others within
    if not cases or innermost > MAX_TOLD:
        return view.conclude(count_cases(view, innermost))
    if view.step.clash:
        end = _("No case is left.")
    elif view.step.kind == "cases":
        end = _("In all the cases that are left, {conclusion}.", **view.names)
    else:
        end = view.conclusion_sentence
    numbered = list(list_cases(cases, view.step.all_clues))
    if len(numbered) == 1:
        _number, sentence = numbered[0]
        return sentence if view.step.clash else f"{sentence} {end}"
    lines = []
    for number, sentence in numbered:
        written_number = ".".join(map(str, number))  # (2, 1), the first case within the second, as “2.1”
        lines.append(f"{written_number}) {sentence}")
    return "\n".join([*lines, end])


def count_cases(view: StepView, number: int) -> str:
    """Return the sentence of a step whose cases are too many to be told one by one; `number` says how many.

    The number is 0 if there were more than `MAX_CASES`, which the step does not keep. In a clash, no letter is
    supposed: the sentence begins with "Whatever is tried".
    """
    text = _("{letters}, {clues} leave {count} cases, and each of them contradicts one of these clues.")
    if number == 0:
        text = _("{letters}, {clues} leave more than {count} cases, and each of them contradicts one of these clues.")
    letters = _("Whatever is tried") if view.step.clash else view.supposition
    return text.format(letters=letters, clues=quote_all(view.clues), count=write_number(number or MAX_CASES))


def tell_remainder(view: StepView) -> str:
    """Return the sentences of the last step of a puzzle that takes too much work to explain in smaller steps.

    They also say that all sets of up to ``step.searched`` clues were tried before. If ``step.searched`` is 0, they say
    that simpler steps were not looked for; if it is None, they say neither.
    """
    names = {"clues": quote_all(view.clues)}
    text = view.conclude(_("All combinations of letters were tried: {clues} allow nothing else.", **names))
    if view.step.clash:
        text = _("All combinations of letters were tried: {clues} cannot all be true.", **names)
    if view.step.searched == 0:
        text += " " + _("Simpler steps were not looked for: the puzzle is too large.")
    elif view.step.searched is not None:
        text += " " + plural(
            "Clues were tried one by one only: there may be simpler steps than this one.",
            "Sets of up to {count} clues were all tried, but no larger ones: there may be simpler steps than this one.",
            view.step.searched,
        )
    return text


TELLERS: dict[str, Callable[[StepView], str]] = {
    "nothing": tell_without_marks,
    "satisfied": tell_satisfied,
    "needed": tell_needed,
    "compare": tell_comparison,
    REMAINDER: tell_remainder,
}
"""The functions for techniques that have sentences of their own; all others are told as sums or as cases."""
SELF_CONTAINED = ("nothing", "satisfied", "needed")  #: The techniques whose sentences name the facts that they use.


def write(value: object, language: str) -> str:
    """Return a step, or all steps of an explanation, in a language: `mastermot.wording` calls this.

    Raises `LanguageUnknownError`, and `TypeError` for any other value.
    """
    if isinstance(value, Explanation):
        return write_explanation(value, language)
    if isinstance(value, Step):
        return write_step(value, language)
    raise TypeError(type(value).__name__)


def write_step(step: Step, language: str) -> str:
    """Return a step in a language. Raises `LanguageUnknownError`."""
    with speak(language):
        return tell_step(step)


def write_explanation(explanation: Explanation, language: str) -> str:
    """Return the steps of an explanation in a language, numbered, after what is known at the start.

    Raises `LanguageUnknownError`.
    """
    with speak(language):
        beginning = tell_beginning(explanation)
        lines = [beginning] if beginning else []
        for number, step in enumerate(explanation.steps, start=1):
            lines.append(f"{number:2}. {tell_step(step)}")
        return "\n".join(lines)


def tell_step(step: Step) -> str:
    """Return the sentences of a step. The facts that it uses follow, unless its sentences name them already."""
    text = choose_teller(step)(StepView(step))
    facts = "" if step.kind in SELF_CONTAINED else join_apart([tell_fact(fact, step) for fact in step.facts])
    known = _("(Known: {facts}.)", facts=facts) if facts else ""
    return f"{text} {known}".strip()


def choose_teller(step: Step) -> Callable[[StepView], str]:
    """Return the function that tells a step: its technique's own, or one for its kind of sum, or that for cases."""
    if step.kind in TELLERS:
        return TELLERS[step.kind]
    signs = set(step.argument.signs)
    if not signs:
        return tell_cases
    return tell_count if len(signs) == 1 else tell_weighing  # with one sign, all clues are added, or all subtracted


def tell_fact(fact: Fact, step: Step) -> str:
    """Return a fact that a step uses: the letters possible at a position, or the letters of its clues ruled out there.

    The letters of the step's clues give these clues marks; all others give none, so the step does not tell them apart.
    Therefore only letters of these clues are named as ruled out. The letters possible are named instead if there is
    only one, if the step places one, if no letter of the clues is ruled out, or if all the others are ruled out.
    """
    position = fact.position - 1
    shown = {clue.word[position] for clue in step.clues}  # the letters that the clues of the step have there
    column = step.columns[position]  # the letters possible there at the start of the explanation
    ruled_out = [letter for letter in column if letter in shown and letter not in fact.letters]
    is_decided = len(fact.letters) == 1 or any(letter.position == fact.position for letter in step.placed)
    others = set(column) - shown
    all_others_are_ruled_out = bool(others) and others.isdisjoint(fact.letters)
    if is_decided or not ruled_out or all_others_are_ruled_out:
        return name_letters_at(fact.letters, position)
    names = {"letters": join_all(name_letters(ruled_out)), "position": name_position(position)}
    return plural("{letters} ruled out {position}", "{letters} ruled out {position}", len(ruled_out), **names)


def tell_hints(step: Step) -> tuple[str, str, str]:
    """Return three hints for a step, each saying more: which clues to look at, what they show, the whole step."""
    look = plural("Look at {clues}.", "Look at {clues} together.", len(step.clues), clues=quote_all(step.clues))
    return look, tell_result(step), tell_step(step)


def tell_mistake(mistake: Mistake) -> str:
    """Return a remark about a letter that a player is wrong about, with the clues that prove the mistake.

    The player holds the letter for certain (`placed`), or has ruled it out. If no clue has the letter in this position,
    the remark says so and names no clues.
    """
    letter = name_letters_at(mistake.letter, mistake.position - 1)
    clues = quote_all(mistake.clues)
    if not mistake.clues:
        return _("{letter} is wrong: no clue shows it there.", letter=letter)
    if not mistake.placed:
        return _("{letter} is not ruled out, it is right: see {clues}.", letter=letter, clues=clues)
    return _("{letter} is wrong: see {clues}.", letter=letter, clues=clues)


def tell_next_hint(hint: NextHint) -> tuple[str, ...]:
    """Return the answer to a player who asks for the next step.

    If letters of the player are wrong, return a remark for each of these mistakes. If nothing fits the player's
    letters, or there is no next step, return one sentence that says so. Otherwise return the three hints for the step.
    """
    if hint.mistakes:
        return tuple(tell_mistake(mistake) for mistake in hint.mistakes)
    if not hint.consistent:
        return (_("These letters do not go together: nothing fits them and the clues."),)
    if not hint.explanation.steps:
        count = len(hint.explanation.strings)
        if count > 1:
            return (_("Logic goes no further: {count} strings of letters fit every clue.", count=count),)
        return (_("Nothing is left to find: you have all that the clues say."),)
    return tell_hints(hint.explanation.steps[0])


def tell_result(step: Step) -> str:
    """Return what a step shows, without naming the letters.

    It shows that the clues contradict each other; or in which positions letters become certain; or, if none does, in
    which positions letters are ruled out.
    """
    if step.clash:
        return plural("It cannot be true.", "They cannot all be true.", len(step.clues))
    if step.placed:
        positions = join_all([name_position(letter.position - 1) for letter in step.placed])
        return plural(
            "That gives the letter {positions}.",
            "That gives the letters {positions}.",
            len(step.placed),
            positions=positions,
        )
    affected = sorted({letter.position - 1 for letter in step.removed})  # positions from 0
    if len(affected) == len(step.after):
        return _("That rules out letters in every position.")
    positions = join_all([name_position(position) for position in affected])
    return _("That rules out letters {positions}.", positions=positions)


def tell_beginning(explanation: Explanation) -> str:
    """Return what is known before the first step: that other letters are allowed, or which letters are certain.

    Other letters are letters that no clue has in this position. A letter is certain if the clues have no other one
    there. Return "" if neither is known.
    """
    if explanation.open:
        return _(
            "No word fits if each letter must be in the same position in one of the clues: other letters ({sign}) are "
            "allowed here.",
            sign=OTHER,
        )
    known = [state(letters, position) for position, letters in enumerate(explanation.columns) if len(letters) == 1]
    if not known:
        return ""
    return _("From the start, {letters}: no clue shows another letter there.", letters=join_all(known))


def tell_ending(answer: Answer) -> str:
    """Return the end of an explanation: the only string that fits, or how many strings fit; "" if none fits.

    The end also says whether the only string is a word of the dictionary, or which of several strings are words.
    """
    count = len(answer.solutions)
    if count == 0:
        return ""
    name = answer.dictionary
    words = [solution.word for solution in answer.solutions if solution.known]
    if count == 1:
        [only] = answer.solutions
        if only.known:
            return _("The word is {word}.", word=only.word)
        return _("Only {word} fits, which is no word of the dictionary {name}.", word=only.word, name=name)
    text = _("Logic goes no further: {count} strings of letters fit every clue.", count=count)
    if not words:
        return text + " " + _("None is in the dictionary {name}.", name=name)
    return f"{text} " + plural(
        "In the dictionary {name}, only {words} is a word.",
        "In the dictionary {name}, {words} are words.",
        len(words),
        name=name,
        words=join_all(words),
    )


def tell_grade(grade: Grade) -> str:
    """Return the level of a puzzle, its hardest step, its rating, and how many steps are open at once.

    If grading was cut short (not ``grade.complete``), the text says so too. If no step has been found, it only says
    why: none is needed, or grading was cut short before the first step.
    """
    no_step_found = grade.clues == 0  # the clues of the hardest step: every step has one at least
    if no_step_found:
        return _("No step is needed.") if grade.complete else _("Level 5 of 5: the puzzle is too large to grade.")
    text = plural(
        "Level {level} of 5 (hardest step: {kind}, {count} clue; rating: {rating}).",
        "Level {level} of 5 (hardest step: {kind}, {count} clues; rating: {rating}).",
        grade.clues,
        level=grade.level,
        kind=_(TECHNIQUES[grade.kind].name),
        rating=grade.rating,
    )
    if not grade.complete:
        text += " " + _("Grading was cut short: the level is taken to be 5.")
    opened = {"average": write_number(grade.open_steps, 1), "fewest": grade.hardest_open}
    return text + " " + _("Steps open at once: {average} on average, {fewest} at the hardest point.", **opened)

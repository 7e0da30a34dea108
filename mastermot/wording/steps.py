"""Explanations in the reader's language: steps, hints, how they begin and end, the difficulty.

It stands here, not in ``cli``, because the command and the web page tell steps with the same words; it knows nothing of
either. All texts go through the catalogue.
"""

from __future__ import annotations

from mastermot.explain.grading import Grade
from mastermot.explain.hints import Mistake, NextHint
from mastermot.explain.model import OTHER, Explanation, Fact, Step
from mastermot.explain.techniques import TECHNIQUES
from mastermot.locale import gettext as _
from mastermot.locale import ngettext, speak
from mastermot.puzzles.clues import Clue
from mastermot.puzzles.solver import Answer
from mastermot.wording.numbers import write_number
from mastermot.wording.phrases import (
    join_all,
    join_apart,
    name_letters,
    name_letters_at,
    name_position,
    quote_all,
    state,
)
from mastermot.wording.sentences import SELF_CONTAINED, StepView, find_teller


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
    placed = {letter.position for letter in step.placed}
    facts = [
        name_letters_at(fact.letters, fact.position - 1)
        if fact.position in placed
        else tell_fact(fact, step.clues, step.columns[fact.position - 1])
        for fact in step.facts
    ]
    return _("(Known: {facts}.)").format(facts=join_apart(facts))


def tell_fact(fact: Fact, clues: tuple[Clue, ...], column: str) -> str:
    """Return a fact as a step uses it: the letter placed, those left, or those ruled out that its clues show."""
    position = fact.position - 1
    shown = {clue.word[position] for clue in clues}
    unseen = set(column) - shown
    out = [letter for letter in column if letter in shown and letter not in fact.letters]
    if len(fact.letters) == 1 or not out or (unseen and not unseen & set(fact.letters)):
        return name_letters_at(fact.letters, position)
    letters = join_all(name_letters(out))
    return ngettext("{letters} ruled out {position}", "{letters} ruled out {position}", len(out)).format(
        letters=letters, position=name_position(position)
    )


def tell_hints(step: Step) -> tuple[str, str, str]:
    """Return three hints to a step, in rising order: which clues to look at, what they show, the step."""
    look = ngettext("Look at {clues}.", "Look at {clues} together.", len(step.clues)).format(
        clues=quote_all(step.clues)
    )
    return look, tell_result(step), tell_step(step)


def tell_mistake(mistake: Mistake) -> str:
    """Return which letter a player is wrong about, and the clues that show it."""
    letter = name_letters_at(mistake.letter, mistake.position - 1)
    if not mistake.clues:
        return _("{letter} is wrong: no clue shows it there.").format(letter=letter)
    clues = quote_all(mistake.clues)
    if mistake.placed:
        return _("{letter} is wrong: see {clues}.").format(letter=letter, clues=clues)
    return _("{letter} is not ruled out, it is right: see {clues}.").format(letter=letter, clues=clues)


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
    if count == 1 and known_words:
        return _("The word is {word}.").format(word=answer.solutions[0].word)
    if count == 1:
        text = _("Only {word} fits, which is no word of the dictionary {name}.")
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
    text = ngettext(
        "Level {level} of 5 (hardest step: {kind}, {count} clue; rating: {rating}).",
        "Level {level} of 5 (hardest step: {kind}, {count} clues; rating: {rating}).",
        grade.clues,
    ).format(
        level=grade.level, kind=_(TECHNIQUES[grade.kind].name), count=grade.clues, rating=write_number(grade.rating)
    )
    if not grade.complete:
        text += " " + _("Grading was cut short: the level is taken to be 5.")
    choice = _("Steps open at once: {average} on average, {fewest} at the hardest point.")
    return f"{text} {choice.format(average=write_number(grade.open_steps, 1), fewest=grade.hardest_open)}"

"""Solved puzzles as results: what fits, the steps of reasoning, repairs; clues by line, positions from 1."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, cast

from mastermot.operations.errors import at
from mastermot.operations.solve_request import PuzzleOptions
from mastermot.operations.word_choice import find_other_list
from mastermot.puzzle import clues
from mastermot.puzzle.errors import TooManyPrefixesError
from mastermot.puzzle.explain import (
    Fact,
    Grade,
    Letter,
    Notes,
    explain,
    explain_from,
    grade,
    model,
    parse_known,
    parse_out,
)
from mastermot.puzzle.prefixes import DEFAULT_LIMIT
from mastermot.puzzle.solver import Answer, Outcome, Solution
from mastermot.texts import _, plural
from mastermot.texts.explanations import tell_hints, tell_mistake, tell_next_hint
from mastermot.texts.phrases import list_columns

Why = Literal["full", "needed", "over", "short"]


@dataclass(frozen=True)
class CaseLink:
    """What follows from one clue, in a case."""

    clue: int  #: By line.
    why: Why
    """The clue would have its marks (full), or need all the letters it may still have (needed); or, and that ends the
    case, have too many marks (over) or too few (short)."""
    removed: tuple[Letter, ...]  #: The letters that this rules out, as far as they matter further on.


@dataclass(frozen=True)
class Case:
    """Letters supposed at a position, what follows, and the cases within, one of which must then be true."""

    position: int | None  #: 1 for the first; null where nothing is supposed.
    letters: str  #: Those supposed there, one or the other.
    links: tuple[CaseLink, ...]  #: What follows, in order; each rests on those before.
    cases: tuple["Case", ...]  #: The cases within, one of which must then be true.


@dataclass(frozen=True)
class Step:
    """One step of the reasoning."""

    kind: str  #: The technique.
    clues: tuple[int, ...]  #: The clues that it rests on, by line.
    facts: tuple[Fact, ...]  #: What earlier steps left possible, as far as it is used.
    placed: tuple[Letter, ...]  #: The letters that it makes certain.
    removed: tuple[Letter, ...]  #: The letters that it rules out.
    clash: bool  #: Whether it shows instead that the clues contradict each other.
    cases: tuple[Case, ...] | None
    """The cases that show it, if it takes cases; null when they are too many or all was tried at once."""
    text: str  #: The step in full; cases are numbered lines.
    hints: tuple[str, ...]  #: Three hints to it: which clues, what they show, the step itself.
    grid: str  #: The letters placed after it, ? elsewhere.
    columns: tuple[str, ...]  #: The letters left in every column after it; * is one that no clue shows.


@dataclass(frozen=True)
class Clue:
    """A clue: a word with its number of well-placed letters."""

    word: str
    marks: int  #: The number of its letters that are well placed.


@dataclass(frozen=True)
class Repair:
    """A change of one clue that leaves a solution."""

    line: int
    was: Clue  #: As it was typed.
    now: Clue  #: As it may have been meant.
    solutions: tuple[str, ...]  #: Dictionary words, common ones first; strings where no word fits then.


@dataclass(frozen=True)
class UnknownWord:
    """A clue word that the dictionary lacks."""

    line: int
    word: str
    suggestions: tuple[str, ...]  #: Near words of the dictionary, nearest first.


@dataclass(frozen=True)
class Mistake:
    """A letter that a player is wrong about."""

    position: int
    letter: str
    placed: bool  #: Whether it was held for certain; else it was ruled out.
    clues: tuple[int, ...]  #: Lines of the clues that show it; none for a letter that no clue shows there.
    text: str  #: The same in a sentence.


@dataclass(frozen=True)
class Solved:
    """The solutions of a puzzle: the object of `mastermot solve --json`."""

    rule: Literal["black"]
    length: int
    outcome: Outcome
    """What came of it: one dictionary word fits, several words do, only strings that are no words, nothing, or the
    clues contradict each other."""
    solutions: tuple[Solution, ...]  #: Known words first.
    count: int  #: How many solutions there are.
    complete: bool  #: Whether all of them are listed.
    generations: tuple[int, ...]  #: Prefixes kept at each length.
    generated: tuple[int, ...]  #: Prefixes made at each length.
    others: tuple[Solution, ...]  #: Words that fit with a letter that no clue has in the same position.
    dictionary: str
    steps: tuple[Step, ...]  #: The steps of reasoning, with `explain`.
    grade: Grade | None  #: How hard it is, with `explain`.
    unexplained: str | None  #: Why the steps are missing though `explain` or `hint` asks for them, or null.
    conflict: tuple[int, ...] | None  #: Lines of a smallest set of clues that contradict each other.
    conflict_smallest: bool | None  #: Whether no smaller set of clues conflicts.
    repairs: tuple[Repair, ...]
    """Where no solution is a dictionary word: single changes of one clue that leave one, best first."""
    repairs_known: int  #: How many of the first repairs leave dictionary words.
    unknown: tuple[UnknownWord, ...]  #: Clue words that the dictionary lacks.
    title: str  #: The lines of the text that were taken as a title; empty where none was, and for clues given as JSON.
    other_dictionary: str = ""
    """Where no word fits: the list of another language that knows more of the clue words; empty where none does."""
    mistakes: tuple[Mistake, ...] | None = None  #: With `hint`: letters you are wrong about.
    consistent: bool | None = None  #: With `hint`: whether a solution agrees with your letters.


def tell_wanted(answer: Answer, request: PuzzleOptions, limit: int) -> Solved:
    """Return an answer with the steps that are wanted; none to a hint where nothing fits: they would be false."""
    if request.explain:
        return explain_answer(answer, limit=limit)
    if request.after:
        return explain_answer(answer, request.after, limit)
    if not request.hint or not answer.fits:
        return describe_answer(answer)
    with at("known"):
        known = parse_known(request.known, answer.puzzle.length, answer.alphabet)
    with at("out"):
        out = parse_out(request.out, answer.puzzle.length, answer.alphabet)
    return hint_answer(answer, Notes(known, out), limit)


def describe_answer(
    answer: Answer, steps: Iterable[Step] = (), grade: Grade | None = None, unexplained: str | None = None
) -> Solved:
    """Return an answer as a result, with the steps and the grade asked for, or why they are missing."""
    return Solved(
        rule="black",
        length=answer.puzzle.length,
        outcome=answer.outcome,
        solutions=answer.solutions,
        count=len(answer.solutions),
        complete=True,
        generations=tuple(generation.kept for generation in answer.generations),
        generated=tuple(generation.generated for generation in answer.generations),
        others=answer.others,
        dictionary=answer.dictionary,
        steps=tuple(steps),
        grade=grade,
        unexplained=unexplained,
        conflict=answer.conflict or None,
        conflict_smallest=answer.conflict_smallest if answer.conflict else None,
        repairs=tuple(
            Repair(one.was.line, describe_clue(one.was), describe_clue(one.now), one.solutions)
            for one in answer.repairs
        ),
        repairs_known=sum(repair.known for repair in answer.repairs),
        unknown=tuple(UnknownWord(one.clue.line, one.clue.word.lower(), one.spelled) for one in answer.unknown),
        title=answer.puzzle.title,
        other_dictionary=find_other_list(answer),
    )


def describe_clue(clue: clues.Clue) -> Clue:
    return Clue(clue.word.lower(), clue.marks)


def explain_answer(answer: Answer, after: int | None = None, limit: int = DEFAULT_LIMIT) -> Solved:
    """Return an answer with all steps and the grade, or the step after so many; or why it is `unexplained`."""
    try:
        explanation = explain(answer, limit, most=None if after is None else after + 1)
    except TooManyPrefixesError as error:
        return describe_answer(answer, unexplained=error.describe_reason(_))
    if after is None:
        return describe_answer(answer, map(describe_step, explanation.steps), grade(answer))
    count = len(explanation.steps)
    if after < count:
        return describe_answer(answer, map(describe_step, explanation.steps[after:]))
    only = plural("The reasoning has only {count} step.", "The reasoning has only {count} steps.", count)
    return describe_answer(answer, unexplained=only)


def hint_answer(answer: Answer, notes: Notes, limit: int = DEFAULT_LIMIT) -> Solved:
    """Return an answer with mistakes in a player's notes, else the next step. Raises what `explain_from` raises."""
    hint = explain_from(answer, notes, limit)
    steps = hint.explanation.steps
    nothing = None if steps or hint.mistakes else tell_next_hint(hint)[0]
    solved = describe_answer(answer, map(describe_step, steps), unexplained=nothing)
    mistakes = tuple(
        Mistake(one.position, one.letter, one.placed, tuple(clue.line for clue in one.clues), tell_mistake(one))
        for one in hint.mistakes
    )
    return replace(solved, mistakes=mistakes, consistent=hint.consistent)


def describe_step(step: model.Step) -> Step:
    cases = step.argument.cases
    told = tuple(describe_case(case, step.all_clues) for case in cases) if cases or step.argument.signs else None
    hints = tell_hints(step)
    return Step(
        kind=step.kind,
        clues=tuple(clue.line for clue in step.clues),
        facts=step.facts,
        placed=step.placed,
        removed=step.removed,
        clash=step.clash,
        cases=told,
        text=hints[-1],
        hints=hints,
        grid=step.grid,
        columns=tuple(list_columns(step)),
    )


def describe_case(case: model.Case, all_clues: tuple[clues.Clue, ...]) -> Case:
    return Case(
        position=None if case.position < 0 else case.position + 1,
        letters=case.letters,
        links=tuple(
            CaseLink(all_clues[link.clue].line, cast("Why", link.why), model.list_letters(link.removed))
            for link in case.links
        ),
        cases=tuple(describe_case(inner, all_clues) for inner in case.cases),
    )

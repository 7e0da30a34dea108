"""The JSON objects of a solved puzzle: solutions, steps, repairs. Clues are named by line; positions begin with 1."""

from dataclasses import dataclass
from typing import Literal, cast

from mastermot.operations.puzzle_answers import ExplainedAnswer
from mastermot.puzzle.clues import Clue, Puzzle, list_read_clues
from mastermot.puzzle.explain import Fact, Grade, Letter, Mistake, Step
from mastermot.puzzle.explain.steps import Case, list_letters
from mastermot.puzzle.repairs import Repair, UnknownWord
from mastermot.puzzle.solver import Outcome, Solution
from mastermot.texts.explanations import tell_hints, tell_mistake
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
class CaseResult:
    """Letters supposed at a position, what follows, and the cases within, one of which must then be true."""

    position: int | None  #: 1 for the first; null where nothing is supposed.
    letters: str  #: Those supposed there, one or the other.
    links: tuple[CaseLink, ...]  #: What follows, in order; each rests on those before.
    cases: tuple["CaseResult", ...]  #: The cases within, one of which must then be true.


@dataclass(frozen=True)
class StepResult:
    """One step of the reasoning."""

    kind: str  #: The technique.
    clues: tuple[int, ...]  #: The clues that it rests on, by line.
    facts: tuple[Fact, ...]  #: What earlier steps left possible, as far as it is used.
    placed: tuple[Letter, ...]  #: The letters that it makes certain.
    removed: tuple[Letter, ...]  #: The letters that it rules out.
    clash: bool  #: Whether it shows instead that the clues contradict each other.
    cases: tuple[CaseResult, ...] | None
    """The cases that show it, if it takes cases; null when they are too many or all was tried at once."""
    text: str  #: The step in full; cases are numbered lines.
    hints: tuple[str, ...]  #: Three hints to it: which clues, what they show, the step itself.
    grid: str  #: The letters placed after it, ? elsewhere.
    columns: tuple[str, ...]  #: The letters left in every column after it; * is one that no clue shows.


@dataclass(frozen=True)
class ClueResult:
    """A clue: a word with its number of well-placed letters."""

    word: str  #: The word as the clue has it.
    marks: int  #: The number of its letters that are well placed.


@dataclass(frozen=True)
class ReadClue:
    """A clue whose marks were written otherwise than as a number, as they were read."""

    line: int
    word: str  #: The word as the clue has it.
    written: str  #: The marks as they were written.
    marks: int  #: The number of its letters that are well placed.


@dataclass(frozen=True)
class RepairResult:
    """A change of one clue that leaves a solution."""

    line: int
    was: ClueResult  #: As it was typed.
    now: ClueResult  #: As it may have been meant.
    solutions: tuple[str, ...]  #: Dictionary words, common ones first; strings where no word fits then.


@dataclass(frozen=True)
class UnknownWordResult:
    """A clue word that the dictionary lacks."""

    line: int
    word: str  #: The word as the clue has it.
    suggestions: tuple[str, ...]  #: Near words of the dictionary, nearest first.


@dataclass(frozen=True)
class MistakeResult:
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
    """The outcome: one dictionary word fits, several words fit, only strings that are not words fit, nothing fits, or
    the clues contradict each other."""
    solutions: tuple[Solution, ...]  #: Known words first.
    count: int  #: How many solutions there are.
    complete: bool  #: Whether all of them are listed.
    generations: tuple[int, ...]  #: Prefixes kept at each length.
    generated: tuple[int, ...]  #: Prefixes made at each length.
    others: tuple[Solution, ...]  #: Words that fit with a letter that no clue has in the same position.
    dictionary: str
    steps: tuple[StepResult, ...]  #: The steps of reasoning, with `explain`.
    grade: Grade | None  #: How hard it is, with `explain`.
    unexplained: str | None  #: Why the steps are missing though `explain` or `hint` asks for them, or null.
    conflict: tuple[int, ...] | None  #: Lines of a smallest set of clues that contradict each other.
    conflict_smallest: bool | None  #: Whether no smaller set of clues conflicts.
    repairs: tuple[RepairResult, ...]
    """Where no solution is a dictionary word: single changes of one clue that leave one, best first."""
    repairs_known: int  #: How many of the first repairs leave dictionary words.
    unknown: tuple[UnknownWordResult, ...]  #: Clue words that the dictionary lacks.
    title: str  #: The lines of the text that were taken as a title; empty where none was, and for clues given as JSON.
    other_dictionary: str = ""
    """Where no word fits, or the list lacks more than half of the clue words: the list of another language that knows
    more of them; empty where none does."""
    read: tuple[ReadClue, ...] = ()  #: Clues whose marks were not written as a number, as they were read.
    mistakes: tuple[MistakeResult, ...] | None = None  #: With `hint`: letters you are wrong about.
    consistent: bool | None = None  #: With `hint`: whether a solution agrees with your letters.


def describe_answer(solved: ExplainedAnswer) -> Solved:
    """Return the answer of `solve_clues` as the object that is written as JSON.

    If no clues contradict each other, `conflict` and `conflict_smallest` are None.
    """
    answer = solved.answer
    return Solved(
        rule="black",
        length=answer.puzzle.length,
        outcome=answer.outcome,
        solutions=answer.solutions,
        count=len(answer.solutions),
        complete=True,  # if there are too many solutions, the solver raises an error
        generations=tuple(generation.kept for generation in answer.generations),
        generated=tuple(generation.generated for generation in answer.generations),
        others=answer.others,
        dictionary=answer.dictionary,
        steps=tuple(map(describe_step, solved.steps)),
        grade=solved.grade,
        unexplained=solved.unexplained,
        conflict=answer.conflict or None,
        conflict_smallest=answer.conflict_smallest if answer.conflict else None,
        repairs=tuple(map(describe_repair, answer.repairs)),
        repairs_known=sum(repair.known for repair in answer.repairs),
        unknown=tuple(map(describe_unknown, answer.unknown)),
        title=answer.puzzle.title,
        other_dictionary=solved.other_dictionary,
        read=describe_read_clues(answer.puzzle),
        mistakes=None if solved.mistakes is None else tuple(map(describe_mistake, solved.mistakes)),
        consistent=solved.consistent,
    )


def describe_clue(clue: Clue) -> ClueResult:
    return ClueResult(clue.word.lower(), clue.marks)


def describe_read_clues(puzzle: Puzzle) -> tuple[ReadClue, ...]:
    """Return the clues of a puzzle whose marks were not written as a number, as they were read."""
    return tuple(ReadClue(clue.line, clue.word.lower(), clue.written, clue.marks) for clue in list_read_clues(puzzle))


def describe_repair(repair: Repair) -> RepairResult:
    line = repair.was.line
    return RepairResult(line, describe_clue(repair.was), describe_clue(repair.now), repair.solutions)


def describe_unknown(unknown: UnknownWord) -> UnknownWordResult:
    return UnknownWordResult(unknown.clue.line, unknown.clue.word.lower(), unknown.spelled)


def describe_mistake(mistake: Mistake) -> MistakeResult:
    return MistakeResult(
        position=mistake.position,
        letter=mistake.letter,
        placed=mistake.placed,
        clues=tuple(clue.line for clue in mistake.clues),
        text=tell_mistake(mistake),
    )


def describe_step(step: Step) -> StepResult:
    """Return a step as JSON has it."""
    hints = tell_hints(step)
    return StepResult(
        kind=step.kind,
        clues=tuple(clue.line for clue in step.clues),
        facts=step.facts,
        placed=step.placed,
        removed=step.removed,
        clash=step.clash,
        cases=describe_cases(step),
        text=hints[-1],
        hints=hints,
        grid=step.grid,
        columns=tuple(list_columns(step)),
    )


def describe_cases(step: Step) -> tuple[CaseResult, ...] | None:
    """Return the cases of a step as JSON has them; an empty tuple for a step by a sum of marks, which needs no cases.

    None is returned if the step needs cases but does not have them: they were too many to be kept, or the step is the
    remainder, the last step, for which all combinations of letters were tried at once.
    """
    cases = step.argument.cases
    is_sum = bool(step.argument.signs)
    lacks_its_cases = not cases and not is_sum
    if lacks_its_cases:
        return None
    return tuple(describe_case(case, step.all_clues) for case in cases)


def describe_case(case: Case, all_clues: tuple[Clue, ...]) -> CaseResult:
    """Return a case as JSON has it, with the cases inside it.

    In JSON the first position is 1, and a case that supposes nothing has null; in `case` they are 0 and -1. JSON names
    a clue by its line; `case` names it by its index in `all_clues`, the clues of the puzzle.
    """
    links = []
    for link in case.links:
        line = all_clues[link.clue].line
        links.append(CaseLink(line, cast("Why", link.why), list_letters(link.removed)))
    return CaseResult(
        position=None if case.position < 0 else case.position + 1,
        letters=case.letters,
        links=tuple(links),
        cases=tuple(describe_case(inner, all_clues) for inner in case.cases),
    )

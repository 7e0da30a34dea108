"""Sentences about the cases of a step: what each case supposes, and what follows from this, one thing after another.

A case supposes letters at a position. Its links are what follows, each from one clue. A case may have cases within it:
these suppose letters at another position too.
"""

from collections.abc import Iterable, Iterator, Sequence

from mastermot.puzzle.clues import Clue
from mastermot.puzzle.explain.steps import FULL, NEEDED, OVER, Case, Link
from mastermot.texts import _
from mastermot.texts.phrases import capitalize, join_all, name_each, name_letters_at, name_marks, quote


def list_cases(
    cases: Iterable[Case], clues: tuple[Clue, ...], above: tuple[str, ...] = (), number: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield the number and the sentence of each case: ``(2, 1)`` is the first case within the second.

    The cases within a case come right after it. `clues` are all clues of the explanation. If the `cases` are those
    within a case, `number` is the number of that case, and `above` names the letters supposed in it and in the cases
    around it. Otherwise both are empty.
    """
    for count, (case, supposed) in enumerate(find_cases_with_sentence(cases, above), start=1):
        own_number = (*number, count)
        yield own_number, tell_case(case, supposed, clues)
        yield from list_cases(case.cases, clues, supposed, own_number)


def tell_case(case: Case, supposed: tuple[str, ...], clues: tuple[Clue, ...]) -> str:
    """Return the sentence of a case: what is supposed, if anything is, and what follows, clue by clue.

    `supposed` names the letters supposed in this case and in the cases around it, such as ``A in position 2``.
    """
    links = [tell_link(link, clues) for link in case.links]
    text = join_links(links) if links else _("nothing more is needed")
    if supposed:
        letters = _("with {letter}", letter=join_all(supposed))
        text = _("{letters}, {result}", letters=letters, result=text)
    return capitalize(text) + "."


def join_links(links: Sequence[str]) -> str:
    """Return what follows in a case, one thing after another: "A, then B", "A, then B, and then C"."""
    if len(links) < 3:
        return _(", then ").join(links)
    return _(", and then ").join([_(", then ").join(links[:-1]), links[-1]])


def find_cases_with_sentence(cases: Iterable[Case], above: tuple[str, ...]) -> Iterator[tuple[Case, tuple[str, ...]]]:
    """Yield each case that gets a sentence of its own, with the names of the letters supposed in it.

    These are the letters supposed in the cases around it (`above`), and those of the case itself. A case gets no
    sentence if it has no links, but cases within it: these are then yielded in its place. The cases within a case that
    is yielded are left out here: `list_cases` asks for them by a call of its own.
    """
    for case in cases:
        supposes_letters = case.position >= 0  # a case with -1 supposes nothing: it only has links
        supposed = above
        if supposes_letters:
            supposed = (*above, name_letters_at(case.letters, case.position))
        gets_sentence = case.links or not case.cases
        if gets_sentence:
            yield case, supposed
        else:
            yield from find_cases_with_sentence(case.cases, supposed)


def tell_link(link: Link, clues: tuple[Clue, ...]) -> str:
    """Return what follows from a clue, as a part of a sentence: "“sol 2” would need L in position 3".

    `clues` are all clues of the explanation: the link has the index of its clue. What is said depends on ``link.why``:
    the clue has all its marks, so its other letters are ruled out (`FULL`); the clue needs letters (`NEEDED`); it would
    have too many marks (`OVER`); it could not have enough marks (`TOO_FEW`).
    """
    clue = clues[link.clue]
    names = {"clue": quote(clue), "marks": name_marks(clue)}
    if link.why == FULL:
        letters = join_all(name_each(link.removed))
        return _("{clue} would have {marks}, which rules out {letters}", letters=letters, **names)
    if link.why == NEEDED:
        # at each position where the clue needs its letter, all other letters are ruled out: `removed` has them
        positions = {position for position, _letter in link.removed}
        needed = [(position, clue.word[position]) for position in positions]
        return _("{clue} would need {letters}", letters=join_all(name_each(needed)), **names)
    if link.why == OVER:
        return _("{clue} would have too many marks", **names)
    return _("{clue} could not have {marks}", **names)  # TOO_FEW

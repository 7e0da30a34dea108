"""Sentences about the cases of a step: what is supposed in each, and what follows from it, one thing after another."""

from collections.abc import Iterable, Iterator, Sequence

from mastermot.puzzle.clues import Clue
from mastermot.puzzle.explain.steps import FULL, NEEDED, OVER, Case, Link
from mastermot.texts import _
from mastermot.texts.phrases import capitalize, join_all, name_each, name_letters_at, name_marks, quote


def list_cases(
    cases: Iterable[Case], clues: tuple[Clue, ...], above: tuple[str, ...] = (), number: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield the number and the sentence of each case: ``(2, 1)`` is the first case within the second.

    The cases within a case come right after it. `clues` are all clues of the explanation. For cases within another one,
    `number` is that of the other one, and `above` names the letters supposed in it and in those around it; both are
    empty otherwise.
    """
    for count, (case, supposed) in enumerate(find_telling(cases, above), start=1):
        own_number = (*number, count)
        yield own_number, tell_case(case, supposed, clues)
        yield from list_cases(case.cases, clues, supposed, own_number)


def tell_case(case: Case, supposed: tuple[str, ...], clues: tuple[Clue, ...]) -> str:
    """Return the sentence of a case: what is supposed, if anything is, and what follows from it, clue by clue.

    `supposed` has the names of the letters supposed, those of the cases around it among them: ``A in position 2``.
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


def find_telling(cases: Iterable[Case], above: tuple[str, ...]) -> Iterator[tuple[Case, tuple[str, ...]]]:
    """Yield each case that has a sentence of its own, with the names of all letters supposed there.

    These are those supposed in the cases around it (`above`), and in the case itself. If nothing follows from a case
    before others are tried within it, it has no sentence, and those within take its place. Of a case that is yielded,
    the cases within are not: `list_cases` asks for them in a call of their own.
    """
    for case in cases:
        supposes_letters = case.position >= 0  # otherwise it only follows the clues
        supposed = above
        if supposes_letters:
            supposed = (*above, name_letters_at(case.letters, case.position))
        is_told = case.links or not case.cases
        if is_told:
            yield case, supposed
        else:
            yield from find_telling(case.cases, supposed)


def tell_link(link: Link, clues: tuple[Clue, ...]) -> str:
    """Return what follows from a clue, as a part of a sentence: "“sol 2” would need L in position 3".

    `clues` are all clues of the explanation: the link has the index of its clue. ``link.why`` decides what is said: the
    clue has all its marks, so other letters are ruled out (`FULL`); it needs letters (`NEEDED`); it would have too many
    marks (`OVER`); otherwise that it could not have enough (`TOO_FEW`).
    """
    clue = clues[link.clue]
    names = {"clue": quote(clue), "marks": name_marks(clue)}
    if link.why == FULL:
        letters = join_all(name_each(link.removed))
        return _("{clue} would have {marks}, which rules out {letters}", letters=letters, **names)
    if link.why == NEEDED:
        # where the clue needs its letter, all others are ruled out: their positions tell where that is
        positions = {position for position, _letter in link.removed}
        needed = [(position, clue.word[position]) for position in positions]
        return _("{clue} would need {letters}", letters=join_all(name_each(needed)), **names)
    if link.why == OVER:
        return _("{clue} would have too many marks", **names)
    return _("{clue} could not have {marks}", **names)

"""Sentences about answers: what to mend when no word fits, clue words that the dictionary lacks, how much is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mastermot.locale import gettext as _
from mastermot.locale import ngettext
from mastermot.puzzles.repairs import Repair, UnknownWord
from mastermot.puzzles.solver import Answer

if TYPE_CHECKING:
    from mastermot.puzzles.clues import Clue

MOST_WORDS = 5
"""Words that one repair leaves, named in its sentence."""
MOST_REPAIRS = 3
"""Repairs that are told."""
FEW_OTHERS = 3
"""Words with letters that no clue shows, up to which a mistake is still likely; more show that clues are missing."""


def choose_repairs(answer: Answer) -> list[Repair]:
    """Return the repairs to tell, best first: at most `MOST_REPAIRS`, each with other words than those before it.

    None where many words fit with letters that no clue shows: clues are missing then, and nothing is wrong.
    """
    if len(answer.others) > FEW_OTHERS:
        return []
    chosen: dict[tuple[str, ...], Repair] = {}
    for repair in answer.repairs:
        if repair.known:
            chosen.setdefault(repair.solutions, repair)
    best = list(chosen.values())
    single = [repair for repair in best if repair.word]
    return (single or best)[:MOST_REPAIRS]


def tell_no_word(answer: Answer) -> str:
    """Return that no dictionary word fits, with the mistake that would explain it where there is one."""
    repairs = choose_repairs(answer)
    if answer.others:
        start = _("No dictionary word fits with only the letters that the clues show in each column.")
    else:
        start = _("No dictionary word fits.")
    return " ".join([start, *(tell_repair(repair, answer) for repair in repairs[:1])])


def tell_repair(repair: Repair, answer: Answer) -> str:
    """Return "If line 8 were “pente 1”, the word would be COUDE.", or the words it leaves when there are several."""
    alone = sum(clue.line == repair.was.line for clue in answer.puzzle.clues) == 1
    words = ", ".join(repair.solutions[:MOST_WORDS])
    if len(repair.solutions) > MOST_WORDS:
        words += "…"
    if alone and repair.word:
        text = _("If line {line} were “{now}”, the word would be {words}.")
    elif alone:
        text = _("If line {line} were “{now}”, these words would fit: {words}.")
    elif repair.word:
        text = _("If “{was}” on line {line} were “{now}”, the word would be {words}.")
    else:
        text = _("If “{was}” on line {line} were “{now}”, these words would fit: {words}.")
    return text.format(line=repair.was.line, was=repair.was, now=repair.now, words=words)


def tell_unknown(answer: Answer) -> list[str]:
    """Return a remark for each clue word that the dictionary lacks, or one for all when they are most of the clues."""
    missing, count = answer.unknown, len(answer.puzzle.clues)
    if len(missing) > 1 and 2 * len(missing) > count:
        text = _("{missing} of the {count} clue words are not in the dictionary {name}: is it the right one?")
        return [text.format(missing=len(missing), count=count, name=answer.dictionary)]
    return [tell_unknown_word(word, answer.dictionary) for word in missing]


def tell_unknown_word(unknown: UnknownWord, dictionary: str) -> str:
    """Return that the dictionary lacks a clue word, with near words."""
    line, word = unknown.clue.line, unknown.clue.word.lower()
    if not unknown.suggestions:
        return _("line {line}: “{word}” is not in the dictionary {name}.").format(line=line, word=word, name=dictionary)
    near = ", ".join(suggestion.lower() for suggestion in unknown.suggestions)
    text = _("line {line}: “{word}” is not in the dictionary {name}. Perhaps: {near}.")
    return text.format(line=line, word=word, name=dictionary, near=near)


def tell_words_left(count: int) -> str:
    """Return how many dictionary words fit so far."""
    return ngettext(
        "{count} dictionary word fits the clues so far:", "{count} dictionary words fit the clues so far:", count
    ).format(count=count)


def tell_strings_left(count: int, besides: bool) -> str:
    """Return how many strings fit that are no words; `besides` words that fit too."""
    if besides:
        text = ngettext(
            "Besides, {count} string of letters fits that is no dictionary word.",
            "Besides, {count} strings of letters fit that are no dictionary words.",
            count,
        )
    else:
        text = ngettext(
            "{count} string of letters fits, but it is no dictionary word:",
            "{count} strings of letters fit, but none is a dictionary word:",
            count,
        )
    return text.format(count=count)


def list_conflict(answer: Answer) -> Sequence[Clue]:
    """Return the clues that cannot all be true."""
    return [clue for clue in answer.puzzle.clues if clue.line in answer.conflict]

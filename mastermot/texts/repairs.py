"""Sentences about answers: what may be mistyped when no word fits, and clue words that the dictionary lacks."""

from mastermot.puzzle.repairs import Repair, UnknownWord
from mastermot.puzzle.solver import Answer
from mastermot.texts import _

MAX_REPAIR_WORDS = 5  #: The most words that the sentence of a repair names.
MAX_TOLD_REPAIRS = 3  #: The most repairs that are told.
FEW_OTHERS = 3
"""Up to so many words with other letters, a mistake is likely; if more fit, clues are missing."""


def has_its_words(answer: Answer) -> bool:
    """Return whether the dictionary has half of the clue words or more, so that it is likely to be the right one."""
    return 2 * len(answer.unknown) <= len(answer.puzzle.clues)


def choose_repairs(answer: Answer) -> list[Repair]:
    """Return the repairs to tell, best first, each with other words.

    None are told if clues are missing, or if the dictionary seems to be the wrong one.
    """
    if len(answer.others) > FEW_OTHERS or not has_its_words(answer):
        return []
    chosen: dict[tuple[str, ...], Repair] = {}
    for repair in answer.repairs:
        if repair.known:
            chosen.setdefault(repair.solutions, repair)
    return ([repair for repair in chosen.values() if repair.word] or list(chosen.values()))[:MAX_TOLD_REPAIRS]


def tell_no_word(answer: Answer) -> list[str]:
    """Return sentences that say that no word fits, with likely mistakes; empty if it is too uncertain.

    That is so if clues are missing, or if the dictionary seems to be the wrong one.
    """
    repairs = [tell_repair(repair, answer) for repair in choose_repairs(answer)]
    incomplete = not answer.solutions and len(answer.others) > FEW_OTHERS
    if answer.words or not (answer.fits or repairs) or incomplete or not has_its_words(answer):
        return []
    start = _("No dictionary word fits.")
    if answer.others:
        start = _("No dictionary word fits if each of its letters must be in the same position in one of the clues.")
    return [" ".join([start, *repairs[:1]]), *repairs[1:]]


def tell_repair(repair: Repair, answer: Answer) -> str:
    """Return "If line 8 were “pente 1”, the word would be COUDE.", or which words would fit if there are several."""
    alone = sum(clue.line == repair.was.line for clue in answer.puzzle.clues) == 1
    words = ", ".join(repair.solutions[:MAX_REPAIR_WORDS]) + "…" * (len(repair.solutions) > MAX_REPAIR_WORDS)
    texts = {
        (True, True): _("If line {line} were “{now}”, the word would be {words}."),
        (True, False): _("If line {line} were “{now}”, these words would fit: {words}."),
        (False, True): _("If “{was}” on line {line} were “{now}”, the word would be {words}."),
        (False, False): _("If “{was}” on line {line} were “{now}”, these words would fit: {words}."),
    }
    return texts[alone, bool(repair.word)].format(line=repair.was.line, was=repair.was, now=repair.now, words=words)


def tell_unknown(answer: Answer) -> list[str]:
    """Return a remark for each clue word that the dictionary lacks, or one for all when they are most of the clues."""
    if has_its_words(answer) or len(answer.puzzle.clues) == 1:
        return [tell_unknown_word(word, answer.dictionary) for word in answer.unknown]
    names = {"missing": len(answer.unknown), "count": len(answer.puzzle.clues), "name": answer.dictionary}
    return [_("{missing} of the {count} clue words are not in the dictionary {name}: is it the right one?", **names)]


def tell_unknown_word(unknown: UnknownWord, dictionary: str) -> str:
    names = {"line": str(unknown.clue.line), "word": unknown.clue.shown, "name": dictionary}
    if not unknown.suggestions:
        return _("line {line}: “{word}” is not in the dictionary {name}.", **names)
    near = ", ".join(unknown.spelled)
    return _("line {line}: “{word}” is not in the dictionary {name}. Perhaps: {near}.", near=near, **names)

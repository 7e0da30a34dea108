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
    """Return the repairs to tell, best first: no two with the same words; those with a single word, if there are any.

    They are at most `MAX_TOLD_REPAIRS`, and give dictionary words. There are none if more than `FEW_OTHERS` words with
    other letters fit, or if the dictionary seems to be the wrong one: then a mistake is not likely.
    """
    is_wrong_dictionary = not has_its_words(answer)
    many_others_fit = len(answer.others) > FEW_OTHERS
    if is_wrong_dictionary or many_others_fit:
        return []
    by_words: dict[tuple[str, ...], Repair] = {}  # the best repair for each set of words
    for repair in answer.repairs:  # the best come first
        if repair.known:
            by_words.setdefault(repair.solutions, repair)
    repairs = list(by_words.values())
    with_one_word = [repair for repair in repairs if repair.word]
    chosen = with_one_word or repairs
    return chosen[:MAX_TOLD_REPAIRS]


def tell_no_word(answer: Answer) -> list[str]:
    """Return sentences about a puzzle that no dictionary word fits. The first says so; each names a likely mistake.

    If no mistake is likely (`choose_repairs`), the first sentence stands alone, without one. If words fit that have a
    letter which no clue shows in its position (``answer.others``), it says that none fits with letters that clues show.

    There are no sentences in these cases:

    - A word fits: one of the `solutions`, strings of letters that clues show, is in the dictionary (`words`).
    - The dictionary seems to be the wrong one.
    - Clues seem to be missing: there is no solution, but more than `FEW_OTHERS` others.
    - Nothing fits, neither solutions nor others, and no mistake is likely.
    """
    if answer.words:
        return []
    is_wrong_dictionary = not has_its_words(answer)
    no_string_fits = not answer.solutions
    many_others_fit = len(answer.others) > FEW_OTHERS
    clues_are_missing = no_string_fits and many_others_fit
    if is_wrong_dictionary or clues_are_missing:
        return []
    repairs = [tell_repair(repair, answer) for repair in choose_repairs(answer)]
    nothing_fits = no_string_fits and not answer.others
    if nothing_fits and not repairs:
        return []
    if answer.others:
        start = _("No dictionary word fits if each of its letters must be in the same position in one of the clues.")
    else:
        start = _("No dictionary word fits.")
    if not repairs:
        return [start]
    first_repair, *more_repairs = repairs
    return [f"{start} {first_repair}", *more_repairs]


def tell_repair(repair: Repair, answer: Answer) -> str:
    """Return "If line 8 were “pente 1”, the word would be COUDE.", or which words would fit if there are several.

    Where its line has other clues too, the sentence says which one is meant: "If “pente 2” on line 8 were “pente 1”…".
    It names `MAX_REPAIR_WORDS` words at most; an ellipsis stands for the others.
    """
    line = repair.was.line
    clues_on_line = [clue for clue in answer.puzzle.clues if clue.line == line]
    is_alone = len(clues_on_line) == 1
    words = ", ".join(repair.solutions[:MAX_REPAIR_WORDS])
    if len(repair.solutions) > MAX_REPAIR_WORDS:
        words += "…"
    if is_alone and repair.word:
        text = _("If line {line} were “{now}”, the word would be {words}.")
    elif is_alone:
        text = _("If line {line} were “{now}”, these words would fit: {words}.")
    elif repair.word:
        text = _("If “{was}” on line {line} were “{now}”, the word would be {words}.")
    else:
        text = _("If “{was}” on line {line} were “{now}”, these words would fit: {words}.")
    return text.format(line=line, was=repair.was, now=repair.now, words=words)


def tell_unknown(answer: Answer) -> list[str]:
    """Return a remark for each clue word that the dictionary lacks, or one for all if they are more than half.

    The only word of a puzzle gets its own remark.
    """
    if has_its_words(answer) or len(answer.puzzle.clues) == 1:
        return [tell_unknown_word(word, answer.dictionary) for word in answer.unknown]
    names = {"missing": len(answer.unknown), "count": len(answer.puzzle.clues), "name": answer.dictionary}
    return [_("{missing} of the {count} clue words are not in the dictionary {name}: is it the right one?", **names)]


def tell_unknown_word(unknown: UnknownWord, dictionary: str) -> str:
    # the line as text: `_` would write a large number with a thousands sign
    names = {"line": str(unknown.clue.line), "word": unknown.clue.shown, "name": dictionary}
    if not unknown.suggestions:
        return _("line {line}: “{word}” is not in the dictionary {name}.", **names)
    near = ", ".join(unknown.spelled)
    return _("line {line}: “{word}” is not in the dictionary {name}. Perhaps: {near}.", near=near, **names)

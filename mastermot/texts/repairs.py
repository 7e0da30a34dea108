"""Sentences about answers: what may be mistyped when no word fits, and clue words that the dictionary lacks.

A repair is a change of one clue with which the puzzle has a solution. Words with other letters are words that fit, but
have a letter that no clue shows in its position (``Answer.others``).
"""

from mastermot.puzzle.repairs import Repair, UnknownWord
from mastermot.puzzle.solver import Answer
from mastermot.texts import _

MAX_REPAIR_WORDS = 5  #: The most words that the sentence of a repair names.
MAX_TOLD_REPAIRS = 3  #: The most repairs that are told.
FEW_OTHERS = 3
"""If at most this many words with other letters fit, a mistake is likely; if more fit, clues seem to be missing."""


def is_right_dictionary(answer: Answer) -> bool:
    """Return whether the dictionary seems to be the right one: it has half of the clue words or more."""
    return 2 * len(answer.unknown) <= len(answer.puzzle.clues)


def choose_repairs(answer: Answer) -> list[Repair]:
    """Return the repairs to tell, best first, `MAX_TOLD_REPAIRS` at most. All of them give dictionary words.

    Of repairs that give the same words, only the best is told. If some repairs give a single word, only these are told.
    None are told if a mistake is not likely: if more than `FEW_OTHERS` words with other letters fit, or if the
    dictionary seems to be the wrong one.
    """
    many_others_fit = len(answer.others) > FEW_OTHERS
    if many_others_fit or not is_right_dictionary(answer):
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
    """Return what to tell about a puzzle that no dictionary word fits: that no word fits, and the likely mistakes.

    There is a text for each likely mistake (`choose_repairs`). The first text begins with the sentence that no word
    fits; if no mistake is likely, this sentence is the only text. If words with other letters fit, it says instead that
    no word fits whose letters all stand in clues.

    There are no texts in these cases:

    - A word fits: one of the solutions, strings whose letters all stand in clues, is in the dictionary.
    - The dictionary seems to be the wrong one.
    - Clues seem to be missing: there is no solution, but there are more than `FEW_OTHERS` words with other letters.
    - Nothing fits, neither solutions nor words with other letters, and no mistake is likely.
    """
    if answer.words:
        return []
    no_string_fits = not answer.solutions
    many_others_fit = len(answer.others) > FEW_OTHERS
    clues_are_missing = no_string_fits and many_others_fit
    if clues_are_missing or not is_right_dictionary(answer):
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
    """Return "If line 8 were “pente 1”, the word would be COUDE."; if several words would fit, the words that would.

    If the line has other clues too, the sentence quotes the clue to change: "If “pente 2” on line 8 were “pente 1”…".
    The sentence names `MAX_REPAIR_WORDS` words at most; an ellipsis stands for the others.
    """
    line = repair.was.line
    clues_on_line = [clue for clue in answer.puzzle.clues if clue.line == line]
    is_only_clue = len(clues_on_line) == 1
    words = ", ".join(repair.solutions[:MAX_REPAIR_WORDS])
    if len(repair.solutions) > MAX_REPAIR_WORDS:
        words += "…"
    if is_only_clue and repair.word:
        text = _("If line {line} were “{now}”, the word would be {words}.")
    elif is_only_clue:
        text = _("If line {line} were “{now}”, these words would fit: {words}.")
    elif repair.word:
        text = _("If “{was}” on line {line} were “{now}”, the word would be {words}.")
    else:
        text = _("If “{was}” on line {line} were “{now}”, these words would fit: {words}.")
    return text.format(line=line, was=repair.was, now=repair.now, words=words)


def tell_unknown(answer: Answer) -> list[str]:
    """Return a remark about each clue word that the dictionary lacks.

    If it lacks more than half of the clue words, return one remark about all of them, except in a puzzle of one clue.
    """
    if is_right_dictionary(answer) or len(answer.puzzle.clues) == 1:
        return [tell_unknown_word(word, answer.dictionary) for word in answer.unknown]
    names = {"missing": len(answer.unknown), "count": len(answer.puzzle.clues), "name": answer.dictionary}
    return [_("{missing} of the {count} clue words are not in the dictionary {name}: is it the right one?", **names)]


def tell_unknown_word(unknown: UnknownWord, dictionary: str) -> str:
    """Return the remark about a clue word that the dictionary lacks, with similar words if there are any."""
    # the line is a text, since `_` writes a number of 10,000 or more with a sign between thousands
    names = {"line": str(unknown.clue.line), "word": unknown.clue.shown, "name": dictionary}
    if not unknown.suggestions:
        return _("line {line}: “{word}” is not in the dictionary {name}.", **names)
    near = ", ".join(unknown.spelled)
    return _("line {line}: “{word}” is not in the dictionary {name}. Perhaps: {near}.", near=near, **names)

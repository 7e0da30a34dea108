"""A card to cut out for the trick with fixed guesses: one HTML page that needs nothing else, front and back."""

from __future__ import annotations

from urllib.parse import urlencode

from mastermot.codes import ColourCodes, WordCodes
from mastermot.dictionaries import dictionary_names
from mastermot.locale import gettext as _
from mastermot.rules import BLACK
from mastermot.static import FixedGuesses, FixedProblem
from mastermot.wording.numbers import plural, write_number
from mastermot.wording.rendering import render


def make_card(problem: FixedProblem, best: FixedGuesses, page: str = "") -> str:
    """Return the card of fixed guesses, in the language in use: the words and boxes, and on its back how it is done.

    With the address `page` of a service's page, a link on the back does the trick there.
    """
    return render(
        "card.html",
        title=_("Think of a word") if isinstance(problem.codes, WordCodes) else _("Think of a code"),
        steps=list_steps(problem),
        guesses=best.guesses,
        command=make_command(problem, best),
        link=make_trick_link(problem, best, page),
        power=describe_power(problem, best),
    )


def list_steps(problem: FixedProblem) -> list[str]:
    """Return how to play, in three lines."""
    if isinstance(problem.codes, WordCodes):
        length = write_number(problem.codes.length)
        think = _("Think of a usual word of {length} letters; accents do not count.").format(length=length)
    elif isinstance(problem.codes, ColourCodes):
        think = _("Think of a code: {length} letters, from {first} to {last}.").format(
            length=write_number(problem.codes.length),
            first=problem.codes.alphabet[0],
            last=problem.codes.alphabet[problem.codes.colours - 1],
        )
    else:
        think = _("Think of a code of the list {name}.").format(name=problem.codes.label)
    if problem.rule is BLACK:
        answer = _("Beside each line, write how many of its letters your word has in the same place: 0, 1, 2…")
    else:
        answer = _("Beside each line, write its marks. {meaning}").format(meaning=_(problem.rule.meaning))
    return [think, answer, _("Give the card back: your word is told.")]


def make_command(problem: FixedProblem, best: FixedGuesses) -> str:
    """Return the command that tells the word, with a dot in place of each answer."""
    codes = problem.codes
    if isinstance(codes, WordCodes) and problem.rule is BLACK:
        clues = "\\n".join(f"{guess.lower()} ." for guess in best.guesses)
        return f"printf '{clues}\\n' | mastermot solve --words {codes.dictionary.name} -"
    return f"mastermot next {choose_options(problem)} " + " ".join(f"{guess}=." for guess in best.guesses)


def make_trick_link(problem: FixedProblem, best: FixedGuesses, page: str) -> str:
    """Return the address that does the trick in the page; empty where the page has no such words or rule."""
    codes = problem.codes
    if not page or problem.rule is not BLACK:
        return ""
    if not isinstance(codes, WordCodes) or codes.dictionary.name not in dictionary_names():
        return ""
    return f"{page}#trick?" + urlencode({"w": codes.dictionary.name, "g": ".".join(best.guesses).lower()})


def choose_options(problem: FixedProblem) -> str:
    """Return the options that say which codes are played with, under which rule, and where guesses come from."""
    codes, rule = problem.codes, f"--rule {problem.rule.name}"
    if isinstance(codes, WordCodes):
        wider = problem.guesses
        more = "" if not isinstance(wider, WordCodes) or wider is codes else f" --guesses {wider.dictionary.name}"
        return f"--words {codes.dictionary.name} --length {codes.length} {rule}{more}"
    if isinstance(codes, ColourCodes):
        kinds = " --no-repeats" * (not codes.repeats) + " --empty" * codes.empty + " --digits" * codes.digits
        return f"--holes {codes.length} --colours {codes.colours}{kinds} {rule}"
    return rule


def describe_power(problem: FixedProblem, best: FixedGuesses) -> str:
    """Return how many codes are found at once."""
    return plural(
        "Of {total}, {count} is found at once; where several are left, ask one more question.",
        "Of {total}, {count} are found at once; where several are left, ask one more question.",
        best.figures.alone,
        total=write_number(problem.codes.count),
    )

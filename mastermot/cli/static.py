"""``mastermot static``: fixed guesses that tell as many codes apart as possible."""

from __future__ import annotations

import time
from collections.abc import Iterable

import click

from mastermot.cli.choices import CodeOptions, check_guesses_are_words
from mastermot.cli.errors import EXIT_INTERRUPTED
from mastermot.cli.games import count_codes, describe_codes
from mastermot.cli.options import Number, command, option, output_option, page_option, rule_option, time_option
from mastermot.cli.output import note, print_result, print_text, write_output
from mastermot.codes import WordCodes
from mastermot.dictionaries import open_dictionary
from mastermot.engine import usual_jobs
from mastermot.errors import N_
from mastermot.locale import gettext as _
from mastermot.operations.fixing import describe_guesses
from mastermot.rules import Rule
from mastermot.static import MAX_FIXED, FixedGuesses, FixedProblem, FixedSearch, widest_guesses
from mastermot.wording.card import make_card
from mastermot.wording.fixed import describe_fixed
from mastermot.wording.numbers import plural, write_number

SOON = 1.0
"""Seconds between two lines about where the search stands, at least."""


@command(
    N_(
        "Find fixed guesses: made before the first answer, they tell as many codes apart as possible, or all of them. "
        "Ctrl-C or --time ends the search with the best found."
    )
)
def static(
    chosen: CodeOptions,
    rule: Rule = rule_option(),
    count: int | None = option(
        N_("So many guesses, those of --given counted, that leave as many classes as possible."),
        type=Number(1, MAX_FIXED),
    ),
    every: bool = option(N_("As few guesses as possible that tell all codes apart."), "--all"),
    guesses: str | None = option(
        N_("Where guesses may come from: for words the widest dictionary of the language without it."),
        metavar="NAME|PATH",
    ),
    given: tuple[str, ...] = option(N_("A guess already fixed (may be repeated)."), metavar="WORD"),
    objective: str = option(
        N_("The goal: the most classes, the smallest largest class, or the smallest expected class of the secret."),
        default="classes",
        metavar="classes|largest|expected",
    ),
    seed: int = option(N_("Seed of every random choice."), type=Number(0), default=0),
    seconds: float = time_option(default=30),
    starts: int | None = option(
        N_("Stop after so many starts, however long they take: the same guesses on every machine."), type=Number(1)
    ),
    jobs: int = option(
        N_("Searches side by side: by default one for each processor, 4 at most."),
        type=Number(1, 64),
        default=usual_jobs,
        show_default=False,
    ),
    groups: bool = option(N_("List the groups of codes that are not told apart.")),
    card: str | None = output_option(
        N_("Write a card to print and cut out: the words, and how to do the trick."), html=True, metavar="FILE.html"
    ),
    page: str | None = page_option(
        N_("With --card: a link on its back opens the trick in the page at this address (see mastermot serve).")
    ),
) -> None:
    if every == (count is not None):
        raise click.UsageError(_("Say how many guesses: --count 10, or --all for as few as tell all codes apart."))
    if page is not None and card is None:
        raise click.UsageError(_("--link-base is about a card: use it with --card."))
    codes = chosen.open_for_game()
    check_guesses_are_words(codes, guesses)
    listed = widest_guesses(codes) if guesses is None else WordCodes(open_dictionary(guesses), codes.length)
    problem = FixedProblem(codes, rule, listed, given, objective)
    chosen.tell_default(codes)
    search = FixedSearch(problem, count, seed=seed, starts=starts, jobs=jobs)
    interrupted = watch(search, None if starts else seconds)
    best = search.best
    if best is None:  # Ctrl-C came before the first guesses
        note(_("Nothing was found in so little time."))
        raise click.exceptions.Exit(EXIT_INTERRUPTED)
    answer = describe_guesses(problem, best, groups=groups)
    print_result(answer, lambda: print_fixed(problem, best, count, answer.groups or ()))
    if card is not None:
        write_output(card, make_card(problem, best, page or ""))
    if interrupted:
        raise click.exceptions.Exit(EXIT_INTERRUPTED)


def watch(search: FixedSearch, seconds: float | None) -> bool:
    """Let a search run, and say on standard error what it finds; return whether Ctrl-C ended it."""
    started = said_at = time.monotonic()
    said = ""

    def go_on() -> bool:
        nonlocal said, said_at
        now = time.monotonic()
        if now - said_at > SOON:
            said_at, best = now, search.best
            text = said if best is None else describe_progress(best, search.count)
            if text != said:
                said = text
                note(_("{found}; {seconds} s").format(found=text, seconds=write_number(now - started, 1)))
        return seconds is None or now - started < seconds

    try:
        search.run(go_on)
    except KeyboardInterrupt:
        return True
    return False


def describe_progress(best: FixedGuesses, count: int | None) -> str:
    if count is None:
        return plural("{count} guess", "{count} guesses", len(best.guesses))
    classes, largest = write_number(best.figures.classes), write_number(best.figures.largest)
    text = _("classes {classes}, largest {largest}, expected {expected}")
    return text.format(classes=classes, largest=largest, expected=write_number(best.figures.expected, 4))


def print_fixed(problem: FixedProblem, best: FixedGuesses, count: int | None, groups: Iterable[Iterable[str]]) -> None:
    """Print fixed guesses, what they tell apart, what is proven, and the `groups` of codes that are not told apart."""
    codes, told = problem.codes, _("{codes}: {count}, rule {rule}")
    click.echo(told.format(codes=describe_codes(codes), count=count_codes(codes, codes.count), rule=problem.rule.name))
    shown = (f"  {problem.guesses.display(guess)}" for guess in best.guesses)
    click.echo("\n".join((*shown, *describe_fixed(problem, best, count))))
    for group in groups:
        print_text(" ".join(group), indent="  ")

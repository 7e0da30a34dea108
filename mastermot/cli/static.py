"""``mastermot static``: fixed guesses that tell as many codes apart as possible."""

import time
from collections.abc import Iterable, Iterator
from urllib.parse import urlencode

import click

from mastermot.cli.errors import EXIT_DONE, EXIT_INTERRUPTED
from mastermot.cli.game_options import count_codes, describe_codes, describe_symbols, tell_default
from mastermot.cli.options import (
    alphabet_option,
    jobs_option,
    json_option,
    list_given_options,
    output_option,
    page_option,
    refuse_unprinted,
    request_options,
    time_option,
)
from mastermot.cli.output import note, print_result, print_text, tell_remarks, write_output
from mastermot.cli.types import Number
from mastermot.engine import usual_jobs
from mastermot.game.advice.histories import give_letters
from mastermot.lab.static import FixedGuesses, FixedProblem, FixedSearch, name_widest
from mastermot.operations.errors import refuse, refuse_beside, refuse_without
from mastermot.operations.fixed_guesses import FixedRequest, describe_guesses
from mastermot.operations.game_setup import choose_codes_of, names_codes, open_extra_guesses
from mastermot.rules import BLACK, rule_named
from mastermot.rules.codes import ColourCodes, PatternCodes, WordCodes
from mastermot.rules.symbols import write_symbols
from mastermot.texts import N_, _, plural, render, write_number
from mastermot.words.dictionaries import dictionary_names

SOON = 1.0  #: Seconds between two lines about where the search stands, at least.
DEFAULT_COUNT = 5  #: Guesses looked for where no number is given.
WHY_NOT_SOLVED = N_("it has no effect: Solve in the web app takes words of a shipped list, under the rule black")


@click.command(
    help=N_(
        "Find fixed guesses, chosen before the first answer: together they tell apart as many codes as "
        "possible, or all of them. Ctrl-C or --time ends the search with the best guesses found."
    ),
    epilog="mastermot static --holes 3 --colours 4 --rule black --all\n"
    "mastermot static --length 5 --count 10 --time 5 --card card.html",
)
@request_options(FixedRequest)
@click.option("--all", "every", is_flag=True, help=N_("Find as few guesses as possible that tell all codes apart."))
@time_option(default=30)
@click.option(
    "--starts",
    type=Number(1),
    help=N_("Stop after this many starts, however long they take: this gives the same guesses on every machine."),
)
@click.option(
    "--first",
    metavar="LETTERS",
    help=N_("Letters given at the start: the first (c), or a pattern (c..d.). Guesses have the first ones too."),
)
@jobs_option(N_("The number of searches to run side by side; by default one for each processor, but no more than 4."))
@output_option(
    "--card",
    metavar="FILE.html",
    page=True,
    help=N_("Write a card to print and cut out: the words, and how to do the trick."),
)
@page_option(
    N_("With --card: a link on its back opens its words in the web app at this address (see mastermot serve).")
)
@alphabet_option
@json_option
def static(
    request: FixedRequest,
    every: bool,
    seconds: float,
    starts: int | None,
    first: str | None,
    jobs: int | None,
    card: str | None,
    page: str | None,
) -> None:
    count = request.count if every or names_codes(request) else request.count or DEFAULT_COUNT
    if every == (count is not None):
        raise click.UsageError(_("Say how many guesses: --count 10, or --all for as few as tell all codes apart."))
    given = list_given_options()
    refuse_without("card", ["page"], given)
    refuse_beside("starts", ["seconds"], given)
    refuse_unprinted("groups")
    codes = choose_codes_of(request)
    if first is not None:
        codes = give_letters(codes, first, "first")
    listed = open_extra_guesses(request.guesses or name_widest(codes), codes)
    problem = FixedProblem(codes, rule_named(request.rule), listed, request.given, request.objective)
    refuse("page", WHY_NOT_SOLVED, page is not None and name_solved_list(problem) is None)
    tell_default(request, codes)
    search = FixedSearch(problem, count, seed=request.seed, starts=starts, jobs=jobs or usual_jobs())
    tell_remarks()
    interrupted = watch(search, None if starts else seconds)
    if (best := search.best) is None:  # Ctrl-C came before the first guesses
        note(_("Nothing was found in so little time."))
        raise click.exceptions.Exit(EXIT_INTERRUPTED)
    answer = describe_guesses(problem, best, groups=request.groups)
    print_result(answer, lambda: print_fixed(problem, best, count, answer.groups or ()))
    write_output(card, lambda _path: make_card(problem, best, page))
    raise click.exceptions.Exit(EXIT_INTERRUPTED if interrupted else EXIT_DONE)


def watch(search: FixedSearch, seconds: float | None) -> bool:
    """Search for so many seconds, saying each better find; return whether Ctrl-C ended the search."""
    started = said_at = time.monotonic()
    said = ""

    def go_on() -> bool:
        nonlocal said, said_at
        now = time.monotonic()
        if now - said_at > SOON:
            said_at = now
            best = search.best
            text = said if best is None else describe_progress(best, search.count)
            if text != said:
                said = text
                note(_("{found}; {seconds} s", found=text, seconds=write_number(now - started, 1)))
        return seconds is None or now - started < seconds

    try:
        search.run(go_on)
    except KeyboardInterrupt:
        return True
    return False


def describe_progress(best: FixedGuesses, count: int | None) -> str:
    if count is None:
        return plural("{count} guess", "{count} guesses", len(best.guesses))
    figures = best.figures
    sizes = {"largest": figures.largest, "expected": write_number(figures.expected, 4)}
    return _("classes {classes}, largest {largest}, expected {expected}", classes=figures.classes, **sizes)


def print_fixed(problem: FixedProblem, best: FixedGuesses, count: int | None, groups: Iterable[Iterable[str]]) -> None:
    """Print the guesses, what they tell apart and what is proven, and the `groups` that they do not tell apart."""
    codes = describe_codes(problem.codes)
    rule = problem.rule.name
    click.echo(_("{codes}: {count}, rule {rule}", codes=codes, count=count_codes(problem.codes), rule=rule))
    shown = (f"  {problem.guesses.display(guess)}" for guess in best.guesses)
    click.echo("\n".join((*shown, *describe_fixed(problem, best, count))))
    for group in groups:
        print_text(" ".join(group), indent="  ")


def describe_fixed(problem: FixedProblem, best: FixedGuesses, count: int | None) -> Iterator[str]:
    """Yield lines that say what the guesses tell apart, and what is proven: without a `count`, of their number."""
    figures = best.figures
    number = len(best.guesses)
    yield _(
        "{classes}, {alone}; largest {largest}, expected {expected}",
        classes=plural("{count} class", "{count} classes", figures.classes),
        alone=plural("{count} code alone in its class", "{count} codes alone in their class", figures.alone),
        largest=figures.largest,
        expected=write_number(figures.expected, 4),
    )
    bound = write_number(best.bound, 4) if count and problem.objective == "expected" else write_number(int(best.bound))
    if count is None and problem.separable < problem.codes.count:
        text = _("All guesses of the list together leave {classes} classes: more cannot be told apart.")
        yield text.format(classes=write_number(problem.separable))
    if count is None and best.proven:
        yield plural("proven: {count} guess, and no fewer", "proven: {count} guesses, and no fewer", number)
    elif count is None:
        yield plural(
            "{count} guess; proven: at least {bound}", "{count} guesses; proven: at least {bound}", number, bound=bound
        )
    elif best.proven:
        yield _("proven: no guesses do better")
    else:
        yield {
            "classes": _("not proven: at most {bound} classes", bound=bound),
            "largest": _("not proven: a largest class of at least {bound}", bound=bound),
            "expected": _("not proven: expected at least {bound}", bound=bound),
        }[problem.objective]


def name_solved_list(problem: FixedProblem) -> str | None:
    """Return the shipped list whose words Solve in the web app can find from such guesses; None if it cannot."""
    codes = problem.codes
    name = codes.dictionary.name if isinstance(codes, WordCodes) and not codes.pattern else ""
    return name if problem.rule is BLACK and name in dictionary_names() else None


def make_card(problem: FixedProblem, best: FixedGuesses, page: str | None) -> str:
    """Return the page of a card; its link opens Solve with these words."""
    codes = problem.codes
    link = ""
    if page is not None:
        link = f"{page}#solve?" + urlencode({"p": ".".join(best.guesses).lower(), "w": name_solved_list(problem)})
    return render(
        "card.html",
        title=_("Think of a word") if isinstance(codes, WordCodes) else _("Think of a code"),
        steps=list_steps(problem),
        guesses=best.guesses,
        command=make_command(problem, best),
        link=link,
        power=plural(
            "Of {total}, {count} is found at once; where several are left, ask one more question.",
            "Of {total}, {count} are found at once; where several are left, ask one more question.",
            best.figures.alone,
            total=codes.count,
        ),
    )


def list_steps(problem: FixedProblem) -> list[str]:
    """Return what the person who holds the card is to do, step by step."""
    codes = problem.codes
    if isinstance(codes, PatternCodes):
        think = _("Think of a common word that matches {pattern}; accents do not count.", pattern=codes.pattern)
    elif isinstance(codes, ColourCodes):
        symbols = describe_symbols(codes)
        think = _("Think of a code of {length} symbols: {symbols}.", length=codes.length, symbols=symbols)
    else:
        think = _("Think of a common word of {length} letters; accents do not count.", length=codes.length)
    answer = _("Beside each line, write its marks. {meaning}", meaning=_(problem.rule.meaning))
    if problem.rule is BLACK:
        answer = _("Beside each line, write how many of its letters your word has in the same place: 0, 1, 2…")
    return [think, answer, _("Give the card back, and I will tell you your word.")]


def make_command(problem: FixedProblem, best: FixedGuesses) -> str:
    """Return the command that tells the word, with a dot in place of each answer."""
    codes = problem.codes
    extra = problem.guesses
    played = f"--rule {problem.rule.name}"
    starts = f" --starts {codes.pattern.lower()}" if codes.pattern else ""
    if isinstance(codes, ColourCodes):
        kinds = " --no-repeats" * (not codes.repeats) + " --empty" * codes.empty
        kinds += " --empty-guesses" * codes.empty_guesses + " --digits" * codes.digits
        colours = write_symbols(codes.own_symbols) if codes.own_symbols else codes.colours
        played = f"--holes {codes.length} --colours {colours}{kinds} {played}"
    elif codes.dictionary is not None:
        name = codes.dictionary.name
        if problem.rule is BLACK and not starts:
            clues = "\\n".join(f"{guess.lower()} ." for guess in best.guesses)
            return f"printf '{clues}\\n' | mastermot solve --words {name} -"
        played = f"--words {name} --length {codes.length}{starts} {played}"
        if extra.dictionary is not None and extra is not codes:
            played += f" --guesses {extra.dictionary.name}"
    return f"mastermot next {played} " + " ".join(f"{guess}=." for guess in best.guesses)

"""``mastermot static``: fixed guesses that tell as many codes apart as possible."""

import time
from collections.abc import Iterable, Iterator
from urllib.parse import urlencode

import click

from mastermot.cli.errors import EXIT_DONE, EXIT_INTERRUPTED
from mastermot.cli.game_options import count_codes, describe_codes, describe_symbols, remark_default
from mastermot.cli.options import (
    alphabet_option,
    jobs_option,
    json_option,
    list_given_options,
    output_option,
    page_option,
    refuse_if_text_is_replaced,
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
from mastermot.rules.codes import Codes, ColourCodes, PatternCodes, WordCodes
from mastermot.rules.symbols import write_symbols
from mastermot.texts import N_, _, plural, render, write_number
from mastermot.words.dictionaries import dictionary_names

SOON = 1.0  #: The fewest seconds between two lines that say how far the search has come.
DEFAULT_COUNT = 5  #: How many guesses are looked for if neither a number nor any codes are given.
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
    count = choose_count(request, every=every)
    given = list_given_options()
    refuse_without("card", ["page"], given)
    refuse_beside("starts", ["seconds"], given)
    refuse_if_text_is_replaced("groups")
    problem = choose_problem(request, first)
    if page is not None:  # the link of the card opens Solve in the web app
        refuse("page", WHY_NOT_SOLVED, name_solved_list(problem) is None)
    remark_default(request, problem.codes)
    search = FixedSearch(problem, count, seed=request.seed, starts=starts, jobs=jobs or usual_jobs())
    tell_remarks()
    most_seconds = None if starts else seconds  # with --starts, the search ends after these, however long they take
    interrupted = watch(search, most_seconds)
    if (best := search.best) is None:  # Ctrl-C came before the first guesses
        note(_("Nothing was found in so little time."))
        raise click.exceptions.Exit(EXIT_INTERRUPTED)
    answer = describe_guesses(problem, best, groups=request.groups)
    print_result(answer, lambda: print_fixed(problem, best, count, answer.groups or ()))
    write_output(card, lambda _path: make_card(problem, best, page))
    raise click.exceptions.Exit(EXIT_INTERRUPTED if interrupted else EXIT_DONE)


def choose_problem(request: FixedRequest, first: str | None) -> FixedProblem:
    """Return the game for which guesses are looked for; with `first`, only words that have these letters are its codes.

    The guesses are chosen among the words of the list that the request names. If it names none, they are chosen:

    - for words of a shipped list, among those of the largest list of the same language, if `name_widest` knows it;
    - for other words, among the codes;
    - for colours, among the codes and, if the request allows empty holes in guesses, those with empty holes.
    """
    codes = choose_codes_of(request)
    if first is not None:
        codes = give_letters(codes, first, "first")
    list_name = request.guesses or name_widest(codes)  # None for colours, and for words of a user's own list
    guesses = open_extra_guesses(list_name, codes)
    return FixedProblem(codes, rule_named(request.rule), guesses, request.given, request.objective)


def choose_count(request: FixedRequest, *, every: bool) -> int | None:
    """Return how many guesses are looked for; None with `every`, which stands for as few as tell all codes apart.

    If the options name no number, no codes, and not `every`, the number is `DEFAULT_COUNT`. Raises `click.UsageError`
    for a number together with `every`, and for codes without either.
    """
    count = request.count
    has_count = count is not None
    is_all_by_default = not has_count and not every and not names_codes(request)
    if is_all_by_default:
        return DEFAULT_COUNT
    if has_count == every:  # both, or neither
        raise click.UsageError(_("Say how many guesses: --count 10, or --all for as few as tell all codes apart."))
    return count


def watch(search: FixedSearch, seconds: float | None) -> bool:
    """Run the search for at most `seconds` (None for no limit); return whether Ctrl-C ended it.

    Meanwhile, lines say how good the best guesses found are (`SearchProgress`).
    """
    try:
        search.run(SearchProgress(search, seconds).go_on)
    except KeyboardInterrupt:
        return True
    return False


class SearchProgress:
    """Says how good the best guesses of a search are: at most once in `SOON` seconds, and nothing twice."""

    def __init__(self, search: FixedSearch, seconds: float | None) -> None:
        self.search = search
        self.seconds = seconds  #: How long the search may take; None for no limit.
        self.started = time.monotonic()
        self.last_look = self.started
        self.last_said = ""

    def go_on(self) -> bool:
        """Return whether the search has time left. If `SOON` seconds have gone by, call `say_best` first."""
        now = time.monotonic()
        if now - self.last_look > SOON:
            self.last_look = now
            self.say_best(now)
        return self.seconds is None or now - self.started < self.seconds

    def say_best(self, now: float) -> None:
        """Print the figures of the best guesses found, if there are any, and these figures were not printed last."""
        if self.search.best is None:
            return
        text = describe_progress(self.search.best, self.search.count)
        if text != self.last_said:
            self.last_said = text
            note(_("{found}; {seconds} s", found=text, seconds=write_number(now - self.started, 1)))


def describe_progress(best: FixedGuesses, count: int | None) -> str:
    """Return the figures of the best guesses found or, if no `count` was asked for, how many guesses they are."""
    if count is None:
        return plural("{count} guess", "{count} guesses", len(best.guesses))
    figures = best.figures
    sizes = {"largest": figures.largest, "expected": write_number(figures.expected, 4)}
    return _("classes {classes}, largest {largest}, expected {expected}", classes=figures.classes, **sizes)


def print_fixed(problem: FixedProblem, best: FixedGuesses, count: int | None, groups: Iterable[Iterable[str]]) -> None:
    """Print the game, its best guesses, how well they tell codes apart, what is proven of them, and the `groups`.

    `count` is how many guesses were asked for, None for as few as tell all codes apart. Each of the `groups` has codes
    that the guesses do not tell apart; there are no groups if ``--groups`` was not given.
    """
    codes = describe_codes(problem.codes)
    rule = problem.rule.name
    click.echo(_("{codes}: {count}, rule {rule}", codes=codes, count=count_codes(problem.codes), rule=rule))
    for guess in best.guesses:
        click.echo(f"  {problem.guesses.display(guess)}")
    for line in describe_fixed(problem, best, count):
        click.echo(line)
    for group in groups:
        print_text(" ".join(group), indent="  ")


def describe_fixed(problem: FixedProblem, best: FixedGuesses, count: int | None) -> Iterator[str]:
    """Yield lines that say how well the guesses tell codes apart, and what is proven of them.

    If a `count` of guesses was asked for, the last line says what is proven of the classes that so many guesses leave.
    If `count` is None, the last line says what is proven of the number of guesses needed to tell all codes apart. In
    that case a line before it says if this is impossible: even all guesses of the list together leave some codes in one
    class.
    """
    figures = best.figures
    yield _(
        "{classes}, {alone}; largest {largest}, expected {expected}",
        classes=plural("{count} class", "{count} classes", figures.classes),
        alone=plural("{count} code alone in its class", "{count} codes alone in their class", figures.alone),
        largest=figures.largest,
        expected=write_number(figures.expected, 4),
    )
    are_all_separable = problem.separable == problem.codes.count
    if count is None and not are_all_separable:
        text = N_("All guesses of the list together leave {classes:classes}: more cannot be told apart.")
        yield _(text, classes=problem.separable)
    yield describe_proven_number(best) if count is None else describe_proven_classes(best, problem.objective)


def describe_proven_number(best: FixedGuesses) -> str:
    """Return how many guesses were found to tell all codes apart, and what is proven of this number."""
    number = len(best.guesses)
    if best.proven:
        return plural("proven: {count} guess, and no fewer", "proven: {count} guesses, and no fewer", number)
    bound = write_number(int(best.bound))
    return plural(
        "{count} guess; proven: at least {bound}", "{count} guesses; proven: at least {bound}", number, bound=bound
    )


def describe_proven_classes(best: FixedGuesses, objective: str) -> str:
    """Return what is proven of the classes that this number of guesses can leave, in terms of the `objective`."""
    if best.proven:
        return _("proven: no guesses do better")
    if objective == "classes":
        return _("not proven: at most {bound:classes}", bound=int(best.bound))
    if objective == "largest":
        return _("not proven: a largest class of at least {bound}", bound=write_number(int(best.bound)))
    return _("not proven: expected at least {bound}", bound=write_number(best.bound, 4))


def name_solved_list(problem: FixedProblem) -> str | None:
    """Return the shipped list of the words that Solve in the web app finds by fixed guesses; None if it cannot.

    Solve takes words of a shipped list, with no letters given at the start, and only marks of the rule black, which is
    that of Master Mot.
    """
    codes = problem.codes
    if problem.rule is not BLACK or not isinstance(codes, WordCodes) or codes.pattern:
        return None
    name = codes.dictionary.name
    return name if name in dictionary_names() else None


def make_card(problem: FixedProblem, best: FixedGuesses, page: str | None) -> str:
    """Return the HTML of a card to print: what to do, the guesses, and the command that finds the code.

    With `page`, the address of a web app, the card has a link that opens Solve there with its words. In that case the
    game must be one that Solve takes (`name_solved_list`).
    """
    codes = problem.codes
    link = ""
    if page is not None:
        fields = {"p": ".".join(best.guesses).lower(), "w": name_solved_list(problem)}
        link = f"{page}#solve?{urlencode(fields)}"
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
    """Return three texts that say what the person with the card does: think of a code, write marks, give it back."""
    codes = problem.codes
    if isinstance(codes, PatternCodes):
        think = _("Think of a common word that matches {pattern}; accents do not count.", pattern=codes.pattern)
    elif isinstance(codes, ColourCodes):
        symbols = describe_symbols(codes)
        think = _("Think of a code of {length:symbols}: {symbols}.", length=codes.length, symbols=symbols)
    else:
        think = _("Think of a common word of {length} letters; accents do not count.", length=codes.length)
    if problem.rule is BLACK:
        answer = _("Beside each line, write how many of its letters your word has in the same place: 0, 1, 2…")
    else:
        answer = _("Beside each line, write its marks. {meaning}", meaning=_(problem.rule.meaning))
    return [think, answer, _("Give the card back, and I will tell you your word.")]


def make_command(problem: FixedProblem, best: FixedGuesses) -> str:
    """Return the command that finds the code from the marks, with a dot in place of the marks of each guess.

    With words under the rule black, and no letters given at the start, that is `mastermot solve`::

        printf 'coude .\\npaume .\\n' | mastermot solve --words fr -

    In other games it is `mastermot next`; if the guesses are chosen from another list than the codes, with that list::

        mastermot next --holes 4 --colours 6 --rule black-white AABC=. DDEF=.
    """
    codes = problem.codes
    is_puzzle = problem.rule is BLACK and not codes.pattern  # if so, `mastermot solve` can take its words
    if is_puzzle and codes.dictionary is not None:
        clues = "\\n".join(f"{guess.lower()} ." for guess in best.guesses)
        return f"printf '{clues}\\n' | mastermot solve --words {codes.dictionary.name} -"
    options = [*list_code_options(codes), f"--rule {problem.rule.name}"]
    guesses = problem.guesses
    # colours have no list: guesses that are no codes are those with empty holes (``--empty-guesses``)
    has_other_list = guesses is not codes and codes.dictionary is not None
    if has_other_list and guesses.dictionary is not None:
        options.append(f"--guesses {guesses.dictionary.name}")
    turns = [f"{guess}=." for guess in best.guesses]
    return " ".join(("mastermot next", *options, *turns))


def list_code_options(codes: Codes) -> list[str]:
    """Return the options that name the codes: ``["--words fr-common", "--length 5", "--starts c...."]``.

    Codes of colours have other options (`list_colour_options`). For codes that are neither colours nor words of a
    dictionary, there is no option that could name them: the list is empty.
    """
    if isinstance(codes, ColourCodes):
        return list_colour_options(codes)
    if codes.dictionary is None:
        return []
    options = [f"--words {codes.dictionary.name}", f"--length {codes.length}"]
    if codes.pattern:
        options.append(f"--starts {codes.pattern.lower()}")
    return options


def list_colour_options(codes: ColourCodes) -> list[str]:
    """Return the options that name codes of colours: ``["--holes 4", "--colours 6", "--no-repeats"]``."""
    colours = write_symbols(codes.own_symbols) if codes.own_symbols else codes.colours
    options = [f"--holes {codes.length}", f"--colours {colours}"]
    if not codes.repeats:
        options.append("--no-repeats")
    if codes.empty:
        options.append("--empty")
    if codes.empty_guesses:
        options.append("--empty-guesses")
    if codes.digits:
        options.append("--digits")
    return options

"""``mastermot explore``: every secret played, kept in a database, reported and plotted."""

import csv
from collections.abc import Callable, Sequence
from functools import partial
from io import StringIO
from typing import Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from mastermot.cli import game_options, output
from mastermot.cli.options import (
    FILE,
    alphabet_option,
    engine_options,
    json_option,
    list_given_options,
    output_option,
    refuse_if_text_is_replaced,
    request_options,
)
from mastermot.cli.types import Number, complete, reserve_output
from mastermot.engine import Engine
from mastermot.errors import N_, MastermotError
from mastermot.game.advice.review_plots import check_plot
from mastermot.lab.explore import reports
from mastermot.lab.explore.configurations import MAX_TURNS, Configuration, name_codes, write_words
from mastermot.lab.explore.errors import RunsNoneError
from mastermot.lab.explore.plots import plot_runs
from mastermot.lab.explore.reports import Comparison, Results
from mastermot.lab.explore.runs import Record
from mastermot.lab.explore.runs import explore as explore_codes
from mastermot.lab.explore.store import Store
from mastermot.operations.errors import refuse
from mastermot.operations.game_setup import name_dictionary, names_codes
from mastermot.operations.player_choice import PlayerRequest, choose_extra_guesses
from mastermot.rules.codes import Codes, ColourCodes
from mastermot.texts import _, plural, write_number

MAX_DETAILED = 3  #: The most comparisons shown with histogram and codes: if there are more, there is only their table.
PLAYING_OPTIONS = ("opening", "tree", "jobs", "scheduler")  #: They say how games are played; no run is chosen by them.
WHY_NOT_PLAYED = N_("it has no effect: no game is played, there is only a report on the database")
MAX_HARDEST = 4  #: The most runs shown with histogram and hardest codes: if there are more, there is only their table.


def complete_run(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return what a shell offers for ``--run``: the names of runs in the database that start with `incomplete`.

    The database is the file that was typed behind ``--database``. If it cannot be read, nothing is offered.
    """
    try:
        # without --database, the path is "": this is the current folder, and cannot be read as a database
        with Store(ctx.params.get("database") or "") as store:
            return complete(dict.fromkeys(run.name for run in store.read_runs()), incomplete)
    except MastermotError:
        return []


@click.command(
    help=N_(
        "Play every secret of a configuration, and report. With --database, the games are saved, an "
        "interrupted run continues where it stopped, and --report compares the runs in the file. If no codes "
        "are named, nothing is played and the report is about the file."
    ),
    epilog="mastermot explore --holes 4 --colours 6 --player knuth\n"
    "mastermot explore --holes 4 --colours 6 --database runs.sqlite",
)
@request_options(PlayerRequest)
@game_options.accel_option
@game_options.tree_option
@click.option(
    "--most-turns",
    type=Number(1, 10_000),
    default=MAX_TURNS,
    help=N_("Give up a game after this number of turns, and count it as unfinished."),
)
@click.option(
    "--database", type=FILE, metavar="FILE", help=N_("Keep the games in this SQLite file, created if needed.")
)
@engine_options
@click.option(
    "--report", is_flag=True, help=N_("Play nothing: compare the runs of the database that the options name.")
)
@click.option(
    "--run",
    "names",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_run,
    help=N_("Report on this run: its number or its name."),
)
@click.option(
    "--summary", is_flag=True, help=N_("Print one line for each run: total, average, standard deviation, longest.")
)
@output_option("--plot", check=check_plot, help=N_("Draw histograms of turns and of differences (.png, .svg)."))
@click.option("--turns", is_flag=True, help=N_("Print the turns of every code too."))
@output_option("--csv", "table", metavar="FILE|-", help=N_("Write the games as CSV, one line for each code."))
@alphabet_option
@json_option
def explore(
    request: PlayerRequest,
    accel: str | None,
    tree: str | None,
    most_turns: int,
    database: str | None,
    jobs: int | None,
    scheduler: str | None,
    report: bool,
    names: tuple[str, ...],
    summary: bool,
    plot: str | None,
    turns: bool,
    table: str | None,
) -> None:
    if database is not None:
        reserve_output(database)  # --plot and --csv may not write the same file
    elif report or names:
        raise click.UsageError(_("{option} needs --database FILE.", option="--report" if report else "--run"))
    refuse_if_text_is_replaced("summary", "turns")  # with ``--csv -``, CSV is printed in place of the text
    make_json: Callable[[], dict[str, Any]]
    # with a database, options that name no codes ask for a report too
    asks_for_report = report or bool(names) or not names_codes(request)
    if database is not None and asks_for_report:  # a report on the runs in the database: nothing is played
        refuse_played_options()
        wanted, described = find_settings(request, accel, most_turns)  # settings of runs, and these as a text
        reported = read_kept(database, names, wanted, described)
        make_json = partial(make_report, reported, turns)
        print_long = partial(print_report, reported)
    else:  # one run: all its games are played, except those that the database has already
        codes, rule, player = game_options.open_player(request, accel, tree)
        game_options.remark_default(request, codes)
        configuration = Configuration(codes, rule, player, most_turns)
        output.tell_remarks()
        with game_options.start_engine(jobs, scheduler) as engine:
            played = play_configuration(configuration, database, engine)
        reported = [played]
        make_json = partial(make_document, played, turns, name_dictionary(codes))
        print_long = partial(print_one_run, played)

    def print_text() -> None:
        if summary:
            print_figures(reported)
        else:
            print_long()
        if turns:
            print_turns(reported)

    output.print_result(make_json, print_text)
    output.write_output(plot, lambda path: plot_runs(reported, path, _))
    output.write_output(table, lambda _path: write_csv(reported))


def refuse_played_options() -> None:
    """Raise `FieldInvalidError` if one of `PLAYING_OPTIONS` is given: for a report, no game is played."""
    for name in list_given_options():
        refuse(name, WHY_NOT_PLAYED, name in PLAYING_OPTIONS)


def read_kept(database: str, names: Sequence[str], wanted: dict[str, str], described: str) -> list[Results]:
    """Return the runs of a database that have one of `names` and the settings `wanted`, with their games.

    `names` has names and numbers of runs; if it is empty, any run will do. `wanted` and `described` are those that
    `find_settings` returns: `described` is the text with which an error names the settings. Raises `RunsNoneError` for
    a database without runs, `RunUnknownError` if none of its runs has these names and settings.
    """
    with Store(database) as store:
        runs = store.read_runs()
        if not runs:
            raise RunsNoneError(source=database)
        chosen = reports.choose_runs(runs, names, wanted, described)
        return [Results(run, store.read_records(run.id)) for run in chosen]


def print_turns(reported: Sequence[Results]) -> None:
    """Print a table of the turns that every code took: a row for each code, a column for each run.

    The title of a column is the number of its run or, if there is only one run, its name. A dash stands where a run has
    not played the code, or not found it.
    """
    codes: dict[str, None] = {}  # each once, in the order of the first run that has it
    for results in reported:
        codes |= dict.fromkeys(results.turns)
    titles = [str(results.run.id) for results in reported] if len(reported) > 1 else [reported[0].name]
    rows = []
    for code in codes:
        turns = [results.turns.get(code) for results in reported]
        rows.append((code, *turns))
    click.echo()
    output.print_table((_("code"), *titles), rows)


def write_csv(reported: Sequence[Results]) -> str:
    """Return all games as CSV, one on each line: its run, its code, its turns and its guesses."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("run", "code", "turns", "game"))
    for results in reported:
        for game in results.games:
            writer.writerow((results.name, game.code, game.turns, " ".join(game.guesses)))
    return text.getvalue()


def find_settings(request: PlayerRequest, accel: str | None, most_turns: int) -> tuple[dict[str, str], str]:
    """Return the settings that a run must have to be reported, and the same as a text for errors.

    With ``--holes 4 --colours 6 --player knuth``, the settings are the player and the checksum of the codes, and the
    text is ``4x6, player knuth``. Only options that were typed count: without any, every run has the settings. The
    extra guesses of a run are its setting ``accelerators``, which is among those returned if the options name extra
    guesses (`write_extra_guesses`).
    """
    wanted = find_typed_settings(request, most_turns)
    described = [f"{name} {value}" for name, value in wanted.items()]
    names_extra_guesses = accel is not None or request.guesses is not None or request.empty_guesses
    # extra guesses belong to certain codes: if no option names the codes, they are those played by default
    if names_codes(request) or names_extra_guesses:
        codes = game_options.open_codes(request)
        wanted["checksum"] = codes.checksum
        described.insert(0, name_codes(codes))
        if names_extra_guesses:
            extra_guesses = write_extra_guesses(request, accel, codes)
            wanted["accelerators"] = extra_guesses
            described.append(extra_guesses)
    return wanted, ", ".join(described)


def find_typed_settings(request: PlayerRequest, most_turns: int) -> dict[str, str]:
    """Return those settings of a run that were typed on the command line, without the defaults of other options.

    The codes and the extra guesses, which are settings too, are not among them.
    """
    source_of = click.get_current_context().get_parameter_source
    values = {  # settings of a run have the same names as the parameters of the command
        "rule": request.rule,
        "player": request.player,
        "strategy": request.strategy,
        "pool": request.pool,
        "sample": request.sample,
        "seed": request.seed,
        "most_turns": most_turns,
    }
    return {name: str(value) for name, value in values.items() if source_of(name) is ParameterSource.COMMANDLINE}


def write_extra_guesses(request: PlayerRequest, accel: str | None, codes: Codes) -> str:
    """Return the extra guesses that the options name, as the setting ``accelerators`` of a run writes them.

    They are the acceleration words of the file `accel`, the words of ``--guesses``, and the guesses with empty holes.
    """
    accelerators = game_options.with_accelerators(request, accel, codes).accelerators
    other_guesses = choose_extra_guesses(request, codes)
    return write_words([*accelerators, *other_guesses])


def play_configuration(configuration: Configuration, database: str | None, engine: Engine) -> Results:
    """Return the games of a configuration: those that the `database` has already, and the others, played now.

    Games played now are added to the database. If `database` is None, all games are played, and none is kept.
    """
    if database is None:
        records = list[Record]()
        # this adds all games to `records`
        play_others(configuration, records, engine, _("Nothing is kept without --database."))
        return reports.make_results(configuration, sorted(records))
    saved = _("{database} has the games played so far; the same command continues from there.", database=database)
    texts = configuration.codes.texts  # all codes: if games of the run name others, `read_records` refuses them
    with Store(database, create=True) as store:
        number = store.begin_run(configuration)  # a new run, or the one that the database has of this configuration
        records = store.read_records(number, texts)
        play_others(configuration, records, engine, saved, partial(store.add_records, number))
        run = next(run for run in store.read_runs() if run.id == number)  # read anew, with the games that it has now
        return Results(run, store.read_records(number, texts))


def play_others(
    configuration: Configuration,
    records: list[Record],
    engine: Engine,
    saved: str,
    save: Callable[[list[Record]], object] | None = None,
) -> None:
    """Play the games of a configuration that `records` does not have, and add them to it; a bar shows the progress.

    If there is a `save`, it gets each batch of games at once, so that Ctrl-C loses little. After Ctrl-C, the sentence
    `saved` tells the reader where the games are that were played.
    """
    known = {record.code_index: record.guesses for record in records}  # the games that need not be played
    unplayed = len(configuration.codes) - len(known)

    def describe() -> str:
        return describe_interruption(configuration.codes, len(records), saved)

    with output.interruptible(describe), output.progress(configuration.name, unplayed) as advance:
        for batch in explore_codes(configuration, known, engine=engine):
            if batch and save is not None:
                save(batch)
            records += batch
            advance(len(batch))


def describe_interruption(codes: Codes, done: int, saved: str) -> str:
    """Return the message after Ctrl-C: how many of all games are `done`, and where they are (the sentence `saved`).

    If no game is done, the message says that nothing was saved.
    """
    if not done:
        return _("Interrupted before the first game was over: nothing was saved.")
    counts = {"done": done, "total": len(codes), "kept": saved}
    if isinstance(codes, ColourCodes):
        return _("Interrupted after {done} of {total:codes}. {kept}", **counts)
    return _("Interrupted after {done} of {total:words}. {kept}", **counts)


def make_document(results: Results, turns: bool, dictionary: str | None) -> dict[str, Any]:
    """Return the JSON of the run that was played: its figures and, with `turns`, the number of turns of each code.

    The name of the `dictionary` is added unless it is None.
    """
    document = results.as_json(turns=turns)
    if dictionary is not None:
        document["dictionary"] = dictionary
    return document


def make_report(reported: Sequence[Results], turns: bool) -> dict[str, Any]:
    """Return the JSON of a report: each run with its figures and its hardest codes, and the comparisons of runs.

    With `turns`, each run also has the number of turns of each code.
    """
    runs = []
    for results in reported:
        hardest = [{"code": game.code, "turns": game.turns, "game": game.guesses} for game in results.hardest()]
        run = {
            "run": results.run.id,
            "name": results.name,
            "of": results.run.size,
            "configuration": results.run.settings._asdict(),
            **results.as_json(turns=turns),
            "hardest": hardest,
        }
        runs.append(run)
    comparisons = [comparison.as_json() for comparison in reports.compare_runs(reported)]
    return {"runs": runs, "comparisons": comparisons}


def print_figures(reported: Sequence[Results]) -> None:
    """Print a table of figures, one row for each run: the text of ``--summary``."""
    titles = [_("configuration"), name_kind(*reported), _("total"), _("average"), _("deviation"), _("longest")]
    rows = []
    for results in reported:
        figures = (results.total, results.average, results.deviation, results.longest)
        rows.append((results.name, write_count(results), *figures))
    output.print_table(titles, rows)


def name_kind(*reported: Results) -> str:
    """Return “codes” if any of the runs has codes of colours, else “words”."""
    return _("codes") if any(results.run.settings.colours for results in reported) else _("words")


def write_count(results: Results) -> str:
    """Return how many codes of a run have been played: ``930``, or ``120/930`` while it is not finished."""
    done = write_number(len(results.games))
    return done if len(results.games) == results.run.size else f"{done}/{write_number(results.run.size)}"


def print_one_run(results: Results) -> None:
    """Print a run: its name and how many codes it has played, its figures, and a histogram of the turns.

    There are no figures if no game was won. Games given up are counted in a line of their own, if there are any.
    """
    count = len(results.games)
    settings = results.run.settings
    words = plural("{count} word", "{count} words", count)
    codes = plural("{count} code", "{count} codes", count)
    first_line = _("{name}: {count}", name=results.name, count=codes if settings.colours else words)
    if count < results.run.size:
        first_line += " " + _("(of {size}: the run is not finished)", size=results.run.size)
    lines = [first_line]
    if results.average is not None:
        lines.append(game_options.write_figures(results))
    if results.unfinished:
        given_up = plural(
            "{count} game given up after {most:turns}",
            "{count} games given up after {most:turns}",
            results.unfinished,
            most=settings.most_turns,
        )
        lines.append(given_up)
    click.echo("\n".join(lines))
    output.print_bars(results.histogram, _("turns"), name_kind(results))


def print_report(reported: Sequence[Results]) -> None:
    """Print a table of the runs, and a table of the comparisons (`compare_runs`) with codes that both runs have played.

    Details follow of each comparison, if there are at most `MAX_DETAILED`, and of each run, if there are at most
    `MAX_HARDEST`. If there are several runs, but no such comparison, a sentence says so.
    """
    print_runs(reported)
    compared = [comparison for comparison in reports.compare_runs(reported) if comparison.pairs]
    if compared:
        click.echo()
        print_comparisons(compared)
    elif len(reported) > 1:
        click.echo(
            "\n" + _("Among runs of the same codes, no two have played the same one: there is nothing to compare.")
        )
    if len(compared) <= MAX_DETAILED:
        for comparison in compared:
            print_differences(comparison)
    if len(reported) <= MAX_HARDEST:
        for results in reported:
            click.echo()
            print_one_run(results)
            if results.games:
                print_hardest(results)


def print_runs(reported: Sequence[Results]) -> None:
    """Print a table with a row for each run; its last column, games given up, is left out if there are no such games.

    The third column has how many codes of a run have been played. Its title is “words” or “codes” (`name_kind`).
    """
    any_given_up = any(results.unfinished for results in reported)
    last_title = _("given up") if any_given_up else None  # `print_table` leaves out a column without a title
    titles = (_("run"), _("configuration"), name_kind(*reported), _("total"), _("average"), _("longest"), last_title)
    rows = []
    for results in reported:
        average = output.write_cell(results.average, 6)
        figures = (results.total, average, results.longest, results.unfinished)
        rows.append((results.run.id, results.name, write_count(results), *figures))
    output.print_table(titles, rows)


def print_hardest(results: Results) -> None:
    has_colours = results.run.settings.colours
    click.echo("\n" + (_("Hardest codes") if has_colours else _("Hardest words")))
    rows = [(game.code, game.turns, shorten_game(game)) for game in results.hardest()]
    output.print_table((_("code") if has_colours else _("word"), _("turns"), _("game")), rows)


def print_comparisons(compared: Sequence[Comparison]) -> None:
    """Print a table with two rows for each comparison, one for each of its runs.

    A row says on how many codes its run is faster than the other (takes fewer turns), how many codes both have played,
    and on how many both take as many turns. Its averages, of its own run and of the other, and its largest difference
    are about the codes on which its own run is faster.
    """
    has_colours = any(comparison.first.run.settings.colours for comparison in compared)
    rows = []
    for comparison in compared:
        first = comparison.first.run.id
        second = comparison.second.run.id
        codes_of_both = len(comparison.pairs)
        equal = comparison.histogram.get(0, 0)  # how many codes have no difference of turns
        faster_of_first, faster_of_second = comparison.faster  # for each run, the codes on which it is faster
        for own, other, faster_codes in ((first, second, faster_of_first), (second, first, faster_of_second)):
            gain = reports.measure_advantage(faster_codes)
            # its averages are those of the first run and of the second; a row has that of its own run first
            average_of = dict(zip((first, second), gain["averages"], strict=True))
            averages = (average_of[own], average_of[other])
            rows.append((own, other, gain["codes"], codes_of_both, equal, *averages, gain["largest"]))
    titles = [_("run"), _("against"), _("faster on"), _("of codes") if has_colours else _("of words"), _("equal on")]
    output.print_table([*titles, _("own average"), _("other’s average"), _("largest difference")], rows)


def print_differences(comparison: Comparison) -> None:
    """Print a histogram: for each difference between the turns of two runs, on how many codes they differ by it.

    Below the histogram stand the codes on which the runs differ most, with both games (`print_differing`).
    """
    first = str(comparison.first.run.id)
    second = str(comparison.second.run.id)
    click.echo("\n" + _("Turns of run {first} minus those of run {second}", first=first, second=second))
    kind = name_kind(comparison.first, comparison.second)
    output.print_bars(comparison.histogram, _("difference"), kind, signed=True)
    print_differing(comparison)


def print_differing(comparison: Comparison) -> None:
    """Print a table of the codes on which two runs differ most; nothing if their turns are the same on all codes.

    A row has a code, its turns in the first and in the second run, then its game in the first and in the second run. So
    the titles of a table about the runs 3 and 5 are “code”, “3”, “5”, “game of run 3” and “5”.
    """
    differing = comparison.differing_most()
    if not differing:
        return
    first = comparison.first.run
    second = comparison.second.run
    has_colours = first.settings.colours or second.settings.colours
    click.echo("\n" + (_("Codes that differ most") if has_colours else _("Words that differ most")))
    title_of_codes = _("code") if has_colours else _("word")
    titles_of_turns = (str(first.id), str(second.id))
    titles_of_games = (_("game of run {run}", run=str(first.id)), str(second.id))
    rows = []
    for of_first, of_second in differing:
        turns = (of_first.turns, of_second.turns)
        games = (shorten_game(of_first), shorten_game(of_second))
        rows.append((of_first.code, *turns, *games))
    output.print_table((title_of_codes, *titles_of_turns, *titles_of_games), rows)


def shorten_game(game: Record) -> str:
    """Return the guesses of a game on one line. If they are more than 20, only the first ten and the last three stand.

    CSV has all guesses (`write_csv`).
    """
    guesses = game.guesses
    if len(guesses) > 20:
        guesses = (*guesses[:10], "…", *guesses[-3:])
    return " ".join(guesses)

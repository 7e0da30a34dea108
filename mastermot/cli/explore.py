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

MAX_DETAILED = 3  #: Comparisons shown with their histogram and codes; when they are more, a table tells them all.
PLAYED = ("opening", "tree", "jobs", "scheduler")  #: Options about games that are played, and no name of runs.
WHY_NOT_PLAYED = N_("it has no effect: no game is played, there is only a report on the database")
MAX_HARDEST = 4  #: Runs shown with their histogram and hardest codes; when they are more, a table tells them all.


def complete_run(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return what a shell offers for ``--run``: the names of runs that start with `incomplete`.

    They are runs of the database that was typed as ``--database``. Without one that can be read, nothing is offered.
    """
    try:
        # without --database it is "", the current folder, which cannot be read as a database
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
    refuse_if_text_is_replaced("summary", "turns")  # --csv - prints the table in place of the text
    make_json: Callable[[], dict[str, Any]]
    # with a database, options that name no codes ask for a report too
    asks_for_report = report or bool(names) or not names_codes(request)
    if database is not None and asks_for_report:  # a report on the runs in the database: nothing is played
        refuse_played_options()
        wanted, described = find_settings(request, accel, most_turns)  # settings of runs, and these as a text
        results = read_kept(database, names, wanted, described)
        make_json = partial(make_report, results, turns)
        print_long = partial(print_report, results)
    else:  # one run: its games are played, but for those that the database has
        codes, rule, player = game_options.open_player(request, accel, tree)
        game_options.tell_default(request, codes)
        configuration = Configuration(codes, rule, player, most_turns)
        output.tell_remarks()
        with game_options.start_engine(jobs, scheduler) as engine:
            played = play_configuration(configuration, database, engine)
        results = [played]
        make_json = partial(make_document, played, turns, name_dictionary(codes))
        print_long = partial(print_summary, played)

    def print_text() -> None:
        if summary:
            print_figures(results)
        else:
            print_long()
        if turns:
            print_turns(results)

    output.print_result(make_json, print_text)
    output.write_output(plot, lambda path: plot_runs(results, path, _))
    output.write_output(table, lambda _path: write_csv(results))


def refuse_played_options() -> None:
    """Raise `FieldInvalidError` if an option about games that are played is given, where none is played."""
    for name in list_given_options():
        refuse(name, WHY_NOT_PLAYED, name in PLAYED)


def read_kept(database: str, names: Sequence[str], wanted: dict[str, str], described: str) -> list[Results]:
    """Return the runs of a database that have one of `names` and the settings `wanted`, with their games.

    `names` has names and numbers of runs; if it is empty, any run will do. `wanted` and `described`, the text with
    which an error names the settings, are those of `find_settings`. Raises `RunsNoneError` for an empty database,
    `RunUnknownError` if no run is such.
    """
    with Store(database) as store:
        runs = store.read_runs()
        if not runs:
            raise RunsNoneError(source=database)
        chosen = reports.choose_runs(runs, names, wanted, described)
        return [Results(run, store.read_records(run.id)) for run in chosen]


def print_turns(results: Sequence[Results]) -> None:
    """Print the turns of every code: a row a code, a column a run.

    The title of a column is the number of its run, but the name of a single run. A dash stands where a run has not
    played the code, or not found it.
    """
    codes: dict[str, None] = {}  # each once, in the order of the first run that has it
    for run in results:
        codes |= dict.fromkeys(run.turns)
    titles = [str(run.run.id) for run in results] if len(results) > 1 else [results[0].name]
    rows = []
    for code in codes:
        turns = [run.turns.get(code) for run in results]
        rows.append((code, *turns))
    click.echo()
    output.print_table((_("code"), *titles), rows)


def write_csv(results: Sequence[Results]) -> str:
    """Return all games as CSV: a line a game, with its run, its code, its turns and its guesses."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("run", "code", "turns", "game"))
    for run in results:
        for game in run.games:
            writer.writerow((run.name, game.code, game.turns, " ".join(game.guesses)))
    return text.getvalue()


def find_settings(request: PlayerRequest, accel: str | None, most_turns: int) -> tuple[dict[str, str], str]:
    """Return the settings of runs that the command line names, and the same as a text for errors.

    With ``--holes 4 --colours 6 --player knuth``, they are the player and the checksum of the codes, and the text is
    ``4x6, player knuth``. Only options that were typed count, so that without any all runs are meant. A run has its
    extra guesses as the setting ``accelerators``, which is asked for if the options name any (`write_extra_guesses`).
    """
    wanted = find_typed_settings(request, most_turns)
    described = [f"{name} {value}" for name, value in wanted.items()]
    names_extra_guesses = accel is not None or request.guesses is not None
    # extra guesses belong to certain codes: if no option names these, they are the codes played by default
    if names_codes(request) or names_extra_guesses:
        codes = game_options.open_codes(request)
        wanted["checksum"] = codes.checksum
        described.insert(0, name_codes(codes))
        if names_extra_guesses or request.empty_guesses:
            extra_guesses = write_extra_guesses(request, accel, codes)
            wanted["accelerators"] = extra_guesses
            described.append(extra_guesses)
    return wanted, ", ".join(described)


def find_typed_settings(request: PlayerRequest, most_turns: int) -> dict[str, str]:
    """Return the rule and what a player plays by, as far as they were typed on the command line; no defaults."""
    source_of = click.get_current_context().get_parameter_source
    values = {  # by the names that a run's settings have
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
    """Return the extra guesses of a run as its setting ``accelerators`` has them.

    They are the acceleration words of the file `accel`, the words of ``--guesses``, and the guesses with empty holes.
    """
    accelerators = game_options.with_accelerators(request, accel, codes).accelerators
    other_guesses = choose_extra_guesses(request, codes)
    return write_words([*accelerators, *other_guesses])


def play_configuration(configuration: Configuration, database: str | None, engine: Engine) -> Results:
    """Return the games of a configuration: those that the `database` has already, and the others, played now.

    Games played now are added to the database. If it is None, all are played, and nothing is kept.
    """
    if database is None:
        records = list[Record]()
        play_others(configuration, records, engine, _("Nothing is kept without --database."))  # adds them to `records`
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
    """Play the games of a configuration that are not in `records`, and add them to it; a bar shows the progress.

    Each batch of games is given to `save` at once, so that Ctrl-C loses little. After Ctrl-C, the sentence `saved`
    tells the reader where the games are that were played.
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
    """Return what is said after Ctrl-C: how many games of all are `done`, and where they are (the sentence `saved`).

    If no game is over yet, it says that nothing was saved, in place of `saved`.
    """
    if not done:
        return _("Interrupted before the first game was over: nothing was saved.")
    counts = {"done": done, "total": len(codes), "kept": saved}
    if isinstance(codes, ColourCodes):
        return _("Interrupted after {done} of {total:codes}. {kept}", **counts)
    return _("Interrupted after {done} of {total:words}. {kept}", **counts)


def make_document(results: Results, turns: bool, dictionary: str | None) -> dict[str, Any]:
    """Return the JSON of the run that was played: its figures and, with `turns`, how many each code took.

    The name of its `dictionary` is added if it has one.
    """
    document = results.as_json(turns=turns)
    if dictionary is not None:
        document["dictionary"] = dictionary
    return document


def make_report(reported: Sequence[Results], turns: bool) -> dict[str, Any]:
    """Return the JSON of a report: each run with its figures and its hardest codes, and each pair of runs compared.

    With `turns`, a run also has how many turns each code took.
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
    """Print a table that has the figures of each run in a row, as ``--summary`` asks for."""
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


def print_summary(results: Results) -> None:
    """Print a run: its name and how many codes it has played, its figures, and a histogram of the turns.

    With ``--summary``, `print_figures` is called instead. There are no figures if no game was won. Games given up are
    counted in a line of their own, if there are any.
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
    """Print a table of the runs, and one of the pairs of runs that have played the same codes.

    Details follow of each comparison, if there are at most `MAX_DETAILED`, and of each run, if there are at most
    `MAX_HARDEST`. If several runs have no code in common, it is said that nothing can be compared.
    """
    print_runs(reported)
    compared = [comparison for comparison in reports.compare_runs(reported) if comparison.pairs]
    if compared:
        click.echo()
        print_comparisons(compared)
    elif len(reported) > 1:
        click.echo("\n" + _("No two of these runs have played the same code: there is nothing to compare."))
    if len(compared) <= MAX_DETAILED:
        for comparison in compared:
            print_differences(comparison)
    if len(reported) <= MAX_HARDEST:
        for results in reported:
            click.echo()
            print_summary(results)
            if results.games:
                print_hardest(results)


def print_runs(reported: Sequence[Results]) -> None:
    """Print a table of the runs, a row each; its last column, games given up, is left out if there are none.

    The third column has how many codes of a run have been played; its title says of what kind they are (`name_kind`).
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
    colours = results.run.settings.colours
    click.echo("\n" + (_("Hardest codes") if colours else _("Hardest words")))
    rows = [(game.code, game.turns, shorten_game(game)) for game in results.hardest()]
    output.print_table((_("code") if colours else _("word"), _("turns"), _("game")), rows)


def print_comparisons(compared: Sequence[Comparison]) -> None:
    """Print a table with two rows for each two runs that are compared: what each gains where it is the faster one."""
    colours = any(comparison.first.run.settings.colours for comparison in compared)
    rows = []
    for comparison in compared:
        first = comparison.first.run.id
        second = comparison.second.run.id
        codes_of_both = len(comparison.pairs)
        equal = comparison.histogram.get(0, 0)  # codes on which both take as many turns
        first_is_faster, second_is_faster = comparison.faster  # the codes on which each is, with the games of both
        for own, other, faster_on in ((first, second, first_is_faster), (second, first, second_is_faster)):
            gain = reports.measure_advantage(faster_on)
            average_of = dict(zip((first, second), gain["averages"], strict=True))  # by the number of the run
            averages = (average_of[own], average_of[other])
            rows.append((own, other, gain["codes"], codes_of_both, equal, *averages, gain["largest"]))
    titles = [_("run"), _("against"), _("faster on"), _("of codes") if colours else _("of words"), _("equal on")]
    output.print_table([*titles, _("own average"), _("other’s average"), _("largest difference")], rows)


def print_differences(comparison: Comparison) -> None:
    """Print a histogram of the differences: on how many codes the turns of two runs differ, and by how many.

    Below it stand the codes on which they differ most, with both games (`print_differing`).
    """
    first = str(comparison.first.run.id)
    second = str(comparison.second.run.id)
    click.echo("\n" + _("Turns of run {first} minus those of run {second}", first=first, second=second))
    kind = name_kind(comparison.first, comparison.second)
    output.print_bars(comparison.histogram, _("difference"), kind, signed=True)
    print_differing(comparison)


def print_differing(comparison: Comparison) -> None:
    """Print a table of the codes on which two runs differ most; nothing if there are none.

    A row has a code, the turns that it took in the first and in the second run, then its game in the first and in the
    second. The titles of these columns are the numbers of the runs, but that of the first run's games is longer: ``game
    of run 3``.
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
    """Return a game's guesses on one line of a printed table; of more than 20, only the first ten and the last three.

    CSV has all of them (`write_csv`).
    """
    guesses = game.guesses
    if len(guesses) > 20:
        guesses = (*guesses[:10], "…", *guesses[-3:])
    return " ".join(guesses)

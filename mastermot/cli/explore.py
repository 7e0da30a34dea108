"""``mastermot explore``: every secret played, kept in a database, reported and plotted."""

import csv
from collections.abc import Sequence
from contextlib import nullcontext
from io import StringIO
from typing import Any

import click
from click.core import ParameterSource

from mastermot.cli import choices
from mastermot.cli.options import Number, command, offer, option, output_option, take_place
from mastermot.cli.output import print_result, print_table, write_output
from mastermot.cli.progress import interruptible, progress
from mastermot.cli.reports import print_figures, print_report, print_summary
from mastermot.engine import Engine
from mastermot.errors import N_, MastermotError
from mastermot.lab.explore.configurations import MAX_TURNS, Configuration, name_codes
from mastermot.lab.explore.errors import RunsNoneError
from mastermot.lab.explore.plots import check_plot, plot_runs
from mastermot.lab.explore.reports import Results, choose_runs, compare_runs, make_results, read_results
from mastermot.lab.explore.runs import Record
from mastermot.lab.explore.runs import explore as explore_codes
from mastermot.lab.explore.store import Store
from mastermot.rules import rule_named
from mastermot.rules.codes import ColourCodes
from mastermot.say import _, write_number


def list_runs(ctx: click.Context) -> list[str]:
    try:
        with Store(ctx.params.get("database") or "") as store:
            return list(dict.fromkeys(run.name for run in store.read_runs()))
    except MastermotError:
        return []


@command(
    N_(
        "Play every secret of a configuration, and report. With --database the games are kept, an interrupted run goes "
        "on where it was, and --report compares the runs of the file; without codes, the file is only reported on."
    ),
    "explore --holes 4 --colours 6 --player knuth",
    "explore --holes 4 --colours 6 --database runs.sqlite",
)
def explore(
    *,
    asked: choices.PlayerOrTreeRequest,
    most_turns: int = option(
        N_("Turns after which a game is given up, and counted as unfinished."),
        type=Number(1, 10_000),
        default=MAX_TURNS,
    ),
    database: str | None = option(N_("Keep the games in this SQLite file, created if needed."), metavar="FILE"),
    engines: choices.EngineRequest,
    report: bool = option(N_("Play nothing: compare the runs of the database that the options name.")),
    names: tuple[str, ...] = option(
        N_("Report on this run: its number or its name."), "--run", metavar="NAME", shell_complete=offer(list_runs)
    ),
    summary: bool = option(N_("Print one line for each run: total, average, standard deviation, longest.")),
    plot: str | None = output_option(N_("Draw histograms of turns and of differences (.png, .svg)."), check=check_plot),
    turns: bool = option(N_("Print the turns of every code too.")),
    table: str | None = output_option(N_("Write the games as CSV, one line for each code."), "--csv", metavar="FILE|-"),
) -> None:
    if database is not None:
        take_place(database)
    elif report or names:
        raise click.UsageError(_("{option} needs --database FILE.").format(option="--report" if report else "--run"))
    only_report = report or bool(names) or not any(map(is_given, choices.CODES))
    if database is not None and only_report:
        results = read_database(database, names, *find_settings(asked, most_turns))
    else:
        only_report, codes, rule = report, choices.open_codes(asked), rule_named(asked.rule)
        configuration = Configuration(codes, rule, choices.make_player(asked, codes, rule), most_turns)
        with engines.open() as engine:
            results = [play_configuration(configuration, database, engine)]

    def tell() -> None:
        if summary:
            print_figures(results)
        elif only_report:
            print_report(results)
        else:
            print_summary(results[0])
        if turns:
            print_turns(results)

    print_result(lambda: make_report(results, turns) if only_report else results[0].as_json(turns=turns), tell)
    write_output(plot, lambda path: plot_runs(results, path, _))
    write_output(table, lambda _path: write_csv(results))


def print_turns(results: Sequence[Results]) -> None:
    codes = dict.fromkeys(code for one in results for code in one.turns)
    titles = (_("code"), *(one.name if len(results) == 1 else str(one.run.id) for one in results))
    click.echo()
    print_table(titles, [(code, *(one.turns.get(code) or "-" for one in results)) for code in codes])


def read_database(database: str, names: Sequence[str], wanted: dict[str, str], described: str) -> list[Results]:
    with Store(database) as store:
        if not (runs := store.read_runs()):
            raise RunsNoneError(source=database)
        return read_results(store, choose_runs(runs, names, wanted, described))


def write_csv(results: Sequence[Results]) -> str:
    text = StringIO()
    rows = [(one.name, game.code, game.turns, " ".join(game.guesses)) for one in results for game in one.games]
    csv.writer(text, lineterminator="\n").writerows([("run", "code", "turns", "game"), *rows])
    return text.getvalue()


def is_given(name: str) -> bool:
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def find_settings(asked: choices.PlayerOrTreeRequest, most_turns: int) -> tuple[dict[str, str], str]:
    """Return the settings that options on the command line ask for, and what they are in a few words."""
    values = {"rule": asked.rule, **{name: getattr(asked, name) for name in choices.PLAYER}, "most_turns": most_turns}
    unnamed = (*choices.CODES, "accel", "opening")
    wanted = {name: str(value) for name, value in values.items() if name not in unnamed and is_given(name)}
    described = [f"{name} {value}" for name, value in wanted.items()]
    if any(map(is_given, (*choices.CODES, "accel"))):
        codes = choices.open_codes(asked)
        wanted["checksum"] = codes.checksum
        described.insert(0, name_codes(codes))
        if asked.accel is not None:
            wanted["accelerators"] = " ".join(choices.with_accelerators(asked, codes).accelerators)
            described.append(wanted["accelerators"])
    return wanted, ", ".join(described)


def play_configuration(configuration: Configuration, database: str | None, engine: Engine) -> Results:
    """Return the results of a configuration, played now or, as far as the database has them, before."""
    codes, records, kept = configuration.codes, list[Record](), _("Nothing is kept without --database.")
    with nullcontext() if database is None else Store(database, create=True) as store:
        if store is not None:
            number = store.begin_run(configuration)
            records += store.read_records(number, codes.texts)
            kept = _("{database} keeps what was played; the same command goes on from there.").format(database=database)
        known, total = {record.place: record.guesses for record in records}, len(codes)

        def describe() -> str:
            if not records:
                return _("Interrupted before any game was over: nothing is kept.")
            text = _("Interrupted after {done} of {total} words. {kept}")
            if isinstance(codes, ColourCodes):
                text = _("Interrupted after {done} of {total} codes. {kept}")
            return text.format(done=write_number(len(records)), total=write_number(total), kept=kept)

        with interruptible(describe), progress(configuration.name, total - len(known)) as advance:
            for batch in explore_codes(configuration, known, engine=engine):
                if batch and store is not None:
                    store.add_records(number, batch)
                records += batch
                advance(len(batch))
        if store is None:
            return make_results(configuration, sorted(records))
        (run,) = (run for run in store.read_runs() if run.id == number)
        return Results(run, store.read_records(number, codes.texts))


def make_report(reported: Sequence[Results], turns: bool) -> dict[str, Any]:
    runs = [
        {
            "run": results.run.id,
            "name": results.name,
            "of": results.run.size,
            "configuration": results.run.settings._asdict(),
            **results.as_json(turns=turns),
            "hardest": [{"code": game.code, "turns": game.turns, "game": game.guesses} for game in results.hardest()],
        }
        for results in reported
    ]
    return {"runs": runs, "comparisons": [comparison.as_json() for comparison in compare_runs(reported)]}

"""``mastermot site``: the page as a folder of plain files, which any web host serves."""

from datetime import date, timedelta
from pathlib import Path

import click

from mastermot.cli.game_options import start_engine
from mastermot.cli.options import engine_options, json_option
from mastermot.cli.output import interruptible, print_result, progress
from mastermot.cli.types import Number, read_date, read_page
from mastermot.texts import N_, _, write_number

PARTS = {
    "page": N_("the web app, in all languages"),
    "data": N_("puzzles and games of the days, words"),
    "program": N_("the program and its dictionaries"),
    "wheels": N_("the libraries that it needs"),
    "pyodide": N_("Python for browsers (Pyodide)"),
}
"""What each part of the folder is, as it is printed beside its size."""


def read_base(text: str) -> str:
    return f"{read_page(text).rstrip('/')}/" if text else ""


@click.command(
    help=N_(
        "Write the web app as a folder of plain files that any web host can serve: the program runs in the browser."
    ),
    epilog="mastermot site public --python node_modules/pyodide",
)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--python",
    type=click.Path(readable=False, path_type=Path),
    default="node_modules/pyodide",
    metavar="FOLDER",
    help=N_("The folder of Pyodide, which is Python for browsers: npm install pyodide downloads it."),
)
@click.option(
    "--wheels",
    type=click.Path(readable=False, path_type=Path),
    metavar="FOLDER",
    help=N_("A folder with the wheels that the web app needs; by default, pip downloads them."),
)
@click.option(
    "--base",
    type=read_base,
    metavar="URL",
    help=N_("The address that the web app will have, for links to share; by default, the one that the browser shows."),
)
@click.option(
    "--from",
    "start",
    type=read_date,
    metavar="YYYY-MM-DD",
    help=N_("The first day whose puzzles are made in advance; by default, yesterday."),
)
@click.option(
    "--days", type=Number(1, 3660), default=366, help=N_("The number of days whose puzzles are made in advance.")
)
@engine_options
@json_option
def site(
    folder: Path,
    python: Path,
    wheels: Path | None,
    base: str | None,
    start: date | None,
    days: int,
    jobs: int | None,
    scheduler: str | None,
) -> None:
    from mastermot.service.page.site import count_work, make_site

    first = start or date.today() - timedelta(1)
    span = (first, first + timedelta(days - 1))
    with (
        interruptible(lambda: _("Interrupted: nothing was written.")),
        progress(_("puzzles"), count_work(span)) as step,
        start_engine(jobs, scheduler) as engine,
    ):
        made = make_site(folder, python, span, base=base or "", wheels=wheels, engine=engine, progress=step)
    sizes = {name: write_number(round(size / 1e6, 1)) for name, size in made.parts.items()}  # in megabytes
    lines = [_("{size} MB  {part}", size=size.rjust(6), part=_(PARTS[name])) for name, size in sizes.items()]
    print_result(made, lambda: click.echo("\n".join(lines)))

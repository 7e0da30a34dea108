"""``mastermot site``: the page as a folder of plain files, which any web host serves."""

from datetime import date, timedelta
from pathlib import Path

import click

from mastermot.cli.daily import read_date
from mastermot.cli.games import EngineRequest
from mastermot.cli.options import Number, argument, command, option, read_page
from mastermot.cli.output import interruptible, print_result, progress
from mastermot.say import N_, _, write_number

PARTS = {
    "page": N_("the page, in all languages"),
    "data": N_("puzzles and games of the days, words"),
    "program": N_("the program and its dictionaries"),
    "wheels": N_("the libraries that it needs"),
    "pyodide": N_("Python for browsers (Pyodide)"),
}


@command(
    N_("Write the page as a folder of plain files, which any web host serves: it runs the program itself."),
    "site public --python node_modules/pyodide",
)
def site(
    *,
    engines: EngineRequest,
    folder: Path = argument(type=click.Path(path_type=Path)),
    python: Path = option(
        N_("Where Pyodide is, Python for browsers, which npm install pyodide brings."),
        default="node_modules/pyodide",
        read=Path,
        metavar="FOLDER",
    ),
    wheels: Path | None = option(
        N_("A folder with the wheels that the page needs; without it pip brings them."), metavar="FOLDER", read=Path
    ),
    base: str | None = option(
        N_("The address that the page will have, for links to share; without it that of the browser."),
        metavar="URL",
        read=lambda text: text and f"{read_page(text).rstrip('/')}/",
    ),
    start: date | None = option(
        N_("The first day whose puzzles are data; the first of this month without it."),
        "--from",
        read=read_date,
        metavar="YYYY-MM-DD",
    ),
    days: int = option(N_("How many days are data."), type=Number(1, 3660), default=366),
) -> None:
    from mastermot.service.page.site import count_work, make_site

    first = start or date.today().replace(day=1)
    span = (first, first + timedelta(days - 1))
    with (
        interruptible(lambda: _("Interrupted: files may be missing; call the command again.")),
        progress(_("puzzles"), count_work(span)) as step,
        engines.open() as engine,
    ):
        made = make_site(folder, python, span, base=base or "", wheels=wheels, engine=engine, progress=step)
    lines = [f"{write_number(round(size / 1e6, 1)):>6} MB  {_(PARTS[name])}" for name, size in made.parts.items()]
    print_result(made, lambda: click.echo("\n".join(lines)))

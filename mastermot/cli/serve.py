"""``mastermot serve``: the HTTP service and the page."""

from __future__ import annotations

import os

import click

from mastermot.cli.errors import ServiceLibraryError
from mastermot.cli.localized import command, option
from mastermot.cli.output import note
from mastermot.errors import N_
from mastermot.locale import gettext as _


@command("serve", help=N_("Serve the HTTP API and the page, until SIGTERM or Ctrl-C."))
@option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help=N_("The address to listen at."))
@option("--port", type=click.IntRange(0, 65_535), default=8000, show_default=True, help=N_("The port; 0 takes any."))
@option(
    "--threads",
    type=click.IntRange(1, 64),
    default=8,
    show_default=True,
    help=N_("Requests worked on at once by a process."),
)
@option(
    "--processes",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help=N_("Processes, one a processor core; each keeps the dictionaries."),
)
@option("--proxy", metavar="ADDRESS", help=N_("A proxy in front, whose X-Forwarded fields are believed."))
@option(
    "--access-log/--no-access-log", default=True, show_default=True, help=N_("A line a request, on standard error.")
)
def serve(host: str, port: int, threads: int, processes: int, proxy: str | None, access_log: bool) -> None:
    try:
        from mastermot.web import server, tokens
    except ImportError as error:
        raise ServiceLibraryError(name=error.name or "") from None
    keys = tokens.split_keys(os.environ.get(tokens.VARIABLE, ""))
    if not keys:
        note(
            _("{variable} is not set: games are sealed with a random key, and end when the service stops.").format(
                variable=tokens.VARIABLE
            )
        )
        keys = [tokens.random_key()]
    listening = server.listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    note(f"http://{shown}:{listening.getsockname()[1]}")
    server.serve(listening, server.Settings(host, port, threads, processes, tuple(keys), access_log, proxy))

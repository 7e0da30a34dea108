"""``mastermot serve``: the HTTP service and the page, where it listens, and what ends it."""

from __future__ import annotations

import errno
import signal
import socket
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from threading import Event

import click

from mastermot.cli.errors import CannotListenError, HostUnknownError, PortForbiddenError, PortTakenError
from mastermot.cli.options import Number, command, option
from mastermot.cli.output import note
from mastermot.errors import N_, printable
from mastermot.say.languages import gettext as _


def read_origin(origin: str) -> str:
    """Return the site of ``--allow-origin``. Raises `click.UsageError` where no browser names a site like that."""
    scheme, _sign, rest = origin.partition("://")
    if origin == "*" or (scheme in ("http", "https") and rest and not set(rest) & set("/?#")):
        return origin
    text = _("--allow-origin {origin} is no site: give one without a path, such as https://example.org, or * for any.")
    raise click.UsageError(text.format(origin=printable(origin)))


def read_proxy(address: str) -> str:
    """Return the address of ``--proxy``. Raises `click.UsageError` where no connection can come from it."""
    with suppress(ValueError):
        return address if address in ("", "*") else str(ip_address(address))
    text = _("--proxy {address} is no address: give that of the proxy as numbers, such as 127.0.0.1, without a port.")
    raise click.UsageError(text.format(address=printable(address)))


def read_meanings(text: str) -> str:
    if not text or (text.startswith(("https://", "http://")) and "{word}" in text):
        return text
    wrong = _("--meanings {address} is no address with {{word}}, such as https://example.org/{{lang}}/{{word}}.")
    raise click.UsageError(wrong.format(address=printable(text)))


@command(N_("Serve the HTTP API and the page, until SIGTERM or Ctrl-C."), "serve --port 8080", json=False)
def serve(
    host: str = option(N_("The address to listen on."), default="127.0.0.1", metavar="ADDRESS"),
    port: int = option(N_("The port; 0 takes any that is free."), type=Number(0, 65_535), default=8000),
    processes: int | None = option(
        N_("No effect since 1.1: one process answers, and gunicorn starts more."), type=Number(1, 64), hidden=True
    ),
    proxy: str = option(
        N_("A proxy in front, whose X-Forwarded fields are trusted."),
        metavar="ADDRESS",
        default="",
        show_default=False,
        read=read_proxy,
    ),
    allow_origin: tuple[str, ...] = option(
        N_("A site whose pages may read the answers, such as https://example.org; * for any. May be repeated."),
        metavar="ORIGIN",
        read=read_origin,
    ),
    photo: Path | None = option(
        N_("A folder node_modules with tesseract.js: the page then reads photos of puzzles."),
        type=click.Path(path_type=Path),
        metavar="FOLDER",
    ),
    meanings: str | None = option(
        N_("The page’s links to what a word means, with {lang} and {word}; Wiktionary without it, “” for none."),
        metavar="URL",
        read=read_meanings,
    ),
    access_log: bool = option(
        N_("One line for each request, on standard error."), "--access-log/--no-access-log", default=True
    ),
) -> None:
    if processes is not None:
        note(_("--processes has no effect since 1.1: one process answers, and gunicorn starts more."))
    stopping = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    from mastermot.cli import serving
    from mastermot.service.app import KEYS_VARIABLE, create_app, read_keys

    app = create_app(origins=allow_origin, photo=photo, meanings=meanings)
    if not read_keys():
        text = _("{variable} is not set: games are encrypted with a random key, and end when the service stops.")
        note(text.format(variable=KEYS_VARIABLE))
    listening = listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    note(f"http://{shown}:{listening.getsockname()[1]}")
    serving.serve(listening, app, stopping, proxy, access_log)


REFUSALS: dict[int, type[CannotListenError]] = {
    errno.EADDRINUSE: PortTakenError,
    errno.EACCES: PortForbiddenError,
    errno.EADDRNOTAVAIL: HostUnknownError,
}
"""What the operating system says when it does not let us listen."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises `HostUnknownError`, one of `REFUSALS`, or else `CannotListenError`."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (socket.gaierror, UnicodeError) as error:
        raise HostUnknownError(host=host, port=str(port), reason=str(error)) from None
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(1024)
    except OSError as error:
        listening.close()
        reason = error.strerror or str(error)
        raise REFUSALS.get(error.errno or 0, CannotListenError)(host=host, port=str(port), reason=reason) from None
    return listening

"""``mastermot serve``: the HTTP service and the page, where it listens, and what ends it."""

import errno
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from threading import Event
from typing import TYPE_CHECKING

import click

from mastermot.cli import errors
from mastermot.cli.output import note
from mastermot.cli.types import Number
from mastermot.errors import N_, printable
from mastermot.texts import _

if TYPE_CHECKING:
    from wsgiref.simple_server import WSGIServer

    from flask import Flask


def read_proxy(address: str) -> str:
    """Return the address of ``--proxy`` as sockets write it; return ``*`` (any address) and "" (no proxy) as they are.

    Raises `click.BadParameter` for any other text, such as a name, or an address with a port.
    """
    with suppress(ValueError):
        return address if address in ("", "*") else str(ip_address(address))
    text = _("“{text}” is not an address: give that of the proxy as numbers, such as 127.0.0.1, without a port.")
    raise click.BadParameter(text.format(text=printable(address)))


@click.command(
    help=N_("Serve the web app and the HTTP API, until SIGTERM or Ctrl-C."), epilog="mastermot serve --port 8080"
)
@click.option(
    "--host", default="127.0.0.1", metavar="ADDRESS", envvar="MASTERMOT_HOST", help=N_("The address to listen on.")
)
@click.option(
    "--port",
    type=Number(0, 65_535),
    default=8000,
    envvar="MASTERMOT_PORT",
    help=N_("The port to listen on; 0 picks a free one."),
)
@click.option(
    "--proxy",
    type=read_proxy,
    metavar="ADDRESS",
    envvar="MASTERMOT_PROXY",
    help=N_("The address of a proxy in front of the service, whose X-Forwarded fields are trusted."),
)
@click.option(
    "--allow-origin",
    multiple=True,
    metavar="ORIGIN",
    envvar="MASTERMOT_ALLOW_ORIGIN",
    help=N_("A site whose pages may read the answers, such as https://example.org; * for any. May be repeated."),
)
@click.option(
    "--meanings",
    metavar="URL",
    envvar="MASTERMOT_MEANINGS",
    help=N_(
        "The address to which the web app links for the meaning of a word, with {lang} and {word}; by default"
        " Wiktionary, “” for no links."
    ),
)
@click.option(
    "--access-log/--no-access-log",
    default=True,
    envvar="MASTERMOT_ACCESS_LOG",
    help=N_("Write a line for each request to standard error."),
)
@click.option(
    "--log-format",
    type=click.Choice(["text", "json"]),
    default="text",
    envvar="MASTERMOT_LOG_FORMAT",
    help=N_("The form of the log: text, or one JSON object on each line."),
)
@click.option(
    "--metrics-port",
    type=Number(0, 65_535),
    envvar="MASTERMOT_METRICS_PORT",
    help=N_("Offer figures to a monitor (Prometheus) on this port of the same address."),
)
def serve(
    host: str,
    port: int,
    proxy: str | None,
    allow_origin: tuple[str, ...],
    meanings: str | None,
    access_log: bool,
    log_format: str,
    metrics_port: int | None,
) -> None:
    from mastermot.cli import serving
    from mastermot.service.app import KEYS_VARIABLE, create_app, read_keys

    if port and port == metrics_port:  # two ports of 0 are no conflict: each is another free one
        raise click.UsageError(_("--metrics-port needs another port than --port."))
    write_log = serving.start_log(log_format == "json")
    tell = write_log if log_format == "json" else note  # for messages: if the log is JSON, they are lines of JSON too
    stopping = Event()  # set by Ctrl-C and SIGTERM: `serving.serve` then ends
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    app = create_app(origins=allow_origin, meanings=meanings)
    if not read_keys():
        text = _("{variable} is not set: games are encrypted with a random key, and end when the service stops.")
        tell(text.format(variable=KEYS_VARIABLE))
    metrics_server = None if metrics_port is None else measure(app, host, metrics_port)
    listening = listen(host, port)
    address = f"http://[{host}]" if ":" in host else f"http://{host}"  # an address of IPv6 stands in brackets
    _host, own_port, *_others = listening.getsockname()
    tell(f"{address}:{own_port}")  # with --port 0, the port that the system has picked
    if metrics_server is not None:
        tell(f"{address}:{metrics_server.server_port}/metrics")
    serving.serve(listening, app, stopping, proxy or "", access_log, tell)


REFUSALS: dict[int, type[errors.CannotListenError]] = {
    errno.EADDRINUSE: errors.PortTakenError,
    errno.EACCES: errors.PortForbiddenError,
    errno.EADDRNOTAVAIL: errors.HostUnknownError,
}
"""What the operating system says when it does not let us listen."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at this address. If it is of IPv6, it takes IPv4 too if the system can do that.

    Raises `HostUnknownError`, one of `REFUSALS`, or else `CannotListenError`.
    """
    with name_refusal(host, port):
        family, *_others, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        takes_ipv4_too = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
        return socket.create_server(address, family=family, backlog=1024, dualstack_ipv6=takes_ipv4_too)


def measure(app: "Flask", host: str, port: int) -> "WSGIServer":
    """Measure an application from now on; return the server, already running, from which a monitor gets the figures.

    Raises `MetricsLibraryError`, `HostUnknownError`, one of `REFUSALS`, or else `CannotListenError`.
    """
    try:
        from mastermot.service.metrics import serve_metrics
    except ImportError:
        raise errors.MetricsLibraryError from None
    with name_refusal(host, port):
        return serve_metrics(app, host, port)


@contextmanager
def name_refusal(host: str, port: int) -> Iterator[None]:
    """Turn an error of the operating system about an address into the named error that says what is wrong.

    That is `HostUnknownError` if the host has no address, or is a text that can be no name. For any other error it is
    the one that `REFUSALS` has for its errno or, without one, `CannotListenError`.
    """
    try:
        yield
    except (socket.gaierror, UnicodeError) as error:
        raise errors.HostUnknownError(host=host, port=str(port), reason=str(error)) from None
    except OSError as error:
        number = error.errno or 0  # 0 is no errno: `REFUSALS` has nothing for it
        refusal = REFUSALS.get(number, errors.CannotListenError)
        raise refusal(host=host, port=str(port), reason=error.strerror or str(error)) from None

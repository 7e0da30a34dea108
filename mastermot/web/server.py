"""Serving the application: uvicorn, on a socket that we open, so that a refusal is told in our words.

Uvicorn reads requests, keeps connections, and stops gracefully. A request that is no HTTP at all it refuses by itself:
400 in plain text, without our headers. It has no time limit for the head of a request: a proxy in front has one.
"""

from __future__ import annotations

import errno
import logging
import signal
import socket
import sys

import uvicorn
from fastapi import FastAPI

from mastermot.errors import N_, Fault, MastermotError, Reason
from mastermot.web import bounds


class ListenError(MastermotError):
    """Listening refused by the operating system for a reason of its own."""

    code = "cannot-listen"
    fault = Fault.USE
    message = N_("cannot listen at port {port} of {host} ({reason})")
    advice = N_("Give another address with --host, or another port with --port.")
    port: str
    host: str
    reason: str | Reason


class PortTakenError(ListenError):
    """Another program listens at this port."""

    code = "port-taken"
    message = N_("another program uses port {port} of {host}")
    advice = N_("Stop it, or give another port with --port; --port 0 takes any that is free.")


class PortForbiddenError(ListenError):
    """A port that this user may not listen at."""

    code = "port-forbidden"
    message = N_("the system does not let you listen at port {port} of {host}")
    advice = N_("Give a port from 1024 with --port, and let a proxy bring it what comes to a lower one.")


class HostUnknownError(ListenError):
    """A host to listen at that is no address of this machine."""

    code = "host-unknown"
    message = N_("“{host}” is not an address of this machine")
    advice = N_("Give one of its addresses with --host: 127.0.0.1 for this machine alone, 0.0.0.0 for all of them.")


REFUSALS: dict[int, type[ListenError]] = {
    errno.EADDRINUSE: PortTakenError,
    errno.EACCES: PortForbiddenError,
    errno.EADDRNOTAVAIL: HostUnknownError,
}
"""What the operating system says when it does not let us listen."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises `HostUnknownError`, `PortTakenError`, `PortForbiddenError`, or `ListenError` for any other reason.
    """
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
        raise REFUSALS.get(error.errno or 0, ListenError)(host=host, port=str(port), reason=reason) from None
    return listening


def end_well_on_signals() -> None:
    """Let SIGTERM and SIGINT end this process with status 0, before uvicorn begins and after it has stopped."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))


def serve(listening: socket.socket, app: FastAPI, proxy: str = "") -> None:
    """Serve until SIGTERM or SIGINT; the requests under way are answered first.

    `proxy` is the address of a proxy whose X-Forwarded fields are believed.
    """
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(message)s", level=logging.INFO)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    uvicorn.Server(configure(app, proxy)).run(sockets=[listening])


def configure(app: FastAPI, proxy: str = "") -> uvicorn.Config:
    """Return how uvicorn serves an application."""
    return uvicorn.Config(
        app,
        http="h11",  # it bounds the head of a request, httptools does not
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy or None,
        h11_max_incomplete_event_size=bounds.MOST_HEAD,
        limit_concurrency=bounds.CONNECTIONS,
        timeout_keep_alive=bounds.IDLE_CONNECTION,
        timeout_graceful_shutdown=bounds.STOPPING,
    )

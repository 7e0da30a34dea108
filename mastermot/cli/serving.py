"""How the application is served: by waitress, until a signal comes.

Waitress receives a request in whole before it gives the request to a thread, so that a slow client holds a connection
and no thread. A request that is not HTTP, or is far too large, is refused by waitress itself, in plain text.
"""

import ctypes
import json
import logging
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from threading import Event
from typing import Any
from urllib.parse import quote

from flask import Flask, Response, g, request, request_finished
from waitress import wasyncore
from waitress.server import create_server

from mastermot.cli.connections import Connections, close_after, must_close, name_forwarder
from mastermot.cli.output import note
from mastermot.service import capacity
from mastermot.texts import _

PROXY_FIELDS = {"x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"}
M_ARENA_MAX = -8  #: The parameter of mallopt (malloc.h).
PAUSE = 0.1  #: Seconds between two looks at whether the service can end.


def serve(
    listening: socket.socket,
    app: Flask,
    stopping: Event,
    proxy: str = "",
    access_log: bool = False,
    tell: Callable[[str], None] = note,
) -> None:
    """Serve the `app` at the socket `listening` until `stopping` is set, and then end.

    Requests under way are answered first, for up to `capacity.STOPPING` seconds, and each answer closes its connection.
    A silent connection has `capacity.LINGERING` seconds for a last request: its client may just be sending one.

    `proxy` is the address of the proxy whose headers say who the clients are, empty without one. `access_log` says
    whether each request is logged; `tell` is given what the operator should know.
    """
    limit_heaps()
    watch_answers(app, stopping, access_log, tell)
    sockets: dict[int, Any] = {}  # by file number: what waitress' loop watches
    connections = Connections(proxy)
    connections.watch(make_server(app, listening, sockets, proxy))
    while not stopping.is_set():
        # a round accepts one new connection at most; `look` accepts the others that wait, and closes slow ones
        wasyncore.loop(timeout=PAUSE, use_poll=True, map=sockets, count=1)
        connections.look(time.time())
    # connections that still wait are accepted too, one in each round, but no more than the server may have
    wasyncore.loop(timeout=0, use_poll=True, map=sockets, count=capacity.CONNECTIONS)
    del sockets[listening.fileno()]  # the loop must not watch a closed socket
    listening.close()
    finish_answers(sockets, connections)
    wasyncore.close_all(sockets)


def limit_heaps() -> None:
    """Have all threads share two heaps, if the system's C library is glibc: it would use up to 8 heaps for each core.

    After 2,200 requests the service then takes 151 MB, not 357.
    """
    with suppress(AttributeError):  # not glibc
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)


def watch_answers(app: Flask, stopping: Event, access_log: bool, tell: Callable[[str], None]) -> None:
    """Set what is done after each answer: close its connection, warn of an unnamed proxy, log the request.

    The connection is closed only if `stopping` is set, or if `must_close` says so. The warning is given to `tell`,
    once. Requests are logged only with `access_log`.
    """
    app.after_request(partial(close_after_last, stopping))
    warning = _(
        "A request from {address} carries X-Forwarded-For. If a proxy runs there, give --proxy {address}: "
        "without it, all its clients count as one."
    )
    warned = Event()  # set by the first warning: threads of waitress share it

    def warn(address: str) -> None:
        tell(warning.format(address=address))

    app.after_request(partial(tell_of_proxy, warned, warn))
    if access_log:
        request_finished.connect(log_request, app)


def make_server(app: Flask, listening: socket.socket, sockets: dict[int, Any], proxy: str) -> Any:
    """Return a server of waitress. It adds itself, and later its connections, to `sockets`.

    It accepts connections at the socket `listening`. `proxy` is the address of the proxy whose headers are trusted,
    empty without one. The limits for connections and for bodies lie above the program's own, which is the first to
    refuse. The limits for the head of a request and for idle time are kept by waitress alone.
    """
    trusted: dict[str, Any] = {"trusted_proxy": proxy, "trusted_proxy_headers": PROXY_FIELDS} if proxy else {}
    return create_server(
        app,
        map=sockets,
        sockets=[listening],
        threads=capacity.THREADS,
        ident=None,
        asyncore_use_poll=True,  # `select` can watch 1024 files only
        connection_limit=capacity.CONNECTIONS + 100,  # `Connections` keeps its own limit, by closing connections
        channel_timeout=capacity.IDLE_CONNECTION,
        max_request_header_size=capacity.MAX_HEAD,
        max_request_body_size=16 * capacity.MAX_BODY,  # up to this size, the application refuses a body, with reasons
        **trusted,
    )


def finish_answers(sockets: dict[int, Any], connections: Connections) -> None:
    """Run the loop of waitress until all requests are answered, or `capacity.STOPPING` seconds are over.

    In the first `capacity.LINGERING` seconds the loop also runs while any connection is open: the client of a silent
    one may just be sending a last request. `sockets` has what the loop watches, by file number.
    """
    began = time.monotonic()
    end = began + capacity.STOPPING
    end_of_lingering = began + capacity.LINGERING
    while time.monotonic() < end:
        may_get_request = bool(connections.open) and time.monotonic() < end_of_lingering
        if not connections.is_busy() and not may_get_request:
            break
        wasyncore.loop(timeout=PAUSE, use_poll=True, map=sockets, count=1)


def start_log(as_json: bool = False) -> Callable[[str], None]:
    """Begin a log on standard error, and return the function that writes a line to it.

    A line is the time and the text or, with `as_json`, a JSON object (`JsonLines`). Of waitress only errors are logged.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else logging.Formatter("%(asctime)s %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.INFO)
    logging.getLogger("waitress").setLevel(logging.ERROR)
    return logging.getLogger("mastermot").info


class JsonLines(logging.Formatter):
    """Formats a record as a line of JSON: time, level, message, the `fields` given with it, perhaps a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": when, "level": record.levelname.lower(), "message": record.getMessage()}
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_request(_app: Flask, response: Response) -> None:
    """Write a line about a request, without the query of its address, which may hold texts that a person typed.

    In a log of JSON, the line has the `fields` too, such as the seconds that the answer took.
    """
    fields = {
        "id": g.id,
        "client": request.remote_addr,
        "method": request.method,
        "path": quote(request.path),
        "status": response.status_code,
        "seconds": round(time.perf_counter() - g.began, 4),
    }
    line = '{client} {id} "{method} {path} {protocol}" {status}'
    text = line.format(**fields, protocol=request.environ.get("SERVER_PROTOCOL"))
    logging.getLogger("mastermot.access").info("%s", text, extra={"fields": fields})


def close_after_last(stopping: Event, response: Response) -> Response:
    """Return the answer; if the service is stopping, or `must_close` says so, the connection closes after it."""
    if stopping.is_set() or must_close(request.environ):
        close_after(request.environ)
    return response


def tell_of_proxy(warned: Event, warn: Callable[[str], None], response: Response) -> Response:
    """Return the answer as it is; warn once of an address that forwards requests though ``--proxy`` does not name it.

    Flask calls this after each answer. `warn` is called with the address, and `warned` is then set. If the proxy that
    ``--proxy`` names has forwarded a request, waitress has put the address of the client into `remote_addr`. Otherwise
    the address of the sender still stands there: that of the forwarder, if there is one.
    """
    if warned.is_set():
        return response
    forwarder = name_forwarder(request.environ)  # "" if nobody has forwarded the request
    if forwarder and request.remote_addr == forwarder:
        warned.set()
        warn(forwarder)
    return response

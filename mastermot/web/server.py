"""Serving the application for real: waitress, with problem documents for what is no HTTP, and a stop that is graceful.

Waitress reads each request whole before a thread works on it, so a slow client holds a connection and nothing else.
Several processes share one listening socket; the first one only watches over the others.
"""

from __future__ import annotations

import errno
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher

from mastermot import locale
from mastermot.errors import MastermotError, printable
from mastermot.web.app import EVERYWHERE, VARY, as_json, create_app, preferred
from mastermot.web.bounds import CONNECTIONS, IDLE_CONNECTION, MOST_BYTES, RETRY_AFTER, SLOW_REQUEST, STOPPING
from mastermot.web.errors import (
    BodyTooLargeError,
    HostUnknownError,
    ListenError,
    PortForbiddenError,
    PortTakenError,
    RequestUnreadableError,
)
from mastermot.web.problems import MEDIA_TYPE, problem

log = logging.getLogger("mastermot.access")
REFUSALS: dict[int, type[MastermotError]] = {
    errno.EADDRINUSE: PortTakenError,
    errno.EACCES: PortForbiddenError,
    errno.EADDRNOTAVAIL: HostUnknownError,
}
"""What the operating system says when it does not let us listen."""
STOPS = (signal.SIGTERM, signal.SIGINT)


class Settings(NamedTuple):
    """How to serve."""

    host: str = "127.0.0.1"
    port: int = 8000
    threads: int = 8
    processes: int = 1
    keys: tuple[str, ...] = ()
    access_log: bool = True
    proxy: str | None = None
    """The address of a proxy whose X-Forwarded fields are believed."""


class ProblemTask(ErrorTask):  # type: ignore[misc]
    """The answer to a request that waitress itself refuses: a problem document too."""

    def execute(self) -> None:
        """Send it, and close the connection."""
        wrong = self.request.error
        error: MastermotError = RequestUnreadableError(reason=printable(wrong.body or wrong.reason))
        if wrong.code == 413:
            error = BodyTooLargeError(limit=MOST_BYTES)
        wanted = parse_qs(getattr(self.request, "query", "") or "").get("lang", [""])[0]
        language = wanted if wanted in locale.LANGUAGES else preferred(self.request.headers.get("ACCEPT_LANGUAGE", ""))
        locale.use(language)
        body = problem(error)
        content = as_json(body).encode()
        self.status = f"{body['status']} {wrong.reason if wrong.code == body['status'] else 'Bad Request'}"
        self.response_headers.extend([("Content-Type", MEDIA_TYPE), *EVERYWHERE[language, VARY]])
        self.set_close_on_finish()
        self.content_length = len(content)
        self.write(content)
        log.info('%s "unreadable request" %s', self.channel.addr[0], body["status"])


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that knows since when it has been receiving a request."""

    error_task_class = ProblemTask
    receiving_since: float | None = None

    def received(self, data: bytes) -> bool:
        """Take in what has arrived."""
        result: bool = super().received(data)
        if self.request is None:
            self.receiving_since = None
        elif self.receiving_since is None:
            self.receiving_since = time.time()
        return result

    @property
    def idle(self) -> bool:
        """Whether nothing is under way on this connection."""
        return not self.requests and self.request is None and not self.total_outbufs_len


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Waitress on one socket, which can be told to stop once the requests under way are answered."""

    channel_class = Channel
    stopping_since: float | None = None
    parent: int | None = None
    """The process that watches over this one, if any: without it, this one stops too."""

    def maintenance(self, now: float) -> None:
        """Close connections that are silent, or whose request takes too long to arrive."""
        super().maintenance(now)
        for channel in list(self.active_channels.values()):
            since = channel.receiving_since
            if since is not None and now - since > SLOW_REQUEST:
                channel.will_close = True

    def stop(self, *_signal: object) -> None:
        """Take no more connections; `run` returns when the requests under way are answered, or after `STOPPING`."""
        if self.stopping_since is None:
            self.stopping_since = time.time()
            self.pull_trigger()

    def run(self) -> None:
        """Serve until `stop` is called, or the parent is gone: nobody could stop this process or the port otherwise."""
        while self.stopping_since is None:
            self.asyncore.loop(timeout=1, map=self._map, use_poll=True, count=1)
            if self.parent is not None and os.getppid() != self.parent:
                log.error("process %d stops: the one that watched over it is gone", os.getpid())
                self.stop()
        self.accepting = False
        self.del_channel()
        self.socket.close()
        while time.time() - self.stopping_since < STOPPING:
            channels = list(self.active_channels.values())
            for channel in channels:
                channel.will_close = channel.will_close or channel.idle
            if not channels:
                break
            self.asyncore.loop(timeout=0.1, map=self._map, use_poll=True, count=1)
        self.task_dispatcher.shutdown(timeout=1)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises `HostUnknownError`, `PortTakenError`, `PortForbiddenError`, or `ListenError` for what else there may be.
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
    listening.setblocking(False)
    return listening


def make_server(listening: socket.socket, settings: Settings, application: Callable[..., Any]) -> Server:
    """Return a server of `application` on a socket that listens."""
    proxy: dict[str, object] = {}
    if settings.proxy:
        proxy = {
            "trusted_proxy": settings.proxy,
            "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"},
        }
    adjustments = Adjustments(
        sockets=[listening],
        threads=settings.threads,
        connection_limit=CONNECTIONS,
        channel_timeout=IDLE_CONNECTION,
        cleanup_interval=5,
        max_request_body_size=MOST_BYTES,
        max_request_header_size=1 << 14,
        ident=None,
        asyncore_use_poll=True,
        clear_untrusted_proxy_headers=True,
        expose_tracebacks=False,
        **proxy,
    )
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.set_thread_count(settings.threads)
    info = (listening.family, listening.type, listening.proto, listening.getsockname())
    return Server(
        logged(application) if settings.access_log else application,
        {},
        True,
        listening,
        dispatcher=dispatcher,
        adj=adjustments,
        bind_socket=False,
        sockinfo=info,
    )


def logged(application: Callable[..., Iterable[bytes]]) -> Callable[..., Iterable[bytes]]:
    """Return the application with a line in the access log for each request: who, what, status, bytes, milliseconds.

    The query of the address is left out: it may hold what a person typed.
    """

    def with_log(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        began = time.perf_counter()

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            size = next((value for name, value in headers if name.lower() == "content-length"), "-")
            spent = (time.perf_counter() - began) * 1000
            who, method = quoted(environ.get("REMOTE_ADDR", "-"), 64), quoted(environ["REQUEST_METHOD"], 16)
            path = quoted(environ.get("PATH_INFO", ""), 200)
            log.info('%s "%s %s" %s %s %.1f ms', who, method, path, status[:3], size, spent)
            return start_response(status, headers, *rest)

        return application(environ, start)

    return with_log


def quoted(text: str, longest: int) -> str:
    """Return a text of a request (bytes, as WSGI gives them) fit for one field of the log, as an address has it.

    >>> quoted('/"x"\\n\\xc3\\xa9%', 20)
    '/%22x%22%0A%C3%A9%25'
    """
    cut = "…" if len(text) > longest else ""
    return quote(text[:longest].encode("latin-1", "replace"), safe="/:!$&'()*+,;=@[]~") + cut


def prepare_logs() -> None:
    """Send the logs to standard error, with the time; waitress's own remarks on its queue are left out."""
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(message)s", level=logging.INFO)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)


def serve(listening: socket.socket, settings: Settings) -> None:
    """Serve on a socket that listens until SIGTERM or SIGINT, with as many processes as wanted."""
    prepare_logs()
    if settings.processes == 1:
        work(listening, settings)
    else:
        Watch(listening, settings).run()


def work(listening: socket.socket, settings: Settings, parent: int | None = None) -> None:
    """Serve in this process, for as long as its `parent` lives if it has one to watch over it."""
    application = create_app(settings.keys, wait=False)
    server = make_server(listening, settings, application)
    server.parent = parent
    for number in STOPS:
        signal.signal(number, server.stop)
    server.run()


class Watch:
    """The first process of several: it starts the others, starts them again when they end, and stops them."""

    def __init__(self, listening: socket.socket, settings: Settings) -> None:
        """Keep what they serve."""
        self.listening = listening
        self.settings = settings
        self.children: set[int] = set()
        self.stopping = False

    def run(self) -> None:
        """Watch until told to stop and all are gone."""
        for number in STOPS:
            signal.signal(number, self.stop)
        for _ in range(self.settings.processes):
            self.start()
        while self.children:
            child, status = os.wait()
            self.children.discard(child)
            if not self.stopping:
                log.error("process %d ended with status %d: another takes its place", child, status)
                time.sleep(RETRY_AFTER)
                if not self.stopping:
                    self.start()

    def start(self) -> None:
        """Start a process that serves. No signal is lost between two owners: they wait until it is known whose."""
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
        parent = os.getpid()
        child = os.fork()
        if child:
            self.children.add(child)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
            return
        status = 1
        for number in STOPS:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
        try:
            work(self.listening, self.settings, parent)
            status = 0
        finally:
            logging.shutdown()
            os._exit(status)

    def stop(self, *_signal: object) -> None:
        """Have every process stop."""
        self.stopping = True
        for child in self.children:
            os.kill(child, signal.SIGTERM)

"""How ``mastermot serve`` runs the application: by uvicorn, until a signal comes.

Uvicorn reads requests, keeps connections, and stops gracefully. A request that is no HTTP at all it refuses by itself:
400 in plain text, without our headers. It has no time limit for the head of a request: a proxy in front has one.
"""

from __future__ import annotations

import logging
import signal
import socket
import sys
from concurrent.futures import ThreadPoolExecutor

import uvicorn
from fastapi import FastAPI

from mastermot.web import bounds


def end_well_on_signals(server: uvicorn.Server | None = None) -> None:
    """Let SIGTERM and SIGINT end this process with status 0: at once, or once a server has answered its requests."""

    def end(*_: object) -> None:
        if server is None:
            sys.exit(0)
        server.should_exit = True

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)


def serve(listening: socket.socket, app: FastAPI, proxy: str = "", access_log: bool = False) -> None:
    """Serve until SIGTERM or SIGINT; the requests under way are answered first.

    `proxy` is the address of a proxy whose X-Forwarded fields are believed. With an `access_log` each request leaves
    a line on standard error.
    """
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(message)s", level=logging.INFO)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    log = logging.getLogger("uvicorn.access")
    log.setLevel(logging.INFO)
    log.addFilter(drop_query)
    server = uvicorn.Server(configure(app, proxy, access_log))
    end_well_on_signals(server)
    with ThreadPoolExecutor(1) as thread:  # in the main one uvicorn hears signals itself, and the second cuts all short
        thread.submit(server.run, sockets=[listening]).result()


def drop_query(record: logging.LogRecord) -> bool:
    """Leave the query of the address out of the access log: it may hold what a person typed."""
    if isinstance(record.args, tuple):
        record.args = tuple(value.partition("?")[0] if isinstance(value, str) else value for value in record.args)
    return True


def configure(app: FastAPI, proxy: str = "", access_log: bool = False) -> uvicorn.Config:
    """Return how uvicorn serves an application."""
    return uvicorn.Config(
        app,
        http="h11",  # it bounds the head of a request, httptools does not
        ws="none",
        log_config=None,
        access_log=access_log,
        server_header=False,
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy or None,
        h11_max_incomplete_event_size=bounds.MOST_HEAD,
        limit_concurrency=bounds.CONNECTIONS,
        timeout_keep_alive=bounds.IDLE_CONNECTION,
        timeout_graceful_shutdown=bounds.STOPPING,
    )

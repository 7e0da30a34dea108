"""Figures for a monitor, in Prometheus' text form: of the requests, and of the memory and time of the process."""

import time
from wsgiref.simple_server import WSGIServer

from flask import Flask, Response, g, request, request_finished
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector, start_http_server

from mastermot import __version__
from mastermot.service.answering import Service

BUCKETS = (0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10)  #: Seconds: most requests take milliseconds, the largest a few seconds.


def serve_metrics(app: Flask, host: str, port: int) -> WSGIServer:
    """Start a server of the figures of an application in a thread, and return it. Requests are counted from now on.

    Raises `OSError` if the server cannot use this `host` and `port`.
    """
    registry = CollectorRegistry()
    server, _thread = start_http_server(port, host, registry)
    ProcessCollector(registry=registry)
    Info("mastermot", "The program.", registry=registry).info({"version": __version__})
    requests = Counter("mastermot_requests", "Requests answered.", ["route", "status"], registry=registry)
    for rule in app.url_map.iter_rules():
        # this makes the counter of a route's bugs, at 0: if it began at 1, a monitor would not see the first bug
        requests.labels(rule.rule, "500")
    seconds = Histogram("mastermot_seconds", "Seconds of requests.", ["route"], buckets=BUCKETS, registry=registry)
    service: Service = app.extensions["mastermot"]
    under_way = Gauge("mastermot_under_way", "Requests that are being worked out.", registry=registry)
    under_way.set_function(lambda: service.under_way.taken.total())
    kept = Gauge("mastermot_kept_bytes", "Bytes of answers kept.", registry=registry)
    kept.set_function(lambda: service.kept.cache.size)

    def measure(_app: Flask, response: Response) -> None:
        """Count a request and its seconds by its route; an address that does not exist has the route ``none``."""
        route = request.url_rule.rule if request.url_rule else "none"
        requests.labels(route, str(response.status_code)).inc()
        seconds.labels(route).observe(time.perf_counter() - g.began)

    request_finished.connect(measure, app, weak=False)  # not weak: nothing else holds the function
    return server

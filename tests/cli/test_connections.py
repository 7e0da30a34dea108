"""How many connections a client may have, and which are closed: over real sockets, and by a clock of the test's own."""

from __future__ import annotations

import inspect
import re
import select
import socket
import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPResponse
from importlib.metadata import version
from types import SimpleNamespace
from typing import Any

import pytest
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer, TcpWSGIServer

from mastermot.cli.connections import Connections, is_silent, is_unfinished
from mastermot.service import capacity, create_app
from tests.service.support import PUZZLE, Client, serve_here, wait_until
from tests.support import PATIENCE, ROOT

HALF_HEAD = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
HALF_BODY = b"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 99\r\n\r\np"
WHOLE = HALF_HEAD + b"\r\n"
LONG = b"GET /api/words/fr-common/8 HTTP/1.1\r\nHost: x\r\n\r\n"  # 300 kB


# --- what waitress has inside ----------------------------------------------------------------------------------


def test_waitress_has_what_is_used_of_it() -> None:
    """Whoever raises its version reads `mastermot/cli/connections.py` again."""
    dependencies = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    (wanted,) = (one for one in dependencies if one.startswith("waitress"))
    assert wanted == "waitress>=3.0.1,<3.1"
    assert re.fullmatch(r"3\.0\.[1-9]\d*", version("waitress"))
    parameters = list(inspect.signature(HTTPChannel.__init__).parameters)
    assert parameters == ["self", "server", "sock", "addr", "adj", "map"]
    assert TcpWSGIServer.channel_class is HTTPChannel
    assert callable(TcpWSGIServer.handle_accept)
    assert callable(HTTPChannel.handle_close)
    made = inspect.getsource(HTTPChannel.__init__) + inspect.getsource(BaseWSGIServer.__init__)
    for name in ("addr", "requests", "creation_time", "last_activity", "active_channels"):
        assert f"self.{name} = " in made
    for name in ("request", "total_outbufs_len"):
        assert hasattr(HTTPChannel, name)
    assert {"headers", "chunked"} <= {*vars(HTTPRequestParser), *vars(HTTPRequestParser(SimpleNamespace()))}


def test_only_one_module_knows_waitress_inside() -> None:
    inside = re.compile(
        r"active_channels|total_outbufs_len|handle_close|handle_accept|client_disconnected|channel_class"
    )
    modules = {path.name for path in (ROOT / "mastermot").rglob("*.py") if inside.search(path.read_text("utf-8"))}
    assert modules == {"connections.py"}


# --- by a clock of the test's own ------------------------------------------------------------------------------


class Channel(SimpleNamespace):
    """What `Connections` sees of a connection of waitress."""

    __hash__ = object.__hash__  # type: ignore[assignment]

    def __init__(self, **known: Any) -> None:
        usual: dict[str, Any] = {"client": "a", "requests": [], "request": None, "total_outbufs_len": 0}
        socket_of = SimpleNamespace(setsockopt=lambda *_: None)
        super().__init__(
            **{**usual, "creation_time": 0.0, "last_activity": 0.0, "closed": 0, "socket": socket_of, **known}
        )

    def handle_close(self) -> None:
        self.closed += 1


def watch(*channels: Channel) -> Connections:
    connections = Connections()
    connections.watch(SimpleNamespace(active_channels=dict(enumerate(channels))))
    return connections


def test_a_request_that_is_not_whole_in_time_ends_its_connection() -> None:
    """A byte now and then does not help: it is the same request. The next request has its own time."""
    half, other = Channel(request=object()), Channel(request=object())
    connections = watch(half, other)
    for second in range(capacity.RECEIVING + 1):
        half.last_activity = other.last_activity = second
        if second == 20:
            other.request = object()
        connections.look(float(second))
        assert half.closed == other.closed == 0
    connections.look(capacity.RECEIVING + 1.0)
    assert (half.closed, other.closed) == (1, 0)


@pytest.mark.parametrize(
    ("a_second", "left", "closed"),
    [(0, 3_000_000, True), (64, 3_000_000, True), (64, 100, True), (1000, 3_000_000, False), (0, 0, False)],
)
def test_an_answer_must_be_read(a_second: int, left: int, closed: bool) -> None:
    channel = Channel(total_outbufs_len=left)
    connections = watch(channel)
    for second in range(2 * capacity.UNREAD):
        channel.total_outbufs_len = max(left - second * a_second, 2 if left == 100 else 0)
        connections.look(float(second))
        if channel.closed:
            break
    assert bool(channel.closed) is closed


def test_an_answer_after_another_has_its_own_time() -> None:
    channel = Channel(total_outbufs_len=5000)
    connections = watch(channel)
    connections.look(0.0)
    channel.total_outbufs_len = 300_000
    connections.look(capacity.UNREAD - 1.0)
    connections.look(capacity.UNREAD + 1.0)
    assert channel.closed == 0


def test_who_is_answered_is_never_closed() -> None:
    channel = Channel(requests=[object()], request=object())
    connections = watch(channel)
    for second in range(0, 600, 10):
        connections.look(float(second))
    assert channel.closed == 0


@pytest.mark.parametrize("may_go", [is_silent, is_unfinished])
@pytest.mark.parametrize("place", range(4))
def test_who_has_waited_longest_goes(place: int, may_go: Callable[[Any], bool]) -> None:
    """Of those that had an answer and are silent, and of those that have sent nothing yet."""
    channels = []
    for number in range(4):
        since = 8.0 if number == place else 9.0
        channels.append(Channel(last_activity=since, creation_time=since if may_go is is_unfinished else 0.0))
    connections = watch(*channels)
    assert connections.close_first(channels, may_go)
    connections.look(10.0)
    assert [channel.closed for channel in channels] == [int(number == place) for number in range(4)]


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("others", [0, 3, 4])
def test_a_client_with_all_its_connections_costs_nobody_else_one(others: int) -> None:
    """With four others the server is full: closing a silent one of the client's own makes room enough."""
    own = [Channel() for _ in range(4)]
    for channel in own:
        channel.last_activity = 1.0
    other = [Channel(client="b") for _ in range(others)]
    connections = watch(*own, *other)
    assert connections.make_room("a", is_limited=True)
    connections.look(2.0)
    assert [sum(channel.closed for channel in channels) for channels in (own, other)] == [1, 0]


# --- over sockets ----------------------------------------------------------------------------------------------


@contextmanager
def connected(port: int, *addresses: str, sent: bytes = b"") -> Iterator[list[socket.socket]]:
    """Connect from each of some addresses, one after the other, and send the same."""
    with ExitStack() as stack:
        found = []
        for address in addresses:
            server = "::1" if ":" in address else "127.0.0.1"
            connection = socket.create_connection((server, port), PATIENCE, (address, 0))
            found.append(stack.enter_context(connection))
            connection.sendall(sent)
        yield found


def read_all(connection: socket.socket) -> bytes:
    """Return what comes until the connection is closed; nothing if it is closed by force."""
    parts = []
    try:
        while part := connection.recv(1 << 16):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def ask_over(connection: socket.socket) -> int:
    """Return the status of an answer over a connection that stays open."""
    connection.sendall(WHOLE)
    response = HTTPResponse(connection)
    response.begin()
    response.read()
    return response.status


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "CONNECTIONS_OF_CLIENT", 4)
    monkeypatch.setattr(capacity, "CONNECTIONS", 8)


@pytest.mark.parametrize("sent", [b"", HALF_HEAD, HALF_BODY])
@pytest.mark.parametrize(
    ("attacker", "honest"), [("127.0.0.1", "127.0.0.2"), ("::1", "127.0.0.2"), ("127.0.0.1", "::1")]
)
@pytest.mark.usefixtures("few")
def test_a_client_with_all_its_connections_is_refused_and_others_are_not(
    sent: bytes, attacker: str, honest: str
) -> None:
    with serve_here(host="::") as client, connected(client.port, *[attacker] * 4, sent=sent):
        with connected(client.port, attacker, sent=WHOLE) as (one_more,):
            assert read_all(one_more)[:12] in (b"HTTP/1.1 503", b"")
        with connected(client.port, honest, sent=WHOLE) as (other,):
            assert other.recv(12) == b"HTTP/1.1 200"


@pytest.mark.usefixtures("few")
def test_a_client_with_all_its_connections_loses_a_silent_one() -> None:
    """Which of them: `test_who_has_waited_longest_goes`; here the threads of a busy machine may end in any order."""
    with serve_here() as client, connected(client.port, *["127.0.0.1"] * 4) as kept:
        assert [ask_over(connection) for connection in kept] == [200] * 4
        with connected(client.port, "127.0.0.1", sent=WHOLE) as (one_more,):
            assert one_more.recv(12) == b"HTTP/1.1 200"
            (closed,), _, _ = select.select(kept, [], [], PATIENCE)
            assert read_all(closed) == b""
            assert [ask_over(connection) for connection in kept if connection is not closed] == [200] * 3


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("proxy", ["127.0.0.1", "*"])
def test_a_proxy_that_is_named_has_as_many_connections_as_there_are(proxy: str) -> None:
    with serve_here(proxy=proxy) as client, connected(client.port, *["127.0.0.1"] * 7, sent=WHOLE) as found:
        assert all(connection.recv(12) == b"HTTP/1.1 200" for connection in found)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("sent", [b"", HALF_HEAD, HALF_BODY])
def test_of_many_addresses_who_has_not_finished_a_request_goes_first(sent: bytes) -> None:
    """Who has finished one stays, and nobody new is refused.

    Which of them goes: `test_who_has_waited_longest_goes`; here some may begin to wait in the same moment.
    """
    attackers = [f"127.0.1.{number}" for number in range(1, 8)]
    with serve_here() as client, connected(client.port, "127.0.0.2") as (finished,):
        assert ask_over(finished) == 200
        with connected(client.port, *attackers, sent=sent) as waiting:
            wait_until(lambda: Client(client.port).get("/healthz").status == 200)
            (closed, *_others), _, _ = select.select(waiting, [], [], PATIENCE)
            assert read_all(closed) == b""
            assert ask_over(finished) == 200


def test_requests_sent_at_once_are_answered_once() -> None:
    with serve_here() as client, connected(client.port, "127.0.0.1", sent=20 * WHOLE) as (connection,):
        answered = read_all(connection)
    assert answered.count(b"HTTP/1.1 200") == 1
    assert b"Connection: close" in answered


def test_a_large_answer_is_in_memory_once_however_many_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who do not read hold no copy; once they are gone nothing is held."""
    app = create_app()
    sending = app.extensions["mastermot"].sending
    with serve_here(app) as client:
        size = len(client.get("/api/words/fr-common/8").body)
        with connected(client.port, *["127.0.0.1"] * 20, sent=LONG):
            wait_until(lambda: list(sending.readers.values()) == [20])
            assert dict(sending.unread.taken) == {"127.0.0.1": size}
        wait_until(lambda: not sending.readers)
        assert not sending.unread.taken
        assert client.get("/api/words/fr-common/8").status == 200


def test_who_does_not_read_gets_no_more_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Different long answers, not read: refused with 503 beyond the share; another client is answered."""
    monkeypatch.setattr(capacity, "MAX_UNREAD", 1_000_000)
    monkeypatch.setattr(capacity, "MAX_KEPT", 0)
    app = create_app()
    sending = app.extensions["mastermot"].sending
    other = b"GET /api/words/fr-common/7 HTTP/1.1\r\nHost: x\r\n\r\n"
    with serve_here(app) as client, ExitStack() as stack:
        for number, request in enumerate((LONG, other), start=1):
            stack.enter_context(connected(client.port, "127.0.0.1", sent=request))
            wait_until(lambda number=number: len(sending.readers) == number)  # type: ignore[misc]
        assert client.ask("POST", "/api/solve", PUZZLE, Content_Type="text/plain").problem["code"] == "busy"
        with connected(client.port, "127.0.0.2", sent=LONG) as (honest,):
            assert honest.recv(12) == b"HTTP/1.1 200"


def test_a_proxy_that_is_not_named_is_told_once() -> None:
    told: list[str] = []
    with serve_here(tell=told.append) as client:
        client.get("/healthz")
        assert told == []
        for _ in range(3):
            client.get("/healthz", X_Forwarded_For="192.0.2.7")
    assert len(told) == 1
    assert "--proxy 127.0.0.1" in told[0]
    named: list[str] = []
    with serve_here(tell=named.append, proxy="127.0.0.1") as client:
        client.get("/healthz", X_Forwarded_For="192.0.2.7")
    assert named == []

"""Connections: how many a client may have, and when one is closed.

Waitress documents its settings, but no way to count, watch and drop connections. So this module uses some of its
internals, and no other module does:

- of a server, `channel_class`, `active_channels` and `handle_accept`;
- of a channel, which is waitress' object for one connection, `requests` (received in whole and not answered yet),
  `request` (the one of which only a part has come, or None), `total_outbufs_len` (bytes of answers still to send),
  `addr`, `creation_time`, `last_activity`, `socket` and `handle_close`;
- of a request, `headers` and `chunked`.

`pyproject.toml` allows the versions that this was tried with, and `tests/cli/test_connections.py` fails if one of these
names is gone.
"""

import socket
import struct
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from waitress.channel import HTTPChannel

from mastermot.service import capacity
from mastermot.service.clients import find_client, simplify_address

REFUSAL = (
    "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n"
    f"Retry-After: {capacity.RETRY_AFTER}\r\n\r\n"
).encode()

AT_ONCE = struct.pack("ii", 1, 0)  #: Value of SO_LINGER: close a connection at once, and drop what is not sent yet.


@dataclass
class Wait:
    """A connection that waits for its client: for the rest of a request, or until the client reads the answer."""

    request: object  #: The request of which only a part has come; None while an answer is being read.
    since: float  #: When the wait was first seen.
    unread: int = 0
    """Bytes of the answer that were still to send at `counted_at`."""
    counted_at: float = 0
    """When `unread` was counted: at first, and again each time that the client has read `LEAST_READ` bytes more."""


class Connections:
    """The connections of a server: admitted or refused, checked each second, closed when they wait too long."""

    def __init__(self, proxy: str = "") -> None:
        """Prepare to count the connections of each client; `watch` gives the server, and begins to count.

        The limit for one client does not hold for the address `proxy`, from which the requests of many clients come.
        ``*`` stands for any address, "" for none.
        """
        self.proxy = proxy
        self.server: Any = None
        self.closing: set[Any] = set()  #: The channels that the next `look` closes.
        self.waits: dict[Any, Wait] = {}  #: The waits of the channels that were half done at the last check.
        self.next_check = 0.0  #: When the waits are to be checked again.
        self.accepted = 0  #: How many connections waitress has accepted, admitted or not: `admit` counts them.
        self.accepted_before = 0  #: How many it had accepted when `accept_more` was last called.

    def watch(self, server: Any) -> None:
        """Admit the connections of a server from now on."""
        self.server = server
        server.channel_class = self.admit

    @property
    def open(self) -> list[Any]:
        """The channels of the server, without those about to be closed."""
        return [channel for channel in self.server.active_channels.values() if channel not in self.closing]

    def admit(self, server: Any, connection: socket.socket, address: Any, settings: Any, map: Any) -> None:
        """Admit a connection that was just accepted, if need be by closing another, or refuse it with 503.

        Waitress calls this in place of its class of channels, with the arguments of that class: the server, the socket
        of the `connection`, the address of who is there, waitress' settings, and in `map` what its loop watches, by
        file number.
        """
        self.accepted += 1
        host = simplify_address(address[0])
        client = find_client(host)  # in IPv6, not the one address but its network
        is_proxy = self.proxy in ("*", host)  # a proxy brings the requests of many clients
        if not self.make_room(client, is_limited=not is_proxy):
            with suppress(OSError):
                connection.send(REFUSAL)
            connection.close()
            return
        # bytes that the operating system has taken count as read by the client (`check_waits`): so it may hold only few
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, capacity.SENT_AHEAD)
        # a new channel enters itself into the server's `active_channels`
        channel: Any = HTTPChannel(server, connection, (host, *address[1:]), settings, map)
        channel.client = client

    def make_room(self, client: str, *, is_limited: bool) -> bool:
        """Return whether one more connection of a client fits, after having another one closed if need be.

        A client that `is_limited` has at most `capacity.CONNECTIONS_OF_CLIENT`: if it has as many, a silent one of its
        own is closed. Otherwise, if all connections of the server are taken, an unfinished one of any client is closed,
        or else a silent one (`is_unfinished`, `is_silent`). If there is no such connection, the new one does not fit.
        """
        channels = self.open
        own = [channel for channel in channels if channel.client == client]
        is_at_limit = is_limited and len(own) >= capacity.CONNECTIONS_OF_CLIENT
        if is_at_limit:  # the place of the connection that is closed goes to the new one
            return self.close_first(own, is_silent)
        if len(channels) < capacity.CONNECTIONS:
            return True
        return self.close_first(channels, is_unfinished) or self.close_first(channels, is_silent)

    def close_first(self, channels: Iterable[Any], may_go: Callable[[Any], bool]) -> bool:
        """Have the next `look` close one of the `channels`; return False if there is none that `may_go`.

        Of those that may go, it closes the one that has waited longest. From now on that one no longer counts as
        `open`.
        """
        waiting = [channel for channel in channels if channel not in self.closing and may_go(channel)]
        if not waiting:
            return False
        self.closing.add(min(waiting, key=self.find_wait_start))
        return True

    def find_wait_start(self, channel: Any) -> float:
        """Return since when a connection has waited for its client.

        A connection in the middle of a request or an answer has waited since its `Wait` was first seen. One that is
        silent, has sent nothing yet, or was not checked yet has waited since it was last used.
        """
        wait = self.waits.get(channel)  # it may be a second old: the connection may have become silent meanwhile
        if wait is None or not is_unfinished(channel):
            return float(channel.last_activity)
        return wait.since

    def look(self, now: float) -> None:
        """Accept connections that wait, once a second find clients that are too slow, and close what is in `closing`.

        `now` is the time in seconds since 1970. To be called between two rounds of waitress' loop: within a round, a
        new connection could get the file number of one that was just closed.
        """
        if self.accepted > self.accepted_before:  # one was accepted since `accept_more` was last called: more may wait
            self.accept_more()
        if now >= self.next_check:
            self.next_check = now + 1
            self.check_waits(now)
        self.close_all()

    def accept_more(self) -> None:
        """Accept the connections that wait to be accepted, at most `capacity.CONNECTIONS` in one call.

        Waitress accepts one in each round of its loop: in a flood, honest clients would have to queue. `handle_accept`
        of the server accepts one and calls `admit`, which counts it. If the count stays the same, none was waiting.
        """
        self.accepted_before = self.accepted
        for _attempt in range(capacity.CONNECTIONS):
            before = self.accepted
            self.server.handle_accept()
            none_was_waiting = self.accepted == before
            if none_was_waiting:
                break

    def check_waits(self, now: float) -> None:
        """Bring `waits` up to date, and have the next `close_all` close the connections whose client is too slow."""
        self.waits = {channel: self.choose_wait(channel, now) for channel in self.open if is_half_done(channel)}
        self.closing.update(channel for channel, wait in self.waits.items() if is_too_slow(wait, now))

    def close_all(self) -> None:
        """Close the connections in `closing`, and empty that set; what is left to send of an answer is dropped."""
        for channel in self.closing:
            if channel.total_outbufs_len:  # drop also what the operating system still holds for the client
                channel.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            channel.handle_close()
        self.closing.clear()

    def choose_wait(self, channel: Any, now: float) -> Wait:
        """Return the wait of a connection that is half done: that of the last check, or one that begins `now`.

        A new wait begins if there was none, if the client has begun or ended a request since, or if another answer has
        been added to the bytes still to send. In a wait that goes on, `unread` and `counted_at` are set anew if the
        client has read `LEAST_READ` bytes since they were last set.
        """
        wait = self.waits.get(channel)
        request = channel.request
        unread = channel.total_outbufs_len
        new_wait = Wait(request, now, unread, now)
        if wait is None or wait.request is not request:
            return new_wait
        has_another_answer = request is None and unread > wait.unread  # while a client only reads, `unread` falls
        if has_another_answer:
            return new_wait
        has_read = wait.unread - unread
        if has_read >= capacity.LEAST_READ:
            wait.unread = unread
            wait.counted_at = now
        return wait

    def is_busy(self) -> bool:
        """Return whether any request is being answered or received, or any answer is not sent yet."""
        return any(channel.requests or is_half_done(channel) for channel in self.server.active_channels.values())


def is_half_done(channel: Any) -> bool:
    """Return whether a connection waits for its client: for the rest of a request, or to send the rest of an answer.

    While a whole request is being answered (`requests`), it is the client that waits.
    """
    return not channel.requests and bool(channel.request or channel.total_outbufs_len)


def is_unfinished(channel: Any) -> bool:
    """Return whether a connection has sent nothing yet, or is in the middle of a request or an answer."""
    is_new = not channel.requests and channel.last_activity == channel.creation_time
    return is_new or is_half_done(channel)


def is_silent(channel: Any) -> bool:
    """Return whether a connection has sent all its answers, and no new request has begun."""
    return not channel.requests and not is_unfinished(channel)


def is_too_slow(wait: Wait, now: float) -> bool:
    """Return whether a client has used up its time to send a whole request, or to read `LEAST_READ` bytes."""
    if wait.request is not None:
        return now - wait.since > capacity.RECEIVING
    return now - wait.counted_at > capacity.UNREAD


def must_close(environ: Mapping[str, Any]) -> bool:
    """Return whether the connection must be closed after this answer.

    - It must be closed if the request came in chunks. Such a request may also have had a length, which waitress does
      not tell; then the bytes that follow may belong to another request (RFC 9112).
    - It must be closed if the client sent more requests without waiting for this answer. There could be very many of
      them, so only the first is answered.
    """
    requests = find_channel(environ).requests
    return bool(requests[0].chunked) or len(requests) > 1


def close_after(environ: Mapping[str, Any]) -> None:
    """Make the connection of a request close once the answer is sent."""
    # waitress acts on this header of the request only when it sends the answer, so it can still be set
    find_channel(environ).requests[0].headers["CONNECTION"] = "close"


def find_channel(environ: Mapping[str, Any]) -> Any:
    """Return the channel of a request: waitress puts a method bound to the channel into the environment."""
    return environ["waitress.client_disconnected"].__self__


def name_forwarder(environ: Mapping[str, Any]) -> str:
    """Return the address that has forwarded a request, or "" if the request has no header ``X-Forwarded-For``.

    It is the address of the connection, which waitress keeps in the channel. If the application sees this same address
    as the client, ``--proxy`` does not name it: the operator is then warned.
    """
    channel = find_channel(environ)
    return str(channel.addr[0]) if "X_FORWARDED_FOR" in channel.requests[0].headers else ""

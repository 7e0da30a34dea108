"""Clients, and what they share: requests under way, heavy work, answers that are not read yet."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from ipaddress import IPv6Address, IPv6Network
from threading import Condition, RLock

from mastermot.service import capacity
from mastermot.service.errors import BusyError


def plain_address(address: str) -> str:
    """Return an address as its client writes it: that of IPv4 which came over IPv6 as one of IPv4.

    >>> plain_address("::ffff:192.0.2.1"), plain_address("2001:db8::1")
    ('192.0.2.1', '2001:db8::1')
    """
    with suppress(ValueError):
        mapped = IPv6Address(address).ipv4_mapped
        if mapped is not None:
            return str(mapped)
    return address


def client_of(address: str) -> str:
    """Return whose address it is: a client of IPv6 has 2^64 of them, and counts as one.

    >>> client_of("192.0.2.1"), client_of("2001:db8::1"), client_of("2001:db8::2")
    ('192.0.2.1', '2001:db8::/64', '2001:db8::/64')
    """
    address = plain_address(address)
    with suppress(ValueError):
        return str(IPv6Network((address, 64), strict=False))
    return address


class Shares:
    """So many places for all clients: none takes more than are left for the others.

    Of 8 places a client that is alone takes 4, then a second one 2 of the other 4.
    """

    def __init__(self, places: int) -> None:
        self.places = places
        self.taken = Counter[str]()
        self.changed = Condition()

    def has_share(self, client: str) -> bool:
        """Return whether a client has all that it may have."""
        return self.taken[client] >= self.places - self.taken.total()

    def add(self, client: str, places: int) -> None:
        """Count more places of a client, or fewer."""
        with self.changed:
            self.taken[client] += places
            if self.taken[client] <= 0:
                del self.taken[client]
            self.changed.notify_all()

    @contextmanager
    def take(self, client: str) -> Iterator[None]:
        """Hold a place. Raises `BusyError` where the client has its share."""
        with self.changed:
            if self.has_share(client):
                raise BusyError(seconds=capacity.RETRY_AFTER)
            self.add(client, 1)
        try:
            yield
        finally:
            self.add(client, -1)

    @contextmanager
    def wait_for(self, client: str) -> Iterator[None]:
        """Hold a place, as soon as the client may have one more."""
        with self.changed:
            self.changed.wait_for(lambda: not self.has_share(client))
            self.add(client, 1)
        try:
            yield
        finally:
            self.add(client, -1)


class Sending:
    """The large answers that are being sent: each is in memory once, however many get it.

    It counts for the client that got it first, until the last one has it: a client that asks and does not read has its
    share soon.
    """

    def __init__(self) -> None:
        self.unread = Shares(capacity.MAX_UNREAD)
        self.readers = Counter[int]()
        self.first: dict[int, str] = {}
        self.lock = RLock()  # a body may be let go, by the garbage collector, while another is opened

    def open(self, body: bytes, client: str) -> BytesIO:
        """Return a file of a body, which shares its memory; closed when it is sent, or when the connection ends."""
        with self.lock:
            self.readers[id(body)] += 1
            if self.readers[id(body)] == 1:
                self.first[id(body)] = client
                self.unread.add(client, len(body))
        return Body(body, self)

    def close(self, body: bytes) -> None:
        with self.lock:
            self.readers[id(body)] -= 1
            if self.readers[id(body)] == 0:
                del self.readers[id(body)]
                self.unread.add(self.first.pop(id(body)), -len(body))


class Body(BytesIO):
    """A file of a body that is being sent."""

    def __init__(self, body: bytes, sending: Sending) -> None:
        super().__init__(body)
        self.body, self.sending = body, sending

    def close(self) -> None:
        """Tell, once, that the body is not sent any more."""
        if not self.closed:
            self.sending.close(self.body)
        super().close()

"""Clients, and the shares that each may have: of requests under way, heavy work, and answers not read yet."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from ipaddress import IPv6Address, IPv6Network
from threading import Condition, RLock

from mastermot.service import capacity
from mastermot.service.errors import BusyError


def simplify_address(address: str) -> str:
    """Return an address; one of IPv4 that came over IPv6 is written as IPv4.

    >>> simplify_address("::ffff:192.0.2.1"), simplify_address("2001:db8::1")
    ('192.0.2.1', '2001:db8::1')
    """
    with suppress(ValueError):
        mapped = IPv6Address(address).ipv4_mapped
        if mapped is not None:
            return str(mapped)
    return address


def find_client(address: str) -> str:
    """Return the client that an address belongs to. In IPv6 that is a whole network /64, which one client may have.

    >>> find_client("192.0.2.1"), find_client("2001:db8::1"), find_client("2001:db8::2")
    ('192.0.2.1', '2001:db8::/64', '2001:db8::/64')
    """
    address = simplify_address(address)
    with suppress(ValueError):
        return str(IPv6Network((address, 64), strict=False))
    return address


class Shares:
    """A number of places that clients share. A client gets another one only while it has fewer than are free.

    Of 8 places, a client that is alone can take 4 (then 4 are free, and it has as many); a second one can take 2 of
    these:

    >>> shares = Shares(8)
    >>> for client in ("192.0.2.1", "192.0.2.2"):
    ...     while not shares.is_at_limit(client):
    ...         shares.add(client, 1)
    >>> dict(shares.taken)
    {'192.0.2.1': 4, '192.0.2.2': 2}
    """

    def __init__(self, places: int) -> None:
        self.places = places
        self.taken = Counter[str]()  #: How many places each client has.
        self.changed = Condition()  #: Held while places are counted; wakes those who wait for one.

    def is_at_limit(self, client: str) -> bool:
        """Return whether a client has all the places that it may take now."""
        free = self.places - self.taken.total()
        return self.taken[client] >= free

    def add(self, client: str, places: int) -> None:
        """Add to the places that a client has taken; `places` may be negative."""
        with self.changed:
            self.taken[client] += places
            if self.taken[client] <= 0:
                del self.taken[client]
            self.changed.notify_all()

    @contextmanager
    def take(self, client: str) -> Iterator[None]:
        """Hold a place while the context lasts. Raises `BusyError` if the client has its share."""
        with self.changed:
            if self.is_at_limit(client):
                raise BusyError(seconds=capacity.RETRY_AFTER)
            self.add(client, 1)
        try:
            yield
        finally:
            self.add(client, -1)

    @contextmanager
    def wait_for(self, client: str) -> Iterator[None]:
        """Wait until the client may take a place, and hold it while the context lasts."""
        with self.changed:
            self.changed.wait_for(lambda: not self.is_at_limit(client))
            self.add(client, 1)
        try:
            yield
        finally:
            self.add(client, -1)


class Sending:
    """The large answers that are being sent. Each is in memory once, however many clients get it.

    Its bytes count for the client that asked first, until all have it. So a client that asks for much and reads nothing
    soon has its share.
    """

    def __init__(self) -> None:
        self.unread = Shares(capacity.MAX_UNREAD)  #: The bytes that count for each client.
        self.readers = Counter[int]()  #: How many clients still read each body, by the `id` of the body.
        self.first_client: dict[int, str] = {}  #: Who asked first for each body, by the `id` of the body.
        self.lock = RLock()  # reentrant: opening a body may run the garbage collector, which closes others

    def open(self, body: bytes, client: str) -> BytesIO:
        """Return a file of the body, without copying it. Whoever sends it closes it, at the end or when it fails.

        The bytes count for `client` from now on, unless this body is being sent already.
        """
        key = id(body)  # equal bodies that are two objects take memory twice, so they count twice
        with self.lock:
            self.readers[key] += 1
            if self.readers[key] == 1:
                self.first_client[key] = client
                self.unread.add(client, len(body))
        return Body(body, self)

    def close(self, body: bytes) -> None:
        """Count one reader of a body less. After the last one, the body no longer counts for who asked first."""
        key = id(body)
        with self.lock:
            self.readers[key] -= 1
            if self.readers[key] == 0:
                del self.readers[key]
                client = self.first_client.pop(key)
                self.unread.add(client, -len(body))


class Body(BytesIO):
    """A file of a body; it tells `Sending` when it is closed."""

    def __init__(self, body: bytes, sending: Sending) -> None:
        super().__init__(body)
        self.body = body
        self.sending = sending

    def close(self) -> None:
        """Close the file; `Sending` is told only once, however often this is called."""
        if not self.closed:
            self.sending.close(self.body)
        super().close()

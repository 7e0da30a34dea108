"""Clients, and the shares that each may have: of requests under way, of heavy work, of bytes that are not read yet."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from ipaddress import IPv6Address, IPv6Network
from threading import Condition, RLock

from mastermot.service import capacity
from mastermot.service.errors import BusyError


def simplify_address(address: str) -> str:
    """Return an address as it is, except an IPv4 address in the notation of IPv6: this gets its usual notation.

    >>> simplify_address("::ffff:192.0.2.1"), simplify_address("2001:db8::1")
    ('192.0.2.1', '2001:db8::1')
    """
    with suppress(ValueError):
        mapped = IPv6Address(address).ipv4_mapped
        if mapped is not None:
            return str(mapped)
    return address


def find_client(address: str) -> str:
    """Return the name of the client that an address belongs to: the address itself, or in IPv6 its network /64.

    One client may use all addresses of such a network.

    >>> find_client("192.0.2.1"), find_client("2001:db8::1"), find_client("2001:db8::2")
    ('192.0.2.1', '2001:db8::/64', '2001:db8::/64')
    """
    address = simplify_address(address)
    with suppress(ValueError):
        return str(IPv6Network((address, 64), strict=False))
    return address


class Shares:
    """A number of places that clients share. A client may take another place while it has fewer than are free.

    A place is a request, or a byte in `Sending`. Of 8 places, a client that is alone can take 4: then 4 are free, as
    many as it has. A second client can then take 2 of the 4 free places:

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
        self.changed = Condition()  #: Held while `taken` is compared and changed; wakes threads that wait for a place.

    def is_at_limit(self, client: str) -> bool:
        """Return whether a client has all the places that it may take now."""
        free = self.places - self.taken.total()
        return self.taken[client] >= free

    def add(self, client: str, places: int) -> None:
        """Add `places` to those that a client has taken, whatever its limit; a negative number gives places back."""
        with self.changed:
            self.taken[client] += places
            if self.taken[client] <= 0:
                del self.taken[client]
            self.changed.notify_all()

    @contextmanager
    def take(self, client: str) -> Iterator[None]:
        """Hold a place while the context lasts. Raises `BusyError` if the client is at its limit."""
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
        """Wait until the client may take a place, and hold that place while the context lasts."""
        with self.changed:
            self.changed.wait_for(lambda: not self.is_at_limit(client))
            self.add(client, 1)
        try:
            yield
        finally:
            self.add(client, -1)


class Sending:
    """The large bodies that are being sent. A body is in memory once, however many clients get it.

    The size of a body is added to the unread bytes of the client that asked for the body first, until nobody is being
    sent this body any more. So a client that asks for much and reads nothing is soon at its limit: then no more answers
    are computed for this client (`mastermot.service.answering.Service.hold`).
    """

    def __init__(self) -> None:
        self.unread = Shares(capacity.MAX_UNREAD)  #: The unread bytes of each client: a place is a byte.
        self.readers = Counter[int]()  #: How many times each body is being sent, by the `id` of the body.
        self.first_client: dict[int, str] = {}  #: The client that asked first for each body, by the `id` of the body.
        self.lock = RLock()  # reentrant: in `open`, the garbage collector may run and close other bodies

    def open(self, body: bytes, client: str) -> BytesIO:
        """Return a file of the body, without copying it. The server that sends the file must close it at the end.

        The size of the body is added to the unread bytes of `client`, unless this body is being sent already: then it
        counts for the client that asked first.
        """
        key = id(body)  # two equal bodies that are not one object take memory twice, so they count twice
        with self.lock:
            self.readers[key] += 1
            if self.readers[key] == 1:
                self.first_client[key] = client
                self.unread.add(client, len(body))
        return Body(body, self)

    def close(self, body: bytes) -> None:
        """Count one reader of a body less. After the last, its size no longer counts as unread."""
        key = id(body)
        with self.lock:
            self.readers[key] -= 1
            if self.readers[key] == 0:
                del self.readers[key]
                client = self.first_client.pop(key)
                self.unread.add(client, -len(body))


class Body(BytesIO):
    """The file of a body, which tells `Sending` when it is closed."""

    def __init__(self, body: bytes, sending: Sending) -> None:
        super().__init__(body)
        self.body = body
        self.sending = sending

    def close(self) -> None:
        """Close the file, and tell `Sending` so at the first call; more calls change nothing."""
        if not self.closed:
            self.sending.close(self.body)
        super().close()

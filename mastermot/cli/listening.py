"""The socket at which ``mastermot serve`` listens; each refusal of the system told in our words."""

from __future__ import annotations

import errno
import socket

from mastermot.errors import N_, Fault, MastermotError, Reason


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

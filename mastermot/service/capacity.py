"""The limits of the service, in one place; the limits of operations are in `mastermot.operations.limits`."""

MEMORY = 300  #: Megabytes that the service takes at most, even with all lists and lengths in use, and under attack.
MEMORY_OF_NUMBA = 100  #: Megabytes more if numba is installed, which compiles functions that are used often.

MAX_BODY = 1 << 16  #: Bytes of the body of a request.
MAX_HEAD = 1 << 14  #: Bytes of the head of a request.

RETRY_AFTER = 2  #: Seconds after which a refused request should be tried again.

THREADS = 128  #: Requests under way at once.
MAX_WAITING = 32  #: Requests at once for one answer that is being worked out; further requests are refused.
HEAVY = 4  #: Requests at once that go through all words of a length; further ones wait.
CONNECTIONS = 1000  #: Connections open at once; a new one takes the place of the one that has waited longest.
CONNECTIONS_OF_CLIENT = 192  #: Connections of one client: a class of thirty browsers behind one address has 180.
IDLE_CONNECTION = 60  #: Seconds after which a connection is closed that has been silent.
RECEIVING = 30  #: Seconds in which a request must be there in whole.
UNREAD = 20  #: Seconds in which a client must read 10,000 bytes of an answer, or all that is left.
LEAST_READ = 10_000  #: Bytes of an answer that a client must read in 20 seconds, unless fewer are left.
SENT_AHEAD = 1 << 16  #: Bytes that the operating system may hold of what a client has not read yet.
MAX_UNREAD = 1 << 25  #: Bytes of large answers being sent at once; a client that has as many as are free is refused.
MIN_SHARED = 1 << 14  #: Bytes of the smallest body that is sent without being copied.
STOPPING = 3.5  #: Seconds that requests under way have to end when the service stops.
LINGERING = 1.0  #: Seconds that a silent connection has for a last request when the service stops.
MAX_KEPT = 3 << 23  #: Bytes of answers and compressed bodies that are kept for clients that ask the same again.
MIN_COMPRESSED = 512  #: Bytes of the smallest body that is compressed: a smaller one fits into one packet anyway.
SHORTEST_KEY = 16  #: Characters of the shortest key accepted.

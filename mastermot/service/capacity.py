"""The bounds of the service, in one place; what an operation may be asked for is in `mastermot.operations.limits`."""

MEMORY = 300  #: Megabytes that the service takes at most, after every list and length, and under attack.
MEMORY_OF_NUMBA = 100  #: Megabytes more where numba is installed, which compiles what is asked for often.

MAX_BODY = 1 << 16  #: Bytes of a body.
MAX_HEAD = 1 << 14  #: Bytes of the head of a request.

RETRY_AFTER = 2  #: Seconds after which a refused request should be tried again.

THREADS = 128  #: Requests under way at once.
MAX_WAITING = 32  #: Requests at once for the same answer while it is worked out; further ones are refused.
HEAVY = 4  #: Requests at once that look at all words of a length; further ones wait.
CONNECTIONS = 1000  #: Connections open at once; a new one takes the place of the one that has waited longest.
CONNECTIONS_OF_CLIENT = 192  #: Connections of one client: a class of thirty browsers behind one address has 180.
IDLE_CONNECTION = 60  #: Seconds after which a connection is closed that has been silent.
RECEIVING = 30  #: Seconds in which a request must be there in whole.
UNREAD = 20  #: Seconds in which a client must read 10,000 bytes of an answer, or all that is left.
LEAST_READ = 10_000  #: Bytes of an answer that a client must read in 20 seconds, unless fewer are left.
SENT_AHEAD = 1 << 16  #: Bytes that the operating system may hold of what a client has not read yet.
MAX_UNREAD = 1 << 25  #: Bytes of large answers being sent at once; no client has more than are left for others.
MIN_SHARED = 1 << 14  #: Bytes of the smallest body that is sent without being copied.
STOPPING = 3.5  #: Seconds that requests under way have to end when the service stops.
LINGERING = 1.0  #: Seconds that a silent connection has for a last request when the service stops.
MAX_KEPT = 3 << 23  #: Bytes of answers and compressed bodies kept for those who ask the same.
MIN_COMPRESSED = 512  #: Bytes of the smallest body that is compressed: less fits into one packet anyway.
SHORTEST_KEY = 16  #: Characters of the shortest key accepted.

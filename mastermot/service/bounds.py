"""The bounds of the service, in one place; what an operation may be asked for is in `mastermot.ask.bounds`."""

MAX_BODY = 1 << 16  #: Bytes of a body.
MAX_HEAD = 1 << 14  #: Bytes of the head of a request.

RETRY_AFTER = 2  #: Seconds after which a refused request should be tried again.

THREADS = 128  #: Requests under way at once.
CONNECTIONS = 1000  #: Connections open at once; those beyond wait to be accepted.
IDLE_CONNECTION = 60  #: Seconds after which a connection is closed that has been silent.
STOPPING = 3.5  #: Seconds that requests under way have to end when the service stops.
LINGERING = 1.0  #: Seconds that a silent connection has for a last request when the service stops.
MAX_KEPT = 3 << 23  #: Bytes of answers and compressed bodies kept for those who ask the same.
MIN_COMPRESSED = 512  #: Bytes of the smallest body that is compressed: less fits into one packet anyway.
SHORTEST_KEY = 16  #: Characters of the shortest key accepted.

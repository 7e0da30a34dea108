"""The bounds of the service, in one place; what an operation may be asked for is in `mastermot.ask.bounds`."""

MAX_BODY = 1 << 16  #: Bytes of a body.
MAX_HEAD = 1 << 14  #: Bytes of the head of a request.

QUICK = 0.35  #: Seconds of processor time of a request in the quick lane.
LONG = 5.0  #: Seconds of processor time of a request in the long lane.
LONGEST = 12.0  #: Seconds of a request in a lane by the clock, when other programs take the processor.
GRACE = 0.2  #: Seconds of processor time after which a process is ended that goes on beyond its time.
TRIES = 3  #: How often a request is begun when its process is killed.
PAUSE = 0.1  #: Seconds before it is begun again when no process can be started.
MAX_QUICK = 100  #: Requests that may wait for the quick lane.
MAX_LONG = 8  #: Requests that may wait for the long lane.
MAX_WAIT = 5.0  #: Seconds that they wait.
MAX_LINES = 10_000  #: Lines of requests whose use of the processes is remembered.
NICE_QUICK = 2  #: How much the processes of the quick lane give way to the one that speaks HTTP (nice(1)).
NICE_LONG = 12  #: How much those of the long lane do.
SOLVING_SHARE = 8.0  #: How many times the share of other requests is due to solving, the main job.
RETRY_AFTER = 2  #: Seconds after which a refused request should be tried again.

THREADS = 128  #: Requests under way at once, most of which wait for a lane.
CONNECTIONS = 1000  #: Connections open at once; those beyond wait to be accepted.
IDLE_CONNECTION = 60  #: Seconds after which a connection is closed that has been silent.
STOPPING = 3.5  #: Seconds that requests under way have to end when the service stops.
LINGERING = 1.0  #: Seconds that a silent connection has for a last request when the service stops.
MAX_KEPT = 1 << 25  #: Bytes of answers kept for those who ask the same.
MAX_COMPRESSED = 1 << 24  #: Bytes of compressed bodies kept; the words of all dictionaries take a third of it.
MIN_COMPRESSED = 512  #: Bytes of the smallest body that is compressed: less fits into one packet anyway.
SHORTEST_KEY = 16  #: Characters of the shortest key accepted.

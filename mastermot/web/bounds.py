"""Every bound of the service, in one place. `mastermot.web.lanes` says how they hold the work of a request."""

MOST_BYTES = 1 << 16  #: Bytes of a body.
MOST_HEAD = 1 << 14  #: Bytes of the head of a request.
MOST_CLUES = 100  #: Clues of a puzzle, as in the library.
MOST_PREFIXES = 100_000  #: Prefixes that the solver holds at one length: a tenth of the command's limit.
MOST_PREPARED = 100_000  #: Codes of a game that is kept prepared: every word of a length of every dictionary.
MOST_HISTORY = 100  #: Turns of a history.
MOST_TURNS = 50  #: Turns of a game with the service as codemaker.
MOST_COUNTED = 20  #: Turns after which the codes left in a game too large to list are no longer counted.
MOST_PUZZLES = 10  #: Puzzles composed at a time.
MOST_WORDS = 1000  #: Clue words of one's own, and words excluded, of puzzles composed.
LONGEST_TEXT = 64  #: Characters of a word, of marks, of a name.
LONGEST_TOKEN = 8192  #: Characters of a game's token.

QUICK = 0.05  #: Seconds of processor time of every request in the quick lane.
QUICK_WHEN_FULL = 0.004  #: The same, while the long lane takes no more requests.
QUICK_WAITING = 100  #: Requests that may wait for the quick lane.
LONG = 5.0  #: Seconds of processor time of a request in the long lane.
LONGEST = 12.0  #: Seconds of a request in a lane by the clock, when other programs take the processor.
LONG_WAITING = 3  #: Requests that may wait for the long lane.
LONGEST_WAIT = 5.0  #: Seconds that they wait.
MOST_SLOW = 10_000  #: Requests remembered as too long for the quick lane.
SLOW_FOR = 60  #: Seconds for which they are.
NICE = 10  #: How much the processes of the long lane give way to all others (nice(1)).
PREPARED = 16  #: Games whose codes a process keeps ready, a few megabytes each.
RETRY_AFTER = 2  #: Seconds after which a refused request should be tried again.

SLOW_BODY = 15  #: Seconds in which a body must arrive whole.
IDLE_CONNECTION = 60  #: Seconds after which a connection is closed that has been silent since its last answer.
CONNECTIONS = 1000  #: Connections open at once; those beyond are answered 503.
STOPPING = 15  #: Seconds that requests under way have to end when the service stops.
MOST_KEPT = 1 << 25  #: Bytes of answers kept for those who ask the same.
MOST_COMPRESSED = 1 << 24  #: Bytes of compressed bodies kept; the words of all dictionaries take a third of it.
SMALLEST_COMPRESSED = 512  #: Bytes of the smallest body that is compressed: less fits into one packet anyway.

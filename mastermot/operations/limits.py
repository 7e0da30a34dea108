"""The limits of what one request may ask for, all in one place."""

MAX_PREFIXES = 100_000  #: The most prefixes that the solver keeps at one length: a tenth of the command's limit.
MAX_PREPARED = 150_000  #: The most codes in all games kept in memory together; games used longest ago go first.
MAX_HISTORY = 100  #: The most turns in a history.
FEW_CANDIDATES = 10  #: The most candidates that are listed; if there are more, only their number is told.
MAX_TURNS = 50  #: The most turns of a game in which the service is the codemaker.
MAX_COUNTED = 20  #: In a game with too many codes to list, candidates are counted for this many turns only.
MAX_PUZZLES = 10  #: The most puzzles composed by one request.
MAX_WORDS = 1000  #: The most words that a request for puzzles may give as clues, or exclude.
MAX_FIXED_GUESSES = 30  #: The most fixed guesses in one search.
MAX_FIXED_PAIRS = 25_000_000  #: The most pairs of guess and code that a search for fixed guesses may keep.
MAX_FIXED_WORK = 250_000_000  #: The most pairs that a search for fixed guesses may look at.
MAX_SCORED_PAIRS = 200_000_000  #: The most pairs of guess and secret that one request may score: some two seconds.
MAX_COMPOSE_WORK = 10_000_000  #: The most prefixes that one request may make while puzzles are composed.
MAX_TEXT = 64  #: The most characters in a word or a name.
MAX_MARKS = 300  #: The most characters in a guess's marks, which may be a whole sentence.
MAX_PASTED = 1 << 16  #: The most characters in a text from which a puzzle or a game is read.
MAX_TOKEN = 8192  #: The most characters in a game's token.

"""What an operation may be asked for: sizes and counts, in one place."""

MAX_PREFIXES = 100_000  #: Prefixes that the solver holds at one length: a tenth of the command's limit.
MAX_PREPARED = 150_000  #: Codes of the games that a process keeps prepared, in all: those used last.
MAX_HISTORY = 100  #: Turns of a history.
FEW_CANDIDATES = 10  #: Codes left that are named.
MAX_TURNS = 50  #: Turns of a game with the service as codemaker.
MAX_COUNTED = 20  #: Turns after which the codes left in a game too large to list are no longer counted.
MAX_PUZZLES = 10  #: Puzzles composed at a time.
MAX_WORDS = 1000  #: Clue words of one's own, and words excluded, of puzzles composed.
MAX_FIXED_GUESSES = 30  #: Fixed guesses looked for.
MAX_FIXED_PAIRS = 25_000_000  #: Pairs of guess and code of a search for fixed guesses.
MAX_FIXED_WORK = 250_000_000  #: Pairs that such a search looks at.
MAX_SCORED_PAIRS = 200_000_000  #: Pairs of guess and secret scored for a request: some two seconds.
MAX_COMPOSE_WORK = 10_000_000  #: Prefixes made in search of the puzzles of a request, at most.
MAX_TEXT = 64  #: Characters of a word, of a name.
MAX_MARKS = 300  #: Characters of marks: people also say them in a sentence.
MAX_PASTED = 1 << 16  #: Characters of a text that puzzles are read from.
MAX_TOKEN = 8192  #: Characters of a game's token.

"""Every error that a user can cause, by name.

An error carries data only: a stable ``code``, the file and line it speaks of, and the parameters of its two
sentences: ``message`` (what is wrong) and ``advice`` (what to do). `MastermotError.describe` puts them together in
the reader's language; only ``cli`` and ``web`` call it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

EXIT_DONE = 0
EXIT_NO_SOLUTION = 1
EXIT_USAGE = 2
EXIT_BAD_INPUT = 3
EXIT_LIMIT = 4


def N_(text: str) -> str:  # noqa: N802 - the customary mark of a text to translate later
    """Return `text` as it is: a mark for the catalogue."""
    return text


LINE = N_("line {line}")
SHOWN = N_("“{text}”")
PLACED = N_("{place}: {reason}")
NEAREST = N_("Did you mean {suggestions}?")
SPACE = N_("the space")
UNSEEN = N_("the character U+{number}")
THOUSAND = N_("1,000")
"""How a thousand is written: the sign between its digits stands in all numbers of five digits and more."""
LONG_NUMBER = 10_000


class MastermotError(Exception):
    """An error with a stable code, told in the reader's language by `describe`."""

    code = "error"
    exit_status = EXIT_BAD_INPUT
    message = N_("something is wrong")
    advice = ""

    def __init__(
        self,
        *,
        source: str = "",
        line: int | None = None,
        text: str = "",
        field: str = "",
        suggestions: Iterable[str] = (),
        **parameters: object,
    ) -> None:
        """Keep where the error is (`source`, `line`, `field`), the `text` at fault and the sentences' parameters."""
        super().__init__(self.code)
        self.source = source
        self.line = line
        self.text = text
        self.field = field
        self.suggestions = tuple(suggestions)
        self.parameters = parameters

    def at(self, *, source: str = "", line: int | None = None, text: str = "", field: str = "") -> MastermotError:
        """Return this error, with the place filled in where it was not known when it was raised."""
        self.source = self.source or source
        self.line = self.line if self.line is not None else line
        self.text = self.text or text
        self.field = self.field or field
        return self

    def values(self, translate: Callable[[str], str] = N_) -> dict[str, str]:
        """Return the sentences' parameters as they are shown."""
        return {name: _shown(value, translate) for name, value in self.parameters.items()}

    def reason(self, translate: Callable[[str], str] = N_) -> str:
        """Return what is wrong, without the place and without the advice."""
        return translate(self.message).format(**self.values(translate))

    def way_out(self, translate: Callable[[str], str] = N_) -> str:
        """Return what to do about it, with the nearest names where there are some; empty when there is nothing."""
        parts = [translate(self.advice).format(**self.values(translate))] if self.advice else []
        if self.suggestions:
            parts.insert(0, translate(NEAREST).format(suggestions=", ".join(self.suggestions)))
        return " ".join(parts)

    def place(self, translate: Callable[[str], str] = N_) -> str:
        """Return where it is: file, line, text at fault, whatever is known of them."""
        parts = [printable(self.source, 200)] if self.source else []
        if self.field:
            parts.append(self.field)
        if self.line is not None:
            parts.append(translate(LINE).format(line=self.line))
        if self.text:
            parts.append(translate(SHOWN).format(text=printable(self.text)))
        return ", ".join(parts)

    def describe(self, translate: Callable[[str], str] = N_) -> str:
        """Return the whole error: place, reason, and on a second line the way out."""
        place, way_out = self.place(translate), self.way_out(translate)
        reason = self.reason(translate)
        first = translate(PLACED).format(place=place, reason=reason) if place else reason
        return f"{first}\n  {way_out}" if way_out else first

    def __str__(self) -> str:
        return self.describe()


def printable(text: str, longest: int = 60) -> str:
    """Return `text` fit for one line of a terminal: control characters shown as ``?``, cut at `longest` characters."""
    clean = "".join(character if character.isprintable() else "?" for character in text[: longest + 1])
    return clean if len(clean) <= longest else clean[:longest] + "…"


def _shown(value: object, translate: Callable[[str], str]) -> str:
    if isinstance(value, str):
        return printable(value, 200)
    if isinstance(value, Reason):
        return value.told(translate)
    if isinstance(value, (tuple, list)):
        return ", ".join(_shown(item, translate) for item in value)
    if isinstance(value, int) and abs(value) >= LONG_NUMBER:
        return f"{value:,}".replace(",", translate(THOUSAND)[1:-3])
    return str(value)


def nearest(name: str, known: Iterable[str], cutoff: float = 0.6, count: int = 3) -> list[str]:
    """Return the names in `known` that look most like `name`, nearest first, at most `count` of them."""
    from difflib import get_close_matches

    return get_close_matches(name, list(known), n=count, cutoff=cutoff)


class Reason:
    """A part of a sentence that is itself in the catalogue, with its own parameters."""

    def __init__(self, text: str, /, **parameters: object) -> None:
        """Keep the catalogue's `text` and the values it is filled with."""
        self.text = text
        self.parameters = parameters

    def told(self, translate: Callable[[str], str] = N_) -> str:
        """Return it in words, as `translate` has them."""
        return translate(self.text).format(
            **{name: _shown(value, translate) for name, value in self.parameters.items()}
        )


def character_named(character: str) -> Reason:
    """Return what a sentence calls a character: itself, quoted, where it can be seen."""
    if character.isspace():
        return Reason(SPACE)
    if not character.isprintable():
        return Reason(UNSEEN, number=f"{ord(character):04X}")
    return Reason(SHOWN, text=character)


# --- files -----------------------------------------------------------------------------------------------------


class FileMissingError(MastermotError):
    """There is no such file."""

    code = "file-missing"
    message = N_("no such file")
    advice = N_("Check the path; `-` reads standard input.")


class FileIsFolderError(MastermotError):
    """A folder stands where a file is wanted."""

    code = "file-is-folder"
    message = N_("this is a folder, not a file")
    advice = N_("Name a file inside it.")


class FileUnreadableError(MastermotError):
    """The operating system refuses to read or write the file."""

    code = "file-unreadable"
    message = N_("cannot be read or written ({reason})")
    advice = N_("Check the permissions, the disk and the path.")


class FileTooLargeError(MastermotError):
    """The file is larger than anything of its kind should be."""

    code = "file-too-large"
    message = N_("this file is larger than {limit} bytes")
    advice = N_("It is probably not the file you meant.")


class NotTextError(MastermotError):
    """Bytes that are no text in the encodings read."""

    code = "not-text"
    message = N_("unreadable bytes: this is not {encodings} text")
    advice = N_("Save the file as plain text in UTF-8.")


# --- puzzles ---------------------------------------------------------------------------------------------------


class PuzzleEmptyError(MastermotError):
    """No clue in the file."""

    code = "puzzle-empty"
    message = N_("no clue here")
    advice = N_("Write one clue a line: a word and its number of well-placed letters, as in: paume 2")


class TooManyCluesError(MastermotError):
    """More clues than a puzzle may have."""

    code = "too-many-clues"
    exit_status = EXIT_LIMIT
    message = N_("more than {limit} clues")
    advice = N_("Keep the clues that say most: ten are usual.")


class NotAClueError(MastermotError):
    """A line that is neither a clue, nor a comment, nor a header."""

    code = "not-a-clue"
    message = N_("this line is not a clue")
    advice = N_("Write a word, a space and its marks, as in: paume 2 (or begin the line with # to leave it out).")


class MarksMissingError(MastermotError):
    """A clue without its number of marks."""

    code = "marks-missing"
    message = N_("the marks are missing")
    advice = N_("Write the number of well-placed letters after the word, as in: {word} 2")


class MarksUnreadableError(MastermotError):
    """Marks in no known form."""

    code = "marks-unreadable"
    message = N_("“{marks}” is not marks under the rule {rule}")
    advice = N_("Write them as {forms}.")


class MarksNegativeError(MastermotError):
    """A negative number of marks."""

    code = "marks-negative"
    message = N_("the marks are negative ({marks})")
    advice = N_("Marks go from 0 to the length of the word.")


class MarksImpossibleError(MastermotError):
    """Marks that no secret can give."""

    code = "marks-impossible"
    message = N_("these marks are impossible: {why}")
    advice = N_("Check the marks: here they go from nothing to {length} black.")


class MarksOverLengthError(MarksImpossibleError):
    """More marks than letters."""

    code = "marks-over-length"
    message = N_("{marks} marks for {length} letters: too many")
    advice = N_("Marks go from 0 to the length of the word.")


class LengthError(MastermotError):
    """A word of another length than the others."""

    code = "length-differs"
    exit_status = EXIT_USAGE
    message = N_("“{word}” has length {length}, {expected} is expected")
    advice = N_("All words must have the same length (œ counts as two letters, accents do not count).")


class ClueLengthError(LengthError):
    """A clue of another length than the others."""

    code = "clue-length"
    exit_status = EXIT_BAD_INPUT
    message = N_("this word has length {length}, the other clues have length {expected}")


class LengthRangeError(MastermotError):
    """A word too short or too long to play with."""

    code = "length-range"
    message = N_("“{word}” has length {length}; lengths go from {least} to {most}")
    advice = N_("Use words of {least} to {most} letters.")


class ClueContradictionError(MastermotError):
    """One word given twice, with different marks."""

    code = "clue-contradiction"
    message = N_("“{word}” has {marks} here and {other} at line {other_line}")
    advice = N_("One of the two lines is wrong: compare them with the puzzle.")


class NotAWordError(MastermotError):
    """A word with a character that does not fold to A-Z."""

    code = "not-a-word"
    message = N_("{character} in “{word}” is not a letter from A to Z, with or without accent")
    advice = N_("Write the word with letters only.")

    def values(self, translate: Callable[[str], str] = N_) -> dict[str, str]:
        """Return the parameters, the character called by a name where it cannot be seen."""
        character = self.parameters.get("character")
        named = {"character": character_named(str(character)).told(translate)} if character else {}
        return super().values(translate) | named


class WordMissingError(NotAWordError):
    """Nothing where a word is wanted."""

    code = "word-missing"
    message = N_("a word is missing here")


class TooManyPrefixesError(MastermotError):
    """The solver would hold more prefixes than it may."""

    code = "too-many-prefixes"
    exit_status = EXIT_LIMIT
    message = N_("more than {limit} beginnings of words are possible at length {length}")
    advice = N_("Add clues, or allow more with --limit.")


# --- dictionaries and rules ------------------------------------------------------------------------------------


class DictionaryUnknownError(MastermotError):
    """No shipped dictionary has this name, and no file either."""

    code = "dictionary-unknown"
    exit_status = EXIT_USAGE
    message = N_("no dictionary named “{name}”, and no file of that name")
    advice = N_("Dictionaries: {known}; or give the path of a file with a word a line.")


class DictionaryEmptyError(MastermotError):
    """The dictionary has no word of the length wanted."""

    code = "dictionary-empty"
    message = N_("the dictionary {name} has no word of length {length}")
    advice = N_("Its lengths are: {lengths}.")


class DictionaryWordlessError(MastermotError):
    """No line of the dictionary's file is a word."""

    code = "dictionary-wordless"
    message = N_("no line of this file is a word")
    advice = N_("Write a word a line, as plain text.")


class RuleUnknownError(MastermotError):
    """No rule of marking has this name."""

    code = "rule-unknown"
    exit_status = EXIT_USAGE
    message = N_("no rule named “{name}”")
    advice = N_("Rules: {known}.")


# --- composing -------------------------------------------------------------------------------------------------


class TooFewWordsError(MastermotError):
    """A puzzle of more clues than there are words."""

    code = "too-few-words"
    exit_status = EXIT_USAGE
    message = N_("{clues} clues and a solution are wanted, and {name} has {count} words of length {length}")
    advice = N_("Ask for fewer clues, another length, or use a larger dictionary.")


class TooManyPuzzlesError(MastermotError):
    """More puzzles than there are solutions for."""

    code = "too-many-puzzles"
    exit_status = EXIT_USAGE
    message = N_("{wanted} puzzles are wanted, and {name} has {count} words of length {length} for their solutions")
    advice = N_("Ask for fewer puzzles, another length, or use a larger dictionary.")


class NotComposedError(MastermotError):
    """No puzzle as wanted was met within the work allowed."""

    code = "not-composed"
    exit_status = EXIT_LIMIT
    message = N_(
        "no such puzzle was found in the work allowed: {tried} tried, {unique} with one solution, {minimal} of them "
        "known to have no clue to spare; levels met, with how many: {levels}"
    )
    advice = N_("Ask for another level, length or number of clues, or try another seed.")


# --- codes and games -------------------------------------------------------------------------------------------


class CodeLengthError(LengthError):
    """A code of another length than those of the game."""

    code = "code-length"
    advice = N_("Accents do not count, œ counts as two letters.")


class ColourCountError(CodeLengthError):
    """More or fewer colours than the game has holes."""

    code = "colour-count"
    advice = N_("Write a colour for each hole; colours go from A to {last}.")


class CodeUnknownError(MastermotError):
    """A code that is not among those of the game."""

    code = "code-unknown"
    exit_status = EXIT_USAGE
    message = N_("“{code}” is not in the list {name}")
    advice = N_("Choose a code of the list, or another list with --words.")


class NotAColourError(MastermotError):
    """A colour that the game does not have."""

    code = "not-a-colour"
    exit_status = EXIT_USAGE
    message = N_("“{colour}” in “{code}” is not a colour of this game")
    advice = N_("Colours go from A to {last}.")


class CodeRepeatsError(MastermotError):
    """A colour twice in a code of a game without repeats."""

    code = "code-repeats"
    exit_status = EXIT_USAGE
    message = N_("“{colour}” is more than once in “{code}”, and this game has no repeats")
    advice = N_("Write each colour at most once.")


class ColoursError(MastermotError):
    """So many holes or colours as no game has."""

    code = "colours-range"
    exit_status = EXIT_USAGE
    message = N_("{holes} holes and {colours} colours: out of range")
    advice = N_("Holes go from 1 to {most_holes}, colours from 2 to {most_colours}.")


class CodesTooFewError(MastermotError):
    """Fewer than two codes: nothing to guess."""

    code = "codes-too-few"
    message = N_("nothing to guess: the number of codes is {count}")
    advice = N_("A game needs at least two codes: take another list or length, more colours, or fewer holes.")


class TooManyCodesError(MastermotError):
    """More codes than can be listed."""

    code = "too-many-codes"
    exit_status = EXIT_LIMIT
    message = N_("{count} codes are too many: at most {limit} are listed")
    advice = N_("Take fewer holes or colours, or a shorter list.")


class CodesChoiceError(MastermotError):
    """Words and colours both asked for, or neither, or half of one."""

    code = "codes-choice"
    exit_status = EXIT_USAGE
    message = N_("which codes? {why}")
    advice = N_("Give either --words and --length, or --holes and --colours.")


class NameUnknownError(MastermotError):
    """No strategy, player, codemaker or pool of this name."""

    code = "name-unknown"
    exit_status = EXIT_USAGE
    message = N_("no {kind} named “{name}”")
    advice = N_("There are: {known}.")


class NoCandidateError(MastermotError):
    """No code agrees with all the marks given."""

    code = "no-candidate"
    exit_status = EXIT_NO_SOLUTION
    message = N_("no code agrees with all these marks; those of turns {turns} cannot hold together")
    advice = N_("Check the marks given.")


class AcceleratorsEmptyError(MastermotError):
    """An acceleration file without a word of the game's length."""

    code = "accelerators-empty"
    message = N_("no acceleration word of length {length} here")
    advice = N_("Write one word a line, with # before the reason; its lengths are: {lengths}.")


class PlayerGameError(MastermotError):
    """A player that does not play this game."""

    code = "player-game"
    exit_status = EXIT_USAGE
    message = N_("the player {player} does not play this game: {why}")
    advice = N_("Take another player, rule or number of holes and colours.")


# --- families ---------------------------------------------------------------------------------------------------


class FamilyLengthError(MastermotError):
    """Families asked for without a length, in a dictionary of several lengths."""

    code = "family-length"
    exit_status = EXIT_USAGE
    message = N_("the length of the words is missing")
    advice = N_("Give --length; the dictionary {name} has the lengths {lengths}.")


class FamilyWordError(LengthError):
    """A word of another length than the families asked for."""

    code = "family-word-length"
    exit_status = EXIT_USAGE


class PlayerAcceleratorsError(MastermotError):
    """A player to whom acceleration words say nothing new, or who does not look at how a word splits."""

    code = "player-accelerators"
    exit_status = EXIT_USAGE
    message = N_("acceleration words are of no use to the player {player} with the strategy {strategy}: {why}")
    advice = N_("Take the player decodeur, with the strategy {known}.")


# --- explore ---------------------------------------------------------------------------------------------------


class WorkerLostError(MastermotError):
    """One of the processes that explore has ended, or failed."""

    code = "worker-lost"
    exit_status = EXIT_LIMIT
    message = N_("a process that played has ended ({reason})")
    advice = N_("Run the command again, with --jobs 1 if it happens again; what was written is kept.")


class FolderMissingError(MastermotError):
    """The folder in which a file is to be written is not there."""

    code = "folder-missing"
    message = N_("the folder {folder} does not exist")
    advice = N_("Make the folder first, or check the path.")


class StoreForeignError(MastermotError):
    """A file that is not one of our databases; it was not touched."""

    code = "store-foreign"
    message = N_("this file is not a database of mastermot explore; it was left untouched")
    advice = N_("Give another name: a new file is made when there is none.")


class StoreLaterError(MastermotError):
    """A database that a later version of the program has made; it was not touched."""

    code = "store-later"
    message = N_("this database was made by a later version (schema {schema}, here {known}); it was left untouched")
    advice = N_("Update mastermot, or give another file.")


class StoreDamagedError(MastermotError):
    """A database of ours that cannot be read."""

    code = "store-damaged"
    message = N_("this database is damaged ({reason})")
    advice = N_("Restore it from a copy, or play into another file.")


class StoreFullError(MastermotError):
    """No room to write the results."""

    code = "store-full"
    exit_status = EXIT_LIMIT
    message = N_("no room left to write ({reason})")
    advice = N_("Free some room and run the command again: it goes on from what was written.")


class StoreReadOnlyError(MastermotError):
    """A database that may be read and not written."""

    code = "store-read-only"
    message = N_("this database cannot be written ({reason})")
    advice = N_("Check the permissions of the file and of its folder, or give another file.")


class StoreBusyError(MastermotError):
    """Another program has kept the database for itself for too long."""

    code = "store-busy"
    exit_status = EXIT_LIMIT
    message = N_("another program keeps this database to itself")
    advice = N_("Wait until it has ended and run the command again.")


class RunUnknownError(MastermotError):
    """No run of this configuration in the database."""

    code = "run-unknown"
    exit_status = EXIT_USAGE
    message = N_("no run of this kind in the database: {wanted}")
    advice = N_("Its runs are: {known}.")


class RunsNoneError(MastermotError):
    """A database without any run."""

    code = "runs-none"
    message = N_("there is no run in this database yet")
    advice = N_("Play one: mastermot explore --words fr-common --length 4 --database FILE")


class PlotFormatError(MastermotError):
    """A plot asked for in a format that is not written."""

    code = "plot-format"
    exit_status = EXIT_USAGE
    message = N_("a plot cannot be written as “{format}”")
    advice = N_("End the name of the file with one of: {known}.")


class PlotLibraryError(MastermotError):
    """The plotting library is not installed."""

    code = "plot-library"
    exit_status = EXIT_USAGE
    message = N_("plots need matplotlib, which is not installed")
    advice = N_("Install it: python3 -m pip install 'mastermot[plot]'. Without it, --report shows bars.")


class OutputsError(MastermotError):
    """Two results that would be written to one place."""

    code = "outputs-same"
    exit_status = EXIT_USAGE
    message = N_("two results would be written to the same place: {place}")
    advice = N_("Give another file to one of them.")


# --- serve -----------------------------------------------------------------------------------------------------


class ServiceLibraryError(MastermotError):
    """A package that the service needs is not installed."""

    code = "service-library"
    exit_status = EXIT_USAGE
    message = N_("the service needs more packages ({name})")
    advice = N_("Install them: python3 -m pip install 'mastermot[web]'.")


class KeyShortError(MastermotError):
    """A key that could be guessed."""

    code = "key-short"
    exit_status = EXIT_USAGE
    message = N_("a key of fewer than {count} characters")
    advice = N_("Make one with: openssl rand -base64 32")


class PortTakenError(MastermotError):
    """Another program listens at this port."""

    code = "port-taken"
    exit_status = EXIT_USAGE
    message = N_("another program uses port {port} of {host}")
    advice = N_("Stop it, or give another port with --port; --port 0 takes any that is free.")


class PortForbiddenError(MastermotError):
    """A port that this user may not listen at."""

    code = "port-forbidden"
    exit_status = EXIT_USAGE
    message = N_("the system does not let you listen at port {port} of {host}")
    advice = N_("Give a port from 1024 with --port, and let a proxy bring it what comes to a lower one.")


class HostUnknownError(MastermotError):
    """A host to listen at that is no address of this machine."""

    code = "host-unknown"
    exit_status = EXIT_USAGE
    message = N_("“{host}” is not an address of this machine")
    advice = N_("Give one of its addresses with --host: 127.0.0.1 for this machine alone, 0.0.0.0 for all of them.")


class ListenError(MastermotError):
    """Listening refused by the operating system for a reason of its own."""

    code = "cannot-listen"
    exit_status = EXIT_USAGE
    message = N_("cannot listen at port {port} of {host} ({reason})")
    advice = N_("Give another address with --host, or another port with --port.")


# --- web -------------------------------------------------------------------------------------------------------


class MalformedJsonError(MastermotError):
    """A body that is no JSON."""

    code = "malformed-json"
    message = N_("the body is not JSON: {reason}")
    advice = N_("Send one JSON object in UTF-8, as the document /openapi.json describes it.")


class FieldError(MastermotError):
    """A field, or a parameter of the address, that is missing, unknown, or not what it should be."""

    code = "field-invalid"
    message = N_("{why}")
    advice = N_("The document /openapi.json describes what is expected.")


class MediaTypeError(MastermotError):
    """A body of a media type that is not read here."""

    code = "media-type"
    message = N_("the media type “{media_type}” is not read here")
    advice = N_("Send one of: {known}, in UTF-8, and name it in Content-Type.")


class BodyTooLargeError(MastermotError):
    """A body larger than any request needs."""

    code = "body-too-large"
    exit_status = EXIT_LIMIT
    message = N_("the body is larger than {limit} bytes")
    advice = N_("Send one puzzle, or one game, at a time.")


class RouteMissingError(MastermotError):
    """Nothing at this address."""

    code = "route-missing"
    message = N_("there is nothing at this address")
    advice = N_("The document /openapi.json lists what there is.")


class MethodError(MastermotError):
    """A method that the address does not have."""

    code = "method-not-allowed"
    message = N_("the method {method} is not allowed here")
    advice = N_("Use one of: {known}.")


class RequestUnreadableError(MastermotError):
    """A request that HTTP itself does not allow."""

    code = "request-unreadable"
    message = N_("the request cannot be read: {reason}")
    advice = N_("Check how the request is written: length, encoding, header fields.")


class TokenForgedError(MastermotError):
    """A game's token that this service did not seal, or that was changed."""

    code = "token-forged"
    message = N_("this token was not made by this service")
    advice = N_("Start a new game; send a token exactly as it was given.")


class TokenExpiredError(MastermotError):
    """A game's token that is too old."""

    code = "token-expired"
    message = N_("this game is older than {days} days")
    advice = N_("Start a new game.")


class GameOverError(MastermotError):
    """A guess in a game that is over."""

    code = "game-over"
    message = N_("this game is over")
    advice = N_("Start a new game.")


class WorkTooLongError(MastermotError):
    """More work than a request may ask for."""

    code = "work-too-long"
    exit_status = EXIT_LIMIT
    message = N_("this would take more than {seconds} seconds of work")
    advice = N_("Ask for less: more clues, fewer or shorter codes; or use the command mastermot on your own machine.")


class BusyError(MastermotError):
    """More requests at work than the service takes on at once."""

    code = "busy"
    exit_status = EXIT_LIMIT
    message = N_("the service is busy")
    advice = N_("Try again in {seconds} seconds.")


class NotReadyError(MastermotError):
    """The service has not loaded its dictionaries yet."""

    code = "not-ready"
    exit_status = EXIT_LIMIT
    message = N_("the dictionaries are being loaded")
    advice = N_("Try again in a few seconds.")


class InternalError(MastermotError):
    """A mistake of ours."""

    code = "internal"
    message = N_("something unexpected happened")
    advice = N_("Please report it, with what you asked for.")

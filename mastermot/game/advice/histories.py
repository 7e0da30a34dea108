"""Games described by text: which words can be the secret, which may be guessed, and how turns were read."""

from collections.abc import Sequence
from dataclasses import dataclass

from mastermot.errors import N_, Reason
from mastermot.game.advice.errors import GuessUnknownError, HistoryTurnError, TurnUnmarkedError
from mastermot.game.positions import Position
from mastermot.rules import Rule
from mastermot.rules.code_errors import CodesChoiceError
from mastermot.rules.codes import Codes, ColourCodes, PatternCodes, WordCodes, keep_matching
from mastermot.rules.rule import WrittenMarks
from mastermot.words.dictionaries import Dictionary, open_dictionary, shelf

NOT_LISTED = N_("is not in the list {name}")
NOT_ALLOWED = N_("is neither in the list {name} nor among the other words that may be guessed")
WHY_WORDS_ONLY = N_("a list of guesses is for words, not for colours")


def give_letters(codes: Codes, pattern: str, about: str = "starts") -> PatternCodes:
    """Return the words that have the letters of a `pattern` in their places.

    ``C`` and ``C....`` are patterns of the words that begin with C, ``C..E.`` also has an E in the fourth place. Raises
    `CodesChoiceError` for colours, and for the pattern the errors that `PatternCodes` names. `about` is the option or
    field that the error for colours is about.
    """
    if codes.dictionary is None:
        raise CodesChoiceError(why=Reason(N_("letters can only be given in games with words")), about=about)
    return PatternCodes(codes.dictionary, codes.length, pattern, codes.texts)


def keep_secrets(codes: Codes, secrets: Sequence[str]) -> Codes:
    """Return codes of which only `secrets` can be the secret; all words of the dictionary may still be guessed.

    If there are no `secrets`, if all codes are secrets, or in a game without a dictionary, the codes are returned as
    they are.
    """
    if codes.dictionary is None or len(secrets) in (0, codes.count):
        return codes
    return WordCodes(codes.dictionary, codes.length, secrets)


def list_extra_guesses(codes: Codes, dictionary: Dictionary | None) -> tuple[str, ...]:
    """Return the guesses that are allowed though they cannot be the secret.

    With words these are the other words of the codes' dictionary, and of a second `dictionary` if one is given. With
    colours these are the guesses with empty holes: none if such guesses are not allowed, or are too many to list.
    Raises `CodesChoiceError` for a `dictionary` with colours, `AlphabetOtherError` for a dictionary whose alphabet has
    letters that the codes lack, and `DictionaryEmptyError` for a dictionary without words of their length.
    """
    if dictionary is not None and codes.colours > 0:
        raise CodesChoiceError(why=Reason(WHY_WORDS_ONLY))
    if isinstance(codes, ColourCodes):
        if not codes.lists_guesses:
            return ()
        return tuple(codes.playable[codes.count :])  # `playable` has the codes first, then guesses with empty holes
    words: list[str] = []
    if codes.dictionary is not None:
        words += codes.playable
    if dictionary is not None:
        words += codes.take_words(dictionary)
    each_once = dict.fromkeys(words)
    return tuple(word for word in each_once if word not in codes.index)


def list_next_guesses(codes: Codes, extra_guesses: Sequence[str], hard: bool = False) -> tuple[str, ...]:
    """Return those of `extra_guesses` that may be made next.

    If first letters of the secret are given (``codes.given``), or in hard mode, these are the guesses that have the
    letters of ``codes.pattern``. Otherwise all may be made.
    """
    if codes.pattern and (codes.given or hard):
        return keep_matching(extra_guesses, codes.pattern)
    return tuple(extra_guesses)


def read_guess(text: str, codes: Codes, extra_guesses: frozenset[str]) -> str:
    """Return a guess, folded: a code that the game allows, or one of `extra_guesses`, which are folded too.

    Raises `GuessUnknownError`, with similar codes, for a code that may not be guessed, and for a text that is no code
    an error that `Codes.fold` names.
    """
    guess = codes.fold(text)
    if codes.allows(guess) or guess in extra_guesses:
        return guess
    has_one_list = extra_guesses.issubset(codes.playable)  # no word of a second list may be guessed
    why = Reason(NOT_LISTED if has_one_list else NOT_ALLOWED, name=codes.label)
    raise GuessUnknownError(guess=text, name=codes.label, why=why, suggestions=codes.near(guess))


@dataclass(frozen=True, slots=True)
class UnlistedGuess:
    """A guess that was played though no list of the game has it: it was taken as it was played."""

    turn: int  #: 1 for the first.
    guess: str
    suggestions: tuple[str, ...]  #: Codes of the game that look like it.


def read_played(text: str, codes: Codes, extra_guesses: frozenset[str]) -> str:
    """Return a guess that was played, folded.

    In a game of words any word of the right length is taken, since another program may have allowed it. In other games
    the guess must be allowed: it is read by `read_guess`, which raises the errors.
    """
    return codes.fold(text) if codes.dictionary is not None else read_guess(text, codes, extra_guesses)


def list_unlisted(position: Position, extra_guesses: Sequence[str]) -> tuple[UnlistedGuess, ...]:
    """Return the guesses of a game of words that neither its dictionary nor `extra_guesses` has; none of other games.

    Where first letters are given, only guesses that begin with them are looked at.
    """
    codes = position.codes
    if codes.dictionary is None or not position.history:  # without turns, the lists need not be gone through
        return ()
    listed = {*codes.playable, *extra_guesses}
    # where first letters are given, the lists have only words that begin with them: other words are not looked up
    first_letters = codes.pattern.rstrip(".") if codes.given else ""
    unlisted = []
    for number, turn in enumerate(position.history, start=1):
        if turn.guess.startswith(first_letters) and turn.guess not in listed:
            unlisted.append(UnlistedGuess(number, turn.guess, tuple(codes.near(turn.guess))))
    return tuple(unlisted)


def refuse_turn(turn: str, codes: Codes, rule: Rule) -> HistoryTurnError:
    """Return the error for a `turn`, as it was written, that is not ``GUESS=MARKS``.

    The error is `TurnUnmarkedError` for ``GUESS=``, a guess whose marks are missing, and `HistoryTurnError` for any
    other text. It has an example of a turn: for ``GUESS=`` this guess with marks, otherwise a code of the game with
    marks.
    """
    signs = rule.example  # such as XO
    if rule.by_position:
        signs = signs.ljust(codes.length, ".")  # a sign for each position: XO...
    guess = turn.partition("=")[0].strip()
    if guess and "=" in turn:
        return TurnUnmarkedError(turn=turn, example=f"{guess}={signs}", zero=f"{guess}=0", dash=f"{guess}=-")
    code = codes.texts[0] if codes.enumerable else codes.alphabet[0] * codes.length
    return HistoryTurnError(turn=turn, example=f"{code}={signs}")


@dataclass(frozen=True, slots=True)
class ReadMarks:
    """Marks that were not written in the canonical form, as they were read."""

    turn: int  #: 1 for the first.
    written: str  #: As they were written.
    marks: WrittenMarks  #: In the canonical form.


def list_read(written: Sequence[str], position: Position) -> tuple[ReadMarks, ...]:
    """Return the marks that were not written plainly, so that people can see how these marks were read.

    The canonical form is plain, and so are other forms that leave no doubt (`Rule.is_plain`). `written` has the marks
    of each turn of the position as they were written.
    """
    read = []
    for number, (text, turn) in enumerate(zip(written, position.history, strict=True), start=1):
        if not position.rule.is_plain(text, position.codes.length):
            read.append(ReadMarks(number, text, turn.marks))
    return tuple(read)


@dataclass(frozen=True, slots=True)
class WrongTurn:
    """A turn whose guess gets other marks than those given, if a certain code is the secret."""

    turn: int  #: 1 for the first.
    guess: str
    given: WrittenMarks  #: The marks that were given.
    right: WrittenMarks  #: The marks that the guess gets if the code is the secret.


@dataclass(frozen=True, slots=True)
class CodeInMind:
    """A code that somebody had in mind, compared with the marks that they gave."""

    code: str  #: In capitals, as the game plays it.
    wrong: tuple[WrongTurn, ...]  #: The turns whose guess gets other marks with it.
    listed: bool  #: Whether it is a code of the game.
    lists: tuple[str, ...]  #: The dictionaries that have it, where no marks are wrong and the game does not.
    text: str = ""  #: All this in sentences, one on each line.
    rule: str = ""  #: How marks were given: the rule that was named, or the one that a text names or shows.


def check_code(position: Position, text: str) -> CodeInMind:
    """Return which turns of a game are wrong if the secret is the code of a `text`, which a person had in mind.

    `position` is the game so far. If no turn is wrong, and the game does not have the code, the dictionaries that have
    the code are returned too. A text that is no code raises an error that `Codes.fold` names.
    """
    codes = position.codes
    code = codes.fold(text)
    wrong = []
    for number, turn in enumerate(position.history, start=1):
        right_marks = position.rule.compare(turn.guess, code)
        if right_marks != turn.marks:
            wrong.append(WrongTurn(number, turn.guess, turn.marks, right_marks))
    listed = code in codes
    other_lists = []
    if not wrong and not listed:  # all marks are right: the game went wrong only since its list lacks the code
        own_list = codes.dictionary.name if codes.dictionary else ""
        other_lists = [name for name in shelf() if name != own_list and code in open_dictionary(name)]
    return CodeInMind(code, tuple(wrong), listed, tuple(other_lists))

"""The puzzle of the day and the game of the day: functions of the date and the words, the same on every machine.

Days are numbered from `FIRST_DAY`. Each day takes the next answer; once all have been taken, another *round* of days
begins, with the answers shuffled anew. Since `NEW_DAYS` they are shuffled in parts: if there are more than `YEAR`
answers, none comes again within `YEAR` days. The shuffle and the search draw from `random.Random.random` alone, seeded
by a text with the version of this method and the checksums of the words: the puzzles of the days change only when the
version or the words do. The puzzles of days before `NEW_DAYS` that version 1.0.0 gave for its default lists and level
are kept as data (``wordlists/days.txt``).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import NamedTuple

from mastermot.puzzle.clues import Clue, Puzzle
from mastermot.puzzle.compose.composed import Composed, Source, Wanted, list_answers, read_source
from mastermot.puzzle.compose.composer import FEWEST_KNOWN, MAX_GRADED_SETS, compose
from mastermot.puzzle.compose.errors import NoAnswerError, NotComposedError
from mastermot.puzzle.explain.grading import grade_clues
from mastermot.words.dictionaries import Dictionary, open_dictionary, read_uses
from mastermot.words.files import LARGEST_LIST, find_data, read_bytes
from mastermot.words.folding import fold

DAILY_VERSION = 3  #: The version of this method and of `compose`: it rises when they give other puzzles.
GAME_VERSION = 1  #: The version of the method by which the secrets of games are drawn.
FIRST_DAY = date(2020, 1, 1)
NEW_DAYS = date(2026, 12, 1)  #: The first day whose puzzle is made as this version makes it, in every list.
MET_LEVEL = 3  #: Up to this level, all clue words are words that people meet often.
LEAST_FREQUENCY = 4.0  #: A word that people meet often occurs at least so many times in a million words.
GIVEN_FIRST = ("fr",)  #: The languages whose games of the day give the first letter, as on television.
YEAR = 366  #: The number of days within which no answer comes again.
DAILY_LENGTH = 5
DAILY_CLUES = 10
DEFAULT_LEVEL = 2
MAX_RARE = 5  #: Each letter of an answer of a day stands at its position in more clue words than this.
MAX_DAILY_TRIES = 20  #: The most searches with the answer of a day before any answer will do; 5,000 days needed 3.
MAX_DAILY_WORK = 2_000_000  #: The most work of one of these searches: see `compose`.


class Daily(NamedTuple):
    """The puzzle of a day."""

    day: date  #: The same for everybody, whatever their time zone.
    level: int  #: The level, 1 (easy) to 5 (hard).
    composed: Composed  #: The clues, with the solution and how hard they are.


class OldPuzzle(NamedTuple):
    """The puzzle of a day that is kept as data, as its line has it."""

    answer: str
    seed: str
    clues: list[str]  #: Each as ``word=marks``.


@dataclass(frozen=True)
class DailySecret:
    """The game of a day: the object of `mastermot daily --game --json`."""

    date: str  #: The day, as YYYY-MM-DD.
    length: int
    words: str  #: The dictionary whose words may be guessed.
    first: bool  #: Whether the first letter of the secret is given.
    secret: str
    spellings: tuple[str, ...]  #: How it is spelled, the most used first.
    dictionary: str  #: The same as `words`, as other answers name it.


def choose_secret(dictionary: Dictionary, day: date, length: int = DAILY_LENGTH) -> DailySecret:
    """Return the game of a day. Each day takes the next of `order_secrets`; after the last one, the first comes again.

    Raises `DictionaryEmptyError` or `NoAnswerError`.
    """
    secrets = order_secrets(dictionary, length)
    first = dictionary.language in GIVEN_FIRST
    secret, spellings = secrets[(day - FIRST_DAY).days % len(secrets)]
    return DailySecret(day.isoformat(), length, dictionary.name, first, secret, spellings, dictionary.name)


@lru_cache(16)
def order_secrets(dictionary: Dictionary, length: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the secrets of the games of the days, as they follow each other, with their spellings.

    They are the answers that are met often (`LEAST_FREQUENCY`); if there is none, all answers. Raises
    `DictionaryEmptyError`, or `NoAnswerError` when there are only offensive words.
    """
    spellings_by_answer = list_answers(dictionary, length)
    if not spellings_by_answer:
        raise NoAnswerError(name=dictionary.name, length=length)
    frequencies = dictionary.frequencies_of(length)
    often_met = tuple(word for word in spellings_by_answer if frequencies.get(word, 0.0) >= LEAST_FREQUENCY)
    secrets = often_met or tuple(spellings_by_answer)
    checksum = sha256(" ".join(secrets).encode()).hexdigest()
    order = shuffle_answers(secrets, f"mastermot game {GAME_VERSION} {checksum}")
    return tuple((secret, spellings_by_answer[secret]) for secret in order)


def compose_daily(dictionary: Dictionary | str, day: date, level: int = DEFAULT_LEVEL) -> Daily:
    """Return the puzzle of a day: five letters, ten clues.

    A puzzle that is kept as data is returned as it is. Otherwise seeds made from the day are tried one by one, until
    one gives a puzzle with the answer of the day. If the first `MAX_DAILY_TRIES` seeds give none, one more seed is
    tried, for a puzzle with any answer. Up to `MET_LEVEL`, no two clue words are forms of one verb. Raises the errors
    of `open_dictionary`, `read_source` and `compose`.
    """
    dictionary = open_dictionary(dictionary)
    source = read_daily_source(dictionary, level)
    if level == DEFAULT_LEVEL and day < NEW_DAYS:
        old_puzzle = find_old_puzzle(dictionary.name, day, source)
        if old_puzzle is not None:
            return Daily(day, level, old_puzzle)
    key = find_key(source, level)
    answer = choose_answer(dictionary, day, level)
    wanted = Wanted(DAILY_LENGTH, DAILY_CLUES, level, solution=answer)
    if level <= MET_LEVEL:
        source = source._replace(words=choose_forms(dictionary, source.words, f"{key} {day}"))
    for number in range(MAX_DAILY_TRIES):
        seed = make_seed(f"{key} {day.isoformat()} {number}")
        with suppress(NotComposedError):
            return Daily(day, level, compose(source, wanted, seed, MAX_DAILY_WORK))
    any_solution = wanted._replace(solution="")
    return Daily(day, level, compose(source, any_solution, make_seed(f"{key} {day.isoformat()}")))


def choose_forms(dictionary: Dictionary, words: Sequence[str], key: str) -> tuple[str, ...]:
    """Return the words in another order, with only one form of each verb.

    The `key`, which names the day, decides the order, and with it which form of a verb is kept. So a puzzle of these
    words has no two forms of one verb. All words that are not verbs are kept.
    """
    uses = read_uses(dictionary.language, DAILY_LENGTH)
    word_by_verb = {}
    for word in shuffle_answers(words, key):
        _frequency, verb = uses.get(word, (0.0, ""))
        word_by_verb[verb or word] = word  # the last form in this order takes the place of those before
    return tuple(word_by_verb.values())


def choose_answer(dictionary: Dictionary, day: date, level: int) -> str:
    """Return the answer of a day whose puzzle is not kept as data.

    Days are counted in rounds, which have a day for each answer. Before `NEW_DAYS` all answers are shuffled anew for
    each round. From then on they have the order of `order_round`: no answer of a shipped list comes again within `YEAR`
    days.
    """
    source = read_daily_source(dictionary, level)
    round_, index = divmod((day - FIRST_DAY).days, len(source.answers))
    if day < NEW_DAYS:
        return shuffle_answers(source.answers, f"{find_key(source, level)} round {round_}")[index]
    return order_round(dictionary, level, round_)[index]


@lru_cache(8)
def order_round(dictionary: Dictionary, level: int, round_: int) -> tuple[str, ...]:
    """Return the answers in the order of a round: the round of the day `NEW_DAYS`, or a later one.

    A round has a day for each answer. The first of these rounds has the order of `_order_first_round`. For later rounds
    this order is cut into parts, and only the answers within a part are shuffled. So 849 answers have parts of 483. An
    answer that is the last of its part in one round, and the first of this part in the next round, comes again after
    849 - 482 = 367 days. If there are at most `YEAR` + 1 answers, each part has one answer, and the order stays.
    """
    source = read_daily_source(dictionary, level)
    key = find_key(source, level)
    count = len(source.answers)
    first_round = (NEW_DAYS - FIRST_DAY).days // count
    old_days = read_old_days(dictionary.name) if level == DEFAULT_LEVEL else {}
    order = _order_first_round(source.answers, key, first_round, old_days)
    if round_ == first_round:
        return tuple(order)
    part_size = max(1, count - YEAR)
    shuffled: list[str] = []
    for number, start in enumerate(range(0, count, part_size)):
        part = order[start : start + part_size]
        shuffled += shuffle_answers(part, f"{key} round {round_} part {number}")
    return tuple(shuffled)


def _order_first_round(
    answers: Sequence[str], key: str, first_round: int, old_days: Mapping[str, OldPuzzle]
) -> list[str]:
    """Return the answers in the order of the first round: that of the day `NEW_DAYS`, in which all are shuffled.

    `first_round` is its number. `old_days` has, by days such as ``2026-11-24``, the puzzles that are kept as data. If
    such a day is in this round, the answer of its old puzzle is moved to the day, and changes places with the answer
    that the shuffle put there. An old answer that is not among the `answers` is passed over.
    """
    order = list(shuffle_answers(answers, f"{key} round {first_round}"))
    days_before = first_round * len(answers)  # from `FIRST_DAY` to the first day of this round
    for day, old_puzzle in old_days.items():
        index = (date.fromisoformat(day) - FIRST_DAY).days - days_before
        is_in_round = index >= 0  # otherwise it is of an earlier round; none is of a later one, after `NEW_DAYS`
        if is_in_round and old_puzzle.answer in order:
            index_of_answer = order.index(old_puzzle.answer)
            order[index_of_answer] = order[index]
            order[index] = old_puzzle.answer
    return order


def read_old_days(name: str) -> dict[str, OldPuzzle]:
    """Return the puzzles that are kept as data for the list of this `name`, by day (YYYY-MM-DD); perhaps none.

    A line of the data has the name of the list, the day, the answer, the seed and the clues.
    """
    lines = read_bytes(find_data("wordlists", "days.txt"), LARGEST_LIST).decode().splitlines()
    rows = [line.split() for line in lines if line.startswith(f"{name} ")]
    return {day: OldPuzzle(answer, seed, clues) for _name, day, answer, seed, *clues in rows}


def find_old_puzzle(name: str, day: date, source: Source) -> Composed | None:
    """Return the puzzle of a day that is kept as data for the dictionary of this name; None if none is kept.

    The clues are kept as ``word=marks``. Their words stay spelled as they are kept, and are folded to the alphabet of
    `source`, which also spells the solution. The puzzle is graded anew.
    """
    old_puzzle = read_old_days(name).get(day.isoformat())
    if old_puzzle is None:
        return None
    solution = old_puzzle.answer
    clues = []
    spelled = []
    for line, clue_as_kept in enumerate(old_puzzle.clues, start=1):
        word, marks = clue_as_kept.split("=")
        spelled.append(word)
        clues.append(Clue(fold(word, source.alphabet), int(marks), line))
    puzzle = Puzzle(tuple(clues))
    grade = grade_clues(puzzle, tuple(solution), MAX_GRADED_SETS)
    return Composed(puzzle, solution, source.spell(solution), grade, int(old_puzzle.seed), tuple(spelled))


@lru_cache(4)
def read_daily_source(dictionary: Dictionary, level: int) -> Source:
    """Return the words that the puzzles of the days are made of: clue words, and answers.

    Up to `MET_LEVEL`, both are words that people meet often (`LEAST_FREQUENCY`), if at least `FEWEST_KNOWN` clue words
    are. Answers are words of which a puzzle of every level can be found (`list_usual`). If one of these two conditions
    leaves no answer at all, answers need not meet it.
    """
    source = read_source(dictionary, DAILY_LENGTH)
    if level <= MET_LEVEL:
        frequencies = dictionary.frequencies_of(DAILY_LENGTH)
        words = tuple(word for word in source.words if frequencies.get(word, 0.0) >= LEAST_FREQUENCY)
        answers = tuple(word for word in source.answers if frequencies.get(word, 0.0) >= LEAST_FREQUENCY)
        if len(words) >= FEWEST_KNOWN:
            source = source._replace(words=words, answers=answers or source.answers)
    usual_answers = list_usual(source)
    # common words are not preferred, as in all years before: the puzzles of the days stay the same
    return source._replace(answers=usual_answers or source.answers, common=frozenset())


def list_usual(source: Source) -> tuple[str, ...]:
    """Return the answers of which a puzzle of every level can be found, perhaps none.

    Each letter of such an answer stands at the same position in more than `MAX_RARE` clue words.
    """
    shown = Counter[tuple[int, str]]()  # by position and letter, how many words show it there
    for word in source.words:
        shown.update(enumerate(word))  # one more for each letter, with its position
    usual = []
    for word in source.answers:
        if all(shown[position_and_letter] > MAX_RARE for position_and_letter in enumerate(word)):
            usual.append(word)
    return tuple(usual)


def find_key(source: Source, level: int) -> str:
    """Return the text from which the puzzles of a list and a level follow: version, level, checksums of the words."""
    checksum_of_words = sha256(" ".join(source.words).encode()).hexdigest()
    checksum_of_answers = sha256(" ".join(source.answers).encode()).hexdigest()
    return f"mastermot daily {DAILY_VERSION} level {level} {checksum_of_words} {checksum_of_answers}"


def make_seed(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:6], "big")


def shuffle_answers(answers: Sequence[str], key: str) -> tuple[str, ...]:
    """Return the answers shuffled: the `key` alone decides the order.

    The shuffle is that of Fisher and Yates, in Durstenfeld's form, with `Random.random` only: unlike `Random.shuffle`,
    this gives the same order in every Python.

    >>> shuffle_answers(["AGILE", "BALLE", "CARTE", "DANSE"], "one")
    ('DANSE', 'BALLE', 'AGILE', 'CARTE')
    """
    random = Random(make_seed(key))
    shuffled = list(answers)
    for last in range(len(shuffled) - 1, 0, -1):
        other = int(random.random() * (last + 1))
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return tuple(shuffled)

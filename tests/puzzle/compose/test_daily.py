"""The puzzle of the day: a function of the date, the level and the words."""

from __future__ import annotations

from datetime import date, timedelta
from hashlib import sha256

import pytest

from mastermot import compose_daily, fold, open_dictionary
from mastermot.puzzle import grow_prefixes
from mastermot.puzzle.compose import choose_secret, list_answers, read_offensive, read_source
from mastermot.puzzle.compose.daily import (
    DEFAULT_LEVEL,
    FIRST_DAY,
    LEAST_FREQUENCY,
    MET_LEVEL,
    NEW_DAYS,
    YEAR,
    choose_answer,
    find_key,
    list_usual,
    order_round,
    read_daily_source,
    read_old_days,
    shuffle_answers,
)
from mastermot.puzzle.explain import LEVELS
from mastermot.words.dictionaries import read_uses
from tests.kinds import list_languages
from tests.support import python, slow_unless, some

FRENCH = open_dictionary("fr-common")
DAY = date(2026, 11, 22)
PINNED = """\
exces 1
mains 1
loyal 1
idole 1
point 1
paire 1
pogne 2
fichu 2
couru 1
dalle 1
"""
"""The puzzle of `DAY`. If it changes, those of all days do: `DAILY_VERSION` takes the next number."""
OLD_DAYS = {
    "fr-common": "e15320248e6bcb6351909ae5c4b3788ddad2fd3333661e889fe6e67d5b92e906",
    "en-common": "be3dafabf37dc59656b9135ce98db78786bc9151b384d331824d5d640436466b",
}
"""What 1.0.0 gave from 2026-11-24 to 2026-11-30, by list: the SHA-256 of `repr`, day after day."""

SECRETS = [
    ("fr", 5, "103663b7d7b8fc5d"),
    ("fr", 9, "0b7253c65a28510f"),
    ("en", 6, "037212d3fe216f52"),
    ("es", 5, "1e355eae0a40fc3e"),
]
"""The first digits of the SHA-256 of the secrets of 400 days. If they change, `GAME_VERSION` takes the next number."""


def test_the_puzzle_of_a_day_never_changes() -> None:
    daily = compose_daily(FRENCH, DAY, 3)
    assert daily.composed.puzzle.text == PINNED


@pytest.mark.parametrize(("words", "digest"), OLD_DAYS.items())
def test_days_that_have_been_are_those_of_1_0_0(words: str, digest: str) -> None:
    days = (compose_daily(open_dictionary(words), date(2026, 11, 24) + timedelta(day)) for day in range(7))
    then = "".join(map(repr, days)).replace(", written=''", "")  # a field of `Clue` that came after 1.0.0
    assert sha256(then.encode()).hexdigest() == digest


@pytest.mark.parametrize("words", ["fr-common", "en-common"])
@pytest.mark.parametrize("day", range(4))
def test_clue_words_of_new_days_are_met(words: str, day: int) -> None:
    dictionary = open_dictionary(words)
    used = dictionary.frequencies_of(5)
    clues = compose_daily(dictionary, NEW_DAYS + timedelta(day), 1 + day % MET_LEVEL).composed.puzzle.clues
    assert [clue.word for clue in clues if used[clue.word] < LEAST_FREQUENCY] == []


@pytest.mark.parametrize(
    ("words", "forms"),
    [
        ("fr-common", {"pense": "PENSER", "pensa": "PENSER", "avait": "AVOIR", "table": ""}),
        ("en-common", {"hoped": "HOPE", "hopes": "HOPE", "table": ""}),
        ("es-common", {"canta": "CANTAR", "cante": "CANTAR", "niñas": ""}),
    ],
)
def test_clue_words_of_new_days_are_one_form_of_a_verb(words: str, forms: dict[str, str]) -> None:
    dictionary = open_dictionary(words)
    uses = read_uses(words[:2], 5)
    assert {word: uses[word.upper()][1] for word in forms} == forms
    for day in range(12):
        clues = compose_daily(dictionary, NEW_DAYS + timedelta(day)).composed.puzzle.clues
        verbs = [uses[clue.word][1] or clue.word for clue in clues]
        assert len(set(verbs)) == len(verbs)


OFFENSIVE = {
    "fr": "baisa baise baisé bites bitte bougn branle catin chiee chier chiez chiot conne cucul culs encul fesse "
    "fiote folle fouts foutu garce gitan gitane godent goder godes gouine jouir jouis jouit juifs juive lopes merde "
    "métèque nabot nazie nazis negre niqua nique orgie pedes penis pines pisse porno prout putes putez "
    "salop sexes sodom suces sucer sucez sucee sucent tapin tetons viola viole violé violee violer violes violez vulve",
    "en": "arsed arses bitch bimbo boner boobs booby boche butts chink clits cocks coons craps crappy cunts "
    "darky dicks dykes fagot farts fucks gayer gimps gooks grope gypsy homos horny honky jewed jizz kikes krauts "
    "lesbo minge mongs nazis negro nigga nuder nudes orgy panty pansy penis pissy ponce poofs poops porno prick "
    "pubic pussy queer randy raped rapes rapist retard semen sexed sexes shags shits sissy skank slags sluts "
    "smut snatch sperm spics squaw sucks teats titty turds twats vulva wanks whore wogs yids",
    "es": "bolud bosta bragas braga cagar cagas cojas coges coger cojon culos culo coños chocho chupa chupe chupo "
    "conch concha folla follo gitan gordo gorda gordas guarra idiota india indio joder jodas jodes jodio joto judia "
    "judio maric mamon marica meado mearon mean mierda mojon mora moros moro nabos nalga nazis negrata orgia orina "
    "pajas pedos penes perra picha pijas pollas polla porno porro potar puteo putas putos puta rabos semen sexos "
    "sexo sobar sudaca tetas teta tonta tontos tonto trola verga viola violo viole violan vulva zorra zorras",
}
"""A list of its own, written without looking at ``wordlists/offensive-*.txt``: what 1,000 days must not show."""


@pytest.mark.slow
@pytest.mark.parametrize("count", [250, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize("language", ["fr", "en", "es"])
def test_no_day_shows_an_offensive_word(language: str, count: int) -> None:
    dictionary = open_dictionary(f"{language}-common")
    unfit = {fold(word, dictionary.alphabet) for word in OFFENSIVE[language].split()}
    for day in some(range(count)):
        composed = compose_daily(dictionary, NEW_DAYS + timedelta(day)).composed
        assert not unfit & {composed.solution, *(clue.word for clue in composed.puzzle.clues)}


@pytest.mark.parametrize("seed", ["0", "1"])
def test_another_process_gives_the_same(seed: str) -> None:
    code = (
        "from datetime import date; from mastermot import compose_daily, open_dictionary;"
        "print(compose_daily(open_dictionary('fr-common'), date(2026, 11, 22), 3).composed.puzzle.text, end='')"
    )
    assert python("-c", code, PYTHONHASHSEED=seed).stdout.decode() == PINNED


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("words", ["fr-common", "en-common", "sgb"])
def test_levels_are_as_asked(level: int, words: str) -> None:
    daily = compose_daily(open_dictionary(words), DAY, level)
    assert (daily.day, daily.level, daily.composed.grade.level) == (DAY, level, level)
    assert grow_prefixes(daily.composed.puzzle)[-1].survivors == (daily.composed.solution,)


def test_days_before_the_first_have_theirs() -> None:
    assert compose_daily(FRENCH, FIRST_DAY - timedelta(1)) != compose_daily(FRENCH, FIRST_DAY)


def test_each_round_has_each_answer_once() -> None:
    source = read_source(FRENCH, 5)
    answers = list_usual(source)
    assert len(answers) > len(source.answers) * 0.95
    for level in LEVELS:
        order = shuffle_answers(answers, find_key(source, level))
        assert order != answers
        assert sorted(order) == sorted(answers)


@pytest.mark.parametrize(("words", "length", "digest"), SECRETS)
def test_the_secret_of_a_day_is_a_known_word_the_same_everywhere(words: str, length: int, digest: str) -> None:
    """400 days in another process, elsewhere: none a word that nobody knows, none offensive, none twice."""
    code = (
        "from datetime import date, timedelta; from mastermot import open_dictionary;"
        "from mastermot.puzzle.compose import choose_secret;"
        f"words, first = open_dictionary('{words}'), date(2026, 12, 1);"
        f"print(*(choose_secret(words, first + timedelta(n), {length}).secret for n in range(400)))"
    )
    secrets = python("-c", code, PYTHONHASHSEED="1", TZ="Pacific/Kiritimati").stdout.decode().split()
    assert sha256(" ".join(secrets).encode()).hexdigest()[:16] == digest
    used = open_dictionary(words).frequencies_of(length)
    assert len(set(secrets)) == 400
    assert min(used[secret] for secret in secrets) >= LEAST_FREQUENCY
    assert [secret for secret in secrets if secret in read_offensive(words)] == []
    assert set(secrets) <= set(list_answers(open_dictionary(words), length))


def test_the_first_letter_is_given_in_french() -> None:
    games = [choose_secret(open_dictionary(words), DAY, 6) for words in ("fr", "en")]
    assert [game.first for game in games] == [True, False]


@pytest.mark.slow
@pytest.mark.long
def test_many_days() -> None:
    """As ``benchmarks/compose.py --days`` does for 5,000."""
    from benchmarks.compose import check_days

    check_days(5000)


@pytest.mark.parametrize("level", slow_unless(lambda level: level == DEFAULT_LEVEL, LEVELS))
@pytest.mark.parametrize("language", list_languages())
def test_no_answer_comes_again_within_a_year(language: str, level: int) -> None:
    """Six years from the first day that this version makes, and what was shown in the year before it."""
    dictionary = open_dictionary(f"{language}-common")
    old_days = read_old_days(dictionary.name) if level == DEFAULT_LEVEL else {}
    last: dict[str, date] = {}
    for number in some(range(-YEAR, 6 * YEAR)):
        day = NEW_DAYS + timedelta(number)
        old = old_days.get(day.isoformat())
        answer = old.answer if old else choose_answer(dictionary, day, level)
        if day >= NEW_DAYS and answer in last:
            assert (day - last[answer]).days >= YEAR, (answer, last[answer], day)
        last[answer] = day


@pytest.mark.slow
def test_the_answers_that_came_twice_in_sixty_days() -> None:
    """YOUTH, PENCE and FIFTH did: the puzzles themselves are made."""
    dictionary = open_dictionary("en-common")
    days = [date(2026, 11, 1) + timedelta(number) for number in range(60)]
    answers = [compose_daily(dictionary, day).composed.solution for day in days]
    assert len(set(answers)) == len(answers)
    assert {"YOUTH", "PENCE", "FIFTH"} <= set(answers)


def test_each_round_has_every_answer_once() -> None:
    source = read_daily_source(FRENCH, DEFAULT_LEVEL)
    for round_ in range(3, 7):
        assert sorted(order_round(FRENCH, DEFAULT_LEVEL, round_)) == sorted(source.answers)

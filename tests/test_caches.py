"""Values kept within a bound, whoever asks at once."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest

from mastermot import dictionary_names, open_dictionary
from mastermot.caches import Cache
from mastermot.operations import limits
from mastermot.operations.game_setup import CodesChoice, first_position, prepared
from mastermot.words import dictionaries
from mastermot.words.dictionaries import kept_sections, kept_uses, read_uses
from tests.support import PATIENCE


@pytest.mark.parametrize("seed", range(5))
def test_the_values_used_last_are_kept(seed: int) -> None:
    """Against a plain list: the last used whose sizes fit, newest first, until one does not."""
    chance = random.Random(seed)
    cache = Cache[str](20, len)
    used: list[str] = []
    for _ in range(200):
        word = chance.choice("ab") * chance.randint(1, 24)
        assert cache.fetch(word, lambda word=word: word) == word  # type: ignore[misc]
        if len(word) <= 20:
            used = [*(one for one in used if one != word), word]
            while sum(map(len, used)) > 20:
                del used[0]
        assert list(cache.values) == used
        assert cache.size == sum(map(len, used))


def test_many_threads_at_once_keep_the_bound() -> None:
    cache, begin = Cache[bytes](100, len), threading.Barrier(8)

    def work(seed: int) -> None:
        chance = random.Random(seed)
        begin.wait(PATIENCE)
        for _ in range(300):
            size = chance.randint(1, 40)
            assert cache.fetch(size, lambda size=size: bytes(size)) == bytes(size)  # type: ignore[misc]

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    assert cache.size == sum(map(len, cache.values.values())) <= 100
    assert not cache.making


@pytest.mark.slow
def test_the_words_kept_in_memory_are_bounded() -> None:
    """Over all lists and lengths; each list is the same when it comes again."""
    counts = {}
    for name in dictionary_names():
        dictionary = open_dictionary(name)
        for length, count in dictionary.lengths.items():
            counts[name, length] = len(dictionary.of_length(length))
            assert counts[name, length] == count
            assert kept_sections.size <= dictionaries.MAX_KEPT_WORDS
    assert sum(counts.values()) > 5 * dictionaries.MAX_KEPT_WORDS  # so that most have gone
    for (name, length), count in list(counts.items())[:3]:
        assert len(open_dictionary(name).words(length)) == count


def test_the_frequencies_kept_in_memory_are_bounded() -> None:
    for language, length in product(("fr", "en", "es"), range(2, 16)):
        first = read_uses(language, length)
        assert kept_uses.size <= dictionaries.MAX_KEPT_USES
        assert read_uses(language, length) is first  # none is so large that it would not be kept


def test_the_games_kept_prepared_are_bounded() -> None:
    prepared.clear()
    for name, length in product(("fr", "es"), (8, 9, 10)):
        first_position(CodesChoice(words=name, length=length), "black-white")
        assert 0 < prepared.size <= limits.MAX_PREPARED
    colours = CodesChoice(holes=4, colours=6)
    assert first_position(colours, "black-white").candidates is first_position(colours, "black-white").candidates

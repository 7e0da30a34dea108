"""Ladders and islands against slow, obvious versions; the figures of the Stanford GraphBase."""

from __future__ import annotations

from collections import deque
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import Dictionary, find_ladders, open_dictionary
from mastermot.families import Gap, find_neighbourhood, measure_islands
from mastermot.families.errors import LadderLengthError, LadderWordError

lists = st.integers(2, 4).flatmap(
    lambda length: st.lists(st.text("ABCD", min_size=length, max_size=length), min_size=2, max_size=30, unique=True)
)


def listed(words: list[str]) -> Dictionary:
    """Return a dictionary of words of one length."""
    return Dictionary("ours", {len(words[0]): {word: (word.lower(),) for word in words}})


def apart(one: str, other: str) -> int:
    """Return in how many positions two words differ."""
    return sum(a != b for a, b in zip(one, other, strict=True))


def distances(start: str, words: list[str]) -> dict[str, int]:
    """Return the steps from a word to every word that can be reached."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        word = queue.popleft()
        for other in words:
            if other not in found and apart(word, other) == 1:
                found[other] = found[word] + 1
                queue.append(other)
    return found


def every_ladder(start: str, end: str, words: list[str]) -> list[tuple[str, ...]]:
    """Return all shortest ladders, in alphabetical order."""
    steps = distances(end, words)
    chains = [(start,)]
    for left in range(steps[start], 0, -1):
        chains = [
            (*chain, word)
            for chain in chains
            for word in words
            if apart(chain[-1], word) == 1 and steps.get(word) == left - 1
        ]
    return sorted(chains)


@given(words=lists, data=st.data())
def test_ladders_are_all_the_shortest_ones(words: list[str], data: st.DataObject) -> None:
    start, end = data.draw(st.sampled_from(words)), data.draw(st.sampled_from(words))
    most = data.draw(st.sampled_from([1, 3, 1000]))
    found = find_ladders(start.lower(), end, listed(words), most)
    reached = distances(start, words)
    if end in reached:
        expected = every_ladder(start, end, words)
        assert (found.steps, found.count, found.ladders) == (reached[end], len(expected), tuple(expected[:most]))
        assert (found.nearest, found.alone, found.reached, found.gap) == ((), (), (), None)
    else:
        assert (found.steps, found.count, found.complete, found.ladders) == (None, 0, True, ())
        assert found.alone == tuple(word for word in (start, end) if len(distances(word, words)) == 1)
        nearest = sorted((apart(word, end), word) for word in reached)[:5]
        assert sorted((one.differs, one.word) for one in found.nearest) == nearest
        assert all(one.steps == reached[one.word] for one in found.nearest)
        assert list(found.nearest) == sorted(found.nearest, key=lambda one: (one.differs, one.steps, one.word))
        there = distances(end, words)
        assert found.reached == (len(reached), len(there))
        differs, one, other = min((apart(one, other), one, other) for one in reached for other in there)
        assert found.gap == Gap(one, other, differs)


@given(words=lists)
def test_figures_of_a_list(words: list[str]) -> None:
    figures = measure_islands(listed(words), len(words[0]))
    assert figures.words == len(words)
    assert figures.pairs == sum(apart(one, other) == 1 for one, other in combinations(words, 2))
    islands = {frozenset(distances(word, words)) for word in words}
    assert sorted(size for size, count in figures.sizes.items() for _one in range(count)) == sorted(map(len, islands))
    farthest = max(steps for word in words for steps in distances(word, words).values())
    if farthest == 0:
        assert figures.longest is None
        return
    assert figures.longest is not None
    ladder = figures.longest.ladder
    assert (figures.longest.steps, figures.longest.proven) == (farthest, True)
    assert distances(ladder[0], words)[ladder[-1]] == farthest
    assert all(apart(one, other) == 1 for one, other in pairwise(ladder))


def test_the_figures_of_the_graphbase() -> None:
    """Knuth gives these figures for the graph of the 5757 words; the longest ladder takes 33 searches."""
    visited: list[int] = []
    figures = measure_islands(open_dictionary("sgb"), 5, visited.append)
    assert visited == [4493] * 33
    assert (figures.words, figures.pairs, figures.alone) == (5757, 14135, 671)
    assert (figures.islands, figures.largest) == (853, 4493)
    assert figures.longest is not None
    assert (figures.longest.steps, figures.longest.proven) == (29, True)


def test_a_search_that_stops_says_so() -> None:
    words = open_dictionary("sgb").words(5)
    visited: list[int] = []
    figures = measure_islands(listed(words), 5, visited.append, most_visited=5000)
    assert figures.longest is not None
    assert not figures.longest.proven
    assert 0 < figures.longest.steps <= 29
    assert sum(visited) < 3 * 5000


@given(words=lists, data=st.data())
def test_the_neighbourhood_of_a_word(words: list[str], data: st.DataObject) -> None:
    word = data.draw(st.sampled_from(words))
    found = find_neighbourhood(word, listed(words))
    around = [other for family in found.families for other in family.words]
    assert sorted(around) == sorted(other for other in words if apart(word, other) == 1)
    assert (found.neighbours, found.reached) == (len(around), len(distances(word, words)))
    for family in found.families:
        place = family.pattern.index("?")
        assert all(other[:place] + "?" + other[place + 1 :] == family.pattern for other in family.words)


def test_more_ladders_than_are_listed_are_counted() -> None:
    """From AAAAAA to BBBBBB among all words of A and B: 6! orders of changing the letters."""
    words = ["".join("AB"[number >> place & 1] for place in range(7)) for number in range(128)]
    found = find_ladders("aaaaaaa", "bbbbbbb", listed(words), 10_000)
    assert (found.steps, found.count, len(found.ladders)) == (7, 5040, 1000)
    assert not found.complete


def test_a_very_long_chain() -> None:
    """The 15 letters change one after the other, again and again: no two words but those in a row are neighbours."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    draw = Random(1)
    chain = ["A" * 15]
    for step in range(1500):
        word, place = chain[-1], step % 15
        chain.append(word[:place] + draw.choice(letters.replace(word[place], "")) + word[place + 1 :])
    found = find_ladders(chain[0], chain[-1], listed(chain), 5)
    assert found.ladders == (tuple(chain),)


def test_wrong_words() -> None:
    dictionary = listed(["COLD", "CORD", "WORD"])
    with pytest.raises(LadderLengthError) as lengths:
        find_ladders("cold", "words", dictionary)
    assert lengths.value.parameters == {"word": "WORDS", "length": 5, "expected": 4, "other": "COLD"}
    for start, end in (("cold", "wold"), ("wold", "cold")):
        with pytest.raises(LadderWordError) as unknown:
            find_ladders(start, end, dictionary)
        assert unknown.value.word == "WOLD"
        assert "cold" in unknown.value.suggestions


def test_without_visits_no_longest_ladder_is_known() -> None:
    words = Dictionary("ours", {4: {word: (word.lower(),) for word in ("COLD", "CORD", "WORD", "LAMP")}})
    assert measure_islands(words, 4, most_visited=0).longest is None
    found = measure_islands(words, 4, most_visited=1).longest
    assert found is not None
    assert found.ladder

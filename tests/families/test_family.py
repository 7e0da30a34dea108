"""Families against slow, obvious versions, and the histograms of the reference lists."""

from __future__ import annotations

import re
from itertools import combinations, islice, product

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from mastermot import BLACK, BLACK_WHITE, RULES, Family, find_families, open_dictionary
from mastermot.families import (
    count_sizes,
    find_families_of_word,
    find_separated_words,
    list_patterns,
    sort_families,
    star_separated_words,
)
from mastermot.families.errors import TooManyWordsError
from mastermot.families.family import choose_least_size, find_families_plainly
from tests.reference import ACCELERATION, FRENCH, needs_french
from tests.support import some

FRENCH_HISTOGRAMS = [
    (4, {1: 1918, 2: 411, 3: 140, 4: 60, 5: 28, 6: 17, 7: 4, 8: 5, 9: 0, 10: 1}),
    (5, {1: 6855, 2: 875, 3: 210, 4: 58, 5: 24, 6: 11, 7: 6}),
]
SHIPPED = [
    ("fr-common", 4, {1: 2265, 2: 630, 3: 251, 4: 105, 5: 56, 6: 29, 7: 18, 8: 8, 9: 5, 10: 3, 11: 1, 12: 1}),
    ("sgb", 5, dict(enumerate([16039, 3196, 910, 360, 166, 77, 53, 28, 12, 13, 2, 2, 1], start=1))),
    ("fr", 8, {1: 289521, 2: 25127, 3: 4933, 4: 2090, 5: 388, 6: 166, 7: 76, 8: 46, 9: 13, 10: 3, 11: 1}),
]

lists = st.integers(2, 5).flatmap(
    lambda length: st.lists(st.text("ABC", min_size=length, max_size=length), min_size=1, max_size=30, unique=True)
)


@needs_french
@pytest.mark.parametrize(("length", "expected"), FRENCH_HISTOGRAMS)
def test_histograms_of_the_french_list(length: int, expected: dict[int, int]) -> None:
    found = find_families(open_dictionary(str(FRENCH)).words(length))
    assert count_sizes(found) == expected
    if length == 4:
        assert [one.pattern for one in sort_families(found, 8)] == ["RA?E", "?AIN", "?IRE", "?OUE", "?URE", "PA?E"]


@pytest.mark.parametrize(("name", "length", "expected"), SHIPPED)
def test_histograms_of_the_shipped_lists(name: str, length: int, expected: dict[int, int]) -> None:
    assert count_sizes(find_families(open_dictionary(name).words(length))) == expected


@given(lists)
def test_a_family_holds_the_words_that_match_its_pattern(words: list[str]) -> None:
    found = find_families(words)
    slow = {pattern for word in words for pattern in list_patterns(word)}
    assert set(found) == slow
    assert {pattern: list(members) for pattern, members in found.items()} == find_families_plainly(words)
    for pattern, members in found.items():
        assert list(members) == [word for word in words if re.fullmatch(pattern.replace("?", "."), word)]
    assert sum(size * count for size, count in count_sizes(found).items()) == sum(map(len, words))


@given(lists)
def test_families_are_the_maximal_cliques(words: list[str]) -> None:
    """Two words one position apart share exactly one family; no word outside a family is next to all of it."""

    def apart(one: str, other: str) -> int:
        return sum(a != b for a, b in zip(one, other, strict=True))

    members = [set(one.words) for one in sort_families(find_families(words))]
    for one, other in combinations(words, 2):
        shared = [family for family in members if {one, other} <= family]
        assert len(shared) == (apart(one, other) == 1)
    for family in members:
        assert all(apart(one, other) == 1 for one, other in combinations(family, 2))
        outside = set(words) - family
        assert not any(all(apart(word, other) == 1 for other in family) for word in outside)


@given(lists, st.data())
def test_families_of_a_word(words: list[str], data: st.DataObject) -> None:
    word = data.draw(st.sampled_from(words))
    found = find_families(words)
    assert find_families_of_word(word, found) == [one for one in sort_families(found) if word in one.words]


def test_families_of_a_word_outside_the_list_are_its_neighbours() -> None:
    found = find_families(["RACE", "RATE", "GITE"])
    assert find_families_of_word("RAVE", found, 1) == [Family("RA?E", ("RACE", "RATE"))]
    without_words = ["?AVE", "R?VE", "RAV?"]
    assert [family.pattern for family in find_families_of_word("RAVE", found, 0)] == ["RA?E", *without_words]


def test_several_lengths_do_not_mix() -> None:
    assert count_sizes(find_families(["AB", "CB", "ABC"])) == {1: 5, 2: 1}
    assert find_families([]) == {}
    assert count_sizes({}) == {}


@given(st.dictionaries(st.integers(1, 12), st.integers(0, 50), max_size=12), st.integers(1, 60))
def test_readable_size_shows_as_many_families_as_fit(sizes: dict[int, int], most: int) -> None:
    least = choose_least_size(sizes, most)
    shown = sum(count for size, count in sizes.items() if size >= least)
    assert least >= 2
    assert shown <= most or least == max(sizes)
    if least > 2 and least < max(sizes):
        assert shown + sizes.get(least - 1, 0) > most


@needs_french
def test_stars_are_those_of_the_old_files() -> None:
    for line in some(filter(str.strip, ACCELERATION.read_text("utf-8").splitlines())):
        accelerator, _, why = line.partition("#")
        marked = [word for word in why.split() if word.strip("*").isupper()]
        words = tuple(word.strip("*") for word in marked)
        place = next(place for place in range(len(words[0])) if len({word[place] for word in words}) > 1)
        family = Family(words[0][:place] + "?" + words[0][place + 1 :], words)
        assert star_separated_words(accelerator.strip(), family) == " ".join(marked)


def test_stars_depend_on_the_rule() -> None:
    family = Family("RA?E", ("RACE", "RAGE", "RARE", "RASE"))
    assert find_separated_words("GARS", family, BLACK_WHITE) == ("RAGE", "RARE", "RASE")
    assert find_separated_words("GARS", family, BLACK) == ("RARE",)


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
@given(data=st.data())
def test_words_without_a_star_all_get_the_same_marks(rule, data) -> None:  # type: ignore[no-untyped-def]
    words = data.draw(lists)
    accelerator = data.draw(st.text("ABCD", min_size=len(words[0]), max_size=len(words[0])))
    families = sort_families(find_families(words))
    assume(families)
    for family in some(families):
        plain = set(family.words) - set(find_separated_words(accelerator, family, rule))
        assert len({rule.mark(accelerator, word) for word in plain}) <= 1


def test_words_are_folded() -> None:
    assert find_families(["race", "Ragé"]) == find_families(["RACE", "RAGE"])
    found = find_families(["RACE", "RAGE"])
    assert find_families_of_word("rangé", found) == find_families_of_word("RANGE", found)
    assert find_families_of_word("ragé", found) == find_families_of_word("RAGE", found)
    assert find_separated_words("gars", Family("RA?E", ("RACE", "RAGE", "RADE"))) == ("RAGE",)
    assert find_separated_words("gars", Family("ra?e", ("race", "rage", "rade"))) == ("rage",)
    assert list(list_patterns("né")) == ["?E", "N?"]


def test_too_many_words_are_refused() -> None:
    words = ("".join(letters) for letters in islice(product("ABCDEFGHIJKLMNOPQRSTUVWXYZ", repeat=5), 500_001))
    with pytest.raises(TooManyWordsError) as caught:
        find_families(words)
    assert "500,001" in str(caught.value)
    assert "500,000" in str(caught.value)


@example(sizes={2: 5}, most=3)
@given(sizes=st.dictionaries(st.integers(1, 9), st.integers(0, 20)), most=st.integers(0, 40))
def test_the_readable_size_is_the_least_that_few_families_have(sizes: dict[int, int], most: int) -> None:
    largest = max([2, *sizes])
    few = [size for size in range(2, largest) if sum(sizes.get(one, 0) for one in range(size, 10)) <= most]
    assert choose_least_size(sizes, most) == (few[0] if few else largest)

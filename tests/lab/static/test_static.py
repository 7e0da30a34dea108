"""Fixed guesses: classes, figures and proofs, against slow obvious versions that only use the plain definition."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations, product

import numpy as np
import pytest

from mastermot import (
    RULES,
    Codes,
    ColourCodes,
    FixedProblem,
    FixedSearch,
    ListedCodes,
    Rule,
    WordCodes,
    classes_of,
    find_fixed_guesses,
    mark,
)
from mastermot.game.errors import FixedTooLargeError
from mastermot.lab.static import MAX_FIXED, FixedAimError, FixedCountError, FixedObjectiveError
from mastermot.lab.static.exact import has_columns, list_symmetries, try_all
from mastermot.lab.static.fixed_guesses import FixedClasses
from mastermot.lab.static.searching import rank_pairs
from mastermot.rules.code_errors import CodeUnknownError
from tests.support import ROOT

WORDS = ListedCodes(
    [*("lune", "lume", "lame", "rame", "rare", "cane", "tare", "mare"), *("dame", "pion", "lion", "type")]
)


def split_plainly(codes: Sequence[str], rule: Rule, guesses: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the classes of codes by their marks, one by one."""
    groups = defaultdict(list)
    for code in codes:
        groups[tuple(mark(guess, code, rule) for guess in guesses)].append(code)
    return [tuple(group) for group in groups.values()]


def value_plainly(codes: Sequence[str], rule: Rule, guesses: Sequence[str], objective: str) -> float:
    """Return the objective of guesses, less being better."""
    sizes = [len(group) for group in split_plainly(codes, rule, guesses)]
    squares = sum(size * size for size in sizes)
    return {"classes": -len(sizes), "largest": max(sizes), "expected": squares / len(codes)}[objective]


@pytest.mark.parametrize(("steps", "proven"), [(50, False), (2000, True)])
def test_a_proof_ends_where_starts_bound_the_search(steps: int, proven: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof takes 469 steps: it is made where so many are allowed."""
    problem = FixedProblem(ColourCodes(4, 4), "black")
    monkeypatch.setattr("mastermot.lab.static.searching.PROOF_MARKS", steps * problem.marks.size)
    search = FixedSearch(problem, starts=1)
    search.run()
    assert search.best is not None
    assert search.best.proven == proven


def test_partitions_that_are_too_many_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 25 guesses there are 5 * 10^18: the search goes on guess by guess, and ends when it is told to."""
    problem = FixedProblem(ColourCodes(2, 26), "black")
    monkeypatch.setattr("mastermot.lab.static.searching.PROOF_MARKS", 60 * problem.marks.size)
    search = FixedSearch(problem, starts=1)
    search.run()
    assert search.best is not None
    assert (search.best.bound, search.best.proven) == (25, False)
    assert [has_columns(10, 2, 7), has_columns(2, 26, 25), has_columns(10, 2, 15)] == [True, False, False]


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
@pytest.mark.parametrize("codes", [ColourCodes(3, 3), ColourCodes(3, 4, repeats=False), WORDS], ids=str)
def test_classes_agree_with_the_plain_definition(codes: Codes, rule: Rule) -> None:
    guesses = [codes.texts[place] for place in (0, 5, 11)]
    expected = split_plainly(codes.texts, rule, guesses)
    assert sorted(classes_of(codes, rule, guesses)) == sorted(expected)
    problem = FixedProblem(codes, rule)
    figures = problem.split([0, 5, 11]).figures
    sizes = [len(group) for group in expected]
    assert (figures.classes, figures.alone, figures.largest) == (len(sizes), sizes.count(1), max(sizes))
    assert figures.expected == sum(size * size for size in sizes) / codes.count


def test_classes_without_guesses_are_one() -> None:
    assert classes_of(ColourCodes(1, 2), "black", []) == [("A", "B")]


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
@pytest.mark.parametrize("fast", [False, True], ids=["numpy", "compiled"])
def test_scores_agree_with_the_partitions(rule: Rule, fast: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if fast:
        pytest.importorskip("numba")
    monkeypatch.setattr("mastermot.lab.static.fixed_guesses.find_kernels", lambda pairs: True if fast else None)
    problem = FixedProblem(WordCodes("fr-common", 3), rule)
    for chosen in ([], [0], [0, 3, 8], list(range(0, 150, 10))):
        classes = problem.split(chosen)
        scores, parts, weighed = problem.score(classes), problem.count_classes(classes), problem.weigh(classes)
        assert (scores.classes == parts).all()
        values = []
        for guess in range(0, len(problem.marks), 7):
            split = problem.split([*chosen, guess])
            sizes = split.sizes
            told = (scores.classes[guess], scores.largest[guess], scores.squares[guess])
            assert told == (len(sizes), sizes.max(), (sizes * sizes).sum())
            values.append(len(sizes))
        count = problem.codes.count
        assert (count - weighed.min() // (count * (count + 1))) == parts.max()
        groups = [problem.split([guess]) for guess in range(0, len(problem.marks), 7)]
        order, starts = classes.order
        for group in np.split(order, starts[1:-1]) if len(order) else ():
            assert max(len(np.unique(split.ids[group])) for split in groups) <= scores.most.max(initial=1)
        assert (scores.sizes == np.diff(starts)).all()


def test_numpy_and_compiled_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr("mastermot.lab.static.exchange.MAX_VAIN", 1)
    found = []
    for kernels in (None, True):
        monkeypatch.setattr("mastermot.lab.static.fixed_guesses.find_kernels", lambda pairs, kernels=kernels: kernels)
        for objective in ("classes", "largest", "expected"):
            problem = FixedProblem(WordCodes("fr-common", 3), "black", objective=objective)
            search = FixedSearch(problem, 3, seed=2, starts=1)
            search._make_starts(1, lambda: True)
            best = search.best
            assert best is not None
            found.append(best.guesses)
    assert found[:3] == found[3:]


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
@pytest.mark.parametrize("objective", ["classes", "largest", "expected"])
@pytest.mark.parametrize(
    "codes", [ColourCodes(2, 3), ColourCodes(3, 2), ColourCodes(2, 4, repeats=False), WORDS], ids=str
)
def test_proofs_agree_with_all_sets_tried(codes: Codes, rule: Rule, objective: str) -> None:
    problem = FixedProblem(codes, rule, objective=objective)
    for count in (1, 2, 3):
        best = min(value_plainly(codes.texts, rule, trio, objective) for trio in combinations(codes.texts, count))
        found = find_fixed_guesses(problem, count, starts=1)
        assert found.proven
        assert value_plainly(codes.texts, rule, found.guesses, objective) == best
        assert found.bound == (-best if objective == "classes" else best)


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_exhaustion_alone_finds_the_best(rule: Rule) -> None:
    """Without any start before it: from a value that everything beats."""
    codes = ColourCodes(3, 3)
    problem = FixedProblem(codes, rule)
    best = min(value_plainly(codes.texts, rule, trio, "classes") for trio in combinations(codes.texts, 3))
    *_worse, (value, found) = try_all(problem, 3, 0, lambda: True)
    assert value == best == -problem.split(found).figures.classes


KNOWN = [
    *((2, colours, (4 * colours - 2) // 3) for colours in (2, 3, 4, 5, 6)),
    *((3, colours, 3 * colours // 2) for colours in (2, 3, 4, 5)),
    *((holes, 2, count) for holes, count in zip(range(2, 11), (2, 3, 4, 4, 5, 6, 6, 7, 7), strict=True)),
]
"""Holes, colours, and the fewest guesses that tell all apart with black marks: J. Cáceres and others, On the metric
dimension of Cartesian products of graphs, 2007; G. Jäger and F. Drewes, The metric dimension of Z_n x Z_n x Z_n is
floor(3n/2), 2020; OEIS A303735."""


@pytest.mark.parametrize(
    ("holes", "colours", "count"), [pytest.param(*game, marks=[pytest.mark.slow] * (game[0] > 8)) for game in KNOWN]
)
def test_metric_dimensions(holes: int, colours: int, count: int) -> None:
    codes = ColourCodes(holes, colours)
    found = find_fixed_guesses(FixedProblem(codes, "black"))
    assert (len(found.guesses), found.bound, found.proven) == (count, count, True)
    assert len(split_plainly(codes.texts, RULES["black"], found.guesses)) == codes.count


WITHOUT_REPEATS = [
    *((2, colours, -(-4 * colours // 3) - 2) for colours in (2, 3, 4, 5, 6)),
    *((3, colours, (3 * colours - 1) // 2 - 1) for colours in (4, 5)),
]
"""The same without repeats: G. Jäger and F. Drewes, arXiv:2210.04652, 2022, less the turn that names the code."""


@pytest.mark.parametrize(
    ("holes", "colours", "count"),
    [pytest.param(*game, marks=[pytest.mark.slow] * (game in {(2, 6, 6), (3, 5, 6)})) for game in WITHOUT_REPEATS],
)
def test_fixed_guesses_without_repeats(holes: int, colours: int, count: int) -> None:
    found = find_fixed_guesses(FixedProblem(ColourCodes(holes, colours, repeats=False), "black"))
    assert (len(found.guesses), found.bound, found.proven) == (count, count, True)


def test_the_page_has_the_published_counts_without_repeats() -> None:
    text = (ROOT / "docs" / "static.md").read_text(encoding="utf-8").split("### Without repeats")[1]
    told = re.findall(r"^\| (\d) \| (\d) \| (\d) \| (\d) \(Jäger", text, re.MULTILINE)
    shown = [tuple(map(int, row)) for row in told]
    known = {(holes, colours): count for holes, colours, count in WITHOUT_REPEATS} | {(2, 7): 8}
    assert {(holes, colours): (here, theirs) for holes, colours, here, theirs in shown} == {
        game: (count, count) for game, count in known.items() if game != (2, 2)
    }


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
@pytest.mark.parametrize("codes", [ColourCodes(3, 3), ColourCodes(2, 4), ColourCodes(3, 4, repeats=False)], ids=str)
def test_symmetries_keep_partitions(codes: ColourCodes, rule: Rule) -> None:
    marks = FixedProblem(codes, rule).marks
    group = list_symmetries(codes)
    assert (np.sort(group, axis=1) == np.arange(codes.count)).all()
    for moved in group[:: max(1, len(group) // 60)]:
        for row, other in zip(marks[moved][:, moved], marks, strict=True):
            assert len(set(zip(row.tolist(), other.tolist(), strict=True))) == len(set(row)) == len(set(other))


def test_given_guesses_stay_first_and_count() -> None:
    problem = FixedProblem(WORDS, "black", given=["Lune", "pion"])
    found = find_fixed_guesses(problem, 3)
    assert found.guesses[:2] == ("LUNE", "PION")
    best = min(value_plainly(WORDS.texts, RULES["black"], ["LUNE", "PION", more], "classes") for more in WORDS.texts)
    assert -found.figures.classes == best
    alone = find_fixed_guesses(problem, 2)
    assert alone.guesses == ("LUNE", "PION")
    assert alone.proven


def test_codes_that_no_guess_tells_apart() -> None:
    """Guesses may come from elsewhere: what they cannot tell apart stays together, and the answer says so."""
    codes, guesses = ListedCodes(["aab", "aac", "bbb", "ccc"]), ListedCodes(["axx", "xbx"])
    found = find_fixed_guesses(FixedProblem(codes, "black", guesses))
    assert (set(found.guesses), found.figures.classes, found.proven) == ({"AXX", "XBX"}, 3, True)
    nothing = find_fixed_guesses(FixedProblem(codes, "black", ["zzz", "yyy"]), 2)
    assert (nothing.figures.classes, nothing.bound, nothing.proven) == (1, 1, True)


def test_the_same_seed_finds_the_same_whatever_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mastermot.lab.static.exchange.MAX_VAIN", 2)
    problem = FixedProblem(WordCodes("fr-common", 4), "positional")
    found = []
    for jobs in (1, 2, 2):
        search = FixedSearch(problem, 3, seed=5, starts=3, jobs=jobs)
        search.run()
        found.append(search.best)
    assert found[0] is not None
    assert found[0] == found[1] == found[2]
    assert found[0].figures.classes == len(split_plainly(problem.codes.texts, problem.rule, found[0].guesses))


def test_a_search_that_is_stopped_has_its_best() -> None:
    search = FixedSearch(FixedProblem(WordCodes("fr-common", 4), "black"))
    search.run(lambda: False)
    best = search.best
    assert best is not None
    assert best.figures.classes == search.problem.codes.count
    assert best.bound < len(best.guesses)
    assert not best.proven


def test_an_interruption_stops_the_threads_and_keeps_the_best() -> None:
    search = FixedSearch(FixedProblem(WordCodes("fr-common", 4), "black"), 5, jobs=2)
    times = iter(range(100))

    def interrupt() -> bool:
        if search.best is not None or next(times) > 90:
            raise KeyboardInterrupt
        return True

    with pytest.raises(KeyboardInterrupt):
        search.run(interrupt)
    assert search.best is not None
    assert len(search.best.guesses) == 5


def test_blocks_of_numpy_agree_with_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mastermot.lab.static.fixed_guesses.find_kernels", lambda pairs: None)
    problem = FixedProblem(ColourCodes(2, 2))
    problem.marks = marks = np.array([list(row) for row in product(range(3), repeat=4)], np.uint8)
    scores = problem.score(FixedClasses(np.array([0, 0, 1, 1])))
    told = np.array([scores.classes, scores.largest, scores.squares]).T.tolist()
    for row, figures in zip(marks.tolist(), told, strict=True):
        sizes = [part.count(value) for part in (row[:2], row[2:]) for value in set(part)]
        assert figures == [len(sizes), max(sizes), sum(size * size for size in sizes)]
    assert scores.most.tolist() == [2, 2]


def test_refusals() -> None:
    problem = FixedProblem(WORDS, "black", given=["lune", "pion"])
    for count in (0, 1, MAX_FIXED + 1):
        with pytest.raises(FixedCountError):
            FixedSearch(problem, count)
    with pytest.raises(FixedAimError):
        FixedSearch(FixedProblem(WORDS, objective="largest"))
    with pytest.raises(FixedObjectiveError) as refused:
        FixedProblem(WORDS, objective="clases")
    assert refused.value.suggestions[0] == "classes"
    with pytest.raises(CodeUnknownError):
        FixedProblem(WORDS, given=["zzzz"])
    with pytest.raises(FixedTooLargeError):
        FixedProblem(ColourCodes(4, 11))


PAGE = (ROOT / "docs" / "measurements.md").read_text("utf-8")
PUBLISHED = re.findall(r"^\| (ten|all), `([a-z-]+)`, `([a-z-]+)`([^|]*) \| ([A-Z ]+) \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("what", "name", "rule", "figures", "words"), PUBLISHED)
def test_published_guesses_tell_apart_what_the_page_says(
    what: str, name: str, rule: str, figures: str, words: str
) -> None:
    codes, guesses = WordCodes(name, 5).texts, words.split()
    classes = split_plainly(codes, RULES[rule], guesses)
    if what == "all":
        assert len(classes) == len(codes)
        return
    row = re.findall(rf"^\| `{rule}` \| {len(guesses)} \| ([\d,]+ \([\d,]+)\)", PAGE, re.MULTILINE)[0]
    alone = sum(len(group) == 1 for group in classes)
    assert re.findall(r"[\d,]*\d", figures or row) == [f"{len(classes):,}", f"{alone:,}"]


def test_the_page_publishes_guesses() -> None:
    assert {what for what, *_rest in PUBLISHED} == {"ten", "all"}


def test_the_work_of_ranking_pairs_is_counted_in_first_guesses() -> None:
    problem = FixedProblem(ColourCodes(2, 4), "black-white")
    counted: list[int] = []
    firsts = np.array([0, 1, 5])
    rank_pairs(problem, firsts, 2, counted.append)
    assert counted == [1] * len(firsts)

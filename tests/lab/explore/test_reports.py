"""Reports: every figure against a plain recomputation; choosing runs; the nearest when there is none."""

from __future__ import annotations

from statistics import pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot.lab.explore import Comparison, Record, Results, Run, compare_runs
from mastermot.lab.explore.errors import RunUnknownError
from mastermot.lab.explore.reports import choose_runs, measure_advantage
from tests.lab.explore.support import small

MOST = 9


def results(turns: dict[str, int | None], number: int = 1) -> Results:
    """Return results with games of these lengths; None is a game given up after `MOST` turns."""
    settings = small().settings._replace(most_turns=MOST)
    games = [
        Record(place, code, length, ("ZZZ",) * ((length or MOST + 1) - 1) + ((code,) if length else ()))
        for place, (code, length) in enumerate(turns.items())
    ]
    return Results(Run(number, "list-3", len(games), settings, len(games)), games)


lengths = st.dictionaries(st.text("AB", min_size=3, max_size=3), st.none() | st.integers(1, MOST), min_size=1)


@given(lengths)
def test_figures_of_a_run(turns: dict[str, int | None]) -> None:
    one = results(turns)
    won = [length for length in turns.values() if length is not None]
    assert one.total == sum(won)
    assert one.longest == (max(won) if won else None)
    assert one.deviation == (pytest.approx(pstdev(won), abs=1e-12) if won else None)
    assert one.average == (sum(won) / len(won) if won else None)
    assert one.unfinished == len(turns) - len(won)
    document = one.as_json(turns=True)
    assert document["turns"] == turns
    assert document["histogram"] == {str(n): won.count(n) for n in sorted(set(won))}
    assert document["codes"] == len(turns)
    assert document.get("unfinished", 0) == one.unfinished


@given(lengths, lengths)
def test_comparison_of_two_runs(first: dict[str, int | None], second: dict[str, int | None]) -> None:
    comparison = Comparison(results(first), results(second, 2))
    both = [code for code in first if code in second]
    long = [{code: length or MOST + 1 for code, length in turns.items()} for turns in (first, second)]
    differences = {code: long[0][code] - long[1][code] for code in both}
    document = comparison.as_json()
    assert document["codes"] == len(both)
    assert document["equal"] == sum(not difference for difference in differences.values())
    for side, faster in enumerate(
        ([code for code in both if differences[code] < 0], [code for code in both if differences[code] > 0])
    ):
        averages = [sum(turns[code] for code in faster) / len(faster) if faster else None for turns in long]
        largest = max((abs(differences[code]) for code in faster), default=0)
        assert document["faster"][side] == {"codes": len(faster), "averages": averages, "largest": largest}
    assert {int(key): count for key, count in document["histogram"].items()} == {
        value: list(differences.values()).count(value) for value in differences.values()
    }
    shown = [abs(pair.difference) for pair in comparison.differing_most(3)]
    assert shown == sorted((abs(d) for d in differences.values() if d), reverse=True)[:3]


def test_advantage_of_nobody() -> None:
    assert measure_advantage([]) == {"codes": 0, "averages": [None, None], "largest": 0}


def test_hardest_games_come_first() -> None:
    one = results({"AAA": 2, "AAB": 5, "ABA": None, "ABB": 5, "BAA": 3})
    assert [game.code for game in one.hardest(4)] == ["ABA", "AAB", "ABB", "BAA"]


def test_runs_over_other_codes_are_compared_only_when_they_are_alone() -> None:
    one, two = results({"AAA": 1, "AAB": 2}), results({"AAB": 1, "AAA": 2}, 2)
    other = results({"AAA": 4}, 3)
    other = Results(other.run._replace(settings=other.run.settings._replace(checksum="x")), other.games)
    assert len(compare_runs([one, two, other])) == 1
    assert len(compare_runs([one, other])) == 1
    assert compare_runs([one]) == []


RUNS = [Run(number, "4x6", 1296, small(strategy).settings, 0) for number, strategy in ((1, "entropy"), (2, "minimax"))]


def test_runs_are_chosen_by_number_name_and_settings() -> None:
    assert choose_runs(RUNS, (), {}, "") == RUNS
    assert choose_runs(RUNS, ["2"], {}, "") == RUNS[1:]
    assert choose_runs(RUNS, [RUNS[0].name, "2"], {}, "") == RUNS
    assert choose_runs(RUNS, (), {"strategy": "minimax", "rule": "black-white"}, "") == RUNS[1:]


@pytest.mark.parametrize(
    ("names", "wanted"), [(["4x6/decodeur/minimx"], {}), ([], {"strategy": "minimax", "rule": "black"})]
)
def test_a_run_that_is_not_there_is_named_with_the_nearest(names: list[str], wanted: dict[str, str]) -> None:
    with pytest.raises(RunUnknownError) as raised:
        choose_runs(RUNS, names, wanted, "minimax, black")
    assert raised.value.suggestions[0] == "4x6/decodeur/minimax"
    assert "2 4x6/decodeur/minimax" in str(raised.value)

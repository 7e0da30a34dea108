"""Runs: the turns of REFERENCE.md, the tree against games played one by one, any number of processes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermot import (
    BLACK_WHITE,
    RULES,
    ColourCodes,
    Configuration,
    ListedCodes,
    WordCodes,
    make_codebreaker,
    open_dictionary,
)
from mastermot.engine.processes import ProcessEngine
from mastermot.game import POOLS, STRATEGIES
from mastermot.game.errors import PlayerGameError
from mastermot.lab.explore import count_turns, explore
from tests.lab.explore.support import games, obvious, reference, small
from tests.reference import FRENCH_TURNS, TURNS, needs_french


@pytest.mark.parametrize("name", ["s4c6", pytest.param("fr4", marks=needs_french)])
@pytest.mark.parametrize("strategy", ["entropy", "minimax"])
def test_turn_by_turn(name: str, strategy: str) -> None:
    folder = FRENCH_TURNS if name == "fr4" else TURNS
    expected = json.loads((folder / f"{name}_{strategy}.json").read_text())
    configuration = reference(name, strategy)
    assert count_turns(configuration.codes, configuration.rule, configuration.codebreaker) == expected


@st.composite
def configurations(draw: st.DrawFn) -> Configuration:
    """Draw any rule, strategy and pool over a few short codes, with acceleration words, a sample, a seed."""
    length = draw(st.integers(2, 4))
    word = st.text("ABCD", min_size=length, max_size=length)
    player = make_codebreaker(
        draw(st.sampled_from([*STRATEGIES, "best", "knuth", "decodeur", "consistent", "random"])),
        strategy=draw(st.none() | st.sampled_from(sorted(STRATEGIES))),
        pool=draw(st.none() | st.sampled_from(POOLS)),
        accelerators=draw(st.lists(word, max_size=2, unique=True)),
        sample=draw(st.none() | st.integers(2, 8)),
        seed=draw(st.integers(0, 3)),
    )
    codes = ListedCodes(draw(st.lists(word, min_size=2, max_size=14, unique=True)))
    return Configuration(codes, draw(st.sampled_from(list(RULES.values()))), player, draw(st.integers(1, 12)))


@given(configurations())
@settings(max_examples=100)
def test_the_tree_plays_the_games_one_by_one(configuration: Configuration) -> None:
    expected = list(
        obvious(configuration.codes, configuration.rule, configuration.codebreaker, configuration.most_turns)
    )
    assert games(configuration) == expected, (configuration.settings, configuration.codes.texts)


@given(configurations(), st.data())
@settings(max_examples=100)
def test_a_run_goes_on_from_any_part_of_it(configuration: Configuration, data: st.DataObject) -> None:
    everything = games(configuration)
    part = data.draw(st.sets(st.sampled_from(everything)))
    known = {game.code_index: game.guesses for game in part}
    rest = [game for batch in explore(configuration, known) for game in batch]
    assert {game for game in everything if game not in part} <= set(rest) <= set(everything)
    assert len(set(rest)) == len(rest)


def test_known_games_are_not_computed_again() -> None:
    configuration = small()
    player = configuration.codebreaker
    everything = games(configuration)
    player.choose = None  # type: ignore[assignment,method-assign]
    assert list(explore(configuration, {game.code_index: game.guesses for game in everything})) == []


PARALLEL = {
    "colours": Configuration(ColourCodes(4, 5), BLACK_WHITE, make_codebreaker("decodeur")),
    "random": Configuration(ColourCodes(3, 4), BLACK_WHITE, make_codebreaker("random", seed=5), most_turns=40),
    "words": Configuration(
        WordCodes(open_dictionary("fr-common"), 3),
        RULES["positional"],
        make_codebreaker("entropy", pool="accelerated", accelerators=("ABC", "XYZ"), sample=50),
    ),
}


@pytest.mark.parametrize(("name", "jobs"), [("colours", 2), ("random", 3), ("words", 2)])
def test_any_number_of_processes_gives_the_same_games(name: str, jobs: int) -> None:
    with ProcessEngine(jobs) as engine:
        engine.patience = 0
        shared = games(PARALLEL[name], engine, seconds=0.01)
    assert shared == games(PARALLEL[name])


def test_an_error_is_the_same_in_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProcessEngine, "patience", 0.0)
    configuration = Configuration(ColourCodes(3, 4), RULES["black"], make_codebreaker("decodeur"))
    with pytest.raises(PlayerGameError), ProcessEngine(2) as engine:
        games(configuration, engine)


@pytest.mark.slow
def test_random_games_are_seeded_and_given_up() -> None:
    codes = ColourCodes(3, 6)
    several = [count_turns(codes, BLACK_WHITE, make_codebreaker("random", seed=seed)) for seed in (1, 1, 2)]
    assert several[0] == several[1] != several[2]
    assert None in several[0].values()


def test_a_tree_may_be_deeper_than_any_stack() -> None:
    configuration = Configuration(ColourCodes(1, 26), BLACK_WHITE, make_codebreaker("random"), most_turns=2000)
    assert None not in [game.turns for game in games(configuration)]

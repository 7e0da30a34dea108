"""Acceleration words proposed: exact gains, never a loss, the reference's four words beaten."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermot import (
    BLACK_WHITE,
    RULES,
    Codes,
    ListedCodes,
    Rule,
    WordCodes,
    make_codebreaker,
    open_dictionary,
    read_accelerators,
)
from mastermot.engine import SerialEngine
from mastermot.engine.processes import ProcessEngine
from mastermot.families import select_accelerators
from mastermot.game import STRATEGIES
from mastermot.game.errors import NameUnknownError
from mastermot.lab.explore import count_turns, propose
from mastermot.lab.explore.acceleration import CRITERIA, TrialTrees, TurnSum, WordSearch, count_steps
from mastermot.lab.explore.errors import PlayerAcceleratorsError
from mastermot.rules.code_errors import CodesTooFewError
from mastermot.words.files import find_data
from tests.messages import check_told
from tests.reference import ACCELERATION, FRENCH, needs_french

FILES = sorted(Path(find_data("accel")).glob("*.txt"))

lists = st.integers(3, 4).flatmap(
    lambda length: st.lists(st.text("ABCD", min_size=length, max_size=length), min_size=4, max_size=30, unique=True)
)


def explored(codes: Codes, rule: Rule, strategy: str, words: tuple[str, ...] = ()) -> TurnSum:
    """Return what the turns of every code come to, each game played to its end."""
    player = make_codebreaker("decodeur", strategy=strategy, accelerators=words)
    turns = [count for count in count_turns(codes, rule, player).values() if count is not None]
    return TurnSum(sum(turns), max(turns), len(turns))


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
@pytest.mark.parametrize("strategy", CRITERIA)
@given(texts=lists, extra=st.lists(st.text("ABCDEF", min_size=4, max_size=4), max_size=5))
@settings(deadline=None, max_examples=6)
def test_the_next_word_is_the_best_of_all_full_explorations(
    rule: Rule, strategy: str, texts: list[str], extra: list[str]
) -> None:
    codes = ListedCodes(texts)
    stock = [word[: codes.length] for word in extra]

    trees = TrialTrees(codes, rule, stock, partial(make_codebreaker, "decodeur", strategy=strategy))
    search = WordSearch(trees, 10_000, id, SerialEngine())
    for words in ((), tuple(texts[:1])):
        now, best, word = search.find_best_next(words)
        slow = {one: explored(codes, rule, strategy, (*words, one)) for one in (*texts, *stock)}
        assert now == explored(codes, rule, strategy, words)
        assert best == slow[word]
        assert best == min(slow.values()) or min(slow.values()) == now
    assert search.complete


@pytest.mark.parametrize("strategy", CRITERIA)
@given(texts=lists)
@settings(deadline=None, max_examples=10)
def test_a_proposal_never_loses_and_every_word_of_it_helps(strategy: str, texts: list[str]) -> None:
    codes = ListedCodes(texts)
    proposal = propose(codes, BLACK_WHITE, strategy=strategy, most=3)
    assert proposal.without == explored(codes, BLACK_WHITE, strategy)
    assert proposal.with_them == explored(codes, BLACK_WHITE, strategy, proposal.words)
    assert len(set(proposal.words)) == len(proposal.words) <= 3
    if proposal.words:
        assert proposal.with_them < proposal.without
    for word in proposal.words:
        others = tuple(other for other in proposal.words if other != word)
        assert explored(codes, BLACK_WHITE, strategy, others) > proposal.with_them
    for split in proposal.splits:
        assert split.positions > 0
        if split.family is not None:
            assert set() < set(split.separated) <= set(split.family.words), "all, when the word has each open letter"


@pytest.mark.slow
@needs_french
def test_the_words_of_the_old_file_are_beaten() -> None:
    codes = WordCodes(open_dictionary(str(FRENCH)), 4)
    old = select_accelerators(read_accelerators(ACCELERATION), 4)
    assert explored(codes, BLACK_WHITE, "entropy", old) == TurnSum(4376, 9, 930)
    proposal = propose(codes, BLACK_WHITE, most=len(old), trials=150)
    assert proposal.without == TurnSum(4415, 10, 930)
    assert proposal.with_them <= TurnSum(4354, 8, 930)
    assert proposal.with_them == explored(codes, BLACK_WHITE, "entropy", proposal.words)


def test_same_question_same_answer_and_steps_are_told() -> None:
    codes = WordCodes(open_dictionary("fr-common"), 3)
    steps: list[int] = []
    first = propose(codes, BLACK_WHITE, most=2, trials=20, progress=steps.append)
    with ProcessEngine(2) as engine:
        engine.patience = 0
        assert propose(codes, BLACK_WHITE, most=2, trials=20, engine=engine) == first, "in any number of processes"
    assert not first.complete
    assert (first.without.total, first.with_them.total) == (2432, 2346)
    assert set(steps) == {1}
    assert len(steps) <= count_steps(2)


def test_a_larger_dictionary_gives_more_words() -> None:
    codes = ListedCodes(["BAIN", "GAIN", "MAIN", "NAIN", "PAIN", "SAIN", "TAIN", "VAIN"])
    assert propose(codes, BLACK_WHITE).words == ()
    larger = propose(codes, BLACK_WHITE, ["VAMP", "BANG", "VAIN"])
    assert set(larger.words) == {"VAMP", "BANG"}
    assert larger.splits[0].family is not None
    assert larger.splits[0].family.pattern == "?AIN"


def test_players_to_whom_acceleration_words_say_nothing() -> None:
    codes = ListedCodes(["AB", "CD", "EF"])
    for player, strategy in (("best", None), ("knuth", None), ("decodeur", "random"), ("first", None)):
        with pytest.raises(PlayerAcceleratorsError):
            propose(codes, BLACK_WHITE, player=player, strategy=strategy)
    with pytest.raises(NameUnknownError):
        propose(codes, BLACK_WHITE, player="nobody")
    with pytest.raises(CodesTooFewError):
        propose(ListedCodes(["AB"]), BLACK_WHITE)


def stated(path: Path) -> tuple[WordCodes, Rule, str, TurnSum, TurnSum]:
    """Return what the header of a shipped file says: codes, rule, strategy, outcomes without and with the words."""
    text = path.read_text("utf-8")
    name, _, length = path.stem.rpartition("-")
    codes = WordCodes(open_dictionary(name), int(length))
    words, checksum, player, *outcomes = [line for line in text.splitlines() if line.startswith("# ")][:5]
    check_told(words, "", name, length, str(len(codes)))
    assert checksum.split()[-1] == codes.checksum
    named = re.findall("[a-z-]+", player)
    (rule,) = RULES.keys() & named
    (strategy,) = STRATEGIES.keys() & named
    assert "decodeur" in named
    figures = [re.findall(r"\d[\d.]*", outcome) for outcome in outcomes]
    without, with_them = (TurnSum(int(total), int(longest), len(codes)) for total, _, longest in figures)
    assert [average for _, average, _ in figures] == [f"{without.average:.6f}", f"{with_them.average:.6f}"]
    return codes, RULES[rule], strategy, without, with_them


def check(path: Path) -> None:
    codes, rule, strategy, without, with_them = stated(path)
    words = select_accelerators(read_accelerators(path), codes.length)
    assert with_them < without
    assert explored(codes, rule, strategy) == without
    assert explored(codes, rule, strategy, words) == with_them


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_shipped_files_state_their_list(path: Path) -> None:
    stated(path)


@pytest.mark.parametrize("path", [path for path in FILES if path.stem.endswith("-4")], ids=lambda path: path.stem)
def test_the_gain_that_a_shipped_file_states_is_true(path: Path) -> None:
    check(path)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_gain_that_every_shipped_file_states_is_true(path: Path) -> None:
    check(path)

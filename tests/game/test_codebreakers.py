"""The players: pools, samples, the overture and endgame of J. Forget's Perl program, Knuth's player."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermot import (
    BLACK,
    BLACK_WHITE,
    RULES,
    Choice,
    Codes,
    ColourCodes,
    ListedCodes,
    Marks,
    Position,
    Rule,
    WordCodes,
    make_codebreaker,
    mark,
)
from mastermot.game import PLAYERS, POOLS, STRATEGIES, Honest, View, play
from mastermot.game.codebreakers import follow_overture
from mastermot.game.errors import NameUnknownError, NoCandidateError, PlayerGameError
from mastermot.game.players import take_evenly
from mastermot.rules.codes import LETTERS
from tests.playing import class_sizes, code_lists, every_rule, position
from tests.support import later, some

# --- names, pools, samples -------------------------------------------------------------------------------------


def test_players() -> None:
    assert list(PLAYERS)[:6] == ["best", "decodeur", "knuth", "jourde", "consistent", "random"]
    for name in (*PLAYERS, *STRATEGIES):
        plan = make_codebreaker(name).plan
        assert plan.player == name
        assert plan.strategy in STRATEGIES
        assert plan.pool in POOLS
    assert make_codebreaker("best", codes=ColourCodes(4, 6)).plan.strategy == "parts"
    assert make_codebreaker("best").plan.strategy == "entropy"
    assert make_codebreaker("decodeur").plan.sample == 2000


@pytest.mark.parametrize("wrong", [{"player": "knut"}, {"strategy": "minmax"}, {"pool": "al"}])
def test_unknown_names(wrong: dict[str, str]) -> None:
    with pytest.raises(NameUnknownError) as caught:
        make_codebreaker(**{"player": "best", **wrong})
    assert next(iter(wrong.values())) in caught.value.describe()
    assert caught.value.suggestions


def test_names_are_listed_once() -> None:
    with pytest.raises(NameUnknownError) as caught:
        make_codebreaker("nobody")
    known = caught.value.parameters["known"]
    assert isinstance(known, tuple)
    assert len(set(known)) == len(known)


@given(count=st.integers(0, 300), size=st.none() | st.integers(2, 90))
def test_sample(count: int, size: int | None) -> None:
    """The rows at int(r * i), r = N / size, and all of them when they are no more than that."""
    rows = np.arange(1000, 1000 + count)
    if size is None or count <= size:
        assert take_evenly(rows, size).tolist() == rows.tolist()
    else:
        assert take_evenly(rows, size).tolist() == [rows[int(count / size * i)] for i in range(size)]


scoring = st.sampled_from(["entropy", "minimax", "expected", "parts"])
WORDS = ["RACE", "RADE", "RAGE", "RAME", "RAPE", "RARE", "RASE", "RATE", "RAYE", "GARS", "CAMP"]


def test_pools() -> None:
    """A family: only words outside it split it; each pool finds those that it has."""
    family = ListedCodes(WORDS[:9])
    everything = position(ListedCodes(WORDS), BLACK_WHITE, "RAYE", "RATE")
    assert len(everything.candidates) == 8

    def guess(pool: str, here: Position, *words: str) -> str:
        return make_codebreaker("entropy", pool=pool, accelerators=words).choose(here).guess

    assert guess("consistent", everything, "CAMP") == "RACE"
    assert guess("all", everything) == "GARS"
    assert guess("accelerated", Position(family, BLACK_WHITE)) == "RACE"
    assert guess("accelerated", Position(family, BLACK_WHITE), "GARS", "CAMP") == "GARS"
    assert guess("all", Position(family, BLACK_WHITE), "CAMP") == "CAMP"


PRICES: dict[str, Callable[[list[int]], float]] = {
    "entropy": lambda sizes: sum(size * math.log2(size) for size in sizes),
    "minimax": max,
    "expected": lambda sizes: sum(size * size for size in sizes),
    "parts": lambda sizes: -len(sizes),
}
"""What each strategy wants least of, by the sizes of the classes of a guess."""


@pytest.mark.parametrize("strategy", PRICES)
@pytest.mark.parametrize("rule", [BLACK, BLACK_WHITE], ids=str)
@pytest.mark.parametrize("repeats", [True, False], ids=["repeats", "no repeats"])
def test_acceleration_words_of_colours_are_scored(rule: Rule, strategy: str, repeats: bool) -> None:
    """Codes too: the best of them and of the candidates is played, whichever are alike but for the names of colours."""
    codes = ColourCodes(3, 6, repeats=repeats)
    words = ["DEF", "EFD", "ABD"] if not repeats else ["DDE", "EEF", "ABD"]
    here = position(codes, rule, "BDE", "ABC")
    player = make_codebreaker(strategy, codes=codes, pool="accelerated", accelerators=words)
    assert not set(words).issubset(here.table.text(row) for row in here.candidates.tolist())
    chosen = player.choose(here).guess
    candidates = [here.table.text(row) for row in here.candidates.tolist()]
    prices = {guess: PRICES[strategy](class_sizes(guess, candidates, rule)) for guess in (*candidates, *words)}
    assert prices[chosen] == pytest.approx(min(prices.values()))
    scored = player.list_guesses(here, here.candidates, player.find_extra(here))
    assert set(words) - set(candidates) <= {here.table.text(row) for row in scored.tolist()}


@every_rule
@given(strategy=scoring, codes=code_lists(most=12, longest=4), data=st.data())
def test_shortcuts_change_nothing(rule: Rule, strategy: str, codes: ListedCodes, data: st.DataObject) -> None:
    """A perfect candidate, or one of the last two, is played at once: no other guess is worth more."""
    secret, guess = data.draw(st.sampled_from(codes.texts)), data.draw(st.sampled_from(codes.texts))
    here = position(codes, rule, secret, guess)
    candidates = [codes.texts[row] for row in here.candidates]
    chosen = make_codebreaker("best", strategy=strategy).choose(here)
    pool = [*candidates, *(code for code in codes.texts if code not in candidates)]
    most = max(len(class_sizes(code, candidates, rule)) for code in pool)
    perfect = [code for code in candidates if len(class_sizes(code, candidates, rule)) == len(candidates)]
    if perfect:
        assert chosen.guess == perfect[0]
    if strategy == "parts":
        assert len(class_sizes(chosen.guess, candidates, rule)) == most
    assert chosen.candidates == len(candidates)


@pytest.mark.slow
@every_rule
@given(
    strategy=scoring,
    pool=st.sampled_from(["consistent", "all"]),
    codes=st.sampled_from(
        [ColourCodes(3, 6), ColourCodes(4, 4), ColourCodes(2, 7, empty=True), ColourCodes(3, 6, repeats=False)]
    ),
    data=st.data(),
)
def test_guesses_alike_are_left_out_and_nothing_changes(
    rule: Rule, strategy: str, pool: str, codes: ColourCodes, data: st.DataObject
) -> None:
    """Symbols that no candidate has, and those never played, exchange their names: the choice is that of all codes."""
    code = st.sampled_from(codes.texts)
    here = position(codes, rule, data.draw(code), *data.draw(st.lists(code, max_size=3)))
    candidates = here.candidates
    others = np.setdiff1d(np.arange(len(codes)), candidates) if pool == "all" else candidates[:0]
    view = View(here.table, candidates, np.concatenate((candidates, others)))
    if len(candidates) > 2:
        expected = STRATEGIES[strategy](view)
        assert make_codebreaker(strategy, pool=pool).choose(here).guess == codes.texts[expected]


@pytest.mark.parametrize("repeats", [True, False])
def test_of_guesses_alike_one_is_listed_and_each_is_like_a_listed_one(repeats: bool) -> None:
    """Symbols that no candidate has exchange their names, and with repeats one stands for all; so do unplayed ones."""
    codes = ColourCodes(3, 6, repeats=repeats)
    here = position(codes, BLACK_WHITE, "DEF", "ABC")
    player = make_codebreaker("entropy", pool="all")
    listed = player.list_guesses(here, here.candidates, player.find_extra(here))
    kinds = {find_kind(code, possible="DEF", played="ABC", repeats=repeats) for code in codes.texts}
    texts = map(here.table.text, listed.tolist())
    listed_kinds = [find_kind(code, possible="DEF", played="ABC", repeats=repeats) for code in texts]
    assert sorted(listed_kinds) == sorted(kinds)


def find_kind(code: str, *, possible: str, played: str, repeats: bool) -> str:
    """Return the first of the codes that a code is like but for the names of its symbols."""
    names: dict[str, str] = {}
    for symbol in code:
        if symbol not in possible and repeats:
            names[symbol] = "A"
        elif symbol not in names:
            kind = (symbol in possible, symbol in played)
            alike = (one for one in "ABCDEF" if (one in possible, one in played) == kind)
            names[symbol] = next(one for one in alike if one not in names.values())
    return "".join(map(names.__getitem__, code))


def test_best_takes_a_sample_only_when_it_must(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = ListedCodes(ColourCodes(4, 9).texts)
    player = make_codebreaker("best", codes=codes)
    here = Position(codes, BLACK_WHITE)
    assert player.sample_size(here) is None
    monkeypatch.setattr("mastermot.game.players.QUICK_PAIRS", 5_000_000)
    assert player.sample_size(here) == 2236
    assert player.choose(here).candidates == 6561


def test_random_players_depend_on_seed_and_history() -> None:
    codes = ColourCodes(4, 6)
    start, later = Position(codes, BLACK_WHITE), position(codes, BLACK_WHITE, "AABB", "CDEF")
    for name in ("random", "consistent"):
        drawn = {make_codebreaker(name, seed=seed).choose(start).guess for seed in range(30)}
        assert len(drawn) > 20
        assert make_codebreaker(name, seed=3).choose(later) == make_codebreaker(name, seed=3).choose(later)
    for seed in range(20):
        guess = make_codebreaker("consistent", seed=seed).choose(later).guess
        assert mark("CDEF", guess, BLACK_WHITE) == mark("CDEF", "AABB", BLACK_WHITE)


def test_no_candidate_names_the_turns() -> None:
    here = Position(ColourCodes(4, 6), BLACK_WHITE)
    for guess, marks in (("AABB", Marks(1, 0)), ("CCCC", Marks(4, 0)), ("DDDD", Marks(1, 0))):
        here = here.after(guess, marks)
    for name in PLAYERS:
        with pytest.raises(NoCandidateError) as caught:
            make_codebreaker(name).choose(here)
        assert caught.value.parameters["turns"] == (1, 2)


# --- Knuth -----------------------------------------------------------------------------------------------------


def test_knuth() -> None:
    """It opens AABB, then takes the first of the smallest largest classes, a candidate if there is one.

    With these ties it plays 5801 turns in all (see golden/explore.txt); 5800 is a known variant.
    """
    knuth, codes = make_codebreaker("knuth"), ColourCodes(4, 6)
    assert knuth.choose(Position(codes, BLACK_WHITE)).guess == "AABB"
    assert knuth.choose(Position(ColourCodes(5, 3), BLACK_WHITE)).guess == "AAABB"
    for secret in ("FEDC", "ABCA"):
        here = position(codes, BLACK_WHITE, secret, "AABB", "CDEA")
        candidates = [codes.texts[row] for row in here.candidates]
        pool = [*candidates, *(code for code in codes.texts if code not in candidates)]
        slow = min(pool, key=lambda code: max(class_sizes(code, candidates, BLACK_WHITE)))
        assert knuth.choose(here).guess == slow


# --- the Perl program ------------------------------------------------------------------------------------------


def overture_by_hand(holes: int, colours: int, secret: str) -> tuple[list[str], list[str]]:
    """Return the guesses of the overture and the extra guesses, as REFERENCE.md tells them."""
    alphabet = LETTERS[:colours]
    chunks = [alphabet[start : start + holes] for start in range(0, colours, holes)]
    left, total, played = alphabet, 0, []

    def full(chunk: str) -> str:
        around = left or chunk
        return chunk + (around * holes)[: holes - len(chunk)]

    while chunks and total < holes - 1:
        chunk = chunks.pop(0)
        guess = full(chunk)
        played.append(guess)
        marks = mark(guess, secret, BLACK_WHITE)
        if marks.blacks == holes:
            return played, []
        if not marks.blacks + marks.whites:
            left = "".join(colour for colour in left if colour not in guess)
        if len(chunk) == holes:
            total += marks.blacks + marks.whites
    return played, [full(chunk) for chunk in chunks] if total == holes - 1 else []


@st.composite
def colour_games(draw: st.DrawFn) -> tuple[int, int, str]:
    holes, colours = draw(st.integers(2, 5)), draw(st.integers(3, 26))
    return holes, colours, draw(st.text(LETTERS[:colours], min_size=holes, max_size=holes))


@given(game=colour_games())
def test_overture(game: tuple[int, int, str]) -> None:
    """Every guess fills the holes; the stops and the extra guesses are those of the text."""
    holes, colours, secret = game
    here = Position(ColourCodes(holes, colours), BLACK_WHITE)
    played = []
    while (guess := follow_overture(here)[0]) is not None:
        assert len(guess) == holes
        played.append(guess)
        here = here.after(guess, mark(guess, secret, BLACK_WHITE))
    expected, extra = overture_by_hand(holes, colours, secret)
    assert played == expected
    if played[-1] != secret:
        assert follow_overture(here)[1] == extra
        assert all(len(one) == holes for one in extra)


@settings(deadline=None, max_examples=15)
@given(game=colour_games(), strategy=st.sampled_from(["entropy", "minimax"]))
def test_decodeur_finds_every_secret(game: tuple[int, int, str], strategy: str) -> None:
    """2 to 5 holes, 3 to 26 colours, the old bug of short wrapped guesses included; endgame guesses are consistent."""
    holes, colours, secret = game
    start = Position(ColourCodes(holes, colours), BLACK_WHITE)
    player = make_codebreaker("decodeur", strategy=strategy)
    result = play(start, player.choose, Honest(secret), 30)
    assert result.won
    assert result.secret == secret
    assert len({move.guess for move in result.moves}) == len(result.moves)
    assert all(len(move.guess) == holes for move in result.moves)


@pytest.mark.parametrize(
    ("secret", "guesses"),
    [("BEEF", ["ABCD", "EFAB"]), ("EFEF", ["ABCD", "EFEF"]), ("FFFF", ["ABCD", "EFEF"]), ("ABCE", ["ABCD"])],
)
def test_wrapped_guesses(secret: str, guesses: list[str]) -> None:
    """EFAB with six colours, EFEF once ABCD got nothing; three marks of four stop the overture."""
    assert overture_by_hand(4, 6, secret)[0] == guesses
    here = position(ColourCodes(4, 6), BLACK_WHITE, secret, *guesses[:-1])
    assert follow_overture(here)[0] == guesses[-1]
    assert follow_overture(here.after(guesses[-1], mark(guesses[-1], secret, BLACK_WHITE)))[0] is None


def test_extra_guesses_only_at_exactly_one_less() -> None:
    """With holes - 1 marks the guesses not played are extras, the wrapped one too; with more, there are none."""
    codes = ColourCodes(4, 10)
    assert follow_overture(position(codes, BLACK_WHITE, "ABCJ", "ABCD"))[1] == ["EFGH", "IJAB"]
    assert follow_overture(position(codes, BLACK_WHITE, "ABCD"[::-1], "ABCD"))[1] == []
    assert follow_overture(position(codes, BLACK_WHITE, "AJJJ", "ABCD"))[0] == "EFGH"


def test_turns_after_the_overture_do_not_count() -> None:
    codes = ColourCodes(4, 10)
    assert follow_overture(position(codes, BLACK_WHITE, "ABCJ", "ABCD", "EABC", "JABC")) == (None, ["EFGH", "IJAB"])
    assert follow_overture(position(codes, BLACK_WHITE, "BADC", "ABCD", "EEEE", "BADE")) == (None, [])


def test_short_wrap_with_few_colours_left() -> None:
    """The old bug: with fewer than holes / 2 colours left the wrapped guess was too short."""
    here = position(ColourCodes(5, 6), BLACK_WHITE, "FFFFF", "ABCDE")
    assert follow_overture(here)[0] == "FFFFF"
    here = position(ColourCodes(5, 11), BLACK_WHITE, "KKAKK", "ABCDE", "FGHIJ")
    assert follow_overture(here)[0] == "KABCD"


@pytest.mark.parametrize(
    ("codes", "rule"),
    [
        (ColourCodes(6, 6), BLACK_WHITE),
        (ColourCodes(4, 2), BLACK_WHITE),
        (ColourCodes(1, 6), BLACK_WHITE),
        (ColourCodes(4, 6, repeats=False), BLACK_WHITE),
        (ColourCodes(4, 6, empty=True), BLACK_WHITE),
        *[(ColourCodes(4, 6), rule) for rule in RULES.values() if rule is not BLACK_WHITE],
    ],
    ids=str,
)
def test_games_that_decodeur_refuses(codes: ColourCodes, rule: Rule) -> None:
    player = make_codebreaker("decodeur")
    with pytest.raises(PlayerGameError):
        player.check_game(codes, rule)
    with pytest.raises(PlayerGameError):
        player.choose(Position(codes, rule))


def test_decodeur_with_words_has_no_overture() -> None:
    codes = ListedCodes(WORDS)
    player = make_codebreaker("decodeur")
    player.check_game(codes, BLACK)
    here = Position(codes, BLACK)
    assert player.choose(here) == make_codebreaker("entropy").choose(here)


def test_the_game_of_26_colours() -> None:
    """O, O, O leave 9720 codes; on the sample RAJG and FRBJ are best; RAJG with XX leaves 218."""
    here = Position(ColourCodes(4, 26), BLACK_WHITE)
    for guess in ("ABCD", "EFGH", "IJKL"):
        assert make_codebreaker("decodeur").choose(here).guess == guess
        here = here.after(guess, Marks(0, 1))
    entropy = make_codebreaker("decodeur").choose(here)
    assert (entropy.guess, entropy.candidates, entropy.largest) == ("RAJG", 9720, 782)
    assert entropy.entropy == pytest.approx(2.33432868885235, abs=1e-13)
    minimax = make_codebreaker("decodeur", strategy="minimax").choose(here)
    assert (minimax.guess, minimax.candidates, minimax.largest) == ("FRBJ", 9720, 725)
    assert minimax.entropy == pytest.approx(2.25283449338101, abs=1e-13)
    assert len(here.after("RAJG", Marks(2, 0)).candidates) == 218


def exchanged(code: str) -> str:
    """Return the code with F and G exchanged."""
    return code.translate(str.maketrans("FG", "GF"))


def test_deadb_differs_from_the_run_by_an_exact_tie() -> None:
    """Ours and the reference's sequence are one another's with F and G exchanged, and worth exactly the same.

    No guess before tells F from G, so every candidate has a twin; the Perl program breaks such ties at random.
    """
    ours = ["ABCDE", "ACDBF", "BEGDA", "GEBDC", "EDBDA", "DEADB"]
    reference = ["ABCDE", "ACDBG", "BEFDA", "FEBDC", "EDBDA", "DEADB"]
    assert [exchanged(guess) for guess in ours] == reference
    codes = ColourCodes(5, 8)
    for length in range(1, 5):
        left, right = (position(codes, BLACK_WHITE, "DEADB", *line[:length]) for line in (ours, reference))
        texts = [{codes.texts[row] for row in here.candidates} for here in (left, right)]
        assert texts[1] == {exchanged(code) for code in texts[0]}
        sizes = [
            class_sizes(line[length], sorted(one), BLACK_WHITE)
            for line, one in zip((ours, reference), texts, strict=True)
        ]
        assert sizes[0] == sizes[1]
    after = position(codes, BLACK_WHITE, "DEADB", "ABCDE")
    assert make_codebreaker("decodeur").choose(after).guess == "ACDBF"
    scores = after.table.scores(after.table.rows(["ACDBF", "ACDBG"]), after.candidates)
    assert len(set(scores.weights.tolist())) == len(set(scores.largest.tolist())) == 1


# --- any player, any game --------------------------------------------------------------------------------------


def games() -> Iterator[tuple[str, Rule]]:
    for name, rule in product((*PLAYERS, *STRATEGIES), RULES.values()):
        if name != "book" and (name != "decodeur" or rule is BLACK_WHITE):
            yield name, rule


@pytest.mark.parametrize(("name", "rule"), list(games()), ids=str)
def test_every_player_finds_the_secret(name: str, rule: Rule) -> None:
    codes = ColourCodes(3, 4)
    for secret in some(random.Random(7).sample(list(codes.texts), 6)):
        player = make_codebreaker(name, codes=codes, seed=5)
        result = play(Position(codes, rule), player.choose, Honest(secret), 2000)
        assert result.won
        assert [move.marks for move in result.moves] == [mark(move.guess, secret, rule) for move in result.moves]


@pytest.mark.parametrize(
    ("codes", "rule", "player", "secret", "moves", "bits"),
    [
        later(ColourCodes(4, 10), "black-white", {"player": "best"}, "DEBJ",
         "ABCD 3048, BEDF 476, BDGH 18, DIBF 3, DEBB 2, DEBE 1, DEBJ 1", 13.628402),
        (ColourCodes(6, 10, digits=True), "membership", {"player": "best", "pool": "consistent"}, "341596",
         "000112 123550, 878471 9302, 133546 685, 134659 51, 591346 4, 941536 1, 341596 1", 19.507482),
        (ColourCodes(8, 12), "black-white", {"player": "best", "strategy": "parts"}, "DEBGHJAF",
         "ABCDEFGH 79073634, GAEFBHDF 293915, DGFBGHAE 14053, BADHGBFE 2657, DDAGFHEB 716, DEBGHIAF 135, "
         "AABGJKDF 2, DEBGHAAF 1, DEBGHJAF 1", 20.137424),
        (ColourCodes(6, 12, repeats=False), "black-white", {"player": "jourde"}, "DEBGHJ",
         "ABCDEF 173438, LGFCJD 39874, CKJBFH 7274, BADJHG 1519, CDGJBE 23, BEHGDJ 5, DEBGHJ 1", 19.285835),
        later(ColourCodes(5, 13, empty=True), "black", {"player": "best", "sample": 500}, "DEBGH",
         "AABCD 367603, BABA. 73116, FLBGG 26264, JLBEG 2874, FFBBK 1246, M.BGC 781, KMBGM 554, EKBGA 380, "
         "CBBGB 252, DCBGE 150, DDBGF 45, DEBGH 12", 16.866121),
        (ColourCodes(4, 9), "positional", {"player": "jourde", "sample": 50, "seed": 3}, "DEAF",
         "ABCD 634, EIDA 23, GFEE 5, DEAF 1", 12.685302),
        (ColourCodes(5, 9), "black-white", {"player": "jourde", "sample": 20, "seed": 3}, "DEBAF",
         "AABBC 14219, CEBHG 2299, FBBHD 67, IEBDB 10, BEBEF 3, DEBAF 1", 14.945351),
        (ColourCodes(5, 8), "black-white", {"player": "decodeur", "strategy": "minimax"}, "DCAHE",
         "ABCDE None, FGHAB 332, CEFDA 90, DAGCE 5, DACEH 1, DCAHE 1", 10.735633),
        (ColourCodes(4, 6), "black-white", {"player": "best"}, "BCAE",
         "AABC 276, BCAD 10, AAEB 1, BCAE 1", 7.682445),
        (ColourCodes(4, 7, repeats=False), "black-white", {"player": "entropy", "pool": "all"}, "BCAD",
         "ABCD 252, ABDE 4, BCAD 2", 5.881271),
        (WordCodes("fr-common", 5), "black", {"player": "best"}, "DELTA",
         "PARES 1341, COUTE 531, AIGRE 228, CROIT 70, BOYAU 28, RESTO 5, DELTA 2", 13.5442),
        (WordCodes("en-common", 8), "positional", {"player": "entropy", "sample": 60}, "CALLINGS",
         "CALORIES 2, CALLINGS 1", 5.840224),
    ],
    ids=range(12),
)  # fmt: skip
def test_players_play_as_they_did(
    codes: Codes, rule: str, player: dict[str, Any], secret: str, moves: str, bits: float
) -> None:
    """Guesses with their largest classes, and the bits of all. Where one is to change, `METHOD` is raised."""
    here, chosen = Position(codes, RULES[rule]), list[Choice]()
    codebreaker = make_codebreaker(codes=codes, **player)
    for _move in moves.split(", "):
        chosen.append(codebreaker.choose(here))
        here = here.after(chosen[-1].guess, RULES[rule].mark(chosen[-1].guess, secret))
    assert ", ".join(f"{choice.guess} {choice.largest}" for choice in chosen) == moves
    assert sum(choice.entropy or 0 for choice in chosen) == pytest.approx(bits, abs=1e-6)

"""The four rules: worked cases, their laws, marks as text and as numbers."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Sequence
from itertools import product
from operator import eq

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import (
    BLACK,
    BLACK_WHITE,
    MEMBERSHIP,
    POSITIONAL,
    RULES,
    ListedCodes,
    Marks,
    Position,
    Rule,
    make_codebreaker,
    mark,
    rule_named,
)
from mastermot.rules import register
from mastermot.rules.arrays import CodeArrays, Numbers, Rows
from mastermot.rules.errors import (
    LengthDiffersError,
    MarksAmbiguousError,
    MarksEmptyError,
    MarksImpossibleError,
    MarksNegativeError,
    MarksOverLengthError,
    MarksUnreadableError,
    RuleMarksError,
    RuleUnknownError,
)
from mastermot.words.folding import NotAWordError
from tests.support import later, words

ALL = tuple(RULES.values())
every_rule = pytest.mark.parametrize("rule", ALL, ids=str)
lengths = st.integers(1, 8)
pairs = lengths.flatmap(lambda length: st.tuples(words(length, "ABCD"), words(length, "ABCD")))


@pytest.mark.parametrize(
    ("guess", "secret", "black", "black_white", "positional", "membership"),
    [
        ("PAUME", "COUDE", 2, "XX", "..X.X", "XX"),
        ("ERRER", "TERRE", 1, "XOOO", "OOXO.", "XOOOO"),
        ("SPEED", "ABIDE", 0, "OO", "..O.O", "OOO"),
        ("EERIE", "REVUE", 2, "XXO", ".XO.X", "XXOO"),
        ("ALLEE", "LILAS", 1, "XOO", "OOX..", "XOO"),
        ("AABB", "ABBB", 3, "XXX", "X.XX", "XXXO"),
        ("ABBA", "BAAC", 0, "OOO", "OO.O", "OOOO"),
        ("AAAB", "BAAA", 2, "XXOO", "OXXO", "XXOO"),
        ("BBBA", "CCCB", 0, "O", "O...", "OOO"),
        ("AB", "BA", 0, "OO", "OO", "OO"),
        ("A", "B", 0, "(rien)", ".", "(rien)"),
    ],
)
def test_worked_cases(guess: str, secret: str, black: int, black_white: str, positional: str, membership: str) -> None:
    assert mark(guess, secret) == Marks(black)
    assert mark(guess, secret, BLACK_WHITE).text == black_white
    assert mark(guess, secret, POSITIONAL).text == positional
    assert mark(guess, secret, MEMBERSHIP).text == membership


@given(pairs)
def test_black_counts_equal_positions(pair: tuple[str, str]) -> None:
    guess, secret = pair
    assert mark(guess, secret, BLACK) == Marks(sum(a == b for a, b in zip(guess, secret, strict=True)))


@given(pairs)
def test_black_white_counts_copies(pair: tuple[str, str]) -> None:
    guess, secret = pair
    given_marks = mark(guess, secret, BLACK_WHITE)
    assert given_marks.blacks + given_marks.whites == (Counter(guess) & Counter(secret)).total()


@given(pairs)
def test_positional_is_black_white_with_places(pair: tuple[str, str]) -> None:
    guess, secret = pair
    given_marks = mark(guess, secret, POSITIONAL)
    assert given_marks[:2] == mark(guess, secret, BLACK_WHITE)[:2]
    for letter in set(guess):
        signs = [sign for sign, played in zip(given_marks.pattern, guess, strict=True) if played == letter]
        assert "O" not in "".join(signs).replace("X", "").lstrip("O")  # whites from left to right


@given(pairs)
def test_membership_asks_each_position_alone(pair: tuple[str, str]) -> None:
    guess, secret = pair
    whites = sum(a != b and a in secret for a, b in zip(guess, secret, strict=True))
    assert mark(guess, secret, MEMBERSHIP) == Marks(mark(guess, secret).blacks, whites)


@every_rule
@given(pair=pairs)
def test_all_black_exactly_when_equal(rule, pair) -> None:
    guess, secret = pair
    assert (mark(guess, secret, rule) == rule.all_black(len(guess))) == (guess == secret)
    assert mark(guess, guess, rule) == rule.all_black(len(guess))


@given(pairs)
def test_black_white_is_symmetric(pair: tuple[str, str]) -> None:
    guess, secret = pair
    assert mark(guess, secret, BLACK_WHITE) == mark(secret, guess, BLACK_WHITE)


@pytest.mark.parametrize("rule", [BLACK, BLACK_WHITE, POSITIONAL], ids=str)
@given(pair=pairs)
def test_the_last_symbol_cannot_be_misplaced(rule, pair) -> None:
    guess, secret = pair
    assert mark(guess, secret, rule)[:2] != (len(guess) - 1, 1)


@every_rule
@given(pair=pairs)
def test_marks_have_a_text_and_a_number(rule, pair) -> None:
    guess, secret = pair
    length = len(guess)
    given_marks = rule.mark(guess, secret)
    assert rule.parse(given_marks.text, length) == given_marks
    assert 0 <= rule.number(given_marks, length) < rule.size(length)
    assert rule.marks(rule.number(given_marks, length), length) == given_marks


@every_rule
@pytest.mark.parametrize("length", range(1, 9))
def test_every_possible_marks_round_trips(rule, length: int) -> None:
    possible = list(rule.possible(length))
    assert [rule.parse(marks.text, length) for marks in possible] == possible
    assert [rule.marks(rule.number(marks, length), length) for marks in possible] == possible
    assert len({rule.number(marks, length) for marks in possible}) == len(possible)
    assert rule.all_black(length) in possible


@every_rule
@pytest.mark.parametrize("length", [1, 2, 3, later(4)])
def test_possible_is_what_codes_really_give(rule, length: int) -> None:
    symbols = "ABCDE"[: length + 1]  # symbols that the guess does not have are all alike: one is enough
    guesses = product(symbols[:length], repeat=length)
    given_marks = {mark(guess, secret, rule) for guess in guesses for secret in product(symbols, repeat=length)}
    assert set(rule.possible(length)) == given_marks


@every_rule
def test_text_forms_of_nothing(rule) -> None:
    nothing = mark("AAAA", "BBBB", rule)
    for text in ("(rien)", "rien", "none", "None", " RIEN ", "(none)", "zéro"):
        assert rule.parse(text, 4) == nothing


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        (BLACK, "2", Marks(2)),
        (BLACK, "XX", Marks(2)),
        (BLACK, "xx", Marks(2)),
        (BLACK, "0", Marks(0)),
        (BLACK, "2 0", Marks(2)),
        (BLACK_WHITE, "XXO", Marks(2, 1)),
        (BLACK_WHITE, "oxx", Marks(2, 1)),
        (BLACK_WHITE, "X O", Marks(1, 1)),
        (BLACK_WHITE, "2 1", Marks(2, 1)),
        (BLACK_WHITE, "2, 1", Marks(2, 1)),
        (BLACK_WHITE, "2/1", Marks(2, 1)),
        (BLACK_WHITE, "0 0", Marks(0, 0)),
        (BLACK_WHITE, "0", Marks(0, 0)),
        (BLACK_WHITE, "●○", Marks(1, 1)),
        (MEMBERSHIP, "XXXO", Marks(3, 1)),
        (MEMBERSHIP, "3 1", Marks(3, 1)),
        (POSITIONAL, "X.O.", Marks(1, 1, "X.O.")),
        (POSITIONAL, "X_O-", Marks(1, 1, "X.O.")),
        (POSITIONAL, "2010", Marks(1, 1, "X.O.")),
        (POSITIONAL, "2 0 1 0", Marks(1, 1, "X.O.")),
        (POSITIONAL, "🟩⬛🟨⬜", Marks(1, 1, "X.O.")),
        (POSITIONAL, "🟥🟦🟡🟦", Marks(1, 1, "X.O.")),
    ],
)
def test_lenient_forms(rule, text: str, expected: Marks) -> None:
    assert rule.parse(text, 4) == expected


@pytest.mark.parametrize(
    ("rule", "text", "error"),
    [
        (BLACK, "", MarksEmptyError),
        (BLACK, "two", MarksUnreadableError),
        (BLACK, "2.5", MarksUnreadableError),
        (BLACK, "XO", MarksUnreadableError),
        (BLACK, "1 1", MarksUnreadableError),
        (BLACK, "²", MarksUnreadableError),
        (BLACK, "-1", MarksNegativeError),
        (BLACK, "−1", MarksNegativeError),
        (BLACK, "5", MarksOverLengthError),
        (BLACK, "12345678901234567890", MarksOverLengthError),
        (BLACK, "XXXXX", MarksOverLengthError),
        (BLACK_WHITE, "2", MarksUnreadableError),
        (BLACK_WHITE, "1 2 1", MarksUnreadableError),
        (BLACK_WHITE, "2-1", MarksAmbiguousError),
        (BLACK_WHITE, "1 -1", MarksNegativeError),
        (BLACK_WHITE, "5 0", MarksOverLengthError),
        (BLACK_WHITE, "3 2", MarksImpossibleError),
        (BLACK_WHITE, "XXXO", MarksImpossibleError),
        (MEMBERSHIP, "4 1", MarksImpossibleError),
        (POSITIONAL, "X.O", MarksUnreadableError),
        (POSITIONAL, "X.O.X", MarksUnreadableError),
        (POSITIONAL, "XZO.", MarksUnreadableError),
        (POSITIONAL, "XXOX", MarksImpossibleError),
        (POSITIONAL, "2221", MarksImpossibleError),
    ],
)
def test_marks_refused(rule, text: str, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        rule.parse(text, 4)
    assert caught.type is error


@every_rule
@given(text=st.text(max_size=20), length=st.integers(1, 6))
def test_any_text_is_marks_or_a_named_error(rule, text: str, length: int) -> None:
    try:
        marks = rule.parse(text, length)
    except (
        MarksEmptyError,
        MarksUnreadableError,
        MarksAmbiguousError,
        MarksNegativeError,
        MarksOverLengthError,
        MarksImpossibleError,
    ):
        return
    assert rule.parse(marks.text, length) == marks


@every_rule
def test_lengths_must_agree(rule) -> None:
    with pytest.raises(LengthDiffersError):
        mark("ABC", "ABCD", rule)


@every_rule
def test_rules_are_values_with_names(rule) -> None:
    assert rule_named(rule.name) is rule
    assert pickle.loads(pickle.dumps(rule)) is rule
    assert str(rule) == rule.name


def test_unknown_rule_names_the_nearest() -> None:
    with pytest.raises(RuleUnknownError) as caught:
        rule_named("black-whit")
    assert caught.value.suggestions[0] == "black-white"


def test_symbols_may_be_anything() -> None:
    """What is not a text is compared as it is, capitals and all."""
    assert mark((1, 2, 2), (2, 2, 1), BLACK_WHITE) == Marks(1, 2)
    assert mark(["a", "B"], ["A", "B"]) == Marks(1)


@every_rule
def test_texts_are_folded(rule) -> None:
    """One word in capitals, in small letters or with accents gets the same marks; digits and empty holes stay."""
    for guess in ("COUDE", "coude", "coudé", "Coude\u0301"):
        for secret in ("COUDE", "coudé"):
            assert mark(guess, secret, rule) == rule.mark(guess, secret) == rule.all_black(5)
    assert mark("œuf", "OEUF", rule) == rule.all_black(4)
    assert mark("a.1", "A.1", rule) == rule.all_black(3)


@every_rule
def test_texts_that_cannot_be_folded_are_refused_by_name(rule) -> None:
    with pytest.raises(NotAWordError) as caught:
        mark("l'eau", "L'EAU", rule)
    assert "'" in str(caught.value)
    with pytest.raises(LengthDiffersError):
        mark("œuf", "ŒUFS", rule)


def test_a_rule_is_one_class() -> None:
    """Whatever plays asks the rule: a new one needs nothing beside its class."""

    class Ends(Rule):
        """Only the first and the last symbol are marked."""

        name = "ends"
        meaning = "X: an end in its place."
        gives_whites = False

        def compare(self, guess: Sequence[object], secret: Sequence[object]) -> Marks:
            return Marks((guess[0] == secret[0]) + (guess[-1] == secret[-1]))

        def numbers(self, codes: CodeArrays, guesses: Rows, secrets: Rows) -> Numbers:
            ends = [codes.columns[place] for place in (0, -1)]
            equal = [column[guesses][:, None] == column[secrets] for column in ends]
            return (equal[0].astype(np.uint8) + equal[1]) * np.uint8(codes.length + 1)

        def all_black(self, length: int) -> Marks:
            return Marks(2)

    rule = Ends()
    codes = ListedCodes(["ABA", "ABC", "CBA", "CAC"])
    for strategy in ("entropy", "first", "random"):
        player = make_codebreaker(strategy)
        position = Position(codes, rule)
        for _turn in range(4):
            guess = player.choose(position).guess
            position = position.after(guess, rule.mark(guess, "CBA"))
            assert [position.table.text(row) for row in position.candidates].count("CBA") == 1
        assert len(position.candidates) == 1


@every_rule
@given(data=st.data(), length=st.integers(1, 5), symbols=st.integers(2, 4))
def test_the_symmetries_that_a_rule_says_are_true(rule: Rule, data: st.DataObject, length: int, symbols: int) -> None:
    """Guess and secrets moved alike: the same secrets get the same marks as each other."""
    code = st.lists(st.integers(0, symbols - 1), min_size=length, max_size=length)
    guess, *secrets = data.draw(st.lists(code, min_size=3, max_size=6))
    names, order = st.permutations(range(symbols)), st.permutations(range(length))
    renames = [data.draw(names)] * length if "colours" in rule.symmetries else [range(symbols)] * length
    if "colours of each hole" in rule.symmetries:
        renames = [data.draw(names) for _hole in range(length)]
    places = data.draw(order) if "holes" in rule.symmetries else range(length)

    def classes(guess: list[int], secrets: list[list[int]]) -> list[int]:
        marks = [rule.compare(guess, secret) for secret in secrets]
        return [marks.index(one) for one in marks]

    def move(code: list[int]) -> list[int]:
        return [renames[place][code[place]] for place in places]

    assert classes(guess, secrets) == classes(move(guess), [move(secret) for secret in secrets])


def test_a_rule_that_cannot_read_its_marks_is_refused() -> None:
    class Mute(Rule):
        """It gives a white beside all other blacks, and says that this cannot be."""

        name = "mute"
        meaning = "X: in its place."

        def compare(self, guess: Sequence[object], secret: Sequence[object]) -> Marks:
            blacks = sum(map(eq, guess, secret))
            return Marks(blacks, int(blacks == len(guess) - 1))

    with pytest.raises(RuleMarksError, match="mute"):
        register(Mute())
    assert "mute" not in RULES


@every_rule
@pytest.mark.parametrize("length", [15, 16, 20])
def test_numbers_are_wide_enough_for_long_codes(rule: Rule, length: int) -> None:
    """One byte is enough up to fifteen positions, where both blacks and whites are counted."""
    texts = ["A" * length, "A" * (length - 1) + "B", ("AB" * length)[:length], ("BA" * length)[:length], "B" * length]
    codes, rows = ListedCodes(texts), np.arange(len(texts))
    numbers = rule.numbers(CodeArrays(codes.array, len(codes.alphabet)), rows, rows)
    assert numbers.tolist() == [[rule.number(rule.compare(a, b), length) for b in texts] for a in texts]

"""The one reader of marks: each form under each rule at each door; every sign alone, in pairs and in rows; refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import permutations, product

import pytest

from mastermot import (
    BLACK,
    BLACK_WHITE,
    MEMBERSHIP,
    POSITIONAL,
    RULES,
    Codes,
    ColourCodes,
    ListedCodes,
    Marks,
    Position,
    Rule,
    mark,
    rule_named,
)
from mastermot.rules.errors import (
    MarksAmbiguousError,
    MarksImpossibleError,
    MarksNegativeError,
    MarksOverLengthError,
    MarksUnreadableError,
)
from mastermot.rules.forms import AMBIGUOUS, FORMS, Example
from mastermot.rules.reading import Written
from mastermot.rules.sentences import read_sentence
from tests.kinds import list_rules, list_signs
from tests.service.support import serve_here
from tests.support import run, some


def list_rows() -> Iterator[tuple[str, Example, str]]:
    """Yield each example of each form under each of its rules."""
    for form in FORMS:
        for example in form.examples:
            for rule in example.rules:
                yield form.name, example, rule


def options_for(example: Example) -> list[str]:
    """Return the options of a game in which the guess of an example can be played."""
    if example.guess.isdigit():
        return ["--holes", str(len(example.guess)), "--colours", "10", "--digits"]
    if example.guess.isupper():
        return ["--holes", "4", "--colours", "6"]
    return ["--words", "fr-common", "--length", "5"]


def document_for(example: Example) -> dict[str, object]:
    """Return the same over HTTP."""
    if example.guess.isdigit():
        return {"holes": len(example.guess), "colours": 10, "digits": True}
    return {"holes": 4, "colours": 6} if example.guess.isupper() else {"words": "fr-common", "length": 5}


def codes_for(example: Example) -> Codes:
    """Return codes that the guess and the secret are among."""
    if example.guess.isdigit():
        return ColourCodes(len(example.guess), 10, digits=True)
    return ListedCodes([example.guess, example.secret, "z" * len(example.guess)])


def test_every_form_under_every_rule_in_the_library() -> None:
    """The expected marks are those that the guess gets from the secret by the plain definition."""
    rows = list(list_rows())
    assert {rule for _form, _example, rule in rows} == set(RULES)
    for form, example, name in rows:
        rule, length = rule_named(name), len(example.guess)
        expected = mark(example.guess, example.secret, rule)
        assert rule.parse(example.text, length) == expected, (form, name, example)
        assert rule.parse(f" ({example.text}) ", length) == expected, (form, name, example)
        codes = codes_for(example)
        assert Position(codes, rule).after(example.guess, example.text).history[0].marks == expected
        kind = {"whites": rule.gives_whites, "by_position": rule.by_position, "pegs": rule.takes_pegs}
        forms = {reading.form for reading in Written(example.text, length, **kind).readings}
        assert form in forms or forms == {"nothing"}, (form, forms, example)


def test_every_form_over_http() -> None:
    """`check` compares the marks with those that the code would give: none is wrong."""
    with serve_here() as client:
        for form, example, rule in some(list_rows()):
            history = [{"guess": example.guess, "marks": example.text}]
            document = {**document_for(example), "rule": rule, "history": history, "code": example.secret}
            answer = client.post("/api/guess/check", document)
            assert (answer.status, answer.json["wrong"]) == (200, []), (form, rule, example)


@pytest.mark.slow
def test_every_form_in_a_file_and_at_the_command() -> None:
    """A form each: `rank --after` shows the marks as read, `review` reads them in a file."""
    for form in FORMS:
        example = form.examples[-1]
        rule = rule_named(example.rules[0])
        expected = mark(example.guess, example.secret, rule)
        how = [*options_for(example), "--rule", rule.name]
        result = run("rank", *how, "--top", "1", "--after", f"{example.guess}={example.text}", "--json")
        assert result.exit_code == 0, result.stderr
        read = json.loads(result.stdout).get("read", ())
        assert [one["marks"] for one in read] in ([], [expected.text]), (form.name, result.stderr)
        assert bool(read) == (not rule.is_plain(example.text, len(example.guess)))
        reviewed = run("review", "-", *how, "--json", stdin=f"{example.guess}={example.text}\n")
        assert [move["marks"] for move in json.loads(reviewed.stdout)["moves"]] == [expected.text], reviewed.stderr


def test_every_form_of_blacks_in_a_puzzle() -> None:
    rows = [example for _form, example, rule in list_rows() if rule == "black" and example.guess.islower()]
    for example in some(rows):
        result = run("solve", "-", "--json", stdin=f"{example.guess} {example.text}\n{example.secret} 5\n")
        assert json.loads(result.stdout)["solutions"][0]["word"] == example.secret.upper(), example


def test_every_form_in_play() -> None:
    """A form each: what was not written in the canonical form is shown as it was read."""
    for form in FORMS:
        example = form.examples[-1]
        rule = rule_named(example.rules[0])
        expected = mark(example.guess, example.secret, rule)
        typed = f"guess {example.guess}\n{example.text}\nquit\n"
        how = ["--rule", rule.name, "--player", "random", "--json"]
        result = run("play", *options_for(example), *how, stdin=typed)
        moves = json.loads(result.stdout)["moves"]
        assert [move["marks"] for move in moves] == [expected.text], (example, result.stderr)
        shown = re.search(rf"“{re.escape(example.text)}” .*\bread\b", result.stderr) is not None
        assert shown == (not rule.is_plain(example.text, len(example.guess))), (form.name, result.stderr)


def test_ambiguous_marks_are_refused_with_each_reading_and_how_to_write_it() -> None:
    """Each reading, written as the refusal says, is then read."""
    for row in AMBIGUOUS:
        for name in some(row.rules):
            rule = rule_named(name)
            with pytest.raises(MarksAmbiguousError) as caught:
                rule.parse(row.text, row.length)
            reasons = caught.value.readings
            written = [str(reason.parameters.get("text", "")) for reason in reasons]
            readings = [rule.parse(text, row.length) for text in written if text]
            wanted = []
            for text in row.readings:
                blacks, whites = text.count("X"), text.count("O")
                if text.isdigit():
                    blacks, whites = int(text), 0
                if rule.gives_whites or not whites:
                    wanted.append((blacks, whites))
            assert sorted(marks[:2] for marks in readings) == sorted(wanted), (name, row)
            assert "(write " in str(caught.value)


@pytest.mark.parametrize(
    ("rule", "text", "beside", "expected"),
    [
        (POSITIONAL, "ggggg", ["bbbyy", "gbgbb"], "XXXXX"),
        (POSITIONAL, "ggggg", ["vgjgg"], "....."),
        (POSITIONAL, "xxxxx", ["gxxyx"], "....."),
        (POSITIONAL, "xxxxx", ["xoo.."], "XXXXX"),
        (POSITIONAL, "xxxxx", [], "XXXXX"),
        (POSITIONAL, "🟦🟦🟦🟦🟦", ["🟧⬛⬛🟦⬛"], "OOOOO"),
        (POSITIONAL, "🟦🟦🟦🟦🟦", ["🟥🟦🟡🟦🟦"], "....."),
        (BLACK_WHITE, "⬛⬛⬛⬛⬛", ["⬛⬜"], "XXXXX"),
        (BLACK_WHITE, "⬛⬛⬛⬛⬛", ["⬛🟩⬛⬛🟨"], "(rien)"),
        (BLACK, "⬛⬛⬛⬛⬛", ["🟩⬛⬛⬛⬛"], "(rien)"),
        (BLACK_WHITE, "B", ["BWW"], "X"),
        (BLACK_WHITE, "B", ["NNB"], "O"),
        (BLACK_WHITE, "1B", ["1A2B"], "O"),
        (BLACK_WHITE, "1B", ["1b2c"], "X"),
    ],
)
def test_the_other_turns_of_a_game_tell_what_is_meant(rule, text: str, beside: list[str], expected: str) -> None:
    assert rule.parse(text, 5, beside).text == expected


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("{} digits are wrong", "{} digits are right"),
        ("{} chiffres sont faux", "{} chiffres sont bons"),
        ("{} cifras son incorrectas", "{} cifras son correctas"),
    ],
)
def test_a_sentence_about_wrong_symbols_says_that_the_others_are_right(wrong: str, right: str) -> None:
    length = 4
    for number in range(length + 1):
        meant = read_sentence(wrong.format(number), length)
        assert meant == read_sentence(right.format(length - number), length)
        assert {blacks + whites for blacks, whites in meant} == {length - number}
    assert read_sentence(wrong.format(length + 1), length) == []
    assert BLACK.parse(wrong.format(1), length) == Marks(3)
    with pytest.raises(MarksAmbiguousError):
        BLACK_WHITE.parse(wrong.format(1), length)


def test_signs_that_a_rule_does_not_give_are_refused() -> None:
    for rule, text in [(BLACK, "⬜"), (BLACK, "⬛⬜"), (BLACK, "BW"), (BLACK, "1A2B"), (BLACK, "🟩🟨⬛⬛⬛")]:
        with pytest.raises(MarksUnreadableError):
            rule.parse(text, 5)
    for text in ("⬛⬜", "●○", "BBW", "🔴⚪", "⚫"):
        for rule in (MEMBERSHIP, POSITIONAL):
            with pytest.raises(MarksUnreadableError):
                rule.parse(text, 5)
    assert BLACK.parse("⬛🟩⬛⬛⬛", 5) == Marks(1)


PALETTES = (("🟩", "🟨", "⬛⬜🟦🔵❌"), ("🟥", "🟡", "⬛⬜🟦🔵"), ("🟧", "🟦", "⬛⬜"))
"""Signs of rows by hand: in place, elsewhere, and those that say absent."""
TELLING = set("🟩🟨🟥🟡🟧")  #: Those that tell a row from pegs.


def list_counts(rule: Rule) -> set[tuple[int, int]]:
    """Return the numbers of blacks and whites that codes of four symbols get, by the rule's plain definition."""
    secrets = list(product("ABCDE", repeat=4))
    found = set()
    for guess in ("ABCD", "AABC", "AABB", "AAAB", "AAAA"):
        for secret in secrets:
            found.add(rule.compare(guess, secret)[:2])
    return found


def test_as_many_numbers_as_the_rule_gives_are_plain() -> None:
    for rule in some(rule for rule in list_rules() if not rule.by_position):
        plain, other = ("2 1", "21") if rule.gives_whites else ("2", "xx-")
        assert rule.is_plain(plain, 5)
        assert rule.is_plain(other, 5) == (not rule.gives_whites)


def test_a_row_with_a_coloured_sign_has_a_sign_for_each_position() -> None:
    """⬛ and ⬜ are absent there, though they may be pegs: 🟥⬜⬜⬜ is one black, never one black and three white."""
    count = 0
    possible = {rule.name: list_counts(rule) for rule in RULES.values()}
    for black, white, absent_signs in PALETTES:
        for absent in absent_signs:
            for signs in product((black, white, absent), repeat=4):
                row = "".join(signs)
                counts = (row.count(black), row.count(white))
                for rule in RULES.values() if TELLING & set(row) else ():
                    count += 1
                    if counts in possible[rule.name]:
                        assert rule.parse(row, 4)[:2] == counts, (rule, row)
                    else:
                        with pytest.raises((MarksUnreadableError, MarksImpossibleError)):
                            rule.parse(row, 4)
    assert count > 1000


MEANINGS = {
    **dict.fromkeys("Xx●⚫🟩🟥🟧✅✔🔴*GgVvRr2", "X"),
    **dict.fromkeys("Oo○⚪🟨🟡YyJjAaWwCcMm1", "O"),
    **dict.fromkeys(".-_·🔵❌0", "."),
}
"""What a sign means by its colour, letter or figure, by hand; and those that mean several things."""
MEANINGS |= {"⬛": "X.", "⬜": "O.", "🟦": "O.", "B": "XO.", "b": "XO.", "N": "X.", "n": "X."}
MEANINGS |= {"G": "X.", "g": "X.", "x": "X.", "X": "X.", "r": "X", "1": "XO", "2": "X", "c": "O"}

UNITS = dict.fromkeys("abnr", "X") | dict.fromkeys("cmvw", "O")
"""What a letter after a number counts, by hand; b is refused where whites are given, since it may count both."""


def may_mean(text: str, marks: Marks) -> bool:
    """Return whether each sign can have one meaning so that the text means the marks."""
    signs = list(dict.fromkeys(text))
    for chosen in product(*(MEANINGS[sign] for sign in signs)):
        pattern = text.translate(str.maketrans(dict(zip(signs, chosen, strict=True))))
        if (pattern.count("X"), pattern.count("O")) == (marks.blacks, marks.whites):
            return not marks.pattern or pattern == marks.pattern or len(text) < len(marks.pattern)
    return False


def list_texts(length: int) -> Iterator[str]:
    """Yield every sign alone, in pairs, and in rows as long as a code."""
    signs = list_signs()
    for sign in signs:
        yield sign
        yield sign * length
    for first, second in permutations(signs, 2):
        yield first + second
        yield (first + second * length)[:length]
        yield first * (length - 1) + second


def test_every_sign_alone_in_pairs_and_in_rows_is_read_as_meant_or_refused() -> None:
    length, count = 4, 0
    refused = (
        MarksUnreadableError,
        MarksAmbiguousError,
        MarksImpossibleError,
        MarksOverLengthError,
        MarksNegativeError,
    )
    for rule in RULES.values():
        for text in list_texts(length):
            count += 1
            try:
                marks = rule.parse(text, length)
            except refused:
                continue
            digits = all(sign in "0123456789" for sign in text)
            if digits and not rule.by_position:
                numbers = [int(text)] if not rule.gives_whites else [int(sign) for sign in text]
                assert [*marks[:2]] == [*numbers, 0][:2], (rule, text, marks)
            elif counted := re.fullmatch("([0-9]+)([a-zA-Z])", text):
                number, unit = int(counted[1]), UNITS[counted[2].lower()]
                assert [*marks[:2]] == ([number, 0] if unit == "X" else [0, number]), (rule, text, marks)
            else:
                assert may_mean(text, marks), (rule, text, marks)
    assert count > 30_000

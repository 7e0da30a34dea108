"""``mastermot guess``: the machine holds the secret, a person looks for it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermot.codes import ColourCodes, WordCodes
from mastermot.play.codemakers import list_secrets, random_secret
from mastermot.rules import BLACK_WHITE, RULES, mark, rule_named
from tests.playing import run_json, unhurried
from tests.support import run
from tests.terminal import Terminal, plain

COLOURS = ("--holes", "4", "--colours", "6")
WORDS = ("--words", "fr-common", "--length", "5")


def secret(seed: int) -> str:
    return random_secret(ColourCodes(4, 6), seed)


def guess(*answers: str, options: tuple[str, ...] = (*COLOURS, "--seed", "5"), lang: str = "en") -> str:
    """Return what the game says to these guesses."""
    result = run("guess", *options, lang=lang, stdin="".join(f"{answer}\n" for answer in answers))
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_a_game() -> None:
    hidden = secret(5)
    marks = mark("AABB", hidden, rule_named("black-white")).text
    said = guess("aabb", hidden).splitlines()
    assert said[:4] == [
        "My secret is one of 1296 codes (4 holes, 6 colours, A to F).",
        "X: in its place; O: in the secret, elsewhere.",
        "You have 12 turns; q gives up.",
        "",
    ]
    assert said[4] == "Turn 1 of 12: aabb"
    assert said[5].startswith(f"  AABB  {marks.ljust(4)}  ")
    assert said[-1] == f"{hidden}: found in 2 turns."


def test_seeds() -> None:
    """One seed, one secret; without a seed each game has its own."""
    assert guess("q") == guess("q")
    assert guess("q").endswith(f"The secret was {secret(5)}.\n")
    assert len({guess("q", options=COLOURS) for _game in range(8)}) > 1


def test_slips_are_not_counted() -> None:
    """A word that is not in the dictionary is said, the nearest ones shown, and the correction accepted."""
    said = guess("cuode", "coude", "maison", "12345", "", "  ", options=(*WORDS, "--seed", "1"))
    assert "“cuode” is not in the list fr-common. Did you mean coude" in said
    assert "“maison” has length 6, 5 is expected." in said
    assert "“1” in “12345” is not a letter" in said
    assert said.count("Not counted.") == 3
    assert said.count("Turn 1 of 12: ") == 2
    assert "Turn 2 of 12: " in said
    assert "Turn 3 of 12: " not in said


def test_turns_run_out() -> None:
    said = guess("AAAA", "AAAB", "AAAC", options=(*COLOURS, "--seed", "5", "--turns", "2"))
    assert "You have 2 turns" in said
    assert "Turn 2 of 2: AAAB" in said
    assert "AAAC" not in said
    assert said.endswith(f"That was your last turn.\nThe secret was {secret(5)}.\n")


@pytest.mark.parametrize("rule", RULES)
def test_rules(rule: str) -> None:
    hidden = secret(5)
    said = guess("AABC", options=(*COLOURS, "--seed", "5", "--rule", rule))
    assert f"  AABC  {mark('AABC', hidden, rule_named(rule)).text}" in said
    assert ("O:" in said or "O elsewhere" in said) == (rule != "black")


@pytest.mark.parametrize("rule", RULES)
def test_fickle(rule: str) -> None:
    """It says that it may change its secret, and the code told at the end agrees with every mark."""
    options = ("--json", "--fickle", "--rule", rule, *COLOURS)
    result = run("guess", *options, stdin="AABB\nCCDD\nEEFF\nABCD\nq\n")
    game = json.loads(result.stdout)
    assert "It may change after each guess." in result.stderr
    assert game["codemaker"] == "fickle"
    for move in game["moves"]:
        assert mark(move["guess"], game["secret"], rule_named(rule)).text == move["marks"]


def test_json() -> None:
    """Standard output is one document; the prompts are on standard error."""
    result = run("guess", *COLOURS, "--seed", "5", "--json", stdin=f"aabb\nzzzz\n{secret(5)}\n")
    assert result.stdout.count("\n") == 1
    game = json.loads(result.stdout)
    assert (game["turns"], game["won"], game["secret"], game["seed"]) == (2, True, secret(5), 5)
    assert (game["rule"], game["codemaker"]) == ("black-white", "honest")
    assert [move["guess"] for move in game["moves"]] == ["AABB", secret(5)]
    assert game["moves"][0]["candidates"] == 1296
    assert "Turn 1 of 12: " in result.stderr
    assert "“Z” in “zzzz” is not a colour" in result.stderr


@pytest.mark.parametrize("word", ["quit", "q", "FIN", "exit", "quitter"])
def test_giving_up(word: str) -> None:
    assert "The secret was" in guess("AAAA", word, "AAAB")
    assert "AAAB" not in guess("AAAA", word, "AAAB")


def test_a_word_of_the_list_is_a_guess() -> None:
    """FIN is a French word: with three letters it is played."""
    said = guess("fin", "q", options=("--words", "fr-common", "--length", "3", "--seed", "1"))
    assert "  FIN  " in said


def test_no_repeats_and_empty_holes() -> None:
    said = guess("aabc", "abcd", options=(*COLOURS, "--no-repeats", "--seed", "2"))
    assert "“a” is more than once" in said.casefold()
    assert "360 codes (4 holes, 6 colours, A to F, no repeats)" in said
    said = guess("ab.c", options=(*COLOURS, "--empty", "--seed", "2"))
    assert "  AB.C  " in said


@pytest.mark.parametrize("options", [("--fickle",), ()])
def test_too_many_codes_to_list(options: tuple[str, ...]) -> None:
    """The secret agrees with all marks given, whether it may change or not."""
    guesses = ("abcdefghij", "jihgfedcba", "aabbccddee")
    choice = ("guess", "--holes", "10", "--colours", "10", *options, "--seed", "3", "--turns", "3")
    result = run(*choice, stdin="\n".join(guesses) + "\n")
    assert result.exit_code == 0
    assert "10,000,000,000 codes" in result.stdout
    assert "about" in result.stdout
    assert ("it compares a sample" in result.stdout) == bool(options)
    game = run_json(*choice, stdin="\n".join(guesses) + "\n")
    assert len(game["moves"]) == 3
    for move in game["moves"]:
        assert BLACK_WHITE.mark(move["guess"], game["secret"]).text == move["marks"]
    assert game["moves"][0]["candidates"] == 10**10
    assert 0 < game["moves"][1]["error"] < game["moves"][1]["candidates"] < 10**10


@pytest.mark.parametrize(
    ("lang", "advice"),
    [
        ("en", "Write a colour for each hole; colours go from A to C."),
        ("fr", "Écrivez une couleur par trou ; les couleurs vont de A à C."),
    ],
)
def test_what_to_do_about_a_wrong_number_of_colours(lang: str, advice: str) -> None:
    result = run("guess", "--holes", "3", "--colours", "3", stdin="ab\n", lang=lang)
    assert advice in result.output


@settings(unhurried, max_examples=60)
@given(lines=st.lists(st.text(max_size=6) | st.text("ABC", min_size=3, max_size=3), max_size=9), fickle=st.booleans())
def test_any_text_is_survived(lines: list[str], fickle: bool) -> None:
    options = ("--fickle",) if fickle else ("--seed", "3")
    stdin = "\n".join(lines).encode("utf-8", "replace")
    result = run("guess", "--holes", "3", "--colours", "3", *options, stdin=stdin)
    assert result.exit_code == 0
    assert "Traceback" not in result.output
    assert all(character.isprintable() or character == "\n" for character in result.stdout)


def test_terminal() -> None:
    terminal = Terminal("guess", *COLOURS, "--seed", "5", "--rule", "positional", environment={"LANGUAGE": "fr"})
    terminal.read("Tour 1 sur 12 : ")
    hidden = secret(5)
    answer = terminal.type(f"{hidden[0]}{hidden[:3]}", "Tour 2 sur 12 : ")
    assert "X" in plain(answer)
    assert "\x1b[32m" in answer
    terminal.type(hidden)
    assert terminal.close() == 0
    assert f"{hidden} : trouvé en 2 tours." in plain(terminal.text)


def test_the_secret_is_a_common_headword() -> None:
    """Not a conjugated form, unless a wider list is asked for; every word may be played."""
    codes = WordCodes("fr-common", 5)
    secrets = list_secrets(codes)
    hidden = random_secret(codes, 5, secrets)
    said = guess("venez", "q", options=(*WORDS, "--seed", "5"))
    assert said.startswith("My secret is one of 1377 words; you may play any of 3189 words (fr-common, 5 letters).")
    assert "Turn 2 of 12" in said
    assert said.rstrip(".\n").endswith(codes.display(hidden))
    wide = guess("q", options=(*WORDS, "--seed", "5", "--answers", "fr-common", "--fickle"))
    assert wide.startswith("My secret is one of 3")
    assert "It may change after each guess." in wide


def test_answers_are_words() -> None:
    result = run("guess", *COLOURS, "--answers", "fr-common")
    assert (result.exit_code, "is for words, not for colours" in result.stderr) == (2, True)
    assert run("guess", *WORDS, "--answers", "no-such-list").exit_code == 2

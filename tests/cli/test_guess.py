"""``mastermot guess``: the machine holds the secret, a person looks for it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import BLACK_WHITE, RULES, ColourCodes, Position, WordCodes, make_codebreaker, mark, rule_named
from mastermot.game import list_secrets, random_secret
from mastermot.texts import write_marks
from tests.messages import check_told
from tests.playing import run_json
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
    assert said[4] == "Turn 1 of 12: aabb"
    assert said[5].startswith(f"  AABB  {marks.ljust(4)}  ")
    assert re.fullmatch(rf"{hidden}: .*\b2\b.*\.", said[-1])


def test_seeds() -> None:
    """One seed, one secret; without a seed each game has its own."""
    assert guess("q") == guess("q")
    assert guess("q").endswith(f" {secret(5)}.\n")
    assert len({guess("q", options=COLOURS) for _game in range(8)}) > 1


def test_slips_are_not_counted() -> None:
    """A word that is not in the dictionary is said, the nearest ones shown, and the correction accepted."""
    said = guess("cuode", "coude", "maison", "12345", "", "  ", options=(*WORDS, "--seed", "1"))
    check_told(said, "code-unknown", "“cuode”", "fr-common", " coude,")
    check_told(said, "code-length", "“maison”", "5", "6")
    assert "mean" not in guess("foo", options=(*WORDS, "--seed", "1"))
    check_told(said, "not-a-word", "“1”", "“12345”")
    assert said.count("Not counted.") == 3
    assert said.count("Turn 1 of 12: ") == 2
    assert "Turn 2 of 12: " in said
    assert "Turn 3 of 12: " not in said


def test_turns_run_out() -> None:
    said = guess("AAAA", "AAAB", "AAAC", options=(*COLOURS, "--seed", "5", "--turns", "2"))
    assert "You have 2 turns" in said
    assert "Turn 2 of 2: AAAB" in said
    assert "AAAC" not in said
    assert said.endswith(f" {secret(5)}.\n")


@pytest.mark.parametrize("rule", RULES)
def test_rules(rule: str) -> None:
    hidden = secret(5)
    said = guess("AABC", options=(*COLOURS, "--seed", "5", "--rule", rule))
    assert f"  AABC  {mark('AABC', hidden, rule_named(rule)).text}" in said
    assert ("O:" in said or "O elsewhere" in said) == (rule != "black")


@pytest.mark.parametrize("rule", RULES)
def test_fickle(rule: str) -> None:
    """The code told at the end agrees with every mark."""
    options = ("--json", "--fickle", "--rule", rule, *COLOURS)
    result = run("guess", *options, stdin="AABB\nCCDD\nEEFF\nABCD\nq\n")
    game = json.loads(result.stdout)
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
    check_told(result.stderr, "not-a-colour", "“Z”", "“zzzz”")


@pytest.mark.parametrize("word", ["quit", "q", "FIN", "exit", "quitter"])
def test_giving_up(word: str) -> None:
    said = guess("AAAA", word, "AAAB")
    assert secret(5) in said
    assert "AAAB" not in said


def test_a_word_of_the_list_is_a_guess() -> None:
    """FIN is a French word: with three letters it is played."""
    said = guess("fin", "q", options=("--words", "fr-common", "--length", "3", "--seed", "1"))
    assert "  FIN  " in said


def test_no_repeats_and_empty_holes() -> None:
    said = guess("aabc", "abcd", options=(*COLOURS, "--no-repeats", "--seed", "2"))
    check_told(said, "code-repeats", "“A”", lang="en")
    check_told(said, "", "360 codes", "4 holes", "6 colours", "A to F", "repeats")
    said = guess("ab.c", options=(*COLOURS, "--empty", "--seed", "2"))
    assert "  AB.C  " in said


@pytest.mark.parametrize("options", [("--fickle",), pytest.param(("--seed", "3"), marks=pytest.mark.slow)])
def test_too_many_codes_to_list(options: tuple[str, ...]) -> None:
    """The secret agrees with all marks given, whether it may change or not."""
    guesses = ("abcdefghij", "jihgfedcba", "aabbccddee")
    choice = ("guess", "--holes", "10", "--colours", "10", *options, "--turns", "3")
    result = run(*choice, stdin="\n".join(guesses) + "\n")
    assert result.exit_code == 0
    assert "10,000,000,000 codes" in result.stdout
    assert "about" in result.stdout
    assert ("sample" in result.stdout) == ("--fickle" in options)
    game = run_json(*choice, stdin="\n".join(guesses) + "\n")
    assert len(game["moves"]) == 3
    for move in game["moves"]:
        assert BLACK_WHITE.mark(move["guess"], game["secret"]).text == move["marks"]
    assert game["moves"][0]["candidates"] == 10**10
    assert 0 < game["moves"][1]["error"] < game["moves"][1]["candidates"] < 10**10


@pytest.mark.parametrize(("lang", "advice"), [("en", " A to C."), ("fr", " A à C.")])
def test_what_to_do_about_a_wrong_number_of_colours(lang: str, advice: str) -> None:
    result = run("guess", "--holes", "3", "--colours", "3", stdin="ab\n", lang=lang)
    assert advice in result.output


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
    terminal.type(hidden, "Juger")
    terminal.type("o")
    assert terminal.close() == 0
    assert "Adresse " in plain(terminal.text)
    assert re.search(rf"{hidden} : .*\b2\b.*\.", plain(terminal.text))


def test_ctrl_d_ends_a_game_and_asks_no_more() -> None:
    terminal = Terminal("guess", *COLOURS, "--seed", "5")
    terminal.read("Turn 1 of 12: ")
    terminal.type("AABB", "Turn 2 of 12: ")
    terminal.type("\x04", secret(5))
    assert terminal.close() == 0
    assert "Judge" not in terminal.text


def test_the_secret_is_a_common_headword() -> None:
    """Not a conjugated form, unless a wider list is asked for; every word may be played."""
    codes = WordCodes("fr-common", 5)
    secrets = list_secrets(codes)
    hidden = random_secret(codes, 5, secrets)
    said = guess("venez", "q", options=(*WORDS, "--seed", "5"))
    assert re.findall(r"\d+", said.splitlines()[0]) == ["1377", "3189", "5"]
    assert "Turn 2 of 12" in said
    assert said.rstrip(".\n").endswith(codes.display(hidden))
    wide = guess("q", options=(*WORDS, "--answers", "fr-common", "--fickle"))
    assert re.findall(r"\d+", wide)[0].startswith("3")


@pytest.mark.parametrize("fickle", [(), ("--fickle",)], ids=["honest", "fickle"])
def test_words_left_are_those_that_can_be_the_secret(tmp_path: Path, fickle: tuple[str, ...]) -> None:
    """They are counted, listed, suggested and judged; the others may be played. `next` and `review` agree."""
    options = (*WORDS, "--first", "--seed", "3", *fickle)
    said = guess("raies", "aimer", "list", "q", options=options)
    listed = said.partition("list\n")[2].partition("Turn")[0].split()
    fit = set(list_secrets(WordCodes("fr-common", 5)))
    assert listed
    assert set(listed) <= fit
    result = run("guess", *options, "--json", stdin="raies\naimer\nq\n")
    game = json.loads(result.stdout)
    assert (game["answers"], game["playable"]) == ("fr-answers", 3189)
    assert game["secrets"] == game["moves"][0]["candidates"] < 1377
    turns = [f"{move['guess']}={move['marks']}" for move in game["moves"]]
    starts = game["codes"].rpartition(", ")[2]
    advice = run_json("next", *WORDS, "--starts", starts, "--answers", "fr-answers", *turns)
    assert advice["list"] == listed
    (tmp_path / "game.json").write_text(result.stdout)
    judged = run_json("review", str(tmp_path / "game.json"))
    assert [move["before"] for move in judged["moves"]] == [move["candidates"] for move in game["moves"]]
    assert judged["moves"][-1]["after"] == len(listed)


def test_answers_are_words() -> None:
    result = run("guess", *COLOURS, "--answers", "fr-common")
    assert (result.exit_code, "--answers" in result.stderr) == (2, True)
    assert run("guess", *WORDS, "--answers", "no-such-list").exit_code == 2


# --- more than guesses -----------------------------------------------------------------------------------------


def test_commands_are_not_guesses() -> None:
    said = guess("aabb", "list", "hint", "history", "help", "?", "liste", "q")
    assert "Turn 3 of 12" not in said
    codes, rule = ColourCodes(4, 6), rule_named("black-white")
    marks = rule.mark("AABB", secret(5))
    left = [code for code in codes.texts if rule.mark("AABB", code) == marks]
    assert left[0] in said
    best = make_codebreaker("best", codes=codes).choose(Position(codes, rule).after("AABB", marks)).guess
    assert f" {best}.\n" in said
    assert f"  1  AABB  {marks.text}" in said
    assert said.count("history, undo") == 2


def test_a_word_that_is_also_a_command_is_played_by_name() -> None:
    options = ("--words", "fr-common", "--length", "4", "--seed", "1")
    said = guess("aide", "guess aide", "q", options=options)
    assert "guess aide)" in said
    assert "Turn 2 of 12" in said
    assert "  AIDE  " in said


def test_undo_unless_the_game_is_counted(tmp_path: Path) -> None:
    said = guess("undo", "AAAA", "undo", "AAAB", "q")
    assert said.count("Turn 1 of 12") == 3
    counted = guess("AAAA", "undo", "q", options=(*COLOURS, "--seed", "5", "--stats", str(tmp_path / "games")))
    assert "Turn 2 of 12" in counted


def test_wider_guesses_and_hard_mode() -> None:
    options = (*WORDS, "--seed", "5", "--rule", "positional")
    check_told(guess("abaca", "q", options=options), "code-unknown", "“abaca”", "fr-common")
    wider = guess("abaca", "q", options=(*options, "--guesses", "fr"))
    assert "Turn 2 of 12" in wider
    hidden = random_secret(WordCodes("fr-common", 5), 5, list_secrets(WordCodes("fr-common", 5)))
    other = next(word for word in WordCodes("fr-common", 5).texts if not set(word) & set(hidden))
    first = next(word for word in WordCodes("fr-common", 5).texts if word[0] == hidden[0] and word != hidden)
    said = guess(first, other, "hint", "q", options=(*options, "--hard", "wordle"))
    check_told(said, "hard-mode")
    assert re.search(rf"\b{hidden[0]}\b.* position 1\b", said)
    assert "Turn 3 of 12" not in said


@pytest.mark.parametrize("rule", ["black", "black-white", "membership"])
def test_hard_mode_says_once_which_marks_would_differ(rule: str) -> None:
    hidden, chosen = random_secret(ColourCodes(4, 6), 5), rule_named(rule)
    other = next(code for code in ColourCodes(4, 6).texts if mark("AABB", code, chosen) != mark("AABB", hidden, chosen))
    said = guess("aabb", other, "q", options=(*COLOURS, "--seed", "5", "--rule", rule, "--hard"))
    would, given = (write_marks(mark("AABB", code, chosen)) for code in (other, hidden))
    (reason,) = (line for line in said.splitlines() if line.startswith("  hard"))
    assert re.search(rf"\b{other}\b.* AABB .* {re.escape(would)}, .* {re.escape(given)}\.", reason)


def test_a_guess_in_no_list_of_the_game_is_said_to_be_in_none() -> None:
    options = (*WORDS, "--guesses", "fr")
    said = guess("zzzzz", "q", options=options)
    check_told(said, "", "“zzzzz”", "fr-common")
    result = run("next", "zzzzz=X", *WORDS, lang="fr")
    assert (result.exit_code, "« ZZZZZ »" in result.stderr) == (0, True)


def test_hard_mode_holds_to_the_letter_shown() -> None:
    options = (*WORDS, "--seed", "5", "--first", "--hard", "wordle", "--rule", "positional")
    letter = re.findall(r"([A-Z])\.{4}", guess("q", options=options))[0]
    other = next(word for word in WordCodes("fr-common", 5).texts if word[0] != letter)
    assert re.search(rf"\b{letter}\b.* position 1\b", guess(other, "q", options=options))
    assert "Not counted" not in guess(other, "q", options=[one for one in options if one not in ("--hard", "wordle")])


def test_the_first_letter_is_shown() -> None:
    plain_game = json.loads(run("guess", *WORDS, "--seed", "5", "--json", stdin="q\n").stdout)
    result = run("guess", *WORDS, "--seed", "5", "--first", "--json", stdin="list\nraies\nq\n")
    shown = json.loads(result.stdout)
    assert shown["secret"] == plain_game["secret"], "the same secret with and without its letter"
    pattern = f"{shown['secret'][0]}...."
    assert f" {pattern}, " in result.stderr
    assert shown["codes"] == f"fr-common, length 5, {pattern}"
    assert shown["moves"][0]["candidates"] < 1000
    assert run("review", "-", stdin=result.stdout).exit_code == 0
    assert "--first" in run("guess", *COLOURS, "--first").stderr


@pytest.mark.parametrize("first", [(), ("--first", "--seed", "3")])
def test_a_fickle_codemaker_says_what_was_possible(first: tuple[str, ...]) -> None:
    result = run("guess", *WORDS, "--fickle", *first, "--turns", "1", "--json", stdin="raies\n")
    game = json.loads(result.stdout)
    count, *lines = result.stderr.partition("Still possible: ")[2].splitlines()
    listed = lines[0].split()
    assert len(listed) == 10 < int(count.split()[0])
    assert lines[1] == f"  … and {int(count.split()[0]) - 10} more"
    for code in (*listed, game["secret"]):
        assert mark("RAIES", code, rule_named("black-white")).text == game["moves"][0]["marks"]
    assert mark("RAIES", game["secret"], rule_named("black-white")).text == game["moves"][0]["marks"]


def test_statistics(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    options = (*COLOURS, "--seed", "5", "--stats", str(path))
    guess(secret(5), options=options)
    guess("AAAA", "q", options=options)
    said = guess("AAAA", "hint", secret(5), options=options).splitlines()
    assert any(re.fullmatch(rf"{secret(5)}: .*\b2\b.*\(1 hint\)", line) for line in said)
    assert re.findall(r"\d+", said[-3]) == ["4", "6", "3", "2", "67", "1", "1"]  # game; played, won, %; streaks
    assert [line.split() for line in said[-2:]] == [["1", "1", "█" * 40], ["2", "1", "█" * 40]]
    other = guess("q", options=(*COLOURS, "--rule", "black", "--stats", str(path)))
    assert re.search(r"\bblack: 1 game\b.*\b0\b.*\(0 %\).*\b0\b.*\b0\b", other)
    assert len(path.read_text("utf-8").splitlines()) == 4
    french = guess("q", options=(*WORDS, "--stats", str(path)), lang="fr")
    assert "black-white : 1 partie, " in french


@pytest.mark.parametrize(
    "line",
    [
        *("{", "[]", "3", '{"codes": "x"}', '{"codes":1,"rule":"","turns":1,"won":true,"hints":0}', "[" * 9_000),
        *(f'{{"codes":"","rule":"","turns":{turns},"won":true,"hints":0}}' for turns in (-1, 10_001, "9" * 5000)),
    ],
    ids=lambda line: line[:40],
)
def test_statistics_that_are_none(line: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"\n{line}\n", "utf-8")
    result = run("guess", *COLOURS, "--stats", str(path), stdin="AAAA\nq\n")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "line 2" in result.stderr
    assert path.read_text("utf-8") == f"\n{line}\n"
    assert run("guess", *COLOURS, "--stats", str(tmp_path), stdin="q\n").exit_code == 3


def test_the_game_is_kept_behind_a_line_without_its_end(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for _time in range(2):
        assert run("guess", *COLOURS, "--stats", str(path), stdin="q\n").exit_code == 0
        path.write_text(path.read_text().rstrip("\n"))
    assert [json.loads(line)["turns"] for line in path.read_text().splitlines()] == [0, 0]


def test_the_longest_game_is_counted(tmp_path: Path) -> None:
    """The game is kept before the figures are told: what they cost, it is not lost."""
    path = tmp_path / "games.jsonl"
    run("guess", *COLOURS, "--stats", str(path), stdin="q\n")
    game = json.loads(path.read_text())
    path.write_text(json.dumps({**game, "turns": 10_000, "won": True}) + "\n")
    said = run("guess", *COLOURS, "--stats", str(path), stdin="q\n")
    assert (said.exit_code, "2 games, 1 won" in said.stdout) == (0, True)
    assert len(path.read_text().splitlines()) == 2
    assert run("guess", *COLOURS, "--turns", "10001", stdin="q\n").exit_code == 2


def test_the_game_is_kept_though_ctrl_c_comes_while_its_figures_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_histogram: dict[int, int]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mastermot.cli.guess.draw_bars", interrupt)
    path = tmp_path / "games.jsonl"
    told = run("guess", *COLOURS, "--seed", "5", "--stats", str(path), stdin=f"{secret(5)}\n")
    assert told.exit_code == 130
    assert [json.loads(line)["won"] for line in path.read_text().splitlines()] == [True]

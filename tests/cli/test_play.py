"""``mastermot play``: games played alone, the reference's games among them, and sessions with a person."""

from __future__ import annotations

import json
import os
import re
from itertools import islice, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermot import BLACK_WHITE, RULES, ColourCodes, Position, WordCodes, make_codebreaker, mark, rule_named
from tests.messages import check_told, find_message
from tests.playing import run_json
from tests.reference import ACCELERATION, FRENCH, needs_french, sorted_sgb
from tests.support import run
from tests.terminal import Terminal, plain

COLOURS = ("--holes", "4", "--colours", "6")
DECODEUR = ("play", "--player", "decodeur")

# --- the reference's games -------------------------------------------------------------------------------------


def guesses(*arguments: str) -> list[str]:
    """Return the guesses of a game that `decodeur` plays alone."""
    game = run_json(*DECODEUR, *arguments)
    assert game["won"]
    assert game["turns"] == len(game["moves"])
    for move in game["moves"]:
        marks = mark(move["guess"], game["secret"], BLACK_WHITE)
        assert (move["marks"], move["blacks"], move["whites"]) == (marks.text, marks.blacks, marks.whites)
    return [move["guess"] for move in game["moves"]]


@pytest.mark.parametrize(
    ("holes", "colours", "secret", "strategy", "played"),
    [
        (4, 6, "BEEF", "entropy", "ABCD EFAB BEEF"),
        (5, 8, "DEADB", "minimax", "ABCDE FGHAB BEADB DEADB"),
        # the Perl program's own run has F and G exchanged: see test_codebreakers.py
        (5, 8, "DEADB", "entropy", "ABCDE ACDBF BEGDA GEBDC EDBDA DEADB"),
    ],
)
def test_games_with_colours(holes: int, colours: int, secret: str, strategy: str, played: str) -> None:
    options = ("--holes", str(holes), "--colours", str(colours), "--secret", secret, "--strategy", strategy)
    assert guesses(*options) == played.split()


def test_game_of_26_colours() -> None:
    game = run_json(*DECODEUR, "--holes", "4", "--colours", "26", "--secret", "BGJG")
    moves = [(move["guess"], move["marks"], move["candidates"]) for move in game["moves"]]
    assert [move[:2] for move in moves[:4]] == [("ABCD", "O"), ("EFGH", "O"), ("IJKL", "O"), ("RAJG", "XX")]
    assert (moves[3][2], moves[4][2]) == (9720, 218)
    minimax = run_json(*DECODEUR, "--holes", "4", "--colours", "26", "--secret", "BGJG", "--strategy", "minimax")
    assert minimax["moves"][3]["guess"] == "FRBJ"


@needs_french
@pytest.mark.parametrize(
    ("secret", "accel", "played"),
    [
        ("RAYE", False, "RAIE RADE RACE RAGE RAME RAPE RARE RASE RATE RAYE"),
        ("RAYE", True, "RAIE GARS RADE CAMP RATE RAYE"),
        ("MELER", False, 9),
        ("MELER", True, 7),
    ],
)
def test_french_games(secret: str, accel: bool, played: str | int) -> None:
    options = ["--words", str(FRENCH), "--length", str(len(secret)), "--secret", secret]
    found = guesses(*options, *(["--accel", str(ACCELERATION)] if accel else []))
    assert len(found) == played if isinstance(played, int) else found == played.split()


@pytest.mark.parametrize(("secret", "entropy", "minimax"), [("TEARS", 2, 10), ("SALES", 9, 2), ("ZONAL", 5, 5)])
def test_english_games(secret: str, entropy: int, minimax: int, tmp_path: Path) -> None:
    words = tmp_path / "sorted.txt"
    words.write_text("\n".join(sorted_sgb()))
    for strategy, turns in (("entropy", entropy), ("minimax", minimax)):
        options = ("--words", str(words), "--length", "5", "--secret", secret, "--strategy", strategy)
        assert len(guesses(*options)) == turns


# --- alone -----------------------------------------------------------------------------------------------------


def test_alone_with_words() -> None:
    result = run("play", "--words", "fr-common", "--length", "5", "--secret", "coudé")
    assert result.exit_code == 0
    first, *_others = result.stdout.splitlines()
    assert {"best", "entropy", "black-white"} <= set(re.findall(r"[\w-]+", first))
    assert re.search(r"^COUDE \(coude, coudé\): ", result.stdout, re.MULTILINE)


def test_sample_is_told() -> None:
    result = run("play", "--holes", "5", "--colours", "12", "--secret", "AAAAA", "--sample", "50")
    assert re.search(r"\bsample\b.* 50\b", result.stdout)
    assert "sample" not in run("play", *COLOURS, "--secret", "AAAA", "--sample", "5000").stdout


@pytest.mark.parametrize("rule", RULES)
def test_json_shape(rule: str) -> None:
    game = run_json("play", *COLOURS, "--rule", rule, "--secret", "ABBE")
    assert game["moves"][-1]["guess"] == game["secret"] == "ABBE"
    assert (game["player"], game["strategy"], game["pool"], game["rule"]) == ("best", "parts", "all", rule)
    assert all(set(move) == {"guess", "marks", "blacks", "whites", "candidates"} for move in game["moves"])
    assert game["moves"][0]["candidates"] == 1296


def test_seeds_reproduce() -> None:
    def moves(seed: int) -> object:
        return run_json("play", *COLOURS, "--player", "consistent", "--secret", "FACE", "--seed", str(seed))["moves"]

    assert moves(1) == moves(1)
    assert len({str(moves(seed)) for seed in range(6)}) == 6


# --- sessions --------------------------------------------------------------------------------------------------


def session(*answers: str, options: tuple[str, ...] = COLOURS, lang: str = "en", status: int = 0) -> str:
    """Return what a session says to these answers; the input ends after them."""
    stdin = "".join(f"{answer}\n" for answer in answers)
    result = run("play", *options, "--player", "decodeur", lang=lang, stdin=stdin)
    assert result.exit_code == status, result.output
    assert result.stderr == ""
    return result.stdout


def count_turns(said: str, turn: int, left: int, guess: str) -> int:
    """Return how often a turn is announced: its number, how many codes are left, and the guess."""
    return len(re.findall(rf"^\D*\b{turn}\b.*\b{left}\b.*: {guess}\s*$", said, re.MULTILINE))


def is_last(said: str, code: str, turns: int) -> bool:
    """Return whether the last line says that the code was found in so many turns."""
    return re.search(rf"^{code} ?: .*\b{turns}\b.*\s*\Z", said, re.MULTILINE) is not None


@pytest.mark.parametrize(
    ("first", "second"),
    [("O", "OOO"), ("0 1", "0 3"), ("o", "o o o"), ("0,1", "0,3"), ("○", "🟡🟡🟡"), (".O..", "OOO.")],
)
def test_forms_of_marks(first: str, second: str) -> None:
    """The game of BEEF, whatever way it is marked."""
    said = session(first, second, "4 0")
    assert count_turns(said, 3, 12, "BEEF") == 1
    assert is_last(said, "BEEF", 3)


@pytest.mark.parametrize("nothing", ["rien", "none", "(rien)", "0 0", "0", "...."])
def test_forms_of_nothing(nothing: str) -> None:
    assert count_turns(session(nothing), 2, 16, "EFEF") == 1


@pytest.mark.parametrize(
    ("answer", "code", "told"),
    [
        ("XXXO", "marks-impossible", []),
        ("3 1", "marks-impossible", []),
        ("XXXXX", "marks-over-length", ["5", "4"]),
        ("3 2", "marks-impossible", ["4"]),
        ("-1 0", "marks-negative", []),
        ("two", "marks-unreadable", ["“two”", "XXO"]),
        ("2", "marks-unreadable", ["“2”"]),
    ],
)
def test_refused_marks(answer: str, code: str, told: list[str]) -> None:
    """The reason is told, the guess stands, and nothing of the game is lost."""
    said = session("O", answer, "OOO")
    check_told(said, code, *told)
    assert said.count("Turn 2 ") == 1
    assert count_turns(said, 3, 12, "BEEF") == 1


def test_undo() -> None:
    said = session("X", "XX", "undo", "annuler 1", "undo", "O", "OOO", "undo 3", "retour 2", "OOO")
    assert "correct 2 XO, undo 2" in said  # how it is written, where it was not
    assert count_turns(said, 1, 1296, "ABCD") == 3
    assert count_turns(said, 3, 12, "BEEF") == 3


def test_correct() -> None:
    said = session("X", "OOO", "correct", "correct 1", "correct 9 X", "correct 1 XXXO", "correct 1 O", "4 0")
    assert said.count("correct 2 XO, undo 2") == 3
    check_told(said, "marks-impossible")
    assert is_last(said, "BEEF", 3)


@pytest.mark.parametrize("rule", RULES)
def test_examples_suit_the_rule(rule: str) -> None:
    """What the help says to type can be typed."""
    said = run("play", *COLOURS, "--rule", rule, stdin="rien\ncorrect\n").stdout
    example = said.split(": correct 1 ")[1].split(",")[0]
    assert RULES[rule].parse(example, 4)


def test_list_and_help() -> None:
    said = session("list", "O", "OOO", "liste", "help", "?")
    assert "… and 1096 more" in said
    assert "  AAAA AAAB" in said
    assert " BEEF" in said.split("marks: liste")[1].split("Turn")[0]
    assert said.count("Answer with XXO") == 3


def test_few_codes_are_shown() -> None:
    """Which codes are left is said when they are ten or fewer."""
    said = session("O", "OOO", "XO", "quit")
    played = ["ABCD", "EFAB", "BEEF"]
    marks = ["O", "OOO", "XO"]
    agreeing = [
        code
        for code in ColourCodes(4, 6).texts
        if all(mark(guess, code, BLACK_WHITE).text == text for guess, text in zip(played, marks, strict=True))
    ]
    assert 1 < len(agreeing) <= 10
    assert re.search(rf"\b4\b.*\b{len(agreeing)}\b.*: {', '.join(agreeing)}\)", said)
    assert re.search(r"\b12 codes\b[^:]*\)", said)


def test_answers_that_cannot_hold_are_named_and_mended() -> None:
    """ABCD with nothing and EFEF with nothing leave no code; the next answers mend one of them."""
    said = session("rien", "rien", "hm", "correct 1", "correct 1 XXXO", "correct 1 OO", "quit")
    assert "  1  ABCD  (none)\n  2  EFEF  (none)\n" in said
    assert said.count("correct 2 XO, undo 2") == 2
    check_told(said, "marks-impossible")
    assert "Turn 3 (" in said


@pytest.mark.parametrize("way_out", ["undo", "undo 1", "correct 2 OOO"])
def test_ways_out_of_a_conflict(way_out: str) -> None:
    said = session("rien", "rien", way_out, "undo 1", "O", "OOO", "XXXX")
    assert is_last(said, "BEEF", 3)


@pytest.mark.parametrize("end", [[], ["quit"], ["fin"]])
def test_a_conflict_left_alone_ends_with_1(end: list[str]) -> None:
    assert "found" not in session("rien", "rien", *end, status=1)


def test_a_code_found_against_the_answers_is_not_found() -> None:
    said = session("O", "XXXX", "undo 1", "O", "OOO", "XXXX")
    assert "EFAB: " not in said
    assert "\n  1  ABCD  O\n  2  EFAB  XXXX\n" in said
    assert is_last(said, "BEEF", 3)


@pytest.mark.parametrize("word", ["quit", "exit", "QUIT", "q", "quitter", "fin"])
def test_quit(word: str) -> None:
    assert "Turn 3" not in session("O", word, "OOO")


def test_positional_rule() -> None:
    options = ("--words", "fr-common", "--length", "5", "--rule", "positional")
    result = run("play", *options, stdin="O..X\nX.O..\n🟩⬛🟨⬛⬛\n20100\nrien\n")
    check_told(result.stdout, "marks-unreadable", "“O..X”")
    assert "Turn 2 (" in result.stdout
    assert result.exit_code in (0, 1)


def test_json_session() -> None:
    """Standard output is one JSON document, the conversation is on standard error."""
    result = run("play", *COLOURS, "--player", "decodeur", "--json", stdin="O\nfoo\nOOO\nXXXX\n")
    game = json.loads(result.stdout)
    assert result.stdout.count("\n") == 1
    assert [(move["guess"], move["candidates"]) for move in game["moves"]] == [
        ("ABCD", 1296),
        ("EFAB", 152),
        ("BEEF", 12),
    ]
    assert game["won"]
    assert re.search(r"\b3\b.*\b12\b.*: BEEF$", result.stderr, re.MULTILINE)
    stopped = json.loads(run("play", *COLOURS, "--player", "decodeur", "--json", stdin="O\n").stdout)
    assert (stopped["won"], stopped["secret"], stopped["turns"]) == (False, None, 1)


LINES = st.text(max_size=12) | st.sampled_from(
    ["undo", "undo 1", "correct 1 O", "correct 2 X", "list", "help", "rien", "O", "X", "XO", "0 1", "undo x", "correct"]
)


@given(lines=st.lists(LINES, max_size=9), rule=st.sampled_from(sorted(RULES)))
def test_any_text_is_survived(lines: list[str], rule: str) -> None:
    """Whatever is typed, a session ends with 0 or 1 and shows no control character."""
    options = ("play", "--holes", "3", "--colours", "3", "--rule", rule)
    result = run(*options, stdin="\n".join(lines).encode("utf-8", "replace"))
    assert result.exit_code in (0, 1)
    assert "Traceback" not in result.output
    assert all(character.isprintable() or character == "\n" for character in result.stdout)


def test_bytes_that_are_no_text() -> None:
    assert run("play", *COLOURS, stdin=b"\xff\xfe\nO\n\x00\n").exit_code == 0


# --- bad input -------------------------------------------------------------------------------------------------

WORDS = ("--words", "fr-common", "--length", "5")


@pytest.mark.parametrize(
    ("options", "status", "code", "told"),
    [
        ((*WORDS, "--secret", "coudx"), 2, "code-unknown", ["coudx", "fr-common", "coude"]),
        ((*WORDS, "--secret", "maison"), 2, "code-length", ["maison", "5", "6"]),
        ((*COLOURS, "--secret", "ABCZ"), 2, "not-a-colour", ["Z", "ABCZ", "A to F"]),
        ((*COLOURS, "--no-repeats", "--secret", "ABCA"), 2, "code-repeats", ["A"]),
        ((*WORDS, *COLOURS), 2, "", ["words", "colours"]),
        (("--words", "fr-common"), 2, "family-length", ["--length"]),
        (("--holes", "4"), 2, "", ["holes", "colours"]),
        ((*WORDS, "--no-repeats"), 2, "", ["colours"]),
        (("--holes", "4", "--colours", "27"), 2, "", ["27"]),
        (("--holes", "4", "--colours", "3", "--no-repeats"), 3, "codes-too-few", []),
        (("--words", "fr-comon", "--length", "5"), 2, "dictionary-unknown", ["fr-comon", "fr-common"]),
        (("--words", "sgb", "--length", "6"), 3, "dictionary-empty", ["sgb", "6", "5"]),
        ((*COLOURS, "--player", "knut"), 2, "name-unknown", ["knut", "knuth"]),
        ((*COLOURS, "--strategy", "entropie"), 2, "name-unknown", ["entropie", "entropy"]),
        ((*COLOURS, "--pool", "every"), 2, "name-unknown", ["every", "consistent"]),
        ((*COLOURS, "--rule", "blck"), 2, "rule-unknown", ["blck", "black"]),
        ((*COLOURS, "--pool", "accelerated"), 2, "", ["--accel"]),
        (
            ("--holes", "6", "--colours", "6", "--player", "decodeur"),
            2,
            "player-game",
            ["decodeur", "2 to 5", "3 to 26"],
        ),
        ((*COLOURS, "--rule", "black", "--player", "decodeur"), 2, "player-game", ["decodeur", "black-white"]),
        (
            ("--holes", "10", "--colours", "10", "--player", "knuth"),
            4,
            "player-needs-list",
            ["10,000,000,000", "jourde"],
        ),
        (
            ("--holes", "10", "--colours", "10", "--player", "entropy", "--pool", "all"),
            4,
            "player-needs-list",
            ["best"],
        ),
        (("--holes", "21", "--colours", "6"), 2, "", ["21", "1 to 20"]),
        (("--holes", "4", "--colours", "12", "--digits"), 2, "colours-range", ["12", "2 to 10"]),
        ((*WORDS, "--digits"), 2, "", ["digits", "colours"]),
        ((*WORDS, "--player", "jourde"), 2, "player-game", ["jourde", "colours"]),
        ((*COLOURS, "--sample", "0"), 2, "", ["0"]),
    ],
)
def test_bad_input(options: tuple[str, ...], status: int, code: str, told: list[str]) -> None:
    result = run("play", *options)
    assert result.exit_code == status, result.output
    check_told(result.stderr, code, *told)
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("content", "code", "told"),
    [
        ("CAMP  # no word of five letters\n", "accelerators-empty", ["5", "4"]),
        ("", "accelerators-empty", ["5"]),
        ("GARS\nBA CHE\n", "", ["line 2", "BA CHE"]),
    ],
)
def test_bad_acceleration_files(content: str, code: str, told: list[str], tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text(content)
    result = run("play", *WORDS, "--accel", str(path))
    assert result.exit_code == 3
    check_told(result.stderr, code, *told, str(path))
    contrary = run("play", *WORDS, "--accel", str(path), "--pool", "consistent")
    assert contrary.exit_code == 2
    assert "--accel" in contrary.stderr
    assert "consistent" in contrary.stderr
    missing = run("play", *WORDS, "--accel", str(tmp_path / "none.txt"))
    assert missing.exit_code == 3
    assert "none.txt" in missing.stderr


def test_a_list_with_one_word(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text("coude\ncoudé\n")
    result = run("play", "--words", str(path), "--length", "5")
    assert result.exit_code == 3
    check_told(result.stderr, "codes-too-few", "1")


# --- a real terminal -------------------------------------------------------------------------------------------


def test_terminal() -> None:
    terminal = Terminal(*DECODEUR, *COLOURS, environment={"LANGUAGE": "fr"})
    assert "1296 codes" in terminal.read("marques : ")
    assert count_turns(plain(terminal.type("O", "marques : ")), 2, 152, "EFAB") == 1
    assert count_turns(plain(terminal.type("OOO", "marques : ")), 3, 12, "BEEF") == 1
    terminal.type("XXXX")
    assert terminal.close() == 0
    assert is_last(plain(terminal.text), "BEEF", 3)


@pytest.mark.parametrize(("settings", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_colour_on_a_terminal_only(settings: dict[str, str], coloured: bool) -> None:
    terminal = Terminal(*DECODEUR, *COLOURS, "--secret", "BEEF", environment=settings)
    assert terminal.close() == 0
    assert ("\x1b[32m" in terminal.text) == coloured
    assert "  2  EFAB  OOO   of 152\n" in plain(terminal.text)
    assert "\x1b" not in run(*DECODEUR, *COLOURS, "--secret", "BEEF").stdout


def test_end_of_input_on_a_terminal() -> None:
    terminal = Terminal("play", *COLOURS)
    terminal.read("marks: ")
    os.write(terminal.master, b"\x04")
    assert terminal.close() == 0
    assert "Turn 2" not in terminal.text


def test_words_are_called_words() -> None:
    """In a game with words, people read of words, in both languages; no mark is written in the reader's language."""
    said = run("play", "--words", "fr-common", "--length", "4", stdin="none\nquit\n").stdout
    assert "1360 words" in said
    assert re.search(r"\b2\b.* words\b", said)
    assert "code" not in said
    said = run("play", "--words", "fr-common", "--length", "4", lang="fr", stdin="(rien)\nquit\n").stdout
    assert "1360 mots" in said


@pytest.mark.parametrize(("lang", "nothing"), [("en", "(none)"), ("fr", "(rien)")])
def test_no_mark_in_the_language_of_the_reader(lang: str, nothing: str) -> None:
    result = run("play", *COLOURS, "--player", "decodeur", "--secret", "FFFF", lang=lang)
    assert f"1  ABCD  {nothing}" in result.stdout
    assert run_json("play", *COLOURS, "--player", "decodeur", "--secret", "FFFF")["moves"][0]["marks"] == "(rien)"


@pytest.mark.parametrize("command", ["explore", "duel --every"])
def test_more_codes_than_can_be_counted(command: str) -> None:
    """Codes past what `len` can say are refused by a limit, not by a fault of the program."""
    result = run(*command.split(), "--holes", "15", "--colours", "26")
    assert result.exit_code == 4
    many = "1,677,259,342,285,725,925,376"
    check_told(result.stderr, "too-many-codes", many, "500,000")


@pytest.mark.parametrize(
    ("player", "rule"),
    [
        pytest.param("best", "membership", marks=pytest.mark.slow),
        ("jourde", "black-white"),
        pytest.param("minimax", "positional", marks=pytest.mark.slow),
        pytest.param("consistent", "black", marks=pytest.mark.slow),
    ],
)
def test_games_too_large_to_list(player: str, rule: str) -> None:
    """The same game twice, as JSON and in words; its marks are right, the counts shrink, estimates say so."""
    choice = ("--holes", "7", "--colours", "9", "--rule", rule, "--player", player, "--secret", "BADCAFE")
    game = run_json("play", *choice)
    assert game["won"]
    for move in game["moves"]:
        assert rule_named(rule).mark(move["guess"], "BADCAFE").text == move["marks"]
    counts = [move["candidates"] for move in game["moves"]]
    assert counts[0] == 9**7
    assert counts == sorted(counts, reverse=True)
    assert "error" not in game["moves"][0]
    lines = run("play", *choice).stdout.splitlines()[1:-1]
    assert [line.split()[1] for line in lines] == [move["guess"] for move in game["moves"]]
    assert [("about" in line) for line in lines] == ["error" in move for move in game["moves"]]


def test_digits() -> None:
    """Bulls and cows as people play it, with 0 to 9."""
    choice = ("--holes", "4", "--colours", "10", "--no-repeats", "--digits")
    game = run_json("play", *choice, "--secret", "9041")
    assert game["won"]
    assert game["moves"][-1]["guess"] == "9041"
    said = run("guess", *choice, "--seed", "1", stdin="12a4\n1123\n123\n0123\n").stdout
    check_told(said, "not-a-colour", "“A”", "“12a4”", "0 to 9")
    check_told(said, "code-repeats", "“1”")
    check_told(said, "", "4", "10")


def test_answers_that_cannot_hold_together_in_a_large_game() -> None:
    """The machine names the turns, takes a correction and goes on."""
    said = run("play", "--holes", "8", "--colours", "12", stdin="rien\n" * 4 + "correct 3 XX\nquit\n").stdout
    conflict = re.search(r"^  1  [A-L]{8}  \(none\)$", said, re.MULTILINE)
    assert conflict is not None
    assert conflict.start() < said.index("Turn 4")


@pytest.mark.parametrize("size", ["4x6", "12x20"])  # whose codes are listed, and too many to list
def test_either_of_two_answers_that_contradict_each_other_may_be_wrong(size: str) -> None:
    """AAAA got one black, then two. Without either turn, codes are left: at least one black, and two."""
    holes, colours = size.split("x")
    guess = "guess " + "A" * int(holes)
    answers = "\n".join([guess, "X", guess, "XX", "list", "undo", "quit"])
    said = run("play", "--holes", holes, "--colours", colours, stdin=answers).stdout
    listed = re.findall(r"^  [^\n]*\b(\d+)\b[^\n]*:\n +([A-T]+)", said, re.MULTILINE)
    assert [(int(turn), code.count("A")) for turn, code in listed] == [(1, 2), (2, 1)]
    assert find_message("single", "wrong") not in said


def test_too_many_words_to_compare_each_with_each(tmp_path: Path) -> None:
    """A player that would compare billions of pairs says at once how many words it takes; a sample is played."""
    path = tmp_path / "many.txt"
    path.write_text("\n".join("".join(letters) for letters in islice(product("ABCDEFGHIJ", repeat=5), 70_000)))
    options = ("--words", str(path), "--length", "5", "--player", "entropy", "--secret", "AAAAB")
    result = run("play", *options)
    assert result.exit_code == 4
    check_told(result.stderr, "too-much-work", "70,000", "entropy", "66,332", "--sample")
    assert run("play", *options, "--sample", "100").exit_code == 0


# --- guesses and words of one's own ----------------------------------------------------------------------------


def test_a_guess_of_ones_own_is_played() -> None:
    said = run("play", *COLOURS, "--json", stdin="guess BBBB\nO\nXXXX\n")
    assert re.search(r"^ [^:\n]*\bBBBB\b", said.stderr, re.MULTILINE)
    game = json.loads(said.stdout)
    assert game["moves"][0]["guess"] == "BBBB"
    assert (game["moves"][0]["marks"], game["moves"][0]["candidates"]) == ("O", 1296)
    for command in ("list", "help", "code BBBB", "undo"):
        told = run("play", *COLOURS, "--json", stdin=f"guess BBBB\n{command}\nO\nXXXX\n")
        assert json.loads(told.stdout)["moves"] == game["moves"], "its marks are still asked for"
    refused = run("play", *COLOURS, stdin="guess BBBG\nq\n").stdout
    check_told(refused, "not-a-colour", "“G”")


def test_the_winning_guess_may_be_ones_own() -> None:
    said = run("play", "--words", "fr-common", "--length", "5", stdin="guess lunes\nXXXXX\n", lang="fr").stdout
    assert " LUNES (lunes, lunés)." in said
    assert re.search(r"^LUNES \(lunes, lunés\) : .*\b1\b", said, re.MULTILINE)


def test_the_word_one_had_in_mind_is_checked() -> None:
    words = ("--words", "fr-common", "--length", "5")
    game = run_json("play", *words, "--secret", "coude")
    answers = []
    here = Position(WordCodes("fr-common", 5), BLACK_WHITE)
    hidden = next(word for word in WordCodes("fr", 5).texts[1000:] if word not in here.codes)
    player = make_codebreaker("best")
    while len(here.candidates):
        guess = player.choose(here).guess
        marks = mark(guess, hidden, BLACK_WHITE)
        answers.append(marks.text)
        here = here.after(guess, marks)
    assert game["won"]
    said = run("play", *words, stdin="\n".join([*answers, f"word {hidden}", "word coude", "q"])).stdout
    told = said.partition(f"word {hidden}\n")[2].partition("\n")[0]
    assert all(part in told for part in (hidden, "fr-common")), told
    assert re.search(r"\bfr\b(?!-)", said.partition(told)[2])  # the list that has it
    assert re.search(r"\bCOUDE\b.* turn \d", said)
    unlisted = run("play", *words, stdin="\n".join([*answers, "word", "word coud", "q"])).stdout
    check_told(unlisted, "code-length", "“coud”", "5", "4")


def test_one_answer_that_no_word_gets(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("ab\nac\ncd\n")
    said = run("play", "--words", str(words), "--length", "2", stdin="O\nlist\nq\n").stdout
    assert "\n  1  AB  O\n" in said
    assert "\n  AB AC CD\n" in said


def test_no_game_is_announced_before_an_error() -> None:
    for arguments in (("play", "--player", "foo"), ("guess", "--stats", "no/such")):
        refused = run(*arguments)
        assert (refused.exit_code != 0, "en-common" in refused.stderr) == (True, False)


@pytest.mark.parametrize(("lang", "name"), [("en", "en-common"), ("fr", "fr-common")])
@pytest.mark.parametrize("command", ["play", "guess"])
def test_a_game_starts_when_nothing_is_asked_for(command: str, lang: str, name: str) -> None:
    """With words of five letters of the reader's language; and it says what else there is."""
    result = run(command, lang=lang, stdin="q\n")
    assert result.exit_code == 0
    assert f"({name})" in result.stderr
    assert "--holes 4 --colours 6" in result.stderr
    assert f"{name}, 5 " in result.stdout


@pytest.mark.parametrize("lang", ["en", "fr", "es"])
@pytest.mark.parametrize(
    ("game", "code", "names"),
    [
        (("--words", "fr-common", "--length", "5"), "coude", ("word WORD", "mot MOT", "palabra PALABRA")),
        (("--holes", "4", "--colours", "6"), "ABCD", ("code CODE", "code CODE", "código CÓDIGO")),
    ],
)
def test_the_command_for_ones_own_code_is_named_as_the_game_has_it(
    game: tuple[str, ...], code: str, names: tuple[str, ...], lang: str
) -> None:
    """A word in a game with words, a code in one with colours; and what is named can be typed."""
    name = names[("en", "fr", "es").index(lang)]
    contradiction = ["0 0"] * 9
    typed = [*contradiction, f"{name.split()[0]} {code}", "q"]
    said = run("play", *game, lang=lang, stdin="\n".join(typed)).stdout
    assert f" {name} (" in said
    assert code.upper() in said

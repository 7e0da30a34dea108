"""Games as people write, paste and share them, and number locks: in the library, at the command, over HTTP."""

from __future__ import annotations

import json
import re
from itertools import product
from random import Random

import pytest

from mastermot import POSITIONAL, MastermotError, read_transcript
from mastermot.game.advice.errors import TranscriptError, TranscriptWordlessError
from mastermot.service.page import pyodide_api
from tests.kinds import list_languages
from tests.messages import check_told
from tests.service.support import serve_here
from tests.support import ROOT, run, some

OUTSIDE = ROOT.parent / "shared" / "reference" / "forms"
needs_forms = pytest.mark.skipif(not OUTSIDE.is_dir(), reason="the samples of other programs are not here")

GAME = [("SONIC", "...OO"), ("PLIED", "X.X.."), ("PRICK", "XXXXX")]
SQUARES = ["⬛⬛⬛🟨🟨", "🟩⬛🟩⬛⬛", "🟩🟩🟩🟩🟩"]
IN_CONTRAST = ["⬛⬛⬛🟦🟦", "🟧⬛🟧⬛⬛", "🟧🟧🟧🟧🟧"]
LETTERS = ["bbbyy", "gbgbb", "ggggg"]
WORDS = [guess for guess, _marks in GAME]


def write_lines(*columns: list[str], between: str = " ") -> str:
    return "".join(between.join(row) + "\n" for row in zip(*columns, strict=True))


NUMBERS = ["1", "2", "3"]
WRITTEN = {
    "share": "Wordle 216 3/6\n\n" + write_lines(WORDS, SQUARES),
    "share of another": "#SUTOM #324 3/6\n\n" + write_lines(WORDS, SQUARES) + "\nhttps://sutom.example.fr\n",
    "named": "Tusmo\n" + write_lines(WORDS, SQUARES),
    "with a place": "Le Mot (@WordleFR) #12 3/6\n" + write_lines(WORDS, SQUARES),
    "squares first": write_lines(SQUARES, WORDS),
    "in contrast": write_lines(WORDS, IN_CONTRAST),
    "alternate": write_lines(WORDS, SQUARES, between="\n"),
    "alternate, squares first": write_lines(SQUARES, WORDS, between="\n"),
    "alternate letters": write_lines([word.lower() for word in WORDS], LETTERS, between="\n"),
    "table": "turn,guess,result\n" + write_lines(NUMBERS, WORDS, LETTERS, between=","),
    "table with tabs": "Mot\tNote\n" + write_lines(WORDS, SQUARES, between="\t"),
    "table without titles": write_lines(WORDS, LETTERS, between=";"),
    "numbered": write_lines([f"{number}." for number in NUMBERS], WORDS, SQUARES),
    "numbered otherwise": write_lines([f"{number})" for number in NUMBERS], WORDS, LETTERS),
    "turns named": write_lines([f"Turn {number}:" for number in NUMBERS], WORDS, SQUARES),
    "parts named": "".join(f"Guess: {word}\nResult: {row}\n" for word, row in zip(WORDS, SQUARES, strict=True)),
    "équipe": "".join(f"Essai n°{n} : {word}\nRéponse : {row}\n" for n, word, row in zip(NUMBERS, WORDS, SQUARES)),  # noqa: B905
    "spaced": write_lines([" ".join(word) + " " for word in WORDS], LETTERS),
    "spaced, with squares": write_lines([" ".join(word) for word in WORDS], SQUARES),
    "spaced, with a sign": write_lines([" ".join(word) for word in WORDS], LETTERS, between=" = "),
    "numbered, spaced": write_lines([f"{number}. {' '.join(word)}" for number, word in zip(NUMBERS, WORDS)], SQUARES),  # noqa: B905
    "bulleted": write_lines([f"- {word}:" for word in WORDS], SQUARES),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_the_same_game_in_the_forms_of_other_programs(name: str) -> None:
    text = WRITTEN[name]
    transcript = read_transcript(text)
    every = [turn.marks for turn in transcript.lines]
    read = [(turn.guess.upper(), POSITIONAL.parse(turn.marks, 5, every).text) for turn in transcript.lines]
    assert read == GAME
    assert all(text.split("\n")[turn.number - 1] for turn in transcript.lines)


def test_a_game_in_other_forms_is_reviewed_and_goes_on_alike() -> None:
    """Positional without being told: a sign for each position."""
    how = ("--words", "en", "--json")
    expected = None
    for name in ("share", "alternate, squares first", "table"):
        text = WRITTEN[name]
        result = run("review", "-", *how, stdin=text)
        assert result.exit_code == 0, (name, result.stderr)
        document = json.loads(result.stdout)
        assert [(move["guess"], move["marks"]) for move in document["moves"]] == GAME, name
        expected = expected or document
        assert document == expected
    assert json.loads(run("next", "-", *how, stdin=WRITTEN["share"]).stdout)["list"] == ["PRICK"]


@pytest.mark.parametrize(
    ("text", "error", "line"),
    [
        ("Wordle 216 3/6\n\n" + "\n".join(SQUARES), TranscriptWordlessError, 3),
        ("Tusmo\n" + "\n".join(SQUARES), TranscriptWordlessError, 2),
        ("Wordle 216 3/6\n", TranscriptError, None),
        ("SONIC ⬛⬛⬛🟨🟨\nPLIED\n", TranscriptError, 2),
        ("SONIC\nPLIED\n⬛⬛⬛🟨🟨\n", TranscriptError, 1),
        ("SONIC ⬛⬛⬛🟨🟨\nsome three words\nPLIED gbgbb\n", TranscriptError, 2),
        ("AABB 1A1B\n\nCCDD\n0A1B\nEEFF 9Z 3\n", TranscriptError, 5),
    ],
)
def test_what_is_no_game_is_refused_with_its_line(text: str, error: type[MastermotError], line: int | None) -> None:
    with pytest.raises(error) as caught:
        read_transcript(text)
    assert caught.type is error
    assert caught.value.line == line


def test_a_turn_that_cannot_be_read_is_never_taken_for_a_title() -> None:
    for text in ("RAIES XZ\nCOULE XXXX\n", "RAIES 9Z\nCOULE XXXX\n"):
        result = run("next", "-", "--length", "5", stdin=text)
        assert (result.exit_code, "line 1" in result.stderr) == (3, True), result.stderr


@pytest.mark.parametrize(
    "before", ["1. {} 2. {}", "1) {} 2) {}", "1 {} 2 {}", "- {} - {}", "Turn 1: {} Turn 2: {}", "(1) {} (2) {}"]
)
@pytest.mark.parametrize(("first", "marks", "last"), [("raise", "1 bull 2 cows", "cloth"), ("AABB", "XO", "CCDD")])
def test_the_last_of_numbered_turns_may_have_no_marks_yet(before: str, first: str, marks: str, last: str) -> None:
    beginning, then, _end = before.split("{}")
    transcript = read_transcript(f"{beginning}{first} {marks}\n{then.strip()} {last}\n")
    assert [(turn.guess, turn.marks) for turn in transcript.lines] == [(first, marks)]
    assert transcript.unmarked == last


def test_the_last_guess_may_have_no_marks_yet() -> None:
    text = "Guess: 5789\nResponse: 0 bulls, 1 cow\nGuess: 3285\nResponse: 1 bull, 2 cows\nGuess: 2345\n"
    transcript = read_transcript(text)
    assert [turn.guess for turn in transcript.lines] == ["5789", "3285"]
    assert transcript.unmarked == "2345"
    assert re.search(r"\b2345\b.*\bmarks\b", run("next", "-", "--no-repeats", stdin=text).stderr)


def test_a_file_that_is_missing_is_named() -> None:
    result = run("next", "nowhere.txt")
    assert result.exit_code == 3
    check_told(result.stderr, "file-missing", "nowhere.txt: ")


# --- number locks ----------------------------------------------------------------------------------------------

Counts = tuple[int, int]
SAID: dict[str, dict[Counts, list[str]]] = {
    "en": {
        (0, 0): ["nothing is right", "no digit is correct", "all digits are wrong", "None of them is right."],
        (1, 0): ["one digit is right and in its place", "One number is correct and well placed"],
        (0, 1): ["one digit is right but in the wrong place", "One number is correct but wrongly placed."],
        (2, 0): ["two digits are right and in their places", "2 digits are correct and in the right position"],
        (0, 2): ["two digits are right but both in the wrong place", "two numbers are correct but wrong placed"],
        (1, 1): [
            "two are right, but only one is in its place",
            "one digit is right and in its place, another one is right but misplaced",
        ],
        (2, 1): ["three digits are right, but only two are in their place"],
        (1, 2): ["three are right; one is well placed, two are misplaced"],
        (0, 3): ["three digits are right but all in the wrong place"],
        (3, 0): ["three digits are right and well placed"],
    },
    "fr": {
        (0, 0): ["aucun chiffre n'est bon", "rien n’est correct", "tout est faux"],
        (1, 0): ["un chiffre est bon et bien placé", "Un seul chiffre est correct et à la bonne place."],
        (0, 1): ["un chiffre est bon, mais mal placé", "un chiffre est juste mais pas à la bonne place"],
        (2, 0): ["deux chiffres sont bons et bien placés"],
        (0, 2): ["deux chiffres sont bons, mais mal placés", "2 chiffres corrects mais à la mauvaise place"],
        (1, 1): ["deux chiffres sont bons, mais un seul est bien placé", "deux chiffres sont bons dont un à sa place"],
        (2, 1): ["trois chiffres sont bons, mais seulement deux sont bien placés"],
        (1, 2): ["trois chiffres sont bons, dont un seul à sa place"],
        (0, 3): ["trois chiffres sont bons, mais mal placés"],
        (3, 0): ["trois chiffres sont bons et bien placés"],
    },
    "es": {
        (0, 0): ["ninguna cifra es correcta", "nada es correcto", "ningún número es correcto"],
        (1, 0): ["una cifra es correcta y está en su lugar", "Un número es correcto y está bien colocado."],
        (0, 1): ["una cifra es correcta pero está mal colocada", "un dígito es correcto pero en el lugar equivocado"],
        (2, 0): ["dos cifras son correctas y están en su lugar"],
        (0, 2): ["dos cifras son correctas pero están mal colocadas", "dos números correctos pero mal ubicados"],
        (1, 1): ["dos cifras son correctas, pero solo una está en su lugar"],
        (2, 1): ["tres cifras son correctas, pero solo dos están bien colocadas"],
        (1, 2): ["tres cifras son correctas, solo una de ellas en su sitio"],
        (0, 3): ["tres cifras son correctas pero mal colocadas"],
        (3, 0): ["tres cifras son correctas y bien colocadas"],
    },
}
"""How the clues of locks are said, by hand, by what they mean: right and in place, right and elsewhere."""
LAYOUTS = ("{code}: {said}\n", "{code} - {said}\n", "{code} ({said})\n", "{code}\n{said}\n", "{code}: {said}; ")
LAYOUTS += ("{spaced} – {said}\n", "{number}. {code}: {said}\n")


def count(guess: str, secret: str) -> Counts:
    """Return the digits in place, and those elsewhere, each copy once."""
    placed = sum(map(str.__eq__, guess, secret))
    return placed, sum(min(guess.count(digit), secret.count(digit)) for digit in set(guess)) - placed


def solve_lock(clues: list[tuple[str, Counts]]) -> list[str]:
    """Return the codes that agree with all clues, by brute force."""
    codes = ("".join(digits) for digits in product("0123456789", repeat=len(clues[0][0])))
    return [code for code in codes if all(count(guess, code) == counts for guess, counts in clues)]


def make_locks(language: str, many: int) -> list[tuple[str, list[str]]]:
    """Return locks in a language, each with the codes that open it: clues are drawn until few are left."""
    chance, locks = Random(language), []
    for serial in range(many):
        length = chance.choice((3, 3, 4))
        secret = "".join(chance.choices("0123456789", k=length))
        clues: list[tuple[str, Counts]] = []
        while len(clues) < 3 or (len(solve_lock(clues)) > 3 and len(clues) < 12):
            guess = "".join(chance.sample("0123456789", length))
            if count(guess, secret) in SAID[language]:
                clues.append((guess, count(guess, secret)))
        layout, text = LAYOUTS[serial % len(LAYOUTS)], ""
        for number, (guess, counts) in enumerate(clues, start=1):
            said = chance.choice(SAID[language][counts])
            text += layout.format(code=guess, spaced=" ".join(guess), said=said, number=number)
        locks.append((text, solve_lock(clues)))
    return locks


@pytest.mark.slow
@pytest.mark.parametrize("language", list_languages())
def test_number_locks_open(language: str) -> None:
    """Locks of our own making, pasted as people have them, at the command and over HTTP, without options."""
    with serve_here() as client:
        for text, opening in some(make_locks(language, 2 * len(LAYOUTS))):
            answer = client.post("/api/next", {"text": text, "top": 1})
            assert (answer.status, answer.json.get("list")) == (200, opening), text
    for text, opening in make_locks(language, len(LAYOUTS))[::3]:
        result = run("next", "-", "--json", "--top", "1", stdin=text)
        assert json.loads(result.stdout)["list"] == opening, (text, result.stderr)


def test_every_saying_is_read() -> None:
    for language, said in SAID.items():
        for counts, texts in some(said.items()):
            for text in some(texts):
                transcript = read_transcript(f"0123: {text}\n")
                history = [{"guess": "0123", "marks": transcript.lines[0].marks}]
                document = {"holes": 4, "colours": 10, "digits": True, "history": history, "code": "9999"}
                status, answer = pyodide_api.answer("POST", "/api/guess/check", json.dumps(document), "en")
                assert status == 200, (language, text, answer)
                wrong = json.loads(answer)["wrong"]
                given = wrong[0]["given"] if wrong else ""
                assert (given.count("X"), given.count("O")) == counts, (language, text)


def test_text_over_http_says_what_is_wrong() -> None:
    with serve_here() as client:
        turns = [{"guess": "682", "marks": "X"}]
        twice = client.post("/api/next", {"text": "682: nothing is right", "history": turns}).problem
        assert (twice["status"], twice["field"]) == (422, "/history")
        wrong = client.post("/api/next", {"text": "682: nothing is right\n614: something is odd\n"}).problem
        assert (wrong["status"], wrong["line"]) == (422, 2)
        assert client.post("/api/review", {"holes": 4, "colours": 6}).problem["field"] == "/history"


@needs_forms
@pytest.mark.parametrize(
    ("file", "options", "expected"),
    [
        ("lock-en.txt", (), ["042"]),
        ("lock-fr.txt", (), ["3841"]),
        ("lock-es.txt", (), ["281"]),
        ("bc_transcript.txt", ("--no-repeats",), ["2345"]),
        ("game_alt.txt", ("--words", "en"), ["PRICK"]),
        ("guesses.csv", ("--words", "en"), ["PRICK"]),
        ("wordle216_words.txt", ("--words", "en"), ["PRICK"]),
    ],
)
def test_games_of_others(file: str, options: tuple[str, ...], expected: list[str]) -> None:
    result = run("next", str(OUTSIDE / file), "--json", "--top", "1", *options)
    assert json.loads(result.stdout)["list"] == expected, result.stderr


@needs_forms
def test_pegs_of_others() -> None:
    result = run("next", str(OUTSIDE / "pegs.txt"), "--holes", "4", "--colours", "6", "--json", "--top", "1")
    assert json.loads(result.stdout)["candidates"] == 208

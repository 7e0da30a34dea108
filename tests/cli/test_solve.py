"""``mastermot solve``: what it prints, where, with which exit status."""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.messages import check_told
from tests.puzzle.test_prefixes import APL
from tests.reference import PUZZLES
from tests.support import ROOT, blacks, python, run
from tests.terminal import Terminal, plain

COUDE = ROOT / "puzzles" / "coude.txt"
STATUSES = {0, 1, 2, 3, 4}


def test_the_word() -> None:
    result = run("solve", str(COUDE), "--words", "fr")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "COUDE  (coude, coudé)\n", "")


def test_standard_input() -> None:
    result = run("solve", "-", "--words", "fr", stdin=COUDE.read_bytes())
    assert (result.exit_code, result.stdout, result.stderr) == (0, "COUDE  (coude, coudé)\n", "")


def test_the_trace_shows_the_survivors_at_each_length() -> None:
    result = run("solve", "--trace", str(COUDE))
    lines = result.stdout.splitlines()
    assert lines[0] == "length 1: 4 made, 3 kept"
    assert lines[1].split() == ["C", "F", "P"]
    generated, kept, _ = APL["test.data"]
    for length in range(1, 6):
        start = lines.index(f"length {length}: {generated[length - 1]} made, {kept[length - 1]} kept")
        survivors: list[str] = []
        for line in lines[start + 1 :]:
            if not line.startswith("  "):
                break
            survivors += line.split()
        assert len(survivors) == kept[length - 1]
        assert survivors == sorted(survivors)
        assert {len(prefix) for prefix in survivors} == {length}
    assert lines[-1] == "COUDE  (coude, coudé)"
    assert max(map(len, lines)) <= 80


def test_clues_are_quoted_with_the_accents_that_were_typed(tmp_path: Path) -> None:
    path = tmp_path / "week.txt"
    path.write_text("Forêt 0\nDÉBUT 2\ndélit 1\ncoûte 1\n", encoding="utf-8")
    assert "“forêt 0”" in run("solve", "--hint", str(path)).stdout
    text = run("solve", "--hint", "--after", "1", str(path), lang="fr").stdout
    assert "« début 2 »" in text
    assert "« délit 1 »" in text
    document = json.loads(run("solve", "--explain", "--json", str(path)).stdout)
    plain_words = json.loads(
        run("solve", "--explain", "--json", "-", stdin="foret 0\ndebut 2\ndelit 1\ncoute 1\n").stdout
    )
    assert "forêt" in document["steps"][0]["text"]
    assert document["repairs"] == plain_words["repairs"]
    assert document["solutions"] == plain_words["solutions"]


def test_another_dictionary_is_named_where_most_clue_words_are_unknown() -> None:
    result = run("solve", str(ROOT / "puzzles" / "en-05.txt"), "--words", "fr")
    assert "--words en" in result.stderr.splitlines()[-1]
    assert run("solve", str(ROOT / "puzzles" / "en-05.txt"), "--words", "en").stderr == ""
    assert "--words" not in run("solve", "-", stdin="zzzzz 1\nqqqqq 1\nwwwww 0\n").stderr


def test_a_hyphen_may_stand_between_a_word_and_its_marks() -> None:
    spaced, joined = run("solve", "-", stdin="paume 2\npalme 1\n"), run("solve", "-", stdin="paume-2\nPALME-1\n")
    assert (joined.exit_code, joined.stdout) == (spaced.exit_code, spaced.stdout)
    assert run("solve", "-", stdin="paume -2\n").exit_code == 3


def test_all_steps_and_the_next_one_are_not_asked_for_together() -> None:
    result = run("solve", "--explain", "--hint", str(COUDE))
    assert (result.exit_code, result.stdout) == (2, "")
    check_told(result.stderr, "", "--explain", "--hint")


@pytest.mark.parametrize(
    ("text", "word", "numbers"),
    [
        ("tare 1\nlong 2\nabc 0\n", "abc 0", ["3", "4"]),
        ("abricots 1\nabc 0\nlong 2\n", "abc 0", ["3", "1", "8"]),
        ("abricots 1\nabc 0\nfee 2\nlong 2\nmots 1\n", "abricots 1", ["8", "2", "3"]),
    ],
)
def test_what_is_said_of_other_lengths_is_so(text: str, word: str, numbers: list[str]) -> None:
    """The length of the word at fault; then that of most clues, or the line and the length of another one."""
    result = run("solve", "-", stdin=text)
    assert result.exit_code == 3
    check_told(result.stderr, "clue-length", f"“{word}”")
    said = result.stderr.partition(f"“{word}”")[2].splitlines()[0]
    assert re.findall(r"\d+", said) == numbers


def test_json() -> None:
    result = run("solve", "--json", str(COUDE))
    document = json.loads(result.stdout)
    assert result.exit_code == 0
    assert document["solutions"] == [{"word": "COUDE", "known": True, "spellings": ["coude", "coudé"]}]
    assert document["generations"] == APL["test.data"][1]
    assert document["generated"] == APL["test.data"][0]
    assert {"rule", "length", "count", "complete", "others", "steps", "conflict"} <= set(document)


@pytest.mark.parametrize("name", APL)
def test_the_reference_puzzles(name: str) -> None:
    result = run("solve", "--json", str(PUZZLES / name))
    document = json.loads(result.stdout)
    _, kept, solutions = APL[name]
    assert document["generations"] == kept
    assert [solution["word"] for solution in document["solutions"]] == solutions
    assert document["count"] == len(solutions)
    assert result.exit_code == (0 if solutions else 1)
    assert bool(document["conflict"]) == (not solutions)


def test_words_come_before_strings_that_are_none() -> None:
    puzzle = "\n".join(COUDE.read_text(encoding="utf-8").splitlines()[:-2])
    lines = run("solve", "-", stdin=puzzle).stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["COUDE", "POUUU"]


def test_the_dictionary_may_be_another(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("Coude\n", encoding="utf-8")
    assert run("solve", "--words", str(path), str(COUDE)).stdout == "COUDE  (Coude)\n"
    assert "COUDE  (coude" not in run("solve", "--words", "sgb", str(COUDE)).stdout


def test_others_are_shown_apart() -> None:
    result = run("solve", "-", stdin="coude 5\nloupe 3\nnuees 0\ncodee 3")
    assert (result.exit_code, result.stdout) == (0, "COUDE  (coude, coudé)\n")
    result = run("solve", "-", stdin="coude 4\nloupe 3\nnuees 0")
    listed = re.findall(r"^ *([A-Z]{5})\b", result.stdout, re.MULTILINE)
    assert result.exit_code == 0
    assert len(listed) == int(result.stdout.split()[0])
    assert all(blacks(word, "COUDE") == 4 for word in listed)


def test_no_solution_names_the_clues() -> None:
    """Where no single change helps, the conflict is told; else on request."""
    result = run("solve", "-", stdin="# a puzzle\nchoux 5\npaume 5\npalme 5\n")
    assert result.exit_code == 1
    listed = [line for line in result.stdout.splitlines() if line.startswith("  line ")]
    assert listed in (["  line 2: choux 5", other] for other in ("  line 3: paume 5", "  line 4: palme 5"))
    assert run("solve", "-", stdin="zzzzz 4").stdout.splitlines()[-1] == "  line 1: zzzzz 4"


TYPO = COUDE.read_text(encoding="utf-8").replace("pente 1", "pente 2")


def test_a_digit_mistyped_is_told_first() -> None:
    result = run("solve", "-", "--words", "fr", stdin=TYPO)
    assert (result.exit_code, result.stderr) == (1, "")
    *first, second = result.stdout.splitlines()
    check_told(" ".join(first), "", "line 9 ", "“pente 1”", "COUDE")
    assert second.startswith("CEUEE  (")
    document = json.loads(run("solve", "--json", "-", stdin=TYPO).stdout)
    assert document["repairs"][0] == {
        "line": 9,
        "was": {"word": "pente", "marks": 2},
        "now": {"word": "pente", "marks": 1},
        "solutions": ["COUDE"],
    }
    assert 1 <= document["repairs_known"] <= len(document["repairs"])
    assert document["unknown"] == []


def test_where_nothing_fits_the_repair_is_told_and_the_conflict_on_request() -> None:
    mistaken = COUDE.read_text(encoding="utf-8").replace("curry 1", "curry 3")
    result = run("solve", "-", stdin=mistaken)
    assert result.exit_code == 1
    check_told(" ".join(result.stdout.split()), "", "line 10 ", "“curry 1”", "COUDE")
    assert "cannot" not in result.stdout
    explained = run("solve", "--explain", "-", stdin=mistaken)
    assert explained.exit_code == 1
    assert "\n  line " in explained.stdout  # the clues that contradict each other
    document = json.loads(run("solve", "--json", "-", stdin=mistaken).stdout)
    assert document["conflict"]
    assert document["repairs"][0]["solutions"] == ["COUDE"]


def test_a_repair_of_one_clue_among_several_on_a_line_quotes_it() -> None:
    clues = TYPO.splitlines()[1:]
    result = run("solve", "-", stdin=", ".join(clues))
    check_told(" ".join(result.stdout.split()), "", "“pente 2”", "line 1 ", "“pente 1”", "COUDE")


def test_nothing_is_to_be_repaired_where_a_word_fits() -> None:
    document = json.loads(run("solve", "--json", str(COUDE)).stdout)
    assert (document["repairs"], document["repairs_known"], document["unknown"]) == ([], 0, [])


def test_a_clue_word_that_the_dictionary_lacks_is_remarked_on() -> None:
    mistyped = COUDE.read_text(encoding="utf-8").replace("paume", "paune")
    result = run("solve", "-", "--words", "fr", stdin=mistyped)
    assert (result.exit_code, result.stdout) == (0, "COUDE  (coude, coudé)\n")
    assert re.match(r"line 2: “paune” .* fr\b.* paume,", result.stderr)
    (unknown,) = json.loads(run("solve", "--json", "-", stdin=mistyped).stdout)["unknown"]
    assert (unknown["line"], unknown["word"], unknown["suggestions"][0]) == (2, "paune", "paume")
    other = run("solve", "--words", "sgb", str(COUDE))
    assert re.search(r"^7 .* 10 .* sgb\b", other.stderr, re.MULTILINE)


def test_the_first_clues_alone_are_no_failure() -> None:
    lines = COUDE.read_text(encoding="utf-8").splitlines(keepends=True)[1:]
    for count in range(1, 10):
        result = run("solve", "-", stdin="".join(lines[:count]))
        assert result.exit_code == 0
        assert "COUDE" in result.stdout or "--json" in result.stdout
        assert "cannot" not in result.stdout


def test_words_come_first_and_strings_are_counted() -> None:
    puzzle = "brume 2\nvotre 2\netage 1\nhaira 0\npumes 2\n"
    document = json.loads(run("solve", "--json", "-", stdin=puzzle).stdout)
    words = [solution["word"] for solution in document["solutions"] if solution["known"]]
    rest = document["count"] - len(words)
    lines = run("solve", "-", stdin=puzzle).stdout.splitlines()
    assert len(words) > 1
    assert rest > 0
    assert lines[0].split()[0] == str(len(words))
    assert [line.split()[0] for line in lines[1 : len(words) + 1]] == words
    assert str(rest) in " ".join(lines)


# --- several puzzles in one file -------------------------------------------------------------------------------


def test_several_puzzles_each_solved_and_named(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    other = (ROOT / "puzzles" / "fr-05.txt").read_text(encoding="utf-8").partition("\n")[2]
    clues = COUDE.read_text(encoding="utf-8").partition("\n")[2]
    book.write_text(f"Problème 1\n{clues}\n{other}\nProblème 3\n{TYPO.partition(chr(10))[2]}", encoding="latin-1")
    result = run("solve", str(book))
    assert result.exit_code == 1  # that of the third
    lines = result.stdout.splitlines()
    told = lines.index("Problème 3") + 1
    check_told(" ".join(lines[told:-1]), "", "line 32 ", "“pente 1”", "COUDE")
    assert lines[:told] == [
        "Problème 1",
        "COUDE  (coude, coudé)",
        "",
        "Puzzle 2",
        "POMME  (pomme, pommé)",
        "",
        "Problème 3",
    ]
    document = json.loads(run("solve", "--json", str(book)).stdout)
    assert [(puzzle["name"], puzzle["line"], puzzle["count"]) for puzzle in document["puzzles"]] == [
        ("Problème 1", 2, 1),
        ("", 13, 1),
        ("Problème 3", 25, 1),
    ]


def test_a_puzzle_without_solution_in_a_book_gives_the_status() -> None:
    good = COUDE.read_text(encoding="utf-8").partition("\n")[2]
    bad = good.replace("curry 1", "curry 3")
    result = run("solve", "-", stdin=f"Grille 1\n{bad}\nGrille 2\n{good}")
    assert result.exit_code == 1
    assert result.stdout.endswith("Grille 2\nCOUDE  (coude, coudé)\n")


def test_a_puzzle_too_large_stops_no_other_of_its_book() -> None:
    good = COUDE.read_text(encoding="utf-8").partition("\n")[2]
    large = "".join(f"{letter}{letter * 4} 1\n" for letter in "abcdefgh")
    result = run("solve", "--limit", "100", "-", stdin=f"Grille 1\n{large}\nGrille 2\n{good}")
    assert result.exit_code == 4
    assert result.stdout == "Grille 1\n\nGrille 2\nCOUDE  (coude, coudé)\n"
    check_told(result.stderr, "too-many-prefixes", "100")


def test_a_bad_puzzle_stops_no_other_of_its_book(tmp_path: Path) -> None:
    good = COUDE.read_text(encoding="utf-8").partition("\n")[2]
    book = tmp_path / "book.txt"
    bad = good.replace("pente 1", "pente 9")
    book.write_text(
        f"Grille 1\n{bad}\nGrille 2\n{good}\nGrille 3\n{good.replace('curry 1', 'curry')}", encoding="utf-8"
    )
    result = run("solve", str(book))
    assert result.exit_code == 3
    assert result.stdout == "Grille 1\n\nGrille 2\nCOUDE  (coude, coudé)\n\nGrille 3\n"
    wrong = [number for number, line in enumerate(book.read_text().splitlines(), 1) if line in ("pente 9", "curry")]
    told = [line for line in result.stderr.splitlines() if line.startswith(str(book))]
    check_told(told[0], "marks-over-length", f"{book}, line {wrong[0]}, “pente 9”: 9 ", "5")
    check_told(told[1], "marks-missing", f"{book}, line {wrong[1]}, “curry”: ")
    document = run("solve", "--json", str(book))
    first, second, third = json.loads(document.stdout)["puzzles"]
    assert document.exit_code == 3
    assert (first["name"], first["line"], third["line"]) == ("Grille 1", *wrong)
    assert third["error"]["code"] == "marks-missing"
    assert f"line {wrong[1]}" in third["error"]["message"]
    assert second["solutions"][0]["word"] == "COUDE"


def test_a_book_without_any_good_puzzle_is_one_error() -> None:
    result = run("solve", "-", stdin="Grille 1\npaume 9\nchoux 1\n\nGrille 2\npaume\nchoux 1\n")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith("Error: standard input, line 2, “paume 9”")


# --- hints from where the player stands ------------------------------------------------------------------------


def test_a_hint_from_where_i_am() -> None:
    result = run("solve", "--hint", "--known", "??u??", "--out", "1:f 4:nl", str(COUDE))
    assert (result.exit_code, "“alors 0”" in result.stdout) == (0, True)
    late = run("solve", "--hint", "--hint", "--hint", "--known", "C?U?E", "--out", "2:AE 4:UMTES", str(COUDE))
    assert late.stdout.startswith("Look")


def test_a_mistake_of_mine_is_pointed_out() -> None:
    wrong = run("solve", "--hint", "--known", "f????", str(COUDE)).stdout
    assert re.match(r"F\b.*\b1\b", wrong)
    assert "“" in wrong  # the clues that say so
    unseen = run("solve", "--hint", "--known", "????z", str(COUDE)).stdout
    assert re.match(r"Z\b.*\b5\b", unseen)
    assert "“" not in unseen
    out = run("solve", "--hint", "--out", "1:c", str(COUDE)).stdout
    assert re.match(r"C\b.*\b1\b", out)
    assert "“curry 1”" in out
    document = json.loads(run("solve", "--hint", "--json", "--known", "f????", str(COUDE)).stdout)
    (mistake,) = document["mistakes"]
    assert (mistake["position"], mistake["letter"], mistake["placed"]) == (1, "F", True)
    assert mistake["clues"]
    assert document["steps"] == []


@pytest.mark.parametrize(
    ("arguments", "code", "shown"),
    [
        (["--known", "f???"], "known-unreadable", ["f???", "4", "5"]),
        (["--out", "z"], "out-unreadable", ["z"]),
        (["--out", "6:a"], "out-unreadable", ["6:a"]),
        (["--known", "f??3?"], "", ["“3”", "--known"]),
    ],
)
def test_unreadable_positions(arguments: list[str], code: str, shown: list[str]) -> None:
    result = run("solve", "--hint", *arguments, str(COUDE))
    assert result.exit_code in {2, 3}
    check_told(result.stderr, code, *shown)


def test_no_solution_in_json_has_its_status_too() -> None:
    result = run("solve", "--json", "-", stdin="paume 5\npalme 5\n")
    assert (result.exit_code, json.loads(result.stdout)["conflict"]) == (1, [1, 2])


def test_long_lists_are_cut_and_say_so() -> None:
    rotated = [("ABCDEFGH" * 2)[shift : shift + 6] for shift in range(8)]
    puzzle = "\n".join(f"{word} {1 if shift < 6 else 0}" for shift, word in enumerate(rotated))
    result = run("solve", "-", stdin=puzzle)
    found = json.loads(run("solve", "--json", "-", stdin=puzzle).stdout)["count"]
    check_told(result.stdout.splitlines()[20], "", f" {found - 20} ", "--json")
    assert found > 20


def test_the_limit() -> None:
    result = run("solve", "--limit", "10", str(COUDE))
    assert (result.exit_code, result.stdout) == (4, "")
    check_told(result.stderr, "too-many-prefixes", " 10 ", "length 3", "--limit")
    assert run("solve", "--limit", "34", str(COUDE)).exit_code == 0


def test_a_shipped_puzzle_is_found_by_name_and_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("coude", "coude.txt", "puzzles/coude.txt"):
        result = run("solve", name)
        assert (result.exit_code, result.stdout) == (0, "COUDE  (coude, coudé)\n")
        assert name in result.stderr
    (tmp_path / "coude").write_text("paume 5", encoding="utf-8")
    assert run("solve", "coude").stdout == "PAUME  (paume, paumé)\n"


def test_french(tmp_path: Path) -> None:
    assert run("solve", "--lang", "fr", str(COUDE)).stdout == "COUDE  (coude, coudé)\n"
    assert run("solve", "--help").stdout != run("solve", "--help", "--lang", "fr").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve"],
        ["solve", "a", "b"],
        ["solve", "--limit", "0", "x"],
        ["solve", "--limit", "many", "x"],
        ["solve", "--no-such-option", "x"],
        ["solve", "--words"],
        ["--lang", "de", "solve", "x"],
        ["no-such-command"],
    ],
)
def test_wrong_use(arguments: list[str]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr


# --- never a traceback -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def few_words(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("words") / "few.txt"
    path.write_text("coude\npaume\n", encoding="utf-8")
    return str(path)


def assert_sane(status: int, stdout: str, stderr: str) -> None:
    """Check an exit: a status of the contract, no bug told, an answer or an error but not both; remarks are neither.

    A file of several puzzles may have both: the names of all, the answers of some, the errors of others.
    """
    assert status in STATUSES
    assert "Traceback" not in stderr
    assert "something unexpected" not in stderr
    several = re.search(r"^(Puzzle|Problème) \d+$", stdout, re.MULTILINE) or stdout.startswith('{"puzzles"')
    assert bool(stdout) == (status in {0, 1}) or several
    assert stderr or status in {0, 1} or several
    assert not re.search("Error|Erreur", stderr) or status not in {0, 1}


@given(content=st.binary(max_size=200), json_too=st.booleans())
def test_random_bytes(few_words: str, content: bytes, json_too: bool) -> None:
    result = run("solve", "-", "--words", few_words, *["--json"][: 1 if json_too else 0], stdin=content)
    assert_sane(result.exit_code, result.stdout, result.stderr)


@given(data=st.data(), lang=st.sampled_from(["en", "fr"]))
def test_mangled_puzzles(few_words: str, data: st.DataObject, lang: str) -> None:
    lines = COUDE.read_text(encoding="utf-8").splitlines()[1:]
    for _ in range(data.draw(st.integers(1, 4))):
        index = data.draw(st.integers(0, len(lines) - 1))
        lines[index] = data.draw(
            st.sampled_from(["", "paume", "-1", "# note", "coude 9", "aaaaa 0", "zzzzz 5", lines[index] + "x"])
            | st.text(max_size=12)
            | st.permutations(lines[index]).map("".join)
            | st.integers(-2, 7).map(lambda marks, word=lines[index][:5]: f"{word} {marks}")
        )
    text = "\n".join(lines).encode("utf-8", "replace")
    result = run("solve", "--trace", "-", "--words", few_words, "--limit", "3000", lang=lang, stdin=text)
    assert_sane(result.exit_code, result.stdout, result.stderr)


@given(st.lists(st.text(max_size=8).filter(lambda text: "\0" not in text), max_size=4))
def test_random_arguments(arguments: list[str]) -> None:
    result = run("solve", *arguments, stdin=b"paume 5")
    assert result.exit_code in STATUSES
    assert "something unexpected" not in result.stderr


@pytest.mark.parametrize("seed", range(6))
def test_mangled_puzzles_in_a_process(seed: int) -> None:
    chance = random.Random(seed)
    content = bytearray(COUDE.read_bytes())
    for _ in range(chance.randrange(1, 8)):
        place = chance.randrange(len(content))
        content[place : place + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
    if seed % 6 == 0:
        content = bytearray(chance.randbytes(300))
    done = python("-m", "mastermot", "solve", "-", "--limit", "5000", stdin=bytes(content))
    assert_sane(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_a_terminal_that_lacks_a_letter() -> None:
    solve = ["-m", "mastermot", "solve", "-", "--words", "fr"]
    done = python(*solve, stdin=b"coeur 5", PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"COEUR  (c?ur)\n", b"")
    done = python(*solve, "--json", stdin=b"coeur 5", PYTHONIOENCODING="latin-1")
    assert json.loads(done.stdout)["solutions"][0]["spellings"] == ["cœur"]
    done = python(*solve, stdin="пауме 5".encode(), PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stdout) == (3, b"")
    assert b"unexpected" not in done.stderr


def test_a_closed_pipe_and_a_closed_input() -> None:
    script = (
        "import subprocess, sys\n"
        "words = subprocess.Popen([sys.executable, '-m', 'mastermot', 'words', 'fr', '--length', '12'],"
        " stdout=subprocess.PIPE, stderr=subprocess.PIPE)\n"
        "words.stdout.readline(); words.stdout.close()\n"
        "sys.stderr.buffer.write(words.stderr.read())\n"
        "import os; os.close(0)\n"
        "sys.exit(subprocess.call([sys.executable, '-m', 'mastermot', 'solve', '-']))\n"
    )
    done = python("-c", script)
    assert done.returncode == 3
    assert b"Traceback" not in done.stderr
    assert b"unexpected" not in done.stderr
    check_told(done.stderr.decode(), "puzzle-empty")


# --- hints: what goes with them, and what is said before --------------------------------------------------------


@pytest.mark.parametrize("options", [["--after", "2"], ["--known", "??u??"], ["--out", "1:f"]], ids=" ".join)
def test_an_option_of_hints_needs_hint(options: list[str]) -> None:
    result = run("solve", str(COUDE), *options)
    assert (result.exit_code, result.stdout) == (2, "")
    check_told(result.stderr, "", options[0], "--hint")


def test_a_hint_for_clues_that_conflict_says_so() -> None:
    result = run("solve", "--hint", "-", stdin="paume 5\npalme 5\n")
    assert result.exit_code == 1
    assert "fits" in result.stdout
    assert "paume 5" in result.stdout


def test_ctrl_c_between_hints_shows_no_other() -> None:
    terminal = Terminal("solve", "--hint", "--hint", "--hint", str(COUDE))
    terminal.read("key")
    os.write(terminal.master, b"\x03")
    assert terminal.close() == 130
    after = plain(terminal.text).partition("...")[2]
    assert after.replace("^C", "").strip() == "Interrupted."


def test_a_title_is_told_and_a_spoilt_clue_refused() -> None:
    clues = "choux 1\npalme 1\npends 1\nforet 1\nfendu 1\nphase 1\npente 1\ncurry 1\nalors 0\n"
    told = run("solve", "-", "--words", "fr", stdin=f"Télé 7 Jeux n° 3312\npaume 2\n{clues}")
    assert (told.exit_code, told.stdout) == (0, "COUDE  (coude, coudé)\n")
    assert told.stderr == "Title: Télé 7 Jeux n° 3312\n"
    document = json.loads(run("solve", "--json", "-", stdin=f"N° 12\npaume 2\n{clues}").stdout)
    assert (document["title"], document["count"]) == ("N° 12", 1)
    spoilt = run("solve", "-", stdin=f"pau me 2 !\n{clues}")
    assert (spoilt.exit_code, spoilt.stdout) == (3, "")
    assert "line 1, “pau me 2 !”" in spoilt.stderr


@pytest.mark.parametrize(
    ("typed", "suggested"),
    [
        ("cuode", " coude?"),
        ("folder/puzle.txt", " folder/puzzle.txt?"),
        ("folder/other", ""),
        ("nowhere/puzzle.txt", ""),
    ],
)
def test_a_missing_file_suggests_those_that_look_like_it(
    typed: str, suggested: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("folder/puzzle.txt").touch()
    result = run("solve", typed)
    assert (result.exit_code, "coude, en-04" in result.stderr) == (3, "/" not in typed)
    check_told(result.stderr, "file-missing", f"{typed}: ", suggested)
    assert ("?" in result.stderr) == bool(suggested)


@pytest.mark.parametrize(
    "text",
    [
        "paume 2\npente 1\n-\n",
        "> paume 2\n>\n> pente 1\n>\n",
        "Lundi 3 novembre 2026\npaume 2\npente 1\n",
        "Monday 3 November 2026\npaume XX\npente X\n",
        "3 novembre 2026\npaume 2\npente 1\n",
        "paume 2 points\npente 1 point\n",
        "paume 2 lettres bien placées\n2. pente 1 lettre bien placée\n",
        "paume **\npente *\n",
        "paume ●●\npente ●\n",
    ],
)
def test_what_people_type_is_read(text: str) -> None:
    wanted = run("solve", "-", stdin=b"paume 2\npente 1\n")
    result = run("solve", "-", stdin=text.encode())
    assert (result.exit_code, result.stdout.partition("473")[2]) == (
        wanted.exit_code,
        wanted.stdout.partition("473")[2],
    )
    for encoding in ("utf-16-le", "utf-16-be"):
        assert run("solve", "-", stdin=text.encode(encoding)).stdout == result.stdout


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("paume 2\nMardi 3 mars 2\n", 2),
        ("paume 2\nLundi 3 novembre 2026\n", 2),
        ("paume 2\npente *X\n", 2),
        ("paume 2 points 3\n", 1),
        ("paume 2\npente\n●\n", 2),
    ],
)
def test_what_is_unclear_is_refused_with_its_line(text: str, line: int) -> None:
    result = run("solve", "-", stdin=text.encode())
    assert result.exit_code == 3
    assert f"line {line}" in result.stderr

"""``mastermot solve``: what it prints, where, with which exit status."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.puzzles.test_prefixes import APL
from tests.reference import PUZZLES
from tests.support import ROOT, blacks, python, run

COUDE = ROOT / "puzzles" / "coude.txt"
STATUSES = {0, 1, 2, 3, 4}


def test_the_word() -> None:
    result = run("solve", str(COUDE))
    assert (result.exit_code, result.stdout, result.stderr) == (0, "COUDE  (coude, coudé)\n", "")


def test_standard_input() -> None:
    result = run("solve", "-", stdin=COUDE.read_bytes())
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
    assert lines == ["COUDE  (coude, coudé)", "POUUU  (not in the dictionary fr)"]


def test_the_dictionary_may_be_another(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("Coude\n", encoding="utf-8")
    assert run("solve", "--words", str(path), str(COUDE)).stdout == "COUDE  (Coude)\n"
    assert run("solve", "--words", "sgb", str(COUDE)).stdout == "COUDE  (not in the dictionary sgb)\n"


def test_others_are_shown_apart() -> None:
    result = run("solve", "-", stdin="coude 4\nloupe 3\nnuees 0")
    assert result.exit_code in {0, 1}
    heading = "These words fit too, with a letter that no clue shows in its column:"
    lines = result.stdout.splitlines()
    others = [line.split()[0] for line in lines[lines.index(heading) + 1 :]]
    assert others
    assert all(blacks(word, "COUDE") == 4 for word in others)


def test_no_solution_names_the_clues() -> None:
    result = run("solve", "-", stdin="# a puzzle\nchoux 0\npaume 5\npalme 5\n")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[1:] == [
        "These clues cannot all be true (and no smaller set of clues conflicts):",
        "  line 3: paume 5",
        "  line 4: palme 5",
    ]
    assert run("solve", "-", stdin="paume 0").stdout.splitlines()[1:4] == [
        "With only those letters, these clues cannot all be true:",
        "  line 1: paume 0",
        "These words fit too, with a letter that no clue shows in its column:",
    ]
    assert run("solve", "-", stdin="zzzzz 4").stdout.splitlines()[1:] == [
        "This clue cannot be true, even alone:",
        "  line 1: zzzzz 4",
    ]


def test_no_solution_in_json_has_its_status_too() -> None:
    result = run("solve", "--json", "-", stdin="paume 5\npalme 5\n")
    assert (result.exit_code, json.loads(result.stdout)["conflict"]) == (1, [1, 2])


def test_long_lists_are_cut_and_say_so() -> None:
    rotated = [("ABCDEFGH" * 2)[shift : shift + 6] for shift in range(8)]
    puzzle = "\n".join(f"{word} {1 if shift < 6 else 0}" for shift, word in enumerate(rotated))
    result = run("solve", "-", stdin=puzzle)
    found = json.loads(run("solve", "--json", "-", stdin=puzzle).stdout)["count"]
    assert result.stdout.splitlines()[20] == f"  … and {found - 20} more (--json lists them)"
    assert found > 20


def test_the_limit() -> None:
    result = run("solve", "--limit", "10", str(COUDE))
    assert (result.exit_code, result.stdout) == (4, "")
    assert "more than 10 prefixes fit the clues at length 3" in result.stderr
    assert "--limit" in result.stderr
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
    """Check an exit: a status of the contract, no bug told, an answer or an error but not both."""
    assert status in STATUSES
    assert "Traceback" not in stderr
    assert "something unexpected" not in stderr
    assert bool(stdout) == (status in {0, 1})
    assert bool(stderr) == (status in {2, 3, 4})


@settings(max_examples=60)
@given(content=st.binary(max_size=200), json_too=st.booleans())
def test_random_bytes(few_words: str, content: bytes, json_too: bool) -> None:
    result = run("solve", "-", "--words", few_words, *["--json"][: 1 if json_too else 0], stdin=content)
    assert_sane(result.exit_code, result.stdout, result.stderr)


@settings(max_examples=100)
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


@settings(max_examples=60)
@given(st.lists(st.text(max_size=8).filter(lambda text: "\0" not in text), max_size=4))
def test_random_arguments(arguments: list[str]) -> None:
    result = run("solve", *arguments, stdin=b"paume 5")
    assert result.exit_code in STATUSES
    assert "something unexpected" not in result.stderr


@pytest.mark.parametrize("seed", range(24))
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
    solve = ["-m", "mastermot", "solve", "-"]
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
    assert b"no clue here" in done.stderr

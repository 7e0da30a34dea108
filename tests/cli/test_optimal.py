"""``mastermot optimal``: what it prints, writes and refuses."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from mastermot import BLACK_WHITE, ColourCodes
from mastermot.cli.optimal import SHOWN_SECONDS, describe_proof
from mastermot.game.objectives import TOTAL, objective_named
from mastermot.lab.optimal import Problem, Solving
from mastermot.lab.optimal.search import StrategySearch
from mastermot.lab.optimal.solving import BestStrategy
from tests import kinds
from tests.messages import check_told
from tests.playing import run_json
from tests.support import PATIENCE, ROOT, environment, python, run
from tests.terminal import Terminal

pytestmark = pytest.mark.compiled

SMALL = ("--holes", "3", "--colours", "4")


def test_output(tmp_path: Path) -> None:
    run("optimal", *SMALL)  # compiled now, if it was not
    result = run("optimal", *SMALL)
    assert result.exit_code == 0
    game, figures, proof, opening, *_turns = result.stdout.splitlines()
    check_told(game, "", "3", "4", "A", "D", "64")
    check_told(figures, "", "206", "3.218750", "4")
    assert proof.startswith("proven")
    check_told(opening, "", "opening")
    assert len(result.stderr.splitlines()) == 1
    check_told(result.stderr, "", "206", "proven")
    _game, figures, proof, *_turns = run("optimal", *SMALL, "--opening", "AAA").stdout.splitlines()
    check_told(figures, "", "233")
    assert proof.startswith("proven")
    check_told(proof, "", "AAA")


def test_what_is_not_proven_is_never_called_so() -> None:
    """A search that ends while it looks for a shorter longest game has spent seconds on that, and proven nothing."""
    tree = Solving(Problem(ColourCodes(2, 3), BLACK_WHITE, objective_named("last"))).make_greedy()
    for bound, opening in product((None, 20), ("", "AB")):
        told = [
            describe_proof(BestStrategy(tree, bound, is_proven, 1.0, shortening=seconds), opening)
            for is_proven in (True, False)
            for seconds in (0.0, SHOWN_SECONDS)
        ]
        assert told[2] == told[3], "the same, whatever the time"
        assert told[2] not in told[:2]
        assert not told[2].startswith("proven")


def test_the_atlas_is_quoted_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """For its own game only: not in hard mode, nor for another objective, an opening or a wider list."""
    french = run("optimal", *SMALL, "--digits", "--lang", "fr")
    check_told(french.stderr, "", "206", "prouvé")
    for options in (["--hard"], ["--objective", "longest"], ["--opening", "ABC"]):
        told = run("optimal", *SMALL, *options)
        assert told.exit_code == 0
        assert told.stderr == ""
    open_row = {"rule": "black-white", "holes": 3, "colours": 4, "repeats": True, "total": 12070, "bound": 200}
    monkeypatch.setattr("mastermot.lab.optimal.atlas.read_atlas", lambda: [open_row])
    check_told(run("optimal", *SMALL).stderr, "", "12,070", "200")


def test_json_and_tree(tmp_path: Path) -> None:
    path = tmp_path / "3x4.json"
    told = run_json("optimal", *SMALL, "--tree", str(path))
    assert list(told) == [
        *("codes", "rule", "objective", "total", "average", "longest", "histogram", "bound", "proven", "seconds"),
        "shortening",
    ]
    assert (told["codes"], told["rule"], told["objective"]) == (64, "black-white", "total")
    assert told["proven"] is True
    assert told["bound"] == told["total"] == sum(int(turns) * count for turns, count in told["histogram"].items())
    document = json.loads(path.read_text())
    assert {name: document[name] for name in ("total", "longest")} == {
        name: told[name] for name in ("total", "longest")
    }
    replayed = run_json("tree", str(path))
    assert replayed["histogram"] == told["histogram"]


def test_within() -> None:
    told = run_json("optimal", *SMALL, "--objective", "within:3")
    assert told["found"] == told["found_bound"] < 64
    assert sum(count for turns, count in told["histogram"].items() if int(turns) <= 3) == told["found"]


@pytest.mark.parametrize(
    ("options", "mode"),
    [
        (("--hard",), "strict"),
        (("--hard", "--opening", "AA"), "strict"),
        (("--hard", "wordle", "--rule", "positional"), "wordle"),
        (("--hard", "--objective", "longest"), "strict"),
        (("--hard", "--objective", "last"), "strict"),
        (("--hard", "--objective", "within:2"), "strict"),
        ((), None),
    ],
)
def test_a_hard_mode_is_named_before_anything_that_is_said_of_other_strategies(
    options: tuple[str, ...], mode: str | None
) -> None:
    """A better strategy may exist outside the hard mode, so that no sentence may deny it."""
    _codes, _total, first, *rest = run("optimal", "--holes", "2", "--colours", "3", *options).stdout.splitlines()
    assert ("hard" in first) == (mode is not None)
    if mode is not None:
        assert mode in first
        first, *rest = rest
    assert any("strategy" in line for line in (first, *rest))


@pytest.mark.slow
@pytest.mark.long
def test_a_wider_list_is_no_worse(tmp_path: Path) -> None:
    codes, wider = tmp_path / "codes.txt", tmp_path / "wider.txt"
    codes.write_text("\n".join(["bale", "dale", "gale", "hale", "male", "pale", "sale", "tale"]))
    wider.write_text("\n".join(["bale", "dame", "gush", "pest", "dumb"]))
    choice = ("--words", str(codes), "--length", "4")
    alone = run_json("optimal", *choice)["total"]
    assert run_json("optimal", *choice, "--guesses", str(wider))["total"] < alone
    hard = run_json("optimal", *choice, "--hard")["total"]
    assert hard >= alone
    tree, proof = str(tmp_path / "tree.json"), str(tmp_path / "proof")
    both = run_json("optimal", *choice, "--hard", "--guesses", str(wider), "--tree", tree, "--proof", proof)
    assert alone > both["total"] <= hard
    checked = ("tree", tree, *choice, "--check-proof", proof)
    assert run_json(*checked, "--guesses", str(wider))["bound"] == both["total"]
    assert run_json(*checked)["bound"] == both["total"], "the tree names the list"
    wider.write_text("dame\ngush\n")
    check_told(run(*checked).stderr, "tree-game")


def test_what_the_memory_has_no_room_for_is_said() -> None:
    """6 holes and 3 colours: marks of 0.5 MB, bits of 2.1 MB, and an eighth of the memory for sets, take 3 MB."""
    game = ("--holes", "6", "--colours", "3", "--jobs", "1")
    assert run_json("optimal", *game, "--memory", "2")["memory_needed"] == 3
    assert "memory_needed" not in run_json("optimal", *game, "--memory", "3")
    for lang in kinds.list_languages():
        assert "--memory 3" in run("optimal", *game, "--memory", "2", lang=lang).stdout
        assert "--memory" not in run("optimal", *game, lang=lang).stdout


def test_the_search_takes_the_memory_that_the_machine_can_spare(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ("--holes", "6", "--colours", "3", "--jobs", "1")
    monkeypatch.setattr("mastermot.lab.optimal.solving.spare_memory", lambda: 2 << 20)
    assert run_json("optimal", *game)["memory_needed"] == 3
    assert "memory_needed" not in run_json("optimal", *game, "--memory", "3")


def test_french() -> None:
    result = run("optimal", *SMALL, lang="fr")
    assert "prouvé" in result.stdout


@pytest.mark.parametrize("game", [SMALL, ("--holes", "1", "--colours", "2"), ("--words", "fr-common", "--length", "4")])
def test_there_is_a_tree_in_no_time(game: tuple[str, ...], tmp_path: Path) -> None:
    """However short the time, the command ends with a tree, the quickest one at least, and a bound."""
    path = tmp_path / "tree.json"
    told = run_json("optimal", *game, "--jobs", "1", "--time", "0.000001", "--tree", str(path))
    assert told["bound"] <= told["total"]
    assert run_json("tree", str(path))["total"] == told["total"]


def test_a_proof_that_cannot_be_written_yet_does_not_deny_the_bound(tmp_path: Path) -> None:
    """The bound that is printed as proven comes before the search: only the proof is missing."""
    proof = tmp_path / "proof"
    game = ("--holes", "4", "--colours", "6", "--jobs", "1")
    result = run("optimal", *game, "--time", "0.000001", "--proof", str(proof), "--json")
    assert (result.exit_code, proof.exists()) == (4, False)
    check_told(result.stderr, "proof-unfinished", str(json.loads(result.stdout)["bound"]))


@pytest.mark.slow
@pytest.mark.long
def test_a_large_game_ends_in_time(tmp_path: Path) -> None:
    """Preparing counts: thirty thousand words take a minute of it. There is a tree all the same."""
    game = ("--words", "fr", "--length", "7")
    told = json.loads(python("-m", "mastermot", "optimal", *game, "--time", "0.5", "--json").stdout)
    assert told["codes"] > 30_000
    assert told["bound"] < told["total"]
    assert not told["proven"]
    result = python("-m", "mastermot", "optimal", *game, "--time", "0.01", "--proof", str(tmp_path / "proof"))
    assert (result.returncode, (tmp_path / "proof").exists()) == (4, False)
    check_told(result.stderr.decode(), "proof-unfinished")
    kept = tmp_path / "kept.search"
    result = python("-m", "mastermot", "optimal", *game, "--time", "0.01", "--resume", str(kept))
    assert (result.returncode, kept.exists()) == (0, False)
    assert str(kept).encode() in result.stderr


def test_many_holes() -> None:
    """All orders of twelve holes would not fit into any memory: exchanges of two do."""
    told = run_json("optimal", "--holes", "12", "--colours", "2", "--time", "0.01")
    assert told["codes"] == 4096


@pytest.mark.slow
def test_ctrl_c_twice() -> None:
    """A second Ctrl-C, in the midst of what the first one began, is no error either."""
    for presses in (2, 5, 20):
        command = [sys.executable, "-m", "mastermot", "optimal", "--holes", "5", "--colours", "5"]
        with subprocess.Popen(
            command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stderr is not None
            told = process.stderr.readline()
            for _ in range(presses):
                if process.poll() is None:
                    process.send_signal(signal.SIGINT)
            told += process.communicate(timeout=PATIENCE)[1]
        assert process.returncode in (130, -signal.SIGINT), told
        assert "rror" not in told


@pytest.mark.slow
def test_a_bar_on_a_terminal() -> None:
    """It says what is done, and the time left where that is known."""
    terminal = Terminal("optimal", "--holes", "5", "--colours", "6", "--time", "3")
    assert terminal.close() == 0
    told = terminal.text
    bars = [line for line in re.split("[\\r\\n]", told) if "|" in line]
    assert any(line.startswith("marking") for line in bars)
    assert any(re.search(r"\|.*\| 00:0[0-3]$", line.strip()) for line in bars)
    assert "total " in told


def test_compiling_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the program is taken to be compiled as soon as there is anything to wait for."""
    monkeypatch.setattr("mastermot.cli.optimal.COMPILING", -1)
    prepare = Solving.prepare
    monkeypatch.setattr(
        Solving,
        "prepare",
        lambda solving, on_wait=int, *told, **go_on: (on_wait(), prepare(solving, on_wait, *told, **go_on))[1],
    )
    assert "compiling" in run("optimal", *SMALL).stderr.lower()
    assert "compilation" in run("optimal", *SMALL, lang="fr").stderr.lower()


def test_a_stop_leaves_the_best_so_far(tmp_path: Path) -> None:
    """Ctrl-C after the first result: a tree, a bound and status 130."""
    path = tmp_path / "4x8.json"
    command = [sys.executable, "-m", "mastermot", "optimal", "--holes", "4", "--colours", "8", "--tree", str(path)]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert "atlas" in process.stderr.readline()
        assert any("best" in process.stderr.readline() for _line in range(2)), "the compilation may be told first"
        process.send_signal(signal.SIGINT)
        told, _notes = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "gap" in told
    assert run("tree", str(path)).exit_code == 0


@pytest.mark.parametrize(
    ("options", "status", "told"),
    [
        ((*SMALL, "--objective", "within:0"), 2, "within:0"),
        ((*SMALL, "--objective", "fastest"), 2, "total, longest"),
        ((*SMALL, "--time", "0"), 2, "--time"),
        ((*SMALL, "--guesses", "fr"), 2, "--guesses"),
        (("--holes", "6", "--colours", "6", "--memory", "100"), 4, "MB"),
        (("--holes", "9", "--colours", "9"), 4, "387,420,489"),
        (("--words", "fr-common", "--length", "5", "--guesses", "no-such-list"), 2, "no-such-list"),
        ((*SMALL, "--tree", "/no/such/folder/tree.json"), 3, "folder"),
    ],
)
def test_refusals(options: tuple[str, ...], status: int, told: str) -> None:
    result = run("optimal", *options)
    assert result.exit_code == status
    assert told in result.stderr
    assert result.stdout == ""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_search_is_kept_on_sigterm_and_meanwhile(tmp_path: Path) -> None:
    """SIGTERM is as Ctrl-C. What a process killed while it wrote has left goes with the next file that is written."""
    kept, left = tmp_path / "kept", tmp_path / ".mastermot.999999999.part"
    left.write_bytes(b"half")
    game = ("--holes", "4", "--colours", "8", "--jobs", "1")  # its proof takes long: it cannot end before it is stopped
    command = [sys.executable, "-m", "mastermot", "optimal", *game, "--resume", str(kept)]
    for first in (True, False):
        running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
        assert running.stderr is not None
        assert any(b"best" in line and b"gap" in line for line in iter(running.stderr.readline, b""))  # it is under way
        running.terminate()
        stdout, stderr = running.communicate(timeout=PATIENCE)
        assert (running.returncode, b"total" in stdout) == (130, True), stderr
        assert kept.exists()
        assert not left.exists()
        assert first or b"gap" in stdout


def test_an_unfinished_search_is_saved_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is lost by it: what the search finds is the same."""
    monkeypatch.setattr("mastermot.lab.optimal.search.KEEP_SECONDS", 0.0)
    saved: list[int] = []
    search = StrategySearch(Problem(ColourCodes(4, 5), BLACK_WHITE, TOTAL))
    search.keep, search.next_keep = lambda: saved.append(search.bound), 0.0
    list(search.run())
    assert search.proven
    assert search.best == 2463
    assert saved


SAVED_AT_THE_END = """
import sys, time
from mastermot.cli import main, optimal
from mastermot.lab.optimal import search

over, save = [], search.StrategySearch.save

def save_slowly(search, path, *tree):
    save(search, path, *tree)
    if search.found:
        over.append(True)
        time.sleep(2 * optimal.GRACE)

search.KEEP_SECONDS, search.StrategySearch.save = 0.5, save_slowly
optimal.SearchRun.go_on = lambda run: not over
main(sys.argv[1:])
"""


def test_the_time_ends_while_the_search_is_saved(tmp_path: Path) -> None:
    """A large memory is saved for longer than a step has to end; what was found is told all the same."""
    game = ("--holes", "4", "--colours", "8", "--jobs", "1", "--resume", tmp_path / "kept", "--json")
    done = python("-c", SAVED_AT_THE_END, "optimal", *game)
    assert done.returncode == 0, done.stderr
    assert b"hardly" not in done.stderr
    greedy = run_json("optimal", "--holes", "4", "--colours", "8", "--jobs", "1", "--time", "0.001")
    assert json.loads(done.stdout)["total"] < greedy["total"]


SLOW_TO_STOP = """
import sys, threading
from mastermot.cli import main, optimal
from mastermot.lab.optimal.search import StrategySearch

run, told, over = StrategySearch.run, threading.Event(), threading.Event()
optimal.SearchRun.go_on = lambda run: not over.is_set()
optimal.GRACE, wanted = float(sys.argv[1]), sys.argv[2:]

def run_on(search, go_on, **how):
    for status in run(search, go_on, **how):
        if search.found:
            over.set()
            told.wait(60)  # the step under way does not ask whether it may go on
        yield status

print_result = optimal.print_result
optimal.print_result = lambda *shown: (told.set(), print_result(*shown))
if optimal.GRACE:
    told.set()
StrategySearch.run = run_on
main(wanted)
"""


@pytest.mark.parametrize("grace", [0, 60])
def test_a_search_that_is_slow_to_stop_keeps_what_it_found_or_says_that_it_is_lost(grace: int, tmp_path: Path) -> None:
    game = ("--holes", "4", "--colours", "8", "--jobs", "1", "--json")
    done = python("-c", SLOW_TO_STOP, str(grace), "optimal", *game, "--resume", tmp_path / "kept")
    assert done.returncode == 0, done.stderr
    greedy = run_json("optimal", *game, "--time", "0.001")
    total = json.loads(done.stdout)["total"]
    is_lost = b"stop" in done.stderr
    assert (is_lost, total < greedy["total"]) == ((False, True) if grace else (True, False))
    assert b"hardly" not in done.stderr


def test_resume(tmp_path: Path) -> None:
    """A search ended early goes on from its file; a finished one is there at once; other files are refused."""
    path = tmp_path / "4x5.search"
    game = ("--holes", "4", "--colours", "5", "--jobs", "1", "--resume", str(path))
    first = run_json("optimal", *game, "--time", "0.3")
    assert path.exists()
    second = run_json("optimal", *game)
    assert second["proven"]
    assert first["bound"] <= second["bound"] == second["total"] <= first["total"]
    assert run_json("optimal", *game)["total"] == second["total"]
    other = run("optimal", *SMALL, "--resume", str(path))
    assert (other.exit_code, other.stdout) == (3, "")
    check_told(other.stderr, "resume-file", str(path), "codes")
    content = path.read_bytes()
    how = content.rindex(b"PK\x01\x02") + 10  # how its last array is compressed
    changed = (content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :] for place in (100, how))
    for wrong in (content[:-30], *changed, b"", b"hello"):
        path.write_bytes(wrong)
        result = run("optimal", *game)
        assert (result.exit_code, result.stdout) == (3, "")
        assert str(path) in result.stderr


def test_without_the_compiler() -> None:
    """Without numba the command says what to install; a tree is read and checked all the same."""
    code = "import sys; sys.modules['numba'] = None\nfrom mastermot.cli import main\nmain(sys.argv[1:])"
    done = python("-c", code, "optimal", *SMALL, "--tree", "-")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"mastermot[lab]" in done.stderr
    assert b"optimal" in python("-c", code, "tree", "--help").stdout


def test_without_the_compiler_the_atlas_answers() -> None:
    """Its figures of the game, and the command that brings the search; a game that it lacks is refused as before."""
    code = "import sys; sys.modules['numba'] = None\nfrom mastermot.cli import main\nmain(sys.argv[1:])"
    told = python("-c", code, "optimal", "--holes", "3", "--colours", "3", "--rule", "black")
    assert told.returncode == 0
    check_told(told.stdout.decode(), "", "95", "proven")
    assert b"pip install 'mastermot[lab]'" in told.stderr
    listed = python("-c", code, "optimal", "--holes", "3", "--colours", "3", "--rule", "black", "--json")
    found = json.loads(listed.stdout)
    assert (found["codes"], found["total"], found["bound"], found["proven"]) == (27, 95, 95, True)
    lacking = python("-c", code, "optimal", "--holes", "3", "--colours", "3", "--hard")
    assert (lacking.returncode, lacking.stdout) == (2, b"")


def test_a_single_word_may_be_the_list_of_guesses(tmp_path: Path) -> None:
    words, one = tmp_path / "words.txt", tmp_path / "one.txt"
    words.write_text("tales\nrates\ncares\nbares\nzooms\n")
    one.write_text("salet\n")
    result = run_json("optimal", "--words", str(words), "--length", "5", "--guesses", str(one))
    assert (result["codes"], result["proven"]) == (5, True)


def test_letters_given_cut_codes_and_guesses(tmp_path: Path) -> None:
    """As with lists cut by hand; the tree's file names the letters, so that its proof is checked without them."""
    words, wider, tree, proof = (str(tmp_path / name) for name in ("words.txt", "wider.txt", "tree.json", "proof"))
    Path(words).write_text("cane\ncape\ncave\ncoin\nlave\nlune\n", encoding="utf-8")
    Path(wider).write_text("cane\ncape\ncave\ncoin\ncvpn\nzvpn\nlave\nlune\n", encoding="utf-8")
    played = ("--words", words, "--guesses", wider, "--length", "4", "--rule", "positional")
    told = run("optimal", *played, "--starts", "c", "--tree", tree, "--proof", proof, "--json")
    assert (told.exit_code, json.loads(told.stdout)["codes"]) == (0, 4)
    described = json.loads(Path(tree).read_text(encoding="utf-8"))
    assert (described["codes"]["starts"], described["guesses"]["count"]) == ("C...", 5)
    checked = run("tree", tree, "--check-proof", proof, "--json")
    assert (checked.exit_code, json.loads(checked.stdout)["reached"]) == (0, True)
    assert run("tree", tree, *played[:2], "--length", "4", "--starts", "l").exit_code != 0
    assert run("optimal", "--holes", "3", "--colours", "3", "--starts", "A").exit_code == 2

"""``mastermot accelerate``: an acceleration file on standard output, all else on standard error."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mastermot.cli import main
from mastermot.families import parse_accelerators, select_accelerators
from tests.messages import check_told


def run(*arguments: str, lang: str = "en") -> Result:
    result = CliRunner().invoke(main, ["accelerate", *arguments], env={"LANGUAGE": lang, "COLUMNS": "80"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_an_annotated_file() -> None:
    result = run("--words", "fr-common", "--length", "3", "--most", "2", "--trials", "20")
    lines = result.stdout.splitlines()
    assert all(line.startswith("# ") for line in lines[:5])
    check_told(lines[0], "", "fr-common", "3", "432")
    assert re.search("SHA-256.* [0-9a-f]{64}$", lines[1])
    check_told(lines[2], "", "black-white", "decodeur", "entropy")
    check_told(lines[3], "", "2432", "5.629630", "14")
    check_told(lines[4], "", "2346", "5.430556", "11")
    assert re.match(
        "SVP  # .*[?]UE: BUE DUE EUE GUE HUE LUE MUE NUE [*]PUE[*] QUE RUE [*]SUE[*] TUE [*]VUE[*] ", lines[5]
    )
    assert select_accelerators(parse_accelerators(result.stdout), 3) == ("SVP", "MOL")
    gain, *rest = result.stderr.splitlines()
    check_told(gain, "", "SVP MOL", "86", "5.629630 → 5.430556", "14 → 11")
    check_told("\n".join(rest), "", " 20 ", "--trials")


def test_json() -> None:
    document = json.loads(
        run("--words", "fr-common", "--length", "3", "--most", "2", "--trials", "20", "--json").stdout
    )
    assert document["without"] == {"total": 2432, "average": 2432 / 432, "longest": 14}
    assert document["with"]["total"] == 2346
    assert [one["word"] for one in document["accelerators"]] == ["SVP", "MOL"]
    assert document["accelerators"][0]["family"]["pattern"] == "?UE"
    assert document["accelerators"][0]["separated"] == ["PUE", "SUE", "VUE"]
    assert document["complete"] is False


def test_nothing_helps_and_the_file_is_still_valid(tmp_path: Path) -> None:
    path = tmp_path / "few.txt"
    path.write_text("ab\ncd\nef\n", "utf-8")
    result = run("--words", str(path))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    check_told(lines[0], "", "few.txt", "2", "3")
    assert all(line.startswith("#") for line in lines)
    assert parse_accelerators(result.stdout) == []
    assert " 2.000000 " in result.stderr


def test_words_of_a_larger_dictionary(tmp_path: Path) -> None:
    small, large = tmp_path / "small.txt", tmp_path / "large.txt"
    small.write_text("bain\ngain\nmain\nnain\npain\nsain\ntain\nvain\n", "utf-8")
    large.write_text("vamp\nbang\nvoitures\n", "utf-8")
    result = run("--words", str(small), "--from", str(large))
    assert sorted(select_accelerators(parse_accelerators(result.stdout), 4)) == ["BANG", "VAMP"]
    assert any(line.startswith("#") and "large.txt" in line for line in result.stdout.splitlines())
    assert str(tmp_path) not in result.stdout


def test_in_french() -> None:
    result = run("--words", "fr-common", "--length", "3", "--most", "2", "--trials", "20", lang="fr")
    lines = result.stdout.splitlines()
    check_told(lines[0], "", "lettres", "mots", "fr-common", "432")
    assert any(line.startswith("SVP  # ") and "?UE : " in line for line in lines)
    check_told(result.stderr, "", "tours", "86")


@pytest.mark.parametrize(
    ("arguments", "status", "code", "told"),
    [
        ((), 2, "family-length", []),
        (("--words", "zzz", "--length", "4"), 2, "dictionary-unknown", []),
        (("--length", "3", "--from", "sgb"), 3, "dictionary-empty", ["3"]),
        (("--length", "3", "--player", "best"), 2, "player-accelerators", []),
        (("--length", "3", "--strategy", "random"), 2, "player-accelerators", []),
        (("--length", "3", "--strategy", "entropi"), 2, "name-unknown", ["entropy"]),
        (("--length", "3", "--rule", "blak"), 2, "rule-unknown", ["black"]),
        (("--length", "3", "--most", "0"), 2, "", ["--most"]),
    ],
)
def test_wrong_use(arguments: tuple[str, ...], status: int, code: str, told: list[str]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (status, "")
    check_told(result.stderr, code, *told)


@pytest.mark.parametrize("name", ["accel/fr-common-4.txt", "fr-common-4.txt"])
def test_shipped_acceleration_files_are_found_anywhere(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    play = ["play", "--words", "fr-common", "--length", "4", "--secret", "raye", "--player", "decodeur", "--accel"]
    result = CliRunner().invoke(main, [*play, name], env={"LANGUAGE": "en"})
    assert (result.exit_code, name in result.stderr) == (0, True)
    assert "DITS" in result.stdout
    result = CliRunner().invoke(main, [*play, f"elsewhere/{name}"], env={"LANGUAGE": "en"})
    assert (result.exit_code, result.stdout) == (3, "")


def test_an_acceleration_word_of_another_length_or_alphabet(tmp_path: Path) -> None:
    path = tmp_path / "accel.txt"
    path.write_text("GARS\n", "utf-8")
    play = ["play", "--words", "sgb", "--length", "5", "--secret", "tears", "--accel", str(path)]
    result = CliRunner().invoke(main, play, env={"LANGUAGE": "en"})
    assert result.exit_code == 3
    check_told(result.stderr, "accelerators-empty", " 5 ")
    path.write_text("GARS\nг\n", "utf-8")
    result = CliRunner().invoke(main, play, env={"LANGUAGE": "en"})
    assert result.exit_code == 3
    assert "line 2" in result.stderr
    path.write_text("ABCZ\n", "utf-8")
    colours = ["play", "--holes", "4", "--colours", "6", "--secret", "BEEF", "--accel", str(path)]
    result = CliRunner().invoke(main, colours, env={"LANGUAGE": "en"})
    assert result.exit_code == 2
    check_told(result.stderr, "not-a-colour", f"{path}: “Z” ", "“ABCZ”")

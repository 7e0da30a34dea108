"""``mastermot cliques``: text, JSON, histogram, one word, and wrong use."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mastermot.cli import main
from tests.messages import check_told
from tests.support import loaded


def run(*arguments: str, lang: str = "en") -> Result:
    result = CliRunner().invoke(main, ["cliques", *arguments], env={"LANGUAGE": lang, "COLUMNS": "80"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_largest_families_first_then_by_pattern() -> None:
    result = run("--words", "fr-common", "--length", "4", "--min-size", "10")
    assert result.stdout == (
        "RA?E  12  RACE RADE RAGE RAIE RALE RAME RAPE RARE RASE RATE RAVE RAYE\n"
        "?AIS  11  DAIS FAIS GAIS HAIS JAIS MAIS NAIS RAIS SAIS TAIS VAIS\n"
        "?IRE  10  AIRE CIRE DIRE LIRE MIRE PIRE RIRE SIRE TIRE VIRE\n"
        "?OIS  10  BOIS COIS DOIS FOIS LOIS MOIS POIS ROIS SOIS VOIS\n"
        "CA?E  10  CAFE CAGE CAKE CALE CAME CANE CAPE CARE CASE CAVE\n"
    )
    assert result.stderr == ""


def test_a_readable_list_when_no_size_is_asked_for() -> None:
    result = run("--words", "sgb")
    lines = [line for line in result.stdout.splitlines() if not line.startswith(" ")]
    assert 1 <= len(lines) <= 20
    assert lines[0].startswith("?ILLS  13  BILLS")
    assert "--min-size 2" in result.stderr


def test_json_has_all_families_of_two_or_more() -> None:
    document = json.loads(run("--words", "fr-common", "--length", "4", "--json").stdout)
    assert set(document) == {"dictionary", "families", "histogram"}
    sizes = [len(family["words"]) for family in document["families"]]
    assert sizes == sorted(sizes, reverse=True)
    assert document["histogram"]["1"] == 2265
    assert len(sizes) == sum(document["histogram"].values()) - 2265
    singles = json.loads(run("--words", "fr-common", "--length", "4", "--min-size", "1", "--json").stdout)
    assert len(singles["families"]) == sum(document["histogram"].values())
    assert document["families"][0]["pattern"] == "RA?E"


def test_histogram() -> None:
    lines = run("--words", "fr-common", "--length", "4", "--histogram").stdout.splitlines()
    assert [line.split()[:2] for line in lines[:2]] == [["1", "2265"], ["2", "630"]]
    assert len(lines) == 12


def test_families_of_a_word() -> None:
    result = run("--word", "raie")
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["RA?E", "?AIE", "RAI?"]
    stranger = run("--words", "fr-common", "--word", "zaie")
    assert re.match("ZAIE .*fr-common", stranger.stderr)
    assert stranger.stdout.startswith("?AIE")
    assert "ZAIE" not in stranger.stdout
    assert run("--word", "wxwx").stdout.startswith("WXWX ")
    assert "?" not in run("--word", "raie", "--min-size", "99").stdout


@pytest.mark.parametrize(
    ("arguments", "status", "code", "told"),
    [
        (("--words", "fr-common"), 2, "family-length", ["fr-common", "2", "3"]),
        (("--word", "raie", "--length", "5"), 2, "family-word-length", ["RAIE", "5", "4"]),
        (("--words", "fr-comon", "--length", "5"), 2, "dictionary-unknown", ["fr-common"]),
        (("--words", "sgb", "--length", "4"), 3, "dictionary-empty", ["4"]),
        (("--word", "Д"), 2, "", ["Д"]),
        (("--words", "no/such.txt", "--length", "4"), 3, "file-missing", []),
        (("--length", "4", "--min-size", "0"), 2, "", ["--min-size"]),
        (("--length", "4", "--histogram", "--min-size", "3"), 2, "", ["--histogram", "--min-size"]),
        (("--word", "raie", "--histogram"), 2, "", ["--histogram", "--word"]),
    ],
)
def test_wrong_use(arguments: tuple[str, ...], status: int, code: str, told: list[str]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (status, "")
    check_told(result.stderr, code, *told)


def test_the_document_has_both_the_histogram_and_the_families() -> None:
    for option in ((), ("--histogram",)):
        document = json.loads(
            run("--words", "fr-common", "--length", "4", "--min-size", "10", *option, "--json").stdout
        )
        assert (len(document["families"]), document["histogram"]["12"]) == (5, 1)


def test_in_french() -> None:
    assert "cliques" in run("--words", "fr-common", "--length", "4", lang="fr").stderr
    check_told(run("--words", "fr", lang="fr").stderr, "family-length", lang="fr")


def test_a_list_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mots.txt"
    path.write_text("mère\nmare\nmire\nlampe\n", "utf-8")
    assert run("--words", str(path), "--length", "4", "--min-size", "2").stdout == "M?RE  3  MERE MARE MIRE\n"


def test_numpy_is_not_loaded() -> None:
    modules = loaded("from mastermot.cli import main\nmain(['cliques', '--length', '4'])")
    assert "mastermot.families" in modules
    assert "numpy" not in modules

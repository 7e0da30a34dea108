"""Configurations: what has an effect on the games tells them apart, nothing else does."""

from __future__ import annotations

from pathlib import Path

from mastermot import (
    BLACK,
    BLACK_WHITE,
    ColourCodes,
    Configuration,
    ListedCodes,
    WordCodes,
    make_codebreaker,
    open_dictionary,
)

CODES = ColourCodes(3, 4)


def configuration(player: str = "entropy", **settings: object) -> Configuration:
    return Configuration(CODES, BLACK_WHITE, make_codebreaker(player, **settings))  # type: ignore[arg-type]


def test_everything_that_matters_is_told_apart() -> None:
    different = [
        configuration(),
        configuration("minimax"),
        configuration("decodeur"),
        configuration(pool="all"),
        configuration(sample=5),
        configuration(accelerators=("AAB",)),
        configuration(accelerators=("AAC",)),
        configuration("random", seed=1),
        configuration("random", seed=2),
        configuration("jourde", seed=1),
        configuration("jourde", seed=2),
        Configuration(CODES, BLACK, make_codebreaker("entropy")),
        Configuration(CODES, BLACK_WHITE, make_codebreaker("entropy"), most_turns=12),
        Configuration(ColourCodes(3, 5), BLACK_WHITE, make_codebreaker("entropy")),
        Configuration(ListedCodes(CODES.texts), BLACK_WHITE, make_codebreaker("entropy")),
    ]
    assert len({one.settings for one in different}) == len(different)


def test_what_has_no_effect_is_left_out() -> None:
    assert configuration(seed=1).settings == configuration(seed=2).settings
    assert configuration(pool="consistent", accelerators=("AAB",)).settings == configuration(pool="consistent").settings


def test_a_list_is_named_by_its_words_not_by_its_file(tmp_path: Path) -> None:
    checksums = set()
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text("abc\nabd\n")
        checksums.add(WordCodes(open_dictionary(str(tmp_path / name)), 3).checksum)
    (tmp_path / "three.txt").write_text("abd\nabc\n")
    checksums.add(WordCodes(open_dictionary(str(tmp_path / "three.txt")), 3).checksum)
    assert len(checksums) == 2


def test_short_names() -> None:
    assert configuration().name == "3x4/entropy"
    assert configuration("decodeur", strategy="minimax").name == "3x4/decodeur/minimax"
    assert configuration("random", seed=3, pool="consistent").name == "3x4/random/consistent/seed-3"
    named = Configuration(ColourCodes(4, 10, repeats=False), BLACK, make_codebreaker("parts", pool="all", sample=9))
    assert named.name == "4x10-no-repeats/black/parts/all/sample-9"
    words = Configuration(
        WordCodes(open_dictionary("sgb"), 5), BLACK_WHITE, make_codebreaker("entropy", accelerators=("GARDS",))
    )
    assert words.name == "sgb-5/entropy/accelerated/GARDS"

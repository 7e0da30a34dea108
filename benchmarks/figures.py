"""The figures that pages show: kept in ``figures.jsonl`` by the scripts here, and set in tables for ``tools/pages.py``.

A row has a table, the game, what was measured, and where it comes from: date, version of mastermot, processor, versions
of Python and numpy (null where nobody wrote them down), and the command that measures it again. What others reported of
the same game stands beside it, each figure with the label of its source (``sources.py``). Totals of optimal games are
not here but in the atlas (`mastermot.lab.optimal.atlas`).
"""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from sources import show_reported

FIGURES = Path(__file__).with_name("figures.jsonl")
Row = dict[str, Any]

TABLES: Mapping[str, Sequence[tuple[str, str]]] = {
    "open": (
        ("game", "{game}"),
        ("rule", "{rule}"),
        ("total found", "{total}"),
        ("proven at least", "{bound}"),
        ("threads", "{threads}"),
        ("seconds", "{seconds:.0f}"),
        ("processor time (s)", "{spent}"),
        ("bound after 10 s", "{bound_10}"),
        ("bound after 60 s", "{bound_60}"),
        ("bound after 200 s", "{bound_200}"),
        ("how the total fell (after seconds)", "{fell}"),
        ("reported by others", "{reported}"),
    ),
    "wordle": (
        ("game", "{game}"),
        ("least total", "{total}, proven"),
        ("found after (s)", "{found_after}"),
        ("proven after (s)", "{seconds}"),
        ("claims of the proof", "{claims:,}"),
        ("file of the proof (MB)", "{megabytes}"),
        ("proof checked in (s)", "{check:,}"),
    ),
    "wordle_lists": (
        ("lists, options", "{game}"),
        ("first word", "{opening}"),
        ("total found", "{total}"),
        ("proven at least", "{bound}"),
        ("longest game", "{longest}"),
        ("processor time (s)", "{spent:,}"),
        ("reported by others", "{reported}"),
    ),
    "wordle_within": (
        ("lists, options", "{game}"),
        ("first word", "{opening}"),
        ("words found in time", "{found:,}"),
        ("most that can be found", "{found_bound:,}"),
        ("turns in all", "{total}"),
        ("processor time (s)", "{spent:,}"),
        ("claims of the proof", "{claims:,}"),
        ("proof checked in (s)", "{check:,}"),
        ("checked by the second checker in (s)", "{verify:,}"),
        ("reported by others", "{reported}"),
    ),
    "shared": (
        ("game", "{game}"),
        ("which seconds", "{counted}"),
        ("one thread", "{one}"),
        ("two threads", "{threads}"),
        ("two dask workers", "{workers}"),
    ),
    "best": (
        ("game", "{game}"),
        ("rule", "{rule}"),
        ("total of `entropy`", "{without}"),
        ("total of `best`", "{total}"),
        ("seconds of `entropy`", "{without_seconds}"),
        ("seconds of `best`", "{seconds}"),
    ),
    "large": (
        ("game", "{game}, `{rule}`"),
        ("games", "{games}"),
        ("average", "{average}"),
        ("longest", "{longest}"),
        ("seconds a game", "{seconds}"),
        ("seconds a move: median, worst", "{moves}"),
        ("memory (MB)", "{megabytes}"),
        ("reported by others", "{reported}"),
        ("T. Jourde’s program, run here", "{jourde}"),
    ),
    "marking": (("candidates", "{game}"), ("5 holes, 8 colours", "{colours}"), ("9 letters, 58,056 words", "{words}")),
    "acceleration": (
        ("list", "{game}"),
        ("`--player decodeur`", "{alone}"),
        ("with 4 words (`--accel`)", "{accelerated}"),
        ("with `--pool all`", "{pool_all}"),
    ),
    "weighed": (
        ("game", "{game}"),
        ("secrets", "{games}"),
        ("average with `--weighted`", "{weighted}"),
        ("average without it", "{plain}"),
    ),
    "fixed": (
        ("rule", "`{rule}`"),
        ("words", "{words}"),
        ("`fr-common`", "{fr_common}"),
        ("`en-common`", "{en_common}"),
        ("`sgb`", "{sgb}"),
    ),
    "fixed_all": (
        ("rule", "`{rule}`"),
        ("`fr-common`", "{fr_common}"),
        ("`en-common`", "{en_common}"),
        ("`sgb`", "{sgb}"),
    ),
    "fixed_words": (("found", "{game}"), ("words", "{words}")),
    "fixed_openings": (("opening", "{game}"), ("least total", "{total}"), ("reported by others", "{reported}")),
    "consistent": (
        ("game", "{game}"),
        ("total found", "{total}"),
        ("proven at least", "{bound}"),
        ("seconds", "{seconds}"),
        ("reported by others", "{reported}"),
    ),
    "last": (
        ("game", "{game}"),
        ("fewest turns", "{longest}"),
        ("codes found in the last turn", "{last:,}"),
        ("proven at least", "{last_bound:,}"),
        ("turns in all", "{total}"),
        ("processor time (s)", "{spent:,}"),
        ("reported by others", "{reported}"),
    ),
    "page": (
        ("what is opened", "{game}"),
        ("first visit (kB)", "{kilobytes}"),
        ("requests", "{requests}"),
        ("can be read after (s)", "{readable}"),
        ("can be used after (s)", "{seconds}"),
        ("next visit (kB)", "{kilobytes_again}"),
        ("requests then", "{requests_again}"),
        ("can then be used after (s)", "{seconds_again}"),
    ),
    "site": (
        ("line", "{game}"),
        ("Today is shown after (s)", "{today}"),
        ("first solve (s)", "{solve}"),
        ("first solve of the next visit (s)", "{again}"),
        ("processor time of a visit (s)", "{worked}"),
        ("memory of the tab (MB)", "{megabytes}"),
    ),
    "rivals": (
        ("game", "{game}"),
        ("games", "{games}"),
        ("turns", "{turns}"),
        ("seconds a game", "{seconds}"),
        ("the other program", "{rival}"),
        ("its turns", "{rival_turns}"),
        ("its seconds a game", "{rival_seconds}"),
        ("ratio", "{ratio:,}"),
    ),
    "rivals_wordle": (
        ("game", "{game}"),
        ("total", "{total}"),
        ("seconds", "{seconds}"),
        ("the other program", "{rival}"),
        ("its total", "{rival_total}"),
        ("its seconds", "{rival_seconds}"),
        ("ratio", "{ratio}"),
    ),
}
"""The columns of each table: their titles, and what stands in a cell."""


def read_figures(table: str = "") -> list[Row]:
    """Return the rows of a table, or all."""
    rows = [json.loads(line) for line in FIGURES.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if table in ("", row["table"])]


def describe_machine() -> Row:
    """Return when and with what something is measured now."""
    import numpy as np

    from mastermot import __version__

    names = [line.split(":", 1)[1].strip() for line in _read("/proc/cpuinfo").splitlines() if "model name" in line]
    return {
        "date": date.today().isoformat(),
        "version": __version__,
        "processor": f"{names[0] if names else platform.machine()}, {len(names) or 1} cores",
        "python": platform.python_version(),
        "numpy": np.__version__,
    }


def _read(path: str) -> str:
    return Path(path).read_text(encoding="utf-8") if Path(path).exists() else ""


def keep_figures(table: str, command: str, names: Sequence[str], rows: Sequence[Row]) -> None:
    """Write rows, each in place of the one of its table that has the same values under `names`, or at the end."""
    known = read_figures()
    for row in rows:
        made = {"table": table, **row, **describe_machine(), "command": command}
        same = [all(old.get(name) == made[name] for name in ("table", *names)) for old in known]
        if True in same:
            known[same.index(True)] = {**known[same.index(True)], **made}
        else:
            known.append(made)
    FIGURES.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in known), encoding="utf-8")


def show_cell(text: str, row: Row) -> str:
    """Return a cell, empty where the row lacks what stands in it."""
    values = {name: value for name, value in row.items() if value is not None}
    if "reported" in values:
        values["reported"] = show_reported(values["reported"])
    try:
        return text.format_map(values)
    except KeyError:
        return ""


def make_table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *lines))


def show_table(table: str) -> str:
    """Return a table, and below it when, with what and by which command its figures were measured."""
    rows, columns = read_figures(table), TABLES[table]
    measured: dict[str, list[Row]] = {}
    for row in rows:
        measured.setdefault(describe_context(row), []).append(row)
    notes = []
    for context, alike in measured.items():
        games = "" if len(measured) == 1 else f" ({'; '.join(dict.fromkeys(row['game'] for row in alike))})"
        commands = ", ".join(dict.fromkeys(f"`{row['command']}`" for row in alike))
        notes.append(f"{context}{games}. By: {commands}.")
    lines = [[show_cell(text, row) for _title, text in columns] for row in rows]
    return "\n\n".join([make_table([title for title, _text in columns], lines), *notes]) + "\n"


def describe_context(row: Row) -> str:
    """Return when a row was measured, and with what, without the end of the sentence."""
    versions = [f"{title} {row[name]}" for title, name in (("Python", "python"), ("numpy", "numpy")) if row[name]]
    machine = "; ".join([row["processor"], *(versions or ["Python and numpy were not noted"])])
    return f"Measured on {row['date']} with mastermot {row['version']}: {machine}"


SHOWN = (
    "black-white 4x6",
    "black-white 4x7",
    "black-white 4x8",
    "black-white 4x7 no repeats",
    "black-white 4x10 no repeats",
    "black-white fr-answers 4",
    "positional fr-answers 4",
    "positional fr-answers 5",
    "black 8x2",
    "black 7x3",
    "black 6x4",
    "black 5x5",
    "black 4x6",
    "black 3x12",
)
"""Games of the atlas whose searches and proofs the page of measurements shows."""


def show_games() -> str:
    """Return the table of some games of the atlas: least total, and what search and proof took."""
    from mastermot.lab.optimal.atlas import read_atlas

    found = {row["game"]: row for row in read_atlas()}
    head = ("game", "codes", "least total", "search (s)", "claims of the proof", "proof checked in (s)")
    texts = ("{game}", "{codes:,}", "{total}, proven", "{seconds}", "{claims:,}", "{check}")
    return make_table(head, [[show_cell(text, found[name]) for text in texts] for name in SHOWN]) + "\n"

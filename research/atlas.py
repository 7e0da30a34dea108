"""The atlas of optimal games: each of them searched, its proof written and checked; the data file and the page made.

``python3 research/atlas.py`` goes on from the data file, small games first: it takes the games that have no row, and
those without a checked proof if they were allowed less time. ``--seconds`` of processor time are allowed for each step
of a game: the search, the fewest turns, listing the claims, checking them. ``--game "black 3x6"`` makes one row again;
``--page`` only writes ``docs/atlas.md`` and its picture. On a cluster (``--scheduler``) the seconds are those of the
clock. The first game of a kind compiles the search: make its row twice.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

if find_spec("numba") is None or find_spec("matplotlib") is None:
    raise SystemExit("This needs numba and matplotlib: python3 -m pip install -e '.[lab,plot]'")

sys.path.append(str(Path(__file__).resolve().parent.parent / "benchmarks"))

from figures import describe_machine
from sources import cite

from mastermot.engine import Engine, open_engine
from mastermot.game.objectives import LATE_PENALTY, TOTAL, Objective
from mastermot.lab.optimal import Problem, Solving
from mastermot.lab.optimal.atlas import ATLAS, identify, name_rule, read_atlas
from mastermot.lab.optimal.claims import find_proof
from mastermot.lab.optimal.prooffiles import read_proofs, write_proofs
from mastermot.lab.optimal.proofs import check_proof
from mastermot.rules import RULES, rule_named
from mastermot.rules.codes import Codes, ColourCodes, WordCodes
from mastermot.words.dictionaries import open_dictionary
from mastermot.words.files import replace_file


class TimeOverError(Exception):
    """A step of a game took longer than it may."""


class Clock(NamedTuple):
    """How seconds are counted, and the alarm that goes off after some of them."""

    now: Callable[[], float]
    timer: int
    alarm: signal.Signals

    def allow(self, seconds: float) -> Callable[[], bool]:
        """Return a function that says whether fewer seconds than these have gone by since now."""
        end = self.now() + seconds
        return lambda: self.now() < end

    @contextmanager
    def stop_after(self, seconds: float) -> Iterator[None]:
        """Raise `TimeOverError` inside the block after so many seconds."""

        def stop(*_signal: object) -> None:
            raise TimeOverError

        signal.signal(self.alarm, stop)
        signal.setitimer(self.timer, seconds)
        try:
            yield
        finally:
            signal.setitimer(self.timer, 0)


PROCESSOR = Clock(time.process_time, signal.ITIMER_PROF, signal.SIGPROF)
WALL = Clock(time.monotonic, signal.ITIMER_REAL, signal.SIGALRM)
MOST_CODES = 10_000
LISTS = ("fr-answers", "fr-common", "fr", "en-answers", "en-common", "en", "sgb")


HOLES = range(1, 9)
COLOURS = range(2, 13)
LETTERS = (4, 5)
DOCS = Path(__file__).resolve().parent.parent / "docs"

INTRODUCTION = """\
# An atlas of optimal games

For each of {games} games: the least total of turns that a strategy can take over all codes. {proven} totals are proven,
and {checked} of their proofs were checked, by [a checker](proofs.md) that shares with the
search only what the game is. The other games have the best total found, and a proven bound.

- In the tables of totals, `5625 (5)` is a proven total of 5625 turns; every code can be found in 5 turns, but not in 4.
  One strategy may not do both. `{low} to {high}` is not proven: no strategy has a total below {low}, and one has
  {high}.
- A star, as in `11228*`, says that the proof was not checked: listing it or checking it took longer than was allowed.
- Every code of a game may be guessed: all codes of the colours, or all words of the list.
- A game that is the same under several rules, since every guess tells as much, has one row, under the first of them.
  One hole is the same under all rules. Without repeats, and with two holes, `membership` is `black-white`; where a
  code has all colours, both are `black`.
- Each strategy was replayed against all codes by the plain definition of its rule; its total is that of the replay.
- `mastermot optimal` says what the atlas has of a game before it searches.
- `mastermot/lab/optimal/atlas.jsonl` has a line for each game, with more: the best first guess, the average and the
  longest game of the strategy found, the seconds of processor time of the search, the size of the proof, its checksum,
  and the seconds that checking it took. The machine had two cores, and other work too.

`python3 research/atlas.py --game "black 3x5"` makes a game again, named as in that file: it searches, writes the
proof, and checks it. Without `--game` it goes on with the whole atlas. `python3 research/proofs.py` writes all proofs.

![Average turns of the best strategies by colours, a line for each number of holes](images/atlas.svg)"""

KNOWN_BEFORE = """\
## What was known before

Figures of others for games of the atlas."""

BLACK_TURNS = f"""\
Under `black`, {cite("Jäger and Peczarski 2011")} has exact formulas of the fewest turns with two, three and four
holes, for any number of colours, as its abstract says. We have seen the abstract only; our figures are those of the
table for `black`."""

IDENTIFYING = """\
## Until a code is known

The game of A231205 in the On-Line Encyclopedia of Integer Sequences: `positional` without repeats; how many guesses it
takes, at worst, until the code is known. That is one turn fewer than the fewest turns above, since the last turn only
names the code. The sequence has 13 terms, for up to five colours; here are those for two holes or more, and all other
games of the atlas."""

WRONG_TERM = """\
The last term of the sequence, for 3 holes and 5 colours, is given as 5. It is 2: `mastermot optimal --holes 3
--colours 5 --no-repeats --rule positional --objective longest` proves that three turns are enough. The page that the
sequence cites for it is about another game, with repeats and black and white marks."""

Row = dict[str, Any]
FIGURES = {"total": "least total", "fewest": "fewest turns"}


class Known(NamedTuple):
    """A figure of the literature: the game, the field of its row, the value, who says so."""

    game: str
    figure: str
    value: int
    source: str


KNUTH = cite("Knuth 1976")
KOYAMA = cite("Koyama and Lai 1993")
VILLE = cite("Ville 2013")
MMSTRAT = f"a test of the program of {cite('widmaN')}"
TREES = f"a strategy tree of {cite('arfst23')}, replayed"
TANAKA = f"{cite('Tanaka 1996')}: 5.213 turns on average"
PECZARSKI = f"{cite('Jäger and Peczarski 2009')}: ⌊(c − 1) / 3⌋ + 4 for c colours"
KNOWN = [
    Known("black-white 4x6", "total", 5625, KOYAMA),
    Known("black-white 4x6", "fewest", 5, KNUTH),
    Known("black-white 4x7", "total", 11228, VILLE),
    Known("black-white 4x8", "total", 20471, TREES),
    Known("black-white 3x9", "total", 3596, MMSTRAT),
    Known("black-white 4x6 no repeats", "total", 1446, TREES),
    Known("black-white 4x7 no repeats", "total", 3639, TREES),
    Known("black-white 4x8 no repeats", "total", 7817, TREES),
    Known("black-white 4x10 no repeats", "total", 26274, TANAKA),
    *(Known(f"black-white 3x{colours}", "fewest", (colours - 1) // 3 + 4, PECZARSKI) for colours in range(5, 13)),
]


A231205 = (0, 1, 1, 2, 1, 2, 3, 2, 2, 3, 4, 2, 5)
"""The terms published: for 1, 2, 3… colours, each with 1, 2, 3… holes. The last, of 3 holes, 5 colours, is wrong."""


class Game(NamedTuple):
    """A game of the atlas: a rule, and holes and colours or the words of a list."""

    rule: str
    holes: int = 0
    colours: int = 0
    repeats: bool = True
    words: str = ""
    length: int = 0

    def __str__(self) -> str:
        """Return the name of the game, such as ``black 3x6``."""
        if self.words:
            return f"{self.rule} {self.words} {self.length}"
        return f"{self.rule} {self.holes}x{self.colours}{'' if self.repeats else ' no repeats'}"

    @property
    def problem(self) -> Problem:
        """The game as it is searched."""
        codes: Codes = (
            WordCodes(self.words, self.length)
            if self.words
            else ColourCodes(self.holes, self.colours, repeats=self.repeats)
        )
        return Problem(codes, rule_named(self.rule), TOTAL)

    @property
    def row(self) -> str:
        """The name of its row: that of the same game under the first rule that makes it the same."""
        return str(self._replace(rule=name_rule(self.rule, self.problem.codes)))


def list_games() -> list[Game]:
    """Return all games of the atlas, those with few codes first."""
    games: list[tuple[int, Game]] = []
    for rule in RULES:
        for holes in HOLES:
            for colours in COLOURS:
                games.append((colours**holes, Game(rule, holes, colours)))
                if 1 < holes <= colours:
                    games.append((math.perm(colours, holes), Game(rule, holes, colours, repeats=False)))
        for words in LISTS:
            for length, count in open_dictionary(words).lengths.items():
                if length in LETTERS:
                    games.append((count, Game(rule, words=words, length=length)))
    return [game for count, game in sorted(games) if count <= MOST_CODES]


def make_row(game: Game, seconds: float, engine: Engine, jobs: int = 1) -> Row:
    """Return the row of a game: at most so many seconds for each of its steps.

    They are seconds of the processor; with a cluster, of the clock.
    """
    clock = PROCESSOR if engine.patience == math.inf else WALL
    began, problem = clock.now(), game.problem
    solving, spent = Solving(problem), 0.0
    for _status in solving.run(clock.allow(seconds), engine, jobs):
        spent = clock.now() - began
    best = solving.best()
    proven = best.bound == best.replay.total
    row = {
        "game": str(game),
        "rule": game.rule,
        **identify(problem.codes),
        **({"words": game.words, "length": game.length} if game.words else {}),
        "codes": problem.codes.count,
        "total": best.replay.total,
        "bound": best.bound,
        "longest": best.replay.longest,
        "fewest": find_fewest(solving, best.replay.longest, clock.allow(seconds)) if proven else None,
        "opening": best.tree.root.guess,
        "seconds": round(spent, 2),
        "limit": seconds,
        **describe_machine(),
        "claims": None,
        "proof": None,
        "check": None,
    }
    if proven:
        with tempfile.TemporaryDirectory() as folder, suppress(TimeOverError):
            path = Path(folder) / "proof"
            with clock.stop_after(seconds):
                row["claims"] = write_proofs([find_proof(solving.search)], path)
            row["proof"] = gzip.decompress(path.read_bytes()).split()[-1].decode()
            began = clock.now()
            with clock.stop_after(seconds):
                if check_proof(read_proofs(path)[0], problem, engine=engine) == best.bound:
                    row["check"] = round(clock.now() - began, 2)
    return row


def find_fewest(solving: Solving, longest: int, go_on: Callable[[], bool]) -> int | None:
    """Return the fewest turns in which every code can be found, or None when time is over; `longest` are enough."""
    while True:
        attempt = solving.attempt(Objective("within", longest - 1).prices, LATE_PENALTY)
        for _status in attempt.run(go_on):
            if attempt.found:
                break
        if not attempt.found:
            return longest if attempt.proven else None
        longest = attempt.tree().replay.longest


def make_page(rows: Sequence[Row]) -> str:
    """Return the page of the atlas."""
    found, games = {row["game"]: row for row in rows}, {str(game): game.row for game in list_games()}
    proven = sum(row["total"] == row["bound"] for row in rows)
    checked = sum(row["check"] is not None for row in rows)
    low, high = next((row["bound"], row["total"]) for row in rows if row["total"] > row["bound"])
    parts = [INTRODUCTION.format(games=len(rows), proven=proven, checked=checked, low=low, high=high)]
    for rule in RULES:
        parts.append(f"## The rule `{rule}`")
        for repeats, title in ((True, "with repeats"), (False, "without repeats")):
            lines = [
                [
                    f"{colours} colours",
                    *(
                        show_total(found.get(games.get(str(Game(rule, holes, colours, repeats)), "")))
                        for holes in HOLES
                    ),
                ]
                for colours in COLOURS
            ]
            head = [title, "1 hole", *(f"{holes} holes" for holes in HOLES[1:])]
            parts.append(make_table(head, [line for line in lines if any(line[1:])]))
    lines = [
        [
            f"`{words}`",
            str(length),
            *(show_total(found.get(str(Game(rule, words=words, length=length)))) for rule in RULES),
        ]
        for words in LISTS
        for length in LETTERS
    ]
    parts += [
        "## Words",
        make_table(["list", "letters", *(f"`{rule}`" for rule in RULES)], [line for line in lines if any(line[2:])]),
    ]
    parts.append(KNOWN_BEFORE)
    parts.append(
        make_table(
            ["game", "figure", "known", "here", "source"],
            [show_known(known, found) for known in KNOWN if known.game in found],
        )
    )
    parts += [BLACK_TURNS, IDENTIFYING, show_identifying(found, games), WRONG_TERM]
    return "\n\n".join(parts) + "\n"


def make_table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *lines))


def show_total(row: Row | None) -> str:
    """Return the least total of a game, with the fewest turns where they are known; or the bound and the best total."""
    if row is None:
        return ""
    if row["total"] > row["bound"]:
        return f"{row['bound']} to {row['total']}"
    total = str(row["total"]) + ("\\*" if row["check"] is None else "")
    return total if row["fewest"] is None else f"{total} ({row['fewest']})"


def show_known(known: Known, found: dict[str, Row]) -> list[str]:
    """Return the cells of a figure of the literature, beside that of the atlas."""
    row = found[known.game]
    here = show_total({**row, "fewest": None}) if known.figure == "total" else str(row[known.figure] or "")
    return [known.game, FIGURES[known.figure], str(known.value), here, known.source]


def find_term(holes: int, colours: int) -> int | None:
    """Return the term of A231205 for a game, or None where it has none.

    >>> find_term(1, 1), find_term(2, 3), find_term(3, 5), find_term(4, 5)
    (0, 1, 5, None)
    """
    place = colours * (colours - 1) // 2 + holes - 1
    return A231205[place] if place < len(A231205) else None


def show_identifying(found: dict[str, Row], games: dict[str, str]) -> str:
    """Return the table of the guesses after which a code is known, those of A231205 beside those of the atlas.

    `games` has the name of the row of each game.
    """
    lines = []
    for colours in COLOURS:
        for holes in HOLES[1:]:
            name = str(Game("positional", holes, colours, repeats=False))
            row = found.get(games.get(name, ""))
            if row is not None and row["fewest"] is not None:
                term = find_term(holes, colours)
                published = "" if term is None else f"{term} (A231205)"
                lines.append([f"{holes} holes, {colours} colours", published, str(row["fewest"] - 1)])
    return make_table(["game", "published", "here"], lines)


def draw(rows: Sequence[Row]) -> bytes:
    """Return the picture: for each rule the average turns by colours, a line for each number of holes."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    found, games = {row["game"]: row for row in rows}, list_games()
    with rc_context({"svg.hashsalt": "mastermot", "svg.fonttype": "none", "font.size": 9}):
        figure = Figure(figsize=(8, 6), layout="constrained")
        panels = figure.subplots(2, 2, sharex=True, sharey=True)
        for rule, axes in zip(RULES, panels.flat, strict=True):
            for holes in HOLES[1:]:
                alike = [game for game in games if (game.rule, game.holes, game.repeats) == (rule, holes, True)]
                here = [found[game.row] for game in alike if game.row in found]
                points = sorted(
                    (row["colours"], row["total"] / row["codes"], row["total"] > row["bound"]) for row in here
                )
                (line,) = axes.plot(*zip(*(point[:2] for point in points), strict=True), label=f"{holes} holes")
                for colours, turns, is_open in points:
                    axes.plot(colours, turns, "o", ms=4, color=line.get_color(), mfc="white" if is_open else None)
            axes.set_title(rule)
            axes.grid(color="#dddddd")
        panels[1, 0].legend(frameon=False, loc="upper left")
        figure.supxlabel("colours, with repeats (white: best strategy found, not proven)")
        figure.supylabel("average turns of the best strategy")
        content = BytesIO()
        figure.savefig(content, format="svg", metadata={"Date": None})
    return content.getvalue()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--game", help="such as 'black 3x6 no repeats' or 'positional fr-common 4'")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--scheduler")
    parser.add_argument("--page", action="store_true")
    chosen = parser.parse_args()
    rows = {row["game"]: row for row in (read_atlas() if ATLAS.exists() else [])}
    games = list_games()
    asked = next((game.row for game in games if str(game) == chosen.game), None)
    if chosen.game and asked is None:
        parser.error(f"no such game: {chosen.game}")
    games = [game for game in games if game.row == str(game)]
    wanted = [game for game in games if asked in (None, str(game))]
    if not chosen.page:
        with open_engine(1, chosen.scheduler) as engine:
            make_row(Game("black", 1, 2), chosen.seconds, engine)  # so that compiling does not count
            for game in wanted:
                known = rows.get(str(game))
                if chosen.game or known is None or (known["check"] is None and known["limit"] < chosen.seconds):
                    rows[str(game)] = make_row(game, chosen.seconds, engine, chosen.jobs)
                    print(json.dumps(rows[str(game)]), flush=True)
                    lines = (json.dumps(rows[str(one)]) for one in games if str(one) in rows)
                    replace_file(ATLAS, "".join(f"{line}\n" for line in lines).encode())
    listed = [rows[str(game)] for game in games if str(game) in rows]
    replace_file(DOCS / "atlas.md", make_page(listed).encode())
    replace_file(DOCS / "images" / "atlas.svg", draw(listed))


if __name__ == "__main__":
    main()

"""What explorations say, put into words for the terminal: tables and bars."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from mastermot.cli.games import count_codes, describe_codes
from mastermot.cli.output import print_table, write_or_dash
from mastermot.lab.explore.reports import Comparison, Results, compare_runs, measure_advantage
from mastermot.lab.explore.runs import Record
from mastermot.lab.explore.store import Run
from mastermot.rules.codes import Codes, WordCodes
from mastermot.say import _, plural, write_number

if TYPE_CHECKING:
    from mastermot.lab.optimal.trees import Replay

MAX_DETAILED = 3  #: Comparisons shown with their histogram and codes; when they are more, a table tells them all.
MAX_HARDEST = 4  #: Runs shown with their histogram and hardest codes; when they are more, a table tells them all.
BAR = 50  #: Width of the longest bar, in characters, where the terminal has room.


def print_figures(reported: Sequence[Results]) -> None:
    titles = (_("configuration"), name_codes(*(one.run for one in reported)), _("total"), _("average"))
    rows = [
        (one.name, count_games(one), one.total, *map(write_or_dash, (one.average, one.deviation)), one.longest or "-")
        for one in reported
    ]
    print_table((*titles, _("deviation"), _("longest")), rows)


def name_codes(*runs: Run) -> str:
    return _("codes") if any(run.settings.colours for run in runs) else _("words")


def count_games(results: Results) -> str:
    done = write_number(len(results.games))
    return done if len(results.games) == results.run.size else f"{done}/{write_number(results.run.size)}"


def print_summary(results: Results) -> None:
    count, settings = len(results.games), results.run.settings
    words, codes = plural("{count} word", "{count} words", count), plural("{count} code", "{count} codes", count)
    text = _("{name}: {count}").format(name=results.name, count=codes if settings.colours else words)
    if count < results.run.size:
        text += " " + _("(of {size}: the run is not over)").format(size=write_number(results.run.size))
    if results.average is not None:
        text += "\n" + write_figures(results.total, results.average, results.longest)
    if results.unfinished:
        text += "\n" + plural(
            "{count} game given up after {most} turns",
            "{count} games given up after {most} turns",
            results.unfinished,
            most=write_number(settings.most_turns),
        )
    click.echo(text)
    print_bars(results.histogram, _("turns"), name_codes(results.run))


def write_figures(total: int, average: float, longest: int | None) -> str:
    text = _("total {total}, average {average}, longest {longest}")
    return text.format(total=write_number(total), average=write_number(average, 6), longest=longest)


def print_bars(histogram: Mapping[int, int], value: str, number: str, *, signed: bool = False) -> None:
    if not histogram:
        return
    keys = {key: f"{key:+d}" if signed and key else str(key) for key in range(min(histogram), max(histogram) + 1)}
    left = max(len(value), *map(len, keys.values()))
    right = max(len(number), *(len(write_number(count)) for count in histogram.values()))
    room = max(10, min(BAR, shutil.get_terminal_size((80, 24)).columns - left - right - 5))
    most = max(histogram.values())
    click.echo(f"{value.rjust(left)}  {number.rjust(right)}")
    for key, written in keys.items():
        count = histogram.get(key, 0)
        line = f"{written.rjust(left)}  {write_number(count).rjust(right)}  {draw_bar(room * count / most)}"
        click.echo(line.rstrip())


def draw_bar(length: float) -> str:
    """Return a bar so many characters long, in eighths of a character where the terminal can show them."""
    whole, rest = divmod(max(round(length * 8), 1 if length > 0 else 0), 8)
    text = "█" * whole + " ▏▎▍▌▋▊▉"[rest].strip()
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return "#" * max(round(length), 1 if length > 0 else 0)
    return text


def print_replay(codes: Codes, replay: Replay, *beside: str, heading: str = "") -> None:
    counted = _("{codes}: {count}").format(codes=describe_codes(codes), count=count_codes(codes, codes.count))
    click.echo(counted + heading)
    click.echo("\n".join((write_figures(replay.total, replay.total / len(replay.turns), replay.longest), *beside)))
    print_bars(replay.histogram, _("turns"), _("words") if isinstance(codes, WordCodes) else _("codes"))


def print_report(reported: Sequence[Results]) -> None:
    print_runs(reported)
    if compared := compare_runs(reported):
        click.echo()
        print_comparisons(compared)
    for comparison in compared if len(compared) <= MAX_DETAILED else ():
        print_differences(comparison)
    for results in reported if len(reported) <= MAX_HARDEST else ():
        click.echo()
        print_summary(results)
        if results.games:
            print_hardest(results)


def print_hardest(results: Results) -> None:
    colours = results.run.settings.colours
    click.echo("\n" + (_("Hardest codes") if colours else _("Hardest words")))
    rows = [(game.code, game.turns or "-", write_guesses(game)) for game in results.hardest()]
    print_table((_("code") if colours else _("word"), _("turns"), _("game")), rows)


def print_runs(reported: Sequence[Results]) -> None:
    counted = name_codes(*(one.run for one in reported))
    titles = [_("run"), _("configuration"), counted, _("total"), _("average"), _("longest"), _("given up")]
    rows = []
    for one in reported:
        average, longest = write_or_dash(one.average, 6), one.longest or "-"
        rows.append((one.run.id, one.name, count_games(one), one.total, average, longest, one.unfinished))
    shown = 7 if any(one.unfinished for one in reported) else 6
    print_table(titles[:shown], [row[:shown] for row in rows])


def print_comparisons(compared: Sequence[Comparison]) -> None:
    colours = any(comparison.first.run.settings.colours for comparison in compared)
    rows = []
    for comparison in compared:
        runs = (comparison.first.run.id, comparison.second.run.id)
        common = (len(comparison.pairs), comparison.histogram.get(0, 0))
        for order, faster in zip((1, -1), comparison.faster, strict=True):
            gain = measure_advantage(faster)
            averages = map(write_or_dash, gain["averages"][::order])
            rows.append((*runs[::order], gain["codes"], *common, *averages, gain["largest"]))
    titles = [_("run"), _("against"), _("faster on"), _("of codes") if colours else _("of words"), _("equal on")]
    print_table([*titles, _("average there"), _("other’s average"), _("largest difference")], rows)


def print_differences(comparison: Comparison) -> None:
    first, second = comparison.first.run, comparison.second.run
    click.echo("\n" + _("Turns of run {first} less those of run {second}").format(first=first.id, second=second.id))
    print_bars(comparison.histogram, _("difference"), name_codes(first, second), signed=True)
    if differing := comparison.differing_most():
        colours = first.settings.colours or second.settings.colours
        click.echo("\n" + (_("Codes that differ most") if colours else _("Words that differ most")))
        game = _("game of run {run}").format(run=first.id)
        titles = (_("code") if colours else _("word"), str(first.id), str(second.id), game, str(second.id))
        turns = [[game.turns or "-" for game in pair] for pair in differing]
        rows = [(pair.first.code, *own, *map(write_guesses, pair)) for pair, own in zip(differing, turns, strict=True)]
        print_table(titles, rows)


def write_guesses(game: Record) -> str:
    return " ".join(game.guesses if len(game.guesses) <= 20 else (*game.guesses[:10], "…", *game.guesses[-3:]))

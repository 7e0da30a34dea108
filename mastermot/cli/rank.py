"""``mastermot rank``: the best opening guesses, or the best after some turns."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import click
import numpy as np

from mastermot.cli.choices import CodeOptions, position_after
from mastermot.cli.games import count_codes, count_codes_left
from mastermot.cli.interrupts import interruptible
from mastermot.cli.options import command, json_option, option
from mastermot.cli.output import note, print_json, print_table
from mastermot.cli.progress import progress
from mastermot.cli.values import Number
from mastermot.codes import Codes, ColourCodes, check_listed
from mastermot.errors import N_
from mastermot.locale import gettext as _
from mastermot.play.codebreakers import check_candidates
from mastermot.play.criteria import CRITERIA, sort_best
from mastermot.play.errors import TooManyRankedError
from mastermot.play.large import OPENING_SECRETS
from mastermot.play.partitions import MAX_PAIRS, Rows, Table
from mastermot.play.positions import Position
from mastermot.play.sampling import draw_any
from mastermot.play.strategies import View
from mastermot.play.symmetry import first_codes, list_shapes
from mastermot.rules import BLACK_WHITE, RULES, Rule, rule_named
from mastermot.wording.numbers import write_estimate, write_number

RANKED_BY = ("entropy", "minimax")
"""The criteria by which openings are ranked."""


@command(
    N_(
        "Rank the best opening guesses: entropy and largest class, under each rule; with --after, the best guesses "
        "after some turns."
    )
)
def rank(
    chosen: CodeOptions,
    rules: list[Rule] = option(
        N_("Only under this rule (may be repeated)."),
        "--rule",
        multiple=True,
        callback=lambda ctx, parameter, values: [rule_named(name) for name in values],
        metavar="RULE",
    ),
    turns: tuple[str, ...] = option(
        N_("After this turn (may be repeated), under black-white unless --rule says another."),
        "--after",
        multiple=True,
        metavar="GUESS=MARKS",
    ),
    top: int = option(N_("How many openings of each kind."), type=Number(1), default=5),
    count: int = option(
        N_("Rank single guesses, or with 2 pairs of guesses played whatever the answers."), type=Number(1, 2), default=1
    ),
    guesses: str | None = option(N_("With --count 2: words of this list may be guessed too."), metavar="NAME|PATH"),
    as_json: bool = json_option,
) -> None:
    codes = chosen.open()
    if count == 2:
        if turns:
            raise click.UsageError(_("--after cannot be used with --count 2."))
        rank_pairs(codes, rules or list(RULES.values()), guesses, top, as_json)
        return
    if guesses is not None:
        raise click.UsageError(_("--guesses is for --count 2."))
    rules = rules or ([BLACK_WHITE] if turns else list(RULES.values()))
    positions = [position_after(turns, codes, rule) for rule in rules]
    with interruptible(lambda: _("Interrupted before the ranking was over.")):
        if isinstance(codes, ColourCodes) and not turns:
            openings = rank_shapes(codes, positions, top)
        else:
            openings = rank_listed(codes, positions, top)
    if as_json:
        checksum = {"checksum": codes.checksum} if codes.enumerable else {"sample": OPENING_SECRETS}
        print_json({"codes": codes.count, **checksum, "openings": openings})
        return
    if not codes.enumerable:
        sampled = _(
            "Estimated on a sample of {sample} of {count}: guesses whose entropies differ by less than about {error} "
            "bits may stand in any order."
        )
        # what the marks of one code tell spreads by about a bit around its mean, the entropy
        error = write_number(2 / math.sqrt(OPENING_SECRETS), 2)
        note(sampled.format(sample=write_number(OPENING_SECRETS), count=count_codes(codes, codes.count), error=error))
    for position in positions if turns else ():
        number = count_codes_left(codes, len(position.candidates))
        note(_("{rule}: {count}").format(rule=position.rule.name, count=number))
    print_openings(openings, estimated=not codes.enumerable)


def print_openings(openings: list[dict[str, Any]], *, estimated: bool) -> None:
    """Print a table of guesses; sizes of classes that are `estimated` from a sample are rounded."""
    titles = [_("rule"), _("by"), _("guess"), _("entropy"), _("largest"), _("expected"), _("parts"), _("alike")]
    rows = []
    for one in openings:
        figures = [write_number(one["entropy"], 10), one["largest"], write_number(one["expected"], 4)]
        if estimated:
            figures = [write_number(one["entropy"], 4), round_size(one["largest"]), round_size(one["expected"])]
        alike = [write_number(one["alike"])] if "alike" in one else []
        rows.append([one["rule"], one["by"], one["guess"], *figures, one["parts"], *alike])
    print_table(titles[: len(rows[0])], rows)


def rank_pairs(codes: Codes, rules: list[Rule], guesses: str | None, top: int, as_json: bool) -> None:
    """Print the best pairs of guesses under each rule."""
    from mastermot.cli.optimal import open_guesses
    from mastermot.static import pairs
    from mastermot.static.problems import FixedProblem

    wider = open_guesses(guesses, codes)
    words = None if wider is None else list(dict.fromkeys((*codes.texts, *wider.texts)))
    found: list[dict[str, Any]] = []
    looked_at = 0
    with interruptible(lambda: _("Interrupted before the ranking was over.")):
        for rule in rules:
            problem = FixedProblem(codes, rule, words)
            firsts = pairs.choose_firsts(problem, pairs.MAX_PAIRED // len(rules))
            looked_at = len(firsts)
            with progress(_("guesses"), looked_at) as step:
                for name, best in pairs.rank_pairs(problem, firsts, top, step).items():
                    found += [{"rule": rule.name, "by": name, **pair._asdict()} for pair in best]
    if as_json:
        print_json({"codes": codes.count, "checksum": codes.checksum, "first_guesses": looked_at, "pairs": found})
        return
    if looked_at < problem.guesses.count and not isinstance(codes, ColourCodes):
        text = _("Pairs with one of the {looked_at} guesses that leave the most classes by themselves, of {count}.")
        note(text.format(looked_at=write_number(looked_at), count=write_number(problem.guesses.count)))
    titles = [_("rule"), _("by"), _("guesses"), _("classes"), _("largest"), _("expected")]
    for pair in found:
        pair |= {"guesses": " ".join(pair["guesses"]), "expected": write_number(pair["expected"], 4)}
    print_table(titles, [list(pair.values()) for pair in found])


def round_size(size: float) -> str:
    """Return the size of a class that a sample gives, rounded to what is about sure."""
    return write_estimate(round(size), round(size) // 20 + 1)


def rank_listed(codes: Codes, positions: list[Position], top: int) -> list[dict[str, Any]]:
    """Return the best guesses at each position, all codes of the game being scored; of those that tie, codes left.

    Raises what `check_candidates` raises, `TooManyCodesError`, and `TooManyRankedError` for too many marks.
    """
    check_listed(codes)
    for position in positions:
        check_candidates(position)
    if codes.count * sum(len(position.candidates) for position in positions) > MAX_PAIRS:
        limit, alone = math.isqrt(MAX_PAIRS // len(positions)), math.isqrt(MAX_PAIRS)
        raise TooManyRankedError(count=codes.count, limit=limit, alone=alone)
    found = []
    with progress(_("guesses"), len(positions) * codes.count) as step:
        for position in positions:
            table, left = position.table, position.candidates
            guesses = np.concatenate((left, np.setdiff1d(np.arange(len(codes)), left)))
            table.on_scored = step
            for place, line in rank_guesses(table, left, guesses, top):
                if position.history:
                    line |= {"candidate": place < len(left), "candidates": len(left)}
                found.append(line)
    return found


def rank_shapes(codes: ColourCodes, positions: list[Position], top: int) -> list[dict[str, Any]]:
    """Return the best openings with colours, one of each shape, with how many codes it stands for (``alike``).

    Where the codes are too many to list, all figures are those of a sample, sizes of classes in proportion.
    """
    shapes, found = list_shapes(codes), []
    secrets = codes.array if codes.enumerable else draw_any(codes, OPENING_SECRETS, np.random.default_rng(0))
    with progress(_("guesses"), len(positions) * len(shapes)) as step:
        for position in positions:
            table = Table(position.rule, codes, np.concatenate((first_codes(codes), secrets)))
            table.on_scored = step
            guesses, left = np.split(np.arange(len(table.array)), [len(shapes)])
            for place, line in rank_guesses(table, left, guesses, top, codes.count / len(secrets)):
                found.append({**line, "alike": shapes[place].count_codes(len(codes.alphabet))})
    return found


def rank_guesses(
    table: Table, left: Rows, guesses: Rows, top: int, scale: float = 1
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the place among `guesses` of the best `top` by each of `RANKED_BY`, best first, and what JSON has of it.

    The sizes of classes are multiplied by `scale`.
    """
    scores = View(table, left, guesses).scores
    for criterion in RANKED_BY:
        for place in sort_best(CRITERIA[criterion](scores))[:top].tolist():
            yield (
                place,
                {
                    "rule": table.rule.name,
                    "by": criterion,
                    "guess": table.text(int(guesses[place])),
                    "entropy": round(max(0.0, float(scores.entropy[place])), 12),
                    "largest": round(int(scores.largest[place]) * scale),
                    "expected": round(float(scores.expected[place]) * scale, 6),
                    "parts": int(scores.parts[place]),
                },
            )

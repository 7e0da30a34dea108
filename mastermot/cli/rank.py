"""``mastermot rank``: the best opening guesses."""

from __future__ import annotations

import math
from typing import Any

import click
import numpy as np

from mastermot.cli.choices import chosen_codes, code_options
from mastermot.cli.engines import interruptible
from mastermot.cli.localized import command, option
from mastermot.cli.output import print_json, print_table
from mastermot.cli.progress import Progress, progress
from mastermot.codes import Codes, check_listed
from mastermot.errors import N_
from mastermot.locale import gettext as _
from mastermot.play.criteria import CRITERIA, sort_best
from mastermot.play.errors import TooManyRankedError
from mastermot.play.partitions import MOST_PAIRS, Table
from mastermot.play.strategies import View
from mastermot.rules import RULES, Rule, rule_named
from mastermot.wording.numbers import write_number

RANKED_BY = ("entropy", "minimax")
"""The criteria by which openings are ranked."""


@command("rank", help=N_("Rank the best opening guesses: entropy and largest class, under each rule."))
@code_options
@option(
    "--rule",
    "rules",
    multiple=True,
    callback=lambda ctx, parameter, values: [rule_named(name) for name in values],
    metavar="RULE",
    help=N_("Only under this rule (may be repeated)."),
)
@option("--top", type=click.IntRange(min=1), default=5, show_default=True, help=N_("How many openings of each kind."))
@option("--json", "as_json", is_flag=True, help=N_("Print one JSON document."))
def rank(rules: list[Rule], top: int, as_json: bool, **choice: Any) -> None:
    codes = chosen_codes(**choice)
    rules = rules or list(RULES.values())
    check_work(codes, len(rules))
    ctx = click.get_current_context()
    ranking = interruptible(ctx, lambda: _("Interrupted before the ranking was over."))
    with ranking, progress(_("openings"), len(rules) * codes.count) as step:
        openings = [line for rule in rules for line in rank_openings(codes, rule, top, step)]
    if as_json:
        print_json({"codes": codes.count, "checksum": codes.checksum, "openings": openings})
        return
    titles = (_("rule"), _("by"), _("guess"), _("entropy"), _("largest"), _("expected"), _("parts"))
    rows = [
        (
            opening["rule"],
            opening["by"],
            opening["guess"],
            write_number(opening["entropy"], 10),
            opening["largest"],
            write_number(opening["expected"], 4),
            opening["parts"],
        )
        for opening in openings
    ]
    print_table(titles, rows)


def check_work(codes: Codes, rules: int) -> None:
    """Raise `TooManyCodesError` or `TooManyRankedError` when the codes are too many to mark each against each."""
    check_listed(codes)
    if rules * codes.count**2 > MOST_PAIRS:
        limit, alone = math.isqrt(MOST_PAIRS // rules), math.isqrt(MOST_PAIRS)
        raise TooManyRankedError(count=codes.count, limit=limit, alone=alone)


def rank_openings(codes: Codes, rule: Rule, top: int, step: Progress) -> list[dict[str, Any]]:
    """Return the best `top` openings by each of `RANKED_BY`, best first, each as JSON has it.

    `step` is called with the number of openings just scored.
    """
    rows = np.arange(codes.count)
    table = Table(rule, codes)
    table.on_scored = step
    scores = View(table, rows, rows).scores
    entropies = scores.entropy
    return [
        {
            "rule": rule.name,
            "by": criterion,
            "guess": codes.texts[place],
            "entropy": round(float(entropies[place]), 12),
            "largest": int(scores.largest[place]),
            "expected": round(float(scores.expected[place]), 6),
            "parts": int(scores.parts[place]),
        }
        for criterion in RANKED_BY
        for place in sort_best(CRITERIA[criterion](scores))[:top]
    ]

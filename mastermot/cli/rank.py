"""``mastermot rank``: the best opening guesses."""

from __future__ import annotations

from typing import Any

import click
import numpy as np

from mastermot.cli.choices import chosen_codes, code_options
from mastermot.cli.localized import command, option
from mastermot.cli.output import print_json, print_table
from mastermot.codes import Codes, TooManyCodesError
from mastermot.errors import N_
from mastermot.locale import gettext as _
from mastermot.play.partitions import Table
from mastermot.play.strategies import View
from mastermot.rules import RULES, Rule, rule_named

MOST_RANKED = 65_000
"""Codes ranked at most: every one is marked against every one, four billion pairs."""


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
    if len(codes) > MOST_RANKED:
        raise TooManyCodesError(count=len(codes), limit=MOST_RANKED)
    openings = [line for rule in rules or RULES.values() for line in ranked(codes, rule, top)]
    if as_json:
        print_json({"codes": len(codes), "checksum": codes.checksum, "openings": openings})
        return
    titles = (_("rule"), _("by"), _("guess"), _("entropy"), _("largest"), _("expected"), _("parts"))
    rows = [
        (
            one["rule"],
            one["by"],
            one["guess"],
            f"{one['entropy']:.10f}",
            one["largest"],
            f"{one['expected']:.4f}",
            one["parts"],
        )
        for one in openings
    ]
    print_table(titles, rows)


def ranked(codes: Codes, rule: Rule, top: int) -> list[dict[str, Any]]:
    """Return the best `top` openings by entropy, then by minimax, best first, each as JSON has it."""
    rows = np.arange(len(codes))
    view = View(Table(rule, codes), rows, rows)
    scores, entropies = view.scores, view.scores.entropy
    criteria = {"entropy": (view.weights, scores.largest), "minimax": (scores.largest, view.weights)}
    return [
        {
            "rule": rule.name,
            "by": by,
            "guess": codes.texts[place],
            "entropy": round(float(entropies[place]), 12),
            "largest": int(scores.largest[place]),
            "expected": round(float(scores.expected[place]), 6),
            "parts": int(scores.parts[place]),
        }
        for by, (first, second) in criteria.items()
        for place in np.lexsort((rows, second, first))[:top]
    ]

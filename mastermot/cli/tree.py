"""``mastermot tree``: a strategy tree replayed against its codes."""

from __future__ import annotations

from typing import Any

import click

from mastermot.cli.choices import chosen_codes, code_options
from mastermot.cli.games import count_codes, describe_codes
from mastermot.cli.localized import command, option
from mastermot.cli.output import print_json
from mastermot.cli.reports import print_bars
from mastermot.codes import WordCodes
from mastermot.errors import N_
from mastermot.locale import gettext as _
from mastermot.optimal.trees import read_tree


@command(
    "tree",
    help=N_(
        "Replay a strategy tree against every code: total, longest game, histogram. Its codes are those that the file "
        "names, or those of the options."
    ),
)
@click.argument("file")
@code_options
@option("--json", "as_json", is_flag=True, help=N_("Print one JSON document."))
def tree(file: str, as_json: bool, **choice: Any) -> None:
    given = any(value for value in choice.values())
    strategy = read_tree(file, chosen_codes(**choice) if given else None)
    replay = strategy.replay()
    if as_json:
        print_json({"rule": strategy.rule.name, **replay.as_json()})
        return
    codes = strategy.codes
    click.echo(f"{describe_codes(codes)}: {count_codes(codes, codes.count)}; {strategy.rule.name}")
    click.echo(
        _("total {total}, average {average:.6f}, longest {longest}").format(
            total=replay.total, average=replay.total / len(replay.turns), longest=replay.longest
        )
    )
    print_bars(replay.histogram, _("turns"), _("words") if isinstance(codes, WordCodes) else _("codes"))

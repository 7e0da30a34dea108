"""``mastermot tree``: a strategy tree replayed against its codes."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

import click

from mastermot.cli.choices import chosen_codes, code_options
from mastermot.cli.engines import chosen_engine, engine_options, interruptible
from mastermot.cli.games import count_codes, describe_codes
from mastermot.cli.localized import argument, command, option, output_option, prints_report
from mastermot.cli.output import print_json, say_written
from mastermot.cli.progress import progress
from mastermot.cli.reports import print_bars
from mastermot.codes import WordCodes
from mastermot.dictionaries import open_dictionary
from mastermot.engine import Engine
from mastermot.errors import N_, MastermotError
from mastermot.files import replace_file
from mastermot.locale import gettext as _
from mastermot.locale import ngettext
from mastermot.optimal.graphs import draw_tree
from mastermot.optimal.objectives import FORTUNE
from mastermot.optimal.pages import CAN_BE, WIDTH, write_page
from mastermot.optimal.prooffiles import read_proof
from mastermot.optimal.proofs import check_proof
from mastermot.optimal.trees import Replay, StrategyTree, read_tree
from mastermot.wording.numbers import write_marks, write_number


@command(
    "tree",
    help=N_(
        "Replay a strategy tree against every code: total, longest game, histogram. Its codes are those that the file "
        "names, or those of the options."
    ),
)
@argument("file")
@code_options
@output_option("--graph", metavar="FILE", help=N_("Draw the tree: a picture for FILE.svg, else Graphviz text."))
@option("--text", "page", is_flag=True, help=N_("Print the tree as a page of text to learn from."))
@option("--check-proof", "proof", metavar="FILE", help=N_("Check this proof, which mastermot optimal wrote."))
@option("--guesses", metavar="NAME|PATH", help=N_("The wider list of guesses that the proof is about."))
@engine_options
@option("--json", "as_json", is_flag=True, help=N_("Print one JSON document."))
@click.pass_context
def tree(
    ctx: click.Context,
    /,
    file: str,
    graph: str | None,
    page: bool,
    proof: str | None,
    guesses: str | None,
    jobs: int,
    scheduler: str | None,
    as_json: bool,
    **choice: Any,
) -> None:
    if page and as_json:
        raise click.UsageError(_("--text and --json do not go together."), ctx)
    given = any(value for value in choice.values())
    strategy = read_tree(file, chosen_codes(**choice) if given else None)
    lines = learning_page(strategy) if page else []
    replay = strategy.replay()
    proven = None
    if proof is not None:
        with (
            interruptible(ctx, lambda: _("The proof is not checked to its end.")),
            chosen_engine(jobs, scheduler) as engine,
        ):
            proven = check(proof, strategy, guesses, engine)
    if as_json:
        told = {} if proven is None else {"bound": proven.bound, "claims": proven.claims}
        print_json({"rule": strategy.rule.name, **replay.as_json(), **told})
    elif prints_report(ctx):
        print_replay(strategy, replay, proven)
        for line in lines:
            click.echo(line)
    if graph is not None:
        replace_file(Path(graph), draw_tree(strategy, svg=graph.endswith(".svg")).encode())
        say_written(graph)


def print_replay(strategy: StrategyTree, replay: Replay, proven: Proven | None) -> None:
    """Print what a tree does against its codes, and what its proof says where there is one."""
    codes = strategy.codes
    heading = _("{codes}: {count}").format(codes=describe_codes(codes), count=count_codes(codes, codes.count))
    click.echo(f"{heading} ({strategy.rule.name})")
    click.echo(
        _("total {total}, average {average}, longest {longest}").format(
            total=write_number(replay.total),
            average=write_number(replay.total / len(replay.turns), 6),
            longest=replay.longest,
        )
    )
    print_bars(replay.histogram, _("turns"), _("words") if isinstance(codes, WordCodes) else _("codes"))
    if proven is not None:
        click.echo(describe(proven, replay))


def learning_page(strategy: StrategyTree) -> list[str]:
    """Return the lines of a page to learn a tree from, with how it is read. Raises `PageSizeError`."""
    length = strategy.codes.length
    return [
        "",
        *wrap(
            _(
                "Play the first guess. Look for the marks that you get: on the same line they name the code; else they "
                "begin a line one step further in, with the next guess. {sign} stands after a guess that can be the "
                "code."
            ).format(sign=CAN_BE),
            WIDTH,
        ),
        "",
        *write_page(strategy, lambda marks: write_marks(strategy.rule.parse(marks, length))),
    ]


class Proven(NamedTuple):
    """What a proof says: the least cost, how many claims were checked, whether only codes left may be guessed."""

    bound: int
    claims: int
    within: int | None
    consistent: bool


def check(path: str, strategy: StrategyTree, guesses: str | None, engine: Engine) -> Proven:
    """Return what a proof says about the codes of a tree. Raises what reading and checking it raise."""
    wider = None if guesses is None else WordCodes(open_dictionary(guesses), strategy.codes.length)
    proof = read_proof(path)
    try:
        with progress(_("claims"), len(proof.claims)) as step:
            bound = check_proof(proof, strategy.codes, strategy.rule, wider, step, engine)
    except MastermotError as error:
        raise error.at(source=path) from None
    prices = proof.header.prices
    within = prices.index(max(prices)) if len(prices) > 1 else None
    return Proven(bound, len(proof.claims), within, proof.header.consistent)


def describe(proven: Proven, replay: Replay) -> str:
    """Return the sentence about a proof that was checked."""
    claims = ngettext("{count} claim", "{count} claims", proven.claims).format(count=write_number(proven.claims))
    if proven.within is not None:
        late, total = divmod(proven.bound, FORTUNE)
        text = _(
            "proof checked, {claims}: at least {late} codes take more than {turns} turns; with no more of them, "
            "no strategy has a total below {total}"
        )
        return text.format(claims=claims, late=write_number(late), turns=proven.within, total=write_number(total))
    if proven.consistent:
        text = _("proof checked, {claims}: no strategy that agrees with all marks has a total below {total}")
    else:
        text = _("proof checked, {claims}: no strategy has a total below {total}")
    sentence = text.format(claims=claims, total=write_number(proven.bound))
    reached = _("{proven}; this tree reaches it").format(proven=sentence)
    return reached if proven.bound == replay.total else sentence

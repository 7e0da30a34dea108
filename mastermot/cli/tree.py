"""``mastermot tree``: a strategy tree replayed against its codes."""

from __future__ import annotations

from textwrap import wrap
from typing import Any, NamedTuple

import click

from mastermot.cli.choices import CodeOptions, EngineOptions
from mastermot.cli.options import argument, command, option, output_option
from mastermot.cli.output import print_result, wants_json, write_output
from mastermot.cli.progress import interruptible, progress
from mastermot.cli.reports import print_replay
from mastermot.codes import WordCodes
from mastermot.dictionaries import open_dictionary
from mastermot.engine import Engine
from mastermot.errors import N_, MastermotError
from mastermot.locale import gettext as _
from mastermot.optimal.graphs import draw_tree
from mastermot.optimal.objectives import LATE_PENALTY, Objective, objective_named
from mastermot.optimal.pages import CAN_BE, WIDTH, write_page
from mastermot.optimal.problems import Problem
from mastermot.optimal.prooffiles import read_proof
from mastermot.optimal.proofs import check_proof
from mastermot.optimal.trees import StrategyTree, read_tree
from mastermot.wording.numbers import plural, write_marks, write_number


@command(
    N_(
        "Replay a strategy tree against every code: total, longest game, histogram. Its codes are those that the file "
        "names, or those of the options."
    )
)
def tree(
    *,
    file: str = argument(),
    chosen: CodeOptions,
    graph: str | None = output_option(N_("Draw the tree: a picture for FILE.svg, else Graphviz text.")),
    page: bool = option(N_("Print the tree as a page of text to learn from."), "--text"),
    proof: str | None = option(N_("Check this proof, which mastermot optimal wrote."), "--check-proof", metavar="FILE"),
    guesses: str | None = option(N_("The wider list of guesses that the tree may play."), metavar="NAME|PATH"),
    hard: bool = option(N_("The tree is for hard mode; older files do not say so.")),
    objective: Objective | None = option(
        N_("What the tree makes best; older files do not say so."),
        metavar="total|longest|within:N",
        read=objective_named,
    ),
    engines: EngineOptions,
) -> None:
    if page and wants_json():
        raise click.UsageError(_("--text and --json do not go together."))
    codes = chosen.open() if chosen.given else None
    wider = None
    if guesses is not None:
        known = read_tree(file).codes if codes is None else codes
        wider = WordCodes(open_dictionary(guesses), known.length)
    strategy = read_tree(file, codes, objective=objective, guesses=wider, consistent=hard)
    lines = write_lesson(strategy) if page else []
    replay = strategy.replay()
    proven = None
    if proof is not None:
        with interruptible(lambda: _("The proof is not checked to its end.")), engines.open() as engine:
            proven = check(proof, file, strategy, engine)

    def tell() -> None:
        print_replay(strategy.codes, replay, heading=f" ({strategy.rule.name})")
        for line in (*(() if proven is None else (proven.describe(),)), *lines):
            click.echo(line)

    told = {} if proven is None else proven.as_json()
    print_result({"rule": strategy.rule.name, **replay.as_json(), **told}, tell)
    if graph is not None:
        write_output(graph, draw_tree(strategy, svg=graph.endswith(".svg")))


def write_lesson(strategy: StrategyTree) -> list[str]:
    """Return the lines of a page to learn a tree from, with how it is read. Raises `PageSizeError`."""
    length = strategy.codes.length
    how = _(
        "Play the first guess. Look for the marks that you get: on the same line they name the code; else they begin a "
        "line one step further in, with the next guess. {sign} stands after a guess that can be the code."
    )
    page = write_page(strategy, lambda marks: write_marks(strategy.rule.parse(marks, length)))
    return ["", *wrap(how.format(sign=CAN_BE), WIDTH), "", *page]


class Proven(NamedTuple):
    """What a proof says of the game of a tree: its least cost, which the tree reaches or not, by so many claims."""

    tree: StrategyTree
    claims: int
    bound: int
    late: int
    """The bound as late codes, none but under ``within:N``, and turns."""
    total: int
    reached: bool

    def as_json(self) -> dict[str, Any]:
        """Return what ``--json`` says of the proof; `bound` is a cost, of late codes and turns under ``within:N``."""
        tree, within = self.tree, {}
        if tree.objective.within is not None:
            within = {"found_bound": tree.codes.count - self.late, "total_bound": self.total}
        return {
            "bound": self.bound,
            "claims": self.claims,
            "objective": tree.objective.name,
            "hard": tree.consistent,
            "guesses": None if tree.guesses is None else tree.guesses.checksum,
            **within,
            "reached": self.reached,
        }

    def describe(self) -> str:
        """Return what is proven, and about which game, in a sentence."""
        tree, within = self.tree, self.tree.objective.within
        if within is not None:
            text = _(
                "proof checked, {claims}: at least {late} codes take more than {turns} turns; with no more of them, "
                "no strategy has a total below {total}"
            )
        elif tree.consistent:
            text = _("proof checked, {claims}: no strategy that agrees with all marks has a total below {total}")
        else:
            text = _("proof checked, {claims}: no strategy has a total below {total}")
        claims = plural("{count} claim", "{count} claims", self.claims)
        late, total = write_number(self.late), write_number(self.total)
        sentence = text.format(claims=claims, late=late, turns=within, total=total)
        if within is not None and tree.consistent:
            sentence = _("in hard mode: {proven}").format(proven=sentence)
        if tree.guesses is not None:
            besides = _("{proven}; guesses may be {count} words of {name} too")
            count, name = write_number(tree.guesses.count), tree.guesses.label
            sentence = besides.format(proven=sentence, count=count, name=name)
        return _("{proven}; this tree reaches it").format(proven=sentence) if self.reached else sentence


def check(path: str, file: str, strategy: StrategyTree, engine: Engine) -> Proven:
    """Return what a proof says about the game of a tree. Raises what reading and checking the two raise."""
    problem = Problem(
        strategy.codes, strategy.rule, strategy.objective, strategy.guesses, consistent=strategy.consistent
    )
    try:
        strategy.check_guesses()
    except MastermotError as error:
        raise error.at(source=file) from None
    proof = read_proof(path)
    try:
        with progress(_("claims"), len(proof.claims)) as step:
            bound = check_proof(proof, problem, step, engine)
    except MastermotError as error:
        raise error.at(source=path) from None
    late, total = (0, bound) if strategy.objective.within is None else divmod(bound, LATE_PENALTY)
    reached = bound == strategy.objective.price(strategy.replay().histogram)
    return Proven(strategy, len(proof.claims), bound, late, total, reached)

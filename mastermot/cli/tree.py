"""``mastermot tree``: a strategy tree replayed against its codes."""

from textwrap import wrap
from typing import Any

import click

from mastermot.cli.game_options import open_codes, print_replay, start_engine
from mastermot.cli.options import (
    FILE,
    alphabet_option,
    dictionary_option,
    engine_options,
    field_options,
    json_option,
    list_given_options,
    output_option,
    refuse_unprinted,
    request_options,
)
from mastermot.cli.output import interruptible, print_result, progress, wants_json, write_output
from mastermot.cli.types import Name
from mastermot.engine import Engine
from mastermot.errors import locating
from mastermot.game.hard_modes import STRICT, WORDLE, hard_mode_named, list_hard_modes
from mastermot.game.objectives import LAST_PENALTY, LATE_PENALTY, Objective, objective_named
from mastermot.game.trees import StrategyTree, read_tree
from mastermot.lab.optimal.drawing import CAN_BE, PAGE_WIDTH, draw_tree, write_page
from mastermot.lab.optimal.prooffiles import read_proofs
from mastermot.lab.optimal.proofs import check_proof, list_objectives
from mastermot.lab.optimal.search_problem import Problem
from mastermot.operations.errors import at, refuse_without
from mastermot.operations.game_advice import KnownRequest
from mastermot.operations.game_setup import HARD, CodesChoice, names_codes, open_extra_guesses
from mastermot.texts import N_, _, plural, write_marks, write_number
from mastermot.words.dictionaries import Dictionary


@click.command(
    help=N_(
        "Replay a strategy tree against every code: total, longest game, histogram. Its codes are those that the file "
        "names, or those of the options."
    ),
    epilog="mastermot optimal --holes 3 --colours 4 --tree 3x4.json\nmastermot tree 3x4.json --text",
)
@request_options(CodesChoice)
@click.argument("file")
@field_options(KnownRequest, "starts")
@output_option("--graph", help=N_("Draw the tree: a picture if FILE ends in .svg, otherwise Graphviz text."))
@click.option("--text", "page", is_flag=True, help=N_("Print the tree as a page of text to learn by heart."))
@click.option(
    "--check-proof", "proof", type=FILE, metavar="FILE", help=N_("Check this proof, which mastermot optimal wrote.")
)
@dictionary_option(
    "--guesses", help=N_("The list of extra guesses that the tree may play; by default, the one that its file names.")
)
@click.option(
    "--hard",
    type=Name(completed=list_hard_modes, alone=STRICT),
    metavar=HARD.metavar,
    help=N_("The hard mode of the tree, for older files, which do not name it; strict if the option has no value."),
)
@click.option(
    "--objective",
    type=objective_named,
    metavar="total|longest|last|within:N",
    help=N_("The objective of the tree, for older files, which do not name it."),
)
@engine_options
@alphabet_option
@json_option
def tree(
    request: CodesChoice,
    file: str,
    starts: str | None,
    graph: str | None,
    page: bool,
    proof: str | None,
    guesses: Dictionary | str | None,
    hard: str | None,
    objective: Objective | None,
    jobs: int | None,
    scheduler: str | None,
) -> None:
    if page and wants_json():
        raise click.UsageError(_("--text and --json do not go together."))
    refuse_unprinted("page")
    refuse_without("proof", ["jobs", "scheduler"], list_given_options())
    codes = open_codes(request, starts) if names_codes(request) or starts is not None else None
    extra = None if guesses is None else open_extra_guesses(guesses, read_tree(file).codes if codes is None else codes)
    with at("hard"):
        mode = hard_mode_named(hard)
    strategy = read_tree(file, codes, objective=objective, guesses=extra, hard=mode)
    if not strategy.names_objective:  # nothing but the proof can be compared with it
        refuse_without("proof", ["objective"], list_given_options())
    lines = write_lesson(strategy) if page else []
    document = {"rule": strategy.rule.name, **(replay := strategy.replay).as_json()}
    if proof is not None:
        with interruptible(lambda: _("The proof was not checked to its end.")), start_engine(jobs, scheduler) as engine:
            proven = check(proof, file, strategy, engine)
        document |= proven
        sentence = describe_proof(strategy, proven)
        lines.insert(0, _("{proven}; this tree reaches it", proven=sentence) if proven["reached"] else sentence)

    def tell() -> None:
        print_replay(strategy.codes, replay, heading=f" ({strategy.rule.name})")
        for line in lines:
            click.echo(line)

    print_result(document, tell)
    write_output(graph, lambda path: draw_tree(strategy, svg=path.endswith(".svg")))


def write_lesson(strategy: StrategyTree) -> list[str]:
    """Return the lines of a page to learn the tree by heart: how to read it, then the tree."""
    length = strategy.codes.length
    how = _(
        "Play the first guess, and look for the marks that you get. Either the code is beside them on the "
        "same line, or they begin a line one step further in, with your next guess. {sign} stands after a "
        "guess that can be the code."
    )
    page = write_page(strategy, lambda marks: write_marks(strategy.rule.parse(marks, length)))
    return ["", *wrap(how.format(sign=CAN_BE), PAGE_WIDTH), "", *page]


def check(path: str, file: str, tree: StrategyTree, engine: Engine) -> dict[str, Any]:
    """Return what a proof says about the game of a tree, once it is checked.

    Under ``within:N`` its bound counts a code that is found late as `LATE_PENALTY` turns more. So the bound divided by
    this is how many codes are late at least, and the remainder is the turns. Under `last`, a code that is found in the
    last turn counts as `LAST_PENALTY` turns more.
    """
    with locating(source=file):
        tree.check_guesses()
    extra = tree.guesses
    replay = tree.replay
    proofs = read_proofs(path)
    claims = sum(map(len, proofs))
    bound = proofs[0].header.bound
    with locating(source=path), progress(_("claims"), claims) as step:
        objectives = list_objectives([proof.header for proof in proofs], tree.objective)
        for proof, objective in zip(proofs, objectives, strict=True):
            problem = Problem(tree.codes, tree.rule, objective, extra, tree.hard)
            check_proof(proof, problem, step, engine, tree.opening)
    parts = {}
    longest = replay.longest
    priced = tree.objective
    if tree.objective.shortest_first:
        parts["longest_bound"] = longest = (objectives[-1].within or 0) + 1
    if tree.objective.name == "last":
        priced = objectives[0]
        parts["last_bound"], parts["total_bound"] = divmod(bound, LAST_PENALTY)
    elif tree.objective.within is not None:
        late, total = divmod(bound, LATE_PENALTY)
        parts = {"found_bound": tree.codes.count - late, "total_bound": total}
    return {
        "bound": bound,
        "claims": claims,
        "objective": tree.objective.name,
        "hard": tree.hard,
        "guesses": None if extra is None else extra.checksum,
        **parts,
        "reached": bound == priced.price(replay.histogram) and longest == replay.longest,
    }


def describe_proof(tree: StrategyTree, proven: dict[str, Any]) -> str:
    """Return the sentence that says what a checked proof proves; `proven` is what `check` returned."""
    text = _("proof checked, {claims}: no strategy has a total below {total}")
    within = tree.objective.within
    extra = tree.guesses
    longest = proven.get("longest_bound")
    if tree.opening:
        text = _("proof checked, {claims}: no strategy that begins with {opening} has a total below {total}")
    if longest is not None:
        text = _(
            "proof checked, {claims}: every strategy takes {longest} turns or more for some code; among those"
            " that never take more, none has a total below {total}"
        )
    if "last_bound" in proven:
        text = _(
            "proof checked, {claims}: every strategy takes {longest} turns or more for some code; those that "
            "never take more find at least {last} codes in the last turn; among those that find no more "
            "there, none has a total below {total}"
        )
    elif within is not None:
        text = _(
            "proof checked, {claims}: at least {late} codes take more than {turns} turns; with no more of them, "
            "no strategy has a total below {total}"
        )
    elif tree.hard == STRICT and not tree.opening:
        text = _("proof checked, {claims}: no strategy that agrees with all marks has a total below {total}")
    elif tree.hard == WORDLE and not tree.opening:
        text = _("proof checked, {claims}: no strategy in Wordle’s hard mode has a total below {total}")
    claims = plural("{count} claim", "{count} claims", proven["claims"])
    late = write_number(tree.codes.count - proven.get("found_bound", 0))
    named = {"longest": longest, "opening": ", ".join(tree.opening), "turns": within, "late": late}
    named["last"] = write_number(proven.get("last_bound", 0))
    sentence = text.format(claims=claims, total=write_number(proven.get("total_bound", proven["bound"])), **named)
    if tree.hard is not None and (within is not None or longest is not None or tree.opening):
        sentence = _("in the hard mode {mode}: {proven}", mode=tree.hard, proven=sentence)
    if extra is not None:
        words = plural("{count} word", "{count} words", extra.count)
        sentence = _("{proven}; guesses may also be {words} of {name}", proven=sentence, words=words, name=extra.label)
    return sentence

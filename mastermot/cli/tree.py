"""``mastermot tree``: a strategy tree replayed against its codes."""

from collections.abc import Sequence
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
    refuse_if_text_is_replaced,
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
from mastermot.texts import N_, _, fill, plural, write_marks
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
    refuse_if_text_is_replaced("page")  # --text with --graph -, which prints the graph in place of the text
    refuse_without("proof", ["jobs", "scheduler"], list_given_options())
    # for each option that is not given, `read_tree` gets None, and takes the value in the file of the tree
    names_game = names_codes(request) or starts is not None
    codes = open_codes(request, starts) if names_game else None
    extra_guesses = None
    if guesses is not None:
        codes_of_tree = read_tree(file).codes if codes is None else codes
        extra_guesses = open_extra_guesses(guesses, codes_of_tree)
    with at("hard"):
        hard_mode = hard_mode_named(hard)
    strategy = read_tree(file, codes, objective=objective, guesses=extra_guesses, hard=hard_mode)
    if not strategy.names_objective:  # an older file: --objective then only says what the proof is about
        refuse_without("proof", ["objective"], list_given_options())
    document = {"rule": strategy.rule.name, **strategy.replay.as_json()}
    lines = []
    if proof is not None:
        with interruptible(lambda: _("The proof was not checked to its end.")), start_engine(jobs, scheduler) as engine:
            proven = check(proof, file, strategy, engine)  # raises an error if the proof does not hold
        document |= proven  # fields of ``--json``
        lines.append(describe_proof(strategy, proven))
    if page:
        lines += write_lesson(strategy)

    def print_text() -> None:
        print_replay(strategy.codes, strategy.replay, rule=strategy.rule.name)
        for line in lines:
            click.echo(line)

    print_result(document, print_text)
    write_output(graph, lambda path: draw_tree(strategy, svg=path.endswith(".svg")))


def write_lesson(strategy: StrategyTree) -> list[str]:
    """Return the lines of a page to learn the tree by heart: how to read it, then the tree."""
    length = strategy.codes.length
    how = _(
        "Play the first guess, and look for the marks that you get. Either the code is beside them on the "
        "same line, or they begin a line one step further in, with your next guess. {sign} stands after a "
        "guess that can be the code."
    )
    # a tree has marks as texts: they are parsed to be written for a reader, who sees “(none)” if there is no mark
    page = write_page(strategy, lambda marks: write_marks(strategy.rule.parse(marks, length)))
    return ["", *wrap(how.format(sign=CAN_BE), PAGE_WIDTH), "", *page]


def check(path: str, file: str, tree: StrategyTree, engine: Engine) -> dict[str, Any]:
    """Check the proofs in a file against the game of a tree, and return what they prove: fields of ``--json``.

    `path` is the file of the proofs, `file` that of the tree: errors name the file that they are about. An error is
    raised if the tree has a guess that its game does not allow, or if a proof does not hold or is about another game.

    The fields are the bound, the number of claims checked, the parts of the bound (`split_bound`), and whether the tree
    is as good as the bound (``reached``). The objective, the hard mode and the extra guesses say of which game the
    bound holds.
    """
    with locating(source=file):
        tree.check_guesses()
    extra_guesses = tree.guesses
    proofs = read_proofs(path)
    claims = sum(len(proof) for proof in proofs)  # a proof consists of claims, each about a set of codes
    with locating(source=path), progress(_("claims"), claims) as step:
        # the first proof is that of the bound. Under `longest` and `last` there is a second one, with an objective of
        # its own: it proves how many turns the longest game of any strategy takes at least
        objectives = list_objectives([proof.header for proof in proofs], tree.objective)
        for proof, objective in zip(proofs, objectives, strict=True):
            problem = Problem(tree.codes, tree.rule, objective, extra_guesses, tree.hard)
            check_proof(proof, problem, step, engine, tree.opening)
    bound = proofs[0].header.bound
    parts = split_bound(bound, tree, objectives)
    return {
        "bound": bound,
        "claims": claims,
        "objective": tree.objective.name,
        "hard": tree.hard,
        "guesses": None if extra_guesses is None else extra_guesses.checksum,
        **parts,
        "reached": reaches(tree, bound, objectives[0], parts.get("longest_bound")),
    }


def reaches(tree: StrategyTree, bound: int, proven_objective: Objective, longest_bound: int | None) -> bool:
    """Return whether a tree is as good as is proven possible: it costs the `bound`, and its longest game is no longer.

    `proven_objective` is the objective of the proof of the bound. `longest_bound` is the number of turns that the
    longest game is proven to take at least: that of the tree must take as many. If it is None, nothing is proven of the
    longest game, and only the cost counts.
    """
    # under `last`, codes found in the last turn cost more. The number of that turn is in the objective of the proof,
    # but not in that of the tree, where `Objective.last` is None
    objective = proven_objective if tree.objective.name == "last" else tree.objective
    if objective.price(tree.replay.histogram) != bound:
        return False
    return longest_bound is None or tree.replay.longest == longest_bound


def split_bound(bound: int, tree: StrategyTree, objectives: Sequence[Objective]) -> dict[str, int]:
    """Return the parts of a proven `bound`, by their fields of JSON; there are none under the objective `total`.

    `objectives` are those of the proofs. The objective of the tree says which parts there are:

    - Under `longest` and `last`, the objective of the last proof is ``within:N``: it proves that N turns are not enough
      for every code. So the longest game has at least N + 1.
    - Under `last`, each code that is found in the last turn adds `LAST_PENALTY` to the cost. So the quotient of the
      bound by `LAST_PENALTY` is how many such codes there are at least, and the remainder is the total of turns.
    - Under ``within:N``, each code that is found late adds `LATE_PENALTY` to the cost. So the quotient of the bound by
      `LATE_PENALTY` is how many codes are late at least, and the remainder is the total of turns. With 1296 codes, a
      bound of 2 `LATE_PENALTY` + 5800 says that at most 1294 are found in time, and that finding so many takes at least
      5800 turns in all.
    """
    bounds = {}
    if tree.objective.shortest_first:  # `longest` and `last`
        turns_not_enough = objectives[-1].within or 0  # N, which the last proof always has
        bounds["longest_bound"] = turns_not_enough + 1
    if tree.objective.name == "last":
        bounds["last_bound"], bounds["total_bound"] = divmod(bound, LAST_PENALTY)
    if tree.objective.within is not None:
        late, total = divmod(bound, LATE_PENALTY)
        bounds["found_bound"] = tree.codes.count - late
        bounds["total_bound"] = total
    return bounds


def describe_proof(tree: StrategyTree, proven: dict[str, Any]) -> str:
    """Return the sentence that says what a checked proof proves, of which games, and whether the tree reaches it.

    `proven` is what `check` returned: some of its bounds are there only under certain objectives.
    """
    # under ``within:N``, the most codes that any strategy finds in time; under other objectives, no code is late
    found_in_time = proven.get("found_bound", tree.codes.count)
    late = tree.codes.count - found_in_time
    text, names_hard_mode = choose_sentence(tree, late)
    # the sentence has places for some of these
    figures = {
        "claims": plural("{count} claim", "{count} claims", proven["claims"]),
        "total": proven.get("total_bound", proven["bound"]),
        "longest": proven.get("longest_bound"),
        "last": proven.get("last_bound", 0),
        "late": late,
        "turns": tree.objective.within,
        "opening": ", ".join(tree.opening),
    }
    sentence = fill(text, figures)
    if tree.hard is not None and not names_hard_mode:
        sentence = _("in the hard mode {mode}: {proven}", mode=tree.hard, proven=sentence)
    extra_guesses = tree.guesses
    if extra_guesses is not None:
        words = plural("{count} word", "{count} words", extra_guesses.count)
        names = {"words": words, "name": extra_guesses.label}
        sentence = _("{proven}; guesses may also be {words} of {name}", proven=sentence, **names)
    if proven["reached"]:
        sentence = _("{proven}; this tree reaches it", proven=sentence)
    return sentence


def choose_sentence(tree: StrategyTree, late: int = 0) -> tuple[str, bool]:
    """Return the sentence about a proof, and whether this sentence itself names the hard mode of the tree.

    The sentence depends on the objective, the opening and the hard mode of the tree. The caller fills in the places in
    its braces, such as ``{total}``. Only a sentence about the objective `total` names the hard mode, and only if no
    opening is given. Under ``within:N``, it is proven that every strategy finds at least `late` codes late.
    """
    objective = tree.objective
    if objective.within is not None:
        return choose_sentence_within(tree, late), False
    if objective.name == "last":
        text = _(
            "proof checked, {claims}: every strategy takes {longest:turns} or more for some code; those that "
            "never take more find at least {last:codes} in the last turn; among those that find no more "
            "there, none has a total below {total}"
        )
        return text, False
    if objective.name == "longest":
        text = _(
            "proof checked, {claims}: every strategy takes {longest:turns} or more for some code; among those"
            " that never take more, none has a total below {total}"
        )
        return text, False
    if tree.opening:
        return _("proof checked, {claims}: no strategy that begins with {opening} has a total below {total}"), False
    if tree.hard == STRICT:
        return _("proof checked, {claims}: no strategy that agrees with all marks has a total below {total}"), True
    if tree.hard == WORDLE:
        return _("proof checked, {claims}: no strategy in Wordle’s hard mode has a total below {total}"), True
    return _("proof checked, {claims}: no strategy has a total below {total}"), False


def choose_sentence_within(tree: StrategyTree, late: int) -> str:
    """Return the sentence about a proof under ``within:N``: every strategy finds at least `late` codes late.

    If `late` is 0, the sentence is about strategies that find every code in time. If the proof is only about strategies
    with one `opening`, the sentence says so. The caller fills in the places in its braces.
    """
    if late == 0 and tree.opening:
        return _(
            "proof checked, {claims}: no strategy that begins with {opening} and finds every code within"
            " {turns:turns} has a total below {total}"
        )
    if late == 0:
        return _(
            "proof checked, {claims}: no strategy that finds every code within {turns:turns} has a total below {total}"
        )
    if tree.opening:
        return _(
            "proof checked, {claims}: no strategy that begins with {opening} has fewer than {late:codes} with more"
            " than {turns:turns}; with as few, none has a total below {total}"
        )
    return _(
        "proof checked, {claims}: no strategy has fewer than {late:codes} with more than {turns:turns}; with as "
        "few, none has a total below {total}"
    )

"""``mastermot optimal``: the best strategy there is, proven or with its gap."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mastermot.cli.choices import CodeOptions, EngineOptions, PlayerOptions, check_guesses_are_words
from mastermot.cli.options import Number, command, option, output_option, rule_option, time_option, words_option
from mastermot.cli.output import note, print_result
from mastermot.cli.progress import progress
from mastermot.cli.reports import print_replay
from mastermot.codes import LETTERS, Codes
from mastermot.dictionaries import open_dictionary
from mastermot.errors import N_
from mastermot.locale import gettext as _
from mastermot.optimal.atlas import find_row
from mastermot.optimal.errors import ProofUnfinishedError
from mastermot.optimal.objectives import Objective, objective_named
from mastermot.optimal.problems import Problem
from mastermot.optimal.prooffiles import write_proof
from mastermot.optimal.trees import write_tree
from mastermot.rules import Rule
from mastermot.wording.numbers import write_number

if TYPE_CHECKING:
    from mastermot.cli.searching import SearchRun
    from mastermot.optimal.solving import Best

MEGABYTE = 1 << 20


@command(
    N_(
        "Find a provably optimal strategy: the least turns over all codes. At any moment there is a best strategy and "
        "a proven bound; Ctrl-C or --time ends the search with what it has."
    )
)
def optimal(
    *,
    chosen: CodeOptions,
    rule: Rule = rule_option(),
    guesses: str | None = words_option(N_("Words that may be guessed besides: a wider list of the same length."), None),
    opening: tuple[str, ...] = PlayerOptions.opening,
    hard: bool = option(N_("Guesses must agree with all marks so far.")),
    objective: Objective = option(
        N_("The goal: the fewest turns in all, the shortest longest game, or the most codes found in N turns."),
        default="total",
        metavar="total|longest|within:N",
        read=objective_named,
    ),
    tree_file: str | None = output_option(N_("Write the strategy to this file; mastermot tree reads it."), "--tree"),
    proof: str | None = output_option(N_("Write the proof of the bound to this file; mastermot tree checks it.")),
    seconds: float | None = time_option(),
    resume: str | None = output_option(
        N_("Keep an unfinished search in this file, and go on from there the next time."), streams=False
    ),
    memory: int = option(N_("Memory used at most, in megabytes."), type=Number(1), default=2048, metavar="MB"),
    engines: EngineOptions,
) -> None:
    from mastermot.cli.searching import SearchRun
    from mastermot.optimal.search import read_saved
    from mastermot.optimal.solving import Solving

    for name, file in (("--proof", proof), ("--resume", resume)):
        if file is not None and objective.name == "longest":
            raise click.UsageError(_("{option} is for the objectives total and within:N.").format(option=name))
        if file is not None and opening:
            raise click.UsageError(_("{option} cannot be used with --opening.").format(option=name))
    codes = chosen.open()
    problem = Problem(codes, rule, objective, open_guesses(guesses, codes), hard)
    solving = Solving(problem, opening=opening, most_bytes=memory * MEGABYTE)
    if not opening and (row := find_row(problem)) is not None:
        note(describe_row(row))
    saved = read_saved(Path(resume), problem) if resume is not None and Path(resume).exists() else None
    with engines.open(jobs=1) as engine:
        run = SearchRun(solving, saved, seconds, engine, engines.jobs)
        with run.ended_by_interrupts():
            best = run.watch()
            if not run.go_on():
                engine.shutdown(cancel_futures=True)
    with run.ended_by_interrupts():
        told = {**document(best, problem), **({"opening": solving.opening} if opening else {})}
        print_result(told, lambda: print_best(best, codes, solving.opening))
        keep(run, best, resume, tree_file, proof)
    run.leave()


def describe_row(row: dict[str, Any]) -> str:
    """Return what the atlas has of a game."""
    total, bound = write_number(row["total"]), write_number(row["bound"])
    if total == bound:
        return _("In the atlas: the least total is {total}, proven.").format(total=total)
    return _("In the atlas: best total {total}, proven at least {bound}.").format(total=total, bound=bound)


def keep(run: SearchRun, best: Best, resume: str | None, tree_file: str | None, proof: str | None) -> None:
    """Write what is asked for: the search to go on with, the tree, the proof."""
    if resume is not None and run.searched:
        run.solving.search.save(Path(resume))
    elif resume is not None:
        note(_("The search had hardly begun: {file} is as it was.").format(file=resume))
    if tree_file is not None:
        write_tree(best.tree, tree_file, bound=best.bound)
    if proof is not None:
        if not run.searched:
            raise ProofUnfinishedError(bound=best.bound or 0)
        from mastermot.optimal.claims import list_claims, make_header

        search = run.solving.search
        header = make_header(search)
        with progress(_("claims")) as step:
            claims = list_claims(search, header.bound, lambda: step(1))
            write_proof(header, claims, Path(proof))


def open_guesses(guesses: str | None, codes: Codes) -> Codes | None:
    if guesses is None:
        return None
    check_guesses_are_words(codes, guesses)
    dictionary = open_dictionary(guesses)  # not WordCodes: a single word is enough
    return Codes(dictionary.words(codes.length), LETTERS, f"{dictionary.name}, length {codes.length}")


def document(best: Best, problem: Problem) -> dict[str, Any]:
    """Return what ``--json`` prints."""
    told = {
        "codes": problem.codes.count,
        "rule": problem.rule.name,
        "objective": problem.objective.name,
        **best.replay.as_json(),
        "bound": best.bound,
        "proven": best.proven,
        "seconds": round(best.seconds, 3),
    }
    return told if best.found is None else {**told, "found": best.found, "found_bound": best.found_bound}


def print_best(best: Best, codes: Codes, fixed: tuple[str, ...]) -> None:
    opening = ", ".join(map(codes.display, fixed or (best.tree.root.guess,)))
    lines = [describe_proof(best), _("opening: {guess}").format(guess=opening)]
    if best.found is not None:
        within = _("found in time: {found}, at most {most} can be")
        lines.insert(0, within.format(found=write_number(best.found), most=write_number(best.found_bound or 0)))
    print_replay(codes, best.replay, *lines)


def describe_proof(best: Best) -> str:
    seconds, total = write_number(best.seconds, 1), best.replay.total
    if best.proven:
        return _("proven: no strategy does better; {seconds} s").format(seconds=seconds)
    if best.bound is None:
        return _("not proven; {seconds} s").format(seconds=seconds)
    gap = write_number(100 * (total - best.bound) / total, 1)
    text = _("best {best}, proven at least {bound}: gap {gap} %; {seconds} s")
    return text.format(best=write_number(total), bound=write_number(best.bound), gap=gap, seconds=seconds)

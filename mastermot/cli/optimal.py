"""``mastermot optimal``: the best strategy there is, proven or with its gap."""

from __future__ import annotations

import math
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from contextvars import copy_context
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, cast

import click

from mastermot.cli.errors import EXIT_DONE, EXIT_INTERRUPTED
from mastermot.cli.game_options import open_codes, print_replay, start_engine
from mastermot.cli.options import (
    alphabet_option,
    engine_options,
    field_options,
    json_option,
    list_given_options,
    output_option,
    request_options,
    time_option,
)
from mastermot.cli.output import note, print_result, progress, show_bar, tell_remarks
from mastermot.cli.types import Number
from mastermot.engine import Engine, usual_jobs
from mastermot.errors import N_, MastermotError
from mastermot.game.objectives import Objective, objective_named
from mastermot.game.trees import write_tree
from mastermot.lab.optimal.atlas import find_row
from mastermot.lab.optimal.errors import ProofUnfinishedError
from mastermot.lab.optimal.prooffiles import write_proofs
from mastermot.lab.optimal.search_problem import Problem
from mastermot.operations.errors import refuse_beside
from mastermot.operations.game_advice import KnownRequest
from mastermot.operations.game_setup import CodesRequest, choose_hard_mode, open_extra_guesses
from mastermot.operations.player_choice import PlayerRequest
from mastermot.rules import rule_named
from mastermot.texts import _, write_number

if TYPE_CHECKING:
    from mastermot.lab.optimal.saved_searches import Saved
    from mastermot.lab.optimal.solving import BestStrategy, Solving
    from mastermot.words.dictionaries import Dictionary

QUIET = 1.0  #: Seconds until the search first reports its progress.
COMPILING = 3.0  #: Processor seconds after which the search must be compiling, not only loading.
GRACE = 1.0  #: The fewest seconds that the search gets to stop by itself, once its time is over or Ctrl-C came.
GRACE_PART = 20  #: It gets 1/20 of the time gone by, if that is more: a result of a long search is worth the wait.
MEGABYTE = 1 << 20  #: The bytes of a megabyte.
PENALISED = 1 << 20  #: Costs from here on have penalties in them: they are not shown, as they are no totals of turns.
SHOWN_SECONDS = 1.0  #: The seconds spent after the proof are printed if they are at least this many.
WATCH_INTERVAL = 0.01  #: Seconds between two looks at the search.
WITH_TIME, ELAPSED = "{desc} |{bar}| {remaining}", "{desc} {elapsed}"
"""Formats of the bar: with the time left, if the amount of work is known, or with the time gone by."""


@click.command(
    help=N_(
        "Find a provably optimal strategy, with the fewest turns over all codes. The search always has a best"
        " strategy so far and a proven bound; Ctrl-C or --time stops it and gives both."
    ),
    epilog="mastermot optimal --holes 3 --colours 4 --tree 3x4.json",
)
@request_options(CodesRequest)
@field_options(KnownRequest, "starts", "guesses", "hard")
@field_options(PlayerRequest, "opening")
@click.option(
    "--objective",
    type=objective_named,
    default="total",
    metavar="total|longest|last|within:N",
    help=N_(
        "The goal: the fewest turns in all (total), the shortest longest game (longest), that with the fewest"
        " codes found in its last turn (last), or the most codes found in N turns (within:N)."
    ),
)
@output_option("--tree", "tree_file", help=N_("Write the strategy to this file; mastermot tree reads it."))
@output_option("--proof", help=N_("Write the proof of the bound to this file; mastermot tree checks it."))
@time_option()
@output_option(
    "--resume", streams=False, help=N_("Save an unfinished search in this file, and continue from there the next time.")
)
@click.option(
    "--memory",
    type=Number(1),
    metavar="MB",
    help=N_("The most memory to use, in megabytes; by default, most of what the machine can spare."),
)
@engine_options
@alphabet_option
@json_option
def optimal(
    request: CodesRequest,
    starts: str | None,
    guesses: Dictionary | str | None,
    hard: str | None,
    opening: tuple[str, ...],
    objective: Objective,
    tree_file: str | None,
    proof: str | None,
    seconds: float | None,
    resume: str | None,
    memory: int | None,
    jobs: int | None,
    scheduler: str | None,
) -> None:
    if resume is not None:
        refuse_resume(objective, opening)
    refuse_beside("opening", ["scheduler"], list_given_options())  # a search after an opening is not shared
    codes = open_codes(request, starts)
    rule = rule_named(request.rule)
    extra_guesses = open_extra_guesses(guesses, codes)
    hard_mode = choose_hard_mode(hard, rule)
    problem = Problem(codes, rule, objective, extra_guesses, hard_mode)
    row = None if opening else find_row(problem)  # the atlas is about games without a given opening
    is_search_installed = find_spec("numba") is not None
    wants_files = bool(tree_file or proof or resume)  # only the search can make them
    if row is not None and not is_search_installed and not wants_files:
        print_row(row, problem)  # the atlas has all that was asked for
        return
    from mastermot.lab.optimal.solving import Solving  # needs numba

    most_bytes = None if memory is None else memory * MEGABYTE
    solving = Solving(problem, opening=opening, most_bytes=most_bytes)
    if row is not None:
        note(describe_row(row))
    tell_remarks()
    # --jobs is the number of threads here: so without a cluster, the engine has only the process of this command
    with start_engine(1 if scheduler is None else None, scheduler) as engine:
        resume_path = None if resume is None else Path(resume)
        run = SearchRun(solving, seconds or math.inf, engine, jobs or usual_jobs(), resume_path)
        best = find_best(run, engine)
    with run.ended_by_interrupts():
        document = make_document(best, problem, solving.opening)
        print_result(document, lambda: print_best(best, problem, solving.opening))
        write_files(run, best, tree_file, proof)
    run.leave()  # with the exit status


def find_best(run: SearchRun, engine: Engine) -> BestStrategy:
    """Return the best strategy, once the search is over or was stopped: by Ctrl-C, by SIGTERM, or after its time."""
    # SIGTERM, which a shutdown or `timeout` sends, is taken as Ctrl-C: so nothing is lost
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with run.ended_by_interrupts():
        best = run.watch()
        was_stopped = not run.go_on()
        if was_stopped:  # workers of a cluster may still have work, which nobody wants any more
            engine.shutdown(cancel_futures=True)
    return best


def refuse_resume(objective: Objective, opening: tuple[str, ...]) -> None:
    """Raise `click.UsageError` if the search cannot be saved: under `longest` or `last`, or with an `opening`."""
    if objective.shortest_first:
        raise click.UsageError(_("{option} is for the objectives total and within:N.", option="--resume"))
    if opening:
        raise click.UsageError(_("{option} cannot be used with --opening.", option="--resume"))


def print_row(row: dict[str, Any], problem: Problem) -> None:
    """Print the `row` of the atlas about a game, and note how to install the search, which is missing."""
    print_result(row_as_json(row, problem), lambda: click.echo(describe_row(row)))
    note(_("The search is not installed. To install it: python3 -m pip install 'mastermot[lab]'"))


def describe_row(row: dict[str, Any]) -> str:
    """Return the sentence about a row of the atlas: its game's least total, or the best total known and a bound."""
    total = row["total"]
    bound = row["bound"]
    if total == bound:
        return _("In the atlas: the least total is {total}, proven.", total=total)
    return _("In the atlas: best total {total}, proven at least {bound}.", total=total, bound=bound)


def row_as_json(row: dict[str, Any], problem: Problem) -> dict[str, Any]:
    """Return the object of ``--json`` with the fields that can be made from a row of the atlas.

    The histogram, the seconds and the name of a dictionary are missing.
    """
    return {
        "codes": row["codes"],
        "rule": problem.rule.name,
        "objective": problem.objective.name,
        "total": row["total"],
        "average": row["total"] / row["codes"],
        "longest": row["longest"],
        "bound": row["bound"],
        "proven": row["total"] == row["bound"],
    }


def write_files(run: SearchRun, best: BestStrategy, tree_file: str | None, proof: str | None) -> None:
    """Write the files asked for: the search as it stands (``--resume``), the tree, the proof.

    If no search has begun and ended, none is saved, and a note says so. If a proof is asked for in that case,
    `ProofUnfinishedError` is raised.
    """
    if run.resume is not None:
        save_search(run, run.resume, best)
    if tree_file is not None:
        write_tree(best.tree, tree_file, bound=best.bound)
    if proof is not None:
        if not run.searched:
            raise ProofUnfinishedError(bound=best.bound or 0)  # 0 where no bound is proven
        from mastermot.lab.optimal.claims import list_proofs

        with progress(_("claims")) as step:
            proofs = list_proofs(run.solving, lambda: step(1))
            write_proofs(proofs, Path(proof))


def save_search(run: SearchRun, file: Path, best: BestStrategy) -> None:
    """Save the search, as it stands, with the tree of its best strategy.

    A search that did not stop in time, or that has not really begun, is not saved: a note says so, and the file stays
    as it is.
    """
    if run.gave_up:
        note(_("The search is not saved as it ended: {file} has only what was saved before.", file=file))
        return
    if not run.searched:
        note(_("The search had hardly begun: {file} has not changed.", file=file))
        return
    search = run.solving.search
    search.keep = None  # a proof is made by the same search, which then must not save itself any more
    search.save(file, best.tree)


def make_document(best: BestStrategy, problem: Problem, opening: tuple[str, ...]) -> dict[str, Any]:
    """Return what was found as the object of ``--json``. `opening` has the guesses of ``--opening``.

    Some fields are there only if there is something to say: ``found`` with its bound under ``within:N``, ``last`` with
    its bound under `last`, and those about memory, hard mode, opening and dictionary.
    """
    document = {
        "codes": problem.codes.count,
        "rule": problem.rule.name,
        "objective": problem.objective.name,
        **best.replay.as_json(),
        "bound": best.bound,
        "proven": best.proven,
        "seconds": round(best.seconds, 3),
        "shortening": round(best.shortening, 3),
    }
    if best.memory_needed:
        document["memory_needed"] = best.memory_needed
    if best.found is not None:
        document |= {"found": best.found, "found_bound": best.found_bound}
    if best.last is not None:
        document |= {"last": best.last, "last_bound": best.last_bound}
    if problem.hard is not None:
        document["hard"] = problem.hard
    if opening:
        document["opening"] = opening
    if problem.codes.dictionary is not None:
        document["dictionary"] = problem.codes.dictionary.name
    return document


def print_best(best: BestStrategy, problem: Problem, given_opening: tuple[str, ...]) -> None:
    """Print what was found, and what is proven of it, for a reader. `given_opening` is that of ``--opening``.

    Lines about a hard mode, about the codes found in the last turn or in time (under the objectives `last` and
    ``within:N``), and about a lack of memory are printed only where there is something to say of these.
    """
    codes = problem.codes
    lines = []
    if problem.hard is not None:  # first, since the next lines compare with other strategies
        lines.append(_("hard mode: {mode} (only strategies that keep to it are compared)", mode=problem.hard))
    if best.last is not None:
        names = {"last": best.last, "least": best.last_bound}
        lines.append(_("codes found in the last turn: {last}; no strategy as short has fewer than {least}", **names))
    opening = ", ".join(map(codes.display, given_opening))  # empty if none was given
    if best.found is not None:
        lines.append(describe_found(best.found, best.found_bound or 0, opening))  # both are known, or neither
    lines.append(describe_proof(best, opening))
    if best.memory_needed:
        text = _("slower for lack of memory: its tables of marks need --memory {megabytes}")
        lines.append(text.format(megabytes=best.memory_needed))
    first_guesses = given_opening or (best.tree.root.guess,)
    lines.append(_("opening: {guess}", guess=", ".join(map(codes.display, first_guesses))))
    print_replay(codes, best.replay, *lines)


def describe_found(found: int, bound: int, given_opening: str) -> str:
    """Return the sentence for ``within:N``: how many codes are `found` in time, and the most that any strategy finds.

    `bound` is this proven most. `given_opening` has the guesses of ``--opening`` as a reader sees them, and is empty
    without that option. With it, the bound is only about strategies that begin so.
    """
    if given_opening:
        text = _("found in time: {found}; no strategy that begins with {opening} finds more than {most}")
        return text.format(opening=given_opening, found=found, most=bound)
    return _("found in time: {found}; no strategy finds more than {most}", found=found, most=bound)


def describe_proof(best: BestStrategy, given_opening: str) -> str:
    """Return the sentence that says what is proven, and after how many seconds.

    It is proven that no strategy does better, or only that none has a total below the bound, or nothing is proven.
    `given_opening` has the guesses of ``--opening`` as a reader sees them, and is empty without that option. With it, a
    proof is only about strategies that begin so. Without it, a search for a shorter longest game may follow the proof:
    if that took `SHOWN_SECONDS` or more, the sentence has its seconds too.
    """
    seconds = write_number(best.seconds, 1)
    if not best.proven:
        if best.bound is None:
            return _("not proven; {seconds} s", seconds=seconds)
        total = best.replay.total
        names = {"best": total, "bound": best.bound, "gap": write_gap(total, best.bound), "seconds": seconds}
        return _("best {best}, proven at least {bound}: gap {gap} %; {seconds} s", **names)
    if given_opening:
        text = _("proven: no strategy that begins with {opening} does better; {seconds} s")
        return text.format(opening=given_opening, seconds=seconds)
    if best.shortening >= SHOWN_SECONDS:
        text = _("proven: no strategy does better; {seconds} s, then {more} s for a shorter longest game")
        return text.format(seconds=seconds, more=write_number(best.shortening, 1))
    return _("proven: no strategy does better; {seconds} s", seconds=seconds)


def write_gap(best: int, bound: int) -> str:
    """Return by how many percent the bound is below the best total."""
    return write_number(100 * (best - bound) / best, 1)


def choose_grace(spent: float) -> float:
    """Return how many seconds a search gets to stop by itself, after it has `spent` so many seconds.

    >>> choose_grace(5), choose_grace(2400)
    (1.0, 120.0)
    """
    return max(GRACE, spent / GRACE_PART)


class SearchRun:
    """A search in a thread of its own. The main thread only waits, so that Ctrl-C reaches it at any moment.

    The main thread calls no compiled function: if Ctrl-C came during one, numba would fail with an error of its own.
    """

    def __init__(self, solving: Solving, seconds: float, engine: Engine, jobs: int, resume: Path | None) -> None:
        """Prepare to search for at most so many `seconds`, in `jobs` threads here and on the workers of the `engine`.

        `solving` has the problem and does the search. The search is saved in the file `resume` (None: nowhere); if an
        earlier search was saved there, it is read now. `seconds` is infinite if there is no limit.
        """
        from mastermot.lab.optimal.saved_searches import read_saved

        self.solving = solving
        self.seconds = seconds
        self.engine = engine
        self.jobs = jobs
        self.resume = resume
        self.saved: Saved | None = None  #: The earlier search that `resume` has; None without one.
        if resume is not None and resume.exists():
            self.saved = read_saved(resume, solving.problem)
        solving.saved = self.saved
        self.stage: tuple[str, float, float] = (_("preparing"), 0, 0)
        """What is being done, how much of it is done, and how much there is in all (0 if that is not known)."""
        self.loading_since: float | None = None
        """While the search is loaded, and perhaps compiled: the processor time when that began. Otherwise None."""
        self.said_compiling = False  #: Whether a line has said that the search is being compiled: only one does.
        self.interrupted = False  #: Whether Ctrl-C came.
        self.saving = False  #: Whether the search is just being saved.
        self.over = False  #: Whether the search has ended, and its result is being made.
        self.taking_up = self.saved is not None and self.saved.tree is None
        """Whether the best tree of a saved search has still to be built; the search does not end before."""
        self.result: Future[BestStrategy] = Future()  #: Gets the result of the search, or its error.
        self.bar: Any = None  #: The bar of tqdm, once it is drawn.

    @property
    def searched(self) -> bool:
        """Whether a search has begun and ended, so that its memory can be read."""
        return self.solving.current is not None and self.result.done()

    @property
    def gave_up(self) -> bool:
        """Whether a search that has found a strategy is still running, so that its memory cannot be read.

        To be asked after `wait_for_result`: the search was then given up, since it did not stop in time.
        """
        search = self.solving.current
        return not self.result.done() and search is not None and search.found

    @property
    def compiling(self) -> bool:
        """Whether the search is being loaded or compiled, which does not count as time of the search."""
        return self.loading_since is not None

    def go_on(self) -> bool:
        """Return whether the search may go on: it has time left, and was not interrupted.

        While a saved search is being taken up, it may go on in any case: without its best tree, there is no result.
        """
        if self.taking_up:
            return True
        in_time = self.compiling or self.solving.elapsed < self.seconds
        return in_time and not self.interrupted

    def tell_marks(self, done: int, whole: int) -> None:
        """Keep for the bar how many guesses have been marked, of the `whole` number; `Solving.prepare` calls this."""
        self.stage = (_("marking all guesses"), done, whole)

    def work(self) -> None:
        """Prepare the search, take up the saved one, and search; all of it in the thread of the search.

        The best strategy, or the error that was raised, is set as `result`. If preparing was stopped, there is no
        search, and the best strategy is a greedy one. With a file `resume`, the search calls `save` now and then.
        """
        try:
            is_prepared = self.solving.prepare(self.tell_compiling, self.go_on, self.tell_marks)
            if is_prepared:
                self.loading_since = None  # `tell_compiling` has set it: loading is over
                if self.saved is not None:
                    self.solving.search.take_up(self.saved)
                    self.taking_up = False
                if self.resume is not None:
                    self.solving.search.keep = self.save
                self.search()
            self.over = True
            self.result.set_result(self.solving.best())
        except BaseException as error:  # `result` raises it in the main thread
            self.result.set_exception(error)

    def save(self) -> None:
        """Save the search, as far as it has come; the search calls this from time to time."""
        self.saving = True
        with suppress(MastermotError):  # the search is saved again at the end: an error is raised only then
            self.solving.search.save(cast("Path", self.resume))
        self.saving = False

    def search(self) -> None:
        """Run the search to its end. Each better total or higher bound is shown on the bar, and printed on a line.

        No line is printed about the first `QUIET` seconds, and none twice. Costs with penalties (`PENALISED`) are
        neither shown nor printed, as they are no totals of turns.
        """
        seen = set[tuple[int, int]]()  # best totals, each with the bound proven at that time
        began = time.monotonic()
        self.stage = (_("searching"), 0, 0)
        for status in self.solving.run(self.go_on, self.engine, self.jobs):
            best = status.best
            bound = status.bound
            if best is None or best >= PENALISED:
                continue
            gap = write_gap(best, bound)
            text = _("best {best}, proven at least {bound}: gap {gap} %", best=best, bound=bound, gap=gap)
            is_proven = best <= bound
            shown = _("proven; looking for a shorter longest game") if is_proven else text
            self.stage = (shown, 0, 0)
            seconds = time.monotonic() - began
            is_new = (best, bound) not in seen
            if is_new and seconds > QUIET:
                self.say(_("{status}; {seconds} s", status=text, seconds=write_number(seconds, 1)))
            seen.add((best, bound))

    def tell_compiling(self) -> None:
        """Say once that the search is being compiled, if making it ready takes longer than loading alone would.

        `Solving.prepare` calls this again and again while it makes the search ready; the first call notes the time.
        """
        now = time.process_time()
        if self.loading_since is None:
            self.loading_since = now
            self.stage = (_("loading the search"), 0, 0)
        if now - self.loading_since > COMPILING and not self.said_compiling:
            self.said_compiling = True
            self.stage = (_("compiling the search"), 0, 0)
            self.say(_("Compiling the search. This happens once on this machine, and may take a minute or more…"))

    def watch(self) -> BestStrategy:
        """Start the search; return the best strategy once it has ended, or soon after its time is over or Ctrl-C came.

        If the search does not stop in that case (`wait_for_result`), a greedy strategy is returned, or the saved one if
        that is better; a note says so if the search had found a strategy. A second Ctrl-C ends the command (`sleep`).
        """
        with show_bar(self.draw, WATCH_INTERVAL):  # the bar appears almost at once
            # the copied context gives the thread the language in use
            threading.Thread(target=copy_context().run, args=(self.work,), daemon=True).start()
            self.wait_for_result()
        if self.result.done():
            return self.result.result()
        if self.gave_up:
            note(_("The search did not stop in time: this is what it began with, not the best that it found."))
        return self.solving.best_without_search()

    def wait_for_result(self) -> None:
        """Wait until the search has set its `result`, or has not stopped in the time that it gets to stop.

        This time (`choose_grace`) begins when the search may no longer `go_on`. While the search is being saved or
        taken up, which may take a minute, the wait has no limit; after that, the time to stop begins anew. Once the
        search is `over`, and only its result is being made, the wait has no limit either.
        """
        began = time.monotonic()
        give_up_at = math.inf  # the time at which waiting ends; infinite while the search need not stop
        while not self.result.done():
            is_grace_over = time.monotonic() >= give_up_at
            if is_grace_over and not self.over:
                return
            self.sleep()
            if self.saving or self.taking_up:
                give_up_at = math.inf
            elif give_up_at == math.inf and not self.go_on():
                now = time.monotonic()
                give_up_at = now + choose_grace(now - began)

    def sleep(self) -> None:
        """Wait a moment. The first Ctrl-C sets `interrupted`; the second one is raised."""
        try:
            # not `Thread.join` or `Event.wait`: a Ctrl-C during these leaves them broken
            time.sleep(WATCH_INTERVAL)
        except KeyboardInterrupt:
            if self.interrupted:
                raise
            self.interrupted = True

    def leave(self) -> NoReturn:
        """End the command, with the exit status of Ctrl-C if `interrupted`.

        If the thread of the search still works, the process ends at once, without Python's usual steps at the end:
        these may fail while a thread is in a compiled function.
        """
        status = EXIT_INTERRUPTED if self.interrupted else EXIT_DONE
        if not self.result.done():
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
        raise click.exceptions.Exit(status)

    @contextmanager
    def ended_by_interrupts(self) -> Iterator[None]:
        """End the process at once if Ctrl-C comes in the block while the thread of the search still works.

        Nothing can stop that thread in a compiled function, and until then Python may fail to end (`leave`). If the
        thread has ended, Ctrl-C is raised as usual.
        """
        try:
            yield
        except KeyboardInterrupt:
            if not self.result.done():
                self.interrupted = True
                click.echo("\n" + _("Interrupted."), err=True)
                self.leave()
            raise

    def say(self, text: str) -> None:
        """Print a line on standard error, above the bar if there is one."""
        if self.bar is None:
            note(text)
        else:
            self.bar.write(text, file=sys.stderr)

    def draw(self, bar: Any, _count: int) -> None:
        """Draw the `bar` of tqdm; `show_bar` calls this again and again, in the thread of the bar.

        The bar shows the first of these that is known:

        - how much of the present stage is done, if that is measured, as while guesses are marked;
        - how much of the time of the search is over, if that time is limited, and nothing is being compiled;
        - only the time gone by.

        tqdm works out the time left from `n` (what is done), `total` and `start_t` (when the work began).
        """
        text, done, whole = self.stage
        is_new_stage = bar.desc != text
        is_measured = whole > 0
        is_limited = self.seconds < math.inf
        if is_measured:
            if is_new_stage:
                bar.start_t = time.time()
        elif is_limited and not self.compiling:
            done = min(self.solving.elapsed, self.seconds)
            whole = self.seconds
            bar.start_t = time.time() - done
        bar.desc = text
        bar.n = done
        bar.total = whole or None
        bar.bar_format = WITH_TIME if whole else ELAPSED
        bar.last_print_t = math.inf  # tqdm wipes out, at the end, only a bar that it has printed: this says that it has
        bar.refresh()
        self.bar = bar

"""The options that say where long work runs, the same in every command that has them, and what Ctrl-C says."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from mastermot.cli.localized import option
from mastermot.cli.output import note
from mastermot.engine import Engine, open_engine, usual_jobs
from mastermot.errors import N_

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""


def engine_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options ``--jobs`` and ``--scheduler``; `chosen_engine` reads them."""
    for add in reversed(
        [
            option(
                "--jobs",
                type=click.IntRange(1, 64),
                default=usual_jobs,
                help=N_(
                    "Processes that share long work (threads in optimal): by default one for each processor, 4 at "
                    "most. The results are the same."
                ),
            ),
            option(
                "--scheduler",
                metavar="ADDRESS",
                help=N_("Work on a dask cluster instead: the address of its scheduler, such as tcp://10.0.0.5:8786."),
            ),
        ]
    ):
        function = add(function)
    return function


def chosen_engine(jobs: int, scheduler: str | None) -> Engine:
    """Return the engine that the options of `engine_options` ask for. Raises what `open_engine` raises."""
    if scheduler is not None:
        # dask would write of lost connections to standard error, where our own sentence says it
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
    return open_engine(jobs, scheduler)


@contextmanager
def interruptible(ctx: click.Context, describe: Callable[[], str]) -> Iterator[None]:
    """End the command on Ctrl-C with one sentence, which `describe` gives, and status 130."""
    try:
        yield
    except KeyboardInterrupt:
        note("\n" + describe())
        ctx.exit(INTERRUPTED)

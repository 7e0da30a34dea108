"""How the command tells errors: its exit statuses, its own advice, and what can be wrong with a command line."""

from __future__ import annotations

from mastermot.errors import N_, Fault, MastermotError, Reason
from mastermot.locale import gettext as _

EXIT_DONE = 0
EXIT_NO_SOLUTION = 1
EXIT_USAGE = 2
EXIT_BAD_INPUT = 3
EXIT_LIMIT = 4
EXIT_INTERRUPTED = 130
"""What a shell gives for a program that Ctrl-C ended: 128 and the number of the signal."""
EXIT_PIPE_CLOSED = 141
"""The same for a program whose reader went away, as in ``mastermot words fr --length 5 | head -1``."""
STATUSES = {
    Fault.NO_SOLUTION: EXIT_NO_SOLUTION,
    Fault.USE: EXIT_USAGE,
    Fault.INPUT: EXIT_BAD_INPUT,
    Fault.LIMIT: EXIT_LIMIT,
}
"""The exit status of an error."""

ADVICE = {
    "too-many-prefixes": N_("Add clues, or allow more with --limit."),
    "code-unknown": N_("Choose a code of the list, or another list with --words."),
    "ladder-word": N_("Take another word, or another dictionary with --words."),
    "guess-unknown": N_("Check its spelling, or give a list that has it with --guesses."),
    "codes-choice": N_("Try --length 5, or --holes 4 --colours 6."),
    "too-much-work": N_("Take fewer codes, or score a sample of them with --sample."),
    "too-many-ranked": N_("Take fewer codes, or fewer rules with --rule."),
    "too-many-words": N_("Take another --length, or a shorter list with --words."),
    "family-length": N_("Give --length; the dictionary {name} has the lengths {lengths}."),
    "worker-lost": N_("Run the command again, with --jobs 1 if it happens again; what was written is kept."),
    "store-full": N_("Free some room and run the command again: it goes on from what was written."),
    "store-busy": N_("Wait until it has ended and run the command again."),
    "runs-none": N_("Play one: mastermot explore --words fr-common --length 4 --database FILE"),
    "tree-format": N_("Make one: mastermot optimal --holes 3 --colours 4 --tree FILE.json"),
    "game-too-large": N_("Take fewer codes, or allow more with --memory."),
}
"""Advice in the terms of the command line, where it differs from that of the library."""


def describe(error: MastermotError) -> str:
    """Return an error as the command tells it, in the reader's language."""
    return error.describe(_, ADVICE.get(error.code))


def describe_advice(error: MastermotError) -> str:
    """Return what to do about an error at the command line, in the reader's language."""
    return error.describe_advice(_, ADVICE.get(error.code))


class OutputsError(MastermotError):
    """Two results that would be written to one place."""

    code = "outputs-same"
    fault = Fault.USE
    message = N_("two results would be written to the same place: {place}")
    advice = N_("Give another file to one of them.")
    place: str


class OutputUnwritableError(MastermotError):
    """Standard output takes nothing more: a full disk, say."""

    message = N_("cannot write to standard output ({reason})")
    advice = N_("Check the disk, or where the output goes.")
    reason: str | Reason

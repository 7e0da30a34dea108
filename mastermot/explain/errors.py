"""What can be wrong with what a player says to know."""

from __future__ import annotations

from mastermot.errors import N_, Fault, MastermotError


class KnownUnreadableError(MastermotError):
    code = "known-unreadable"
    title = N_("a pattern of another length than the word")
    fault = Fault.USE
    message = N_("“{known}” is of length {length}, the word of length {expected}")
    advice = N_("Write a letter or ? for each place, as in: ??u??")
    known: str
    length: int
    expected: int


class OutUnreadableError(MastermotError):
    code = "out-unreadable"
    title = N_("letters ruled out that cannot be read")
    fault = Fault.USE
    message = N_("“{out}” does not say which letters are ruled out in which places (1 to {length})")
    advice = N_("Write each place, a colon and its letters, as in: 1:f 4:nl")
    out: str
    length: int

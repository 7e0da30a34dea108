"""The keys that games are encrypted with, as the environment has them."""

from __future__ import annotations

import os
import re
from functools import cache

from mastermot.errors import N_, Fault, MastermotError

KEYS_VARIABLE = "MASTERMOT_KEY"
"""The environment variable that holds the keys, blanks or commas between."""
SHORTEST_KEY = 16
"""Characters of the shortest key accepted."""


class KeyShortError(MastermotError):
    """A key that could be guessed."""

    fault = Fault.USE
    title = N_("a key that is too short")
    message = N_("a key of fewer than {count} characters")
    advice = N_("Make one with: openssl rand -base64 32")
    count: int


@cache
def read_keys() -> tuple[str, ...]:
    """Return the keys in the environment, the one that encrypts first. Raises `KeyShortError`.

    They are taken out of it: the processes that the service starts have no need of them.
    """
    keys = tuple(key for key in re.split(r"[\s,]+", os.environ.get(KEYS_VARIABLE, "")) if key)
    if any(len(key) < SHORTEST_KEY for key in keys):
        raise KeyShortError(source=KEYS_VARIABLE, count=SHORTEST_KEY)
    os.environ.pop(KEYS_VARIABLE, None)
    return keys

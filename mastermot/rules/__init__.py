"""Rules of marking: the marks that a guess gets, and marks read from and written to text.

`mark` is the one plain definition of the rules; everything faster (bit fields, matrices, the page) must agree with it.
A rule is a small class of `mastermot.rules.marking`.
"""

from collections.abc import Sequence

from mastermot.rules.marking import BLACK, BLACK_WHITE, MEMBERSHIP, POSITIONAL
from mastermot.rules.rule import RULES, Marks, Rule, register, rule_named

__all__ = ["BLACK", "BLACK_WHITE", "MEMBERSHIP", "POSITIONAL", "RULES", "Marks", "Rule"]
__all__ += ["mark", "register", "rule_named", "rule_names"]


def mark(guess: Sequence[object], secret: Sequence[object], rule: Rule | str = BLACK) -> Marks:
    """Return the marks of `guess` against `secret` (two sequences of one length) under `rule`, which may be a name.

    Texts are folded first; other sequences are taken as they are. Under `black` only the symbols at their place count:

    >>> mark("PAUME", "coudé", BLACK)
    Marks(blacks=2, whites=0, pattern='')

    Under `black-white` a symbol of the secret gives one mark at most, black before white. ERRER has three R, TERRE
    has two: one is black, one is white, the third gets nothing; the two E are white:

    >>> mark("ERRER", "TERRE", BLACK_WHITE)
    Marks(blacks=1, whites=3, pattern='')
    >>> mark("AABB", "ABBB", BLACK_WHITE)
    Marks(blacks=3, whites=0, pattern='')
    >>> mark("ABBA", "BAAC", BLACK_WHITE)
    Marks(blacks=0, whites=3, pattern='')

    Under `positional` each position has its sign; blacks are given first, then whites from left to right while copies
    are left. SPEED against ABIDE: the first E takes the only E, the second gets nothing. EERIE against REVUE: the
    two blacks take both E, so the first E of the guess, though it comes before them, gets nothing:

    >>> mark("SPEED", "ABIDE", POSITIONAL).text
    '..O.O'
    >>> mark("EERIE", "REVUE", POSITIONAL).text
    '.XO.X'
    >>> mark("ALLEE", "LILAS", POSITIONAL).text
    'OOX..'

    Under `membership` every position that is not black is white when its symbol occurs anywhere in the secret,
    without counting copies: one B in the secret, three whites in the guess:

    >>> mark("BBBA", "CCCB", MEMBERSHIP)
    Marks(blacks=0, whites=3, pattern='')
    >>> mark("AAAA", "ABCD", MEMBERSHIP)
    Marks(blacks=1, whites=3, pattern='')

    Raises `LengthDiffersError`, `RuleUnknownError`, and `NotAWordError` for a text with a character that cannot be
    folded.
    """
    return rule_named(rule).mark(guess, secret)


def rule_names() -> tuple[str, ...]:
    """Return the names of the rules, in the order in which they are listed."""
    return tuple(RULES)

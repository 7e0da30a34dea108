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

    Texts are folded first; other sequences are taken as they are. Under `black` only symbols in their place get a mark:

    >>> mark("PAUME", "coudé", BLACK)
    Marks(blacks=2, whites=0, pattern='')

    Under `black-white` each symbol of the secret gives one mark at most: a black if it can, otherwise a white. ERRER
    has three R, TERRE has two: one R is black, one is white, the third gets nothing. Both E are white:

    >>> mark("ERRER", "TERRE", BLACK_WHITE)
    Marks(blacks=1, whites=3, pattern='')
    >>> mark("AABB", "ABBB", BLACK_WHITE)
    Marks(blacks=3, whites=0, pattern='')
    >>> mark("ABBA", "BAAC", BLACK_WHITE)
    Marks(blacks=0, whites=3, pattern='')

    Under `positional` each position has its sign. Blacks are given first, then whites from left to right, while the
    secret has copies of the symbol left. SPEED against ABIDE: the first E of the guess takes the only E of the secret,
    the second gets nothing. EERIE against REVUE: the two blacks take both E of the secret, so the first E of the guess
    gets nothing, though it stands before the blacks:

    >>> mark("SPEED", "ABIDE", POSITIONAL).text
    '..O.O'
    >>> mark("EERIE", "REVUE", POSITIONAL).text
    '.XO.X'
    >>> mark("ALLEE", "LILAS", POSITIONAL).text
    'OOX..'

    Under `membership` every position that is not black is white if its symbol is anywhere in the secret. Copies are not
    counted: the one B of CCCB gives three whites to BBBA:

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

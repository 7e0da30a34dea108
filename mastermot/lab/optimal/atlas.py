"""The atlas of optimal games: what is known of many games, a line of ``atlas.jsonl`` for each.

``research/atlas.py`` makes the file, and ``docs/atlas.md`` from it.
"""

import json
from pathlib import Path
from typing import Any

from mastermot.game.objectives import TOTAL
from mastermot.lab.optimal.search_problem import Problem
from mastermot.rules.codes import Codes

ATLAS = Path(__file__).with_name("atlas.jsonl")


def read_atlas() -> list[dict[str, Any]]:
    return [json.loads(line) for line in ATLAS.read_text(encoding="utf-8").splitlines()]


def identify(codes: Codes) -> dict[str, Any]:
    """Return the fields of a row that tell its codes from others: holes and colours, or the checksum of a list.

    How colours are written makes no difference.
    """
    if codes.colours > 0:
        return {"holes": codes.length, "colours": len(codes.alphabet), "repeats": codes.repeats}
    return {"sha256": codes.checksum}


def name_rule(rule: str, codes: Codes) -> str:
    """Return the rule under which the atlas has a game: the `rule` given, or another one that tells the same.

    A game of words is always under its own rule. Some games of colours are the same under several rules, and have one
    row, under the first of these (`black`, then `black-white`):

    - With one hole, or two codes, marks only say whether a guess is the code: every rule is like `black`.
    - Where colours are all different in a code, or there are two holes, `membership` is like `black-white`.
    - If in such a game there are as many colours as holes, the whites of both rules tell nothing that the blacks do
      not: both are like `black`.

    >>> from mastermot.rules.codes import ColourCodes
    >>> name_rule("membership", ColourCodes(4, 6, repeats=False)), name_rule("membership", ColourCodes(4, 6))
    ('black-white', 'membership')
    """
    if codes.colours == 0:  # words
        return rule
    if codes.length == 1 or codes.count == 2:
        return "black"
    counts_whites = rule in ("membership", "black-white")
    copies_matter = codes.repeats and codes.length > 2  # only then do the two rules differ
    if counts_whites and not copies_matter:
        whites_tell_nothing = len(codes.alphabet) == codes.length
        return "black" if whites_tell_nothing else "black-white"
    return rule


def find_row(problem: Problem) -> dict[str, Any] | None:
    """Return the row of a problem, a line of the atlas with all its fields, or None if there is none.

    The atlas has only the least totals of games in which the codes, and no other guesses, may be guessed at any turn.
    """
    if problem.objective != TOTAL or problem.guesses is not None or problem.hard is not None:
        return None
    game = {"rule": name_rule(problem.rule.name, problem.codes), **identify(problem.codes)}
    for row in read_atlas():
        if game.items() <= row.items():  # the row has all these fields, and more
            return row
    return None

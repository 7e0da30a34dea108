"""A strategy at once, for when there is no time to search: each guess is the best one for the next turn alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from mastermot.optimal.problems import Problem
from mastermot.optimal.trees import Node, StrategyTree
from mastermot.play.partitions import Rows, Table

GUESSES = 100
"""Codes left, evenly spread, that are looked at as guesses."""


def make_greedy_tree(
    problem: Problem, go_on: Callable[[], bool] = lambda: True, opening: Sequence[str] = ()
) -> StrategyTree:
    """Return a tree that plays an opening and then, of some codes left, the one with the highest entropy.

    Codes left are allowed in every game. Once `go_on` says no, the first code left is played. It ends, as a guess that
    is left is found or leaves fewer codes.
    """
    codes, rule = problem.codes, problem.rule
    table = Table(rule, codes)
    fixed = table.rows(opening).tolist()
    root = Node("")
    waiting = [(root, np.arange(codes.count), 0)]
    answers: dict[int, str] = {}
    while waiting:
        node, members, turn = waiting.pop()
        if turn < len(fixed):
            guess = fixed[turn]
        else:
            guess = int(members[0]) if len(members) <= 2 or not go_on() else choose_code(table, members)
        node.guess = table.text(guess)
        for number, rest in table.split(guess, members):
            answer = answers.setdefault(number, rule.marks(number, codes.length).text)
            after = node.answers[answer] = None if number == table.solved else Node("")
            if after is not None:
                waiting.append((after, rest, turn + 1))
    return StrategyTree(codes, rule, root, problem.objective, problem.guesses, problem.consistent)


def choose_code(table: Table, members: Rows) -> int:
    """Return the code with the highest entropy, of some codes left."""
    guesses = members[:: -(-len(members) // GUESSES)]
    return int(guesses[np.argmin(table.scores(guesses, members).weights)])

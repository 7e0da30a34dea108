"""The codebreaker that plays a strategy tree."""

from __future__ import annotations

from mastermot.codes import Codes
from mastermot.errors import N_, Reason
from mastermot.optimal.errors import TreeGameError, TreeLeftError
from mastermot.optimal.trees import WHY_RULE, Node, StrategyTree, check_codes, describe_history
from mastermot.play.codebreakers import Choice, Codebreaker, Plan, check_candidates
from mastermot.play.positions import Position
from mastermot.rules import Rule

PLAYER = "tree"
"""The name of the player in tables and stores."""


class TreePlayer(Codebreaker):
    """A player that plays the guesses of a tree. Its strategy is named by the tree's checksum."""

    def __init__(self, tree: StrategyTree) -> None:
        """Keep the tree."""
        super().__init__(Plan(PLAYER, "first", "all"))
        self.plan = Plan(PLAYER, f"tree-{tree.checksum[:12]}", "all")
        self.tree = tree

    def describe_way(self, codes: Codes) -> str:
        """Return how it plays, a text of the catalogue."""
        return N_("a strategy tree")

    def check_game(self, codes: Codes, rule: Rule) -> None:
        """Raise `TreeGameError` for other codes, or another rule, than those of the tree."""
        if rule is not self.tree.rule:
            raise TreeGameError(why=Reason(WHY_RULE, rule=self.tree.rule.name))
        check_codes(self.tree.codes.count, self.tree.codes.checksum, codes)

    def choose(self, position: Position) -> Choice:
        """Return the tree's guess. Raises `TreeLeftError` where the history left the tree, `NoCandidateError`."""
        check_candidates(position)
        node: Node | None = self.tree.root
        for guess, marks in position.history:
            node = node.answers.get(marks.text) if node is not None and node.guess == guess else None
        if node is None:
            played = tuple((turn.guess, turn.marks.text) for turn in position.history)
            raise TreeLeftError(history=str(describe_history(played)))
        return Choice(node.guess, len(position.candidates))

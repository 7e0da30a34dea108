from mastermot.puzzle.explain.explainer import explain, explain_clues
from mastermot.puzzle.explain.grading import LEVELS, Grade, grade
from mastermot.puzzle.explain.hints import Mistake, NextHint, Notes, explain_from, parse_known, parse_out
from mastermot.puzzle.explain.steps import Explanation, Fact, Letter, Step
from mastermot.puzzle.explain.techniques import TECHNIQUES, Technique

__all__ = ["LEVELS", "TECHNIQUES", "Explanation", "Fact", "Grade", "Letter", "Mistake", "NextHint", "Notes", "Step"]
__all__ += ["Technique", "explain", "explain_clues", "explain_from", "grade", "parse_known", "parse_out"]

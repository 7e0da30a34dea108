"""The shapes of JSON answers about puzzles."""

from __future__ import annotations

from mastermot.shapes.puzzles import (
    Case,
    CaseLink,
    Clue,
    ComposedClue,
    ComposedPuzzle,
    DailyPuzzle,
    Difficulty,
    Mistake,
    Puzzles,
    ReadPuzzle,
    ReadPuzzles,
    Repair,
    Solution,
    Solved,
    Step,
    StepFact,
    StepLetter,
    UnknownWord,
    Why,
)
from mastermot.shapes.service import FieldProblem, Health, Problem

__all__ = [
    "Case",
    "CaseLink",
    "Clue",
    "ComposedClue",
    "ComposedPuzzle",
    "DailyPuzzle",
    "Difficulty",
    "FieldProblem",
    "Health",
    "Mistake",
    "Problem",
    "Puzzles",
    "ReadPuzzle",
    "ReadPuzzles",
    "Repair",
    "Solution",
    "Solved",
    "Step",
    "StepFact",
    "StepLetter",
    "UnknownWord",
    "Why",
]

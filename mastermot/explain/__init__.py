"""Puzzles explained: solved in steps that a person can follow, and graded by them."""

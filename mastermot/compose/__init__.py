"""New puzzles, in the magazine's manner."""

"""The page's texts."""

from mastermot.errors import N_

TEXTS: dict[str, str | tuple[str, str]] = {"tagline": N_("Solve, play and compose word puzzles")}

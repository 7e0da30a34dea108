"""Whole configurations: every secret played out, stored and reported."""

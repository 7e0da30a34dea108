"""Mastermind, with words or colours, from either side: partitions, strategies, players, games, duels."""

"""What research needs: whole configurations explored, best strategies proven, fixed guesses searched for.

Nothing outside `mastermot.cli` and `mastermot.operations` imports it, and they load it only when it is asked for.
What it offers is provisional: it may change in a version 1.x.
"""

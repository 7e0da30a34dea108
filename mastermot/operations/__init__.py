"""What one can ask for: operations, each a function of a request that returns its answer.

A request is declared once, with its bounds (`requests`, `bounds`); an answer is a shape of `mastermot.shapes`.
"""

from __future__ import annotations

from mastermot.operations.fixing import fix_guesses
from mastermot.operations.games import give_up, guess_in_game, look_at_game, start_game
from mastermot.operations.playing import check_code_in_mind, judge_game, next_guess, suggest_guesses
from mastermot.operations.solving import (
    compose_puzzles,
    give_daily,
    mark_guess,
    read_text,
    solve_puzzle,
    solve_text,
)
from mastermot.operations.words import (
    count_words,
    find_chains,
    list_dictionaries,
    list_families,
    list_neighbours,
    list_words,
    measure_list,
)

__all__ = [
    "check_code_in_mind",
    "compose_puzzles",
    "count_words",
    "find_chains",
    "fix_guesses",
    "give_daily",
    "give_up",
    "guess_in_game",
    "judge_game",
    "list_dictionaries",
    "list_families",
    "list_neighbours",
    "list_words",
    "look_at_game",
    "mark_guess",
    "measure_list",
    "next_guess",
    "read_text",
    "solve_puzzle",
    "solve_text",
    "start_game",
    "suggest_guesses",
]

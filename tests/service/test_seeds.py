"""A seed is refused where nothing is drawn: of every player and strategy, by each command, over HTTP and in Python.

Whether a player draws is seen by playing: with several seeds it then does not always choose the same guess.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mastermot import BLACK_WHITE, ColourCodes, Position, make_codebreaker
from mastermot.operations.errors import FieldInvalidError
from mastermot.operations.game_advice import AdviceRequest, GuessRequest, TurnRequest, next_guess, suggest_guesses
from mastermot.operations.player_choice import WHY_NOTHING_DRAWN
from mastermot.service import create_app
from tests.kinds import list_plans
from tests.support import run, some

TURN = {"guess": "AABB", "marks": "XXO"}
GAME = {"holes": 4, "colours": 6}
SMALL = "--holes 2 --colours 3"

COMMANDS = {
    "play": f"play {SMALL} --secret AB",
    "explore": f"explore {SMALL} --jobs 1 --most-turns 3",
    "duel with each code": f"duel {SMALL} --jobs 1 --turns 3 --every",
    "duel with a fickle codemaker": f"duel {SMALL} --jobs 1 --turns 3 --games 2 --codemaker fickle",
    "next": "next --holes 4 --colours 6 AABB=XXO",
    "next in hard mode": "next --holes 4 --colours 6 AABB=XXO --hard",
}
ROUTES = {"HTTP, the next guess": "/api/guess", "HTTP, advice": "/api/next"}
OPERATIONS: dict[str, tuple[Callable[[Any], object], type[Any]]] = {
    "Python, the next guess": (next_guess, GuessRequest),
    "Python, advice": (suggest_guesses, AdviceRequest),
}


@cache
def draws(player: str, strategy: str | None = None) -> bool:
    """Return whether the guesses of a player depend on its seed: at the start, or after a turn."""
    codes = ColourCodes(4, 6)
    start = Position(codes, BLACK_WHITE)
    later = start.after(TURN["guess"], BLACK_WHITE.parse(TURN["marks"], 4))
    games = set()
    for seed in range(6):
        # few codes are scored, since of many the player jourde mostly finds the same guess to be the best
        codebreaker = make_codebreaker(player, codes=codes, strategy=strategy, sample=20, seed=seed)
        games.add((codebreaker.choose(start).guess, codebreaker.choose(later).guess))
    return len(games) > 1


def refuses_in_command(line: str, plan: dict[str, str], seed: str) -> bool:
    names = {"player": "--codebreaker" if line.startswith("duel") else "--player", "strategy": "--strategy"}
    options = [part for name, value in plan.items() for part in (names[name], value)]
    result = run(*line.split(), *options, "--seed", seed)
    return result.exit_code == 2 and f"--seed: {WHY_NOTHING_DRAWN}" in result.stderr


def refuses_in_python(operation: Callable[[Any], object], kind: type[Any], plan: dict[str, str]) -> bool:
    try:
        operation(kind(**GAME, history=[TurnRequest(**TURN)], seed=3, **plan))
    except FieldInvalidError as error:
        return str(error) == f"seed: {WHY_NOTHING_DRAWN}"
    return False


@pytest.mark.parametrize("door", [*COMMANDS, *ROUTES, *OPERATIONS])
def test_a_seed_is_refused_where_nothing_is_drawn(door: str) -> None:
    client = create_app().test_client()
    for plan in some(list_plans()):
        expected = not draws(**plan)
        if door in COMMANDS:
            refused = refuses_in_command(COMMANDS[door], plan, "3")
            assert refuses_in_command(COMMANDS[door], plan, "0") == refused, "0, the default, is typed too"
            if "hard" in door and plan["player"] == "jourde":
                expected = True  # in hard mode the best guess by its strategy is chosen, whoever plays
        elif door in ROUTES:
            asked = {**GAME, **plan, "history": [TURN], "seed": 3}
            document = client.post(ROUTES[door], json=asked).json
            refused = (document.get("field"), document.get("detail")) == ("/seed", WHY_NOTHING_DRAWN)
        else:
            refused = refuses_in_python(*OPERATIONS[door], plan)
        assert refused == expected, plan


def test_a_seed_is_taken_where_a_secret_is_drawn() -> None:
    outcomes = set()
    for seed in range(8):
        result = run(*f"duel {SMALL} --jobs 1 --games 2 --codebreaker knuth --seed {seed} --json".split())
        assert result.exit_code == 0
        outcomes.add(result.stdout.replace(f'"seed": {seed}', ""))
    assert len(outcomes) > 1


def test_weighed_words_leave_nothing_to_chance() -> None:
    line = "next --words fr-common --length 3 --weighted --seed 3"
    assert f"--seed: {WHY_NOTHING_DRAWN}" in run(*line.split()).stderr


@pytest.mark.compiled
def test_a_tree_leaves_nothing_to_chance(tmp_path: Path) -> None:
    tree = str(tmp_path / "tree.json")
    assert run(*f"optimal {SMALL} --jobs 1 --tree {tree}".split()).exit_code == 0
    for line in (f"play {SMALL} --secret AB", f"explore {SMALL}", f"duel {SMALL} --every"):
        assert f"--seed: {WHY_NOTHING_DRAWN}" in run(*line.split(), "--tree", tree, "--seed", "3").stderr
    assert run(*f"duel {SMALL} --jobs 1 --games 2 --tree {tree} --seed 3".split()).exit_code == 0

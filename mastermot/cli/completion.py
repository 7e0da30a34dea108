"""What the shell completes: the names that options take, offered by click's own completion.

An option means the same wherever it stands, so what it completes goes by its name (`BY_OPTION`). Where a file may be
given too, the item ``file`` tells the shell to complete paths; a shell that has names to offer may show these first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

from mastermot.errors import MastermotError

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def starting_with(incomplete: str, names: Iterable[str]) -> list[CompletionItem]:
    """Return the names that start with what is typed so far."""
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def paths(incomplete: str) -> list[CompletionItem]:
    """Return the item that has the shell complete the path of a file."""
    return [CompletionItem(incomplete, type="file")]


def complete_file(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return completions for a file."""
    return paths(incomplete)


def complete_dictionary(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the shipped dictionaries, and files."""
    from mastermot.dictionaries import shelf

    return paths(incomplete) + starting_with(incomplete, shelf())


def complete_puzzle(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the shipped puzzles, and files."""
    from mastermot.files import data_folder

    shipped = sorted(path.stem for path in data_folder("puzzles").glob("*.txt"))
    return paths(incomplete) + starting_with(incomplete, shipped)


def complete_rule(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the rules of marking."""
    from mastermot.rules import RULES

    return starting_with(incomplete, RULES)


def complete_player(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the players, and the strategies, which are players too."""
    from mastermot.play.codebreakers import PLAYERS
    from mastermot.play.strategies import STRATEGIES

    return starting_with(incomplete, dict.fromkeys([*PLAYERS, *STRATEGIES]))


def complete_strategy(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the strategies."""
    from mastermot.play.strategies import STRATEGIES

    return starting_with(incomplete, STRATEGIES)


def complete_pool(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the pools of guesses."""
    from mastermot.play.codebreakers import POOLS

    return starting_with(incomplete, POOLS)


def complete_codemaker(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the codemakers."""
    from mastermot.play.codemakers import CODEMAKERS

    return starting_with(incomplete, CODEMAKERS)


def complete_run(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the names of the runs in the database given before on the line; none when it cannot be read."""
    from mastermot.explore.store import Store

    try:
        with Store(ctx.params.get("database") or "") as store:
            return starting_with(incomplete, dict.fromkeys(run.name for run in store.read_runs()))
    except MastermotError:
        return []


BY_OPTION: dict[str, Complete] = {
    "--words": complete_dictionary,
    "--from": complete_dictionary,
    "--answers": complete_dictionary,
    "--with": complete_file,
    "--exclude": complete_file,
    "--rule": complete_rule,
    "--player": complete_player,
    "--codebreaker": complete_player,
    "--strategy": complete_strategy,
    "--pool": complete_pool,
    "--codemaker": complete_codemaker,
    "--run": complete_run,
    "--database": complete_file,
    "--accel": complete_file,
    "--csv": complete_file,
    "--plot": complete_file,
    "--sheet": complete_file,
    "--card": complete_file,
    "--tree": complete_file,
    "--proof": complete_file,
    "--graph": complete_file,
    "--stats": complete_file,
    "--resume": complete_file,
    "--check-proof": complete_file,
    "--guesses": complete_dictionary,
}
"""What completes the value of an option, by its name."""

"""``mastermot guess``: you look for the machine's secret."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from mastermot.advice.guessing import GuessingGame
from mastermot.advice.histories import PatternCodes, list_guesses
from mastermot.advice.review import review_game
from mastermot.cli.choices import chosen_codes, code_options, rule_option, usual_codes
from mastermot.cli.games import count_codes, describe_codes
from mastermot.cli.guessing import Conversation
from mastermot.cli.histories import guesses_option, hard_option
from mastermot.cli.localized import command, option, output_option
from mastermot.cli.output import Dialogue, print_json
from mastermot.cli.progress import progress
from mastermot.cli.review import print_review
from mastermot.cli.statistics import Kept, describe_games, keep_game, read_games
from mastermot.codes import Codes, WordCodes
from mastermot.dictionaries import open_dictionary
from mastermot.errors import N_
from mastermot.locale import gettext as _
from mastermot.locale import ngettext
from mastermot.play.codebreakers import make_codebreaker
from mastermot.play.codemakers import list_secrets, random_secret
from mastermot.play.game import DEFAULT_TURNS
from mastermot.play.positions import Position
from mastermot.results import as_json as make_json
from mastermot.rules import Rule
from mastermot.wording.numbers import write_number

YES = frozenset({"y", "yes", "o", "oui"})
"""Answers that agree."""


@command("guess", help=N_("Find the machine's secret: you guess, it marks. With --fickle it may change its mind."))
@code_options
@rule_option
@option("--fickle", is_flag=True, help=N_("It may change its secret, never contradicting its marks."))
@option("--turns", type=click.IntRange(min=1), default=DEFAULT_TURNS, show_default=True, help=N_("Turns you have."))
@option(
    "--answers",
    metavar="NAME|PATH",
    help=N_("Draw the secret from this list, in place of common headwords (no conjugated form, no plural)."),
)
@guesses_option
@hard_option
@option("--first", is_flag=True, help=N_("Show the first letter of the secret, as Motus and Sutom do."))
@output_option(
    "--stats",
    metavar="FILE",
    help=N_("Count this game: keep it in FILE, and show games, streak and turns."),
    streams=False,
)
@option("--seed", type=int, help=N_("Seed of the secret; each game has another when it is left out."))
@option("--json", "as_json", is_flag=True, help=N_("Print one JSON document."))
def guess(
    rule: Rule,
    fickle: bool,
    turns: int,
    answers: str | None,
    guesses: str | None,
    hard: bool,
    first: bool,
    stats: str | None,
    seed: int | None,
    as_json: bool,
    **choice: Any,
) -> None:
    codes = chosen_codes(**choice) if any(choice.values()) else usual_codes()
    kept = read_games(Path(stats)) if stats is not None else []
    secrets = list_secrets(codes, None if answers is None else open_dictionary(answers))
    if seed is None:
        from secrets import randbelow

        seed = randbelow(1 << 32)
    if first and not isinstance(codes, WordCodes):
        raise click.UsageError(_("--first is for words, not for colours."))
    under_way = GuessingGame(
        Position(codes, rule),
        random_secret(codes, seed, secrets),
        fickle=fickle,
        secrets=secrets,
        turns=turns,
        wider=None if guesses is None else open_dictionary(guesses),
        hard=hard,
        first=first,
    )
    played = under_way.position.codes
    dialogue = Dialogue(aside=as_json)
    introduce(dialogue, codes, played, rule, len(secrets) or codes.count, turns, fickle=fickle, hard=hard)
    helper = make_codebreaker("best", codes=played, accelerators=list_guesses(played, under_way.known))
    conversation = Conversation(under_way, dialogue, helper, counted=stats is not None)
    game = conversation.run()
    if as_json:
        codemaker_name = "fickle" if fickle else "honest"
        how = {"codemaker": codemaker_name, "rule": rule.name, "codes": played.name, "seed": seed}
        print_json({**make_json(game), **how, "hints": conversation.hints, "undone": conversation.undone})
    if stats is not None:
        last = Kept(codes.name, rule.name, len(game.moves), game.won, conversation.hints)
        for line in describe_games([*kept, last], last, describe_codes(codes)):
            dialogue.say(line)
        keep_game(Path(stats), last)
    if game.moves and played.enumerable and sys.stdin.isatty() and not as_json:
        offer_review(conversation, dialogue)


def introduce(
    dialogue: Dialogue,
    codes: Codes,
    played: Codes,
    rule: Rule,
    secrets: int,
    turns: int,
    *,
    fickle: bool,
    hard: bool,
) -> None:
    """Say what is to be found, and how."""
    dialogue.say(describe_secret(codes, secrets, fickle=fickle))
    if fickle and not codes.enumerable:
        dialogue.say(_("The codes are too many to list: it compares a sample of them."))
    if isinstance(played, PatternCodes):
        dialogue.say(_("It begins so: {pattern}").format(pattern=played.pattern))
    dialogue.say(_(rule.meaning))
    if hard:
        dialogue.say(_("Hard mode: every guess must use what the marks have shown."))
    allowed = ngettext("You have {count} turn; q gives up.", "You have {count} turns; q gives up.", turns)
    dialogue.say(allowed.format(count=write_number(turns)) + " " + _("help says what else you can ask."))
    dialogue.say()


def offer_review(conversation: Conversation, dialogue: Dialogue) -> None:
    """Ask whether the game is to be judged, and show how it went."""
    answer = dialogue.ask(_("Judge this game? (y/n) "))
    if answer is None or answer.casefold() not in YES:
        return
    with progress(_("turns"), len(conversation.game.moves)) as step:
        judged = review_game(conversation.positions, conversation.helper, hard=conversation.game.hard, on_move=step)
    print_review(judged, conversation.game.position.codes, hard=conversation.game.hard)


def describe_secret(codes: Codes, secrets: int, *, fickle: bool) -> str:
    """Return among how many codes the secret is, which may be played, and whether it may change."""
    text = _("My secret is one of {codes} ({name}).")
    if secrets < codes.count:
        text = _("My secret is one of {secrets}; you may play any of {codes} ({name}).")
    told = text.format(
        secrets=count_codes(codes, secrets), codes=count_codes(codes, codes.count), name=describe_codes(codes)
    )
    changing = _("It may change after each guess.")
    return f"{told} {changing}" if fickle else told

"""``mastermot guess``: you look for the machine's secret."""

from __future__ import annotations

from typing import Any

import click

from mastermot.cli.choices import chosen_codes, code_options, rule_option
from mastermot.cli.errors import describe_advice
from mastermot.cli.games import QUIT, count_codes, count_codes_left, describe_codes, describe_win
from mastermot.cli.localized import command, option
from mastermot.cli.output import Dialogue, painted, print_json
from mastermot.codes import CodeLengthError, Codes, CodeUnknownError
from mastermot.dictionaries import open_dictionary
from mastermot.errors import N_, NEAREST, MastermotError
from mastermot.locale import gettext as _
from mastermot.locale import ngettext
from mastermot.play.codemakers import Codemaker, list_secrets, make_codemaker
from mastermot.play.game import USUAL_TURNS, Game, GameUnderWay
from mastermot.play.positions import Position
from mastermot.rules import Rule
from mastermot.wording.numbers import write_number


@command("guess", help=N_("Find the machine's secret: you guess, it marks. With --fickle it may change its mind."))
@code_options
@rule_option
@option("--fickle", is_flag=True, help=N_("It may change its secret, never contradicting its marks."))
@option("--turns", type=click.IntRange(min=1), default=USUAL_TURNS, show_default=True, help=N_("Turns you have."))
@option(
    "--answers",
    metavar="NAME|PATH",
    help=N_("Draw the secret from this list, in place of common headwords (no conjugated form, no plural)."),
)
@option("--seed", type=int, help=N_("Seed of the secret; each game has another when it is left out."))
@option("--json", "as_json", is_flag=True, help=N_("Print one JSON document."))
def guess(
    rule: Rule, fickle: bool, turns: int, answers: str | None, seed: int | None, as_json: bool, **choice: Any
) -> None:
    codes = chosen_codes(**choice)
    secrets = list_secrets(codes, None if answers is None else open_dictionary(answers))
    if seed is None:
        from secrets import randbelow

        seed = randbelow(1 << 32)
    codemaker = make_codemaker("fickle" if fickle else "honest", codes, seed, secrets)
    dialogue = Dialogue(aside=as_json)
    dialogue.say(describe_secret(codes, len(secrets) or codes.count, fickle=fickle))
    if fickle and not codes.enumerable:
        dialogue.say(_("The codes are too many to list: it compares a sample of them."))
    dialogue.say(_(rule.meaning))
    allowed = ngettext("You have {count} turn; q gives up.", "You have {count} turns; q gives up.", turns)
    dialogue.say(allowed.format(count=write_number(turns)))
    dialogue.say()
    game = converse(Position(codes, rule), codemaker, turns, dialogue)
    if as_json:
        codemaker_name = "fickle" if fickle else "honest"
        print_json(
            {**game.as_json(), "codemaker": codemaker_name, "rule": rule.name, "codes": codes.name, "seed": seed}
        )


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


def converse(position: Position, codemaker: Codemaker, turns: int, dialogue: Dialogue) -> Game:
    """Return the game that a person plays against `codemaker`; it ends with the secret told."""
    codes = position.codes
    game = GameUnderWay(position, codemaker, turns)
    while not game.over:
        answer = dialogue.ask(_("Turn {turn} of {turns}: ").format(turn=len(game.moves) + 1, turns=turns))
        if answer is None or (answer.casefold() in QUIT and answer.upper() not in codes):
            game.given_up = True
            break
        try:
            code = codes.read(answer)
        except MastermotError as error:
            dialogue.say(f"  {describe_refusal(error)}")
            continue
        move = game.guess(code)
        if game.won:
            dialogue.say(describe_win(codes.display(code), len(game.moves)))
            return game.record()
        # the secret itself agrees with all marks, also where no other code that does was found
        estimate = game.position.estimate
        left = count_codes_left(codes, *estimate) if estimate.number else ""
        dialogue.say(f"  {painted(code, move.marks, aside=dialogue.aside)}  {left}".rstrip())
    if len(game.moves) == turns:
        dialogue.say(_("That was your last turn."))
    record = game.record()
    dialogue.say(_("The secret was {secret}.").format(secret=codes.display(record.secret or "")))
    return record


def describe_refusal(error: MastermotError) -> str:
    """Return what is wrong with a guess, what was perhaps meant, and that the turn is not counted."""
    advice = describe_advice(error)
    if error.suggestions and not isinstance(error, CodeLengthError):
        advice = _(NEAREST).format(suggestions=", ".join(error.suggestions))
    elif isinstance(error, CodeUnknownError):
        advice = ""
    return " ".join(part for part in (f"{error.describe_reason(_)}.", advice, _("Not counted.")) if part)

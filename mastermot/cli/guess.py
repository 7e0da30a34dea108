"""``mastermot guess``: you look for the machine's secret."""

from __future__ import annotations

from typing import Any

import click

from mastermot.cli.choices import chosen_codes, code_options, rule_option
from mastermot.cli.errors import describe_advice
from mastermot.cli.games import QUIT, count_codes, count_codes_left, describe_codes, describe_win
from mastermot.cli.localized import command, option
from mastermot.cli.output import Dialogue, painted, print_json
from mastermot.codes import CodeLengthError, CodeUnknownError
from mastermot.errors import N_, NEAREST, MastermotError
from mastermot.locale import gettext as _
from mastermot.locale import ngettext
from mastermot.play.codemakers import Codemaker, make_codemaker
from mastermot.play.game import USUAL_TURNS, Game, Move
from mastermot.play.positions import Position
from mastermot.rules import Rule
from mastermot.wording.numbers import write_number


@command("guess", help=N_("Find the machine's secret: you guess, it marks. With --fickle it may change its mind."))
@code_options
@rule_option
@option("--fickle", is_flag=True, help=N_("It may change its secret, never contradicting its marks."))
@option("--turns", type=click.IntRange(min=1), default=USUAL_TURNS, show_default=True, help=N_("Turns you have."))
@option("--seed", type=int, help=N_("Seed of the secret; each game has another when it is left out."))
@option("--json", "as_json", is_flag=True, help=N_("Print one JSON document."))
def guess(rule: Rule, fickle: bool, turns: int, seed: int | None, as_json: bool, **choice: Any) -> None:
    codes = chosen_codes(**choice)
    if seed is None:
        from secrets import randbelow

        seed = randbelow(1 << 32)
    codemaker = make_codemaker("fickle" if fickle else "honest", codes, seed)
    dialogue = Dialogue(aside=as_json)
    opening = _("My secret is one of {codes} ({name}); it may change after each guess.") if fickle else ""
    opening = opening or _("My secret is one of {codes} ({name}).")
    dialogue.say(opening.format(codes=count_codes(codes, codes.count), name=describe_codes(codes)))
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


def converse(position: Position, codemaker: Codemaker, turns: int, dialogue: Dialogue) -> Game:
    """Return the game that a person plays against `codemaker`; it ends with the secret told."""
    codes = position.codes
    moves: list[Move] = []
    while len(moves) < turns:
        answer = dialogue.ask(_("Turn {turn} of {turns}: ").format(turn=len(moves) + 1, turns=turns))
        if answer is None or (answer.casefold() in QUIT and answer.upper() not in codes):
            break
        try:
            code = codes.read(answer)
        except MastermotError as error:
            dialogue.say(f"  {describe_refusal(error)}")
            continue
        marks = codemaker.answer(position, code)
        moves.append(Move(code, marks, *position.estimate))
        position = position.after(code, marks)
        if marks.blacks == codes.length:
            dialogue.say(describe_win(codes.display(code), len(moves)))
            return Game(tuple(moves), True, code)
        # the secret itself agrees with all marks, also where the sample found no code
        left = count_codes_left(codes, *position.estimate) if position.estimate.number else ""
        dialogue.say(f"  {painted(code, marks, aside=dialogue.aside)}  {left}".rstrip())
    if len(moves) == turns:
        dialogue.say(_("That was your last turn."))
    secret = codemaker.reveal(position)
    dialogue.say(_("The secret was {secret}.").format(secret=codes.display(secret)))
    return Game(tuple(moves), False, secret)


def describe_refusal(error: MastermotError) -> str:
    """Return what is wrong with a guess, what was perhaps meant, and that the turn is not counted."""
    advice = describe_advice(error)
    if error.suggestions and not isinstance(error, CodeLengthError):
        advice = _(NEAREST).format(suggestions=", ".join(error.suggestions))
    elif isinstance(error, CodeUnknownError):
        advice = ""
    return " ".join(part for part in (f"{error.describe_reason(_)}.", advice, _("Not counted.")) if part)

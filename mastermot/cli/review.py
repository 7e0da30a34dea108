"""``mastermot review``: a game judged move by move."""

from __future__ import annotations

import click

from mastermot.ask.playing import judge
from mastermot.cli.choices import CodeOptions, GuessOptions, PlayerOptions, starts_option
from mastermot.cli.errors import EXIT_BAD_INPUT, Failure, describe
from mastermot.cli.options import argument, command, name_option, output_option
from mastermot.cli.output import paint_guess, print_result, print_text, read_standard_input, say_written
from mastermot.cli.progress import progress
from mastermot.errors import N_, Fault, MastermotError
from mastermot.game.advice.histories import list_guesses
from mastermot.game.advice.review import Review
from mastermot.game.advice.transcripts import check_game, find_codes, read_transcript, replay
from mastermot.game.codebreakers import make_codebreaker
from mastermot.game.positions import Position
from mastermot.lab.explore.plots import check_plot
from mastermot.rules import BLACK_WHITE, RULES, rule_named
from mastermot.rules.codes import check_listed
from mastermot.say.languages import gettext as _
from mastermot.words.files import STANDARD_STREAM, decode, read_bytes

LARGEST_GAME = 1 << 20  #: Bytes of a game that are read at most.


@command(
    N_(
        "Judge a game move by move: what each guess told, what the best one was, skill and luck. FILE (- is standard "
        "input) has a guess and its marks a line (RAIES XO), or is the JSON of play, guess or the service."
    ),
    "play --length 5 --secret coude --json | mastermot review -",
)
def review(
    *,
    file: str = argument(metavar="FILE|-"),
    chosen: CodeOptions,
    rule: str | None = name_option(
        N_("How marks are given: {names} or {last}; else what the JSON says, else black-white."), RULES, metavar="RULE"
    ),
    starts: str | None = starts_option,
    allowed: GuessOptions,
    opening: tuple[str, ...] = PlayerOptions.opening,
    plot: str | None = output_option(N_("Draw the codes left, the turns lost and the luck of each move (.png, .svg).")),
) -> None:
    if plot is not None:
        check_plot(plot)
    piped = file == STANDARD_STREAM
    text = read_standard_input(LARGEST_GAME) if piped else (decode(read_bytes(file, LARGEST_GAME), file), file)
    transcript = read_transcript(*text)
    told = None if chosen.given or starts is not None else find_codes(transcript, allowed.answers)
    codes = told or chosen.open(starts, [turn.guess for turn in transcript.lines], allowed.answers)
    check_listed(codes)
    theirs = transcript.rule if transcript.rule in RULES else None
    chosen_rule = rule_named(rule if rule is not None else theirs or BLACK_WHITE)
    check_game(transcript, codes, chosen_rule)
    known = allowed.list_known(codes, opening)
    wider = list_guesses(codes, known, allowed.hard)
    codebreaker = make_codebreaker("best", codes=codes, accelerators=wider, opening=opening)
    try:
        positions = replay(transcript, Position(codes, chosen_rule), frozenset((*known, *codebreaker.plan.opening)))
    except MastermotError as error:
        if error.fault is Fault.USE:  # of the file, not of the command
            raise Failure(describe(error), EXIT_BAD_INPUT) from None
        raise
    with progress(_("turns"), len(transcript.lines)) as step:
        judged = judge(positions, codebreaker, hard=allowed.hard, on_move=step)
    print_result(judged, lambda: print_review(judged))
    if plot is not None:
        from mastermot.lab.reviewplots import plot_review

        plot_review(judged, plot, _)
        say_written(plot)


def print_review(judged: Review) -> None:
    for number, move in enumerate(judged.moves, start=1):
        click.echo(f"{number:>3}  {paint_guess(move.guess, move.marks)}".rstrip())
        print_text(move.text, indent="     ")
    click.echo(judged.text)

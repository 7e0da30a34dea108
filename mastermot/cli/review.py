"""``mastermot review``: a game judged move by move."""

import click

from mastermot.cli.game_options import read_game_file, tell_unlisted, with_game_file
from mastermot.cli.options import alphabet_option, json_option, output_option, request_options
from mastermot.cli.output import paint_guess, print_result, print_text, progress, write_output
from mastermot.errors import N_, Fault, UseError
from mastermot.game.advice.review import Review
from mastermot.game.advice.review_plots import check_plot, plot_review
from mastermot.game.advice.transcripts import check_game, replay
from mastermot.operations.game_advice import ReviewRequest, judge, start_review
from mastermot.operations.game_setup import choose_hard_mode
from mastermot.texts import _


@click.command(
    help=N_(
        "Judge a game move by move: what each guess revealed, which guess was best, skill and luck. FILE (- "
        "is standard input) has a guess and its marks on each line (RAIES XO). It may also be a game as "
        "people write or share it, or the JSON of play, guess or the service."
    ),
    epilog="mastermot play --length 5 --secret coude --json | mastermot review -",
)
@request_options(ReviewRequest)
@click.argument("file", metavar="FILE|-")
@output_option(
    "--plot", check=check_plot, help=N_("Draw the codes left, the turns lost and the luck of each move (.png, .svg).")
)
@alphabet_option
@json_option
def review(request: ReviewRequest, file: str, plot: str | None) -> None:
    transcript = read_game_file(file)
    request = with_game_file(request, transcript)
    start, extra_guesses, codebreaker = start_review(request)
    check_game(transcript, start.codes, start.rule)  # raises an error if the options name another game than the file
    try:
        positions = replay(transcript, start, extra_guesses)
    except UseError as error:  # a turn in the file is wrong, not how the command is used
        error.fault = Fault.INPUT
        raise
    with progress(_("turns"), len(transcript.lines)) as step:
        judged = judge(positions, codebreaker, hard=choose_hard_mode(request.hard, start.rule), on_move=step)
    tell_unlisted(judged.unlisted)
    print_result(judged, lambda: print_review(judged))
    write_output(plot, lambda path: plot_review(judged, path, _))


def print_review(judged: Review) -> None:
    """Print each move with its marks, and below the move the sentence about it; last, the text about the whole game."""
    for number, move in enumerate(judged.moves, start=1):
        click.echo(f"{number:>3}  {paint_guess(move.guess, move.marks)}".rstrip())
        print_text(move.text, indent="     ")
    click.echo(judged.text)

"""``mastermot next``: what to play, for a game so far."""

from collections.abc import Sequence
from dataclasses import replace

import click

from mastermot.cli.game_options import (
    TURN,
    accel_option,
    count_candidates,
    describe_win,
    find_game_file,
    locating_turns,
    read_game_file,
    scoring_progress,
    tell_read,
    tell_unlisted,
    with_accelerators,
    with_game_file,
    with_turns,
    write_sizes,
)
from mastermot.cli.options import alphabet_option, json_option, list_given_options, request_options
from mastermot.cli.output import note, print_result, print_table, print_text
from mastermot.game.advice.suggestions import Advice, Suggestion
from mastermot.game.advice.transcripts import Transcript, check_game
from mastermot.game.advice.turns import WrittenTurn
from mastermot.game.book import find_game, find_near
from mastermot.game.codebreakers import Codebreaker
from mastermot.game.positions import Position
from mastermot.operations.game_advice import AdviceRequest, advise_as_asked, start_advice, with_transcript
from mastermot.operations.player_choice import refuse_idle_seed
from mastermot.rules import Rule
from mastermot.rules.codes import Codes
from mastermot.texts import N_, _, plural, write_number
from mastermot.texts.phrases import capitalize


@click.command(
    help=N_(
        "Say what to play next: the codes left after the turns so far (GUESS=MARKS, such as RAIES=XO: X in its "
        "place, O elsewhere), and the best guesses. The turns may also come from a FILE (- is standard input): a game "
        "as people write or share it, or the clues of a number lock."
    ),
    epilog="mastermot next --length 5 raies=O coule=XXXX\n"
    "mastermot next --holes 4 --colours 6 AABB=XO\n"
    "mastermot next lock.txt",
)
@request_options(AdviceRequest)
@click.argument("history", metavar="[GUESS=MARKS]...|FILE|-", type=TURN, nargs=-1)
@accel_option
@click.option(
    "--explain-book",
    is_flag=True,
    help=N_("Say whether the book of openings has this game, and if not, which of its lists differ."),
)
@alphabet_option
@json_option
def next(request: AdviceRequest, accel: str | None, explain_book: bool) -> None:  # noqa: A001 - the command's name
    if (file := find_game_file(request.history)) is not None:
        request, position, player = start_from_file(request, accel, file)
    else:
        request = with_accelerators(with_turns(with_game_of_turns(request)), accel)
        position, player = start_advice(request)
    refuse_idle_seed(request, player, list_given_options())
    if explain_book:  # to the player, all words that may be guessed besides the codes are acceleration words
        note(compare_with_book(position.codes, position.rule, player.plan.accelerators))
    with scoring_progress(position, player):
        advice = advise_as_asked(request, position, player)
    tell_read(advice.read, position.rule)
    tell_unlisted(advice.unlisted)
    if position.won:
        found = describe_win(position.codes.display(position.history[-1].guess), len(position.history))
        print_result(advice, lambda: click.echo(found))
        return
    print_result(advice, lambda: print_advice(advice, position.codes))
    if advice.ranked_by and len(advice.guesses) > 1:
        text = _("The strategy {strategy} chooses one guess and ranks none: the others are ranked by {criterion}.")
        note(text.format(strategy=player.plan.strategy, criterion=advice.ranked_by))


def with_game_of_turns(request: AdviceRequest) -> AdviceRequest:
    """Return the request with the rule that its turns show, or as one for a game of digits if they show that.

    The turns were typed as arguments, but are read as those of a file are: ``🟩⬛🟨⬛⬛`` shows the rule positional.
    The request is returned as it is if it has no turns, if a turn lacks its guess or its marks, or if the options name
    colours. With colours, marks such as ⬛⬛⬜⬜ are pegs, and only ``--rule`` says by which rule they are given.
    """
    names_colours = request.holes is not None or request.colours is not None
    turns = [WrittenTurn(0, turn.guess, turn.marks) for turn in request.history]  # 0: they stand on no line
    is_complete = all(turn.guess.strip() and turn.marks.strip() for turn in turns)  # if not, `with_turns` refuses them
    if not turns or not is_complete or names_colours:
        return request
    return with_transcript(request, Transcript(tuple(turns)))


def start_from_file(
    request: AdviceRequest, accel: str | None, file: str
) -> tuple[AdviceRequest, Position, Codebreaker]:
    """Return the request with the turns of a file, the position after them, and the player that advises.

    `file` is the file of the turns, and `accel` that of ``--accel``. Raises `TranscriptOtherError` if the options name
    other codes, or another rule, than the file of the turns.
    """
    transcript = read_game_file(file)
    without_turns = replace(request, history=[])  # the name of the file was read as a turn
    request = with_accelerators(with_game_file(without_turns, transcript), accel)
    with locating_turns(transcript):
        position, player = start_advice(request)
    check_game(transcript, position.codes, position.rule)
    return request, position, player


def compare_with_book(codes: Codes, rule: Rule, extra_guesses: Sequence[str]) -> str:
    """Return the sentence that says whether the book of openings has a game of these codes, rule and extra guesses.

    If the book has only a similar game of words, the sentence names that game, and says which of its two lists differ:
    that of the codes (``answers``), that of the extra guesses, or both. `extra_guesses` are all words that may be
    guessed besides the codes.
    """
    if (row := find_game(codes, rule, extra_guesses)) is not None:
        return _("The book of openings has this game: {game}.", game=row["game"])
    if (near := find_near(codes, rule, extra_guesses)) is None:
        return _("The book of openings has no such game.")
    near_row, differing_lists = near
    if differing_lists == ("answers",):
        text = _("The book of openings does not have this game. It has {game}, whose answers are different.")
    elif differing_lists == ("besides",):  # what the book calls the extra guesses
        text = _("The book of openings does not have this game. It has {game}, whose other guesses are different.")
    else:
        text = _("The book of openings does not have this game. It has {game}, whose two lists are different.")
    return text.format(game=near_row["game"])


def print_advice(advice: Advice, codes: Codes) -> None:
    """Print the candidates, a table of the best guesses and, if it is known, the guess with the fewest expected turns.

    This guess (``advice.best``) is added to the table as a last row if no guess in the table takes as few turns.
    """
    click.echo(capitalize(count_candidates(codes, advice.candidates, advice.error)))
    print_candidates(advice, codes)
    # guesses are scored on a sample if the candidates are too many to list. This shows by their number: it is an
    # estimate, or, before the first turn, that of all codes of a game that is too large to list
    are_all_codes = advice.candidates == codes.count
    is_large_at_start = are_all_codes and not codes.enumerable
    is_estimated = advice.error > 0 or is_large_at_start
    rows = [describe_row(guess, codes, estimated=is_estimated) for guess in advice.guesses]
    best = advice.best
    if best is not None and best.turns not in [guess.turns for guess in advice.guesses]:
        rows.append(describe_row(best, codes))
    last_title = _("can be it") if advice.guesses[0].chance is None else _("chance")
    print_table((_("guess"), _("entropy"), _("largest"), _("expected"), _("parts"), _("turns"), last_title), rows)
    if best is not None:
        note(describe_best(best, codes))


def print_candidates(advice: Advice, codes: Codes) -> None:
    """Print the candidates that the advice lists, each with its chance to be the secret if the advice has `chances`."""
    candidates = [codes.display(code) for code in advice.list]
    if advice.chances:
        pairs = zip(candidates, advice.chances, strict=True)
        candidates = [f"{code} {describe_chance(chance)}" for code, chance in pairs]
    unbroken = [text.replace(" ", "\u00a0") for text in candidates]  # so that no line is broken inside a candidate
    print_text(" ".join(unbroken), indent="  ")


def describe_best(best: Suggestion, codes: Codes) -> str:
    """Return the sentence that says with which guess the fewest turns are expected, and whether that is proven."""
    # `turns` is never None in ``advice.best``: the 0 is only for the type checker
    names = {"turns": write_number(best.turns or 0, 4), "guess": codes.display(best.guess)}
    if best.proven:
        return _("Proven: no guess takes fewer turns than {guess}, {turns} on average.", **names)
    return plural(
        "Fewest turns expected: {turns}, with {guess}.",
        "Fewest turns expected: {turns}, with {guess}.",
        int(best.turns or 0),  # French counts 1.70 as one
        **names,
    )


def describe_row(suggestion: Suggestion, codes: Codes, *, estimated: bool = False) -> tuple[object, ...]:
    """Return the cells of a suggestion's row, in the order of the titles that `print_advice` gives.

    The last cell says how likely the guess is the secret or, if no chance is known, whether it can be the secret. With
    `estimated`, the sizes of classes are those of a sample, and are shown as estimates. The expected turns are exact,
    or estimated if the suggestion has an `estimate`.
    """
    if suggestion.chance is None:
        last_cell = _("yes") if suggestion.candidate else _("no")
    else:
        last_cell = describe_chance(suggestion.chance)
    expected_turns = suggestion.turns if suggestion.estimate is None else suggestion.estimate
    return (
        codes.display(suggestion.guess),
        suggestion.entropy,
        *write_sizes(suggestion.largest, suggestion.expected, estimated=estimated),
        suggestion.parts,
        expected_turns,
        last_cell,
    )


def describe_chance(chance: float) -> str:
    """Return a chance in percent: ``12 %``, or ``3.4 %`` below ten."""
    return _("{number} %", number=write_number(100 * chance, 1 if chance < 0.1 else 0))

"""``mastermot rank``: the best opening guesses, or the best after some turns."""

import math
from functools import partial

import click

from mastermot.cli.game_options import (
    TURN,
    count_candidates,
    count_codes,
    rule_of_turns,
    tell_read,
    with_turns,
    write_sizes,
)
from mastermot.cli.options import alphabet_option, json_option, request_options
from mastermot.cli.output import interruptible, note, print_result, print_table, progress
from mastermot.game.large import OPENING_SECRETS
from mastermot.lab.static import searching
from mastermot.operations.game_setup import choose_codes_of, open_extra_guesses
from mastermot.operations.ranking import PairLimits, Ranking, RankRequest, rank_best
from mastermot.rules.codes import Codes, ColourCodes
from mastermot.texts import N_, _, write_number


@click.command(
    help=N_(
        "Rank the best opening guesses, by entropy and by largest class, under each rule; with --after, the best "
        "guesses after some turns."
    ),
    epilog="mastermot rank --length 4 --rule black-white\nmastermot rank --length 4 --after rais=O",
)
@request_options(RankRequest)
@click.option(
    "--after",
    "history",
    type=TURN,
    multiple=True,
    metavar="GUESS=MARKS",
    help=N_(
        "Rank what to play after this turn (may be repeated). Its marks follow black-white, unless --rule "
        "names another rule."
    ),
)
@alphabet_option
@json_option
def rank(request: RankRequest) -> None:
    request = with_turns(request)
    most = PairLimits(work=searching.MAX_PAIRED, marks=math.inf)  # more than the service allows: a person can wait
    with interruptible(lambda: _("Interrupted before the ranking was over.")):
        ranking = rank_best(request, partial(progress, _("guesses")), most)
    if ranking.read:  # turns of --after whose marks were not written in the canonical form
        tell_read(ranking.read, rule_of_turns(request))
    codes = choose_codes_of(request)
    ranks_single_guesses = request.count == 1  # otherwise pairs: the second guess does not depend on the first's marks
    if ranks_single_guesses:
        print_result(ranking, lambda: print_openings(ranking, codes))
    else:
        print_result(ranking, lambda: print_pairs(ranking, codes, request))


def print_openings(ranking: Ranking, codes: Codes) -> None:
    """Print a table of the best guesses.

    Before the table, print notes: if the codes are too many to list, how exact the figures are; after some turns, how
    many candidates there are under each rule.
    """
    if not codes.enumerable:
        sampled = _(
            "Estimated on a sample of {sample} of {count}: where two entropies differ by less than about "
            "{error} bits, the order of the two guesses is uncertain."
        )
        # an entropy is a mean over the codes of the sample: of the bits that the marks with each code give. The
        # standard deviation of these bits is about 1
        standard_error = 1 / math.sqrt(OPENING_SECRETS)
        error = write_number(2 * standard_error, 2)
        note(sampled.format(sample=write_number(OPENING_SECRETS), count=count_codes(codes), error=error))
    candidates_by_rule = {opening.rule: opening.candidates for opening in ranking.openings if opening.candidates}
    for rule, candidates in candidates_by_rule.items():
        note(_("{rule}: {count}", rule=rule, count=count_candidates(codes, candidates)))
    last_title = None if ranking.openings[0].alike is None else _("alike")  # a column that only colours have
    titles = (_("rule"), _("by"), _("guess"), _("entropy"), _("largest"), _("expected"), _("parts"), last_title)
    rows = []
    for opening in ranking.openings:
        entropy = write_number(opening.entropy, 10 if codes.enumerable else 4)
        sizes = write_sizes(opening.largest, opening.expected, estimated=not codes.enumerable)
        rows.append([opening.rule, opening.by, opening.guess, entropy, *sizes, opening.parts, opening.alike])
    print_table(titles, rows)


def print_pairs(ranking: Ranking, codes: Codes, request: RankRequest) -> None:
    """Print a table of the best pairs of openings.

    With words, a note says so before the table if only some guesses were tried as the first of a pair. With colours
    this loses nothing, and there is no note: guesses that differ only in the names of their colours are equally good.
    """
    all_guesses = set(codes.texts)  # a set, since a word may also be in the list of --guesses
    listed_guesses = open_extra_guesses(request.guesses, codes)  # those of --guesses, None without it
    if listed_guesses is not None:
        all_guesses.update(listed_guesses.texts)
    count = len(all_guesses)
    looked_at = ranking.first_guesses or 0  # how many were tried as the first of a pair; never None for pairs
    if looked_at < count and not isinstance(codes, ColourCodes):
        text = _(
            "Only pairs with one of {looked_at} guesses were ranked: of all {count}, those that leave the "
            "most classes by themselves."
        )
        note(text.format(looked_at=write_number(looked_at), count=write_number(count)))
    titles = [_("rule"), _("by"), _("guesses"), _("classes"), _("largest"), _("expected")]
    rows = []
    for pair in ranking.pairs:
        rows.append((pair.rule, pair.by, " ".join(pair.guesses), pair.classes, pair.largest, pair.expected))
    print_table(titles, rows)

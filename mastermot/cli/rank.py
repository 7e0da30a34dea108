"""``mastermot rank``: the best opening guesses, or the best after some turns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import click

from mastermot.ask.ranking import Ranking, RankRequest, rank_openings
from mastermot.cli.choices import open_codes, position_after
from mastermot.cli.games import count_codes, count_codes_left, write_sizes
from mastermot.cli.options import Number, command, option
from mastermot.cli.output import note, print_result, print_table
from mastermot.cli.progress import interruptible, progress
from mastermot.errors import N_
from mastermot.game.large import OPENING_SECRETS
from mastermot.game.positions import Position
from mastermot.rules import BLACK_WHITE, RULES, Rule, rule_named
from mastermot.rules.codes import Codes, ColourCodes
from mastermot.say.languages import gettext as _
from mastermot.say.numbers import write_number


@command(
    N_(
        "Rank the best opening guesses, by entropy and by largest class, under each rule; with --after, the best "
        "guesses after some turns."
    ),
    "rank --length 4 --rule black-white",
    "rank --length 4 --after rais=O",
)
def rank(
    asked: RankRequest,
    turns: tuple[str, ...] = option(
        N_("After this turn (may be repeated), under black-white unless --rule says another."),
        "--after",
        metavar="GUESS=MARKS",
    ),
    count: int = option(
        N_("1 ranks single guesses, 2 pairs of guesses that are played whatever the answers."),
        type=Number(1, 2),
        default=1,
    ),
    guesses: str | None = option(N_("With --count 2: words of this list may be guessed too."), metavar="NAME|PATH"),
) -> None:
    codes, top, rules = open_codes(asked, turns=turns), asked.top, tuple(map(rule_named, asked.rules))
    if count == 2:
        if turns:
            raise click.UsageError(_("--after cannot be used with --count 2."))
        rank_pairs(codes, rules or tuple(RULES.values()), guesses, top)
        return
    if guesses is not None:
        raise click.UsageError(_("--guesses is for --count 2."))
    rules = rules or ((BLACK_WHITE,) if turns else tuple(RULES.values()))
    positions = [position_after(turns, codes, rule) for rule in rules]
    with interruptible(lambda: _("Interrupted before the ranking was over.")):
        ranking = rank_openings(codes, positions, top, partial(progress, _("guesses")))
    print_result(ranking, lambda: print_openings(ranking, codes, positions if turns else ()))


def print_openings(ranking: Ranking, codes: Codes, positions: Sequence[Position]) -> None:
    if not codes.enumerable:
        sampled = _(
            "Estimated on a sample of {sample} of {count}: guesses whose entropies differ by less than about {error} "
            "bits may stand in any order."
        )
        # what the marks of one code tell spreads by about a bit around its mean, the entropy
        error = write_number(2 / math.sqrt(OPENING_SECRETS), 2)
        note(sampled.format(sample=write_number(OPENING_SECRETS), count=count_codes(codes, codes.count), error=error))
    for position in positions:
        number = count_codes_left(codes, len(position.candidates))
        note(_("{rule}: {count}").format(rule=position.rule.name, count=number))
    titles = [_("rule"), _("by"), _("guess"), _("entropy"), _("largest"), _("expected"), _("parts"), _("alike")]
    rows = []
    for one in ranking.openings:
        entropy = write_number(one.entropy, 10 if codes.enumerable else 4)
        sizes = write_sizes(one.largest, one.expected, estimated=not codes.enumerable)
        rows.append([one.rule, one.by, one.guess, entropy, *sizes, one.parts, one.alike])
    shown = 7 if ranking.openings[0].alike is None else 8
    print_table(titles[:shown], [row[:shown] for row in rows])


def rank_pairs(codes: Codes, rules: Sequence[Rule], guesses: str | None, top: int) -> None:
    from mastermot.cli.choices import open_guesses
    from mastermot.lab.static import FixedProblem, searching

    wider = open_guesses(guesses, codes)
    words = None if wider is None else list(dict.fromkeys((*codes.texts, *wider.texts)))
    found, looked_at = list[dict[str, Any]](), 0
    with interruptible(lambda: _("Interrupted before the ranking was over.")):
        for rule in rules:
            problem = FixedProblem(codes, rule, words)
            firsts = searching.choose_firsts(problem, searching.MAX_PAIRED // len(rules))
            looked_at = len(firsts)
            with progress(_("guesses"), looked_at) as step:
                for name, best in searching.rank_pairs(problem, firsts, top, step).items():
                    found += [{"rule": rule.name, "by": name, **pair._asdict()} for pair in best]

    def tell() -> None:
        if looked_at < problem.guesses.count and not isinstance(codes, ColourCodes):
            text = _("Pairs with one of the {looked_at} guesses that leave the most classes by themselves, of {count}.")
            note(text.format(looked_at=write_number(looked_at), count=write_number(problem.guesses.count)))
        titles = [_("rule"), _("by"), _("guesses"), _("classes"), _("largest"), _("expected")]
        for pair in found:
            pair |= {"guesses": " ".join(pair["guesses"]), "expected": write_number(pair["expected"], 4)}
        print_table(titles, [list(pair.values()) for pair in found])

    print_result({"codes": codes.count, "checksum": codes.checksum, "first_guesses": looked_at, "pairs": found}, tell)

"""``mastermot accelerate``: proposes an acceleration file for a dictionary, and says what it gains."""

from pathlib import Path
from typing import Any

import click

from mastermot.cli.cliques import choose_length
from mastermot.cli.game_options import start_engine
from mastermot.cli.options import (
    alphabet_option,
    dictionary_option,
    engine_options,
    field_options,
    json_option,
    naming_options,
)
from mastermot.cli.output import interruptible, note, print_result, progress
from mastermot.cli.types import Name, Number
from mastermot.families.accelerators import Accelerator, write_accelerators
from mastermot.families.family import star_separated_words
from mastermot.game.codebreakers import make_codebreaker
from mastermot.lab.explore.acceleration import MAX_WORDS, Proposal, Split, TurnSum, choose_trials, count_steps, propose
from mastermot.operations.errors import at
from mastermot.operations.game_setup import CodesRequest
from mastermot.operations.player_choice import PlayerRequest, list_players
from mastermot.operations.word_choice import open_own, open_within
from mastermot.rules import Rule, rule_named
from mastermot.rules.codes import WordCodes
from mastermot.texts import N_, _, plural, write_number
from mastermot.words.dictionaries import Dictionary


@click.command(
    help=N_("Propose acceleration words, which split the families that make games long, as an acceleration file."),
    epilog="mastermot accelerate --length 4 --most 1",
)
@dictionary_option("--words", help=N_("The dictionary to play with; by default, that of your language."))
@field_options(CodesRequest, "length")
@dictionary_option(
    "--from",
    "--guesses",
    "stock",
    help=N_("Take the acceleration words from this dictionary too, usually a larger one."),
)
@click.option("--most", type=Number(1, 50), default=MAX_WORDS, help=N_("The most acceleration words to propose."))
@click.option(
    "--trials",
    type=Number(1),
    help=N_("The most words to try at each step; by default, the longer the list, the fewer."),
)
@field_options(CodesRequest, "rule")
@click.option(
    "--player",
    type=Name(completed=list_players),
    default="decodeur",
    help=N_("The player that will use the words: decodeur, consistent, or the name of a strategy."),
)
@field_options(PlayerRequest, "strategy", "sample")
@engine_options
@alphabet_option
@json_option
@naming_options()
def accelerate(
    words: Dictionary | str | None,
    length: int | None,
    stock: Dictionary | str | None,
    most: int,
    trials: int | None,
    rule: str,
    player: str,
    strategy: str | None,
    sample: int | None,
    jobs: int | None,
    scheduler: str | None,
) -> None:
    dictionary = open_own(words)
    codes = WordCodes(dictionary, choose_length(dictionary, length))
    # acceleration words are chosen among the words to find and, with --from, among those of a second list: the stock
    with at("stock"):  # errors name the option --from
        stock_dictionary = None if stock is None else open_within(stock, codes.letters)
    stock_words = () if stock_dictionary is None else codes.take_words(stock_dictionary)
    with (
        start_engine(jobs, scheduler) as engine,
        interruptible(lambda: _("Interrupted before the search was over.")),
        progress(Path(dictionary.name).name, count_steps(most)) as advance,
    ):
        proposal = propose(
            codes,
            rule_named(rule),
            stock_words,
            player=player,
            strategy=strategy,
            sample=sample,
            most=most,
            trials=trials,
            engine=engine,
            progress=advance,
        )
    plan = make_codebreaker(player, strategy=strategy).plan  # names the player's own strategy, if none was asked for
    how = {"rule": rule_named(rule).name, "player": player, "strategy": plan.strategy}
    document = make_document(proposal, codes, how)
    print_result(document, lambda: click.echo(make_file(proposal, codes, how, stock_dictionary), nl=False))
    print_summary(proposal, trials or choose_trials(len(codes)))


def make_document(proposal: Proposal, codes: WordCodes, how: dict[str, str]) -> dict[str, Any]:
    """Return the object of ``--json``. `how` has the rule, the player and the strategy by which games were played."""
    return {
        "codes": len(codes),
        "dictionary": codes.dictionary.name,
        "checksum": codes.checksum,
        **how,
        "without": proposal.without.as_json(),
        "with": proposal.with_them.as_json(),
        "accelerators": [split._asdict() for split in proposal.splits],
        "complete": proposal.complete,
    }


def make_file(proposal: Proposal, codes: WordCodes, how: dict[str, str], stock: Dictionary | None) -> str:
    """Return the text of the acceleration file: comments about the games, then each word with the reason for it.

    The comments name the list, say how games were played, and give their outcome without the words and with them. `how`
    has the rule, the player and the strategy by which games were played. `stock` is the dictionary of ``--from``, from
    which words may come too; None without that option.
    """
    names = {"name": Path(codes.dictionary.name).name, "length": codes.length, "count": len(codes)}
    header = [_("Acceleration words for {name}, {length} letters ({count} words)", **names)]
    if stock is not None:
        header.append(_("taken from {name}", name=Path(stock.name).name))
    header += [
        _("SHA-256 of the words: {checksum}", checksum=codes.checksum),
        _("rule {rule}, player {player}, strategy {strategy}", **how),
        _("without them: {outcome}", outcome=describe_outcome(proposal.without)),
        _("with them: {outcome}", outcome=describe_outcome(proposal.with_them)),
    ]
    if not proposal.splits:
        header.append(_("no word helps"))
    rule = rule_named(how["rule"])
    words = [Accelerator(split.word, describe_reason(split, rule, codes.letters)) for split in proposal.splits]
    return write_accelerators(words, header)


def describe_reason(split: Split, rule: Rule, alphabet: str) -> str:
    """Return why a word was chosen: ``for RA?E: RACE *RAGE* *RARE* (3 positions)``.

    RA?E is the family that the word splits best. A word of that family stands between stars if it gets other marks from
    the acceleration word than the usual ones of the family (`find_separated_words`); here RACE gets the usual ones.
    So many times in the games played (3 positions) the player guesses the acceleration word only to split the
    candidates. `Split.family` says when no family is named. `alphabet` has the letters of the words.
    """
    played = plural("{count} position", "{count} positions", split.positions)
    if split.family is None:
        return _("for no family in particular ({played})", played=played)
    words = star_separated_words(split.word, split.family, rule, alphabet)
    return _("for {pattern}: {words} ({played})", pattern=split.family.pattern, words=words, played=played)


def describe_outcome(outcome: TurnSum) -> str:
    figures = {"total": outcome.total, "average": write_number(outcome.average, 6), "longest": outcome.longest}
    return _("{total} turns, average {average}, longest {longest}", **figures)


def print_summary(proposal: Proposal, trials: int) -> None:
    """Print on standard error what the proposed words gain, or that no word helps.

    If the search was not `complete`, a second sentence says that each step tried only the most promising words: so many
    as `trials` says.
    """
    old = proposal.without
    new = proposal.with_them
    before = write_number(old.average, 6)
    after = write_number(new.average, 6)
    if proposal.splits:
        gained = plural("{count} turn saved", "{count} turns saved", old.total - new.total)
        text = _("{words}: {gained}; average {before} → {after}, longest {longest} → {shorter}.")
        words = " ".join(proposal.words)
        averages = {"before": before, "after": after}
        longest_games = {"longest": old.longest, "shorter": new.longest}
        note(text.format(words=words, gained=gained, **averages, **longest_games))
    else:
        note(_("No word helps: the average is {average} without any.", average=before))
    if not proposal.complete:
        limit = plural(
            "The search was limited to the most promising word at each step (--trials).",
            "The search was limited to the {count} most promising words at each step (--trials).",
            trials,
        )
        note(limit)

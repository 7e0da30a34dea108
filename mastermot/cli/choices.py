"""What several commands make of what they are asked for: codes, players, guesses; and where long work runs."""

import logging
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Annotated, TypeVar

import click

from mastermot.ask.codes import CodesChoice, choose_codes_of, open_wider
from mastermot.ask.errors import at
from mastermot.ask.playing import AdviceRequest, HistoryRequest, KnownRequest, PlayerRequest, TurnRequest
from mastermot.ask.ranking import RankRequest
from mastermot.ask.requests import Bounds, Help, Request
from mastermot.cli.errors import naming
from mastermot.cli.options import DEFAULT_LENGTH, options_of
from mastermot.cli.output import find_file, note
from mastermot.engine import Engine, open_engine, usual_jobs
from mastermot.families.accelerators import of_length, read_accelerators
from mastermot.game.advice.histories import give_letters, refuse_turn
from mastermot.game.codebreakers import Codebreaker, make_codebreaker
from mastermot.rules import BLACK_WHITE, Rule, rule_named
from mastermot.rules.codes import Codes
from mastermot.say import _
from mastermot.say.languages import usual_dictionary
from mastermot.words.dictionaries import Dictionary, open_dictionary
from mastermot.words.folding import LETTERS, fold_or_empty

Asked = TypeVar("Asked", HistoryRequest, AdviceRequest, RankRequest)
AnyCodes = TypeVar("AnyCodes", bound=CodesChoice)
AnyPlayer = TypeVar("AnyPlayer", bound=PlayerRequest)
CODES, PLAYER, KNOWN = options_of(CodesChoice), options_of(PlayerRequest), options_of(KnownRequest)


class EngineRequest(Request):
    """Where long work runs."""

    jobs: Annotated[
        int | None,
        Bounds(1, 64),
        Help(
            "Processes that share long work (threads in optimal and static): by default one for each processor, 4 at "
            "most."
        ),
    ] = None
    scheduler: Annotated[
        str | None,
        Help(
            "Work on a dask cluster instead: the address of its scheduler, such as tcp://10.0.0.5:8786.",
            metavar="ADDRESS",
        ),
    ] = None

    def open(self, jobs: int | None = None) -> Engine:
        """Return the engine asked for, or one with other `jobs`."""
        if self.scheduler is not None:
            # dask would write of lost connections to standard error, where our own sentence says it
            logging.getLogger("distributed").setLevel(logging.CRITICAL)
        return open_engine(jobs or self.jobs or usual_jobs(), self.scheduler)


def names_codes(asked: CodesChoice) -> bool:
    return any(getattr(asked, one.name) != one.default for one in fields(CodesChoice))


def open_codes(asked: CodesChoice, starts: str | None = None) -> Codes:
    codes = choose_codes_of(asked)
    with at("starts"):
        return codes if starts is None else give_letters(codes, starts)


def with_length(asked: AnyCodes, guess: str) -> AnyCodes:
    """Return a request whose dictionary is open, for words as long as a guess where their length is not given."""
    if asked.words is None:
        return asked
    length = asked.length or len(fold_or_empty(guess.strip())) or None
    return replace(asked, words=open_dictionary(asked.words), length=length)


def with_usual_words(asked: AnyCodes) -> AnyCodes:
    """Return a request for the usual words of the language where no codes were asked for."""
    return asked if names_codes(asked) else replace(asked, words=usual_dictionary(), length=DEFAULT_LENGTH)


def tell_default(asked: CodesChoice, codes: Codes) -> None:
    """Where no codes were asked for, say which they are and what else there is; once all is known to be right."""
    text = _(
        "With words of {length} letters ({name}). Also: --words {name} --length 6, or colours: --holes 4 --colours 6."
    )
    if not names_codes(asked):
        note(text.format(length=codes.length, name=codes.label))


def with_accelerators(asked: AnyPlayer, codes: CodesChoice | Codes) -> AnyPlayer:
    """Return a request with the words of its acceleration file, or of a shipped one, that are as long as the codes."""
    if asked.accel is None and asked.pool == "accelerated":
        raise click.UsageError(_("--pool accelerated needs acceleration words: give --accel FILE."))
    if asked.accel is not None and asked.pool == "consistent":
        raise click.UsageError(_("--pool consistent plays no acceleration word: leave out --pool or --accel."))
    if asked.accel is None:
        return asked
    codes = codes if isinstance(codes, Codes) else choose_codes_of(codes)
    letters = LETTERS if codes.dictionary is None else codes.letters  # colours are looked at by `make_codebreaker`
    words = of_length(read_accelerators(find_file(asked.accel, "accel"), letters), codes.length, asked.accel)
    with naming(asked.accel):
        for word in words:
            codes.fold(word)
    return replace(asked, accelerators=list(words))


def make_player(asked: PlayerRequest, codes: Codes, rule: Rule) -> Codebreaker:
    if (tree := getattr(asked, "tree", None)) is not None:
        if asked.opening:
            raise click.UsageError(_("{option} cannot be used with --opening.").format(option="--tree"))
        from mastermot.lab.optimal import TreePlayer, read_tree

        return TreePlayer(read_tree(tree, codes, rule))
    asked = with_accelerators(asked, codes)
    how = {name: getattr(asked, name) for name in ("strategy", "pool", "sample", "seed", "opening", "accelerators")}
    return make_codebreaker(asked.player, codes=codes, **how)


class PlayerOrTreeRequest(PlayerRequest):
    """How the player plays, or the strategy tree that is played instead."""

    tree: Annotated[str | None, Help("Play this strategy tree, which mastermot optimal wrote.", metavar="FILE")] = None


def open_guesses(guesses: Dictionary | str | None, codes: Codes) -> Codes | None:
    """Return the words of a wider list, which only words have."""
    with at("guesses"):
        return None if guesses is None else open_wider(guesses, codes)


def take_turns(asked: Asked, turns: Sequence[str]) -> Asked:
    """Return a request with the turns ``GUESS=MARKS``; words whose length is not given are as long as the first guess.

    Raises `HistoryTurnError`.
    """
    parts = [text.partition("=") for text in turns]
    asked = with_length(asked, "".join(guess for guess, _sign, _marks in parts[:1]))
    for text, (guess, _sign, marks) in zip(turns, parts, strict=True):
        if not guess.strip() or not marks.strip():
            rule = getattr(asked, "rule", None) or (*getattr(asked, "rules", ()), BLACK_WHITE.name)[0]
            raise refuse_turn(text, choose_codes_of(asked), rule_named(rule))
    return replace(asked, history=[TurnRequest(guess=guess, marks=marks) for guess, _sign, marks in parts])

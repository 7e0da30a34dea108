"""The options that several commands share, an object a group: which codes, player, guesses, engine."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence

import click

from mastermot.cli.errors import EXIT_USAGE, Failure, describe
from mastermot.cli.options import (
    DEFAULT_LENGTH,
    LENGTH,
    Number,
    OptionGroup,
    name_option,
    offer,
    open_if_named,
    option,
    words_option,
)
from mastermot.cli.output import find_file, note
from mastermot.engine import Engine, open_engine, usual_jobs
from mastermot.errors import N_, Fault, MastermotError
from mastermot.families.accelerators import of_length, read_accelerators
from mastermot.game.advice.histories import give_letters, keep_secrets, list_known, read_history
from mastermot.game.codebreakers import PLAYERS, POOLS, Codebreaker, make_codebreaker
from mastermot.game.codemakers import list_secrets
from mastermot.game.positions import Position
from mastermot.game.strategies import STRATEGIES
from mastermot.rules import Rule
from mastermot.rules.codes import MAX_HOLES, Codes, ColourCodes, PatternCodes, WordCodes, choose_codes
from mastermot.say.languages import gettext as _
from mastermot.say.languages import usual_dictionary
from mastermot.words.dictionaries import Dictionary, open_dictionary
from mastermot.words.folding import LETTERS, fold_or_empty


class CodeOptions(OptionGroup):
    """Which codes are played with."""

    words: str | None = option(
        N_("Play with the words of a dictionary or of a file; with --length alone, of fr-common."), metavar="NAME|PATH"
    )
    length: int | None = option(N_("Length of the words."), type=LENGTH)
    holes: int | None = option(N_("Play with colours: number of holes."), type=Number(1, MAX_HOLES))
    colours: int | None = option(N_("Number of colours, A, B, C…"), "--colours", "--colors", type=Number(2, 26))
    no_repeats: bool = option(N_("Each colour at most once (bulls and cows)."))
    empty: bool = option(N_("Holes may be left empty, written as a point."))
    digits: bool = option(N_("Write the colours as digits from 0, ten at most."))

    @property
    def given(self) -> bool:
        return any(vars(self).values())

    def open(self, starts: str | None = None, turns: Sequence[str] = (), answers: str | None = None) -> Codes:
        """Return the codes asked for, only those like `starts` and of the list `answers` where these are given.

        Words whose length is not given are as long as the guess of the first of the `turns`.
        """
        length = self.length
        if self.words is not None and length is None and turns:
            length = len(fold_or_empty(turns[0].partition("=")[0].strip())) or None
        kinds = {"repeats": not self.no_repeats, "empty": self.empty, "digits": self.digits}
        codes = choose_codes(self.words, length, self.holes, self.colours, **kinds)
        if answers is not None:
            codes = keep_secrets(codes, list_secrets(codes, open_dictionary(answers)))
        if starts is None:
            return codes
        if not isinstance(codes, WordCodes):
            raise click.UsageError(_("--starts is for words, not for colours."))
        return give_letters(codes, starts)

    def open_for_game(self) -> Codes:
        return self.open() if self.given else WordCodes(usual_dictionary(), DEFAULT_LENGTH)

    def tell_default(self, codes: Codes) -> None:
        """Where no codes were asked for, say which they are and what else there is; once all is known to be right."""
        text = _(
            "With words of {length} letters ({name}). Also: --words {name} --length 6, or colours: --holes 4 "
            "--colours 6."
        )
        if not self.given:
            note(text.format(length=codes.length, name=codes.label))


# a strategy's name is that of a player too
ANYBODY = {"shell_complete": offer(lambda ctx: dict.fromkeys((*PLAYERS, *STRATEGIES)))}


class PlayerOptions(OptionGroup):
    """How the player plays who looks for the secret."""

    player: str = name_option(
        N_("Who looks for the secret: {names}, {last}, or a strategy's name."), PLAYERS, **ANYBODY, default="best"
    )
    strategy: str | None = name_option(
        N_("The strategy that picks a guess, else the player's own: {names} or {last}."), STRATEGIES
    )
    pool: str | None = name_option(
        N_(
            "The guesses to pick from, else the player's own pool: consistent (the codes left), accelerated (the "
            "acceleration words too) or all (every code)."
        ),
        POOLS,
    )
    accel: str | None = option(N_("Acceleration words, one on each line."), metavar="FILE")
    sample: int | None = option(
        N_("The most candidates that are scored, else the player's own number."), type=Number(2)
    )
    seed: int = option(N_("Seed of every random choice."), type=Number(), default=0)
    opening: tuple[str, ...] = option(
        N_("Begin with this guess whatever the answers (may be repeated: the guesses in their order)."), metavar="GUESS"
    )

    @property
    def usual(self) -> bool:
        """Whether nothing is asked of the player."""
        nothing = (self.strategy, self.pool, self.sample, self.opening) == (None, None, None, ())
        return nothing and self.player in ("best", "book")

    def read_accelerators(self, codes: Codes) -> tuple[str, ...]:
        """Return those of the file that have the length of the codes; without such a file, of the shipped one."""
        if self.accel is None:
            return ()
        letters = LETTERS if codes.dictionary is None else codes.letters  # colours are looked at by `make`
        return of_length(read_accelerators(find_file(self.accel, "accel"), letters), codes.length, self.accel)

    def make(self, codes: Codes, wider: Iterable[str] = ()) -> Codebreaker:
        """Return the player, which may play the words `wider` too."""
        if self.accel is None and self.pool == "accelerated":
            raise click.UsageError(_("--pool accelerated needs acceleration words: give --accel FILE."))
        if self.accel is not None and self.pool == "consistent":
            raise click.UsageError(_("--pool consistent plays no acceleration word: leave out --pool or --accel."))
        words = self.read_accelerators(codes)
        for word in words:
            try:
                codes.fold(word)
            except MastermotError as error:
                raise error.at(source=self.accel or "") from None
        how = {name: vars(self)[name] for name in ("strategy", "pool", "sample", "seed", "opening")}
        return make_codebreaker(self.player, codes=codes, accelerators=(*words, *wider), **how)


class PlayerOrTreeOptions(PlayerOptions):
    """How the player plays, or the strategy tree that is played instead."""

    tree: str | None = option(N_("Play this strategy tree, which mastermot optimal wrote."), metavar="FILE")

    def make_for(self, codes: Codes, rule: Rule) -> Codebreaker:
        if self.tree is None:
            return self.make(codes)
        if self.opening:
            raise click.UsageError(_("{option} cannot be used with --opening.").format(option="--tree"))
        from mastermot.lab.optimal import TreePlayer, read_tree

        return TreePlayer(read_tree(self.tree, codes, rule))


class GuessOptions(OptionGroup):
    """What can be the secret, which guesses may be made besides, and which may not."""

    answers: str | None = option(
        N_("The secret is one of this list; the other words may only be guessed."), metavar="NAME|PATH"
    )
    guesses: str | None = words_option(
        N_("Words of this list may be guessed too, though they are never the secret."), None
    )
    hard: bool = option(N_("Hard mode: every guess must use what the marks so far have shown."))

    @property
    def dictionary(self) -> Dictionary | None:
        return open_if_named(self.guesses)

    def list_known(self, codes: Codes, opening: tuple[str, ...]) -> tuple[str, ...]:
        """Return the words that may have been guessed beside the codes: the list's, and those unlike ``--starts``."""
        known = list_known(codes, self.dictionary)
        if opening and self.hard:  # which need not allow it
            raise click.UsageError(_("{option} cannot be used with --opening.").format(option="--hard"))
        return known


starts_option = option(N_("Letters given at the start: the first (c), or a pattern (c..d.)."), metavar="LETTERS")


class EngineOptions(OptionGroup):
    """Where long work runs."""

    jobs: int = option(
        N_(
            "Processes that share long work (threads in optimal and static): by default one for each processor, 4 at "
            "most."
        ),
        type=Number(1, 64),
        default=usual_jobs,
        show_default=False,
    )
    scheduler: str | None = option(
        N_("Work on a dask cluster instead: the address of its scheduler, such as tcp://10.0.0.5:8786."),
        metavar="ADDRESS",
    )

    def open(self, jobs: int | None = None) -> Engine:
        """Return the engine asked for, or one with other `jobs`."""
        if self.scheduler is not None:
            # dask would write of lost connections to standard error, where our own sentence says it
            logging.getLogger("distributed").setLevel(logging.CRITICAL)
        return open_engine(self.jobs if jobs is None else jobs, self.scheduler)


def check_guesses_are_words(codes: Codes, guesses: str | None) -> None:
    if guesses is not None and isinstance(codes, ColourCodes):
        raise click.UsageError(_("--guesses is for words; with colours every code may be guessed."))


def open_guesses(guesses: str | None, codes: Codes) -> Codes | None:
    """Return the words of a wider list: those alone that begin with the letters that every code begins with."""
    if guesses is None:
        return None
    check_guesses_are_words(codes, guesses)
    dictionary = open_dictionary(guesses)
    if isinstance(codes, PatternCodes) and codes.given:
        return PatternCodes(dictionary, codes.length, codes.pattern)
    codes.take_words(dictionary)
    return WordCodes(dictionary, codes.length, besides=True)


def position_after(turns: Sequence[str], codes: Codes, rule: Rule, known: Sequence[str] = ()) -> Position:
    try:
        return read_history(turns, Position(codes, rule), frozenset(known))
    except MastermotError as error:
        if error.fault is Fault.INPUT:
            raise Failure(describe(error), EXIT_USAGE) from None
        raise

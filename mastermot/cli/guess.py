"""``mastermot guess``: you look for the machine's secret, in a conversation, and may ask for more than marks."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from secrets import randbelow
from typing import NamedTuple

import click

from mastermot.cli import game_options
from mastermot.cli.errors import StatisticsError, describe_advice
from mastermot.cli.options import alphabet_option, json_option, output_option, request_options
from mastermot.cli.output import Dialogue, draw_bars, paint_guess, print_json, progress, wants_json
from mastermot.cli.review import print_review
from mastermot.errors import N_, NEAREST, MastermotError
from mastermot.game.advice.errors import HardModeError
from mastermot.game.advice.guessing import GuessingGame
from mastermot.game.advice.suggestions import advise
from mastermot.game.codebreakers import Codebreaker, make_codebreaker
from mastermot.game.codemakers import Fickle, name_answers, random_secret
from mastermot.game.game import MAX_TURNS, Game, Move
from mastermot.game.hard_modes import STRICT, WORDLE
from mastermot.game.positions import Position
from mastermot.operations.game_advice import judge
from mastermot.operations.game_setup import choose_secrets, first_position, name_dictionary
from mastermot.operations.token_games import GameRequest, begin
from mastermot.results import as_json as make_json
from mastermot.rules.codes import CodeLengthError, Codes, CodeUnknownError, WordCodes
from mastermot.texts import _, plural
from mastermot.words.files import FileMissingError, add_line, read_list

MAX_POSSIBLE = 10  #: Codes listed that a codemaker who had not settled on one could still have named.


@click.command(
    help=N_(
        "Find the machine's secret: you guess, it marks. With --fickle it may change its mind. By default, "
        "the secret is a common word of 5 letters in your language."
    ),
    epilog="mastermot guess --first\nmastermot guess --holes 4 --colours 6 --fickle",
)
@request_options(GameRequest)
@click.option("--fickle", is_flag=True, help=N_("It may change its secret, but never contradicts its marks."))
@output_option("--stats", streams=False, help=N_("Count this game: save it in FILE, and show games, streak and turns."))
@alphabet_option
@json_option
def guess(request: GameRequest, fickle: bool, stats: str | None) -> None:
    wanted = replace(request, codemaker="fickle" if fickle else "honest")
    start = first_position(wanted, wanted.rule)
    codes = start.codes
    kept = read_games(Path(stats)) if stats is not None else []
    secrets = choose_secrets(codes, wanted.answers)
    seed = randbelow(1 << 32) if request.seed is None else request.seed
    if request.first and not isinstance(codes, WordCodes):
        raise click.UsageError(_("--first is for words, not for colours."))
    under_way = begin(wanted, start, random_secret(codes, seed, secrets), most_counted=None)
    game_options.tell_default(request, codes)
    played = under_way.position.codes
    helper = make_codebreaker("best", codes=played, accelerators=under_way.guesses)
    conversation = Conversation(under_way, helper, counted=stats is not None)
    conversation.introduce(codes, len(secrets) or codes.count)
    game = conversation.run()
    if wants_json():
        how = {"codemaker": wanted.codemaker, "rule": request.rule, "codes": played.name, "seed": seed}
        lists = {"answers": name_answers(codes, request.answers), "guesses": request.guesses}
        if (dictionary := name_dictionary(played)) is not None:
            lists["dictionary"] = dictionary
        counts = {"secrets": played.count, "playable": under_way.playable}
        helped = {"hints": conversation.hints, "undone": conversation.undone}
        print_json({**make_json(game), **how, **lists, **counts, **helped})
    if stats is not None:
        last = KeptGame(codes.name, request.rule, len(game.moves), game.won, conversation.hints)
        try:
            add_line(Path(stats), json.dumps(last._asdict(), ensure_ascii=False))
        finally:  # told also when it cannot be kept
            conversation.say(*describe_games([*kept, last], last, game_options.describe_codes(codes)))
    conversation.offer_review()


class Conversation(Dialogue):
    """A game that a person plays: guesses, and commands between them."""

    def __init__(self, game: GuessingGame, helper: Codebreaker, *, counted: bool) -> None:
        super().__init__()
        self.game = game
        self.codes = game.position.codes
        self.positions = [game.position]
        self.helper = helper
        self.counted = counted
        self.hints = self.undone = 0
        self.ended = False  #: Whether Ctrl-D ended the game: nothing more is asked.
        self.commands: dict[str, Callable[[], object]] = {
            "list": lambda: self.say(*game_options.list_candidates(game.position)),
            "hint": self.hint,
            "history": self.history,
            "help": self.help,
            "undo": self.undo,
        }

    def introduce(self, codes: Codes, secrets: int) -> None:
        """Say what the secret may be, what may be guessed, and by which rules; `secrets` is how many it may be."""
        game = self.game
        say = self.say
        every = game_options.count_codes(codes)
        name = game_options.describe_codes(codes)
        names = {"secrets": game_options.count_codes(codes, secrets), "codes": every, "name": name}
        text = _("My secret is one of {codes} ({name}).", **names)
        if secrets < codes.count:
            text = _("My secret is one of {secrets}; you may play any of {codes} ({name}).", **names)
        if fickle := isinstance(game.codemaker, Fickle):
            text += " " + _("I may change it after each guess.")
        say(text)
        if fickle and not codes.enumerable:
            say(_("There are too many codes to list: it compares a sample of them."))
        if game.pattern is not None:
            counted = game_options.count_codes(game.position.codes)
            say(_("It begins like this: {pattern}, which leaves {codes}.", pattern=game.pattern, codes=counted))
        if game.position.codes.count < game.playable:
            say(_("Words left are those that can still be the secret."))
        say(_(game.position.rule.meaning))
        if game.hard == WORDLE:
            say(_("Wordle’s hard mode: greens stay, and every guess uses the yellows."))
        elif game.hard == STRICT:
            say(_("Strict hard mode: every guess must agree with all marks so far."))
        allowed = plural("You have {count} turn.", "You have {count} turns.", game.most_turns)
        say(allowed + " " + _("Type q to give up, help for other commands."), "")

    def run(self) -> Game:
        """Return the game, once it is over: each answer is a guess or a command, and Ctrl-D gives up."""
        game = self.game
        while not game.over:
            answer = self.ask(_("Turn {turn} of {turns}: ", turn=len(game.moves) + 1, turns=game.most_turns))
            self.ended = answer is None
            name = game_options.find_command(answer or "")
            # a word for “quit” that may be played is played
            if answer is None or (name == "quit" and answer not in self.game):
                game.given_up = True
            elif name in self.commands:
                self.commands[name]()
                if answer in self.game:
                    self.say(_("  (“{word}” is a command here; to play the word: guess {word})", word=answer))
            else:
                self.guess(answer)
        if not game.position.won:
            if not game.given_up:
                self.say(_("That was your last turn."))
            self.reveal()
        return game.record()

    def guess(self, answer: str) -> None:
        """Play an answer as a guess, and say its marks; say what is wrong if it is none, or is not allowed."""
        game = self.game
        first, _space, rest = answer.partition(" ")
        try:
            code = game.read(rest if rest and game_options.find_command(first) == "play" else answer)
        except MastermotError as error:
            self.say(f"  {describe_refusal(error)}")
            return
        move = game.guess(code)
        self.positions.append(game.position)
        if game.position.won:
            hints = plural("{count} hint", "{count} hints", self.hints)
            undone = plural("{count} turn taken back", "{count} turns taken back", self.undone)
            helped = ", ".join([hints] * (self.hints > 0) + [undone] * (self.undone > 0))
            won = game_options.describe_win(self.codes.display(code), len(game.moves))
            self.say(f"{won} ({helped})" if helped else won)
        else:
            self.say(f"  {self.describe_turn(move, game.position)}")

    def describe_turn(self, move: Move, position: Position) -> str:
        estimate = position.estimate
        candidates = game_options.count_candidates(self.codes, *estimate) if estimate.number else ""
        return f"{paint_guess(move.guess, move.marks)}  {candidates}".rstrip()

    def hint(self) -> None:
        self.hints += 1
        advice = advise(self.game.position, self.helper, top=1, hard=self.game.hard, book=True)
        self.say(_("  I would play {guess}.", guess=self.codes.display(advice.guesses[0].guess)))

    def history(self) -> None:
        if not self.game.moves:
            self.say("  " + _("No guess yet."))
        for number, move in enumerate(self.game.moves, start=1):
            self.say(f"{number:>3}  {self.describe_turn(move, self.positions[number])}")

    def help(self) -> None:
        self.say("  " + _(self.game.position.rule.meaning))
        self.say("  " + _("Answer with a guess, or: list, hint, history, undo, help, q."))

    def undo(self) -> None:
        """Take the last turn back, unless the game is counted: its marks have been seen."""
        if self.counted:
            self.say("  " + _("This game is counted, and you have seen the marks: you can no longer take a turn back."))
        elif not self.game.moves:
            self.say("  " + _("No guess yet."))
        else:
            move = self.game.moves.pop()
            self.positions.pop()
            self.game.position = self.positions[-1]
            self.undone += 1
            self.say("  " + _("{guess} is taken back.", guess=move.guess))

    def reveal(self) -> None:
        """Say the secret; of a fickle codemaker, which codes were still possible."""
        position = self.game.position
        codemaker = self.game.codemaker
        if not isinstance(codemaker, Fickle):
            self.say(_("The secret was {secret}.", secret=self.codes.display(codemaker.reveal(position))))
            return
        possible = codemaker.find_candidates(position)
        text = _("I had not settled on a secret. Some that were still possible:")
        if position.sample.complete:
            candidates = game_options.count_codes(self.codes, len(possible))
            text = _("I had not settled on a secret. Still possible: {codes}.", codes=candidates)
        self.say(text, *game_options.list_candidates(position, possible, MAX_POSSIBLE))

    def offer_review(self) -> None:
        """Ask a person at a terminal whether to judge the game, and do so."""
        if self.ended or self.aside or not (self.game.moves and self.codes.enumerable and sys.stdin.isatty()):
            return
        if game_options.find_command(self.ask(_("Judge this game? (y/n) ")) or "") != "yes":
            return
        with progress(_("turns"), len(self.game.moves)) as step:
            judged = judge(self.positions, self.helper, hard=self.game.hard, on_move=step)
        print_review(judged)


def describe_refusal(error: MastermotError) -> str:
    advice = "" if isinstance(error, (CodeUnknownError, HardModeError)) else describe_advice(error)
    if error.suggestions and not isinstance(error, CodeLengthError):
        advice = _(NEAREST, suggestions=", ".join(error.suggestions))
    return " ".join(part for part in (f"{error.describe_reason(_)}.", advice, _("Not counted.")) if part)


class KeptGame(NamedTuple):
    """A game that was kept."""

    codes: str
    rule: str
    turns: int
    won: bool
    hints: int


def read_games(path: Path) -> list[KeptGame]:
    """Return the games of a file, none when there is no file. Raises `StatisticsError`."""
    try:
        text = read_list(path)
    except FileMissingError:
        return []
    kept = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            game = None
            with suppress(ValueError, TypeError, RecursionError):
                game = KeptGame(**json.loads(line))
            kinds = [*map(type, game or ())]
            if game is None or kinds != [str, str, int, bool, int] or not 0 <= game.turns <= MAX_TURNS:
                raise StatisticsError(source=str(path), line=number, text=line)
            kept.append(game)
    return kept


def describe_games(kept: list[KeptGame], last: KeptGame, codes: str) -> Iterator[str]:
    """Yield lines about the kept games with the codes and the rule of the `last`: won, streaks, turns."""
    alike = [game for game in kept if (game.codes, game.rule) == (last.codes, last.rule)]
    won = sum(game.won for game in alike)
    outcomes = [game.won for game in alike]
    streaks = [
        len(list(series)) if victory else 0 for victory, series in groupby(outcomes)
    ]  # a lost series is no streak
    names = {
        "codes": codes,
        "rule": last.rule,
        "games": plural("{count} game", "{count} games", len(alike)),
        "won": plural("{count} won", "{count} won", won),
        "share": round(100 * won / len(alike)),
        "current": streaks[-1],
        "longest": max(streaks),
    }
    yield _("{codes}, rule {rule}: {games}, {won} ({share} %); current streak {current}, best {longest}", **names)
    turns = [game.turns for game in alike if game.won]
    yield from draw_bars({number: turns.count(number) for number in range(1, max(turns, default=0) + 1)})

"""``mastermot play``: the machine looks for the secret, yours or a given one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import click

from mastermot.advice.codes_in_mind import check_code
from mastermot.cli.choices import (
    chosen_codes,
    chosen_player,
    code_options,
    player_option,
    player_options,
    rule_option,
    tree_option,
    tree_player,
    usual_codes,
)
from mastermot.cli.errors import EXIT_LIMIT, EXIT_NO_SOLUTION, describe_advice
from mastermot.cli.games import (
    QUIT,
    count_codes,
    count_codes_left,
    describe_codes,
    describe_win,
    introduce_player,
    list_left,
)
from mastermot.cli.localized import command, option
from mastermot.cli.output import Dialogue, painted, print_json
from mastermot.cli.progress import progress
from mastermot.codes import Codes, WordCodes
from mastermot.errors import N_, MastermotError
from mastermot.locale import gettext as _
from mastermot.play.codebreakers import Choice, Codebreaker
from mastermot.play.codemakers import Honest
from mastermot.play.errors import NoCandidateError, NoCandidateFoundError
from mastermot.play.game import MAX_TURNS, Game, Move
from mastermot.play.game import play as play_game
from mastermot.play.positions import Position, Turn
from mastermot.results import as_json as make_json
from mastermot.rules import Rule
from mastermot.wording.codes_in_mind import tell_code
from mastermot.wording.numbers import write_estimate, write_number

OWN = frozenset({"guess", "play", "jouer", "proposer"})
"""Words before a guess that the machine is to play."""
CHECKS = ("word", "code", "mot")
"""Words before a code whose marks are to be checked."""
FEW = 10
"""Codes left that are shown with each guess."""


@command(
    "play",
    help=N_("Let the machine find your secret: it guesses, you mark (or give --secret, and it plays alone)."),
)
@code_options
@rule_option
@player_option("--player")
@player_options
@tree_option
@option("--secret", metavar="CODE", help=N_("The secret: the machine plays alone, without cheating."))
@option("--json", "as_json", is_flag=True, help=N_("Print one JSON document."))
@click.pass_context
def play(
    ctx: click.Context,
    /,
    rule: Rule,
    player: str,
    strategy: str | None,
    pool: str | None,
    accel: str | None,
    sample: int | None,
    seed: int,
    tree: str | None,
    secret: str | None,
    as_json: bool,
    **choice: Any,
) -> None:
    codes = chosen_codes(**choice) if any(choice.values()) else usual_codes()
    codebreaker = (
        chosen_player(codes, player, strategy, pool, accel, sample, seed)
        if tree is None
        else tree_player(codes, rule, tree)
    )
    codebreaker.check_game(codes, rule)
    codebreaker.check_work(codes)
    position = Position(codes, rule)
    if secret is not None:
        game = play_game(position, with_progress(codebreaker), Honest(codes.read(secret)), MAX_TURNS)
        if not as_json:
            click.echo(introduce_player(codebreaker, position))
            print_game(game, codes)
        status = 0
    else:
        session = Session(position, codebreaker, Dialogue(aside=as_json))
        game, status = session.run()
    if as_json:
        plan = codebreaker.plan
        how = {"player": plan.player, "strategy": plan.strategy, "pool": plan.pool, "seed": plan.seed}
        print_json({**make_json(game), **how, "rule": rule.name, "codes": codes.name})
    if status or (secret is not None and not game.won):
        ctx.exit(EXIT_NO_SOLUTION)


def with_progress(codebreaker: Codebreaker) -> Callable[[Position], Choice]:
    """Return the player's `choose`, which shows its progress on a terminal when it takes time."""

    def choose(position: Position) -> Choice:
        listed = position.codes.enumerable
        with progress(_("guesses"), (listed and codebreaker.count_guesses(position)) or None) as step:
            if listed:
                position.table.on_scored = step
            return codebreaker.choose(position)

    return choose


def print_game(game: Game, codes: Codes) -> None:
    """Print a game that the machine played alone, a turn a line."""
    for number, move in enumerate(game.moves, start=1):
        left = ""
        if move.error:
            left = _("of about {count}").format(count=write_estimate(move.candidates or 0, move.error))
        elif move.candidates is not None:
            left = _("of {count}").format(count=write_number(move.candidates))
        click.echo(f"{number:>3}  {painted(move.guess, move.marks)}  {left}".rstrip())
    if game.won:
        click.echo(describe_win(codes.display(game.moves[-1].guess), len(game.moves)))
    else:
        click.echo(_("Not found in {count} turns.").format(count=write_number(len(game.moves))))


class Stop(NamedTuple):
    """How a session ended."""

    game: Game
    status: int


class Session:
    """A game that a person marks: questions, answers, second thoughts."""

    def __init__(self, position: Position, codebreaker: Codebreaker, dialogue: Dialogue) -> None:
        """Begin at `position`."""
        self.start = position
        self.position = position
        self.choose = with_progress(codebreaker)
        self.codebreaker = codebreaker
        self.dialogue = dialogue
        self.counts: list[tuple[int | None, int]] = []
        self.status = 0
        self.commands: dict[str, Callable[[list[str]], bool]] = {
            **dict.fromkeys(("undo", "back", "retour", "annuler"), self.undo),
            **dict.fromkeys(("correct", "corriger"), self.correct),
            **dict.fromkeys(("list", "liste"), self.list_codes),
            **dict.fromkeys(CHECKS, self.check_code),
            **dict.fromkeys(("help", "aide", "?"), self.help),
        }

    def run(self) -> Stop:
        """Return the game, once the code is found or the person stops."""
        self.introduce()
        while True:
            try:
                choice = self.choose(self.position)
            except NoCandidateError as error:
                if not self.repair(error.parameters["turns"]):
                    return self.stop(EXIT_NO_SOLUTION)
                continue
            except NoCandidateFoundError as error:
                self.dialogue.say(f"{error.describe_reason(_)}. {describe_advice(error)}")
                if not self.ask_for_repair():
                    return self.stop(EXIT_LIMIT)
                continue
            self.counts[len(self.position.history) :] = [(choice.candidates, choice.error)]
            turn = self.mark(choice)
            if turn is None:
                return self.stop(0)
            if not turn:
                continue
            self.position = self.position.after(*turn[0])
            if turn[0].marks.blacks == self.position.codes.length and self.holds():
                self.dialogue.say(describe_win(self.position.codes.display(turn[0].guess), len(self.position.history)))
                return Stop(self.game(won=True), 0)

    def holds(self) -> bool:
        """Return whether the code found agrees with the turns before it; when it does not, the next round says so."""
        return self.position.estimate.number != 0

    def introduce(self) -> None:
        """Say the rules of the conversation."""
        codes = self.start.codes
        choose = _("Choose a secret among {codes} ({name}); I look for it.")
        self.dialogue.say(choose.format(codes=count_codes(codes, codes.count), name=describe_codes(codes)))
        self.dialogue.say(introduce_player(self.codebreaker, self.start))
        self.help([])

    def help(self, words: list[str]) -> bool:
        """Say how to answer."""
        say = self.dialogue.say
        say(_(self.start.rule.meaning))
        say(_("Answer with {forms}.").format(forms=_(self.start.rule.forms)))
        say(_("Also: guess CODE (to have it played), undo [TURN], correct TURN MARKS, list, help, quit."))
        say()
        return True

    def mark(self, choice: Choice) -> list[Turn] | None:
        """Ask for the marks of a guess: return the turn in a list, an empty list after a command, None to stop."""
        self.show(choice)
        guess = choice.guess
        while True:
            answer = self.dialogue.ask(_("  marks: "))
            if answer is None or answer.casefold() in QUIT:
                return None
            try:
                own = self.own_guess(answer)
                if own is not None:
                    guess = own
                    self.dialogue.say("  " + _("I play {guess}.").format(guess=self.start.codes.display(guess)))
                    continue
                if self.obey(answer):
                    return []
                marks = self.start.rule.parse(answer, self.start.codes.length)
            except MastermotError as error:
                self.dialogue.say(f"  {error.describe_reason(_)}. {describe_advice(error)}")
                continue
            return [Turn(guess, marks)]

    def show(self, choice: Choice) -> None:
        """Say the turn, the guess, and how many codes are left: which, when few."""
        turn = len(self.position.history) + 1
        guess = self.start.codes.display(choice.guess)
        if choice.candidates is None:
            self.dialogue.say(_("Turn {turn}: {guess}").format(turn=turn, guess=guess))
            return
        left = count_codes_left(self.start.codes, choice.candidates, choice.error)
        if 1 < choice.candidates <= FEW and not choice.error:
            left = _("{left}: {codes}").format(left=left, codes=", ".join(self.codes_left(FEW)))
        self.dialogue.say(_("Turn {turn} ({left}): {guess}").format(turn=turn, left=left, guess=guess))

    def codes_left(self, most: int) -> list[str]:
        """Return the first codes left."""
        return [self.position.table.text(int(row)) for row in self.position.candidates[:most]]

    def obey(self, answer: str) -> bool:
        """Carry out a command; return whether the answer was one that ends the question."""
        name, *words = answer.split()
        act = self.commands.get(name.casefold())
        return act(words) if act is not None else False

    def list_codes(self, words: list[str]) -> bool:
        """Show the codes left."""
        for line in list_left(self.position):
            self.dialogue.say(line)
        return True

    def own_guess(self, answer: str) -> str | None:
        """Return the guess that the person gives the machine to play, None for any other answer."""
        name, _space, text = answer.partition(" ")
        if name.casefold() not in OWN or not text.strip():
            return None
        return self.start.codes.read(text.strip())

    def check_code(self, words: list[str]) -> bool:
        """Compare the marks given with those of a code that the person had in mind; say where it is found."""
        for line in tell_code(check_code(self.position, "".join(words)), self.position.codes):
            self.dialogue.say(f"  {line}")
        return True

    def undo(self, words: list[str]) -> bool:
        """Go back to before the last turn, or before the turn named."""
        turns = len(self.position.history)
        wanted = int(words[0]) if words and words[0].isdecimal() else turns
        if not 1 <= wanted <= turns:
            self.dialogue.say(self.which_turns())
            return True
        self.rewind(self.position.history[: wanted - 1])
        return True

    def correct(self, words: list[str]) -> bool:
        """Give a turn other marks; the turns after it stand."""
        history = list(self.position.history)
        place = int(words[0]) - 1 if words and words[0].isdecimal() else -1
        if not 0 <= place < len(history) or len(words) < 2:
            self.dialogue.say(self.which_turns())
            return True
        marks = self.start.rule.parse(" ".join(words[1:]), self.start.codes.length)
        history[place] = Turn(history[place].guess, marks)
        self.rewind(tuple(history))
        return True

    def which_turns(self) -> str:
        """Return how to name a turn."""
        last = len(self.position.history)
        if not last:
            return "  " + _("No turn has been marked yet.")
        rule = self.start.rule
        signs = rule.example.ljust(self.start.codes.length, ".") if rule.by_position else rule.example
        example = _("correct {last} {signs}, undo {last}").format(last=last, signs=signs)
        return "  " + _("Name a turn from 1 to {last}, as in: {example}").format(last=last, example=example)

    def rewind(self, history: tuple[Turn, ...]) -> None:
        """Go to the position of another history."""
        self.position = self.start
        for turn in history:
            self.position = self.position.after(*turn)

    def repair(self, numbers: object) -> bool:
        """Say which answers, by the numbers of their turns, cannot hold together; return False to stop."""
        say = self.dialogue.say
        say(self.nothing_left())
        for number, turn in enumerate(self.position.history, start=1):
            if isinstance(numbers, tuple) and number in numbers:
                say(f"{number:>3}  {painted(*turn, aside=self.dialogue.aside)}".rstrip())
        return self.ask_for_repair()

    def ask_for_repair(self) -> bool:
        """Ask which answers to change; return False to stop."""
        say = self.dialogue.say
        while True:
            answer = self.dialogue.ask(_("correct TURN MARKS, undo [TURN], word WORD (yours) or quit: "))
            if answer is None or answer.casefold() in QUIT:
                return False
            try:
                if not self.obey(answer):
                    say(self.which_turns())
                elif answer.split()[0].casefold() not in CHECKS:
                    return True
            except MastermotError as wrong:
                say(f"  {wrong.describe_reason(_)}. {describe_advice(wrong)}")

    def nothing_left(self) -> str:
        """Return the sentence for answers that leave no code."""
        if isinstance(self.start.codes, WordCodes):
            return _("No word agrees with all your answers. These cannot hold together:")
        return _("No code agrees with all your answers. These cannot hold together:")

    def stop(self, status: int) -> Stop:
        """End the session before the code is found."""
        self.dialogue.say(_("The game stops here."))
        return Stop(self.game(won=False), status)

    def game(self, *, won: bool) -> Game:
        """Return the game as it stands."""
        counts = [*self.counts, *[(None, 0)] * len(self.position.history)]
        moves = [Move.of(*turn, *count) for turn, count in zip(self.position.history, counts, strict=False)]
        return Game(len(moves), won, moves[-1].guess if won else None, tuple(moves))

"""``mastermot play``: the machine looks for the secret, yours or a given one."""

from __future__ import annotations

from collections.abc import Callable

import click

from mastermot.advice.codes_in_mind import check_code
from mastermot.cli.choices import CodeOptions, PlayerOrTreeOptions, code_options
from mastermot.cli.errors import EXIT_LIMIT, EXIT_NO_SOLUTION, describe_advice
from mastermot.cli.games import (
    QUIT,
    count_codes,
    count_codes_left,
    describe_codes,
    describe_win,
    introduce_player,
    list_left,
    scoring_progress,
)
from mastermot.cli.options import command, group, json_option, option, rule_option
from mastermot.cli.output import Dialogue, paint_guess, print_json
from mastermot.codes import Codes, WordCodes
from mastermot.errors import N_, MastermotError
from mastermot.locale import gettext as _
from mastermot.locale import ngettext
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
LISTS = ("list", "liste")
FEW = 10
"""Codes left that are shown with each guess."""


@command(N_("Let the machine find your secret: it guesses, you mark (or give --secret, and it plays alone)."))
def play(
    chosen: CodeOptions = code_options,
    rule: Rule = rule_option(),
    playing: PlayerOrTreeOptions = group(PlayerOrTreeOptions),
    secret: str | None = option(metavar="CODE", help=N_("The secret: the machine plays alone, without cheating.")),
    as_json: bool = json_option,
) -> None:
    codes = chosen.open_for_game()
    codebreaker = playing.make_for(codes, rule)
    codebreaker.check_game(codes, rule)
    codebreaker.check_work(codes)
    chosen.tell_default(codes)
    position = Position(codes, rule)
    if secret is not None:
        game = play_game(position, with_progress(codebreaker), Honest(codes.read(secret)), MAX_TURNS)
        if not as_json:
            click.echo(introduce_player(codebreaker, position))
            print_game(game, codes)
        status = 0
    else:
        game, status = Session(position, codebreaker, Dialogue(aside=as_json)).run()
    if as_json:
        plan = codebreaker.plan
        how = {"player": plan.player, "strategy": plan.strategy, "pool": plan.pool, "seed": plan.seed}
        print_json({**make_json(game), **how, "rule": rule.name, "codes": codes.name})
    if status or (secret is not None and not game.won):
        raise click.exceptions.Exit(EXIT_NO_SOLUTION)


def with_progress(codebreaker: Codebreaker) -> Callable[[Position], Choice]:
    """Return the player's `choose`, which shows its progress on a terminal when it takes time."""

    def choose(position: Position) -> Choice:
        with scoring_progress(position, codebreaker):
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
        click.echo(f"{number:>3}  {paint_guess(move.guess, move.marks)}  {left}".rstrip())
    if game.won:
        click.echo(describe_win(codes.display(game.moves[-1].guess), len(game.moves)))
    else:
        click.echo(_("Not found in {count} turns.").format(count=write_number(len(game.moves))))


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
        self.commands: dict[str, Callable[[list[str]], None]] = {
            **dict.fromkeys(("undo", "back", "retour", "annuler"), self.undo),
            **dict.fromkeys(("correct", "corriger"), self.correct),
            **dict.fromkeys(LISTS, self.list_codes),
            **dict.fromkeys(CHECKS, self.check_code),
            **dict.fromkeys(("help", "aide", "?"), self.help),
        }

    def run(self) -> tuple[Game, int]:
        """Return the game, once the code is found or the person stops, and the exit status."""
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
            # a code found that does not agree with the turns before it leaves none: the next round says so
            if self.position.won and self.position.estimate.number:
                self.dialogue.say(describe_win(self.position.codes.display(turn[0].guess), len(self.position.history)))
                return self.game(won=True), 0

    def introduce(self) -> None:
        """Say the rules of the conversation."""
        codes = self.start.codes
        choose = _("Choose a secret among {codes} ({name}); I look for it.")
        self.dialogue.say(choose.format(codes=count_codes(codes, codes.count), name=describe_codes(codes)))
        self.dialogue.say(introduce_player(self.codebreaker, self.start))
        self.help([])

    def help(self, words: list[str]) -> None:
        """Say how to answer."""
        say = self.dialogue.say
        say(_(self.start.rule.meaning))
        say(_("Answer with {forms}.").format(forms=_(self.start.rule.forms)))
        say(_("Also: guess CODE (to have it played), undo [TURN], correct TURN MARKS, list, help, quit."))
        say()

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
            codes = ", ".join(self.position.table.text(int(row)) for row in self.position.candidates)
            left = _("{left}: {codes}").format(left=left, codes=codes)
        self.dialogue.say(_("Turn {turn} ({left}): {guess}").format(turn=turn, left=left, guess=guess))

    def obey(self, answer: str) -> bool:
        """Carry out a command; return whether the answer was one."""
        name, *words = answer.split()
        act = self.commands.get(name.casefold())
        if act is not None:
            act(words)
        return act is not None

    def list_codes(self, words: list[str]) -> None:
        """Show the codes left."""
        for line in list_left(self.position):
            self.dialogue.say(line)

    def own_guess(self, answer: str) -> str | None:
        """Return the guess that the person gives the machine to play, None for any other answer."""
        name, _space, text = answer.partition(" ")
        if name.casefold() not in OWN or not text.strip():
            return None
        return self.start.codes.read(text.strip())

    def check_code(self, words: list[str]) -> None:
        """Compare the marks given with those of a code that the person had in mind; say where it is found."""
        for line in tell_code(check_code(self.position, "".join(words)), self.position.codes):
            self.dialogue.say(f"  {line}")

    def undo(self, words: list[str]) -> None:
        """Go back to before the last turn, or before the turn named."""
        turns = len(self.position.history)
        wanted = int(words[0]) if words and words[0].isdecimal() else turns
        if not 1 <= wanted <= turns:
            self.dialogue.say(self.which_turns())
            return
        self.rewind(self.position.history[: wanted - 1])

    def correct(self, words: list[str]) -> None:
        """Give a turn other marks; the turns after it stand."""
        history = list(self.position.history)
        place = int(words[0]) - 1 if words and words[0].isdecimal() else -1
        if not 0 <= place < len(history) or len(words) < 2:
            self.dialogue.say(self.which_turns())
            return
        marks = self.start.rule.parse(" ".join(words[1:]), self.start.codes.length)
        history[place] = Turn(history[place].guess, marks)
        self.rewind(tuple(history))

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
        wrong = numbers if isinstance(numbers, tuple) else ()
        say(self.nothing_left(len(wrong)))
        for number in wrong:
            say(f"{number:>3}  {paint_guess(*self.position.history[number - 1], aside=self.dialogue.aside)}".rstrip())
        return self.ask_for_repair()

    def ask_for_repair(self) -> bool:
        """Ask which answers to change; return False to stop."""
        say = self.dialogue.say
        while True:
            answer = self.dialogue.ask(_("correct TURN MARKS, undo [TURN], word WORD (yours), list or quit: "))
            if answer is None or answer.casefold() in QUIT:
                return False
            name, *words = answer.casefold().split()
            try:
                if name in LISTS:
                    self.list_repairs()
                elif name in CHECKS or (name in OWN and words):
                    self.check_code(words)
                elif self.obey(answer):
                    return True
                else:
                    say(self.which_turns())
            except MastermotError as wrong:
                say(f"  {wrong.describe_reason(_)}. {describe_advice(wrong)}")

    def list_repairs(self) -> None:
        """Show, turn by turn, the codes that agree with all answers but that one."""
        history, found = self.position.history, False
        for number in range(1, len(history) + 1) if self.start.codes.enumerable else ():
            self.rewind(history[: number - 1] + history[number:])
            if len(self.position.candidates):
                found = True
                self.dialogue.say("  " + _("if only turn {turn} is wrong:").format(turn=number))
                for line in list_left(self.position, most=FEW):
                    self.dialogue.say(line)
        self.rewind(history)
        if not found:
            self.dialogue.say("  " + _("No single answer explains it: more than one is wrong."))

    def nothing_left(self, wrong: int) -> str:
        """Return the sentence for answers, so many of them wrong together, that leave no code."""
        if isinstance(self.start.codes, WordCodes):
            left = _("No word agrees with all your answers.")
        else:
            left = _("No code agrees with all your answers.")
        return left + " " + ngettext("This one cannot be right:", "These contradict each other:", wrong)

    def stop(self, status: int) -> tuple[Game, int]:
        """End the session before the code is found."""
        self.dialogue.say(_("The game stops here."))
        return self.game(won=False), status

    def game(self, *, won: bool) -> Game:
        """Return the game as it stands."""
        counts = [*self.counts, *[(None, 0)] * len(self.position.history)]
        moves = [Move.of(*turn, *count) for turn, count in zip(self.position.history, counts, strict=False)]
        return Game(len(moves), won, moves[-1].guess if won else None, tuple(moves))

"""The conversation of ``mastermot guess``: a person looks for a secret, and may ask for more than marks."""

from __future__ import annotations

from collections.abc import Callable

from mastermot.advice.errors import HardModeError
from mastermot.advice.guessing import GuessingGame
from mastermot.advice.suggestions import advise
from mastermot.cli.errors import describe_advice
from mastermot.cli.games import QUIT, count_codes, count_codes_left, describe_win, list_left
from mastermot.cli.output import Dialogue, painted
from mastermot.codes import CodeLengthError, CodeUnknownError
from mastermot.errors import NEAREST, MastermotError
from mastermot.locale import gettext as _
from mastermot.locale import ngettext
from mastermot.play.codebreakers import Codebreaker
from mastermot.play.codemakers import Fickle
from mastermot.play.game import Game
from mastermot.play.positions import Position

PLAY = ("guess", "play", "jouer", "proposer")
"""Words before a guess that is also the name of a command."""
MAX_POSSIBLE = 10
"""Codes listed that a codemaker who had not settled on one could still have named."""


class Conversation:
    """A game that a person plays: guesses, and commands between them."""

    def __init__(
        self,
        game: GuessingGame,
        dialogue: Dialogue,
        helper: Codebreaker,
        *,
        counted: bool = False,
    ) -> None:
        """Begin a game. `helper` gives the hints; a `counted` game is kept."""
        self.game = game
        self.positions = [game.position]
        self.dialogue = dialogue
        self.helper = helper
        self.counted = counted
        self.hints = 0
        self.undone = 0
        self.commands: dict[str, Callable[[], object]] = {
            **dict.fromkeys(("list", "liste"), self.list_codes),
            **dict.fromkeys(("hint", "coup de pouce", "pouce", "indice"), self.hint),
            **dict.fromkeys(("history", "historique"), self.history),
            **dict.fromkeys(("help", "aide", "?"), self.help),
            **dict.fromkeys(("undo", "annuler", "retour"), self.undo),
        }

    def run(self) -> Game:
        """Return the game, once it is over; it ends with the secret told."""
        game, say = self.game, self.dialogue.say
        while not game.over:
            prompt = _("Turn {turn} of {turns}: ").format(turn=len(game.moves) + 1, turns=game.most_turns)
            answer = self.dialogue.ask(prompt)
            if answer is None or (answer.casefold() in QUIT and answer.upper() not in game.position.codes):
                game.given_up = True
            elif answer.casefold() in self.commands:
                self.obey(answer)
            else:
                self.guess(answer)
        if not game.won:
            if not game.given_up:
                say(_("That was your last turn."))
            self.reveal()
        return game.record()

    def obey(self, answer: str) -> None:
        """Carry out a command; where a word of the list is written alike, say how to play it."""
        self.commands[answer.casefold()]()
        if answer in self.game.position.codes:
            text = _("  (“{word}” is a command here; to play the word: guess {word})")
            self.dialogue.say(text.format(word=answer))

    def guess(self, answer: str) -> None:
        """Take a guess, or say why it is not one."""
        game, say = self.game, self.dialogue.say
        first, _space, rest = answer.partition(" ")
        try:
            code = game.read(rest if rest and first.casefold() in PLAY else answer)
        except MastermotError as error:
            say(f"  {describe_refusal(error)}")
            return
        move = game.guess(code)
        self.positions.append(game.position)
        if game.won:
            say(describe_win(game.position.codes.display(code), len(game.moves)) + self.describe_help())
            return
        say(f"  {painted(code, move.marks, aside=self.dialogue.aside)}  {self.count_left(game.position)}".rstrip())

    def count_left(self, position: Position) -> str:
        """Return how many codes are left; nothing where none was found, though the secret itself agrees."""
        estimate = position.estimate
        return count_codes_left(position.codes, *estimate) if estimate.number else ""

    def describe_help(self) -> str:
        """Return how many hints were given and how many turns were taken back; nothing without any."""
        parts = []
        if self.hints:
            parts.append(ngettext("{count} hint", "{count} hints", self.hints).format(count=self.hints))
        if self.undone:
            text = ngettext("{count} turn taken back", "{count} turns taken back", self.undone)
            parts.append(text.format(count=self.undone))
        return f" ({', '.join(parts)})" if parts else ""

    def list_codes(self) -> None:
        """Show the codes left."""
        for line in list_left(self.game.position):
            self.dialogue.say(line)

    def hint(self) -> None:
        """Show the guess that the machine would make."""
        self.hints += 1
        advice = advise(self.game.position, self.helper, top=1, hard=self.game.hard)
        guess = self.game.position.codes.display(advice.guesses[0].guess)
        self.dialogue.say(_("  I would play {guess}.").format(guess=guess))

    def history(self) -> None:
        """Show the turns so far."""
        if not self.game.moves:
            self.dialogue.say("  " + _("No guess yet."))
        for number, move in enumerate(self.game.moves, start=1):
            left = self.count_left(self.positions[number])
            signs = painted(move.guess, move.marks, aside=self.dialogue.aside)
            self.dialogue.say(f"{number:>3}  {signs}  {left}".rstrip())

    def help(self) -> None:
        """Say what can be answered."""
        self.dialogue.say("  " + _(self.game.position.rule.meaning))
        self.dialogue.say("  " + _("Answer with a guess, or: list, hint, history, undo, help, q."))

    def undo(self) -> None:
        """Take the last turn back, unless the game is counted: its marks have been seen."""
        if self.counted:
            self.dialogue.say("  " + _("This game is counted, and you have seen the marks: no turn is taken back."))
        elif not self.game.moves:
            self.dialogue.say("  " + _("No guess yet."))
        else:
            move = self.game.moves.pop()
            self.positions.pop()
            self.game.position = self.positions[-1]
            self.undone += 1
            self.dialogue.say("  " + _("{guess} is taken back.").format(guess=move.guess))

    def reveal(self) -> None:
        """Say what the secret was, or for a codemaker that had none, what was still possible."""
        codes = self.game.position.codes
        if not isinstance(self.game.codemaker, Fickle):
            secret = self.game.codemaker.reveal(self.game.position)
            self.dialogue.say(_("The secret was {secret}.").format(secret=codes.display(secret)))
            return
        possible = self.game.codemaker.find_candidates(self.game.position)
        if self.game.position.sample.complete:
            left = count_codes(codes, len(possible))
            self.dialogue.say(_("I had not settled on a secret. Still possible: {codes}.").format(codes=left))
        else:
            self.dialogue.say(_("I had not settled on a secret. Some that were still possible:"))
        for line in list_left(self.game.position, possible, MAX_POSSIBLE):
            self.dialogue.say(line)


def describe_refusal(error: MastermotError) -> str:
    """Return what is wrong with a guess, what was perhaps meant, and that the turn is not counted."""
    advice = describe_advice(error)
    if error.suggestions and not isinstance(error, CodeLengthError):
        advice = _(NEAREST).format(suggestions=", ".join(error.suggestions))
    elif isinstance(error, (CodeUnknownError, HardModeError)):
        advice = ""
    return " ".join(part for part in (f"{error.describe_reason(_)}.", advice, _("Not counted.")) if part)

"""``mastermot play``: the machine looks for the secret, yours or a given one."""

from collections.abc import Callable, Sequence
from functools import partial

import click

from mastermot.cli import game_options
from mastermot.cli.errors import EXIT_DONE, EXIT_NO_SOLUTION, describe_advice
from mastermot.cli.options import alphabet_option, json_option, request_options
from mastermot.cli.output import Dialogue, paint_guess, print_result
from mastermot.errors import N_, MastermotError
from mastermot.game.advice.histories import check_code, read_guess
from mastermot.game.codebreakers import Choice, Codebreaker
from mastermot.game.codemakers import Honest
from mastermot.game.errors import NoCandidateError, NoCandidateFoundError
from mastermot.game.game import MAX_TURNS, Game, Move
from mastermot.game.game import play as play_game
from mastermot.game.positions import Position, Turn
from mastermot.operations.game_setup import name_dictionary, name_words
from mastermot.operations.player_choice import PlayerRequest
from mastermot.results import as_json as make_json
from mastermot.rules import Marks
from mastermot.rules.codes import ColourCodes, WordCodes
from mastermot.texts import _, plural, write_estimate
from mastermot.texts.reviews import tell_code

MAX_CANDIDATES_SHOWN = 10  #: Codes left that are shown with each guess.
MAX_DIGITS = 9  #: The most digits that are read as the number of a turn: Python refuses to convert thousands of them.


@click.command(
    help=N_(
        "Let the machine find your secret: it guesses, you mark. With --secret it plays alone. By default, it"
        " plays with common words of 5 letters in your language."
    ),
    epilog="mastermot play\nmastermot play --holes 4 --colours 6 --secret ABCD",
)
@request_options(PlayerRequest)
@game_options.accel_option
@game_options.tree_option
@click.option("--secret", metavar="CODE", help=N_("The secret: the machine plays alone, without cheating."))
@alphabet_option
@json_option
def play(request: PlayerRequest, accel: str | None, tree: str | None, secret: str | None) -> None:
    given = [] if secret is None else [secret]
    named = name_words(request, given)  # without a list of words in the request, one that knows the secret
    codes, rule, codebreaker = game_options.open_player(named, accel, tree)
    codebreaker.check_game(codes, rule)  # raises an error for a game that this player does not play
    codebreaker.check_work(codes)  # raises an error for a game with more codes than this player can compare
    game_options.remark_default(request, codes, given)
    position = Position(codes, rule)
    plan = codebreaker.plan
    how = {"player": plan.player, "strategy": plan.strategy, "pool": plan.pool, "seed": plan.seed}
    if secret is not None:
        game = play_game(position, partial(choose, codebreaker), Honest(codes.read(secret)), MAX_TURNS)
        status = EXIT_DONE if game.won else EXIT_NO_SOLUTION
    else:
        game, status = Session(position, codebreaker).run()
    document = {**make_json(game), **how, "rule": rule.name, "codes": codes.name}
    if (dictionary := name_dictionary(codes)) is not None:
        document["dictionary"] = dictionary

    def print_text() -> None:
        if secret is not None:  # without --secret, the `Session` has printed the game already
            print_game(game, codebreaker, position)

    print_result(document, print_text)
    raise click.exceptions.Exit(status)


def choose(codebreaker: Codebreaker, position: Position) -> Choice:
    with game_options.scoring_progress(position, codebreaker):
        return codebreaker.choose(position)


def print_game(game: Game, codebreaker: Codebreaker, start: Position) -> None:
    """Print who plays, each turn with its marks and the number of candidates before it, and how the game ended."""
    click.echo(game_options.introduce_player(codebreaker, start))
    for number, move in enumerate(game.moves, start=1):
        click.echo(f"{number:>3}  {paint_guess(move.guess, move.marks)}  {describe_count(move)}".rstrip())
    if game.won:
        click.echo(game_options.describe_win(start.codes.display(game.moves[-1].guess), len(game.moves)))
    else:
        click.echo(plural("Not found in {count} turn.", "Not found in {count} turns.", len(game.moves)))


def describe_count(move: Move) -> str:
    """Return how many candidates there were before a turn: ``of 1,296``, ``of about 32,900,000``; empty if unknown."""
    if move.candidates is None:
        return ""
    if move.error:
        return _("of about {count}", count=write_estimate(move.candidates, move.error))
    return _("of {count}", count=move.candidates)


class Session(Dialogue):
    """A game that a person marks: questions, answers, second thoughts."""

    def __init__(self, position: Position, codebreaker: Codebreaker) -> None:
        """Prepare a game in which the `codebreaker` guesses, from a `position` without turns."""
        super().__init__()
        self.start = position  #: Before the first turn.
        self.position = position  #: After the turns marked so far.
        self.codes = position.codes
        self.rule = position.rule
        self.codebreaker = codebreaker
        self.chosen = ""  #: The last guess of the player.
        self.guess = ""  #: The guess that is played: that of the player, or of the person in its place.
        self.counts: list[tuple[int | None, int]] = []
        """Before each turn: how many candidates there were, None if they are not counted, and the standard error."""
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "undo": self.undo,
            "back": self.undo,
            "correct": self.correct,
            "list": lambda words: self.say(*game_options.list_candidates(self.position)),
            "code": self.check_code,
            "help": self.help,
        }

    def run(self) -> tuple[Game, int]:
        """Return the game, once the code is found or the person stops, and the exit status.

        In each round the player makes a guess, and the person marks it or gives a command. If the marks contradict each
        other, the player can make no guess: they are shown, and the person is asked to mend them (`repair`).
        """
        self.introduce()
        while True:
            try:
                choice = choose(self.codebreaker, self.position)
            except (NoCandidateError, NoCandidateFoundError) as error:
                self.tell_no_candidate(error)
                if not self.converse(self.ask_for_repair(), self.repair):
                    return self.make_game(won=False), EXIT_NO_SOLUTION
                continue
            turns = len(self.position.history)  # turns that have been marked
            del self.counts[turns:]  # the counts of turns that were taken back
            self.counts.append((choice.candidates, choice.standard_error))
            self.show(choice)
            self.chosen = choice.guess
            self.guess = choice.guess
            if not self.converse(_("  marks: "), self.mark):
                return self.make_game(won=False), EXIT_DONE
            was_marked = len(self.position.history) > turns  # if not, a command such as `undo` asks for a new guess
            was_found = was_marked and self.position.won
            # a code that is marked as found, but contradicts the turns before it, leaves no candidate: no game is won
            # by that, and the next round says what is wrong
            if was_found and self.position.estimate.number:
                self.say(game_options.describe_win(self.codes.display(self.position.history[-1].guess), turns + 1))
                return self.make_game(won=True), EXIT_DONE

    def introduce(self) -> None:
        """Say which codes the secret may be, who looks for it, and how to answer."""
        names = {"codes": game_options.count_codes(self.codes), "name": game_options.describe_codes(self.codes)}
        if isinstance(self.codes, ColourCodes):
            self.say(_("Choose a secret among {codes} ({name}); I look for it.", **names))
        else:
            self.say(_("Choose a secret word among {codes} ({name}); I look for it.", **names))
        self.say(game_options.introduce_player(self.codebreaker, self.start))
        self.help([])

    def help(self, words: list[str]) -> None:
        self.say(_(self.rule.meaning))
        self.say(_("Answer with {forms}.", forms=_(self.rule.forms)))
        self.say(_("Also: guess CODE (I play it), undo [TURN], correct TURN MARKS, list, help, quit."), "")

    def show(self, choice: Choice) -> None:
        """Say which guess the codebreaker makes, and how many candidates there are, if they are counted.

        The candidates are listed too if they are few and their number is exact. A single candidate is not listed: it is
        the guess.
        """
        turn = len(self.position.history) + 1
        guess = self.codes.display(choice.guess)
        if choice.candidates is None:
            self.say(_("Turn {turn}: {guess}", turn=turn, guess=guess))
            return
        candidates = game_options.count_candidates(self.codes, choice.candidates, choice.standard_error)
        are_few = 1 < choice.candidates <= MAX_CANDIDATES_SHOWN
        is_exact = not choice.standard_error
        if are_few and is_exact:
            codes = ", ".join(self.position.table.text(int(row)) for row in self.position.candidates)
            candidates = _("{candidates}: {codes}", candidates=candidates, codes=codes)
        self.say(_("Turn {turn} ({candidates}): {guess}", turn=turn, candidates=candidates, guess=guess))

    def converse(self, prompt: str, act: Callable[[str], bool]) -> bool:
        """Ask until an answer leads to a new guess, and return True; return False if the person wants to stop.

        `act`, which is `mark` or `repair`, takes an answer and returns whether the player is to guess now. If `act`
        raises an error, the error is printed, and the question is asked again.
        """
        while True:
            answer = self.ask(prompt)
            if answer is None or game_options.find_command(answer) == "quit":  # None: the end of input
                return False
            try:
                if act(answer):
                    return True
            except MastermotError as error:
                self.say(f"  {describe_briefly(error)}")

    def mark(self, answer: str) -> bool:
        """Take an answer to a guess, its marks or a command; return whether the player is to make a guess now.

        The answer is one of these:

        - ``guess CODE``: this code is played in place of the player's guess. Return False, so that the person is asked
          for its marks.
        - A command that changes no turn, such as ``list``, while such a CODE is played: return False, so that the
          person is asked for its marks again.
        - Any other command, or marks: return True.
        """
        before = self.position
        name, _space, code = answer.partition(" ")
        code = code.strip()
        if game_options.find_command(name) == "play" and code:  # typed as “guess”
            self.guess = read_guess(code, self.codes, frozenset(self.codebreaker.plan.accelerators))
            self.tell_guess()
            return False
        if not self.obey(answer):  # it is no command, but the marks
            self.position = self.position.after(self.guess, self.read_marks(answer))
        has_changed_nothing = self.position is before  # so the answer was a command such as `list`
        plays_code_of_person = self.guess != self.chosen
        if has_changed_nothing and plays_code_of_person:
            self.tell_guess()
            return False
        return True

    def tell_guess(self) -> None:
        self.say("  " + _("I play {guess}.", guess=self.codes.display(self.guess)))

    def read_marks(self, text: str) -> Marks:
        """Return the marks of an answer; if they are not written plainly (`Rule.is_plain`), say how they were read."""
        marks = self.rule.parse(text, self.codes.length)
        if not self.rule.is_plain(text, self.codes.length):
            self.say("  " + game_options.describe_read(text.strip(), marks, self.rule))
        return marks

    def obey(self, answer: str) -> bool:
        """If the answer is a command, do what it says; return whether it is a command."""
        name, *words = answer.split()
        # `find_command` does not know ``back``, which means `undo`: the word itself is then the key in `commands`
        command = game_options.find_command(name) or name.casefold()
        if act := self.commands.get(command):
            act(words)
        return act is not None

    def check_code(self, words: list[str]) -> None:
        self.say(*(f"  {line}" for line in tell_code(check_code(self.position, "".join(words)), self.codes)))

    def undo(self, words: list[str]) -> None:
        """Take back a turn and all after it: the first of the `words` is its number; without words, the last turn.

        If no turn with this number has been marked, say which numbers there are, or that no turn has been marked.
        """
        turn = self.read_turn(words[0]) if words else len(self.position.history)  # 0 for no turn
        if turn:
            self.position = self.after(self.position.history[: turn - 1])
        else:
            self.say(self.ask_for_turn())

    def correct(self, words: list[str]) -> None:
        """Replace the marks of a turn: the first of the `words` is its number, the others are its new marks.

        If no turn with this number has been marked, or the new marks are missing, say how the command is written, or
        that no turn has been marked (`ask_for_turn`).
        """
        turn = self.read_turn(words[0]) if len(words) > 1 else 0  # 0 for no turn
        if turn:
            marks = self.read_marks(" ".join(words[1:]))
            history = list(self.position.history)
            history[turn - 1] = Turn(history[turn - 1].guess, marks)
            self.position = self.after(history)
        else:
            self.say(self.ask_for_turn())

    def read_turn(self, text: str) -> int:
        """Return the number of a turn that has been marked, or 0 for any other text, however long."""
        if not text.isdecimal() or len(text) > MAX_DIGITS:
            return 0
        turn = int(text)
        return turn if turn <= len(self.position.history) else 0

    def ask_for_turn(self) -> str:
        """Return the line that asks for the number of a marked turn or, if there is none, says so.

        After three turns it is ``Name a turn from 1 to 3, as in: correct 3 XO, undo 3``. Its marks are the `example` of
        the rule; if the rule marks each position, they have a sign for each: ``XO...``.
        """
        last = len(self.position.history)
        if last == 0:
            return "  " + _("No turn has been marked yet.")
        signs = self.rule.example
        if self.rule.by_position:
            signs = signs.ljust(self.codes.length, ".")
        example = _("correct {last} {signs}, undo {last}", last=last, signs=signs)
        return "  " + _("Name a turn from 1 to {last}, as in: {example}", last=last, example=example)

    def after(self, history: Sequence[Turn]) -> Position:
        """Return the position after these turns, played from the start."""
        position = self.start
        for guess, marks in history:
            position = position.after(guess, marks)
        return position

    def ask_for_repair(self) -> str:
        """Return the prompt if marks contradict each other: it says what can be typed to mend them (`repair`)."""
        if isinstance(self.codes, WordCodes):
            return _("correct TURN MARKS, undo [TURN], word WORD (yours), list or quit: ")
        return _("correct TURN MARKS, undo [TURN], code CODE (yours), list or quit: ")

    def tell_no_candidate(self, error: NoCandidateError | NoCandidateFoundError) -> None:
        """Say that no code agrees with all marks, and which marks contradict each other.

        If the codes are too many to compare all of them, say only that no such code was found.
        """
        if isinstance(error, NoCandidateError):
            self.tell_contradiction(error.turns)
        else:
            self.say(describe_briefly(error))

    def tell_contradiction(self, wrong: Sequence[int]) -> None:
        """Say that no code agrees with all marks, and show the turns that contradict each other, by their numbers."""
        sentence = _("No code agrees with all your answers.")
        if isinstance(self.codes, WordCodes):
            sentence = _("No word agrees with all your answers.")
        self.say(sentence + " " + plural("This one cannot be right:", "These contradict each other:", len(wrong)))
        for number in wrong:
            turn = self.position.history[number - 1]
            self.say(f"{number:>3}  {paint_guess(turn.guess, turn.marks)}".rstrip())

    def repair(self, answer: str) -> bool:
        """Take an answer while marks contradict each other; return whether the player is to try another guess.

        The player tries again after ``undo``, ``correct`` and ``help``. After any other answer the person is asked
        again: after ``list``; after ``word CODE`` (the command `code`) and ``guess CODE`` (`play`), which both compare
        the code that the person had in mind with the marks; and after an answer that is no command here, such as
        ``guess`` alone.
        """
        first, *words = answer.casefold().split()
        name = game_options.find_command(first)
        if name == "list":
            self.list_repairs()
        elif name == "code" or (name == "play" and words):
            self.check_code(words)
        elif self.obey(answer):
            return True
        else:
            self.say(self.ask_for_turn())
        return False

    def list_repairs(self) -> None:
        """Say, for each turn that could be the only wrong one, which codes are possible without it.

        If no turn could be the only wrong one, say that more are wrong. But if the codes are too many to compare all of
        them, this is not certain: say only that no code was found.
        """
        history = self.position.history
        is_explained = False
        were_all_compared = True
        for turn in range(1, len(history) + 1):
            position_without = self.after(history[: turn - 1] + history[turn:])  # turns are counted from 1
            if len(position_without.candidates):
                is_explained = True
                self.say("  " + _("if only turn {turn} is wrong:", turn=turn))
                self.say(*game_options.list_candidates(position_without, most=MAX_CANDIDATES_SHOWN))
            elif not position_without.sample.complete:
                were_all_compared = False
        if is_explained:
            return
        if were_all_compared:
            self.say("  " + _("A single wrong answer does not explain it: more than one is wrong."))
        else:
            self.say("  " + describe_briefly(NoCandidateFoundError()))

    def make_game(self, *, won: bool) -> Game:
        """Return the game as it was played. If it was not `won`, the person has stopped it: say that it stops."""
        if not won:
            self.say(_("The game stops here."))
        moves = []
        # a last guess that was not marked has a count, but is no move: so there may be one count more than turns
        for (guess, marks), (candidates, standard_error) in zip(self.position.history, self.counts, strict=False):
            moves.append(Move.of(guess, marks, candidates, standard_error))
        code_found = moves[-1].guess if won else None
        return Game(len(moves), won, code_found, tuple(moves))


def describe_briefly(error: MastermotError) -> str:
    return f"{error.describe_reason(_)}. {describe_advice(error)}"

"""``mastermot guess``: you look for the machine's secret, in a conversation, and may ask for more than marks."""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from secrets import randbelow
from typing import Any, NamedTuple

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
from mastermot.game.codemakers import Fickle, name_answers, name_list, random_secret
from mastermot.game.game import MAX_TURNS, Game, Move
from mastermot.game.hard_modes import STRICT, WORDLE
from mastermot.game.positions import Position
from mastermot.operations.game_advice import judge
from mastermot.operations.game_setup import choose_secrets, first_position, name_dictionary
from mastermot.operations.token_games import GameRequest, begin
from mastermot.results import as_json as make_json
from mastermot.rules.code_errors import CodeLengthError, CodeUnknownError
from mastermot.rules.codes import Codes, WordCodes
from mastermot.texts import _, plural
from mastermot.words.files import FileMissingError, add_line, read_list

MAX_POSSIBLE = 10  #: The most codes listed of those that a fickle codemaker could still name at the end.


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
    request = replace(request, codemaker="fickle" if fickle else "honest")
    start = first_position(request, request.rule)
    codes = start.codes  # all that may be guessed
    # read before the game begins, so that a broken file is refused now
    kept_games = read_games(Path(stats)) if stats is not None else []
    secrets = choose_secrets(codes, request.answers)  # empty if every code can be the secret
    seed = randbelow(1 << 32) if request.seed is None else request.seed
    if request.first and not isinstance(codes, WordCodes):
        raise click.UsageError(_("--first is for words, not for colours."))
    secret = random_secret(codes, seed, secrets)
    guessing = begin(request, start, secret, most_counted=None)  # candidates are counted after every turn
    game_options.remark_default(request, codes)
    # the helper advises codes that can be the secret, and words that may be guessed besides these
    helper = make_codebreaker("best", codes=guessing.position.codes, accelerators=guessing.guesses)
    conversation = Conversation(guessing, helper, counted=stats is not None)
    conversation.introduce(codes, secret_count=len(secrets) or codes.count)
    game = conversation.run()
    if wants_json():
        setting = {
            "codemaker": request.codemaker,
            "rule": request.rule,
            "codes": guessing.position.codes.name,
            "seed": seed,
            "answers": name_answers(codes, request.answers),
            "guesses": None if request.guesses is None else name_list(request.guesses),
        }
        print_json({**make_json(game), **setting, **conversation.describe()})
    if stats is not None:
        last = KeptGame(codes.name, request.rule, len(game.moves), game.won, conversation.hints)
        try:
            keep_game(Path(stats), last)
        finally:  # the figures are told even if the game cannot be kept
            conversation.say(*describe_games([*kept_games, last], last, game_options.describe_codes(codes)))
    conversation.offer_review()


class Conversation(Dialogue):
    """A game that a person plays: guesses, and commands between them."""

    def __init__(self, game: GuessingGame, helper: Codebreaker, *, counted: bool) -> None:
        """Prepare the conversation about a game that begins; the `helper` gives the hints, and judges the game.

        `counted` says whether the game is kept in a file (``--stats``): if it is, no turn can be taken back.
        """
        super().__init__()
        self.game = game
        self.codes = game.position.codes  #: What the secret may be: codes with the letters given at the start.
        self.positions = [game.position]  #: At the start and after each turn.
        self.helper = helper
        self.counted = counted
        self.hints = 0  #: Hints given.
        self.undone = 0  #: Turns taken back.
        self.ended = False  #: Whether Ctrl-D ended the game: nothing more is asked.
        self.commands: dict[str, Callable[[], object]] = {
            "list": lambda: self.say(*game_options.list_candidates(game.position)),
            "hint": self.hint,
            "history": self.history,
            "help": self.help,
            "undo": self.undo,
        }

    def describe(self) -> dict[str, Any]:
        """Return what ``--json`` has of the conversation, beside the game.

        These are the dictionary if there is one; how many codes could be the secret, and how many could be guessed,
        before the first turn; and the number of hints given and of turns taken back.
        """
        document: dict[str, Any] = {}
        if (dictionary := name_dictionary(self.codes)) is not None:
            document["dictionary"] = dictionary
        document |= {"secrets": self.codes.count, "playable": self.game.playable}
        document |= {"hints": self.hints, "undone": self.undone}
        return document

    def introduce(self, codes: Codes, secret_count: int) -> None:
        """Say what the secret may be, what may be guessed, and by which rules.

        Of the `codes` that may be guessed, `secret_count` can be the secret. Both are counted without the letters given
        at the start: these are told next, with the number of secrets that they leave.
        """
        self.introduce_secret(codes, secret_count)
        game = self.game
        if game.pattern is not None:
            possible = game_options.count_codes(game.position.codes)
            self.say(_("It begins like this: {pattern}, which leaves {codes}.", pattern=game.pattern, codes=possible))
        has_other_guesses = game.position.codes.count < game.playable  # some that cannot be the secret
        if has_other_guesses:
            self.say(_("Words left are those that can still be the secret."))
        self.say(_(game.position.rule.meaning))
        if game.hard == WORDLE:
            self.say(_("Wordle’s hard mode: greens stay, and every guess uses the yellows."))
        elif game.hard == STRICT:
            self.say(_("Strict hard mode: every guess must agree with all marks so far."))
        allowed = plural("You have {count} turn.", "You have {count} turns.", game.most_turns)
        self.say(allowed + " " + _("Type q to give up, help for other commands."), "")

    def introduce_secret(self, codes: Codes, secret_count: int) -> None:
        """Say how many codes can be the secret, how many may be guessed, and whether the secret may change.

        All `codes` may be guessed; `secret_count` of them can be the secret.
        """
        names = {
            "secrets": game_options.count_codes(codes, secret_count),
            "codes": game_options.count_codes(codes),
            "name": game_options.describe_codes(codes),
        }
        text = _("My secret is one of {codes} ({name}).", **names)
        if secret_count < codes.count:
            text = _("My secret is one of {secrets}; you may play any of {codes} ({name}).", **names)
        is_fickle = isinstance(self.game.codemaker, Fickle)
        if is_fickle:
            text += " " + _("I may change it after each guess.")
        self.say(text)
        if is_fickle and not codes.enumerable:
            self.say(_("There are too many codes to list: it compares a sample of them."))

    def run(self) -> Game:
        """Return the game, once it is over: each answer is a guess or a command (`obey`), and Ctrl-D gives up.

        If the secret was not found, it is revealed. Afterwards `ended` says whether the person typed Ctrl-D.
        """
        game = self.game
        while not game.over:
            answer = self.ask(_("Turn {turn} of {turns}: ", turn=len(game.moves) + 1, turns=game.most_turns))
            if answer is None:  # Ctrl-D
                self.ended = True
                game.given_up = True
            else:
                self.obey(answer)
        if not game.position.won:
            if not game.given_up:
                self.say(_("That was your last turn."))
            self.reveal()
        return game.record()

    def obey(self, answer: str) -> None:
        """Do what the answer says if it is a command of this conversation; otherwise play it as a guess.

        An answer may be both a command and a word of the game. If it is a command that gives up, such as ``quit``, it
        is played as the word. If it is any other, such as ``list``, the command is done, and a line says how to play
        the word.
        """
        name = game_options.find_command(answer)
        may_be_played = answer in self.game
        if name == "quit" and not may_be_played:
            self.game.given_up = True
        elif name in self.commands:
            self.commands[name]()
            if may_be_played:
                self.say(_("  (“{word}” is a command here; to play the word: guess {word})", word=answer))
        else:
            self.guess(answer)

    def guess(self, answer: str) -> None:
        """Play an answer as a guess, and say its marks, or that it is the secret; say what is wrong if it is no guess.

        The answer is a code, or a word for “guess” with a code behind it: ``guess list`` plays the word LIST.
        """
        game = self.game
        first, _space, rest = answer.partition(" ")
        has_command = bool(rest) and game_options.find_command(first) == "play"  # typed as “guess”
        typed_code = rest if has_command else answer
        try:
            code = game.read(typed_code)
        except MastermotError as error:
            self.say(f"  {describe_refusal(error)}")
            return
        move = game.guess(code)
        self.positions.append(game.position)
        if game.position.won:
            self.say(self.describe_win(code))
        else:
            self.say(f"  {self.describe_turn(move, game.position)}")

    def describe_win(self, code: str) -> str:
        """Return in how many turns and with which help the code was found.

        With help, it reads ``coude: found in 4 turns. (2 hints, 1 turn taken back)``.
        """
        won = game_options.describe_win(self.codes.display(code), len(self.game.moves))
        helps = []
        if self.hints:
            helps.append(plural("{count} hint", "{count} hints", self.hints))
        if self.undone:
            helps.append(plural("{count} turn taken back", "{count} turns taken back", self.undone))
        return f"{won} ({', '.join(helps)})" if helps else won

    def describe_turn(self, move: Move, position: Position) -> str:
        """Return a guess with its marks and the number of candidates at the `position` after it.

        That number is left out if it is 0: then the candidates were not counted, or a sample found none.
        """
        number, standard_error = position.estimate
        candidates = game_options.count_candidates(self.codes, number, standard_error) if number else ""
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
        """Take the last turn back. If the game is `counted`, say that this is not done: its marks have been seen."""
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
        """Say the secret; of a fickle codemaker, which codes could still be the secret, or some of these codes."""
        position = self.game.position
        codemaker = self.game.codemaker
        if not isinstance(codemaker, Fickle):
            self.say(_("The secret was {secret}.", secret=self.codes.display(codemaker.reveal(position))))
            return
        possible = codemaker.find_candidates(position)
        if position.sample.complete:
            candidates = game_options.count_codes(self.codes, len(possible))
            text = _("I had not settled on a secret. Still possible: {codes}.", codes=candidates)
        else:  # the codes are too many to list: only some of those still possible are known
            text = _("I had not settled on a secret. Some that were still possible:")
        self.say(text, *game_options.list_candidates(position, possible, MAX_POSSIBLE))

    def offer_review(self) -> None:
        """Ask a person at a terminal whether to judge the game, and do so if the answer is yes.

        Nothing is asked if no guess was made, if the codes are too many to list, after Ctrl-D, or if standard output is
        for JSON.
        """
        can_judge = bool(self.game.moves) and self.codes.enumerable
        can_ask = sys.stdin.isatty() and not self.ended and not self.aside
        if not (can_judge and can_ask):
            return
        answer = self.ask(_("Judge this game? (y/n) ")) or ""  # "" for Ctrl-D
        if game_options.find_command(answer) != "yes":
            return
        with progress(_("turns"), len(self.game.moves)) as step:
            judged = judge(self.positions, self.helper, hard=self.game.hard, on_move=step)
        print_review(judged)


def describe_refusal(error: MastermotError) -> str:
    """Return why an answer was not taken as a guess, what to do, and that it does not count as a turn.

    What to do is the first of these that applies:

    - to try one of the codes that look like the answer, if the error has any, and the answer is as long as the codes;
    - nothing, for an unknown word or a guess against the hard mode: the advice of these errors is about options of the
      command, which nobody can change during a game;
    - the advice of the error.
    """
    shows_similar_codes = bool(error.suggestions) and not isinstance(error, CodeLengthError)
    advises_options = isinstance(error, (CodeUnknownError, HardModeError))
    if shows_similar_codes:
        advice = _(NEAREST, suggestions=", ".join(error.suggestions))
    elif advises_options:
        advice = ""
    else:
        advice = describe_advice(error)
    sentences = (f"{error.describe_reason(_)}.", advice, _("Not counted."))
    return " ".join(sentence for sentence in sentences if sentence)


class KeptGame(NamedTuple):
    """A game in the file of ``--stats``, which has a line of JSON for each."""

    codes: str  #: The name of the codes, as ``--json`` has it.
    rule: str
    turns: int
    won: bool
    hints: int  #: How many hints were given.


def keep_game(path: Path, game: KeptGame) -> None:
    """Add a game to a file, as a line that `parse_game` reads. Raises `FileUnwritableError`."""
    add_line(path, json.dumps(game._asdict(), ensure_ascii=False))


def read_games(path: Path) -> list[KeptGame]:
    """Return the games of a file, one on each line; none if there is no file. Raises `StatisticsError`."""
    try:
        text = read_list(path)
    except FileMissingError:
        return []
    games = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        game = parse_game(line)
        if game is None:
            raise StatisticsError(source=str(path), line=number, text=line)
        games.append(game)
    return games


def parse_game(line: str) -> KeptGame | None:
    """Return the game that a line has as JSON; None if the line is no such JSON, or has an impossible number of turns.

    >>> parse_game('{"codes": "fr-common", "rule": "positional", "turns": 4, "won": true, "hints": 0}')
    KeptGame(codes='fr-common', rule='positional', turns=4, won=True, hints=0)
    >>> parse_game('{"codes": "fr-common", "turns": "4"}')
    """
    try:
        game = KeptGame(**json.loads(line))
    except (ValueError, TypeError, RecursionError):  # no JSON; other fields, or no object; too deeply nested
        return None
    types = [type(value) for value in game]
    has_right_types = types == [str, str, int, bool, int]
    if not has_right_types:
        return None
    has_possible_turns = 0 <= game.turns <= MAX_TURNS
    return game if has_possible_turns else None


def describe_games(games: list[KeptGame], last: KeptGame, codes: str) -> Iterator[str]:
    """Yield a line about kept games (how many, how many won, two streaks), then the lines of a histogram.

    A streak is a number of games won in a row: the present one, which ends with the last game, and the longest ever.
    The histogram has a line for each number of turns: how many games were won in so many turns. `games` are all kept
    games, and `last` is the newest of them: only those with its codes and its rule are counted. `codes` says for the
    reader which codes these are (`describe_codes`).
    """
    alike = [game for game in games if (game.codes, game.rule) == (last.codes, last.rule)]
    won = sum(game.won for game in alike)
    current, longest = count_streaks([game.won for game in alike])
    names = {
        "codes": codes,
        "rule": last.rule,
        "games": plural("{count} game", "{count} games", len(alike)),
        "won": plural("{count} won", "{count} won", won),
        "share": round(100 * won / len(alike)),
        "current": current,
        "longest": longest,
    }
    yield _("{codes}, rule {rule}: {games}, {won} ({share} %); current streak {current}, best {longest}", **names)
    turns = [game.turns for game in alike if game.won]
    most = max(turns, default=0)
    histogram = {number: turns.count(number) for number in range(1, most + 1)}  # also numbers in which none was won
    yield from draw_bars(histogram)


def count_streaks(outcomes: list[bool]) -> tuple[int, int]:
    """Return how many games in a row were won at the end of the `outcomes`, and the most won in a row at any time.

    >>> count_streaks([True, True, True, False, True])
    (1, 3)
    """
    current = 0
    longest = 0
    for won in outcomes:
        current = current + 1 if won else 0
        longest = max(longest, current)
    return current, longest

"""Tables of what the program has, made from its own declarations: commands, requests, routes, rules, languages, games.

A test over a whole kind goes through one of these tables in one process; what is added to the program later is then
covered too. Each function returns one table. What a table says of the right answer never comes from the function under
test: `is_code` says by itself what a code of a game is.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

import click

import mastermot
import mastermot.cli
import mastermot.operations
from mastermot import RULES, Rule, dictionary_names, open_dictionary
from mastermot.cli import main
from mastermot.cli.game_options import COMMANDS
from mastermot.cli.group import ABOUT
from mastermot.cli.options import request_options
from mastermot.game.book import read_book
from mastermot.game.codebreakers import PLAYERS
from mastermot.game.strategies import STRATEGIES
from mastermot.operations.game_advice import AdviceRequest
from mastermot.operations.player_choice import list_players
from mastermot.operations.requests import Request
from mastermot.rules import forms
from mastermot.rules.codes import EMPTY, LETTERS, MAX_HOLES
from mastermot.rules.symbols import DIGITS
from mastermot.service.routes import ROUTES, Route
from mastermot.texts.languages import LANGUAGES
from mastermot.words.dictionaries import shelf
from mastermot.words.typed import words_of

# --- commands, requests, routes --------------------------------------------------------------------------------


def list_commands() -> dict[str, click.Command]:
    """Return the commands by name: ``{"solve": <Command solve>, …}``."""
    context = click.Context(main)
    commands = {}
    for name in ABOUT:
        command = main.get_command(context, name)
        assert command is not None
        commands[name] = command
    return commands


def list_parameters() -> list[tuple[str, click.Parameter]]:
    """Return the options and arguments of all commands, each with its command's name."""
    return [(name, one) for name, command in list_commands().items() for one in command.params]


def list_requests() -> list[type[Request]]:
    """Return the classes of all requests, of the operations and of the commands alone."""
    for package in (mastermot.operations, mastermot.cli):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    found: list[type[Request]] = []
    waiting = [Request]
    while waiting:
        kinds = waiting.pop().__subclasses__()
        found += kinds
        waiting += kinds
    return list(dict.fromkeys(found))


def list_options(kind: type[Request]) -> dict[str, str]:
    """Return the options of a request by field: ``{"words": "--words", "repeats": "--no-repeats", …}``."""

    def empty() -> None:
        pass

    command = click.command()(request_options(kind)(empty))
    return {str(option.name): option.opts[0] for option in command.params}


def list_routes() -> tuple[Route, ...]:
    """Return the routes of the HTTP service, and of the page without a server."""
    return ROUTES


def list_operations() -> dict[str, Route]:
    """Return the operations by name, such as ``operations.puzzles:solve_puzzle``, each with a route that calls it."""
    return {route.name: route for route in ROUTES}


# --- rules, languages, lists of words --------------------------------------------------------------------------


def list_rules() -> list[Rule]:
    """Return the rules, in the order in which they are listed."""
    return list(RULES.values())


def list_signs() -> list[str]:
    """Return the single signs that any rule reads as a mark, or as none: ``X``, ``o``, ``🟩``, ``⬛``, ``-``…"""
    scripts = (forms.CANONICAL, *forms.ROWS, forms.DIGITS, forms.DISCS, *forms.PEGS)
    signs = [*forms.NO_MARK, "*"]
    for script in scripts:
        signs += script.black + script.white + script.absent
    return list(dict.fromkeys(signs))


def list_languages() -> tuple[str, ...]:
    """Return the languages that have a folder: ``("en", "es", "fr")``."""
    return LANGUAGES


def list_word_lists() -> dict[str, dict[int, int]]:
    """Return the shipped dictionaries: their lengths, each with its number of words."""
    return {name: open_dictionary(name).lengths for name in dictionary_names()}


def language_of(dictionary: str) -> str:
    """Return the language of a shipped dictionary: ``"fr"`` of ``fr-common``."""
    return str(shelf()[dictionary]["language"])


# --- players ---------------------------------------------------------------------------------------------------


def list_plans() -> list[dict[str, str]]:
    """Return the ways to choose who plays: each player, each strategy as one, each player with each strategy.

    ``[{"player": "best"}, …, {"player": "entropy"}, …, {"player": "best", "strategy": "entropy"}, …]``
    """
    plans = [{"player": name} for name in list_players()]
    for name, player in PLAYERS.items():
        if "strategy" not in player.unused:
            plans += [{"player": name, "strategy": strategy} for strategy in STRATEGIES]
    return plans


# --- games -----------------------------------------------------------------------------------------------------


WRITTEN_SYMBOLS = {
    "XO": "XO",
    "1,2": "12",
    "1-3": "123",
    "RGB": "RGB",
    "1-4": "1234",
    "WASD": "WASD",
    "1-5": "12345",
    "vowel": "VOWEL",
    "1-6": "123456",
    "RGBYOW": "RGBYOW",
    "6,5,4,3,2,1": "654321",
    "1-9": "123456789",
    "0-7 x y": "01234567XY",
    "QWERTYUIOP": "QWERTYUIOP",
    "1-4RGBY": "1234RGBY",
}
"""Symbols of colours as people write them, and each of them in order."""


@dataclass(frozen=True)
class GameKind:
    """A game that can be played: its fields are those of `AdviceRequest`, with the same names and defaults."""

    rule: str = "black-white"
    words: str | None = None
    length: int | None = None
    starts: str | None = None
    guesses: str | None = None
    answers: str | None = None
    hard: str | None = None
    holes: int | None = None
    colours: int | str | None = None
    repeats: bool = True
    empty: bool = False
    empty_guesses: bool = False
    digits: bool = False

    def __str__(self) -> str:
        return " ".join(self.arguments())

    def document(self, *names: str) -> dict[str, Any]:
        """Return the fields that differ from their defaults, for HTTP or a request; with `names`, of these alone."""
        chosen = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default and (not names or field.name in names):
                chosen[field.name] = value
        return chosen

    def arguments(self, kind: type[Request] = AdviceRequest) -> list[str]:
        """Return the options of a command that ask for this game, so far as the request `kind` has them.

        >>> GameKind(holes=4, colours=6, repeats=False).arguments()
        ['--holes', '4', '--colours', '6', '--no-repeats']
        """
        called = list_options(kind)
        arguments = []
        for name, value in self.document().items():
            if name in called:
                arguments += [called[name]] if isinstance(value, bool) else [called[name], str(value)]
        return arguments

    @property
    def symbols(self) -> str:
        """The symbols of its codes, if they are colours: ``ABCDEF``, ``012345``, with empty holes ``ABCDEF.``."""
        assert self.colours is not None
        if isinstance(self.colours, str):
            return WRITTEN_SYMBOLS[self.colours] + EMPTY * self.empty
        every = DIGITS if self.digits else LETTERS
        return every[: self.colours] + EMPTY * self.empty

    @property
    def code_length(self) -> int:
        """How many symbols a code has."""
        length = self.holes or self.length
        assert length is not None
        return length

    def in_digits(self) -> GameKind:
        """Return the same game with its colours written as digits."""
        return replace(self, digits=True)


def write_code(code: str, game: GameKind, other: GameKind) -> str:
    """Return a code of a game with the symbols of another one: ``AABC`` is ``0012``; empty holes and spaces stay."""
    return code.translate(str.maketrans(game.symbols, other.symbols))


def list_writings(game: GameKind) -> list[GameKind]:
    """Return a game of colours, written with letters, in digits and in one of `WRITTEN_SYMBOLS` that has as many.

    Games with other holes take others of them.
    """
    assert isinstance(game.colours, int)
    writings = [game.in_digits()] if game.colours <= len(DIGITS) else []
    ways = [written for written, symbols in WRITTEN_SYMBOLS.items() if len(symbols) == game.colours]
    if ways:
        writings.append(replace(game, colours=ways[game.code_length % len(ways)]))
    return writings


@cache
def list_playable(words: str, length: int) -> frozenset[str]:
    """Return the folded words of a shipped dictionary that have a length."""
    return frozenset(open_dictionary(words).words(length))


def is_code(game: GameKind, text: str) -> bool:
    """Return whether a text is a code that may be played in a game: of its symbols, or a word of its lists.

    >>> is_code(GameKind(holes=4, colours=6), "AABG")
    False
    >>> is_code(GameKind(holes=4, colours=6, digits=True), "0012")
    True
    """
    if len(text) != game.code_length:
        return False
    if game.holes is not None:
        return set(text) <= set(game.symbols) and (game.repeats or len(set(text)) == len(text))
    begins_right = game.starts is None or "." in game.starts or text.startswith(game.starts.upper())
    lists = [name for name in (game.words, game.guesses) if name is not None]
    return begins_right and any(text in list_playable(name, game.code_length) for name in lists)


def book_games() -> list[GameKind]:
    """Return all games of the book of openings."""
    games = []
    for row in read_book():
        names = ("rule", "words", "guesses", "length", "holes", "colours", "repeats")
        chosen = {name: row[name] for name in names if name in row}
        letter = row.get("letter")
        games.append(GameKind(**chosen, starts=letter.lower() if letter else None))
    return games


def colour_games(
    holes: Sequence[int] = (1, 2, 3, 4, 5, 8, MAX_HOLES),
    colours: Sequence[int] = (2, 3, 6, 7, 10, 26),
    rules: Sequence[str] = ("black-white",),
) -> Iterator[GameKind]:
    """Yield games with colours, written with letters: holes × colours × repeats × empty holes × rules.

    `GameKind.in_digits` gives each of ten colours or fewer with digits. Games that do not exist are left out: without
    repeats a code needs as many symbols as holes.
    """
    for rule in rules:
        for length in holes:
            for count in colours:
                for repeats in (True, False):
                    for empty in (False, True):
                        if repeats or length <= count + empty:
                            yield GameKind(rule, holes=length, colours=count, repeats=repeats, empty=empty)


def word_games(
    lengths: Sequence[int] = (4, 5, 7), rules: Sequence[str] = ("positional",), most_words: int = 10_000
) -> Iterator[GameKind]:
    """Yield games with words: lists × lengths × with the commonest first letter or none × hard or not × rules.

    Lists with more than `most_words` words of a length are left out, and those with fewer than two.
    """
    for rule in rules:
        for name, counts in list_word_lists().items():
            for length in lengths:
                if 2 <= counts.get(length, 0) <= most_words:
                    for starts in (None, commonest_letter(name, length)):
                        for hard in (None, "strict"):
                            yield GameKind(rule, words=name, length=length, starts=starts, hard=hard)


def commonest_letter(words: str, length: int) -> str:
    """Return the letter, written small, that most words of a list and a length begin with."""
    first_letters = [word[0] for word in open_dictionary(words).words(length)]
    return max(sorted(set(first_letters)), key=first_letters.count).lower()


# --- what people type ------------------------------------------------------------------------------------------

ODD_TEXTS = (
    "9" * 5000,
    "-" + "9" * 5000,
    "0",
    "-1",
    "1.5",
    "1e9",
    "nan",
    "²",
    "١",
    "½",
    "１",
    "X" * 5000,
    "⬛" * 5000,
    "AB" * 2000,
    "=",
    "((((",
    "\x00",
    "\x1b[31m",
    "\ufffd",
    "\u200b",
    "\u202e",
    "e\u0301" * 100,
    "🟩🟨",
    "%s {count} {}",
    "--help",
    "../../etc/passwd",
)
"""Texts that are no answer to any question of a game, or to few: numbers that are none, long ones, odd characters."""


def list_typed() -> list[str]:
    """Return what a person may type in a conversation: commands of all languages, and each with odd texts behind it.

    It has ``undo``, ``annuler``, ``undo 0``, ``undo 999…``, ``correct 1 999…``, and the odd texts alone.
    """
    typed = [*ODD_TEXTS, "?"]
    for group in COMMANDS:
        if group != "quit":
            words = sorted(words_of(group))
            typed += words
            typed += [f"{words[0]} {text}" for text in (*ODD_TEXTS, "1", "2", "AB")]
            typed += [f"{words[0]} 1 {text}" for text in ODD_TEXTS]
    return typed


# --- the library -----------------------------------------------------------------------------------------------


def list_file_functions() -> dict[str, tuple[Callable[..., object], str]]:
    """Return what a library's user may call with a file or with the name of a list, and which parameter takes it.

    Keys are such as ``mastermot.solve(dictionary)``. Its type says a path, or a dictionary by name.
    """
    found: dict[str, tuple[Callable[..., object], str]] = {}
    for module in pkgutil.walk_packages(mastermot.__path__, "mastermot."):
        if module.name.startswith(("mastermot.cli", "mastermot.service", "mastermot.__main__")):
            continue
        loaded = importlib.import_module(module.name)
        for name, function in vars(loaded).items():
            public = inspect.isfunction(function) and not name.startswith("_")
            if public and function.__module__ == module.name:
                for parameter in inspect.signature(function).parameters.values():
                    kind = str(parameter.annotation)
                    if "Path" in kind or ("Dictionary" in kind and "str" in kind):
                        found[f"{module.name}.{name}({parameter.name})"] = (function, parameter.name)
    return found

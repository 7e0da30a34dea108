"""Every guess that a door gives is a code of its game, and the same whatever symbols its colours are written with.

The games are those of `tests/kinds.py`; what a code of a game is, these tests say themselves. All games of the book at
each turn: ``python -m pytest -m long tests/test_guesses.py``
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mastermot import RULES, mark, rule_named
from mastermot.game import PLAYERS, STRATEGIES
from mastermot.operations.game_setup import CodesChoice
from mastermot.service.page import pyodide_api
from tests import kinds
from tests.kinds import GameKind, is_code, list_writings, write_code
from tests.support import later, run, some

Turn = tuple[str, str]  #: A guess with its marks, as texts.
Turns = list[Turn]
WRITTEN_OTHERWISE = {"codes", "checksum", "token", "seconds", "shortening"}
"""Fields that may differ: they name or seal the writing of the colours, or they measure time."""

LARGE = [GameKind(holes=4, colours=10), GameKind(holes=8, colours=10), GameKind(holes=12, colours=8, empty=True)]
COLOURS = list(kinds.colour_games(holes=(1, 2, 3, 4), colours=(2, 4, 6), rules=list(RULES)))
BOOK = kinds.book_games()
BOOK_OF_COLOURS = [game for game in BOOK if game.holes]
BOOK_OF_WORDS = [game for game in BOOK if game.words]
WORDS = list(kinds.word_games(lengths=(5,), most_words=5000))


# --- games and what is read in an answer -----------------------------------------------------------------------


def answer(operation: str, game: GameKind, history: Sequence[Turn] = (), **more: object) -> Any:
    """Return the JSON of an operation about a game so far, asked for as the page asks for it."""
    route = kinds.list_operations()[operation]
    known = route.model.__dataclass_fields__
    document = {name: value for name, value in game.document().items() if name in known}
    if "rules" in known:
        document["rules"] = [game.rule]
    if history:
        document["history"] = [{"guess": guess, "marks": marks} for guess, marks in history]
    status, text = pyodide_api.answer(route.method, route.path, json.dumps({**document, **more}), "en")
    assert status == route.status, (str(game), operation, text)
    return json.loads(text)


def play_out(game: GameKind, secret: str) -> Turns:
    """Return the turns of a whole game: what `next` advises first is played until it is the secret."""
    rule = rule_named(game.rule)
    turns: Turns = []
    while not turns or turns[-1][0] != secret:
        guess = answer("operations.game_advice:suggest_guesses", game, turns, top=1)["guesses"][0]["guess"]
        turns.append((guess, mark(guess, secret, rule).text))
        assert len(turns) < 30
    return turns


def draw_secret(game: GameKind, random: Random) -> str:
    """Return a code that can be the secret of a game."""
    if game.words is None:
        pick = random.choices if game.repeats else random.sample
        return "".join(pick(game.symbols, k=game.code_length))
    begins = (game.starts or "").upper()
    return random.choice(sorted(w for w in kinds.list_playable(game.words, game.code_length) if w.startswith(begins)))


def write_turns(turns: Turns, game: GameKind, other: GameKind) -> Turns:
    return [(write_code(guess, game, other), marks) for guess, marks in turns]


def list_guesses(document: object) -> Iterator[str]:
    """Yield all guesses in the JSON of an answer, and the codes left where they are listed."""
    if isinstance(document, dict):
        for name, value in document.items():
            if name in ("guess", "word", "secret") and isinstance(value, str):
                yield value
            elif name == "list":
                yield from value
            else:
                yield from list_guesses(value)
    elif isinstance(document, list):
        for one in document:
            yield from list_guesses(one)


def translate(value: Any, game: GameKind, other: GameKind, name: str = "") -> Any:
    """Return the JSON of an answer, or a part of it called `name`, with a game's codes written as `other` has them."""
    if isinstance(value, dict):
        kept = [(key, part) for key, part in value.items() if key not in WRITTEN_OTHERWISE]
        return {translate(key, game, other): translate(part, game, other, key) for key, part in kept}
    if isinstance(value, list):
        return [translate(one, game, other) for one in value]
    if not isinstance(value, str):
        return value
    text = translate_text(value, game, other)
    return translate_text(text, game, other, symbols=1) if name in ("text", "letter") else text


def translate_text(text: str, game: GameKind, other: GameKind, symbols: int = 0) -> str:
    """Return a text with a game's codes, or what has so many `symbols`, written as `other` has them.

    They are translated where they stand alone; what a name says of the symbols is left out.

    >>> game = GameKind(holes=4, colours=6)
    >>> translate_text("AABC was better: the rule is X.O..", game, game.in_digits())
    '0012 was better: the rule is X.O..'
    """
    code = rf"(?<![\w.])[{game.symbols}]{{{symbols or game.code_length}}}(?!\w)"
    translated = re.sub(code, lambda found: write_code(found[0], game, other), text)
    return re.sub(r", (digits|symbols \w+)", "", translated)


def check_alike(in_letters: Any, answer: Any, game: GameKind, other: GameKind) -> int:
    """Check both answers: every guess is a code, and they are the same but for the writing. Return how many guesses."""
    guesses = list(list_guesses(in_letters))
    for guess in guesses:
        assert is_code(game, guess), (str(game), guess)
    for guess in list_guesses(answer):
        assert is_code(other, guess), (str(other), guess)
    assert translate(in_letters, game, other) == translate(answer, other, other), str(other)
    return len(guesses)


# --- operations ------------------------------------------------------------------------------------------------


def ask_next_guess(game: GameKind, turns: Turns) -> Any:
    return answer("operations.game_advice:next_guess", game, turns)


def ask_suggestions(game: GameKind, turns: Turns) -> Any:
    return answer("operations.game_advice:suggest_guesses", game, turns)


def ask_review(game: GameKind, turns: Turns) -> Any:
    return answer("operations.game_advice:review_game", game, turns) if turns else {}


def ask_ranking(game: GameKind, turns: Turns) -> Any:
    return answer("operations.ranking:rank_best", game, turns, top=2)


def ask_code_in_mind(game: GameKind, turns: Turns) -> Any:
    code = turns[-1][0] if turns else game.symbols[0] * game.code_length
    return answer("operations.game_advice:check_code_in_mind", game, turns, code=code) if game.repeats else {}


def ask_game(game: GameKind, turns: Turns) -> Any:
    """Start a game, guess what was guessed, and give up: the secret is a code too."""
    state = answer("operations.token_games:start_game", game, seed=4)
    for guess, _marks in turns:
        if not state["over"]:
            state = answer("operations.token_games:guess_in_game", GameKind(), token=state["token"], guess=guess)
    return answer("operations.token_games:give_up", GameKind(), token=state["token"])


OPERATIONS = {
    "operations.game_advice:next_guess": ask_next_guess,
    "operations.game_advice:suggest_guesses": ask_suggestions,
    "operations.game_advice:review_game": ask_review,
    "operations.game_advice:check_code_in_mind": ask_code_in_mind,
    "operations.ranking:rank_best": ask_ranking,
    "operations.token_games:start_game": ask_game,
}
"""How each operation on the codes of a game is asked about a game so far."""
EACH_WITH_EACH = {"operations.game_advice:review_game", "operations.ranking:rank_best"}
"""Operations that compare codes each with each, which takes long where they are many."""
MOST_COMPARED = {"some": 256, "all": 1296}  #: Codes of their games at most: 1296 of 4 holes and 6 colours.


def test_every_operation_on_codes_is_asked() -> None:
    on_codes = {name for name, route in kinds.list_operations().items() if issubclass(route.model, CodesChoice)}
    assert on_codes == set(OPERATIONS)


GAMES = {"some": [*COLOURS[::40], *BOOK_OF_COLOURS[:1]], "all": [*COLOURS, *LARGE, *BOOK_OF_COLOURS[::10]]}


@pytest.mark.parametrize("which", ["some", pytest.param("all", marks=(pytest.mark.slow, pytest.mark.long))])
@pytest.mark.parametrize("operation", OPERATIONS)
def test_operations_answer_alike_in_all_writings(operation: str, which: str) -> None:
    """Games of colours of the tables and of the book, at the first, the second and the last turn."""
    random, guesses = Random(5), 0
    for game in GAMES[which]:
        if operation in EACH_WITH_EACH and len(game.symbols) ** game.code_length > MOST_COMPARED[which]:
            continue
        turns = TURNS[str(game)] if str(game) in TURNS else play_out(game, draw_secret(game, random))
        TURNS[str(game)] = turns
        for so_far in (turns[:0], turns[:1], turns[:-1]):
            in_letters = OPERATIONS[operation](game, so_far)
            for other in list_writings(game):
                otherwise = OPERATIONS[operation](other, write_turns(so_far, game, other))
                guesses += check_alike(in_letters, otherwise, game, other)
    assert guesses or operation == "operations.game_advice:check_code_in_mind"


@pytest.mark.parametrize("every", [20, later(6)])
def test_games_of_the_book_begin_alike_in_all_writings(every: int) -> None:
    for game in BOOK_OF_COLOURS[::every]:
        advice = ask_suggestions(game, [])
        assert advice["best"]["proven"]
        for other in list_writings(game):
            assert check_alike(advice, ask_suggestions(other, []), game, other)


TURNS: dict[str, Turns] = {}  #: The games that were played out, for the tests that follow.


@pytest.mark.parametrize("size", [(4, 6), (3, 5), later((4, 10))], ids=str)
@pytest.mark.parametrize("player", sorted({*PLAYERS, *STRATEGIES}))
def test_players_choose_alike_in_all_writings(player: str, size: tuple[int, int]) -> None:
    """Those that draw at random too: what they draw depends on the game, not on how colours are written."""
    game = GameKind(holes=size[0], colours=size[1])
    if player == "book" and game not in BOOK:
        return
    guesses = game.symbols[: game.code_length], (game.symbols[1:3] * 2)[: game.code_length]
    secret = game.symbols[2] * game.code_length
    turns = [(guess, mark(guess, secret, rule_named(game.rule)).text) for guess in guesses]
    for so_far in (turns[:0], turns[:1], turns):
        next_guess = "operations.game_advice:next_guess"
        in_letters = answer(next_guess, game, so_far, player=player)
        for other in some(list_writings(game)):
            otherwise = answer(next_guess, other, write_turns(so_far, game, other), player=player)
            assert check_alike(in_letters, otherwise, game, other)


# --- the book, and words ---------------------------------------------------------------------------------------


def check_words(game: GameKind, random: Random, *, turns: slice) -> None:
    """Check that what is advised at some turns of a game with words are words of its lists, in hard mode too."""
    played = play_out(game, draw_secret(game, random)) if turns != FIRST else []
    for place in range(len(played) or 1)[turns]:
        guesses = list(list_guesses(answer("operations.game_advice:suggest_guesses", game, played[:place])))
        assert guesses
        for guess in guesses:
            assert is_code(game, guess), (str(game), played[:place], guess)


FIRST = slice(0, 1)


@pytest.mark.parametrize(
    ("games", "turns"),
    [
        (BOOK_OF_WORDS[::24], FIRST),
        pytest.param(BOOK_OF_WORDS, slice(None), marks=(pytest.mark.slow, pytest.mark.long)),
    ],
    ids=["some", "all"],
)
def test_the_book_gives_words_of_its_games(games: list[GameKind], turns: slice) -> None:
    random = Random(3)
    for game in some(games):
        check_words(game, random, turns=turns)


@pytest.mark.parametrize(
    "games", [WORDS[::7], pytest.param(WORDS, marks=(pytest.mark.slow, pytest.mark.long))], ids=["some", "all"]
)
def test_games_with_words_get_words_of_their_lists(games: list[GameKind]) -> None:
    """Lists by language, with the first letter given and without, in hard mode and not; the whole of a game."""
    random = Random(4)
    for game in some(games):
        check_words(game, random, turns=slice(None))


def test_first_guesses_of_the_book_are_codes_of_their_games() -> None:
    status, text = pyodide_api.answer("GET", "/api/openings", "", "en")
    assert status == 200
    listed = json.loads(text)["games"]
    assert len(listed) == len(BOOK)
    fields = ("rule", "words", "guesses", "length", "holes", "colours", "repeats")
    for row in listed:
        game = GameKind(**{name: row[name] for name in fields if name in row}, starts=row.get("letter"))
        assert game in BOOK or game.starts
        for first in row["firsts"]:
            assert is_code(game, first["guess"]), (str(game), first)


# --- commands --------------------------------------------------------------------------------------------------


def type_history(turns: Turns) -> list[str]:
    return [f"{guess}={marks}" for guess, marks in turns]


def read_history(turns: Turns) -> str:
    return "".join(f"{guess} {marks}\n" for guess, marks in turns)


def run_command(*arguments: str, stdin: str = "", also: Sequence[int] = ()) -> str:
    result = run(*arguments, stdin=stdin)
    assert result.exit_code in (0, *also), (arguments, result.output)
    return result.stdout  # progress, on the standard error, comes by the clock


def run_next(options: list[str], turns: Turns, _folder: Path) -> list[str]:
    so_far = (turns[:0], turns[:1], turns[:-1])
    return [run_command("next", *options, *type_history(some), *more) for some in so_far for more in ([], ["--json"])]


def run_play(options: list[str], turns: Turns, _folder: Path) -> list[str]:
    """A game that the command plays alone, by every player; and one whose marks are typed."""
    secret, players = turns[-1][0], ("best", "knuth", "consistent", "random", "jourde")
    alone = [run_command("play", *options, "--secret", secret, "--player", player) for player in players]
    return [
        *alone,
        run_command("play", *options, "--secret", secret, "--json"),
        run_command("play", *options, stdin="?\nO\n"),
    ]


def run_guess(options: list[str], turns: Turns, _folder: Path) -> list[str]:
    """A game whose player asks for a hint at each turn, and gives up."""
    asked = "".join(f"hint\n{guess}\n" for guess, _marks in turns[:-1])
    return [run_command("guess", *options, "--seed", "3", stdin=f"{asked}hint\nquit\n", also=[1])]


def run_review(options: list[str], turns: Turns, _folder: Path) -> list[str]:
    return [run_command("review", *options, "-", *more, stdin=read_history(turns)) for more in ([], ["--json"])]


def run_rank(options: list[str], turns: Turns, _folder: Path) -> list[str]:
    after = [part for turn in type_history(turns[:1]) for part in ("--after", turn)]
    return [run_command("rank", *options, *more) for more in ([], after, ["--json"], ["--count", "2"])]


def run_duel(options: list[str], _turns: Turns, _folder: Path) -> list[str]:
    makers = ("honest", "fickle")
    return [run_command("duel", *options, "--codemaker", maker, "--games", "2", "--json") for maker in makers]


def run_explore(options: list[str], _turns: Turns, _folder: Path) -> list[str]:
    return [run_command("explore", *options, "--player", player, "--turns", "--json") for player in ("best", "random")]


def run_static(options: list[str], turns: Turns, _folder: Path) -> list[str]:
    given = ["--given", turns[0][0]]
    return [run_command("static", *options, "--count", "2", *more, "--starts", "1", "--json") for more in ([], given)]


def run_optimal(options: list[str], _turns: Turns, folder: Path) -> list[str]:
    """Return the tree that is written."""
    tree = folder / f"{' '.join(options)}.json"
    run_command("optimal", *options, "--tree", str(tree))
    return [json.dumps(json.loads(tree.read_text("utf-8"))["tree"])]


def run_tree(options: list[str], turns: Turns, folder: Path) -> list[str]:
    """A tree is read, and played."""
    tree = str(folder / f"{' '.join(options)}.json")
    run_command("optimal", *options, "--tree", tree)
    played = run_command("play", *options, "--tree", tree, "--secret", turns[-1][0], "--json")
    return [run_command("tree", tree, *options, "--json"), played]


COMMANDS = {
    "next": run_next,
    "play": run_play,
    "guess": run_guess,
    "review": run_review,
    "rank": run_rank,
    "duel": run_duel,
    "explore": run_explore,
    "static": run_static,
    "optimal": run_optimal,
    "tree": run_tree,
}
"""How each command that plays with colours is run about a game, with the turns of a whole game of it."""
SMALL = GameKind(holes=3, colours=3)
GAMES_OF_COMMANDS = {"next": BOOK_OF_COLOURS[:1], "guess": BOOK_OF_COLOURS[:1], "play": BOOK_OF_COLOURS[:1]}
"""Games of the book that a command is run on, beside a small one: it may take long for others."""


def test_every_command_with_digits_is_run() -> None:
    with_digits = {name for name, option in kinds.list_parameters() if "--digits" in option.opts}
    assert with_digits == set(COMMANDS)


@pytest.mark.compiled
@pytest.mark.parametrize("command", COMMANDS)
def test_commands_answer_alike_in_all_writings(command: str, tmp_path: Path) -> None:
    """Texts and JSON, line by line."""
    for game in [SMALL, *GAMES_OF_COMMANDS.get(command, [])]:
        turns = play_out(game, game.symbols[game.code_length - 1 :: -1][: game.code_length])
        (tmp_path / str(game)).mkdir()
        in_letters = COMMANDS[command](game.arguments(), turns, tmp_path / str(game))
        for other in some(list_writings(game)):
            (tmp_path / str(other)).mkdir()
            others_turns = write_turns(turns, game, other)
            otherwise = COMMANDS[command](other.arguments(), others_turns, tmp_path / str(other))
            for lettered, written in some(zip(in_letters, otherwise, strict=True)):
                assert comparable(lettered, game, other) == comparable(written, other, other), str(other)


def comparable(output: str, game: GameKind, other: GameKind) -> list[str]:
    """Return the lines of an output in the writing of `other`, without what may differ: names of symbols, seconds."""
    text = translate_text(output, game, other)
    for one in (game, other):
        text = re.sub(rf"\b{one.symbols[0]} to {one.symbols[-1]}\b", other.symbols, text)
    text = re.sub(r'"(seconds|shortening|checksum)": [^,}]*|[0-9.]+ s\b|tree-[0-9a-f]+', "", text)
    return [" ".join(line.split()) for line in text.splitlines()]

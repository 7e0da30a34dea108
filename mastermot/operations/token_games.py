"""Games with the service as codemaker. The player keeps the state of the game, in an encrypted token."""

import secrets
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from mastermot.errors import N_
from mastermot.game.advice.guessing import GuessingGame
from mastermot.game.codemakers import name_answers, random_secret
from mastermot.game.errors import GameOverError
from mastermot.game.game import DEFAULT_TURNS, MAX_TURNS, Game
from mastermot.game.hard_modes import STRICT, WORDLE, HardMode
from mastermot.game.positions import Position
from mastermot.game.tokens import Tokens
from mastermot.operations import limits
from mastermot.operations.errors import at, refuse, refuse_beside
from mastermot.operations.game_setup import (
    ANSWERS,
    GUESSES,
    HARD,
    CodesRequest,
    HardModeName,
    choose_hard_mode,
    choose_secrets,
    first_position,
    name_dictionary,
    name_words,
)
from mastermot.operations.requests import (
    Bounds,
    DictionaryName,
    ExampleValue,
    Help,
    Request,
    RuleName,
    Word,
    list_given,
)
from mastermot.operations.word_choice import open_beside
from mastermot.results import as_json
from mastermot.rules import rule_named

CodemakerName = Literal["honest", "fickle"]
SEALED = ("secret", "kept")  #: The fields of a game's state that hold a code which the player must not know.
FORMER_WORDS = "fr-common"  #: The dictionary of a game whose token, made by 1.x, names none.
WHY_HONEST = N_("a chosen secret needs the codemaker honest")
WHY_FICKLE = N_("it has no effect: a fickle codemaker draws no secret")


@dataclass(frozen=True, kw_only=True)
class GameRequest(CodesRequest):
    """A game with the service as codemaker."""

    codemaker: CodemakerName = "honest"  #: Who holds the secret: honest keeps it, fickle may change it.
    turns: Annotated[int, Bounds(ge=1, le=MAX_TURNS), Help(N_("The number of turns you have."))] = DEFAULT_TURNS
    answers: Annotated[DictionaryName | None, Help(ANSWERS)] = None
    guesses: Annotated[DictionaryName | None, GUESSES] = None
    hard: Annotated[HardModeName | None, HARD] = None
    first: Annotated[bool, Help(N_("Show the first letter of the secret, as Motus and Sutom do."))] = False
    seed: Annotated[int | None, Help(N_("Seed of the secret; by default, each game has its own."))] = None
    secret: Word | None = None
    """The secret, chosen for somebody else to find; any code of the game, with an honest codemaker."""


@dataclass(frozen=True, kw_only=True)
class TokenRequest(Request):
    """A game, encrypted in its token."""

    token: Annotated[str, Bounds(min_length=1, max_length=limits.MAX_TOKEN), ExampleValue("TOKEN")]
    """The game, encrypted."""


@dataclass(frozen=True, kw_only=True)
class GameGuessRequest(TokenRequest):
    """A guess in a game with the service as codemaker."""

    guess: Annotated[Word, ExampleValue("AABB")]  #: The code that is guessed.


@dataclass(frozen=True)
class GameState(Game):
    """A game with the service as codemaker; turns, won, secret and moves are those of `mastermot guess --json`."""

    over: bool  #: Whether it is over.
    most_turns: int  #: The number of turns after which it is lost.
    codes: str  #: What is played with.
    length: int
    rule: RuleName
    codemaker: CodemakerName  #: Who holds the secret: honest keeps it, fickle may change it.
    candidates: int | None
    """Codes that can still be the secret. It is null if there are too many to list, and if either none was found or 20
    turns have been played."""
    error: int
    shown: str | None  #: The secret with its spellings, once the game is over.
    pattern: str | None  #: The first letter of the secret, then points, where it was asked for.
    hard: HardMode | None  #: Its hard mode, strict or wordle: it says which marks a guess must use.
    left: tuple[str, ...]
    """Once the game of a fickle codemaker is over and not won: codes that would still fit, ten at most."""
    left_count: int | None
    """How many such codes there are in all; null if there are too many to count, and in any other game."""
    token: str
    """Send it with the next guess: it holds the game with its secret, encrypted. The service keeps no state, so an
    earlier token still works: with it, another guess may be tried at the same turn."""
    guesses: str | None  #: The dictionary whose words may be guessed too.
    answers: str | None  #: The list that contains the secret; null if the secret can be any code.
    secrets: int  #: How many codes can be the secret at the start.
    playable: int  #: How many codes may be played.
    dictionary: str | None = None  #: The dictionary of the words; left out with colours.


def start_game(request: GameRequest, tokens: Tokens) -> GameState:
    """Start a game: the service holds the secret, and its token holds it encrypted.

    Send the token with each guess; every answer has the next token.
    """
    # filled in now, and stored in the token: so later guesses do not depend on the reader's language
    words_given = [] if request.secret is None else [request.secret]
    request = name_words(request, words_given)
    position = first_position(request, request.rule)
    is_chosen = request.secret is not None
    refuse("secret", WHY_HONEST, is_chosen and request.codemaker != "honest")
    refuse_beside("secret", ["seed", "answers"], list_given(request))
    if request.secret is not None:
        with at("secret"):
            secret = position.codes.read(request.secret)
    else:  # for a fickle codemaker too, which uses only the first letter of the secret, if that is shown (`begin`)
        seed = secrets.randbits(128) if request.seed is None else request.seed
        answers = choose_secrets(position.codes, request.answers)
        secret = random_secret(position.codes, seed, answers)
    game = begin(request, position, secret)
    return describe(request, game, tokens)


def guess_in_game(request: GameGuessRequest, tokens: Tokens) -> GameState:
    """Guess in a game.

    The answer is the game after one more turn. The token of an earlier turn still works: the service keeps no state,
    and cannot know that it was used.
    """
    started, game = read_token(request, tokens)
    if game.over:
        raise GameOverError  # about the token, whatever the guess is
    with at("guess"):
        code = game.read(request.guess)
    game.guess(code)
    return describe(started, game, tokens)


def get_game(request: TokenRequest, tokens: Tokens) -> GameState:
    """Look at a game.

    The answer is the game as it stands.
    """
    return describe(*read_token(request, tokens), tokens)


def give_up(request: TokenRequest, tokens: Tokens) -> GameState:
    """Give a game up, and see the secret.

    The answer is the game, over.
    """
    started, game = read_token(request, tokens)
    if not game.over:  # a game that was won or lost was not given up
        game.given_up = True
    return describe(started, game, tokens)


def begin(
    request: GameRequest, start: Position, hidden: str, most_counted: int | None = limits.MAX_COUNTED
) -> GuessingGame:
    """Return a game before its first turn; `start` is its position.

    `hidden` is the secret, chosen or drawn. A fickle codemaker uses only its first letter, if that is shown; otherwise
    a seed has no effect, and is refused (`FieldInvalidError`). In a game with too many codes to list, candidates are
    counted for `most_counted` turns; None for all turns.
    """
    is_fickle = request.codemaker == "fickle"
    seed_has_effect = not is_fickle or request.first
    refuse("seed", WHY_FICKLE, request.seed is not None and not seed_has_effect)
    # the codes that can be the secret, or none if all codes can: a chosen secret may be any code, and in a game with
    # too many codes to list there is no list of answers
    answers = choose_secrets(start.codes, request.answers) if request.secret is None else ()
    if hidden not in answers:  # then the secret was chosen too, though a token of 1.0 does not say so
        answers = ()
    with at("guesses"):
        return GuessingGame(
            start,
            hidden,
            fickle=is_fickle,
            secrets=answers,
            turns=request.turns,
            extra_guesses=open_beside(request.guesses, start.codes.letters) if request.guesses else None,
            hard=choose_hard_mode(request.hard, start.rule),
            first=request.first,
            most_counted=most_counted,
        )


def read_token(request: TokenRequest, tokens: Tokens) -> tuple[GameRequest, GuessingGame]:
    """Return the request that started the game in a token, and the game.

    The game is begun once more with its secret, and brought to the state that the token holds (`make_state`). The
    request has the secret only if the secret was chosen. Raises `TokenForgedError` for a false token,
    `TokenExpiredError` for an old one.
    """
    state = tokens.read(request.token)
    started = complete_former(GameRequest(**state["game"]))
    position = first_position(started, started.rule)
    state = unpack_codes(state, position.codes.alphabet)
    secret = state["secret"]
    if state.get("chosen"):
        started = replace(started, secret=secret)
    game = begin(started, position, secret)
    game.restore(state)
    return started, game


def unpack_codes(state: dict[str, Any], alphabet: str) -> dict[str, Any]:
    """Return the state that a token holds, with the codes in its fields `SEALED` unpacked.

    `make_state` puts each of these codes, packed, in a list of one. In a token of 1.x they are texts, and stay as they
    are. A state need not have all these fields.
    """
    unpacked = dict(state)
    for name in SEALED:
        if isinstance(state.get(name), list):
            (packed_code,) = state[name]
            unpacked[name] = unpack_code(packed_code, alphabet)
    return unpacked


def complete_former(started: GameRequest) -> GameRequest:
    """Return the request of a game, completed with what tokens of 1.x left out: the list of words, which hard mode."""
    if started.words is None and started.length is not None:
        started = replace(started, words=FORMER_WORDS)
    if started.hard is True:  # in 1.x there was one hard mode for each rule
        hard = WORDLE if rule_named(started.rule).by_position else STRICT
        started = replace(started, hard=hard)
    return started


def make_state(started: GameRequest, game: GuessingGame) -> dict[str, Any]:
    """Return the state that a token holds. Its length is the same for all secrets of one length, so it betrays nothing.

    The state has the request as ``game``, without the secret and the seed; whether the secret was chosen, as
    ``chosen``; and all that the game saves, such as the secret.
    """
    state = game.save()
    for name in SEALED:
        if name in state:
            state[name] = [pack_code(state[name], game.position.codes.alphabet)]
    without_secret = replace(started, seed=None, secret=None, hard=game.hard)
    is_chosen = int(started.secret is not None)  # 0 and 1 are equally long, false and true are not
    return {"game": as_json(without_secret), "chosen": is_chosen, **state}


def pack_code(code: str, alphabet: str) -> str:
    """Return a code as a text: the index of each symbol in the alphabet, as a byte, and the bytes in base 64.

    So the length of the text depends only on the length of the code: Ñ takes no more room than N.

    >>> pack_code("CAÑA", "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"), pack_code("CAMA", "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ")
    ('AgAOAA==', 'AgAMAA==')
    """
    return b64encode(bytes(alphabet.index(symbol) for symbol in code)).decode()


def unpack_code(packed: str, alphabet: str) -> str:
    return "".join(alphabet[index] for index in b64decode(packed))


def describe(started: GameRequest, game: GuessingGame, tokens: Tokens) -> GameState:
    """Return the game as the client sees it: until it is over, only the token has the secret, encrypted.

    `started` is the request that started the game. If the game is over and was not won, a few codes are shown that a
    fickle codemaker could still name as its secret.
    """
    record = game.record()  # its secret is None until the game is over
    estimate = game.estimate
    codes = game.position.codes
    still_possible: Sequence[str] = ()
    are_all = True  # whether these are all codes that are still possible
    if game.over and not record.won:
        still_possible, are_all = game.list_possible()  # none if the codemaker is honest
    shown_possible = tuple(codes.display(code) for code in still_possible[: limits.FEW_CANDIDATES])
    has_count = bool(still_possible) and are_all
    answers = None  # stays None if the secret was chosen: it may be any code
    if started.secret is None:
        answers = name_answers(codes, started.answers)
    return GameState(
        turns=record.turns,
        won=record.won,
        secret=record.secret,
        moves=record.moves,
        over=game.over,
        most_turns=game.most_turns,
        codes=codes.name,
        length=codes.length,
        rule=started.rule,
        codemaker=started.codemaker,
        candidates=estimate.number or None,  # 0 if candidates are not counted, or none was found
        error=estimate.standard_error,
        shown=codes.display(record.secret) if record.secret else None,
        pattern=game.pattern,
        hard=game.hard,
        left=shown_possible,
        left_count=len(still_possible) if has_count else None,
        token=tokens.make(make_state(started, game)),
        guesses=None if started.guesses is None else str(started.guesses),
        answers=answers,
        secrets=codes.count,
        playable=game.playable,
        dictionary=name_dictionary(codes),
    )

"""Operations on a game so far: the next guess, advice, a judgement, the check of a code that a player had in mind."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, TypeVar

from mastermot.errors import N_, locating
from mastermot.game.advice import Advice, Review, advise, advise_weighted, histories, review
from mastermot.game.advice.transcripts import Transcript, choose_rule, name_codes, read_transcript
from mastermot.game.advice.turns import count_symbols
from mastermot.game.codebreakers import Choice, Codebreaker, make_codebreaker
from mastermot.game.hard_modes import HardMode
from mastermot.game.positions import Position
from mastermot.operations import limits
from mastermot.operations.errors import at, refuse
from mastermot.operations.game_setup import (
    ANSWERS,
    GUESSES,
    HARD,
    CodesChoice,
    HardModeName,
    choose_hard_mode,
    choose_secrets,
    first_position,
    name_dictionary,
    names_codes,
)
from mastermot.operations.player_choice import (
    OPENING,
    PlayerChoice,
    check_pool_and_words,
    choose_extra_guesses,
    refuse_idle_empty_guesses,
    refuse_idle_seed,
    refuse_unused_plan,
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
from mastermot.rules import BLACK_WHITE, Rule, rule_named, rule_names
from mastermot.rules.codes import Codes, check_listed
from mastermot.rules.rule import WrittenMarks
from mastermot.texts.reviews import tell_code, tell_review
from mastermot.words.dictionaries import open_shipped
from mastermot.words.folding import LONGEST

TOP = N_("How many guesses to list. With colours, only one is listed of guesses that are alike by symmetry.")
WHY_NOT_HARD = N_("with hard, give only one guess: the marks decide which guesses may follow")
WHY_NOT_WEIGHTED = N_("it has its own way to rank guesses: leave out player and strategy")
EXAMPLE = ExampleValue([{"guess": "AABC", "marks": "XO"}])
WHY_GIVEN_TWICE = N_("the turns are given twice: in history and in text")
WHY_NO_TURNS = N_("a game without turns cannot be judged")
CHOSEN_RULE = Help(
    N_("How marks are given (by default, as the file says or the marks show; otherwise black-white)."),
    metavar="RULE",
    names=rule_names,
)


@dataclass(frozen=True, kw_only=True)
class TurnRequest(Request):
    """A guess and the marks it got, in any form that is read: XXO, 2 1, 2B1W, X.O.., ⬛🟩🟨⬛⬛, a sentence…"""

    guess: Word  #: The code that is guessed.
    marks: Annotated[str, Bounds(max_length=limits.MAX_MARKS)]  #: What the guess got.

    def __str__(self) -> str:
        """Return the turn as it is typed: ``raies=XO``, or the guess alone if it has no marks."""
        return f"{self.guess}={self.marks}" if self.marks else self.guess


@dataclass(frozen=True, kw_only=True)
class HistoryRequest(CodesChoice):
    """A game so far."""

    rule: Annotated[RuleName | None, CHOSEN_RULE] = None
    """How marks are given. By default, it is the rule that a `text` names or its marks show (`positional` if each
    position has a sign), otherwise `black-white`. The answer names the rule."""
    history: Annotated[list[TurnRequest], Bounds(max_length=limits.MAX_HISTORY), EXAMPLE] = field(default_factory=list)
    """The turns so far, in order."""
    text: Annotated[str, Bounds(max_length=limits.MAX_PASTED)] = ""
    """The turns so far, as a text: a game in any form in which people write or share it, or the clues of a number lock.
    If nothing says what is played with, guesses in digits are played with digits."""


@dataclass(frozen=True, kw_only=True)
class GameTextRequest(Request):
    """A text that holds a game, or the clues of a number lock."""

    text: Annotated[str, Bounds(max_length=limits.MAX_PASTED), ExampleValue("682: one is right and in its place\n")]
    """The turns, in any form in which people write or share a game."""
    rule: RuleName | None = None  #: How marks are given; by default, the rule that they show.


@dataclass(frozen=True, kw_only=True)
class GuessRequest(PlayerChoice, HistoryRequest):
    """A game so far: what is the next guess?"""


@dataclass(frozen=True, kw_only=True)
class CodeInMindRequest(HistoryRequest):
    """A game so far, and the code that its player had in mind."""

    code: Annotated[Word, ExampleValue("ABCD")]  #: The code that the player had in mind.


@dataclass(frozen=True, kw_only=True)
class KnownRequest(HistoryRequest):
    """A game so far, with letters of the secret that are given, and lists of what may be the secret or a guess."""

    starts: Annotated[
        str | None,
        Bounds(min_length=1, max_length=LONGEST),
        Help(N_("Letters given at the start: the first (c), or a pattern (c..d.)."), metavar="LETTERS"),
    ] = None
    answers: Annotated[DictionaryName | None, Help(ANSWERS)] = None
    guesses: Annotated[DictionaryName | None, GUESSES] = None
    hard: Annotated[HardModeName | None, HARD] = None


@dataclass(frozen=True, kw_only=True)
class AdviceRequest(PlayerChoice, KnownRequest):
    """A game so far: what are the best next guesses?"""

    weighted: Annotated[
        bool, Help(N_("Weigh words by how often they are used. The shipped lists have these frequencies."))
    ] = False
    top: Annotated[int, Bounds(ge=1, le=1000), Help(TOP)] = 5


@dataclass(frozen=True, kw_only=True)
class ReviewRequest(KnownRequest):
    """A game, to be judged."""

    opening: Annotated[list[Word], Bounds(max_length=limits.MAX_TURNS), OPENING] = field(default_factory=list)
    """Guesses that the player begins with, whatever the answers."""


AnyHistory = TypeVar("AnyHistory", bound=HistoryRequest)


@dataclass(frozen=True)
class PlayerPlan:
    """What a player plays by."""

    player: str  #: Who plays.
    strategy: str  #: How the player picks a guess.
    pool: str  #: Which guesses the player chooses from: consistent, accelerated or all.


@dataclass(frozen=True)
class Guess:
    """The next guess, and why."""

    guess: str
    shown: str  #: The guess with its spellings.
    candidates: int | None  #: Codes still possible before this guess.
    error: int
    entropy: float | None  #: Bits that its marks are expected to give.
    largest: int | None  #: The most codes that can be left after it.
    left: tuple[str, ...]  #: The codes still possible, when they are few.
    plan: PlayerPlan  #: Who plays, and how.
    read: tuple[histories.ReadMarks, ...] = ()  #: Marks that were not written in the canonical form, as they were read.
    dictionary: str | None = None  #: The dictionary of the words; left out with colours.
    rule: str = ""  #: How marks were given: the rule that was named, or the one that a text names or shows.


def next_guess(request: GuessRequest) -> Guess:
    """Give the next guess for a game so far.

    The answer also has the codes left, if they are few, and what the player plays by.
    """
    request, _unmarked = read_game(request)
    start = first_position(request, find_rule(request), list_guesses(request.history))
    refuse_unused_plan(request)
    player = choose_player(request, start, choose_extra_guesses(request, start.codes))
    position = replay(start, request.history)[-1]
    refuse_idle_empty_guesses(request, player, [turn.guess for turn in position.history])
    choice = player.choose(position)
    codes = position.codes
    return Guess(
        guess=choice.guess,
        shown=codes.display(choice.guess),
        candidates=choice.candidates,
        error=choice.standard_error,
        entropy=choice.entropy,
        largest=choice.largest,
        left=list_few_candidates(choice, position),
        plan=PlayerPlan(player.plan.player, player.plan.strategy, player.plan.pool),
        read=histories.list_read(find_written_marks(request.history), position),
        dictionary=name_dictionary(codes),
        rule=position.rule.name,
    )


def list_few_candidates(choice: Choice, position: Position) -> tuple[str, ...]:
    """Return the candidates at a position, with their spellings, if they are few and exactly counted; otherwise none.

    `choice` is what a player chose at this position: it says how many candidates there are, and whether this number is
    an estimate.
    """
    count = choice.candidates  # None if the player has not counted them
    if count is None or choice.standard_error > 0:
        return ()
    if count > limits.FEW_CANDIDATES:
        return ()
    candidates = [position.table.text(int(row)) for row in position.candidates]
    return tuple(map(position.codes.display, candidates))


def list_guesses(history: Sequence[TurnRequest]) -> list[str]:
    return [turn.guess for turn in history]


def find_written_marks(history: Sequence[TurnRequest]) -> list[str]:
    return [turn.marks for turn in history]


def suggest_guesses(request: AdviceRequest) -> Advice:
    """Say what to play next: the codes left, and the best guesses."""
    request, unmarked_guess = read_game(request)
    position, player = start_advice(request)
    advice = advise_as_asked(request, position, player)
    return replace(advice, unmarked=unmarked_guess)


@dataclass(frozen=True)
class TurnRead:
    """A turn of a text, as it was read."""

    line: int  #: Its line, 1 for the first.
    guess: str  #: As it was written.
    written: str  #: The marks as they were written.
    marks: WrittenMarks  #: The marks in the canonical form.
    plain: bool  #: Whether they were written in the canonical form.


@dataclass(frozen=True)
class GameRead:
    """The game in a text, as it was read."""

    rule: str  #: The rule that was named, or the one that the marks show.
    turns: tuple[TurnRead, ...]  #: In order.
    unmarked: str = ""  #: A last guess that has no marks yet: it was left out.
    left_out: tuple[int, ...] = ()  #: Lines that are not turns, such as a title.


def read_pasted_game(request: GameTextRequest) -> GameRead:
    """Read the game in a text, as people write or share one, without judging it."""
    turns = []
    with at("text"):
        transcript = read_transcript(request.text)
        name = request.rule or choose_rule(transcript)
        rule = rule_named(name)
        for line in transcript.lines:
            length = count_symbols(line.guess)
            # marks that can be read in several ways are read as the marks of the other turns are written
            others = [other.marks for other in transcript.lines if other is not line]
            with locating(line=line.number):
                marks = rule.parse(line.marks, length, others)
            plain = rule.is_plain(line.marks, length)
            turns.append(TurnRead(line.number, line.guess, line.marks, marks, plain))
    return GameRead(name, tuple(turns), transcript.unmarked, transcript.left_out)


def read_game(request: AnyHistory) -> tuple[AnyHistory, str]:
    """Return the request, with the turns of its `text` as its history, and the last guess if that has no marks yet.

    The second value is "" if every guess has its marks. A request without a text is returned as it is, with "". Raises
    `FieldInvalidError` if the history has turns too, an error for a text that cannot be read, and an error if the text
    names a list of words that is not shipped: a text never names a file.
    """
    if not request.text:
        return request, ""
    refuse("history", WHY_GIVEN_TWICE, request.history)
    with at("text"):
        transcript = read_transcript(request.text)
        taken = with_transcript(request, transcript)
        for field_name in ("words", "answers"):  # not every request has both
            list_of_request = getattr(request, field_name, None)
            list_name = getattr(taken, field_name, None)
            is_named_by_text = list_of_request is None and list_name is not None
            if is_named_by_text:
                open_shipped(list_name)  # raises an error if the list is not shipped
    return taken, transcript.unmarked


def with_transcript(request: AnyHistory, transcript: Transcript) -> AnyHistory:
    """Return the request with the turns of the transcript as its history, and the transcript's rule and codes.

    A rule that the request names stays, and so do its codes if it says anything about them. If neither the request nor
    the transcript names the codes, the guesses may show that the codes are digits (`with_digits`).
    """
    turns = [TurnRequest(guess=turn.guess, marks=turn.marks) for turn in transcript.lines]
    taken = replace(request, text="", history=turns, rule=request.rule or choose_rule(transcript))
    given = list_given(request)
    # letters given at the start (`starts`) also say that words are played
    says_nothing_of_codes = not names_codes(request) and "starts" not in given
    named = name_codes(transcript) if says_nothing_of_codes else {}
    if not named:
        return with_digits(taken)
    # fields that the request sets itself, such as `answers`, stay; fields that its class lacks cannot be set
    may_be_set = {field.name for field in fields(request)}.difference(given)
    of_transcript = {name: value for name, value in named.items() if name in may_be_set}
    return replace(taken, **of_transcript)


def with_digits(request: AnyHistory) -> AnyHistory:
    """Return the request as one for a game of ten digits, if its guesses show that it is one.

    The guesses show this if some of them are in digits, and all that are in digits have one length. This length is the
    number of holes if the request names none. A request that names words or colours is returned as it is, and so is a
    request whose guesses do not show digits.
    """
    names_words = request.words is not None or request.length is not None
    names_colours = request.colours is not None
    if names_words or names_colours:
        return request
    digit_count = count_digits(list_guesses(request.history))
    if digit_count is None:
        return request
    return replace(request, holes=request.holes or digit_count, colours=10, digits=True)


def count_digits(guesses: Iterable[str]) -> int | None:
    """Return the length of the guesses that are in digits; None if there are none, or if their lengths differ.

    >>> count_digits(["682", "614"]), count_digits(["682", "61"]), count_digits(["coude"])
    (3, None, None)
    """
    lengths = {len(guess) for guess in guesses if guess.isascii() and guess.isdigit()}
    return lengths.pop() if len(lengths) == 1 else None


def start_advice(request: AdviceRequest) -> tuple[Position, Codebreaker]:
    """Return the position after the history, and the player that the request names, ready to choose the next guess.

    The player may guess the extra guesses that are allowed next. Raises `FieldInvalidError` for `weighted` with a
    player or a strategy, and for an opening of several guesses in hard mode.
    """
    names_player = request.player != "best" or request.strategy is not None
    refuse("weighted", WHY_NOT_WEIGHTED, request.weighted and names_player)
    start, extra_guesses = start_known(request)
    hard = choose_hard_mode(request.hard, start.rule)
    has_long_opening = len(request.opening) > 1
    refuse("opening", WHY_NOT_HARD, has_long_opening and hard is not None)
    # what may be guessed next; the turns so far may have other guesses, such as those of the opening
    next_guesses = histories.list_next_guesses(start.codes, extra_guesses, hard=hard is not None)
    player = choose_player(request, start, next_guesses)
    allowed_so_far = frozenset((*extra_guesses, *player.plan.accelerators, *player.plan.opening))
    return replay(start, request.history, allowed_so_far)[-1], player


def advise_as_asked(request: AdviceRequest, position: Position, player: Codebreaker) -> Advice:
    """Return the candidates at the position after the history, and the best guesses that `player` may make there.

    The request says how many guesses are listed (`top`), in which hard mode, and whether words are weighed by how often
    they are used (`weighted`). If words are not weighed, guesses of the book of openings may come first
    (`may_use_book`).

    The advice also has the rule, the dictionary, marks that were not written in the canonical form, as they were read,
    and guesses of the history that are in no list of words. The player's acceleration words and opening are taken as
    such a list.
    """
    hard = choose_hard_mode(request.hard, position.rule)
    if request.weighted:
        advice = advise_weighted(position, player, top=request.top, hard=hard)
    else:
        advice = advise(position, player, top=request.top, hard=hard, book=may_use_book(request))
    own_words = (*player.plan.accelerators, *player.plan.opening)
    return replace(
        advice,
        read=histories.list_read(find_written_marks(request.history), position),
        unlisted=histories.list_unlisted(position, own_words),
        rule=position.rule.name,
        dictionary=name_dictionary(position.codes),
    )


def may_use_book(request: AdviceRequest) -> bool:
    """Return whether guesses of the book of openings may be advised: if the player uses it, and plays in its usual way.

    The players `best` and `book` use the book. They do not play in their usual way if the request names a strategy, a
    pool, a sample or an opening. Whether the book has this game, with its extra guesses, is looked up later (`advise`).
    """
    uses_book = request.player in ("best", "book")
    has_usual_choice = request.strategy is None and request.pool is None and request.sample is None
    return uses_book and has_usual_choice and not request.opening


def review_game(request: ReviewRequest) -> Review:
    """Judge a game move by move: skill, luck, what the best guesses were."""
    request, _unmarked = read_game(request)
    refuse("history", WHY_NO_TURNS, not request.history)
    start, extra_guesses, codebreaker = start_review(request)
    hard = choose_hard_mode(request.hard, start.rule)
    return judge(replay(start, request.history, extra_guesses), codebreaker, hard=hard)


def start_review(request: ReviewRequest) -> tuple[Position, frozenset[str], Codebreaker]:
    """Return the position before the first turn, the extra guesses, and the player to compare the moves with.

    The player is `best`, with the opening of the request. The extra guesses are those that the game under review may
    have had: the extra guesses that the request allows, and the opening. Raises `FieldInvalidError` for an opening of
    several guesses in hard mode, and `TooManyCodesError`.
    """
    start, extra_guesses = start_known(request)
    hard = choose_hard_mode(request.hard, start.rule)
    refuse("opening", WHY_NOT_HARD, len(request.opening) > 1 and hard is not None)
    check_listed(start.codes)  # raises an error if the codes are too many to list
    next_guesses = histories.list_next_guesses(start.codes, extra_guesses, hard=hard is not None)
    with at("opening"):
        # beside codes, the player weighs only its acceleration words: here all extra guesses that are allowed next
        codebreaker = make_codebreaker("best", codes=start.codes, accelerators=next_guesses, opening=request.opening)
    # all `extra_guesses`, not only `next_guesses`: the game may have had guesses without the letters given
    return start, frozenset((*extra_guesses, *codebreaker.plan.opening)), codebreaker


def judge(
    positions: Sequence[Position],
    player: Codebreaker,
    *,
    hard: HardMode | None,
    on_move: Callable[[int], object] | None = None,
) -> Review:
    """Return the judgement of the game that went through these positions, with its sentences.

    `positions` has the position before the first turn, then one after each turn. The moves are compared with what
    `player` would have played; `hard` is the hard mode of the game, None without one. `on_move` is called with 1 after
    each move that is judged.
    """
    judgement = review.review_game(positions, player, hard=hard, on_move=on_move)
    extra_guesses = (*player.plan.accelerators, *player.plan.opening)  # what the player may guess beside the codes
    unlisted = histories.list_unlisted(positions[-1], extra_guesses)
    codes = positions[0].codes
    with_sentences = tell_review(judgement, codes, hard=hard)
    return replace(with_sentences, unlisted=unlisted, dictionary=name_dictionary(codes))


def check_code_in_mind(request: CodeInMindRequest) -> histories.CodeInMind:
    """Compare a code that somebody had in mind with the marks given.

    The answer names the turns whose marks would differ if the code were the secret. If there are none, and the game
    lacks the code, it names the other dictionaries that have it.
    """
    request, _unmarked = read_game(request)
    start = first_position(request, find_rule(request), list_guesses(request.history))
    position = replay(start, request.history)[-1]
    with at("code"):
        checked = histories.check_code(position, request.code)
    return replace(checked, text="\n".join(tell_code(checked, position.codes)), rule=position.rule.name)


def find_rule(request: HistoryRequest) -> Rule:
    """Return the rule of a request, or `black-white` if it has none. `with_transcript` has set the rule of a text."""
    return rule_named(request.rule or BLACK_WHITE.name)


def choose_player(
    request: GuessRequest | AdviceRequest, start: Position, extra_guesses: Sequence[str] = ()
) -> Codebreaker:
    """Return the player that the request names; `extra_guesses`, folded, are added to its acceleration words.

    `start` is the position before the first turn. Raises an error if the player cannot play this game, or if choosing
    the first guess of the game would take too much work. Raises `FieldInvalidError` for acceleration words beside the
    pool `consistent`, for the pool `accelerated` without such words, and for a seed if nothing is drawn at random; and
    the errors of `Codes.fold` for an acceleration word, or a guess of the opening, that is no code.
    """
    check_pool_and_words(request, "accelerators", is_given=bool(request.accelerators))
    accelerators = fold_each("accelerators", request.accelerators, start.codes)
    opening = fold_each("opening", request.opening, start.codes)
    player = make_codebreaker(
        request.player,
        codes=start.codes,
        strategy=request.strategy,
        pool=request.pool,
        accelerators=[*accelerators, *extra_guesses],
        sample=request.sample,
        seed=request.seed,
        opening=opening,
    )
    refuse_idle_seed(request, player, list_given(request))
    player.check_game(start.codes, start.rule)
    if not request.history:  # later guesses are scored on fewer codes
        player.check_work(start.codes)
    return player


def fold_each(field_name: str, guesses: Sequence[str], codes: Codes) -> list[str]:
    """Return the guesses of a field, folded. An error names the field and the index of the guess: ``opening/1``."""
    folded = []
    for index, guess in enumerate(guesses):
        with at(field_name, index):
            folded.append(codes.fold(guess))
    return folded


def replay(
    start: Position, history: Sequence[TurnRequest], extra_guesses: frozenset[str] | None = None
) -> list[Position]:
    """Return the positions of a game: `start`, before the first turn, then one after each turn. Errors name the turn.

    In a game of words, any guess of their length is taken, since another program may have played it. With colours, a
    guess must be allowed in the game or be one of `extra_guesses`. If `extra_guesses` is None, any guess that can be
    read as a code is taken.
    """
    codes = start.codes
    positions = [start]
    written = find_written_marks(history)
    for index, turn in enumerate(history):
        with at("history", index, "guess"):
            if extra_guesses is None:
                guess = codes.fold(turn.guess)
            else:
                guess = histories.read_played(turn.guess, codes, extra_guesses)
        with at("history", index, "marks"):
            # marks that can be read in several ways are read as the marks of the other turns are written
            others = written[:index] + written[index + 1 :]
            marks = start.rule.parse(turn.marks, codes.length, others)
        positions.append(positions[-1].after(guess, marks))
    return positions


def start_known(request: KnownRequest) -> tuple[Position, tuple[str, ...]]:
    """Return the position before the first turn, and the extra guesses: all that may be guessed but not be the secret.

    If the request names a list of answers (`answers`), only the words of this list can be the secret. If it gives
    letters at the start (`starts`), only words with these letters can be the secret. The extra guesses are the other
    words of the codes' dictionary and of the list `guesses`. With colours, they are guesses with empty holes, if the
    game allows these.
    """
    start = first_position(request, find_rule(request), list_guesses(request.history))
    if request.answers:
        secrets = choose_secrets(start.codes, request.answers)
        start = Position(histories.keep_secrets(start.codes, secrets), start.rule)
    if request.starts is not None:
        with at("starts"):
            start = Position(histories.give_letters(start.codes, request.starts), start.rule)
    with at("guesses"):
        dictionary = open_beside(request.guesses, start.codes.letters) if request.guesses else None
        extra_guesses = histories.list_extra_guesses(start.codes, dictionary)
    return start, extra_guesses

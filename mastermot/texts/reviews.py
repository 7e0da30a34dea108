"""Sentences about games: about each move and the whole game, and about a code that does not agree with its marks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mastermot.game.advice.histories import CodeInMind
from mastermot.game.advice.review import KnownLetter, Review, Verdict
from mastermot.game.hard_modes import HardMode, Hint
from mastermot.rules import Marks
from mastermot.rules.codes import Codes
from mastermot.texts import _, join, plural, write_marks, write_number
from mastermot.texts.phrases import join_all, name_position, state

LITTLE = 0.005  #: Fewer turns than this, lost or saved, count as none.
SHOWN_DIGITS = 2  #: How many digits of bits and turns are shown after the point.


def tell_review(review: Review, codes: Codes, *, hard: HardMode | None = None) -> Review:
    """Return a judged game with its sentences (`text`) filled in: of each move, and of the whole game.

    The sentences are in the language in use. With `hard`, they say which moves broke the rules of this hard mode.
    `codes` are the codes that could be the secret at the start of the game.
    """
    moves = tuple(replace(move, text=tell_move(move, codes, hard=hard)) for move in review.moves)
    if review.won:
        result = plural("Found in {count} turn.", "Found in {count} turns.", len(moves))
    else:
        result = plural("Not found in {count} turn.", "Not found in {count} turns.", len(moves))
    scores = _("Skill {skill} of 99, luck {luck} of 99.", skill=review.skill, luck=review.luck)
    return replace(review, moves=moves, text=f"{result} {scores}")


def tell_move(move: Verdict, codes: Codes, *, hard: HardMode | None = None) -> str:
    """Return sentences about a move: the candidates it left, a better guess, luck, and what was known but not used.

    If the guess could not be the secret, although several candidates were left, a sentence says so. With `hard`, a
    sentence names the hints that hard mode required and the guess did not use. Without such hints, a sentence says what
    was known but not used, if another guess would have saved turns.
    """
    had_choice = move.before > 1
    sentences = [tell_candidates(move, codes), tell_loss(move, codes), tell_luck(move)]
    if not move.possible and had_choice:
        sentences.append(_("It could not be the secret."))
    if hard is not None and move.broken:
        hints = [name_hint(hint) for hint in move.broken]
        sentences.append(_("Hard mode forbids it: {hints}.", hints=join_all(hints)))
    elif move.unused and had_choice and move.loss >= LITTLE:
        sentences.append(tell_unused(move.unused))
    return " ".join(sentence for sentence in sentences if sentence)


def tell_unused(unused: Sequence[KnownLetter]) -> str:
    """Return what was known about letters but not used: "You knew that U is in the secret, and did not use it."."""
    facts = join([state_known(known) for known in unused], _("and that"))
    return plural(
        "You knew that {facts}, and did not use it.",
        "You knew that {facts}, and did not use them.",
        len(unused),
        facts=facts,
    )


def tell_candidates(move: Verdict, codes: Codes) -> str:
    """Return how many candidates a move left, how many bits it gained, and how many were expected.

    For example: "9 of 930 words left: 6.69 bits gained, 5.20 expected." Without a dictionary, as with colours, "words"
    becomes "codes". If only one candidate was left before the move, the sentence says only that.
    """
    if move.before == 1:
        return _("Only one code was left.")
    counts = {"after": move.after, "before": move.before}
    if codes.dictionary is None:
        candidates = plural("{after} of {before} codes left", "{after} of {before} codes left", move.after, **counts)
    else:
        candidates = plural("{after} of {before} words left", "{after} of {before} words left", move.after, **counts)
    bits = write_number(move.gained, SHOWN_DIGITS)
    mean = write_number(move.entropy, SHOWN_DIGITS)
    # the number before the decimal sign chooses singular or plural: in French, 1.70 has the singular
    gained = plural("{count} bits gained", "{count} bits gained", int(move.gained), count=bits)
    expected = plural("{count} expected", "{count} expected", int(move.entropy), count=mean)
    return _("{candidates}: {gained}, {expected}.", candidates=candidates, gained=gained, expected=expected)


def tell_loss(move: Verdict, codes: Codes) -> str:
    """Return which guess was better, and how many turns were lost: "RAIE was better: 0.12 turns lost.".

    If fewer than `LITTLE` turns were lost, the sentence says that no guess was better. If only one code was left before
    the move, the sentence names this code; return "" if the code was played. Turns that are estimated (not
    ``move.exact``) are written "about 0.12 turns".
    """
    only_candidate = move.before == 1
    if move.loss < LITTLE:
        return "" if only_candidate else _("No guess was better.")
    names = {"turns": write_number(move.loss, SHOWN_DIGITS), "best": codes.display(move.best.guess)}
    if only_candidate:
        return _("It was {best}: a turn lost.", **names)
    whole = int(move.loss)  # chooses singular or plural: French counts 1.70 as one
    if move.exact:
        return plural(
            "{best} was better: {turns} turns lost.", "{best} was better: {turns} turns lost.", whole, **names
        )
    return plural(
        "{best} was better: about {turns} turns lost.", "{best} was better: about {turns} turns lost.", whole, **names
    )


def tell_luck(move: Verdict) -> str:
    """Return how many turns the marks saved or cost, compared with the average of all marks.

    Return "" for fewer turns than `LITTLE`, or if only one code was left before the move: then luck had no part. Turns
    that are estimated (not ``move.exact``) are written "about 0.12 turns".
    """
    only_candidate = move.rank is None  # there was no other code to compare the marks with
    if abs(move.luck) < LITTLE or only_candidate:
        return ""
    turns = write_number(abs(move.luck), SHOWN_DIGITS)
    whole = int(abs(move.luck))  # chooses singular or plural: French counts 1.70 as one
    if move.luck > 0 and move.exact:
        return plural("Lucky: {turns} turns saved.", "Lucky: {turns} turns saved.", whole, turns=turns)
    if move.luck > 0:
        return plural("Lucky: about {turns} turns saved.", "Lucky: about {turns} turns saved.", whole, turns=turns)
    if move.exact:
        return plural("Unlucky: {turns} turns more.", "Unlucky: {turns} turns more.", whole, turns=turns)
    return plural("Unlucky: about {turns} turns more.", "Unlucky: about {turns} turns more.", whole, turns=turns)


def name_hint(hint: Hint) -> str:
    """Return a hint in words: "U", "U in position 3", or "the marks of turn 2"."""
    if not hint.letter:
        return _("the marks of turn {turn}", turn=hint.turn)
    return hint.letter if hint.position is None else f"{hint.letter} {name_position(hint.position - 1)}"


def state_known(known: KnownLetter) -> str:
    if known.position is None:
        return _("{letter} is in the secret", letter=known.letter)
    return state(known.letter, known.position - 1)


def tell_marks(marks: Marks) -> str:
    """Return marks in words, "1 well placed and 1 misplaced"; marks of a rule by position as signs, ``X.O..``."""
    if marks.pattern:  # only the marks of a rule by position have a pattern
        return write_marks(marks)
    if not marks.blacks and not marks.whites:
        return _("none")
    blacks = plural("{count} well placed", "{count} well placed", marks.blacks)
    whites = plural("{count} misplaced", "{count} misplaced", marks.whites)
    if not marks.whites:
        return blacks
    if not marks.blacks:
        return whites
    return _("{placed} and {others}", placed=blacks, others=whites)


def tell_code(found: CodeInMind, codes: Codes) -> Iterator[str]:
    """Yield sentences about a code that somebody had in mind, compared with the marks that they gave.

    If the code agrees with all marks, the sentences say which lists have it (`tell_right_code`). Otherwise there is a
    sentence for each turn whose marks the code contradicts; if the list of `codes` lacks the code, a sentence before
    these says so.
    """
    names = {"code": found.code, "name": codes.label}
    if not found.wrong:
        yield from tell_right_code(found, names)
        return
    if not found.listed:
        yield _("{code} is not in the list {name}.", **names)
    for wrong in found.wrong:
        marks = tell_marks(wrong.right)
        given = tell_marks(wrong.given)
        sentence = _("With {code}, the marks of turn {turn} ({guess}) are: {marks}. You answered: {given}.")
        yield sentence.format(code=found.code, turn=wrong.turn, guess=wrong.guess, marks=marks, given=given)


def tell_right_code(found: CodeInMind, names: Mapping[str, str]) -> Iterator[str]:
    """Yield sentences about a code that contradicts no marks: the list of the game has it, or other lists, or none.

    `names` has what the sentences need: the code, and the name of the list.
    """
    if found.listed:
        yield _("{code} is in the list, and agrees with all your marks.", **names)
        return
    yield _("Your marks are right for {code}: it is not in the list {name}.", **names)
    if found.lists:
        yield _("It is in: {names}.", names=", ".join(found.lists))
    else:
        yield _("No other list here has it either.")

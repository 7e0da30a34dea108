"""The next guess in games with so many codes that guesses cannot all be scored on all candidates.

Guesses are scored on a sample of the candidates, the *secrets*. The guesses are candidates and, if any code may be
played, all codes or codes made from candidates by small changes. The opening is the first code of the best shape, such
as AABBC (`mastermot.game.shapes`). If all candidates are known and are few, the best guesses are looked at two turns
deep: in each class that a guess leaves, the best next guess is found, and the sizes of the classes after that guess
tell how many turns are to be expected.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermot.game.partitions import Rows, Table, weigh_classes
from mastermot.game.positions import Position
from mastermot.game.sampling import draw_any, draw_codes, draw_rows, make_rng
from mastermot.game.shapes import first_codes
from mastermot.game.strategies import CRITERIA, find_best, sort_best
from mastermot.rules import Rule
from mastermot.rules.arrays import Numbers, find_kernels
from mastermot.rules.codes import Codes, ColourCodes

MAX_LOOKAHEAD_WORK = 120_000_000  #: About the most pairs of codes looked at for the second turn: half a second.
WIDE_LOOKAHEAD_COST = 8  #: How many times as long a pair takes with a wide table (`Table.wide`).
MAX_FOLLOWING = 2000  #: The most guesses looked at for each of the two turns, besides the candidates if these are few.
FEW_CANDIDATES = 500  #: Up to so many candidates, all of them are looked at as guesses for both turns.
FEWEST_DEEP, MOST_DEEP = 12, 60  #: The fewest and the most guesses that are looked at two turns deep.
ONE_TURN = 1 << 20  #: Turns are added up as integers in which one turn is this number: the same sums on every machine.

DOUBLINGS = (0, 1, np.log2(3), 2, 2.5, 3, 3.5, 4, 5, 6, 7, 60)
"""The numbers of candidates for which `Rule.turns_curve` has the turns, as their logarithms to base 2."""
CodeRows = NDArray[np.uint8]  #: Codes, a row of symbol numbers each.

SECRETS = 4000  #: The most candidates that guesses are scored on.
MAX_TRIED = 2000  #: The most candidates that are scored as guesses, and the most changed codes that are.
OPENING_SECRETS = 20_000  #: How many codes openings are scored on.
OPENING_LISTED = 10_000  #: In games of up to so many codes, openings are looked at two turns deep.
OPENING_NEXT = 1000  #: How many guesses are looked at for the second turn after an opening.
LISTED_PAIRS = 16_000_000  #: Up to so many pairs of code and secret, all codes of the game are scored as guesses.
CHANGE_ROUNDS = 3  #: How often the best guesses are changed again, where the secrets are not all candidates.
PARENTS, CHILDREN = 100, 1000  #: How many of the best guesses are changed, and how many guesses are made from them.


class Pick(NamedTuple):
    """A guess, and what it is worth by the sample that it was scored on."""

    guess: str
    entropy: float  #: The entropy of its partition.
    largest: int  #: The size of its largest class, scaled from the sample to all candidates.


def expect_turns(most: int, rule: Rule) -> NDArray[np.int64]:
    """Return an array with the turns that n candidates take in all, estimated, at each index n from 0 to `most`.

    A turn counts as `ONE_TURN`. One candidate takes a turn, two take 3 turns together, three about 5:

    >>> from mastermot.rules import BLACK_WHITE
    >>> (expect_turns(3, BLACK_WHITE) / ONE_TURN).round(2).tolist()
    [0.0, 1.0, 3.0, 4.98]
    """
    counts = np.arange(most + 1.0)
    logarithms = np.log2(np.maximum(counts, 1))
    after_first = np.interp(logarithms, DOUBLINGS, rule.turns_curve)  # the turns of a candidate after the first
    turns: NDArray[np.float64] = counts * (1 + after_first)
    return np.rint(turns * ONE_TURN).astype(np.int64)


def choose_two_deep(table: Table, guesses: Rows, next_guesses: Rows, candidates: Rows) -> int:
    """Return the row of the best of `guesses`: the fewest turns are expected if the best of `next_guesses` follows it.

    First all guesses are weighed one turn deep: by the turns that the classes they leave are expected to take. Then the
    best of them, as many as the work allows (`FEWEST_DEEP` to `MOST_DEEP`), are looked at with the best next guess in
    each class. `candidates` are all candidates, not a sample. All codes are given by their rows in `table`.
    """
    values = expect_turns(len(candidates), table.rule)
    next_numbers = table.numbers(next_guesses, candidates)  # a row for each guess, a column for each candidate
    numbers = next_numbers if guesses is next_guesses else table.numbers(guesses, candidates)
    work = MAX_LOOKAHEAD_WORK // WIDE_LOOKAHEAD_COST if table.wide else MAX_LOOKAHEAD_WORK
    pairs_of_a_guess = next_numbers.size  # the pairs of codes looked at to weigh one guess two turns deep
    guesses_within_work = work // pairs_of_a_guess
    count_deep = min(max(FEWEST_DEEP, guesses_within_work), MOST_DEEP)
    # called so that compiled loops are loaded if so much work is worth it: `_weigh` then uses them
    find_kernels(count_deep * pairs_of_a_guess)
    best_first = np.argsort(_weigh(table, numbers, values), kind="stable")
    best = -1
    fewest = np.iinfo(np.int64).max
    for index in best_first[:count_deep].tolist():
        turns = _add_best_next(table, numbers[index], next_numbers, values, enough=fewest)
        if turns < fewest:
            best = index
            fewest = turns
    return int(guesses[best])


def _add_best_next(table: Table, marks: Numbers, next_numbers: Numbers, values: NDArray[np.int64], enough: int) -> int:
    """Return how many turns all candidates take if the best next guess is played in each class of a guess.

    The guess gets `marks` from the candidates; `next_numbers` are the marks of each next guess (a row) from each
    candidate (a column). A class of n candidates is estimated to take ``values[n]`` turns in all (`expect_turns`), in
    which one turn is `ONE_TURN`. Once the sum is `enough` or more, the guess is given up: the sum so far is returned.
    """
    turns = len(marks) * ONE_TURN  # this guess takes a turn for each candidate
    for members in _split_columns(marks):
        if marks[members[0]] == table.solved:  # the guess itself, whose one turn is counted already
            continue
        if len(members) <= 2:  # the best next guess is the first member, and the turns are known
            turns += int(values[len(members)])
        else:
            numbers_of_class = np.ascontiguousarray(next_numbers[:, members])
            turns_after_next = _weigh(table, numbers_of_class, values)  # for each next guess
            turns += len(members) * ONE_TURN + int(turns_after_next.min())
        if turns >= enough:
            break
    return turns


def _split_columns(marks: Numbers) -> list[NDArray[np.intp]]:
    """Return the columns of each class of a guess; `marks` has the marks that the guess gets from each column.

    >>> [columns.tolist() for columns in _split_columns(np.array([7, 2, 7, 2, 3], np.uint8))]
    [[1, 3], [4], [0, 2]]
    """
    order = np.argsort(marks, kind="stable")
    in_order = marks[order]
    starts = np.flatnonzero(in_order[1:] != in_order[:-1]) + 1  # where each class but the first begins in this order
    return np.split(order, starts)


def _weigh(table: Table, numbers: Numbers, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many turns all candidates take after each guess (a row of `numbers`): ``values[n]`` for a class of n.

    A guess that can be the secret takes one turn less: the class of the guess itself takes no turn after it.
    """
    is_candidate = (numbers == table.solved).any(axis=1)
    weights, _largest, _squares, _classes = weigh_classes(table, numbers, values)
    turns: NDArray[np.int64] = weights - ONE_TURN * is_candidate
    return turns


def choose_by_classes(position: Position, size: int, seed: int) -> Pick:
    """Return the guess that gets the most different marks from `size` candidates, or from all if they are fewer.

    That is the criterion of the strategy `parts`. The candidates are drawn from the sample of the position, by the
    `seed`. About 2 * `size` codes are tried as guesses: these candidates, and codes drawn at random that were not
    played yet. If only one or two candidates are left, the first is returned. The position must have a candidate.
    """
    codes = position.codes
    sample = position.sample
    rng = make_rng(seed, codes, position.history)
    count = len(sample.codes)
    if count <= 2:  # the first of two candidates tells them apart: one bit. A single candidate tells nothing: 0 bits
        return Pick(codes.decode(sample.codes[0]), entropy=float(count - 1), largest=1)
    candidates = draw_rows(sample.codes, size, rng)
    others = draw_any(codes, 2 * size - len(candidates), rng)
    played = {turn.guess for turn in position.history}
    unplayed = [index for index, row in enumerate(others) if codes.decode(row) not in played]
    table, other_rows, candidate_rows = tabulate(codes, position.rule, others[unplayed], candidates)
    guesses = np.concatenate((candidate_rows, other_rows))
    number_of_candidates = sample.number  # counted, or estimated
    return _pick_best(table, guesses, candidate_rows, "parts", number_of_candidates)


def choose_opening(codes: Codes, rule: Rule, strategy: str) -> Pick:
    """Return the best opening for a `strategy` that scores guesses (one of `CRITERIA`).

    One code of each shape is tried, since each colour is as good as any other. The opening of each kind of game is
    looked for once, and kept for later games of the kind (`_choose_opening`). The kind is given by numbers and flags,
    since the `codes` of a later game are another object.
    """
    kinds = {"repeats": codes.repeats, "empty": codes.empty, "digits": codes.digits}
    colours = codes.own_symbols or codes.colours  # the symbols themselves, or the number of the usual ones
    return _choose_opening(codes.length, colours, rule, strategy, **kinds)


@lru_cache(64)
def _choose_opening(holes: int, colours: int | str, rule: Rule, strategy: str, **kinds: bool) -> Pick:
    """Return the best opening of codes with these holes, colours and `kinds`; it is kept for later games of the kind.

    `colours` are the symbols, or the number of the usual symbols. `kinds` are the flags of `ColourCodes` that
    `choose_opening` gives. With `entropy`, and up to `OPENING_LISTED` codes, the first code of each shape is looked at
    two turns deep, on all codes. Otherwise it is scored on codes drawn at random.
    """
    codes = ColourCodes(holes, colours, **kinds)
    shapes = first_codes(codes)
    rng = np.random.default_rng(0)
    if strategy == "entropy" and codes.count <= OPENING_LISTED:
        every_code = draw_codes(codes, rule, ()).codes
        table, guesses, secrets = tabulate(codes, rule, shapes, every_code)
        next_guesses = draw_rows(secrets, OPENING_NEXT, rng)
        best = choose_two_deep(table, guesses, next_guesses, secrets)
        # the guess is chosen: `_pick_best` adds its entropy and its largest class
        return _pick_best(table, np.array([best]), secrets, strategy, codes.count)
    drawn_secrets = draw_any(codes, OPENING_SECRETS, rng)
    table, guesses, secrets = tabulate(codes, rule, shapes, drawn_secrets)
    return _pick_best(table, guesses, secrets, strategy, codes.count)


def choose_guess(position: Position, strategy: str, any_code: bool, size: int | None) -> Pick:
    """Return the guess of a strategy, scored on some of the candidates, of which there must be three or more.

    At most `size` codes are drawn from the sample of the position as secrets, on which guesses are scored, and at most
    `size` as guesses. If `size` is None, they are at most `SECRETS` and `MAX_TRIED`. With `any_code`, codes that are no
    candidates are tried as guesses too: all codes or, if these are too many, codes that are made from the guesses drawn
    by small changes (`change_codes`).

    With `entropy`, if the secrets are all candidates, the best guesses are looked at two turns deep. Otherwise the best
    by the criterion of the strategy is played. If codes were made by changes, the best guesses are first changed and
    scored a few times more (`_improve`).
    """
    codes = position.codes
    sample = position.sample
    rng = make_rng(0, codes, position.history)
    secrets = draw_rows(sample.codes, size or SECRETS, rng)
    most_tried = size or MAX_TRIED
    distinct = sample.codes if sample.complete else np.unique(sample.codes, axis=0)
    guesses = draw_rows(distinct, most_tried, rng)
    tries_all_codes = any_code and _can_try_all(codes, len(secrets))
    tries_changed_codes = any_code and not tries_all_codes
    if tries_all_codes:
        guesses = np.concatenate((guesses, codes.array))
    if tries_changed_codes:
        guesses = np.concatenate((guesses, change_codes(codes, guesses, most_tried, rng)))
    secrets_are_all_candidates = sample.complete and len(secrets) == len(sample.codes)
    if strategy == "entropy" and secrets_are_all_candidates:
        return _choose_for_endgame(position, guesses, secrets)
    if tries_changed_codes:
        guesses = _improve(position, strategy, guesses, secrets, rng)
    number_of_candidates = sample.number  # counted, or estimated
    return _pick_best(*tabulate(codes, position.rule, guesses, secrets), strategy, number_of_candidates)


def _can_try_all(codes: Codes, number_of_secrets: int) -> bool:
    """Return whether every guess of the game can be scored on this number of secrets: within `LISTED_PAIRS` pairs."""
    if codes.empty_guesses or not codes.enumerable:  # guesses with empty holes are not among the codes
        return False
    return codes.count * number_of_secrets <= LISTED_PAIRS


def _choose_for_endgame(position: Position, guesses: CodeRows, candidates: CodeRows) -> Pick:
    """Return the guess with which the candidates take the fewest turns, estimated by looking two turns deep.

    The `candidates` are all those of the position, not a sample. The `MAX_FOLLOWING` best of the `guesses`, by the
    sizes of their classes, are looked at for the next turn and for the turn after it; so are all candidates, if there
    are `FEW_CANDIDATES` or fewer.
    """
    table, guess_rows, candidate_rows = tabulate(position.codes, position.rule, guesses, candidates)
    turns = table.scores(guess_rows, candidate_rows, expect_turns(len(candidate_rows), position.rule)).weights
    best_first = np.argsort(turns, kind="stable")
    best_indices = np.sort(best_first[:MAX_FOLLOWING])  # in order again: of guesses that tie, the first is played
    best_guesses = guess_rows[best_indices]
    if len(candidate_rows) <= FEW_CANDIDATES:
        best_guesses = np.concatenate((candidate_rows, best_guesses))
    best = choose_two_deep(table, best_guesses, best_guesses, candidate_rows)
    # the guess is chosen: `_pick_best` adds its entropy and its largest class
    return _pick_best(table, np.array([best]), candidate_rows, "entropy", len(candidate_rows))


def _improve(
    position: Position, strategy: str, guesses: CodeRows, secrets: CodeRows, rng: np.random.Generator
) -> CodeRows:
    """Return the best of `guesses` with new guesses, which may be better: codes made from the best by small changes.

    There are `CHANGE_ROUNDS` rounds. In each the best `PARENTS` guesses stay, and at most `CHILDREN` codes made from
    these are added. Guesses are scored against the `secrets`, a sample of the candidates; the criterion of the
    `strategy` says which guesses are the best.
    """
    criterion = CRITERIA[strategy]
    for _round in range(CHANGE_ROUNDS):
        table, guess_rows, secret_rows = tabulate(position.codes, position.rule, guesses, secrets)
        best_first = sort_best(criterion(table.scores(guess_rows, secret_rows)))
        parents = guesses[best_first[:PARENTS]]
        children = change_codes(position.codes, parents, CHILDREN, rng)
        guesses = np.concatenate((parents, children))
    return guesses


def tabulate(codes: Codes, rule: Rule, guesses: CodeRows, secrets: CodeRows) -> tuple[Table, Rows, Rows]:
    """Return a table with these guesses and secrets, the rows of the guesses, and the rows of the secrets."""
    table = Table(rule, codes, np.concatenate((secrets, guesses)))
    return table, np.arange(len(secrets), len(table.array)), np.arange(len(secrets))


def _pick_best(table: Table, guesses: Rows, secrets: Rows, strategy: str, number_of_candidates: float) -> Pick:
    """Return the guess that is best by the criterion of a strategy, in a tie the first.

    The `secrets` are all candidates, or some drawn from them: the size of the largest class is scaled up to the number
    of all candidates.
    """
    scores = table.scores(guesses, secrets)
    best = find_best(CRITERIA[strategy](scores))
    guess = table.text(int(guesses[best]))
    entropy = float(scores.entropy[best])
    largest = round(int(scores.largest[best]) * (number_of_candidates / len(secrets)))
    return Pick(guess, entropy, largest)


def change_codes(codes: Codes, given: CodeRows, size: int, rng: np.random.Generator) -> CodeRows:
    """Return different codes of the game, at most `size`, made from the codes `given` by small changes.

    Each code is made from one of `given`, drawn at random. One to three times, one of its symbols is changed or two are
    exchanged. Of equal codes only one is returned; in a game without repeats, codes in which a symbol occurs twice are
    left out. Codes are rows of symbol numbers.
    """
    made = given[rng.integers(0, len(given), size)].copy()
    for share_touched in (1, 0.6, 0.35):  # all codes are changed in the first round, some of them in the next two
        is_touched = rng.random(size) < share_touched
        is_exchange = rng.random(size) < 0.4  # otherwise one symbol is changed
        first, second = rng.integers(0, codes.length, (2, size))  # two holes of each code; only `first` if one changes
        new_symbols = rng.integers(0, len(codes.guess_alphabet), size, np.uint8)
        changed = np.flatnonzero(is_touched & ~is_exchange)
        made[changed, first[changed]] = new_symbols[changed]
        exchanged = np.flatnonzero(is_touched & is_exchange)
        in_first = made[exchanged, first[exchanged]]
        made[exchanged, first[exchanged]] = made[exchanged, second[exchanged]]
        made[exchanged, second[exchanged]] = in_first
    if not codes.repeats:
        ordered = np.sort(made, axis=1)
        distinct_symbols = (ordered[:, 1:] != ordered[:, :-1]).all(axis=1)
        made = made[distinct_symbols]
    return np.unique(made, axis=0)

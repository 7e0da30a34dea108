"""Proofs: their checker, which shares only lists and rules with the search.

`docs/proofs.md` describes the file, and what each class that a guess leaves costs at least. The rest rests on this:

- Prices are 1 or more. So a guess that tells nothing about a set is not worth playing: it leaves the same codes a turn
  later. (In hard mode with a wider list it may also leave fewer guesses allowed; that never helps.)
- Two guesses that split a set alike cost the same, but for a code of the set, which may be found: of equal guesses the
  first is looked at, and codes of the set come first.
- Classes are smaller than their set: claims, which are looked up, never lean on each other in a circle. So they can be
  shared between processes. Needless ones are harmless; one that does not follow, or is missing, is found out.

Marks are those of the plain definition of the rule (`Rule.compare`), not of the quick ones that the search has. What
the game is, its caller says; the file must agree.
"""

from collections.abc import Callable, Sequence
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from mastermot.engine import Engine, SerialEngine, take_pieces, work_through
from mastermot.errors import N_, Reason
from mastermot.game.hard_modes import STRICT, WORDLE, HardMode, list_demands
from mastermot.game.objectives import LATE_PENALTY, OVERDUE_PENALTY, TOTAL, Objective
from mastermot.game.positions import Turn
from mastermot.lab.optimal.canonical_sets import Forms, Integers
from mastermot.lab.optimal.errors import ProofOtherError, ProofWrongError
from mastermot.lab.optimal.proof_marks import (
    count_bits,
    count_marks,
    find_least_numbers,
    list_classes,
    mark_all,
    name_partitions,
    price_by_sizes,
)
from mastermot.lab.optimal.prooffiles import COUNTED, Header, Proof
from mastermot.lab.optimal.search_problem import Problem, check_problem, ignore

MAX_SIZED = 8  #: Answers up to which the sizes of classes bound a set.
AT_ONCE = 1 << 19  #: Marks that are looked at at once.
WORD = 64  #: Answers whose marks are kept as bits.
NO_COST = 1 << 60  #: Stands for the cost of a guess that tells nothing.
SHARE = 200  #: Claims that are checked together.

FailedClaim = tuple[int, Reason]  #: A claim that does not follow, and why.
Flags = NDArray[np.bool_] | np.bool_

WHY_GAME = N_("it is about other codes, guesses or another rule")
WHY_OBJECTIVE = N_("it is about another objective")
WHY_MODE: dict[HardMode | None, str] = {
    STRICT: N_("it is about the hard mode strict, where guesses agree with all marks so far"),
    WORDLE: N_("it is about the hard mode wordle, where guesses keep the greens and use the yellows"),
    None: N_("it is not about hard mode"),
}
"""What a proof of another hard mode is about, by its mode."""
WHY_CLAIM = N_("line {line} claims {low} for {count:codes}, but the guess {guess} may cost only {cost}")


def check_proof(
    proof: Proof,
    problem: Problem,
    on_claims: Callable[[int], object] = ignore,
    engine: Engine | None = None,
    opening: Sequence[str] = (),
) -> int:
    """Return what the proof proves that a problem costs at least, which is the bound in its header.

    With an `opening`, the bound is that of the strategies that begin with these guesses. `on_claims` is called with how
    many claims more are checked. The workers of an `engine` share the claims. Raises `ProofOtherError` for another
    problem, `ProofWrongError` for the first claim that does not follow, `WorkerLostError`, and what `check_problem`
    names.
    """
    check_problem(problem)
    check_header(proof.header, problem, tuple(opening))
    checker = Checker(proof, problem)
    claimed_bound = checker.find_root(checker.start, 0)
    if claimed_bound < proof.header.bound:
        raise ProofWrongError(why=Reason(N_("nothing is claimed about all codes")))
    count = len(proof)
    shares = [range(start, min(start + SHARE, count)) for start in range(0, count, SHARE)]
    shares.reverse()  # the last one is taken first (`take_pieces`), and the first claims are to be checked first
    failures: list[FailedClaim] = []
    for checked, failed in work_through(engine or SerialEngine(), Checker.check_shares, checker, shares, len):
        on_claims(checked)
        failures += failed
    if failures:
        _claim, why = min(failures, key=itemgetter(0))  # workers may report several, in any order
        raise ProofWrongError(why=why)
    return proof.header.bound


def check_header(header: Header, problem: Problem, opening: tuple[str, ...]) -> None:
    """Raise `ProofOtherError` where a proof is about another problem."""
    game_of_proof = (header.rule, header.codes, header.checksum, header.guesses)
    game = (problem.rule.name, problem.codes.count, problem.codes.checksum, problem.guesses_checksum)
    if game_of_proof != game:
        raise ProofOtherError(why=Reason(WHY_GAME))
    if header.mode != problem.hard:
        raise ProofOtherError(why=Reason(WHY_MODE[header.mode]))
    if header.prices != problem.objective.prices:
        raise ProofOtherError(why=Reason(WHY_OBJECTIVE))
    may_be_opening = problem.hard is None or len(opening) <= 1  # in hard mode the marks decide what follows
    if header.opening != opening or not may_be_opening:
        raise ProofOtherError(why=Reason(N_("it is about another opening")))


def list_objectives(headers: Sequence[Header], objective: Objective) -> list[Objective]:
    """Return what the proofs of a file must be about to prove an objective: an objective for each, in their order.

    `headers` are those of the proofs. `longest` and `last` take two: of a bound, and that with fewer turns some code is
    not found. The others take one. Raises `ProofOtherError` for another number, and for two that do not go together.
    """
    objectives: list[Objective] = []
    takes_two = objective.shortest_first
    if not takes_two and len(headers) == 1:
        objectives = [objective]
    if takes_two and len(headers) == 2:
        list_both = list_for_last if objective.name == "last" else list_for_longest
        objectives = list_both(*headers)
    if not objectives:
        raise ProofOtherError(why=Reason(WHY_OBJECTIVE))
    return objectives


def count_priced_turns(header: Header) -> int:
    """Return the N of ``within:N``, or the last turn under `last`, from a proof's prices (see `Objective.prices`)."""
    return len(header.prices) - 2


def list_for_last(first: Header, second: Header) -> list[Objective]:
    """Return the objectives of the two proofs under `last`; none if the two do not go together.

    The first proves how many codes are found in the last turn at least, and then a total. The second proves that with
    one turn less some code is found too late.
    """
    turns = count_priced_turns(first)
    fewer_turns = count_priced_turns(second)
    no_code_is_late = first.bound < OVERDUE_PENALTY
    some_code_is_late = second.bound >= LATE_PENALTY
    if fewer_turns == turns - 1 and no_code_is_late and some_code_is_late:
        return [Objective("last", last=turns), Objective("within", fewer_turns)]
    return []


def list_for_longest(first: Header, second: Header) -> list[Objective]:
    """Return the objectives of the two proofs under `longest`; none if the two do not go together.

    The first proves a total: of all strategies (`total`), or of those that find every code within some turns
    (``within:N``). The second proves that within fewer turns some code is found too late: it too is about ``within:N``,
    and its bound says that a code is late.
    """
    turns = count_priced_turns(first)
    fewer_turns = count_priced_turns(second)
    first_is_of_all = first.prices == TOTAL.prices
    second_is_of_all = second.prices == TOTAL.prices
    no_code_is_late = first.bound < LATE_PENALTY
    some_code_is_late = second.bound >= LATE_PENALTY and not second_is_of_all
    if not (no_code_is_late and some_code_is_late):
        return []
    if first_is_of_all:
        return [TOTAL, Objective("within", fewer_turns)]
    if turns > fewer_turns:
        return [Objective("within", turns), Objective("within", fewer_turns)]
    return []


class Checker:
    """The claims of a proof, and what it takes to check each.

    A set is given by its `indices` among all `texts`: those of its codes, and in hard mode, after these, those of the
    other guesses that are still allowed.
    """

    def __init__(self, proof: Proof, problem: Problem) -> None:
        self.proof = proof
        self.header = proof.header
        codes = problem.codes
        self.prices = problem.objective.prices
        self.hard = problem.hard
        self.texts = list(problem.texts)
        self.every = np.arange(len(self.texts))  #: The indices of all guesses.
        index_count = codes.count if self.hard is None else len(self.texts)  # of those that may stand in a set
        if proof.codes.max(initial=0) >= index_count:
            raise ProofOtherError(why=Reason(WHY_GAME))
        # the set at the beginning: the codes, and in hard mode the other guesses; in Wordle's the codes come twice
        first_other = 2 * codes.count if self.hard == WORDLE else codes.count
        self.start = np.concatenate((self.every[: codes.count], self.every[first_other:index_count]))

        # marks are numbers, of guesses (rows) against codes (columns), in the hard mode strict against all guesses; the
        # meanings are the marks that the numbers stand for
        column_count = index_count if self.hard == STRICT else codes.count
        self.marks, self.meanings = mark_all(self.texts, problem.rule, column_count)
        self.letters = np.array([list(text) for text in self.texts])  # a row for each guess, a column for each position
        self.answers = len(self.meanings)  #: How many different marks there are.
        self.solved = int(self.marks[0, 0])  #: The number of the marks “found”, as of the first code against itself.
        self.sized = self.hard is None and self.answers <= MAX_SIZED  #: Whether sizes of classes bound a set.
        self.columns, self.count_different = self.make_columns()
        self.forms = Forms(codes, self.marks, self.meanings, problem.apart) if problem.symmetric else None
        """What brings sets into the form that all sets share which symmetries join; None without symmetries."""

        # claims are looked up by the key of their set: the random numbers of its codes, combined by exclusive or
        self.numbers = np.random.default_rng().integers(1 << 63, size=index_count)
        self.sets = proof.codes.copy()  #: The indices of all claims, those of each set in its form.
        self.recognized: set[int] = set()  #: What `Forms.recognize` says of these sets.
        keys = self.enter_claims()
        self.order = np.lexsort((proof.lows, keys)).astype(np.int32)  #: The claims in the order of their keys.
        self.keys = keys[self.order]  #: The keys in order.

    def make_columns(self) -> tuple[Integers, Callable[[Integers], Integers]]:
        """Return the marks, a row for each code and a column for each guess; and what counts different ones in columns.

        The number 3 becomes a bit of its own, 8; in hard mode, and for more than `WORD` different marks, it stays 3.
        """
        columns = self.marks.T
        if self.hard is not None:
            return columns, count_marks
        if self.answers > WORD:
            return np.ascontiguousarray(columns), count_marks
        narrowest = np.min_scalar_type((1 << self.answers) - 1)  # the smallest type with a bit for each of the marks
        one = narrowest.type(1)
        return np.left_shift(one, np.ascontiguousarray(columns), dtype=narrowest), count_bits

    def enter_claims(self) -> Integers:
        """Return the key of each claim, which is that of its set.

        With symmetries it is that of the set's form: the forms are kept in `sets`, and in `recognized` the numbers by
        which `find_low` sees at once that no claim has a form.
        """
        proof = self.proof
        keys = np.empty(len(proof), np.int64)
        for claim in range(len(proof)):
            indices = proof.indices(claim)
            if self.forms is not None:
                self.recognized.add(self.forms.recognize(indices))
                indices = self.forms.bring(indices)
                self.sets[proof.stretch(claim)] = indices
            keys[claim] = np.bitwise_xor.reduce(self.numbers[indices])
        return keys

    def level(self, depth: int) -> int:
        """Return the depth by which sets are told apart: all turns after the last price cost what that one says."""
        return min(depth, len(self.prices) - 1)

    def price(self, depth: int) -> int:
        return self.prices[self.level(depth)]

    def keep_codes(self, indices: Integers) -> Integers:
        """Return the codes of a set, which stand before the other guesses allowed."""
        if self.hard is None:
            return indices
        return indices[: np.searchsorted(indices, self.header.codes)]

    def find_low(self, depth: int, indices: Integers) -> int:
        """Return the highest bound claimed for a set at a depth, or at one with the same prices; 0 without a claim."""
        if self.forms is not None:
            if self.forms.recognize(indices) not in self.recognized:  # no claim has this form
                return 0
            indices = self.forms.bring(indices)
        proof = self.proof
        key = np.bitwise_xor.reduce(self.numbers[indices])
        first = int(self.keys.searchsorted(key, "left"))
        end = int(self.keys.searchsorted(key, "right"))
        for claim in reversed(self.order[first:end].tolist()):  # of the sets with this key, the highest bound first
            same_set = np.array_equal(self.sets[proof.stretch(claim)], indices)
            same_level = self.level(int(proof.depths[claim])) == self.level(depth)
            if same_set and same_level:
                return int(proof.lows[claim])
        return 0

    def find_root(self, indices: Integers, depth: int) -> int:
        """Return the bound that the claims give for a set at a depth: in the first call, for all codes at depth 0.

        Before the end of the opening, it is what its next guess costs, and the bounds of the sets that this leaves
        (further calls). At its end, or at once without an opening, it is the bound claimed for the set. After an
        opening, a set may have no claim: its n codes cost at least 2n - 1, since one guess finds only one of them.
        """
        members = self.keep_codes(indices)
        if depth == len(self.header.opening):
            low = self.find_low(depth, indices)
            if depth > 0:  # after an opening
                low = max(low, 2 * len(members) - 1)
            return low
        guess = self.texts.index(self.header.opening[depth])
        cost = self.price(depth) * len(members)
        for class_members in self.split(guess, members):
            cost += self.find_root(self.follow(guess, indices, class_members), depth + 1)
        return cost

    def split(self, guess: int, members: Integers) -> list[Integers]:
        """Return the classes that a guess makes of a set of codes, without the code found."""
        marks = self.marks[guess, members]
        return [members[marks == number] for number in np.unique(marks) if number != self.solved]

    def follow(self, guess: int, indices: Integers, members: Integers) -> Integers:
        """Return a class (`members`) that a guess leaves of a set, and after it the other guesses allowed then."""
        if self.hard == WORDLE:
            return self.follow_in_wordle(guess, indices, members)
        others = indices[len(self.keep_codes(indices)) :]  # none but in the hard mode strict
        agreeing = others[self.marks[guess, others] == self.marks[guess, members[0]]]
        return np.concatenate((members, agreeing))

    def follow_in_wordle(self, guess: int, indices: Integers, members: Integers) -> Integers:
        """Return what `follow` does, in Wordle’s hard mode.

        The other guesses are those allowed so far and the codes that are ruled out now, these by their second index in
        `texts`. Only those are returned that keep the greens, use the yellows, and do not get the same marks from all
        codes of the class.
        """
        codes = self.keep_codes(indices)
        others_before = indices[len(codes) :]
        ruled_out = np.setdiff1d(codes, members) + self.header.codes
        others = np.concatenate((ruled_out, others_before))
        others.sort()
        turn = Turn(self.texts[guess], self.meanings[self.marks[guess, members[0]]])
        for _turn, letter, position, copies in list_demands([turn]):
            has_letter = self.letters[others] == letter  # a row for each guess, a column for each position
            if position is None:  # so many copies anywhere
                others = others[has_letter.sum(axis=1) >= copies]
            else:  # in this position, counted from 1
                others = others[has_letter[:, position - 1]]
        marks = self.marks[others[:, None], members]  # a row for each guess, a column for each code of the class
        tells_apart = (marks != marks[:, :1]).any(axis=1)
        return np.concatenate((members, others[tells_apart]))

    def check_shares(self, shares: list[range], seconds: float) -> tuple[tuple[int, list[FailedClaim]], list[range]]:
        """Return how many claims were right, the one that fails, if any, with the reason, and the shares left.

        Each of the `shares` is a range of claims by their numbers; they are checked for so many seconds. Once a claim
        fails, only shares that begin before it are left: one of their claims may be the first that fails.
        """
        checked = 0
        remaining = list(shares)
        for share in take_pieces(remaining, seconds):  # takes each share out of `remaining`
            for claim in share:
                why = self.check_claim(claim)
                if why is not None:
                    shares_before = [other for other in remaining if other.start < claim]
                    return (checked, [(claim, why)]), shares_before
                checked += 1
        return (checked, []), remaining

    def check_claim(self, claim: int) -> Reason | None:
        """Return why a claim does not follow: a guess that may cost less. None if every guess costs as much or more.

        The claim is given by its number in the proof. Only guesses that may cost less by the number of their classes
        are looked at: in Wordle’s hard mode one by one, otherwise many at once, and one for each way to split the set.
        """
        low = int(self.proof.lows[claim])
        depth = int(self.proof.depths[claim])
        indices = self.proof.indices(claim)
        rows, size_bounds = self.list_guesses_below(low, depth, indices)
        if len(rows) == 0:
            return None
        if self.hard == WORDLE:
            for guess in rows.tolist():
                cost = self.price_permitted(low, depth, indices, guess, size_bounds)
                if cost < low:
                    return self.refuse_claim(claim, guess, cost)
            return None
        partitions, firsts = name_partitions(self.marks[np.ix_(rows, indices)])
        rows = rows[firsts]  # one guess for each partition is enough: now it has as many rows as `partitions`
        step = max(1, AT_ONCE // len(indices))  # so many guesses are looked at together
        for start in range(0, len(rows), step):
            block = slice(start, start + step)
            costs = self.price_guesses(low, depth, indices, rows[block], partitions[block], size_bounds)
            for guess, cost in zip(rows[block].tolist(), costs.tolist(), strict=True):
                if cost < low:
                    return self.refuse_claim(claim, guess, cost)
        return None

    def refuse_claim(self, claim: int, guess: int, cost: int) -> Reason:
        """Return the reason why a claim does not hold: a guess that may cost less than its bound."""
        line = self.proof.line + claim + 1
        count = len(self.keep_codes(self.proof.indices(claim)))
        low = int(self.proof.lows[claim])
        return Reason(WHY_CLAIM, line=line, low=low, count=count, guess=self.texts[guess], cost=cost)

    def price_permitted(self, low: int, depth: int, indices: Integers, guess: int, size_bounds: Integers) -> int:
        """Return what a guess costs at least in Wordle’s hard mode, at the set `indices` of a claim and at its depth.

        Each class is first taken to cost what its size says: ``size_bounds[n]`` for n codes. Then, from the largest on,
        the claims may say that it costs more, or what `count_lows` finds of a class of up to `COUNTED` codes. This ends
        once the guess costs `low` or more, as the claim says of all guesses, or at classes of two codes, whose size
        says all.
        """
        members = self.keep_codes(indices)
        classes = sorted(self.split(guess, members), key=len, reverse=True)
        cost = self.price(depth) * len(members)
        for class_members in classes:
            cost += int(size_bounds[len(class_members)])
        for class_members in classes:
            size = len(class_members)
            if cost >= low or size <= 2:
                break
            after = self.follow(guess, indices, class_members)
            class_low = max(int(size_bounds[size]), self.find_low(depth + 1, after))
            if size <= COUNTED:
                class_low = max(class_low, int(self.count_lows(depth + 1, [after])[0]))
            cost += class_low - int(size_bounds[size])
        return cost

    def list_guesses_below(self, low: int, depth: int, indices: Integers) -> tuple[Integers, Integers]:
        """Return the guesses that may cost less than `low`, by their number of classes alone; and `size_bounds`.

        The codes of the set come first among them. Left out are guesses that tell nothing about the set and, without a
        hard mode, those that are as good as an earlier one by a symmetry (`choose_guesses`). ``size_bounds[n]`` says
        what a class of n codes costs at least, after any guess at the set.
        """
        members = self.keep_codes(indices)
        guesses = self.every if self.hard is None else indices
        is_member = np.isin(guesses, members)
        class_counts = self.count_classes(members, guesses)
        costs = self.bound_by_classes(depth, len(members), class_counts, is_member)
        tells_something = (class_counts > 1) | (len(members) == 1)  # a single code is guessed, which makes one class
        is_open = (costs < low) & tells_something
        if self.forms is not None and self.hard is None:
            is_open &= self.forms.choose_guesses(members)
        rows = np.concatenate((guesses[is_open & is_member], guesses[is_open & ~is_member]))
        most_classes = int((class_counts - is_member).max())  # without the class of the code that is found
        return rows, self.bound_class_sizes(depth, members, most_classes)

    def bound_class_sizes(self, depth: int, members: Integers, most_classes: int) -> Integers:
        """Return what a class of 0, 1, 2… codes costs at least after any guess at a set, whose codes are `members`.

        `depth` is that of the set. No guess leaves more than `most_classes` classes, a code that is found not counted.
        """
        if not self.tells_sizes(depth):
            return self.list_least_costs(most_classes, depth + 1, len(members))
        class_sizes = self.count_sizes(members, np.zeros(1, np.int64))  # of one set, which begins at 0
        size_bounds: Integers = self.bound_subsets(class_sizes, np.array([len(members)]))[0]
        return size_bounds

    def bound_by_classes(self, depth: int, size: Integers | int, class_counts: Integers, is_member: Flags) -> Integers:
        """Return what guesses at `size` codes cost at least, by how many classes each makes, and whether it is a code.

        At best, a guess that is a code of the set is found at once, and is a class of its own; the first code of every
        other class is found in the next turn, all others in the turn after that. At a price of 1, ten codes cost at
        least 1 + 6·2 + 3·3 in seven classes, one of them the guess; and 7·2 + 3·3 in seven others:

        >>> from types import SimpleNamespace
        >>> checker = SimpleNamespace(price=lambda depth: 1)
        >>> Checker.bound_by_classes(checker, 0, 10, np.array([7, 7]), np.array([True, False])).tolist()
        [22, 23]
        """
        now, after, later = (self.price(depth + turn) for turn in range(3))
        in_three_turns = size * (now + after + later)  # if all codes took three
        return np.asarray(in_three_turns - class_counts * later - is_member * after)

    def count_classes(self, sets: Integers, guesses: Integers) -> Integers:
        """Return how many classes each guess makes of each set; a code that the guess finds is a class of its own.

        That is the number of different marks which the guess gets from the codes of the set. `sets` has the indices of
        the codes along its last axis, so its shape is (…, codes); that of the result is (…, guesses).
        """
        # of the shape (…, codes, guesses); where all are guesses, whole rows are taken, which is quicker
        marks = self.columns[sets] if guesses is self.every else self.columns[sets[..., None], guesses]
        return self.count_different(marks)

    def price_guesses(
        self, low: int, depth: int, indices: Integers, rows: Integers, partitions: Integers, size_bounds: Integers
    ) -> Integers:
        """Return what guesses at a set cost at least, as far as it takes to see whether it is less than `low`.

        At first the sizes of their classes say it alone (`price_by_sizes`). While a guess may cost less than `low`, its
        classes are looked at more closely: by the classes that guesses would make of them (`count_lows`, up to
        `COUNTED` codes), and then by what is claimed of them (`find_low`).

        `partitions` has a row for each of the guesses `rows`, and a column for each of the codes `indices` (in hard
        mode other guesses follow): the name of the class that it is in (`name_partitions`). `size_bounds` has what a
        class of 0, 1, 2… codes costs at least.
        """
        turn = self.price(depth) * len(self.keep_codes(indices))
        priced = price_by_sizes(list_classes(indices, partitions), rows, self.header.codes, size_bounds, turn)
        sizes = priced.sizes
        largest_first = np.argsort(-sizes, kind="stable")
        several = largest_first[sizes[largest_first] > 2]  # the bounds of one and two codes are exact
        few = several[sizes[several] <= COUNTED]
        codes_at_once = AT_ONCE // len(self.texts)  # each is looked at with all guesses
        priced.raise_lows(few, low, lambda sets: self.count_lows(depth + 1, sets), codes_at_once)
        priced.raise_lows(several, low, lambda sets: np.array([self.find_low(depth + 1, sets[0])]), 1)  # one by one
        return priced.costs

    def count_lows(self, depth: int, sets: Sequence[Integers]) -> Integers:
        """Return what each of some sets costs at least, by the classes that guesses make of it.

        `sets` are given from the largest down, all at this `depth`. In hard mode each has the indices of its codes, and
        then of the other guesses allowed. Where the sizes of classes tell more, `weigh_sizes` says it.
        """
        if self.tells_sizes(depth):
            return self.weigh_sizes(sets)
        if self.hard is not None:
            weighed = [self.weigh_by_classes(depth, self.keep_codes(indices)[None], indices) for indices in sets]
            return np.concatenate(weighed)
        # rows of one length, that of the first set: shorter ones repeat their first code, which makes no class more
        filled = np.zeros((len(sets), len(sets[0])), sets[0].dtype)
        for row, indices in zip(filled, sets, strict=True):
            row[: len(indices)] = indices
            row[len(indices) :] = indices[0]
        return self.weigh_by_classes(depth, filled, self.every)

    def weigh_by_classes(self, depth: int, sets: Integers, guesses: Integers) -> Integers:
        """Return what sets cost at least by the number of classes that `guesses` make of them.

        `sets` has a row for each set: its codes in rising order, then its first one repeated, so that all rows are as
        long. The `guesses` rise too, and have all codes of the sets among them. Such a code is found at once, another
        guess may make more classes: the cheaper of the two best is the bound.
        """
        class_counts = self.count_classes(sets, guesses)  # a row for each set, a column for each guess
        sizes = 1 + np.count_nonzero(np.diff(sets) > 0, axis=1)  # without the codes repeated
        most = class_counts.max(axis=1)
        of_members = np.take_along_axis(class_counts, np.searchsorted(guesses, sets), axis=1)  # a column for each code
        most_of_members = of_members.max(axis=1)
        if_any = self.bound_by_classes(depth, sizes, most, np.False_)
        if_member = self.bound_by_classes(depth, sizes, most_of_members, np.True_)
        return np.minimum(if_any, if_member)

    def tells_sizes(self, depth: int) -> bool:
        """Return whether bounds come from the sizes of classes: all turns from this depth on must have one price."""
        return self.sized and self.level(depth) == len(self.prices) - 1

    def count_sizes(self, listed: Integers, starts: Integers) -> Integers:
        """Return how many codes of each set get each answer to each guess: an array (answers, sets, guesses).

        The sets stand one after the other in `listed`; each begins at one of the `starts`.
        """
        marks = self.marks.T[listed]
        counts = [np.add.reduceat(marks == answer, starts, dtype=np.int32) for answer in range(self.answers)]
        return np.stack(counts)

    def bound_subsets(self, class_sizes: Integers, sizes: Integers) -> Integers:
        """Return what any 0, 1, 2… codes (columns) of each set (a row) cost at least, by the classes of guesses.

        `class_sizes` has the sizes of these classes by answer, set and guess, `sizes` those of the sets. Say that n
        codes cost at least ``least[n]``. Let a guess be made at n codes of a set. Each code pays for the turn. The
        guess numbers the codes of each class that it leaves 1, 2, 3…; the code that it finds has the number 0, and adds
        nothing more. In a class of i codes, which costs ``least[i]``, the code with the number i adds
        ``least[i] - least[i - 1]``. That never falls with i. So n codes cost least when their numbers are as small as
        possible.

        Here the only guess at a set of five finds one code, and leaves two classes of two. Each of the five pays 1, the
        two with the number 1 add 1 each, the two with the number 2 add 2 each:

        >>> from types import SimpleNamespace
        >>> checker = SimpleNamespace(prices=(1,), solved=2)
        >>> Checker.bound_subsets(checker, np.array([2, 2, 1]).reshape(3, 1, 1), np.array([5])).tolist()
        [[0, 1, 3, 5, 8, 11]]
        """
        price = self.prices[-1]
        largest = int(sizes.max())
        found = class_sizes[self.solved]
        others = np.delete(class_sizes, self.solved, axis=0)
        numbers = find_least_numbers(found, others, sizes)
        every_set = np.arange(len(sizes))
        least = np.zeros((len(sizes), largest + 1), np.int64)
        for count in range(1, largest + 1):
            number = np.minimum(numbers[:, count], count - 1)  # a class has fewer than n codes
            number_before = np.maximum(number - 1, 0)
            added = least[every_set, number] - least[every_set, number_before]
            least[:, count] = least[:, count - 1] + price + added
        return least

    def weigh_sizes(self, sets: Sequence[Integers]) -> Integers:
        """Return a lower bound on the cost of each set: that of the guess which may cost least by its classes' sizes.

        The largest set comes first. A guess that leaves a whole set in one class tells nothing, and is not played.
        """
        sizes = np.array([len(indices) for indices in sets])
        starts = np.cumsum(sizes) - sizes
        class_sizes = self.count_sizes(np.concatenate(sets), starts)  # by answer, set and guess
        size_bounds = self.bound_subsets(class_sizes, sizes)
        sizes_to_find = np.delete(class_sizes, self.solved, axis=0)  # the code that is found costs nothing more
        rows = np.arange(len(sets))[:, None]
        bounds = size_bounds[rows, sizes_to_find]  # of each class: by answer, set and guess
        costs = bounds.sum(axis=0)  # of each set (a row) by guess (a column), without this turn
        tells_nothing = (sizes_to_find == sizes[:, None]).any(axis=0)  # one of the classes is the whole set
        costs[tells_nothing] = NO_COST
        return np.asarray(sizes * self.prices[-1] + costs.min(axis=1))

    def list_least_costs(self, answers: int, depth: int, size: int) -> Integers:
        """Return what 0 to `size` codes cost at least at a depth, if a guess gets at most so many `answers`.

        The answer "found" is not counted. With three answers, one code is found in the first turn, three in the second,
        nine in the third: at a price of 1, five codes cost at least 1 + 2 + 2 + 2 + 3.

        >>> from types import SimpleNamespace
        >>> checker = SimpleNamespace(price=lambda depth: 1)
        >>> Checker.list_least_costs(checker, answers=3, depth=0, size=5).tolist()
        [0, 1, 3, 5, 7, 10]
        """
        costs = [0]  # of the first code, the second, the third…, in the order in which they are found
        cost = 0
        found = 1  # how many codes are found at this depth at best
        while len(costs) <= size:
            cost += self.price(depth)
            costs += [cost] * min(found, size)  # more than `size` are never needed
            found *= max(answers, 1)
            depth += 1
        return np.cumsum(costs[: size + 1])

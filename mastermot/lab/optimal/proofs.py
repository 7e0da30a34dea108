"""The checker of proofs. It shares with the search what a problem is, and the exchanges of `canonical_sets`.

Words with a sense of their own:

- a *set*: the codes that can be the secret; in hard mode also the other guesses that are still allowed;
- its *depth*: how many turns were played before it; the *price* of a turn: what it costs for each code of the set;
- a *class* of a guess: the codes of a set that give it the same marks;
- a *bound*, or `low`: what a set, a class or a guess costs at least; a *claim*: a bound of a set at a depth;
- an *index*: where a code or another guess stands in `Problem.texts`;
- a *form*: the one set that stands for all sets which symmetries turn into each other (`canonical_sets`).

`docs/proofs.md` describes the file, and what each class that a guess leaves costs at least. The checks rest on this:

- Prices are 1 or more. So a guess that tells nothing about a set is not worth playing: it leaves the same codes a turn
  later. (In hard mode with a wider list it may also leave fewer guesses allowed; that never helps.)
- Two guesses that split a set into the same classes cost the same, unless one of them is a code of the set: that one
  may be found, and costs less. So codes of the set come first, and of guesses with the same classes only the first is
  looked at. (In Wordle’s hard mode, what may follow depends on the guess too: there each is looked at.)
- A class that a guess leaves is smaller than its set, so claims never lean on each other in a circle, and processes may
  check them in any order. A needless claim does no harm; one that does not follow, or is missing, is found out.

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
from mastermot.game.objectives import Objective
from mastermot.game.positions import Turn
from mastermot.lab.optimal.canonical_sets import Forms, Integers
from mastermot.lab.optimal.errors import ProofOtherError, ProofWrongError
from mastermot.lab.optimal.proof_marks import (
    bound_subsets,
    count_bits,
    count_marks,
    list_classes,
    mark_all,
    name_partitions,
    price_by_sizes,
)
from mastermot.lab.optimal.prooffiles import COUNTED, Header, Proof, list_for_last, list_for_longest
from mastermot.lab.optimal.search_problem import Problem, check_problem, ignore

MAX_SIZED = 8  #: The sizes of classes bound sets if a game has at most this many different marks (`bounds_use_sizes`).
AT_ONCE = 1 << 19  #: How many marks numpy looks at in one step.
WORD = 64  #: If a game has at most this many different marks, each is kept as a bit of its own.
NO_COST = 1 << 60  #: More than any cost: put in place of the cost of a guess that tells nothing, so it is never least.
SHARE = 200  #: How many claims are checked as one piece of work.

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
    """Return the bound that a proof proves: a problem costs at least this much. It is the bound in the proof's header.

    With an `opening`, the bound is that of the strategies that begin with these guesses. `on_claims` is called with the
    number of claims checked since its last call. The workers of an `engine` share the claims.

    Raises `ProofOtherError` for another problem; `ProofWrongError` if the claims about all codes prove less than the
    header says, or if a claim does not follow (it names the first); `WorkerLostError`; and what `check_problem` names.
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
    """Raise `ProofOtherError` where a proof is about another game, hard mode, objective or opening than asked for.

    In hard mode an opening of two guesses or more is refused too: there the marks decide what may follow the first.
    """
    game_of_proof = (header.rule, header.codes, header.checksum, header.guesses)
    game = (problem.rule.name, problem.codes.count, problem.codes.checksum, problem.guesses_checksum)
    if game_of_proof != game:
        raise ProofOtherError(why=Reason(WHY_GAME))
    if header.mode != problem.hard:
        raise ProofOtherError(why=Reason(WHY_MODE[header.mode]))
    if header.prices != problem.objective.prices:
        raise ProofOtherError(why=Reason(WHY_OBJECTIVE))
    may_be_opening = problem.hard is None or len(opening) <= 1
    if header.opening != opening or not may_be_opening:
        raise ProofOtherError(why=Reason(N_("it is about another opening")))


def list_objectives(headers: Sequence[Header], objective: Objective) -> list[Objective]:
    """Return, for each proof of a file, the objective that it must be about, so that all together prove `objective`.

    `headers` are those of the proofs, in the order of the file. `total` and ``within:N`` take one proof, about the
    objective itself. `longest` and `last` take two: the first proves the bound, the second proves that with fewer turns
    some code is found too late. Raises `ProofOtherError` for another number of proofs, and for two that do not go
    together.
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
        index_count = codes.count if self.hard is None else len(self.texts)  # all indices in sets are below this
        if proof.codes.max(initial=0) >= index_count:
            raise ProofOtherError(why=Reason(WHY_GAME))
        # the set at the beginning: the codes, and in hard mode the other guesses. In Wordle's hard mode, `texts` has
        # the codes twice, the second time for codes that are ruled out as the secret: these are not in the set yet
        first_other = 2 * codes.count if self.hard == WORDLE else codes.count
        self.start = np.concatenate((self.every[: codes.count], self.every[first_other:index_count]))

        # marks are numbers, of guesses (rows) against codes (columns), in the hard mode strict against all guesses; the
        # meanings are the marks that the numbers stand for
        column_count = index_count if self.hard == STRICT else codes.count
        self.marks, self.meanings = mark_all(self.texts, problem.rule, column_count)
        self.letters = np.array([list(text) for text in self.texts])  # a row for each guess, a column for each position
        self.answers = len(self.meanings)  #: How many different marks there are.
        self.solved = int(self.marks[0, 0])  #: The number of the marks “found”, as of the first code against itself.
        self.sized = self.hard is None and self.answers <= MAX_SIZED  #: Whether sizes of classes may bound a set.
        self.columns, self.count_different = self.make_columns()
        self.forms = Forms(codes, self.marks, self.meanings, problem.apart) if problem.symmetric else None
        """Brings a set into its form; None in a game without symmetries."""

        # claims are looked up by the key of their set: the random numbers of its indices, combined by exclusive or
        self.key_numbers = np.random.default_rng().integers(1 << 63, size=index_count)
        self.sets = proof.codes.copy()  #: As `proof.codes`: the indices of all claims. But each set is in its form.
        self.recognized: set[int] = set()  #: The numbers that `Forms.recognize` gives to these sets.
        keys = self.enter_claims()
        self.order = np.lexsort((proof.lows, keys)).astype(np.int32)
        """The claims in the order of their keys; of claims with the same key, the lowest bound comes first."""
        self.keys = keys[self.order]  #: The keys in order.

    def make_columns(self) -> tuple[Integers, Callable[[Integers], Integers]]:
        """Return the marks with a row for each code and a column for each guess; and a function that counts them.

        The function takes some of the rows, and returns how many different marks each column has in these rows. There
        are three ways:

        1. In hard mode, where only the guesses of a set are counted, the marks stay numbers (`count_marks`).
        2. With more than `WORD` different marks, they stay numbers too; they are copied, so that rows are in one piece.
        3. Otherwise each number becomes a bit of its own (`count_bits`): the number 3 becomes 8.
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
        """Return the key of each claim, in the order of the proof: the key of its set or, with symmetries, of the form.

        With symmetries, each set in `sets` is also replaced by its form; and `recognized` gets a number that all sets
        with this form have. A set whose number is missing there has no claim: `find_low` need not find its form.
        """
        proof = self.proof
        keys = np.empty(len(proof), np.int64)
        for claim in range(len(proof)):
            indices = proof.indices(claim)
            if self.forms is not None:
                self.recognized.add(self.forms.recognize(indices))
                indices = self.forms.bring(indices)
                self.sets[proof.stretch(claim)] = indices
            keys[claim] = np.bitwise_xor.reduce(self.key_numbers[indices])
        return keys

    def level(self, depth: int) -> int:
        """Return where the price of the turn at a depth stands in `prices`; turns beyond the end cost the last price.

        Under `total`, whose prices are (1,), each depth has the level 0. A set costs the same at all depths of a level.
        """
        return min(depth, len(self.prices) - 1)

    def price(self, depth: int) -> int:
        return self.prices[self.level(depth)]

    def keep_codes(self, indices: Integers) -> Integers:
        """Return the indices of the codes in a set: in hard mode without the other guesses, which stand after them."""
        if self.hard is None:
            return indices
        return indices[: np.searchsorted(indices, self.header.codes)]

    def find_low(self, depth: int, indices: Integers) -> int:
        """Return the highest bound claimed for a set at depths of the same `level` as `depth`; 0 without a claim.

        With symmetries, a claim about any set with the same form counts.
        """
        if self.forms is not None:
            if self.forms.recognize(indices) not in self.recognized:  # no claim has this form
                return 0
            indices = self.forms.bring(indices)
        proof = self.proof
        key = np.bitwise_xor.reduce(self.key_numbers[indices])
        first = int(self.keys.searchsorted(key, "left"))
        end = int(self.keys.searchsorted(key, "right"))
        for claim in reversed(self.order[first:end].tolist()):  # of the sets with this key, the highest bound first
            same_set = np.array_equal(self.sets[proof.stretch(claim)], indices)
            same_level = self.level(int(proof.depths[claim])) == self.level(depth)
            if same_set and same_level:
                return int(proof.lows[claim])
        return 0

    def find_root(self, indices: Integers, depth: int) -> int:
        """Return the bound that the claims give for the set `indices` at a depth.

        The caller asks for the set of all codes, at depth 0; this method then asks for the sets after each guess of the
        opening. So `depth` is also the number of these guesses that were played. There are three ways:

        1. There is no opening: the bound is the one claimed for the set, 0 without a claim.
        2. The whole opening was played: the bound is the one claimed, or 2n - 1 for n codes if that is more. At best,
           the next guess finds one of them, and each other takes two turns.
        3. Otherwise the bound is the price of the next guess of the opening for each code, plus the bounds of the sets
           that this guess leaves.
        """
        members = self.keep_codes(indices)
        if depth == len(self.header.opening):
            low = self.find_low(depth, indices)
            if depth > 0:  # there is an opening
                low = max(low, 2 * len(members) - 1)
            return low
        guess = self.texts.index(self.header.opening[depth])
        cost = self.price(depth) * len(members)
        for class_members in self.split(guess, members):
            cost += self.find_root(self.follow(guess, indices, class_members), depth + 1)
        return cost

    def split(self, guess: int, members: Integers) -> list[Integers]:
        """Return the classes that a guess makes of the codes `members`, without the class of a code that it finds."""
        marks = self.marks[guess, members]
        return [members[marks == number] for number in np.unique(marks) if number != self.solved]

    def follow(self, guess: int, indices: Integers, members: Integers) -> Integers:
        """Return the set that follows a guess at the set `indices`, once its marks leave the codes `members`.

        The codes stand first. In hard mode, after them stand the other guesses that are still allowed: in the strict
        mode, those of the set from which the guess would get the same marks as from the codes `members`.
        """
        if self.hard == WORDLE:
            return self.follow_in_wordle(guess, indices, members)
        others = indices[len(self.keep_codes(indices)) :]  # none without a hard mode
        agreeing = others[self.marks[guess, others] == self.marks[guess, members[0]]]
        return np.concatenate((members, agreeing))

    def follow_in_wordle(self, guess: int, indices: Integers, members: Integers) -> Integers:
        """Return what `follow` does, in Wordle’s hard mode.

        The other guesses are those allowed so far, and the codes of the set that are ruled out now. Such a code, with
        the index i, gets the index of its second copy in `texts`: i plus the number of codes. Of all these guesses,
        only those are returned that keep the greens, use the yellows, and tell the codes `members` apart: a guess with
        the same marks from all these codes is of no use now or later.
        """
        codes = self.keep_codes(indices)
        others_before = indices[len(codes) :]
        ruled_out = np.setdiff1d(codes, members) + self.header.codes
        others = np.concatenate((ruled_out, others_before))
        others.sort()
        turn = Turn(self.texts[guess], self.meanings[self.marks[guess, members[0]]])
        for _turn, letter, position, copies in list_demands([turn]):
            has_letter = self.letters[others] == letter  # a row for each guess, a column for each position
            if position is None:  # at least `copies` of the letter, anywhere
                others = others[has_letter.sum(axis=1) >= copies]
            else:  # in this position, counted from 1
                others = others[has_letter[:, position - 1]]
        marks = self.marks[others[:, None], members]  # a row for each guess, a column for each code of the class
        tells_apart = (marks != marks[:, :1]).any(axis=1)
        return np.concatenate((members, others[tells_apart]))

    def check_shares(self, shares: list[range], seconds: float) -> tuple[tuple[int, list[FailedClaim]], list[range]]:
        """Return how many claims were right and a list of the one that failed, with the reason; and the shares left.

        The list is empty if no claim failed. Each of the `shares` is a range of claims, by their numbers in the proof.
        The last share is checked first, and after so many `seconds` no other share is begun. Once a claim fails, only
        shares that begin before it are left: an earlier claim may fail too, and the first one is to be named.
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
        """Return why a claim does not follow: a guess may cost less. None if every guess costs as much or more.

        The claim is given by its number in the proof. Only guesses that may cost less by the number of their classes
        are looked at:

        1. In Wordle’s hard mode one by one: the letters of a guess decide which guesses may follow, so that two guesses
           which split the set alike can still cost differently.
        2. Otherwise many at once, and of guesses that split the set alike only the first.
        """
        low = int(self.proof.lows[claim])
        depth = int(self.proof.depths[claim])
        indices = self.proof.indices(claim)
        rows, size_bounds = self.list_guesses_below(low, depth, indices)
        if len(rows) == 0:
            return None
        if self.hard == WORDLE:
            for guess in rows.tolist():
                cost = self.price_in_wordle(low, depth, indices, guess, size_bounds)
                if cost < low:
                    return self.refuse_claim(claim, guess, cost)
            return None
        partitions, firsts = name_partitions(self.marks[np.ix_(rows, indices)])
        rows = rows[firsts]  # one guess for each of the `partitions`, in the same order
        step = max(1, AT_ONCE // len(indices))  # how many guesses are looked at together
        for start in range(0, len(rows), step):
            block = slice(start, start + step)
            costs = self.price_guesses(low, depth, indices, rows[block], partitions[block], size_bounds)
            for guess, cost in zip(rows[block].tolist(), costs.tolist(), strict=True):
                if cost < low:
                    return self.refuse_claim(claim, guess, cost)
        return None

    def refuse_claim(self, claim: int, guess: int, cost: int) -> Reason:
        """Return the reason why a claim does not hold: it names the claim's line and a `guess` that may `cost` less."""
        line = self.proof.line + claim + 1
        count = len(self.keep_codes(self.proof.indices(claim)))
        low = int(self.proof.lows[claim])
        return Reason(WHY_CLAIM, line=line, low=low, count=count, guess=self.texts[guess], cost=cost)

    def price_in_wordle(self, low: int, depth: int, indices: Integers, guess: int, size_bounds: Integers) -> int:
        """Return a lower bound on what a guess costs in Wordle’s hard mode, at the set `indices` and at its `depth`.

        First each class has the bound of its size: ``size_bounds[n]`` for n codes. Then each class, from the largest
        on, gets the highest of three bounds: that of its size, the one claimed for it and, with up to `COUNTED` codes,
        the one that `count_lows` finds. This ends once the guess costs `low` or more, since no more is asked, or at the
        first class of one or two codes, whose cost follows from its size.
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
        """Return the guesses at a set that may cost less than `low`, as far as the number of their classes tells.

        Return also `size_bounds`: what a class of 0, 1, 2… codes costs at least, after any guess at the set. The
        guesses are indices, first those that are codes of the set. Three kinds are left out: guesses that make so few
        classes that they cost `low` or more; guesses that tell nothing about the set; and without a hard mode guesses
        that a symmetry turns into an earlier guess, which is just as good (`choose_guesses`).
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

        `depth` is that of the set; its classes are one turn deeper. There are two ways:

        1. Where the sizes of classes bound a set (`bounds_use_sizes`), the sizes of the classes that all guesses make
           of this set decide (`bound_subsets`).
        2. Elsewhere the number of classes decides (`list_least_costs`): no guess at the set leaves more than
           `most_classes` classes, besides that of a code that is found. So no guess at a class of the set does either.
        """
        if not self.bounds_use_sizes(depth):
            return self.list_least_costs(most_classes, depth + 1, len(members))
        class_sizes = self.count_sizes(members, np.zeros(1, np.int64))  # of one set, which begins at 0
        size_bounds: Integers = bound_subsets(class_sizes, np.array([len(members)]), self.solved, self.prices[-1])[0]
        return size_bounds

    def bound_by_classes(self, depth: int, size: Integers | int, class_counts: Integers, is_member: Flags) -> Integers:
        """Return what guesses at a set cost at least, by the number of their classes and by whether they are its codes.

        `size` is how many codes the set has, or an array of such numbers for several sets. `class_counts` has the
        number of classes of each guess, that of a code that is found included. `is_member` says whether a guess is a
        code of the set.

        At best, a guess that is a code of the set is found at once: that code is a class of its own. Of every other
        class, one code is found in the next turn, and the rest in the turn after that. At a price of 1, ten codes in
        seven classes cost at least 1 + 6·2 + 3·3 if the guess is one of them, and otherwise 7·2 + 3·3:

        >>> from types import SimpleNamespace
        >>> checker = SimpleNamespace(price=lambda depth: 1)
        >>> Checker.bound_by_classes(checker, 0, 10, np.array([7, 7]), np.array([True, False])).tolist()
        [22, 23]
        """
        now, after, later = (self.price(depth + turn) for turn in range(3))
        in_three_turns = size * (now + after + later)  # the cost if each code took three turns
        # one code of each class is spared the third turn, and a code found at once the second one too
        return np.asarray(in_three_turns - class_counts * later - is_member * after)

    def count_classes(self, sets: Integers, guesses: Integers) -> Integers:
        """Return how many classes each guess makes of each set; a code that the guess finds is a class of its own.

        That is the number of different marks which the guess gets from the codes of the set. `sets` has the indices of
        the codes along its last axis, so its shape is (…, codes); the shape of the result is (…, guesses). `guesses`
        has the indices of the guesses. For all guesses, give `self.every` itself, which is quicker.
        """
        # of the shape (…, codes, guesses); of all guesses, whole rows are taken
        marks = self.columns[sets] if guesses is self.every else self.columns[sets[..., None], guesses]
        return self.count_different(marks)

    def price_guesses(
        self, low: int, depth: int, indices: Integers, rows: Integers, partitions: Integers, size_bounds: Integers
    ) -> Integers:
        """Return a lower bound on what each of some guesses at a set costs, raised until it is `low` or nothing helps.

        The bound of a guess adds the price of the turn and the bounds of its classes. A class has the highest of three
        bounds. The second and the third are found only for guesses whose bound is still below `low`, and for the
        largest classes first:

        1. that of its size (`price_by_sizes`);
        2. with up to `COUNTED` codes, that of the guesses which could follow, for many classes at once (`count_lows`);
        3. the one that is claimed, for one class after the other (`find_low`).

        The set is `indices`, at `depth`; the guesses are `rows`. `partitions` has a row for each guess, and a column
        for each of the `indices`: the name of the class that has this index (`name_partitions`). `size_bounds` has what
        a class of 0, 1, 2… codes costs at least. The hard mode is never Wordle’s here.
        """
        turn = self.price(depth) * len(self.keep_codes(indices))
        priced = price_by_sizes(list_classes(indices, partitions), rows, self.header.codes, size_bounds, turn)
        sizes = priced.sizes
        largest_first = np.argsort(-sizes, kind="stable")
        inexact = largest_first[sizes[largest_first] > 2]  # the bounds of one and two codes are exact
        countable = inexact[sizes[inexact] <= COUNTED]
        codes_at_once = AT_ONCE // len(self.texts)  # each code is looked at with all guesses
        priced.raise_lows(countable, low, lambda sets: self.count_lows(depth + 1, sets), codes_at_once)
        priced.raise_lows(inexact, low, lambda sets: np.array([self.find_low(depth + 1, sets[0])]), 1)  # one by one
        return priced.costs

    def count_lows(self, depth: int, sets: Sequence[Integers]) -> Integers:
        """Return what each of some sets costs at least, by the classes that guesses make of it.

        The `sets`, each an array of indices, are given from the largest down, and all are at this `depth`. There are
        three ways, of which the first that applies is taken:

        1. Where sizes of classes bound a set (`bounds_use_sizes`, never in hard mode), they are used (`weigh_sizes`).
        2. In hard mode, the number of classes is used, for one set after the other: each has guesses of its own.
        3. Otherwise the number of classes is used for all sets together, since all have the same guesses.
        """
        if self.bounds_use_sizes(depth):
            return self.weigh_sizes(sets)
        if self.hard is not None:
            weighed = [self.weigh_by_classes(depth, self.keep_codes(indices)[None], indices) for indices in sets]
            return np.concatenate(weighed)
        # rows of one length, that of the first set, the largest: others repeat their first code, which adds no class
        filled = np.zeros((len(sets), len(sets[0])), sets[0].dtype)
        for row, indices in zip(filled, sets, strict=True):
            row[: len(indices)] = indices
            row[len(indices) :] = indices[0]
        return self.weigh_by_classes(depth, filled, self.every)

    def weigh_by_classes(self, depth: int, sets: Integers, guesses: Integers) -> Integers:
        """Return a lower bound on the cost of each of some sets, by how many classes `guesses` make of it.

        `sets` has a row for each set: its codes in rising order, then the first code repeated, so that all rows have
        one length. The `guesses` are in rising order too, and all codes of the sets are among them. A set costs at
        least the smaller of two bounds (`bound_by_classes`): that of a guess which is a code of the set, with the most
        classes that such a guess makes; and that of a guess which is not, with the most classes that any guess makes.
        """
        class_counts = self.count_classes(sets, guesses)  # a row for each set, a column for each guess
        sizes = 1 + np.count_nonzero(np.diff(sets) > 0, axis=1)  # without the codes repeated
        most = class_counts.max(axis=1)
        of_members = np.take_along_axis(class_counts, np.searchsorted(guesses, sets), axis=1)  # a column for each code
        most_of_members = of_members.max(axis=1)
        bounds_of_others = self.bound_by_classes(depth, sizes, most, np.False_)
        bounds_of_members = self.bound_by_classes(depth, sizes, most_of_members, np.True_)
        return np.minimum(bounds_of_others, bounds_of_members)

    def bounds_use_sizes(self, depth: int) -> bool:
        """Return whether the sizes of classes bound sets at this depth, and not only the number of classes.

        They do if the game has no hard mode, if it has at most `MAX_SIZED` different marks, so that there are few sizes
        to count (`sized` says both), and if all turns from this depth on have one price, as `bound_subsets` needs.
        """
        return self.sized and self.level(depth) == len(self.prices) - 1

    def count_sizes(self, listed: Integers, starts: Integers) -> Integers:
        """Return how many codes of each set get each answer to each guess: an array (answers, sets, guesses).

        An answer is a number that stands for some marks. The codes of all sets stand one set after the other in
        `listed`; `starts` has where each set begins there.
        """
        marks = self.marks.T[listed]
        counts = [np.add.reduceat(marks == answer, starts, dtype=np.int32) for answer in range(self.answers)]
        return np.stack(counts)

    def weigh_sizes(self, sets: Sequence[Integers]) -> Integers:
        """Return a lower bound on the cost of each set: that of the guess which may cost least by its classes' sizes.

        A guess costs the price of this turn for each code of the set, and the bounds of the classes that it leaves. The
        bound of a class of n codes is what any n codes of the set cost at least (`bound_subsets`). A guess that leaves
        the whole set in one class tells nothing, and is not played. This is called only where `bounds_use_sizes` holds:
        all turns from here on then have the last price.
        """
        sizes = np.array([len(indices) for indices in sets])
        starts = np.cumsum(sizes) - sizes
        class_sizes = self.count_sizes(np.concatenate(sets), starts)  # by answer, set and guess
        size_bounds = bound_subsets(class_sizes, sizes, self.solved, self.prices[-1])
        sizes_to_find = np.delete(class_sizes, self.solved, axis=0)  # the code that is found costs nothing more
        rows = np.arange(len(sets))[:, None]
        bounds = size_bounds[rows, sizes_to_find]  # of each class: by answer, set and guess
        costs = bounds.sum(axis=0)  # of each set (a row) by guess (a column), without this turn
        tells_nothing = (sizes_to_find == sizes[:, None]).any(axis=0)  # one of the classes is the whole set
        costs[tells_nothing] = NO_COST
        return np.asarray(sizes * self.prices[-1] + costs.min(axis=1))

    def list_least_costs(self, answers: int, depth: int, size: int) -> Integers:
        """Return what 0 to `size` codes cost at least at a depth, if a guess gets at most so many different `answers`.

        The answer "found" is not counted, and 0 answers count as 1. With three answers, one code is found in the first
        turn, three in the second, nine in the third: at a price of 1, five codes cost at least 1 + 2 + 2 + 2 + 3.

        >>> from types import SimpleNamespace
        >>> checker = SimpleNamespace(price=lambda depth: 1)
        >>> Checker.list_least_costs(checker, answers=3, depth=0, size=5).tolist()
        [0, 1, 3, 5, 7, 10]
        """
        costs = [0]  # of no code, then of the first, the second…, in the order in which they are found
        cost = 0
        found = 1  # how many codes are found at this depth at best
        while len(costs) <= size:
            cost += self.price(depth)
            costs += [cost] * min(found, size)  # more than `size` are never needed
            found *= max(answers, 1)
            depth += 1
        return np.cumsum(costs[: size + 1])

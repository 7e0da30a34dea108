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

import sys
from collections.abc import Callable, Sequence
from operator import itemgetter

import numpy as np

from mastermot.engine import Engine, SerialEngine, take_pieces, work_through
from mastermot.errors import N_, Reason
from mastermot.game.hard_modes import STRICT, WORDLE, list_demands
from mastermot.game.objectives import LATE_PENALTY, OVERDUE_PENALTY, TOTAL, Objective
from mastermot.game.positions import Turn
from mastermot.lab.optimal.canonical_sets import Forms, Integers
from mastermot.lab.optimal.errors import ProofOtherError, ProofWrongError
from mastermot.lab.optimal.prooffiles import COUNTED, Header, Proof
from mastermot.lab.optimal.search_problem import Problem, check_problem, ignore
from mastermot.rules import Marks, Rule

MAX_SIZED = 8  #: Answers up to which the sizes of classes bound a set.
AT_ONCE = 1 << 19  #: Marks that are looked at at once.
WORD = 64  #: Answers whose marks are kept as bits.
PAIRED = 64  #: Codes up to which marks are compared pair by pair: of more, they are sorted.
NO_COST = 1 << 60  #: Stands for the cost of a guess that tells nothing.
SHARE = 200  #: Claims that are checked together.
LISTED = 256  #: Classes of guesses that are looked through together.
SAFE = 7
"""Positions after which what tells codes apart is counted anew, so that it fits in 64 bits: 41^7 times 500,000 does."""

FailedClaim = tuple[int, Reason]  #: A claim that does not follow, and why.

WHY_GAME = N_("it is about other codes, guesses or another rule")
WHY_OBJECTIVE = N_("it is about another objective")
WHY_CLAIM = N_("line {line} claims {low} for {count} codes, but the guess {guess} may cost only {cost}")


def check_proof(
    proof: Proof,
    problem: Problem,
    on_claims: Callable[[int], object] = ignore,
    engine: Engine | None = None,
    opening: Sequence[str] = (),
) -> int:
    """Return the least cost that the proof proves of a problem; `on_claims` is told how many claims more are checked.

    With an `opening`, it is the least cost of strategies that begin with these guesses. The workers of an `engine`
    share the claims. Raises `ProofOtherError` for another problem, `ProofWrongError` for the first claim that does not
    follow, `WorkerLostError`, and what `check_problem` names.
    """
    check_problem(problem)
    check_header(proof.header, problem, tuple(opening))
    checker = Checker(proof, problem)
    if checker.find_root(checker.start, 0) < proof.header.bound:
        raise ProofWrongError(why=Reason(N_("nothing is claimed about all codes")))
    count = len(proof)
    shares = [range(start, min(start + SHARE, count)) for start in range(0, count, SHARE)]
    failures: list[FailedClaim] = []
    for checked, failed in work_through(engine or SerialEngine(), Checker.check_shares, checker, shares[::-1], len):
        on_claims(checked)
        failures += failed
    if failures:
        raise ProofWrongError(why=min(failures, key=itemgetter(0))[1])
    return proof.header.bound


def check_header(header: Header, problem: Problem, opening: tuple[str, ...]) -> None:
    """Raise `ProofOtherError` where a proof is about another problem."""
    told = (header.rule, header.codes, header.checksum, header.guesses)
    strict = N_("it is about the hard mode strict, where guesses agree with all marks so far")
    wordle = N_("it is about the hard mode wordle, where guesses keep the greens and use the yellows")
    other_mode = {STRICT: strict, WORDLE: wordle, None: N_("it is not about hard mode")}[header.mode]
    for wrong, why in (
        (told != (problem.rule.name, problem.codes.count, problem.codes.checksum, problem.guesses_checksum), WHY_GAME),
        (header.mode != problem.hard, other_mode),
        (header.prices != problem.objective.prices, WHY_OBJECTIVE),
        (
            header.opening != opening or (len(opening) > 1 and problem.hard is not None),
            N_("it is about another opening"),
        ),
    ):
        if wrong:
            raise ProofOtherError(why=Reason(why))


def list_objectives(headers: Sequence[Header], objective: Objective) -> list[Objective]:
    """Return what each proof of a file must be about, for an objective. Raises `ProofOtherError`.

    `longest` and `last` take two proofs. The second proves that with fewer turns some code is not found. The first
    proves a bound: under `longest` on the total (of all strategies, or of those that take no more turns), under `last`
    on the codes found in the last turn, and then on the total.
    """
    if not objective.shortest_first and len(headers) == 1:
        return [objective]
    if objective.name == "last" and len(headers) == 2:
        last, within = (len(header.prices) - 2 for header in headers)  # their turns: see `Objective.prices`
        if within == last - 1 and headers[0].bound < OVERDUE_PENALTY and headers[1].bound >= LATE_PENALTY:
            return [Objective("last", last=last), Objective("within", within)]
    if objective.name == "longest" and len(headers) == 2:
        turns = [sys.maxsize if header.prices == TOTAL.prices else len(header.prices) - 2 for header in headers]
        if turns[0] > turns[1] and headers[0].bound < LATE_PENALTY <= headers[1].bound:
            return [TOTAL if turns[0] == sys.maxsize else Objective("within", turns[0]), Objective("within", turns[1])]
    raise ProofOtherError(why=Reason(WHY_OBJECTIVE))


class Checker:
    """The claims of a proof, and what it takes to check each."""

    def __init__(self, proof: Proof, problem: Problem) -> None:
        self.proof = proof
        self.header = proof.header
        codes = problem.codes
        self.prices = problem.objective.prices
        self.hard = problem.hard
        self.texts = list(problem.texts)
        self.every = np.arange(len(self.texts))
        wide = codes.count if self.hard is None else len(self.texts)  # what a set may hold: in hard mode guesses too
        self.marks, meanings = mark_all(self.texts, problem.rule, wide if self.hard == STRICT else codes.count)
        self.meanings = meanings
        self.letters = np.array([list(text) for text in self.texts])  # a row for each guess, a column for each position
        again = codes.count if self.hard == WORDLE else 0
        self.start = np.concatenate((self.every[: codes.count], self.every[codes.count + again : wide]))
        self.answers = len(meanings)
        self.solved = int(self.marks[0, 0])
        self.sized = self.hard is None and self.answers <= MAX_SIZED
        self.columns = self.marks.T  # a row for each code, a column for each guess
        self.count_down = count_marks  # counts the different marks down each column
        if self.hard is None:
            self.columns = np.ascontiguousarray(self.columns)
            if self.answers <= WORD:  # each mark becomes a bit of its own, so that bits can be counted instead
                bit = np.min_scalar_type((1 << self.answers) - 1).type(1)
                self.columns = np.left_shift(bit, self.columns, dtype=bit.dtype)
                self.count_down = count_bits
        self.forms = Forms(codes, self.marks, meanings, problem.apart) if problem.symmetric else None
        self.recognized: set[int] = set()
        if proof.codes.max(initial=0) >= wide:
            raise ProofOtherError(why=Reason(WHY_GAME))
        # claims are looked up by the key of their set: the random numbers of its codes, combined by exclusive or.
        # `sets` has the sets of all claims in their form; `keys` are sorted, and `order` has the claim of each key
        self.numbers = np.random.default_rng().integers(1 << 63, size=wide)
        self.sets = proof.codes if self.forms is None else proof.codes.copy()
        self.keys = np.empty(len(proof), np.int64)
        for claim in range(len(proof)):
            places = proof.places(claim)
            if self.forms is not None:
                self.recognized.add(self.forms.recognize(places))
                places = self.sets[proof.stretch(claim)] = self.forms.bring(places)
            self.keys[claim] = np.bitwise_xor.reduce(self.numbers[places])
        self.order = np.lexsort((proof.lows, self.keys)).astype(np.int32)
        self.keys = self.keys[self.order]

    def level(self, depth: int) -> int:
        """Return the depth by which sets are told apart: all turns after the last price cost what that one says."""
        return min(depth, len(self.prices) - 1)

    def price(self, depth: int) -> int:
        return self.prices[self.level(depth)]

    def keep_codes(self, places: Integers) -> Integers:
        """Return the codes of a set, which stand before the other guesses allowed."""
        return places[: np.searchsorted(places, self.header.codes)] if self.hard is not None else places

    def find_low(self, depth: int, places: Integers) -> int:
        """Return the highest bound that is claimed for a set, or 0; sets of the same key are compared code by code."""
        if self.forms is not None:
            if self.forms.recognize(places) not in self.recognized:
                return 0
            places = self.forms.bring(places)
        proof = self.proof
        key = np.bitwise_xor.reduce(self.numbers[places])
        first = int(self.keys.searchsorted(key, "left"))
        end = int(self.keys.searchsorted(key, "right"))
        for claim in reversed(self.order[first:end].tolist()):
            same = np.array_equal(self.sets[proof.stretch(claim)], places)
            if same and self.level(int(proof.depths[claim])) == self.level(depth):
                return int(proof.lows[claim])
        return 0

    def find_root(self, places: Integers, depth: int) -> int:
        """Return the bound that the claims give for all codes, or for an opening and the sets that it leaves.

        n codes cost at least 2n - 1, since one guess finds only one of them: such a set after an opening needs no
        claim.
        """
        if depth == len(self.header.opening):
            return max(self.find_low(depth, places), 2 * len(self.keep_codes(places)) - 1 if depth else 0)
        guess = self.texts.index(self.header.opening[depth])
        rest = (self.follow(guess, places, members) for members in self.split(guess, self.keep_codes(places)))
        turns = self.price(depth) * len(self.keep_codes(places))
        return turns + sum(self.find_root(after, depth + 1) for after in rest)

    def split(self, guess: int, members: Integers) -> list[Integers]:
        """Return the classes that a guess makes of a set of codes, without the code found."""
        marks = self.marks[guess, members]
        return [members[marks == number] for number in np.unique(marks) if number != self.solved]

    def follow(self, guess: int, places: Integers, members: Integers) -> Integers:
        """Return a class that a guess leaves of a set, followed by the other guesses that a hard mode allows then.

        In Wordle’s these keep the greens, use the yellows, and do not give all codes of the class the same marks; the
        codes that are ruled out are among them, by their second number.
        """
        if self.hard != WORDLE:
            others = places[len(self.keep_codes(places)) :]
            agreeing = others[self.marks[guess, others] == self.marks[guess, members[0]]]
            return np.concatenate((members, agreeing))
        first = len(self.keep_codes(places))
        out = np.setdiff1d(places[:first], members) + self.header.codes
        others = np.concatenate((out, places[first:]))
        others.sort()
        turn = Turn(self.texts[guess], self.meanings[self.marks[guess, members[0]]])
        for _turn, letter, position, copies in list_demands([turn]):
            same = self.letters[others] == letter  # a row for each guess, a column for each position
            allowed = same.sum(axis=1) >= copies if position is None else same[:, position - 1]
            others = others[allowed]
        marks = self.marks[others[:, None], members]  # a row for each guess, a column for each code of the class
        tells_apart = (marks != marks[:, :1]).any(axis=1)
        return np.concatenate((members, others[tells_apart]))

    def check_shares(self, shares: list[range], seconds: float) -> tuple[tuple[int, list[FailedClaim]], list[range]]:
        """Check claims for so many seconds; return how many were checked, the first that fails, and the shares left.

        Once a claim fails, only claims before it are left to check: one of them may be the first that fails.
        """
        checked = 0
        remaining = list(shares)
        for share in take_pieces(remaining, seconds):
            for claim in share:
                why = self.check_claim(claim)
                if why is not None:
                    return (checked, [(claim, why)]), [other for other in remaining if other.start < claim]
                checked += 1
        return (checked, []), remaining

    def check_claim(self, claim: int) -> Reason | None:
        """Return why a claim does not follow: a guess that may cost less. None if every guess costs as much or more."""
        low = int(self.proof.lows[claim])
        depth = int(self.proof.depths[claim])
        places = self.proof.places(claim)
        rows, plain = self.list_open(low, depth, places)
        if not len(rows):
            return None
        if self.hard == WORDLE:
            for guess in rows.tolist():
                cost = self.price_permitted(low, depth, places, guess, plain)
                if cost < low:
                    return self.refuse_claim(claim, guess, cost)
            return None
        partitions, first = name_partitions(self.marks[np.ix_(rows, places)])
        rows = rows[first]
        step = max(1, AT_ONCE // len(places))
        for at in range(0, len(rows), step):
            some = slice(at, at + step)
            costs = self.price_guesses(low, depth, places, rows[some], partitions[some], plain)
            for guess, cost in zip(rows[some].tolist(), costs.tolist(), strict=True):
                if cost < low:
                    return self.refuse_claim(claim, guess, cost)
        return None

    def refuse_claim(self, claim: int, guess: int, cost: int) -> Reason:
        """Return the reason why a claim does not hold: a guess that may cost less than its bound."""
        line = self.proof.line + claim + 1
        count = len(self.keep_codes(self.proof.places(claim)))
        low = int(self.proof.lows[claim])
        return Reason(WHY_CLAIM, line=line, low=low, count=count, guess=self.texts[guess], cost=cost)

    def price_permitted(self, low: int, depth: int, places: Integers, guess: int, plain: Integers) -> int:
        """Return what a guess costs at least in Wordle’s hard mode.

        Each class is first taken to cost what its size says (`plain`). Then, from the largest on, the claims may say
        that it costs more; this ends once the guess costs `low` or more.
        """
        members = self.keep_codes(places)
        classes = sorted(self.split(guess, members), key=len, reverse=True)
        cost = self.price(depth) * len(members) + sum(int(plain[len(rest)]) for rest in classes)
        for rest in classes:
            if cost >= low or len(rest) <= 2:
                break
            after = self.follow(guess, places, rest)
            known = self.find_low(depth + 1, after)
            if len(rest) <= COUNTED:
                known = max(known, int(self.count_lows(depth + 1, [after])[0]))
            cost += max(0, known - int(plain[len(rest)]))
        return cost

    def list_open(self, low: int, depth: int, places: Integers) -> tuple[Integers, Integers]:
        """Return the guesses that may cost less than `low` by their number of classes; and bounds of classes by size.

        Of n codes, each pays for this turn. At best, the guess finds one, and the first code of every other class is
        found in the next turn, all others in the turn after that.
        """
        members = self.keep_codes(places)
        size = len(members)
        guesses = self.every if self.hard is None else places
        inside = np.isin(guesses, members)
        classes = self.count_classes(members, guesses)
        now, after, later = (self.price(depth + turn) for turn in range(3))
        costs = size * (now + after + later) - inside * after - classes * later
        waiting = (costs < low) & ((classes > 1) | (size == 1))  # a guess that makes one class tells nothing
        if self.forms is not None and self.hard is None:
            waiting &= self.forms.choose_guesses(members)
        rows = np.concatenate((guesses[waiting & inside], guesses[waiting & ~inside]))
        if self.tells_sizes(depth):
            plain = self.bound_subsets(self.count_sizes(members, np.zeros(1, np.int64)), np.array([size]))[0]
        else:
            plain = self.list_least_costs(int((classes - inside).max()), depth + 1, size)
        return rows, plain

    def count_classes(self, sets: Integers, guesses: Integers) -> Integers:
        """Return how many classes each guess makes of each set; a code that the guess finds is a class of its own.

        That is the number of different marks which the guess gets from the codes of the set. `sets` has the places of
        the codes along its last axis, so its shape is (…, codes); that of the result is (…, guesses).
        """
        # of the shape (…, codes, guesses); where all are guesses, whole rows are taken, which is quicker
        marks = self.columns[sets] if guesses is self.every else self.columns[sets[..., None], guesses]
        return self.count_down(marks)

    def price_guesses(
        self, low: int, depth: int, places: Integers, rows: Integers, partitions: Integers, plain: Integers
    ) -> Integers:
        """Return what guesses cost at least: by the sizes of their classes, then by classes and claims, up to `low`.

        `partitions` has a row for each of the guesses `rows`, and a column for each of the codes `places` (in hard mode
        other guesses follow): the name of the class that it is in (`name_partitions`). `plain` has what a class of each
        size costs at least.

        The classes of all guesses stand one after the other: class i has the codes ``listed[starts[i] : ends[i]]``, is
        one of the guess ``guess[i]`` (an index in `rows`), and costs at least ``lows[i]``.
        """
        by_class = np.argsort(partitions, axis=1, kind="stable")  # for each guess, the columns class by class
        names = np.take_along_axis(partitions, by_class, axis=1)
        starts = np.flatnonzero(np.diff(names, axis=1, prepend=-1))  # where the name is another than before it
        listed = places[by_class].ravel()
        ends = np.append(starts[1:], len(listed))
        guess = starts // len(places)
        sizes = np.add.reduceat(listed < self.header.codes, starts, dtype=np.int64)  # without other guesses
        lows = plain[sizes]
        is_found = places[names.ravel()[starts]] == rows[guess]  # a class is named by its first column
        lows[is_found] = 0
        turn = self.price(depth) * len(self.keep_codes(places))
        first_classes = np.searchsorted(guess, np.arange(len(rows)))
        costs: Integers = turn + np.add.reduceat(lows, first_classes)
        largest_first = np.argsort(-sizes, kind="stable")

        def raise_lows(classes: Integers, find: Callable[[list[Integers]], Integers], marks: int) -> None:
            """Raise the bounds of these classes to those that `find` returns, and with them the costs of their guesses.

            A class whose guess is known to cost `low` or more is passed over. `find` gets as many sets at once as have
            `AT_ONCE` marks together: a set of n codes has n times `marks`.
            """
            for at in range(0, len(classes), LISTED):
                waiting = classes[at : at + LISTED]
                while len(waiting := waiting[costs[guess[waiting]] < low]):
                    step = max(1, AT_ONCE // (marks * int(sizes[waiting[0]])))
                    batch = waiting[:step]
                    waiting = waiting[step:]
                    sets = [listed[starts[number] : ends[number]] for number in batch.tolist()]
                    more = np.maximum(0, find(sets) - lows[batch])
                    lows[batch] += more
                    np.add.at(costs, guess[batch], more)  # adds each, also where two classes are of one guess

        several = largest_first[sizes[largest_first] > 2]  # the bounds of one and two codes are exact
        few = several[sizes[several] <= COUNTED]
        raise_lows(few, lambda sets: self.count_lows(depth + 1, sets), len(self.texts))
        raise_lows(several, lambda sets: np.array([self.find_low(depth + 1, sets[0])]), AT_ONCE)
        return costs

    def count_lows(self, depth: int, sets: Sequence[Integers]) -> Integers:
        """Return what sets of codes cost at least, by the classes that guesses make of them; the largest come first."""
        if self.tells_sizes(depth):
            return self.weigh_sizes(sets)
        if self.hard is not None:
            weighed = [self.weigh_by_classes(depth, self.keep_codes(places)[None], places) for places in sets]
            return np.concatenate(weighed)
        # rows of one length, that of the first set: in each, the first code is repeated at the end
        filled = [np.append(places, np.repeat(places[:1], len(sets[0]) - len(places))) for places in sets]
        return self.weigh_by_classes(depth, np.array(filled), self.every)

    def weigh_by_classes(self, depth: int, sets: Integers, guesses: Integers) -> Integers:
        """Return what sets cost at least by the number of classes that `guesses` make of them.

        `sets` has a row for each set: its codes in order, then its first one repeated, so that all rows are as long.
        What a guess costs at best is said in `list_open`.
        """
        classes = self.count_classes(sets, guesses)  # a row for each set, a column for each guess
        sizes = 1 + np.count_nonzero(np.diff(sets) > 0, axis=1)
        most = classes.max(axis=1)
        inside = np.take_along_axis(classes, np.searchsorted(guesses, sets), axis=1).max(axis=1)  # of codes of the set
        now, after, later = (self.price(depth + turn) for turn in range(3))
        return np.asarray(sizes * (now + after + later) - np.maximum(most * later, inside * later + after))

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

    def bound_subsets(self, classes: Integers, sizes: Integers) -> Integers:
        """Return what any 0, 1, 2… codes (columns) of each set (a row) cost at least, by the classes of guesses.

        `classes` are the sizes of these classes, as `count_sizes` returns them. Each code pays for the turn. In the
        class that it is then in, the i-th code adds what the i-th code of any set adds (``plain[i] - plain[i - 1]``),
        and a code that is found comes 0th and adds nothing. What is added never falls with i. So codes cost least when
        as many as possible come early: ``wide[set, i]`` is the most that any guess lets come i-th or earlier.
        """
        price = self.prices[-1]
        most = int(sizes.max())
        wide = np.minimum(np.ones((len(sizes), most + 1), np.int64), sizes[:, None])  # 0th comes one code at most
        found = classes[self.solved]
        others = np.delete(classes, self.solved, axis=0)
        for place in range(1, most + 1):
            # of each class of a guess, so many codes come that early
            wide[:, place] = (found + np.minimum(others, place).sum(axis=0)).max(axis=1)
            if (wide[:, place] == sizes).all():
                wide[:, place:] = sizes[:, None]
                break
        # for the n-th code (a column) of each set, the earliest place that it can have in its class
        places = np.stack([row.searchsorted(np.arange(most + 1)) for row in wide])
        every = np.arange(len(sizes))
        plain = np.zeros((len(sizes), most + 1), np.int64)
        for count in range(1, most + 1):
            place = np.minimum(places[:, count], count - 1)
            plain[:, count] = plain[:, count - 1] + price + plain[every, place] - plain[every, np.maximum(place - 1, 0)]
        return plain

    def weigh_sizes(self, sets: Sequence[Integers]) -> Integers:
        """Return a lower bound on the cost of each set: that of the guess with the lowest bound, by its classes' sizes.

        The sets come with the largest first.
        """
        sizes = np.array([len(places) for places in sets])
        classes = self.count_sizes(np.concatenate(sets), np.cumsum(sizes) - sizes)
        plain = self.bound_subsets(classes, sizes)
        classes = np.delete(classes, self.solved, axis=0)  # the code that is found costs nothing more
        costs = plain[np.arange(len(sets))[:, None], classes].sum(axis=0)
        costs[(classes == sizes[:, None]).any(axis=0)] = NO_COST  # a guess that leaves the whole set tells nothing
        return np.asarray(sizes * self.prices[-1] + costs.min(axis=1))

    def list_least_costs(self, answers: int, depth: int, size: int) -> Integers:
        """Return what 0 to `size` codes cost at least at a depth, when no guess gets more answers besides "found"."""
        costs = [0]  # of each code more, those found first before those found later
        cost = 0
        found = 1  # how many codes are found at this depth at best
        while len(costs) <= size:
            cost += self.price(depth)
            costs += [cost] * min(found, size)
            found *= max(answers, 1)
            depth += 1
        return np.cumsum(costs[: size + 1])


def mark_all(texts: Sequence[str], rule: Rule, columns: int) -> tuple[Integers, list[Marks]]:
    """Return the marks of each guess (a row) against the first `columns` of them, as numbers; and what these stand for.

    The plain definition of the rule is slow, so it is asked only once about codes that are alike to a guess. A rule
    compares symbols for equality only. So two codes get the same marks if, position by position, their symbols stand
    first in the same position of the guess, or in none: this list of positions is their *relation* to the guess. Short
    guesses whose symbols repeat in the same positions, such as AAB and CCD, share what was asked.
    """
    length = len(texts[0])
    symbols = np.array([list(map(ord, text)) for text in texts[:columns]])
    known: dict[tuple[object, int], int] = {}
    numbers: dict[Marks, int] = {}
    marks = np.empty((len(texts), columns), np.min_scalar_type(min(rule.size(length), 1 << 32) - 1))
    for row, guess in enumerate(texts):
        first = np.full(1 + max(int(symbols.max()), *map(ord, guess)), length)  # by symbol: where it stands first
        for place, symbol in reversed(list(enumerate(guess))):
            first[ord(symbol)] = place
        alike = np.zeros(columns, np.int64)  # the relation of each code, as a number in base length + 1
        for place in range(length):
            if place and place % SAFE == 0:
                alike = np.unique(alike, return_inverse=True)[1]
            alike = alike * (length + 1) + first[symbols[:, place]]
        shape = tuple(map(guess.index, guess)) if length <= SAFE else guess
        relations, codes, same = np.unique(alike, return_index=True, return_inverse=True)
        told = []
        for relation, code in zip(relations.tolist(), codes.tolist(), strict=True):
            if (shape, relation) not in known:
                known[shape, relation] = numbers.setdefault(rule.compare(guess, texts[code]), len(numbers))
            told.append(known[shape, relation])
        marks[row] = np.array(told)[same]
    return marks, list(numbers)


def count_bits(marks: Integers) -> Integers:
    """Return how many different marks there are down each column; marks are bits, of shape (…, codes, guesses)."""
    return np.asarray(np.bitwise_count(np.bitwise_or.reduce(marks, axis=-2)), np.int64)


def count_marks(marks: Integers) -> Integers:
    """Return how many different marks there are down each column, as `count_bits` does."""
    codes = marks.shape[-2]
    if codes > PAIRED:
        ordered = np.sort(marks.swapaxes(-1, -2).astype(np.result_type(marks, np.uint16)), axis=-1)
        return np.asarray(1 + np.count_nonzero(ordered[..., 1:] != ordered[..., :-1], axis=-1))
    counts = np.ones(np.delete(marks.shape, -2), np.int64)
    for row in range(1, codes):
        counts += (marks[..., :row, :] != marks[..., row, None, :]).all(axis=-2)
    return counts


def name_partitions(marks: Integers) -> tuple[Integers, Integers]:
    """Return the different partitions that rows of marks make of the columns, and the first row that makes each.

    A partition gives for each column the first column that has the same mark. So two rows make the same partition if
    they have equal marks in the same columns, whatever these marks are:

    >>> partitions, first_rows = name_partitions(np.array([[5, 5, 7], [1, 1, 0], [2, 3, 2]]))
    >>> partitions.tolist(), first_rows.tolist()
    ([[0, 0, 2], [0, 1, 0]], [0, 2])
    """
    rows = np.arange(len(marks))
    columns = marks.shape[1]
    firsts = np.zeros((len(marks), int(marks.max()) + 1), np.min_scalar_type(columns))  # by row and mark
    for column in reversed(range(columns)):  # from the last one, so that the first stays
        firsts[rows, marks[:, column]] = column
    names = firsts[rows[:, None], marks]
    # numpy compares whole rows once each is one value of so many bytes
    _different, first = np.unique(names.view(np.dtype((np.void, names.itemsize * columns))), return_index=True)
    first.sort()
    return names[first], first

#!/usr/bin/env python3
"""Check a proof of mastermot by itself: ``python3 verify.py TREE PROOF [--words FILE] [--guesses FILE]``.

TREE and PROOF are files of ``mastermot optimal``, the others lists of words. It says what is proven (status 0), or what
does not follow or is not checked (1). The game is named from what was checked, never by a name that stands in a file.
It was written from docs/proofs.md, and trusts only Python.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
import unicodedata
from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations, product
from operator import itemgetter
from pathlib import Path
from typing import Any

LATE = 1 << 30  #: What a code costs more that is not found within so many turns.
LAST, OVERDUE = 1 << 22, 1 << 40  #: The same of one found in the last turn only, or later still (objective `last`).
COUNTED = 40  #: Codes up to which a class is bounded by what all guesses make of it.
FEW = 8  #: Different marks up to which the sizes of classes bound the parts of a set.
MOST_TRIES = 3_000_000  #: Codes renamed to see whether symmetries turn one set into another.
WORDLE = "wordle"
MODES = {"": "", "strict": " that agrees with all marks so far", WORDLE: " that keeps greens and uses yellows"}
"""The hard modes, and what is said of a strategy in each."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Places = tuple[int, ...]  #: A set: the numbers of its codes (in hard mode, of the other guesses allowed too), in order.


def mark(rule: str, guess: str, code: str) -> str:
    """Return the marks of a guess as text; docs/rules.md defines them."""
    signs = ["X" if symbol == hidden else "." for symbol, hidden in zip(guess, code, strict=True)]
    left = [hidden for hidden, sign in zip(code, signs, strict=True) if sign == "."] * (rule != "black")
    left = [*code] * len(code) if rule == "membership" else left
    for place, symbol in enumerate(guess):
        if signs[place] == "." and symbol in left:
            signs[place] = left.pop(left.index(symbol)) and "O"
    text = "".join(signs)
    return text if rule == "positional" else "X" * text.count("X") + "O" * text.count("O") or "(rien)"


def fold(text: str, letters: str) -> str:
    """Return a text in capitals, without the accents of signs that are not among the letters."""
    text = unicodedata.normalize("NFC", text.replace("œ", "oe").replace("æ", "ae").upper())
    return "".join(sign if sign in letters else unicodedata.normalize("NFKD", sign) for sign in text)


def make_codes(told: dict[str, Any], path: str | None, length: int, letters: str) -> list[str]:
    """Return the codes, or the guesses, that a tree's file describes; words are those of a file, in its order.

    `letters` are those that are no A to Z with an accent, such as Ñ in Spanish, where the file does not tell them.
    """
    if "holes" in told:
        alphabet, holes = LETTERS[: told["colours"]] + "." * told["empty"], told["holes"]
        texts = [*map("".join, product(alphabet, repeat=holes) if told["repeats"] else permutations(alphabet, holes))]
    elif path is None:
        raise NotImplementedError(f"a list of {told['count']} words is not given")
    else:
        letters, pattern = told.get("alphabet", letters), told.get("starts", "." * length)
        words = dict[str, None]()
        for line in fold(Path(path).read_text("utf-8-sig"), letters).splitlines():
            words["".join(sign for sign in line if sign.isascii() or sign in letters).strip()] = None
        fitting = (word for word in words if len(word) == length)
        texts = [word for word in fitting if all(shown in (".", own) for shown, own in zip(pattern, word, strict=True))]
    if (len(texts), sum_up(texts)) != (told["count"], told["sha256"]):
        raise ValueError(f"{path or 'the game'} does not have the codes that the tree is about")
    return texts


def sum_up(texts: Iterable[str]) -> str:
    """Return the SHA-256 of a list, one text on each line."""
    return hashlib.sha256("".join(f"{text}\n" for text in texts).encode()).hexdigest()


def describe(told: dict[str, Any], path: str | None, texts: Sequence[str]) -> str:
    """Return what was checked: colours by their numbers, words by their file, its count and its checksum."""
    if "holes" in told:
        kinds = ", no repeats" * (not told["repeats"]) + ", empty holes" * bool(told["empty"])
        return f"{told['holes']} holes, {told['colours']} colours{kinds}"
    begins = f" like {told['starts']}" if "starts" in told else ""
    return f"{path} ({len(texts)} words of {len(texts[0])} letters{begins}, SHA-256 {sum_up(texts)})"


class Game:
    """A game as the tree's file tells it: codes, then other guesses, all by number; and the marks of each guess."""

    def __init__(self, tree: dict[str, Any], words: str | None, guesses: str | None) -> None:
        self.rule, self.opening = tree["rule"], tree.get("opening", [])
        self.hard = "strict" if tree["hard"] is True else tree["hard"] or ""  # 1.x had true for strict, false for none
        told, wider, self.objective = tree["codes"], tree["guesses"], tree["objective"]
        if self.rule not in ("black", "black-white", "positional", "membership") or self.hard not in MODES:
            raise NotImplementedError(f"no such games: rule {self.rule}, hard mode {self.hard}")
        if (self.hard and self.opening[1:]) or (self.hard == WORDLE and self.rule != "positional"):
            raise ValueError("an opening of more guesses in hard mode, or Wordle's without marks by position")
        played = json.dumps(tree["tree"], ensure_ascii=False)  # all codes, and so all their letters, are in it
        letters = "".join(sorted(sign for sign in {*played} if not sign.isascii()))
        self.codes = make_codes(told, words, told.get("length", 0), letters)
        others = [] if wider is None else make_codes(wider, guesses, len(self.codes[0]), letters)
        self.named = describe(told, words, self.codes)
        self.named += f", guesses also from {describe(wider, guesses, others)}" if wider else ""
        self.about = {
            "rule": self.rule,
            "consistent": self.hard == "strict",
            "codes": told["count"],
            "checksum": told["sha256"],
        }
        self.about["guesses"] = wider["sha256"] if wider else ""
        own, again = {*self.codes}, self.codes * (self.hard == WORDLE)  # as guesses, once they are ruled out
        self.texts = [*self.codes, *again, *(text for text in others if text not in own)]
        kinds, every = dict[str, int](), self.texts if self.hard == "strict" else self.codes
        # arrays, not lists: Python would walk through lists again and again, to see what it may throw away
        self.letters = set[str]().union(*every)
        self.rows = [array("H", self.mark_all(guess, every, kinds)) for guess in self.texts]
        self.marks, self.few, self.every = list(kinds), len(kinds) <= FEW and not self.hard, tuple(range(len(every)))
        self.most = len(self.texts) if self.hard else len(self.codes)
        self.every = tuple(one for one in range(self.most) if not 0 <= one - len(self.codes) < len(again))
        self.solved = kinds["X" * len(self.codes[0])]
        self.colours = "holes" in told and wider is None and self.hard != WORDLE
        self.apart = self.colours and self.rule == "black" and told["repeats"]
        number, signs = {code: place for place, code in enumerate(self.codes)}, sorted({*"".join(self.codes)})
        parts = [(at, at + 1) for at in range(told["holes"])] if self.apart else [(0, told.get("holes"))] * self.colours
        self.swapped = list[list[int]]()  # where all codes go, for each two colours (`apart`: of each hole) exchanged
        for (one, other), (at, end) in product(combinations(signs, 2), parts):
            swap = str.maketrans(one + other, other + one)
            self.swapped.append([number[code[:at] + code[at:end].translate(swap) + code[end:]] for code in self.codes])

    def mark_all(self, guess: str, codes: Sequence[str], kinds: dict[str, int]) -> Iterator[int]:
        """Yield the marks that a guess gets from each code, as numbers; `kinds` learns those that are new.

        Letters that the guess lacks are all the same to it: after ARE, one of CAB and FAD is marked, for both.
        """
        lacking = str.maketrans(dict.fromkeys(self.letters - {*guess}, "\n"))
        known = dict[str, int]()
        for code in codes:
            seen = code.translate(lacking)
            if seen not in known:
                known[seen] = kinds.setdefault(mark(self.rule, guess, seen), len(kinds))
            yield known[seen]

    def split(self, guess: int, places: Sequence[int]) -> dict[int, Places]:
        """Return the classes that a guess makes of a set, by their marks, without the code found.

        With Wordle's hard mode they have codes only; `follow` adds the other guesses.
        """
        classes = defaultdict[int, list[int]](list)
        for place in places[: self.count(places)] if self.hard == WORDLE else places:
            classes[self.rows[guess][place]].append(place)
        classes.pop(self.solved, None)
        return {kind: tuple(rest) for kind, rest in classes.items()}

    def follow(self, guess: int, kind: int, places: Sequence[int], rest: Places) -> Places:
        """Return a class with the other guesses that Wordle's hard mode allows then, and that tell something about it.

        Those of the set, and its codes that are ruled out, by their second numbers.
        """
        if self.hard != WORDLE:
            return rest
        first, kept = self.count(places), {*rest}
        out = [place + len(self.codes) for place in places[:first] if place not in kept]
        demands = self.list_demands(guess, kind)
        others = (one for one in sorted([*out, *places[first:]]) if obeys(self.texts[one], *demands))
        return (*rest, *(one for one in others if len({self.rows[one][code] for code in rest}) > 1))

    def allows(self, guess: int, before: int, kind: int) -> bool:
        """Return whether the hard mode of the game lets a guess be played after one that got such marks."""
        if self.hard == WORDLE:
            return obeys(self.texts[guess], *self.list_demands(before, kind))
        return not self.hard or self.rows[before][guess] == kind

    def list_demands(self, guess: int, kind: int) -> tuple[list[tuple[int, str]], list[tuple[str, int]]]:
        """Return what the marks of a guess demand of the next one: its greens, and how often it has each letter."""
        signed = [*enumerate(zip(self.texts[guess], self.marks[kind], strict=True))]
        greens = [(place, letter) for place, (letter, sign) in signed if sign == "X"]
        return greens, [*Counter(letter for _place, (letter, sign) in signed if sign != ".").items()]

    def count(self, places: Sequence[int]) -> int:
        """Return how many of a set are codes: they stand before the guesses of hard mode."""
        return bisect_left(places, len(self.codes))

    def replay(self, tree: object) -> Counter[int]:
        """Return how many codes a tree finds at each turn. Raises `ValueError` where it plays what it may not."""
        found, numbers = Counter[int](), {text: place for place, text in reversed([*enumerate(self.texts)])}
        waiting: list[tuple[Any, Sequence[int], list[tuple[int, int]]]] = [(tree, range(len(self.codes)), [])]
        while waiting:
            node, left, history = waiting.pop()
            text = node and node["guess"]
            guess, fixed = numbers.get(text, -1), self.opening[len(history) : len(history) + 1]
            differs = guess >= 0 and any(not self.allows(guess, before, kind) for before, kind in history)
            if guess < 0 or differs or fixed not in ([], [text]):
                raise ValueError(f"after {[self.texts[before] for before, _kind in history]} the tree plays {text}")
            found[len(history) + 1] += guess in left
            for kind, rest in self.split(guess, left).items():
                waiting.append((node["answers"].get(self.marks[kind]), rest, [*history, (guess, kind)]))
        return found


class Part:
    """One proof of the file: its claims, and what it takes to check each."""

    def __init__(self, game: Game, head: dict[str, Any], lines: list[Places]) -> None:
        self.game, self.lines, self.bound, prices = game, lines, head["bound"], head["prices"]
        self.within = max(0, len(prices) - 2)  #: The turns that count, or 0 where all do.
        right = [1] * self.within + [1 + LATE, 1] if self.within else [1]
        self.ends = prices[-2:-1] == [1 + OVERDUE]  #: Whether codes found in the last of these turns count.
        right = [1] * (self.within - 1) + [1 + LAST, 1 + OVERDUE, 1] if self.ends else right
        other = {**head, **game.about} != head or head.get("opening", []) != game.opening
        other = other or head.get("hard") != (WORDLE if game.hard == WORDLE else None)
        if other or prices != right or type(self.bound) is not int:
            raise ValueError("the proof is about another game than the tree, or about no objective")
        self.prices, self.last = prices + [1] * (2 + len(game.codes)), len(prices) - 1
        self.unclear, self.tries, self.memory = "", 0, dict[tuple[int, Places], int]()
        self.claims = defaultdict[object, list[tuple[Places, int, int]]](list)
        for low, depth, *places in lines:
            self.claims[self.recognize(tuple(places))].append((tuple(places), min(depth, self.last), low))

    def recognize(self, places: Places) -> object:
        """Return what no symmetry changes: how often colours stand in each two holes, and each colour in the holes."""
        if not self.game.colours:
            return places
        codes = [self.game.codes[place] for place in places]
        holes = [Counter(column) for column in zip(*codes, strict=True)]
        colours = [] if self.game.apart else sorted(sorted(hole[one] for hole in holes) for one in set().union(*holes))
        return str((sorted((row[hole], sorted(row)) for hole, row in enumerate(self.compare_holes(codes))), colours))

    def compare_holes(self, codes: list[str]) -> list[list[tuple[int, list[int]]]]:
        """Return, for each two holes, how many codes have one colour in both, and how often two colours stand there.

        Of AA, AB and BB two have one colour in both holes, and no two colours stand there more than once: 2, [1, 1, 1].
        Neither changes when colours are renamed; where they are renamed in each hole apart, the first is left out.
        """
        pairs = [
            [Counter(zip(one, other, strict=True)) for other in zip(*codes, strict=True)]
            for one in zip(*codes, strict=True)
        ]
        alike = 0 if self.game.apart else 1
        return [
            [(alike * sum(n for (a, b), n in pair.items() if a == b), sorted(pair.values())) for pair in row]
            for row in pairs
        ]

    def find_claim(self, places: Places, depth: int) -> int:
        """Return the highest bound claimed for a set, or for one that symmetries turn it into; else 0."""
        claims, alike = self.claims.get(self.recognize(places), ()), self.are_alike
        return max((low for one, at, low in claims if at == depth and (one == places or alike(places, one))), default=0)

    def are_alike(self, places: Places, others: Places) -> bool:
        """Return whether an order of the holes and new names of the colours (`apart`: in each hole) turn a set so."""
        codes, target = ([self.game.codes[place] for place in some] for some in (places, others))
        self.tries = MOST_TRIES
        orders = list_orders(self.compare_holes(codes), self.compare_holes(target), ())
        moved = (["".join(code[hole] for hole in order) for code in codes] for order in orders)
        found = any(self.rename(one, dict.fromkeys(target), {}) for one in moved)
        self.unclear += f"not compared: {len(places)} codes with those of a claim" * (self.tries <= 0)
        return found

    def rename(self, codes: list[str], target: dict[str, None], names: dict[tuple[int, int, str], str]) -> bool:
        """Return whether colours without a new name can get one so that the codes become those of the target."""
        if not codes:
            return True
        symbols = [(hole * self.game.apart, symbol) for hole, symbol in enumerate(codes[0])]
        known = "".join(names.get((1, *symbol), "?") for symbol in symbols)
        for image in target if "?" in known else [known] * (known in target):
            self.tries, new = self.tries - 1, dict(names)  # both ways, so that no two colours get one name
            fits = self.tries > 0 and all(
                new.setdefault((1, hole, old), name) == name and new.setdefault((0, hole, name), old) == old
                for (hole, old), name in zip(symbols, image, strict=True)
            )
            if fits and self.rename(codes[1:], target, new):
                return True
        return False

    def check(self) -> None:
        """Raise an error when too little is claimed of all codes, or for a claim that does not follow from others."""
        whys = (self.find_cheaper(line, low, *rest) for line, (low, *rest) in enumerate(self.lines, 2))
        little = "too little is claimed of all codes" * (self.bound_root(self.game.every, 0) < self.bound)
        if why := little or next(filter(None, whys), ""):
            raise NotImplementedError(f"{why}; {self.unclear}") if self.unclear else ValueError(why)

    def bound_root(self, places: Places, depth: int) -> int:
        """Return what is claimed of all codes, or after an opening of the sets that it leaves, with its own turns."""
        if depth == len(self.game.opening):
            return max(self.find_claim(places, min(depth, self.last)), 2 * self.game.count(places) - 1)
        guess = self.game.texts.index(self.game.opening[depth])
        parts = [self.game.follow(guess, kind, places, rest) for kind, rest in self.game.split(guess, places).items()]
        cost: int = self.game.count(places) * self.prices[depth]
        return cost + sum(self.bound_root(rest, depth + 1) for rest in parts)

    def weigh(self, places: Places, depth: int) -> tuple[list[int], list[tuple[int, int]]]:
        """Return what 0, 1, 2… codes cost after a guess at a set, and what each guess costs, both at least."""
        size, take = (count := self.game.count(places)), itemgetter(*places[:count], places[0])
        guesses = places if self.game.hard else range(len(self.game.rows))
        classes = [(guess, Counter(take(self.game.rows[guess])[:size])) for guess in guesses]
        sized = [(guess, sizes.pop(self.game.solved, 0), [*sizes.values()]) for guess, sizes in classes]
        counted = [one for one in sized if one[1] or len(one[2]) > 1]  # the others tell nothing
        plain = [0]
        if self.game.few and depth + 1 >= self.last:
            wide = [1]  # codes that come first, second… in their class at most, whatever the guess
            while wide[-1] < size:
                wide.append(max(found + sum(min(some, len(wide)) for some in sizes) for _, found, sizes in counted))
            for number in range(1, size + 1):
                place = min(next(at for at, most in enumerate(wide) if most >= number), number - 1)
                plain.append(plain[-1] + 1 + plain[place] - plain[max(place - 1, 0)])
        else:
            turn, each, room = depth, 0, 1
            while len(plain) <= size:  # no more codes can be found at this turn
                turn, each = turn + 1, each + self.prices[turn + 1]
                plain += [plain[-1] + each * more for more in range(1, min(room, size) + 1)]
                room *= max(1, *(len(sizes) for _, _, sizes in counted))
        return plain, [(size * self.prices[depth] + sum(map(plain.__getitem__, one[2])), one[0]) for one in counted]

    def bound_class(self, places: Places, depth: int) -> int:
        """Return what a class costs at least by what all guesses make of it; 0 for large ones."""
        if (depth, places) not in self.memory and 2 < self.game.count(places) <= COUNTED:
            self.memory[depth, places] = min(cost for cost, _guess in self.weigh(places, depth)[1])
        return self.memory.get((depth, places), 0)

    def bound_guess(self, places: Places, depth: int, guess: int, plain: list[int], low: int) -> int:
        """Return what a guess at a set costs at least, or as soon as it is known to cost that much, `low` or more.

        One or two codes cost what their number says. Large classes come first, since a claim about them says most.
        """
        cost: int = self.game.count(places) * self.prices[depth]
        after, open_classes = min(depth + 1, self.last), list[tuple[int, int, Places]]()
        for kind, rest in self.game.split(guess, places).items():
            cost += plain[size := self.game.count(rest)]
            open_classes += [(size, kind, rest)] * (size > 2)
        known = list[tuple[int, Places]]()
        for size, kind, codes in sorted(open_classes, reverse=True):
            if cost < low:
                rest = self.game.follow(guess, kind, places, codes)
                known.append((max(plain[size], self.find_claim(rest, after)), rest))
                cost += known[-1][0] - plain[size]
        for least, rest in reversed(known):
            cost += max(0, self.bound_class(rest, after) - least) if cost < low else 0
        return cost

    def find_cheaper(self, line: int, low: int, turn: int, *places: int) -> str:
        """Return which guess is not shown to cost what a line claims, and what it costs at least; or nothing."""
        depth, self.unclear = min(turn, self.last), ""
        plain, costs = self.weigh(places, depth)
        kept = [row for row in self.game.swapped if sorted(row[place] for place in places) == [*places]]
        for cost, guess in costs:
            if cost < low and all(row[guess] >= guess for row in kept):  # else one before it is as good
                cost = self.bound_guess(places, depth, guess, plain, low)
                if cost < low:
                    return f"line {line} claims {low}, but the guess {self.game.texts[guess]} may cost {cost} only"
        return ""


def obeys(text: str, greens: list[tuple[int, str]], copies: list[tuple[str, int]]) -> bool:
    """Return whether a guess has these letters in these places, and each of those as often."""
    if any(text[place] != letter for place, letter in greens):
        return False
    return all(text.count(letter) >= least for letter, least in copies)


def list_orders(shapes: list[Any], wanted: list[Any], order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the orders of the holes, after those that are chosen, in which each two holes compare as is wanted."""
    if len(order) == len(shapes):
        yield order
    for hole in set(range(len(shapes))).difference(order):
        longer = (*order, hole)
        if [shapes[hole][other] for other in longer] == wanted[len(order)][: len(longer)]:
            yield from list_orders(shapes, wanted, longer)


def read_parts(path: str, game: Game) -> list[Part]:
    """Return the proofs of a file, each with its last line checked; `longest` and `last` have two."""
    digest, head, lines, parts = hashlib.sha256(), None, list[Places](), list[Part]()
    with gzip.open(path) as file:
        for line in file:
            if head is None:
                head = json.loads(line)
            elif len(line.split()) > 2:
                lines.append(tuple(map(int, line.split())))
                _low, depth, *places = lines[-1]
                right = places == sorted({*places}) and 0 <= places[0] < len(game.codes)
                if depth < 0 or not right or places[-1] >= game.most:
                    raise ValueError(f"line {len(lines) + 1} is not a claim")
            elif line == f"{len(lines)} {digest.hexdigest()}\n".encode():
                parts.append(Part(game, head, lines))
                digest, head, lines = hashlib.sha256(), None, []
                continue
            digest.update(line)
    if head is not None or not parts:
        raise ValueError("its last line does not agree with the others")
    return parts


def check_pair(parts: Sequence[Part], objective: str) -> None:
    """Raise `ValueError` unless there is one proof, or for `longest` and `last` two; the second: no fewer turns do."""
    if len(parts) != (2 if objective in ("longest", "last") else 1):
        raise ValueError(f"proofs in the file: {len(parts)}; the objective {objective} takes another number")
    first, last = parts[0], parts[-1]
    fits = last.within and (first.within > last.within or not first.within) and first.bound < LATE <= last.bound
    if objective == "last":
        fits = first.ends and not last.ends and last.within == first.within - 1 and last.bound >= LATE
    if objective in ("longest", "last") and not (fits and first.ends == (objective == "last")):
        raise ValueError(f"its two proofs are not those of the objective {objective}")


def check_files(tree: str, proof: str, words: str | None, guesses: str | None) -> Iterator[str]:
    """Yield what is proven; raise `ValueError` for what does not follow, `NotImplementedError` for what is open."""
    document = json.loads(Path(tree).read_text("utf-8-sig"))
    game = Game(document, words, guesses)
    found, parts = game.replay(document["tree"]), read_parts(proof, game)
    total, longest = sum(turns * codes for turns, codes in found.items()), max(found)
    yield f"{game.named}, {len(game.texts)} guesses, {game.rule}; tree: {total} turns, {longest} at most"
    check_pair(parts, game.objective)
    strategy = "no strategy" + MODES[game.hard]
    strategy += (" and" * bool(game.hard) + " that begins with ") * bool(game.opening) + ", ".join(game.opening)
    reached, pair = set[str](), game.objective in ("longest", "last")
    for part in parts:
        within, (late, least) = part.within, divmod(part.bound, LAST if part.ends else LATE)
        if not pair and (part.ends or game.objective != (f"within:{within}" if within else "total")):
            raise ValueError(f"the tree is for the objective {game.objective}")
        part.check()
        what = f"{strategy} has a total below {least}" + f" and finds each code within {within} turns" * bool(within)
        if part.ends:
            what = f"{strategy} finds each code within {within} turns and fewer than {late} in the last of them"
            what += f", or so many with a total below {least}"
        elif late:
            what = f"{strategy} finds more than {len(game.codes) - late} codes within {within} turns"
            what += f", or so many with a total below {least}" * (least > 0)
        yield f"proven, claims: {len(part.lines)}; {what}"
        cost = total + LATE * sum(codes for turns, codes in found.items() if turns > (within or longest))
        if part.ends:  # codes found later than in that turn make the tree another one's
            cost = total + LAST * found[within] if within == longest else -1
        best = part.bound == cost and (not pair or not within or within >= longest)
        reached |= {"total"} if best else {"longest"} if within == longest - 1 and late and not part.ends else set()
    if "total" in reached and (not pair or "longest" in reached):
        yield f"this tree reaches it: none of these is better for the objective {game.objective}"


def main() -> None:
    """Check what the command line names; end with status 1 where it is not proven."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("tree", "proof", "--words", "--guesses"):
        parser.add_argument(name)
    try:
        for line in check_files(**vars(parser.parse_args())):
            print(line)
            sys.setrecursionlimit(1_000_000)  # a step for each code that is renamed; the files are read by now
    except (Exception, KeyboardInterrupt) as error:  # whatever a file has that it should not have
        unread = isinstance(error, NotImplementedError | KeyboardInterrupt) or getattr(error, "errno", None)
        why = error if unread or isinstance(error, ValueError) else f"not as docs/proofs.md describes it: {error!r}"
        print("not checked:" if unread else "not proven:", str(why) or "interrupted")
        sys.exit(1)


if __name__ == "__main__":
    main()

"""An independent reader of the sentences of steps, in English and French.

It knows the clues, the letters that the columns start with, and the texts; nothing of the engine, nor of the JSON of
steps. What a text claims is recomputed: the clues cited, the facts recalled, sums, cases, and that the conclusion
follows from the clues and facts named. What it returns is what the text says is left in every column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

Clue = tuple[str, int]
Atom = tuple[int, str]
"""A position (0 for the first) and a letter."""

MAX_STATES = 2_000
"""Counts of marks up to which a conclusion is checked against all strings."""

MARKS = {
    "en": r"its (?:mark|(?P<{n}>\d+) marks)",
    "fr": r"(?:sa lettre bien placée|ses (?P<{n}>\d+) lettres bien placées)",
}
QUOTE = {"en": r"“(\w+) (\d+)”", "fr": r"« (\w+) (\d+) »"}
OTHER = {"en": "another letter", "fr": "un autre caractère"}
AND_OR = {"en": ("and", "or"), "fr": ("et", "ou")}
AT = {"en": r"in position (\d+)", "fr": r"à la (\d+)(?:re|e) place"}
IS = {"en": r"position (\d+) is ", "fr": r"la (\d+)(?:re|e) lettre est "}
RULED_OUT = {"en": r" (is|are) ruled out", "fr": r" (est|sont) éliminé(s?)"}
WITH = {"en": ("with ", "without ", " nor "), "fr": ("avec ", "sans ", " ni ")}
KNOWN = {"en": r" ?\(Known: (.*)\.\)$", "fr": r" ?\(On sait déjà : (.*)\.\)$"}
FACT_OUT = {"en": rf" ruled out {AT['en']}", "fr": rf" éliminés? {AT['fr']}"}
BETWEEN = {"en": "; ", "fr": " ; "}
THEN = {"en": ", then ", "fr": ", puis "}
CASES_END = {"en": "In all the cases that are left, ", "fr": "Dans tous les cas qui restent, "}
NO_CASE = {"en": "No case is left.", "fr": "Aucun cas ne reste."}

FORMS = {
    "nothing": {
        "en": r"{C}: none of its letters is in its position(?:, so (?P<end>.*))?\.",
        "fr": r"{C} : aucune de ses lettres n’est à sa place(?:, donc (?P<end>.*))?\.",
    },
    "all": {
        "en": r"{C}: all its letters are in their position\.",
        "fr": r"{C} : toutes ses lettres sont à leur place\.",
    },
    "satisfied": {
        "en": r"{C} gets {marks} from (?P<letters>.*?), so (?P<end>.*)\.",
        "fr": r"{C} a déjà {marks} avec (?P<letters>.*?) : (?P<end>.*)\.",
    },
    "needed": {
        "en": r"Only (?P<letters>.*?) can still give {C} {marks}, so (?P<end>.*)\.",
        "fr": r"(?P<number>Seule?s?) (?P<letters>.*?) (?:peut|peuvent) encore donner à {C} {marks} : (?P<end>.*)\.",
    },
    "differ": {
        "en": r"{more} and {less} differ only in position (?P<at>\d+); the extra mark of {again} can only come from "
        r"(?P<letters>.*?)\.(?: (?P<end>.*)\.)?",
        "fr": r"{more} et {less} ne diffèrent qu’à la (?P<at>\d+)r?e place ; la lettre bien placée que {again} "
        r"a de plus ne peut "
        r"venir que de (?P<letters>.*?)\.(?: (?P<end>.*)\.)?",
    },
    "apart": {
        "en": r"Apart from the letters they share, only (?P<letters>.*?) can give {more} the "
        r"(?:extra mark|(?P<count>\d+) extra marks) it has over {less}\.(?: (?P<end>.*)\.)?",
        "fr": r"Leurs lettres communes mises à part, (?P<number>seule?s?) (?P<letters>.*?) (?:peut|peuvent) donner à "
        r"{more} (?:la lettre bien placée|les (?P<count>\d+) lettres bien placées) qu’il a de plus que "
        r"{less}\.(?: (?P<end>.*)\.)?",
    },
    "could not": {
        "en": r"(?P<supposed>.*?), {more} could not have (?:one more mark|(?P<count>\d+) more marks) than {less}\. "
        r"(?P<end>.*)\.",
        "fr": r"(?P<supposed>.*?), {more} ne pourrait pas avoir (?:une lettre bien placée|(?P<count>\d+) "
        r"lettres bien placées) de plus que "
        r"{less}\. (?P<end>.*)\.",
    },
    "same": {
        "en": r"(?P<supposed>.*?), {less} would have more marks than {more}; both have the same number\. (?P<end>.*)\.",
        "fr": r"(?P<supposed>.*?), {less} aurait plus de lettres bien placées que {more} ; les deux indices ont "
        r"le même chiffre\. "
        r"(?P<end>.*)\.",
    },
    "at least": {
        "en": r"(?P<supposed>.*?), {less} would have at least (?P<best>\d+) more marks than {more}; it has only "
        r"(?:one|(?P<count>\d+)) more\. (?P<end>.*)\.",
        "fr": r"(?P<supposed>.*?), {less} aurait au moins (?P<best>\d+) lettres bien placées de plus que {more} "
        r"; il n’en a "
        r"(?:qu’une|que (?P<count>\d+)) de plus\. (?P<end>.*)\.",
    },
    "count most": {
        "en": r"(?P<clues>.*?) have (?P<total>\d+) marks in all; the positions can give at most (?P<sums>[\d +]+)\. "
        r"(?P<supposed>.*?), there would be at most (?P<best>\d+)\. (?P<end>.*)\.",
        "fr": r"(?P<clues>.*?) totalisent (?P<total>\d+) lettres bien placées ; les places peuvent donner au plus "
        r"(?P<sums>[\d +]+)\. (?P<supposed>.*?), il y en aurait (?P<best>\d+) au plus\. (?P<end>.*)\.",
    },
    "count least": {
        "en": r"(?P<clues>.*?) have (?P<total>\d+) marks in all; the positions give at least (?P<sums>[\d +]+)\. "
        r"(?P<supposed>.*?), there would be at least (?P<best>\d+)\. (?P<end>.*)\.",
        "fr": r"(?P<clues>.*?) totalisent (?P<total>\d+) lettres bien placées ; les places donnent au moins "
        r"(?P<sums>[\d +]+)\. (?P<supposed>.*?), il y en aurait au moins (?P<best>\d+)\. (?P<end>.*)\.",
    },
    "weigh": {
        "en": r"(?P<supposed>.*?), the marks of (?P<first>.*?) minus those of (?P<second>.*?) would be at "
        r"(?P<way>most|least) (?P<best>\d+); they are (?P<total>\d+)\.(?P<each>{each}) (?P<end>.*)\.",
        "fr": r"(?P<supposed>.*?), de (?P<second>«.*?) à (?P<first>«.*?), le nombre de lettres bien placées "
        r"augmenterait (?:d’(?P<way>au moins)|de) (?P<best>\d+)(?: au plus)? ; il augmente de (?P<total>\d+)\."
        r"(?P<each>{each}) (?P<end>.*)\.",
    },
    "exceed": {
        "en": r"(?P<supposed>.*?), the marks of (?P<first>.*?) would exceed those of (?P<second>.*?) by at least "
        r"(?P<best>\d+); they are (?P<total>\d+) fewer\.(?P<each>{each}) (?P<end>.*)\.",
        "fr": r"(?P<supposed>.*?), de (?P<first>«.*?) à (?P<second>«.*?), le nombre de lettres bien placées "
        r"diminuerait d’au moins (?P<best>\d+) ; il augmente de (?P<total>\d+)\.(?P<each>{each}) (?P<end>.*)\.",
    },
    "many cases": {
        "en": r"(?P<supposed>.*?), (?P<clues>“.*?) leave (?P<past>more than )?(?P<count>\d+) cases, and each of them "
        r"contradicts one of these clues\.(?: (?P<end>.*)\.)?",
        "fr": r"(?P<supposed>.*?), (?P<clues>«.*?) laissent (?P<past>plus de )?(?P<count>\d+) cas, et chacun contredit "
        r"l’un de ces indices\.(?: (?P<end>.*)\.)?",
    },
    "all tried": {
        "en": r"All combinations of letters were tried: (?P<clues>.*?) allow nothing else\. (?P<end>[^.]*)\.(?: .*)?",
        "fr": r"Toutes les combinaisons de lettres ont été essayées : (?P<clues>.*?) ne permettent rien d’autre\. "
        r"(?P<end>[^.]*)\.(?: .*)?",
    },
    "clash tried": {
        "en": r"All combinations of letters were tried: (?P<clues>.*?) cannot all be true\.(?: .*)?",
        "fr": r"Toutes les combinaisons de lettres ont été essayées : (?P<clues>.*?) ne peuvent pas être tous vrais\."
        r"(?: .*)?",
    },
    "clash nothing": {
        "en": r"{C} should have no letter in its position, and it has one\.",
        "fr": r"{C} ne devrait avoir aucune lettre à sa place, et en a une\.",
    },
    "clash over": {
        "en": r"{C} would have more than {marks}: (?P<letters>.*)\.",
        "fr": r"{C} aurait plus que {marks} : (?P<letters>.*)\.",
    },
    "clash short": {"en": r"{C} can no longer have {marks}\.", "fr": r"{C} ne peut plus avoir {marks}\."},
    "clash weigh": {
        "en": r"The marks of (?P<first>.*?) minus those of (?P<second>.*?) should be (?P<total>\d+), but are at "
        r"(?P<way>most|least) (?P<best>\d+)\.(?P<each>{each})",
        "fr": r"De (?P<second>«.*?) à (?P<first>«.*?), le nombre de lettres bien placées devrait augmenter de "
        r"(?P<total>\d+), mais augmente (?:d’(?P<way>au moins)|de) (?P<best>\d+)(?: au plus)?\.(?P<each>{each})",
    },
    "clash exceed": {
        "en": r"The marks of (?P<first>.*?) should be (?P<total>\d+) fewer than those of (?P<second>.*?), but exceed "
        r"them by at least (?P<best>\d+)\.(?P<each>{each})",
        "fr": r"De (?P<first>«.*?) à (?P<second>«.*?), le nombre de lettres bien placées devrait augmenter de "
        r"(?P<total>\d+), mais diminue d’au moins (?P<best>\d+)\.(?P<each>{each})",
    },
    "clash count": {
        "en": r"(?P<clues>.*?) have (?P<total>\d+) marks in all, but the positions (?:can give at "
        r"(?P<way>most)|give at least) (?P<sums>[\d +]+)\.",
        "fr": r"(?P<clues>.*?) totalisent (?P<total>\d+) lettres bien placées, mais les places (?:ne peuvent "
        r"(?P<way>donner) que|"
        r"donnent au moins) (?P<sums>[\d +]+)\.",
    },
}
EACH = {
    "en": r"(?: Position by position, (?:that|the excess) is at (?:most|least) [\d +−]+\.)?",
    "fr": r"(?: Place par place, (?:cela fait|l’écart est d’)(?: ?au moins| au plus) [\d +−]+\.)?",
}
LINKS = {
    "full": {
        "en": r"{C} would have {marks}, which rules out (?P<letters>.*)",
        "fr": r"{C} aurait {marks}, ce qui élimine (?P<letters>.*)",
    },
    "need": {"en": r"{C} would need (?P<letters>.*)", "fr": r"[àÀ] {C}, il faudrait (?P<letters>.*)"},
    "over": {"en": r"{C} would have too many marks", "fr": r"{C} aurait trop de lettres bien placées"},
    "short": {"en": r"{C} could not have {marks}", "fr": r"{C} ne pourrait pas avoir {marks}"},
}


class Line(NamedTuple):
    """A numbered case: what is supposed, and the sentences of what follows."""

    number: tuple[int, ...]
    supposed: list[tuple[int, str]]
    links: list[str]


class Reader:
    """Reads the steps of one puzzle in one language, one after another."""

    def __init__(self, language: str, clues: Sequence[Clue], columns: Sequence[str]) -> None:
        self.language = language
        self.clues = {(word.lower(), marks): (word, marks) for word, marks in clues}
        self.columns = [set(column) for column in columns]
        self.now = [set(column) for column in columns]
        self.start = self.now
        self.forms: list[str] = []
        letter = f"(?:[A-Z]|{OTHER[language]})"
        both = "|".join(AND_OR[language])
        self.letter = re.compile(rf"(?<!\w){letter}(?!\w)")
        self.at = re.compile(rf"((?<!\w){letter}(?:, {letter})*(?: (?:{both}) {letter})?) {AT[language]}")
        self.stated = re.compile(rf"{IS[language]}({letter}(?:, {letter})*(?: {AND_OR[language][1]} {letter})?)(?!\w)")

    # --- parts of sentences ------------------------------------------------------------------------------------

    def compile(self, form: str) -> re.Pattern[str]:
        quote = QUOTE[self.language].replace("(", "(?:")
        parts = {name: f"(?P<{name}>{quote})" for name in ("C", "more", "less", "again")}
        for name, part in {
            **parts,
            "marks": MARKS[self.language].replace("{n}", "marks"),
            "each": EACH[self.language],
        }.items():
            form = form.replace("{" + name + "}", part)
        return re.compile(form)

    def match(self, forms: dict[str, dict[str, str]], text: str) -> tuple[str, dict[str, str]]:
        """Return which form a text has, and its parts."""
        found = {
            name: match for name, form in forms.items() if (match := self.compile(form[self.language]).fullmatch(text))
        }
        assert len(found) == 1, (text, list(found))
        ((name, match),) = found.items()
        return name, {part: value for part, value in match.groupdict().items() if value is not None}

    def quoted(self, text: str) -> list[Clue]:
        """Return the clues that a text quotes, each one of the puzzle's."""
        return [self.clues[word, int(marks)] for word, marks in re.findall(QUOTE[self.language], text)]

    def letters(self, text: str) -> str:
        """Return the letters of a list; another letter must be the last."""
        named = ["*" if name == OTHER[self.language] else name for name in self.letter.findall(text)]
        assert "*" not in named[:-1], text
        assert len(set(named)) == len(named), text
        return "".join(named)

    def atoms(self, text: str) -> list[tuple[int, str]]:
        """Return the letters at each position that a text names; nothing else may stand in it."""
        found = [(int(match[2]) - 1, self.letters(match[1])) for match in self.at.finditer(text)]
        rest = self.at.sub("", text)
        assert re.fullmatch(rf"(?:,|\s|{'|'.join(AND_OR[self.language])})*", rest), text
        assert found, text
        return found

    def one_clue(self, parts: dict[str, str], name: str = "C") -> Clue:
        (clue,) = self.quoted(parts[name])
        if parts.get("marks"):
            assert clue[1] == int(parts["marks"]) > 1
        return clue

    def conclude(self, text: str) -> set[Atom]:
        """Return the letters that a conclusion rules out."""
        small = text[:1].lower() + text[1:]
        text = small if re.match(f"{IS[self.language]}|{OTHER[self.language]}", small) else text
        out: set[Atom] = set()
        for match in self.stated.finditer(text):
            position, left = int(match[1]) - 1, set(self.letters(match[2]))
            assert left <= self.now[position], text
            out |= {(position, letter) for letter in self.now[position] - left}
        *parts, last = text.split(BETWEEN[self.language])
        ending = re.search(RULED_OUT[self.language] + "$", last)
        for part in parts if ending else [*parts, last]:
            named_letters = [self.letters(match[2]) for match in self.stated.finditer(part)]
            assert len(named_letters) == 1 or {len(letters) for letters in named_letters} == {1}, f"ambiguous: {text}"
            rest = self.stated.sub("", part)
            assert re.fullmatch(rf"(?:,|\s|{AND_OR[self.language][0]}(?!\w))*", rest), text
        if ending:
            named = [(position, letter) for position, group in self.atoms(last[: ending.start()]) for letter in group]
            assert (ending[1] in ("are", "sont")) == (len(named) > 1), text
            assert all(letter in self.now[position] for position, letter in named), text
            assert not out & set(named), text
            out |= set(named)
        assert out, text
        return out

    def recall(self, text: str) -> None:
        """Take the facts that a text recalls: each must be known; all other columns are as at the start."""
        self.start = [set(column) for column in self.columns]
        for fact in text.split(BETWEEN[self.language]) if text else []:
            gone = re.search(FACT_OUT[self.language] + "$", fact)
            if gone:
                position = int(gone[1]) - 1
                out = set(self.letters(fact[: gone.start()]))
                assert out
                assert out <= self.columns[position] - self.now[position], fact
                self.start[position] -= out
            else:
                ((position, left),) = self.atoms(fact)
                assert set(left) == self.now[position], fact
                self.start[position] = set(left)

    def suppose(self, text: str) -> list[Atom]:
        """Return the letters that contradict a conclusion: those with which it would be false, one at a time."""
        with_, without, nor = WITH[self.language]
        text = text[:1].lower() + text[1:]
        head, _, tail = text.partition(without)
        supposed: list[Atom] = []
        head = re.sub(rf"(?:,| {AND_OR[self.language][1]})? ?$", "", head)
        if head:
            assert head.startswith(with_), text
            supposed += [(i, x) for i, letters in self.atoms(head.replace(with_, "")) for x in letters]
        if tail:
            for position, letter in self.atoms(tail.replace(nor, ", ")):
                assert len(letter) == 1, text
                supposed += [(position, other) for other in self.start[position] if other != letter]
        return supposed

    # --- what is checked ---------------------------------------------------------------------------------------

    def read(self, text: str) -> tuple[list[set[str]], set[Clue], bool]:
        """Read a step: return the letters left in every column after it, the clues cited, whether it is a clash."""
        assert not re.search(r"\([^()]*\(", text), f"nested parentheses: {text}"
        assert not re.search(r"  |[{}]", text), text
        known = re.search(KNOWN[self.language], text)
        body = text[: known.start()] if known else text
        self.recall(known[1] if known else "")
        clues = self.quoted(body)
        out = self.read_cases(body)
        if out is None:
            name, parts = self.match(FORMS, body)
            self.forms.append(name)
            out = self.check_form(name, parts)
        clash = not out
        cited = list(dict.fromkeys(clues))
        self.check_conclusion(cited, out)
        self.now = [{x for x in column if (i, x) not in out} for i, column in enumerate(self.now)]
        return self.now, set(cited), clash

    def check_conclusion(self, clues: Sequence[Clue], out: set[Atom]) -> None:
        """Check that the clues and facts named rule out what is said, or cannot all be true when nothing is said."""
        size = 1
        for _word, marks in clues:
            size *= marks + 1
        if size > MAX_STATES:
            return
        goals = set(out)
        for position, column in enumerate(self.now):
            left = {letter for letter in column if (position, letter) not in out}
            if len(left) == 1 < len(column):
                goals |= {(position, letter) for letter in self.start[position] - left}
        possible = supported(clues, self.start)
        if not out:
            assert possible is None
        elif possible is not None:
            assert not any(letter in possible[position] for position, letter in goals)

    def check_form(self, name: str, parts: dict[str, str]) -> set[Atom]:
        """Check a sentence of one of the forms; return what it rules out, nothing for a clash."""
        end = self.conclude(parts["end"]) if "end" in parts else set()
        if "C" in parts:
            return self.check_one_clue(name, parts, end)
        if "more" in parts:
            return self.check_two_clues(name, parts, end)
        if "first" in parts:
            return self.check_weighed(name, parts, end)
        if name.startswith(("count", "clash count")):
            return self.check_counted(name, parts, end)
        if name == "many cases":
            assert int(parts["count"]) > 12
            if end:
                assert set(self.suppose(parts["supposed"])) >= end
        else:
            assert name in ("all tried", "clash tried")
        return end

    def check_one_clue(self, name: str, parts: dict[str, str], end: set[Atom]) -> set[Atom]:
        word, marks = self.one_clue(parts)
        self.start = self.now
        sure = [i for i, letter in enumerate(word) if self.now[i] == {letter}]
        possible = [i for i, letter in enumerate(word) if letter in self.now[i]]
        if name in ("nothing", "clash nothing"):
            assert marks == 0
            out = {(i, word[i]) for i in possible}
            assert "end" not in parts or {i for i, _ in end} <= set(possible)
            return out | end if name == "nothing" else set()
        if name == "all":
            assert marks == len(word) == len(possible)
            return {(i, letter) for i in possible for letter in self.now[i] if letter != word[i]}
        if name == "satisfied":
            assert self.atoms(parts["letters"]) == [(i, word[i]) for i in sure]
            assert len(sure) == marks
        elif name == "needed":
            assert self.atoms(parts["letters"]) == [(i, word[i]) for i in possible]
            assert len(possible) == marks
            self.check_number(parts, len(possible))
        elif name == "clash over":
            assert set(self.atoms(parts["letters"])) <= {(i, word[i]) for i in sure}
            assert len(self.atoms(parts["letters"])) > marks
        else:
            assert name == "clash short"
            assert len(possible) < marks
        return end

    def check_number(self, parts: dict[str, str], count: int) -> None:
        if "number" in parts:
            assert parts["number"].casefold() == ("seul" if count == 1 else "seuls"), parts

    def check_two_clues(self, name: str, parts: dict[str, str], end: set[Atom]) -> set[Atom]:
        more, less = self.one_clue(parts, "more"), self.one_clue(parts, "less")
        difference = more[1] - less[1]
        count = int(parts.get("count", 1))
        if name in ("differ", "apart"):
            given = self.atoms(parts["letters"])
            assert all(more[0][i] == letter != less[0][i] for i, letter in given)
            gains = [i for i in range(len(more[0])) if self.values([more], [less], i)[0] > 0]
            assert [i for i, _ in given] == gains
            assert len(gains) == difference == count
            assert not end & set(given), "a letter is both needed and ruled out"
            self.check_number(parts, len(given))
            if name == "differ":
                assert [i for i in range(len(more[0])) if more[0][i] != less[0][i]] == [int(parts["at"]) - 1]
                assert parts["again"] == parts["more"]
            return end | {(i, other) for i, letter in given for other in self.now[i] if other != letter}
        reached = self.furthest([more], [less], self.supposed(parts, end))
        if name == "could not":
            assert difference == count
            assert reached < count
        elif name == "same":
            assert difference == 0
            assert reached < 0
        else:
            assert name == "at least"
            assert -difference == count < -reached == int(parts["best"])
        return end

    def supposed(self, parts: dict[str, str], end: set[Atom]) -> list[Atom]:
        """Return what is supposed, which must be just what the conclusion rules out."""
        supposed = self.suppose(parts["supposed"])
        assert {atom for atom in supposed if atom[1] in self.now[atom[0]]} == end, parts
        return supposed

    def values(
        self, more: Sequence[Clue], less: Sequence[Clue], position: int, letters: Iterable[str] = ()
    ) -> tuple[int, int]:
        """Return the most and the least that a position brings to the marks of `more` minus those of `less`."""
        brought = [
            sum(word[position] == letter for word, _ in more) - sum(word[position] == letter for word, _ in less)
            for letter in letters or self.start[position]
        ]
        return max(brought), min(brought)

    def sums(
        self, more: Sequence[Clue], less: Sequence[Clue], supposed: Sequence[Atom], end: int = 0
    ) -> list[list[int]]:
        """Return the most (`end` 0) or the least (1) of each position, once for each letter supposed."""
        tops = [self.values(more, less, position)[end] for position in range(len(self.start))]
        return [
            [*tops[:position], self.values(more, less, position, letter)[end], *tops[position + 1 :]]
            for position, letter in supposed
        ] or [tops]

    def furthest(self, more: Sequence[Clue], less: Sequence[Clue], supposed: Sequence[Atom], end: int = 0) -> int:
        return (max, min)[end](sum(line) for line in self.sums(more, less, supposed, end))

    def check_weighed(self, name: str, parts: dict[str, str], end: set[Atom]) -> set[Atom]:
        more, less = self.quoted(parts["first"]), self.quoted(parts["second"])
        clash = name.startswith("clash")
        supposed = [] if clash else self.supposed(parts, end)
        least = int(parts.get("way") in ("least", "au moins") or name.endswith("exceed"))
        best, total = int(parts["best"]), int(parts["total"])
        wanted = sum(marks for _, marks in more) - sum(marks for _, marks in less)
        assert wanted == (-total if name.endswith("exceed") else total)
        assert self.furthest(more, less, supposed, least) == best
        assert best > wanted if least else best < wanted
        each = re.search(r"\d[\d +−]*", parts.get("each", ""))
        assert (each is not None) == (len(more) + len(less) > 4), parts
        if each:
            terms = [int(term.replace("−", "-").replace(" ", "")) for term in re.findall(r"(?:− )?\d+", each[0])]
            lines = self.sums(more, less, supposed, least)
            assert terms in lines or (terms[:1] == [0] and terms[1:] in lines), parts
            assert sum(terms) == best
        return end

    def check_counted(self, name: str, parts: dict[str, str], end: set[Atom]) -> set[Atom]:
        clues = self.quoted(parts["clues"])
        total, terms = int(parts["total"]), [int(term) for term in re.findall(r"\d+", parts["sums"])]
        assert total == sum(marks for _, marks in clues)
        least = int(name == "count least" or (name == "clash count" and "way" not in parts))
        assert terms == self.sums(clues, [], [], least)[0]
        if name == "clash count":
            assert sum(terms) > total if least else sum(terms) < total
            return end
        best = int(parts["best"])
        assert self.furthest(clues, [], self.supposed(parts, end), least) == best
        assert best > total if least else best < total
        return end

    # --- cases -------------------------------------------------------------------------------------------------

    def read_cases(self, body: str) -> set[Atom] | None:
        """Check a step told by cases, and return what it rules out; None when the text has no cases."""
        numbered = list(re.finditer(r"^((?:\d+\.)*\d+)\) (.*)\.$", body, re.MULTILINE))
        if numbered:
            end = body[numbered[-1].end() :].strip()
            lines = [self.read_line(match[2], tuple(map(int, match[1].split(".")))) for match in numbered]
            assert body.count("\n") == len(lines)
        else:
            sentence, _, end = body.partition(". ")
            if self.match_link(sentence.rstrip(".")) is None:
                return None
            lines = [self.read_line(sentence.rstrip("."), (1,))]
        assert [line.number for line in lines] == sorted(line.number for line in lines)
        by_cases = end.startswith(CASES_END[self.language])
        clash = end in ("", NO_CASE[self.language])
        out = set() if clash else self.conclude(end.removeprefix(CASES_END[self.language]).removesuffix("."))
        self.forms.append(
            f"{'several' if numbered else 'one'} {'cases' if by_cases else 'clash' if clash else 'supposed'}"
        )
        leaves = list(self.follow(lines))
        for broken, left in leaves:
            assert broken or (by_cases and not any(letter in left[i] for i, letter in out)), body
        self.check_covered(self.quoted(body), lines, set() if by_cases or clash else self.goals(out))
        return out

    def goals(self, out: set[Atom]) -> set[Atom]:
        """Return all that must be ruled out of the start for what is said to hold."""
        goals = set(out)
        for position, column in enumerate(self.now):
            left = {letter for letter in column if (position, letter) not in out}
            if len(left) == 1 < len(column):
                goals |= {(position, letter) for letter in self.start[position] - left}
        return goals

    def match_link(self, sentence: str) -> re.Match[str] | None:
        """Return where what follows begins in the sentence of a case, after what is supposed; None if it is no case."""
        with_ = WITH[self.language][0]
        supposed = re.match(rf"(?:{with_}|{with_.capitalize()})(.*?), (?=“|«|à «|nothing more|il ne faut)", sentence)
        first = sentence[supposed.end() if supposed else 0 :].split(THEN[self.language])[0]
        if any(self.compile(form[self.language]).fullmatch(first) for form in LINKS.values()) or re.match(
            "nothing|il ne", first
        ):
            return supposed or re.match("", sentence)
        return None

    def read_line(self, sentence: str, number: tuple[int, ...]) -> Line:
        head = self.match_link(sentence)
        assert head, sentence
        supposed = self.atoms(head[1]) if head.lastindex else []
        return Line(number, supposed, sentence[head.end() :].split(THEN[self.language]))

    def follow(self, lines: Sequence[Line]) -> Iterator[tuple[bool, list[set[str]]]]:
        """Check each line from what it supposes and what the lines above it left; yield how those at the ends end."""
        after: dict[tuple[int, ...], list[set[str]]] = {(): self.start}
        for line in lines:
            letters = [set(column) for column in after[line.number[:-1]]]
            for position, group in line.supposed:
                letters[position] &= set(group)
                assert letters[position], line
            broken = False
            for link in line.links:
                assert not broken, line
                broken = self.follow_link(link, letters)
            after[line.number] = letters
            if not any(
                len(other.number) > len(line.number) and other.number[: len(line.number)] == line.number
                for other in lines
            ):
                yield broken, letters
            else:
                assert not broken, line

    def follow_link(self, sentence: str, letters: list[set[str]]) -> bool:
        """Check an inference and take what it rules out from `letters`; return whether it ends the case."""
        if sentence in ("nothing more is needed", "il ne faut rien de plus"):
            return False
        name, parts = self.match(LINKS, sentence)
        word, marks = self.one_clue(parts)
        sure = [i for i, letter in enumerate(word) if letters[i] == {letter}]
        possible = [i for i, letter in enumerate(word) if letter in letters[i]]
        if name == "over":
            assert len(sure) > marks, sentence
        elif name == "short":
            assert len(possible) < marks, sentence
        elif name == "full":
            assert len(sure) == marks, sentence
            for position, group in self.atoms(parts["letters"]):
                assert (position, group) in [(i, word[i]) for i in possible if i not in sure], sentence
                letters[position].discard(group)
        else:
            assert len(possible) == marks, sentence
            for position, group in self.atoms(parts["letters"]):
                assert (position, group) in [(i, word[i]) for i in possible], sentence
                letters[position] = {group}
        return name in ("over", "short")

    def check_covered(self, clues: Sequence[Clue], lines: Sequence[Line], goals: set[Atom]) -> None:
        """Check that no combination of letters is left out of the cases: of those against `goals`, or of all."""
        kept: dict[tuple[int, ...], list[set[str]]] = {(): self.start}
        ends: list[list[set[str]]] = []
        for line in lines:
            letters = [set(column) for column in kept[line.number[:-1]]]
            for position, group in line.supposed:
                letters[position] &= set(group)
            ends.append([set(column) for column in letters])
            for link in line.links:
                self.follow_link(link, letters)
            kept[line.number] = letters
        parents = {line.number[:-1] for line in lines}
        for parent in parents:
            inner = [box for line, box in zip(lines, ends, strict=True) if line.number[:-1] == parent]
            if parent or not goals:
                check_boxes_cover(clues, kept[parent], inner)
            else:
                for position, letter in goals:
                    letters = [{letter} if i == position else c for i, c in enumerate(self.start)]
                    check_boxes_cover(clues, letters, inner)


def check_boxes_cover(clues: Sequence[Clue], letters: Sequence[set[str]], boxes: Sequence[Sequence[set[str]]]) -> None:
    """Check that every string of `letters` is in one of the boxes, or one alike for these clues."""

    def classes(position: int, column: Iterable[str]) -> set[str]:
        return {letter if any(word[position] == letter for word, _ in clues) else "*" for letter in column}

    told = [i for i, column in enumerate(letters) if any(not column <= box[i] for box in boxes)]
    for string in product(*(classes(i, letters[i]) for i in told)):
        assert any(all(x in classes(i, box[i]) for i, x in zip(told, string, strict=True)) for box in boxes), string


def supported(clues: Sequence[Clue], columns: Sequence[Iterable[str]]) -> list[set[str]] | None:
    """Return the letters of each column that are in some string which satisfies the clues, None when none does."""
    wanted = tuple(marks for _word, marks in clues)

    def step(counts: tuple[int, ...], position: int, letter: str, way: Callable[[int, bool], int]) -> tuple[int, ...]:
        return tuple(way(count, word[position] == letter) for count, (word, _) in zip(counts, clues, strict=True))

    def fits(counts: tuple[int, ...]) -> bool:
        return all(0 <= count <= marks for count, marks in zip(counts, wanted, strict=True))

    sets = [{(0,) * len(wanted)}]
    for position, column in enumerate(columns):
        reached = {step(counts, position, letter, lambda a, b: a + b) for counts in sets[-1] for letter in column}
        sets.append({counts for counts in reached if fits(counts)})
    if wanted not in sets[-1]:
        return None
    alive = {wanted}
    result: list[set[str]] = []
    for position in range(len(columns) - 1, -1, -1):
        here: set[str] = set()
        before: set[tuple[int, ...]] = set()
        for letter in columns[position]:
            back = {step(counts, position, letter, lambda a, b: a - b) for counts in alive} & sets[position]
            if back:
                here.add(letter)
                before |= back
        alive = before
        result.append(here)
    return result[::-1]

"""An independent reader of the sentences of steps, in English, French and Spanish.

It knows the clues, the letters that the columns start with, and the texts; nothing of the engine, nor of the JSON of
steps, and what it cannot read it refuses. It finds the clues cited, the facts recalled, what is supposed and the
conclusion, recomputes the sums that a text claims, and asks brute force (`list_marks`) whether each supposition
contradicts the clues, and whether what is left when all of them are wrong is the conclusion. That
steps are true is for `tests.puzzle.explain.stepcheck`, and the trees of cases for `test_steps`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple
from unicodedata import combining, normalize

from mastermot.errors import NOUNS
from mastermot.texts.languages import catalogue
from tests.support import ROOT

SENTENCES = ROOT / "mastermot" / "texts" / "explanations.py"

Clue = tuple[str, int]
Atom = tuple[int, str]
"""A position (0 for the first) and a letter."""


class Literal(NamedTuple):
    """What is supposed of a position: that it has one of these letters, or none of them."""

    position: int  #: 0 for the first.
    letters: str
    there: bool  #: Whether it has one of them.

    def allows(self, letter: str) -> bool:
        return (letter in self.letters) == self.there


Supposition = tuple[Literal, ...]  #: All of these at once; a sentence may have several suppositions, each alone.

MARKS = {
    "en": r"its (?:mark|(?P<{n}>\d+) marks)",
    "fr": r"(?:sa lettre bien placée|ses (?P<{n}>\d+) lettres bien placées)",
    "es": r"(?:su marca|sus (?P<{n}>\d+) marcas)",
}
QUOTE = {"en": r"“(\w+) (\d+)”", "fr": r"« (\w+) (\d+) »", "es": r"«(\w+) (\d+)»"}
OTHER = {"en": "another letter", "fr": "un autre caractère", "es": "otra letra"}
AND_OR = {"en": ("and", "or"), "fr": ("et", "ou"), "es": ("(?:y|e)", "(?:o|u)")}
AT = {"en": r"in position (\d+)", "fr": r"à la (\d+)(?:re|e) place", "es": r"en la posición (\d+)"}
IS = {"en": r"position (\d+) is ", "fr": r"la (\d+)(?:re|e) lettre est ", "es": r"la posición (\d+) es "}
RULED_OUT = {"en": r" (is|are) ruled out", "fr": r" (est|sont) éliminé(?:s?)", "es": r" (queda|quedan) descartadas?"}
SEVERAL = {"are", "sont", "quedan"}  #: The verbs of `RULED_OUT` that are about several letters.
WITH = {"en": ("with", "without", "nor"), "fr": ("avec", "sans", "ni"), "es": ("con", "sin", "ni")}
KNOWN = {"en": r" ?\(Known: (.*)\.\)$", "fr": r" ?\(On sait déjà : (.*)\.\)$", "es": r" ?\(Ya se sabe: (.*)\.\)$"}
FACT_OUT = {"en": rf" ruled out {AT['en']}", "fr": rf" éliminés? {AT['fr']}", "es": rf" descartadas? {AT['es']}"}
BETWEEN = {"en": "; ", "fr": " ; ", "es": "; "}
CASES_END = {
    "en": "In all the cases that are left, ",
    "fr": "Dans tous les cas qui restent, ",
    "es": "En todos los casos que quedan, ",
}
NO_CASE = {"en": "No case is left.", "fr": "Il ne reste aucun cas.", "es": "No queda ningún caso."}

FORMS = {
    "nothing": "none of its letters is in its position",
    "all": "all its letters are in their position",
    "satisfied": "gets {marks} from",
    "needed": "can still give {clue}",
    "differ": "differ only {position}",
    "apart": "Apart from the letters they share",
    "could not": "could not have one more mark",
    "same": "both have the same number",
    "at least": "it has only one more",
    "count most": "the positions can give at most {sums}. ",
    "count least": "the positions give at least {sums}. ",
    "weigh": "they are {wanted}.",
    "exceed": "they are {wanted} fewer.",
    "many cases": "each of them contradicts one of these clues",
    "all tried": "allow nothing else",
    "clash tried": "were tried: {clues} cannot all be true",
    "clash nothing": "should have no letter in its position",
    "clash over": "would have more than {marks}",
    "clash short": "can no longer have {marks}",
    "clash weigh": "should be {wanted}, but are",
    "clash exceed": "should be {wanted} fewer",
    "clash count": "in all, but the positions",
}
"""The forms of sentences: words that only one text of the catalogue has, or several that claim the same."""
SUMS = {"sums": "osition by position"}


def read_texts() -> list[tuple[str, ...]]:
    """Return the texts of the sentences of steps, each with its plural where it has one."""
    calls = [node for node in ast.walk(ast.parse(SENTENCES.read_text("utf-8"))) if isinstance(node, ast.Call)]
    named = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in ("_", "plural")]
    texts = [
        tuple(arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))
        for call in named
    ]
    return [text for text in texts if text]


TEXTS = read_texts()


def list_forms(forms: dict[str, str], language: str) -> dict[str, list[tuple[str, re.Pattern[str]]]]:
    """Return, for each form, its English texts, each with the pattern of what it is in a language."""
    listed: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
    words = catalogue(language)
    for name, fragment in forms.items():
        texts = [text for text in TEXTS if fragment in text[0]]
        assert texts, f"no text of the catalogue has: {fragment}"
        said = [
            (text[0], template)
            for text in texts
            for template in {
                words.ngettext(text[0], text[-1], count) if text[1:] else words.gettext(text[0]) for count in (1, 2)
            }
        ]
        listed[name] = [(english, make_pattern(template, language)) for english, template in said]
    return listed


def make_pattern(template: str, language: str) -> re.Pattern[str]:
    """Return the pattern of a text with its fields filled; what stands after it is `rest`."""
    quote = QUOTE[language].replace("(", "(?:")
    several = rf"{quote}(?:(?:,| {AND_OR[language][0]}) {quote})*"
    kinds = {
        **dict.fromkeys(("more", "less", "clues"), several),
        **dict.fromkeys(("count", "total", "best", "least", "wanted"), r"\d+"),
        "clue": quote,
        "sums": r"[\d +−]+",
        "marks": MARKS[language].replace("{n}", "number"),
    }
    pattern, seen = "", set()
    for part in re.split(r"(\{\w+(?::\w+)?\})", template):
        name, _colon, noun = part[1:-1].partition(":")
        if not part.startswith("{"):
            pattern += re.escape(part)
        elif noun:
            one, many = (catalogue(language).ngettext(*NOUNS[noun], count) for count in (1, 2))
            words = {re.escape(form.removeprefix("{count} ")) for form in (one, many)}
            pattern += rf"(?P<{name}>\d+) (?:{'|'.join(words)})"
        elif name in seen:
            pattern += f"(?P={name})"
        else:
            pattern += f"(?P<{name}>{kinds.get(name, '.*?')})"
            seen.add(name)
    return re.compile(rf"{pattern}(?P<rest>(?<=\.) .*)?")


class Reader:
    """Reads the steps of one puzzle in one language, one after another."""

    def __init__(self, language: str, clues: Sequence[Clue], columns: Sequence[str]) -> None:
        self.language = language
        self.clues = {(word.lower(), marks): (word, marks) for word, marks in clues}
        self.columns = [set(column) for column in columns]
        self.now = [set(column) for column in columns]
        self.start = self.now
        self.forms: list[str] = []
        self.steps, self.sums_told = list_forms(FORMS, language), list_forms(SUMS, language)["sums"]
        letter = f"(?:[A-ZÑ]|{OTHER[language]})"
        both = "|".join(AND_OR[language])
        self.letter = re.compile(rf"(?<!\w){letter}(?!\w)")
        self.at = re.compile(rf"((?<!\w){letter}(?:, {letter})*(?: (?:{both}) {letter})?) {AT[language]}")
        self.stated = re.compile(rf"{IS[language]}({letter}(?:, {letter})*(?: {AND_OR[language][1]} {letter})?)(?!\w)")

    # --- parts of sentences ------------------------------------------------------------------------------------

    def match(self, text: str) -> tuple[str, str, dict[str, str]] | None:
        """Return which form a text has, its text in English, and its parts; None when it has no form."""
        found = {
            (name, english): match
            for name, patterns in self.steps.items()
            for english, pattern in patterns
            if (match := pattern.fullmatch(text))
        }
        assert len(found) < 2, (text, list(found))
        for (name, english), match in found.items():
            return name, english, {part: value for part, value in match.groupdict().items() if value is not None}
        return None

    def quoted(self, text: str) -> list[Clue]:
        """Return the clues that a text quotes, each one of the puzzle's."""
        quotes = re.findall(QUOTE[self.language], text)
        return [self.clues[without_accents(word), int(marks)] for word, marks in quotes]

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

    def one_clue(self, parts: dict[str, str], name: str = "clue") -> Clue:
        (clue,) = self.quoted(parts[name])
        if parts.get("number"):
            assert clue[1] == int(parts["number"]) > 1
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
            assert (ending[1] in SEVERAL) == (len(named) > 1), text
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

    def suppose(self, text: str) -> list[Supposition]:
        """Return the suppositions of a text, each of which stands alone; one of them may be of several letters.

        "With A in position 2, or without U in position 3" are two; "without U in position 3 nor E in position 5" is
        one, that both are missing.
        """
        with_, without, nor = WITH[self.language]
        text = text[:1].lower() + text[1:]
        separator = rf"(,|,? {AND_OR[self.language][1]}) (?=(?:{with_}|{without}) )"  # a comma, or “or” before the last
        parts = re.split(separator, text)
        assert all(between == "," for between in parts[1:-2:2]), text
        assert len(parts) == 1 or parts[-2] != ",", text
        suppositions: list[Supposition] = []
        for part in parts[::2]:
            verb, _, rest = part.partition(" ")
            assert verb in (with_, without), text
            atoms = [atom for one in rest.split(f" {nor} ") for atom in self.atoms(one)]
            assert len(atoms) == 1 or verb == without, text
            suppositions.append(tuple(Literal(position, letters, verb == with_) for position, letters in atoms))
        return suppositions

    def list_atoms(self, suppositions: Sequence[Supposition]) -> set[Atom]:
        """Return the letters that are supposed, one at a time: another letter for each that is to be missing."""
        literals = [literal for supposition in suppositions for literal in supposition]
        return {(one.position, x) for one in literals for x in self.start[one.position] if one.allows(x)}

    def check_refuted(self, suppositions: Sequence[Supposition], clues: Sequence[Clue]) -> None:
        """Check by brute force that with each supposition, clues get other marks than theirs."""
        wanted = tuple(marks for _word, marks in clues)
        for supposition in suppositions:
            assert wanted not in list_marks(clues, restrict(self.start, supposition)), supposition

    def check_follows(self, suppositions: Sequence[Supposition], end: set[Atom]) -> None:
        """Check by brute force that the conclusion `end` holds where all suppositions are wrong, and only there."""
        literals = [literal for supposition in suppositions for literal in supposition]
        positions = sorted({literal.position for literal in literals} | {position for position, _letter in end})
        for letters in product(*(sorted(self.now[position]) for position in positions)):
            placed = dict(zip(positions, letters, strict=True))
            supposed = any(all(one.allows(placed[one.position]) for one in some) for some in suppositions)
            ruled_out = any(atom in end for atom in placed.items())
            assert supposed == ruled_out, (placed, suppositions, end)

    # --- what is checked ---------------------------------------------------------------------------------------

    def read(self, text: str) -> tuple[list[set[str]], set[Clue], bool]:
        """Read a step: return the letters left in every column after it, the clues cited, whether it is a clash."""
        assert not re.search(r"\([^()]*\(", text), f"nested parentheses: {text}"
        assert not re.search(r"  |[{}]", text), text
        known = re.search(KNOWN[self.language], text)
        body = text[: known.start()] if known else text
        self.recall(known[1] if known else "")
        form = self.match(body)
        self.forms.append(form[0] if form else "cases")
        out = self.check_form(*form) if form else self.read_cases(body)
        self.now = [{x for x in column if (i, x) not in out} for i, column in enumerate(self.now)]
        return self.now, set(self.quoted(body)), not out

    def read_cases(self, body: str) -> set[Atom]:
        """Return what a step rules out that is told by cases: what stands after the last of them."""
        *lines, end = body.split("\n") if "\n" in body else body.split(". ", 1) if ". " in body else [body, ""]
        assert lines
        if end in ("", NO_CASE[self.language]):
            return set()
        return self.conclude(end.removeprefix(CASES_END[self.language]).removesuffix("."))

    def check_form(self, name: str, english: str, parts: dict[str, str]) -> set[Atom]:
        """Check a sentence of one of the forms; return what it rules out, nothing for a clash."""
        rest = parts.pop("rest", "").strip()
        each = [match for _, pattern in self.sums_told if (match := pattern.fullmatch(rest))]
        if each:
            (match,) = each
            parts["each"], rest = match["sums"], (match["rest"] or "").strip()
        told, _, more = rest.partition(".")
        assert not more or name.endswith("tried"), rest
        told = "" if name == "clash tried" else parts.get("conclusion", told)
        end = self.conclude(told) if told else set()
        if "clue" in parts:
            return self.check_one_clue(name, parts, end)
        if name in ("differ", "apart", "could not", "same", "at least"):
            return self.check_two_clues(name, parts, end)
        if "more" in parts:
            return self.check_weighed(name, english, parts, end)
        if name.startswith(("count", "clash count")):
            return self.check_counted(name, english, parts, end)
        if name == "many cases":
            assert int(parts["count"]) > 12
            if end:
                self.supposed(parts, end, self.quoted(parts["clues"]))
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
            assert {i for i, _ in end} <= set(possible)
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
        elif name == "clash over":
            assert set(self.atoms(parts["letters"])) <= {(i, word[i]) for i in sure}
            assert len(self.atoms(parts["letters"])) > marks
        else:
            assert name == "clash short"
            assert len(possible) < marks
        return end

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
            if name == "differ":
                at = re.fullmatch(AT[self.language], parts["position"])
                assert at
                assert [i for i in range(len(more[0])) if more[0][i] != less[0][i]] == [int(at[1]) - 1]
            return end | {(i, other) for i, letter in given for other in self.now[i] if other != letter}
        reached = self.furthest([more], [less], self.supposed(parts, end, [more, less]))
        if name == "could not":
            assert difference == count
            assert reached < count
        elif name == "same":
            assert difference == 0
            assert reached < 0
        else:
            assert name == "at least"
            assert -difference == count < -reached == int(parts["least"])
        return end

    def supposed(self, parts: dict[str, str], end: set[Atom], clues: Sequence[Clue]) -> set[Atom]:
        """Return what is supposed: each contradicts the clues, and that all are wrong is the conclusion."""
        suppositions = self.suppose(parts["letters"])
        self.check_refuted(suppositions, clues)
        self.check_follows(suppositions, end)
        return self.list_atoms(suppositions)

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
        self, more: Sequence[Clue], less: Sequence[Clue], supposed: Iterable[Atom], end: int = 0
    ) -> list[list[int]]:
        """Return the most (`end` 0) or the least (1) of each position, once for each letter supposed."""
        tops = [self.values(more, less, position)[end] for position in range(len(self.start))]
        return [
            [*tops[:position], self.values(more, less, position, letter)[end], *tops[position + 1 :]]
            for position, letter in supposed
        ] or [tops]

    def furthest(self, more: Sequence[Clue], less: Sequence[Clue], supposed: Iterable[Atom], end: int = 0) -> int:
        return (max, min)[end](sum(line) for line in self.sums(more, less, supposed, end))

    def check_weighed(self, name: str, english: str, parts: dict[str, str], end: set[Atom]) -> set[Atom]:
        order = sorted(("more", "less"), key=lambda side: english.index(f"{{{side}}}"))
        more, less = (self.quoted(parts[side]) for side in order)
        supposed = set() if name.startswith("clash") else self.supposed(parts, end, [*more, *less])
        least = int("at least" in english)
        best, total = int(parts["best"]), int(parts["wanted"])
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

    def check_counted(self, name: str, english: str, parts: dict[str, str], end: set[Atom]) -> set[Atom]:
        clues = self.quoted(parts["clues"])
        total, terms = int(parts["total"]), [int(term) for term in re.findall(r"\d+", parts["sums"])]
        assert total == sum(marks for _, marks in clues)
        least = int("at least" in english)
        assert terms == self.sums(clues, [], [], least)[0]
        if name == "clash count":
            assert sum(terms) > total if least else sum(terms) < total
            return end
        best = int(parts["best"])
        assert self.furthest(clues, [], self.supposed(parts, end, clues), least) == best
        assert best > total if least else best < total
        return end


def without_accents(word: str) -> str:
    """Return a word in small letters without accents; Ñ is a letter."""
    parts = normalize("NFD", word.lower()).replace("n\u0303", "ñ")
    return "".join(sign for sign in parts if not combining(sign))


def restrict(columns: Sequence[set[str]], supposition: Supposition) -> list[set[str]]:
    """Return the columns with the letters that a supposition allows."""
    left = [set(column) for column in columns]
    for literal in supposition:
        left[literal.position] = {letter for letter in left[literal.position] if literal.allows(letter)}
    return left


def list_marks(clues: Sequence[Clue], columns: Sequence[set[str]]) -> set[tuple[int, ...]]:
    """Return the marks that the clues get together, of all strings of the columns: all are tried, letter by letter.

    >>> sorted(list_marks([("AB", 1), ("CB", 2)], [{"A", "C"}, {"B"}]))
    [(1, 2), (2, 1)]
    """
    reached = {(0,) * len(clues)}
    for position, letters in enumerate(columns):
        given = {tuple(int(word[position] == letter) for word, _marks in clues) for letter in letters}
        reached = {tuple(map(sum, zip(marks, more, strict=True))) for marks in reached for more in given}
    return reached

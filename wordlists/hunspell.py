"""Every form that a hunspell dictionary accepts, from the text of its .aff and .dic files.

Covers what the French dictionary of Grammalecte, the Spanish one of LibreOffice and the English one need and the stock
`unmunch` cannot read: two-letter flags (FLAG long) or one-letter ones (FLAG UTF-8, or none said), up to two suffixes
and one prefix a word, NEEDAFFIX, FORBIDDENWORD and CIRCUMFIX. Rules that add an apostrophe (the elided articles of
French, as in `l'arbre`) are skipped: they make two words, not one.

Format: man page hunspell(5).
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

MAX_SUFFIXES = 2
LONG = 2  # letters of a flag under FLAG long
FLAG_LENGTHS = {"": 1, "long": LONG, "UTF-8": 1}
APOSTROPHES = frozenset("'\u2019")

Flags = tuple[str, ...]


class HunspellError(ValueError):
    """The affix file uses a part of the format that this module does not read."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of an affix class: what it takes off, what it adds, and where it applies."""

    strip: str
    add: str
    flags: Flags
    condition: re.Pattern[str] | None
    reach: int  # letters that the condition looks at, from the side where the affix goes


@dataclass(frozen=True, slots=True)
class AffixClass:
    """The rules behind one flag; `crosses` says whether a prefix and a suffix may meet on the same word."""

    is_prefix: bool
    crosses: bool
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Affixes:
    """An affix file: its classes by flag, and the special flags (empty where the file declares none)."""

    classes: dict[str, AffixClass]
    need_affix: str
    forbidden: str
    circumfix: str
    flag_length: int


@dataclass(frozen=True, slots=True)
class Form:
    """A word on the way: the flags that may still apply to it, and the affixes that it carries."""

    word: str
    flags: Flags
    hidden: bool  # NEEDAFFIX: not a word until one more affix is on it
    suffixes: int = 0
    prefixed: bool = False
    circumfix_prefix: bool = False
    circumfix_suffix: bool = False

    @property
    def is_word(self) -> bool:
        """True when the form stands by itself: no affix is missing, and a circumfix has both of its ends."""
        return not self.hidden and self.circumfix_prefix == self.circumfix_suffix


def expand(aff: str, dic: str, left_out: Callable[[str], bool] = lambda flag: False) -> set[str]:
    """Every form of the dictionary `dic` under the affix file `aff` (both as text); no forbidden ones.

    The affixes of the flags `left_out` are not used.
    """
    forbidden_flag = parse_affixes(aff).forbidden
    accepted: set[str] = set()
    forbidden: set[str] = set()
    for _stem, flags, forms in expand_entries(aff, dic, left_out):
        (forbidden if forbidden_flag in flags else accepted).update(forms)
    return accepted - forbidden


def expand_entries(
    aff: str, dic: str, left_out: Callable[[str], bool] = lambda flag: False
) -> Iterator[tuple[str, Flags, set[str]]]:
    """Each entry of the dictionary with its flags and forms; `left_out` is that of `expand`."""
    affixes = parse_affixes(aff)
    for flag in filter(left_out, list(affixes.classes)):
        del affixes.classes[flag]
    for stem, flags in parse_entries(dic, affixes.flag_length):
        yield stem, flags, {form.word for form in derive(stem, flags, affixes) if form.is_word}


def derive(stem: str, flags: Flags, affixes: Affixes) -> Iterator[Form]:
    """The stem and every form that its flags lead to, words or not yet words."""
    pending = [Form(stem, flags, hidden=affixes.need_affix in flags)]
    while pending:
        form = pending.pop()
        yield form
        for flag in form.flags:
            affix_class = affixes.classes.get(flag)
            if affix_class is not None and may_take(form, affix_class):
                pending.extend(apply(form, affix_class, affixes))


def may_take(form: Form, affix_class: AffixClass) -> bool:
    """True when the form has room for one more affix of this class."""
    if affix_class.is_prefix:
        return not form.prefixed and (affix_class.crosses or not form.suffixes)
    return form.suffixes < MAX_SUFFIXES and (affix_class.crosses or not form.prefixed)


def apply(form: Form, affix_class: AffixClass, affixes: Affixes) -> Iterator[Form]:
    """The forms that the rules of one class make from `form`."""
    # An affix uses up the flags of its own side of the word; those of the other side stay if both may cross.
    kept = tuple(flag for flag in form.flags if may_cross(flag, affix_class, affixes))
    for rule in affix_class.rules:
        word = prefixed(form.word, rule) if affix_class.is_prefix else suffixed(form.word, rule)
        if word is None:
            continue
        circumfix = affixes.circumfix in rule.flags
        yield Form(
            word,
            rule.flags + kept,
            hidden=affixes.need_affix in rule.flags,
            suffixes=form.suffixes + (not affix_class.is_prefix),
            prefixed=form.prefixed or affix_class.is_prefix,
            circumfix_prefix=circumfix if affix_class.is_prefix else form.circumfix_prefix,
            circumfix_suffix=form.circumfix_suffix if affix_class.is_prefix else circumfix,
        )


def may_cross(flag: str, affix_class: AffixClass, affixes: Affixes) -> bool:
    """True when `flag` names a class of the other side of the word, and both classes may meet on a word."""
    other = affixes.classes.get(flag)
    if other is None or other.is_prefix == affix_class.is_prefix:
        return False
    return other.crosses and affix_class.crosses


def suffixed(word: str, rule: Rule) -> str | None:
    """The word with the suffix of the rule, or None where the rule does not apply."""
    if not word.endswith(rule.strip):
        return None
    if rule.condition is not None and not rule.condition.fullmatch(word[-rule.reach :]):
        return None
    return word[: len(word) - len(rule.strip)] + rule.add


def prefixed(word: str, rule: Rule) -> str | None:
    """The word with the prefix of the rule, or None where the rule does not apply."""
    if not word.startswith(rule.strip):
        return None
    if rule.condition is not None and not rule.condition.fullmatch(word[: rule.reach]):
        return None
    return rule.add + word[len(rule.strip) :]


def parse_entries(dic: str, flag_length: int = LONG) -> Iterator[tuple[str, Flags]]:
    """The stems of a .dic text with their flags; its first line is a count, and is skipped."""
    for line in dic.splitlines()[1:]:
        fields = line.split(maxsplit=1)
        if fields:
            stem, *rest = re.split(r"(?<!\\)/", fields[0], maxsplit=1)
            yield stem.replace("\\/", "/"), split_flags(rest[0] if rest else "", flag_length)


def parse_affixes(aff: str) -> Affixes:
    """The affix classes and special flags of an .aff text; HunspellError when its flags are of another kind."""
    lines = [line.split() for line in aff.splitlines()]
    options = {fields[0]: fields[1] for fields in lines if len(fields) == 2}
    if options.get("FLAG", "") not in FLAG_LENGTHS or "AF" in options or "COMPLEXPREFIXES" in options:
        raise HunspellError("only affix files with FLAG long, UTF-8 or none, without AF and COMPLEXPREFIXES, are read")
    flag_length = FLAG_LENGTHS[options.get("FLAG", "")]
    classes: dict[str, AffixClass] = {}
    for position, fields in enumerate(lines):
        if is_class_header(fields):
            body = lines[position + 1 : position + 1 + int(fields[3])]
            classes[fields[1]] = parse_class(fields, body, flag_length)
    return Affixes(
        classes,
        need_affix=options.get("NEEDAFFIX", ""),
        forbidden=options.get("FORBIDDENWORD", ""),
        circumfix=options.get("CIRCUMFIX", ""),
        flag_length=flag_length,
    )


def is_class_header(fields: list[str]) -> bool:
    """True for the line that opens a class, such as `SFX S. Y 2`, as opposed to one of its rules."""
    opens = len(fields) == 4 and fields[0] in ("PFX", "SFX")
    return opens and fields[2] in ("Y", "N") and fields[3].isdigit()


def parse_class(header: list[str], body: list[list[str]], flag_length: int) -> AffixClass:
    """The class that a header and the lines under it describe, without the rules that add an apostrophe."""
    if any(fields[:2] != header[:2] for fields in body):
        raise HunspellError(f"the lines under {' '.join(header)} are not all its own")
    rules = (parse_rule(fields, flag_length) for fields in body)
    return AffixClass(
        is_prefix=header[0] == "PFX",
        crosses=header[2] == "Y",
        rules=tuple(rule for rule in rules if APOSTROPHES.isdisjoint(rule.add)),
    )


def parse_rule(fields: list[str], flag_length: int) -> Rule:
    """The rule of a line such as `SFX S. 0 s/D'Q' [^sxz]`; `0` stands for nothing."""
    add, _, flags = fields[3].partition("/")
    condition = fields[4] if len(fields) > 4 else "."
    return Rule(
        strip="" if fields[2] == "0" else fields[2],
        add="" if add == "0" else add,
        flags=split_flags(flags, flag_length),
        condition=None if condition == "." else re.compile(condition),
        reach=len(re.findall(r"\[[^]]*\]|.", condition)),
    )


def split_flags(text: str, length: int) -> Flags:
    """The flags of a run such as `S.L'D'`, each of so many letters."""
    return tuple(text[start : start + length] for start in range(0, len(text), length))

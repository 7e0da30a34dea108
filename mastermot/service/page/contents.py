"""The contents of the page: its document and texts in the reader's language, and the files that let it work offline.

The modules that the puzzle of the day needs are bundled into one script, the first script, since on a slow line each
file costs a round trip. On a line of 50 kilobits a second, as Chromium emulates it, the puzzle could be used after 8.5
seconds instead of 12 to 13; with 300 kilobits a second, after 1.7 seconds instead of 2.4 (November 2026). A bundle by
esbuild was not quicker. Other modules find the bundled ones by an import map. The bundle is made without a parser,
since all modules are written in one way: every import is a list of names, and every export a declaration.

A view is what the page shows for one task, such as Solve; the table in ``main.js`` names the module of each view.
"""

import base64
import hashlib
import json
import posixpath
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from flask import Response, render_template

from mastermot import __version__
from mastermot.puzzle.compose.daily import DEFAULT_LEVEL
from mastermot.puzzle.explain import TECHNIQUES
from mastermot.rules import BLACK_WHITE, RULES
from mastermot.rules.codes import MAX_CODES
from mastermot.service.page.abilities import list_tasks, tell_offline
from mastermot.texts import languages
from mastermot.texts.languages import gettext as _
from mastermot.words.dictionaries import open_dictionary, shelf

STATIC = Path(__file__).parent / "static"
FIRST = ("today/today", "main")  #: The modules that begin the page: the first script has them and all that they import.
IMPORT = re.compile(r'^import \{([^}]*)\} from "([./\w]+)\.js";\n', re.MULTILINE)  #: Its groups: the names, the path.
EXPORT = re.compile(r"^export (?:async )?(?:const|function|class) (\w+|\{[^}]*\})", re.MULTILINE)
"""Its group: the name that is exported, or several in braces."""
COMMENT = re.compile(r"^\s*(?://[^\n]*|/\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)
LATER = re.compile(r'\bimport\("([./\w]+)\.js"\)')  #: An import while the program runs. Its group: the path.
VIEW = re.compile(r'^(\w+): \(\) => import\("\./([/\w]+)\.js"\)', re.MULTILINE)
"""A line of the table in ``main.js``. Its groups: the name of a view and the path of its module."""
VIEWS = list_tasks("served", "all")
"""The views of the six tasks of the page, by the names that they have in addresses."""
TEMPLATES = STATIC.parent / "templates"
LINK = "./?lang={}"  #: The address of the page in a language, by its code.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The security policy of all documents."""
NO_FRAME = "; frame-ancestors 'none'"  #: Added to `POLICY` in headers: a policy inside a document cannot have it.


def describe_page() -> dict[str, Any]:
    """Return the values of the page's template in the language in use; callers add those that depend on the service."""
    language = languages.in_use()
    # the import map: a module that is in the first script is imported from there
    imports = {f"./static/{name}.js": f"./static/{first_name()}" for name in list_modules(*FIRST)}
    lists = languages.settings(language)["dictionaries"]
    return {
        "style": read_style("page"),
        "imports": json.dumps({"imports": imports}),
        "preload": read_module("preload"),
        "first": first_name(),
        "texts": page_data(first_texts(language)),
        "views": VIEWS,
        "rules": [(rule, _(rule.title or rule.name)) for rule in RULES.values()],
        "usual_rule": BLACK_WHITE.name,
        "dictionaries": [describe_list(name, entry) for name, entry in list_dictionaries(language)],
        # of all languages, the dictionaries of valid words: only Solve begins with one, other menus with common words
        "puzzle_lists": {languages.settings(other)["dictionaries"]["valid"] for other in languages.LANGUAGES},
        "puzzle_words": lists["valid"],
        "game_words": lists["common"],
        "most_listed": MAX_CODES,
        "version": __version__,
        "usual_level": DEFAULT_LEVEL,
        "modules": json.dumps(list_later_modules()),
    }


def list_later_modules() -> dict[str, list[str]]:
    """Return, by view, the modules that are fetched when the view is opened: the first script does not have them."""
    first_modules = list_modules(*FIRST)
    module_of_view = list_views()
    later_modules = {}
    for view in VIEWS:
        needed = list_modules(module_of_view[view])
        later_modules[view] = [name for name in needed if name not in first_modules]
    return later_modules


def describe_list(name: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the page's menus need of a dictionary; `letters` are its letters beside A to Z, such as Ñ.

    `entry` is its entry in the index of dictionaries (`list_dictionaries`).
    """
    return {
        "name": name,
        "title": _(entry["title"]),
        "language": entry["language"],
        "lengths": open_dictionary(name).lengths,
        "letters": re.sub("[A-Z]", "", entry.get("alphabet", "")),
    }


def list_dictionaries(language: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the name of each dictionary and its entry in the index (`shelf`); those of the reader's language first."""
    entries = shelf().items()
    own = [(name, entry) for name, entry in entries if entry["language"] == language]
    others = [(name, entry) for name, entry in entries if entry["language"] != language]
    return own + others


def page_data(value: object) -> str:
    """Return a value as JSON that can stand in a page: ``<`` is escaped, so no text in it can end the script."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def page_policy(page: dict[str, Any]) -> str:
    """Return the security policy of the page, which allows the scripts and the style inside the page by checksums.

    `page` has the values of the page's template (`describe_page`).
    """
    policy = POLICY
    for kind, name in (("script-src", "preload"), ("script-src", "imports"), ("style-src", "style")):
        checksum = base64.b64encode(hashlib.sha256(page[name].encode()).digest()).decode()
        policy = policy.replace(f"{kind} 'self'", f"{kind} 'self' 'sha256-{checksum}'")
    return policy


def worker_script(link: str = LINK, python: Sequence[str] = ()) -> str:
    """Return the service worker, with the paths of the files that it keeps, and a version.

    The version changes when the content of one of these files changes. Documents, which are files too, count only as
    far as `fingerprint_documents` says.

    `link` is the address of the page in a language, with ``{}`` for the code of the language. `python` has the paths of
    Pyodide and of all that it loads, in a folder of plain files; for the service it is empty.
    """
    script = (STATIC / "sw.js").read_text("utf-8")
    in_first_script = [f"{name}.js" for name in list_modules(*FIRST)]
    # the worker itself, what stands in the document, what only the page about the API needs, what the first script has
    not_kept = {"sw.js", "preload.js", "docs.js", *in_first_script}
    files = [name for name in list_static() if name not in not_kept]
    contents = [(STATIC / name).read_bytes().hex() for name in files]  # in hexadecimal, to be joined with texts
    texts = json.dumps([page_texts(language) for language in languages.LANGUAGES])
    # the first script and the files of `python` have checksums of their contents in their names, so names are enough
    versioned = "".join([__version__, script, first_name(), texts, fingerprint_documents(link), *python, *contents])
    version = hashlib.sha256(versioned.encode()).hexdigest()
    kept = [f"static/{name}" for name in (first_name(), *files)]
    kept.append("./")
    for language in languages.LANGUAGES:
        kept += [f"texts/{language}.json", link.format(language)]
    constants = {"VERSION": version[:16], "KEPT": kept, "PYTHON": python}
    lines = [f"const {name} = {json.dumps(value)};\n" for name, value in constants.items()]
    return "".join(lines) + script


@cache
def fingerprint_documents(link: str) -> str:
    """Return a checksum of all templates, and of the document of the page in all languages.

    The documents are made without today's puzzle, without the settings of a service, and without the description of a
    folder of plain files: these do not change the checksum. `link` is the address of the page in a language, with
    ``{}`` for the code of the language.
    """
    # a document made so lacks some parts of its template, so the texts of the templates are in the checksum too
    parts = [path.read_text("utf-8") for path in sorted(TEMPLATES.iterdir())]
    for language in languages.LANGUAGES:
        with languages.speak(language):
            parts.append(render("page.html", link=link, **describe_page()).get_data(as_text=True))
    return hashlib.sha256("".join(parts).encode()).hexdigest()


@cache
def page_texts(language: str) -> dict[str, str | list[str]]:
    """Return the texts of the page in a language, by name. A text with a number is a list of its plural forms.

    Settings of the language that the page's programs need, such as its keyboards, are among the texts
    (`list_settings`).
    """
    with languages.speak(language):
        texts: dict[str, str | list[str]] = json.loads(render_template("texts.json", _=_, plural=languages.list_forms))
        for technique in TECHNIQUES.values():
            texts[f"technique_{technique.kind}"] = _(technique.name)
            texts[f"about_{technique.kind}"] = _(technique.about)
        texts["offline"] = tell_offline("offline")
        texts["offline_folder"] = tell_offline("folder-offline")
    texts |= list_settings(language)
    spaced: dict[str, str | list[str]] = {}
    for name, text in texts.items():
        spaced[name] = set_spaces(text) if isinstance(text, str) else [set_spaces(form) for form in text]
    return spaced


def list_settings(language: str) -> dict[str, str]:
    """Return the settings of a language that the page's programs need, as texts, by the names that the programs use.

    The words of the lesson, for example, have names ``lesson_…``, and puzzles that need a technique, ``example_…``.
    """
    own = languages.settings(language)
    settings: dict[str, str] = {}
    for group, prefix in (("lesson", "lesson"), ("sample", "sample"), ("techniques", "example")):
        settings |= {f"{prefix}_{name}": text for name, text in own[group].items()}
    # of the card trick, the words that the cards ask for, by the name of the word list; all languages are there, since
    # the link on a card names a list but no language
    tricks = [languages.settings(other)["trick"] for other in languages.LANGUAGES]
    settings["tricks"] = json.dumps({trick["words"]: trick["asked"] for trick in tricks})
    settings["keyboards"] = "|".join(list_keyboards(language))
    settings["technique_kinds"] = " ".join(TECHNIQUES)
    settings["locale"] = own["locale"]
    settings["plurals"] = languages.find_plural_rule(language)
    return settings


def list_keyboards(language: str) -> list[str]:
    """Return each keyboard as its rows of keys, separated by spaces; the keyboard of the language comes first.

    Of keyboards with the same first row, only the first is returned: readers of Spanish get the QWERTY keyboard of
    Spanish, ``QWERTYUIOP ASDFGHJKLÑ ZXCVBNM``, and other readers that of English, without Ñ.
    """
    keyboards: dict[str, str] = {}  # by their first row
    for other in (language, *languages.LANGUAGES):
        rows = languages.settings(other)["keyboard"]
        keyboards.setdefault(rows[0], " ".join(rows))
    return list(keyboards.values())


def set_spaces(text: str) -> str:
    """Return a text whose lines do not break at the spaces that French has beside signs, nor inside ``RA?E``.

    ``RA?E`` stands for a family of words: they have any letter in place of the question mark.
    """
    opened = text.replace("« ", "«\u00a0")  # \u00a0: a space at which no line breaks
    spaced = re.sub(" (?=[:;?!»])", "\u00a0", opened)
    return re.sub(r"(?<=[A-Z]\?)(?=[A-Z])", "\u2060", spaced)  # \u2060: no space, and no line breaks there


def render(template: str, media_type: str = "text/html", *, link: str = LINK, **values: object) -> Response:
    """Return the response with the document of a template, filled in with `values`, in the language in use.

    `link` is the address of the page in a language, with ``{}`` for the code of the language.
    """
    language = languages.in_use()
    others = {name: languages.settings(name)["name"] for name in languages.LANGUAGES if name != language}
    text = render_template(template, t=page_texts(language), lang=language, others=others, link=link, **values)
    return Response(text, mimetype=media_type)


@cache
def list_static() -> list[str]:
    """Return the static files by their paths in the folder, such as ``page.css`` and ``solve/rows.js``."""
    return sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())


def find_module(imported: str, within: str) -> str:
    """Return the name of a module that another one imports: its path in the folder, without ``.js``.

    >>> find_module("../shared/core", "solve/rows"), find_module("./rows", "solve/solve")
    ('shared/core', 'solve/rows')
    """
    return posixpath.normpath(posixpath.join(posixpath.dirname(within), imported))


@cache
def read_module(name: str) -> str:
    """Return the text of a module without its comments, and without the spaces that lines begin with."""
    text = COMMENT.sub("", (STATIC / f"{name}.js").read_text("utf-8"))
    return re.sub(r"^ +", "", text, flags=re.MULTILINE)


def list_views() -> dict[str, str]:
    """Return the module of each view, from the table in ``main.js``: ``{"board": "puzzle/puzzle", …}``."""
    return dict(VIEW.findall(read_module("main")))


@cache
def read_style(name: str) -> str:
    """Return a style sheet's text without its comments, on one line."""
    text = re.sub(r"/\*.*?\*/", "", (STATIC / f"{name}.css").read_text("utf-8"), flags=re.DOTALL)
    return re.sub(r" ?([{};]) ?", r"\1", re.sub(r"\s+", " ", text)).strip()


def read_static(name: str) -> bytes:
    """Return a static file as browsers get it: of programs and style sheets, the shortened text."""
    stem, extension = posixpath.splitext(name)
    if extension == ".js":
        return read_module(stem).encode()
    if extension == ".css":
        return read_style(stem).encode()
    return (STATIC / name).read_bytes()


@cache
def list_modules(*names: str) -> list[str]:
    """Return the modules `names` and all modules that they import, each after those that it imports."""
    listed: list[str] = []
    for name in names:
        imported = [find_module(path, name) for _names, path in IMPORT.findall(read_module(name))]
        needed = (*list_modules(*imported), name)
        listed += [module for module in needed if module not in listed]
    return listed


@cache
def first_script() -> str:
    """Return the first script: the modules that begin the page, with all that they import, in one text.

    In this text each module is a function that is called at once, and its result has what the module exports: a module
    ``shared/core`` that exports ``score`` becomes ``const $core = (() => { … return { score }; })();``, and an import
    from this module becomes ``const { score } = $core;``. At the end, the script exports what modules that are fetched
    later may import.
    """
    modules = list_modules(*FIRST)
    functions = []
    exports = []
    for module in modules:
        declared = EXPORT.findall(read_module(module))  # such as ``score``, or ``{ rows, columns }`` for several
        exported = re.findall(r"\w+", " ".join(declared))
        names = ", ".join(exported)
        text = link_imports(module, modules)
        text = re.sub(r"^export ", "", text, flags=re.MULTILINE)
        functions.append(f"const {name_result(module)} = (() => {{\n{text}return {{ {names} }};\n}})();\n")
        if module not in FIRST and exported:  # a module that is fetched later may import this one, by the import map
            exports.append(f"export const {{ {names} }} = {name_result(module)};\n")
    return "".join(functions + exports)


def link_imports(module: str, modules: Sequence[str]) -> str:
    """Return the text of a module of the first script, with its imports of other modules replaced.

    `modules` are those of the first script. All modules that an ``import … from`` names are among them. A module that
    is imported while the program runs, by ``import("./board.js")`` for example, may be another one: it is then fetched.
    """

    def replace_import(match: re.Match[str]) -> str:
        """Return the line that takes the names from the result of the imported module."""
        names, path = match.groups()
        return f"const {{{names}}} = {name_result(find_module(path, module))};\n"

    def replace_later_import(match: re.Match[str]) -> str:
        """Return the expression for a promise of the imported module: of its result if the first script has it."""
        imported = find_module(match[1], module)
        if imported in modules:
            return f"Promise.resolve({name_result(imported)})"
        return f'import("./{imported}.js")'

    return LATER.sub(replace_later_import, IMPORT.sub(replace_import, read_module(module)))


def name_result(module: str) -> str:
    """Return the name that the first script has for what a module exports: ``$core`` for ``shared/core``."""
    return f"${posixpath.basename(module)}"


@cache
def first_name() -> str:
    """Return the file name of the first script. It has a checksum of the content, so browsers may keep the file."""
    return f"first-{hashlib.sha256(first_script().encode()).hexdigest()[:12]}.js"


@cache
def first_texts(language: str) -> dict[str, str | list[str]]:
    """Return the texts that the first script uses, by name: they stand in the document, the others are fetched later.

    The script has the whole name of a text, or puts it together: if it has ``technique_${kind}``, all texts are
    returned whose names begin with ``technique_``.
    """
    script = first_script()
    names = set(re.findall(r'"(\w+)"', script))
    prefixes = tuple(re.findall(r"`(\w+_)\$\{", script))  # such as technique_ from `technique_${kind}`
    return {name: text for name, text in page_texts(language).items() if name in names or name.startswith(prefixes)}

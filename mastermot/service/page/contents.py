"""The contents of the page: its document and texts in the reader's language, and the files that let it work offline.

The modules that the puzzle of the day needs are bundled into one first script, since on a slow line each file costs
a round trip. An import map makes other modules find these in the bundle. Making it needs no parser, since modules are
written in one way: every import is a list of names, and every export a declaration.
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
FIRST = ("today/today", "main")  #: The modules that begin the page: they come with all that they import.
IMPORT = re.compile(r'^import \{([^}]*)\} from "([./\w]+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?:async )?(?:const|function|class) (\w+|\{[^}]*\})", re.MULTILINE)
COMMENT = re.compile(r"^\s*(?://[^\n]*|/\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)
LATER = re.compile(r'\bimport\("([./\w]+)\.js"\)')
VIEW = re.compile(r'^(\w+): \(\) => import\("\./([/\w]+)\.js"\)', re.MULTILINE)  #: A line of the table in ``main.js``.
VIEWS = list_tasks("served", "all")
"""The six tasks of the page, by the names that addresses have."""
TEMPLATES = STATIC.parent / "templates"
LINK = "./?lang={}"  #: The address of the page in a language, by its code.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The security policy of all documents."""
NO_FRAME = "; frame-ancestors 'none'"  #: What the policy of all answers has beside it: a document cannot say it.


def describe_page() -> dict[str, Any]:
    """Return the values of the page's template, in the language in use, except those that depend on the service."""
    first = list_modules(*FIRST)
    own = languages.settings(languages.in_use())
    views = list_views()
    later = {}
    for view in VIEWS:
        later[view] = [name for name in list_modules(views[view]) if name not in first]
    return {
        "style": read_style("page"),
        "imports": json.dumps({"imports": {f"./static/{name}.js": f"./static/{first_name()}" for name in first}}),
        "preload": read_module("preload"),
        "first": first_name(),
        "texts": page_data(first_texts(languages.in_use())),
        "views": VIEWS,
        "rules": [(rule, _(rule.title or rule.name)) for rule in RULES.values()],
        "usual_rule": BLACK_WHITE.name,
        "dictionaries": [
            {
                "name": name,
                "title": _(entry["title"]),
                "language": entry["language"],
                "lengths": open_dictionary(name).lengths,
                "letters": re.sub("[A-Z]", "", entry.get("alphabet", "")),
            }
            for name, entry in list_dictionaries(languages.in_use())
        ],
        "puzzle_lists": {languages.settings(other)["dictionaries"]["valid"] for other in languages.LANGUAGES},
        "puzzle_words": own["dictionaries"]["valid"],
        "game_words": own["dictionaries"]["common"],
        "most_listed": MAX_CODES,
        "version": __version__,
        "usual_level": DEFAULT_LEVEL,
        "modules": json.dumps(later),
    }


def list_dictionaries(language: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the name and the entry of each dictionary, those of the reader's language first."""
    return sorted(shelf().items(), key=lambda entry: entry[1]["language"] != language)


def page_data(value: object) -> str:
    """Return a value as JSON that can stand in a page."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def page_policy(page: dict[str, Any]) -> str:
    """Return the security policy of the page. The scripts and styles inside it are allowed by their checksums."""
    policy = POLICY
    for kind, name in (("script-src", "preload"), ("script-src", "imports"), ("style-src", "style")):
        checksum = base64.b64encode(hashlib.sha256(page[name].encode()).digest()).decode()
        policy = policy.replace(f"{kind} 'self'", f"{kind} 'self' 'sha256-{checksum}'")
    return policy


def worker_script(link: str = LINK, python: Sequence[str] = ()) -> str:
    """Return the service worker, with the files that it keeps, and a version that changes when any of these does.

    `link` is the address of the page in a language; `python` has the files of Python, in a folder of plain files.
    """
    within = {"sw.js", "preload.js", "docs.js", *(f"{name}.js" for name in list_modules(*FIRST))}
    files = [name for name in list_static() if name not in within]
    texts = json.dumps([*map(page_texts, languages.LANGUAGES)])
    content = (STATIC / "sw.js").read_text("utf-8")
    versioned = (
        __version__,
        content,
        first_name(),
        texts,
        *python,
        *((STATIC / name).read_bytes().hex() for name in files),
    )
    version = hashlib.sha256("".join(versioned).encode()).hexdigest()
    kept = [f"static/{name}" for name in (first_name(), *files)]
    kept += ["./", *(path.format(language) for language in languages.LANGUAGES for path in ("texts/{}.json", link))]
    known = {"VERSION": version[:16], "KEPT": kept, "PYTHON": python}
    return "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items()) + content


@cache
def page_texts(language: str) -> dict[str, str | list[str]]:
    """Return the texts of the page in a language, by name. A text for a count is a list of its plural forms."""
    own = languages.settings(language)
    with languages.speak(language):
        texts: dict[str, str | list[str]] = json.loads(render_template("texts.json", _=_, plural=languages.list_forms))
        texts |= {f"technique_{technique.kind}": _(technique.name) for technique in TECHNIQUES.values()}
        texts |= {f"about_{technique.kind}": _(technique.about) for technique in TECHNIQUES.values()}
    texts |= {f"{group}_{name}": text for group in ("lesson", "sample") for name, text in own[group].items()}
    texts |= {f"example_{name}": text for name, text in own["techniques"].items()}
    tricks = [languages.settings(other)["trick"] for other in languages.LANGUAGES]
    texts["tricks"] = json.dumps({trick["words"]: trick["asked"] for trick in tricks})
    keyboards: dict[str, str] = {}  # by their first row, so that each is there once; that of the language first
    for other in (language, *languages.LANGUAGES):
        rows = languages.settings(other)["keyboard"]
        keyboards.setdefault(rows[0], " ".join(rows))
    texts["keyboards"] = "|".join(keyboards.values())
    with languages.speak(language):
        texts |= {"offline": tell_offline("offline"), "offline_folder": tell_offline("folder-offline")}
    texts |= {
        "technique_kinds": " ".join(TECHNIQUES),
        "locale": own["locale"],
        "plurals": languages.find_plural_rule(language),
    }
    spaced: dict[str, str | list[str]] = {}
    for name, text in texts.items():
        spaced[name] = set_spaces(text) if isinstance(text, str) else [set_spaces(form) for form in text]
    return spaced


def set_spaces(text: str) -> str:
    """Return a text that breaks neither where French has a space before a sign, nor within letters such as RA?E."""
    opened = text.replace("« ", "«\u00a0")  # \u00a0: a space at which no line breaks
    spaced = re.sub(" (?=[:;?!»])", "\u00a0", opened)
    return re.sub(r"(?<=[A-Z]\?)(?=[A-Z])", "\u2060", spaced)  # \u2060: no space, and no line breaks there


def render(template: str, media_type: str = "text/html", *, link: str = LINK, **values: object) -> Response:
    """Return the document of a template, in the language in use."""
    language = languages.in_use()
    others = {name: languages.settings(name)["name"] for name in languages.LANGUAGES if name != language}
    how = {"t": page_texts(language), "lang": language, "others": others, "link": link}
    return Response(render_template(template, **how, **values), mimetype=media_type)


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
    """Return a module's text without its comments and the spaces that lines begin with."""
    text = COMMENT.sub("", (STATIC / f"{name}.js").read_text("utf-8"))
    return re.sub(r"^ +", "", text, flags=re.MULTILINE)


def list_views() -> dict[str, str]:
    """Return the module of each view, as ``main.js`` has them: ``{"board": "puzzle/puzzle", …}``."""
    return dict(VIEW.findall(read_module("main")))


@cache
def read_style(name: str) -> str:
    """Return a style sheet's text without its comments, on one line."""
    text = re.sub(r"/\*.*?\*/", "", (STATIC / f"{name}.css").read_text("utf-8"), flags=re.DOTALL)
    return re.sub(r" ?([{};]) ?", r"\1", re.sub(r"\s+", " ", text)).strip()


def read_static(name: str) -> bytes:
    """Return a static file as browsers get it: programs and styles without what only their readers need."""
    kind = posixpath.splitext(name)
    if kind[1] == ".js":
        return read_module(kind[0]).encode()
    if kind[1] == ".css":
        return read_style(kind[0]).encode()
    return (STATIC / name).read_bytes()


@cache
def list_modules(*names: str) -> list[str]:
    """Return modules of the page with all that they import, each after those that it imports."""
    found: list[str] = []
    for name in names:
        imported = [find_module(path, name) for _names, path in IMPORT.findall(read_module(name))]
        found += [module for module in (*list_modules(*imported), name) if module not in found]
    return found


@cache
def first_script() -> str:
    """Return the first script: each module a function whose result holds what the module exports.

    A module ``shared/core`` that exports ``score`` becomes ``const $core = (() => { … return { score }; })();``, and an
    import of it, in a module after it, ``const { score } = $core;``.
    """
    modules = list_modules(*FIRST)
    parts = []
    exports = []
    for module in modules:
        text = read_module(module)
        listed = ", ".join(re.findall(r"\w+", " ".join(EXPORT.findall(text))))

        # `module=module`: each pair of functions is of this turn of the loop
        def import_early(found: re.Match[str], module: str = module) -> str:
            return f"const {{{found[1]}}} = {name_result(find_module(found[2], module))};\n"

        def import_later(found: re.Match[str], module: str = module) -> str:
            later = find_module(found[1], module)
            return f"Promise.resolve({name_result(later)})" if later in modules else f'import("./{later}.js")'

        text = LATER.sub(import_later, IMPORT.sub(import_early, text))
        text = re.sub(r"^export ", "", text, flags=re.MULTILINE)
        parts.append(f"const {name_result(module)} = (() => {{\n{text}return {{ {listed} }};\n}})();\n")
        if module not in FIRST and listed:
            exports.append(f"export const {{ {listed} }} = {name_result(module)};\n")
    return "".join(parts + exports)


def name_result(module: str) -> str:
    """Return the name that the first script has for what a module exports: ``$core`` for ``shared/core``."""
    return f"${posixpath.basename(module)}"


@cache
def first_name() -> str:
    """Return the file name of the first script, another one for each content, so that browsers may keep it."""
    return f"first-{hashlib.sha256(first_script().encode()).hexdigest()[:12]}.js"


@cache
def first_texts(language: str) -> dict[str, str | list[str]]:
    """Return the texts that the first script uses: by their names, or by names that it puts together."""
    script = first_script()
    whole = set(re.findall(r'"(\w+)"', script))
    begun = tuple(re.findall(r"`(\w+_)\$\{", script))  # such as `technique_${kind}`
    return {name: text for name, text in page_texts(language).items() if name in whole or name.startswith(begun)}

"""The first script of the page: the modules that the puzzle of the day needs, in one file, and the texts that they use.

On a slow line each file costs a round trip, so these modules come as one, without their comments. An import map of the
page has every other module find them in it. Modules are written so that this takes no parser: each import is a list of
names, and exports are declarations.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"
FIRST = ("today", "main")
"""The modules that begin the page: they come with all that they import."""
IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)
EXPORT_NAMES = re.compile(r"^export const \{([^}]*)\}", re.MULTILINE)
COMMENT = re.compile(r"^\s*(?://[^\n]*|/\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)
LATER = re.compile(r'\bimport\("\./(\w+)\.js"\)')


@cache
def read_module(name: str) -> str:
    """Return a module's text without its comments and the spaces that lines begin with."""
    text = COMMENT.sub("", (STATIC / f"{name}.js").read_text("utf-8"))
    return re.sub(r"^ +", "", text, flags=re.MULTILINE)


@cache
def modules_of(*names: str) -> list[str]:
    """Return modules of the page with all that they import, each after those that it imports."""
    found: list[str] = []
    for name in names:
        imported = [module for _names, module in IMPORT.findall(read_module(name))]
        found += [module for module in (*modules_of(*imported), name) if module not in found]
    return found


@cache
def first_script() -> str:
    """Return the first script: each module a function whose result holds what the module exports."""
    modules = modules_of(*FIRST)
    parts = []
    exports = []
    for module in modules:
        text = read_module(module)
        names = [*EXPORT.findall(text), *EXPORT_NAMES.findall(text)]
        listed = ", ".join(" ".join(names).replace(",", " ").split())
        text = IMPORT.sub(lambda found: f"const {{{found[1]}}} = ${found[2]};\n", text)
        text = re.sub(r"^export ", "", text, flags=re.MULTILINE)
        text = LATER.sub(lambda found: f"Promise.resolve(${found[1]})" if found[1] in modules else found[0], text)
        parts.append(f"const ${module} = (() => {{\n{text}return {{ {listed} }};\n}})();\n")
        if module not in FIRST and listed:
            exports.append(f"export const {{ {listed} }} = ${module};\n")
    return "".join(parts + exports)


@cache
def first_name() -> str:
    """Return the file name of the first script, another one for each content, so that browsers may keep it."""
    return f"first-{hashlib.sha256(first_script().encode()).hexdigest()[:12]}.js"


@cache
def import_map() -> dict[str, dict[str, str]]:
    """Return the import map of the page: the modules that the first script holds are found there."""
    return {"imports": {f"/static/{name}.js": f"/static/{first_name()}" for name in modules_of(*FIRST)}}


def is_first_text(name: str) -> bool:
    """Return whether the first script uses a text: by its name, or by a name that it puts together."""
    whole, begun = text_names()
    return name in whole or name.startswith(begun)


@cache
def text_names() -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the words that the first script quotes, and the beginnings of names that it puts together."""
    script = first_script()
    return frozenset(re.findall(r'"(\w+)"', script)), tuple(re.findall(r"`(\w+_)\$\{", script))

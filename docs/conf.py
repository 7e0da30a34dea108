"""How the documentation is built: ``sphinx-build -W --keep-going docs build/docs``; nothing is fetched."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from mastermot import __version__
from mastermot.texts.languages import settings

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HERE = Path(__file__).parent

project = "mastermot"
author = "the mastermot project"
project_copyright = "the mastermot project, GPL-3.0-or-later"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["images", "style", "templates"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
# what commands print is no shell language; several classes have the names within Annotated[…], such as text
suppress_warnings = ["misc.highlighting_failure", "ref.python"]

default_role = "py:obj"  # `name` in a docstring is a link where that name is documented
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
add_module_names = False
toc_object_entries = False

html_theme = "furo"
html_title = f"mastermot {version}"
html_copy_source = False
html_static_path = ["style"]
html_css_files = ["pages.css"]
templates_path = ["templates"]
OTHER_LANGUAGES = ("fr", "es")
html_sidebars = {
    f"{language}/**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "own_language.html",
        "sidebar/scroll-end.html",
    ]
    for language in OTHER_LANGUAGES
}
TWINS = {
    "fr/index": "index",
    "fr/page": "page",
    "fr/amateur": "tutorial-fan",
    "fr/joueur": "tutorial-player",
    "fr/parties": "locks",
    "fr/couleurs": "colours",
    "fr/cliques": "families",
    "fr/regles": "rules",
    "fr/ouvertures": "openings",
    "fr/credits": "credits",
    "es/index": "index",
    "es/page": "page",
    "es/aficionado": "tutorial-fan",
    "es/jugador": "tutorial-player",
    "es/partidas": "locks",
    "es/colores": "colours",
    "es/familias": "families",
    "es/reglas": "rules",
    "es/creditos": "credits",
    **{
        path.relative_to(HERE).with_suffix("").as_posix(): f"techniques/{path.stem}"
        for path in HERE.glob("*/techniques/*.md")
    },
}
"""Pages in other languages, and the English page that says the same."""


WORD_OF_CODE = re.compile(r'(?<=<span class="pre)(?=">[^<]{1,30}</span>)')
"""Where a short word within code, as Sphinx marks it, may get another class."""


def keep_code_whole(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object) -> None:
    """Mark the short words of code as whole: none of their hyphens is a place to end a line."""
    if "body" in context:
        context["body"] = WORD_OF_CODE.sub(" whole", context["body"])


def find_language(pagename: str) -> str:
    """Return the language of a page: ``es`` for ``es/jugador``."""
    folder = pagename.partition("/")[0]
    return folder if folder in OTHER_LANGUAGES else "en"


def read_title(page: str) -> str:
    """Return the title of a page, as it stands in its first line."""
    return (HERE / f"{page}.md").read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def list_pages(language: str) -> list[tuple[str, str]]:
    """Return the pages in a language, each with its title; of those on techniques, their list alone."""
    names = [name for name in TWINS if name.startswith(f"{language}/")]
    return [(name, read_title(name)) for name in names if name.count("/") == 1 or name.endswith("/index")]


html_context = {"own_language": {language: list_pages(language) for language in OTHER_LANGUAGES}}
html_show_sphinx = False
pygments_style = "friendly"


def leave_out_aliases(app: object, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Drop what Python itself says: of the fields of named tuples, and of values of its own types."""
    if (lines and lines[0].startswith("Alias for field number")) or (what == "data" and type(value) in (dict, tuple)):
        lines.clear()


def link_twins(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object) -> None:
    """Begin a page that there is in other languages with the links to them."""
    english = TWINS.get(pagename, pagename)
    twins = {settings("en")["name"]: english}
    twins |= {settings(name.partition("/")[0])["name"]: name for name, same in TWINS.items() if same == english}
    links = " · ".join(
        f'<a href="{context["pathto"](name)}">{title}</a>' for title, name in twins.items() if name != pagename
    )
    if links and "body" in context:
        context["body"] = f'<p class="twins">{links}</p>{context["body"]}'


THEME_WORDS = {
    "fr": {
        "Search": "Rechercher",
        "Next": "Suivant",
        "Previous": "Précédent",
        "Home": "Accueil",
        "On this page": "Sur cette page",
        "Copyright": "Copyright",
        "Back to top": "Haut de la page",
        "Skip to content": "Aller au contenu",
        "Contents": "Sommaire",
        "Made with ": "Réalisé avec ",
        "Index": "Index",
        "Menu": "Menu",
        "Expand": "Déplier",
        "Light mode": "Thème clair",
        "Dark mode": "Thème sombre",
        "Auto light/dark, in light mode": "Thème du système, clair",
        "Auto light/dark, in dark mode": "Thème du système, sombre",
        "Pencil": "Crayon",
        "Eye": "Œil",
        "Toggle site navigation sidebar": "Montrer ou cacher la liste des pages",
        "Toggle table of contents sidebar": "Montrer ou cacher le sommaire de la page",
        "Toggle Light / Dark / Auto color theme": "Changer de thème : clair, sombre, celui du système",
        "Link to this heading": "Lien vers ce titre",
        "Link to this image": "Lien vers cette image",
        "Link to this table": "Lien vers ce tableau",
    },
    "es": {
        "Search": "Buscar",
        "Next": "Siguiente",
        "Previous": "Anterior",
        "Home": "Inicio",
        "On this page": "En esta página",
        "Copyright": "Copyright",
        "Back to top": "Volver arriba",
        "Skip to content": "Ir al contenido",
        "Contents": "Contenido",
        "Made with ": "Hecho con ",
        "Index": "Índice",
        "Menu": "Menú",
        "Expand": "Desplegar",
        "Light mode": "Tema claro",
        "Dark mode": "Tema oscuro",
        "Auto light/dark, in light mode": "Tema del sistema, claro",
        "Auto light/dark, in dark mode": "Tema del sistema, oscuro",
        "Pencil": "Lápiz",
        "Eye": "Ojo",
        "Toggle site navigation sidebar": "Mostrar u ocultar la lista de páginas",
        "Toggle table of contents sidebar": "Mostrar u ocultar el índice de la página",
        "Toggle Light / Dark / Auto color theme": "Cambiar de tema: claro, oscuro o el del sistema",
        "Link to this heading": "Enlace a este título",
        "Link to this image": "Enlace a esta imagen",
        "Link to this table": "Enlace a esta tabla",
    },
}
"""What the theme and Sphinx write around the text of a page and into labels, for pages in other languages."""

LABEL = re.compile(r'(?P<before> (?:aria-label|title)="|<title>)(?P<words>[^"<]+)(?=["<])')
"""What names a button, a link or a drawing for those who do not see it."""


def speak_language(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object) -> None:
    """Let a page in another language say which one, and let its frame speak it and lead to that language's index."""
    language = find_language(pagename)
    words = THEME_WORDS.get(language, {})

    def translate(text: str) -> str:
        return words.get(text, text)

    def translate_labels(html: str) -> str:
        return LABEL.sub(lambda label: label["before"] + translate(label["words"]), html)

    # for templates/page.html: the theme gives no other way to its labels
    context["translate_labels"] = translate_labels
    if not words:
        return
    context["language"] = language
    context["master_doc"] = f"{language}/index"
    context["_"] = context["gettext"] = translate


def stay_in_language(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object) -> None:
    """Offer as the next page, or the one before, none that is in another language."""
    _parent, before, after = app.builder.relations.get(pagename, (None, None, None))
    for side, name in (("prev", before), ("next", after)):
        if name is not None and find_language(name) != find_language(pagename):
            context[side] = None


def keep_signs_on_their_line(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Make the spaces of a French page that stand before a sign, or within quotation marks, no place to end a line."""
    if docname.startswith("fr/"):
        for text in list(doctree.findall(nodes.Text)):
            if not isinstance(text.parent, nodes.literal | nodes.FixedTextElement):
                kept = re.sub(r" (?=[;:!?»])|(?<=«) ", "\N{NO-BREAK SPACE}", text.astext())
                text.parent.replace(text, nodes.Text(kept))


def setup(app: Sphinx) -> None:
    """Let Sphinx call the functions above."""
    app.connect("autodoc-process-docstring", leave_out_aliases)
    app.connect("html-page-context", link_twins)
    app.connect("html-page-context", speak_language)
    app.connect("html-page-context", stay_in_language)
    app.connect("html-page-context", keep_code_whole)
    app.connect("doctree-resolved", keep_signs_on_their_line)

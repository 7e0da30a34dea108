"""The texts of the page, and documents made of them."""

from __future__ import annotations

import json
import re
from functools import cache

from flask import Response, render_template

from mastermot import locale
from mastermot.explain import TECHNIQUES


@cache
def page_texts(language: str) -> dict[str, str | list[str]]:
    """Return the texts of the page in a language, by name; a pair of texts is for a count: one, and several."""
    translate = locale.catalogue(language).gettext
    texts: dict[str, str | list[str]] = json.loads(render_template("texts.json", _=translate, lang=language))
    texts["technique_kinds"] = " ".join(TECHNIQUES)
    texts |= {f"technique_{technique.kind}": translate(technique.name) for technique in TECHNIQUES.values()}
    return {name: set_spaces(text) if isinstance(text, str) else text for name, text in texts.items()}


def set_spaces(text: str) -> str:
    """Return a text that breaks neither where French has a space before a sign, nor within letters such as RA?E."""
    return re.sub(r"(?<=[A-Z]\?)(?=[A-Z])", "\u2060", re.sub(" (?=[:;?!»])", "\u00a0", text.replace("« ", "«\u00a0")))


def render(template: str, media_type: str = "text/html", **values: object) -> Response:
    """Return the document of a template, in the language in use."""
    language = locale.in_use()
    other = next(name for name in locale.LANGUAGES if name != language)
    content = render_template(template, t=page_texts(language), lang=language, other=other, **values)
    return Response(content, mimetype=media_type)

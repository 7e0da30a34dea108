"""Documents made of the templates in `templates/`: pages to print, a picture."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from mastermot.say import write_number
from mastermot.say.languages import gettext, in_use

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def open_templates() -> "Environment":
    """Return the templates, in which ``_`` and `write_number` speak the language in use."""
    from jinja2 import Environment, FileSystemLoader

    templates = Environment(loader=FileSystemLoader(Path(__file__).with_name("templates")), autoescape=True)
    templates.trim_blocks = templates.lstrip_blocks = templates.keep_trailing_newline = True
    templates.filters["g"] = "{:g}".format
    templates.globals.update(_=gettext, language=in_use, write_number=write_number)
    return templates


def render(template: str, **values: object) -> str:
    return open_templates().get_template(template).render(values)

"""How the documentation is built: ``sphinx-build -W --keep-going docs build/docs``; nothing is fetched."""

from sphinx.application import Sphinx

from mastermot import __version__

project = "mastermot"
author = "the mastermot project"
project_copyright = "the mastermot project, GPL-3.0-or-later"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["images"]
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
html_show_sphinx = False
pygments_style = "friendly"


def leave_out_aliases(app: object, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Drop what Python itself says: of the fields of named tuples, and of values of its own types."""
    if (lines and lines[0].startswith("Alias for field number")) or (what == "data" and type(value) in (dict, tuple)):
        lines.clear()


def setup(app: Sphinx) -> None:
    """Let Sphinx call the functions above."""
    app.connect("autodoc-process-docstring", leave_out_aliases)

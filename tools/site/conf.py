"""Sphinx's settings for the handbook: `tools/docs` puts the pages together and runs it."""

import json
import os
import re
from pathlib import Path

import quatrefoil

HERE = Path(os.environ["QUATREFOIL_SITE"])
PUBLIC = json.loads((HERE / "public.json").read_text(encoding="utf-8"))
FINNISH = os.environ["QUATREFOIL_LANGUAGE"] == "fi"

project = "Quatrefoil"
author = "The Quatrefoil founders"
copyright = author  # the name that Sphinx reads
release = version = quatrefoil.__version__
language = "fi" if FINNISH else "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 4
# Pages of the rules list positions in code; a table or drawing is none.
highlight_language = "none"
nitpicky = False
exclude_patterns = ["files/**"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_class_signature = "mixed"
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 72
toc_object_entries = False
default_role = "code"

# What the theme has no Finnish for.
locale_dirs = [str(HERE / "locale")]

html_theme = "furo"
html_title = "Quatrefoil"
html_static_path = [str(HERE / "static")]
html_css_files = ["site.css"]
html_favicon = str(HERE / "static" / "icon.svg")
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_use_index = not FINNISH
html_domain_indices = False
html_last_updated_fmt = None
html_extra_path = [] if FINNISH else [str(HERE / "extra")]
templates_path = [str(HERE / "templates")]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "language.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_theme_options = {
    "light_logo": "icon.svg",
    "dark_logo": "icon.svg",
    "top_of_page_buttons": [],
    "light_css_variables": {
        "font-stack": "var(--sans)",
        "font-stack--monospace": "var(--mono)",
        "font-stack--headings": "var(--serif)",
    },
}


def setup(app):
    """Let docstrings be read as they are written: in backticks, drawings by their indent."""
    app.connect("autodoc-process-docstring", _as_rst)
    app.connect("autodoc-skip-member", _skip_inside)


def _as_rst(app, what, name, obj, options, lines):
    text = re.sub(r"(?<!`)`([^`\n]+)`(?!`)", r"``\1``", "\n".join(lines))
    # An indented block is a drawing or an example: a literal block needs its two colons.
    lines[:] = re.sub(r"([^\n:>])(:?)\n\n(?=    )", r"\1\2\n\n::\n\n", text).split("\n")


def _skip_inside(app, what, name, obj, skip, options):
    """Leave out what the compiled form does not offer, and what has no words of its own."""
    owner, dot, attribute = getattr(obj, "__qualname__", "").rpartition(".")
    if dot and owner in PUBLIC and attribute not in PUBLIC[owner]:
        return True
    return None

"""Typst, the typesetter: a document's data and drawings go in, a PDF comes out.

The fonts are those that come with Typst and the date is left out, so that the same document is the
same file everywhere.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from quatrefoil.core.errors import MissingExtraError
from quatrefoil.draw.print.figures import Drawn

try:
    import typst
except ImportError as error:
    raise MissingExtraError.of("pictures", error) from None


@dataclass
class Document:
    """Plain data for a layout, and the drawings that it names."""

    data: dict[str, Any]
    #: The file that lays it out, beside this one.
    layout: str = "sheet.typ"
    drawings: dict[str, str] = field(default_factory=dict)

    def add(self, drawn: Drawn, alt: str) -> dict[str, Any]:
        """Add a drawing with its description; return what stands for it in the data."""
        name = f"drawing-{len(self.drawings)}"
        self.drawings[name] = drawn.svg
        return {"drawing": name, "width": drawn.width, "height": drawn.height, "alt": alt}


@dataclass(frozen=True)
class Begin:
    """On which page a part begins, and how many pages there are in all."""

    part: str
    page: int
    pages: int


def typeset(document: Document) -> bytes:
    """Return a document as PDF."""
    pdf = _compiler(document).compile(format="pdf")
    assert isinstance(pdf, bytes)
    return pdf


def begins(document: Document) -> list[Begin]:
    """Return where the parts of a document begin."""
    found = json.loads(_compiler(document).query("<part>", field="value"))
    return [Begin(**begin) for begin in found]


def _compiler(document: Document) -> typst.Compiler:
    """Return a compiler for one use: it takes its input once."""
    source = resources.files("quatrefoil.draw.print").joinpath(document.layout).read_bytes()
    inputs = {"sheet": json.dumps(document.data), **document.drawings}
    return typst.Compiler(source, ignore_system_fonts=True, sys_inputs=inputs)

"""SVG pictures as PNG, by the renderer that comes with Typst: a page with nothing but the picture.

Words are set in the fonts of this machine that the picture names, as a browser would; where there
are none of these, in the one that comes with Typst.
"""

from __future__ import annotations

import re
from functools import cache

from quatrefoil.core.errors import MissingExtraError, PictureError

try:
    import typst
except ImportError as error:
    raise MissingExtraError.of("pictures", error) from None

_PAGE = """\
#set page(width: {width}pt, height: {height}pt, margin: 0pt, fill: none)
#image(bytes(sys.inputs.picture), format: "svg", width: 100%, height: 100%, fit: "stretch")
"""
#: A point of the page is a pixel of the picture.
_PIXELS_PER_INCH = 72.0

_SIZE = re.compile(r'<svg[^>]* width="(\d+)" height="(\d+)"')


def render(svg: str) -> bytes:
    """Return one of our SVG pictures as PNG, in the size that it says."""
    size = _SIZE.match(svg)
    if size is None:
        raise PictureError("an SVG picture begins with its width and height in pixels")
    page = _PAGE.format(width=size[1], height=size[2]).encode()
    compiler = typst.Compiler(page, font_paths=_fonts(), sys_inputs={"picture": svg})
    png = compiler.compile(format="png", ppi=_PIXELS_PER_INCH)
    assert isinstance(png, bytes)  # one page is one picture
    return png


@cache
def _fonts() -> typst.Fonts:
    """Return the fonts; looking for them takes a while."""
    return typst.Fonts()

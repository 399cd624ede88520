"""An icon of discs as PNG, with nothing but the standard library.

Browsers and phones want icons as PNG in several sizes. The sign of the page is made of circles
alone, so that a few lines draw it anywhere; other pictures need the extra `pictures` (draw/png.py).
"""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from quatrefoil.core.errors import PictureError

_SVG = "{http://www.w3.org/2000/svg}"
#: Colours are taken as red, green, blue and alpha, all from 0 to 255.
Colour = tuple[int, int, int, int]
CLEAR: Colour = (0, 0, 0, 0)


@dataclass(frozen=True)
class Disc:
    """A filled circle, in pixels."""

    x: float
    y: float
    radius: float
    colour: Colour


def icon(svg: str, size: int, share: float = 1.0, paper: str | None = None) -> bytes:
    """Return an icon as PNG: `share` of its side is the drawing, in the middle of the paper.

    Without a paper (a colour as #rrggbb) it is clear around the drawing.
    """
    return png(size, list(_discs(svg, size, share)), _colour(paper) if paper else CLEAR)


def _discs(svg: str, size: int, share: float) -> Iterator[Disc]:
    """Yield the circles of a drawing in their order, scaled to an icon."""
    root = ET.fromstring(svg)
    left, top, width, _ = map(float, root.attrib["viewBox"].split())
    scale, margin = size * share / width, size * (1 - share) / 2

    def drawn(element: ET.Element, fill: str) -> Iterator[Disc]:
        fill = element.get("fill", fill)
        kind = element.tag.removeprefix(_SVG)
        if kind == "circle":
            x, y, radius = (float(element.attrib[name]) for name in ("cx", "cy", "r"))
            place = margin + (x - left) * scale, margin + (y - top) * scale
            yield Disc(*place, radius * scale, _colour(fill))
        elif kind not in ("svg", "g"):
            raise PictureError(f"an icon is made of circles, not of <{kind}>")
        for child in element:
            yield from drawn(child, fill)

    return drawn(root, "#000000")


def _colour(text: str) -> Colour:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue, 255


def png(size: int, discs: list[Disc], paper: Colour) -> bytes:
    """Return a square picture of discs; later ones lie above earlier ones."""
    rows = bytearray()
    for y in range(size):
        row = bytearray(bytes(paper) * size)
        for disc in discs:
            _paint(row, size, disc, y + 0.5)
        rows += b"\0" + row  # 0: the row is written as it is
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)  # 8 bits each of red … alpha
    parts = (b"IHDR", head), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    checked = name + data
    return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))


def _paint(row: bytearray, size: int, disc: Disc, y: float) -> None:
    """Paint the part of a disc that a row of pixels shows; `y` is the row's middle."""
    away = abs(y - disc.y)
    if away >= disc.radius + 0.5:
        return
    outer = sqrt((disc.radius + 0.5) ** 2 - away**2)
    inside = (disc.radius - 0.5) ** 2 - away**2
    inner = sqrt(inside) if inside > 0 else 0.0
    first, last = max(0, int(disc.x - outer)), min(size, int(disc.x + outer) + 1)
    # What is certainly covered is painted at once; only the rim is looked at pixel by pixel.
    full_from, full_to = max(first, int(disc.x - inner) + 1), min(last, int(disc.x + inner) - 1)
    if full_from < full_to:
        row[4 * full_from : 4 * full_to] = bytes(disc.colour) * (full_to - full_from)
    else:
        full_from = full_to = last
    for x in (*range(first, full_from), *range(full_to, last)):
        distance = sqrt((x + 0.5 - disc.x) ** 2 + away**2)
        cover = min(1.0, max(0.0, disc.radius + 0.5 - distance))
        if cover:
            row[4 * x : 4 * x + 4] = bytes(_over(disc.colour, tuple(row[4 * x : 4 * x + 4]), cover))


def _over(colour: Colour, below: tuple[int, ...], cover: float) -> Iterator[int]:
    """Yield a colour that covers a share of a pixel, upon what is below it."""
    lower = below[3] / 255 * (1 - cover)
    alpha = cover + lower
    for part, other in zip(colour[:3], below[:3], strict=True):
        yield round((part * cover + other * lower) / alpha)
    yield round(255 * alpha)

"""Looking into a PDF: what is drawn on a page, and where, in millimetres."""

import io
from dataclasses import dataclass, field
from itertools import pairwise

import pypdf

MM = 72 / 25.4
_PAINTS = {b"S", b"s", b"f", b"f*", b"B", b"B*", b"b", b"b*"}


@dataclass
class Page:
    """The size of a page, its text, its straight lines and all its points; y grows upwards."""

    width: float
    height: float
    text: str = ""
    lines: list = field(default_factory=list)
    points: list = field(default_factory=list)
    #: The boxes that drawings are clipped to: where they stand.
    frames: list = field(default_factory=list)

    def lengths(self, upright=False):
        """Return the lengths of all lines that go across, or up and down."""
        along, other = (1, 0) if upright else (0, 1)
        return [
            abs(end[along] - start[along])
            for start, end in self.lines
            if abs(end[other] - start[other]) < 0.01
        ]


def pages_of(pdf):
    """Return what is on the pages of a PDF."""
    return [_read(page) for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]


def _read(page):
    box = page.mediabox
    found = Page(float(box.width) / MM, float(box.height) / MM)
    path = []

    def visit(operator, arguments, matrix, _):
        if operator in (b"m", b"l", b"c"):
            path.append((operator, _placed(arguments[-2:], matrix)))
        elif operator == b"W":
            xs, ys = zip(*(point for _, point in path), strict=True)
            found.frames.append((min(xs), min(ys), max(xs), max(ys)))
        elif operator in _PAINTS:
            found.points.extend(point for _, point in path)
            found.lines.extend(
                (before[1], here[1]) for before, here in pairwise(path) if here[0] == b"l"
            )
        if operator in _PAINTS or operator == b"n":
            path.clear()

    found.text = page.extract_text(visitor_operand_before=visit)
    return found


def _placed(point, matrix):
    a, b, c, d, e, f = (float(value) for value in matrix)
    x, y = (float(value) for value in point)
    return (a * x + c * y + e) / MM, (b * x + d * y + f) / MM

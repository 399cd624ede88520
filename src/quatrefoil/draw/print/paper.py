"""The parts that can be printed, and sizes of paper in millimetres."""

from __future__ import annotations

from dataclasses import dataclass

#: What a PDF has, in this order.
PARTS = ("boards", "pieces", "rules")

#: The width that home printers leave blank on every side.
MARGIN = 10.0
#: The height of the head, the foot, a title and a few notes on a page with pieces.
_PIECES_WORDS = 42.0


@dataclass(frozen=True)
class Paper:
    """A size of paper, upright; `typst` is what the typesetter calls it."""

    typst: str
    width: float
    height: float

    @property
    def inner_width(self) -> float:
        """How wide a drawing can be."""
        return self.width - 2 * MARGIN

    @property
    def set_height(self) -> float:
        """The greatest height of rows of pieces that stand together on one page."""
        return self.height - 2 * MARGIN - _PIECES_WORDS

    def fits_upright(self, width: float) -> bool:
        """Whether something of this width fits the upright page; if not, the page is turned."""
        return width <= self.inner_width


PAPERS = {"a4": Paper("a4", 210, 297), "letter": Paper("us-letter", 215.9, 279.4)}

"""What can be printed, and on what: sheets of paper, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass

#: What a PDF has, in this order.
PARTS = ("boards", "pieces", "rules")

#: Home printers leave that much blank on every side.
MARGIN = 10.0
#: What the head, the foot, a title and a few notes take of a page with pieces.
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
        """How high rows of pieces can be that stand on one page, with words above and below."""
        return self.height - 2 * MARGIN - _PIECES_WORDS

    def fits_upright(self, width: float) -> bool:
        """Whether something so wide fits on the paper as it stands; else it is laid across."""
        return width <= self.inner_width


PAPERS = {"a4": Paper("a4", 210, 297), "letter": Paper("us-letter", 215.9, 279.4)}

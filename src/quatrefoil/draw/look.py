"""How a picture is wanted: every choice with its default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from quatrefoil.core.errors import PictureError, shortened
from quatrefoil.view.words import LANGUAGES

#: Print is the light theme on white paper, with little ink.
PRINT = "print"
THEMES = ("light", "dark", PRINT)

SMALLEST, LARGEST = 16, 8192


@dataclass(frozen=True)
class Look:
    """What `to_svg` can be asked for."""

    #: "light", "dark", or "print" for white paper and little ink.
    theme: str = "light"
    #: How long the longer side is, in pixels.
    size: int = 480
    #: Whether the names of rows and columns are shown.
    coordinates: bool = True
    #: The latest move, to be marked: a token, or the places it touched. A line or a record knows
    #: its own and needs none.
    last: str | Sequence[str] = ()
    #: Places to light up.
    highlights: Sequence[str] = ()
    #: Arrows, each from a place to a place.
    arrows: Sequence[tuple[str, str]] = ()
    #: Short texts to write on places: a value, a number, a sign.
    notes: Mapping[str, str] = field(default_factory=dict)
    #: Whether the board is seen from the other side.
    flipped: bool = False
    #: Whether the marks are shown that wait to be asked for.
    details: bool = False
    #: Whether lines are thick and colours far apart, for those who see little: on paper only.
    contrast: bool = False
    #: In which language the picture is described to those who do not see it.
    language: str = "en"

    def __post_init__(self) -> None:
        _require("theme", self.theme, THEMES)
        _require("language", self.language, LANGUAGES)
        if not isinstance(self.size, int) or not SMALLEST <= self.size <= LARGEST:
            raise PictureError(
                f"a picture's size is from {SMALLEST} to {LARGEST} pixels,"
                f" not {shortened(self.size)}"
            )
        if self.contrast and self.theme != PRINT:
            raise PictureError(f"contrast goes with the theme {PRINT}, not {self.theme}")
        if not isinstance(self.notes, Mapping):
            raise PictureError(
                f"a picture's notes are texts by their places, not {shortened(self.notes)}"
            )


def _require(name: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise PictureError(f"a picture's {name} is {' or '.join(known)}, not {shortened(value)}")

"""A game's `terminal.json`: how the shapes of its view look in characters.

It is to the terminal what the game's style sheet is to the page:

    step      the grid that places stand on: units across and down
    sizes     [columns, rows, width, height], smallest first: the characters of one step, and those
              that a cell takes (its middle is the middle of that many)
    colours   names with what they are on a light and on a dark screen
    paint     classes of shapes, and the colour to fill them with
    signs     classes of shapes, and what to write in their middle
    inks      classes of text, and its colour
    symbols   pieces, and what to write on them: a list of texts with `x` and `y` (units from the
              middle of the piece) and `paper`, a colour below the text
    offered   places that show only while they can be picked, and what they show then
    lift      how much lighter a piece is for every level that it stands higher, from 0 to 1

Text that begins with `@` is the first letter of that text of the game; `#` in it is the level of
the place. A key of several classes is for shapes that have them all; the first that fits counts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from quatrefoil.core.game import Game, Rules
from quatrefoil.view.data import Shape


@dataclass(frozen=True)
class Size:
    """How large a board is drawn: the characters of one step of its grid, and of one cell."""

    columns: int
    rows: int
    width: int
    height: int


@dataclass(frozen=True)
class Writing:
    """Something to write on a piece."""

    text: str
    x: float = 0
    y: float = 0
    paper: str = ""


@dataclass(frozen=True)
class BoardStyle:
    """How one game looks in characters; see above."""

    step: tuple[float, float]
    sizes: tuple[Size, ...]
    colours: Mapping[str, tuple[str, str]]
    paint: Mapping[str, str]
    symbols: Mapping[str, tuple[Writing, ...]]
    signs: Mapping[str, str] = field(default_factory=dict)
    inks: Mapping[str, str] = field(default_factory=dict)
    offered: Mapping[str, str] = field(default_factory=dict)
    lift: float = 0.0

    def colour_of(self, shape: Shape) -> str:
        """Return the colour to fill a shape with, or nothing."""
        return _fitting(self.paint, shape)

    def sign_of(self, shape: Shape) -> str:
        """Return what to write in the middle of a shape, or nothing."""
        return _fitting(self.signs, shape)

    def ink_of(self, shape: Shape) -> str:
        """Return the colour of text, or nothing if it is not to be written."""
        return _fitting(self.inks, shape)


def _fitting(by_class: Mapping[str, str], shape: Shape) -> str:
    """Return what there is for a shape: the first key whose classes the shape has."""
    classes = set(str(shape.attributes.get("class", "")).split())
    return next((value for key, value in by_class.items() if classes.issuperset(key.split())), "")


def style_of(rules: Rules) -> BoardStyle:
    """Return how the game of some rules looks."""
    return _sheet_in(_folder(type(rules)))


def showcase_of(game: Game) -> dict[str, Any]:
    """Return the position that stands for a game, as JSON."""
    position: dict[str, Any] = _read(_folder(game.rules_type), "learn.json")["showcase"]
    return position


@cache
def _sheet_in(folder: str) -> BoardStyle:
    return read_style(_read(folder, "terminal.json"))


def _folder(rules_type: type[Rules]) -> str:
    return rules_type.__module__.rpartition(".")[0]


def _read(folder: str, name: str) -> Any:
    return json.loads(resources.files(folder).joinpath(name).read_text(encoding="utf-8"))


def read_style(data: dict[str, Any]) -> BoardStyle:
    """Return the style that plain data describes."""
    across, down = data.pop("step")
    return BoardStyle(
        step=(across, down),
        sizes=tuple(Size(*size) for size in data.pop("sizes")),
        colours={name: (light, dark) for name, (light, dark) in data.pop("colours").items()},
        symbols={
            name: tuple(Writing(**each) for each in writings)
            for name, writings in data.pop("symbols").items()
        },
        **data,
    )

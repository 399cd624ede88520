"""A game's `terminal.json`: how the shapes of its view look in characters.

A game without one gets a plain look. It is to the terminal what the style sheet is to the page:

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
from functools import lru_cache
from itertools import pairwise
from typing import Any

from quatrefoil.core.constants import MAX_PLAYERS
from quatrefoil.core.game import Rules
from quatrefoil.view.data import Board, Shape, view_of

#: A cell of a board is this many units across.
_CELL = 100.0

#: The plain look on a light and on a dark screen: the colours of the players, then the others.
_PLAYERS = (
    ("#cf4a2b", "#f07a5a"),
    ("#1f6fb2", "#6fb2ea"),
    ("#12876a", "#4cc3a1"),
    ("#c98a00", "#f0bd4a"),
    ("#8f4fa8", "#c796de"),
    ("#5d6b7a", "#a9b7c6"),
)
_PLAIN = {
    "ground": ("#efe8d8", "#2a2e30"),
    "cell": ("#ded4bd", "#3d4346"),
    "text": ("#5d5340", "#d9d4c8"),
}


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


@lru_cache(maxsize=32)
def style_of(rules: Rules) -> BoardStyle:
    """Return how the game of some rules looks; a plain look where the game gives none."""
    if not rules.game.has("terminal.json"):
        return plain_style(view_of(rules).board(rules))
    text = rules.game.resource("terminal.json").read_text(encoding="utf-8")
    return read_style(json.loads(text))


def plain_style(board: Board) -> BoardStyle:
    """Return a look for any board: players by their colours, pieces by their first letters.

    Shapes of the class `ground` lie below the others.
    """
    players = {f"p{player}": f"p{player}" for player in range(MAX_PLAYERS)}
    return BoardStyle(
        step=(_step({place.x for place in board.places}), _step({p.y for p in board.places})),
        sizes=(Size(5, 1, 3, 1), Size(5, 2, 3, 1), Size(7, 3, 5, 1)),
        colours={**dict(zip(players, _PLAYERS, strict=True)), **_PLAIN},
        paint={**players, "ground": "ground", "": "cell"},
        inks={"": "text"},
        symbols={name: (Writing(f"@symbol.{name}"),) for name in board.symbols},
    )


def _step(along: set[float]) -> float:
    """Return the smallest distance between places on one axis; a cell where there is only one."""
    return min((after - before for before, after in pairwise(sorted(along))), default=_CELL)


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

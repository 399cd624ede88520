"""How Blinq is drawn: a cloth with coloured sides, and blocks of two colours.

     N: red
  ┌─────────┐     A cell is 100 units wide; the place of level L at (x, y) has its centre
W │ a2   b2 │ E   50·L units in from its cell's outer corner, so a block of level 2 stands
  │ a1   b1 │     on the middle of four. A block's symbol is its orientation, seen from
  └─────────┘     above; its walls show only where the board is tilted.
     S: red
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from quatrefoil.core.grids.names import letters
from quatrefoil.games.blinq.notation import KINDS
from quatrefoil.games.blinq.tables import BLACK, NEUTRAL, RED, RED_QUARTERS
from quatrefoil.view.data import Place, Shape

#: Half of a block's width: a little less than half a cell.
HALF = 48

_CELL = 100
_MARGIN = 70
_ROUND = 7
_BAND = 26  # how broad the coloured sides are
_WALL = 46  # how high a block is, where it is seen from the side


def side_of(rules: Any) -> float:
    """Return the width of the whole drawing, which is its height too."""
    return float(rules.size * _CELL + 2 * _MARGIN)


def owner(kind: int, quarter: int) -> str:
    """Return the class of the colour that a quarter of a block shows (BQ-4).

    Quarters are numbered south-west, south-east, north-west, north-east.
    """
    return f"p{RED}" if RED_QUARTERS[kind] >> quarter & 1 else f"p{BLACK}"


# ---- the empty board -----------------------------------------------------------------------------


def backdrop(rules: Any) -> Iterator[Shape]:
    """Yield the cloth with its coloured sides, and its cells."""
    side = side_of(rules)
    yield from _sides(side)
    yield from _cells(rules.size, side)


def _sides(side: float) -> Iterator[Shape]:
    """Yield the cloth, and on it a band for each side in the owner's colour, with a sign (BQ-2)."""
    yield Shape("rect", {"class": "cloth", "width": side, "height": side, "rx": 18})
    near, far = _MARGIN - 8, side - _MARGIN + 8
    inner = ((near, near), (far, near), (far, far), (near, far))
    outer = tuple((x + _away(x, side), y + _away(y, side)) for x, y in inner)
    middle, off = side / 2, _MARGIN - 8 - _BAND / 2
    for number, owner in enumerate((RED, BLACK, RED, BLACK)):
        after = (number + 1) % 4
        outline = (outer[number], outer[after], inner[after], inner[number])
        points = " ".join(f"{x:g},{y:g}" for x, y in outline)
        turned = f"rotate({number * 90} {middle:g} {middle:g})"
        yield Shape("polygon", {"class": f"side p{owner}", "points": points})
        for step in (-1, 0, 1):
            yield _sign(f"p{owner}", ("dot", "bar")[owner], middle + step * 60, off, turned)


def _away(at: float, side: float) -> float:
    """Return the way from an inner corner of the bands to the outer one, along one axis."""
    return -_BAND if at < side / 2 else _BAND


def _cells(size: int, side: float) -> Iterator[Shape]:
    field = size * _CELL
    yield Shape(
        "rect",
        {"class": "field", "x": _MARGIN, "y": _MARGIN, "width": field, "height": field, "rx": 4},
    )
    for step in range(1, size):
        at = _MARGIN + step * _CELL
        near, far = _MARGIN, side - _MARGIN
        yield Shape("line", {"class": "grid", "x1": at, "x2": at, "y1": near, "y2": far})
        yield Shape("line", {"class": "grid", "x1": near, "x2": far, "y1": at, "y2": at})


def places(rules: Any) -> Iterator[Place]:
    """Yield the places of every level, the lowest first (BQ-7)."""
    side = side_of(rules)
    for (level, x, y), name in zip(rules.places, rules.place_names, strict=True):
        across, down = _centre(level, x, y, side)
        outline = Shape(
            "rect",
            {"x": across - 46, "y": down - 46, "width": 92, "height": 92, "rx": _ROUND},
        )
        yield Place(name, across, down, (outline,), level=level - 1)


def _centre(level: int, x: int, y: int, side: float) -> tuple[float, float]:
    lift = _MARGIN + level * _CELL / 2
    return lift + x * _CELL, side - lift - y * _CELL


def labels(rules: Any) -> Iterator[Shape]:
    """Yield the names of columns and rows."""
    side = side_of(rules)
    for step in range(rules.size):
        middle = _MARGIN + step * _CELL + _CELL / 2
        yield _label(letters(step), middle, side - 16)
        yield _label(str(step + 1), 16, side - middle)


def _label(text: str, x: float, y: float) -> Shape:
    return Shape("text", {"class": "label", "x": x, "y": y}, text)


# ---- the blocks ----------------------------------------------------------------------------------


def symbols() -> dict[str, tuple[Shape, ...]]:
    """Return how a block of each kind looks."""
    return {
        name: (
            *_body_below(kind),
            *(_checkerboard() if kind == NEUTRAL else _two_halves(kind * 90)),
            *_body_above(),
        )
        for kind, name in enumerate(KINDS)
    }


def _two_halves(angle: int) -> tuple[Shape, ...]:
    """Return the red half on the side of the angle, the black one opposite, each with its sign."""
    return (*_half("p0", angle, "dot"), *_half("p1", angle + 180, "bar"))


def _half(owner: str, angle: int, sign: str) -> tuple[Shape, ...]:
    h, r = HALF, _ROUND
    outline = f"M{-h} 0V{r - h}Q{-h} {-h} {r - h} {-h}H{h - r}Q{h} {-h} {h} {r - h}V0Z"
    turned = f"rotate({angle})"
    return (
        Shape("path", {"class": f"half {owner}", "d": outline, "transform": turned}),
        _sign(owner, sign, 0, -HALF / 2, turned),
    )


def _checkerboard() -> tuple[Shape, ...]:
    """Return the neutral block: red north-west and south-east (BQ-5)."""
    h, r = HALF, _ROUND
    outline = f"M0 0V{-h}H{r - h}Q{-h} {-h} {-h} {r - h}V0Z"
    shapes = []
    for quarter in range(4):
        owner, sign = (("p0", "dot"), ("p1", "bar"))[quarter % 2]
        turned = f"rotate({quarter * 90})"
        shapes += [
            Shape("path", {"class": f"half {owner}", "d": outline, "transform": turned}),
            _sign(owner, sign, -h / 2, -h / 2, turned),
        ]
    return tuple(shapes)


def _sign(owner: str, sign: str, x: float, y: float, turned: str) -> Shape:
    """Return what tells the colours apart without colour: a dot for red, a bar for black."""
    name = {"class": f"sign {owner}", "transform": turned}
    if sign == "dot":
        return Shape("circle", {**name, "cx": x, "cy": y, "r": 7})
    return Shape("rect", {**name, "x": x - 10, "y": y - 3, "width": 20, "height": 6, "rx": 3})


def _body_below(kind: int) -> tuple[Shape, ...]:
    """Return the shadow and the two walls that a viewer from the south or the north may see."""
    h = HALF
    shadows = tuple(
        Shape(
            "rect",
            {
                "class": "shadow",
                "x": -h - spread,
                "y": -h - spread + 5,
                "width": 2 * (h + spread),
                "height": 2 * (h + spread),
                "rx": _ROUND + spread,
            },
        )
        for spread in (7, 4, 1)
    )
    return (*shadows, *_wall(kind, "south", row=0), *_wall(kind, "north", row=1))


def _wall(kind: int, facing: str, row: int) -> tuple[Shape, ...]:
    """Return the side of a block below its lower edge, or above its upper one."""
    top = HALF - _ROUND if facing == "south" else -HALF - _WALL
    return tuple(
        Shape(
            "rect",
            {
                "class": f"wall {facing} {owner(kind, 2 * row + column)}",
                "x": (column - 1) * HALF,
                "y": top,
                "width": HALF,
                "height": _WALL + _ROUND,
            },
        )
        for column in (0, 1)
    )


def _body_above() -> tuple[Shape, ...]:
    """Return what light does: a bright edge above and left, a dark one below and right."""
    h = HALF - 1.5
    return (
        Shape(
            "rect",
            {"class": "sheen", "x": -h, "y": -h, "width": 2 * h, "height": 2 * h, "rx": _ROUND - 1},
        ),
        Shape(
            "path", {"class": "light", "d": f"M{-h} {h - 6}V{6 - h}Q{-h} {-h} {6 - h} {-h}H{h - 6}"}
        ),
        Shape("path", {"class": "dark", "d": f"M{6 - h} {h}H{h - 6}Q{h} {h} {h} {h - 6}V{6 - h}"}),
    )


# ---- the path that won ---------------------------------------------------------------------------


def path(rules: Any, quarters: Sequence[tuple[int, int]], levels: Sequence[int]) -> Iterator[Shape]:
    """Yield the lines between quarters that follow each other, as high as the higher one."""
    side = side_of(rules)
    points = [
        (_MARGIN + (x + 0.5) * _CELL / 2, side - _MARGIN - (y + 0.5) * _CELL / 2)
        for x, y in quarters
    ]
    for name in ("casing", "thread"):
        for ((x1, y1), one), ((x2, y2), other) in pairwise(zip(points, levels, strict=True)):
            ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
            yield Shape("line", {"class": name, **ends, "data-level": max(one, other)})

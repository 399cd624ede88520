"""Lines of things to cut out and fold: where to cut, where to fold, where to glue.

Shapes have the classes `cut`, `fold` and `tab`. Coordinates grow to the right and down, and the
corners of an outline come clockwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from quatrefoil.view.data import Shape

Point = tuple[float, float]

#: How much narrower a tab becomes on either side, as a share of its depth.
_TAPER = 0.5


def cut(points: Iterable[Point], closed: bool = False) -> Shape:
    """Return a line to cut along."""
    return Shape("path", {"class": "cut", "d": _path(points) + ("Z" if closed else "")})


def fold(start: Point, end: Point) -> Shape:
    """Return a line to fold along."""
    return Shape("path", {"class": "fold", "d": _path((start, end))})


def tab(start: Point, end: Point, depth: float) -> tuple[Shape, ...]:
    """Return a tab to put glue on, at an edge of an outline."""
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1)
    # One step along the edge, and one out of the outline: to the left, as corners go clockwise.
    along = (x2 - x1) / length, (y2 - y1) / length
    out = along[1], -along[0]

    def at(forward: float) -> Point:
        return (
            x1 + forward * along[0] + depth * out[0],
            y1 + forward * along[1] + depth * out[1],
        )

    corners = (start, at(depth * _TAPER), at(length - depth * _TAPER), end)
    return (
        Shape("path", {"class": "tab", "d": _path(corners) + "Z"}),
        cut(corners),
        fold(start, end),
    )


def rectangle(left: float, top: float, width: float, height: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle, clockwise from the one up and left."""
    right, bottom = left + width, top + height
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:g},{y:g}" for x, y in points)

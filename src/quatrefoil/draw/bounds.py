"""The box around a shape: for what is turned about its middle, and for what a blur spreads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from quatrefoil.draw.elements import Element

_POINT = re.compile(r"(-?[\d.]+),(-?[\d.]+)")


class Box(NamedTuple):
    """Where something begins, and how large it is."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return self.x + self.width / 2, self.y + self.height / 2


def box_of(drawn: Element) -> Box:
    """Return the box around a rectangle, the points of a path, or the place of a text.

    Paths for which this is asked are written with absolute points; the handles of their curves
    count as points, which is near enough.
    """
    points = [(float(x), float(y)) for x, y in _POINT.findall(str(drawn.attributes.get("d", "")))]
    if points:
        xs, ys = zip(*points, strict=True)
        return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    return Box(*(float(drawn.attributes.get(name, 0)) for name in ("x", "y", "width", "height")))

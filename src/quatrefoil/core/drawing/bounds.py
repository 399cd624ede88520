"""Where the middle of a shape is, for what is turned about it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quatrefoil.core.drawing.elements import Element

_POINT = re.compile(r"(-?[\d.]+),(-?[\d.]+)")


def middle_of(drawn: Element) -> tuple[float, float]:
    """Return the middle of a text's place, or of the box around a path's points.

    Paths that are turned are written with absolute points; the handles of their curves count as
    points, which is near enough for signs that are the same left and right.
    """
    points = [(float(x), float(y)) for x, y in _POINT.findall(str(drawn.attributes.get("d", "")))]
    if not points:
        return float(drawn.attributes.get("x", 0)), float(drawn.attributes.get("y", 0))
    xs, ys = zip(*points, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

"""Arrows between places: one outline, so that it can have a border."""

from __future__ import annotations

from math import atan2, degrees, hypot

from quatrefoil.draw.elements import Element
from quatrefoil.draw.styles import written
from quatrefoil.view.data import Place

#: On a board of this side an arrow has the measures below; on others it looks the same.
_SIDE = 640.0
#: Half the breadth of the shaft and of the head, and how long the head is.
_SHAFT, _HEAD, _LENGTH = 6.0, 17.0, 30.0
#: A short arrow is smaller, so that its head is no more than this much of it.
_MOST = 0.5
#: How far from the middle of its first place an arrow begins.
_OFF = 12.0


def arrow(start: Place, end: Place, side: float) -> Element:
    """Return an arrow from one place to another, on a board with such a side.

    It is drawn to the right from (0, 0), then turned and moved to where it belongs.
    """
    reach = hypot(end.x - start.x, end.y - start.y)
    scale = min(side / _SIDE, reach * _MOST / _LENGTH)
    tip = reach / scale
    neck = tip - _LENGTH
    begin = min(_OFF, neck / 2)
    outline = (
        (begin, -_SHAFT),
        (neck, -_SHAFT),
        (neck, -_HEAD),
        (tip, 0.0),
        (neck, _HEAD),
        (neck, _SHAFT),
        (begin, _SHAFT),
    )
    points = " ".join(f"{written(x)},{written(y)}" for x, y in outline)
    angle = degrees(atan2(end.y - start.y, end.x - start.x))
    moved = (
        f"translate({written(start.x)} {written(start.y)})"
        f" rotate({written(angle)}) scale({written(scale)})"
    )
    return Element("polygon", {"class": "pointing", "points": points, "transform": moved})

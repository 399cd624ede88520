"""Arrows between places: one outline, so that it can have a border."""

from __future__ import annotations

from math import atan2, cos, hypot, sin

from quatrefoil.core.drawing.elements import Element
from quatrefoil.core.view import Place

#: Half the breadth of the shaft and of the head, how long the head is, and how much of a short
#: arrow it may be.
_SHAFT, _HEAD, _LENGTH, _MOST = 6.0, 17.0, 30.0, 0.5
#: How far from the middle of its first place an arrow begins.
_OFF = 12.0


def arrow(start: Place, end: Place) -> Element:
    """Return an arrow from one place to another."""
    along = hypot(end.x - start.x, end.y - start.y)
    angle = atan2(end.y - start.y, end.x - start.x)
    scale = min(1.0, along * _MOST / _LENGTH)
    neck = along - _LENGTH * scale
    begin = min(_OFF, neck / 2)
    shaft, head = _SHAFT * scale, _HEAD * scale
    outline = (
        (begin, -shaft),
        (neck, -shaft),
        (neck, -head),
        (along, 0.0),
        (neck, head),
        (neck, shaft),
        (begin, shaft),
    )
    points = (
        (start.x + x * cos(angle) - y * sin(angle), start.y + x * sin(angle) + y * cos(angle))
        for x, y in outline
    )
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return Element("polygon", {"class": "pointing", "points": text})

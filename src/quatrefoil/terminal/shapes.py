"""Shapes of a view as polygons: what a grid of characters can be painted with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from quatrefoil.view.data import Shape

Point = tuple[float, float]
Polygon = Sequence[Point]

_NUMBER = r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?"
_STEP = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_ROTATE = re.compile(rf"rotate\(({_NUMBER})(?:[ ,]+({_NUMBER})[ ,]+({_NUMBER}))?\)")
#: Corners that stand for a circle.
_ROUND = 16
#: How many numbers each letter of a path takes; the last two (or one) are where it goes.
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "A": 7}


def outlines(shape: Shape) -> list[Polygon]:
    """Return the closed outlines of a shape; text and lines have none."""
    make = _OUTLINES.get(shape.tag)
    found = make(shape) if make else []
    return [_turned(polygon, str(shape.attributes.get("transform", ""))) for polygon in found]


def middle(shape: Shape) -> Point:
    """Return the middle of a shape; of text, where it stands."""
    if shape.tag == "text":
        return _number(shape, "x"), _number(shape, "y")
    points = [point for polygon in outlines(shape) for point in polygon]
    (left, right), (top, bottom) = _span(points, 0), _span(points, 1)
    return (left + right) / 2, (top + bottom) / 2


def contains(polygon: Polygon, x: float, y: float) -> bool:
    """Whether a point is inside a polygon: a ray from it crosses the outline an odd time."""
    inside = False
    before_x, before_y = polygon[-1]
    for at_x, at_y in polygon:
        if (at_y > y) != (before_y > y) and (
            x < (before_x - at_x) * (y - at_y) / (before_y - at_y) + at_x
        ):
            inside = not inside
        before_x, before_y = at_x, at_y
    return inside


def moved(polygon: Polygon, x: float, y: float, turn: float = 0) -> Polygon:
    """Return a polygon about (0, 0) turned by some degrees and set somewhere else."""
    return [(px + x, py + y) for px, py in _rotated(polygon, turn, 0, 0)]


def bounds(polygons: Sequence[Polygon]) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of what polygons cover."""
    points = [point for polygon in polygons for point in polygon]
    (left, right), (top, bottom) = _span(points, 0), _span(points, 1)
    return left, top, right, bottom


def _span(points: Sequence[Point], axis: int) -> tuple[float, float]:
    along = [point[axis] for point in points]
    return min(along), max(along)


def _number(shape: Shape, name: str) -> float:
    return float(shape.attributes.get(name, 0))


def _rect(shape: Shape) -> list[Polygon]:
    x, y = _number(shape, "x"), _number(shape, "y")
    right, bottom = x + _number(shape, "width"), y + _number(shape, "height")
    return [[(x, y), (right, y), (right, bottom), (x, bottom)]]


def _round(shape: Shape) -> list[Polygon]:
    x, y, r = (_number(shape, name) for name in ("cx", "cy", "r"))
    wide, high = (_number(shape, name) or r for name in ("rx", "ry"))
    angles = (2 * pi * corner / _ROUND for corner in range(_ROUND))
    return [[(x + wide * cos(angle), y + high * sin(angle)) for angle in angles]]


def _polygon(shape: Shape) -> list[Polygon]:
    numbers = _numbers(str(shape.attributes["points"]))
    return [list(zip(numbers[::2], numbers[1::2], strict=True))]


def _path(shape: Shape) -> list[Polygon]:
    """Return the outlines of path data; bends are sharp where they have one handle, else cut."""
    return [points for points in _runs(str(shape.attributes["d"])) if len(points) > 2]


def _runs(data: str) -> Iterator[list[Point]]:
    """Yield the points that a pen comes through, between the places where it is lifted."""
    x = y = 0.0
    points: list[Point] = []
    for letter, rest in _STEP.findall(data):
        verb = letter.upper()
        numbers = _numbers(rest)
        if verb == "M":
            yield points
            points = []
        for start in range(0, len(numbers), _TAKES.get(verb, 1)):
            taken = numbers[start : start + _TAKES[verb]]
            from_x, from_y = (x, y) if letter.islower() else (0.0, 0.0)
            if verb == "H":
                x = from_x + taken[0]
            elif verb == "V":
                y = from_y + taken[0]
            else:
                x, y = from_x + taken[-2], from_y + taken[-1]
            if verb == "Q":
                points.append((from_x + taken[0], from_y + taken[1]))
            points.append((x, y))
        if verb == "Z" and points:
            x, y = points[0]
    yield points


def _numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(_NUMBER, text)]


def _turned(polygon: Polygon, transform: str) -> Polygon:
    found = _ROTATE.search(transform)
    if not found:
        return polygon
    angle, x, y = (float(part or 0) for part in found.groups())
    return _rotated(polygon, angle, x, y)


def _rotated(polygon: Polygon, degrees: float, x: float, y: float) -> Polygon:
    if not degrees:
        return polygon
    c, s = cos(degrees * pi / 180), sin(degrees * pi / 180)
    return [
        (x + c * (px - x) - s * (py - y), y + s * (px - x) + c * (py - y)) for px, py in polygon
    ]


_OUTLINES = {
    "rect": _rect,
    "circle": _round,
    "ellipse": _round,
    "polygon": _polygon,
    "path": _path,
}

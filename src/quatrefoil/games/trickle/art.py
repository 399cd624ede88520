"""How Trickle is drawn: glass beads on a pale board with coloured edges.

   ╱‾‾ N ‾‾╲          A cell is 100 units from side to side, its point up. Outside the
NW  ⬡ ⬡ ⬡ ⬡  NE       rim each edge has a band in its owner's colour, with the owner's
   ⬡ ⬡ ● ⬡ ⬡          sign beside every cell that counts; where beads leave the board
SW  ⬡ ⬡ ⬡ ⬡  SE       (TK-14) the bands are places that can be clicked.
   ╲__ S __╱
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt
from typing import Any

from quatrefoil.core.grids.hex import Cell
from quatrefoil.games.trickle.board import EDGES
from quatrefoil.view.data import Place, Shape

_CELL = 100  # from side to side
_POINT = _CELL / sqrt(3)  # from the centre to a corner
_ROW = 1.5 * _POINT
_CORNER = 2 / sqrt(3)  # a hexagon's corner is this much farther than its side
_MARGIN = 8
_BAND = 32  # how broad the coloured edges are
_GAP = 10  # between the cells and the bands
_TOOTH = 14  # from the height of a rim cell to that of the gap beside it
_TIP = 55  # from the centre of a middle row's end to its name: no tooth is there, and no bead
_CROSS = 14  # half of the cross on a corner
_BEAD = 33

Point = tuple[float, float]


class Drawing:
    """Where everything is drawn on the board of some rules."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        rings = rules.board.rings
        #: From the centre to the middle of an edge's band, on its inner and its outer side.
        self.inner = rings * _ROW + _POINT + _GAP
        self.outer = self.inner + _BAND
        self.width = 2 * (self.outer * _CORNER + _MARGIN)
        self.height = 2 * (self.outer + _MARGIN)

    def at(self, place: Cell) -> Point:
        """Return the centre of a cell."""
        q, r = place
        return self.width / 2 + _CELL * (q + r / 2), self.height / 2 + _ROW * r

    def corner(self, corner: int, away: float) -> Point:
        """Return a corner of the hexagon whose sides are this far from the centre."""
        angle = (corner - 2) * pi / 3
        reach = away * _CORNER
        return self.width / 2 + reach * cos(angle), self.height / 2 + reach * sin(angle)

    def ground(self) -> Iterator[Shape]:
        """Yield the wooden ground below everything."""
        points = _points(self.corner(corner, self.outer + 5) for corner in range(6))
        yield Shape("polygon", {"class": "ground", "points": points})

    def _band(self, edge: int) -> list[Point]:
        after = (edge + 1) % 6
        return [
            self.corner(edge, self.outer),
            self.corner(after, self.outer),
            self.corner(after, self.inner),
            self.corner(edge, self.inner),
        ]

    def bands(self) -> Iterator[Shape]:
        """Yield a band for each edge in the colour of its owner, with the owner's sign (TK-4)."""
        for edge, owner in enumerate(self.rules.owners):
            whose = "nobody" if owner is None else f"p{owner}"
            band = self._band(edge)
            yield Shape("polygon", {"class": f"band {whose}", "points": _points(band)})
            if owner is not None:
                yield from self._signs(edge, owner)

    def _signs(self, edge: int, owner: int) -> Iterator[Shape]:
        """Yield the owner's number beside every cell of an edge: colour is not all that tells.

        There no bead ever hides it; corners count for nobody and have none.
        """
        board = self.rules.board
        angle = (edge - 1.5) * pi / 3
        outwards = (cos(angle), sin(angle))
        for cell in board.edge_cells[edge][1:-1]:
            x, y = self.at(board.places[cell])
            reach = (x - self.width / 2) * outwards[0] + (y - self.height / 2) * outwards[1]
            away = self.inner + _BAND / 2 - reach
            at = {"x": x + away * outwards[0], "y": y + away * outwards[1]}
            yield Shape("text", {"class": f"sign p{owner}", **at}, str(owner + 1))

    def cells(self) -> Iterator[Shape]:
        """Yield the cells: rim cells tinted by their owners, corners apart (TK-3)."""
        board = self.rules.board
        for number, place in enumerate(board.places):
            points = _points(_hexagon(self.at(place), _POINT - 1.5))
            yield Shape("polygon", {"class": self._kind(number), "points": points})
            if board.is_corner(number) and not self.rules.is_goal(number):
                yield _cross(self.at(place))
        yield from self.worths().values()

    def worths(self, right: float = 0, down: float = 0) -> dict[int, Shape]:
        """Return how many times cells count, where it is more than once (TK-17)."""
        return {
            cell: self._times(cell, x + right, y + down)
            for cell, (x, y) in enumerate(map(self.at, self.rules.board.places))
            if self._counts_more(cell)
        }

    def _times(self, cell: int, x: float, y: float) -> Shape:
        return Shape("text", {"class": "worth", "x": x, "y": y}, f"×{self._worth(cell)}")

    def scored(self, cell: int, owner: int) -> tuple[Shape, ...]:
        """Return the ring around a bead that somebody scores, and a dot with the owner's sign."""
        x, y = self.at(self.rules.board.places[cell])
        return (
            Shape("circle", {"class": f"ring p{owner}", "cx": x, "cy": y, "r": _BEAD + 4}),
            Shape("circle", {"class": f"dot p{owner}", "cx": x, "cy": y, "r": 15}),
            Shape("text", {"class": f"scorer p{owner}", "x": x, "y": y}, str(owner + 1)),
        )

    def _kind(self, cell: int) -> str:
        board = self.rules.board
        if not board.is_rim(cell):
            return f"cell ring-{board.ring[cell] % 2}"
        if board.is_corner(cell):
            return "cell corner"
        owner = self.rules.owners[board.edges_of[cell][0]]
        return "cell rim nobody" if owner is None else f"cell rim p{owner}"

    def _worth(self, cell: int) -> int:
        worth: int = self.rules.worth(cell)
        return worth

    def _counts_more(self, cell: int) -> bool:
        is_goal: bool = self.rules.is_goal(cell)
        return is_goal and self._worth(cell) > 1

    def cell_places(self) -> Iterator[Place]:
        """Yield a place a cell."""
        board = self.rules.board
        for name, place in zip(board.names, board.places, strict=True):
            x, y = self.at(place)
            outline = Shape("polygon", {"points": _points(_hexagon((x, y), _POINT - 4))})
            yield Place(name, x, y, (outline,))

    def edge_places(self) -> Iterator[Place]:
        """Yield the bands as places, where beads leave the board over them (TK-14)."""
        if not self.rules.options["bear_off"]:
            return
        for edge, name in enumerate(EDGES):
            band = self._band(edge)
            x, y = _middle(_middle(band[0], band[1]), _middle(band[2], band[3]))
            yield Place(name, x, y, (Shape("polygon", {"points": _points(band)}),))

    def labels(self) -> Iterator[Shape]:
        """Yield the names of the cells at the rows' ends, small, in the teeth between rim and band.

        A cell's name is its row's letter and its place from the left (TK-1); the first and the last
        cell of a row are enough to read the rest.
        """
        board = self.rules.board
        aside = (_CELL / 2 + (_POINT + _GAP) * _CORNER) / 2
        for cells in board.rows:
            for cell, side in ((cells[0], -1), (cells[-1], 1)):
                row = board.places[cell][1]
                x, y = self.at(board.places[cell])
                # The tooth beside a cell lies towards the middle row.
                y -= _TOOTH * ((row > 0) - (row < 0))
                name = board.names[cell]
                x += side * (aside if row else _TIP)
                # The tooth is as wide as two signs: three are written smaller.
                looks = ("left" if side < 0 else "right") + (" long" if len(name) > 2 else "")
                yield Shape("text", {"class": f"label {looks}", "x": x, "y": y}, name)


def _hexagon(centre: Point, point: float) -> Iterator[Point]:
    """Yield the corners of a hexagon with its point up."""
    for corner in range(6):
        angle = (corner - 0.5) * pi / 3
        yield centre[0] + point * cos(angle), centre[1] + point * sin(angle)


def _cross(centre: Point) -> Shape:
    """Return the cross on a corner that counts for nobody (TK-3)."""
    left, top, bottom = centre[0] - _CROSS, centre[1] - _CROSS, centre[1] + _CROSS
    side = 2 * _CROSS
    lines = f"M{left:.1f},{top:.1f}l{side},{side}M{left:.1f},{bottom:.1f}l{side},{-side}"
    return Shape("path", {"class": "cross", "d": lines})


def _points(points: Iterator[Point] | list[Point]) -> str:
    return " ".join(f"{round(x, 1):g},{round(y, 1):g}" for x, y in points)


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def bead() -> tuple[Shape, ...]:
    """Return a glass bead: its shadow, its body, the light in it and the light on it."""
    r = _BEAD
    return (
        Shape("ellipse", {"class": "shadow", "cx": 3, "cy": 7, "rx": r + 1, "ry": r}),
        Shape("circle", {"class": "glass", "r": r}),
        Shape(
            "path",
            {
                "class": "glow",
                "d": f"M{-r + 6} 6A{r - 6} {r - 6} 0 0 0 {r - 6} 6Q0 {r} {-r + 6} 6Z",
            },
        ),
        Shape(
            "ellipse",
            {
                "class": "shine",
                "cx": -11,
                "cy": -14,
                "rx": 10,
                "ry": 6,
                "transform": "rotate(-35 -11 -14)",
            },
        ),
        Shape("circle", {"class": "glint", "cx": 14, "cy": 13, "r": 3}),
    )

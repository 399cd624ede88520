r"""How Trifoil is drawn: soft dark hexagons, links that glow at their edges, handles to spin by.

  _______                   A Blink is 100 units high, flat side up. A link is a bar along the
 /   ▬   \                  inner side of its face; an empty face that touches another Blink
/ ▬  a1   \_______          shows the socket of one. Where the Blinks of a shape turn, in the
\       ▬ /   ▬   \         middle of them, is its handle with its letter; once it is picked,
 \___▬___/(Δ) b1   \        arrows around it say which way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import atan2, cos, hypot, pi, sin, sqrt

from quatrefoil.games.trifoil.board import Board, Face, Spin
from quatrefoil.view.data import Place, Shape

Point = tuple[float, float]

HALF = 50  # from the middle of a Blink to its sides
CORNER = 2 * HALF / sqrt(3)
COLUMN = 1.5 * CORNER
MARGIN = 26
_LINK = 36  # from the middle of a Blink to its links
_BAR = (32, 10)
HANDLE = 13.5
_REACH = 19  # a finger needs more than what is seen of a handle
_RING = 42, 26  # how far the arrows of one step are from their handle, and those of more steps
_CLEAR = 15  # a thread keeps this far from the name in the middle of a Blink

_LETTERS = {"delta": "Δ", "omega": "Ω", "theta": "Θ", "beta": "Β"}


class Drawing:
    """A board on paper: where everything is, and what it looks like."""

    def __init__(self, board: Board) -> None:
        self.board = board
        tops = [y for _, y in board.places]
        columns = board.places[-1][0] - board.places[0][0]
        wide = columns * COLUMN + 2 * CORNER + 2 * MARGIN
        self.height = (max(tops) - min(tops)) * HALF + 2 * HALF + 2 * MARGIN
        #: A board that is higher than wide would not fit below the page's head.
        self.width = max(wide, self.height)
        left = (self.width - wide) / 2 + MARGIN + CORNER
        #: The middle of each Blink.
        self.middles = [
            (
                left + (column - board.places[0][0]) * COLUMN,
                MARGIN + HALF + (y - min(tops)) * HALF,
            )
            for column, y in board.places
        ]
        #: The middle of each shape, by number: what it turns about.
        self.centres = [_mean([self.middles[b] for b in shape.blinks]) for shape in board.shapes]

    def link_at(self, face: Face) -> Point:
        """Return the middle of a link."""
        return _away(self.middles[face[0]], face[1], _LINK)

    @cached_property
    def handles(self) -> list[Point]:
        """Where the handle of each shape is: in its middle, or beside others that are there."""
        found = []
        for number, (x, y) in enumerate(self.centres):
            same = [other for other, at in enumerate(self.centres) if _near(at, (x, y))]
            if len(same) > 1:
                angle = 2 * pi * same.index(number) / len(same)
                reach = _REACH / sin(pi / len(same))
                x, y = x - reach * cos(angle), y - reach * sin(angle)
            found.append((x, y))
        return found

    # ---- what never changes ---------------------------------------------------------------------

    def backdrop(self) -> Iterator[Shape]:
        """Yield the ground, the seams of the shapes, and the Blinks."""
        box = {"width": self.width, "height": self.height, "rx": 10}
        yield Shape("rect", {"class": "ground", **box})
        inset = {"x": 3, "y": 3, "width": self.width - 6, "height": self.height - 6, "rx": 8}
        yield Shape("rect", {"class": "turn-glow", **inset})
        yield Shape("rect", {"class": "turn-line", **inset})
        for middle in self.middles:
            yield hexagon("shadow", (middle[0], middle[1] + 5), 57)
        for one, other in self._seams():
            yield Shape(
                "line",
                {"class": "seam", "x1": one[0], "y1": one[1], "x2": other[0], "y2": other[1]},
            )
        for middle in self.middles:
            yield from blink(middle)
        for face in self.board.faces[: self.board.inner]:
            yield socket(self.middles[face[0]], face[1])
        for x, y in self.handles:
            yield Shape("circle", {"class": "handle", "cx": x, "cy": y, "r": HANDLE})

    def _seams(self) -> Iterator[tuple[Point, Point]]:
        """Yield the edges between the Blinks of a shape."""
        for (blink, face), (other, _) in self.board.edges:
            if any(blink in shape.blinks and other in shape.blinks for shape in self.board.shapes):
                corners = hexagon_corners(self.middles[blink], CORNER)
                ends = corners[(face - 2) % 6], corners[(face - 1) % 6]
                yield _between(*ends, 0.16), _between(*ends, 0.84)

    def labels(self) -> Iterator[Shape]:
        """Yield the names of the Blinks, and the letters of the shapes."""
        for name, middle in zip(self.board.names, self.middles, strict=True):
            yield Shape("text", {"class": "label", "x": middle[0], "y": middle[1]}, name)
        for shape, (x, y) in zip(self.board.shapes, self.handles, strict=True):
            written = letter(shape.name)
            at: dict[str, str | float] = {"class": "letter", "x": x, "y": y}
            if len(written) > 2:
                at |= {"textLength": 20, "lengthAdjust": "spacingAndGlyphs"}
            yield Shape("text", at, written)

    # ---- places ---------------------------------------------------------------------------------

    def places(self) -> Iterator[Place]:
        """Yield the Blinks, their faces, the handles of the shapes, and the arrows around them."""
        board = self.board
        for name, middle in zip(board.names, self.middles, strict=True):
            yield Place(name, *middle, (hexagon("face", middle, 50.5, soft=0.42),))
        for face in board.faces:
            x, y = self.link_at(face)
            outline = _bar("slot", (x, y), face[1], _BAR[0] + 6, _BAR[1] + 6)
            turn, blink = face[1] * 60 % 180, board.names[face[0]]
            other = board.across[face[0]][face[1]]
            both = () if other is None else (blink, board.names[other])
            name = board.face_name(face)
            yield Place(name, x, y, (outline,), turn, parent=blink, clicks=both)
        for number, (x, y) in enumerate(self.handles):
            yield Place(handle(board.shapes[number].name), x, y, tuple(self._handle(number)))
        for spin in board.spins:
            x, y = self._arrow_at(spin)
            yield Place(spin.token, x, y, tuple(self._arrow(spin)))

    def _handle(self, number: int) -> Iterator[Shape]:
        """Yield a handle as it lights up, with the Blinks that it turns."""
        x, y = self.handles[number]
        for blink in self.board.shapes[number].blinks:
            yield hexagon("turning", self.middles[blink], 53)
        yield Shape("circle", {"class": "reach", "cx": x, "cy": y, "r": _REACH})
        yield Shape("circle", {"class": "knob", "cx": x, "cy": y, "r": HANDLE + 1})

    def _ring(self, spin: Spin) -> float:
        """Return how far the arrow of a spin is from its handle: more for more steps."""
        steps = spin.token.rpartition("+")[2] if "+" in spin.token else spin.token.split("-")[1]
        return _RING[0] + _RING[1] * (int(steps or 1) - 1)

    def _direction(self, spin: Spin) -> float:
        """Return the angle at which an arrow lies: in a Blink, where no link is.

        Clockwise is the Blink farthest to the right of the handle, the other way that to the left.
        """
        x, y = self.handles[spin.shape]
        blinks = [self.middles[blink] for blink in self.board.shapes[spin.shape].blinks]
        side = _side(spin)
        at = max(blinks, key=lambda blink: (round(side * (blink[0] - x)), -blink[1]))
        return atan2(at[1] - y, at[0] - x)

    def _arrow_at(self, spin: Spin) -> Point:
        x, y = self.handles[spin.shape]
        angle, ring = self._direction(spin), self._ring(spin)
        return x + ring * cos(angle), y + ring * sin(angle)

    def _arrow(self, spin: Spin) -> Iterator[Shape]:
        """Yield an arrow about a handle, the way that it turns, and room for a finger."""
        centre, ring, side = self.handles[spin.shape], self._ring(spin), _side(spin)
        middle = self._direction(spin)

        def at(radius: float, angle: float) -> str:
            turned = middle + side * angle * pi / 180
            return _xy((centre[0] + radius * cos(turned), centre[1] + radius * sin(turned)))

        def arc(radius: float, angle: float, forwards: bool) -> str:
            return f"A{radius},{radius} 0 0 {int(forwards == (side > 0))} {at(radius, angle)}"

        inner, outer = ring - 14, ring + 15
        reach = f"M{at(outer, -42)}{arc(outer, 42, True)}L{at(inner, 42)}{arc(inner, -42, False)}Z"
        thin, head, tip = 3, 7.5, 6 + 15 / ring * 180 / pi
        arrow = (
            f"M{at(ring + thin, -26)}{arc(ring + thin, 6, True)}L{at(ring + head, 6)}"
            f"L{at(ring, tip)}L{at(ring - head, 6)}L{at(ring - thin, 6)}"
            f"{arc(ring - thin, -26, False)}Z"
        )
        yield Shape("path", {"class": "reach", "d": reach})
        yield Shape("path", {"class": "arrow", "d": arrow})

    # ---- what stands on it ----------------------------------------------------------------------

    def chain(self, links: int) -> str:
        """Return the thread through a chain's links as path data: within Blinks and across edges.

        It runs from bar to bar and hides none of them. Two links of a Blink are joined by a bow
        about the Blink's name, more of them by a ring around it.
        """
        parts = []
        for middle, faces in zip(self.middles, self._around, strict=True):
            ends = [end for bit, end in faces if links >> bit & 1]
            if len(ends) == 2:
                parts.append(_bow(middle, *ends))
            elif len(ends) > 2:
                parts += [_line((end, towards(middle, end, _CLEAR))) for end in ends]
                parts.append(_round(middle, _CLEAR))
        parts += [thread for both, thread in self._bridges if links & both == both]
        return "".join(parts)

    @cached_property
    def _around(self) -> list[list[tuple[int, Point]]]:
        """The bits of each Blink's faces, and where threads leave their links inwards."""
        bit, near = self.board.bit, _LINK - _BAR[1]
        return [
            [(bit[blink, face], _away(middle, face, near)) for face in range(6)]
            for blink, middle in enumerate(self.middles)
        ]

    @cached_property
    def _bridges(self) -> list[tuple[int, str]]:
        """The two bits of each edge, and the thread across it, from bar to bar."""
        outside = _LINK + 0.7 * _BAR[1]
        return [
            (
                3 << 2 * edge,
                _line([_away(self.middles[blink], face, outside) for blink, face in ends]),
            )
            for edge, ends in enumerate(self.board.edges)
        ]

    def counts(self, shape: int, counts: tuple[int, int]) -> tuple[Shape, ...]:
        """Return how many links each player has on a shape, on both sides of its handle."""
        x, y = self.handles[shape]
        return tuple(
            drawn
            for player, side in ((0, -1), (1, 1))
            for drawn in _count(player, counts[player], x + side * 24, y)
        )


def _count(player: int, count: int, x: float, y: float) -> tuple[Shape, Shape]:
    return (
        Shape("circle", {"class": f"count p{player}", "cx": x, "cy": y, "r": 9}),
        Shape("text", {"class": f"number p{player}", "x": x, "y": y}, str(count)),
    )


def handle(shape: str) -> str:
    """Return the place of a shape's handle; its name alone might be a Blink's."""
    return f"spin:{shape}"


def links() -> dict[str, tuple[Shape, ...]]:
    """Return both players' links: a bar of light, Red's solid, Blue's with two dark dots."""
    width, height = _BAR

    def bar(name: str, grown: float) -> Shape:
        w, h = width + grown, height + grown
        return Shape(
            "rect", {"class": name, "x": -w / 2, "y": -h / 2, "width": w, "height": h, "rx": h / 2}
        )

    dots = tuple(Shape("circle", {"class": "dot", "cx": x, "r": 2.6}) for x in (-7, 7))
    lit = (bar("glow", 14), bar("glow near", 6), bar("bar", 0))
    return {"red": (*lit, bar("core", -6)), "blue": (*lit, *dots)}


# ---- shapes --------------------------------------------------------------------------------------


def _side(spin: Spin) -> int:
    return 1 if "+" in spin.token else -1


def _away(middle: Point, face: int, distance: float) -> Point:
    angle = (face * 60 - 90) * pi / 180
    return middle[0] + distance * cos(angle), middle[1] + distance * sin(angle)


def socket(middle: Point, face: int) -> Shape:
    """Return the socket of a link on a face of a Blink."""
    return _bar("socket", _away(middle, face, _LINK), face, *_BAR)


def hexagon_corners(middle: Point, radius: float) -> list[Point]:
    """Return the corners of a Blink, clockwise from the east: between faces 1 and 2 first."""
    return [
        (middle[0] + radius * cos(sixth * pi / 3), middle[1] + radius * sin(sixth * pi / 3))
        for sixth in range(6)
    ]


def hexagon(name: str, middle: Point, radius: float, soft: float = 0.2) -> Shape:
    """Return a hexagon with round corners: at both ends of a side, the part `soft` is bent."""
    corners = hexagon_corners(middle, radius)
    bends = [
        f"{_xy(_between(corner, before, soft))}Q{_xy(corner)} {_xy(_between(corner, after, soft))}"
        for before, corner, after in zip(
            [corners[-1], *corners], corners, [*corners[1:], corners[0]], strict=False
        )
    ]
    return Shape("path", {"class": name, "d": f"M{'L'.join(bends)}Z"})


def blink(middle: Point) -> Iterator[Shape]:
    """Yield a Blink."""
    yield hexagon("blink", middle, 56)
    yield hexagon("glass", middle, 50)
    yield Shape("path", {"class": "light", "d": _light(middle)})


def letter(shape: str) -> str:
    """Return what stands on the handle of a shape: a letter of its own, or its name."""
    return _LETTERS.get(shape, shape)


def _light(middle: Point) -> str:
    """Return the two sides of a Blink that catch the light, round their soft corner."""
    west, corner, east = hexagon_corners(middle, 53)[3:6]
    start, end = _between(corner, west, 0.75), _between(corner, east, 0.75)
    bend = f"{_xy(_between(corner, west, 0.2))}Q{_xy(corner)} {_xy(_between(corner, east, 0.2))}"
    return f"M{_xy(start)}L{bend}L{_xy(end)}"


def _bar(name: str, at: Point, face: int, width: float, height: float) -> Shape:
    """Return a bar along a face."""
    x, y = round(at[0], 1), round(at[1], 1)
    shape: dict[str, str | float] = {"class": name} if name else {}
    shape |= {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height}
    shape |= {"rx": height / 2, "transform": f"rotate({face * 60 % 180} {x:g} {y:g})"}
    return Shape("rect", shape)


def _line(points: Iterable[Point]) -> str:
    return "M" + "L".join(_xy(point) for point in points)


def _xy(point: Point) -> str:
    return f"{point[0]:.1f},{point[1]:.1f}"


def _bow(middle: Point, one: Point, other: Point) -> str:
    """Return a curve between two points about a middle that keeps clear of it."""
    aim = (one[0] + other[0] - 2 * middle[0], one[1] + other[1] - 2 * middle[1])
    far = hypot(*aim)
    reach = max(0.0, 2 * (_CLEAR - far / 4))
    if far < 1:  # opposite each other: both ways round are as good
        aim = one[1] - middle[1], middle[0] - one[0]
    length = hypot(*aim)
    bend = middle[0] + reach * aim[0] / length, middle[1] + reach * aim[1] / length
    return f"M{_xy(one)}Q{_xy(bend)} {_xy(other)}"


def towards(middle: Point, end: Point, distance: float) -> Point:
    """Return the point at a distance from a middle, on the way to another."""
    return _between(middle, end, distance / hypot(end[0] - middle[0], end[1] - middle[1]))


def _round(middle: Point, radius: float) -> str:
    x, y = middle
    half = f"A{radius},{radius} 0 0 1"
    return f"M{_xy((x - radius, y))}{half} {_xy((x + radius, y))}{half} {_xy((x - radius, y))}"


def _mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])


def _near(one: Point, other: Point) -> bool:
    return hypot(one[0] - other[0], one[1] - other[1]) < HANDLE

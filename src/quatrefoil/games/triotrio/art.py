r"""How TrioTrio is drawn: a meadow with its squares, bold signs, round and square pieces, dice.

    9 │ . . s . p . r . . │
      │ . . . . . . . . . │
    5 │ . . P . * . S . . │     starts, permanent pieces, the Golden Cow
      │ . . . . . . . . . │
    1 │ . . R . P . S . . │▫    the die, while its number is to be moved
        a b c d e f g h i

A square is 100 units wide, a1 at the bottom left. Yellow's pieces are round, Blue's square; the
permanent ones are hexagons, as they are nobody's.

      ▄▟██▙      ┌───◣        \   /
     ▟█████▙     │ ══ │         ╳
     ▜██████     └────┘        o o
      rock       paper      scissors

A drawing is SVG path data about (0, 0) with all its points written as `x,y`, so that `placed` can
set it anywhere at any size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import cos, radians, sin
from typing import Any

from quatrefoil.core.grids.names import cell_name, letters
from quatrefoil.games.triotrio.notation import PLAYERS
from quatrefoil.games.triotrio.position import PIECES
from quatrefoil.games.triotrio.tables import prey_of
from quatrefoil.view.data import Piece, Place, Shape

CELL = 100
MARGIN = 60

_POINT = re.compile(r"(-?[\d.]+),(-?[\d.]+)")

#: How far the handles of a cubic curve stand off where four of them make a circle.
_ROUNDNESS = 0.5523


def placed(drawing: str, x: float, y: float, scale: float = 1) -> str:
    """Return a drawing with its middle at a point."""

    def moved(found: re.Match[str]) -> str:
        return f"{x + scale * float(found[1]):.1f},{y + scale * float(found[2]):.1f}"

    return _POINT.sub(moved, drawing)


# ---- signs --------------------------------------------------------------------------------------


def _circle(x: float, y: float, radius: float, ahead: int = 1) -> str:
    """Return a circle as curves; with `ahead` -1 it runs the other way round and makes a hole."""
    stops = [(1, 0), (0, ahead), (-1, 0), (0, -ahead), (1, 0)]
    data = f"M{x + radius},{y}"
    for (ax, ay), (bx, by) in pairwise(stops):
        points = (
            (ax + _ROUNDNESS * bx, ay + _ROUNDNESS * by),
            (bx + _ROUNDNESS * ax, by + _ROUNDNESS * ay),
            (bx, by),
        )
        data += "C" + " ".join(f"{x + radius * px:.2f},{y + radius * py:.2f}" for px, py in points)
    return data + "Z"


def _handle(x: float) -> str:
    return _circle(x, 18, 10) + _circle(x, 18, 4.6, ahead=-1)


SIGNS = {
    "rock": "M-25,8L-22,-9L-8,-21L9,-20L23,-7L26,9L16,21L-16,21Z",
    "paper": "M-19,-26L8,-26L20,-14L20,26L-19,26Z",
    # Both blades run the same way round, so that there is no hole where they cross.
    "scissors": "M-18,-27L-10.5,-26L10.5,9L4.5,13ZM18,-27L-4.5,13L-10.5,9L10.5,-26Z"
    + _handle(12)
    + _handle(-12),
}

#: Lines on the signs: the rock's edges, the paper's fold and writing, the scissors' rivet.
_DETAILS = {
    "rock": "M-22,-8L-6,-3L9,-20M-6,-3L-3,20M-6,-3L25,8",
    "paper": "M8,-26L8,-14L20,-14M-11,-4L12,-4M-11,6L12,6M-11,16L5,16",
    "scissors": "M0,-3L0,-2.9",
}

#: The signs crossed out, plain enough to be on many squares: the way of a pen that starts in the
#: middle of the sign.
SMALL_OUT = {
    "rock": "m-12,4l3,-10 9,-6 10,6 3,8-7,8h-13zm-2,9l28,-26",
    "paper": "m-10,-13h20v26h-20zm-4,26l28,-26",
    "scissors": "m-9,-13l14,19a4,4 0 1 1 -.1,.1m4,-19l-14,19a4,4 0 1 0 .1,.1m-10,-7l30,0",
}


def sign(kind: str) -> tuple[Shape, ...]:
    """Return the shapes of the sign on a piece."""
    return (
        Shape("path", {"class": "ink", "d": SIGNS[kind]}),
        Shape("path", {"class": "detail", "d": _DETAILS[kind]}),
    )


# ---- pieces and dice ----------------------------------------------------------------------------


def base(player: int) -> tuple[Shape, ...]:
    """Return a blank piece: Yellow's are round, Blue's are square."""
    if player == 0:
        return (
            Shape("circle", {"class": "shade", "cy": 3, "r": 39.5}),
            Shape("circle", {"class": "base p0", "r": 38.5}),
            Shape("circle", {"class": "rim p0", "r": 34}),
        )
    return (
        _rounded("shade", 37, 11, down=3),
        _rounded("base p1", 36, 10),
        _rounded("rim p1", 31, 6),
    )


def _rounded(name: str, half: float, corner: float, down: float = 0) -> Shape:
    box = {"x": -half, "y": down - half, "width": 2 * half, "height": 2 * half, "rx": corner}
    return Shape("rect", {"class": name, **box})


def permanent(kind: str, x: float, y: float) -> tuple[Shape, ...]:
    """Return a piece that is printed on the board and nobody's: neither round nor square."""
    hexagon = "M-42,0L-22,-38L22,-38L42,0L22,38L-22,38Z"
    return (
        Shape("path", {"class": "permanent", "d": placed(hexagon, x, y)}),
        Shape("path", {"class": f"printed {kind}", "d": placed(SIGNS[kind], x, y)}),
    )


def die(face: int, x: float = 0, y: float = 0, scale: float = 1) -> tuple[Shape, ...]:
    """Return a die, seen from above."""
    half, reach, radius = 42 * scale, 23 * scale, 7.5 * scale
    cube = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half, "rx": 14 * scale}
    pips = (
        Shape("circle", {"class": "pip", "cx": x + reach * dx, "cy": y + reach * dy, "r": radius})
        for dx, dy in _pips(face)
    )
    return (Shape("rect", {"class": "die-face", **cube}), *pips)


def _pips(face: int) -> Iterator[tuple[int, int]]:
    if face % 2:
        yield 0, 0
    if face > 1:
        yield from ((-1, -1), (1, 1))
    if face > 3:
        yield from ((1, -1), (-1, 1))
    if face == 6:
        yield from ((-1, 0), (1, 0))


# ---- the Golden Cow -----------------------------------------------------------------------------

_COW = (
    ("cow-horn", "M-17,-20C-25,-24 -26,-33 -21,-37C-19,-30 -14,-27 -8,-25Z"),
    ("cow-horn", "M17,-20C25,-24 26,-33 21,-37C19,-30 14,-27 8,-25Z"),
    ("cow-ear", "M-19,-14C-28,-21 -38,-18 -40,-10C-34,-3 -25,-4 -19,-8Z"),
    ("cow-ear", "M19,-14C28,-21 38,-18 40,-10C34,-3 25,-4 19,-8Z"),
    (
        "cow-face",
        "M0,-27C14,-27 22,-19 21,-6C20,4 18,10 18,18C18,29 10,34 0,34"
        "C-10,34 -18,29 -18,18C-18,10 -20,4 -21,-6C-22,-19 -14,-27 0,-27Z",
    ),
    ("cow-patch", "M3,-26.8C14,-26 21.5,-19 21,-6C20.8,-2 20,2 19,5C10,6 4,-2 4,-10Z"),
    (
        "cow-muzzle",
        "M0,9C13,9 22,13 22,21C22,30 12,35 0,35C-12,35 -22,30 -22,21C-22,13 -13,9 0,9Z",
    ),
    ("cow-eye", _circle(-10, -5, 4)),
    ("cow-eye light", _circle(11, -5, 4)),
    ("cow-nose", _circle(-8, 18, 2.6) + _circle(8, 18, 2.6)),
    ("cow-smile", "M-9,25C-4,30 4,30 9,25"),
)


def cow(x: float, y: float) -> tuple[Shape, ...]:
    """Return a friendly face in a sun."""
    drawing = (("ray", _rays()), *_COW)
    return tuple(Shape("path", {"class": name, "d": placed(d, x, y)}) for name, d in drawing)


def _rays() -> str:
    """Return twelve wedges of light."""

    def rim(angle: float) -> str:
        return f"{47 * cos(radians(angle)):.2f},{47 * sin(radians(angle)):.2f}"

    return "".join(f"M0,0L{rim(angle - 7.5)}L{rim(angle + 7.5)}Z" for angle in range(0, 360, 30))


# ---- the board -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Layout:
    """A size of board: its width, the names and middles of its squares, and all its pieces."""

    size: int
    side: float
    names: tuple[str, ...]
    middles: tuple[tuple[float, float], ...]
    #: By player, kind and square.
    pieces: tuple[tuple[tuple[Piece, ...], ...], ...]
    #: By kind and square: a small sign that is crossed out, as path data.
    out: tuple[tuple[str, ...], ...]


@lru_cache
def layout_of(size: int) -> Layout:
    """Return the layout of a size; always the same one."""
    side = size * CELL + 2 * MARGIN
    names = tuple(cell_name(x, y) for y in range(size) for x in range(size))
    middle = MARGIN + CELL / 2
    middles = tuple(
        (middle + x * CELL, side - middle - y * CELL) for y in range(size) for x in range(size)
    )
    pieces = tuple(
        tuple(
            tuple(Piece(f"{PLAYERS[player]}-{kind}", name, player) for name in names)
            for kind in PIECES
        )
        for player in (0, 1)
    )
    out = tuple(tuple(_crossed_out(x, y, kind) for x, y in middles) for kind in range(len(PIECES)))
    return Layout(size, side, names, middles, pieces, out)


def small_sign_at(x: float, y: float, kind: int) -> tuple[float, float]:
    """Return where a small sign stands on a square: each kind has a part of it for itself."""
    return x + 31 * (kind - 1), y + 31


def _crossed_out(x: float, y: float, kind: int) -> str:
    sign_x, sign_y = small_sign_at(x, y, kind)
    return f"M{sign_x:g},{sign_y:g}{SMALL_OUT[PIECES[kind]]}"


def backdrop(rules: Any, layout: Layout) -> Iterator[Shape]:
    """Yield what is printed on the board, the lowest first."""
    field, edge = rules.size * CELL, MARGIN
    box = {"x": edge, "y": edge, "width": field, "height": field}
    yield Shape("rect", {"class": "card", "width": layout.side, "height": layout.side, "rx": 18})
    yield Shape("rect", {"class": "field", **box, "rx": 6})
    yield Shape("path", {"class": "check", "d": _chequers(layout)})
    for player, y in ((0, layout.side - edge), (1, edge - 7)):
        bar = {"x": edge, "y": y, "width": field, "height": 7, "rx": 3}
        yield Shape("rect", {"class": f"edge p{player}", **bar})
    for player, centre in enumerate(rules.centre):
        for square in (centre - 2, centre, centre + 2):
            yield _start(player, layout.middles[square], is_centre=square == centre)
    x, y = layout.middles[rules.cow]
    yield Shape("rect", {"class": "gold", **_box(x, y, 50)})
    yield from cow(x, y)
    for kind, square in rules.permanent.items():
        yield from permanent(PIECES[kind], *layout.middles[square])
    yield from _die_table(layout.side)
    yield from _circle_of_prey()


def _chequers(layout: Layout) -> str:
    corners = (
        (x - 50, y - 50)
        for square, (x, y) in enumerate(layout.middles)
        if (square // layout.size + square % layout.size) % 2 == 0
    )
    return "".join(f"M{x:g},{y:g}h100v100h-100z" for x, y in corners)


def _start(player: int, middle: tuple[float, float], is_centre: bool) -> Shape:
    """Return the print of a starting square, in the outline of the player's pieces."""
    x, y = middle
    name = f"start p{player}{' centre' if is_centre else ''}"
    if player == 0:
        return Shape("circle", {"class": name, "cx": x, "cy": y, "r": 35})
    return Shape("rect", {"class": name, **_box(x, y, 31), "rx": 8})


def _die_table(side: float) -> Iterator[Shape]:
    """Yield, above the board, which numbers make which kind (TT-7)."""
    step = 136
    for kind, name in enumerate(PIECES):
        x = 0.63 * side + (kind - 1) * step
        yield from die(2 * kind + 1, x - 34, 27, 0.3)
        yield from die(2 * kind + 2, x - 4, 27, 0.3)
        yield Shape("path", {"class": "key", "d": placed(SIGNS[name], x + 34, 27, 0.6)})


def _circle_of_prey() -> Iterator[Shape]:
    """Yield, above the board on the left, who takes whom (TT-5): each sign points at its prey."""
    kind = 0
    for step in range(len(PIECES) + 1):
        x = MARGIN + 18 + step * 58
        yield Shape("path", {"class": "key", "d": placed(SIGNS[PIECES[kind]], x, 27, 0.5)})
        if step < len(PIECES):
            yield Shape("path", {"class": "takes", "d": placed("M-7,-7L7,0L-7,7Z", x + 29, 27)})
        kind = prey_of(kind)


def lost(layout: Layout, player: int, count: int) -> tuple[Shape, ...]:
    """Return lost pieces: empty outlines beside the board, on their owner's side."""
    x = layout.side - MARGIN / 2
    towards, start = ((-1, layout.side - MARGIN - 24), (1, MARGIN + 24))[player]
    name = f"lost p{player}"
    drawn = []
    for number in range(count):
        y = start + towards * 48 * number
        if player == 0:
            drawn.append(Shape("circle", {"class": name, "cx": x, "cy": y, "r": 18}))
        else:
            drawn.append(Shape("rect", {"class": name, **_box(x, y, 17), "rx": 5}))
        drawn.append(Shape("path", {"class": name, "d": placed("M-9,9L9,-9", x, y)}))
    return tuple(drawn)


def places(layout: Layout) -> Iterator[Place]:
    """Yield every square."""
    for name, (x, y) in zip(layout.names, layout.middles, strict=True):
        yield Place(name, x, y, (Shape("rect", {**_box(x, y, 47), "rx": 10}),))


def labels(layout: Layout) -> Iterator[Shape]:
    """Yield letters below the board and numbers on its left."""
    side = layout.side
    for step in range(layout.size):
        middle = MARGIN + step * CELL + CELL / 2
        yield Shape("text", {"class": "label", "x": middle, "y": side - 29}, letters(step))
        yield Shape("text", {"class": "label", "x": 30, "y": side - middle}, str(step + 1))


def symbols() -> dict[str, tuple[Shape, ...]]:
    """Return the pieces, the die's faces, and what the roll for the first turn shows."""
    pieces = {
        f"{PLAYERS[player]}-{kind}": (*base(player), *sign(kind))
        for player in (0, 1)
        for kind in PIECES
    }
    faces = {f"die-{face}": die(face) for face in range(1, 7)}
    return {**pieces, **faces, **{name: base(p) for p, name in enumerate(PLAYERS)}}


def _box(x: float, y: float, half: float) -> dict[str, str | float]:
    return {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half}

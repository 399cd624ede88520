"""TrioTrio's empty board: the meadow with its squares, and what is printed on it.

    9 │ . . s . p . r . . │
      │ . . . . . . . . . │
    5 │ . . P . * . S . . │     starts, permanent pieces, the Golden Cow
      │ . . . . . . . . . │
    1 │ . . R . P . S . . │▫    the die, while its number is to be moved
        a b c d e f g h i

A square is 100 units wide, a1 at the bottom left. Yellow's pieces are round, Blue's square; the
permanent ones are hexagons, as they are nobody's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from quatrefoil.core.grids.names import cell_name, letters
from quatrefoil.games.triotrio import art
from quatrefoil.games.triotrio.position import PIECES
from quatrefoil.view.data import Piece, Place, Shape

PLAYERS = ("yellow", "blue")

CELL = 100
MARGIN = 60


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
    return f"M{sign_x:g},{sign_y:g}{art.SMALL_OUT[PIECES[kind]]}"


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
    yield from art.cow(x, y)
    for kind, square in rules.permanent.items():
        yield from art.permanent(PIECES[kind], *layout.middles[square])
    yield from _die_table(layout.side)


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
    step = 150
    for kind, name in enumerate(PIECES):
        x = side / 2 + (kind - 1) * step
        yield from art.die(2 * kind + 1, x - 34, 27, 0.3)
        yield from art.die(2 * kind + 2, x - 4, 27, 0.3)
        yield Shape("path", {"class": "key", "d": art.placed(art.SIGNS[name], x + 34, 27, 0.6)})


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
        f"{PLAYERS[player]}-{kind}": (*art.base(player), *art.sign(kind))
        for player in (0, 1)
        for kind in PIECES
    }
    faces = {f"die-{face}": art.die(face) for face in range(1, 7)}
    return {**pieces, **faces, **{name: art.base(p) for p, name in enumerate(PLAYERS)}}


def _box(x: float, y: float, half: float) -> dict[str, str | float]:
    return {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half}

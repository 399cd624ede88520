"""Blinq on paper: mats of every size, and blocks to fold from nets.

            ┌─────────┐
           ╱│  north  │╲
    ┌──────┼─────────┼──────┐
    │      │   red   │      │
    │ west ├─────────┤ east │
    │      │  black  │      │
    └──────┼─────────┼──────┘
           ╲│  south  │╱
            └─────────┘

A block is a box without a bottom: its top, four walls, and a tab at either end of two of them, to
be glued behind the other two. A wall goes on in the colours of the quarters that it stands at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from quatrefoil.draw.print.nets import cut, fold, rectangle, tab
from quatrefoil.draw.print.sheet import Cutout, Figure, Leaf, PieceSet, Side
from quatrefoil.games.blinq import GAME, art, view
from quatrefoil.games.blinq.notation import KINDS
from quatrefoil.games.blinq.tables import NEUTRAL, NORTH
from quatrefoil.view.data import Phrase, Shape

#: A unit of the view in millimetres: cells are 20 mm wide, and the mat of 8×8 fits a page.
UNIT = 0.2
#: The mats in pairs, front and back; the first is that of the published bag.
MATS = ((5, 4), (3, 6), (7, 8))

_WALL = 48
_TAB = 30
_GAP = 1.6  # millimetres between nets


def boards() -> tuple[Leaf, ...]:
    """Return the mats, two on a leaf."""
    return tuple(Leaf(tuple(_mat(size) for size in pair)) for pair in MATS)


def pieces() -> tuple[PieceSet, ...]:
    """Return the blocks of the published game; the smaller mats take some of them."""
    rules: Any = GAME.rules()
    count = rules.longest
    blocks = (
        Cutout("block", _net(NORTH), count),
        Cutout("neutral", _net(NEUTRAL), 1),
    )
    notes = (Phrase("print.blocks.fold"), Phrase("print.blocks.count", {"count": count}))
    return (PieceSet(Phrase("print.blocks"), blocks, notes, gap=_GAP),)


def _mat(size: int) -> Side:
    rules: Any = GAME.rules({"size": size})
    has_neutral = rules.neutral is not None
    notes = (
        Phrase("print.mat.blocks", {"count": rules.longest}),
        Phrase("print.mat.neutral" if has_neutral else "print.mat.no-neutral"),
        Phrase("print.mat.sides"),
    )
    empty = Figure.of_board(view.board(rules), UNIT)
    figure = replace(empty, shapes=(*empty.shapes, *_neutral_start(empty, has_neutral)))
    return Side(Phrase("print.mat", {"size": size}), figure, notes)


def _neutral_start(mat: Figure, has_neutral: bool) -> Iterator[Shape]:
    """Yield a little chequerboard in the middle, where the neutral block starts (BQ-5)."""
    middle, side = mat.width / 2, 12
    for bit in range(4) if has_neutral else ():
        x, y = middle + (bit % 2 - 1) * side, middle - bit // 2 * side
        yield _patch(f"start {art.owner(NEUTRAL, bit)}", x, y, side, side)


# ---- a block ------------------------------------------------------------------------------------


def _net(kind: int) -> Figure:
    """Return the net of a block of a kind."""
    side = 2 * (art.HALF + _WALL)
    shapes = (*_colours(kind), *_signs(KINDS[kind]), *_lines())
    return Figure.centred(shapes, side, side, UNIT)


def _colours(kind: int) -> Iterator[Shape]:
    """Yield the quarters of the top, and at each the two pieces of wall that go down from it."""
    for bit in range(4):
        x, y = (bit % 2 - 1) * art.HALF, -(bit // 2) * art.HALF
        outside_x = art.HALF if bit % 2 else -art.HALF - _WALL
        outside_y = -art.HALF - _WALL if bit // 2 else art.HALF
        owner = art.owner(kind, bit)
        yield _patch(f"top {owner}", x, y, art.HALF, art.HALF)
        yield _patch(f"side-wall {owner}", outside_x, y, _WALL, art.HALF)
        yield _patch(f"side-wall {owner}", x, outside_y, art.HALF, _WALL)


def _patch(name: str, x: float, y: float, width: float, height: float) -> Shape:
    return Shape("rect", {"class": name, "x": x, "y": y, "width": width, "height": height})


def _signs(symbol: str) -> Iterator[Shape]:
    """Yield the signs that tell the colours apart without colour, as the view has them."""
    for shape in art.symbols()[symbol]:
        if str(shape.attributes["class"]).startswith("sign"):
            yield shape


def _lines() -> Iterator[Shape]:
    """Yield where to cut, where to fold and where to glue."""
    near, far = art.HALF, art.HALF + _WALL
    corners = rectangle(-near, -near, 2 * near, 2 * near)
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        yield fold(start, end)
    for up in (-1, 1):
        yield cut(((-near, up * far), (near, up * far)))
        yield cut(((up * near, -near), (up * far, -near), (up * far, near), (up * near, near)))
        # Clockwise: down on the right of a wall, up on its left.
        low, high = sorted((up * near, up * far))
        yield from tab((near, low), (near, high), _TAB)
        yield from tab((-near, high), (-near, low), _TAB)

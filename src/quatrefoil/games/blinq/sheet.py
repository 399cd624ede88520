"""Blinq on paper: the published mats, those of every other size, and blocks to fold from nets.

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
from quatrefoil.draw.print.sheet import (
    STANDARD,
    Cutout,
    Edition,
    Figure,
    Leaf,
    PieceSet,
    Side,
    dots,
)
from quatrefoil.games.blinq import GAME, art, view
from quatrefoil.games.blinq.notation import KINDS
from quatrefoil.games.blinq.tables import NEUTRAL, NORTH
from quatrefoil.view.data import Phrase, Shape

#: A unit of the view in millimetres: cells are 20 mm wide, and the mat of 8×8 fits a page.
UNIT = 0.2
#: The published mats, front and back. Others are printed by their rules, with their own blocks.
MATS = ((5, 4),)

_WALL = 48
_TAB = 30
_GAP = 1.6  # millimetres between nets


def boards(edition: Edition = STANDARD) -> tuple[Leaf, ...]:
    """Return the mats, two on a leaf."""
    return tuple(
        Leaf(tuple(board(GAME.rules({"size": size}), edition) for size in pair)) for pair in MATS
    )


def pieces(rules: Any = None, edition: Edition = STANDARD) -> tuple[PieceSet, ...]:
    """Return the blocks; those of the published game are enough for its smaller mat, too.

    Where all is on one page they are flat: tops alone, to be laid on each other.
    """
    chosen: Any = rules or GAME.rules()
    count = chosen.longest
    make = _top if edition.one_page else _net
    blocks = [Cutout("block", make(NORTH, edition), count)]
    if chosen.neutral is not None:
        blocks.append(Cutout("neutral", make(NEUTRAL, edition), 1))
    told = "print.blocks.count" if rules is None else "print.blocks.variant"
    notes = [Phrase("print.blocks.fold"), Phrase(told, {"count": count})]
    if edition.raised:
        notes.append(Phrase("print.blocks.raised"))
    gap = 0 if edition.one_page else _GAP
    return (PieceSet(Phrase("print.blocks"), tuple(blocks), tuple(notes), gap=gap),)


def board(rules: Any, edition: Edition = STANDARD) -> Side:
    """Return the mat of some rules."""
    size = rules.size
    has_neutral = rules.neutral is not None
    notes = (
        Phrase("print.mat.blocks", {"count": rules.longest}),
        Phrase("print.mat.marked" if has_neutral else "print.mat.no-neutral"),
        Phrase("print.mat.sides"),
    )
    empty = Figure.of_board(view.board(rules), UNIT)
    figure = replace(empty, shapes=(*empty.shapes, *_neutral_start(rules)))
    title = Phrase("print.mat", {"size": size})
    return Side(title, figure, notes, name=str(size), rules=rules)


def _neutral_start(rules: Any) -> Iterator[Shape]:
    """Yield a little chequerboard where the neutral block starts (BQ-5), if there is one."""
    if rules.neutral is None:
        return
    (piece,) = view.scene(rules.start()).pieces
    (place,) = (each for each in view.board(rules).places if each.id == piece.place)
    side = 12
    for bit in range(4):
        x, y = place.x + (bit % 2 - 1) * side, place.y - bit // 2 * side
        yield _patch(f"start {art.owner(NEUTRAL, bit)}", x, y, side, side)


# ---- a block ------------------------------------------------------------------------------------


def _net(kind: int, edition: Edition) -> Figure:
    """Return the net of a block of a kind."""
    side = 2 * (art.HALF + _WALL)
    shapes = (*_colours(kind), *_signs(KINDS[kind]), *_lines(), *_raised(kind, edition))
    return Figure.centred(shapes, side, side, UNIT)


def _top(kind: int, edition: Edition) -> Figure:
    """Return a block that is flat."""
    tops = (shape for shape in _colours(kind) if str(shape.attributes["class"]).startswith("top"))
    return Figure.centred((*tops, *_signs(KINDS[kind])), 2 * art.HALF, 2 * art.HALF, UNIT)


def _raised(kind: int, edition: Edition) -> tuple[Shape, ...]:
    """Return a mark for fingers on every red quarter; black ones stay smooth."""
    if not edition.raised:
        return ()
    half = art.HALF / 2
    quarters = (bit for bit in range(4) if art.owner(kind, bit) == "p0")
    places = (((bit % 2 * 2 - 1) * half, (1 - bit // 2 * 2) * half) for bit in quarters)
    return dots(places, 7)


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

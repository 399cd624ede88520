"""TrioTrio on paper: its board, its pieces, a die to fold, and a card to count turns on the Cow.

A piece that changes is swapped for another, so each player has three of every kind: as many as the
board can hold at once.

            ┌───┐
            │ 3 │
        ┌───┼───┼───┬───┐
        │ 1 │ 2 │ 6 │ 5 │
        └───┼───┼───┴───┘
            │ 4 │
            └───┘

This is the die's net. Opposite faces add up to seven; seven tabs join what no fold joins.
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
from quatrefoil.games.triotrio import GAME, art, view
from quatrefoil.games.triotrio.art import CELL, MARGIN
from quatrefoil.games.triotrio.notation import PLAYERS
from quatrefoil.games.triotrio.position import COW_TURNS, PIECES
from quatrefoil.view.data import Phrase, Shape

#: A unit of the view in millimetres: squares are 18.6 mm wide, and the board fits a page.
UNIT = 0.186

_CARD = 84  # a piece's card
_FACE = 100  # a face of the die
_TAB = 28
#: Where the faces of the die's long strip are, in faces to the right of the one in the middle.
_STRIP = {1: -1, 2: 0, 6: 1, 5: 2}
_ABOVE, _BELOW = 3, 4


def boards(edition: Edition = STANDARD) -> tuple[Leaf, ...]:
    """Return the board."""
    return (Leaf((board(GAME.rules(), edition),)),)


def board(rules: Any, edition: Edition = STANDARD) -> Side:
    """Return the board of some rules."""
    empty = Figure.of_board(view.board(rules), UNIT)
    side = rules.size * CELL
    box = {"x": MARGIN, "y": MARGIN, "width": side, "height": side}
    figure = replace(empty, shapes=(*empty.shapes, Shape("rect", {"class": "frame", **box})))
    notes = (Phrase("print.board.start"), Phrase("print.board.change"))
    return Side(Phrase("print.board"), figure, notes, rules=rules)


def pieces(rules: Any = None, edition: Edition = STANDARD) -> tuple[PieceSet, ...]:
    """Return the pieces of both players, the cards for the Cow, and the die.

    Where all is on one page there is no die: any other will do.
    """
    options = dict(rules.options) if rules else {}
    start: Any = GAME.rules({**options, "first": "yellow"}).start()
    counters = tuple(
        Cutout(
            f"{name}-{kind}",
            _counter(f"{name}-{kind}", player, edition),
            len(start.pieces(player)),
        )
        for player, name in enumerate(PLAYERS)
        for kind in PIECES
    )
    cards = tuple(Cutout(f"cow {name}", _cow_card(p), 1) for p, name in enumerate(PLAYERS))
    die = (Cutout("die", _die(), 1),)
    notes = [Phrase("print.pieces.note")]
    if edition.raised:
        notes.append(Phrase("print.pieces.raised"))
    counted = PieceSet(
        Phrase("print.pieces"),
        counters,
        tuple(notes),
        # A row for each player, where it fits.
        columns=sum(counter.count for counter in counters) // len(PLAYERS),
    )
    waiting = PieceSet(Phrase("print.cow"), cards, (Phrase("print.cow.note"),))
    if edition.one_page:
        return counted, waiting
    rolled = PieceSet(Phrase("print.die"), die, (Phrase("print.die.note"),), gap=2)
    return counted, waiting, rolled


def _counter(symbol: str, player: int, edition: Edition) -> Figure:
    shapes = view.board(GAME.rules()).symbols[symbol]
    if edition.raised:
        # One, two or three marks above for the kind, and one more below for Blue.
        kind = PIECES.index(symbol.partition("-")[2])
        above = [(12.0 * step - 6 * kind, -34.0) for step in range(kind + 1)]
        shapes = (*shapes, *dots([*above, *([(0.0, 35.0)] * player)], 4.5))
    return Figure.centred(shapes, _CARD, _CARD, UNIT, f"piece sym-{symbol} p{player}")


def _cow_card(player: int) -> Figure:
    """Return a card with the Cow and a square for each turn that counts."""
    shapes = [Shape("rect", {"class": "gold", **_square(0)}), *art.cow(0, 0)]
    for turn in range(1, COW_TURNS + 1):
        x = CELL * turn
        shapes.append(Shape("rect", {"class": f"turn p{player}", **_square(x)}))
        shapes += [
            Shape("text", {"class": "count", "x": x, "y": 0}, str(turn)),
            _owner(player, x - 36, -36),
        ]
    half = CELL / 2
    return Figure(tuple(shapes), -half, -half, CELL * (COW_TURNS + 1), CELL, UNIT)


def _owner(player: int, x: float, y: float) -> Shape:
    """Return the outline of a player's pieces, small: whose card this is."""
    name = f"owner p{player}"
    if player == 0:
        return Shape("circle", {"class": name, "cx": x, "cy": y, "r": 8})
    return Shape("rect", {"class": name, "x": x - 7, "y": y - 7, "width": 14, "height": 14})


def _square(x: float) -> dict[str, str | float]:
    return {"x": x - CELL / 2, "y": -CELL / 2, "width": CELL, "height": CELL}


# ---- the die ------------------------------------------------------------------------------------


def _die() -> Figure:
    middles = {face: (_FACE * step, 0.0) for face, step in _STRIP.items()}
    middles |= {_ABOVE: (0, -_FACE), _BELOW: (0, _FACE)}
    pips = (
        shape
        for face, (x, y) in middles.items()
        for shape in art.die(face, x, y)
        if shape.attributes["class"] == "pip"
    )
    half, edge = _FACE / 2, _TAB + 4
    left, top = -3 * half, -3 * half - edge
    width, height = 4 * _FACE + edge, 3 * _FACE + 2 * edge
    return Figure((*pips, *_die_lines()), left, top, width, height, UNIT)


def _die_lines() -> Iterator[Shape]:
    """Yield the folds between the faces, the tabs, and the edges that the tabs are glued to."""
    half = _FACE / 2
    left, right = -3 * half, 5 * half
    for x in (-half, half, 3 * half):
        yield fold((x, -half), (x, half))
    yield from tab((right, -half), (right, half), _TAB)
    yield cut(((-half, -half), (left, -half), (left, half), (-half, half)))
    for y in (-half, half):
        yield fold((-half, y), (half, y))
        yield cut(((half, y), (right, y)))
    for y in (-3 * half, half):
        one, two, three, four = rectangle(-half, y, _FACE, _FACE)
        yield from tab(two, three, _TAB)
        yield from tab(four, one, _TAB)
    yield from tab((-half, -3 * half), (half, -3 * half), _TAB)
    yield from tab((half, 3 * half), (-half, 3 * half), _TAB)

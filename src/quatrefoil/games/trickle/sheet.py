"""Trickle on paper: a two-sided board as it was published, another for more players, and beads.

The board lies across the page, so that its cells are as large as can be: 17 mm, for glass beads.
Who has no beads cuts out counters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from quatrefoil.draw.print.sheet import Cutout, Figure, Leaf, PieceSet, Side
from quatrefoil.games.trickle import GAME, view
from quatrefoil.view.data import Phrase, Place, Shape

#: A unit of the view in millimetres.
UNIT = 0.17
#: The numbers of players whose boards share a leaf; the first is the published one.
LEAVES = ((2, 3), (4, 6))

_COUNTER = 86  # a counter's card: a little smaller than a cell
_COLUMNS = 10  # of counters
_CROSS = 14  # half of the cross on a corner
_PLACE = 18  # how large the print is that says where a bead starts


def boards() -> tuple[Leaf, ...]:
    """Return the boards, two on a leaf."""
    return tuple(Leaf(tuple(_side(players) for players in pair)) for pair in LEAVES)


def pieces() -> tuple[PieceSet, ...]:
    """Return counters for those who have no beads, plain and with values (TK-16)."""
    plain: Any = GAME.rules()
    valued: Any = GAME.rules({"bead_values": "symmetric"})
    values = Counter(valued.first_beads.values())
    return (
        PieceSet(
            Phrase("print.beads"),
            (Cutout("bead", _counter(), len(plain.first_beads)),),
            (Phrase("print.beads.note"),),
            columns=_COLUMNS,
        ),
        PieceSet(
            Phrase("print.values"),
            tuple(
                Cutout(f"bead {value}", _counter(str(value)), count)
                for value, count in sorted(values.items())
            ),
            (Phrase("print.values.note"),),
            columns=_COLUMNS,
        ),
    )


def _side(players: int) -> Side:
    rules: Any = GAME.rules({"players": players})
    empty = Figure.of_board(view.board(rules), UNIT)
    figure = replace(empty, shapes=(*empty.shapes, *_print_on_cells(rules)))
    beads = len(rules.first_beads)
    notes = [Phrase("print.board.start", {"count": beads}), Phrase("print.board.score")]
    if None in rules.owners:
        notes.append(Phrase("print.board.nobody"))
    return Side(Phrase("print.board", {"count": players}), figure, tuple(notes))


def _print_on_cells(rules: Any) -> Iterator[Shape]:
    """Yield what a printer without colours needs too: starts, owners of the rim, and corners."""
    places = {place.id: place for place in view.board(rules).places}
    for cell, name in enumerate(rules.board.names):
        place = places[name]
        if cell in rules.first_beads:
            yield Shape("circle", {"class": "first", "cx": place.x, "cy": place.y, "r": _PLACE})
        elif rules.board.is_corner(cell):
            yield _cross(place)
        elif rules.board.is_rim(cell):
            owner = rules.owners[rules.board.edges_of[cell][0]]
            if owner is not None:
                at: dict[str, str | float] = {"class": "owner", "x": place.x, "y": place.y}
                yield Shape("text", at, str(owner + 1))


def _cross(place: Place) -> Shape:
    """Return the print of a corner, which counts for nobody (TK-3)."""
    left, top, bottom = place.x - _CROSS, place.y - _CROSS, place.y + _CROSS
    side = 2 * _CROSS
    lines = f"M{left:.1f},{top:.1f}l{side},{side}M{left:.1f},{bottom:.1f}l{side},{-side}"
    return Shape("path", {"class": "cross", "d": lines})


def _counter(value: str = "") -> Figure:
    """Return a bead on a square card."""
    shapes = view.board(GAME.rules()).symbols["bead"]
    if value:
        shapes = (*shapes, Shape("text", {"class": "piece-text", "y": 0}, value))
    return Figure.centred(shapes, _COUNTER, _COUNTER, UNIT, "piece sym-bead")

"""Trickle on paper: a two-sided board as it was published, another for more players, and beads.

The board lies across the page, so that its cells are as large as can be: 17 mm, for glass beads.
Who has no beads cuts out counters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

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
from quatrefoil.games.trickle import GAME, view
from quatrefoil.view.data import Phrase, Shape

#: A unit of the view in millimetres.
UNIT = 0.17
#: The numbers of players whose boards share a leaf; the first is the published one.
LEAVES = ((2, 3), (4, 6))

_COUNTER = 86  # a counter's card: a little smaller than a cell
_COLUMNS = 10  # of counters
_PLACE = 18  # how large the print is that says where a bead starts


def boards(edition: Edition = STANDARD) -> tuple[Leaf, ...]:
    """Return the boards, two on a leaf."""
    return tuple(
        Leaf(tuple(board(GAME.rules({"players": players}), edition) for players in pair))
        for pair in LEAVES
    )


def pieces(rules: Any = None, edition: Edition = STANDARD) -> tuple[PieceSet, ...]:
    """Return counters for those who have no beads: plain ones, or with values (TK-16).

    Without rules there are both.
    """
    has_values = rules is not None and rules.options["bead_values"] != "plain"
    plain = () if has_values else (_plain(rules or GAME.rules(), edition),)
    if rules is not None and not has_values:
        return plain
    return (*plain, _valued(rules or GAME.rules({"bead_values": "symmetric"}), edition))


def _plain(rules: Any, edition: Edition) -> PieceSet:
    beads = (Cutout("bead", _counter(), len(rules.first_beads)),)
    return _beads("print.beads", beads, edition)


def _valued(rules: Any, edition: Edition) -> PieceSet:
    values = Counter(rules.first_beads.values())
    beads = tuple(
        Cutout(f"bead {value}", _counter(str(value)), count)
        for value, count in sorted(values.items())
    )
    return _beads("print.values", beads, edition)


def _beads(key: str, beads: tuple[Cutout, ...], edition: Edition) -> PieceSet:
    columns = 0 if edition.scale > 1 else _COLUMNS
    return PieceSet(Phrase(key), beads, (Phrase(f"{key}.note"),), columns=columns)


def board(rules: Any, edition: Edition = STANDARD) -> Side:
    """Return the board of some rules."""
    players = rules.players
    empty = Figure.of_board(view.board(rules), UNIT)
    marks = _raised(rules) if edition.raised else ()
    figure = replace(empty, shapes=(*empty.shapes, *_print_on_cells(rules), *marks))
    beads = len(rules.first_beads)
    notes = [Phrase("print.board.start", {"count": beads}), Phrase("print.board.score")]
    if None in rules.owners:
        notes.append(Phrase("print.board.nobody"))
    if edition.raised:
        notes.append(Phrase("print.board.raised"))
    title = Phrase("print.board", {"count": players})
    return Side(title, figure, tuple(notes), name=str(players), rules=rules)


def _raised(rules: Any) -> Iterator[Shape]:
    """Yield marks for fingers on the rim: as many as its owner's number, in a column of up to 3."""
    places = {place.id: place for place in view.board(rules).places}
    for cell, name in enumerate(rules.board.names):
        if not rules.board.is_rim(cell) or rules.board.is_corner(cell):
            continue
        owner = rules.owners[rules.board.edges_of[cell][0]]
        if owner is not None:
            x, y = places[name].x, places[name].y
            spots = [(x - 26 + 52 * (n // 3), y - 20 + 20 * (n % 3)) for n in range(owner + 1)]
            yield from dots(spots, 6)


def _print_on_cells(rules: Any) -> Iterator[Shape]:
    """Yield what a printer without colours needs too: starts, and owners of the rim."""
    places = {place.id: place for place in view.board(rules).places}
    for cell, name in enumerate(rules.board.names):
        place = places[name]
        if cell in rules.first_beads:
            yield Shape("circle", {"class": "first", "cx": place.x, "cy": place.y, "r": _PLACE})
        elif rules.board.is_rim(cell) and not rules.board.is_corner(cell):
            owner = rules.owners[rules.board.edges_of[cell][0]]
            if owner is not None:
                at: dict[str, str | float] = {"class": "owner", "x": place.x, "y": place.y}
                yield Shape("text", at, str(owner + 1))


def _counter(value: str = "") -> Figure:
    """Return a bead on a square card."""
    shapes = view.board(GAME.rules()).symbols["bead"]
    if value:
        shapes = (*shapes, Shape("text", {"class": "piece-text", "y": 0}, value))
    return Figure.centred(shapes, _COUNTER, _COUNTER, UNIT, "piece sym-bead")

"""Blinq for programs that learn.

Planes have a number for each quarter (BQ-4): row 0 is the southern one, column 0 the western. A
block of level L covers the same four quarters in the plane of that level as it does on the board.
What lies hidden under other blocks is not shown: it never matters again.

An action is a place times four, plus the side of the red half: north, east, south, west.
"""

from __future__ import annotations

from typing import Any

import cython

from quatrefoil.core.encode import Encoder, turn_planes
from quatrefoil.core.position import Position
from quatrefoil.games.blinq.position import BlinqPosition

if not cython.compiled:  # else they are constants of tables.pxd
    from quatrefoil.games.blinq.tables import RED, ROWS


@cython.final
@cython.cclass
class Encoding(Encoder):
    """What is seen from above, how high it lies, and whose sides are where."""

    def __init__(self, rules: Any) -> None:
        start = rules.start()
        edge = 2 * rules.size
        Encoder.__init__(
            self,
            rules,
            labels=[
                rules.notation.format_move(start, move) for move in range(4 * len(rules.places))
            ],
            planes=[
                "quarters that show my colour",
                "quarters that show the opponent's colour",
                *(f"blocks of level {level}" for level in range(1, rules.size + 1)),
                "quarters along my two sides",
                *turn_planes(2),
            ],
            rows=edge,
            columns=edge,
        )
        self.tables = rules.tables

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def action_of(self, position: Position, move: cython.longlong) -> cython.int:
        return cython.cast(cython.int, move)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_board(
        self, position: Position, viewer: cython.int, out: cython.p_float
    ) -> cython.void:
        self.show(cython.cast(BlinqPosition, position), viewer, out)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def show(self, position: BlinqPosition, viewer: cython.int, out: cython.p_float) -> cython.void:
        self.show_colours(position, viewer, out)
        self.show_levels(position, out)
        self.show_sides(viewer, out)
        self.show_turn(out, self.tables.size + 3, position.player, viewer)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def show_colours(
        self, position: BlinqPosition, viewer: cython.int, out: cython.p_float
    ) -> cython.void:
        colour: cython.int
        x: cython.int
        y: cython.int
        for colour in range(2):
            at: cython.int = self.area if colour != viewer else 0
            for y in range(self.rows):
                # Rows and columns of quarters have a margin of one.
                shown: cython.uint = position.shown[colour * ROWS + y + 1] >> 1
                for x in range(self.columns):
                    out[at] = shown >> x & 1
                    at += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def show_levels(self, position: BlinqPosition, out: cython.p_float) -> cython.void:
        place: cython.int
        for place in range(self.tables.places):
            level: cython.int = self.tables.level[place]
            if position.present[level] >> self.tables.stack[place] & 1:
                at: cython.int = (level + 1) * self.area
                at += (self.tables.row[place] - 1) * self.columns + self.tables.column[place] - 1
                out[at] = out[at + 1] = out[at + self.columns] = out[at + self.columns + 1] = 1.0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def show_sides(self, viewer: cython.int, out: cython.p_float) -> cython.void:
        """BQ-2: red has the first and the last row, black the columns."""
        first: cython.int = (self.tables.size + 2) * self.area
        step: cython.int = 1 if viewer == RED else self.columns
        across: cython.int = self.area - self.columns if viewer == RED else self.columns - 1
        i: cython.int
        for i in range(self.rows):
            out[first + i * step] = 1.0
            out[first + i * step + across] = 1.0

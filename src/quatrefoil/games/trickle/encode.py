"""Trickle for programs that learn.

Planes are a square with the hexagon in it, sheared. Row 0 is the bottom row `a`, and a cell and
the one above it to the left have the same column. So all cells have their six neighbours in the
same places: left, right, above, below, above to the right and below to the left. With two rings:

    e    ·  ·  e1 e2 e3         (drawn as the board lies: the plane itself begins with a)
    d    ·  d1 d2 d3 d4
    c    c1 c2 c3 c4 c5
    b    b1 b2 b3 b4 ·
    a    a1 a2 a3 ·  ·

An action is a pair of cells, where a bead starts and where it ends, or a rim cell and the edge over
which a bead leaves. Chains of jumps (TK-15) with the same ends lead to the same position, so they
are one action.
"""

from __future__ import annotations

from typing import Any

import cython

from quatrefoil.core.encode import Encoder, turn_planes
from quatrefoil.core.position import Position
from quatrefoil.games.trickle.board import EDGES
from quatrefoil.games.trickle.position import TricklePosition

if not cython.compiled:  # else they are constants of the .pxd files
    from quatrefoil.games.trickle.tables import BEYOND, CELLS, NOWHERE

    CELL, BEAD, START, END, TURN = range(5)

#: What the dearest bead counts (TK-16), and what the dearest cell multiplies it by (TK-17).
_MOST_VALUE = cython.declare(cython.float, 5.0)
_MOST_WORTH = cython.declare(cython.int, 3)


@cython.final
@cython.cclass
class Encoding(Encoder):
    """Where beads lie, what their cells are worth to whom, and the latest move."""

    def __init__(self, rules: Any) -> None:
        if not cython.compiled:
            self.at, self.goals = [0] * CELLS, [0.0] * (6 * CELLS)
            self.pairs = [0] * (CELLS * CELLS)
        options, board = rules.options, rules.board
        self.has_values = options["bead_values"] != "plain"
        self.has_off = options["bear_off"]
        pairs = _pairs(rules)
        width = 2 * board.rings + 1
        Encoder.__init__(
            self,
            rules,
            labels=list(pairs.values()),
            planes=_planes(rules),
            rows=width,
            columns=width,
        )
        self.cells = len(board.places)
        self.first_goal = TURN + rules.players - 1
        self.most_points = sum(rules.first_beads.values()) * max(
            rules.worth(cell) for cell in range(self.cells)
        )
        self.tables = rules.tables
        self._lay_out(rules)
        for action, (start, end) in enumerate(pairs):
            self.pairs[start * CELLS + end] = action

    def _lay_out(self, rules: Any) -> None:
        rings = rules.board.rings
        for cell, (q, r) in enumerate(rules.board.places):
            self.at[cell] = (rings - r) * self.columns + rings + q
            for player in rules.scorers(cell):
                self.goals[player * CELLS + cell] = rules.worth(cell) / _MOST_WORTH

    # ---- actions ------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def action_of(self, position: Position, move: cython.longlong) -> cython.int:
        return self.pair(cython.cast(TricklePosition, position), move)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pair(self, position: TricklePosition, move: cython.longlong) -> cython.int:
        return self.pairs[(move & 255) * CELLS + position.end_of(move)]

    # ---- planes -------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_board(
        self, position: Position, viewer: cython.int, out: cython.p_float
    ) -> cython.void:
        self.show(cython.cast(TricklePosition, position), viewer, out)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def show(
        self, position: TricklePosition, viewer: cython.int, out: cython.p_float
    ) -> cython.void:
        cell: cython.int
        values: cython.int = (self.first_goal + self.players) * self.area
        for cell in range(self.cells):
            out[CELL * self.area + self.at[cell]] = 1.0
            if position.beads[cell]:
                out[BEAD * self.area + self.at[cell]] = 1.0
                if self.has_values:
                    out[values + self.at[cell]] = position.beads[cell] / _MOST_VALUE
        if position.first != NOWHERE:
            out[START * self.area + self.at[position.first]] = 1.0
            out[END * self.area + self.at[position.last]] = 1.0
        self.show_turn(out, TURN, position.to_move, viewer)
        self.show_goals(viewer, out)
        if self.has_off:
            self.show_off(position, viewer, out)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def show_goals(self, viewer: cython.int, out: cython.p_float) -> cython.void:
        player: cython.int
        i: cython.int
        for player in range(self.players):
            plane: cython.int = self.first_goal + self.seats_after(player, viewer)
            for i in range(self.tables.rim_size):
                cell: cython.int = self.tables.rim[i]
                out[plane * self.area + self.at[cell]] = self.goals[player * CELLS + cell]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def show_off(
        self, position: TricklePosition, viewer: cython.int, out: cython.p_float
    ) -> cython.void:
        first: cython.int = self.first_goal + self.players + self.has_values
        player: cython.int
        for player in range(self.players):
            share: cython.float = position.off[player] / self.most_points
            self.flood(out, first + self.seats_after(player, viewer), share)


def _planes(rules: Any) -> list[str]:
    others = [f"the player {seats} after me" for seats in range(1, rules.players)]
    everybody = ["me", *(others if rules.players > 2 else ["the opponent"])]
    planes = [
        "cells of the board",
        "beads",
        "the cell where the latest move began",
        "the cell where the latest move ended",
        *turn_planes(rules.players),
        *(f"cells that count for {who}, thirds" for who in everybody),
    ]
    if rules.options["bead_values"] != "plain":
        planes.append("what beads count, fifths")
    if rules.options["bear_off"]:
        planes += [f"points borne off for {who}, of all there are" for who in everybody]
    return planes


def _pairs(rules: Any) -> dict[tuple[int, int], str]:
    """Return every first cell and landing that a move can have, with its label."""
    board = rules.board
    pairs: dict[tuple[int, int], str] = {}
    for start, name in enumerate(board.names):
        if not rules.movers(start):
            continue
        for end, other in enumerate(board.names):
            if rules.can_lead(start, end):
                pairs[start, end] = f"{name}-{other}"
        for edge in board.edges_of[start] if rules.options["bear_off"] else ():
            pairs[start, BEYOND + edge] = f"{name}-{EDGES[edge]}"
    return pairs

"""What a Trickle position is worth: where beads would end if they drifted outwards at random.

A bead on a cell has for each player a number of points that it brings on average when it steps
to any allowed neighbour until it is done. The sums for all beads are the scores to expect; how
far they can still go astray says how much a lead is worth.

Where two play a search does better without: it plays on to the end. In a crowd the evaluation
is mixed into what playouts say (`docs/strength.md` has the figures).
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import cython

from quatrefoil.core.evaluate import Advice, Evaluator
from quatrefoil.core.position import Position
from quatrefoil.games.trickle.position import TricklePosition
from quatrefoil.games.trickle.tables import Tables

if cython.compiled:
    from cython.cimports.libc.math import exp, sqrt
else:  # what evaluate.pxd has
    from math import exp, sqrt

    from quatrefoil.games.trickle.tables import BEYOND, CELLS, NOWHERE


#: Rounds of the drift; after them hardly a bead is under way.
_ROUNDS = 200
#: What the right to move is worth, in points.
_TEMPO = cython.declare(cython.double, 0.35)
#: The variance of scores that are all but settled.
_LEAST_SPREAD = cython.declare(cython.double, 0.3)
#: A normal curve of spread 1 is like a logistic one of this slope.
_SLOPE = cython.declare(cython.double, 1.7)


@cython.final
@cython.cclass
class Drift:
    """By cell: the points that a bead brings each player on average, and their variance."""

    def __init__(self, tables: Tables, cells: int, players: int) -> None:
        if not cython.compiled:
            self.points, self.spread = [0.0] * (6 * CELLS), [0.0] * CELLS
        for player in range(players):
            for cell, value in enumerate(_mean_points(tables, cells, player)):
                self.points[6 * cell + player] = value
        self._set_spread(cells, players)

    def _set_spread(self, cells: int, players: int) -> None:
        """Take the variance of a player's points against the others', averaged over players."""
        for cell in range(cells):
            total = 0.0
            for player in range(players):
                points = self.points[6 * cell + player]
                total += points * (1 - points / max(1.0, points + 1))
            self.spread[cell] = max(0.0, total * 2 / players)


@cython.ccall
def _mean_points(tables: Tables, cells: cython.int, player: cython.int) -> list[float]:
    """Return for every cell what a bead of value 1 brings a player on average."""
    mean = [0.0] * CELLS
    cell: cython.int
    direction: cython.int
    for cell in range(cells):
        if tables.ring[cell] >= tables.goal_ring and tables.owner[cell] == player:
            mean[cell] = float(tables.worth[cell])
    for _ in range(_ROUNDS):
        for cell in range(cells):
            if tables.ring[cell] >= tables.goal_ring:
                continue
            total, ways = 0.0, 0
            for direction in range(6):
                to: cython.int = tables.landing[2 * (8 * cell + direction)]
                if to == NOWHERE:
                    continue
                ways += 1
                if to < BEYOND:
                    total += mean[to]
                elif tables.owner[to] == player:
                    total += tables.worth[cell]
            mean[cell] = total / max(1, ways)
    return mean


@lru_cache(maxsize=32)
def _drift(rules: Any) -> Drift:
    return Drift(rules.tables, len(rules.board.places), rules.players)


@cython.final
@cython.cclass
class Evaluation(Evaluator):
    """Scores to expect, as chances to win."""

    def __init__(self, rules: Any) -> None:
        Evaluator.__init__(self, rules)
        self.tables = rules.tables
        self.drift = _drift(rules)

    def advice(self) -> Advice:
        """Play to the end, however many play: where beads go depends on what others want.

        In a crowd few playouts are won and many end shared: points and the evaluation are meant to
        part moves that wins and losses do not. How far they do is in `docs/strength.md`.
        """
        duel = Advice(first_nodes=8, top_nodes=144_000, rave=200.0, exploration=0.1, scan=False)
        if self.players == 2:
            return duel
        return replace(duel, top_nodes=132_000, exploration=0.03, softness=0.75, foresight=0.5)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_values(self, position: Position, out: cython.p_double) -> cython.void:
        self.weigh(cython.cast(TricklePosition, position), out)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def weigh(self, position: TricklePosition, out: cython.p_double) -> cython.void:
        """Write each player's chance to win."""
        i: cython.int
        player: cython.int
        cell: cython.int
        value: cython.double
        position.fill_scores(out)
        out[position.to_move] += _TEMPO
        for i in range(position.active_count):
            cell = position.active[i]
            if self.tables.ring[cell] >= self.tables.goal_ring:
                continue
            value = position.beads[cell]
            for player in range(self.players):
                out[player] += value * self.drift.points[6 * cell + player]
        self.shares(out, 1 / self.lead_unit(position))

    def find_unsettled(self, position: Position) -> float:
        return self.lead_unit(cython.cast(TricklePosition, position))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lead_unit(self, position: TricklePosition) -> cython.double:
        """Return how many points make a lead count e times more: few where little can happen."""
        i: cython.int
        cell: cython.int
        value: cython.double
        spread: cython.double = _LEAST_SPREAD
        for i in range(position.active_count):
            cell = position.active[i]
            if self.tables.ring[cell] < self.tables.goal_ring:
                value = position.beads[cell]
                spread += value * value * self.drift.spread[cell]
        return sqrt(spread) / _SLOPE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def shares(self, out: cython.p_double, slope: cython.double) -> cython.void:
        """Turn scores into chances to have the highest one."""
        player: cython.int
        highest: cython.double = out[0]
        total: cython.double = 0
        for player in range(1, self.players):
            highest = max(highest, out[player])
        for player in range(self.players):
            out[player] = exp((out[player] - highest) * slope)
            total += out[player]
        for player in range(self.players):
            out[player] /= total

"""The position of Dash.

    Red    · · · R · · ◦     Each player runs along a lane from cell 0 to cell 6.
    Blue   · B · · · · ◦

A turn is a walk of one cell, or a roll of the die. The die is loaded: of six throws three go 0
cells, two go 1 cell and one goes 4 cells. Whoever reaches cell 6 wins at once. After four turns
each, whoever is farthest wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

from dash.lanes import FACES, LAST, ROUNDS, WEIGHTS
from quatrefoil.core.position import Position

if not cython.compiled:
    from quatrefoil.core.constants import CHANCE, OVER

#: Moves, as `TOKENS` lists them: those of a player, then the faces of the die.
WALK = cython.declare(cython.int, 0)
ROLL = cython.declare(cython.int, 1)
FIRST_FACE = cython.declare(cython.int, 2)

#: Why the game ends, as indices of the rules' reasons.
REACHED = cython.declare(cython.int, 0)
OUT_OF_TURNS = cython.declare(cython.int, 1)

#: Spreads the bits of a small number over a key. (A literal past 32 bits would be an object in C.)
_SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.final
@cython.cclass
class DashPosition(Position):
    """Where the runners are, how many turns were made, and whether the die is in the air."""

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self.players = rules.players
        self.last = LAST
        self.total = ROUNDS * rules.players
        if not cython.compiled:
            self.at, self.steps, self.weights = [0] * 3, [0] * 3, [0] * 3
        face: cython.int
        for face in range(3):
            self.steps[face] = FACES[face]
            self.weights[face] = WEIGHTS[face]
        self.set_up([0] * rules.players, 0, False)

    def set_up(self, cells: Sequence[int], made: int, rolling: bool) -> None:
        """Become the position with the runners on these cells after some turns."""
        player: cython.int
        for player in range(3):
            self.at[player] = cells[player] if player < self.players else 0
        self.made = made
        self.rolling = rolling
        self.begin_turn()
        if rolling:
            self.turn = CHANCE

    @cython.ccall
    def cell(self, player: cython.int) -> cython.int:
        """Return the cell of a player's runner."""
        return self.at[player]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_moves(self, out: cython.p_longlong) -> cython.int:
        if self.turn == OVER:
            return 0
        first: cython.int = FIRST_FACE if self.rolling else WALK
        count: cython.int = 3 if self.rolling else 2
        i: cython.int
        for i in range(count):
            out[i] = first + i
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def chance_weight(self, move: cython.longlong) -> cython.int:
        return self.weights[move - FIRST_FACE]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, move: cython.longlong) -> cython.void:
        if move == ROLL:
            self.rolling = True
            self.turn = CHANCE
            return
        mover: cython.int = self.made % self.players
        steps: cython.int = 1 if move == WALK else self.steps[move - FIRST_FACE]
        self.at[mover] = min(self.last, self.at[mover] + steps)
        self.rolling = False
        self.made += 1
        self.begin_turn()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin_turn(self) -> cython.void:
        """Give the turn to the next player, unless the race is over."""
        player: cython.int
        self.turn = self.made % self.players
        self.reason = 0
        for player in range(self.players):
            if self.at[player] == self.last:
                self.turn = OVER
                self.reason = REACHED
                return
        if self.made == self.total:
            self.turn = OVER
            self.reason = OUT_OF_TURNS

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hash_key(self) -> cython.ulonglong:
        state: cython.ulonglong = 2 * self.made + self.rolling
        player: cython.int
        for player in range(3):
            state = 16 * state + self.at[player]
        state = ((state + 1) * _SPREAD) & _MASK
        return ((state ^ (state >> 29)) * _SPREAD) & _MASK

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_scores(self, out: cython.p_double) -> cython.void:
        player: cython.int
        for player in range(self.players):
            out[player] = self.at[player]

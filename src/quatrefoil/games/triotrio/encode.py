"""TrioTrio for programs that learn.

Planes have a number for each square: row 0 is row 1 of the board, column 0 is column a.

A player's pieces are numbered in the order of their squares, row by row from a1, and actions name
them by that number: at most three pieces can go to any square, where a pair of squares would make
thousands of actions. Three planes show which piece is which.
"""

from __future__ import annotations

from typing import Any

import cython

from quatrefoil.core.encode import Encoder, turn_planes
from quatrefoil.core.position import Position
from quatrefoil.games.triotrio.position import PHASES, PIECES, TrioTrioPosition

if not cython.compiled:  # else they are constants and functions of the .pxd files
    from quatrefoil.games.triotrio.position import CHOOSE, COW_TURNS, NO_SQUARE, RETAKE, TRAVEL
    from quatrefoil.games.triotrio.tables import PAPER, SCISSORS, Squares, count, lowest

    FIRST_CHANGE, FIRST_RECLAIM, FIRST_TRAVEL = 5, 8, 11
    SLOTS, CHANGED, PHASE, ROLLED, COWS, LEAVES = 6, 9, 10, 17, 18, 20
    STAYED, QUIET_TURNS, CENTRES, COW, PERMANENT, TURN = 22, 23, 24, 26, 27, 29

_ONE = cython.declare(Squares, 1)

_NUMBERS = ("first", "second", "third")
#: Faces of the die.
_FACES = 6


@cython.final
@cython.cclass
class Encoding(Encoder):
    """Pieces by kind and by number, how far the turn is, the Cow, and how quiet it has been."""

    def __init__(self, rules: Any) -> None:
        if not cython.compiled:
            self.permanent = [0, 0, 0]
        Encoder.__init__(
            self,
            rules,
            labels=_labels(rules),
            planes=_planes(),
            rows=rules.size,
            columns=rules.size,
            chances=_FACES,
        )
        self.tables = rules.tables
        for kind in range(3):
            self.permanent[kind] = rules.permanent.get(kind, NO_SQUARE)

    # ---- actions ------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def action_of(self, position: Position, move: cython.longlong) -> cython.int:
        kind: cython.int = cython.cast(cython.int, move >> 14)
        first: cython.int = cython.cast(cython.int, move >> 7) & 127
        if kind == TRAVEL:
            piece: cython.int = self.slot(cython.cast(TrioTrioPosition, position), first)
            return FIRST_TRAVEL + piece * self.area + cython.cast(cython.int, move & 127)
        if kind == CHOOSE:
            return FIRST_CHANGE + self.slot(cython.cast(TrioTrioPosition, position), first)
        return FIRST_RECLAIM + first if kind == RETAKE else kind

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def slot(self, position: TrioTrioPosition, square: cython.int) -> cython.int:
        """Return how many pieces of the mover stand before a square."""
        return count(position.owned[position.mover] & ((_ONE << square) - 1))

    # ---- planes -------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_board(
        self, position: Position, viewer: cython.int, out: cython.p_float
    ) -> cython.void:
        self.show(cython.cast(TrioTrioPosition, position), viewer, out)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def show(
        self, position: TrioTrioPosition, viewer: cython.int, out: cython.p_float
    ) -> cython.void:
        self.show_pieces(position, viewer, out)
        self.show_turn_so_far(position, viewer, out)
        self.show_cow(position, viewer, out)
        if self.tables.quiet_turns > 0:
            quiet: cython.float = position.quiet
            self.flood(out, QUIET_TURNS, quiet / self.tables.quiet_turns)
        self.show_set(out, CENTRES, self.tables.centre[viewer])
        self.show_set(out, CENTRES + 1, self.tables.centre[1 - viewer])
        self.show_set(out, COW, self.tables.cow)
        kind: cython.int
        for kind in range(PAPER, SCISSORS + 1):
            if self.permanent[kind] != NO_SQUARE:
                out[(PERMANENT + kind - PAPER) * self.area + self.permanent[kind]] = 1.0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def show_set(self, out: cython.p_float, plane: cython.int, squares: Squares) -> cython.void:
        """Write 1 on some squares of a plane."""
        while squares:
            out[plane * self.area + lowest(squares)] = 1.0
            squares &= squares - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def show_pieces(
        self, position: TrioTrioPosition, viewer: cython.int, out: cython.p_float
    ) -> cython.void:
        kind: cython.int
        for kind in range(3):
            self.show_set(out, kind, position.owned[viewer] & position.typed[kind])
            self.show_set(out, 3 + kind, position.owned[1 - viewer] & position.typed[kind])
        plane: cython.int = SLOTS
        left: Squares = position.owned[viewer]
        while left:
            out[plane * self.area + lowest(left)] = 1.0
            plane += 1
            left &= left - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def show_turn_so_far(
        self, position: TrioTrioPosition, viewer: cython.int, out: cython.p_float
    ) -> cython.void:
        if position.square != NO_SQUARE:
            out[CHANGED * self.area + position.square] = 1.0
        self.flood(out, PHASE + position.phase, 1.0)
        roll: cython.float = position.roll
        self.flood(out, ROLLED, roll / 6)
        self.show_turn(out, TURN, position.mover, viewer)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def show_cow(
        self, position: TrioTrioPosition, viewer: cython.int, out: cython.p_float
    ) -> cython.void:
        player: cython.int
        for player in range(2):
            seat: cython.int = self.seats_after(player, viewer)
            # A count without a piece on the Cow is lost, whatever it was (TT-12).
            if position.owned[player] & self.tables.cow:
                turns: cython.float = position.cow[player]
                self.flood(out, COWS + seat, turns / COW_TURNS)
                self.flood(out, LEAVES + seat, position.must_leave[player])
        self.flood(out, STAYED, position.cow_at_start)


def _labels(rules: Any) -> list[str]:
    squares = [rules.square_name(square) for square in range(rules.size**2)]
    return [
        *("keep", "hold", "roll", "stay", "decline"),
        *(f"change:{number}" for number in _NUMBERS),
        *(f"reclaim:{piece}" for piece in PIECES),
        *(f"{number}-{square}" for number in _NUMBERS for square in squares),
    ]


def _planes() -> list[str]:
    whose = ("my", "the opponent's")
    return [
        *(f"{who} {piece}" for who in whose for piece in PIECES),
        *(f"the {number} of my pieces" for number in _NUMBERS),
        "the piece that is being changed",
        *(f"phase {phase}" for phase in PHASES),
        "the number rolled, sixths",
        *(f"{who} turns on the Cow, thirds" for who in whose),
        *(f"{who} piece must leave the Cow" for who in whose),
        "the player on turn began it on the Cow and has not moved off",
        "quiet turns, of those that make a draw",
        *(f"{who} centre start" for who in whose),
        "the Golden Cow",
        "the permanent Paper",
        "the permanent Scissors",
        *turn_planes(2),
    ]

"""The last two pieces: one against one, with nothing but the Cow to bring more.

A position is numbered as its mover sees it: her piece, the other one, and how the Cow stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import cython

from quatrefoil.core.position import Position
from quatrefoil.games.triotrio.position import TrioTrioPosition
from quatrefoil.search.endgame.domain import EndgameDomain

if not cython.compiled:  # else they are constants and functions of the .pxd files
    from quatrefoil.games.triotrio.position import CHANGE
    from quatrefoil.games.triotrio.tables import count, lowest

#: How the Cow can stand: nothing; the mover's piece has been there for 1, 2, 3 turns or must
#: leave; and the same for the other's.
_STATES = cython.declare(cython.int, 9)
_MUST_LEAVE = cython.declare(cython.int, 4)


def domains(rules: Any) -> list[EndgameDomain]:
    """Return the endings of TrioTrio; a count of quiet turns would need far larger tables."""
    return [LastPieces(rules)] if rules.options["quiet_turns"] == 0 else []


@cython.final
@cython.cclass
class LastPieces(EndgameDomain):
    """One piece against one."""

    name = "one-against-one"

    def __init__(self, rules: Any) -> None:
        self._squares = rules.size**2
        EndgameDomain.__init__(self, rules, (3 * self._squares) ** 2 * _STATES)
        if not cython.compiled:
            self._flipped = [0] * self._squares
        # Seen by the other player the board is upside down (TT-2).
        swapped = next(way for way in rules.symmetries if way.players == (1, 0))
        for square, image in enumerate(swapped.squares):
            self._flipped[square] = image

    def positions(self) -> Iterator[Position]:
        kinds = range(3)
        for mine, theirs in product(range(self._squares), repeat=2):
            if mine == theirs:
                continue
            cows: list[tuple[tuple[int, int], tuple[bool, bool]]] = [((0, 0), (False, False))]
            for player, square in enumerate((mine, theirs)):
                if square == self.rules.cow:
                    for turns in (1, 2, 3):
                        cows.append(((turns, 0) if player == 0 else (0, turns), (False, False)))
                    cows.append(((0, 0), (player == 0, player == 1)))
            for one, other, mover, (cow, leave) in product(kinds, kinds, (0, 1), cows):
                position = TrioTrioPosition(self.rules)
                position.set_up(
                    [{mine: one}, {theirs: other}],
                    mover=mover,
                    cow=cow,
                    must_leave=leave,
                    cow_at_start=True,
                )
                yield position

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def contains(self, position: Position) -> cython.bint:
        return self._is_last(cython.cast(TrioTrioPosition, position))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def number(self, position: Position) -> cython.int:
        return self._number(cython.cast(TrioTrioPosition, position))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_last(self, position: TrioTrioPosition) -> cython.bint:
        return count(position.owned[0]) == 1 and count(position.owned[1]) == 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _number(self, position: TrioTrioPosition) -> cython.int:
        me: cython.int = position.mover
        if position.turn != me or position.phase != CHANGE or not self._is_last(position):
            return -1
        mine: cython.int = self._piece(position, me)
        theirs: cython.int = self._piece(position, 1 - me)
        return (mine * 3 * self._squares + theirs) * _STATES + self._state(position, me)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _piece(self, position: TrioTrioPosition, player: cython.int) -> cython.int:
        """Return the square and kind of a player's only piece as one number."""
        square: cython.int = lowest(position.owned[player])
        kind: cython.int = position.kind_at(position.owned[player])
        if position.mover == 1:
            square = self._flipped[square]
        return 3 * square + kind

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _state(self, position: TrioTrioPosition, me: cython.int) -> cython.int:
        """Return how the Cow stands: at most one of the two can be there."""
        if position.must_leave[me]:
            return _MUST_LEAVE
        if position.must_leave[1 - me]:
            return 2 * _MUST_LEAVE
        if position.cow[me]:
            return position.cow[me]
        return _MUST_LEAVE + position.cow[1 - me] if position.cow[1 - me] else 0

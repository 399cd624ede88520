"""What a TrioTrio position is worth: pieces above all, and who is about to get one back."""

from __future__ import annotations

import cython

from quatrefoil.core.evaluate import Advice, Evaluator
from quatrefoil.core.position import Position
from quatrefoil.games.triotrio.position import TrioTrioPosition

if not cython.compiled:  # else they are constants and functions of the .pxd files
    from quatrefoil.games.triotrio.position import FULL
    from quatrefoil.games.triotrio.tables import count

#: Half a piece for two turns on the Cow, if there is one to reclaim (TT-12).
_COW = cython.declare(cython.double, 0.25)
#: How much it helps to move.
_TEMPO = cython.declare(cython.double, 0.1)


@cython.final
@cython.cclass
class Evaluation(Evaluator):
    """Material, as chances to win."""

    def advice(self) -> Advice:
        return Advice(
            method="alphabeta",
            first_nodes=80,
            top_nodes=2_400_000,
            # Before the change, between the two rolls, after the roll to move (TT-7, TT-8).
            turn_parts=3,
            playout_moves=16,
            exploration=0.4,
            scan=False,
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_values(self, position: Position, out: cython.p_double) -> cython.void:
        out[0] = self.weigh(cython.cast(TrioTrioPosition, position))
        out[1] = 1.0 - out[0]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def weigh(self, position: TrioTrioPosition) -> cython.double:
        """Return Yellow's chance: squares make 3 against 2 count less than 2 against 1."""
        yellow: cython.double = self.strength(position, 0)
        blue: cython.double = self.strength(position, 1)
        return yellow * yellow / (yellow * yellow + blue * blue)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def strength(self, position: TrioTrioPosition, player: cython.int) -> cython.double:
        """Return how many pieces a player's position is worth."""
        pieces: cython.int = count(position.owned[player])
        found: cython.double = pieces
        if pieces < FULL:
            found += _COW * position.cow[player]
        if position.mover == player:
            found += _TEMPO
        return found

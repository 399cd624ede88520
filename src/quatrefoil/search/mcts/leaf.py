"""Leaf evaluation: what a leaf of the tree is worth, by playout, by the evaluator or by both."""

from __future__ import annotations

import cython

from quatrefoil.core.evaluate import Advice, Evaluator
from quatrefoil.core.line import Line
from quatrefoil.core.position import Position
from quatrefoil.core.rng import Rng
from quatrefoil.search.mcts.rave import RaveMoves

if cython.compiled:
    from cython.cimports.quatrefoil.search.shares import fill_shares, fill_soft_shares
else:
    from quatrefoil.core.constants import MAX_PLAYERS, OVER
    from quatrefoil.search.shares import fill_shares, fill_soft_shares

#: No playout is longer: a game that goes on gets evaluated there.
_LONGEST_PLAYOUT = cython.declare(cython.long, 20_000)


@cython.final
@cython.cclass
class LeafEvaluator:
    """Evaluates leaves as a game's advice says, and collects the moves of playouts for RAVE."""

    def __init__(self, evaluator: Evaluator, advice: Advice, rave_moves: RaveMoves) -> None:
        self._evaluator = evaluator
        self._rave_moves = rave_moves
        self._players = evaluator.players
        self._playout_moves = advice.playout_moves
        self._uses_rave = advice.rave > 0
        self._evaluation_weight = advice.foresight
        self._softness = advice.softness
        #: Points behind the first that divide a player's share at a playout's end by e.
        self._scale = 0.0
        if not cython.compiled:
            self._evaluation = [0.0] * MAX_PLAYERS

    def begin(self, position: Position) -> None:
        """Set how much points count in a search from this position."""
        self._scale = self._softness * self._evaluator.unsettled(position)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluate(self, line: Line, rng: Rng, out: cython.p_double) -> cython.void:
        """Write each player's share for a line that is not over; a playout plays the line on."""
        player: cython.int
        if self._evaluation_weight > 0:
            self._evaluator.fill_values(line.position, self._evaluation)
        if self._playout_moves != 0:
            self._play_out(line, rng)
        self._evaluate_end(line, out)
        if self._evaluation_weight > 0:
            for player in range(self._players):
                out[player] += self._evaluation_weight * (self._evaluation[player] - out[player])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _evaluate_end(self, line: Line, out: cython.p_double) -> cython.void:
        """Write shares for where a playout ended: by the result, or by the evaluator."""
        if line.position.turn != OVER:
            self._evaluator.fill_values(line.position, out)
        elif self._scale > 0:
            fill_soft_shares(line.position, self._players, self._scale, out)
        else:
            fill_shares(line.position, self._players, out)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _play_out(self, line: Line, rng: Rng) -> cython.void:
        limit: cython.long = self._playout_moves if self._playout_moves > 0 else _LONGEST_PLAYOUT
        if not self._uses_rave:
            line.playout(rng, limit)
            return
        move: cython.longlong
        while limit > 0 and line.position.turn != OVER:
            limit -= 1
            move = line.position.sample_move(rng)
            self._rave_moves.add(line.position.turn, move)
            line.advance(move)

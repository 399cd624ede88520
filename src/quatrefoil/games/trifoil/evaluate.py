"""What a Trifoil position is worth: links, how they hang together, and what may be done with them.

The weights are those that predict best (logistic regression) how games of the search with itself
end; docs/strength.md has the figures. Links that can be placed on count most: the player with
more of them has more ways to a chain, and the longest one when links run out.
"""

from __future__ import annotations

from typing import Any

import cython

from quatrefoil.core.evaluate import Advice, Evaluator
from quatrefoil.core.position import Position
from quatrefoil.games.trifoil.position import TrifoilPosition

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp

    from quatrefoil.core.bits import popcount64
    from quatrefoil.games.trifoil.chains import ENDLESS, longest_chain
    from quatrefoil.games.trifoil.position import BLUE, RED
    from quatrefoil.games.trifoil.tables import WORDS

#: What these are worth on the scale of a logistic curve: a link more in the longest chain, a link
#: between Blinks, one that looks outwards, two that touch, a shape that may be spun, an action.
_CHAIN = cython.declare(cython.double, 0.35)
_INNER = cython.declare(cython.double, 1.0)
_OUTER = cython.declare(cython.double, 0.5)
_BRIDGE = cython.declare(cython.double, 0.4)
_SPIN = cython.declare(cython.double, 0.2)
_ACTION = cython.declare(cython.double, 0.5)


@cython.final
@cython.cclass
class Evaluation(Evaluator):
    """Links, as chances to win."""

    def __init__(self, rules: Any) -> None:
        Evaluator.__init__(self, rules)
        self.shapes = len(rules.board.shapes)

    def advice(self) -> Advice:
        return Advice(
            method="alphabeta",
            first_nodes=200,
            top_nodes=3_400_000,
            playout_moves=0,
            exploration=0.25,
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_values(self, position: Position, out: cython.p_double) -> cython.void:
        out[0] = 1.0 / (1.0 + exp(-self.lead(cython.cast(TrifoilPosition, position))))
        out[1] = 1.0 - out[0]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lead(self, position: TrifoilPosition) -> cython.double:
        """Return Red's lead; with half of a turn's actions left, the turn is worth nothing."""
        turn: cython.double = _ACTION * (2 * position.actions_left - position.tables.actions)
        lead: cython.double = self.worth(position, RED) - self.worth(position, BLUE)
        lead += _SPIN * self.minorities(position)
        return lead + (turn if position.mover == RED else -turn)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def worth(self, position: TrifoilPosition, player: cython.int) -> cython.double:
        """Return what a player's links are worth."""
        mine: cython.int = WORDS * player
        found: cython.double = _CHAIN * longest_chain(
            position.tables, position.links, mine, 0, ENDLESS
        )
        bits: cython.ulonglong
        word: cython.int
        for word in range(position.tables.words):
            bits = position.links[mine + word]
            found += _INNER * popcount64(bits & position.tables.inner_mask[word])
            found += _OUTER * popcount64(bits & ~position.tables.inner_mask[word])
            found += _BRIDGE * popcount64(bits & (bits >> 1) & position.tables.edge_mask[word])
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def minorities(self, position: TrifoilPosition) -> cython.int:
        """Return how many more shapes Red may spin, having fewer links there, than Blue (TF-8)."""
        found: cython.int = 0
        shape: cython.int
        for shape in range(self.shapes):
            lead: cython.int = position.reds_lead_on(shape)
            found += (lead < 0) - (lead > 0)
        return found

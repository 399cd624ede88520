"""What a Trifoil position is worth: whose longest chain is longer, and who has actions left."""

from __future__ import annotations

import cython

from quatrefoil.core.evaluate import Advice, Evaluator
from quatrefoil.core.position import Position
from quatrefoil.games.trifoil.position import TrifoilPosition

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp

    from quatrefoil.games.trifoil.chains import longest_chain
    from quatrefoil.games.trifoil.tables import WORDS

#: No chain is this long.
_ENDLESS = cython.declare(cython.int, 223)
#: What a link more in the longest chain is worth, on the scale of a logistic curve; and an action.
_LINK = cython.declare(cython.double, 0.5)
_ACTION = cython.declare(cython.double, 0.25)


@cython.final
@cython.cclass
class Evaluation(Evaluator):
    """Chains, as chances to win."""

    def advice(self) -> Advice:
        return Advice(
            method="alphabeta",
            first_nodes=32,
            top_nodes=4_000_000,
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
        """Return Red's lead; half of a turn's actions is an even chance for whoever has them."""
        red: cython.int = longest_chain(position.tables, position.links, 0, 0, _ENDLESS)
        blue: cython.int = longest_chain(position.tables, position.links, WORDS, 0, _ENDLESS)
        turn: cython.double = _ACTION * (2 * position.actions_left - position.tables.actions)
        return _LINK * (red - blue) + (turn if position.mover == 0 else -turn)

"""How Blinq is searched: by playouts, and by what the same move did later in them.

A block that helps to join two sides does so whenever it is laid, so the statistics of a move
played later (RAVE) say much about playing it now; `docs/strength.md` has the figures.
"""

from __future__ import annotations

import cython

from quatrefoil.core.evaluate import Advice, Evaluator


@cython.final
@cython.cclass
class Evaluation(Evaluator):
    """Nothing but advice: playouts to the end are short here and say more than a formula."""

    def advice(self) -> Advice:
        return Advice(first_nodes=8, top_nodes=160_000, rave=2000.0, exploration=0.05)

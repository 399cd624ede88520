"""Endgame tables for a search: probed without the GIL, one probe for each thread."""

from __future__ import annotations

from collections.abc import Sequence

import cython

from quatrefoil.core.position import Position
from quatrefoil.search.endgame.table import SCALE, EndgameTable

_UNIT = cython.declare(cython.double, 1.0 / SCALE)


@cython.final
@cython.cclass
class EndgameProbe:
    """Proven bounds on what the mover gets, from the first of some tables that knows."""

    def __init__(self, tables: Sequence[EndgameTable]) -> None:
        if not tables:
            raise ValueError("a probe takes at least one table")
        self.low, self.high = 0.0, 1.0
        self._domain = tables[0].domain
        self._lows, self._highs = tables[0].low, tables[0].high
        self._next = EndgameProbe(tables[1:]) if len(tables) > 1 else None

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def probe(self, position: Position) -> cython.bint:
        """Set `low` and `high` for a position at the start of a turn; False where none is known."""
        number: cython.int = self._domain.number(position)
        if number >= 0:
            self.low = self._lows[number] * _UNIT
            self.high = self._highs[number] * _UNIT
            return True
        if self._next is None or not self._next.probe(position):
            return False
        self.low = self._next.low
        self.high = self._next.high
        return True


def probe_of(tables: Sequence[EndgameTable]) -> EndgameProbe | None:
    """Return a probe of tables; None where there are none."""
    return EndgameProbe(tables) if tables else None

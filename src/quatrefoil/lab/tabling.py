"""Making endgame tables, and checking them by the equations that they must satisfy."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.position import Position
from quatrefoil.search.endgame.domain import EndgameDomain
from quatrefoil.search.endgame.solve import EndgameSolver
from quatrefoil.search.endgame.table import SCALE, EndgameTable

#: Iteration ends where a sweep changes nothing by more than this: well below what a table keeps.
ENOUGH = 1e-8
_MOST_SWEEPS = 100_000

#: Hears what is being done, and how much of it is, from 0 to 1.
Listener = Callable[[str, float], None]


def build(domain: EndgameDomain, tell: Listener) -> EndgameTable:
    """Explore a domain, iterate, and keep the bounds."""
    started = time.monotonic()
    positions = list(domain.positions())
    ending = EndgameSolver(domain)
    ending.explore(positions, lambda done: tell("exploring", done / len(positions)))
    # Changes shrink by about the same part in every sweep.
    sweeps = ending.iterate(
        ENOUGH,
        _MOST_SWEEPS,
        lambda _, change: tell("iterating", math.log(max(change, ENOUGH)) / math.log(ENOUGH)),
    )
    facts = {
        "positions": len(positions),
        "nodes": ending.nodes,
        "edges": ending.edges,
        "sweeps": sweeps,
        "seconds": round(time.monotonic() - started),
    }
    return EndgameTable.of(ending, facts)


@dataclass(frozen=True)
class Gap:
    """By how much bounds and what follows from the next turn differ, at most."""

    positions: int
    low: float
    high: float


def check(table: EndgameTable, positions: Iterable[Position], tell: Listener | None = None) -> Gap:
    """Work out bounds anew from the rules and the table one turn later; raise if they differ.

    This shares nothing with `build` but the numbers of positions: it walks through the turn by
    `legal_moves`, `push` and `chance_outcomes`.
    """
    count, low_gap, high_gap = 0, 0.0, 0.0
    # Each bound was rounded once, and the one it is compared with was made of rounded ones.
    allowed = 2 / SCALE + 100 * ENOUGH
    for position in positions:
        known = table.bounds(position)
        assert known is not None
        low, high = table.derived_bounds(position, position.turn, look_up=False)
        low_gap = max(low_gap, abs(low - known[0]))
        high_gap = max(high_gap, abs(high - known[1]))
        if max(low_gap, high_gap) > allowed:
            raise QuatrefoilError(
                f"the table says {known}, the rules {low, high} for {position.to_json()}"
            )
        count += 1
        if tell and count % 100 == 0:
            tell("checking", count / table.facts["positions"])
    return Gap(count, low_gap, high_gap)

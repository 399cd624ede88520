"""All positions of a race of two, for tests of the endgame solver; no part of the game."""

from __future__ import annotations

from collections.abc import Iterator

import cython

from dash.lanes import LAST, ROUNDS
from dash.position import DashPosition
from dash.rules import DashRules
from quatrefoil.core.position import Position
from quatrefoil.search.endgame.domain import EndgameDomain

if not cython.compiled:
    from quatrefoil.core.constants import OVER


@cython.final
@cython.cclass
class WholeRace(EndgameDomain):
    """Every position that is not over."""

    name = "whole-race"

    def __init__(self, rules: DashRules) -> None:
        super().__init__(rules, 0)

    def positions(self) -> Iterator[Position]:
        for made in range(2 * ROUNDS):
            for red in range(LAST):
                for blue in range(LAST):
                    position = DashPosition(self.rules)
                    position.set_up((red, blue), made, False)
                    yield position

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def contains(self, position: Position) -> cython.bint:
        return position.turn != OVER

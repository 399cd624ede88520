"""Threats: what the others would do if the player to move passed.

Only the game can tell what a position is after a pass, and it says so in its part `passing`:

    passed(position) -> Position | None      None where nobody can pass, as far as one can say

A game without that part has no threats to show, and `why_not` says it.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from quatrefoil.core.line import Line
from quatrefoil.core.position import Position
from quatrefoil.search.config import MEMORY
from quatrefoil.search.limits import Limit
from quatrefoil.study.analysis import Analysis, TurnReport
from quatrefoil.study.analyst import Analyst, part_of

#: The part of a game that knows what a pass leads to.
PART = "passing"
#: How many turns of the others are shown.
_TURNS = 2
#: What threats get of a slice.
_SHARE = 0.25


@dataclass(frozen=True)
class Threats:
    """What follows a pass: who would be to move, and the best that they could do."""

    turn: int
    values: tuple[float, ...]
    proven: bool
    #: What the pass would cost the player to move.
    loss: float
    turns: tuple[TurnReport, ...]


def why_not(position: Position) -> str | None:
    """Return why there is nothing to say about threats: `game`, `position`, or None."""
    if not position.rules.game.has(PART):
        return "game"
    return None if position_after_pass(position) else "position"


def position_after_pass(position: Position) -> Position | None:
    """Return the position as if the player to move had passed; None where that makes no sense."""
    if position.turn < 0 or not position.rules.game.has(PART):
        return None
    after: Position | None = position.rules.game.part(PART).passed(position)
    return after


class ThreatAnalyst:
    """An analyst that looks at what follows a pass, too: a part of each slice goes there.

    Without `passing` it is an analyst like any other.
    """

    def __init__(
        self,
        line: Line,
        lines: int = 3,
        memory: float = MEMORY,
        threads: int = 1,
        seed: int = 0,
        passing: bool = True,
    ) -> None:
        self._analyst = Analyst(line, lines, threads, memory, seed)
        self.passed = position_after_pass(line.position) if passing else None
        self.why_not = why_not(line.position) if passing else None
        self.threats: Threats | None = None
        self._beside = (
            Analyst(Line(self.passed), _TURNS, threads, memory * _SHARE, seed)
            if self.passed
            else None
        )

    @property
    def line(self) -> Line:
        """The line that is analysed."""
        return self._analyst.line

    def go_on(
        self, limit: Limit, halt: threading.Event | None = None, sure: bool = True
    ) -> Analysis:
        """Search on, as `Analyst.go_on`; `threats` then say what is known of them."""
        if self._beside is None:
            return self._analyst.go_on(limit, halt, sure)
        found = self._analyst.go_on(part_of(limit, 1 - _SHARE), halt, sure)
        answer = self._beside.go_on(part_of(limit, _SHARE), halt, sure)
        mover = self.line.position.turn
        self.threats = Threats(
            turn=answer.turn,
            values=answer.values,
            proven=answer.proven,
            loss=max(0.0, found.values[mover] - answer.values[mover]),
            turns=answer.turns,
        )
        return found

    def stop(self) -> None:
        """End a slice that runs in another thread."""
        self._analyst.stop()
        if self._beside:
            self._beside.stop()

"""The coach in a match against the computer: looks at a turn before it is played.

A gentle one speaks up when a turn is a blunder, a strict one when it is a mistake; both say why.
It thinks on this machine, wherever the match is, and nobody else hears of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from quatrefoil.core.line import Line
from quatrefoil.core.registry import position_from_json
from quatrefoil.match.seats import COMPUTER
from quatrefoil.study.coach import COACHES, OFF, Judge, Verdict
from quatrefoil.terminal.state import MatchState

#: From one press of the key to the next.
_ORDER = (OFF, *COACHES)


class Coach:
    """How strict the coach is, for as long as the program runs."""

    def __init__(self) -> None:
        self.name = OFF

    def change(self) -> None:
        """Be stricter, or go."""
        self.name = _ORDER[(_ORDER.index(self.name) + 1) % len(_ORDER)]

    def looks_at(self, match: MatchState) -> bool:
        """Whether it has a say: it never has where people play each other."""
        kinds = [seat["kind"] for seat in match.state["seats"]]
        return self.name != OFF and COMPUTER in kinds and bool(match.my_turn)

    async def warning(self, match: MatchState, tokens: Sequence[str]) -> Verdict | None:
        """Return what is wrong with a turn, up to the next roll; None where that is not much."""
        line = Line(position_from_json(match.state["position"]))
        found = await asyncio.to_thread(Judge().judge, line, tokens)
        return found if found.warns(self.name) else None

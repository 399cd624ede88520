"""Trickle as if the player to move passed: the next one moves, and may move any bead (TK-9)."""

from __future__ import annotations

from quatrefoil.core.position import Position
from quatrefoil.core.registry import position_from_json


def passed(position: Position) -> Position | None:
    """Return the position in which the next player is to move, or None."""
    if position.turn < 0:
        return None
    after = (position.turn + 1) % position.rules.players
    return position_from_json({**position.to_json(), "turn": after + 1, "last": None})

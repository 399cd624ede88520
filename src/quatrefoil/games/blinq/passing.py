"""Blinq as if the player to move passed: the other places a block.

The rules know no pass (BQ-6), but any blocks that are supported are a position with either player
to move, and the pyramid has as many places left as before.
"""

from __future__ import annotations

from quatrefoil.core.position import Position
from quatrefoil.core.registry import position_from_json
from quatrefoil.games.blinq.notation import TURNS


def passed(position: Position) -> Position | None:
    """Return the position in which the other player is to move, or None."""
    if position.turn < 0:
        return None
    return position_from_json({**position.to_json(), "turn": TURNS[1 - position.turn]})

"""Trifoil as if the player to move passed: what threatens then is what the other would do.

The rules allow no turn without an action (TF-5); the position after one is a sound one all the
same. In mid-turn it is what `end` leads to.
"""

from __future__ import annotations

from quatrefoil.core.position import Position
from quatrefoil.core.registry import position_from_json
from quatrefoil.games.trifoil.notation import COLOURS


def passed(position: Position) -> Position | None:
    """Return the position in which the other player has a whole turn, or None."""
    if position.turn < 0:
        return None
    data = {
        **position.to_json(),
        "turn": COLOURS[1 - position.turn],
        "actions_left": position.rules.options["actions"],
        "acted": False,
    }
    return position_from_json(data)

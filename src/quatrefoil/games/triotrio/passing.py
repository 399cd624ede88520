"""TrioTrio as if the player to move did nothing more in this turn: keep, hold, reclaim nothing.

Whoever has rolled for a move is taken to have held instead (TT-8). A piece that must leave the Cow
allows no holding (TT-14): there nobody can pass.
"""

from __future__ import annotations

from quatrefoil.core.position import Position
from quatrefoil.core.registry import position_from_json

#: What does as little as possible, by phase.
_LEAST = {"change": "keep", "decide": "hold", "reclaim": "decline"}


def passed(position: Position) -> Position | None:
    """Return the position at the start of the other player's turn, or None."""
    mover = position.turn
    if mover < 0:
        return None
    data = position.to_json()
    if data["phase"] == "move":
        data |= {"phase": "decide", "roll": None}
    ahead = position_from_json(data)
    while ahead.turn == mover:
        token = _LEAST[ahead.to_json()["phase"]]
        if token not in {ahead.token(move) for move in ahead.legal_moves()}:
            return None
        ahead.play(token)
    return ahead

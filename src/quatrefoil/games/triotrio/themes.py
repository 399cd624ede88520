"""What puzzles of TrioTrio are about, and how a position stands where their odds end."""

from __future__ import annotations

from quatrefoil.games.triotrio.position import TrioTrioPosition


#: A fiftieth of the pieces more than with any other choice.
CLEAR = 0.02


def standing(position: TrioTrioPosition) -> tuple[float, float]:
    """Return each player's share of the pieces on the board: 2 against 1 is ⅔."""
    yellow, blue = (len(position.pieces(player)) for player in (0, 1))
    return yellow / (yellow + blue), blue / (yellow + blue)

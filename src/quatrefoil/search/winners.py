"""Who won, as a bit for each player: a whole result, as winners share the point."""

from __future__ import annotations

import cython

from quatrefoil.core.position import Position


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def winners(position: Position, players: cython.int) -> cython.int:
    """Return the players with the highest score of a finished game, as a bit each."""
    scores: cython.double[6]
    if not cython.compiled:
        scores = [0.0] * 6
    position.fill_scores(scores)
    player: cython.int
    best: cython.double = scores[0]
    for player in range(1, players):
        best = max(best, scores[player])
    mask: cython.int = 0
    for player in range(players):
        if scores[player] == best:
            mask |= 1 << player
    return mask


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def popcount(mask: cython.int) -> cython.int:
    """Return how many players a mask names."""
    count: cython.int = 0
    while mask != 0:
        count += mask & 1
        mask >>= 1
    return count

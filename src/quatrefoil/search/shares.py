"""Each player's share of the point at the end of a game: winners divide it equally."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp

    from quatrefoil.core.constants import MAX_PLAYERS

from quatrefoil.core.position import Position


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def winners(position: Position, players: cython.int) -> cython.int:
    """Return the players with the highest score of a finished game, as a bit each."""
    scores: cython.double[MAX_PLAYERS]
    if not cython.compiled:
        scores = [0.0] * MAX_PLAYERS
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_shares(position: Position, players: cython.int, out: cython.p_double) -> cython.void:
    """Write what each player of a finished game gets of the point."""
    mask: cython.int = winners(position, players)
    share: cython.double = 1.0 / popcount(mask)
    player: cython.int
    for player in range(players):
        out[player] = share if (mask >> player) & 1 else 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_soft_shares(
    position: Position, players: cython.int, scale: cython.double, out: cython.p_double
) -> cython.void:
    """Write shares of the point: `scale` points behind the first divide a share by e."""
    player: cython.int
    highest: cython.double
    total: cython.double = 0
    position.fill_scores(out)
    highest = out[0]
    for player in range(1, players):
        highest = max(highest, out[player])
    for player in range(players):
        out[player] = exp((out[player] - highest) / scale)
        total += out[player]
    for player in range(players):
        out[player] /= total

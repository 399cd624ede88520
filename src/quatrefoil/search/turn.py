"""Wins within the turn: a turn may be several moves, and none of them must be missed."""

from __future__ import annotations

import cython

from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line

if cython.compiled:
    from cython.cimports.quatrefoil.search.shares import winners
else:
    from quatrefoil.core.constants import OVER
    from quatrefoil.search.shares import winners

#: No turn of any game is longer.
_LONGEST_TURN = cython.declare(cython.int, 16)


@cython.final
@cython.cclass
class TurnScout:
    """Looks through all that the player to move can do before somebody else or chance moves."""

    def __init__(self, rules: Rules) -> None:
        self._players = rules.players
        self._lines = [Line(rules.start()) for _ in range(_LONGEST_TURN + 1)]

    def winning_moves(self, line: Line, positions: int = 3_000_000) -> list[int]:
        """Return moves of this turn that win the game, or none.

        Longer turns than `positions` can hold are not looked through to the end.
        """
        self._left = positions
        self._seen: set[int] = set()
        if line.position.turn < 0:
            return []
        return self._win(line, line.position.turn, 0)

    def _win(self, line: Line, mover: cython.int, depth: cython.int) -> list[int]:
        """Try moves that win at once before those that only lead on."""
        with cython.nogil:
            pass  # A long turn has millions of positions, and a server has other things to do.
        moves = line.position.legal_moves()
        child: Line = self._lines[depth]
        leading = []
        for move in moves:
            child.follow(line)
            child.advance(move)
            self._left -= 1
            if child.position.turn == OVER:
                if winners(child.position, self._players) == 1 << mover:
                    return [move]
            elif child.position.turn == mover:
                leading.append(move)
        if depth == _LONGEST_TURN:
            return []
        for move in leading:
            child.follow(line)
            child.advance(move)
            key = child.future_key()
            if key in self._seen or self._left <= 0:
                continue
            self._seen.add(key)
            found = self._win(child, mover, depth + 1)
            if found:
                return [move, *found]
        return []

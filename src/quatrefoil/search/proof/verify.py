"""Checks a strategy against every reply, move by move, with the real rules.

This knows nothing of how the strategy was found: it plays every game that can arise, through
`Line`, which alone decides repetition. Its player takes a win within the turn where there is one,
and else makes the strategy's move; the opponent makes every legal move. It fails unless all games
end as promised.

A position is looked at once. Two positions are the same if they are equal or images of one
another and nothing that came before can matter; where it can, the whole past must be the same.
"""

from __future__ import annotations

import cython

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.line import Line
from quatrefoil.search.limits import MOST
from quatrefoil.search.proof.strategy import Strategy
from quatrefoil.search.proof.wins import WinFinder
from quatrefoil.search.usage import OneThread

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals
    from cython.cimports.quatrefoil.search.proof.turns import canonical_key
    from cython.cimports.quatrefoil.search.shares import winners
else:
    from quatrefoil.core.constants import OVER
    from quatrefoil.search.proof.turns import canonical_key
    from quatrefoil.search.shares import winners

_HISTORY = cython.declare(cython.ulonglong, 0x5851F42D4C957F2D)


class ProofError(QuatrefoilError):
    """A strategy does not reach its goal: the message says in which game."""


@cython.final
@cython.cclass
class Verifier:
    """Plays a strategy against every reply; counts its own `positions` and all `moves`."""

    def __init__(self, strategy: Strategy, start: Line) -> None:
        rules = start.position.rules
        self.strategy = strategy
        self.moves = self.positions = 0
        self._one_thread = OneThread("verifier")
        self._players = rules.players
        self._symmetries = len(rules.symmetries)
        self._wins = WinFinder(rules)
        self._lines = [start.copy()]
        self._path: list[int] = []
        self._visited: dict[int, bool] = {}

    def verify(self, limit: int = 10**15) -> bool:
        """Play every game; return whether `limit` moves were enough for that.

        A game that does not end as promised raises a ProofError.
        """
        with self._one_thread:
            self.limit = min(limit, MOST)
            self._path.clear()
            self._check(0)
            return self.moves < self.limit

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _check(self, depth: cython.int) -> cython.int:
        """Check the line at a depth and all that can follow it."""
        line: Line = self._lines[depth]
        if line.position.turn == OVER:
            return self._check_outcome(line)
        if len(self._lines) == depth + 1:
            self._lines.append(Line(line.position))
        ours: cython.bint = line.position.turn == self.strategy.player
        if ours and self._takes_win(line, depth):
            return 0
        key: int = self._visited_key(line)
        state = self._visited.get(key)
        if state is not None:
            if not state and not self.strategy.draw_suffices:
                raise ProofError(f"a position comes back: {self._tokens()}")
            return 0
        if self.moves >= self.limit:
            return 0
        self._visited[key] = False
        if ours:
            self._follow_strategy(line, depth)
        else:
            self._try_replies(line, depth)
        self._visited[key] = True
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _follow_strategy(self, line: Line, depth: cython.int) -> cython.int:
        """Make the strategy's move."""
        self.positions += 1
        move = self.strategy.move(line.position)
        if move is None:
            raise ProofError(f"the strategy has no move after {self._tokens()}")
        return self._make(line, depth, move)

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _try_replies(self, line: Line, depth: cython.int) -> cython.int:
        """Make every legal move of the opponent."""
        if cython.compiled:
            PyErr_CheckSignals()
        for move in line.position.legal_moves():
            self._make(line, depth, move)
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _make(self, line: Line, depth: cython.int, move: cython.longlong) -> cython.int:
        child: Line = self._lines[depth + 1]
        child.follow(line)
        child.advance(move)
        self.moves += 1
        self._path.append(move)
        self._check(depth + 1)
        self._path.pop()
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _takes_win(self, line: Line, depth: cython.int) -> cython.bint:
        """Whether the player on turn wins within it: found anyhow, but played by the rules."""
        if not self._wins.find_again(line.position):
            return False
        child: Line = self._lines[depth + 1]
        child.follow(line)
        step: cython.int
        move: cython.longlong
        for step in range(self._wins.length):
            move = self._wins.moves[step]
            if move not in child.position.legal_moves():
                raise ProofError(f"an illegal move after {self._tokens()}")
            child.advance(move)
        return (
            child.position.turn == OVER
            and winners(child.position, self._players) == 1 << self.strategy.player
        )

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _check_outcome(self, line: Line) -> cython.int:
        mask: cython.int = winners(line.position, self._players)
        player: cython.int = self.strategy.player
        if mask == 1 << player or (self.strategy.draw_suffices and (mask >> player) & 1):
            return 0
        raise ProofError(f"the strategy fails: {self._tokens()}")

    @cython.cfunc
    @cython.exceptval(check=False)
    def _visited_key(self, line: Line) -> cython.ulonglong:
        """Return what tells lines apart: the position alone where no repetition can be near."""
        now: cython.int = 1 if line.position.repetition_key() != 0 else 0
        if line._count - line._first <= now:
            return canonical_key(line.position, self._symmetries)
        return line.future_key() ^ _HISTORY

    def _tokens(self) -> str:
        """Return the moves of the game that is being looked at."""
        first: Line = self._lines[0]
        line = first.copy()
        for move in self._path:
            line.push(move)
        return " ".join(line.tokens)

"""Wins within the turn, found fast: a proof asks for them millions of times."""

from __future__ import annotations

import cython

from quatrefoil.core.game import Rules
from quatrefoil.core.position import Position

if cython.compiled:
    from cython.cimports.libc.stdlib import free
    from cython.cimports.quatrefoil.search.memory import resized
    from cython.cimports.quatrefoil.search.shares import winners
else:
    from quatrefoil.core.constants import OVER
    from quatrefoil.search.shares import winners

    LONGEST_TURN, REMEMBERED = 16, 4


@cython.final
@cython.cclass
class WinFinder:
    """Looks for moves that win before anybody else moves; `moves` and `length` tell them.

    Repetition is left out of account: a win ends the game before it could count.
    """

    def __cinit__(self) -> None:
        if cython.compiled:
            self._legal = cython.NULL

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self._legal)

    def __init__(self, rules: Rules) -> None:
        self._players = rules.players
        self._max_moves = rules.max_moves
        self._stack = [rules.start() for _ in range(LONGEST_TURN)]
        self._count = 0
        self.length = 0
        if cython.compiled:
            size: cython.Py_ssize_t = (LONGEST_TURN + 1) * self._max_moves
            self._legal = cython.cast(
                cython.p_longlong,
                resized(cython.NULL, size * cython.sizeof(cython.longlong)),
            )
        else:
            self._legal = [0] * self._max_moves
            self.moves, self._latest = [0] * LONGEST_TURN, [0] * (LONGEST_TURN * REMEMBERED)
            self._lengths = [0] * REMEMBERED

    @cython.cfunc
    @cython.exceptval(check=False)
    def find(self, position: Position) -> cython.bint:
        """Whether the player on turn can win within it."""
        self.length = self._find(position, 0)
        return self.length > 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def find_again(self, position: Position) -> cython.bint:
        """Whether `find` finds one, after a look at the turns that won lately."""
        turn: cython.int
        for turn in range(min(self._count, REMEMBERED)):
            if self._repeat(position, turn):
                self._recall(turn)
                return True
        if not self.find(position):
            return False
        self._remember()
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def forget(self) -> cython.void:
        """Forget the turns that won lately."""
        self._count = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _find(self, position: Position, depth: cython.int) -> cython.int:
        """Return the length of a winning turn that goes on from here, or 0."""
        quick: cython.longlong = position.winning_move()
        if quick >= 0:
            self.moves[depth] = quick
            return depth + 1
        if cython.compiled:
            legal: cython.p_longlong = self._legal + depth * self._max_moves
        else:
            legal = [0] * self._max_moves
        count: cython.int = position.fill_moves(legal)
        mover: cython.int = position.turn
        child: Position = self._stack[depth]
        i: cython.int
        found: cython.int
        for i in range(count):
            child.assign(position)
            child.apply(legal[i])
            found = 0
            if child.turn == OVER:
                if winners(child, self._players) == 1 << mover:
                    found = depth + 1
            elif child.turn == mover and depth + 1 < LONGEST_TURN:
                found = self._find(child, depth + 1)
            elif quick == -1:
                # Moves that end the turn win at once or not at all, and that was looked at.
                break
            if found:
                self.moves[depth] = legal[i]
                return found
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _repeat(self, position: Position, turn: cython.int) -> cython.bint:
        """Whether a turn that won lately wins here too."""
        mover: cython.int = position.turn
        child: Position = self._stack[0]
        child.assign(position)
        step: cython.int
        move: cython.longlong
        for step in range(self._lengths[turn]):
            move = self._latest[LONGEST_TURN * turn + step]
            if child.turn != mover or not self._is_legal(child, move):
                return False
            child.apply(move)
        return child.turn == OVER and winners(child, self._players) == 1 << mover

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_legal(self, position: Position, move: cython.longlong) -> cython.bint:
        count: cython.int = position.fill_moves(self._legal)
        i: cython.int = 0
        while i < count and self._legal[i] != move:
            i += 1
        return i < count

    @cython.cfunc
    @cython.exceptval(check=False)
    def _recall(self, turn: cython.int) -> cython.void:
        step: cython.int
        self.length = self._lengths[turn]
        for step in range(self.length):
            self.moves[step] = self._latest[LONGEST_TURN * turn + step]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _remember(self) -> cython.void:
        slot: cython.int = self._count % REMEMBERED
        step: cython.int
        for step in range(self.length):
            self._latest[LONGEST_TURN * slot + step] = self.moves[step]
        self._lengths[slot] = self.length
        self._count += 1

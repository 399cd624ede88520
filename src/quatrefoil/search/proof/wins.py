"""Wins within the turn, which may be several moves: no win is missed.

One search serves two callers. A proof asks about positions, millions of times (`find`); a player
asks about a line, once a move (`winning_moves`), where repetition counts, a turn may have millions
of positions, and other threads must go on meanwhile.
"""

from __future__ import annotations

import cython

from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.position import Position
from quatrefoil.search.keys import KeySet
from quatrefoil.search.usage import OneThread, check_rules

if cython.compiled:
    from cython.cimports.libc.stdlib import free
    from cython.cimports.quatrefoil.search.memory import resized
    from cython.cimports.quatrefoil.search.shares import winners
else:
    from quatrefoil.core.constants import NO_MOVE, OVER
    from quatrefoil.search.shares import winners

    LONGEST_TURN, REMEMBERED = 16, 4


@cython.final
@cython.cclass
class Step:
    """Room for one move of a turn: the line before it and after it, and the step that follows."""

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.legal)

    def __init__(self, rules: Rules, line: Line, depth: int) -> None:
        self.line = line
        self.child = Line(rules.start())
        self.depth = depth
        self.goes_on = False
        self.next = Step(rules, self.child, depth + 1) if depth + 1 < LONGEST_TURN else None
        if cython.compiled:
            size: cython.Py_ssize_t = rules.max_moves * cython.sizeof(cython.longlong)
            self.legal = cython.cast(cython.p_longlong, resized(cython.NULL, size))
        else:
            self.legal = [0] * rules.max_moves


@cython.final
@cython.cclass
class WinFinder:
    """Looks for moves that win before anybody else moves; `moves` and `length` tell them."""

    def __init__(self, rules: Rules) -> None:
        self.length = 0
        self._rules = rules
        self._one_thread = OneThread("finder of wins")
        self._players = rules.players
        self._first = Step(rules, Line(rules.start()), 0)
        self._count = 0
        self._in_line = False
        self._visited = KeySet()
        if not cython.compiled:
            self.moves, self._latest = [0] * LONGEST_TURN, [0] * (LONGEST_TURN * REMEMBERED)
            self._lengths = [0] * REMEMBERED

    def winning_moves(self, line: Line, positions: cython.long = 3_000_000) -> list[int]:
        """Return moves of this turn that win the game, or none; other threads go on meanwhile.

        Of turns with more `positions` than that, not all are tried.
        """
        check_rules(self._rules, line.position)
        if line.position.turn < 0:
            return []
        with self._one_thread:
            self._first.line.follow(line)
            self._left = positions
            self._in_line = True
            try:
                with cython.nogil:
                    self.length = self._find(self._first.line.position, self._first)
            finally:
                self._in_line = False
                self._visited = KeySet()  # the memory of a long turn is not kept
            return [self.moves[i] for i in range(self.length)]

    # ---- for proofs ---------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def find(self, position: Position) -> cython.bint:
        """Whether the player on turn can win within it.

        Repetition is left out of account: a win ends the game before it could count.
        """
        self.length = self._find(position, self._first)
        return self.length > 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
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

    # ---- the search through a turn ------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def _find(self, position: Position, step: Step) -> cython.int:
        """Return the length of a winning turn that goes on from a position, or 0."""
        quick: cython.longlong = position.winning_move()
        if quick >= 0:
            self.moves[step.depth] = quick
            return step.depth + 1
        count: cython.int = position.fill_moves(step.legal)
        # In a line a repetition may win too, and that is no position's to say.
        if not self._in_line and quick == NO_MOVE:
            return self._find_further(position, step, count, True)
        found: cython.int = self._find_at_once(position, step, count)
        if found != 0 or not step.goes_on:
            return found
        return self._find_further(position, step, count, False)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_at_once(self, position: Position, step: Step, count: cython.int) -> cython.int:
        """Return the length of the turn if one of the moves wins, or 0.

        `step.goes_on` then says whether the turn goes on after any of them. Wins at once come
        first: behind a single move there may be more positions than there is time for.
        """
        mover: cython.int = position.turn
        i: cython.int
        step.goes_on = False
        for i in range(count):
            self._make(position, step, step.legal[i])
            if step.child.position.turn == mover:
                step.goes_on = True
            elif (
                step.child.position.turn == OVER
                and winners(step.child.position, self._players) == 1 << mover
            ):
                self.moves[step.depth] = step.legal[i]
                return step.depth + 1
        if self._in_line:
            self._left -= count
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def _find_further(
        self, position: Position, step: Step, count: cython.int, none_at_once: cython.bint
    ) -> cython.int:
        """Return the length of a winning turn that goes on after one of the moves, or 0.

        Where none of them wins at once, the first that ends the turn ends the list: either all do,
        as this is the last action, or a game lists those that go on before it.
        """
        if step.next is None:
            return 0
        mover: cython.int = position.turn
        i: cython.int
        found: cython.int
        for i in range(count):
            self._make(position, step, step.legal[i])
            if step.child.position.turn != mover:
                if none_at_once and step.child.position.turn != OVER:
                    return 0
                continue
            if self._in_line and (
                self._left <= 0 or not self._visited.add(step.child.future_key())
            ):
                continue
            found = self._find(step.child.position, step.next)
            if found != 0:
                self.moves[step.depth] = step.legal[i]
                return found
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _make(self, position: Position, step: Step, move: cython.longlong) -> cython.void:
        """Make a move in the child of a step: with its past in a line, which takes longer."""
        if self._in_line:
            step.child.follow(step.line)
            step.child.advance(move)
        else:
            step.child.position.assign(position)
            step.child.position.apply(move)

    # ---- turns that won lately ----------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    def _repeat(self, position: Position, turn: cython.int) -> cython.bint:
        """Whether a turn that won lately wins here too."""
        mover: cython.int = position.turn
        child: Position = self._first.child.position
        child.assign(position)
        move: cython.longlong
        step: cython.int
        for step in range(self._lengths[turn]):
            move = self._latest[LONGEST_TURN * turn + step]
            if child.turn != mover or not self._is_legal(child, move):
                return False
            child.apply(move)
        return child.turn == OVER and winners(child, self._players) == 1 << mover

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_legal(self, position: Position, move: cython.longlong) -> cython.bint:
        count: cython.int = position.fill_moves(self._first.legal)
        i: cython.int = 0
        while i < count and self._first.legal[i] != move:
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

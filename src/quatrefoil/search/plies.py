"""The inside of alpha-beta: plies, a table of what was seen, and the loop, without the GIL.

Values are the share of whoever is to move: 1 is a certain win, 0 a certain loss, and evaluations
stay strictly between them. A turn may be several moves, so a window turns round only where
somebody else is to move; where chance moves the value is the mean by the odds.
"""

from __future__ import annotations

import cython

from quatrefoil.core.evaluate import Evaluator
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free, malloc
    from cython.cimports.quatrefoil.search.clock import now
    from cython.cimports.quatrefoil.search.plies import Slot
else:
    from quatrefoil.search.clock import now

_CHANCE = cython.declare(cython.int, -1)
_OVER = cython.declare(cython.int, -2)
_NO_MOVE = cython.declare(cython.longlong, -1)
#: What a stored value is.
_EXACT = cython.declare(cython.int, 0)
_AT_LEAST = cython.declare(cython.int, 1)
_AT_MOST = cython.declare(cython.int, 2)
#: Evaluations stay so far away from a certain win or loss.
_MARGIN = cython.declare(cython.double, 0.001)
_HISTORY = cython.declare(cython.int, 8192)
#: The deepest search.
DEEPEST = 64
#: Moves at a node that are searched in full before the rest are first tried a move less deep.
_FULL_MOVES = cython.declare(cython.int, 6)


@cython.final
@cython.cclass
class Ply:
    """A line at some depth, with room for its moves, and the ply below; the last is its own."""

    def __init__(self, rules: Rules, depth: int) -> None:
        self.line = Line(rules.start())
        self.next = Ply(rules, depth - 1) if depth else self
        if cython.compiled:
            self.moves = cython.cast(cython.p_longlong, malloc(rules.max_moves * 8))
            self.order = cython.cast(cython.p_double, malloc(rules.max_moves * 8))
            if self.moves == cython.NULL or self.order == cython.NULL:
                raise MemoryError
        else:
            self.moves, self.order = [0] * rules.max_moves, [0.0] * rules.max_moves

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.moves)
            free(self.order)


@cython.final
@cython.cclass
class PlyStack:
    """All plies, the table and the loop."""

    def __init__(self, rules: Rules, evaluator: Evaluator, memory: int) -> None:
        self.first = Ply(rules, DEEPEST)
        self._evaluator = evaluator
        slots = 1 << max(10, (memory // 32).bit_length() - 1)
        self._mask = slots - 1
        if cython.compiled:
            self._slots = cython.cast(cython.pointer[Slot], calloc(slots, cython.sizeof(Slot)))
            if self._slots == cython.NULL:
                raise MemoryError
        else:
            self._slots = [_SlowSlot() for _ in range(slots)]
            self._history, self._values = [0] * _HISTORY, [0.0] * 6

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self._slots)

    def begin(
        self, line: Line, nodes: cython.long, deadline: cython.double, processor: cython.bint
    ) -> None:
        """Take a line for the top, and limits; the deadline may be of this thread's processor."""
        self.first.line.follow(line)
        self.nodes = 0
        self._most = nodes
        self._deadline = deadline
        self._processor = processor
        self._stopped = False
        i: cython.int
        for i in range(_HISTORY):
            self._history[i] = 0

    def stop(self) -> None:
        """End a search in another thread."""
        self._stopped = True

    def value(
        self, move: cython.longlong, depth: cython.int, low: cython.double, high: cython.double
    ) -> float | None:
        """Return the mover's value of a move at the top, or None if there was no time for it.

        Where chance moves it is player 0's.
        """
        found: cython.double
        player: cython.int = max(0, self.first.line.position.turn)
        with cython.nogil:
            found = self._after(self.first, move, player, depth, low, high)
        return None if self._stopped else found

    def best_of(self, line: Line) -> int:
        """Return the move that the table holds best in a line, or −1."""
        key: cython.ulonglong = line.future_key()
        slot: cython.ulonglong = key & self._mask
        return self._slots[slot].move if self._slots[slot].key == key else -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _must_end(self) -> cython.bint:
        late: cython.bint = self.nodes & 63 == 0 and now(self._processor) >= self._deadline
        if late or self.nodes >= self._most:
            self._stopped = True
        return self._stopped

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _after(
        self,
        ply: Ply,
        move: cython.longlong,
        mover: cython.int,
        depth: cython.int,
        low: cython.double,
        high: cython.double,
    ) -> cython.double:
        """Return the mover's value of a move at a ply."""
        ply.next.line.follow(ply.line)
        ply.next.line.advance(move)
        if ply.next.line.position.turn == mover:
            return self._value(ply.next, depth - 1, low, high)
        if ply.next.line.position.turn == _CHANCE:
            return self._expect(ply.next, mover, depth, low, high)
        if ply.next.line.position.turn == _OVER:
            self.nodes += 1
            ply.next.line.position.fill_scores(self._values)
            if self._values[0] == self._values[1]:
                return 0.5
            return 1.0 if self._values[mover] > self._values[1 - mover] else 0.0
        return 1.0 - self._value(ply.next, depth - 1, 1.0 - high, 1.0 - low)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expect(
        self,
        ply: Ply,
        player: cython.int,
        depth: cython.int,
        low: cython.double,
        high: cython.double,
    ) -> cython.double:
        """Return a player's value of a ply where chance moves: the mean by the odds.

        An outcome is searched only as exactly as its share of the mean asks for, given that the
        others bring between 0 and 1 (Ballard's Star1); dice are no move, so depth stays.
        """
        self.nodes += 1
        if self._must_end() or ply.next is ply:
            return 0.5
        count: cython.int = ply.line.position.fill_moves(ply.moves)
        ply.line.position.fill_odds(count, ply.order)
        mean: cython.double = 0.0
        left: cython.double = 1.0
        odds: cython.double
        i: cython.int
        for i in range(count):
            odds = ply.order[i]
            left -= odds
            mean += odds * self._after(
                ply, ply.moves[i], player, depth, (low - mean - left) / odds, (high - mean) / odds
            )
            if mean >= high or mean + left <= low:
                return mean if mean >= high else mean + left
        return mean

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _value(
        self, ply: Ply, depth: cython.int, low: cython.double, high: cython.double
    ) -> cython.double:
        """Return the value of a ply for who moves there, exact if it is between low and high."""
        self.nodes += 1
        if self._must_end():
            return 0.5
        if depth <= 0 or ply.next is ply:
            return self._judge(ply)
        key: cython.ulonglong = ply.line.future_key()
        slot: cython.ulonglong = key & self._mask
        first: cython.longlong = _NO_MOVE
        known: cython.double
        bound: cython.int
        if self._slots[slot].key == key:
            first = self._slots[slot].move
            known = self._slots[slot].value
            bound = self._slots[slot].bound
            if self._slots[slot].depth >= depth or known == 1.0 or known == 0.0:
                if bound == _EXACT or (bound == _AT_LEAST and known >= high):
                    return known
                if bound == _AT_MOST and known <= low:
                    return known
        count: cython.int = self._list(ply, first)
        mover: cython.int = ply.line.position.turn
        best: cython.double = -1.0
        best_move: cython.longlong = _NO_MOVE
        found: cython.double
        floor: cython.double = low
        i: cython.int
        for i in range(count):
            self._bring_best(ply, i, count)
            if i == 0:
                found = self._after(ply, ply.moves[i], mover, depth, floor, high)
            else:
                # Later moves only have to show that they are no better, and less deeply at first.
                found = self._after(
                    ply,
                    ply.moves[i],
                    mover,
                    depth - (i >= _FULL_MOVES and depth >= 3),
                    floor,
                    floor + 1e-7,
                )
                if found > floor and not self._stopped:
                    found = self._after(ply, ply.moves[i], mover, depth, floor, high)
            if self._stopped:
                return 0.5
            if found > best:
                best = found
                best_move = ply.moves[i]
                floor = max(floor, best)
                if best >= high or best == 1.0:
                    self._history[(best_move * 2 + mover) & (_HISTORY - 1)] += depth * depth
                    break
        self._keep(key, best_move, best, depth, low, high)
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _judge(self, ply: Ply) -> cython.double:
        """Evaluate a ply for who moves there."""
        self._evaluator.fill_values(ply.line.position, self._values)
        value: cython.double = self._values[ply.line.position.turn]
        return min(max(value, _MARGIN), 1.0 - _MARGIN)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list(self, ply: Ply, first: cython.longlong) -> cython.int:
        """List the moves of a ply and say in which order to try them."""
        count: cython.int = ply.line.position.fill_moves(ply.moves)
        mover: cython.int = ply.line.position.turn
        i: cython.int
        for i in range(count):
            if ply.moves[i] == first:
                ply.order[i] = 1e18
            else:
                ply.order[i] = self._history[(ply.moves[i] * 2 + mover) & (_HISTORY - 1)]
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _bring_best(self, ply: Ply, at: cython.int, count: cython.int) -> cython.void:
        """Swap the most promising of the moves that are left to a place."""
        best: cython.int = at
        i: cython.int
        for i in range(at + 1, count):
            if ply.order[i] > ply.order[best]:
                best = i
        move: cython.longlong = ply.moves[best]
        order: cython.double = ply.order[best]
        ply.moves[best] = ply.moves[at]
        ply.order[best] = ply.order[at]
        ply.moves[at] = move
        ply.order[at] = order

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(
        self,
        key: cython.ulonglong,
        move: cython.longlong,
        value: cython.double,
        depth: cython.int,
        low: cython.double,
        high: cython.double,
    ) -> cython.void:
        """Store what was found out about a line; the newest stays."""
        slot: cython.ulonglong = key & self._mask
        self._slots[slot].key = key
        self._slots[slot].move = move
        self._slots[slot].value = value
        self._slots[slot].depth = depth
        self._slots[slot].bound = (
            _AT_MOST if value <= low else (_AT_LEAST if value >= high else _EXACT)
        )


class _SlowSlot:
    """A slot of the uncompiled form's table."""

    def __init__(self) -> None:
        self.key = self.move = self.depth = self.bound = 0
        self.value = 0.0

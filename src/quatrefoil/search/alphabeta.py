"""Alpha-beta for two players without dice: deeper and deeper, with a table of what was seen.

Values are the share of whoever is to move: 1 is a certain win, 0 a certain loss, and evaluations
stay strictly between them. A turn may be several moves, so a window turns round only where
somebody else is to move.
"""

from __future__ import annotations

import math
import threading
import time

import cython

from quatrefoil.core.errors import IllegalMoveError
from quatrefoil.core.evaluate import Evaluator, evaluator_of
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.rng import scramble
from quatrefoil.search.config import Config
from quatrefoil.search.limits import Limit, Listener, MoveReport, SearchResult

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free, malloc
    from cython.cimports.quatrefoil.search.alphabeta import Slot
    from cython.cimports.quatrefoil.search.clock import now
else:
    from quatrefoil.search.clock import now

_OVER = cython.declare(cython.int, -2)
_NO_MOVE = cython.declare(cython.longlong, -1)
#: What a stored value is.
_EXACT = cython.declare(cython.int, 0)
_AT_LEAST = cython.declare(cython.int, 1)
_AT_MOST = cython.declare(cython.int, 2)
#: Evaluations stay so far away from a certain win or loss.
_MARGIN = cython.declare(cython.double, 0.001)
_HISTORY = cython.declare(cython.int, 8192)
#: How much taste may change an evaluation; and what spreads keys over all tastes.
_TASTE = cython.declare(cython.double, 0.01)
_SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MASK64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
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

    def __init__(self, rules: Rules, evaluator: Evaluator, memory: int, seed: int) -> None:
        self.first = Ply(rules, DEEPEST)
        self._taste = scramble(seed)
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

    def begin(self, line: Line, nodes: cython.long, deadline: cython.double) -> None:
        """Take a line for the top, and limits."""
        self.first.line.follow(line)
        self.nodes = 0
        self._most = nodes
        self._deadline = deadline
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
        """Return the value of a move at the top, or None if there was no time for it."""
        found: cython.double
        with cython.nogil:
            found = self._after(self.first, move, self.first.line.position.turn, depth, low, high)
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
        if self.nodes >= self._most or (self.nodes & 63 == 0 and now() >= self._deadline):
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
        """Evaluate a ply, with a little of the seed's own taste: no two play all games alike."""
        self._evaluator.fill_values(ply.line.position, self._values)
        value: cython.double = self._values[ply.line.position.turn]
        taste: cython.ulonglong = ply.line.position.hash_key() ^ self._taste
        taste = ((taste ^ (taste >> 31)) * _SPREAD) & _MASK64
        value += (cython.cast(cython.double, taste >> 44) / 1048576.0 - 0.5) * _TASTE
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


class AlphaBeta:
    """A searcher of one game with two players and no dice."""

    def __init__(self, rules: Rules, config: Config | None = None) -> None:
        if rules.players != 2:
            raise ValueError(f"alpha-beta is for two players, not {rules.players}")
        self.rules = rules
        self.config = config or Config.best(rules)
        memory = int(self.config.memory * 1_000_000)
        self._stack = PlyStack(rules, evaluator_of(rules), memory, self.config.seed)

    def search(
        self,
        line: Line,
        limit: Limit,
        listener: Listener | None = None,
        halt: threading.Event | None = None,
    ) -> SearchResult:
        """Search a line that is not over."""
        started = time.monotonic()
        if line.position.is_over:
            raise IllegalMoveError("the game is over: there is nothing to search")
        moves = line.position.legal_moves()
        deadline = started + limit.time if limit.time is not None else math.inf
        self._stack.begin(line, limit.nodes or 2**62, deadline)
        values = dict.fromkeys(moves, 0.5)
        depths = dict.fromkeys(moves, 0)
        for depth in range(1, min(limit.depth or DEEPEST, DEEPEST) + 1):
            if halt and halt.is_set():
                break
            if not self._deepen(moves, depth, values, depths):
                break
            moves.sort(key=lambda move: (depths[move], values[move]), reverse=True)
            best = moves[0]
            if len(moves) == 1 or values[best] in (0.0, 1.0):
                break
            if listener:
                listener(self._result(line, moves, values, depths, started))
        return self._result(line, moves, values, depths, started)

    def stop(self) -> None:
        """End a search that runs in another thread."""
        self._stack.stop()

    def _deepen(
        self, moves: list[int], depth: int, values: dict[int, float], depths: dict[int, int]
    ) -> bool:
        """Search every move so deep; keep the best in front. False if time ran out."""
        floor = -1.0
        for number, move in enumerate(list(moves)):
            found = self._stack.value(move, depth, floor, 1.0 if number == 0 else floor + 1e-7)
            if found is not None and number and found > floor:
                found = self._stack.value(move, depth, floor, 2.0)
            if found is None:
                return False
            values[move] = found
            depths[move] = depth if found > floor else 0
            if found > floor:
                floor = found
                moves.remove(move)
                moves.insert(0, move)
            if floor == 1.0:
                break
        return True

    def _result(
        self,
        line: Line,
        moves: list[int],
        values: dict[int, float],
        depths: dict[int, int],
        started: float,
    ) -> SearchResult:
        best = moves[0]
        value = values[best]
        shares = (value, 1 - value) if line.position.turn == 0 else (1 - value, value)
        return SearchResult(
            best=best,
            values=shares,
            moves=tuple(
                MoveReport(m, depths[m], values[m], values[m] in (0.0, 1.0)) for m in moves
            ),
            principal_variation=self._variation(line, best),
            proven=value in (0.0, 1.0),
            nodes=self._stack.nodes,
            seconds=time.monotonic() - started,
        )

    def _variation(self, line: Line, best: int) -> tuple[int, ...]:
        found = [best]
        ahead = line.copy()
        ahead.push(best)
        while len(found) < 16 and not ahead.position.is_over:
            move = self._stack.best_of(ahead)
            if move not in ahead.position.legal_moves():
                break
            found.append(move)
            ahead.push(move)
        return tuple(found)

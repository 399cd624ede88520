"""The inside of alpha-beta: plies and the loop, without the GIL.

Values are the share of the player to move: 1 is a certain win, 0 a certain loss, and evaluations
stay strictly between them. A turn may be several moves, so a window turns round only where
somebody else is to move; where chance moves the value is the mean by the odds (expectimax).

Every value comes with `proven`: whether it holds however deep one searches. A value inside its
window is exact, one at or below `low` an upper bound, one at or above `high` a lower bound (fail
soft); `proven` says that this is true of the game itself, as no evaluation had a part in it.

    value           one root move                          called by alphabeta/search.py
      _move_value     a move: who is to move after it?
        _chance_value   dice: Star2 probes, then the mean with Star1 bounds
        _search         a player: bounds of endgame tables
          _search_ply     a leaf, or the transposition table
            _search_moves   all moves, the best first
              _pvs_value      null windows, late moves reduced
"""

from __future__ import annotations

import cython

from quatrefoil.core.errors import IllegalMoveError
from quatrefoil.core.evaluate import Evaluator
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.position import Position
from quatrefoil.search.alphabeta.transpositions import TableEntry, TranspositionTable
from quatrefoil.search.endgame.probe import EndgameProbe
from quatrefoil.search.usage import check_rules

if cython.compiled:
    from cython.cimports.libc.stdlib import free
    from cython.cimports.quatrefoil.search.clock import now
    from cython.cimports.quatrefoil.search.memory import resized
else:
    from quatrefoil.core.constants import (
        AT_LEAST,
        AT_MOST,
        CHANCE,
        EXACT,
        MAX_PLAYERS,
        NO_MOVE,
        OVER,
    )
    from quatrefoil.search.clock import now

#: Evaluations stay this far away from a certain win or loss.
_MARGIN = cython.declare(cython.double, 0.001)
#: Values are whole multiples of this, so that equal ones are equal however they were added up; a
#: null window, which only asks whether a value is above its lower end, is this wide.
STEP = 2.0**-30
_STEP = cython.declare(cython.double, STEP)
_STEPS_PER_POINT = cython.declare(cython.double, 1 / STEP)
#: Bounds of an endgame table that are no further apart were equal before they were rounded.
_CLOSED = cython.declare(cython.double, 2.5 / 65535)
_HISTORY = cython.declare(cython.int, 8192)
#: From this depth on one move after each of chance's outcomes is tried before any is searched.
_STAR2_DEPTH = cython.declare(cython.int, 4)
#: The deepest search.
DEEPEST = 64
#: Moves of a ply that are searched at full depth; later ones are first tried a move less deep.
_FULL_DEPTH_MOVES = cython.declare(cython.int, 6)


@cython.final
@cython.cclass
class Ply:
    """A line at some depth, with room for its moves, and the `next` ply: the last has itself."""

    def __init__(self, start: Position, depth: int) -> None:
        # A line copies the position that it begins at: one does for all plies.
        self.line = Line(start)
        self.next = Ply(start, depth - 1) if depth else self
        most: cython.Py_ssize_t = start.max_moves
        if cython.compiled:
            size: cython.Py_ssize_t = most * 8
            self.moves = cython.cast(cython.p_longlong, resized(cython.NULL, size))
            self.order = cython.cast(cython.p_double, resized(cython.NULL, size))
            self.floors = cython.cast(cython.p_double, resized(cython.NULL, size))
        else:
            self.moves, self.order, self.floors = [0] * most, [0.0] * most, [0.0] * most

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.moves)
            free(self.order)
            free(self.floors)


@cython.final
@cython.cclass
class PlyStack:
    """All plies and the loop, for one thread; the transposition table may be shared with others.

    A stack that goes `backwards` through chance's outcomes meets another one in the middle: each
    finds the other's half in the table.
    """

    def __init__(
        self,
        rules: Rules,
        evaluator: Evaluator,
        table: TranspositionTable,
        endgame: EndgameProbe | None,
        backwards: cython.bint = False,
    ) -> None:
        self.first = Ply(rules.start(), DEEPEST)
        self._root_moves = 0
        self._backwards = backwards
        self._evaluator = evaluator
        self._endgame = endgame
        self._table = table
        self._entry = TableEntry()
        if not cython.compiled:
            self._history, self._values = [0] * _HISTORY, [0.0] * MAX_PLAYERS

    def begin(
        self,
        line: Line,
        nodes: cython.long,
        deadline: cython.double,
        processor: cython.bint = False,
    ) -> None:
        """Take a line as the root, and limits; the deadline may be of this thread's processor."""
        check_rules(self.first.line.position.rules, line.position)
        self.first.line.follow(line)
        self._root_moves = line.position.fill_moves(self.first.moves)
        self.nodes = 0
        self.proven = False
        self._node_limit = nodes
        self._deadline = deadline
        self._processor = processor
        self._stopped = False
        i: cython.int
        for i in range(_HISTORY):
            self._history[i] = 0

    def go_on(self, nodes: cython.long, deadline: cython.double, processor: cython.bint) -> None:
        """Take new limits for the same root: more nodes, and another deadline."""
        self._node_limit = self.nodes + nodes
        self._deadline = deadline
        self._processor = processor
        self._stopped = False

    def stop(self) -> None:
        """End a search in another thread."""
        self._stopped = True

    def value(
        self, move: cython.longlong, depth: cython.int, low: cython.double, high: cython.double
    ) -> float | None:
        """Return the mover's value of a root move, or None if there was no time for it.

        Where chance moves it is player 0's. `proven` then says whether it holds at any depth. A
        window has to overlap with 0 to 1, or it would turn round further down.
        """
        if not (low < high and low < 1 and high > 0):
            raise ValueError(f"there is no value between {low} and {high}")
        i: cython.int = 0
        while i < self._root_moves and self.first.moves[i] != move:
            i += 1
        if i == self._root_moves:
            raise IllegalMoveError(f"{move} is no move of the line that is searched")
        found: cython.double
        player: cython.int = max(0, self.first.line.position.turn)
        with cython.nogil:
            found = self._move_value(self.first, move, player, depth, low, high)
        return None if self._stopped else found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _must_stop(self) -> cython.bint:
        late: cython.bint = self.nodes & 63 == 0 and now(self._processor) >= self._deadline
        if late or self.nodes >= self._node_limit:
            self._stopped = True
        return self._stopped

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _move_value(
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
            return self._search(ply.next, depth - 1, low, high)
        if ply.next.line.position.turn == CHANCE:
            return self._chance_value(ply.next, mover, depth, low, high)
        if ply.next.line.position.turn == OVER:
            self.nodes += 1
            self.proven = True
            ply.next.line.position.fill_scores(self._values)
            if self._values[0] == self._values[1]:
                return 0.5
            return 1.0 if self._values[mover] > self._values[1 - mover] else 0.0
        return 1.0 - self._search(ply.next, depth - 1, 1.0 - high, 1.0 - low)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _chance_value(
        self,
        ply: Ply,
        player: cython.int,
        depth: cython.int,
        low: cython.double,
        high: cython.double,
    ) -> cython.double:
        """Return a player's value of a ply where chance moves: the mean by the odds.

        Dice are no move, so depth stays.
        """
        self.nodes += 1
        if self._must_stop() or ply.next is ply:
            self.proven = False
            return 0.5
        count: cython.int = ply.line.position.fill_moves(ply.moves)
        ply.line.position.fill_odds(ply.moves, count, ply.order)
        if self._backwards:
            self._reverse_outcomes(ply, count)
        floors: cython.double = self._probe_outcomes(ply, count, player, depth, high)
        if floors >= high:
            return floors
        return self._expected_value(ply, count, player, depth, low, high, floors, self.proven)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _reverse_outcomes(self, ply: Ply, count: cython.int) -> cython.void:
        """Reverse the order of a ply's outcomes, with their odds."""
        i: cython.int
        j: cython.int
        move: cython.longlong
        odds: cython.double
        for i in range(count // 2):
            j = count - 1 - i
            move = ply.moves[i]
            ply.moves[i] = ply.moves[j]
            ply.moves[j] = move
            odds = ply.order[i]
            ply.order[i] = ply.order[j]
            ply.order[j] = odds

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _probe_outcomes(
        self,
        ply: Ply,
        count: cython.int,
        player: cython.int,
        depth: cython.int,
        high: cython.double,
    ) -> cython.double:
        """Return what a player gets at least, by one move after each outcome (Ballard's Star2).

        `ply.floors` has each outcome's part. It stops where that is enough for `high`.
        """
        total: cython.double = 0.0
        all_proven: cython.bint = True
        odds: cython.double
        i: cython.int
        for i in range(count):
            ply.floors[i] = 0.0
        for i in range(count if depth >= _STAR2_DEPTH else 0):
            odds = ply.order[i]
            ply.floors[i] = odds * self._probe_outcome(
                ply, ply.moves[i], player, depth, (high - total) / odds
            )
            all_proven = all_proven and self.proven
            total += ply.floors[i]
            if total >= high or self._stopped:
                break
        self.proven = all_proven
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _probe_outcome(
        self,
        ply: Ply,
        outcome: cython.longlong,
        player: cython.int,
        depth: cython.int,
        high: cython.double,
    ) -> cython.double:
        """Return what one promising move after an outcome brings, or at least `high`."""
        ply.next.line.follow(ply.line)
        ply.next.line.advance(outcome)
        self.nodes += 1
        self.proven = True
        if ply.next.line.position.turn != player or ply.next.next is ply.next:
            return 0.0
        first: cython.longlong = NO_MOVE
        if self._table.probe(ply.next.line.future_key(), self._entry):
            if self._entry.bound != AT_MOST and self._entry.is_deep_enough(depth - 1):
                self.proven = self._entry.proven
                return self._entry.value
            first = self._entry.move
        self._pick_move(ply.next, 0, self._list_moves(ply.next, first))
        return self._move_value(ply.next, ply.next.moves[0], player, depth - 1, 0.0, min(high, 1.0))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expected_value(
        self,
        ply: Ply,
        count: cython.int,
        player: cython.int,
        depth: cython.int,
        low: cython.double,
        high: cython.double,
        floors: cython.double,
        floors_proven: cython.bint,
    ) -> cython.double:
        """Return the mean of a player's values after all outcomes, or a bound that settles it.

        An outcome is searched only as exactly as its share of the mean asks for, given that those
        after it bring between their floors and 1 (Ballard's Star1).
        """
        mean: cython.double = 0.0
        left: cython.double = 1.0
        all_proven: cython.bint = True
        odds: cython.double
        least: cython.double
        most: cython.double
        found: cython.double
        i: cython.int
        for i in range(count):
            odds = ply.order[i]
            left -= odds
            floors -= ply.floors[i]
            least = (low - mean - left) / odds
            most = (high - mean - floors) / odds
            found = self._move_value(ply, ply.moves[i], player, depth, least, most)
            if self._stopped:
                return 0.5
            all_proven = all_proven and self.proven
            mean += odds * found
            if found >= most:
                self.proven = all_proven and floors_proven
                return max(mean + floors, high)
            if found <= least:
                self.proven = all_proven
                return min(mean + left, low)
        self.proven = all_proven
        return _rounded(mean)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(
        self, ply: Ply, depth: cython.int, low: cython.double, high: cython.double
    ) -> cython.double:
        """Return the value of a ply for who moves there, within the bounds of endgame tables."""
        self.nodes += 1
        if self._must_stop():
            return 0.5
        low = max(low, 0.0)
        high = min(high, 1.0)
        if self._endgame is None or not self._endgame.probe(ply.line.position):
            return self._search_ply(ply, depth, low, high)
        least: cython.double = self._endgame.low
        most: cython.double = self._endgame.high
        self.proven = True
        if most - least <= _CLOSED:
            return most if most == 1.0 else least
        if least >= high:
            return least
        if most <= low:
            return most
        if depth <= 0:
            # Where nothing is certain but the bounds, an evaluation says where between them.
            self.proven = False
            return _rounded(least + (most - least) * self._evaluate(ply))
        found: cython.double = self._search_ply(ply, depth, max(low, least), min(high, most))
        return min(max(found, least), most)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search_ply(
        self, ply: Ply, depth: cython.int, low: cython.double, high: cython.double
    ) -> cython.double:
        """Return the value of a ply for who moves there: stored, evaluated or searched."""
        if depth <= 0 or ply.next is ply:
            self.proven = False
            return self._evaluate(ply)
        key: cython.ulonglong = ply.line.future_key()
        if not self._table.probe(key, self._entry):
            return self._search_moves(ply, key, NO_MOVE, depth, low, high)
        if self._entry.cuts_off(depth, low, high):
            self.proven = self._entry.proven
            return self._entry.value
        return self._search_moves(ply, key, self._entry.move, depth, low, high)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search_moves(
        self,
        ply: Ply,
        key: cython.ulonglong,
        first: cython.longlong,
        depth: cython.int,
        low: cython.double,
        high: cython.double,
    ) -> cython.double:
        """Return the value of the best move of a ply, trying `first` before others; store it."""
        count: cython.int = self._list_moves(ply, first)
        mover: cython.int = ply.line.position.turn
        best: cython.double = -1.0
        best_move: cython.longlong = NO_MOVE
        all_proven: cython.bint = True
        found: cython.double
        least: cython.double = low
        i: cython.int
        for i in range(count):
            self._pick_move(ply, i, count)
            found = self._pvs_value(ply, i, depth, least, high)
            if self._stopped:
                return 0.5
            all_proven = all_proven and self.proven
            if found > best:
                best = found
                best_move = ply.moves[i]
                least = max(least, best)
                if best >= high:
                    all_proven = self.proven
                    self._history[(best_move * 2 + mover) & (_HISTORY - 1)] += depth * depth
                    break
        self.proven = all_proven
        bound: cython.int = AT_LEAST if best >= high else (AT_MOST if best <= low else EXACT)
        self._table.store(key, best_move, best, depth, bound, all_proven)
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _pvs_value(
        self,
        ply: Ply,
        number: cython.int,
        depth: cython.int,
        least: cython.double,
        high: cython.double,
    ) -> cython.double:
        """Return the value of a move of a ply (principal variation search).

        Moves after the first only have to show that they are no better (a null window), and late
        ones less deeply at first.
        """
        move: cython.longlong = ply.moves[number]
        mover: cython.int = ply.line.position.turn
        if number == 0:
            return self._move_value(ply, move, mover, depth, least, high)
        reduction: cython.int = 1 if number >= _FULL_DEPTH_MOVES and depth >= 3 else 0
        null_high: cython.double = min(least + _STEP, high)
        found: cython.double = self._move_value(
            ply, move, mover, depth - reduction, least, null_high
        )
        if found <= least or self._stopped or (found >= high and reduction == 0):
            return found
        return self._move_value(ply, move, mover, depth, least, high)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _evaluate(self, ply: Ply) -> cython.double:
        """Evaluate a ply for who moves there."""
        self._evaluator.fill_values(ply.line.position, self._values)
        value: cython.double = self._values[ply.line.position.turn]
        return _rounded(min(max(value, _MARGIN), 1.0 - _MARGIN))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list_moves(self, ply: Ply, first: cython.longlong) -> cython.int:
        """List the moves of a ply, and score them: the stored move first, then by history."""
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
    def _pick_move(self, ply: Ply, at: cython.int, count: cython.int) -> cython.void:
        """Swap the best scored of the moves that are left to a place."""
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
def _rounded(value: cython.double) -> cython.double:
    """Return the nearest whole multiple of the step between values."""
    return cython.cast(cython.longlong, value * _STEPS_PER_POINT + 0.5) * _STEP

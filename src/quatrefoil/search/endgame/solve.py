"""Endings with dice, solved by value iteration: what each player is guaranteed to get.

An ending is an `EndgameDomain`: a set of positions that is left only by the end of the game, or to
somewhere that nothing is known about, *outside*. For every position and player it finds the chance
of winning that is guaranteed, whatever the other does, if outside counts as lost, and a game
without end too. What one player is guaranteed the other cannot have: so the two numbers of a
position are a lower and an upper bound, and where they add up to 1 they are exact.

Iteration starts from 0 and only ever adds what is certain, so its numbers are proven after every
sweep, not only in the limit.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

import cython

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.position import Position
from quatrefoil.search.endgame.domain import EndgameDomain
from quatrefoil.search.usage import OneThread

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals
    from cython.cimports.libc.stdlib import free
    from cython.cimports.quatrefoil.search.memory import zeroed
    from cython.cimports.quatrefoil.search.shares import winners
else:
    from quatrefoil.core.constants import CHANCE, OVER
    from quatrefoil.search.shares import winners

_DICE = cython.declare(cython.int, 2)
#: Targets that are no node: player 0 or 1 has won, or nothing is known.
_WON = cython.declare(cython.int, -1)
_OUTSIDE = cython.declare(cython.int, -3)


@cython.cclass
class EndgameSolver:
    """The positions of a domain, where they lead, and what players are guaranteed there."""

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self._guaranteed)

    def __init__(self, domain: EndgameDomain) -> None:
        self.domain = domain
        self.nodes = 0
        #: How many nodes have values: all of them, once everything is explored.
        self._iterable = 0
        self._one_thread = OneThread("solver")
        self._node_numbers: dict[int, int] = {}
        self._stack: list[Position] = []
        self._order, self._ends = array("i"), array("i")
        self._targets, self._weights, self._movers = array("i"), array("i"), array("b")

    @property
    def edges(self) -> int:
        """How many moves and outcomes of the dice were explored."""
        return len(self._targets)

    # ---- the graph ----------------------------------------------------------------------------

    def explore(self, positions: Sequence[Position], tell: Callable[[int], None]) -> None:
        """Add the positions at the start of turns, all of them, and what is between turns.

        `tell` hears how many are done.
        """
        with self._one_thread:
            self._explore_all(positions, tell)

    def _explore_all(self, positions: Sequence[Position], tell: Callable[[int], None]) -> None:
        if self.nodes:
            raise QuatrefoilError("these endings are explored: make another solver")
        for position in positions:
            if not self.domain.holds(position):
                raise QuatrefoilError(f"{position!r} is not in the domain {self.domain.name}")
            self._node_numbers[position.key] = self.nodes
            self.nodes += 1
        for done, position in enumerate(positions):
            self._explore(position, 0)
            if done % 1000 == 0:
                tell(done)
                if cython.compiled:
                    PyErr_CheckSignals()
        if cython.compiled:
            size: cython.Py_ssize_t = cython.sizeof(cython.double)
            self._guaranteed = cython.cast(cython.p_double, zeroed(2 * self.nodes, size))
        else:
            self._guaranteed = [0.0] * (2 * self.nodes)
        self._iterable = self.nodes

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _explore(self, position: Position, depth: cython.int) -> cython.int:
        """Write down where a position leads; what comes before the next turn is explored first."""
        if len(self._stack) == depth:
            self._stack.append(position.copy())
        child: Position = self._stack[depth]
        targets, weights = [], []
        rolls: cython.bint = position.turn == CHANCE
        for move in position.legal_moves():
            child.assign(position)
            child.apply(move)
            targets.append(self._target(child, depth))
            weights.append(position.chance_weight(move) if rolls else 1)
        self._targets.extend(targets)
        self._weights.extend(weights)
        self._order.append(self._node_numbers[position.hash_key()])
        self._ends.append(len(self._targets))
        self._movers.append(position.turn if position.turn >= 0 else _DICE)
        return 0

    @cython.cfunc
    @cython.exceptval(-9)
    def _target(self, after: Position, depth: cython.int) -> cython.int:
        if after.turn == OVER:
            mask: cython.int = winners(after, 2)
            return _OUTSIDE if mask == 3 else _WON - (mask >> 1)
        if not self.domain.contains(after):
            return _OUTSIDE
        key = after.hash_key()
        number = self._node_numbers.get(key)
        if number is None:
            number = self.nodes
            self._node_numbers[key] = number
            self.nodes += 1
            self._explore(after, depth + 1)
        return number

    # ---- values -------------------------------------------------------------------------------

    def iterate(self, enough: float, sweeps: int, tell: Callable[[int, float], None]) -> int:
        """Sweep until nothing changes by more than `enough`; return how many sweeps that took."""
        if not self._iterable:
            raise QuatrefoilError("there is nothing to iterate: explore the endings first")
        with self._one_thread:
            return self._iterate(enough, sweeps, tell)

    def _iterate(self, enough: float, sweeps: int, tell: Callable[[int, float], None]) -> int:
        order: cython.int[::1] = self._order
        ends: cython.int[::1] = self._ends
        targets: cython.int[::1] = self._targets
        weights: cython.int[::1] = self._weights
        movers: cython.schar[::1] = self._movers
        done = 0
        change: cython.double = 1.0
        while done < sweeps and change > enough:
            if cython.compiled:
                change = self._sweep(
                    len(self._order),
                    cython.address(order[0]),
                    cython.address(movers[0]),
                    cython.address(ends[0]),
                    cython.address(targets[0]),
                    cython.address(weights[0]),
                )
            else:
                change = self._sweep(len(order), order, movers, ends, targets, weights)
            done += 1
            tell(done, change)
            if cython.compiled:
                PyErr_CheckSignals()
        return done

    def guaranteed(self, position: Position, player: int) -> float:
        """Return the chance of winning that a player is guaranteed in an explored position."""
        number = self._node_numbers.get(position.key, self.nodes)
        if player not in (0, 1) or number >= self._iterable:
            raise ValueError(f"player {player!r} is guaranteed nothing in a position not explored")
        return self._guaranteed[2 * number + player]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _sweep(
        self,
        count: cython.int,
        order: cython.p_int,
        movers: cython.p_schar,
        ends: cython.p_int,
        targets: cython.p_int,
        weights: cython.p_int,
    ) -> cython.double:
        """Set every node from those it leads to; return the largest change."""
        largest: cython.double = 0
        i: cython.int
        player: cython.int
        edge: cython.int
        first: cython.int = 0
        value: cython.double
        target_value: cython.double
        total: cython.int
        for i in range(count):
            for player in range(2):
                if movers[i] == _DICE:
                    value = 0
                    total = 0
                    for edge in range(first, ends[i]):
                        value += weights[edge] * self._target_value(targets[edge], player)
                        total += weights[edge]
                    value /= total
                else:
                    value = self._target_value(targets[first], player)
                    for edge in range(first + 1, ends[i]):
                        target_value = self._target_value(targets[edge], player)
                        # The mover takes the best for herself, and leaves the least.
                        if (target_value > value) == (movers[i] == player):
                            value = target_value
                edge = 2 * order[i] + player
                largest = max(largest, value - self._guaranteed[edge])
                self._guaranteed[edge] = value
            first = ends[i]
        return largest

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _target_value(self, target: cython.int, player: cython.int) -> cython.double:
        if target >= 0:
            return self._guaranteed[2 * target + player]
        return 1.0 if target == _WON - player else 0.0

"""MCTS-Solver: proven results in the tree, and how they follow from one another.

`proven` is 0, or the winners as a bit each (so a whole result, as winners share the point), or
MIXED where chance decides between certain results; then `total` is the certain mean itself. Only
two players can have the latter.
"""

from __future__ import annotations

import cython

from quatrefoil.search.mcts.nodes import NodePool

if cython.compiled:
    from cython.cimports.quatrefoil.search.shares import popcount
else:
    from quatrefoil.core.constants import CHANCE
    from quatrefoil.search.shares import popcount

MIXED = 128

_MIXED = cython.declare(cython.int, MIXED)


@cython.cclass
class Solver(NodePool):
    """Nodes that can be proven. Shares of a node are those of its chooser: see `Tree`."""

    def __init__(self, memory: int, players: int) -> None:
        NodePool.__init__(self, memory)
        self.players = players

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def share(self, index: cython.int, chooser: cython.int, player: cython.int) -> cython.double:
        """Return a player's certain share in a proven node."""
        mask: cython.int = self.nodes[index].proven
        if mask != _MIXED:
            return 1.0 / popcount(mask) if (mask >> player) & 1 else 0.0
        share: cython.double = self.nodes[index].total
        return share if player == chooser else 1.0 - share

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def prove(self, index: cython.int, chooser: cython.int) -> cython.bint:
        """Prove a node from its children if they suffice; return whether they did."""
        if self.nodes[index].mover == CHANCE:
            return self._prove_chance(index, chooser)
        return self._prove_choice(index, self.nodes[index].mover, chooser)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _prove_choice(
        self, index: cython.int, mover: cython.int, chooser: cython.int
    ) -> cython.bint:
        """Take a winning child for proof; else all must be proven, and the best ones agree.

        They may not where more than two play: then it is open which of them the mover takes.
        """
        first: cython.int = self.nodes[index].first
        best: cython.int = -1
        share: cython.double
        best_share: cython.double = -1
        is_open: cython.bint = False
        agreed: cython.bint = True
        child: cython.int
        for child in range(first, first + self.nodes[index].count):
            if self.nodes[child].proven == 0:
                is_open = True
                continue
            if self.nodes[child].proven == 1 << mover:
                self.nodes[index].proven = 1 << mover
                return True
            share = self.share(child, mover, mover)
            if share > best_share:
                best_share = share
                best = child
                agreed = True
            elif share == best_share and self.nodes[child].proven != self.nodes[best].proven:
                agreed = False
        if is_open or best < 0 or not (agreed or self.players == 2):
            return False
        self.nodes[index].proven = self.nodes[best].proven
        if self.nodes[best].proven == _MIXED:
            share = best_share if mover == chooser else 1.0 - best_share
            self.nodes[index].total = share
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _prove_chance(self, index: cython.int, chooser: cython.int) -> cython.bint:
        """All outcomes must be proven; where they differ the value is their mean by the odds."""
        first: cython.int = self.nodes[index].first
        last: cython.int = first + self.nodes[index].count
        mask: cython.int = self.nodes[first].proven
        mean: cython.double = 0
        child: cython.int
        for child in range(first, last):
            if self.nodes[child].proven == 0:
                return False
            if self.nodes[child].proven != mask:
                mask = _MIXED
            mean += self.nodes[child].prior * self.share(child, 0, chooser)
        if mask == _MIXED and self.players > 2:
            return False
        self.nodes[index].proven = mask
        if mask == _MIXED:
            self.nodes[index].total = mean
        return True

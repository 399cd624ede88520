"""The memory of a search tree: nodes in one array that never grows past its bound.

A node is a move and what is known about it; the moves that answer it stand in one block of
neighbouring nodes. Lines with the same future share a block, however they came about:

    nodes   [ root | b1 b2 b3 | c1 c2 | …            ]
               └─────┘   └───────┘ a second node may point to this block too

A hash table finds blocks by the key of the line before their moves (transpositions).
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import free
    from cython.cimports.libc.string import memset
    from cython.cimports.quatrefoil.search.mcts.nodes import BlockEntry, Node
    from cython.cimports.quatrefoil.search.memory import resized, zeroed

#: Nodes for each slot of the table, at most.
_NODES_PER_SLOT = 8
#: What a node takes: itself, its part of the table (rounded up to a power of two), and the two
#: numbers that `compact` needs for a moment.
NODE_BYTES = 48 + 2 * 16 // _NODES_PER_SLOT * 2 + 8
#: The uncompiled form never uses more nodes.
_UNCOMPILED_NODES = 20_000


@cython.cclass
class NodePool:
    """Nodes; number 0 is the root. `first` is 0 in a node whose moves are not listed."""

    def __init__(self, memory: int) -> None:
        if not cython.compiled:
            memory = min(memory, _UNCOMPILED_NODES * NODE_BYTES)
        self.capacity = max(1024, min(memory // NODE_BYTES, 2_000_000_000))
        self._slots = 1 << (self.capacity // _NODES_PER_SLOT - 1).bit_length()
        self._entries = _new_entries(self._slots)
        self.nodes = _new_nodes(self.capacity)
        self.clear()

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.nodes)
            free(self._entries)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def clear(self) -> cython.void:
        """Forget everything but an empty root."""
        self.used = 1
        self.reset(0)
        self._forget_blocks()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reset(self, index: cython.int) -> cython.void:
        """Make a node that nothing is known about."""
        if cython.compiled:
            memset(cython.address(self.nodes[index]), 0, cython.sizeof(Node))
        else:
            self.nodes[index] = _SlowNode()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def allocate(self, count: cython.int) -> cython.int:
        """Return the first of `count` new nodes, or 0 where there is no room left."""
        if count > self.capacity - self.used:
            return 0
        first: cython.int = self.used
        self.used += count
        i: cython.int
        for i in range(first, first + count):
            self.reset(i)
        return first

    # ---- blocks that lines share --------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def adopt_block(self, index: cython.int, key: cython.ulonglong) -> cython.bint:
        """Give a node the moves that another line with this key has listed; False if none has."""
        slot: cython.uint = self._slot(key)
        self.nodes[index].first = self._entries[slot].first
        self.nodes[index].count = self._entries[slot].count
        return self._entries[slot].first != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def share_block(
        self, key: cython.ulonglong, first: cython.int, count: cython.int
    ) -> cython.void:
        """Let `adopt_block` find a block, as long as the table is not too full to be quick."""
        if self._filled >= self._slots - self._slots // 4:
            return
        slot: cython.uint = self._slot(key)
        self._filled += self._entries[slot].first == 0
        self._entries[slot].key = key
        self._entries[slot].first = first
        self._entries[slot].count = count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _slot(self, key: cython.ulonglong) -> cython.uint:
        """Return the slot of a key, or the empty one where it would go."""
        slot: cython.uint = cython.cast(cython.uint, (key ^ (key >> 32)) & (self._slots - 1))
        while self._entries[slot].first != 0 and self._entries[slot].key != key:
            slot = (slot + 1) & (self._slots - 1)
        return slot

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forget_blocks(self) -> cython.void:
        self._filled = 0
        if cython.compiled:
            memset(self._entries, 0, self._slots * cython.sizeof(BlockEntry))
        else:
            self._entries = _new_entries(self._slots)

    # ---- making room ---------------------------------------------------------------------------

    def compact(self, visits: cython.int) -> None:
        """Keep what can be reached from the root by nodes of at least `visits`; forget the rest."""
        forward = _zeros(self.used)
        stack = _zeros(self.used)
        try:
            self._mark(visits, forward, stack)
            self._move_together(forward)
            self._rehash(forward)
        finally:
            if cython.compiled:
                free(forward)
                free(stack)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _mark(self, visits: cython.int, forward: cython.p_int, stack: cython.p_int) -> cython.void:
        """Mark every node of every block to be kept with a 1 in `forward`.

        What comes after a proven move is not needed any more.
        """
        height: cython.int = 1
        index: cython.int
        i: cython.int
        first: cython.int
        stack[0] = 0
        while height > 0:
            height -= 1
            index = stack[height]
            first = self.nodes[index].first
            if first == 0 or forward[first] != 0:
                continue
            if index != 0 and (self.nodes[index].proven or self.nodes[index].visits < visits):
                continue
            for i in range(first, first + self.nodes[index].count):
                forward[i] = 1
                stack[height] = i
                height += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _move_together(self, forward: cython.p_int) -> cython.void:
        """Move the marked nodes together, in their order; `forward` then says where they went."""
        i: cython.int
        place: cython.int = 1
        for i in range(1, self.used):
            if forward[i] != 0:
                forward[i] = place
                place += 1
        self.nodes[0].first = forward[self.nodes[0].first]
        for i in range(1, self.used):
            if forward[i] != 0:
                self._copy_node(forward[i], i)
                self.nodes[forward[i]].first = forward[self.nodes[forward[i]].first]
        self.used = place

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _copy_node(self, to: cython.int, source: cython.int) -> cython.void:
        if cython.compiled:
            self.nodes[to] = self.nodes[source]
        else:
            self.nodes[to] = self.nodes[source].copy()

    @cython.cfunc
    def _rehash(self, forward: cython.p_int) -> None:
        """Drop what the table knew of blocks that are gone, and follow the others."""
        old = self._entries
        self._entries = _new_entries(self._slots)
        self._filled = 0
        slot: cython.uint
        first: cython.int
        for slot in range(self._slots):
            first = old[slot].first
            if first != 0 and forward[first] != 0:
                self.share_block(old[slot].key, forward[first], old[slot].count)
        if cython.compiled:
            free(old)


@cython.cfunc
def _zeros(count: cython.Py_ssize_t) -> cython.p_int:
    """Return an array of zeros."""
    if not cython.compiled:
        return [0] * count
    return cython.cast(cython.p_int, zeroed(count, cython.sizeof(cython.int)))


@cython.cfunc
def _new_nodes(count: cython.Py_ssize_t) -> cython.pointer[Node]:
    """Return an array of nodes, with anything in them."""
    if not cython.compiled:
        return [_SlowNode() for _ in range(count)]
    return cython.cast(cython.pointer[Node], resized(cython.NULL, count * cython.sizeof(Node)))


@cython.cfunc
def _new_entries(count: cython.Py_ssize_t) -> cython.pointer[BlockEntry]:
    """Return an empty table."""
    if not cython.compiled:
        return [_SlowBlockEntry() for _ in range(count)]
    return cython.cast(cython.pointer[BlockEntry], zeroed(count, cython.sizeof(BlockEntry)))


class _SlowNode:
    """A node of the uncompiled form."""

    def __init__(self) -> None:
        self.move = self.rave_visits = self.visits = self.first = self.count = 0
        self.total = self.prior = self.rave_total = 0.0
        self.mover = self.proven = 0

    def copy(self) -> _SlowNode:
        """Return an independent node equal to this one."""
        twin = _SlowNode()
        twin.__dict__.update(self.__dict__)
        return twin


class _SlowBlockEntry:
    """A slot of the uncompiled form's table."""

    def __init__(self) -> None:
        self.key = self.first = self.count = 0

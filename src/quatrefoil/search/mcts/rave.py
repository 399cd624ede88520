"""The moves of one simulation, for RAVE: they tell whether a player made a move later on."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import free
    from cython.cimports.quatrefoil.search.memory import zeroed

#: Slots of the hash set (a power of two), of which at most half get used.
_SLOTS = cython.declare(cython.int, 2048)


@cython.final
@cython.cclass
class RaveMoves:
    """A set of moves with their players. Only slots with the latest stamp are in use."""

    def __init__(self) -> None:
        self._stamp = 0
        self._count = 0
        if cython.compiled:
            self._keys = cython.cast(cython.p_ulonglong, zeroed(_SLOTS, 8))
            self._stamps = cython.cast(cython.p_int, zeroed(_SLOTS, 4))
        else:
            self._keys, self._stamps = [0] * _SLOTS, [0] * _SLOTS

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self._keys)
            free(self._stamps)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def clear(self) -> cython.void:
        """Begin another simulation."""
        self._stamp += 1
        self._count = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add(self, mover: cython.int, move: cython.longlong) -> cython.void:
        """Remember that a player made a move in this simulation."""
        if self._count * 2 >= _SLOTS:
            return
        key: cython.ulonglong = cython.cast(cython.ulonglong, move) * 8 + mover + 1
        slot: cython.int = (key ^ (key >> 11)) & (_SLOTS - 1)
        while self._stamps[slot] == self._stamp:
            if self._keys[slot] == key:
                return
            slot = (slot + 1) & (_SLOTS - 1)
        self._keys[slot] = key
        self._stamps[slot] = self._stamp
        self._count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def contains(self, mover: cython.int, move: cython.longlong) -> cython.bint:
        """Whether a player made a move in this simulation."""
        key: cython.ulonglong = cython.cast(cython.ulonglong, move) * 8 + mover + 1
        slot: cython.int = (key ^ (key >> 11)) & (_SLOTS - 1)
        while self._stamps[slot] == self._stamp:
            if self._keys[slot] == key:
                return True
            slot = (slot + 1) & (_SLOTS - 1)
        return False

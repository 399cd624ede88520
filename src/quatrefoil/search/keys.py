"""A set of 64-bit keys that is filled without the GIL and emptied as a whole."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import free
    from cython.cimports.libc.string import memset
    from cython.cimports.quatrefoil.search.memory import zeroed

#: Any odd number with scattered bits.
_SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MASK64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_FIRST_CAPACITY = cython.declare(cython.uint, 1024)


@cython.final
@cython.cclass
class KeySet:
    """Open addressing in a table whose size is a power of two; it grows when it is half full."""

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self._slots)

    def __init__(self) -> None:
        self.count = 0
        self.capacity = _FIRST_CAPACITY
        self._slots = _new_slots(_FIRST_CAPACITY)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def add(self, key: cython.ulonglong) -> cython.bint:
        """Add a key; return whether it was not there before."""
        if key == 0:
            key = 1  # 0 marks an empty slot
        if 2 * self.count >= self.capacity:
            with cython.gil:
                self._grow()
        slot: cython.uint = cython.cast(cython.uint, ((key * _SPREAD) & _MASK64) >> 32) & (
            self.capacity - 1
        )
        while self._slots[slot] != 0:
            if self._slots[slot] == key:
                return False
            slot = (slot + 1) & (self.capacity - 1)
        self._slots[slot] = key
        self.count += 1
        return True

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def clear(self) -> cython.int:
        """Empty the set; its memory stays."""
        if cython.compiled:
            memset(self._slots, 0, self.capacity * cython.sizeof(cython.ulonglong))
        else:
            self._slots = [0] * self.capacity
        self.count = 0
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _grow(self) -> cython.int:
        slots: cython.p_ulonglong = self._slots
        capacity: cython.uint = self.capacity
        self._slots = _new_slots(4 * capacity)
        self.capacity = 4 * capacity
        self.count = 0
        slot: cython.uint
        for slot in range(capacity):
            if slots[slot] != 0:
                self.add(slots[slot])
        if cython.compiled:
            free(slots)
        return 0


@cython.cfunc
def _new_slots(capacity: cython.uint) -> cython.p_ulonglong:
    """Return an empty table."""
    if not cython.compiled:
        return [0] * capacity
    return cython.cast(cython.p_ulonglong, zeroed(capacity, cython.sizeof(cython.ulonglong)))

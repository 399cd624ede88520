"""The table of proof and disproof numbers, of bounded size."""

from __future__ import annotations

import math

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import free
    from cython.cimports.quatrefoil.search.memory import zeroed

_NEIGHBOURS = cython.declare(cython.ulonglong, 4)
_ENTRY_BYTES = 16
#: The uncompiled form never has more slots.
_UNCOMPILED_CAPACITY = 1 << 16


@cython.final
@cython.cclass
class ProofTable:
    """Proof and disproof numbers by key. When full it forgets what took the least work."""

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self._keys)
            free(self._proofs)
            free(self._disproofs)

    def __init__(self, megabytes: float) -> None:
        if not 0 < megabytes < math.inf:
            raise ValueError(f"memory is a number of megabytes above 0, not {megabytes!r}")
        capacity = 1 << max(10, int(megabytes * 1_000_000 / _ENTRY_BYTES).bit_length() - 1)
        self.capacity = capacity if cython.compiled else min(capacity, _UNCOMPILED_CAPACITY)
        self.used = 0
        if cython.compiled:
            size: cython.Py_ssize_t = cython.sizeof(cython.uint)
            self._keys = cython.cast(
                cython.p_ulonglong, zeroed(self.capacity, cython.sizeof(cython.ulonglong))
            )
            self._proofs = cython.cast(cython.p_uint, zeroed(self.capacity, size))
            self._disproofs = cython.cast(cython.p_uint, zeroed(self.capacity, size))
        else:
            self._keys, self._proofs = [0] * self.capacity, [0] * self.capacity
            self._disproofs = [0] * self.capacity

    @cython.cfunc
    @cython.exceptval(check=False)
    def probe(self, key: cython.ulonglong) -> cython.bint:
        """Whether a key is there; if so, set `proof` and `disproof` to its numbers."""
        key = key or 1  # 0 marks an empty slot
        slot: cython.ulonglong = self._slot(key)
        if self._keys[slot] != key:
            return False
        self.proof = self._proofs[slot]
        self.disproof = self._disproofs[slot]
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def store(
        self, key: cython.ulonglong, proof: cython.uint, disproof: cython.uint
    ) -> cython.void:
        """Set the numbers of a key."""
        key = key or 1
        slot: cython.ulonglong = self._slot(key)
        if self._keys[slot] == 0:
            self.used += 1
        self._keys[slot] = key
        self._proofs[slot] = proof
        self._disproofs[slot] = disproof

    @cython.cfunc
    @cython.exceptval(check=False)
    def _slot(self, key: cython.ulonglong) -> cython.ulonglong:
        """Return where a key is, or where it should go."""
        first: cython.ulonglong = (key ^ (key >> 31)) & (self.capacity - 1) & ~(_NEIGHBOURS - 1)
        least: cython.ulonglong = first
        slot: cython.ulonglong = first
        while slot < first + _NEIGHBOURS:
            if self._keys[slot] == key or self._keys[slot] == 0:
                return slot
            if (
                self._proofs[slot] + self._disproofs[slot]
                < self._proofs[least] + self._disproofs[least]
            ):
                least = slot
            slot += 1
        return least

"""Bits of a 64-bit word: compiled, these are the processor's own instructions (see bits.pxd)."""

import cython

if not cython.compiled:

    def popcount64(bits: int) -> int:
        """Return how many bits are set."""
        return bits.bit_count()

    def lowest64(bits: int) -> int:
        """Return the place of the lowest bit that is set; there must be one."""
        return (bits & -bits).bit_length() - 1

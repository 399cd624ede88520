"""The random numbers of playouts: small, fast, seeded, the same in both forms.

Not for dice between people: those come from the server, by commit and reveal.
"""

from __future__ import annotations

from typing import SupportsIndex

import cython

from quatrefoil.core.arguments import integer, whole

#: Uncompiled integers do not wrap, so every shift to the left is masked.
MASK64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MASK32 = cython.declare(cython.ulonglong, 0xFFFFFFFF)
#: Vigna's multiplier for xorshift64*. (A literal past 32 bits would be a Python object in C.)
MULTIPLIER = cython.declare(cython.ulonglong, 0x2545F4914F6CDD1D)

#: The most fixed numbers that `zobrist` makes at once: far more than a game has.
MOST_NUMBERS = 1_000_000


@cython.final
@cython.cclass
class Rng:
    """xorshift64* with an explicit seed."""

    def __init__(self, seed: SupportsIndex = 0) -> None:
        self.state = scramble(seed) or 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def next(self) -> cython.ulonglong:
        """Return the next 64 random bits."""
        x: cython.ulonglong = self.state
        x ^= x >> 12
        x ^= (x << 25) & MASK64
        x ^= x >> 27
        self.state = x
        return (x * MULTIPLIER) & MASK64

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def below(self, count: cython.uint) -> cython.uint:
        """Return a whole number from 0 to count − 1, exactly uniform (Lemire's method)."""
        product: cython.ulonglong = (self.next() >> 32) * count
        low: cython.ulonglong = product & MASK32
        if low < count:
            threshold: cython.ulonglong = (MASK32 + 1 - count) % count
            while low < threshold:
                product = (self.next() >> 32) * count
                low = product & MASK32
        return cython.cast(cython.uint, product >> 32)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def uniform(self) -> cython.double:
        """Return a number from 0 up to, but not including, 1."""
        return cython.cast(cython.double, self.next() >> 11) * (1.0 / 9007199254740992.0)

    def draw(self, count: SupportsIndex) -> int:
        """Return a whole number from 0 to count − 1, exactly uniform."""
        return self.below(whole(count, "a count", 1, 0xFFFFFFFF))

    def __reduce__(self) -> tuple[object, ...]:
        return (_resumed, (self.state,))


def _resumed(state: cython.ulonglong) -> Rng:
    """Return the numbers that were pickled, where they stood."""
    rng: Rng = Rng()
    rng.state = state or 1  # from 0 no other number follows
    return rng


def scramble(seed: SupportsIndex) -> int:
    """Spread any whole number over 64 bits (splitmix64), so that near seeds give far streams."""
    z = (integer(seed, "a seed") + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return z ^ (z >> 31)


def zobrist(count: SupportsIndex, salt: SupportsIndex) -> list[int]:
    """Return `count` fixed 64-bit numbers for position keys; `salt` keeps tables apart."""
    base = scramble(salt)
    return [scramble(base + i) for i in range(whole(count, "a count", 0, MOST_NUMBERS))]

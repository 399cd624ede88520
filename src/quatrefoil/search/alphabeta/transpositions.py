"""What was seen of lines: a table of fixed size that threads share without locks.

A slot has three words: the key mixed with the other two, a move, and all else in one number. Where
two threads wrote a slot at once the words do not fit together, and the slot counts as another's.
"""

from __future__ import annotations

from array import array

import cython

from quatrefoil.core.line import Line

if cython.compiled:
    from cython.cimports.libc.stdlib import free
    from cython.cimports.libc.string import memset
    from cython.cimports.quatrefoil.search.memory import zeroed
else:
    from quatrefoil.core.constants import AT_LEAST, EXACT


_WORDS = cython.declare(cython.int, 3)
#: Any odd number with about as many ones as zeros.
_ERA = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
SLOT_BYTES = 24
#: Values are kept as so many parts of the point: halves and whole points exactly.
_PARTS = cython.declare(cython.double, 2.0**40)
#: Where the parts of the third word begin, above one bit for `sure`.
_BOUND = cython.declare(cython.int, 1)
_DEPTH = cython.declare(cython.int, 3)
_VALUE = cython.declare(cython.int, 12)


@cython.final
@cython.cclass
class TableEntry:
    """What the table holds of one line; each thread has one of its own to be filled."""

    def __init__(self) -> None:
        self.move = -1
        self.value = 0.0
        self.depth = self.bound = 0
        self.sure = False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reaches(self, depth: cython.int) -> cython.bint:
        """Whether this comes from a search at least so deep, or holds at any depth."""
        return self.sure or self.depth >= depth

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def answers(self, depth: cython.int, low: cython.double, high: cython.double) -> cython.bint:
        """Whether this is as good as a search so deep with that window."""
        if not self.reaches(depth):
            return False
        if self.bound == EXACT:
            return True
        return self.value >= high if self.bound == AT_LEAST else self.value <= low


@cython.final
@cython.cclass
class TranspositionTable:
    """Values and best moves by the key of a line's future; the newest stays.

    All keys are mixed with the number of the `_era`: what was kept before it is another's.
    """

    def __init__(self, memory: int) -> None:
        self._era = 0
        self.slots = 1 << max(10, (memory // SLOT_BYTES).bit_length() - 1)
        if cython.compiled:
            self._words = cython.cast(
                cython.pointer(cython.ulonglong), zeroed(self.slots, SLOT_BYTES)
            )
        else:
            self._words = array("Q", bytes(self.slots * SLOT_BYTES))

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self._words)

    def clear(self) -> None:
        """Forget everything, at once."""
        self._era += _ERA

    def touch(self) -> None:
        """Have all of the memory in place before it is used."""
        if cython.compiled:
            memset(self._words, 0, self.slots * SLOT_BYTES)

    def best_of(self, line: Line) -> int:
        """Return the move that was best in a line, or −1."""
        sight = TableEntry()
        return sight.move if self.find(line.future_key(), sight) else -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, key: cython.ulonglong, sight: TableEntry) -> cython.bint:
        """Fill `sight` with what is known of a line; False if nothing is."""
        at: cython.ulonglong = _WORDS * (key & (self.slots - 1))
        move: cython.ulonglong = self._words[at + 1]
        rest: cython.ulonglong = self._words[at + 2]
        if self._words[at] ^ move ^ rest != key ^ self._era:
            return False
        sight.move = cython.cast(cython.longlong, move)
        sight.sure = rest & 1
        sight.bound = (rest >> _BOUND) & 3
        sight.depth = (rest >> _DEPTH) & 511
        sight.value = cython.cast(cython.double, rest >> _VALUE) / _PARTS
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(
        self,
        key: cython.ulonglong,
        move: cython.longlong,
        value: cython.double,
        depth: cython.int,
        bound: cython.int,
        sure: cython.bint,
    ) -> cython.void:
        """Store what was found out about a line: a value from 0 to 1, `sure` at any depth."""
        at: cython.ulonglong = _WORDS * (key & (self.slots - 1))
        parts: cython.double = min(max(value, 0.0), 1.0) * _PARTS + 0.5
        rest: cython.ulonglong = cython.cast(cython.ulonglong, parts) << _VALUE
        rest |= (depth << _DEPTH) | (bound << _BOUND) | sure
        words: cython.ulonglong = cython.cast(cython.ulonglong, move)
        self._words[at] = key ^ words ^ rest ^ self._era
        self._words[at + 1] = words
        self._words[at + 2] = rest

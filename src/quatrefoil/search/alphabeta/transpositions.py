"""The transposition table: of fixed size, shared by threads without locks.

A slot has three words: the key mixed with the other two, a move, and all else packed in one. Where
two threads wrote a slot at once the words do not fit together, and the slot counts as empty.
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
_GENERATION_STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MASK64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
SLOT_BYTES = 24
#: Values are stored as whole multiples of 1 / _SCALE: halves and whole points exactly.
_SCALE = cython.declare(cython.double, 2.0**40)
#: Where the fields of the third word begin, above one bit for `proven`.
_BOUND_SHIFT = cython.declare(cython.int, 1)
_DEPTH_SHIFT = cython.declare(cython.int, 3)
_VALUE_SHIFT = cython.declare(cython.int, 12)


@cython.final
@cython.cclass
class TableEntry:
    """What the table holds of one line; each thread has an entry that `probe` fills.

    `proven` says that the value is true of the game itself, as no evaluation had a part in it.
    """

    def __init__(self) -> None:
        self.move = -1
        self.value = 0.0
        self.depth = self.bound = 0
        self.proven = False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_deep_enough(self, depth: cython.int) -> cython.bint:
        """Whether this comes from a search at least that deep, or holds at any depth."""
        return self.proven or self.depth >= depth

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def cuts_off(self, depth: cython.int, low: cython.double, high: cython.double) -> cython.bint:
        """Whether this is as good as a search that deep with that window."""
        if not self.is_deep_enough(depth):
            return False
        if self.bound == EXACT:
            return True
        return self.value >= high if self.bound == AT_LEAST else self.value <= low


@cython.final
@cython.cclass
class TranspositionTable:
    """Values and best moves by the key of a line's future; the newest entry of a slot stays.

    All keys are mixed with the `_generation`: entries of an earlier one are not found.
    """

    def __init__(self, memory: int) -> None:
        self._generation = 0
        self.slots = 1 << max(10, (max(memory, 0) // SLOT_BYTES).bit_length() - 1)
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
        """Forget everything, without touching the memory."""
        self._generation = (self._generation + _GENERATION_STEP) & _MASK64

    def touch(self) -> None:
        """Have all of the memory in place before it is used."""
        if cython.compiled:
            memset(self._words, 0, self.slots * SLOT_BYTES)

    def best_move(self, line: Line) -> int:
        """Return the best move of a line, or −1 where none is stored."""
        entry = TableEntry()
        return entry.move if self.probe(line.future_key(), entry) else -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def probe(self, key: cython.ulonglong, entry: TableEntry) -> cython.bint:
        """Fill `entry` with what is stored of a line; False if nothing is."""
        at: cython.ulonglong = _WORDS * (key & (self.slots - 1))
        move: cython.ulonglong = self._words[at + 1]
        packed: cython.ulonglong = self._words[at + 2]
        if self._words[at] ^ move ^ packed != key ^ self._generation:
            return False
        entry.move = cython.cast(cython.longlong, move)
        entry.proven = packed & 1
        entry.bound = (packed >> _BOUND_SHIFT) & 3
        entry.depth = (packed >> _DEPTH_SHIFT) & 511
        entry.value = cython.cast(cython.double, packed >> _VALUE_SHIFT) / _SCALE
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def store(
        self,
        key: cython.ulonglong,
        move: cython.longlong,
        value: cython.double,
        depth: cython.int,
        bound: cython.int,
        proven: cython.bint,
    ) -> cython.void:
        """Store what was found out about a line: a value from 0 to 1, and its kind of bound."""
        at: cython.ulonglong = _WORDS * (key & (self.slots - 1))
        scaled: cython.double = min(max(value, 0.0), 1.0) * _SCALE + 0.5
        packed: cython.ulonglong = cython.cast(cython.ulonglong, scaled) << _VALUE_SHIFT
        packed |= (depth << _DEPTH_SHIFT) | (bound << _BOUND_SHIFT) | proven
        bits: cython.ulonglong = cython.cast(cython.ulonglong, move)
        self._words[at] = key ^ bits ^ packed ^ self._generation
        self._words[at + 1] = bits
        self._words[at + 2] = packed

from quatrefoil.core.enums cimport OVER
from quatrefoil.core.position cimport Position

cpdef enum:
    LONGEST_TURN = 16
    REMEMBERED = 4

cdef class WinFinder:
    cdef int _players
    cdef int _max_moves
    cdef long long* _legal
    cdef list _stack
    cdef readonly int length
    cdef long long[16] moves
    # Turns that won lately: they often win again where little has changed.
    cdef long long[64] _latest
    cdef int[4] _lengths
    cdef int _count

    cdef bint find(self, Position position) noexcept
    cdef bint find_again(self, Position position) noexcept
    cdef void forget(self) noexcept
    cdef int _find(self, Position position, int depth) noexcept
    cdef bint _repeat(self, Position position, int turn) noexcept
    cdef bint _is_legal(self, Position position, long long move) noexcept
    cdef void _recall(self, int turn) noexcept
    cdef void _remember(self) noexcept

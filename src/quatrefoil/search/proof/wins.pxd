from quatrefoil.core.enums cimport NO_MOVE, OVER
from quatrefoil.core.line cimport Line
from quatrefoil.core.position cimport Position
from quatrefoil.search.keys cimport KeySet

cpdef enum:
    LONGEST_TURN = 16
    REMEMBERED = 4

cdef class Step:
    cdef Line line
    cdef Line child
    cdef Step next
    cdef int depth
    cdef bint goes_on
    cdef long long* legal

cdef class WinFinder:
    cdef readonly int length
    cdef long long[16] moves
    cdef object _rules
    cdef object _one_thread
    cdef int _players
    cdef Step _first
    # Turns that won lately: they often win again where little has changed.
    cdef long long[64] _latest
    cdef int[4] _lengths
    cdef int _count
    # For `winning_moves` alone: what a bounded search with repetition needs.
    cdef bint _in_line
    cdef long _left
    cdef KeySet _visited

    cdef bint find(self, Position position) except -1
    cdef bint find_again(self, Position position) except -1
    cdef void forget(self) noexcept
    cdef int _find(self, Position position, Step step) except -1 nogil
    cdef int _find_at_once(self, Position position, Step step, int count) noexcept nogil
    cdef int _find_further(self, Position position, Step step, int count, bint none_at_once) except -1 nogil
    cdef void _make(self, Position position, Step step, long long move) noexcept nogil
    cdef bint _repeat(self, Position position, int turn) noexcept
    cdef bint _is_legal(self, Position position, long long move) noexcept
    cdef void _recall(self, int turn) noexcept
    cdef void _remember(self) noexcept

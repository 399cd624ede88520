from quatrefoil.core.enums cimport OVER
from quatrefoil.core.line cimport Line
from quatrefoil.search.proof.wins cimport WinFinder

cdef class Verifier:
    cdef readonly object strategy
    cdef readonly long long moves
    cdef readonly long long positions
    cdef readonly long long limit
    cdef int _players
    cdef int _symmetries
    cdef WinFinder _wins
    cdef list _lines
    cdef list _path
    cdef object _one_thread
    cdef dict _visited

    cdef int _check(self, int depth) except -1
    cdef int _follow_strategy(self, Line line, int depth) except -1
    cdef int _try_replies(self, Line line, int depth) except -1
    cdef int _make(self, Line line, int depth, long long move) except -1
    cdef bint _takes_win(self, Line line, int depth) except -1
    cdef int _check_outcome(self, Line line) except -1
    cdef unsigned long long _visited_key(self, Line line) noexcept

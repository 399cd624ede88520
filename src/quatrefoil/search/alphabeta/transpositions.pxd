from quatrefoil.core.enums cimport AT_LEAST, AT_MOST, EXACT
from quatrefoil.core.line cimport Line

cdef class TableEntry:
    cdef readonly long long move
    cdef readonly double value
    cdef readonly int depth
    cdef readonly int bound
    cdef readonly bint sure

    cdef bint reaches(self, int depth) noexcept nogil
    cdef bint answers(self, int depth, double low, double high) noexcept nogil

cdef class TranspositionTable:
    cdef unsigned long long* _words
    cdef unsigned long long _era
    cdef readonly unsigned long long slots

    cdef bint find(self, unsigned long long key, TableEntry sight) noexcept nogil
    cdef void keep(self, unsigned long long key, long long move, double value, int depth, int bound, bint sure) noexcept nogil

from quatrefoil.core.enums cimport AT_LEAST, AT_MOST, EXACT
from quatrefoil.core.line cimport Line

cdef class TableEntry:
    cdef readonly long long move
    cdef readonly double value
    cdef readonly int depth
    cdef readonly int bound
    cdef readonly bint proven

    cdef bint is_deep_enough(self, int depth) noexcept nogil
    cdef bint cuts_off(self, int depth, double low, double high) noexcept nogil

cdef class TranspositionTable:
    cdef unsigned long long* _words
    cdef unsigned long long _generation
    cdef readonly unsigned long long slots

    cdef bint probe(self, unsigned long long key, TableEntry entry) noexcept nogil
    cdef void store(self, unsigned long long key, long long move, double value, int depth, int bound, bint proven) noexcept nogil

from quatrefoil.core.position cimport Position

cdef int winners(Position position, int players) noexcept nogil
cdef int popcount(int mask) noexcept nogil

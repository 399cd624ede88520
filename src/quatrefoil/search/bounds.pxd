from quatrefoil.core.domain cimport Domain
from quatrefoil.core.position cimport Position

cdef class EndBounds:
    cdef readonly double low
    cdef readonly double high
    cdef Domain _domain
    cdef const unsigned short[::1] _lows
    cdef const unsigned short[::1] _highs
    cdef EndBounds _next

    cdef bint look(self, Position position) noexcept nogil

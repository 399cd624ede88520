from quatrefoil.search.endgame.domain cimport EndgameDomain
from quatrefoil.core.position cimport Position

cdef class EndgameProbe:
    cdef readonly double low
    cdef readonly double high
    cdef EndgameDomain _domain
    cdef const unsigned short[::1] _lows
    cdef const unsigned short[::1] _highs
    cdef EndgameProbe _next

    cdef bint probe(self, Position position) noexcept nogil

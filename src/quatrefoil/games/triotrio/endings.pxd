from quatrefoil.search.endgame.domain cimport EndgameDomain
from quatrefoil.core.position cimport Position
from quatrefoil.games.triotrio.position cimport TrioTrio
from quatrefoil.games.triotrio.tables cimport Squares, count, lowest

cdef class LastPieces(EndgameDomain):
    cdef int _squares
    cdef int[121] _flipped

    cdef bint _is_last(self, TrioTrio position) noexcept nogil
    cdef int _number(self, TrioTrio position) noexcept nogil
    cdef int _state(self, TrioTrio position, int me) noexcept nogil
    cdef int _piece(self, TrioTrio position, int player) noexcept nogil
